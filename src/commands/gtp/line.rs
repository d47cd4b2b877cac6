//! Lines of the protocol as they come in.

use std::io::{self, BufRead};

use tetralith_core::text::without_mark;

/// The most bytes of a command, without what leads up to it and the comment after it.
pub(super) const MAX_LINE: usize = 64 << 10;

/// A line of input without control characters, leading blanks and comment.
pub(super) struct Line {
    /// Its text, or the first [`MAX_LINE`] bytes of it.
    pub(super) text: String,
    /// There was more.
    pub(super) is_cut: bool,
}

/// Reads the next line, or `None` at the end of the input.
pub(super) fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let (mut is_cut, mut in_comment, mut is_end) = (false, false, true);
    loop {
        let chunk = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        if chunk.is_empty() {
            break;
        }
        is_end = false;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        // The protocol drops control characters but for the tab, and what follows a number sign is
        // a comment.
        for &byte in &chunk[..end.unwrap_or(chunk.len())] {
            let byte = if byte == b'\t' { b' ' } else { byte };
            in_comment |= byte == b'#';
            if in_comment || byte.is_ascii_control() || (byte == b' ' && bytes.is_empty()) {
                continue;
            }
            if bytes.len() < MAX_LINE {
                bytes.push(byte);
            } else {
                is_cut = true;
            }
        }
        let read = end.map_or(chunk.len(), |end| end + 1);
        input.consume(read);
        if end.is_some() {
            break;
        }
    }
    let text = String::from_utf8_lossy(&bytes);
    // A shell may put a byte-order mark before the first line.
    let text = without_mark(&text).chars().filter(|c| !c.is_control()).collect();
    Ok((!is_end).then_some(Line { text, is_cut }))
}

//! Text in lines of a width, as terminals count columns.

use unicode_width::UnicodeWidthStr as _;

/// Returns the columns that `text` takes.
pub fn width(text: &str) -> u16 {
    text.width().min(usize::from(u16::MAX)) as u16
}

/// Returns `text` in lines of at most `columns`, broken at blanks; a word longer than that is
/// broken anywhere.
///
/// Line ends in the text stay, and so does the indentation of a line, which its continuations
/// share.
pub fn wrap(text: &str, columns: u16) -> Vec<String> {
    let columns = columns.max(1);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let indent: String =
            paragraph.chars().take_while(|c| *c == ' ').take(usize::from(columns) / 2).collect();
        let mut line = indent.clone();
        for word in paragraph.split_whitespace() {
            let gap = u16::from(line.len() > indent.len());
            if width(&line) + gap + width(word) > columns && line.len() > indent.len() {
                lines.push(std::mem::replace(&mut line, indent.clone()));
            }
            if line.len() > indent.len() {
                line.push(' ');
            }
            for c in word.chars() {
                line.push(c);
                if width(&line) > columns && line.len() > indent.len() + c.len_utf8() {
                    line.pop();
                    lines.push(std::mem::replace(&mut line, indent.clone()));
                    line.push(c);
                }
            }
        }
        lines.push(if line.trim().is_empty() { String::new() } else { line });
    }
    lines
}

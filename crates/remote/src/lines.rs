//! Bytes -> lines, in bounded memory.

use crate::MAX_LINE;
use crate::fault::Fault;

/// The bytes that have come and are no whole line yet.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    begun: Vec<u8>,
}

impl Lines {
    /// Takes in `bytes` and hands each line that they complete to `take`, unchanged but for the
    /// line feed: blanks stay, because a link counts all bytes that come.
    ///
    /// # Errors
    /// [`Fault::LongLine`] if a line is longer than [`MAX_LINE`]; nothing more can be read then.
    pub fn feed(&mut self, mut bytes: &[u8], mut take: impl FnMut(String)) -> Result<(), Fault> {
        while let Some(end) = bytes.iter().position(|&byte| byte == b'\n') {
            self.extend(&bytes[..end])?;
            let line = std::mem::take(&mut self.begun);
            take(String::from_utf8_lossy(&line).into_owned());
            bytes = &bytes[end + 1..];
        }
        self.extend(bytes)
    }

    fn extend(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        if self.begun.len() + bytes.len() >= MAX_LINE {
            return Err(Fault::LongLine);
        }
        self.begun.extend_from_slice(bytes);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &mut Lines, bytes: &[u8]) -> Result<Vec<String>, Fault> {
        let mut found = Vec::new();
        lines.feed(bytes, |line| found.push(line))?;
        Ok(found)
    }

    #[test]
    fn lines_come_whole_however_they_are_cut() {
        let text = "one\r\n\n{\"two\": \"é\"}\nthree".as_bytes();
        for cut in 0..text.len() {
            let mut lines = Lines::default();
            let mut found = read(&mut lines, &text[..cut]).unwrap();
            found.extend(read(&mut lines, &text[cut..]).unwrap());
            assert_eq!(found, ["one\r", "", "{\"two\": \"é\"}"], "cut at {cut}");
        }
    }

    #[test]
    fn a_line_without_an_end_is_refused_before_it_fills_the_memory() {
        let mut lines = Lines::default();
        let piece = vec![b'x'; 4096];
        let fed = (0..2_500).find_map(|n| read(&mut lines, &piece).err().map(|fault| (n, fault)));
        assert_eq!(fed, Some((15, Fault::LongLine)));
        assert!(lines.begun.capacity() <= 2 * MAX_LINE);
    }
}

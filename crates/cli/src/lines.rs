//! Lines of a command whose exit status is wanted even if its output is not read to the end.

use std::fmt::Display;
use std::io::{self, Write};

/// Lines for the reader of an output; dropped once the reader has left, so that the work goes on
/// for the exit status.
#[derive(Debug)]
pub struct OutputLines<'a, W> {
    out: &'a mut W,
    is_read: bool,
}

impl<'a, W: Write> OutputLines<'a, W> {
    /// Lines for `out`, which is read as far as is known.
    pub const fn new(out: &'a mut W) -> Self {
        Self { out, is_read: true }
    }

    /// Writes a line.
    ///
    /// # Errors
    /// Those of the output, unless it is that the reader has left.
    pub fn add(&mut self, line: &dyn Display) -> io::Result<()> {
        if !self.is_read {
            return Ok(());
        }
        match writeln!(self.out, "{line}") {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_read = false;
                Ok(())
            }
            done => done,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An output that fails in one way.
    struct Failing(io::ErrorKind);

    impl Write for Failing {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn only_a_reader_who_has_left_is_no_error() {
        let (mut gone, mut full) =
            (Failing(io::ErrorKind::BrokenPipe), Failing(io::ErrorKind::StorageFull));
        let mut lines = OutputLines::new(&mut gone);
        assert!(lines.add(&1).is_ok() && lines.add(&2).is_ok());
        assert!(OutputLines::new(&mut full).add(&1).is_err());
        let mut read = Vec::new();
        let mut lines = OutputLines::new(&mut read);
        lines.add(&"a").unwrap();
        lines.add(&"b").unwrap();
        assert_eq!(read, b"a\nb\n");
    }
}

//! Text on its way to a terminal: one way of showing what comes from files, other machines and
//! words of the command line.

use std::env;
use std::io::{self, IsTerminal, Stderr, StdoutLock, Write};

use tetralith_core::text::{ascii_text, display_lines, terminal_lines};

/// An output on which no text acts on the terminal: control and hidden characters are shown for
/// what they are or left out, as by [`terminal_lines`], and a terminal that is not set to UTF-8
/// gets ASCII alone.
#[derive(Debug)]
pub struct TerminalText<W> {
    out: W,
    is_cleaned: bool,
    is_ascii: bool,
}

impl<W: Write> TerminalText<W> {
    /// An output of clean text, with `is_ascii` in ASCII alone.
    pub const fn new(out: W, is_ascii: bool) -> Self {
        Self { out, is_cleaned: true, is_ascii }
    }
}

impl<W: Write + IsTerminal> TerminalText<W> {
    /// An output that other programs get as it is, and a terminal as it suits it.
    fn for_terminal(out: W) -> Self {
        let is_cleaned = out.is_terminal();
        Self { out, is_cleaned, is_ascii: is_cleaned && !is_utf8() }
    }
}

impl<W: Write> Write for TerminalText<W> {
    /// Takes all of `bytes` or fails; they must not end within a character.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_cleaned {
            return self.out.write(bytes);
        }
        let text = String::from_utf8_lossy(bytes);
        let text =
            if self.is_ascii { ascii_text(&display_lines(&text)) } else { terminal_lines(&text) };
        self.out.write_all(text.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Standard output for lines of text.
pub fn stdout() -> TerminalText<StdoutLock<'static>> {
    TerminalText::for_terminal(io::stdout().lock())
}

/// Standard error, where only people read; not locked, since bars of progress are drawn there too.
pub fn stderr() -> TerminalText<Stderr> {
    let err = io::stderr();
    let is_ascii = err.is_terminal() && !is_utf8();
    TerminalText::new(err, is_ascii)
}

fn is_utf8() -> bool {
    takes_utf8(|name| env::var(name).ok().filter(|value| !value.is_empty()))
}

/// True if a terminal whose variables, unless empty, are `variable` is set to UTF-8.
///
/// Source: POSIX.1-2017, 8.2 "Internationalization Variables".
pub fn takes_utf8(variable: impl Fn(&str) -> Option<String>) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| variable(name));
    let locale = locale.unwrap_or_default().to_ascii_lowercase();
    cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_others_never_acts_on_a_terminal() {
        let text = "cmd:\u{1b}[31mred\u{9b}2J \u{202e}Û31m ĝ0;TITLEĜ\nnext\n";
        let mut shown = Vec::new();
        write!(TerminalText::new(&mut shown, false), "{text}").unwrap();
        assert_eq!(shown, "cmd:\u{fffd}[31mred\u{fffd}2J Û31m ĝ0;TITLEĜ\nnext\n".as_bytes());
        shown.clear();
        // In a terminal of 8 bits the second byte of these letters begins a sequence.
        write!(TerminalText::new(&mut shown, true), "{text}").unwrap();
        assert_eq!(shown, b"cmd:?[31mred?2J U31m ?0;TITLE?\nnext\n");
    }

    #[test]
    fn names_from_right_to_left_leave_figures_in_place() {
        let mut shown = Vec::new();
        write!(TerminalText::new(&mut shown, false), "דנה כהן: 12 – 3").unwrap();
        assert_eq!(String::from_utf8(shown).unwrap(), "דנה כהן\u{200e}: 12 – 3");
    }
}

//! Lines on standard error.

use std::fmt::Display;
use std::io::{self, Write};

use tetralith_core::text::display_text;

use crate::terminal_text::stderr;

/// The signs of a bar that shows progress: done, its tip and what is left, on any terminal.
pub const BAR: &str = "=> ";

/// Writes a line to standard error, made safe to show: some names in it come from files of other
/// machines, or from programs.
pub fn say(what: &dyn Display) {
    // A remark that cannot be written is no reason for the work to end.
    let _ = tell(&mut stderr(), what);
}

fn tell(out: &mut impl Write, what: &dyn Display) -> io::Result<()> {
    writeln!(out, "{}", display_text(&what.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_a_line_never_act_on_the_terminal() {
        let standing = "cmd:\u{1b}[31mred\n against \u{9b}2J: +1";
        let mut line = Vec::new();
        tell(&mut line, &standing).expect("memory takes it");
        let line = String::from_utf8(line).expect("it is text");
        let body = line.strip_suffix('\n').expect("a line");
        assert!(!body.contains(char::is_control), "{line:?}");
    }
}

//! The number of colours that the terminal shows: what the environment knows of it, what to ask,
//! and what the answers prove.
//!
//! `COLORTERM` does not travel to another machine and `TERM` often promises less than is true, so
//! the terminal is asked. An answer can only add colours: where the user wants none, or a
//! multiplexer is between, nothing is asked.
//!
//! Source: xterm, "Control Sequences", "XTGETTCAP", "DECRQSS" and "XTVERSION"; terminfo, user
//! capabilities, `RGB`.

use tetralith_terminput::TerminalReport;

use crate::graphics::Multiplexer;
use crate::theme::Depth;

/// Asks the terminal for its name, whether it knows colours of 24 bits, which colour it has taken
/// after it was given one of those, and last for its abilities, which nearly every terminal
/// answers.
pub const QUESTION: &[u8] = b"\x1b[>q\x1bP+q524742\x1b\\\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[m\x1b[c";

/// The end of the colour in [`QUESTION`] as it is answered, its parameters apart by colons.
const TAKEN: &str = ":1:2:3";

/// The beginnings of names, in `TERM` or in the terminal's own answer, of terminals that show
/// colours of 24 bits.
const TRUE_COLOUR: [&str; 14] = [
    "alacritty",
    "contour",
    "foot",
    "ghostty",
    "iterm2",
    "kitty",
    "konsole",
    "mintty",
    "rio",
    "vte",
    "wezterm",
    "xterm-ghostty",
    "xterm-kitty",
    "xterm-direct",
];

/// The beginning of the name of a terminal that shows at least 256 colours.
const XTERM: &str = "xterm(";

/// The beginnings of values of `TERM` of terminals without colours.
const COLOURLESS: [&str; 6] = ["vt1", "vt2", "vt3", "vt4", "vt5", "dumb"];

/// Returns what the environment shows; `set` looks up a variable that is not empty.
pub fn of_environment(set: impl Fn(&str) -> Option<String>) -> Depth {
    let term = set("TERM").unwrap_or_default();
    if set("NO_COLOR").is_some() || is_colourless(&term) {
        return Depth::Mono;
    }
    let found = if set("COLORTERM").is_some_and(|value| value == "truecolor" || value == "24bit")
        || set("WT_SESSION").is_some()
        || shows_all(&term)
    {
        Depth::TrueColour
    } else if term.contains("256") {
        Depth::Ansi256
    } else if term == "linux" {
        Depth::Ansi8
    } else {
        Depth::Ansi16
    };
    // It translates no more than these, regardless of the terminal around it.
    if is_in_screen(&set) { found.max(Depth::Ansi256) } else { found }
}

/// Returns the multiplexer about the program, as far as the environment shows it; of two the one
/// that hands nothing on.
pub fn multiplexer(set: impl Fn(&str) -> Option<String>) -> Option<Multiplexer> {
    if is_in_screen(&set) {
        return Some(Multiplexer::Other);
    }
    set("TMUX").map(|_| Multiplexer::Tmux)
}

/// Returns the number of colours that an answer proves.
pub fn of_report(report: &TerminalReport) -> Option<Depth> {
    match report {
        TerminalReport::Capability(name) => (name == "RGB").then_some(Depth::TrueColour),
        TerminalReport::Style(style) => {
            style.replace(';', ":").ends_with(TAKEN).then_some(Depth::TrueColour)
        }
        TerminalReport::Version(name) => {
            let name = name.to_ascii_lowercase();
            if shows_all(&name) {
                Some(Depth::TrueColour)
            } else {
                name.starts_with(XTERM).then_some(Depth::Ansi256)
            }
        }
        _ => None,
    }
}

/// Returns `true` within GNU screen, also at the other end of a line from it.
fn is_in_screen(set: &impl Fn(&str) -> Option<String>) -> bool {
    set("STY").is_some()
        || set("TMUX").is_none() && set("TERM").is_some_and(|term| term.starts_with("screen"))
}

fn shows_all(name: &str) -> bool {
    TRUE_COLOUR.iter().any(|known| name.starts_with(known))
}

fn is_colourless(term: &str) -> bool {
    term.ends_with("-mono")
        || term.ends_with("-m")
        || COLOURLESS.iter().any(|known| term.starts_with(known)) && !term.contains("color")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(variables: &[(&str, &str)]) -> Depth {
        of_environment(|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_is_read() {
        for (variables, found) in [
            (&[("COLORTERM", "truecolor")][..], Depth::TrueColour),
            (&[("TERM", "xterm-256color")], Depth::Ansi256),
            (&[("TERM", "xterm")], Depth::Ansi16),
            (&[("TERM", "linux")], Depth::Ansi8),
            (&[("TERM", "xterm-kitty")], Depth::TrueColour),
            (&[("TERM", "alacritty")], Depth::TrueColour),
            (&[("TERM", "foot-extra")], Depth::TrueColour),
            (&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")], Depth::Mono),
            (&[("TERM", "vt100"), ("COLORTERM", "truecolor")], Depth::Mono),
            (&[("TERM", "vt220")], Depth::Mono),
            (&[("TERM", "xterm-mono")], Depth::Mono),
        ] {
            assert_eq!(depth(variables), found, "{variables:?}");
        }
    }

    #[test]
    fn screen_shows_256_colours_at_most() {
        let true_colour = ("COLORTERM", "truecolor");
        for variables in [
            &[("STY", "1.pts"), ("TERM", "xterm-256color"), true_colour][..],
            &[("TERM", "screen.xterm-256color"), true_colour],
            &[("TERM", "screen"), true_colour],
        ] {
            assert_eq!(depth(variables), Depth::Ansi256, "{variables:?}");
        }
        assert_eq!(depth(&[("TERM", "screen"), ("STY", "1.pts")]), Depth::Ansi16);
        let in_tmux = [("TMUX", "1"), ("TERM", "screen-256color"), true_colour];
        assert_eq!(depth(&in_tmux), Depth::TrueColour);
    }

    #[test]
    fn answers_prove_colours() {
        let version = |name: &str| of_report(&TerminalReport::Version(name.to_owned()));
        for name in ["kitty(0.32.2)", "foot(1.16.2)", "WezTerm 20240203", "ghostty 1.0.0"] {
            assert_eq!(version(name), Some(Depth::TrueColour), "{name}");
        }
        assert_eq!(version("XTerm(379)"), Some(Depth::Ansi256));
        assert_eq!((version("tmux 3.4"), version("unknown")), (None, None));
        let capability = |name: &str| of_report(&TerminalReport::Capability(name.to_owned()));
        assert_eq!((capability("RGB"), capability("Co")), (Some(Depth::TrueColour), None));
        let style = |text: &str| of_report(&TerminalReport::Style(text.to_owned()));
        for text in ["0;48:2::1:2:3", "48;2;1;2;3", "0;48:2:1:2:3"] {
            assert_eq!(style(text), Some(Depth::TrueColour), "{text}");
        }
        assert_eq!((style("0;48:5:16"), style("0")), (None, None));
    }
}

//! Pictures on the terminal: what to ask about them, and what the answers say together.
//!
//! Little is guessed from the terminal's name: whether it has placeholders, and whether it is a
//! multiplexer. A multiplexer may claim abilities that the terminal around it does not have, and
//! take the question about kitty's pictures for a title. So its name is asked first
//! ([`crate::depth::QUESTION`]). Through tmux the terminal around it is asked, which answers only
//! where tmux hands questions on (`allow-passthrough`); inside any other there are no pictures.
//!
//! Source: xterm, "Control Sequences", "Send Device Attributes", "Window manipulation",
//! "XTVERSION", "XTSMGRAPHICS"; kitty, "Terminal graphics protocol", "Querying support"; iTerm2,
//! "Proprietary Escape Codes"; tmux, manual, `allow-passthrough`.

use ratatui::layout::Size as Cells;
use tetralith_terminput::{PixelSize, TerminalReport};
use tetralith_termpix::{Abilities, Protocol, Size};

/// Asks the terminal whether it shows a picture by kitty's protocol, how large its cells are (in
/// each way there is), how many colours and how large a picture of sixels may be, and last for its
/// abilities, which nearly every terminal answers.
pub const QUESTION: &[u8] =
    b"\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[16t\x1b[14t\x1b]1337;ReportCellSize\x07\
\x1b[?1;1;0S\x1b[?2;4;0S\x1b[c";

/// Asks the same inside tmux: the terminal around it for its name, whether it shows a picture under
/// placeholders by kitty's protocol and how many colours its sixels may have, and tmux how large
/// cells are and last for its abilities. Where tmux does not hand questions on, it drops them.
///
/// A kitty without placeholders takes a command with their key for no command, and is silent.
pub const QUESTION_IN_TMUX: &[u8] =
    b"\x1bPtmux;\x1b\x1b[>q\x1b\x1b_Gi=31,U=1,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\x1b\\\
\x1b\x1b[?1;1;0S\x1b\\\x1b[16t\x1b[14t\x1b[c";

/// Names of terminals with placeholders, as their answers begin: others that speak kitty's protocol
/// answer as if they had them.
const WITH_PLACEHOLDERS: [&str; 2] = ["kitty", "ghostty"];

/// Asks how large the terminal's cells are now.
pub const SIZE_QUESTION: &[u8] = b"\x1b[16t\x1b[14t\x1b]1337;ReportCellSize\x07";

/// The number of the picture in [`QUESTION`].
const ASKED: u32 = 31;

/// The attribute of a terminal that shows sixels.
const SIXEL: u16 = 4;

/// The widths and heights of cells that are believed, in pixels.
const CELL: [(u16, u16); 2] = [(3, 128), (6, 256)];

/// The pixels of a window that are in no cell, around them all: xterm counts its two on each side.
const FRAME: u16 = 4;

/// The fewest colours in which a board can be recognised.
const FEWEST_COLOURS: u16 = 16;

/// The smallest side of a picture of sixels that is believed, in pixels; smaller ones would be a
/// board in shreds.
const SMALLEST: u32 = 256;

/// A program between this one and the terminal that shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Multiplexer {
    /// tmux, which can hand questions and pictures on.
    Tmux,
    /// Any other.
    Other,
}

/// Names of multiplexers, as their answers begin.
const MULTIPLEXERS: [(&str, Multiplexer); 3] =
    [("tmux", Multiplexer::Tmux), ("screen", Multiplexer::Other), ("zellij", Multiplexer::Other)];

/// The answers of a terminal about pictures, as far as they have come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    /// True if sixels are among its abilities, which it reports last.
    takes_sixels: Option<bool>,
    takes_kitty: bool,
    multiplexer: Option<Multiplexer>,
    has_placeholders: bool,
    cell: Option<PixelSize>,
    iterm_cell: Option<PixelSize>,
    text_area: Option<PixelSize>,
    sixel_colours: Option<u16>,
    largest_sixel: Option<PixelSize>,
}

impl Findings {
    /// The facts known inside this `multiplexer`, or without one, before anything was asked.
    pub fn inside(multiplexer: Option<Multiplexer>) -> Self {
        Self { multiplexer, ..Self::default() }
    }

    /// Returns the question about pictures, once the terminal has named itself, if it does so at
    /// all.
    pub const fn question(&self) -> Option<&'static [u8]> {
        match (self.multiplexer, self.takes_sixels) {
            (Some(Multiplexer::Tmux), _) => Some(QUESTION_IN_TMUX),
            (None, Some(_)) => Some(QUESTION),
            (None, None) | (Some(Multiplexer::Other), _) => None,
        }
    }

    /// Takes in an answer.
    pub fn hear(&mut self, report: TerminalReport) {
        match report {
            TerminalReport::DeviceAttributes(attributes) => {
                self.takes_sixels = Some(attributes.contains(&SIXEL));
            }
            TerminalReport::Graphics(answer) if answer.image == Some(ASKED) => {
                self.takes_kitty = answer.is_ok();
            }
            TerminalReport::ItermCellSize(cell) => self.iterm_cell = Some(cell),
            TerminalReport::Version(name) => {
                let name = name.to_ascii_lowercase();
                let known = MULTIPLEXERS.iter().find(|(known, _)| name.starts_with(known));
                self.multiplexer = self.multiplexer.or(known.map(|(_, multiplexer)| *multiplexer));
                self.has_placeholders |= WITH_PLACEHOLDERS.iter().any(|has| name.starts_with(has));
            }
            TerminalReport::CellSize(cell) => self.cell = Some(cell),
            TerminalReport::TextAreaSize(area) => self.text_area = Some(area),
            TerminalReport::SixelColours(colours) => self.sixel_colours = Some(colours),
            TerminalReport::LargestSixel(size) => self.largest_sixel = Some(size),
            _ => {}
        }
    }

    /// Returns the abilities of the terminal, whose window has this many cells; `None` while they
    /// are not known, and if it shows no pictures or its answers make no sense.
    pub fn abilities(&self, window: Cells) -> Option<Abilities> {
        let protocol = self.protocol()?;
        let usual = Abilities::new(protocol, self.cell(window)?);
        let size = |size: PixelSize| Size { width: size.width.into(), height: size.height.into() };
        let is_sensible = |size: &Size| size.width >= SMALLEST && size.height >= SMALLEST;
        Some(Abilities {
            colours: self
                .sixel_colours
                .map_or(usual.colours, |colours| usize::from(colours).min(usual.colours)),
            largest: self.largest_sixel.map(size).filter(is_sensible).unwrap_or(usual.largest),
            ..usual
        })
    }

    /// The best protocol of those that it has.
    fn protocol(&self) -> Option<Protocol> {
        let takes_sixels = self.takes_sixels?;
        let in_tmux = match self.multiplexer {
            None => false,
            Some(Multiplexer::Tmux) => true,
            Some(Multiplexer::Other) => return None,
        };
        // tmux may know sixels that the terminal around it does not.
        let colours = self.sixel_colours.map_or(!in_tmux, |colours| colours >= FEWEST_COLOURS);
        if in_tmux && self.takes_kitty && self.has_placeholders {
            Some(Protocol::Placeholders)
        } else if self.takes_kitty && !in_tmux {
            Some(Protocol::Kitty)
        } else if self.iterm_cell.is_some() && !in_tmux {
            Some(Protocol::Iterm)
        } else {
            (takes_sixels && colours).then_some(Protocol::Sixel)
        }
    }

    /// The size of a cell in a window of so many: the reported one, or a share of the whole window.
    fn cell(&self, window: Cells) -> Option<Size> {
        let shared = || {
            let PixelSize { width, height } = self.text_area?;
            let sides = [(width, window.width), (height, window.height)];
            let is_full = |frame: u16| {
                sides.iter().all(|&(whole, cells)| {
                    cells > 0 && whole.checked_sub(frame).is_some_and(|rest| rest % cells == 0)
                })
            };
            let [width, height] = if is_full(0) || is_full(FRAME) {
                sides.map(|(whole, cells)| whole / cells)
            } else {
                // A part of a cell is left over on a side, so this is the least that it can be: a
                // picture with larger cells would cover the text below and beside it.
                sides
                    .map(|(whole, cells)| whole.saturating_sub(FRAME) / cells.saturating_add(1) + 1)
            };
            Some(PixelSize { width, height })
        };
        let PixelSize { width, height } = self.cell.or(self.iterm_cell).or_else(shared)?;
        let [across, down] = CELL;
        let is_sensible =
            (across.0..=across.1).contains(&width) && (down.0..=down.1).contains(&height);
        is_sensible.then_some(Size { width: width.into(), height: height.into() })
    }
}

#[cfg(test)]
mod tests {
    use tetralith_terminput::{Decoder, Input};

    use super::*;

    const WINDOW: Cells = Cells { width: 80, height: 24 };

    /// The abilities of a terminal that sends `answers`.
    fn abilities(answers: &str) -> Option<Abilities> {
        let mut findings = Findings::default();
        for input in Decoder::default().feed(answers.as_bytes(), std::time::Instant::now()) {
            let Input::Report(report) = input else { panic!("{input:?} is no answer") };
            findings.hear(report);
        }
        findings.abilities(WINDOW)
    }

    fn cell(width: u32, height: u32) -> Size {
        Size { width, height }
    }

    #[test]
    fn terminals_are_known_by_their_answers() {
        let kitty =
            "\x1bP>|kitty(0.32.2)\x1b\\\x1b_Gi=31;OK\x1b\\\x1b[6;18;9t\x1b[4;432;720t\x1b[?62;c";
        assert_eq!(abilities(kitty), Some(Abilities::new(Protocol::Kitty, cell(9, 18))));
        let xterm = "\x1bP>|XTerm(379)\x1b\\\x1b[6;17;8t\x1b[4;408;640t\x1b[?1;0;16S\x1b[?2;0;1000;1000S\x1b[?63;1;4;22c";
        let sixel = Abilities { colours: 16, ..Abilities::new(Protocol::Sixel, cell(8, 17)) };
        assert_eq!(abilities(xterm), Some(sixel));
        let iterm =
            "\x1bP>|iTerm2 3.5.0\x1b\\\x1b]1337;ReportCellSize=17.0;8.0;2.0\x1b\\\x1b[?62;4c";
        assert_eq!(abilities(iterm), Some(Abilities::new(Protocol::Iterm, cell(16, 34))));
        // Only the whole window is reported.
        assert_eq!(
            abilities("\x1b[4;480;800t\x1b[?4c").map(|found| found.cell),
            Some(cell(10, 20))
        );
    }

    #[test]
    fn without_a_sensible_answer_there_are_no_pictures() {
        for answers in [
            "",
            // No sixels.
            "\x1b[6;18;9t\x1b[?62;1;22c",
            // A multiplexer that claims them.
            "\x1bP>|tmux 3.4\x1b\\\x1b[6;18;9t\x1b[?1;2;4c",
            // The picture was refused.
            "\x1b_Gi=31;ENOTSUPPORTED:no\x1b\\\x1b[6;18;9t\x1b[?62c",
            // Another picture.
            "\x1b_Gi=32;OK\x1b\\\x1b[6;18;9t\x1b[?62c",
            // The last answer has not come.
            "\x1b_Gi=31;OK\x1b\\\x1b[6;18;9t",
            // Impossible sizes.
            "\x1b[?4c",
            "\x1b[6;0;0t\x1b[?4c",
            "\x1b[6;65535;65535t\x1b[?4c",
            "\x1b[4;1;1t\x1b[?4c",
            // Too few colours.
            "\x1b[6;18;9t\x1b[?1;0;2S\x1b[?4c",
        ] {
            assert_eq!(abilities(answers), None, "{answers:?}");
        }
        // No cells at all.
        let mut findings = Findings::default();
        findings.hear(TerminalReport::TextAreaSize(PixelSize { width: 800, height: 600 }));
        findings.hear(TerminalReport::DeviceAttributes(vec![4]));
        assert_eq!(findings.abilities(Cells::ZERO), None);
    }

    #[test]
    fn inside_tmux_the_terminal_around_it_decides() {
        let tmux = "\x1bP>|tmux 3.4\x1b\\\x1b[6;18;9t";
        let answers = "\x1b[?1;2c\x1bP>|kitty(0.35.1)\x1b\\\x1b_Gi=31;OK\x1b\\";
        let kitty = abilities(&format!("{tmux}{answers}"));
        assert_eq!(kitty, Some(Abilities::new(Protocol::Placeholders, cell(9, 18))));
        // Terminals without placeholders: they would show boxes.
        for name in ["WezTerm 20240203", "Konsole 23.08"] {
            let answers = format!("\x1b[?1;2c\x1bP>|{name}\x1b\\\x1b_Gi=31;OK\x1b\\");
            assert_eq!(abilities(&format!("{tmux}{answers}")), None, "{name}");
        }
        let old = "\x1b[?1;2c\x1bP>|kitty(0.26.5)\x1b\\";
        assert_eq!(abilities(&format!("{tmux}{old}")), None);
        let sixel = abilities(&format!("{tmux}\x1b[?1;2;4c\x1b[?1;0;256S"));
        assert_eq!(sixel.map(|found| found.protocol), Some(Protocol::Sixel));
        // The terminal around it has sixels, but not tmux; or nothing comes through.
        for rest in ["\x1b[?1;2c\x1b[?1;0;256S", "\x1b[?1;2;4c", "\x1b[?1;2c"] {
            assert_eq!(abilities(&format!("{tmux}{rest}")), None, "{rest:?}");
        }
        let asked = |multiplexer| Findings::inside(multiplexer).question();
        assert_eq!(asked(Some(Multiplexer::Tmux)), Some(QUESTION_IN_TMUX));
        assert_eq!((asked(Some(Multiplexer::Other)), asked(None)), (None, None));
    }

    #[test]
    fn windows_with_a_part_of_a_cell_left_over_have_the_same_cells() {
        // xterm with cells of 9×19 pixels, as the system reports its size.
        for (columns, rows, width, height) in
            [(100, 30, 904, 574), (66, 19, 600, 380), (89, 21, 813, 411), (55, 17, 500, 333)]
        {
            let mut findings = Findings::default();
            findings.hear(TerminalReport::TextAreaSize(PixelSize { width, height }));
            findings.hear(TerminalReport::DeviceAttributes(vec![4]));
            let window = Cells { width: columns, height: rows };
            let found = findings.abilities(window).map(|found| found.cell);
            assert_eq!(found, Some(cell(9, 19)), "{columns}×{rows}");
        }
    }

    #[test]
    fn limits_that_make_no_sense_are_not_believed() {
        let found = abilities("\x1b[6;18;9t\x1b[?1;0;1024S\x1b[?2;0;0;0S\x1b[?4c");
        assert_eq!(found, Some(Abilities::new(Protocol::Sixel, cell(9, 18))));
    }

    #[test]
    fn a_size_that_changes_is_followed() {
        let mut findings = Findings::default();
        findings.hear(TerminalReport::CellSize(PixelSize { width: 9, height: 18 }));
        findings.hear(TerminalReport::DeviceAttributes(vec![4]));
        findings.hear(TerminalReport::CellSize(PixelSize { width: 12, height: 24 }));
        assert_eq!(findings.abilities(WINDOW).map(|found| found.cell), Some(cell(12, 24)));
    }
}

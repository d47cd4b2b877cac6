//! Writing frames to the terminal: what [`CrosstermBackend`] does, with colours as every terminal
//! understands them.
//!
//! The 16 colours are written as 30 to 37 and 90 to 97, since terminals that show no more need not
//! know the form for 256. Of text and background only what differs is written.

use std::io::{self, Write};

use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::crossterm::cursor::MoveTo;
use ratatui::crossterm::queue;
use ratatui::layout::{Position, Size};
use ratatui::style::{Color, Modifier};

/// A backend for a terminal at the end of a writer.
#[derive(Debug)]
pub struct TerminalWriter<W: Write> {
    plain: CrosstermBackend<W>,
}

impl<W: Write> TerminalWriter<W> {
    /// The backend that writes to `writer`.
    pub const fn new(writer: W) -> Self {
        Self { plain: CrosstermBackend::new(writer) }
    }
}

impl<W: Write> Write for TerminalWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.plain.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Write::flush(&mut self.plain)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Pen {
    text: Color,
    ground: Color,
    modifier: Modifier,
}

impl Pen {
    /// The style after everything was reset.
    const RESET: Self =
        Self { text: Color::Reset, ground: Color::Reset, modifier: Modifier::empty() };

    /// The style of a cell. Text in one of the darker 8 colours is not bold: many terminals would
    /// show it in the brighter one, and black on grey as grey on grey.
    fn of(cell: &Cell) -> Self {
        let is_dark = matches!(
            cell.fg,
            Color::Black
                | Color::Red
                | Color::Green
                | Color::Yellow
                | Color::Blue
                | Color::Magenta
                | Color::Cyan
                | Color::Gray
        );
        let modifier = if is_dark { cell.modifier - Modifier::BOLD } else { cell.modifier };
        Self { text: cell.fg, ground: cell.bg, modifier }
    }

    fn turn(self, next: Self, out: &mut impl Write) -> io::Result<()> {
        // Modifiers that end take all of the style with them.
        let is_fewer = !next.modifier.contains(self.modifier);
        let from = if is_fewer { Self::RESET } else { self };
        let mut codes = if is_fewer { vec!["0".to_owned()] } else { Vec::new() };
        let begun = next.modifier - from.modifier;
        codes.extend(
            MODIFIERS
                .iter()
                .filter(|(one, _)| begun.contains(*one))
                .map(|(_, code)| (*code).to_owned()),
        );
        if from.text != next.text {
            codes.push(code(next.text, false));
        }
        if from.ground != next.ground {
            codes.push(code(next.ground, true));
        }
        if codes.is_empty() { Ok(()) } else { write!(out, "\x1b[{}m", codes.join(";")) }
    }
}

/// The codes that begin modifiers.
///
/// Source: ECMA-48, section 8.3.117, "Select graphic rendition".
const MODIFIERS: [(Modifier, &str); 9] = [
    (Modifier::BOLD, "1"),
    (Modifier::DIM, "2"),
    (Modifier::ITALIC, "3"),
    (Modifier::UNDERLINED, "4"),
    (Modifier::SLOW_BLINK, "5"),
    (Modifier::RAPID_BLINK, "6"),
    (Modifier::REVERSED, "7"),
    (Modifier::HIDDEN, "8"),
    (Modifier::CROSSED_OUT, "9"),
];

/// The code of a colour, of text or of its background.
///
/// Source: ECMA-48, section 8.3.117; xterm, "Control Sequences", "Character Attributes".
fn code(colour: Color, is_ground: bool) -> String {
    let few = match colour {
        Color::Reset => 39,
        Color::Black => 30,
        Color::Red => 31,
        Color::Green => 32,
        Color::Yellow => 33,
        Color::Blue => 34,
        Color::Magenta => 35,
        Color::Cyan => 36,
        Color::Gray => 37,
        Color::DarkGray => 90,
        Color::LightRed => 91,
        Color::LightGreen => 92,
        Color::LightYellow => 93,
        Color::LightBlue => 94,
        Color::LightMagenta => 95,
        Color::LightCyan => 96,
        Color::White => 97,
        Color::Indexed(index) => return format!("{}8;5;{index}", if is_ground { 4 } else { 3 }),
        Color::Rgb(red, green, blue) => {
            return format!("{}8;2;{red};{green};{blue}", if is_ground { 4 } else { 3 });
        }
    };
    (if is_ground { few + 10 } else { few }).to_string()
}

impl<W: Write> Backend for TerminalWriter<W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let out = &mut self.plain;
        let mut pen = Pen::RESET;
        let mut next = None;
        for (x, y, cell) in content {
            if next != Some((x, y)) {
                queue!(out, MoveTo(x, y))?;
            }
            next = x.checked_add(1).map(|x| (x, y));
            let style = Pen::of(cell);
            pen.turn(style, out)?;
            pen = style;
            out.write_all(cell.symbol().as_bytes())?;
        }
        if next.is_some() { out.write_all(b"\x1b[m") } else { Ok(()) }
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.plain.hide_cursor()
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.plain.show_cursor()
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        self.plain.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.plain.set_cursor_position(position)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.plain.clear()
    }

    fn clear_region(&mut self, clear_type: ClearType) -> io::Result<()> {
        self.plain.clear_region(clear_type)
    }

    fn size(&self) -> io::Result<Size> {
        self.plain.size()
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        self.plain.window_size()
    }

    fn flush(&mut self) -> io::Result<()> {
        Backend::flush(&mut self.plain)
    }
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    use super::*;

    /// The bytes that write `cells`, each of a letter and a style.
    fn written(cells: &[(&str, Style)]) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, cells.len() as u16, 1));
        for (x, (letter, style)) in cells.iter().enumerate() {
            buffer[(x as u16, 0)].set_symbol(letter).set_style(*style);
        }
        let mut out = Vec::new();
        let content = (0..cells.len() as u16).map(|x| (x, 0, &buffer[(x, 0)]));
        TerminalWriter::new(&mut out).draw(content).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn sixteen_colours_are_written_in_their_own_codes() {
        let style = Style::new().fg(Color::LightRed).bg(Color::DarkGray);
        assert_eq!(written(&[("a", style)]), "\x1b[1;1H\x1b[91;100ma\x1b[m");
        let style = Style::new().fg(Color::Black).bg(Color::Gray).add_modifier(Modifier::BOLD);
        assert_eq!(written(&[("a", style)]), "\x1b[1;1H\x1b[30;47ma\x1b[m");
    }

    #[test]
    fn only_changes_of_style_are_written() {
        let first = Style::new().fg(Color::Indexed(7)).bg(Color::Rgb(1, 2, 3));
        let bold = first.add_modifier(Modifier::BOLD);
        assert_eq!(
            written(&[("a", first), ("b", first.fg(Color::Reset)), ("c", bold), ("d", first)]),
            "\x1b[1;1H\x1b[38;5;7;48;2;1;2;3ma\x1b[39mb\x1b[1;38;5;7mc\x1b[0;38;5;7;48;2;1;2;3md\x1b[m"
        );
    }

    #[test]
    fn text_without_colours_sets_none() {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        assert_eq!(written(&[("a", bold), ("b", Style::new())]), "\x1b[1;1H\x1b[1ma\x1b[0mb\x1b[m");
    }
}

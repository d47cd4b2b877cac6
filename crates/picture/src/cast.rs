//! A game as a recording of a terminal, in the format asciicast v2: a screen a turn.
//!
//! Source: the format's page in the documentation of asciinema, "asciicast v2".

use std::fmt::Write as _;

use serde_json::{Value, json};
use tetralith_core::geometry::Place;
use tetralith_core::text::display_text;
use tetralith_core::{Colour, Names, Shape, Timeline};
use unicode_width::UnicodeWidthStr as _;

use super::animation::{PAUSE, pace, stops};
use super::{Regions, Style, TurnSequence, View, caption, marks};
use crate::look::Tint;
use crate::look::scheme::Vacant;
use crate::look::tint::{components, mix};

/// Columns left of the board, for the names of its rows.
const MARGIN: usize = 4;

/// The game up to the cursor, a screen a turn: a header in JSON, then an event a line.
pub(super) fn cast(timeline: &Timeline, style: Style<'_>) -> String {
    let mut timeline = timeline.clone();
    let stops = stops(&timeline, style.turns.unwrap_or(TurnSequence::ALL));
    let screens: Vec<Screen> = stops
        .iter()
        .map(|&stop| {
            timeline.go_to(stop);
            Screen::of(&timeline, style)
        })
        .collect();
    let size = |of: fn(&Screen) -> usize| screens.iter().map(of).max().unwrap_or(0) + 1;
    let header = json!({
        "version": 2,
        "width": size(|screen| screen.width),
        "height": size(|screen| screen.lines.len()),
        "title": display_text(style.caption.unwrap_or(timeline.start().info().title)),
        "env": { "TERM": "xterm-256color" },
    });
    let mut out = format!("{header}\n");
    let mut event = |hundredths: usize, text: &str| {
        let time = hundredths as f64 / 100.0;
        let _ = writeln!(out, "[{time:.2}, \"o\", {}]", Value::from(text));
    };
    let turn = usize::from(pace(screens.len()));
    for (i, screen) in screens.iter().enumerate() {
        event(i * turn, &screen.text(i == 0));
    }
    let end = screens.len().saturating_sub(1) * turn + usize::from(PAUSE);
    event(end, "\u{1b}[0m\u{1b}[?25h");
    out
}

/// One position, as lines of a terminal.
struct Screen {
    /// Each line with its colours; the background of the whole goes on to its end.
    lines: Vec<String>,
    /// The widest line, in columns.
    width: usize,
}

impl Screen {
    fn of(timeline: &Timeline, style: Style<'_>) -> Self {
        let (game, scheme) = (timeline.position(), style.scheme);
        let (info, names) = (game.info(), Names::of(game));
        let geometry = names.geometry;
        let marks = style.marks.then(|| marks::shown(game, timeline.outcome().is_some()));
        let view = View { marks: marks.as_ref(), ..View::new(game.board(), info) };
        let (regions, last) = (Regions::of(&view), timeline.latest_cells());
        let (ink, inks) = (scheme.board(info), scheme.inks());
        let dim = mix(inks.background, inks.text, 0.6);
        let mut screen = Self { lines: Vec::new(), width: 0 };
        screen.line(&[(inks.text, inks.background, &caption(timeline))]);
        screen.line(&[]);
        for row in (0..geometry.rows()).rev() {
            let label = match geometry.shape() {
                _ if !style.coordinates => String::new(),
                Shape::Square => (row + 1).to_string(),
                Shape::Hexhex => char::from(b'a' + row).to_string(),
            };
            let at = |x| geometry.cell_at(Place { row, x });
            let columns = 0..geometry.width();
            let left = columns.clone().take_while(|&x| at(x).is_none()).count();
            let before = format!("{label:>2}  {:left$}", "");
            let mut parts = vec![(dim, inks.background, before)];
            let last_column = columns.clone().rfind(|&x| at(x).is_some()).unwrap_or_default();
            for x in columns.take(usize::from(last_column) + 1).skip(left) {
                let Some(cell) = at(x) else {
                    parts.push((dim, ink.tile, " ".to_owned()));
                    continue;
                };
                let held = regions.holder(cell);
                let fill = |colour: Colour| scheme.ink(info.side(colour).stone).fill;
                let washed = |colour: Colour| scheme.held(info.side(colour).stone, ink);
                let mut under = held.map_or(ink.tile, washed);
                if last.contains(cell) {
                    under = mix(under, ink.last, 0.5);
                }
                let (colour, glyph) = match game.board().at(cell) {
                    Some(colour) => (fill(colour), scheme.disc_glyph(info, colour)),
                    None => (ink.dot, scheme.vacant_glyph(Vacant::Plain)),
                };
                parts.push((colour, under, glyph.to_owned()));
            }
            let parts: Vec<Part> =
                parts.iter().map(|(text, under, glyph)| (*text, *under, &**glyph)).collect();
            screen.line(&parts);
        }
        if style.coordinates && geometry.shape() == Shape::Square {
            let letters: Vec<String> =
                (b'a'..).take(geometry.rows().into()).map(|it| char::from(it).into()).collect();
            let row = format!("{:MARGIN$}{}", "", letters.join(" "));
            screen.line(&[(dim, inks.background, &row)]);
        }
        if let Some(text) = style.caption {
            screen.line(&[]);
            screen.line(&[(inks.text, inks.background, &display_text(text))]);
        }
        screen
    }

    fn line(&mut self, parts: &[Part]) {
        let mut line = String::new();
        for &(text, under, glyphs) in parts {
            let ([r, g, b], [or, og, ob]) = (components(text), components(under));
            let _ = write!(line, "\u{1b}[38;2;{r};{g};{b};48;2;{or};{og};{ob}m{glyphs}");
        }
        let width = parts.iter().map(|(_, _, glyphs)| glyphs.width()).sum();
        self.width = self.width.max(width);
        self.lines.push(line);
    }

    /// The bytes that show the lines, over the screen before or, as the first, on an empty one.
    fn text(&self, first: bool) -> String {
        let begin = if first { "\u{1b}[?25l\u{1b}[2J" } else { "" };
        let lines: Vec<String> =
            self.lines.iter().map(|line| format!("{line}\u{1b}[0m\u{1b}[K")).collect();
        format!("{begin}\u{1b}[H{}", lines.join("\r\n"))
    }
}

/// Some columns of a line: the colours of text and background, and the text.
type Part<'a> = (Tint, Tint, &'a str);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::Scheme;
    use crate::look::scheme::{Depth, Glyphs};
    use crate::look::themes::PALETTES;
    use tetralith_core::game_line;

    /// The columns of the board's colour in a line of a screen, and those of stones.
    fn board_of(line: &str, ground: &str) -> (Vec<usize>, Vec<usize>) {
        let (mut board, mut stones, mut column) = (Vec::new(), Vec::new(), 0);
        for part in line.split("\u{1b}[38;2;").skip(1) {
            let (colours, rest) = part.split_once('m').unwrap();
            let text = rest.split('\u{1b}').next().unwrap();
            for sign in text.chars() {
                if !colours.ends_with(ground) {
                    board.push(column);
                }
                if sign == '●' || sign == '○' {
                    stones.push(column);
                }
                column += 1;
            }
        }
        (board, stones)
    }

    #[test]
    fn boards_of_recordings_lie_below_their_letters() {
        let scheme = Scheme::new(&PALETTES[0], Depth::TrueColour, Glyphs::Unicode);
        let [r, g, b] = components(scheme.inks().background);
        let ground = format!(";48;2;{r};{g};{b}");
        for (line, row, columns, stone) in [
            // The third of five rows, whose letters are four columns from the left and two apart.
            ("necklace/5#c3", 4, 4..=12, 8),
            // The longest row of a board whose rows have three to five cells, and the first.
            ("greylox/3#c3", 4, 4..=12, 8),
            ("greylox/3#e3", 2, 6..=10, 10),
        ] {
            let timeline = game_line::read(line).unwrap();
            let screen = Screen::of(&timeline, Style::new(&scheme, 480));
            let (board, stones) = board_of(&screen.lines[row], &ground);
            assert_eq!(board, columns.collect::<Vec<_>>(), "{line}");
            assert_eq!(stones, [stone], "{line}");
        }
    }

    #[test]
    fn recordings_have_a_header_and_a_screen_a_turn() {
        let scheme = Scheme::new(&PALETTES[0], Depth::TrueColour, Glyphs::Unicode);
        for line in [
            "necklace/5#c3,b2,d4",
            "multiplicity/3#c3,c4,a1,b1",
            "plurality/5#c3,c4,d4,pass,pass",
            "greylox/3#c3,c4,a1,b1",
        ] {
            let timeline = game_line::read(line).unwrap();
            let style = Style { caption: Some("\"Two\\ \u{1b}[31m"), ..Style::new(&scheme, 480) };
            let cast = cast(&timeline, style);
            let lines: Vec<Value> =
                cast.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            let turns = timeline.turn(timeline.cursor()) as usize;
            assert_eq!((&lines[0]["version"], lines.len()), (&json!(2), turns + 3), "{line}");
            let times: Vec<f64> =
                lines[1..].iter().map(|event| event[0].as_f64().unwrap()).collect();
            assert!(times.is_sorted() && times[0] == 0.0, "{times:?}");
            let (width, height) = (&lines[0]["width"], &lines[0]["height"]);
            let rows = usize::from(timeline.start().board().geometry().rows());
            assert!(height.as_u64().unwrap() as usize > rows && width.as_u64().unwrap() > 8);
            assert!(!cast.contains('\u{1b}'), "{cast}");
            let title = lines[0]["title"].as_str().unwrap();
            assert!(!title.contains(char::is_control), "{title:?}");
            let screen = lines[turns + 1][2].as_str().unwrap();
            assert_eq!(screen.matches("\r\n").count(), height.as_u64().unwrap() as usize - 2);
        }
    }
}

//! The choice of who plays which side.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tetralith_core::Colour;

use crate::tui::paint::{put, put_all};
use crate::tui::table::Table;
use crate::tui::theme::{Glyphs, Theme};

/// The choice of who plays which side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seats {
    /// The side the keys go to.
    pub selected: Colour,
    /// The names of the people whose seats the computer may take, to be called so again.
    pub names: [String; 2],
}

/// Draws who plays which side, where there is room for both.
pub fn draw(seats: &Seats, table: &Table, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let selected = seats.selected;
    let sides = Colour::BOTH.into_iter().filter(|&colour| area.height > 1 || colour == selected);
    let (less, more) = if theme.glyphs() == Glyphs::Ascii { ("<", ">") } else { ("◂", "▸") };
    for (row, colour) in (0..area.height).zip(sides) {
        let seat = table.holder_here(colour);
        let who = match seat.level() {
            Some(level) => format!("computer: {}", level.title),
            None if seat.name.is_empty() => "a person".to_owned(),
            None => seat.title(),
        };
        let (style, arrows) =
            if colour == selected { (theme.selected(), theme.accent()) } else { (theme.text(), theme.dim()) };
        let column = put(buffer, area, 1, row, &format!(" {:<8}", table.names().title(colour)), style);
        put_all(
            buffer,
            area,
            column + 1,
            row,
            [(less, arrows), (&*format!("  {who:<22}"), theme.text()), (more, arrows)],
        );
    }
}

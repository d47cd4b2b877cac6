//! The choice of who plays which side.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tetralith_core::{Colour, Direction};

use super::component::{Component, Scene, named};
use super::game::why_not_seated;
use crate::keymap::{Action, Context};
use crate::program::Effects;
use crate::theme::Theme;
use crate::tui::shared::Shared;
use crate::tui::widgets::hint_line::Named;
use crate::tui::widgets::paint::{put, put_all};
use tetralith_session::match_play::MatchEvent;
use tetralith_session::seat::Seat;
use tetralith_session::table::Table;

/// The choice of who plays which side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seats {
    /// The side the keys go to.
    pub selected: Colour,
    /// The holders of both colours before anything was changed: they come back if it is cancelled,
    /// and a person whose seat the computer takes may sit down again.
    pub before: [Seat; 2],
}

impl Component for Seats {
    fn contexts(&self, _cx: &Shared) -> Vec<Context> {
        vec![Context::Seats]
    }

    fn hints(&self, _cx: &Shared) -> Vec<Named> {
        use Action as A;
        named([A::Move(Direction::East), A::Move(Direction::South), A::Accept, A::Cancel])
    }

    fn act(&mut self, action: Action, cx: &mut Shared, effects: &mut Effects) {
        match action {
            Action::Accept => cx.close(),
            Action::Cancel => {
                for (colour, seat) in Colour::BOTH.into_iter().zip(self.before.clone()) {
                    // A player who stays goes on thinking.
                    let holder = cx.game.table().map(|table| table.players().holder_here(colour));
                    if holder.is_some_and(|holder| *holder != seat) {
                        cx.handle(MatchEvent::Seat { colour, seat, goes_on: false }, effects);
                    }
                }
                cx.close();
            }
            Action::Move(Direction::North | Direction::South) => {
                self.selected = self.selected.other();
                effects.draw();
            }
            Action::Move(towards) => {
                // A flag may have fallen meanwhile.
                if let Some(why) = cx.game.table().and_then(|table| why_not_seated(cx, table)) {
                    cx.close();
                    return cx.refuse(why, effects);
                }
                let Some(table) = cx.game.table() else { return };
                let (colour, before) = (self.selected, &self.before[self.selected.index()]);
                let name = if before.is_automatic() { "" } else { &*before.name };
                let program = cx.settings().program();
                let held = table.players().holder_here(colour);
                let seat = held.turned(towards == Direction::East, name, program.as_deref());
                cx.handle(MatchEvent::Seat { colour, seat, goes_on: false }, effects);
                // The computer's thinking takes the panel's rows that explained the ranks on the
                // board.
                cx.handle(MatchEvent::HideHint, effects);
            }
            _ => {}
        }
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        if let Some(table) = scene.table {
            draw(self, table, &cx.theme, scene.says, buffer);
        }
        Some(scene.says)
    }
}

/// The narrowest window that has room for a level's whole title and its strength.
const WIDE: u16 = 60;

/// Draws who plays which side, where there is room for both.
fn draw(seats: &Seats, table: &Table, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let selected = seats.selected;
    let sides = Colour::BOTH.into_iter().filter(|&colour| area.height > 1 || colour == selected);
    let room = if area.width >= WIDE { 32 } else { 21 };
    let (less, more) = if theme.is_ascii() { ("<", ">") } else { ("◄", "►") };
    for (row, colour) in (0..area.height).zip(sides) {
        let seat = table.players().holder_here(colour);
        let elo = seat.level().and_then(|level| Some((level, level.elo(table.game().info())?)));
        let who = match (elo, seat.whole_title()) {
            (_, title) if title.is_empty() => "a person".to_owned(),
            (None, title) => title,
            (Some((_, elo)), title) if area.width >= WIDE => format!("{title}, Elo {elo:.0}"),
            (Some((level, elo)), _) => format!("{}, Elo {elo:.0}", level.title),
        };
        let (style, arrows) = if colour == selected {
            (theme.selected(), theme.accent())
        } else {
            (theme.text(), theme.dim())
        };
        let column =
            put(buffer, area, 1, row, &format!(" {:<8}", table.names().title(colour)), style);
        put_all(
            buffer,
            area,
            column + 1,
            row,
            [(less, arrows), (&*format!("  {who:<room$} "), theme.text()), (more, arrows)],
        );
    }
}

//! The roles of colours in files of themes.

use tetralith_core::rules::StoneColour;

use crate::look::inks::{BoardInk, Inks};
use crate::look::tint::Tint;

/// The uses of colours, by the names that the file gives them: text and backgrounds first, then the
/// board, then stones.
pub const ROLES: [&str; 27] = [
    "background",
    "text",
    "dim",
    "accent",
    "title",
    "warning",
    "good",
    "border",
    "selected-text",
    "selected-background",
    "tile",
    "line",
    "dot",
    "legal",
    "cursor",
    "last",
    "alarm",
    "emphasis",
    "path",
    "white",
    "black",
    "red",
    "blue",
    "white-text",
    "black-text",
    "red-text",
    "blue-text",
];

/// The name of a role that a file may call by an older one.
fn role_today(role: &str) -> &str {
    match role {
        "ground" => "background",
        "selected-ground" => "selected-background",
        role => role,
    }
}

/// Gives what `role` names the colour; returns true if there is such a role.
pub fn paint(inks: &mut Inks, role: &str, colour: Tint) -> bool {
    let Inks {
        background,
        text,
        dim,
        accent,
        title,
        warning,
        good,
        border,
        selected,
        boards,
        further,
        stones,
    } = inks;
    if let Ok(stone) = role.parse::<StoneColour>() {
        stones[stone as usize].fill = colour;
        return true;
    }
    if let Some(stone) = role.strip_suffix("-text").and_then(|id| id.parse::<StoneColour>().ok()) {
        stones[stone as usize].text = colour;
        return true;
    }
    match role_today(role) {
        "background" => *background = colour,
        "text" => *text = colour,
        "dim" => *dim = colour,
        "accent" => *accent = colour,
        "title" => *title = colour,
        "warning" => *warning = colour,
        "good" => *good = colour,
        "border" => *border = colour,
        "selected-text" => selected.0 = colour,
        "selected-background" => selected.1 = colour,
        _ => {
            return boards.iter_mut().chain(further).all(|board| paint_board(board, role, colour));
        }
    }
    true
}

/// Gives what `role` names on a board the colour; returns true if there is such a role.
pub(crate) fn paint_board(board: &mut BoardInk, role: &str, colour: Tint) -> bool {
    match role {
        "tile" => board.tile = colour,
        "line" => board.line = colour,
        "dot" => board.dot = colour,
        "legal" => board.legal = colour,
        "cursor" => board.cursor = colour,
        "last" => board.last = colour,
        "alarm" => board.alarm = colour,
        "emphasis" => board.emphasis = colour,
        "path" => board.path = colour,
        _ => return false,
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_roles_that_exist_are_painted() {
        let mut inks = crate::look::themes::PALETTES[0].colours.inks;
        assert!(paint(&mut inks, "accent", Tint::Rgb(30, 102, 245)));
        assert!(!paint(&mut inks, "backdrop", Tint::Black));
    }
}

//! The roles of colours in files of themes, and the themes that come with the program as such
//! files.

use std::str::FromStr as _;

use tetralith_core::rules::StoneColour;

use crate::look::inks::{Colours, Inks, Palette};
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

/// Gives what `role` names the colour; says whether there is such a role.
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
    if let Some(stone) = StoneColour::from_id(role) {
        stones[stone as usize].fill = colour;
        return true;
    }
    if let Some(stone) = role.strip_suffix("-text").and_then(StoneColour::from_id) {
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
            for board in boards.iter_mut().chain(further) {
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
            }
        }
    }
    true
}

/// The themes that come as files of the form that users write their own in.
pub const FILES: [&str; 6] = [
    include_str!("../../themes/solarized-dark.toml"),
    include_str!("../../themes/solarized-light.toml"),
    include_str!("../../themes/gruvbox-dark.toml"),
    include_str!("../../themes/gruvbox-light.toml"),
    include_str!("../../themes/catppuccin-mocha.toml"),
    include_str!("../../themes/catppuccin-latte.toml"),
];

/// Returns the theme in the file `text`, which begins with one of the palettes `bases`.
///
/// It reads only what those files hold: comments, one `[themes.NAME]`, and `key = "value"`. `None`
/// for anything else.
pub(crate) fn read_file(text: &'static str, bases: &[Palette]) -> Option<Palette> {
    let mut lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let id = lines.next()?.strip_prefix("[themes.")?.strip_suffix(']')?;
    let mut pairs = lines.map(|line| Some((line.split_once(" = ")?.0, line.split('"').nth(1)?)));
    let base = pairs.next()?.filter(|(key, _)| *key == "base")?.1;
    let Colours { mut inks, inks16, mono } =
        bases.iter().find(|palette| palette.id == base)?.colours;
    for pair in pairs {
        let (role, colour) = pair?;
        if !paint(&mut inks, role, Tint::from_str(colour).ok()?) {
            return None;
        }
    }
    Some(Palette { id, title: titled(id), colours: Colours { inks, inks16, mono } })
}

/// True if the theme `id` comes as such a file.
pub fn is_from_file(id: &str) -> bool {
    FILES.iter().any(|text| text.contains(&format!("[themes.{id}]\n")))
}

/// The name of the theme `id` for people; the name of its file where there is no better known one.
fn titled(id: &'static str) -> &'static str {
    match id {
        "solarized-dark" => "Solarized dark",
        "solarized-light" => "Solarized light",
        "gruvbox-dark" => "Gruvbox dark",
        "gruvbox-light" => "Gruvbox light",
        "catppuccin-mocha" => "Catppuccin Mocha",
        "catppuccin-latte" => "Catppuccin Latte",
        id => id,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_roles_that_exist_are_painted() {
        let mut inks = crate::look::palettes::PALETTES[0].colours.inks;
        assert!(paint(&mut inks, "accent", Tint::Rgb(30, 102, 245)));
        assert!(!paint(&mut inks, "backdrop", Tint::Black));
    }
}

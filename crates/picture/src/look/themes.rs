//! Reading themes: those that come with the program and those in a user's settings are files of
//! one form.

use std::ops::Range;
use std::str::FromStr as _;
use std::sync::LazyLock;

use toml_edit::{Document, Item, TableLike};

pub use crate::look::inks::{BoardInk, Colours, Inks, Palette, StoneInk};
use crate::look::roles::{paint, paint_board};
use crate::look::tint::{LEGIBLE, Tint, contrast};

/// The key that names the theme which a theme begins with.
pub const BASE: &str = "base";

/// The key of a theme that shows no colour.
pub const MONO: &str = "mono";

/// The table with the colours of the board for games whose stones have less contrast to the first,
/// and that for games whose stones have too little to both.
pub const BOARDS: [&str; 2] = ["second-board", "third-board"];

/// The table with the colours where there are 16.
pub const SIXTEEN: &str = "sixteen";

/// The type of the values that are tables, in words.
const A_TABLE: &str = "a table of colours";

/// The themes that come with the program, in the order settings show them, each after its base.
const FILES: [&str; 11] = [
    include_str!("../../themes/dark.toml"),
    include_str!("../../themes/light.toml"),
    include_str!("../../themes/high-contrast.toml"),
    include_str!("../../themes/colour-blind.toml"),
    include_str!("../../themes/mono.toml"),
    include_str!("../../themes/solarized-dark.toml"),
    include_str!("../../themes/solarized-light.toml"),
    include_str!("../../themes/gruvbox-dark.toml"),
    include_str!("../../themes/gruvbox-light.toml"),
    include_str!("../../themes/catppuccin-mocha.toml"),
    include_str!("../../themes/catppuccin-latte.toml"),
];

/// The number of themes, the first of [`PALETTES`], whose names a user's own cannot have.
const RESERVED: usize = 5;

/// Every palette, in the order settings show them: the first is the usual one.
pub static PALETTES: LazyLock<Vec<Palette>> = LazyLock::new(|| {
    FILES.iter().fold(Vec::new(), |mut palettes, text| {
        palettes.extend(read_file(text, &palettes));
        palettes
    })
});

/// The palette called `id`, if there is one.
pub fn palette(id: &str) -> Option<&'static Palette> {
    PALETTES.iter().find(|palette| palette.id == id)
}

/// True if a user's own theme cannot be called `id`.
pub fn is_reserved(id: &str) -> bool {
    PALETTES.iter().take(RESERVED).any(|palette| palette.id == id)
}

/// Something in a theme that cannot be used, and its place in the text.
#[derive(Clone, PartialEq, Debug)]
pub struct ThemeFault {
    /// The bytes of the text that are at fault, where they are known.
    pub at: Option<Range<usize>>,
    /// The kind of fault.
    pub kind: ThemeFaultKind,
}

/// The ways in which a theme is at fault.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum ThemeFaultKind {
    /// The base is missing, or no theme; the first theme takes its place.
    Base(Option<String>),
    /// The role has no colour but this; that of the base stays.
    Colour {
        role: String,
        found: String,
    },
    Role(String),
    /// The value of a key is of another type than what it is to be.
    Type {
        key: &'static str,
        wanted: &'static str,
        found: String,
    },
    /// The contrast of text and background is too little to read.
    Contrast(f32),
}

/// Reads a theme from its `table`, which may begin with one of the palettes `bases`; faulty values
/// are left out.
///
/// A colour of 24 bits is shown where there are 256 colours or more, one of the 16 by name
/// everywhere.
pub fn read_theme(table: &dyn TableLike, bases: &[Palette]) -> (Colours, Vec<ThemeFault>) {
    let mut faults = Faults { table, list: Vec::new() };
    let base = table.get(BASE).and_then(Item::as_str);
    let found = bases.iter().find(|palette| Some(palette.id) == base);
    if found.is_none() && !bases.is_empty() {
        let at = faults.at(BASE).or_else(|| table.iter().find_map(|(key, _)| faults.at(key)));
        faults.add(at, ThemeFaultKind::Base(base.map(str::to_owned)));
    }
    let mut colours = found.or(bases.first()).map_or(BLANK, |palette| palette.colours);
    let mono = faults.typed(table, MONO, "true or false", Item::as_bool);
    colours.mono |= mono.unwrap_or(false);
    let Colours { inks, inks16, mono } = &mut colours;
    faults.roles(table, &mut |role, colour| {
        let is_named = !matches!(colour, Tint::Rgb(..) | Tint::Indexed(_));
        paint(inks, role, colour) && (!is_named || paint(inks16, role, colour))
    });
    faults.boards(table, inks);
    if let Some(sixteen) = faults.typed(table, SIXTEEN, A_TABLE, Item::as_table_like) {
        faults.roles(sixteen, &mut |role, colour| paint(inks16, role, colour));
        faults.boards(sixteen, inks16);
    }
    let ratio = contrast(inks.text, inks.background);
    if ratio < LEGIBLE && !*mono {
        let at = ["text", "background", "ground"].into_iter().find_map(|key| faults.at(key));
        faults.add(at, ThemeFaultKind::Contrast(ratio));
    }
    (colours, faults.list)
}

/// The faults of a theme while it is read.
struct Faults<'a> {
    table: &'a dyn TableLike,
    list: Vec<ThemeFault>,
}

impl Faults<'_> {
    /// The value under `key` as `read` reads it; one that is there and cannot be read is a fault.
    fn typed<'t, T>(
        &mut self,
        table: &'t dyn TableLike,
        key: &'static str,
        wanted: &'static str,
        read: impl Fn(&'t Item) -> Option<T>,
    ) -> Option<T> {
        let item = table.get(key)?;
        let value = read(item);
        if value.is_none() {
            let at = table.key(key).and_then(toml_edit::Key::span);
            let found = match item {
                Item::Value(value) => value.to_string().trim().to_owned(),
                _ => "a table".to_owned(),
            };
            self.add(at, ThemeFaultKind::Type { key, wanted, found });
        }
        value
    }

    fn at(&self, key: &str) -> Option<Range<usize>> {
        self.table.key(key).and_then(toml_edit::Key::span)
    }

    fn add(&mut self, at: Option<Range<usize>>, kind: ThemeFaultKind) {
        self.list.push(ThemeFault { at, kind });
    }

    /// Gives the roles in `table` their colours by `paint`, which returns true if there is such a
    /// role.
    fn roles(&mut self, table: &dyn TableLike, paint: &mut dyn FnMut(&str, Tint) -> bool) {
        let is_other = |key: &str| [BASE, MONO, SIXTEEN].contains(&key) || BOARDS.contains(&key);
        for (role, item) in table.iter().filter(|(key, _)| !is_other(key)) {
            let at = table.key(role).and_then(toml_edit::Key::span);
            let colour = item.as_str().and_then(|text| Tint::from_str(text).ok());
            match colour.filter(|colour| *colour != Tint::Reset) {
                None => {
                    let found = item.to_string().trim().to_owned();
                    self.add(at, ThemeFaultKind::Colour { role: role.to_owned(), found });
                }
                Some(colour) if !paint(role, colour) => {
                    self.add(at, ThemeFaultKind::Role(role.to_owned()));
                }
                Some(_) => {}
            }
        }
    }

    /// Gives the boards besides the first their own colours, where `table` has some.
    fn boards(&mut self, table: &dyn TableLike, inks: &mut Inks) {
        let [second, third] =
            BOARDS.map(|key| self.typed(table, key, A_TABLE, Item::as_table_like));
        if let Some(second) = second {
            let board = &mut inks.boards[1];
            self.roles(second, &mut |role, colour| paint_board(board, role, colour));
        }
        if let Some(third) = third {
            let board = inks.further.get_or_insert(inks.boards[0]);
            self.roles(third, &mut |role, colour| paint_board(board, role, colour));
        }
    }
}

/// The theme in the file `text`, which may begin with one of `bases`; `None` if it is at fault.
fn read_file(text: &'static str, bases: &[Palette]) -> Option<Palette> {
    let document = Document::parse(text).ok()?;
    let (name, item) = document.get("themes")?.as_table_like()?.iter().next()?;
    // The name lives as long as the file, which is part of the program.
    let at = text.find(&format!("[themes.{name}]"))? + "[themes.".len();
    let id = &text[at..at + name.len()];
    let (colours, faults) = read_theme(item.as_table_like()?, bases);
    faults.is_empty().then_some(Palette { id, colours })
}

/// No colour at all, which the usual theme fills in.
const BLANK: Colours = {
    const BOARD: BoardInk = BoardInk {
        tile: Tint::Reset,
        line: Tint::Reset,
        dot: Tint::Reset,
        legal: Tint::Reset,
        cursor: Tint::Reset,
        last: Tint::Reset,
        alarm: Tint::Reset,
        emphasis: Tint::Reset,
        path: Tint::Reset,
    };
    const INKS: Inks = Inks {
        background: Tint::Reset,
        text: Tint::Reset,
        dim: Tint::Reset,
        accent: Tint::Reset,
        title: Tint::Reset,
        warning: Tint::Reset,
        good: Tint::Reset,
        border: Tint::Reset,
        selected: (Tint::Reset, Tint::Reset),
        boards: [BOARD; 2],
        further: None,
        stones: [StoneInk { fill: Tint::Reset, text: Tint::Reset }; 4],
    };
    Colours { inks: INKS, inks16: INKS, mono: false }
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_themes_are_all_read_and_leave_no_colour_out() {
        assert_eq!(PALETTES.len(), FILES.len());
        for palette in PALETTES.iter() {
            let Colours { inks, inks16, .. } = palette.colours;
            for inks in [inks, inks16] {
                assert!(!format!("{inks:?}").contains("Reset"), "{}", palette.id);
            }
        }
    }

    #[test]
    fn values_of_other_types_are_faults() {
        for (text, key) in [
            ("mono = \"yes\"", MONO),
            ("sixteen = \"red\"", SIXTEEN),
            ("second-board = \"blue\"", BOARDS[0]),
            ("[sixteen]\nthird-board = 3", BOARDS[1]),
        ] {
            let text = format!("base = \"light\"\n{text}\n");
            let (_, faults) = read_theme(Document::parse(text).unwrap().as_table(), &PALETTES);
            let [ThemeFault { kind: ThemeFaultKind::Type { key: found, .. }, .. }] = &faults[..]
            else {
                panic!("{key}: {faults:?}")
            };
            assert_eq!(*found, key);
        }
    }

    #[test]
    fn boards_and_sixteen_colours_have_tables_of_their_own() {
        let text = "base = \"dark\"\ntile = \"#010203\"\n[second-board]\ntile = \"#040506\"\n\
                    [third-board]\ndot = \"#070809\"\n[sixteen]\ntext = \"red\"\n";
        let (colours, faults) = read_theme(Document::parse(text).unwrap().as_table(), &PALETTES);
        assert_eq!(faults, []);
        let Colours { inks, inks16, .. } = colours;
        assert_eq!(inks.boards.map(|board| board.tile), [Tint::Rgb(1, 2, 3), Tint::Rgb(4, 5, 6)]);
        let third = inks.further.unwrap();
        assert_eq!((third.tile, third.dot), (Tint::Rgb(1, 2, 3), Tint::Rgb(7, 8, 9)));
        assert_eq!((inks16.text, inks.text), (Tint::Red, PALETTES[0].colours.inks.text));
    }
}

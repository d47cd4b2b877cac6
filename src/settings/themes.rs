//! The tables `[themes.NAME]` of the file: themes of the user's own.

use tetralith_core::text::Excerpt;
pub use tetralith_picture::look::roles::ROLES;
use tetralith_picture::look::themes::{ThemeFault, ThemeFaultKind, is_reserved, read_theme};
use toml_edit::{Item, TableLike};

use super::AUTO;
use super::fault::{Faults, nearest, one_of};
use crate::theme::{Colours, LEGIBLE, PALETTES};

/// The name of the table that holds them.
pub const THEMES: &str = "themes";

/// A theme of the user's own.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct UserTheme {
    pub name: String,
    pub colours: Colours,
}

/// Reads `[themes]`: for each theme a table with a base and colours by role.
pub(super) fn read_themes(item: &Item, themes: &mut Vec<UserTheme>, faults: &mut Faults) {
    let Some(tables) = item.as_table_like() else {
        return faults.add(
            item.span(),
            "themes is not a table; write [themes.NAME] and below it base = \"dark\"",
        );
    };
    for (name, item) in tables.iter() {
        let at = tables.key(name).and_then(toml_edit::Key::span);
        let quoted = Excerpt::new(name);
        // Under another name of the program's, the user's own theme takes its place.
        if name == AUTO || is_reserved(name) {
            faults.add(at, &format!("the theme {quoted} already exists; give yours another name"));
        } else if let Some(table) = item.as_table_like() {
            let colours = read_colours(name, table, faults);
            themes.push(UserTheme { name: name.to_owned(), colours });
        } else {
            faults.add(at, &format!("themes.{quoted} is not a table; write [themes.{quoted}]"));
        }
    }
}

fn read_colours(name: &str, table: &dyn TableLike, faults: &mut Faults) -> Colours {
    let (colours, found) = read_theme(table, &PALETTES);
    let name = Excerpt::new(name);
    for ThemeFault { at, kind } in found {
        let what = match kind {
            ThemeFaultKind::Base(base) => {
                let ids: Vec<&str> = PALETTES.iter().map(|palette| palette.id).collect();
                let what = base.map_or_else(
                    || "missing".to_owned(),
                    |base| format!("\"{}\"", Excerpt::new(&base)),
                );
                let (known, used) = (one_of(&ids), ids[0]);
                format!("the base of theme {name} is {what}, but must be {known}; {used} is used")
            }
            ThemeFaultKind::Colour { role, found } => format!(
                "{} of theme {name} is {}, but must be a colour such as \"#1e66f5\" or \
                 \"lightblue\"; the base's is used",
                Excerpt::new(&role),
                Excerpt::new(&found)
            ),
            ThemeFaultKind::Role(role) => {
                let near = nearest(&role, ROLES).map_or_else(
                    || format!("there are {}", ROLES.join(", ")),
                    |near| format!("did you mean {near}?"),
                );
                format!("themes have no colour called {}; {near}", Excerpt::new(&role))
            }
            ThemeFaultKind::Type { key, wanted, found } => format!(
                "{key} of theme {name} is {}, but must be {wanted}; it is ignored",
                Excerpt::new(&found)
            ),
            ThemeFaultKind::Contrast(ratio) => format!(
                "the text of theme {name} is hard to read: its contrast is {ratio:.1}, below \
                 {LEGIBLE}; it is used anyway"
            ),
        };
        faults.add(at, &what);
    }
    colours
}

#[cfg(test)]
mod tests {
    use tetralith_picture::look::Tint;
    use tetralith_picture::look::roles::paint;

    use super::super::read;
    use super::*;
    use crate::theme::{Inks, palette};

    #[test]
    fn every_role_changes_a_colour_of_its_own() {
        let base = PALETTES[0].colours.inks;
        let mut seen = vec![base];
        for role in ROLES {
            let mut inks = base;
            assert!(paint(&mut inks, role, Tint::Rgb(1, 2, 3)), "{role}");
            assert!(!seen.contains(&inks), "{role} changes nothing of its own");
            seen.push(inks);
        }
        assert!(!paint(&mut PALETTES[0].colours.inks.clone(), "backdrop", Tint::Red));
    }

    #[test]
    fn a_theme_of_ones_own_is_its_base_with_other_colours() {
        let text = |role| {
            format!(
                "theme = \"moss\"\n\
                 [themes.moss]\n\
                 base = \"light\"\n\
                 {role} = \"#e8f0e0\"\n\
                 warning = \"red\"\n"
            )
        };
        let (settings, faults) = read(&text("background"));
        assert_eq!(faults, []);
        // The name that it had before.
        assert_eq!(read(&text("ground")), (settings.clone(), Vec::new()));
        let light = palette("light").unwrap().colours;
        let moss = settings.themes[0].colours;
        assert_eq!(
            moss.inks,
            Inks { background: Tint::Rgb(0xe8, 0xf0, 0xe0), warning: Tint::Red, ..light.inks }
        );
        assert_eq!(moss.inks16, Inks { warning: Tint::Red, ..light.inks16 });
        assert_eq!(settings.look.theme.as_deref(), Some("moss"));
    }

    #[test]
    fn faults_of_themes_are_named_with_their_line() {
        for (text, line, what) in [
            ("[themes.dark]\nbase = \"dark\"\n", 1, "the theme dark already exists"),
            (
                "[themes.x]\ntext = \"#ffffff\"\n",
                2,
                "the base of theme x is missing, but must be dark, light",
            ),
            ("[themes.x]\nbase = \"night\"\n", 2, "the base of theme x is \"night\""),
            (
                "[themes.x]\nbase = \"dark\"\ntexts = \"red\"\n",
                3,
                "called texts; did you mean text?",
            ),
            (
                "[themes.x]\nbase = \"dark\"\ntext = \"redd\"\n",
                3,
                "text of theme x is \"redd\", but must be a colour",
            ),
            (
                "[themes.x]\nbase = \"dark\"\ntext = \"#222222\"\n",
                3,
                "the text of theme x is hard to read",
            ),
            ("[themes]\nx = 1\n", 2, "themes.x is not a table"),
            ("themes = 1\n", 1, "themes is not a table"),
        ] {
            let faults = read(text).1;
            assert!(
                faults.len() == 1 && faults[0].line == line && faults[0].what.contains(what),
                "{text}: {faults:?}"
            );
        }
    }

    #[test]
    fn themes_of_the_program_give_way_to_ones_own_but_for_the_first() {
        let (settings, faults) = read("[themes.gruvbox-dark]\nbase = \"light\"\n");
        assert_eq!(faults, []);
        let light = &palette("light").unwrap().colours;
        assert_eq!(settings.colours("gruvbox-dark"), Some(light));
        let names = settings.theme_names();
        assert_eq!(names.iter().filter(|name| *name == "gruvbox-dark").count(), 1);
        assert_eq!(read("[themes.mono]\nbase = \"light\"\n").1.len(), 1);
    }
}

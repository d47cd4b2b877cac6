//! Other keys for actions, and the reasons why a key cannot be taken.

use std::fmt;

use super::bindings::Keymap;
use super::context::Context;
use super::key::Key;
use super::table::{ALWAYS, Binding, KEYMAP};

/// Contexts that can be active together, front to back. A key means one thing in each of these.
///
/// [`Context::Hexhex`] means both shapes here; on a square board it is [`Context::Square`].
const TOGETHER: &[&[Context]] = &{
    use Context as C;
    [
        &[
            C::Offer,
            C::Remote,
            C::RulesBeside,
            C::Watching,
            C::Thinking,
            C::Tromino,
            C::Hexhex,
            C::Play,
            C::Table,
            C::Anywhere,
        ] as &[C],
        &[
            C::Offer,
            C::Remote,
            C::RulesBeside,
            C::Waiting,
            C::Watching,
            C::Tromino,
            C::Hexhex,
            C::Play,
            C::Table,
            C::Anywhere,
        ],
        &[
            C::Offer,
            C::Remote,
            C::RulesBeside,
            C::Running,
            C::Tromino,
            C::Review,
            C::Hexhex,
            C::Table,
            C::Anywhere,
        ],
        &[C::Solved, C::LessonOn, C::Tromino, C::Hexhex, C::Lesson, C::Anywhere],
        &[C::Tromino, C::Hexhex, C::Retry, C::Anywhere],
        &[C::Explorer, C::Anywhere],
        &[C::Hexhex, C::Editor, C::Anywhere],
        &[C::Home, C::Menu, C::Anywhere],
        &[C::Name, C::Menu],
        &[C::Filter, C::Menu],
        &[C::Files, C::Menu, C::Anywhere],
        &[C::Palette, C::Typing],
        &[C::Filter, C::Page],
        &[C::Rules, C::Page, C::Anywhere],
        &[C::Report, C::Page, C::Anywhere],
        &[C::Question, C::Harmless],
        &[C::Seats],
        &[C::Jump],
    ]
};

/// True if both contexts can be active at the same time.
fn are_together(a: Context, b: Context) -> bool {
    let [on_a, on_b] = [a, b].map(as_listed);
    // No board has both shapes.
    a == b
        || on_a != on_b
            && TOGETHER.iter().any(|stack| stack.contains(&on_a) && stack.contains(&on_b))
}

/// The context that represents `context` in [`TOGETHER`].
fn as_listed(context: Context) -> Context {
    if context == Context::Square { Context::Hexhex } else { context }
}

/// The reason why a line of the table cannot have a key.
#[derive(Clone, Copy, Debug)]
pub enum Clash {
    /// The key does something else at the same time.
    Taken {
        /// The key.
        key: Key,
        /// Its effect.
        by: &'static Binding,
    },
    /// The key is a character, and characters are typed there.
    Text(Key),
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Taken { key, by } => {
                // The rest says more than is needed to find the line.
                let what = by.what.split([';', ',']).next().unwrap_or(by.what);
                write!(
                    f,
                    "the key {} already does \"{what}\", under \"{}\"",
                    key.name(true),
                    by.context.title()
                )
            }
            Self::Text(key) => {
                write!(f, "the key {} types text there, so it cannot be a command", key.name(true))
            }
        }
    }
}

impl Keymap {
    /// The line's keys, if it is one of [`KEYMAP`].
    pub fn keys(&self, line: usize) -> &[Key] {
        self.keys.get(line).map_or(&[], Vec::as_slice)
    }

    /// True if the line has the keys of the table.
    pub fn is_usual(&self, line: usize) -> bool {
        KEYMAP.get(line).is_some_and(|binding| binding.keys == self.keys(line))
    }

    /// Binds line `line` of [`KEYMAP`] to `keys` in place of those it has.
    ///
    /// # Errors
    /// [`Clash`], with everything as it was, if one of the keys does something else where the line
    /// counts. A key that the table itself gives two meanings, one in front of the other, such as a
    /// key of the computer's turn, is no clash.
    pub fn rebind(&mut self, line: usize, keys: Vec<Key>) -> Result<(), Clash> {
        let before = self.replace(line, keys);
        match self.clash(line) {
            Some(clash) => {
                self.replace(line, before);
                Err(clash)
            }
            None => Ok(()),
        }
    }

    /// Binds all of `lines` at once, so that keys can be exchanged. A line that clashes keeps the
    /// table's keys and is returned.
    pub fn rebind_all(&mut self, lines: &[(usize, Vec<Key>)]) -> Vec<(usize, Clash)> {
        for (line, keys) in lines {
            self.replace(*line, keys.clone());
        }
        let mut clashes = Vec::new();
        // The table's own keys clash with nothing, so this comes to an end.
        let clash = |keymap: &Self, line: usize| {
            Some((line, keymap.clash(line).filter(|_| !keymap.is_usual(line))?))
        };
        while let Some((line, clash)) = lines.iter().rev().find_map(|(line, _)| clash(self, *line))
        {
            clashes.push((line, clash));
            self.replace(line, KEYMAP[line].keys.to_vec());
        }
        clashes
    }

    fn replace(&mut self, line: usize, keys: Vec<Key>) -> Vec<Key> {
        self.keys.get_mut(line).map_or_else(Vec::new, |bound| std::mem::replace(bound, keys))
    }

    /// Returns the obstacle of the keys that `line` has.
    fn clash(&self, line: usize) -> Option<Clash> {
        let Binding { context, keys: usual, .. } = KEYMAP.get(line)?;
        let bound = self.keys(line);
        let is_text = |key: &&Key| {
            key.text().is_some() && (context.is_text() || *context == Context::Palette)
        };
        let anew = if self.is_usual(line) { &[] } else { bound };
        if let Some(&key) = anew.iter().find(is_text) {
            return Some(Clash::Text(key));
        }
        let always = ALWAYS.iter().find_map(|&by| {
            let key = anew.iter().find(|key| by.keys.contains(key));
            key.map(|&key| Clash::Taken { key, by })
        });
        let others = self
            .lines()
            .enumerate()
            .filter(|(other, (by, _))| *other != line && are_together(*context, by.context));
        always.or_else(|| {
            others.into_iter().find_map(|(_, (by, keys))| {
                // The table puts some keys before others on purpose.
                let is_meant = |key: &Key| {
                    *context != by.context && usual.contains(key) && by.keys.contains(key)
                };
                let key = bound.iter().find(|key| keys.contains(key) && !is_meant(key));
                key.map(|&key| Clash::Taken { key, by })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::line;
    use super::*;

    fn key(name: &str) -> Key {
        Key::parse(name).unwrap()
    }

    fn at(context: &str, action: &str) -> usize {
        line(context, action).unwrap()
    }

    #[test]
    fn every_context_is_known_to_be_active_with_others_or_alone() {
        for context in Context::ALL {
            assert!(
                TOGETHER.iter().any(|stack| stack.contains(&as_listed(context))),
                "add {context:?} to TOGETHER"
            );
        }
    }

    #[test]
    fn a_key_that_is_taken_where_it_would_count_is_refused() {
        let mut keymap = Keymap::default();
        let undo = at("table", "undo");
        for (taken, by) in [
            ("u", "table.undo"),
            ("q", "anywhere.quit"),
            ("m", "play.type-step"),
            ("w", "hexhex.move-north-west"),
        ] {
            let Err(Clash::Taken { by: found, .. }) =
                keymap.rebind(at("table", "marks"), vec![key(taken)])
            else {
                panic!("{taken} is not refused")
            };
            assert_eq!(found.id(), by);
        }
        assert!(matches!(keymap.rebind(undo, vec![key("Ctrl-C")]), Err(Clash::Taken { .. })));
        assert!(matches!(
            keymap.rebind(at("typing", "erase-all"), vec![key("x")]),
            Err(Clash::Text(_))
        ));
        assert_eq!(keymap, Keymap::default());
        keymap.rebind(undo, vec![key("F5"), key("u")]).unwrap();
        assert_eq!(
            keymap.action(&[Context::Table], key("F5"), false),
            Some(super::super::table::Action::Undo)
        );
        // If the table is not, its keys are free.
        keymap.rebind(at("question", "yes"), vec![key("u")]).unwrap();
    }

    #[test]
    fn keys_taken_by_another_line_are_not_given_back() {
        let (undo, marks) = (at("table", "undo"), at("table", "marks"));
        let mut keymap = Keymap::default();
        keymap.rebind(undo, vec![key("F5")]).unwrap();
        keymap.rebind(marks, vec![key("u")]).unwrap();
        assert!(matches!(
            keymap.rebind(undo, KEYMAP[undo].keys.to_vec()),
            Err(Clash::Taken { .. })
        ));
        assert_eq!(keymap.keys(undo), [key("F5")]);
    }

    #[test]
    fn keys_are_checked_one_by_one_and_may_be_shared() {
        let (halt, take_back) = (at("thinking", "halt"), at("play", "take-back"));
        let mut keymap = Keymap::default();
        let both = vec![key("Esc"), key("Backspace")];
        assert!(
            matches!(keymap.rebind(halt, both), Err(Clash::Taken { .. })),
            "Backspace takes back"
        );
        keymap.rebind(halt, vec![key("Esc"), key("F5")]).unwrap();
        keymap.rebind(take_back, vec![key("Esc"), key("Backspace"), key("F6")]).unwrap();
    }

    #[test]
    fn two_keys_can_be_exchanged_but_one_key_cannot_do_two_things() {
        let (undo, marks) = (at("table", "undo"), at("table", "marks"));
        let mut keymap = Keymap::default();
        assert!(keymap.rebind_all(&[(undo, vec![key("t")]), (marks, vec![key("u")])]).is_empty());
        assert_eq!(keymap.keys(undo), [key("t")]);
        let mut keymap = Keymap::default();
        let clashes = keymap.rebind_all(&[(undo, vec![key("F5")]), (marks, vec![key("F5")])]);
        assert_eq!(clashes.len(), 1);
        assert_eq!((keymap.keys(undo), keymap.is_usual(marks)), (&[key("F5")][..], true));
    }
}

//! One line of the table of keys, and the macro in whose form `actions.rs` holds them.

mod actions;

use std::sync::LazyLock;

pub use actions::Action;

use super::context::Context;
use super::key::Key;
use actions::ACTIONS;

/// The keys of an action in one context.
#[derive(Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Binding {
    pub context: Context,
    /// The keys, the one to show first.
    pub keys: &'static [Key],
    pub action: Action,
    /// The action's name in the file of settings. It stays as it is: people's files hold it.
    pub name: &'static str,
    /// Other words for the action, for the palette to find it by.
    pub synonyms: &'static str,
    /// A word or two for the hint line.
    pub short: &'static str,
    /// The same for the help, as a sentence without its full stop.
    pub what: &'static str,
    /// True if holding the key down does it again and again.
    pub repeats: bool,
    /// True if the keys work even where text is typed; they cannot be rebound.
    pub is_fixed: bool,
}

impl Binding {
    /// The name in the file of settings: the context's table, then the action.
    ///
    /// ```
    /// let mut names = tetralith::keymap::KEYMAP.iter().map(|binding| binding.id());
    /// assert!(names.any(|name| name == "play.move-north"));
    /// ```
    pub fn id(&self) -> String {
        format!("{}.{}", self.context.id(), self.name)
    }
}

/// Makes the enum of actions and the list of their bindings from one entry for each action.
///
/// An entry is the action, its name in the file of settings, other words for it after `also`, and a
/// line for its keys wherever they are the same: `bind`, or `held` if holding the key down repeats
/// it, or `fixed` if it works even in text and cannot be rebound; the contexts; the keys, the one
/// to show first; a word or two for the hint line; a sentence for the help.
macro_rules! action_table {
    ($(
        $variant:ident $(($data:ty))? {$(
            $(($value:expr))? $name:literal $(also $synonyms:literal)? [$(
                $kind:ident $($context:ident)|+ [$($key:expr),+] $short:literal: $what:literal;
            )+]
        )+}
    )+) => {
        /// Something that a key does, of any context.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs, reason = "each has a sentence in the table")]
        pub enum Action {
            $($variant $(($data))?,)+
        }

        /// For each action, for each line of its entry, the bindings: one in each context.
        pub(super) const ACTIONS: &[&[&[Binding]]] = &[
            $($({
                const ACTION: Action = Action::$variant $(($value))?;
                const SYNONYMS: &str = concat!($($synonyms)?);
                &[$({
                    const KEYS: &[Key] = &[$($key),+];
                    &[$(
                        Binding {
                            context: Context::$context,
                            keys: KEYS,
                            action: ACTION,
                            name: $name,
                            synonyms: SYNONYMS,
                            short: $short,
                            what: $what,
                            repeats: matches!(stringify!($kind).as_bytes(), b"held"),
                            is_fixed: matches!(stringify!($kind).as_bytes(), b"fixed"),
                        },
                    )+]
                }),+]
            },)+)+
        ];
    };
}
pub(super) use action_table;

/// Every line whose keys can be rebound: the contexts in the order the help shows them, in each the
/// actions in the order of their table.
pub static KEYMAP: LazyLock<Vec<&'static Binding>> = LazyLock::new(|| {
    let mut lines: Vec<_> = bindings().filter(|binding| !binding.is_fixed).collect();
    lines.sort_by_key(|binding| binding.context);
    lines
});

/// The keys that work even where text is typed.
pub static ALWAYS: LazyLock<Vec<&'static Binding>> =
    LazyLock::new(|| bindings().filter(|binding| binding.is_fixed).collect());

fn bindings() -> impl Iterator<Item = &'static Binding> {
    ACTIONS.iter().copied().flatten().copied().flatten()
}

/// The line of [`KEYMAP`] that the file of settings calls `action` in the table `context`.
pub fn line(context: &str, action: &str) -> Option<usize> {
    KEYMAP.iter().position(|binding| binding.context.id() == context && binding.name == action)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_line_of_the_table_has_a_name_of_its_own() {
        let mut seen = HashSet::new();
        for (i, binding) in KEYMAP.iter().enumerate() {
            let id = binding.id();
            assert!(id.chars().all(|c| c.is_ascii_lowercase() || matches!(c, '-' | '.')), "{id}");
            assert!(seen.insert(id.clone()), "{id} is there twice");
            assert_eq!(line(binding.context.id(), binding.name), Some(i));
        }
    }

    /// People's files of settings hold these names: none may go, or change.
    #[test]
    fn names_in_files_of_settings_stay_as_they_are() {
        let names: Vec<_> = KEYMAP.iter().map(|binding| binding.id()).collect();
        insta::assert_snapshot!("names", names.join("\n"));
    }

    #[test]
    fn every_key_is_read_as_it_is_called() {
        for key in KEYMAP.iter().chain(&*ALWAYS).flat_map(|binding| binding.keys) {
            assert_eq!(Key::parse(&key.name(true)), Some(*key), "{}", key.name(true));
        }
    }
}

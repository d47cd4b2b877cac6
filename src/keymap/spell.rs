//! The names of keys in sentences: an action in braces, such as `{next-legal}`, stands for the key
//! that does it.

use super::bindings::Keymap;
use super::context::Context;
use super::table::Action;

/// The contexts in which keys are looked for that do nothing in the active contexts: in lessons and
/// at the board.
const PLACES: [Context; 7] = [
    Context::LessonOn,
    Context::Tromino,
    Context::Lesson,
    Context::Play,
    Context::RulesBeside,
    Context::Table,
    Context::Anywhere,
];

/// The names of the keys that count somewhere.
#[derive(Clone, Debug)]
pub struct KeyNames<'a> {
    /// The keys and what they do.
    pub keymap: &'a Keymap,
    /// The active contexts, front to back.
    pub contexts: Vec<Context>,
    /// Names of ASCII characters alone.
    pub ascii: bool,
}

impl KeyNames<'_> {
    /// Returns the name of the key that does `action` in `context`, or says that there is none.
    pub fn key(&self, context: Context, action: Action) -> String {
        let bound = self.keymap.binding(&[context], action).and_then(|(_, keys)| keys.first());
        bound.map_or_else(|| "no key".to_owned(), |key| key.name(self.ascii))
    }

    /// Returns `text` with the names of keys in place of the actions that stand in braces in it.
    ///
    /// The keys are those of the active contexts; for what has none there, those of lessons and
    /// games.
    pub fn spell(&self, text: &str) -> String {
        let mut parts = text.split('{');
        let mut spelt = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (action, rest) = part.split_once('}').unwrap_or((part, ""));
            spelt.push_str(&self.name(action).unwrap_or_else(|| format!("'{action}'")));
            spelt.push_str(rest);
        }
        spelt
    }

    fn name(&self, action: &str) -> Option<String> {
        let places = self.contexts.iter().copied().chain(PLACES);
        let lines = places.flat_map(|context| self.keymap.lines_in(context));
        let mut named = lines.filter(|(binding, _)| binding.name == action);
        named.find_map(|(_, keys)| keys.first()).map(|key| key.name(self.ascii))
    }
}

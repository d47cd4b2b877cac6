//! The keys as they are bound.

use super::context::Context;
use super::key::Key;
use super::table::Action;
use super::table::{ALWAYS, Binding, KEYMAP};

/// The last words of what the keys of a movement do: each key has its own.
const DIRECTIONS: [&str; 4] = ["up", "down", "left", "right"];

/// A line of the help: the keys of an action, or of one in several directions, and what they do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HelpLine {
    /// The names of the keys, those of each direction by themselves.
    pub keys: Vec<Vec<String>>,
    /// The sentence that says what they do, without its full stop.
    pub what: String,
    /// The words of the hint line for the first of them.
    pub short: &'static str,
}

/// The keys as they are bound now: those of the table, but for what the user has rebound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keymap {
    pub(super) keys: Vec<Vec<Key>>,
}

impl Default for Keymap {
    fn default() -> Self {
        Self { keys: KEYMAP.iter().map(|binding| binding.keys.to_vec()).collect() }
    }
}

impl Keymap {
    /// Every line of the table with the keys it has now.
    pub fn lines(&self) -> impl Iterator<Item = (&'static Binding, &[Key])> {
        KEYMAP.iter().copied().zip(self.keys.iter().map(Vec::as_slice))
    }

    /// The lines that hold in `context`, with those that hold wherever text may be typed.
    pub fn lines_in(&self, context: Context) -> impl Iterator<Item = (&'static Binding, &[Key])> {
        self.lines()
            .chain(ALWAYS.iter().map(|&binding| (binding, binding.keys)))
            .filter(move |(binding, _)| binding.context == context)
    }

    /// The help on the keys that do something in `context`, one line for all directions.
    pub fn help_in(&self, context: Context, ascii: bool) -> Vec<HelpLine> {
        let mut lines: Vec<HelpLine> = Vec::new();
        // The sentence of the last line in its first direction, and the other directions.
        let (mut first, mut others) = ("", Vec::new());
        for (binding, keys) in self.lines_in(context).filter(|(_, keys)| !keys.is_empty()) {
            let names = keys.iter().map(|key| key.name(ascii)).collect();
            let same = lines.last_mut().zip(other_direction(first, binding.what));
            if let Some((line, direction)) = same {
                line.keys.push(names);
                let before = others.iter().map(|other| format!(", {other}"));
                line.what = format!("{first}{} or {direction}", before.collect::<String>());
                others.push(direction);
            } else {
                (first, others) = (binding.what, Vec::new());
                let (what, short) = (first.to_owned(), binding.short);
                lines.push(HelpLine { keys: vec![names], what, short });
            }
        }
        lines
    }

    /// Returns what `pressed` does where `contexts` are active, front to back.
    ///
    /// A key held down counts only where the table lets it repeat.
    pub fn action(&self, contexts: &[Context], pressed: Key, repeated: bool) -> Option<Action> {
        let always = ALWAYS.iter().map(|&binding| (binding, binding.keys));
        let here = contexts.iter().flat_map(|&context| {
            self.lines().filter(move |(binding, _)| binding.context == context)
        });
        always
            .chain(here)
            .find(|(_, keys)| keys.contains(&pressed))
            .filter(|(binding, _)| binding.repeats || !repeated)
            .map(|(binding, _)| binding.action)
    }

    /// The line of the table for `action` where `contexts` are active, and its keys.
    pub fn binding(
        &self,
        contexts: &[Context],
        action: Action,
    ) -> Option<(&'static Binding, &[Key])> {
        contexts
            .iter()
            .flat_map(|&context| {
                self.lines().filter(move |(binding, _)| binding.context == context)
            })
            .find(|(binding, _)| binding.action == action)
    }
}

/// The direction that ends `what`, if `first` is the same but for the direction at its end.
fn other_direction(first: &str, what: &str) -> Option<&'static str> {
    let (stem, _) = split_direction(first)?;
    let (before, direction) = split_direction(what)?;
    (before == stem).then_some(direction)
}

/// The words of `what` before the direction at its end, and the direction.
fn split_direction(what: &str) -> Option<(&str, &'static str)> {
    let (before, last) = what.rsplit_once(' ').unwrap_or(("", what));
    let direction = DIRECTIONS.into_iter().find(|word| last.eq_ignore_ascii_case(word))?;
    Some((before, direction))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use tetralith_core::Direction;
    use tetralith_terminput::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

    use super::super::key::{BACK_TAB, ENTER, LEFT, ch, ctrl};
    use super::*;

    #[test]
    fn directions_share_a_line_of_the_help() {
        let mut keymap = Keymap::default();
        let shown = |keymap: &Keymap, context, at: usize| {
            let line = keymap.help_in(context, false).swap_remove(at);
            let keys: Vec<String> = line.keys.iter().map(|keys| keys.join(" ")).collect();
            format!("{}: {}", keys.join(" / "), line.what)
        };
        assert_eq!(shown(&keymap, Context::Square, 0), "k / j / h / l: Up, down, left or right");
        assert_eq!(shown(&keymap, Context::Hexhex, 0), "w / e: Up and left or right");
        assert_eq!(shown(&keymap, Context::Hexhex, 1), "a / d: Left or right");
        assert_eq!(
            shown(&keymap, Context::Play, 1),
            "↑ / ↓ / ← / →: Move the cursor up, down, left or right"
        );
        assert_eq!(shown(&keymap, Context::Play, 0), "Enter Space: Play the move at the cursor");
        // A direction without a key is not named.
        let up = KEYMAP.iter().position(|binding| binding.id() == "play.move-north").unwrap();
        keymap.keys[up].clear();
        assert_eq!(
            shown(&keymap, Context::Play, 1),
            "↓ / ← / →: Move the cursor down, left or right"
        );
    }

    #[test]
    fn no_key_means_two_things_in_one_context() {
        let mut seen = HashSet::new();
        for binding in KEYMAP.iter().chain(&*ALWAYS) {
            for key in binding.keys {
                assert!(
                    seen.insert((binding.context, *key)),
                    "{} in {:?}",
                    key.name(true),
                    binding.context
                );
            }
        }
    }

    #[test]
    fn no_key_everywhere_is_hidden_by_a_key_of_the_table() {
        let at_table = |key: &Key| {
            KEYMAP.iter().any(|binding| {
                matches!(binding.context, Context::Table | Context::Play | Context::Review)
                    && binding.keys.contains(key)
            })
        };
        for binding in KEYMAP.iter().filter(|binding| binding.context == Context::Anywhere) {
            assert!(!binding.keys.iter().any(at_table), "{:?}", binding.action);
        }
    }

    #[test]
    fn shift_is_seen_in_the_character_alone() {
        let event = KeyEvent::new(KeyCode::Char('R'), KeyModifiers::SHIFT);
        assert_eq!(Key::of(event), Some(ch('R')));
        assert_eq!(Key::of(KeyEvent::new(KeyCode::Tab, KeyModifiers::SHIFT)), Some(BACK_TAB));
        assert_eq!(
            Key::of(KeyEvent::new(KeyCode::Char('C'), KeyModifiers::CONTROL)),
            Some(ctrl('c'))
        );
    }

    #[test]
    fn a_release_does_nothing_and_a_repeat_only_moves() {
        let release =
            KeyEvent::new_with_kind(KeyCode::Enter, KeyModifiers::NONE, KeyEventKind::Release);
        assert_eq!(Key::of(release), None);
        let keymap = Keymap::default();
        assert_eq!(
            keymap.action(&[Context::Play], LEFT, true),
            Some(Action::Move(Direction::West))
        );
        assert_eq!(keymap.action(&[Context::Play], ENTER, true), None);
        assert_eq!(keymap.action(&[Context::Play], ENTER, false), Some(Action::Accept));
    }

    #[test]
    fn the_front_context_decides() {
        let contexts = [Context::Tromino, Context::Play, Context::Hexhex];
        let keymap = Keymap::default();
        assert_eq!(keymap.action(&contexts, ch('e'), false), Some(Action::NextStone));
        let contexts = [Context::Play, Context::Hexhex];
        assert_eq!(
            keymap.action(&contexts, ch('e'), false),
            Some(Action::Move(Direction::NorthEast))
        );
    }
}

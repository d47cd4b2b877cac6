//! The names of keys in sentences.

use tetralith_session::sentence::{ActionId, Sentence};

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
    /// Returns the name of the key that does `action` in `context`, or `no key`.
    pub fn key(&self, context: Context, action: Action) -> String {
        let bound = self.keymap.binding(&[context], action).and_then(|(_, keys)| keys.first());
        bound.map_or_else(|| "no key".to_owned(), |key| key.name(self.ascii))
    }

    /// Returns the name of the key that does `action` here.
    ///
    /// It is that of the active contexts; for what has none there, that of lessons and games.
    pub fn name(&self, action: Action) -> String {
        self.bound(action).unwrap_or_else(|| "no key".to_owned())
    }

    /// The same; `None` if no key does it.
    pub fn bound(&self, action: Action) -> Option<String> {
        let places = self.contexts.iter().copied().chain(PLACES);
        let lines = places.flat_map(|context| self.keymap.lines_in(context));
        let mut bound = lines.filter(|(binding, _)| binding.action == action);
        let key = bound.find_map(|(_, keys)| keys.first());
        key.map(|key| key.name(self.ascii))
    }

    /// Returns `sentence` with the names of keys in place of its actions.
    pub fn spell(&self, sentence: &Sentence) -> String {
        sentence.spell(|action| self.name(action.into()))
    }
}

impl From<ActionId> for Action {
    fn from(action: ActionId) -> Self {
        match action {
            ActionId::Accept => Self::Accept,
            ActionId::AcceptOffer => Self::AcceptOffer,
            ActionId::Analyse => Self::Analyse,
            ActionId::DeclineOffer => Self::DeclineOffer,
            ActionId::Exact => Self::Exact,
            ActionId::Forward => Self::Forward,
            ActionId::Help => Self::Help,
            ActionId::Hint => Self::Hint,
            ActionId::Last => Self::Last,
            ActionId::LookThrough => Self::LookThrough,
            ActionId::NewGame => Self::NewGame,
            ActionId::NextFault => Self::NextFault,
            ActionId::NextLegal => Self::NextLegal,
            ActionId::NextStone => Self::NextStone,
            ActionId::Opinion => Self::Opinion,
            ActionId::Pass => Self::Pass,
            ActionId::PauseClock => Self::PauseClock,
            ActionId::Pick => Self::Pick,
            ActionId::PlayOn => Self::PlayOn,
            ActionId::PreviousFault => Self::PreviousFault,
            ActionId::ReturnToGame => Self::ReturnToGame,
            ActionId::Rotate => Self::Rotate,
            ActionId::SaveAs => Self::SaveAs,
            ActionId::Seats => Self::Seats,
            ActionId::Swap => Self::Swap,
            ActionId::TakeBack => Self::TakeBack,
            ActionId::ThinkFirst => Self::ThinkFirst,
            ActionId::Undo => Self::Undo,
            ActionId::Why => Self::Why,
        }
    }
}

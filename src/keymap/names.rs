//! Names of keys, actions and lines of the table in the file of settings.

use std::borrow::Cow;

use tetralith_terminput::KeyCode;

use super::action::Action;
use super::context::Context;
use super::key::Key;
use super::table::{Binding, KEYMAP};

impl Context {
    /// The name of its table in the file of settings. It stays as it is: people's files hold it.
    ///
    /// ```
    /// assert_eq!(tetralith::keymap::Context::Play.id(), "play");
    /// ```
    pub const fn id(self) -> &'static str {
        match self {
            Self::Anywhere => "anywhere",
            Self::Home => "home",
            Self::Menu => "menu",
            Self::Files => "files",
            Self::Name => "name",
            Self::Typing => "typing",
            Self::Palette => "palette",
            Self::Filter => "filter",
            Self::Page => "page",
            Self::Rules => "rules",
            Self::Question => "question",
            Self::Harmless => "harmless",
            Self::Table => "table",
            Self::Play => "play",
            Self::Review => "review",
            Self::Running => "running",
            Self::Thinking => "thinking",
            Self::Waiting => "waiting",
            Self::Watching => "watching",
            Self::RulesBeside => "rules-beside",
            Self::Lesson => "lesson",
            Self::LessonOn => "lesson-on",
            Self::Solved => "solved",
            Self::Editor => "editor",
            Self::Explorer => "explorer",
            Self::Retry => "retry",
            Self::Report => "report",
            Self::Seats => "seats",
            Self::Remote => "remote",
            Self::Offer => "offer",
            Self::Tromino => "tromino",
            Self::Hexhex => "hexhex",
            Self::Square => "square",
        }
    }
}

impl Action {
    /// The name in the file of settings. It stays as it is: people's files hold it.
    ///
    /// ```
    /// use tetralith::keymap::Action;
    /// assert_eq!(Action::NextLegal.id(), "next-legal");
    /// assert_eq!(Action::Move(tetralith_core::Direction::NorthWest).id(), "move-north-west");
    /// ```
    #[expect(clippy::too_many_lines, reason = "a line for each action")]
    pub fn id(self) -> Cow<'static, str> {
        let name = match self {
            Self::Move(towards) => return format!("move-{}", towards.id()).into(),
            Self::Jump(towards) => return format!("jump-{}", towards.id()).into(),
            Self::Help => "help",
            Self::Palette => "palette",
            Self::Rules => "rules",
            Self::RulesBeside => "rules-beside",
            Self::RulesUp => "rules-up",
            Self::RulesDown => "rules-down",
            Self::Learn => "learn",
            Self::Why => "why",
            Self::Quit => "quit",
            Self::Home => "home",
            Self::Resume => "resume",
            Self::PlayComputer => "play-computer",
            Self::Daily => "daily",
            Self::Suspend => "suspend",
            Self::Redraw => "redraw",
            Self::Accept => "accept",
            Self::Cancel => "cancel",
            Self::TakeBack => "take-back",
            Self::Take(1) => "take-first",
            Self::Take(2) => "take-second",
            Self::Take(3) => "take-third",
            Self::Take(4) => "take-fourth",
            Self::Take(_) => "take-fifth",
            Self::Yes => "yes",
            Self::No => "no",
            Self::First => "first",
            Self::Last => "last",
            Self::Back => "back",
            Self::Forward => "forward",
            Self::BackTen => "back-ten",
            Self::ForwardTen => "forward-ten",
            Self::NextLegal => "next-legal",
            Self::PreviousLegal => "previous-legal",
            Self::Pick => "pick",
            Self::TypeStep => "type-step",
            Self::Rotate => "rotate",
            Self::RotateBack => "rotate-back",
            Self::NextStone => "next-stone",
            Self::Pass => "pass",
            Self::Swap => "swap",
            Self::Resign => "resign",
            Self::Undo => "undo",
            Self::Redo => "redo",
            Self::GoToTurn => "go-to-turn",
            Self::NextVariation => "next-variation",
            Self::PreviousVariation => "previous-variation",
            Self::Promote => "promote",
            Self::MainLine => "main-line",
            Self::DeleteVariation => "delete-variation",
            Self::ReturnToGame => "return-to-game",
            Self::Hint => "hint",
            Self::Threat => "threat",
            Self::Halt => "halt",
            Self::LetMove => "let-move",
            Self::OneStep => "one-step",
            Self::MoveNow => "move-now",
            Self::Seats => "seats",
            Self::PlayOn => "play-on",
            Self::LookThrough => "look-through",
            Self::Autoplay => "autoplay",
            Self::PauseClock => "pause-clock",
            Self::Chat => "chat",
            Self::AcceptOffer => "accept-offer",
            Self::DeclineOffer => "decline-offer",
            Self::Faster => "faster",
            Self::Slower => "slower",
            Self::Comment => "comment",
            Self::Tree => "tree",
            Self::Glyph => "glyph",
            Self::Find => "find",
            Self::Analyse => "analyse",
            Self::Retry => "retry",
            Self::Report => "report",
            Self::Skip => "skip",
            Self::ThinkFirst => "think-first",
            Self::NextFault => "next-fault",
            Self::PreviousFault => "previous-fault",
            Self::Explore => "explore",
            Self::EditPosition => "edit-position",
            Self::CopyPosition => "copy-position",
            Self::TypePosition => "type-position",
            Self::PutFirst => "put-first",
            Self::PutSecond => "put-second",
            Self::TakeAway => "take-away",
            Self::Brush => "brush",
            Self::OtherSide => "other-side",
            Self::TurnKind => "turn-kind",
            Self::Clear => "clear",
            Self::SetOptions => "set-options",
            Self::PlayFromHere => "play-from-here",
            Self::SaveAs => "save-as",
            Self::Export => "export",
            Self::Open => "open",
            Self::TypePath => "type-path",
            Self::Look => "look",
            Self::Rename => "rename",
            Self::Delete => "delete",
            Self::Parent => "parent",
            Self::NewGame => "new-game",
            Self::Rematch => "rematch",
            Self::ZoomIn => "zoom-in",
            Self::ZoomOut => "zoom-out",
            Self::Marks => "marks",
            Self::Coordinates => "coordinates",
            Self::TurnBoard => "turn-board",
            Self::FlipBoard => "flip-board",
            Self::MouseCapture => "mouse-capture",
            Self::Settings => "settings",
            Self::Erase => "erase",
            Self::EraseWord => "erase-word",
            Self::EraseAll => "erase-all",
        };
        name.into()
    }
}

impl Binding {
    /// The name in the file of settings: the context's table, then the action.
    pub fn id(&self) -> String {
        format!("{}.{}", self.context.id(), self.action.id())
    }
}

/// The line of [`KEYMAP`] that the file of settings calls `action` in the table `context`.
pub fn line(context: &str, action: &str) -> Option<usize> {
    KEYMAP
        .iter()
        .position(|binding| binding.context.id() == context && binding.action.id() == action)
}

/// Keys with names, besides the function keys.
const NAMED: [(&str, KeyCode); 17] = [
    ("space", KeyCode::Char(' ')),
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("backspace", KeyCode::Backspace),
    ("delete", KeyCode::Delete),
    ("insert", KeyCode::Insert),
    ("tab", KeyCode::Tab),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("pgup", KeyCode::PageUp),
    ("pgdn", KeyCode::PageDown),
    ("pageup", KeyCode::PageUp),
    ("pagedown", KeyCode::PageDown),
];

impl Key {
    /// The key that [`Key::name`] calls so, names in whatever case; `None` if there is none, or no
    /// terminal tells it.
    ///
    /// ```
    /// use tetralith::keymap::Key;
    /// assert_eq!(Key::parse("ctrl-R").unwrap().name(true), "Ctrl-R");
    /// assert_eq!(Key::parse("PgDn").unwrap().name(true), "PgDn");
    /// assert_eq!(Key::parse("Hyper-x"), None);
    /// ```
    pub fn parse(name: &str) -> Option<Self> {
        let mut chars = name.chars();
        if let (Some(c), None) = (chars.next(), chars.next()) {
            return (!c.is_control() && c != ' ').then_some(Self {
                code: KeyCode::Char(c),
                ctrl: false,
                shift: false,
            });
        }
        let lower = name.to_ascii_lowercase();
        if let Some(rest) = lower.strip_prefix("ctrl-") {
            let mut chars = rest.chars();
            let (Some(c), None) = (chars.next(), chars.next()) else { return None };
            return (!c.is_control()).then_some(Self {
                code: KeyCode::Char(c),
                ctrl: true,
                shift: false,
            });
        }
        let (shift, rest) =
            lower.strip_prefix("shift-").map_or((false, lower.as_str()), |rest| (true, rest));
        let function = || {
            rest.strip_prefix('f')?.parse().ok().filter(|n| (1..=24).contains(n)).map(KeyCode::F)
        };
        let code = NAMED
            .iter()
            .find(|(name, _)| *name == rest)
            .map(|(_, code)| *code)
            .or_else(function)?;
        match code {
            KeyCode::Tab if shift => {
                Some(Self { code: KeyCode::BackTab, ctrl: false, shift: false })
            }
            // Shift is seen in the character alone.
            KeyCode::Char(_) if shift => None,
            code => Some(Self { code, ctrl: false, shift }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::ALWAYS;
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_line_of_the_table_has_a_name_of_its_own() {
        let mut seen = HashSet::new();
        for (i, binding) in KEYMAP.iter().enumerate() {
            let id = binding.id();
            assert!(id.chars().all(|c| c.is_ascii_lowercase() || matches!(c, '-' | '.')), "{id}");
            assert!(seen.insert(id.clone()), "{id} is there twice");
            assert_eq!(line(binding.context.id(), &binding.action.id()), Some(i));
        }
    }

    #[test]
    fn the_names_that_files_of_settings_hold_are_still_known() {
        let names = include_str!("names.txt");
        assert_eq!(names.lines().count(), KEYMAP.len(), "a new line has its name in names.txt too");
        for name in names.lines() {
            let (context, action) = name.split_once('.').expect("a context and an action");
            assert!(line(context, action).is_some(), "{name} is in people's files");
        }
    }

    #[test]
    fn every_key_is_read_as_it_is_called() {
        for key in KEYMAP.iter().chain(ALWAYS).flat_map(|binding| binding.keys) {
            assert_eq!(Key::parse(&key.name(true)), Some(*key), "{}", key.name(true));
        }
        assert_eq!(Key::parse("f13").unwrap().name(true), "F13");
        for wrong in
            ["", " ", "Ctrl-", "Ctrl-xy", "F0", "F99", "Shift-a", "Shift-Space", "\u{1b}", "enterr"]
        {
            assert_eq!(Key::parse(wrong), None, "{wrong:?}");
        }
    }
}

//! The hint for those who play a game for the first time.

use tetralith_core::{Phase, StepKind};

use super::view::GameView;
use crate::keymap::Action;
use crate::tui::widgets::paint::wrap;
use tetralith_session::table::Table;
use tetralith_session::words::sentence;

impl GameView<'_> {
    /// Returns the hint for a first game of its kind, as much as fits into `rows` rows of
    /// `columns`.
    ///
    /// The task comes first, then the key that puts the hint away; the name of the game and keys
    /// that can be found elsewhere are left out first.
    pub fn first_game_hint(&self, columns: u16, rows: u16) -> Option<String> {
        let table = self.played.filter(|played| played.is_first_game).map(|_| self.table)?;
        let title = table.game().info().title;
        let key = |action| self.keys.name(action);
        let (now, brief) = what_to_do(table, key);
        let (help, learn, hide) = (key(Action::Help), key(Action::Learn), key(Action::TakeBack));
        // In the middle of a turn the same key takes back its beginning.
        let (and_hides, hides) = if table.hand().is_begun() {
            (String::new(), String::new())
        } else {
            (format!(", {hide} hides this"), format!(" {hide} hides this."))
        };
        let keys = format!("{help} keys, {learn} lesson{and_hides}.");
        let texts = [
            format!("Your first {title} game: {now}. {keys}"),
            format!("{now}. {keys}"),
            format!("{now}.{hides}"),
            format!("{brief}.{hides}"),
            format!("{now}."),
            format!("{brief}."),
        ];
        let mut texts = texts.map(|text| sentence(&text)).into_iter();
        let last = texts.next_back()?;
        Some(texts.find(|text| wrap(text, columns).len() <= usize::from(rows)).unwrap_or(last))
    }
}

/// Returns what a player new to the game should do now, in a sentence and in as few words as will
/// do; `key` names the key of an action.
fn what_to_do(table: &Table, key: impl Fn(Action) -> String) -> (String, String) {
    let names = table.names();
    let both = |whole: &str, brief: &str| (whole.to_owned(), brief.to_owned());
    match table.game().phase() {
        Phase::First => both("place the first stone on any cell", "place a stone anywhere"),
        Phase::Bound { anchor } => {
            let beside = format!("place a stone next to {}", names.cell(anchor));
            both(&beside, &beside)
        }
        Phase::Free { .. } => {
            both("place a second stone, touching no other", "place a stone touching no other")
        }
        Phase::Placement if table.hand().seen().cells.is_empty() => {
            let passes = format!("nothing fits, {} passes", key(Action::Pass));
            ("no tromino fits, so pass".to_owned(), passes)
        }
        Phase::Placement if table.has(StepKind::Tromino) => match table.hand().picks().len() {
            0 => {
                let [drop, turn, change] =
                    [Action::Accept, Action::Rotate, Action::NextStone].map(key);
                (
                    format!("{drop} drops a tromino, {turn} turns it, {change} sets its colours"),
                    format!("{drop} drops, {turn} turns, {change} sets colours"),
                )
            }
            3 => {
                let pick = key(Action::Accept);
                (
                    format!("{pick} on one of the three gives it to the opponent"),
                    format!("{pick} picks the opponent's"),
                )
            }
            picked => {
                let which = if picked == 1 { "second" } else { "third" };
                let picks = format!("{} picks the {which} of three cells", key(Action::Pick));
                (format!("{picks}, {} unpicks one", key(Action::TakeBack)), picks)
            }
        },
        Phase::Placement if table.has(StepKind::Flip) => {
            both("place a stone, or flip one you control", "place or flip a stone")
        }
        Phase::Placement => both("place a stone on any legal cell", "place a stone"),
    }
}

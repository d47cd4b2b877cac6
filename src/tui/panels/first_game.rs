//! The hint for those who play a game for the first time.

use tetralith_core::{Phase, StepKind};

use super::view::GameView;
use crate::tui::widgets::paint::wrap;
use tetralith_session::table::Table;
use tetralith_session::words::sentence;

impl GameView<'_> {
    /// Returns what to tell those who play this game for the first time, as much as fits into
    /// `rows` rows of `columns`.
    ///
    /// What is to be done comes first, which key puts the hint away next; the name of the game and
    /// keys that can be found elsewhere are left out first.
    pub fn first_game_hint(&self, columns: u16, rows: u16) -> Option<String> {
        let table = self.is_first_game.then_some(self.table)?;
        let title = table.game().info().title;
        let (now, brief) = what_to_do(table);
        // In the middle of a turn the same key takes back its beginning.
        let (and_hides, hides) = if table.hand().is_begun() {
            ("", "")
        } else {
            (", {take-back} hides this", " {take-back} hides this.")
        };
        let keys = format!("{{help}} keys, {{learn}} lesson{and_hides}.");
        let texts = [
            format!("Your first {title} game: {now}. {keys}"),
            format!("{now}. {keys}"),
            format!("{now}.{hides}"),
            format!("{brief}.{hides}"),
            format!("{now}."),
            format!("{brief}."),
        ];
        let mut texts = texts.map(|text| sentence(&self.keys.spell(&text))).into_iter();
        let last = texts.next_back()?;
        Some(texts.find(|text| wrap(text, columns).len() <= usize::from(rows)).unwrap_or(last))
    }
}

/// Returns what somebody who does not know the game should do now, in a sentence and in as few
/// words as will do.
fn what_to_do(table: &Table) -> (String, String) {
    let names = table.names();
    let both = |whole: &str, brief: &str| (whole.to_owned(), brief.to_owned());
    match table.game().phase() {
        Phase::First => both("put the first stone on any cell", "put a stone anywhere"),
        Phase::Bound { anchor } => {
            let beside = format!("put a stone next to {}", names.cell(anchor));
            (format!("{beside}, on a lit cell"), beside)
        }
        Phase::Free { .. } => {
            both("a second stone, touching no other", "put a stone touching no other")
        }
        Phase::Placement if table.hand().seen().cells.is_empty() => {
            both("no tromino fits, so pass", "nothing fits, {pass} passes")
        }
        Phase::Placement if table.has(StepKind::Tromino) => match table.hand().picks().len() {
            0 => both(
                "{accept} drops a tromino, {rotate} turns it, {next-stone} changes whose",
                "{accept} drops, {rotate} turns, {next-stone} changes whose",
            ),
            3 => both(
                "{accept} on one of the three makes it the opponent's",
                "{accept} picks the opponent's stone",
            ),
            picked => {
                let which = if picked == 1 { "second" } else { "third" };
                let whole = format!(
                    "{{pick}} picks the {which} of three cells, {{take-back}} puts one back"
                );
                (whole, format!("{{pick}} picks the {which} of three cells"))
            }
        },
        Phase::Placement if table.has(StepKind::Flip) => {
            both("place a stone, or flip one you control", "place or flip a stone")
        }
        Phase::Placement => both("put a stone on any legal cell", "place on a legal cell"),
    }
}

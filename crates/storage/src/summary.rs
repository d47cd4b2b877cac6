//! The few facts that a list of saved games shows of one of them.

use std::fmt;
use std::path::Path;

use tetralith_core::notation::Names;
use tetralith_core::record::Record;
use tetralith_core::text::display_text;
use tetralith_core::timeline::{NodeId, Timeline};
use tetralith_core::{CellSet, Colour, Game, Outcome};
use tetralith_session::kept::{holders, kept_place};
use tetralith_session::seat::{Seat, only_person};
use tetralith_session::table::node_at;

use crate::files::{self, SavedGameError};
use crate::last_game::LastGame;

/// The result of reading a file of the list.
pub type Peek = Result<Box<GameSummary>, NoSummary>;

/// The contents of a file of the list that is not one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoSummary {
    /// A list of so many games.
    List(usize),
    /// A file that cannot be read, for this reason.
    Fault(String),
}

/// A saved game in short, its texts safe to show.
#[derive(Clone)]
pub struct GameSummary {
    /// The position that the game opens with: where it resumes, else the end of the main line.
    pub game: Game,
    /// The cells of the last turn.
    pub last: CellSet,
    /// The stones that came down together.
    pub pieces: Vec<CellSet>,
    /// The number of turns played there.
    pub turns: u32,
    /// True if that place is not on the main line.
    pub varies: bool,
    /// The outcome, if it has ended.
    pub outcome: Option<Outcome>,
    /// The players, the first one first; empty if unknown.
    pub players: [String; 2],
    /// The same as they sat at the board.
    pub seats: [Seat; 2],
    /// The choices for another game like it, if it was played here.
    pub again: Option<LastGame>,
    /// The date, as its record has it.
    pub date: Option<String>,
    /// The place or occasion.
    pub event: Option<String>,
}

impl fmt::Debug for GameSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Summary")
            .field("players", &self.players)
            .field("turns", &self.turns)
            .finish_non_exhaustive()
    }
}

impl GameSummary {
    /// The facts about a record that a list of games shows.
    pub fn of(record: &Record, mut timeline: Timeline) -> Self {
        let main = timeline.main_line();
        let end = main.last().copied().unwrap_or(NodeId::START);
        let here = kept_place(record).map_or(end, |place| node_at(&timeline, &place));
        timeline.go_to(here);
        let players = holders(record, &timeline, &timeline.path(here)).map(Seat::of);
        let shown = |text: &Option<String>| {
            text.as_deref().map(display_text).filter(|text| !text.trim().is_empty())
        };
        Self {
            game: timeline.position().clone(),
            last: timeline.latest_cells(),
            pieces: timeline.pieces(),
            turns: timeline.turn(here),
            varies: here != NodeId::START && !main.contains(&here),
            outcome: timeline.outcome(),
            players: players.each_ref().map(Seat::title),
            seats: players,
            again: LastGame::of(record, &timeline),
            date: shown(&record.date),
            event: shown(&record.event),
        }
    }

    /// Reads the summary of the record at `path`.
    ///
    /// # Errors
    /// [`NoSummary`] where it is not one record.
    pub fn read(path: &Path) -> Result<Self, NoSummary> {
        match files::load(path) {
            Ok((record, timeline)) => Ok(Self::of(&record, timeline)),
            Err(SavedGameError::List { count, .. }) => Err(NoSummary::List(count)),
            Err(error) => Err(NoSummary::Fault(display_text(&error.to_string()))),
        }
    }

    /// The names of its colours.
    pub fn names(&self) -> Names {
        Names::of(&self.game)
    }

    /// The players, each by its name or else its colour; `None` if the record names neither.
    pub fn pair(&self) -> Option<[&str; 2]> {
        let is_named = self.players.iter().any(|name| !name.is_empty());
        is_named.then(|| Colour::BOTH.map(|colour| self.player(colour)))
    }

    /// The players in one line; empty if the record names no players.
    pub fn pairing(&self) -> String {
        self.pair().map(|pair| pair.join(" – ")).unwrap_or_default()
    }

    /// The name of the player of `colour`, or else that of the colour.
    fn player(&self, colour: Colour) -> &str {
        match self.players[colour.index()].as_str() {
            "" => self.names().title(colour),
            name => name,
        }
    }

    /// The opponent of the only person here, by its name or else its colour; `None` of two people
    /// here, and of programs alone.
    pub fn opponent(&self) -> Option<&str> {
        only_person(&self.seats).map(|own| self.player(own.other()))
    }

    /// The result in a word or two: that of the only person here if there is one, else the colour
    /// that won.
    pub fn result(&self) -> String {
        let Some(Outcome { winner, .. }) = self.outcome else { return "unfinished".to_owned() };
        match (winner, only_person(&self.seats)) {
            (None, _) => "draw".to_owned(),
            (Some(winner), None) => format!("{} won", self.names().title(winner)),
            (Some(winner), Some(own)) if winner == own => "won".to_owned(),
            (Some(_), Some(_)) => "lost".to_owned(),
        }
    }

    /// The number of turns, in words that also show if they belong to a variation.
    pub fn length(&self) -> String {
        let (plural, line) = (
            if self.turns == 1 { "" } else { "s" },
            if self.varies { " of a variation" } else { "" },
        );
        format!("{} turn{plural}{line}", self.turns)
    }

    /// The result, or the player to move, as a sentence without its full stop.
    pub fn ending(&self) -> String {
        match self.outcome {
            None => format!("{} is to move", self.names().title(self.game.to_move())),
            Some(Outcome { winner: None, reason }) => format!("A draw {reason}"),
            Some(Outcome { winner: Some(winner), reason }) => {
                format!("{} wins {reason}", self.names().title(winner))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The summary of a game of Necklace that red has won, with these players.
    fn won_by_red(players: &str) -> GameSummary {
        let text = format!(
            r#"{{"format":"tetralith","version":1,"game":"necklace","options":{{"size":5}},
            "players":{players},"result":{{"winner":"red","reason":"resignation"}},
            "moves":["c3"]}}"#
        );
        let (record, timeline) = Record::read(text.as_bytes()).expect("it is a record");
        GameSummary::of(&record, timeline)
    }

    #[test]
    fn results_are_those_of_the_only_person_here() {
        for (players, opponent, result) in [
            (r#"{"red":{"kind":"human"},"blue":{"kind":"ai","level":"hard"}}"#, "Hard", "won"),
            (r#"{"red":{"kind":"ai"},"blue":{"name":"Ann","kind":"human"}}"#, "Red", "lost"),
            (r#"{"red":{"kind":"human"},"blue":{"name":"Bo"}}"#, "Bo", "won"),
            (r#"{"red":{"kind":"human"},"blue":{"kind":"human"}}"#, "", "Red won"),
            (r#"{"red":{"kind":"ai"},"blue":{"kind":"ai"}}"#, "", "Red won"),
            ("{}", "", "Red won"),
        ] {
            let summary = won_by_red(players);
            assert_eq!(summary.opponent().unwrap_or_default(), opponent, "{players}");
            assert_eq!(summary.result(), result, "{players}");
        }
    }

    #[test]
    fn players_are_those_at_the_place_that_is_shown() {
        let text = r#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":5,"pie":true},
            "players":{"red":{"name":"Ben"},"blue":{"name":"Ann"}},"moves":["c3","swap"],"tetralith:cursor":"c3"}"#;
        let (record, timeline) = Record::read(text.as_bytes()).expect("it is a record");
        assert_eq!(
            GameSummary::of(&record, timeline).players,
            ["Ann", "Ben"],
            "the swap was only tried"
        );
        let text = text.replace(r#""tetralith:cursor":"c3""#, r#""tetralith:cursor":"c3 swap""#);
        let (record, timeline) = Record::read(text.as_bytes()).expect("it is a record");
        assert_eq!(GameSummary::of(&record, timeline).players, ["Ben", "Ann"]);
    }
}

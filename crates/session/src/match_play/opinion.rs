//! The opinion of another program on positions in review, beside the engine's own.

use std::collections::BTreeMap;

use tetralith_core::timeline::NodeId;
use tetralith_engine::Candidate;

use super::effects::{MatchEffects, News};
use crate::hint::GamePlace;
use crate::seat::Seat;
use crate::seated::Seated;
use crate::sentence;
use crate::sentence::{ActionId, Sentence};
use crate::table::{Mode, Table};
use crate::thinking::ProgramMove;
use crate::words::{candidate_chance, chance};

/// The opinion of another program on the positions of a game in review.
#[derive(Clone, Debug, Default)]
pub struct SecondOpinion {
    /// True while the player wants to see it.
    is_open: bool,
    /// The command that starts the program, the last that was asked for.
    command: String,
    /// True if it failed when it was asked last.
    has_failed: bool,
    /// The place that it is asked about.
    asked: Option<GamePlace>,
    /// The number of the game.
    game: u64,
    /// The opinions, each with the name of the program.
    known: BTreeMap<NodeId, (String, ProgramMove)>,
}

impl SecondOpinion {
    /// True while the player wants to see it.
    pub const fn is_open(&self) -> bool {
        self.is_open
    }

    /// The command of the program that was asked last; empty if none was.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// True if the program failed when it was asked last, so that another command may be wanted.
    pub const fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// True if its opinion on the position at the cursor of `table` is known.
    pub fn is_known(&self, table: &Table) -> bool {
        self.known.contains_key(&table.timeline().cursor())
    }

    /// True if the program is asked about the position at the cursor of `table`.
    pub fn is_asked(&self, table: &Table) -> bool {
        self.asked.is_some_and(|place| place.node == table.timeline().cursor())
    }

    /// The place that the program is asked about, to be passed on to it.
    pub(super) const fn asked(&self) -> Option<GamePlace> {
        self.asked
    }

    /// Asks the program that `command` starts about `place`, ends that, or hides its opinion;
    /// returns true if it is asked.
    pub(super) fn toggle(
        &mut self,
        command: String,
        board: &Seated,
        place: GamePlace,
        effects: &mut MatchEffects,
    ) -> bool {
        effects.draw();
        if board.table.mode() == Mode::Play {
            effects.refuse(sentence!(
                "a second opinion is for review; {} opens it",
                ActionId::LookThrough
            ));
        } else if board.table.outcome().is_some() {
            effects.refuse("the game is over in this position");
        } else if self.asked.take().is_some() {
            self.is_open = false;
            effects.say(sentence!("stopped; {} asks again", ActionId::Opinion));
        } else {
            if self.game != board.game || self.command != command {
                self.forget();
                (self.game, self.command) = (board.game, command);
            }
            self.has_failed = false;
            let is_known = self.known.contains_key(&place.node);
            self.is_open = !(is_known && self.is_open);
            if is_known && self.is_open {
                effects.tell(News::Judged);
            }
            self.asked = (!is_known).then_some(place);
        }
        self.asked.is_some()
    }

    /// Forgets all, since the places of the game may be other ones now.
    pub(super) fn forget(&mut self) {
        self.asked = None;
        self.known.clear();
    }

    /// Asks no more where the player has left the place, and shows nothing in another game.
    pub(super) fn follow(&mut self, board: Option<&Seated>, place: Option<GamePlace>) {
        let board = board.filter(|board| board.table.mode() != Mode::Play);
        if self.asked.is_some() && self.asked != place.filter(|_| board.is_some()) {
            self.asked = None;
        }
        self.is_open &= board.is_some_and(|board| board.game == self.game);
    }

    /// Takes in the answer of the program, which calls itself `name` if that is known.
    pub(super) fn take(
        &mut self,
        name: Option<String>,
        found: Result<ProgramMove, String>,
        effects: &mut MatchEffects,
    ) {
        let Some(place) = self.asked.take() else { return };
        match found {
            Ok(found) => {
                let name = name.unwrap_or_else(|| self.title());
                self.known.insert(place.node, (name, found));
                effects.tell(News::Judged);
            }
            Err(why) => {
                (self.is_open, self.has_failed) = (false, true);
                effects.refuse(format!("no second opinion: {why}"));
            }
        }
        effects.draw();
    }

    /// The name of the program before it gives itself one.
    fn title(&self) -> String {
        Seat::program(self.command.clone()).title()
    }

    /// The opinion on the position at the cursor of `table` beside the engine's own, whose
    /// candidates are these, best first: a sentence for each line.
    pub(super) fn lines(&self, table: &Table, own: &[Candidate]) -> Vec<Sentence> {
        if table.outcome().is_some() || table.mode() == Mode::Play {
            return Vec::new();
        }
        let Some((name, found)) = self.known.get(&table.timeline().cursor()) else {
            let title = self.title();
            return vec![if self.is_asked(table) {
                sentence!("{} is asked; {} stops", title, ActionId::Opinion)
            } else {
                sentence!("{} asks {} here too", ActionId::Opinion, title)
            }];
        };
        let names = table.names();
        let points = |lead: f64| format!(", {lead:+.1} points");
        let theirs = if found.steps.is_empty() {
            format!("{name} would resign")
        } else {
            let win =
                found.win.map_or_else(String::new, |win| format!(" {}", chance(win as f32, None)));
            let lead = found.lead.map_or_else(String::new, points);
            format!("{name}: {}{win}{lead}", names.turn(&found.steps))
        };
        let rate = |candidate: &Candidate| {
            let win = candidate_chance(candidate, table.game());
            format!("{} {win}", names.step(candidate.step))
        };
        let is_theirs = |candidate: &&Candidate| found.steps.first() == Some(&candidate.step);
        let ours = own.first().map(|best| {
            let lead = best.score.filter(|_| best.proof.is_none());
            let lead = lead.map_or_else(String::new, |lead| points(lead.into()));
            let other = own.iter().skip(1).find(is_theirs);
            let other = other.map_or_else(String::new, |other| format!("; {}", rate(other)));
            format!("engine: {}{lead}{other}", rate(best))
        });
        std::iter::once(theirs).chain(ours).map(Sentence::from).collect()
    }
}

//! Making moves at the table.

use tetralith_core::timeline::NodeId;
use tetralith_core::{Colour, Step};

use super::{Hand, Mode, Reply, Table};
use crate::sentence;
use crate::sentence::{ActionId, Sentence};

impl Table {
    /// Makes the step that `act` takes out of a person's hand, if it takes one.
    pub fn by_hand(&mut self, act: impl FnOnce(&mut Hand) -> Result<Vec<Step>, Reply>) -> Reply {
        if let Some(refusal) = self.refusal() {
            return Reply::Refused(refusal);
        }
        match act(&mut self.hand) {
            Ok(steps) => self.make(&steps),
            Err(reply) => reply,
        }
    }

    /// The steps that [`Hand::accept`] would make as things are; `None` if it would make none.
    pub fn choice(&self) -> Option<&[Step]> {
        self.hand.choice().filter(|_| self.refusal().is_none())
    }

    /// The reason why a person can make no step at all here, a sentence without its full stop.
    pub fn refusal(&self) -> Option<Sentence> {
        if self.can_explore() {
            return None;
        }
        match self.mode {
            Mode::Review if self.is_remote() && !self.is_finished() => {
                Some(sentence!("the game is in progress; {} returns to it", ActionId::ReturnToGame))
            }
            Mode::Review if !self.may_explore && !self.follows_game() => {
                Some(sentence!("review mode: {} plays from here", ActionId::PlayOn))
            }
            _ if self.outcome().is_some() => {
                Some("the game is over here; go back to an earlier turn to try another move".into())
            }
            Mode::Review => {
                Some(sentence!("the game is over; {} plays from here", ActionId::PlayOn))
            }
            Mode::Play if self.waits_for_remote() => Some(self.why_it_waits()),
            Mode::Play => self.computer_to_move().map(|level| {
                let names = self.names();
                let side = names.title(self.game().to_move());
                sentence!(
                    "Computer ({}) plays {}; {} changes the players",
                    level.title,
                    side,
                    ActionId::Seats
                )
            }),
        }
    }

    /// Makes `step` for a person.
    pub fn play(&mut self, step: Step) -> Reply {
        self.refusal().map_or_else(|| self.make(&[step]), Reply::Refused)
    }

    /// Makes the steps of one turn, or the rest of it, for a person: all of them or none.
    pub fn play_turn(&mut self, steps: &[Step]) -> Reply {
        self.refusal().map_or_else(|| self.make(steps), Reply::Refused)
    }

    /// Makes `step` for the computer, whose turn it must be.
    pub fn answer(&mut self, step: Step) -> Reply {
        if self.computer_to_move().is_none() {
            return Reply::Refused("it is not the engine's turn".into());
        }
        self.make(&[step])
    }

    /// Makes the steps of one turn, or the rest of it: all of them or none.
    pub(super) fn make(&mut self, steps: &[Step]) -> Reply {
        if self.explores() {
            if let Err(error) = self.timeline.explore_turn(steps) {
                return Reply::Refused(error.to_string().into());
            }
            self.explored();
            return Reply::Changed;
        }
        let keeps_main_line = self.plays_beside_an_ended_main_line();
        if let Err(error) = self.timeline.play_turn(steps) {
            return Reply::Refused(error.to_string().into());
        }
        if !keeps_main_line {
            // The game as it was played is the main line of its record; what was undone remains as
            // a variation. Where variations are nested too deep for that, the new line is kept as
            // one of them.
            let _ = self.timeline.promote(self.timeline.cursor());
        }
        self.engine_waits = false;
        self.hand.stepped(false);
        self.look();
        Reply::Changed
    }

    /// True if a move made here leaves the main line as it is: that of a record that has ended,
    /// whose result another line must not replace.
    fn plays_beside_an_ended_main_line(&self) -> bool {
        let main_line = self.timeline.main_line();
        let end = main_line.last().copied().unwrap_or(NodeId::START);
        let here = self.timeline.cursor();
        let follows = here == NodeId::START || main_line.contains(&here);
        self.timeline.outcome_at(end).is_some() && (self.timeline.is_record() || !follows)
    }

    /// The side that cannot move and was skipped by the last step, if one was.
    pub fn skipped(&self) -> Option<Colour> {
        let at = self.timeline.cursor();
        let mover = self.timeline.mover(at);
        let again = !matches!(self.timeline.step(at), None | Some(Step::Swap))
            && self.outcome().is_none()
            && self.game().to_move() == mover
            && !self.game().phase().is_mid_turn();
        again.then(|| mover.other())
    }

    /// Takes back a part of an unfinished turn: the last cell picked, or the first stone of a turn
    /// of two.
    pub fn take_back(&mut self) -> Reply {
        if self.hand.unpick() {
            Reply::Shown
        } else if self.hand.is_mid_turn() {
            self.undo()
        } else {
            Reply::Nothing
        }
    }
}

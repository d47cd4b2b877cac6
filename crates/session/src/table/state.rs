//! The game at a table: where it is, whose turn it is there, and what makes it go on or end.
//!
//! Every action that concerns the game asks the timeline how far it is played. The cursor only
//! says what is shown.

mod changes;

pub(super) use changes::unpick;
use tetralith_core::notation::Names;
use tetralith_core::timeline::{NodeId, Timeline};
use tetralith_core::{Colour, Outcome, Step};

use super::lines::GameLines;
use super::seats::{GamePlayers, Seats};
use crate::seat::Seat;
use crate::sentence;
use crate::sentence::{ActionId, Sentence};

/// The refusal of a move at the end of a game that has earlier turns.
const OVER_HERE: &str = "the game is over here; go back to an earlier turn to try another move";

/// The use of keys at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Playing: Enter makes a move of the game.
    Play,
    /// Looking around: a move that is made is only explored.
    Review,
}

/// A game in its timeline, who sits at it, and whether it is played or reviewed.
#[derive(Clone)]
pub struct GameState {
    pub(super) timeline: Timeline,
    seats: Seats,
    mode: Mode,
    /// True if the computer does not move until it is asked to where the game once went on, because
    /// the game has come back there.
    engine_waits: bool,
    /// True if moves can be explored where the game is reviewed.
    may_explore: bool,
}

impl GameState {
    /// A game to play on at the cursor of `timeline`, or a record to review.
    pub(super) fn new(mut timeline: Timeline, seats: [Seat; 2], mode: Mode) -> Self {
        match mode {
            Mode::Play => timeline.play_to(timeline.cursor()),
            Mode::Review => timeline.make_record(),
        }
        let seats = Seats::new(seats);
        let mut state = Self { timeline, seats, mode, engine_waits: false, may_explore: false };
        state.settle();
        state
    }

    /// The game and all its lines.
    pub const fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The mode: play or review.
    pub const fn mode(&self) -> Mode {
        self.mode
    }

    /// The lines of the game, as far as one can go in them now.
    pub fn lines(&self) -> GameLines<'_> {
        GameLines::new(&self.timeline, !self.explores(), self.mode == Mode::Play)
    }

    /// The players, by the colours that they hold at each place.
    pub const fn players(&self) -> GamePlayers<'_> {
        self.seats.at(&self.timeline)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.timeline.outcome()
    }

    fn to_move(&self) -> Colour {
        self.timeline.position().to_move()
    }

    // ----- how far it is

    /// True if the game is over.
    pub fn is_finished(&self) -> bool {
        self.timeline.outcome_at(self.timeline.played_to()).is_some()
    }

    /// True if the game is over and not played on from an earlier turn.
    pub fn is_over(&self) -> bool {
        !self.is_going_on() && self.is_finished()
    }

    /// True if a game that was played at this board is over and is now reviewed.
    pub fn follows_game(&self) -> bool {
        self.mode == Mode::Review && !self.timeline.is_record() && self.is_finished()
    }

    /// True if a move is to be made at the cursor.
    pub fn is_going_on(&self) -> bool {
        self.mode == Mode::Play && self.outcome().is_none()
    }

    /// True if a move made here would only be explored.
    pub(super) fn explores(&self) -> bool {
        self.mode == Mode::Review || self.is_studied_alone()
    }

    /// True if an undo here only goes back: a record that is reviewed keeps its end, and a
    /// game in progress is not undone by looking.
    pub(super) fn undo_only_goes_back(&self) -> bool {
        self.mode == Mode::Review && (!self.follows_game() || self.lines().variation().is_some())
    }

    /// True if a move can be explored here as a variation.
    pub fn can_explore(&self) -> bool {
        self.may_explore
            && self.mode != Mode::Play
            && self.outcome().is_none()
            && !self.plays_remote()
    }

    // ----- whose turn it is

    /// The seat of the computer, or another program, that is to make a step at the cursor.
    pub fn computer_to_move(&self) -> Option<&Seat> {
        let seat = self.is_going_on().then(|| self.players().holder_here(self.to_move()));
        seat.filter(|seat| seat.is_automatic())
    }

    /// The same; `None` while an earlier turn is shown, or if the game has only come back here.
    pub fn computer_due(&self) -> Option<&Seat> {
        let is_here = self.timeline.cursor() == self.timeline.played_to();
        let waits = self.engine_waits && self.lines().is_in_the_past();
        self.computer_to_move().filter(|_| is_here && !waits)
    }

    /// True if the computer is to move in the game.
    pub fn computer_has_turn(&self) -> bool {
        let at = self.timeline.played_to();
        self.players().holder(self.timeline.to_move_at(at), at).is_automatic()
    }

    /// True if a person here is to make a move of the game at the cursor.
    pub(crate) fn awaits_person(&self) -> bool {
        self.is_going_on() && self.computer_to_move().is_none() && !self.waits_for_remote()
    }

    /// The colour before any swap of the player whose clock runs in the game.
    pub fn on_the_clock(&self) -> Colour {
        let at = self.timeline.played_to();
        self.players().origin(self.timeline.to_move_at(at), at)
    }

    /// True if a clock can run.
    ///
    /// Reviewing a game stops its clocks, except in a game with another terminal.
    pub fn is_timed(&self) -> bool {
        !self.is_finished() && (self.is_remote() || self.is_going_on())
    }

    /// The side that cannot move and was skipped by the last step, if one was.
    pub fn skipped(&self) -> Option<Colour> {
        let at = self.timeline.cursor();
        let mover = self.timeline.mover(at);
        let again = !matches!(self.timeline.step(at), None | Some(Step::Swap))
            && self.outcome().is_none()
            && self.to_move() == mover
            && !self.timeline.is_mid_turn_at(at);
        again.then(|| mover.other())
    }

    /// True if there is a step to undo: between a person and the computer, one of the
    /// person's.
    pub fn can_undo(&self) -> bool {
        let here = self.timeline.cursor();
        let path = self.timeline.path(here);
        if self.is_remote() {
            let is_own = |&node: &NodeId| !self.players().maker(node).is_remote;
            return self.is_going_on() && path.iter().any(is_own);
        }
        let is_own = |&node: &NodeId| {
            self.players().are_automatic() || !self.players().maker(node).is_automatic()
        };
        self.timeline.ended_at(here).is_some() || path.iter().any(is_own)
    }

    /// The player who can resign, on any turn that is shown: the one to move in the game, or the
    /// person who waits for the computer there.
    ///
    /// # Errors
    /// A sentence without its full stop if there is none.
    pub fn resigner(&self) -> Result<Colour, Sentence> {
        if self.timeline.is_record() && self.mode == Mode::Review {
            return Err(sentence!("this is a review; {} plays from here", ActionId::PlayOn));
        }
        if self.is_over() {
            return Err("the game is over".into());
        }
        if self.is_finished() {
            return Err("nothing to resign: no move has been made from here yet".into());
        }
        let at = self.timeline.played_to();
        let mover = self.timeline.to_move_at(at);
        let person = |colour: &Colour| {
            let holder = self.players().holder(*colour, at);
            !holder.is_automatic() && !holder.is_remote
        };
        // A game without a link may be going on in another window, and both players would not hear
        // of its end. Without a person here, both sit at other terminals.
        let found = [mover, mover.other()].into_iter().find(person);
        let found = found.filter(|_| self.absence().is_none() || !self.seats.is_cut_off());
        found.ok_or_else(|| {
            let absence = self.absence().cloned();
            absence.unwrap_or_else(|| "the engine plays both sides; it does not resign".into())
        })
    }

    /// The reason why a person can make no step at all here, a sentence without its full stop.
    pub fn refusal(&self) -> Option<Sentence> {
        if self.can_explore() {
            return None;
        }
        if self.may_explore && self.outcome().is_some() && !self.plays_remote() {
            return Some(OVER_HERE.into());
        }
        self.refusal_to_play()
    }

    /// The reason why a person can make no step of the game here, even if one can be explored; a
    /// sentence without its full stop.
    pub fn refusal_to_play(&self) -> Option<Sentence> {
        match self.mode {
            Mode::Review if self.plays_remote() => {
                Some(sentence!("a game is in progress; {} returns to it", ActionId::ReturnToGame))
            }
            Mode::Review if !self.follows_game() => {
                Some(sentence!("this is a review; {} plays from here", ActionId::PlayOn))
            }
            Mode::Review if self.players().have_no_takeback_left() => {
                Some("the game is over".into())
            }
            _ if self.outcome().is_some() && self.is_remote() => Some("the game is over".into()),
            _ if self.outcome().is_some() => {
                Some(sentence!("the game is over; {} takes back the last move", ActionId::Undo))
            }
            Mode::Review => {
                Some(sentence!("the game is over; {} plays from here", ActionId::PlayOn))
            }
            Mode::Play if self.waits_for_remote() => Some(self.why_it_waits()),
            Mode::Play => self.computer_to_move().map(|seat| {
                let names = Names::of(self.timeline.position());
                let side = names.title(self.to_move());
                sentence!(
                    "{} plays {}; {} changes the players",
                    seat.whole_title(),
                    side,
                    ActionId::Seats
                )
            }),
        }
    }

    // ----- the person at another terminal

    /// True if this is a game with a person at another terminal.
    pub fn is_remote(&self) -> bool {
        self.seats.remote().is_some() && !self.is_studied_alone()
    }

    /// True if a game with a person at another terminal is in progress.
    pub fn plays_remote(&self) -> bool {
        self.is_remote() && !self.is_finished()
    }

    /// True if a person studies a game with another terminal alone: as a record, or playing
    /// from an earlier turn of one that is over. The other player never hears of it, so their moves
    /// are only explored.
    pub(crate) fn is_studied_alone(&self) -> bool {
        self.seats.remote().is_some()
            && (self.timeline.is_record() || self.mode == Mode::Play && self.is_finished())
    }

    /// The seat of the person at another terminal, as the colour before any swap. If there are two,
    /// as for a watcher, the first.
    pub(crate) fn remote_seat(&self) -> Option<Colour> {
        self.seats.remote().filter(|_| self.is_remote())
    }

    /// True if the player with this seat, the colour before any swap, sits at another
    /// terminal.
    pub(crate) fn sits_elsewhere(&self, seat: Colour) -> bool {
        self.is_remote() && self.seats.of(seat).is_remote
    }

    /// The reason why no move can be made for now, a sentence without its full stop.
    pub fn absence(&self) -> Option<&Sentence> {
        self.seats.absence().filter(|_| self.plays_remote())
    }

    /// True if a person at another terminal is to move here.
    pub fn remote_to_move(&self) -> bool {
        self.is_going_on()
            && self.is_remote()
            && self.players().holder_here(self.to_move()).is_remote
    }

    /// True if a person here must wait: for the other terminal, or because an earlier turn
    /// is shown.
    fn waits_for_remote(&self) -> bool {
        self.is_remote()
            && (self.seats.absence().is_some()
                || self.remote_to_move()
                || self.lines().is_in_the_past())
    }

    fn why_it_waits(&self) -> Sentence {
        let (names, mover) = (Names::of(self.timeline.position()), self.to_move());
        match self.seats.absence() {
            Some(why) => why.clone(),
            None if self.lines().is_in_the_past() => {
                sentence!("this is an earlier turn; {} goes to the last move", ActionId::Last)
            }
            None => sentence!(
                "{} plays {}",
                self.players().holder_here(mover).title(),
                names.title(mover)
            ),
        }
    }
}

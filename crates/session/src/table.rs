//! The table: one game in its timeline, who sits at it, and what is being done with it.
//!
//! Playing at one terminal, looking through a record and studying it are the same table with a
//! cursor in one timeline.

mod autoplay;
mod explore;
mod game;
mod hand;
mod moves;
mod remote;
mod review;
mod seats;
mod study;
mod travel;

use tetralith_core::notation::Names;
use tetralith_core::timeline::{NodeId, Note, Timeline};
use tetralith_core::{Game, Geometry, Outcome, StepKind};

use super::seat::Seat;
use super::sentence::Sentence;

pub use autoplay::{Autoplay, SPEEDS};
pub use explore::Fork;
use hand::Reach;
pub use hand::{Aim, Hand, Seen};
pub use review::{AnalysisStage, Hidden};
pub use study::GLYPHS;
pub use travel::{node_at, place_of};

/// What keys are for at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Playing: Enter makes a move of the game.
    Play,
    /// Looking around: a move that is made is only explored.
    Review,
}

/// The result of something that was asked of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Nothing happened.
    Nothing,
    /// Only what is shown has changed.
    Shown,
    /// The game itself has changed and is to be kept.
    Changed,
    /// It cannot be done, and this says why, a sentence without its full stop.
    Refused(Sentence),
}

impl Reply {
    const fn shown_if(shown: bool) -> Self {
        if shown { Self::Shown } else { Self::Nothing }
    }
}

/// One game and everything about how it is shown and played on.
#[derive(Clone)]
pub struct Table {
    timeline: Timeline,
    /// The holder of each colour before any swap.
    seats: [Seat; 2],
    mode: Mode,
    /// True if the computer does not move until it is told to where the game once went on, because
    /// the game has come back there.
    engine_waits: bool,
    hand: Hand,
    autoplay: Autoplay,
    /// True if moves can be explored where the game is reviewed.
    may_explore: bool,
    review: review::Review,
    /// The reason why nobody makes a move at a table with a person at another terminal, if there is
    /// one.
    absence: Option<Sentence>,
}

impl Table {
    /// A table at which `timeline` is a game to play on at its cursor, or a record to review.
    pub fn new(mut timeline: Timeline, seats: [Seat; 2], mode: Mode) -> Self {
        match mode {
            Mode::Play => timeline.play_to(timeline.cursor()),
            Mode::Review => timeline.make_record(),
        }
        let hand = Hand::new(&timeline);
        let mut table = Self {
            timeline,
            seats,
            mode,
            engine_waits: false,
            hand,
            autoplay: Autoplay::default(),
            may_explore: false,
            review: review::Review::default(),
            absence: None,
        };
        table.look();
        table
    }

    /// The game and all its lines.
    pub const fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The position at the cursor in time.
    pub fn game(&self) -> &Game {
        self.timeline.position()
    }

    /// The board's tables.
    pub fn geometry(&self) -> &'static Geometry {
        self.game().board().geometry()
    }

    /// The names of cells, steps and colours here.
    pub fn names(&self) -> Names {
        Names::of(self.game())
    }

    /// The mode of the table.
    pub const fn mode(&self) -> Mode {
        self.mode
    }

    /// What a person at the board has in hand.
    pub const fn hand(&self) -> &Hand {
        &self.hand
    }

    /// The same, to move the cursor and to choose with it.
    pub const fn hand_mut(&mut self) -> &mut Hand {
        &mut self.hand
    }

    /// How the game runs by itself.
    pub const fn autoplay(&self) -> &Autoplay {
        &self.autoplay
    }

    /// The same, to stop it or to change its speed.
    pub const fn autoplay_mut(&mut self) -> &mut Autoplay {
        &mut self.autoplay
    }

    /// Returns whether steps of this form occur in the game.
    pub fn has(&self, kind: StepKind) -> bool {
        self.game().info().steps.contains(&kind)
    }

    /// The outcome at the cursor, if the game is over there.
    pub fn outcome(&self) -> Option<Outcome> {
        self.timeline.outcome()
    }

    /// Returns whether the computer plays both sides.
    pub fn is_watched(&self) -> bool {
        self.seats.iter().all(|seat| seat.level().is_some())
    }

    // ----- notes

    /// The place of the note on the cursor's turn: the turn's last step.
    fn noted(&self) -> NodeId {
        self.timeline.cursor()
    }

    /// The comment on the cursor's turn, as it came.
    pub fn comment(&self) -> &str {
        self.comment_at(self.noted())
    }

    /// The comment on the turn that ends at `node`, as it came.
    pub fn comment_at(&self, node: NodeId) -> &str {
        self.timeline.note(node).map_or("", |note| &note.comment)
    }

    /// Comments the turn that ends `at` a place.
    pub fn set_comment(&mut self, at: NodeId, comment: String) -> Reply {
        if comment == self.comment_at(at) {
            return Reply::Nothing;
        }
        let note = self.timeline.note(at).cloned().unwrap_or_default();
        self.timeline.set_note(at, Note { comment, ..note });
        Reply::Changed
    }

    /// Returns whether a comment can be written here.
    pub fn can_comment(&self) -> bool {
        self.timeline.cursor() != NodeId::START
    }

    /// Looks at the position afresh: it is another one, or another player may move there.
    fn look(&mut self) {
        if self.mode == Mode::Play && self.outcome().is_some() {
            // A player who goes forward to an end that was taken back has reached it again.
            let here = self.timeline.cursor();
            if !self.explores() && self.timeline.leads_to(self.played_to(), here) {
                self.timeline.play_to(here);
            }
            self.mode = Mode::Review;
        }
        let reach = Reach { plays: self.awaits_person(), explores: self.can_explore() };
        self.hand.look(&self.timeline, reach);
    }
}

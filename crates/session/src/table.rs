//! The table: one game in its timeline, who sits at it, and what is being done with it.
//!
//! Playing at one terminal, looking through a record and studying it are the same table with a
//! cursor in one timeline.

mod aim;
mod autoplay;
mod explore;
mod game;
mod hand;
mod remote;
mod review;
mod seats;
mod study;
mod travel;

use tetralith_core::notation::Names;
use tetralith_core::timeline::{NodeId, Note, Timeline};
use tetralith_core::{
    Cell, CellSet, Direction, Game, Geometry, Marks, Orientation, Outcome, Phase, Standing, Step,
    StepKind,
};

use super::cursor::Cursor;
use super::seat::Seat;

pub use aim::Aim;
pub use autoplay::SPEEDS;
use autoplay::{Autoplay, USUAL_SPEED};
pub use explore::Fork;
use hand::Hand;
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

/// The facts that follow from the position alone, found once for each.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Every legal step.
    pub legal: Vec<Step>,
    /// The cells some legal step touches, given the cells picked so far.
    pub cells: CellSet,
    /// The cells some legal step touches.
    pub open: CellSet,
    /// The marks of the game.
    pub marks: Marks,
    /// The count as it stands.
    pub standing: Standing,
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
    /// It cannot be done, and this says why, with actions in braces for the names of their keys.
    Refused(String),
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
    autoplay: Option<Autoplay>,
    speed: usize,
    seen: Seen,
    /// True if moves can be explored where the game is reviewed.
    may_explore: bool,
    review: review::Review,
    /// The reason why nobody makes a move at a table with a person at another terminal, if there is
    /// one.
    absence: Option<String>,
}

impl Table {
    /// A table at which `timeline` is a game to play on at its cursor, or a record to review.
    pub fn new(mut timeline: Timeline, seats: [Seat; 2], mode: Mode) -> Self {
        match mode {
            Mode::Play => timeline.play_to(timeline.cursor()),
            Mode::Review => timeline.make_record(),
        }
        let cursor = Cursor::centre(timeline.position().board().geometry());
        let seen = Seen::of(timeline.position(), &[]);
        let mut table = Self {
            timeline,
            seats,
            mode,
            engine_waits: false,
            hand: Hand::new(cursor),
            autoplay: None,
            speed: USUAL_SPEED,
            seen,
            may_explore: false,
            review: review::Review::default(),
            absence: None,
        };
        if table.mode == Mode::Play && table.timeline.outcome().is_some() {
            table.mode = Mode::Review;
        }
        table.take_aim();
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

    /// The cell under the cursor.
    pub const fn cell(&self) -> Cell {
        self.hand.cursor.cell()
    }

    /// The cell that must be in view: the one keys went to last, wherever the mouse points.
    pub const fn focus(&self) -> Cell {
        self.hand.focus
    }

    /// Brings the cell under the cursor into view.
    pub const fn show_cursor(&mut self) {
        self.hand.focus = self.hand.cursor.cell();
    }

    /// Brings the last step into view, unless `shows` is true for all its cells.
    pub fn show_last(&mut self, shows: impl Fn(Cell) -> bool) {
        let Some(step) = self.timeline.step(self.timeline.cursor()) else { return };
        if step.cells().all(shows) {
            return;
        }
        // The cell in the middle, so that the others come with it.
        let cells: CellSet = step.cells().collect();
        let beside = |cell: &Cell| (*self.geometry().neighbour_set(*cell) & cells).len();
        self.hand.focus = step.cells().max_by_key(beside).unwrap_or(self.hand.focus);
    }

    /// The facts that follow from the position.
    pub const fn seen(&self) -> &Seen {
        &self.seen
    }

    /// The step that Enter would make.
    pub const fn aim(&self) -> &Aim {
        &self.hand.aim
    }

    /// Returns whether to say what is wrong with a step at the cursor: the cursor was moved there
    /// for this step, or the step was tried, and the cursor does not merely rest on the stone just
    /// placed.
    pub const fn tells_refusal(&self) -> bool {
        !self.hand.fresh
    }

    /// Returns whether no cell can be played although the game goes on: all that is left is to
    /// pass.
    pub fn is_stuck(&self) -> bool {
        self.is_playable() && self.hand.picks.is_empty() && self.seen.cells.is_empty()
    }

    /// The cells picked so far of a step of three.
    pub fn picks(&self) -> &[Cell] {
        &self.hand.picks
    }

    /// Returns whether the game drops three stones at once.
    pub fn has_trominoes(&self) -> bool {
        self.has(StepKind::Tromino)
    }

    /// Returns whether steps of this form occur in the game.
    pub fn has(&self, kind: StepKind) -> bool {
        self.game().info().steps.contains(&kind)
    }

    /// The outcome at the cursor, if the game is over there.
    pub fn outcome(&self) -> Option<Outcome> {
        self.timeline.outcome()
    }

    /// Returns whether the person to move may exchange colours now.
    pub fn may_swap(&self) -> bool {
        self.is_playable() && self.game().check(Step::Swap).is_ok()
    }

    /// Returns whether the computer plays both sides.
    pub fn is_watched(&self) -> bool {
        self.seats.iter().all(|seat| seat.level().is_some())
    }

    /// Returns whether a person can make a step here by playing, or by trying it where the game is
    /// looked through and the cursor is in use.
    pub fn is_playable(&self) -> bool {
        self.is_going_on() && self.computer_to_move().is_none() && !self.waits_for_remote()
            || self.is_pointing()
    }

    // ----- the cursor on the board

    /// Moves the cursor one cell, or with `far` several.
    pub fn move_cursor(&mut self, towards: Direction, far: bool) -> Reply {
        let geometry = self.geometry();
        let moved = if far {
            self.hand.cursor.jump(geometry, towards)
        } else {
            self.hand.cursor.step(geometry, towards)
        };
        // The first key only shows where the cursor is.
        if self.point() { Reply::Shown } else { self.walk_to(moved) }
    }

    /// The orientation of the board on the screen.
    pub const fn orientation(&self) -> Orientation {
        self.hand.cursor.orientation()
    }

    /// Turns the board on the screen by one step clockwise; the cursor stays on its cell.
    pub fn turn_board(&mut self) -> Reply {
        self.lay(self.orientation().turned(self.geometry().shape()))
    }

    /// Flips the board on the screen from left to right; the cursor stays on its cell.
    pub fn flip_board(&mut self) -> Reply {
        self.lay(self.orientation().mirrored(self.geometry().shape()))
    }

    fn lay(&mut self, orientation: Orientation) -> Reply {
        self.hand.cursor = self.hand.cursor.oriented(self.geometry(), orientation);
        Reply::Shown
    }

    /// Puts the cursor on `cell`, which is in view; the board is not scrolled.
    pub fn point_at(&mut self, cell: Cell) -> Reply {
        let begins = self.point();
        let moved = if cell == self.cell() {
            Reply::Nothing
        } else {
            self.set_cursor(self.hand.cursor.to(self.geometry(), cell))
        };
        if begins { Reply::Shown } else { moved }
    }

    /// Moves the cursor to the next cell that can be played, or with `back` to the one before.
    pub fn next_legal(&mut self, back: bool) -> Reply {
        self.point();
        let (geometry, cells) = (self.geometry(), self.seen.cells);
        let moved = if back {
            self.hand.cursor.previous_in(geometry, &cells)
        } else {
            self.hand.cursor.next_in(geometry, &cells)
        };
        self.walk_to(moved)
    }

    /// Moves the cursor by a key and brings it into view, wherever the mouse has left it.
    fn walk_to(&mut self, cursor: Cursor) -> Reply {
        let untold = std::mem::take(&mut self.hand.fresh) && self.hand.aim.refused.is_some();
        let before = std::mem::replace(&mut self.hand.focus, cursor.cell());
        match self.set_cursor(cursor) {
            Reply::Nothing => Reply::shown_if(untold || before != self.hand.focus),
            reply => reply,
        }
    }

    fn set_cursor(&mut self, cursor: Cursor) -> Reply {
        let moved = cursor != self.hand.cursor;
        self.hand.cursor = cursor;
        if moved {
            self.hand.fresh = false;
            self.take_aim();
        }
        Reply::shown_if(moved)
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

    /// Looks at the position afresh: it is another one, or other cells are picked.
    fn look(&mut self) {
        // Anywhere else somebody else may be to move, and other cells be vacant.
        if self.hand.picked_at != self.timeline.cursor() || !self.is_playable() {
            self.hand.picks.clear();
        }
        if self.mode == Mode::Play && self.outcome().is_some() {
            // Who plays and goes forward to an end that was taken back has reached it again.
            let here = self.timeline.cursor();
            if !self.explores() && self.timeline.leads_to(self.played_to(), here) {
                self.timeline.play_to(here);
            }
            self.mode = Mode::Review;
        }
        self.seen = Seen::of(self.timeline.position(), &self.hand.picks);
        self.take_aim();
    }

    /// Says what kind of step comes next, as a sentence without its full stop.
    pub fn to_do(&self) -> String {
        let (game, names) = (self.game(), self.names());
        if self.hand.picks.len() == 3 {
            return format!("choose which stone is {}'s", names.title(game.to_move().other()));
        }
        match game.phase() {
            Phase::First => "first stone, anywhere".to_owned(),
            Phase::Bound { anchor } => {
                format!("bound stone (1 of 2), next to {}", names.cell(anchor))
            }
            Phase::Free { .. } => "free stone (2 of 2), touching nothing".to_owned(),
            Phase::Placement if self.has_trominoes() => match self.hand.picks.len() {
                0 if self.seen.cells.is_empty() => "no tromino fits, so pass".to_owned(),
                0 => "tromino, one stone the opponent's".to_owned(),
                n => format!("cell {} of 3", n + 1),
            },
            Phase::Placement if self.has(StepKind::Flip) => "place or flip a stone".to_owned(),
            Phase::Placement => "place a stone".to_owned(),
        }
    }
}

impl Seen {
    fn of(game: &Game, picks: &[Cell]) -> Self {
        let legal = game.legal();
        let cells = legal
            .iter()
            .filter(|step| picks.iter().all(|pick| step.cells().any(|cell| cell == *pick)))
            .flat_map(|step| step.cells())
            .collect();
        let open = touched(&legal);
        Self { legal, cells, open, marks: game.marks(), standing: game.standing() }
    }
}

/// The cells that some of `steps` touches.
fn touched(steps: &[Step]) -> CellSet {
    steps.iter().flat_map(|step| step.cells()).collect()
}

//! The table: one game in its timeline, who sits at it, and what is being done with it.
//!
//! Playing at one terminal, looking through a record and studying it are the same table with a
//! cursor in one timeline.

mod aim;
mod autoplay;
mod explore;
mod played;
mod remote;
mod review;
mod seats;
mod study;
mod time;
mod travel;

use tetralith_core::notation::Names;
use tetralith_core::timeline::{NodeId, Note, Timeline};
use tetralith_core::{
    Cell, CellSet, Colour, Direction, Game, Geometry, Marks, Orientation, Outcome, Phase, Reason,
    Standing, Step, StepKind,
};
use tetralith_engine::Level;

use super::cursor::Cursor;
use super::seat::Seat;
use super::tromino::Stamp;

pub use aim::Aim;
pub use autoplay::SPEEDS;
use autoplay::{Autoplay, USUAL_SPEED};
pub use explore::Fork;
pub use review::{Hidden, Stage};
pub use study::GLYPHS;
pub use travel::{node_at, place_of};

/// The modes of the table: what is being done at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// A game is played: Enter makes a step.
    Play,
    /// The game that was played here is over and looked through.
    Over,
    /// A record is looked through.
    Replay,
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
    /// The place where the last step was made: the game continues there even if it once continued
    /// differently.
    live: NodeId,
    /// True if the played line is in progress although it has an end: the end was taken back, a
    /// step was made again before it, or the file says so, and nobody has reached the end since.
    reopened: bool,
    /// The place where the game stands for the clocks, and the player to move there; looking at
    /// other turns does not change them.
    stand: (NodeId, Colour),
    mode: Mode,
    /// True if new lines stay variations, as in a record that was opened for review.
    study: bool,
    cursor: Cursor,
    /// The cell that keys went to last: the board scrolls to it, but never because the mouse moves.
    focus: Cell,
    stamp: Stamp,
    picks: Vec<Cell>,
    /// The place where they were picked.
    picked_at: NodeId,
    autoplay: Option<Autoplay>,
    speed: usize,
    seen: Seen,
    aim: Aim,
    /// True if a step was just made and the cursor is still where it was then.
    fresh: bool,
    exploring: explore::Exploring,
    review: review::Review,
    /// The reason why nobody makes a move at a table with a person at another terminal, if there is
    /// one.
    absence: Option<String>,
}

impl Table {
    /// A table at which `timeline` is played; its cursor in time stays where it is.
    pub fn new(timeline: Timeline, seats: [Seat; 2], mode: Mode) -> Self {
        let cursor = Cursor::centre(timeline.position().board().geometry());
        let seen = Seen::of(timeline.position(), &[]);
        let mut table = Self {
            live: timeline.cursor(),
            reopened: false,
            stand: (timeline.cursor(), timeline.position().to_move()),
            timeline,
            seats,
            mode,
            study: mode == Mode::Replay,
            cursor,
            focus: cursor.cell(),
            stamp: Stamp::default(),
            picks: Vec::new(),
            picked_at: NodeId::START,
            autoplay: None,
            speed: USUAL_SPEED,
            seen,
            aim: Aim::default(),
            fresh: false,
            exploring: explore::Exploring::default(),
            review: review::Review::default(),
            absence: None,
        };
        if table.mode == Mode::Play && table.timeline.outcome().is_some() {
            table.mode = Mode::Over;
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

    /// Returns whether this is a record under study, even if somebody plays on from it, and not a
    /// game that was begun here.
    pub const fn is_study(&self) -> bool {
        self.study
    }

    /// The cell under the cursor.
    pub const fn cell(&self) -> Cell {
        self.cursor.cell()
    }

    /// The cell that must be in view: the one keys went to last, wherever the mouse points.
    pub const fn focus(&self) -> Cell {
        self.focus
    }

    /// Brings the cell under the cursor into view.
    pub const fn show_cursor(&mut self) {
        self.focus = self.cursor.cell();
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
        self.focus = step.cells().max_by_key(beside).unwrap_or(self.focus);
    }

    /// The facts that follow from the position.
    pub const fn seen(&self) -> &Seen {
        &self.seen
    }

    /// The step that Enter would make.
    pub const fn aim(&self) -> &Aim {
        &self.aim
    }

    /// Returns whether to say what is wrong with a step at the cursor: the cursor was moved there
    /// for this step, or the step was tried, and the cursor does not merely rest on the stone just
    /// placed.
    pub const fn tells_refusal(&self) -> bool {
        !self.fresh
    }

    /// Returns whether no cell can be played although the game goes on: all that is left is to
    /// pass.
    pub fn is_stuck(&self) -> bool {
        self.is_playable() && self.picks.is_empty() && self.seen.cells.is_empty()
    }

    /// The cells picked so far of a step of three.
    pub fn picks(&self) -> &[Cell] {
        &self.picks
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

    /// Returns whether steps follow the cursor on its line; during play, steps that were only tried
    /// do not count.
    pub fn is_in_the_past(&self) -> bool {
        let here = self.timeline.cursor();
        let plays_at_tip = self.mode == Mode::Play && self.leads_to_tried(here);
        !self.timeline.children(here).is_empty() && !plays_at_tip
    }

    /// Returns whether the line that is played has ended, and nobody plays on before its end.
    pub fn is_over(&self) -> bool {
        !self.is_going_on() && self.is_finished()
    }

    /// Returns whether the played line has ended: the line on which the last step was made, or the
    /// main line if none was.
    ///
    /// Going back in it, even to play on, does not change that; taking back its end or making
    /// another step does.
    pub fn is_finished(&self) -> bool {
        !self.reopened && self.has_end()
    }

    /// Returns whether the line that is played had ended, and goes on all the same: its end was
    /// taken back.
    pub fn is_end_taken_back(&self) -> bool {
        self.reopened && self.has_end()
    }

    /// Returns whether the game is over at the end of the line that is played.
    fn has_end(&self) -> bool {
        let mut timeline = self.timeline.clone();
        timeline.go_to(self.end());
        timeline.outcome().is_some()
    }

    /// The end of the line that is played.
    fn end(&self) -> NodeId {
        let mut end = self.live;
        while let Some(next) = self.played_after(end) {
            end = next;
        }
        end
    }

    /// The last place of the played line, or where the game stands if the end of that line was
    /// taken back.
    fn last(&self) -> NodeId {
        if self.is_end_taken_back() { self.stand() } else { self.end() }
    }

    /// Lets the line that is played go on even if it has an end.
    pub const fn reopen(&mut self) {
        self.reopened = true;
    }

    /// Returns whether the line that is played goes on even if it has an end.
    pub const fn is_reopened(&self) -> bool {
        self.reopened
    }

    /// Returns whether the person to move may exchange colours now.
    pub fn may_swap(&self) -> bool {
        self.is_playable() && self.game().check(Step::Swap).is_ok()
    }

    /// Returns whether the game goes on here: somebody is to make a step.
    pub fn is_going_on(&self) -> bool {
        self.mode == Mode::Play && self.outcome().is_none()
    }

    /// The level of the computer that is to make a step here, if it is the computer's turn.
    pub fn computer_to_move(&self) -> Option<&'static Level> {
        if self.is_going_on() { self.holder_here(self.game().to_move()).level() } else { None }
    }

    /// The same; `None` if the game once continued from here and the cursor has only come back.
    pub fn computer_due(&self) -> Option<&'static Level> {
        self.computer_to_move()
            .filter(|_| !self.is_in_the_past() || self.live == self.timeline.cursor())
    }

    /// Continues the game from here, whatever once followed.
    pub fn go_on_here(&mut self) {
        self.live = self.timeline.cursor();
        self.stand_here();
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
            self.cursor.jump(geometry, towards)
        } else {
            self.cursor.step(geometry, towards)
        };
        // The first key only shows where the cursor is.
        if self.point() { Reply::Shown } else { self.walk_to(moved) }
    }

    /// The orientation of the board on the screen.
    pub const fn orientation(&self) -> Orientation {
        self.cursor.orientation()
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
        self.cursor = self.cursor.oriented(self.geometry(), orientation);
        Reply::Shown
    }

    /// Puts the cursor on `cell`, which is in view; the board is not scrolled.
    pub fn point_at(&mut self, cell: Cell) -> Reply {
        let begins = self.point();
        let moved = if cell == self.cell() {
            Reply::Nothing
        } else {
            self.set_cursor(self.cursor.to(self.geometry(), cell))
        };
        if begins { Reply::Shown } else { moved }
    }

    /// Moves the cursor to the next cell that can be played, or with `back` to the one before.
    pub fn next_legal(&mut self, back: bool) -> Reply {
        self.point();
        let (geometry, cells) = (self.geometry(), self.seen.cells);
        let moved = if back {
            self.cursor.previous_in(geometry, &cells)
        } else {
            self.cursor.next_in(geometry, &cells)
        };
        self.walk_to(moved)
    }

    /// Moves the cursor by a key and brings it into view, wherever the mouse has left it.
    fn walk_to(&mut self, cursor: Cursor) -> Reply {
        let untold = std::mem::take(&mut self.fresh) && self.aim.refused.is_some();
        let before = std::mem::replace(&mut self.focus, cursor.cell());
        match self.set_cursor(cursor) {
            Reply::Nothing => Reply::shown_if(untold || before != self.focus),
            reply => reply,
        }
    }

    fn set_cursor(&mut self, cursor: Cursor) -> Reply {
        let moved = cursor != self.cursor;
        self.cursor = cursor;
        if moved {
            self.fresh = false;
            self.take_aim();
        }
        Reply::shown_if(moved)
    }

    // ----- giving up, resuming, looking through

    /// The player who can resign, whatever turn is shown: the one to move after the last move, or
    /// the person who waits for the computer there.
    ///
    /// # Errors
    /// A sentence without its full stop if nobody can, with actions in braces for the names of
    /// their keys.
    pub fn resigner(&self) -> Result<Colour, String> {
        if self.study && self.mode == Mode::Replay {
            return Err("review mode: {play-on} plays from here".to_owned());
        }
        if self.tip_of_game().is_some() {
            return Err(
                "moves were tried after the last one; delete them ({delete-variation}) to resign there".to_owned()
            );
        }
        let mut last = self.timeline.clone();
        last.go_to(self.last());
        if last.outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        let mover = last.position().to_move();
        let person = |colour: &Colour| {
            let holder = self.holder(*colour, last.cursor());
            holder.level().is_none() && !holder.is_remote
        };
        let found = [mover, mover.other()].into_iter().find(person);
        found.ok_or_else(|| match &self.absence {
            // Both sit at other terminals.
            Some(why) if self.is_remote() => why.clone(),
            _ => "the engine plays both sides and does not resign".to_owned(),
        })
    }

    /// Resigns for [`Table::resigner`], after the last move.
    pub fn resign(&mut self) -> Reply {
        let loser = match self.resigner() {
            Ok(loser) => loser,
            Err(why) => return Reply::Refused(why),
        };
        self.timeline.go_to(self.last());
        if !self.timeline.end(loser.other(), Reason::Resignation) {
            return Reply::Refused("the game is over".to_owned());
        }
        if !self.study {
            let _ = self.timeline.promote(self.timeline.cursor());
        }
        self.mode = Mode::Over;
        self.live = self.timeline.cursor();
        self.look();
        Reply::Changed
    }

    /// Turns a record under review into the game that is played here, which resumes at the cursor.
    pub fn resume(&mut self) {
        self.study = false;
        // The cursor may be at the end of a line other than the played one.
        let here = self.timeline.cursor();
        let is_last = !self.is_in_the_past() || self.tip() == Some(here);
        let is_beside = here != NodeId::START && !self.timeline.main_line().contains(&here);
        if (is_last || is_beside) && self.outcome().is_none() {
            self.live = here;
        }
        self.mode = if self.outcome().is_some() { Mode::Over } else { Mode::Play };
        self.stand_here();
        self.take_aim();
    }

    /// Goes from looking to playing, at the cursor.
    pub fn play_on(&mut self) -> Reply {
        if self.outcome().is_some() {
            let is_start = self.timeline.cursor() == NodeId::START;
            let why = if is_start {
                "the game is over here"
            } else {
                "the game is over here; go back to an earlier turn and play from there"
            };
            return Reply::Refused(why.to_owned());
        }
        if self.mode == Mode::Replay && self.is_remote() && !self.is_finished() {
            // Where the game with somebody else stands is for both to say.
            return self.return_to_game();
        }
        if self.is_remote() && self.is_finished() {
            // The game with the other terminal has ended; moves made now concern nobody else.
            self.study = true;
            self.exploring.tried.clear();
        }
        self.mode = Mode::Play;
        self.take_up();
        self.play_here()
    }

    /// Lets the game be played at the cursor.
    fn play_here(&mut self) -> Reply {
        self.autoplay = None;
        self.mode = Mode::Play;
        self.stand_here();
        self.look();
        // In review the last move was in view, so it is brought into view here too.
        self.show_last(|_| false);
        Reply::Shown
    }

    /// Goes back to the game where it stands, and to playing it.
    pub fn return_to_game(&mut self) -> Reply {
        if self.study || self.mode == Mode::Play || self.is_finished() {
            return Reply::Refused(
                "there is no game in progress to return to; {play-on} plays from here".to_owned(),
            );
        }
        let (here, end) = (self.goes_on_at(), self.end());
        if here == NodeId::START || self.timeline.path(end).contains(&here) {
            // So that going forward from there follows the played line.
            self.timeline.go_to(end);
        }
        self.timeline.go_to(here);
        self.play_here()
    }

    /// Goes from playing back to looking.
    pub fn look_through(&mut self) -> Reply {
        self.mode = Mode::Replay;
        self.look();
        Reply::Shown
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
        if self.picked_at != self.timeline.cursor() || !self.is_playable() {
            self.picks.clear();
        }
        if self.outcome().is_some() {
            if self.mode == Mode::Play {
                self.mode = Mode::Over;
            }
            // In review, looking at an end that was taken back does not count as reaching it again.
            self.reopened &= self.mode == Mode::Replay || self.timeline.cursor() != self.end();
        }
        self.seen = Seen::of(self.timeline.position(), &self.picks);
        self.take_aim();
    }

    /// Says what kind of step comes next, as a sentence without its full stop.
    pub fn to_do(&self) -> String {
        let (game, names) = (self.game(), self.names());
        if self.picks.len() == 3 {
            return format!("choose which stone is {}'s", names.title(game.to_move().other()));
        }
        match game.phase() {
            Phase::First => "first stone, anywhere".to_owned(),
            Phase::Bound { anchor } => {
                format!("bound stone (1 of 2), next to {}", names.cell(anchor))
            }
            Phase::Free { .. } => "free stone (2 of 2), touching nothing".to_owned(),
            Phase::Placement if self.has_trominoes() => match self.picks.len() {
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

//! The table: one game in its timeline, who sits at it, and what is being done with it.
//!
//! Playing at one terminal, looking through a record and studying it are the same table with a cursor in one timeline.

mod study;
mod time;

use std::time::Duration;

use tetralith_core::notation::Names;
use tetralith_core::timeline::{NodeId, Note, Timeline, TimelineError};
use tetralith_core::{
    Cell, CellSet, Colour, Direction, Game, Geometry, Marks, Outcome, Phase, Reason, Score, Shape, Step, StepKind,
};
use tetralith_engine::Level;

use super::cursor::Cursor;
use super::keymap::Context;
use super::orientation::Orientation;
use super::seat::Seat;
use super::tromino::Stamp;

pub use study::GLYPHS;

/// How long each step of a game that runs by itself is shown, slowest first.
pub const SPEEDS: [Duration; 6] = [
    Duration::from_secs(4),
    Duration::from_secs(2),
    Duration::from_secs(1),
    Duration::from_millis(500),
    Duration::from_millis(250),
    Duration::from_millis(100),
];

/// The speed a game runs with at first, as an index into [`SPEEDS`].
const USUAL_SPEED: usize = 2;

/// What is said where somebody tries to put down stones and can only pass.
const STUCK: &str = "no tromino fits any more, only a pass is left";

/// What is being done at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// A game is played: Enter makes a step.
    Play,
    /// The game that was played here is over and looked through.
    Over,
    /// A record is looked through.
    Replay,
}

/// A game that runs by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Autoplay {
    /// When the next step is due, on the clock of [`Table::tick`].
    due: Duration,
}

/// What follows from the position alone, found once for each.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Every legal step.
    pub legal: Vec<Step>,
    /// The cells some legal step touches, given the cells picked so far.
    pub cells: CellSet,
    /// The cells some legal step touches.
    pub open: CellSet,
    /// What the game marks.
    pub marks: Marks,
    /// The count as it stands.
    pub score: Score,
}

/// What Enter would do, found once for each place of the cursor.
#[derive(Clone, Debug, Default)]
pub struct Aim {
    /// The steps that would be made; more than one only when typed, and then of one turn.
    pub steps: Vec<Step>,
    /// The stones they would put on the board.
    pub ghost: Vec<(Cell, Colour)>,
    /// Why they cannot be made, as a sentence.
    pub refused: Option<String>,
    /// The count after them, and the cells that some legal step touches then.
    pub score: Option<(Score, CellSet)>,
}

/// How something that was asked of the table went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Nothing happened.
    Nothing,
    /// Something is shown otherwise than before.
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
    /// Who held each colour before any swap.
    seats: [Seat; 2],
    /// Where the last step was made, by whomever: there the game goes on even if it once went on otherwise.
    live: NodeId,
    /// Where the game stands for the clocks, and who is to move there: looking elsewhere does not change it.
    stand: (NodeId, Colour),
    mode: Mode,
    /// Whether new lines stay variations, as in a record that somebody else made.
    study: bool,
    cursor: Cursor,
    /// The cell that keys went to last: the board is scrolled to it, and stands still under the mouse.
    focus: Cell,
    stamp: Stamp,
    picks: Vec<Cell>,
    autoplay: Option<Autoplay>,
    speed: usize,
    seen: Seen,
    aim: Aim,
    /// Whether a step was just made and the cursor is still where it was then.
    fresh: bool,
}

impl Table {
    /// A table at which `timeline` is played, its cursor where it is.
    pub fn new(timeline: Timeline, seats: [Seat; 2], mode: Mode) -> Self {
        let cursor = Cursor::centre(timeline.position().board().geometry());
        let seen = Seen::of(timeline.position(), &[]);
        let mut table = Self {
            live: timeline.cursor(),
            stand: (timeline.cursor(), timeline.position().to_move()),
            timeline,
            seats,
            mode,
            study: mode == Mode::Replay,
            cursor,
            focus: cursor.cell(),
            stamp: Stamp::default(),
            picks: Vec::new(),
            autoplay: None,
            speed: USUAL_SPEED,
            seen,
            aim: Aim::default(),
            fresh: false,
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

    /// What cells, steps and colours are called here.
    pub fn names(&self) -> Names {
        Names::of(self.game())
    }

    /// What is being done.
    pub const fn mode(&self) -> Mode {
        self.mode
    }

    /// Whether it is a record that is studied, even where it is played on, and not a game that was begun here.
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

    /// Has the cell under the cursor come into view.
    pub const fn show_cursor(&mut self) {
        self.focus = self.cursor.cell();
    }

    /// What follows from the position.
    pub const fn seen(&self) -> &Seen {
        &self.seen
    }

    /// What Enter would do.
    pub const fn aim(&self) -> &Aim {
        &self.aim
    }

    /// Whether what is wrong with a step at the cursor is to be told: the cursor was brought there for the step at hand,
    /// or somebody tried to make it, and did not just leave the cursor on the stone before.
    pub const fn tells_refusal(&self) -> bool {
        !self.fresh
    }

    /// Whether no cell can be played although the game goes on: all that is left is to pass.
    pub fn is_stuck(&self) -> bool {
        self.is_playable() && self.picks.is_empty() && self.seen.cells.is_empty()
    }

    /// The cells picked so far of a step of three.
    pub fn picks(&self) -> &[Cell] {
        &self.picks
    }

    /// Whether the game drops three stones at once.
    pub fn has_trominoes(&self) -> bool {
        self.has(StepKind::Tromino)
    }

    /// The part of the keymap that moves the cursor on this board.
    pub fn directions(&self) -> Context {
        match self.geometry().shape() {
            Shape::Hexhex => Context::Hexhex,
            Shape::Square => Context::Square,
        }
    }

    /// Whether steps of this form occur in the game.
    pub fn has(&self, kind: StepKind) -> bool {
        self.game().info().steps.contains(&kind)
    }

    /// How the game ended at the cursor, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        self.timeline.outcome()
    }

    /// Whether steps follow after the cursor on its line.
    pub fn is_in_the_past(&self) -> bool {
        !self.timeline.children(self.timeline.cursor()).is_empty()
    }

    /// Whether the game runs by itself, and how fast.
    pub fn running(&self) -> Option<Duration> {
        self.autoplay.map(|_| SPEEDS[self.speed])
    }

    /// Whether the line that is played has ended: the one the last step was made on, without steps the main line.
    pub fn is_over(&self) -> bool {
        if self.is_going_on() {
            return false;
        }
        let mut end = self.live;
        while let Some(&next) = self.timeline.children(end).first() {
            end = next;
        }
        if self.timeline.ended_at(end).is_some() {
            return true;
        }
        let mut timeline = self.timeline.clone();
        timeline.go_to(end);
        timeline.outcome().is_some()
    }

    /// Whose colour before any swap is `colour` at the place `at`.
    fn seat_of(&self, colour: Colour, at: NodeId) -> usize {
        let swaps = self.timeline.path(at).into_iter().filter(|&node| self.timeline.step(node) == Some(Step::Swap));
        if swaps.count() % 2 == 0 { colour.index() } else { colour.other().index() }
    }

    /// The colour that whoever holds `colour` at the place `at` had before any swap: that of their clock.
    pub fn origin(&self, colour: Colour, at: NodeId) -> Colour {
        Colour::BOTH[self.seat_of(colour, at)]
    }

    /// The same at the cursor.
    pub fn origin_here(&self, colour: Colour) -> Colour {
        self.origin(colour, self.timeline.cursor())
    }

    /// Who holds `colour` at the place `at`.
    pub fn holder(&self, colour: Colour, at: NodeId) -> &Seat {
        &self.seats[self.seat_of(colour, at)]
    }

    /// Who holds `colour` at the cursor in time.
    pub fn holder_here(&self, colour: Colour) -> &Seat {
        self.holder(colour, self.timeline.cursor())
    }

    /// Who holds each colour at the end of the main line, as a record names them.
    pub fn holders(&self) -> [Seat; 2] {
        let end = self.timeline.main_line().last().copied().unwrap_or(NodeId::START);
        Colour::BOTH.map(|colour| self.holder(colour, end).clone())
    }

    /// Seats whoever holds each colour at the end of the main line, as a record names them.
    pub fn seat(&mut self, holders: [Seat; 2]) {
        let main = self.timeline.main_line();
        let swaps = main.into_iter().filter(|&node| self.timeline.step(node) == Some(Step::Swap)).count();
        let [first, second] = holders;
        self.seats = if swaps % 2 == 0 { [first, second] } else { [second, first] };
    }

    /// Lets `seat` go on with `colour` from here.
    pub fn change_seat(&mut self, colour: Colour, seat: Seat) -> Reply {
        let i = self.seat_of(colour, self.timeline.cursor());
        if self.seats[i] == seat {
            return Reply::Nothing;
        }
        self.seats[i] = seat;
        self.look();
        // A game without steps is not kept.
        if self.timeline.steps() == 0 { Reply::Shown } else { Reply::Changed }
    }

    /// Whether the person to move may exchange colours now.
    pub fn may_swap(&self) -> bool {
        self.is_playable() && self.game().check(Step::Swap).is_ok()
    }

    /// Whether the game goes on here: somebody is to make a step.
    pub fn is_going_on(&self) -> bool {
        self.mode == Mode::Play && self.outcome().is_none()
    }

    /// The level of the computer that is to make a step here, if it is the computer's turn.
    pub fn computer_to_move(&self) -> Option<&'static Level> {
        if self.is_going_on() { self.holder_here(self.game().to_move()).level() } else { None }
    }

    /// The same, unless the game once went on from here and the cursor only came back.
    pub fn computer_due(&self) -> Option<&'static Level> {
        self.computer_to_move().filter(|_| !self.is_in_the_past() || self.live == self.timeline.cursor())
    }

    /// Lets the game go on from here, whatever once followed.
    pub fn go_on_here(&mut self) {
        self.live = self.timeline.cursor();
        self.stand_here();
    }

    /// Whether the computer plays both sides.
    pub fn is_watched(&self) -> bool {
        self.seats.iter().all(|seat| seat.level().is_some())
    }

    /// Whether a person can make a step here by playing.
    pub fn is_playable(&self) -> bool {
        self.is_going_on() && self.computer_to_move().is_none()
    }

    /// How long each step of a game that runs by itself is shown.
    pub const fn speed(&self) -> Duration {
        SPEEDS[self.speed]
    }

    // ----- the cursor on the board

    /// Moves the cursor one cell, or with `far` several.
    pub fn move_cursor(&mut self, towards: Direction, far: bool) -> Reply {
        let geometry = self.geometry();
        let moved = if far { self.cursor.jump(geometry, towards) } else { self.cursor.step(geometry, towards) };
        self.walk_to(moved)
    }

    /// How the board lies on the screen.
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
        if cell == self.cell() { Reply::Nothing } else { self.set_cursor(self.cursor.to(self.geometry(), cell)) }
    }

    /// Moves the cursor to the next cell that can be played, or with `back` to the one before.
    pub fn next_legal(&mut self, back: bool) -> Reply {
        let (geometry, cells) = (self.geometry(), self.seen.cells);
        let moved =
            if back { self.cursor.previous_in(geometry, &cells) } else { self.cursor.next_in(geometry, &cells) };
        self.walk_to(moved)
    }

    /// Moves the cursor by a key: it comes into view wherever the mouse has left it.
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

    // ----- what Enter would do

    fn take_aim(&mut self) {
        let steps = if self.is_playable() { self.steps_at_cursor() } else { None };
        self.aim = match steps {
            None => Aim { ghost: self.picked_ghost(), ..Aim::default() },
            Some(_) if self.is_stuck() => Aim::default(),
            // The stamp takes any shape that fits, so what is wrong with the one it fell back to means nothing.
            Some(step) if self.has_trominoes() && self.picks.is_empty() && self.game().check(step).is_err() => {
                Aim { refused: Some(self.no_fit()), ..Aim::default() }
            }
            Some(step) => Aim::of(self.game(), vec![step]),
        };
    }

    /// Why no three stones can be dropped about the cursor.
    fn no_fit(&self) -> String {
        let (names, cell) = (self.names(), self.cell());
        let here = names.cell(cell);
        match self.game().board().at(cell) {
            Some(colour) => format!("{here} is occupied by {}", names.title(colour)),
            None => format!("no three stones fit about {here}"),
        }
    }

    /// The stones picked so far, before it is known whose is which.
    fn picked_ghost(&self) -> Vec<(Cell, Colour)> {
        let colour = self.game().to_move();
        self.picks.iter().map(|&cell| (cell, colour)).collect()
    }

    fn steps_at_cursor(&self) -> Option<Step> {
        let (game, cell) = (self.game(), self.cell());
        if self.has_trominoes() {
            return match self.picks[..] {
                [] => self.stamp.fitted(game, cell).map(|stamped| stamped.step),
                [a, b, c] => [(a, b, c), (b, c, a), (c, a, b)]
                    .into_iter()
                    .find(|&(other, _, _)| other == cell)
                    .map(|(other, a, b)| Step::tromino(a, b, other)),
                _ => None,
            };
        }
        let flips = self.has(StepKind::Flip)
            && game.phase() == Phase::Placement
            && game.board().at(cell) == Some(game.to_move().other());
        Some(if flips { Step::Flip(cell) } else { Step::Place(cell) })
    }

    /// Aims at the turn that somebody is typing; says whether it could be played as it stands.
    pub fn aim_at_text(&mut self, text: &str) -> bool {
        self.fresh = false;
        if text.trim().is_empty() {
            self.aim = Aim::default();
            return false;
        }
        self.aim = match self.names().parse_typed(text) {
            Ok(steps) => Aim::of(self.game(), steps),
            Err(error) => Aim { refused: Some(error.to_string()), ..Aim::default() },
        };
        self.aim.refused.is_none()
    }

    /// Aims at what the cursor is on again.
    pub fn aim_at_cursor(&mut self) {
        self.take_aim();
    }

    // ----- steps

    /// Does what Enter does: makes the step aimed at, or picks a cell where that is what comes next.
    pub fn accept(&mut self) -> Reply {
        if let Some(refusal) = self.refusal() {
            return Reply::Refused(refusal);
        }
        if self.picks.is_empty() || self.picks.len() == 3 && !self.aim.steps.is_empty() {
            return self.play_aim();
        }
        self.pick()
    }

    /// The steps that [`Table::accept`] would make as things are; `None` if it would make none.
    pub fn choice(&self) -> Option<&[Step]> {
        let steps = self.aim.steps.as_slice();
        let makes = matches!(self.picks.len(), 0 | 3) && !steps.is_empty() && self.aim.refused.is_none();
        (makes && self.refusal().is_none()).then_some(steps)
    }

    /// Why a person can make no step at all here, with actions in braces for the names of their keys.
    pub fn refusal(&self) -> Option<String> {
        match self.mode {
            Mode::Replay => Some("this game is only looked through; {play-on} plays on from here".to_owned()),
            _ if self.outcome().is_some() => {
                Some("the game is over here; go back to an earlier turn to try something else".to_owned())
            }
            Mode::Over => Some("the game is over; {play-on} plays on from here".to_owned()),
            Mode::Play => self.computer_to_move().map(|level| {
                let names = self.names();
                let side = names.title(self.game().to_move());
                format!("{} is to move for {side}; {{seats}} changes who plays", level.title)
            }),
        }
    }

    /// Makes the steps aimed at.
    pub fn play_aim(&mut self) -> Reply {
        if let Some(refusal) = self.refusal() {
            return Reply::Refused(refusal);
        }
        self.fresh = false;
        if let Some(refused) = &self.aim.refused {
            return Reply::Refused(refused.clone());
        }
        let steps = std::mem::take(&mut self.aim.steps);
        if steps.is_empty() && self.is_stuck() {
            return Reply::Refused(STUCK.to_owned());
        }
        if steps.is_empty() {
            return Reply::Refused("there is nothing to play here".to_owned());
        }
        self.make(&steps)
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
            return Reply::Refused("it is not the computer's turn".to_owned());
        }
        self.make(&[step])
    }

    /// Makes the steps of one turn, or the rest of it: all of them or none.
    fn make(&mut self, steps: &[Step]) -> Reply {
        if let Err(error) = self.timeline.play_turn(steps) {
            return Reply::Refused(match error {
                TimelineError::Illegal(error) => self.names().explain(&error),
                other => other.to_string(),
            });
        }
        // The game as it was played is the main line of its record; what was undone remains as a variation. Where
        // variations are nested too deep for that, the new line is kept as one of them.
        if !self.study {
            let _ = self.timeline.promote(self.timeline.cursor());
        }
        self.live = self.timeline.cursor();
        self.fresh = true;
        self.stand_here();
        self.look();
        Reply::Changed
    }

    /// Who cannot move and was skipped by the last step, if anybody was.
    pub fn skipped(&self) -> Option<Colour> {
        let at = self.timeline.cursor();
        let mover = self.timeline.mover(at);
        let again = !matches!(self.timeline.step(at), None | Some(Step::Swap))
            && self.outcome().is_none()
            && self.game().to_move() == mover
            && !self.game().phase().is_mid_turn();
        again.then(|| mover.other())
    }

    /// Picks the cell under the cursor for a step of three, puts a picked one back, or with three picked takes it
    /// for the opponent's stone.
    pub fn pick(&mut self) -> Reply {
        if let Some(refusal) = self.refusal() {
            return Reply::Refused(refusal);
        }
        let cell = self.cell();
        if self.picks.len() == 3 {
            return if self.picks.contains(&cell) {
                self.play_aim()
            } else {
                Reply::Refused(
                    "three cells are picked; choose the opponent's stone among them, or take one back".to_owned(),
                )
            };
        }
        if let Some(i) = self.picks.iter().position(|&picked| picked == cell) {
            self.picks.remove(i);
            self.look();
            return Reply::Shown;
        }
        if let Some(colour) = self.game().board().at(cell) {
            let names = self.names();
            return Reply::Refused(format!("{} is occupied by {}", names.cell(cell), names.title(colour)));
        }
        if self.is_stuck() {
            return Reply::Refused(STUCK.to_owned());
        }
        if !self.seen.cells.contains(cell) {
            let cell = self.names().cell(cell);
            return Reply::Refused(if self.picks.is_empty() {
                format!("{cell} cannot be played: no three stones fit there")
            } else {
                format!("{cell} does not make three that can be played with the cells picked")
            });
        }
        self.picks.push(cell);
        self.look();
        Reply::Shown
    }

    /// Takes back a part of an unfinished turn: the last cell picked, or the first stone of a turn of two.
    pub fn take_back(&mut self) -> Reply {
        if self.picks.pop().is_some() {
            self.look();
            return Reply::Shown;
        }
        if self.is_playable() && self.game().phase().is_mid_turn() {
            return self.undo();
        }
        Reply::Nothing
    }

    /// Turns the three stones about the cursor.
    pub fn rotate(&mut self, back: bool) -> Reply {
        self.restamp(|stamp, game, cell| stamp.turned(game, cell, back))
    }

    /// Makes another of the three stones the opponent's.
    pub fn next_stone(&mut self) -> Reply {
        self.restamp(Stamp::with_next_stone)
    }

    fn restamp(&mut self, change: impl Fn(Stamp, &Game, Cell) -> Stamp) -> Reply {
        if !self.has_trominoes() || !self.picks.is_empty() || !self.is_playable() {
            return Reply::Nothing;
        }
        let (game, cell) = (self.timeline.position(), self.cursor.cell());
        let shown = self.stamp.fitted(game, cell).map_or(self.stamp, |stamped| stamped.stamp);
        self.stamp = change(shown, game, cell);
        self.take_aim();
        Reply::Shown
    }

    /// Who can give the game up here: the player to move, or the person who waits for the computer.
    pub fn resigner(&self) -> Option<Colour> {
        let mover = self.game().to_move();
        let person = |colour: &Colour| self.holder_here(*colour).level().is_none();
        [mover, mover.other()].into_iter().find(person).filter(|_| self.is_going_on())
    }

    /// Gives the game up for [`Table::resigner`].
    pub fn resign(&mut self) -> Reply {
        let Some(loser) = self.resigner() else {
            return Reply::Refused(self.refusal().unwrap_or_default());
        };
        if !self.timeline.end(loser.other(), Reason::Resignation) {
            return Reply::Refused("a game is given up at its end; go to the end of this line first".to_owned());
        }
        if !self.study {
            let _ = self.timeline.promote(self.timeline.cursor());
        }
        self.mode = Mode::Over;
        self.live = self.timeline.cursor();
        self.look();
        Reply::Changed
    }

    // ----- the cursor in time

    /// The steps up to the cursor by their names, one after the other with blanks between.
    pub fn place(&self) -> String {
        let names = self.names();
        let steps = self.timeline.path(self.timeline.cursor()).into_iter().filter_map(|node| self.timeline.step(node));
        steps.map(|step| names.step(step)).collect::<Vec<_>>().join(" ")
    }

    /// Goes where the steps of `place`, as [`Table::place`] writes them, lead from the start; as far as there are such.
    pub fn go_to_place(&mut self, place: &str) {
        let names = self.names();
        let mut node = NodeId::START;
        for name in place.split(' ') {
            let called = |child: &&NodeId| self.timeline.step(**child).is_some_and(|step| names.step(step) == name);
            let Some(&next) = self.timeline.children(node).iter().find(called) else { break };
            node = next;
        }
        self.go_to(node);
    }

    /// Takes back a resignation, else goes back a step, and plays on there if a game is played here.
    ///
    /// Between a person and the computer it goes back to the person's last step.
    pub fn undo(&mut self) -> Reply {
        let (before, mode) = (self.timeline.cursor(), self.mode);
        let reopened = self.timeline.ended_at(before).is_some() && self.timeline.reopen();
        let back = reopened || self.timeline.undo();
        if !back {
            return Reply::Refused("this is the start of the game".to_owned());
        }
        if self.mode == Mode::Over {
            self.mode = Mode::Play;
        }
        while !reopened && self.computer_to_move().is_some() && !self.is_watched() {
            if !self.timeline.undo() {
                self.timeline.go_to(before);
                self.mode = mode;
                return Reply::Refused("there is no step of yours to take back".to_owned());
            }
        }
        self.autoplay = None;
        self.stand_here();
        self.look();
        if reopened { Reply::Changed } else { Reply::Shown }
    }

    /// Goes on a step along the line visited last, and through the computer's answer to it.
    pub fn redo(&mut self) -> Reply {
        let on = self.timeline.redo();
        while on && self.computer_to_move().is_some() && !self.is_watched() && self.timeline.redo() {}
        self.stand_here();
        self.went(on, "this is the end of the line")
    }

    /// Goes `steps` back (negative) or on.
    pub fn go_by(&mut self, steps: isize) -> Reply {
        let mut gone = false;
        for _ in 0..steps.unsigned_abs() {
            if !(if steps < 0 { self.timeline.undo() } else { self.timeline.redo() }) {
                break;
            }
            gone = true;
        }
        self.went(gone, if steps < 0 { "this is the start of the game" } else { "this is the end of the line" })
    }

    /// Goes to the start.
    pub fn go_to_start(&mut self) -> Reply {
        self.go_to(NodeId::START)
    }

    /// Goes to the end of the line.
    pub fn go_to_end(&mut self) -> Reply {
        let before = self.timeline.cursor();
        self.timeline.go_to_end();
        self.went(before != self.timeline.cursor(), "this is the end of the line")
    }

    /// Goes to `node`.
    pub fn go_to(&mut self, node: NodeId) -> Reply {
        let before = self.timeline.cursor();
        self.timeline.go_to(node);
        self.went(before != node, "this is the place already")
    }

    /// The number of the last turn of the line, 0 if there is none.
    pub fn last_turn(&self) -> u32 {
        self.timeline.line().last().map_or(0, |&node| self.timeline.turn(node))
    }

    /// Goes to the end of turn `turn` of the line, 0 for the start.
    ///
    /// A number beyond the last turn is refused.
    pub fn go_to_turn(&mut self, turn: u32) -> Reply {
        let last = self.last_turn();
        if turn > last {
            return Reply::Refused(format!("there is no turn {turn}; this line has {last}"));
        }
        let node = self.timeline.line().into_iter().rfind(|&node| self.timeline.turn(node) <= turn);
        self.go_to(node.unwrap_or(NodeId::START))
    }

    /// Goes to the next of the alternatives to the last step, or with `back` to the previous.
    pub fn next_variation(&mut self, back: bool) -> Reply {
        let variations = self.timeline.variations();
        let (n, here) = (variations.len(), self.timeline.cursor());
        if n < 2 {
            return Reply::Refused("there is no other variation of this step".to_owned());
        }
        let at = variations.iter().position(|&node| node == here).unwrap_or(0);
        let next = variations[(at + if back { n - 1 } else { 1 }) % n];
        self.go_to(next)
    }

    /// Makes the line up to the cursor the main line.
    pub fn promote(&mut self) -> Reply {
        match self.timeline.promote(self.timeline.cursor()) {
            Ok(()) => Reply::Changed,
            Err(error) => Reply::Refused(error.to_string()),
        }
    }

    fn went(&mut self, gone: bool, else_: &str) -> Reply {
        if !gone {
            return Reply::Refused(else_.to_owned());
        }
        self.autoplay = None;
        self.look();
        Reply::Shown
    }

    /// Makes a record that was looked through the game that is played here.
    pub fn resume(&mut self) {
        self.study = false;
        if !self.is_in_the_past() {
            self.live = self.timeline.cursor();
        }
        self.mode = if self.outcome().is_some() { Mode::Over } else { Mode::Play };
        self.stand_here();
        self.take_aim();
    }

    /// Goes from looking to playing, at the cursor.
    pub fn play_on(&mut self) -> Reply {
        if self.outcome().is_some() {
            return Reply::Refused("the game is over here; go back to an earlier turn to play on from it".to_owned());
        }
        self.autoplay = None;
        self.mode = Mode::Play;
        self.stand_here();
        self.take_aim();
        Reply::Shown
    }

    /// Goes from playing back to looking.
    pub fn look_through(&mut self) -> Reply {
        self.mode = Mode::Replay;
        self.look();
        Reply::Shown
    }

    // ----- a game that runs by itself

    /// Stops it.
    pub const fn stop_autoplay(&mut self) {
        self.autoplay = None;
    }

    /// Starts or stops it; `now` is the time on any steady clock.
    pub fn toggle_autoplay(&mut self, now: Duration) -> Reply {
        if self.autoplay.take().is_none() {
            if !self.is_in_the_past() {
                self.timeline.go_to(NodeId::START);
                self.look();
            }
            self.autoplay = Some(Autoplay { due: now + SPEEDS[self.speed] });
        }
        Reply::Shown
    }

    /// Runs faster or slower.
    pub fn change_speed(&mut self, faster: bool, now: Duration) -> Reply {
        let speed = if faster { (self.speed + 1).min(SPEEDS.len() - 1) } else { self.speed.saturating_sub(1) };
        let changed = speed != self.speed;
        self.speed = speed;
        if let Some(autoplay) = &mut self.autoplay {
            autoplay.due = now + SPEEDS[speed];
        }
        Reply::shown_if(changed)
    }

    /// When [`Table::tick`] next has something to do.
    pub fn due(&self) -> Option<Duration> {
        self.autoplay.map(|autoplay| autoplay.due)
    }

    /// Makes the step that is due at `now`, if one is.
    pub fn tick(&mut self, now: Duration) -> Reply {
        let Some(autoplay) = self.autoplay.filter(|autoplay| autoplay.due <= now) else { return Reply::Nothing };
        if self.timeline.redo() && self.is_in_the_past() {
            self.autoplay = Some(Autoplay { due: autoplay.due.max(now) + SPEEDS[self.speed] });
        } else {
            self.autoplay = None;
        }
        self.look();
        Reply::Shown
    }

    // ----- notes

    /// Where the note on the cursor's turn goes: the turn's last step.
    fn noted(&self) -> NodeId {
        self.timeline.cursor()
    }

    /// The comment on the cursor's turn, as it came.
    pub fn comment(&self) -> &str {
        self.timeline.note(self.noted()).map_or("", |note| &note.comment)
    }

    /// Comments the cursor's turn.
    pub fn set_comment(&mut self, comment: String) -> Reply {
        if comment == self.comment() {
            return Reply::Nothing;
        }
        let at = self.noted();
        let note = self.timeline.note(at).cloned().unwrap_or_default();
        self.timeline.set_note(at, Note { comment, ..note });
        Reply::Changed
    }

    /// Whether a comment can be written here.
    pub fn can_comment(&self) -> bool {
        self.timeline.cursor() != NodeId::START
    }

    /// Looks at the position afresh: it is another one, or other cells are picked.
    fn look(&mut self) {
        let free = |cell: &Cell| self.timeline.position().board().at(*cell).is_none();
        if !self.picks.iter().all(free) || !self.is_playable() {
            self.picks.clear();
        }
        if self.mode == Mode::Play && self.outcome().is_some() {
            self.mode = Mode::Over;
        }
        self.seen = Seen::of(self.timeline.position(), &self.picks);
        self.take_aim();
    }

    /// What kind of step comes next, as a sentence without its full stop.
    pub fn to_do(&self) -> String {
        let (game, names) = (self.game(), self.names());
        if self.picks.len() == 3 {
            return format!("choose which of the three is {}'s", names.title(game.to_move().other()));
        }
        match game.phase() {
            Phase::First => "the first stone, anywhere".to_owned(),
            Phase::Bound { anchor } => format!("1 of 2, next to {}", names.cell(anchor)),
            Phase::Free { .. } => "2 of 2, all neighbours vacant".to_owned(),
            Phase::Placement if self.has_trominoes() => match self.picks.len() {
                0 if self.seen.cells.is_empty() => "no three stones fit any more, only a pass is left".to_owned(),
                0 => "3 stones, one the opponent's".to_owned(),
                n => format!("cell {} of 3", n + 1),
            },
            Phase::Placement if self.has(StepKind::Flip) => "place a stone, or flip one you control".to_owned(),
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
        Self { legal, cells, open, marks: game.marks(), score: game.score() }
    }
}

impl Aim {
    fn of(game: &Game, steps: Vec<Step>) -> Self {
        let mut after = game.clone();
        let mut ghost = Vec::new();
        for (i, &step) in steps.iter().enumerate() {
            if i > 0 && !after.phase().is_mid_turn() {
                let turn = Names::of(game).turn(&steps[..i]);
                let refused = Some(format!("{turn} is a whole turn; type one turn at a time"));
                return Self { steps, ghost, refused, score: None };
            }
            let stones = step.stones(after.to_move());
            if let Err(error) = after.play(step) {
                // Nothing is shown on the board that cannot come to stand there.
                return Self { steps, refused: Some(Names::of(game).explain(&error)), ..Self::default() };
            }
            ghost.extend(stones);
        }
        let score = Some((after.score(), touched(&after.legal())));
        Self { steps, ghost, refused: None, score }
    }
}

/// The cells that some of `steps` touches.
fn touched(steps: &[Step]) -> CellSet {
    steps.iter().flat_map(|step| step.cells()).collect()
}

//! The hand of a person at the board: the cursor, the cells picked with it, and the step that Enter
//! would make.
//!
//! The hand keeps what it was [shown](Hand::look) last, so that moving it asks nothing else.

mod jump;

use tetralith_core::notation::Names;
use tetralith_core::timeline::{NodeId, Timeline};
use tetralith_core::{
    Cell, CellSet, Colour, Direction, Game, Geometry, Marks, Orientation, Phase, Standing, Step,
    StepKind,
};

use self::jump::Jump;
use super::Reply;
use crate::cursor::Cursor;
use crate::sentence;
use crate::sentence::{ActionId, Sentence};
use crate::tromino::Stamp;

/// The words where a player tries to put down stones and can only pass.
fn stuck() -> Sentence {
    sentence!("no tromino fits; {} passes", ActionId::Pass)
}

/// The step that Enter would make, found once for each place of the cursor.
#[derive(Clone, Debug, Default)]
pub struct Aim {
    /// The steps that would be made; more than one only when typed, and then of one turn.
    pub steps: Vec<Step>,
    /// The stones they would put on the board.
    pub ghost: Vec<(Cell, Colour)>,
    /// The reason why they cannot be made, as a sentence.
    pub refused: Option<String>,
    /// The effect they have on the standing, as the predicate of a sentence.
    pub effect: Option<String>,
    /// True if they were typed: the line that is typed shows why they are refused.
    pub is_typed: bool,
}

/// The facts that follow from the position alone, found once for each.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Seen {
    /// The place of the position in the game.
    at: NodeId,
    position: Game,
    last: Option<Step>,
    pub legal: Vec<Step>,
    /// The cells some legal step touches, given the cells picked so far.
    pub cells: CellSet,
    /// The cells some legal step touches.
    pub open: CellSet,
    pub marks: Marks,
    /// The score here.
    pub standing: Standing,
}

/// The reach of the cursor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Reach {
    /// True if they can make a move of the game.
    pub(super) plays: bool,
    /// True if they can explore one.
    pub(super) explores: bool,
}

/// The cursor on the board, the cells picked with it, and the step that Enter would make.
#[derive(Clone)]
pub struct Hand {
    cursor: Cursor,
    /// The cell that keys went to last: the board scrolls to it, but never because the mouse moves.
    focus: Cell,
    stamp: Stamp,
    picks: Vec<Cell>,
    aim: Aim,
    seen: Seen,
    reach: Reach,
    /// True if a step was just made and the cursor is still where it was then.
    is_fresh: bool,
    /// True if the cursor is in use where the game is reviewed.
    points: bool,
    /// The jump to a cell that was begun, if one was.
    jump: Option<Jump>,
}

impl Hand {
    /// A hand in the middle of the board, shown the position at the cursor of `timeline`, where
    /// nothing can be done yet.
    pub(super) fn new(timeline: &Timeline) -> Self {
        let cursor = Cursor::centre(timeline.position().board().geometry());
        Self {
            cursor,
            focus: cursor.cell(),
            stamp: Stamp::default(),
            picks: Vec::new(),
            aim: Aim::default(),
            seen: Seen::of(timeline),
            reach: Reach::default(),
            is_fresh: false,
            points: false,
            jump: None,
        }
    }

    /// Looks at the position at the cursor of `timeline`, where a person can do what `reach`
    /// allows.
    pub(super) fn look(&mut self, timeline: &Timeline, reach: Reach) {
        self.reach = reach;
        // Elsewhere the other side may be to move, and other cells be vacant.
        if self.seen.at != timeline.cursor() || !self.is_playable() {
            self.picks.clear();
        }
        self.seen = Seen::of(timeline);
        self.follow_picks();
    }

    /// Finds what follows from the cells that are picked now.
    fn follow_picks(&mut self) {
        self.seen.pick(&self.picks);
        self.aim_at_cursor();
    }

    // ----- what is in hand

    /// The cell under the cursor.
    pub const fn cell(&self) -> Cell {
        self.cursor.cell()
    }

    /// The cell that must be in view: the one keys went to last, wherever the mouse points.
    pub const fn focus(&self) -> Cell {
        self.focus
    }

    /// The orientation of the board on the screen.
    pub const fn orientation(&self) -> Orientation {
        self.cursor.orientation()
    }

    /// The step that Enter would make.
    pub const fn aim(&self) -> &Aim {
        &self.aim
    }

    /// The cells picked so far of a step of three.
    pub fn picks(&self) -> &[Cell] {
        &self.picks
    }

    /// The facts that follow from the position.
    pub const fn seen(&self) -> &Seen {
        &self.seen
    }

    /// True if a person can make a step here by playing, or by exploring it where the game
    /// is reviewed and the cursor is in use.
    pub const fn is_playable(&self) -> bool {
        self.reach.plays || self.is_pointing()
    }

    /// True if the cursor on the board is in use where the game is reviewed.
    pub const fn is_pointing(&self) -> bool {
        self.points && self.reach.explores
    }

    /// True if the person to move may exchange colours now.
    pub fn may_swap(&self) -> bool {
        self.is_playable() && self.seen.position.check(Step::Swap).is_ok()
    }

    /// True if no cell can be played although the game goes on: all that is left is to
    /// pass.
    pub fn is_stuck(&self) -> bool {
        self.is_playable() && self.picks.is_empty() && self.seen.cells.is_empty()
    }

    /// True if part of the turn at hand is made, which can be taken back.
    pub fn is_begun(&self) -> bool {
        !self.picks.is_empty() || self.is_mid_turn()
    }

    /// True if a step of the turn at hand is made, and another is to come. If the game starts in a
    /// turn, nothing of that can be taken back.
    pub(super) fn is_mid_turn(&self) -> bool {
        let was_made = self.seen.at != NodeId::START;
        was_made && self.is_playable() && self.seen.position.phase().is_mid_turn()
    }

    /// True if the fault of a step at the cursor is shown: the cursor was moved there for this
    /// step, or the step was tried, and the cursor does not merely rest on the stone just placed.
    pub(crate) const fn shows_refusal(&self) -> bool {
        !self.is_fresh
    }

    /// The steps that [`Hand::accept`] would give; `None` if it would give none.
    pub(super) fn choice(&self) -> Option<&[Step]> {
        let steps = self.aim.steps.as_slice();
        let gives =
            matches!(self.picks.len(), 0 | 3) && !steps.is_empty() && self.aim.refused.is_none();
        gives.then_some(steps)
    }

    fn geometry(&self) -> &'static Geometry {
        self.seen.position.board().geometry()
    }

    fn names(&self) -> Names {
        Names::of(&self.seen.position)
    }

    fn has_trominoes(&self) -> bool {
        self.seen.has(StepKind::Tromino)
    }

    // ----- the cursor

    /// Brings the cell under the cursor into view.
    pub const fn show_cursor(&mut self) {
        self.focus = self.cursor.cell();
    }

    /// Brings the last step into view, unless `shows` is true for all its cells.
    pub fn show_last(&mut self, shows: impl Fn(Cell) -> bool) {
        let Some(step) = self.seen.last else { return };
        if step.cells().all(shows) {
            return;
        }
        // The cell in the middle, so that the others come with it.
        let cells: CellSet = step.cells().collect();
        let beside = |cell: &Cell| (*self.geometry().neighbour_set(*cell) & cells).len();
        self.focus = step.cells().max_by_key(beside).unwrap_or(self.focus);
    }

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

    /// Turns the board on the screen by one step clockwise; the cursor stays on its cell.
    pub fn turn_board(&mut self) -> Reply {
        self.lay(self.orientation().turned(self.geometry().shape()))
    }

    /// Flips the board on the screen from left to right; the cursor stays on its cell.
    pub(crate) fn flip_board(&mut self) -> Reply {
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

    /// Moves the cursor to `cell` as keys do.
    fn go_to_cell(&mut self, cell: Cell) -> Reply {
        self.point();
        let moved = self.cursor.to(self.geometry(), cell);
        self.walk_to(moved);
        Reply::Shown
    }

    /// Moves the cursor to the next cell that can be played, or with `back` to the one before.
    pub fn next_legal(&mut self, back: bool) -> Reply {
        if self.is_playable() && self.seen.cells.is_empty() {
            return Reply::Refused("no cell is legal".into());
        }
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
        let shows_more = std::mem::take(&mut self.is_fresh) && self.aim.refused.is_some();
        let before = std::mem::replace(&mut self.focus, cursor.cell());
        match self.set_cursor(cursor) {
            Reply::Nothing => Reply::shown_if(shows_more || before != self.focus),
            reply => reply,
        }
    }

    fn set_cursor(&mut self, cursor: Cursor) -> Reply {
        let moved = cursor != self.cursor;
        self.cursor = cursor;
        if moved {
            self.is_fresh = false;
            self.aim_at_cursor();
        }
        Reply::shown_if(moved)
    }

    /// Takes the cursor on the board into use, if moves can be explored here; returns true if it
    /// was not before.
    pub fn point(&mut self) -> bool {
        let begins = self.reach.explores && !self.points;
        if begins {
            self.points = true;
            self.follow_picks();
        }
        begins
    }

    /// Takes the cursor out of use where the game is reviewed.
    pub(super) const fn rest(&mut self) {
        self.points = false;
    }

    /// Notes that a step was just made here, which was only explored if `explores`.
    pub(super) fn stepped(&mut self, explores: bool) {
        self.is_fresh = true;
        if explores && !self.points {
            self.points = true;
            self.follow_picks();
        }
    }

    // ----- aiming

    /// Aims at what the cursor is on.
    pub fn aim_at_cursor(&mut self) {
        let steps = if self.is_playable() { self.step_at_cursor() } else { None };
        self.aim = match steps {
            None => Aim { ghost: self.picked_ghost(), ..Aim::default() },
            Some(_) if self.is_stuck() => Aim::default(),
            // The stamp tries every shape, so if none fits, what is wrong with the shape it fell
            // back to says nothing.
            Some(step)
                if self.has_trominoes()
                    && self.picks.is_empty()
                    && self.seen.position.check(step).is_err() =>
            {
                Aim { refused: Some(self.no_fit()), ..Aim::default() }
            }
            Some(step) => Aim::of(&self.seen.position, vec![step]),
        };
    }

    /// The reason why no three stones can be dropped on the cursor.
    fn no_fit(&self) -> String {
        let (names, cell) = (self.names(), self.cell());
        let here = names.cell(cell);
        match self.seen.position.board().at(cell) {
            Some(colour) => format!("{here} is occupied by {}", names.title(colour)),
            None => format!("no tromino fits on {here}"),
        }
    }

    /// The stones picked so far, before it is known whose is which.
    fn picked_ghost(&self) -> Vec<(Cell, Colour)> {
        let colour = self.seen.position.to_move();
        self.picks.iter().map(|&cell| (cell, colour)).collect()
    }

    fn step_at_cursor(&self) -> Option<Step> {
        let (position, cell) = (&self.seen.position, self.cell());
        if self.has_trominoes() {
            return match self.picks[..] {
                [] => self.stamp.fitted(position, cell).map(|(_, step)| step),
                [a, b, c] => [(a, b, c), (b, c, a), (c, a, b)]
                    .into_iter()
                    .find(|&(other, _, _)| other == cell)
                    .map(|(other, a, b)| Step::tromino(a, b, other)),
                _ => None,
            };
        }
        let flips = self.seen.has(StepKind::Flip)
            && position.phase() == Phase::Placement
            && position.board().at(cell) == Some(position.to_move().other());
        Some(if flips { Step::Flip(cell) } else { Step::Place(cell) })
    }

    /// Aims at the turn that is being typed: only at its whole parts where the last one may still
    /// become a name, and the turn one in the right form.
    pub fn aim_as_typed(&mut self, text: &str) {
        self.aim_at_text(text);
        if self.aim.refused.is_some() && self.may_go_on(text) {
            self.aim_at_text(split_last(text).0);
        }
    }

    /// True if more letters can make a turn of `text`: one in the right form if it has none yet,
    /// else one that can be played.
    fn may_go_on(&self, text: &str) -> bool {
        let (position, names) = (&self.seen.position, self.names());
        let lower = text.to_lowercase();
        let (whole, begun) = split_last(&lower);
        let is_whole = position.parse_typed(text).is_ok();
        let cells = self.geometry().cells().map(|cell| names.cell(cell));
        let stones = cells.flat_map(|cell| ["", "x", "*"].map(|sign| format!("{sign}{cell}")));
        let others = [Step::Pass, Step::Swap].map(|step| names.step(step));
        let mut longer =
            stones.chain(others).filter(|name| name.len() > begun.len() && name.starts_with(begun));
        longer.any(|name| {
            let steps = position.parse_typed(&format!("{whole}{name}"));
            steps.is_ok_and(|steps| {
                let names_cells = steps.iter().all(|step| step.cells().next().is_some());
                !is_whole && names_cells || Aim::of(position, steps).refused.is_none()
            })
        })
    }

    /// Aims at the turn that is typed; returns true if it could be played as it is.
    pub fn aim_at_text(&mut self, text: &str) -> bool {
        self.is_fresh = false;
        self.point();
        self.aim = if text.trim().is_empty() {
            Aim::default()
        } else if let Some(ghost) = self.begun_tromino(text) {
            Aim { ghost, ..Aim::default() }
        } else {
            match self.seen.position.parse_typed(text) {
                Ok(steps) => Aim::of(&self.seen.position, steps),
                Err(error) => Aim { refused: Some(error.to_string()), ..Aim::default() },
            }
        };
        self.aim.is_typed = true;
        self.aim.refused.is_none() && !self.aim.steps.is_empty()
    }

    /// The stones typed so far of a tromino whose other cells are still to come; `None` if what is
    /// typed is anything else, or cannot become one.
    fn begun_tromino(&self, text: &str) -> Option<Vec<(Cell, Colour)>> {
        if !self.has_trominoes() || !self.is_playable() {
            return None;
        }
        let lower = text.to_lowercase();
        let mut parts: Vec<&str> = lower
            .split(|c: char| c == ',' || c.is_whitespace())
            .filter(|part| !part.is_empty())
            .take(4)
            .collect();
        // A letter alone is a cell whose number is still to come.
        let is_begun =
            |part: &&str| matches!(part.trim_matches('*').as_bytes(), [] | [b'a'..=b'z']);
        if parts.len() > 3 || parts.len() == 3 && !parts.last().is_some_and(is_begun) {
            return None;
        }
        parts.pop_if(|part| is_begun(&&**part));
        let position = &self.seen.position;
        let (names, mover, board) = (self.names(), position.to_move(), position.board());
        let mut stones: Vec<(Cell, Colour)> = Vec::new();
        for part in parts {
            let cell = names
                .parse_cell(part.trim_matches('*'))
                .ok()
                .filter(|cell| board.at(*cell).is_none())?;
            let colour = if part.contains('*') { mover.other() } else { mover };
            let is_second_star =
                colour != mover && stones.iter().any(|(_, other)| *other == colour);
            if is_second_star || stones.iter().any(|(other, _)| *other == cell) {
                return None;
            }
            stones.push((cell, colour));
        }
        Some(stones)
    }

    // ----- choosing a step, where a person can make one

    /// Does what Enter does: gives the steps aimed at, or picks a cell where that is what comes
    /// next.
    ///
    /// # Errors
    /// The reply if there is no step to make yet.
    pub fn accept(&mut self) -> Result<Vec<Step>, Reply> {
        let is_chosen =
            self.picks.is_empty() || self.picks.len() == 3 && !self.aim.steps.is_empty();
        if is_chosen { self.aimed() } else { self.pick() }
    }

    /// Gives the steps aimed at.
    ///
    /// # Errors
    /// The refusal if they cannot be made, or there are none.
    pub fn aimed(&mut self) -> Result<Vec<Step>, Reply> {
        self.is_fresh = false;
        if let Some(refused) = &self.aim.refused {
            return Err(Reply::Refused(refused.clone().into()));
        }
        if !self.aim.steps.is_empty() {
            return Ok(self.aim.steps.clone());
        }
        Err(Reply::Refused(if self.is_stuck() {
            stuck()
        } else if self.has_trominoes() {
            "a tromino takes three cells, like d4 e4* d5".into()
        } else {
            "there is no move to play here".into()
        }))
    }

    /// Picks the cell under the cursor for a step of three, puts a picked one back, or with three
    /// picked takes it for the opponent's stone and gives the step.
    ///
    /// # Errors
    /// The reply if there is no step to make yet.
    pub fn pick(&mut self) -> Result<Vec<Step>, Reply> {
        self.point();
        let cell = self.cell();
        if self.picks.len() == 3 {
            return if self.picks.contains(&cell) {
                self.aimed()
            } else {
                Err(Reply::Refused(
                    "you picked three cells; choose the opponent's stone, or unpick one".into(),
                ))
            };
        }
        if let Some(i) = self.picks.iter().position(|&picked| picked == cell) {
            self.picks.remove(i);
            self.follow_picks();
            return Err(Reply::Shown);
        }
        let names = self.names();
        let (here, board) = (names.cell(cell), self.seen.position.board());
        if let Some(colour) = board.at(cell) {
            return Err(Reply::Refused(
                format!("{here} is occupied by {}", names.title(colour)).into(),
            ));
        }
        if self.is_stuck() {
            return Err(Reply::Refused(stuck()));
        }
        if !self.seen.cells.contains(cell) {
            return Err(Reply::Refused(if self.picks.is_empty() {
                format!("{here} is illegal: no tromino fits there").into()
            } else {
                format!("{here} fits no legal tromino with the cells you picked").into()
            }));
        }
        self.picks.push(cell);
        self.follow_picks();
        Err(Reply::Shown)
    }

    /// Puts back the last cell picked; returns true if there was one.
    pub(super) fn unpick(&mut self) -> bool {
        let unpicks = self.picks.pop().is_some();
        if unpicks {
            self.follow_picks();
        }
        unpicks
    }

    /// Puts back all cells picked; returns true if there were any.
    pub(super) fn unpick_all(&mut self) -> bool {
        self.picks.truncate(1);
        self.unpick()
    }

    /// Turns the three stones about the cursor.
    pub fn rotate(&mut self, back: bool) -> Reply {
        self.restamp(|stamp, position, cell| stamp.turned(position, cell, back))
    }

    /// Makes another of the three stones the opponent's.
    pub fn next_stone(&mut self) -> Reply {
        self.restamp(Stamp::with_next_stone)
    }

    fn restamp(&mut self, change: impl Fn(Stamp, &Game, Cell) -> Stamp) -> Reply {
        if !self.has_trominoes() || !self.is_playable() {
            return Reply::Nothing;
        }
        if !self.picks.is_empty() {
            return Reply::Refused(sentence!(
                "you are picking cells one by one; {} unpicks the last",
                ActionId::TakeBack
            ));
        }
        let (position, cell) = (&self.seen.position, self.cell());
        let shown = self.stamp.fitted(position, cell).map_or(self.stamp, |(stamp, _)| stamp);
        let stamp = change(shown, position, cell);
        if self.is_stuck() {
            return Reply::Refused(stuck());
        }
        if let Some(why) = &self.aim.refused {
            return Reply::Refused(why.clone().into());
        }
        if stamp == shown {
            return Reply::Refused(
                format!("no other tromino fits on {}", self.names().cell(cell)).into(),
            );
        }
        self.stamp = stamp;
        self.aim_at_cursor();
        Reply::Shown
    }
}

impl Seen {
    /// The view at the cursor of `timeline` as long as no cell is picked.
    fn of(timeline: &Timeline) -> Self {
        let position = timeline.position().clone();
        let legal = position.legal();
        let open: CellSet = legal.iter().flat_map(|step| step.cells()).collect();
        let (marks, standing) = (position.marks(), position.standing());
        let (at, last) = (timeline.cursor(), timeline.step(timeline.cursor()));
        Self { at, position, last, legal, cells: open, open, marks, standing }
    }

    /// Leaves the cells that some legal step touches together with all `picks`.
    fn pick(&mut self, picks: &[Cell]) {
        let holds = |step: &&Step| picks.iter().all(|pick| step.cells().any(|cell| cell == *pick));
        self.cells = self.legal.iter().filter(holds).flat_map(|step| step.cells()).collect();
    }

    /// True if steps of this form occur in the game.
    fn has(&self, kind: StepKind) -> bool {
        self.position.info().steps.contains(&kind)
    }
}

/// The whole parts of a turn that is being typed, with what separates them, and its last part.
fn split_last(text: &str) -> (&str, &str) {
    let is_separator = |c: char| c == ',' || c.is_whitespace();
    let separator = text.char_indices().rfind(|&(_, c)| is_separator(c));
    text.split_at(separator.map_or(0, |(at, c)| at + c.len_utf8()))
}

impl Aim {
    fn of(position: &Game, steps: Vec<Step>) -> Self {
        let mut after = position.clone();
        let mut ghost = Vec::new();
        for (i, &step) in steps.iter().enumerate() {
            if i > 0 && !after.phase().is_mid_turn() {
                let turn = Names::of(position).turn(&steps[..i]);
                let refused = Some(format!("{turn} completes a move; type one move at a time"));
                return Self { steps, ghost, refused, ..Self::default() };
            }
            let stones = step.stones(after.to_move());
            if let Err(error) = after.play(step) {
                // Stones that cannot be placed are not shown.
                return Self { steps, refused: Some(error.to_string()), ..Self::default() };
            }
            ghost.extend(stones);
        }
        Self { steps, ghost, effect: after.standing().effect, ..Self::default() }
    }
}

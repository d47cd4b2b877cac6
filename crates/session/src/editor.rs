//! An editor of positions: stones are put down and taken away as one likes, and the rules say what
//! is wrong with them.
//!
//! The stones on the board need not be a position that the game allows, and often are not on the
//! way to one. Any fault of theirs is reported in a sentence that names the cells.

use tetralith_core::notation::Names;
use tetralith_core::position_text::{self, PositionTextError};
use tetralith_core::rules::{Arrangement, ArrangementError};
use tetralith_core::{
    Board, Cell, CellSet, Colour, Direction, Game, Info, OptionKind, Options, Orientation, Phase,
    StepKind,
};

use crate::cursor::Cursor;

/// The most steps back that the editor keeps.
const MOST_PAST: usize = 1000;

/// All that is edited.
#[derive(Clone, Copy, Debug)]
struct State {
    info: &'static Info,
    options: Options,
    arrangement: Arrangement,
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.info.id == other.info.id
            && self.options == other.options
            && self.arrangement == other.arrangement
    }
}

/// A position that is being set up.
#[derive(Clone)]
pub struct Editor {
    state: State,
    past: Vec<State>,
    future: Vec<State>,
    /// The state that is safe elsewhere: the one the editor began with, or that was last copied or
    /// played from.
    known: State,
    /// The states that were safe nowhere when another position took their place.
    replaced: Vec<State>,
    brush: Colour,
    cursor: Cursor,
    position: Result<Game, PositionFault>,
}

/// The reason why the stones and the turn are not a position of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionFault {
    /// A sentence without its full stop, with the names of the cells.
    pub text: String,
    /// The cells that are to blame.
    pub cells: CellSet,
}

impl Editor {
    /// An editor that begins with `position`.
    pub fn new(position: &Game) -> Self {
        let state = State::of(position);
        Self {
            state,
            past: Vec::new(),
            future: Vec::new(),
            known: state,
            replaced: Vec::new(),
            brush: Colour::First,
            cursor: Cursor::centre(position.board().geometry()),
            position: Ok(position.clone()),
        }
    }

    /// The game.
    pub const fn info(&self) -> &'static Info {
        self.state.info
    }

    /// The options that the position will have.
    pub const fn options(&self) -> &Options {
        &self.state.options
    }

    /// The stones, and whose turn it is.
    pub const fn arrangement(&self) -> &Arrangement {
        &self.state.arrangement
    }

    /// The stones on the board.
    pub fn board(&self) -> Board {
        let mut board = Board::new(self.state.options.geometry());
        board.set_all(self.state.arrangement.stones);
        board
    }

    /// The names of cells and colours.
    pub fn names(&self) -> Names {
        Names { info: self.state.info, geometry: self.state.options.geometry() }
    }

    /// The position as it is.
    ///
    /// # Errors
    /// [`PositionFault`] that explains why it is not a legal position.
    pub const fn position(&self) -> Result<&Game, &PositionFault> {
        self.position.as_ref()
    }

    /// The position as a line of text.
    ///
    /// # Errors
    /// [`PositionFault`] that explains why it is not a legal position.
    pub fn text(&self) -> Result<String, &PositionFault> {
        self.position().map(position_text::write)
    }

    /// The colour of the stones that are put down.
    pub const fn brush(&self) -> Colour {
        self.brush
    }

    /// Takes the other colour for the stones that are put down.
    pub const fn change_brush(&mut self) {
        self.brush = self.brush.other();
    }

    /// The cell under the cursor.
    pub const fn cell(&self) -> Cell {
        self.cursor.cell()
    }

    /// Moves the cursor one cell, or with `far` several.
    pub fn move_cursor(&mut self, towards: Direction, far: bool) {
        let geometry = self.state.options.geometry();
        self.cursor = if far {
            self.cursor.jump(geometry, towards)
        } else {
            self.cursor.step(geometry, towards)
        };
    }

    /// Puts the cursor on `cell`; returns true if it was elsewhere.
    pub fn point_at(&mut self, cell: Cell) -> bool {
        let moved = cell != self.cell();
        self.cursor = self.cursor.to(self.state.options.geometry(), cell);
        moved
    }

    /// The orientation of the board on the screen.
    pub const fn orientation(&self) -> Orientation {
        self.cursor.orientation()
    }

    /// Lays the board on the screen in this `orientation`.
    pub fn lay(&mut self, orientation: Orientation) {
        self.cursor = self.cursor.oriented(self.state.options.geometry(), orientation);
    }

    /// True if leaving would lose work: the position was changed since it was last copied
    /// or played from, or an earlier one was when another took its place.
    pub fn is_unknown(&self) -> bool {
        !self.is_known() || !self.replaced.is_empty()
    }

    /// True if the position on the board is safe elsewhere.
    pub fn is_known(&self) -> bool {
        self.state == self.known
    }

    /// Notes that the position is safe elsewhere: leaving would not lose it.
    pub fn make_known(&mut self) {
        self.known = self.state;
        self.replaced.retain(|state| *state != self.known);
    }

    // ----- changes

    /// Puts a stone of `colour` under the cursor, or takes it away if one of that colour is there
    /// already.
    pub fn put(&mut self, colour: Colour) {
        let (cell, mut next) = (self.cell(), self.state);
        let [own, other] = next.of_both(colour);
        if own.contains(cell) {
            own.remove(cell);
        } else {
            own.insert(cell);
            other.remove(cell);
        }
        self.change(next.settled(Some(cell)));
    }

    /// Takes away the stone under the cursor; returns false if there is none.
    pub fn remove(&mut self) -> bool {
        let (cell, mut next) = (self.cell(), self.state);
        for stones in &mut next.arrangement.stones {
            stones.remove(cell);
        }
        self.change(next.settled(None))
    }

    /// Resets the editor to the start of the game; returns false if it is there already.
    pub fn clear(&mut self) -> bool {
        let start = Game::start(self.state.info, &self.state.options);
        start.is_ok_and(|start| self.change(State::of(&start)))
    }

    /// Lets the other player move.
    pub fn change_side(&mut self) {
        let mut next = self.state;
        next.arrangement.to_move = next.arrangement.to_move.other();
        self.change(next.settled(Some(self.cell())));
    }

    /// Goes to the next kind of turn that the position can have; returns false if there is no
    /// other.
    pub fn next_turn(&mut self) -> bool {
        let turns = self.state.turns(Some(self.cell()));
        let kind = |arrangement: &Arrangement| {
            (arrangement.phase.id(), arrangement.swap, arrangement.passes)
        };
        let here =
            turns.iter().position(|turn| kind(turn) == kind(&self.state.arrangement)).unwrap_or(0);
        let others = (1..turns.len()).map(|ahead| turns[(here + ahead) % turns.len()]);
        let legal = others
            .map(|arrangement| State { arrangement, ..self.state })
            .find(|state| state.position().is_ok());
        legal.is_some_and(|state| self.change(state))
    }

    /// Changes the game to `info` with `options`; the stones stay if the game and the board stay
    /// the same.
    pub fn set_options(&mut self, info: &'static Info, options: Options) {
        let same =
            info.id == self.state.info.id && options.geometry() == self.state.options.geometry();
        let next = if same {
            State { options, ..self.state }.settled(None)
        } else {
            match Game::start(info, &options) {
                Ok(start) => State::of(&start),
                Err(_) => return,
            }
        };
        self.change(next);
    }

    /// Takes over the position of `text`, of any game, as [`Editor::take`] does.
    ///
    /// # Errors
    /// [`PositionTextError`] that states what is wrong with it; the editor is then unchanged.
    pub fn read(&mut self, text: &str) -> Result<bool, PositionTextError> {
        Ok(self.take(&position_text::read(text)?))
    }

    /// Puts the stones and the state of `position` in place of what was set up; returns true if
    /// that is safe nowhere.
    pub fn take(&mut self, position: &Game) -> bool {
        let before = self.state;
        let is_lost = before != self.known;
        let replaces = self.change(State::of(position)) && is_lost;
        self.make_known();
        self.replaced.extend(replaces.then_some(before));
        replaces
    }

    /// Takes back the last change; returns false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        self.future.push(self.state);
        self.show(before);
        true
    }

    /// Makes the change again that was taken back last; returns false if there is none.
    pub fn redo(&mut self) -> bool {
        let Some(next) = self.future.pop() else { return false };
        self.past.push(self.state);
        self.show(next);
        true
    }

    fn change(&mut self, next: State) -> bool {
        if next == self.state {
            return false;
        }
        if self.past.len() == MOST_PAST {
            self.past.remove(0);
        }
        // Work that goes on from a state is what would be lost.
        self.replaced.retain(|state| *state != self.state);
        self.past.push(self.state);
        self.future.clear();
        self.show(next);
        true
    }

    fn show(&mut self, state: State) {
        if state.options.geometry() != self.state.options.geometry() {
            self.cursor = Cursor::centre(state.options.geometry());
        }
        self.state = state;
        self.position = state.position();
    }
}

impl State {
    fn of(position: &Game) -> Self {
        Self {
            info: position.info(),
            options: *position.options(),
            arrangement: position.arrangement(),
        }
    }

    /// The stones of `colour` and of the other.
    fn of_both(&mut self, colour: Colour) -> [&mut CellSet; 2] {
        let [first, second] = &mut self.arrangement.stones;
        if colour == Colour::First { [first, second] } else { [second, first] }
    }

    fn position(&self) -> Result<Game, PositionFault> {
        Game::arranged(self.info, &self.options, &self.arrangement).map_err(|error| {
            let cells = match &error.reason {
                ArrangementError::Illegal(flaw) => flaw.cells,
                _ => CellSet::EMPTY,
            };
            PositionFault { text: error.to_string(), cells }
        })
    }

    /// The same stones with a turn that the rules allow, if there is one: the turn it has, else an
    /// ordinary one.
    fn settled(self, cell: Option<Cell>) -> Self {
        if self.position().is_ok() {
            return self;
        }
        // Neither a swap nor a pass was asked for.
        let plain = self.turns(cell).into_iter().filter(|turn| !turn.swap && turn.passes == 0);
        let legal = plain
            .map(|arrangement| Self { arrangement, ..self })
            .find(|state| state.position().is_ok());
        legal.unwrap_or(self)
    }

    /// Every kind of turn that the game has, for the player to move; an opening turn is tied to the
    /// stone on `cell` if it can be.
    fn turns(&self, cell: Option<Cell>) -> Vec<Arrangement> {
        let Self { info, options, arrangement } = self;
        let plain = Arrangement { phase: Phase::Placement, swap: false, passes: 0, ..*arrangement };
        let mut turns = vec![plain];
        if info.has(OptionKind::Opening) && options.opening {
            let of = |colour: Colour| arrangement.stones[colour.index()];
            let about = |stones: CellSet| {
                cell.filter(|&cell| stones.contains(cell)).or_else(|| stones.highest())
            };
            let phases = [
                Some(Phase::First),
                about(of(arrangement.to_move.other())).map(|anchor| Phase::Bound { anchor }),
                about(of(arrangement.to_move)).map(|bound| Phase::Free { bound }),
            ];
            for phase in phases.into_iter().flatten() {
                turns.push(Arrangement { phase, ..plain });
            }
        }
        if info.has(OptionKind::Pie) && options.pie {
            turns.push(Arrangement { swap: true, ..plain });
        }
        if info.steps.contains(&StepKind::Pass) {
            turns.push(Arrangement { passes: 1, ..plain });
            turns.push(Arrangement { passes: 2, ..plain });
        }
        turns
    }
}

/// A kind of turn in words, as the editor shows it.
pub fn turn_text(names: Names, arrangement: &Arrangement) -> String {
    match arrangement {
        Arrangement { phase: Phase::First, .. } => "opening: first stone".to_owned(),
        Arrangement { phase: Phase::Bound { anchor }, .. } => {
            format!("opening: bound stone next to {}", names.cell(*anchor))
        }
        Arrangement { phase: Phase::Free { bound }, .. } => {
            format!("opening: free stone after {}", names.cell(*bound))
        }
        Arrangement { swap: true, .. } => "may swap colours".to_owned(),
        Arrangement { passes: 1, .. } => "after a pass".to_owned(),
        Arrangement { passes: 2.., .. } => "after two passes".to_owned(),
        _ => "ordinary".to_owned(),
    }
}

/// A kind of turn in the fewest words, for where [`turn_text`] has no room; `None` for an ordinary
/// one.
pub fn brief_turn_text(names: Names, arrangement: &Arrangement) -> Option<String> {
    Some(match arrangement {
        Arrangement { phase: Phase::First, .. } => "first stone".to_owned(),
        Arrangement { phase: Phase::Bound { anchor }, .. } => {
            format!("bound, next to {}", names.cell(*anchor))
        }
        Arrangement { phase: Phase::Free { bound }, .. } => {
            format!("free, after {}", names.cell(*bound))
        }
        Arrangement { swap: false, passes: 0, .. } => return None,
        _ => turn_text(names, arrangement),
    })
}

#[cfg(test)]
mod tests {
    use tetralith_core::Setup;
    use tetralith_core::games::INFOS;

    use super::*;

    fn editor(text: &str) -> Editor {
        Editor::new(&position_text::read(text).unwrap())
    }

    fn put(editor: &mut Editor, cells: &str, colour: Colour) {
        for cell in cells.split(' ') {
            editor.point_at(editor.names().parse_cell(cell).unwrap());
            editor.put(colour);
        }
    }

    #[test]
    fn editing_stones_can_be_undone() {
        let mut editor = editor("necklace size=3 3/3/3 red");
        put(&mut editor, "a3 b2", Colour::First);
        put(&mut editor, "c1 b2", Colour::Second);
        assert_eq!(editor.text().unwrap(), "necklace size=3 r2/1b1/2b red");
        editor.put(Colour::Second);
        assert!(editor.is_unknown() && editor.undo() && editor.undo() && editor.redo());
        editor.change_side();
        assert_eq!(editor.text().unwrap(), "necklace size=3 r2/1b1/2b blue");
        assert!(editor.remove() && !editor.remove());
        assert!(editor.clear() && !editor.clear());
        assert_eq!(editor.text().unwrap(), "necklace size=3 3/3/3 red");
        while editor.undo() {}
        assert!(!editor.is_unknown());
    }

    #[test]
    fn positions_that_are_replaced_are_not_known() {
        let mut editor = editor("necklace size=3 3/3/3 red");
        assert_eq!(editor.read("necklace size=3 r2/3/3 blue"), Ok(false));
        put(&mut editor, "c3", Colour::Second);
        assert_eq!(editor.read("necklace size=3 3/1b1/3 red"), Ok(true));
        assert!(editor.is_unknown() && editor.undo() && editor.is_unknown());
        editor.make_known();
        assert!(!editor.is_unknown());
    }

    #[test]
    fn faults_of_positions_name_cells_and_can_be_fixed() {
        let mut editor = editor("necklace size=3 3/3/3 red");
        put(&mut editor, "a3 b2", Colour::First);
        put(&mut editor, "a2 b3", Colour::Second);
        let fault = editor.position().unwrap_err();
        assert_eq!(
            (fault.text.as_str(), fault.cells.len()),
            ("there is a crosscut on a2, a3, b2 and b3", 4)
        );
        assert!(editor.text().is_err() && editor.remove() && editor.text().is_ok());
    }

    #[test]
    fn the_turn_follows_the_stones_of_an_opening() {
        let mut editor = editor("multiplicity size=3 3/4/5/4/3 white first");
        assert!(!editor.next_turn(), "an empty board can have no other turn");
        put(&mut editor, "c3", Colour::First);
        assert!(editor.position().is_ok());
        editor.change_side();
        assert_eq!(editor.text().unwrap(), "multiplicity size=3 3/4/2w2/4/3 red bound c3");
        // With few vacant cells the opening is over.
        put(&mut editor, "a1 e3", Colour::Second);
        put(&mut editor, "c5 c1", Colour::First);
        assert!(
            matches!(editor.position(), Ok(game) if game.to_move() == Colour::Second),
            "{:?}",
            editor.position()
        );
    }

    #[test]
    fn every_kind_of_turn_comes_round() {
        let mut editor = editor("plurality size=5 bbw2/5/5/5/5 white");
        let texts: Vec<String> = (0..3)
            .map(|_| {
                assert!(editor.next_turn());
                turn_text(editor.names(), editor.arrangement())
            })
            .collect();
        assert_eq!(texts, ["after a pass", "after two passes", "ordinary"]);
        let mut editor = self::editor("necklace size=3 pie=true 3/1r1/3 blue");
        assert!(editor.next_turn() && editor.text().unwrap().ends_with("blue swap"));
    }

    #[test]
    fn options_and_boards_change_and_a_text_takes_the_place_of_all() {
        let mut editor = editor("necklace size=3 3/1r1/3 blue");
        let necklace = editor.info();
        let options = |size, pie| {
            necklace.options(&Setup { size: Some(size), pie: Some(pie), ..Setup::default() })
        };
        editor.set_options(necklace, options(3, true).unwrap());
        assert_eq!(editor.text().unwrap(), "necklace size=3 pie=true 3/1r1/3 blue");
        editor.set_options(necklace, options(4, true).unwrap());
        assert!(
            editor.board().occupied().is_empty()
                && editor.undo()
                && !editor.board().occupied().is_empty()
        );
        assert!(editor.read("greylox 3/x/3 white").is_err() && editor.info().id == "necklace");
        editor.read("greylox size=2 opening=false 2/1w1/2 black").unwrap();
        assert_eq!((editor.info().id, editor.board().occupied().len()), ("greylox", 1));
        assert!(editor.undo() && editor.info().id == "necklace");
    }

    #[test]
    fn the_start_of_every_game_is_a_position_to_begin_with() {
        for game in INFOS {
            let start = Game::start(game, &game.options(&Setup::default()).unwrap()).unwrap();
            let mut editor = Editor::new(&start);
            assert!(editor.position().is_ok() && !editor.is_unknown());
            editor.put(Colour::First);
            editor.change_side();
            assert!(editor.position().is_ok(), "{}: {:?}", game.id, editor.position());
        }
    }
}

//! Reasons why something can or cannot be played on a cell, in plain words, with the cells that
//! show it.
//!
//! Everything here is put in the vocabulary that all games share, so it holds for any of them.

use tetralith_core::notation::Names;
use tetralith_core::{Cell, CellSet, Game, Phase, PlayError, Step, StepKind};

/// The words about a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why {
    /// A sentence or two without the last full stop.
    pub text: String,
    /// The cells that the text speaks of.
    pub cells: CellSet,
    /// True if something can be played there.
    pub playable: bool,
}

impl Why {
    fn no(text: String, cells: CellSet) -> Self {
        Self { text, cells, playable: false }
    }

    /// Reports that nothing can be played on `cell`, because the game is over, by the rules or
    /// otherwise.
    pub fn over(game: &Game, cell: Cell) -> Self {
        let here = Names::of(game).cell(cell);
        Self::no(format!("{here} cannot be played: the game is over"), CellSet::EMPTY)
    }

    /// Reports why the player to move can or cannot play on `cell`.
    pub fn of(game: &Game, cell: Cell) -> Self {
        if game.outcome().is_some() {
            return Self::over(game, cell);
        }
        let steps: Vec<Step> =
            game.legal().into_iter().filter(|step| step.cells().any(|at| at == cell)).collect();
        match steps.first().map(|step| step.kind()) {
            Some(StepKind::Flip) => flip(game, cell),
            Some(StepKind::Tromino) => trominoes(game, cell, steps.len() / 3),
            Some(_) => place(game, cell),
            None => Self::refused(game, cell),
        }
    }

    /// The sentence of `error`, with its cells.
    pub(crate) fn from_error(game: &Game, error: &PlayError) -> Self {
        let cells = match error {
            PlayError::Forbidden(refusal) => refusal.cells,
            PlayError::Occupied(cell, _) => CellSet::of(*cell),
            // No other speaks of cells that are on the board.
            _ => CellSet::EMPTY,
        };
        Self::no(Names::of(game).explain(error), cells)
    }

    fn refused(game: &Game, cell: Cell) -> Self {
        let names = Names::of(game);
        let (here, mover) = (names.cell(cell), game.to_move());
        let steps = game.info().steps;
        let stone = game.board().at(cell);
        if steps.contains(&StepKind::Flip)
            && game.phase() == Phase::Placement
            && stone == Some(mover.other())
        {
            return Self::tried(game, Step::Flip(cell));
        }
        if steps.contains(&StepKind::Place) {
            return Self::tried(game, Step::Place(cell));
        }
        if let Some(colour) = stone {
            return Self::from_error(game, &PlayError::Occupied(cell, colour));
        }
        let faults: Vec<PlayError> =
            around(game, cell).into_iter().filter_map(|step| game.check(step).err()).collect();
        let Some(fault) = faults.first() else {
            let text = format!("no tromino fits on {here}: it has too little room");
            return Self::no(text, CellSet::of(cell));
        };
        let PlayError::Forbidden(refusal) = fault else { return Self::from_error(game, fault) };
        // If the ways round one obstacle meet another, the first shows what is meant.
        let text = format!("no tromino fits on {here}: {}", names.because(refusal));
        Self::no(text, refusal.cells | CellSet::of(cell))
    }

    fn tried(game: &Game, step: Step) -> Self {
        match game.check(step) {
            Err(error) => Self::from_error(game, &error),
            Ok(()) => {
                Self { text: Names::of(game).step(step), cells: CellSet::EMPTY, playable: true }
            }
        }
    }
}

/// Every three connected vacant cells with `cell` among them, as steps; whose stone is whose does
/// not matter.
fn around(game: &Game, cell: Cell) -> Vec<Step> {
    let (board, geometry) = (game.board(), game.board().geometry());
    let vacant = |at: &&Cell| board.at(**at).is_none();
    let mut steps = Vec::new();
    for &a in geometry.neighbours(cell).iter().filter(vacant) {
        let beside = geometry.neighbours(cell).iter().chain(geometry.neighbours(a));
        for &b in beside.filter(vacant).filter(|&&b| b != cell && b != a) {
            steps.push(Step::tromino(cell, a, b));
        }
    }
    steps
}

fn place(game: &Game, cell: Cell) -> Why {
    let names = Names::of(game);
    let (here, mover) = (names.cell(cell), game.to_move());
    let (me, them) = (names.title(mover), names.title(mover.other()));
    let geometry = game.board().geometry();
    let (because, cells) = match game.phase() {
        Phase::First => ("the first stone may go anywhere".to_owned(), CellSet::EMPTY),
        Phase::Bound { anchor } => (
            format!("it is next to {}, the opponent's last stone", names.cell(anchor)),
            CellSet::of(anchor),
        ),
        Phase::Free { .. } => {
            ("all its neighbours are vacant".to_owned(), *geometry.neighbour_set(cell))
        }
        Phase::Placement => {
            let marks = game.marks();
            let about = game.about(cell);
            let seen = about.counted & *game.board().stones(mover.other());
            if marks.controlled[mover.index()].contains(cell) {
                let own = about.counted & *game.board().stones(mover);
                (format!("{me} controls it with the stones on {}", names.list(&own)), own)
            } else if about.lines.is_empty() {
                ("it is vacant and no rule forbids it".to_owned(), CellSet::EMPTY)
            } else if seen.is_empty() {
                (format!("it sees no {them} stone"), seen)
            } else {
                (format!("of the {them} stones it sees only {}", names.list(&seen)), seen)
            }
        }
    };
    Why { text: format!("{me} can place a stone on {here}: {because}"), cells, playable: true }
}

fn flip(game: &Game, cell: Cell) -> Why {
    let names = Names::of(game);
    let mover = game.to_move();
    let seen = game.about(cell).counted & *game.board().stones(mover);
    let me = names.title(mover);
    let here = names.cell(cell);
    let text = format!(
        "{me} can flip the stone on {here}: {me} controls it with the stones on {}",
        names.list(&seen)
    );
    Why { text, cells: seen, playable: true }
}

fn trominoes(game: &Game, cell: Cell, places: usize) -> Why {
    let names = Names::of(game);
    let (them, here) = (names.title(game.to_move().other()), names.cell(cell));
    let ways =
        if places == 1 { "one tromino fits".to_owned() } else { format!("{places} trominoes fit") };
    let text = format!("{ways} on {here}; any of the three stones may be {them}'s");
    Why { text, cells: CellSet::EMPTY, playable: true }
}

#[cfg(test)]
mod tests {
    use tetralith_core::{Setup, games};

    use super::*;

    fn played(id: &str, setup: Setup, turns: &str) -> Game {
        let mut game = Game::new(id, &setup).unwrap();
        for turn in turns.split_whitespace() {
            for step in Names::of(&game).parse_turn(turn).unwrap() {
                game.play(step).unwrap();
            }
        }
        game
    }

    /// In games of every kind, the reason given for a cell agrees with what can be played there.
    #[test]
    fn every_cell_has_a_reason_and_it_agrees_with_the_rules() {
        for info in games::INFOS {
            let mut game =
                Game::new(info.id, &Setup { size: Some(4), ..Setup::default() }).unwrap();
            for turn in 0.. {
                let legal = game.legal();
                for cell in game.board().geometry().cells() {
                    let why = Why::of(&game, cell);
                    let playable = legal.iter().any(|step| step.cells().any(|at| at == cell));
                    assert_eq!(why.playable, playable, "{} {:?}: {}", info.id, cell, why.text);
                    assert!(why.text.contains(&Names::of(&game).cell(cell)), "{}", why.text);
                }
                let Some(&step) = legal.get((turn * 37 + 11) % legal.len().max(1)) else { break };
                game.play_unchecked(step);
            }
        }
    }

    #[test]
    fn a_flip_and_a_closed_cell_name_the_stones_that_control_them() {
        let setup = Setup { size: Some(3), opening: Some(false), ..Setup::default() };
        let game = played("greylox", setup, "b1 a1 c2");
        let why = Why::of(&game, Names::of(&game).parse_cell("a1").unwrap());
        assert!(!why.playable && why.text.contains("a1"), "{}", why.text);
        let game = played("greylox", setup, "b1 a1 a2 e3");
        let why = Why::of(&game, Names::of(&game).parse_cell("a1").unwrap());
        assert_eq!(
            why.text,
            "White can flip the stone on a1: White controls it with the stones on a2 and b1"
        );
        assert_eq!(why.cells.len(), 2);
    }

    #[test]
    fn three_stones_that_do_not_fit_name_a_square() {
        let setup = Setup { size: Some(3), ..Setup::default() };
        let game = played("plurality", setup, "a1,a2,b1");
        let why = Why::of(&game, Names::of(&game).parse_cell("b2").unwrap());
        let text =
            "no tromino fits on b2: it would fill the 2×2 square a1, a2, b1 and b2 with stones";
        assert_eq!((why.text.as_str(), why.cells.len()), (text, 4));
    }
}

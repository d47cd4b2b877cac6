//! Choices of where to place stones, from which a policy learns: the stones there were, and how
//! often a search visited each step.

use serde::Serialize;
use tetralith_core::{Cell, CellSet, Step, StepKind};

use crate::train::error::TrainError;
use crate::train::played::TrainingGame;
use crate::train::samples::replay;

/// A choice of a search among steps that place stones. Points are numbered as cells are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PointChoice {
    /// The number of the game.
    pub number: u64,
    /// The steps before it.
    pub steps: usize,
    /// Points on each side of the board.
    pub size: u8,
    /// The player to move: 0 for the first, 1 for the second.
    pub mover: usize,
    /// The stones of the player to move, and those of the other.
    pub stones: [Vec<usize>; 2],
    /// The stones of the last step of the player to move, and of that of the other.
    pub last: [Vec<usize>; 2],
    /// The vacant points that the player to move owns as territory, and those of the other.
    pub owned: [Vec<usize>; 2],
    /// The points on which some step places a stone.
    pub legal: Vec<usize>,
    /// The points of each step searched, own stones first, and how often; a pass is left out.
    pub visits: Vec<(Vec<usize>, u32)>,
}

/// Returns the choices of a game in which every legal step placed stones or was a pass.
///
/// # Errors
/// [`TrainError`] if the game cannot be played through.
pub fn point_choices(game: &TrainingGame) -> Result<Vec<PointChoice>, TrainError> {
    let mut last: [Vec<usize>; 2] = Default::default();
    let mut choices = Vec::new();
    let mut before = 0;
    replay(game, |position, visits, next| {
        let (mover, steps) = (position.to_move(), position.legal());
        let is_known = |step: &Step| {
            matches!(step.kind(), StepKind::Place | StepKind::Tromino | StepKind::Pass)
        };
        if !visits.is_empty() && steps.iter().all(is_known) {
            let sides = [mover, mover.other()];
            let legal: CellSet = steps.iter().flat_map(|step| step.cells()).collect();
            let territories = position.marks().territories;
            let owned = |side| -> CellSet {
                let own = territories.iter().filter(|territory| territory.owner == Some(side));
                own.fold(CellSet::EMPTY, |owned, territory| owned | territory.cells)
            };
            let seen = |&(place, count): &(u32, u32)| {
                let step = steps.get(place as usize).filter(|step| **step != Step::Pass)?;
                Some((step.cells().map(Cell::index).collect(), count))
            };
            choices.push(PointChoice {
                number: game.number,
                steps: before,
                size: game.size,
                mover: mover.index(),
                stones: sides.map(|side| points(position.board().stones(side))),
                last: sides.map(|side| last[side.index()].clone()),
                owned: sides.map(|side| points(&owned(side))),
                visits: visits.iter().filter_map(seen).collect(),
                legal: points(&legal),
            });
        }
        before += 1;
        if next != Step::Pass {
            last[mover.index()] = next.cells().map(Cell::index).collect();
        }
    })?;
    Ok(choices)
}

fn points(cells: &CellSet) -> Vec<usize> {
    cells.iter().map(Cell::index).collect()
}

#[cfg(test)]
mod tests {
    use tetralith_core::{Game, Names, Setup};

    use super::*;
    use crate::train::played::tests::played;

    fn choices(game: &str, size: u8) -> Vec<PointChoice> {
        point_choices(&played(game, size, 1, 1)[0]).unwrap()
    }

    #[test]
    fn choices_have_the_stones_before_them_and_visits() {
        let choices = choices("necklace", 5);
        assert!(!choices.is_empty());
        for choice in choices {
            let stones: Vec<usize> = choice.stones.concat();
            assert_eq!((stones.len(), choice.mover), (choice.steps, choice.steps % 2));
            for (last, stones) in choice.last.iter().zip(&choice.stones) {
                assert!(last.len() <= 1 && last.iter().all(|it| stones.contains(it)));
            }
            assert!(choice.visits.iter().all(|(step, _)| choice.legal.contains(&step[0])));
            let searched: u32 = choice.visits.iter().map(|visits| visits.1).sum();
            assert!(searched >= 59, "{searched}");
        }
    }

    #[test]
    fn choices_of_trominoes_have_territory_and_no_pass() {
        let choices = choices("plurality", 7);
        assert!(!choices.is_empty());
        for choice in &choices {
            let stones: Vec<usize> = choice.stones.concat();
            let owned: Vec<usize> = choice.owned.concat();
            assert!(owned.len() + stones.len() <= 49);
            assert!(owned.iter().all(|point| !stones.contains(point)));
            for (step, _) in &choice.visits {
                assert_eq!(step.len(), 3);
                assert!(step.iter().all(|point| choice.legal.contains(point)));
            }
            for last in &choice.last {
                assert!(last.is_empty() || last.len() == 3);
                assert!(last.iter().all(|point| stones.contains(point)));
            }
        }
        assert!(choices.iter().any(|choice| !choice.owned.concat().is_empty()));
    }

    #[test]
    fn choices_with_a_flip_are_left_out() {
        let mut position = Game::new("greylox", &Setup::default()).unwrap();
        let game = &played("greylox", 5, 1, 1)[0];
        let names = Names::of(&position);
        let choices = point_choices(game).unwrap();
        for (before, name) in game.moves.iter().enumerate() {
            let may_flip = position.legal().iter().any(|step| step.kind() == StepKind::Flip);
            assert!(!may_flip || choices.iter().all(|choice| choice.steps != before));
            position.play(names.parse_step(name).unwrap()).unwrap();
        }
        assert!(choices.len() < game.visits.iter().filter(|visits| !visits.is_empty()).count());
    }
}

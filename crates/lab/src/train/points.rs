//! Choices of points, from which a policy learns: the stones there were, and how often a search
//! visited each point.

use serde::Serialize;
use tetralith_core::Cell;

use crate::train::error::TrainError;
use crate::train::played::TrainingGame;
use crate::train::samples::replay;

/// A choice of a search among the points of a board. Points are numbered as cells are.
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
    /// The last stone of the player to move, and that of the other.
    pub last: [Option<usize>; 2],
    /// The points on which a stone may be placed.
    pub legal: Vec<usize>,
    /// The points searched, and how often.
    pub visits: Vec<(usize, u32)>,
}

/// Returns the choices of a game in which every legal step placed one stone.
///
/// # Errors
/// [`TrainError`] if the game cannot be played through.
pub fn point_choices(game: &TrainingGame) -> Result<Vec<PointChoice>, TrainError> {
    let mut last: [Option<Cell>; 2] = [None; 2];
    let mut choices = Vec::new();
    let mut before = 0;
    replay(game, |position, visits, next| {
        let (mover, steps) = (position.to_move(), position.legal());
        let legal: Vec<usize> =
            steps.iter().flat_map(|step| step.cells()).map(Cell::index).collect();
        if !visits.is_empty() && legal.len() == steps.len() {
            let sides = [mover, mover.other()];
            let stones = |side| position.board().stones(side).iter().map(Cell::index).collect();
            let seen = |&(place, count): &(u32, u32)| Some((*legal.get(place as usize)?, count));
            choices.push(PointChoice {
                number: game.number,
                steps: before,
                size: game.size,
                mover: mover.index(),
                stones: sides.map(stones),
                last: sides.map(|side| last[side.index()].map(Cell::index)),
                visits: visits.iter().filter_map(seen).collect(),
                legal,
            });
        }
        before += 1;
        last[mover.index()] = next.cells().next().or(last[mover.index()]);
    })?;
    Ok(choices)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::SelfPlayPlan;

    #[test]
    fn choices_have_the_stones_before_them_and_visits() {
        let game = SelfPlayPlan::new("necklace", &[5]).unwrap().with(60, 1).play(0);
        let choices = point_choices(&game).unwrap();
        assert!(!choices.is_empty());
        for choice in choices {
            let stones = choice.stones.iter().flatten().count();
            assert_eq!((stones, choice.mover), (choice.steps, choice.steps % 2));
            let lasts = choice.last.iter().zip(&choice.stones);
            assert!(lasts.clone().all(|(last, stones)| last.is_none_or(|it| stones.contains(&it))));
            assert!(choice.visits.iter().all(|(point, _)| choice.legal.contains(point)));
            let searched: u32 = choice.visits.iter().map(|visits| visits.1).sum();
            assert!(searched >= 59, "{searched}");
        }
    }

    #[test]
    fn games_of_other_steps_have_no_choices_of_points() {
        let game = SelfPlayPlan::new("plurality", &[5]).unwrap().with(30, 1).play(0);
        assert_eq!(point_choices(&game).unwrap(), []);
    }
}

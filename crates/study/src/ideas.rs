//! Moves that were thought of anywhere in a game, for its other positions.
//!
//! If there are hundreds of moves, every search overlooks good ones, and not always the same. A
//! good move is often good for many turns, so what was found in one position, or was played later,
//! is worth a look in those near it.

use std::cmp::Reverse;

use tetralith_core::{Game, Step};

use crate::finding::Finding;
use crate::moments::Moments;

/// The moves of a main line that are taken from it.
const OF_LINE: usize = 3;

/// The most ideas for one position.
const MOST: usize = 24;

/// The moves that the findings about a game name, and those that were played in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ideas {
    /// With the turn where each came up, in the order of the game and the better founded first.
    moves: Vec<(usize, Vec<Step>)>,
}

impl Ideas {
    /// The ideas from the game of `moments` and its `findings`, which are by turn.
    pub(crate) fn of(moments: &Moments, findings: &[Option<Finding>]) -> Self {
        let mut moves = Vec::new();
        for (turn, (moment, finding)) in moments.list().iter().zip(findings).enumerate() {
            let Some(finding) = finding else { continue };
            let found = finding
                .line
                .iter()
                .take(1)
                .chain([&moment.played])
                .chain(finding.line.iter().take(OF_LINE).skip(1));
            moves.extend(found.map(|steps| (turn, steps.clone())));
            moves.extend(finding.candidates.iter().map(|candidate| (turn, vec![candidate.step])));
        }
        Self { moves }
    }

    /// The ideas for the turn at `index`, played from `position`: legal moves other than the one
    /// that was `played`, at most 24. Those of the nearest turns come first, and of two equally
    /// near turns those of the later one.
    pub(crate) fn at(&self, index: usize, position: &Game, played: &[Step]) -> Vec<Vec<Step>> {
        let mut near: Vec<&(usize, Vec<Step>)> = self.moves.iter().collect();
        near.sort_by_key(|&&(turn, _)| (turn.abs_diff(index), Reverse(turn)));
        let mut ideas: Vec<Vec<Step>> = Vec::new();
        for (_, steps) in near {
            if ideas.len() == MOST {
                break;
            }
            let steps = &steps[..steps.len().min(played.len())];
            if steps != played
                && !ideas.iter().any(|idea| idea == steps)
                && is_move(position, steps)
            {
                ideas.push(steps.to_vec());
            }
        }
        ideas
    }
}

/// True if `steps` are a whole turn from `position`.
fn is_move(position: &Game, steps: &[Step]) -> bool {
    let mut next = position.clone();
    steps.iter().all(|&step| next.play(step).is_ok()) && !next.phase().is_mid_turn()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::MoveValue;
    use tetralith_core::{Names, Record};

    #[test]
    fn the_nearest_moves_that_are_legal_are_had_once_each() {
        let text = br#"{ "format": "tetralith", "version": 1, "game": "necklace", "options": { "size": 5 },
            "moves": ["c3", "b2", "d2", "c4"] }"#;
        let (_, timeline) = Record::read(text).unwrap();
        let moments = Moments::of_main_line(&timeline);
        let names = Names::of(moments.start());
        let finding = |line: &[&str]| {
            let line = line.iter().map(|text| names.parse_turn(text).unwrap()).collect();
            Some(Finding { line, ..Finding::sample(100, MoveValue::of(0.5, None, None)) })
        };
        let findings =
            [finding(&["a1"]), None, finding(&["e5", "a1", "b2", "d4"]), finding(&["d2"])];
        let ideas = Ideas::of(&moments, &findings);
        let at = |index: usize| -> Vec<String> {
            let played = &moments.list()[index].played;
            let ideas = ideas.at(index, &moments.position(index), played);
            ideas.iter().map(|steps| names.turn(steps)).collect()
        };
        assert_eq!(at(1), ["e5", "d2", "a1", "c4"], "b2 was played, and c3 is not free any more");
        assert_eq!(at(2), ["e5", "a1", "c4"]);
    }
}

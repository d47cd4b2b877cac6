//! The report on a game and those who played it.

use tetralith_core::Colour;

use crate::class::{Class, accuracy};
use crate::verdict::Verdict;

/// The most turning points that a report names.
pub(crate) const TURNING_POINTS: usize = 5;

/// The figures of one player over all of that player's moves with a verdict.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PlayerSummary {
    /// The moves that were judged.
    pub moves: usize,
    /// The mean accuracy of the moves, 0 to 100; `None` if there were none.
    pub accuracy: Option<f64>,
    /// The mean winning chance given away by a move, 0 to 1; `None` if there were none.
    pub mean_loss: Option<f64>,
    /// The number of moves of each of [`Class::FAULTS`].
    pub faults: [usize; Class::FAULTS.len()],
    /// The share of moves as good as the best, within the error, 0 to 1; `None` if there were none.
    pub best_share: Option<f64>,
    /// The mean winning chance given away by a move in each third of the game; `None` where there
    /// was no move.
    pub thirds: [Option<f64>; 3],
}

/// The figures of both players, and the moves that decided the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The figures of both players by the colours they hold at the end, the first colour's first.
    pub players: [PlayerSummary; 2],
    /// The moves that cost most, as indices into the verdicts, in the order of the game; faults
    /// only.
    pub turning_points: Vec<usize>,
    /// The largest standard error of a move's loss among the verdicts, 0 to 1.
    pub error: f64,
}

impl Report {
    /// The report on the `verdicts` about a game of `turns` turns.
    pub fn of(verdicts: &[Verdict], turns: usize) -> Self {
        let mut worst: Vec<usize> =
            (0..verdicts.len()).filter(|&i| verdicts[i].class.is_fault()).collect();
        worst.sort_by(|&a, &b| verdicts[b].loss.total_cmp(&verdicts[a].loss).then(a.cmp(&b)));
        worst.truncate(TURNING_POINTS);
        worst.sort_unstable();
        Self {
            players: Colour::BOTH.map(|player| PlayerSummary::of(verdicts, player, turns)),
            turning_points: worst,
            error: verdicts.iter().map(|verdict| verdict.error).fold(0.0, f64::max),
        }
    }
}

impl PlayerSummary {
    fn of(verdicts: &[Verdict], player: Colour, turns: usize) -> Self {
        let own = || verdicts.iter().filter(|verdict| verdict.choice.holder == player);
        let moves = own().count();
        let mean = |values: &mut dyn Iterator<Item = f64>| {
            let (sum, count) =
                values.fold((0.0, 0_u32), |(sum, count), value| (sum + value, count + 1));
            (count > 0).then(|| sum / f64::from(count))
        };
        let third = |verdict: &Verdict| (verdict.index * 3 / turns.max(1)).min(2);
        let in_third = |nth| {
            mean(&mut own().filter(|verdict| third(verdict) == nth).map(|verdict| verdict.loss))
        };
        Self {
            moves,
            accuracy: mean(&mut own().map(|verdict| accuracy(verdict.loss))),
            mean_loss: mean(&mut own().map(|verdict| verdict.loss)),
            faults: Class::FAULTS
                .map(|class| own().filter(|verdict| verdict.class == class).count()),
            best_share: mean(
                &mut own().map(|verdict| f64::from(u8::from(verdict.class == Class::Best))),
            ),
            thirds: [0, 1, 2].map(in_third),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moments::TurnChoice;
    use crate::verdict::{Evidence, Outlook};
    use tetralith_core::NodeId;

    fn verdict(index: usize, loss: f64) -> Verdict {
        let player = if index.is_multiple_of(2) { Colour::First } else { Colour::Second };
        Verdict {
            index,
            choice: TurnChoice {
                turn: index as u32 + 1,
                player,
                holder: player,
                before: NodeId::START,
                after: NodeId::START,
                played: Vec::new(),
            },
            best: Vec::new(),
            line: Vec::new(),
            before: Outlook { win: 0.5, proof: None },
            after: Outlook { win: 0.5 - loss, proof: None },
            loss,
            error: 0.001,
            lead_loss: None,
            class: Class::of(loss, 0.001),
            evidence: Evidence::default(),
        }
    }

    #[test]
    fn a_report_counts_each_players_own_moves() {
        let losses = [0.0, 0.06, 0.2, 0.0, 0.0, 0.12];
        let verdicts: Vec<_> =
            losses.into_iter().enumerate().map(|(i, loss)| verdict(i, loss)).collect();
        let report = Report::of(&verdicts, verdicts.len());
        let [first, second] = &report.players;
        assert_eq!((first.moves, first.faults), (3, [0, 0, 1]));
        assert_eq!((second.moves, second.faults), (3, [1, 1, 0]));
        assert_eq!(report.turning_points, [1, 2, 5]);
        assert_eq!(first.thirds, [Some(0.0), Some(0.2), Some(0.0)]);
        assert!(
            first.mean_loss.is_some_and(|loss| (loss - 0.2 / 3.0).abs() < 1e-12)
                && first.accuracy.is_some_and(|accuracy| accuracy < 90.0)
        );
    }

    #[test]
    fn a_game_without_moves_has_a_report_that_says_so() {
        let report = Report::of(&[], 0);
        assert_eq!(report.players, [PlayerSummary::default(), PlayerSummary::default()]);
        assert_eq!(report.turning_points, [0; 0]);
    }
}

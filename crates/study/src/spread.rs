//! The spread among the trees of a game, over all its positions together.
//!
//! A handful of trees says little about its own spread: they may agree by chance, and a loss looks
//! surer than it is. The trees of a whole game show the spread well, so each position borrows from
//! the others.

use crate::finding::Finding;

/// The weight of the spread borrowed from the game, in trees of the position.
const BORROWED: f64 = 8.0;

/// The spread of what single trees say a move cost, in standard deviations of the result of one
/// game with the same chance.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Spread {
    /// The mean square; `None` if no position was searched by several trees.
    square: Option<f64>,
}

impl Spread {
    /// The spread that `findings` of a game show.
    pub(crate) fn of<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Self {
        let (mut sum, mut weights) = (0.0, 0.0);
        for finding in findings {
            let Some(played) =
                finding.played.filter(|_| finding.looks > 1 && !finding.is_settled())
            else {
                continue;
            };
            let looks = f64::from(finding.looks);
            // Each position counts equally: the ones with most trees are just the hardest to judge.
            sum += played.error.powi(2) * looks / unit(finding);
            weights += 1.0;
        }
        Self { square: (weights > 0.0).then(|| sum / weights) }
    }

    /// The standard error of what the move that was played in the position of `finding` cost; 0 if
    /// none was.
    pub(crate) fn error(self, finding: &Finding) -> f64 {
        let Some(played) = finding.played else { return 0.0 };
        let Some(square) = self.square else { return played.error };
        let looks = f64::from(finding.looks);
        let (own, borrowed) = (played.error.powi(2), square * unit(finding) / looks);
        let mixed = (own * (looks - 1.0) + borrowed * BORROWED) / (looks - 1.0 + BORROWED);
        // A single tree shows no spread of its own.
        if finding.looks == 1 { mixed.sqrt().max(played.error) } else { mixed.sqrt() }
    }
}

/// The variance of the result of one game with the winning chance of `finding`, where an even
/// chance has 1.
fn unit(finding: &Finding) -> f64 {
    /// Decided positions are not without all noise.
    const LEAST: f64 = 0.04;
    let win = finding.value.chance();
    (4.0 * win * (1.0 - win)).max(LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{MoveValue, Played};

    fn finding(win: f64, looks: u32, error: f64) -> Finding {
        let value = MoveValue { win, lead: None, proof: None };
        let played = Played { value, compared: 100_000, seen: 100_000, error };
        Finding { looks, played: Some(played), ..Finding::sample(40_000, value) }
    }

    #[test]
    fn a_few_trees_that_agree_by_chance_borrow_from_the_others() {
        let findings = [finding(0.5, 4, 0.02), finding(0.5, 4, 0.02), finding(0.5, 4, 0.002)];
        let spread = Spread::of(&findings);
        let errors = findings.each_ref().map(|finding| spread.error(finding));
        assert!(errors[0] < 0.02 && errors[0] > 0.017, "{errors:?}");
        assert!(errors[2] > 0.012 && errors[2] < errors[0], "{errors:?}");
        // More trees know more, and trust themselves.
        let many = spread.error(&finding(0.5, 96, 0.003));
        assert!((many - 0.003).abs() < 0.001, "{many}");
        // There is little noise in positions where hardly anything is open.
        assert!(spread.error(&finding(0.98, 4, 0.002)) < 0.006);
    }

    #[test]
    fn single_trees_keep_their_own_error() {
        let alone = finding(0.5, 1, 0.03);
        assert!((Spread::of([&alone]).error(&alone) - 0.03).abs() < 1e-12);
    }
}

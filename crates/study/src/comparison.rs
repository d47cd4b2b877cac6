//! A comparison of moves at equal simulations in several trees.

use tetralith_core::Step;
use tetralith_engine::{AnySearch, CancelToken, Compared, Fairness, GameOver, Proof};

use crate::calibration::Calibration;
use crate::class::{Class, standard_error};
use crate::finding::{MoveValue, Played, rounded};

/// The value of every move in every tree; the move that was played is the last.
pub(crate) struct Comparison {
    /// By tree, then by move, with calibrated chances.
    rows: Vec<Vec<Row>>,
    calibration: Calibration,
}

/// The value of one move in one tree.
struct Row {
    visits: u32,
    value: MoveValue,
}

impl Comparison {
    /// Compares `lines`, the last the one that was played, in each of `trees`, which come with what
    /// makes their winning chances fair.
    ///
    /// # Errors
    /// [`GameOver`] if there is nothing to choose.
    pub(crate) fn of<'a>(
        trees: impl Iterator<Item = (&'a mut AnySearch, Fairness)>,
        lines: &[&[Step]],
        visits: u32,
        calibration: Calibration,
        cancel: &CancelToken,
    ) -> Result<Self, GameOver> {
        let row = |found: Compared, line: &[Step], fairness: Fairness| {
            let first = line.first().filter(|_| found.proof.is_none());
            let win = first.map_or(found.win, |&step| fairness.of(step, found.win));
            let value = MoveValue::of(calibration.chance(win.into()), found.score, found.proof);
            Row { visits: found.visits, value }
        };
        let of = |(tree, fairness): (&mut AnySearch, Fairness)| {
            let found = tree.compare(lines, visits, cancel)?;
            let rows = found.into_iter().zip(lines);
            Ok(rows.map(|(found, line)| row(found, line, fairness)).collect())
        };
        let rows: Vec<Vec<Row>> = trees.map(of).collect::<Result<_, GameOver>>()?;
        // Each line has its row, or there was nothing to compare.
        if rows.is_empty() || rows.iter().any(|row| row.len() != lines.len()) {
            return Err(GameOver);
        }
        Ok(Self { rows, calibration })
    }

    /// The index of the best move but for the one that was played.
    pub(crate) fn best(&self) -> usize {
        let chance = |line: usize| self.value(line).chance();
        // Of equal moves the first wins, which was named most often.
        (0..self.played_line()).rev().max_by(|&a, &b| chance(a).total_cmp(&chance(b))).unwrap_or(0)
    }

    /// True if the trees agree that the move at `line` is better than the one at `other`:
    /// by more than twice the error.
    pub(crate) fn is_better(&self, line: usize, other: usize) -> bool {
        let gaps: Vec<f64> = self
            .rows
            .iter()
            .map(|row| row[line].value.chance() - row[other].value.chance())
            .collect();
        mean(gaps.iter().copied()) > Class::CLEAR * error_of_mean(&gaps)
    }

    fn played_line(&self) -> usize {
        self.rows[0].len() - 1
    }

    /// The mean of what the trees find of the move at `line`; a proof in any of them counts.
    pub(crate) fn value(&self, line: usize) -> MoveValue {
        let of = || self.rows.iter().map(|row| &row[line].value);
        let proof: Option<Proof> = of().find_map(|value| value.proof);
        let leads: Vec<f64> = of().filter_map(|value| value.lead).collect();
        let lead = (!leads.is_empty()).then(|| rounded(mean(leads.into_iter()), 2));
        MoveValue { win: rounded(mean(of().map(|value| value.win)), 4), lead, proof }
    }

    /// The values in the trees of the move that was played, compared with the one at `best`.
    pub(crate) fn played(&self, best: usize, seen: u32) -> Played {
        let value = self.value(self.played_line());
        let compared =
            self.rows.iter().map(|row| row[best].visits.min(row[self.played_line()].visits)).sum();
        let losses: Vec<f64> = self
            .rows
            .iter()
            .map(|row| row[best].value.chance() - row[self.played_line()].value.chance())
            .collect();
        let error = error_of_mean(&losses).max(least_error(compared, value.win, self.calibration));
        Played { value, compared, seen, error: rounded(error, 4) }
    }
}

/// The mean of `values`; there is one at least.
pub(crate) fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1);
    values.sum::<f64>() / count as f64
}

/// The standard error of the mean of `values` as they show it themselves; 0 of fewer than two.
fn error_of_mean(values: &[f64]) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let (count, mean) = (values.len() as f64, mean(values.iter().copied()));
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (variance / count).sqrt()
}

/// The standard error that a cost has at least after `compared` simulations of both moves, at the
/// calibrated chance `win`; none is above 1, as no cost is.
pub(crate) fn least_error(compared: u32, win: f64, calibration: Calibration) -> f64 {
    (standard_error(compared) * calibration.growth(win)).min(1.0)
}

#[cfg(test)]
mod tests {
    use tetralith_core::{Game, Names, Setup};
    use tetralith_engine::{Config, Limits};

    use super::*;

    #[test]
    fn swaps_are_compared_as_fairly_as_other_moves() {
        let setup = Setup { size: Some(5), pie: Some(true), ..Setup::default() };
        let mut game = Game::new("necklace", &setup).unwrap();
        let names = Names::of(&game);
        game.play(names.parse_step("c2").unwrap()).unwrap();
        let mut search =
            AnySearch::new(Config { threads: 1, memory: 8 << 20, ..Config::default() });
        search.follow(&game, &[]);
        let limits = Limits { simulations: Some(2_000), ..Limits::NONE };
        let found = search.run(&limits, &CancelToken::new(), &mut |_| {}).unwrap();
        let (fairness, even) = (found.fairness(), Calibration::new(0.0, 1.0));
        let other = found.candidates.iter().find(|found| found.step != Step::Swap).unwrap().step;
        let (swap, other) = ([Step::Swap], [other]);
        let trees = [(&mut search, fairness)].into_iter();
        let cancel = CancelToken::new();
        let compared = Comparison::of(trees, &[&swap, &other], 1_000, even, &cancel).unwrap();
        let chances = [0, 1].map(|line| compared.value(line).chance());
        let raw = search.compare(&[&swap, &other], 1_000, &cancel).unwrap();
        assert!(raw.iter().all(|found| found.proof.is_none()), "it is open");
        for (chance, (raw, step)) in chances.iter().zip(raw.iter().zip([Step::Swap, other[0]])) {
            let fair = f64::from(fairness.of(step, raw.win));
            assert!((chance - fair).abs() < 0.03, "{step:?}: {chance}, not {fair}: {fairness:?}");
        }
        assert!(chances[0] + chances[1] > 0.97, "a swap is worth what the others leave");
    }

    #[test]
    fn errors_of_means_fall_with_the_root_of_the_number() {
        assert!((error_of_mean(&[0.1, 0.3]) - 0.1).abs() < 1e-12);
        assert!(error_of_mean(&[0.2]) < 1e-12);
        let many: Vec<f64> = (0..100).map(|i| f64::from(i % 2)).collect();
        assert!((error_of_mean(&many) - 0.0503).abs() < 1e-4);
    }

    #[test]
    fn errors_without_simulations_are_no_greater_than_any_cost() {
        let calibration = Calibration::of("multiplicity");
        assert!(least_error(0, 0.5, calibration) <= 1.0);
        assert!(least_error(4_000, 0.5, calibration) < 0.1);
    }
}

//! Files whose results differ from those of the others by more than chance explains: a χ² test at
//! the level of one in a thousand.
//!
//! Source: Pearson, "On the criterion …", 1900; Wilson and Hilferty, "The Distribution of
//! Chi-Square", 1931.

use std::collections::BTreeMap;

/// Losses, draws and wins.
pub(crate) type Row = [f64; 3];

/// The share of points of a row, in per cent.
pub(crate) fn share(row: &Row) -> f64 {
    100.0 * (row[2] + 0.5 * row[1]) / row.iter().sum::<f64>()
}

/// The files of `table` that differ from the others, the most different first, each with its row
/// and that of those that are left.
pub(crate) fn differing(mut table: BTreeMap<usize, Row>) -> Vec<(usize, [Row; 2])> {
    let mut found = Vec::new();
    // The file that differs most from the others makes them all seem to differ.
    while let Some((file, row, rest)) = most_unlike(&table) {
        table.remove(&file);
        found.push((file, [row, rest]));
    }
    found
}

/// The file of `table` that differs most from the others together, with its row and theirs, if that
/// is no chance.
fn most_unlike(table: &BTreeMap<usize, Row>) -> Option<(usize, Row, Row)> {
    let judged = table.iter().map(|(&file, &row)| {
        let mut rest = [0.0; 3];
        for (_, other) in table.iter().filter(|&(&other, _)| other != file) {
            for (sum, count) in rest.iter_mut().zip(other) {
                *sum += count;
            }
        }
        (unlikeness(&row, &rest), file, row, rest)
    });
    let most = judged.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (most.0 > ONE_IN_A_THOUSAND).then_some((most.1, most.2, most.3))
}

/// Standard deviations that a normal variable exceeds one time in a thousand.
const ONE_IN_A_THOUSAND: f64 = 3.09;

/// The unlikeness of two rows of losses, draws and wins as a normal variable; minus infinity if
/// there are too few to say.
fn unlikeness(row: &Row, rest: &Row) -> f64 {
    let totals = [row, rest].map(|row| row.iter().sum::<f64>());
    if totals.iter().any(|&total| total < 10.0) {
        return f64::NEG_INFINITY;
    }
    let (mut statistic, mut freedom) = (0.0, -1.0);
    for (&own, &other) in row.iter().zip(rest) {
        let column = own + other;
        if column > 0.0 {
            freedom += 1.0;
            for (count, total) in [(own, totals[0]), (other, totals[1])] {
                let expected = column * total / (totals[0] + totals[1]);
                statistic += (count - expected).powi(2) / expected;
            }
        }
    }
    if freedom < 1.0 {
        return f64::NEG_INFINITY;
    }
    let spread = 2.0 / (9.0 * freedom);
    ((statistic / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

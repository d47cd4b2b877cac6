//! The standing in Multiplicity: both products, and the groups that make them.

use super::Multiplicity;
use crate::board::Colour;
use crate::cell::CellSet;
use crate::rules::{Fact, Figure, Rules, Standing, listed, stones};

/// The most factors of a product that are written one by one.
const MOST_FACTORS: usize = 12;

impl Multiplicity {
    pub(super) fn standing_of_products(&self) -> Standing {
        let groups = Colour::BOTH.map(|colour| self.board.group_sizes(colour, &CellSet::EMPTY));
        let products = Colour::BOTH.map(|colour| self.product(colour));
        let [first, second] =
            products.map(|product| Figure::Number(product).within(Figure::MOST_DIGITS));
        let [white, red] = &Self::INFO.colours;
        let details = Colour::BOTH.map(|colour| {
            let factors =
                Some(factors(&groups, colour.index())).filter(|factors| !factors.is_empty());
            [stones(self, colour)].into_iter().chain(factors).collect()
        });
        let winner = self.outcome().and_then(|outcome| outcome.winner);
        Standing {
            figures: products.map(Figure::Number),
            details,
            most_details: 2,
            shares: Vec::new(),
            most_shares: 0,
            ahead: Colour::BOTH
                .into_iter()
                .find(|side| products[side.index()] > products[side.other().index()]),
            effect: Some(format!("product {} {first}, {} {second}", white.title, red.title)),
            decision: winner.map(|winner| match winner {
                Colour::First => format!("{first} to {second}"),
                Colour::Second => format!("{second} to {first}"),
            }),
            facts: vec![("product", Fact::Exact(products)), ("groups", Fact::Sizes(groups))],
        }
    }
}

/// The sizes of the groups of side `i`, in falling order, as a product; if either side has many,
/// equal sizes of both are counted in words, since `5·3` could be one of them or both, and single
/// stones are left out beside groups.
fn factors(groups: &[Vec<u16>; 2], i: usize) -> String {
    if groups.iter().all(|groups| groups.len() <= MOST_FACTORS) {
        return listed(&groups[i], "·");
    }
    let singles = groups[i].partition_point(|size| *size > 1);
    let counted = if singles > 0 { &groups[i][..singles] } else { &groups[i][..] };
    let runs = counted.chunk_by(|a, b| a == b).map(|run| match run {
        [one] => one.to_string(),
        [size, ..] => match COUNTS.get(run.len() - 2) {
            Some(count) => format!("{count} {size}s"),
            None => format!("{} groups of {size}", run.len()),
        },
        [] => String::new(),
    });
    // So long a product may have to go on in another line.
    runs.collect::<Vec<_>>().join(", ")
}

/// The numbers from two on in words.
const COUNTS: [&str; 11] =
    ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_factors_are_gathered() {
        let (few, many) = (vec![7, 3, 3, 1], [vec![9], vec![3; 48], vec![2; 5]].concat());
        assert_eq!(factors(&[few.clone(), vec![1]], 0), "7·3·3·1");
        let sides = [few, many];
        assert_eq!([0, 1].map(|i| factors(&sides, i)), ["7, two 3s", "9, 48 groups of 3, five 2s"]);
        assert_eq!(factors(&[vec![1; 12], vec![1; 30]], 0), "twelve 1s");
    }
}

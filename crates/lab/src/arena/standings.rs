//! The score between players, from the games that they have played.

use std::collections::HashMap;

use tetralith_storage::results::ResultLine;

use crate::arena::rating::Score;
use crate::arena::results::GameKey;

/// One player's score against another, kept game by game: adding a game takes the same time however
/// many there are.
#[derive(Clone, Debug)]
pub struct Pairing {
    names: [String; 2],
    /// The score of the pairs that have both games.
    whole: Score,
    /// The points of the first player in the games whose other is not there, by pair.
    alone: HashMap<GameKey, f64>,
}

impl Pairing {
    /// No games between the players called `names` yet.
    pub fn new(names: [&str; 2]) -> Self {
        Self { names: names.map(str::to_owned), whole: Score::default(), alone: HashMap::new() }
    }

    /// Counts the game of `line`, which was not counted before, if it is between these two.
    pub fn add(&mut self, line: &ResultLine) {
        let [first, second] = &self.names;
        let points = if first == second {
            return;
        } else if [&line.a, &line.b] == [first, second] {
            line.points
        } else if [&line.b, &line.a] == [first, second] {
            1.0 - line.points
        } else {
            return;
        };
        let pair = GameKey::of(line).pair();
        match self.alone.remove(&pair) {
            Some(other) => self.whole.add_pair([other, points]),
            None => drop(self.alone.insert(pair, points)),
        }
    }

    /// The first player's score so far.
    pub fn score(&self) -> Score {
        let mut score = self.whole;
        self.alone.values().for_each(|&points| score.add(points));
        score
    }
}

/// Returns what each of the players called `names` scored against each in `games`: `[i][j]` is as
/// `i` sees it.
pub fn scores<'a>(
    games: impl IntoIterator<Item = &'a ResultLine>,
    names: &[String],
) -> Vec<Vec<Score>> {
    let number: HashMap<&str, usize> =
        names.iter().enumerate().map(|(at, name)| (&**name, at)).collect();
    // Both games of a pair, as the player with the lower number sees them.
    let mut pairs: HashMap<GameKey, ([usize; 2], Vec<f64>)> = HashMap::new();
    for line in games {
        let (Some(&a), Some(&b)) = (number.get(&*line.a), number.get(&*line.b)) else { continue };
        if a == b {
            continue;
        }
        let (players, points) =
            if a < b { ([a, b], line.points) } else { ([b, a], 1.0 - line.points) };
        pairs.entry(GameKey::of(line).pair()).or_insert((players, Vec::new())).1.push(points);
    }
    let mut table = vec![vec![Score::default(); names.len()]; names.len()];
    for ([a, b], points) in pairs.into_values() {
        match points[..] {
            [first, second] => table[a][b].add_pair([first, second]),
            _ => points.iter().for_each(|&points| table[a][b].add(points)),
        }
        table[b][a] = table[a][b].turned();
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::results::begins;

    fn line(a: &str, b: &str, number: u32, points: f64) -> ResultLine {
        ResultLine {
            a: a.into(),
            b: b.into(),
            number,
            a_first: begins(number),
            points,
            ..ResultLine::default()
        }
    }

    /// The score of `a` against `b` in `games`.
    fn score(games: &[ResultLine], a: &str, b: &str) -> Score {
        let mut pairing = Pairing::new([a, b]);
        for line in games {
            pairing.add(line);
        }
        pairing.score()
    }

    #[test]
    fn games_of_one_opening_make_a_pair_in_either_order() {
        let lines = [
            line("x", "y", 0, 1.0),
            line("x", "y", 1, 0.5),
            line("y", "x", 2, 1.0),
            line("y", "x", 3, 1.0),
            line("x", "y", 4, 1.0),
            line("x", "z", 0, 1.0),
        ];
        let found = score(&lines, "x", "y");
        assert_eq!((found.games(), found.pairs, found.decided()), (5, [1, 0, 0, 1, 0], [1, 1]));
        assert_eq!(score(&lines, "y", "x"), found.turned());
        assert_eq!(score(&lines, "x", "z").games(), 1);
        assert_eq!(score(&lines, "y", "z").games(), 0);
    }
}

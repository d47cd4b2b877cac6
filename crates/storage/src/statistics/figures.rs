//! The figures of the games of one kind, and all of them as JSON.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use tetralith_core::{Info, Setup, games};
use tetralith_study::puzzles::PuzzleTheme;
use tetralith_study::{LevelResult, Strength};

use super::read::{PlayedGame, Statistics, SwapMade, TENTHS};

/// The fewest games with figures: those of fewer games mean nothing.
pub const FEWEST: usize = 5;

/// The results of some games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WinCount {
    /// Games that were won.
    pub wins: usize,
    /// Games that were lost.
    pub losses: usize,
    /// Games that were drawn.
    pub draws: usize,
}

impl WinCount {
    fn add(&mut self, won: Option<bool>) {
        match won {
            Some(true) => self.wins += 1,
            Some(false) => self.losses += 1,
            None => self.draws += 1,
        }
    }

    /// All games.
    pub const fn games(self) -> usize {
        self.wins + self.losses + self.draws
    }

    /// The share of the points, 0 to 1, a draw counting half; 0 without games.
    pub fn share(self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games().max(1) as f64
    }
}

/// The figures of all games of one kind.
#[derive(Clone, Debug)]
pub struct GameStatistics {
    /// The game.
    pub info: &'static Info,
    /// All results.
    pub score: WinCount,
    /// Results by opponent, board, colour and swap, each group with its title; a group that has
    /// only one member is left out.
    pub groups: Vec<(&'static str, Vec<(String, WinCount)>)>,
    /// The mean accuracy by third of the game, 0 to 100; `None` where no move was analysed.
    pub accuracy: [Option<f64>; 3],
    /// The games that accuracy and mistakes come from.
    pub analysed: usize,
    /// The mean seconds of a move by tenth of the game; `None` where no move was timed.
    pub seconds: [Option<f64>; TENTHS],
    /// The motif of most better moves that were missed, how often it was, and of how many.
    pub motif: Option<(PuzzleTheme, usize, usize)>,
    /// The strength on the board that was played most, by its name, as it was estimated after each
    /// quarter of the games there; `None` if those are too few.
    pub strength: Option<(String, [Strength; 4])>,
    /// The longest win: its turns and its day.
    pub longest_win: Option<(u32, String)>,
}

impl GameStatistics {
    /// The figures of `played`, all of them of the same game; `None` if those are too few.
    fn of(info: &'static Info, played: &[&PlayedGame]) -> Option<Self> {
        if played.len() < FEWEST {
            return None;
        }
        let mut score = WinCount::default();
        for game in played {
            score.add(game.won);
        }
        let by = |title, name: &dyn Fn(&PlayedGame) -> String| {
            let mut scores: BTreeMap<String, WinCount> = BTreeMap::new();
            for game in played {
                scores.entry(name(game)).or_default().add(game.won);
            }
            (title, scores.into_iter().collect::<Vec<_>>())
        };
        let groups = [
            by("Opponent", &|game| game.opponent.clone()),
            by("Board", &|game| game.board.clone()),
            by("Colour", &|game| info.side(game.colour).title.to_owned()),
            by("Swap", &|game| swap_title(game.swap).to_owned()),
        ];
        let mean = |sums: &mut dyn Iterator<Item = (f64, u32)>| {
            let (sum, count) = sums.fold((0.0, 0), |(a, b), (sum, count)| (a + sum, b + count));
            (count > 0).then(|| sum / f64::from(count))
        };
        let mut missed: BTreeMap<&str, (PuzzleTheme, usize)> = BTreeMap::new();
        for &theme in played.iter().flat_map(|game| &game.missed) {
            missed.entry(theme.id()).or_insert((theme, 0)).1 += 1;
        }
        let all: usize = missed.values().map(|(_, count)| count).sum();
        let motif = missed.into_values().max_by_key(|&(_, count)| count);
        let won = played.iter().filter(|game| game.won == Some(true));
        Some(Self {
            info,
            score,
            groups: groups.into_iter().filter(|(_, members)| members.len() > 1).collect(),
            accuracy: std::array::from_fn(|third| {
                mean(&mut played.iter().map(|game| game.accuracy[third]))
            }),
            analysed: played.iter().filter(|game| game.is_analysed()).count(),
            seconds: std::array::from_fn(|tenth| {
                mean(&mut played.iter().map(|game| game.seconds[tenth]))
            }),
            motif: motif.map(|(theme, count)| (theme, count, all)),
            strength: strength(info, played),
            longest_win: won.max_by_key(|game| game.turns).map(|it| (it.turns, it.day.clone())),
        })
    }
}

/// The strength on the board that was played most, after each quarter of the games there.
fn strength(info: &'static Info, played: &[&PlayedGame]) -> Option<(String, [Strength; 4])> {
    let mut boards: BTreeMap<&str, Vec<LevelResult>> = BTreeMap::new();
    for game in played {
        boards.entry(&game.board).or_default().extend(game.result.clone());
    }
    let (board, results) = boards.into_iter().max_by_key(|(_, results)| results.len())?;
    let LevelResult { shape, size, .. } = *results.first().filter(|_| results.len() >= FEWEST)?;
    let setup = Setup { board: Some(shape), size: Some(size.into()), ..Setup::default() };
    let options = info.options(&setup).ok()?;
    let after = |quarter: usize| {
        Strength::of(&results[..results.len() * (quarter + 1) / 4], info, &options)
    };
    Some((board.to_owned(), std::array::from_fn(after)))
}

/// A swap in a word or two.
pub(super) const fn swap_title(swap: SwapMade) -> &'static str {
    match swap {
        SwapMade::Impossible => "no pie rule",
        SwapMade::None => "no swap",
        SwapMade::Own => "you swapped",
        SwapMade::Theirs => "the opponent swapped",
    }
}

impl Statistics {
    /// The games of each kind, those without any left out.
    pub(super) fn by_game(&self) -> Vec<(&'static Info, Vec<&PlayedGame>)> {
        let of = |info: &'static Info| {
            let games = self.games.iter().filter(|game| game.info.id == info.id).collect();
            (info, games)
        };
        games::INFOS
            .iter()
            .map(|info| of(info))
            .filter(|(_, games): &(_, Vec<_>)| !games.is_empty())
            .collect()
    }

    /// The figures of each kind of game with enough games.
    pub fn figures(&self) -> Vec<GameStatistics> {
        let by_game = self.by_game();
        by_game.into_iter().filter_map(|(info, games)| GameStatistics::of(info, &games)).collect()
    }

    /// Everything as one JSON object.
    pub fn json(&self) -> Value {
        let scores = |score: WinCount| {
            let WinCount { wins, losses, draws } = score;
            json!({ "wins": wins, "losses": losses, "draws": draws })
        };
        let of_game = |figures: &GameStatistics| {
            let groups: Map<String, Value> = figures
                .groups
                .iter()
                .map(|(title, members)| {
                    let members: Map<String, Value> = members
                        .iter()
                        .map(|(name, score)| (name.clone(), scores(*score)))
                        .collect();
                    (title.to_lowercase(), members.into())
                })
                .collect();
            let motif = figures.motif.map(
                |(theme, count, all)| json!({ "motif": theme.id(), "mistakes": count, "of": all }),
            );
            let strength = figures.strength.as_ref().map(|(board, quarters)| {
                let quarters = quarters.map(|it| {
                    json!({ "elo": it.elo, "low": it.low, "high": it.high, "games": it.games })
                });
                json!({ "board": board, "after_each_quarter": quarters })
            });
            let longest = figures.longest_win.as_ref();
            json!({
                "game": figures.info.id,
                "games": figures.score.games(),
                "results": scores(figures.score),
                "by": groups,
                "analysed": figures.analysed,
                "accuracy": figures.accuracy,
                "seconds_per_move": figures.seconds,
                "strength": strength,
                "missed": motif,
                "longest_win": longest.map(|(turns, day)| json!({ "turns": turns, "day": day })),
            })
        };
        let few: Map<String, Value> = self
            .by_game()
            .into_iter()
            .filter(|(_, games)| games.len() < FEWEST)
            .map(|(info, games)| (info.id.to_owned(), games.len().into()))
            .collect();
        json!({
            "files": self.files,
            "damaged": self.damaged,
            "open": self.open,
            "others": self.others,
            "games": self.figures().iter().map(of_game).collect::<Vec<_>>(),
            "too_few": few,
        })
    }
}

//! A match: its games, their order, the machine that plays each; and playing them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::sync_channel;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tetralith_core::{Game, Names, Reason};
use tetralith_engine::CancelToken;
use tetralith_gtp::Client;
use tetralith_storage::results::ResultLine;

use crate::arena::error::ArenaError;
use crate::arena::game::{self, ArenaGame};
use crate::arena::openings::Openings;
use crate::arena::provenance::Provenance;
use crate::arena::results::{GameKey, begins};
use crate::arena::spec::{PlayerKind, PlayerSpec};

/// One of several parts of a job, each for a machine of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Its number, from 0.
    pub index: u32,
    /// The number of parts.
    pub count: u32,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Self = Self { index: 0, count: 1 };

    /// Reads a shard as it is written: `I/N` with I from 0 to N−1.
    ///
    /// # Errors
    /// One sentence that states what is needed.
    pub fn parse(text: &str) -> Result<Self, String> {
        text.split_once('/')
            .and_then(|(index, count)| {
                Some(Self { index: index.parse().ok()?, count: count.parse().ok()? })
            })
            .filter(|shard| shard.index < shard.count)
            .ok_or_else(|| {
                "use a part and the number of parts, such as 0/4, 1/4, 2/4 or 3/4".to_owned()
            })
    }
}

/// A match between several players, each against each.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct MatchPlan<'a> {
    /// The position before the first step.
    pub start: &'a Game,
    pub players: &'a [PlayerSpec],
    pub games: u32,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Random steps in an opening.
    pub plies: u32,
    /// The source of openings, if they are not random steps.
    pub balanced: Option<Openings>,
    /// Different openings; by default as many as it takes.
    pub openings: Option<u32>,
    /// The part of the games that is played here; by default all.
    pub shard: Option<Shard>,
    /// The time that a program may take to answer.
    pub patience: Duration,
    /// True to keep steps and winning chances in results.
    pub trace: bool,
    /// The origin that results have here; its threads are how many games are played at once.
    pub provenance: Provenance,
}

impl MatchPlan<'_> {
    /// The names of the players, in their order.
    pub fn names(&self) -> Vec<String> {
        names(self.players)
    }

    /// The pairings, by the names of the players.
    fn pairings(&self) -> Vec<[String; 2]> {
        let names = self.names();
        let mut pairings: Vec<[String; 2]> = (0..names.len())
            .flat_map(|a| (a + 1..names.len()).map(move |b| [a, b]))
            .map(|ab| ab.map(|i| names[i].clone()))
            .collect();
        pairings.sort();
        pairings
    }

    /// The numbers of the pairs of games that are to be played here, with `games` games in each of
    /// `pairings` pairings.
    fn pairs(&self, games: u32, pairings: usize) -> impl Iterator<Item = u64> + use<> {
        let Shard { index, count } = self.shard.unwrap_or(Shard::WHOLE);
        let all = u64::from(games.div_ceil(2)) * pairings as u64;
        (u64::from(index)..all).step_by(count as usize)
    }

    /// The games that are to be played here.
    pub fn count(&self) -> u64 {
        let pairings = self.pairings().len();
        // With an odd number of games the last game of every pairing has no other half.
        [self.games, self.games & !1]
            .map(|games| self.pairs(games, pairings).size_hint().0 as u64)
            .iter()
            .sum()
    }

    /// Every game that is to be played here, without its result, in the order of a file that is
    /// played by one thread.
    ///
    /// Pairs of games come one after the other: the first of every pairing, by the names of the
    /// players, then the second of every pairing, and so on. The pair with the number k, from 0, is
    /// of the shard k mod N.
    pub fn schedule(&self) -> impl Iterator<Item = ResultLine> + Send {
        let pairings = self.pairings();
        let games = move |unit: u64| {
            let among = pairings.len() as u64;
            let ([a, b], first) = (&pairings[(unit % among) as usize], 2 * (unit / among) as u32);
            [first, first + 1].map(|number| (number < self.games).then(|| self.line(a, b, number)))
        };
        self.pairs(self.games, self.pairings().len()).flat_map(games).flatten()
    }

    /// The number of different openings; `None` if no number bounds them.
    fn different_openings(&self) -> Option<u32> {
        match &self.balanced {
            // After its last opening a list begins again.
            Some(list) => Some(self.openings.unwrap_or(u32::MAX).min(list.count())),
            None => self.openings,
        }
    }

    /// The number, from 0, of the pair that the game of `key` belongs to, among the pairs of its
    /// pairing.
    pub fn pair_of(&self, key: &GameKey) -> u64 {
        u64::from(key.round) * u64::from(self.different_openings().unwrap_or(u32::MAX).max(1))
            + u64::from(key.opening)
    }

    /// The game with this `number` between two players, without its result.
    fn line(&self, a: &str, b: &str, number: u32) -> ResultLine {
        let Provenance { version, bench, processor, threads } = self.provenance.clone();
        let openings = self.different_openings();
        ResultLine {
            game: self.start.info().id.to_owned(),
            options: self.start.options().to_string(),
            a: a.to_owned(),
            b: b.to_owned(),
            seed: self.seed,
            openings,
            plies: if self.balanced.is_some() { 0 } else { self.plies },
            list: self.balanced.as_ref().map(|list| list.name().to_owned()),
            number,
            a_first: begins(number),
            patience: self.patience.as_secs_f64(),
            version: Some(version),
            bench: Some(bench),
            processor: Some(processor),
            threads: Some(threads),
            ..ResultLine::default()
        }
    }

    /// True if `line` is of a match that starts from the same kind of openings.
    pub fn starts_as(&self, line: &ResultLine) -> bool {
        match &self.balanced {
            Some(list) => line.list.as_deref() == Some(list.name()),
            None => line.list.is_none() && line.plies == self.plies,
        }
    }

    /// Makes sure that the programs that take part in `games` can play.
    ///
    /// # Errors
    /// [`ArenaError::Player`] names the first that cannot.
    pub fn try_out<I: Iterator<Item = ResultLine>>(
        &self,
        games: impl Fn() -> I,
    ) -> Result<(), ArenaError> {
        let mut tried = Vec::new();
        for (player, name) in self.players.iter().zip(self.names()) {
            let PlayerKind::Program(program) = player.kind() else { continue };
            if tried.contains(&program) || !games().any(|line| line.a == name || line.b == name) {
                continue;
            }
            tried.push(program);
            Client::try_out(program, self.start, self.patience).map_err(|fault| {
                ArenaError::Player {
                    player: player.to_string(),
                    fault: fault.what,
                    game: self.start.info().id,
                }
            })?;
        }
        Ok(())
    }

    /// Plays `games` of the [`schedule`](Self::schedule) and hands each to `done` with how it went,
    /// in the order in which they end.
    ///
    /// Once `done` returns false no further game begins. Once `stop` is raised the games in hand
    /// are dropped.
    ///
    /// # Errors
    /// Those of `done`; the games in hand are dropped then.
    pub fn play<E>(
        &self,
        games: impl Iterator<Item = ResultLine> + Send,
        stop: &CancelToken,
        mut done: impl FnMut(ResultLine, &ArenaGame) -> Result<bool, E>,
    ) -> Result<(), E> {
        let seats: HashMap<String, &PlayerSpec> =
            self.names().into_iter().zip(self.players).collect();
        let enough = AtomicBool::new(false);
        let threads =
            self.provenance.threads.clamp(1, games.size_hint().1.unwrap_or(usize::MAX).max(1));
        let waiting = Mutex::new(games);
        // A thread that plays faster than results are taken in waits, so that few games are in hand
        // when the match is to end.
        let (send, receive) = sync_channel(threads);
        let next = || {
            if enough.load(Relaxed) || stop.is_cancelled() {
                return None;
            }
            let line = waiting.lock().unwrap_or_else(PoisonError::into_inner).next()?;
            let played = self.meet(&line, [seats[&line.a], seats[&line.b]], stop)?;
            Some((line, played))
        };
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let send = send.clone();
                let work = move || {
                    while let Some(game) = next() {
                        if send.send(game).is_err() {
                            break;
                        }
                    }
                };
                // If the system gives no more threads, fewer play.
                if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            drop(send);
            // Even if something fails here, the players must stop.
            let _stop = StopOnDrop(&enough);
            // If there are no threads at all, this one plays.
            for (line, played) in receive.into_iter().chain(std::iter::from_fn(next)) {
                if !done(self.with_result(line, &played), &played)? {
                    enough.store(true, Relaxed);
                }
            }
            Ok(())
        })
    }

    /// Plays the game that `line` asks for; `None` if `stop` was raised before its end.
    fn meet(
        &self,
        line: &ResultLine,
        players: [&PlayerSpec; 2],
        stop: &CancelToken,
    ) -> Option<ArenaGame> {
        let key = GameKey::of(line);
        let opening = match &self.balanced {
            Some(list) => list.steps(self.seed, key.opening).to_vec(),
            None => game::opening(self.start, key.plies, key.opening_seed()),
        };
        game::play(
            self.start,
            &opening,
            players,
            line.a_first,
            key.game_seed(),
            self.patience,
            stop,
        )
    }

    fn with_result(&self, line: ResultLine, played: &ArenaGame) -> ResultLine {
        let names = Names::of(self.start);
        let thousandth = |win: f32| (1000.0 * win.clamp(0.0, 1.0)).round() as u16;
        ResultLine {
            points: played.points,
            steps: played.line.len(),
            reason: played.reason.map(|reason: Reason| reason.id().to_owned()),
            fault: played.fault.clone(),
            moves: if self.trace {
                played.line.iter().map(|&step| names.step(step)).collect()
            } else {
                Vec::new()
            },
            wins: if self.trace {
                played.wins.iter().map(|win| win.map(thousandth)).collect()
            } else {
                Vec::new()
            },
            ..line
        }
    }
}

/// Returns the names of `players`: as they are written, and with a number where that has been
/// taken.
pub fn names(players: &[PlayerSpec]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for player in players {
        let name = player.to_string();
        let numbered = (2..).map(|n| format!("{name} #{n}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !names.contains(name));
        names.push(free.unwrap_or(name));
    }
    names
}

/// Returns the `name` of a player as it is written, without the number of a namesake.
pub(crate) fn plain_name(name: &str) -> &str {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    name.rsplit_once(" #").filter(|(_, number)| is_number(number)).map_or(name, |(plain, _)| plain)
}

struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetralith_core::Setup;

    fn players(texts: &[&str]) -> Vec<PlayerSpec> {
        texts.iter().map(|text| PlayerSpec::parse(text).expect(text)).collect()
    }

    /// The games of a small match of three players that this part plays, a line each.
    fn played(shard: Option<Shard>) -> Vec<String> {
        let start = Game::new("greylox", &Setup { size: Some(3), ..Setup::default() })
            .expect("the size is playable");
        let players = players(&["random", "sims=4", "greedy"]);
        let plan = MatchPlan {
            start: &start,
            players: &players,
            games: 5,
            seed: 7,
            plies: 4,
            balanced: None,
            openings: None,
            shard,
            patience: Duration::from_secs(60),
            trace: true,
            provenance: Provenance::here(&start, 1),
        };
        assert_eq!(plan.count(), plan.schedule().count() as u64);
        let mut found = Vec::new();
        let done: Result<(), ()> = plan.play(plan.schedule(), &CancelToken::new(), |line, _| {
            found.push(serde_json::to_string(&line).expect("it is plain"));
            Ok(true)
        });
        assert_eq!(done, Ok(()));
        found
    }

    #[test]
    fn shards_are_the_match_without_gap_or_repetition() {
        let whole = played(None);
        assert_eq!(whole.len(), 15);
        let mut parts: Vec<String> =
            (0..4).flat_map(|index| played(Some(Shard { index, count: 4 }))).collect();
        let mut sorted = whole.clone();
        sorted.sort();
        parts.sort();
        assert_eq!(sorted, parts);
    }

    #[test]
    fn a_game_has_its_place_among_any_number_of_openings() {
        let start = Game::new("greylox", &Setup { size: Some(3), ..Setup::default() })
            .expect("the size is playable");
        let players = players(&["random", "greedy"]);
        let plan = |openings| MatchPlan {
            start: &start,
            players: &players,
            games: 24,
            seed: 1,
            plies: 4,
            balanced: None,
            openings,
            shard: None,
            patience: Duration::from_secs(60),
            trace: false,
            provenance: Provenance::here(&start, 1),
        };
        for openings in [None, Some(0), Some(3), Some(5)] {
            let plan = plan(openings);
            assert!(
                plan.schedule()
                    .all(|line| plan.pair_of(&GameKey::of(&line)) == u64::from(line.number / 2)),
                "{openings:?}"
            );
        }
        let line = plan(Some(3)).schedule().nth(6).expect("there are as many");
        let key = GameKey::of(&line);
        assert_eq!(plan(Some(5)).pair_of(&key), 5);
    }

    #[test]
    fn nothing_is_played_once_it_is_stopped() {
        let start = Game::new("greylox", &Setup { size: Some(3), ..Setup::default() })
            .expect("the size is playable");
        let players = players(&["random", "greedy"]);
        let plan = MatchPlan {
            start: &start,
            players: &players,
            // So many that some are left to be played after the third report, however busy the
            // machine is.
            games: 600,
            seed: 1,
            plies: 4,
            balanced: None,
            openings: None,
            shard: None,
            patience: Duration::from_secs(60),
            trace: false,
            provenance: Provenance::here(&start, 1),
        };
        let count = |stop: &CancelToken, most: u32| {
            let mut count = 0;
            let done: Result<(), ()> = plan.play(plan.schedule(), stop, |_, _| {
                count += 1;
                Ok(count < most)
            });
            assert_eq!(done, Ok(()));
            count
        };
        let stop = CancelToken::new();
        assert_eq!(count(&stop, u32::MAX), 600);
        assert!((3..600).contains(&count(&stop, 3)));
        stop.cancel();
        assert_eq!(count(&stop, u32::MAX), 0);
    }

    #[test]
    fn players_of_the_same_kind_have_names_of_their_own() {
        assert_eq!(
            names(&players(&["random", "greedy", "random", "random"])),
            ["random", "greedy", "random #2", "random #3"]
        );
    }

    #[test]
    fn a_shard_is_written_from_nought() {
        assert_eq!(Shard::parse("0/4"), Ok(Shard { index: 0, count: 4 }));
        for text in ["4/4", "-1/4", "1", "0/0", "a/b", ""] {
            assert!(Shard::parse(text).is_err(), "{text}");
        }
    }
}

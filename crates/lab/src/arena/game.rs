//! One game of the arena.

use std::time::Duration;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith_core::knowledge::below;
use tetralith_core::{Colour, Game, Reason, Step};
use tetralith_engine::{CancelToken, catch_panic};
use tetralith_gtp::GtpFault;

use crate::arena::player::{Player, Reply, Table};
use crate::arena::players::sit_down;
use crate::arena::spec::PlayerSpec;

/// Random steps in an opening, unless asked for more or fewer.
pub(crate) const PLIES: u32 = 4;

/// The moves of a game between `a` and `b`, and its end.
#[derive(Clone, PartialEq, Debug)]
pub struct ArenaGame {
    /// Points of `a`: 1, 0 or ½.
    pub points: f64,
    /// The steps, those of the opening included.
    pub line: Vec<Step>,
    /// The first player's winning chance before each step, as the player who made the step saw it;
    /// `None` where that is not known.
    pub wins: Vec<Option<f32>>,
    /// True if `a` holds the first colour at the end: a swap changes it.
    pub a_ends_first: bool,
    /// The reason of its end: on the board, by resignation, or because a program was late.
    pub reason: Option<Reason>,
    /// The fault of the loser, if that ended the game.
    pub fault: Option<String>,
}

/// The position that `steps` lead to from `start`.
pub(crate) fn after(start: &Game, steps: &[Step]) -> Game {
    let mut game = start.clone();
    for &step in steps {
        game.play_unchecked(step);
    }
    game
}

/// The position from which a game starts: `plies` random steps from `start`, the same for the same
/// `seed`.
///
/// No passes and no swaps; a step that would end the game is not made either.
pub(crate) fn opening(start: &Game, plies: u32, seed: u64) -> Vec<Step> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = start.clone();
    let mut line = Vec::new();
    for _ in 0..plies {
        let mut steps = position.legal();
        steps.retain(|step| !step.is_idle());
        if steps.is_empty() {
            break;
        }
        let step = steps[below(&mut rng, steps.len())];
        let mut next = position.clone();
        next.play_unchecked(step);
        if next.outcome().is_some() {
            break;
        }
        position = next;
        line.push(step);
    }
    line
}

/// Plays a game from `start` after the steps of `opening`, in which `a` holds the first colour if
/// `a_first`; `None` if `stop` was raised before its end.
pub(crate) fn play(
    start: &Game,
    opening: &[Step],
    [a, b]: [&PlayerSpec; 2],
    a_first: bool,
    seed: u64,
    patience: Duration,
    stop: &CancelToken,
) -> Option<ArenaGame> {
    let mut players: Vec<Box<dyn Player>> = Vec::new();
    for (who, spec) in [a, b].into_iter().enumerate() {
        // The names of the players must not change the game.
        let seat = u64::from((who == 0) != a_first);
        match sit_down(spec, seed.wrapping_add(seat), patience) {
            Ok(player) => players.push(player),
            Err(fault) => {
                let course = Course { line: opening.to_vec(), wins: vec![None; opening.len()] };
                return (!stop.is_cancelled()).then(|| lost(who, fault, course, a_first));
            }
        }
    }
    play_seated(start, opening, &mut players, a_first, stop)
}

/// The steps of a game so far, and what was thought of them.
struct Course {
    line: Vec<Step>,
    wins: Vec<Option<f32>>,
}

/// The game that player `who` has lost by its `fault` after `course`, in which `a` holds the first
/// colour now if `a_ends_first`.
fn lost(who: usize, fault: GtpFault, course: Course, a_ends_first: bool) -> ArenaGame {
    ArenaGame {
        points: if who == 0 { 0.0 } else { 1.0 },
        a_ends_first,
        line: course.line,
        wins: course.wins,
        reason: fault.is_late.then_some(Reason::Time),
        fault: Some(fault.what),
    }
}

/// Plays a game between two players at the table, of whom the one at index 0 is `a`; `None` if
/// `stop` was raised before its end.
fn play_seated(
    start: &Game,
    opening: &[Step],
    players: &mut [Box<dyn Player>],
    a_first: bool,
    stop: &CancelToken,
) -> Option<ArenaGame> {
    let mut course = Course { line: opening.to_vec(), wins: vec![None; opening.len()] };
    // The holders of the colours; a swap changes them.
    let mut holders = if a_first { [0, 1] } else { [1, 0] };
    let mut position = after(start, opening);
    while position.outcome().is_none() {
        let colour = position.to_move();
        let who: usize = holders[colour.index()];
        let a_ends_first = holders[0] == 0;
        let table = Table { start, line: &course.line, position: &position };
        let reply = catch_panic(|| players[who].reply(table, stop));
        // A program that was ended together with the match has not lost the game.
        if stop.is_cancelled() {
            return None;
        }
        let (steps, win) = match reply.unwrap_or_else(|broken| Reply::Fault(broken.into())) {
            Reply::Steps(steps, win) => (steps, win),
            Reply::Fault(fault) => return Some(lost(who, fault, course, a_ends_first)),
            Reply::Resigned => {
                let points = if who == 0 { 0.0 } else { 1.0 };
                let Course { line, wins } = course;
                return Some(ArenaGame {
                    points,
                    line,
                    wins,
                    a_ends_first,
                    reason: Some(Reason::Resignation),
                    fault: None,
                });
            }
        };
        for step in steps {
            if position.to_move() != colour {
                return Some(lost(
                    who,
                    "played more than one move".to_owned().into(),
                    course,
                    a_ends_first,
                ));
            }
            if let Err(error) = position.play(step) {
                let what = format!("played an illegal move: {error}");
                return Some(lost(who, what.into(), course, a_ends_first));
            }
            course.line.push(step);
            course.wins.push(win.map(|win| if colour == Colour::First { win } else { 1.0 - win }));
            if step == Step::Swap {
                holders.reverse();
            }
        }
    }
    let outcome = position.outcome();
    let points = match outcome.and_then(|outcome| outcome.winner) {
        None => 0.5,
        Some(winner) => f64::from(u8::from(holders[winner.index()] == 0)),
    };
    let Course { line, wins } = course;
    let a_ends_first = holders[0] == 0;
    Some(ArenaGame {
        points,
        line,
        wins,
        a_ends_first,
        reason: outcome.map(|outcome| outcome.reason),
        fault: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetralith_core::Setup;
    use tetralith_core::games::INFOS;

    fn finished(
        start: &Game,
        opening: &[Step],
        players: [&PlayerSpec; 2],
        a_first: bool,
        seed: u64,
        patience: Duration,
    ) -> ArenaGame {
        play(start, opening, players, a_first, seed, patience, &CancelToken::new())
            .expect("nobody stops it")
    }

    fn spec(text: &str) -> PlayerSpec {
        PlayerSpec::parse(text).expect("the player is written right")
    }

    #[test]
    fn games_repeat_and_seats_are_kept_apart() {
        for info in INFOS {
            let setup = Setup { size: Some(i64::from(info.boards[0].min) + 1), ..Setup::default() };
            let start = Game::new(info.id, &setup).expect("a small board is playable");
            let first = opening(&start, 3, 9);
            assert_eq!(first, opening(&start, 3, 9));
            let [a, b] = [spec("random"), spec("sims=20")];
            let game = finished(&start, &first, [&a, &b], true, 4, Duration::from_secs(1));
            assert_eq!(game, finished(&start, &first, [&a, &b], true, 4, Duration::from_secs(1)));
            assert_eq!(game.fault, None);
            assert!(game.line.starts_with(&first));
            assert!(game.reason.is_some());
        }
    }

    #[test]
    fn a_player_that_breaks_down_loses() {
        struct Breaks;
        impl Player for Breaks {
            fn reply(&mut self, _: Table<'_>, _: &CancelToken) -> Reply {
                panic!("on purpose")
            }
        }

        let start =
            Game::new("multiplicity", &Setup::default()).expect("the defaults are playable");
        let random =
            sit_down(&spec("random"), 1, Duration::from_secs(1)).expect("it needs no program");
        let mut players: [Box<dyn Player>; 2] = [random, Box::new(Breaks)];
        let game = play_seated(&start, &[], &mut players, true, &CancelToken::new())
            .expect("nobody stops it");
        assert_eq!(
            (game.points, game.fault.as_deref()),
            (1.0, Some("the search failed: on purpose"))
        );
        assert_eq!(game.line.len(), 1);
    }

    #[test]
    fn a_program_that_cannot_be_started_loses() {
        let start =
            Game::new("multiplicity", &Setup::default()).expect("the defaults are playable");
        let [a, b] = [spec("random"), spec("cmd:./there-is-no-such-program")];
        let game = finished(&start, &[], [&a, &b], false, 1, Duration::from_secs(1));
        assert!((game.points - 1.0).abs() < f64::EPSILON);
        assert!(game.fault.is_some_and(|fault| fault.contains("cannot be started")));
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_ends_hangs_or_talks_nonsense_loses() {
        let start =
            Game::new("multiplicity", &Setup::default()).expect("the defaults are playable");
        let a = spec("random");
        for (command, fault) in [
            ("cmd:true", "exited"),
            ("cmd:cat", "unintelligibly"),
            ("cmd:yes =", "too much text"),
            ("cmd:yes ''", "too much text"),
            ("cmd:tail -f /dev/null", "has not answered"),
        ] {
            let b = spec(command);
            // A program that answers has all the time it may need on a busy machine.
            let patience =
                Duration::from_millis(if fault == "has not answered" { 300 } else { 600_000 });
            let game = finished(&start, &[], [&a, &b], false, 1, patience);
            assert!((game.points - 1.0).abs() < f64::EPSILON, "{command}");
            let said = game.fault.unwrap_or_default();
            assert!(said.contains(fault), "{command}: {said}");
        }
    }

    #[test]
    fn after_a_swap_the_win_is_the_other_players() {
        let setup = Setup { size: Some(2), pie: Some(true), ..Setup::default() };
        let start = Game::new("necklace", &setup).expect("four points are a board");
        // On four points a player that sees everything wins: the second player, by swapping or not.
        let [a, b] = [spec("random"), spec("sims=2000")];
        let mut swaps = 0;
        for seed in 0..8 {
            let game = finished(&start, &[], [&a, &b], true, seed, Duration::from_secs(1));
            swaps += usize::from(game.line.contains(&Step::Swap));
            assert!(game.points < 0.5, "{game:?}");
        }
        assert!(swaps > 0);
    }
}

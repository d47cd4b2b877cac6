//! The exact value of a position in review: when it is looked for, what is shown, what it gives way
//! to.

use std::time::Duration;

use tetralith_core::{Colour, Info, Phase, Setup, games};
use tetralith_engine::SearchAnswer;
use tetralith_engine::solve::{Solution, SolveLimits, SolveTask};
use tetralith_session::clock::Clock;
use tetralith_session::match_play::{BoardAct, MatchEvent, MatchSettings, News, exact_lines};
use tetralith_session::seat::Seat;
use tetralith_session::sentence::ActionId;
use tetralith_study::{AnalysisAnswer, SolveRequest};

use crate::world::World;

/// A game between two people on a board of this size, in review.
fn review(info: &'static Info, size: i64) -> World {
    let mut world = World::new(MatchSettings::default());
    let setup = Setup { size: Some(size), ..Setup::default() };
    world.begin_game(info, &setup, <[Seat; 2]>::default(), Clock::default());
    world.act(BoardAct::LookThrough);
    world
}

fn necklace(size: i64) -> World {
    review(games::info("necklace").unwrap(), size)
}

/// The lines that are shown.
fn shown(world: &World) -> Vec<String> {
    let stage = world.game.thinking().exact().stage(world.table());
    let lines = stage.map_or_else(Vec::new, |stage| exact_lines(world.table(), &stage));
    lines.iter().map(|line| line.spell(ActionId::name)).collect()
}

/// The request under way, which does not wait.
fn asked(world: &World) -> SolveRequest {
    let (request, waits) = world.solving.clone().expect("a position is solved");
    assert!(!waits);
    request
}

/// Solves what is asked for.
fn solve(world: &mut World) {
    let SolveRequest { id, start, steps } = asked(world);
    let limits = SolveLimits { memory: 4 << 20, ..SolveLimits::default() };
    let task = SolveTask { start: &start, steps: &steps, limits, state: None };
    let solution = Box::new(task.advise(&|_| true).unwrap());
    world.solving = None;
    world.happen(MatchEvent::Studied(AnalysisAnswer::Solved { id, solution }));
}

#[test]
fn exact_value_is_shown_with_the_moves_that_keep_it() {
    let mut world = necklace(4);
    world.happen(MatchEvent::Exact);
    assert_eq!(shown(&world), ["less than a second left; 0.0 million positions"]);
    solve(&mut world);
    assert!(world.has(|news| *news == News::Solved));
    let lines = shown(&world);
    assert!(lines[0].starts_with("Red wins in "), "{lines:?}");
    assert!(lines[1].starts_with("quickest: "), "{lines:?}");
    assert_eq!(lines[2], "4 of 16 moves win");
    // A hint knows it too.
    world.happen(MatchEvent::Hint { threat: false });
    let hint = world.game.thinking().hint().expect("a hint");
    assert!(hint.named().iter().all(|move_| move_.proof.is_some()) && !hint.named().is_empty());
    world.happen(MatchEvent::Exact);
    assert!(shown(&world).is_empty(), "it is hidden");
}

/// The lines for the start of Necklace on 16 points if `winner` wins, and the first `best` moves
/// keep that but not the next `worse`. The distance to the end is not always found.
fn shown_of(winner: Colour, best: usize, worse: usize) -> Vec<String> {
    let mut world = necklace(4);
    world.happen(MatchEvent::Exact);
    let SolveRequest { id, start, steps } = asked(&world);
    let limits = SolveLimits { memory: 4 << 20, ..SolveLimits::default() };
    let task = SolveTask { start: &start, steps: &steps, limits, state: None };
    let found = task.advise(&|_| true).unwrap();
    let legal = start.legal();
    let (best, worse) = (legal[..best].to_vec(), legal[best..][..worse].to_vec());
    let solution =
        Box::new(Solution { winner: Some(winner), best, worse, shortest: None, ..found });
    world.happen(MatchEvent::Studied(AnalysisAnswer::Solved { id, solution }));
    shown(&world)
}

#[test]
fn no_move_is_called_best_where_all_keep_the_result() {
    assert_eq!(shown_of(Colour::First, 16, 0), ["Red wins", "every move wins"]);
    assert_eq!(shown_of(Colour::Second, 16, 0), ["Blue wins", "every move loses"]);
}

#[test]
fn moves_that_were_not_tried_are_not_counted() {
    for (best, worse, moves, keep) in [
        (1, 0, "a1", "at least 1 of 16 moves wins"),
        (2, 9, "a1 or a2", "at least 2 of 16 moves win"),
        (2, 14, "a1 or a2", "2 of 16 moves win"),
    ] {
        let wanted = ["Red wins".to_owned(), format!("best: {moves}"), keep.to_owned()];
        assert_eq!(shown_of(Colour::First, best, worse), wanted);
    }
    // From a lost position every move loses, also one that was not tried.
    assert_eq!(shown_of(Colour::Second, 1, 0), ["Blue wins", "every move loses"]);
}

#[test]
fn moves_to_the_end_are_not_counted_in_an_opening() {
    let mut world = review(games::info("multiplicity").unwrap(), 2);
    world.happen(MatchEvent::Exact);
    solve(&mut world);
    // A move of the opening has two stones.
    assert_eq!(shown(&world)[0], "White wins");
    for step in ["b2", "a1"] {
        world.play(step);
    }
    assert_eq!(world.table().game().phase(), Phase::Placement);
    solve(&mut world);
    assert!(shown(&world)[0].contains(" wins in "), "{:?}", shown(&world));
}

#[test]
fn points_are_shown_where_a_game_has_them() {
    let mut world = review(games::info("plurality").unwrap(), 3);
    world.happen(MatchEvent::Exact);
    solve(&mut world);
    let lines = shown(&world);
    assert_eq!(lines[0], "Black wins by 5.5 points");
    assert_eq!(lines[2], "10 of 67 moves keep this");
}

#[test]
fn exact_value_follows_the_cursor_to_what_is_solved_soon() {
    let mut world = necklace(4);
    world.happen(MatchEvent::Exact);
    let first = asked(&world).id;
    world.play("a1");
    let second = asked(&world);
    assert!(second.id != first && second.steps.len() == 1);
    solve(&mut world);
    let lines = shown(&world);
    assert!(lines[0].starts_with("Blue wins in "), "{lines:?}");
    world.act(BoardAct::GoBy(-1));
    solve(&mut world);
    // A position that was solved before is shown at once.
    world.act(BoardAct::GoBy(1));
    assert!(world.solving.is_none() && shown(&world) == lines);
}

#[test]
fn long_searches_wait_to_be_asked_and_are_stopped() {
    let mut world = necklace(6);
    world.happen(MatchEvent::Exact);
    assert!(world.solving.is_some());
    assert!(shown(&world)[0].ends_with(" left; 0.0 million positions"));
    world.play("c3");
    assert!(world.solving.is_none());
    assert!(shown(&world)[0].ends_with(" to solve; exact begins"), "{:?}", shown(&world));
    world.happen(MatchEvent::Exact);
    let id = asked(&world).id;
    let elapsed = Duration::from_secs(1);
    let progress = AnalysisAnswer::Solving { id, positions: 1_500_000, elapsed };
    world.happen(MatchEvent::Studied(progress));
    assert!(shown(&world)[0].ends_with(" left; 1.5 million positions"));
    world.happen(MatchEvent::Exact);
    assert!(world.solving.is_none() && shown(&world).is_empty());
}

#[test]
fn exact_search_waits_while_the_engine_thinks() {
    let mut world = necklace(6);
    world.happen(MatchEvent::Exact);
    world.happen(MatchEvent::Hint { threat: false });
    assert!(world.solving.as_ref().is_some_and(|(_, waits)| *waits));
    let answer @ SearchAnswer::Done { .. } = world.answer() else { panic!("no answer") };
    world.happen(MatchEvent::Thought(answer));
    asked(&world);
}

#[test]
fn large_boards_and_games_in_play_are_refused() {
    let mut world = necklace(13);
    world.happen(MatchEvent::Exact);
    let is_refused = |world: &World, part: &str| {
        world.has(|news| match news {
            News::Refused(why) => why.spell(ActionId::name).contains(part),
            _ => false,
        })
    };
    assert!(world.solving.is_none());
    assert!(is_refused(&world, "too large to solve: it would take years"), "{:?}", world.news);
    let mut world = World::new(MatchSettings::default());
    world.begin(<[Seat; 2]>::default(), Clock::default());
    world.happen(MatchEvent::Exact);
    assert!(world.solving.is_none() && is_refused(&world, "for review"), "{:?}", world.news);
}

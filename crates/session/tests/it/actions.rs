//! Hints, passes and the explorer concern the line that is shown or played: after an undo, in a
//! variation, in the middle of a turn, after the end and after a swap, in every game.

use tetralith_core::timeline::{NodeId, Timeline};
use tetralith_core::{Colour, Record, Step};
use tetralith_session::kept::{holders, played_line};
use tetralith_session::match_play::{BoardAct, MatchEvent, News};

use crate::cases::{Case, each};
use crate::world::World;

fn here(world: &World) -> NodeId {
    world.table().timeline().cursor()
}

fn played_to(world: &World) -> NodeId {
    world.table().timeline().played_to()
}

fn steps(timeline: &Timeline, line: &[NodeId]) -> Vec<Step> {
    line.iter().filter_map(|&node| timeline.step(node)).collect()
}

fn is_refused(world: &World) -> bool {
    world.has(|news| matches!(news, News::Refused(_)))
}

/// Asks for a hint and has the first legal step found; returns that step.
fn hinted(world: &mut World) -> Step {
    world.happen(MatchEvent::Hint { threat: false });
    let step = world.ask.as_ref().expect("the engine is asked").position.legal()[0];
    world.happen(MatchEvent::Thought(world.candidate()));
    step
}

#[test]
fn hints_are_about_the_position_shown() {
    each(|info, case, mut world| {
        world.happen(MatchEvent::Hint { threat: false });
        if case == Case::Ended {
            assert!(is_refused(&world) && world.ask.is_none(), "{}", info.id);
            world.act(BoardAct::GoBy(-1));
            world.happen(MatchEvent::Hint { threat: false });
        }
        let (ask, table) = (world.ask.as_ref().unwrap(), world.table());
        let path = table.timeline().path(here(&world));
        assert_eq!(ask.line, steps(table.timeline(), &path), "{} {case:?}", info.id);
        assert_eq!(ask.position.board(), table.game().board(), "{} {case:?}", info.id);
        assert_eq!(ask.position.to_move(), table.game().to_move(), "{} {case:?}", info.id);
        let hint = world.game.thinking().hint().unwrap();
        assert_eq!(hint.place.node, here(&world), "{} {case:?}", info.id);
    });
}

#[test]
fn played_hints_go_on_with_the_line_shown() {
    each(|info, case, mut world| {
        if case == Case::Ended {
            world.act(BoardAct::GoBy(-1));
        }
        let (before, played) = (here(&world), played_to(&world));
        let step = hinted(&mut world);
        world.happen(MatchEvent::TakeHint(1));
        let timeline = world.table().timeline();
        assert_eq!(timeline.step(here(&world)), Some(step), "{} {case:?}", info.id);
        assert_eq!(timeline.parent(here(&world)), before, "{} {case:?}", info.id);
        // In review it is only explored, and a game that is over stays so.
        let explores = matches!(case, Case::Variation | Case::Ended);
        let wanted = if explores { played } else { here(&world) };
        assert_eq!(played_to(&world), wanted, "{} {case:?}", info.id);
        assert_eq!(world.table().state().is_finished(), case == Case::Ended);
    });
}

#[test]
fn passes_go_on_with_the_line_shown_or_are_refused() {
    each(|info, case, mut world| {
        let (before, played, all) = (here(&world), played_to(&world), world.steps());
        let is_legal = case != Case::Ended && world.table().game().check(Step::Pass).is_ok();
        world.act(BoardAct::Play(vec![Step::Pass]));
        if is_legal {
            let timeline = world.table().timeline();
            assert_eq!(timeline.step(here(&world)), Some(Step::Pass), "{} {case:?}", info.id);
            assert_eq!(timeline.parent(here(&world)), before, "{} {case:?}", info.id);
            let wanted = if case == Case::Variation { played } else { here(&world) };
            assert_eq!(played_to(&world), wanted, "{} {case:?}", info.id);
        } else {
            assert!(is_refused(&world), "{} {case:?}", info.id);
            assert_eq!((here(&world), played_to(&world)), (before, played), "{}", info.id);
            assert_eq!(world.steps(), all, "{} {case:?}", info.id);
        }
        assert_eq!(is_legal, info.id == "plurality" && case != Case::Ended, "{case:?}");
    });
}

#[test]
fn explorer_counts_the_played_line_and_its_players() {
    each(|info, case, world| {
        let (record, timeline) = Record::read(world.keeps.last().unwrap().text.as_bytes()).unwrap();
        let line = played_line(&record, &timeline);
        let (table, end) = (world.table(), world.table().timeline().played_end());
        let played = table.timeline().path(end);
        assert_eq!(
            steps(&timeline, &line),
            steps(table.timeline(), &played),
            "{} {case:?}",
            info.id
        );
        let names = Colour::BOTH.map(|colour| table.players().holder(colour, end).name.clone());
        let counted = holders(&record, &timeline, &line).map(|player| player.name.unwrap());
        assert_eq!(counted, names, "{} {case:?}", info.id);
        assert_eq!(counted == ["Ben", "Ann"], case == Case::Swapped, "{}", info.id);
    });
}

//! A match in a world that answers its requests.

use std::time::Duration;

use tetralith_core::Colour;
use tetralith_engine::Level;
use tetralith_session::clock::{Clock, TimeControl};
use tetralith_session::match_play::{Attention, BoardAct, Exit, MatchEvent, MatchSettings, News};
use tetralith_session::seat::Seat;
use tetralith_session::sentence::ActionId;
use tetralith_session::thinking::LEAST_TIME;
use tetralith_session::time::Moment;

use crate::world::World;

fn kept() -> MatchSettings {
    MatchSettings { autosave: true, ..MatchSettings::default() }
}

#[test]
fn answers_wait_until_the_board_is_in_front() {
    let mut world = World::against_computer(kept(), Clock::default());
    world.play("a1");
    world.attention = Attention::Behind;
    world.happen(MatchEvent::Thought(world.answer()));
    assert_eq!((world.steps(), world.game.due()), (1, None));
    world.attention = Attention::Front;
    world.pass_time(Duration::from_secs(1));
    assert_eq!(world.steps(), 2);
    assert!(world.has(|news| *news == News::Stepped) && world.has(|news| *news == News::Turn));
}

#[test]
fn paced_answers_take_a_moment() {
    let paced = MatchSettings { is_paced: true, ..kept() };
    for (settings, time) in [(kept(), Duration::ZERO), (paced, LEAST_TIME)] {
        let mut world = World::against_computer(settings, Clock::default());
        world.play("a1");
        world.happen(MatchEvent::Thought(world.answer()));
        assert_eq!(world.steps() == 2, time.is_zero());
        assert_eq!(world.game.due(), Some(time).filter(|time| !time.is_zero()));
        world.pass_time(time);
        assert_eq!(world.steps(), 2);
    }
}

#[test]
fn old_answers_no_longer_count() {
    let mut world = World::against_computer(kept(), Clock::default());
    world.play("a1");
    let old = world.answer();
    world.happen(MatchEvent::Undo);
    assert!(world.ask.is_none(), "it is the player's turn again");
    world.happen(MatchEvent::Thought(old.clone()));
    world.play("b1");
    world.happen(MatchEvent::Thought(old));
    assert!(world.table().state().computer_to_move().is_some() && world.ask.is_some());
}

#[test]
fn computers_that_are_halted_have_no_running_clock() {
    let clock = Clock::new(TimeControl::parse("1m").ok(), true, Duration::ZERO);
    let mut world = World::against_computer(kept(), clock);
    assert_eq!(world.game.clocks().and_then(|clocks| clocks.running()), Some(Colour::First));
    world.play("a1");
    assert_eq!(world.game.clocks().and_then(|clocks| clocks.running()), Some(Colour::Second));
    world.happen(MatchEvent::Halt);
    assert!(
        world.ask.is_none() && world.game.clocks().and_then(|clocks| clocks.running()).is_none()
    );
    world.happen(MatchEvent::Go { once: true });
    assert_eq!(world.game.clocks().and_then(|clocks| clocks.running()), Some(Colour::Second));
    world.attention = Attention::Away;
    world.pass_time(Duration::from_secs(1));
    assert_eq!(
        world.game.clocks().and_then(|clocks| clocks.running()),
        None,
        "nobody sees the board"
    );
}

#[test]
fn clocks_that_run_out_end_the_game_and_the_thinking() {
    let clock = Clock::new(TimeControl::parse("9s").ok(), true, Duration::ZERO);
    let mut world = World::against_computer(kept(), clock);
    world.play("a1");
    world.pass_time(Duration::from_secs(30));
    assert!(world.table().state().is_over() && world.ask.is_none());
    assert_eq!(world.table().outcome().and_then(|outcome| outcome.winner), Some(Colour::First));
}

#[test]
fn moves_are_kept_and_undone_moves_too() {
    let mut world = World::against_computer(kept(), Clock::default());
    world.play("a1");
    assert_eq!(world.keeps.len(), 1);
    world.disk(None);
    world.happen(MatchEvent::Undo);
    assert_eq!(world.keeps.len(), 1, "an undo survives a power cut like a move");
    world.disk(None);
    world.happen(MatchEvent::HideHint);
    assert!(world.keeps.is_empty() && world.game.saving().fault().is_none());
}

#[test]
fn refused_games_are_tried_again_before_they_are_lost() {
    let mut world = World::against_computer(kept(), Clock::default());
    world.play("a1");
    world.disk(Some("the disk is full"));
    assert!(world.has(|news| *news == News::NotKept("the disk is full".to_owned())));
    world.begin(<[Seat; 2]>::default(), Clock::default());
    assert_eq!((world.keeps.len(), world.steps()), (1, 1), "it is tried once more");
    world.disk(Some("the disk is full"));
    let asks = |news: &News| {
        let News::MayReplace(why) = news else { return false };
        why.spell(ActionId::name).contains("full")
    };
    assert!(world.has(asks) && world.steps() == 1);
    world.happen(MatchEvent::GiveWay(false));
    world.happen(MatchEvent::GiveWay(true));
    assert_eq!(world.steps(), 1, "no answers nothing later");
    world.begin(<[Seat; 2]>::default(), Clock::default());
    world.disk(Some("the disk is full"));
    world.happen(MatchEvent::GiveWay(true));
    assert!(world.has(|news| matches!(news, News::Begun { .. })) && world.steps() == 0);
}

#[test]
fn quitting_stays_if_the_disk_refuses_the_game() {
    let mut world = World::against_computer(kept(), Clock::default());
    world.play("a1");
    world.disk(Some("the disk is full"));
    world.happen(MatchEvent::Quit);
    assert_eq!((world.exit, world.keeps.len()), (Some(Exit::Quit), 1));
    world.disk(Some("the disk is full"));
    assert_eq!(world.exit, Some(Exit::Stay));
    assert!(world.has(|news| matches!(news, News::MayLose(_))));
    world.happen(MatchEvent::End);
    assert_eq!(world.exit, Some(Exit::Quit));
    world.disk(Some("the disk is full"));
    assert_eq!(world.exit, Some(Exit::Quit), "the player has given it up");
}

#[test]
fn coached_moves_hold_the_answer_back() {
    let coached = MatchSettings { coach: true, ..kept() };
    let mut world = World::against_computer(coached, Clock::default());
    world.play("a1");
    let check = world.checks.pop().expect("the coach looks at it");
    world.happen(MatchEvent::Thought(world.answer()));
    assert_eq!(world.steps(), 1);
    world.happen(MatchEvent::Studied(tetralith_study::AnalysisAnswer::Done { id: check.id }));
    assert_eq!(world.steps(), 2, "there is nothing to tell");
}

#[test]
fn hints_follow_the_board_and_are_reported_once() {
    let mut world = World::new(kept());
    world.begin(<[Seat; 2]>::default(), Clock::default());
    world.happen(MatchEvent::Hint { threat: false });
    let answer = world.answer();
    world.happen(MatchEvent::Thought(answer));
    assert!(world.has(|news| *news == News::Hinted) && world.game.thinking().hint().is_some());
    world.play("a1");
    assert!(world.game.thinking().hint().is_none(), "it was for another position");
    world.happen(MatchEvent::TakeHint(1));
    assert!(world.has(|news| matches!(news, News::Refused(_))) && world.steps() == 1);
}

#[test]
fn any_events_leave_a_match_that_makes_sense() {
    let mut random = 1_u64;
    let mut draw = |n: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random % n
    };
    for _ in 0..60 {
        let (autosave, is_paced) = (draw(2) == 0, draw(2) == 0);
        let settings = MatchSettings { autosave, is_paced, ..MatchSettings::default() };
        let clock = Clock::new(TimeControl::parse("20s+1s").ok(), true, Duration::ZERO);
        let mut world = World::against_computer(settings, clock);
        for _ in 0..80 {
            world.attention =
                [Attention::Away, Attention::Behind, Attention::Front, Attention::Front]
                    [draw(4) as usize];
            let event = match draw(22) {
                0 => MatchEvent::Undo,
                1 => MatchEvent::Resign,
                2 => MatchEvent::DeleteVariation,
                3 => MatchEvent::Promote,
                4 => MatchEvent::Halt,
                5 => MatchEvent::Go { once: draw(2) == 0 },
                6 => MatchEvent::Hint { threat: draw(2) == 0 },
                7 => MatchEvent::TakeHint(draw(4) as u8),
                8 => MatchEvent::Act(BoardAct::GoBy(draw(7) as isize - 3)),
                9 => MatchEvent::Act(BoardAct::LookThrough),
                10 => MatchEvent::Act(BoardAct::PlayOn),
                11 => MatchEvent::Act(BoardAct::ReturnToGame),
                12 => MatchEvent::Rematch,
                13 => MatchEvent::Analyse,
                14 => MatchEvent::PauseClock,
                15 => MatchEvent::TakeBackMove,
                16 if world.ask.is_some() => MatchEvent::Thought(world.answer()),
                17 if !world.keeps.is_empty() => {
                    world.disk(Some("no").filter(|_| draw(3) == 0));
                    MatchEvent::GiveWay(draw(2) == 0)
                }
                18 => {
                    world.now += Duration::from_millis(draw(3_000));
                    MatchEvent::Tick(Moment { steady: world.now, ..Moment::default() })
                }
                _ => {
                    let legal = &world.table().hand().seen().legal;
                    let step = legal.get(draw(legal.len().max(1) as u64) as usize).copied();
                    MatchEvent::Act(BoardAct::Play(step.into_iter().collect()))
                }
            };
            let news_here = format!("{event:?}");
            world.happen(event);
            let thought = world.game.thinking().under_way().map(|thought| thought.ticket);
            let is_found =
                world.game.thinking().own().is_some_and(|thought| thought.found.is_some());
            let asked = world.ask.as_ref().map(|ask| ask.ticket);
            assert!(
                thought == asked || is_found || thought.is_none(),
                "{news_here}: {thought:?} {asked:?}"
            );
            assert!(world.game.seated().unwrap().text().is_ok(), "{news_here}");
            assert!(world.game.due().is_none_or(|due| due > world.now), "{news_here}");
        }
    }
}

#[test]
fn games_without_takebacks_never_get_shorter() {
    let mut random = 1_u64;
    let mut draw = |n: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random % n
    };
    for _ in 0..40 {
        let mut world = World::new(kept());
        let person = Seat::person(String::new()).with_takebacks(Some(0));
        let computer = Seat::computer(Level::from_id("easy").unwrap());
        world.begin([person, computer], Clock::default());
        for _ in 0..60 {
            let event = match draw(16) {
                0 => MatchEvent::Undo,
                1 => MatchEvent::TakeBackMove,
                2 => MatchEvent::DeleteVariation,
                3 => MatchEvent::Promote,
                4 => MatchEvent::Go { once: draw(2) == 0 },
                5 | 6 => MatchEvent::Hint { threat: false },
                7 => MatchEvent::TakeHint(1),
                8 | 9 => MatchEvent::Act(BoardAct::GoBy(draw(7) as isize - 3)),
                10 => MatchEvent::Act(BoardAct::LookThrough),
                11 => MatchEvent::Act(BoardAct::PlayOn),
                12 => MatchEvent::Act(BoardAct::ReturnToGame),
                13 | 14 if world.ask.is_some() => MatchEvent::Thought(world.candidate()),
                _ => {
                    let legal = &world.table().hand().seen().legal;
                    let step = legal.get(draw(legal.len().max(1) as u64) as usize).copied();
                    MatchEvent::Act(BoardAct::Play(step.into_iter().collect()))
                }
            };
            let line = |world: &World| {
                let timeline = world.table().timeline();
                timeline.path(timeline.played_to())
            };
            let (before, what) = (line(&world), format!("{event:?}"));
            world.happen(event);
            assert!(line(&world).starts_with(&before), "{what}");
        }
    }
}

#[test]
fn rematches_of_games_in_review_wait_for_their_end() {
    let mut world = World::new(kept());
    world.begin(<[Seat; 2]>::default(), Clock::default());
    world.play("a1");
    world.act(BoardAct::LookThrough);
    world.happen(MatchEvent::Rematch);
    let why = "a rematch is possible once the game is over";
    assert!(world.has(|news| *news == News::Refused(why.into())), "{:?}", world.news);
}

#[test]
fn even_match_that_waits_gives_way_to_a_later_game() {
    let mut world = World::new(kept());
    world.begin([Seat::person(String::new()), Seat::even()], Clock::default());
    assert!(world.game.table().is_none(), "its level is not known yet");
    world.begin([Seat::person("Ana".to_owned()), Seat::person("Bo".to_owned())], Clock::default());
    world.play("a1");
    world.happen(MatchEvent::Results(Vec::new()));
    assert_eq!((world.steps(), world.ask.is_none()), (1, true));
}

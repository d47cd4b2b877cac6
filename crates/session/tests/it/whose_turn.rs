//! Every action asks one place whose turn it is and which line it concerns: after an undo, in a
//! variation, in the middle of a turn, after the end and after a swap, in every game.

use std::time::Duration;

use tetralith_core::timeline::NodeId;
use tetralith_core::{Colour, Info, Reason, Record, Setup, Step};
use tetralith_session::kept::goes_on;
use tetralith_session::remote_game::whole_turns;
use tetralith_session::seat::Seat;
use tetralith_session::seated::Seated;
use tetralith_session::table::{GameState, Mode, Reply, place_of};
use tetralith_session::time::Moment;

use crate::cases::{self, Case, clock, games, loaded};

fn begin(info: &'static Info, setup: Setup, seats: [Seat; 2]) -> Seated {
    let options = info.options(&setup).unwrap();
    let mut seated = Seated::begin(info, &options, seats, 1, clock(), Moment::default()).unwrap();
    seated.table.change(GameState::let_explore);
    seated
}

/// Makes a legal step, the `n`th in order.
fn step(seated: &mut Seated, n: usize) {
    let legal = &seated.table.hand().seen().legal;
    let step = legal[n.min(legal.len() - 1)];
    assert_eq!(seated.table.play(&[step]), Reply::Changed, "{step:?}");
}

/// Makes a whole turn.
fn turn(seated: &mut Seated, n: usize) {
    step(seated, n);
    while seated.table.game().phase().is_mid_turn() && seated.table.outcome().is_none() {
        step(seated, n);
    }
}

/// Every game in every case it has.
fn each(check: impl Fn(&'static Info, Case, Seated)) {
    cases::each(|info, case, world| check(info, case, world.game.seated().unwrap().clone()));
}

/// The side to move in the game, found by making its steps.
fn to_move(seated: &Seated) -> Colour {
    let timeline = seated.table.timeline();
    let mut position = timeline.start().clone();
    for node in timeline.path(seated.table.timeline().played_to()) {
        position.play(timeline.step(node).unwrap()).unwrap();
    }
    position.to_move()
}

#[test]
fn a_resignation_is_that_of_the_side_to_move_in_the_game() {
    each(|info, case, mut seated| {
        let (loser, place) = (
            to_move(&seated),
            place_of(seated.table.timeline(), seated.table.timeline().played_to()),
        );
        if case == Case::Ended {
            assert_eq!(
                seated.table.state().resigner(),
                Err("the game is over".into()),
                "{}",
                info.id
            );
            return;
        }
        assert_eq!(seated.table.state().resigner(), Ok(loser), "{} {case:?}", info.id);
        assert_eq!(seated.table.change(GameState::resign), Reply::Changed);
        assert_eq!(seated.table.place(), place, "{} {case:?}", info.id);
        let outcome = seated.table.outcome().unwrap();
        assert_eq!((outcome.winner, outcome.reason), (Some(loser.other()), Reason::Resignation));
        // The record holds the same, and the moves after the end are gone.
        let (_, timeline) = Record::read(seated.keep().unwrap().text.as_bytes()).unwrap();
        assert_eq!(timeline.outcome(), Some(outcome), "{} {case:?}", info.id);
        assert_eq!(timeline.main_line().len(), timeline.path(timeline.cursor()).len());
    });
}

#[test]
fn the_clock_that_runs_is_that_of_the_side_to_move_in_the_game() {
    each(|info, case, mut seated| {
        let table = &seated.table;
        let origin = table.players().origin(to_move(&seated), table.timeline().played_to());
        assert_eq!(table.state().on_the_clock(), origin, "{} {case:?}", info.id);
        let loser = to_move(&seated);
        let late = Moment { steady: Duration::from_secs(3_600), ..Moment::default() };
        let runs = case != Case::Ended && case != Case::Variation;
        let place = place_of(seated.table.timeline(), seated.table.timeline().played_to());
        seated.tell_time(Moment::default(), true);
        let flag = seated.tell_time(late, true);
        assert_eq!(flag == Reply::Changed, runs, "{} {case:?}", info.id);
        if runs {
            let outcome = seated.table.outcome().unwrap();
            assert_eq!((outcome.winner, outcome.reason), (Some(loser.other()), Reason::Time));
            assert_eq!(seated.table.place(), place, "{} {case:?}", info.id);
        }
    });
}

#[test]
fn a_kept_game_reopens_where_it_is() {
    each(|info, case, mut seated| {
        let place = place_of(seated.table.timeline(), seated.table.timeline().played_to());
        let steps = seated.table.timeline().steps();
        let keep = seated.keep().unwrap();
        assert_eq!(!goes_on(keep.text.as_bytes()), case == Case::Ended, "{} {case:?}", info.id);
        let again = Seated::of(loaded(&keep.text), true, 2, Moment::default());
        assert_eq!(again.table.timeline().steps(), steps);
        if case != Case::Ended {
            assert_eq!((again.table.mode(), again.table.place()), (Mode::Play, place));
            assert!(!again.has_moved(), "{} {case:?}", info.id);
        }
        let names = |seated: &Seated| {
            Colour::BOTH.map(|side| seated.table.players().holder_here(side).clone())
        };
        if !matches!(case, Case::Variation | Case::Ended) {
            assert_eq!(names(&again), names(&seated), "{} {case:?}", info.id);
        }
    });
}

#[test]
fn a_comment_goes_to_the_turn_that_is_shown() {
    each(|info, case, mut seated| {
        let at = seated.table.timeline().cursor();
        let played_to = seated.table.timeline().played_to();
        assert_eq!(seated.table.set_comment(at, "here".to_owned()), Reply::Changed);
        assert_eq!(
            (seated.table.comment(), seated.table.timeline().played_to()),
            ("here", played_to)
        );
        let (_, timeline) = Record::read(seated.keep().unwrap().text.as_bytes()).unwrap();
        let noted = |node: &NodeId| timeline.note(*node).is_some_and(|note| note.comment == "here");
        let commented: Vec<NodeId> = timeline.nodes().filter(noted).collect();
        assert_eq!(commented.len(), 1, "{} {case:?}", info.id);
        let place = tetralith_session::table::place_of(&timeline, commented[0]);
        assert_eq!(place, seated.table.place(), "{} {case:?}", info.id);
    });
}

#[test]
fn playing_on_puts_the_game_where_the_cursor_is() {
    each(|info, case, mut seated| {
        let (here, before) =
            (seated.table.timeline().cursor(), seated.table.timeline().played_to());
        seated.kept_at = Some(before);
        let reply = seated.table.play_on();
        if case == Case::Ended {
            assert!(matches!(reply, Reply::Refused(_)), "{}", info.id);
            seated.table.go(seated.table.lines().turn(2));
            assert_eq!(seated.table.play_on(), Reply::Shown);
            assert!(seated.table.state().is_finished(), "it is over until a move is made");
            assert!(!seated.has_moved());
            step(&mut seated, 3);
            assert!(!seated.table.state().is_finished(), "{}", info.id);
            assert_eq!(seated.table.timeline().played_to(), seated.table.timeline().cursor());
            return;
        }
        assert_eq!(
            (reply, seated.table.timeline().played_to()),
            (Reply::Shown, here),
            "{} {case:?}",
            info.id
        );
        assert_eq!(seated.has_moved(), here != before, "{} {case:?}", info.id);
    });
}

#[test]
fn a_variation_is_deleted_and_the_game_is_not() {
    each(|info, case, mut seated| {
        let (played_to, steps) =
            (seated.table.timeline().played_to(), seated.table.timeline().steps());
        let reply = seated.table.change(GameState::delete_variation);
        let deletes = case == Case::Variation;
        assert_eq!(reply == Reply::Changed, deletes, "{} {case:?}", info.id);
        assert_eq!(seated.table.timeline().steps() < steps, deletes);
        assert_eq!(seated.table.timeline().played_to(), played_to, "{} {case:?}", info.id);
    });
}

#[test]
fn promoted_variations_become_the_game_in_progress() {
    each(|info, case, mut seated| {
        let (here, played_to) =
            (seated.table.timeline().cursor(), seated.table.timeline().played_to());
        let reply = seated.table.change(GameState::promote);
        let promotes = case == Case::Variation;
        assert_eq!(reply == Reply::Changed, promotes, "{} {case:?}", info.id);
        let wanted = if promotes { here } else { played_to };
        assert_eq!(seated.table.timeline().played_to(), wanted, "{} {case:?}", info.id);
    });
}

#[test]
fn a_move_made_in_review_changes_nothing_of_the_game() {
    each(|info, case, mut seated| {
        if case == Case::Ended {
            seated.table.go(seated.table.lines().turn(2));
        } else {
            seated.table.change(GameState::look_through);
        }
        let (played_to, line) =
            (seated.table.timeline().played_to(), seated.table.timeline().main_line());
        step(&mut seated, 9);
        assert_eq!(seated.table.timeline().played_to(), played_to, "{} {case:?}", info.id);
        let after = seated.table.timeline().main_line();
        assert_eq!(after[..line.len()], line, "{} {case:?}", info.id);
    });
}

#[test]
fn undo_and_redo_take_the_game_back_and_forward() {
    each(|info, case, mut seated| {
        if case == Case::Variation {
            seated.table.return_to_game();
        }
        let end = seated.table.timeline().played_to();
        let finished = seated.table.state().is_finished();
        let (reply, _) = seated.undo();
        assert!(matches!(reply, Reply::Shown | Reply::Changed), "{} {case:?}", info.id);
        assert!(!seated.table.state().is_finished());
        // A resignation that is taken back takes no move with it.
        let wanted = if finished { end } else { seated.table.timeline().parent(end) };
        assert_eq!(seated.table.timeline().played_to(), wanted, "{} {case:?}", info.id);
        if !finished {
            assert_eq!(
                (seated.table.redo(), seated.table.timeline().played_to()),
                (Reply::Shown, end)
            );
        }
    });
}

#[test]
fn the_engine_moves_only_where_the_game_is() {
    let level = tetralith_engine::Level::from_id("easy").unwrap();
    for info in games() {
        let seats = [Seat::person(String::new()), Seat::computer(level)];
        let mut seated = begin(info, Setup::default(), seats);
        turn(&mut seated, 0);
        assert!(seated.table.state().computer_due().is_some(), "{}", info.id);
        seated.table.change(GameState::look_through);
        assert!(seated.table.state().computer_due().is_none());
        seated.table.return_to_game();
        seated.table.go(seated.table.lines().to(NodeId::START));
        assert!(
            seated.table.state().computer_due().is_none()
                && seated.table.state().computer_has_turn()
        );
        seated.table.go(seated.table.lines().end());
        assert!(seated.table.state().computer_due().is_some(), "{}", info.id);
    }
}

#[test]
fn a_remote_game_without_a_link_is_not_resigned() {
    for info in games() {
        let seats = [Seat::person("Ann".to_owned()), Seat::remote("Ben".to_owned())];
        let mut seated = begin(info, Setup::default(), seats);
        turn(&mut seated, 0);
        // It may be going on in another window.
        let text = seated.keep().unwrap().text;
        let mut again = Seated::of(loaded(&text), true, 2, Moment::default());
        let Reply::Refused(why) = again.table.change(GameState::resign) else {
            panic!("{}: it is resigned", info.id);
        };
        let why = why.spell(|_| "");
        assert!(why.starts_with("the other player is not connected here; quit"), "{why}");
        assert!(again.table.outcome().is_none(), "{}", info.id);
    }
}

#[test]
fn the_second_remote_player_has_nothing_to_take_back_at_first() {
    for info in games() {
        let seats = [Seat::remote("Ann".to_owned()), Seat::person("Ben".to_owned())];
        let mut seated = begin(info, Setup::default(), seats);
        let steps = first_turn(&seated);
        assert_eq!(seated.table.play_remote(&steps), Reply::Changed, "{}", info.id);
        assert!(!seated.table.state().can_undo(), "{}", info.id);
        turn(&mut seated, 0);
        assert!(seated.table.state().can_undo() || seated.table.outcome().is_some(), "{}", info.id);
    }
}

/// The first legal steps of the turn that is due.
fn first_turn(seated: &Seated) -> Vec<Step> {
    let mut position = seated.table.game().clone();
    let mut steps = vec![position.legal()[0]];
    position.play(steps[0]).unwrap();
    while position.phase().is_mid_turn() {
        steps.push(position.legal()[0]);
        position.play(steps[steps.len() - 1]).unwrap();
    }
    steps
}

#[test]
fn turns_taken_back_with_another_terminal_stay_as_a_variation() {
    for info in games() {
        let seats = [Seat::person("Ann".to_owned()), Seat::remote("Ben".to_owned())];
        let mut seated = begin(info, Setup::default(), seats);
        turn(&mut seated, 0);
        let steps = first_turn(&seated);
        assert_eq!(seated.table.play_remote(&steps), Reply::Changed, "{}", info.id);
        let all = seated.table.timeline().steps();
        assert_eq!(seated.table.change(|state| state.take_back_to(1)), Reply::Changed);
        assert_eq!(
            (whole_turns(seated.table.timeline()).len(), seated.table.timeline().steps()),
            (1, all)
        );
        assert!(seated.table.state().remote_to_move() && seated.table.redo() != Reply::Shown);
    }
}

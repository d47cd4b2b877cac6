//! A table with a person at another terminal.

use tetralith_core::{Colour, Game, Reason, Setup, Timeline};

use std::time::Duration;

use super::*;
use crate::clock::{Clock, TimeControl};
use crate::remote_game::{loss_of, whole_turns};
use crate::seat::Seat;
use crate::seated::Seated;
use crate::sentence;
use crate::sentence::ActionId;
use crate::time::Moment;

fn table(game: &str) -> Table {
    let setup = Setup { size: Some(5), ..Setup::default() };
    let timeline = Timeline::new(Game::new(game, &setup).unwrap());
    let seats = [Seat::person("Ann".to_owned()), Seat::remote("Ben".to_owned())];
    Table::new(timeline, seats, Mode::Play)
}

fn steps(table: &Table, name: &str) -> Vec<Step> {
    table.names().parse_turn(name).unwrap()
}

#[test]
fn only_who_sits_here_moves_here_and_only_at_the_end() {
    let mut table = table("necklace");
    table.change(|state| state.set_absence(Some("waiting for a guest".into()), false));
    let c3 = steps(&table, "c3");
    assert_eq!(table.play(&c3), Reply::Refused("waiting for a guest".into()));
    table.change(|state| state.set_absence(None, false));
    assert_eq!(table.play(&c3), Reply::Changed);
    let b2 = steps(&table, "b2");
    let Reply::Refused(why) = table.play(&b2) else { panic!("it is refused") };
    assert!(why.spell(ActionId::name).contains("Remote (Ben) plays"), "{why:?}");
    table.go(table.lines().to(NodeId::START));
    assert_eq!(table.play_remote(&b2), Reply::Changed);
    assert_eq!(whole_turns(table.timeline()), [(c3, 0), (b2, 0)]);
    table.go(table.lines().to(NodeId::START));
    let Reply::Refused(why) = table.play(&steps(&table, "a1")) else { panic!("it is refused") };
    assert!(why.spell(ActionId::name).contains("earlier turn"), "{why:?}");
    table.change(GameState::look_through);
    assert_eq!(
        table.state().refusal(),
        Some(sentence!("a game is in progress; {} returns to it", ActionId::ReturnToGame))
    );
    table.return_to_game();
    assert_eq!(table.change(|state| state.take_back_to(1)), Reply::Changed);
    assert_eq!((whole_turns(table.timeline()).len(), table.state().remote_to_move()), (1, true));
    assert_eq!(table.timeline().steps(), 2, "the move stays as a variation");
    assert!(matches!(table.undo(), Reply::Refused(_)));
    table.change(|state| state.lose(Colour::Second, Reason::Resignation));
    assert_eq!(loss_of(table.state()), Some((Colour::Second, Reason::Resignation)));
    assert!(table.state().is_finished());
}

#[test]
fn a_part_of_a_turn_that_is_taken_back_gives_no_time_back() {
    let info = tetralith_core::games::info("multiplicity").unwrap();
    let options = info.options(&Setup { size: Some(5), ..Setup::default() }).unwrap();
    let seats = [Seat::person("Ann".to_owned()), Seat::remote("Ben".to_owned())];
    let at = |seconds| Moment { steady: Duration::from_secs(seconds), ..Moment::default() };
    let clock = Clock::new(TimeControl::parse("10m").ok(), true, Duration::ZERO);
    let mut seated = Seated::begin(info, &options, seats, 1, clock, at(0)).unwrap();
    // The first turn is one stone, and the others are two.
    let first = seated.table.game().legal()[0];
    seated.table.play(&[first]);
    seated.time_turn();
    let mut position = seated.table.game().clone();
    let bound = position.legal()[0];
    position.play(bound).unwrap();
    seated.table.play_remote(&[bound, position.legal()[0]]);
    seated.settle_turn(Duration::ZERO);
    seated.tell_time(at(50), true);
    let bound = seated.table.game().legal()[0];
    seated.table.play(&[bound]);
    seated.time_turn();
    seated.tell_time(at(50), true);
    assert_eq!(seated.table.undo(), Reply::Changed);
    seated.tell_time(at(52), true);
    assert_eq!(seated.time_left(Colour::First).as_deref(), Some("9:08"));
    assert_eq!(seated.clock.spent(), Duration::from_secs(52), "it is one turn");
}

#[test]
fn looking_at_earlier_turns_does_not_move_the_game() {
    let mut table = table("necklace");
    let c3 = steps(&table, "c3");
    table.play(&c3);
    let b2 = steps(&table, "b2");
    table.play_remote(&b2);
    let played_to = table.timeline().played_to();
    table.go(table.lines().to(NodeId::START));
    table.redo();
    assert_eq!(
        (table.timeline().played_to(), table.state().on_the_clock()),
        (played_to, Colour::First)
    );
}

#[test]
fn a_turn_that_is_begun_is_taken_back_and_leaves_no_trace() {
    let mut table = table("multiplicity");
    let first = table.game().legal()[0];
    table.play(&[first]);
    let before = table.timeline().steps();
    table.play_remote(&{
        let mut position = table.game().clone();
        let bound = position.legal()[0];
        position.play(bound).unwrap();
        vec![bound, position.legal()[0]]
    });
    assert!(table.hand().is_playable());
    table.play(&[table.game().legal()[0]]);
    assert_eq!(whole_turns(table.timeline()).len(), 2);
    assert_eq!(table.undo(), Reply::Changed);
    assert_eq!(table.timeline().steps(), before + 2);
}

#[test]
fn typed_text_is_refused_once_it_can_become_no_move() {
    let refused = |game: &str, size: i64, played: &[&str], text: &str| {
        let setup = Setup { size: Some(size), ..Setup::default() };
        let timeline = Timeline::new(Game::new(game, &setup).unwrap());
        let mut table = Table::new(timeline, <[Seat; 2]>::default(), Mode::Play);
        for turn in played {
            assert_eq!(table.play(&steps(&table, turn)), Reply::Changed, "{turn}");
        }
        table.hand_mut().aim_as_typed(text);
        table.hand().aim().refused.clone()
    };
    let none = |text| refused("necklace", 13, &["a1", "b2"], text);
    for text in ["a", "A", "a1", "m", " c", "c3 d", "c10"] {
        assert_eq!(none(text), None, "{text}");
    }
    let runs = "'z' is not a cell; columns run from a to m, as in 'a1'";
    assert_eq!(none("z").as_deref(), Some(runs));
    assert_eq!(none("a14").as_deref(), Some("'a14' is not a cell; column a runs from a1 to a13"));
    assert_eq!(none("b2").as_deref(), Some("b2 is occupied by Blue"));
    assert_eq!(none("b2 d").as_deref(), Some("b2 is occupied by Blue"));
    let small = |text| refused("necklace", 7, &["a1"], text);
    assert_eq!(small("a1").as_deref(), Some("a1 is occupied by Red"), "there is no a10");
    let opening = |text| refused("multiplicity", 6, &["c3"], text);
    assert_eq!([opening("c4 g"), opening("c")], [None, None]);
    assert!(opening("g1").is_some() && opening("g1 k").is_some());
    let trominoes = |text| refused("plurality", 13, &[], text);
    for text in ["c", "c3 c4 d", "b9 b10 b1", "c3* c4 d", "pas"] {
        assert_eq!(trominoes(text), None, "{text}");
    }
    assert!(trominoes("c3 d4 c9").is_some());
}

//! Games whose other side misbehaves.

use crate::kept::{Loaded, SavedFile};
use crate::remote_game::whole_turns;
use crate::table::GameState;
use std::path::PathBuf;
use std::sync::Arc;

use tetralith_core::{Game, Names, Setup};
use tetralith_remote::message::{LinkMessage, Move};
use tetralith_remote::peer::{LinkId, Terms};
use tetralith_remote::secret::GuestRole;

use tetralith_remote::wire::{Heard, Room};

use super::*;

fn at(seconds: u64) -> Moment {
    Moment { steady: Duration::from_secs(seconds), ..Moment::default() }
}

fn line(text: &str) -> RemoteMessage {
    line_over(1, text)
}

fn line_over(id: LinkId, text: &str) -> RemoteMessage {
    RemoteMessage::Line(id, Heard::wait(text.trim().to_owned(), &Arc::new(Room::default())))
}

/// A host called Ann, who has the second seat and lets others watch, with ten seconds for each.
fn ann() -> Peer {
    ann_as(Some(Colour::Second))
}

/// Ann as a host in this seat; without one, seats are drawn.
fn ann_as(host: Option<Colour>) -> Peer {
    let start = Game::new("necklace", &Setup { size: Some(5), ..Setup::default() }).unwrap();
    let terms = Terms { start, time: Some("10s".to_owned()), host, date: at(0).date() };
    Peer::host("Ann".to_owned(), String::new(), terms, true)
}

fn guest(name: &str, watch: bool) -> Peer {
    Peer::guest(name.to_owned(), String::new(), watch)
}

/// Brings `host` and `guest` together over the link `id`; returns what has happened at each.
fn meet(host: &mut Peer, guest: &mut Peer, id: LinkId) -> [Vec<Event>; 2] {
    host.connected(id, [1; 16], Duration::ZERO);
    guest.connected(id, [2; 16], Duration::ZERO);
    let mut happened = [Vec::new(), Vec::new()];
    loop {
        let outs = [host.take(), guest.take()];
        if outs.iter().all(Vec::is_empty) {
            return happened;
        }
        for (i, out) in outs
            .into_iter()
            .enumerate()
            .flat_map(|(i, outs)| outs.into_iter().map(move |out| (i, out)))
        {
            match out {
                Out::Send(to, text) if to == id => {
                    [&mut *guest, &mut *host][i].line(id, text.trim(), Duration::ZERO);
                }
                Out::Event(Event::Offered(_)) => guest.enter(None),
                Out::Event(event) => happened[i].push(event),
                Out::Send(..) | Out::Close(_) => {}
            }
        }
    }
}

/// The table of `peer`, with what has happened there.
fn seat(peer: Peer, held: Vec<Event>) -> (RemoteGame, Seated) {
    let start = peer.terms().unwrap().start.clone();
    let place = if peer.is_host() { "the code is amber-boat-lily" } else { "" };
    let mut remote =
        RemoteGame::new(peer, held, place.to_owned(), "tetralith host --resume".to_owned(), false);
    let (seats, clock) = (remote.seats(), remote.clock(Duration::ZERO));
    let mut seated = Seated::begin(start.info(), start.options(), seats, 1, clock, at(0)).unwrap();
    remote.sit_down(&mut seated, at(0));
    (remote, seated)
}

/// The table of Ann, where Ben has come.
fn table() -> (RemoteGame, Seated) {
    let mut ann = ann();
    let [held, _] = meet(&mut ann, &mut guest("Ben", false), 1);
    seat(ann, held)
}

/// Carries all that the table and the `other` side say to one another over the link `id`, and
/// begins the tables that are asked for; returns the reports.
fn carry(
    remote: &mut RemoteGame,
    seated: &mut Seated,
    other: &mut Peer,
    id: LinkId,
    now: Moment,
) -> Vec<LinkNews> {
    let mut news_here = Vec::new();
    loop {
        remote.carry_out(seated, now);
        let (said, asked) = (other.take(), remote.take_requests());
        if said.is_empty() && asked.is_empty() {
            return news_here;
        }
        for out in said {
            match out {
                Out::Send(to, text) if to == id => remote.hear(line_over(id, &text), seated, now),
                Out::Event(Event::Offered(_)) => other.enter(None),
                _ => {}
            }
            let news = remote.take_news();
            if news.contains(&LinkNews::Begun) {
                *seated = remote.begin(seated.game + 1, now).unwrap();
            }
            news_here.extend(news);
        }
        for request in asked {
            if let RemoteRequest::Send(to, text) = request
                && to == id
            {
                other.line(id, text.trim(), now.steady);
            }
        }
    }
}

#[test]
fn denied_flag_falls_lose_anyway() {
    let (mut remote, mut seated) = table();
    for second in 1..60 {
        remote.hear(line("{\"type\":\"pong\"}"), &mut seated, at(second));
        let _ = seated.tell_time(at(second), remote.clocks_run());
        remote.tick(&mut seated, at(second));
        let lost = (second > 10 + LAG.as_secs()).then_some((Colour::First, Reason::Time));
        assert_eq!(loss_of(seated.table.state()), lost, "after {second} s");
    }
    let news_here = |request: &RemoteRequest| {
        let RemoteRequest::Send(1, text) = request else { return false };
        text.contains("\"flag\"")
    };
    assert_eq!(remote.take_requests().iter().filter(|request| news_here(request)).count(), 1);
}

#[test]
fn reviewing_a_remote_game_stops_no_clock() {
    let (mut remote, mut seated) = table();
    seated.table.change(GameState::look_through);
    for second in 1..=15 + LAG.as_secs() {
        remote.hear(line("{\"type\":\"pong\"}"), &mut seated, at(second));
        let _ = seated.tell_time(at(second), remote.clocks_run());
        remote.tick(&mut seated, at(second));
        if second == 5 {
            assert_eq!(seated.time_left(Colour::First).as_deref(), Some("0:05 low"));
        }
    }
    assert_eq!(loss_of(seated.table.state()), Some((Colour::First, Reason::Time)));
}

#[test]
fn cut_off_players_keep_the_time_of_their_own_clock() {
    for is_reviewed in [false, true] {
        let (mut remote, mut seated) = table();
        for second in 1..=8 {
            let _ = seated.tell_time(at(second), remote.clocks_run());
            remote.tick(&mut seated, at(second));
        }
        if is_reviewed {
            seated.table.change(GameState::look_through);
        }
        // Ben's program is killed, and with it what it knew of the turn.
        remote.hear(RemoteMessage::Broken(1, Fault::Cut), &mut seated, at(8));
        let mut ben = guest("Ben", false);
        remote.hear(RemoteMessage::Connected(2, [3; 16], GuestRole::Player), &mut seated, at(19));
        ben.connected(2, [4; 16], at(19).steady);
        carry(&mut remote, &mut seated, &mut ben, 2, at(19));
        assert!(!ben.is_met(), "he has lost the secret of his seat too");
        remote.tick(&mut seated, at(20));
        assert_eq!(remote.answer(true, Duration::ZERO), Ok("Ben gets the seat".to_owned()));
        carry(&mut remote, &mut seated, &mut ben, 2, at(20));
        assert!(remote.clocks_run() && ben.is_met());
        for second in 20..=90 {
            remote.hear(line_over(2, "{\"type\":\"pong\"}"), &mut seated, at(second));
            let _ = seated.tell_time(at(second), remote.clocks_run());
            remote.tick(&mut seated, at(second));
            let lost = (second > 20 + 10 + LAG.as_secs()).then_some((Colour::First, Reason::Time));
            assert_eq!(loss_of(seated.table.state()), lost, "after {second} s");
        }
    }
}

#[test]
fn hosts_learn_how_to_continue_when_the_door_closes() {
    let (mut remote, mut seated) = table();
    for (part, end) in [
        (
            GuestRole::Player,
            "a guest gave a wrong code; 3 wrong codes close the room; the code is amber-boat-lily",
        ),
        (
            GuestRole::Watcher,
            "a spectator gave a wrong code; 3 wrong codes close the room to spectators; the code \
                is amber-boat-lily",
        ),
    ] {
        remote.hear(RemoteMessage::WrongCode(part), &mut seated, at(1));
        let news = remote.take_news();
        assert!(news.contains(&LinkNews::Wrong(end.into())), "{news:?}");
    }
    remote.hear(RemoteMessage::Shut("after three wrong codes"), &mut seated, at(1));
    remote.hear(RemoteMessage::WrongCode(GuestRole::Player), &mut seated, at(1));
    let closed = "the room is closed after three wrong codes; quit, and 'tetralith host --resume' \
        opens it again";
    let news_here: Vec<LinkNews> =
        remote.take_news().into_iter().filter(|news| matches!(news, LinkNews::Wrong(_))).collect();
    assert_eq!(news_here, [LinkNews::Wrong(closed.into())]);
    remote.hear(RemoteMessage::Broken(1, Fault::Cut), &mut seated, at(2));
    assert_eq!(seated.table.state().absence(), Some(&format!("Ben is away; {closed}").into()));
    assert_eq!(remote.how_to_resume(&seated, true), None, "it is not kept");
    seated.kept_at = Some(seated.table.timeline().cursor());
    let back = Some("the game is saved; 'tetralith host --resume' continues it".to_owned());
    assert_eq!(remote.how_to_resume(&seated, true), back);
    seated.table.change(|state| state.lose(Colour::First, Reason::Resignation));
    assert_eq!(remote.how_to_resume(&seated, true), None);
}

#[test]
fn cut_off_watchers_follow_again() {
    let (mut ann, mut ben) = (ann(), guest("Ben", false));
    meet(&mut ann, &mut ben, 1);
    let step = |host: &mut Peer, guest: &mut Peer, name: &str| {
        let seat = host.course().unwrap().to_move();
        let (mover, other) = if host.seat() == seat { (host, guest) } else { (guest, host) };
        let steps = Names::of(mover.course().unwrap().position()).parse_turn(name).unwrap();
        mover.play(&steps, Duration::from_secs(2)).unwrap();
        for out in mover.take() {
            if let Out::Send(1, text) = out {
                other.line(1, text.trim(), Duration::ZERO);
            }
        }
    };
    step(&mut ann, &mut ben, "b2");
    step(&mut ann, &mut ben, "c3");
    let mut wim = guest("Wim", true);
    let [_, held] = meet(&mut ann, &mut wim, 2);
    let (mut remote, mut seated) = seat(wim, held);
    assert_eq!(whole_turns(seated.table.timeline()).len(), 2);
    ann.broken(2, Fault::Cut, Duration::ZERO);
    remote.hear(RemoteMessage::Broken(2, Fault::Cut), &mut seated, at(3));
    assert_eq!(remote.take_requests(), [RemoteRequest::Dial]);
    remote.take_news();
    step(&mut ann, &mut ben, "d4");
    ann.connected(3, [3; 16], at(4).steady);
    remote.hear(RemoteMessage::Connected(3, [4; 16], GuestRole::Player), &mut seated, at(4));
    let news_here = carry(&mut remote, &mut seated, &mut ann, 3, at(4));
    assert!(!news_here.iter().any(|news| matches!(news, LinkNews::Wrong(_))), "{news_here:?}");
    assert!(
        news_here.contains(&LinkNews::Notice("Ann is here; the game continues".into())),
        "{news_here:?}"
    );
    assert_eq!(
        (whole_turns(seated.table.timeline()).len(), remote.state()),
        (3, "connected".to_owned())
    );
    assert_eq!(seated.time_left(Colour::First).as_deref(), Some("0:06 low"));
}

#[test]
fn a_guest_hears_of_a_pause_when_it_begins_and_ends() {
    let (mut ann, mut ben) = (ann(), guest("Ben", false));
    let [_, held] = meet(&mut ann, &mut ben, 1);
    let (mut remote, mut seated) = seat(ben, held);
    remote.take_news();
    assert!(ann.offer(Offer::Pause));
    carry(&mut remote, &mut seated, &mut ann, 1, at(1));
    assert_eq!(
        remote.answer(true, Duration::ZERO),
        Ok("accepted; Ann stops the clocks".to_owned())
    );
    assert!(remote.clocks_run());
    let news_here = carry(&mut remote, &mut seated, &mut ann, 1, at(1));
    assert!(
        news_here.contains(&LinkNews::Notice("the clocks are paused".into()))
            && !remote.clocks_run(),
        "{news_here:?}"
    );
    assert_eq!(remote.ask_pause(), Ok("Ann is asked to resume".to_owned()));
    carry(&mut remote, &mut seated, &mut ann, 1, at(3));
    assert!(!remote.clocks_run(), "nobody resumes alone");
    assert!(ann.answer(true));
    let news_here = carry(&mut remote, &mut seated, &mut ann, 1, at(3));
    assert!(
        news_here.contains(&LinkNews::Notice("the game is resumed".into())) && remote.clocks_run(),
        "{news_here:?}"
    );
}

#[test]
fn a_guest_who_comes_back_to_a_pause_hears_of_it() {
    let (mut ann, mut ben) = (ann(), guest("Ben", false));
    let [held, _] = meet(&mut ann, &mut ben, 1);
    let (mut remote, mut seated) = seat(ann, held);
    remote.ask_pause().unwrap();
    carry(&mut remote, &mut seated, &mut ben, 1, at(1));
    assert!(ben.answer(true));
    carry(&mut remote, &mut seated, &mut ben, 1, at(1));
    ben.broken(1, Fault::Cut, at(2).steady);
    remote.hear(RemoteMessage::Broken(1, Fault::Cut), &mut seated, at(2));
    remote.take_news();
    remote.hear(RemoteMessage::Connected(2, [3; 16], GuestRole::Player), &mut seated, at(3));
    ben.connected(2, [4; 16], at(3).steady);
    let news_here = carry(&mut remote, &mut seated, &mut ben, 2, at(3));
    let words = "Ben is here; the game is paused";
    assert!(news_here.contains(&LinkNews::Notice(words.into())), "{news_here:?}");
    assert!(ben.is_met() && !remote.clocks_run());
}

#[test]
fn messages_too_long_to_be_sent_whole_are_refused() {
    let (mut remote, mut seated) = table();
    remote.take_requests();
    let long = "1".repeat(201);
    let why = "the message has 201 characters, and at most 200 can be sent";
    assert_eq!(remote.say(&long), Err(why.to_owned()));
    remote.carry_out(&mut seated, at(1));
    assert!(remote.said().is_empty() && remote.take_requests().is_empty());
    assert_eq!(remote.say(&long[1..]), Ok(()));
    remote.carry_out(&mut seated, at(1));
    let sent = remote.take_requests();
    let [RemoteRequest::Send(1, text)] = &sent[..] else { panic!("{sent:?}") };
    assert!(text.contains(&long[1..]), "{text}");
}

#[test]
fn chat_names_cannot_be_forged() {
    let (mut remote, mut seated) = table();
    remote.hear(line(r#"{"type":"chat","name":"Ann","text":"I resign"}"#), &mut seated, at(1));
    assert_eq!(remote.said().back().map(String::as_str), Some("Ben: I resign"));
}

#[test]
fn watchers_hear_each_player_by_name() {
    let (mut ann, mut ben, mut wim) = (ann(), guest("Ben", false), guest("Wim", true));
    meet(&mut ann, &mut ben, 1);
    meet(&mut ann, &mut wim, 2);
    ann.line(1, r#"{"type":"chat","name":"Ann","text":"I resign"}"#, Duration::ZERO);
    let news_here = ann.take().into_iter().find_map(|out| match out {
        Out::Send(2, text) => Some(text),
        _ => None,
    });
    assert!(
        news_here.as_ref().is_some_and(|text| text.contains(r#""name":"Ben""#)),
        "{news_here:?}"
    );
}

#[test]
fn watchers_see_what_stops_the_clocks() {
    let (mut ann, mut ben, mut wim) = (ann(), guest("Ben", false), guest("Wim", true));
    meet(&mut ann, &mut ben, 1);
    ben.offer(Offer::Pause);
    for out in ben.take() {
        if let Out::Send(1, text) = out {
            ann.line(1, text.trim(), Duration::ZERO);
        }
    }
    assert!(ann.answer(true) && ann.agreements().is_paused());
    let [_, held] = meet(&mut ann, &mut wim, 2);
    let (mut remote, mut seated) = seat(wim, held);
    assert!(!remote.clocks_run() && remote.state() == "paused", "{}", remote.state());
    assert!(ann.offer(Offer::Resume));
    ann.line(
        1,
        &LinkMessage::Answer { offer: Offer::Resume, yes: true, ms: 0 }.write(),
        at(1).steady,
    );
    carry(&mut remote, &mut seated, &mut ann, 2, at(1));
    assert!(remote.clocks_run() && remote.state() == "connected", "{}", remote.state());
    remote.take_news();
    ann.broken(1, Fault::Cut, at(2).steady);
    let news_here = carry(&mut remote, &mut seated, &mut ann, 2, at(2));
    assert!(news_here.contains(&LinkNews::Notice("Ben is away".into())), "{news_here:?}");
    assert!(!remote.clocks_run() && remote.state() == "connection cut", "{}", remote.state());
    assert!(remote.ask_pause().is_err(), "who watches stops no clock");
    assert_eq!(seated.table.state().resigner(), Err("you are watching this game".into()));
}

#[test]
fn a_name_with_braces_is_no_key() {
    let mut ann = ann();
    let [held, _] = meet(&mut ann, &mut guest("E{resign}", false), 1);
    let (mut remote, _) = seat(ann, held);
    let news_here = remote.take_news();
    assert!(
        news_here.contains(&LinkNews::Notice("E{resign} is here; the game begins".into())),
        "{news_here:?}"
    );
    remote.farewell("{home}");
    assert_eq!(remote.take_news(), [LinkNews::Wrong("E{resign} has left: '{home}'".into())]);
}

#[test]
fn a_guest_sees_the_command_that_comes_back() {
    let mut guest = RemoteGame::new(
        Peer::guest("Ben".to_owned(), String::new(), false),
        Vec::new(),
        String::new(),
        "tetralith join ssh://ann@example.org".to_owned(),
        false,
    );
    guest.farewell("they closed the program");
    let why = guest.absence().unwrap();
    let end = "quit, and join again with 'tetralith join ssh://ann@example.org' once the game is \
        hosted again";
    assert!(why.spell(ActionId::name).ends_with(end), "{why:?}");
    assert_eq!(guest.state(), "stopped");
    assert_eq!(guest.take_news(), [LinkNews::Wrong(why)]);
}

/// The line that makes the move `name` for the other side, the next one of `course`.
fn moves(course: &mut SharedGame, name: &str) -> RemoteMessage {
    let from = course.len() + 1;
    let one = Move { name: name.to_owned(), ms: 500 };
    course.play_named(&one).unwrap();
    line(&LinkMessage::Moves { from, moves: vec![one], hash: course.hash_at(from) }.write())
}

/// The marks beside the first move of the game at the table, as records have them.
fn first_marks(seated: &Seated) -> Vec<String> {
    let timeline = seated.table.timeline();
    let at = timeline.path(timeline.played_to())[0];
    let marks = timeline.note(at).map(|note| note.marks.clone()).unwrap_or_default();
    marks.into_iter().map(|mark| seated.table.names().own_mark(mark)).collect()
}

#[test]
fn marks_of_the_other_side_leave_own_ones() {
    let (mut remote, mut seated) = table();
    let mut course = remote.peer().course().unwrap().clone();
    remote.hear(moves(&mut course, "c3"), &mut seated, at(1));
    let timeline = seated.table.timeline();
    let first = timeline.path(timeline.played_to())[0];
    let own = ["c3=A", "b2"].map(|text| seated.table.names().parse_own_mark(text).unwrap());
    seated.table.change_marks_at(first, |marks| marks.extend(own));
    seated.table.change(|state| state.lose(Colour::Second, Reason::Resignation));
    remote.follow(&mut seated, at(2));
    remote.take_news();
    for (sent, wanted, text) in [
        // Only one mark can be written on b2, and that is Ann's.
        (r#""d4","b2=B""#, &["c3=A", "b2", "d4"][..], "Ben marks turn 1"),
        (r#""a1>b2","d4=C""#, &["c3=A", "b2", "a1>b2", "d4=C"], "Ben marks turn 1"),
        ("", &["c3=A", "b2"], "Ben has removed the marks of turn 1"),
    ] {
        let message = format!(r#"{{"type":"marks","step":1,"marks":[{sent}]}}"#);
        remote.hear(line(&message), &mut seated, at(3));
        assert_eq!(first_marks(&seated), wanted);
        assert!(remote.take_news().contains(&LinkNews::Notice(text.to_owned().into())), "{sent}");
    }
}

#[test]
fn messages_crossing_a_resignation_count() {
    let (mut remote, mut seated) = table();
    let lost = Some((Colour::Second, Reason::Resignation));
    let mut course = remote.peer().course().unwrap().clone();
    remote.hear(moves(&mut course, "c3"), &mut seated, at(1));
    let b2 = seated.table.names().parse_turn("b2").unwrap();
    assert_eq!(seated.table.play(&b2), Reply::Changed);
    remote.follow(&mut seated, at(1));
    let mut course = remote.peer().course().unwrap().clone();
    // Ben asks for his move again, which is granted; and Ann resigns before it is done.
    remote.hear(line(r#"{"type":"offer","offer":{"takeback":0}}"#), &mut seated, at(2));
    remote.answer(true, Duration::ZERO).unwrap();
    seated.table.change(|state| state.lose(Colour::Second, Reason::Resignation));
    remote.follow(&mut seated, at(2));
    assert_eq!(
        (whole_turns(seated.table.timeline()).len(), loss_of(seated.table.state())),
        (2, lost)
    );
    remote.hear(line(r#"{"type":"back","turns":0,"takebacks":1}"#), &mut seated, at(3));
    assert_eq!(
        (whole_turns(seated.table.timeline()).len(), loss_of(seated.table.state())),
        (0, lost)
    );
    // And he makes another one before he hears of it.
    assert!(course.take_back(Takeback::default()));
    remote.hear(moves(&mut course, "d4"), &mut seated, at(3));
    assert_eq!(
        (whole_turns(seated.table.timeline()).len(), loss_of(seated.table.state())),
        (1, lost),
        "{:?}",
        remote.take_news()
    );
    assert!(seated.table.state().is_finished() && remote.peer().is_met());
    assert_eq!(remote.peer().course().map(SharedGame::state), Some(course.state()));
}

/// The game of `seated` as it is read again from its file.
fn saved(seated: &mut Seated) -> SavedSharedGame {
    let text = seated.keep().unwrap().text;
    let (record, timeline) = Record::read(text.as_bytes()).unwrap();
    let path = PathBuf::from("game.json");
    let kept = Some(SavedFile::of(path.clone(), text.as_bytes()));
    let loaded = Loaded { path, timeline, record, kept, left_behind: Vec::new() };
    let seated = Seated::rejoined(loaded, 2, at(0));
    kept_game(&seated.record, &seated.table).unwrap()
}

#[test]
fn a_takeback_gives_no_time_back() {
    let (mut remote, mut seated) = table();
    let mut course = remote.peer().course().unwrap().clone();
    remote.hear(moves(&mut course, "c3"), &mut seated, at(1));
    // Ann thinks for three seconds when Ben asks for his move again.
    let _ = seated.tell_time(at(1), false);
    let _ = seated.tell_time(at(4), remote.clocks_run());
    remote.hear(line(r#"{"type":"offer","offer":{"takeback":0}}"#), &mut seated, at(4));
    remote.answer(true, seated.clock.spent()).unwrap();
    remote.carry_out(&mut seated, at(4));
    let sent = format!("{:?}", remote.take_requests());
    assert!(sent.contains(r#"\"ms\":3000"#), "Ben's clock must show the same: {sent}");
    let takeback = Takeback { left: 0, ms: 3000 };
    assert_eq!(saved(&mut seated).memory.granted, Some(takeback));
    let _ = seated.tell_time(at(5), remote.clocks_run());
    remote.hear(line(r#"{"type":"back","turns":0,"takebacks":1}"#), &mut seated, at(5));
    let SavedSharedGame { course: known, memory, .. } = saved(&mut seated);
    assert_eq!((known.takebacks(), known.last_takeback(), memory.granted), (1, takeback, None));
    let left = |seated: &Seated| Colour::BOTH.map(|seat| seated.time_left(seat).unwrap());
    assert_eq!(left(&seated), ["0:10 low", "0:07 low"]);
    // Ben thinks, and Ann hears how long he had when she asks for hers.
    assert!(course.take_back(Takeback::default()));
    remote.hear(moves(&mut course, "d4"), &mut seated, at(6));
    let b2 = seated.table.names().parse_turn("b2").unwrap();
    assert_eq!(seated.table.play(&b2), Reply::Changed);
    seated.time_turn();
    remote.follow(&mut seated, at(6));
    remote.ask_takeback().unwrap();
    remote.take_requests();
    let yes = r#"{"type":"answer","offer":{"takeback":1},"yes":true,"ms":4000}"#;
    remote.hear(line(yes), &mut seated, at(8));
    assert_eq!(left(&seated), ["0:05 low", "0:07 low"]);
}

#[test]
fn no_question_of_ones_own_hides_that_of_the_other_side() {
    let (mut remote, mut seated) = table();
    let mut course = remote.peer().course().unwrap().clone();
    remote.hear(moves(&mut course, "c3"), &mut seated, at(1));
    let b2 = seated.table.game().parse_typed("b2").unwrap();
    assert_eq!(seated.table.play(&b2), Reply::Changed);
    remote.follow(&mut seated, at(1));
    remote.hear(line(r#"{"type":"offer","offer":{"takeback":0}}"#), &mut seated, at(2));
    let asked = remote.offer();
    assert_eq!(remote.ask_takeback().err(), asked);
    remote.answer(false, Duration::ZERO).unwrap();
    assert_eq!(remote.ask_takeback().as_deref(), Ok("Ben is asked for a takeback"));
}

#[test]
fn another_name_in_the_same_seat_is_announced() {
    let (mut remote, mut seated) = table();
    let mut course = remote.peer().course().unwrap().clone();
    remote.hear(moves(&mut course, "c3"), &mut seated, at(1));
    remote.hear(RemoteMessage::Broken(1, Fault::Cut), &mut seated, at(1));
    let mut eve = guest("Eve", false);
    remote.hear(RemoteMessage::Connected(2, [3; 16], GuestRole::Player), &mut seated, at(5));
    eve.connected(2, [4; 16], at(5).steady);
    carry(&mut remote, &mut seated, &mut eve, 2, at(5));
    let asked = sentence!(
        "Eve asks for the seat of Ben, without the secret of this game: {} accepts, {} declines",
        ActionId::AcceptOffer,
        ActionId::DeclineOffer
    );
    assert_eq!(remote.offer(), Some(asked));
    let soon = remote.answer(true, Duration::ZERO).unwrap_err().spell(ActionId::name);
    assert!(soon.starts_with("the offer has just changed: Eve asks"), "{soon}");
    remote.tick(&mut seated, at(6));
    remote.answer(true, Duration::ZERO).unwrap();
    let news_here = carry(&mut remote, &mut seated, &mut eve, 2, at(6));
    let words = "Eve (before: Ben) is here; the game continues";
    assert!(news_here.contains(&LinkNews::Notice(words.into())), "{news_here:?}");
}

#[test]
fn guests_in_drawn_seats_are_announced_by_their_names() {
    let drawn = [0, 1, 2, 3].map(|nonce| {
        let (mut remote, mut seated) = seat(ann_as(None), Vec::new());
        let mut ben = guest("Ben", false);
        remote.hear(
            RemoteMessage::Connected(1, [nonce; 16], GuestRole::Player),
            &mut seated,
            at(1),
        );
        ben.connected(1, [4; 16], at(1).steady);
        let news_here = carry(&mut remote, &mut seated, &mut ben, 1, at(1));
        let words = "Ben is here; the game begins";
        assert!(news_here.contains(&LinkNews::Notice(words.into())), "{news_here:?}");
        remote.peer().seat()
    });
    assert!(Colour::BOTH.iter().all(|&seat| drawn.contains(&Some(seat))), "{drawn:?}");
}

#[test]
fn a_farewell_is_quoted() {
    let (mut remote, mut seated) = table();
    let bye = r#"{"type":"bye","why":"x'. The game is lost: press {quit}","fault":false}"#;
    remote.hear(line(bye), &mut seated, at(1));
    let words = "Ben has left: 'x’. The game is lost: press {quit}'";
    assert!(remote.take_news().contains(&LinkNews::Wrong(words.into())));
}

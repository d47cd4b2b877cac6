//! Two ends of the protocol joined in memory, in virtual time: games to their end, cuts at every
//! line, hostile sides.

mod crossings;
mod watchers;

use std::collections::VecDeque;
use std::time::Duration;

use tetralith_core::{Colour, Game, Names, OwnMark, Reason, Setup, Step, games};

use super::{Event, GREETING, LinkId, Memory, Out, PING, PROBE, Peer, SHOWN, SILENCE, Terms};
use crate::fault::Fault;
use crate::message::{LinkMessage, Move, Offer, State};
use crate::shared_game::SharedGame;

/// One end, with the lines on their way to it and what has happened there.
struct End {
    peer: Peer,
    link: LinkId,
    lines: VecDeque<String>,
    events: Vec<Event>,
    /// The game as its file has it.
    kept: Option<Kept>,
}

/// The state of a game in a file.
#[derive(Clone)]
struct Kept {
    course: SharedGame,
    memory: Memory,
    host: Option<Colour>,
}

impl End {
    fn new(peer: Peer) -> Self {
        Self { peer, link: 0, lines: VecDeque::new(), events: Vec::new(), kept: None }
    }
}

/// A host and a guest, and the line between them.
struct Pair {
    ends: [End; 2],
    now: Duration,
    links: LinkId,
    /// Lines that have been carried.
    carried: usize,
    /// The line that is not carried any more: the connection is cut there, in this way.
    cut: Option<(usize, Cut)>,
    was_cut: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cut {
    /// The line is lost, and both ends know it.
    Drop,
    /// The line is lost in part.
    Half,
    /// The program that sends it is killed once it has kept its game.
    KillSender,
    /// The program that it comes to is killed before.
    KillReceiver,
    /// The line and all that follow are lost, and neither side knows until nothing has come for
    /// long.
    Silence,
    /// The line is carried, and then both machines are put to sleep, one longer than the other.
    Suspend,
}

const CUTS: [Cut; 6] =
    [Cut::Drop, Cut::Half, Cut::KillSender, Cut::KillReceiver, Cut::Silence, Cut::Suspend];

fn start(game: &str, size: i64) -> Game {
    let info = games::info(game).unwrap();
    let pie = info.has(tetralith_core::OptionKind::Pie).then_some(true);
    Game::new(game, &Setup { size: Some(size), pie, ..Setup::default() }).unwrap()
}

fn terms(start: Game, host: Option<Colour>) -> Terms {
    Terms { start, time: Some("10m+5s".to_owned()), host, date: "2026-01-02T03:04:05Z".to_owned() }
}

fn host(terms: Terms) -> Peer {
    Peer::host("Ann".to_owned(), "test".to_owned(), terms, true)
}

fn guest(name: &str, watch: bool) -> Peer {
    Peer::guest(name.to_owned(), "test".to_owned(), watch)
}

fn nonce(n: u64) -> [u8; 16] {
    let mut nonce = [7; 16];
    nonce[..8].copy_from_slice(&n.to_le_bytes());
    nonce
}

impl Pair {
    fn new(start: Game, seat: Option<Colour>) -> Self {
        let ends = [End::new(host(terms(start, seat))), End::new(guest("Ben", false))];
        Self { ends, now: Duration::ZERO, links: 0, carried: 0, cut: None, was_cut: false }
    }

    /// A pair that has met.
    fn met(start: Game, seat: Option<Colour>) -> Self {
        let mut pair = Self::new(start, seat);
        pair.connect();
        pair.settle();
        assert!(pair.ends.iter().all(|end| end.peer.is_met()), "{:?}", pair.events());
        pair
    }

    /// A pair whose host has moved and asks for a takeback.
    fn asked_back() -> Self {
        let mut pair = Self::met(start("necklace", 5), Some(Colour::First));
        pair.step();
        pair.ends[0].peer.offer(Offer::Takeback(0));
        pair.carry(0);
        pair
    }

    /// Answers the offer that is shown at `end`, once it has been shown for long enough.
    fn answer(&mut self, end: usize, yes: bool) -> bool {
        let peer = &mut self.ends[end].peer;
        if peer.is_unripe() {
            self.now += SHOWN;
            peer.tick(self.now);
        }
        peer.answer(yes)
    }

    /// Carries what the end `from` sends, and all that follows.
    fn carry(&mut self, from: usize) {
        self.collect(from);
        self.settle();
    }

    fn events(&self) -> [&[Event]; 2] {
        [&self.ends[0].events, &self.ends[1].events]
    }

    fn connect(&mut self) {
        self.links += 1;
        for (i, end) in self.ends.iter_mut().enumerate() {
            end.link = self.links;
            end.lines.clear();
            end.peer.connected(self.links, nonce(self.links * 2 + i as u64), self.now);
        }
        self.collect(0);
        self.collect(1);
    }

    /// Takes what the end `from` has to send, once what has changed there is kept.
    fn collect(&mut self, from: usize) {
        let end = &mut self.ends[from];
        if let Some(course) = end.peer.course().cloned() {
            let memory = end.peer.memory();
            end.kept = Some(Kept { course, memory, host: end.peer.host_seat() });
        }
        for out in end.peer.take() {
            match out {
                Out::Send(over, line) if over == self.ends[1 - from].link => {
                    self.ends[1 - from].lines.push_back(line);
                }
                Out::Send(..) => {}
                Out::Close(link) => {
                    let other = &mut self.ends[1 - from];
                    if other.link == link && !other.lines.iter().any(|line| line.contains("bye")) {
                        other.peer.broken(link, Fault::Silence(0), self.now);
                    }
                }
                Out::Event(Event::Offered(id)) => {
                    let kept = self.ends[from].kept.clone();
                    let known = kept.filter(|kept| Some(kept.course.id()) == id.as_deref());
                    if let Some(Kept { memory, .. }) = &known {
                        self.ends[from].peer.remember(memory.clone());
                    }
                    self.ends[from].peer.enter(known.map(|kept| kept.course));
                    self.collect(from);
                }
                Out::Event(Event::Rematch) => {
                    self.ends[from].events.push(Event::Rematch);
                    self.ends[from].peer.begin_again("2026-01-02T04:00:00Z".to_owned());
                    self.collect(from);
                }
                Out::Event(event @ Event::Claims) => {
                    self.ends[from].events.push(event);
                    self.now += SHOWN;
                    self.ends[from].peer.tick(self.now);
                    self.ends[from].peer.admit(true);
                    self.collect(from);
                }
                Out::Event(event) => self.ends[from].events.push(event),
            }
        }
    }

    /// Carries every line, and what follows from it.
    fn settle(&mut self) {
        while let Some(to) = (0..2).find(|&end| !self.ends[end].lines.is_empty()) {
            let line = self.ends[to].lines.pop_front().unwrap();
            self.carried += 1;
            if let Some((_, cut)) = self.cut.filter(|(at, _)| *at == self.carried) {
                self.was_cut = true;
                self.cut_off(to, &line, cut);
                continue;
            }
            self.hear(to, &line);
        }
    }

    /// Carries the next line to the end `to`, but nothing that follows; false if there is none.
    fn hear_next(&mut self, to: usize) -> bool {
        let line = self.ends[to].lines.pop_front();
        line.inspect(|line| self.hear(to, line)).is_some()
    }

    fn hear(&mut self, to: usize, line: &str) {
        let over = self.ends[to].link;
        self.ends[to].peer.line(over, line.trim_end_matches('\n'), self.now);
        self.collect(to);
    }

    fn cut_off(&mut self, to: usize, line: &str, cut: Cut) {
        match cut {
            Cut::Drop | Cut::Silence => {}
            Cut::Half => assert!(LinkMessage::read(&line[..line.len() / 2]).is_err(), "{line}"),
            Cut::KillSender => self.kill(1 - to),
            Cut::KillReceiver => self.kill(to),
            Cut::Suspend => self.hear(to, line),
        }
        for end in &mut self.ends {
            end.lines.clear();
        }
        if matches!(cut, Cut::Silence | Cut::Suspend) {
            self.now += SILENCE;
            for i in 0..2 {
                self.ends[i].peer.tick(self.now);
                self.ends[i].peer.take();
            }
        }
        for i in 0..2 {
            let over = self.ends[i].link;
            self.ends[i].peer.broken(over, Fault::Silence(0), self.now);
            self.collect(i);
        }
        // The side that was cut off comes back.
        self.now += Duration::from_secs(3);
        self.connect();
    }

    /// Ends the program of `at` at once, and begins it again with what its file holds.
    fn kill(&mut self, at: usize) {
        let kept = self.ends[at].kept.clone();
        let mut peer = match (at, &kept) {
            (0, Some(Kept { course, host, .. })) => {
                let terms = terms(course.start().clone(), *host);
                Peer::host_again("Ann".to_owned(), "test".to_owned(), terms, true, course.clone())
            }
            (0, None) => host(terms(self.ends[0].peer.terms().unwrap().start.clone(), None)),
            _ => guest("Ben", false),
        };
        if let Some(Kept { memory, .. }) = kept.filter(|_| at == 0) {
            peer.remember(memory);
        }
        self.ends[at].peer = peer;
    }

    fn course(&self, end: usize) -> &SharedGame {
        self.ends[end].peer.course().unwrap()
    }

    /// The end whose turn it is.
    fn mover(&self) -> Option<usize> {
        let seat = self.course(0).to_move()?;
        Some(usize::from(self.ends[0].peer.seat() != Some(seat)))
    }

    /// Makes a move for whose turn it is, some legal one; false if the game is over.
    fn step(&mut self) -> bool {
        let Some(at) = self.mover() else { return false };
        let course = self.course(at);
        let mut position = course.position().clone();
        let mut steps = Vec::new();
        loop {
            let legal = position.legal();
            let step = legal[(course.len() as usize * 37 + steps.len() * 5 + 11) % legal.len()];
            position.play(step).unwrap();
            steps.push(step);
            if !position.phase().is_mid_turn() || position.outcome().is_some() {
                break;
            }
        }
        self.now += Duration::from_millis(900);
        self.ends[at].peer.play(&steps, Duration::from_millis(850)).unwrap();
        self.collect(at);
        self.settle();
        true
    }

    /// True if something was wrong with either end for the other.
    fn is_stopped(&self) -> bool {
        self.events().concat().iter().any(|event| matches!(event, Event::Stopped(_)))
    }

    fn assert_same(&self) {
        let [one, other] = [0, 1].map(|end| self.course(end));
        assert_eq!((one.id(), one.state(), one.end()), (other.id(), other.state(), other.end()));
        assert_eq!(one.turns(), other.turns());
        assert_eq!(one.last_takeback(), other.last_takeback(), "the clocks would differ");
    }
}

#[test]
fn each_game_is_played_to_its_end_and_both_have_the_same() {
    for info in games::INFOS {
        let size = i64::from(info.boards[0].min) + 1;
        let mut pair = Pair::met(start(info.id, size), None);
        while pair.step() {
            pair.assert_same();
        }
        pair.assert_same();
        assert!(pair.course(0).outcome().is_some(), "{}", info.id);
        // No player hears of their own moves.
        let moves: usize = pair
            .events()
            .iter()
            .map(|events| {
                events.iter().filter(|event| matches!(event, Event::Moved { .. })).count()
            })
            .sum();
        assert_eq!(moves, pair.course(0).turns().len());
    }
}

/// Plays a game with a takeback and a rematch in it, cut at one line.
fn play_cut(game: &str, at: usize, cut: Cut) -> bool {
    let mut pair = Pair::new(start(game, 5), None);
    pair.cut = Some((at, cut));
    pair.connect();
    pair.settle();
    for _ in 0..4 {
        pair.step();
    }
    let asker = 1 - pair.mover().unwrap_or_default();
    let seat = pair.ends[asker].peer.seat().unwrap();
    let left = pair.course(asker).before_last_of(seat).unwrap();
    for (end, seconds) in [(0, 5), (1, 7)] {
        pair.ends[end].peer.think(Duration::from_secs(seconds));
    }
    pair.ends[asker].peer.offer(Offer::Takeback(left));
    pair.collect(asker);
    pair.settle();
    pair.answer(1 - asker, true);
    pair.collect(1 - asker);
    pair.settle();
    let case = format!("{game} cut at {at}: {cut:?}");
    assert!(matches!(pair.course(0).len(), 3 | 4), "{case}: {}", pair.course(0).len());
    pair.assert_same();
    while pair.step() && pair.course(0).len() < 12 {}
    pair.assert_same();
    let mover = pair.mover().unwrap_or_default();
    pair.ends[mover].peer.resign();
    pair.collect(mover);
    pair.settle();
    pair.assert_same();
    for end in [0, 1] {
        pair.ends[end].peer.offer(Offer::Rematch);
        pair.collect(end);
        pair.settle();
    }
    pair.assert_same();
    assert!(!pair.is_stopped(), "{case}: {:?}", pair.events());
    pair.was_cut
}

#[test]
fn three_hundred_cuts_lose_and_repeat_nothing() {
    let mut cuts = 0;
    for game in ["necklace", "multiplicity"] {
        for cut in CUTS {
            for at in 1.. {
                if !play_cut(game, at, cut) {
                    break;
                }
                cuts += 1;
            }
        }
    }
    assert!(cuts >= 300, "{cuts}");
}

#[test]
fn offers_are_made_answered_and_withdrawn_by_a_move() {
    let mut pair = Pair::met(start("necklace", 5), Some(Colour::First));
    assert!(!pair.ends[0].peer.offer(Offer::Rematch), "the game goes on");
    pair.step();
    pair.ends[0].peer.offer(Offer::Takeback(0));
    pair.carry(0);
    assert_eq!(pair.ends[1].peer.agreements().offered(), Some(Offer::Takeback(0)));
    pair.step();
    assert_eq!(pair.ends[1].peer.agreements().offered(), None);
    assert!(!pair.answer(1, true));
    pair.ends[0].peer.offer(Offer::Draw);
    pair.carry(0);
    assert!(matches!(pair.ends[0].events.last(), Some(Event::Answered(Offer::Draw, false))));
    pair.ends[1].peer.offer(Offer::Pause);
    pair.carry(1);
    pair.answer(0, true);
    pair.carry(0);
    assert!(pair.ends.iter().all(|end| end.peer.agreements().is_paused()));
    assert!(pair.ends[0].peer.offer(Offer::Resume));
    pair.carry(0);
    assert!(pair.ends.iter().all(|end| end.peer.agreements().is_paused()), "nobody resumes alone");
    assert!(pair.answer(1, true));
    pair.carry(1);
    assert!(pair.ends.iter().all(|end| !end.peer.agreements().is_paused()));
    pair.ends[1].peer.say("well played");
    pair.carry(1);
    assert!(matches!(
        pair.ends[0].events.last(),
        Some(Event::Said { name, text }) if name == "Ben" && text == "well played"
    ));
    pair.ends[0].peer.run_out(Colour::Second);
    assert_eq!(pair.course(0).end(), Some((Colour::Second, Reason::Time)));
}

#[test]
fn takeback_granters_move_once_it_is_done() {
    let mut pair = Pair::met(start("necklace", 5), Some(Colour::First));
    for asks in [1, 2] {
        pair.step();
        for _ in 0..asks {
            pair.ends[0].peer.offer(Offer::Takeback(0));
            pair.collect(0);
        }
        pair.settle();
        assert!(pair.answer(1, true));
        // The answer is on its way.
        let step = pair.course(1).position().legal()[0];
        let refused = pair.ends[1].peer.play(&[step], Duration::ZERO);
        assert!(matches!(refused, Err(Fault::OutOfTurn)), "{refused:?}");
        pair.carry(1);
        assert!(pair.course(1).is_empty(), "{:?}", pair.events());
        pair.assert_same();
    }
    assert!(pair.step() && pair.step());
    pair.assert_same();
}

#[test]
fn takeback_granters_ask_for_none_before_it_is_done() {
    let mut pair = Pair::met(start("necklace", 5), Some(Colour::First));
    assert!(pair.step() && pair.step() && pair.step());
    pair.ends[0].peer.offer(Offer::Takeback(1));
    pair.carry(0);
    assert!(pair.answer(1, true) && !pair.ends[1].peer.offer(Offer::Takeback(0)));
    pair.carry(1);
    assert_eq!(
        [pair.ends[0].peer.agreements().granted(), pair.ends[1].peer.agreements().granted()],
        [None; 2]
    );
    assert!(pair.step());
    pair.assert_same();
}

#[test]
fn unused_takebacks_are_not_waited_for() {
    let mut pair = Pair::asked_back();
    assert!(pair.answer(1, true));
    assert!(pair.ends[1].peer.due() <= Some(pair.now + GREETING));
    pair.ends[1].peer.take();
    pair.now += GREETING;
    pair.ends[1].peer.tick(pair.now);
    // The line may be silent: it counts as cut, and is tried again.
    let sent_text = format!("{:?}", pair.ends[1].peer.take());
    assert_eq!(sent_text, "[Event(Lost(NoTakeback)), Close(1)]");
    assert!(!pair.ends[1].peer.is_met());
    pair.cut_off(0, "", Cut::Drop);
    pair.settle();
    assert!(pair.course(1).len() == 1 && pair.step());
    pair.assert_same();
}

#[test]
fn takebacks_hide_no_time() {
    // The side to move is the one that grants the takeback, or the one that makes it.
    for (mover, moves) in [(1, 1), (0, 2)] {
        for (told, is_stopped) in [(16, false), (14, true)] {
            let mut pair = Pair::met(start("necklace", 5), Some(Colour::First));
            for _ in 0..moves {
                pair.step();
            }
            pair.now += Duration::from_secs(60);
            pair.ends[mover].peer.think(Duration::from_secs(told));
            pair.ends[0].peer.offer(Offer::Takeback(0));
            pair.carry(0);
            assert!(pair.answer(1, true));
            pair.carry(1);
            assert_eq!(pair.is_stopped(), is_stopped, "{mover}: {:?}", pair.events());
            if is_stopped {
                let found = format!("{:?}", pair.ends[1 - mover].events.last());
                assert!(found.contains(&format!("told: {told}, seen: 60")), "{found}");
            } else {
                pair.assert_same();
                assert_eq!(pair.course(0).last_takeback().ms, told * 1000);
            }
        }
    }
}

#[test]
fn other_offers_withdraw_the_takeback() {
    let mut pair = Pair::asked_back();
    // Both are on their way at once.
    pair.ends[0].peer.offer(Offer::Pause);
    assert!(pair.answer(1, true));
    pair.collect(0);
    pair.carry(1);
    assert_eq!([pair.course(0).len(), pair.course(1).len()], [1, 1]);
    assert!(pair.answer(1, false) && pair.step());
    pair.assert_same();
}

#[test]
fn a_rematch_exchanges_the_seats() {
    let mut pair = Pair::met(start("necklace", 5), Some(Colour::First));
    pair.step();
    let first = pair.course(0).id().to_owned();
    pair.ends[1].peer.resign();
    pair.carry(1);
    for end in [1, 0] {
        pair.ends[end].peer.offer(Offer::Rematch);
        pair.collect(end);
        pair.settle();
    }
    pair.assert_same();
    assert_ne!(pair.course(0).id(), first);
    assert_eq!(
        [0, 1].map(|end| pair.ends[end].peer.seat()),
        [Some(Colour::Second), Some(Colour::First)]
    );
}

#[test]
fn an_idle_connection_carries_one_ping_in_fifteen_seconds() {
    let mut pair = Pair::met(start("necklace", 5), Some(Colour::First));
    let before = pair.carried;
    let mut wakes = 0;
    while pair.now < Duration::from_secs(600) {
        let due = pair.ends.iter().filter_map(|end| end.peer.due()).min().unwrap();
        pair.now = due;
        wakes += 1;
        for end in 0..2 {
            pair.ends[end].peer.tick(due);
            pair.collect(end);
        }
        pair.settle();
    }
    assert_eq!((wakes, pair.carried - before), (40, 80), "a ping and its answer each");
    assert!(pair.ends.iter().all(|end| end.peer.is_met()));
}

/// The lines that `peer` sends over the link `to`, and its events, as text.
fn told_over(peer: &mut Peer, to: LinkId) -> String {
    let mut sent_text = String::new();
    for out in peer.take() {
        match out {
            Out::Send(id, line) if id == to => sent_text.push_str(&line),
            Out::Event(event) => sent_text = format!("{sent_text}{event:?}\n"),
            Out::Send(..) | Out::Close(_) => {}
        }
    }
    sent_text
}

/// Has a guest called Eve, who knows nothing of the game, ask for the seat over the link `id`.
fn eve_asks(pair: &mut Pair, id: LinkId, claim: Option<String>) {
    pair.now += Duration::from_secs(1);
    let host = &mut pair.ends[0].peer;
    host.connected(id, nonce(id), pair.now);
    let (program, name) = (String::new(), "Eve".to_owned());
    let hello =
        LinkMessage::Hello { protocol: crate::PROTOCOL, program, name, watch: false, marks: false };
    host.line(id, &hello.write(), pair.now);
    let enter = LinkMessage::Enter { nonce: "0".repeat(32), claim, state: State::default() };
    host.line(id, &enter.write(), pair.now);
}

#[test]
fn the_seat_is_refused_while_its_holder_is_there() {
    let mut pair = Pair::met(start("necklace", 5), Some(Colour::First));
    eve_asks(&mut pair, 70, None);
    pair.now += Duration::from_millis(10);
    pair.carry(0);
    pair.now += PROBE;
    pair.ends[0].peer.tick(pair.now);
    let sent_text = told_over(&mut pair.ends[0].peer, 70);
    assert!(sent_text.contains("another guest already plays here"), "{sent_text}");
    assert!(pair.ends[0].peer.is_met() && pair.ends[0].peer.claimant().is_none());
}

#[test]
fn the_seat_needs_its_secret_or_the_consent_of_the_host() {
    for yes in [false, true] {
        let mut pair = Pair::met(start("necklace", 5), Some(Colour::First));
        pair.step();
        let before = pair.ends[0].peer.memory().bond;
        // Ben is cut off without a word.
        eve_asks(&mut pair, 70, None);
        pair.now += PROBE;
        pair.ends[0].peer.tick(pair.now);
        let sent_text = told_over(&mut pair.ends[0].peer, 70);
        assert!(sent_text.contains("Lost") && sent_text.contains("Claims"), "{sent_text}");
        assert_eq!(pair.ends[0].peer.claimant(), Some("Eve"));
        assert!(sent_text.contains("\"wait\"") && !sent_text.contains("\"open\""), "{sent_text}");
        assert!(!pair.ends[0].peer.admit(yes), "the question has not been shown");
        // A wrong claim is refused without a question.
        eve_asks(&mut pair, 71, Some("0".repeat(64)));
        let sent_text = told_over(&mut pair.ends[0].peer, 71);
        assert!(sent_text.contains("the seat belongs to another guest"), "{sent_text}");
        pair.now += SHOWN;
        pair.ends[0].peer.tick(pair.now);
        assert!(pair.ends[0].peer.admit(yes) && !pair.ends[0].peer.admit(yes));
        let sent_text = told_over(&mut pair.ends[0].peer, 70);
        assert_eq!(sent_text.contains("\"open\""), yes, "{sent_text}");
        assert_eq!(pair.ends[0].peer.memory().bond != before, yes);
        pair.cut_off(1, "", Cut::Drop);
        pair.settle();
        assert_eq!(pair.ends[1].peer.is_met(), !yes, "{:?}", pair.events());
    }
}

#[test]
fn a_seat_given_away_is_lost_to_its_first_guest() {
    let mut pair = Pair::met(start("necklace", 5), Some(Colour::First));
    pair.step();
    let ben = pair.ends[1].kept.clone();
    let line = pair.links;
    pair.ends[0].peer.broken(line, Fault::Cut, pair.now);
    pair.ends[1] = End::new(guest("Eve", false));
    pair.connect();
    pair.settle();
    assert!(pair.ends[1].peer.is_met() && pair.step(), "{:?}", pair.events());
    assert_eq!(pair.ends[0].peer.memory().bond, pair.ends[1].peer.memory().bond);
    let eve = std::mem::replace(&mut pair.ends[1], End::new(guest("Ben", false)));
    pair.ends[1].kept = ben;
    pair.links += 1;
    pair.connect();
    pair.settle();
    let stopped = format!("{:?}", pair.ends[1].events);
    assert!(stopped.contains("the seat belongs to another guest"), "{stopped}");
    assert!(eve.peer.is_met() && pair.ends[0].peer.is_met());
}

#[test]
fn a_host_without_the_secret_is_refused_by_its_guest() {
    let mut pair = Pair::met(start("necklace", 5), Some(Colour::First));
    pair.step();
    let course = pair.course(0).clone();
    let terms = terms(course.start().clone(), Some(Colour::First));
    pair.ends[0].peer = Peer::host_again("Ann".to_owned(), "test".to_owned(), terms, true, course);
    let line = pair.links;
    pair.ends[1].peer.broken(line, Fault::Cut, pair.now);
    pair.collect(1);
    pair.connect();
    pair.settle();
    assert!(!pair.ends[1].peer.is_met(), "{:?}", pair.events());
}

#[test]
fn of_two_guests_who_come_at_once_one_plays() {
    let mut host = host(terms(start("necklace", 5), Some(Colour::First)));
    let hello = |name: &str| {
        LinkMessage::Hello {
            protocol: crate::PROTOCOL,
            program: String::new(),
            name: name.to_owned(),
            watch: false,
            marks: false,
        }
        .write()
    };
    let sent_text = |host: &mut Peer, to: LinkId| -> Vec<String> {
        let lines = host.take().into_iter().filter_map(|out| match out {
            Out::Send(id, line) if id == to => Some(line),
            _ => None,
        });
        lines.collect()
    };
    let mut now = Duration::ZERO;
    for (id, name) in [(1, "Ben"), (2, "Eve")] {
        host.connected(id, nonce(id), now);
        host.line(id, &hello(name), now);
    }
    assert!(sent_text(&mut host, 2).is_empty(), "she waits for what becomes of him");
    // He sends nothing more.
    now += PROBE;
    host.tick(now);
    let lines = sent_text(&mut host, 2);
    assert!(lines.len() == 1 && lines[0].contains("room"), "{lines:?}");
    host.line(
        1,
        &LinkMessage::Enter { nonce: "0".repeat(32), claim: None, state: State::default() }.write(),
        now,
    );
    assert!(sent_text(&mut host, 1).is_empty(), "he is gone");
}

/// The fault that a host, who has met the guest and waits for their move 2, finds in a line from
/// them.
fn fault_of(line: &str) -> Option<String> {
    let mut pair = Pair::met(start("necklace", 5), Some(Colour::First));
    pair.step();
    let before = pair.course(0).state();
    pair.hear(0, line);
    assert_eq!(pair.course(0).state(), before, "the game stays as it was: {line}");
    let stopped = pair.ends[0].events.iter().find_map(|event| match event {
        Event::Stopped(fault) => Some(fault.to_string()),
        _ => None,
    });
    if let Some(sentence) = &stopped {
        assert!(!sentence.chars().any(char::is_control) && sentence.len() < 300, "{sentence:?}");
        assert!(!pair.ends[0].peer.is_met());
    }
    stopped
}

#[test]
fn hostile_messages_are_one_sentence_and_the_game_is_kept() {
    let moves = |from: u32, name: &str, hash: &str| {
        let moves = vec![Move { name: name.to_owned(), ms: 5 }];
        LinkMessage::Moves { from, moves, hash: hash.to_owned() }.write()
    };
    let zeros = "0".repeat(64);
    let long_chat = LinkMessage::Chat { name: "Ben".into(), text: "x".repeat(201) }.write();
    let deep = "[".repeat(60_000);
    let cases: &[(&str, &str)] = &[
        ("\u{1b}[2J\u{1b}]52;c;AAAA\u{7}", "which is not a line of the protocol"),
        ("{\"type\":\"mo", "which is not a line of the protocol"),
        (&deep, "which is not a line of the protocol"),
        (
            "{\"type\":\"moves\",\"from\":-1,\"moves\":[],\"hash\":\"\"}",
            "which is not a line of the protocol",
        ),
        ("{\"type\":\"sudo\"}", "which is not a line of the protocol"),
        (&long_chat, "a message of more than 200 characters"),
        (&moves(3, "a1", &zeros), "sent move 3 instead of move 2"),
        (&moves(1, "a1", &zeros), "sent move 1 instead of move 2"),
        (&moves(2, "zz99", &zeros), "an illegal move"),
        (&moves(2, "pass", &zeros), "an illegal move"),
        (&moves(2, "a1", &zeros), "differ about the position after move 2"),
        (&moves(2, "a1", "x"), "which is not a line of the protocol"),
        ("{\"type\":\"back\",\"turns\":0,\"takebacks\":1}", "'back' at the wrong moment"),
        ("{\"type\":\"resign\",\"seat\":\"first\"}", "'resign' at the wrong moment"),
        ("{\"type\":\"flag\",\"seat\":\"first\"}", "'flag' at the wrong moment"),
        ("{\"type\":\"ping\"}", "'ping' at the wrong moment"),
        (
            "{\"type\":\"hello\",\"protocol\":3,\"program\":\"\",\"name\":\"\"}",
            "'hello' at the wrong moment",
        ),
    ];
    for (line, wanted) in cases {
        let fault = fault_of(line).unwrap_or_else(|| panic!("{line} is taken"));
        assert!(fault.contains(wanted), "{line}: {fault}");
    }
    assert_eq!(fault_of("{\"type\":\"pong\"}"), None);
    assert_eq!(
        fault_of("{\"type\":\"answer\",\"offer\":\"rematch\",\"yes\":true}"),
        None,
        "nobody asked"
    );
}

/// A pair whose game the host has given up after a move.
fn ended() -> Pair {
    let mut pair = Pair::met(start("necklace", 5), Some(Colour::First));
    pair.step();
    pair.ends[0].peer.resign();
    pair.carry(0);
    pair
}

fn marks(texts: &[&str]) -> Vec<OwnMark> {
    let names = Names::of(&start("necklace", 5));
    texts.iter().map(|text| names.parse_own_mark(text).unwrap()).collect()
}

/// The marks that have come to the end `to`, with their steps.
fn marked(pair: &Pair, to: usize) -> Vec<(u32, Vec<OwnMark>)> {
    let marked = |event: &Event| match event {
        Event::Marked { step, marks, .. } => Some((*step, marks.clone())),
        _ => None,
    };
    pair.ends[to].events.iter().filter_map(marked).collect()
}

#[test]
fn marks_are_shared_once_the_game_is_over() {
    let mut pair = Pair::met(start("necklace", 5), Some(Colour::First));
    pair.step();
    pair.ends[1].peer.mark(1, marks(&["c3"]));
    pair.carry(1);
    assert_eq!(marked(&pair, 0), [], "the game goes on");
    let mut pair = ended();
    pair.ends[1].peer.mark(1, marks(&["c3=A", "a1>b2"]));
    pair.ends[1].peer.mark(2, marks(&["c3"]));
    pair.carry(1);
    assert_eq!(marked(&pair, 0), [(1, marks(&["c3=A", "a1>b2"]))], "there is no second step");
    // A key that is held down changes the marks often; the last state is sent.
    for text in ["c3", "c3=B", "c3#"] {
        pair.ends[1].peer.mark(1, marks(&[text]));
        pair.carry(1);
    }
    assert_eq!(marked(&pair, 0).len(), 1);
    let due = pair.ends[1].peer.due().unwrap();
    pair.ends[1].peer.tick(due);
    pair.carry(1);
    assert_eq!(marked(&pair, 0)[1..], [(1, marks(&["c3#"]))]);
}

#[test]
fn marks_wait_for_a_player_who_is_away() {
    let mut pair = ended();
    for i in 0..2 {
        let over = pair.ends[i].link;
        pair.ends[i].peer.broken(over, Fault::Silence(0), pair.now);
        pair.collect(i);
    }
    pair.ends[1].peer.mark(1, marks(&["c3=A"]));
    pair.collect(1);
    assert_eq!(marked(&pair, 0), []);
    pair.now += Duration::from_secs(3);
    pair.connect();
    pair.settle();
    pair.ends[1].peer.tick(pair.now);
    pair.carry(1);
    assert_eq!(marked(&pair, 0), [(1, marks(&["c3=A"]))]);
}

#[test]
fn marks_are_not_sent_to_a_side_that_takes_none() {
    let mut pair = Pair::new(start("necklace", 5), Some(Colour::First));
    pair.connect();
    let hello = &mut pair.ends[0].lines[0];
    *hello = hello.replace(",\"marks\":true", "");
    pair.settle();
    pair.step();
    pair.ends[0].peer.resign();
    pair.carry(0);
    pair.ends[0].peer.mark(1, marks(&["c3"]));
    pair.collect(0);
    assert!(pair.ends[1].lines.is_empty(), "{:?}", pair.ends[1].lines);
}

#[test]
fn hostile_marks_end_the_connection_and_the_game_is_kept() {
    let many = format!("[{}]", ["\"c3\""; 1_001].join(","));
    for (given, wanted) in [
        ("[\"z9\"]", "'z9', which is not a line of the protocol"),
        ("[\"c3=\u{1b}[2J\"]", "which is not a line of the protocol"),
        ("[\"a1>a1\"]", "'a1>a1', which is not a line"),
        ("[\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"]", "a mark of more than 32 characters"),
        ("[7]", "which is not a line of the protocol"),
        (&many, "sent too much"),
    ] {
        let mut pair = ended();
        let before = pair.course(0).state();
        pair.hear(0, &format!("{{\"type\":\"marks\",\"step\":1,\"marks\":{given}}}"));
        let stopped = pair.ends[0].events.iter().find_map(|event| match event {
            Event::Stopped(fault) => Some(fault.to_string()),
            _ => None,
        });
        let stopped = stopped.unwrap_or_else(|| panic!("{given} is taken"));
        assert!(stopped.contains(wanted), "{given}: {stopped}");
        assert!(!stopped.chars().any(char::is_control) && stopped.len() < 300, "{stopped:?}");
        assert_eq!((pair.course(0).state(), marked(&pair, 0).len()), (before, 0), "{given}");
    }
    // These are about a game before, or repeat the same.
    let mut pair = ended();
    for step in ["0", "2", "4294967295"] {
        pair.hear(0, &format!("{{\"type\":\"marks\",\"step\":{step},\"marks\":[\"c3\"]}}"));
    }
    assert_eq!(marked(&pair, 0), []);
    pair.hear(0, "{\"type\":\"marks\",\"step\":1,\"marks\":[\"c3\",\"c3\",\"c3=A\"]}");
    assert_eq!(marked(&pair, 0), [(1, marks(&["c3=A"]))]);
}

#[test]
fn hosts_with_invalid_dates_or_times_are_refused() {
    let sent_text = |time: Option<&str>, date: &str| {
        let terms = Terms {
            time: time.map(str::to_owned),
            date: date.to_owned(),
            ..terms(start("necklace", 5), None)
        };
        let mut pair = Pair::new(start("necklace", 5), None);
        pair.ends[0].peer = host(terms);
        pair.ends[1].peer = guest("Ben", false).with_times(|time| time == "10m+5s");
        pair.connect();
        pair.settle();
        assert!(
            pair.ends[1].peer.is_met() || pair.ends.iter().all(|end| end.peer.course().is_none())
        );
        pair.ends[1].events.iter().find_map(|event| match event {
            Event::Stopped(fault) => Some(fault.to_string()),
            _ => None,
        })
    };
    let date = "2026-01-02T03:04:05Z";
    assert_eq!([sent_text(Some("10m+5s"), date), sent_text(None, date)], [None, None]);
    for (time, date, wanted) in [
        (None, "\u{1b}[31m", "sent '\\u{1b}[31m' as the date of the game"),
        (None, "", "sent '' as the date"),
        (Some("foo"), date, "an unknown time control, 'foo'"),
        (Some("99999h\u{1b}[31m"), date, "an unknown time control, '99999h\\u{1b}[31m'"),
    ] {
        let fault = sent_text(time, date).unwrap_or_else(|| panic!("{time:?} {date:?} is taken"));
        assert!(fault.contains(wanted), "{fault}");
    }
}

#[test]
fn a_rematch_without_a_date_is_refused() {
    let mut pair = Pair::met(start("necklace", 5), Some(Colour::First));
    let again = LinkMessage::Again {
        id: "0".repeat(32),
        host: crate::message::LinkSeat::Second,
        date: "soon".to_owned(),
    };
    pair.hear(1, &again.write());
    let stopped = pair.ends[1].events.last();
    assert!(matches!(stopped, Some(Event::Stopped(Fault::Date(_)))), "{:?}", pair.events());
}

#[test]
fn moves_for_the_seat_of_the_other_side_are_refused() {
    for (end, host) in [(0, Colour::First), (1, Colour::Second)] {
        let mut pair = Pair::met(start("necklace", 5), Some(host));
        let mut after = pair.course(end).clone();
        after.play_named(&Move { name: "c3".into(), ms: 0 }).unwrap();
        let (moves, hash) = (after.moves(0, 1), after.hash_at(1));
        pair.hear(end, &LinkMessage::Moves { from: 1, moves, hash }.write());
        assert!(
            matches!(pair.ends[end].events.last(), Some(Event::Stopped(Fault::OutOfTurn))),
            "{:?}",
            pair.events()
        );
        assert!(pair.course(end).is_empty());
    }
}

#[test]
fn a_guest_who_has_nothing_takes_up_a_game_of_many_lines() {
    let mut pair = Pair::met(start("necklace", 19), Some(Colour::First));
    for turn in 0..250 {
        assert!(pair.step(), "the game ends after {turn} turns");
    }
    let line = pair.links;
    pair.ends[0].peer.broken(line, Fault::Silence(0), pair.now);
    pair.collect(0);
    pair.ends[1] = End::new(guest("Ben", false));
    pair.connect();
    pair.settle();
    assert_eq!(pair.course(1).len(), 250, "{:?}", pair.ends[1].events.last());
    pair.assert_same();
}

#[test]
fn killed_guests_catch_up_with_the_rest() {
    let mut long = Pair::met(start("necklace", 19), Some(Colour::First));
    for turn in 0..250 {
        assert!(long.step(), "the game ends after {turn} turns");
    }
    // Introductions are six lines; the game is three more.
    for heard in 6..10 {
        let line = long.links;
        long.ends[0].peer.broken(line, Fault::Silence(0), long.now);
        long.collect(0);
        long.ends[1] = End::new(guest("Ben", false));
        (long.carried, long.cut, long.was_cut) = (0, Some((heard + 1, Cut::KillReceiver)), false);
        long.connect();
        long.settle();
        assert_eq!(long.was_cut, heard < 9, "after {heard} lines");
        assert_eq!(
            long.course(1).len(),
            250,
            "after {heard} lines: {:?}",
            long.ends[1].events.last()
        );
        long.assert_same();
        // From then on no one else moves for them.
        assert_eq!(long.ends[1].peer.memory().takes_up, None);
    }
    assert!(long.step());
    long.assert_same();
}

#[test]
fn unsaved_resignations_are_caught_up_with() {
    let mut pair = Pair::met(start("necklace", 5), Some(Colour::First));
    pair.step();
    assert!(pair.ends[1].peer.resign());
    pair.carry(1);
    let line = pair.links;
    pair.ends[0].peer.broken(line, Fault::Silence(0), pair.now);
    pair.collect(0);
    pair.ends[1] = End::new(guest("Ben", false));
    pair.connect();
    pair.settle();
    assert_eq!(
        pair.course(1).end(),
        Some((Colour::Second, Reason::Resignation)),
        "{:?}",
        pair.ends[1].events
    );
    pair.assert_same();
    assert!(pair.ends[1].peer.offer(Offer::Rematch));
}

#[test]
fn blank_lines_and_blanks_are_a_flood_too() {
    for line in [String::new(), format!("{{\"type\":\"pong\"}}{}", " ".repeat(60_000))] {
        let mut pair = Pair::met(start("necklace", 5), Some(Colour::First));
        let taken = (0..10_000).take_while(|_| {
            pair.hear(0, &line);
            pair.ends[0].peer.is_met()
        });
        assert!(taken.count() < 300);
    }
}

#[test]
fn a_flood_is_stopped() {
    let mut pair = Pair::met(start("necklace", 5), Some(Colour::First));
    let taken = (0..10_000).take_while(|_| {
        pair.hear(0, "{\"type\":\"pong\"}");
        pair.ends[0].peer.is_met()
    });
    assert!(taken.count() < 300);
    assert!(matches!(pair.ends[0].events.last(), Some(Event::Stopped(Fault::Flood))));
}

#[test]
fn a_clock_that_runs_too_slowly_is_noticed() {
    let mut pair = Pair::met(start("necklace", 5), Some(Colour::Second));
    for _ in 0..5 {
        pair.now += Duration::from_secs(12);
        for end in 0..2 {
            pair.ends[end].peer.tick(pair.now);
            pair.collect(end);
        }
        pair.settle();
    }
    let step = pair.course(1).position().legal()[0];
    pair.ends[1].peer.play(&[step], Duration::from_secs(1)).unwrap();
    pair.carry(1);
    let sent_text = format!("{:?}", pair.events()[0]);
    assert!(sent_text.contains("Clock { n: 1, told: 1, seen: 60 }"), "{sent_text}");
}

#[test]
fn another_version_and_a_slow_introduction_are_reported() {
    let mut peer = host(terms(start("necklace", 5), None));
    peer.connected(1, nonce(1), Duration::ZERO);
    peer.line(
        1,
        "{\"type\":\"hello\",\"protocol\":7,\"program\":\"x\",\"name\":\"Eve\"}",
        Duration::ZERO,
    );
    let sent_text = format!("{:?}", peer.take());
    assert!(sent_text.contains("your program uses protocol 7, mine 3"), "{sent_text}");
    peer.connected(2, nonce(2), Duration::ZERO);
    peer.tick(GREETING);
    let sent_text = format!("{:?}", peer.take());
    assert!(
        sent_text.contains("did not introduce itself in time") && sent_text.contains("Close(2)"),
        "{sent_text}"
    );
    assert_eq!(peer.due(), None);
    // A guest has this time in all, not for each message.
    peer.connected(3, nonce(3), GREETING);
    let hello = LinkMessage::Hello {
        protocol: crate::PROTOCOL,
        program: "x".to_owned(),
        name: "Eve".to_owned(),
        watch: false,
        marks: true,
    };
    peer.line(3, &hello.write(), GREETING + PROBE);
    assert!(format!("{:?}", peer.take()).contains("\\\"room\\\""));
    assert_eq!(peer.due(), Some(2 * GREETING));
    peer.tick(2 * GREETING);
    let sent_text = format!("{:?}", peer.take());
    assert!(sent_text.contains("in time") && sent_text.contains("Close(3)"), "{sent_text}");
    // A clock that runs backwards changes nothing.
    peer.tick(PING);
    assert!(peer.take().is_empty());
}

#[test]
fn a_recorded_session_played_back_is_refused() {
    // Everything that the guest of one session sends, played back to the host of another.
    let mut pair = Pair::new(start("necklace", 5), Some(Colour::Second));
    let mut said = Vec::new();
    pair.connect();
    while let Some(to) = (0..2).find(|&end| !pair.ends[end].lines.is_empty()) {
        let line = pair.ends[to].lines.pop_front().unwrap();
        if to == 0 {
            said.push(line.clone());
        }
        pair.hear(to, &line);
    }
    let step = pair.course(1).position().legal()[0];
    pair.ends[1].peer.play(&[step], Duration::ZERO).unwrap();
    pair.collect(1);
    said.extend(pair.ends[0].lines.drain(..));
    let mut other = host(terms(start("necklace", 5), Some(Colour::Second)));
    other.connected(1, nonce(99), Duration::ZERO);
    for line in &said {
        other.line(1, line, Duration::ZERO);
    }
    let sent_text = format!("{:?}", other.take());
    assert!(
        sent_text.contains("is replaying") && other.course().is_some_and(SharedGame::is_empty),
        "{sent_text}"
    );
}

#[test]
fn a_host_who_cheats_at_the_coin_is_caught() {
    for claims in
        [&[][..], &[("\"turns\":0", "\"turns\":1")], &[("\"takebacks\":0", "\"takebacks\":1")]]
    {
        let mut pair = Pair::new(start("necklace", 5), None);
        pair.connect();
        for turn in 0.. {
            let Some(to) = (0..2).find(|&end| !pair.ends[end].lines.is_empty()) else { break };
            assert!(turn < 20);
            let mut line = pair.ends[to].lines.pop_front().unwrap();
            if line.contains("\"open\"") {
                let (is, other) = if line.contains("\"host\":\"first\"") {
                    ("first", "second")
                } else {
                    ("second", "first")
                };
                line =
                    line.replace(&format!("\"host\":\"{is}\""), &format!("\"host\":\"{other}\""));
                for (honest, claim) in claims {
                    assert!(line.contains(honest), "{line}");
                    line = line.replace(honest, claim);
                }
            }
            pair.hear(to, &line);
        }
        assert!(
            matches!(pair.ends[1].events.last(), Some(Event::Stopped(Fault::Coin))),
            "{:?}",
            pair.events()
        );
    }
}

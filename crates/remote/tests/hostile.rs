//! Hostile peers on either side of a link: each gets one sentence, and the game stays as it was.

use std::time::Duration;

use tetralith_core::{Colour, Game, Reason, Setup};
use tetralith_remote::MAX_LINE;
use tetralith_remote::fault::Fault;
use tetralith_remote::lines::Lines;
use tetralith_remote::message::{LinkMessage, Move, Offer, State};
use tetralith_remote::peer::{
    Event, GREETING, LinkId, MOST_LINKS, Out, PROBE, Peer, SHOWN, SILENCE, Terms,
};
use tetralith_remote::shared_game::{SharedGame, Turn};

const DATE: &str = "2026-01-02T03:04:05Z";

/// The side of the honest player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Host,
    Guest,
}
use Side::{Guest, Host};

/// An honest player and a puppet, which speaks as a hostile player wants it to.
struct Bench {
    honest: Peer,
    puppet: Peer,
    link: LinkId,
    now: Duration,
    /// The lines that the honest side has sent over any link.
    sent: Vec<(LinkId, String)>,
    events: Vec<Event>,
    /// The moves made before anything hostile was done.
    before: Vec<Turn>,
}

fn start(size: i64) -> Game {
    Game::new("necklace", &Setup { size: Some(size), ..Setup::default() }).unwrap()
}

fn terms(size: i64, host: Option<Colour>) -> Terms {
    Terms { start: start(size), time: Some("10m".to_owned()), host, date: DATE.to_owned() }
}

fn host_of(terms: Terms) -> Peer {
    Peer::host("Ann".to_owned(), "test".to_owned(), terms, true)
}

fn guest_of(watch: bool) -> Peer {
    Peer::guest("Ben".to_owned(), "test".to_owned(), watch)
}

fn nonce(n: u64) -> [u8; 16] {
    u128::from(n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835).to_le_bytes()
}

fn steps(course: &SharedGame, name: &str) -> Vec<tetralith_core::Step> {
    tetralith_core::Names::of(course.position()).parse_turn(name).unwrap()
}

/// The line that makes the move `name` after those of `course`, with the right hash.
fn moves_line(course: &SharedGame, name: &str) -> String {
    let mut after = course.clone();
    let one = Move { name: name.to_owned(), ms: 5 };
    after.play_named(&one).unwrap();
    let from = after.len();
    LinkMessage::Moves { from, moves: vec![one], hash: after.hash_at(from) }.write()
}

impl Bench {
    /// Both sides before they have met; the host has the first seat.
    fn new(side: Side) -> Self {
        Self::with(side, Some(Colour::First))
    }

    fn with(side: Side, seat: Option<Colour>) -> Self {
        let (host, guest) = (host_of(terms(5, seat)), guest_of(false));
        let (honest, puppet) = if side == Host { (host, guest) } else { (guest, host) };
        Self {
            honest,
            puppet,
            link: 0,
            now: Duration::ZERO,
            sent: Vec::new(),
            events: Vec::new(),
            before: Vec::new(),
        }
    }

    /// Both sides after two moves; the host is to move.
    fn met(side: Side) -> Self {
        let mut bench = Self::new(side);
        bench.connect(&|line| line);
        bench.play_two();
        bench
    }

    fn play_two(&mut self) {
        for name in ["c3", "b2"] {
            self.make(name);
        }
        self.before = self.honest.course().unwrap().turns().to_vec();
    }

    /// Has the side whose turn it is make a move.
    fn make(&mut self, name: &str) {
        let course = self.honest.course().unwrap();
        let steps = steps(course, name);
        let is_honest = course.to_move() == self.honest.seat();
        let mover = if is_honest { &mut self.honest } else { &mut self.puppet };
        mover.play(&steps, Duration::ZERO).unwrap();
        self.exchange(&|line| line);
    }

    /// Connects both once more; `twist` has a hand in each line of the puppet.
    fn connect(&mut self, twist: &dyn Fn(String) -> String) {
        if self.link > 0 {
            self.honest.broken(self.link, Fault::Cut, self.now);
            self.puppet.broken(self.link, Fault::Cut, self.now);
            self.exchange(&|line| line);
        }
        self.link += 1;
        self.honest.connected(self.link, nonce(self.link), self.now);
        self.puppet.connected(self.link, nonce(self.link + 1_000), self.now);
        self.exchange(twist);
    }

    fn exchange(&mut self, twist: &dyn Fn(String) -> String) {
        loop {
            let theirs = self.puppet.take();
            for out in &theirs {
                match out {
                    Out::Send(_, line) => {
                        self.honest.line(self.link, twist(line.clone()).trim_end(), self.now);
                    }
                    Out::Event(Event::Offered(_)) => self.puppet.enter(None),
                    Out::Event(_) | Out::Close(_) => {}
                }
            }
            if !self.collect() && theirs.is_empty() {
                return;
            }
        }
    }

    /// Takes what the honest side has to send; false if that is nothing.
    fn collect(&mut self) -> bool {
        let ours = self.honest.take();
        let is_some = !ours.is_empty();
        for out in ours {
            match out {
                Out::Send(id, line) => {
                    if id == self.link {
                        self.puppet.line(id, line.trim_end(), self.now);
                    }
                    self.sent.push((id, line));
                }
                Out::Event(Event::Offered(_)) => self.honest.enter(None),
                Out::Event(event) => self.events.push(event),
                Out::Close(_) => {}
            }
        }
        is_some
    }

    /// Sends `line` to the honest side.
    fn say(&mut self, line: &str) {
        self.honest.line(self.link, line.trim_end(), self.now);
        self.collect();
    }

    /// Lets time go by for the honest side.
    fn wait(&mut self, time: Duration) {
        self.now += time;
        self.honest.tick(self.now);
        self.collect();
    }

    /// Has a stranger come over the link `id` and send `lines`; returns the answers.
    fn stranger(&mut self, id: LinkId, lines: &[String]) -> String {
        self.honest.connected(id, nonce(id), self.now);
        for line in lines {
            self.honest.line(id, line.trim_end(), self.now);
        }
        self.collect();
        self.reply(id)
    }

    /// All that was sent over the link `id`.
    fn reply(&self, id: LinkId) -> String {
        self.sent.iter().filter(|(to, _)| *to == id).map(|(_, line)| line.as_str()).collect()
    }

    fn course(&self) -> SharedGame {
        self.honest.course().unwrap().clone()
    }
}

fn hello(name: &str, watch: bool) -> String {
    let (program, name) = ("test".to_owned(), name.to_owned());
    let protocol = tetralith_remote::PROTOCOL;
    LinkMessage::Hello { protocol, program, name, watch, marks: true }.write()
}

fn enter(claim: Option<String>) -> String {
    LinkMessage::Enter { nonce: "0".repeat(32), claim, state: State::default() }.write()
}

/// A hostile peer: the honest side, a part of the sentence that it gets (or none, if nothing is
/// wrong), and what it does.
type Hostile = (&'static str, Side, Option<&'static str>, fn(&mut Bench));

/// Peers that have met the honest side before they turn hostile.
const HOSTILE: &[Hostile] = &[
    ("moves out of turn", Host, Some("moved out of turn"), |bench| {
        bench.say(&moves_line(&bench.course(), "d4"));
    }),
    ("replays a line", Host, None, |bench| {
        let mut one = SharedGame::new(bench.course().id().to_owned(), start(5));
        let line = moves_line(&one, "c3");
        one.play_named(&Move { name: "c3".to_owned(), ms: 0 }).unwrap();
        bench.say(&line);
        bench.say(&moves_line(&one, "b2"));
    }),
    ("skips a number", Host, Some("sent move 4 instead of move 3"), |bench| {
        let line = moves_line(&bench.course(), "d4").replace("\"from\":3", "\"from\":4");
        bench.say(&line);
    }),
    ("makes an illegal move", Guest, Some("an illegal move"), |bench| {
        let line = moves_line(&bench.course(), "d4").replace("d4", "c3");
        bench.say(&line);
    }),
    ("has a wrong hash", Guest, Some("differ about the position after move 3"), |bench| {
        let line = moves_line(&bench.course(), "d4").replace("d4", "d5");
        bench.say(&line);
    }),
    ("moves for the guest", Guest, Some("moved out of turn"), |bench| {
        bench.make("d4");
        bench.before = bench.course().turns().to_vec();
        bench.say(&moves_line(&bench.course(), "e5"));
    }),
    ("moves twice", Guest, Some("moved out of turn"), |bench| {
        let course = bench.course();
        let mut after = course.clone();
        for name in ["d4", "e5"] {
            after.play_named(&Move { name: name.to_owned(), ms: 0 }).unwrap();
        }
        let (moves, hash) = (after.moves(2, 2), after.hash_at(4));
        bench.say(&LinkMessage::Moves { from: 3, moves, hash }.write());
    }),
    ("resigns for the host", Host, Some("'resign' at the wrong moment"), |bench| {
        bench.say(r#"{"type":"resign","seat":"first"}"#);
    }),
    ("resigns for the guest", Guest, Some("'resign' at the wrong moment"), |bench| {
        bench.say(r#"{"type":"resign","seat":"second"}"#);
    }),
    ("stops the time of the host", Host, Some("'flag' at the wrong moment"), |bench| {
        bench.say(r#"{"type":"flag","seat":"first"}"#);
    }),
    ("stops the time of the guest", Guest, Some("'flag' at the wrong moment"), |bench| {
        bench.say(r#"{"type":"flag","seat":"second"}"#);
    }),
    ("takes back alone", Host, Some("'back' at the wrong moment"), |bench| {
        bench.say(r#"{"type":"back","turns":0,"takebacks":1}"#);
    }),
    ("takes back alone as a host", Guest, Some("'back' at the wrong moment"), |bench| {
        bench.say(r#"{"type":"back","turns":1,"takebacks":1}"#);
    }),
    ("answers without a question", Host, None, |bench| {
        bench.say(r#"{"type":"answer","offer":{"takeback":0},"yes":true}"#);
        bench.say(r#"{"type":"answer","offer":"pause","yes":true}"#);
        bench.say(r#"{"type":"answer","offer":"resume","yes":true}"#);
        assert!(!bench.honest.agreements().is_paused());
    }),
    ("pauses alone", Guest, Some("'answer' at the wrong moment"), |bench| {
        bench.say(r#"{"type":"answer","offer":"pause","yes":true}"#);
        assert!(!bench.honest.agreements().is_paused());
    }),
    ("begins a rematch alone", Guest, Some("'again' at the wrong moment"), |bench| {
        let id = "0".repeat(32);
        bench.say(&format!(r#"{{"type":"again","id":"{id}","host":"second","date":"{DATE}"}}"#));
    }),
    ("swaps a pause for a takeback", Host, None, |bench| {
        bench.say(r#"{"type":"offer","offer":"pause"}"#);
        bench.wait(SHOWN * 5);
        bench.say(r#"{"type":"offer","offer":{"takeback":0}}"#);
        assert!(!bench.honest.answer(true) && bench.honest.agreements().offered().is_some());
        bench.wait(SHOWN);
        assert!(bench.honest.answer(false));
        bench.collect();
    }),
    ("withdraws an offer for another", Guest, None, |bench| {
        bench.say(r#"{"type":"offer","offer":"pause"}"#);
        bench.say(&moves_line(&bench.course(), "d4"));
        bench.before = bench.course().turns().to_vec();
        bench.say(r#"{"type":"offer","offer":{"takeback":0}}"#);
        assert!(!bench.honest.answer(true));
    }),
    ("says hello again", Host, Some("'hello' at the wrong moment"), |bench| {
        bench.say(&hello("Ben", false));
    }),
    ("asks for a file", Host, Some("not a line of the protocol"), |bench| {
        bench.say(r#"{"type":"open-file","path":"/etc/passwd"}"#);
    }),
    ("acts on the terminal", Guest, Some("not a line of the protocol"), |bench| {
        bench.say("\u{1b}]0;owned\u{7}\u{1b}[2J");
    }),
    ("sends half a line", Host, Some("not a line of the protocol"), |bench| {
        let line = moves_line(&bench.course(), "d4");
        bench.say(&line[..line.len() / 2]);
    }),
    ("nests without an end", Guest, Some("not a line of the protocol"), |bench| {
        bench.say(&"[".repeat(60_000));
    }),
    ("sends a line of 10 MB", Host, Some("a line of more than 64 kB"), |bench| {
        let (mut lines, piece) = (Lines::default(), vec![b' '; 4096]);
        let fed = (0..2_560).find_map(|n| lines.feed(&piece, |_| ()).err().map(|why| (n, why)));
        let (fed, fault) = fed.unwrap();
        assert!(fed * piece.len() <= MAX_LINE);
        bench.honest.broken(bench.link, fault, bench.now);
        bench.collect();
    }),
    ("floods with answers", Host, Some("the other side sent too much"), |bench| {
        for _ in 0..1_000 {
            bench.say(r#"{"type":"pong"}"#);
        }
    }),
    ("floods with blank lines", Guest, Some("the other side sent too much"), |bench| {
        for _ in 0..1_000 {
            bench.say("");
        }
    }),
    ("floods with offers", Guest, Some("the other side sent too much"), |bench| {
        for _ in 0..500 {
            bench.say(r#"{"type":"offer","offer":"pause"}"#);
            bench.say(r#"{"type":"offer","offer":{"takeback":0}}"#);
        }
        assert!(bench.sent.len() < 2_000);
    }),
    ("floods with long lines", Host, Some("the other side sent too much"), |bench| {
        let line = format!(r#"{{"type":"pong","x":"{}"}}"#, "x".repeat(60_000));
        for _ in 0..100 {
            bench.say(&line);
        }
    }),
    ("trickles a flood", Host, Some("the other side sent too much"), |bench| {
        for _ in 0..3_000 {
            bench.now += Duration::from_millis(50);
            bench.say(r#"{"type":"pong"}"#);
        }
    }),
    ("talks too long", Guest, Some("a message of more than 200 characters"), |bench| {
        let text = "x".repeat(201);
        bench.say(&format!(r#"{{"type":"chat","name":"Ann","text":"{text}"}}"#));
    }),
    ("says nothing any more", Host, Some("the other side has been silent"), |bench| {
        bench.wait(SILENCE);
    }),
    ("has clocks that run backwards", Guest, None, |bench| {
        let line =
            moves_line(&bench.course(), "d4").replace("\"ms\":5", "\"ms\":18446744073709551615");
        bench.wait(Duration::from_secs(30));
        bench.now = Duration::from_secs(1);
        bench.say(&line);
        bench.before = bench.course().turns().to_vec();
        bench.honest.tick(Duration::ZERO);
        let step = steps(&bench.course(), "a1");
        bench.honest.play(&step, Duration::ZERO).unwrap();
        bench.before = bench.course().turns().to_vec();
    }),
    (
        "bids farewell in many words",
        Guest,
        Some("the other side reports: 'your game is lost"),
        |bench| {
            let why = "your game is lost\\u001b[31m'; press {quit}";
            bench.say(&format!(r#"{{"type":"bye","why":"{why}","fault":true}}"#));
        },
    ),
    ("stops alone after a cut", Guest, Some("changed the clocks without asking"), |bench| {
        let open = "\"guest\":";
        bench.connect(&|line| line.replace(open, &format!("\"paused\":true,{open}")));
    }),
    ("starts alone after a cut", Guest, Some("changed the clocks without asking"), |bench| {
        assert!(bench.honest.offer(Offer::Pause));
        bench.exchange(&|line| line);
        assert!(bench.puppet.answer(true));
        bench.exchange(&|line| line);
        assert!(bench.honest.agreements().is_paused());
        bench.connect(&|line| line.replace("\"paused\":true,", ""));
    }),
    ("has forgotten the secret", Guest, Some("does not know this game's secret"), |bench| {
        let course = bench.course();
        let (name, program) = ("Ann".to_owned(), "test".to_owned());
        let terms = terms(5, Some(Colour::First));
        bench.puppet = Peer::host_again(name, program, terms, true, course);
        let memory = bench.honest.memory();
        bench.puppet.remember(memory);
        let other = "0".repeat(64);
        bench.connect(&|line| match line.split_once("\"claim\":\"") {
            Some((before, rest)) => format!("{before}\"claim\":\"{other}{}", &rest[64..]),
            None => line,
        });
    }),
    ("changes the board after a cut", Guest, Some("do not match"), |bench| {
        bench.connect(&|line| line.replace("\"size\":5", "\"size\":6"));
    }),
    ("changes the seats after a cut", Guest, Some("do not match"), |bench| {
        bench.connect(&|line| line.replace("\"host\":\"first\"", "\"host\":\"second\""));
    }),
    ("changes the past after a cut", Guest, Some("do not match"), |bench| {
        let hash = format!("\"hash\":\"{}\"", bench.course().hash_at(2));
        let other = format!("\"hash\":\"{}\"", "0".repeat(64));
        bench.connect(&|line| line.replace(&hash, &other));
    }),
    (
        "announces moves and sends none",
        Guest,
        Some("did not send 7 of the moves it announced"),
        |bench| {
            bench.connect(&|line| {
                let is_open = line.contains("\"open\"");
                if is_open { line.replace("\"turns\":2", "\"turns\":9") } else { line }
            });
            assert!(bench.honest.lacks_moves());
            let step = steps(&bench.course(), "d4");
            assert!(bench.honest.play(&step, Duration::ZERO).is_err());
            bench.wait(GREETING);
        },
    ),
];

/// Checks that the honest side has its game, has one sentence at most, and sent only lines of the
/// protocol.
fn check(name: &str, wanted: Option<&str>, bench: &Bench) {
    let mut sentences = bench.events.iter().filter_map(|event| match event {
        Event::Stopped(fault) | Event::Lost(fault) if *fault != Fault::Cut => {
            Some(fault.to_string())
        }
        _ => None,
    });
    let sentence = sentences.next();
    assert_eq!(sentences.next(), None, "{name}: one sentence");
    match (wanted, &sentence) {
        (None, None) => {}
        (Some(wanted), Some(sentence)) => {
            assert!(sentence.contains(wanted), "{name}: {sentence}");
            let is_plain = !sentence.chars().any(char::is_control) && sentence.len() < 300;
            assert!(is_plain, "{name}: {sentence:?}");
        }
        _ => panic!("{name}: {sentence:?} in place of {wanted:?}"),
    }
    if let Some(course) = bench.honest.course() {
        let is_kept = course.turns().starts_with(&bench.before) || wanted.is_none();
        assert!(is_kept && course.len() as usize == bench.before.len(), "{name}: the game");
        assert_eq!(course.end(), None, "{name}");
    }
    for (_, line) in &bench.sent {
        let control = line.trim_end().chars().any(char::is_control);
        assert!(!control && line.len() <= MAX_LINE, "{name}: {line:?}");
    }
}

#[test]
fn hostile_peers_get_one_sentence_and_the_game_is_kept() {
    assert!(HOSTILE.len() >= 30);
    for (name, side, wanted, act) in HOSTILE {
        let mut bench = Bench::met(*side);
        act(&mut bench);
        check(name, *wanted, &bench);
    }
}

type Twist<'a> = &'a dyn Fn(String) -> String;

#[test]
fn a_new_room_has_no_moves_and_the_name_of_its_nonces() {
    let id = "0".repeat(32);
    let claims: Twist = &|line| line.replace("\"turns\":0", "\"turns\":300");
    let taken: Twist = &|line| line.replace("\"takebacks\":0", "\"takebacks\":1");
    let renames: Twist = &|line| match line.split_once("\"id\":\"") {
        Some((before, rest)) => format!("{before}\"id\":\"{id}{}", &rest[32..]),
        None => line,
    };
    for twist in [claims, taken, renames] {
        let mut bench = Bench::with(Guest, None);
        bench.connect(twist);
        check("claims moves", Some("the host claims moves in a new game"), &bench);
        assert!(!bench.honest.is_met());
    }
}

/// A guest who has lost the record of a game of two moves, and takes it up from a host.
fn taking_up(twist: &dyn Fn(String) -> String) -> Bench {
    let mut bench = Bench::met(Guest);
    bench.connect(&|line| line);
    bench.honest = guest_of(false);
    bench.puppet.broken(bench.link, Fault::Cut, bench.now);
    bench.puppet.take();
    bench.link += 1;
    bench.honest.connected(bench.link, nonce(bench.link), bench.now);
    bench.puppet.connected(bench.link, nonce(bench.link + 1_000), bench.now);
    bench.exchange(twist);
    let shown = bench.now + SHOWN;
    bench.puppet.tick(shown);
    assert!(bench.puppet.admit(true));
    bench.exchange(twist);
    bench
}

#[test]
fn taking_up_a_game_ends_with_the_first_own_move() {
    let mut bench = taking_up(&|line| line);
    assert_eq!(bench.course().len(), 2, "{:?}", bench.events);
    bench.make("d4");
    bench.make("e5");
    bench.before = bench.course().turns().to_vec();
    assert_eq!(bench.honest.memory().takes_up, None);
    bench.say(r#"{"type":"resign","seat":"second"}"#);
    check("resigns for the guest", Some("'resign' at the wrong moment"), &bench);
}

#[test]
fn announced_moves_are_compared_and_must_come() {
    let zeros = "0".repeat(64);
    let wrong = |line: String| match line.split_once("\"turns\":2,\"takebacks\":0,\"hash\":\"") {
        Some((before, rest)) if line.contains("\"open\"") => {
            format!("{before}\"turns\":2,\"takebacks\":0,\"hash\":\"{zeros}{}", &rest[64..])
        }
        _ => line,
    };
    let bench = taking_up(&wrong);
    let fault = format!("{:?}", bench.events);
    assert!(fault.contains("Stopped(Position(2))"), "{fault}");
    let mut bench = taking_up(&|line| line.replace("\"turns\":2", "\"turns\":300"));
    bench.wait(GREETING);
    let fault = format!("{:?}", bench.events);
    assert!(fault.contains("Stopped(Missing(298))"), "{fault}");
}

#[test]
fn a_watcher_gets_no_seat() {
    let mut bench = Bench::met(Host);
    // A spectator makes a move, or asks for the seat.
    let mut watcher = guest_of(true);
    bench.honest.connected(50, nonce(50), bench.now);
    watcher.connected(50, nonce(51), bench.now);
    for _ in 0..6 {
        for out in watcher.take() {
            match out {
                Out::Send(_, line) => bench.honest.line(50, line.trim_end(), bench.now),
                Out::Event(Event::Offered(_)) => watcher.enter(None),
                _ => {}
            }
        }
        bench.collect();
        for (_, line) in bench.sent.extract_if(.., |(id, _)| *id == 50) {
            watcher.line(50, line.trim_end(), bench.now);
        }
    }
    assert_eq!(bench.honest.watchers(), 1);
    bench.honest.line(50, r#"{"type":"resign","seat":"second"}"#, bench.now);
    bench.collect();
    assert!(bench.reply(50).contains("'resign' at the wrong moment"), "{}", bench.reply(50));
    // A link that came with the code for watching cannot play.
    bench.honest.connected(60, nonce(60), bench.now);
    bench.honest.restrict(60);
    bench.honest.line(60, hello("Eve", false).trim_end(), bench.now);
    bench.collect();
    assert!(bench.reply(60).contains("this code is for watching only"), "{}", bench.reply(60));
    // The player is cut off, and the seat needs its secret or the host's consent.
    bench.honest.broken(bench.link, Fault::Cut, bench.now);
    let reply = bench.stranger(70, &[hello("Ben", false), enter(Some("0".repeat(64)))]);
    assert!(reply.contains("the seat belongs to another guest"), "{reply}");
    let reply = bench.stranger(80, &[hello("Eve", false), enter(None)]);
    assert!(reply.contains("\"wait\"") && !reply.contains("\"open\""), "{reply}");
    bench.wait(SHOWN);
    assert!(bench.honest.admit(false));
    bench.collect();
    assert!(bench.reply(80).contains("does not give you the seat"), "{}", bench.reply(80));
    check("a watcher", None, &bench);
}

#[test]
fn watchers_and_silent_guests_lock_no_player_out() {
    let mut bench = Bench::met(Host);
    for id in 100..130 {
        let reply = bench.stranger(id, &[hello("Wim", true), enter(None)]);
        let is_full = reply.contains("no more guests can watch");
        assert_eq!(is_full, id >= 100 + MOST_LINKS as u64 - 2, "{id}: {reply}");
    }
    for id in 200..230 {
        let reply = bench.stranger(id, &[]);
        assert!(reply.is_empty(), "{reply}");
    }
    bench.connect(&|line| line);
    assert!(bench.honest.is_met() && bench.puppet.is_met(), "{:?}", bench.events);
    bench.wait(PROBE);
    assert!(bench.honest.is_met());
    check("thirty guests", None, &bench);
}

/// The first lines of version 2, as they were recorded.
const OLD: [(Side, &str); 2] = [
    (Host, r#"{"type":"hello","protocol":2,"program":"tetralith 0.9.0","name":"Ben"}"#),
    (
        Guest,
        r#"{"type":"room","protocol":2,"program":"tetralith 0.9.0","name":"Ann","record":{"format":"tetralith","version":1,"game":"necklace","options":{"size":5,"board":"square","pie":false},"moves":[]},"date":"2026-01-02T03:04:05Z","host":"first","commitment":"b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9"}"#,
    ),
];

#[test]
fn an_older_program_is_reported_on_both_sides() {
    for (side, line) in OLD {
        let mut bench = Bench::new(side);
        bench.link = 1;
        bench.honest.connected(1, nonce(1), bench.now);
        bench.say(line);
        let reply = bench.reply(1);
        let words = "your program uses protocol 2, mine 3; \
                     both need the same Tetralith";
        assert!(reply.contains(words), "{reply}");
        if side == Guest {
            check("an old host", Some("the other program uses protocol 2"), &bench);
        }
    }
    // A later version is recognised with anything else in its first line.
    let later = r#"{"type":"hello","protocol":9,"agent":{"name":"x"}}"#;
    assert_eq!(LinkMessage::read(later), Err(Fault::Version(9)));
}

#[test]
fn an_end_that_is_not_of_the_own_seat_still_counts() {
    let mut bench = Bench::met(Guest);
    bench.say(r#"{"type":"resign","seat":"first"}"#);
    assert_eq!(bench.course().end(), Some((Colour::First, Reason::Resignation)));
}

//! Explored moves are never taken for played ones, in any order of actions, and no played move is
//! left out of a copy.

use std::collections::HashSet;

use tetralith_core::timeline::NodeId;
use tetralith_core::{Colour, Reason, Record, Setup, games};
use tetralith_session::clock::Clock;
use tetralith_session::kept::goes_on;
use tetralith_session::seat::Seat;
use tetralith_session::seated::Seated;
use tetralith_session::sentence::ActionId;
use tetralith_session::table::{GameState, Mode, Reply, Table, place_of};
use tetralith_session::time::Moment;

use crate::cases::loaded;

/// Random games, and things done in each.
const GAMES: u64 = 1_500;
const ACTS: usize = 40;

/// A game that things are done in, and what is known of it besides.
struct World {
    seated: Seated,
    /// The places of moves that were only explored, as the steps to them.
    explored: HashSet<String>,
    /// The places of moves that were played.
    played: HashSet<String>,
    random: u64,
    done: Vec<String>,
}

impl World {
    fn new(seed: u64) -> Self {
        let info = games::info("necklace").unwrap();
        let options =
            info.options(&Setup { size: Some(3 + (seed % 2) as i64), ..Setup::default() }).unwrap();
        let seats = ["Ann", "Ben"].map(|name| Seat::person(name.to_owned()));
        let mut seated =
            Seated::begin(info, &options, seats, 1, Clock::default(), Moment::default()).unwrap();
        seated.table.change(GameState::let_explore);
        Self {
            seated,
            explored: HashSet::new(),
            played: HashSet::new(),
            random: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
            done: Vec::new(),
        }
    }

    fn below(&mut self, most: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random % most as u64) as usize
    }

    /// The places on the way to `node`, as the steps to them.
    fn way(&self, node: NodeId) -> Vec<String> {
        let table = &self.seated.table;
        table
            .timeline()
            .path(node)
            .into_iter()
            .map(|node| place_of(table.timeline(), node))
            .collect()
    }

    fn here(&self) -> NodeId {
        self.seated.table.timeline().cursor()
    }

    /// Counts all moves that lead to the cursor as played.
    fn take(&mut self) {
        for place in self.way(self.here()) {
            self.explored.remove(&place);
            self.played.insert(place);
        }
    }

    fn make(&mut self) {
        let legal = self.seated.table.hand().seen().legal.clone();
        if legal.is_empty() {
            return;
        }
        let step = legal[self.below(legal.len())];
        let (mode, steps) = (self.seated.table.mode(), self.seated.table.timeline().steps());
        self.done.push(format!("{step:?} in {mode:?}"));
        if self.seated.table.play(&[step]) != Reply::Changed {
            return;
        }
        if mode == Mode::Play {
            self.take();
        } else if self.seated.table.timeline().steps() > steps {
            self.explored.insert(self.seated.table.place());
        }
    }

    /// Keeps the game and takes it up again, to be played or reviewed.
    fn resume(&mut self) {
        let keep = self.seated.keep().unwrap();
        if !goes_on(keep.text.as_bytes()) || self.seated.table.timeline().steps() == 0 {
            return;
        }
        self.seated = kept(&keep.text, self.below(2) == 0);
        // A file records only where the line of the game ends; other lines are variations in it.
        let tip = self
            .seated
            .table
            .lines()
            .explored_after()
            .map(|tip| place_of(self.seated.table.timeline(), tip));
        self.explored
            .retain(|place| tip.as_ref().is_some_and(|tip| place.starts_with(tip.as_str())));
    }

    fn act(&mut self) {
        let deed = self.below(16);
        let table = &mut self.seated.table;
        let name = match deed {
            0..=4 => return self.make(),
            5 | 6 => {
                let plays = table.mode() == Mode::Play;
                let _ = if plays {
                    table.change(GameState::look_through)
                } else {
                    table.return_to_game()
                };
                if plays { "review" } else { "return" }
            }
            7 => {
                if table.play_on() == Reply::Shown {
                    self.take();
                }
                "play on"
            }
            8 => {
                table.undo();
                "undo"
            }
            9 => {
                table.redo();
                "redo"
            }
            10 => {
                table.go(table.lines().by(-2));
                "back"
            }
            11 => {
                table.go(table.lines().by(1));
                "on"
            }
            12 => {
                table.go(table.lines().end());
                "end"
            }
            13 => {
                table.go(table.lines().next_variation(false));
                "variation"
            }
            14 => {
                self.resume();
                "resume"
            }
            _ => {
                table.go(table.lines().to(NodeId::START));
                "start"
            }
        };
        self.done.push(format!(
            "{name}: {:?} at {}",
            self.seated.table.mode(),
            self.seated.table.place()
        ));
    }

    fn check(&self, node: NodeId, what: &str) {
        for place in self.way(node) {
            assert!(
                !self.explored.contains(&place),
                "{what} {place}, which was only explored:\n{}",
                self.done.join("\n")
            );
        }
    }

    /// Ends the game, on time or by resignation.
    fn end(mut self) {
        if self.below(2) == 0 {
            self.seated.table.change(|state| state.lose(state.on_the_clock(), Reason::Time));
        } else if self.seated.table.change(GameState::resign) != Reply::Changed {
            return;
        }
        self.check(self.here(), "the game ended at");
    }
}

/// The game of a record that is kept.
fn kept(text: &str, plays: bool) -> Seated {
    let mut seated = Seated::of(loaded(text), plays, 1, Moment::default());
    seated.table.change(GameState::let_explore);
    seated
}

/// Plays the step with this name.
fn play(seated: &mut Seated, name: &str) {
    let step = seated.table.names().parse_step(name).unwrap();
    assert_eq!(seated.table.play(&[step]), Reply::Changed, "{name}");
}

const GAME: &str = r#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":5},
    "moves":["c3","b2","d4","a1"],"tetralith:cursor":"c3 b2","tetralith:tip":PLAYED_END}"#;

#[test]
fn a_damaged_end_makes_no_played_move_an_explored_one() {
    for tip in [r#""c3 zz d4""#, "null", "5", r#""""#, r#""c3""#, r#""c3 b2 e5""#] {
        assert_eq!(
            kept(&GAME.replace("PLAYED_END", tip), true).table.lines().explored_after(),
            None,
            "{tip}"
        );
    }
    let seated = kept(&GAME.replace("PLAYED_END", r#""c3 b2""#), true);
    assert_eq!(
        seated
            .table
            .lines()
            .explored_after()
            .map(|tip| place_of(seated.table.timeline(), tip))
            .as_deref(),
        Some("c3 b2")
    );
}

#[test]
fn explored_moves_of_a_reviewed_game_are_not_played() {
    let text = GAME
        .replace(r#","tetralith:tip":PLAYED_END"#, "")
        .replace(r#":"c3 b2""#, r#":"c3 b2 d4 a1""#);
    let mut seated = kept(&text, false);
    assert_eq!((seated.table.mode(), seated.table.place().as_str()), (Mode::Review, ""));
    assert!(!seated.has_moved(), "looking changes nothing");
    seated.table.go(seated.table.lines().end());
    play(&mut seated, "e1");
    let seated = kept(&seated.keep().unwrap().text, true);
    assert_eq!((seated.table.mode(), seated.table.place().as_str()), (Mode::Play, "c3 b2 d4 a1"));
    assert!(seated.table.lines().explored_after().is_some(), "explored moves stay explored");
}

#[test]
fn moves_studied_alone_do_not_continue_a_remote_game() {
    let info = games::info("necklace").unwrap();
    let options = info.options(&Setup { size: Some(5), ..Setup::default() }).unwrap();
    let seats = [Seat::person("Ann".to_owned()), Seat::remote("Ben".to_owned())];
    let mut seated =
        Seated::begin(info, &options, seats, 1, Clock::default(), Moment::default()).unwrap();
    play(&mut seated, "c3");
    seated.table.change(|state| state.lose(Colour::Second, Reason::Resignation));
    assert!(!goes_on(seated.keep().unwrap().text.as_bytes()));
    seated.table.go(seated.table.lines().to(NodeId::START));
    assert_eq!(seated.table.play_on(), Reply::Shown);
    play(&mut seated, "d4");
    let keep = seated.keep().unwrap();
    assert!(!goes_on(keep.text.as_bytes()), "{}", keep.text);
    assert_eq!(seated.table.change(GameState::promote), Reply::Changed);
    let text = seated.keep().unwrap().text;
    assert!(!goes_on(text.as_bytes()), "nor does it if that is made the main line");
}

#[test]
fn a_reviewed_remote_game_continues_only_where_it_is() {
    let remote =
        r#""players":{"blue":{"name":"Ben","kind":"human","tetralith:remote":true}},"moves""#;
    let text = GAME
        .replace(r#","tetralith:tip":PLAYED_END"#, "")
        .replace(r#":"c3 b2""#, r#":"c3 b2 d4 a1""#);
    let mut seated = kept(&text.replace(r#""moves""#, remote), false);
    assert!(seated.table.state().is_remote());
    assert_eq!(seated.table.play_on(), Reply::Shown);
    assert_eq!(seated.table.place(), "c3 b2 d4 a1");
    assert!(!seated.has_moved());
}

#[test]
fn find_prefers_played_moves_to_explored_ones() {
    let mut seated = kept(&GAME.replace("PLAYED_END", r#""c3 b2""#), true);
    let table = &mut seated.table;
    table.change(GameState::look_through);
    table.go(table.lines().end());
    table.go(table.lines().by(-1));
    assert_eq!(table.place(), "c3 b2 d4");
    table.return_to_game();
    assert_eq!(table.go(table.lines().find("c3")), Reply::Shown);
    assert_eq!(table.place(), "c3");
    let Reply::Refused(why) = table.go(table.lines().find("d4")) else { panic!("it is refused") };
    assert!(why.spell(ActionId::name).contains("only explored"), "{why:?}");
}

#[test]
fn moves_of_two_stones_are_found_whole() {
    let line = "multiplicity/4#c4,d4,e5";
    let timeline = tetralith_core::game_line::read(line).expect("a game");
    let find = |text: &str| {
        let mut table = Table::new(timeline.clone(), Default::default(), Mode::Review);
        table.go(table.lines().find(text));
        table.place()
    };
    assert_eq!(find("d4,e5"), "c4 d4 e5");
    assert_eq!((find("d4"), find("e5")), ("c4 d4".to_owned(), "c4 d4 e5".to_owned()));
}

#[test]
fn explored_moves_are_never_played() {
    for seed in 1..=GAMES {
        let mut world = World::new(seed);
        for _ in 0..ACTS {
            world.act();
            if world.seated.table.mode() == Mode::Play {
                world.check(world.here(), "one plays at");
            }
            if !world.seated.table.timeline().is_record()
                && !world.seated.table.state().is_finished()
            {
                let (record, timeline) =
                    Record::read(world.seated.text().unwrap().as_bytes()).unwrap();
                drop(record);
                // Nothing that was played is left out.
                let held: HashSet<String> = timeline
                    .nodes()
                    .map(|node| place_of(&timeline, node))
                    .filter(|place| !place.is_empty())
                    .collect();
                for place in &world.played {
                    assert!(
                        held.contains(place),
                        "{place} is left out:\n{}",
                        world.done.join("\n")
                    );
                }
            }
        }
        if world.seated.table.state().is_going_on() {
            world.end();
        }
    }
}

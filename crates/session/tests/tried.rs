//! What was only tried where a game is looked through is not played, whatever is done in whichever order, and nothing that was
//! played is left out of a copy.

use std::collections::HashSet;
use std::path::PathBuf;

use tetralith_core::timeline::NodeId;
use tetralith_core::{Record, Setup, games};
use tetralith_session::clock::Clock;
use tetralith_session::kept::{Kept, Loaded};
use tetralith_session::moment::Moment;
use tetralith_session::seat::Seat;
use tetralith_session::seated::Seated;
use tetralith_session::table::{Mode, Reply, place_of};

/// Random games, and things done in each.
const GAMES: u64 = 1_500;
const DEEDS: usize = 40;

/// A game that things are done in, and what is known of it besides.
struct World {
    seated: Seated,
    /// The places that moves led to which were only tried, as the steps to them.
    tried: HashSet<String>,
    /// The places that moves led to which were played.
    played: HashSet<String>,
    random: u64,
    done: Vec<String>,
}

impl World {
    fn new(seed: u64) -> Self {
        let info = games::info("necklace").unwrap();
        let options = info.options(&Setup { size: Some(3 + (seed % 2) as i64), ..Setup::default() }).unwrap();
        let seats = ["Ann", "Ben"].map(|name| Seat::person(name.to_owned()));
        let mut seated = Seated::begin(info, &options, seats, 1, Clock::default(), Moment::default()).unwrap();
        seated.table.let_explore();
        Self {
            seated,
            tried: HashSet::new(),
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
        table.timeline().path(node).into_iter().map(|node| table.place_of(node)).collect()
    }

    fn here(&self) -> NodeId {
        self.seated.table.timeline().cursor()
    }

    /// Whatever leads here is of the game.
    fn take(&mut self) {
        for place in self.way(self.here()) {
            self.tried.remove(&place);
            self.played.insert(place);
        }
    }

    fn make(&mut self) {
        let legal = self.seated.table.seen().legal.clone();
        if legal.is_empty() {
            return;
        }
        let step = legal[self.below(legal.len())];
        let (mode, steps) = (self.seated.table.mode(), self.seated.table.timeline().steps());
        self.done.push(format!("{step:?} in {mode:?}"));
        if self.seated.table.play(step) != Reply::Changed {
            return;
        }
        if mode == Mode::Play {
            self.take();
        } else if self.seated.table.timeline().steps() > steps {
            self.tried.insert(self.seated.table.place());
        }
    }

    /// Keeps the game and takes it up again.
    fn resume(&mut self) {
        let keep = self.seated.keep().unwrap();
        let (record, timeline) = Record::read(keep.text.as_bytes()).unwrap();
        if keep.over || timeline.steps() == 0 {
            return;
        }
        let kept = Some(Kept::of(PathBuf::from("game.json"), keep.text.as_bytes()));
        let loaded = Loaded { path: PathBuf::from("game.json"), timeline, record, kept, left_behind: Vec::new() };
        self.seated = Seated::of(loaded, true, 1, Moment::default());
        self.seated.table.let_explore();
        // A file says only of the line that is played where it ends; other lines are variations in it.
        let tip = self.seated.table.tip().map(|tip| self.seated.table.place_of(tip));
        self.tried.retain(|place| tip.as_ref().is_some_and(|tip| place.starts_with(tip.as_str())));
    }

    fn act(&mut self) {
        let deed = self.below(16);
        let table = &mut self.seated.table;
        let name = match deed {
            0..=4 => return self.make(),
            5 | 6 => {
                let plays = table.mode() == Mode::Play;
                let _ = if plays { table.look_through() } else { table.return_to_game() };
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
                table.go_by(-2);
                "back"
            }
            11 => {
                table.go_by(1);
                "on"
            }
            12 => {
                table.go_to_end();
                "end"
            }
            13 => {
                table.next_variation(false);
                "variation"
            }
            14 => {
                self.resume();
                "resume"
            }
            _ => {
                table.go_to_start();
                "start"
            }
        };
        self.done.push(format!("{name}: {:?} at {}", self.seated.table.mode(), self.seated.table.place()));
    }

    fn check(&self, node: NodeId, what: &str) {
        for place in self.way(node) {
            assert!(!self.tried.contains(&place), "{what} {place}, which was only tried:\n{}", self.done.join("\n"));
        }
    }

    /// Ends the game, on time or by resignation.
    fn end(mut self) {
        if self.below(2) == 0 {
            self.seated.drop_tried();
            self.seated.table.lose_on_time();
        } else if self.seated.resign() != Reply::Changed {
            return;
        }
        self.check(self.here(), "the game ended at");
    }
}

#[test]
fn what_was_only_tried_is_never_played() {
    for seed in 1..=GAMES {
        let mut world = World::new(seed);
        for _ in 0..DEEDS {
            world.act();
            if world.seated.table.mode() == Mode::Play {
                world.check(world.here(), "one plays at");
            }
            if !world.seated.table.is_study() && !world.seated.table.is_finished() {
                let (record, timeline) = Record::read(world.seated.text().unwrap().as_bytes()).unwrap();
                drop(record);
                // Nothing that was played is left out.
                let held: HashSet<String> =
                    timeline.nodes().map(|node| place_of(&timeline, node)).filter(|place| !place.is_empty()).collect();
                for place in &world.played {
                    assert!(held.contains(place), "{place} is left out:\n{}", world.done.join("\n"));
                }
            }
        }
        if world.seated.table.is_going_on() {
            world.end();
        }
    }
}

//! The games and the ways they come to what the board shows.

use std::path::PathBuf;
use std::time::Duration;

use tetralith_core::{Info, Record, Setup, Step, games};
use tetralith_session::clock::{Clock, TimeControl};
use tetralith_session::kept::{Loaded, SavedFile};
use tetralith_session::match_play::{BoardAct, MatchEvent, MatchSettings, News};
use tetralith_session::seat::Seat;

use crate::world::World;

/// The history of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Case {
    /// Four moves; the last was taken back.
    Undone,
    /// Four moves; another was explored in place of an earlier one.
    Variation,
    /// Four moves and a part of the fifth.
    MidTurn,
    /// Four moves and a resignation.
    Ended,
    /// The second player has taken over the first move, where the game has a swap.
    Swapped,
}

const CASES: [Case; 5] = [Case::Undone, Case::Variation, Case::MidTurn, Case::Ended, Case::Swapped];

pub(crate) fn games() -> impl Iterator<Item = &'static Info> {
    ["multiplicity", "greylox", "plurality", "necklace"].into_iter().filter_map(games::info)
}

/// The clock of every game.
pub(crate) fn clock() -> Clock {
    Clock::new(TimeControl::parse("1m").ok(), true, Duration::ZERO)
}

/// Makes a whole turn of legal steps, each the `n`th in order.
fn turn(world: &mut World, n: usize) {
    step(world, n);
    while world.table().game().phase().is_mid_turn() {
        step(world, n);
    }
}

fn step(world: &mut World, n: usize) {
    let legal = &world.table().hand().seen().legal;
    let step = legal[n.min(legal.len() - 1)];
    world.act(BoardAct::Play(vec![step]));
    assert!(world.has(|news| *news == News::Stepped), "{step:?}");
}

/// A match that came to `case`; `None` if this game has none like it.
fn world(info: &'static Info, case: Case) -> Option<World> {
    let setup = Setup { pie: (case == Case::Swapped).then_some(true), ..Setup::default() };
    info.options(&setup).ok()?;
    let mut world = World::new(MatchSettings { autosave: true, ..MatchSettings::default() });
    let seats = ["Ann", "Ben"].map(|name| Seat::person(name.to_owned()));
    world.begin_game(info, &setup, seats, clock());
    if case == Case::Swapped {
        turn(&mut world, 0);
        world.table().hand().may_swap().then_some(())?;
        world.act(BoardAct::Play(vec![Step::Swap]));
        return Some(world);
    }
    for n in 0..4 {
        turn(&mut world, n);
    }
    match case {
        Case::Undone => world.happen(MatchEvent::TakeBackMove),
        Case::Variation => {
            world.act(BoardAct::LookThrough);
            world.act(BoardAct::GoToTurn(2));
            step(&mut world, 7);
        }
        Case::MidTurn => {
            step(&mut world, 4);
            world.table().game().phase().is_mid_turn().then_some(())?;
        }
        Case::Ended => world.happen(MatchEvent::Resign),
        Case::Swapped => {}
    }
    Some(world)
}

/// Every game in every case it has.
pub(crate) fn each(check: impl Fn(&'static Info, Case, World)) {
    let mut cases = 0;
    for info in games() {
        for case in CASES {
            if let Some(world) = world(info, case) {
                cases += 1;
                check(info, case, world);
            }
        }
    }
    assert!(cases >= 14, "{cases}");
}

/// The record `text` in a file that the program keeps by itself.
pub(crate) fn loaded(text: &str) -> Loaded {
    let (record, timeline) = Record::read(text.as_bytes()).unwrap();
    let path = PathBuf::from("game.json");
    let kept = Some(SavedFile::of(path.clone(), text.as_bytes()));
    Loaded { path, timeline, record, kept, left_behind: Vec::new() }
}

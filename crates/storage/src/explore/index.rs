//! The index: games by the positions that were on the board.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use tetralith_core::text::display_text;
use tetralith_core::{Colour, Game, Geometry, Info, Step};
use tetralith_engine::Level;
use tetralith_session::time::Zone;

use crate::explore::keys::{Key, Keys};
use crate::explore::symmetry::Symmetries;

/// The most games that are kept.
pub const MAX_GAMES: usize = 50_000;

/// The most positions that are kept, 16 bytes each.
pub const MAX_PLACES: usize = 4_000_000;

/// The most characters of a player's name that are shown.
const MAX_NAME: usize = 60;

/// The result of a game, without its reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// One side won.
    Won(Colour),
    /// Neither did.
    Drawn,
    /// It did not end.
    #[default]
    Open,
}

/// The facts about a game besides its moves. The names of its players and of its file are as they
/// came; [`GameFacts::shown_players`] and [`GameFacts::shown_source`] make them fit to show.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameFacts {
    /// The result.
    pub result: GameResult,
    /// The names of the players, the first one first; empty if unknown.
    pub players: [String; 2],
    /// The levels of the players that are the computer's.
    pub levels: [Option<String>; 2],
    /// The date, as its record has it.
    pub date: Option<String>,
    /// The file it is in.
    pub source: Arc<str>,
}

impl GameFacts {
    /// The day it was played, such as 2026-01-31; `None` if its date does not begin with one.
    pub fn day(&self) -> Option<&str> {
        let day = self.date.as_deref()?.get(..10)?;
        let is_right = |(at, byte): (usize, u8)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        };
        day.bytes().enumerate().all(is_right).then_some(day)
    }

    /// The names of the players, or else of their levels, without anything that could act on a
    /// terminal, and not too long.
    pub fn shown_players(&self) -> [String; 2] {
        Colour::BOTH.map(|colour| {
            let (name, level) = (&self.players[colour.index()], &self.levels[colour.index()]);
            let level = level.as_deref().filter(|_| name.is_empty()).and_then(Level::from_id);
            let name = level.map_or(&**name, |level| level.title);
            display_text(name).chars().take(MAX_NAME).collect()
        })
    }

    /// The file it is in, without anything that could act on a terminal.
    pub fn shown_source(&self) -> String {
        display_text(&self.source)
    }
}

/// A game of the index.
#[derive(Clone, Debug)]
pub struct PastGame {
    /// The facts about it.
    pub facts: GameFacts,
    steps: Box<[Step]>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    key: u64,
    game: u32,
    ply: u16,
    /// The way to lay the board that leads to the key.
    way: u8,
}

/// An index that is being made.
#[derive(Debug, Default)]
pub struct IndexBuilder {
    games: Vec<PastGame>,
    places: Vec<Place>,
    boards: Boards,
    /// The number of each game by what makes it the same one in two files.
    seen: HashMap<u64, u32>,
    /// True once there was no room for a game.
    is_full: bool,
}

/// Games by the positions that were on the board.
#[derive(Debug, Default)]
pub struct GameIndex {
    games: Vec<PastGame>,
    places: Vec<Place>,
    boards: Boards,
}

/// The symmetries of the boards that were met, by game and board.
#[derive(Debug, Default)]
struct Boards(HashMap<(&'static str, usize), Arc<Symmetries>>);

impl Boards {
    fn get(&mut self, game: &Game) -> Arc<Symmetries> {
        let (info, geometry) = (game.info(), game.board().geometry());
        Arc::clone(
            self.0
                .entry(name(info, geometry))
                .or_insert_with(|| Arc::new(Symmetries::of(info, geometry))),
        )
    }
}

/// The name of a board: each geometry exists only once, so its address identifies it.
fn name(info: &Info, geometry: &'static Geometry) -> (&'static str, usize) {
    (info.id, std::ptr::from_ref(geometry) as usize)
}

/// The moves played in a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FoundGames {
    /// The number of games that went on from there.
    pub games: usize,
    /// The moves that were made there, the most frequent first; one for all that are the same by
    /// symmetry.
    pub moves: Vec<NextMove>,
    /// The games, the latest first, by their number in the index; at most
    /// [`FoundGames::MOST_LISTED`].
    pub listed: Vec<usize>,
}

impl FoundGames {
    /// The most games that are listed for one position, the newest first.
    pub const MOST_LISTED: usize = 20;
}

/// A move that was made in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextMove {
    /// The move, or the first step of it.
    pub step: Step,
    /// The number of games with it.
    pub games: usize,
    /// The number of those that each side won, the first player's first.
    pub wins: [usize; 2],
    /// The number of those that were drawn; the others did not end.
    pub draws: usize,
    /// The last day it was played on, if any is known.
    pub last: Option<String>,
}

impl NextMove {
    /// The number of games with it that ended.
    pub fn ended(&self) -> usize {
        self.wins.iter().sum::<usize>() + self.draws
    }
}

impl IndexBuilder {
    /// Adds the game of `steps`, which are legal, from `start`; false if it is there already or
    /// there is no room.
    ///
    /// The same moves of the same players at the same time are one game, unless it ended in two
    /// ways. A copy from before the game was resigned or lost on time is that game, too.
    pub fn add(&mut self, start: &Game, steps: &[Step], facts: GameFacts) -> bool {
        let steps = &steps[..steps.len().min(usize::from(u16::MAX))];
        if steps.is_empty() || self.merges(start, steps, &facts) {
            return false;
        }
        if self.is_full() || self.places.len() + steps.len() > MAX_PLACES {
            self.is_full = true;
            return false;
        }
        let symmetries = self.boards.get(start);
        let mut keys = Keys::new(start.info(), *start.options(), &symmetries);
        let (mut game, number) = (start.clone(), self.games.len() as u32);
        for (&step, ply) in steps.iter().zip(0..) {
            let arrangement = game.arrangement();
            keys.go_to(&arrangement);
            let Key { sum, way } = keys.key(&arrangement);
            self.places.push(Place { key: sum, game: number, ply, way: way as u8 });
            game.play_unchecked(step);
        }
        self.seen.insert(digest(start, steps, &facts, facts.result), number);
        self.games.push(PastGame { facts, steps: steps.into() });
        true
    }

    /// Merges a game with the same one if that is there already, which then takes over how it
    /// ended; false if it is not.
    fn merges(&mut self, start: &Game, steps: &[Step], facts: &GameFacts) -> bool {
        let digest = |result| digest(start, steps, facts, result);
        let ends =
            [GameResult::Won(Colour::First), GameResult::Won(Colour::Second), GameResult::Drawn];
        if self.seen.contains_key(&digest(facts.result)) {
            return true;
        }
        if facts.result == GameResult::Open {
            return ends.into_iter().any(|end| self.seen.contains_key(&digest(end)));
        }
        let Some(number) = self.seen.remove(&digest(GameResult::Open)) else { return false };
        self.seen.insert(digest(facts.result), number);
        self.games[number as usize].facts = facts.clone();
        true
    }

    /// True if there is no room for another game, or a game was already left out for lack of room.
    pub fn is_full(&self) -> bool {
        self.is_full || self.games.len() >= MAX_GAMES || self.places.len() >= MAX_PLACES
    }

    /// The index of all that was added.
    pub fn finish(self) -> GameIndex {
        let Self { games, mut places, boards, .. } = self;
        places.sort_unstable_by_key(|place| (place.key, place.game, place.ply));
        GameIndex { games, places, boards }
    }
}

/// A number for a game with this `result`, the same for the same game in two files.
fn digest(start: &Game, steps: &[Step], facts: &GameFacts, result: GameResult) -> u64 {
    let mut hasher = DefaultHasher::new();
    // One moment has several spellings.
    let date = facts.date.as_deref().map(|date| Zone::Local.time(date).ok_or(date));
    (start.info().id, start.options(), start.arrangement(), steps, &facts.players, date, result)
        .hash(&mut hasher);
    hasher.finish()
}

impl GameIndex {
    /// True if there is no game.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The game with a number that was [found](FoundGames::listed).
    pub fn game(&self, number: usize) -> Option<&PastGame> {
        self.games.get(number)
    }

    /// The moves that were made where `position` was on the board, in any orientation. Moves that
    /// are the same by a symmetry of the position count as one: one of `known` if it is among them.
    pub fn look_up(&self, position: &Game, known: &[Step]) -> FoundGames {
        let Some(symmetries) =
            self.boards.0.get(&name(position.info(), position.board().geometry()))
        else {
            return FoundGames::default();
        };
        let arrangement = position.arrangement();
        let mut keys = Keys::new(position.info(), *position.options(), symmetries);
        keys.go_to(&arrangement);
        let (key, ways) = (keys.key(&arrangement).sum, keys.ways(&arrangement));
        let first = self.places.partition_point(|place| place.key < key);
        // A known one of the moves that are the same by a symmetry of the position represents all
        // of them, or else the first.
        let step_at = |place: &Place| {
            let played = self.games[place.game as usize].steps[usize::from(place.ply)];
            let image = played.mapped(|cell| symmetries.image(usize::from(place.way), cell));
            let alike = ways.iter().map(|&way| image.mapped(|cell| symmetries.origin(way, cell)));
            alike.min_by_key(|step| (!known.contains(step), *step))
        };
        let mut legal = HashMap::new();
        // A swap is not a move where the pie rule does not apply (any more). And two positions may
        // share a key, though that is rare with 64 bits: nothing illegal is ever shown.
        let mut places: Vec<(u32, Step)> = self.places[first..]
            .iter()
            .take_while(|place| place.key == key)
            .filter_map(|place| Some((place.game, step_at(place)?)))
            .filter(|&(_, step)| *legal.entry(step).or_insert_with(|| position.check(step).is_ok()))
            .collect();
        // A position that came twice in a game counts once.
        places.dedup_by_key(|&mut (game, _)| game);
        let mut moves: BTreeMap<Step, NextMove> = BTreeMap::new();
        for &(game, step) in &places {
            moves
                .entry(step)
                .or_insert_with(|| NextMove::new(step))
                .count(&self.games[game as usize].facts);
        }
        let mut moves: Vec<NextMove> = moves.into_values().collect();
        moves.sort_by(|a, b| b.games.cmp(&a.games).then(a.step.cmp(&b.step)));
        let mut listed: Vec<usize> = places.iter().map(|&(game, _)| game as usize).collect();
        listed.sort_by(|&a, &b| {
            self.games[b].facts.day().cmp(&self.games[a].facts.day()).then(a.cmp(&b))
        });
        listed.truncate(FoundGames::MOST_LISTED);
        FoundGames { games: places.len(), moves, listed }
    }
}

impl NextMove {
    fn new(step: Step) -> Self {
        Self { step, games: 0, wins: [0; 2], draws: 0, last: None }
    }

    fn count(&mut self, facts: &GameFacts) {
        self.games += 1;
        match facts.result {
            GameResult::Won(colour) => self.wins[colour.index()] += 1,
            GameResult::Drawn => self.draws += 1,
            GameResult::Open => {}
        }
        if facts.day() > self.last.as_deref() {
            self.last = facts.day().map(str::to_owned);
        }
    }
}

#[cfg(test)]
mod tests {
    use tetralith_core::{Names, Setup};

    use super::*;

    fn start(id: &str, size: i64) -> Game {
        Game::new(id, &Setup { size: Some(size), ..Setup::default() }).unwrap()
    }

    fn steps(start: &Game, text: &str) -> Vec<Step> {
        text.split(' ').map(|name| Names::of(start).parse_step(name).unwrap()).collect()
    }

    fn after(start: &Game, text: &str) -> Game {
        let mut game = start.clone();
        for step in steps(start, text) {
            game.play(step).unwrap();
        }
        game
    }

    #[test]
    fn a_game_for_which_there_is_no_room_is_not_left_out_silently() {
        let board = start("greylox", 13);
        let mut game = board.clone();
        let mut line = Vec::new();
        while let Some(&step) = game.legal().last() {
            game.play(step).unwrap();
            line.push(step);
        }
        let mut builder = IndexBuilder::default();
        let facts = |i: usize| GameFacts {
            players: [i.to_string(), String::new()],
            ..GameFacts::default()
        };
        assert!(builder.add(&board, &line, facts(0)));
        for i in 1..MAX_PLACES / line.len() {
            builder.places.extend_from_within(..line.len());
            assert!(!builder.is_full(), "{i}");
        }
        assert!(!builder.add(&board, &line, facts(0)), "it is there");
        assert!(!builder.is_full());
        assert!(!builder.add(&board, &line, facts(1)), "there is no room");
        assert!(builder.is_full());
    }

    fn facts(winner: Option<Colour>, day: &str) -> GameFacts {
        let result = winner.map_or(GameResult::Drawn, GameResult::Won);
        GameFacts { result, date: Some(day.to_owned()), ..GameFacts::default() }
    }

    #[test]
    fn only_the_same_game_counts_once() {
        let start = start("necklace", 5);
        let mut builder = IndexBuilder::default();
        let mut add = |result, day| {
            builder.add(&start, &steps(&start, "c3 b2"), GameFacts { result, ..facts(None, day) })
        };
        let (red, blue) = (GameResult::Won(Colour::First), GameResult::Won(Colour::Second));
        assert!(add(GameResult::Open, "2026-01-01"));
        assert!(!add(red, "2026-01-01"), "the copy from before the end is this game");
        assert!(!add(GameResult::Open, "2026-01-01") && !add(red, "2026-01-01"));
        assert!(
            add(blue, "2026-01-01") && add(red, "2026-02-01"),
            "another result or day is another game"
        );
        let found = builder.finish().look_up(&start, &[]);
        assert_eq!((found.games, found.moves[0].wins), (3, [2, 1]), "{found:?}");
    }

    #[test]
    fn games_are_found_by_symmetry_and_transposition() {
        let start = start("necklace", 5);
        let mut builder = IndexBuilder::default();
        // The second is the first in a mirror, the third comes to the same stones by another order.
        for (moves, winner, day) in [
            ("a1 b2 c3 d4", Some(Colour::First), "2026-01-01"),
            ("e1 d2 c3 b4", Some(Colour::Second), "2026-02-01"),
            ("c3 b2 a1 d4", None, "2025-01-01"),
            ("c3 b2 a1 a5", Some(Colour::First), "2024-01-01"),
        ] {
            assert!(builder.add(&start, &steps(&start, moves), facts(winner, day)));
        }
        let again = facts(Some(Colour::First), "2024-01-01");
        assert!(
            !builder.add(&start, &steps(&start, "c3 b2 a1 a5"), again),
            "the same game counts once"
        );
        let index = builder.finish();
        for position in ["a1 b2 c3", "e5 d4 c3", "c3 b4 a5", "c3 d2 e1"] {
            let found = index.look_up(&after(&start, position), &[]);
            assert_eq!(
                (found.games, found.moves.len(), found.listed.len()),
                (4, 2, 4),
                "{position}: {found:?}"
            );
            let most = &found.moves[0];
            assert_eq!((most.games, most.wins, most.draws), (3, [1, 1], 1));
            assert_eq!(most.last.as_deref(), Some("2026-02-01"));
        }
        let name = |position: &str| {
            let position = after(&start, position);
            Names::of(&position).step(index.look_up(&position, &[]).moves[0].step)
        };
        assert_eq!([name("a1 b2 c3"), name("e1 d2 c3"), name("a5 b4 c3")], ["d4", "b4", "d2"]);
        assert_eq!(index.look_up(&after(&start, "b1 b2"), &[]), FoundGames::default());
        assert_eq!(index.look_up(&self::start("necklace", 6), &[]), FoundGames::default());
    }

    #[test]
    fn symmetric_moves_are_one() {
        let start = start("plurality", 5);
        let legal = start.legal();
        let mut builder = IndexBuilder::default();
        for &step in &legal {
            builder.add(&start, &[step], GameFacts::default());
        }
        let index = builder.finish();
        let found = index.look_up(&start, &[]);
        assert_eq!(found.games, legal.len());
        assert!(found.moves.len() * 6 < legal.len(), "{} of {}", found.moves.len(), legal.len());
    }

    #[test]
    fn the_pie_rule_does_not_part_games() {
        let plain = start("necklace", 5);
        let with_pie = Setup { size: Some(5), pie: Some(true), ..Setup::default() };
        let pie = Game::new("necklace", &with_pie).unwrap();
        let mut builder = IndexBuilder::default();
        for (start, moves) in [
            (&plain, "c3 b2 d4"),
            (&pie, "c3 b2 d4"),
            (&pie, "c3 swap b2 d4"),
            (&pie, "c3 swap d4"),
        ] {
            assert!(builder.add(start, &steps(start, moves), GameFacts::default()), "{moves}");
        }
        let index = builder.finish();
        let moves = |position: &Game| {
            let found = index.look_up(position, &[]);
            assert_eq!((found.games, found.listed.len()), (4, 4));
            let names = Names::of(position);
            found.moves.iter().map(|next| (names.step(next.step), next.games)).collect::<Vec<_>>()
        };
        let count = |moves: Vec<(String, usize)>| {
            moves.into_iter().map(|(_, games)| games).collect::<Vec<_>>()
        };
        assert_eq!(count(moves(&after(&plain, "c3"))), [4], "b2 and d4 are one by symmetry");
        assert_eq!(moves(&after(&pie, "c3 swap")), moves(&after(&plain, "c3")));
        let mut first = moves(&after(&pie, "c3"));
        first.sort();
        assert_eq!(count(first.clone()), [2, 2], "{first:?}");
        assert!(first.iter().any(|(name, _)| name == "swap"), "{first:?}");
        assert_eq!(index.look_up(&after(&pie, "c3 b2"), &[]).games, 3);
    }

    #[test]
    fn sides_of_one_colour_are_not_those_of_the_other() {
        let start = start("necklace", 5);
        let mut builder = IndexBuilder::default();
        builder.add(&start, &steps(&start, "a3 c3"), GameFacts::default());
        let index = builder.finish();
        assert_eq!(index.look_up(&after(&start, "e3"), &[]).games, 1);
        assert_eq!(index.look_up(&after(&start, "c1"), &[]).games, 0);
    }
}

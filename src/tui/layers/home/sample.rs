//! A finished game that plays itself beside the list: one turn after the other, and again from the
//! start.

use std::sync::Arc;
use std::time::Duration;

use tetralith_core::timeline::NodeId;
use tetralith_core::{CellSet, Game, Info, Record, Setup};

use crate::tui::board::preview::Preview;

/// The records of the sample games; a game without one shows its empty board.
const RECORDS: [&[u8]; 4] = [
    include_bytes!("../../../../assets/games/greylox.json"),
    include_bytes!("../../../../assets/games/multiplicity.json"),
    include_bytes!("../../../../assets/games/necklace.json"),
    include_bytes!("../../../../assets/games/plurality.json"),
];

const TURN_TIME: Duration = Duration::from_millis(1_500);

const END_TIME: Duration = Duration::from_secs(6);

/// A position of a sample game.
struct Shown {
    game: Game,
    /// The cells of the turn that led to it.
    last: CellSet,
    /// The stones that came down together.
    pieces: Vec<CellSet>,
}

/// The sample game on the home screen, which plays itself.
#[derive(Clone)]
pub struct Sample {
    info: &'static Info,
    /// The positions after each turn; not copied with the screen, because they are always the same.
    turns: Arc<[Shown]>,
    at: usize,
    /// The time when the turn shown was made.
    since: Duration,
}

impl Sample {
    /// The sample of `info`, at its middle.
    pub fn of(info: &'static Info, now: Duration) -> Self {
        let turns: Arc<[_]> = turns(info).into();
        Self { info, at: turns.len() / 2, turns, since: now }
    }

    /// The game.
    pub const fn info(&self) -> &'static Info {
        self.info
    }

    /// The position shown now; `None` if the sample cannot be read.
    pub fn position(&self) -> Option<Preview<'_>> {
        let Shown { game, last, pieces } = self.turns.get(self.at)?;
        Some(Preview {
            game,
            last: *last,
            pieces: pieces.into(),
            is_over: game.outcome().is_some(),
        })
    }

    /// The number of the turn shown, and of the last one.
    pub fn turn(&self) -> (usize, usize) {
        (self.at, self.turns.len().saturating_sub(1))
    }

    /// The time when the next turn is due; `None` if there is none to come.
    pub fn due(&self) -> Option<Duration> {
        let rests = if self.at + 1 == self.turns.len() { END_TIME } else { TURN_TIME };
        (self.turns.len() > 1).then(|| self.since + rests)
    }

    /// Goes on if it is time; returns true if it has.
    pub fn tick(&mut self, now: Duration) -> bool {
        let is_due = self.due().is_some_and(|due| due <= now);
        if is_due {
            (self.at, self.since) = ((self.at + 1) % self.turns.len(), now);
        }
        is_due
    }
}

impl std::fmt::Debug for Sample {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sample")
            .field("game", &self.info.id)
            .field("at", &self.at)
            .finish_non_exhaustive()
    }
}

/// The positions of the sample of `info` from the start on, one a turn.
fn turns(info: &'static Info) -> Vec<Shown> {
    // To read a record is to play the game: only the one of this game is, because the first screen
    // waits.
    let id = format!("\"{}\"", info.id);
    let of_game = RECORDS
        .into_iter()
        .filter(|bytes| bytes.windows(id.len()).any(|part| part == id.as_bytes()));
    let mut records = of_game.filter_map(|bytes| Record::read(bytes).ok());
    let Some((_, mut timeline)) =
        records.find(|(_, timeline)| timeline.position().info().id == info.id)
    else {
        let empty = |game| Shown { game, last: CellSet::EMPTY, pieces: Vec::new() };
        return Game::new(info.id, &Setup::default()).map(empty).into_iter().collect();
    };
    let mut turns = Vec::new();
    let line = [NodeId::START].into_iter().chain(timeline.main_line());
    let line: Vec<_> = line.collect();
    for (i, &node) in line.iter().enumerate() {
        // A turn of two steps is shown once it is whole.
        if line.get(i + 1).is_some_and(|&next| i > 0 && timeline.turn(next) == timeline.turn(node))
        {
            continue;
        }
        timeline.go_to(node);
        let game = timeline.position().clone();
        turns.push(Shown { game, last: timeline.latest_cells(), pieces: timeline.pieces() });
    }
    turns
}

#[cfg(test)]
mod tests {
    use tetralith_core::games;

    use super::*;

    #[test]
    fn a_sample_plays_itself_to_its_end_and_begins_again() {
        for &info in games::INFOS.iter().filter(|info| !info.texts.lesson.is_empty()) {
            let mut sample = Sample::of(info, Duration::ZERO);
            assert_eq!(sample.position().unwrap().game.info().id, info.id);
            let (at, last) = sample.turn();
            assert!(at > 0 && at < last, "{}", info.id);
            assert!(!sample.tick(Duration::from_millis(100)), "not yet");
            let mut now = Duration::ZERO;
            for _ in at..last {
                now += TURN_TIME;
                assert!(sample.tick(now));
            }
            assert!(sample.position().unwrap().game.outcome().is_some(), "{}", info.id);
            assert!(!sample.tick(now + TURN_TIME), "the end is shown for longer");
            assert!(sample.tick(now + END_TIME));
            assert_eq!(sample.turn().0, 0);
        }
    }
}

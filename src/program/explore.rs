//! Reading the games of the opening explorer beside a program.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use tetralith_core::{Game, Step};
use tetralith_storage::explore::{GameIndex, GameSource, IndexBuilder, Tally, read};
use tetralith_storage::files::Files;
use tetralith_storage::statistics::Statistics;

use super::Message;
use super::engine::give_way;

/// The sample games that come with the program.
const SAMPLES: [(&str, &[u8]); 4] = [
    ("sample game of Greylox", include_bytes!("../../assets/games/greylox.json")),
    ("sample game of Multiplicity", include_bytes!("../../assets/games/multiplicity.json")),
    ("sample game of Necklace", include_bytes!("../../assets/games/necklace.json")),
    ("sample game of Plurality", include_bytes!("../../assets/games/plurality.json")),
];

/// The games of a user: those that are kept in `files`, results of the arena in the directory
/// `arena` beside them, and the sample games.
pub fn own_games(files: Option<&Files>) -> Vec<GameSource> {
    let games = files.map(Files::games);
    let arena = files.map(|files| files.games().with_file_name("arena"));
    let kept = arena.into_iter().chain(games).map(GameSource::Path);
    let samples = SAMPLES.into_iter().map(|(name, bytes)| GameSource::Record { name, bytes });
    kept.chain(samples).collect()
}

/// The games that were read, and how many there are.
#[derive(Clone, Debug)]
pub struct Explored {
    /// The games of the explorer, by position.
    pub index: Arc<GameIndex>,
    /// The count of what was read.
    pub tally: Tally,
}

impl Explored {
    /// Reads `sources` until `stops` returns true.
    pub fn read(sources: &[GameSource], stops: &dyn Fn() -> bool) -> Self {
        let mut games = IndexBuilder::default();
        let tally = read(sources, &mut games, stops);
        Self { index: Arc::new(games.finish()), tally }
    }

    /// The number of games in which `step` was played in `position`.
    pub fn games_with(&self, position: &Game, step: Step) -> u32 {
        let found = self.index.look_up(position, &[step]);
        let next = found.moves.iter().find(|next| next.step == step);
        next.map_or(0, |next| u32::try_from(next.games).unwrap_or(u32::MAX))
    }
}

/// The reading of games beside everything else.
pub struct GamesReader {
    /// Ends the reading under way.
    stops: Arc<AtomicBool>,
    tell: Arc<dyn Fn(Message) + Send + Sync>,
}

impl fmt::Debug for GamesReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Explorer").finish_non_exhaustive()
    }
}

impl GamesReader {
    /// A reader that begins without games and hands each reply to `tell`.
    pub fn new(tell: impl Fn(Message) + Send + Sync + 'static) -> Self {
        Self { stops: Arc::default(), tell: Arc::new(tell) }
    }

    /// Reads all games again, among them those that are kept in `files`; returns a message only if
    /// no thread can be started.
    pub fn read(&mut self, files: Option<&Files>) -> Option<Message> {
        self.stops.store(true, Ordering::Relaxed);
        self.stops = Arc::default();
        let (sources, stops, tell) =
            (own_games(files), Arc::clone(&self.stops), Arc::clone(&self.tell));
        let work = move || {
            give_way();
            let explored = Explored::read(&sources, &|| stops.load(Ordering::Relaxed));
            if !stops.load(Ordering::Relaxed) {
                tell(Message::Explored(Ok(explored)));
            }
        };
        let begun = thread::Builder::new().name("explorer".to_owned()).spawn(work);
        begun
            .err()
            .map(|error| Message::Explored(Err(format!("no thread can be started: {error}"))))
    }

    /// Counts the user's own games that are kept in `files`; returns a message only if no thread
    /// can be started.
    pub fn count(&self, files: Option<&Files>) -> Option<Message> {
        let (files, tell) = (files.cloned(), Arc::clone(&self.tell));
        let work = move || {
            give_way();
            let counted = files.as_ref().map(Statistics::read);
            tell(Message::Counted(Ok(counted.unwrap_or_default())));
        };
        let begun = thread::Builder::new().name("statistics".to_owned()).spawn(work);
        begun.err().map(|error| Message::Counted(Err(format!("no thread can be started: {error}"))))
    }
}

impl Drop for GamesReader {
    fn drop(&mut self) {
        self.stops.store(true, Ordering::Relaxed);
    }
}

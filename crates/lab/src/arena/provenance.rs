//! The origin of results: the build that played them, and the machine.

use tetralith_core::{Game, OptionKind, Options};
use tetralith_engine::checksum;

/// The origin of a game's result, or of a position's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Provenance {
    /// The program's version.
    pub version: String,
    /// The checksum that `bench` prints for its engine.
    pub bench: String,
    /// The processor, as the system names it.
    pub processor: String,
    /// Games that were played at once, or threads of the search of a position.
    pub threads: usize,
}

impl Provenance {
    /// The origin of games played here from `start`, so many of them at once.
    pub fn here(start: &Game, threads: usize) -> Self {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Self { version, bench: bench_checksum(start), processor: processor(), threads }
    }
}

/// Returns the checksum that `tetralith-lab bench` prints for the game of `start` on its board: of
/// the game without its opening, if it can do without.
fn bench_checksum(start: &Game) -> String {
    let options = *start.options();
    let plain =
        Options { opening: options.opening && !start.info().has(OptionKind::Opening), ..options };
    // The options are the game's own but for the opening, so they can be played.
    let plain = Game::start(start.info(), &plain).unwrap_or_else(|_| start.clone());
    format!("{:016x}", checksum(&plain))
}

/// Returns the name of the processor, where the system reports it, else its architecture.
pub fn processor() -> String {
    let named = || {
        let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("model name"))?;
        Some(line.trim_start_matches([' ', '\t', ':']).trim().to_owned())
    };
    named().filter(|name| !name.is_empty()).unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

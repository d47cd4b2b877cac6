//! Running the built program, and what its tests ask of files.

use std::path::{Path, PathBuf};

use serde_json::Value;
use tetralith_core::json;
use tetralith_storage::files;

#[path = "../../../../tests/it/common/program.rs"]
mod program;

pub(crate) use program::Run;

/// The built program.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_tetralith-lab");

/// Runs the program with `args`, gives it `input`, and waits for its end.
pub(crate) fn run(args: &[&str], input: &[u8]) -> Run {
    program::run(PROGRAM, args, input, &[])
}

/// The repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A record with these moves and, after them, the `rest`.
pub(crate) fn record(game: &str, options: &str, moves: &str, rest: &str) -> String {
    format!(
        r#"{{"format":"tetralith","version":1,"game":"{game}","options":{options},"moves":[{moves}]{rest}}}"#
    )
}

/// The contents of the record at `path`, which must be valid.
pub(crate) fn checked(path: &Path) -> Value {
    let (_, timeline) = files::load_played(path).unwrap();
    json::check(&path.to_string_lossy(), &timeline)
}

/// A directory with one file in it.
pub(crate) fn file(name: &str, bytes: impl AsRef<[u8]>) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    (dir, path)
}

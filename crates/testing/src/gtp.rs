//! Lines that may be commands of the engine protocol.

use std::fs;
use std::io::Cursor;
use std::path::{Component, Path};

use clap::Parser as _;
use tempfile::TempDir;
use tetralith::cli::{Cli, Command};
use tetralith_core::{Game, Info, Record, Setup, Timeline, games};

use crate::Source;

/// The most commands of an input that search.
const MOST_SEARCHES: usize = 4;

/// Every reply has the protocol's form, one a command.
///
/// Searches are those of the weakest level on boards that begin small. Games are loaded from a
/// directory that holds a sample of each, the input itself, and nothing else.
pub(crate) fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let info = *source.pick(games::INFOS);
    let size = (info.boards[0].min + source.byte() % 3).to_string();
    let text = String::from_utf8_lossy(source.rest());
    let mut dir = None;
    let mut searches = 0;
    let lines = text.split('\n').filter_map(|line| {
        if line.contains("genmove") || line.contains("tetralith-analyze") {
            searches += 1;
            return (searches <= MOST_SEARCHES).then(|| line.to_owned());
        }
        match line.split_once("loadgame") {
            Some((before, path)) => {
                let dir = dir.get_or_insert_with(|| shelf(source.rest()));
                Some(format!("{before}loadgame {}", within(dir.path(), path)))
            }
            None => Some(line.to_owned()),
        }
    });
    let input = lines.take(200).collect::<Vec<_>>().join("\n");
    let words = ["tetralith", "gtp", info.id, "--size", &size, "--level", "beginner"];
    let cli = Cli::try_parse_from(words).expect("it is a game");
    let Some(Command::Gtp(args)) = cli.command else { unreachable!("it is that command") };
    let mut out = Vec::new();
    tetralith::commands::gtp(&args, Cursor::new(input.into_bytes()), &mut out)
        .expect("neither input nor output fails");
    let out = String::from_utf8(out).expect("replies are UTF-8");
    assert!(out.chars().all(|c| c == '\n' || !c.is_control()), "control characters in {out:?}");
    let mut rest = out.as_str();
    while !rest.is_empty() {
        let (reply, after) =
            rest.split_once("\n\n").unwrap_or_else(|| panic!("no empty line ends {rest:?}"));
        assert!(reply.starts_with(['=', '?']), "{reply:?} is no reply");
        rest = after;
    }
}

/// A directory with a sample of each game, `input` as a record, and a directory.
fn shelf(input: &[u8]) -> TempDir {
    let dir = tempfile::tempdir().expect("a directory can be made");
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/games");
    for info in games::INFOS {
        let sample = samples.join(info.id).with_extension("json");
        // Of a game that is only compiled for tests there is none.
        let text = fs::read_to_string(sample).unwrap_or_else(|_| fresh(info));
        fs::write(dir.path().join(info.id), text).expect("it can be written");
    }
    fs::write(dir.path().join("input"), input).expect("it can be written");
    fs::create_dir(dir.path().join("directory")).expect("it can be made");
    dir
}

/// The record of a game without any moves.
fn fresh(info: &Info) -> String {
    let game = Game::new(info.id, &Setup::default()).expect("the defaults can be played");
    Record::default().write(&Timeline::new(game)).expect("it is small")
}

/// `path` as far as it leads nowhere but into `dir`.
fn within(dir: &Path, path: &str) -> String {
    let normal = |component| match component {
        Component::Normal(name) => Some(name),
        _ => None,
    };
    Path::new(path.trim())
        .components()
        .filter_map(normal)
        .fold(dir.to_owned(), |dir, name| dir.join(name))
        .display()
        .to_string()
}

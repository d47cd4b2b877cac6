//! Disks that are full, files that are damaged, directories that vanish, and two programs at one
//! game: each is reported in a sentence, the game goes on, and nothing that was good is lost.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::pty::{PATIENCE, Pty};
use portable_pty::CommandBuilder;
use tetralith_storage::files;

const ARGS: [&str; 4] = ["play", "necklace", "--size", "9"];

/// Makes a step where the next one goes and waits until it is shown.
fn step(pty: &mut Pty, turn: usize) {
    pty.press("\t\r");
    pty.see(&format!("turn {turn}"));
}

fn games(dir: &Path) -> Vec<PathBuf> {
    tetralith_files::list(dir).unwrap_or_default().into_iter().map(|entry| entry.path).collect()
}

/// Waits until the games kept in `dir` have so many steps, in some order.
#[track_caller]
fn await_kept(dir: &Path, wanted: &[usize]) {
    let begun = Instant::now();
    loop {
        let mut found: Vec<usize> = games(dir)
            .iter()
            .filter_map(|path| files::load(path).ok())
            .map(|(_, timeline)| timeline.steps())
            .collect();
        found.sort_unstable();
        if found == wanted {
            return;
        }
        assert!(
            begun.elapsed() < PATIENCE,
            "{} holds games of {found:?} steps, not {wanted:?}",
            dir.display()
        );
        std::thread::yield_now();
    }
}

/// A game of two steps in `data`, left unfinished; returns its file.
fn unfinished(data: &Path) -> PathBuf {
    let mut pty = Pty::tetralith(&ARGS, data, (80, 24));
    pty.see("Red: place a stone");
    step(&mut pty, 1);
    step(&mut pty, 2);
    pty.quit();
    games(&data.join("games")).remove(0)
}

fn resume(mut pty: Pty) -> Pty {
    pty.see("Resume the unfinished game");
    pty.press("\r");
    pty.see("u undo");
    pty
}

/// The unfinished game in `data`, resumed where no file may grow, which acts like a full disk for
/// every user and on every system.
fn resumed_on_a_full_disk(data: &Path) -> Pty {
    let mut shell = CommandBuilder::new("bash");
    shell.args(["-c", "ulimit -f 0; exec \"$0\"", env!("CARGO_BIN_EXE_tetralith")]);
    resume(Pty::start(shell, data, (80, 24), &[]))
}

#[test]
fn full_disks_are_reported_and_lose_nothing_saved() {
    let data = tempfile::tempdir().unwrap();
    let path = unfinished(data.path());
    let before = fs::read(&path).unwrap();
    let mut pty = resumed_on_a_full_disk(data.path());
    step(&mut pty, 3);
    pty.see("is not saved");
    step(&mut pty, 4);
    pty.press("q");
    pty.see("Quit and lose");
    pty.press("y");
    assert_eq!(pty.end().0, 1);
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(
        fs::read_dir(path.parent().unwrap()).unwrap().count(),
        1,
        "nothing half written is left"
    );
    resume(Pty::tetralith(&[], data.path(), (80, 24)));
}

/// A game of one step that was kept in `data`, which is there no more.
fn kept_in_what_has_vanished(data: &Path) -> Pty {
    let mut pty = Pty::tetralith(&ARGS, data, (80, 24));
    pty.see("Red: place a stone");
    step(&mut pty, 1);
    await_kept(&data.join("games"), &[1]);
    fs::remove_dir_all(data).unwrap();
    pty
}

#[test]
fn a_directory_that_vanishes_is_made_again_with_the_whole_game() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let mut pty = kept_in_what_has_vanished(&data);
    step(&mut pty, 2);
    await_kept(&data.join("games"), &[2]);
    pty.quit();
}

#[test]
fn a_full_disk_lets_no_other_game_take_the_table_unasked() {
    let data = tempfile::tempdir().unwrap();
    let path = unfinished(data.path());
    let before = fs::read(&path).unwrap();
    let mut pty = resumed_on_a_full_disk(data.path());
    step(&mut pty, 3);
    pty.see("is not saved");
    pty.press("Q:new game: multiplicity\r");
    pty.see("Start");
    pty.press("\r");
    pty.see("Lose the current game?");
    pty.press("n");
    pty.wait("the form", |screen| !screen.contents().contains("Lose the current"));
    pty.press("\r");
    pty.see("Lose the current game?");
    pty.press("y");
    pty.see("Multiplicity  hexagon");
    assert!(!pty.text().contains("not saved"), "{}", pty.text());
    pty.quit();
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn vanished_directories_are_made_again_with_the_game() {
    for end in ["q", "-TERM"] {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().join("data");
        let mut pty = kept_in_what_has_vanished(&data);
        if end == "q" {
            pty.press(end);
        } else {
            pty.signal(end);
        }
        assert_eq!(pty.end().0, 0, "{end}");
        await_kept(&data.join("games"), &[1]);
    }
}

#[test]
fn quitting_asks_only_if_the_disk_still_refuses() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let mut pty = kept_in_what_has_vanished(&data);
    fs::write(&data, "").unwrap();
    pty.press("q");
    pty.see("Quit and lose the game?");
    pty.press("n");
    pty.wait("the table", |screen| !screen.contents().contains("Quit and lose"));
    step(&mut pty, 2);
    pty.see("is not saved");
    fs::remove_file(&data).unwrap();
    pty.quit();
    await_kept(&data.join("games"), &[2]);
}

#[test]
fn unwritable_places_are_reported_and_used_later() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    // A file where the directory should be: permissions do not stop every user.
    fs::write(&data, "").unwrap();
    let mut pty = Pty::tetralith(&ARGS, &data, (80, 24));
    pty.see("Red: place a stone");
    step(&mut pty, 1);
    pty.see("is not saved");
    fs::remove_file(&data).unwrap();
    step(&mut pty, 2);
    await_kept(&data.join("games"), &[2]);
    pty.quit();
}

#[test]
fn a_damaged_game_is_reported_and_left_as_it_is() {
    let data = tempfile::tempdir().unwrap();
    let path = unfinished(data.path());
    let whole = fs::read(&path).unwrap();
    for half in [&whole[..whole.len() / 2], b"", b"\xff\xfe\0{"] {
        fs::write(&path, half).unwrap();
        let mut pty = Pty::tetralith(&[], data.path(), (80, 24));
        pty.see("Resume the unfinished game");
        pty.press("\r");
        // The sentence names the file.
        pty.see(".json: ");
        pty.press("\x03");
        assert_eq!(pty.end().0, 0);
        assert_eq!(fs::read(&path).unwrap(), half);
    }
    let mut pty = Pty::tetralith(&ARGS, data.path(), (80, 24));
    pty.see("Red: place a stone");
    step(&mut pty, 1);
    await_kept(&data.path().join("games"), &[1]);
    pty.quit();
    assert_eq!(fs::read(&path).unwrap(), b"\xff\xfe\0{");
}

#[test]
fn two_programs_at_one_game_keep_what_each_has_played() {
    let data = tempfile::tempdir().unwrap();
    unfinished(data.path());
    let kept = data.path().join("games");
    let mut pair = [(); 2].map(|()| resume(Pty::tetralith(&[], data.path(), (80, 24))));
    step(&mut pair[0], 3);
    await_kept(&kept, &[3]);
    step(&mut pair[1], 3);
    await_kept(&kept, &[3, 3]);
    step(&mut pair[1], 4);
    await_kept(&kept, &[3, 4]);
    step(&mut pair[0], 4);
    await_kept(&kept, &[4, 4]);
    pair.into_iter().for_each(Pty::quit);
}

//! A disk that does not answer: every frame is drawn, every key is taken, and nothing that was
//! shown is lost.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::support::{Screen, against, game, mono, seated, small, timed};
use ratatui::layout::Size;
use tempfile::TempDir;
use tetralith::program::{Message, Start};
use tetralith::tui::layers::Layer;
use tetralith_core::Colour;
use tetralith_engine::{Analysis, SearchAnswer};
use tetralith_storage as storage;
use tetralith_storage::files::{self, Files};

fn necklace() -> Screen {
    let mut screen = Screen::new(game("necklace", small(9)), (80, 24), mono());
    screen.slow_down();
    screen
}

/// The files that the program leaves behind if it is killed at this moment.
fn left_by_a_kill(screen: &Screen) -> (TempDir, Files) {
    let copy = tempfile::tempdir().unwrap();
    let files = Files::at(copy.path().join("data"));
    fs::create_dir_all(files.games()).unwrap();
    // Copies have no lock, as files whose program was killed have none.
    for entry in fs::read_dir(screen.path().join("data/games")).into_iter().flatten().flatten() {
        fs::copy(entry.path(), files.games().join(entry.file_name())).unwrap();
    }
    (copy, files)
}

/// The games that the program finds when it is started after a kill at this moment: their names and
/// steps.
fn after_a_kill(screen: &Screen) -> Vec<(String, usize)> {
    let (_copy, files) = left_by_a_kill(screen);
    files.recover();
    let steps = |path: &Path| files::load(path).unwrap().1.steps();
    let stem = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let mut games: Vec<_> =
        files.kept().iter().map(|entry| (stem(&entry.path), steps(&entry.path))).collect();
    games.sort();
    games
}

fn steps_after_a_kill(screen: &Screen) -> Vec<usize> {
    after_a_kill(screen).into_iter().map(|(_, steps)| steps).collect()
}

/// The files in the directory of games, drafts included.
fn files_in(screen: &Screen) -> usize {
    fs::read_dir(screen.path().join("data/games")).map_or(0, Iterator::count)
}

#[test]
fn while_the_disk_hangs_frames_go_on_and_nothing_shown_is_lost() {
    let mut screen = necklace();
    for turn in 1..=12 {
        let draws = screen.host.draws;
        screen.keys("<Tab><Enter>").assert_shows(&format!("turn {turn}"));
        assert!(screen.host.draws > draws && screen.is_busy());
        assert_eq!(steps_after_a_kill(&screen), [turn]);
    }
    assert!(screen.kept().is_empty(), "nothing is on the disk");
    // The first state is written, then the last; those in between are skipped.
    screen.write();
    assert_eq!(files::load(&screen.kept()[0]).unwrap().1.steps(), 12, "the newest is read");
    assert_eq!(steps_after_a_kill(&screen), [12]);
    screen.write();
    assert!(!screen.is_busy());
    assert_eq!((steps_after_a_kill(&screen), files_in(&screen)), (vec![12], 1));
}

#[test]
fn the_end_of_a_game_and_taking_it_back_are_not_lost_either() {
    let mut screen = necklace();
    screen.keys("<Tab><Enter>").write();
    screen.keys("Gy").assert_shows("game over");
    assert_eq!((steps_after_a_kill(&screen), files_in(&screen)), (vec![1], 2));
    // The progress it brought is written too.
    while screen.is_busy() {
        screen.write();
        assert_eq!(steps_after_a_kill(&screen), [1]);
    }
    assert_eq!(files_in(&screen), 1);
    // Reopened and ended again before the disk has done anything.
    screen.keys("u<Tab><Enter>").keys("Gy<Tab>").assert_shows("game over");
    assert_eq!(steps_after_a_kill(&screen).len(), 1);
    while screen.is_busy() {
        screen.write();
        assert_eq!(steps_after_a_kill(&screen).len(), 1);
    }
    assert_eq!(files_in(&screen), 1);
}

#[test]
fn renames_and_deletions_wait_for_the_write() {
    let mut screen = necklace();
    screen.keys("<Tab><Enter>Q:open saved<Enter>").assert_shows("Necklace");
    screen.keys("r").keys(&"<Backspace>".repeat(60)).keys("mine<Enter>");
    assert_eq!(files_in(&screen), 1, "its draft");
    while screen.is_busy() {
        screen.write();
    }
    screen.assert_shows("enamed to mine");
    assert_eq!(after_a_kill(&screen), [("mine".to_owned(), 1)]);
    screen.keys("<Esc><Enter><Tab><Enter>").assert_shows("turn 2");
    assert_eq!(after_a_kill(&screen), [("mine".to_owned(), 2)]);
    screen.keys("Q:open saved<Enter>d");
    while screen.is_busy() {
        screen.write();
    }
    screen.assert_shows("eleted ");
    assert!(after_a_kill(&screen).is_empty());
    screen.keys("u");
    assert_eq!(after_a_kill(&screen), [("mine".to_owned(), 2)]);
}

#[test]
fn a_game_opened_again_before_it_is_written_goes_on_in_its_file() {
    let mut screen = necklace();
    screen.keys("<Tab><Enter><Tab><Enter>Q:open saved<Enter><Enter>");
    while screen.is_busy() {
        screen.write();
    }
    screen.assert_shows("turn 2").keys("<Tab><Enter>").assert_shows("turn 3");
    assert_eq!(steps_after_a_kill(&screen), [3]);
    screen.write();
    assert_eq!((screen.kept().len(), files_in(&screen)), (1, 1));
}

#[test]
fn simultaneous_games_never_share_a_file() {
    let mut screen = necklace();
    screen.keys("<Tab><Enter>Q:new game: necklace<Enter><Enter><Tab><Enter><Tab><Enter>");
    assert_eq!(steps_after_a_kill(&screen), [1, 2]);
    while screen.is_busy() {
        screen.write();
        assert_eq!(steps_after_a_kill(&screen), [1, 2]);
    }
    assert_eq!(screen.kept().len(), 2);
}

#[test]
fn late_disk_failures_are_reported_and_retried() {
    let mut screen = necklace();
    screen.keys("<Tab><Enter>");
    let games = screen.path().join("data/games");
    fs::remove_dir_all(&games).unwrap();
    fs::write(&games, "").unwrap();
    screen.write().assert_shows("is not saved");
    assert!(screen.app.shared().game.saving().fault().is_some() && !screen.is_busy());
    screen.keys("<Tab><Enter>").assert_shows("turn 2").assert_shows("is not saved");
    fs::remove_file(&games).unwrap();
    screen.keys("<Tab><Enter>").assert_shows("turn 3");
    assert!(
        screen.app.shared().game.saving().fault().is_none() && steps_after_a_kill(&screen) == [3]
    );
    screen.write();
    assert_eq!((screen.app.shared().game.saving().fault(), files_in(&screen)), (None, 1));
}

#[test]
fn faults_of_the_writer_are_reported_and_block_nothing() {
    let mut screen = necklace();
    screen
        .keys("<Tab><Enter>")
        .break_down()
        .assert_shows("is not saved")
        .assert_shows("on purpose");
    assert!(!screen.is_busy());
    assert_eq!(steps_after_a_kill(&screen), [1], "the draft holds it");
    screen.keys("<Tab><Enter>").write();
    assert_eq!((screen.app.shared().game.saving().fault(), screen.kept().len()), (None, 1));
    screen
        .keys("s<C-u>mine<Enter>")
        .break_down()
        .assert_shows("on purpose")
        .assert_shows("Save as")
        .keys("<Enter>");
    screen.write().assert_shows("Saved as").keys("<Tab><Enter>").break_down();
    screen.keys("q").break_down().assert_shows("Quit and lose the game?").assert_shows("purpose");
    assert!(!screen.has_quit() && !screen.is_busy());
    screen.keys("nq").write();
    assert!(
        screen.has_quit()
            && !screen.is_busy()
            && screen.app.shared().game.saving().fault().is_none()
    );
}

#[test]
fn slow_saves_block_no_keys_and_report_the_result() {
    let mut screen = necklace();
    let saved = screen.path().join("mine.json");
    let name = |name: &str| format!("s<C-u>{name}<Enter>");
    screen.keys("<Tab><Enter>").write();
    let draws = screen.host.draws;
    screen.keys(&name("mine"));
    assert!(screen.is_busy() && !saved.exists());
    // The prompt waits, but no player must wait for it.
    screen
        .keys("<Enter>")
        .assert_shows("the disk is slow")
        .keys("<Esc><Tab><Enter>")
        .assert_shows("turn 2");
    assert!(screen.host.draws > draws && !saved.exists());
    while screen.is_busy() {
        screen.write();
    }
    screen.assert_shows("Saved as").assert_shows("turn 2");
    assert_eq!(files::load(&saved).unwrap().1.steps(), 1);
    screen.keys(&name("mine"));
    screen.write().assert_shows("mine.json already exists. Replace it?").keys("y");
    screen.write().assert_shows("Saved as");
    assert_eq!(files::load(&saved).unwrap().1.steps(), 2);
    // A player who is elsewhere by then stays there and gets a message.
    fs::create_dir(screen.path().join("taken.json")).unwrap();
    screen.keys(&name("taken.json")).keys("<Esc>");
    screen.write().assert_shows("is a directory").assert_shows("turn 2");
    screen.keys(&name("other")).keys("<Esc>?").assert_shows("Keys ");
    screen.write().assert_shows("Keys ").keys("<Esc>");
    assert_eq!(files::load(&screen.path().join("other.json")).unwrap().1.steps(), 2);
}

#[test]
fn failed_saves_are_reported_after_the_end() {
    for (name, lost) in [
        ("mine", None),
        ("taken.json", Some("is a directory")),
        ("there.json", Some("already exists")),
    ] {
        let mut screen = necklace();
        fs::create_dir(screen.path().join("taken.json")).unwrap();
        fs::write(screen.path().join("there.json"), "").unwrap();
        screen.keys("<Tab><Enter>").write();
        screen.keys(&format!("s<C-u>{name}<Enter><Esc>q"));
        assert!(
            screen.has_quit()
                && screen.is_busy()
                && screen.app.shared().game.saving().fault().is_none()
        );
        screen.write();
        let told = screen.app.shared().game.saving().fault();
        assert_eq!(told.is_some(), lost.is_some(), "{name}: {told:?}");
        assert!(lost.is_none_or(|lost| told.unwrap().contains(lost)), "{name}: {told:?}");
    }
}

#[test]
fn vanished_games_are_rewritten_at_the_end() {
    for damage in [
        |path: &Path| fs::remove_dir_all(path.parent().unwrap()),
        |path: &Path| fs::write(path, "half"),
    ] {
        let mut screen = necklace();
        screen.keys("<Tab><Enter>").write_before(|screen| {
            damage(&screen.kept()[0]).unwrap();
            screen.keys("q");
        });
        assert!(screen.has_quit() && screen.is_busy());
        screen.write();
        assert!(!screen.is_busy() && screen.app.shared().game.saving().fault().is_none());
        assert_eq!(
            screen
                .kept()
                .iter()
                .filter_map(|path| files::load(path).ok())
                .map(|(_, game)| game.steps())
                .collect::<Vec<_>>(),
            [1]
        );
    }
}

#[test]
fn opening_waits_for_the_save_under_way() {
    let mut screen = necklace();
    let at = screen.path().join("mine.json").display().to_string();
    screen.keys("<Tab><Enter>").write();
    screen.keys("s<C-u>mine<Enter><Esc><Tab><Enter>").assert_shows("turn 2");
    screen.keys(&format!("Q:open saved<Enter>g{at}<Enter>"));
    while screen.is_busy() {
        screen.write();
    }
    screen.assert_shows("turn 0 of 1");
}

#[test]
fn games_without_autosave_are_unsaved_until_written() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("config.toml"), "autosave = false\nhints = false\n").unwrap();
    let mut screen = Screen::in_settings(game("necklace", small(9)), (80, 24), dir);
    screen.slow_down();
    fs::create_dir(screen.path().join("taken.json")).unwrap();
    screen.keys("<Tab><Enter>s<C-u>taken.json<Enter><Esc>");
    screen.write().assert_shows("is a directory").keys("q").assert_shows("Quit and lose the game?");
    screen.keys("ns<C-u>mine<Enter><Esc><Tab><Enter>");
    screen.write().keys("q").assert_shows("Quit and lose the game?");
    screen.keys("ns<C-u>other<Enter>");
    screen.write().keys("q");
    assert!(screen.has_quit());
}

#[test]
fn drafts_of_killed_programs_are_there_at_once() {
    let mut killed = necklace();
    killed.keys("<Tab><Enter><Tab><Enter>");
    let (dir, files) = left_by_a_kill(&killed);
    let games = files.games();
    let mut screen = Screen::begun_slowly(Start::Home, (80, 24), mono(), dir);
    screen.assert_shows("Resume").keys("?").assert_shows("Keys ").keys("<Esc>");
    assert!(screen.is_busy());
    assert_eq!((steps_after_a_kill(&screen), files_in(&screen)), (vec![2], 1));
    screen.keys("<Enter>").write().assert_shows("turn 2");
    assert_eq!((files_in(&screen), tetralith_files::list(&games).unwrap().len()), (1, 1));
    screen.keys("<Tab><Enter>").assert_shows("turn 3");
    assert_eq!(after_a_kill(&screen).len(), 1);
    screen.write();
    assert_eq!((steps_after_a_kill(&screen), files_in(&screen)), (vec![3], 1));
}

#[test]
fn games_opened_by_name_continue_in_their_file() {
    let mut killed = necklace();
    killed.keys("<Tab><Enter>").write();
    killed.keys("<Tab><Enter><Tab><Enter>");
    let (dir, files) = left_by_a_kill(&killed);
    let path = files.latest_unfinished().unwrap();
    let loaded = Box::new(storage::load(&path, Some(&files)).unwrap());
    let start = Start::Replay { loaded, turn: None };
    let mut screen = Screen::begun_slowly(start, (80, 24), mono(), dir);
    screen.keys("<End>b<Tab><Enter>");
    assert_eq!(steps_after_a_kill(&screen), [4]);
    while screen.is_busy() {
        screen.write();
        assert_eq!(steps_after_a_kill(&screen), [4]);
    }
    assert_eq!(files_in(&screen), 1);
}

#[test]
fn quitting_names_the_slow_disk_and_can_be_forced() {
    let mut screen = necklace();
    screen.keys("<Tab><Enter>q");
    assert!(screen.has_quit() && screen.is_busy());
    screen.tick(screen.due().expect("who waits is told so"));
    screen.assert_shows("Saving to a slow disk");
    assert_eq!(screen.due(), None, "once");
    screen.keys("x");
    assert!(!screen.is_over());
    screen.keys("q");
    assert!(screen.is_over() && screen.is_busy());
    assert_eq!(steps_after_a_kill(&screen), [1]);
}

#[test]
fn staying_after_a_disk_failure_shows_later_events() {
    let start = seated("necklace", small(9), against("beginner"), timed("10m"));
    let mut screen = Screen::new(start, (80, 24), mono());
    screen.slow_down();
    screen.keys("<Tab><Enter>");
    let thought = screen.app.shared().game.thinking().own().expect("it is the computer's turn");
    let (id, before) = (thought.ticket, screen.timeline().clone());
    screen.keys("q");
    assert!(screen.has_quit() && screen.is_busy());
    let left = screen.app.shared().game.seated().unwrap().time_left(Colour::Second);

    // The end waits for half a minute, in which the disk breaks.
    let wait = Duration::from_secs(30);
    screen.host.steady = wait;
    let games = screen.path().join("data/games");
    fs::remove_dir_all(&games).unwrap();
    fs::write(&games, "").unwrap();
    screen.write_before(|screen| {
        let step = before.position().legal().first().copied();
        let analysis = Analysis::new(Colour::Second);
        screen.send(Message::Thought(SearchAnswer::Done { id, step, analysis }));
        screen.resize(60, 20).keys("y");
    });
    assert!(
        !screen.has_quit() && matches!(screen.app.stack().overlays(), [Layer::Question(_)]),
        "the user is asked"
    );
    let size = Size { width: 60, height: 20 };
    assert_eq!((screen.app.shared().window.size, screen.timeline().steps()), (size, 1));
    assert_eq!(
        screen.app.shared().game.seated().unwrap().time_left(Colour::Second),
        left,
        "no clock has run"
    );
    screen.keys("n").tick(2 * wait);
    assert_eq!(screen.timeline().steps(), 2, "the computer has made its step");
    assert_eq!(
        screen.app.shared().game.clocks().and_then(|clocks| clocks.running()),
        Some(Colour::First)
    );
}

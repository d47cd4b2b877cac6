use std::ffi::OsString;
use std::fs;
use std::sync::Arc;

use tetralith_files::faults::FaultyDisk;

use super::super::draft::tests::{DATES, begun_at, files, names};
use super::super::load;
use super::*;

/// The contents of the two directories that earlier versions kept games in: a draft in `from`, and
/// what each directory's file holds of the game, if there is one.
fn killed(from: &Path, before: Option<&str>, draft: &str, to: &Path, written: Option<&str>) {
    for dir in [from, to] {
        fs::create_dir_all(dir).unwrap();
    }
    fs::write(from.join(".tetralith-x.json"), draft).unwrap();
    for (dir, text) in [(from, before), (to, written)] {
        if let Some(text) = text {
            fs::write(dir.join("x.json"), text).unwrap();
        }
    }
}

/// Returns the contents of the directory of games after a start, which a second start leaves as it
/// is.
fn after_a_start(files: &Files) -> Vec<(String, String)> {
    let all = || {
        let read = |name: String| {
            let text = fs::read_to_string(files.games().join(&name)).unwrap();
            (name, text)
        };
        names(&files.games()).into_iter().map(read).collect::<Vec<_>>()
    };
    files.recover();
    assert!(!files.games_before().exists());
    let first = all();
    files.recover();
    assert_eq!(all(), first);
    first
}

fn owned<const N: usize>(games: [(&str, &String); N]) -> Vec<(String, String)> {
    games.map(|(name, text)| (name.to_owned(), text.clone())).to_vec()
}

#[test]
fn drafts_are_taken_up_under_every_name_of_a_record() {
    let (_dir, files) = files();
    fs::create_dir_all(files.games()).unwrap();
    let (before, now) = (begun_at(DATES[0], 1, false), begun_at(DATES[0], 2, false));
    let mut names = vec![OsString::from("low.json"), OsString::from("UP.JSON")];
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::ffi::OsStringExt as _;
        names.push(OsString::from_vec(b"\xff.json".to_vec()));
    }
    for name in &names {
        let path = files.games().join(name);
        fs::write(&path, &before).unwrap();
        fs::write(beside(&path), &now).unwrap();
    }
    files.recover();
    for name in &names {
        let path = files.games().join(name);
        assert_eq!(fs::read_to_string(&path).unwrap(), now, "{name:?}");
        assert!(!beside(&path).exists(), "{name:?}");
    }
}

#[test]
fn a_game_killed_on_its_way_is_there_once() {
    let at = |steps, over| begun_at(DATES[0], steps, over);
    for over in [true, false] {
        // It ends, or is reopened; and more happens to it while the disk takes that.
        let (before, moved, later) = (at(3, !over), at(4, over), at(5, over));
        for draft in [&moved, &later] {
            for (before, written) in [
                (None, None),
                (Some(&before), None),
                (Some(&before), Some(&moved)),
                (None, Some(&moved)),
                (None, Some(draft)),
            ] {
                let (_dir, files) = files();
                let (from, to) = if over {
                    (files.games_before(), files.games())
                } else {
                    (files.games(), files.games_before())
                };
                killed(&from, before.map(String::as_str), draft, &to, written.map(String::as_str));
                let state = (over, before.is_some(), written.is_some(), draft == &later);
                assert_eq!(after_a_start(&files), owned([("x.json", draft)]), "{state:?}");
            }
        }
    }
}

#[test]
fn a_game_that_turned_back_on_its_way_is_there_once() {
    let at = |steps, over| begun_at(DATES[0], steps, over);
    for over in [true, false] {
        let (before, moved, later) = (at(3, over), at(4, !over), at(5, over));
        for here in [Some(&before), None, Some(&later)] {
            for draft_moved_too in [false, true] {
                let (_dir, files) = files();
                let (from, to) = if over {
                    (files.games(), files.games_before())
                } else {
                    (files.games_before(), files.games())
                };
                killed(&from, here.map(String::as_str), &later, &to, Some(&moved));
                if draft_moved_too && here.is_none() {
                    fs::write(to.join(".tetralith-x.json"), &later).unwrap();
                }
                let state = (over, here.is_some(), draft_moved_too);
                assert_eq!(after_a_start(&files), owned([("x.json", &later)]), "{state:?}");
            }
        }
    }
}

#[test]
fn games_played_alike_at_other_times_stay_two() {
    let (over, goes_on) = (begun_at(DATES[0], 4, true), begun_at(DATES[0], 3, false));
    // Games that differ only in their steps, without a date, is one game only if the whole is the
    // same.
    for other in [begun_at(DATES[1], 4, true), begun_at(DATES[1], 3, true), begun_at(None, 3, true)]
    {
        let (_dir, files) = files();
        killed(&files.games_before(), Some(&goes_on), &over, &files.games(), Some(&other));
        let both = owned([("x-2.json", &over), ("x.json", &other)]);
        assert_eq!(after_a_start(&files), both);
        // Nor if it had got the name of a namesake.
        let (_dir, files) = super::super::draft::tests::files();
        killed(&files.games_before(), Some(&goes_on), &over, &files.games(), Some(&other));
        fs::write(files.games().join("x-2.json"), &over).unwrap();
        assert_eq!(after_a_start(&files), both);
    }
}

#[test]
fn an_earlier_state_that_a_program_goes_on_with_stays() {
    let at = |steps, over| begun_at(DATES[0], steps, over);
    let (_dir, files) = files();
    let theirs = files.keep(None, "x", &at(3, true)).unwrap();
    let goes_on = files.draft(Some(&theirs), "x", &at(3, true)).unwrap();
    killed(&files.games_before(), None, &at(4, true), &files.games(), None);
    files.recover();
    assert_eq!(read(&theirs.path, 1 << 20).unwrap(), at(3, true).as_bytes());
    assert_eq!(read(&files.games().join("x-2.json"), 1 << 20).unwrap(), at(4, true).as_bytes());
    goes_on.draft.end();
}

/// Games as an earlier version left them, in `data`: in both directories, some with drafts.
fn old_games(data: &Path) -> Vec<(&'static str, String)> {
    let at = |steps, over| begun_at(DATES[0], steps, over);
    let other = begun_at(Some("1970-01-01T00:00:00Z"), 2, true);
    let (before, games) = (data.join("unfinished"), data.join("games"));
    for dir in [&before, &games] {
        fs::create_dir_all(dir).unwrap();
    }
    for (dir, name, text) in [
        (&before, "plain.json", at(1, false)),
        (&before, "drafted.json", at(2, false)),
        (&before, ".tetralith-drafted.json", at(3, false)),
        (&before, ".tetralith-alone.json", at(4, false)),
        (&before, "both.json", at(5, false)),
        (&before, ".tetralith-both.json", at(6, true)),
        (&games, "both.json", at(6, true)),
        (&before, "taken.json", at(7, false)),
        (&before, ".tetralith-taken.json", at(8, false)),
        (&games, "taken.json", other.clone()),
    ] {
        fs::write(dir.join(name), text).unwrap();
    }
    vec![
        ("alone.json", at(4, false)),
        ("both.json", at(6, true)),
        ("drafted.json", at(3, false)),
        ("plain.json", at(1, false)),
        ("taken-2.json", at(8, false)),
        ("taken.json", other),
    ]
}

#[test]
fn old_games_are_moved_once_after_a_kill_at_any_operation() {
    for changes in 0.. {
        let dir = tempfile::tempdir().unwrap();
        let wanted = old_games(dir.path());
        let disk = Arc::new(FaultyDisk::stopped_after(changes));
        Files::on(Arc::<FaultyDisk>::clone(&disk), dir.path().to_owned()).recover();
        let files = Files::at(dir.path().to_owned());
        // Meanwhile every game can be found.
        assert!(files.kept().len() >= wanted.len(), "{changes}");
        let wanted: Vec<_> =
            wanted.into_iter().map(|(name, text)| (name.to_owned(), text)).collect();
        assert_eq!(after_a_start(&files), wanted, "{changes}");
        if !disk.has_stopped() {
            return;
        }
    }
}

#[test]
fn old_games_that_cannot_be_moved_are_listed_and_opened() {
    let dir = tempfile::tempdir().unwrap();
    let wanted = old_games(dir.path());
    // As in a directory that is read only, but for the superuser too.
    let disk = Arc::new(FaultyDisk::stopped_after(0));
    let files = Files::on(disk, dir.path().to_owned());
    files.recover();
    let mut found: Vec<String> = Vec::new();
    for entry in files.kept() {
        load(&entry.path).unwrap();
        assert_eq!(files.own(&entry.path).as_ref(), Some(&entry.path));
        found.push(entry.path.file_name().unwrap().to_str().unwrap().to_owned());
    }
    found.sort();
    assert_eq!(found.len(), wanted.len() + 1, "one is in both directories: {found:?}");
    assert!(files.unfinished().count() >= 4);
}

#[test]
fn an_old_game_in_use_is_moved_another_time() {
    let (_dir, files) = files();
    let at = |steps| begun_at(DATES[0], steps, false);
    let before = files.games_before();
    killed(&before, Some(&at(1)), &at(2), &files.games(), None);
    let held = hold(&before.join(".tetralith-x.json")).unwrap().unwrap();
    files.recover();
    assert_eq!(names(&before), [".tetralith-x.json", "x.json"]);
    drop(held);
    assert_eq!(after_a_start(&files), owned([("x.json", &at(2))]));
}

use std::fs::{self, File};
use std::time::Duration;

use tetralith_core::timeline::Note;
use tetralith_core::{Cell, Colour, Game, OwnMark, Reason, Record, Setup, Timeline};
use tetralith_files::{System, hold_at, list, write};

use super::super::{CURSOR, REPLAYS, load};
use super::*;

/// A record of a game with `steps` steps.
fn text(steps: usize, over: bool) -> String {
    begun_at(None, steps, over)
}

/// The times when two games began that were played alike.
pub(in crate::files) const DATES: [Option<&str>; 2] =
    [Some("2026-11-21T16:25:01Z"), Some("2026-11-21T16:25:02Z")];

pub(in crate::files) fn begun_at(date: Option<&str>, steps: usize, over: bool) -> String {
    let mut timeline = Timeline::new(Game::new("necklace", &Setup::default()).unwrap());
    for _ in 0..steps {
        timeline.play(timeline.position().legal()[0]).unwrap();
    }
    let mut record = Record { date: date.map(str::to_owned), ..Record::default() };
    record.unknown.set(CURSOR, (!over).then(|| "\"x\"".to_owned()));
    record.write(&timeline).unwrap()
}

pub(in crate::files) fn files() -> (tempfile::TempDir, Files) {
    let dir = tempfile::tempdir().unwrap();
    let files = Files::at(dir.path().join("data"));
    (dir, files)
}

pub(in crate::files) fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Leaves a draft as a program does that is killed.
fn leave(begun: Begun) -> PathBuf {
    let path = beside(begun.draft.of());
    drop(begun);
    path
}

#[test]
fn games_with_the_longest_names_are_kept_and_deleted() {
    let (_dir, files) = files();
    let kept = files.keep(None, &"n".repeat(250), &text(1, false)).unwrap();
    let now = text(2, false);
    let begun = files.draft(Some(&kept), "x", &now).unwrap();
    let moved = files.finish(Some(&begun.base), begun.old.as_ref(), "x", &now).unwrap();
    begun.draft.end();
    assert_eq!(names(&files.games()), ["x.json"]);
    assert_eq!(fs::read_to_string(&moved.path).unwrap(), now);
    let long = files.keep(None, &"é".repeat(125), &now).unwrap();
    let trashed = files.discard(&long.path).unwrap();
    assert_eq!(files.restore(&trashed).unwrap(), long.path);
}

#[test]
fn a_draft_of_a_killed_program_becomes_the_game() {
    let (_dir, files) = files();
    let kept = files.keep(None, "x", &text(1, false)).unwrap();
    let mut begun = files.draft(Some(&kept), "x", &text(2, false)).unwrap();
    assert!(begun.draft.replace(&text(3, false), &[kept.hash]).unwrap());
    files.recover();
    assert_eq!(
        read(&kept.path, 1 << 20).unwrap(),
        text(1, false).as_bytes(),
        "its program goes on"
    );
    assert_eq!(newest(&kept.path).unwrap().bytes, text(3, false).as_bytes());
    leave(begun);
    files.recover();
    assert_eq!(read(&kept.path, 1 << 20).unwrap(), text(3, false).as_bytes());
    assert_eq!(names(&files.games()), ["x.json"]);
}

#[test]
fn games_that_were_never_flushed_or_have_ended_are_found() {
    let (_dir, files) = files();
    leave(files.draft(None, "x", &text(1, false)).unwrap());
    let kept = files.keep(None, "y", &text(1, false)).unwrap();
    leave(files.draft(Some(&kept), "y", &text(4, true)).unwrap());
    files.recover();
    assert_eq!(names(&files.games()), ["x.json", "y.json"]);
    assert_eq!(read(&files.games().join("y.json"), 1 << 20).unwrap(), text(4, true).as_bytes());
}

/// Opens the game at `path`; returns its steps and how many games were replayed for it.
fn opened(path: &Path) -> (usize, usize) {
    let before = REPLAYS.get();
    let (_, timeline) = load(path).unwrap();
    (timeline.steps(), REPLAYS.get() - before)
}

#[test]
fn a_game_is_replayed_once_when_it_is_opened() {
    let (_dir, files) = files();
    let kept = files.keep(None, "x", &text(3, false)).unwrap();
    assert_eq!(opened(&kept.path), (3, 1), "from its file");
    let begun = files.draft(Some(&kept), "x", &text(4, false)).unwrap();
    assert_eq!(opened(&kept.path), (4, 1), "from its draft");
    begun.draft.end();
    let alone = files.draft(None, "y", &text(5, false)).unwrap();
    assert_eq!(opened(alone.draft.of()), (5, 1), "from a draft without a file");
}

#[test]
fn a_damaged_draft_is_ignored_and_goes() {
    let (_dir, files) = files();
    let whole = text(2, false);
    let kept = files.keep(None, "x", &text(1, false)).unwrap();
    for damaged in [&whole.as_bytes()[..whole.len() / 2], b"", b"\0\0\0\0", b"\xff\xfe"] {
        fs::write(beside(&kept.path), damaged).unwrap();
        assert_eq!(newest(&kept.path).unwrap().bytes, text(1, false).as_bytes());
        files.recover();
        assert_eq!(read(&kept.path, 1 << 20).unwrap(), text(1, false).as_bytes());
        assert_eq!(names(&files.games()), ["x.json"]);
    }
}

#[test]
fn a_draft_and_a_longer_state_are_both_kept_at_any_time() {
    let at = |steps| begun_at(DATES[0], steps, false);
    for later in [false, true] {
        let (_dir, files) = files();
        let kept = files.keep(None, "x", &at(1)).unwrap();
        let draft = leave(files.draft(Some(&kept), "x", &at(2)).unwrap());
        write(&kept.path, at(3), Existing::Replace).unwrap();
        let modified = fs::metadata(&kept.path).unwrap().modified().unwrap();
        let (day, file) = (Duration::from_secs(86_400), File::open(&draft).unwrap());
        file.set_modified(if later { modified + day } else { modified - day }).unwrap();
        assert_eq!(newest(&kept.path).unwrap().bytes, at(3).as_bytes());
        files.recover();
        assert_eq!(read(&kept.path, 1 << 20).unwrap(), at(3).as_bytes());
        let other = files.games().join("x-2.json");
        assert_eq!(read(&other, 1 << 20).unwrap(), at(2).as_bytes());
        assert_eq!(names(&files.games()), ["x-2.json", "x.json"]);
    }
}

#[test]
fn an_earlier_state_in_the_file_gives_way_at_any_time() {
    let at = |steps| begun_at(DATES[0], steps, false);
    let (_dir, files) = files();
    let kept = files.keep(None, "x", &at(3)).unwrap();
    let draft = leave(files.draft(Some(&kept), "x", &at(4)).unwrap());
    // Restored from elsewhere.
    write(&kept.path, at(1), Existing::Replace).unwrap();
    File::open(&draft).unwrap().set_modified(std::time::UNIX_EPOCH).unwrap();
    assert_eq!(newest(&kept.path).unwrap().bytes, at(4).as_bytes());
    files.recover();
    assert_eq!(names(&files.games()), ["x.json"]);
    assert_eq!(read(&kept.path, 1 << 20).unwrap(), at(4).as_bytes());
}

#[test]
fn a_draft_may_hold_less_than_the_state_it_was_made_from() {
    let at = |steps| begun_at(None, steps, false);
    let (_dir, files) = files();
    let kept = files.keep(None, "x", &at(3)).unwrap();
    // A variation was deleted, or a comment changed.
    leave(files.draft(Some(&kept), "x", &at(2)).unwrap());
    assert_eq!(newest(&kept.path).unwrap().bytes, at(2).as_bytes());
    files.recover();
    assert_eq!(names(&files.games()), ["x.json"]);
    assert_eq!(read(&kept.path, 1 << 20).unwrap(), at(2).as_bytes());
}

#[test]
#[cfg(unix)]
fn a_draft_has_the_permissions_of_its_file() {
    use std::os::unix::fs::PermissionsExt as _;

    let (_dir, files) = files();
    let kept = files.keep(None, "x", &text(1, false)).unwrap();
    fs::set_permissions(&kept.path, fs::Permissions::from_mode(0o600)).unwrap();
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    let draft = leave(files.draft(Some(&kept), "x", &text(2, false)).unwrap());
    assert_eq!(mode(&draft), 0o600);
    files.recover();
    assert_eq!((mode(&kept.path), names(&files.games()).len()), (0o600, 1));
}

#[test]
fn the_draft_of_a_file_is_its_lock() {
    let (_dir, files) = files();
    let kept = files.keep(None, "x", &text(1, false)).unwrap();
    let first = files.draft(Some(&kept), "x", &text(2, false)).unwrap();
    let second = files.draft(Some(&kept), "x", &text(3, false)).unwrap();
    let third = files.keep(Some(&kept), "x", &text(4, false)).unwrap();
    let paths = [first.draft.of(), second.draft.of(), &third.path];
    assert_eq!(paths, ["x.json", "x-2.json", "x-3.json"].map(|name| files.games().join(name)));
    assert_eq!(list(&files.games()).unwrap().len(), 2, "drafts are not listed");
    first.draft.end();
    assert_eq!(files.draft(Some(&kept), "x", "").unwrap().draft.of(), kept.path);
}

#[test]
fn a_draft_that_vanished_is_made_again() {
    let (_dir, files) = files();
    let mut begun = files.draft(None, "x", &text(1, false)).unwrap();
    fs::remove_dir_all(files.games()).unwrap();
    assert!(begun.draft.replace(&text(2, false), &[]).unwrap());
    let path = beside(begun.draft.of());
    if cfg!(unix) {
        fs::remove_file(&path).unwrap();
        fs::write(&path, "another's").unwrap();
        assert!(!begun.draft.replace(&text(3, false), &[]).unwrap());
        begun.draft.end();
        assert_eq!(fs::read(&path).unwrap(), b"another's");
    }
}

#[test]
fn a_lock_beside_a_draft_shows_its_use() {
    let (_dir, files) = files();
    let begin = |name: &str, steps| {
        let (disk, of) = (Arc::new(System), files.games().join(name));
        Draft::begin(disk, LockPlace::Beside, of, &text(steps, false), &[])
    };
    let mut draft = begin("x.json", 1).unwrap().unwrap();
    let path = beside(draft.of());
    let is_free = |path: &Path| hold_at(&System, LockPlace::Beside, path).unwrap().is_some();
    assert!(!is_free(&path) && begin("x.json", 2).unwrap().is_none());
    assert!(draft.replace(&text(3, false), &[]).unwrap() && !is_free(&path));
    assert_eq!(newest(draft.of()).unwrap().bytes, text(3, false).as_bytes());
    drop(draft);
    assert!(is_free(&path), "its program was killed");
    begin("z.json", 1).unwrap().unwrap().end();
    assert_eq!(names(&files.games()), [".tetralith-x.json"]);
}

/// A record of `steps` steps on a board of `size`, changed as `change` does.
fn changed(size: i64, steps: usize, change: impl FnOnce(&mut Record, &mut Timeline)) -> String {
    let mut timeline = Timeline::new(
        Game::new("necklace", &Setup { size: Some(size), ..Setup::default() }).unwrap(),
    );
    for _ in 0..steps {
        timeline.play(timeline.position().legal()[0]).unwrap();
    }
    let mut record = Record { date: Some("2026-11-21T16:25:01Z".to_owned()), ..Record::default() };
    change(&mut record, &mut timeline);
    record.write(&timeline).unwrap()
}

fn game_of(text: &str) -> (Record, Timeline) {
    replay(text.as_bytes()).unwrap()
}

/// True if the record `earlier` is a beginning of the game of `now`.
fn is_beginning(earlier: &str, now: &str) -> bool {
    replay(earlier.as_bytes()).is_ok_and(|earlier| goes_on_with(&game_of(now), &earlier))
}

#[test]
fn a_beginning_holds_nothing_more_than_the_game() {
    let now = changed(9, 4, |_, _| ());
    let said = |_: &mut Record, timeline: &mut Timeline| {
        timeline
            .set_note(timeline.cursor(), Note { comment: "good".to_owned(), ..Note::default() });
    };
    let judged = |_: &mut Record, timeline: &mut Timeline| {
        let note = Note { nag: Some("!?".to_owned()), ..Note::default() };
        timeline.set_note(timeline.cursor(), note);
    };
    let marked = |_: &mut Record, timeline: &mut Timeline| {
        let marks = vec![OwnMark::Dot(Cell::new(7))];
        timeline.set_note(timeline.cursor(), Note { marks, ..Note::default() });
    };
    let given_up = |_: &mut Record, timeline: &mut Timeline| {
        assert!(timeline.end(Colour::First, Reason::Resignation));
    };
    let other_way = |_: &mut Record, timeline: &mut Timeline| {
        timeline.play(timeline.position().legal()[1]).unwrap();
    };
    let named = |record: &mut Record, _: &mut Timeline| record.event = Some("club".to_owned());
    let later = |record: &mut Record, _: &mut Timeline| {
        record.date = Some("2026-11-21T16:25:02Z".to_owned());
    };
    for steps in 0..=4 {
        assert!(is_beginning(&changed(9, steps, |_, _| ()), &now), "{steps}");
    }
    let others = [
        changed(9, 5, |_, _| ()),
        changed(9, 3, said),
        changed(9, 3, judged),
        changed(9, 3, marked),
        changed(9, 3, given_up),
        changed(9, 3, other_way),
        changed(9, 3, named),
        changed(9, 3, later),
        changed(10, 3, |_, _| ()),
    ];
    for other in &others {
        assert!(!is_beginning(other, &now), "{other}");
        assert!(is_beginning(other, other), "{other}");
    }
    assert!(is_beginning(&changed(9, 3, |_, _| ()), &changed(9, 3, given_up)));
    assert!(!is_beginning("{}", &now));
}

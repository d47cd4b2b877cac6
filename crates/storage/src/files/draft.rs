//! Drafts: the newest state of a game, with the system at once and on the disk whenever the disk
//! likes.
//!
//! Flushing a file takes as long as the disk takes, handing it to the system does not. A draft is
//! handed over and not flushed: it outlives the program, however that ends, but not a power cut. It
//! lies beside the file that the game is kept in, under a hidden name made of that file's, and only
//! while the file itself is behind. Until then whoever has the draft has the file: no other
//! instance of this program writes to either.
//!
//! It holds a whole state and is replaced by renaming, rather than growing line by line as a
//! journal would. A record is no log: variations, remarks, the end of a game and its taking back,
//! clocks and the place to go on from change anywhere in it, so that the lines of a journal would
//! be whole states too, or a second format with a reader of its own. The sample games have 2 to 5
//! kB, which the system takes at once. A journal would not spare us what makes drafts intricate:
//! who has the file, what was changed from elsewhere, and a game that lies in two directories as it
//! ends.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use tetralith_core::record::MAX_BYTES;

use super::disk::{Flush, put};
use super::lock::{Held, Place, hold, lock};
use super::newest::{beside, changed_since, kept_of};
use super::{
    CURSOR, Claim, Existing, FileError, Files, Kept, MAX_NAMESAKES, OnDisk as _, duplicate,
    namesake, read, replay,
};

/// The draft of a file; as long as this lives, no other instance has it.
#[derive(Debug)]
pub(crate) struct Draft {
    of: PathBuf,
    /// Tells others that the program goes on.
    held: Held,
}

impl Draft {
    /// Begins a draft of the file at `of`; `None` if there is one already.
    pub(crate) fn begin(of: PathBuf, text: &str) -> Result<Option<Self>, FileError> {
        Self::begin_at(Place::HERE, of, text)
    }

    fn begin_at(place: Place, of: PathBuf, text: &str) -> Result<Option<Self>, FileError> {
        let failed = |path: &Path, source| FileError::Write { path: path.to_owned(), source };
        if let Some(dir) = of.parent() {
            fs::create_dir_all(dir).map_err(|source| failed(dir, source))?;
        }
        if place == Place::Beside {
            let Some(held) = Held::beside(&beside(&of)).map_err(|source| failed(&of, source))?
            else {
                return Ok(None);
            };
            return Ok(hand_over(&of, text, Existing::Keep)?.map(|_| Self { of, held }));
        }
        Ok(hand_over(&of, text, Existing::Keep)?.map(|file| Self { of, held: Held::itself(file) }))
    }

    /// The file that it is a draft of.
    pub(crate) fn of(&self) -> &Path {
        &self.of
    }

    /// Replaces its text with `text`. Does nothing and returns false if another draft has taken its
    /// place.
    pub(crate) fn replace(&mut self, text: &str) -> Result<bool, FileError> {
        // It may be gone together with its directory.
        if let Some(dir) = self.of.parent() {
            fs::create_dir_all(dir)
                .map_err(|source| FileError::Write { path: dir.to_owned(), source })?;
        }
        let existing =
            if self.held.is_of(&beside(&self.of)) { Existing::Replace } else { Existing::Keep };
        let Some(file) = hand_over(&self.of, text, existing)? else { return Ok(false) };
        if self.held.place() == Place::Itself {
            self.held = Held::itself(file);
        }
        Ok(true)
    }

    /// Deletes the draft: the file itself holds the game.
    pub(crate) fn end(self) {
        let path = beside(&self.of);
        if self.held.is_of(&path) {
            // One that stays says the same as the file, and goes when the program is started again.
            let _ = fs::remove_file(path);
        }
    }

    /// Makes it the draft of the file at `to`, to which its file has been moved.
    pub(crate) fn follow(&mut self, to: &Path) {
        let (from, beside) = (beside(&self.of), beside(to));
        let held = match self.held.place() {
            Place::Itself => None,
            Place::Beside => match Held::beside(&beside) {
                Ok(Some(held)) => Some(held),
                _ => return,
            },
        };
        if fs::rename(from, beside).is_ok() {
            to.clone_into(&mut self.of);
            if let Some(held) = held {
                self.held = held;
            }
        }
    }
}

/// Writes the draft of the file at `of`, and locks it if that is where locks are; `None` if there
/// is one that is to stay.
fn hand_over(of: &Path, text: &str, existing: Existing) -> Result<Option<File>, FileError> {
    let locked = |file: &File| {
        if Place::HERE == Place::Itself {
            // Nobody else can have a file that has no name yet.
            lock(file);
        }
    };
    match put((&beside(of), of), text.as_bytes(), existing, Flush::Later, locked) {
        Err(FileError::Exists { .. }) => Ok(None),
        written => written.map(Some),
    }
}

/// A draft just begun.
#[derive(Debug)]
pub(crate) struct Begun {
    /// The draft.
    pub(crate) draft: Draft,
    /// The file itself as it was before.
    pub(crate) base: Kept,
    /// The file that the game was kept in before and is not to be kept in any more.
    pub(crate) old: Option<Kept>,
}

/// A draft that was left behind, taken over.
#[derive(Debug)]
pub(crate) struct Left {
    /// The draft.
    pub(crate) begun: Begun,
    /// The name of its file, without the ending.
    pub(crate) name: String,
    /// True if the game has ended.
    pub(crate) over: bool,
    /// The record that it holds.
    pub(crate) text: String,
}

impl Files {
    /// Begins a draft of the game that [`Files::keep`] would keep, with the same arguments, and
    /// flushes nothing.
    ///
    /// # Errors
    /// [`FileError::Write`].
    pub(crate) fn draft(
        &self,
        kept: Option<&Kept>,
        name: &str,
        over: bool,
        text: &str,
    ) -> Result<Begun, FileError> {
        let here = |kept: &&Kept| {
            let dir = kept.path.parent();
            dir == Some(&self.games()) || dir == Some(&self.unfinished())
        };
        if let Some(base) = kept.filter(here) {
            // While the file is held, no caller that keeps a game without a draft can write to it.
            let (claim, _held) = base.claim();
            if claim != Claim::Changed
                && let Some(draft) = Draft::begin(base.path.clone(), text)?
            {
                return Ok(Begun { draft, base: base.clone(), old: None });
            }
        }
        let dir = if over { self.games() } else { self.unfinished() };
        for path in (1..=MAX_NAMESAKES).map(|n| namesake(&dir, name, n)) {
            if path.symlink_metadata().is_err()
                && let Some(draft) = Draft::begin(path.clone(), text)?
            {
                let old = kept.filter(|kept| !here(kept)).cloned();
                return Ok(Begun { draft, base: Kept::of(path, b""), old });
            }
        }
        Err(FileError::Exists { path: namesake(&dir, name, 1) })
    }

    /// Keeps the contents of drafts that a killed program left behind.
    ///
    /// A draft replaces its file, unless that has since been changed from elsewhere; a damaged
    /// draft is deleted. Drafts of programs that are still running are left alone.
    pub fn recover(&self) {
        for Left { begun, name, over, text } in self.left() {
            // What cannot be kept now is tried again the next time.
            if self.finish(Some(&begun.base), None, &name, over, &text).is_ok() {
                begun.draft.end();
            }
        }
    }

    /// Takes over the drafts that were left behind as [`Files::recover`] does, and flushes nothing
    /// of those whose files only take their text.
    pub(crate) fn left(&self) -> Vec<Left> {
        let dirs = [self.unfinished(), self.games()];
        let entries = dirs.iter().flat_map(|dir| fs::read_dir(dir).into_iter().flatten().flatten());
        let paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        let left = |path: &PathBuf| {
            let of = kept_of(path)?;
            let held = hold(path).ok()??;
            self.take_over(Draft { of, held }, path)
        };
        paths.iter().filter_map(left).collect()
    }

    /// Takes over the draft at `path`; `None` if its game has been kept already, or the draft
    /// cannot be read.
    fn take_over(&self, draft: Draft, path: &Path) -> Option<Left> {
        let bytes = match read(path, MAX_BYTES as u64) {
            Ok(bytes) => bytes,
            Err(FileError::TooLarge { .. }) => {
                draft.end();
                return None;
            }
            // It may be read another time.
            Err(_) => return None,
        };
        let (Ok(game), Ok(text)) = (replay(&bytes), String::from_utf8(bytes)) else {
            draft.end();
            return None;
        };
        let name = draft.of.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let over = game.0.unknown.get(CURSOR).is_none();
        let (dir, other) = if over {
            (self.games(), self.unfinished())
        } else {
            (self.unfinished(), self.games())
        };
        let moves = draft.of.parent() != Some(&dir);
        let there = read(&draft.of, MAX_BYTES as u64).ok();
        // The other directory that the game may have been moving to or from.
        let duplicate = duplicate::find(if moves { &dir } else { &other }, &name, &text, &game);
        let is_done = there.as_deref() == Some(text.as_bytes());
        let changed = there.is_some() && !is_done && changed_since(&draft.of, path, &game);
        let base = Kept::of(draft.of.clone(), &there.unwrap_or_default());
        if is_done {
            if let Some(duplicate) = duplicate.filter(|duplicate| !moves && !duplicate.is_same) {
                duplicate.kept.remove();
            }
            draft.end();
            return None;
        }
        if duplicate.as_ref().is_some_and(|duplicate| duplicate.is_same) {
            // It has arrived there, or another draft there is on its way.
            if !changed {
                base.remove();
            }
            draft.end();
            return None;
        }
        if moves || changed || duplicate.is_some() {
            // It gets another name, by which it is to be found from the beginning, or loses one.
            let unchanged = (!changed).then_some(&base);
            let duplicate = duplicate.as_ref().map(|duplicate| &duplicate.kept);
            let (base, old) = if moves {
                (duplicate.or(unchanged), duplicate.and(unchanged))
            } else {
                (unchanged, duplicate)
            };
            if self.finish(base, old, &name, over, &text).is_ok() {
                draft.end();
            }
            return None;
        }
        Some(Left { begun: Begun { draft, base, old: None }, name, over, text })
    }
}

#[cfg(test)]
mod tests {
    use super::super::lock::hold_at;
    use super::super::newest::{LATER, newest};
    use super::super::{REPLAYS, list, load, write};
    use super::*;
    use tetralith_core::{Game, Record, Setup, Timeline, games};

    /// A record of a game with `steps` steps.
    fn text(steps: usize, over: bool) -> String {
        begun_at(None, steps, over)
    }

    /// The times at which two games began that were played alike.
    const DATES: [Option<&str>; 2] = [Some("2026-11-21T16:25:01Z"), Some("2026-11-21T16:25:02Z")];

    fn begun_at(date: Option<&str>, steps: usize, over: bool) -> String {
        let info = games::info("necklace").unwrap();
        let mut timeline =
            Timeline::new(Game::start(info, &info.options(&Setup::default()).unwrap()).unwrap());
        for _ in 0..steps {
            let mut legal = Vec::new();
            timeline.position().legal_steps(&mut legal);
            timeline.play(legal[0]).unwrap();
        }
        let mut record = Record { date: date.map(str::to_owned), ..Record::default() };
        record.unknown.set(CURSOR, (!over).then(|| "\"x\"".to_owned()));
        record.write(&timeline).unwrap()
    }

    fn files() -> (tempfile::TempDir, Files) {
        let dir = tempfile::tempdir().unwrap();
        let files = Files::at(dir.path().join("data"));
        (dir, files)
    }

    fn names(dir: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(dir)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// Leaves a draft behind as a program does that is killed.
    fn leave(begun: Begun) -> PathBuf {
        let path = beside(begun.draft.of());
        drop(begun);
        path
    }

    #[test]
    fn a_draft_left_behind_becomes_the_game_and_one_in_use_is_left_alone() {
        let (_dir, files) = files();
        let kept = files.keep(None, "x", false, &text(1, false)).unwrap();
        let mut begun = files.draft(Some(&kept), "x", false, &text(2, false)).unwrap();
        assert!(begun.draft.replace(&text(3, false)).unwrap());
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
        assert_eq!(names(&files.unfinished()), ["x.json"]);
    }

    #[test]
    fn a_game_that_was_never_flushed_and_one_that_has_ended_are_found() {
        let (_dir, files) = files();
        leave(files.draft(None, "x", false, &text(1, false)).unwrap());
        let kept = files.keep(None, "y", false, &text(1, false)).unwrap();
        leave(files.draft(Some(&kept), "y", true, &text(4, true)).unwrap());
        files.recover();
        assert_eq!(names(&files.unfinished()), ["x.json"]);
        assert_eq!(names(&files.games()), ["y.json"]);
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
        let kept = files.keep(None, "x", false, &text(3, false)).unwrap();
        assert_eq!(opened(&kept.path), (3, 1), "from its file");
        let begun = files.draft(Some(&kept), "x", false, &text(4, false)).unwrap();
        assert_eq!(opened(&kept.path), (4, 1), "from its draft");
        begun.draft.end();
        let alone = files.draft(None, "y", false, &text(5, false)).unwrap();
        assert_eq!(opened(alone.draft.of()), (5, 1), "from a draft without a file");
    }

    #[test]
    fn a_damaged_draft_is_ignored_and_goes() {
        let (_dir, files) = files();
        let whole = text(2, false);
        let kept = files.keep(None, "x", false, &text(1, false)).unwrap();
        for damaged in [&whole.as_bytes()[..whole.len() / 2], b"", b"\0\0\0\0", b"\xff\xfe"] {
            fs::write(beside(&kept.path), damaged).unwrap();
            assert_eq!(newest(&kept.path).unwrap().bytes, text(1, false).as_bytes());
            files.recover();
            assert_eq!(read(&kept.path, 1 << 20).unwrap(), text(1, false).as_bytes());
            assert_eq!(names(&files.unfinished()), ["x.json"]);
        }
    }

    #[test]
    fn a_file_that_was_changed_after_its_draft_stays_and_so_does_what_the_draft_held() {
        let (_dir, files) = files();
        let kept = files.keep(None, "x", false, &text(1, false)).unwrap();
        let draft = leave(files.draft(Some(&kept), "x", false, &text(2, false)).unwrap());
        write(&kept.path, text(3, false), Existing::Replace).unwrap();
        let file = File::open(&draft).unwrap();
        let modified = fs::metadata(&kept.path).unwrap().modified().unwrap();
        file.set_modified(modified - 2 * LATER).unwrap();
        drop(file);
        assert_eq!(newest(&kept.path).unwrap().bytes, text(3, false).as_bytes());
        files.recover();
        assert_eq!(read(&kept.path, 1 << 20).unwrap(), text(3, false).as_bytes());
        assert_eq!(
            read(&files.unfinished().join("x-2.json"), 1 << 20).unwrap(),
            text(2, false).as_bytes()
        );
    }

    #[test]
    fn an_earlier_state_that_a_slow_disk_took_after_the_draft_is_no_change() {
        let (_dir, files) = files();
        let at = |steps| begun_at(DATES[0], steps, false);
        killed(&files.unfinished(), Some(&at(1)), &at(2), &files.games(), None);
        let path = files.unfinished().join("x.json");
        let modified = fs::metadata(&path).unwrap().modified().unwrap();
        File::options()
            .append(true)
            .open(beside(&path))
            .unwrap()
            .set_modified(modified - 2 * LATER)
            .unwrap();
        assert_eq!(newest(&path).unwrap().bytes, at(2).as_bytes());
        assert_eq!(after_a_start(&files), [("unfinished/x.json".to_owned(), at(2))]);
    }

    #[test]
    fn whoever_has_the_draft_has_the_file() {
        let (_dir, files) = files();
        let kept = files.keep(None, "x", false, &text(1, false)).unwrap();
        let first = files.draft(Some(&kept), "x", false, &text(2, false)).unwrap();
        let second = files.draft(Some(&kept), "x", false, &text(3, false)).unwrap();
        let third = files.keep(Some(&kept), "x", false, &text(4, false)).unwrap();
        let paths = [first.draft.of(), second.draft.of(), &third.path];
        assert_eq!(
            paths,
            ["x.json", "x-2.json", "x-3.json"].map(|name| files.unfinished().join(name))
        );
        assert_eq!(list(&files.unfinished()).unwrap().len(), 2, "drafts are not listed");
        first.draft.end();
        assert_eq!(files.draft(Some(&kept), "x", false, "").unwrap().draft.of(), kept.path);
    }

    #[test]
    fn a_draft_that_vanished_is_made_again_and_one_that_was_taken_is_not() {
        let (_dir, files) = files();
        let mut begun = files.draft(None, "x", false, &text(1, false)).unwrap();
        fs::remove_dir_all(files.unfinished()).unwrap();
        assert!(begun.draft.replace(&text(2, false)).unwrap());
        let path = beside(begun.draft.of());
        if cfg!(unix) {
            fs::remove_file(&path).unwrap();
            fs::write(&path, "another's").unwrap();
            assert!(!begun.draft.replace(&text(3, false)).unwrap());
            begun.draft.end();
            assert_eq!(fs::read(&path).unwrap(), b"another's");
        }
    }

    #[test]
    fn where_files_cannot_be_locked_themselves_a_draft_in_use_is_known_by_a_file_beside_it() {
        let (_dir, files) = files();
        let begin = |name: &str, steps| {
            Draft::begin_at(Place::Beside, files.unfinished().join(name), &text(steps, false))
        };
        let mut draft = begin("x.json", 1).unwrap().unwrap();
        let path = beside(draft.of());
        let is_free = |path: &Path| hold_at(Place::Beside, path).unwrap().is_some();
        assert!(!is_free(&path) && begin("x.json", 2).unwrap().is_none());
        assert!(draft.replace(&text(3, false)).unwrap() && !is_free(&path));
        let to = files.unfinished().join("y.json");
        draft.follow(&to);
        assert!(!path.exists() && !is_free(&beside(&to)));
        assert_eq!(newest(&to).unwrap().bytes, text(3, false).as_bytes());
        drop(draft);
        assert!(is_free(&beside(&to)), "its program was killed");
        begin("z.json", 1).unwrap().unwrap().end();
        assert_eq!(names(&files.unfinished()), [".tetralith-y.json"]);
    }

    /// Leaves what a program does that is killed: a draft in `from`, and what each directory's file
    /// holds of the game, if there is one.
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

    /// Returns the contents of the directories of games after a start, which a second start leaves
    /// as it is.
    fn after_a_start(files: &Files) -> Vec<(String, String)> {
        let all = || {
            let dirs = [files.unfinished(), files.games()];
            let paths =
                dirs.iter().flat_map(|dir| names(dir).into_iter().map(|name| dir.join(name)));
            let entry = |path: PathBuf| {
                let name = path.strip_prefix(files.data()).unwrap().to_str().unwrap().to_owned();
                (name, fs::read_to_string(path).unwrap())
            };
            paths.map(entry).collect::<Vec<_>>()
        };
        files.recover();
        let first = all();
        files.recover();
        assert_eq!(all(), first);
        first
    }

    #[test]
    fn a_game_that_moves_is_there_once_whenever_its_program_is_killed() {
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
                        (files.unfinished(), files.games())
                    } else {
                        (files.games(), files.unfinished())
                    };
                    killed(
                        &from,
                        before.map(String::as_str),
                        draft,
                        &to,
                        written.map(String::as_str),
                    );
                    let name = if over { "games/x.json" } else { "unfinished/x.json" };
                    let state = (over, before.is_some(), written.is_some(), draft == &later);
                    assert_eq!(
                        after_a_start(&files),
                        [(name.to_owned(), draft.clone())],
                        "{state:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_game_that_turns_back_on_its_way_is_there_once_whenever_its_program_is_killed() {
        let at = |steps, over| begun_at(DATES[0], steps, over);
        for over in [true, false] {
            let (before, moved, later) = (at(3, over), at(4, !over), at(5, over));
            for here in [Some(&before), None, Some(&later)] {
                for draft_moved_too in [false, true] {
                    let (_dir, files) = files();
                    let (from, to) = if over {
                        (files.games(), files.unfinished())
                    } else {
                        (files.unfinished(), files.games())
                    };
                    killed(&from, here.map(String::as_str), &later, &to, Some(&moved));
                    if draft_moved_too && here.is_none() {
                        fs::write(to.join(".tetralith-x.json"), &later).unwrap();
                    }
                    let name = if over { "games/x.json" } else { "unfinished/x.json" };
                    let state = (over, here.is_some(), draft_moved_too);
                    assert_eq!(
                        after_a_start(&files),
                        [(name.to_owned(), later.clone())],
                        "{state:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn games_played_alike_that_began_at_other_times_are_not_taken_for_one() {
        let (over, goes_on) = (begun_at(DATES[0], 4, true), begun_at(DATES[0], 3, false));
        // What cannot be told apart but by the steps, without a date, is one game only if the whole
        // is the same.
        for other in
            [begun_at(DATES[1], 4, true), begun_at(DATES[1], 3, true), begun_at(None, 3, true)]
        {
            let (_dir, files) = files();
            killed(&files.unfinished(), Some(&goes_on), &over, &files.games(), Some(&other));
            let both = [
                ("games/x-2.json".to_owned(), over.clone()),
                ("games/x.json".to_owned(), other.clone()),
            ];
            assert_eq!(after_a_start(&files), both);
            // Nor if it had got the name of a namesake.
            let (_dir, files) = self::files();
            killed(&files.unfinished(), Some(&goes_on), &over, &files.games(), Some(&other));
            fs::write(files.games().join("x-2.json"), &over).unwrap();
            assert_eq!(after_a_start(&files), both);
        }
    }

    #[test]
    fn an_earlier_state_that_another_program_goes_on_with_stays() {
        let at = |steps, over| begun_at(DATES[0], steps, over);
        let (_dir, files) = files();
        let theirs = files.keep(None, "x", true, &at(3, true)).unwrap();
        let goes_on = files.draft(Some(&theirs), "x", true, &at(3, true)).unwrap();
        killed(&files.unfinished(), None, &at(4, true), &files.games(), None);
        files.recover();
        assert_eq!(read(&theirs.path, 1 << 20).unwrap(), at(3, true).as_bytes());
        assert_eq!(read(&files.games().join("x-2.json"), 1 << 20).unwrap(), at(4, true).as_bytes());
        goes_on.draft.end();
    }
}

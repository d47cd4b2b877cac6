//! Keeps games: what is about to be shown is with the system at once, and on the disk when the disk
//! is done.
//!
//! The caller's thread writes drafts ([`Service::commit`]), which wait for no disk; another thread
//! writes and flushes the files themselves, one after the other, and only the newest state of each
//! game. So nothing that was shown is lost when the program is killed, and a slow disk holds up
//! neither the screen nor a key.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, SendError, Sender};
use std::thread;

use tetralith_engine::panic_reason;

use super::direct::{keep_in, reply};
use super::{SaveFault, StorageReply, StorageRequest};
use crate::files::{Begun, Draft, Files, Left, SavedFile, SavedGameError, is_there};
use tetralith_files::FileError;
use tetralith_session::kept::Keep;

/// A game as its file is to hold it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct State {
    /// The beginning of a new file's name.
    name: String,
    /// The record.
    text: String,
}

/// A game whose file is older than its draft.
#[derive(Debug)]
struct PendingWrite {
    id: u64,
    /// The number of the game in this run of the program; none if another run began it.
    game: Option<u64>,
    files: Files,
    draft: Draft,
    /// The file itself as it was last known.
    base: SavedFile,
    /// The file it was kept in before, which is to be removed.
    old: Option<SavedFile>,
    newest: State,
    /// The state that the other thread is writing.
    under_way: Option<State>,
    /// True if the file could not be written the last time.
    faulty: bool,
    /// True if, once it is written, the file is to be looked for: a [`StorageRequest::Secure`] came
    /// before.
    recheck: bool,
}

impl PendingWrite {
    /// The file with what it is to hold.
    fn as_kept(&self) -> SavedFile {
        SavedFile::of(self.base.path.clone(), self.newest.text.as_bytes())
    }

    /// The hashes of what the file holds or is about to hold, on which the draft may build.
    fn made_from(&self) -> Vec<u64> {
        let path = || self.base.path.clone();
        let writing =
            self.under_way.iter().map(|state| SavedFile::of(path(), state.text.as_bytes()).hash);
        [self.base.hash].into_iter().chain(writing).collect()
    }
}

/// The outcome of something that was done beside everything else, for [`Service::finished`].
#[derive(Debug)]
pub struct Finished<T>(Done<T>);

#[derive(Debug)]
enum Done<T> {
    /// A game was written, or could not be.
    Game {
        id: u64,
        kept: Result<SavedFile, String>,
    },
    Request(Option<StorageReply>),
    /// Work of the caller's own was done.
    Work(Option<T>),
    /// Something was read in the background.
    Read(StorageReply),
}

/// Writes something once it has done what it is given.
type Work<T> = Box<dyn FnOnce(&dyn Fn()) -> Done<T> + Send>;

type Tell<T> = Arc<dyn Fn(Finished<T>) + Send + Sync>;

/// Storage that makes no caller wait for the disk.
///
/// Replies, and the results of the caller's own work, are given as `T`.
pub struct Service<T> {
    files: Arc<Result<Files, SavedGameError>>,
    /// Games to be kept at the next [`Service::commit`], of each the newest state.
    uncommitted: Vec<Keep>,
    writes: Vec<PendingWrite>,
    /// By game, the path its file last moved from and where it is now: a caller may not have heard
    /// of the move yet.
    moves: HashMap<u64, (PathBuf, SavedFile)>,
    /// The number of games taken care of so far.
    count: u64,
    /// The number of pieces of work that were handed to the other thread and have not come back.
    owed: usize,
    /// The number of those that save a game under a name of the user's own.
    saves: usize,
    /// Requests that must wait until the files that they concern are written.
    postponed: VecDeque<StorageRequest>,
    works: Sender<Work<T>>,
    tell: Tell<T>,
    /// Called first on each thread that only reads.
    give_way: fn(),
}

impl<T> fmt::Debug for Service<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service")
            .field("files", &self.files)
            .field("writes", &self.writes)
            .finish_non_exhaustive()
    }
}

impl<T: From<StorageReply> + Send + 'static> Service<T> {
    /// Storage in `files` that passes to `tell` what its thread has done, for
    /// [`Service::finished`].
    ///
    /// `first` is called before each piece of work; tests use it to play a slow disk. `give_way` is
    /// called first on each thread that only reads.
    pub fn new(
        files: Result<Files, SavedGameError>,
        tell: impl Fn(Finished<T>) + Send + Sync + 'static,
        first: impl Fn() + Send + 'static,
        give_way: fn(),
    ) -> Self {
        let (works, work): (_, Receiver<Work<T>>) = mpsc::channel();
        let tell: Tell<T> = Arc::new(tell);
        let done = Arc::clone(&tell);
        let write = move || {
            for work in work {
                done(Finished(work(&first)));
            }
        };
        // Without a thread there is no receiver, and work is done at once.
        let _ = thread::Builder::new().name("storage".to_owned()).spawn(write);
        Self {
            files: Arc::new(files),
            uncommitted: Vec::new(),
            writes: Vec::new(),
            moves: HashMap::new(),
            count: 0,
            owed: 0,
            saves: 0,
            postponed: VecDeque::new(),
            works,
            tell,
            give_way,
        }
    }

    /// Moves games from where earlier versions kept them, and takes care of those whose drafts were
    /// left by a program that was killed.
    ///
    /// Changes that cannot be written now are tried again the next time, so nothing is reported.
    pub fn adopt(&mut self) {
        let files = Arc::clone(&self.files);
        let Ok(files) = &*files else { return };
        for Left { begun, name, text } in files.left() {
            let i = self.take_care(None, files, begun, State { name, text });
            self.finish(i);
        }
    }

    /// Does what `request` asks, at once, at the next [`Service::commit`], or once the files that
    /// it concerns are written; returns the replies known now.
    pub fn request(&mut self, request: StorageRequest) -> Vec<T> {
        if self.must_wait(&request) {
            self.postponed.push_back(request);
            return Vec::new();
        }
        match request {
            StorageRequest::Keep(keep) => {
                // A state is the whole game, so of several for the same game only the latest
                // counts.
                self.uncommitted.retain(|older| older.game != keep.game);
                self.uncommitted.push(keep);
                Vec::new()
            }
            StorageRequest::Secure(keep) if self.recheck_if_unwritten(keep.game) => Vec::new(),
            StorageRequest::Secure(mut keep) => {
                keep.kept = keep.kept.map(|kept| self.by_now(keep.game, &kept));
                self.flush(StorageRequest::Secure(keep))
            }
            StorageRequest::Save { .. } | StorageRequest::KeepProgress(_) => self.flush(request),
            StorageRequest::KeepIn(dir) => {
                vec![T::from(keep_in(dir, |files| self.files = Arc::new(Ok(files))))]
            }
            aside @ (StorageRequest::Peek(_)
            | StorageRequest::ReadResults
            | StorageRequest::ReadLast(_)) => self.aside(aside),
            request @ (StorageRequest::Rename { .. } | StorageRequest::Discard(_)) => {
                self.relocate(request)
            }
            request => reply(request, &self.files).map(T::from).into_iter().collect(),
        }
    }

    /// Keeps the games that were requested to be kept: when this returns, the system has their
    /// newest states, or the replies explain why not.
    pub fn commit(&mut self) -> Vec<T> {
        let uncommitted = std::mem::take(&mut self.uncommitted);
        uncommitted.into_iter().flat_map(|keep| self.keep(keep)).collect()
    }

    /// Notes what was done, and returns the reports of it.
    pub fn finished(&mut self, Finished(outcome): Finished<T>) -> Vec<T> {
        let mut replies = match outcome {
            Done::Read(reply) => return vec![T::from(reply)],
            Done::Game { id, kept } => {
                self.owed -= 1;
                self.written(id, kept)
            }
            Done::Request(reply) => {
                self.owed -= 1;
                self.saves -= usize::from(matches!(reply, Some(StorageReply::Saved(_))));
                reply.map(T::from).into_iter().collect()
            }
            Done::Work(result) => {
                self.owed -= 1;
                result.into_iter().collect()
            }
        };
        for request in std::mem::take(&mut self.postponed) {
            replies.extend(self.request(request));
        }
        replies
    }

    /// Runs the caller's own `work` on the writing thread, in order with the other writes; if it
    /// panics, `refused` gets the reason and gives its result.
    pub fn perform(
        &mut self,
        work: impl FnOnce() -> Option<T> + Send + 'static,
        refused: impl FnOnce(String) -> Option<T> + Send + 'static,
    ) -> Vec<T> {
        self.hand_over(move || Done::Work(work()), move |why| Done::Work(refused(why)))
    }

    /// Tries the files again that could not be written the last time.
    pub fn retry(&mut self) -> Vec<T> {
        let wanting = |write: &PendingWrite| write.faulty && write.under_way.is_none();
        let ids: Vec<u64> =
            self.writes.iter().filter(|write| wanting(write)).map(|write| write.id).collect();
        let mut replies = Vec::new();
        for id in ids {
            if let Some(i) = self.writes.iter().position(|write| write.id == id) {
                replies.extend(self.finish(i));
            }
        }
        replies
    }

    /// True while the other thread has work. A file that it could not write waits for
    /// [`Service::retry`] instead.
    pub const fn is_busy(&self) -> bool {
        self.owed > 0
    }

    // ----- games

    /// Lets a draft hold the newest state of a game, and has its file written.
    fn keep(&mut self, keep: Keep) -> Vec<T> {
        let game = keep.game;
        let drafted = self.draft(keep);
        let kept = drafted.as_ref().map(|&i| self.writes[i].as_kept()).map_err(Clone::clone);
        let mut replies = vec![T::from(StorageReply::Kept { game, kept })];
        if let Ok(i) = drafted
            && self.writes[i].under_way.is_none()
        {
            replies.extend(self.finish(i));
        }
        replies
    }

    /// Renames or deletes a game as `request` asks once its newest state is in its file; if the
    /// disk refuses that, the game stays as and where it is.
    fn relocate(&mut self, request: StorageRequest) -> Vec<T> {
        let (StorageRequest::Rename { path, .. } | StorageRequest::Discard(path)) = &request else {
            return Vec::new();
        };
        let mut replies = Vec::new();
        let is_it = |keep: &Keep| {
            keep.kept.as_ref().is_some_and(|kept| self.by_now(keep.game, kept).path == *path)
        };
        if let Some(at) = self.uncommitted.iter().position(is_it) {
            let keep = self.uncommitted.remove(at);
            let game = keep.game;
            match self.draft(keep) {
                Err(why) => {
                    replies.push(T::from(StorageReply::Kept { game, kept: Err(why.clone()) }));
                    replies.extend(refused(&request, why).map(T::from));
                    return replies;
                }
                Ok(i) => {
                    let write = &self.writes[i];
                    replies.push(T::from(StorageReply::Kept { game, kept: Ok(write.as_kept()) }));
                    // Its file was changed from elsewhere, so it is another game's by now.
                    if write.base.path != *path && write.under_way.is_none() {
                        replies.extend(self.finish(i));
                    }
                }
            }
        }
        if self.must_wait(&request) {
            self.postponed.push_back(request);
            return replies;
        }
        if let Some(write) = self.writes.iter_mut().find(|write| write.base.path == *path) {
            // Its file is older: the disk has refused it, or was not asked yet.
            write.under_way = Some(write.newest.clone());
            let (id, newest) = (write.id, &write.newest);
            let old = write.old.as_ref();
            let kept = write.files.finish(Some(&write.base), old, &newest.name, &newest.text);
            let kept = kept.map_err(|error| error.to_string());
            let fault = kept.as_ref().err().cloned();
            replies.extend(self.written(id, kept));
            if let Some(why) = fault {
                replies.extend(refused(&request, why).map(T::from));
                return replies;
            }
        }
        replies.extend(reply(request, &self.files).map(T::from));
        replies
    }

    /// The place where `game` is kept by now; the caller knows it as `kept`.
    ///
    /// A game gets another file if something else has changed its own. A caller that has no reply
    /// yet still names that one, and the game would be kept a second time.
    fn by_now(&self, game: u64, kept: &SavedFile) -> SavedFile {
        let moved = self.moves.get(&game).filter(|(from, _)| *from == kept.path);
        moved.map_or_else(|| kept.clone(), |(_, there)| there.clone())
    }

    /// Lets a draft hold the newest state of a game; returns the index of its write, or the reason
    /// why not.
    fn draft(&mut self, keep: Keep) -> Result<usize, String> {
        let files = Arc::clone(&self.files);
        let files = files.as_ref().as_ref().map_err(SavedGameError::to_string)?;
        self.draft_in(files, keep).map_err(|error| error.to_string())
    }

    fn draft_in(&mut self, files: &Files, keep: Keep) -> Result<usize, FileError> {
        let Keep { game, kept, name, text } = keep;
        let newest = State { name, text };
        let kept = kept.map(|kept| self.by_now(game, &kept));
        let kept = kept.as_ref();
        let known = |write: &PendingWrite| {
            write.game == Some(game) || kept.is_some_and(|kept| kept.path == write.base.path)
        };
        let known = self.writes.iter().position(known);
        if let Some(i) = known
            && self.writes[i].files == *files
            && let made_from = self.writes[i].made_from()
            && self.writes[i].draft.replace(&newest.text, &made_from)?
        {
            (self.writes[i].game, self.writes[i].newest) = (Some(game), newest);
            return Ok(i);
        }
        // A new one, or one that is kept elsewhere from now on.
        let kept = known.map(|i| &self.writes[i].base).or(kept);
        let begun = files.draft(kept, &newest.name, &newest.text)?;
        if let Some(kept) = kept.filter(|kept| kept.path != begun.base.path) {
            self.moves.insert(game, (kept.path.clone(), begun.base.clone()));
        }
        if let Some(i) = known {
            self.writes.remove(i).draft.end();
        }
        Ok(self.take_care(Some(game), files, begun, newest))
    }

    fn take_care(
        &mut self,
        game: Option<u64>,
        files: &Files,
        begun: Begun,
        newest: State,
    ) -> usize {
        self.count += 1;
        let (id, files, Begun { draft, base, old }) = (self.count, files.clone(), begun);
        self.writes.push(PendingWrite {
            id,
            game,
            files,
            draft,
            base,
            old,
            newest,
            under_way: None,
            faulty: false,
            recheck: false,
        });
        self.writes.len() - 1
    }

    /// Has the newest state of a game written to its file.
    fn finish(&mut self, i: usize) -> Vec<T> {
        let PendingWrite { id, files, base, old, newest, under_way, .. } = &mut self.writes[i];
        *under_way = Some(newest.clone());
        let (id, files, base, old, state) =
            (*id, files.clone(), base.clone(), old.clone(), newest.clone());
        let write = move || {
            let kept = files.finish(Some(&base), old.as_ref(), &state.name, &state.text);
            Done::Game { id, kept: kept.map_err(|error| error.to_string()) }
        };
        self.hand_over(write, move |why| Done::Game { id, kept: Err(why) })
    }

    /// Notes what became of a game that was to be written.
    fn written(&mut self, id: u64, kept: Result<SavedFile, String>) -> Vec<T> {
        // A game that has since been moved elsewhere has another write.
        let Some(i) = self.writes.iter().position(|write| write.id == id) else {
            return Vec::new();
        };
        let write = &mut self.writes[i];
        let (game, done) = (write.game, write.under_way.take().as_ref() == Some(&write.newest));
        let mut replies = Vec::new();
        match kept {
            Ok(kept) => {
                let moved = kept.path != write.base.path;
                let from = if moved { Some(&write.base) } else { write.old.as_ref() };
                match (game, from) {
                    (Some(game), Some(from)) => {
                        drop(self.moves.insert(game, (from.path.clone(), kept.clone())));
                    }
                    (Some(game), None) => {
                        self.moves.entry(game).and_modify(|(_, there)| there.clone_from(&kept));
                    }
                    (None, _) => {}
                }
                let tell = moved || std::mem::take(&mut write.faulty);
                (write.base, write.old) = (kept, None);
                if tell && let Some(game) = game {
                    replies.push(T::from(StorageReply::Kept { game, kept: Ok(write.as_kept()) }));
                }
                if done && std::mem::take(&mut write.recheck) && !is_there(&write.base) {
                    replies.extend(self.finish(i));
                    return replies;
                }
                if done {
                    self.writes.remove(i).draft.end();
                    return replies;
                }
                // If this fails the draft still holds the game where it is.
                if moved
                    && let Ok(Some(draft)) = write.files.begin_draft(
                        write.base.path.clone(),
                        &write.newest.text,
                        &[write.base.hash],
                    )
                {
                    std::mem::replace(&mut write.draft, draft).end();
                }
            }
            Err(why) => {
                write.faulty = true;
                replies
                    .extend(game.map(|game| T::from(StorageReply::Kept { game, kept: Err(why) })));
            }
        }
        if !done {
            replies.extend(self.finish(i));
        }
        replies
    }

    /// Has the file of `game` checked once it is written, in case it has vanished since; true if it
    /// is being written or waits for another try.
    fn recheck_if_unwritten(&mut self, game: u64) -> bool {
        let write = self.writes.iter_mut().find(|write| write.game == Some(game));
        write.is_some_and(|write| {
            write.recheck = true;
            true
        })
    }

    // ----- what waits, and what is done beside everything else

    /// True if `request` concerns files that are being written.
    fn must_wait(&self, request: &StorageRequest) -> bool {
        let under_way = |path: &Path| {
            let has = |write: &PendingWrite| [&write.base.path, write.draft.of()].contains(&path);
            self.writes.iter().any(|write| write.under_way.is_some() && has(write))
        };
        match request {
            StorageRequest::Rename { path, .. } | StorageRequest::Discard(path) => under_way(path),
            // The file may be one that is being saved, named by another path.
            StorageRequest::Load(path) => under_way(path) || self.saves > 0,
            // A game that has just ended counts.
            StorageRequest::KeepIn(_)
            | StorageRequest::ReadResults
            | StorageRequest::ReadLast(_) => self.owed > 0,
            _ => false,
        }
    }

    /// The files that games are kept in now, if there is a place for them.
    pub fn files(&self) -> Option<&Files> {
        self.files.as_ref().as_ref().ok()
    }

    /// Does what `request` asks on the other thread.
    fn flush(&mut self, request: StorageRequest) -> Vec<T> {
        self.saves += usize::from(matches!(request, StorageRequest::Save { .. }));
        let (files, asked) = (Arc::clone(&self.files), request.clone());
        self.hand_over(
            move || Done::Request(reply(request, &files)),
            move |why| Done::Request(refused(&asked, why)),
        )
    }

    /// Runs `write` on the other thread; if it panics, `refused` gets the reason and gives its
    /// result.
    fn hand_over(
        &mut self,
        write: impl FnOnce() -> Done<T> + Send + 'static,
        refused: impl FnOnce(String) -> Done<T> + Send + 'static,
    ) -> Vec<T> {
        let work: Work<T> = Box::new(move |first| {
            let write = || {
                first();
                write()
            };
            // A write that panics leaves at most a file under a name that is never read.
            catch_unwind(AssertUnwindSafe(write)).unwrap_or_else(|panic| {
                refused(format!("writing the file failed: {}", panic_reason(&*panic)))
            })
        });
        self.owed += 1;
        match self.works.send(work) {
            Ok(()) => Vec::new(),
            Err(SendError(work)) => self.finished(Finished(work(&|| ()))),
        }
    }

    /// Has `request` answered by a thread of its own, beside everything else.
    fn aside(&self, request: StorageRequest) -> Vec<T> {
        let (tell, give_way, files) =
            (Arc::clone(&self.tell), self.give_way, Arc::clone(&self.files));
        let theirs = request.clone();
        let work = move || {
            give_way();
            if let Some(reply) = reply(theirs, &files) {
                tell(Finished(Done::Read(reply)));
            }
        };
        let thread = thread::Builder::new().name("files".to_owned()).spawn(work);
        // Without a thread it takes a moment longer.
        let refused = thread.err().and_then(|_| reply(request, &self.files));
        refused.map(T::from).into_iter().collect()
    }
}

/// Returns the reply to `request`, which has failed for this reason.
fn refused(request: &StorageRequest, why: String) -> Option<StorageReply> {
    Some(match request {
        StorageRequest::Save { .. } => StorageReply::Saved(Err(SaveFault::Other(why))),
        StorageRequest::Secure(keep) => StorageReply::Kept { game: keep.game, kept: Err(why) },
        StorageRequest::Rename { path, .. } => {
            StorageReply::Renamed { from: path.clone(), to: Err(unsaved("renamed", &why)) }
        }
        StorageRequest::Discard(_) => StorageReply::Discarded(Err(unsaved("deleted", &why))),
        StorageRequest::KeepProgress(_) => StorageReply::ProgressUnkept(why),
        _ => return None,
    })
}

/// Returns why a game was not `moved` whose newest state is not saved, from the reason for that.
fn unsaved(moved: &str, why: &str) -> String {
    format!("the game was not {moved}, because its last moves are not saved: {why}")
}

#[cfg(test)]
mod tests {
    use tetralith_files::faults::FaultyDisk;

    use super::*;

    /// The service at work on a directory of its own, and what its thread has done.
    struct Work {
        dir: tempfile::TempDir,
        files: Files,
        service: Service<StorageReply>,
        finished: Receiver<Finished<StorageReply>>,
    }

    impl Work {
        fn on(disk: &Arc<FaultyDisk>) -> Self {
            Self::before_each(disk, || ())
        }

        /// The service on `disk`, whose thread calls `first` before each file.
        fn before_each(disk: &Arc<FaultyDisk>, first: impl Fn() + Send + 'static) -> Self {
            let dir = tempfile::tempdir().unwrap();
            let (done, finished) = mpsc::channel();
            let files = Files::on(Arc::<FaultyDisk>::clone(disk), dir.path().to_owned());
            let tell = move |finished| done.send(finished).unwrap();
            let service = Service::new(Ok(files.clone()), tell, first, || ());
            Self { dir, files, service, finished }
        }

        fn settle(&mut self) -> Vec<StorageReply> {
            let mut replies = self.service.commit();
            while self.service.is_busy() {
                replies.extend(self.service.finished(self.finished.recv().unwrap()));
            }
            replies
        }

        fn keep(&mut self, kept: Option<&SavedFile>, text: &str) -> Vec<StorageReply> {
            self.service.request(StorageRequest::Keep(as_kept(kept, text)))
        }

        fn games(&self) -> Vec<(String, String)> {
            let entries = std::fs::read_dir(self.files.games()).unwrap();
            let named = |entry: std::io::Result<std::fs::DirEntry>| {
                let path = entry.unwrap().path();
                let name = path.file_name().unwrap().to_str().unwrap().to_owned();
                (name, std::fs::read_to_string(path).unwrap())
            };
            let mut games: Vec<_> = entries.map(named).collect();
            games.sort();
            games
        }
    }

    fn as_kept(kept: Option<&SavedFile>, text: &str) -> Keep {
        Keep { game: 1, kept: kept.cloned(), name: "game".to_owned(), text: text.to_owned() }
    }

    fn known(replies: &[StorageReply]) -> SavedFile {
        match replies.first() {
            Some(StorageReply::Kept { kept: Ok(kept), .. }) => kept.clone(),
            other => panic!("{other:?}"),
        }
    }

    fn owned<const N: usize>(games: [(&str, &str); N]) -> Vec<(String, String)> {
        games.map(|(name, text)| (name.to_owned(), text.to_owned())).to_vec()
    }

    #[test]
    fn a_game_under_a_new_name_is_not_kept_a_third_time() {
        let mut work = Work::on(&Arc::new(FaultyDisk::sound()));
        work.keep(None, "{}");
        let playing = known(&work.settle());
        std::fs::write(&playing.path, "other").unwrap();
        work.keep(Some(&playing), "{ }");
        work.settle();
        // Its owner has not heard of its new place.
        work.keep(Some(&playing), "{  }");
        work.settle();
        work.service.request(StorageRequest::Secure(as_kept(Some(&playing), "{  }")));
        work.settle();
        assert_eq!(work.games(), owned([("game-2.json", "{  }"), ("game.json", "other")]));
    }

    #[test]
    fn a_lock_that_never_goes_makes_no_copies() {
        let mut work = Work::on(&Arc::new(FaultyDisk::without_locks()));
        let mut kept = None;
        for step in 0..4 {
            work.keep(kept.as_ref(), &format!("{{{}}}", " ".repeat(step)));
            kept = Some(known(&work.settle()));
        }
        assert_eq!(work.games(), owned([("game.json", "{   }")]));
    }

    #[test]
    fn a_game_whose_last_moves_are_not_saved_stays_where_it_is() {
        let disk = Arc::new(FaultyDisk::sound());
        let mut work = Work::on(&disk);
        work.keep(None, "{}");
        let kept = known(&work.settle());
        disk.fill(true);
        let discard = || StorageRequest::Discard(kept.path.clone());
        work.keep(Some(&kept), "{ }");
        let replies = work.service.request(discard());
        let [StorageReply::Kept { kept: Err(_), .. }, StorageReply::Discarded(Err(why))] =
            &replies[..]
        else {
            panic!("{replies:?}")
        };
        assert!(
            why.starts_with("the game was not deleted, because its last moves are not saved: "),
            "{why}"
        );
        work.keep(Some(&kept), "{ }");
        let (path, name) = (kept.path.clone(), "other".to_owned());
        let replies = work.service.request(StorageRequest::Rename { path, name });
        let Some(StorageReply::Renamed { to: Err(why), .. }) = replies.last() else {
            panic!("{replies:?}")
        };
        assert!(
            why.starts_with("the game was not renamed, because its last moves are not saved: "),
            "{why}"
        );
        assert_eq!(work.games(), owned([("game.json", "{}")]));
        disk.fill(false);
        work.keep(Some(&kept), "{ }");
        let mut replies = work.service.request(discard());
        replies.extend(work.settle());
        let Some(StorageReply::Discarded(Ok(trashed))) = replies.last() else {
            panic!("{replies:?}")
        };
        assert_eq!(std::fs::read_to_string(&trashed.at).unwrap(), "{ }");
        assert!(work.games().is_empty() && work.dir.path().is_dir());
    }

    #[test]
    fn a_deleted_game_takes_its_draft_along() {
        let disk = Arc::new(FaultyDisk::sound());
        let full = Arc::clone(&disk);
        let mut work = Work::before_each(&disk, move || full.fill(true));
        // The draft is written, the file cannot be.
        work.keep(None, "{}");
        let replies = work.settle();
        assert!(
            matches!(replies.last(), Some(StorageReply::Kept { kept: Err(_), .. })),
            "{replies:?}"
        );
        let kept = known(&replies);
        let replies = work.service.request(StorageRequest::Discard(kept.path.clone()));
        assert!(matches!(replies.last(), Some(StorageReply::Discarded(Err(_)))), "{replies:?}");
        assert_eq!(work.games(), owned([(".tetralith-game.json", "{}")]));
        disk.fill(false);
        let replies = work.service.request(StorageRequest::Discard(kept.path));
        let Some(StorageReply::Discarded(Ok(trashed))) = replies.last() else {
            panic!("{replies:?}")
        };
        assert_eq!(std::fs::read_to_string(&trashed.at).unwrap(), "{}");
        assert!(work.games().is_empty());
    }
}

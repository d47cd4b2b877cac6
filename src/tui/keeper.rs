//! Keeps games: what is about to be shown is with the system at once, and on the disk when the disk is done.
//!
//! The screen's thread writes drafts ([`Keeper::keep`]), which wait for no disk; another thread writes and flushes the files
//! themselves, one after the other, of each game the newest state only. So nothing that was shown is lost when the program
//! is killed, and a slow disk holds neither the screen nor a key up.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, SendError, Sender};
use std::thread;

use tetralith_engine::panic_reason;

use super::runtime::on_disk;
use crate::files::{Begun, Draft, FileError, Files, Kept, Left};
use crate::program::{Effect, Message, SaveFault, StorageRequest};

/// A game as its file is to hold it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// What a new file's name begins with.
    pub name: String,
    /// Whether the game has ended.
    pub over: bool,
    /// The record.
    pub text: String,
}

/// A game whose file is behind.
#[derive(Debug)]
struct Ward {
    id: u64,
    /// Which game of this run of the program; none if another run began it.
    game: Option<u64>,
    files: Files,
    draft: Draft,
    /// The file itself as it was last known.
    base: Kept,
    /// Where it was kept before and shall not stay.
    old: Option<Kept>,
    /// What the draft holds.
    newest: State,
    /// What the other thread is writing.
    under_way: Option<State>,
    /// Whether the file could not be written the last time.
    faulty: bool,
    /// Whether to look after what is written, for somebody has asked since it was begun.
    doubted: bool,
}

/// What came of something that was written beside everything else, for [`Keeper::written`].
#[derive(Debug)]
pub struct Written(Outcome);

#[derive(Debug)]
enum Outcome {
    Game { ward: u64, kept: Result<Kept, String> },
    Other(Option<Message>),
}

/// Writes something once it has done what it is given.
type Work = Box<dyn FnOnce(&dyn Fn()) -> Outcome + Send>;

/// Keeps games and writes other files, so that the disk never delays the screen.
#[derive(Debug)]
pub struct Keeper {
    wards: Vec<Ward>,
    /// How many games were taken care of so far.
    count: u64,
    /// How much was handed to the other thread and has not come back.
    owed: usize,
    /// How much of that is to be saved under a name of the user's own.
    saves: usize,
    /// What must wait until the files that it concerns are written.
    postponed: VecDeque<Effect>,
    works: Sender<Work>,
}

impl Keeper {
    /// One that passes what was written to `tell`, on a thread of its own, and does `first` before each piece of work: a slow
    /// disk has its place there in tests.
    pub fn new(tell: impl Fn(Written) + Send + 'static, first: impl Fn() + Send + 'static) -> Self {
        let (works, work): (_, Receiver<Work>) = mpsc::channel();
        let write = move || {
            for work in work {
                tell(Written(work(&first)));
            }
        };
        // Without a thread nobody receives, and what is to be written is written at once.
        let _ = thread::Builder::new().name("keeper".to_owned()).spawn(write);
        Self { wards: Vec::new(), count: 0, owed: 0, saves: 0, postponed: VecDeque::new(), works }
    }

    /// Takes care of a game: when this returns, its newest `state` is with the system, or the messages say why not.
    ///
    /// The arguments are those of [`Effect::Keep`].
    pub fn keep(
        &mut self,
        files: Result<&Files, &FileError>,
        game: u64,
        kept: Option<&Kept>,
        state: State,
    ) -> Vec<Message> {
        let told = |kept: Result<Kept, String>| Message::Kept { game, kept };
        let drafted = match files {
            Ok(files) => self.draft(files, game, kept, state).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        let i = match drafted {
            Ok(i) => i,
            Err(fault) => return vec![told(Err(fault))],
        };
        let mut messages = vec![told(Ok(self.wards[i].as_kept()))];
        if self.wards[i].under_way.is_none() {
            messages.extend(self.settle(i));
        }
        messages
    }

    /// Lets a draft hold `state`; returns whose it is.
    fn draft(&mut self, files: &Files, game: u64, kept: Option<&Kept>, newest: State) -> Result<usize, FileError> {
        let known = |ward: &Ward| ward.game == Some(game) || kept.is_some_and(|kept| kept.path == ward.base.path);
        let known = self.wards.iter().position(known);
        if let Some(i) = known
            && self.wards[i].files == *files
            && self.wards[i].draft.replace(&newest.text)?
        {
            (self.wards[i].game, self.wards[i].newest) = (Some(game), newest);
            return Ok(i);
        }
        // A new one, or one that is kept elsewhere from now on.
        let kept = known.map(|i| &self.wards[i].base).or(kept);
        let Begun { draft, base, old } = files.draft(kept, &newest.name, newest.over, &newest.text)?;
        if let Some(i) = known {
            self.wards.remove(i).draft.end();
        }
        Ok(self.take_care(Some(game), files, Begun { draft, base, old }, newest))
    }

    fn take_care(&mut self, game: Option<u64>, files: &Files, begun: Begun, newest: State) -> usize {
        self.count += 1;
        let (id, files, Begun { draft, base, old }) = (self.count, files.clone(), begun);
        self.wards.push(Ward {
            id,
            game,
            files,
            draft,
            base,
            old,
            newest,
            under_way: None,
            faulty: false,
            doubted: false,
        });
        self.wards.len() - 1
    }

    /// Takes care of the games whose drafts were left behind by a program that was killed.
    ///
    /// What their files cannot take now is tried again the next time, so nothing is to be told.
    pub fn adopt(&mut self, files: &Files) {
        for Left { begun, name, over, text } in files.left() {
            let i = self.take_care(None, files, begun, State { name, over, text });
            self.settle(i);
        }
    }

    /// Has the newest state of a game written to its file.
    fn settle(&mut self, i: usize) -> Vec<Message> {
        let Ward { id, files, base, old, newest, under_way, .. } = &mut self.wards[i];
        *under_way = Some(newest.clone());
        let (ward, files, base, old, state) = (*id, files.clone(), base.clone(), old.clone(), newest.clone());
        let write = move || {
            let kept = files.settle(Some(&base), old.as_ref(), &state.name, state.over, &state.text);
            Outcome::Game { ward, kept: kept.map_err(|error| error.to_string()) }
        };
        self.hand_over(write, move |why| Outcome::Game { ward, kept: Err(why) })
    }

    /// Whether `effect` is for [`Keeper::flush`]: it waits for the disk.
    pub const fn flushes(effect: &Effect) -> bool {
        matches!(
            effect,
            Effect::Configure { .. }
                | Effect::Storage(
                    StorageRequest::Save { .. } | StorageRequest::Secure { .. } | StorageRequest::KeepProgress(_)
                )
        )
    }

    /// Does what `effect` asks beside everything else.
    pub fn flush(&mut self, effect: Effect, files: &Arc<Result<Files, FileError>>) -> Vec<Message> {
        if let Effect::Storage(StorageRequest::Secure { game, .. }) = &effect
            && let Some(ward) = self.wards.iter_mut().find(|ward| ward.game == Some(*game))
        {
            // Its file is written anyway, but may have been already, and have vanished since.
            ward.doubted = true;
            return Vec::new();
        }
        self.saves += usize::from(matches!(effect, Effect::Storage(StorageRequest::Save { .. })));
        let files = Arc::clone(files);
        let refusal = refusal(&effect);
        self.hand_over(move || Outcome::Other(on_disk(effect, &files)), |why| Outcome::Other(refusal(why)))
    }

    /// Has `write` done on the other thread; what comes of it if that panics is for `refused` to say, which is told why.
    fn hand_over(
        &mut self,
        write: impl FnOnce() -> Outcome + Send + 'static,
        refused: impl FnOnce(String) -> Outcome + Send + 'static,
    ) -> Vec<Message> {
        let work: Work = Box::new(move |first| {
            let write = || {
                first();
                write()
            };
            // What it leaves half done is a file under a name that nobody reads.
            catch_unwind(AssertUnwindSafe(write)).unwrap_or_else(|panic| {
                refused(format!("the program broke down as it wrote the file: {}", panic_reason(&*panic)))
            })
        });
        self.owed += 1;
        match self.works.send(work) {
            Ok(()) => Vec::new(),
            Err(SendError(work)) => self.written(Written(work(&|| ()))),
        }
    }

    /// Takes note of what was written, and says what is to be told of it.
    pub fn written(&mut self, Written(outcome): Written) -> Vec<Message> {
        self.owed -= 1;
        let (id, kept) = match outcome {
            Outcome::Other(message) => {
                self.saves -= usize::from(matches!(message, Some(Message::Saved(_))));
                return message.into_iter().collect();
            }
            Outcome::Game { ward, kept } => (ward, kept),
        };
        // A game that is kept elsewhere since is another's care.
        let Some(i) = self.wards.iter().position(|ward| ward.id == id) else { return Vec::new() };
        let ward = &mut self.wards[i];
        let (game, done) = (ward.game, ward.under_way.take().as_ref() == Some(&ward.newest));
        let mut messages = Vec::new();
        match kept {
            Ok(kept) => {
                let moved = kept.path != ward.base.path;
                let told = moved || std::mem::take(&mut ward.faulty);
                (ward.base, ward.old) = (kept, None);
                if told && let Some(game) = game {
                    messages.push(Message::Kept { game, kept: Ok(ward.as_kept()) });
                }
                if done && std::mem::take(&mut ward.doubted) && !ward.base.is_there() {
                    messages.extend(self.settle(i));
                    return messages;
                }
                if done {
                    self.wards.remove(i).draft.end();
                    return messages;
                }
                // If this fails the draft still holds the game where it is.
                if moved && let Ok(Some(draft)) = Draft::begin(ward.base.path.clone(), &ward.newest.text) {
                    std::mem::replace(&mut ward.draft, draft).end();
                }
            }
            Err(why) => {
                ward.faulty = true;
                messages.extend(game.map(|game| Message::Kept { game, kept: Err(why) }));
            }
        }
        if !done {
            messages.extend(self.settle(i));
        }
        messages
    }

    /// Tries the files again that could not be written the last time.
    pub fn retry(&mut self) -> Vec<Message> {
        let wanting = |ward: &Ward| ward.faulty && ward.under_way.is_none();
        let ids: Vec<u64> = self.wards.iter().filter(|ward| wanting(ward)).map(|ward| ward.id).collect();
        let mut messages = Vec::new();
        for id in ids {
            if let Some(i) = self.wards.iter().position(|ward| ward.id == id) {
                messages.extend(self.settle(i));
            }
        }
        messages
    }

    /// Whether something is still to be written.
    pub const fn is_busy(&self) -> bool {
        self.owed > 0
    }

    /// Puts `effect` off if it concerns files that are being written; else gives it back.
    pub fn postpone(&mut self, effect: Effect) -> Option<Effect> {
        let under_way = |path: &Path| {
            self.wards.iter().any(|ward| ward.under_way.is_some() && [&ward.base.path, ward.draft.of()].contains(&path))
        };
        let waits = match &effect {
            Effect::Storage(StorageRequest::Rename { path, .. } | StorageRequest::Discard { path, .. }) => {
                under_way(path)
            }
            // It may be what is being saved, under another of its names.
            Effect::Storage(StorageRequest::Load(path)) => under_way(path) || self.saves > 0,
            Effect::Storage(StorageRequest::KeepIn(_)) => self.owed > 0,
            _ => false,
        };
        if waits {
            self.postponed.push_back(effect);
            return None;
        }
        Some(effect)
    }

    /// What was put off, to be tried again.
    pub fn postponed(&mut self) -> VecDeque<Effect> {
        std::mem::take(&mut self.postponed)
    }

    /// Takes note of what became of a file: drafts go with what they are drafts of.
    pub fn notice(&mut self, message: &Message) {
        match message {
            Message::Renamed { from, to: Ok(to) } => {
                for ward in self.wards.iter_mut().filter(|ward| ward.base.path == *from) {
                    ward.draft.follow(to);
                    to.clone_into(&mut ward.base.path);
                }
            }
            Message::Discarded(Ok(trashed)) => {
                let gone = |ward: &mut Ward| ward.base.path == trashed.from;
                self.wards.extract_if(.., gone).for_each(|ward| ward.draft.end());
            }
            _ => {}
        }
    }
}

/// What is answered to `effect`, one of [`Keeper::flushes`], where it cannot be done for a reason to be given.
fn refusal(effect: &Effect) -> Box<dyn FnOnce(String) -> Option<Message> + Send> {
    match *effect {
        Effect::Storage(StorageRequest::Save { .. }) => {
            Box::new(|why| Some(Message::Saved(Err(SaveFault::Other(why)))))
        }
        Effect::Storage(StorageRequest::Secure { game, .. }) => {
            Box::new(move |why| Some(Message::Kept { game, kept: Err(why) }))
        }
        Effect::Configure { .. } => Box::new(|why| Some(Message::Configured(Err(why)))),
        Effect::Storage(StorageRequest::KeepProgress(_)) => Box::new(|why| Some(Message::ProgressUnkept(why))),
        _ => Box::new(|_| None),
    }
}

impl Ward {
    /// The file with what it is to hold.
    fn as_kept(&self) -> Kept {
        Kept::of(self.base.path.clone(), self.newest.text.as_bytes())
    }
}

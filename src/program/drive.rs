//! The loop: the one place where effects are carried out.
//!
//! A [`Driver`] lets messages happen to a [`Program`] and has a [`Host`] do what the program asks.
//! Changes are kept before they are shown ([`Storage::commit`]); at the end the driver waits for
//! the disk. The screen, the plain mode, the tests of the whole program and fuzzing are hosts.

use std::collections::VecDeque;
use std::time::Duration;

use super::{
    Effect, Effects, EngineRequest, Exit, Export, Message, Moment, StorageRequest, StudyRequest,
    TerminalRequest,
};
use crate::settings::{ConfigFile, Value};
use tetralith_remote::wire::RemoteRequest;

/// The most messages taken at once before the state is shown: key repeat and pasted text come in
/// bursts.
const MAX_BATCH: usize = 4_096;

/// The time that the end waits for the disk before it reports that.
const SLOW: Duration = Duration::from_millis(400);

/// A program: messages in, effects out.
pub trait Program {
    /// Lets `message` happen; the work that follows goes to `effects`.
    fn update(&mut self, message: Message, effects: &mut Effects);

    /// Lets `message` happen and returns what shall be done.
    fn happen(&mut self, message: Message) -> Effects {
        let mut effects = Effects::default();
        self.update(message, &mut effects);
        effects
    }

    /// Returns when [`Message::Tick`] is needed next, in time since the program began.
    fn wake_at(&self) -> Option<Duration>;

    /// True if `message` asks the program to end, in any state.
    fn is_quit(&self, message: &Message) -> bool;

    /// Takes leave, after the last write or its refusal; called once.
    fn take_leave(&mut self, _effects: &mut Effects) {}
}

/// The files of a program, as its loop asks for them.
pub trait Storage {
    /// The outcome of what was done in the background.
    type Finished;

    /// Does what `request` asks, or begins to; returns the replies known now.
    fn request(&mut self, request: StorageRequest) -> Vec<Message>;

    /// Writes a setting, or begins to: the tables and the key, and the value, without which the key
    /// goes.
    fn configure(
        &mut self,
        file: ConfigFile,
        path: Vec<String>,
        value: Option<Value>,
    ) -> Vec<Message>;

    /// Sees to it that the system has all that is to be kept, since the state is about to be shown.
    fn commit(&mut self) -> Vec<Message> {
        Vec::new()
    }

    /// Notes what was done in the background.
    fn finished(&mut self, finished: Self::Finished) -> Vec<Message>;

    /// Tries once more what could not be written.
    fn retry(&mut self) -> Vec<Message> {
        Vec::new()
    }

    /// Returns true while something is still to be written.
    fn is_busy(&self) -> bool {
        false
    }
}

/// Something that comes to the loop.
#[derive(Debug)]
pub enum Incoming<F, E> {
    /// Something has happened.
    Told(Message),
    /// The storage has done something in the background.
    Finished(F),
    /// Nothing more can come: the program ends, for this reason.
    Failed(E),
}

impl<F, E> From<Message> for Incoming<F, E> {
    fn from(message: Message) -> Self {
        Self::Told(message)
    }
}

/// Something that comes to the loop of a host.
pub type Comes<P, H> =
    Incoming<<<H as Host<P>>::Storage as Storage>::Finished, <H as Host<P>>::Error>;

/// The world about a program.
pub trait Host<P> {
    /// The reason why it can run a program no longer.
    type Error;
    /// Its files.
    type Storage: Storage;

    /// Returns the time.
    fn now(&self) -> Moment;

    /// Begins to listen, after what was to be done first; returns what is to happen before anything
    /// is shown.
    ///
    /// # Errors
    /// [`Host::Error`] if it cannot.
    fn listen(&mut self) -> Result<Option<Comes<P, Self>>, Self::Error>
    where
        Self: Sized,
    {
        Ok(None)
    }

    /// Waits until something comes, but no longer than `until`, in time since the program began;
    /// `None` once it is that late.
    fn receive(&mut self, program: &P, until: Option<Duration>) -> Option<Comes<P, Self>>
    where
        Self: Sized;

    /// Returns what has come already, if anything has.
    fn receive_now(&mut self) -> Option<Comes<P, Self>>
    where
        Self: Sized,
    {
        None
    }

    /// Returns its files.
    fn storage(&mut self) -> &mut Self::Storage;

    /// Has the engine do what `request` asks.
    fn engine(&mut self, request: EngineRequest) -> Option<Message>;

    /// Has the analysis of whole games do what `request` asks; a host that has none does nothing.
    fn study(&mut self, _request: StudyRequest) -> Option<Message> {
        None
    }

    /// Reads the games of the opening explorer, or begins to; a host that has none does nothing.
    fn explore(&mut self) -> Option<Message> {
        None
    }

    /// Counts the user's own games, or begins to; a host that has none does nothing.
    fn count_games(&mut self) -> Option<Message> {
        None
    }

    /// Has the links to other terminals do what `request` asks, but sends lines only at
    /// [`Host::flush`]; a host that has no links does nothing.
    fn remote(&mut self, _request: RemoteRequest) {}

    /// Sends what waits to be sent to other terminals, now that what has changed is kept.
    fn flush(&mut self) {}

    /// Has the terminal do what `request` asks.
    ///
    /// # Errors
    /// [`Host::Error`] if the terminal fails.
    fn terminal(&mut self, request: TerminalRequest) -> Result<Option<Message>, Self::Error>;

    /// Makes a picture, or begins to.
    fn export(&mut self, export: Box<Export>) -> Option<Message>;

    /// Shows the program.
    ///
    /// # Errors
    /// [`Host::Error`] if the terminal fails.
    fn show(&mut self, program: &P) -> Result<(), Self::Error>;
}

/// The state of a loop between two messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Running,
    /// The program has ended at `since`, but the disk is still busy; `told` if the user has been
    /// warned.
    Ending {
        since: Duration,
        told: bool,
    },
    /// It has ended.
    Over,
}

/// A program and its host.
#[derive(Debug)]
pub struct Driver<P, H: Host<P>> {
    /// The program.
    pub app: P,
    /// Its host.
    pub host: H,
    /// True if the state is to be shown.
    draw: bool,
    quit: bool,
    fault: Option<H::Error>,
    stage: Stage,
}

impl<P: Program, H: Host<P>> Driver<P, H> {
    /// A loop about `app`, to which nothing has happened yet.
    pub const fn new(app: P, host: H) -> Self {
        Self { app, host, draw: false, quit: false, fault: None, stage: Stage::Running }
    }

    /// Runs the program, which begins with `effects`, until it has ended and the disk has taken
    /// what it is to keep.
    ///
    /// # Errors
    /// [`Host::Error`] if the host failed.
    pub fn run(&mut self, effects: Effects) -> Result<(), H::Error> {
        self.begin(effects);
        self.follow()
    }

    /// As [`Driver::run`], of a program that has begun.
    ///
    /// # Errors
    /// [`Host::Error`] if the host failed.
    pub fn follow(&mut self) -> Result<(), H::Error> {
        while !self.is_over() {
            let until = self.due();
            let first = self.host.receive(&self.app, until);
            self.go_round(first);
        }
        self.fault.take().map_or(Ok(()), Err)
    }

    /// Does what is to be done first, and begins to listen.
    pub fn begin(&mut self, effects: Effects) {
        let begun = self.try_begin(effects).and_then(|()| self.keep_and_show());
        self.after(begun);
    }

    fn try_begin(&mut self, effects: Effects) -> Result<(), H::Error> {
        let messages = self.carry_out_all(effects)?;
        messages.into_iter().try_for_each(|message| self.happen(message))?;
        match self.host.listen()? {
            Some(first) => self.hear(first),
            None => Ok(()),
        }
    }

    /// True if the program has ended, and what it is to keep is on the disk or refused.
    pub fn is_over(&self) -> bool {
        self.stage == Stage::Over
    }

    /// True if the program has ended, even if the disk is still busy.
    pub fn has_quit(&self) -> bool {
        self.quit
    }

    /// Returns when [`Driver::go_round`] is needed next even if nothing comes.
    pub fn due(&self) -> Option<Duration> {
        match self.stage {
            Stage::Running | Stage::Over => self.app.wake_at(),
            Stage::Ending { told: true, .. } => None,
            // At that time even if something happens before.
            Stage::Ending { since, told: false } => Some(since + SLOW),
        }
    }

    /// Lets `first` happen, and all that has come with it; without it, the time that was waited for
    /// has come.
    pub fn go_round(&mut self, first: Option<Comes<P, H>>) {
        match self.stage {
            Stage::Running => {
                let gone_on = self.go_on(first);
                self.after(gone_on);
            }
            Stage::Ending { since, told } => self.wait_for_disk(first, since, told),
            Stage::Over => {}
        }
    }

    fn go_on(&mut self, first: Option<Comes<P, H>>) -> Result<(), H::Error> {
        self.tick()?;
        let mut next = first;
        for _ in 1..MAX_BATCH {
            let Some(one) = next else { break };
            self.hear(one)?;
            next = self.host.receive_now();
        }
        next.map_or(Ok(()), |last| self.hear(last))?;
        self.keep_and_show()
    }

    /// Begins to end if the program has quit or something has `failed`.
    fn after(&mut self, failed: Result<(), H::Error>) {
        self.note(failed);
        if !self.quit && self.fault.is_none() {
            return;
        }
        self.stage = Stage::Ending { since: self.host.now().steady, told: false };
        // Even if something fails, the rest is still done.
        let committed = self.commit();
        self.note(committed);
        for message in self.host.storage().retry() {
            let happened = self.happen(message);
            self.note(happened);
        }
        self.end_or_stay();
    }

    /// Waits until everything is on the disk, or the disk has refused the game and the user is
    /// asked; a user who has waited a while is shown why, and may quit at once.
    fn wait_for_disk(&mut self, first: Option<Comes<P, H>>, since: Duration, told: bool) {
        match first {
            Some(Incoming::Told(message)) if told && self.app.is_quit(&message) => {
                return self.end();
            }
            // After quitting, keys must not answer a question that quitting raises before it can be
            // read.
            Some(Incoming::Told(Message::Key(_) | Message::Mouse(_) | Message::Paste(_))) => {}
            Some(happened) => {
                let heard = self.tick().and_then(|()| self.hear(happened));
                self.note(heard);
                let committed = self.commit();
                self.note(committed);
            }
            None => {
                self.stage = Stage::Ending { since, told: true };
                let happened = self.happen(Message::Unflushed);
                self.note(happened);
            }
        }
        if matches!(self.stage, Stage::Ending { told: true, .. }) && std::mem::take(&mut self.draw)
        {
            // If this cannot be shown, the program waits anyway.
            let _ = self.host.show(&self.app);
        }
        self.end_or_stay();
    }

    fn end_or_stay(&mut self) {
        let ends = self.quit || self.fault.is_some();
        if ends && self.host.storage().is_busy() {
            return;
        }
        if ends {
            return self.end();
        }
        // The disk has failed to write after all, and the user stays.
        self.stage = Stage::Running;
        let settled = self.keep_and_show();
        self.after(settled);
    }

    fn end(&mut self) {
        self.stage = Stage::Over;
        let mut effects = Effects::default();
        self.app.take_leave(&mut effects);
        // Answers no longer matter.
        let done = self.carry_out_all(effects).map(drop);
        self.note(done);
        self.host.flush();
    }

    /// Notes the first fault.
    fn note(&mut self, failed: Result<(), H::Error>) {
        if let Err(fault) = failed {
            self.fault.get_or_insert(fault);
        }
    }

    // ----- what happens

    fn tick(&mut self) -> Result<(), H::Error> {
        let now = self.host.now();
        self.happen(Message::Tick(now))
    }

    fn hear(&mut self, incoming: Comes<P, H>) -> Result<(), H::Error> {
        match incoming {
            Incoming::Told(message) => self.happen(message),
            Incoming::Finished(finished) => {
                let told = self.host.storage().finished(finished);
                told.into_iter().try_for_each(|message| self.happen(message))
            }
            Incoming::Failed(error) => {
                self.happen(Message::Quit)?;
                Err(error)
            }
        }
    }

    /// Lets `message` happen, and all that follows from it.
    fn happen(&mut self, message: Message) -> Result<(), H::Error> {
        let mut messages = VecDeque::from([message]);
        while let Some(message) = messages.pop_front() {
            let effects = self.app.happen(message);
            messages.extend(self.carry_out_all(effects)?);
        }
        Ok(())
    }

    /// Does what `effects` ask, and returns the answers known at once.
    fn carry_out_all(&mut self, effects: Effects) -> Result<Vec<Message>, H::Error> {
        self.draw |= effects.draws();
        if let Some(exit) = effects.exit() {
            self.quit = exit == Exit::Quit;
        }
        let mut messages = Vec::new();
        for effect in effects.into_asked() {
            messages.extend(self.carry_out(effect)?);
        }
        Ok(messages)
    }

    fn carry_out(&mut self, effect: Effect) -> Result<Vec<Message>, H::Error> {
        let message = match effect {
            Effect::Storage(request) => return Ok(self.host.storage().request(request)),
            Effect::Configure { file, path, value } => {
                return Ok(self.host.storage().configure(file, path, value));
            }
            Effect::Engine(request) => self.host.engine(request),
            Effect::Study(request) => self.host.study(request),
            Effect::Explore => self.host.explore(),
            Effect::CountGames => self.host.count_games(),
            Effect::Terminal(request) => self.host.terminal(request)?,
            Effect::Export(export) => self.host.export(export),
            Effect::Remote(request) => {
                self.host.remote(request);
                None
            }
        };
        Ok(message.into_iter().collect())
    }

    /// Keeps the games that have changed and shows the state: what is seen is with the system
    /// already.
    fn keep_and_show(&mut self) -> Result<(), H::Error> {
        self.commit()?;
        if std::mem::take(&mut self.draw) && !self.quit {
            self.host.show(&self.app)?;
        }
        Ok(())
    }

    fn commit(&mut self) -> Result<(), H::Error> {
        let told = self.host.storage().commit();
        self.host.flush();
        told.into_iter().try_for_each(|message| self.happen(message))
    }
}

//! The plain mode: lines in, lines out, for screen readers, pipes and terminals that can do no more.
//!
//! [`session`] is the state and what a line does to it, without input or output; this file is the loop about it. No escape
//! sequence is ever written, no colour, and the cursor is left alone.

pub mod answers;
pub mod session;
#[cfg(test)]
mod tests;
pub mod words;

use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::num::NonZero;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use tetralith_engine::{Answer, Config, SearchThread};

use self::session::{Deed, Event, Session};
use crate::error::Error;
use crate::files::Files;
use crate::program::{Effect, EngineRequest, Message, Moment, Start};
use crate::settings::Settings;
use crate::tui::runtime::{ScreenError, on_disk};
use crate::tui::thinking::Ask;

/// The most bytes of a line that are read; longer ones are cut there.
const MAX_LINE: usize = 4 << 10;

/// Plays from `input` to `out` until the user quits or the input ends; a game that goes on is kept either way.
///
/// While the computer thinks, the lines that are for that moment are taken at once and others wait: see
/// [`Session::takes_at_once`]. With `typed` somebody types the lines and any may be one; otherwise only the next may, and no
/// line beyond it is read, so that what is piped in does not depend on how fast it comes.
///
/// # Errors
/// [`Error`] if the input or the output fails, or the last game could not be kept.
pub fn run(
    start: Start,
    settings: Settings,
    input: impl BufRead + Send + 'static,
    typed: bool,
    out: &mut impl Write,
) -> Result<(), Error> {
    let began = Instant::now();
    let now = || Moment { steady: began.elapsed(), wall: SystemTime::now() };
    let files = Files::locate(settings.autosave_dir.as_deref());
    if let Ok(files) = &files {
        files.recover();
    }
    let unfinished = files.as_ref().ok().and_then(Files::latest_unfinished);
    let (sender, heard) = mpsc::channel();
    let mut lines = Lines::read(input, typed, sender.clone())?;
    let mut engine = Engine::new(sender);
    let (mut session, first) = Session::new(start, settings, unfinished, now());
    let mut deeds = VecDeque::from(first);
    loop {
        while let Some(deed) = deeds.pop_front() {
            let message = match deed {
                Deed::Say(text) => {
                    writeln!(out, "{text}")?;
                    None
                }
                Deed::Do(Effect::Quit) => {
                    let rest = deeds.into_iter().filter_map(|deed| match deed {
                        Deed::Say(text) => Some(text),
                        Deed::Do(_) => None,
                    });
                    for text in rest.chain(session.farewell()) {
                        writeln!(out, "{text}")?;
                    }
                    out.flush()?;
                    let unkept = session.unkept().map(str::to_owned);
                    return unkept.map_or(Ok(()), |why| Err(ScreenError::NotKept(why).into()));
                }
                Deed::Do(Effect::Engine(EngineRequest::Think(ask))) => {
                    engine.think(*ask, session.budget()).map(Message::Thought)
                }
                Deed::Do(Effect::Engine(EngineRequest::Finish)) => {
                    engine.finish();
                    None
                }
                Deed::Do(Effect::Engine(EngineRequest::Stop)) => {
                    engine.stop();
                    None
                }
                Deed::Do(effect) => on_disk(effect, &files),
            };
            if let Some(message) = message {
                deeds.extend(session.update(Event::Came(message), now()));
            }
        }
        out.flush()?;
        let busy = session.is_thinking();
        if !busy && let Some(event) = lines.held.pop_front() {
            deeds.extend(session.update(event, now()));
            continue;
        }
        lines.want(busy);
        let event = match engine.hear(&heard) {
            None => {
                engine.finish();
                continue;
            }
            Some(Heard::Answer(Answer::Progress { .. })) => continue,
            Some(Heard::Answer(answer)) => Event::Came(Message::Thought(answer)),
            Some(Heard::Line(line)) => {
                lines.asked = false;
                let event = line.map_err(Error::Input)?.map_or(Event::End, Event::Line);
                if busy && !session.takes_at_once(&event, typed) {
                    if typed {
                        deeds.push_back(session.wait());
                    }
                    lines.held.push_back(event);
                    continue;
                }
                event
            }
        };
        deeds.extend(session.update(event, now()));
    }
}

/// What comes from outside.
enum Heard {
    /// A line, or the end of the input.
    Line(std::io::Result<Option<String>>),
    /// What the engine says.
    Answer(Answer),
}

/// The lines of the input, read on a thread of its own one at a time, as they are asked for.
struct Lines {
    wanted: Sender<()>,
    /// Whether somebody types them.
    typed: bool,
    /// Whether one was asked for that has not come.
    asked: bool,
    /// Those that have come and wait for the computer.
    held: VecDeque<Event>,
}

impl Lines {
    fn read(mut input: impl BufRead + Send + 'static, typed: bool, to: Sender<Heard>) -> Result<Self, Error> {
        let (wanted, wishes) = mpsc::channel();
        let read = move || {
            for () in wishes {
                let line = read_line(&mut input);
                let is_last = !matches!(line, Ok(Some(_)));
                if to.send(Heard::Line(line)).is_err() || is_last {
                    return;
                }
            }
        };
        // It may wait for a line for ever, and so ends with the program.
        thread::Builder::new().name("input".into()).spawn(read).map_err(Error::Input)?;
        Ok(Self { wanted, typed, asked: false, held: VecDeque::new() })
    }

    /// Asks for a line unless one is on its way, or the computer is `busy` and a line waits for it already.
    fn want(&mut self, busy: bool) {
        let ended = matches!(self.held.back(), Some(Event::End));
        if self.asked || ended || busy && !self.typed && !self.held.is_empty() {
            return;
        }
        self.asked = true;
        // Its thread is gone only after the end of the input, which ends the program too.
        let _ = self.wanted.send(());
    }
}

/// The next line without its end, or `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> std::io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if std::io::Read::take(&mut *input, MAX_LINE as u64).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() == MAX_LINE && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

/// The engine, begun when it is first asked something.
struct Engine {
    thinker: Option<SearchThread>,
    to: Sender<Heard>,
    /// When it shall come to an end, if it is to be told then.
    until: Option<Instant>,
}

impl Engine {
    const fn new(to: Sender<Heard>) -> Self {
        Self { thinker: None, to, until: None }
    }

    /// Begins to think about `ask`, at most for `limit`; what it says now is that it cannot.
    fn think(&mut self, ask: Ask, limit: Option<Duration>) -> Option<Answer> {
        let id = ask.ticket;
        let begun = self.thinker.take().map_or_else(|| Self::begin(self.to.clone()), Ok);
        match begun {
            Ok(thinker) => {
                self.until = limit.and_then(|limit| Instant::now().checked_add(limit));
                self.thinker.insert(thinker).search(ask.into());
                None
            }
            Err(error) => Some(Answer::Failed { id, message: format!("the system gives it no thread: {error}") }),
        }
    }

    /// Has it answer with what it knows.
    fn finish(&mut self) {
        self.until = None;
        if let Some(thinker) = &self.thinker {
            thinker.finish();
        }
    }

    /// Has it think no more, and answer nothing.
    fn stop(&mut self) {
        self.until = None;
        if let Some(thinker) = &self.thinker {
            thinker.cancel();
        }
    }

    /// What is heard next; `None` once it is time for the engine to come to an end.
    fn hear(&mut self, heard: &Receiver<Heard>) -> Option<Heard> {
        let next = match self.until {
            // There is always somebody left who could say something: the engine itself.
            None => heard.recv().ok(),
            Some(until) => heard.recv_timeout(until.saturating_duration_since(Instant::now())).ok(),
        };
        if matches!(next, Some(Heard::Answer(Answer::Done { .. } | Answer::Failed { .. }))) {
            self.until = None;
        }
        next
    }

    fn begin(to: Sender<Heard>) -> std::io::Result<SearchThread> {
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        SearchThread::new(Config { threads, ..Config::default() }, move |answer| {
            // Nobody is left to hear it only when the program ends.
            let _ = to.send(Heard::Answer(answer));
        })
    }
}

#[cfg(test)]
mod input {
    use super::*;

    #[test]
    fn a_line_is_read_to_its_end_however_long_and_whatever_it_holds() {
        let long = "x".repeat(2 * MAX_LINE);
        let text = [long.as_bytes(), b"\n\xff e5 \r\nlast"].concat();
        let mut input = &text[..];
        assert_eq!(read_line(&mut input).unwrap().map(|line| line.len()), Some(MAX_LINE));
        assert_eq!(read_line(&mut input).unwrap().as_deref(), Some("\u{fffd} e5"));
        assert_eq!(read_line(&mut input).unwrap().as_deref(), Some("last"));
        assert_eq!(read_line(&mut input).unwrap(), None);
    }
}

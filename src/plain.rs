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
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use tetralith_engine::{Answer, Config, Thinker};

use self::session::{Deed, Event, Session};
use crate::error::Error;
use crate::files::Files;
use crate::settings::Settings;
use crate::tui::app::{Effect, Message, Moment, Start};
use crate::tui::runtime::{ScreenError, on_disk};
use crate::tui::thinking::Ask;

/// The most bytes of a line that are read; longer ones are cut there.
const MAX_LINE: usize = 4 << 10;

/// Plays from `input` to `out` until the user quits or the input ends; a game that goes on is kept either way.
///
/// # Errors
/// [`Error`] if the input or the output fails, or the last game could not be kept.
pub fn run(start: Start, settings: Settings, mut input: impl BufRead, out: &mut impl Write) -> Result<(), Error> {
    let began = Instant::now();
    let now = || Moment { steady: began.elapsed(), wall: SystemTime::now() };
    let files = Files::locate(settings.autosave_dir.as_deref());
    if let Ok(files) = &files {
        files.recover();
    }
    let unfinished = files.as_ref().ok().and_then(Files::latest_unfinished);
    let mut engine = Engine::default();
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
                    out.flush()?;
                    let unkept = session.unkept().map(str::to_owned);
                    return unkept.map_or(Ok(()), |why| Err(ScreenError::NotKept(why).into()));
                }
                Deed::Do(Effect::Think(ask)) => {
                    out.flush()?;
                    Some(Message::Thought(engine.think(*ask, session.budget())))
                }
                Deed::Do(effect) => on_disk(effect, &files),
            };
            if let Some(message) = message {
                deeds.extend(session.update(Event::Came(message), now()));
            }
        }
        out.flush()?;
        let event = read_line(&mut input).map_err(Error::Input)?.map_or(Event::End, Event::Line);
        deeds.extend(session.update(event, now()));
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
#[derive(Default)]
struct Engine(Option<(Thinker, Receiver<Answer>)>);

impl Engine {
    /// Thinks about `ask`, at most for `limit`, and waits for what comes of it.
    fn think(&mut self, ask: Ask, limit: Option<Duration>) -> Answer {
        let id = ask.ticket;
        let failed = |message: String| Answer::Failed { id, message };
        let begun = self.0.take().map_or_else(Self::begin, Ok);
        let (thinker, answers) = match begun {
            Ok(engine) => self.0.insert(engine),
            Err(error) => return failed(format!("the system gives it no thread: {error}")),
        };
        let until = limit.and_then(|limit| Instant::now().checked_add(limit));
        thinker.think(ask.into());
        let last = |answer: &Answer| answer.id() == id && !matches!(answer, Answer::Progress { .. });
        let next = || {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            match left.map_or_else(|| answers.recv().map_err(Into::into), |left| answers.recv_timeout(left)) {
                Err(RecvTimeoutError::Timeout) => {
                    thinker.finish();
                    answers.recv().ok()
                }
                answer => answer.ok(),
            }
        };
        std::iter::from_fn(next).find(last).unwrap_or_else(|| failed("it has ended".to_owned()))
    }

    fn begin() -> std::io::Result<(Thinker, Receiver<Answer>)> {
        let (sender, answers) = mpsc::channel();
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let thinker = Thinker::new(Config { threads, ..Config::default() }, move |answer| {
            // Nobody is left to hear it only when the program ends.
            let _ = sender.send(answer);
        })?;
        Ok((thinker, answers))
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

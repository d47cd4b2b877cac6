//! The plain mode: lines in, lines out, for screen readers, pipes and terminals that can do no
//! more.
//!
//! [`session`] is the state and what a line does to it, without input or output; this file is the
//! loop about it. No escape sequence is ever written, no colour, and the cursor is left alone.

pub mod answers;
pub mod session;
#[cfg(test)]
mod tests;
pub mod words;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Once};
use std::thread;
use std::time::{Duration, Instant};

use tetralith_core::text::without_mark;
use tetralith_engine::{CancelToken, SearchAnswer};

use self::session::Session;
use crate::program::ScreenError;
use crate::program::{
    Driver, Engine, EngineRequest, Explored, Export, Message, Moment, Start, SteadyClock, Study,
    StudyRequest, TerminalRequest, own_games,
};
use crate::remote::links::Links;
use crate::settings::Settings;
use tetralith_cli::{CommandError, heed_with};
use tetralith_gtp::end_all;
use tetralith_remote::wire::RemoteRequest;
use tetralith_storage::Direct;
use tetralith_storage::files::Files;
use tetralith_storage::statistics::Statistics;

/// The most bytes of a line that are read; longer ones are cut there.
const MAX_LINE: usize = 4 << 10;

/// Plays from `input` to `out` until the user quits or the input ends; a game that goes on is kept
/// either way.
///
/// While the computer thinks, the lines that are for that moment are taken at once and others wait:
/// see [`Session::takes_at_once`]. With `typed` a person types the lines, and any of them may be
/// taken at once; otherwise only the next one may, and no line beyond it is read, so that the
/// effect of piped lines does not depend on how fast they come. With `book` the computer may use
/// its book of openings; `remote` are links to other terminals.
///
/// # Errors
/// [`CommandError`] if the input or the output fails, or the last game could not be kept.
pub fn run(
    start: Start,
    settings: Settings,
    book: bool,
    input: impl BufRead + Send + 'static,
    typed: bool,
    out: &mut impl Write,
    mut remote: Option<Links>,
) -> Result<(), CommandError> {
    let files = Files::locate(settings.saving.dir.as_deref());
    if let Ok(files) = &files
        && !start.is_kiosk()
    {
        files.recover();
    }
    let (sender, heard) = mpsc::channel();
    let lines = Lines::read(input, typed, sender.clone())?;
    if let Some(come) = remote.as_mut().and_then(Links::heard) {
        let sender = sender.clone();
        let pass_on = move || {
            // Once there is no reader any more, the program ends.
            for message in come {
                if sender.send(Heard::Message(Box::new(Message::Remote(message)))).is_err() {
                    break;
                }
            }
        };
        thread::Builder::new()
            .name("links".into())
            .spawn(pass_on)
            .map_err(CommandError::unreadable)?;
    }
    let findings = sender.clone();
    let study = Study::new(move |answer| {
        drop(findings.send(Heard::Message(Box::new(Message::Studied(answer)))));
    });
    let engine = Engine::new(book, start.is_kiosk(), move |answer| {
        // Progress is dropped here; sending the rest fails only when the program ends.
        if !matches!(answer, Message::Thought(SearchAnswer::Progress { .. })) {
            let _ = sender.send(Heard::Message(Box::new(answer)));
        }
    });
    let host = Host {
        clock: SteadyClock::new(Instant::now()),
        storage: Direct::new(files),
        engine,
        study,
        lines,
        heard,
        links: remote,
        out,
        watches_signals: Once::new(),
    };
    let (session, first) = Session::new(start, settings, host.moment());
    let mut driver = Driver::new(session, host);
    driver.run(first)?;
    let Driver { app: session, host: Host { out, .. }, .. } = driver;
    if let Some(text) = session.farewell() {
        writeln!(out, "{text}")?;
    }
    out.flush()?;
    session.unsaved().map_or(Ok(()), |why| Err(ScreenError::NotKept(why.to_owned()).into()))
}

/// Something that comes from outside.
enum Heard {
    /// A line, or the end of the input.
    Line(io::Result<Option<String>>),
    /// Something from the engine, another program or another terminal.
    Message(Box<Message>),
}

type Incoming = crate::program::Incoming<(), CommandError>;

/// Lines in and lines out, real files, and the engine.
struct Host<'a, W> {
    clock: SteadyClock,
    storage: Direct,
    engine: Engine,
    study: Study,
    lines: Lines,
    heard: Receiver<Heard>,
    links: Option<Links>,
    out: &'a mut W,
    /// Done once another program is asked for a move.
    watches_signals: Once,
}

impl<W> Host<'_, W> {
    fn moment(&self) -> Moment {
        self.clock.moment()
    }

    /// Returns what is heard next; `None` once it is as late as `until`.
    fn hear(&mut self, until: Option<Duration>) -> Option<Heard> {
        match until {
            // There is always a sender left: the engine itself.
            None => self.heard.recv().ok(),
            Some(until) => self.clock.wait(until, |left| self.heard.recv_timeout(left).ok()),
        }
    }
}

impl<W: Write> Host<'_, W> {
    fn print(&mut self, text: &str) -> Result<(), CommandError> {
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Waits for the next message that `session` takes now; lines that it does not take are held
    /// back.
    fn next(
        &mut self,
        session: &Session,
        until: Option<Duration>,
    ) -> Result<Option<Message>, CommandError> {
        let busy = session.is_busy();
        loop {
            self.out.flush()?;
            if !busy && let Some(message) = self.lines.held.pop_front() {
                return Ok(Some(message));
            }
            self.lines.want(busy);
            let message = match self.hear(until) {
                None => return Ok(None),
                Some(Heard::Message(message)) => return Ok(Some(*message)),
                Some(Heard::Line(line)) => self.lines.take(line.map_err(CommandError::unreadable)?),
            };
            if !busy || session.takes_at_once(&message, self.lines.typed) {
                return Ok(Some(message));
            }
            if self.lines.typed {
                let wait = "wait for the engine, or type now (move at once) or stop";
                self.print(&answers::said(wait))?;
            }
            self.lines.held.push_back(message);
        }
    }
}

impl<W: Write> crate::program::Host<Session> for Host<'_, W> {
    type Error = CommandError;
    type Storage = Direct;

    fn now(&self) -> Moment {
        self.moment()
    }

    fn receive(&mut self, session: &Session, until: Option<Duration>) -> Option<Incoming> {
        match self.next(session, until) {
            Ok(message) => message.map(Incoming::Told),
            Err(error) => Some(Incoming::Failed(error)),
        }
    }

    fn storage(&mut self) -> &mut Direct {
        &mut self.storage
    }

    fn engine(&mut self, request: EngineRequest) -> Option<Message> {
        if matches!(request, EngineRequest::Consult(_)) {
            // A signal ends this program at once, and would leave the other one running.
            self.watches_signals.call_once(|| heed_with(&Arc::new(CancelToken::new()), end_all));
        }
        self.engine.request(request)
    }

    fn study(&mut self, request: StudyRequest) -> Option<Message> {
        self.study.request(request)
    }

    fn explore(&mut self) -> Option<Message> {
        let sources = own_games(self.storage.files());
        Some(Message::Explored(Ok(Explored::read(&sources, &|| false))))
    }

    fn count_games(&mut self) -> Option<Message> {
        let counted = self.storage.files().map(Statistics::read);
        Some(Message::Counted(Ok(counted.unwrap_or_default())))
    }

    fn remote(&mut self, request: RemoteRequest) {
        if let Some(links) = &mut self.links {
            links.request(request);
        }
    }

    fn flush(&mut self) {
        if let Some(links) = &mut self.links {
            links.flush();
        }
    }

    fn terminal(&mut self, request: TerminalRequest) -> Result<Option<Message>, CommandError> {
        if let TerminalRequest::Print(text) = request {
            self.print(&text)?;
        }
        Ok(None)
    }

    fn export(&mut self, _: Box<Export>) -> Option<Message> {
        None
    }

    fn show(&mut self, _: &Session) -> Result<(), CommandError> {
        Ok(())
    }
}

/// The lines of the input, read on a thread of its own one at a time, as they are asked for.
struct Lines {
    wanted: Sender<()>,
    /// True if a person types them.
    typed: bool,
    /// True if one was asked for that has not come.
    asked: bool,
    /// Those that have come and wait for the computer.
    held: VecDeque<Message>,
}

impl Lines {
    fn read(
        mut input: impl BufRead + Send + 'static,
        typed: bool,
        to: Sender<Heard>,
    ) -> Result<Self, CommandError> {
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
        thread::Builder::new()
            .name("input".into())
            .spawn(read)
            .map_err(CommandError::unreadable)?;
        Ok(Self { wanted, typed, asked: false, held: VecDeque::new() })
    }

    /// Takes a line that has come, or without one the end of the input.
    fn take(&mut self, line: Option<String>) -> Message {
        self.asked = false;
        line.map_or(Message::EndOfInput, Message::Line)
    }

    /// Asks for a line unless one is on its way, or the computer is `busy` and a line waits for it
    /// already.
    fn want(&mut self, busy: bool) {
        let ended = matches!(self.held.back(), Some(Message::EndOfInput));
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
    // A shell may put a byte-order mark before the first line.
    Ok(Some(without_mark(&String::from_utf8_lossy(&bytes)).trim().to_owned()))
}

#[cfg(test)]
mod input {
    use super::*;

    #[test]
    fn a_line_of_any_length_and_content_is_read_to_its_end() {
        let long = "x".repeat(2 * MAX_LINE);
        let text = [long.as_bytes(), b"\n\xff e5 \r\nlast"].concat();
        let mut input = &text[..];
        assert_eq!(read_line(&mut input).unwrap().map(|line| line.len()), Some(MAX_LINE));
        assert_eq!(read_line(&mut input).unwrap().as_deref(), Some("\u{fffd} e5"));
        assert_eq!(read_line(&mut input).unwrap().as_deref(), Some("last"));
        assert_eq!(read_line(&mut input).unwrap(), None);
    }
}

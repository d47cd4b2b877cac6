//! Lines that may be typed in the plain mode.

use std::convert::Infallible;
use std::time::{Duration, UNIX_EPOCH};

use tetralith::plain::session::Session;
use tetralith::program::{
    Driver, EngineRequest, Export, Host, Incoming, Message, Moment, Start, TerminalRequest,
};
use tetralith_core::text::is_hidden;
use tetralith_engine::Level;
use tetralith_session::clock::{Clock, TimeControl};
use tetralith_session::seat::Seat;

use crate::Source;
use crate::disk::Disk;
use crate::thought::thought;

/// The most lines taken from an input, so that one input stays quick.
const MOST_LINES: usize = 100;

/// The most times in a row the computer is asked, so that it does not play against itself without
/// end.
const MOST_ASKS: usize = 400;

/// Every line is answered in text that acts on no terminal, what is kept can be read again, and the
/// end of the input ends it.
pub(crate) fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let (info, setup) = source.game(7);
    let options = info.options(&setup).expect("the source makes options that can be played");
    let mut seat = || match source.below(6) {
        0 => Seat::computer(source.pick(&Level::ALL)),
        _ => Seat::person("Ann".to_owned()),
    };
    let seats = [seat(), seat()];
    let clock = source
        .pick(&[None, Some("1m"), Some("30s+5s")])
        .map(|text| TimeControl::parse(text).expect("it is a time"));
    let clock = Clock::new(clock, true, Duration::ZERO);
    let start = if source.below(5) == 0 {
        Start::Home
    } else {
        Start::Play { info, options, seats, clock }
    };
    // The bytes that follow are read as lines, and decide what the engine chooses.
    let text = String::from_utf8_lossy(source.rest()).into_owned();
    let disk = Disk::default();
    let settings = disk.settings();
    let host = Surroundings { now: 0, disk, choices: Source::new(bytes), asks: 0 };
    let (session, first) = Session::new(start, settings, host.now());
    let mut driver = Driver::new(session, host);
    driver.begin(first);
    for (line, seconds) in text.split('\n').take(MOST_LINES).zip(1..) {
        if driver.is_over() {
            return;
        }
        driver.host.now = seconds;
        if line == "\u{1}" {
            driver.host.disk.change(&mut driver.host.choices);
        }
        driver.go_round(Some(Incoming::Told(Message::Line(line.to_owned()))));
    }
    driver.host.now = 200;
    driver.go_round(Some(Incoming::Told(Message::EndOfInput)));
    assert!(driver.is_over(), "the end does not end it");
}

/// The surroundings of the plain mode: a disk in memory, and an engine that answers anything at
/// once.
struct Surroundings<'a> {
    /// Seconds since the beginning.
    now: u64,
    disk: Disk,
    choices: Source<'a>,
    asks: usize,
}

impl Host<Session> for Surroundings<'_> {
    type Error = Infallible;
    type Storage = Disk;

    fn now(&self) -> Moment {
        Moment {
            steady: Duration::from_secs(self.now),
            wall: UNIX_EPOCH + Duration::from_secs(1_767_323_045 + self.now),
            ..Moment::default()
        }
    }

    fn receive(
        &mut self,
        _: &Session,
        _: Option<Duration>,
    ) -> Option<Incoming<Message, Infallible>> {
        unreachable!("the input says what comes")
    }

    fn storage(&mut self) -> &mut Disk {
        &mut self.disk
    }

    fn engine(&mut self, request: EngineRequest) -> Option<Message> {
        let EngineRequest::Think(ask) = request else { return None };
        self.asks += 1;
        (self.asks <= MOST_ASKS).then(|| Message::Thought(thought(&ask, &mut self.choices)))
    }

    fn terminal(&mut self, request: TerminalRequest) -> Result<Option<Message>, Infallible> {
        if let TerminalRequest::Print(text) = request {
            assert!(
                !text.contains(|c: char| c != '\n' && is_hidden(c)),
                "what acts on a terminal is said: {text:?}"
            );
        }
        Ok(None)
    }

    fn export(&mut self, _: Box<Export>) -> Option<Message> {
        None
    }

    fn show(&mut self, _: &Session) -> Result<(), Infallible> {
        Ok(())
    }
}

//! Lines that may be typed in the plain mode.

use std::collections::VecDeque;
use std::time::{Duration, UNIX_EPOCH};

use tetralith::clock::{Clock, TimeControl};
use tetralith::plain::session::{Deed, Event, Session};
use tetralith::program::{Effect, EngineRequest, Message, Moment, Start};
use tetralith::tui::seat::Seat;
use tetralith_core::text::is_hidden;
use tetralith_engine::Level;

use crate::Source;
use crate::disk::Disk;
use crate::thought::thought;

/// The most lines taken from an input, so that one input stays quick.
const MOST_LINES: usize = 100;

/// The most times in a row the computer is asked, so that it does not play against itself without end.
const MOST_ASKS: usize = 400;

/// Every line is answered in text that acts on no terminal, what is kept can be read again, and the end of the input ends it.
pub(crate) fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let (info, setup) = source.game(7);
    let options = info.options(&setup).expect("the source makes options that can be played");
    let mut seat = || match source.below(6) {
        0 => Seat::computer(source.pick(&Level::ALL)),
        _ => Seat::person("Ann".to_owned()),
    };
    let seats = [seat(), seat()];
    let clock =
        source.pick(&[None, Some("1m"), Some("30s+5s")]).map(|text| TimeControl::parse(text).expect("it is a time"));
    let clock = Clock::new(clock, true, Duration::ZERO);
    let start = if source.below(5) == 0 { Start::Home } else { Start::Play { info, options, seats, clock } };
    // Of what follows, the bytes are lines, and the engine's choices too.
    let text = String::from_utf8_lossy(source.rest()).into_owned();
    let mut choices = Source::new(bytes);
    let mut disk = Disk::default();
    let now = |seconds| Moment {
        steady: Duration::from_secs(seconds),
        wall: UNIX_EPOCH + Duration::from_secs(1_767_323_045 + seconds),
    };
    let (mut session, mut deeds) = Session::new(start, disk.settings(), None, now(0));
    let mut asks = 0;
    for (line, seconds) in text.split('\n').take(MOST_LINES).zip(1..) {
        if !carry_out(&mut session, deeds, &mut disk, &mut choices, &mut asks, now(seconds)) {
            return;
        }
        if line == "\u{1}" {
            disk.change(&mut choices);
        }
        deeds = session.update(Event::Line(line.to_owned()), now(seconds));
    }
    if carry_out(&mut session, deeds, &mut disk, &mut choices, &mut asks, now(200)) {
        let deeds = session.update(Event::End, now(200));
        assert!(
            !carry_out(&mut session, deeds, &mut disk, &mut choices, &mut asks, now(200)),
            "the end does not end it"
        );
    }
}

/// Does all of `deeds` and what follows from them; whether the program goes on.
fn carry_out(
    session: &mut Session,
    deeds: Vec<Deed>,
    disk: &mut Disk,
    choices: &mut Source<'_>,
    asks: &mut usize,
    now: Moment,
) -> bool {
    let mut queue = VecDeque::from(deeds);
    while let Some(deed) = queue.pop_front() {
        let message = match deed {
            Deed::Say(text) => {
                assert!(
                    !text.contains(|c: char| c != '\n' && is_hidden(c)),
                    "what acts on a terminal is said: {text:?}"
                );
                continue;
            }
            Deed::Do(Effect::Quit) => return false,
            Deed::Do(Effect::Engine(EngineRequest::Think(_))) if *asks == MOST_ASKS => continue,
            Deed::Do(Effect::Engine(EngineRequest::Think(ask))) => {
                *asks += 1;
                Some(Message::Thought(thought(&ask, choices)))
            }
            Deed::Do(effect) => disk.answer(effect),
        };
        if let Some(message) = message {
            queue.extend(session.update(Event::Came(message), now));
        }
    }
    true
}

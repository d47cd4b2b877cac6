//! Lines that another terminal may send.

use std::time::Duration;

use tetralith_core::{Colour, Game, Setup};
use tetralith_remote::letter;
use tetralith_remote::lines::Lines;
use tetralith_remote::message::LinkMessage;
use tetralith_remote::peer::{Event, Out, Peer, Terms};

use crate::{Source, assert_sentence};

/// With any input, each end explains why it stops in one sentence, what it sends are lines of the
/// protocol, and its game is one that the rules allow.
pub(crate) fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let (info, setup) = source.game(4);
    let Ok(start) = Game::new(info.id, &Setup { komi: None, ..setup }) else { return };
    let seat = *source.pick(&[None, Some(Colour::First), Some(Colour::Second)]);
    let time = (source.byte() & 1 == 1).then(|| "10s".to_owned());
    let terms = Terms { start, time, host: seat, date: "2026-01-02T03:04:05Z".to_owned() };
    let is_host = source.byte() & 1 == 1;
    // A guest and a host who are honest, but for the lines of the input that come between theirs.
    let mut host = Peer::host("Ann".to_owned(), String::new(), terms, true);
    let mut guest = Peer::guest("Ben".to_owned(), String::new(), source.byte() & 1 == 1);
    let mut now = Duration::ZERO;
    host.connected(1, [1; 16], now);
    guest.connected(1, [2; 16], now);
    let mut lines = Lines::default();
    let mut hostile = Vec::new();
    if let Err(fault) = lines.feed(source.rest(), |line| hostile.push(line)) {
        assert_sentence(&fault.to_string());
    }
    for line in std::iter::once(None).chain(hostile.into_iter().take(40).map(Some)) {
        exchange(&mut host, &mut guest, now);
        if let Some(line) = line {
            now += Duration::from_millis(line.len() as u64 * 10);
            let to = if is_host { &mut host } else { &mut guest };
            to.line(1, &line, now);
            to.tick(now);
        }
    }
    exchange(&mut host, &mut guest, now);
    for peer in [&host, &guest] {
        let Some(course) = peer.course() else { continue };
        let mut position = course.start().clone();
        for step in course.turns().iter().flat_map(|turn| &turn.steps) {
            position.play(*step).expect("a move that was taken is legal");
        }
        assert_eq!(position, *course.position());
    }
    let letters = letter::read(&String::from_utf8_lossy(bytes));
    if let Some(error) = letters.map_or_else(Some, |letters| letters.fault().cloned()) {
        assert_sentence(&error.to_string());
    }
}

/// Carries what both have to send, a few times.
fn exchange(host: &mut Peer, guest: &mut Peer, now: Duration) {
    for _ in 0..8 {
        for from_host in [true, false] {
            let (from, to) =
                if from_host { (&mut *host, &mut *guest) } else { (&mut *guest, &mut *host) };
            for out in from.take() {
                match out {
                    Out::Send(id, line) => {
                        LinkMessage::read(&line).expect("what is sent is of the protocol");
                        to.line(id, line.trim_end(), now);
                    }
                    Out::Event(Event::Offered(_)) => from.enter(None),
                    Out::Event(Event::Stopped(fault) | Event::Lost(fault)) => {
                        assert_sentence(&fault.to_string());
                    }
                    Out::Event(_) | Out::Close(_) => {}
                }
            }
        }
    }
}

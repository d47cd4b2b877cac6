//! Coming to a host, before anything is shown.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use tetralith_core::Colour;
use tetralith_remote::fault::Fault;
use tetralith_remote::peer::{Event, Out, Peer};
use tetralith_session::moment::Moment;
use tetralith_session::seated::Seated;
use tetralith_storage::Loaded;
use tetralith_storage::files::Files;

use super::game::{Kept, RemoteGame, id_of, kept_game};
use super::links::{Links, Way};
use super::{RemoteMessage, RemoteRequest};

/// The time that a host has to let a guest in.
const PATIENCE: Duration = Duration::from_secs(40);

/// The most games that are looked through for the one that a host goes on with.
const MOST_GAMES: usize = 500;

/// A game that was kept here, as both terminals know it.
#[derive(Debug)]
pub struct Known {
    /// The record and where it came from.
    pub loaded: Loaded,
    /// The game.
    pub game: Kept,
}

/// Reads a game with another terminal that was kept here; `None` if it is none.
pub fn known(loaded: Loaded) -> Option<Known> {
    id_of(&loaded.record)?;
    let seated = Seated::rejoined(loaded.clone(), 0, Moment::default());
    let game = kept_game(&seated.record, &seated.table)?;
    Some(Known { loaded, game })
}

/// The unfinished games with another terminal that are kept in `files`, the newest first.
pub fn unfinished(files: &Files) -> impl Iterator<Item = Known> {
    kept_in(files, files.unfinished())
}

/// The games with another terminal that are kept in `dir`, one of those of `files`, the newest
/// first.
fn kept_in(files: &Files, dir: PathBuf) -> impl Iterator<Item = Known> {
    let entries =
        files.kept().into_iter().filter(move |entry| entry.path.starts_with(&dir)).take(MOST_GAMES);
    let files = files.clone();
    entries.filter_map(move |entry| known(tetralith_storage::load(&entry.path, Some(&files)).ok()?))
}

/// Goes to a host and agrees on a game with it; returns that game, its links and what was kept of
/// it here. The command `back` does so again.
///
/// # Errors
/// A sentence without its full stop.
pub fn join(
    mut peer: Peer,
    way: Way,
    files: Option<&Files>,
    back: String,
    is_kiosk: bool,
) -> Result<Meeting, String> {
    let stream = way.go(false)?;
    let mut links = Links::to(way);
    links.add(stream);
    let began = Instant::now();
    let mut loaded = None;
    let mut held = Vec::new();
    while !peer.is_met() {
        let left = PATIENCE.saturating_sub(began.elapsed());
        let message = links.hear(left).ok_or_else(|| Fault::Slow.to_string())?;
        let now = began.elapsed();
        match message {
            RemoteMessage::Connected(id, nonce) => peer.connected(id, nonce, now),
            RemoteMessage::Line(id, line) => peer.line(id, &line.text, now),
            RemoteMessage::TooLong(id) => peer.broken(id, Fault::LongLine, now),
            RemoteMessage::Broken(id, fault) => peer.broken(id, fault, now),
            RemoteMessage::WrongCode | RemoteMessage::Shut(_) | RemoteMessage::Refused(_) => {}
        }
        let mut outs = peer.take();
        while !outs.is_empty() {
            for out in outs {
                match out {
                    Out::Send(id, line) => links.request(RemoteRequest::Send(id, line)),
                    Out::Close(id) => links.request(RemoteRequest::Close(id)),
                    Out::Event(Event::Offered(id)) => {
                        let seat = peer.host_seat().map(Colour::other);
                        let is_it = |known: &Known| {
                            Some(known.game.course.id()) == id.as_deref()
                                && Some(known.game.seat) == seat
                        };
                        // It may be over here, and the host not know it.
                        let kept = |files| unfinished(files).chain(kept_in(files, files.games()));
                        let known = files
                            .filter(|_| id.is_some())
                            .and_then(|files| kept(files).find(is_it));
                        let course = known.map(|known| {
                            peer.remember(known.game.granted, known.game.takes_up);
                            loaded = Some(Box::new(known.loaded));
                            known.game.course
                        });
                        peer.enter(course);
                    }
                    Out::Event(Event::Stopped(fault) | Event::Lost(fault)) => {
                        return Err(fault.to_string());
                    }
                    Out::Event(Event::Left(why)) => return Err(Fault::Told(why).to_string()),
                    Out::Event(event) => held.push(event),
                }
            }
            outs = peer.take();
        }
        links.flush();
    }
    Ok(Meeting { game: RemoteGame::new(peer, held, String::new(), back, is_kiosk), links, loaded })
}

/// A game with another terminal, about to be shown.
#[derive(Debug)]
pub struct Meeting {
    /// The game.
    pub game: RemoteGame,
    /// The links.
    pub links: Links,
    /// The game as it was kept here, if it was begun before.
    pub loaded: Option<Box<Loaded>>,
}

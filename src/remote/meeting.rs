//! Coming to a host, before anything is shown.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use tetralith_cli::say;
use tetralith_core::Colour;
use tetralith_remote::fault::Fault;
use tetralith_remote::peer::{CONSENT, Event, Out, Peer};
use tetralith_remote::wire::{RemoteMessage, RemoteRequest};
use tetralith_session::remote_game::{RemoteGame, SavedSharedGame, id_of, kept_game};
use tetralith_session::seated::Seated;
use tetralith_session::time::Moment;
use tetralith_storage::Loaded;
use tetralith_storage::files::Files;

use super::links::{Links, Way};

/// The time that a host has to let a guest in, unless its person is asked first.
const PATIENCE: Duration = Duration::from_secs(40);

/// The most games that are searched for the one that a host continues.
const MOST_GAMES: usize = 500;

/// A game that was kept here, as both terminals know it.
#[derive(Debug)]
pub struct Known {
    /// The record and where it came from.
    pub loaded: Loaded,
    /// The game.
    pub game: SavedSharedGame,
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
    known_at(files, files.unfinished())
}

/// The games with another terminal that are kept at `paths` in `files`.
fn known_at(files: &Files, paths: impl Iterator<Item = PathBuf>) -> impl Iterator<Item = Known> {
    let files = files.clone();
    paths
        .take(MOST_GAMES)
        .filter_map(move |path| known(tetralith_storage::load(&path, Some(&files)).ok()?))
}

/// The game called `id` that was kept in `files` for a guest. It may be over here, and the host not
/// know it.
fn kept_as(files: &Files, id: &str) -> Option<Known> {
    let all = files.kept().into_iter().map(|entry| entry.path);
    let mut kept = unfinished(files).chain(known_at(files, all));
    // On one machine both terminals may keep their games in one place.
    kept.find(|known| known.game.course.id() == id && !known.game.is_host)
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
    let mut patience = PATIENCE;
    while !peer.is_met() {
        let left = patience.saturating_sub(began.elapsed());
        let message = links.hear(left).ok_or_else(|| Fault::Slow.to_string())?;
        let now = began.elapsed();
        match message {
            RemoteMessage::Connected(id, nonce, _) => peer.connected(id, nonce, now),
            RemoteMessage::Line(id, line) => peer.line(id, &line.text, now),
            RemoteMessage::Faulty(id, fault) | RemoteMessage::Broken(id, fault) => {
                peer.broken(id, fault, now);
            }
            RemoteMessage::WrongCode(_)
            | RemoteMessage::Notice(_)
            | RemoteMessage::Shut(_)
            | RemoteMessage::Refused(_) => {}
        }
        let mut outs = peer.take();
        while !outs.is_empty() {
            for out in outs {
                match out {
                    Out::Send(id, line) => links.request(RemoteRequest::Send(id, line)),
                    Out::Close(id) => links.request(RemoteRequest::Close(id)),
                    Out::Event(Event::Offered(id)) => {
                        let known = files.zip(id).and_then(|(files, id)| kept_as(files, &id));
                        if let Some(known) = &known
                            && Some(known.game.seat) != peer.host_seat().map(Colour::other)
                        {
                            return Err(Fault::Apart.to_string());
                        }
                        let course = known.map(|known| {
                            peer.remember(known.game.memory);
                            loaded = Some(Box::new(known.loaded));
                            known.game.course
                        });
                        peer.enter(course);
                    }
                    Out::Event(Event::Waits) => {
                        patience = began.elapsed() + CONSENT;
                        // The guest may go without this line, but not without the game.
                        say(&"Waiting for the host to give you the seat.");
                    }
                    Out::Event(Event::Stopped(fault) | Event::Lost(fault)) => {
                        return Err(fault.to_string());
                    }
                    Out::Event(Event::Left(why)) => return Err(Fault::Said(why).to_string()),
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
#[allow(missing_docs, reason = "the names say it")]
pub struct Meeting {
    pub game: RemoteGame,
    pub links: Links,
    /// The game as it was kept here, if it was begun before.
    pub loaded: Option<Box<Loaded>>,
}

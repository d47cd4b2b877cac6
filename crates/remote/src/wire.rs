//! The messages between a program and the links to other terminals.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

use crate::fault::Fault;
use crate::hash::Nonce;
use crate::peer::LinkId;
use crate::secret::GuestRole;

/// Something that has come over a link, or about one.
#[derive(Clone, Debug)]
pub enum RemoteMessage {
    /// There is a new link; 16 random bytes come with it, and what it was let in for.
    Connected(LinkId, Nonce, GuestRole),
    /// A line has come.
    Line(LinkId, Heard),
    /// More has come than may, or it was tampered with.
    Faulty(LinkId, Fault),
    /// Nothing more comes, for this reason.
    Broken(LinkId, Fault),
    /// A guest was turned away who did not know the code for this part.
    WrongCode(GuestRole),
    /// Something else is wrong at the door: a sentence without its full stop.
    Notice(String),
    /// No other guest is let in, for this reason.
    Shut(&'static str),
    /// The host is not tried again, for this reason: a sentence without its full stop.
    Refused(String),
}

/// Something that is asked of the links.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RemoteRequest {
    /// Send this line, once what has changed is kept.
    Send(LinkId, String),
    /// Close this link, once what was sent is on its way.
    Close(LinkId),
    /// Connect to the host again, trying until it is there.
    Dial,
}

/// A line that has come, and the place it takes among those that wait.
#[derive(Clone, Debug)]
pub struct Heard {
    /// The line.
    pub text: String,
    _place: Arc<Taken>,
}

impl Heard {
    /// The line `text`, once there is a place for it in `room`.
    pub fn wait(text: String, room: &Arc<Room>) -> Self {
        room.enter();
        Self { text, _place: Arc::new(Taken(Arc::clone(room))) }
    }
}

/// The most lines of a link that wait to be heard.
const MOST_WAITING: usize = 64;

/// Room for the lines of one link that wait to be heard: while it is full the thread that reads
/// them waits, and so must the sender.
#[derive(Debug, Default)]
pub struct Room {
    waiting: Mutex<usize>,
    left: Condvar,
}

impl Room {
    /// Waits for a place and takes it.
    fn enter(&self) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        while *waiting >= MOST_WAITING {
            waiting = self.left.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        *waiting += 1;
    }
}

/// A place in a [`Room`], which is free again when this is dropped.
#[derive(Debug)]
struct Taken(Arc<Room>);

impl Drop for Taken {
    fn drop(&mut self) {
        *self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.left.notify_one();
    }
}

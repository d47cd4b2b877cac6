//! The links to other terminals: their threads, and the doors that guests come to.

use std::collections::HashMap;
use std::io::{ErrorKind, Read, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tetralith_remote::address::Address;
use tetralith_remote::carrier::{Arrival, CarrierError, Closer, Door, Stranger, Stream, dial};
use tetralith_remote::fault::Fault;
use tetralith_remote::hash::NONCE;
use tetralith_remote::lines::Lines;
use tetralith_remote::peer::LinkId;
use tetralith_remote::secret::{GuestRole, PassCode, SecretError};
use tetralith_remote::wire::{Heard, RemoteMessage, RemoteRequest, Room};

/// The most lines that wait to be sent over a link; a terminal that does not read them is taken to
/// be gone.
const MOST_UNSENT: usize = 1_024;

/// The seconds between tries to reach a host that is gone; the last of them is repeated.
const WAITS: [u64; 5] = [1, 2, 4, 8, 15];

/// The proofs of the code that may stay unanswered, one after the other: a false host that hangs up
/// on each of them can guess the code once for each.
const MOST_UNANSWERED: u32 = 3;

/// The time after which a door that the system keeps shut is tried again.
const RETRY: Duration = Duration::from_secs(1);

/// The time that the end of the program waits for what is to be sent.
const FAREWELL: Duration = Duration::from_millis(300);

/// The way to a host, kept so that it can be taken again.
#[derive(Clone, Debug)]
pub struct Way {
    /// The place.
    pub address: Address,
    /// The directory of rooms.
    pub rooms: PathBuf,
    /// The code, and what it is for.
    pub pass: Option<PassCode>,
    /// The command that comes back with another code.
    pub back: String,
}

impl Way {
    /// Goes there.
    ///
    /// # Errors
    /// A sentence without its full stop.
    pub fn go(&self, quiet: bool) -> Result<Stream, String> {
        self.dial(quiet).map_err(|error| error.to_string())
    }

    fn dial(&self, quiet: bool) -> Result<Stream, CarrierError> {
        dial(&self.address, &self.rooms, self.pass.as_ref(), quiet)
    }
}

/// The end of a link that is written to.
#[derive(Debug)]
struct Writer {
    /// Lines; `None` to end.
    lines: SyncSender<Option<String>>,
    closer: Closer,
    /// Hears when all is sent.
    ended: Receiver<()>,
}

/// Everything that threads share.
#[derive(Debug, Default)]
struct Table {
    writers: HashMap<LinkId, Writer>,
    count: LinkId,
}

/// The links, and what has come over them.
#[derive(Debug)]
pub struct Links {
    shared: Arc<Mutex<Table>>,
    tell: Sender<RemoteMessage>,
    heard: Option<Receiver<RemoteMessage>>,
    /// Lines to send, or links to close, once the changes are kept.
    unsent: Vec<RemoteRequest>,
    way: Option<Way>,
    /// The proofs of the code that the host has not answered, one after the other.
    unanswered: Arc<AtomicU32>,
    /// Dropped with the links, which ends the tries to reach a host.
    _stay: Sender<()>,
    stays: Arc<Mutex<Receiver<()>>>,
}

impl Default for Links {
    fn default() -> Self {
        let (tell, heard) = mpsc::channel();
        let (stay, stays) = mpsc::channel();
        let stays = Arc::new(Mutex::new(stays));
        Self {
            shared: Arc::default(),
            tell,
            heard: Some(heard),
            unsent: Vec::new(),
            way: None,
            unanswered: Arc::default(),
            _stay: stay,
            stays,
        }
    }
}

impl Links {
    /// Links that go `way` again when they are cut.
    pub fn to(way: Way) -> Self {
        let mut links = Self::default();
        links.way = Some(way);
        links
    }

    /// Hands over the receiver of all that comes; `None` the second time.
    pub const fn heard(&mut self) -> Option<Receiver<RemoteMessage>> {
        self.heard.take()
    }

    /// Returns what comes next, if it comes within `time` and the receiver has not been handed
    /// over.
    pub fn hear(&self, time: Duration) -> Option<RemoteMessage> {
        self.heard.as_ref()?.recv_timeout(time).ok()
    }

    /// Takes care of a stream.
    pub fn add(&self, stream: Stream) {
        add(&self.shared, &self.tell, stream);
    }

    /// Lets in who comes to `door`, on a thread of its own.
    ///
    /// # Errors
    /// The system's error if it gives no thread.
    pub fn open(&self, door: Door) -> std::io::Result<()> {
        let (shared, tell) = (Arc::clone(&self.shared), self.tell.clone());
        let wait = move || {
            let mut is_failing = false;
            while let Some(arrival) = door.wait() {
                let had_failed =
                    std::mem::replace(&mut is_failing, matches!(arrival, Arrival::Failure(_)));
                match arrival {
                    Arrival::Known(stream) => add(&shared, &tell, stream),
                    Arrival::Stranger(stranger) => ask(&shared, &tell, stranger),
                    Arrival::Failure(error) => {
                        if !had_failed {
                            let why = format!("no guest can connect now: {error}; trying again");
                            drop(tell.send(RemoteMessage::Notice(why)));
                        }
                        thread::sleep(RETRY);
                    }
                }
            }
            let why = if door.is_shut() { "after three wrong codes" } else { "by the system" };
            drop(tell.send(RemoteMessage::Shut(why)));
        };
        thread::Builder::new().name("door".to_owned()).spawn(wait).map(drop)
    }

    /// Does what `request` asks, lines when [`Links::flush`] says so.
    pub fn request(&mut self, request: RemoteRequest) {
        match request {
            RemoteRequest::Dial => self.dial(),
            request => self.unsent.push(request),
        }
    }

    /// Sends what waits to be sent, now that what has changed is kept.
    pub fn flush(&mut self) {
        for request in std::mem::take(&mut self.unsent) {
            let mut table = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
            match request {
                RemoteRequest::Send(id, line) => {
                    let sent = table
                        .writers
                        .get(&id)
                        .map(|writer| writer.lines.try_send(Some(line)).is_ok());
                    if sent == Some(false) {
                        table.writers.remove(&id).inspect(|writer| writer.closer.close());
                    }
                }
                RemoteRequest::Close(id) => {
                    let writer = table.writers.get(&id);
                    // A link whose other end does not read is closed at once.
                    if writer.is_some_and(|writer| writer.lines.try_send(None).is_err()) {
                        table.writers.remove(&id).inspect(|writer| writer.closer.close());
                    }
                }
                RemoteRequest::Dial => {}
            }
        }
    }

    /// Goes to the host again, until it is there.
    fn dial(&self) {
        let Some(way) = self.way.clone() else { return };
        let (shared, tell, stays) =
            (Arc::clone(&self.shared), self.tell.clone(), Arc::clone(&self.stays));
        let unanswered = Arc::clone(&self.unanswered);
        let go = move || {
            for wait in WAITS.into_iter().chain(std::iter::repeat(WAITS[WAITS.len() - 1])) {
                let stays = stays.lock().unwrap_or_else(PoisonError::into_inner);
                // The program has ended.
                if stays.recv_timeout(Duration::from_secs(wait))
                    == Err(mpsc::RecvTimeoutError::Disconnected)
                {
                    return;
                }
                drop(stays);
                match way.dial(true) {
                    Ok(stream) => {
                        unanswered.store(0, SeqCst);
                        return add(&shared, &tell, stream);
                    }
                    Err(error) => {
                        if let Some(why) = why_not_again(&error, &way, &unanswered) {
                            return drop(tell.send(RemoteMessage::Refused(why)));
                        }
                    }
                }
            }
        };
        // Without a thread the host is not tried; starting the program again does so.
        let _ = thread::Builder::new().name("dial".to_owned()).spawn(go);
    }
}

impl Drop for Links {
    fn drop(&mut self) {
        self.flush();
        let writers =
            std::mem::take(&mut self.shared.lock().unwrap_or_else(PoisonError::into_inner).writers);
        for writer in writers.values() {
            let _ = writer.lines.try_send(None);
        }
        for writer in writers.into_values() {
            let _ = writer.ended.recv_timeout(FAREWELL);
            writer.closer.close();
        }
    }
}

/// The reason not to try the host again after `error`, a sentence without its full stop; `None` if
/// another try can help. Proofs of the code that were not answered are counted.
fn why_not_again(error: &CarrierError, way: &Way, unanswered: &AtomicU32) -> Option<String> {
    match error {
        CarrierError::Secret(SecretError::WrongCode(_)) => {
            // Trying the old code again would close the new door of a host that came back.
            let back = &way.back;
            Some(format!("the host has a new code; quit, and '{back}' continues the game with it"))
        }
        CarrierError::Unreachable { place, source }
            if way.pass.is_some() && source.kind() == ErrorKind::ConnectionRefused =>
        {
            // The next host there draws another code, and would count this one as wrong.
            let back = &way.back;
            Some(format!(
                "no host listens at {place} any more; quit, and '{back}' continues the game with \
                a new code once it is hosted again"
            ))
        }
        CarrierError::Secret(SecretError::Late(_)) => Some(error.to_string()),
        CarrierError::Secret(SecretError::Unanswered | SecretError::FalseHost) => {
            let count = unanswered.fetch_add(1, SeqCst) + 1;
            let why = "the host failed to answer the code three times; it may be an impostor, so \
                ask for a new code";
            (count >= MOST_UNANSWERED).then(|| why.to_owned())
        }
        _ => None,
    }
}

/// Asks a stranger for the code, on a thread of its own; without a thread they are not let in.
fn ask(shared: &Arc<Mutex<Table>>, tell: &Sender<RemoteMessage>, stranger: Stranger) {
    if let Some(address) = stranger.crowd() {
        let why = format!("too many silent connections from {address}; the oldest are closed");
        drop(tell.send(RemoteMessage::Notice(why)));
    }
    let (shared, tell) = (Arc::clone(shared), tell.clone());
    let ask = move || match stranger.admit() {
        Ok(stream) => add(&shared, &tell, stream),
        Err(CarrierError::Secret(SecretError::WrongCode(part))) => {
            drop(tell.send(RemoteMessage::WrongCode(part)));
        }
        // The thread that waits at the door reports that it is closed to players.
        Err(error @ CarrierError::Shut(GuestRole::Watcher)) => {
            drop(tell.send(RemoteMessage::Notice(error.to_string())));
        }
        Err(_) => {}
    };
    let _ = thread::Builder::new().name("stranger".to_owned()).spawn(ask);
}

/// Has a stream read and written to, on two threads.
fn add(shared: &Arc<Mutex<Table>>, tell: &Sender<RemoteMessage>, stream: Stream) {
    let Stream { reader, writer, closer, part } = stream;
    let mut nonce = [0; NONCE];
    if getrandom::fill(&mut nonce).is_err() {
        return closer.close();
    }
    let (lines, sent) = mpsc::sync_channel(MOST_UNSENT);
    let (ends, ended) = mpsc::channel();
    let id = {
        let mut table = shared.lock().unwrap_or_else(PoisonError::into_inner);
        table.count += 1;
        let id = table.count;
        table.writers.insert(id, Writer { lines, closer: closer.clone(), ended });
        id
    };
    drop(tell.send(RemoteMessage::Connected(id, nonce, part)));
    let ours = closer.clone();
    let write = move || {
        write_lines(writer, &sent);
        ours.finish();
        // This fails only if the program has ended.
        let _ = ends.send(());
    };
    let (theirs, tells, ends_here) = (Arc::clone(shared), tell.clone(), closer.clone());
    let read = move || {
        let why = read_lines(id, reader, &tells);
        ends_here.close();
        let said = ends_here.said();
        theirs.lock().unwrap_or_else(PoisonError::into_inner).writers.remove(&id);
        drop(tells.send(RemoteMessage::Broken(
            id,
            if said.is_empty() { why } else { Fault::Program(said) },
        )));
    };
    let begun = thread::Builder::new()
        .name("link-out".to_owned())
        .spawn(write)
        .and_then(|_| thread::Builder::new().name("link-in".to_owned()).spawn(read));
    if let Err(error) = begun {
        closer.close();
        drop(tell.send(RemoteMessage::Broken(
            id,
            Fault::System(format!("no thread can be started: {error}")),
        )));
    }
}

fn write_lines(mut writer: Box<dyn Write + Send>, lines: &Receiver<Option<String>>) {
    while let Ok(Some(line)) = lines.recv() {
        if writer.write_all(line.as_bytes()).and_then(|()| writer.flush()).is_err() {
            return;
        }
    }
}

/// Passes on each line that comes, until nothing more does; returns why.
fn read_lines(id: LinkId, mut reader: Box<dyn Read + Send>, tell: &Sender<RemoteMessage>) -> Fault {
    let (mut lines, room) = (Lines::default(), Arc::new(Room::default()));
    let mut bytes = [0; 4096];
    loop {
        let count = match reader.read(&mut bytes) {
            Ok(0) => return Fault::Cut,
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => {
                let fault = error.get_ref().and_then(|error| error.downcast_ref::<Fault>());
                let Some(fault) = fault.cloned() else { return Fault::System(error.to_string()) };
                drop(tell.send(RemoteMessage::Faulty(id, fault.clone())));
                return fault;
            }
        };
        let pass_on = |text| {
            // Only when the program ends is there no receiver.
            drop(tell.send(RemoteMessage::Line(id, Heard::wait(text, &room))));
        };
        if lines.feed(&bytes[..count], pass_on).is_err() {
            drop(tell.send(RemoteMessage::Faulty(id, Fault::LongLine)));
            return Fault::LongLine;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_door_that_is_gone_is_not_tried_with_the_old_code() {
        let address = Address::Tcp("127.0.0.1:4000".to_owned());
        let pass = PassCode { code: "amber-boat-lily".parse().unwrap(), part: GuestRole::Player };
        let back = "tetralith join --watch 127.0.0.1:4000".to_owned();
        let way = Way { address, rooms: PathBuf::new(), pass: Some(pass), back };
        let why = |kind: ErrorKind, way: &Way| {
            let (place, source) = ("127.0.0.1:4000".to_owned(), kind.into());
            let error = CarrierError::Unreachable { place, source };
            why_not_again(&error, way, &AtomicU32::new(0))
        };
        let stops = why(ErrorKind::ConnectionRefused, &way).unwrap();
        let wanted = "no host listens at 127.0.0.1:4000 any more; quit, and 'tetralith join \
            --watch 127.0.0.1:4000' continues";
        assert!(stops.starts_with(wanted), "{stops}");
        // The network may come back, and a room has no code.
        assert_eq!(why(ErrorKind::TimedOut, &way), None);
        let room = Way { address: Address::Room("room".to_owned()), pass: None, ..way };
        assert_eq!(why(ErrorKind::ConnectionRefused, &room), None);
    }

    #[test]
    fn hosts_failing_three_proofs_are_not_tried_again() {
        let address = Address::Tcp("127.0.0.1:4000".to_owned());
        let back = "tetralith join --watch 127.0.0.1:4000".to_owned();
        let way = Way { address, rooms: PathBuf::new(), pass: None, back };
        let count = AtomicU32::new(0);
        let why = |error| why_not_again(&CarrierError::Secret(error), &way, &count);
        // A connection that is cut before or in a handshake is tried again.
        for _ in 0..5 {
            assert_eq!(why(SecretError::HungUp), None);
        }
        assert_eq!([why(SecretError::Unanswered), why(SecretError::FalseHost)], [None, None]);
        let stops = why(SecretError::Unanswered).unwrap();
        assert!(stops.contains("may be an impostor"), "{stops}");
        let wrong = why(SecretError::WrongCode(GuestRole::Player)).unwrap();
        let wanted = "the host has a new code; quit, and 'tetralith join --watch";
        assert!(wrong.starts_with(wanted), "{wrong}");
        let late = why(SecretError::Late(GuestRole::Watcher)).unwrap();
        assert!(late.contains("no more spectators"), "{late}");
    }
}

//! One-time codes, and the stream that one of them encrypts.
//!
//! The guest and the host turn the code into a key by SPAKE2, so that an eavesdropper learns
//! nothing of it, and a false guest or host has one guess per connection. With that key as a
//! pre-shared key they run the Noise handshake `NNpsk0`; everything after it is encrypted and
//! authenticated. The host sends nothing but its share of the key before the guest has shown that
//! it knows the code; then it answers, with an empty frame if the code is wrong.
//!
//! Sources: the format of python-spake2, which the crate `spake2` 0.4 follows (older than RFC 9382,
//! and not the same); Perrin, "The Noise Protocol Framework", revision 34.

mod words;

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use snow::{Builder, HandshakeState, StatelessTransportState};
use spake2::{Ed25519Group, Identity, Password, Spake2};
use tetralith_core::text::Excerpt;
use thiserror::Error;

use crate::budget::{Budget, FRAMES};
use crate::fault::Fault;
use words::WORDS;

/// The Noise protocol that is spoken.
const PATTERN: &str = "Noise_NNpsk0_25519_ChaChaPoly_BLAKE2s";

/// The data that both sides bind their handshake to.
const PROLOGUE: &[u8] = b"tetralith remote 1";

/// The bytes of a share of the key.
const SHARE: usize = 33;

/// The most bytes of a frame of the handshake.
const FRAME: usize = 256;

/// The most bytes of text in a frame.
const MAX_PIECE: usize = 16 << 10;

/// The bytes that a frame has beyond its text.
const TAG: usize = 16;

/// The wrong codes for one part after which a host lets in no more guests who want it.
pub const MOST_WRONG: u32 = 3;

/// A reason why a code was not agreed on, or a stream broke.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "their sentences say it")]
pub enum SecretError {
    #[error("'{0}' is not a code; a code is three words, as in 'amber-boat-lily'")]
    NoCode(Excerpt),
    /// The code for this part was wrong.
    #[error("the code is wrong; after {MOST_WRONG} wrong codes the host {}", .0.end())]
    WrongCode(GuestRole),
    /// There were too many wrong codes for this part before.
    #[error("after {MOST_WRONG} wrong codes the host {}", .0.end())]
    Late(GuestRole),
    /// The host hung up before it had asked for the code.
    #[error("the host hung up at once; it may be full or closed: try again in a minute")]
    HungUp,
    /// The host has seen proof of the code and did not answer, which a false host does to guess it.
    #[error("the host did not answer the code")]
    Unanswered,
    /// The answering side does not know the code.
    #[error("the other side does not know the code; it may be an impostor")]
    FalseHost,
    /// The bytes are no part of a handshake.
    #[error("the other side does not speak this protocol")]
    NoHandshake,
    /// The stream ended before both sides knew each other.
    #[error("the connection broke off; try again with the same code")]
    BrokenOff,
    /// Nothing came for too long.
    #[error("the other side does not answer; try again later")]
    Silent,
    /// The system has no random bytes, or the stream fails.
    #[error("the connection failed: {0}")]
    Io(#[source] io::Error),
}

impl From<io::Error> for SecretError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::BrokenOff,
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => Self::Silent,
            _ => Self::Io(error),
        }
    }
}

/// A code of three words.
#[derive(Clone, PartialEq, Eq)]
pub struct Code([u8; 3]);

impl Code {
    /// A random code: one of sixteen million.
    ///
    /// # Errors
    /// [`SecretError::Io`] if the system has no random bytes.
    pub fn draw() -> Result<Self, SecretError> {
        let mut places = [0; 3];
        getrandom::fill(&mut places).map_err(|error| io::Error::other(error.to_string()))?;
        Ok(Self(places))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.0.map(|place| WORDS[usize::from(place)]);
        write!(f, "{a}-{b}-{c}")
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Not where it may be read later.
        f.write_str("Code(…)")
    }
}

impl FromStr for Code {
    type Err = SecretError;

    /// Reads a code as typed: in any case, with blanks or hyphens between the words.
    fn from_str(text: &str) -> Result<Self, SecretError> {
        let lower = text.to_lowercase();
        let mut places =
            lower.split(|c: char| c == '-' || c.is_whitespace()).filter(|word| !word.is_empty());
        let mut next = || {
            places.next().and_then(|word| WORDS.binary_search(&word).ok()).map(|place| place as u8)
        };
        match (next(), next(), next()) {
            (Some(a), Some(b), Some(c)) if places.next().is_none() => Ok(Self([a, b, c])),
            _ => Err(SecretError::NoCode(Excerpt::new(text))),
        }
    }
}

/// The keys of a stream, one for each direction.
#[derive(Clone)]
pub struct Keys(Arc<StatelessTransportState>);

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys(…)")
    }
}

/// The role of a guest, which a code admits to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum GuestRole {
    Player,
    Watcher,
}

/// The byte before the share of a guest who comes to watch.
const WATCH: u8 = b'W';

impl GuestRole {
    /// Says of a host that it lets in no more guests with this part.
    const fn end(self) -> &'static str {
        match self {
            Self::Player => "stops listening",
            Self::Watcher => "lets in no more spectators",
        }
    }

    /// The identities of a guest with this part, and of the host.
    fn identities(self) -> [Identity; 2] {
        let guest: &[u8] = match self {
            Self::Player => b"tetralith guest",
            Self::Watcher => b"tetralith watcher",
        };
        [Identity::new(guest), Identity::new(b"tetralith host")]
    }
}

/// A code, and the part that it admits to.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct PassCode {
    pub code: Code,
    pub part: GuestRole,
}

/// The answer to a guest who was late: a frame with one byte, which no message of Noise is.
const LATE: [u8; 3] = [0, 1, b'L'];

/// The host's judgement of a guess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guess {
    /// The guest knows the code.
    Right,
    /// It does not.
    Wrong,
    /// The door is closed, even to a guest who knows the code.
    Late,
}

/// Agrees on keys with a host, as a guest with a `pass`.
///
/// # Errors
/// [`SecretError::WrongCode`] or [`SecretError::Late`] if the host says so,
/// [`SecretError::Unanswered`] or [`SecretError::FalseHost`] if it does not answer the proof that
/// it was given, as a false host would do; the others if it has been given none.
pub fn knock(stream: &mut (impl Read + Write), pass: &PassCode) -> Result<Keys, SecretError> {
    let [guest, host] = pass.part.identities();
    let (state, share) =
        Spake2::<Ed25519Group>::start_a(&Password::new(pass.code.to_string()), &guest, &host);
    let mut ours = Vec::with_capacity(1 + SHARE);
    ours.extend((pass.part == GuestRole::Watcher).then_some(WATCH));
    ours.extend(share);
    let mut theirs = [0; SHARE];
    stream.write_all(&ours).and_then(|()| stream.read_exact(&mut theirs)).map_err(hung_up)?;
    let key = state.finish(&theirs).map_err(|_| SecretError::NoHandshake)?;
    let mut noise = builder(&key)?.build_initiator().map_err(|_| SecretError::NoHandshake)?;
    send_handshake(stream, &mut noise)?;
    let mut frame = [0; FRAME];
    let frame = hear_frame(stream, &mut frame).map_err(|_| SecretError::Unanswered)?;
    match frame {
        [] => return Err(SecretError::WrongCode(pass.part)),
        [_] => return Err(SecretError::Late(pass.part)),
        _ => {}
    }
    noise.read_message(frame, &mut [0; FRAME]).map_err(|_| SecretError::FalseHost)?;
    finish(noise)
}

/// An error of a connection before the host has sent its share.
fn hung_up(error: io::Error) -> SecretError {
    use ErrorKind as K;
    match error.kind() {
        K::UnexpectedEof | K::ConnectionReset | K::BrokenPipe | K::ConnectionAborted => {
            SecretError::HungUp
        }
        _ => error.into(),
    }
}

/// Agrees on keys with a guest, as the host, whose code for each part is that of `codes`; returns
/// them with the guest's part.
///
/// Once the guest has sent its guess, `judge` is called with its part and the question of whether
/// that is right, and decides whether the guest is let in: so several guests who guess at the same
/// time can be judged one after the other.
///
/// # Errors
/// [`SecretError::WrongCode`] or [`SecretError::Late`] if the guest is not let in,
/// [`SecretError::NoHandshake`] or [`SecretError::Io`] if there was no guess.
pub fn answer<'a>(
    stream: &mut (impl Read + Write),
    codes: impl FnOnce(GuestRole) -> Option<&'a Code>,
    judge: impl FnOnce(GuestRole, &mut dyn FnMut() -> bool) -> Guess,
) -> Result<(Keys, GuestRole), SecretError> {
    let mut theirs = [0; SHARE];
    stream.read_exact(&mut theirs[..1])?;
    let part = if theirs[0] == WATCH { GuestRole::Watcher } else { GuestRole::Player };
    let unread = usize::from(part == GuestRole::Player);
    stream.read_exact(&mut theirs[unread..])?;
    let code = codes(part).ok_or(SecretError::NoHandshake)?;
    let [guest, host] = part.identities();
    let (state, ours) =
        Spake2::<Ed25519Group>::start_b(&Password::new(code.to_string()), &guest, &host);
    // A guest who sends something else gets no answer at all.
    let key = state.finish(&theirs).map_err(|_| SecretError::NoHandshake)?;
    stream.write_all(&ours)?;
    let mut noise = builder(&key)?.build_responder().map_err(|_| SecretError::NoHandshake)?;
    // Only from here on does it count as a guess: a guest that leaves earlier has not made one and
    // has learnt nothing.
    let mut frame = [0; FRAME];
    let proof = hear_frame(stream, &mut frame)?;
    let (refusal, error) =
        match judge(part, &mut || noise.read_message(proof, &mut [0; FRAME]).is_ok()) {
            Guess::Right => {
                send_handshake(stream, &mut noise)?;
                return Ok((finish(noise)?, part));
            }
            Guess::Wrong => (&[0; 2][..], SecretError::WrongCode(part)),
            Guess::Late => (&LATE[..], SecretError::Late(part)),
        };
    // A guest who is gone gets no answer.
    let _ = stream.write_all(refusal);
    Err(error)
}

fn builder(key: &[u8]) -> Result<Builder<'_>, SecretError> {
    let key: &[u8; 32] = key.try_into().map_err(|_| SecretError::NoHandshake)?;
    let pattern = PATTERN.parse().map_err(|_| SecretError::NoHandshake)?;
    let builder = Builder::new(pattern).psk(0, key).and_then(|builder| builder.prologue(PROLOGUE));
    builder.map_err(|_| SecretError::NoHandshake)
}

fn send_handshake(stream: &mut impl Write, noise: &mut HandshakeState) -> Result<(), SecretError> {
    let mut frame = [0; FRAME];
    let length = noise.write_message(&[], &mut frame[2..]).map_err(|_| SecretError::NoHandshake)?;
    frame[..2].copy_from_slice(&(length as u16).to_be_bytes());
    Ok(stream.write_all(&frame[..2 + length])?)
}

fn hear_frame<'a>(
    stream: &mut impl Read,
    frame: &'a mut [u8; FRAME],
) -> Result<&'a [u8], SecretError> {
    let mut length = [0; 2];
    stream.read_exact(&mut length)?;
    let frame =
        frame.get_mut(..usize::from(u16::from_be_bytes(length))).ok_or(SecretError::NoHandshake)?;
    stream.read_exact(frame)?;
    Ok(frame)
}

fn finish(noise: HandshakeState) -> Result<Keys, SecretError> {
    let keys = noise.into_stateless_transport_mode().map_err(|_| SecretError::NoHandshake)?;
    Ok(Keys(Arc::new(keys)))
}

/// Writes to a stream what only the other side can read.
#[derive(Debug)]
pub struct Sealed<W> {
    keys: Keys,
    count: u64,
    to: W,
}

impl<W> Sealed<W> {
    /// Writes to `to` with these `keys`; nothing was written with them yet.
    pub const fn new(keys: Keys, to: W) -> Self {
        Self { keys, count: 0, to }
    }
}

impl<W: Write> Write for Sealed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.is_empty() {
            return Ok(0);
        }
        let piece = &bytes[..bytes.len().min(MAX_PIECE)];
        let mut frame = vec![0; 2 + piece.len() + TAG];
        let length = self
            .keys
            .0
            .write_message(self.count, piece, &mut frame[2..])
            .map_err(io::Error::other)?;
        self.count += 1;
        frame[..2].copy_from_slice(&(length as u16).to_be_bytes());
        self.to.write_all(&frame[..2 + length])?;
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Reads from a stream what only the other side can have written, in its order.
///
/// Frames are counted, those without text are refused, and an error of the other side comes as a
/// [`Fault`] inside the system's error.
#[derive(Debug)]
pub struct Opened<R> {
    keys: Keys,
    count: u64,
    from: R,
    /// The text that was read and not handed on.
    piece: Vec<u8>,
    at: usize,
    budget: Budget,
    began: Instant,
}

impl<R> Opened<R> {
    /// Reads from `from` with these `keys`; nothing was read with them yet.
    pub fn new(keys: Keys, from: R) -> Self {
        let budget = Budget::new(FRAMES, Duration::ZERO);
        Self { keys, count: 0, from, piece: Vec::new(), at: 0, budget, began: Instant::now() }
    }
}

impl<R: Read> Opened<R> {
    /// Reads the next frame; false at the end of the stream.
    fn read_frame(&mut self) -> io::Result<bool> {
        let mut length = [0; 2];
        if self.from.read(&mut length[..1])? == 0 {
            return Ok(false);
        }
        self.from.read_exact(&mut length[1..])?;
        let mut frame = vec![0; usize::from(u16::from_be_bytes(length))];
        self.from.read_exact(&mut frame)?;
        if frame.len() <= TAG || !self.budget.spend(1.0, self.began.elapsed()) {
            return Err(io::Error::other(Fault::Flood));
        }
        let mut piece = vec![0; frame.len() - TAG];
        self.keys
            .0
            .read_message(self.count, &frame, &mut piece)
            .map_err(|_| io::Error::other(Fault::Tampered))?;
        self.count += 1;
        (self.piece, self.at) = (piece, 0);
        Ok(true)
    }
}

impl<R: Read> Read for Opened<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.at == self.piece.len() && !self.read_frame()? {
            return Ok(0);
        }
        let count = into.len().min(self.piece.len() - self.at);
        into[..count].copy_from_slice(&self.piece[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::net::UnixStream;
    use std::thread;

    use super::*;

    fn code(text: &str) -> Code {
        text.parse().unwrap()
    }

    fn pass(text: &str) -> PassCode {
        PassCode { code: code(text), part: GuestRole::Player }
    }

    const fn judged(is_right: bool) -> Guess {
        if is_right { Guess::Right } else { Guess::Wrong }
    }

    /// The results of a handshake between a host and a guest who know these codes.
    fn meet(host: &str, guest: &str) -> [Result<(Keys, UnixStream), SecretError>; 2] {
        let (mut here, mut there) = UnixStream::pair().unwrap();
        let (host, guest) = (code(host), pass(guest));
        let answered = thread::spawn(move || {
            answer(&mut here, |_| Some(&host), |_, is_right| judged(is_right()))
                .map(|(keys, _)| (keys, here))
        });
        let knocked = knock(&mut there, &guest).map(|keys| (keys, there));
        [answered.join().unwrap(), knocked]
    }

    #[test]
    fn codes_are_read_as_they_are_said() {
        assert!(WORDS.is_sorted());
        let drawn = Code::draw().unwrap();
        assert_eq!(code(&drawn.to_string().to_uppercase().replace('-', "  ")), drawn);
        for text in ["", "amber", "amber-boat", "amber-boat-lily-lily", "amber-boat-zzz"] {
            assert!(matches!(text.parse::<Code>(), Err(SecretError::NoCode(_))), "{text}");
        }
        assert!(!format!("{drawn:?}").contains('-'));
    }

    #[test]
    fn encrypted_lines_are_read_with_the_code_alone() {
        let [Ok((here, mut host)), Ok((there, guest))] = meet("amber-boat-lily", "amber-boat-lily")
        else {
            panic!()
        };
        let text = "a move for no other eyes\n".repeat(2_000);
        let sent = text.clone();
        let wire = guest.try_clone().unwrap();
        let sending =
            thread::spawn(move || Sealed::new(there, guest).write_all(sent.as_bytes()).unwrap());
        let mut read = vec![0; text.len()];
        Opened::new(here.clone(), &mut host).read_exact(&mut read).unwrap();
        sending.join().unwrap();
        assert!(read == text.as_bytes());
        // The host's bytes reach the guest's end of the wire encrypted.
        Sealed::new(here, &host).write_all(b"pass word").unwrap();
        let mut raw = [0; 64];
        let count = (&wire).read(&mut raw).unwrap();
        assert!(count == 2 + 9 + TAG && !raw.windows(4).any(|four| four == b"pass"));
    }

    #[test]
    fn a_wrong_code_is_noticed_on_both_sides() {
        let [host, guest] = meet("amber-boat-lily", "amber-boat-lark");
        assert!(
            matches!(host, Err(SecretError::WrongCode(GuestRole::Player)))
                && matches!(guest, Err(SecretError::WrongCode(GuestRole::Player)))
        );
    }

    /// A connection that holds what a host sends, then fails with an error or ends.
    struct Script {
        bytes: io::Cursor<Vec<u8>>,
        error: Option<ErrorKind>,
    }

    impl Script {
        /// A host that sends its share, made with `words`, and `more` after it.
        fn shared(words: &str, more: &[u8], error: Option<ErrorKind>) -> Self {
            let [guest, host] = GuestRole::Player.identities();
            let (_, mut bytes) =
                Spake2::<Ed25519Group>::start_b(&Password::new(words), &guest, &host);
            bytes.extend(more);
            Self { bytes: io::Cursor::new(bytes), error }
        }
    }

    impl Read for Script {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            match (self.bytes.read(into)?, self.error) {
                (0, Some(kind)) => Err(kind.into()),
                (count, _) => Ok(count),
            }
        }
    }

    impl Write for Script {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn only_the_host_says_that_a_code_is_wrong() {
        let lily = "amber-boat-lily";
        let said = |mut host: Script| knock(&mut host, &pass(lily)).unwrap_err();
        let slow = said(Script::shared(lily, &[], Some(ErrorKind::WouldBlock)));
        assert!(matches!(slow, SecretError::Unanswered), "{slow}");
        let cut = said(Script::shared(lily, &[0], None));
        assert!(matches!(cut, SecretError::Unanswered), "{cut}");
        let wrong = said(Script::shared(lily, &[0, 0], None));
        assert!(matches!(wrong, SecretError::WrongCode(GuestRole::Player)), "{wrong}");
        let late = said(Script::shared(lily, &LATE, None));
        assert!(matches!(late, SecretError::Late(GuestRole::Player)), "{late}");
        let mut answer = vec![0, 48];
        answer.extend([7; 48]);
        let guessing = said(Script::shared("amber-boat-lark", &answer, None));
        assert!(matches!(guessing, SecretError::FalseHost), "{guessing}");
        let full = said(Script { bytes: io::Cursor::default(), error: None });
        assert!(matches!(full, SecretError::HungUp), "{full}");
        let silent = Script { bytes: io::Cursor::default(), error: Some(ErrorKind::WouldBlock) };
        let silent = said(silent);
        assert!(matches!(silent, SecretError::Silent), "{silent}");
    }

    #[test]
    fn each_part_has_its_own_code() {
        let codes = [code("amber-boat-lily"), code("amber-boat-lark")];
        for (part, words, is_right) in [
            (GuestRole::Player, "amber-boat-lily", true),
            (GuestRole::Player, "amber-boat-lark", false),
            (GuestRole::Watcher, "amber-boat-lark", true),
            (GuestRole::Watcher, "amber-boat-lily", false),
        ] {
            let (mut here, mut there) = UnixStream::pair().unwrap();
            let pass = PassCode { code: code(words), part };
            let codes = codes.clone();
            let answered = thread::spawn(move || {
                let of = |part| Some(&codes[usize::from(part == GuestRole::Watcher)]);
                answer(&mut here, of, |_, is_right| judged(is_right())).map(|(_, part)| part)
            });
            assert_eq!(knock(&mut there, &pass).is_ok(), is_right, "{part:?} {words}");
            assert_eq!(answered.join().unwrap().ok(), is_right.then_some(part));
        }
    }

    #[test]
    fn frames_without_text_and_floods_of_frames_are_refused() {
        let [Ok((here, host)), Ok((there, mut guest))] = meet("amber-boat-lily", "amber-boat-lily")
        else {
            panic!()
        };
        let flood_of = |error: &io::Error| {
            let fault = error.get_ref().and_then(|fault| fault.downcast_ref::<Fault>());
            fault == Some(&Fault::Flood)
        };
        let mut empty = [0; 2 + TAG];
        there.0.write_message(0, &[], &mut empty[2..]).unwrap();
        empty[1] = TAG as u8;
        guest.write_all(&empty).unwrap();
        let refused = Opened::new(here, host).read(&mut [0; 8]).unwrap_err();
        assert!(flood_of(&refused), "{refused}");
        let [Ok((here, _)), Ok((there, _))] = meet("amber-boat-lily", "amber-boat-lily") else {
            panic!()
        };
        let mut frames = Vec::new();
        let mut sealed = Sealed::new(there, &mut frames);
        for _ in 0..10_000 {
            sealed.write_all(b" ").unwrap();
        }
        let mut text = Vec::new();
        let refused = Opened::new(here, &*frames).read_to_end(&mut text).unwrap_err();
        assert!(flood_of(&refused) && text.len() < 1_000, "{refused}: {}", text.len());
    }

    #[test]
    fn a_frame_that_was_changed_or_comes_twice_is_refused() {
        for change in [true, false] {
            let [Ok((here, host)), Ok((there, guest))] = meet("amber-boat-lily", "amber-boat-lily")
            else {
                panic!()
            };
            let mut frames = Vec::new();
            Sealed::new(there, &mut frames).write_all(b"e5\n").unwrap();
            if change {
                let last = frames.len() - 1;
                frames[last] ^= 1;
            } else {
                frames.extend(frames.clone());
            }
            (&guest).write_all(&frames).unwrap();
            drop(guest);
            let mut text = String::new();
            let read = Opened::new(here, host).read_to_string(&mut text);
            let error = read.unwrap_err();
            let fault = error.get_ref().and_then(|fault| fault.downcast_ref::<Fault>());
            assert_eq!(fault, Some(&Fault::Tampered));
            assert_eq!(text.len(), if change { 0 } else { 3 });
        }
    }

    #[test]
    fn a_host_answers_nothing_that_is_no_share_of_a_key() {
        let (mut here, mut there) = UnixStream::pair().unwrap();
        there.write_all(&[b'G'; SHARE]).unwrap();
        let code = code("amber-boat-lily");
        let refused = answer(&mut here, |_| Some(&code), |_, is_right| judged(is_right()));
        assert!(matches!(refused, Err(SecretError::NoHandshake)));
        drop(here);
        let mut told = Vec::new();
        there.read_to_end(&mut told).unwrap();
        assert!(told.is_empty());
    }
}

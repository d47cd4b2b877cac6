//! One-time codes, and the stream that one of them encrypts.
//!
//! The guest and the host turn the code into a key by SPAKE2, so that an eavesdropper learns
//! nothing of it, and a guesser has one guess per connection. With that key as a pre-shared key
//! they run the Noise handshake `NNpsk0`; everything after it is encrypted and authenticated. The
//! host sends nothing but its share of the key before the guest has shown that it knows the code.
//!
//! Sources: RFC 9382 (SPAKE2); Perrin, "The Noise Protocol Framework", revision 34.

mod words;

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::str::FromStr;
use std::sync::Arc;

use snow::{Builder, HandshakeState, StatelessTransportState};
use spake2::{Ed25519Group, Identity, Password, Spake2};
use tetralith_core::text::Excerpt;
use thiserror::Error;

use words::WORDS;

/// The Noise protocol that is spoken.
const PATTERN: &str = "Noise_NNpsk0_25519_ChaChaPoly_BLAKE2s";

/// What both sides bind their handshake to.
const PROLOGUE: &[u8] = b"tetralith remote 1";

/// The bytes of a share of the key.
const SHARE: usize = 33;

/// The most bytes of a frame of the handshake.
const FRAME: usize = 256;

/// The most bytes of a frame.
const MAX_FRAME: usize = 65_535;

/// The most bytes of text in a frame.
const MAX_PIECE: usize = 16 << 10;

/// The bytes by which a frame is longer than its text.
const TAG: usize = 16;

/// A reason why a code was not agreed on, or a stream broke.
#[derive(Debug, Error)]
pub enum SecretError {
    /// A text is no code.
    #[error("'{0}' is not a code; it is three words, as in 'amber-boat-lily'")]
    NoCode(Excerpt),
    /// The other side does not know the code.
    #[error("the code is wrong; after three wrong codes the host lets nobody in")]
    WrongCode,
    /// What came is no part of a handshake.
    #[error("the other side does not speak this protocol")]
    NoHandshake,
    /// The system has no random bytes, or the stream fails.
    #[error("the connection failed: {0}")]
    Io(#[from] io::Error),
}

/// A code of three words.
#[derive(Clone, PartialEq, Eq)]
pub struct Code([u8; 3]);

impl Code {
    /// A code that nobody can guess: one of sixteen million.
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
        // Not where somebody may read it later.
        f.write_str("Code(…)")
    }
}

impl FromStr for Code {
    type Err = SecretError;

    /// Reads a code as somebody typed it: in any case, with blanks or hyphens between the words.
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

/// Agrees on keys with a host, as a guest who knows the `code`.
///
/// # Errors
/// [`SecretError::WrongCode`] if the host hangs up after it has seen proof of the guest's code.
pub fn knock(stream: &mut (impl Read + Write), code: &Code) -> Result<Keys, SecretError> {
    let (guest, host) = (Identity::new(b"tetralith guest"), Identity::new(b"tetralith host"));
    let (state, ours) =
        Spake2::<Ed25519Group>::start_a(&Password::new(code.to_string()), &guest, &host);
    stream.write_all(&ours)?;
    let mut theirs = [0; SHARE];
    stream.read_exact(&mut theirs)?;
    let key = state.finish(&theirs).map_err(|_| SecretError::NoHandshake)?;
    let mut noise = builder(&key)?.build_initiator().map_err(|_| SecretError::NoHandshake)?;
    send_handshake(stream, &mut noise)?;
    hear_handshake(stream, &mut noise).map_err(|error| match error {
        // A host that is only slow can be tried again.
        SecretError::Io(source)
            if matches!(source.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
        {
            SecretError::Io(ErrorKind::TimedOut.into())
        }
        // A host hangs up on a wrong code.
        _ => SecretError::WrongCode,
    })?;
    finish(noise)
}

/// Agrees on keys with a guest, as the host who gave out the `code`.
///
/// Once the guest has sent its guess, `judge` is called with the question of whether that is right,
/// and says whether the guest is let in: so several guests who guess at the same time can be judged
/// one after the other.
///
/// # Errors
/// [`SecretError::WrongCode`] if the guest is not let in, [`SecretError::NoHandshake`] or
/// [`SecretError::Io`] if there was no guess.
pub fn answer(
    stream: &mut (impl Read + Write),
    code: &Code,
    judge: impl FnOnce(&mut dyn FnMut() -> bool) -> bool,
) -> Result<Keys, SecretError> {
    let mut theirs = [0; SHARE];
    stream.read_exact(&mut theirs)?;
    let (guest, host) = (Identity::new(b"tetralith guest"), Identity::new(b"tetralith host"));
    let (state, ours) =
        Spake2::<Ed25519Group>::start_b(&Password::new(code.to_string()), &guest, &host);
    // Whoever sends something else gets no answer at all.
    let key = state.finish(&theirs).map_err(|_| SecretError::NoHandshake)?;
    stream.write_all(&ours)?;
    let mut noise = builder(&key)?.build_responder().map_err(|_| SecretError::NoHandshake)?;
    // Only from here on does it count as a guess: a guest that leaves earlier has not made one and
    // has learnt nothing.
    let mut frame = [0; FRAME];
    let proof = hear_frame(stream, &mut frame)?;
    if !judge(&mut || noise.read_message(proof, &mut [0; FRAME]).is_ok()) {
        return Err(SecretError::WrongCode);
    }
    send_handshake(stream, &mut noise)?;
    finish(noise)
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

fn hear_handshake(stream: &mut impl Read, noise: &mut HandshakeState) -> Result<(), SecretError> {
    let mut frame = [0; FRAME];
    let frame = hear_frame(stream, &mut frame)?;
    noise.read_message(frame, &mut [0; FRAME]).map_err(|_| SecretError::WrongCode)?;
    Ok(())
}

/// Reads a frame of the handshake into `frame`.
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
    /// Writes to `to` with these `keys`, of which nothing was written yet.
    pub const fn new(keys: Keys, to: W) -> Self {
        Self { keys, count: 0, to }
    }
}

impl<W: Write> Write for Sealed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
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
#[derive(Debug)]
pub struct Opened<R> {
    keys: Keys,
    count: u64,
    from: R,
    /// What was read and not handed on.
    piece: Vec<u8>,
    at: usize,
}

impl<R> Opened<R> {
    /// Reads from `from` with these `keys`, of which nothing was read yet.
    pub const fn new(keys: Keys, from: R) -> Self {
        Self { keys, count: 0, from, piece: Vec::new(), at: 0 }
    }
}

impl<R: Read> Read for Opened<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.at == self.piece.len() {
            let mut length = [0; 2];
            if self.from.read(&mut length[..1])? == 0 {
                return Ok(0);
            }
            self.from.read_exact(&mut length[1..])?;
            let mut frame = vec![0; usize::from(u16::from_be_bytes(length))];
            self.from.read_exact(&mut frame)?;
            let mut piece = vec![0; MAX_FRAME];
            let read = self.keys.0.read_message(self.count, &frame, &mut piece);
            let length = read.map_err(|_| {
                io::Error::new(io::ErrorKind::InvalidData, "what came was changed on its way")
            })?;
            self.count += 1;
            piece.truncate(length);
            (self.piece, self.at) = (piece, 0);
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

    /// The results of a handshake between a host and a guest who know these codes.
    fn meet(host: &str, guest: &str) -> [Result<(Keys, UnixStream), SecretError>; 2] {
        let (mut here, mut there) = UnixStream::pair().unwrap();
        let (host, guest) = (code(host), code(guest));
        let answered = thread::spawn(move || {
            answer(&mut here, &host, |is_right| is_right()).map(|keys| (keys, here))
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
    fn what_is_written_with_the_code_is_read_with_it_and_is_not_plain() {
        let [Ok((here, mut host)), Ok((there, guest))] = meet("amber-boat-lily", "amber-boat-lily")
        else {
            panic!()
        };
        let text = "a move that nobody else shall read\n".repeat(2_000);
        let sent = text.clone();
        let wire = guest.try_clone().unwrap();
        let sending =
            thread::spawn(move || Sealed::new(there, guest).write_all(sent.as_bytes()).unwrap());
        let mut read = vec![0; text.len()];
        Opened::new(here.clone(), &mut host).read_exact(&mut read).unwrap();
        sending.join().unwrap();
        assert!(read == text.as_bytes());
        // What the host writes comes to the guest's end of the wire encrypted.
        Sealed::new(here, &host).write_all(b"pass word").unwrap();
        let mut raw = [0; 64];
        let count = (&wire).read(&mut raw).unwrap();
        assert!(count == 2 + 9 + TAG && !raw.windows(4).any(|four| four == b"pass"));
    }

    #[test]
    fn a_wrong_code_is_noticed_on_both_sides() {
        let [host, guest] = meet("amber-boat-lily", "amber-boat-lark");
        assert!(
            matches!(host, Err(SecretError::WrongCode))
                && matches!(guest, Err(SecretError::WrongCode))
        );
    }

    /// A host that sends its share, and nothing for long after it.
    struct Stalls(Vec<u8>);

    impl Read for Stalls {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Err(ErrorKind::WouldBlock.into());
            }
            let count = into.len().min(self.0.len());
            into[..count].copy_from_slice(&self.0[..count]);
            self.0.drain(..count);
            Ok(count)
        }
    }

    impl Write for Stalls {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_host_that_takes_long_has_not_called_the_code_wrong() {
        let (guest, host) = (Identity::new(b"tetralith guest"), Identity::new(b"tetralith host"));
        let (_, share) =
            Spake2::<Ed25519Group>::start_b(&Password::new("amber-boat-lily"), &guest, &host);
        let found = knock(&mut Stalls(share), &"amber-boat-lily".parse().unwrap());
        assert!(
            matches!(found, Err(SecretError::Io(source)) if source.kind() == ErrorKind::TimedOut)
        );
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
            assert_eq!(read.unwrap_err().kind(), io::ErrorKind::InvalidData);
            assert_eq!(text.len(), if change { 0 } else { 3 });
        }
    }

    #[test]
    fn a_host_answers_nothing_that_is_no_share_of_a_key() {
        let (mut here, mut there) = UnixStream::pair().unwrap();
        there.write_all(&[b'G'; SHARE]).unwrap();
        let refused = answer(&mut here, &code("amber-boat-lily"), |is_right| is_right());
        assert!(matches!(refused, Err(SecretError::NoHandshake)));
        drop(here);
        let mut told = Vec::new();
        there.read_to_end(&mut told).unwrap();
        assert!(told.is_empty());
    }
}

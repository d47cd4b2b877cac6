//! Bytes that a terminal may send, in pieces with pauses between them.

use std::time::{Duration, Instant};

use tetralith_terminput::{
    Decoder, Input, KeyCode, KeyEvent, KeyModifiers, LONG_PATIENCE, MAX_PASTE, TerminalReport,
};

use crate::Source;

/// The pauses after a piece: none, shorter than any wait, longer than the wait for keys, and longer
/// than any wait.
const PAUSES: [Duration; 4] =
    [Duration::ZERO, Duration::from_millis(10), Duration::from_millis(60), Duration::from_secs(3)];

/// The most bytes that wait for their rest besides those of a paste.
const MOST_PENDING: usize = 8 << 10;

/// With any input, the decoder waits for a bounded time in bounded memory and hears a key after it;
/// without pauses the result does not depend on how the bytes are cut.
pub(crate) fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let (mut decoder, mut now) = (Decoder::default(), Instant::now());
    let (mut pieces, mut paused) = (Vec::new(), false);
    let mut inputs = Vec::new();
    while !source.is_empty() {
        let choice = source.byte();
        let length = usize::from(choice >> 2).min(source.rest().len());
        let pause = PAUSES[usize::from(choice & 3)];
        let piece = &source.rest()[..length];
        source.skip(length);
        inputs.extend(feed(&mut decoder, piece, now));
        inputs.extend(wait(&mut decoder, now, pause));
        now += pause;
        paused |= pause > PAUSES[1];
        pieces.push(piece);
    }
    let all = pieces.concat();
    if !paused {
        assert_eq!(inputs, Decoder::default().feed(&all, now), "it matters how bytes are cut");
    }
    inputs.into_iter().for_each(assert_bounded);
    // Two keys, because an unfinished sequence with numbers may take the first of them for its end.
    let wanted = Input::Key(KeyCode::Char('q').into());
    let mut last = None;
    for _ in 0..2 {
        wait(&mut decoder, now, PAUSES[3]);
        now += PAUSES[3];
        last = feed(&mut decoder, b"q", now)
            .pop()
            .or_else(|| wait(&mut decoder, now, PAUSES[3]).pop());
    }
    assert_eq!(last, Some(wanted), "a key is not heard");
    let control = Input::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    let mut decoder = Decoder::default();
    decoder.feed(&all, now);
    wait(&mut decoder, now, LONG_PATIENCE);
    assert_eq!(
        feed(&mut decoder, b"\x03", now + LONG_PATIENCE).pop(),
        Some(control),
        "a control key is not heard"
    );
}

fn feed(decoder: &mut Decoder, bytes: &[u8], now: Instant) -> Vec<Input> {
    let inputs = decoder.feed(bytes, now);
    assert!(decoder.pending() < MOST_PENDING + bytes.len() || decoder.pending() < MAX_PASTE + 20);
    assert!(
        decoder.deadline().is_none_or(|deadline| deadline > now && deadline <= now + LONG_PATIENCE)
    );
    inputs
}

/// Lets `pause` pass from `now` on.
fn wait(decoder: &mut Decoder, now: Instant, pause: Duration) -> Vec<Input> {
    let mut inputs = Vec::new();
    let mut timeouts = 0;
    while let Some(deadline) = decoder.deadline().filter(|deadline| *deadline <= now + pause) {
        inputs.extend(decoder.timeout(deadline));
        timeouts += 1;
        assert!(timeouts < 100, "it waits again and again");
    }
    inputs
}

/// Panics if a pasted text is longer than it may be, or a report holds control characters.
fn assert_bounded(input: Input) {
    match input {
        Input::Paste(text) => assert!(text.len() <= 3 * MAX_PASTE),
        Input::Report(report) => {
            let text = match &report {
                TerminalReport::Version(text)
                | TerminalReport::Capability(text)
                | TerminalReport::Style(text) => text,
                TerminalReport::Graphics(answer) => &answer.message,
                _ => "",
            };
            assert!(!text.chars().any(char::is_control), "{report:?}");
        }
        _ => {}
    }
}

//! Compares what a parser of a terminal's output makes of what a terminal sends with what the
//! decoder makes of it: the reasons for having one of its own. If a later version of the parser
//! loses less, these tests fail and report it.

use std::time::Instant;

use tetralith_terminput::{
    Decoder, Input, KeyCode, KeyEvent, KeyModifiers, PATIENCE, TerminalReport,
};
use vte::{Params, Parser, Perform};

/// Everything that the parser reports, each as a line.
#[derive(Default)]
struct Told(Vec<String>);

impl Perform for Told {
    fn print(&mut self, c: char) {
        self.0.push(format!("print {c:?}"));
    }

    fn execute(&mut self, byte: u8) {
        self.0.push(format!("execute {byte:#04x}"));
    }

    fn put(&mut self, byte: u8) {
        self.0.push(format!("put {byte:#04x}"));
    }

    fn hook(&mut self, _: &Params, _: &[u8], _: bool, last: char) {
        self.0.push(format!("hook {last}"));
    }

    fn unhook(&mut self) {
        self.0.push("unhook".to_owned());
    }

    fn osc_dispatch(&mut self, parts: &[&[u8]], _: bool) {
        self.0.push(format!("osc of {}", parts.len()));
    }

    fn csi_dispatch(&mut self, parameters: &Params, _: &[u8], _: bool, last: char) {
        self.0.push(format!("csi {:?} {last}", parameters.iter().flatten().collect::<Vec<_>>()));
    }

    fn esc_dispatch(&mut self, _: &[u8], _: bool, byte: u8) {
        self.0.push(format!("esc {:?}", char::from(byte)));
    }
}

fn performed(bytes: &[u8]) -> Vec<String> {
    let (mut parser, mut performed) = (Parser::new(), Told::default());
    parser.advance(&mut performed, bytes);
    performed.0
}

/// The inputs that the decoder makes of the same bytes, once nothing more comes.
fn decoded(bytes: &[u8]) -> Vec<Input> {
    let (mut decoder, now) = (Decoder::default(), Instant::now());
    let mut inputs = decoder.feed(bytes, now);
    inputs.extend(decoder.timeout(now + PATIENCE));
    inputs
}

fn key(code: KeyCode, modifiers: KeyModifiers) -> Input {
    Input::Key(KeyEvent::new(code, modifiers))
}

const NONE: [&str; 0] = [];

#[test]
fn it_loses_escape_and_keys_with_alt() {
    assert_eq!(performed(b"\x1b"), NONE, "nor does it tell that something waits");
    assert_eq!(decoded(b"\x1b"), [key(KeyCode::Esc, KeyModifiers::NONE)]);
    // Two of Escape are one.
    assert_eq!(performed(b"\x1b\x1b[A"), ["csi [0] A"]);
    assert_eq!(performed(b"\x1b\x7f"), NONE);
    assert_eq!(decoded(b"\x1b\x7f"), [key(KeyCode::Backspace, KeyModifiers::ALT)]);
    assert_eq!(performed("\x1bé".as_bytes()), NONE);
    assert_eq!(decoded("\x1bé".as_bytes()), [key(KeyCode::Char('é'), KeyModifiers::ALT)]);
    // The key after Alt with the character that begins a string.
    assert_eq!(performed(b"\x1b]q"), NONE);
    assert_eq!(decoded(b"\x1b]q").len(), 2);
}

#[test]
fn it_is_deaf_to_control_keys_in_a_string_that_was_begun() {
    for begun in [&b"\x1b]10;rgb:"[..], b"\x1b_Gi=31", b"\x1b^q"] {
        let bytes = [begun, b"\x03"].concat();
        assert_eq!(performed(&bytes), NONE, "{begun:?}");
        let control = key(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(decoded(&bytes).last(), Some(&control), "{begun:?}");
    }
}

#[test]
fn it_skips_what_is_answered_about_pictures() {
    let answer = b"\x1b_Gi=31;OK\x1b\\";
    assert!(!performed(answer).concat().contains("OK"));
    let inputs = decoded(answer);
    assert!(
        matches!(&inputs[..], [Input::Report(TerminalReport::Graphics(report))] if report.is_ok()),
        "{inputs:?}"
    );
}

#[test]
fn it_loses_what_a_paste_holds() {
    // The escape sequences in it cannot be distinguished from those around it, nor be had back:
    // these two are reported alike.
    let pastes = [&b"\x1b[200~\x1b[1A\x1b[201~"[..], b"\x1b[200~\x1b[01A\x1b[201~"];
    assert_eq!(performed(pastes[0]), performed(pastes[1]));
    assert_ne!(decoded(pastes[0]), decoded(pastes[1]));
    assert_eq!(decoded(pastes[0]), [Input::Paste("\x1b[1A".to_owned())]);
    // An apparent beginning of a string takes the end of the paste with it.
    let string = b"\x1b[200~a\x1b_b\x1b[201~";
    assert_eq!(decoded(string), [Input::Paste("a\x1b_b".to_owned())]);
    assert!(!performed(string).concat().contains("'b'"));
}

#[test]
fn oldest_mouse_encoding_fails_far_to_the_right() {
    let column = |byte| [b"\x1b[M ", &[byte, b'!'][..]].concat();
    assert_eq!(performed(&column(0xc8)), performed(&column(0xc9)));
    assert_ne!(decoded(&column(0xc8)), decoded(&column(0xc9)));
}

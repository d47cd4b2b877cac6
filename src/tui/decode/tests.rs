use proptest::prelude::*;
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::*;
use crate::tui::configuration::Ground;
use crate::tui::ground::{Heard, Listener};

fn pressed(code: KeyCode, modifiers: KeyModifiers) -> Event {
    Event::Key(KeyEvent::new(code, modifiers))
}

fn plain(code: KeyCode) -> Event {
    pressed(code, KeyModifiers::NONE)
}

fn chars(text: &str) -> Vec<Event> {
    text.chars().map(|c| plain(KeyCode::Char(c))).collect()
}

/// What pieces are that come with pauses between them, each as long as anybody waits.
fn heard(pieces: &[&[u8]]) -> Vec<Event> {
    let mut decoder = Decoder::default();
    let mut given = Vec::new();
    for piece in pieces {
        given.extend(decoder.hear(piece));
        while decoder.patience().is_some() {
            given.extend(decoder.give_up());
        }
    }
    given
}

fn known() -> Vec<(&'static [u8], Event)> {
    const NONE: KeyModifiers = KeyModifiers::NONE;
    let mouse = |kind, modifiers| Event::Mouse(MouseEvent { kind, column: 11, row: 4, modifiers });
    let left = MouseButton::Left;
    vec![
        (b"\x1b[A", plain(KeyCode::Up)),
        (b"\x1bOB", plain(KeyCode::Down)),
        (b"\x1bOS", plain(KeyCode::F(4))),
        (b"\x1b[[C", plain(KeyCode::F(3))),
        (b"\x1b[1;2R", pressed(KeyCode::F(3), KeyModifiers::SHIFT)),
        (b"\x1b[1;5D", pressed(KeyCode::Left, KeyModifiers::CONTROL)),
        (b"\x1b[Z", pressed(KeyCode::BackTab, KeyModifiers::SHIFT)),
        (b"\x1b[3~", plain(KeyCode::Delete)),
        (b"\x1b[24;5~", pressed(KeyCode::F(12), KeyModifiers::CONTROL)),
        (b"\x1b[99;5u", pressed(KeyCode::Char('c'), KeyModifiers::CONTROL)),
        (b"\x1b[I", Event::FocusGained),
        (b"\x1b[<0;12;5M", mouse(MouseEventKind::Down(left), NONE)),
        (b"\x1b[<16;12;5m", mouse(MouseEventKind::Up(left), KeyModifiers::CONTROL)),
        (b"\x1b[32;12;5M", mouse(MouseEventKind::Down(left), NONE)),
        (b"\x1b[M#,%", mouse(MouseEventKind::Up(left), NONE)),
        (b"\x1b[MC,%", mouse(MouseEventKind::Moved, NONE)),
        (b"\x1b[200~a\x1b[b\xc3\xa9\x1b[201~", Event::Paste("a\x1b[bé".to_owned())),
        ("é".as_bytes(), plain(KeyCode::Char('é'))),
        ("漢".as_bytes(), plain(KeyCode::Char('漢'))),
    ]
}

#[test]
fn keys_reports_and_pastes_are_read() {
    for (bytes, event) in known() {
        assert_eq!(heard(&[bytes, b"q"]), [vec![event.clone()], chars("q")].concat(), "{bytes:?}");
        assert_eq!(Decoder::default().hear(bytes), [event], "{bytes:?}");
    }
    for (bytes, code, modifiers) in [
        (&b"\x03"[..], 'c', KeyModifiers::CONTROL),
        (b"\n", 'j', KeyModifiers::CONTROL),
        (b"\0", ' ', KeyModifiers::CONTROL),
        (b"\x1f", '7', KeyModifiers::CONTROL),
        (b"Q", 'Q', KeyModifiers::SHIFT),
        (b"\x1bx", 'x', KeyModifiers::ALT),
        (b"\x1b]", ']', KeyModifiers::ALT),
        (b"\x1b\x03", 'c', KeyModifiers::ALT.union(KeyModifiers::CONTROL)),
    ] {
        assert_eq!(heard(&[bytes]), [pressed(KeyCode::Char(code), modifiers)], "{bytes:?}");
    }
    let codes = [(&b"\r"[..], KeyCode::Enter), (b"\t", KeyCode::Tab), (b"\x7f", KeyCode::Backspace)];
    assert_eq!(heard(&[b"\x1b"]), [plain(KeyCode::Esc)]);
    for (bytes, code) in codes {
        assert_eq!(Decoder::default().hear(bytes), [plain(code)], "{bytes:?}");
    }
    assert_eq!(heard(&[b"\x1b\x1b[A"]), [plain(KeyCode::Esc), plain(KeyCode::Up)]);
}

#[test]
fn whatever_is_cut_after_its_second_byte_is_what_it_was() {
    for (bytes, event) in known() {
        let from = if bytes[0] == ESC { 2 } else { 1 };
        for at in (from..bytes.len()).filter(|_| !bytes.starts_with(PASTE)) {
            assert_eq!(heard(&[&bytes[..at], &bytes[at..]]), std::slice::from_ref(&event), "{bytes:?} cut after {at}");
        }
    }
}

#[test]
fn what_was_begun_makes_nobody_deaf() {
    for begun in [&b"\x1b[?"[..], b"\x1b[", b"\x1bO", b"\x1b[1;", b"\x1b[[", b"\x1b[M", b"\x1b[<0;1", b"\xe6\xbc"] {
        let control = pressed(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(heard(&[begun, b"\x03"]), [control], "{begun:?}");
        // Of what has numbers already the first key may be the end.
        let (given, number) = (heard(&[begun, b"x", b"4", b"q"]), begun.iter().any(u8::is_ascii_digit));
        assert!(given == chars("x4q") || number && given == chars("4q"), "{begun:?}: {given:?}");
        assert_eq!(heard(&[begun, b"\x1b[B"]), [plain(KeyCode::Down)], "{begun:?}");
    }
    assert_eq!(heard(&[b"\x1b[?\x03"]), heard(&[b"\x03"]));
    assert_eq!(heard(&[b"\x1b[200~ab", b"q"]), [vec![Event::Paste("ab".to_owned())], chars("q")].concat());
    assert_eq!(heard(&[b"\x1b[", &[b'1'; 100], b"q"]).last(), chars("q").last());
}

/// Answers to what nobody asked, and from where on a pause in them leaves nothing to be heard.
const ANSWERS: [(&[u8], usize); 19] = [
    (b"\x1b[?2026;2$y", 3),
    (b"\x1b[?1;2c", 3),
    (b"\x1b[>41;390;0c", 3),
    (b"\x1b[12;40R", 3),
    (b"\x1b[0n", 3),
    (b"\x1b[8;24;80t", 3),
    (b"\x1b]10;rgb:ffff/ffff/ffff\x1b\\", 5),
    (b"\x1b]4;1;rgb:cdcd/0000/0000\x07", 4),
    (b"\x1b]52;c;cXVpdA==\x9c", 5),
    (b"\x1b]11;#ffffff\x07", 6),
    (b"\x1b]lquit \xe2\x9c\x9c\x1b\\", 4),
    (b"\x1b]lquit \xe2\x9c\x9c\xc2\x9c", 4),
    (b"\x1bP>|XTerm(390)\x1b\\", 4),
    (b"\x1bP1+r544e=787465726d\x1b\\", 5),
    (b"\x1bP1$r0m\x9c", 5),
    (b"\x1bP!|7E565445\x1b\\", 4),
    (b"\x1b_Gi=31;OK\x1b\\", 5),
    (b"\x1b^quit\x1b\\", 100),
    (b"\x1bXquit\x1b\\", 100),
];

#[test]
fn answers_of_the_terminal_are_swallowed() {
    for (answer, from) in ANSWERS {
        assert_eq!(heard(&[answer, b"q"]), chars("q"), "{answer:?}");
        assert_eq!(heard(&[&[b"a", answer, b"\x1b[B"].concat()]), [chars("a"), heard(&[b"\x1b[B"])].concat());
        // Of what no terminal answers a pause within the end makes two keys of that.
        let end = usize::from(from > answer.len());
        for at in 2..answer.len() - end {
            let given = heard(&[&answer[..at], &answer[at..], b"q"]);
            // What was given before the pause was what the first piece would have been alone.
            let alone = if at < from { heard(&[&answer[..at]]) } else { Vec::new() };
            assert_eq!(given, [alone, chars("q")].concat(), "{answer:?} cut after {at}");
        }
        // A pause that no key waits out is none.
        let mut decoder = Decoder::default();
        let given: Vec<Event> = answer.iter().flat_map(|&byte| decoder.hear(&[byte])).collect();
        assert_eq!((given, decoder.patience()), (Vec::new(), None), "{answer:?}");
    }
    let clipboard = [&b"\x1b]52;c;"[..], &vec![b'q'; 100_000], b"\x1b\\"].concat();
    let pieces: Vec<&[u8]> = clipboard.chunks(1_000).collect();
    assert_eq!(heard(&[&pieces[..], &[b"x"]].concat()), chars("x"));
}

#[test]
fn what_begins_as_an_answer_and_is_none_is_keys_and_nothing_later_is_lost() {
    for kind in ["]", "P", "_", "^", "X"] {
        let shift = if kind == "P" || kind == "X" { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
        let alt = pressed(KeyCode::Char(kind.chars().next().unwrap()), shift | KeyModifiers::ALT);
        let begun = format!("\x1b{kind}");
        assert_eq!(heard(&[begun.as_bytes()]), std::slice::from_ref(&alt));
        for rest in ["ab", "é", "a\r", "\x1b[A", "a\x1b[A", "a\x1b", "\x03", "7\x7f", &"a".repeat(1_000)] {
            let keys = [vec![alt.clone()], heard(&[rest.as_bytes()]), chars("q")].concat();
            assert_eq!(heard(&[(begun.clone() + rest).as_bytes(), b"q"]), keys, "{kind}{rest:?}");
            assert_eq!(heard(&[begun.as_bytes(), rest.as_bytes(), b"q"]), keys, "{kind}, {rest:?}");
        }
    }
    for begun in [&b"\x1b]10;rgb:"[..], b"\x1bP>|X", b"\x1b_Gi=31", b"\x1b]52;c;\x1b"] {
        assert_eq!(heard(&[begun, b"x", b"4", b"\x1b[B"]), [chars("x4"), vec![plain(KeyCode::Down)]].concat());
        for key in [&b"\x03"[..], b"\r", b"\x1b[B", b"\x1bx", b"\x1bOP"] {
            if !begun.ends_with(b"\x1b") {
                assert_eq!(heard(&[&[begun, key].concat(), b"q"]), heard(&[key, b"q"]), "{begun:?}, {key:?}");
            }
            assert_eq!(heard(&[begun, key, b"q"]), heard(&[key, b"q"]), "{begun:?} and {key:?}");
        }
    }
}

#[test]
fn the_answer_about_the_ground_reaches_whoever_asked_in_whatever_pieces() {
    for answer in [&b"\x1b]11;rgb:ffff/FFFF/ffff\x1b\\"[..], b"\x1b]11;rgb:ffff/ffff/ffff\x07"] {
        let told = |pieces: &[&[u8]]| {
            let mut listener = Listener::default();
            let mut told = Heard::default();
            for event in heard(pieces) {
                let heard = listener.hear(event);
                told.events.extend(heard.events);
                told.ground = told.ground.or(heard.ground);
            }
            told
        };
        let light = || Heard { events: chars("q"), ground: Some(Ground::Light) };
        assert_eq!(told(&[answer, b"q"]), light());
        for at in 2..answer.len() {
            let (first, rest) = answer.split_at(at);
            assert_eq!(told(&[first, rest, b"q"]), light(), "{answer:?} cut after {at}");
            // Not where a third piece begins in its end, which is two keys then.
            for next in 1..rest.len().saturating_sub(2) {
                let pieces = [first, &rest[..next], &rest[next..], b"q"];
                assert_eq!(told(&pieces), light(), "{answer:?} cut after {at} and {next} more");
            }
        }
    }
}

#[test]
fn a_paste_is_bounded_and_what_follows_it_is_heard() {
    let long = [PASTE, &vec![b'a'; MAX_PASTE + 1_000], PASTED, b"q"].concat();
    let mut decoder = Decoder::default();
    let mut given = Vec::new();
    for bytes in long.chunks(4_096) {
        given.extend(decoder.hear(bytes));
        assert!(decoder.begun.len() < MAX_PASTE + 20);
    }
    let Some(Event::Paste(text)) = given.first() else { panic!("{:?}", given.len()) };
    assert!(text.len() == MAX_PASTE && given[1..] == chars("q"));
    decoder.hear(&long[..long.len() - 7]);
    let given = decoder.give_up();
    assert!(matches!(&given[..], [Event::Paste(text)] if text.bytes().all(|byte| byte == b'a')));
}

proptest! {
    #[test]
    fn whatever_came_a_key_after_it_is_heard(
        pieces in prop::collection::vec(
            prop::collection::vec(
                prop_oneof![
                    prop::sample::select(&b"\x1b[O?<;$M0129~u"[..]),
                    prop::sample::select(&b"\x1b]P_^X\\\x07\x9c\xc21;Gi=>|l"[..]),
                    any::<u8>()
                ],
                0..12
            ),
            0..8
        ),
        escape in any::<bool>()
    ) {
        let mut pieces: Vec<&[u8]> = pieces.iter().map(Vec::as_slice).collect();
        if escape {
            pieces.push(b"\x1b");
        }
        pieces.push(b"\x03");
        let given = heard(&pieces);
        prop_assert_eq!(given.last(), Some(&pressed(KeyCode::Char('c'), KeyModifiers::CONTROL)));
    }
}

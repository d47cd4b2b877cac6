use proptest::prelude::*;

use super::*;
use crate::{
    KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind, PixelSize, Rgb,
    TerminalReport,
};

/// Longer than keys wait for their rest, shorter than pastes do.
const MOMENT: Duration = Duration::from_secs(1);

/// Longer than anything waits.
const LONG: Duration = Duration::from_secs(9);

fn pressed(code: KeyCode, modifiers: KeyModifiers) -> Input {
    Input::Key(KeyEvent::new(code, modifiers))
}

fn plain(code: KeyCode) -> Input {
    pressed(code, KeyModifiers::NONE)
}

fn chars(text: &str) -> Vec<Input> {
    let shift = |c: char| if c.is_uppercase() { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
    text.chars().map(|c| pressed(KeyCode::Char(c), shift(c))).collect()
}

/// Feeds pieces with a pause after each.
fn heard_with(pause: Duration, pieces: &[&[u8]]) -> Vec<Input> {
    let (mut decoder, mut now) = (Decoder::default(), Instant::now());
    let mut inputs = Vec::new();
    for piece in pieces {
        inputs.extend(decoder.feed(piece, now));
        let next = now + pause;
        while let Some(deadline) = decoder.deadline().filter(|deadline| *deadline < next) {
            inputs.extend(decoder.timeout(deadline));
        }
        now = next;
    }
    inputs
}

/// Feeds pieces with pauses between them, each as long as anything waits.
fn heard(pieces: &[&[u8]]) -> Vec<Input> {
    heard_with(LONG, pieces)
}

/// Feeds bytes without a pause.
fn at_once(bytes: &[u8]) -> Vec<Input> {
    Decoder::default().feed(bytes, Instant::now())
}

/// The inputs that are no reports, which can be ignored.
fn unreported(inputs: Vec<Input>) -> Vec<Input> {
    inputs.into_iter().filter(|input| !matches!(input, Input::Report(_))).collect()
}

fn known() -> Vec<(&'static [u8], Input)> {
    const NONE: KeyModifiers = KeyModifiers::NONE;
    let mouse = |kind, modifiers| Input::Mouse(MouseEvent { kind, column: 11, row: 4, modifiers });
    let left = MouseButton::Left;
    let kind = |code, kind| Input::Key(KeyEvent::new_with_kind(code, NONE, kind));
    vec![
        (b"\x1b[A", plain(KeyCode::Up)),
        (b"\x1bOB", plain(KeyCode::Down)),
        (b"\x1bOF", plain(KeyCode::End)),
        (b"\x1bOS", plain(KeyCode::F(4))),
        (b"\x1b[[C", plain(KeyCode::F(3))),
        (b"\x1b[1;2R", pressed(KeyCode::F(3), KeyModifiers::SHIFT)),
        (b"\x1b[1;2C", pressed(KeyCode::Right, KeyModifiers::SHIFT)),
        (b"\x1b[1;5D", pressed(KeyCode::Left, KeyModifiers::CONTROL)),
        (b"\x1b[1;7H", pressed(KeyCode::Home, KeyModifiers::ALT | KeyModifiers::CONTROL)),
        (b"\x1b[Z", pressed(KeyCode::BackTab, KeyModifiers::SHIFT)),
        (b"\x1b[3~", plain(KeyCode::Delete)),
        (b"\x1b[6;5~", pressed(KeyCode::PageDown, KeyModifiers::CONTROL)),
        (b"\x1b[15~", plain(KeyCode::F(5))),
        (b"\x1b[17~", plain(KeyCode::F(6))),
        (b"\x1b[24;5~", pressed(KeyCode::F(12), KeyModifiers::CONTROL)),
        (b"\x1b[34~", plain(KeyCode::F(20))),
        (b"\x1b[d", pressed(KeyCode::Left, KeyModifiers::SHIFT)),
        (b"\x1bOa", pressed(KeyCode::Up, KeyModifiers::CONTROL)),
        (b"\x1b[7$", pressed(KeyCode::Home, KeyModifiers::SHIFT)),
        (b"\x1b[8^", pressed(KeyCode::End, KeyModifiers::CONTROL)),
        (b"\x1b[6@", pressed(KeyCode::PageDown, KeyModifiers::SHIFT | KeyModifiers::CONTROL)),
        (b"\x1b[11^", pressed(KeyCode::F(1), KeyModifiers::CONTROL)),
        (b"\x1b[99;5u", pressed(KeyCode::Char('c'), KeyModifiers::CONTROL)),
        (b"\x1b[27u", plain(KeyCode::Esc)),
        (b"\x1b[97:65;2;65u", pressed(KeyCode::Char('A'), KeyModifiers::SHIFT)),
        (b"\x1b[128512u", plain(KeyCode::Char('😀'))),
        (b"\x1b[57403u", plain(KeyCode::Char('4'))),
        (b"\x1b[97;1:3u", kind(KeyCode::Char('a'), KeyEventKind::Release)),
        (b"\x1b[1;1:2A", kind(KeyCode::Up, KeyEventKind::Repeat)),
        (b"\x1b[97;9u", pressed(KeyCode::Char('a'), KeyModifiers::SUPER)),
        (b"\x1b[27;6;13~", pressed(KeyCode::Enter, KeyModifiers::SHIFT | KeyModifiers::CONTROL)),
        (b"\x1b[I", Input::FocusGained),
        (b"\x1b[O", Input::FocusLost),
        (b"\x1b[<0;12;5M", mouse(MouseEventKind::Down(left), NONE)),
        (b"\x1b[<0;12;5m", mouse(MouseEventKind::Up(left), NONE)),
        (b"\x1b[<16;12;5m", mouse(MouseEventKind::Up(left), KeyModifiers::CONTROL)),
        (b"\x1b[<18;12;5M", mouse(MouseEventKind::Down(MouseButton::Right), KeyModifiers::CONTROL)),
        (b"\x1b[<32;12;5M", mouse(MouseEventKind::Drag(left), NONE)),
        (b"\x1b[<39;12;5M", mouse(MouseEventKind::Moved, KeyModifiers::SHIFT)),
        (b"\x1b[<64;12;5M", mouse(MouseEventKind::ScrollUp, NONE)),
        (b"\x1b[<65;12;5M", mouse(MouseEventKind::ScrollDown, NONE)),
        (b"\x1b[32;12;5M", mouse(MouseEventKind::Down(left), NONE)),
        (b"\x1b[M#,%", mouse(MouseEventKind::Up(left), NONE)),
        (b"\x1b[MC,%", mouse(MouseEventKind::Moved, NONE)),
        (b"\x1b[200~a\x1b[b\xc3\xa9\x1b[201~", Input::Paste("a\x1b[bé".to_owned())),
        ("é".as_bytes(), plain(KeyCode::Char('é'))),
        ("漢".as_bytes(), plain(KeyCode::Char('漢'))),
        (b"\x1b[?62;22c", Input::Report(TerminalReport::DeviceAttributes(vec![62, 22]))),
        (
            b"\x1b[6;20;10t",
            Input::Report(TerminalReport::CellSize(PixelSize { width: 10, height: 20 })),
        ),
        (
            b"\x1b[4;480;800t",
            Input::Report(TerminalReport::TextAreaSize(PixelSize { width: 800, height: 480 })),
        ),
    ]
}

#[test]
fn keys_reports_and_pastes_are_read() {
    for (bytes, input) in known() {
        assert_eq!(heard(&[bytes, b"q"]), [vec![input.clone()], chars("q")].concat(), "{bytes:?}");
        assert_eq!(at_once(bytes), [input], "{bytes:?}");
    }
    for (bytes, code, modifiers) in [
        (&b"\x03"[..], 'c', KeyModifiers::CONTROL),
        (b"\n", 'j', KeyModifiers::CONTROL),
        (b"\0", ' ', KeyModifiers::CONTROL),
        (b"\x1f", '7', KeyModifiers::CONTROL),
        (b"Q", 'Q', KeyModifiers::SHIFT),
        (b"\x1bx", 'x', KeyModifiers::ALT),
        (b"\x1b]", ']', KeyModifiers::ALT),
        (b"\x1b\xc3\xa9", 'é', KeyModifiers::ALT),
        (b"\x1b\x03", 'c', KeyModifiers::ALT | KeyModifiers::CONTROL),
    ] {
        assert_eq!(heard(&[bytes]), [pressed(KeyCode::Char(code), modifiers)], "{bytes:?}");
    }
    let codes = [
        (&b"\r"[..], KeyCode::Enter),
        (b"\t", KeyCode::Tab),
        (b"\x7f", KeyCode::Backspace),
        (b"\x08", KeyCode::Backspace),
    ];
    for (bytes, code) in codes {
        assert_eq!(at_once(bytes), [plain(code)], "{bytes:?}");
        assert_eq!(
            at_once(&[b"\x1b", bytes].concat()),
            [pressed(code, KeyModifiers::ALT)],
            "{bytes:?}"
        );
    }
    assert_eq!(heard(&[b"\x1b"]), [plain(KeyCode::Esc)]);
    assert_eq!(heard(&[b"\x1b\x1b[A"]), [plain(KeyCode::Esc), plain(KeyCode::Up)]);
    // A key that is no character and has no place of its own here means nothing.
    assert_eq!(heard(&[b"\x1b[57441;2u", b"\x1b[3;5u", b"q"]), chars("q"));
}

#[test]
fn cut_sequences_are_decoded_like_whole_ones() {
    for (bytes, input) in known() {
        // Long after its beginning a paste is over.
        let pauses = if bytes.starts_with(PASTE) { &[MOMENT][..] } else { &[MOMENT, LONG] };
        for &pause in pauses {
            for at in 1..bytes.len() {
                let escape = (at == 1 && bytes[0] == ESC).then(|| plain(KeyCode::Esc));
                let inputs: Vec<Input> = escape.into_iter().chain([input.clone()]).collect();
                assert_eq!(
                    heard_with(pause, &[&bytes[..at], &bytes[at..]]),
                    inputs,
                    "{bytes:?} cut after {at}"
                );
            }
        }
    }
}

#[test]
fn late_text_after_escape_is_typed_text() {
    let long = format!("[{}", "1;".repeat(20));
    for rest in [
        "", "q", "[", "[[", "[q", "Oq", "[1", "[99999A", "[<0;1M", "[<3;1;1M", "[5;5;5n", "é",
        "漢", "[é", "Oé", "]", "]q", "\\", "\\q", "P", "P1", "_Gi", "]1x", "^q", &long,
    ] {
        let typed = [vec![plain(KeyCode::Esc)], chars(rest), chars("q")].concat();
        assert_eq!(heard(&[b"\x1b", rest.as_bytes(), b"q"]), typed, "{rest}");
    }
    let (esc, up) = (plain(KeyCode::Esc), plain(KeyCode::Up));
    assert_eq!(heard(&[b"\x1b", b"\x1b"]), [esc.clone(), esc.clone()]);
    assert_eq!(
        heard(&[b"\x1b", b"[\x1b[A"]),
        [vec![esc.clone()], chars("["), vec![up.clone()]].concat()
    );
    assert_eq!(heard(&[b"\x1b", b"[A[A"]), [vec![esc, up], chars("[A")].concat());
    assert_eq!(at_once(b"[A"), chars("[A"));
}

#[test]
fn unfinished_sequences_block_no_keys() {
    for begun in [
        &b"\x1b[?"[..],
        b"\x1b[",
        b"\x1bO",
        b"\x1b[1;",
        b"\x1b[[",
        b"\x1b[M",
        b"\x1b[<0;1",
        b"\xe6\xbc",
    ] {
        let control = pressed(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(heard(&[begun, b"\x03"]), [control], "{begun:?}");
        // Of what has numbers already the first key may be the end.
        let (inputs, number) =
            (heard(&[begun, b"x", b"4", b"q"]), begun.iter().any(u8::is_ascii_digit));
        assert!(inputs == chars("x4q") || number && inputs == chars("4q"), "{begun:?}: {inputs:?}");
        assert_eq!(heard(&[begun, b"\x1b[B"]), [plain(KeyCode::Down)], "{begun:?}");
    }
    assert_eq!(heard(&[b"\x1b[?\x03"]), heard(&[b"\x03"]));
    assert_eq!(
        heard(&[b"\x1b[200~ab", b"q"]),
        [vec![Input::Paste("ab".to_owned())], chars("q")].concat()
    );
    assert_eq!(heard(&[b"\x1b[", &[b'1'; 100], b"q"]).last(), chars("q").last());
    // The end of a string is a key if every part before it was a single key.
    let control = pressed(KeyCode::Char('g'), KeyModifiers::CONTROL);
    assert_eq!(
        heard(&[b"\x1b]", b"\x07"]),
        [pressed(KeyCode::Char(']'), KeyModifiers::ALT), control]
    );
}

/// Answers without a question, and from where on a pause in them leaves nothing to be heard.
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
    (b"\x1b]11;#ffffff\x07", 5),
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
fn answers_of_the_terminal_are_no_keys() {
    for (answer, from) in ANSWERS {
        assert_eq!(unreported(heard(&[answer, b"q"])), chars("q"), "{answer:?}");
        let among = unreported(heard(&[&[b"a", answer, b"\x1b[B"].concat()]));
        assert_eq!(among, [chars("a"), vec![plain(KeyCode::Down)]].concat());
        // Of what no terminal answers a pause within the end makes two keys of that.
        let end = usize::from(from > answer.len());
        for at in 2..answer.len() - end {
            let inputs = unreported(heard(&[&answer[..at], &answer[at..], b"q"]));
            // Before the pause the result was that of the first piece alone.
            let alone = if at < from { heard(&[&answer[..at]]) } else { Vec::new() };
            assert_eq!(inputs, [alone, chars("q")].concat(), "{answer:?} cut after {at}");
        }
        // A pause that no key waits out is none.
        let (mut decoder, now) = (Decoder::default(), Instant::now());
        let inputs = answer.iter().flat_map(|&byte| decoder.feed(&[byte], now)).collect();
        assert_eq!((unreported(inputs), decoder.deadline()), (Vec::new(), None), "{answer:?}");
    }
    let clipboard = [&b"\x1b]52;c;"[..], &vec![b'q'; 100_000], b"\x1b\\"].concat();
    let pieces: Vec<&[u8]> = clipboard.chunks(1_000).collect();
    assert_eq!(heard(&[&pieces[..], &[b"x"]].concat()), chars("x"));
}

#[test]
fn answers_cut_after_escape_are_recognised() {
    for (answer, _) in ANSWERS
        .iter()
        .filter(|(answer, from)| matches!(answer[1], b']' | b'P' | b'_') && *from < 99)
    {
        let inputs = unreported(heard(&[b"\x1b", &answer[1..], b"q"]));
        assert_eq!(inputs, [vec![plain(KeyCode::Esc)], chars("q")].concat(), "{answer:?}");
    }
}

#[test]
fn false_answers_are_keys_and_lose_nothing() {
    for kind in ["]", "P", "_", "^", "X"] {
        let shift =
            if kind == "P" || kind == "X" { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
        let alt = pressed(KeyCode::Char(kind.chars().next().unwrap()), shift | KeyModifiers::ALT);
        let begun = format!("\x1b{kind}");
        assert_eq!(heard(&[begun.as_bytes()]), std::slice::from_ref(&alt));
        for rest in [
            "ab",
            "é",
            "a\r",
            "\x1b[A",
            "a\x1b[A",
            "a\x1b",
            "\x03",
            "7\x7f",
            "1",
            "G",
            &"a".repeat(1_000),
        ] {
            let keys = [vec![alt.clone()], heard(&[rest.as_bytes()]), chars("q")].concat();
            assert_eq!(heard(&[(begun.clone() + rest).as_bytes(), b"q"]), keys, "{kind}{rest:?}");
            assert_eq!(heard(&[begun.as_bytes(), rest.as_bytes(), b"q"]), keys, "{kind}, {rest:?}");
        }
    }
    for begun in [&b"\x1b]10;rgb:"[..], b"\x1bP>|X", b"\x1b_Gi=31", b"\x1b]52;c;\x1b"] {
        assert_eq!(
            heard(&[begun, b"x", b"4", b"\x1b[B"]),
            [chars("x4"), vec![plain(KeyCode::Down)]].concat()
        );
        for key in [&b"\x03"[..], b"\r", b"\x1b[B", b"\x1bx", b"\x1bOP"] {
            if !begun.ends_with(b"\x1b") {
                assert_eq!(
                    heard(&[&[begun, key].concat(), b"q"]),
                    heard(&[key, b"q"]),
                    "{begun:?}, {key:?}"
                );
            }
            assert_eq!(heard(&[begun, key, b"q"]), heard(&[key, b"q"]), "{begun:?} and {key:?}");
        }
    }
}

#[test]
fn an_answer_about_a_colour_is_known_in_any_pieces() {
    let white = Rgb { red: 255, green: 255, blue: 255 };
    for (answer, report) in [
        (&b"\x1b]11;rgb:ffff/FFFF/ffff\x1b\\"[..], TerminalReport::Background(white)),
        (b"\x1b]11;rgba:ffff/ffff/ffff/ffff\x07", TerminalReport::Background(white)),
        (b"\x1b]10;rgb:ffff/ffff/ffff\x9c", TerminalReport::Foreground(white)),
    ] {
        let told = [vec![Input::Report(report)], chars("q")].concat();
        assert_eq!(at_once(&[b"ab", answer, b"q"].concat()), [chars("ab"), told.clone()].concat());
        for at in 2..answer.len() {
            let (first, rest) = answer.split_at(at);
            let alt = || pressed(KeyCode::Char(']'), KeyModifiers::ALT);
            let alone = if at == 2 { vec![alt()] } else { Vec::new() };
            let inputs = heard_with(MOMENT, &[first, rest, b"q"]);
            assert_eq!(inputs, [alone, told.clone()].concat(), "{answer:?} cut after {at}");
            // Not where a third piece begins in its end, which is two keys then.
            for next in (1..rest.len().saturating_sub(2)).filter(|_| at > 4) {
                let pieces = [first, &rest[..next], &rest[next..], b"q"];
                assert_eq!(
                    heard_with(MOMENT, &pieces),
                    told,
                    "{answer:?} cut after {at} and {next} more"
                );
            }
        }
        // Keys that may belong to it arrive, if late.
        assert_eq!(heard(&[&answer[..9], b"f", b"q"]), chars("fq"));
        assert_eq!(heard_with(MOMENT, &[&answer[..9], b"f", b"q"]), chars("fq"));
    }
    for no_colour in
        ["1x", "11;rgb:zz", "11;rgb:", "11;rgb:ffff/ffff", "12;rgb:ffff/ffff/ffff", &"1".repeat(40)]
    {
        assert_eq!(at_once(format!("\x1b]{no_colour}\x07q").as_bytes()), chars("q"), "{no_colour}");
    }
}

#[test]
fn a_paste_is_bounded_and_what_follows_it_is_heard() {
    let long = [PASTE, &vec![b'a'; MAX_PASTE + 1_000], PASTED, b"q"].concat();
    let (mut decoder, now) = (Decoder::default(), Instant::now());
    let mut inputs = Vec::new();
    for bytes in long.chunks(4_096) {
        inputs.extend(decoder.feed(bytes, now));
        assert!(decoder.pending() < MAX_PASTE + 20);
    }
    let Some(Input::Paste(text)) = inputs.first() else { panic!("{:?}", inputs.len()) };
    assert!(text.len() == MAX_PASTE && inputs[1..] == chars("q"));
    assert!(decoder.begun.capacity() <= 2 * MAX_STRING, "{}", decoder.begun.capacity());
    decoder.feed(&long[..long.len() - 7], now);
    assert_eq!(decoder.timeout(now + MOMENT), []);
    let inputs = decoder.timeout(now + LONG);
    assert!(matches!(&inputs[..], [Input::Paste(text)] if text.bytes().all(|byte| byte == b'a')));
}

/// Bytes that sequences are made of, and any others.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(
        prop_oneof![
            prop::sample::select(&b"\x1b[O?<;$M0129~u"[..]),
            prop::sample::select(&b"\x1b]P_^X\\\x07\x9c\xc21;Gi=>|l:rgb/"[..]),
            any::<u8>()
        ],
        0..12,
    )
}

proptest! {
    #[test]
    fn keys_after_any_input_are_heard(
        pieces in prop::collection::vec(bytes(), 0..8),
        escape in any::<bool>()
    ) {
        let mut pieces: Vec<&[u8]> = pieces.iter().map(Vec::as_slice).collect();
        if escape {
            pieces.push(b"\x1b");
        }
        for (key, code) in [(b"\x03", 'c'), (b"\x05", 'e')] {
            let modifiers = KeyModifiers::CONTROL;
            let pieces = [&pieces[..], &[key]].concat();
            prop_assert_eq!(heard(&pieces).pop(), Some(pressed(KeyCode::Char(code), modifiers)));
        }
        // Two, because a sequence begun with numbers may take one.
        let pieces = [&pieces[..], &[b"q", b"q"]].concat();
        prop_assert_eq!(heard(&pieces).pop(), Some(plain(KeyCode::Char('q'))));
    }

    #[test]
    fn without_a_pause_it_is_all_the_same_how_bytes_are_cut(
        pieces in prop::collection::vec(bytes(), 0..8),
    ) {
        let (mut decoder, now) = (Decoder::default(), Instant::now());
        let inputs: Vec<Input> = pieces.iter().flat_map(|piece| decoder.feed(piece, now)).collect();
        prop_assert_eq!(inputs, at_once(&pieces.concat()));
    }

    #[test]
    fn a_pause_in_a_sequence_is_all_the_same(
        sent in prop::collection::vec(
            (prop::sample::select(known()), any::<prop::sample::Index>(), any::<bool>()),
            0..12,
        )
    ) {
        let mut pieces = Vec::new();
        let mut whole = Vec::new();
        for ((bytes, input), at, cut) in &sent {
            let at = 2.max(at.index(bytes.len()));
            if *cut && at < bytes.len() {
                pieces.push(&bytes[..at]);
                pieces.push(&bytes[at..]);
            } else {
                pieces.push(bytes);
            }
            whole.push(input.clone());
        }
        prop_assert_eq!(&heard_with(MOMENT, &pieces), &whole);
        prop_assert_eq!(at_once(&pieces.concat()), whole);
    }

    #[test]
    fn keys_typed_one_by_one_are_those_keys(
        typed in prop::collection::vec(
            prop_oneof![
                1 => Just('\x1b'),
                4 => prop::sample::select("[]O\\<;~0129ABMmPZ_G^X".chars().collect::<Vec<_>>()),
                1 => any::<char>().prop_filter("it is no control key", |c| !c.is_control()),
            ],
            0..40
        )
    ) {
        let keys: Vec<String> = typed.iter().map(char::to_string).collect();
        let pieces: Vec<&[u8]> = keys.iter().map(String::as_bytes).collect();
        let inputs: Vec<Input> = keys
            .iter()
            .flat_map(|key| if key == "\x1b" { vec![plain(KeyCode::Esc)] } else { chars(key) })
            .collect();
        prop_assert_eq!(heard_with(PATIENCE + Duration::from_millis(1), &pieces), inputs);
    }
}

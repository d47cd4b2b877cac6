//! Keys that come in two pieces: a slow line may cut what a key sends just after its first byte.
//!
//! That byte alone is Escape, and what follows would be letters. So Escape waits a moment for the rest, and letters right after
//! it that are the rest of a key or of a report of the mouse are put together even if they come later. What begins or ends an
//! answer of the terminal is a key as well, so it must come while Escape waits. A cut anywhere else is mended where bytes are
//! read. A paste is not put together: its end would not be seen.
//!
//! Source: xterm, "Control Sequences", "Functions using CSI", "PC-Style Function Keys" and "Mouse Tracking".

use std::time::Duration;

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

/// How long Escape waits for the rest of a key: longer than packets are apart that were sent together, and too short to be felt.
pub(super) const PATIENCE: Duration = Duration::from_millis(50);

/// The most characters of a key after its first two: three numbers of five digits, and what is between and around them.
const MAX_CHARS: usize = 20;

/// Puts keys together again.
#[derive(Debug, Default)]
pub struct Splice {
    /// What may be the beginning of a key, as it came.
    held: Vec<Event>,
    /// What its bytes are, after Escape.
    text: String,
    /// Whether the last thing given out was Escape, whose rest may still come.
    escaped: bool,
}

impl Splice {
    /// How long to wait for what comes next before [`Splice::give_up`]; `None` for as long as it takes.
    pub fn patience(&self) -> Option<Duration> {
        (!self.held.is_empty()).then_some(PATIENCE)
    }

    /// Hears one more event; gives what is now known to have come, in order.
    pub fn hear(&mut self, event: Event) -> Vec<Event> {
        let key = match event {
            Event::Key(key) => key,
            // It has nothing to do with what is typed.
            Event::Resize(..) => return vec![event],
            _ => return self.release([event]),
        };
        if key == KeyEvent::from(KeyCode::Esc) {
            let before = self.give_up();
            self.held.push(event);
            self.escaped = false;
            return before;
        }
        let typed = match key.code {
            KeyCode::Char(c) if KeyModifiers::SHIFT.contains(key.modifiers) => Some(c),
            _ => None,
        };
        let (Some(c), true) = (typed, self.escaped || !self.held.is_empty()) else { return self.release([event]) };
        if self.held.is_empty() && matches!(c, ']' | '\\') {
            // Both are keys by themselves, and long after Escape they are more likely that.
            return self.release([event]);
        }
        self.held.push(event);
        self.text.push(c);
        match read(&self.text) {
            Read::Part => Vec::new(),
            Read::Whole(event) => {
                self.held.clear();
                self.release([event])
            }
            Read::No => self.release([]),
        }
    }

    /// Gives what is held, for nothing more of it has come.
    pub fn give_up(&mut self) -> Vec<Event> {
        let escaped = self.held.len() == 1 && self.text.is_empty();
        let given = self.release([]);
        self.escaped = escaped;
        given
    }

    fn release(&mut self, then: impl IntoIterator<Item = Event>) -> Vec<Event> {
        self.text.clear();
        self.escaped = false;
        self.held.drain(..).chain(then).collect()
    }
}

/// What some characters after Escape are.
enum Read {
    /// The beginning of a key.
    Part,
    /// A key, or a report of the mouse.
    Whole(Event),
    /// Neither.
    No,
}

fn read(text: &str) -> Read {
    let whole = |event: Option<Event>| event.map_or(Read::No, Read::Whole);
    // No key has a character of more than one byte.
    let Some(parts) = text.split_at_checked(1) else { return Read::No };
    match parts {
        ("[" | "O", "") => Read::Part,
        // The beginning and the end of an answer of the terminal.
        ("]" | "\\", "") => {
            let code = KeyCode::Char(if text == "]" { ']' } else { '\\' });
            Read::Whole(Event::Key(KeyEvent::new(code, KeyModifiers::ALT)))
        }
        ("O", key) => whole(function_key(key).or_else(|| cursor_key(key)).map(|code| Event::Key(code.into()))),
        ("[", rest) if rest.len() <= MAX_CHARS => {
            let Some(last) = rest.find(|c: char| !c.is_ascii_digit() && c != ';' && c != '<') else {
                return Read::Part;
            };
            let (numbers, last) = rest.split_at(last);
            let report = numbers.strip_prefix('<');
            let Ok(numbers) = report.unwrap_or(numbers).split(';').map(number).collect::<Result<Vec<u16>, _>>() else {
                return Read::No;
            };
            whole(if report.is_some() { mouse(&numbers, last) } else { key(&numbers, last) })
        }
        _ => Read::No,
    }
}

/// A number, which is 0 if it is left out.
pub(super) fn number(text: &str) -> Result<u16, std::num::ParseIntError> {
    if text.is_empty() { Ok(0) } else { text.parse() }
}

pub(super) fn cursor_key(last: &str) -> Option<KeyCode> {
    Some(match last {
        "A" => KeyCode::Up,
        "B" => KeyCode::Down,
        "C" => KeyCode::Right,
        "D" => KeyCode::Left,
        "H" => KeyCode::Home,
        "F" => KeyCode::End,
        _ => return None,
    })
}

pub(super) fn function_key(last: &str) -> Option<KeyCode> {
    let n = ["P", "Q", "R", "S"].iter().position(|&name| name == last)?;
    Some(KeyCode::F(n as u8 + 1))
}

pub(super) fn key(numbers: &[u16], last: &str) -> Option<Event> {
    let (first, held) = (numbers.first().copied()?, numbers.get(1).copied().unwrap_or(0));
    let code = match (last, first) {
        ("Z", _) => return Some(Event::Key(KeyEvent::new(KeyCode::BackTab, KeyModifiers::SHIFT))),
        ("~", 1 | 7) => KeyCode::Home,
        ("~", 2) => KeyCode::Insert,
        ("~", 3) => KeyCode::Delete,
        ("~", 4 | 8) => KeyCode::End,
        ("~", 5) => KeyCode::PageUp,
        ("~", 6) => KeyCode::PageDown,
        ("~", 11..=15) => KeyCode::F(first as u8 - 10),
        ("~", 17..=21) => KeyCode::F(first as u8 - 11),
        ("~", 23..=24) => KeyCode::F(first as u8 - 12),
        _ => cursor_key(last).or_else(|| function_key(last))?,
    };
    Some(Event::Key(KeyEvent::new(code, modifiers(held.saturating_sub(1), 1))))
}

/// The keys held down, as bits that begin with `shift`: Shift, Alt, Control.
pub(super) fn modifiers(bits: u16, shift: u16) -> KeyModifiers {
    let keys = [KeyModifiers::SHIFT, KeyModifiers::ALT, KeyModifiers::CONTROL];
    (0..).zip(keys).filter(|(n, _)| bits & (shift << n) != 0).map(|(_, key)| key).collect()
}

pub(super) fn mouse(numbers: &[u16], last: &str) -> Option<Event> {
    let &[bits, column, row] = numbers else { return None };
    let moves = bits & 32 != 0;
    let button = match bits & 0b1100_0011 {
        0 => Some(MouseButton::Left),
        1 => Some(MouseButton::Middle),
        2 => Some(MouseButton::Right),
        _ => None,
    };
    let kind = match (last, button) {
        ("m", Some(button)) if !moves => MouseEventKind::Up(button),
        ("M", Some(button)) if moves => MouseEventKind::Drag(button),
        ("M", Some(button)) => MouseEventKind::Down(button),
        ("M", None) if moves => MouseEventKind::Moved,
        ("M", None) => match bits & 0b1100_0011 {
            64 => MouseEventKind::ScrollUp,
            65 => MouseEventKind::ScrollDown,
            66 => MouseEventKind::ScrollLeft,
            67 => MouseEventKind::ScrollRight,
            _ => return None,
        },
        _ => return None,
    };
    let place = |n: u16| n.saturating_sub(1);
    Some(Event::Mouse(MouseEvent { kind, column: place(column), row: place(row), modifiers: modifiers(bits, 4) }))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pressed(code: KeyCode, modifiers: KeyModifiers) -> Event {
        Event::Key(KeyEvent::new(code, modifiers))
    }

    fn esc() -> Event {
        pressed(KeyCode::Esc, KeyModifiers::NONE)
    }

    fn chars(text: &str) -> Vec<Event> {
        let shift = |c: char| if c.is_uppercase() { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
        text.chars().map(|c| pressed(KeyCode::Char(c), shift(c))).collect()
    }

    /// What `events` become, one close after the other, and with a pause after the Escape they begin with.
    fn heard(events: &[Event]) -> [Vec<Event>; 2] {
        [false, true].map(|pause| {
            let mut splice = Splice::default();
            let mut given = Vec::new();
            for (i, event) in events.iter().enumerate() {
                given.extend(splice.hear(event.clone()));
                if i == 0 && pause {
                    assert_eq!(splice.patience(), Some(PATIENCE));
                    given.extend(splice.give_up());
                }
            }
            given.extend(splice.give_up());
            assert_eq!(splice.patience(), None);
            given
        })
    }

    #[test]
    fn a_key_cut_after_its_first_byte_is_that_key() {
        const PLAIN: KeyModifiers = KeyModifiers::NONE;
        for (rest, code, modifiers) in [
            ("[A", KeyCode::Up, PLAIN),
            ("[D", KeyCode::Left, PLAIN),
            ("OB", KeyCode::Down, PLAIN),
            ("OF", KeyCode::End, PLAIN),
            ("OP", KeyCode::F(1), PLAIN),
            ("[1;2C", KeyCode::Right, KeyModifiers::SHIFT),
            ("[1;7H", KeyCode::Home, KeyModifiers::ALT.union(KeyModifiers::CONTROL)),
            ("[Z", KeyCode::BackTab, KeyModifiers::SHIFT),
            ("[3~", KeyCode::Delete, PLAIN),
            ("[6;5~", KeyCode::PageDown, KeyModifiers::CONTROL),
            ("[15~", KeyCode::F(5), PLAIN),
            ("[17~", KeyCode::F(6), PLAIN),
            ("[24~", KeyCode::F(12), PLAIN),
        ] {
            let events = [vec![esc()], chars(rest), chars("q")].concat();
            let key = [vec![pressed(code, modifiers)], chars("q")].concat();
            assert_eq!(heard(&events), [key.clone(), [vec![esc()], key].concat()], "{rest}");
        }
    }

    #[test]
    fn what_begins_or_ends_an_answer_is_a_key_by_itself_after_a_pause() {
        for c in [']', '\\'] {
            let events = [vec![esc()], chars(&c.to_string()), chars("q")].concat();
            let at_once = [vec![pressed(KeyCode::Char(c), KeyModifiers::ALT)], chars("q")].concat();
            assert_eq!(heard(&events), [at_once, events], "{c}");
        }
    }

    #[test]
    fn so_is_what_the_mouse_does() {
        let left = MouseButton::Left;
        for (rest, kind, modifiers) in [
            ("[<0;12;5M", MouseEventKind::Down(left), KeyModifiers::NONE),
            ("[<0;12;5m", MouseEventKind::Up(left), KeyModifiers::NONE),
            ("[<18;12;5M", MouseEventKind::Down(MouseButton::Right), KeyModifiers::CONTROL),
            ("[<32;12;5M", MouseEventKind::Drag(left), KeyModifiers::NONE),
            ("[<39;12;5M", MouseEventKind::Moved, KeyModifiers::SHIFT),
            ("[<64;12;5M", MouseEventKind::ScrollUp, KeyModifiers::NONE),
            ("[<65;12;5M", MouseEventKind::ScrollDown, KeyModifiers::NONE),
        ] {
            let event = Event::Mouse(MouseEvent { kind, column: 11, row: 4, modifiers });
            assert_eq!(heard(&[vec![esc()], chars(rest)].concat())[0], [event], "{rest}");
        }
    }

    #[test]
    fn what_is_no_key_goes_on_as_it_came() {
        let long = format!("[{}", "1;".repeat(20));
        for rest in [
            "", "q", "[", "[[", "[q", "Oq", "[1", "[99999A", "[<0;1M", "[<3;1;1M", "[5;5;5n", "é", "漢", "[é", "Oé",
            &long,
        ] {
            let events = [vec![esc()], chars(rest)].concat();
            assert_eq!(heard(&events), [events.clone(), events.clone()], "{rest}");
        }
        let up = pressed(KeyCode::Up, KeyModifiers::NONE);
        for events in [vec![esc(), esc()], vec![esc(), up.clone()], [vec![esc()], chars("["), vec![esc(), up]].concat()]
        {
            assert_eq!(heard(&events), [events.clone(), events.clone()], "{events:?}");
        }
    }

    #[test]
    fn only_what_follows_escape_is_looked_at_and_a_new_size_comes_in_between() {
        let mut splice = Splice::default();
        assert_eq!(splice.hear(chars("[").remove(0)), chars("["));
        assert_eq!(splice.patience(), None);
        assert_eq!(splice.hear(esc()), []);
        assert_eq!(splice.hear(Event::Resize(80, 24)), [Event::Resize(80, 24)]);
        let given: Vec<Event> = chars("[A[A").into_iter().flat_map(|event| splice.hear(event)).collect();
        assert_eq!(given, [vec![pressed(KeyCode::Up, KeyModifiers::NONE)], chars("[A")].concat());
    }

    /// Escape, a pause, or a character: one that keys are made of, or any.
    fn event() -> impl Strategy<Value = Option<Event>> {
        let char = prop_oneof![prop::sample::select("[]O\\<;~0129ABMmPZ".chars().collect::<Vec<_>>()), any::<char>()];
        prop_oneof![
            1 => Just(Some(esc())),
            1 => Just(None),
            4 => char.prop_map(|c| Some(pressed(KeyCode::Char(c), KeyModifiers::NONE))),
        ]
    }

    proptest! {
        #[test]
        fn whatever_is_typed_nothing_of_it_is_lost(events in prop::collection::vec(event(), 0..60)) {
            let mut splice = Splice::default();
            let mut given = Vec::new();
            for event in &events {
                given.extend(match event {
                    Some(event) => splice.hear(event.clone()),
                    None => splice.give_up(),
                });
            }
            given.extend(splice.give_up());
            prop_assert_eq!(splice.patience(), None);
            let typed: Vec<Event> = events.into_iter().flatten().collect();
            let mut rest = &*typed;
            for event in given {
                let made_of = |n: &usize| {
                    let chars = rest[..*n].iter().filter_map(|event| event.as_key_event()?.code.as_char());
                    matches!(read(&chars.collect::<String>()), Read::Whole(made) if made == event)
                };
                let n = if rest.first() == Some(&event) { Some(1) } else { (1..=rest.len()).find(made_of) };
                prop_assert!(n.is_some(), "{:?} of {:?}", event, rest);
                rest = &rest[n.unwrap()..];
            }
            prop_assert_eq!(rest, []);
        }
    }
}

//! Whether the terminal's own ground is dark or light: what to ask it, and how to know its answer.
//!
//! The answer comes on the same way as keys do, `ESC ] 11 ; rgb:ffff/ffff/ffff` and an end, which reads as a run of keys
//! that begins with Alt-]. So it is picked out from among the keys whenever it comes: nothing that is typed is lost, and an
//! answer that comes late does nothing but change the colours.
//!
//! Source: xterm, "Control Sequences", operating system command 11.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Color;

use super::configuration::Ground;
use super::theme::contrast;

/// Asks the terminal for the colour of its ground.
pub const QUESTION: &[u8] = b"\x1b]11;?\x07";

/// What an answer begins with, after what begins every command.
const PREFIXES: [&str; 2] = ["11;rgb:", "11;rgba:"];

/// The most characters of an answer: four components of four digits.
const MAX_CHARS: usize = 32;

/// Picks the terminal's answer out of what it sends.
#[derive(Debug, Default)]
pub struct Listener {
    /// What may be the beginning of an answer.
    held: Vec<Event>,
    text: String,
}

/// What has been heard.
#[derive(Debug, Default, PartialEq)]
pub struct Heard {
    /// What is no part of an answer, in the order it came.
    pub events: Vec<Event>,
    /// The answer.
    pub ground: Option<Ground>,
}

impl Listener {
    /// Hears one more event.
    pub fn hear(&mut self, event: Event) -> Heard {
        let Event::Key(key) = event else { return Heard { events: vec![event], ground: None } };
        if self.held.is_empty() {
            if key.code == KeyCode::Char(']') && key.modifiers == KeyModifiers::ALT {
                self.held.push(event);
                return Heard::default();
            }
            return Heard { events: vec![event], ground: None };
        }
        self.held.push(event);
        if is_end(key) {
            return match ground(&self.text) {
                None => self.release(),
                ground => {
                    self.release();
                    Heard { events: Vec::new(), ground }
                }
            };
        }
        match key.code {
            KeyCode::Char(c) if !key.modifiers.intersects(KeyModifiers::ALT | KeyModifiers::CONTROL) => {
                self.text.push(c);
            }
            _ => return self.release(),
        }
        if may_be_answer(&self.text) { Heard::default() } else { self.release() }
    }

    /// Lets go of what was no answer.
    fn release(&mut self) -> Heard {
        self.text.clear();
        Heard { events: std::mem::take(&mut self.held), ground: None }
    }
}

/// Whether a key is what ends a command: BEL, or ESC and a backslash.
fn is_end(key: KeyEvent) -> bool {
    matches!(
        (key.code, key.modifiers),
        (KeyCode::Char('g'), KeyModifiers::CONTROL) | (KeyCode::Char('\\'), KeyModifiers::ALT)
    )
}

/// Whether `text`, which follows what begins every command, may be the beginning of an answer.
pub(super) fn may_be_answer(text: &str) -> bool {
    text.len() <= MAX_CHARS
        && PREFIXES.iter().any(|prefix| match text.strip_prefix(prefix) {
            Some(rest) => rest.chars().all(|c| c.is_ascii_hexdigit() || c == '/'),
            None => prefix.starts_with(text),
        })
}

/// Whether `text` is an answer, without what begins and ends every command.
pub(super) fn is_answer(text: &str) -> bool {
    ground(text).is_some()
}

/// The ground of a colour as the terminal names it; components have one to four digits.
fn ground(text: &str) -> Option<Ground> {
    let rest = PREFIXES.iter().find_map(|prefix| text.strip_prefix(prefix))?;
    let component = |digits: &str| {
        let most = 16_u32.checked_pow(digits.len() as u32).filter(|_| (1..=4).contains(&digits.len()))? - 1;
        Some((u32::from_str_radix(digits, 16).ok()? * 255 / most) as u8)
    };
    let mut components = rest.split('/').map(component);
    let (red, green, blue) = (components.next()??, components.next()??, components.next()??);
    let colour = Color::Rgb(red, green, blue);
    // A ground is light if black can be read on it better than white.
    let light = contrast(colour, Color::Rgb(0, 0, 0)) > contrast(colour, Color::Rgb(255, 255, 255));
    Some(if light { Ground::Light } else { Ground::Dark })
}

/// The ground that the variable `COLORFGBG` tells of: colours of the 16, the ground last, as in `0;15`.
pub fn of_variable(value: &str) -> Option<Ground> {
    match value.rsplit(';').next()?.parse().ok()? {
        7 | 9..=15 => Some(Ground::Light),
        0..=6 | 8 => Some(Ground::Dark),
        _ => None::<Ground>,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(code: KeyCode, modifiers: KeyModifiers) -> Event {
        Event::Key(KeyEvent::new(code, modifiers))
    }

    fn chars(text: &str) -> Vec<Event> {
        text.chars().map(|c| key(KeyCode::Char(c), KeyModifiers::NONE)).collect()
    }

    fn hear(events: Vec<Event>) -> (Vec<Event>, Vec<Ground>) {
        let mut listener = Listener::default();
        let heard: Vec<Heard> = events.into_iter().map(|event| listener.hear(event)).collect();
        let grounds = heard.iter().filter_map(|heard| heard.ground).collect();
        (heard.into_iter().flat_map(|heard| heard.events).collect(), grounds)
    }

    fn answer(text: &str, end: Event) -> Vec<Event> {
        [vec![key(KeyCode::Char(']'), KeyModifiers::ALT)], chars(text), vec![end]].concat()
    }

    #[test]
    fn the_answer_is_heard_among_keys_and_no_key_is_lost() {
        let ends = [key(KeyCode::Char('g'), KeyModifiers::CONTROL), key(KeyCode::Char('\\'), KeyModifiers::ALT)];
        for end in ends {
            for (colour, ground) in [
                ("11;rgb:ffff/ffff/ffff", Ground::Light),
                ("11;rgb:fd/f6/e3", Ground::Light),
                ("11;rgba:1e1e/1E1E/1e1e/ffff", Ground::Dark),
                ("11;rgb:0/0/0", Ground::Dark),
            ] {
                let events = [chars("ab"), answer(colour, end.clone()), chars("cd")].concat();
                assert_eq!(hear(events), (chars("abcd"), vec![ground]), "{colour}");
            }
        }
    }

    #[test]
    fn what_is_no_answer_goes_on_as_it_came() {
        let end = key(KeyCode::Char('g'), KeyModifiers::CONTROL);
        for text in ["1x", "11;rgb:zz", "11;rgb:", "11;rgb:ffff/ffff", "12;rgb:ffff/ffff/ffff", &"1".repeat(40)] {
            let events = answer(text, end.clone());
            assert_eq!(hear(events.clone()), (events, Vec::new()), "{text}");
        }
        let arrow = key(KeyCode::Left, KeyModifiers::NONE);
        let events = [answer("11;r", arrow), chars("x")].concat();
        assert_eq!(hear(events.clone()), (events, Vec::new()));
        let between = vec![key(KeyCode::Char(']'), KeyModifiers::ALT), Event::Resize(80, 24)];
        assert_eq!(hear(between).0, [Event::Resize(80, 24)]);
    }

    #[test]
    fn a_variable_may_tell_too() {
        assert_eq!(of_variable("0;15"), Some(Ground::Light));
        assert_eq!(of_variable("15;default;0"), Some(Ground::Dark));
        assert_eq!(of_variable("default;default"), None);
    }
}

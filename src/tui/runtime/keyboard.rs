//! Reading what the terminal sends: as bytes decoded here on Unix, by crossterm elsewhere.

use std::io;
use std::sync::mpsc::Sender;

use tetralith_terminput::{Appearance, Input, TerminalReport};

use super::Incoming;
use super::watch::watch;
use crate::background::{self, Background};
use crate::program::Message;

/// Passes on what the terminal sends, on a thread of its own.
pub(super) fn watch_input(sender: Sender<Incoming>) -> io::Result<()> {
    let mut keyboard = Keyboard::default();
    watch(sender, move || keyboard.read())
}

/// The message that an input is; `None` if it was not asked for.
fn message(input: Input) -> Option<Message> {
    Some(match input {
        Input::Key(key) => Message::Key(key),
        Input::Mouse(mouse) => Message::Mouse(mouse),
        Input::Paste(text) => Message::Paste(text),
        Input::Report(TerminalReport::Background(colour)) => {
            Message::Background(background::of_colour(colour))
        }
        Input::Report(TerminalReport::Appearance(Appearance::Dark)) => {
            Message::Background(Background::Dark)
        }
        Input::Report(TerminalReport::Appearance(Appearance::Light)) => {
            Message::Background(Background::Light)
        }
        Input::Report(report) => Message::Reported(report),
        Input::FocusGained => Message::Refocused,
        _ => return None,
    })
}

#[cfg(unix)]
pub(super) use here::Keyboard;

#[cfg(unix)]
mod here {
    use std::time::{Duration, Instant};
    use std::{io, thread};

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use tetralith_terminput::{Decoder, Input};

    use super::message;
    use crate::program::Message;
    use crate::tui::runtime::leaving;
    use crate::tui::runtime::screen::{Screen, is_taken};

    /// The time between checks whether the terminal has been taken again.
    const BEAT: Duration = Duration::from_millis(50);

    /// The fewest bytes that are taken for a paste: no hand types so many at once.
    const LEAST_PASTE: usize = 32;

    /// The most bytes that are taken for one paste.
    const MOST_PASTE: usize = 1 << 20;

    /// The time after which what comes is no longer part of a paste.
    const MOMENT: Timespec = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };

    /// The text that was pasted into a terminal which does not say so, if `bytes`, which came all
    /// at once, look like it: several lines of text. As keys, the line end would end the input
    /// that it was meant for, and the rest would be commands.
    fn pasted(bytes: &[u8]) -> Option<&str> {
        let text = std::str::from_utf8(bytes).ok()?;
        let has_lines = text.trim_end().contains(['\r', '\n']);
        (is_long_text(bytes) && has_lines).then_some(text)
    }

    /// True if `bytes`, which came all at once, are more text than a hand types, but for a last
    /// character that may be cut.
    fn is_long_text(bytes: &[u8]) -> bool {
        let whole = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) if error.error_len().is_none() => {
                std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default()
            }
            Err(_) => return false,
        };
        let is_text = |c: char| !c.is_control() || matches!(c, '\r' | '\n' | '\t');
        whole.len() >= LEAST_PASTE && whole.chars().all(is_text)
    }

    /// Reads the terminal; a long text is read to its end, since a terminal hands it over in parts.
    fn read_all(stdin: &io::Stdin) -> Result<Vec<u8>, rustix::io::Errno> {
        let mut part = [0; 4096];
        let count = rustix::io::read(stdin, &mut part)?;
        let mut bytes = part[..count].to_vec();
        while is_long_text(&bytes) && bytes.len() < MOST_PASTE {
            let mut terminal = [PollFd::new(stdin, PollFlags::IN)];
            let Ok(1..) = poll(&mut terminal, Some(&MOMENT)) else { break };
            match rustix::io::read(stdin, &mut part) {
                Ok(count @ 1..) => bytes.extend_from_slice(&part[..count]),
                // A fault comes again at the next read.
                _ => break,
            }
        }
        Ok(bytes)
    }

    /// Reads the terminal.
    ///
    /// The bytes are read here and not by crossterm, which waits for the end of a sequence as long
    /// as it takes and takes every key for a part of it.
    #[derive(Default)]
    pub(in super::super) struct Keyboard {
        decoder: Decoder,
    }

    impl Keyboard {
        /// Waits for what comes next and returns it, in order; nothing if it is no input, or waits
        /// for its rest.
        pub(in super::super) fn read(&mut self) -> io::Result<Vec<Message>> {
            let inputs = self.inputs()?;
            inputs.iter().for_each(leaving::note_input);
            Ok(inputs.into_iter().filter_map(message).collect())
        }

        fn inputs(&mut self) -> io::Result<Vec<Input>> {
            let stdin = io::stdin();
            let mut terminal = [PollFd::new(&stdin, PollFlags::IN)];
            let patience = self
                .decoder
                .deadline()
                .map(|deadline| deadline.saturating_duration_since(Instant::now()));
            let patience = patience.and_then(|patience| Timespec::try_from(patience).ok());
            let come = match poll(&mut terminal, patience.as_ref()) {
                Ok(0) => return Ok(self.decoder.timeout(Instant::now())),
                Ok(_) => {
                    let reading = leaving::reading();
                    if !is_taken() {
                        drop(reading);
                        // These bytes are for the shell, and a program that read them in its place
                        // would be stopped.
                        thread::sleep(BEAT);
                        return Ok(Vec::new());
                    }
                    read_all(&stdin)
                }
                Err(error) => Err(error),
            };
            match come {
                Ok(bytes) if bytes.is_empty() && Screen::has_vanished() => {
                    Err(io::ErrorKind::UnexpectedEof.into())
                }
                Ok(bytes) => match pasted(&bytes).filter(|_| self.decoder.deadline().is_none()) {
                    Some(text) => Ok(vec![Input::Paste(text.to_owned())]),
                    None => Ok(self.decoder.feed(&bytes, Instant::now())),
                },
                Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => Ok(Vec::new()),
                Err(error) => Err(error.into()),
            }
        }
    }
}

#[cfg(not(unix))]
pub(super) use elsewhere::Keyboard;

#[cfg(not(unix))]
mod elsewhere {
    use std::io;

    use ratatui::crossterm::event as theirs;
    use ratatui::layout::Size;
    use tetralith_terminput::{
        Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
        MouseEventKind,
    };

    use super::message;
    use crate::program::Message;
    use crate::tui::runtime::screen::drawn;

    /// Reads the console, which reports whole keys.
    #[derive(Default)]
    pub(in super::super) struct Keyboard;

    impl Keyboard {
        /// Waits for what comes next and returns it; nothing if it was not asked for.
        #[allow(clippy::unused_self, reason = "where bytes are read there is a state")]
        pub(in super::super) fn read(&mut self) -> io::Result<Vec<Message>> {
            let input = match theirs::read()? {
                theirs::Event::Key(event) => key(event).map(Input::Key),
                theirs::Event::Mouse(event) => Some(Input::Mouse(mouse(event))),
                theirs::Event::Paste(text) => Some(Input::Paste(text)),
                theirs::Event::Resize(width, height) => {
                    return Ok(vec![Message::Resize(drawn(Size { width, height }))]);
                }
                theirs::Event::FocusGained | theirs::Event::FocusLost => None,
            };
            Ok(input.and_then(message).into_iter().collect())
        }
    }

    fn key(event: theirs::KeyEvent) -> Option<KeyEvent> {
        use theirs::KeyCode as Theirs;

        let code = match event.code {
            Theirs::Char(c) => KeyCode::Char(c),
            Theirs::F(n) => KeyCode::F(n),
            Theirs::Enter => KeyCode::Enter,
            Theirs::Esc => KeyCode::Esc,
            Theirs::Backspace => KeyCode::Backspace,
            Theirs::Delete => KeyCode::Delete,
            Theirs::Insert => KeyCode::Insert,
            Theirs::Tab => KeyCode::Tab,
            Theirs::BackTab => KeyCode::BackTab,
            Theirs::Left => KeyCode::Left,
            Theirs::Right => KeyCode::Right,
            Theirs::Up => KeyCode::Up,
            Theirs::Down => KeyCode::Down,
            Theirs::Home => KeyCode::Home,
            Theirs::End => KeyCode::End,
            Theirs::PageUp => KeyCode::PageUp,
            Theirs::PageDown => KeyCode::PageDown,
            _ => return None,
        };
        let kind = match event.kind {
            theirs::KeyEventKind::Press => KeyEventKind::Press,
            theirs::KeyEventKind::Repeat => KeyEventKind::Repeat,
            theirs::KeyEventKind::Release => KeyEventKind::Release,
        };
        let mut held = event.modifiers;
        let alt_gr = theirs::KeyModifiers::CONTROL | theirs::KeyModifiers::ALT;
        if held.contains(alt_gr)
            && matches!(event.code, Theirs::Char(c) if !c.is_ascii_alphanumeric())
        {
            // The console reports AltGr as both, and of the character that it makes.
            held.remove(alt_gr);
        }
        Some(KeyEvent::new_with_kind(code, modifiers(held), kind))
    }

    fn modifiers(held: theirs::KeyModifiers) -> KeyModifiers {
        [
            (theirs::KeyModifiers::SHIFT, KeyModifiers::SHIFT),
            (theirs::KeyModifiers::ALT, KeyModifiers::ALT),
            (theirs::KeyModifiers::CONTROL, KeyModifiers::CONTROL),
            (theirs::KeyModifiers::SUPER, KeyModifiers::SUPER),
            (theirs::KeyModifiers::HYPER, KeyModifiers::HYPER),
            (theirs::KeyModifiers::META, KeyModifiers::META),
        ]
        .into_iter()
        .filter(|(theirs, _)| held.contains(*theirs))
        .map(|(_, ours)| ours)
        .collect()
    }

    fn mouse(event: theirs::MouseEvent) -> MouseEvent {
        let button = |button| match button {
            theirs::MouseButton::Left => MouseButton::Left,
            theirs::MouseButton::Middle => MouseButton::Middle,
            theirs::MouseButton::Right => MouseButton::Right,
        };
        let kind = match event.kind {
            theirs::MouseEventKind::Down(pressed) => MouseEventKind::Down(button(pressed)),
            theirs::MouseEventKind::Up(pressed) => MouseEventKind::Up(button(pressed)),
            theirs::MouseEventKind::Drag(pressed) => MouseEventKind::Drag(button(pressed)),
            theirs::MouseEventKind::Moved => MouseEventKind::Moved,
            theirs::MouseEventKind::ScrollUp => MouseEventKind::ScrollUp,
            theirs::MouseEventKind::ScrollDown => MouseEventKind::ScrollDown,
            theirs::MouseEventKind::ScrollLeft => MouseEventKind::ScrollLeft,
            theirs::MouseEventKind::ScrollRight => MouseEventKind::ScrollRight,
        };
        MouseEvent {
            kind,
            column: event.column,
            row: event.row,
            modifiers: modifiers(event.modifiers),
        }
    }
}

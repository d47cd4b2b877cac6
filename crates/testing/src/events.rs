//! Everything a terminal, a disk, a clock and an engine can do to the screen.

mod world;

use ratatui::layout::Size;
use tetralith::program::Message;
use tetralith_terminput::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
    PixelSize, TerminalReport,
};

use crate::Source;
use world::World;

/// The widest and the highest window.
const LARGEST: Size = Size { width: 300, height: 100 };

/// The most events taken from an input, so that one input stays quick.
const MOST_EVENTS: usize = 400;

const CODES: [KeyCode; 20] = [
    KeyCode::Enter,
    KeyCode::Esc,
    KeyCode::Backspace,
    KeyCode::Delete,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::PageUp,
    KeyCode::PageDown,
    KeyCode::Tab,
    KeyCode::BackTab,
    KeyCode::Insert,
    KeyCode::F(1),
    KeyCode::F(2),
    KeyCode::F(12),
    KeyCode::F(35),
    KeyCode::Char('\u{301}'),
];

const MOUSE: [MouseEventKind; 8] = [
    MouseEventKind::Moved,
    MouseEventKind::Down(MouseButton::Left),
    MouseEventKind::Down(MouseButton::Right),
    MouseEventKind::Up(MouseButton::Left),
    MouseEventKind::Drag(MouseButton::Left),
    MouseEventKind::ScrollUp,
    MouseEventKind::ScrollDown,
    MouseEventKind::Down(MouseButton::Middle),
];

/// A stream of keys, mouse events, sizes, answers early, late and stale, ticks and faults of the
/// disk.
///
/// After each the game is what its own record holds, undo then redo changes nothing, what is saved
/// can be loaded and holds the same, and nothing is drawn outside the window.
pub(crate) fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let mut world = World::new(&mut source, 7);
    for _ in 0..MOST_EVENTS {
        if source.is_empty() || world.has_quit() {
            break;
        }
        event(&mut source, &mut world);
        world.assert_sound();
    }
}

/// A position of any game on any board, drawn in windows of any size.
pub(crate) fn sizes(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let mut world = World::new(&mut source, 25);
    world.play_some(&mut source, 24);
    for _ in 0..32 {
        if source.is_empty() || world.has_quit() {
            break;
        }
        if source.byte() < 64 {
            event(&mut source, &mut world);
        } else {
            world.send(size(&mut source));
        }
    }
    world.assert_sound();
}

fn size(source: &mut Source<'_>) -> Message {
    let width = source.below(usize::from(LARGEST.width) + 1) as u16;
    Message::Resize(Size { width, height: source.below(usize::from(LARGEST.height) + 1) as u16 })
}

/// Something that a terminal reports about pictures, be it sensible or not.
fn report(source: &mut Source<'_>) -> TerminalReport {
    let mut pixels =
        || 1_u16.checked_shl(source.below(17) as u32).unwrap_or(u16::MAX) | source.below(32) as u16;
    let size = PixelSize { width: pixels(), height: pixels() };
    match source.below(6) {
        0 => TerminalReport::DeviceAttributes(vec![62, 4]),
        1 => TerminalReport::TextAreaSize(size),
        2 => TerminalReport::ItermCellSize(size),
        3 => TerminalReport::SixelColours(size.width),
        4 => TerminalReport::LargestSixel(size),
        _ => TerminalReport::CellSize(size),
    }
}

fn event(source: &mut Source<'_>, world: &mut World) {
    let key = |code, modifiers| Message::Key(KeyEvent::new(code, modifiers));
    let message = match source.byte() {
        byte @ 0..=139 => key(KeyCode::Char(char::from(byte % 95 + 32)), KeyModifiers::NONE),
        byte @ 140..=189 => key(CODES[usize::from(byte - 140) % CODES.len()], KeyModifiers::NONE),
        190..=196 => {
            key(*source.pick(&CODES), *source.pick(&[KeyModifiers::SHIFT, KeyModifiers::ALT]))
        }
        197..=202 => {
            key(KeyCode::Char(char::from(b'a' + source.below(26) as u8)), KeyModifiers::CONTROL)
        }
        203..=205 => {
            let kind = *source.pick(&[KeyEventKind::Release, KeyEventKind::Repeat]);
            let code = KeyCode::Char(char::from(32 + source.below(95) as u8));
            Message::Key(KeyEvent::new_with_kind(code, KeyModifiers::NONE, kind))
        }
        206..=223 => {
            let kind = *source.pick(&MOUSE);
            // Also a little beyond its edges.
            let Size { width, height } = world.window();
            let [column, row] = [width, height].map(|n| source.below(usize::from(n) + 9) as u16);
            Message::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
        }
        224..=227 => size(source),
        228 => Message::Reported(report(source)),
        229..=234 => {
            let millis = 1_u64 << source.below(16);
            return world.wait(millis);
        }
        235..=243 => return world.answer(source),
        244..=246 => {
            let length = source.below(40).min(source.rest().len());
            let text = String::from_utf8_lossy(&source.rest()[..length]).into_owned();
            source.skip(length);
            Message::Paste(text)
        }
        247 => Message::Stopped,
        248 => Message::Resumed,
        249..=253 => return world.change_disk(source),
        254 => return world.play_some(source, 6),
        255 => Message::Quit,
    };
    world.send(message);
}

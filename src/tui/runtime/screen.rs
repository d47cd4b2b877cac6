//! The terminal: its modes while the program runs, what is written to it, and giving it back in
//! every case.

use std::env;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::mem::ManuallyDrop;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use ratatui::backend::Backend as _;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste,
    EnableFocusChange, EnableMouseCapture,
};
use ratatui::crossterm::style::Print;
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute, queue};
use ratatui::layout::{Rect, Size};
use ratatui::{Terminal, TerminalOptions, Viewport};

use tetralith_terminput::PixelSize;

use super::KEYBOARD;
use super::backend::TerminalWriter;
use super::direction::end_runs;
use super::output::Output;
use super::pictures::{Pictures, farewell};
use crate::tui::app::App;

/// The largest part of a window that is drawn on, more than the finest letters fill on any screen.
/// A terminal may report a nonsensical size, too large for the memory.
const LARGEST: Size = Size { width: 1_000, height: 500 };

/// The part of a window of `size` that is drawn on.
pub(super) fn drawn(size: Size) -> Size {
    Size { width: size.width.min(LARGEST.width), height: size.height.min(LARGEST.height) }
}

/// The size of a window that the system gives as `size`: a serial line or a container may have
/// none, and then it is the size in the variables `LINES` and `COLUMNS`, or that of most terminals.
pub(super) fn told_or_usual(size: Size) -> Size {
    let or = |told: u16, variable: &str, usual| match told {
        0 => {
            let said = env::var(variable).ok().and_then(|said| said.parse().ok());
            said.filter(|&said| said > 0).unwrap_or(usual)
        }
        told => told,
    };
    Size { width: or(size.width, "COLUMNS", 80), height: or(size.height, "LINES", 24) }
}

/// The bytes of a string that GNU screen hands on: less than the 256 that it holds in old versions.
const MOST_OF_SCREEN: usize = 240;

/// Asks the terminal to report changes between dark and light, or to stop.
///
/// Source: contour, "VT extensions", "Color palette update notifications"; mode 2031.
const TELL_APPEARANCE: &str = "\x1b[?2031h";
const TELL_NO_APPEARANCE: &str = "\x1b[?2031l";

/// A row below every window; terminals take it for their last.
const LOWEST: u16 = 9_998;

/// True if the terminal is in the modes of this program.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal in the modes of this program; leaves them when dropped.
pub(super) struct Screen {
    /// Never dropped: if its terminal has vanished it reports that on standard error, and panics
    /// where that has vanished too.
    pub(super) terminal: ManuallyDrop<Terminal<TerminalWriter<BufWriter<Output>>>>,
    has_mouse: bool,
    pictures: Pictures,
    /// True if the terminal reports when its window has the keyboard again: from the first picture
    /// on.
    hears_focus: bool,
}

impl Screen {
    pub(super) fn enter(has_mouse: bool) -> io::Result<Self> {
        static HOOK: std::sync::Once = std::sync::Once::new();
        HOOK.call_once(|| {
            let report = panic::take_hook();
            let ours = thread::current().id();
            panic::set_hook(Box::new(move |info| {
                // A search that breaks down is reported at the table, which stays as it is.
                let current = thread::current();
                if current.id() == ours || current.name() == Some(KEYBOARD) {
                    restore();
                    report(info);
                }
            }));
        });
        // Not the whole screen, which may be larger than can be drawn: `draw` follows the window's
        // size.
        let options = TerminalOptions { viewport: Viewport::Fixed(Rect::ZERO) };
        let terminal =
            Terminal::with_options(TerminalWriter::new(BufWriter::new(Output)), options)?;
        let terminal = ManuallyDrop::new(terminal);
        let mut screen =
            Self { terminal, has_mouse, pictures: Pictures::default(), hears_focus: false };
        screen.begin()?;
        Ok(screen)
    }

    /// Puts the terminal into the modes of this program and wipes it.
    pub(super) fn begin(&mut self) -> io::Result<()> {
        if TAKEN.swap(true, Ordering::SeqCst) {
            // A shell may have set the modes while the program was stopped from outside; raw mode
            // that is thought to be on is not set again.
            let _ = disable_raw_mode();
        }
        self.pictures.forget();
        self.hears_focus = false;
        enable_raw_mode()?;
        let out = self.terminal.backend_mut();
        let tells = Print(TELL_APPEARANCE);
        queue!(out, EnterAlternateScreen, EnableBracketedPaste, tells, cursor::Hide)?;
        if self.has_mouse {
            self.capture_mouse(true)?;
        }
        // `Terminal::clear` would ask the terminal where the cursor is, and the answer would go to
        // the thread that reads keys.
        let size = self.size()?;
        self.terminal.resize(size.into())?;
        Write::flush(self.terminal.backend_mut())
    }

    pub(super) fn capture_mouse(&mut self, on: bool) -> io::Result<()> {
        self.has_mouse = on;
        let out = self.terminal.backend_mut();
        if !on {
            return execute!(out, DisableMouseCapture);
        }
        // The click that brings the window to the front plays nothing.
        self.hears_focus = true;
        execute!(out, EnableMouseCapture, EnableFocusChange)
    }

    pub(super) fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        // Counted before it is written: the thread that reads may have its answer before this one
        // goes on, and a question counted afterwards would be waited for at the end.
        #[cfg(unix)]
        super::leaving::note_asked(bytes);
        let out = self.terminal.backend_mut();
        out.write_all(bytes)?;
        Write::flush(out)
    }

    /// Gives the terminal `text` for the clipboard. Not every terminal takes it, and none says
    /// whether it did.
    ///
    /// Source: xterm, "Control Sequences", operating system command 52.
    pub(super) fn copy(&mut self, text: &str) -> io::Result<()> {
        let out = self.terminal.backend_mut();
        let sequence = format!("\x1b]52;c;{}\x07", BASE64_STANDARD.encode(text));
        if env::var_os("STY").is_some_and(|name| !name.is_empty()) {
            // GNU screen cuts a longer one, but hands strings on as they are.
            for piece in sequence.as_bytes().chunks(MOST_OF_SCREEN) {
                out.write_all(&[b"\x1bP", piece, b"\x1b\\"].concat())?;
            }
        } else {
            out.write_all(sequence.as_bytes())?;
        }
        Write::flush(out)
    }

    /// True if there is no terminal any more: its window was closed, or its line cut.
    pub(super) fn has_vanished() -> bool {
        !io::stdout().is_terminal() || !io::stdin().is_terminal()
    }

    /// The part of the window that is drawn on, as it is now.
    pub(super) fn size(&self) -> io::Result<Size> {
        self.terminal.size().map(|size| drawn(told_or_usual(size)))
    }

    /// The size of the window in pixels, if the system knows it.
    pub(super) fn pixels(&mut self) -> Option<PixelSize> {
        let size = self.terminal.backend_mut().window_size().ok()?.pixels;
        (size.width > 0 && size.height > 0)
            .then_some(PixelSize { width: size.width, height: size.height })
    }

    /// Has the pictures rewritten with the next frame.
    pub(super) fn renew_picture(&mut self) {
        self.pictures.forget();
    }

    /// Draws a frame that the terminal shows at once, unless that has been given back.
    pub(super) fn draw(&mut self, app: &App) -> io::Result<()> {
        if !TAKEN.load(Ordering::SeqCst) {
            return Ok(());
        }
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        let area = Rect::from(self.size()?);
        let pictures = self.pictures.of(app);
        if area != self.terminal.get_frame().area() {
            self.terminal.resize(area)?;
            self.pictures.forget();
        }
        if !pictures.is_empty() && !std::mem::replace(&mut self.hears_focus, true) {
            // Some terminals lose pictures while their window is out of view.
            queue!(self.terminal.backend_mut(), EnableFocusChange)?;
        }
        let (mut eye, mut seen) = (None, Vec::new());
        let drawn = self.terminal.draw(|frame| {
            eye = app.paint(frame.area(), frame.buffer_mut());
            end_runs(frame.buffer_mut());
            let free = app.shared().theme.base();
            let buffer = frame.buffer_mut();
            let uncovered = pictures.into_iter().filter_map(|shown| shown.uncovered(buffer, free));
            seen = uncovered.collect();
        })?;
        let left = self.pictures.left(&seen).into_iter();
        let cells: Vec<_> =
            left.filter_map(|at| Some((at, drawn.buffer.cell(at)?.clone()))).collect();
        let backend = self.terminal.backend_mut();
        backend.draw(cells.iter().map(|(at, cell)| (at.x, at.y, cell)))?;
        let bytes = self.pictures.show(seen);
        self.terminal.backend_mut().write_all(&bytes)?;
        if let Some(eye) = eye {
            queue!(self.terminal.backend_mut(), cursor::MoveTo(eye.x, eye.y))?;
        }
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)
    }

    /// Gives the terminal back, with some last words on it.
    pub(super) fn leave(self, words: Option<&str>) {
        drop(self);
        if let Some(words) = words {
            // A terminal that does not read them shows none.
            let _ = writeln!(Output, "{words}");
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Returns true if `file` is a terminal.
///
/// # Errors
/// If it is one that has vanished, which an ordinary question takes for none.
#[cfg(unix)]
pub(super) fn seek(file: &(impl IsTerminal + std::os::fd::AsFd)) -> io::Result<bool> {
    use rustix::io::Errno;

    match rustix::termios::tcgetattr(file) {
        Err(vanished @ (Errno::IO | Errno::NXIO)) => Err(vanished.into()),
        _ => Ok(file.is_terminal()),
    }
}

#[cfg(not(unix))]
pub(super) fn seek(file: &impl IsTerminal) -> io::Result<bool> {
    Ok(file.is_terminal())
}

/// True if the terminal is this program's, and so are the keys that are pressed.
#[cfg(unix)]
pub(super) fn is_taken() -> bool {
    TAKEN.load(Ordering::SeqCst)
}

/// Gives the terminal back as it was; even if something fails, the rest is still done.
pub(super) fn restore() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let _ = Output::timed(|out| out.write_all(&farewell()));
        let modes = |out: &mut io::Stdout| {
            execute!(
                out,
                EndSynchronizedUpdate,
                DisableMouseCapture,
                DisableFocusChange,
                Print(TELL_NO_APPEARANCE),
                DisableBracketedPaste
            )
        };
        let _ = Output::timed(modes);
        #[cfg(unix)]
        super::leaving::swallow();
        // Where there is no alternate screen the last frame stays, and the prompt goes below it.
        let below = cursor::MoveTo(0, LOWEST);
        let leave = |out: &mut io::Stdout| {
            execute!(out, below, Print("\n"), LeaveAlternateScreen, cursor::Show)
        };
        let _ = Output::timed(leave);
        let _ = disable_raw_mode();
    }
}

/// Lets the loop go on if it waits for a terminal that does not read: what was written and not read
/// is dropped, as far as the system allows, and no frame is written any more.
#[cfg(unix)]
pub(super) fn unblock() {
    use rustix::termios::{Action, QueueSelector, tcflow, tcflush};

    Output::give_up();
    let out = io::stdout();
    let _ = tcflush(&out, QueueSelector::OFlush);
    // Dropping the output makes room, but on Linux only resuming it wakes the thread that waits.
    let _ = tcflow(&out, Action::OOff);
    let _ = tcflow(&out, Action::OOn);
}

/// Ends the program without the loop, which waits for the terminal, and gives back what can be
/// given back without writing.
#[cfg(unix)]
pub(super) fn abandon() -> ! {
    let _ = disable_raw_mode();
    std::process::exit(1)
}

#[cfg(all(test, unix))]
mod tests {
    use std::num::NonZero;

    use super::*;
    use crate::program::{Moment, Start};
    use crate::theme::{Depth, Glyphs, PALETTES, Theme};
    use crate::tui::runtime::in_terminal;

    #[test]
    fn a_panic_in_a_search_leaves_the_screen_alone() {
        if in_terminal::is_here() {
            let mut screen = Screen::enter(true).unwrap();
            assert!(thread::spawn(|| panic!("on purpose")).join().is_err());
            screen.terminal.draw(|frame| frame.render_widget("table", frame.area())).unwrap();
            Write::flush(screen.terminal.backend_mut()).unwrap();
            return;
        }
        let (output, passed) =
            in_terminal::output_of("screen::tests::a_panic_in_a_search_leaves_the_screen_alone");
        let text = String::from_utf8_lossy(&output);
        let (drawn, left) = (text.find("table"), text.find("\x1b[?1049l"));
        assert!(passed && !text.contains("on purpose"), "{text}");
        assert!(drawn.is_some() && drawn < left, "{text}");
        assert!(text.contains("as before"), "{text}");
    }

    #[test]
    fn a_panic_gives_the_terminal_back_before_its_report() {
        if in_terminal::is_here() {
            let mut screen = Screen::enter(true).unwrap();
            let theme = Theme::new(&PALETTES[0], Depth::Ansi16, Glyphs::Ascii);
            let size = screen.size().unwrap();
            let (app, _) = App::new(Start::Home, theme, size, Moment::default(), None);
            screen.draw(&app).unwrap();
            panic!("on purpose");
        }
        let (output, passed) = in_terminal::output_of(
            "screen::tests::a_panic_gives_the_terminal_back_before_its_report",
        );
        assert!(!passed);
        let text = String::from_utf8_lossy(&output);
        let (left, told) = (text.rfind("\x1b[?1049l"), text.find("on purpose"));
        assert!(text.contains("\x1b[?1049h") && left.is_some() && left < told, "{text}");
        assert!(text.contains("as before"), "{text}");
        let cells = |n: u16| NonZero::new(n).unwrap();
        let mut screen = vt100::Parser::new(cells(24), cells(80), 0);
        screen.process(&output);
        let screen = screen.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    }
}

//! The program itself in a pseudo-terminal, and the screen it draws there.
#![allow(dead_code, reason = "each test binary that shares this uses part of it")]

use std::collections::HashMap;
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// The time that anything may take before a test gives up.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

fn cells(n: u16) -> NonZero<u16> {
    NonZero::new(n).unwrap()
}

/// A terminal with a program in it.
pub(crate) struct Pty {
    pub(crate) master: Box<dyn MasterPty + Send>,
    pub(crate) child: Box<dyn Child + Send + Sync>,
    pub(crate) keys: Box<dyn Write + Send>,
    pub(crate) output: Receiver<Vec<u8>>,
    /// The holder of this stops the terminal from reading the program's output.
    pub(crate) line: Arc<Mutex<()>>,
    pub(crate) screen: vt100::Parser,
    /// Everything that has been read.
    pub(crate) raw: Vec<u8>,
    /// The answer to each question for the terminal's attributes, which every real terminal gives;
    /// `None` leaves the questions to the test.
    attributes: Option<String>,
}

/// The question for the terminal's attributes, and the answer of a plain terminal.
const ASKED: &str = "\x1b[c";
const PLAIN: &str = "\x1b[?62;22c";

impl Pty {
    /// Starts `tetralith` with `args`, its games in `data`.
    pub(crate) fn tetralith(args: &[&str], data: &Path, (width, height): (u16, u16)) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_tetralith"));
        command.args(args);
        Self::start(command, data, (width, height), &[])
    }

    pub(crate) fn start(
        mut command: CommandBuilder,
        data: &Path,
        (width, height): (u16, u16),
        more: &[(&str, &str)],
    ) -> Self {
        let usual = [
            ("TERM", "xterm-256color"),
            ("LANG", "C.UTF-8"),
            ("LC_ALL", "C.UTF-8"),
            ("NO_COLOR", ""),
            ("TMUX", ""),
        ];
        let variables: HashMap<&str, &str> =
            usual.into_iter().chain(more.iter().copied()).collect();
        for (name, value) in variables {
            command.env(name, value);
        }
        command.env("TETRALITH_DATA_DIR", data);
        command.env("TETRALITH_CONFIG_DIR", data);
        let size = PtySize { rows: height, cols: width, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let child = pair.slave.spawn_command(command).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (sender, output) = mpsc::channel();
        let line = Arc::new(Mutex::new(()));
        let ours = Arc::clone(&line);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n) = reader.read(&mut bytes) {
                drop(ours.lock().unwrap_or_else(PoisonError::into_inner));
                if n == 0 || sender.send(bytes[..n].to_vec()).is_err() {
                    return;
                }
            }
        });
        let keys = pair.master.take_writer().unwrap();
        Self {
            master: pair.master,
            child,
            keys,
            output,
            line,
            screen: vt100::Parser::new(cells(height), cells(width), 0),
            raw: Vec::new(),
            attributes: Some(PLAIN.to_owned()),
        }
    }

    /// Leaves all questions to the test.
    pub(crate) fn silent(mut self) -> Self {
        self.attributes = None;
        self
    }

    /// Answers the first questions so, and later ones for attributes as at the end of `answers`.
    pub(crate) fn answer(&mut self, answers: &str) {
        self.see_raw(0, ASKED);
        self.press(answers);
        self.attributes = answers.rfind("\x1b[?").map(|at| answers[at..].to_owned());
    }

    pub(crate) fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// Reads output until `done`.
    #[track_caller]
    pub(crate) fn wait(&mut self, what: &str, done: impl Fn(&vt100::Screen) -> bool) {
        let begun = Instant::now();
        while !done(self.screen.screen()) {
            let left = PATIENCE.saturating_sub(begun.elapsed());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.take(&bytes),
                Err(RecvTimeoutError::Timeout) => {
                    panic!("waited in vain for {what}:\n{}", self.text())
                }
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("ended before {what}:\n{}", self.text())
                }
            }
        }
    }

    fn take(&mut self, bytes: &[u8]) {
        self.screen.process(bytes);
        // A question may come in two parts.
        let from = self.raw.len().saturating_sub(ASKED.len() - 1);
        self.raw.extend_from_slice(bytes);
        if let Some(answer) = &self.attributes {
            let answers = answer.repeat(self.raw_text(from).matches(ASKED).count());
            // The program may have ended.
            let _ = self.keys.write_all(answers.as_bytes()).and_then(|()| self.keys.flush());
        }
    }

    /// The text of what has been read from the byte `at` on.
    pub(crate) fn raw_text(&self, at: usize) -> String {
        String::from_utf8_lossy(&self.raw[at..]).into_owned()
    }

    /// Reads output until it contains `text` from the byte `at` on.
    #[track_caller]
    pub(crate) fn see_raw(&mut self, at: usize, text: &str) {
        while !self.raw_text(at).contains(text) {
            match self.output.recv_timeout(PATIENCE) {
                Ok(bytes) => self.take(&bytes),
                Err(error) => panic!("waited in vain for {text:?}, {error}:\n{}", self.text()),
            }
        }
    }

    /// Waits for the end and returns the exit status and everything that was read.
    #[track_caller]
    pub(crate) fn end_raw(mut self) -> (u32, String) {
        let begun = Instant::now();
        loop {
            match self.output.recv_timeout(PATIENCE) {
                Ok(bytes) => self.take(&bytes),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("it does not end:\n{}", self.raw_text(0)),
            }
            let is_in_time = begun.elapsed() < PATIENCE;
            assert!(is_in_time, "it writes and does not end:\n{}", self.raw_text(0));
        }
        (self.child.wait().unwrap().exit_code(), self.raw_text(0))
    }

    #[track_caller]
    pub(crate) fn see(&mut self, text: &str) {
        self.wait(&format!("'{text}'"), |screen| screen.contents().contains(text));
    }

    /// Waits until the shell around the program has shown its prompt `ready>` so many times.
    #[track_caller]
    pub(crate) fn see_prompts(&mut self, count: usize) {
        self.wait("the shell", |screen| {
            !screen.alternate_screen() && screen.contents().matches("ready>").count() == count
        });
    }

    /// Waits until the shell reports that the program has stopped.
    #[track_caller]
    pub(crate) fn see_stopped(&mut self) {
        self.wait("the shell", |screen| {
            !screen.alternate_screen() && screen.contents().contains("Stopped")
        });
    }

    /// Waits until the program shows the board of Necklace, Red to move.
    #[track_caller]
    pub(crate) fn see_table(&mut self) {
        self.wait("the table", |screen| {
            screen.alternate_screen() && screen.contents().contains("Red: place a stone")
        });
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    pub(crate) fn resize(&mut self, width: u16, height: u16) {
        self.screen.screen_mut().set_size(cells(height), cells(width));
        self.resize_unseen(width, height);
    }

    /// As [`Pty::resize`], of a window whose cells have this size in pixels.
    pub(crate) fn resize_in_pixels(&mut self, (width, height): (u16, u16), cell: (u16, u16)) {
        self.screen.screen_mut().set_size(cells(height), cells(width));
        let (pixel_width, pixel_height) = (width * cell.0, height * cell.1);
        self.master
            .resize(PtySize { rows: height, cols: width, pixel_width, pixel_height })
            .unwrap();
    }

    /// Sends the program a size, but leaves the screen as it is, on which what it draws need not
    /// fit.
    pub(crate) fn resize_unseen(&self, width: u16, height: u16) {
        self.master
            .resize(PtySize { rows: height, cols: width, pixel_width: 0, pixel_height: 0 })
            .unwrap();
    }

    /// Waits for the end and returns the exit status.
    #[track_caller]
    pub(crate) fn end(mut self) -> (u32, vt100::Parser) {
        let begun = Instant::now();
        loop {
            // One that goes on drawing does not end either.
            match self.output.recv_timeout(PATIENCE.saturating_sub(begun.elapsed())) {
                Ok(bytes) if begun.elapsed() < PATIENCE => self.take(&bytes),
                Ok(_) => panic!("it draws and does not end:\n{}", self.text()),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("it does not end:\n{}", self.text()),
            }
        }
        (self.child.wait().unwrap().exit_code(), self.screen)
    }

    /// Presses the key that quits, and waits until the program has ended well and given the
    /// terminal back.
    #[track_caller]
    pub(crate) fn quit(mut self) {
        self.press("q");
        let (status, screen) = self.end();
        assert_eq!(status, 0);
        assert_restored(&screen);
    }

    pub(crate) fn signal(&self, name: &str) {
        kill(name, &self.child.process_id().unwrap().to_string());
    }
}

/// Sends the signal `name` to a process, or to a group of them by `-` and its number.
pub(crate) fn kill(name: &str, id: &str) {
    let sent = std::process::Command::new("kill").args([name, "--", id.trim()]).status();
    assert!(sent.unwrap().success());
}

/// The modes of a terminal that its program is done with.
#[track_caller]
pub(crate) fn assert_restored(screen: &vt100::Parser) {
    let screen = screen.screen();
    assert!(!screen.alternate_screen(), "the alternate screen is left");
    assert!(!screen.hide_cursor(), "the cursor is seen");
    assert!(!screen.bracketed_paste(), "pasting is as before");
    assert_eq!(
        screen.mouse_protocol_mode(),
        vt100::MouseProtocolMode::None,
        "the mouse is given back"
    );
}

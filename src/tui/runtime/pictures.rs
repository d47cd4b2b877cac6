//! The picture of a board on the terminal: what is shown of it, and taking it away.

use std::sync::Mutex;
use std::sync::PoisonError;

use tetralith_termpix::{Protocol, TerminalCanvas};

use crate::tui::app::App;
use crate::tui::board::picture::{Easel, PlacedPicture};

/// The protocol of the picture that the terminal shows, if it shows one, so that it is taken away
/// when the terminal is given back.
static SHOWN: Mutex<Option<Protocol>> = Mutex::new(None);

fn set_shown(protocol: Option<Protocol>) {
    *SHOWN.lock().unwrap_or_else(PoisonError::into_inner) = protocol;
}

/// Returns the bytes that take the picture away before the terminal is given back; none if there is
/// no picture.
pub(super) fn farewell() -> &'static [u8] {
    let shown = SHOWN.lock().unwrap_or_else(PoisonError::into_inner).take();
    shown.map_or(&[], Protocol::wipe)
}

/// The picture that the terminal shows, if it shows one.
#[derive(Debug, Default)]
pub(super) struct Pictures {
    canvas: Option<TerminalCanvas>,
    easel: Easel,
}

impl Pictures {
    /// The picture of the board of `app` as it is now.
    pub(super) fn of(&mut self, app: &App) -> Option<PlacedPicture> {
        app.picture(&mut self.easel)
    }

    /// Returns true if the text must be written anew before `next` is shown: otherwise a picture
    /// that is part of the text would stay.
    pub(super) fn needs_wiping(&self, next: Option<&PlacedPicture>) -> bool {
        self.canvas.as_ref().is_some_and(|canvas| {
            canvas.terminal().protocol != Protocol::Kitty
                && canvas.is_shown()
                && next.is_none_or(|next| {
                    next.terminal != canvas.terminal() || !canvas.occupies(next.at, next.size())
                })
        })
    }

    /// Takes note that the screen was wiped.
    pub(super) fn forget(&mut self) {
        if let Some(canvas) = &mut self.canvas {
            canvas.forget();
        }
    }

    /// Returns the bytes that show `next` in place of what is shown; without it they take that
    /// away.
    pub(super) fn show(&mut self, next: Option<PlacedPicture>) -> Vec<u8> {
        let Some(next) = next else {
            set_shown(None);
            return self.canvas.as_mut().map(TerminalCanvas::hide).unwrap_or_default();
        };
        let other = self.canvas.take_if(|canvas| canvas.terminal() != next.terminal);
        let mut bytes = other.map(|mut other| other.hide()).unwrap_or_default();
        let canvas = self.canvas.get_or_insert_with(|| TerminalCanvas::new(next.terminal));
        set_shown(Some(next.terminal.protocol));
        bytes.extend(next.show_on(canvas));
        bytes
    }
}

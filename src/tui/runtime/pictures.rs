//! The picture of a board on the terminal: what is shown of it, and taking it away.

use std::sync::Mutex;
use std::sync::PoisonError;

use ratatui::layout::{Position, Rect};
use tetralith_termpix::{Protocol, Size, TerminalCanvas};

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
pub(super) fn farewell() -> Vec<u8> {
    let shown = SHOWN.lock().unwrap_or_else(PoisonError::into_inner).take();
    shown.map_or_else(Vec::new, Protocol::wipe)
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

    /// The cells that must be rewritten before `next` is shown: otherwise a picture that is part of
    /// the text would stay there.
    pub(super) fn left(&self, next: Option<&PlacedPicture>) -> Vec<Position> {
        let Some((canvas, shown)) = self.canvas.as_ref().and_then(|canvas| {
            let (at, Size { width, height }) = canvas.shown()?;
            let cell = canvas.terminal().cell;
            let (across, down) = ((width / cell.width) as u16, (height / cell.height) as u16);
            Some((canvas, Rect::new(at.0, at.1, across, down)))
        }) else {
            return Vec::new();
        };
        if canvas.terminal().protocol.has_layers() {
            return Vec::new();
        }
        let kept = next.filter(|next| next.terminal == canvas.terminal());
        let kept = kept.map_or(Rect::ZERO, PlacedPicture::area);
        shown.positions().filter(|&position| !kept.contains(position)).collect()
    }

    /// Notes that the screen was wiped.
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

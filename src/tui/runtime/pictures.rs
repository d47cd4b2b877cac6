//! The pictures on the terminal: what is shown of them, and taking them away.

use std::sync::Mutex;
use std::sync::PoisonError;

use ratatui::layout::{Position, Rect};
use tetralith_termpix::{Protocol, TerminalCanvas};

use crate::tui::app::App;
use crate::tui::board::picture::{Easel, PlacedPicture, area_of};

/// The protocol of the pictures that the terminal shows, if it shows any, so that they are taken
/// away when the terminal is given back.
static SHOWN: Mutex<Option<Protocol>> = Mutex::new(None);

fn set_shown(protocol: Option<Protocol>) {
    *SHOWN.lock().unwrap_or_else(PoisonError::into_inner) = protocol;
}

/// Returns the bytes that take the pictures away before the terminal is given back; none if there
/// are none.
pub(super) fn farewell() -> Vec<u8> {
    let shown = SHOWN.lock().unwrap_or_else(PoisonError::into_inner).take();
    shown.map_or_else(Vec::new, Protocol::wipe)
}

/// The pictures that the terminal shows.
#[derive(Debug, Default)]
pub(super) struct Pictures {
    canvas: Option<TerminalCanvas>,
    easel: Easel,
}

impl Pictures {
    /// The pictures of `app` as it is now: the board's first.
    pub(super) fn of(&mut self, app: &App) -> Vec<PlacedPicture> {
        let easel = &mut self.easel;
        [app.picture(easel), app.stack().graph(app.shared(), easel)].into_iter().flatten().collect()
    }

    /// The cells that must be rewritten before `next` is shown: otherwise pictures that are part of
    /// the text would stay there.
    pub(super) fn left(&self, next: &[PlacedPicture]) -> Vec<Position> {
        let Some(canvas) = &self.canvas else { return Vec::new() };
        let terminal = canvas.terminal();
        if terminal.protocol.has_layers() {
            return Vec::new();
        }
        let kept = next.iter().filter(|next| next.terminal == terminal);
        let kept: Vec<Rect> = kept.map(PlacedPicture::area).collect();
        let shown = canvas.shown().iter().flat_map(|shown| area_of(shown, terminal).positions());
        shown.filter(|&position| !kept.iter().any(|area| area.contains(position))).collect()
    }

    /// Notes that the screen was wiped.
    pub(super) fn forget(&mut self) {
        if let Some(canvas) = &mut self.canvas {
            canvas.forget();
        }
    }

    /// Returns the bytes that show `next` in place of what is shown.
    pub(super) fn show(&mut self, next: Vec<PlacedPicture>) -> Vec<u8> {
        let Some(terminal) = next.first().map(|next| next.terminal) else {
            set_shown(None);
            return self.canvas.as_mut().map(TerminalCanvas::hide).unwrap_or_default();
        };
        let other = self.canvas.take_if(|canvas| canvas.terminal() != terminal);
        let mut bytes = other.map(|mut other| other.hide()).unwrap_or_default();
        let canvas = self.canvas.get_or_insert_with(|| TerminalCanvas::new(terminal));
        set_shown(Some(terminal.protocol));
        bytes.extend(canvas.show(next.into_iter().map(|next| next.picture).collect()));
        bytes
    }
}

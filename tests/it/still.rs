//! What opens over the board, or is said below it, leaves everything else on the screen where it
//! is.

use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use tetralith::theme::{Depth, Glyphs};
use tetralith::tui::board::picture::Easel;
use tetralith::tui::panels::Areas;
use tetralith_core::{Setup, games};
use tetralith_termpix::Protocol;

use crate::pictures::begun;
use crate::support::{Screen, game, theme};

/// The sizes of windows, from the smallest with a board to a large one.
const WINDOWS: [(u16, u16); 5] = [(60, 20), (80, 24), (100, 30), (120, 40), (200, 50)];

/// What opens each layer over a game, or has something said, and what closes it.
const LAYERS: [(&str, &str); 7] = [
    (":", "<Esc>"),
    (":save the game to a file", "<Esc>"),
    ("m", "<Esc>"),
    ("G", "n"),
    ("c", "<Esc>"),
    ("<C-l>", "<Esc>"),
    ("9", "<Esc>"),
];

fn cells(screen: &Screen) -> Buffer {
    screen.host.terminal.backend().buffer().clone()
}

/// The places where two frames differ.
fn differing(before: &Buffer, after: &Buffer) -> Vec<Position> {
    before.area.positions().filter(|&at| before[at] != after[at]).collect()
}

/// The places of the board and its panels.
fn areas(screen: &Screen) -> Areas {
    screen.app.game_view(screen.app.shared().area()).unwrap().areas()
}

#[test]
fn layers_over_the_board_leave_all_above_them_as_it_is() {
    for info in games::INFOS {
        for window in WINDOWS {
            let dark = theme("dark", Depth::TrueColour, Glyphs::Unicode);
            for is_picture in [false, true] {
                let start = game(info.id, Setup::default());
                let mut screen = if is_picture {
                    begun(start, window, Protocol::Kitty, (9, 18))
                } else {
                    Screen::new(start, window, dark)
                };
                let (before, laid) = (cells(&screen), areas(&screen));
                let place = screen.app.picture(&mut Easel::default()).map(|picture| picture.area());
                for (open, close) in LAYERS {
                    let told = |screen: &Screen| {
                        format!("{} {window:?} {open} {close}\n{}", info.id, screen.text())
                    };
                    screen.keys(open);
                    assert_eq!(areas(&screen), laid, "{}", told(&screen));
                    let now =
                        screen.app.picture(&mut Easel::default()).map(|picture| picture.area());
                    assert_eq!(now, place, "{}", told(&screen));
                    // The palette takes two thirds at most, and all else the rows at the foot.
                    let foot = if open.starts_with(':') { 2 * window.1 / 3 + 1 } else { 3 };
                    let after = cells(&screen);
                    // A move that is typed is shown on the board in place of the cursor's.
                    let above = differing(&before, &after)
                        .into_iter()
                        .filter(|at| open != "m" && at.y + foot < window.1);
                    assert_eq!(above.count(), 0, "{}", told(&screen));
                    screen.keys(close);
                    screen.keys("<Esc>");
                    let after = cells(&screen);
                    let stays = differing(&before, &after).iter().all(|at| at.y + 3 >= window.1);
                    assert!(stays, "{}", told(&screen));
                }
            }
        }
    }
}

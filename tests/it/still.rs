//! Layers over the board, and text below it, leave everything else on the screen where it is.

use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use tetralith::program::Start;
use tetralith::theme::{Depth, Glyphs};
use tetralith::tui::board::picture::Easel;
use tetralith::tui::panels::Areas;
use tetralith_core::{Info, Setup, games};
use tetralith_session::seat::Seat;
use tetralith_termpix::Protocol;

use crate::coaching::analysed;
use crate::picture_bytes::{graph_of, rated};
use crate::pictures::begun;
use crate::support::{Screen, game, mono, replay, seated, theme, timed};

/// The sizes of windows, from the smallest with a board to a large one.
const WINDOWS: [(u16, u16); 5] = [(60, 20), (80, 24), (100, 30), (120, 40), (200, 50)];

/// Keys that open each layer over a game, or show a message, and keys that close it.
const LAYERS: [(&str, &str); 11] = [
    (":", "<Esc>"),
    (":save the game to a file", "<Esc>"),
    ("m", "<Esc>"),
    ("G", "n"),
    ("c", "<Esc>"),
    ("g", "<Esc>"),
    ("/", "<Esc>"),
    ("E", "<Esc>"),
    ("P", "<Esc>"),
    ("<C-l>", "<Esc>"),
    ("9", "<Esc>"),
];

/// Keys that show each page or screen over a game; `<Esc>` leads back to the game.
const PAGES: [&str; 8] = ["?", "<F1>", "L", "o", "O", "N", "f", "W"];

/// The same in review with an analysis.
const STUDY: [&str; 4] = ["r", "@", "f", ":"];

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
                    let foot = match open {
                        _ if open.starts_with(':') => 2 * window.1 / 3 + 1,
                        // Its remark takes two rows of a narrow window.
                        "E" => 4,
                        _ => 3,
                    };
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

/// Opens what `open` opens and leads back; panics with the places where the frame then differs.
fn there_and_back(screen: &mut Screen, open: &str) {
    let (before, laid) = (cells(screen), areas(screen));
    screen.keys(open);
    assert_ne!(cells(screen), before, "{open} opens nothing\n{}", screen.text());
    screen.keys("<Esc>");
    assert_eq!(areas(screen), laid, "{open}\n{}", screen.text());
    let after = cells(screen);
    let height = after.area.height;
    // Only the message below the board may be another sentence.
    let above: Vec<Position> =
        differing(&before, &after).into_iter().filter(|at| at.y + 3 < height).collect();
    assert!(above.is_empty(), "{open} {above:?}\n{}", screen.text());
}

#[test]
fn pages_and_screens_lead_back_to_the_same_frame() {
    let dark = theme("dark", Depth::TrueColour, Glyphs::Unicode);
    for info in games::INFOS {
        for window in WINDOWS {
            for is_picture in [false, true] {
                let start = game(info.id, Setup::default());
                let mut screen = if is_picture {
                    begun(start, window, Protocol::Kitty, (9, 18))
                } else {
                    Screen::new(start, window, dark)
                };
                screen.play_some(2);
                let picture = screen.app.picture(&mut Easel::default());
                for open in PAGES {
                    there_and_back(&mut screen, open);
                    assert_eq!(screen.app.picture(&mut Easel::default()), picture, "{open}");
                }
            }
        }
    }
}

#[test]
fn study_pages_lead_back_to_the_same_frame() {
    let mut screen = analysed();
    for (width, height) in WINDOWS {
        screen.resize(width, height);
        for open in STUDY {
            there_and_back(&mut screen, open);
        }
    }
}

#[test]
fn layers_over_a_review_leave_the_graph_as_it_is() {
    let mut seen = 0;
    for info in games::INFOS {
        for window in WINDOWS {
            for protocol in [Protocol::Kitty, Protocol::Sixel] {
                let mut screen = begun(rated(info), window, protocol, (9, 18));
                let graph = |screen: &Screen| graph_of(screen, &mut Easel::default());
                let before = graph(&screen);
                seen += usize::from(before.is_some());
                for open in [":", "c", "g", "/", "E"] {
                    screen.keys(open);
                    assert_eq!(graph(&screen), before, "{window:?} {open}\n{}", screen.text());
                    screen.keys("<Esc>");
                    assert_eq!(graph(&screen), before, "{window:?} {open}\n{}", screen.text());
                }
            }
        }
    }
    assert!(seen >= games::INFOS.len() * 6, "{seen}");
}

/// The sample game of `info` from its start.
fn sample(info: &Info) -> Start {
    replay(crate::support::sample(info.id), Some(0))
}

#[test]
fn moves_stay_in_place_while_one_steps_through_a_game() {
    for info in games::INFOS {
        for window in WINDOWS {
            for start in [sample(info), rated(info)] {
                let mut screen = Screen::new(start, window, mono());
                screen.keys("<Home>");
                let row = |screen: &Screen| screen.find("├ Moves").map(|(_, row)| row);
                let (mut turns, first) = (0, row(&screen));
                assert!(first.is_some(), "{} {window:?}\n{}", info.id, screen.text());
                loop {
                    let before = cells(&screen);
                    screen.keys("<Right>");
                    if cells(&screen) == before {
                        break;
                    }
                    turns += 1;
                    assert_eq!(row(&screen), first, "{} {window:?}\n{}", info.id, screen.text());
                }
                assert!(turns > 30, "{} {window:?} {turns}", info.id);
            }
        }
    }
}

#[test]
fn moves_stay_in_place_while_a_game_is_played() {
    for info in games::INFOS {
        for window in WINDOWS {
            for control in ["", "5m"] {
                let seats = <[Seat; 2]>::default();
                let start = seated(info.id, Setup::default(), seats, timed(control));
                let row = |screen: &Screen| screen.find("├ Moves").map(|(_, row)| row);
                let mut screen = Screen::new(start, window, mono());
                let first = row(&screen);
                for _ in 0..24 {
                    screen.play_some(1);
                    assert_eq!(row(&screen), first, "{} {window:?}\n{}", info.id, screen.text());
                }
            }
        }
    }
}

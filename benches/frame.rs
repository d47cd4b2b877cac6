//! The time that one frame of the board takes at 200×50 on the largest boards: layout, marks' tints
//! and all.
//!
//! The aim is under 2 ms in characters and under 3 ms in blocks. Run with `cargo bench --bench
//! frame`.
#![allow(missing_docs, reason = "a benchmark has no interface")]

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::widgets::Widget;
use tetralith::theme::{Depth, Glyphs, PALETTES, Theme};
use tetralith::tui::board::layout::{BLOCKS, BoardLayout, Fit};
use tetralith::tui::board::view::BoardView;
use tetralith_core::{Cell, CellSet, Game, Orientation, Setup, Step, games};
use tetralith_picture::look::zoom::Zoom;
use tetralith_picture::{StepAtHand, View};

fn main() {
    divan::main();
}

const AREA: Rect = Rect::new(0, 0, 200, 50);

/// A game on the largest board it takes, with half of the board filled by a fixed rule.
fn half_full(id: &str) -> Game {
    let size = games::info(id).map(|info| i64::from(info.boards[0].max));
    let mut game = Game::new(id, &Setup { size, ..Setup::default() })
        .expect("the largest board can be played");
    let cells = game.board().geometry().len();
    for i in 0.. {
        let steps: Vec<Step> =
            game.legal().into_iter().filter(|step| *step != Step::Pass).collect();
        if steps.is_empty() || 2 * game.board().occupied().len() > cells {
            break;
        }
        game.play_unchecked(steps[i * 7919 % steps.len()]);
    }
    game
}

/// One frame: fit the board, then draw it with everything that can be marked.
#[divan::bench(
    args = games::ids(),
    consts = [0, 1, 2],
)]
fn frame<const ZOOM: usize>(bencher: divan::Bencher, id: &str) {
    let game = half_full(id);
    let geometry = game.board().geometry();
    let marks = game.marks();
    // The cell with the most to show: cells that it sees, counts or belongs to.
    let tells = |cell: &Cell| {
        let about = game.about(*cell);
        (about.area() | about.counted).len()
            + about.groups.iter().map(|(_, group)| group.len()).sum::<usize>()
    };
    let focus = geometry.cells().max_by_key(tells).expect("the board has cells");
    let theme = Theme::new(&PALETTES[0], Depth::Ansi256, Glyphs::Unicode);
    let legal: CellSet =
        game.legal().into_iter().flat_map(|step| step.cells().collect::<Vec<_>>()).collect();
    let mut buffer = Buffer::empty(AREA);
    bencher.bench_local(|| {
        let layout = BoardLayout::fit(geometry, AREA, Some(Zoom::ALL[ZOOM]), true, focus)
            .expect("there is room");
        // Asked again for every frame, as the screen does when the cursor has moved.
        let about = game.about(focus);
        let seen = View {
            marks: Some(&marks),
            about: Some(&about),
            step: StepAtHand { legal, ..StepAtHand::NONE },
            cursor: Some(focus),
            last: CellSet::of(focus),
            ..View::new(game.board(), game.info())
        };
        let view = BoardView { sizes: true, ..BoardView::new(seen, &layout, &theme) };
        view.render(AREA, &mut buffer);
    });
}

/// One frame in blocks: the scene drawn, and seen in blocks of two colours.
#[divan::bench(args = games::ids())]
fn blocks(bencher: divan::Bencher, id: &str) {
    let game = half_full(id);
    let geometry = game.board().geometry();
    let (marks, focus) = (game.marks(), Cell::new(geometry.len() / 2));
    let theme = Theme::new(&PALETTES[0], Depth::TrueColour, Glyphs::Unicode);
    let mut buffer = Buffer::empty(AREA);
    bencher.bench_local(|| {
        let fit = Fit { dots: Some(BLOCKS), ..Fit::default() };
        let layout =
            BoardLayout::of(game.info(), geometry, Orientation::default(), AREA, fit, focus);
        let layout = layout.expect("there is room");
        let about = game.about(focus);
        let seen = View {
            marks: Some(&marks),
            about: Some(&about),
            cursor: Some(focus),
            last: CellSet::of(focus),
            ..View::new(game.board(), game.info())
        };
        BoardView::new(seen, &layout, &theme).render(AREA, &mut buffer);
    });
}

/// The mouse's places, for every place on the screen.
#[divan::bench(args = ["multiplicity", "necklace"])]
fn point(bencher: divan::Bencher, id: &str) {
    let game = half_full(id);
    let layout = BoardLayout::fit(game.board().geometry(), AREA, None, true, Cell::new(0))
        .expect("there is room");
    bencher.bench_local(|| AREA.positions().filter_map(|at: Position| layout.cell_at(at)).count());
}

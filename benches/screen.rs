//! The time that the whole screen takes to draw, board, panel and all, on the largest board of each
//! game in a window of 200 by 50.

use std::path::PathBuf;
use std::time::Instant;

use divan::{Bencher, black_box};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::widgets::Widget;
use tetralith::program::{Message, Moment, Program as _, Start};
use tetralith::theme::{Depth, Glyphs, PALETTES, Theme};
use tetralith::tui::app::App;
use tetralith::tui::board::picture::Easel;
use tetralith_core::notation::Names;
use tetralith_core::timeline::Note;
use tetralith_core::{Game, Record, Setup, Step, Timeline, games};
use tetralith_session::clock::Clock;
use tetralith_session::kept::Loaded;
use tetralith_terminput::{
    Decoder, Input, KeyCode, KeyEvent, KeyModifiers, PixelSize, TerminalReport,
};
use tetralith_termpix::TerminalCanvas;

const WINDOW: Rect = Rect::new(0, 0, 200, 50);

fn main() {
    divan::main();
}

/// A table in the middle of a game on the largest board.
fn app(id: &str) -> App {
    let info = games::info(id).expect("it is in the list");
    let setup = Setup { size: Some(i64::from(info.boards[0].max)), ..Setup::default() };
    let options = info.options(&setup).expect("the largest size can be played");
    let theme = Theme::new(&PALETTES[0], Depth::TrueColour, Glyphs::Unicode);
    let size = Size { width: WINDOW.width, height: WINDOW.height };
    let (mut app, _) = App::new(
        Start::Play { info, options, seats: Default::default(), clock: Clock::default() },
        theme,
        size,
        Moment::default(),
        None,
    );
    for i in 0..120 {
        let table = app.table().expect("a game is on the table");
        let legal = &table.hand().seen().legal;
        let Some(&step) =
            legal.get(i * 37 % legal.len().max(1)).filter(|step| **step != Step::Pass)
        else {
            break;
        };
        let name = Names::of(table.game()).step(step);
        for c in ['m'].into_iter().chain(name.chars()) {
            app.happen(Message::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE)));
        }
        app.happen(Message::Key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)));
    }
    app
}

/// A game on the largest board in review, with a win rate for every turn and so with a graph.
fn reviewed(id: &str) -> App {
    let setup = {
        let info = games::info(id).expect("it is in the list");
        Setup { size: Some(i64::from(info.boards[0].max)), ..Setup::default() }
    };
    let game = Game::new(id, &setup).expect("the largest size can be played");
    let mut timeline = Timeline::new(game);
    for i in 0..120 {
        let legal = timeline.position().legal();
        let step = legal.get(i * 37 % legal.len().max(1)).filter(|step| **step != Step::Pass);
        if step.is_none_or(|step| timeline.play(*step).is_err()) {
            break;
        }
    }
    for (node, i) in timeline.main_line().into_iter().zip(0..) {
        let eval = Some(0.5 + 0.3 * (f64::from(i) * 0.37).sin());
        timeline.set_note(node, Note { eval, ..Note::default() });
    }
    let turn = Some(timeline.turn(timeline.cursor()));
    let (path, record) = (PathBuf::from("rated.json"), Record::default());
    let loaded = Loaded { path, timeline, record, kept: None, left_behind: Vec::new() };
    let theme = Theme::new(&PALETTES[0], Depth::TrueColour, Glyphs::Unicode);
    let size = Size { width: WINDOW.width, height: WINDOW.height };
    let start = Start::Replay { loaded: Box::new(loaded), turn };
    App::new(start, theme, size, Moment::default(), None).0
}

/// The answers of a terminal about pictures by kitty's protocol, and of one with sixels.
const KITTY: &[u8] = b"\x1b_Gi=31;OK\x1b\\\x1b[?62c";
const SIXELS: &[u8] = b"\x1b[?62;4c";

/// The app in a terminal that answers so, in whose window the board has about 1,200 by 800 pixels.
fn pictured(mut app: App, answers: &[u8]) -> App {
    let size = PixelSize { width: 10, height: 20 };
    app.happen(Message::Resize(Size { width: 160, height: 44 }));
    let answers = Decoder::default().feed(answers, Instant::now());
    let told = answers.into_iter().filter_map(|input| match input {
        Input::Report(report) => Some(report),
        _ => None,
    });
    for report in [TerminalReport::CellSize(size)].into_iter().chain(told) {
        app.happen(Message::Reported(report));
    }
    app
}

/// A key that moves the cursor, and the picture that follows from it, made into the bytes of a
/// protocol.
#[divan::bench(args = games::ids())]
fn key_and_picture_in_kitty(bencher: Bencher, id: &str) {
    key_and_picture(bencher, pictured(app(id), KITTY));
}

/// The same with sixels.
#[divan::bench(args = games::ids())]
fn key_and_picture_in_sixels(bencher: Bencher, id: &str) {
    key_and_picture(bencher, pictured(app(id), SIXELS));
}

fn key_and_picture(bencher: Bencher, mut app: App) {
    let mut easel = Easel::default();
    let first = app.picture(&mut easel).expect("the board is a picture");
    let mut canvas = TerminalCanvas::new(first.terminal);
    canvas.show(vec![first.picture]);
    let keys = [KeyCode::Left, KeyCode::Right]
        .map(|code| Message::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    let mut keys = keys.iter().cycle();
    bencher.bench_local(|| {
        app.happen(keys.next().expect("it goes round").clone());
        let next = app.picture(&mut easel).expect("the board is a picture");
        canvas.show(vec![next.picture])
    });
}

/// Drawing alone.
#[divan::bench(args = games::ids())]
fn draw(bencher: Bencher, id: &str) {
    let app = app(id);
    let mut buffer = Buffer::empty(WINDOW);
    bencher.bench_local(|| (&app).render(black_box(WINDOW), &mut buffer));
}

/// A key that moves the cursor, and drawing what follows from it.
#[divan::bench(args = games::ids())]
fn key_and_draw(bencher: Bencher, id: &str) {
    let mut app = app(id);
    let mut buffer = Buffer::empty(WINDOW);
    let keys = [KeyCode::Left, KeyCode::Right]
        .map(|code| Message::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    let mut keys = keys.iter().cycle();
    bencher.bench_local(|| {
        app.happen(keys.next().expect("it goes round").clone());
        (&app).render(black_box(WINDOW), &mut buffer);
    });
}

/// A key that goes back or on in a review, and drawing what follows from it in blocks, its graph
/// too.
#[divan::bench(args = games::ids())]
fn turn_and_draw(bencher: Bencher, id: &str) {
    let mut app = reviewed(id);
    let mut buffer = Buffer::empty(WINDOW);
    let mut keys = turns().into_iter().cycle();
    bencher.bench_local(|| {
        app.happen(keys.next().expect("it goes round"));
        (&app).render(black_box(WINDOW), &mut buffer);
    });
}

/// The same with both as pictures by kitty's protocol.
#[divan::bench(args = games::ids())]
fn turn_and_pictures(bencher: Bencher, id: &str) {
    let mut app = pictured(reviewed(id), KITTY);
    let mut easel = Easel::default();
    let first = app.picture(&mut easel).expect("the board is a picture");
    let mut canvas = TerminalCanvas::new(first.terminal);
    let mut keys = turns().into_iter().cycle();
    bencher.bench_local(|| {
        app.happen(keys.next().expect("it goes round"));
        let graph = app.stack().graph(app.shared(), &mut easel);
        let pictures = [app.picture(&mut easel), graph];
        canvas.show(pictures.into_iter().flatten().map(|shown| shown.picture).collect())
    });
}

/// The keys that go one turn back and on.
fn turns() -> [Message; 2] {
    [KeyCode::Left, KeyCode::Right]
        .map(|code| Message::Key(KeyEvent::new(code, KeyModifiers::NONE)))
}

//! The bytes that a key sends: few where the board is a picture, on a board of any fullness, with
//! any marks and in a large window; where it is drawn in blocks of 256 colours, not more than in
//! blocks of all.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use ratatui::backend::Backend as _;
use ratatui::buffer::Buffer;
use tetralith::program::{Message, Start};
use tetralith::theme::{Depth, Glyphs};
use tetralith::tui::runtime::backend::TerminalWriter;
use tetralith_core::timeline::Note;
use tetralith_core::{Game, Info, Record, Setup, Step, Timeline, games};
use tetralith_engine::{Analysis, Candidate, SearchAnswer};
use tetralith_session::kept::Loaded;
use tetralith_termpix::{Protocol, TerminalCanvas};

use tetralith::tui::board::picture::{Easel, PlacedPicture};

use crate::pictures::begun;
use crate::support::{Screen, theme};

/// The most bytes that one key may send.
const MOST: [(Protocol, usize); 2] = [(Protocol::Kitty, 4_096), (Protocol::Sixel, 40_960)];

/// A game that fills a share of the board, in percent, or as much of it as can be before it ends.
fn filled(info: &'static Info, percent: usize) -> Timeline {
    let mut timeline = Timeline::new(Game::new(info.id, &Setup::default()).unwrap());
    for i in 0.. {
        let game = timeline.position();
        let board = game.board();
        if 100 * board.occupied().len() >= percent * board.geometry().len() {
            break;
        }
        let legal: Vec<Step> =
            game.legal().into_iter().filter(|step| *step != Step::Pass).collect();
        let from = i * 7_919;
        let goes_on = |step: &Step| {
            let mut next = game.clone();
            next.play_unchecked(*step);
            next.outcome().is_none()
        };
        let tried = (0..legal.len()).map(|j| legal[(from + j) % legal.len()]).take(20);
        let Some(step) = tried.into_iter().find(goes_on) else { break };
        timeline.play(step).unwrap();
    }
    timeline
}

/// Lets the engine find that the first legal steps are the best.
fn advise(screen: &mut Screen) {
    let ask = screen.host.asks.last().unwrap().clone();
    let mut found = Analysis::new(ask.position.to_move());
    (found.simulations, found.elapsed, found.win) = (1_000, Duration::from_millis(700), 0.6);
    let legal = ask.position.legal();
    found.candidates =
        legal.iter().step_by(1 + legal.len() / 4).map(|&step| Candidate::new(step)).collect();
    for candidate in &mut found.candidates {
        candidate.visits = 250;
    }
    screen.host.stopped = true;
    screen.send(Message::Thought(SearchAnswer::Done {
        id: ask.ticket,
        step: None,
        analysis: found,
    }));
}

/// The keys that are tried, and whether the engine answers after them.
const KEYS: [(&str, bool); 21] = [
    ("<Right>", false),
    ("<Right>", false),
    ("<Down>", false),
    ("<Left>", false),
    ("<Tab>", false),
    ("<Enter>", false),
    ("<Right>", false),
    ("<Tab>", false),
    ("<Enter>", false),
    ("<Down>", false),
    ("<Tab>", false),
    ("<Enter>", false),
    ("H", true),
    ("<Right>", false),
    ("<Up>", false),
    ("H", false),
    ("<Tab>", false),
    ("<Enter>", false),
    ("u", false),
    ("u", false),
    ("<Left>", false),
];

/// The picture of the graph of `screen`.
pub(crate) fn graph_of(screen: &Screen, easel: &mut Easel) -> Option<PlacedPicture> {
    screen.app.stack().graph(screen.app.shared(), easel)
}

/// The number of bytes that show the pictures of `screen`.
fn shown(screen: &Screen, easel: &mut Easel, canvas: &mut TerminalCanvas) -> usize {
    let pictures = [screen.app.picture(easel), graph_of(screen, easel)];
    canvas.show(pictures.into_iter().flatten().map(|shown| shown.picture).collect()).len()
}

/// A finished game with a win rate for every turn, in review at its end; its rates swing between
/// both sides.
pub(crate) fn rated(info: &'static Info) -> Start {
    let mut timeline = filled(info, 90);
    for (node, i) in timeline.main_line().into_iter().zip(0..) {
        let swing = (f64::from(i) * 0.37).sin() * 0.3 + (f64::from(i) * 0.05).sin() * 0.2;
        timeline.set_note(node, Note { eval: Some(0.5 + swing), ..Note::default() });
    }
    let turn = timeline.turn(timeline.cursor());
    let (path, record) = (PathBuf::from("rated.json"), Record::default());
    let loaded = Loaded { path, timeline, record, kept: None, left_behind: Vec::new() };
    Start::Replay { loaded: Box::new(loaded), turn: Some(turn) }
}

/// The keys that walk through a game, and at last into a variation.
const WALK: [&str; 8] =
    ["<Left>", "<Left>", "<Left>", "<Right>", "<Right>", "<Left>", "<Left>", "<Enter>"];

/// The most bytes of a graph whose rule moves by a turn.
const MOST_OF_GRAPH: [(Protocol, usize); 2] = [(Protocol::Kitty, 1_024), (Protocol::Sixel, 4_096)];

#[test]
fn walking_through_a_review_sends_few_bytes_with_its_graph() {
    let mut told = String::new();
    let mut worst = Vec::new();
    for info in games::INFOS {
        for (window, cell) in [((120, 40), (9, 18)), ((200, 50), (9, 18)), ((120, 28), (15, 32))] {
            for ((protocol, most), (_, most_of_graph)) in MOST.into_iter().zip(MOST_OF_GRAPH) {
                let mut screen = begun(rated(info), window, protocol, cell);
                let (mut easel, mut other) = (Easel::default(), Easel::default());
                let graph = graph_of(&screen, &mut other).expect("the graph is a picture");
                let mut canvas = TerminalCanvas::new(graph.terminal);
                let mut beside = TerminalCanvas::new(graph.terminal);
                let whole = shown(&screen, &mut easel, &mut canvas);
                let alone = beside.show(vec![graph.picture]).len();
                let _ = write!(told, "{} {protocol:?} {window:?} {cell:?}", info.id);
                let _ = write!(told, " whole {whole}, graph {alone}:");
                for key in WALK {
                    screen.keys(key);
                    let bytes = shown(&screen, &mut easel, &mut canvas);
                    let graph = graph_of(&screen, &mut other).into_iter();
                    let of_graph = beside.show(graph.map(|graph| graph.picture).collect()).len();
                    let _ = write!(told, " {key} {bytes} ({of_graph})");
                    // A variation changes the whole graph.
                    let most_of_graph = if key == "<Enter>" { most } else { most_of_graph };
                    if bytes > most || of_graph > most_of_graph {
                        worst.push(format!("{} {window:?} {protocol:?} {key}", info.id));
                    }
                }
                told.push('\n');
                assert_eq!(shown(&screen, &mut easel, &mut canvas), 0);
            }
        }
    }
    assert_eq!(worst, [""; 0], "more than is allowed:\n{told}");
}

/// Width and height.
type Sides = (u16, u16);

/// Windows, the sizes of their characters in pixels, and how full boards are in them, in percent.
const TRIED: [(Sides, Sides, &[usize]); 2] =
    [((120, 28), (15, 32), &[0, 50, 90]), ((200, 50), (9, 18), &[90])];

#[test]
fn a_key_sends_few_bytes_however_full_the_board_is() {
    let mut told = String::new();
    let mut worst = Vec::new();
    for info in games::INFOS {
        let tried = TRIED.into_iter().flat_map(|(window, cell, shares)| {
            shares.iter().map(move |percent| (window, cell, *percent))
        });
        for (window, cell, percent) in tried {
            for (protocol, most) in MOST {
                let timeline = filled(info, percent);
                let turn = timeline.turn(timeline.cursor());
                let full = timeline.position().board().occupied().len() * 100
                    / timeline.position().board().geometry().len();
                let (path, record) = (PathBuf::from("filled.json"), Record::default());
                let loaded = Loaded { path, timeline, record, kept: None, left_behind: Vec::new() };
                let start = Start::Replay { loaded: Box::new(loaded), turn: Some(turn) };
                let mut screen = begun(start, window, protocol, cell);
                screen.keys("b");
                let mut easel = Easel::default();
                let first = screen.app.picture(&mut easel).unwrap();
                let mut canvas = TerminalCanvas::new(first.terminal);
                let mut sent = |screen: &Screen| shown(screen, &mut easel, &mut canvas);
                let whole = sent(&screen);
                let _ = write!(told, "{} {window:?} {full} % {protocol:?} {whole}:", info.id);
                for (key, is_asked) in KEYS {
                    screen.keys(key);
                    if is_asked {
                        advise(&mut screen);
                    }
                    let bytes = sent(&screen);
                    let _ = write!(told, " {key} {bytes}");
                    if bytes > most {
                        worst.push(format!("{} {full} % {protocol:?} {key}: {bytes}", info.id));
                    }
                }
                told.push('\n');
                // The screen is idle: the same picture is sent no more.
                assert_eq!(sent(&screen), 0);
            }
        }
    }
    assert_eq!(worst, [""; 0], "more than is allowed:\n{told}");
}

/// The bytes that turn one frame into the next.
fn written(before: &Buffer, after: &Buffer) -> usize {
    let mut out = Vec::new();
    TerminalWriter::new(&mut out).draw(before.diff(after).into_iter()).unwrap();
    out.len()
}

#[test]
fn blocks_of_256_colours_send_no_more_bytes_than_those_of_all() {
    let mut told = String::new();
    let mut worst = Vec::new();
    for info in games::INFOS {
        for window in [(80, 24), (120, 40), (200, 50)] {
            let sent = [Depth::TrueColour, Depth::Ansi256].map(|depth| {
                let dark = theme("dark", depth, Glyphs::Unicode);
                let mut screen = Screen::new(rated(info), window, dark);
                let frame = |screen: &Screen| screen.host.terminal.backend().buffer().clone();
                let mut last = Buffer::empty(frame(&screen).area);
                let mut sent = vec![written(&last, &frame(&screen))];
                for key in WALK.into_iter().chain(["b", "<Right>", "<Down>", "u"]) {
                    last = frame(&screen);
                    screen.keys(key);
                    sent.push(written(&last, &frame(&screen)));
                }
                sent
            });
            let _ = writeln!(told, "{} {window:?}: {:?} {:?}", info.id, sent[0], sent[1]);
            let [all, few] = [0, 1].map(|i| sent[i].iter().sum::<usize>());
            let is_more = sent[0].iter().zip(&sent[1]).any(|(all, few)| few > all);
            if is_more || few >= all {
                worst.push(format!("{} {window:?}", info.id));
            }
        }
    }
    assert_eq!(worst, [""; 0], "256 colours take more than all:\n{told}");
}

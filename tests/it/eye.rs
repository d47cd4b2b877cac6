//! The place where the user looks, which the cursor of the terminal follows, in every layer.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tetralith::program::Start;
use tetralith::tui::layers::Layer;

use crate::study_keys::{analysed, explorer};
use crate::support::{Screen, game, mono, small};

/// The mark before the place where the user looks.
const EYE: char = '¦';

/// The number of kinds of layers.
const LAYERS: usize = 17;

/// A function that begins the program.
type Begin = fn() -> Screen;

/// A number for each kind of layer, from 0.
fn number(layer: &Layer) -> usize {
    match layer {
        Layer::Home(_) => 0,
        Layer::NewGame(_) => 1,
        Layer::Games(_) => 2,
        Layer::Settings(_) => 3,
        Layer::Game(_) => 4,
        Layer::Editor(_) => 5,
        Layer::Explorer(_) => 6,
        Layer::Learn(_) => 7,
        Layer::Puzzles(_) => 8,
        Layer::Lesson(_) => 9,
        Layer::Retry(_) => 10,
        Layer::Page(_) => 11,
        Layer::Qr(_) => 12,
        Layer::Question(_) => 13,
        Layer::Prompt(_) => 14,
        Layer::Seats(_) => 15,
        Layer::Palette(_) => 16,
    }
}

/// The row in which the user looks, with a mark before the place itself.
fn row_of_eye(screen: &Screen) -> String {
    let area = screen.app.shared().area();
    let mut buffer = Buffer::empty(area);
    let at = screen.app.paint(area, &mut buffer).expect("there is something to look at");
    let mut row = String::new();
    for place in (Rect { y: at.y, height: 1, ..area }).positions() {
        row.extend((place == at).then_some(EYE));
        row.push_str(buffer[place].symbol());
    }
    row
}

/// A game of Necklace with a few moves.
fn played() -> Screen {
    let mut screen = Screen::new(game("necklace", small(7)), (80, 24), mono());
    screen.keys("ma1<Enter>mb2<Enter>mc3<Enter>");
    screen
}

#[test]
fn the_eye_is_in_the_layer_in_front() {
    let home = || Screen::new(Start::Home, (80, 24), mono());
    let reviewed = || analysed("greylox", &[4, 9]);
    let layers: [(Begin, &str, &str); 23] = [
        (home, "", "¦> Multiplicity"),
        (home, "<Down><Down>", "¦> Plurality"),
        (home, ":new game: necklace<Enter>", "¦> Start the game"),
        (played, "O", "¦> 01-02 Necklace"),
        (played, "o", "¦> Theme"),
        (played, "W", "<¦●>"),
        (explorer, "", "¦ 1 c3"),
        (explorer, "<Down>", "¦ 2 d4"),
        (played, "L", "¦> Necklace"),
        (home, ":practise puzzles<Enter>", "¦> Mixed"),
        (played, "L<Enter>", "●¦●"),
        (reviewed, "@", "<●¦●>"),
        (played, "?", "¦Legend of the board"),
        (played, "?<Down><Down>", "¦ ◦   legal"),
        (played, "<F1>", "¦Necklace"),
        (reviewed, "r", "¦1 Turn 4"),
        (played, ":qr<Enter>", "¦Scan"),
        (played, "G", "¦Resign as Blue?"),
        (played, "md", "Play: d¦"),
        (played, "P", "¦ Red"),
        (played, "P<Down>", "¦ Blue"),
        (played, ":", ": ¦"),
        (played, "", "<¦○>"),
    ];
    let mut seen = [false; LAYERS];
    for (begin, keys, text) in layers {
        let mut screen = begin();
        screen.keys(keys);
        let row = row_of_eye(&screen);
        seen[number(screen.app.stack().front())] = true;
        assert!(row.contains(text), "{keys}: {row}\n{}", screen.text());
    }
    assert_eq!(seen, [true; LAYERS]);
}

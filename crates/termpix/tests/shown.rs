//! A terminal shows the picture after any other, and little is sent for it.

mod terminal;

use std::sync::Arc;

use terminal::{Pixel, Terminal};
use tetralith_termpix::{
    Abilities, Bitmap, Cutout, PlacedCutout, Protocol, Size, TerminalCanvas, WindowPicture,
};

const PROTOCOLS: [Protocol; 3] = [Protocol::Kitty, Protocol::Iterm, Protocol::Sixel];
const CELL: Size = Size { width: 9, height: 19 };

/// A sequence of numbers that is the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// A board: its size, and its pixels.
#[derive(Clone)]
struct Board {
    size: Size,
    pixels: Vec<u8>,
}

impl Board {
    fn new(size: Size) -> Self {
        Self { size, pixels: [40, 60, 50, 255].repeat(size.width as usize * size.height as usize) }
    }

    /// Draws a disc with a smooth rim.
    fn disc(&mut self, middle: (f32, f32), radius: f32, colour: [u8; 3]) {
        let reach = |at: f32, most: u32| {
            (at - radius - 1.0).max(0.0) as u32..((at + radius + 2.0) as u32).min(most)
        };
        for y in reach(middle.1, self.size.height) {
            for x in reach(middle.0, self.size.width) {
                let far = (x as f32 - middle.0).hypot(y as f32 - middle.1);
                let share = (radius + 0.5 - far).clamp(0.0, 1.0);
                let pixel = &mut self.pixels[(y * self.size.width + x) as usize * 4..][..3];
                for (part, new) in pixel.iter_mut().zip(colour) {
                    *part = (f32::from(*part) * (1.0 - share) + f32::from(new) * share) as u8;
                }
            }
        }
    }

    fn picture(&self) -> Bitmap {
        Bitmap::new(self.size, self.pixels.clone()).unwrap()
    }

    /// A window of this size that shows it at `at` and nothing else.
    fn window(&self, window: Size, at: (u16, u16)) -> Vec<Pixel> {
        let mut pixels = vec![None; (window.width * window.height) as usize];
        let (left, top) = (u32::from(at.0) * CELL.width, u32::from(at.1) * CELL.height);
        for (i, pixel) in self.pixels.chunks(4).enumerate() {
            let (x, y) = (i as u32 % self.size.width + left, i as u32 / self.size.width + top);
            pixels[(y * window.width + x) as usize] = Some([pixel[0], pixel[1], pixel[2]]);
        }
        pixels
    }
}

/// The greatest difference between two colours at one place; `None` where one window shows
/// something and the other does not.
fn worst(shown: &[Pixel], wanted: &[Pixel]) -> Option<u8> {
    let differ = |(shown, wanted): (&Pixel, &Pixel)| match (shown, wanted) {
        (Some(shown), Some(wanted)) => shown.iter().zip(wanted).map(|(a, b)| a.abs_diff(*b)).max(),
        (None, None) => Some(0),
        _ => None,
    };
    shown.iter().zip(wanted).map(differ).try_fold(0, |worst, here| Some(worst.max(here?)))
}

#[test]
fn a_terminal_shows_each_picture_of_many() {
    let window = Size { width: CELL.width * 60, height: CELL.height * 24 };
    // Whole cells, as all pictures that are part of the text.
    let size = Size { width: CELL.width * 50, height: CELL.height * 18 };
    for protocol in PROTOCOLS {
        let abilities = Abilities {
            largest: Size { width: 300, height: 200 },
            ..Abilities::new(protocol, CELL)
        };
        let mut canvas = TerminalCanvas::new(abilities);
        let mut terminal = Terminal::new(CELL, window);
        let mut board = Board::new(size);
        let mut numbers = Numbers(7);
        // Those that look the same are one, and among sixels those at the rims of shapes.
        let tolerance = if protocol == Protocol::Sixel { 25 } else { 12 };
        for _ in 0..60 {
            let middle = (numbers.below(450) as f32, numbers.below(342) as f32);
            let radius = 2.0 + numbers.below(30) as f32;
            board.disc(
                middle,
                radius,
                [numbers.below(256) as u8, 200, numbers.below(2) as u8 * 90],
            );
            terminal.feed(&canvas.show(vec![WindowPicture::new((4, 3), board.picture())]));
            let worst = worst(&terminal.pixels(), &board.window(window, (4, 3)));
            assert!(worst.is_some_and(|worst| worst <= tolerance), "{protocol:?}: {worst:?}");
        }
        // Those that lie on the window, and those that are kept for later.
        assert!(terminal.images() <= 48 + 256, "{protocol:?}: {}", terminal.images());
    }
}

#[test]
fn nothing_is_sent_for_what_is_shown_already() {
    for protocol in PROTOCOLS {
        let mut canvas = TerminalCanvas::new(Abilities::new(protocol, CELL));
        let board = Board::new(Size { width: 90, height: 95 });
        assert!(
            canvas.shown().is_empty()
                && !canvas.show(vec![WindowPicture::new((1, 1), board.picture())]).is_empty()
        );
        assert_eq!(canvas.shown(), [WindowPicture::new((1, 1), board.picture())]);
        assert!(canvas.show(vec![WindowPicture::new((1, 1), board.picture())]).is_empty());
        canvas.forget();
        assert!(!canvas.show(vec![WindowPicture::new((1, 1), board.picture())]).is_empty());
    }
}

#[test]
fn images_go_when_they_are_hidden_or_move() {
    let window = Size { width: 300, height: 300 };
    let mut canvas = TerminalCanvas::new(Abilities::new(Protocol::Kitty, CELL));
    let mut terminal = Terminal::new(CELL, window);
    let board = Board::new(Size { width: 210, height: 200 });
    terminal.feed(&canvas.show(vec![WindowPicture::new((1, 1), board.picture())]));
    terminal.feed(&canvas.show(vec![WindowPicture::new((2, 0), board.picture())]));
    assert_eq!(worst(&terminal.pixels(), &board.window(window, (2, 0))), Some(0));
    terminal.feed(&canvas.hide());
    assert!(terminal.pixels().iter().all(Option::is_none));
    assert!(canvas.hide().is_empty());
}

#[test]
fn a_terminal_of_sixteen_colours_gets_no_more() {
    let window = Size { width: 300, height: 300 };
    let abilities = Abilities { colours: 16, ..Abilities::new(Protocol::Sixel, CELL) };
    let mut canvas = TerminalCanvas::new(abilities);
    let mut terminal = Terminal::new(CELL, window);
    let mut board = Board::new(Size { width: 270, height: 190 });
    board.disc((100.0, 100.0), 50.5, [250, 250, 240]);
    board.disc((180.0, 60.0), 30.5, [200, 40, 30]);
    board.disc((60.0, 60.0), 30.5, [30, 60, 220]);
    board.disc((220.0, 130.0), 30.5, [30, 220, 60]);
    let bytes = canvas.show(vec![WindowPicture::new((0, 0), board.picture())]);
    let text = String::from_utf8(bytes.clone()).unwrap();
    assert!(text.contains("#8;2;") && !text.contains("#16"));
    terminal.feed(&bytes);
    let worst = worst(&terminal.pixels(), &board.window(window, (0, 0)));
    assert!(worst.is_some_and(|worst| worst <= 48), "{worst:?}");
}

#[test]
fn a_step_of_the_cursor_and_a_move_take_few_bytes() {
    let cell = Size { width: 15, height: 33 };
    let mut board = Board::new(Size { width: 1_200, height: 792 });
    for row in 0..11 {
        for column in 0..11_u8 {
            let middle = (60.0 + 100.0 * f32::from(column), 50.0 + 68.0 * row as f32);
            board.disc(
                middle,
                32.0,
                if (row + i32::from(column)) % 3 == 0 { [235, 235, 225] } else { [25, 25, 28] },
            );
        }
    }
    {
        let (key, step, protocol) = (15_000, 40_000, Protocol::Sixel);
        let mut canvas = TerminalCanvas::new(Abilities::new(protocol, cell));
        let whole = canvas.show(vec![WindowPicture::new((0, 0), board.picture())]).len();
        let mut moved = board.clone();
        moved.disc((560.0, 390.0), 36.0, [240, 200, 60]);
        moved.disc((660.0, 390.0), 36.0, [240, 200, 60]);
        let of_key = canvas.show(vec![WindowPicture::new((0, 0), moved.picture())]).len();
        for column in 0..6_u8 {
            moved.disc((60.0 + 200.0 * f32::from(column), 186.0), 32.0, [200, 50, 40]);
        }
        let of_move = canvas.show(vec![WindowPicture::new((0, 0), moved.picture())]).len();
        assert!(
            of_key <= key && of_move <= step && of_move < whole,
            "{protocol:?}: {whole}, {of_key}, {of_move}"
        );
    }
}

/// A disc that is seen through at its rim.
fn stone(number: u64, colour: [u8; 3]) -> Arc<Cutout> {
    let side = 64_u32;
    let pixel = |i: u32| {
        let far = ((i % side) as f32 - 31.5).hypot((i / side) as f32 - 31.5);
        let [red, green, blue] = colour;
        [red, green, blue, ((30.5 - far).clamp(0.0, 1.0) * 255.0) as u8]
    };
    let rgba = (0..side * side).flat_map(pixel).collect();
    Arc::new(Cutout::new(number, Size { width: side, height: side }, rgba).unwrap())
}

#[test]
fn sprites_are_sent_once_and_moved() {
    let cell = Size { width: 15, height: 33 };
    let size = Size { width: 1_200, height: 792 };
    let mut canvas = TerminalCanvas::new(Abilities::new(Protocol::Kitty, cell));
    let mut terminal = Terminal::new(cell, Size { width: 1_230, height: 825 });
    let (white, black) = (stone(1, [235, 235, 225]), stone(2, [25, 25, 28]));
    let frame = stone(3, [240, 200, 60]);
    let lay = |cutout: &Arc<Cutout>, i: u32, height| PlacedCutout {
        cutout: Arc::clone(cutout),
        x: i % 18 * 65,
        y: i / 18 * 70,
        height,
    };
    let mut sprites: Vec<PlacedCutout> =
        (0..150).map(|i| lay(if i % 3 == 0 { &white } else { &black }, i, 0)).collect();
    sprites.push(lay(&frame, 7, 1));
    let whole = canvas.show(vec![WindowPicture::of_sprites((1, 1), size, sprites.clone())]);
    terminal.feed(&whole);
    // A step of the cursor moves one image.
    *sprites.last_mut().unwrap() = lay(&frame, 8, 1);
    let step = canvas.show(vec![WindowPicture::of_sprites((1, 1), size, sprites.clone())]);
    terminal.feed(&step);
    assert!(
        step.len() < 70
            && canvas
                .show(vec![WindowPicture::of_sprites((1, 1), size, sprites.clone())])
                .is_empty(),
        "{}",
        step.len()
    );
    // Ten stones change sides.
    for (i, sprite) in sprites.iter_mut().enumerate().take(10) {
        *sprite = lay(if i % 3 == 0 { &black } else { &white }, i as u32, 0);
    }
    let flips = canvas.show(vec![WindowPicture::of_sprites((1, 1), size, sprites.clone())]);
    terminal.feed(&flips);
    assert!(flips.len() < 1_000, "{}", flips.len());
    let shown = terminal.pixels();
    let seen = |i: u32| shown[((i / 18 * 70 + 32 + 33) * 1_230 + i % 18 * 65 + 32 + 15) as usize];
    let wanted = |i: u32| match i {
        8 => [240, 200, 60],
        _ if i.is_multiple_of(3) == (i < 10) => [25, 25, 28],
        _ => [235, 235, 225],
    };
    assert!((0..150).all(|i| seen(i) == Some(wanted(i))));
    // At a rim it is seen through.
    assert!(shown.iter().flatten().any(|&[red, ..]| (30..200).contains(&red)));
    assert_eq!(terminal.images(), 3);
    terminal.feed(&canvas.show(vec![WindowPicture::of_sprites((1, 1), size, Vec::new())]));
    assert!(terminal.pixels().iter().all(Option::is_none) && terminal.images() == 3);
}

#[test]
fn covering_the_lower_part_is_cheap_and_leaves_the_rest() {
    let window = Size { width: CELL.width * 60, height: CELL.height * 24 };
    let size = Size { width: CELL.width * 50, height: CELL.height * 18 };
    for protocol in PROTOCOLS {
        let mut canvas = TerminalCanvas::new(Abilities::new(protocol, CELL));
        let mut terminal = Terminal::new(CELL, window);
        let mut board = Board::new(size);
        board.disc((200.0, 160.0), 60.0, [220, 40, 30]);
        let whole = Arc::new(board.picture());
        let first = canvas.show(vec![WindowPicture::new((4, 3), Arc::clone(&whole))]);
        terminal.feed(&first);
        let part = canvas.show(vec![WindowPicture::new((4, 3), whole.cropped(9 * CELL.height))]);
        let again = canvas.show(vec![WindowPicture::new((4, 3), Arc::clone(&whole))]);
        assert!(part.len() < first.len() && again.len() < first.len(), "{protocol:?}");
        if protocol == Protocol::Kitty {
            terminal.feed(&part);
            let rows = terminal.pixels();
            let below = (3 + 9) * CELL.height * window.width;
            assert!(rows[below as usize..].iter().all(Option::is_none));
            assert!(rows[..below as usize].iter().any(Option::is_some));
        } else {
            assert!(part.is_empty(), "{protocol:?}");
        }
        terminal.feed(&again);
        let worst = worst(&terminal.pixels(), &board.window(window, (4, 3)));
        assert!(worst.is_some_and(|worst| worst <= 25), "{protocol:?}: {worst:?}");
    }
}

#[test]
fn pictures_beside_each_other_change_apart() {
    let window = Size { width: CELL.width * 60, height: CELL.height * 24 };
    let (left, right) = ((4, 3), (40, 5));
    for protocol in PROTOCOLS {
        let mut canvas = TerminalCanvas::new(Abilities::new(protocol, CELL));
        let mut terminal = Terminal::new(CELL, window);
        let mut board = Board::new(Size { width: CELL.width * 30, height: CELL.height * 18 });
        board.disc((130.0, 160.0), 90.0, [235, 235, 225]);
        let mut graph = Board::new(Size { width: CELL.width * 16, height: CELL.height * 4 });
        let both = |graph: &Board| {
            vec![
                WindowPicture::new(left, board.picture()),
                WindowPicture::new(right, graph.picture()),
            ]
        };
        let wanted = |graph: &Board| {
            let mut pixels = board.window(window, left);
            for (pixel, own) in pixels.iter_mut().zip(graph.window(window, right)) {
                *pixel = own.or(*pixel);
            }
            pixels
        };
        let whole = canvas.show(both(&graph));
        terminal.feed(&whole);
        graph.disc((60.0, 30.0), 8.0, [240, 200, 60]);
        let change = canvas.show(both(&graph));
        terminal.feed(&change);
        let worst = worst(&terminal.pixels(), &wanted(&graph));
        assert!(worst.is_some_and(|worst| worst <= 25), "{protocol:?}: {worst:?}");
        assert!(change.len() < whole.len(), "{protocol:?}");
        assert!(canvas.show(both(&graph)).is_empty(), "{protocol:?}");
        // The one beside goes without the board, and comes back.
        terminal.feed(&canvas.show(vec![WindowPicture::new(left, board.picture())]));
        if protocol == Protocol::Kitty {
            let worst = self::worst(&terminal.pixels(), &board.window(window, left));
            assert!(worst.is_some_and(|worst| worst <= 25), "{worst:?}");
        }
        terminal.feed(&canvas.show(both(&graph)));
        let worst = self::worst(&terminal.pixels(), &wanted(&graph));
        assert!(worst.is_some_and(|worst| worst <= 25), "{protocol:?}: {worst:?}");
    }
}

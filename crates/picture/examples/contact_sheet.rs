//! Draws every game in every theme as a picture and in blocks, each as large as in four sizes of
//! window, on sheets.
//!
//! ```sh
//! cargo run -p tetralith-picture --example contact_sheet [FOLDER [THEME…]]
//! ```
//!
//! Into FOLDER (target/contact-sheet unless it is given) go a PNG for each window and a page,
//! `index.html`, that shows them. A sheet has a column for each game and four rows for each theme:
//! a picture, and blocks of 24 bits, of 256 and of 16 colours, without their text.

use std::error::Error;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use tetralith_core::{Cell, CellSet, Game, NodeId, Orientation, Record, Step, Timeline};
use tetralith_picture::look::scheme::{Depth, Glyphs};
use tetralith_picture::look::themes::{PALETTES, Palette};
use tetralith_picture::look::tint::components;
use tetralith_picture::look::{Scheme, marks};
use tetralith_picture::{Blocks, Canvas, Drawing, Grid, SIGN_PIXELS, View, render};

/// The sizes of windows, each with the room that it has for a board, in characters.
const WINDOWS: [(&str, (u32, u32)); 4] =
    [("60x20", (34, 16)), ("80x24", (46, 20)), ("120x40", (74, 36)), ("200x50", (130, 46))];

/// The size of a character, in pixels.
const CHARACTER: (u32, u32) = (9, 18);

/// The sample games, each with a turn that has marks on the board.
const GAMES: [(&str, u32); 4] =
    [("multiplicity", 40), ("greylox", 40), ("plurality", 20), ("necklace", 40)];

/// Pixels between two boards of a sheet.
const GAP: usize = 8;

/// A rectangle of pixels: red, green and blue of each, row by row.
struct Sheet {
    width: usize,
    rgb: Vec<[u8; 3]>,
}

impl Sheet {
    fn new((width, height): (usize, usize), ground: [u8; 3]) -> Self {
        Self { width, rgb: vec![ground; width * height] }
    }

    fn height(&self) -> usize {
        self.rgb.len() / self.width
    }

    fn put(&mut self, other: &Self, (left, top): (usize, usize)) {
        for (y, row) in other.rgb.chunks(other.width).enumerate() {
            let from = (top + y) * self.width + left;
            self.rgb[from..from + row.len()].copy_from_slice(row);
        }
    }

    fn write(&self, path: &Path) -> Result<(), Box<dyn Error>> {
        let file = BufWriter::new(File::create(path)?);
        let mut encoder = png::Encoder::new(file, self.width as u32, self.height() as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.write_header()?.write_image_data(self.rgb.as_flattened())?;
        Ok(())
    }
}

/// A way to draw a board.
#[derive(Clone, Copy)]
enum Way {
    Picture,
    Blocks(Depth),
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().unwrap_or("target/contact-sheet".to_owned()));
    let wanted: Vec<String> = arguments.collect();
    fs::create_dir_all(&folder)?;
    let games = GAMES.iter().map(|(id, turn)| sample(id, *turn)).collect::<Result<Vec<_>, _>>()?;
    let themes = PALETTES.iter().filter(|theme| !theme.colours.mono);
    let themes: Vec<&Palette> = themes
        .filter(|theme| wanted.is_empty() || wanted.iter().any(|id| id == theme.id))
        .collect();
    let mut page = "<!DOCTYPE html>\n<title>Contact sheet</title>\n".to_owned();
    for (window, room) in WINDOWS {
        let sheet = sheet(&games, &themes, room)?;
        sheet.write(&folder.join(format!("{window}.png")))?;
        writeln!(page, "<h2>{window}</h2>\n<img src=\"{window}.png\" alt=\"{window}\">")?;
    }
    fs::write(folder.join("index.html"), page)?;
    println!("{}", folder.join("index.html").display());
    Ok(())
}

/// The sample game `id` after `turn` turns.
fn sample(id: &str, turn: u32) -> Result<Timeline, Box<dyn Error>> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/games");
    let (_, mut timeline) = Record::read(&fs::read(assets.join(format!("{id}.json")))?)?;
    let line = timeline.path(timeline.cursor());
    let node = line.into_iter().rfind(|node| timeline.turn(*node) <= turn);
    timeline.go_to(node.unwrap_or(NodeId::START));
    Ok(timeline)
}

fn sheet(
    games: &[Timeline],
    themes: &[&Palette],
    room: (u32, u32),
) -> Result<Sheet, Box<dyn Error>> {
    let depths = [Depth::TrueColour, Depth::Ansi256, Depth::Ansi16].map(Way::Blocks);
    let ways = [Way::Picture].into_iter().chain(depths);
    let ways: Vec<Way> = ways.collect();
    let (wide, high) = ((room.0 * CHARACTER.0) as usize, (room.1 * CHARACTER.1) as usize);
    let size = (games.len() * (wide + GAP), ways.len() * themes.len() * (high + GAP));
    let mut sheet = Sheet::new(size, [64; 3]);
    let rows = themes.iter().flat_map(|theme| ways.iter().map(move |way| (theme, *way)));
    for (row, (theme, way)) in rows.enumerate() {
        for (column, timeline) in games.iter().enumerate() {
            let depth = if let Way::Blocks(depth) = way { depth } else { Depth::TrueColour };
            let scheme = Scheme::new(theme, depth, Glyphs::Unicode);
            let at = (column * (wide + GAP), row * (high + GAP));
            sheet.put(&board(timeline, &scheme, way, room)?, at);
        }
    }
    Ok(sheet)
}

/// The board at the cursor of `timeline` in the middle of its room.
fn board(
    timeline: &Timeline,
    scheme: &Scheme,
    way: Way,
    (columns, rows): (u32, u32),
) -> Result<Sheet, Box<dyn Error>> {
    let game: &Game = timeline.position();
    let (geometry, upright) = (game.board().geometry(), Orientation::default());
    let (marks, pieces) = (marks::shown(game, timeline.outcome().is_some()), timeline.pieces());
    let cursor = Cell::new(geometry.len() / 2 + 1);
    let about = game.about(cursor);
    let last = timeline.step(timeline.cursor());
    let last: CellSet = last.into_iter().flat_map(Step::cells).collect();
    let view = View {
        marks: Some(&marks),
        cursor: Some(cursor),
        about: Some(&about),
        last,
        pieces: &pieces,
        ..View::new(game.board(), game.info())
    };
    let size = (columns * CHARACTER.0, rows * CHARACTER.1);
    let ground = components(scheme.shown(scheme.background()));
    let mut sheet = Sheet::new((size.0 as usize, size.1 as usize), ground);
    let (drawn, scale) = match way {
        Way::Picture => {
            let line = CHARACTER.1 as u16;
            let grid = Grid::fit_named(geometry, upright, game.info(), size, line)
                .ok_or("the board has no room")?;
            let (width, height) = grid.size();
            let mut canvas = Canvas::default();
            canvas.draw(&view, scheme, &grid, (width, height), scheme.background())?;
            let pixels = canvas.rgba().as_chunks::<4>().0.iter();
            let rgb = pixels.map(|&[red, green, blue, _]| [red, green, blue]).collect();
            (Sheet { width: width as usize, rgb }, 1)
        }
        Way::Blocks(_) => {
            let grid = Grid::fit_characters(geometry, upright, game.info(), (columns, rows));
            // The program draws smaller cells in characters.
            let Some(grid) = grid.filter(|grid| grid.unit() >= 8.0) else { return Ok(sheet) };
            let drawing = render(&view, scheme, &grid)?;
            (in_blocks(&drawing, scheme), 1)
        }
    };
    let (wide, high) = (drawn.width * scale, drawn.height() * scale);
    let (left, top) = ((sheet.width - wide) / 2, (sheet.height() - high) / 2);
    for y in 0..high {
        for x in 0..wide {
            let to = (top + y) * sheet.width + left + x;
            sheet.rgb[to] = drawn.rgb[y / scale * drawn.width + x / scale];
        }
    }
    Ok(sheet)
}

/// The characters of a drawing as they are on the screen.
fn in_blocks(drawing: &Drawing, scheme: &Scheme) -> Sheet {
    let mut blocks = Blocks::new(drawing, scheme);
    let size = (drawing.width.div_ceil(SIGN_PIXELS.0), drawing.height.div_ceil(SIGN_PIXELS.1));
    let (wide, high) = (CHARACTER.0 as usize, CHARACTER.1 as usize);
    let mut sheet = Sheet::new((size.0 as usize * wide, size.1 as usize * high), [0; 3]);
    for (row, column) in (0..size.1).flat_map(|row| (0..size.0).map(move |column| (row, column))) {
        let colours = blocks.at(column, row).pixels().map(components);
        let of = |x: usize, y: usize| {
            let [across, down] = [SIGN_PIXELS.0, SIGN_PIXELS.1].map(|pixels| pixels as usize);
            colours[y * down / high * across + x * across / wide]
        };
        let rgb = (0..high).flat_map(|y| (0..wide).map(move |x| (x, y)));
        let rgb = rgb.map(|(x, y)| of(x, y)).collect();
        let at = (column as usize * wide, row as usize * high);
        sheet.put(&Sheet { width: wide, rgb }, at);
    }
    sheet
}

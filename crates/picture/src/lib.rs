//! Pictures of boards: a position as text, SVG or PNG, and a game as an animated GIF or a
//! recording of a terminal.
//!
//! A [`View`] is the position with all there is to see on it; a scene is the same as shapes in
//! pixels, each cell where a [`Grid`] has it. `svg` writes a scene and `raster` fills its pixels,
//! so that both show the same; for screens, on which cells lie alike, a [`Canvas`] draws only what
//! has changed, and [`Sprites`] draws each stone and mark once. Colours, signs and what is marked
//! are the screen's; letters and numbers are strokes of our own, so no font is needed. No state, no
//! files: the caller gets bytes.
#![forbid(unsafe_code)]

mod animation;
mod blocks;
mod canvas;
mod caption;
mod cast;
mod drawing;
mod graph;
mod grid;
mod letters;
pub mod look;
mod numbers;
mod raster;
mod scene;
mod shapes;
mod sprites;
mod stamps;
mod svg;
#[cfg(test)]
mod tests;
mod view;

use std::fmt::Write as _;
use std::path::Path;

use strum::{IntoStaticStr, VariantArray};
use tetralith_core::{Board, CellSet, Game, Names, Orientation, Outcome, OwnMark, Timeline};
use thiserror::Error;

use crate::look::{Scheme, marks};
use shapes::Scene;

pub use blocks::{Blocks, Character};
pub use canvas::{Canvas, render};
pub use drawing::Drawing;
pub use graph::ValueGraph;
pub use grid::{DOTS, Grid, SIGN_PIXELS};
pub use scene::arrow;
pub use shapes::{Point, Text};
pub use sprites::Sprites;
pub use view::{Label, LabelKind, Regions, StepAtHand, View};

/// The smallest width or height asked for, in pixels.
pub const MIN_SIZE: u32 = 100;

/// The largest width or height, in pixels.
pub const MAX_SIZE: u32 = 4000;

/// The largest width or height of an animation, in pixels.
pub const MAX_ANIMATED: u32 = 1200;

/// A form of picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Format {
    /// A diagram of letters.
    Text,
    /// Scalable vector graphics.
    Svg,
    /// Pixels.
    Png,
    /// Pixels in motion: the whole game, a picture a turn.
    Gif,
    /// A recording of a terminal: the whole game, a screen a turn.
    Cast,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; Self::VARIANTS.len()] =
        *Self::VARIANTS.first_chunk().expect("all of them");

    /// The name of the format on the command line.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// The ending of files in this format, without the dot.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Svg | Self::Png | Self::Gif | Self::Cast => self.id(),
        }
    }

    /// The format in a few words.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Text => "A text diagram",
            Self::Svg => "Scalable vector graphics",
            Self::Png => "Pixels",
            Self::Gif => "An animation: the whole game, one picture per turn",
            Self::Cast => "A recording of a terminal (asciicast): the whole game",
        }
    }

    /// True if it shows the whole game, turn by turn.
    pub const fn is_animated(self) -> bool {
        matches!(self, Self::Gif | Self::Cast)
    }

    /// Returns the format that files with the ending of `path` are in.
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?;
        Self::ALL.into_iter().find(|format| ending.eq_ignore_ascii_case(format.ending()))
    }

    /// The longer side of a picture when none is asked for, in pixels.
    pub const fn usual_size(self) -> u32 {
        match self {
            Self::Gif => 480,
            _ => 720,
        }
    }
}

/// The style of a picture.
#[derive(Clone, Copy, Debug)]
pub struct Style<'a> {
    /// The colours.
    pub scheme: &'a Scheme,
    /// The longer side, in pixels: [`MIN_SIZE`] to [`MAX_SIZE`], or [`MAX_ANIMATED`] for an
    /// animation.
    pub size: u32,
    /// True to draw the names of rows and columns.
    pub coordinates: bool,
    /// True to draw what the game marks: control, territories, threatened stones, the path that
    /// won.
    pub marks: bool,
    /// The orientation of the board. A diagram of letters always lies upright, as cells are named.
    pub orientation: Orientation,
    /// The turns that the picture is about: those of an animation, and those whose moves are
    /// numbered; `None` for all.
    pub turns: Option<TurnSequence>,
    /// True to number the moves.
    pub numbers: bool,
    /// The text below the board.
    pub caption: Option<&'a str>,
}

/// Some turns of a game, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnSequence {
    /// The first, from 1.
    pub first: u32,
    /// The last.
    pub last: u32,
}

impl TurnSequence {
    /// Every turn.
    pub const ALL: Self = Self { first: 1, last: u32::MAX };

    /// The turns that a text such as `1-12` names, the smaller number first; `None` if it is none.
    pub fn read(text: &str) -> Option<Self> {
        let (first, last) = text.split_once('-')?;
        let turns = Self { first: first.parse().ok()?, last: last.parse().ok()? };
        (turns.first > 0 && turns.first <= turns.last).then_some(turns)
    }

    /// True if `turn` is among them.
    pub const fn contains(self, turn: u32) -> bool {
        self.first <= turn && turn <= self.last
    }
}

impl<'a> Style<'a> {
    /// Everything there is to see, upright.
    pub fn new(scheme: &'a Scheme, size: u32) -> Self {
        Self {
            scheme,
            size,
            coordinates: true,
            marks: true,
            orientation: Orientation::default(),
            turns: None,
            numbers: false,
            caption: None,
        }
    }
}

/// The reasons why there is no picture.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PictureError {
    /// The size is out of range.
    #[error("the size {size} is out of range: {MIN_SIZE} to {most} pixels")]
    Size {
        /// The size asked for.
        size: u32,
        /// The most that is possible.
        most: u32,
    },
    /// A letter of the caption cannot be drawn.
    #[error(
        "the letter '{letter}' cannot be drawn in a caption; .svg, .txt and .cast have every letter"
    )]
    Letter {
        /// The letter.
        letter: char,
    },
    /// The picture could not be encoded.
    #[error("the picture could not be made: {0}")]
    Encoding(String),
}

/// The position at the cursor of `timeline` as a picture; an animation shows the game up
/// to there.
///
/// # Errors
/// [`PictureError`] if the size is out of range or the picture cannot be encoded.
pub fn draw(
    timeline: &Timeline,
    format: Format,
    style: Style<'_>,
) -> Result<Vec<u8>, PictureError> {
    let most = if format == Format::Gif { MAX_ANIMATED } else { MAX_SIZE };
    if !(MIN_SIZE..=most).contains(&style.size) {
        return Err(PictureError::Size { size: style.size, most });
    }
    match format {
        Format::Text => Ok(styled_text(timeline, style).into_bytes()),
        Format::Svg => {
            let title = style.caption.map_or_else(|| caption(timeline), str::to_owned);
            Ok(svg::write(&scene(timeline, style), &title).into_bytes())
        }
        Format::Png => raster::png(&scene(timeline, style).with_strokes()?),
        Format::Gif => animation::gif(timeline, style),
        Format::Cast => Ok(cast::cast(timeline, style).into_bytes()),
    }
}

/// The position at the cursor as a diagram of letters under a line that states what it is.
pub fn text(timeline: &Timeline) -> String {
    let game = timeline.position();
    format!("{}\n\n{}\n", caption(timeline), Names::of(game).diagram(game.board()))
}

/// The same with what `style` asks for: a caption, and the numbered moves in a list.
fn styled_text(timeline: &Timeline, style: Style<'_>) -> String {
    let mut out = text(timeline);
    if style.numbers {
        let moves = numbers::listed(timeline, style.turns.unwrap_or(TurnSequence::ALL));
        let _ = write!(out, "\n{moves}\n");
    }
    let own = own_marks(timeline);
    if !own.is_empty() {
        let _ = write!(out, "\nMarks: {}.\n", Names::of(timeline.start()).own_marks(own));
    }
    if let Some(caption) = style.caption {
        let _ = write!(out, "\n{}\n", tetralith_core::text::display_lines(caption));
    }
    out
}

/// The empty board of a game as the inside of an SVG, and the places of its cells in it.
#[derive(Clone, PartialEq, Debug)]
pub struct Backdrop {
    /// The inside of the SVG.
    pub svg: String,
    /// The places of the cells, and the size of the whole.
    pub grid: Grid,
}

/// Draws the empty board of a game, over which stones can be put.
///
/// # Errors
/// [`PictureError::Size`] if the size is out of range.
pub fn backdrop(game: &Game, style: Style<'_>) -> Result<Backdrop, PictureError> {
    if !(MIN_SIZE..=MAX_SIZE).contains(&style.size) {
        return Err(PictureError::Size { size: style.size, most: MAX_SIZE });
    }
    let board = Board::new(game.board().geometry());
    let (scene, grid) = of_view(&View::new(&board, game.info()), style);
    Ok(Backdrop { svg: svg::figures(&scene), grid })
}

/// The position at the cursor as shapes.
fn scene(timeline: &Timeline, style: Style<'_>) -> Scene {
    let game = timeline.position();
    let info = game.info();
    let marks = style.marks.then(|| marks::shown(game, timeline.outcome().is_some()));
    let pieces = timeline.pieces();
    let own = own_marks(timeline);
    let numbered = style
        .numbers
        .then(|| numbers::numbered(timeline, style.turns.unwrap_or(TurnSequence::ALL), own));
    let (numbers, hidden) = numbered.unwrap_or_default();
    // A number shows which stones came last, and is not to be covered.
    let last = if numbers.is_empty() { timeline.latest_cells() } else { CellSet::EMPTY };
    let labels: Vec<Label> = Label::of_own(own).into_iter().chain(numbers).collect();
    let view = View {
        marks: marks.as_ref(),
        emphasis: OwnMark::shaded(own),
        last,
        pieces: &pieces,
        labels: &labels,
        ..View::new(game.board(), info)
    };
    let (mut scene, _) = of_view(&view, style);
    let texts = [style.caption.unwrap_or_default(), &hidden];
    scene.caption(&texts, style.scheme);
    scene
}

/// The marks that a person put on cells beside the turn at the cursor.
pub fn own_marks(timeline: &Timeline) -> &[OwnMark] {
    timeline.note(timeline.cursor()).map_or(&[], |note| &note.marks)
}

/// A view as shapes, its cells where the grid has them.
fn of_view(view: &View<'_>, style: Style<'_>) -> (Scene, Grid) {
    let (geometry, info) = (view.board.geometry(), view.info);
    let room = scene::room_for_names(geometry, style.orientation, info, style.coordinates);
    let grid = Grid::of_size(geometry, style.orientation, room, style.size);
    let mut scene = Scene::new(view, style.scheme, &grid).lettered();
    if style.coordinates {
        scene.name(&grid, info, style.scheme);
    }
    (scene, grid)
}

/// A line that states what the picture shows.
pub fn caption(timeline: &Timeline) -> String {
    let game = timeline.position();
    let names = Names::of(game);
    let turn = match timeline.turn(timeline.cursor()) {
        0 => "start".to_owned(),
        turn => format!("turn {turn}"),
    };
    let state = match timeline.outcome() {
        None => format!("{} to move", names.title(game.to_move())),
        Some(Outcome { winner: None, reason }) => format!("a draw {reason}"),
        Some(Outcome { winner: Some(winner), reason }) => {
            format!("{} wins {reason}", names.title(winner))
        }
    };
    let decision = game.standing().decision;
    let score = decision.map_or_else(String::new, |decision| format!(", {decision}"));
    format!("{} on {:?}, {turn}: {state}{score}", names.info.title, names.geometry)
}

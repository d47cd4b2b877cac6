//! Boards of a page as SVG: the empty board once, light and dark, and over it the stones of each
//! diagram.

use std::fmt::Write as _;

use crate::escaped;
use tetralith_core::{Board, Cell, CellSet, Colour, Game, Info, OwnMark};
use tetralith_picture::look::Scheme;
use tetralith_picture::look::tint::{hex, mix};
use tetralith_picture::{Backdrop, Grid, PictureError, Style, arrow, backdrop};

/// The longer side of a board in its own units.
const SIZE: u32 = 480;

/// The radius of a stone, in cells.
const STONE: f32 = 0.42;

/// The colours of a page by day and by night.
#[derive(Clone, Copy, Debug)]
pub struct Looks<'a> {
    /// By day.
    pub light: &'a Scheme,
    /// By night.
    pub dark: &'a Scheme,
}

/// The board of a game, to be drawn many times on one page.
pub(crate) struct Boards {
    grid: Grid,
    /// The empty board, light and dark.
    empty: [String; 2],
    style: String,
}

/// The text on a cell.
pub(crate) struct Mark {
    pub(crate) cell: Cell,
    /// The colour of the stone that it is about; on a vacant cell the stone is seen, too.
    pub(crate) colour: Colour,
    pub(crate) text: String,
}

impl Boards {
    pub(crate) fn new(game: &Game, looks: Looks) -> Result<Self, PictureError> {
        let draw = |scheme| backdrop(game, Style::new(scheme, SIZE));
        let (Backdrop { svg: light, grid }, Backdrop { svg: dark, .. }) =
            (draw(looks.light)?, draw(looks.dark)?);
        let [day, night] = [looks.light, looks.dark].map(|scheme| variables(game.info(), scheme));
        let style = format!(
            ":root {{{day} }}\n@media (prefers-color-scheme: dark) {{ :root {{{night} }} }}\n{}",
            include_str!("board.css")
        );
        Ok(Self { grid, empty: [light, dark], style })
    }

    pub(crate) fn style(&self) -> &str {
        &self.style
    }

    /// Definitions that a page needs once, before its first board.
    pub(crate) fn definitions(&self) -> String {
        let [light, dark] = &self.empty;
        format!(
            "<svg class=\"definitions\" aria-hidden=\"true\"><defs><g \
             id=\"board-light\">{light}</g><g id=\"board-dark\">{dark}</g></defs></svg>"
        )
    }

    /// A diagram called `title`: stones, the cells of the last turn, and what is written on cells.
    pub(crate) fn diagram(
        &self,
        board: &Board,
        last: CellSet,
        own: &[OwnMark],
        marks: &[Mark],
        title: &str,
    ) -> String {
        let mut svg = self.begin("diagram", title);
        svg.push_str(&self.shades(own));
        for colour in Colour::BOTH {
            for cell in *board.stones(colour) {
                self.stone(&mut svg, cell, side(colour));
            }
        }
        for cell in last {
            let by = board.at(cell).map_or("", side);
            svg.push_str(&self.circle(cell, 0.2, &format!("last by-{by}")));
        }
        svg.push_str(&self.own(board, own));
        for mark in marks {
            if board.at(mark.cell).is_none() {
                self.stone(&mut svg, mark.cell, &format!("{} ghost", side(mark.colour)));
            }
            let stands = board.at(mark.cell).unwrap_or(mark.colour);
            let (x, y) = self.grid.middle(mark.cell);
            let size = self.grid.unit() * if mark.text.len() < 3 { 0.45 } else { 0.34 };
            let _ = write!(
                svg,
                "<text class=\"on-{}\" x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\">{}</text>",
                side(stands),
                escaped(&mark.text)
            );
        }
        svg + "</svg>"
    }

    /// A board whose stones a script puts down: a circle for each cell, in order, and one for marks
    /// of the last turn. For each number the marks at one of the `places`, with their board.
    pub(crate) fn viewer(
        &self,
        board: &Board,
        places: &[(usize, &Board, &[OwnMark])],
        title: &str,
    ) -> String {
        let mut svg = self.begin("viewer", title);
        for (number, _, own) in places {
            let shades = self.shades(own);
            let _ = write!(svg, "<g class=\"own\" data-own=\"{number}\">{shades}</g>");
        }
        for cell in self.grid.geometry().cells() {
            self.stone(&mut svg, cell, board.at(cell).map_or("", side));
        }
        for cell in self.grid.geometry().cells() {
            let _ = write!(svg, "{}", self.circle(cell, 0.2, "mark"));
        }
        for (number, board, own) in places {
            let own = self.own(board, own);
            let _ = write!(svg, "<g class=\"own\" data-own=\"{number}\">{own}</g>");
        }
        svg + "</svg>"
    }

    /// The shades that people put behind cells.
    fn shades(&self, own: &[OwnMark]) -> String {
        let shaded = OwnMark::shaded(own);
        shaded.iter().map(|cell| self.circle(cell, 0.48, "shade")).collect()
    }

    /// The dots, letters and arrows that people put on cells.
    fn own(&self, board: &Board, own: &[OwnMark]) -> String {
        let mut svg = String::new();
        for &mark in own {
            let cell = mark.cell();
            let on = board.at(cell).map_or("vacant", side);
            let (x, y) = self.grid.middle(cell);
            match mark {
                OwnMark::Shade(_) => {}
                OwnMark::Dot(_) => svg.push_str(&self.circle(cell, 0.16, &format!("dot on-{on}"))),
                OwnMark::Letter(_, letter) => {
                    let size = 0.5 * self.grid.unit();
                    let _ = write!(
                        svg,
                        "<text class=\"on-{on}\" x=\"{x:.1}\" y=\"{y:.1}\" \
                         font-size=\"{size:.1}\">{}</text>",
                        escaped(&letter.to_string())
                    );
                }
                OwnMark::Arrow(_, to) => {
                    for line in arrow((x, y), self.grid.middle(to), self.grid.unit()) {
                        let points: Vec<String> =
                            line.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
                        let points = points.join(" ");
                        let _ = write!(svg, "<polyline class=\"arrow\" points=\"{points}\"/>");
                    }
                }
            }
        }
        svg
    }

    fn begin(&self, class: &str, title: &str) -> String {
        let (width, height) = self.grid.size();
        format!(
            "<svg class=\"board {class}\" viewBox=\"0 0 {width} {height}\" \
             role=\"img\"><title>{}</title><use class=\"light\" href=\"#board-light\"/><use \
             class=\"dark\" href=\"#board-dark\"/>",
            escaped(title)
        )
    }

    fn stone(&self, svg: &mut String, cell: Cell, class: &str) {
        svg.push_str(&self.circle(cell, STONE, format!("stone {class}").trim_end()));
    }

    fn circle(&self, cell: Cell, radius: f32, class: &str) -> String {
        let (x, y) = self.grid.middle(cell);
        format!(
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\"/>",
            radius * self.grid.unit()
        )
    }
}

/// The class of a side's stones.
pub(crate) const fn side(colour: Colour) -> &'static str {
    match colour {
        Colour::First => "first",
        Colour::Second => "second",
    }
}

/// The colours of stones and marks as variables of a style sheet.
pub(crate) fn variables(info: &Info, scheme: &Scheme) -> String {
    let mut text = format!(" --mark: {};", hex(scheme.board(info).last));
    for colour in Colour::BOTH {
        let ink = scheme.ink(info.side(colour).stone);
        let (name, rim) = (side(colour), mix(ink.fill, ink.text, 0.4));
        let _ = write!(
            text,
            " --{name}: {}; --{name}-text: {}; --{name}-rim: {};",
            hex(ink.fill),
            hex(ink.text),
            hex(rim)
        );
    }
    text
}

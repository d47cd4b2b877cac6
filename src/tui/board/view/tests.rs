use std::collections::BTreeSet;

use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use ratatui::style::Color;
use tetralith_core::{
    About, Board, Game, Geometry, Info, Marks, Names, Orientation, Setup, Step, Territory,
};

use super::*;
use crate::theme::{Depth, Glyphs, PALETTES, palette};
use crate::tui::board::layout::{BLOCKS, Fit};
use crate::tui::board::legend::{Drawn, legend};
use tetralith_picture::StepAtHand;
use tetralith_picture::look::signs::may_show;

fn themes() -> impl Iterator<Item = Theme> {
    let coloured = PALETTES.iter().filter(|palette| !palette.colours.mono).flat_map(|palette| {
        let depths = Depth::ALL.into_iter().filter(|&depth| depth != Depth::Mono);
        depths.flat_map(move |depth| Glyphs::ALL.map(|glyphs| Theme::new(palette, depth, glyphs)))
    });
    coloured.chain(Glyphs::ALL.map(|glyphs| Theme::new(&PALETTES[0], Depth::Mono, glyphs)))
}

fn mono() -> Theme {
    Theme::new(&PALETTES[0], Depth::Mono, Glyphs::Ascii)
}

/// A game after `steps` steps, taken from the legal ones by a fixed rule.
fn played(id: &str, size: i64, steps: usize) -> Game {
    let mut game = Game::new(id, &Setup { size: Some(size), ..Setup::default() }).unwrap();
    for i in 0..steps {
        let legal: Vec<Step> =
            game.legal().into_iter().filter(|step| *step != Step::Pass).collect();
        match legal.get((i * 7919 + 13) % legal.len().max(1)) {
            Some(&step) => game.play(step).unwrap(),
            None => break,
        }
    }
    game
}

fn lines(buffer: &Buffer) -> Vec<String> {
    let area = buffer.area;
    area.rows()
        .map(|row| {
            row.positions().map(|at| buffer[at].symbol()).collect::<String>().trim_end().to_owned()
        })
        .collect()
}

/// Draws a game with its marks into a buffer just large enough, changed by `change` before.
fn draw(
    game: &Game,
    zoom: Zoom,
    theme: &Theme,
    change: impl FnOnce(&mut View<'_>),
) -> (BoardLayout, Buffer) {
    let geometry = game.board().geometry();
    let (width, height) = BoardLayout::size_needed(geometry, zoom, true);
    let area = Rect::new(0, 0, width, height);
    let layout = BoardLayout::fit(geometry, area, Some(zoom), true, Cell::new(0)).unwrap();
    let mut buffer = Buffer::empty(area);
    let marks = game.marks();
    let mut seen = View { marks: Some(&marks), ..View::new(game.board(), game.info()) };
    change(&mut seen);
    BoardView::new(seen, &layout, theme).render(area, &mut buffer);
    (layout, buffer)
}

/// Returns what one cell shows, everything else being empty.
#[derive(Clone)]
struct Scene {
    name: &'static str,
    board: Board,
    marks: Marks,
    legal: CellSet,
    cursor: Option<Cell>,
    last: CellSet,
    ghost: Vec<(Cell, Colour)>,
    about: Option<About>,
    emphasis: CellSet,
}

impl Scene {
    fn draw(&self, info: &'static Info, zoom: Zoom, theme: &Theme) -> Buffer {
        let geometry = self.board.geometry();
        let (width, height) = BoardLayout::size_needed(geometry, zoom, true);
        let area = Rect::new(0, 0, width, height);
        let layout = BoardLayout::fit(geometry, area, Some(zoom), true, Cell::new(0)).unwrap();
        let mut buffer = Buffer::empty(area);
        let step = StepAtHand { legal: self.legal, stones: &self.ghost, mover: None };
        let seen = View {
            marks: Some(&self.marks),
            cursor: self.cursor,
            last: self.last,
            step,
            about: self.about.as_ref(),
            emphasis: self.emphasis,
            ..View::new(&self.board, info)
        };
        let view = BoardView { sizes: true, ..BoardView::new(seen, &layout, theme) };
        view.render(area, &mut buffer);
        buffer
    }
}

/// Everything that `cell` can show, one or two things at a time.
fn scenes(geometry: &'static Geometry, cell: Cell) -> Vec<Scene> {
    let [first, second] = Colour::BOTH;
    let only = CellSet::of(cell);
    let plain = Scene {
        name: "plain",
        board: Board::new(geometry),
        marks: Marks::default(),
        legal: CellSet::EMPTY,
        cursor: None,
        last: CellSet::EMPTY,
        ghost: Vec::new(),
        about: None,
        emphasis: CellSet::EMPTY,
    };
    let mut stone = Scene { name: "stone", ..plain.clone() };
    stone.board.set(cell, first);
    let mut other = Scene { name: "other stone", ..plain.clone() };
    other.board.set(cell, second);
    let ghost = Scene { name: "ghost", ghost: vec![(cell, first)], ..plain.clone() };
    let marked = |name, scene: &Scene, marks| Scene { name, marks, ..scene.clone() };
    let none = CellSet::EMPTY;
    vec![
        Scene { name: "legal", legal: only, ..plain.clone() },
        Scene { name: "closed", legal: geometry.all() - only, ..plain.clone() },
        marked("controlled", &plain, Marks { controlled: [only, none], ..Marks::default() }),
        marked(
            "controlled by the other",
            &plain,
            Marks { controlled: [none, only], ..Marks::default() },
        ),
        marked(
            "nobody's",
            &plain,
            Marks {
                territories: vec![Territory { cells: only, owner: None, stones: [0; 2] }],
                ..Marks::default()
            },
        ),
        marked(
            "crosscut",
            &plain,
            Marks { forbidden: vec![("crosscut", only)], ..Marks::default() },
        ),
        marked("loop", &plain, Marks { forbidden: vec![("loop", only)], ..Marks::default() }),
        marked("threatened", &stone, Marks { threatened: only, ..Marks::default() }),
        marked("held stone", &stone, Marks { controlled: [only, none], ..Marks::default() }),
        marked("path", &stone, Marks { path: only, ..Marks::default() }),
        Scene { name: "last", last: only, ..stone.clone() },
        Scene { name: "other ghost", ghost: vec![(cell, second)], ..plain.clone() },
        Scene { name: "cursor", cursor: Some(cell), ..plain.clone() },
        Scene { name: "cursor on stone", cursor: Some(cell), ..stone.clone() },
        Scene { name: "emphasis", emphasis: only, ..plain.clone() },
        Scene { name: "emphasised stone", emphasis: only, ..stone.clone() },
        plain,
        stone,
        other,
        ghost,
    ]
}

fn boards() -> [(&'static Geometry, Cell, &'static Info); 2] {
    let necklace = tetralith_core::games::info("necklace").unwrap();
    let greylox = tetralith_core::games::info("greylox").unwrap();
    [
        (Geometry::get(Shape::Square, 5).unwrap(), Cell::new(12), necklace),
        (Geometry::get(Shape::Hexhex, 3).unwrap(), Cell::new(9), greylox),
    ]
}

#[test]
fn cell_states_look_different_in_every_theme_and_size() {
    let mut alike = Vec::new();
    for theme in themes() {
        for zoom in Zoom::ALL {
            for (geometry, cell, info) in boards() {
                let drawn: Vec<_> = scenes(geometry, cell)
                    .iter()
                    .map(|scene| (scene.name, scene.draw(info, zoom, &theme)))
                    .collect();
                for (i, (name, buffer)) in drawn.iter().enumerate() {
                    let same = drawn[..i]
                        .iter()
                        .filter(|(other, drawn)| drawn == buffer && !mean_the_same(name, other));
                    for (other, _) in same {
                        let id = (theme.colours().inks.background, theme.depth(), theme.glyphs());
                        alike.push(format!("{name} = {other} in {id:?}, {zoom:?}, {geometry:?}"));
                    }
                }
            }
        }
    }
    assert!(alike.is_empty(), "{alike:#?}");
}

/// True of a cell that is closed by a rule with a name or for a reason of its own: no board has
/// both.
fn mean_the_same(one: &str, other: &str) -> bool {
    ["closed", "crosscut"].contains(&one) && ["closed", "crosscut"].contains(&other)
}

#[test]
fn without_any_style_the_characters_alone_show_all_but_emphasis() {
    let mut alike = Vec::new();
    for glyphs in Glyphs::ALL {
        let theme = Theme::new(&PALETTES[0], Depth::Mono, glyphs);
        for zoom in Zoom::ALL {
            for (geometry, cell, info) in boards() {
                let mut drawn = Vec::new();
                for scene in scenes(geometry, cell)
                    .iter()
                    .filter(|scene| !scene.name.starts_with("emphasis"))
                {
                    let text = lines(&scene.draw(info, zoom, &theme));
                    let same = |(name, other): &&(&str, Vec<String>)| {
                        *other == text && !mean_the_same(scene.name, name)
                    };
                    drawn.iter().filter(same).for_each(|(name, _)| {
                        alike.push(format!(
                            "{} = {name} in {glyphs:?}, {zoom:?}, {geometry:?}",
                            scene.name
                        ));
                    });
                    drawn.push((scene.name, text));
                }
            }
        }
    }
    assert!(alike.is_empty(), "{alike:#?}");
}

#[test]
fn mono_sets_no_colour_and_ascii_only_ascii() {
    for theme in themes().filter(|theme| theme.is_mono() || theme.is_ascii()) {
        for zoom in Zoom::ALL {
            for (geometry, cell, info) in boards() {
                for scene in scenes(geometry, cell) {
                    for drawn in scene.draw(info, zoom, &theme).content() {
                        assert!(
                            !theme.is_mono()
                                || (drawn.fg, drawn.bg) == (Color::Reset, Color::Reset)
                        );
                        assert!(
                            theme.glyphs() == Glyphs::Unicode || drawn.symbol().is_ascii(),
                            "{}",
                            drawn.symbol()
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn every_sign_is_one_of_those_that_fonts_have() {
    let themes = Depth::ALL.map(|depth| Theme::new(&PALETTES[0], depth, Glyphs::Unicode));
    for (theme, zoom) in themes.into_iter().flat_map(|theme| Zoom::ALL.map(|zoom| (theme, zoom))) {
        for (geometry, cell, info) in boards() {
            for scene in scenes(geometry, cell) {
                for drawn in scene.draw(info, zoom, &theme).content() {
                    let symbol = drawn.symbol();
                    assert!(
                        symbol.chars().count() == 1 && symbol.chars().all(may_show),
                        "{symbol}"
                    );
                }
            }
        }
    }
}

#[test]
fn nothing_is_drawn_outside_the_area_and_no_size_panics() {
    let game = played("necklace", 13, 60);
    let geometry = game.board().geometry();
    let marks = game.marks();
    let theme = Theme::new(&PALETTES[0], Depth::TrueColour, Glyphs::Unicode);
    for (width, height) in (0..60).step_by(7).flat_map(|w| (0..30).step_by(3).map(move |h| (w, h)))
    {
        let area = Rect::new(2, 1, width, height);
        for (zoom, focus) in
            Zoom::ALL.into_iter().flat_map(|zoom| [0, 84, 168].map(|i| (zoom, Cell::new(i))))
        {
            let Some(layout) = BoardLayout::fit(geometry, area, Some(zoom), true, focus) else {
                continue;
            };
            let seen = View {
                marks: Some(&marks),
                cursor: Some(focus),
                ..View::new(game.board(), game.info())
            };
            let view = BoardView::new(seen, &layout, &theme);
            let mut buffer = Buffer::empty(Rect::new(0, 0, 64, 32));
            view.render(area, &mut buffer);
            for position in buffer.area.positions().filter(|&position| !area.contains(position)) {
                assert_eq!(
                    buffer[position],
                    ratatui::buffer::Cell::EMPTY,
                    "{area:?}: {position} was drawn on"
                );
            }
            // A buffer that shrank since the layout was made.
            view.render(area, &mut Buffer::empty(Rect::new(0, 0, 10, 5)));
        }
    }
}

#[test]
fn the_board_is_drawn_as_cells_are_named() {
    let mut game = Game::new("necklace", &Setup { size: Some(4), ..Setup::default() }).unwrap();
    let (a1, d4, b3) = (Cell::new(0), Cell::new(15), Cell::new(6));
    for cell in [a1, d4, b3] {
        game.play(Step::Place(cell)).unwrap();
    }
    let theme = mono();
    let (_, buffer) = draw(&game, Zoom::Compact, &theme, |view| {
        view.cursor = Some(Cell::new(9));
        view.last = CellSet::of(b3);
    });
    assert_eq!(
        lines(&buffer),
        ["4|.=.=.=O=|", "3|.(X). . |", "2|. .[.]. |", "1|X . . . |", "  a=b=c=d=",]
    );
}

#[test]
fn the_larger_boards_have_lines_and_walls_without_colour() {
    let theme = mono();
    let game = played("plurality", 3, 1);
    let (_, buffer) = draw(&game, Zoom::Outlined, &theme, |view| view.cursor = Some(Cell::new(8)));
    assert_eq!(
        lines(&buffer),
        [
            "3  x---x--[x]",
            "   |   |   |",
            "2  X --x---x",
            "   |   |   |",
            "1  O - X --x",
            "   a   b   c",
        ]
    );
    let game = played("greylox", 2, 3);
    let (_, buffer) = draw(&game, Zoom::Outlined, &theme, |view| {
        view.cursor = Some(Cell::new(3));
    });
    assert_eq!(
        lines(&buffer),
        [
            r"     / \ / \",
            r"  c | . | O | 2",
            r"   / \ / \ / \",
            r"b | . |[X]| o |",
            r"   \ / \ / \ /",
            r"  a | . | O |",
            r"     \ / \ /",
            r"      1   2",
        ]
    );
    let (_, buffer) = draw(&game, Zoom::Filled, &theme, |view| {
        view.cursor = Some(Cell::new(3));
    });
    assert_eq!(
        lines(&buffer),
        [
            r"     /    \/ OO \",
            r"   c | ..  | OO  | 2",
            r"      \  /  \OO/",
            r"  /    \/ XX \/    \",
            r"b | ..  |[XX] | oo  |",
            r"   \  /  \XX/  \  /",
            r"     /    \/ OO \",
            r"   a | ..  | OO  |",
            r"      \  /  \OO/",
            r"       1     2",
        ]
    );
}

#[test]
fn a_board_that_does_not_fit_shows_the_part_around_the_focus() {
    let game = played("necklace", 19, 120);
    let theme = mono();
    let area = Rect::new(0, 0, 24, 8);
    let focus = Cell::new(19 * 10 + 9);
    let layout = BoardLayout::fit(game.board().geometry(), area, None, true, focus).unwrap();
    let mut buffer = Buffer::empty(area);
    let seen = View { cursor: Some(focus), ..View::new(game.board(), game.info()) };
    BoardView::new(seen, &layout, &theme).render(area, &mut buffer);
    assert_eq!(
        lines(&buffer),
        [
            "13|O=X X=. .=. .=X .=X |",
            "12 O . X . X O . X . . ^",
            "11|. . . . . . . . X . |",
            "10<. . .[.]X . O O . . >",
            " 9|. . . . X X O . . . |",
            " 8 O . X . . X . O . O",
            " 7|O . X . . . . O . . |",
            "   h=i j=k l=m n=o p=q v",
        ]
    );
}

#[test]
fn a_group_under_the_cursor_shows_its_size_as_a_factor() {
    let geometry = Geometry::get(Shape::Hexhex, 4).unwrap();
    let mut board = Board::new(geometry);
    (0..12).map(Cell::new).for_each(|cell| board.set(cell, Colour::First));
    let info = tetralith_core::games::info("multiplicity").unwrap();
    let about =
        About { groups: vec![(Colour::First, board.group(Cell::new(0)))], ..About::default() };
    let scene =
        Scene { board, about: Some(about), ..scenes(geometry, Cell::new(0)).pop().unwrap() };
    for (zoom, cursor, expected) in
        [(Zoom::Outlined, 2, "O12"), (Zoom::Filled, 2, "12"), (Zoom::Outlined, 20, "| O |")]
    {
        let scene = Scene { ghost: Vec::new(), cursor: Some(Cell::new(cursor)), ..scene.clone() };
        let text = lines(&scene.draw(info, zoom, &mono()));
        assert!(text.iter().any(|line| line.contains(expected)), "{text:#?}");
    }
}

#[test]
fn edges_are_in_the_colour_of_the_side_that_joins_them() {
    let game = played("necklace", 5, 0);
    let theme = Theme::new(&PALETTES[0], Depth::TrueColour, Glyphs::Unicode);
    let red = |colour: Color| matches!(colour, Color::Rgb(r, _, b) if r > b);
    for zoom in Zoom::ALL {
        let (layout, buffer) = draw(&game, zoom, &theme, |_| {});
        let view = layout.view();
        let bottom = buffer[(view.x + 1, view.bottom())].bg;
        let (left, right) =
            (buffer[(view.x - 1, view.y + 1)].bg, buffer[(view.right(), view.y + 1)].bg);
        assert!(
            red(bottom) && !red(left) && left == right && bottom != left,
            "{zoom:?}: {bottom} {left} {right}"
        );
    }
}

#[test]
fn edges_are_dashed_where_the_board_goes_on() {
    let game = played("necklace", 13, 0);
    let theme = Theme::new(&PALETTES[0], Depth::TrueColour, Glyphs::Unicode);
    let geometry = game.board().geometry();
    let area = Rect::new(0, 0, 24, 10);
    // The lower left corner of the board is in view.
    let layout =
        BoardLayout::fit(geometry, area, Some(Zoom::Outlined), true, Cell::new(0)).unwrap();
    let mut buffer = Buffer::empty(area);
    BoardView::new(View::new(game.board(), game.info()), &layout, &theme).render(area, &mut buffer);
    let view = layout.view();
    let coloured = |x: u16, y: u16| u16::from(buffer[(x, y)].bg != buffer[(0, 0)].bg);
    let across = |y: u16| (view.left()..view.right()).map(|x| coloured(x, y)).sum::<u16>();
    let down = |x: u16| (view.top()..view.bottom()).map(|y| coloured(x, y)).sum::<u16>();
    assert!(
        layout.is_scrolled()
            && layout.shows_edge(Direction::South)
            && layout.shows_edge(Direction::West)
    );
    assert_eq!((across(view.bottom()), down(view.left() - 1)), (view.width, view.height));
    // An arrow is in one of the gaps.
    assert!(down(view.right()).abs_diff(view.height / 2) <= 1, "{}", down(view.right()));
}

#[test]
fn the_legend_explains_each_sign_once_and_only_those_that_occur() {
    for theme in themes().filter(|theme| theme.is_mono()) {
        for (id, steps) in [("multiplicity", 9), ("greylox", 40), ("plurality", 3), ("necklace", 9)]
        {
            let game = played(id, 5, steps);
            let marks = game.marks();
            let entries =
                legend(game.info(), &marks, Orientation::default(), &theme, Drawn::Characters);
            let signs: Vec<&str> = entries.iter().map(|(span, _)| span.content.as_ref()).collect();
            for (i, sign) in signs.iter().enumerate() {
                assert!(!signs[..i].contains(sign), "{id}: {sign} is explained twice");
            }
            let explains = |what: &str| entries.iter().any(|(_, text)| text.contains(what));
            assert_eq!(explains("territory"), id == "plurality");
            assert_eq!(explains("controlled"), id == "greylox");
            assert_eq!(explains("crosscut"), id == "necklace");
        }
    }
}

#[test]
fn the_legend_shows_the_edges_as_the_board_does_however_it_lies() {
    let game = played("necklace", 5, 1);
    let (geometry, marks) = (game.board().geometry(), game.marks());
    for theme in themes() {
        for lies in Orientation::all(geometry.shape()) {
            let (width, height) =
                BoardLayout::size_needed_oriented(geometry, lies, Zoom::Compact, true);
            // Room on every side, for an edge is left out where there is none.
            let area = Rect::new(0, 0, width + 6, height + 6);
            let layout = BoardLayout::fit_oriented(
                geometry,
                lies,
                area,
                Some(Zoom::Compact),
                true,
                Cell::new(0),
            )
            .unwrap();
            let mut buffer = Buffer::empty(area);
            BoardView::new(View::new(game.board(), game.info()), &layout, &theme)
                .render(area, &mut buffer);
            let view = layout.view();
            let signs: Vec<_> = legend(game.info(), &marks, lies, &theme, Drawn::Characters)
                .into_iter()
                .filter(|(_, text)| text.starts_with("edges "))
                .map(|(sign, _)| sign)
                .collect();
            assert_eq!(signs.len(), 2);
            for (side, sign) in game.info().joins.unwrap().into_iter().zip(signs) {
                for direction in side {
                    let at = match lies.direction(geometry.shape(), direction) {
                        Direction::North => (view.x + 1, view.y - 1),
                        Direction::South => (view.x + 1, view.bottom()),
                        Direction::West => (view.x - 1, view.y + 1),
                        _ => (view.right(), view.y + 1),
                    };
                    let drawn = &buffer[at];
                    let style = (sign.style.fg, sign.style.bg);
                    // Letters of coordinates may be on an edge of colour.
                    assert!(
                        !theme.is_mono() || drawn.symbol() == sign.content,
                        "{lies:?}: {direction:?}"
                    );
                    assert_eq!((Some(drawn.fg), Some(drawn.bg)), style, "{lies:?}: {direction:?}");
                }
            }
        }
    }
}

#[test]
fn a_dye_looks_the_same_beside_the_board_as_on_it() {
    let game = played("necklace", 5, 1);
    let (mut discs, mut outlined) = (0, 0);
    for theme in themes().filter(|theme| !theme.is_mono()) {
        let stone = game.board().occupied().lowest().unwrap();
        let (layout, buffer) = draw(&game, Zoom::Compact, &theme, |_| {});
        let drawn = &buffer[layout.rect(stone).unwrap().as_position()];
        let legend =
            legend(game.info(), &game.marks(), Orientation::default(), &theme, Drawn::Characters);
        let red = &legend[0].0;
        if red.content == "○" {
            // An outline is the sign of a stone that would not be seen beside text.
            outlined += 1;
            continue;
        }
        discs += 1;
        // A disc is on the ground of the screen.
        let ground = if theme.shows_discs() { theme.base().bg } else { Some(drawn.bg) };
        assert_eq!(
            (&*red.content, red.style.fg, red.style.bg),
            (drawn.symbol(), Some(drawn.fg), ground)
        );
    }
    assert!(discs > 4 * outlined, "{discs} discs, {outlined} outlines");
}

#[test]
fn arrows_are_beside_the_cells_and_never_on_one() {
    let mut scrolled = 0;
    for (id, size, turns) in [("necklace", 19, 150), ("greylox", 9, 60)] {
        let game = played(id, size, turns);
        let geometry = game.board().geometry();
        for (glyphs, arrows) in [(Glyphs::Unicode, "▲▼◄►"), (Glyphs::Ascii, "^v<>")] {
            let theme = Theme::new(&PALETTES[0], Depth::Ansi16, glyphs);
            for zoom in Zoom::ALL {
                let area = Rect::new(0, 0, 34, 16);
                let focus = Cell::new(geometry.len() / 2);
                let layout = BoardLayout::fit(geometry, area, Some(zoom), true, focus).unwrap();
                if !layout.is_scrolled() {
                    continue;
                }
                scrolled += 1;
                let mut buffer = Buffer::empty(area);
                BoardView::new(View::new(game.board(), game.info()), &layout, &theme)
                    .render(area, &mut buffer);
                let is_arrow = |at: &Position| {
                    buffer[*at].style().fg == theme.accent().fg
                        && arrows.contains(buffer[*at].symbol())
                };
                let found: Vec<Position> = area.positions().filter(is_arrow).collect();
                let goes_on =
                    [Direction::North, Direction::South, Direction::West, Direction::East]
                        .into_iter()
                        .filter(|&direction| !layout.shows_edge(direction))
                        .count();
                assert_eq!(found.len(), goes_on, "{id} {zoom:?}");
                assert!(
                    found.iter().all(|&at| !layout.view().contains(at)),
                    "{id} {zoom:?} {found:?}"
                );
            }
        }
    }
    assert!(scrolled > 0, "some board is larger than the window");
}

#[test]
fn rims_of_walled_cells_have_the_colour_of_the_ground() {
    let game = played("multiplicity", 3, 0);
    for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
        let theme = Theme::new(palette("light").unwrap(), Depth::Ansi16, glyphs);
        let contrast = theme.contrast(theme.board(game.info()).tile, theme.background());
        let has_walls = glyphs == Glyphs::Ascii || contrast < SEEN;
        let (layout, buffer) = draw(&game, Zoom::Filled, &theme, |_| {});
        let geometry = game.board().geometry();
        for cell in geometry.cells() {
            let (x, y) = layout.corner(cell);
            let symbol = |dx: i32, dy: i32| buffer[((x + dx) as u16, (y + dy) as u16)].symbol();
            let walled = [
                (0, 1, Direction::West, "|"),
                (1, 2, Direction::SouthWest, "\\"),
                (4, 2, Direction::SouthEast, "/"),
            ];
            for (dx, dy, direction, wall) in walled {
                assert_eq!(
                    symbol(dx, dy) == wall,
                    has_walls && layout.toward(cell, direction).is_some(),
                    "{direction:?}"
                );
            }
            if layout.toward(cell, Direction::East).is_none() {
                assert_eq!(symbol(6, 1), " ", "nothing sticks out");
            }
        }
    }
}

#[test]
fn marked_stones_keep_their_discs() {
    for (id, theme) in
        ["necklace", "plurality"].into_iter().flat_map(|id| themes().map(move |it| (id, it)))
    {
        let game = played(id, 7, 6);
        let signs = |change: &dyn Fn(&mut View<'_>)| {
            let (layout, buffer) = draw(&game, Zoom::Compact, &theme, change);
            let sign = |cell| buffer[layout.rect(cell).unwrap().as_position()].clone();
            game.board().occupied().iter().map(sign).collect::<Vec<_>>()
        };
        let plain = signs(&|_| {});
        for (stone, before) in game.board().occupied().iter().zip(&plain) {
            let marked = [
                signs(&|seen| seen.cursor = Some(stone)),
                signs(&|seen| seen.last = CellSet::of(stone)),
            ];
            let i = game.board().occupied().iter().position(|cell| cell == stone).unwrap();
            for after in marked.map(|signs| signs[i].clone()) {
                let is_alike = (after.symbol(), after.fg) == (before.symbol(), before.fg);
                assert!(is_alike || before.symbol() != "●", "{id} {theme:?} {before:?} {after:?}");
            }
        }
    }
}

#[test]
fn stones_that_came_down_side_by_side_are_marked_as_one() {
    let mut game = played("plurality", 5, 0);
    let step = Names::of(&game).parse_step("b3,d3,c3").unwrap();
    game.play(step).unwrap();
    let signs = |last: CellSet| {
        let (_, buffer) = draw(&game, Zoom::Compact, &mono(), |seen| seen.last = last);
        let row = lines(&buffer).into_iter().find(|line| line.contains('(')).unwrap();
        row.chars().filter(|sign| "()-".contains(*sign)).collect::<String>()
    };
    assert_eq!(signs(step.cells().collect()), "(--)");
    assert_eq!(signs(step.cells().take(1).collect()), "()");
}

#[test]
fn lines_under_small_stones_go_through_or_below_characters() {
    let mut game = played("plurality", 5, 0);
    game.play(game.legal()[0]).unwrap();
    let theme = Theme::new(&PALETTES[0], Depth::TrueColour, Glyphs::Unicode);
    let (geometry, area) = (game.board().geometry(), Rect::new(0, 0, 30, 14));
    let fit = Fit { dots: Some(BLOCKS), ..Fit::default() };
    let upright = Orientation::default();
    let layout = BoardLayout::of(game.info(), geometry, upright, area, fit, Cell::new(0)).unwrap();
    let mut buffer = Buffer::empty(area);
    BoardView::new(View::new(game.board(), game.info()), &layout, &theme).render(area, &mut buffer);
    assert_eq!(
        lines(&buffer),
        [
            "  ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄",
            "    _____________________",
            "    │    │    │    │    │",
            "    │    │    │    │    │",
            "    ├────┼────┼────┼────┤",
            "    │    │    │    │    │",
            "  ▗▇ ▇▖__│____│____│____│",
            "  ▝▁ ▁▘  │    │    │    │",
            "   ▃▄▃   │    │    │    │",
            "  ▐   ▌──┼────┼────┼────┤",
            "   ▅▄▅   │    │    │    │",
            "  ▗▇ ▇▖__│____│____│____│",
            "  ▝▁ ▁▘",
            "  ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄",
        ]
    );
}

#[test]
fn rows_of_hexagons_end_with_the_number_of_their_last_cell() {
    let theme = Theme::new(&PALETTES[0], Depth::TrueColour, Glyphs::Unicode);
    let fit = Fit { dots: Some(BLOCKS), coordinates: true, ..Fit::default() };
    let mut sizes = BTreeSet::new();
    for (id, size) in [("greylox", 5), ("multiplicity", 6)] {
        let game = played(id, size, 30);
        let (info, geometry) = (game.info(), game.board().geometry());
        let names = Names { info, geometry };
        for (width, height) in
            (40..120).step_by(3).flat_map(|wide| [(wide, 20), (wide, 27), (wide, 34)])
        {
            // There are columns free on the right of all boards.
            let area = Rect::new(0, 0, width + 8, height);
            let upright = Orientation::default();
            let layout = BoardLayout::of(info, geometry, upright, area, fit, Cell::new(0)).unwrap();
            let Some((grid, _)) = layout.pixels() else { continue };
            if layout.view().right() + 4 > area.right() {
                continue;
            }
            sizes.insert((id, grid.unit() as u32));
            let mut buffer = Buffer::empty(area);
            BoardView::new(View::new(game.board(), info), &layout, &theme)
                .render(area, &mut buffer);
            let lines = lines(&buffer);
            for cell in geometry.side(Direction::East).iter().skip(1) {
                let (letter, number) = names.parts(cell);
                let ends = [letter.to_string(), format!(" {number}")];
                let is_row = |line: &String| {
                    line.trim_start().starts_with(&ends[0]) && line.ends_with(&ends[1])
                };
                assert!(lines.iter().any(is_row), "{ends:?}\n{}", lines.join("\n"));
            }
        }
    }
    assert!(sizes.len() > 6, "{sizes:?}");
}

#[test]
fn rows_with_their_last_cell_out_of_view_have_no_number_there() {
    let game = played("multiplicity", 7, 20);
    let (info, geometry) = (game.info(), game.board().geometry());
    let names = Names { info, geometry };
    let mut out_of_view = 0;
    for (width, focus) in (38..50).flat_map(|width| [(width, Cell::new(0)), (width, Cell::new(60))])
    {
        let area = Rect::new(0, 0, width, 14);
        let layout = BoardLayout::fit(geometry, area, Some(Zoom::Outlined), true, focus).unwrap();
        let mut buffer = Buffer::empty(area);
        BoardView::new(View::new(game.board(), info), &layout, &mono()).render(area, &mut buffer);
        for cell in geometry.side(Direction::East).iter().skip(1) {
            let (letter, number) = names.parts(cell);
            let row = lines(&buffer).into_iter().find(|row| row.trim_start().starts_with(letter));
            let Some(row) = row.filter(|_| layout.rect(cell).is_none()) else { continue };
            out_of_view += 1;
            assert!(!row.ends_with(&number.to_string()), "{width} {row}");
        }
    }
    assert!(out_of_view > 20, "{out_of_view}");
}

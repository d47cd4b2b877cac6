//! The board as it is drawn: every game in the smallest and a large size, in every palette, with
//! what the cursor is on.

#[allow(dead_code, reason = "each test program uses its part")]
use std::fmt::Write as _;
use std::time::Duration;

use crate::support::{Screen, game, mono, replay, sample, small};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier};
use ratatui::widgets::Widget;
use tetralith::theme::{Depth, Glyphs, LEGIBLE, PALETTES, Theme, Tint, components, contrast, mix};
use tetralith::tui::board::layout::{BLOCKS, BoardLayout, Fit};
use tetralith::tui::board::view::{Advice, BoardView};
use tetralith_core::games::INFOS;
use tetralith_core::{
    Cell, CellSet, Colour, Direction, Game, Orientation, Setup, Shape, Step, StepKind,
};
use tetralith_picture::look::themes::is_reserved;
use tetralith_picture::look::zoom::Zoom;
use tetralith_picture::{StepAtHand, View};

/// A small board with a game on it after `steps` steps, taken from the legal ones by a fixed rule.
fn played(id: &str, steps: usize) -> Game {
    let size = tetralith_core::games::info(id)
        .map(|info| if info.boards[0].shape == Shape::Square { 7 } else { 4 });
    let mut game = Game::new(id, &Setup { size, ..Setup::default() }).unwrap();
    for i in 0..steps {
        let legal: Vec<Step> =
            game.legal().into_iter().filter(|step| *step != Step::Pass).collect();
        if legal.is_empty() {
            break;
        }
        game.play(legal[(i + 1) * 7919 % legal.len()]).unwrap();
    }
    game
}

/// A game with much to see, and a cell that has something to show.
fn scene(id: &str) -> (Game, Cell) {
    let game = played(id, if id == "plurality" { 5 } else { 22 });
    let geometry = game.board().geometry();
    let tells = |cell: &Cell| {
        let about = game.about(*cell);
        4 * usize::from(about.closed.is_some()) + about.counted.len() + about.groups.len()
    };
    let cell = geometry.cells().max_by_key(tells).unwrap();
    (game, cell)
}

struct Drawn {
    layout: BoardLayout,
    buffer: Buffer,
}

impl Drawn {
    fn of(
        game: &Game,
        cursor: Option<Cell>,
        zoom: Zoom,
        orientation: Orientation,
        theme: &Theme,
    ) -> Self {
        let geometry = game.board().geometry();
        let (width, height) = BoardLayout::size_needed_oriented(geometry, orientation, zoom, true);
        let area = Rect::new(0, 0, width, height);
        let focus = Cell::new(0);
        let layout =
            BoardLayout::fit_oriented(geometry, orientation, area, Some(zoom), true, focus)
                .unwrap();
        let mut buffer = Buffer::empty(area);
        let (marks, about) = (game.marks(), cursor.map(|cell| game.about(cell)));
        let seen = View {
            marks: Some(&marks),
            about: about.as_ref(),
            cursor,
            ..View::new(game.board(), game.info())
        };
        BoardView { sizes: true, ..BoardView::new(seen, &layout, theme) }.render(area, &mut buffer);
        Self { layout, buffer }
    }

    /// Every symbol and style of a cell's rectangle and, of hexagons between walls, of their upper
    /// tip, as text.
    fn look(&self, cell: Cell) -> String {
        let mut look = String::new();
        let rect = self.layout.rect(cell).unwrap();
        let has_tip =
            self.layout.zoom() == Zoom::Outlined && self.layout.geometry().shape() == Shape::Hexhex;
        let tip = has_tip.then(|| Position::new(rect.x + 1, rect.y - 1));
        for at in rect.positions().chain(tip) {
            let found = &self.buffer[at];
            write!(look, "{}{:?}{:?}{:?} ", found.symbol(), found.fg, found.bg, found.modifier)
                .unwrap();
        }
        look
    }

    /// The symbols of a cell's rectangle.
    fn symbols(&self, cell: Cell) -> String {
        self.layout.rect(cell).unwrap().positions().map(|at| self.buffer[at].symbol()).collect()
    }

    /// The symbols line by line, then the colours by letters of their own, then what the letters
    /// mean.
    fn text(&self) -> String {
        let mut styles: Vec<(Color, Color, Modifier)> = Vec::new();
        let (mut text, mut letters) = (String::new(), String::new());
        for y in 0..self.buffer.area.height {
            for x in 0..self.buffer.area.width {
                let cell = &self.buffer[(x, y)];
                let style = (cell.fg, cell.bg, cell.modifier);
                let i = styles.iter().position(|&known| known == style).unwrap_or_else(|| {
                    styles.push(style);
                    styles.len() - 1
                });
                text.push_str(cell.symbol());
                letters.push(char::from_u32('!' as u32 + i as u32).unwrap());
            }
            text.push('\n');
            letters.push('\n');
        }
        let mut legend = String::new();
        for (i, (fg, bg, modifier)) in styles.iter().enumerate() {
            let letter = char::from_u32('!' as u32 + i as u32).unwrap();
            writeln!(legend, "{letter} {fg} on {bg} {modifier:?}").unwrap();
        }
        format!("{text}\n{letters}\n{legend}")
            .lines()
            .map(str::trim_end)
            .collect::<Vec<_>>()
            .join("\n")
    }
}

/// Every palette at the depth it is made for, and the plainest terminals.
fn themes() -> Vec<(String, Theme)> {
    // Those that come as files draw the boards of the one that they begin with.
    let mut themes: Vec<_> = PALETTES
        .iter()
        .filter(|palette| is_reserved(palette.id))
        .map(|palette| {
            (palette.id.to_owned(), Theme::new(palette, Depth::TrueColour, Glyphs::Unicode))
        })
        .collect();
    themes
        .push(("16-colours".to_owned(), Theme::new(&PALETTES[0], Depth::Ansi16, Glyphs::Unicode)));
    themes.push(("ascii".to_owned(), Theme::new(&PALETTES[0], Depth::Mono, Glyphs::Ascii)));
    themes
}

#[test]
fn boards_look_as_they_did() {
    for info in crate::support::kept_games() {
        let (game, cursor) = scene(info.id);
        for (name, theme) in themes() {
            for zoom in [Zoom::Compact, Zoom::Filled] {
                let drawn = Drawn::of(&game, Some(cursor), zoom, Orientation::default(), &theme);
                let size = if zoom == Zoom::Compact { "compact" } else { "large" };
                insta::assert_snapshot!(format!("{}-{size}-{name}", info.id), drawn.text());
            }
        }
    }
}

#[test]
fn the_cursor_is_seen_in_every_palette_and_size() {
    for info in INFOS {
        let (game, _) = scene(info.id);
        for (name, theme) in themes() {
            for zoom in Zoom::ALL {
                let without = Drawn::of(&game, None, zoom, Orientation::default(), &theme);
                for cell in game.board().geometry().cells() {
                    let with = Drawn::of(&game, Some(cell), zoom, Orientation::default(), &theme);
                    assert_ne!(
                        without.look(cell),
                        with.look(cell),
                        "{}, {name}, {zoom:?}: {cell:?}",
                        info.id
                    );
                }
            }
        }
    }
}

#[test]
fn both_colours_differ_in_shape_or_brightness_everywhere() {
    for info in INFOS {
        let (game, _) = scene(info.id);
        // Stones without marks beside them.
        let [first, second] =
            Colour::BOTH.map(|colour| game.board().stones(colour).lowest().unwrap());
        for (name, theme) in themes() {
            for zoom in Zoom::ALL {
                let drawn = Drawn::of(&game, None, zoom, Orientation::default(), &theme);
                let [a, b] = [first, second].map(|cell| drawn.symbols(cell));
                let fill = |colour| theme.ink(game.info().side(colour).stone).fill;
                let far_apart = contrast(fill(Colour::First), fill(Colour::Second)) >= LEGIBLE;
                // Discs of the largest sizes are distinguished by colour alone.
                let has_discs =
                    theme.shows_discs() && far_apart || !theme.is_mono() && zoom >= Zoom::Filled;
                assert!(a != b || has_discs, "{}, {name}, {zoom:?}", info.id);
                assert_ne!(drawn.look(first), drawn.look(second), "{}, {name}, {zoom:?}", info.id);
            }
        }
    }
}

#[test]
fn sight_lines_and_their_last_stones_are_lit() {
    for info in INFOS {
        let (game, cursor) = scene(info.id);
        let about = game.about(cursor);
        let lit: CellSet = about.area() | about.counted;
        for (name, theme) in themes() {
            for zoom in Zoom::ALL {
                let without = Drawn::of(&game, None, zoom, Orientation::default(), &theme);
                let with = Drawn::of(&game, Some(cursor), zoom, Orientation::default(), &theme);
                for cell in lit - CellSet::of(cursor) {
                    assert_ne!(
                        without.look(cell),
                        with.look(cell),
                        "{}, {name}, {zoom:?}: {cell:?}",
                        info.id
                    );
                }
                let concerned = about.groups.iter().fold(lit, |all, (_, group)| all | *group)
                    | about.closed.map_or(CellSet::EMPTY, |refusal| refusal.cells);
                // In the smallest size the cursor's brackets reach over the neighbour on either
                // side.
                let beside = [Direction::East, Direction::West]
                    .map(|d| game.board().geometry().toward(cursor, d));
                for cell in game.board().geometry().all() - concerned - CellSet::of(cursor) {
                    if !beside.contains(&Some(cell)) && zoom == Zoom::Compact {
                        assert_eq!(
                            without.look(cell),
                            with.look(cell),
                            "{}, {name}, {zoom:?}: {cell:?}",
                            info.id
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn hexagons_have_walls_where_colour_does_not_show_the_board() {
    for info in INFOS.iter().filter(|info| info.boards[0].shape == Shape::Hexhex) {
        let game = played(info.id, 0);
        let middle = Cell::new(game.board().geometry().len() / 2);
        for (name, theme) in themes() {
            let contrast = theme.contrast(theme.board(info).tile, theme.background());
            let is_seen = !theme.is_mono() && theme.glyphs() == Glyphs::Unicode && contrast >= 1.5;
            for zoom in [Zoom::Outlined, Zoom::Filled] {
                let drawn = Drawn::of(&game, None, zoom, Orientation::default(), &theme);
                let rect = drawn.layout.rect(middle).unwrap();
                let around = Rect {
                    x: rect.x - 1,
                    y: rect.y - 1,
                    width: rect.width + 2,
                    height: rect.height + 2,
                };
                let signs: String =
                    around.positions().map(|at| drawn.buffer[at].symbol()).collect();
                for wall in ['/', '\\'] {
                    let is_walled = signs.contains(wall);
                    assert_eq!(is_walled, !is_seen, "{} {name} {zoom:?}: {signs}", info.id);
                }
            }
        }
    }
}

#[test]
fn reasons_why_points_are_closed_differ_without_colour() {
    let theme = Theme::new(&PALETTES[0], Depth::Mono, Glyphs::Ascii);
    for info in INFOS.iter().filter(|info| info.steps.contains(&StepKind::Place)) {
        for steps in 10..40 {
            let game = played(info.id, steps);
            let rules: Vec<_> =
                game.marks().forbidden.into_iter().filter(|(_, cells)| !cells.is_empty()).collect();
            let drawn = Drawn::of(&game, None, Zoom::Compact, Orientation::default(), &theme);
            for (i, (rule, cells)) in rules.iter().enumerate() {
                for (other, others) in &rules[..i] {
                    let [a, b] =
                        [cells, others].map(|cells| drawn.symbols(cells.lowest().unwrap()));
                    assert_ne!(a[..1], b[..1], "{}: {rule} and {other}", info.id);
                }
            }
        }
    }
}

/// However a board lies, every cell shows what it shows upright, and each of its neighbours lies
/// where it should.
#[test]
fn turned_boards_show_all_stones_and_lines_once() {
    let theme = Theme::new(&PALETTES[0], Depth::Mono, Glyphs::Ascii);
    for info in INFOS {
        let (game, _) = scene(info.id);
        let geometry = game.board().geometry();
        for zoom in Zoom::ALL {
            let upright = Drawn::of(&game, None, zoom, Orientation::default(), &theme);
            let names = |drawn: &Drawn| {
                let mut outside: Vec<String> = drawn
                    .buffer
                    .area
                    .positions()
                    .filter(|at| drawn.layout.cell_at(*at).is_none())
                    .map(|at| drawn.buffer[at].symbol().to_owned())
                    .filter(|symbol| symbol.chars().all(|c| c.is_ascii_lowercase()))
                    .collect();
                outside.sort();
                outside
            };
            for lies in Orientation::all(geometry.shape()) {
                let drawn = Drawn::of(&game, None, zoom, lies, &theme);
                for cell in geometry.cells() {
                    let stone = |drawn: &Drawn| {
                        let symbols = drawn.symbols(cell);
                        (symbols.contains('X'), symbols.contains('O'))
                    };
                    assert_eq!(
                        stone(&drawn),
                        stone(&upright),
                        "{} {lies:?} {zoom:?} {cell:?}",
                        info.id
                    );
                }
                assert_eq!(names(&drawn), names(&upright), "{} {lies:?} {zoom:?}", info.id);
            }
        }
    }
}

#[test]
fn keys_turn_and_flip_the_board_and_arrows_follow_the_screen() {
    for info in INFOS {
        let mut screen = Screen::new(game(info.id, Setup::default()), (120, 40), mono());
        let upright = screen.keys("<Right><Left>").text();
        let steps = if info.boards[0].shape == Shape::Square { 4 } else { 6 };
        for step in 1..=steps {
            let turned = screen.keys("T").text();
            assert_eq!(
                turned == upright,
                step == steps,
                "{} turned {step} times\n{turned}",
                info.id
            );
            // The cursor goes right on the screen and back, however the board lies.
            let find = |text: &str, sign| {
                text.lines().find_map(|line| {
                    line.split('│').next().unwrap().chars().position(|c| c == sign)
                })
            };
            let column = |text: &str| find(text, '[').or_else(|| find(text, '<')).unwrap();
            let before = column(&turned);
            assert!(column(&screen.keys("<Right>").text()) > before, "{}", screen.text());
            assert_eq!(screen.keys("<Left>").text(), turned);
        }
        let flipped = screen.keys("F").text();
        assert_ne!(flipped, upright, "{}", info.id);
        // Zoom, coordinates and a small window go together with it.
        for keys in ["-", "-", "#", "T", "#", "+", "T"] {
            screen.keys(keys);
            assert!(
                screen.text().contains("Moves") && !screen.shows("too small"),
                "{}",
                screen.text()
            );
        }
    }
}

/// The marks on a board besides its stones.
#[derive(Default)]
struct Marked {
    cursor: Option<Cell>,
    last: CellSet,
    flash: CellSet,
    ghost: Vec<(Cell, Colour)>,
    advice: Vec<(Cell, u8)>,
}

/// The largest board that fits, in blocks, with its coordinates.
fn largest() -> Fit {
    Fit { coordinates: true, dots: Some(BLOCKS), ..Fit::default() }
}

/// The board of `game` in blocks in an area of this size.
fn blocks(game: &Game, (width, height): (u16, u16), marked: &Marked) -> Drawn {
    let theme = Theme::new(&PALETTES[0], Depth::TrueColour, Glyphs::Unicode);
    let area = Rect::new(0, 0, width, height);
    let (geometry, lies) = (game.board().geometry(), Orientation::default());
    let layout =
        BoardLayout::of(game.info(), geometry, lies, area, largest(), Cell::new(0)).unwrap();
    let mut buffer = Buffer::empty(area);
    let seen = View {
        cursor: marked.cursor,
        last: marked.last,
        step: StepAtHand { stones: &marked.ghost, ..StepAtHand::NONE },
        flash: marked.flash,
        ..View::new(game.board(), game.info())
    };
    let advice = Advice { cells: &marked.advice, ..Advice::NONE };
    BoardView { advice, ..BoardView::new(seen, &layout, &theme) }.render(area, &mut buffer);
    Drawn { layout, buffer }
}

/// The colour behind a character.
fn ground(drawn: &Drawn, at: Position) -> [u8; 3] {
    match drawn.buffer[at].bg {
        Color::Rgb(red, green, blue) => [red, green, blue],
        other => panic!("{other:?} is no colour of 24 bits"),
    }
}

#[test]
fn blocks_show_stones_where_the_mouse_finds_them() {
    for info in INFOS {
        let (game, _) = scene(info.id);
        let theme = Theme::new(&PALETTES[0], Depth::TrueColour, Glyphs::Unicode);
        for size in [(120, 36), (200, 46), (80, 30)] {
            let drawn = blocks(&game, size, &Marked::default());
            let (grid, _) = drawn.layout.pixels().expect("there is room for pixels");
            assert!(grid.unit() >= 8.0);
            for cell in game.board().geometry().cells() {
                let rect = drawn.layout.rect(cell).unwrap();
                for at in rect.positions() {
                    assert_eq!(drawn.layout.cell_at(at), Some(cell), "{} {size:?} {at}", info.id);
                }
                let Some(colour) = game.board().at(cell) else { continue };
                let middle = Position::new(rect.x + rect.width / 2, rect.y + rect.height / 2);
                let fill = components(theme.ink(info.side(colour).stone).fill);
                let found = ground(&drawn, middle);
                // Light falls on large stones.
                let is_near = found.iter().zip(fill).all(|(a, b)| a.abs_diff(b) <= 90);
                assert!(is_near, "{} {size:?} {cell:?}: {found:?}", info.id);
            }
        }
    }
}

#[test]
fn in_blocks_all_that_can_be_marked_is_seen_on_its_cell() {
    for info in INFOS {
        let game = played(info.id, 6);
        let vacant = game.board().vacant().lowest().unwrap();
        let stone = game.board().occupied().lowest().unwrap();
        let colour = game.to_move();
        let shown = |marked: Marked| blocks(&game, (100, 36), &marked);
        let plain = shown(Marked::default());
        let hint = shown(Marked { advice: vec![(vacant, 1)], ..Marked::default() });
        for (name, cell, drawn) in [
            ("cursor", vacant, &shown(Marked { cursor: Some(vacant), ..Marked::default() })),
            ("last", stone, &shown(Marked { last: CellSet::of(stone), ..Marked::default() })),
            ("flash", stone, &shown(Marked { flash: CellSet::of(stone), ..Marked::default() })),
            (
                "preview",
                vacant,
                &shown(Marked { ghost: vec![(vacant, colour)], ..Marked::default() }),
            ),
            ("hint", vacant, &hint),
        ] {
            // The flash is around the stone as well as on its rim.
            let rect = drawn.layout.rect(cell).unwrap();
            let around = Rect {
                x: rect.x - 1,
                y: rect.y.saturating_sub(1),
                width: rect.width + 2,
                height: rect.height + 2,
            };
            let differs = |at: Position| plain.buffer[at] != drawn.buffer[at];
            assert!(
                around.intersection(drawn.buffer.area).positions().any(differs),
                "{}: {name}",
                info.id
            );
        }
        assert!(hint.symbols(vacant).contains('1'), "{}", info.id);
    }
}

#[test]
fn small_boards_have_coordinates_in_a_usual_window() {
    let theme = Theme::new(&PALETTES[0], Depth::TrueColour, Glyphs::Unicode);
    // The room beside the narrowest panel in a window of 80 columns and 24 rows.
    let area = Rect::new(0, 0, 49, 20);
    for info in INFOS {
        for size in 3..=6 {
            let setup = Setup { size: Some(size), opening: None, ..Setup::default() };
            let Ok(game) = Game::new(info.id, &setup) else { continue };
            let (geometry, lies) = (game.board().geometry(), Orientation::default());
            let layout = BoardLayout::of(info, geometry, lies, area, largest(), Cell::new(0));
            let layout = layout.expect("there is room");
            assert!(layout.coordinates().is_some(), "{} {size}", info.id);
            let mut buffer = Buffer::empty(area);
            let seen = View::new(game.board(), info);
            BoardView::new(seen, &layout, &theme).render(area, &mut buffer);
            let shows = |name: &str| buffer.content().iter().any(|cell| cell.symbol() == name);
            assert!(["a", "b", "c", "2", "3"].into_iter().all(shows), "{} {size}", info.id);
        }
    }
}

#[test]
fn edges_to_connect_are_visible_at_every_size() {
    let game = Game::new("necklace", &small(13)).unwrap();
    let theme = Theme::new(&PALETTES[0], Depth::Ansi256, Glyphs::Unicode);
    for (width, height) in [(24, 9), (30, 13), (60, 26), (60, 27), (80, 36)] {
        let area = Rect::new(0, 0, width, height);
        for focus in [0, 84, 168].map(Cell::new) {
            let layout =
                BoardLayout::fit(game.board().geometry(), area, None, true, focus).unwrap();
            let mut buffer = Buffer::empty(area);
            BoardView::new(View::new(game.board(), game.info()), &layout, &theme)
                .render(area, &mut buffer);
            let view = layout.view();
            let fill = theme.ink(game.info().side(Colour::First).stone).fill;
            let Tint::Indexed(edge) = theme.shown(mix(fill, theme.background(), 0.4)) else {
                panic!("256 colours")
            };
            let is_edge = |y: &u16| {
                let backgrounds = (view.left()..view.right()).map(|x| buffer[(x, *y)].bg);
                backgrounds.filter(|background| *background == Color::Indexed(edge)).count() > 3
            };
            let rows: Vec<u16> = (area.top()..area.bottom()).filter(is_edge).collect();
            assert_eq!(rows.len(), 2, "{width}×{height} {focus:?}: {rows:?}");
        }
    }
}

#[test]
fn a_stone_that_is_flipped_lights_up_once_unless_motion_is_off() {
    for (text, lit) in [("motion = true\n", 1), ("motion = false\n", 0)] {
        let mut screen = Screen::with_settings(replay(sample("greylox"), Some(24)), (80, 24), text);
        let flashing =
            |screen: &Screen| screen.app.game_view(Rect::new(0, 0, 80, 24)).unwrap().flash.len();
        assert_eq!(flashing(&screen), 0);
        // Turn 25 is a flip.
        screen.keys("<Right>");
        assert_eq!(flashing(&screen), lit, "{text}");
        assert_eq!(screen.app.wake_at().is_some(), lit == 1, "nothing is waited for without need");
        screen.tick(screen.app.shared().game.now().steady + Duration::from_millis(250));
        assert_eq!(flashing(&screen), 0);
        // Turn 26 is a flip too, and to the start is no move.
        screen.keys("<Right>");
        assert_eq!(flashing(&screen), lit);
        screen.tick(screen.app.shared().game.now().steady + Duration::from_millis(250));
        screen.keys("<Home>");
        assert_eq!(flashing(&screen), 0);
    }
}

#[test]
fn text_boards_are_as_high_as_the_window_allows() {
    for theme in [mono(), Theme::new(&PALETTES[0], Depth::Ansi16, Glyphs::Unicode)] {
        for info in INFOS {
            let screen = Screen::new(game(info.id, Setup::default()), (200, 50), theme);
            let layout =
                screen.app.game_view(screen.app.shared().area()).unwrap().areas().board.unwrap();
            let rows = u16::from(layout.geometry().rows());
            assert!(
                !layout.is_scrolled() && layout.taken().1 + rows > layout.area().height,
                "{}: {layout:?}",
                info.id
            );
        }
    }
}

//! Pictures against each other: what an SVG reader draws, what the PNG and the GIF show, and where
//! cells should be.

use crate::look::Tint;
use std::collections::BTreeSet;
use tetralith_core::games::INFOS;
use tetralith_core::{
    Board, Cell, CellSet, Colour, Geometry, Info, Marks, NodeId, Note, Setup, Shape, Step,
};
use tiny_skia::Pixmap;

use super::*;
use crate::grid::FINE;
use crate::look::Scheme;
use crate::look::scheme::{Depth, Glyphs};
use crate::look::themes::PALETTES;
use crate::look::tint::{components, numbered};

fn theme(id: &str) -> Scheme {
    Scheme::new(crate::look::themes::palette(id).unwrap(), Depth::TrueColour, Glyphs::Unicode)
}

/// A game of `steps` steps, each the first legal one of those `skip` apart.
fn game(id: &str, setup: Setup, steps: usize, skip: usize) -> Timeline {
    let mut timeline = Timeline::new(Game::new(id, &setup).unwrap());
    for i in 0..steps {
        let legal = timeline.position().legal();
        let Some(&step) = legal.get(i * skip % legal.len().max(1)) else { break };
        timeline.play(step).unwrap();
    }
    timeline
}

/// A game on every board of every game, of the sizes given.
fn games(sizes: &[i64]) -> Vec<Timeline> {
    let mut games = Vec::new();
    for info in INFOS {
        for range in info.boards {
            for &size in
                sizes.iter().filter(|&&size| (range.min.into()..=range.max.into()).contains(&size))
            {
                let setup =
                    Setup { size: Some(size), board: Some(range.shape), ..Setup::default() };
                games.push(game(info.id, setup, 12, 7));
            }
        }
    }
    games
}

fn decoded(png: &[u8]) -> (u32, u32, Vec<[u8; 3]>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgb);
    let pixels =
        pixels[..info.buffer_size()].chunks_exact(3).map(|rgb| [rgb[0], rgb[1], rgb[2]]).collect();
    (info.width, info.height, pixels)
}

fn rgb(rgba: &[u8]) -> Vec<[u8; 3]> {
    rgba.as_chunks().0.iter().map(|&[red, green, blue, _]| [red, green, blue]).collect()
}

/// The number of pixels in a thousand that differ by more than the eye would see.
fn differing(a: &[[u8; 3]], b: &[[u8; 3]]) -> usize {
    assert_eq!(a.len(), b.len());
    let differs =
        |(a, b): &(&[u8; 3], &[u8; 3])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 24);
    1000 * a.iter().zip(b).filter(differs).count() / a.len()
}

#[test]
fn a_reader_of_svg_draws_what_the_png_shows() {
    let theme = theme("light");
    let style = Style::new(&theme, 300);
    for timeline in games(&[4, 6]) {
        let svg = String::from_utf8(draw(&timeline, Format::Svg, style).unwrap()).unwrap();
        let tree = resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default()).unwrap();
        let (width, height, png) = decoded(&draw(&timeline, Format::Png, style).unwrap());
        assert_eq!(
            (width.max(height), tree.size().width() as u32, tree.size().height() as u32),
            (300, width, height)
        );
        let mut drawn = Pixmap::new(width, height).unwrap();
        let mut target =
            resvg::tiny_skia::PixmapMut::from_bytes(drawn.data_mut(), width, height).unwrap();
        let identity = resvg::tiny_skia::Transform::identity();
        resvg::render(&tree, identity, &mut target);
        let apart = differing(&rgb(drawn.data()), &png);
        assert!(apart <= 10, "{}: {apart} ‰ of the pixels differ", caption(&timeline));
    }
}

/// True if colours differ by no more than a stone's do from one pixel to the next.
fn are_alike(one: [u8; 3], other: [u8; 3]) -> bool {
    one.iter().zip(other).all(|(&one, other)| one.abs_diff(other) <= 8)
}

#[test]
fn every_stone_and_mark_is_where_its_cell_is() {
    for palette in PALETTES.iter().filter(|palette| !palette.colours.mono) {
        let theme = theme(palette.id);
        for timeline in games(&[3, 5]) {
            let game = timeline.position();
            let (geometry, size) = (game.board().geometry(), 400);
            let scene = scene(&timeline, Style { coordinates: false, ..Style::new(&theme, size) });
            let pixels = raster::pixels(&scene).unwrap();
            let corners: Vec<(f32, f32)> =
                geometry.cells().map(|cell| expected(game, cell, scene.width)).collect();
            for (cell, &(x, y)) in geometry.cells().zip(&corners) {
                let Some(colour) = game.board().at(cell) else { continue };
                // Between light and shade, beside what lies in the middle of some stones.
                let unit = (corners[0].0 - corners[1].0).hypot(corners[0].1 - corners[1].1);
                let (x, y) = (x + 0.18 * unit, y - 0.06 * unit);
                let shown = pixel_of(&pixels, (x as u32, y as u32));
                let fill = theme.ink(game.info().side(colour).stone).fill;
                assert!(
                    are_alike(shown, components(fill)),
                    "{} {cell:?} {}: {shown:?}",
                    caption(&timeline),
                    palette.id
                );
            }
        }
    }
}

/// The point where the middle of a cell should be in a picture without coordinates, found from the
/// margins on both sides.
fn expected(game: &Game, cell: tetralith_core::Cell, width: u32) -> (f32, f32) {
    let geometry = game.board().geometry();
    let margin = 0.35 + if game.info().joins.is_some() { 0.22 } else { 0.0 };
    let across = f32::from(geometry.width() + 1) / 2.0;
    let unit = width as f32 / (across + 2.0 * margin);
    let place = geometry.place(cell);
    let down = f32::from(geometry.rows() - 1 - place.row);
    let y = match geometry.shape() {
        Shape::Square => 0.5 + down,
        Shape::Hexhex => 1.0 / 3_f32.sqrt() + down * 3_f32.sqrt() / 2.0,
    };
    ((margin + 0.5 + f32::from(place.x) / 2.0) * unit, (margin + y) * unit)
}

/// The pictures of an animation, each as it is seen.
fn frames(bytes: &[u8]) -> Vec<(u16, Vec<[u8; 3]>)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut reader = options.read_info(bytes).unwrap();
    let (width, height) = (usize::from(reader.width()), usize::from(reader.height()));
    let mut canvas = vec![[0; 3]; width * height];
    let mut frames = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        for (i, pixel) in frame.buffer.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] > 0)
        {
            let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
            let at = (usize::from(frame.top) + y) * width + usize::from(frame.left) + x;
            canvas[at] = [pixel[0], pixel[1], pixel[2]];
        }
        frames.push((frame.delay, canvas.clone()));
    }
    frames
}

#[test]
fn an_animation_shows_every_turn_and_rests_at_the_end() {
    let theme = theme("dark");
    let style = Style::new(&theme, 200);
    for mut timeline in games(&[4]) {
        let gif = draw(&timeline, Format::Gif, style).unwrap();
        let frames = frames(&gif);
        let turns = timeline.turn(timeline.cursor());
        assert_eq!(frames.len(), turns as usize + 1);
        let (last, rest) = frames.split_last().unwrap();
        assert!(rest.iter().all(|(delay, _)| *delay < last.0));
        assert!(
            differing(&last.1, &rgb(&raster::pixels(&scene(&timeline, style)).unwrap().rgba)) <= 5
        );
        timeline.go_to(NodeId::START);
        assert!(
            differing(&frames[0].1, &rgb(&raster::pixels(&scene(&timeline, style)).unwrap().rgba))
                <= 5
        );
        let passes = timeline
            .main_line()
            .into_iter()
            .filter(|&node| timeline.step(node) == Some(Step::Pass))
            .count();
        let unseen = frames.windows(2).filter(|pair| pair[0].1 == pair[1].1).count();
        assert!(unseen <= passes, "every turn that changes something is seen");
    }
}

#[test]
fn captions_fit_every_picture_of_an_animation() {
    let theme = theme("dark");
    let style = Style { numbers: true, ..Style::new(&theme, 200) };
    let mut timeline = game("greylox", Setup { size: Some(3), ..Setup::default() }, 60, 1);
    let height = |timeline: &Timeline| scene(timeline, style).height;
    let at_end = height(&timeline);
    let gif = draw(&timeline, Format::Gif, style).unwrap();
    let canvas = gif::DecodeOptions::new().read_info(&*gif).unwrap();
    assert_eq!(u32::from(canvas.height()), at_end);
    timeline.go_to(NodeId::START);
    assert!(height(&timeline) < at_end, "stones were flipped");
    assert!(frames(&gif).len() > 2);
}

#[test]
fn own_marks_are_not_covered_by_numbers() {
    let mut timeline = game("necklace", Setup { size: Some(5), ..Setup::default() }, 3, 1);
    let cells: Vec<Cell> = (timeline.path(timeline.cursor()).into_iter())
        .flat_map(|node| timeline.step(node).unwrap().cells().collect::<Vec<_>>())
        .collect();
    let note = Note {
        marks: vec![OwnMark::Letter(cells[0], 'A'), OwnMark::Dot(cells[1])],
        ..Note::default()
    };
    timeline.set_note(timeline.cursor(), note);
    let own = own_marks(&timeline);
    let (labels, hidden) = crate::numbers::numbered(&timeline, TurnSequence::ALL, own);
    let shown: Vec<_> = labels.iter().map(|label| (label.cell, &*label.text)).collect();
    assert_eq!(shown, [(cells[2], "3")]);
    let names = Names::of(timeline.start());
    let [first, second] = [0, 1].map(|i| names.cell(cells[i]));
    assert_eq!(hidden.replace('\u{a0}', " "), format!("1 at {first}, 2 at {second}"));
}

#[test]
fn a_long_game_gets_no_more_pictures_than_are_bearable() {
    let mut timeline = Timeline::new(
        Game::new("plurality", &Setup { size: Some(3), ..Setup::default() }).unwrap(),
    );
    timeline.play(Step::Pass).unwrap();
    let theme = theme("dark");
    let style = Style { coordinates: false, ..Style::new(&theme, 100) };
    assert_eq!(
        frames(&draw(&timeline, Format::Gif, style).unwrap()).len(),
        2,
        "a turn that changes nothing is one too"
    );
    for (turns, pictures) in [(1, 2), (999, 1000), (1000, 501), (5000, 835)] {
        assert_eq!(animation::count(turns), pictures, "{turns}");
    }
}

#[test]
fn the_text_says_what_it_is() {
    let timeline = game("necklace", Setup { size: Some(3), ..Setup::default() }, 2, 1);
    assert_eq!(
        text(&timeline),
        "Necklace on square 3, turn 2: Red to move\n\n 3  B . .\n 2  . . .\n 1  R . .\n    a b c\n"
    );
    let svg = draw(&timeline, Format::Svg, Style::new(&theme("light"), 100)).unwrap();
    assert!(
        String::from_utf8(svg)
            .unwrap()
            .contains("<title>Necklace on square 3, turn 2: Red to move</title>")
    );
}

#[test]
fn sizes_out_of_range_are_refused() {
    let timeline = game("necklace", Setup { size: Some(3), ..Setup::default() }, 2, 1);
    let theme = theme("light");
    for (format, size, most) in
        [(Format::Png, 99, 4000), (Format::Svg, 4001, 4000), (Format::Gif, 1201, 1200)]
    {
        let error = draw(&timeline, format, Style::new(&theme, size));
        assert_eq!(error, Err(PictureError::Size { size, most }));
    }
    for (format, ending) in Format::ALL.map(|format| (format, format.ending())) {
        assert_eq!(
            Format::of(Path::new(&format!("a.b/c.{}", ending.to_uppercase()))),
            Some(format)
        );
    }
    assert_eq!(Format::of(Path::new("png")), None);
    assert_eq!(Format::of(Path::new("a.jpeg")), None);
}

#[test]
fn digits_and_letters_of_either_case_have_strokes_of_their_own() {
    let mut seen = Vec::new();
    // No picture has both O and 0 where they could be mistaken for each other.
    for letter in ('0'..='9').chain('a'..='z').chain('A'..='N').chain('P'..='Z') {
        let strokes = letters::strokes(&letter.to_string(), (0.0, 0.0), 6.0);
        assert!(strokes.iter().all(|stroke| stroke.len() >= 2), "{letter}");
        assert!(!strokes.is_empty() && !seen.contains(&strokes), "{letter}");
        seen.push(strokes);
    }
    let [left, right] = [-20.0, 20.0].map(|x| letters::strokes("12", (x, 0.0), 6.0));
    assert!(
        left.iter().flatten().all(|point| point.0 < 0.0)
            && right.iter().flatten().all(|point| point.0 > 0.0)
    );
}

#[test]
fn territory_path_and_last_turn_are_seen() {
    let theme = theme("light");
    let style = Style { coordinates: false, ..Style::new(&theme, 200) };
    let colours = |scene: &Scene| -> Vec<Tint> {
        let paint = |figure: &shapes::Figure| match figure.paint {
            shapes::Paint::Fill(colour)
            | shapes::Paint::Stroke(colour, _)
            | shapes::Paint::Rimmed(colour, ..) => colour,
        };
        scene.figures.iter().map(paint).collect()
    };
    let mut timeline =
        Timeline::new(Game::new("necklace", &Setup { size: Some(2), ..Setup::default() }).unwrap());
    let names = Names::of(timeline.start());
    let ink = theme.board(names.info);
    assert!(!colours(&scene(&timeline, style)).contains(&ink.last));
    for step in ["a1", "b1", "a2"] {
        timeline.play(names.parse_step(step).unwrap()).unwrap();
    }
    let won = colours(&scene(&timeline, style));
    assert!(won.contains(&ink.path) && won.contains(&ink.last), "{}", caption(&timeline));

    let mut timeline = Timeline::new(
        Game::new("plurality", &Setup { size: Some(3), ..Setup::default() }).unwrap(),
    );
    let names = Names::of(timeline.start());
    for step in ["a2,b2,c2", "pass", "pass"] {
        timeline.play(names.parse_step(step).unwrap()).unwrap();
    }
    let ink = theme.board(names.info);
    let black = theme.wash(names.info.side(Colour::First).stone);
    let owned = crate::look::tint::mix(ink.tile, black, crate::look::inks::WASH);
    assert!(colours(&scene(&timeline, style)).contains(&owned));
    let told = "Plurality on square 3, turn 3: Black wins by score, 6.0 to 0.5";
    assert_eq!(caption(&timeline), told);
}

#[test]
fn turned_boards_agree_with_the_screen() {
    let theme = theme("light");
    for id in ["greylox", "necklace"] {
        let timeline = game(id, Setup { size: Some(5), ..Setup::default() }, 30, 7);
        let game = timeline.position();
        let (geometry, info) = (game.board().geometry(), game.info());
        let pixel = |drawing: &Drawing, (x, y): (f32, f32)| pixel_of(drawing, (x as u32, y as u32));
        for orientation in Orientation::all(geometry.shape()) {
            let bare = Style { coordinates: false, orientation, ..Style::new(&theme, 400) };
            let turned = scene(&timeline, bare);
            let upright = scene(&timeline, Style { orientation: Orientation::default(), ..bare });
            assert_eq!((turned.width, turned.height), (upright.width, upright.height));
            let [turned, upright] = [turned, upright].map(|scene| raster::pixels(&scene).unwrap());
            for cell in geometry.cells() {
                let [from, to] = [cell, orientation.shown(geometry, cell)]
                    .map(|cell| expected(game, cell, turned.width));
                let seen = [pixel(&turned, to), pixel(&upright, from)];
                assert!(are_alike(seen[0], seen[1]), "{id} {orientation:?} {cell:?}: {seen:?}");
            }
            // The side that joins left and right has the middle of the left margin.
            if let Some(joins) = info.joins {
                let lies_west = |directions: &[tetralith_core::Direction; 2]| {
                    let towards = |&direction| orientation.direction(geometry.shape(), direction);
                    directions
                        .iter()
                        .map(towards)
                        .any(|direction| direction == tetralith_core::Direction::West)
                };
                let colour = Colour::BOTH
                    .into_iter()
                    .find(|colour| lies_west(&joins[colour.index()]))
                    .unwrap();
                let edge = crate::look::tint::mix(
                    theme.ink(info.side(colour).stone).fill,
                    theme.background(),
                    0.2,
                );
                let unit = turned.width as f32 / (5.0 + 2.0 * (0.35 + 0.22));
                let at = ((0.35 + 0.11) * unit, turned.height as f32 / 2.0);
                assert_eq!(pixel(&turned, at), components(edge), "{orientation:?}");
            }
            let names = |orientation| {
                let style = Style { orientation, ..Style::new(&theme, 400) };
                scene(&timeline, style).figures.last().cloned().unwrap()
            };
            let (ours, theirs) = (names(orientation), names(Orientation::default()));
            let strokes = |figure: &shapes::Figure| match &figure.outline {
                shapes::Outline::Lines(lines) => lines.len(),
                other => panic!("{other:?}"),
            };
            assert_eq!(strokes(&ours), strokes(&theirs), "as many names in any orientation");
            let shapes::Outline::Lines(lines) = &ours.outline else { unreachable!() };
            let inside =
                |&(x, y): &(f32, f32)| (0.0..400.0).contains(&x) && (0.0..400.0).contains(&y);
            assert!(
                lines.iter().flatten().all(inside),
                "{id} {orientation:?}: a name lies outside"
            );
        }
    }
}

#[test]
fn threatened_stones_have_a_rim_unless_nothing_is_marked() {
    let theme = theme("light");
    let mut seen = 0;
    for steps in 20..50 {
        let timeline = game("greylox", Setup { size: Some(5), ..Setup::default() }, steps, 7);
        let threatened = marks::shown(timeline.position(), false).threatened;
        let rimmed = |marks| {
            let scene = scene(&timeline, Style { marks, ..Style::new(&theme, 400) });
            let rim = theme.threat(timeline.position().info());
            let is_rim = |figure: &&shapes::Figure| {
                let shapes::Paint::Stroke(ink, _) = figure.paint else { return false };
                ink == rim
            };
            scene
                .figures
                .iter()
                .filter(is_rim)
                .map(|figure| match &figure.outline {
                    shapes::Outline::Circles(middles, _) => middles.len(),
                    other => panic!("{other:?}"),
                })
                .sum::<usize>()
        };
        assert_eq!((rimmed(true), rimmed(false)), (threatened.len(), 0));
        seen += threatened.len();
    }
    assert!(seen > 0);
}

#[test]
fn long_captions_are_marked_as_cut() {
    let theme = theme("light");
    let text = "日本語".repeat(60);
    let timeline = game("greylox", Setup::default(), 12, 7);
    let style = Style { caption: Some(&text), ..Style::new(&theme, 720) };
    let lines = |style| {
        scene(&timeline, style).below.lines.into_iter().map(|(line, _)| line).collect::<Vec<_>>()
    };
    let whole = lines(style);
    assert_eq!(whole.concat(), text, "nothing is lost");
    assert!(whole.iter().all(|line| line.chars().count() <= 23), "{whole:?}");
    let long = text.repeat(30);
    let cut = lines(Style { caption: Some(&long), ..style });
    assert!(cut.len() == 20 && cut[19].ends_with('…') && !cut[18].ends_with('…'), "{cut:?}");
    // A list of what was covered ends after one of its entries, and can be drawn as pixels.
    let covered = game("greylox", Setup { size: Some(13), ..Setup::default() }, 600, 7);
    let style = Style { numbers: true, ..Style::new(&theme, 200) };
    let below = scene(&covered, style).below.lines;
    assert_eq!(
        below.len(),
        20,
        "stones were flipped often, in {} turns",
        covered.turn(covered.cursor())
    );
    let is_whole = |(entry, _): &(String, _)| entry.ends_with(", …");
    assert!(is_whole(&below[19]), "{below:?}");
    for (line, _) in &below[..19] {
        let entries = line.trim_end_matches(',').split(", ");
        entries.for_each(|entry| assert_eq!(entry.split(' ').count(), 3, "{line}"));
    }
    assert!(draw(&covered, Format::Png, style).is_ok());
}

#[test]
fn no_line_of_a_caption_is_wider_than_the_picture() {
    let text = "13 at e8, 6 at d4, 7 at d6, 15 at g1, ".repeat(9);
    let timeline = game("greylox", Setup::default(), 12, 7);
    let theme = theme("light");
    for size in [200, 720, 2000] {
        let style = Style { caption: Some(&text), ..Style::new(&theme, size) };
        let scene = scene(&timeline, style);
        assert!(scene.below.lines.len() > 3);
        for (line, _) in &scene.below.lines {
            let wide = letters::width_of(line, scene.below.height);
            assert!(
                wide <= scene.width as f32,
                "{wide} of {} in a picture {size} wide: {line}",
                scene.width
            );
        }
    }
}

#[test]
fn turns_are_read_in_their_order_only() {
    assert_eq!(TurnSequence::read("3-12"), Some(TurnSequence { first: 3, last: 12 }));
    assert_eq!(TurnSequence::read("12-3"), None);
}

/// The widths of the rows of pixels that a small stone of this radius fills.
fn widths(radius: f32) -> Vec<usize> {
    let rows: &[(usize, usize)] = match radius as u32 {
        3 => &[(4, 1), (12, 10), (4, 1)],
        4 => &[(4, 1), (12, 3), (16, 8), (12, 3), (4, 1)],
        5 => &[(4, 1), (12, 3), (20, 12), (12, 3), (4, 1)],
        other => panic!("{other}"),
    };
    rows.iter().flat_map(|&(wide, often)| [wide].repeat(often)).collect()
}

/// Red, green and blue of a pixel of the drawing.
fn pixel_of(drawing: &Drawing, (x, y): (u32, u32)) -> [u8; 3] {
    assert!(x < drawing.width);
    let pixels = drawing.rgba.as_chunks::<4>().0;
    let [red, green, blue, _] = pixels[(y * drawing.width + x) as usize];
    [red, green, blue]
}

/// The colour in which a pixel of the drawing is shown.
fn shown_at(blocks: &mut Blocks, (x, y): (u32, u32)) -> Tint {
    let (across, down) = SIGN_PIXELS;
    let pixel = (y % down * across + x % across) as usize;
    blocks.at(x / across, y / down).pixels()[pixel]
}

/// The small boards on characters in windows of three sizes, by game.
fn small_boards() -> impl Iterator<Item = (&'static Info, Grid)> {
    let geometries = INFOS.iter().flat_map(|info| {
        let ranges = info.boards.iter();
        let sizes = ranges.flat_map(|range| (range.min..=range.max).map(|size| (*range, size)));
        sizes.filter_map(|(range, size)| Some((*info, Geometry::get(range.shape, size)?)))
    });
    let grids = geometries.flat_map(|(info, geometry)| {
        [(49, 20), (70, 36), (90, 46)].into_iter().filter_map(move |area| {
            Some((info, Grid::fit_characters(geometry, Orientation::default(), info, area)?))
        })
    });
    grids.filter(|(_, grid)| grid.is_small())
}

#[test]
fn small_stones_are_the_same_disc_in_every_row() {
    let mut units = BTreeSet::new();
    let depths = [Depth::Ansi16, Depth::Ansi256, Depth::TrueColour];
    let palettes = ["dark", "light"].map(|id| crate::look::themes::palette(id).unwrap());
    let schemes: Vec<Scheme> = palettes
        .iter()
        .flat_map(|palette| depths.map(|depth| Scheme::new(palette, depth, Glyphs::Unicode)))
        .collect();
    for ((info, grid), scheme) in
        small_boards().flat_map(|board| schemes.iter().map(move |scheme| (board, scheme)))
    {
        let geometry = grid.geometry();
        units.insert((geometry.shape() == Shape::Square, grid.unit() as u32));
        // Stones of both sides without neighbours.
        let mut board = Board::new(geometry);
        for cell in geometry.cells() {
            let mut around = geometry.neighbours(cell).iter();
            if around.all(|next| board.at(*next).is_none()) {
                let is_even = cell.index() % 2 == 0;
                board.set(cell, if is_even { Colour::First } else { Colour::Second });
            }
        }
        let drawing = render(&View::new(&board, info), scheme, &grid).unwrap();
        let mut blocks = Blocks::new(&drawing, scheme);
        let radius = grid.disc();
        for cell in board.occupied() {
            let stone = info.side(board.at(cell).unwrap()).stone;
            // Black stones at the edge of the board cannot be seen on a black screen.
            if !scheme.tells_apart(scheme.ink(stone).fill, scheme.background()) {
                continue;
            }
            let (x, y) = grid.middle(cell);
            let fine = |length: f32| (FINE as f32 * length) as u32;
            let (left, top, span) = (fine(x - radius), fine(y - radius), fine(2.0 * radius));
            let fill = scheme.ink(stone).fill;
            let fill = if scheme.mixes() { scheme.shown(fill) } else { numbered(fill) };
            let rows: Vec<usize> = (top..top + span)
                .map(|y| {
                    (left..left + span).filter(|&x| shown_at(&mut blocks, (x, y)) == fill).count()
                })
                .collect();
            assert_eq!(rows, widths(radius), "{} {geometry:?} {cell:?}", info.id);
        }
    }
    let of = |is_square| [8, 10, 12].map(|unit| (is_square, unit));
    let all = of(false).into_iter().chain(of(true));
    assert_eq!(units, all.collect());
}

#[test]
fn necks_between_small_stones_are_shown_as_they_are_drawn() {
    let mut seen = 0;
    for (info, grid) in small_boards() {
        let scheme = Scheme::new(&PALETTES[0], Depth::Ansi256, Glyphs::Unicode);
        let geometry = grid.geometry();
        let is_joined = Game::new(info.id, &Setup::default()).unwrap().marks().joined;
        // A pair in each direction in the middle of the board.
        let middle = geometry.cells().nth(geometry.len() / 2).unwrap();
        for &next in geometry.neighbours(middle).iter().filter(|_| is_joined) {
            let mut board = Board::new(geometry);
            for cell in [middle, next] {
                board.set(cell, Colour::Second);
            }
            let marks = Marks { joined: true, ..Marks::default() };
            let view = View { marks: Some(&marks), ..View::new(&board, info) };
            let drawing = render(&view, &scheme, &grid).unwrap();
            let mut blocks = Blocks::new(&drawing, &scheme);
            let pixels = (0..drawing.width).flat_map(|x| (0..drawing.height).map(move |y| (x, y)));
            for at in pixels {
                let drawn = pixel_of(&drawing, at);
                let drawn_ink = Tint::Rgb(drawn[0], drawn[1], drawn[2]);
                let (x, y) = (at.0 as f32 / FINE as f32, at.1 as f32 / FINE as f32);
                let away = (grid.middle(middle).0 - x).hypot(grid.middle(middle).1 - y);
                let is_ground = drawing.grounds.contains(&drawn) || away > 1.6 * grid.unit();
                let is_same = !scheme.tells_apart(shown_at(&mut blocks, at), drawn_ink);
                assert!(
                    is_same || is_ground,
                    "{} {geometry:?} {middle:?} {next:?} {at:?}",
                    info.id
                );
                seen += u32::from(!is_ground);
            }
        }
    }
    assert!(seen > 0);
}

#[test]
fn cursors_on_small_boards_are_seen_under_labels_and_previews() {
    for (info, grid) in small_boards() {
        let scheme = Scheme::new(&PALETTES[0], Depth::Ansi256, Glyphs::Unicode);
        let cell = grid.geometry().cells().nth(grid.geometry().len() / 2).unwrap();
        let label = Label {
            cell,
            text: "2".to_owned(),
            kind: LabelKind::Candidate { rank: 2, side: Some(Colour::First) },
        };
        let ghost = [(cell, Colour::First), (Cell::new(0), Colour::First)];
        for (labels, stones) in [(&[label][..], &[][..]), (&[], &ghost)] {
            let board = Board::new(grid.geometry());
            let shown = |cursor| {
                let step = StepAtHand { stones, ..StepAtHand::NONE };
                let view = View { cursor, step, labels, ..View::new(&board, info) };
                let drawing = render(&view, &scheme, &grid).unwrap();
                let mut blocks = Blocks::new(&drawing, &scheme);
                let (x, y) = grid.middle(cell);
                let reach = grid.disc() + 1.0;
                let columns = [x - reach, x, x + reach].map(|x| x as u32 / DOTS.0);
                columns.map(|column| blocks.at(column, y as u32 / DOTS.1))
            };
            assert_ne!(shown(Some(cell)), shown(None), "{} {:?}", info.id, grid.geometry());
        }
    }
}

#[test]
fn cursors_on_stones_of_small_boards_are_seen_on_either_side() {
    let scheme = Scheme::new(&PALETTES[0], Depth::Ansi256, Glyphs::Unicode);
    for (info, grid) in small_boards() {
        let geometry = grid.geometry();
        let cell = geometry.cells().nth(geometry.len() / 2).unwrap();
        let mut board = Board::new(geometry);
        board.set(cell, Colour::First);
        for (i, next) in geometry.neighbours(cell).iter().enumerate() {
            board.set(*next, if i % 2 == 0 { Colour::First } else { Colour::Second });
        }
        let view = View { cursor: Some(cell), ..View::new(&board, info) };
        let drawing = render(&view, &scheme, &grid).unwrap();
        let mut blocks = Blocks::new(&drawing, &scheme);
        let (x, y) = grid.middle(cell);
        let cursor = scheme.shown(scheme.board(info).cursor);
        for x in [x - grid.disc() - 0.5, x + grid.disc()] {
            let shown = shown_at(&mut blocks, ((FINE as f32 * x) as u32, FINE * y as u32));
            assert_eq!(shown, cursor, "{} {geometry:?} {}", info.id, grid.unit());
        }
    }
}

#[test]
fn tips_of_outer_stones_are_on_characters_of_the_board() {
    let mut seen = 0;
    for info in INFOS.iter().filter(|info| info.boards[0].shape == Shape::Hexhex) {
        let sizes = info.boards[0].min..=info.boards[0].max;
        let areas = sizes.flat_map(|size| [(70, 36), (90, 46)].map(|area| (size, area)));
        for (size, area) in areas {
            let geometry = Geometry::get(Shape::Hexhex, size).unwrap();
            let grid = Grid::fit_characters(geometry, Orientation::default(), info, area);
            let Some(grid) = grid.filter(|grid| !grid.is_small()) else { continue };
            seen += 1;
            let (left, top) = grid.outline(0.0)[0];
            let (_, low) = grid.outline(0.0)[3];
            assert!(left >= 0.0 && top >= 0.0 && low as u32 <= grid.size().1, "{info:?} {size}");
            for edge in [top, low] {
                let rest = edge % DOTS.1 as f32;
                assert!(rest.abs() < f32::EPSILON, "{} {size} {area:?} {edge}", info.id);
            }
        }
    }
    assert!(seen > 5, "{seen}");
}

#[test]
fn small_boards_have_a_rim_where_half_a_line_is_free() {
    let info = tetralith_core::games::info("greylox").unwrap();
    let geometry = Geometry::get(Shape::Hexhex, 5).unwrap();
    for (rows, rim) in [(18, 0.0), (19, 2.0)] {
        let grid = Grid::fit_characters(geometry, Orientation::default(), info, (46, rows));
        let grid = grid.unwrap();
        assert!(grid.is_small(), "{rows}");
        let (_, top) = grid.middle(geometry.cells().last().unwrap());
        let above = top - grid.top() - grid.outline(0.0)[0].1;
        assert!((above - rim).abs() < f32::EPSILON, "{rows} {above}");
    }
}

#[test]
fn emphasised_hexagons_are_seen_beside_their_stones() {
    for depth in [Depth::Ansi16, Depth::Ansi256, Depth::TrueColour] {
        let scheme = Scheme::new(&PALETTES[0], depth, Glyphs::Unicode);
        for info in INFOS.iter().filter(|info| info.boards[0].shape == Shape::Hexhex) {
            let geometry = Geometry::get(Shape::Hexhex, 3).unwrap();
            let area = (46, 20);
            let grid = Grid::fit_characters(geometry, Orientation::default(), info, area).unwrap();
            assert!(!grid.is_small());
            let cell = geometry.cells().nth(geometry.len() / 2).unwrap();
            let mut board = Board::new(geometry);
            board.set(cell, Colour::First);
            let view = View { emphasis: CellSet::of(cell), ..View::new(&board, info) };
            let shown = |view: &View| {
                let drawing = render(view, &scheme, &grid).unwrap();
                let mut blocks = Blocks::new(&drawing, &scheme);
                let (x, y) = grid.middle(cell);
                // Two sides of the cell, beyond its stone.
                let reach = grid.unit() / 2.0 - 0.5;
                [x - reach, x + reach].map(|x| {
                    shown_at(&mut blocks, ((FINE as f32 * x) as u32, (FINE as f32 * y) as u32))
                })
            };
            let [lit, plain] = [shown(&view), shown(&View::new(&board, info))];
            assert!(lit[0] != plain[0] && lit[1] != plain[1], "{} {depth:?} {lit:?}", info.id);
        }
    }
}

#[test]
fn held_cells_of_small_boards_are_filled_beside_stones() {
    let palettes = ["dark", "light"].map(|id| crate::look::themes::palette(id).unwrap());
    let schemes = palettes.iter().flat_map(|palette| {
        [Depth::Ansi256, Depth::TrueColour]
            .map(|depth| Scheme::new(palette, depth, Glyphs::Unicode))
    });
    let ways = schemes.flat_map(|scheme| Colour::BOTH.map(|holder| (scheme, holder)));
    let ways: Vec<(Scheme, Colour)> = ways.collect();
    for ((info, grid), (scheme, holder)) in
        small_boards().flat_map(|board| ways.iter().map(move |way| (board, *way)))
    {
        let geometry = grid.geometry();
        let cell = geometry.cells().nth(geometry.len() / 2).unwrap();
        let mut board = Board::new(geometry);
        for (i, next) in geometry.neighbours(cell).iter().enumerate() {
            board.set(*next, if i % 2 == 0 { Colour::First } else { Colour::Second });
        }
        let mut marks = Marks::default();
        marks.controlled[holder.index()] = CellSet::of(cell);
        let view = View { marks: Some(&marks), ..View::new(&board, info) };
        let drawing = render(&view, &scheme, &grid).unwrap();
        let mut blocks = Blocks::new(&drawing, &scheme);
        let held = scheme.shown(scheme.held(info.side(holder).stone, scheme.board(info)));
        let ((x, y), radius) = (grid.middle(cell), grid.disc());
        let side = grid.unit() / 2.0;
        let fine = |from: f32, to: f32| (FINE as f32 * from) as u32..(FINE as f32 * to) as u32;
        let (columns, rows) = (fine(x - side, x + side), fine(y - radius, y + radius));
        for (column, row) in columns.flat_map(|x| rows.clone().map(move |y| (x, y))) {
            // In the middle is a peg.
            let amid = |at: u32| (at as f32 + 0.5) / FINE as f32;
            let (dx, dy) = ((amid(column) - x).abs(), (amid(row) - y).abs());
            let is_peg = dx < DOTS.0 as f32 && dy < DOTS.1 as f32;
            // Beside the stones of the next rows a character has no room for a third colour.
            let is_corner = dx > radius && dy > 1.0;
            if is_peg || is_corner {
                continue;
            }
            let shown = shown_at(&mut blocks, (column, row));
            let is_held = !scheme.tells_apart(shown, held);
            assert!(is_held, "{} {geometry:?} {holder:?} {:?}", info.id, (dx, dy));
        }
    }
}

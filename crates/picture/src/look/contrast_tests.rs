//! Everything that must be distinguishable is, in every scheme, at every depth with colours, and by
//! those who see few hues.

use tetralith_core::games::INFOS;

use tetralith_core::rules::StoneColour;
use tetralith_core::{Colour, Info, Shape};

use crate::look::inks::WASH;
use crate::look::scheme::{DISC_FROM, Depth, Glyphs, Scheme};
use crate::look::themes::PALETTES;
use crate::look::tint::{LEGIBLE, Tint, components, mix, quantise, rgb};

/// The kinds of colour vision.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Vision {
    Usual,
    /// Without cones for long waves.
    Protanopia,
    /// Without cones for middle waves.
    Deuteranopia,
}

impl Vision {
    const ALL: [Self; 3] = [Self::Usual, Self::Protanopia, Self::Deuteranopia];

    /// The impression that red, green and blue (linear, 0 to 1) make.
    ///
    /// Source: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of
    /// Tint Vision Deficiency", 2009, the matrices of severity 1.
    fn sees(self, rgb: [f32; 3]) -> [f32; 3] {
        let matrix = match self {
            Self::Usual => return rgb,
            Self::Protanopia => [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            Self::Deuteranopia => [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
        };
        matrix.map(|row| row.iter().zip(rgb).map(|(a, b)| a * b).sum::<f32>().clamp(0.0, 1.0))
    }

    /// The difference between two colours as they look: 0 for the same, about 2 for just different,
    /// 100 for black and white.
    ///
    /// Source: CIE 1976 L*a*b* and its colour difference, under the white of D65.
    fn difference(self, a: Tint, b: Tint) -> f32 {
        let (a, b) = (lab(self.sees(linear(a))), lab(self.sees(linear(b))));
        a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt()
    }
}

fn linear(colour: Tint) -> [f32; 3] {
    components(colour).map(|value| {
        let value = f32::from(value) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    })
}

fn lab([red, green, blue]: [f32; 3]) -> [f32; 3] {
    let xyz = [
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    ];
    let [x, y, z] =
        xyz.map(|t: f32| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Every palette with colours, at every depth with colours; the 16 are taken at xterm's usual
/// values, on a console at its own.
fn coloured() -> impl Iterator<Item = (&'static str, Scheme)> {
    PALETTES.iter().filter(|palette| !palette.colours.mono).flat_map(|palette| {
        Depth::ALL
            .into_iter()
            .filter(|&depth| depth != Depth::Mono)
            .map(|depth| (palette.id, Scheme::new(palette, depth, Glyphs::Unicode)))
    })
}

/// Returns the contrast of `text` on `background` as `scheme` shows them.
fn ratio(scheme: &Scheme, (text, background): (Tint, Tint)) -> f32 {
    scheme.contrast(text, background)
}

#[test]
fn differences_are_as_defined() {
    let [black, white] = [rgb(0), rgb(0x00ff_ffff)];
    for vision in Vision::ALL {
        assert!((vision.difference(black, white) - 100.0).abs() < 0.5);
    }
    let (red, green) = (rgb(0x00b0_4000), rgb(0x0060_7000));
    assert!(
        Vision::Deuteranopia.difference(red, green) < Vision::Usual.difference(red, green) / 3.0
    );
}

#[test]
fn text_can_be_read_in_every_palette() {
    let mut faint = Vec::new();
    for (id, scheme) in coloured() {
        let [strong, usual] = match scheme.depth() {
            // Of the 16 colours none is a grey that is both dim and dark enough.
            Depth::Ansi16 => [7.0, 3.9],
            // Behind text a console shows white as a grey.
            Depth::Ansi8 => [7.0, 2.7],
            _ => [7.0, 4.5],
        };
        let inks = scheme.inks();
        let mut pairs = vec![
            ("text", (inks.text, inks.background), strong),
            ("dim", (inks.dim, inks.background), usual),
            ("accent", (inks.accent, inks.background), usual),
            ("title", (inks.title, inks.background), strong),
            ("warning", (inks.warning, inks.background), usual),
            ("good", (inks.good, inks.background), usual),
            ("selected", inks.selected, usual),
        ];
        pairs.extend(
            [StoneColour::White, StoneColour::Black, StoneColour::Red, StoneColour::Blue].map(
                |stone| {
                    let ink = scheme.ink(stone);
                    ("stone", (scheme.readable(ink.text, ink.fill), ink.fill), usual)
                },
            ),
        );
        for (name, pair, least) in pairs {
            if ratio(&scheme, pair) < least {
                faint.push((id, scheme.depth(), name, ratio(&scheme, pair)));
            }
        }
    }
    assert!(faint.is_empty(), "{faint:#?}");
}

#[test]
fn stones_and_marks_contrast_with_every_board() {
    let mut faint = Vec::new();
    for (id, scheme) in coloured() {
        // A console shows white as grey behind text.
        let legible = if scheme.depth() == Depth::Ansi8 { 2.7 } else { LEGIBLE };
        for info in INFOS {
            let board = scheme.board(info);
            // A stone with too little contrast has an outline with enough.
            let [first, second] = Colour::BOTH.map(|colour| {
                let stone = info.side(colour).stone;
                scheme.outline(stone, board.tile).unwrap_or(scheme.ink(stone).fill)
            });
            for (name, ink, least) in [
                ("first", first, LEGIBLE),
                ("second", second, LEGIBLE),
                ("legal", board.legal, legible),
                ("cursor", board.cursor, legible),
                ("last", board.last, legible),
                ("alarm", board.alarm, legible),
                ("dot", board.dot, 2.0),
            ] {
                // A tile without a stone is a touch lighter than the board, which with 256 colours
                // can be lighter itself.
                let is_stone = name == "first" || name == "second";
                let lit = |ground| if is_stone { ground } else { scheme.lighter(ground) };
                let is_lit_twice = scheme.depth() == Depth::Ansi256;
                let twice = if is_lit_twice { lit(lit(board.tile)) } else { lit(board.tile) };
                let grounds = [board.tile, lit(board.tile), twice];
                let found = grounds.map(|ground| ratio(&scheme, (ink, ground)));
                let found = found.into_iter().fold(f32::MAX, f32::min);
                if found < least {
                    faint.push((id, scheme.depth(), info.id, name, found));
                }
            }
        }
    }
    assert!(faint.is_empty(), "{faint:#?}");
}

#[test]
fn threats_and_held_cells_are_seen_in_every_palette() {
    let mut faint = Vec::new();
    for (id, scheme) in coloured().filter(|(_, scheme)| scheme.depth() <= Depth::Ansi256) {
        for info in INFOS {
            let stones = Colour::BOTH.map(|colour| info.side(colour).stone);
            if stones.iter().any(|stone| matches!(stone, StoneColour::Red | StoneColour::Blue)) {
                // Neither threatens nor holds cells.
                continue;
            }
            let tile = scheme.board(info).tile;
            let (threat, sight) = (scheme.threat(info), scheme.counted(info));
            let [first, second] = stones;
            let washed = |stone| mix(tile, scheme.wash(stone), WASH);
            let look = |a, b| Vision::Usual.difference(scheme.shown(a), scheme.shown(b));
            for (name, found, least) in [
                ("threat on first", ratio(&scheme, (threat, scheme.ink(first).fill)), LEGIBLE),
                ("threat on second", ratio(&scheme, (threat, scheme.ink(second).fill)), LEGIBLE),
                ("sight on first", ratio(&scheme, (sight, scheme.ink(first).fill)), LEGIBLE),
                ("sight on second", ratio(&scheme, (sight, scheme.ink(second).fill)), LEGIBLE),
                ("cells of both", look(washed(first), washed(second)), 20.0),
                ("first and free", look(washed(first), scheme.lighter(tile)), 8.0),
                ("second and free", look(washed(second), scheme.lighter(tile)), 8.0),
            ] {
                if found < least {
                    faint.push((id, scheme.depth(), info.id, name, found));
                }
            }
        }
    }
    assert!(faint.is_empty(), "{faint:#?}");
}

#[test]
fn dark_boards_and_their_cells_are_seen_with_256_colours() {
    let multiplicity = tetralith_core::games::info("multiplicity").unwrap();
    for id in ["dark", "high-contrast"] {
        let palette = crate::look::themes::palette(id).unwrap();
        let scheme = Scheme::new(palette, Depth::Ansi256, Glyphs::Unicode);
        let board = scheme.lighter(scheme.board(multiplicity).tile);
        let grounds = [scheme.background(), board, scheme.lighter(board)];
        let shown = grounds.map(|ground| scheme.shown(ground));
        assert!(shown[0] != shown[1] && shown[1] != shown[2], "{id} {shown:?}");
    }
}

#[test]
fn of_256_colours_held_cells_are_the_nearest_to_those_of_all() {
    for palette in PALETTES.iter().filter(|palette| !palette.colours.mono) {
        let [few, all] = [Depth::Ansi256, Depth::TrueColour]
            .map(|depth| Scheme::new(palette, depth, Glyphs::Unicode));
        for info in INFOS {
            for stone in Colour::BOTH.map(|colour| info.side(colour).stone) {
                let shown = few.shown(few.held(stone, few.board(info)));
                let wanted = quantise(all.held(stone, all.board(info)));
                assert_eq!(shown, wanted, "{} {} {stone:?}", palette.id, info.id);
            }
        }
    }
}

#[test]
fn stones_are_discs_on_the_square_of_the_last_move() {
    for (id, scheme) in coloured() {
        let has_lines = |info: &&&Info| info.boards.iter().any(|it| it.shape == Shape::Square);
        for info in INFOS.iter().filter(has_lines) {
            for colour in Colour::BOTH {
                let fill = scheme.ink(info.side(colour).stone).fill;
                let square = scheme.last_square(info, fill);
                let outline = scheme.outline(info.side(colour).stone, scheme.board(info).tile);
                let found = scheme.contrast(fill, square);
                let others = [
                    scheme.board(info).tile,
                    fill,
                    scheme.ink(info.side(colour.other()).stone).fill,
                ];
                let grounds = others.map(|other| scheme.ground(other));
                assert!(!grounds.contains(&scheme.ground(square)), "{id} {} {square:?}", info.id);
                assert!(found >= DISC_FROM || outline.is_some(), "{id} {} {found}", info.id);
            }
        }
    }
}

#[test]
fn dots_of_the_last_move_are_seen_and_alike_on_black_and_white() {
    for (id, scheme) in coloured() {
        for info in INFOS {
            let fills = Colour::BOTH.map(|colour| scheme.ink(info.side(colour).stone).fill);
            let dots = fills.map(|fill| scheme.last_dot(info, fill));
            for (dot, fill) in dots.into_iter().zip(fills) {
                let found = scheme.contrast(dot, fill);
                assert!(found >= LEGIBLE, "{id} {} {found}", info.id);
            }
            let has_hues = info.side(Colour::Second).stone != StoneColour::White
                && info.side(Colour::Second).stone != StoneColour::Black;
            let is_alike = dots[0] == dots[1];
            assert!(is_alike || has_hues || !scheme.mixes(), "{id} {} {dots:?}", info.id);
        }
    }
}

#[test]
fn stones_are_visible_on_the_board_of_a_console() {
    for (id, scheme) in coloured().filter(|(_, scheme)| scheme.depth() == Depth::Ansi8) {
        for info in INFOS {
            let board = scheme.board(info);
            for (name, fill) in
                [("emphasis", board.emphasis), ("path", board.path)].into_iter().chain(
                    Colour::BOTH.map(|colour| ("stone", scheme.ink(info.side(colour).stone).fill)),
                )
            {
                assert_ne!(
                    scheme.ground(fill),
                    scheme.ground(board.tile),
                    "{id}: {name} of {}",
                    info.id
                );
            }
            assert_ne!(
                scheme.shown(board.line),
                scheme.ground(board.tile),
                "{id}: lines of {}",
                info.id
            );
        }
    }
}

#[test]
fn the_stones_of_a_game_differ_in_brightness_in_every_palette() {
    let mut faint = Vec::new();
    // The 16 colours are the user's own, and of those no two blues and reds are this far apart.
    for (id, scheme) in
        coloured().filter(|(_, scheme)| !matches!(scheme.depth(), Depth::Ansi16 | Depth::Ansi8))
    {
        for info in INFOS {
            let [first, second] =
                Colour::BOTH.map(|colour| scheme.ink(info.side(colour).stone).fill);
            let found = ratio(&scheme, (first, second));
            if found < LEGIBLE {
                faint.push((id, scheme.depth(), info.id, found));
            }
        }
    }
    assert!(faint.is_empty(), "{faint:#?}");
}

#[test]
fn colours_of_different_meaning_differ_for_all_eyes() {
    let mut alike = Vec::new();
    for (id, scheme) in coloured() {
        // Everything is shown by a sign as well, so that only the scheme made for it must do well
        // by hue alone.
        let safe = id == "colour-blind";
        for vision in Vision::ALL {
            let least = if safe || vision == Vision::Usual { 25.0 } else { 10.0 };
            let mut check = |name: &str, a: Tint, b: Tint| {
                let found = vision.difference(scheme.shown(a), scheme.shown(b));
                if found < least {
                    alike.push((id, scheme.depth(), vision, name.to_owned(), found));
                }
            };
            let inks = scheme.inks();
            check("good and wrong", inks.good, inks.warning);
            check("text and wrong", inks.text, inks.warning);
            check("key and text", inks.accent, inks.text);
            for info in INFOS {
                let board = scheme.board(info);
                let [first, second] =
                    Colour::BOTH.map(|colour| scheme.ink(info.side(colour).stone).fill);
                check(&format!("stones of {}", info.id), first, second);
                check(&format!("legal and alarm of {}", info.id), board.legal, board.alarm);
                check(&format!("cursor and alarm of {}", info.id), board.cursor, board.alarm);
            }
        }
    }
    assert!(alike.is_empty(), "{alike:#?}");
}

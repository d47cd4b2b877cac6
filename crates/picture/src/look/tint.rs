//! Colours as numbers: mixing them, measuring their contrast, and finding those that a terminal
//! with fewer can show.

use std::cell::RefCell;
use std::collections::HashMap;
use std::str::FromStr;
use std::sync::LazyLock;

use thiserror::Error;

/// A colour as it may be sent to a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tint {
    /// The terminal's own, unknown colour.
    Reset,
    /// Number 0 of the 16 colours that every terminal lets its user choose; the others follow.
    Black,
    /// Number 1 of the 16.
    Red,
    /// Number 2 of the 16.
    Green,
    /// Number 3 of the 16.
    Yellow,
    /// Number 4 of the 16.
    Blue,
    /// Number 5 of the 16.
    Magenta,
    /// Number 6 of the 16.
    Cyan,
    /// Number 7 of the 16.
    Gray,
    /// Number 8 of the 16.
    DarkGray,
    /// Number 9 of the 16.
    LightRed,
    /// Number 10 of the 16.
    LightGreen,
    /// Number 11 of the 16.
    LightYellow,
    /// Number 12 of the 16.
    LightBlue,
    /// Number 13 of the 16.
    LightMagenta,
    /// Number 14 of the 16.
    LightCyan,
    /// Number 15 of the 16.
    White,
    /// One of xterm's 256 colours by its number.
    Indexed(u8),
    /// Red, green and blue.
    Rgb(u8, u8, u8),
}

/// The 16 colours by their names, in the order of their numbers.
const NAMED: [(&str, Tint); 16] = [
    ("black", Tint::Black),
    ("red", Tint::Red),
    ("green", Tint::Green),
    ("yellow", Tint::Yellow),
    ("blue", Tint::Blue),
    ("magenta", Tint::Magenta),
    ("cyan", Tint::Cyan),
    ("gray", Tint::Gray),
    ("darkgray", Tint::DarkGray),
    ("lightred", Tint::LightRed),
    ("lightgreen", Tint::LightGreen),
    ("lightyellow", Tint::LightYellow),
    ("lightblue", Tint::LightBlue),
    ("lightmagenta", Tint::LightMagenta),
    ("lightcyan", Tint::LightCyan),
    ("white", Tint::White),
];

/// A text that names no colour.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "'{text}' is no colour; write one of 24 bits such as #1e66f5, a number of xterm's 256, or a \
     name such as lightblue"
)]
pub struct TintError {
    /// The text.
    pub text: String,
}

impl FromStr for Tint {
    type Err = TintError;

    /// Reads `#1e66f5`, a number from 0 to 255, or the name of one of the 16 colours in any usual
    /// spelling: `lightblue`, `Light Blue`, `bright-blue`; grey is gray, and silver too.
    fn from_str(text: &str) -> Result<Self, TintError> {
        let wrong = || TintError { text: text.to_owned() };
        if let Some(hex) = text.strip_prefix('#') {
            let digits = hex.len() == 6 && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
            return if digits {
                u32::from_str_radix(hex, 16).map(rgb).map_err(|_| wrong())
            } else {
                Err(wrong())
            };
        }
        let name: String = text.chars().filter(|c| !matches!(c, ' ' | '-' | '_')).collect();
        let name = name
            .to_lowercase()
            .replace("bright", "light")
            .replace("grey", "gray")
            .replace("silver", "gray");
        let name = match &*name {
            "reset" => return Ok(Self::Reset),
            "lightblack" => "darkgray",
            "lightgray" | "lightwhite" => "white",
            name => name,
        };
        let named = NAMED.iter().find(|(known, _)| *known == name).map(|&(_, tint)| tint);
        // The first 16 of the 256 are those that have names.
        let numbered = |number: u8| {
            NAMED.get(usize::from(number)).map_or(Self::Indexed(number), |(_, tint)| *tint)
        };
        named.or_else(|| text.parse().ok().map(numbered)).ok_or_else(wrong)
    }
}

/// Returns the colour `0xRRGGBB`.
pub(crate) const fn rgb(hex: u32) -> Tint {
    let [_, red, green, blue] = hex.to_be_bytes();
    Tint::Rgb(red, green, blue)
}

/// The contrast from which signs can be distinguished from their background.
///
/// Source: W3C, "Web Content Accessibility Guidelines 2.2", 1.4.11.
pub const LEGIBLE: f32 = 3.0;

/// `share` (0 to 1) of `over` mixed into `under`.
///
/// Colours of the terminal's own cannot be mixed; the one with the greater share is taken then.
pub fn mix(under: Tint, over: Tint, share: f32) -> Tint {
    if let (Tint::Rgb(..), Tint::Rgb(..)) = (under, over) {
        let (under, over) = (components(under), components(over));
        let [red, green, blue] = [0, 1, 2].map(|i| {
            let (from, to) = (f32::from(under[i]), f32::from(over[i]));
            (from + (to - from) * share).round() as u8
        });
        Tint::Rgb(red, green, blue)
    } else if share >= 0.5 {
        over
    } else {
        under
    }
}

/// The one of the 16 colours that usually looks so, or `colour` itself.
pub(crate) fn numbered(colour: Tint) -> Tint {
    let usual = |(_, named): &(&str, Tint)| components(*named) == components(colour);
    NAMED.iter().find(|known| usual(known)).map_or(colour, |&(_, named)| named)
}

/// Of 16 colours the dimmer one of the hue of `colour`, and dark grey for white: between that and a
/// black board. On any other board `colour` itself.
pub(crate) fn dimmed(colour: Tint, board: Tint) -> Tint {
    match colour {
        _ if board != Tint::Black => colour,
        Tint::White => Tint::DarkGray,
        Tint::LightRed => Tint::Red,
        Tint::LightBlue => Tint::Blue,
        other => other,
    }
}

/// Of xterm's colours 16 to 255, the one that looks most like `colour`.
pub fn quantise(colour: Tint) -> Tint {
    match colour {
        Tint::Rgb(red, green, blue) => nearest([red, green, blue]),
        _ => colour,
    }
}

/// Of xterm's colours 16 to 255, the one that looks most like red, green and blue together
/// ([`Impression::difference`]).
fn nearest(colour: [u8; 3]) -> Tint {
    NEAREST.with_borrow_mut(|known| {
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        *known.entry(colour).or_insert_with(|| search_nearest(colour))
    })
}

/// The most colours that are remembered with the nearest to each.
const MOST_KNOWN: usize = 4096;

thread_local! {
    /// The colours found by [`nearest`]: a frame needs few of them, each in hundreds of places.
    static NEAREST: RefCell<HashMap<[u8; 3], Tint>> = RefCell::default();
}

/// Finds what [`nearest`] returns.
fn search_nearest(colour: [u8; 3]) -> Tint {
    let seen = Impression::of(colour);
    let wanted = colour.map(i32::from);
    // On either side of each component, so eight corners of the cube; and the nearest grey.
    let corners = wanted.map(|value| {
        let above =
            LEVELS.iter().position(|&level| i32::from(level) >= value).unwrap_or(LEVELS.len() - 1);
        [above.saturating_sub(1) as u8, above as u8]
    });
    let [reds, greens, blues] = corners;
    let grey = ((wanted.iter().sum::<i32>() / 3 - 3).max(0) / 10).min(23) as u8;
    let cube = reds.into_iter().flat_map(|red| {
        greens.into_iter().flat_map(move |green| {
            blues.into_iter().map(move |blue| 16 + 36 * red + 6 * green + blue)
        })
    });
    let difference = |index: &u8| seen.difference(INDEXED[usize::from(*index)]);
    let nearest = cube.chain([232 + grey]).min_by(|a, b| difference(a).total_cmp(&difference(b)));
    Tint::Indexed(nearest.unwrap_or_default())
}

/// The impression that a colour makes: its lightness and two components of its hue.
///
/// Source: Björn Ottosson, "A perceptual color space for image processing", 2020 (Oklab).
#[derive(Clone, Copy, PartialEq, Debug)]
struct Impression {
    lightness: f32,
    hue: [f32; 2],
}

/// The impressions of xterm's 256 colours; those of the first 16, which users choose, mean nothing.
static INDEXED: LazyLock<[Impression; 256]> = LazyLock::new(|| {
    std::array::from_fn(|index| Impression::of(components(Tint::Indexed(index as u8))))
});

/// The light of each value of a component.
static LIGHT: LazyLock<[f32; 256]> =
    LazyLock::new(|| std::array::from_fn(|value| linear(value as u8)));

impl Impression {
    /// The impression of red, green and blue.
    fn of(components: [u8; 3]) -> Self {
        let [red, green, blue] = components.map(|value| LIGHT[usize::from(value)]);
        let [long, middle, short] = [
            0.412_221_47 * red + 0.536_332_55 * green + 0.051_445_995 * blue,
            0.211_903_5 * red + 0.680_699_5 * green + 0.107_396_96 * blue,
            0.088_302_46 * red + 0.281_718_85 * green + 0.629_978_7 * blue,
        ]
        .map(f32::cbrt);
        Self {
            lightness: 0.210_454_26 * long + 0.793_617_8 * middle - 0.004_072_047 * short,
            hue: [
                1.977_998_5 * long - 2.428_592_2 * middle + 0.450_593_7 * short,
                0.025_904_037 * long + 0.782_771_77 * middle - 0.808_675_77 * short,
            ],
        }
    }

    /// The difference between `shown` and this impression, which is wanted: 0 for not at all, about
    /// 0.001 for a little. Another hue counts for more than another saturation, so that a pale wood
    /// turns neither pink nor green, and too much of that for more than too little.
    fn difference(self, shown: Self) -> f32 {
        let [wanted, found] = [self, shown].map(|one| one.hue[0].hypot(one.hue[1]));
        let stronger = (found - wanted).powi(2);
        let apart = (self.hue[0] - shown.hue[0]).powi(2) + (self.hue[1] - shown.hue[1]).powi(2);
        let hue = (apart - stronger).max(0.0);
        let saturation = if found > wanted { 1.5 * stronger } else { stronger };
        0.7 * (self.lightness - shown.lightness).powi(2) + saturation + 3.0 * hue
    }
}

/// The contrast of two colours, from 1 (none) to 21 (black on white).
///
/// Colours that are not 24 bits are taken at xterm's usual values, the terminal's own at none.
///
/// Source: W3C, "Web Content Accessibility Guidelines 2.2", definition of contrast ratio.
pub fn contrast(a: Tint, b: Tint) -> f32 {
    ratio(components(a), components(b))
}

/// The same of two colours given by red, green and blue.
pub(crate) fn ratio(a: [u8; 3], b: [u8; 3]) -> f32 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn linear(value: u8) -> f32 {
    let value = f32::from(value) / 255.0;
    if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

fn luminance(components: [u8; 3]) -> f32 {
    let [red, green, blue] = components.map(|value| LIGHT[usize::from(value)]);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The levels of red, green and blue in xterm's cube of 216 colours.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// Red, green and blue of `colour`, at xterm's usual values if it is not 24 bits; nothing is known
/// of the first 16 indexed ones, which users choose.
pub const fn components(colour: Tint) -> [u8; 3] {
    match colour {
        Tint::Rgb(red, green, blue) => [red, green, blue],
        Tint::Indexed(i @ 16..=231) => {
            let i = i - 16;
            [LEVELS[(i / 36) as usize], LEVELS[(i / 6 % 6) as usize], LEVELS[(i % 6) as usize]]
        }
        Tint::Indexed(i @ 232..) => [8 + 10 * (i - 232); 3],
        Tint::Red => [205, 0, 0],
        Tint::Green => [0, 205, 0],
        Tint::Yellow => [205, 205, 0],
        Tint::Blue => [0, 0, 238],
        Tint::Magenta => [205, 0, 205],
        Tint::Cyan => [0, 205, 205],
        Tint::Gray => [229; 3],
        Tint::DarkGray => [127; 3],
        Tint::LightRed => [255, 0, 0],
        Tint::LightGreen => [0, 255, 0],
        Tint::LightYellow => [255, 255, 0],
        Tint::LightBlue => [92, 92, 255],
        Tint::LightMagenta => [255, 0, 255],
        Tint::LightCyan => [0, 255, 255],
        Tint::White => [255; 3],
        Tint::Reset | Tint::Black | Tint::Indexed(_) => [0; 3],
    }
}

/// `colour` as style sheets and vector graphics write it.
pub fn hex(colour: Tint) -> String {
    let [red, green, blue] = components(colour);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Red, green and blue of `colour` on a console of Linux, on which the darker yellow is brown.
///
/// Source: Linux, the default colours of its virtual terminals (`vt.default_red` and its like).
pub const fn on_console(colour: Tint) -> [u8; 3] {
    match colour {
        Tint::Red => [170, 0, 0],
        Tint::Green => [0, 170, 0],
        Tint::Yellow => [170, 85, 0],
        Tint::Blue => [0, 0, 170],
        Tint::Magenta => [170, 0, 170],
        Tint::Cyan => [0, 170, 170],
        Tint::Gray => [170; 3],
        Tint::DarkGray => [85; 3],
        Tint::LightRed => [255, 85, 85],
        Tint::LightGreen => [85, 255, 85],
        Tint::LightYellow => [255, 255, 85],
        Tint::LightBlue => [85, 85, 255],
        Tint::LightMagenta => [255, 85, 255],
        Tint::LightCyan => [85, 255, 255],
        other => components(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_as_defined() {
        assert!((contrast(rgb(0), rgb(0x00ff_ffff)) - 21.0).abs() < 1e-3);
        assert!((contrast(rgb(0x0077_7777), rgb(0x0077_7777)) - 1.0).abs() < 1e-6);
        assert!((contrast(rgb(0x0076_7676), rgb(0x00ff_ffff)) - 4.54).abs() < 0.01);
    }

    #[test]
    fn dimmed_colours_lie_between_bright_ones_and_a_black_board() {
        let lights = |tint| ratio(components(tint), [0; 3]);
        for bright in [Tint::White, Tint::LightRed, Tint::LightBlue] {
            let dim = dimmed(bright, Tint::Black);
            assert!(lights(dim) > 1.5 && lights(dim) < lights(bright), "{bright:?}");
            assert_eq!(dimmed(bright, Tint::Gray), bright);
        }
    }

    #[test]
    fn a_number_below_16_is_the_colour_that_has_a_name() {
        for (number, (name, tint)) in NAMED.into_iter().enumerate() {
            assert_eq!((number.to_string().parse(), name.parse()), (Ok(tint), Ok(tint)));
        }
        assert_eq!("16".parse(), Ok(Tint::Indexed(16)));
    }

    #[test]
    fn with_256_colours_a_colour_keeps_its_hue() {
        assert_eq!(quantise(rgb(0x00ff_0000)), Tint::Indexed(196));
        assert_eq!(quantise(rgb(0x0008_0808)), Tint::Indexed(232));
        assert_eq!(quantise(rgb(0x005f_87af)), Tint::Indexed(67));
        assert_eq!(quantise(Tint::Red), Tint::Red);
        for level in (0..=255).step_by(5) {
            let grey = components(quantise(Tint::Rgb(level, level, level)));
            assert!(grey[0] == grey[1] && grey[1] == grey[2], "{level} turned {grey:?}");
        }
    }

    #[test]
    fn colours_are_read_in_every_spelling_people_use() {
        for (text, tint) in [
            ("#1e66f5", Tint::Rgb(0x1e, 0x66, 0xf5)),
            ("lightblue", Tint::LightBlue),
            ("Bright Blue", Tint::LightBlue),
            ("light-red", Tint::LightRed),
            ("dark_grey", Tint::DarkGray),
            ("light black", Tint::DarkGray),
            ("silver", Tint::Gray),
            ("bright white", Tint::White),
            ("200", Tint::Indexed(200)),
            ("reset", Tint::Reset),
        ] {
            assert_eq!(text.parse(), Ok(tint), "{text}");
        }
        for text in ["", "#12345", "#1234567", "#12345g", "256", "-1", "mauve", "#é1234"] {
            assert!(text.parse::<Tint>().is_err(), "{text}");
        }
    }
}

//! Colours as numbers: mixing them, telling how they stand out, and finding what a terminal with fewer shows of them.

use ratatui::style::Color;

/// The colour `0xRRGGBB`.
pub(super) const fn rgb(hex: u32) -> Color {
    Color::from_u32(hex)
}

/// The contrast from which signs can be told from their ground.
///
/// Source: W3C, "Web Content Accessibility Guidelines 2.2", 1.4.11.
pub const LEGIBLE: f32 = 3.0;

/// `share` (0 to 1) of `over` mixed into `under`.
///
/// Colours of the terminal's own cannot be mixed; the one with the greater share is taken then.
pub(crate) fn mix(under: Color, over: Color, share: f32) -> Color {
    if let (Color::Rgb(..), Color::Rgb(..)) = (under, over) {
        let (under, over) = (components(under), components(over));
        let [red, green, blue] = [0, 1, 2].map(|i| {
            let (from, to) = (f32::from(under[i]), f32::from(over[i]));
            (from + (to - from) * share).round() as u8
        });
        Color::Rgb(red, green, blue)
    } else if share >= 0.5 {
        over
    } else {
        under
    }
}

/// Of xterm's colours 16 to 255, the one that looks most like `colour`: near in each component and more so in the
/// differences between them, so that a pale wood does not turn pink.
pub(super) fn quantise(colour: Color) -> Color {
    if !matches!(colour, Color::Rgb(..)) {
        return colour;
    }
    let wanted = components(colour).map(i32::from);
    // On either side of each component, so eight corners of the cube; and the nearest grey.
    let corners = wanted.map(|value| {
        let above = LEVELS.iter().position(|&level| i32::from(level) >= value).unwrap_or(LEVELS.len() - 1);
        [above.saturating_sub(1) as u8, above as u8]
    });
    let [reds, greens, blues] = corners;
    let grey = ((wanted.iter().sum::<i32>() / 3 - 3).max(0) / 10).min(23) as u8;
    let far = |index: &u8| {
        let found = components(Color::Indexed(*index)).map(i32::from);
        let away = [0, 1, 2].map(|i| found[i] - wanted[i]);
        let hue = [away[0] - away[1], away[1] - away[2]];
        away.iter().map(|value| value * value).sum::<i32>() + hue.iter().map(|value| 3 * value * value).sum::<i32>()
    };
    let cube = reds.into_iter().flat_map(|red| {
        greens.into_iter().flat_map(move |green| blues.into_iter().map(move |blue| 16 + 36 * red + 6 * green + blue))
    });
    Color::Indexed(cube.chain([232 + grey]).min_by_key(far).unwrap_or(16))
}

/// The contrast of two colours, from 1 (none) to 21 (black on white).
///
/// Colours that are not 24 bits are taken at xterm's usual values, the terminal's own at none.
///
/// Source: W3C, "Web Content Accessibility Guidelines 2.2", definition of contrast ratio.
pub fn contrast(a: Color, b: Color) -> f32 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn luminance(colour: Color) -> f32 {
    let linear = |value: u8| {
        let value = f32::from(value) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    let [red, green, blue] = components(colour).map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The levels of red, green and blue in xterm's cube of 216 colours.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// Red, green and blue of `colour`, at xterm's usual values if it is not 24 bits.
pub(crate) const fn components(colour: Color) -> [u8; 3] {
    match colour {
        Color::Rgb(red, green, blue) => [red, green, blue],
        Color::Indexed(i @ 16..=231) => {
            let i = i - 16;
            [LEVELS[(i / 36) as usize], LEVELS[(i / 6 % 6) as usize], LEVELS[(i % 6) as usize]]
        }
        Color::Indexed(i @ 232..) => [8 + 10 * (i - 232); 3],
        Color::Red => [205, 0, 0],
        Color::Green => [0, 205, 0],
        Color::Yellow => [205, 205, 0],
        Color::Blue => [0, 0, 238],
        Color::Magenta => [205, 0, 205],
        Color::Cyan => [0, 205, 205],
        Color::Gray => [229; 3],
        Color::DarkGray => [127; 3],
        Color::LightRed => [255, 0, 0],
        Color::LightGreen => [0, 255, 0],
        Color::LightYellow => [255, 255, 0],
        Color::LightBlue => [92, 92, 255],
        Color::LightMagenta => [255, 0, 255],
        Color::LightCyan => [0, 255, 255],
        Color::White => [255; 3],
        Color::Reset | Color::Black | Color::Indexed(_) => [0; 3],
    }
}

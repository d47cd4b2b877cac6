//! The background colour of the terminal: what to ask about it, and whether an answer says that it
//! is dark or light.
//!
//! Source: xterm, "Control Sequences", operating system command 11.

use tetralith_picture::look::Tint;
use tetralith_terminput::Rgb;

use crate::theme::contrast;

/// The lightness of the terminal's own background.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Background {
    Dark,
    Light,
}

/// Asks the terminal for the colour of its background.
pub const QUESTION: &[u8] = b"\x1b]11;?\x07";

/// The kind of a background of this colour: light if black can be read on it better than white.
pub fn of_colour(Rgb { red, green, blue }: Rgb) -> Background {
    let colour = Tint::Rgb(red, green, blue);
    let light = contrast(colour, Tint::Rgb(0, 0, 0)) > contrast(colour, Tint::Rgb(255, 255, 255));
    if light { Background::Light } else { Background::Dark }
}

/// Returns the background that `value`, that of the variable `COLORFGBG`, names: numbers of the 16
/// colours, the background last (`0;15`).
pub fn of_variable(value: &str) -> Option<Background> {
    match value.rsplit(';').next()?.parse().ok()? {
        7 | 9..=15 => Some(Background::Light),
        0..=6 | 8 => Some(Background::Dark),
        _ => None::<Background>,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_light_if_black_is_read_on_it() {
        for (colour, background) in [
            ([255, 255, 255], Background::Light),
            ([0xfd, 0xf6, 0xe3], Background::Light),
            ([0x1e, 0x1e, 0x1e], Background::Dark),
            ([0, 0, 0], Background::Dark),
        ] {
            let [red, green, blue] = colour;
            assert_eq!(of_colour(Rgb { red, green, blue }), background, "{colour:?}");
        }
    }

    #[test]
    fn a_variable_may_decide_too() {
        assert_eq!(of_variable("0;15"), Some(Background::Light));
        assert_eq!(of_variable("15;default;0"), Some(Background::Dark));
        assert_eq!(of_variable("default;default"), None);
    }
}

//! The signs that boards are drawn with, one list for all of them.
//!
//! A sign that a font lacks is taken from another, which is often wider, and then it is cut or
//! overlaps its neighbour.

/// Signs of text that boards have besides printable ASCII.
///
/// All are in WGL4, and so in the usual monospaced fonts, those called `DejaVu`, Noto and
/// Liberation among them.
///
/// Source: Microsoft, "Windows Glyph List 4".
pub const SIGNS: &str = "●○·˙◦▪▫×◊▲▼◄►─═│┌┬┐├┼┤└┴┘";

/// Blocks that fill a part of a character cell; terminals draw them themselves or scale them to the
/// cell.
pub const BLOCKS: &str = "▀▁▂▃▄▅▆▇█▊▌▎▐▖▗▘▝▙▛▜▟▚▞";

/// True if boards may show `sign`.
pub fn may_show(sign: char) -> bool {
    matches!(sign, ' '..='~') || SIGNS.contains(sign) || BLOCKS.contains(sign)
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthChar as _;

    use super::*;

    #[test]
    fn every_sign_is_one_column_wide_and_listed_once() {
        let all: Vec<char> = SIGNS.chars().chain(BLOCKS.chars()).collect();
        for (i, sign) in all.iter().enumerate() {
            assert_eq!(sign.width(), Some(1), "{sign}");
            assert!(!all[..i].contains(sign), "{sign} is listed twice");
            assert!(may_show(*sign));
        }
        assert!(!may_show('\u{7f}') && !may_show('\t') && !may_show('⚫'));
    }

    #[test]
    fn signs_of_usual_fonts_may_be_shown() {
        assert!(may_show('●') && may_show('X') && !may_show('⬢'));
    }
}

//! Keyboards of other scripts: the letter that the same key has on a keyboard of Latin letters.

/// Rows of keys in one script and, in the same order, in Latin.
const ROWS: &[(&str, &str)] = &[
    // Russian; the letters that Ukrainian and Belarusian have in other places follow.
    ("йцукенгшщзхъфывапролджэячсмитьбю", "qwertyuiop[]asdfghjkl;'zxcvbnm,."),
    ("ёіїєў", "`s]'o"),
    // Greek, without the accents that dead keys make.
    ("ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm"),
    // Hebrew.
    ("קראטוןםפשדגכעיחלךףזסבהנמצתץ", "ertyuiopasdfghjkl;zxcvbnm,."),
];

/// Signs in [`ROWS`], and those of the same keys with Shift.
const SIGNS: &str = "`[];',.";
const SHIFTED: &str = "~{}:\"<>";

/// The first character of full width, as input methods of East Asia write ASCII, and its distance
/// from that.
const FULL_WIDTH: std::ops::RangeInclusive<u32> = 0xFF01..=0xFF5E;
const WIDER: u32 = 0xFEE0;

/// The character of the same key on a keyboard of Latin letters; `None` if `c` is on none of the
/// keyboards that are known.
pub(super) fn latin(c: char) -> Option<char> {
    if FULL_WIDTH.contains(&u32::from(c)) {
        return char::from_u32(u32::from(c) - WIDER);
    }
    let lower = c.to_lowercase().next().filter(|_| !c.is_ascii())?;
    let found = ROWS.iter().find_map(|(row, latin)| {
        row.chars().zip(latin.chars()).find(|(own, _)| *own == lower).map(|(_, latin)| latin)
    })?;
    if lower == c {
        return Some(found);
    }
    let shifted = SIGNS.chars().zip(SHIFTED.chars()).find(|(sign, _)| *sign == found);
    Some(shifted.map_or(found.to_ascii_uppercase(), |(_, shifted)| shifted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_other_scripts_are_those_in_the_same_place() {
        for (c, wanted) in [
            ('й', 'q'),
            ('Й', 'Q'),
            ('ю', '.'),
            ('Ж', ':'),
            ('Э', '"'),
            ('Х', '{'),
            ('Ю', '>'),
            ('ψ', 'c'),
            ('Ψ', 'C'),
            ('ש', 'a'),
            ('ｑ', 'q'),
            ('？', '?'),
        ] {
            assert_eq!(latin(c), Some(wanted), "{c}");
        }
        for c in ['q', 'é', '?', '中', 'ß', '\u{1b}'] {
            assert_eq!(latin(c), None, "{c}");
        }
        for (row, latin) in ROWS {
            assert_eq!(row.chars().count(), latin.chars().count(), "{row}");
        }
    }
}

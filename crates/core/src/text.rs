//! Text that came from outside, made fit to show.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_width::UnicodeWidthChar;

/// The most characters that an [`Excerpt`] quotes.
pub const EXCERPT_CHARS: usize = 32;

/// The most combining marks that a character keeps when it is shown: enough for the writing of
/// every living language.
pub const MOST_MARKS: usize = 4;

/// True if `c` is a control character or changes how others are shown without being seen
/// itself: marks of writing direction, zero-width characters, tags, variation selectors, separators
/// of lines and paragraphs.
///
/// Source: the general categories Cc, Cf, Zl and Zp and the property `Default_Ignorable_Code_Point`
/// of Unicode.
pub fn is_hidden(c: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};

    if c.is_ascii() {
        return c.is_control();
    }
    matches!(c.general_category(), Control | Format | LineSeparator | ParagraphSeparator)
        || is_ignorable(c)
}

/// True if `c` is shown as nothing by default, though it is a letter, a mark or not
/// assigned yet.
///
/// Unicode keeps these ranges for such characters, so that later versions need not add to them.
const fn is_ignorable(c: char) -> bool {
    matches!(c,
        '\u{34f}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fff8}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// `text` without the byte-order mark that some editors and shells put before it.
///
/// ```
/// assert_eq!(tetralith_core::text::without_mark("\u{feff}{}"), "{}");
/// ```
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// `text` as searches compare it: in small letters, Latin letters without their accents, and no
/// marks that are set on letters of any script.
///
/// ```
/// use tetralith_core::text::folded;
/// assert_eq!(folded("Élodie ŁUKASZ Nguyễn"), "elodie lukasz nguyen");
/// assert_eq!(folded("Straße, e\u{301}te\u{301}"), "strasse, ete");
/// ```
pub fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let is_mark = |c: char| c.general_category() == GeneralCategory::NonspacingMark;
    for c in text.to_lowercase().chars().filter(|&c| !is_mark(c)) {
        match bare(c) {
            "" => folded.push(c),
            letters => folded.push_str(letters),
        }
    }
    folded
}

/// The letters that people type for an accented small Latin letter; empty for any other character.
const fn bare(c: char) -> &'static str {
    match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' | 'ạ'..='ặ' => "a",
        'æ' => "ae",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'ð' | 'ď' | 'đ' => "d",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' | 'ẹ'..='ệ' => "e",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'ĥ' | 'ħ' => "h",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' | 'ỉ'..='ị' => "i",
        'ĵ' => "j",
        'ķ' => "k",
        'ĺ' | 'ļ' | 'ľ' | 'ŀ' | 'ł' => "l",
        'ñ' | 'ń' | 'ņ' | 'ň' => "n",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' | 'ơ' | 'ọ'..='ợ' => "o",
        'œ' => "oe",
        'ŕ' | 'ŗ' | 'ř' => "r",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => "s",
        'ß' => "ss",
        'ţ' | 'ť' | 'ŧ' | 'ț' => "t",
        'þ' => "th",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' | 'ư' | 'ụ'..='ự' => "u",
        'ŵ' => "w",
        'ý' | 'ÿ' | 'ŷ' | 'ỳ'..='ỹ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        _ => "",
    }
}

/// `text` on one line and without anything that could act on a terminal.
///
/// Tabs and line ends become a space, other control characters become `�` (so that an escape
/// sequence is seen for what it is), and every other character of [`is_hidden`] is left out. Of the
/// marks that combine with a character, those beyond [`MOST_MARKS`] are left out too: stacks of
/// them would run over the lines above and below.
///
/// ```
/// use tetralith_core::text::display_text;
/// assert_eq!(display_text("An\u{202e}na\u{1b}[31m\nB."), "Anna�[31m B.");
/// ```
pub fn display_text(text: &str) -> String {
    bound_marks(text.chars().filter_map(shown))
}

/// Like [`display_text`], but line ends (`\n`, `\r\n`) stay as `\n`: for comments of several lines.
pub fn display_lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    bound_marks(text.chars().filter_map(|c| if c == '\n' { Some(c) } else { shown(c) }))
}

/// Like [`display_lines`], but for pages, which are no terminals: the joiners of Persian, of Indian
/// scripts and of emoji stay, since they act on nothing but the letters beside them, and text that
/// is written from right to left is isolated, so that it does not pull the figures after it along.
///
/// ```
/// use tetralith_core::text::page_lines;
/// assert_eq!(page_lines("می\u{200c}روم \u{202e}x"), "\u{2068}می\u{200c}روم\u{2069} x");
/// assert_eq!(page_lines("דנה כהן 3"), "\u{2068}דנה כהן\u{2069} 3");
/// ```
///
/// Source: Unicode Standard Annex 9, "Unicode Bidirectional Algorithm", section 2.4.
pub fn page_lines(text: &str) -> String {
    let joins = |c: char| matches!(c, '\u{200c}' | '\u{200d}');
    let text = text.replace("\r\n", "\n");
    let kept = text.chars().filter_map(|c| if c == '\n' || joins(c) { Some(c) } else { shown(c) });
    enclosed(&bound_marks(kept), "\u{2068}", "\u{2069}")
}

/// Like [`display_lines`], for terminals that set text from right to left in order: an unseen mark
/// of the other direction after each such run keeps figures after it in their place. Terminals know
/// that mark, but hardly one knows isolates.
///
/// ```
/// use tetralith_core::text::terminal_lines;
/// assert_eq!(terminal_lines("דנה כהן 3\u{202e}"), "דנה כהן\u{200e} 3");
/// ```
///
/// Source: Unicode Standard Annex 9, "Unicode Bidirectional Algorithm", section 2.6.
pub fn terminal_lines(text: &str) -> String {
    enclosed(&display_lines(text), "", LEFT_TO_RIGHT)
}

/// The unseen mark that ends a run of text from right to left.
pub const LEFT_TO_RIGHT: &str = "\u{200e}";

/// `text` with `before` and `after` around each run of text from right to left.
fn enclosed(text: &str, before: &str, after: &str) -> String {
    let mut all = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(begin) = rest.find(is_right_to_left) {
        let line = rest[begin..].find('\n').map_or(rest.len(), |end| begin + end);
        // Up to the last such letter before one of another direction.
        let other = |c: char| c.is_alphanumeric() && !is_right_to_left(c);
        let reach = rest[begin..line].find(other).map_or(line, |end| begin + end);
        let last = rest[begin..reach].rfind(is_right_to_left).map_or(begin, |last| begin + last);
        let end = last + rest[last..].chars().next().map_or(0, char::len_utf8);
        all.extend([&rest[..begin], before, &rest[begin..end], after]);
        rest = &rest[end..];
    }
    all + rest
}

/// Returns true for the letters of scripts that are written from right to left.
pub const fn is_right_to_left(c: char) -> bool {
    matches!(c,
        '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// `chars` without the marks that are too many for the character before them.
fn bound_marks(chars: impl Iterator<Item = char>) -> String {
    let mut marks = 0;
    chars
        .filter(|c| {
            marks = if c.width() == Some(0) { marks + 1 } else { 0 };
            marks <= MOST_MARKS
        })
        .collect()
}

fn shown(c: char) -> Option<char> {
    match c {
        '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}' => Some(' '),
        _ if c.is_control() => Some(char::REPLACEMENT_CHARACTER),
        _ => (!is_hidden(c)).then_some(c),
    }
}

/// The nearest character of ASCII for common ones, else a question mark.
///
/// A terminal that is not set to UTF-8 takes some bytes of other characters for controls.
pub const fn ascii_for(c: char) -> char {
    match c {
        '×' => 'x',
        '–' | '—' | '‑' | '▄' => '-',
        '·' | '•' | '▇' => '*',
        '‘' | '’' => '\'',
        '“' | '”' | '«' | '»' => '"',
        '…' | '▂' => '.',
        // Of bars, the higher are the fuller.
        '▁' => '_',
        '▃' => ',',
        '▅' => '=',
        '▆' => '+',
        '█' => '#',
        'À'..='Å' => 'A',
        'Ç' => 'C',
        'È'..='Ë' => 'E',
        'Ì'..='Ï' => 'I',
        'Ñ' => 'N',
        'Ò'..='Ö' | 'Ø' => 'O',
        'Ù'..='Ü' => 'U',
        'Ý' => 'Y',
        'ß' => 's',
        'à'..='å' => 'a',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' | 'ø' => 'o',
        'ù'..='ü' => 'u',
        'ý' | 'ÿ' => 'y',
        _ => '?',
    }
}

/// `text` with [`ascii_for`] in place of every character beyond ASCII.
///
/// ```
/// assert_eq!(tetralith_core::text::ascii_text("Zoë – 大"), "Zoe - ?");
/// ```
pub fn ascii_text(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii() { c } else { ascii_for(c) }).collect()
}

/// JSON `text` with every character of [`is_hidden`] in its strings escaped by `\u`, which does not
/// change its meaning.
///
/// ```
/// use tetralith_core::text::escape_json;
/// let text = "[\n  \"\u{9b}é\u{e0041}\"]".to_owned();
/// assert_eq!(escape_json(text), "[\n  \"\\u009bé\\udb40\\udc41\"]");
/// ```
///
/// Source: RFC 8259, section 7.
pub fn escape_json(text: String) -> String {
    // Between strings there can be no hidden characters but these.
    let acts = |c: char| is_hidden(c) && !matches!(c, '\n' | '\r' | '\t');
    if !text.contains(acts) {
        return text;
    }
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if acts(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        } else {
            escaped.push(c);
        }
    }
    escaped
}

/// The beginning of a text that an error speaks of, shown with hidden characters escaped, tabs and
/// line ends as blanks.
///
/// It keeps at most [`EXCERPT_CHARS`] characters, so an error stays one short sentence in every
/// case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt {
    text: String,
    cut: bool,
}

impl Excerpt {
    /// The beginning of `text`.
    pub fn new(text: &str) -> Self {
        let kept: String = text.chars().take(EXCERPT_CHARS).collect();
        Self { cut: kept.len() < text.len(), text: kept }
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.text.chars() {
            if matches!(c, '\t' | '\n' | '\r') {
                f.write_str(" ")?;
            } else if is_hidden(c) {
                write!(f, "{}", c.escape_unicode())?;
            } else {
                write!(f, "{c}")?;
            }
        }
        f.write_str(if self.cut { "…" } else { "" })
    }
}

/// A number of things, such as `1 stone` or `3 stones`.
///
/// ```
/// assert_eq!(tetralith_core::text::counted(1, "stone"), "1 stone");
/// assert_eq!(tetralith_core::text::counted(0, "stone"), "0 stones");
/// ```
pub fn counted(n: usize, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

/// The word as it is typed at a shell, in quotes if the shell would take it for something else.
///
/// ```
/// use tetralith_core::text::shell_word;
/// assert_eq!(shell_word("room/ann-1"), "room/ann-1");
/// assert_eq!(shell_word("Ann Bee"), r#""Ann Bee""#);
/// assert_eq!(shell_word("it's $5"), r"'it'\''s $5'");
/// ```
pub fn shell_word(word: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.,:/@%+=".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return Cow::Borrowed(word);
    }
    if !word.contains(['"', '$', '`', '\\', '!']) {
        return Cow::Owned(format!("\"{word}\""));
    }
    Cow::Owned(format!("'{}'", word.replace('\'', r"'\''")))
}

/// A number that shows whether bytes have changed, the same in every version of the program.
///
/// Source: Fowler, Noll and Vo, "FNV hash", variant 1a of 64 bits.
pub fn digest(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// True if `text` is an unfinished line of JSON that starts with `begin`: what a program
/// that was killed leaves at the end of a file to which it was adding lines. Any other text is not.
///
/// ```
/// use tetralith_core::text::is_cut_off;
/// assert!(is_cut_off(br#"{"game":"necklace","points":1."#, r#"{"game":""#));
/// assert!(!is_cut_off(br#"{"game":"necklace"}"#, r#"{"game":""#));
/// assert!(!is_cut_off(b"my diary", r#"{"game":""#));
/// ```
pub fn is_cut_off(text: &[u8], begin: &str) -> bool {
    let begins = text.starts_with(begin.as_bytes()) || begin.as_bytes().starts_with(text);
    // As a `Value`: when it ignores values, serde does not distinguish a number that is cut off
    // from one that is wrong.
    begins && serde_json::from_slice::<serde_json::Value>(text).is_err_and(|fault| fault.is_eof())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_acts_on_a_terminal_is_left() {
        for c in (0..=0x10_ffff).filter_map(char::from_u32).filter(|&c| is_hidden(c)) {
            let text = format!("a{c}b");
            assert!(!display_text(&text).chars().any(is_hidden), "{c:?}");
            assert!(!display_lines(&text).chars().any(|c| c != '\n' && is_hidden(c)), "{c:?}");
            assert!(!Excerpt::new(&text).to_string().chars().any(is_hidden), "{c:?}");
        }
    }

    #[test]
    fn hidden_characters_are_those_of_unicode_16() {
        // The four categories and the property, written out: what a later version adds is to be
        // seen here.
        let hidden = |c: char| {
            c.is_control()
                || matches!(c,
                    '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}'
                    | '\u{70f}' | '\u{890}'..='\u{891}'
                    | '\u{8e2}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
                    | '\u{180b}'..='\u{180f}'
                    | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                    | '\u{2060}'..='\u{206f}' | '\u{3164}'
                    | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
                    | '\u{fff0}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}'
                    | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}'
                    | '\u{1d173}'..='\u{1d17a}'
                    | '\u{e0000}'..='\u{e0fff}')
        };
        for c in (0..=0x10_ffff).filter_map(char::from_u32) {
            assert_eq!(is_hidden(c), hidden(c), "{:?}", c.escape_unicode().to_string());
        }
    }

    #[test]
    fn ordinary_text_of_any_script_stays_as_it_is() {
        let text = "Ōmoto – 大本, Ünal & Søren (אב) e5!? 🙂";
        assert_eq!(display_text(text), text);
        assert_eq!(display_lines("a\r\nb\nc\td"), "a\nb\nc d");
    }

    #[test]
    fn marks_do_not_pile_up() {
        let piled = format!("a{}b\u{301}", "\u{301}".repeat(100));
        let bounded = format!("a{}b\u{301}", "\u{301}".repeat(MOST_MARKS));
        assert_eq!(display_text(&piled), bounded);
        assert_eq!(display_lines(&format!("{piled}\n{piled}")), format!("{bounded}\n{bounded}"));
        // Marks on the two sides of characters that are left out count together.
        assert_eq!(display_text(&"\u{301}\u{200b}".repeat(9)), "\u{301}".repeat(MOST_MARKS));
    }

    #[test]
    fn an_excerpt_is_short() {
        assert_eq!(Excerpt::new("e5").to_string(), "e5");
        assert_eq!(Excerpt::new("\u{1b}[2J").to_string(), "\\u{1b}[2J");
        assert_eq!(Excerpt::new("two\nlines").to_string(), "two lines");
        assert_eq!(Excerpt::new(&"é".repeat(EXCERPT_CHARS)).to_string(), "é".repeat(EXCERPT_CHARS));
        assert_eq!(
            Excerpt::new(&"é".repeat(9999)).to_string(),
            format!("{}…", "é".repeat(EXCERPT_CHARS))
        );
    }
}

//! Text in lines of a width, as terminals count columns.

use unicode_width::UnicodeWidthStr as _;

/// Returns the columns that `text` takes.
pub fn width(text: &str) -> u16 {
    text.width().min(usize::from(u16::MAX)) as u16
}

/// The blank that never ends a line.
pub const NO_BREAK: char = '\u{a0}';

/// True if a line may end at `c`.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() && c != NO_BREAK
}

/// Returns `text` in lines of at most `columns`, broken at [blanks](is_blank), but not between a
/// number and its `%`; a word longer than that is broken anywhere.
///
/// Line ends in the text stay, and so does the indentation of a line, which its continuations
/// share. Widths are those of whole strings: that of an emoji is not the sum of its characters'.
///
/// ```
/// use tetralith_core::wrap::wrap;
/// assert_eq!(wrap("one two  three", 9), ["one two", "three"]);
/// ```
pub fn wrap(text: &str, columns: u16) -> Vec<String> {
    let columns = columns.max(1);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let indent: String =
            paragraph.chars().take_while(|c| *c == ' ').take(usize::from(columns) / 2).collect();
        let mut line = indent.clone();
        for word in words(paragraph) {
            let gap = u16::from(line.len() > indent.len());
            if width(&line) + gap + width(word) > columns && line.len() > indent.len() {
                lines.push(std::mem::replace(&mut line, indent.clone()));
            }
            if line.len() > indent.len() {
                line.push(' ');
            }
            for c in word.chars() {
                line.push(c);
                if width(&line) > columns && line.len() > indent.len() + c.len_utf8() {
                    line.pop();
                    lines.push(std::mem::replace(&mut line, indent.clone()));
                    line.push(c);
                }
            }
        }
        lines.push(if line.trim().is_empty() { String::new() } else { line });
    }
    lines
}

/// True if the blank `c` of `paragraph` lies between a number and its `%`.
fn is_before_percent(paragraph: &str, at: usize, c: char) -> bool {
    let has_number = paragraph[..at].ends_with(|last: char| last.is_ascii_digit());
    has_number && paragraph[at + c.len_utf8()..].starts_with('%')
}

/// The parts of `paragraph` between which a line may end.
fn words(paragraph: &str) -> impl Iterator<Item = &str> {
    let ends = paragraph
        .char_indices()
        .filter(|&(at, c)| is_blank(c) && !is_before_percent(paragraph, at, c));
    let ends = ends.map(|(at, _)| at).chain([paragraph.len()]);
    let words = ends.scan(0, |start, end| {
        let word = &paragraph[std::mem::replace(start, end)..end];
        Some(word.trim_matches(is_blank))
    });
    words.filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_words_go_on_in_the_next_line_by_what_they_take() {
        assert_eq!(wrap("one two  three", 9), ["one two", "three"]);
        assert_eq!(wrap(&"x".repeat(20), 8), ["xxxxxxxx", "xxxxxxxx", "xxxx"]);
        // Each of these letters is as wide as two others, and an accent takes no room.
        assert_eq!(wrap(&"日本語".repeat(3), 9), ["日本語日", "本語日本", "語"]);
        assert_eq!(wrap(&"e\u{301}".repeat(9), 8), ["e\u{301}".repeat(8), "e\u{301}".to_owned()]);
        assert_eq!(wrap("ab 12\u{a0}at\u{a0}b2", 10), ["ab", "12\u{a0}at\u{a0}b2"]);
        assert_eq!(wrap("27 % to 11 %. Better", 10), ["27 % to", "11 %.", "Better"]);
    }
}

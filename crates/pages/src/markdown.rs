//! A page as Markdown.

use std::fmt::Write as _;

use tetralith_core::text::{display_text, page_lines};
use tetralith_core::wrap::wrap;

use crate::page::{Block, Page};

/// The page as Markdown. Its pictures lie beside it, in files that begin with `stem`; without it
/// there are none.
pub fn markdown(page: &Page, stem: Option<&str>) -> String {
    let mut text = format!("# {}\n", words(&page.title));
    let is_left_out = |block: &Block| match block {
        Block::Picture(_) => stem.is_none(),
        block => matches!(block, Block::Markup(_)),
    };
    for (at, block) in page.blocks.iter().enumerate() {
        let _ = match (block, stem) {
            (Block::Heading(title), _) => {
                let mut below = page.blocks[at + 1..]
                    .iter()
                    .take_while(|below| !matches!(below, Block::Heading(_)));
                // A section that is left out whole has no heading either.
                if below.clone().next().is_some() && below.all(is_left_out) {
                    continue;
                }
                writeln!(text, "\n## {}", words(title))
            }
            (Block::Text(paragraph), _) => writeln!(text, "\n{}", wrapped(&words(paragraph))),
            (Block::Table { head, rows }, _) => {
                let cells =
                    |row: &Vec<String>| row.iter().map(|cell| words(cell)).collect::<Vec<_>>();
                write!(
                    text,
                    "\n{}",
                    table(&cells(head), &rows.iter().map(cells).collect::<Vec<_>>())
                )
            }
            (Block::Picture(picture), Some(stem)) => {
                let (title, stem) = (words(&picture.title), link(stem));
                writeln!(text, "\n![{title}]({stem}-{}.svg)", picture.name)
            }
            (Block::Picture(_), None) | (Block::Markup(_), _) => Ok(()),
            // JSON on one line, so that nothing in it ends the block.
            (Block::Record(record), _) => {
                writeln!(text, "\n```json\n{}\n```", display_text(record))
            }
        };
    }
    text
}

/// The columns of a paragraph's lines.
const COLUMNS: u16 = 100;

/// A paragraph in lines that begin no list, title or quotation.
fn wrapped(paragraph: &str) -> String {
    let mut lines = wrap(paragraph, COLUMNS);
    for line in lines.iter_mut().skip(1) {
        let first = line.split(' ').next().unwrap_or_default();
        let number = first.trim_end_matches(['.', ')']);
        let is_number = !number.is_empty() && number.bytes().all(|letter| letter.is_ascii_digit());
        if is_number && number.len() < first.len() {
            line.insert(number.len(), '\\');
        } else if line.starts_with(['-', '+', '=', '#', '>']) {
            line.insert(0, '\\');
        }
    }
    lines.join("\n")
}

/// A title, a paragraph or a cell on one line, escaped so that no name from a file is taken for a
/// column, HTML, a link or a picture, nor acts on a terminal.
///
/// It escapes less than [`plain`]: what is harmless within a line stays as it is, since the source
/// is printed, too.
fn words(text: &str) -> String {
    let text = display_text(text);
    let mut out = String::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        // Readers make links of addresses.
        let begins_address = letter == ':' && text[at..].starts_with("://")
            || letter == '.' && ends_with_www(&text[..at]);
        if begins_address {
            out.push('\\');
        }
        escape(letter, "\\`*_[]|~", &mut out);
    }
    out
}

/// Adds a `letter` to `out` as Markdown shows it, if it is one of those `special` to it or would
/// begin something of HTML.
fn escape(letter: char, special: &str, out: &mut String) {
    match letter {
        // Some Markdown readers ignore a backslash before these.
        '<' => out.push_str("&lt;"),
        '&' => out.push_str("&amp;"),
        letter => {
            if special.contains(letter) {
                out.push('\\');
            }
            out.push(letter);
        }
    }
}

/// A table in Markdown whose source can be read, too.
fn table(head: &[String], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = std::iter::once(head).chain(rows.iter().map(Vec::as_slice));
        cells
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or_default()
    };
    let line = |row: &[String]| {
        let cells = row.iter().enumerate().map(|(column, cell)| {
            let blanks = " ".repeat(width(column).saturating_sub(cell.chars().count()));
            if column == 0 { format!(" {cell}{blanks} |") } else { format!(" {blanks}{cell} |") }
        });
        format!("|{}\n", cells.collect::<String>())
    };
    let rules = (0..head.len()).map(|column| {
        let dashes = "-".repeat(width(column) + 1);
        if column == 0 { dashes + "-|" } else { dashes + ":|" }
    });
    let rule = format!("|{}\n", rules.collect::<String>());
    let rows: String = rows.iter().map(|row| line(row)).collect();
    line(head) + &rule + &rows
}

fn ends_with_www(text: &str) -> bool {
    text.as_bytes().last_chunk::<3>().is_some_and(|end| end.eq_ignore_ascii_case(b"www"))
}

/// `text` as Markdown shows it letter by letter: nothing in it is taken for Markdown, for HTML, or
/// for something that acts on a terminal. Its lines stay.
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in page_lines(text).split_inclusive('\n') {
        // Four blanks would begin code.
        let blanks = line.len() - line.trim_start_matches(' ').len();
        let (blanks, line) = if blanks < 4 { (0, line) } else { (blanks, &line[blanks..]) };
        out.extend(std::iter::repeat_n("&nbsp;", blanks));
        let number = line.trim_start().trim_start_matches(|letter: char| letter.is_ascii_digit());
        // The point after a number would begin a list that is numbered again, that after `www` an
        // address.
        let after_number = line.len() - number.len();
        for (at, letter) in line.char_indices() {
            let ends_number =
                at == after_number && line[..at].ends_with(|letter: char| letter.is_ascii_digit());
            if letter == '.' && (ends_number || ends_with_www(&line[..at])) {
                out.push('\\');
            }
            escape(letter, "\\`*_{}[]()#+-!|>~=:", &mut out);
        }
    }
    out
}

/// The name of a file as the target of a link: a space or a bracket would end it.
fn link(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_ascii_alphanumeric() || !c.is_ascii() || "-._~".contains(c) {
            text.push(c);
        } else {
            let _ = write!(text, "%{:02X}", u32::from(c));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_have_short_lines_that_begin_nothing() {
        let words = "word ".repeat(19);
        for (word, escaped) in [("-", "\\-"), ("1.", "1\\."), ("#", "\\#"), ("1.5", "1.5")] {
            let wanted = format!("{words}along\n{escaped} word");
            assert_eq!(wrapped(&format!("{words}along {word} word")), wanted);
        }
    }

    #[test]
    fn markdown_reads_as_text() {
        let mut page = Page::new("A <game>");
        page.heading("Balance");
        page.table(&["players", "share"], vec![vec!["weak".to_owned(), "51 %".to_owned()]]);
        page.picture("trend", "The trend".to_owned(), "<svg></svg>".to_owned());
        page.text("That is all.".to_owned());
        page.markup("<b>".to_owned());
        assert_eq!(
            markdown(&page, Some("game")),
            "# A &lt;game>\n\n## Balance\n\n| players | share |\n|---------|------:|\n| weak    \
             |  51 % |\n\n![The trend](game-trend.svg)\n\nThat is all.\n"
        );
        let text = markdown(&page, None);
        assert!(!text.contains("svg") && text.contains("## Balance"), "{text}");
        page.heading("Maps");
        page.picture("map", "A map".to_owned(), "<svg></svg>".to_owned());
        page.heading("The end");
        page.text("Of it.".to_owned());
        let text = markdown(&page, None);
        assert!(
            !text.contains("Maps") && text.contains("## The end"),
            "a heading above nothing: {text}"
        );
        assert!(markdown(&page, Some("game")).contains("## Maps"));
    }

    #[test]
    fn names_on_pages_are_neither_markdown_nor_terminal_codes() {
        let mut page = Page::new("A game");
        let name = "a|b\n<b>*x*</b> ![y](z) \u{1b}[31m www.x https://y".to_owned();
        page.text(format!("Played by {name}."));
        page.table(&["players", "games"], vec![vec![name.clone(), "2".to_owned()]]);
        page.blocks.push(Block::Record(name));
        let text = markdown(&page, None);
        let shown = r"a\|b &lt;b>\*x\*&lt;/b> !\[y\](z) �\[31m www\.x https\://y";
        assert!(text.contains(&format!("\nPlayed by {shown}.\n")), "{text}");
        assert!(text.contains(&format!("\n| {shown} |     2 |\n")), "{text}");
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    }

    #[test]
    fn text_is_escaped_where_markdown_would_act() {
        assert_eq!(plain("*no* <b>, [a](b)"), r"\*no\* &lt;b\>, \[a\]\(b\)");
        assert_eq!(plain("    c3"), "&nbsp;&nbsp;&nbsp;&nbsp;c3");
        assert_eq!(plain("3. c3, 4.5 www.x"), r"3\. c3, 4.5 www\.x");
    }
}

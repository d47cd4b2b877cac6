//! A page as Markdown.

use std::fmt::Write as _;

use tetralith_core::text::display_lines;

use crate::page::{Block, Page};

/// The page as Markdown. Its pictures lie beside it, in files that begin with `stem`; without it there are none.
pub fn markdown(page: &Page, stem: Option<&str>) -> String {
    let mut text = format!("# {}\n", page.title);
    for block in &page.blocks {
        let _ = match (block, stem) {
            (Block::Heading(title), _) => writeln!(text, "\n## {title}"),
            (Block::Text(paragraph), _) => writeln!(text, "\n{paragraph}"),
            (Block::Table { head, rows }, _) => write!(text, "\n{}", table(head, rows)),
            (Block::Picture(picture), Some(stem)) => {
                writeln!(text, "\n![{}]({stem}-{}.svg)", picture.title, picture.name)
            }
            (Block::Picture(_), None) | (Block::Markup(_), _) => Ok(()),
            (Block::Record(record), _) => writeln!(text, "\n```json\n{record}\n```"),
        };
    }
    text
}

/// A table in Markdown whose source can be read, too.
fn table(head: &[String], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = std::iter::once(head).chain(rows.iter().map(Vec::as_slice));
        cells.filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or_default()
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

/// `text` as Markdown shows it letter by letter: nothing in it is taken for Markdown, for HTML, or for something that acts on a
/// terminal. Its lines stay.
///
/// ```
/// assert_eq!(tetralith_page::plain("*no* <b>, [a](b)"), r"\*no\* &lt;b\>, \[a\]\(b\)");
/// ```
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in display_lines(text).chars() {
        match letter {
            // Some readers take a backslash before it for nothing.
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '(' | ')' | '#' | '+' | '-' | '!' | '|' | '>' | '~'
            | '=' | ':' => {
                out.push('\\');
                out.push(letter);
            }
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

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
            "# A <game>\n\n## Balance\n\n| players | share |\n|---------|------:|\n| weak    |  51 % |\n\n\
             ![The trend](game-trend.svg)\n\nThat is all.\n"
        );
        assert!(!markdown(&page, None).contains("svg"));
    }
}

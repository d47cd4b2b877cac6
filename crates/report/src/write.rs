//! A page as text.

use std::fmt::Write as _;

use crate::chart::escaped;
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
            (Block::Picture(_), None) => Ok(()),
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

/// The page as HTML that stands by itself, pictures inside.
pub fn html(page: &Page) -> String {
    let title = escaped(&page.title);
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width\"><style>\n\
         body {{ font-family: sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; line-height: 1.5 }}\n\
         table {{ border-collapse: collapse }} td, th {{ padding: 0.2em 0.8em; border-bottom: 1px solid #ccc; text-align: right }}\n\
         td:first-child, th:first-child {{ text-align: left }} pre {{ overflow-x: auto; background: #f4f4f0; padding: 0.5em }}\n\
         svg {{ max-width: 100%; height: auto }}\n</style></head><body>\n<h1>{title}</h1>\n"
    );
    for block in &page.blocks {
        let _ = match block {
            Block::Heading(title) => writeln!(text, "<h2>{}</h2>", escaped(title)),
            Block::Text(paragraph) => writeln!(text, "<p>{}</p>", escaped(paragraph)),
            Block::Table { head, rows } => {
                let cells = |row: &[String], tag: &str| -> String {
                    row.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect::<Vec<_>>().concat()
                };
                let rows: Vec<String> = rows.iter().map(|row| format!("<tr>{}</tr>\n", cells(row, "td"))).collect();
                let rows = rows.concat();
                writeln!(text, "<table><tr>{}</tr>\n{rows}</table>", cells(head, "th"))
            }
            Block::Picture(picture) => {
                writeln!(text, "<figure>{}<figcaption>{}</figcaption></figure>", picture.svg, escaped(&picture.title))
            }
            Block::Record(record) => writeln!(text, "<pre>{}</pre>", escaped(record)),
        };
    }
    text + "</body></html>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Page {
        let mut page = Page { title: "A <game>".to_owned(), blocks: Vec::new() };
        page.heading("Balance");
        page.table(&["players", "share"], vec![vec!["weak".to_owned(), "51 %".to_owned()]]);
        page.picture("trend", "The trend".to_owned(), "<svg></svg>".to_owned());
        page.text("That is all.".to_owned());
        page
    }

    #[test]
    fn markdown_reads_as_text() {
        assert_eq!(
            markdown(&page(), Some("game")),
            "# A <game>\n\n## Balance\n\n| players | share |\n|---------|------:|\n| weak    |  51 % |\n\n\
             ![The trend](game-trend.svg)\n\nThat is all.\n"
        );
        assert!(!markdown(&page(), None).contains("svg"));
    }

    #[test]
    fn html_stands_by_itself() {
        let html = html(&page());
        assert!(
            html.contains("<h1>A &lt;game&gt;</h1>") && html.contains("<svg></svg>") && html.contains("<td>51 %</td>")
        );
    }
}

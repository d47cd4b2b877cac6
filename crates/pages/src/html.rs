//! A page as HTML.

use std::fmt::Write as _;

use tetralith_core::text::page_lines;

use crate::page::{Block, Page};

pub(crate) const STYLE: &str = include_str!("page.css");

/// The policy of a page: it may load nothing.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/// The beginning of every page, up to its title.
const BEGIN: &str = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>";

/// True if `text` begins like a page that [`html`] made, with any title.
pub fn is_html(text: &str) -> bool {
    let rest = text.strip_prefix(BEGIN).and_then(|rest| rest.split_once("</title>\n"));
    rest.is_some_and(|(_, rest)| rest.starts_with(&policy()))
}

/// The line that states what a page may load.
fn policy() -> String {
    format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n")
}

/// The page as one HTML file, pictures inside.
pub fn html(page: &Page) -> String {
    let title = escaped(&page.title);
    let mut text = format!(
        "{BEGIN}{title}</title>\n{}<meta name=\"viewport\" content=\"width=device-width, \
         initial-scale=1\"><style>\n{STYLE}{}</style></head><body>\n<h1>{title}</h1>\n",
        policy(),
        page.style
    );
    for block in &page.blocks {
        let _ = match block {
            Block::Heading(title) => writeln!(text, "<h2>{}</h2>", escaped(title)),
            Block::Text(paragraph) => writeln!(text, "<p>{}</p>", escaped(paragraph)),
            Block::Table { head, rows } => {
                let cells = |row: &[String], tag: &str| -> String {
                    row.iter()
                        .map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell)))
                        .collect::<Vec<_>>()
                        .concat()
                };
                let rows: Vec<String> =
                    rows.iter().map(|row| format!("<tr>{}</tr>\n", cells(row, "td"))).collect();
                let rows = rows.concat();
                writeln!(
                    text,
                    "<div class=\"scroll\"><table><tr>{}</tr>\n{rows}</table></div>",
                    cells(head, "th")
                )
            }
            Block::Picture(picture) => {
                writeln!(
                    text,
                    "<figure>{}<figcaption>{}</figcaption></figure>",
                    picture.svg,
                    escaped(&picture.title)
                )
            }
            Block::Record(record) => writeln!(text, "<pre>{}</pre>", escaped(record)),
            Block::Markup(html) => writeln!(text, "{html}"),
        };
    }
    if !page.script.is_empty() {
        let _ = write!(text, "<script>\n{}</script>\n", page.script);
    }
    text + "</body></html>\n"
}

/// `text` escaped for HTML and XML, and without anything that acts on a terminal; its line ends
/// stay.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in page_lines(text).chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_needs_no_other_file() {
        let mut page = Page::new("A <game>");
        page.heading("Balance");
        page.table(&["players", "share"], vec![vec!["weak".to_owned(), "51 %".to_owned()]]);
        page.picture("trend", "The trend".to_owned(), "<svg></svg>".to_owned());
        page.text("That is \"all\" & 'more' \u{1b}[31m.".to_owned());
        let html = html(&page);
        for part in [
            "<h1>A &lt;game&gt;</h1>",
            "<svg></svg>",
            "<td>51 %</td>",
            "&quot;all&quot; &amp; &#39;more&#39;",
        ] {
            assert!(html.contains(part), "{part}: {html}");
        }
        assert!(!html.contains("http:") && !html.contains("https:") && !html.contains('\u{1b}'));
    }

    #[test]
    fn a_page_is_recognised_by_its_beginning() {
        let page = html(&Page::new("A <game> of\ntwo lines"));
        assert!(is_html(&page) && is_html(&page[..page.find("<style>").expect("it has styles")]));
        let others = [
            "",
            "{\"format\":\"tetralith\"}",
            "<!DOCTYPE html>\n<html lang=\"en\"><head><title>x</title>\n",
        ];
        assert!(others.iter().all(|text| !is_html(text)));
        assert!(!is_html(&page.replace(POLICY, "default-src *")));
    }
}

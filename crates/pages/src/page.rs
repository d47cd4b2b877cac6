//! A page by its parts, independent of its format.

/// A page of headings, text, tables and pictures, for Markdown or HTML.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Page {
    /// The title, for the window and the first heading.
    pub title: String,
    /// Its parts, in order.
    pub blocks: Vec<Block>,
    /// Additions to the styles of HTML, for the [markup](Block::Markup) of the page.
    pub style: String,
    /// The script of HTML, if it has one.
    pub script: String,
}

/// A part of a page, from a heading to a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// The title of a section.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// A table, whose columns but for the first hold figures.
    Table {
        /// The titles of the columns.
        head: Vec<String>,
        /// The rows, each as long as the head.
        rows: Vec<Vec<String>>,
    },
    /// A chart or a map.
    Picture(Picture),
    /// A game as a one-line record.
    Record(String),
    /// Raw HTML, for anything not covered above; all texts in it are [escaped](crate::escaped).
    /// Markdown leaves it out.
    Markup(String),
}

/// A picture as SVG.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// A short name in lower case, for a file.
    pub name: &'static str,
    /// The contents.
    pub title: String,
    /// The SVG.
    pub svg: String,
}

impl Page {
    /// A page with nothing but its title.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// The pictures of the page, in order.
    pub fn pictures(&self) -> impl Iterator<Item = &Picture> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Picture(picture) => Some(picture),
            _ => None,
        })
    }

    /// Adds the title of a section.
    pub fn heading(&mut self, title: &str) {
        self.blocks.push(Block::Heading(title.to_owned()));
    }

    /// Adds a paragraph.
    pub fn text(&mut self, text: String) {
        self.blocks.push(Block::Text(text));
    }

    /// Adds a table with these titles of columns.
    pub fn table(&mut self, head: &[&str], rows: Vec<Vec<String>>) {
        self.blocks.push(Block::Table {
            head: head.iter().map(|&title| title.to_owned()).collect(),
            rows,
        });
    }

    /// Adds a picture.
    pub fn picture(&mut self, name: &'static str, title: String, svg: String) {
        self.blocks.push(Block::Picture(Picture { name, title, svg }));
    }

    /// Adds raw HTML, in which all texts are escaped.
    pub fn markup(&mut self, html: String) {
        self.blocks.push(Block::Markup(html));
    }
}

//! A page as what it consists of, whichever way it is written.

/// A page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Page {
    /// Its title.
    pub title: String,
    /// Its parts, in order.
    pub blocks: Vec<Block>,
}

/// A part of a page.
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
}

/// A picture as SVG.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// A short name in lower case, for a file.
    pub name: &'static str,
    /// What it shows.
    pub title: String,
    /// The SVG.
    pub svg: String,
}

impl Page {
    /// The pictures of the page, in order.
    pub fn pictures(&self) -> impl Iterator<Item = &Picture> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Picture(picture) => Some(picture),
            _ => None,
        })
    }

    pub(crate) fn heading(&mut self, title: &str) {
        self.blocks.push(Block::Heading(title.to_owned()));
    }

    pub(crate) fn text(&mut self, text: String) {
        self.blocks.push(Block::Text(text));
    }

    pub(crate) fn table(&mut self, head: &[&str], rows: Vec<Vec<String>>) {
        self.blocks.push(Block::Table { head: head.iter().map(|&title| title.to_owned()).collect(), rows });
    }

    pub(crate) fn picture(&mut self, name: &'static str, title: String, svg: String) {
        self.blocks.push(Block::Picture(Picture { name, title, svg }));
    }
}

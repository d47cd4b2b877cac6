//! The forms in which a game goes to a file.

use std::path::Path;

use tetralith_picture::Format;

/// A form in which a game goes to a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A picture.
    Picture(Format),
    /// The annotated game as Markdown.
    Markdown,
    /// The annotated game as one page of HTML.
    Html,
}

impl Form {
    /// Every form.
    pub fn all() -> impl Iterator<Item = Self> {
        Format::ALL.into_iter().map(Self::Picture).chain([Self::Markdown, Self::Html])
    }

    /// The name on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Self::Picture(format) => format.id(),
            Self::Markdown => "markdown",
            Self::Html => "html",
        }
    }

    /// The usual ending of files, another name on the command line.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Picture(format) => format.ending(),
            Self::Markdown => "md",
            Self::Html => "html",
        }
    }

    /// The form in a few words.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Picture(format) => format.description(),
            Self::Markdown => "The annotated game as Markdown",
            Self::Html => "The annotated game as a web page that works offline",
        }
    }

    /// Returns the form that files with the ending of `path` are in.
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "md" | "markdown" => Some(Self::Markdown),
            "html" | "htm" => Some(Self::Html),
            _ => Format::of(path).map(Self::Picture),
        }
    }
}

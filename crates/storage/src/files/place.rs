//! The places that records are read from.

use std::path::{Path, PathBuf};

use tetralith_core::game_line::{self, is_game_line};

use super::SavedGameError;

/// The place of a record, as a path names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordPlace<'a> {
    /// A file, whether or not it is there.
    File(&'a Path),
    /// One of the records in a file, by a path such as `LIST#3`.
    InList {
        /// The file.
        list: &'a Path,
        /// The number of the record, counted from 1.
        number: usize,
    },
    /// A [game in a line](tetralith_core::game_line), which is in no file.
    Line(&'a str),
}

impl<'a> RecordPlace<'a> {
    /// The place that `path` names: a file of that very name before all else.
    ///
    /// ```
    /// use std::path::Path;
    /// use tetralith_storage::files::RecordPlace;
    /// assert_eq!(RecordPlace::of(Path::new("necklace/5#c3")), RecordPlace::Line("necklace/5#c3"));
    /// let files = ["new.json", "out/12#3.png"].map(Path::new);
    /// assert!(files.iter().all(|path| RecordPlace::of(path).file().is_ok()));
    /// ```
    pub fn of(path: &'a Path) -> Self {
        let Some(text) = path.to_str().filter(|_| !path.exists()) else { return Self::File(path) };
        if let Some((list, number)) = text.rsplit_once('#')
            && let Ok(number) = number.parse()
            && Path::new(list).is_file()
        {
            return Self::InList { list: Path::new(list), number };
        }
        if is_game_line(text) { Self::Line(text) } else { Self::File(path) }
    }

    /// The file, which alone can be written to.
    ///
    /// # Errors
    /// [`SavedGameError::NoFile`] of the other places: a file of such a name would hide them.
    pub fn file(self) -> Result<&'a Path, SavedGameError> {
        let (path, what) = match self {
            Self::File(path) => return Ok(path),
            // A file may have a name that only begins as a line does.
            Self::Line(line) if game_line::read(line).is_err() => return Ok(Path::new(line)),
            Self::InList { list, number } => {
                (numbered_path(list, number), "one of the records in a file")
            }
            Self::Line(line) => (PathBuf::from(line), "a game in a line"),
        };
        Err(SavedGameError::NoFile { path, what })
    }
}

/// The path of record `number` of the list at `path`, counted from 1.
///
/// ```
/// use std::path::Path;
/// use tetralith_storage::files::numbered_path;
/// assert_eq!(numbered_path(Path::new("club.json"), 3), Path::new("club.json#3"));
/// ```
pub fn numbered_path(path: &Path, number: usize) -> PathBuf {
    let mut numbered = path.as_os_str().to_owned();
    numbered.push(format!("#{number}"));
    numbered.into()
}

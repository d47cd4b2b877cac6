//! Writing and reading single files and listing directories, whatever is in them.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{FileError, leftovers};

/// The path under which a Unix system shows a process its own standard input.
pub(super) const STDIN: &str = "/dev/stdin";

/// The fate of a file that is there already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// It is replaced.
    Replace,
    /// It stays, and nothing is written.
    Keep,
}

/// One entry of a directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its path.
    pub path: PathBuf,
    /// True if it is a directory.
    pub is_dir: bool,
    /// The time it was last written, if the system says so.
    pub modified: Option<SystemTime>,
}

/// Writes `contents` to `path`: all of it or, on an error, nothing.
///
/// # Errors
/// [`FileError::Exists`] if a file is there and `existing` says to keep it,
/// [`FileError::NoDirectory`] if there is no directory for it, [`FileError::Special`] if what is
/// there is no file, else [`FileError::Write`].
pub fn write(path: &Path, contents: impl AsRef<[u8]>, existing: Existing) -> Result<(), FileError> {
    put((path, path), contents.as_ref(), existing, Flush::Now, |_| ()).map(drop)
}

/// Makes sure that [`write()`] could replace the file at `path` now, so that long work is not done
/// in vain; leaves nothing behind.
///
/// # Errors
/// Those of [`write()`]: the directory is not there, nothing can be written in it, or what is there
/// is no file.
pub fn check_place(path: &Path) -> Result<(), FileError> {
    let target = target(path, path)?;
    let dir = directory(&target, path)?;
    leftovers::begin(dir)
        .map(drop)
        .map_err(|source| FileError::Write { path: path.to_owned(), source })
}

/// Makes sure that there is a directory for a file at `path`, which need not be one in which files
/// can be made: a file that is there may be added to.
///
/// # Errors
/// Those of [`write()`] for a directory that is not there, or in the place of the file.
pub fn check_directory(path: &Path) -> Result<(), FileError> {
    directory(path, path).map(drop)
}

/// The file that is replaced for the one at `path`, which an error calls `named`: the target of a
/// link, not the link.
fn target<'a>(path: &'a Path, named: &Path) -> Result<Cow<'a, Path>, FileError> {
    if !path.is_symlink() {
        return Ok(path.into());
    }
    path.canonicalize().map(Cow::Owned).map_err(|_| FileError::Special { path: named.to_owned() })
}

/// The directory of a file at `path`, which an error calls `named`.
fn directory<'a>(path: &'a Path, named: &Path) -> Result<&'a Path, FileError> {
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if path.is_dir() {
        let source = io::Error::from(io::ErrorKind::IsADirectory);
        return Err(FileError::Write { path: named.to_owned(), source });
    }
    if path.metadata().is_ok_and(|facts| !facts.is_file()) {
        return Err(FileError::Special { path: named.to_owned() });
    }
    // If the directory cannot be looked into, the system says so itself.
    if dir.try_exists().is_ok_and(|exists| !exists) {
        return Err(FileError::NoDirectory { path: named.to_owned(), dir: dir.to_owned() });
    }
    Ok(dir)
}

/// The time at which a file that is written gets to the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flush {
    /// At once, however long it takes.
    Now,
    /// Written to the disk when the system likes.
    Later,
}

/// Writes as [`write`] does, to a path that an error calls `named`; `before` is called when the
/// file is whole and not yet named.
pub(super) fn put(
    (path, named): (&Path, &Path),
    contents: &[u8],
    existing: Existing,
    flush: Flush,
    before: impl FnOnce(&File),
) -> Result<File, FileError> {
    let failed = |source| FileError::Write { path: named.to_owned(), source };
    let target = match existing {
        Existing::Replace => target(path, named)?,
        Existing::Keep => path.into(),
    };
    let path = &*target;
    let dir = directory(path, named)?;
    if existing == Existing::Keep && path.symlink_metadata().is_ok() {
        return Err(FileError::Exists { path: named.to_owned() });
    }
    let mut file = leftovers::begin(dir).map_err(failed)?;
    // Through the file itself, since errors of the temporary wrapper name the temporary path.
    file.as_file_mut().write_all(contents).map_err(failed)?;
    if flush == Flush::Now {
        file.as_file().sync_all().map_err(failed)?;
    }
    before(file.as_file());
    let persisted = match existing {
        Existing::Replace => file.persist(path),
        Existing::Keep => file.persist_noclobber(path),
    };
    let file = persisted.map_err(|error| match error.error.kind() {
        io::ErrorKind::AlreadyExists => FileError::Exists { path: named.to_owned() },
        _ => failed(error.error),
    })?;
    // The rename itself is on the disk once its directory is. Not every system can flush one; the
    // file is whole either way.
    if flush == Flush::Now
        && let Ok(dir) = File::open(dir)
    {
        let _ = dir.sync_all();
    }
    Ok(file)
}

/// Reads the file at `path`, up to `limit` bytes.
///
/// Only regular files are read, so that a pipe nobody writes to cannot hold the program up; what a
/// shell hands over already open (`/dev/stdin`, `/dev/fd/3`) may be a pipe.
///
/// # Errors
/// [`FileError::Read`], [`FileError::NotRegular`], or [`FileError::TooLarge`] if there is more.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    let failed = |source| FileError::Read { path: path.to_owned(), source };
    let handed_over = path == Path::new(STDIN) || path.starts_with("/dev/fd");
    let file = if handed_over { File::open(path) } else { open_at_once(path) }.map_err(failed)?;
    let kind = file.metadata().map_err(failed)?.file_type();
    if kind.is_dir() {
        return Err(failed(io::Error::from(io::ErrorKind::IsADirectory)));
    }
    if !kind.is_file() && !handed_over {
        return Err(FileError::NotRegular { path: path.to_owned() });
    }
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > limit {
        return Err(FileError::TooLarge { path: path.to_owned(), limit });
    }
    Ok(bytes)
}

/// Opens `path` for reading without waiting for anybody to write to it.
pub(super) fn open_at_once(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
    );
    options.read(true).open(path)
}

/// The directories and the `.json` files in `dir`, directories first and by name, files newest
/// first.
///
/// # Errors
/// [`FileError::Read`] if the directory cannot be read.
pub fn list(dir: &Path) -> Result<Vec<Entry>, FileError> {
    let failed = |source| FileError::Read { path: dir.to_owned(), source };
    let mut entries = Vec::new();
    for entry in fs::read_dir(dir).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
        // A link that leads nowhere, or a file gone since, is no concern of a list.
        let Ok(metadata) = fs::metadata(&path) else { continue };
        let is_dir = metadata.is_dir();
        if !hidden
            && (is_dir
                || path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json")))
        {
            entries.push(Entry { path, is_dir, modified: metadata.modified().ok() });
        }
    }
    entries.sort_by(|a, b| {
        b.is_dir
            .cmp(&a.is_dir)
            .then_with(|| {
                if a.is_dir { std::cmp::Ordering::Equal } else { b.modified.cmp(&a.modified) }
            })
            .then_with(|| a.path.cmp(&b.path))
    });
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::super::Files;
    use super::*;

    #[test]
    fn what_exists_is_replaced_only_when_asked() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.json");
        write(&path, "old", Existing::Keep).unwrap();
        assert!(matches!(write(&path, "new", Existing::Keep), Err(FileError::Exists { .. })));
        assert_eq!(read(&path, 10).unwrap(), b"old");
        write(&path, "new", Existing::Replace).unwrap();
        assert_eq!(read(&path, 10).unwrap(), b"new");
        assert_eq!(list(dir.path()).unwrap().len(), 1, "nothing is left beside it");
    }

    #[test]
    fn reading_is_bounded() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.json");
        write(&path, "12345", Existing::Keep).unwrap();
        assert_eq!(read(&path, 5).unwrap().len(), 5);
        assert!(matches!(read(&path, 4), Err(FileError::TooLarge { limit: 4, .. })));
        assert!(matches!(read(dir.path(), 4), Err(FileError::Read { .. })));
    }

    #[test]
    #[cfg(unix)]
    fn what_is_no_regular_file_is_refused_at_once() {
        use std::os::unix::net::UnixListener;
        let dir = tempfile::tempdir().unwrap();
        let fifo = dir.path().join("fifo");
        assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let error = read(&fifo, 4).unwrap_err();
        assert!(matches!(error, FileError::NotRegular { .. }), "{error}");
        assert!(error.to_string().contains("fifo is not a regular file"), "{error}");
        assert!(matches!(read(Path::new("/dev/zero"), 4), Err(FileError::NotRegular { .. })));
        for existing in [Existing::Keep, Existing::Replace] {
            let error = write(&fifo, "x", existing).unwrap_err();
            assert!(error.to_string().ends_with("give the path of one, or a new path"), "{error}");
        }
        assert!(!fifo.is_file());
        // Behind a link lies what is meant.
        let (file, link) = (dir.path().join("file"), dir.path().join("link"));
        write(&file, "1", Existing::Keep).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        assert!(matches!(write(&link, "2", Existing::Keep), Err(FileError::Exists { .. })));
        write(&link, "2", Existing::Replace).unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"2");
        let socket = dir.path().join("socket");
        let _listener = UnixListener::bind(&socket).unwrap();
        assert!(
            matches!(read(&socket, 4), Err(FileError::Read { .. })),
            "sockets cannot be opened"
        );
    }

    #[test]
    fn writing_where_nothing_can_be_written_says_where() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("no").join("such").join("x.json");
        let error = write(&path, "", Existing::Replace).unwrap_err().to_string();
        assert!(
            error.ends_with(&format!("there is no directory {}", path.parent().unwrap().display())),
            "{error}"
        );
        // It is the same before anything is written.
        assert_eq!(check_place(&path).unwrap_err().to_string(), error);
        let error = write(dir.path(), "", Existing::Replace).unwrap_err().to_string();
        assert_eq!(check_place(dir.path()).unwrap_err().to_string(), error);
        check_place(&dir.path().join("x.json")).unwrap();
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "nothing is left behind");
        check_place(Path::new("x.json")).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn a_link_that_leads_nowhere_is_refused_before_anything_is_written() {
        let dir = tempfile::tempdir().unwrap();
        let link = dir.path().join("link");
        std::os::unix::fs::symlink(dir.path().join("absent"), &link).unwrap();
        let error = write(&link, "", Existing::Replace).unwrap_err().to_string();
        assert_eq!(check_place(&link).unwrap_err().to_string(), error);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn why_nothing_can_be_written_the_system_says() {
        let missing =
            io::Error::from_raw_os_error(rustix::io::Errno::NOENT.raw_os_error()).to_string();
        let error =
            write(Path::new("/proc/x.json"), "", Existing::Replace).unwrap_err().to_string();
        assert_eq!(error, format!("cannot write /proc/x.json: {missing}"));
        // It is the same before anything is written, though the directory is there.
        assert_eq!(check_place(Path::new("/proc/x.json")).unwrap_err().to_string(), error);
        check_directory(Path::new("/proc/x.json")).unwrap();
        let error = Files::at("/proc/x".into()).check().unwrap_err().to_string();
        assert!(
            error.ends_with(&format!("nothing can be written in /proc ({missing})")),
            "{error}"
        );
    }
}

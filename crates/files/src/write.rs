//! Writing and reading single files.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use tetralith_core::text::display_text;

use crate::{Disk, FileError, System, UnderWay};

/// The path under which a Unix system shows a process its own standard input.
pub(crate) const STDIN: &str = "/dev/stdin";

/// The bytes of a file that show what wrote it: more than any title takes.
const MOST_HEAD: u64 = 1 << 16;

/// The fate of a file that is there already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// The new file takes its place.
    Replace,
    /// It stays, and nothing is written.
    Keep,
}

/// The time when a file that is written gets to the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flush {
    /// At once, however long it takes.
    Now,
    /// When the system likes.
    Later,
}

/// A file to be written by [`put`].
#[derive(Clone, Copy, Debug)]
pub struct Put<'a> {
    /// Its path.
    pub path: &'a Path,
    /// The file that it will become: errors name that one, and if it exists, its permissions are
    /// those of the new file.
    pub of: &'a Path,
    /// The fate of a file at `path`.
    pub existing: Existing,
    /// The time when the disk has it.
    pub flush: Flush,
}

/// Returns a path as it is shown, without anything that acts on a terminal.
pub fn shown(path: &Path) -> String {
    display_text(&path.to_string_lossy())
}

/// Writes `contents` to `path`: all of it or, on an error, nothing.
///
/// A link stays, and a file that is replaced keeps its permissions.
///
/// # Errors
/// [`FileError::Exists`] if a file is there and `existing` says to keep it,
/// [`FileError::NoDirectory`] if there is no directory for it, [`FileError::Special`] if what is
/// there is no file, else [`FileError::Write`].
pub fn write(path: &Path, contents: impl AsRef<[u8]>, existing: Existing) -> Result<(), FileError> {
    let file = Put { path, of: path, existing, flush: Flush::Now };
    put(&System, file, contents.as_ref(), |_| ()).map(drop)
}

/// Writes as [`write()`] does to `disk`; `before` is called when the file is whole and has no name
/// yet.
///
/// # Errors
/// As for [`write()`].
pub fn put(
    disk: &dyn Disk,
    Put { path, of, existing, flush }: Put<'_>,
    contents: &[u8],
    before: impl FnOnce(&File),
) -> Result<File, FileError> {
    let failed = |source| FileError::Write { path: of.to_owned(), source };
    let taken = || FileError::Exists { path: of.to_owned() };
    let path = match existing {
        Existing::Replace => target(path, of)?,
        Existing::Keep => path.into(),
    };
    let dir = directory(&path, of)?;
    if existing == Existing::Keep && path.symlink_metadata().is_ok() {
        return Err(taken());
    }
    let permissions = of.metadata().ok().map(|metadata| metadata.permissions());
    let under_way = UnderWay::begin(disk, dir, permissions.is_some()).map_err(failed)?;
    disk.write(under_way.file(), contents).map_err(failed)?;
    if let Some(permissions) = permissions {
        // Some file systems have no permissions to set.
        let _ = disk.permit(under_way.file(), permissions);
    }
    if flush == Flush::Now {
        disk.sync(under_way.file()).map_err(failed)?;
    }
    before(under_way.file());
    let named = under_way.name(|from| match existing {
        Existing::Replace => disk.rename(from, &path),
        Existing::Keep => {
            if name_free(disk, from, &path)? {
                // The file is whole under its name; an old name that stays is tidied away later.
                let _ = disk.remove(from);
            }
            Ok(())
        }
    });
    let file = named.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => taken(),
        _ => failed(error),
    })?;
    // The new name is on the disk once its directory is. Not every system can flush one; the file
    // is whole either way.
    if flush == Flush::Now
        && let Ok(dir) = File::open(dir)
    {
        let _ = disk.sync(&dir);
    }
    Ok(file)
}

/// Moves the file `from` to `to`, where nothing may be.
///
/// # Errors
/// [`FileError::Exists`] if something is there, else [`FileError::Write`]; the file is where it
/// was.
pub fn move_to_free(disk: &dyn Disk, from: &Path, to: &Path) -> Result<(), FileError> {
    let moved = name_free(disk, from, to).and_then(|has_both| {
        if has_both {
            // If this undoes nothing, the file is still where it was, and there as well.
            disk.remove(from).inspect_err(|_| drop(disk.remove(to)))?;
        }
        Ok(())
    });
    moved.map_err(|source| match source.kind() {
        io::ErrorKind::AlreadyExists => FileError::Exists { path: to.to_owned() },
        _ => FileError::Write { path: to.to_owned(), source },
    })
}

/// Gives the file `from` the name `to`, which must be free, as well as the file system can do it;
/// returns true if its old name is left to be removed.
fn name_free(disk: &dyn Disk, from: &Path, to: &Path) -> io::Result<bool> {
    match disk.rename_to_free(from, to) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {}
        named => return named.map(|()| false),
    }
    // A hard link fails for certain if the name is taken, where a plain rename would replace.
    match disk.link(from, to) {
        Ok(()) => Ok(true),
        Err(_) if to.symlink_metadata().is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
        // Some file systems have neither; there a name that is taken this very moment is lost.
        Err(_) => disk.rename(from, to).map(|()| false),
    }
}

/// Makes sure that [`write()`] could replace the file at `path` now, so that long work is not done
/// in vain; leaves no file.
///
/// # Errors
/// Those of [`write()`]: the directory is not there, nothing can be written in it, or what is there
/// is no file.
pub fn check_place(path: &Path) -> Result<(), FileError> {
    let target = target(path, path)?;
    let dir = directory(&target, path)?;
    crate::begin(dir).map(drop).map_err(|source| FileError::Write { path: path.to_owned(), source })
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
    // If the directory cannot be looked into, the system reports that itself.
    if dir.try_exists().is_ok_and(|exists| !exists) {
        return Err(FileError::NoDirectory { path: named.to_owned(), dir: dir.to_owned() });
    }
    Ok(dir)
}

/// True if a file may be written to `path` without a loss: nothing is there, nothing is in it, or
/// its beginning `is_ours`.
///
/// # Errors
/// Those of [`read_start`].
pub fn takes(path: &Path, is_ours: impl FnOnce(&[u8]) -> bool) -> Result<bool, FileError> {
    match read_start(path, MOST_HEAD) {
        Err(FileError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => Ok(true),
        head => head.map(|head| head.is_empty() || is_ours(&head)),
    }
}

/// Reads the file at `path`, up to `limit` bytes.
///
/// Only regular files are read, so that a pipe without a writer cannot hold the program up. A file
/// that a shell hands over already open (`/dev/stdin`, `/dev/fd/3`) may be a pipe.
///
/// # Errors
/// [`FileError::Read`], [`FileError::NotRegular`], or [`FileError::TooLarge`] if there is more.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    let bytes = read_start(path, limit + 1)?;
    if bytes.len() as u64 > limit {
        return Err(FileError::TooLarge { path: path.to_owned(), limit });
    }
    Ok(bytes)
}

/// Reads the first bytes of the file at `path`, at most `most`, as [`read`] does.
///
/// # Errors
/// [`FileError::Read`] or [`FileError::NotRegular`].
pub fn read_start(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let read = open(path)?.take(most).read_to_end(&mut bytes);
    read.map_err(|source| FileError::Read { path: path.to_owned(), source })?;
    Ok(bytes)
}

/// Opens the file at `path`, of any length, for reading, by the rules of [`read`].
///
/// # Errors
/// [`FileError::Read`] or [`FileError::NotRegular`].
pub fn open(path: &Path) -> Result<File, FileError> {
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
    Ok(file)
}

/// Opens `path` for reading without waiting for a pipe's writer.
pub(crate) fn open_at_once(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
    );
    options.read(true).open(path)
}

#[cfg(test)]
mod tests;

//! Files under way, and tidying up after a program that was killed while it wrote one.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use tempfile::{Builder, NamedTempFile};

/// The beginning of the name of a file under way.
pub(super) const PREFIX: &str = ".tetralith-";

/// The number of letters and digits, drawn at random, that follow in such a name.
const RANDOM: usize = 6;

/// The age at which nobody can be writing to a file any more: writing one takes milliseconds.
const OLD: Duration = Duration::from_secs(24 * 60 * 60);

/// Creates a file in `dir` whose name shows that it is still being written, in case its writer is
/// killed.
///
/// The user's mask decides who may read it, as with any other file: pictures and records are made
/// to be handed on.
///
/// # Errors
/// The system's own; it does not name the file, which would mean nothing to whoever asked for
/// another.
pub fn begin(dir: &Path) -> io::Result<NamedTempFile> {
    let create = |path: &Path| File::options().read(true).write(true).create_new(true).open(path);
    Builder::new().prefix(PREFIX).rand_bytes(RANDOM).make_in(dir, create)
}

/// Deletes from `dir` the files whose writing began, as far as their names and times tell, a day or
/// more before `now`.
///
/// Only for this program's own directories: elsewhere nobody but a file's owner may delete it.
pub(super) fn tidy(dir: &Path, now: SystemTime) {
    let Ok(entries) = fs::read_dir(dir) else { return };
    for entry in entries.flatten().filter(|entry| is_ours(&entry.file_name().to_string_lossy())) {
        // This is of the entry itself, not of what a link leads to.
        let Ok(metadata) = entry.metadata() else { continue };
        let age = metadata.modified().ok().and_then(|modified| now.duration_since(modified).ok());
        if metadata.is_file() && age.is_some_and(|age| age >= OLD) {
            // What cannot be deleted now is tried again later; it is in nobody's way.
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn is_ours(name: &str) -> bool {
    let random = name.strip_prefix(PREFIX).unwrap_or_default();
    random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::super::{FileError, Files, list};
    use super::*;
    use std::path::PathBuf;

    fn made(path: PathBuf, age: Duration) -> PathBuf {
        let file = File::create(&path).unwrap();
        file.set_modified(SystemTime::now() - age).unwrap();
        path
    }

    #[test]
    fn what_a_killed_writer_left_goes_with_the_next_new_file_and_nothing_else_does() {
        let dir = tempfile::tempdir().unwrap();
        let files = Files::at(dir.path().join("data"));
        let own = [files.games(), files.unfinished(), files.data().to_owned()];
        for own in &own {
            fs::create_dir_all(own).unwrap();
        }
        let left = own
            .each_ref()
            .map(|own| made(own.join(".tetralith-aB3xY9"), OLD + Duration::from_secs(60)));
        let under_way =
            own.each_ref().map(|own| made(own.join(".tetralith-aB3xY8"), Duration::ZERO));
        let from_tomorrow = files.games().join(".tetralith-aB3xY7");
        File::create(&from_tomorrow).unwrap().set_modified(SystemTime::now() + OLD).unwrap();
        let others = [
            "tetralith-aB3xY9",
            ".tetralith-aB3xY",
            ".tetralith-notes!",
            ".tetralith-a.json",
            "old.json",
        ]
        .map(|name| made(files.games().join(name), 2 * OLD));
        let elsewhere = made(dir.path().join(".tetralith-aB3xY9"), 2 * OLD);
        let directory = files.games().join(".tetralith-direct");
        fs::create_dir(&directory).unwrap();
        File::open(&directory).unwrap().set_modified(SystemTime::now() - 2 * OLD).unwrap();

        let kept = files.keep(None, "greylox-x", false, "1").unwrap();
        files.keep_progress(|_| Ok::<_, FileError>("learnt".to_owned())).unwrap();
        assert!(left.iter().all(|path| !path.exists()));
        let stay = under_way.iter().chain(&others).chain([
            &from_tomorrow,
            &elsewhere,
            &directory,
            &kept.path,
        ]);
        stay.for_each(|path| assert!(path.exists(), "{}", path.display()));
        assert_eq!(list(&files.unfinished()).unwrap().len(), 1);
    }

    #[test]
    #[cfg(unix)]
    fn a_link_is_left_alone_and_so_is_what_it_leads_to() {
        let dir = tempfile::tempdir().unwrap();
        let precious = made(dir.path().join("precious"), 2 * OLD);
        let link = dir.path().join(".tetralith-aB3xY9");
        std::os::unix::fs::symlink(&precious, &link).unwrap();
        // Links have times of their own, so it is now that is far away.
        tidy(dir.path(), SystemTime::now() + 2 * OLD);
        assert!(precious.exists() && link.is_symlink());
    }
}

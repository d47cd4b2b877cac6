use std::fs;

use super::*;
use crate::faults::FaultyDisk;
use crate::list;

#[test]
fn a_file_is_replaced_only_if_asked() {
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
fn files_are_kept_without_links_or_a_rename_to_a_free_name() {
    let dir = tempfile::tempdir().unwrap();
    let disk = FaultyDisk::without_links();
    let [path, other] = ["x.json", "y.json"].map(|name| dir.path().join(name));
    let file = |path| Put { path, of: path, existing: Existing::Keep, flush: Flush::Now };
    put(&disk, file(&path), b"1", |_| ()).unwrap();
    assert!(matches!(put(&disk, file(&path), b"2", |_| ()), Err(FileError::Exists { .. })));
    put(&disk, file(&other), b"2", |_| ()).unwrap();
    assert!(matches!(move_to_free(&disk, &path, &other), Err(FileError::Exists { .. })));
    move_to_free(&disk, &path, &dir.path().join("z.json")).unwrap();
    assert_eq!(read(&other, 9).unwrap(), b"2");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
}

#[test]
fn files_whose_old_name_stays_are_written_but_not_moved() {
    let dirs = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [from, to] = dirs.each_ref().map(|dir| dir.path().join("x.json"));
    let disk = FaultyDisk::with_links_alone(dirs[0].path());
    let file = Put { path: &from, of: &from, existing: Existing::Keep, flush: Flush::Now };
    put(&disk, file, b"1", |_| ()).unwrap();
    assert_eq!(read(&from, 9).unwrap(), b"1");
    assert!(matches!(put(&disk, file, b"2", |_| ()), Err(FileError::Exists { .. })));
    assert!(matches!(move_to_free(&disk, &from, &to), Err(FileError::Write { .. })));
    assert!(from.exists() && !to.exists(), "it is where it was");
    move_to_free(&FaultyDisk::with_links_alone(dirs[1].path()), &from, &to).unwrap();
    assert!(!from.exists() && to.exists());
}

#[test]
#[cfg(unix)]
fn permissions_stay_as_they_were() {
    use std::os::unix::fs::PermissionsExt as _;

    let dir = tempfile::tempdir().unwrap();
    let [path, draft] = ["x.json", ".x.json"].map(|name| dir.path().join(name));
    write(&path, "1", Existing::Keep).unwrap();
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    for wanted in [0o600, 0o640, 0o666] {
        fs::set_permissions(&path, fs::Permissions::from_mode(wanted)).unwrap();
        write(&path, "2", Existing::Replace).unwrap();
        let file =
            Put { path: &draft, of: &path, existing: Existing::Replace, flush: Flush::Later };
        put(&System, file, b"3", |_| ()).unwrap();
        assert_eq!((mode(&path), mode(&draft)), (wanted, wanted));
    }
}

#[test]
fn a_disk_that_stops_leaves_the_old_file_or_the_new_one() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.json");
    for changes in 0.. {
        write(&path, "old", Existing::Replace).unwrap();
        let disk = FaultyDisk::stopped_after(changes);
        let file = Put { path: &path, of: &path, existing: Existing::Replace, flush: Flush::Now };
        let written = put(&disk, file, b"new", |_| ());
        let expected: &[u8] = if written.is_ok() { b"new" } else { b"old" };
        assert_eq!(read(&path, 9).unwrap(), expected, "{changes}");
        if !disk.has_stopped() {
            break;
        }
    }
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
fn free_places_empty_files_and_own_ones_take_a_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.html");
    let is_taken = || !takes(&path, |head| head.starts_with(b"ours")).unwrap();
    assert!(!is_taken());
    for (text, wanted) in [("", false), ("ours, and more", false), ("notes", true)] {
        write(&path, text, Existing::Replace).unwrap();
        assert_eq!(is_taken(), wanted, "{text}");
    }
    assert!(matches!(takes(dir.path(), |_| true), Err(FileError::Read { .. })));
}

#[test]
#[cfg(unix)]
fn pipes_and_devices_are_refused_at_once() {
    use std::os::unix::net::UnixListener;
    let dir = tempfile::tempdir().unwrap();
    let fifo = dir.path().join("fifo");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let error = read(&fifo, 4).unwrap_err();
    assert!(matches!(error, FileError::NotRegular { .. }), "{error}");
    assert!(error.to_string().contains("fifo is not a regular file"), "{error}");
    assert!(matches!(read(Path::new("/dev/zero"), 4), Err(FileError::NotRegular { .. })));
    assert!(matches!(takes(&fifo, |_| true), Err(FileError::NotRegular { .. })));
    for existing in [Existing::Keep, Existing::Replace] {
        let error = write(&fifo, "x", existing).unwrap_err();
        assert!(error.to_string().ends_with("name one, or a new path"), "{error}");
    }
    assert!(!fifo.is_file());
    let (file, link) = (dir.path().join("file"), dir.path().join("link"));
    write(&file, "1", Existing::Keep).unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    assert!(matches!(write(&link, "2", Existing::Keep), Err(FileError::Exists { .. })));
    write(&link, "2", Existing::Replace).unwrap();
    assert!(link.is_symlink());
    assert_eq!(fs::read(&file).unwrap(), b"2", "the target is written");
    let socket = dir.path().join("socket");
    let _listener = UnixListener::bind(&socket).unwrap();
    assert!(matches!(read(&socket, 4), Err(FileError::Read { .. })), "sockets cannot be opened");
}

#[test]
fn a_missing_directory_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("no").join("such").join("x.json");
    let error = write(&path, "", Existing::Replace).unwrap_err().to_string();
    let named = format!("there is no directory {}", path.parent().unwrap().display());
    assert!(error.ends_with(&named), "{error}");
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
fn a_link_that_leads_nowhere_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let link = dir.path().join("link");
    std::os::unix::fs::symlink(dir.path().join("absent"), &link).unwrap();
    let error = write(&link, "", Existing::Replace).unwrap_err().to_string();
    assert_eq!(check_place(&link).unwrap_err().to_string(), error);
}

#[test]
#[cfg(target_os = "linux")]
fn the_systems_own_reason_is_shown() {
    let missing = io::Error::from_raw_os_error(rustix::io::Errno::NOENT.raw_os_error()).to_string();
    let path = Path::new("/proc/x.json");
    let error = write(path, "", Existing::Replace).unwrap_err().to_string();
    assert_eq!(error, format!("cannot write /proc/x.json: {missing}"));
    // It is the same before anything is written, though the directory is there.
    assert_eq!(check_place(path).unwrap_err().to_string(), error);
    check_directory(path).unwrap();
}

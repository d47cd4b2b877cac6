//! The dates of games: those of their records, which outlive copies and backups of the files.

use std::cmp::Reverse;
use std::path::Path;
use std::time::SystemTime;

use tetralith_files::{FileEntry, read_start};
use tetralith_session::kept::value_of;
use tetralith_session::time::Zone;

use super::draft;

/// The bytes of a file in which the date is looked for: records have it before their moves.
const HEAD: u64 = 4_096;

/// The `entries` of a list, directories first, then files by the dates of their records, the latest
/// first; a file without one has the time when it was written.
pub(crate) fn by_date(mut entries: Vec<FileEntry>) -> Vec<FileEntry> {
    for entry in entries.iter_mut().filter(|entry| !entry.is_dir) {
        entry.date = date_of(&entry.path).or(entry.date);
    }
    // Directories keep their order, and so do files of the same date.
    entries.sort_by_key(|entry| (!entry.is_dir, Reverse(entry.date.filter(|_| !entry.is_dir))));
    entries
}

/// The date of the record at `path`, or of its draft if there is only that.
fn date_of(path: &Path) -> Option<SystemTime> {
    let head = read_start(path, HEAD).or_else(|_| read_start(&draft::beside(path), HEAD)).ok()?;
    let text = value_of(&head, "date")?.strip_prefix(b"\"")?;
    let date = text.split(|&byte| byte == b'"').next()?;
    Zone::Local.time(std::str::from_utf8(date).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_in_the_order_of_their_records() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        let dates = ["2026-03-01T12:00:00Z", "2026-03-01T12:30:00+01:00", "2025-01-01", "never"];
        for (name, date) in ["a.json", "b.json", "c.json", "d.json"].iter().zip(dates) {
            let text = format!(r#"{{"event": "a \"date\"", "date" : "{date}", "moves": []}}"#);
            std::fs::write(path(name), text).unwrap();
        }
        std::fs::write(draft::beside(&path("e.json")), r#"{"date":"2024-12-31"}"#).unwrap();
        let entry = |name: &str, is_dir, date| FileEntry { path: path(name), is_dir, date };
        let now = Some(SystemTime::UNIX_EPOCH);
        let entries = ["b.json", "e.json", "c.json", "d.json", "a.json", "gone.json"]
            .map(|name| entry(name, false, now));
        let listed = by_date([&entries[..], &[entry("dir", true, None)]].concat());
        let names: Vec<_> = listed.iter().map(|it| it.path.file_name().unwrap()).collect();
        let wanted = ["dir", "a.json", "b.json", "c.json", "e.json", "d.json", "gone.json"];
        assert_eq!(names, wanted);
        assert_eq!(listed[5].date, now, "a date that is none does not count");
    }
}

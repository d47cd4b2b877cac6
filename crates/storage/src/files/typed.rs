//! Paths as people type and paste them.

use std::path::{Path, PathBuf};

use super::in_home;

/// The path that `typed` means: as it is, with the home directory for a `~`, if a file of that name
/// exists; else as terminals paste files that are dropped on them, in quotes, with backslashes
/// before blanks, or as a `file:` URL.
///
/// Sources: XCU 2.2, "Quoting"; RFC 8089, "The file URI Scheme".
pub(crate) fn typed_path(typed: &Path) -> PathBuf {
    let as_it_is = in_home(typed);
    let Some(text) = as_it_is.to_str().filter(|_| !as_it_is.exists()) else { return as_it_is };
    let text = text.trim();
    match text.get(..5) {
        Some(scheme) if scheme.eq_ignore_ascii_case("file:") => of_url(&text[5..]),
        _ => unquoted(text).map(PathBuf::from),
    }
    .unwrap_or_else(|| as_it_is.clone())
}

/// The path of a `file:` URL, given what follows its colon; `None` if it is of another host.
fn of_url(rest: &str) -> Option<PathBuf> {
    let path = match rest.strip_prefix("//") {
        Some(rest) => {
            let (host, path) = rest.split_at(rest.find('/')?);
            (host.is_empty() || host.eq_ignore_ascii_case("localhost")).then_some(path)?
        }
        None => rest,
    };
    let path = decoded(path)?;
    // On Windows a drive follows the first slash.
    let is_drive = |path: &&str| cfg!(windows) && path.get(1..2) == Some(":");
    let drive = path.strip_prefix('/').filter(is_drive);
    Some(PathBuf::from(drive.unwrap_or(&path)))
}

/// `text` with the bytes that its percent signs encode.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [byte, tail @ ..] = rest {
        let digits = (*byte == b'%').then(|| tail.get(..2)).flatten();
        let digits = digits.filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        let hex = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        if let Some(decoded) = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            bytes.push(decoded);
            rest = &tail[2..];
        } else {
            bytes.push(*byte);
            rest = tail;
        }
    }
    String::from_utf8(bytes).ok()
}

/// `text` without the quotes and backslashes of a shell; `None` if a quote is not closed. On
/// Windows a backslash parts directories and stays.
fn unquoted(text: &str) -> Option<String> {
    let mut path = String::with_capacity(text.len());
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            (None, '\\') if cfg!(not(windows)) => path.push(chars.next()?),
            (Some('"'), '\\') if cfg!(not(windows)) => {
                let next = chars.next()?;
                if !matches!(next, '"' | '\\' | '$' | '`') {
                    path.push(c);
                }
                path.push(next);
            }
            _ => path.push(c),
        }
    }
    quote.is_none().then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn dropped_file_is_found_however_it_is_quoted() {
        for text in [
            "/games/a b.json",
            " /games/a b.json ",
            "'/games/a b.json'",
            "\"/games/a b.json\"",
            r"/games/a\ b.json",
            "'/games/'\"a b.json\"",
            "file:///games/a%20b.json",
            "file://localhost/games/a%20b.json",
            "FILE:/games/a%20b.json",
        ] {
            assert_eq!(typed_path(Path::new(text)), Path::new("/games/a b.json"), "{text}");
        }
        assert_eq!(typed_path(Path::new(r"'it'\''s.json'")), Path::new("it's.json"));
        assert_eq!(
            typed_path(Path::new("it's.json")),
            Path::new("it's.json"),
            "no quote is closed"
        );
        assert_eq!(typed_path(Path::new("file:///a%2.json")), Path::new("/a%2.json"));
        assert_eq!(typed_path(Path::new("file://elsewhere/a")), Path::new("file://elsewhere/a"));
    }

    #[test]
    fn existing_file_is_taken_by_its_own_name() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("'quoted'");
        std::fs::write(&path, "").unwrap();
        assert_eq!(typed_path(&path), path);
    }
}

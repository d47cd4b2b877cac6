//! A text in the user's own editor: in a file that only the user can read, which is removed again.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, DirBuilder};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{self, Command, ExitStatus};

use tetralith_core::record::MAX_COMMENT;
use tetralith_files::shown;

/// The names that are tried for a directory that does not exist yet.
const NAMES: u32 = 1_000;

/// The status of a shell that finds no such command.
///
/// Source: POSIX.1-2017, "Shell and Utilities", 2.8.2 "Exit Status for Commands".
const NOT_FOUND: i32 = 127;

/// The command of the user's editor, as the environment names it.
///
/// Source: POSIX.1-2017, "Environment Variables", 8.3; the first is for editors of a whole screen.
pub(super) fn command() -> Option<OsString> {
    let set = |name| env::var_os(name).filter(|command| !command.is_empty());
    set("VISUAL").or_else(|| set("EDITOR"))
}

/// Has `text` changed in the editor that `command` starts, and returns the new text.
///
/// # Errors
/// A sentence without its full stop. A text that was written but can be no comment stays in its
/// file, which the sentence names.
pub(super) fn edit(text: &str, command: &OsStr) -> Result<String, String> {
    let dir =
        make_dir().map_err(|error| format!("cannot create a file for the editor: {error}"))?;
    let path = dir.join("comment.txt");
    let written = write_in(&path, text, command).map(|bytes| comment(&bytes));
    if let Ok(Err(why)) = &written {
        let kept = shown(&path);
        return Err(format!("{why}, so the comment stays as it was; your text is in {kept}"));
    }
    // A file that cannot be removed is still readable by the user alone.
    let _ = fs::remove_dir_all(&dir);
    written?
}

/// The comment that an editor has written.
fn comment(bytes: &[u8]) -> Result<String, String> {
    let text = str::from_utf8(bytes).map_err(|_| "the editor's text is not UTF-8")?;
    let text = text.trim_end().replace("\r\n", "\n");
    if text.len() > MAX_COMMENT {
        let most = MAX_COMMENT >> 10;
        return Err(format!("a comment has at most {most} KiB"));
    }
    Ok(text)
}

/// Has `text` changed in the file at `path`, and returns what is there then.
fn write_in(path: &Path, text: &str, command: &OsStr) -> Result<Vec<u8>, String> {
    let of = |what: &str, error: io::Error| format!("the text for the editor {what}: {error}");
    fs::write(path, format!("{text}\n")).map_err(|error| of("cannot be written", error))?;
    let name = command.to_string_lossy();
    let status = run(command, path)
        .map_err(|error| format!("the editor '{name}' cannot be started: {error}"))?;
    if status.code() == Some(NOT_FOUND) {
        return Err(format!("the editor '{name}' is not found; set VISUAL or EDITOR to another"));
    }
    if !status.success() {
        return Err(format!("the editor '{name}' failed, so the comment stays as it was"));
    }
    fs::read(path).map_err(|error| of("cannot be read", error))
}

/// Makes a directory of a new name that is the user's alone.
fn make_dir() -> io::Result<PathBuf> {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix has a mode to set"))]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    let names = (0..NAMES).map(|n| format!("tetralith-{}-{n}", process::id()));
    let mut made = Err(io::ErrorKind::AlreadyExists.into());
    for name in names {
        let path = env::temp_dir().join(name);
        made = builder.create(&path).map(|()| path);
        if !matches!(&made, Err(error) if error.kind() == io::ErrorKind::AlreadyExists) {
            break;
        }
    }
    made
}

/// Runs the editor until it ends. On Unix its name may have options after it, as other programs
/// take it.
#[cfg(unix)]
fn run(command: &OsStr, path: &Path) -> io::Result<ExitStatus> {
    // An editor that stopped would leave a terminal that nothing reads: to stop is for the program.
    // An interrupt is for the editor: the shell that waits for it would end with it.
    let mut script = OsString::from("trap '' TSTP; trap : INT QUIT; ");
    script.push(command);
    script.push(" \"$1\"");
    Command::new("sh").arg("-c").arg(script).arg("sh").arg(path).status()
}

#[cfg(not(unix))]
fn run(command: &OsStr, path: &Path) -> io::Result<ExitStatus> {
    Command::new(command).arg(path).status()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn edited(text: &str, command: &str) -> Result<String, String> {
        edit(text, OsStr::new(command))
    }

    #[test]
    fn editors_change_the_text_and_may_have_options() {
        assert_eq!(edited("a good move", "true").as_deref(), Ok("a good move"));
        let script = r#"sh -c 'text=$(cat "$1"); echo "$text, a better one" > "$1"' sh"#;
        assert_eq!(edited("a\nmove", script).as_deref(), Ok("a\nmove, a better one"));
    }

    #[test]
    fn editors_that_fail_change_nothing() {
        for (command, says) in [
            ("false", "the editor 'false' failed, so the comment stays as it was"),
            ("/no/such/editor", "'/no/such/editor' is not found; set VISUAL or EDITOR"),
            ("rm", "cannot be read"),
            (r"printf '\377' >", "not UTF-8"),
            ("head -c 70000 /dev/zero | tr '\\0' x >", "at most 64 KiB"),
        ] {
            let why = edited("a good move", command).expect_err(command);
            assert!(why.contains(says), "{command}: {why}");
            // The text is not lost with the refusal.
            let kept = why.split_once("your text is in ").map(|(_, path)| Path::new(path));
            assert_eq!(kept.is_some(), says == "not UTF-8" || says == "at most 64 KiB");
            if let Some(kept) = kept {
                assert!(fs::metadata(kept).unwrap().len() > 0);
                fs::remove_dir_all(kept.parent().unwrap()).unwrap();
            }
        }
    }

    #[test]
    fn files_for_the_editor_are_private_and_removed() {
        let list = r#"sh -c 'ls -ld "$(dirname "$1")" > "$1"' sh"#;
        let listed = edited("secret", list).unwrap();
        assert!(listed.starts_with("drwx------"), "{listed}");
        let place = edited("secret", r#"sh -c 'echo "$1" > "$1"' sh"#).unwrap();
        assert!(place.contains("tetralith-") && !Path::new(&place).exists(), "{place}");
    }
}

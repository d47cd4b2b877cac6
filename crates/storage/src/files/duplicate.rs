//! One game in two files: left by a program that was killed while it moved a game between the two
//! directories.
//!
//! A game that ends, or is reopened, is written to a file in the other directory; then the old file
//! is deleted, and last its draft. If the program is killed in between, the same game lies in two
//! or three places, and only their contents tell them from other games of the same name.

use std::path::Path;

use tetralith_core::record::MAX_BYTES;
use tetralith_core::{Record, Timeline};

use super::ancestry::has_all;
use super::newest::{alone, beside, newest};
use super::{Kept, list, read, replay};

/// The same game in another file.
#[derive(Debug)]
pub(super) struct Duplicate {
    /// That file.
    pub(super) kept: Kept,
    /// True if it or its draft says the very same; else it is an earlier state.
    pub(super) is_same: bool,
}

/// Finds another copy of `game`, which `text` holds, in `dir`, under a name related to `name`.
///
/// Prefers a copy with exactly the same text; a copy with a draft of its own counts only if its
/// text is the same.
pub(super) fn find(
    dir: &Path,
    name: &str,
    text: &str,
    game: &(Record, Timeline),
) -> Option<Duplicate> {
    let entries = alone(dir).into_iter().chain(list(dir).unwrap_or_default());
    let named = |path: &Path| {
        path.file_stem().and_then(|stem| stem.to_str()).is_some_and(|stem| related(stem, name))
    };
    let duplicates =
        entries.filter(|entry| !entry.is_dir && named(&entry.path)).filter_map(|entry| {
            let has_draft = beside(&entry.path).symlink_metadata().is_ok();
            let is_same = newest(&entry.path).ok()?.bytes == text.as_bytes();
            let bytes = read(&entry.path, MAX_BYTES as u64).unwrap_or_default();
            let is_duplicate = is_same
                || !has_draft && replay(&bytes).is_ok_and(|earlier| has_all(game, &earlier));
            is_duplicate.then(|| Duplicate { kept: Kept::of(entry.path, &bytes), is_same })
        });
    duplicates.max_by_key(|duplicate| duplicate.is_same)
}

/// Returns true if `a` and `b` may be names of one game, one of them numbered because another game
/// had the name.
fn related(a: &str, b: &str) -> bool {
    let names = |name| [name, root(name)];
    names(a).iter().any(|name| names(b).contains(name))
}

/// `name` without the number that a namesake has; the time at which a game began, which follows its
/// date, is not such a number.
fn root(name: &str) -> &str {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let numbers: Vec<usize> =
        name.rsplit('-').take_while(|part| is_number(part)).map(str::len).collect();
    let is_time = numbers.starts_with(&["1613".len(), "21".len(), "11".len(), "2026".len()]);
    match name.rsplit_once('-') {
        Some((root, _)) if !numbers.is_empty() && !is_time => root,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use tetralith_core::timeline::Note;
    use tetralith_core::{Colour, Game, Reason, Setup};

    use super::super::ancestry::is_earlier;
    use super::*;

    /// A record of `steps` steps on a board of `size`, changed as `change` does.
    fn text(size: i64, steps: usize, change: impl FnOnce(&mut Record, &mut Timeline)) -> String {
        let mut timeline = Timeline::new(
            Game::new("necklace", &Setup { size: Some(size), ..Setup::default() }).unwrap(),
        );
        for _ in 0..steps {
            let mut legal = Vec::new();
            timeline.position().legal_steps(&mut legal);
            timeline.play(legal[0]).unwrap();
        }
        let mut record =
            Record { date: Some("2026-11-21T16:25:01Z".to_owned()), ..Record::default() };
        change(&mut record, &mut timeline);
        record.write(&timeline).unwrap()
    }

    fn game(text: &str) -> (Record, Timeline) {
        replay(text.as_bytes()).unwrap()
    }

    #[test]
    fn an_earlier_state_is_one_that_says_nothing_more() {
        let now = text(9, 4, |_, _| ());
        let said = |_: &mut Record, timeline: &mut Timeline| {
            timeline.set_note(
                timeline.cursor(),
                Note { comment: "good".to_owned(), ..Note::default() },
            );
        };
        let given_up = |_: &mut Record, timeline: &mut Timeline| {
            assert!(timeline.end(Colour::First, Reason::Resignation))
        };
        let other_way = |_: &mut Record, timeline: &mut Timeline| {
            let mut legal = Vec::new();
            timeline.position().legal_steps(&mut legal);
            timeline.play(legal[1]).unwrap();
        };
        let named = |record: &mut Record, _: &mut Timeline| record.event = Some("club".to_owned());
        let later = |record: &mut Record, _: &mut Timeline| {
            record.date = Some("2026-11-21T16:25:02Z".to_owned())
        };
        for steps in 0..=4 {
            assert!(is_earlier(text(9, steps, |_, _| ()).as_bytes(), &game(&now)), "{steps}");
        }
        let others = [
            text(9, 5, |_, _| ()),
            text(9, 3, said),
            text(9, 3, given_up),
            text(9, 3, other_way),
            text(9, 3, named),
            text(9, 3, later),
            text(10, 3, |_, _| ()),
        ];
        for other in &others {
            assert!(!is_earlier(other.as_bytes(), &game(&now)), "{other}");
            assert!(is_earlier(other.as_bytes(), &game(other)), "{other}");
        }
        assert!(is_earlier(text(9, 3, |_, _| ()).as_bytes(), &game(&text(9, 3, given_up))));
        assert!(!is_earlier(b"{}", &game(&now)));
    }

    #[test]
    fn namesakes_are_known_by_their_names() {
        for (a, b) in [
            ("x", "x"),
            ("x", "x-2"),
            ("x-2", "x"),
            ("x-2", "x-3"),
            ("a-1-2", "a-1"),
            ("x-2026-11-21", "x-2026-11-21-2"),
            ("x-2026-11-21-1613", "x-2026-11-21-1613-2"),
            ("x-2026-11-21-1613-3", "x-2026-11-21-1613-2"),
        ] {
            assert!(related(a, b), "{a} {b}");
        }
        for (a, b) in [
            ("x", "y"),
            ("x", "x-a"),
            ("x", "xx"),
            ("x-", "x"),
            ("", "x"),
            ("x-2026-11-21-1613", "x-2026-11-21-1614"),
        ] {
            assert!(!related(a, b), "{a} {b}");
        }
    }
}

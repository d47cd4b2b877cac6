//! The names of files that commands read and write.

use std::path::Path;

/// True if the name of the file at `path` ends in `ending`, which is in lower case, in
/// letters of either case.
pub(super) fn ends_in(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending))
}

//! Reading a record from a file.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use tetralith_core::record::MAX_BYTES;
use tetralith_core::{Record, Timeline};

use crate::error::Error;

/// Reads the record at `path`; of a file that is too large, only as much as shows that it is.
///
/// # Errors
/// [`Error::Read`] or [`Error::Record`].
pub(super) fn load(path: &Path) -> Result<(Record, Timeline), Error> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes))
        .map_err(|source| Error::Read { path: path.to_owned(), source })?;
    Record::read(&bytes).map_err(|source| Error::Record { path: path.to_owned(), source })
}

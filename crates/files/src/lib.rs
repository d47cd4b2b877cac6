//! Files, safely: written whole or not at all, locked against other instances, read within bounds.
//!
//! Every file that is written whole goes through [`Disk`], so that tests can stop it at any
//! operation. A [`GrowingFile`] and a lock file beside another file do not. A user's own things
//! stay as they were: links lead where they led, and a file keeps its permissions.
#![forbid(unsafe_code)]

mod disk;
mod error;
#[cfg(feature = "faults")]
pub mod faults;
mod growing;
mod list;
mod lock;
mod under_way;
mod write;

pub use disk::{Disk, System};
pub use error::FileError;
pub use growing::GrowingFile;
pub use list::{FileEntry, ends_in, is_hidden, is_record, list};
pub use lock::{FileLock, LockPlace, hold, hold_at, hold_soon, hold_soon_on};
pub use under_way::{PREFIX, UnderWay, begin, tidy};
pub use write::{
    Existing, Flush, Put, check_directory, check_place, move_to_free, open, put, read, read_start,
    shown, takes, write,
};

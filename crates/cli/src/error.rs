//! The reason why a command failed, and the exit status that follows from its kind.

use std::error::Error;
use std::fmt::{self, Display};
use std::io;
use std::path::Path;

use tetralith_core::SetupError;
use tetralith_files::{FileError, shown};

/// The kinds of failure that a script can distinguish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// The input is at fault, or something could not be read or written: status 1.
    Input,
    /// The command line is at fault: status 2.
    Usage,
    /// The limits did not suffice: status 3.
    Limits,
    /// Asked to end; the work can be taken up again (`EX_TEMPFAIL`): status 75.
    Ended,
    /// Standard output failed: status 1, or 0 if its reader has seen enough.
    Output,
}

/// The reason why a command did not do what it was asked, in one sentence.
#[derive(Debug)]
pub struct CommandError {
    kind: ErrorKind,
    message: String,
    source: Option<Box<dyn Error + Send + Sync>>,
}

impl CommandError {
    /// A failure of this kind that no other error caused.
    pub fn new(kind: ErrorKind, message: impl Display) -> Self {
        Self { kind, message: message.to_string(), source: None }
    }

    /// A failure of this kind, in the words of the error that caused it.
    pub fn caused(kind: ErrorKind, source: impl Error + Send + Sync + 'static) -> Self {
        Self { kind, message: source.to_string(), source: Some(Box::new(source)) }
    }

    /// A fault of the input.
    pub fn input(message: impl Display) -> Self {
        Self::new(ErrorKind::Input, message)
    }

    /// A fault of the input, in the words of the error that found it.
    pub fn faulty(source: impl Error + Send + Sync + 'static) -> Self {
        Self::caused(ErrorKind::Input, source)
    }

    /// A fault of the file at `path`, for this reason.
    pub fn in_file(path: &Path, reason: impl Display) -> Self {
        Self::input(format_args!("{}: {reason}", shown(path)))
    }

    /// A fault of standard input.
    pub fn unreadable(error: io::Error) -> Self {
        let message = format!("the input cannot be read: {error}");
        Self { kind: ErrorKind::Input, message, source: Some(Box::new(error)) }
    }

    /// A fault of the command line.
    pub fn usage(message: impl Display) -> Self {
        Self::new(ErrorKind::Usage, message)
    }

    /// Asked to end after `done` of `all` pieces of work called `what`; `next` explains how the
    /// work can be continued.
    pub fn ended(done: usize, all: usize, what: &str, next: &str) -> Self {
        let count = format_args!("{done} of {all} {what} done; {next}");
        Self::new(ErrorKind::Ended, format_args!("stopped before the work was done: {count}"))
    }

    /// The kind of the failure.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The program's exit status.
    pub const fn status(&self) -> u8 {
        match self.kind {
            ErrorKind::Input | ErrorKind::Output => 1,
            ErrorKind::Usage => 2,
            ErrorKind::Limits => 3,
            ErrorKind::Ended => 75,
        }
    }

    /// True if the reader of standard output has left, which is no fault.
    pub fn is_broken_pipe(&self) -> bool {
        let source = self.source.as_ref().and_then(|source| source.downcast_ref::<io::Error>());
        self.kind == ErrorKind::Output
            && source.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for CommandError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        // The message is the source's own, so what follows is the source of that.
        self.source.as_ref().and_then(|source| source.source())
    }
}

impl From<SetupError> for CommandError {
    fn from(error: SetupError) -> Self {
        Self::caused(ErrorKind::Usage, error)
    }
}

impl From<FileError> for CommandError {
    fn from(error: FileError) -> Self {
        Self::caused(ErrorKind::Input, error)
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> Self {
        let message = format!("the output cannot be written: {error}");
        Self { kind: ErrorKind::Output, message, source: Some(Box::new(error)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_statuses_follow_the_kind() {
        let kinds = [ErrorKind::Input, ErrorKind::Usage, ErrorKind::Limits, ErrorKind::Ended];
        let statuses = kinds.map(|kind| CommandError::new(kind, "a sentence").status());
        assert_eq!(statuses, [1, 2, 3, 75]);
    }

    #[test]
    fn only_a_reader_of_the_output_who_has_left_is_no_fault() {
        let left = || io::Error::from(io::ErrorKind::BrokenPipe);
        assert!(CommandError::from(left()).is_broken_pipe());
        assert!(!CommandError::from(io::Error::from(io::ErrorKind::StorageFull)).is_broken_pipe());
        assert!(!CommandError::caused(ErrorKind::Input, left()).is_broken_pipe());
    }
}

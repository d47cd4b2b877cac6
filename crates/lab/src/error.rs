//! The errors of this crate as failures of its commands.

use tetralith_cli::{CommandError, ErrorKind};
use tetralith_engine::solve::{CertificateError, Unsolved};

use crate::arena::{ArenaError, OpeningsError};
use crate::train::TrainError;

impl From<ArenaError> for CommandError {
    fn from(error: ArenaError) -> Self {
        Self::caused(ErrorKind::Input, error)
    }
}

impl From<OpeningsError> for CommandError {
    fn from(error: OpeningsError) -> Self {
        Self::caused(ErrorKind::Input, error)
    }
}

impl From<TrainError> for CommandError {
    fn from(error: TrainError) -> Self {
        let kind = match error {
            // Only the command line names these.
            TrainError::Size(_)
            | TrainError::Kind { .. }
            | TrainError::Number { .. }
            | TrainError::NumberTwice { .. } => ErrorKind::Usage,
            _ => ErrorKind::Input,
        };
        Self::caused(kind, error)
    }
}

/// A position that is not solved, or whose proof cannot be written down.
pub(crate) fn unsolved(error: CertificateError) -> CommandError {
    let kind = match error {
        CertificateError::Unsolved(Unsolved::Limits { .. } | Unsolved::Large { .. })
        | CertificateError::Certified(_) => ErrorKind::Limits,
        _ => ErrorKind::Input,
    };
    CommandError::caused(kind, error)
}

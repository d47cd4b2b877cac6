//! The front end's own errors as reasons why a command failed.

use tetralith_cli::{CommandError, ErrorKind};
use tetralith_picture::PictureError;

use crate::configuration::NoTheme;
use crate::program::ScreenError;
use crate::settings::ConfigError;

impl From<NoTheme> for CommandError {
    fn from(error: NoTheme) -> Self {
        Self::caused(ErrorKind::Usage, error)
    }
}

impl From<ConfigError> for CommandError {
    fn from(error: ConfigError) -> Self {
        Self::faulty(error)
    }
}

impl From<ScreenError> for CommandError {
    fn from(error: ScreenError) -> Self {
        let kind = match error {
            ScreenError::NoTerminal(_) => ErrorKind::Usage,
            ScreenError::Io(_) | ScreenError::NotKept(_) | ScreenError::Deaf => ErrorKind::Input,
        };
        Self::caused(kind, error)
    }
}

/// A picture that cannot be made; only its size is the command line's fault.
pub fn no_picture(error: PictureError) -> CommandError {
    let kind = match error {
        PictureError::Size { .. } => ErrorKind::Usage,
        PictureError::Encoding(_) | PictureError::Letter { .. } => ErrorKind::Input,
    };
    CommandError::caused(kind, error)
}

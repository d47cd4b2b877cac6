//! The place of the file of settings, and reading and writing it.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use thiserror::Error;

use super::edit::{EditError, edited};
use super::read::read;
use super::{SettingFault, Settings, Value};
use tetralith_core::text::without_mark;
use tetralith_files::{Existing, FileError, shown};

/// The environment variable that names another file of settings.
pub const CONFIG_FILE: &str = "TETRALITH_CONFIG";

/// The environment variable that names another directory for `config.toml`.
pub const CONFIG_DIR: &str = "TETRALITH_CONFIG_DIR";

/// The most bytes of settings that are read.
const MAX_BYTES: u64 = 1 << 20;

/// The reason why settings were not written. The text is a whole sentence but for its full stop.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// There is no place for the file.
    #[error("there is no home directory for the settings; set {CONFIG_FILE} to the path of a file")]
    NoHome,
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is not text.
    #[error("{} is not UTF-8 text, so it was not changed", shown(.path))]
    NotText {
        /// The file.
        path: PathBuf,
    },
    /// The contents of the file would be lost.
    #[error("{}: {source}", shown(.path))]
    Edit {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: EditError,
    },
}

/// The file of settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigFile {
    path: PathBuf,
}

impl ConfigFile {
    /// The user's file: [`CONFIG_FILE`] if it is set, else `config.toml` in [`CONFIG_DIR`] or the
    /// platform's place. Nothing is created yet.
    ///
    /// # Errors
    /// [`ConfigError::NoHome`] if there is no such place.
    pub fn locate() -> Result<Self, ConfigError> {
        let set =
            |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        if let Some(path) = set(CONFIG_FILE) {
            return Ok(Self::at(path));
        }
        set(CONFIG_DIR)
            .or_else(|| {
                ProjectDirs::from("", "", "tetralith").map(|dirs| dirs.config_dir().to_owned())
            })
            .map(|dir| Self::at(dir.join("config.toml")))
            .ok_or(ConfigError::NoHome)
    }

    /// The file at `path`, whether or not it exists.
    pub const fn at(path: PathBuf) -> Self {
        Self { path }
    }

    /// The path, for messages.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn text(&self) -> Result<Option<String>, ConfigError> {
        match tetralith_files::read(&self.path, MAX_BYTES) {
            Ok(bytes) => match String::from_utf8(bytes) {
                // Some editors put a byte-order mark before the text.
                Ok(text) => Ok(Some(without_mark(&text).to_owned())),
                Err(_) => Err(ConfigError::NotText { path: self.path.clone() }),
            },
            Err(FileError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The settings in the file, and a sentence without its full stop for everything that is wrong
    /// with it.
    ///
    /// Without a file, everything is as it usually is, and nothing is wrong.
    pub fn load(&self) -> (Settings, Vec<String>) {
        self.load_with(|_| true)
    }

    /// The settings in the file, as [`ConfigFile::load`] returns them, with the faults that are
    /// not in settings or tables other than `keys`.
    pub fn load_for(&self, keys: &[&str]) -> (Settings, Vec<String>) {
        self.load_with(|fault| fault.key.is_none_or(|key| keys.contains(&key)))
    }

    fn load_with(&self, counts: impl Fn(&SettingFault) -> bool) -> (Settings, Vec<String>) {
        match self.text() {
            Ok(text) => {
                let (settings, faults) = read(&text.unwrap_or_default());
                let faults = faults.into_iter().filter(counts);
                // The path may be longer than the screen is wide; `tetralith config` names it.
                let name = shown(Path::new(self.path.file_name().unwrap_or(self.path.as_os_str())));
                (settings, faults.map(|fault| format!("{name}, {fault}")).collect())
            }
            Err(error) => (Settings::default(), vec![error.to_string()]),
        }
    }

    /// Writes one value to the file, or takes it out of it; everything else in it stays.
    ///
    /// # Errors
    /// [`ConfigError`]; the file is as it was then.
    pub fn set(&self, path: &[&str], value: Option<&Value>) -> Result<(), ConfigError> {
        // Another instance may be writing another value.
        let _held = tetralith_files::hold_soon(&self.path);
        let text = self.text()?.unwrap_or_default();
        let text = edited(&text, path, value)
            .map_err(|source| ConfigError::Edit { path: self.path.clone(), source })?;
        if let Some(dir) = self.path.parent().filter(|dir| !dir.as_os_str().is_empty()) {
            fs::create_dir_all(dir)
                .map_err(|source| FileError::Write { path: dir.to_owned(), source })?;
        }
        // If the path is a link to a file elsewhere, that file is written, so that the link and the
        // file's permissions stay.
        let target = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let permissions = fs::metadata(&target).ok().map(|metadata| metadata.permissions());
        tetralith_files::write(&target, &text, Existing::Replace)?;
        if let Some(permissions) = permissions {
            // The settings are written; their permissions are not worth an error.
            let _ = fs::set_permissions(&target, permissions);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{KEYS, THEMES};
    use super::*;

    #[test]
    fn missing_settings_files_are_made_when_needed() {
        let dir = tempfile::tempdir().unwrap();
        let file = ConfigFile::at(dir.path().join("deep").join("config.toml"));
        assert_eq!(file.load(), (Settings::default(), Vec::new()));
        file.set(&["hints"], Some(&Value::Flag(false))).unwrap();
        assert!(!file.load().0.advice.hints);
    }

    #[test]
    fn faults_name_the_file_and_a_damaged_file_stays_as_it_is() {
        let dir = tempfile::tempdir().unwrap();
        let file = ConfigFile::at(dir.path().join("config.toml"));
        fs::write(file.path(), "theme = dark\n").unwrap();
        let (_, faults) = file.load();
        assert!(faults[0].contains("config.toml, line 1: "), "{faults:?}");
        let error = file.set(&["hints"], Some(&Value::Flag(false))).unwrap_err().to_string();
        assert!(error.contains("config.toml: line 1 is not TOML"), "{error}");
        fs::write(file.path(), "\u{feff}hints = false\n").unwrap();
        let (settings, faults) = file.load();
        assert!(!settings.advice.hints && faults.is_empty(), "{faults:?}");
        let texts = [
            ("[themes.x]\nbase = 1\n", THEMES),
            ("autosave_dir = 7\n", "autosave_dir"),
            ("bell = 7\n", "bell"),
            ("[keys]\nx = 1\n", KEYS),
        ];
        for (text, key) in texts {
            fs::write(file.path(), text).unwrap();
            let noted = |keys: &[&str]| file.load_for(keys).1;
            assert_eq!((noted(&[key]), noted(&["hints"])), (file.load().1, Vec::new()), "{text}");
            assert_eq!(noted(&[key]).len(), 1, "{text}");
        }
        fs::write(file.path(), "colour = 1\n").unwrap();
        assert_eq!(file.load_for(&[]).1.len(), 1, "no setting at all");
        fs::write(file.path(), b"\xff\xfe").unwrap();
        assert!(file.load().1[0].contains("not UTF-8 text"));
        assert!(file.set(&["hints"], Some(&Value::Flag(false))).is_err());
        assert_eq!(fs::read(file.path()).unwrap(), b"\xff\xfe");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let dir = tempfile::tempdir().unwrap();
        let real = dir.path().join("real.toml");
        fs::write(&real, "mouse = false\n").unwrap();
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
        let file = ConfigFile::at(dir.path().join("config.toml"));
        symlink(&real, file.path()).unwrap();
        file.set(&["hints"], Some(&Value::Flag(false))).unwrap();
        assert!(file.path().symlink_metadata().unwrap().is_symlink());
        assert!(fs::read_to_string(&real).unwrap().contains("hints = false"));
        assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    }
}

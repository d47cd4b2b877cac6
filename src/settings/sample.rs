//! The whole file of settings with everything as it usually is, to be copied from.

use std::fmt::Write as _;

use super::read::one_of;
use super::{Setting, Settings, Value};

/// A file of settings that sets everything to its default, each with a comment that says what it does and can be.
pub fn sample() -> String {
    let settings = Settings::default();
    let mut text = String::from("# Settings of Tetralith, each at its default.\n");
    for setting in Setting::ALL {
        let _ = write!(text, "\n# {}.\n", setting.what());
        if let Some(choices) = setting.choices(&settings) {
            let _ = writeln!(text, "# One of: {}.", one_of(&choices));
        }
        let _ = writeln!(text, "{} = {}", setting.key(), toml(&setting.value(&settings)));
    }
    text
}

/// `value` as TOML writes it.
fn toml(value: &Value) -> String {
    match value {
        Value::Flag(on) => on.to_string(),
        Value::Word(word) => toml_edit::Value::from(word.as_str()).to_string(),
        Value::List(words) => toml_edit::Value::Array(words.iter().map(String::as_str).collect()).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    #[test]
    fn the_sample_is_right_and_changes_nothing() {
        let (settings, faults) = read(&sample());
        assert_eq!(faults, []);
        assert_eq!(settings, Settings::default());
    }
}

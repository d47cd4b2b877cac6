//! The values of settings as people read them.

use tetralith_core::text::display_text;

use crate::settings::{Setting, Value};

/// Returns what a value is called on the screen.
pub fn value_title(setting: Setting, value: &Value) -> String {
    match value {
        Value::Flag(true) => "on".to_owned(),
        Value::Flag(false) => "off".to_owned(),
        Value::Word(word) if word.is_empty() => setting.usual().to_owned(),
        Value::Word(word) => display_text(word),
        Value::List(words) => display_text(&words.join(" ")),
    }
}

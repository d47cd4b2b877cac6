//! The whole file of settings with everything as it usually is, to be copied from.

use std::fmt::Write as _;

use tetralith_core::wrap::wrap;

use super::edit::toml;
use super::fault::one_of;
use super::{KEYS, ROLES, Setting, Settings, Value};
use crate::keymap::{Binding, Context, KEYMAP};

/// A file of settings that sets everything to its default, each with a comment that states what it
/// does and can be.
pub fn sample() -> String {
    format!("{}{}", sample_settings(), sample_keys())
}

/// The part of [`sample`] before the keys.
pub fn sample_settings() -> String {
    let settings = Settings::default();
    let mut text = String::from("# Settings of Tetralith, each at its default.\n");
    for setting in Setting::ALL {
        let _ = write!(text, "\n{}", comment(&format!("{}.", setting.what())));
        if let Some(choices) = setting.choices(&settings) {
            let head = if setting.is_open() { "Such as" } else { "One of" };
            text.push_str(&comment(&format!("{head}: {}.", one_of(&choices))));
        }
        let _ = writeln!(text, "{} = {}", setting.key(), toml(&setting.value(&settings)));
    }
    text.push('\n');
    text.push_str(&comment(
        "A theme of your own: a base and the colours that differ from it. Use it with theme = \
         \"moss\". The value of a colour is 24-bit, such as \"#e8f0e0\", or the name of one of the \
         terminal's 16 colours, such as \"lightblue\". The colours that you can set are:",
    ));
    for roles in ROLES.chunks(10) {
        let _ = writeln!(text, "#   {}", roles.join(", "));
    }
    text.push_str(
        "# [themes.moss]\n# base = \"light\"\n# background = \"#e8f0e0\"\n# tile = \"#c0cfa8\"\n",
    );
    text
}

/// The part of [`sample`] with the keys, place by place.
fn sample_keys() -> String {
    let mut text = String::from("\n");
    text.push_str(&comment(
        "Keys, by the place where they work. A key is a character, Space, Enter, Esc, Tab, \
         Backspace, Delete, Insert, Left, Right, Up, Down, Home, End, PgUp, PgDn or F1 to F24, \
         with Shift- before it, or Ctrl- and a letter. No key may do two things in one place; [] \
         removes every key.",
    ));
    for context in Context::ALL {
        let here: Vec<&Binding> =
            KEYMAP.iter().copied().filter(|binding| binding.context == context).collect();
        if here.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n# {}\n[{KEYS}.{}]", context.title(), context.id());
        for binding in here {
            let keys = Value::List(binding.keys.iter().map(|key| key.name(true)).collect());
            let _ = writeln!(text, "{} = {}", binding.name, toml(&keys));
        }
    }
    text
}

/// `text` as a comment in lines of at most 100 columns.
fn comment(text: &str) -> String {
    let lines: Vec<String> = wrap(text, 98).iter().map(|line| format!("# {line}")).collect();
    lines.join("\n") + "\n"
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

    #[test]
    fn comments_of_the_sample_are_wrapped_at_100_columns() {
        let text = sample();
        let comments: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
        assert!(comments.iter().all(|line| line.len() <= 100), "{comments:#?}");
        assert!(comments.iter().any(|line| line.len() > 90));
    }

    #[test]
    fn themes_in_the_sample_are_valid() {
        let text = sample_settings();
        let theme: Vec<&str> = text
            .lines()
            .skip_while(|line| !line.starts_with("# [themes"))
            .map(|line| &line[2..])
            .collect();
        let (settings, faults) = read(&theme.join("\n"));
        assert_eq!(faults, []);
        assert_eq!(settings.themes[0].name, "moss");
    }
}

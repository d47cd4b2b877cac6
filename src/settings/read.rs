//! From the text of the file to settings, and what is wrong with it line by line.

use tetralith_core::text::Excerpt;
use toml_edit::{Document, Item, Table};

use super::fault::{Faults, SettingFault, nearest};
use super::keys::{KEYS, read_keys};
use super::themes::{THEMES, read_themes};
use super::{Setting, Settings, Value};

/// Reads the settings in `text`, and returns them with all faults in the order of their lines.
///
/// A text that is not TOML sets nothing.
///
/// ```
/// let (settings, faults) = tetralith::settings::read("bell = \"all\"\nmouse = \"no\"\n");
/// assert!(settings.play.bell.on_turn() && settings.play.mouse);
/// assert_eq!(
///     faults[0].to_string(),
///     "line 2: mouse is \"no\", but must be true or false; true is used"
/// );
/// ```
pub fn read(text: &str) -> (Settings, Vec<SettingFault>) {
    let mut settings = Settings::default();
    let mut faults = Faults::of(text);
    match text.parse::<Document<String>>() {
        Err(error) => {
            let what = format!("this is not TOML: {}; the whole file is ignored", error.message());
            faults.add(error.span(), what.lines().collect::<Vec<_>>().join(", ").as_str());
        }
        Ok(document) => read_table(document.as_table(), &mut settings, &mut faults),
    }
    (settings, faults.in_order())
}

fn read_table(table: &Table, settings: &mut Settings, faults: &mut Faults) {
    // A theme of the user's own may be defined below the setting that names it.
    if let Some(item) = table.get(THEMES) {
        faults.begin(Some(THEMES));
        read_themes(item, &mut settings.themes, faults);
    }
    for (key, item) in table.iter().filter(|(key, _)| *key != THEMES) {
        let at = table.key(key).and_then(toml_edit::Key::span);
        if key == KEYS {
            faults.begin(Some(KEYS));
            read_keys(item, &mut settings.keymap, faults);
            continue;
        }
        let setting = key.parse::<Setting>();
        faults.begin(setting.ok().map(Setting::key));
        let Ok(setting) = setting else {
            let near =
                nearest(key, Setting::ALL.map(Setting::key).into_iter().chain([KEYS, THEMES]));
            let near = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
            faults.add(at, &format!("there is no setting {}{near}", Excerpt::new(key)));
            continue;
        };
        if !value(item).is_some_and(|value| setting.set(settings, &value)) {
            let (wanted, used) = (setting.wanted(settings), shown(setting, settings));
            let found = item.to_string();
            let found = Excerpt::new(if item.is_value() { found.trim() } else { "a table" });
            faults.add(at, &format!("{key} is {found}, but must be {wanted}; {used} is used"));
        }
    }
}

/// Returns the value of a setting in `item`; `None` for numbers, tables and the like.
fn value(item: &Item) -> Option<Value> {
    if let Some(on) = item.as_bool() {
        return Some(Value::Flag(on));
    }
    item.as_str().map(|word| Value::Word(word.to_owned()))
}

fn shown(setting: Setting, settings: &Settings) -> String {
    match setting.value(settings) {
        Value::Flag(on) => on.to_string(),
        Value::Word(word) if word.is_empty() => setting.usual().to_owned(),
        Value::Word(word) => word,
        Value::List(words) => words.join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<String> {
        read(text).1.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn valid_settings_count_and_faults_are_named_by_line() {
        let text = "# mine\n\
            theme = \"light\"\n\
            glyph = \"ascii\"\n\n\
            board = \"huge\"\n\
            marks = 3\n\
            hints = false\n";
        let (settings, _) = read(text);
        assert_eq!((settings.look.theme.as_deref(), settings.advice.hints), (Some("light"), false));
        assert_eq!(
            faults(text),
            [
                "line 3: there is no setting glyph; did you mean glyphs?",
                "line 5: board is \"huge\", but must be auto, picture, blocks, outlined or \
                 compact; auto is used",
                "line 6: marks is 3, but must be true or false; true is used",
            ]
        );
    }

    #[test]
    fn wrong_directories_are_refused_with_an_example() {
        let wanted = "line 1: autosave_dir is 7, but must be a directory in quotes, such as \
            \"~/games\"; the default directory is used";
        assert_eq!(faults("autosave_dir = 7\n"), [wanted]);
    }

    #[test]
    fn a_text_that_is_not_toml_sets_nothing_and_says_where() {
        let (settings, faults) = read("hints = false\ntheme = dark\n");
        assert_eq!(settings, Settings::default());
        assert_eq!(faults.len(), 1);
        assert_eq!(faults[0].line, 2);
    }

    #[test]
    fn nothing_in_the_file_can_act_on_the_terminal() {
        for fault in faults("\"a\\u001b[31m\" = 1\ntheme = \"\\u001b]0;x\\u0007\"\n") {
            assert!(!fault.contains('\u{1b}') && !fault.contains('\u{7}'), "{fault:?}");
        }
    }

    #[test]
    fn long_names_and_values_are_quoted_in_part() {
        let long = "x".repeat(5_000);
        let themes = |i| format!("[themes.theme-{i}]\nbase = \"dark\"\n");
        let text = [
            format!("{long} = 1\nmarks = \"{long}\"\ntheme = \"{long}y\"\n[keys.{long}]\na = 1\n"),
            format!("[keys.table]\n{long} = \"a\"\nundo = [\"{long}\"]\n"),
            format!(
                "[themes.{long}]\n\
                base = \"{long}\"\n\
                {long} = \"red\"\n\
                text = \"{long}\"\n\
                {long}z = 1\n"
            ),
            (0..500).map(themes).collect(),
        ]
        .concat();
        // A table that is defined twice is no TOML.
        let broken = format!("{text}[keys.table]\n");
        for (text, least) in [(text, 9), (broken, 1)] {
            let faults = faults(&text);
            assert!(
                faults.len() >= least && faults.iter().all(|fault| fault.len() < 1_000),
                "{faults:?}"
            );
        }
    }
}

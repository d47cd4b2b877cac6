//! Changing one value in the text of the file, with everything else as it was.

use thiserror::Error;
use toml_edit::{Array, DocumentMut, Item, Table};

use super::Value;
use super::fault::line_of;

/// The first lines of a new file.
const HEADING: &str = "# Settings of Tetralith. `tetralith config --default` prints all of them, \
    explained.\n\n";

/// The reason why a value cannot be changed in a text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EditError {
    /// The text is not TOML, so changing it would lose what is in it.
    #[error(
        "line {line} is not TOML, so the file was not changed; correct the line or remove the file"
    )]
    NotToml {
        /// The line, from 1.
        line: usize,
    },
    /// Something that is not a table is where one is needed.
    #[error("{name} is not a table there, so the file was not changed; write [{name}] instead")]
    NotTable {
        /// The table's name.
        name: String,
    },
}

/// `text` with `value` at `path` (tables, then a key), or without that key if there is no value.
///
/// Comments, the order of lines and keys unknown to this program stay.
///
/// # Errors
/// [`EditError`]; nothing may be written then.
pub fn edited(text: &str, path: &[&str], value: Option<&Value>) -> Result<String, EditError> {
    let mut document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| {
        let at = error.span().map_or(0, |span| span.start);
        EditError::NotToml { line: line_of(text, at) }
    })?;
    let Some((key, tables)) = path.split_last() else { return Ok(text.to_owned()) };
    let mut table: &mut dyn toml_edit::TableLike = document.as_table_mut();
    for (place, &name) in tables.iter().enumerate() {
        let item = table.entry(name).or_insert_with(|| {
            let mut table = Table::new();
            table.set_implicit(true);
            Item::Table(table)
        });
        table = item
            .as_table_like_mut()
            .ok_or_else(|| EditError::NotTable { name: tables[..=place].join(".") })?;
    }
    match value {
        None => {
            table.remove(key);
        }
        Some(value) => {
            let mut new = toml(value);
            match table.get_mut(key) {
                Some(Item::Value(old)) => {
                    // The comment at the end of the line belongs to the value.
                    *new.decor_mut() = old.decor().clone();
                    *old = new;
                }
                _ => drop(table.insert(key, Item::Value(new))),
            }
        }
    }
    Ok(if text.is_empty() { format!("{HEADING}{document}") } else { document.to_string() })
}

/// `value` as TOML has it.
pub(super) fn toml(value: &Value) -> toml_edit::Value {
    match value {
        Value::Flag(on) => toml_edit::Value::from(*on),
        Value::Word(word) => toml_edit::Value::from(word.as_str()),
        Value::List(words) => {
            toml_edit::Value::Array(words.iter().map(String::as_str).collect::<Array>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_value_changes_and_all_else_stays() {
        let text = "# mine\ntheme = \"dark\" # for the night\nunknown = [1,  2]\n\n[other]\nx=1\n";
        let light = Value::Word("light".to_owned());
        let after = edited(text, &["theme"], Some(&light)).unwrap();
        assert_eq!(after, text.replace("\"dark\"", "\"light\""));
        let after = edited(text, &["hints"], Some(&Value::Flag(false))).unwrap();
        assert_eq!(after, text.replace("[1,  2]\n", "[1,  2]\nhints = false\n"));
        assert_eq!(edited(&after, &["hints"], None).unwrap(), text);
    }

    #[test]
    fn a_table_is_made_where_it_is_missing_and_lists_go_in() {
        let undo = Value::List(vec!["u".to_owned(), "Backspace".to_owned()]);
        let after = edited("a = 1\n", &["keys", "table", "undo"], Some(&undo)).unwrap();
        assert_eq!(after, "a = 1\n\n[keys.table]\nundo = [\"u\", \"Backspace\"]\n");
        let again = edited(&after, &["keys", "table", "undo"], None).unwrap();
        assert!(again.starts_with("a = 1\n") && !again.contains("undo"));
    }

    #[test]
    fn a_new_file_says_what_it_is() {
        let after = edited("", &["mouse"], Some(&Value::Flag(false))).unwrap();
        assert_eq!(after, format!("{HEADING}mouse = false\n"));
    }

    #[test]
    fn unreadable_settings_are_not_overwritten() {
        let fault =
            edited("a = 1\ntheme = dark\n", &["theme"], Some(&Value::Flag(true))).unwrap_err();
        assert_eq!(fault, EditError::NotToml { line: 2 });
        let fault = edited("keys = 3\n", &["keys", "undo"], Some(&Value::Flag(true))).unwrap_err();
        assert_eq!(fault, EditError::NotTable { name: "keys".to_owned() });
    }
}

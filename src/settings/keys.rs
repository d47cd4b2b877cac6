//! The table `[keys]` of the file: which key does what.

use tetralith_core::text::Excerpt;
use toml_edit::{Item, TableLike, Value};

use super::fault::{Faults, nearest};
use crate::keymap::{Clash, Context, KEYMAP, Key, Keymap, line};

/// The name of the table.
pub const KEYS: &str = "keys";

/// Reads `[keys]`: for each context a table, in it for each action a key or a list of keys.
pub(super) fn read_keys(item: &Item, keymap: &mut Keymap, faults: &mut Faults) {
    let Some(contexts) = item.as_table_like() else {
        return faults.add(
            item.span(),
            "keys is not a table; write [keys.table] and below it undo = [\"u\"]",
        );
    };
    let mut lines = Vec::new();
    let mut places = Vec::new();
    for (context, item) in contexts.iter() {
        let at = key_span(contexts, context);
        if !Context::ALL.iter().any(|known| known.id() == context) {
            let names = Context::ALL.map(Context::id);
            let near = nearest(context, names);
            let near =
                near.map_or_else(|| names.join(", "), |near| format!("did you mean {near}?"));
            faults.add(
                at,
                &format!("there is no context {} for keys; {near}", Excerpt::new(context)),
            );
            continue;
        }
        let Some(actions) = item.as_table_like() else {
            faults.add(at, &format!("keys.{context} is not a table; write [keys.{context}]"));
            continue;
        };
        for (action, item) in actions.iter() {
            let at = key_span(actions, action).or_else(|| item.span());
            let Some(line) = line(context, action) else {
                let names: Vec<_> = KEYMAP
                    .iter()
                    .filter(|binding| binding.context.id() == context)
                    .map(|binding| binding.name)
                    .collect();
                let near = nearest(action, names.iter().copied());
                let near = near.map_or_else(
                    || format!("there are {}", names.join(", ")),
                    |near| format!("did you mean {near}?"),
                );
                faults.add(
                    at,
                    &format!(
                        "there is no action {} in keys.{context}; {near}",
                        Excerpt::new(action)
                    ),
                );
                continue;
            };
            match keys(item) {
                Ok(keys) => {
                    lines.push((line, keys));
                    places.push((line, at));
                }
                Err(wrong) => faults.add(
                    at,
                    &format!(
                        "{action} is {wrong}; use a list of keys such as [\"u\", \"F5\", \
                        \"Ctrl-R\", \"PgUp\", \"Space\"]; the default keys are used"
                    ),
                ),
            }
        }
    }
    for (line, clash) in keymap.rebind_all(&lines) {
        let at = places.iter().find(|(other, _)| *other == line).and_then(|(_, at)| at.clone());
        // In the file the other line has a name.
        let other = match clash {
            Clash::Taken { by, .. } => format!(" ({})", by.id()),
            Clash::Text(_) => String::new(),
        };
        let own = KEYMAP[line].id();
        faults.add(
            at,
            &format!("{own} cannot have these keys: {clash}{other}; the default keys are used"),
        );
    }
}

fn key_span(table: &dyn TableLike, key: &str) -> Option<std::ops::Range<usize>> {
    table.key(key).and_then(toml_edit::Key::span)
}

/// The keys that a value names, or the text that is none.
fn keys(item: &Item) -> Result<Vec<Key>, String> {
    let one = |text: &str| Key::parse(text).ok_or_else(|| format!("\"{}\"", Excerpt::new(text)));
    match (item.as_str(), item.as_array()) {
        (Some(text), _) => one(text).map(|key| vec![key]),
        (_, Some(list)) => {
            let quoted = |value: &Value| Excerpt::new(value.to_string().trim()).to_string();
            list.iter()
                .map(|value| value.as_str().map_or_else(|| Err(quoted(value)), one))
                .collect()
        }
        _ => Err(Excerpt::new(item.to_string().trim()).to_string()),
    }
}

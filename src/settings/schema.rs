//! The file of settings as a JSON Schema, for editors that check and complete it.

use serde_json::{Map, Value as Json, json};
use tetralith_picture::look::themes::{BASE, BOARDS, MONO, SIXTEEN};

use super::{KEYS, ROLES, Setting, Settings, THEMES, Value};
use crate::keymap::{Context, KEYMAP};
use crate::theme::PALETTES;

/// A JSON Schema (draft 7, which editors of TOML know) of the file of settings.
pub fn schema() -> Json {
    let settings = Settings::default();
    let mut properties: Map<String, Json> = Setting::ALL
        .into_iter()
        .map(|setting| (setting.key().to_owned(), single(setting, &settings)))
        .collect();
    properties.insert(KEYS.to_owned(), keys());
    properties.insert(THEMES.to_owned(), themes());
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Settings of Tetralith",
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    })
}

/// The part for a setting with a single value.
fn single(setting: Setting, settings: &Settings) -> Json {
    let mut part = match setting.value(settings) {
        Value::Flag(on) => json!({ "type": "boolean", "default": on }),
        Value::Word(word) => json!({ "type": "string", "default": word }),
        Value::List(words) => json!({ "type": "array", "default": words }),
    };
    part["description"] = format!("{}.", setting.what()).into();
    if part["type"] == "string"
        && let Some(choices) = setting.choices(settings)
    {
        // The user's own themes have names that no schema knows.
        let is_open = setting.is_open() || setting == Setting::Theme;
        part[if is_open { "examples" } else { "enum" }] = choices.into();
    }
    part
}

fn table(properties: &Map<String, Json>) -> Json {
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

fn keys() -> Json {
    let mut contexts = Map::new();
    for context in Context::ALL {
        let mut actions = Map::new();
        for binding in KEYMAP.iter().filter(|binding| binding.context == context) {
            let keys: Vec<String> = binding.keys.iter().map(|key| key.name(true)).collect();
            let action = json!({
                "description": format!("{}.", binding.what),
                "anyOf": [
                    { "type": "string" },
                    { "type": "array", "items": { "type": "string" } },
                ],
                "default": keys,
            });
            actions.insert(binding.name.to_owned(), action);
        }
        if !actions.is_empty() {
            contexts.insert(context.id().to_owned(), table(&actions));
        }
    }
    table(&contexts)
}

fn themes() -> Json {
    let colours: Map<String, Json> =
        ROLES.iter().map(|role| ((*role).to_owned(), json!({ "type": "string" }))).collect();
    let mut theme = colours.clone();
    let bases: Vec<&str> = PALETTES.iter().map(|palette| palette.id).collect();
    theme.insert(BASE.to_owned(), json!({ "enum": bases }));
    theme.insert(MONO.to_owned(), json!({ "type": "boolean" }));
    for part in [BOARDS[0], BOARDS[1], SIXTEEN] {
        theme.insert(part.to_owned(), table(&colours));
    }
    let mut theme = table(&theme);
    theme["required"] = json!([BASE]);
    json!({ "type": "object", "additionalProperties": theme })
}

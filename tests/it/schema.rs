//! The JSON Schemas: that of records, held against every record of the suite and what the program
//! writes, and that of settings.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{run, run_with};
use crate::exchange::CLUB;
use serde_json::{Value, json};
use tetralith_core::Record;

fn schema() -> Value {
    serde_json::from_str(include_str!("../../docs/record.schema.json")).unwrap()
}

/// The first place where `value` does not fit `part` of the schema `root`; `None` if it fits.
///
/// It knows the keywords that the schema uses, and panics at others.
///
/// Source: JSON Schema, draft 2020-12, "Validation".
fn fault(root: &Value, part: &Value, value: &Value, place: &str) -> Option<String> {
    for (keyword, limit) in part.as_object().unwrap() {
        let below = |part: &Value, value: &Value, name: &str| {
            fault(root, part, value, &format!("{place}/{name}"))
        };
        let number = |value: &Value| value.as_f64();
        let length = value.as_array().map(Vec::len);
        let most = || usize::try_from(limit.as_u64().unwrap()).unwrap();
        let fits = match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" | "default" | "examples" => true,
            "type" => match limit.as_str().unwrap() {
                "object" => value.is_object(),
                "array" => value.is_array(),
                "string" => value.is_string(),
                "boolean" => value.is_boolean(),
                "number" => value.is_number(),
                "integer" => value.is_u64() || value.is_i64(),
                other => panic!("{other}"),
            },
            "const" => value == limit,
            "enum" => limit.as_array().unwrap().contains(value),
            "minimum" => number(value).is_none_or(|value| value >= limit.as_f64().unwrap()),
            "maximum" => number(value).is_none_or(|value| value <= limit.as_f64().unwrap()),
            "minItems" => length.is_none_or(|length| length >= most()),
            "maxItems" => length.is_none_or(|length| length <= most()),
            "required" => value.as_object().is_none_or(|object| {
                limit
                    .as_array()
                    .unwrap()
                    .iter()
                    .all(|key| object.contains_key(key.as_str().unwrap()))
            }),
            "anyOf" => {
                limit.as_array().unwrap().iter().any(|part| below(part, value, "").is_none())
            }
            "$ref" => {
                let pointer = limit.as_str().unwrap().strip_prefix('#').unwrap();
                match below(root.pointer(pointer).unwrap(), value, "") {
                    None => true,
                    wrong => return wrong,
                }
            }
            "items" => {
                let items = value.as_array().into_iter().flatten().enumerate();
                let mut wrong = items.filter_map(|(i, item)| below(limit, item, &i.to_string()));
                match wrong.next() {
                    None => true,
                    wrong => return wrong,
                }
            }
            "properties" => {
                let known = limit.as_object().unwrap().iter();
                let mut held = known.filter_map(|(key, part)| Some((key, part, value.get(key)?)));
                match held.find_map(|(key, part, value)| below(part, value, key)) {
                    None => true,
                    wrong => return wrong,
                }
            }
            "additionalProperties" => {
                let known = |key: &str| part["properties"].get(key).is_some();
                let others = value.as_object().into_iter().flatten();
                let mut others = others.filter(|(key, _)| !known(key));
                if limit.is_object() {
                    match others.find_map(|(key, value)| below(limit, value, key)) {
                        None => true,
                        wrong => return wrong,
                    }
                } else {
                    assert_eq!(limit, &json!(false));
                    others.next().is_none()
                }
            }
            other => panic!("the keyword {other} is not checked"),
        };
        if !fits {
            return Some(format!("{place}: {keyword} {limit}"));
        }
    }
    None
}

fn check(record: &str, of: &str) {
    let (schema, record) = (schema(), serde_json::from_str(record).unwrap());
    assert_eq!(fault(&schema, &schema, &record, ""), None, "{of}");
}

/// The records below `dir`.
fn records(dir: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            found.extend(records(&entry));
        } else if entry.extension().is_some_and(|ending| ending == "json")
            && let Ok(text) = fs::read_to_string(&entry)
            && Record::read(text.as_bytes()).is_ok()
        {
            found.push((entry, text));
        }
    }
    found
}

#[test]
fn records_that_come_with_the_program_fit_the_schema() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for dir in ["assets/games", "tests/it/data", "fuzz/corpus/record"] {
        for (path, text) in records(&root.join(dir)) {
            seen += 1;
            check(&text, &path.display().to_string());
        }
    }
    assert!(seen >= 9, "{seen}");
}

#[test]
fn sample_games_are_written_as_they_were_read() {
    let samples = records(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/games"));
    assert!(samples.len() >= 4);
    for (path, text) in samples {
        let (record, timeline) = Record::read(text.as_bytes()).unwrap();
        assert!(timeline.outcome().is_some(), "{}", path.display());
        assert_eq!(record.write(&timeline).as_deref(), Ok(&*text), "{}", path.display());
    }
}

#[test]
fn records_that_the_program_writes_fit_the_schema() {
    let dir = tempfile::tempdir().unwrap();
    let [club, ours] = ["club.json", "ours.json"].map(|name| dir.path().join(name));
    fs::write(&club, CLUB).unwrap();
    let [from, to] = [&club, &ours].map(|path| path.to_str().unwrap());
    assert_eq!(run(&["convert", from, to], b"").status, 0);
    let converted = fs::read_to_string(&ours).unwrap();
    assert!(converted.contains("abstract_play"));
    check(&converted, "convert");
    let analysed = run(&["analyse", to, "--out", to, "--sims", "30", "--threads", "1"], b"");
    assert_eq!(analysed.status, 0, "{}", analysed.err);
    let analysed = fs::read_to_string(&ours).unwrap();
    assert!(analysed.contains("\"digest\""));
    check(&analysed, "analyse --out");

    let args = ["play", "necklace", "--size", "5", "--time", "10m,3x30s", "--plain"];
    let data = [("TETRALITH_DATA_DIR", dir.path().as_os_str())];
    let played = run_with(&args, b"c3\nb2\nd4\nundo\nquit\n", &data);
    assert_eq!(played.status, 0, "{}", played.err);
    fs::remove_file(&club).unwrap();
    fs::remove_file(&ours).unwrap();
    let kept = records(dir.path());
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert!(kept[0].1.contains("tetralith:clock") && kept[0].1.contains("tetralith:cursor"));
    check(&kept[0].1, "play --plain");
}

#[test]
fn schema_refuses_what_no_record_can_be() {
    let schema = schema();
    let least = json!({"format": "tetralith", "version": 1, "game": "necklace", "moves": ["a1"]});
    assert_eq!(fault(&schema, &schema, &least, ""), None);
    for (key, wrong) in [
        ("format", json!("sgf")),
        ("game", json!("go")),
        ("options", json!({"komy": 5})),
        ("options", json!({"size": "9"})),
        ("moves", json!([7])),
        ("moves", json!([{"comment": "no move"}])),
        ("moves", json!([{"move": "a1", "variations": [[{"move": "a2", "eval": 1.5}]]}])),
        ("result", json!({"reason": "score"})),
        ("players", json!({"red": {"kind": "robot"}})),
        ("tetralith:clock", json!({"control": "10m"})),
    ] {
        let mut record = least.clone();
        record[key] = wrong;
        assert!(fault(&schema, &schema, &record, "").is_some(), "{record}");
    }
}

/// A file of settings as JSON.
fn settings(text: &str) -> Value {
    fn json(item: &toml_edit::Item) -> Value {
        if let Some(table) = item.as_table_like() {
            return table.iter().map(|(key, item)| (key.to_owned(), json(item))).collect();
        }
        let list = |list: &toml_edit::Array| {
            list.iter().map(|value| json(&toml_edit::Item::Value(value.clone()))).collect()
        };
        let word = item.as_str().map(Value::from).or_else(|| item.as_bool().map(Value::from));
        word.or_else(|| item.as_array().map(list)).expect("settings are words, flags and lists")
    }
    json(text.parse::<toml_edit::DocumentMut>().unwrap().as_item())
}

#[test]
fn settings_schema_takes_what_the_program_takes() {
    let printed = run(&["config", "--schema"], b"");
    let schema: Value = serde_json::from_str(&printed.out).unwrap();
    let wrong = |text: &str| fault(&schema, &schema, &settings(text), "");
    assert_eq!(wrong(&tetralith::settings::sample()), None);
    let own = "theme = \"moss\"\n[keys.table]\nundo = \"F5\"\n\
        [themes.moss]\nbase = \"light\"\ntile = \"#c0cfa8\"\n\
        [themes.moss.sixteen]\ntile = \"red\"\n";
    assert_eq!(wrong(own), None);
    for (text, place) in [
        ("mouse = \"no\"", "/mouse: type"),
        ("bell = \"loud\"", "/bell: enum"),
        ("bel = \"all\"", ": additionalProperties"),
        ("keys.table.undoo = \"u\"", "/keys/table: additionalProperties"),
        ("themes.moss.tile = \"red\"", "/themes/moss: required"),
        (
            "themes.moss = { base = \"light\", tiles = \"red\" }",
            "/themes/moss: additionalProperties",
        ),
    ] {
        let (settings, faults) = tetralith::settings::read(text);
        assert!(!faults.is_empty(), "{text}: {settings:?}");
        let found = wrong(text).unwrap_or_else(|| panic!("{text} fits"));
        assert!(found.starts_with(place), "{text}: {found}");
    }
}

//! Several records in one text, and what is no record at all.

use serde::de::IgnoredAny;
use tetralith_core::record::raw::{Ends, JsonText, text};

/// The records in a JSON list of objects, or in JSON Lines, each as its text; `None` of any other
/// text.
pub fn split(bytes: &[u8]) -> Option<Vec<&str>> {
    let mut rest = text(bytes).ok()?.trim_ascii();
    let list = rest.strip_prefix('[').and_then(|inside| inside.strip_suffix(']'));
    rest = list.unwrap_or(rest).trim_ascii();
    let mut records = Vec::new();
    while rest.starts_with('{') {
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<IgnoredAny>();
        values.next()?.ok()?;
        let (record, behind) = rest.split_at(values.byte_offset());
        records.push(record);
        rest = behind.trim_ascii_start();
        if list.is_some() && !rest.is_empty() {
            rest = rest.strip_prefix(',')?.trim_ascii_start();
        }
    }
    (rest.is_empty() && (list.is_some() || records.len() > 1)).then_some(records)
}

/// The records in the bytes of a file: those of a list, else all of it as one.
pub fn records(bytes: &[u8]) -> Vec<&[u8]> {
    split(bytes).map_or_else(|| vec![bytes], |list| list.into_iter().map(str::as_bytes).collect())
}

/// True if the bytes are the state of a game as Abstract Play's own programs keep it, which
/// has the boards and no record.
pub(crate) fn is_club_state(bytes: &[u8]) -> bool {
    is_foreign(bytes, ["game", "stack"])
}

/// True if the bytes are a JSON object with these `keys` and without a `format`, which records of
/// ours have.
pub(crate) fn is_foreign(bytes: &[u8], keys: [&str; 2]) -> bool {
    let mut ends = Ends::default();
    let fields = text(bytes).and_then(|text| JsonText::parse(text, &mut ends)?.object());
    let has = |wanted| fields.iter().flatten().any(|(key, _)| key == wanted);
    keys.into_iter().all(has) && !has("format")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_a_list_and_of_lines_are_found() {
        let one = r#"{"a": [1, 2]}"#;
        assert_eq!(split(one.as_bytes()), None);
        assert_eq!(split(b""), None);
        assert_eq!(split(b"{} nonsense"), None);
        for text in [format!("[{one}, {one}]"), format!("{one}\n{one}\n"), format!("{one}{one}")] {
            assert_eq!(split(text.as_bytes()), Some(vec![one, one]), "{text}");
        }
        assert_eq!(split(format!(" [{one}]").as_bytes()), Some(vec![one]));
        assert_eq!(split(b"[]"), Some(Vec::new()));
        for (text, wanted) in [("{}{}", vec!["{}", "{}"]), ("[]", vec![]), ("[{}", vec!["[{}"])] {
            let wanted: Vec<&[u8]> = wanted.into_iter().map(str::as_bytes).collect();
            assert_eq!(records(text.as_bytes()), wanted, "{text}");
        }
    }
}

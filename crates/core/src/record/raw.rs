//! JSON looked at one layer at a time, so that each value's place is known when something is wrong with it, and nothing
//! is built but what is wanted.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde_json::value::RawValue;

use super::MAX_TEXT;
use super::error::RecordError;
use crate::text::{Excerpt, escape_json};

/// The most keys in one object.
pub const MAX_KEYS: usize = 256;

/// The most keys in one object that this program does not know: room is left for those that it writes.
pub const MAX_UNKNOWN_KEYS: usize = 240;

/// How deep an unknown value may be nested in itself.
///
/// With the deepest variations around it, it stays within what JSON readers commonly take (128).
pub const MAX_UNKNOWN_DEPTH: usize = 16;

/// The most characters of a place that an error names; of a longer one the middle is left out.
const PLACE_CHARS: usize = 64;

/// Where in a record a value stands.
#[derive(Clone, Copy)]
pub(crate) enum Place<'p> {
    Record,
    Key(&'p Place<'p>, &'p str),
    Item(&'p Place<'p>, usize),
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record => Ok(()),
            Self::Key(Place::Record, key) => write!(f, "{}", Excerpt::new(key)),
            Self::Key(parent, key) => write!(f, "{parent}.{}", Excerpt::new(key)),
            Self::Item(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

impl Place<'_> {
    /// The place as an error names it.
    fn shown(&self) -> String {
        let whole = self.to_string();
        let chars: Vec<char> = whole.chars().collect();
        if chars.len() <= PLACE_CHARS {
            return whole;
        }
        let half = PLACE_CHARS / 2;
        chars[..half].iter().chain(&['…']).chain(&chars[chars.len() - half..]).collect()
    }
}

/// One JSON value as it is written, known to be well-formed.
#[derive(Clone, Copy)]
pub(crate) struct Value<'a, 'p> {
    pub(crate) text: &'a str,
    place: Place<'p>,
    /// Where the text begins in the record.
    start: usize,
    ends: &'a Ends,
}

/// A value within another: its text, and where it begins in the record.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    pub(crate) text: &'a str,
    start: usize,
}

/// An object's keys and their values, in order.
pub(crate) type Fields<'a> = Vec<(Cow<'a, str>, Part<'a>)>;

impl<'a> Value<'a, '_> {
    /// The whole record, if it is well-formed JSON; `ends` is filled with where its parts end.
    pub(crate) fn parse(text: &'a str, ends: &'a mut Ends) -> Result<Self, RecordError> {
        match serde_json::from_str::<&RawValue>(text) {
            Ok(raw) => {
                let text = raw.get();
                *ends = Ends::of(text);
                Ok(Self { text, place: Place::Record, start: 0, ends })
            }
            Err(error) if error.is_eof() => Err(RecordError::CutOff { line: error.line(), column: error.column() }),
            Err(error) => {
                let message = error.to_string();
                let message = message.rsplit_once(" at line ").map_or(&*message, |(message, _)| message).to_owned();
                Err(RecordError::Syntax { line: error.line(), column: error.column(), message })
            }
        }
    }

    /// The value of `key` in this object.
    pub(crate) fn field<'q>(&'q self, key: &'q str, part: Part<'a>) -> Value<'a, 'q> {
        Value { text: part.text, place: Place::Key(&self.place, key), start: part.start, ends: self.ends }
    }

    /// The item number `index` of this list.
    pub(crate) fn item(&self, index: usize, part: Part<'a>) -> Value<'a, '_> {
        Value { text: part.text, place: Place::Item(&self.place, index), start: part.start, ends: self.ends }
    }

    /// Where this value stands, as an error says it.
    pub(crate) fn place(&self) -> String {
        self.place.shown()
    }

    /// What kind of value it is, as a sentence says it.
    pub(crate) fn kind(&self) -> &'static str {
        match self.text.as_bytes().first() {
            Some(b'{') => "an object",
            Some(b'[') => "a list",
            Some(b'"') => "a string",
            Some(b't') => "true",
            Some(b'f') => "false",
            Some(b'n') => "null",
            _ => "a number",
        }
    }

    /// The error that this value is not what was expected, and what it is instead.
    pub(crate) fn wrong(&self, expected: impl Into<String>) -> RecordError {
        let found = match self.kind() {
            "a number" => Excerpt::new(self.text).to_string(),
            kind => kind.to_owned(),
        };
        RecordError::Value { place: self.place(), expected: expected.into(), found }
    }

    /// Like [`Value::wrong`] for a string of the right type that says nothing known.
    pub(crate) fn unknown(&self, expected: impl Into<String>, found: &str) -> RecordError {
        let found = format!("'{}'", Excerpt::new(found));
        RecordError::Value { place: self.place(), expected: expected.into(), found }
    }

    /// The only thing that can still be wrong with a string, or an object's key, in a text that is well-formed.
    fn surrogate(&self, what: &str) -> RecordError {
        RecordError::Value {
            place: self.place(),
            expected: format!("{what} of whole characters"),
            found: "half of a surrogate pair".to_owned(),
        }
    }

    /// The error that there are more than `most` of `what`.
    pub(crate) fn too_many(&self, what: &'static str, most: usize) -> RecordError {
        RecordError::TooMany { place: self.place(), what, most }
    }

    /// The fields of an object of at most [`MAX_KEYS`] different keys.
    pub(crate) fn object(&self) -> Result<Fields<'a>, RecordError> {
        if !self.text.starts_with('{') {
            return Err(self.wrong("an object"));
        }
        let mut parts = Parts::of(*self);
        let mut fields = Fields::new();
        while let Some(key) = parts.next() {
            if fields.len() == MAX_KEYS {
                return Err(self.too_many("keys", MAX_KEYS));
            }
            let key = match key.text.get(1..key.text.len() - 1) {
                Some(plain) if !plain.contains('\\') => Cow::Borrowed(plain),
                _ => serde_json::from_str(key.text).map_err(|_| self.surrogate("an object"))?,
            };
            if key.len() > MAX_TEXT {
                return Err(self.too_many("bytes in a key", MAX_TEXT));
            }
            let Some(value) = parts.next() else { break };
            fields.push((key, value));
        }
        let mut seen = HashSet::new();
        match fields.iter().find(|(key, _)| !seen.insert(key)) {
            None => Ok(fields),
            Some((key, _)) => Err(RecordError::Twice { place: self.place(), key: Excerpt::new(key) }),
        }
    }

    /// The items of a list of at most `most`, which holds `what`.
    pub(crate) fn list(&self, what: &'static str, most: usize) -> Result<Vec<Part<'a>>, RecordError> {
        if !self.text.starts_with('[') {
            return Err(self.wrong(format!("a list of {what}")));
        }
        let items: Vec<Part<'a>> = Parts::of(*self).take(most + 1).collect();
        if items.len() > most { Err(self.too_many(what, most)) } else { Ok(items) }
    }

    /// A string of at most `most` bytes.
    pub(crate) fn string(&self, most: usize) -> Result<String, RecordError> {
        if !self.text.starts_with('"') {
            return Err(self.wrong("a string"));
        }
        let string: String = serde_json::from_str(self.text).map_err(|_| self.surrogate("a string"))?;
        if string.len() > most { Err(self.too_many("bytes of text", most)) } else { Ok(string) }
    }

    /// A whole number, written without a point; `expected` says which would be right.
    pub(crate) fn whole<N: std::str::FromStr>(&self, expected: impl Into<String>) -> Result<N, RecordError> {
        self.text.parse().map_err(|_| self.wrong(expected))
    }

    /// A number from 0 to 1.
    pub(crate) fn chance(&self) -> Result<f64, RecordError> {
        let chance = self.text.parse().ok().filter(|chance| (0.0..=1.0).contains(chance));
        chance.ok_or_else(|| self.wrong("a number from 0 to 1"))
    }

    /// `true` or `false`.
    pub(crate) fn flag(&self) -> Result<bool, RecordError> {
        self.text.parse().map_err(|_| self.wrong("true or false"))
    }

    /// The text of a value that this program does not know, without blanks between its parts, as it is written again.
    pub(crate) fn unknown_value(&self) -> Result<String, RecordError> {
        let mut kept = String::with_capacity(self.text.len());
        let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
        for c in self.text.chars() {
            if quoted {
                quoted = escaped || c != '"';
                escaped = !escaped && c == '\\';
            } else {
                match c {
                    '"' => quoted = true,
                    '{' | '[' => depth += 1,
                    '}' | ']' => depth = depth.saturating_sub(1),
                    ' ' | '\t' | '\r' | '\n' => continue,
                    _ => {}
                }
                if depth > MAX_UNKNOWN_DEPTH {
                    return Err(self.too_many("levels of nesting", MAX_UNKNOWN_DEPTH));
                }
            }
            kept.push(c);
        }
        Ok(escape_json(kept))
    }
}

/// The shortest list or object whose end is noted, in bytes; what is shorter is looked through again where it stands.
const NOTED: usize = 64;

/// Where in a well-formed text each list and object of [`NOTED`] bytes or more ends, so that however deep variations
/// lie, no text is looked through once for each level.
#[derive(Default)]
pub(crate) struct Ends {
    /// The begin and the end of each, by the begin.
    spans: Vec<(u32, u32)>,
}

impl Ends {
    fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let (mut spans, mut open) = (Vec::new(), Vec::new());
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'"' => {
                    at = string_end(bytes, at);
                    continue;
                }
                b'{' | b'[' => open.push(at),
                b'}' | b']' => {
                    let start = open.pop().unwrap_or(at);
                    if at + 1 - start >= NOTED {
                        spans.push((start as u32, at as u32 + 1));
                    }
                }
                _ => {}
            }
            at += 1;
        }
        spans.sort_unstable();
        Self { spans }
    }

    /// Where the list or object ends that begins at `start`, if that is noted.
    fn get(&self, start: usize) -> Option<usize> {
        let i = self.spans.binary_search_by_key(&start, |&(start, _)| start as usize).ok()?;
        Some(self.spans[i].1 as usize)
    }
}

/// Where the string ends that begins with the quote at `start`.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(skip) = bytes.get(at..).and_then(|rest| rest.iter().position(|byte| matches!(byte, b'"' | b'\\'))) {
        at += skip + 1;
        if bytes[at - 1] == b'"' {
            return at;
        }
        at += 1;
    }
    bytes.len()
}

/// The values in a list, or the keys and values in turn in an object.
struct Parts<'a> {
    text: &'a str,
    start: usize,
    ends: &'a Ends,
    at: usize,
}

impl<'a> Parts<'a> {
    fn of(whole: Value<'a, '_>) -> Self {
        Self { text: whole.text, start: whole.start, ends: whole.ends, at: 1 }
    }

    /// Where the value ends that begins at `from`.
    fn end(&self, from: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut at = from;
        let mut depth = 0_usize;
        if matches!(bytes[from], b'{' | b'[')
            && let Some(end) = self.ends.get(self.start + from)
        {
            return end - self.start;
        }
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'"' => {
                    at = string_end(bytes, at);
                    if depth == 0 {
                        return at;
                    }
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' if depth <= 1 => return at + depth,
                b'}' | b']' => depth -= 1,
                b',' | b':' | b' ' | b'\t' | b'\r' | b'\n' if depth == 0 => return at,
                _ => {}
            }
            at += 1;
        }
        bytes.len()
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        let rest = self.text.as_bytes().get(self.at..)?;
        let between = |byte: &u8| matches!(byte, b',' | b':' | b' ' | b'\t' | b'\r' | b'\n');
        let from = self.at + rest.iter().position(|byte| !between(byte))?;
        if matches!(self.text.as_bytes()[from], b'}' | b']') {
            return None;
        }
        let end = self.end(from);
        self.at = end;
        Some(Part { text: self.text.get(from..end)?, start: self.start + from })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value as Json;

    use super::*;

    /// The value that its parts make up again.
    fn built(value: Value<'_, '_>) -> Json {
        match value.text.as_bytes()[0] {
            b'{' => {
                let fields = value.object().unwrap();
                fields.iter().map(|(key, part)| (key.clone().into_owned(), built(value.field(key, *part)))).collect()
            }
            b'[' => value.list("x", 99).unwrap().iter().map(|&part| built(value.item(0, part))).collect(),
            _ => serde_json::from_str(value.text).unwrap(),
        }
    }

    #[test]
    fn values_are_taken_apart_as_json_readers_do() {
        let long = format!("[{}{{\"k\":[[]]}}]", "\"]}\\\\\",".repeat(20));
        let texts = [
            "{}",
            "[ ]",
            " [1 ,-2.5e+3\n, true]\n",
            r#"{"a\"b" :{"c":"\\"},"d":[[],{}],"":null}"#,
            r#"["}]","\\\"",{"\u0041":"é"},"",[0,[1,[2]]]]"#,
            &long,
            &format!("{{\"x\": {long}, \"y\":{long} }}"),
        ];
        for text in texts {
            let mut ends = Ends::default();
            let json: Json = serde_json::from_str(text).unwrap();
            assert_eq!(built(Value::parse(text, &mut ends).unwrap()), json, "{text}");
        }
    }

    #[test]
    fn the_ends_of_long_lists_and_objects_are_noted() {
        for open in ["[", "{\"]\":"] {
            let close = if open == "[" { "]" } else { "}" };
            for length in [NOTED - 1, NOTED, NOTED + 1] {
                let inner = format!("{open}\"{}\"{close}", "x".repeat(length - open.len() - 3));
                let text = format!("[1,{inner},[],2]");
                let ends = Ends::of(&text);
                assert_eq!(ends.get(3), (length >= NOTED).then_some(3 + length), "{text}");
                assert_eq!((ends.get(0), ends.get(4 + length)), (Some(text.len()), None), "{text}");
            }
        }
    }

    #[test]
    fn an_unknown_value_loses_the_blanks_between_its_parts_alone() {
        let text = r#"{ "a \" ] b" : [ 1 , "\\" , "c [ \\\" d" ] }"#;
        let mut ends = Ends::default();
        let kept = Value::parse(text, &mut ends).unwrap().unknown_value().unwrap();
        assert_eq!(kept, r#"{"a \" ] b":[1,"\\","c [ \\\" d"]}"#);
    }
}

//! JSON read one layer at a time, for formats that hold games: the record's own, and those of other
//! programs.
//!
//! Each value knows its place, so that an error names it (`moves[3].time_ms`), and nothing is built
//! but what is asked for. Input is untrusted: keys, text and depth are bounded, and a key that
//! occurs twice in an object is refused.
//!
//! ```
//! use tetralith_core::record::raw::{Ends, JsonText};
//! let mut ends = Ends::default();
//! let root = JsonText::parse(r#"{ "sizes": [9, "ten"] }"#, &mut ends)?;
//! let (key, sizes) = root.object()?.remove(0);
//! let sizes = root.field(&key, sizes);
//! let second = sizes.list("sizes", 8)?[1];
//! let error = sizes.item(1, second).whole::<u8>("a whole number").unwrap_err();
//! assert_eq!(error.to_string(), "sizes[1]: expected a whole number, found a string");
//! # Ok::<(), tetralith_core::RecordError>(())
//! ```

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde_core::de::IgnoredAny;

use super::error::RecordError;
use super::{MAX_BYTES, MAX_TEXT};
use crate::text::{Excerpt, escape_json};

/// The most keys in one object.
pub const MAX_KEYS: usize = 256;

/// The most keys in one object that this program does not know: room is left for those that it
/// writes.
pub const MAX_UNKNOWN_KEYS: usize = 240;

/// The depth to which an unknown value may be nested in itself.
///
/// With the deepest variations around it, it stays within what JSON readers commonly take (128).
pub const MAX_UNKNOWN_DEPTH: usize = 16;

/// The key under which an analysis is kept with a game, which may be damaged in any way without the
/// game being refused.
pub const ANALYSIS: &str = "analysis";

/// The beginning of the keys that this program adds to records of games that go on.
pub const OWN: &str = "tetralith:";

/// True if `key`, which the format does not define, is not one that this program adds to
/// records.
///
/// Keys that it adds have room besides those of others, because the program must be able to read
/// them again.
pub(super) fn is_foreign(key: &str) -> bool {
    key != ANALYSIS && !key.starts_with(OWN)
}

/// The most characters of a place that an error names; of a longer one the middle is left out.
const PLACE_CHARS: usize = 64;

/// The place of a value in the whole text, from the outside in.
#[derive(Clone, Copy, Debug)]
enum Place<'p> {
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
#[derive(Clone, Copy, Debug)]
pub struct JsonText<'a, 'p> {
    /// The value as it is written.
    pub text: &'a str,
    place: Place<'p>,
    /// The offset of the text in the whole.
    start: usize,
    ends: &'a Ends,
}

/// A value within another. [`JsonText::field`] and [`JsonText::item`] make a value of it that knows
/// its place.
#[derive(Clone, Copy, Debug)]
pub struct ValuePart<'a> {
    text: &'a str,
    start: usize,
}

/// An object's keys and their values, in order.
pub type Fields<'a> = Vec<(Cow<'a, str>, ValuePart<'a>)>;

impl<'a> JsonText<'a, '_> {
    /// The value that `text` is, if it is well-formed JSON; `ends` is filled with where its parts
    /// end.
    ///
    /// # Errors
    /// [`RecordError::CutOff`] or [`RecordError::Syntax`].
    pub fn parse(text: &'a str, ends: &'a mut Ends) -> Result<Self, RecordError> {
        match serde_json::from_str::<IgnoredAny>(text) {
            Ok(_) => {
                let text = text.trim_matches([' ', '\t', '\r', '\n']);
                *ends = Ends::of(text);
                Ok(Self { text, place: Place::Record, start: 0, ends })
            }
            Err(error) if error.is_eof() => {
                Err(RecordError::CutOff { line: error.line(), column: error.column() })
            }
            Err(error) => {
                let message = error.to_string();
                let message = message
                    .rsplit_once(" at line ")
                    .map_or(&*message, |(message, _)| message)
                    .to_owned();
                Err(RecordError::Syntax { line: error.line(), column: error.column(), message })
            }
        }
    }

    /// The text of `part`, the value of `key` in this object, with its place for errors.
    pub fn field<'q>(&'q self, key: &'q str, part: ValuePart<'a>) -> JsonText<'a, 'q> {
        JsonText {
            text: part.text,
            place: Place::Key(&self.place, key),
            start: part.start,
            ends: self.ends,
        }
    }

    /// The item number `index` of this list.
    pub fn item(&self, index: usize, part: ValuePart<'a>) -> JsonText<'a, '_> {
        JsonText {
            text: part.text,
            place: Place::Item(&self.place, index),
            start: part.start,
            ends: self.ends,
        }
    }

    /// The place of this value as an error names it; empty for the outermost one.
    pub fn place(&self) -> String {
        self.place.shown()
    }

    /// The kind of value as a sentence names it, such as `a list`.
    pub fn kind(&self) -> &'static str {
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
    pub fn wrong(&self, expected: impl Into<String>) -> RecordError {
        let found = match self.kind() {
            "a number" => Excerpt::new(self.text).to_string(),
            kind => kind.to_owned(),
        };
        RecordError::Value { place: self.place(), expected: expected.into(), found }
    }

    /// Like [`JsonText::wrong`] for a string of the right type that says nothing known.
    pub fn unknown(&self, expected: impl Into<String>, found: &str) -> RecordError {
        let found = format!("'{}'", Excerpt::new(found));
        RecordError::Value { place: self.place(), expected: expected.into(), found }
    }

    /// The error that a string, or an object's key, holds half of a surrogate pair: all that can
    /// still be wrong in well-formed text.
    fn surrogate(&self, what: &str) -> RecordError {
        RecordError::Value {
            place: self.place(),
            expected: format!("{what} of whole characters"),
            found: "half of a surrogate pair".to_owned(),
        }
    }

    /// The error that there are more than `most` of `what`.
    pub fn too_many(&self, what: &'static str, most: usize) -> RecordError {
        RecordError::TooMany { place: self.place(), what, most }
    }

    /// The fields of an object of at most [`MAX_KEYS`] different keys.
    ///
    /// # Errors
    /// [`RecordError::Value`] if it is no object, [`RecordError::TooMany`] or
    /// [`RecordError::Twice`].
    pub fn object(&self) -> Result<Fields<'a>, RecordError> {
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
            Some((key, _)) => {
                Err(RecordError::Twice { place: self.place(), key: Excerpt::new(key) })
            }
        }
    }

    /// The items of a list of at most `most`, which holds `what`.
    ///
    /// # Errors
    /// [`RecordError::Value`] if it is no list, or [`RecordError::TooMany`].
    pub fn list(&self, what: &'static str, most: usize) -> Result<Vec<ValuePart<'a>>, RecordError> {
        if !self.text.starts_with('[') {
            return Err(self.wrong(format!("a list of {what}")));
        }
        let items: Vec<ValuePart<'a>> = Parts::of(*self).take(most + 1).collect();
        if items.len() > most { Err(self.too_many(what, most)) } else { Ok(items) }
    }

    /// The text of a string of at most `most` bytes.
    ///
    /// # Errors
    /// [`RecordError::Value`] if it is no string of whole characters, or [`RecordError::TooMany`].
    pub fn string(&self, most: usize) -> Result<String, RecordError> {
        if !self.text.starts_with('"') {
            return Err(self.wrong("a string"));
        }
        let string: String =
            serde_json::from_str(self.text).map_err(|_| self.surrogate("a string"))?;
        if string.len() > most { Err(self.too_many("bytes of text", most)) } else { Ok(string) }
    }

    /// The whole number that is written without a point; `expected` describes which would be right.
    ///
    /// # Errors
    /// [`RecordError::Value`] if it is none, or out of the range of `N`.
    pub fn whole<N: std::str::FromStr>(
        &self,
        expected: impl Into<String>,
    ) -> Result<N, RecordError> {
        self.text.parse().map_err(|_| self.wrong(expected))
    }

    /// The number from 0 to 1 that is written.
    ///
    /// # Errors
    /// [`RecordError::Value`] if it is none.
    pub fn chance(&self) -> Result<f64, RecordError> {
        let chance = self.text.parse().ok().filter(|chance| (0.0..=1.0).contains(chance));
        chance.ok_or_else(|| self.wrong("a number from 0 to 1"))
    }

    /// The truth value that is written.
    ///
    /// # Errors
    /// [`RecordError::Value`] if it is neither `true` nor `false`.
    pub fn flag(&self) -> Result<bool, RecordError> {
        self.text.parse().map_err(|_| self.wrong("true or false"))
    }

    /// The text of the value of `key`, which the record does not know, as
    /// [`JsonText::unknown_value`] has it.
    ///
    /// An [`ANALYSIS`] may be nested to any depth: it must never keep a game from being read, nor
    /// be lost because of its depth.
    ///
    /// # Errors
    /// [`RecordError::TooMany`] if the value of another key is nested deeper than
    /// [`MAX_UNKNOWN_DEPTH`].
    pub fn unknown_of(&self, key: &str) -> Result<String, RecordError> {
        self.without_blanks(if key == ANALYSIS { usize::MAX } else { MAX_UNKNOWN_DEPTH })
    }

    /// The text of a value that this program does not know, without blanks between its parts, as it
    /// is written again.
    ///
    /// # Errors
    /// [`RecordError::TooMany`] if it is nested deeper than [`MAX_UNKNOWN_DEPTH`].
    pub fn unknown_value(&self) -> Result<String, RecordError> {
        self.without_blanks(MAX_UNKNOWN_DEPTH)
    }

    /// The text of the value without blanks between its parts, unless it is nested more than `most`
    /// deep.
    fn without_blanks(&self, most: usize) -> Result<String, RecordError> {
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
                if depth > most {
                    return Err(self.too_many("levels of nesting", most));
                }
            }
            kept.push(c);
        }
        Ok(escape_json(kept))
    }
}

/// The text that `bytes` hold, if it could be a record at all: UTF-8 of at most [`MAX_BYTES`],
/// without the byte-order mark that some editors put before it.
///
/// # Errors
/// [`RecordError`] that states which of these it is not.
pub fn text(bytes: &[u8]) -> Result<&str, RecordError> {
    if bytes.len() > MAX_BYTES {
        return Err(RecordError::TooLarge);
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(RecordError::Utf16);
    }
    let unmarked = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(unmarked).map_err(|error| {
        let valid = &bytes[..bytes.len() - unmarked.len() + error.valid_up_to()];
        RecordError::Encoding { line: valid.split(|&b| b == b'\n').count(), byte: valid.len() + 1 }
    })?;
    if text.trim_ascii().is_empty() { Err(RecordError::Empty) } else { Ok(text) }
}

/// The shortest list or object whose end is noted, in bytes; a shorter one is scanned again where
/// it is.
const NOTED: usize = 64;

/// The ends of the long lists and objects of a well-formed text, so that however deep they are
/// nested, no text is scanned once for each level.
#[derive(Debug, Default)]
pub struct Ends {
    /// The beginning and the end of each of [`NOTED`] bytes or more, by the beginning.
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

    /// The end of the list or object that begins at `start`, if that is noted.
    fn get(&self, start: usize) -> Option<usize> {
        let i = self.spans.binary_search_by_key(&start, |&(start, _)| start as usize).ok()?;
        Some(self.spans[i].1 as usize)
    }
}

/// The end of the string that begins with the quote at `start`.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(skip) =
        bytes.get(at..).and_then(|rest| rest.iter().position(|byte| matches!(byte, b'"' | b'\\')))
    {
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
    fn of(whole: JsonText<'a, '_>) -> Self {
        Self { text: whole.text, start: whole.start, ends: whole.ends, at: 1 }
    }

    /// The end of the value that begins at `from`.
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
    type Item = ValuePart<'a>;

    fn next(&mut self) -> Option<ValuePart<'a>> {
        let rest = self.text.as_bytes().get(self.at..)?;
        let between = |byte: &u8| matches!(byte, b',' | b':' | b' ' | b'\t' | b'\r' | b'\n');
        let from = self.at + rest.iter().position(|byte| !between(byte))?;
        if matches!(self.text.as_bytes()[from], b'}' | b']') {
            return None;
        }
        let end = self.end(from);
        self.at = end;
        Some(ValuePart { text: self.text.get(from..end)?, start: self.start + from })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value as Json;

    use super::*;

    /// The value that its parts make up again.
    fn built(value: JsonText<'_, '_>) -> Json {
        match value.text.as_bytes()[0] {
            b'{' => {
                let fields = value.object().unwrap();
                fields
                    .iter()
                    .map(|(key, part)| (key.clone().into_owned(), built(value.field(key, *part))))
                    .collect()
            }
            b'[' => value
                .list("x", 99)
                .unwrap()
                .iter()
                .map(|&part| built(value.item(0, part)))
                .collect(),
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
            assert_eq!(built(JsonText::parse(text, &mut ends).unwrap()), json, "{text}");
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
        let kept = JsonText::parse(text, &mut ends).unwrap().unknown_value().unwrap();
        assert_eq!(kept, r#"{"a \" ] b":[1,"\\","c [ \\\" d"]}"#);
    }
}

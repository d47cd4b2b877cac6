//! JSON looked at one layer at a time, so that each value's place is known when something is wrong with it, and nothing
//! is built but what is wanted.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::error::RecordError;
use crate::text::Excerpt;

/// The most keys in one object.
pub const MAX_KEYS: usize = 256;

/// How deep an unknown value may be nested in itself.
///
/// With the deepest variations around it, it stays within what JSON readers commonly take (128).
pub const MAX_UNKNOWN_DEPTH: usize = 16;

/// Where in a record a value stands.
#[derive(Clone, Copy)]
pub(super) enum Place<'p> {
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

/// One JSON value as it is written, known to be well-formed.
#[derive(Clone, Copy)]
pub(super) struct Value<'a, 'p> {
    pub(super) text: &'a str,
    pub(super) place: Place<'p>,
}

/// An object's keys and the texts of their values, in order.
pub(super) type Fields<'a> = Vec<(Cow<'a, str>, &'a str)>;

impl<'a> Value<'a, '_> {
    /// The whole record, once its JSON is known to be well-formed.
    pub(super) fn parse(text: &'a str) -> Result<Self, RecordError> {
        match serde_json::from_str::<&RawValue>(text) {
            Ok(raw) => Ok(Self { text: raw.get(), place: Place::Record }),
            Err(error) if error.is_eof() => Err(RecordError::CutOff { line: error.line(), column: error.column() }),
            Err(error) => {
                let message = error.to_string();
                let message = message.rsplit_once(" at line ").map_or(&*message, |(message, _)| message).to_owned();
                Err(RecordError::Syntax { line: error.line(), column: error.column(), message })
            }
        }
    }

    /// What kind of value it is, as a sentence says it.
    pub(super) fn kind(&self) -> &'static str {
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
    pub(super) fn wrong(&self, expected: impl Into<String>) -> RecordError {
        let found = match self.kind() {
            "a number" => Excerpt::new(self.text).to_string(),
            kind => kind.to_owned(),
        };
        RecordError::Value { place: self.place.to_string(), expected: expected.into(), found }
    }

    /// Like [`Value::wrong`] for a string of the right type that says nothing known.
    pub(super) fn unknown(&self, expected: impl Into<String>, found: &str) -> RecordError {
        let found = format!("'{}'", Excerpt::new(found));
        RecordError::Value { place: self.place.to_string(), expected: expected.into(), found }
    }

    /// The only thing that can still be wrong with a string, or an object's key, in a text that is well-formed.
    fn surrogate(&self, what: &str) -> RecordError {
        RecordError::Value {
            place: self.place.to_string(),
            expected: format!("{what} of whole characters"),
            found: "half of a surrogate pair".to_owned(),
        }
    }

    fn too_many(&self, what: &'static str, most: usize) -> RecordError {
        RecordError::TooMany { place: self.place.to_string(), what, most }
    }

    /// The fields of an object of at most [`MAX_KEYS`] different keys.
    pub(super) fn object(&self) -> Result<Fields<'a>, RecordError> {
        if !self.text.starts_with('{') {
            return Err(self.wrong("an object"));
        }
        let Object(fields) = serde_json::from_str(self.text).map_err(|_| self.surrogate("an object"))?;
        if fields.len() > MAX_KEYS {
            return Err(self.too_many("keys", MAX_KEYS));
        }
        let mut seen = HashSet::new();
        match fields.iter().find(|(key, _)| !seen.insert(key)) {
            None => Ok(fields),
            Some((key, _)) => Err(RecordError::Twice { place: self.place.to_string(), key: Excerpt::new(key) }),
        }
    }

    /// The items of a list of at most `most`, which holds `what`.
    pub(super) fn list(&self, what: &'static str, most: usize) -> Result<Vec<&'a str>, RecordError> {
        let not_a_list = || self.wrong(format!("a list of {what}"));
        if !self.text.starts_with('[') {
            return Err(not_a_list());
        }
        let mut reader = serde_json::Deserializer::from_str(self.text);
        let items = reader.deserialize_seq(Items { most, of: PhantomData }).map_err(|_| not_a_list())?;
        if items.len() > most { Err(self.too_many(what, most)) } else { Ok(items) }
    }

    /// A string of at most `most` bytes.
    pub(super) fn string(&self, most: usize) -> Result<String, RecordError> {
        if !self.text.starts_with('"') {
            return Err(self.wrong("a string"));
        }
        let string: String = serde_json::from_str(self.text).map_err(|_| self.surrogate("a string"))?;
        if string.len() > most { Err(self.too_many("bytes of text", most)) } else { Ok(string) }
    }

    /// A whole number, written without a point.
    pub(super) fn whole<N: std::str::FromStr>(&self) -> Result<N, RecordError> {
        self.text.parse().map_err(|_| self.wrong("a whole number"))
    }

    /// A number from 0 to 1.
    pub(super) fn chance(&self) -> Result<f64, RecordError> {
        let chance = self.text.parse().ok().filter(|chance| (0.0..=1.0).contains(chance));
        chance.ok_or_else(|| self.wrong("a number from 0 to 1"))
    }

    /// `true` or `false`.
    pub(super) fn flag(&self) -> Result<bool, RecordError> {
        self.text.parse().map_err(|_| self.wrong("true or false"))
    }

    /// The text of a value that this program does not know, without blanks between its parts.
    pub(super) fn unknown_value(&self) -> Result<String, RecordError> {
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
        Ok(kept)
    }
}

struct Object<'a>(Fields<'a>);

impl<'de: 'a, 'a> Deserialize<'de> for Object<'a> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        struct Pairs<'a>(PhantomData<&'a str>);
        impl<'de: 'a, 'a> Visitor<'de> for Pairs<'a> {
            type Value = Object<'a>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Object<'a>, M::Error> {
                let mut fields: Fields<'a> = Vec::new();
                // What is too much is told by its length and not kept.
                while fields.len() <= MAX_KEYS {
                    let Some(key) = map.next_key::<Key<'a>>()? else { return Ok(Object(fields)) };
                    fields.push((key.0, map.next_value::<&'a RawValue>()?.get()));
                }
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Object(fields))
            }
        }
        reader.deserialize_map(Pairs(PhantomData))
    }
}

#[derive(Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

struct Items<'a> {
    most: usize,
    of: PhantomData<&'a str>,
}

impl<'de: 'a, 'a> Visitor<'de> for Items<'a> {
    type Value = Vec<&'a str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<Vec<&'a str>, S::Error> {
        let mut items = Vec::new();
        while items.len() <= self.most {
            let Some(item) = seq.next_element::<&'a RawValue>()? else { return Ok(items) };
            items.push(item.get());
        }
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(items)
    }
}

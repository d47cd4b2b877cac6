//! Writing records.

use std::collections::HashSet;
use std::fmt::Write as _;

use serde_json::Value;

use super::error::RecordError;
use super::raw::{self, Ends, is_foreign};
use super::read::{is_claim, is_rfc3339};
use super::{
    FORMAT, MAX_BYTES, MAX_COMMENT, MAX_KEYS, MAX_TEXT, MAX_UNKNOWN_KEYS, Player, Record, Unknown,
    VERSION,
};
use crate::board::Colour;
use crate::json;
use crate::notation::Names;
use crate::own_mark::MAX_OWN_MARKS;
use crate::position_text::write_arrangement;
use crate::rules::Outcome;
use crate::text::{Excerpt, escape_json};
use crate::timeline::{NodeId, Note, Timeline};

impl Record {
    /// The keys that are known, in the order they are written in unless a record that was read had
    /// another.
    pub(super) const KEYS: [&'static str; 11] = [
        "format", "version", "game", "options", "position", "players", "date", "event", "result",
        "comment", "moves",
    ];

    /// Writes the record with `timeline` as its moves, a line for each key and each turn of the
    /// main line.
    ///
    /// Reading it again gives the same tree of steps and notes and a record that holds the same.
    /// Two things are lost: a note on the start, and a chance that is not from 0 to 1. The text can
    /// be printed on a terminal without harm: hidden characters are escaped.
    ///
    /// # Errors
    /// [`RecordError`] if what it holds could not be read again: a text or the whole is too long,
    /// the date is not one, or there are too many unknown keys, unknown keys that the format does
    /// define, or values of such keys that are not JSON.
    pub fn write(&self, timeline: &Timeline) -> Result<String, RecordError> {
        self.write_as(timeline, Layout::Lines)
    }

    /// Writes the record as [`Record::write`] does, but on one line without its end.
    ///
    /// # Errors
    /// As for [`Record::write`].
    pub fn write_line(&self, timeline: &Timeline) -> Result<String, RecordError> {
        self.write_as(timeline, Layout::OneLine)
    }

    fn write_as(&self, timeline: &Timeline, layout: Layout) -> Result<String, RecordError> {
        self.check(timeline)?;
        let names = Names::of(timeline.start());
        let fresh =
            Self::KEYS.iter().filter(|key| self.unknown.keys.iter().all(|(old, _)| old != *key));
        let keys = self
            .unknown
            .keys
            .iter()
            .map(|(key, text)| (&**key, text.as_deref()))
            .chain(fresh.map(|key| (*key, None)));
        let mut out = String::from(layout.open());
        let mut written = 0;
        for (key, unknown) in keys {
            let Some(value) =
                unknown.map(str::to_owned).or_else(|| self.value(key, timeline, names, layout))
            else {
                continue;
            };
            let _ = write!(
                out,
                "{}{}: {value}",
                if written == 0 { "" } else { layout.between() },
                quoted(key)
            );
            written += 1;
        }
        if written > MAX_KEYS {
            return Err(RecordError::TooMany {
                place: "the record".to_owned(),
                what: "keys",
                most: MAX_KEYS,
            });
        }
        out.push_str(layout.close());
        let out = escape_json(out);
        if out.len() > MAX_BYTES { Err(RecordError::TooLarge) } else { Ok(out) }
    }

    /// The JSON text of the value of a known key, or `None` if there is nothing to write.
    fn value(
        &self,
        key: &str,
        timeline: &Timeline,
        names: Names,
        layout: Layout,
    ) -> Option<String> {
        let text = |text: &Option<String>| text.as_deref().map(quoted);
        match key {
            "format" => Some(quoted(FORMAT)),
            "version" => Some(VERSION.to_string()),
            "game" => Some(quoted(names.info.id)),
            "options" => {
                let mut object = Object::default();
                for (key, value) in json::option_list(names.info, timeline.start().options()) {
                    object.field(key, &value.to_string());
                }
                Some(object.close())
            }
            "position" => {
                let start = timeline.start();
                start.is_set_up().then(|| quoted(&write_arrangement(names, &start.arrangement())))
            }
            "players" => self.players_json(names),
            "date" => text(&self.date),
            "event" => text(&self.event),
            "comment" => text(&self.comment),
            "result" => {
                let end = timeline.main_end();
                Some(self.result_json(end, timeline.outcome_at(end)?, names))
            }
            "moves" => {
                let writer = Writer {
                    record: self,
                    timeline,
                    names,
                    main_end: timeline.main_end(),
                    out: String::new(),
                };
                Some(writer.moves(layout))
            }
            _ => None,
        }
    }

    fn players_json(&self, names: Names) -> Option<String> {
        let mut object = Object::default();
        for colour in Colour::BOTH {
            let Player { name, kind, level, extra } = &self.players[colour.index()];
            let mut player = Object::default();
            player.text("name", name.as_deref());
            player.text("kind", kind.map(super::PlayerKind::id));
            player.text("level", level.as_deref());
            player.unknown(extra);
            if !player.is_empty() {
                object.field(names.colour(colour), &player.close());
            }
        }
        object.unknown(&self.unknown.players);
        (!object.is_empty()).then(|| object.close())
    }

    /// The result at `node`, where the game ends with `outcome`.
    fn result_json(&self, node: NodeId, outcome: Outcome, names: Names) -> String {
        let mut object = Object::default();
        object.text("winner", Some(outcome.winner.map_or("draw", |colour| names.colour(colour))));
        object.text("reason", Some(outcome.reason.id()));
        if let Some((_, unknown)) =
            self.unknown.results.get(&node).filter(|(read, _)| *read == outcome)
        {
            object.unknown(unknown);
        }
        object.close()
    }

    /// Checks that everything that others may have put here can be read again.
    fn check(&self, timeline: &Timeline) -> Result<(), RecordError> {
        let check = |place: &dyn Fn() -> String, text: Option<&str>, most: usize| {
            if text.is_none_or(|text| text.len() <= most) {
                return Ok(());
            }
            Err(RecordError::TooMany { place: place(), what: "bytes of text", most })
        };
        for (colour, player) in Colour::BOTH.into_iter().zip(&self.players) {
            let name = timeline.start().info().side(colour).name;
            check(&|| format!("players.{name}.name"), player.name.as_deref(), MAX_TEXT)?;
            check(&|| format!("players.{name}.level"), player.level.as_deref(), MAX_TEXT)?;
            check_unknown(
                &|| format!("players.{name}"),
                texts(&player.extra),
                &["name", "kind", "level"],
                |_| true,
            )?;
        }
        check(&|| "date".to_owned(), self.date.as_deref(), MAX_TEXT)?;
        if let Some(date) = self.date.as_deref().filter(|date| !is_rfc3339(date)) {
            let found = format!("'{}'", Excerpt::new(date));
            return Err(RecordError::Value {
                place: "date".to_owned(),
                expected: "an RFC 3339 date".to_owned(),
                found,
            });
        }
        check(&|| "event".to_owned(), self.event.as_deref(), MAX_TEXT)?;
        check(&|| "comment".to_owned(), self.comment.as_deref(), MAX_COMMENT)?;
        for node in timeline.nodes() {
            let Some(note) = timeline.note(node) else { continue };
            check(
                &|| format!("the comment on turn {}", timeline.turn(node)),
                Some(&note.comment),
                MAX_COMMENT,
            )?;
            check(
                &|| format!("the nag on turn {}", timeline.turn(node)),
                note.nag.as_deref(),
                MAX_TEXT,
            )?;
            let place = || format!("the note on turn {}", timeline.turn(node));
            if note.marks.len() > MAX_OWN_MARKS {
                let (place, what, most) = (place(), "marks", MAX_OWN_MARKS);
                return Err(RecordError::TooMany { place, what, most });
            }
            let mut known = NOTE_KEYS.to_vec();
            known.extend((!note.marks.is_empty()).then_some("marks"));
            check_unknown(&place, texts(&note.extra), &known, |_| true)?;
        }
        let unknown =
            self.unknown.keys.iter().filter_map(|(key, text)| Some((&**key, text.as_deref()?)));
        check_unknown(&|| "the record".to_owned(), unknown, &Self::KEYS, is_foreign)
    }
}

/// The keys of an entry that are always ours; a `result` and `marks` may be another program's.
const NOTE_KEYS: [&str; 6] = ["move", "comment", "nag", "time_ms", "eval", "variations"];

fn texts(unknown: &Unknown) -> impl Iterator<Item = (&str, &str)> {
    unknown.iter().map(|(key, text)| (&**key, &**text))
}

/// Checks that `unknown` can be written beside the `known` keys and read again; its size is limited
/// by the keys that `counts` picks.
fn check_unknown<'a>(
    place: &dyn Fn() -> String,
    unknown: impl Iterator<Item = (&'a str, &'a str)>,
    known: &[&'a str],
    counts: fn(&str) -> bool,
) -> Result<(), RecordError> {
    let too_many = |what, most| Err(RecordError::TooMany { place: place(), what, most });
    let unknown: Vec<(&str, &str)> = unknown.collect();
    if unknown.iter().filter(|(key, _)| counts(key)).count() > MAX_UNKNOWN_KEYS {
        return too_many("unknown keys", MAX_UNKNOWN_KEYS);
    }
    let mut seen: HashSet<&str> = known.iter().copied().collect();
    for (key, text) in unknown {
        if key.len() > MAX_TEXT {
            return too_many("bytes in a key", MAX_TEXT);
        }
        if !seen.insert(key) {
            return Err(RecordError::Twice { place: place(), key: Excerpt::new(key) });
        }
        let mut ends = Ends::default();
        if raw::JsonText::parse(text, &mut ends).and_then(|value| value.unknown_of(key)).is_err() {
            return Err(RecordError::Value {
                place: place(),
                expected: format!("JSON as the value of '{}'", Excerpt::new(key)),
                found: format!("'{}'", Excerpt::new(text)),
            });
        }
    }
    Ok(())
}

/// The layout of the record as a whole; its parts are always on one line.
#[derive(Clone, Copy)]
enum Layout {
    Lines,
    OneLine,
}

impl Layout {
    const fn open(self) -> &'static str {
        match self {
            Self::Lines => "{\n  ",
            Self::OneLine => "{",
        }
    }

    const fn between(self) -> &'static str {
        match self {
            Self::Lines => ",\n  ",
            Self::OneLine => ", ",
        }
    }

    const fn close(self) -> &'static str {
        match self {
            Self::Lines => "\n}\n",
            Self::OneLine => "}",
        }
    }
}

/// A JSON object being written.
#[derive(Default)]
struct Object {
    text: String,
}

impl Object {
    fn field(&mut self, key: &str, value: &str) {
        let _ = write!(
            self.text,
            "{}{}: {value}",
            if self.is_empty() { "{" } else { ", " },
            quoted(key)
        );
    }

    fn text(&mut self, key: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.field(key, &quoted(value));
        }
    }

    fn unknown(&mut self, fields: &Unknown) {
        for (key, value) in fields {
            self.field(key, value);
        }
    }

    fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    fn close(mut self) -> String {
        self.text.push('}');
        self.text
    }
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

struct Writer<'a> {
    record: &'a Record,
    timeline: &'a Timeline,
    names: Names,
    main_end: NodeId,
    out: String,
}

impl Writer<'_> {
    fn moves(mut self, layout: Layout) -> String {
        let (open, between, close) = match layout {
            Layout::Lines if self.timeline.steps() > 0 => ("[\n    ", ",\n    ", "\n  ]"),
            _ => ("[", ", ", "]"),
        };
        self.out.push_str(open);
        self.line(NodeId::START, "", between);
        self.out.push_str(close);
        self.out
    }

    /// The entries of the main line after `node` with their variations, `first` before the first,
    /// then `between`.
    fn line(&mut self, mut node: NodeId, first: &str, between: &str) {
        let mut before = first;
        loop {
            let mut turns = Vec::new();
            self.turns(node, &mut Vec::new(), &mut turns);
            let Some((main, others)) = turns.split_first() else { return };
            self.out.push_str(before);
            self.entry(main, others);
            (node, before) = (last(main), between);
        }
    }

    /// A line that begins with `turn` in place of another.
    fn variation(&mut self, turn: &[NodeId]) {
        self.out.push('[');
        self.entry(turn, &[]);
        // A noted step within a turn is continued where the whole turn is written.
        if !self.is_within_turn(last(turn)) {
            self.line(last(turn), ", ", ", ");
        }
        self.out.push(']');
    }

    /// The entry of `turn` with the turns that `others` begin in its place.
    fn entry(&mut self, turn: &[NodeId], others: &[Vec<NodeId>]) {
        let steps: Vec<_> = turn.iter().filter_map(|&node| self.timeline.step(node)).collect();
        let text = quoted(&self.names.turn(&steps));
        let node = last(turn);
        let begin = self.out.len();
        let _ = write!(self.out, "{{\"move\": {text}");
        let bare = self.out.len();
        let outcome = self.outcome(node);
        if let Some(Note { comment, nag, time_ms, eval, marks, extra }) = self.timeline.note(node) {
            if !comment.is_empty() {
                self.field("comment", &quoted(comment));
            }
            if let Some(nag) = nag {
                self.field("nag", &quoted(nag));
            }
            if let Some(time_ms) = time_ms {
                self.field("time_ms", &time_ms.to_string());
            }
            if let Some(eval) = eval.filter(|eval| (0.0..=1.0).contains(eval)) {
                self.field("eval", &Value::from(eval).to_string());
            }
            if !marks.is_empty() {
                let marks: Value = marks.iter().map(|&mark| self.names.own_mark(mark)).collect();
                self.field("marks", &marks.to_string());
            }
            // In the form of ours it would end the game, or be refused where the game continues.
            let names = self.names;
            let is_foreign = |result: &str| outcome.is_none() && !is_claim(names, result);
            for (key, value) in
                extra.iter().filter(|(key, value)| key != "result" || is_foreign(value))
            {
                self.field(key, value);
            }
        }
        if let Some(outcome) = outcome {
            self.field("result", &self.record.result_json(node, outcome, self.names));
        }
        if !others.is_empty() {
            self.out.push_str(", \"variations\": [");
            for (i, turn) in others.iter().enumerate() {
                self.out.push_str(if i > 0 { ", " } else { "" });
                self.variation(turn);
            }
            self.out.push(']');
        }
        if self.out.len() == bare {
            self.out.truncate(begin);
            self.out.push_str(&text);
        } else {
            self.out.push('}');
        }
    }

    fn field(&mut self, key: &str, value: &str) {
        let _ = write!(self.out, ", {}: {value}", quoted(key));
    }

    /// The outcome at `node`, if it is to be written there. At the end of the main line the record
    /// itself holds it; an end on the board is written only if its result holds unknown keys.
    fn outcome(&self, node: NodeId) -> Option<Outcome> {
        if node == self.main_end {
            return None;
        }
        // Places may have other numbers since it was read, after a variation was deleted.
        let is_noted = |outcome: &Outcome| {
            self.record.unknown.results.get(&node).is_some_and(|(read, _)| read == outcome)
        };
        let outcome = self.timeline.outcome_at(node);
        outcome.filter(|outcome| !outcome.reason.is_on_board() || is_noted(outcome))
    }

    /// Every turn that begins at `node`, the main one first, as the places of its steps.
    ///
    /// A step with a note within a turn counts as an unfinished turn as well.
    fn turns(&self, node: NodeId, so_far: &mut Vec<NodeId>, turns: &mut Vec<Vec<NodeId>>) {
        for &child in self.timeline.children(node) {
            so_far.push(child);
            let within = self.is_within_turn(child);
            if within {
                self.turns(child, so_far, turns);
            }
            if !within || self.timeline.note(child).is_some() {
                turns.push(so_far.clone());
            }
            so_far.pop();
        }
    }

    /// True if the turn goes on after `node`.
    fn is_within_turn(&self, node: NodeId) -> bool {
        let turn = |node| self.timeline.turn(node);
        self.timeline.children(node).first().is_some_and(|&next| turn(next) == turn(node))
    }
}

/// The place after a turn, which has at least one step.
fn last(turn: &[NodeId]) -> NodeId {
    turn[turn.len() - 1]
}

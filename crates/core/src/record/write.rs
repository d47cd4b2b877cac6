//! Writing records.

use std::fmt::Write as _;

use serde_json::Value;

use super::error::RecordError;
use super::{FORMAT, MAX_BYTES, MAX_COMMENT, MAX_TEXT, Player, Record, Unknown, VERSION};
use crate::board::Colour;
use crate::games::Game;
use crate::json;
use crate::notation::Names;
use crate::rules::Outcome;
use crate::timeline::{NodeId, Note, Timeline};

impl Record {
    /// The keys that are known, in the order they are written in unless a record that was read had another.
    pub(super) const KEYS: [&'static str; 10] =
        ["format", "version", "game", "options", "players", "date", "event", "result", "comment", "moves"];

    /// Writes the record with `timeline` as its moves, a line for each key and each turn of the main line.
    ///
    /// Reading it again gives an equal record and the same tree of steps and notes.
    ///
    /// # Errors
    /// [`RecordError::TooMany`] or [`RecordError::TooLarge`] if a text or the whole is longer than can be read again.
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
        self.check_texts(timeline)?;
        let names = Names::of(timeline.start());
        let fresh = Self::KEYS.iter().filter(|key| self.kept.keys.iter().all(|(old, _)| old != *key));
        let keys =
            self.kept.keys.iter().map(|(key, text)| (&**key, text.as_deref())).chain(fresh.map(|key| (*key, None)));
        let mut out = String::from(layout.open());
        let mut first = true;
        for (key, unknown) in keys {
            let Some(value) = unknown.map(str::to_owned).or_else(|| self.value(key, timeline, names, layout)) else {
                continue;
            };
            let _ = write!(out, "{}{}: {value}", if first { "" } else { layout.between() }, quoted(key));
            first = false;
        }
        out.push_str(layout.close());
        if out.len() > MAX_BYTES { Err(RecordError::TooLarge) } else { Ok(out) }
    }

    /// The JSON text of the value of a known key, or `None` if there is nothing to say.
    fn value(&self, key: &str, timeline: &Timeline, names: Names, layout: Layout) -> Option<String> {
        let text = |text: &Option<String>| text.as_deref().map(quoted);
        match key {
            "format" => Some(quoted(FORMAT)),
            "version" => Some(VERSION.to_string()),
            "game" => Some(quoted(names.info.id)),
            "options" => {
                let mut object = Object::default();
                for (key, value) in json::options(names.info, timeline.start().options()) {
                    object.field(&key, &value.to_string());
                }
                Some(object.close())
            }
            "players" => self.players_json(names),
            "date" => text(&self.date),
            "event" => text(&self.event),
            "comment" => text(&self.comment),
            "result" => {
                let end = end(timeline);
                let outcome = timeline.ended_at(end).or_else(|| position(timeline, end).outcome())?;
                Some(self.result_json(outcome, names))
            }
            "moves" => Some(Writer { record: self, timeline, names, main_end: end(timeline) }.moves(layout)),
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
        object.unknown(&self.kept.players);
        (!object.is_empty()).then(|| object.close())
    }

    fn result_json(&self, outcome: Outcome, names: Names) -> String {
        let mut object = Object::default();
        object.text("winner", Some(outcome.winner.map_or("draw", |colour| names.colour(colour))));
        object.text("reason", Some(outcome.reason.id()));
        object.unknown(&self.kept.result);
        object.close()
    }

    /// Whether every text is short enough to be read again.
    fn check_texts(&self, timeline: &Timeline) -> Result<(), RecordError> {
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
        }
        check(&|| "date".to_owned(), self.date.as_deref(), MAX_TEXT)?;
        check(&|| "event".to_owned(), self.event.as_deref(), MAX_TEXT)?;
        check(&|| "comment".to_owned(), self.comment.as_deref(), MAX_COMMENT)?;
        for node in timeline.nodes() {
            let Some(note) = timeline.note(node) else { continue };
            check(&|| format!("the comment on turn {}", timeline.turn(node)), Some(&note.comment), MAX_COMMENT)?;
            check(&|| format!("the nag on turn {}", timeline.turn(node)), note.nag.as_deref(), MAX_TEXT)?;
        }
        Ok(())
    }
}

/// The last place of the main line.
fn end(timeline: &Timeline) -> NodeId {
    timeline.main_line().last().copied().unwrap_or(NodeId::START)
}

/// The position at `node`, wherever the cursor is.
fn position(timeline: &Timeline, node: NodeId) -> Game {
    let mut position = timeline.start().clone();
    for step in timeline.path(node).into_iter().filter_map(|node| timeline.step(node)) {
        position.play_unchecked(step);
    }
    position
}

/// How the record as a whole is laid out; its parts are always on one line.
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
    has_one_field: bool,
}

impl Object {
    fn field(&mut self, key: &str, value: &str) {
        self.has_one_field = self.is_empty();
        let _ = write!(self.text, "{}{}: {value}", if self.is_empty() { "{" } else { ", " }, quoted(key));
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
}

impl Writer<'_> {
    fn moves(&self, layout: Layout) -> String {
        let entries = self.line(NodeId::START);
        match layout {
            Layout::Lines if !entries.is_empty() => format!("[\n    {}\n  ]", entries.join(",\n    ")),
            _ => format!("[{}]", entries.join(", ")),
        }
    }

    /// The entries of the main line after `node`, with their variations.
    fn line(&self, mut node: NodeId) -> Vec<String> {
        let mut entries = Vec::new();
        loop {
            let mut turns = Vec::new();
            self.turns(node, &mut Vec::new(), &mut turns);
            let Some((main, others)) = turns.split_first() else { return entries };
            let variations: Vec<String> = others.iter().map(|turn| self.variation(turn)).collect();
            entries.push(self.entry(main, &variations));
            node = last(main);
        }
    }

    /// A line that begins with `turn` in place of another.
    fn variation(&self, turn: &[NodeId]) -> String {
        let mut entries = vec![self.entry(turn, &[])];
        // A noted step within a turn is continued where the whole turn is written.
        if !self.is_within_turn(last(turn)) {
            entries.extend(self.line(last(turn)));
        }
        format!("[{}]", entries.join(", "))
    }

    fn entry(&self, turn: &[NodeId], variations: &[String]) -> String {
        let steps: Vec<_> = turn.iter().filter_map(|&node| self.timeline.step(node)).collect();
        let text = quoted(&self.names.turn(&steps));
        let node = last(turn);
        let mut object = Object::default();
        object.field("move", &text);
        if let Some(Note { comment, nag, time_ms, eval, extra }) = self.timeline.note(node) {
            object.text("comment", Some(&**comment).filter(|comment| !comment.is_empty()));
            object.text("nag", nag.as_deref());
            if let Some(time_ms) = time_ms {
                object.field("time_ms", &time_ms.to_string());
            }
            if let Some(eval) = eval.filter(|eval| (0.0..=1.0).contains(eval)) {
                object.field("eval", &Value::from(eval).to_string());
            }
            object.unknown(extra);
        }
        if let Some(outcome) = self.timeline.ended_at(node).filter(|_| node != self.main_end) {
            object.field("result", &self.record.result_json(outcome, self.names));
        }
        if !variations.is_empty() {
            object.field("variations", &format!("[{}]", variations.join(", ")));
        }
        if object.has_one_field { text } else { object.close() }
    }

    /// Every turn that begins at `node`, the main one first, as the places of its steps.
    ///
    /// A step within a turn that something is noted on stands for an unfinished turn as well.
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

    /// Whether the turn goes on after `node`.
    fn is_within_turn(&self, node: NodeId) -> bool {
        let turn = |node| self.timeline.turn(node);
        self.timeline.children(node).first().is_some_and(|&next| turn(next) == turn(node))
    }
}

/// The place after a turn, which has at least one step.
fn last(turn: &[NodeId]) -> NodeId {
    turn[turn.len() - 1]
}

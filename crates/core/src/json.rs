//! A game as other programs read it: JSON.
//!
//! Source: `docs/protocol.md` and `docs/record-format.md`.

use serde_json::{Map, Value, json};

use crate::board::Colour;
use crate::games::Game;
use crate::rules::{Fact, Info, Options, Outcome, Standing, Territory};
use crate::timeline::Timeline;

/// All options of a game, by their names in records, defaults filled in.
pub fn options(info: &Info, options: &Options) -> Map<String, Value> {
    option_list(info, options).map(|(key, value)| (key.to_owned(), value)).collect()
}

/// All options of a game as [`options`] has them, in the order they are written in.
pub(crate) fn option_list(
    info: &Info,
    options: &Options,
) -> impl Iterator<Item = (&'static str, Value)> {
    info.option_kinds().map(|kind| (kind.id(), options.get(kind).into()))
}

/// The score of a standing, with the game's colour names as keys.
///
/// Products are decimal strings, because they exceed the numbers of JSON readers; points are
/// numbers with a point.
pub fn score(info: &Info, standing: &Standing) -> Value {
    Value::Object(
        standing.facts.iter().map(|(name, fact)| ((*name).to_owned(), value(info, fact))).collect(),
    )
}

fn value(info: &Info, fact: &Fact) -> Value {
    match fact {
        Fact::Exact(numbers) => by_colour(info, |i| numbers[i].to_string().into()),
        Fact::Sizes(sizes) => by_colour(info, |i| sizes[i].clone().into()),
        Fact::Counts(counts) => by_colour(info, |i| counts[i].into()),
        Fact::HalfPoints(half_points) => {
            by_colour(info, |i| (f64::from(half_points[i]) / 2.0).into())
        }
        Fact::Territories(territories) => {
            territories.iter().map(|territory| region(info, territory)).collect()
        }
        Fact::Side(side) => colour(info, *side),
    }
}

fn region(info: &Info, territory: &Territory) -> Value {
    json!({
        "owner": colour(info, territory.owner),
        "size": territory.cells.len(),
        "stones": by_colour(info, |i| territory.stones[i].into()),
    })
}

/// The winner of an outcome: a colour, `draw`, or null while the game goes on.
pub fn winner(info: &Info, outcome: Option<Outcome>) -> Value {
    match outcome {
        Some(Outcome { winner: None, .. }) => "draw".into(),
        outcome => colour(info, outcome.and_then(|outcome| outcome.winner)),
    }
}

/// The state of a game at the cursor of its timeline, as the engine protocol has it.
pub fn state(timeline: &Timeline) -> Value {
    let game = timeline.position();
    let info = game.info();
    let outcome = timeline.outcome();
    json!({
        "game": info.id,
        "options": options(info, game.options()),
        "to_move": to_move(game, outcome),
        "phase": game.phase().id(),
        "step": timeline.depth(timeline.cursor()),
        "turn": turns(timeline),
        "over": outcome.is_some(),
        "winner": winner(info, outcome),
        "reason": reason(outcome),
        "score": score(info, &game.standing()),
    })
}

/// The findings of a check of a record, at the cursor of its timeline, under the name `file`.
pub fn check(file: &str, timeline: &Timeline) -> Value {
    let game = timeline.position();
    let info = game.info();
    let outcome = timeline.outcome();
    json!({
        "file": file,
        "ok": true,
        "game": info.id,
        "options": options(info, game.options()),
        "turns": turns(timeline),
        "steps": timeline.depth(timeline.cursor()),
        "over": outcome.is_some(),
        "winner": winner(info, outcome),
        "reason": reason(outcome),
        "to_move": to_move(game, outcome),
        "score": score(info, &game.standing()),
    })
}

/// The result of checking `file`, which holds no valid record; `turn` is the one with the error,
/// from 1.
pub fn check_failed(file: &str, error: &str, turn: Option<u32>) -> Value {
    json!({ "file": file, "ok": false, "error": error, "turn": turn })
}

/// The number of turns that have been played to their end at the cursor.
pub fn turns(timeline: &Timeline) -> u32 {
    // A game that is set up in the middle of a turn has not played any of that turn at its start.
    timeline
        .turn(timeline.cursor())
        .saturating_sub(u32::from(timeline.position().phase().is_mid_turn()))
}

fn to_move(game: &Game, outcome: Option<Outcome>) -> Value {
    colour(game.info(), outcome.is_none().then(|| game.to_move()))
}

fn reason(outcome: Option<Outcome>) -> Value {
    outcome.map_or(Value::Null, |outcome| outcome.reason.id().into())
}

fn colour(info: &Info, colour: Option<Colour>) -> Value {
    colour.map_or(Value::Null, |colour| info.side(colour).name.into())
}

/// An object with a value for each colour, made of the colour's index.
pub fn by_colour(info: &Info, value: impl Fn(usize) -> Value) -> Value {
    Value::Object(
        Colour::BOTH
            .map(|c| (info.side(c).name.to_owned(), value(c.index())))
            .into_iter()
            .collect(),
    )
}

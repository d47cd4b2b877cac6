//! Reading the club's records.

use std::cmp::Ordering;
use std::fmt::Write as _;

use super::{CLUB, Club, ExchangeError, KEPT};
use crate::lists::is_foreign;
use tetralith_core::board::Colour;
use tetralith_core::games::{self, Game, NewGameError};
use tetralith_core::geometry::Shape;
use tetralith_core::notation::Names;
use tetralith_core::record::raw::{Ends, JsonText, text};
use tetralith_core::record::{
    MAX_TEXT, Player, PlayerKind, Record, RecordError, is_rfc3339, unread_notes,
};
use tetralith_core::rules::{Info, MAX_KOMI, OptionKind, Reason, Setup};
use tetralith_core::step::{Step, StepKind};
use tetralith_core::text::{Excerpt, counted};
use tetralith_core::timeline::{MAX_STEPS, Timeline};

/// The most variants that a record names.
const MAX_VARIANTS: usize = 16;

/// A game that was read.
#[derive(Clone, PartialEq, Debug)]
pub struct Import {
    /// The record: all that is known of the game besides its moves.
    pub record: Record,
    /// The game, with the cursor at its end.
    pub timeline: Timeline,
    /// The things that could not be carried over, a sentence each without a full stop.
    pub left_behind: Vec<String>,
    /// The kind of record with its article, such as `an Abstract Play record`, if it is another
    /// program's; such a file holds things that a record of ours would lack.
    pub foreign: Option<&'static str>,
}

impl Import {
    /// The game of a record of ours, which carries all over but notes that are not understood.
    pub(crate) fn own(record: Record, timeline: Timeline) -> Self {
        let left_behind = unread_notes(&timeline);
        Self { record, timeline, left_behind, foreign: None }
    }
}

/// True if `bytes` look like a record of the club's: a JSON object with a `header` and
/// `moves`, and no `format`.
pub fn is_abstract_play(bytes: &[u8]) -> bool {
    is_foreign(bytes, ["header", "moves"])
}

/// Reads a record of the club's by playing it.
///
/// Sizes are bounded as in [`Record::read`].
///
/// # Errors
/// [`ExchangeError`] if the bytes are no such record, it is of a game or a board that is not played
/// here, or the rules forbid a move in it.
pub fn read(bytes: &[u8]) -> Result<Import, ExchangeError> {
    let mut ends = Ends::default();
    let root = JsonText::parse(text(bytes)?, &mut ends)?;
    let header = field(&root, "header")?;
    let mut left_behind = Vec::new();
    let mut head = Header::read(&header, &mut left_behind)?;
    let moves = entries(&field(&root, "moves")?, &mut left_behind)?;
    let (opening, moves) = head.opening(&moves)?;
    let options =
        head.info.options(&opening.setup).map_err(NewGameError::from).map_err(RecordError::from)?;
    let start =
        Game::start(head.info, &options).map_err(NewGameError::from).map_err(RecordError::from)?;
    let mut reader =
        Reader { names: Names::of(&start), timeline: Timeline::new(start), opening, left_behind };
    reader.play(moves, head.pied)?;
    reader.end(moves, head.results)?;

    let Reader { mut timeline, opening, left_behind, .. } = reader;
    timeline.go_to_end();
    let mut record = head.record;
    let mut kept = format!("{{\"header\":{}", header.unknown_value()?);
    if opening.first_seat == 1 {
        record.players.swap(0, 1);
        kept.push_str(",\"play_second\":false");
    }
    if let Some(made) = opening.settled {
        let _ = write!(kept, ",\"settled\":{made}");
    }
    kept.push('}');
    // Checks that what was read can be kept, one nesting level deeper than it was, and be read
    // again.
    JsonText::parse(&kept, &mut Ends::default())?.unknown_value()?;
    record.unknown.set(KEPT, Some(kept));
    record.write(&timeline)?;
    Ok(Import { record, timeline, left_behind, foreign: Some("an Abstract Play record") })
}

/// The value of `key`, which must be in `object`.
fn field<'a, 'q>(
    object: &'q JsonText<'a, '_>,
    key: &'static str,
) -> Result<JsonText<'a, 'q>, RecordError> {
    find(object, key)?.ok_or_else(|| RecordError::Missing { place: object.place(), key })
}

fn find<'a, 'q>(
    object: &'q JsonText<'a, '_>,
    key: &'static str,
) -> Result<Option<JsonText<'a, 'q>>, RecordError> {
    let part = object.object()?.into_iter().find(|(name, _)| name == key).map(|(_, part)| part);
    Ok(part.map(|part| object.field(key, part)))
}

fn flag(object: &JsonText<'_, '_>, key: &'static str) -> Result<Option<bool>, RecordError> {
    find(object, key)?.map(|value| value.flag()).transpose()
}

struct Header {
    info: &'static Info,
    club: &'static Club,
    size: u8,
    pied: bool,
    /// The results by seat, if both have one.
    results: Option<[f64; 2]>,
    /// Players by seat.
    record: Record,
}

impl Header {
    fn read(
        header: &JsonText<'_, '_>,
        left_behind: &mut Vec<String>,
    ) -> Result<Self, ExchangeError> {
        let game = field(header, "game")?;
        let name = field(&game, "name")?.string(MAX_TEXT)?;
        let known = |club: &&Club| {
            games::info(club.id).is_some_and(|info| info.title.eq_ignore_ascii_case(name.trim()))
        };
        let club = CLUB.iter().find(known);
        let unknown = || ExchangeError::Game { name: Excerpt::new(&name) };
        let club = club.ok_or_else(unknown)?;
        let info = games::info(club.id).ok_or_else(unknown)?;
        let mut size = club.size;
        if let Some(variants) = find(&game, "variants")? {
            let list = variants.list("variants", MAX_VARIANTS)?.into_iter().enumerate();
            let names = list
                .map(|(i, part)| variants.item(i, part).string(MAX_TEXT))
                .collect::<Result<Vec<String>, RecordError>>()?;
            size = match &names[..] {
                [] => Some(club.size),
                [variant] => board(variant, club),
                // One of them is not the board.
                _ => None,
            }
            .ok_or_else(|| ExchangeError::Variant { name: Excerpt::new(&names.join(", ")) })?;
        }
        let pied = [flag(header, "pie-invoked")?, flag(header, "pied")?].contains(&Some(true));
        let mut record = Record::default();
        let text = |key| find(header, key)?.map(|value| value.string(MAX_TEXT)).transpose();
        match text("date-start")? {
            Some(date) if !is_rfc3339(&date) => left_behind.push(format!(
                "the date '{}' is left out; a date is written as in '2026-07-01'",
                Excerpt::new(&date)
            )),
            date => record.date = date,
        }
        record.event = text("event")?;
        let players = field(header, "players")?;
        let seats = players.list("players", 2)?;
        if seats.len() != 2 {
            let found = format!("a list of {}", seats.len());
            return Err(RecordError::Value {
                place: players.place(),
                expected: "a list of two players".to_owned(),
                found,
            }
            .into());
        }
        let mut results = [None; 2];
        for (i, part) in seats.into_iter().enumerate() {
            let seat = players.item(i, part);
            let name = find(&seat, "name")?.map(|name| name.string(MAX_TEXT)).transpose()?;
            let is_ai = flag(&seat, "is_ai")?;
            record.players[i] = Player {
                // The club's format demands a name.
                name: name.filter(|name| !name.is_empty()),
                kind: is_ai.map(|is_ai| if is_ai { PlayerKind::Ai } else { PlayerKind::Human }),
                ..Player::default()
            };
            let result = |value: JsonText<'_, '_>| {
                value.text.parse::<f64>().map_err(|_| value.wrong("a number"))
            };
            results[i] = find(&seat, "result")?.map(result).transpose()?;
        }
        let [first, second] = results;
        if first.is_some() != second.is_some() {
            left_behind.push("the result of one player is left out; the other has none".to_owned());
        }
        let results = first.zip(second).map(<[f64; 2]>::from);
        Ok(Self { info, club, size, pied, results, record })
    }

    /// Splits off the first moves, which settle something before a stone is played, from the moves
    /// after them.
    fn opening<'m>(&mut self, moves: &'m [Entry]) -> Result<(Opening, &'m [Entry]), ExchangeError> {
        let mut setup =
            Setup { board: Some(Shape::Square), size: Some(self.size.into()), ..Setup::default() };
        if self.club.pie {
            setup.pie = Some(true);
        }
        if self.pied && !self.info.has(OptionKind::Pie) {
            return Err(ExchangeError::Round {
                round: 1,
                reason: "this game has no swap".to_owned(),
            });
        }
        if !self.info.has(OptionKind::Komi) {
            return Ok((Opening { setup, first_seat: 0, settled: None }, moves));
        }
        let unsettled = Opening { setup, first_seat: 0, settled: Some(0) };
        let Some((first, rest)) = moves.split_first() else {
            return Ok((unsettled, moves));
        };
        if first.is_special() {
            return Ok((unsettled, moves));
        }
        let komi = first.text.as_deref().and_then(|text| text.parse::<i64>().ok());
        let komi = komi.filter(|komi| (0..=MAX_KOMI.into()).contains(komi)).ok_or_else(|| {
            first.wrong(format!(
                "here the first move sets komi: whole points for White from 0 to {MAX_KOMI}"
            ))
        })?;
        setup.komi = Some(komi);
        Ok(match rest.split_first() {
            Some((second, rest)) if second.text.as_deref() == Some("play-second") => {
                (Opening { setup, first_seat: 0, settled: None }, rest)
            }
            Some((second, _)) if !second.is_special() => {
                (Opening { setup, first_seat: 1, settled: None }, rest)
            }
            _ => (Opening { setup, first_seat: 0, settled: Some(1) }, rest),
        })
    }
}

/// The size of the board that a variant names: by its id, such as `size-13`, or by its name in the
/// language of the person who saved the record, such as `13x13 board`, `13x13-Brett` or
/// `Plateau 13x13`.
fn board(variant: &str, club: &Club) -> Option<u8> {
    if variant == "#board" {
        return Some(club.size);
    }
    if let Some(size) = variant.strip_prefix("size-") {
        return whole(size);
    }
    // Every language writes the size once, as two equal numbers; no word of a name has figures.
    let mut sizes = variant.split([' ', '-', '\u{a0}']).filter(|word| has_figures(word));
    let size = sizes.next().filter(|_| sizes.next().is_none())?;
    let (rows, columns) = size.split_once(['x', 'X', '×'])?;
    whole(rows).filter(|_| rows == columns)
}

fn has_figures(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}

/// The whole number that `text` is, in figures only.
fn whole(text: &str) -> Option<u8> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// One move as it is written.
struct Entry {
    round: usize,
    /// The number of the move in the round, from 0.
    seat: usize,
    /// In lower case and without blanks; `None` for a player who did not move.
    text: Option<String>,
}

impl Entry {
    fn wrong(&self, reason: String) -> ExchangeError {
        let text = Excerpt::new(self.text.as_deref().unwrap_or("null"));
        ExchangeError::Move { round: self.round, seat: self.seat + 1, text, reason }
    }

    fn after_end(&self) -> ExchangeError {
        self.wrong("the game has ended before this move".to_owned())
    }

    /// True if it ends the game without a step on the board.
    fn is_special(&self) -> bool {
        matches!(self.text.as_deref(), Some("resign" | "timeout" | "draw" | "abandoned"))
    }
}

/// The moves of all rounds, one after the other.
fn entries(
    rounds: &JsonText<'_, '_>,
    left_behind: &mut Vec<String>,
) -> Result<Vec<Entry>, ExchangeError> {
    let list = rounds.list("rounds", MAX_STEPS)?;
    let (count, mut noted) = (list.len(), 0);
    let mut entries = Vec::new();
    for (i, part) in list.into_iter().enumerate() {
        let round = rounds.item(i, part);
        let items = round.list("moves", 2)?;
        if items.len() < 2 && (i + 1 < count || items.is_empty()) {
            let reason = "a round has two moves; only the last may have one".to_owned();
            return Err(ExchangeError::Round { round: i + 1, reason });
        }
        let mut sequence: Option<i64> = None;
        for (seat, part) in items.into_iter().enumerate() {
            let item = round.item(seat, part);
            let text = match item.kind() {
                "null" => None,
                "an object" => {
                    noted += usize::from(find(&item, "result")?.is_some());
                    if let Some(number) = find(&item, "sequence")? {
                        let number = number.whole("a whole number")?;
                        if sequence.replace(number).is_some_and(|before| before > number) {
                            let reason = "its moves were not played in the order they are written"
                                .to_owned();
                            return Err(ExchangeError::Round { round: i + 1, reason });
                        }
                    }
                    Some(field(&item, "move")?.string(MAX_TEXT)?)
                }
                _ => Some(item.string(MAX_TEXT)?),
            };
            let text = text.map(|text| text.to_lowercase().split_whitespace().collect());
            entries.push(Entry { round: i + 1, seat, text });
        }
    }
    if noted > 0 {
        let moves = counted(noted, "move");
        left_behind.push(format!("the results noted with {moves} are left out"));
    }
    Ok(entries)
}

/// The terms that are settled before the first stone.
struct Opening {
    setup: Setup,
    /// The seat that moves first on the board.
    first_seat: usize,
    /// The number of the two settling moves (komi, and who begins) were made if the game ended
    /// before both were.
    settled: Option<u8>,
}

struct Reader {
    names: Names,
    timeline: Timeline,
    opening: Opening,
    left_behind: Vec<String>,
}

impl Reader {
    fn colour(&self, seat: usize) -> Colour {
        Colour::BOTH[(seat + self.opening.first_seat) % 2]
    }

    /// Plays the moves on the board; `pied` means that the second player swapped sides after the
    /// first.
    fn play(&mut self, moves: &[Entry], pied: bool) -> Result<(), ExchangeError> {
        let count = moves.iter().position(Entry::is_special).unwrap_or(moves.len());
        if let Some(after) = moves.get(count + 1) {
            return Err(after.after_end());
        }
        for (i, entry) in moves[..count].iter().enumerate() {
            self.play_one(entry)?;
            if i == 0 && pied {
                self.step(entry, Step::Swap)?;
            }
        }
        if pied && count == 0 {
            let reason = "the players swapped, but there is no first stone".to_owned();
            return Err(ExchangeError::Round { round: 1, reason });
        }
        Ok(())
    }

    fn play_one(&mut self, entry: &Entry) -> Result<(), ExchangeError> {
        let position = self.timeline.position();
        if position.outcome().is_some() {
            return Err(entry.after_end());
        }
        let (mover, expected) = (self.colour(entry.seat), position.to_move());
        let text = entry.text.as_deref().unwrap_or("pass");
        if text == "pass" && !self.names.info.steps.contains(&StepKind::Pass) {
            return if mover == expected {
                Err(entry.wrong(format!("{} can move and may not pass", self.names.title(mover))))
            } else {
                // A forced skip, which is no step here.
                Ok(())
            };
        }
        if mover != expected {
            return Err(
                entry.wrong(format!("{} has no move here and is skipped", self.names.title(mover)))
            );
        }
        if entry.text.is_none() {
            return Err(entry.wrong(format!("{} has to play or pass", self.names.title(mover))));
        }
        let step = self.names.parse_step(text).map_err(|error| entry.wrong(error.to_string()))?;
        if step == Step::Swap {
            return Err(entry.wrong("a swap belongs in the header, as 'pie-invoked'".to_owned()));
        }
        self.step(entry, step)
    }

    fn step(&mut self, entry: &Entry, step: Step) -> Result<(), ExchangeError> {
        match self.timeline.play(step) {
            Ok(_) => Ok(()),
            Err(error) => Err(entry.wrong(error.to_string())),
        }
    }

    /// Ends the game as the last move and the results show.
    fn end(&mut self, moves: &[Entry], results: Option<[f64; 2]>) -> Result<(), ExchangeError> {
        // The winner by the results, `None` for a draw, if there are results.
        let claimed = results.map(|[first, second]| match first.partial_cmp(&second) {
            Some(Ordering::Greater) => Some(self.colour(0)),
            Some(Ordering::Less) => Some(self.colour(1)),
            _ => None,
        });
        let winner = claimed.flatten();
        let last = moves.last().filter(|entry| entry.is_special());
        if let Some(last) = last {
            if self.timeline.outcome().is_some() {
                return Err(
                    last.wrong("the game has ended on the board before this move".to_owned())
                );
            }
            let winner = winner.unwrap_or_else(|| self.colour(last.seat).other());
            let reason = match last.text.as_deref() {
                Some("resign") => Reason::Resignation,
                Some("timeout") => Reason::Time,
                ended => {
                    let how = if ended == Some("draw") {
                        "the players agreed on a draw"
                    } else {
                        "the game was abandoned"
                    };
                    self.open(&format!("{how}, which a Tetralith record cannot hold"));
                    return Ok(());
                }
            };
            if claimed == Some(None) {
                let won = self.names.title(winner);
                self.left_behind
                    .push(format!("in the record it is a draw, but by its last move {won} won"));
            }
            self.timeline.end(winner, reason);
            return Ok(());
        }
        // The club's game is over as soon as nothing but passing is left.
        while winner.is_some()
            && self.timeline.outcome().is_none()
            && self.timeline.position().legal() == [Step::Pass]
        {
            if self.timeline.play(Step::Pass).is_err() {
                break;
            }
        }
        let result = |winner: Option<Colour>| match winner {
            Some(winner) => format!("{} won", self.names.title(winner)),
            None => "it is a draw".to_owned(),
        };
        match (self.timeline.outcome(), claimed) {
            (None, Some(Some(winner))) => {
                let winner = self.names.title(winner);
                self.open(&format!("the record names {winner} as the winner, but not how"));
            }
            (None, Some(None)) => {
                self.open("the record names a draw as the result, but not how");
            }
            (Some(outcome), Some(claimed)) if outcome.winner != claimed => {
                self.left_behind.push(format!(
                    "in the record {}, but by the rules here {}",
                    result(claimed),
                    result(outcome.winner)
                ));
            }
            _ => {}
        }
        Ok(())
    }

    fn open(&mut self, why: &str) {
        self.left_behind.push(format!("{why}: the game is read as unfinished"));
    }
}

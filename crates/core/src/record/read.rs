//! Reading records.

use std::collections::btree_map::Entry;
use std::collections::{HashMap, HashSet};

use super::error::RecordError;
use super::raw::{Ends, JsonText, MAX_UNKNOWN_KEYS, ValuePart, is_foreign, text};
use super::{
    FORMAT, MAX_BYTES, MAX_COMMENT, MAX_ENTRIES, MAX_LEVELS, MAX_TEXT, Player, PlayerKind, Record,
    Unknown, VERSION,
};
use crate::board::Colour;
use crate::games::{self, Game, NewGameError};
use crate::notation::Names;
use crate::own_mark::{MAX_OWN_MARKS, OwnMark};
use crate::position_text::{MAX_POSITION_TEXT, PositionTextError, read_arrangement};
use crate::rules::{Info, OptionDomain, OptionKind, OptionValue, Options, Outcome, Reason, Setup};
use crate::text::{Excerpt, counted};
use crate::timeline::{MAX_STEPS, NodeId, Note, Timeline};

impl Record {
    /// Reads a record by playing it; the timeline's cursor is at the end of the main line, its
    /// position the last one.
    ///
    /// Memory and time are bounded by a small multiple of what [`MAX_BYTES`] bytes can hold.
    ///
    /// ```
    /// use tetralith_core::record::Record;
    /// let text = br#"{ "format": "tetralith", "version": 1, "game": "multiplicity",
    ///     "options": { "size": 3 }, "moves": ["c3", "c4,a1"] }"#;
    /// let (_, timeline) = Record::read(text)?;
    /// assert_eq!(timeline.steps(), 3);
    /// let error = Record::read(&text[..50]).err().unwrap();
    /// assert_eq!(error.to_string(), "the record is cut off at line 1, column 50");
    /// # Ok::<(), tetralith_core::record::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// [`RecordError`] if the bytes are not a record, the rules forbid a turn in it, or it would be
    /// too large to be written again.
    pub fn read(bytes: &[u8]) -> Result<(Self, Timeline), RecordError> {
        let mut ends = Ends::default();
        let value = JsonText::parse(text(bytes)?, &mut ends)?;
        let fields = value.object()?;
        let find = |key: &'static str| {
            let part = fields.iter().find(|(name, _)| name == key).map(|&(_, part)| part);
            part.map(|part| value.field(key, part))
        };
        let need = |key| find(key).ok_or(RecordError::Missing { place: String::new(), key });

        let format = need("format")?;
        if format.string(MAX_TEXT)? != FORMAT {
            return Err(format.unknown(format!("'{FORMAT}'"), &format.string(MAX_TEXT)?));
        }
        let version = need("version")?.whole(format!("a whole number such as {VERSION}"))?;
        if version != VERSION {
            return Err(RecordError::Version { version });
        }
        let id = need("game")?.string(MAX_TEXT)?;
        let info = games::info(&id)
            .ok_or_else(|| NewGameError::Game { name: Excerpt::new(&id).to_string() })?;
        let setup =
            find("options").map_or_else(|| Ok(Setup::default()), |options| setup(info, options))?;
        let options = info.options(&setup).map_err(NewGameError::from)?;
        let start = match find("position") {
            None => Game::start(info, &options).map_err(NewGameError::from)?,
            Some(position) => {
                arranged(info, options, &position.string(MAX_POSITION_TEXT)?).map_err(Box::new)?
            }
        };

        let mut record = Self {
            date: find("date").map(date).transpose()?,
            event: find("event").map(|event| event.string(MAX_TEXT)).transpose()?,
            comment: find("comment").map(|comment| comment.string(MAX_COMMENT)).transpose()?,
            ..Self::default()
        };
        if let Some(players) = find("players") {
            record.read_players(info, players)?;
        }
        let names = Names::of(&start);
        let mut reader = Reader::new(record, names, Timeline::new(start));
        reader.line(need("moves")?, 0)?;
        if let Some(result) = find("result") {
            let claim = Claim::of(names, result)?;
            reader.result(result, claim)?;
        }
        let Reader { mut record, timeline, .. } = reader;
        let is_known = |key: &str| Self::KEYS.contains(&key);
        if fields.iter().filter(|(key, _)| !is_known(key) && is_foreign(key)).count()
            > MAX_UNKNOWN_KEYS
        {
            return Err(value.too_many("unknown keys", MAX_UNKNOWN_KEYS));
        }
        for (key, part) in &fields {
            let text =
                if is_known(key) { None } else { Some(value.field(key, *part).unknown_of(key)?) };
            record.unknown.keys.push((key.clone().into_owned(), text));
        }
        // Writing adds line breaks, defaults and keys; a record that is far below the limits leaves
        // room for them.
        if bytes.len() > MAX_BYTES / 8 || fields.len() > MAX_UNKNOWN_KEYS {
            record.write(&timeline)?;
        }
        Ok((record, timeline))
    }

    fn read_players(&mut self, info: &Info, players: JsonText<'_, '_>) -> Result<(), RecordError> {
        for (key, part) in players.object()? {
            match info.colour(&key) {
                Some(colour) => self.players[colour.index()] = player(players.field(&key, part))?,
                None if games::INFOS.iter().any(|info| info.colour(&key).is_some()) => {
                    let [first, second] = Colour::BOTH.map(|colour| info.side(colour).name);
                    return Err(players.unknown(format!("'{first}' and '{second}'"), &key));
                }
                None => keep(&mut self.unknown.players, players, &key, part)?,
            }
        }
        Ok(())
    }
}

/// The position whose rows and turn are `text`.
fn arranged(info: &'static Info, options: Options, text: &str) -> Result<Game, PositionTextError> {
    let names = Names { info, geometry: options.geometry() };
    let words: Vec<&str> = text.split_whitespace().collect();
    Ok(Game::arranged(info, &options, &read_arrangement(names, &words)?)?)
}

/// Keeps the value of `key` in `object`, which this version does not know.
fn keep<'a>(
    kept: &mut Unknown,
    object: JsonText<'a, '_>,
    key: &str,
    part: ValuePart<'a>,
) -> Result<(), RecordError> {
    if kept.len() == MAX_UNKNOWN_KEYS {
        return Err(object.too_many("unknown keys", MAX_UNKNOWN_KEYS));
    }
    let text = object.field(key, part).unknown_of(key)?;
    kept.push((key.to_owned(), text));
    Ok(())
}

fn setup(info: &Info, options: JsonText<'_, '_>) -> Result<Setup, RecordError> {
    let mut setup = Setup::default();
    for (key, part) in options.object()? {
        let value = options.field(&key, part);
        let unknown = || RecordError::UnknownOption { key: Excerpt::new(&key) };
        let kind: OptionKind = key.parse().map_err(|_| unknown())?;
        let asked = match kind.domain(info) {
            OptionDomain::Flag => OptionValue::Flag(value.flag()?),
            OptionDomain::Whole(range) => {
                let (least, most) = range.into_inner();
                OptionValue::Whole(value.whole(format!("a whole number from {least} to {most}"))?)
            }
            OptionDomain::Words(words) => OptionValue::Word(one_of(value, words, |word| word)?),
        };
        setup.set(kind, asked).ok_or_else(unknown)?;
    }
    Ok(setup)
}

/// The key of the marks that a person put on the board.
const MARKS: &str = "marks";

/// The key of the end of a line.
const RESULT: &str = "result";

/// The marks of a move; where several take one place, the first counts.
fn marks(names: Names, marks: JsonText<'_, '_>) -> Result<Vec<OwnMark>, RecordError> {
    let (mut read, mut taken) = (Vec::new(), HashSet::new());
    for (i, part) in marks.list(MARKS, MAX_OWN_MARKS)?.into_iter().enumerate() {
        let mark = marks.item(i, part);
        let text = mark.string(MAX_TEXT)?;
        let form = "a mark on this board such as 'c3', 'c3=A', 'c3#' or 'c3>d4'";
        let found =
            names.parse_own_mark(&text).map_err(|_| mark.unknown(form.to_owned(), &text))?;
        if taken.insert(found.place()) {
            read.push(found);
        }
    }
    // Kept for as long as the game, and there may be very many.
    read.shrink_to_fit();
    Ok(read)
}

/// The first faults of the marks that a record holds but this program cannot show, and of the
/// results of moves that it cannot read, as sentences without their full stops.
///
/// Such marks and results are no reason to refuse a game. They are written back as they were read.
///
/// ```
/// use tetralith_core::record::{Record, unread_notes};
/// let text = br#"{ "format": "tetralith", "version": 1, "game": "necklace",
///     "options": { "size": 5 }, "moves": ["c3", { "move": "b2", "marks": ["a1", "z9"] }] }"#;
/// let (_, timeline) = Record::read(text)?;
/// let faults = unread_notes(&timeline);
/// assert_eq!(faults.len(), 1);
/// assert!(faults[0].starts_with("turn 2: marks[1]: expected a mark on this board"), "{faults:?}");
/// # Ok::<(), tetralith_core::record::RecordError>(())
/// ```
pub fn unread_notes(timeline: &Timeline) -> Vec<String> {
    let unread_marks = first_fault(timeline, MARKS, |names, value| marks(names, value).map(drop));
    let unread_results = first_fault(timeline, RESULT, |names, value| {
        // A result without a winner is another program's.
        let is_ours =
            value.object().is_ok_and(|fields| fields.iter().any(|(key, _)| key == "winner"));
        if is_ours { Claim::of(names, value).map(drop) } else { Ok(()) }
    });
    let say = |what, (fault, moves), how| {
        format!("{fault}; the {what} of {moves} stay in the file but {how}")
    };
    let marks = unread_marks.map(|fault| say("marks", fault, "are not shown"));
    marks
        .into_iter()
        .chain(unread_results.map(|fault| say("results", fault, "do not count")))
        .collect()
}

/// The first fault that `read` finds in the values of `key` that were kept as they are, and words
/// for the moves that have such a value.
fn first_fault(
    timeline: &Timeline,
    key: &'static str,
    read: impl Fn(Names, JsonText<'_, '_>) -> Result<(), RecordError>,
) -> Option<(RecordError, String)> {
    let names = Names::of(timeline.start());
    let mut faults = timeline.nodes().filter_map(|node| {
        let (_, text) = timeline.note(node)?.extra.iter().find(|(found, _)| found == key)?;
        let object = format!("{{\"{key}\":{text}}}");
        let mut ends = Ends::default();
        let found = JsonText::parse(&object, &mut ends).and_then(|object| {
            let fields = object.object()?;
            fields.iter().try_for_each(|(key, part)| read(names, object.field(key, *part)))
        });
        found.err().map(|fault| fault.in_turn(timeline.turn(node)))
    });
    let first = faults.next()?;
    let moves = match faults.count() {
        0 => "this move".to_owned(),
        more => format!("this and {}", counted(more, "other move")),
    };
    Some((first, moves))
}

fn one_of<T: Copy>(
    value: JsonText<'_, '_>,
    known: &[T],
    id: impl Fn(T) -> &'static str,
) -> Result<T, RecordError> {
    let name = value.string(MAX_TEXT)?;
    known.iter().copied().find(|&one| id(one) == name).ok_or_else(|| {
        let names: Vec<String> = known.iter().map(|&one| format!("'{}'", id(one))).collect();
        value.unknown(names.join(" or "), &name)
    })
}

fn player(object: JsonText<'_, '_>) -> Result<Player, RecordError> {
    let mut player = Player::default();
    for (key, part) in object.object()? {
        let value = object.field(&key, part);
        match &*key {
            "name" => player.name = Some(value.string(MAX_TEXT)?),
            "kind" => player.kind = Some(one_of(value, &PlayerKind::ALL, PlayerKind::id)?),
            "level" => player.level = Some(value.string(MAX_TEXT)?),
            _ => keep(&mut player.extra, object, &key, part)?,
        }
    }
    Ok(player)
}

fn date(value: JsonText<'_, '_>) -> Result<String, RecordError> {
    let date = value.string(MAX_TEXT)?;
    if is_rfc3339(&date) {
        return Ok(date);
    }
    Err(value.unknown("an RFC 3339 date such as '2026-07-01' or '2026-07-01T18:30:00Z'", &date))
}

/// True if `text` is a full date or a date with time and offset, as [`Record::date`] takes
/// it.
///
/// Source: RFC 3339, sections 5.6 and 5.7.
pub fn is_rfc3339(text: &str) -> bool {
    /// Takes `form` off the front: `0` matches a digit, any other character itself in either case.
    fn take<'t>(text: &'t str, form: &str) -> Option<&'t str> {
        let (head, tail) = text.split_at_checked(form.len())?;
        let fits = |(c, f): (u8, u8)| {
            if f == b'0' { c.is_ascii_digit() } else { c.eq_ignore_ascii_case(&f) }
        };
        head.bytes().zip(form.bytes()).all(fits).then_some(tail)
    }
    let number = |at: std::ops::Range<usize>| {
        text.get(at).and_then(|digits| digits.parse::<u8>().ok()).unwrap_or(99)
    };
    let Some(time) = take(text, "0000-00-00") else { return false };
    let days = match number(5..7) {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap(text) => 29,
        2 => 28,
        _ => return false,
    };
    if !(1..=days).contains(&number(8..10)) {
        return false;
    }
    if time.is_empty() {
        return true;
    }
    let Some(mut rest) = take(time, "T00:00:00").or_else(|| take(time, " 00:00:00")) else {
        return false;
    };
    if number(11..13) > 23 || number(14..16) > 59 || number(17..19) > 60 {
        return false;
    }
    if let Some(fraction) = rest.strip_prefix('.') {
        rest = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
        if rest.len() == fraction.len() {
            return false;
        }
    }
    let is_offset = || {
        let numbers = rest.get(1..3).zip(rest.get(4..6));
        let is_in_range = |hours: &str, minutes: &str| hours <= "23" && minutes <= "59";
        take(rest, "+00:00").or_else(|| take(rest, "-00:00")) == Some("")
            && numbers.is_some_and(|(hours, minutes)| is_in_range(hours, minutes))
    };
    take(rest, "Z") == Some("") || is_offset()
}

/// True if the year that `text` begins with has a 29th of February.
fn is_leap(text: &str) -> bool {
    let year: u32 = text.get(..4).and_then(|digits| digits.parse().ok()).unwrap_or_default();
    year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400)
}

struct Reader {
    record: Record,
    names: Names,
    timeline: Timeline,
    entries: usize,
    /// The end of the game itself, once its moves have been played.
    main_end: Option<NodeId>,
    /// The unknown keys noted where more than one line did.
    noted: HashMap<NodeId, HashSet<String>>,
    /// The unknown keys of results where more than one line has one.
    results: HashMap<NodeId, HashSet<String>>,
}

/// A result as the record claims it.
struct Claim {
    /// `None` for a draw.
    winner: Option<Colour>,
    reason: Option<Reason>,
    unknown: Unknown,
}

impl Claim {
    fn of(names: Names, result: JsonText<'_, '_>) -> Result<Self, RecordError> {
        let (mut winner, mut reason) = (None, None);
        let mut unknown = Unknown::new();
        for (key, part) in result.object()? {
            let value = result.field(&key, part);
            match &*key {
                "winner" => winner = Some(Self::winner(names, value)?),
                "reason" => reason = Some(one_of(value, &names.info.reasons(), Reason::id)?),
                _ => keep(&mut unknown, result, &key, part)?,
            }
        }
        let Some(winner) = winner else {
            return Err(RecordError::Missing { place: result.place(), key: "winner" });
        };
        Ok(Self { winner, reason, unknown })
    }

    /// The colour that a result names, or `None` for a draw.
    fn winner(names: Names, value: JsonText<'_, '_>) -> Result<Option<Colour>, RecordError> {
        let [first, second] = Colour::BOTH.map(|colour| names.colour(colour));
        let name = value.string(MAX_TEXT)?;
        match names.info.colour(&name) {
            None if name != "draw" => {
                Err(value.unknown(format!("'{first}', '{second}' or 'draw'"), &name))
            }
            winner => Ok(winner),
        }
    }
}

/// True if the JSON text `result` would be read as the result of a game whose words are
/// `names`.
pub(super) fn is_claim(names: Names, result: &str) -> bool {
    let mut ends = Ends::default();
    JsonText::parse(result, &mut ends).and_then(|result| Claim::of(names, result)).is_ok()
}

impl Reader {
    fn new(record: Record, names: Names, timeline: Timeline) -> Self {
        Self {
            record,
            names,
            timeline,
            entries: 0,
            main_end: None,
            noted: HashMap::new(),
            results: HashMap::new(),
        }
    }

    /// Plays the entries of a line from the cursor, and goes to its end.
    fn line(&mut self, line: JsonText<'_, '_>, nesting: usize) -> Result<(), RecordError> {
        let entries = line.list("turns", MAX_STEPS)?;
        self.entries += entries.len();
        if self.entries > MAX_ENTRIES {
            return Err(RecordError::TooMany {
                place: String::new(),
                what: "turns",
                most: MAX_ENTRIES,
            });
        }
        // The line itself comes first, so that no variation that repeats some of it can push it
        // aside.
        let mut variations = Vec::new();
        for (i, &part) in entries.iter().enumerate() {
            let before = self.timeline.cursor();
            let turn = self.timeline.turn(before) + 1;
            let lines = self.entry(line.item(i, part), nesting, i + 1 == entries.len());
            if let Some(part) = lines.map_err(|error| error.in_turn(turn))? {
                variations.push((i, before, part));
            }
        }
        let end = self.timeline.cursor();
        self.main_end.get_or_insert(end);
        for (i, before, part) in variations {
            let turn = self.timeline.turn(before) + 1;
            let entry = line.item(i, entries[i]);
            let lines = self.variations(entry.field("variations", part), before, nesting);
            lines.map_err(|error| error.in_turn(turn))?;
        }
        self.timeline.go_to(end);
        Ok(())
    }

    /// Plays the turn of an entry at the cursor, notes what is noted there, and returns its
    /// variations.
    fn entry<'a>(
        &mut self,
        entry: JsonText<'a, '_>,
        nesting: usize,
        is_last: bool,
    ) -> Result<Option<ValuePart<'a>>, RecordError> {
        if entry.text.starts_with('"') {
            self.turn(entry, entry, nesting, is_last)?;
            return Ok(None);
        }
        if !entry.text.starts_with('{') {
            return Err(entry.wrong("a move, as a string or an object"));
        }
        let fields = entry.object()?;
        let Some(&(_, turn)) = fields.iter().find(|(key, _)| key == "move") else {
            return Err(RecordError::Missing { place: entry.place(), key: "move" });
        };
        let end = self.turn(entry.field("move", turn), entry, nesting, is_last)?;
        let mut note = Note::default();
        let mut variations = None;
        for (key, part) in &fields {
            let value = entry.field(key, *part);
            match &**key {
                "move" => {}
                "comment" => note.comment = value.string(MAX_COMMENT)?,
                "nag" => note.nag = Some(value.string(MAX_TEXT)?),
                "time_ms" => {
                    note.time_ms =
                        Some(value.whole(format!("a whole number from 0 to {}", u64::MAX))?);
                }
                "eval" => note.eval = Some(value.chance()?),
                "variations" => variations = Some(*part),
                // A `result`, and `marks`, are ours only in the form that this program writes;
                // anything else of that name is another program's.
                MARKS if let Ok(marks) = marks(self.names, value) => note.marks = marks,
                RESULT if let Ok(claim) = Claim::of(self.names, value) => {
                    if !is_last {
                        return Err(contradiction(value, "the game continues after it"));
                    }
                    self.result(value, claim)?;
                }
                _ => keep(&mut note.extra, entry, key, *part)?,
            }
        }
        self.note(end, note, entry)?;
        Ok(variations)
    }

    /// Plays the lines of `variations` from `before`.
    fn variations(
        &mut self,
        lines: JsonText<'_, '_>,
        before: NodeId,
        nesting: usize,
    ) -> Result<(), RecordError> {
        if nesting == MAX_LEVELS {
            return Err(lines.too_many("levels of variations", MAX_LEVELS));
        }
        for (i, part) in lines.list("variations", MAX_STEPS)?.into_iter().enumerate() {
            self.timeline.go_to(before);
            self.line(lines.item(i, part), nesting + 1)?;
        }
        Ok(())
    }

    /// Plays one turn at the cursor.
    fn turn(
        &mut self,
        turn: JsonText<'_, '_>,
        entry: JsonText<'_, '_>,
        nesting: usize,
        is_last: bool,
    ) -> Result<NodeId, RecordError> {
        let text = turn.string(MAX_TEXT)?;
        let number = self.timeline.turn(self.timeline.cursor()) + 1;
        let wrong = |reason: String| RecordError::Turn {
            turn: number,
            text: Excerpt::new(&text),
            place: (nesting > 0).then(|| entry.place()),
            reason,
        };
        let steps = self.names.parse_turn(&text).map_err(|error| wrong(error.to_string()))?;
        let node = self.timeline.explore_turn(&steps).map_err(|error| wrong(error.to_string()))?;
        // Such a line would be the main line, and its moves those of the game.
        if self.main_end.is_some_and(|end| !self.timeline.children(end).is_empty()) {
            return Err(wrong(
                "this variation repeats the moves of the game to the last and goes on".to_owned(),
            ));
        }
        if !is_last && self.timeline.position().phase().is_mid_turn() {
            return Err(wrong(format!(
                "the free stone is missing; both stones are one move, such as '{text},CELL'"
            )));
        }
        Ok(node)
    }

    /// Notes `new` at `at`; where a line repeats turns of another, the first note counts.
    fn note(
        &mut self,
        at: NodeId,
        mut new: Note,
        entry: JsonText<'_, '_>,
    ) -> Result<(), RecordError> {
        if new.is_empty() {
            return Ok(());
        }
        let note = self.timeline.note_mut(at);
        if note.comment != new.comment && !new.comment.is_empty() {
            if !note.comment.is_empty() {
                note.comment.push('\n');
            }
            note.comment.push_str(&new.comment);
        }
        if note.comment.len() > MAX_COMMENT {
            return Err(entry.too_many("bytes of comments on one turn", MAX_COMMENT));
        }
        note.nag = note.nag.take().or(new.nag);
        note.time_ms = note.time_ms.or(new.time_ms);
        note.eval = note.eval.or(new.eval);
        // Marks of another form are under the same key.
        if !note.marks.is_empty() {
            new.extra.retain(|(key, _)| key != MARKS);
        } else if note.extra.iter().all(|(key, _)| key != MARKS) {
            note.marks = new.marks;
        }
        if join(&mut note.extra, new.extra, at, &mut self.noted) {
            Ok(())
        } else {
            Err(entry.too_many("unknown keys on one turn", MAX_UNKNOWN_KEYS))
        }
    }

    /// Compares a result with the game at the cursor, and ends the game if it was given up or lost
    /// on time.
    fn result(&mut self, result: JsonText<'_, '_>, claim: Claim) -> Result<(), RecordError> {
        let Claim { winner, reason, unknown } = claim;
        let say = |winner: Option<Colour>, reason: Option<Reason>| {
            let reason = reason.map_or(String::new(), |reason| format!(" {reason}"));
            winner.map_or_else(
                || format!("a draw{reason}"),
                |c| format!("{} wins{reason}", self.names.title(c)),
            )
        };
        let claimed = say(winner, reason);
        let outcome = match (self.timeline.position().outcome(), reason) {
            (Some(outcome), _)
                if outcome.winner == winner && reason.is_none_or(|r| r == outcome.reason) =>
            {
                outcome
            }
            (Some(Outcome { winner, reason }), _) => {
                let fact = say(winner, Some(reason));
                return Err(contradiction(
                    result,
                    format!("recorded as {claimed}, but by the moves {fact}"),
                ));
            }
            (None, Some(reason)) if !reason.is_on_board() => {
                if winner.is_none() {
                    return Err(contradiction(
                        result,
                        format!("recorded as {claimed}, which is impossible"),
                    ));
                }
                let outcome = Outcome { winner, reason };
                match self.timeline.ended_at(self.timeline.cursor()) {
                    // The last entry and the record itself may both hold it.
                    Some(ended) if ended == outcome => {}
                    Some(_) => {
                        return Err(contradiction(
                            result,
                            "a game can be resigned or lost on time only once",
                        ));
                    }
                    None => {
                        if !winner.is_some_and(|winner| self.timeline.end(winner, reason)) {
                            let fact =
                                format!("recorded as {claimed}, but the game continues after it");
                            return Err(contradiction(result, fact));
                        }
                    }
                }
                outcome
            }
            (None, _) => {
                return Err(contradiction(
                    result,
                    format!("recorded as {claimed}, but the moves do not end the game"),
                ));
            }
        };
        if unknown.is_empty() {
            return Ok(());
        }
        let at = self.timeline.cursor();
        match self.record.unknown.results.entry(at) {
            Entry::Vacant(free) => drop(free.insert((outcome, unknown))),
            Entry::Occupied(mut old) => {
                if !join(&mut old.get_mut().1, unknown, at, &mut self.results) {
                    return Err(result.too_many("unknown keys of one result", MAX_UNKNOWN_KEYS));
                }
            }
        }
        Ok(())
    }
}

/// Adds to the keys that `old` holds at `at` those of `new` that it lacks; `false` if they become
/// too many.
///
/// `seen` holds the keys of each place where that has been done, because it may be done very often.
fn join(
    old: &mut Unknown,
    new: Unknown,
    at: NodeId,
    seen: &mut HashMap<NodeId, HashSet<String>>,
) -> bool {
    if old.is_empty() {
        *old = new;
        return true;
    }
    if new.is_empty() {
        return true;
    }
    let seen = seen.entry(at).or_insert_with(|| old.iter().map(|(key, _)| key.clone()).collect());
    for (key, text) in new {
        if !seen.contains(&key) {
            if old.len() == MAX_UNKNOWN_KEYS {
                return false;
            }
            seen.insert(key.clone());
            old.push((key, text));
        }
    }
    true
}

fn contradiction(result: JsonText<'_, '_>, reason: impl Into<String>) -> RecordError {
    RecordError::Result { place: result.place(), reason: reason.into() }
}

#[cfg(test)]
mod tests {
    use super::is_rfc3339;

    #[test]
    fn dates_are_those_of_the_standard() {
        for date in [
            "2026-07-01",
            "2026-07-01T18:30:00Z",
            "2026-12-31t23:59:60.25+02:00",
            "2026-07-01 18:30:00-11:30",
        ] {
            assert!(is_rfc3339(date), "{date}");
        }
        for date in [
            "",
            "yesterday",
            "2026-7-1",
            "2026-13-01",
            "2026-00-10",
            "2026-01-32",
            "2026-07-01T18:30Z",
        ] {
            assert!(!is_rfc3339(date), "{date}");
        }
        for date in ["2024-02-29", "2000-02-29T18:30:00Z", "2026-02-28", "2026-04-30", "2026-08-31"]
        {
            assert!(is_rfc3339(date), "{date}");
        }
        for date in [
            "2024-02-30",
            "2026-02-29",
            "1900-02-29T18:30:00Z",
            "2026-04-31",
            "2026-11-31",
            "2026-08-32",
        ] {
            assert!(!is_rfc3339(date), "{date}");
        }
        for date in [
            "2026-07-01T24:00:00Z",
            "2026-07-01T23:60:00Z",
            "2026-07-01T23:59:61Z",
            "2026-07-01T18:30:00",
            "2026-07-01T18:30:00.Z",
            "2026-07-01T18:30:00+99:99",
            "2026-07-01T18:30:00+24:00",
            "2026-07-01T18:30:00-03:60",
            "2026-07-01T18:30:00Z ",
            "2026-07-0é",
        ] {
            assert!(!is_rfc3339(date), "{date}");
        }
    }
}

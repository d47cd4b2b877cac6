//! Reading records.

use super::error::RecordError;
use super::raw::{Place, Value};
use super::{FORMAT, MAX_BYTES, MAX_COMMENT, MAX_ENTRIES, MAX_TEXT, Player, PlayerKind, Record, Unknown, VERSION};
use crate::board::Colour;
use crate::games::{self, Game, NewGameError};
use crate::geometry::Shape;
use crate::notation::Names;
use crate::rules::{Info, Outcome, Reason, Setup, Ties};
use crate::text::Excerpt;
use crate::timeline::{MAX_NESTING, MAX_STEPS, NodeId, Note, Timeline};

impl Record {
    /// Reads a record by playing it; the cursor is at the end of the main line.
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
    /// [`RecordError`] if the bytes are not a record, or the rules forbid a turn in it.
    pub fn read(bytes: &[u8]) -> Result<(Self, Timeline), RecordError> {
        let value = Value::parse(text(bytes)?)?;
        let here = value.place;
        let fields = value.object()?;
        let find = |key: &'static str| {
            let text = fields.iter().find(|(name, _)| name == key).map(|&(_, text)| text);
            text.map(|text| Value { text, place: Place::Key(&Place::Record, key) })
        };
        let need = |key| find(key).ok_or(RecordError::Missing { place: String::new(), key });

        let format = need("format")?;
        if format.string(MAX_TEXT)? != FORMAT {
            return Err(format.unknown(format!("'{FORMAT}'"), &format.string(MAX_TEXT)?));
        }
        let version = need("version")?.whole()?;
        if version != VERSION {
            return Err(RecordError::Version { version });
        }
        let id = need("game")?.string(MAX_TEXT)?;
        let info = games::info(&id).ok_or_else(|| NewGameError::Game { name: Excerpt::new(&id).to_string() })?;
        let setup = find("options").map_or_else(|| Ok(Setup::default()), setup)?;
        let options = info.options(&setup).map_err(NewGameError::from)?;
        let start = Game::start(info, &options).map_err(NewGameError::from)?;

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
        let mut reader = Reader { record, names, timeline: Timeline::new(start), entries: 0, ended: false };
        reader.line(need("moves")?, 0)?;
        if let Some(result) = find("result") {
            reader.result(result)?;
        }
        let Reader { mut record, timeline, .. } = reader;
        for (key, text) in &fields {
            let text = if Self::KEYS.contains(&&**key) {
                None
            } else {
                Some(Value { text, place: Place::Key(&here, key) }.unknown_value()?)
            };
            record.kept.keys.push((key.clone().into_owned(), text));
        }
        Ok((record, timeline))
    }

    fn read_players(&mut self, info: &Info, players: Value<'_, '_>) -> Result<(), RecordError> {
        for (key, text) in players.object()? {
            let value = Value { text, place: Place::Key(&players.place, &key) };
            match info.colour(&key) {
                Some(colour) => self.players[colour.index()] = player(value)?,
                None => self.kept.players.push((key.clone().into_owned(), value.unknown_value()?)),
            }
        }
        Ok(())
    }
}

/// The text of a record, if it is one that could be read at all.
fn text(bytes: &[u8]) -> Result<&str, RecordError> {
    if bytes.len() > MAX_BYTES {
        return Err(RecordError::TooLarge);
    }
    let marks: [(&[u8], _); 3] = [(b"\xef\xbb\xbf", "UTF-8"), (b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16")];
    if let Some(&(_, encoding)) = marks.iter().find(|(mark, _)| bytes.starts_with(mark)) {
        return Err(RecordError::ByteOrderMark { encoding });
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let valid = error.valid_up_to();
        RecordError::Encoding { line: bytes[..valid].split(|&b| b == b'\n').count(), byte: valid + 1 }
    })?;
    if text.trim_ascii().is_empty() { Err(RecordError::Empty) } else { Ok(text) }
}

fn setup(options: Value<'_, '_>) -> Result<Setup, RecordError> {
    let mut setup = Setup::default();
    for (key, text) in options.object()? {
        let value = Value { text, place: Place::Key(&options.place, &key) };
        match &*key {
            "size" => setup.size = Some(value.whole()?),
            "board" => setup.board = Some(one_of(value, &Shape::ALL, Shape::id)?),
            "opening" => setup.opening = Some(value.flag()?),
            "komi" => setup.komi = Some(value.whole()?),
            "ties" => setup.ties = Some(one_of(value, &Ties::ALL, Ties::id)?),
            "pie" => setup.pie = Some(value.flag()?),
            _ => return Err(RecordError::UnknownOption { key: Excerpt::new(&key) }),
        }
    }
    Ok(setup)
}

/// The one of `known` whose name is `value`.
fn one_of<T: Copy>(value: Value<'_, '_>, known: &[T], id: fn(T) -> &'static str) -> Result<T, RecordError> {
    let name = value.string(MAX_TEXT)?;
    known.iter().copied().find(|&one| id(one) == name).ok_or_else(|| {
        let names: Vec<String> = known.iter().map(|&one| format!("'{}'", id(one))).collect();
        value.unknown(names.join(" or "), &name)
    })
}

fn player(value: Value<'_, '_>) -> Result<Player, RecordError> {
    let mut player = Player::default();
    for (key, text) in value.object()? {
        let value = Value { text, place: Place::Key(&value.place, &key) };
        match &*key {
            "name" => player.name = Some(value.string(MAX_TEXT)?),
            "kind" => player.kind = Some(one_of(value, &PlayerKind::ALL, PlayerKind::id)?),
            "level" => player.level = Some(value.string(MAX_TEXT)?),
            _ => player.extra.push((key.clone().into_owned(), value.unknown_value()?)),
        }
    }
    Ok(player)
}

fn date(value: Value<'_, '_>) -> Result<String, RecordError> {
    let date = value.string(MAX_TEXT)?;
    if is_rfc3339(&date) {
        return Ok(date);
    }
    Err(value.unknown("a date by RFC 3339 such as '2026-07-01' or '2026-07-01T18:30:00Z'", &date))
}

/// Whether `text` is a full date or a date with time and offset.
///
/// Source: RFC 3339, section 5.6. Days are not checked against months.
fn is_rfc3339(text: &str) -> bool {
    /// Takes `form` off the front: `0` stands for a digit, any other character for itself in either case.
    fn take<'t>(text: &'t str, form: &str) -> Option<&'t str> {
        let (head, tail) = text.split_at_checked(form.len())?;
        let fits = |(c, f): (u8, u8)| if f == b'0' { c.is_ascii_digit() } else { c.eq_ignore_ascii_case(&f) };
        head.bytes().zip(form.bytes()).all(fits).then_some(tail)
    }
    let number = |at: std::ops::Range<usize>| text.get(at).and_then(|digits| digits.parse::<u8>().ok()).unwrap_or(99);
    let Some(time) = take(text, "0000-00-00") else { return false };
    if !(1..=12).contains(&number(5..7)) || !(1..=31).contains(&number(8..10)) {
        return false;
    }
    if time.is_empty() {
        return true;
    }
    let Some(mut rest) = take(time, "T00:00:00").or_else(|| take(time, " 00:00:00")) else { return false };
    if number(11..13) > 23 || number(14..16) > 59 || number(17..19) > 60 {
        return false;
    }
    if let Some(fraction) = rest.strip_prefix('.') {
        rest = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
        if rest.len() == fraction.len() {
            return false;
        }
    }
    take(rest, "Z").or_else(|| take(rest, "+00:00")).or_else(|| take(rest, "-00:00")) == Some("")
}

struct Reader {
    record: Record,
    names: Names,
    timeline: Timeline,
    /// How many entries have been read.
    entries: usize,
    /// Whether a variation has already ended with a result.
    ended: bool,
}

impl Reader {
    /// Plays the entries of a line from the cursor, and goes to its end.
    fn line(&mut self, line: Value<'_, '_>, nesting: usize) -> Result<(), RecordError> {
        let entries = line.list("turns", MAX_STEPS)?;
        self.entries += entries.len();
        if self.entries > MAX_ENTRIES {
            return Err(RecordError::TooMany { place: String::new(), what: "turns", most: MAX_ENTRIES });
        }
        // The line itself comes first, so that no variation that repeats some of it can push it aside.
        let mut variations = Vec::new();
        for (i, text) in entries.iter().enumerate() {
            let before = self.timeline.cursor();
            let entry = Value { text, place: Place::Item(&line.place, i) };
            if let Some(text) = self.entry(entry, nesting, i + 1 == entries.len())? {
                variations.push((i, before, text));
            }
        }
        let end = self.timeline.cursor();
        for (i, before, text) in variations {
            let place = Place::Item(&line.place, i);
            self.variations(Value { text, place: Place::Key(&place, "variations") }, before, nesting)?;
        }
        self.timeline.go_to(end);
        Ok(())
    }

    /// Plays the turn of an entry at the cursor, notes what is noted there, and returns the text of its variations.
    fn entry<'a>(
        &mut self,
        entry: Value<'a, '_>,
        nesting: usize,
        is_last: bool,
    ) -> Result<Option<&'a str>, RecordError> {
        if entry.text.starts_with('"') {
            self.turn(entry, entry, nesting, is_last)?;
            return Ok(None);
        }
        if !entry.text.starts_with('{') {
            return Err(entry.wrong("a turn, as a string or an object"));
        }
        let fields = entry.object()?;
        let field = |key: &'static str, text| Value { text, place: Place::Key(&entry.place, key) };
        let Some(&(_, turn)) = fields.iter().find(|(key, _)| key == "move") else {
            return Err(RecordError::Missing { place: entry.place.to_string(), key: "move" });
        };
        let end = self.turn(field("move", turn), entry, nesting, is_last)?;
        let mut note = Note::default();
        let mut variations = None;
        for (key, text) in &fields {
            match &**key {
                "move" => {}
                "comment" => note.comment = field("comment", text).string(MAX_COMMENT)?,
                "nag" => note.nag = Some(field("nag", text).string(MAX_TEXT)?),
                "time_ms" => note.time_ms = Some(field("time_ms", text).whole()?),
                "eval" => note.eval = Some(field("eval", text).chance()?),
                "variations" => variations = Some(*text),
                "result" => {
                    let result = field("result", text);
                    if !is_last {
                        return Err(contradiction(result, "only the last turn of a line can have a result"));
                    }
                    self.result(result)?;
                }
                _ => {
                    let value = Value { text, place: Place::Key(&entry.place, key) };
                    note.extra.push((key.clone().into_owned(), value.unknown_value()?));
                }
            }
        }
        self.note(end, note, entry)?;
        Ok(variations)
    }

    /// Plays the lines of `variations` from `before`.
    fn variations(&mut self, lines: Value<'_, '_>, before: NodeId, nesting: usize) -> Result<(), RecordError> {
        if nesting == MAX_NESTING {
            let place = lines.place.to_string();
            return Err(RecordError::TooMany { place, what: "levels of variations", most: MAX_NESTING });
        }
        for (i, text) in lines.list("variations", MAX_STEPS)?.into_iter().enumerate() {
            self.timeline.go_to(before);
            self.line(Value { text, place: Place::Item(&lines.place, i) }, nesting + 1)?;
        }
        Ok(())
    }

    /// Plays one turn at the cursor.
    fn turn(
        &mut self,
        turn: Value<'_, '_>,
        entry: Value<'_, '_>,
        nesting: usize,
        is_last: bool,
    ) -> Result<NodeId, RecordError> {
        let text = turn.string(MAX_TEXT)?;
        let number = self.timeline.turn(self.timeline.cursor()) + 1;
        let wrong = |reason: String| RecordError::Turn {
            turn: number,
            text: Excerpt::new(&text),
            place: (nesting > 0).then(|| entry.place.to_string()),
            reason,
        };
        let steps = self.names.parse_turn(&text).map_err(|error| wrong(error.to_string()))?;
        let node = self.timeline.play_turn(&steps).map_err(|error| wrong(self.names.explain_refusal(&error)))?;
        if !is_last && self.timeline.position().phase().is_mid_turn() {
            return Err(wrong(format!(
                "the turn lacks its free stone; both stones are one turn, such as '{text},CELL'"
            )));
        }
        Ok(node)
    }

    /// Notes `new` at `at`; where a line repeats turns of another, what was noted first stands.
    fn note(&mut self, at: NodeId, new: Note, entry: Value<'_, '_>) -> Result<(), RecordError> {
        let Some(old) = self.timeline.note(at) else {
            self.timeline.set_note(at, new);
            return Ok(());
        };
        let mut note = old.clone();
        if note.comment != new.comment && !new.comment.is_empty() {
            let gap = if note.comment.is_empty() { "" } else { "\n" };
            note.comment = format!("{}{gap}{}", note.comment, new.comment);
        }
        if note.comment.len() > MAX_COMMENT {
            let place = entry.place.to_string();
            return Err(RecordError::TooMany { place, what: "bytes of comments on one turn", most: MAX_COMMENT });
        }
        note.nag = note.nag.or(new.nag);
        note.time_ms = note.time_ms.or(new.time_ms);
        note.eval = note.eval.or(new.eval);
        for (key, text) in new.extra {
            if note.extra.iter().all(|(old, _)| *old != key) {
                note.extra.push((key, text));
            }
        }
        self.timeline.set_note(at, note);
        Ok(())
    }

    /// Compares a result with the game at the cursor, and ends the game if it was given up or lost on time.
    fn result(&mut self, result: Value<'_, '_>) -> Result<(), RecordError> {
        let (mut winner, mut reason) = (None, None);
        let mut unknown = Unknown::new();
        for (key, text) in result.object()? {
            let value = Value { text, place: Place::Key(&result.place, &key) };
            match &*key {
                "winner" => winner = Some(self.winner(value)?),
                "reason" => reason = Some(one_of(value, &Reason::ALL, Reason::id)?),
                _ => unknown.push((key.clone().into_owned(), value.unknown_value()?)),
            }
        }
        let place = result.place.to_string();
        let Some(winner) = winner else { return Err(RecordError::Missing { place, key: "winner" }) };
        let claim = |winner: Option<Colour>, reason: Option<Reason>| {
            let reason = reason.map_or(String::new(), |reason| format!(" {reason}"));
            winner.map_or_else(|| format!("a draw{reason}"), |c| format!("{} wins{reason}", self.names.title(c)))
        };
        let claimed = claim(winner, reason);
        match (self.timeline.position().outcome(), reason) {
            (Some(outcome), _) if outcome.winner == winner && reason.is_none_or(|r| r == outcome.reason) => {}
            (Some(Outcome { winner, reason }), _) => {
                let fact = claim(winner, Some(reason));
                return Err(contradiction(result, format!("it says {claimed}, but by the moves {fact}")));
            }
            (None, Some(reason)) if !reason.is_on_board() => {
                let Some(winner) = winner else {
                    return Err(contradiction(result, format!("it says {claimed}, but then somebody wins")));
                };
                if std::mem::replace(&mut self.ended, true) {
                    return Err(contradiction(result, "a game can be given up or lost on time only once"));
                }
                if !self.timeline.end(winner, reason) {
                    return Err(contradiction(result, format!("it says {claimed}, but the game goes on after it")));
                }
            }
            (None, _) => {
                return Err(contradiction(result, format!("it says {claimed}, but the moves do not end the game")));
            }
        }
        self.record.kept.result.append(&mut unknown);
        Ok(())
    }

    /// The colour that a result names, or `None` for a draw.
    fn winner(&self, value: Value<'_, '_>) -> Result<Option<Colour>, RecordError> {
        let [first, second] = Colour::BOTH.map(|colour| self.names.colour(colour));
        let name = value.string(MAX_TEXT)?;
        match self.names.info.colour(&name) {
            None if name != "draw" => Err(value.unknown(format!("'{first}', '{second}' or 'draw'"), &name)),
            winner => Ok(winner),
        }
    }
}

fn contradiction(result: Value<'_, '_>, reason: impl Into<String>) -> RecordError {
    RecordError::Result { place: result.place.to_string(), reason: reason.into() }
}

#[cfg(test)]
mod tests {
    use super::is_rfc3339;

    #[test]
    fn dates_are_those_of_the_standard() {
        for date in ["2026-07-01", "2026-07-01T18:30:00Z", "2026-12-31t23:59:60.25+02:00", "2026-07-01 18:30:00-11:30"]
        {
            assert!(is_rfc3339(date), "{date}");
        }
        for date in ["", "yesterday", "2026-7-1", "2026-13-01", "2026-00-10", "2026-01-32", "2026-07-01T18:30Z"] {
            assert!(!is_rfc3339(date), "{date}");
        }
        for date in [
            "2026-07-01T24:00:00Z",
            "2026-07-01T18:30:00",
            "2026-07-01T18:30:00.Z",
            "2026-07-01T18:30:00Z ",
            "2026-07-0é",
        ] {
            assert!(!is_rfc3339(date), "{date}");
        }
    }
}

//! Writing records for the club.

use serde_json::{Map, Value, json};

use super::{Club, ExchangeError, KEPT};
use tetralith_core::board::Colour;
use tetralith_core::games::Game;
use tetralith_core::geometry::Shape;
use tetralith_core::notation::Names;
use tetralith_core::record::raw::OWN;
use tetralith_core::record::{ANALYSIS, MAX_BYTES, PlayerKind, Record, RecordError};
use tetralith_core::rules::{OptionKind, Options, Outcome, Reason, Ties};
use tetralith_core::step::Step;
use tetralith_core::text::{counted, display_text, escape_json};
use tetralith_core::timeline::{NodeId, Timeline};
use tetralith_session::seated::CLOCK;

/// The most unknown keys that a sentence names.
const MOST_KEYS: usize = 8;

/// A game that was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExportedGame {
    /// The record, a round a line.
    pub text: String,
    /// The things that could not be carried over, a sentence each without a full stop.
    pub left_behind: Vec<String>,
}

/// Writes the main line of `timeline` as a record of the club's.
///
/// `generated` is the time now by RFC 3339, with time and offset; it is the date too if `record`
/// has none.
///
/// # Errors
/// [`ExchangeError::Unknown`] if the club does not have the game, its board or its options,
/// [`ExchangeError::Unfinished`] if it goes on, or [`ExchangeError::Record`] if the text would be
/// too large.
pub fn write(
    record: &Record,
    timeline: &Timeline,
    generated: &str,
) -> Result<ExportedGame, ExchangeError> {
    let names = Names::of(timeline.start());
    let options = timeline.start().options();
    let unknown = |what: String| Err(ExchangeError::Unknown { what });
    let Some(club) = Club::of(names.info) else { return unknown(names.info.title.to_owned()) };
    if timeline.start().is_set_up() {
        return unknown("game that starts from a set-up position".to_owned());
    }
    if options.board != Shape::Square {
        return unknown(format!("{} on {} boards", names.info.title, options.board.id()));
    }
    if names.info.has(OptionKind::Ties) && options.ties != Ties::Neutral {
        return unknown(format!("option for tied territories by {}", options.ties.id()));
    }
    if names.info.has(OptionKind::Komi) && options.komi < 0 {
        return unknown(format!("komi of {} with half a point", options.komi));
    }
    let kept = record.unknown.get(KEPT).and_then(|text| serde_json::from_str::<Value>(text).ok());
    let line = Line::new(timeline, names, kept.as_ref());
    let outcome = line.outcome.ok_or(ExchangeError::Unfinished)?;
    let mut writer = Writer { club, names, options, record, left_behind: Vec::new() };
    let header = writer.header(kept.as_ref(), &line, outcome, generated);
    writer.unsaid(timeline, &line);
    let rounds: Vec<String> =
        line.moves.chunks(2).map(|round| Value::from(round.to_vec()).to_string()).collect();
    let header = Value::from(header);
    let text = escape_json(format!(
        "{{\"header\": {header},\n\"moves\": [\n  {}\n]}}\n",
        rounds.join(",\n  ")
    ));
    if text.len() > MAX_BYTES {
        return Err(RecordError::TooLarge.into());
    }
    Ok(ExportedGame { text, left_behind: writer.left_behind })
}

/// The main line as the club writes it.
struct Line {
    moves: Vec<String>,
    pied: bool,
    /// The seat that moves first on the board.
    first_seat: usize,
    end: Game,
    outcome: Option<Outcome>,
    /// The places of the steps.
    nodes: Vec<NodeId>,
}

impl Line {
    fn new(timeline: &Timeline, names: Names, kept: Option<&Value>) -> Self {
        let nodes = timeline.main_line();
        let mut position = timeline.start().clone();
        let mut steps = Vec::with_capacity(nodes.len());
        // The index of the step from which only passing is left.
        let mut closed = None;
        for (i, step) in nodes.iter().filter_map(|&node| timeline.step(node)).enumerate() {
            if step == Step::Pass && closed.is_none() && position.legal() == [Step::Pass] {
                closed = Some(i);
            }
            steps.push((position.to_move(), step));
            position.play_unchecked(step);
        }
        let outcome = nodes
            .last()
            .and_then(|&end| timeline.ended_at(end))
            .or_else(|| position.outcome())
            .or_else(|| nodes.is_empty().then(|| timeline.ended_at(NodeId::START)).flatten());
        if outcome.is_some_and(|outcome| outcome.reason == Reason::Score) {
            steps.truncate(closed.unwrap_or(steps.len()));
        }
        let mut line =
            Self { moves: Vec::new(), pied: false, first_seat: 0, end: position, outcome, nodes };
        if names.info.has(OptionKind::Komi) {
            let settled = kept.and_then(|kept| kept.get("settled")?.as_u64());
            line.moves.push(timeline.start().options().komi.to_string());
            let at_once =
                kept.and_then(|kept| kept.get("play_second")) == Some(&Value::Bool(false));
            if at_once && steps.first().is_some_and(|&(_, step)| step != Step::Pass) {
                line.first_seat = 1;
            } else {
                line.moves.push("play-second".to_owned());
            }
            // A game that ended before komi and who begins were settled has no such moves.
            if let Some(settled) = settled.filter(|_| steps.is_empty()) {
                line.moves.truncate(settled.try_into().unwrap_or(usize::MAX));
            }
        }
        for (mover, step) in steps {
            if step == Step::Swap {
                line.pied = true;
                continue;
            }
            if line.moves.len() % 2 != line.seat(mover) {
                line.moves.push("pass".to_owned());
            }
            line.moves.push(names.step(step));
        }
        match outcome.map(|outcome| outcome.reason) {
            Some(Reason::Resignation) => line.moves.push("resign".to_owned()),
            Some(Reason::Time) => line.moves.push("timeout".to_owned()),
            _ => {}
        }
        line
    }

    const fn seat(&self, colour: Colour) -> usize {
        (colour.index() + self.first_seat) % 2
    }
}

struct Writer<'a> {
    club: &'static Club,
    names: Names,
    options: &'a Options,
    record: &'a Record,
    left_behind: Vec<String>,
}

impl Writer<'_> {
    fn leave(&mut self, what: impl Into<String>) {
        self.left_behind.push(what.into());
    }

    /// The header: that of the record that was read, where there is one, with its facts replaced by
    /// those of the game.
    fn header(
        &mut self,
        kept: Option<&Value>,
        line: &Line,
        outcome: Outcome,
        generated: &str,
    ) -> Map<String, Value> {
        let old = kept
            .and_then(|kept| kept.get("header"))
            .and_then(Value::as_object)
            .cloned()
            .unwrap_or_default();
        let is_new = old.is_empty();
        let mut header = old;
        header.insert(
            "game".to_owned(),
            json!({ "name": self.names.info.title, "variants": self.variants() }),
        );
        if let Some(event) = &self.record.event {
            header.insert("event".to_owned(), event.as_str().into());
            // The two go together; a dash is what chess records have for "there are no rounds".
            header.entry("round").or_insert_with(|| "-".into());
        }
        if is_new {
            header.insert("site".to_owned(), json!({ "name": "Tetralith" }));
        }
        let date = self.date(generated);
        header.insert("date-start".to_owned(), date.as_str().into());
        if !header.contains_key("date-end") {
            if self.record.date.is_some() {
                self.leave("the record has no date of the end; that of the start is written");
            }
            header.insert("date-end".to_owned(), date.into());
        }
        header.insert("date-generated".to_owned(), generated.into());
        let pied_keys = ["pie-invoked", "pied"];
        let known = pied_keys.into_iter().any(|key| header.contains_key(key));
        for key in pied_keys {
            if header.contains_key(key) || line.pied && !known {
                header.insert(key.to_owned(), line.pied.into());
            }
        }
        let players = self.players(header.get("players"), line, outcome);
        header.insert("players".to_owned(), players);
        header
    }

    fn variants(&mut self) -> Vec<String> {
        let size = self.options.size;
        if !self.club.sizes.contains(&size) {
            let sizes: Vec<String> =
                self.club.sizes.iter().map(|size| format!("{size}×{size}")).collect();
            self.leave(format!(
                "Abstract Play has {} only on {}; the record is written for {size}×{size} anyway",
                self.names.info.title,
                sizes.join(", ")
            ));
        }
        let usual = size == self.club.size && !self.club.names_usual;
        if usual { Vec::new() } else { vec![format!("{size}x{size} board")] }
    }

    fn date(&mut self, generated: &str) -> String {
        match self.record.date.as_deref() {
            Some(date) if date.len() > "2026-01-01".len() => date.to_owned(),
            Some(date) => {
                self.leave("the date has no time of day; midnight is written");
                format!("{date}T00:00:00Z")
            }
            None => {
                self.leave("the record has no date; the present time is written");
                generated.to_owned()
            }
        }
    }

    /// The players by seat, with what the club noted of those who have kept their names.
    fn players(&mut self, old: Option<&Value>, line: &Line, outcome: Outcome) -> Value {
        let points = self.points(&line.end);
        let is_tie = outcome.reason == Reason::Score
            && points.as_ref().is_some_and(|[first, second]| first == second);
        let winner = if is_tie {
            Colour::BOTH.into_iter().find(|&colour| line.seat(colour) == 1)
        } else {
            outcome.winner
        };
        if winner != outcome.winner
            && let (Some(club), Some(ours)) = (winner, outcome.winner)
        {
            let [club, ours] = [club, ours].map(|colour| self.names.title(colour));
            self.leave(format!(
                "with komi 0 Abstract Play gives the tie to {club}; by the rules here {ours} won"
            ));
        }
        let mut players = [Value::Null, Value::Null];
        for colour in Colour::BOTH {
            let (seat, player) = (line.seat(colour), &self.record.players[colour.index()]);
            // The club's format demands a name, so a player without one has an empty name.
            let name = player.name.as_deref().unwrap_or_default();
            let old = old.and_then(|players| players.get(seat)).and_then(Value::as_object);
            let is_theirs = |old: &&Map<String, Value>| {
                old.get("name").and_then(Value::as_str).unwrap_or_default() == name
            };
            let mut object = old.filter(is_theirs).cloned().unwrap_or_default();
            object.insert("name".to_owned(), name.into());
            if let Some(kind) = player.kind {
                object.insert("is_ai".to_owned(), (kind == PlayerKind::Ai).into());
            }
            if let Some(points) = &points {
                object.insert("score".to_owned(), points[colour.index()].clone());
            }
            let result = winner.is_none_or(|winner| winner == colour);
            object.insert("result".to_owned(), u8::from(result).into());
            players[seat] = object.into();
        }
        Value::from(players.to_vec())
    }

    /// The points of each colour as the club counts them: without the half point when komi is 0.
    fn points(&self, end: &Game) -> Option<[Value; 2]> {
        let [first, second] = end.half_points()?;
        let second = second - u32::from(self.options.komi == 0);
        Some([first, second].map(|half| match half % 2 {
            0 => (half / 2).into(),
            _ => (f64::from(half) / 2.0).into(),
        }))
    }

    /// Names everything in the record that is not written.
    fn unsaid(&mut self, timeline: &Timeline, line: &Line) {
        let others = timeline.steps() - line.nodes.len();
        if others > 0 {
            let moves = counted(others, "move");
            self.leave(format!("variations are left out ({moves} in all)"));
        }
        let noted = line.nodes.iter().filter(|&&node| timeline.note(node).is_some()).count();
        if noted > 0 {
            let turns = counted(noted, "turn");
            self.leave(format!(
                "the notes on {turns} (comments, judgements, marks, times, evaluations) are left \
                 out"
            ));
        }
        if self.record.comment.is_some() {
            self.leave("the comment on the game is left out");
        }
        if self.record.players.iter().any(|player| player.level.is_some()) {
            self.leave("the levels of the players are left out");
        }
        self.unsaid_keys();
        if self.club.pie && !self.options.pie {
            self.leave(
                "the missing pie rule is left out: at Abstract Play colours can always be \
                swapped",
            );
        }
    }

    /// Names the keys that the format of records does not define: what this program keeps under its
    /// own, and the others as they are.
    fn unsaid_keys(&mut self) {
        let record = self.record;
        let extra = record.players.iter().flat_map(|player| &player.extra);
        let keys = record.unknown.keys().chain(extra.map(|(key, _)| &**key));
        let (mut others, mut is_resumable) = (Vec::new(), false);
        for key in keys.filter(|&key| key != KEPT) {
            match key {
                CLOCK => self.leave("the clock is left out"),
                ANALYSIS => self.leave("the analysis is left out"),
                _ if key.starts_with(OWN) => is_resumable = true,
                _ => others.push(display_text(key)),
            }
        }
        if is_resumable {
            self.leave("the data for resuming the game is left out");
        }
        if others.is_empty() {
            return;
        }
        let more = match others.len().saturating_sub(MOST_KEYS) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        others.truncate(MOST_KEYS);
        let keys = others.join(", ");
        self.leave(format!("keys of the record that are not known are left out: {keys}{more}"));
    }
}

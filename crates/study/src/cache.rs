//! Findings in records: the findings about a game are kept with it, and read again as untrusted
//! data.
//!
//! The record holds `analysis` with a version, and each entry `analysis` with the findings about
//! the position in which its move was played. The record treats both as unknown keys and keeps them
//! as they are, so the game can be read even if they are damaged. Source: `docs/record-format.md`.

use serde::{Deserialize, Serialize};
use tetralith_core::notation::Names;
use tetralith_core::{Game, NodeId, Note, Record, Step, Timeline, position_text};
use thiserror::Error;

use crate::finding::{Finding, MAX_CANDIDATES, MAX_LINE, MoveValue, Played, StudyCandidate};
use crate::moments::Moments;

/// The key of the cache in a record, and in an entry.
pub const KEY: &str = tetralith_core::record::ANALYSIS;

/// The version of the cache that is read and written.
pub const VERSION: u64 = 1;

/// The most simulations, and the most trees, that findings may speak of: more than any analysis
/// comes to.
const MOST_SIMULATIONS: u64 = 100_000_000_000;
const MOST_LOOKS: u32 = 10_000;

/// The most bytes of the findings beside one entry.
pub const MAX_BYTES: usize = 4 << 10;

/// The reasons why findings in a record are ignored. Each is one sentence without its end.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum CacheError {
    /// A later version wrote it.
    #[error(
        "the analysis in this record has version {version}, but this program reads version \
         {VERSION}: it is ignored"
    )]
    Newer {
        /// The version.
        version: u64,
    },
    /// The key holds something else.
    #[error("the analysis in this record is from another program: it is ignored")]
    Foreign,
    /// The findings beside an entry cannot be what was written.
    #[error("the analysis is damaged at turn {turn} ({reason}) and is ignored")]
    Damaged {
        /// The turn, from 1.
        turn: u32,
        /// Words that state what is wrong.
        reason: &'static str,
    },
}

impl CacheError {
    /// True if it may be another program's work, which must not be replaced.
    pub const fn is_to_be_kept(&self) -> bool {
        matches!(self, Self::Newer { .. } | Self::Foreign)
    }
}

/// The value of the record's own key.
#[derive(Serialize, Deserialize)]
struct Head {
    version: u64,
}

/// The findings beside an entry, as they are written. Chances are those of the player who moves.
#[derive(Serialize, Deserialize)]
struct Entry {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
    build: String,
    simulations: u64,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    looks: u32,
    seed: u64,
    win: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lead: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    proof: Option<String>,
    best: String,
    line: Vec<String>,
    candidates: Vec<EntryCandidate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    played: Option<EntryPlayed>,
}

#[derive(Serialize, Deserialize)]
struct EntryCandidate {
    #[serde(rename = "move")]
    step: String,
    simulations: u32,
    win: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lead: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    proof: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct EntryPlayed {
    win: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lead: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    proof: Option<String>,
    compared: u32,
    seen: u32,
    #[serde(default, skip_serializing_if = "is_zero")]
    error: f64,
}

/// The number of searches of findings that do not state it.
const fn one() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it so")]
const fn is_one(looks: &u32) -> bool {
    *looks == 1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it so")]
const fn is_zero(error: &f64) -> bool {
    error.to_bits() == 0
}

/// The findings that a record holds about the turns of `moments`, in their order: all of them, or
/// the reason why none is used. Findings about another position, other options or another move than
/// those they are beside are left out: the record was edited since.
///
/// # Errors
/// [`CacheError`] if the cache is of another version or program, or anything in it is wrong.
pub fn read(
    record: &Record,
    timeline: &Timeline,
    moments: &Moments,
) -> Result<Vec<Option<Finding>>, CacheError> {
    match record.unknown.get(KEY) {
        None => {
            let is_noted = |node: NodeId| text(timeline.note(node)).is_some();
            let is_foreign = moments.list().iter().any(|moment| is_noted(moment.after));
            let none = vec![None; moments.list().len()];
            if is_foreign { Err(CacheError::Foreign) } else { Ok(none) }
        }
        Some(text) => match serde_json::from_str::<Head>(text) {
            Ok(Head { version: VERSION }) => beside(timeline, moments),
            Ok(Head { version }) if version > VERSION => Err(CacheError::Newer { version }),
            _ => Err(CacheError::Foreign),
        },
    }
}

/// The same where the record is known to hold findings of this program.
///
/// # Errors
/// [`CacheError::Damaged`] if anything beside these turns is wrong.
pub(crate) fn beside(
    timeline: &Timeline,
    moments: &Moments,
) -> Result<Vec<Option<Finding>>, CacheError> {
    let names = Names::of(timeline.start());
    let mut findings = vec![None; moments.list().len()];
    let mut position = moments.start().clone();
    for (moment, finding) in moments.list().iter().zip(&mut findings) {
        if let Some(text) = text(timeline.note(moment.after)) {
            let damaged = |reason| CacheError::Damaged { turn: moment.turn, reason };
            if text.len() > MAX_BYTES {
                return Err(damaged("too long"));
            }
            let entry =
                serde_json::from_str::<Entry>(text).map_err(|_| damaged("not what was written"))?;
            let is_of_this = entry
                .digest
                .as_ref()
                .is_none_or(|digest| *digest == entry_digest(names, &position, &moment.played));
            if is_of_this {
                *finding = Some(entry.check(names, &position).map_err(damaged)?);
            }
        }
        moment.played.iter().for_each(|&step| position.play_unchecked(step));
    }
    Ok(findings)
}

/// Puts `findings`, by turn, into the record and its timeline in place of those that were there.
///
/// All else that is noted stays. The cursor is not moved.
pub fn write(
    record: &mut Record,
    timeline: &mut Timeline,
    moments: &Moments,
    findings: &[Option<Finding>],
) {
    let names = Names::of(timeline.start());
    let head = serde_json::to_string(&Head { version: VERSION }).unwrap_or_default();
    record.unknown.set(KEY, Some(head));
    let mut position = moments.start().clone();
    for (moment, finding) in moments.list().iter().zip(findings) {
        let mut note = timeline.note(moment.after).cloned().unwrap_or_default();
        note.extra.retain(|(key, _)| key != KEY);
        // A turn that holds as many unknown keys as it may has no room for one more.
        let has_room = note.extra.len() < tetralith_core::record::MAX_UNKNOWN_KEYS;
        if let Some(finding) = finding.as_ref().filter(|_| has_room) {
            let digest = Some(entry_digest(names, &position, &moment.played));
            let entry = Entry { digest, ..Entry::of(finding, names) };
            let entry = serde_json::to_string(&entry).unwrap_or_default();
            note.extra.push((KEY.to_owned(), entry));
        }
        timeline.set_note(moment.after, note);
        moment.played.iter().for_each(|&step| position.play_unchecked(step));
    }
}

/// A digest that shows whether a record was edited since its analysis: 16 hexadecimal digits of
/// `position`, which names the game and its options, and the move that was `played` there.
fn entry_digest(names: Names, position: &Game, played: &[Step]) -> String {
    let text = format!("{} {}", position_text::write(position), names.turn(played));
    format!("{:016x}", tetralith_core::text::digest(text.bytes()))
}

/// True if the main lines of `a` and `b` are the same moves of the same game with the same
/// options from the same position.
pub fn is_same_game(a: &Timeline, b: &Timeline) -> bool {
    let line = |timeline: &Timeline| -> Vec<Option<Step>> {
        timeline.main_line().into_iter().map(|node| timeline.step(node)).collect()
    };
    a.start() == b.start() && line(a) == line(b)
}

fn text(note: Option<&Note>) -> Option<&str> {
    note?.extra.iter().find(|(key, _)| key == KEY).map(|(_, text)| &**text)
}

impl Entry {
    fn of(finding: &Finding, names: Names) -> Self {
        let proof = |value: &MoveValue| value.proof.map(|proof| proof.id().to_owned());
        Self {
            digest: None,
            build: finding.build.clone(),
            simulations: finding.simulations,
            looks: finding.looks,
            seed: finding.seed,
            win: finding.value.win,
            lead: finding.value.lead,
            proof: proof(&finding.value),
            best: names.turn(finding.best()),
            line: finding.line.iter().map(|steps| names.turn(steps)).collect(),
            candidates: finding
                .candidates
                .iter()
                .map(|candidate| EntryCandidate {
                    step: names.step(candidate.step),
                    simulations: candidate.simulations,
                    win: candidate.value.win,
                    lead: candidate.value.lead,
                    proof: proof(&candidate.value),
                })
                .collect(),
            played: finding.played.map(|Played { value, compared, seen, error }| EntryPlayed {
                win: value.win,
                lead: value.lead,
                proof: proof(&value),
                compared,
                seen,
                error,
            }),
        }
    }

    /// The findings about `position`, if they are plausible.
    fn check(self, names: Names, position: &Game) -> Result<Finding, &'static str> {
        if self.build.len() > 64
            || self.line.len() > MAX_LINE
            || self.candidates.len() > MAX_CANDIDATES
        {
            return Err("too long");
        }
        if self.simulations > MOST_SIMULATIONS || self.looks > MOST_LOOKS {
            return Err("too many simulations");
        }
        let value = value(self.win, self.lead, self.proof.as_deref())?;
        let mut next = position.clone();
        let mut line = Vec::with_capacity(self.line.len());
        for text in &self.line {
            let steps = names.parse_turn(text).map_err(|_| "a move that cannot be read")?;
            for &step in &steps {
                next.play(step).map_err(|_| "a move that is not legal")?;
            }
            line.push(steps);
        }
        if self.best != line.first().map_or_else(String::new, |steps| names.turn(steps)) {
            return Err("the line does not begin with the best move");
        }
        let mut candidates = Vec::with_capacity(self.candidates.len());
        for candidate in &self.candidates {
            let step =
                names.parse_step(&candidate.step).map_err(|_| "a move that cannot be read")?;
            position.check(step).map_err(|_| "a move that is not legal")?;
            let of_step = self::value(candidate.win, candidate.lead, candidate.proof.as_deref())?;
            if u64::from(candidate.simulations) > self.simulations {
                return Err("a move with more simulations than the whole search");
            }
            if of_step.proof > value.proof && value.proof.is_some() {
                return Err("a move that is proven to be better than the best");
            }
            let simulations = candidate.simulations;
            candidates.push(StudyCandidate { step, simulations, value: of_step });
        }
        let played = match &self.played {
            Some(EntryPlayed { win, lead, proof, compared, seen, error }) => {
                let value = self::value(*win, *lead, proof.as_deref())?;
                if !(0.0..=1.0).contains(error) {
                    return Err("an invalid error");
                }
                Some(Played { value, compared: *compared, seen: *seen, error: *error })
            }
            None => None,
        };
        if played.is_some_and(|played| played.value.proof > value.proof && value.proof.is_some()) {
            return Err("a move that is proven to be better than the best");
        }
        let Self { build, simulations, looks, seed, .. } = self;
        let mut finding = Finding {
            build,
            seed,
            simulations,
            looks: looks.max(1),
            value,
            line,
            candidates,
            played,
            is_claimed: false,
        };
        finding.is_claimed = finding.has_proof();
        Ok(finding)
    }
}

/// The value that these figures describe, if they are valid.
fn value(win: f64, lead: Option<f64>, proof: Option<&str>) -> Result<MoveValue, &'static str> {
    /// More points than any board has.
    const MOST: f64 = 10_000.0;
    if !(0.0..=1.0).contains(&win) {
        return Err("an invalid win rate");
    }
    if lead.is_some_and(|lead| !(-MOST..=MOST).contains(&lead)) {
        return Err("an invalid lead");
    }
    let proof = proof.map(|id| id.parse().map_err(|_| "an invalid proof")).transpose()?;
    Ok(MoveValue { win, lead, proof })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Job;
    use crate::plan::Budgets;
    use tetralith_engine::CancelToken;

    const GAME: &str = r#"{ "format": "tetralith", "version": 1, "game": "multiplicity", "options": { "size": 3 },
        "mine": [1, 2], "moves": [{ "move": "c3", "comment": "First.", "theirs": { "x": 1 } }, "c4,a1"] }"#;

    fn read_text(text: &str) -> (Record, Timeline, Moments) {
        let (record, timeline) = Record::read(text.as_bytes()).unwrap();
        let moments = Moments::of_main_line(&timeline);
        (record, timeline, moments)
    }

    /// The record of [`GAME`] with its analysis.
    fn analysed() -> (String, Vec<Option<Finding>>) {
        let (mut record, mut timeline, moments) = read_text(GAME);
        let mut findings = vec![None; 2];
        let job = Job { budgets: Budgets::equal(100), threads: 1, seed: 7, build: "1-a" };
        job.run(&moments, &mut findings, &CancelToken::new(), &mut |_| {}).unwrap();
        write(&mut record, &mut timeline, &moments, &findings);
        (record.write(&timeline).unwrap(), findings)
    }

    fn fault(text: &str) -> Option<CacheError> {
        let (record, timeline, moments) = read_text(text);
        read(&record, &timeline, &moments).err()
    }

    #[test]
    fn written_analyses_are_read_again_and_all_else_is_kept() {
        let (text, findings) = analysed();
        let (mut record, mut timeline, moments) = read_text(&text);
        let again = read(&record, &timeline, &moments).unwrap();
        for (again, finding) in again.iter().flatten().zip(findings.iter().flatten()) {
            assert_eq!(again.is_claimed, finding.has_proof());
            assert!(
                again == &Finding { is_claimed: again.is_claimed, ..finding.clone() }
                    && again.played.is_some()
                    && !again.candidates.is_empty()
            );
        }
        assert_eq!(again.len(), 2);
        write(&mut record, &mut timeline, &moments, &again);
        assert_eq!(record.write(&timeline).unwrap(), text, "written again it is the same");
        assert!(
            text.contains(r#""mine": [1,2]"#)
                && text.contains("First.")
                && text.contains(r#""theirs": {"x":1}"#)
        );
    }

    #[test]
    fn the_same_moves_from_another_position_are_another_game() {
        let from = |position: &str| {
            let text = r#"{ "format": "tetralith", "version": 1, "game": "necklace", "options": { "size": 5 },
                "position": "P blue", "moves": ["c3", "d4"] }"#;
            read_text(&text.replace('P', position)).1
        };
        let [a, b] = ["5/2b2/1r3/5/5", "5/5/1r3/5/b4"].map(from);
        assert!(is_same_game(&a, &a) && !is_same_game(&a, &b));
    }

    #[test]
    fn edited_game_loses_the_figures_of_the_old_one() {
        let (text, _) = analysed();
        let found = |text: &str| {
            let (record, timeline, moments) = read_text(text);
            let findings = read(&record, &timeline, &moments).unwrap();
            findings.iter().map(Option::is_some).collect::<Vec<_>>()
        };
        assert_eq!(found(&text), [true, true]);
        let later = text.replacen("\"c4,a1\"", "\"c4,a2\"", 1);
        assert_ne!(later, text);
        assert_eq!(found(&later), [true, false], "a later move leaves the earlier ones");
        let earlier = text.replacen("\"move\": \"c3\"", "\"move\": \"b3\"", 1);
        assert_ne!(earlier, text);
        assert_eq!(found(&earlier), [false, false]);
        let board = text.replacen("\"size\": 3", "\"size\": 4", 1);
        assert_ne!(board, text);
        assert_eq!(found(&board), [false, false]);
    }

    #[test]
    fn a_cache_that_cannot_be_right_is_ignored_with_a_sentence() {
        let (text, _) = analysed();
        let head = r#""analysis": {"version":1}"#;
        assert!(text.contains(head), "{text}");
        assert_eq!(fault(&text), None);
        let more = format!("\"more\":{}{},\"build\":", "[".repeat(999), "]".repeat(999));
        assert_eq!(
            fault(&text.replacen("\"build\":", &more, 1)),
            None,
            "keys that are not known mean nothing"
        );
        let newer = text.replace(head, r#""analysis": {"version":2,"more":[]}"#);
        assert_eq!(fault(&newer), Some(CacheError::Newer { version: 2 }));
        let deep = format!(r#""analysis": {}{}"#, "[".repeat(10_000), "]".repeat(10_000));
        for foreign in
            [r#""analysis": "good""#, r#""analysis": {"version":0}"#, r#""other": 1"#, &deep]
        {
            let error = fault(&text.replace(head, foreign)).unwrap();
            assert!(error.is_to_be_kept(), "{foreign}: {error}");
        }
        let damaged = [
            ("\"win\":", "\"win\":-"),
            ("\"win\":0.", "\"win\":7."),
            ("\"best\":\"", "\"best\":\"z"),
            ("\"line\":[\"", "\"line\":[\"a99\",\""),
            ("\"line\":[", "\"line\":[\"c3\",\"c3\","),
            ("\"candidates\":[{\"move\":\"", "\"candidates\":[{\"move\":\"x"),
            ("\"simulations\":100", "\"simulations\":-1"),
            ("\"simulations\":100", "\"simulations\":18446744073709551615"),
            ("\"simulations\":100", "\"simulations\":1"),
            ("\"simulations\":100", "\"simulations\":100,\"looks\":4294967295"),
            ("\"build\":\"", &format!("\"build\":\"{}", "x".repeat(5000))),
        ];
        for (from, to) in damaged {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text, "{from}");
            let error = fault(&changed).unwrap();
            assert!(matches!(error, CacheError::Damaged { turn: 1, .. }), "{from}: {error}");
            assert!(!error.is_to_be_kept());
        }
    }
}

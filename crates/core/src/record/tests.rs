use std::fmt::Write as _;

use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use crate::board::Colour;
use crate::cell::Cell;
use crate::games::{self, Game};
use crate::notation::Names;
use crate::own_mark::OwnMark;
use crate::rules::{Reason, Setup};
use crate::step::Step;
use crate::timeline::{MAX_NESTING, NodeId, Note, Timeline};

/// A record with everything in it that a record can hold.
const FULL: &str = r#"{
  "format": "tetralith",
  "x-first": {"b": [1.50, 1e400, 123456789012345678901234567890, "\u001b[31m"], "a": null},
  "version": 1,
  "game": "multiplicity",
  "options": {"size": 3, "board": "hexhex", "opening": true},
  "players": {"white": {"name": "Ann\u001b[31m", "kind": "human", "rating": 1500}, "red": {"name": "Bo", "kind": "ai", "level": "hard"}, "umpire": "Cy"},
  "date": "2026-07-01T18:30:00+02:00",
  "event": "Friday night",
  "comment": "Two lines\nand “quotes”.",
  "result": {"winner": "red", "reason": "resignation", "by": "letter"},
  "moves": [
    "c3",
    {"move": "c4,a1", "comment": "Bold.", "nag": "!?", "time_ms": 1234, "eval": 0.625, "x-depth": 7, "variations": [[{"move": "c4,a2", "nag": "?"}], [{"move": "c4", "comment": "Now where?"}], ["d3,a3", {"move": "b3", "comment": "unfinished"}]]},
    {"move": "b1", "time_ms": 0}
  ],
  "x-last": true
}
"#;

fn sample() -> String {
    FULL.to_owned()
}

fn error(text: impl AsRef<[u8]>) -> RecordError {
    Record::read(text.as_ref()).expect_err("the record should be refused")
}

fn say(text: impl AsRef<[u8]>) -> String {
    error(text).to_string()
}

/// A small record with `extra` before its closing brace.
fn small(moves: &str, extra: &str) -> String {
    let head = r#""format": "tetralith", "version": 1, "game": "multiplicity""#;
    format!(r#"{{{head}, "options": {{"size": 2, "opening": false}}, "moves": [{moves}]{extra}}}"#)
}

#[test]
fn result_before_the_end_of_a_line_is_refused() {
    let result = r#""result": {"winner": "white", "reason": "resignation"}"#;
    let early = format!(r#"{{"move": "a1", {result}}}, "a2""#);
    assert!(
        say(small(&early, "")).ends_with("the game continues after it"),
        "{}",
        say(small(&early, ""))
    );
    let variation =
        format!(r#""a1", {{"move": "a2", "variations": [[{{"move": "b1", {result}}}, "b2"]]}}"#);
    assert!(say(small(&variation, "")).ends_with("the game continues after it"));
    let foreign = r#"{"move": "a1", "result": "1-0"}, "a2""#;
    assert!(Record::read(small(foreign, "").as_bytes()).is_ok(), "another program's word is kept");
}

#[test]
fn player_of_a_colour_that_the_game_lacks_is_refused() {
    let said = say(small("", r#", "players": {"blue": {"name": "Ann"}}"#));
    assert_eq!(said, "players: expected 'white' and 'red', found 'blue'");
}

/// Every place's step, turn and note, and how the game ended: all that a record keeps of a
/// timeline.
fn contents(timeline: &Timeline) -> String {
    fn below(timeline: &Timeline, names: Names, node: NodeId, depth: usize, out: &mut String) {
        let step = timeline.step(node).map(|step| names.step(step));
        let end = timeline.ended_at(node);
        writeln!(out, "{depth} {step:?} {} {:?} {end:?}", timeline.turn(node), timeline.note(node))
            .unwrap();
        for &child in timeline.children(node) {
            below(timeline, names, child, depth + 1, out);
        }
    }
    let mut out = String::new();
    below(timeline, Names::of(timeline.start()), NodeId::START, 0, &mut out);
    out
}

/// Asserts that the record is read back as it is written, on many lines and on one, and returns the
/// former.
fn round_trip(record: &Record, timeline: &Timeline) -> String {
    let lines = record.write(timeline).unwrap();
    let line = record.write_line(timeline).unwrap();
    assert!(!line.contains('\n'));
    for text in [&lines, &line] {
        let (again, moves) =
            Record::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(contents(&moves), contents(timeline), "{text}");
        assert_eq!(moves.cursor(), moves.played_to(), "{text}");
        assert_eq!(
            (&again.players, &again.date, &again.event),
            (&record.players, &record.date, &record.event)
        );
        assert_eq!(again.write(&moves).as_ref(), Ok(&lines));
    }
    lines
}

#[test]
fn a_game_may_begin_from_a_position() {
    let text = r#"{"format": "tetralith", "version": 1, "game": "necklace", "options": {"size": 5},
        "position": "5/2b2/1r3/5/5 blue", "moves": ["c3", "c2"]}"#;
    let (record, timeline) = Record::read(text.as_bytes()).unwrap();
    assert_eq!(timeline.position().board().occupied().len(), 4);
    let written = record.write(&timeline).unwrap();
    assert!(written.contains(r#""position": "5/2b2/1r3/5/5 blue""#), "{written}");
    assert_eq!(Record::read(written.as_bytes()).unwrap(), (record, timeline));
    for (position, sentence) in [
        ("5/2b2/1r3/5 blue", "position: there are 4 rows, and this board has 5"),
        (
            "5/1rb2/1br2/5/5 blue",
            "position: this position is illegal: there is a crosscut on b3, b4, c3 and c4",
        ),
        ("", "position: the rows of the board are missing; they look like '3/3/3'"),
    ] {
        let wrong = text.replace("5/2b2/1r3/5/5 blue", position);
        assert_eq!(Record::read(wrong.as_bytes()).unwrap_err().to_string(), sentence);
    }
    // The position that every game begins with need not be written.
    let usual = text.replace("5/2b2/1r3/5/5 blue", "5/5/5/5/5 red");
    let (record, timeline) = Record::read(usual.as_bytes()).unwrap();
    assert!(!record.write(&timeline).unwrap().contains("position"));
}

#[test]
fn everything_in_a_record_is_kept_in_its_place() {
    let (record, timeline) = Record::read(FULL.as_bytes()).unwrap();
    assert_eq!(record.players[0].name.as_deref(), Some("Ann\u{1b}[31m"));
    assert_eq!(record.players[1].kind, Some(PlayerKind::Ai));
    assert_eq!(timeline.main_line().len(), 4);
    assert_eq!(timeline.cursor(), timeline.main_line()[3]);
    assert_eq!(timeline.steps(), 8);
    assert_eq!(
        timeline.outcome().map(|o| (o.winner, o.reason)),
        Some((Some(Colour::Second), Reason::Resignation))
    );
    let written = round_trip(&record, &timeline);
    let plain = |text: &str| text.replace(' ', "");
    assert_eq!(plain(&written), plain(FULL));
}

#[test]
fn hidden_characters_are_escaped_and_all_other_text_kept() {
    let hidden = "\u{9b}31m\u{7f}\u{202e}\u{200b}\u{feff}\u{e0041}";
    let escaped = r"\u009b31m\u007f\u202e\u200b\ufeff\udb40\udc41";
    let seen = r#""Ōmoto – 大本 🙂\\ \"\n\u001b""#;
    let text = |hidden: &str| {
        let moves =
            format!(r#"{{"move": "a1", "comment": "{hidden}", "x": {{"{hidden}": "{hidden}"}}}}"#);
        small(
            &moves,
            &format!(
                r#", "event": {seen}, "comment": "{hidden}", "{hidden}": [{seen}, "{hidden}"]"#
            ),
        )
    };
    let (record, timeline) = Record::read(text(hidden).as_bytes()).unwrap();
    assert_eq!(record.comment.as_deref(), Some(hidden));
    let written = round_trip(&record, &timeline);
    assert!(!written.contains(|c: char| c != '\n' && crate::text::is_hidden(c)), "{written:?}");
    assert_eq!(
        (written.matches(escaped).count(), written.matches(seen).count()),
        (6, 2),
        "{written}"
    );
    let (again, moves) = Record::read(text(escaped).as_bytes()).unwrap();
    assert_eq!(
        (again.write(&moves).as_ref(), contents(&moves)),
        (Ok(&written), contents(&timeline))
    );
}

#[test]
fn the_smallest_record_takes_the_defaults() {
    for info in games::INFOS {
        let text =
            format!(r#"{{"format":"tetralith","version":1,"game":"{}","moves":[]}}"#, info.id);
        let (record, timeline) = Record::read(text.as_bytes()).unwrap();
        assert_eq!(timeline.start().options(), &info.options(&Setup::default()).unwrap());
        assert_eq!(timeline.outcome(), None);
        round_trip(&record, &timeline);
    }
}

#[test]
fn other_files_than_records_are_refused_in_one_sentence() {
    assert_eq!(
        say(" \n"),
        "the record is empty; it needs at least format, version, game and moves"
    );
    assert_eq!(say("[]"), "the record: expected an object, found a list");
    assert_eq!(say("{\n\"a\" 1}"), "line 2, column 5: this is not JSON: expected `:`");
    assert_eq!(say("{}{"), "line 1, column 3: this is not JSON: trailing characters");
    assert_eq!(say("{\"format\": \"tetr"), "the record is cut off at line 1, column 16");
    assert_eq!(say("{}"), "the record: the key 'format' is missing");
    assert_eq!(say(r#"{"format": "pgn"}"#), "format: expected 'tetralith', found 'pgn'");
    assert_eq!(say(r#"{"format": 1}"#), "format: expected a string, found 1");
    let version = |version| format!(r#"{{"format": "tetralith", "version": {version}}}"#);
    assert_eq!(say(version("2")), "version 2 is newer than this program reads (1)");
    assert_eq!(say(version("0")), "version 0 is not the version this program reads (1)");
    assert_eq!(say(version("1.0")), "version: expected a whole number such as 1, found 1.0");
    assert_eq!(say(version("1")), "the record: the key 'game' is missing");
    let game = |game| format!(r#"{{"format": "tetralith", "version": 1, "game": "{game}"}}"#);
    assert!(
        say(game("chess\\u001b"))
            .starts_with("there is no game 'chess\\u{1b}'; the games are multiplicity")
    );
    assert_eq!(say(game("multiplicity")), "the record: the key 'moves' is missing");
    assert_eq!(say("\u{feff}{}"), say("{}"), "a byte-order mark is skipped");
    assert_eq!(say(b"\xff\xfe{\0}\0"), "the record is UTF-16 text; save it as UTF-8");
    assert_eq!(say(b"{\n\"\xe9\""), "line 2: byte 4 of the record is not UTF-8; save it as UTF-8");
    let marked = say(b"\xef\xbb\xbf{\n\"\xe9\"");
    assert_eq!(marked, "line 2: byte 7 of the record is not UTF-8; save it as UTF-8");
    assert_eq!(error(vec![b' '; MAX_BYTES + 1]), RecordError::TooLarge);
    assert_eq!(error(vec![b' '; MAX_BYTES]), RecordError::Empty);
}

#[test]
fn an_option_that_would_change_the_rules_is_refused() {
    let options = |options| {
        say(format!(
            r#"{{"format": "tetralith", "version": 1, "game": "multiplicity", "options": {options}, "moves": []}}"#
        ))
    };
    assert_eq!(
        options(r#"{"sise": 5}"#),
        "options: there is no option 'sise'; the options are size, board, opening, komi, ties and \
         pie"
    );
    assert_eq!(options(r#"{"komi": 5}"#), "Multiplicity has no option 'komi'");
    assert_eq!(
        options(r#"{"size": 14}"#),
        "size 14 is out of range: Multiplicity on a hexhex board takes 2 to 13"
    );
    assert_eq!(
        options(r#"{"size": "5"}"#),
        "options.size: expected a whole number from 2 to 13, found a string"
    );
    assert_eq!(
        options(r#"{"size": 5.5}"#),
        "options.size: expected a whole number from 2 to 13, found 5.5"
    );
    assert_eq!(
        options(r#"{"size": 1e30}"#),
        "options.size: expected a whole number from 2 to 13, found 1e30"
    );
    assert_eq!(
        say(
            r#"{"format": "tetralith", "version": 1, "game": "necklace", "options": {"board": "hexhex"}}"#
        ),
        "Necklace is not played on a hexhex board; it is played on square"
    );
    assert_eq!(
        options(r#"{"board": "round"}"#),
        "options.board: expected 'square' or 'hexhex', found 'round'"
    );
    assert_eq!(
        options(r#"{"opening": "no"}"#),
        "options.opening: expected true or false, found a string"
    );
    assert_eq!(options(r#"{"size": 5, "size": 6}"#), "options: the key 'size' appears twice");
    assert_eq!(options("3"), "options: expected an object, found 3");
}

#[test]
fn illegal_turns_are_named_with_number_and_reason() {
    let turn = |moves: &str| {
        let error = error(small(moves, ""));
        (error.turn(), error.to_string())
    };
    assert_eq!(turn(r#""a1", "a1""#), (Some(2), "turn 2 'a1': a1 is occupied by White".to_owned()));
    assert_eq!(
        turn(r#""a1", {"move": "z9"}"#).1,
        "turn 2 'z9': 'z9' is not a cell; rows run from a to c, as in 'a1'"
    );
    assert_eq!(turn(r#""a1,b1""#).1, "turn 1 'a1,b1': that is more than one move");
    assert_eq!(
        turn(r#""a1", {"move": "b1", "variations": [["a2", "a2"]]}"#).1,
        "turn 3 'a2' (moves[1].variations[0][1]): a2 is occupied by Red"
    );
    assert_eq!(
        turn(r#""a1","a2","b1","b2","b3","c1","c2""#),
        (Some(7), "turn 7 'c2': the game is over".to_owned())
    );
    assert_eq!(
        turn(r#""a1", {"move": "b1", "time_ms": "x"}"#),
        (
            Some(2),
            "turn 2: moves[1].time_ms: expected a whole number from 0 to 18446744073709551615, \
             found a string"
                .to_owned()
        )
    );
    assert_eq!(
        turn(r#"{"move": "a1", "eval": 1.5}"#).1,
        "turn 1: moves[0].eval: expected a number from 0 to 1, found 1.5"
    );
    assert_eq!(
        turn(r#"{"move": "a1", "time_ms": -1}"#).1,
        "turn 1: moves[0].time_ms: expected a whole number from 0 to 18446744073709551615, found -1"
    );
    assert_eq!(
        turn(r#""a1", {"move": "b1", "variations": [["a2", 7]]}"#),
        (
            Some(3),
            "turn 3: moves[1].variations[0][1]: expected a move, as a string or an object, found 7"
                .to_owned()
        )
    );
    assert_eq!(
        turn(r#"{"move": "a1", "nag": null}"#).1,
        "turn 1: moves[0].nag: expected a string, found null"
    );
    assert_eq!(turn(r#"{"comment": "a1"}"#).1, "turn 1: moves[0]: the key 'move' is missing");
    assert_eq!(
        turn(r#"["a1"]"#).1,
        "turn 1: moves[0]: expected a move, as a string or an object, found a list"
    );
    assert_eq!(
        turn(r#"{"move": "a1", "comment": "\ud800"}"#).1,
        "turn 1: moves[0].comment: expected a string of whole characters, found half of a \
         surrogate pair"
    );
    assert_eq!(
        turn(r#"{"move": "a1", "variations": ["b1"]}"#).1,
        "turn 1: moves[0].variations[0]: expected a list of turns, found a string"
    );
    let opening = small(r#""a1", "a2", "c1""#, "").replace("false", "true");
    assert_eq!(
        say(opening),
        "turn 2 'a2': the free stone is missing; both stones are one move, such as 'a2,CELL'"
    );
}

#[test]
fn a_result_agrees_with_the_moves() {
    let over = r#""a1","b1","a2","c1","b2","b3""#;
    let result = |moves, result| {
        Record::read(small(moves, &format!(r#", "result": {result}"#)).as_bytes())
            .map(|(record, t)| {
                round_trip(&record, &t);
            })
            .map_err(|error| error.to_string())
    };
    let wrong = |moves, claim| result(moves, claim).unwrap_err();
    assert_eq!(result(over, r#"{"winner": "white", "reason": "score"}"#), Ok(()));
    assert_eq!(result(over, r#"{"winner": "white"}"#), Ok(()));
    assert_eq!(
        wrong(over, r#"{"winner": "red", "reason": "score"}"#),
        "result: recorded as Red wins by score, but by the moves White wins by score"
    );
    assert_eq!(
        wrong(over, r#"{"winner": "white", "reason": "resignation"}"#),
        "result: recorded as White wins by resignation, but by the moves White wins by score"
    );
    assert_eq!(result(r#""a1""#, r#"{"winner": "red", "reason": "resignation"}"#), Ok(()));
    assert_eq!(result("", r#"{"winner": "white", "reason": "time"}"#), Ok(()));
    assert_eq!(
        wrong(r#""a1""#, r#"{"winner": "red", "reason": "score"}"#),
        "result: recorded as Red wins by score, but the moves do not end the game"
    );
    assert_eq!(
        wrong(r#""a1""#, r#"{"winner": "draw"}"#),
        "result: recorded as a draw, but the moves do not end the game"
    );
    assert_eq!(
        wrong(r#""a1""#, r#"{"winner": "draw", "reason": "time"}"#),
        "result: recorded as a draw on time, which is impossible"
    );
    assert_eq!(wrong(r#""a1""#, r#"{"reason": "time"}"#), "result: the key 'winner' is missing");
    assert_eq!(
        wrong(r#""a1""#, r#"{"winner": "blue", "reason": "time"}"#),
        "result.winner: expected 'white', 'red' or 'draw', found 'blue'"
    );
    assert!(
        wrong(over, r#"{"winner": "white", "reason": "luck"}"#)
            .starts_with("result.reason: expected 'score' or")
    );
    assert_eq!(
        wrong(
            r#"{"move": "a1", "result": {"winner": "red", "reason": "time"}}"#,
            r#"{"winner": "white", "reason": "time"}"#
        ),
        "result: a game can be resigned or lost on time only once"
    );
}

#[test]
fn an_end_may_be_said_by_the_last_move_and_by_the_record() {
    let time = r#"{"winner": "red", "reason": "time"}"#;
    let text = small(
        &format!(r#""a1", {{"move": "b1", "result": {time}}}"#),
        &format!(r#", "result": {time}"#),
    );
    let (record, timeline) = Record::read(text.as_bytes()).unwrap();
    assert_eq!(timeline.outcome().map(|outcome| outcome.reason), Some(Reason::Time));
    assert_eq!(record.write(&timeline).unwrap().matches("\"result\"").count(), 1);
}

#[test]
fn result_among_unknown_keys_never_ends_a_game() {
    let moves = r#""a1", "b1", "b2""#;
    let (record, mut timeline) = Record::read(small(moves, "").as_bytes()).unwrap();
    let result = r#"{"winner": "red", "reason": "resignation"}"#.to_owned();
    let extra = vec![("result".to_owned(), result)];
    timeline.set_note(timeline.main_line()[1], Note { extra, ..Note::default() });
    let (_, again) = Record::read(record.write(&timeline).unwrap().as_bytes()).unwrap();
    assert_eq!((again.steps(), again.outcome()), (timeline.steps(), None));
    let end = timeline.cursor();
    timeline.go_to(timeline.parent(end));
    timeline.truncate();
    let (_, again) = Record::read(record.write(&timeline).unwrap().as_bytes()).unwrap();
    assert_eq!((again.steps(), again.outcome()), (timeline.steps(), None));
}

#[test]
fn every_line_keeps_how_it_ended() {
    let start = Game::new("necklace", &Setup { size: Some(4), ..Setup::default() }).unwrap();
    let mut timeline = Timeline::new(start);
    let place = |index| Step::Place(Cell::new(index));
    let main = timeline.play_turn(&[place(0)]).and_then(|_| timeline.play(place(5))).unwrap();
    assert!(timeline.end(Colour::First, Reason::Resignation));
    timeline.undo();
    let other = timeline.play(place(10)).unwrap();
    assert!(timeline.end(Colour::Second, Reason::Time));
    let text = Record::default().write(&timeline).unwrap();
    let (_, read) = Record::read(text.as_bytes()).unwrap();
    for (node, winner, reason) in
        [(main, Colour::First, Reason::Resignation), (other, Colour::Second, Reason::Time)]
    {
        let outcome = Some(Outcome { winner: Some(winner), reason });
        assert_eq!((timeline.ended_at(node), read.ended_at(node)), (outcome, outcome), "{text}");
    }
    assert!(
        timeline.reopen()
            && timeline.ended_at(other).is_none()
            && timeline.ended_at(main).is_some()
    );
    timeline.go_to(timeline.parent(main));
    timeline.truncate();
    assert_eq!(timeline.nodes().find(|&node| timeline.ended_at(node).is_some()), None);
}

#[test]
fn a_game_given_up_in_a_variation_stays_so() {
    let (record, mut timeline) = Record::read(small(r#""a1", "b1""#, "").as_bytes()).unwrap();
    timeline.undo();
    let step = timeline.position().legal()[0];
    timeline.play(step).unwrap();
    assert!(timeline.end(Colour::First, Reason::Resignation));
    let text = round_trip(&record, &timeline);
    assert!(text.contains(r#""result": {"winner": "white", "reason": "resignation"}}"#), "{text}");
}

#[test]
fn lines_that_repeat_turns_are_one_and_their_notes_are_joined() {
    let moves = r#"{"move": "a1", "comment": "A", "variations": [[{"move": "a1", "comment": "B", "nag": "!", "k": 1}, "a2"]]}, "b1""#;
    let (record, timeline) = Record::read(small(moves, "").as_bytes()).unwrap();
    let text = round_trip(&record, &timeline);
    assert!(text.contains(r#"{"move": "a1", "comment": "A\nB", "nag": "!", "k": 1}"#), "{text}");
    assert!(text.contains(r#"{"move": "b1", "variations": [["a2"]]}"#), "{text}");
    // Notes that are the same in both are written once.
    let (record, timeline) =
        Record::read(small(&moves.replace("\"B\"", "\"A\""), "").as_bytes()).unwrap();
    assert!(round_trip(&record, &timeline).contains(r#""comment": "A", "#));
}

#[test]
fn variation_that_makes_the_game_longer_is_refused() {
    let refused = "this variation repeats the moves of the game to the last and goes on";
    let twice = r#""a1", {"move": "b1", "variations": [["b1", "a2", "c1"]]}"#;
    let nested = r#"{"move": "a1", "variations": [["b1"], ["a2",
        {"move": "b1", "variations": [["c1"]]}], ["a1", "b1"]]}"#;
    let resigned = r#", "result": {"winner": "red", "reason": "resignation"}"#;
    for (moves, extra, turn) in [
        (twice, "", "turn 3 'a2' (moves[1].variations[0][1])"),
        (twice, resigned, "turn 3 'a2' (moves[1].variations[0][1])"),
        (nested, "", "turn 2 'b1' (moves[0].variations[2][1])"),
    ] {
        assert_eq!(say(small(moves, extra)), format!("{turn}: {refused}"));
    }
    let bound = r#""c3", {"move": "c4", "variations": [["c4,a1"]]}"#;
    let text = small(bound, "").replace(r#"2, "opening": false"#, "3");
    assert_eq!(say(text), format!("turn 2 'c4,a1' (moves[1].variations[0][0]): {refused}"));
}

#[test]
fn everything_is_bounded() {
    let comment = |n| small(&format!(r#"{{"move": "a1", "comment": "{}"}}"#, "x".repeat(n)), "");
    assert!(Record::read(comment(MAX_COMMENT).as_bytes()).is_ok());
    assert_eq!(
        say(comment(MAX_COMMENT + 1)),
        "turn 1: moves[0].comment: more than 65536 bytes of text"
    );
    let event = |n| small("", &format!(r#", "event": "{}""#, "x".repeat(n)));
    assert!(Record::read(event(MAX_TEXT).as_bytes()).is_ok());
    assert_eq!(say(event(MAX_TEXT + 1)), "event: more than 1024 bytes of text");
    let nested = |n| small("", &format!(r#", "x": {}{}"#, "[".repeat(n), "]".repeat(n)));
    assert!(Record::read(nested(MAX_UNKNOWN_DEPTH).as_bytes()).is_ok());
    assert_eq!(say(nested(MAX_UNKNOWN_DEPTH + 1)), "x: more than 16 levels of nesting");
    assert_eq!(say(nested(1_000_000)), "x: more than 16 levels of nesting");
    let analysis = nested(1_000_000).replace("\"x\"", "\"analysis\"");
    let (record, timeline) = Record::read(analysis.as_bytes()).unwrap();
    assert!(
        record.write(&timeline).unwrap().contains(&"[".repeat(1_000_000)),
        "it may be somebody's work"
    );
    let keys = |n: usize| {
        small("", &(0..n).map(|i| format!(r#", "x{i}": 0"#)).collect::<Vec<_>>().concat())
    };
    assert!(Record::read(keys(MAX_UNKNOWN_KEYS).as_bytes()).is_ok());
    assert_eq!(say(keys(MAX_UNKNOWN_KEYS + 1)), "the record: more than 240 unknown keys");
    assert_eq!(say(keys(MAX_KEYS - 4)), "the record: more than 256 keys");
    // The program's own keys are not counted, as long as all can be written again.
    let own = |n: usize| {
        small("", &(0..n).map(|i| format!(r#", "tetralith:x{i}": 0"#)).collect::<Vec<_>>().concat())
    };
    let (record, timeline) = Record::read(own(MAX_UNKNOWN_KEYS + 8).as_bytes()).unwrap();
    assert!(Record::read(record.write(&timeline).unwrap().as_bytes()).is_ok());
    // Beside the five keys of a small record; one more has no room when it is written.
    assert!(Record::read(own(MAX_KEYS - 5).as_bytes()).is_ok());
    assert_eq!(say(own(MAX_KEYS - 4)), "the record: more than 256 keys");
    // Additions of the program to a record that it could read can be read again.
    let (mut record, timeline) = Record::read(keys(MAX_UNKNOWN_KEYS).as_bytes()).unwrap();
    for key in
        [ANALYSIS, "tetralith:cursor", "tetralith:tip", "tetralith:clock", "tetralith:remote"]
    {
        record.unknown.set(key, Some("1".to_owned()));
    }
    record.event = Some("x".to_owned());
    assert!(Record::read(record.write(&timeline).unwrap().as_bytes()).is_ok());
    let key = |n| small("", &format!(r#", "{}": 0"#, "x".repeat(n)));
    assert!(Record::read(key(MAX_TEXT).as_bytes()).is_ok());
    assert_eq!(say(key(MAX_TEXT + 1)), "the record: more than 1024 bytes in a key");
    let repeated = small(
        &format!(r#"{{"move": "a1", "variations": [{}["a1"]]}}"#, r#"["a1"],"#.repeat(49_999)),
        "",
    );
    assert!(Record::read(repeated.as_bytes()).is_ok());
    let variations = |n| {
        small(&format!(r#"{{"move": "a1", "variations": [["a1"{}]]}}"#, r#","a1""#.repeat(n)), "")
    };
    assert_eq!(say(variations(MAX_STEPS)), "turn 1: moves[0].variations[0]: more than 50000 turns");
    let entries = |n| {
        let lines = |step: &str, n| vec![format!(r#"["{step}"]"#); n].join(",");
        let [a, b] = [lines("a1", MAX_STEPS - 2), lines("b1", n)];
        small(
            &format!(
                r#"{{"move": "a1", "variations": [{a}]}}, {{"move": "b1", "variations": [{b}]}}"#
            ),
            "",
        )
    };
    assert!(Record::read(entries(MAX_STEPS).as_bytes()).is_ok());
    let more = entries(MAX_STEPS).replacen("[[", "[[\"a1\"],[", 1);
    assert!(say(more).ends_with("more than 100000 turns"));
    let deep = |n| {
        let open = r#"{"move": "a1", "variations": [["#.repeat(n);
        small(&format!(r#"{open}"a1"{}"#, "]]}".repeat(n)), "")
    };
    assert!(Record::read(deep(MAX_LEVELS).as_bytes()).is_ok());
    assert!(say(deep(MAX_LEVELS + 1)).ends_with("].variations: more than 31 levels of variations"));
    assert!(say(deep(MAX_LEVELS + 1)).len() < 160);
    assert!(say(deep(5_000)).ends_with("more than 31 levels of variations"));
}

#[test]
fn unreadable_records_are_not_written() {
    let (mut record, mut timeline) = Record::read(small(r#""a1""#, "").as_bytes()).unwrap();
    timeline.set_note(
        timeline.cursor(),
        Note { comment: "x".repeat(MAX_COMMENT + 1), ..Note::default() },
    );
    assert_eq!(
        record.write(&timeline).unwrap_err().to_string(),
        "the comment on turn 1: more than 65536 bytes of text"
    );
    timeline.set_note(timeline.cursor(), Note { eval: Some(f64::NAN), ..Note::default() });
    record.players[1].name = Some("x".repeat(MAX_TEXT + 1));
    assert_eq!(
        record.write(&timeline).unwrap_err().to_string(),
        "players.red.name: more than 1024 bytes of text"
    );
    record.players[1].name = None;
    assert!(Record::read(record.write(&timeline).unwrap().as_bytes()).is_ok());
    timeline.set_note(
        timeline.cursor(),
        Note {
            extra: vec![("x".to_owned(), format!("\"{}\"", "x".repeat(MAX_BYTES)))],
            ..Note::default()
        },
    );
    assert_eq!(record.write(&timeline), Err(RecordError::TooLarge));
    let mut extra = |extra: &[(&str, &str)]| {
        let extra = extra.iter().map(|&(key, text)| (key.to_owned(), text.to_owned())).collect();
        timeline.set_note(timeline.cursor(), Note { extra, ..Note::default() });
        record.write(&timeline).unwrap_err().to_string()
    };
    assert_eq!(extra(&[("move", "1")]), "the note on turn 1: the key 'move' appears twice");
    assert_eq!(extra(&[("x", "1"), ("x", "2")]), "the note on turn 1: the key 'x' appears twice");
    assert_eq!(
        extra(&[("x", "[1")]),
        "the note on turn 1: expected JSON as the value of 'x', found '[1'"
    );
    assert_eq!(
        extra(&[("x", &"[".repeat(17))]).split(", found").next(),
        Some("the note on turn 1: expected JSON as the value of 'x'")
    );
    assert_eq!(
        extra(&[(&"x".repeat(MAX_TEXT + 1), "1")]),
        "the note on turn 1: more than 1024 bytes in a key"
    );
    assert_eq!(
        extra(&[("x", "1"); MAX_UNKNOWN_KEYS + 1]),
        "the note on turn 1: more than 240 unknown keys"
    );
    timeline.set_note(timeline.cursor(), Note::default());
    let with = |keys: &mut dyn Iterator<Item = (String, &str)>| {
        let mut record = record.clone();
        keys.for_each(|(key, text)| record.unknown.set(&key, Some(text.to_owned())));
        record.write(&timeline).unwrap_err().to_string()
    };
    let many = |key: &'static str, n: usize| (0..n).map(move |i| (format!("{key}{i}"), "1"));
    assert_eq!(
        with(&mut many("x", MAX_UNKNOWN_KEYS + 1)),
        "the record: more than 240 unknown keys"
    );
    assert_eq!(with(&mut many("tetralith:", MAX_KEYS)), "the record: more than 256 keys");
    assert_eq!(
        with(&mut [("moves".to_owned(), "[]")].into_iter()),
        "the record: the key 'moves' appears twice"
    );
    assert_eq!(
        with(&mut [("x".to_owned(), "[1")].into_iter()),
        "the record: expected JSON as the value of 'x', found '[1'"
    );
    record.date = Some("yesterday".to_owned());
    assert_eq!(
        record.write(&timeline).unwrap_err().to_string(),
        "date: expected an RFC 3339 date, found 'yesterday'"
    );
}

#[test]
fn unknown_keys_of_results_stay_with_their_result() {
    let result = |reason, by| {
        format!(r#""result": {{"winner": "white", "reason": "{reason}", "by": "{by}"}}"#)
    };
    let (given_up, over) = (result("resignation", "phone"), result("score", "phone"));
    let record = |variation: String| {
        let main = format!(
            r#""a1", "b1", {{"move": "a2", "variations": [[{variation}]]}}, "c1", "b2", "b3""#
        );
        small(&main, &format!(", {}", result("score", "hand")))
    };
    let given_up = record(format!(r#"{{"move": "b2", {given_up}}}"#));
    let on_board = record(format!(r#""b2", "c1", "a2", {{"move": "b3", {over}}}"#));
    for text in [given_up, on_board] {
        let (record, timeline) =
            Record::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
        let written = round_trip(&record, &timeline);
        for by in ["phone", "hand"] {
            assert_eq!(written.matches(&format!(r#""by": "{by}"}}"#)).count(), 1, "{written}");
        }
    }
    // They go with it where another line is deleted.
    let line = format!(r#"[{{"move": "b2", {}}}]"#, result("resignation", "phone"));
    let text = small(
        &format!(r#""a1", "b1", {{"move": "a2", "variations": [["c1"], {line}]}}, "c1""#),
        "",
    );
    let (record, mut timeline) = Record::read(text.as_bytes()).unwrap();
    let other = timeline.children(timeline.main_line()[1])[1];
    timeline.remove(other);
    let written = round_trip(&record, &timeline);
    assert_eq!(written.matches(r#""by": "phone"}"#).count(), 1, "{written}");
    // A line that repeats another to the end may hold more of the result.
    let line = r#""b1", "a2", "c1", "b2""#;
    let again = format!(r#""a1", {line}, {{"move": "b3", {}}}"#, result("score", "phone"));
    let text = small(
        &format!(r#"{{"move": "a1", "variations": [[{again}]]}}, {line}, "b3""#),
        r#", "result": {"winner": "white", "reason": "score", "at": "noon"}"#,
    );
    let (record, timeline) =
        Record::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
    let written = round_trip(&record, &timeline);
    for (key, value) in [("by", "phone"), ("at", "noon")] {
        assert_eq!(written.matches(&format!(r#""{key}": "{value}""#)).count(), 1, "{written}");
    }
}

#[test]
fn notes_on_a_result_go_with_its_variation() {
    let over = r#""result": {"winner": "white", "reason": "score", "by": "phone"}"#;
    let gone = format!(r#"["b2", "c1", "a2", {{"move": "b3", {over}}}]"#);
    let text = small(
        &format!(
            r#""a1", "b1", {{"move": "a2", "variations": [{gone}, ["c2", "a2", "c1", "b2"]]}}"#
        ),
        "",
    );
    let (record, mut timeline) =
        Record::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert!(record.write(&timeline).unwrap().contains("phone"));
    let second = timeline.main_line()[1];
    let first_of_it = timeline.children(second)[1];
    timeline.remove(first_of_it);
    let written = record.write(&timeline).unwrap();
    assert!(!written.contains("phone"), "{written}");
    assert!(Record::read(written.as_bytes()).is_ok(), "{written}");
}

#[test]
fn a_position_in_the_middle_of_a_turn_begins_with_the_first() {
    let text = r#"{"format": "tetralith", "version": 1, "game": "multiplicity", "options": {"size": 4},
        "position": "4/5/6/3w3/2r3/5/4 red free c3", "moves": ["a1"]}"#;
    let (_, mut timeline) = Record::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    for _ in 0..2 {
        let step = timeline.position().legal()[0];
        timeline.play(step).unwrap();
    }
    let turns = |timeline: &Timeline| {
        timeline.line().iter().map(|&node| timeline.turn(node)).collect::<Vec<_>>()
    };
    assert_eq!((turns(&timeline), crate::json::turns(&timeline)), (vec![1, 2, 2], 2));
    timeline.go_to(NodeId::START);
    assert_eq!(crate::json::turns(&timeline), 0);
}

#[test]
fn an_entry_may_have_an_unknown_key_called_result() {
    let sleep = "turn 1: result.reason: expected 'score' or 'connection' or 'no-moves' or \
        'resignation' or 'time' or 'stuck', found 'sleep'; the results of this move stay in the \
        file but do not count";
    let green = "turn 2: result.winner: expected 'white', 'red' or 'draw', found 'green'; the \
        results of this move stay in the file but do not count";
    for (moves, fault) in [
        (r#"{"move": "a1", "result": "ok"}, "b1""#, &[][..]),
        (r#"{"move": "a1", "result": {"winner": "red", "reason": "sleep"}}, "b1""#, &[sleep][..]),
        (r#""a1", {"move": "b1", "result": {"winner": "green"}}"#, &[green][..]),
        (r#"{"move": "a1", "result": {"points": 3}}, "b1""#, &[][..]),
    ] {
        let (record, mut timeline) = Record::read(small(moves, "").as_bytes()).unwrap();
        assert_eq!(timeline.outcome(), None);
        let written = round_trip(&record, &timeline);
        let faults = unread_notes(&timeline);
        assert_eq!(faults.iter().map(String::as_str).collect::<Vec<_>>(), fault, "{moves}");
        let plain = |text: &str| text.replace([' ', '\n'], "");
        assert!(plain(&written).contains(&format!("[{}]", plain(moves))), "{written}");
        // The game can be resigned in a variation too, with any value there.
        timeline.go_to(timeline.main_line()[0]);
        timeline.play(timeline.position().legal()[0]).unwrap();
        let cursor = timeline.cursor();
        timeline.set_note(
            cursor,
            Note { extra: vec![("result".to_owned(), "7".to_owned())], ..Note::default() },
        );
        if timeline.children(timeline.main_line()[0]).len() > 1
            && timeline.end(Colour::First, Reason::Time)
        {
            let written = record.write(&timeline).unwrap();
            assert!(
                !written.contains('7') && Record::read(written.as_bytes()).is_ok(),
                "{written}"
            );
        }
    }
}

#[test]
fn loaded_records_can_be_resigned_and_saved() {
    let keys = |n: usize| (0..n).map(|i| format!(r#", "x{i}": 0"#)).collect::<Vec<_>>().concat();
    let texts = [
        small("", &keys(MAX_UNKNOWN_KEYS)),
        small(&format!(r#""a1", {{"move": "b1"{}}}"#, keys(MAX_UNKNOWN_KEYS)), ""),
        small(
            r#""a1""#,
            &format!(r#", "players": {{"red": {{"name": "A"{0}}}{0}}}"#, keys(MAX_UNKNOWN_KEYS)),
        ),
    ];
    for text in texts {
        let (record, mut timeline) = Record::read(text.as_bytes()).unwrap();
        for (comment, time_ms) in [("", None), ("x", Some(1))] {
            if let Some(&node) = timeline.main_line().last() {
                let note = timeline.note(node).cloned().unwrap_or_default();
                let nag = Some("!".to_owned());
                timeline.set_note(
                    node,
                    Note { comment: comment.to_owned(), time_ms, nag, eval: Some(0.5), ..note },
                );
            }
            timeline.end(Colour::First, Reason::Resignation);
            round_trip(&record, &timeline);
        }
    }
    let joined = |n: usize| {
        let all: Vec<String> =
            (0..n).map(|i| format!(r#"[{{"move": "a1", "x{i}": 0}}]"#)).collect();
        small(&format!(r#"{{"move": "a1", "variations": [{}]}}"#, all.join(",")), "")
    };
    let (record, timeline) = Record::read(joined(MAX_UNKNOWN_KEYS).as_bytes()).unwrap();
    round_trip(&record, &timeline);
    let error = say(joined(MAX_UNKNOWN_KEYS + 1));
    assert!(error.ends_with("more than 240 unknown keys on one turn"), "{error}");
}

#[test]
fn a_note_on_a_bound_stone_in_the_deepest_variation_is_written() {
    let setup = Setup { size: Some(13), ..Setup::default() };
    let mut timeline = Timeline::new(Game::new("multiplicity", &setup).unwrap());
    let turn = |timeline: &Timeline, last: bool| {
        let pick = |position: &Game| {
            if last { position.legal().pop() } else { position.legal().first().copied() }
        };
        let mut position = timeline.position().clone();
        let mut steps = vec![pick(&position).unwrap()];
        position.play(steps[0]).unwrap();
        while position.phase().is_mid_turn() {
            steps.push(pick(&position).unwrap());
            position.play(*steps.last().unwrap()).unwrap();
        }
        steps
    };
    for _ in 0..MAX_NESTING {
        let (main, other) = (turn(&timeline, false), turn(&timeline, true));
        let before = timeline.cursor();
        timeline.play_turn(&main).unwrap();
        timeline.go_to(before);
        timeline.play_turn(&other).unwrap();
    }
    let end = timeline.play_turn(&turn(&timeline, false)).unwrap();
    let bound = timeline.parent(end);
    assert_eq!(timeline.turn(bound), timeline.turn(end));
    timeline.set_note(bound, Note { comment: "Why?".to_owned(), ..Note::default() });
    round_trip(&Record::default(), &timeline);
}

#[test]
fn records_too_large_to_write_are_not_read() {
    let padded = |bytes| small(r#""a1""#, &format!(r#", "x": "{}""#, "y".repeat(bytes)));
    let room = MAX_BYTES - padded(0).len();
    assert!(Record::read(padded(room - 200).as_bytes()).is_ok());
    // It fits as it is, but not with each key on its own line and the outline of the board said.
    let text = padded(room - 10);
    assert!(text.len() < MAX_BYTES);
    assert_eq!(error(&text), RecordError::TooLarge);
}

#[test]
fn repeated_turns_are_read_without_copying_their_notes() {
    let read = |text: String| {
        let mut read = None;
        let work =
            allocation_counter::measure(|| read = Some(Record::read(text.as_bytes()).unwrap()));
        assert!(
            work.bytes_total < 64 * text.len() as u64,
            "{} bytes were needed for {}",
            work.bytes_total,
            text.len()
        );
        let (record, timeline) = read.unwrap();
        record.write(&timeline).unwrap();
    };
    let value = format!(r#"{{"move":"a1","x":"{}"}}"#, "y".repeat(5 << 20));
    read(small(&format!(r#"{value},{{"move":"b1","variations":[["b1"]]}}"#), ""));
    let nag = r#",[{"move":"a1","nag":"!"}]"#.repeat(40_000);
    read(small(&format!(r#"{{"move":"a1","variations":[[{value}]{nag}]}}"#), ""));
    let keys = (0..MAX_UNKNOWN_KEYS).map(|i| format!(r#","k{i}":1"#)).collect::<Vec<_>>().concat();
    let again = format!(r#",[{{"move":"a1"{keys}}}]"#).repeat(3_000);
    read(small(&format!(r#"{{"move":"a1","variations":[["a1"]{again}]}}"#), ""));
    let open = r#"{"move": "a1", "variations": [["#.repeat(MAX_NESTING);
    read(small(&format!("{open}{value}{}", "]]}".repeat(MAX_NESTING)), ""));
}

/// A timeline made by a person with no plan: steps, jumps, notes, and perhaps a resignation.
fn wander(game: Game, choices: &[(u8, Index)]) -> Timeline {
    let mut timeline = Timeline::new(game);
    let mut nodes = vec![NodeId::START];
    for (kind, index) in choices {
        match kind {
            0..8 => {
                let legal = timeline.position().legal();
                if !legal.is_empty()
                    && let Ok(node) = timeline.play(legal[index.index(legal.len())])
                {
                    nodes.push(node);
                }
            }
            8..11 => timeline.go_to(nodes[index.index(nodes.len())]),
            11 => {
                let comment = format!("note {}\n\u{202e}\"", index.index(100));
                let mut extra = vec![("x".to_owned(), "[1.0,{\"a\":null}]".to_owned())];
                if index.index(2) == 0 {
                    extra.push(("result".to_owned(), "\"ok\"".to_owned()));
                }
                let eval = Some(index.index(1000) as f64 / 999.0);
                // Nothing is noted on the start, because it is no turn.
                if timeline.cursor() != NodeId::START {
                    timeline.set_note(
                        timeline.cursor(),
                        Note { comment, eval, extra, ..Note::default() },
                    );
                }
            }
            12 => drop(timeline.promote(nodes[index.index(nodes.len())])),
            _ => drop(timeline.end(Colour::Second, Reason::Resignation)),
        }
    }
    // If a line was given up, that takes the place of what others call a result.
    for node in
        timeline.nodes().filter(|&node| timeline.ended_at(node).is_some()).collect::<Vec<_>>()
    {
        if let Some(mut note) = timeline.note(node).cloned() {
            note.extra.retain(|(key, _)| key != "result");
            timeline.set_note(node, note);
        }
    }
    timeline
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn played_games_are_read_back(
        game in any::<Index>(),
        choices in prop::collection::vec((0u8..14, any::<Index>()), 0..150),
    ) {
        let info = games::INFOS[game.index(games::INFOS.len())];
        let range = info.boards[game.index(info.boards.len())];
        let size = Some(i64::from(range.min) + 1);
        let setup = Setup { board: Some(range.shape), size, ..Setup::default() };
        let timeline = wander(Game::start(info, &info.options(&setup).unwrap()).unwrap(), &choices);
        let lines = round_trip(&Record::default(), &timeline);
        // Keys that others add to the results and the record come back as well.
        let added = lines
            .replace(r#""result": {"#, r#""result": {"by": "phone", "#)
            .replacen("{\n  ", "{\n  \"x-first\": {\"a\": [1]},\n  ", 1);
        let read = Record::read(added.as_bytes());
        let (record, again) = read.unwrap_or_else(|error| panic!("{error}\n{added}"));
        let written = round_trip(&record, &again);
        let bare = written.replace(r#", "by": "phone""#, "").replacen("\"x-first\": {\"a\":[1]},\n  ", "", 1);
        prop_assert_eq!(bare, lines);
        prop_assert_eq!(written.matches("phone").count(), added.matches("phone").count());
    }

    #[test]
    fn a_record_cut_off_anywhere_is_refused(at in any::<Index>()) {
        let text = sample();
        let cut = at.index(text.trim_end().len());
        prop_assert!(!say(&text.as_bytes()[..cut]).chars().any(crate::text::is_hidden));
    }

    #[test]
    fn a_damaged_record_never_panics(
        changes in prop::collection::vec(
            (
                any::<Index>(),
                prop_oneof![any::<u8>(), prop::sample::select(b"{}[]\",:0189abc".to_vec())],
            ),
            1..5,
        ),
    ) {
        let mut bytes = sample().into_bytes();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        match Record::read(&bytes) {
            Ok((record, timeline)) => drop(round_trip(&record, &timeline)),
            Err(error) => {
                prop_assert!(!error.to_string().chars().any(crate::text::is_hidden), "{}", error);
            }
        }
    }

    #[test]
    fn pieces_of_records_in_any_order_never_panic(
        pieces in prop::collection::vec(prop::sample::select(vec![
        "{", "}", "[", "]", ",", ":", "\"moves\"", "\"move\"", "\"variations\"", "\"a1\"",
        "\"c4,a1\"", "\"result\"",
        "\"winner\"", "\"red\"", "1", "-0", "1e999", "null", "true", "\"comment\"",
        "\"\\ud800\"", "\"eval\"",
    ]), 0..40)) {
        let text = small(&pieces.concat(), "");
        if let Ok((record, timeline)) = Record::read(text.as_bytes()) {
            round_trip(&record, &timeline);
        }
    }
}

#[test]
fn unknown_keys_can_be_set_read_and_removed() {
    let game = crate::Game::new("necklace", &crate::Setup::default()).unwrap();
    let timeline = crate::timeline::Timeline::new(game);
    let mut record = super::Record::default();
    let plain = record.write(&timeline).unwrap();
    record.unknown.set("x:place", Some("\"a1\"".to_owned()));
    record.unknown.set("x:place", Some("\"b2\"".to_owned()));
    let text = record.write(&timeline).unwrap();
    let (mut again, _) = super::Record::read(text.as_bytes()).unwrap();
    assert_eq!(again.unknown.get("x:place"), Some("\"b2\""));
    assert_eq!((again.unknown.get("game"), again.unknown.get("y")), (None, None));
    again.unknown.set("x:place", None);
    assert_eq!(again.write(&timeline).unwrap(), plain);
}

#[test]
fn own_marks_are_read_and_written_back() {
    let text = r#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":5},
        "moves":[{"move":"c3","marks":["c3","d4=A","e5#","a1>c3","c3","c3=B","d4","d4=C","e5=1"],
        "variations":[[{"move":"b2","marks":["b2=1"]}]]},"a1"]}"#;
    let (record, timeline) = super::Record::read(text.as_bytes()).unwrap();
    let note = timeline.note(timeline.main_line()[0]).unwrap();
    // A cell has one dot or letter, the first.
    let mut added = Vec::new();
    for text in ["c3", "d4=A", "e5#", "a1>c3", "c3", "c3=B", "d4", "d4=C", "e5=1"] {
        Names::of(timeline.start()).parse_own_mark(text).unwrap().add(&mut added);
    }
    assert_eq!((&note.marks, note.marks.len()), (&added, 5));
    assert_eq!(unread_notes(&timeline), [""; 0]);
    let written = record.write(&timeline).unwrap();
    assert!(
        written.contains(r#"{"move": "c3", "marks": ["c3","d4=A","e5#","a1>c3","e5=1"]"#),
        "{written}"
    );
    assert!(written.contains(r#"{"move": "b2", "marks": ["b2=1"]}"#), "{written}");
    assert_eq!(round_trip(&record, &timeline), written);
}

#[test]
fn marks_of_another_form_are_kept_as_they_are() {
    let many = format!("[{}\"a1\"]", "\"a1\",".repeat(1_000));
    let form = "a mark on this board such as 'c3', 'c3=A', 'c3#' or 'c3>d4'";
    for (marks, fault) in [
        ("3", "marks: expected a list of marks, found 3".to_owned()),
        ("[3]", "marks[0]: expected a string, found 3".to_owned()),
        (r#"["a1","f6"]"#, format!("marks[1]: expected {form}, found 'f6'")),
        (r#"["a1>\u001b"]"#, format!("marks[0]: expected {form}, found 'a1>\\u{{1b}}'")),
        (&*many, "marks: more than 1000 marks".to_owned()),
    ] {
        let text = format!(
            r#"{{"format":"tetralith","version":1,"game":"necklace","options":{{"size":5}},
            "moves":["a1",{{"move":"c3","marks":{marks}}}]}}"#
        );
        let (record, timeline) = super::Record::read(text.as_bytes()).unwrap();
        let node = timeline.main_line()[1];
        assert!(timeline.note(node).unwrap().marks.is_empty(), "{marks}");
        let hidden = "the marks of this move stay in the file but are not shown";
        assert_eq!(unread_notes(&timeline), [format!("turn 2: {fault}; {hidden}")]);
        let written = record.write(&timeline).unwrap();
        assert!(written.contains(&format!(r#""marks": {marks}"#)), "{written}");
        assert_eq!(round_trip(&record, &timeline), written);
        // Own marks beside them would be the same key twice.
        let mut marked = timeline.clone();
        let mut changed = timeline.note(node).unwrap().clone();
        changed.marks.push(OwnMark::Dot(Cell::new(0)));
        marked.set_note(node, changed);
        assert!(record.write(&marked).is_err());
    }
}

#[test]
fn a_repeated_turn_keeps_the_marks_that_come_first() {
    for (first, again, fault) in [
        (r#"["c3"]"#, r#"["z9"]"#, None),
        (r#"["z9"]"#, r#"["c3"]"#, Some("the marks of this and 1 other move stay")),
    ] {
        let text = format!(
            r#"{{"format":"tetralith","version":1,"game":"necklace","options":{{"size":5}},
            "moves":[{{"move":"c3","marks":{first},"variations":[[{{"move":"c3","marks":{again}}},
            {{"move":"b2","marks":{first}}}]]}},"a1"]}}"#
        );
        let (record, timeline) = super::Record::read(text.as_bytes()).unwrap();
        let hidden = unread_notes(&timeline);
        assert_eq!(hidden.len(), usize::from(fault.is_some()), "{hidden:?}");
        assert!(fault.is_none_or(|fault| hidden[0].contains(fault)));
        let written = record.write(&timeline).unwrap();
        assert!(written.contains(&format!(r#"{{"move": "c3", "marks": {first}"#)), "{written}");
    }
}

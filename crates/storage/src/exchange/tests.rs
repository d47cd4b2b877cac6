//! Records of the club: samples as it writes them, and random games there and back.

use rand::{RngExt as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;

use super::*;
use tetralith_core::OwnMark;
use tetralith_core::board::Colour;
use tetralith_core::games::Game;
use tetralith_core::record::{Player, PlayerKind, Record};
use tetralith_core::rules::{Outcome, Reason, Setup, Ties};
use tetralith_core::step::{Step, StepKind};
use tetralith_core::timeline::{Note, Timeline};
use tetralith_session::seated::CLOCK;

const NOW: &str = "2026-11-21T12:00:00Z";

/// A game of Plurality whose second seat took White, as the club writes it but for the length.
const PLAY_SECOND: &str = r#"{"header":{"game":{"name":"Plurality","variants":["13x13 board"]},"event":"Cup","round":"2",
"site":{"name":"Abstract Play","gameid":"f1a4"},"date-start":"2026-03-01T10:11:12.345Z",
"date-end":"2026-03-09T20:00:00.000Z","date-generated":"2026-03-09T20:00:01.000Z","unrated":true,"players":[
{"name":"Ana","userid":"u1","is_ai":false,"score":0,"result":0},{"name":"Bo","userid":"u2","score":12.5,"result":1}]},
"moves":[["12","play-second"],["c4,c3,d4","g7,g8,h8"],["resign"]]}"#;

/// A game whose second seat made Black's first move.
const PLAY_FIRST: &str = r#"{"header":{"game":{"name":"Plurality","variants":["15x15 board"]},"site":{"name":"Abstract Play",
"gameid":"f1a5"},"date-start":"2026-03-01T10:11:12.345Z","date-end":"2026-03-09T20:00:00.000Z",
"date-generated":"2026-03-09T20:00:01.000Z","players":[{"name":"Ana","userid":"u1","score":3.5,"result":1},
{"name":"Bo","userid":"u2","score":0,"result":0}]},
"moves":[["3","c3,c4,d4"],["g7,g8,h8","pass"],["timeout"]]}"#;

fn necklace(header: &str, moves: &str) -> String {
    format!(
        r#"{{"header":{{"game":{{"name":"Necklace","variants":["3x3 board"]}},"site":{{"name":"Abstract Play"}},
        "date-start":"{NOW}","date-end":"{NOW}","date-generated":"{NOW}"{header},
        "players":[{{"name":"Ana","result":1}},{{"name":"Bo","result":0}}]}},"moves":{moves}}}"#
    )
}

fn import(text: &str) -> Import {
    read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn refusal(text: &str) -> String {
    read(text.as_bytes()).err().unwrap_or_else(|| panic!("this was read: {text}")).to_string()
}

/// The steps of the main line by name.
fn line(timeline: &Timeline) -> Vec<String> {
    let names = tetralith_core::Names::of(timeline.start());
    timeline
        .main_line()
        .into_iter()
        .filter_map(|node| timeline.step(node))
        .map(|step| names.step(step))
        .collect()
}

fn outcome(timeline: &Timeline) -> Option<Outcome> {
    let mut timeline = timeline.clone();
    timeline.go_to(timeline.main_end());
    timeline.outcome()
}

/// The record as JSON without the time it was made.
fn json(text: &str) -> Value {
    let mut value: Value = serde_json::from_str(text).unwrap();
    value["header"].as_object_mut().unwrap().remove("date-generated").expect("it is always there");
    value
}

#[test]
fn a_record_of_the_club_comes_back_as_it_was() {
    for (text, black, moves) in [
        (PLAY_SECOND, "Ana", vec!["c3,c4,d4", "g7,g8,h8"]),
        (PLAY_FIRST, "Bo", vec!["c3,c4,d4", "g7,g8,h8", "pass"]),
    ] {
        let game = import(text);
        assert_eq!(line(&game.timeline), moves);
        assert_eq!(game.record.players[0].name.as_deref(), Some(black));
        assert_eq!(game.record.date.as_deref(), Some("2026-03-01T10:11:12.345Z"));
        assert_eq!(game.left_behind, Vec::<String>::new());
        // By way of a record of ours as well.
        let ours = game.record.write(&game.timeline).unwrap();
        let (record, timeline) = Record::read(ours.as_bytes()).unwrap();
        let written = write(&record, &timeline, NOW).unwrap();
        // The own cells of a tromino are named in natural order.
        assert_eq!(json(&written.text), json(&text.replace("c4,c3", "c3,c4")));
        assert_eq!(written.left_behind, Vec::<String>::new());
    }
    let game = import(PLAY_SECOND);
    let options = game.timeline.start().options();
    assert_eq!((options.size, options.komi, game.record.event.as_deref()), (13, 12, Some("Cup")));
    assert_eq!(game.record.players[0].kind, Some(PlayerKind::Human));
    let won = Some(Outcome { winner: Some(Colour::Second), reason: Reason::Resignation });
    assert_eq!(game.timeline.outcome(), won);
    let game = import(PLAY_FIRST);
    let won = Some(Outcome { winner: Some(Colour::Second), reason: Reason::Time });
    assert_eq!((game.timeline.start().options().size, game.timeline.outcome()), (15, won));
}

#[test]
fn a_resignation_is_the_losers_whoevers_turn_it_was() {
    let text = PLAY_SECOND.replace(r#""g7,g8,h8"],["resign"]"#, r#""resign"]"#);
    let won = Some(Outcome { winner: Some(Colour::Second), reason: Reason::Resignation });
    assert_eq!(import(&text).timeline.outcome(), won);
    // If the results name no winner, whose turn it was.
    for (text, winner) in [(text.as_str(), Colour::First), (PLAY_SECOND, Colour::Second)] {
        let text = text.replace(r#""result":0"#, r#""result":1"#);
        let won = Some(Outcome { winner: Some(winner), reason: Reason::Resignation });
        assert_eq!(import(&text).timeline.outcome(), won);
    }
}

#[test]
fn no_move_is_invented_in_a_game_that_ended_before_komi() {
    for moves in [r#"[["resign"]]"#, r#"[["12","resign"]]"#, r#"[["12","play-second"],["resign"]]"#]
    {
        let begin = PLAY_SECOND.find(r#""moves":"#).expect("it has moves");
        let text = format!(r#"{}"moves":{moves}}}"#, &PLAY_SECOND[..begin]);
        let Import { record, timeline, .. } = import(&text);
        let written = write(&record, &timeline, NOW).expect("it is over").text;
        let written: serde_json::Value = serde_json::from_str(&written).unwrap();
        assert_eq!(written["moves"].to_string(), moves);
    }
}

#[test]
fn resigning_before_the_first_stone_keeps_seats() {
    let game = import(
        &PLAY_SECOND
            .replace(r#""play-second"],["c4,c3,d4","g7,g8,h8"],["resign"]"#, r#""resign"]"#),
    );
    assert_eq!(game.record.players[0].name.as_deref(), Some("Ana"));
    let won = Some(Outcome { winner: Some(Colour::Second), reason: Reason::Resignation });
    assert_eq!((game.timeline.steps(), game.timeline.outcome()), (0, won));
}

#[test]
fn results_noted_with_moves_are_counted_and_left_out() {
    let noted = r#"{"move":"c4,c3,d4","sequence":3,"result":"x"},{"move":"g7,g8,h8","sequence":3,"result":"y"}"#;
    let game = import(&PLAY_SECOND.replace(r#""c4,c3,d4","g7,g8,h8""#, noted));
    assert_eq!(line(&game.timeline), ["c3,c4,d4", "g7,g8,h8"]);
    assert_eq!(game.left_behind, ["the results noted with 2 moves are left out"]);
    let game = import(
        &PLAY_SECOND
            .replace(r#"["c4,c3,d4","#, r#"[{"move":"c4,c3,d4","sequence":3,"result":"x"},"#),
    );
    assert_eq!(game.left_behind, ["the results noted with 1 move are left out"]);
}

#[test]
fn sides_that_were_swapped_are_said_in_the_header() {
    for key in ["pie-invoked", "pied"] {
        let text = necklace(&format!(r#","{key}":true"#), r#"[["b2","a1"],["b1","c3"],["b3"]]"#);
        let game = import(&text);
        assert_eq!(line(&game.timeline), ["b2", "swap", "a1", "b1", "c3", "b3"]);
        let won = Some(Outcome { winner: Some(Colour::First), reason: Reason::Connection });
        assert_eq!(game.timeline.outcome(), won);
        assert_eq!(game.record.players[0].name.as_deref(), Some("Ana"));
        assert_eq!(json(&write(&game.record, &game.timeline, NOW).unwrap().text), json(&text));
        let fresh = Record { date: game.record.date, ..Record::default() };
        let fresh = json(&write(&fresh, &game.timeline, NOW).unwrap().text);
        assert_eq!(
            (&fresh["header"]["pie-invoked"], &fresh["header"]["pied"]),
            (&true.into(), &true.into())
        );
    }
    let none = necklace(r#","pied":true"#, "[]");
    assert!(refusal(&none).contains("there is no first stone"), "{}", refusal(&none));
    let plurality = PLAY_SECOND.replace(r#""unrated":true"#, r#""pie-invoked":true"#);
    assert!(refusal(&plurality).contains("this game has no swap"));
}

#[test]
fn the_board_is_a_variant_or_the_usual_one() {
    let size = |text: &str| import(text).timeline.start().options().size;
    let with = |variants: &str| PLAY_SECOND.replace(r#"["13x13 board"]"#, variants);
    assert_eq!(size(&with("[]")), 15);
    assert_eq!(size(&with(r##"["#board"]"##)), 15);
    assert_eq!(size(&with(r#"["size-19"]"#)), 19);
    assert_eq!(size(&PLAY_SECOND.replace(r#","variants":["13x13 board"]"#, "")), 15);
    for named in ["13x13-Brett", "Plateau 13x13", "Tabellone 13x13", "Tablero de 13×13"] {
        assert_eq!(size(&with(&format!(r#"["{named}"]"#))), 13, "{named}");
    }
    for wrong in [
        "12x13 board",
        "13x13 board 19x19",
        "13x board",
        "+9x+9 board",
        "hexhex board",
        "size-",
        "size-+9",
        "torus",
    ] {
        let said = refusal(&with(&format!(r#"["{wrong}"]"#)));
        assert_eq!(
            said,
            format!(
                "header.game.variants: '{wrong}' is unknown; a variant names the board, as in \
                 '13x13 board'"
            )
        );
    }
    let said = refusal(&with(r#"["13x13 board","19x19 board"]"#));
    assert!(
        said.starts_with("header.game.variants: '13x13 board, 19x19 board' is unknown; "),
        "{said}"
    );
    assert!(refusal(&with(r#"["size-26"]"#)).contains("26"));
    let necklace = necklace("", r#"[["resign"]]"#).replace(r#"["3x3 board"]"#, "[]");
    assert_eq!(size(&necklace), 19);
    assert_eq!(
        json(&write(&import(&necklace).record, &import(&necklace).timeline, NOW).unwrap().text),
        json(&necklace)
    );
}

#[test]
fn faults_are_named_with_round_and_move() {
    let moves = |moves: &str| PLAY_SECOND.replace(r#""g7,g8,h8"],["resign"]"#, moves);
    for (text, said) in [
        (moves(r#""g7,g8,z8"]"#), "round 2, move 2 'g7,g8,z8': 'z8' is not a cell"),
        (moves(r#""g7,g9,h8"]"#), "round 2, move 2 'g7,g9,h8': "),
        (moves(r#""c3,c2,c1"]"#), "round 2, move 2 'c3,c2,c1': c3 is occupied by Black"),
        (moves(r#"null],["pass"]"#), "round 2, move 2 'null': "),
        (
            moves(r#""pass"],["pass"],["pass","pass"]"#),
            "round 3: a round has two moves; only the last may have one",
        ),
        (moves(r#""pass"],["pass","d1,e1,f1"]"#), "round 3, move 2 'd1,e1,f1': "),
        (
            moves(r#""resign"],["pass"]"#),
            "round 3, move 1 'pass': the game has ended before this move",
        ),
        (moves(r#""pass"],[]"#), "round 3: a round has two moves"),
        (moves("7]"), "moves[1][1]: expected a string, found 7"),
        (
            moves(
                r#"{"move":"pass","sequence":1}],[{"move":"pass","sequence":2},{"move":"x","sequence":1}]"#,
            ),
            "round 3: its moves",
        ),
        (moves(r#""swap"]"#), "round 2, move 2 'swap': "),
        (moves(r#""pass","pass"]"#), "moves[1]: more than 2 moves"),
        (
            PLAY_SECOND.replace(r#"["12","#, r#"["-3","#),
            "round 1, move 1 '-3': here the first move sets komi",
        ),
        (
            PLAY_SECOND.replace(r#"["12","#, r#"["a1,a2,a3","#),
            "round 1, move 1 'a1,a2,a3': here the first move sets komi",
        ),
        (PLAY_SECOND.replace("Plurality", "Chess"), "header.game.name: 'Chess' cannot be read"),
        (PLAY_SECOND.replace(r#""moves""#, r#""turns""#), "the record: the key 'moves' is missing"),
        (PLAY_SECOND.replace("players", "people"), "header: the key 'players' is missing"),
        (
            necklace("", r#"[["b2","pass"]]"#),
            "round 1, move 2 'pass': Blue can move and may not pass",
        ),
        (
            necklace("", r#"[["b2","swap"]]"#),
            "round 1, move 2 'swap': a swap belongs in the header",
        ),
        (
            necklace("", r#"[["b2","a1"],["b1","c3"],["b3","pass"]]"#),
            "round 3, move 2 'pass': the game has ended before this move",
        ),
        (
            necklace("", r#"[["b2","a1"],["b1","c3"],["b3","a3"]]"#),
            "round 3, move 2 'a3': the game has ended before this move",
        ),
        (
            PLAY_SECOND.replace(r#""result":1"#, r#""result":"1""#),
            "header.players[1].result: expected a number, found a string",
        ),
        (
            PLAY_SECOND.replace(r#""result":1"#, r#""result":true"#),
            "header.players[1].result: expected a number, found true",
        ),
        (
            PLAY_SECOND.replace(r#""is_ai":false"#, r#""is_ai":0"#),
            "header.players[0].is_ai: expected true or false, found 0",
        ),
        (
            necklace(r#","pie-invoked":"true""#, r#"[["b2"]]"#),
            "header.pie-invoked: expected true or false, found a string",
        ),
        (
            necklace(r#","pie-invoked":true,"pied":1"#, r#"[["b2"]]"#),
            "header.pied: expected true or false, found 1",
        ),
    ] {
        assert!(refusal(&text).starts_with(said), "{}\nis not\n{said}", refusal(&text));
    }
    assert!(refusal(&PLAY_SECOND[..200]).contains("cut off"));
    assert!(matches!(
        read(&vec![b' '; tetralith_core::record::MAX_BYTES + 1]),
        Err(ExchangeError::Record(RecordError::TooLarge))
    ));
    let deep = format!("{}{}", "[".repeat(16), "]".repeat(16));
    assert!(refusal(&PLAY_SECOND.replace("true", &deep)).contains("levels of nesting"));
    let kept = PLAY_SECOND.replace("true", &format!("{}{}", "[".repeat(14), "]".repeat(14)));
    let game = import(&kept);
    Record::read(game.record.write(&game.timeline).unwrap().as_bytes()).unwrap();
}

#[test]
fn endings_that_cannot_be_said_leave_the_game_open() {
    for (end, said) in [("draw", "agreed on a draw"), ("abandoned", "was abandoned")] {
        let game = import(&PLAY_SECOND.replace("resign", end));
        assert_eq!(game.timeline.outcome(), None);
        assert!(game.left_behind[0].contains(said));
        assert_eq!(write(&game.record, &game.timeline, NOW), Err(ExchangeError::Unfinished));
    }
    let game = import(&PLAY_SECOND.replace(r#",["resign"]"#, ""));
    assert_eq!(
        game.left_behind,
        ["the record names White as the winner, but not how: the game is read as unfinished"]
    );
    let drawn = PLAY_SECOND.replace(r#""result":1"#, r#""result":0"#);
    let said = "in the record it is a draw, but by its last move White won";
    assert_eq!(import(&drawn).left_behind, [said]);
    let one = PLAY_SECOND.replacen(r#","result":1"#, "", 1);
    let said = "the result of one player is left out; the other has none";
    assert_eq!(import(&one).left_behind, [said]);
    let drawn = drawn.replace(r#",["resign"]"#, "");
    assert_eq!(
        import(&drawn).left_behind,
        ["the record names a draw as the result, but not how: the game is read as unfinished"]
    );
    let won = necklace("", r#"[["b2","a1"],["b1","c3"],["b3"]]"#);
    for (result, said) in [
        (r#","result":-1"#, &["in the record Blue won, but by the rules here Red won"][..]),
        (r#","result":0"#, &["in the record it is a draw, but by the rules here Red won"]),
        ("", &["the result of one player is left out; the other has none"]),
    ] {
        assert_eq!(import(&won.replace(r#","result":1"#, result)).left_behind, said, "{result}");
    }
    // A record that names no results does not contradict the rules.
    let unnamed = won.replace(r#","result":1"#, "").replace(r#","result":0"#, "");
    assert!(import(&unnamed).left_behind.is_empty());
}

#[test]
fn dates_that_cannot_be_read_are_named() {
    let game = import(&PLAY_SECOND.replace("2026-03-01T10:11:12.345Z", r"last\u001b spring"));
    assert_eq!(game.record.date, None);
    assert_eq!(
        game.left_behind,
        ["the date 'last\\u{1b} spring' is left out; a date is written as in '2026-07-01'"]
    );
}

#[test]
fn players_without_names_get_none() {
    let game = Game::new("plurality", &Setup::default()).unwrap();
    let mut timeline = Timeline::new(game);
    timeline.end(Colour::First, Reason::Resignation);
    let mut record = Record { date: Some(NOW.to_owned()), ..Record::default() };
    record.players[1].name = Some("Bo".to_owned());
    let written = write(&record, &timeline, NOW).unwrap();
    assert_eq!(json(&written.text)["header"]["players"][0]["name"], "");
    let read = import(&written.text);
    assert_eq!(read.record.players, record.players);
    assert_eq!(write(&read.record, &read.timeline, NOW).unwrap().text, written.text);
    // The club's own facts about such a player stay.
    let text = PLAY_SECOND.replace(r#""name":"Ana","#, "");
    let read = import(&text);
    let written = write(&read.record, &read.timeline, NOW).unwrap();
    assert_eq!(json(&written.text)["header"]["players"][0]["userid"], "u1");
}

#[test]
fn an_end_that_is_not_known_is_named() {
    let mut timeline = Timeline::new(Game::new("plurality", &Setup::default()).unwrap());
    timeline.end(Colour::First, Reason::Resignation);
    let losses = |date: Option<&str>| {
        let record = Record { date: date.map(str::to_owned), ..Record::default() };
        write(&record, &timeline, NOW).unwrap().left_behind
    };
    assert_eq!(
        losses(Some(NOW)),
        ["the record has no date of the end; that of the start is written"]
    );
    assert_eq!(losses(None), ["the record has no date; the present time is written"]);
}

#[test]
fn the_club_ends_a_game_of_plurality_when_nothing_fits() {
    let text = PLAY_SECOND
        .replace("13x13", "3x3")
        .replace(r#"["c4,c3,d4","g7,g8,h8"],["resign"]"#, r#"["a2,b2,c2","a1,a3,b1"]"#);
    assert!(refusal(&text).contains("three connected cells"));
    // A middle row and nothing more can be dropped, because each other cell makes a square.
    let text = text.replace(r#","a1,a3,b1""#, "").replace(r#""12","play"#, r#""0","play"#);
    let open = import(&text.replace(r#""result":1"#, r#""result":0"#));
    assert_eq!(
        (line(&open.timeline), open.timeline.outcome()),
        (vec!["a2,b2,c2".to_owned()], None)
    );
    let game = import(&text);
    assert_eq!(line(&game.timeline), ["a2,b2,c2", "pass", "pass"]);
    assert_eq!(game.timeline.outcome().map(|outcome| outcome.reason), Some(Reason::Score));
    let written = write(&game.record, &game.timeline, NOW).unwrap();
    assert_eq!(json(&written.text)["moves"].to_string(), r#"[["0","play-second"],["a2,b2,c2"]]"#);
}

#[test]
fn the_club_gives_a_tie_without_komi_to_the_second_seat() {
    let text = PLAY_FIRST
        .replace("15x15", "3x3")
        .replace(r#""score":3.5,"result":1"#, r#""score":1,"result":0"#)
        .replace(r#""score":0,"result":0"#, r#""score":1,"result":1"#)
        .replace(
            r#"["3","c3,c4,d4"],["g7,g8,h8","pass"],["timeout"]"#,
            r#"["0","a1,a2,b1"],["c2,c3,b3"]"#,
        );
    let game = import(&text);
    assert_eq!(game.left_behind, ["in the record Black won, but by the rules here White won"]);
    let written = write(&game.record, &game.timeline, NOW).unwrap();
    let says = "with komi 0 Abstract Play gives the tie to Black; by the rules here White won";
    assert!(written.left_behind.contains(&says.to_owned()), "{:?}", written.left_behind);
    let (before, after) = (json(&text), json(&written.text));
    assert_eq!(after["header"]["players"], before["header"]["players"]);
    assert_eq!(after["moves"], before["moves"]);
}

#[test]
fn losses_of_conversion_are_named() {
    let mut timeline =
        Timeline::new(Game::new("necklace", &Setup { size: Some(3), ..Setup::default() }).unwrap());
    let names = tetralith_core::Names::of(timeline.start());
    for step in ["b2", "a1", "b1", "c3", "b3"] {
        timeline.play(names.parse_step(step).unwrap()).unwrap();
    }
    let end = timeline.cursor();
    let Step::Place(cell) = names.parse_step("a3").unwrap() else { panic!("a3 is a cell") };
    timeline.set_note(end, Note { marks: vec![OwnMark::Dot(cell)], ..Note::default() });
    timeline.undo();
    timeline.play(names.parse_step("a3").unwrap()).unwrap();
    let mut record = Record {
        comment: Some("A game".to_owned()),
        date: Some("2026-11-21".to_owned()),
        ..Record::default()
    };
    record.players[0].level = Some("easy".to_owned());
    for key in ["colour_scheme", CLOCK, "analysis", "tetralith:remote"] {
        record.unknown.set(key, Some("1".to_owned()));
    }
    record.players[0].extra.push(("tetralith:takebacks".to_owned(), "1".to_owned()));
    let found = write(&record, &timeline, NOW).unwrap().left_behind.join("\n");
    for part in [
        "only on 19×19",
        "no time of day",
        "1 move ",
        "the notes on 1 turn (comments, judgements, marks, times, evaluations) are left out\n",
        "comment on the game",
        "the clock is left out\n",
        "the analysis is left out\n",
        "the data for resuming the game is left out\n",
        "not known are left out: colour_scheme\n",
        "levels",
        "colour_scheme",
        "swapped",
    ] {
        assert!(found.contains(part), "{part} in\n{found}");
    }
    assert!(!found.contains("tetralith:"), "{found}");
    assert_eq!(found.matches("for resuming").count(), 1, "{found}");
    for i in 0..11 {
        record.unknown.set(&format!("more{i}"), Some("1".to_owned()));
    }
    let found = write(&record, &timeline, NOW).unwrap().left_behind.join("\n");
    assert!(found.contains("more5, more6 and 4 more\n"), "{found}");
    record.date = None;
    assert!(
        write(&record, &timeline, NOW)
            .unwrap()
            .left_behind
            .contains(&"the record has no date; the present time is written".to_owned())
    );

    let refused = |id, setup| {
        let timeline = Timeline::new(Game::new(id, &setup).unwrap());
        write(&Record::default(), &timeline, NOW).unwrap_err().to_string()
    };
    assert!(refused("greylox", Setup::default()).contains("has no Greylox"));
    let hexhex = Setup { board: Some(tetralith_core::Shape::Hexhex), ..Setup::default() };
    assert!(refused("plurality", hexhex).contains("Plurality on hexhex boards"));
    assert!(
        refused("plurality", Setup { ties: Some(Ties::Parity), ..Setup::default() })
            .contains("by parity")
    );
    assert!(refused("plurality", Setup::default()).contains("not over"));
}

#[test]
fn random_games_go_there_and_come_back() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let (mut skips, mut swaps, mut given_up) = (0, 0, 0);
    for i in 0..60_u32 {
        let id = ["necklace", "plurality"][i as usize % 2];
        let setup = match id {
            "necklace" => {
                Setup { size: Some(rng.random_range(3..8)), pie: Some(true), ..Setup::default() }
            }
            _ => Setup {
                size: Some(rng.random_range(3..8)),
                komi: Some(rng.random_range(0..9)),
                ..Setup::default()
            },
        };
        let mut timeline = Timeline::new(Game::new(id, &setup).unwrap());
        let length = if i % 5 == 0 { rng.random_range(0..9) } else { 1000 };
        while timeline.outcome().is_none() {
            if timeline.main_line().len() == length {
                let winner = Colour::BOTH[rng.random_range(0..2)];
                timeline.end(winner, [Reason::Time, Reason::Resignation][rng.random_range(0..2)]);
                given_up += 1;
                break;
            }
            let mut steps = timeline.position().legal();
            if steps.len() > 1 && rng.random_range(0..8) > 0 {
                steps.retain(|step| step.kind() != StepKind::Pass);
            }
            let step = if steps.contains(&Step::Swap) && rng.random_range(0..2) == 0 {
                Step::Swap
            } else {
                steps[rng.random_range(0..steps.len())]
            };
            swaps += u32::from(step == Step::Swap);
            let mover = timeline.position().to_move();
            timeline.play(step).unwrap();
            skips += u32::from(
                step != Step::Swap
                    && timeline.outcome().is_none()
                    && timeline.position().to_move() == mover,
            );
        }
        let player = |name: &str| Player {
            name: Some(name.to_owned()),
            kind: Some(PlayerKind::Human),
            ..Player::default()
        };
        let record = Record {
            players: [player("Ana"), player("Bo")],
            date: Some(NOW.to_owned()),
            event: (i % 3 == 0).then(|| "Cup".to_owned()),
            ..Record::default()
        };
        let written = write(&record, &timeline, NOW).unwrap();
        assert!(is_abstract_play(written.text.as_bytes()));
        let read = import(&written.text);
        assert_eq!(line(&read.timeline), line(&timeline), "{}", written.text);
        assert_eq!(outcome(&read.timeline), outcome(&timeline), "{}", written.text);
        assert_eq!(read.timeline.start().options(), timeline.start().options());
        assert_eq!(
            (&read.record.players, &read.record.date, &read.record.event),
            (&record.players, &record.date, &record.event)
        );
        assert_eq!(read.left_behind, Vec::<String>::new(), "{}", written.text);
        let again = write(&read.record, &read.timeline, NOW).unwrap();
        assert_eq!(again.text, written.text);
    }
    assert!(
        skips > 0 && swaps > 0 && given_up > 0,
        "{skips} skips, {swaps} swaps, {given_up} given up"
    );
}

#[test]
fn a_record_of_ours_is_not_taken_for_one_of_the_clubs() {
    let timeline = Timeline::new(Game::new("necklace", &Setup::default()).unwrap());
    let ours = Record::default().write(&timeline).unwrap();
    assert!(!is_abstract_play(ours.as_bytes()));
    for (fields, is_clubs) in [
        ("header moves", true),
        ("header", false),
        ("moves", false),
        ("format header moves", false),
    ] {
        let fields: Vec<String> = fields.split(' ').map(|key| format!("\"{key}\":0")).collect();
        assert_eq!(
            is_abstract_play(format!("{{{}}}", fields.join(",")).as_bytes()),
            is_clubs,
            "{fields:?}"
        );
    }
    assert!(!is_abstract_play(b"[]") && !is_abstract_play(b"") && !is_abstract_play(b"\xff"));
    assert!(is_abstract_play(PLAY_FIRST.as_bytes()));
}

proptest::proptest! {
    #[test]
    fn damaged_records_give_one_sentence_or_a_valid_game(
        sample in 0_usize..3,
        edits in proptest::collection::vec(
            (proptest::arbitrary::any::<proptest::sample::Index>(), 0_usize..24),
            1..6,
        ),
    ) {
        let pieces = [
            "", "null", "[]", "{}", "\"\"", "\"pass\"", "\"resign\"", "\"play-second\"", "-1",
            "1e9", "true", "\"a1\"",
            "\"a1,a2,a3\"", "[", "]", ",", "\"", "\\", "\u{1b}[2J", "\u{202e}", "\"swap\"",
            "[[\"5\"]]", "9", "é",
        ];
        let necklace = necklace(r#","pied":true"#, r#"[["b2","a1"],["b1","c3"],["b3"]]"#);
        let mut text = [PLAY_SECOND, PLAY_FIRST, &necklace][sample].to_owned();
        for (place, piece) in edits {
            // Whole values find more than single characters.
            let marks = text.match_indices(['"', ',', '[', ']', '{', '}', ':']);
            let marks: Vec<usize> = marks.map(|(at, _)| at).collect();
            let i = place.index(marks.len());
            let end = marks.get(i + 1 + piece % 2).copied().unwrap_or(text.len());
            text.replace_range(marks[i]..end, pieces[piece]);
        }
        match read(text.as_bytes()) {
            Ok(game) => {
                let ours = game.record.write(&game.timeline).unwrap();
                let (record, timeline) = Record::read(ours.as_bytes()).unwrap();
                if let Ok(written) = write(&record, &timeline, NOW) {
                    let again = import(&written.text).timeline;
                    proptest::prop_assert_eq!(line(&again), line(&timeline));
                }
            }
            Err(error) => {
                let said = error.to_string();
                let is_safe = !said.chars().any(tetralith_core::text::is_hidden);
                proptest::prop_assert!(said.len() < 400 && is_safe, "{}", said);
            }
        }
    }
}

#[test]
fn records_of_the_club_are_recognised_and_read() {
    let text = br#"{"header": {"game": {"name": "Necklace"},
        "players": [{"name": "Ana", "result": 1}, {"name": "Bo", "result": 0}]},
        "moves": [["d4", "e5"], ["f6", "resign"]]}"#;
    assert!(is_abstract_play(text));
    let import = read(text).unwrap();
    assert_eq!(import.timeline.steps(), 3);
    assert!(import.record.write(&import.timeline).is_ok());
}

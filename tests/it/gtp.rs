//! Whole sessions of the engine protocol.

use crate::common::run;
use serde_json::{Value, json};

/// Runs a session and returns its answers, each without the empty line after it.
fn session(args: &[&str], commands: &str) -> Vec<String> {
    let run = run(&[&["gtp"], args].concat(), commands.as_bytes());
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.is_empty() || run.out.ends_with("\n\n"));
    run.out.split_terminator("\n\n").map(str::to_owned).collect()
}

fn json_of(answer: &str) -> Value {
    serde_json::from_str(answer.strip_prefix("= ").unwrap()).unwrap()
}

#[test]
fn answers_carry_the_id_and_the_protocol_is_spelt_right() {
    assert_eq!(
        session(
            &["necklace"],
            "1 protocol_version\n2 boardsize 3\n3 play red b2\n4 quit\n5 name\n"
        ),
        ["=1 2", "=2", "=3", "=4"]
    );
    assert_eq!(
        session(&["necklace"], "protocol_version\nname\nquit\n"),
        ["= 2", "= Tetralith", "="]
    );
    let version = format!("= {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(session(&["necklace"], "version"), [version]);
}

#[test]
fn comments_blank_lines_and_foreign_line_ends_are_passed_over() {
    assert_eq!(
        session(
            &["necklace"],
            "# a comment\r\n\
             \r\n  \
             \t\r\n\
             7\tknown_command  play # really?\r\n\
             \u{1}known_command genmove3\r\n"
        ),
        ["=7 true", "= false"]
    );
    assert_eq!(session(&["necklace"], "\u{feff}3 name\n"), ["=3 Tetralith"]);
    assert_eq!(session(&["necklace"], ""), Vec::<String>::new());
}

#[test]
fn every_listed_command_is_known_and_the_others_are_not() {
    let answers = session(&["plurality"], "list_commands\nplay_dead\n12 \n3 known_command\n");
    let commands: Vec<&str> = answers[0].strip_prefix("= ").unwrap().lines().collect();
    let promised = "protocol_version name version known_command list_commands quit boardsize \
        clear_board komi play genmove reg_genmove undo showboard final_score time_settings \
        time_left loadgame tetralith-legal tetralith-state tetralith-record tetralith-undo-step";
    for name in promised.split_whitespace() {
        assert!(commands.contains(&name), "{name}");
    }
    assert_eq!(answers[1..], ["? unknown command", "?12 unknown command", "=3 false"]);
    for name in commands {
        assert_eq!(session(&["plurality"], &format!("known_command {name}")), ["= true"]);
    }
}

#[test]
fn colours_go_by_name_by_order_and_by_letter() {
    for (game, first, second) in [
        ("multiplicity", "white", "red"),
        ("greylox", "White", "BLACK"),
        ("plurality", "black", "white"),
        ("necklace", "red", "blue"),
    ] {
        let turns = if game == "plurality" { ["a1,a2,a3", "c1,c2,c3"] } else { ["a1", "a2"] };
        for (one, two) in
            [(first, second), ("first", "second"), ("b", "w"), ("B", "W"), ("FIRST", "w")]
        {
            let play = format!(
                "boardsize 4\nplay {two} {0}\nplay {one} {0}\nplay {one} {1}\nplay {two} {1}\n",
                turns[0], turns[1]
            );
            let answers = session(&[game], &play);
            assert_eq!(
                (&*answers[0], &*answers[2], &*answers[4]),
                ("=", "=", "="),
                "{game} {one}: {answers:?}"
            );
            // The letters are initials of the wrong players in all games but one.
            let is_misleading = two.len() == 1 && game != "plurality";
            let (one, two) = (first.to_lowercase(), second.to_lowercase());
            let end = if is_misleading {
                format!(" is to move; b means {one} (first player) and w means {two}")
            } else {
                " is to move".to_owned()
            };
            assert!(
                answers[1].starts_with("? illegal move: ") && answers[1].ends_with(&end),
                "{answers:?}"
            );
            assert!(answers[3].starts_with("? illegal move: "), "{answers:?}");
        }
    }
    assert_eq!(
        session(&["necklace"], "play green a1"),
        ["? invalid colour: it is red or blue, first or second, b or w; b means red (first \
             player) and w means blue"]
    );
    assert_eq!(
        session(&["plurality"], "play red a1"),
        ["? invalid colour: it is black or white, first or second, b or w"]
    );
}

#[test]
fn black_and_white_are_players_of_a_game_without_them() {
    let commands = "play BLACK d4\nplay white e4\ntetralith-state\n";
    assert_eq!(session(&["necklace"], commands)[..2], ["=", "="]);
    // White is the first player of Multiplicity: black would mean the same one.
    let answers = session(&["multiplicity"], "play black d4\nplay white d4\n");
    assert!(answers[0].starts_with("? invalid colour: "), "{answers:?}");
    assert_eq!(answers[1], "=");
    // In Greylox the letter and the name mean different players.
    let answers = session(&["greylox"], "play black d4\nplay b d4\n");
    assert_eq!(answers, ["? illegal move: White is to move", "="]);
}

#[test]
fn komi_of_a_controller_is_passed_over_without_komi() {
    let answers = session(
        &["necklace"],
        "known_command komi\nlist_commands\nkomi 6.5\nkomi -7\nkomi x\ntetralith-state\n",
    );
    assert_eq!(answers[0], "= false");
    assert!(!answers[1].contains("komi"));
    assert_eq!(answers[2..4], ["=", "="]);
    assert!(answers[4].starts_with("? komi is a number"), "{answers:?}");
    assert_eq!(session(&["plurality"], "known_command komi\n"), ["= true"]);
}

#[test]
fn undo_takes_back_all_of_a_generated_turn() {
    let answers = session(
        &["greylox", "--size", "4", "--level", "novice"],
        "genmove first\ngenmove second\nundo\ntetralith-state\nundo\ntetralith-state\nundo\n",
    );
    let turn = |answer: &str| json_of(answer)["turn"].clone();
    assert_eq!((turn(&answers[3]), turn(&answers[5])), (json!(1), json!(0)));
    assert_eq!(json_of(&answers[3])["step"], 1);
    assert_eq!(answers[6], "? cannot undo: nothing has been played");
    let record = json!({"format": "tetralith", "version": 1, "game": "greylox",
        "options": {"size": 4}, "moves": ["d4", "d5,a1"]});
    let answers = session_with(&["greylox"], &record, "undo\ntetralith-state\n");
    assert_eq!(json_of(&answers[1])["step"], 1);
}

#[test]
fn seed_gives_every_game_of_a_session_its_own() {
    let game = "genmove b\ngenmove w\ngenmove b\ngenmove w\ngenmove b\ngenmove w\n";
    let commands = format!("{game}clear_board\n{game}clear_board\n{game}");
    let play = |seed: &str| {
        session(&["necklace", "--size", "7", "--level", "novice", "--seed", seed], &commands)
    };
    let answers = play("7");
    let games: Vec<&[String]> = answers.split(|answer| answer == "=").collect();
    assert_eq!(games.len(), 3, "{answers:?}");
    assert!(games[0] != games[1] && games[1] != games[2], "{answers:?}");
    assert_eq!(answers, play("7"));
    assert_ne!(answers, play("8"));
}

#[test]
fn a_bad_turn_is_refused_with_its_reason_and_changes_nothing() {
    let answers = session(
        &["necklace", "--size", "5"],
        "play red z9\nplay red\nplay red a1\nplay blue a1\nplay blue A2\ntetralith-record\n",
    );
    assert_eq!(
        answers[0],
        "? invalid coordinate: 'z9' is not a cell; columns run from a to e, as in \
         'a1'"
    );
    assert_eq!(answers[1], "? syntax error: play takes a colour and a move");
    assert_eq!(answers[3], "? illegal move: a1 is occupied by Red");
    assert_eq!(json_of(&answers[5])["moves"], json!(["a1", "a2"]));
}

#[test]
fn an_opening_turn_may_come_whole_or_step_by_step() {
    let whole = session(
        &["multiplicity", "--size", "4"],
        "play w d4\nplay first d4\nplay second d5,a1\ntetralith-record\n",
    );
    let steps = session(
        &["multiplicity", "--size", "4"],
        "play b d4\nplay w d5\nplay w a1\ntetralith-record\ntetralith-state",
    );
    assert_eq!(
        whole[0],
        "? illegal move: White is to move; b means white (first player) and w means red"
    );
    assert_eq!(whole[3], steps[3]);
    assert_eq!(json_of(&whole[3])["moves"], json!(["d4", "d5,a1"]));
    let state = json_of(&steps[4]);
    assert_eq!(
        (&state["phase"], &state["step"], &state["turn"]),
        (&json!("bound"), &json!(3), &json!(2))
    );
    let half = session(
        &["multiplicity", "--size", "4"],
        "play b d4\n\
         play w d5,d6\n\
         play w d5,a1,a2\n\
         tetralith-state\n\
         play w d5\n\
         tetralith-state\n\
         play b a1\n\
         play w a1,b1\n\
         tetralith-record",
    );
    assert_eq!(
        half[1],
        "? illegal move: d6 is illegal: a free stone may touch no other stone, and this one would \
         touch d5"
    );
    assert!(half[2].starts_with("? invalid coordinate: "), "{}", half[2]);
    assert_eq!(
        (&json_of(&half[3])["step"], &json_of(&half[3])["phase"]),
        (&json!(1), &json!("bound"))
    );
    let state = json_of(&half[5]);
    assert_eq!((&state["to_move"], &state["phase"]), (&json!("red"), &json!("free")));
    assert_eq!((&state["step"], &state["turn"]), (&json!(2), &json!(1)));
    assert_eq!(
        half[6],
        "? illegal move: Red is to move; b means white (first player) and w means red"
    );
    assert_eq!(half[7], "? illegal move: that is more than one move");
    assert_eq!(json_of(&half[8])["moves"], json!(["d4", "d5"]));
}

#[test]
fn surplus_arguments_are_refused_and_change_nothing() {
    let answers = session(
        &["necklace", "--size", "5"],
        "play red c3\n\
         play blue b2\n\
         undo 2\n\
         clear_board x\n\
         tetralith-record\n\
         undo \n\
         clear_board # all\n\
         tetralith-record\n",
    );
    assert_eq!(answers[2], "? syntax error: undo takes no more arguments");
    assert_eq!(answers[3], "? syntax error: clear_board takes no more arguments");
    assert_eq!(json_of(&answers[4])["moves"], json!(["c3", "b2"]));
    assert_eq!(answers[5..7], ["=", "="]);
    assert_eq!(json_of(&answers[7])["moves"], json!([]));
}

#[test]
fn undo_step_takes_back_one_stone() {
    let answers = session(
        &["greylox", "--size", "4"],
        "undo\n\
         play first d4\n\
         play second d5,a1\n\
         tetralith-undo-step\n\
         tetralith-record\n\
         tetralith-undo-step\n\
         undo\n\
         tetralith-record\n\
         undo\n",
    );
    assert_eq!(answers[0], "? cannot undo: nothing has been played");
    assert_eq!(json_of(&answers[4])["moves"], json!(["d4", "d5"]));
    assert_eq!(json_of(&answers[7])["moves"], json!([]));
    assert!(answers[8].starts_with("? cannot undo"));
}

#[test]
fn the_state_is_one_line_of_json() {
    let answers = session(
        &["plurality", "--size", "3"],
        "tetralith-state\n\
         play black pass\n\
         play white pass\n\
         tetralith-state\n\
         final_score\n\
         tetralith-legal\n\
         play black pass",
    );
    let state = json_of(&answers[0]);
    let keys: Vec<&String> = state.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        [
            "game", "options", "to_move", "phase", "step", "turn", "over", "winner", "reason",
            "score"
        ]
    );
    assert_eq!(
        json_of(&answers[3]),
        json!({
            "game": "plurality", "options": {"size": 3, "board": "square", "komi": 0,
            "ties": "neutral"},
            "to_move": null, "phase": "placement", "step": 2, "turn": 2, "over": true,
            "winner": "white",
            "reason": "score", "score": {
                "points": {"black": 0.0, "white": 0.5},
                "territories": [{"owner": null, "size": 9, "stones": {"black": 0, "white": 0}}]
            }
        })
    );
    assert_eq!(answers[4..], ["= W+0.5", "=", "? illegal move: the game is over"]);
}

#[test]
fn scores_are_given_once_the_game_is_over() {
    assert_eq!(
        session(
            &["necklace", "--size", "2"],
            "final_score\nplay b a1\nplay w b2\nplay b a2\nfinal_score"
        )[4..],
        ["= B+"]
    );
    assert_eq!(session(&["necklace"], "final_score"), ["? cannot score: the game is not over"]);
    let draw = "play b a1\nplay w a2\nplay b b1\nplay w c1\nplay b c2\nplay w b3\nfinal_score";
    assert_eq!(session(&["multiplicity", "--size", "2", "--no-opening"], draw)[6], "= 0");
}

#[test]
fn an_analysis_takes_no_words() {
    let answers =
        session(&["multiplicity", "--size", "3"], "1 tetralith-analyze foo bar\n2 name\nquit\n");
    assert!(
        answers[0].starts_with("?1 syntax error: tetralith-analyze takes no arguments"),
        "{answers:?}"
    );
    assert_eq!(answers[1], "=2 Tetralith");
}

#[test]
fn legal_steps_come_in_natural_order() {
    assert_eq!(session(&["necklace", "--size", "2"], "tetralith-legal"), ["= a1 a2 b1 b2"]);
    let answers = session(&["plurality", "--size", "4"], "tetralith-legal");
    assert!(
        answers[0].starts_with("= a1,a2,a3 a1,a2,b1 ") && answers[0].ends_with(" pass"),
        "{}",
        answers[0]
    );
    assert_eq!(answers[0].split(' ').count(), 158);
    let answers = session(
        &["necklace", "--size", "3", "--pie"],
        "play b b2\ntetralith-legal\nplay w swap\ntetralith-state",
    );
    assert!(answers[1].ends_with(" swap"), "{}", answers[1]);
    assert_eq!((&*answers[2], &json_of(&answers[3])["to_move"]), ("=", &json!("blue")));
}

#[test]
fn boardsize_and_komi_set_up_the_next_game() {
    let answers = session(
        &["plurality"],
        "tetralith-state\n\
         boardsize 19\n\
         tetralith-state\n\
         boardsize 2\n\
         boardsize x\n\
         play b a1,a2,a3\n\
         komi 7.5\n\
         tetralith-state\n\
         komi 7\n\
         tetralith-state\n\
         komi 7.25\n\
         komi -1000\n\
         clear_board\n\
         tetralith-state\n\
         komi -2.5\n\
         tetralith-state\n\
         komi -0.5\n\
         tetralith-state\n",
    );
    let komi = |i: usize| json_of(&answers[i])["options"]["komi"].clone();
    let size = |i: usize| json_of(&answers[i])["options"]["size"].clone();
    assert_eq!((komi(0), size(0)), (json!(5), json!(13)));
    assert_eq!((komi(2), size(2)), (json!(6), json!(19)));
    assert!(
        answers[3].starts_with("? unacceptable size: size 2 is out of range"),
        "{}",
        answers[3]
    );
    assert_eq!(answers[4], "? boardsize not an integer");
    assert_eq!((komi(7), json_of(&answers[7])["step"].clone()), (json!(7), json!(1)));
    assert_eq!(
        (komi(9), json_of(&answers[9])["score"]["points"]["white"].clone()),
        (json!(7), json!(7.5))
    );
    assert!(answers[10].starts_with("? komi is a number of whole points"), "{}", answers[10]);
    assert!(answers[11].starts_with("? komi -1000 is out of range"), "{}", answers[11]);
    assert_eq!((komi(13), json_of(&answers[13])["step"].clone()), (json!(7), json!(0)));
    assert_eq!(
        (komi(15), json_of(&answers[15])["score"]["points"].clone()),
        (json!(-3), json!({"black": 2.5, "white": 0.0}))
    );
    assert_eq!(komi(17), json!(-1));
    assert_eq!(session(&["necklace"], "komi 0\nkomi 0.5\n"), ["=", "="]);
}

#[test]
fn the_board_is_shown_as_text() {
    let answers = session(&["necklace", "--size", "3"], "play b a1\nplay w c3\nshowboard");
    assert_eq!(answers[2], "= \n 3  . . B\n 2  . . .\n 1  R . .\n    a b c\nRed to move");
}

#[test]
fn a_record_is_loaded_and_written_again() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a game.json");
    let text = r#"{"format": "tetralith", "version": 1, "game": "necklace", "options": {"size": 7, "pie": true},
        "result": {"winner": "blue", "reason": "resignation"},
        "moves": ["d4", {"move": "e3", "variations": [["e4"]]}, "c4"]}"#;
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let answers = session(
        &["necklace"],
        &format!(
            "loadgame {path}\n\
             tetralith-record\n\
             final_score\n\
             play blue a1\n\
             undo\n\
             tetralith-record\n\
             clear_board\n\
             tetralith-state\n\
             loadgame\n\
             loadgame {path}x"
        ),
    );
    assert_eq!(
        json_of(&answers[1]),
        json!({
            "format": "tetralith", "version": 1, "game": "necklace",
            "options": {"size": 7, "board": "square", "pie": true},
            "result": {"winner": "blue", "reason": "resignation"},
            "moves": ["d4", {"move": "e3", "variations": [["e4"]]}, "c4"]
        })
    );
    assert_eq!(answers[2], "= W+");
    assert!(
        answers[3].starts_with("? illegal move: the game ended by resignation"),
        "{}",
        answers[3]
    );
    assert_eq!(
        json_of(&answers[5])["moves"],
        json!(["d4", {"move": "e3", "variations": [["e4"]]}])
    );
    assert_eq!(json_of(&answers[7])["options"]["size"], 7);
    assert!(answers[8].starts_with("? syntax error"));
    assert!(answers[9].starts_with("? cannot load file: cannot read "), "{}", answers[9]);
    assert_eq!(
        session(&["greylox"], &format!("loadgame {path}")),
        ["? cannot load file: it is a game of Necklace, but this session plays Greylox"]
    );
}

/// Runs a session that begins by loading `record`, and returns its answers to `commands`.
fn session_with(args: &[&str], record: &Value, commands: &str) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("game.json");
    std::fs::write(&path, record.to_string()).unwrap();
    let mut answers = session(args, &format!("loadgame {}\n{commands}", path.display()));
    assert_eq!(answers.remove(0), "=");
    answers
}

#[test]
fn loaded_records_are_written_with_later_moves() {
    let record = json!({
        "format": "tetralith", "version": 1, "game": "necklace", "options": {"size": 7,
        "board": "square", "pie": false},
        "players": {"red": {"name": "Ann", "kind": "human"}, "blue": {"kind": "ai",
        "level": "casual"}},
        "date": "2024-05-06T07:08:09Z", "event": "Club evening", "comment": "Well played",
        "source": {"id": 7},
        "moves": [{"move": "d4", "comment": "Why not?"}, {"move": "e3", "variations": [["e4",
        "a1"], ["a7"]]}, "c4"]
    });
    let commands = "tetralith-record\n\
        play blue g7\n\
        tetralith-record\n\
        undo\n\
        undo\n\
        undo\n\
        play blue e4\n\
        tetralith-record\n\
        clear_board\n\
        tetralith-record\n";
    let answers = session_with(&["necklace"], &record, commands);
    assert_eq!(json_of(&answers[0]), record);
    let mut longer = record.clone();
    longer["moves"].as_array_mut().unwrap().push(json!("g7"));
    assert_eq!(json_of(&answers[2]), longer);
    let mut shorter = record.clone();
    shorter["moves"] = json!([{"move": "d4", "comment": "Why not?"}, "e4"]);
    assert_eq!(json_of(&answers[7]), shorter);
    let fresh = json!({
        "format": "tetralith", "version": 1, "game": "necklace", "options": {"size": 7,
        "board": "square", "pie": false},
        "moves": []
    });
    assert_eq!(json_of(&answers[9]), fresh);
    let other_board = session_with(&["necklace"], &record, "boardsize 7\ntetralith-record");
    assert_eq!(json_of(&other_board[1]), fresh);
}

#[test]
fn komi_out_of_range_is_refused_and_changes_nothing_of_the_game() {
    for komi in ["-1000", "-999.5"] {
        let answers = session(&["plurality"], &format!("komi {komi}\ntetralith-state"));
        let refused = "? komi -1000 is out of range: whole points from -999 to 999";
        assert_eq!(answers[0], refused);
        assert_eq!(json_of(&answers[1])["options"]["komi"], 5);
    }
    let record = json!({
        "format": "tetralith", "version": 1, "game": "plurality", "options": {"size": 9},
        "result": {"winner": "white", "reason": "resignation"},
        "moves": [{"move": "a1,a2,a3", "variations": [["b1,b2,b3"]]}]
    });
    let answers = session_with(
        &["plurality"],
        &record,
        "komi 8\ntetralith-record\nfinal_score\nplay white c1,c2,c3",
    );
    let written = json_of(&answers[1]);
    assert_eq!((&written["options"]["komi"], &written["result"]), (&json!(8), &record["result"]));
    assert_eq!(written["moves"], record["moves"]);
    assert_eq!(answers[2], "= W+");
    assert!(
        answers[3].starts_with("? illegal move: the game ended by resignation"),
        "{}",
        answers[3]
    );
    let record = json!({
        "format": "tetralith", "version": 1, "game": "plurality", "options": {"size": 5},
        "position": "5/5/1b1w1/5/5 white", "moves": ["a1,a2,b1"]
    });
    let answers = session_with(&["plurality"], &record, "komi 8\ntetralith-record");
    let written = json_of(&answers[1]);
    assert_eq!(written["options"]["komi"], 8);
    assert_eq!((&written["position"], &written["moves"]), (&record["position"], &record["moves"]));
}

#[test]
fn swappers_hold_the_other_colour_in_the_record() {
    let record = json!({
        "format": "tetralith", "version": 1, "game": "necklace", "options": {"size": 5,
        "pie": true},
        "players": {"red": {"name": "Ann"}, "blue": {"name": "Bob"}}, "moves": ["c3"]
    });
    let answers = session_with(
        &["necklace"],
        &record,
        "play blue swap\ntetralith-record\nundo\ntetralith-record",
    );
    let red = |answer: &str| json_of(answer)["players"]["red"]["name"].clone();
    assert_eq!((red(&answers[1]), red(&answers[3])), (json!("Bob"), json!("Ann")));
}

#[test]
fn default_komi_follows_the_size() {
    let komi_at_19 = |options: Value| {
        let record = json!({
            "format": "tetralith",
            "version": 1,
            "game": "plurality",
            "options": options,
            "moves": [],
        });
        let answers = session_with(&["plurality"], &record, "boardsize 19\ntetralith-state");
        json_of(&answers[1])["options"]["komi"].clone()
    };
    assert_eq!(komi_at_19(json!({"size": 13})), 6);
    assert_eq!(komi_at_19(json!({"size": 13, "komi": 5})), 6);
    assert_eq!(komi_at_19(json!({"size": 13, "komi": 7})), 7);
    let answers = session(&["plurality"], "komi 5\nboardsize 19\ntetralith-state");
    assert_eq!(json_of(&answers[2])["options"]["komi"], 5);
}

#[test]
fn long_lines_keep_their_id_and_comments_get_no_answer() {
    let long = "x".repeat(100_000);
    let blank = " ".repeat(100_000);
    let commands = format!(
        "7 play red {long}\n\
         # {long}\n\
         {blank}\n\
         {blank}# {long}\n\
         8 name # {long}\n\
         {blank}9 name\n\
         {long}"
    );
    let answers = session(&["necklace"], &commands);
    assert_eq!(
        answers,
        [
            "?7 a command has at most 64 KiB",
            "=8 Tetralith",
            "=9 Tetralith",
            "? a command has at most 64 KiB"
        ]
    );
    assert_eq!(session(&["necklace"], &"7".repeat(100_000)), ["? a command has at most 64 KiB"]);
}

#[test]
#[cfg(unix)]
fn an_input_that_fails_is_called_the_input() {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tetralith"));
    let directory = std::fs::File::open(env!("CARGO_MANIFEST_DIR")).unwrap();
    let output = command.args(["gtp", "necklace"]).stdin(directory).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(err.starts_with("error: the input cannot be read: "), "{err}");
}

#[test]
fn garbage_is_answered_and_survived() {
    let mut input = vec![b'x'; 300_000];
    input.extend(b"\n1 play red \xff\xfe\x1b[31m\n2 name\n");
    let run = run(&["gtp", "necklace"], &input);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let answers: Vec<&str> = run.out.split_terminator("\n\n").collect();
    assert_eq!((answers[0], answers[2]), ("? a command has at most 64 KiB", "=2 Tetralith"));
    assert!(answers[1].starts_with("?1 invalid coordinate: "), "{}", answers[1]);
    assert!(!run.out.contains('\u{1b}'));
}

#[test]
#[cfg(target_os = "linux")]
fn however_many_lines_wait_little_memory_is_needed() {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::process::{Command, Stdio};

    // Unread ones would take 25 MiB.
    const LINES: usize = 200_000;
    let mut session = Command::new(env!("CARGO_BIN_EXE_tetralith"))
        .args(["gtp", "necklace", "--size", "4"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = session.stdin.take().unwrap();
    let feeder = std::thread::spawn(move || {
        let lines = "play blue a1\n".repeat(1000);
        for _ in 0..LINES / 1000 {
            input.write_all(lines.as_bytes()).unwrap();
        }
        // It stays open until the memory is known.
        input
    });
    let output = BufReader::new(session.stdout.take().unwrap());
    let refused = output
        .split(b'\n')
        .map(Result::unwrap)
        .filter(|line| line.starts_with(b"? illegal move"))
        .take(LINES);
    assert_eq!(refused.count(), LINES);
    let status = std::fs::read_to_string(format!("/proc/{}/status", session.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let peak: u32 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(peak < 20 << 10, "{peak} KiB at its peak");
    drop(feeder.join().unwrap());
    assert!(session.wait().unwrap().success());
}

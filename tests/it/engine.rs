//! The engine from outside: over the protocol.

use crate::common::run;
use serde_json::Value;
use tetralith_core::{Game, Setup, games};
use tetralith_study::Calibration;

fn session(args: &[&str], commands: &str) -> Vec<String> {
    let run = run(&[&["gtp"], args].concat(), commands.as_bytes());
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    run.out.split_terminator("\n\n").map(str::to_owned).collect()
}

#[test]
fn genmove_plays_whole_games_reproducibly() {
    for game in games::ids() {
        let commands = format!("{}tetralith-state\n", "genmove first\ngenmove second\n".repeat(30));
        let args = [game, "--size", "3", "--level", "easy", "--seed", "7"];
        let answers = session(&args, &commands);
        let state = answers.last().unwrap();
        assert!(state.contains("\"over\":true"), "{game}: {state}");
        assert!(answers.iter().any(|answer| answer == "? the game is over"), "{game}");
        assert_eq!(session(&args, &commands), answers, "{game}");
    }
}

#[test]
fn opening_turns_are_answered_whole() {
    let commands =
        "play first d4\nreg_genmove second\ngenmove second\ntetralith-state\ngenmove second";
    let answers = session(&["greylox", "--size", "4", "--level", "beginner"], commands);
    assert_eq!(answers[1], answers[2]);
    assert_eq!(answers[2].matches(',').count(), 1, "{}", answers[2]);
    assert!(answers[3].contains("\"turn\":2"), "{}", answers[3]);
    assert_eq!(answers[4], "? White is to move");
}

#[test]
fn the_clock_is_kept_and_absurd_times_are_refused() {
    let commands = "time_left first 1 0\n\
        time_settings 2 0 0\n\
        time_left first 0.1 0\n\
        genmove first\n\
        time_settings -1 0 0\n\
        time_settings 1\n\
        time_left nobody 1 0\n\
        time_left first x 0";
    let answers = session(&["necklace", "--size", "5"], commands);
    assert_eq!(answers[0], "? time_settings has not set a limit");
    assert!(answers[1..4].iter().all(|answer| answer.starts_with('=')), "{answers:?}");
    assert!(answers[4..].iter().all(|answer| answer.starts_with('?')), "{answers:?}");
}

#[test]
fn an_analysis_streams_json_until_the_next_command() {
    for game in games::ids() {
        let answers =
            session(&[game, "--size", "5"], "7 tetralith-analyze\n8 tetralith-legal\nquit\n");
        let mut lines = answers[0].lines();
        assert_eq!(lines.next(), Some("=7"));
        let legal: Vec<&str> = answers[1].strip_prefix("=8 ").unwrap().split(' ').collect();
        let info = games::info(game).unwrap();
        let start = Game::start(info, &info.options(&Setup::default()).unwrap()).unwrap();
        let in_points = start.lead().is_some();
        let (mut seen, mut scored) = (0, 0);
        for line in lines {
            let line: Value = serde_json::from_str(line).unwrap();
            let best = line["candidates"][0]["step"].as_str().unwrap();
            assert!(legal.contains(&best), "{game}: {best}");
            assert_eq!(line["pv"][0], best);
            // Shown win rates are fair to both sides: never more than the search finds for the
            // player to move, and of all candidates by the same factor.
            let candidates = line["candidates"].as_array().unwrap();
            let calibrated = |factor: f64, found: &Value| {
                let raw = found["raw_win"].as_f64().unwrap();
                Calibration::of(game).chance(factor * raw)
            };
            let shown = |found: &Value| found["win"].as_f64().unwrap();
            let fairness = (0..=1000).map(|at| f64::from(at) / 1e3).min_by(|&a, &b| {
                let miss =
                    |factor| (calibrated(factor, &candidates[0]) - shown(&candidates[0])).abs();
                miss(a).total_cmp(&miss(b))
            });
            for found in candidates.iter().chain([&line]).filter(|found| found["proof"].is_null()) {
                let expected = calibrated(fairness.unwrap(), found);
                assert!((shown(found) - expected).abs() < 5e-3, "{game}: {found}, not {expected}");
                assert!((0.0..=1.0).contains(&found["error"].as_f64().unwrap()), "{game}: {found}");
            }
            assert_eq!(line["win"], candidates[0]["win"]);
            let score = line.get("score").unwrap();
            assert!(
                score.is_null() || (in_points && score.as_f64().unwrap().abs() <= 25.5),
                "{game}: {score}"
            );
            scored += usize::from(score.is_number());
            seen += 1;
        }
        assert_eq!(scored > 0, in_points, "{game}");
        assert!(seen > 0, "{game}");
        assert_eq!(answers[2], "=");
    }
}

#[test]
fn an_analysis_goes_on_from_what_the_engine_found_for_its_turn() {
    let commands = "time_settings 0 1 1\nreg_genmove first\ntetralith-analyze\nname";
    let answers = session(&["necklace", "--size", "9"], commands);
    let last: Value = serde_json::from_str(answers[2].lines().last().unwrap()).unwrap();
    let candidates = last["candidates"].as_array().unwrap();
    let visits: u64 =
        candidates.iter().map(|candidate| candidate["visits"].as_u64().unwrap()).sum();
    assert!(visits > last["simulations"].as_u64().unwrap(), "{last}");
}

#[test]
fn unknown_levels_are_one_clear_error() {
    let unknown = run(&["gtp", "necklace", "--level", "divine"], b"");
    assert_eq!(unknown.status, 2);
    assert!(unknown.err.contains("beginner"), "{}", unknown.err);
}

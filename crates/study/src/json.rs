//! The analysis of a game as other programs read it: JSON.
//!
//! Source: `docs/analysis.md`.

use serde_json::{Value, json};
use tetralith_core::Game;
use tetralith_core::json::{by_colour, options};
use tetralith_core::notation::Names;

use crate::class::Class;
use crate::finding::rounded;
use crate::game::GameAnalysis;
use crate::report::Report;
use crate::verdict::Verdict;

/// The whole `analysis` of a game, under the name `file`.
pub fn analysis(file: &str, analysis: &GameAnalysis) -> Value {
    let start = analysis.moments.start();
    let info = start.info();
    let verdicts = analysis.verdicts();
    let report = Report::of(&verdicts, analysis.moments.list().len());
    let turning_points: Vec<_> =
        report.turning_points.iter().map(|&i| verdicts[i].choice.turn).collect();
    json!({
        "file": file,
        "game": info.id,
        "options": options(info, start.options()),
        "engine": {
            "version": env!("CARGO_PKG_VERSION"),
            "build": analysis.build,
            "sims": analysis.least_simulations(),
        },
        "turns": turns(start, &verdicts),
        "accuracy": by_colour(info, |i| {
            report.players[i].accuracy.map(|accuracy| rounded(accuracy, 1)).into()
        }),
        "mean_loss": by_colour(info, |i| {
            report.players[i].mean_loss.map(|loss| rounded(loss, 4)).into()
        }),
        "counts": by_colour(info, |i| {
            let counts = Class::FAULTS.into_iter().zip(report.players[i].faults);
            let counts = counts.map(|(class, count)| (class.id().to_owned(), count.into()));
            Value::Object(counts.collect())
        }),
        "best_share": by_colour(info, |i| {
            report.players[i].best_share.map(|share| rounded(share, 4)).into()
        }),
        "thirds": by_colour(info, |i| {
            report.players[i].thirds.iter().map(|loss| loss.map(|loss| rounded(loss, 4))).collect()
        }),
        "turning_points": turning_points,
    })
}

/// The object of a file that could not be analysed, for the reason in the sentence `error`.
pub fn failed(file: &str, error: &str) -> Value {
    json!({ "file": file, "error": error })
}

fn turns(start: &Game, verdicts: &[Verdict]) -> Value {
    let names = Names::of(start);
    let mut turns = Vec::with_capacity(verdicts.len());
    for verdict in verdicts {
        turns.push(json!({
            "turn": verdict.choice.turn,
            "player": names.colour(verdict.choice.player),
            "holder": names.colour(verdict.choice.holder),
            "move": names.turn(&verdict.choice.played),
            "win_before": rounded(verdict.before.win, 4),
            "win_after": rounded(verdict.after.win, 4),
            "error": rounded(verdict.error, 4),
            "loss": rounded(verdict.loss, 4),
            "lead_loss": verdict.lead_loss.map(|loss| rounded(loss, 1)),
            "best": names.turn(&verdict.best),
            "line": verdict.line.iter().map(|steps| names.turn(steps)).collect::<Vec<_>>(),
            "class": verdict.class.id(),
            "proof": verdict.after.proof.map(tetralith_engine::Proof::id),
            "claimed": verdict.evidence.is_claimed,
            "simulations": verdict.evidence.simulations,
            "older": verdict.evidence.is_of_other_build,
        }));
    }
    turns.into()
}

#[cfg(test)]
mod tests {
    use tetralith_core::Record;

    use super::*;

    #[test]
    fn a_result_that_only_the_record_knows_is_claimed() {
        let won = r#""win": 1.0, "proof": "win""#;
        let text = format!(
            r#"{{ "format": "tetralith", "version": 1, "game": "necklace",
            "options": {{ "size": 5 }}, "analysis": {{ "version": 1 }}, "moves": [
            {{ "move": "c3", "analysis": {{ "build": "1-a", "simulations": 100, "seed": 0, {won},
            "best": "c3", "line": ["c3"], "candidates": [],
            "played": {{ {won}, "compared": 100, "seen": 100 }} }} }}] }}"#
        );
        let (record, timeline) = Record::read(text.as_bytes()).unwrap();
        let (mut found, _) = GameAnalysis::of(&record, &timeline);
        let of_turn = |found: &GameAnalysis| {
            let turn = &analysis("a.json", found)["turns"][0];
            [turn["proof"].clone(), turn["claimed"].clone()]
        };
        assert_eq!(of_turn(&found), [json!("win"), json!(true)]);
        found.findings[0].as_mut().unwrap().is_claimed = false;
        assert_eq!(of_turn(&found), [json!("win"), json!(false)]);
    }
}

//! The report on a game as text of at most 60 columns, but for long names and sentences.

use std::fmt::Write as _;

use tetralith_core::notation::Names;
use tetralith_core::rules::{Outcome, Reason};
use tetralith_core::text::display_text;
use tetralith_core::{Colour, Player, Record};
use tetralith_engine::{Level, Proof};

use crate::class::Class;
use crate::game::GameAnalysis;
use crate::moments::Moments;
use crate::report::{PlayerSummary, Report};
use crate::verdict::Verdict;

/// The most turns of the better line that are shown.
const SHOWN_LINE: usize = 6;

/// Writes a line to `out`, which cannot fail.
macro_rules! say {
    ($out:expr, $($what:tt)*) => {
        let _ = writeln!($out, $($what)*);
    };
}

/// The report on a game: the figures of both players, every fault, and the position before each
/// turning point.
pub fn text(record: &Record, analysis: &GameAnalysis) -> String {
    let names = Names::of(analysis.moments.start());
    let verdicts = analysis.verdicts();
    let turns = analysis.moments.list().len();
    let report = Report::of(&verdicts, turns);
    let mut out = String::new();
    head(&mut out, record, &analysis.moments);
    write_figures(&mut out, names, &report);
    faults(&mut out, names, &verdicts, turns);
    turning_points(&mut out, names, analysis, &verdicts, &report);
    say!(out, "");
    for note in notes(analysis, &verdicts, &report) {
        say!(out, "{note}");
    }
    out
}

/// The level of a computer player in a record as people read it; as the record has it, if it is
/// none of this engine's.
pub fn level_title(player: &Player) -> Option<&str> {
    player.level.as_deref().map(|id| Level::from_id(id).map_or(id, |level| level.title))
}

/// The same as a phrase: `level Hard`, or that of an even match with its place among the levels.
pub fn level_text(player: &Player) -> Option<String> {
    let even = player.level.as_deref().and_then(Level::from_id).filter(|level| level.is_even());
    match even {
        Some(level) => Some(format!("{}, {}", level.title, level.rank())),
        None => level_title(player).map(|title| format!("level {title}")),
    }
}

fn head(out: &mut String, record: &Record, moments: &Moments) {
    let (names, turns) = (Names::of(moments.start()), moments.list().len());
    let who = |colour: Colour| {
        let player = &record.players[colour.index()];
        let name = player.named().or(level_title(player));
        let name = name.map(|name| format!(" ({})", display_text(name)));
        format!("{}{}", names.title(colour), name.unwrap_or_default())
    };
    let plural = if turns == 1 { "" } else { "s" };
    say!(out, "{} on {:?}, {turns} turn{plural}", names.info.title, names.geometry);
    let [first, second] = Colour::BOTH.map(who);
    say!(out, "{first} against {second}");
    if let Some(outcome) = moments.outcome() {
        let decision =
            moments.position(turns).standing().decision.filter(|_| outcome.reason.is_on_board());
        let figures = decision.map_or_else(String::new, |figures| format!(", {figures}"));
        match outcome.winner {
            None => {
                say!(out, "A draw {}", outcome.reason);
            }
            Some(winner) => {
                say!(out, "{} wins {}{figures}", names.title(winner), outcome.reason);
            }
        }
    }
    say!(out, "");
}

fn write_figures(out: &mut String, names: Names, report: &Report) {
    let [first, second] = Colour::BOTH.map(|colour| names.title(colour));
    say!(out, "{:<24}{first:>12}{second:>12}", "");
    for (what, [first, second]) in figures(report) {
        say!(out, "{what:<24}{first:>12}{second:>12}");
    }
}

/// The figures of both players in words, row by row: their name, the first player's and the
/// second's.
pub fn figures(report: &Report) -> Vec<(String, [String; 2])> {
    let mut rows = Vec::new();
    let mut row = |what: &str, figure: &dyn Fn(&PlayerSummary) -> String| {
        rows.push((what.to_owned(), [0, 1].map(|i| figure(&report.players[i]))));
    };
    row("moves", &|player| player.moves.to_string());
    let or_none = |figure: Option<String>| figure.unwrap_or_else(|| "–".to_owned());
    row("accuracy", &|player| or_none(player.accuracy.map(|accuracy| format!("{accuracy:.1}"))));
    row("average loss in %", &|player| or_none(player.mean_loss.map(points)));
    for (i, class) in Class::FAULTS.into_iter().enumerate() {
        row(class.title(2), &|player| player.faults[i].to_string());
    }
    row("as good as the best", &|player| {
        or_none(player.best_share.map(|share| format!("{:.0} %", 100.0 * share)))
    });
    for (i, third) in ["opening", "middle", "end"].into_iter().enumerate() {
        row(&format!("average loss, {third}"), &|player| or_none(player.thirds[i].map(points)));
    }
    rows
}

/// Reports that no fault was found, and in how many of so many `turns` if some have not been
/// analysed.
pub fn no_fault(verdicts: &[Verdict], turns: usize) -> String {
    let seen = match verdicts.len() {
        seen if seen < turns => format!(" in the {seen} of {turns} moves analysed"),
        _ => String::new(),
    };
    format!("No inaccuracies, mistakes or blunders found{seen}.")
}

fn faults(out: &mut String, names: Names, verdicts: &[Verdict], turns: usize) {
    let faults: Vec<&Verdict> =
        verdicts.iter().filter(|verdict| verdict.class.is_fault()).collect();
    if faults.is_empty() {
        say!(out, "\n{}", no_fault(verdicts, turns));
        return;
    }
    let width = faults.iter().map(|verdict| mover(names, verdict).len() + 1).fold(7, usize::max);
    say!(
        out,
        "\n{:<5}{:<width$}{:<14}{:<11}{:>6}  better",
        "turn",
        "player",
        "move",
        "class",
        "cost %"
    );
    for verdict in faults {
        let played = format!("{}{}", names.turn(&verdict.choice.played), verdict.class.mark());
        say!(
            out,
            "{:<5}{:<width$}{played:<14}{:<11}{:>6}  {}",
            verdict.choice.turn,
            mover(names, verdict),
            verdict.class.title(1),
            verdict.percents()[2],
            names.turn(&verdict.best),
        );
    }
}

fn turning_points(
    out: &mut String,
    names: Names,
    analysis: &GameAnalysis,
    verdicts: &[Verdict],
    report: &Report,
) {
    for verdict in report.turning_points.iter().map(|&i| &verdicts[i]) {
        say!(
            out,
            "\nTurn {}: {} plays {}{}. {}",
            verdict.choice.turn,
            mover(names, verdict),
            names.turn(&verdict.choice.played),
            verdict.class.mark(),
            judgement(names, verdict),
        );
        say!(
            out,
            "\n{}",
            names.diagram(analysis.moments.position(verdict.index).board()).trim_end()
        );
    }
}

/// The player who made a move, by the colour of the time, and by that of today if colours were
/// swapped since.
pub fn mover(names: Names, verdict: &Verdict) -> String {
    let [then, now] =
        [verdict.choice.player, verdict.choice.holder].map(|colour| names.title(colour));
    if then == now { then.to_owned() } else { format!("{then} (now {now})") }
}

/// The turns that would have been better, in their order: the first six of them.
pub fn better_line(names: Names, verdict: &Verdict) -> String {
    let turns = verdict.line.iter().take(SHOWN_LINE).map(|steps| names.turn(steps));
    turns.collect::<Vec<String>>().join(" ")
}

/// A sentence that states what a move cost: a result that was proven, or so many per cent of the
/// winning chance.
pub fn cost(names: Names, verdict: &Verdict) -> String {
    let (played, known) = (names.turn(&verdict.choice.played), known(verdict));
    if let Some([before, after]) = results(verdict) {
        return format!("{played} turned a {known}{} into a {known}{}.", noun(before), noun(after));
    }
    let state = |proof| match proof {
        Proof::Win => "won",
        Proof::Draw => "drawn",
        Proof::Loss => "lost",
    };
    let proven =
        verdict.after.proof.map_or_else(String::new, |proof| format!(", {known}{}", state(proof)));
    let [before, after, cost] = verdict.percents();
    format!("{played} cost {cost} %: {before} % to {after} %{proven}.")
}

/// Two sentences: the cost of a fault, and the better line.
pub fn judgement(names: Names, verdict: &Verdict) -> String {
    format!("{} Better is {}.", cost(names, verdict), better_line(names, verdict))
}

/// A sentence on what a move cost in fewer words than [`cost`], for where the win rates before and
/// after the move are shown as well.
pub fn brief_cost(names: Names, verdict: &Verdict) -> String {
    let played = names.turn(&verdict.choice.played);
    match results(verdict) {
        Some([before, _]) => format!("{played} lost a {}{}.", known(verdict), noun(before)),
        None => format!("{played} cost {} %.", verdict.percents()[2]),
    }
}

/// The results that were proven before and after a move, if the first is the better one.
fn results(verdict: &Verdict) -> Option<[Proof; 2]> {
    let (before, after) = verdict.before.proof.zip(verdict.after.proof)?;
    (after < before).then_some([before, after])
}

/// The word before a result that was proven: a claim of the record is shown, but it has not been
/// proven.
const fn known(verdict: &Verdict) -> &'static str {
    if verdict.evidence.is_claimed { "" } else { "proven " }
}

const fn noun(proof: Proof) -> &'static str {
    match proof {
        Proof::Win => "win",
        Proof::Draw => "draw",
        Proof::Loss => "loss",
    }
}

/// Names the proven result that the loser of a game gave up by resigning or losing on time after
/// the move of `last`; `None` if none is known.
pub fn given_up(names: Names, outcome: Outcome, last: &Verdict) -> Option<String> {
    let winner = outcome.winner?;
    let proof = last.after.proof?;
    let given = if last.viewer_after() == winner { proof.flipped() } else { proof };
    let (loser, known, result) = (names.title(winner.other()), known(last), noun(given));
    match outcome.reason {
        _ if given == Proof::Loss => None,
        Reason::Resignation => Some(format!("{loser} resigned a {known}{result}")),
        Reason::Time => Some(format!("{loser} lost a {known}{result} on time")),
        Reason::Score | Reason::Connection | Reason::NoMoves | Reason::Stuck | Reason::Own(_) => {
            None
        }
    }
}

/// The sentences that explain how far an analysis can be relied on.
pub fn notes(analysis: &GameAnalysis, verdicts: &[Verdict], report: &Report) -> Vec<String> {
    let mut notes = Vec::new();
    let end = verdicts.last().filter(|end| end.index + 1 == analysis.moments.list().len());
    if let Some((outcome, end)) = analysis.moments.outcome().zip(end) {
        let given = given_up(Names::of(analysis.moments.start()), outcome, end);
        notes.extend(given.map(|given| format!("{given}.")));
    }
    notes.extend(not_analysed(analysis, verdicts.len()));
    let older = verdicts.iter().filter(|verdict| verdict.evidence.is_of_other_build).count();
    if older > 0 {
        let moves =
            if older == 1 { "1 move was".to_owned() } else { format!("{older} moves were") };
        notes.push(format!("{moves} judged by another version of the engine."));
    }
    let hidden = verdicts
        .iter()
        .filter(|verdict| !verdict.class.is_fault() && verdict.loss >= Class::BLUNDER)
        .count();
    if hidden > 0 {
        let seem = if hidden == 1 { "move" } else { "moves" };
        let least = 100.0 * Class::BLUNDER;
        notes.push(format!(
            "{hidden} {seem} may have cost {least:.0} % or more; a deeper analysis can decide."
        ));
    }
    let unclear = verdicts.iter().filter(|verdict| verdict.class == Class::Unclear).count();
    if unclear > 0 {
        let are = if unclear == 1 { "move is" } else { "moves are" };
        notes.push(format!("{unclear} {are} not judged: that would take more simulations."));
    }
    let claimed = verdicts.iter().filter(|verdict| verdict.evidence.is_claimed).count();
    if claimed > 0 {
        let moves = if claimed == 1 { "1 move".to_owned() } else { format!("{claimed} moves") };
        notes.push(format!(
            "Proven results after {moves} come from the record and were not checked again."
        ));
    }
    if report.error > 0.0 {
        let error = points(report.error);
        notes.push(format!(
            "Apart from what longer searches may find, costs are accurate to about ±{error} %."
        ));
    }
    notes
}

/// A sentence that states how many moves are not analysed, if only `judged` of them are.
pub fn not_analysed(analysis: &GameAnalysis, judged: usize) -> Option<String> {
    let moves = match analysis.moments.list().len() - judged {
        0 => return None,
        1 => "1 move is".to_owned(),
        missing => format!("{missing} moves are"),
    };
    Some(format!("{moves} not analysed yet."))
}

/// A chance in per cent, with one decimal place.
pub fn points(chance: f64) -> String {
    format!("{:.1}", 100.0 * chance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{Finding, MoveValue, Played};

    #[test]
    fn the_report_says_how_the_game_ended() {
        let says = |moves: &str, result: &str| {
            let options = format!(r#""options": {{ "size": 5 }}, "moves": [{moves}]"#);
            let game = format!(
                r#"{{ "format": "tetralith", "version": 1, "game": "necklace", {options}{result} }}"#
            );
            let (record, timeline) = Record::read(game.as_bytes()).unwrap();
            let (analysis, _) = GameAnalysis::of(&record, &timeline);
            text(&record, &analysis)
        };
        let resigned = r#", "result": { "winner": "blue", "reason": "resignation" }"#;
        let end = "\nBlue wins by resignation\n";
        assert!(says(r#""c3", "b3""#, resigned).contains(end) && says("", resigned).contains(end));
        assert!(!says(r#""c3", "b3""#, "").contains("wins by"));
    }

    #[test]
    fn costs_have_a_full_and_a_brief_sentence() {
        let game = r#"{ "format": "tetralith", "version": 1, "game": "necklace", "options": { "size": 5 }, "moves": ["c3"] }"#;
        let (_, timeline) = Record::read(game.as_bytes()).unwrap();
        let names = Names::of(timeline.start());
        let value = |win, proof| MoveValue { win, lead: None, proof };
        let described = |before, after, is_claimed| {
            let finding = Finding {
                line: vec![vec![timeline.start().legal()[0]]],
                played: Some(Played { value: after, compared: 100, seen: 100, error: 0.0 }),
                is_claimed,
                ..Finding::sample(100, before)
            };
            let verdict =
                crate::verdicts(&Moments::of_main_line(&timeline), &[Some(finding)], None, "")
                    .remove(0);
            [cost(names, &verdict), brief_cost(names, &verdict)]
        };
        let (won, lost) = (value(1.0, Some(Proof::Win)), value(0.0, Some(Proof::Loss)));
        assert_eq!(
            described(won, lost, false),
            ["c3 turned a proven win into a proven loss.", "c3 lost a proven win."]
        );
        assert_eq!(described(won, lost, true), ["c3 turned a win into a loss.", "c3 lost a win."]);
        let (better, worse) = (value(0.6, None), value(0.4, None));
        assert_eq!(
            described(better, worse, false),
            ["c3 cost 20 %: 60 % to 40 %.", "c3 cost 20 %."]
        );
        // The three figures of the line agree, though 64.4 less 3.6 is nearer to 61.
        assert_eq!(
            described(value(0.644, None), value(0.036, None), false),
            ["c3 cost 60 %: 64 % to 4 %.", "c3 cost 60 %."]
        );
        assert_eq!(
            described(better, lost, false),
            ["c3 cost 60 %: 60 % to 0 %, proven lost.", "c3 cost 60 %."]
        );
    }

    #[test]
    fn proven_results_that_were_given_up_are_named() {
        let game = r#"{ "format": "tetralith", "version": 1, "game": "necklace",
            "options": { "size": 5 }, "moves": ["c3"],
            "result": { "winner": "blue", "reason": "resignation" } }"#;
        let (record, timeline) = Record::read(game.as_bytes()).unwrap();
        let (mut analysis, _) = GameAnalysis::of(&record, &timeline);
        let mut said = |proof, is_claimed| {
            let value = MoveValue { win: 0.5, lead: None, proof };
            analysis.findings = vec![Some(Finding {
                line: vec![vec![timeline.start().legal()[0]]],
                played: Some(Played { value, compared: 100, seen: 100, error: 0.0 }),
                is_claimed,
                ..Finding::sample(100, value)
            })];
            text(&record, &analysis)
        };
        assert!(said(Some(Proof::Win), false).contains("\nRed resigned a proven win.\n"));
        assert!(said(Some(Proof::Win), true).contains("\nRed resigned a win.\n"));
        assert!(!said(Some(Proof::Loss), false).contains("resigned a"));
        assert!(!said(None, false).contains("resigned a"));
    }

    #[test]
    fn a_loss_within_the_noise_is_no_fault_but_is_reported() {
        let game = r#"{ "format": "tetralith", "version": 1, "game": "necklace", "options": { "size": 5 }, "moves": ["c3"] }"#;
        let (record, timeline) = Record::read(game.as_bytes()).unwrap();
        let moments = Moments::of_main_line(&timeline);
        let best = moments.start().legal().remove(0);
        let value = |win| MoveValue { win, lead: None, proof: None };
        let finding = |error| Finding {
            build: "1-a".to_owned(),
            line: vec![vec![best]],
            played: Some(Played { value: value(0.3), compared: 40, seen: 40, error }),
            ..Finding::sample(40, value(0.9))
        };
        let of = |error| {
            let findings = vec![Some(finding(error))];
            text(
                &record,
                &GameAnalysis { moments: moments.clone(), findings, build: "1-a".to_owned() },
            )
        };
        let described = "1 move may have cost 15 % or more";
        assert!(of(0.2).contains("No inaccuracies") && of(0.2).contains(described), "{}", of(0.2));
        let part = GameAnalysis {
            moments: moments.clone(),
            findings: vec![None],
            build: "1-a".to_owned(),
        };
        let part = text(&record, &part);
        assert!(part.contains("found in the 0 of 1 moves analysed."), "{part}");
        assert!(of(0.2).contains("found.\n"), "{}", of(0.2));
        assert!(
            of(0.01).contains("c3??          blunder") && !of(0.01).contains(described),
            "{}",
            of(0.01)
        );
    }
}

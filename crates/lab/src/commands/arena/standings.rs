//! The results that the games of a match add up to.

use std::collections::{BTreeSet, HashMap};
use std::io::Write;

use serde::Serialize;
use tetralith_cli::{CommandError, say};
use tetralith_core::text::display_text;
use tetralith_storage::results::ResultLine;

use crate::arena::{Elo, GameKey, Score, Sprt, SprtVerdict, bradley_terry, scores};
use crate::cli::ArenaArgs;

/// A pairing as one line of output shows it, seen by `a`. Bounds that are infinite are null.
#[derive(Serialize)]
struct Pairing<'a> {
    a: &'a str,
    b: &'a str,
    games: u32,
    wins: u32,
    losses: u32,
    draws: u32,
    pairs: [u32; 5],
    decided: [u32; 2],
    elo: f64,
    low: Option<f64>,
    high: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<Test>,
}

/// A sequential test as the line of the first pairing shows it.
#[derive(Serialize)]
struct Test {
    low: f64,
    high: f64,
    verdict: &'static str,
}

/// Writes what `games` between the players called `names` show.
///
/// # Errors
/// [`CommandError`] if `out` fails.
pub(super) fn write(
    args: &ArenaArgs,
    names: &[String],
    games: &HashMap<GameKey, ResultLine>,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    if let Some(sentence) = builds(names, games) {
        say(&sentence);
    }
    let table = scores(games.values(), names);
    for (i, a) in names.iter().enumerate() {
        for (j, b) in names.iter().enumerate().skip(i + 1) {
            let score = table[i][j];
            if args.json {
                let sprt = args.sprt.filter(|_| (i, j) == (0, 1));
                let pairing = pairing([a, b], &score, sprt);
                writeln!(
                    out,
                    "{}",
                    serde_json::to_string(&pairing).map_err(std::io::Error::from)?
                )?;
            } else {
                writeln!(
                    out,
                    "{}",
                    display_text(&format!("{a} against {b}: {}", score_text(&score)))
                )?;
            }
        }
    }
    if args.json {
        return Ok(());
    }
    if let Some(sprt) = args.sprt {
        let verdict = match sprt.verdict(&table[0][1]) {
            SprtVerdict::Higher => format!("nearer to {} Elo", sprt.high),
            SprtVerdict::Lower => format!("nearer to {} Elo", sprt.low),
            SprtVerdict::Open => "undecided".to_owned(),
        };
        writeln!(out, "test of {} against {}: {verdict}", sprt.low, sprt.high)?;
    }
    if names.len() > 2 {
        writeln!(out, "\nrating, {} at 0, with 95 % intervals", display_text(&names[0]))?;
        let mut rated: Vec<(&String, Elo)> = names.iter().zip(bradley_terry(&table)).collect();
        rated.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
        for (name, elo) in rated {
            writeln!(out, "{:<24}{}", display_text(name), show(elo))?;
        }
    }
    Ok(())
}

/// A pairing of two players with its `score`, for programs.
fn pairing<'a>([a, b]: [&'a str; 2], score: &Score, sprt: Option<Sprt>) -> Pairing<'a> {
    let elo = score.elo();
    let finite = |bound: f64| bound.is_finite().then(|| tenth(bound));
    Pairing {
        a,
        b,
        games: score.games(),
        wins: score.wins,
        losses: score.losses,
        draws: score.draws,
        pairs: score.pairs,
        decided: score.decided(),
        elo: tenth(elo.value),
        low: finite(elo.low),
        high: finite(elo.high),
        sprt: sprt.map(|sprt| Test {
            low: sprt.low,
            high: sprt.high,
            verdict: word(sprt.verdict(score)),
        }),
    }
}

fn score_text(score: &Score) -> String {
    let Score { wins, draws, losses, .. } = score;
    let share = 100.0 * score.points() / f64::from(score.games().max(1));
    let [won, lost] = score.decided();
    let pairs = score.whole_pairs();
    format!(
        "{wins} won, {draws} drawn, {losses} lost ({share:.0} %), decided pairs {won}–{lost} of \
         {pairs}, Elo {}",
        show(score.elo())
    )
}

/// One sentence if the games between the players called `names`, all on one board, were played by
/// several builds of the program.
fn builds(names: &[String], games: &HashMap<GameKey, ResultLine>) -> Option<String> {
    let is_rated = |line: &&ResultLine| names.contains(&line.a) && names.contains(&line.b);
    let rated = games.values().filter(is_rated);
    let found: BTreeSet<_> =
        rated.map(|line| (line.version.as_deref(), line.bench.as_deref())).collect();
    if found.len() < 2 {
        return None;
    }
    // A version of its own is the plainer difference.
    let versions: BTreeSet<_> = found.iter().map(|&(version, _)| version).collect();
    let kind = if versions.len() > 1 { "versions" } else { "builds" };
    let name = |(version, bench): (Option<&str>, Option<&str>)| {
        format!("{} ({})", version.unwrap_or("an unknown one"), bench.unwrap_or("no signature"))
    };
    let names: Vec<String> = found.into_iter().map(name).collect();
    Some(format!(
        "these games were played by different {kind} of the program: {}",
        names.join(", ")
    ))
}

const fn word(verdict: SprtVerdict) -> &'static str {
    match verdict {
        SprtVerdict::Higher => "high",
        SprtVerdict::Lower => "low",
        SprtVerdict::Open => "open",
    }
}

fn tenth(elo: f64) -> f64 {
    (elo * 10.0).round() / 10.0
}

/// An Elo difference for people.
pub(super) fn show(elo: Elo) -> String {
    let bound = |elo: f64| match elo {
        f64::INFINITY => "∞".to_owned(),
        f64::NEG_INFINITY => "-∞".to_owned(),
        elo => format!("{elo:+.0}"),
    };
    format!("{} [{}, {}]", bound(elo.value), bound(elo.low), bound(elo.high))
}

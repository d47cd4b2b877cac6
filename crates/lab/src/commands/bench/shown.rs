//! `tetralith-lab bench shown`: what players were shown against what they won.

use std::collections::BTreeMap;
use std::io::Write;

use tetralith_cli::CommandError;
use tetralith_core::{Colour, Game, Step};
use tetralith_study::Calibration;

use crate::arena::read;
use crate::cli::BenchShownArgs;
use crate::commands::place::in_line;
use crate::report::ReportedGame;

/// The stages of a game, by the share of its moves that are played.
const STAGES: [&str; 3] = ["first quarter", "second quarter", "second half"];

/// The win rates shown to the players to move minus their results, in one game and stage.
#[derive(Default)]
struct Shown {
    /// The sum of a game's positions, and their number; a game is one observation.
    games: Vec<(f64, u32)>,
}

/// Writes a table: by game and stage the mean of what the player to move was shown less what the
/// player won, with its standard error.
///
/// # Errors
/// [`CommandError`] if a file cannot be read, or `out` fails.
pub(super) fn bench_shown(args: &BenchShownArgs, out: &mut impl Write) -> Result<(), CommandError> {
    let mut found: BTreeMap<(&str, String, usize), Shown> = BTreeMap::new();
    for path in &args.files {
        let held = read(path)?;
        let lines = held.lines();
        if lines.is_empty() {
            return Err(CommandError::in_file(path, "there are no games in it"));
        }
        for (number, line) in lines {
            let course = ReportedGame::read(line).map_err(|fault| in_line(path, number, fault))?;
            let options = course.options.to_string();
            for (stage, sum) in sums(&course)?.into_iter().enumerate().filter(|(_, sum)| sum.1 > 0)
            {
                let key = (course.info.id, options.clone(), stage);
                found.entry(key).or_default().games.push(sum);
            }
        }
    }
    writeln!(out, "{:<44}{:<16}{:>10}{:>16}", "game", "stage", "positions", "shown - won")?;
    for ((game, options, stage), shown) in &found {
        let (mean, error) = shown.mean();
        let positions: u32 = shown.games.iter().map(|game| game.1).sum();
        writeln!(
            out,
            "{:<44}{:<16}{positions:>10}{:>16}",
            format!("{game}, {options}"),
            STAGES[*stage],
            format!("{mean:+.1} ± {error:.1}")
        )?;
    }
    Ok(())
}

impl Shown {
    /// The mean over all positions and its standard error by games, in per cent.
    fn mean(&self) -> (f64, f64) {
        let count: f64 = self.games.iter().map(|game| f64::from(game.1)).sum();
        let mean = self.games.iter().map(|game| game.0).sum::<f64>() / count;
        let miss = |game: &(f64, u32)| (game.0 - mean * f64::from(game.1)).powi(2);
        let error = self.games.iter().map(miss).sum::<f64>().sqrt() / count;
        (100.0 * mean, 100.0 * error)
    }
}

/// For each stage of a game, the sum of what the player to move was shown less what the player won,
/// and the number of positions that were not decided.
fn sums(course: &ReportedGame) -> Result<[(f64, u32); STAGES.len()], CommandError> {
    let calibration = Calibration::of(course.info.id);
    let mut position = Game::start(course.info, &course.options)?;
    let mut sums = [(0.0, 0); STAGES.len()];
    for (ply, (&step, &first)) in course.steps.iter().zip(&course.wins).enumerate() {
        // The player who moved first holds the other colour after a swap.
        let own = Step::held_after(Colour::First, course.steps[..ply].iter().copied());
        let of_mover = |chance: f64| if position.to_move() == own { chance } else { 1.0 - chance };
        if let Some(first) = first.filter(|first| (0.001..=0.999).contains(first)) {
            let stage = (4 * ply / course.steps.len()).min(STAGES.len() - 1);
            sums[stage].0 += calibration.chance(of_mover(first)) - of_mover(course.points);
            sums[stage].1 += 1;
        }
        position.play_unchecked(step);
    }
    Ok(sums)
}

#[cfg(test)]
mod tests {
    use tetralith_storage::results::ResultLine;

    use super::*;

    #[test]
    fn win_rates_after_a_swap_are_those_of_their_player() {
        let of = |moves: &[&str], last: u16| {
            let line = ResultLine {
                game: "necklace".into(),
                options: "square 3 pie".into(),
                a_first: true,
                points: 1.0,
                moves: moves.iter().map(|name| (*name).to_owned()).collect(),
                wins: vec![None, None, Some(last)],
                ..ResultLine::default()
            };
            let course = ReportedGame::read(&line).expect("it can be played");
            sums(&course).expect("it can be played")[2].0
        };
        // The player who won saw 90 %, once as blue and once as red.
        let (swapped, unswapped) = (of(&["b2", "swap", "a1"], 100), of(&["b2", "a1", "c3"], 900));
        assert!(-0.5 < swapped && swapped < 0.0, "{swapped}");
        assert!((swapped - unswapped).abs() < 1e-9, "{swapped} {unswapped}");
    }
}

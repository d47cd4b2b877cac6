//! The shipped calibration against the sample that it is fitted to.
//!
//! `TETRALITH_UPDATE=1 cargo test -p tetralith-study --test it calibration` fits it again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use tetralith_core::games::INFOS;
use tetralith_study::{Calibration, Observation};

fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")
}

/// The sample of a game; `None` if it has none.
fn sample(game: &str) -> Option<Vec<Observation>> {
    let text = fs::read_to_string(assets().join(format!("calibration/{game}.jsonl"))).ok()?;
    Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[test]
fn shipped_calibration_is_that_of_the_samples() {
    let samples = INFOS.iter().filter_map(|info| Some((info.id, sample(info.id)?)));
    let fitted: BTreeMap<&str, Calibration> =
        samples.map(|(game, sample)| (game, Calibration::fit(&sample))).collect();
    let path = assets().join("calibration.json");
    if env::var_os("TETRALITH_UPDATE").is_some() {
        let text = fs::read_to_string(&path).unwrap();
        let mut shipped: BTreeMap<String, BTreeMap<String, f64>> =
            serde_json::from_str(&text).unwrap();
        for (game, calibration) in fitted {
            let of_game = shipped.entry(game.to_owned()).or_default();
            of_game.insert("power".to_owned(), calibration.power());
        }
        fs::write(&path, serde_json::to_string_pretty(&shipped).unwrap() + "\n").unwrap();
        return;
    }
    for (game, calibration) in fitted {
        let shipped = Calibration::of(game);
        assert!(
            (shipped.power() - calibration.power()).abs() < 0.002,
            "{game}: {shipped:?}, fitted {calibration:?}"
        );
    }
}

#[test]
fn it_comes_nearer_to_what_became_of_games_it_was_not_fitted_to() {
    for (game, sample) in INFOS.iter().filter_map(|info| Some((info.id, sample(info.id)?))) {
        let (even, odd): (Vec<_>, Vec<_>) = sample.iter().partition(|seen| seen.game % 2 == 0);
        let mut changes = 0.0;
        for (ours, others) in [(&even, &odd), (&odd, &even)] {
            changes += (Calibration::fit(others).brier(ours) - Calibration::NONE.brier(ours)) / 2.0;
        }
        // Where a search is right by itself there is nothing to be gained, and next to nothing to
        // be lost.
        assert!(changes < 0.0025, "{game}: {changes:+.4}");
        assert!(sample.len() >= 700, "{game}: {}", sample.len());
        assert!(
            sample
                .iter()
                .all(|seen| (0.0..=1.0).contains(&seen.win)
                    && [0.0, 0.5, 1.0].contains(&seen.result))
        );
    }
}

/// The chances shown to the players to move less the share they won, in standard errors and in per
/// cent.
///
/// The positions of one game have one result, so a game is one observation; where there are few,
/// the error is at least what chance alone makes.
fn shown_less_won<'a>(
    map: Calibration,
    sample: impl Iterator<Item = &'a Observation> + Clone,
) -> (f64, f64) {
    let count = sample.clone().count() as f64;
    let miss = |seen: &Observation| map.chance(seen.win) - seen.result;
    let mean = sample.clone().map(miss).sum::<f64>() / count;
    let mut games: BTreeMap<u32, f64> = BTreeMap::new();
    let mut chance = 0.0;
    for seen in sample {
        *games.entry(seen.game).or_default() += miss(seen) - mean;
        chance += map.chance(seen.win) * (1.0 - map.chance(seen.win));
    }
    let by_games = games.values().map(|sum| sum * sum).sum::<f64>();
    (mean / (by_games.max(chance).sqrt() / count), 100.0 * mean)
}

#[test]
fn players_to_move_win_what_they_are_shown() {
    for (game, sample) in INFOS.iter().filter_map(|info| Some((info.id, sample(info.id)?))) {
        let map = Calibration::of(game);
        let (errors, mean) = shown_less_won(map, sample.iter());
        assert!(errors.abs() < 2.0, "{game}: {mean:+.1} %, {errors:.1} standard errors");
        // The first quarter of a game, the second, and the rest.
        for stage in 0..3 {
            let is_there = |seen: &&Observation| ((4.0 * seen.done) as usize).min(2) == stage;
            let (errors, mean) = shown_less_won(map, sample.iter().filter(is_there));
            assert!(errors.abs() < 2.0, "{game}, stage {stage}: {mean:+.1} %, {errors:.1}");
        }
    }
}

#[test]
fn each_tenth_of_the_scale_comes_true() {
    let mut found = Vec::new();
    for (game, sample) in INFOS.iter().filter_map(|info| Some((info.id, sample(info.id)?))) {
        let map = Calibration::of(game);
        for tenth in 0..10 {
            let is_there =
                |seen: &&Observation| ((10.0 * map.chance(seen.win)) as usize).min(9) == tenth;
            let (errors, mean) = shown_less_won(map, sample.iter().filter(is_there));
            found.push((errors, format!("{game}, tenth {tenth}: {mean:+.1} %, {errors:.1}")));
        }
    }
    // Of 40 true figures two are beyond two standard errors by chance alone.
    let beyond: Vec<&String> =
        found.iter().filter(|(errors, _)| errors.abs() > 2.0).map(|(_, text)| text).collect();
    assert!(beyond.len() <= 2, "{beyond:?}");
    assert!(found.iter().all(|(errors, _)| errors.abs() < 3.0), "{beyond:?}");
}

//! The shipped calibration against the sample that it is fitted to.
//!
//! `TETRALITH_UPDATE=1 cargo test -p tetralith-study --test it calibration` fits it anew.

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
        fs::write(&path, serde_json::to_string_pretty(&fitted).unwrap() + "\n").unwrap();
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
        assert!(sample.len() >= 800, "{game}: {}", sample.len());
        assert!(
            sample
                .iter()
                .all(|seen| (0.0..=1.0).contains(&seen.win)
                    && [0.0, 0.5, 1.0].contains(&seen.result))
        );
    }
}

//! The table that shows how winning chances come true, made of the samples that they are fitted to.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use tetralith_core::games::INFOS;
use tetralith_study::{Calibration, Observation};

/// The parts into which the chances of the player to move are divided: five of twenty points each.
const PARTS: usize = 5;

/// Two lines for each game that has a sample in `folder`: as searched and as shown.
pub(super) fn table(folder: &Path) -> String {
    let mut text = String::from(
        "| game | positions | chances | Brier score | under 20 % | 20 to 40 % | 40 to 60 % | \
         60 to 80 % | from 80 % |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for info in INFOS {
        let Ok(lines) = fs::read_to_string(folder.join(format!("{}.jsonl", info.id))) else {
            continue;
        };
        let sample: Vec<Observation> =
            lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let shown = Calibration::of(info.id);
        let maps = [
            ("as searched", Calibration::NONE),
            (&*format!("odds to the power {:.2}", shown.power()), shown),
        ];
        for (name, map) in maps {
            let _ = write!(
                text,
                "| {} | {} | {name} | {:.4} |",
                info.title,
                sample.len(),
                map.brier(&sample)
            );
            for part in parts(&sample, map) {
                let _ = write!(text, " {part} |");
            }
            text.push('\n');
        }
    }
    text
}

/// For each part how many positions there are and how many of a hundred the player to move took,
/// halves for draws.
fn parts(sample: &[Observation], map: Calibration) -> [String; PARTS] {
    let mut sums = [(0_u32, 0.0_f64, 0.0_f64); PARTS];
    for seen in sample {
        let chance = map.chance(seen.win);
        let part = &mut sums[((chance * PARTS as f64) as usize).min(PARTS - 1)];
        *part = (part.0 + 1, part.1 + chance, part.2 + seen.result);
    }
    sums.map(|(count, said, came)| {
        let percent = |sum: f64| 100.0 * sum / f64::from(count);
        let figures =
            || format!("{:.0} predicted, {:.0} won ({count})", percent(said), percent(came));
        if count == 0 { "–".to_owned() } else { figures() }
    })
}

//! The part of the engine's findings that can be believed: a search that has gone astray must not
//! mislead, let alone break, the screen.

use tetralith_core::rules::MAX_KOMI;
use tetralith_core::{Colour, Game, Step};
use tetralith_engine::Analysis;

/// As much of `analysis` as can be true of `position`: numbers that are chances, and legal steps.
/// `None` if it is about another position, or no chance is known.
pub fn sensible(mut analysis: Analysis, position: &Game) -> Option<Analysis> {
    if analysis.to_move != position.to_move() || !is_sound(analysis.win, analysis.margin) {
        return None;
    }
    let most = f32::from(MAX_KOMI) + position.board().geometry().len() as f32 + 1.0;
    analysis.score = analysis.score.filter(|score| score.abs() <= most);
    for candidate in &mut analysis.candidates {
        candidate.score = candidate.score.filter(|score| score.abs() <= most);
    }
    analysis.candidates.retain(|candidate| {
        is_sound(candidate.win, candidate.margin) && position.check(candidate.step).is_ok()
    });
    let legal = legal_part(&analysis.principal_variation, position);
    analysis.principal_variation.truncate(legal);
    for line in &mut analysis.other_lines {
        line.truncate(legal_part(line, position));
    }
    Some(analysis)
}

/// The number of `steps` that can be made from `position`, up to the first that cannot.
fn legal_part(steps: &[Step], position: &Game) -> usize {
    let mut position = position.clone();
    steps
        .iter()
        .take_while(|&&step| position.outcome().is_none() && position.play(step).is_ok())
        .count()
}

fn is_sound(win: f32, margin: f32) -> bool {
    (0.0..=1.0).contains(&win) && (-1.0..=1.0).contains(&margin)
}

/// The first player's winning chance as a search found it, in whole percents; `None` if nothing was
/// searched.
pub fn first_players_chance(analysis: &Analysis) -> Option<f64> {
    let win = match analysis.to_move {
        Colour::First => analysis.win,
        Colour::Second => 1.0 - analysis.win,
    };
    (analysis.simulations > 0 && win.is_finite())
        .then(|| f64::from((100.0 * win).round().clamp(0.0, 100.0)) / 100.0)
}

/// The first player's winning chance after `step`, which was chosen by `analysis`; `None` if
/// nothing was searched.
pub fn first_players_chance_after(analysis: &Analysis, step: Step) -> Option<f64> {
    let chance = first_players_chance(analysis)?;
    // A player who swaps takes the other colour and its chance.
    Some(if step == Step::Swap { (100.0 - 100.0 * chance).round() / 100.0 } else { chance })
}

#[cfg(test)]
mod tests {
    use tetralith_core::{Cell, Setup, games};
    use tetralith_engine::{AnySearch, CancelToken, Config, Limits};

    use super::*;

    #[test]
    fn swappers_take_the_win_rate_along() {
        let mut found = Analysis::new(Colour::Second);
        (found.simulations, found.win) = (100, 0.97);
        assert_eq!(first_players_chance(&found), Some(0.03));
        assert_eq!(first_players_chance_after(&found, Step::Place(Cell::new(0))), Some(0.03));
        assert_eq!(first_players_chance_after(&found, Step::Swap), Some(0.97));
    }

    #[test]
    fn findings_are_kept_and_nonsense_is_dropped() {
        for &info in games::INFOS {
            let setup = Setup { size: Some(i64::from(info.boards[0].min) + 1), ..Setup::default() };
            let mut position = Game::start(info, &info.options(&setup).unwrap()).unwrap();
            let mut line = Vec::new();
            while position.outcome().is_none() {
                let mut mind = AnySearch::new(Config { memory: 4 << 20, ..Config::default() });
                mind.follow(&position, &line);
                let found =
                    mind.run(&Limits::simulations(60), &CancelToken::new(), &mut |_| {}).unwrap();
                assert_eq!(
                    sensible(found.clone(), &position).as_ref(),
                    Some(&found),
                    "{}",
                    info.id
                );
                let with = |change: &dyn Fn(&mut Analysis)| {
                    let mut changed = found.clone();
                    change(&mut changed);
                    changed
                };
                assert_eq!(sensible(with(&|found| found.win = f32::NAN), &position), None);
                assert_eq!(sensible(with(&|found| found.margin = f32::INFINITY), &position), None);
                assert_eq!(
                    sensible(with(&|found| found.to_move = found.to_move.other()), &position),
                    None
                );
                for score in [f32::NAN, f32::NEG_INFINITY, 1e30] {
                    let rest =
                        sensible(with(&|found| found.score = Some(score)), &position).unwrap();
                    assert_eq!(rest, with(&|found| found.score = None));
                }
                let mut astray = found.clone();
                astray.principal_variation.insert(0, Step::Place(Cell::new(600)));
                astray.candidates[0].step = Step::Flip(Cell::new(601));
                let rest = sensible(astray, &position).unwrap();
                assert_eq!(
                    (rest.candidates.len(), rest.principal_variation.len()),
                    (found.candidates.len() - 1, 0)
                );
                let step = found.best().unwrap();
                position.play(step).unwrap();
                line.push(step);
            }
        }
    }
}

//! The gain of a step by the game's own rough count ([`Rules::balance`]).

use tetralith_core::{Colour, Rules, Step};

/// By how much `mover` is ahead as the game counts now.
pub(crate) fn ahead<G: Rules>(position: &G, mover: Colour) -> f64 {
    let balance = position.balance();
    if mover == Colour::First { balance } else { -balance }
}

/// By how much further ahead `step`, which must be legal, leaves whoever plays it.
pub(crate) fn gain<G: Rules>(position: &G, step: Step) -> f64 {
    let mover = position.to_move();
    let mut next = position.clone();
    next.play_unchecked(step);
    ahead(&next, mover) - ahead(position, mover)
}

/// By how much less `step`, which must be legal, leaves whoever plays it, and has won, to do ([`Rules::left_to_do`]).
pub(crate) fn saving<G: Rules>(position: &G, step: Step) -> f64 {
    let mover = position.to_move();
    let mut next = position.clone();
    next.play_unchecked(step);
    position.left_to_do(mover) - next.left_to_do(mover)
}

/// The median size of `gains` and losses, of those that are any; `None` if none is.
pub(crate) fn median_size(gains: impl Iterator<Item = f64>) -> Option<f64> {
    let mut sizes: Vec<f64> = gains.map(f64::abs).filter(|size| *size > 0.0 && size.is_finite()).collect();
    sizes.sort_by(f64::total_cmp);
    sizes.get(sizes.len() / 2).copied()
}

/// `gains` in units of twice their median size, cut to between −1 and 1; 0 for all if none is any.
pub(crate) fn scaled(gains: &[f64]) -> Vec<f32> {
    let unit = median_size(gains.iter().copied()).map_or(f64::INFINITY, |median| 2.0 * median);
    gains.iter().map(|gain| (gain / unit).clamp(-1.0, 1.0) as f32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_are_told_in_twice_their_median() {
        assert_eq!(scaled(&[4.0, -2.0, 0.0, 1.0]), [1.0, -0.5, 0.0, 0.25]);
        assert_eq!(scaled(&[0.0, 0.0]), [0.0, 0.0]);
        assert!(median_size([0.0, f64::INFINITY].into_iter()).is_none());
    }
}

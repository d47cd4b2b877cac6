//! The children of a node that looked best so far, where there are too many to look at all of them
//! each time.

use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

/// The number of children that are remembered.
pub(crate) const FAVOURITES: usize = 8;

/// The places of the children of a node that looked best at their last visit, in no order; at first
/// each is that of the first.
///
/// Two threads at once may write over what the other has found, and one may find the place of a
/// child that it does not know yet: it takes the last child that it knows instead.
#[derive(Default)]
pub(crate) struct Favourites([AtomicU16; FAVOURITES]);

impl Favourites {
    /// Returns the place of the child to go on with: the one of the highest value among the
    /// favourites and `window` of the `count` children, at least one, from `start` on and round to
    /// the first again.
    ///
    /// `highest(from, to, least)` returns the child of the highest value above `least` at the
    /// places `from..to`, if there is one, and that value. A child that beats the lowest favourite,
    /// and is not a favourite itself, takes its place.
    ///
    /// A search of a node with hundreds of children would otherwise spend most of its time on those
    /// that were hopeless a moment ago. A child that becomes the best is seen after `count /
    /// window` visits on average.
    #[inline]
    pub(crate) fn choose(
        &self,
        count: usize,
        start: usize,
        window: usize,
        highest: impl Fn(usize, usize, f32) -> (Option<usize>, f32),
    ) -> usize {
        let (mut best, mut of_best) = (0, f32::NEG_INFINITY);
        let (mut worst, mut of_worst) = (&self.0[0], f32::INFINITY);
        for favourite in &self.0 {
            let place = usize::from(favourite.load(Relaxed)).min(count - 1);
            let (_, value) = highest(place, place + 1, f32::NEG_INFINITY);
            if value > of_best {
                (best, of_best) = (place, value);
            }
            if value < of_worst {
                (worst, of_worst) = (favourite, value);
            }
        }
        // The window may hold favourites too: then what comes next in it has to wait.
        let end = start + window.min(count);
        let (after, value) = highest(start, end.min(count), of_worst);
        let (before, value) = highest(0, end.saturating_sub(count), value);
        let Some(found) = before.or(after) else { return best };
        if !self.has(found) {
            worst.store(found as u16, Relaxed);
        }
        if value > of_best { found } else { best }
    }

    fn has(&self, place: usize) -> bool {
        self.0.iter().any(|favourite| usize::from(favourite.load(Relaxed)) == place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The choice of `choose` among children with these values from `start` on.
    fn choose(favourites: &Favourites, values: &[f32], start: usize, window: usize) -> usize {
        favourites.choose(values.len(), start, window, |from, to, least| {
            let mut found = (None, least);
            for (place, &value) in values.iter().enumerate().take(to).skip(from) {
                if value > found.1 {
                    found = (Some(place), value);
                }
            }
            found
        })
    }

    #[test]
    fn better_children_are_found_and_remembered() {
        let mut values = [0.3; 100];
        values[7] = 0.6;
        values[90] = 0.9;
        let favourites = Favourites::default();
        assert_eq!(choose(&favourites, &values, 2, 10), 7);
        assert_eq!(choose(&favourites, &values, 30, 10), 7, "out of the window, it is a favourite");
        assert_eq!(choose(&favourites, &values, 85, 10), 90);
        values[90] = 0.5;
        assert_eq!(choose(&favourites, &values, 30, 10), 7, "the second best was not forgotten");
    }

    #[test]
    fn the_window_goes_round() {
        let mut values = [0.3; 100];
        values[1] = 0.6;
        assert_eq!(choose(&Favourites::default(), &values, 97, 10), 1);
        assert_eq!(choose(&Favourites::default(), &values, 97, 3), 0, "not as far as that");
        assert_eq!(choose(&Favourites::default(), &values, 50, 1000), 1, "a window may hold all");
    }

    #[test]
    fn best_remembered_children_become_the_favourites() {
        let values: Vec<f32> =
            (0..100_u16).map(|place| f32::from(place * 37 % 100) / 100.0).collect();
        let favourites = Favourites::default();
        for start in (0..100).cycle().step_by(3).take(1000) {
            choose(&favourites, &values, start, 10);
        }
        let mut kept: Vec<f32> =
            favourites.0.iter().map(|place| values[usize::from(place.load(Relaxed))]).collect();
        kept.sort_by(f32::total_cmp);
        assert_eq!(kept, [0.92, 0.93, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99]);
    }

    #[test]
    fn places_without_a_known_child_mean_the_last_one() {
        let favourites = Favourites::default();
        favourites.0[3].store(500, Relaxed);
        assert_eq!(choose(&favourites, &[0.1, 0.2, 0.3], 0, 2), 2);
    }
}

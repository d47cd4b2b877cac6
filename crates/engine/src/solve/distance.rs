//! The fastest end of a won game, and the longest resistance in a lost one.

use std::collections::HashMap;

use tetralith_core::{Colour, Exact, Step};

use crate::solve::control::{BREATH, Control, Stopped};
use crate::solve::search::seen_by;

/// The most steps that are counted.
const MOST: u16 = 200;

/// Bounds of the steps from a position to the end: there are more than the first number and at most
/// the second.
type Known = (u16, u16);

/// A search for the number of steps to the end, which one player wants few and the other many.
pub(crate) struct Distance<'a> {
    control: &'a Control<'a>,
    winner: Colour,
    /// By key and player to move: positions of either player to move may share a key, each as that
    /// player sees it.
    known: HashMap<(u128, Colour), Known>,
    uncounted: u64,
}

impl<'a> Distance<'a> {
    /// A search for the shortest way to the win of `winner`.
    pub(crate) fn new(control: &'a Control<'a>, winner: Colour) -> Self {
        Self { control, winner, known: HashMap::new(), uncounted: 0 }
    }

    /// The steps to the end if `winner` hurries and the other side resists, and the steps that make
    /// it so, or those of them that were found before the limit; `position` is won.
    pub(crate) fn least<E: Exact>(
        &mut self,
        position: &E,
    ) -> Result<Option<(u16, Vec<Step>)>, Stopped> {
        let Some(count) = self.within_some(position)? else { return Ok(None) };
        let mut steps = Vec::new();
        position.steps(&mut steps);
        let mut found = Vec::new();
        for step in steps {
            let mut next = position.clone();
            next.play(step);
            match self.keeps(&next, position.to_move(), count) {
                Ok(true) => found.push(step),
                Ok(false) => {}
                Err(stopped) if found.is_empty() => return Err(stopped),
                Err(_) => break,
            }
        }
        Ok((!found.is_empty()).then_some((count, found)))
    }

    /// True if `next`, to which `mover` came from a position that ends in so many steps, is as
    /// `mover` wants it.
    fn keeps<E: Exact>(&mut self, next: &E, mover: Colour, count: u16) -> Result<bool, Stopped> {
        // The side that hurries needs a step that leaves one less; the side that resists needs one
        // that leaves no less than that.
        if mover == self.winner {
            self.ends(next, count - 1)
        } else {
            Ok(count < 2 || !self.ends(next, count - 2)?)
        }
    }

    fn within_some<E: Exact>(&mut self, position: &E) -> Result<Option<u16>, Stopped> {
        for count in 1..=MOST {
            if self.ends(position, count)? {
                return Ok(Some(count));
            }
        }
        Ok(None)
    }

    /// True if the winner can end the game within so many steps.
    fn ends<E: Exact>(&mut self, position: &E, count: u16) -> Result<bool, Stopped> {
        if let Some(value) = position.result() {
            return Ok(seen_by(self.winner, value) > 0);
        }
        let [low, high] = position.range();
        if count == 0 || seen_by(self.winner, low).max(seen_by(self.winner, high)) <= 0 {
            return Ok(false);
        }
        self.uncounted += 1;
        if self.uncounted >= BREATH {
            self.control.count(std::mem::take(&mut self.uncounted), true)?;
        }
        let key = (position.key(), position.to_move());
        let (more, most) = self.known.get(&key).copied().unwrap_or((0, u16::MAX));
        if count <= more || count >= most {
            return Ok(count >= most);
        }
        let mut steps = Vec::new();
        position.steps(&mut steps);
        let is_hurried = position.to_move() == self.winner;
        let mut ends = !is_hurried;
        for step in steps {
            let mut next = position.clone();
            next.play(step);
            if self.ends(&next, count - 1)? == is_hurried {
                ends = is_hurried;
                break;
            }
        }
        self.known.insert(key, if ends { (more, count) } else { (count, most) });
        Ok(ends)
    }
}

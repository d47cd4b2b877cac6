//! Questions about the value of a position, answered by the search that suits the game.

use std::thread;

use tetralith_core::{Colour, Exact, Step};

use crate::solve::control::{Control, Stopped};
use crate::solve::proof::Proof;
use crate::solve::table::Table;
use crate::solve::window::Window;

/// A search of positions of one game with a table that several questions share.
pub(crate) struct Search<'a> {
    pub(crate) table: &'a Table,
    pub(crate) control: &'a Control<'a>,
    pub(crate) threads: u32,
}

impl Search<'_> {
    /// True if `viewer` reaches `bound` or more, as `viewer` counts.
    pub(crate) fn reaches<E: Exact>(
        &self,
        position: &E,
        viewer: Colour,
        bound: i16,
    ) -> Result<bool, Stopped> {
        let [low, high] = self.recall(position);
        let (least, most) = if viewer == Colour::First { (low, high) } else { (-high, -low) };
        if least >= bound || most < bound {
            return Ok(least >= bound);
        }
        self.find(position, viewer, bound).map(|(reaches, _)| reaches)
    }

    /// True if `viewer` reaches `bound` or more from a position that goes on, with a step that does
    /// so if `viewer` is to move.
    fn find<E: Exact>(
        &self,
        position: &E,
        viewer: Colour,
        bound: i16,
    ) -> Result<(bool, Option<Step>), Stopped> {
        if self.threads <= 1 {
            return self.ask(position, viewer, bound, 0);
        }
        thread::scope(|scope| {
            for helper in 1..self.threads {
                let help = move || {
                    // The first to have the answer ends the search of the others, whose results are
                    // in the table.
                    if self.ask(position, viewer, bound, helper).is_ok() {
                        self.control.stop();
                    }
                };
                // If the system gives no more threads, there are fewer helpers.
                if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            // However it ends, the helpers do not hold it up.
            let _stop = self.control.stop_on_drop();
            self.ask(position, viewer, bound, 0)
        })
        .or_else(|stopped| {
            if self.control.is_over() {
                return Err(stopped);
            }
            self.control.resume();
            self.ask(position, viewer, bound, 0)
        })
        .inspect(|_| self.control.resume())
    }

    fn ask<E: Exact>(
        &self,
        position: &E,
        viewer: Colour,
        bound: i16,
        thread: u32,
    ) -> Result<(bool, Option<Step>), Stopped> {
        let mover = position.to_move();
        if E::BY_PROOF_NUMBERS {
            let (wins, step) = Proof::new(self.table, self.control, thread).wins(position)?;
            return Ok((wins == (mover == viewer), step));
        }
        let mut window = Window::new(self.table, self.control, thread);
        Ok(if mover == viewer {
            let (value, step) = window.bound(position, bound)?;
            (value >= bound, step.filter(|_| value >= bound))
        } else {
            (window.bound(position, 1 - bound)?.0 < 1 - bound, None)
        })
    }

    /// The range of the value for the first player, as far as is known without a search.
    pub(crate) fn recall<E: Exact>(&self, position: &E) -> [i16; 2] {
        let range = position.range();
        if range[0] == range[1] {
            range
        } else if E::BY_PROOF_NUMBERS {
            match Proof::new(self.table, self.control, 0).recall(position) {
                Some(Colour::First) => [1, 1],
                Some(Colour::Second) => [-1, -1],
                None => range,
            }
        } else {
            Window::new(self.table, self.control, 0).recall(position)
        }
    }

    /// The value of a position for the first player.
    pub(crate) fn value<E: Exact>(&self, position: &E) -> Result<i16, Stopped> {
        let [mut low, mut high] = self.recall(position);
        // The guess moves to wherever the last answer points, and never outside of what is
        // possible.
        let mut guess = if E::IS_WON_OR_LOST { 1 } else { (low + high + 1).div_euclid(2) };
        while low < high {
            guess = guess.clamp(low + 1, high);
            if self.reaches(position, Colour::First, guess)? {
                low = guess;
            } else {
                high = if E::IS_WON_OR_LOST { -1 } else { guess - 1 };
            }
            let [least, most] = self.recall(position);
            (low, high) = (low.max(least), high.min(most));
            guess = if guess > low { high } else { low + 1 };
        }
        Ok(low)
    }

    /// A step of `viewer`, who is to move, that reaches `bound`; `None` if there is none.
    ///
    /// Steps that are known to do so without a search come before others.
    pub(crate) fn keeping<E: Exact>(
        &self,
        position: &E,
        viewer: Colour,
        bound: i16,
    ) -> Result<Option<Step>, Stopped> {
        let mut steps = Vec::new();
        position.steps(&mut steps);
        let after = |step| {
            let mut next = position.clone();
            next.play(step);
            next
        };
        let is_enough =
            |value: Option<i16>| value.is_some_and(|value| seen_by(viewer, value) >= bound);
        let known: [&dyn Fn(&E) -> bool; 3] =
            [&|next| is_enough(next.result()), &|next| is_enough(next.decided()), &|next| {
                self.recall(next).map(|value| seen_by(viewer, value)).into_iter().min()
                    >= Some(bound)
            }];
        if let Some(step) =
            known.iter().find_map(|test| steps.iter().copied().find(|&step| test(&after(step))))
        {
            return Ok(Some(step));
        }
        self.find(position, viewer, bound).map(|(_, step)| step)
    }
}

/// A value of the first player's as `viewer` counts.
pub(crate) const fn seen_by(viewer: Colour, value: i16) -> i16 {
    match viewer {
        Colour::First => value,
        Colour::Second => -value,
    }
}

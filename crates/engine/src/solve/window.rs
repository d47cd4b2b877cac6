//! Null-window search with both bounds in the table: for games with scores or draws.
//!
//! Source: Plaat, Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax algorithms", 1996
//! (MTD(f)).

use tetralith_core::{Colour, Exact, Step};

use crate::solve::control::{BREATH, Control, Stopped};
use crate::solve::table::Table;

/// A range of values as the player to move sees them.
#[derive(Clone, Copy)]
struct Bounds {
    low: i16,
    high: i16,
}

impl Bounds {
    fn of(range: [i16; 2], viewer: Colour) -> Self {
        match viewer {
            Colour::First => Self { low: range[0], high: range[1] },
            Colour::Second => Self { low: -range[1], high: -range[0] },
        }
    }

    const fn known(self) -> u64 {
        (self.low as u16 as u64) << 16 | self.high as u16 as u64
    }

    const fn from_known(known: u64) -> Self {
        Self { low: (known >> 16) as u16 as i16, high: known as u16 as i16 }
    }

    fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }
}

/// A search by one thread.
pub(crate) struct Window<'a> {
    table: &'a Table,
    control: &'a Control<'a>,
    /// 0 for the first thread; the others try steps in another order.
    thread: u32,
    nodes: u64,
    uncounted: u64,
    rooms: Vec<Room>,
}

/// The data of one ply.
#[derive(Default)]
struct Room {
    steps: Vec<Step>,
    /// The steps that were good enough last at this ply, the latest first.
    killers: [Option<Step>; 2],
}

impl<'a> Window<'a> {
    pub(crate) fn new(table: &'a Table, control: &'a Control<'a>, thread: u32) -> Self {
        Self { table, control, thread, nodes: 0, uncounted: 0, rooms: Vec::new() }
    }

    /// A bound of the value for the player to move: at least `bound` if the value is, and a step
    /// that reaches it; else less.
    pub(crate) fn bound<E: Exact>(
        &mut self,
        position: &E,
        bound: i16,
    ) -> Result<(i16, Option<Step>), Stopped> {
        self.look(position, bound, 0)
    }

    /// The range of the value for the first player, as far as the table knows.
    pub(crate) fn recall<E: Exact>(&self, position: &E) -> [i16; 2] {
        let viewer = position.to_move();
        let bounds = self.seen(position, position.key());
        Bounds::of([bounds.low, bounds.high], viewer).into()
    }

    fn seen<E: Exact>(&self, position: &E, key: u128) -> Bounds {
        let bounds = Bounds::of(position.range(), position.to_move());
        self.table.get(key).map_or(bounds, |known| bounds.and(Bounds::from_known(known)))
    }

    fn look<E: Exact>(
        &mut self,
        position: &E,
        bound: i16,
        ply: usize,
    ) -> Result<(i16, Option<Step>), Stopped> {
        self.nodes += 1;
        self.uncounted += 1;
        if self.uncounted >= BREATH {
            self.control.count(std::mem::take(&mut self.uncounted), self.thread == 0)?;
        }
        let mover = position.to_move();
        let range = Bounds::of(position.range(), mover);
        // At the root a step is wanted, so nothing is taken from the table there.
        if ply > 0 && (range.low >= bound || range.high < bound) {
            return Ok((if range.low >= bound { range.low } else { range.high }, None));
        }
        let key = position.key();
        let known = self.table.get(key).map_or(range, |known| range.and(Bounds::from_known(known)));
        if ply > 0 && (known.low >= bound || known.high < bound) {
            return Ok((if known.low >= bound { known.low } else { known.high }, None));
        }
        if self.rooms.len() <= ply {
            self.rooms.resize_with(ply + 1, Room::default);
        }
        let begin = self.nodes;
        let killers =
            self.rooms[ply].killers.map(|killer| killer.filter(|&k| position.recommends(k)));
        let mut best = (i16::MIN, None);
        for killer in killers.into_iter().flatten() {
            best = self.follow(position, killer, bound, ply, best)?;
            if best.0 >= bound {
                break;
            }
        }
        if best.0 < bound {
            let mut steps = std::mem::take(&mut self.rooms[ply].steps);
            position.tries(&mut steps);
            steps.retain(|&step| !killers.contains(&Some(step)));
            if self.thread > 0 && steps.len() > 2 {
                let other = (key as usize ^ self.thread as usize) % steps.len();
                steps.swap(0, other);
            }
            let found = self.first_enough(position, &steps, bound, ply, best);
            self.rooms[ply].steps = steps;
            best = found?;
        }
        if best.1.is_none() {
            // The game is over.
            return Ok((range.low, None));
        }
        let known = if best.0 >= bound {
            Bounds { low: known.low.max(best.0), ..known }
        } else {
            Bounds { high: known.high.min(best.0), ..known }
        };
        self.table.put(key, known.known(), self.nodes - begin);
        if best.0 >= bound && best.1 != self.rooms[ply].killers[0] {
            let [first, _] = self.rooms[ply].killers;
            self.rooms[ply].killers = [best.1, first];
        }
        Ok(best)
    }

    /// Looks at `steps` until one is enough; returns that, or the best of them and of what was
    /// `found` before.
    fn first_enough<E: Exact>(
        &mut self,
        position: &E,
        steps: &[Step],
        bound: i16,
        ply: usize,
        found: (i16, Option<Step>),
    ) -> Result<(i16, Option<Step>), Stopped> {
        let mut best = found;
        for &step in steps {
            best = self.follow(position, step, bound, ply, best)?;
            if best.0 >= bound {
                break;
            }
        }
        Ok(best)
    }

    /// Looks at one step; returns it if it is better than what was `found` before, else that.
    fn follow<E: Exact>(
        &mut self,
        position: &E,
        step: Step,
        bound: i16,
        ply: usize,
        found: (i16, Option<Step>),
    ) -> Result<(i16, Option<Step>), Stopped> {
        let mut next = position.clone();
        next.play(step);
        let value = if next.to_move() == position.to_move() {
            self.look(&next, bound, ply + 1)?.0
        } else {
            -self.look(&next, 1 - bound, ply + 1)?.0
        };
        Ok(if value > found.0 { (value, Some(step)) } else { found })
    }
}

impl From<Bounds> for [i16; 2] {
    fn from(bounds: Bounds) -> Self {
        [bounds.low, bounds.high]
    }
}

impl Drop for Window<'_> {
    fn drop(&mut self) {
        let _ = self.control.count(self.uncounted, false);
    }
}

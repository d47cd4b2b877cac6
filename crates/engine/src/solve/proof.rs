//! Depth-first proof-number search: for games that are won or lost.
//!
//! Sources: Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its Applications", 2002;
//! Pawlewicz and Lew, "Improving Depth-First PN-Search: 1 + ε Trick", 2007.

use tetralith_core::{Colour, Exact, Step};

use crate::solve::control::{BREATH, Control, Stopped};
use crate::solve::table::Table;

/// The number that means impossible.
const NEVER: u32 = (1 << 28) - 1;

/// The difficulty of proving a position won, and lost, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    win: u32,
    loss: u32,
}

impl Numbers {
    const WON: Self = Self { win: 0, loss: NEVER };
    const LOST: Self = Self { win: NEVER, loss: 0 };

    const fn flipped(self) -> Self {
        Self { win: self.loss, loss: self.win }
    }

    const fn known(self) -> u64 {
        (self.win as u64) << 28 | self.loss as u64
    }

    const fn from_known(known: u64) -> Self {
        Self { win: (known >> 28) as u32 & NEVER, loss: known as u32 & NEVER }
    }

    const fn is_settled(self) -> bool {
        self.win == 0 || self.loss == 0
    }
}

/// A step and the numbers of what it leads to, from the point of view of the player who makes it.
#[derive(Clone, Copy)]
struct Child {
    step: Step,
    numbers: Numbers,
}

/// A position that a step leads to.
struct Next<E> {
    position: E,
    /// Its numbers for its player to move, if the rules settle it; its key, if they do not.
    numbers: Option<Numbers>,
    key: u128,
}

/// A search by one thread.
pub(crate) struct Proof<'a> {
    table: &'a Table,
    control: &'a Control<'a>,
    /// 0 for the first thread; the others see other guesses.
    thread: u32,
    nodes: u64,
    uncounted: u64,
    rooms: Vec<(Vec<Step>, Vec<Child>)>,
}

impl<'a> Proof<'a> {
    pub(crate) fn new(table: &'a Table, control: &'a Control<'a>, thread: u32) -> Self {
        Self { table, control, thread, nodes: 0, uncounted: 0, rooms: Vec::new() }
    }

    /// True if the player to move wins, with a step that does.
    pub(crate) fn wins<E: Exact>(&mut self, position: &E) -> Result<(bool, Option<Step>), Stopped> {
        let mut numbers = Numbers { win: 1, loss: 1 };
        let mut step = None;
        while !numbers.is_settled() {
            (numbers, step) = self.expand(position, Numbers { win: NEVER, loss: NEVER }, 0)?;
        }
        Ok((numbers.win == 0, step.filter(|_| numbers.win == 0)))
    }

    /// Returns who wins, if the table knows.
    pub(crate) fn recall<E: Exact>(&self, position: &E) -> Option<Colour> {
        let numbers = self.seen(position);
        numbers.is_settled().then(|| {
            let mover = position.to_move();
            if numbers.win == 0 { mover } else { mover.other() }
        })
    }

    /// The numbers of a position that is not looked into, for its player to move.
    fn seen<E: Exact>(&self, position: &E) -> Numbers {
        settled(position).unwrap_or_else(|| self.remembered(position, position.key()))
    }

    /// The same for a position that is not settled, with its key.
    fn remembered<E: Exact>(&self, position: &E, key: u128) -> Numbers {
        if let Some(known) = self.table.get(key) {
            return Numbers::from_known(known);
        }
        let mover = position.to_move();
        let effort = position.effort();
        let noise = if self.thread == 0 { 0 } else { (key as u32).wrapping_mul(self.thread) >> 30 };
        Numbers { win: effort[mover.index()] + noise, loss: effort[mover.other().index()] + noise }
    }

    /// Looks into `position` until its numbers reach `limits`; returns them, and the step that
    /// looks best.
    fn expand<E: Exact>(
        &mut self,
        position: &E,
        limits: Numbers,
        ply: usize,
    ) -> Result<(Numbers, Option<Step>), Stopped> {
        if self.rooms.len() <= ply {
            self.rooms.resize_with(ply + 1, Default::default);
        }
        let (mut steps, mut children) = std::mem::take(&mut self.rooms[ply]);
        position.tries(&mut steps);
        let mover = position.to_move();
        let begin = self.nodes;
        children.clear();
        for (&step, next) in steps.iter().zip(self.after(position, &steps)) {
            self.nodes += 1;
            self.uncounted += 1;
            let Next { position: next, numbers, key } = next;
            let numbers = numbers.unwrap_or_else(|| self.remembered(&next, key));
            let numbers = if next.to_move() == mover { numbers } else { numbers.flipped() };
            children.push(Child { step, numbers });
            if numbers.win == 0 {
                break;
            }
        }
        let found = self.narrow(position, limits, ply, &mut children, begin);
        self.rooms[ply] = (steps, children);
        found
    }

    /// The positions after `steps`, up to the first that is won at once. Their entries are fetched
    /// together: one after the other, each would be waited for where the table is large.
    fn after<E: Exact>(&self, position: &E, steps: &[Step]) -> Vec<Next<E>> {
        let mover = position.to_move();
        let mut nexts = Vec::with_capacity(steps.len());
        for &step in steps {
            let mut next = position.clone();
            next.play(step);
            let numbers = settled(&next);
            let key = if numbers.is_none() { next.key() } else { 0 };
            let is_won = numbers.is_some_and(|numbers| {
                if next.to_move() == mover { numbers.win == 0 } else { numbers.loss == 0 }
            });
            nexts.push(Next { position: next, key, numbers });
            if is_won {
                break;
            }
        }
        let open = nexts.iter().filter(|next| next.numbers.is_none());
        self.table.fetch(open.map(|next| next.key));
        nexts
    }

    fn narrow<E: Exact>(
        &mut self,
        position: &E,
        limits: Numbers,
        ply: usize,
        children: &mut [Child],
        begin: u64,
    ) -> Result<(Numbers, Option<Step>), Stopped> {
        loop {
            let (numbers, best, second) = together(children);
            let is_done =
                numbers.is_settled() || numbers.win >= limits.win || numbers.loss >= limits.loss;
            let Some(best) = best.filter(|_| !is_done) else {
                self.table.put(position.key(), numbers.known(), self.nodes - begin);
                return Ok((numbers, best.map(|best| children[best].step)));
            };
            if self.uncounted >= BREATH {
                self.control.count(std::mem::take(&mut self.uncounted), self.thread == 0)?;
            }
            let child = children[best];
            let mut next = position.clone();
            next.play(child.step);
            let limits = Numbers {
                win: limits.win.min(second.saturating_add(second / 4 + 1)).min(NEVER),
                loss: (limits.loss - numbers.loss).saturating_add(child.numbers.loss).min(NEVER),
            };
            let is_same = next.to_move() == position.to_move();
            let (found, _) =
                self.expand(&next, if is_same { limits } else { limits.flipped() }, ply + 1)?;
            children[best].numbers = if is_same { found } else { found.flipped() };
        }
    }
}

impl Drop for Proof<'_> {
    fn drop(&mut self) {
        let _ = self.control.count(self.uncounted, false);
    }
}

/// The numbers of a position for its player to move, if the rules settle it.
fn settled<E: Exact>(position: &E) -> Option<Numbers> {
    let [low, high] = position.range();
    let is_won = (low > 0) == (position.to_move() == Colour::First);
    (low == high).then_some(if is_won { Numbers::WON } else { Numbers::LOST })
}

/// The numbers of a position by those of its steps, the step with the least proof number, and the
/// next least number.
fn together(children: &[Child]) -> (Numbers, Option<usize>, u32) {
    let (mut numbers, mut best, mut second) = (Numbers::LOST, None, NEVER);
    for (at, Child { numbers: child, .. }) in children.iter().enumerate() {
        if best.is_none() || child.win < numbers.win {
            (numbers.win, second, best) = (child.win, numbers.win, Some(at));
        } else {
            second = second.min(child.win);
        }
        numbers.loss = numbers.loss.saturating_add(child.loss);
    }
    // As long as something is open, no number shows that it is settled.
    numbers.loss = if numbers.win == 0 { NEVER } else { numbers.loss.min(NEVER - 1) };
    (numbers, best, second)
}

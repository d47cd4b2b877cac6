//! All-moves-as-first statistics: how games went in which a cell ended up with a colour.
//!
//! One table has two entries a cell, one for each colour. As a step is known by the stones it
//! gives, the same table serves every game; a step of several stones takes the mean of their
//! entries.
//!
//! Source: Gelly and Silver, "Monte-Carlo tree search and rapid action value estimation in computer
//! Go", 2011.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use tetralith_core::{Board, CellSet, Colour};

use crate::code;
use crate::counter::Counter;
use crate::favourites::Favourites;

/// The games after which an entry's count and sum are halved: added to larger sums, the value of
/// one game would be rounded away.
const MOST: f32 = (1 << 18) as f32;

/// A number of games and the sum of their values.
///
/// Each is a number of its own, so two threads may see one that is some games ahead of the other.
#[derive(Default, Debug)]
pub(crate) struct Entry {
    count: AtomicU32,
    sum: AtomicU32,
}

impl Entry {
    #[inline]
    fn get(&self) -> (f32, f32) {
        (f32::from_bits(self.count.load(Relaxed)), f32::from_bits(self.sum.load(Relaxed)))
    }

    #[inline]
    fn set(&self, count: f32, sum: f32) {
        self.count.store(count.to_bits(), Relaxed);
        self.sum.store(sum.to_bits(), Relaxed);
    }

    /// The mean value of its games, as if it had also been seen in two more, one won and one lost.
    #[inline]
    pub(crate) fn mean(&self) -> f32 {
        let (count, sum) = self.get();
        (sum + 1.0) / (count + 2.0)
    }

    /// Counts one more game.
    #[inline]
    fn add(&self, value: f32) {
        self.add_several(1.0, value);
    }

    /// Counts some more games. Two threads at once may lose those of one of them, which only costs
    /// samples.
    #[inline]
    fn add_several(&self, games: f32, value: f32) {
        let (mut count, mut sum) = self.get();
        if count >= MOST {
            (count, sum) = (count / 2.0, sum / 2.0);
        }
        self.set(count + games, sum + value);
    }
}

/// The statistics of one node: values are those of the first player, `0.0..=1.0`.
pub(crate) type Table = [Entry];

/// The value of the step `code` by `mover` as the first player sees it; `None` if it gives no
/// stones.
#[expect(
    clippy::inline_always,
    reason = "left to itself it is called, which costs a tenth where steps are of three stones"
)]
#[inline(always)]
pub(crate) fn value(table: &Table, code: u32, mover: Colour) -> Option<f32> {
    value_of(|slot| table[slot].mean(), code, mover)
}

/// The value of the step `code` by `mover` as the first player sees it, from the `mean` of each
/// slot; `None` if it gives no stones.
#[expect(clippy::inline_always, reason = "as for `value`")]
#[inline(always)]
pub(crate) fn value_of(mean: impl Fn(usize) -> f32, code: u32, mover: Colour) -> Option<f32> {
    let (slots, n) = code::slots(code, mover);
    match n {
        0 => None,
        1 => Some(mean(slots[0])),
        _ => Some((mean(slots[0]) + mean(slots[1]) + mean(slots[2])) / 3.0),
    }
}

/// Writes to `out` the slots of the stones of `board` on `cells`.
///
/// A game is recorded in one table after the other, so its stones are listed once.
pub(crate) fn stones(board: &Board, cells: &CellSet, out: &mut Vec<u16>) {
    out.clear();
    for colour in Colour::BOTH {
        out.extend(
            (*board.stones(colour) & *cells).iter().map(|cell| code::slot(cell, colour) as u16),
        );
    }
}

/// Counts some games by slot: how many, and the sum of their values; clears `slots`.
pub(crate) fn record_several(table: &Table, slots: &mut [(f32, f32)]) {
    for (entry, (games, sum)) in table.iter().zip(slots) {
        if *games > 0.0 {
            entry.add_several(std::mem::take(games), std::mem::take(sum));
        }
    }
}

/// Counts a game that ended with the stones in `slots` and was worth `value` to the first player.
#[inline]
pub(crate) fn record(table: &Table, slots: &[u16], value: f32) {
    for &slot in slots {
        table[usize::from(slot)].add(value);
    }
}

/// The tables of some nodes next to each other, and the favourites of each.
struct Chunk {
    entries: Box<Table>,
    favourites: Box<[Favourites]>,
}

/// Room for tables, made piece by piece as they are asked for.
pub(crate) struct Tables {
    chunks: Box<[OnceLock<Chunk>]>,
    used: Counter,
    per_chunk: usize,
    entries: usize,
}

/// About how many entries are allocated at once.
const CHUNK_ENTRIES: usize = 1 << 13;

impl Tables {
    /// Room for tables for boards of `cells` cells that takes at most about `memory` bytes.
    pub(crate) fn new(cells: usize, memory: usize) -> Self {
        let entries = 2 * cells;
        let per_chunk = (CHUNK_ENTRIES / entries).max(1);
        let mut tables =
            Self { chunks: Box::default(), used: Counter::default(), per_chunk, entries };
        let chunks = (memory / tables.chunk_bytes()).max(1);
        tables.chunks = (0..chunks).map(|_| OnceLock::new()).collect();
        tables
    }

    const fn chunk_bytes(&self) -> usize {
        self.per_chunk * (self.entries * size_of::<Entry>() + size_of::<Favourites>())
    }

    /// About how many bytes are taken.
    pub(crate) fn taken(&self) -> usize {
        self.used().div_ceil(self.per_chunk) * self.chunk_bytes()
    }

    pub(crate) fn capacity(&self) -> usize {
        self.chunks.len() * self.per_chunk
    }

    pub(crate) fn used(&self) -> usize {
        (self.used.get() as usize).min(self.capacity())
    }

    /// The table with this number; 0 is no table's.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> Option<&Table> {
        let index = (number as usize).checked_sub(1)?;
        let start = index % self.per_chunk * self.entries;
        Some(&self.chunk(index)?.entries[start..start + self.entries])
    }

    #[inline]
    pub(crate) fn favourites(&self, number: u32) -> Option<&Favourites> {
        let index = (number as usize).checked_sub(1)?;
        self.chunk(index)?.favourites.get(index % self.per_chunk)
    }

    #[inline]
    fn chunk(&self, index: usize) -> Option<&Chunk> {
        self.chunks.get(index / self.per_chunk)?.get()
    }

    /// A new table that begins with what `parent` knows, as if it had been seen at most `weight`
    /// times; its number, or `None` if there is no room.
    pub(crate) fn add(&self, parent: Option<&Table>, weight: f32) -> Option<u32> {
        let capacity = self.capacity() as u32;
        let index = self.used.advance(|used| (used < capacity).then_some(used + 1))?;
        self.chunks[index as usize / self.per_chunk].get_or_init(|| Chunk {
            entries: (0..self.per_chunk * self.entries).map(|_| Entry::default()).collect(),
            favourites: (0..self.per_chunk).map(|_| Favourites::default()).collect(),
        });
        let number = index + 1;
        for (entry, old) in self.get(number).into_iter().flatten().zip(parent.into_iter().flatten())
        {
            let (count, sum) = old.get();
            let scale = if count > weight { weight / count } else { 1.0 };
            entry.set(count * scale, sum * scale);
        }
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetralith_core::{Cell, Geometry, Shape, Step};

    #[test]
    fn a_step_of_three_stones_takes_the_mean_of_their_entries() {
        let tables = Tables::new(9, 0);
        let number = tables.add(None, 0.0).unwrap();
        let table = tables.get(number).unwrap();
        let [a, b, c] = [0, 1, 2].map(Cell::new);
        let code = code::pack(Step::tromino(a, b, c));
        assert_eq!(value(table, code, Colour::First), Some(0.5));

        let mut board = Board::new(Geometry::get(Shape::Square, 3).unwrap());
        board.set(a, Colour::First);
        board.set(c, Colour::Second);
        let mut slots = Vec::new();
        stones(&board, &board.occupied(), &mut slots);
        record(table, &slots, 1.0);
        board.set(a, Colour::Second);
        stones(&board, &CellSet::of(a), &mut slots);
        assert_eq!(slots, [code::slot(a, Colour::Second) as u16]);
        stones(&board, &board.occupied(), &mut slots);
        record(table, &slots, 0.5);
        let close = |found: Option<f32>, expected: f32| (found.unwrap() - expected).abs() < 1e-6;
        assert!(close(value(table, code, Colour::First), (2.0 / 3.0 + 0.5 + 2.5 / 4.0) / 3.0));
        assert!(close(value(table, code, Colour::Second), (1.5 / 3.0 + 0.5 + 0.5) / 3.0));
        assert_eq!(value(table, code::pack(Step::Pass), Colour::First), None);
    }

    #[test]
    fn the_mean_of_very_many_games_is_theirs() {
        let entry = Entry::default();
        entry.set(16_777_000.0, 0.7 * 16_777_000.0);
        for i in 0..2_000_000 {
            entry.add([0.93, 0.27, 0.51][i % 3]);
        }
        assert!((entry.mean() - 0.57).abs() < 0.01, "{}", entry.mean());
    }

    #[test]
    fn a_new_table_inherits_means_with_less_weight_and_room_ends() {
        let tables = Tables::new(1, 0);
        let first = tables.add(None, 0.0).unwrap();
        for _ in 0..100 {
            tables.get(first).unwrap()[0].add(0.25);
        }
        let second = tables.add(tables.get(first), 20.0).unwrap();
        assert_eq!(tables.get(second).unwrap()[0].get(), (20.0, 5.0));
        assert!(tables.get(0).is_none());
        while tables.used() < tables.capacity() {
            assert!(tables.add(None, 0.0).is_some());
        }
        assert_eq!(tables.add(None, 0.0), None);
    }
}

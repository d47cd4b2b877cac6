//! Results of positions, in memory of a fixed size that all threads share.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Bytes of a slot.
pub(crate) const SLOT: usize = 16;

/// The entries among which a position may lie.
const BUCKET: usize = 4;

/// The bits of an entry that show how much work is in it.
const EFFORT_BITS: u32 = 8;

/// A table of positions by key, each with 56 bits of knowledge.
///
/// A key is known again by the 64 bits kept with it and the bits that show where it lies. The first
/// word of an entry holds the key combined with the second, so an entry whose halves two threads
/// have written counts as none.
///
/// Source: Hyatt and Mann, "A Lock-less Transposition Table Implementation for Parallel Search",
/// 2002.
#[derive(Debug)]
pub(crate) struct Table {
    slots: Vec<[AtomicU64; 2]>,
    buckets: u64,
}

impl Table {
    /// An empty table of at most `bytes`, and at least one bucket; `None` if the system has not so
    /// much memory.
    pub(crate) fn new(bytes: usize) -> Option<Self> {
        let buckets = (bytes / (SLOT * BUCKET)).max(1);
        let slots = bytemuck::try_zeroed_vec(buckets * BUCKET).ok()?;
        Some(Self { slots, buckets: buckets as u64 })
    }

    /// The slots where a key may lie: any of the lower half of the key, scaled to the table.
    fn bucket(&self, key: u128) -> &[[AtomicU64; 2]] {
        let at = ((u128::from(key as u64) * u128::from(self.buckets)) >> 64) as usize * BUCKET;
        &self.slots[at..at + BUCKET]
    }

    /// Brings the entries of `keys` near to the processor.
    pub(crate) fn fetch(&self, keys: impl Iterator<Item = u128>) {
        let all = keys.map(|key| self.bucket(key)[0][0].load(Relaxed));
        std::hint::black_box(all.fold(0, u64::wrapping_add));
    }

    /// The 56 bits known of the position with this key.
    pub(crate) fn get(&self, key: u128) -> Option<u64> {
        let check = (key >> 64) as u64;
        self.bucket(key).iter().find_map(|[name, data]| {
            let data = data.load(Relaxed);
            (name.load(Relaxed) ^ data == check && data != 0).then_some(data >> EFFORT_BITS)
        })
    }

    /// Keeps 56 bits about the position with this key, found by looking at so many positions; where
    /// there is no room, in place of what took the least work.
    pub(crate) fn put(&self, key: u128, known: u64, nodes: u64) {
        let check = (key >> 64) as u64;
        let data = known << EFFORT_BITS | effort(nodes);
        let mut least = (u64::MAX, None);
        for slot in self.bucket(key) {
            let old = slot[1].load(Relaxed);
            if old == 0 || slot[0].load(Relaxed) ^ old == check {
                least.1 = Some(slot);
                break;
            }
            let work = old & ((1 << EFFORT_BITS) - 1);
            if work < least.0 {
                least = (work, Some(slot));
            }
        }
        if let Some([name, place]) = least.1 {
            place.store(data, Relaxed);
            name.store(check ^ data, Relaxed);
        }
    }

    /// The entries that took at least so many positions, each as its slot and its two words.
    pub(crate) fn dear(&self, nodes: u64) -> impl Iterator<Item = [u64; 3]> + '_ {
        let least = effort(nodes);
        self.slots.iter().enumerate().filter_map(move |(at, [name, data])| {
            let [name, data] = [name.load(Relaxed), data.load(Relaxed)];
            (data & ((1 << EFFORT_BITS) - 1) >= least).then_some([at as u64, name, data])
        })
    }

    /// Puts an entry back that [`Table::dear`] gave; `false` if there is no such slot.
    pub(crate) fn restore(&self, [at, name, data]: [u64; 3]) -> bool {
        let slot = usize::try_from(at).ok().and_then(|at| self.slots.get(at));
        if let Some([first, second]) = slot {
            first.store(name, Relaxed);
            second.store(data, Relaxed);
        }
        slot.is_some()
    }

    /// The number of entries there is room for.
    pub(crate) fn len(&self) -> usize {
        self.slots.len()
    }
}

/// The work in an entry on a scale of eight steps to each doubling, at least 1, so that no entry is
/// zero.
fn effort(nodes: u64) -> u64 {
    let exponent = u64::from(nodes.max(1).ilog2());
    let rest =
        if exponent < 3 { nodes.max(1) << (3 - exponent) } else { nodes >> (exponent - 3) } & 7;
    (8 * exponent + rest + 1).min((1 << EFFORT_BITS) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_until_dearer_ones_need_the_room() {
        let table = Table::new(1).unwrap();
        let key = |n: u128| n << 64 | 7;
        for n in 1..=4 {
            table.put(key(n), n as u64, 1 << n);
        }
        assert_eq!(
            (1..=4).map(|n| table.get(key(n))).collect::<Vec<_>>(),
            [Some(1), Some(2), Some(3), Some(4)]
        );
        table.put(key(9), 9, 1000);
        assert_eq!(
            [table.get(key(1)), table.get(key(2)), table.get(key(9))],
            [None, Some(2), Some(9)]
        );
        let copy = Table::new(1).unwrap();
        assert!(table.dear(8).all(|entry| copy.restore(entry)));
        assert_eq!(
            [copy.get(key(2)), copy.get(key(3)), copy.get(key(9))],
            [None, Some(3), Some(9)]
        );
        assert!(!copy.restore([99, 1, 1]));
    }

    #[test]
    fn a_table_beyond_all_memory_is_none() {
        assert!(Table::new(usize::MAX >> 1).is_none());
    }

    #[test]
    fn effort_grows_with_the_nodes() {
        let scale: Vec<u64> = [0, 1, 2, 3, 4, 8, 9, 1000, u64::MAX].map(effort).to_vec();
        assert!(scale.is_sorted() && scale[0] == 1 && scale[8] == 255);
    }
}

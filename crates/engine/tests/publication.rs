//! How a node of the search tree tells other threads of its children, under every order of events that threads can see.
//!
//! A model of `Tree::add_children` and `Tree::children` with their orderings, small enough for all interleavings:
//!
//! ```text
//! RUSTFLAGS="--cfg loom" cargo test -p tetralith-engine --release --test publication
//! ```
//!
//! Source: Norris and Demsky, "CDSChecker: Checking Concurrent Data Structures Written with C/C++ Atomics", 2013.
#![cfg(loom)]

use loom::sync::Arc;
use loom::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use loom::sync::atomic::{AtomicBool, AtomicU32};
use loom::thread;

/// The room of the model's tree, in nodes.
const ROOM: usize = 8;

/// A node and the blocks that its children are in: first one child, then two in a block of their own.
struct Model {
    children: AtomicU32,
    count: AtomicU32,
    busy: AtomicBool,
    next: AtomicU32,
    steps: [AtomicU32; ROOM],
}

impl Model {
    fn new() -> Self {
        let zero = || AtomicU32::new(0);
        Self {
            children: zero(),
            count: zero(),
            busy: AtomicBool::new(false),
            next: AtomicU32::new(1),
            steps: std::array::from_fn(|_| zero()),
        }
    }

    /// The steps of the children seen.
    fn seen(&self) -> Vec<u32> {
        let count = self.count.load(Acquire) as usize;
        if count == 0 {
            return Vec::new();
        }
        let start = self.children.load(Acquire) as usize;
        self.steps[start..start + count].iter().map(|step| step.load(Relaxed)).collect()
    }

    /// Adds the next child, unless another thread is at it.
    fn grow(&self) {
        if self.busy.compare_exchange(false, true, Acquire, Relaxed).is_err() {
            return;
        }
        let old = self.seen();
        let count = old.len() + 1;
        let mut start = self.children.load(Relaxed) as usize;
        if old.is_empty() || old.len().next_power_of_two() < count {
            let room = count.next_power_of_two() as u32;
            start = self.next.fetch_update(Relaxed, Relaxed, |next| Some(next + room)).unwrap() as usize;
            for (new, step) in self.steps[start..].iter().zip(&old) {
                new.store(*step, Relaxed);
            }
        }
        self.steps[start + old.len()].store(count as u32, Relaxed);
        self.children.store(start as u32, Release);
        self.count.store(count as u32, Release);
        self.busy.store(false, Release);
    }
}

#[test]
fn a_child_is_whole_when_it_is_seen_and_keeps_its_place() {
    loom::model(|| {
        let model = Arc::new(Model::new());
        model.grow();
        let growers = [(); 2].map(|()| {
            let model = Arc::clone(&model);
            thread::spawn(move || model.grow())
        });
        let mut before = 0;
        for _ in 0..2 {
            let seen = model.seen();
            assert!(seen.iter().copied().eq(1..=seen.len() as u32), "{seen:?}");
            assert!(seen.len() >= before.max(1), "children do not go");
            before = seen.len();
        }
        growers.into_iter().for_each(|grower| grower.join().unwrap());
        assert!(model.seen().len() >= 2);
    });
}

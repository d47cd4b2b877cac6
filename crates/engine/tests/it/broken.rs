//! A game whose playouts panic: the caller learns why, and a panic hook can find out that the panic
//! is being caught.

use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{LazyLock, OnceLock};
use std::thread::{self, ThreadId};

use rand_core::Rng;
use tetralith_core::games::Multiplicity;
use tetralith_core::{Knowledge, PlayoutResult, Rules, Setup};
use tetralith_engine::{CancelToken, Config, Limits, Search, catch_panic, is_catching_panics};

use crate::alone::is_alone;
use crate::support::rules_of;

/// The thread that asks for the search; playouts on all others break down.
static ASKS: OnceLock<ThreadId> = OnceLock::new();
static STOP: LazyLock<CancelToken> = LazyLock::new(CancelToken::new);

#[derive(Clone)]
struct Breaks(Multiplicity);

impl Rules for Breaks {
    rules_of!(Multiplicity);
}

impl Knowledge for Breaks {
    fn heavy_playout<R: Rng>(&mut self, rng: &mut R) -> PlayoutResult {
        if ASKS.get() != Some(&thread::current().id()) {
            STOP.cancel();
            panic!("a stone too many");
        }
        self.0.heavy_playout(rng)
    }
}

#[test]
fn panics_of_helping_threads_are_caught_and_named() {
    static TOLD: AtomicUsize = AtomicUsize::new(0);
    static CAUGHT: AtomicUsize = AtomicUsize::new(0);
    if !is_alone("broken::panics_of_helping_threads_are_caught_and_named") {
        return;
    }
    ASKS.set(thread::current().id()).unwrap();
    let options = Multiplicity::INFO.options(&Setup::default()).unwrap();
    let config = Config { threads: 2, memory: 8 << 20, ..Config::default() };
    let mut search = Search::new(Breaks::new(&options).unwrap(), config);
    let report = panic::take_hook();
    panic::set_hook(Box::new(|_| {
        let count = if is_catching_panics() { &CAUGHT } else { &TOLD };
        count.fetch_add(1, SeqCst);
    }));
    let found = catch_panic(|| search.run(&Limits::NONE, &STOP, |_| {}).map(drop));
    panic::set_hook(report);
    assert_eq!(found, Err("the search failed: a stone too many".to_owned()));
    assert_eq!((CAUGHT.load(SeqCst), TOLD.load(SeqCst)), (1, 0));
}

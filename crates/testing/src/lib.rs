//! The promises that must hold for any input at all.
//!
//! Each [`Target`] is a function of bytes that panics when a promise is broken. The fuzzer in
//! `fuzz/` calls them under coverage guidance, the tests in `tests/bounded.rs` on the kept corpus
//! and on seeded changes of it.
#![forbid(unsafe_code)]

mod args;
mod config;
mod disk;
mod events;
mod exchange;
mod gtp;
mod notation;
mod plain;
mod record;
mod remote;
mod source;
mod terminput;
mod thought;

pub use source::Source;

/// One thing to be fuzzed.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name: that of the fuzz target and of the corpus directory.
    pub name: &'static str,
    /// Checks the promise with an input; panics if it is broken.
    pub run: fn(&[u8]),
}

/// Everything that is fuzzed.
pub const TARGETS: &[Target] = &[
    Target { name: "record", run: record::run },
    Target { name: "notation", run: notation::run },
    Target { name: "gtp", run: gtp::run },
    Target { name: "args", run: args::run },
    Target { name: "config", run: config::run },
    Target { name: "exchange", run: exchange::run },
    Target { name: "plain", run: plain::run },
    Target { name: "terminput", run: terminput::run },
    Target { name: "remote", run: remote::run },
    Target { name: "events", run: events::run },
    Target { name: "sizes", run: events::sizes },
];

/// Runs the target called `name` on `bytes`.
///
/// # Panics
/// If there is no such target, or a promise is broken.
pub fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    (target.unwrap_or_else(|| panic!("no target is called {name}")).run)(bytes);
}

/// Panics unless `sentence` can be shown unchanged: one line of printable text.
pub(crate) fn assert_sentence(sentence: &str) {
    assert!(!sentence.trim().is_empty(), "an error says nothing");
    assert!(
        !sentence.chars().any(char::is_control),
        "an error has control characters: {sentence:?}"
    );
    assert!(sentence.len() < 4_096, "an error is too long to read: {} bytes", sentence.len());
}

/// The examples in the READMEs of crates that are for this program alone, compiled and run here.
#[cfg(doctest)]
mod readmes {
    #[doc = include_str!("../../pages/README.md")]
    struct Pages;
    #[doc = include_str!("../../picture/README.md")]
    struct Picture;
    #[doc = include_str!("../../session/README.md")]
    struct Session;
    #[doc = include_str!("../../storage/README.md")]
    struct Storage;
    #[doc = include_str!("../../study/README.md")]
    struct Study;
}

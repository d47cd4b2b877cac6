//! The tests of the engine as its users see it, in one program.

mod agrees;
mod alone;
mod blunders;
mod broken;
mod decisions;
mod effort;
mod frontier;
#[cfg(target_os = "linux")]
mod memory;
mod perfect;
mod points;
mod proofs;
mod search;
#[cfg(target_os = "linux")]
mod shared_memory;
mod support;
mod won;

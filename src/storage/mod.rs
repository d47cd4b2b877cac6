//! Keeping games and other files: requests in, replies out.
//!
//! [`Service`] does what is asked without making anybody wait for the disk, [`Direct`] while its caller waits.

mod direct;
mod gate;
mod request;
mod service;

pub use direct::{Direct, load};
pub use gate::Gate;
pub use request::{Loaded, Reply, Request, SaveFault};
pub use service::{Finished, Service};

//! Pages of text, tables and pictures: what they consist of, and how they are written.
//!
//! A [`Page`] becomes [`markdown`], with its pictures beside it, or one file of [`html`].
//! [`annotated`] makes pages of games and of their analysis, [`viewer`] one that shows every game.
//! All text written as HTML comes through [`escaped`], since texts may come from anywhere.
#![forbid(unsafe_code)]

pub mod annotated;
mod html;
mod markdown;
mod page;
mod viewer;

pub use html::{escaped, html, is_html};
pub use markdown::{markdown, plain};
pub use page::{Block, Page, Picture};
pub use viewer::viewer;

//! `tetralith export`: pictures of positions and games.

use std::io::Write;

use super::convert::deliver;
use crate::cli::ExportArgs;
use crate::error::Error;
use crate::files;
use crate::picture::{self, Format, Style};
use crate::tui::theme::{Depth, Glyphs, Theme};

/// Draws a position of a record, or the game up to it, into a file or to `out`.
///
/// # Errors
/// [`Error`] if the record cannot be read, the format or size is not possible, a file is in the way, or writing fails.
pub fn export(args: &ExportArgs, out: &mut impl Write) -> Result<(), Error> {
    let unknown = || Error::Format { path: args.output.clone() };
    let format = args.format.or_else(|| Format::of(&args.output)).ok_or_else(unknown)?;
    let (_, mut timeline) = files::load(&args.file)?;
    if let Some(turn) = args.turn {
        let line = timeline.main_line();
        let node = line.into_iter().take_while(|&node| timeline.turn(node) <= turn).last();
        timeline.go_to(node.unwrap_or(tetralith_core::NodeId::START));
    }
    let theme = Theme::new(args.theme, Depth::TrueColour, Glyphs::Unicode);
    let size = args.size.unwrap_or(format.usual_size());
    let style = Style { theme: &theme, size, coordinates: !args.no_coordinates };
    deliver(&args.output, args.force, &picture::draw(&timeline, format, style)?, out)
}

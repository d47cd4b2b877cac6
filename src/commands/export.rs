//! `tetralith export`: pictures of positions and games.

use std::io::Write;

use tetralith_core::text::display_text;

use super::convert::deliver;
use crate::cli::ExportArgs;
use crate::configuration::NoTheme;
use crate::error::Error;
use crate::settings::ConfigFile;
use crate::theme::{Colours, Depth, Glyphs, Theme, palette};
use tetralith_picture::{self as picture, Format, Style};
use tetralith_storage::files;

/// Draws a position of a record, or the game up to it, into a file or to `out`; what is wrong with the file of settings
/// goes to `err`, if the theme comes from there.
///
/// # Errors
/// [`Error`] if the record cannot be read, the turn, format or size is not possible, a file is in the way, or writing fails.
pub fn export(args: &ExportArgs, out: &mut impl Write, err: &mut impl Write) -> Result<(), Error> {
    let unknown = || Error::Format { path: args.output.clone() };
    let format = args.format.or_else(|| Format::of(&args.output)).ok_or_else(unknown)?;
    let (_, mut timeline) = files::load(&args.file)?;
    if let Some(turn) = args.turn {
        let line = timeline.main_line();
        let last = line.last().map_or(0, |&node| timeline.turn(node));
        if turn > last {
            return Err(Error::Turn { path: args.file.clone(), turn, last });
        }
        let node = line.into_iter().take_while(|&node| timeline.turn(node) <= turn).last();
        timeline.go_to(node.unwrap_or(tetralith_core::NodeId::START));
    }
    let theme = Theme::of(colours(&args.theme, err)?, Depth::TrueColour, Glyphs::Unicode);
    let size = args.size.unwrap_or(format.usual_size());
    let style = Style { coordinates: !args.no_coordinates, ..Style::new(&theme, size) };
    deliver(&args.output, args.force, &picture::draw(&timeline, format, style)?, out)
}

/// The colours of the theme called `name`, of the program or of the user's own.
fn colours(name: &str, err: &mut impl Write) -> Result<Colours, Error> {
    if let Some(palette) = palette(name).filter(|palette| !palette.colours.mono) {
        return Ok(palette.colours);
    }
    let (settings, faults) = ConfigFile::load(&ConfigFile::locate()?);
    let own = |name: &str| settings.colours(name).filter(|colours| !colours.mono);
    let Some(colours) = own(name) else {
        let names: Vec<_> = settings.theme_names().into_iter().filter(|name| own(name).is_some()).collect();
        return Err(NoTheme { name: display_text(name), names: names.join(", ") }.into());
    };
    for fault in faults {
        // The picture is drawn; where nobody can be told, it is as good.
        let _ = writeln!(err, "note: {fault}");
    }
    Ok(*colours)
}

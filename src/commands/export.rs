//! `tetralith export`: pictures of positions and games, and annotated games.

use std::io::Write;
use std::path::Path;

use tetralith_cli::CommandError;

use tetralith_core::record::unread_notes;
use tetralith_core::text::display_text;
use tetralith_core::{Timeline, game_line};

use super::convert::deliver;
use super::place::{self, note_faults};
use super::position::{at_turn, last_turn};
use crate::cli::ExportArgs;
use crate::configuration::NoTheme;
use crate::error::no_picture;
use crate::program::{Form, annotated, viewer_page};
use crate::settings::{ConfigFile, THEMES};
use crate::theme::{Colours, Depth, Glyphs, Theme, palette};
use tetralith_files::shown;
use tetralith_picture::{self as picture, Format, Style, TurnSequence};
use tetralith_storage::files;

/// Draws a position of a record, or the game up to it, or writes the annotated game, into a file or
/// to `out`; the faults of the file of settings go to `err`, if the theme comes from there, and so
/// do the reasons why an analysis or marks in the record are ignored.
///
/// # Errors
/// [`CommandError`] if the record cannot be read, the turn, format or size is not possible, a file
/// is in the way, or writing fails.
pub fn export(
    args: &ExportArgs,
    out: &mut impl Write,
    err: &mut impl Write,
) -> Result<(), CommandError> {
    if let Some(page) = &args.viewer {
        return export_viewer(args, page, out);
    }
    let (Some(file), Some(output)) = (&args.file, &args.output) else {
        return Err(CommandError::usage("name a record and the file to write"));
    };
    let unknown = || {
        CommandError::usage(format_args!(
            "{}: unknown format; end the name in .txt, .svg, .png, .gif, .cast, .md or .html, or \
             use --format",
            shown(output)
        ))
    };
    let file = &place::in_list(file, args.list);
    let form = args.format.or_else(|| Form::of(output)).ok_or_else(unknown)?;
    let (record, timeline) = files::load_played(file).map_err(CommandError::faulty)?;
    for fault in unread_notes(&timeline) {
        // It is drawn without them, whether or not the note can be written.
        let _ = writeln!(err, "note: {}: {fault}", shown(file));
    }
    let made = match form {
        Form::Picture(format) => picture_of(args, file, format, timeline, err)?,
        Form::Markdown | Form::Html => {
            refuse_picture_options(args)?;
            let (page, fault) =
                annotated(form, &record, &timeline).map_err(CommandError::faulty)?;
            if let Some(fault) = fault {
                // The page is made, whether or not the note can be written.
                let _ = writeln!(err, "note: {}: {fault}", shown(file));
            }
            page.into_bytes()
        }
    };
    deliver(output, args.force, &made, out)
}

/// Writes the page that shows every game in a line, and with a record prints its address there.
///
/// # Errors
/// [`CommandError`] if the record cannot be read or has no line, or writing fails.
fn export_viewer(args: &ExportArgs, page: &Path, out: &mut impl Write) -> Result<(), CommandError> {
    let is_stream = page == Path::new("-");
    if is_stream && args.file.is_some() {
        return Err(CommandError::usage(
            "the address of a page names its file: give the page a file name, or leave out FILE",
        ));
    }
    if args.file.is_none() && (args.turn.is_some() || args.list.game.is_some()) {
        return Err(CommandError::usage("--turn and --game need a record; name its FILE too"));
    }
    let line = args.file.as_ref().map(|file| line_of(args, file)).transpose()?;
    deliver(page, args.force, viewer_page().as_bytes(), out)?;
    if let Some(line) = line {
        // A second '#' would end the address in some messengers.
        writeln!(out, "{}#{}", shown(page), line.replace('#', "%23"))?;
    }
    Ok(())
}

/// The game of a record in a line.
fn line_of(args: &ExportArgs, file: &Path) -> Result<String, CommandError> {
    let file = &place::in_list(file, args.list);
    let (_, mut timeline) = files::load_played(file).map_err(CommandError::faulty)?;
    at_turn(&mut timeline, file, args.turn)?;
    game_line::write(&timeline).ok_or_else(|| {
        CommandError::in_file(file, "a game from a set-up position cannot be written as one line")
    })
}

fn picture_of(
    args: &ExportArgs,
    file: &Path,
    format: Format,
    mut timeline: Timeline,
    err: &mut impl Write,
) -> Result<Vec<u8>, CommandError> {
    at_turn(&mut timeline, file, args.turn)?;
    if let Some(TurnSequence { first, last }) = args.turns {
        let most = last_turn(&timeline);
        if !(first..=most).contains(&last) {
            return Err(CommandError::in_file(
                file,
                format_args!("there are no turns {first}-{last}; the last is {most}"),
            ));
        }
        at_turn(&mut timeline, file, Some(last))?;
    }
    refuse_options(args, format)?;
    let theme = Theme::of(
        colours(args.theme.as_deref().unwrap_or("light"), err)?,
        Depth::TrueColour,
        Glyphs::Unicode,
    );
    let size = args.size.unwrap_or(format.usual_size());
    let style = Style {
        coordinates: !args.no_coordinates,
        turns: args.turns,
        numbers: args.numbers,
        caption: args.caption.as_deref(),
        ..Style::new(&theme, size)
    };
    picture::draw(&timeline, format, style).map_err(no_picture)
}

/// Checks that nothing was asked for that pictures of `format` cannot have.
fn refuse_options(args: &ExportArgs, format: Format) -> Result<(), CommandError> {
    const FORMATS: &str = "a text diagram takes --turn, --turns, --numbers and --caption";
    let (is_text, is_cast) = (format == Format::Text, format == Format::Cast);
    let [size, theme, names] = shape_options(args);
    let of_cast = |why| if is_text { FORMATS } else { why };
    // Each option, whether the format refuses it, the formats that take it, and the reason.
    let options = [
        (
            size,
            is_text || is_cast,
            ".svg, .png and .gif",
            of_cast("a recording is as large as its board"),
        ),
        (theme, is_text, ".svg, .png, .gif and .cast", FORMATS),
        (names, is_text, ".svg, .png, .gif and .cast", FORMATS),
        (
            ("--numbers", args.numbers),
            is_cast,
            ".txt, .svg, .png and .gif",
            "a recording shows every turn",
        ),
    ];
    for ((option, is_given), is_refused, takers, why) in options {
        if is_given && is_refused {
            return Err(CommandError::usage(format_args!("{option} is for {takers}; {why}")));
        }
    }
    Ok(())
}

/// Checks that nothing was asked for that only a picture can have.
fn refuse_picture_options(args: &ExportArgs) -> Result<(), CommandError> {
    let given = [
        ("--turn", args.turn.is_some()),
        ("--turns", args.turns.is_some()),
        ("--numbers", args.numbers),
        ("--caption", args.caption.is_some()),
    ];
    let mut options = given.into_iter().chain(shape_options(args));
    match options.find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(CommandError::usage(format_args!(
            "{option} is for pictures; a page always shows the whole game"
        ))),
        None => Ok(()),
    }
}

/// The options that decide how shapes are drawn, each with whether it was given.
const fn shape_options(args: &ExportArgs) -> [(&'static str, bool); 3] {
    [
        ("--size", args.size.is_some()),
        ("--theme", args.theme.is_some()),
        ("--no-coordinates", args.no_coordinates),
    ]
}

/// The colours of the theme called `name`, of the program or of the user's own.
fn colours(name: &str, err: &mut impl Write) -> Result<Colours, CommandError> {
    if let Some(palette) = palette(name).filter(|palette| !palette.colours.mono) {
        return Ok(palette.colours);
    }
    let (settings, faults) = ConfigFile::locate()?.load_for(&[THEMES]);
    note_faults(&faults, err);
    let is_mono = match settings.colours(name) {
        Some(colours) if !colours.mono => return Ok(*colours),
        found => found.is_some(),
    };
    let has_colours = |name: &String| settings.colours(name).is_some_and(|found| !found.mono);
    let names: Vec<_> = settings.theme_names().into_iter().filter(has_colours).collect();
    let (name, names) = (display_text(name), names.join(", "));
    if is_mono {
        return Err(CommandError::usage(format_args!(
            "the theme {name} has no colours; those with colours are {names}"
        )));
    }
    Err(NoTheme { name, names }.into())
}

//! The commands for games by mail.

use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use tetralith_core::text::{counted, shell_word};
use tetralith_core::timeline::NodeId;
use tetralith_core::{Colour, Names, Reason, Record, Step, Timeline};
use tetralith_remote::fault::Fault;
use tetralith_remote::letter::{self, BY_MAIL, Letters, MAX_LETTER, RESIGN};
use tetralith_remote::shared_game::SharedGame;

use super::place;
use crate::cli::{MoveArgs, ReceiveArgs};
use crate::configuration::Configuration;
use tetralith_cli::CommandError;
use tetralith_files::{Existing, FileLock, shown};
use tetralith_session::kept::{PLAYED_END, played_line};
use tetralith_session::table::place_of;
use tetralith_storage::exchange::Import;
use tetralith_storage::files::{self, CURSOR, Files};

/// The key in a record that names the seat of the player who receives mails for it.
const BY_MAIL_AS: &str = "tetralith:mail";

/// The value of that key.
const fn seat_value(seat: Colour) -> &'static str {
    match seat {
        Colour::First => "\"first\"",
        Colour::Second => "\"second\"",
    }
}

/// The programs that print what is in the clipboard, the first that is there.
const CLIPBOARDS: [&[&str]; 4] = [
    &["wl-paste", "--no-newline"],
    &["xclip", "-selection", "clipboard", "-o"],
    &["xsel", "-bo"],
    &["pbpaste"],
];

/// Adds a move to a record and writes the text to be mailed; without a move it writes the text
/// again.
///
/// # Errors
/// [`CommandError`] if the file cannot be read or written, or the move is illegal.
pub fn add_move(args: &MoveArgs, out: &mut impl Write) -> Result<(), CommandError> {
    place::check_file(&args.file)?;
    if !args.file.try_exists().unwrap_or(true) {
        let begin = "tetralith convert --to tetralith necklace/9#";
        let file = shown(&args.file);
        let why = format_args!("there is no such file; '{begin} {}' begins one", shell_word(&file));
        return Err(CommandError::in_file(&args.file, why));
    }
    let _held = alone(&args.file)?;
    let (mut record, mut timeline) = ours(&args.file)?;
    let mut course = course_of(&args.file, &record, &timeline)?;
    let not_this = |why: String| CommandError::in_file(&args.file, why);
    if args.turn.is_empty() {
        if letter::moves(&course).is_empty() {
            return Err(not_this("no move has been played yet; name the MOVE".to_owned()));
        }
        return Ok(writeln!(out, "{}", letter::write(&course))?);
    }
    if !moves_here(&record, &course) {
        let mover = Names::of(course.position()).title(course.position().to_move());
        let file = shown(&args.file);
        let file = shell_word(&file);
        return Err(not_this(format!(
            "{mover} is to move; 'tetralith receive {file}' takes that move from a mail"
        )));
    }
    let typed = args.turn.join(" ");
    if typed.eq_ignore_ascii_case(RESIGN) {
        if !letter::resign(&mut course) {
            return Err(not_this("the game is over".to_owned()));
        }
    } else {
        let steps = course.position().parse_typed(&typed);
        let steps = steps.map_err(|error| not_this(error.to_string()))?;
        course.play(&steps, 0).map_err(|fault| match fault {
            // It was not sent.
            Fault::Illegal(why) => not_this(why),
            fault => not_this(fault.to_string()),
        })?;
    }
    extend(&mut record, &mut timeline, &course);
    keep(&args.file, &mut record, &timeline, Existing::Replace)?;
    writeln!(out, "{}", letter::write(&course))?;
    Ok(())
}

/// The record in the file at `path`, which is to be written again with another move.
///
/// # Errors
/// [`CommandError`] if it cannot be read, or is Abstract Play's: in its place a record of ours
/// would lack what ours cannot hold.
fn ours(path: &Path) -> Result<(Record, Timeline), CommandError> {
    let (Import { record, timeline, foreign, .. }, _) =
        files::import(path).map_err(CommandError::faulty)?;
    if let Some(kind) = foreign {
        let cure = "convert it first with 'tetralith convert'";
        let why = format_args!("it is {kind}, which cannot be continued; {cure}");
        return Err(CommandError::in_file(path, why));
    }
    Ok((record, timeline))
}

/// Takes the text that the other player has mailed, and shows the position.
///
/// # Errors
/// [`CommandError`] if it is damaged, of another game, or the file cannot be written.
pub fn receive(
    args: &ReceiveArgs,
    configuration: &Configuration,
    out: &mut impl Write,
    err: &mut impl Write,
) -> Result<(), CommandError> {
    let text = if args.clipboard { clipboard()? } else { input()? };
    let letters = letter::read(&text).map_err(CommandError::faulty)?;
    let found = || find(&letters, place::own_files(configuration, err).ok().as_ref());
    let path = args.file.clone().map_or_else(found, Ok)?;
    place::check_file(&path)?;
    let _held = alone(&path)?;
    let (mut record, mut timeline, course, existing) = if path.exists() {
        let (mut record, timeline) = ours(&path)?;
        let known = course_of(&path, &record, &timeline)?;
        let course = newest(&letters, &known, &path)?;
        if letter::moves(course).len() > letter::moves(&known).len() {
            note_seat(&mut record, course);
        }
        (record, timeline, course, Existing::Replace)
    } else {
        let course = newest(&letters, letters.first().map_err(CommandError::faulty)?, &path)?;
        let mut record = Record::default();
        note_seat(&mut record, course);
        (record, Timeline::new(course.start().clone()), course, Existing::Keep)
    };
    extend(&mut record, &mut timeline, course);
    keep(&path, &mut record, &timeline, existing)?;
    let position = course.position();
    let names = Names::of(position);
    let words = letter::moves(course);
    let last = words.last().map_or("", String::as_str);
    writeln!(out, "{}, move {}: {last}", position.info().title, words.len())?;
    writeln!(out, "{}", names.diagram(position.board()))?;
    if let Some(outcome) = timeline.outcome() {
        let end = outcome
            .winner
            .map_or("it is a draw".to_owned(), |colour| format!("{} wins", names.title(colour)));
        writeln!(out, "The game is over; {end}.")?;
    } else {
        let mover = names.title(position.to_move());
        if moves_here(&record, course) {
            let file = shown(&path);
            writeln!(out, "{mover} to move: tetralith move {} MOVE", shell_word(&file))?;
        } else {
            writeln!(out, "{mover} to move.")?;
        }
    }
    Ok(())
}

/// Keeps other instances of this program away from the game at `path`; `None` if it cannot be
/// opened; reading it reports why.
///
/// # Errors
/// [`CommandError`] if another one does not let go of it.
fn alone(path: &Path) -> Result<Option<FileLock>, CommandError> {
    match tetralith_files::hold_soon(path) {
        Ok(None) => Err(CommandError::input(format_args!(
            "another 'tetralith' is writing to {}; try again",
            shown(path)
        ))),
        held => Ok(held.ok().flatten()),
    }
}

/// Notes that the player who has not made the last move of `course`, which has come by mail, uses
/// this file.
fn note_seat(record: &mut Record, course: &SharedGame) {
    // The sender is to move again if the turn of the other player is skipped.
    let sender = course.end().map(|(loser, _)| loser).or_else(|| course.maker(course.len()));
    let seat = sender.map(|sender| seat_value(sender.other()).to_owned());
    record.unknown.set(BY_MAIL_AS, seat);
}

/// True unless the player to move after `course` uses another file than that of `record`.
fn moves_here(record: &Record, course: &SharedGame) -> bool {
    let own = record.unknown.get(BY_MAIL_AS);
    own.zip(course.to_move()).is_none_or(|(own, mover)| own.trim() == seat_value(mover))
}

/// The line that was played in a record, which must end with a whole turn and begin as games begin.
fn course_of(
    path: &Path,
    record: &Record,
    timeline: &Timeline,
) -> Result<SharedGame, CommandError> {
    let not_this = |why: &str| CommandError::in_file(path, why);
    let start = timeline.start().clone();
    if start.is_set_up() {
        return Err(not_this("it starts from a set-up position, which cannot be mailed"));
    }
    let mut course = SharedGame::new(BY_MAIL.to_owned(), start);
    let line = played_line(record, timeline);
    for nodes in line.chunk_by(|&a, &b| timeline.turn(a) == timeline.turn(b)) {
        let steps: Vec<_> = nodes.iter().filter_map(|&node| timeline.step(node)).collect();
        course.play(&steps, 0).map_err(|_| not_this("its last move is incomplete"))?;
    }
    let end = line.last().copied().unwrap_or(NodeId::START);
    if let Some(outcome) = timeline.ended_at(end) {
        // A letter has no word for another end.
        let loser = outcome.winner.map(Colour::other);
        let is_resigned = outcome.reason == Reason::Resignation
            && loser == Some(course.position().to_move())
            && letter::resign(&mut course);
        if !is_resigned {
            return Err(not_this("the game is over"));
        }
    }
    Ok(course)
}

/// Returns the game among `letters` that continues the one `known` at `path` by the most moves.
///
/// # Errors
/// [`CommandError`] if none does, or if none adds a move and a damaged one might.
fn newest<'a>(
    letters: &'a Letters,
    known: &SharedGame,
    path: &Path,
) -> Result<&'a SharedGame, CommandError> {
    let Some(course) = letters.furthest(known) else {
        let other = || CommandError::in_file(path, differing(letters, known));
        return Err(letters.fault().cloned().map_or_else(other, CommandError::faulty));
    };
    match letters.fault() {
        Some(fault) if course.goes_on_as(known) && path.exists() => {
            Err(CommandError::faulty(fault.clone()))
        }
        _ => Ok(course),
    }
}

/// The reason why none of `letters` continues the game `known`: that of the longest one.
fn differing(letters: &Letters, known: &SharedGame) -> String {
    let is_same = |game: &&SharedGame| game.start() == known.start();
    let Some(sent) = letters.games().filter(is_same).max_by_key(|game| game.len()) else {
        return "the text is from another game".to_owned();
    };
    let [here, there] = [known, sent].map(letter::moves);
    match (1..).zip(here.iter().zip(&there)).find(|(_, (here, there))| here != there) {
        Some((number, (here, there))) => format!(
            "move {number} is {here} here and {there} in the text; to go on with the text, receive \
            it into a new file"
        ),
        None => format!(
            "the text has only {}, and the game has {}",
            counted(there.len(), "move"),
            here.len()
        ),
    }
}

/// Adds the moves to the main line of `timeline` that only `course` has; a swap among them
/// exchanges the players of `record`.
fn extend(record: &mut Record, timeline: &mut Timeline, course: &SharedGame) {
    let swaps = |timeline: &Timeline| {
        timeline.main_line().iter().any(|&node| timeline.step(node) == Some(Step::Swap))
    };
    let before = swaps(timeline);
    timeline.go_to(NodeId::START);
    for turn in course.turns() {
        // They were played by the same rules a moment ago.
        let _ = timeline.play_turn(&turn.steps);
    }
    if course.end().is_some() {
        // A record cannot go on after its end.
        timeline.truncate();
        timeline.end(course.position().to_move().other(), Reason::Resignation);
    }
    let _ = timeline.promote(timeline.cursor());
    if swaps(timeline) != before {
        record.players.swap(0, 1);
    }
}

/// Writes the record. A game that the program saves by itself reopens at its last move, unless it
/// is over.
fn keep(
    path: &Path,
    record: &mut Record,
    timeline: &Timeline,
    existing: Existing,
) -> Result<(), CommandError> {
    let over = timeline.outcome().is_some();
    record.unknown.set(PLAYED_END, None);
    if record.unknown.get(CURSOR).is_some() {
        let place = (!over).then(|| format!("\"{}\"", place_of(timeline, timeline.cursor())));
        // Moves that were tried after this one do not count as played with it.
        let end = place.clone().filter(|_| !timeline.children(timeline.cursor()).is_empty());
        record.unknown.set(PLAYED_END, end);
        record.unknown.set(CURSOR, place);
    }
    let text = record.write(timeline).map_err(|source| CommandError::in_file(path, source))?;
    Ok(tetralith_files::write(path, text, existing)?)
}

/// Finds the game saved in `files` that one of the letters continues: the one with the most moves.
fn find(letters: &Letters, files: Option<&Files>) -> Result<PathBuf, CommandError> {
    let kept = files.map(Files::kept).unwrap_or_default();
    let games = kept.into_iter().filter_map(|entry| {
        let (record, timeline) = files::load(&entry.path).ok()?;
        let known = course_of(&entry.path, &record, &timeline).ok()?;
        let course = letters.furthest(&known).filter(|_| !known.is_empty())?;
        Some(((known.len(), course.len()), entry.path))
    });
    let found = games.max_by_key(|(moves, _)| *moves).map(|(_, path)| path);
    let none = || {
        CommandError::input(
            "this text continues none of your saved games; name a file for the \
            new game",
        )
    };
    // If a letter cannot be read, its fault is the reason.
    found.ok_or_else(|| letters.fault().cloned().map_or_else(none, CommandError::faulty))
}

fn input() -> Result<String, CommandError> {
    let mut text = Vec::new();
    io::stdin()
        .lock()
        .take(MAX_LETTER as u64 + 1)
        .read_to_end(&mut text)
        .map_err(CommandError::unreadable)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

fn clipboard() -> Result<String, CommandError> {
    let found = CLIPBOARDS.iter().find_map(|words| {
        let output = Command::new(words[0]).args(&words[1..]).output().ok()?;
        output.status.success().then_some(output.stdout)
    });
    found.map(|text| String::from_utf8_lossy(&text).into_owned()).ok_or_else(|| {
        CommandError::input("the clipboard cannot be read; use standard input instead")
    })
}

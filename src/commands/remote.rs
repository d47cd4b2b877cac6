//! The commands for two people at two terminals.

use std::env;
use std::io::{self, BufRead as _, IsTerminal as _, Read, Write};
use std::path::PathBuf;
use std::process;
use std::thread;
use std::time::{Duration, SystemTime};

use directories::ProjectDirs;
use tetralith_core::text::shell_word;
use tetralith_core::timeline::NodeId;
use tetralith_core::{Colour, Game};
use tetralith_remote::address::{Address, ROOM, listening};
use tetralith_remote::carrier::{Door, Stream, dial, socket};
use tetralith_remote::message::MAX_NAME;
use tetralith_remote::peer::{Memory, Peer, Terms};
use tetralith_remote::secret::{Code, GuestRole, PassCode};
use tetralith_session::clock::TimeControl;
use tetralith_session::seated::Seated;
use tetralith_session::time::Zone;

use super::screen::show;
use crate::cli::{As, HostArgs, JoinArgs};
use crate::configuration::Configuration;
use crate::program::{Moment, Start};
use crate::remote::links::{Links, Way};
use crate::remote::meeting::{Known, Meeting, join as meet, known, unfinished};
use tetralith_cli::{CommandError, ErrorKind, GameOptions};
use tetralith_files::shown;
use tetralith_session::remote_game::{RemoteGame, SavedSharedGame};
use tetralith_storage::files::{Files, named_dir};

/// The time that a pipe has to pass on what was written when the other end has gone.
const LINGER: Duration = Duration::from_millis(200);

/// Opens a room and waits at the board.
///
/// # Errors
/// [`CommandError`] if the game cannot be played, nothing can listen, or there is no terminal.
pub fn host(
    args: &HostArgs,
    configuration: Configuration,
    is_plain: bool,
) -> Result<(), CommandError> {
    let is_set =
        args.options != GameOptions::default() || args.time.is_some() || args.seat != As::default();
    if args.resume.is_some() && is_set {
        return Err(CommandError::usage(
            "--resume keeps the game's options, clocks and seats; leave those options out",
        ));
    }
    let files = Files::locate(configuration.settings.saving.dir.as_deref()).ok();
    let (peer, loaded) = match (&args.resume, args.game) {
        (None, Some(info)) => {
            let options = info.options(&args.options.setup())?;
            let host = match args.seat {
                As::First => Some(Colour::First),
                As::Second => Some(Colour::Second),
                As::Random => None,
            };
            let time = args.time.and_then(|limit| limit.0).map(|control| control.to_string());
            let terms = Terms {
                start: Game::start(info, &options)?,
                time,
                host,
                date: Zone::Local.rfc3339(SystemTime::now()),
            };
            let name = name(args.name.as_deref());
            (Peer::host(name, program(), terms, args.watchers), None)
        }
        (resume, _) => {
            let Known { loaded, game: SavedSharedGame { course, memory, seat, .. } } =
                last_game(resume.as_ref().and_then(Option::as_ref), files.as_ref())?;
            let seated = Seated::rejoined(loaded.clone(), 0, Moment::default());
            let time = seated.clock.controls().map(|([control, _], _)| control.to_string());
            let date = seated
                .record
                .date
                .clone()
                .unwrap_or_else(|| Zone::Local.rfc3339(SystemTime::now()));
            let terms = Terms { start: course.start().clone(), time, host: Some(seat), date };
            let before = &seated.table.players().holder(seat, NodeId::START).name;
            let before = Some(before.as_str()).filter(|name| !name.is_empty());
            let name = name(args.name.as_deref().or(before));
            let mut peer = Peer::host_again(name, program(), terms, args.watchers, course);
            peer.remember(Memory { takes_up: None, ..memory });
            (peer, Some(Box::new(loaded)))
        }
    };
    let links = Links::default();
    let place = open(args, &links)?;
    let game = Box::new(RemoteGame::new(peer, Vec::new(), place, host_again(args), false));
    show(Start::Remote { game, loaded }, configuration, is_plain, Some(links))
}

/// The `command` with those of `options` that have a value, as typed.
fn with_options(command: &str, options: &[(&str, Option<&String>)]) -> String {
    let mut words = command.to_owned();
    for (option, value) in options {
        if let Some(value) = value {
            words.extend([" --", option, " ", &shell_word(value)]);
        }
    }
    words
}

/// The command that resumes a game hosted with `args`.
fn host_again(args: &HostArgs) -> String {
    let options = [
        ("listen", args.listen.as_ref()),
        ("room", args.room.as_ref()),
        ("name", args.name.as_ref()),
    ];
    with_options("tetralith host --resume", &options)
        + if args.watchers { " --watchers" } else { "" }
}

/// The command that comes back to `place`.
fn join_again(args: &JoinArgs, place: &Address) -> String {
    const JOIN: &str = "tetralith join";
    let join = with_options(JOIN, &[("name", args.name.as_ref())]);
    let watch = if args.watch { " --watch" } else { "" };
    // Options come before the words of a program, which would swallow them.
    let place = place.command();
    format!("{join}{watch}{}", place.strip_prefix(JOIN).unwrap_or_default())
}

/// Opens the door that guests come to, and returns the words for where that is.
fn open(args: &HostArgs, links: &Links) -> Result<String, CommandError> {
    let (door, place) = if let Some(text) = &args.listen {
        let address =
            listening(text).map_err(|error| CommandError::caused(ErrorKind::Usage, error))?;
        let draw = || Code::draw().map_err(CommandError::input);
        let (code, watching) = (draw()?, args.watchers.then(draw).transpose()?);
        let mut words = format!("the code is {code}");
        if let Some(code) = &watching {
            words = format!("{words}; the code for --watch is {code}");
        }
        let door = Door::tcp(address, code, watching).map_err(CommandError::faulty)?;
        let place = format!("'tetralith join {}' at the other terminal; {words}", door.place());
        (door, place)
    } else {
        let room = args.room.as_deref().unwrap_or(ROOM);
        let named = if room == ROOM { String::new() } else { format!(" {room}") };
        (
            Door::unix(&socket(&rooms()?, room)).map_err(CommandError::faulty)?,
            format!("'tetralith join{named}' in another window joins the game"),
        )
    };
    links
        .open(door)
        .map_err(|error| CommandError::input(format_args!("no thread can be started: {error}")))?;
    Ok(place)
}

/// The hint of every error about a game that cannot be continued.
const BEGIN: &str = "'tetralith host GAME' starts one";

/// The game that is to be continued: that of the record at `path`, or the latest.
fn last_game(path: Option<&PathBuf>, files: Option<&Files>) -> Result<Known, CommandError> {
    if let Some(path) = path {
        let loaded = tetralith_storage::load(path, files).map_err(CommandError::faulty)?;
        known(loaded).ok_or_else(|| {
            CommandError::input(format_args!("{} is not a saved remote game; {BEGIN}", shown(path)))
        })
    } else {
        let none =
            || CommandError::input(format_args!("there is no unfinished remote game; {BEGIN}"));
        let files = files.ok_or_else(none)?;
        // On one machine both terminals may keep their games in one place.
        let hosted = unfinished(files).find(|known| known.game.is_host);
        hosted.or_else(|| unfinished(files).next()).ok_or_else(none)
    }
}

/// Joins a game, or carries one.
///
/// # Errors
/// [`CommandError`] if there is no game to join, it cannot be set up, or there is no terminal.
pub fn join(
    args: &JoinArgs,
    configuration: Configuration,
    is_plain: bool,
) -> Result<(), CommandError> {
    let place = match (&args.place, args.through.is_empty()) {
        (_, false) => Address::Program(args.through.clone()),
        (Some(place), true) => place.clone(),
        (None, true) => Address::Room(ROOM.to_owned()),
    };
    // In a kiosk with a terminal a player is there; without one another program does, at the other
    // end of the line.
    let is_pipe =
        args.stdio && !(args.kiosk && io::stdin().is_terminal() && io::stdout().is_terminal());
    let is_local = matches!(place, Address::Room(_) | Address::Socket(_));
    if (args.stdio || args.kiosk) && !is_local {
        return Err(CommandError::usage("--stdio and --kiosk are for a room on this machine"));
    }
    let rooms = rooms()?;
    if is_pipe {
        return carry(dial(&place, &rooms, None, true).map_err(CommandError::faulty)?);
    }
    let part = if args.watch { GuestRole::Watcher } else { GuestRole::Player };
    let is_tcp = matches!(place, Address::Tcp(_));
    let pass = if is_tcp { Some(PassCode { code: ask_code()?, part }) } else { None };
    let keeps = !args.kiosk && !args.watch;
    let files = Files::locate(configuration.settings.saving.dir.as_deref()).ok().filter(|_| keeps);
    let is_time = |time: &str| TimeControl::parse(time).is_ok();
    let peer = Peer::guest(name(args.name.as_deref()), program(), args.watch).with_times(is_time);
    let back = join_again(args, &place);
    let way = Way { address: place, rooms, pass, back: back.clone() };
    let met = meet(peer, way, files.as_ref(), back, args.kiosk).map_err(CommandError::input)?;
    let Meeting { game, links, loaded } = met;
    show(Start::Remote { game: Box::new(game), loaded }, configuration, is_plain, Some(links))
}

/// Carries a game between `room` and standard input and output, until either ends.
fn carry(room: Stream) -> Result<(), CommandError> {
    let Stream { reader, mut writer, closer, .. } = room;
    let (mut reader, theirs) = (reader, closer.clone());
    let inward = move || {
        copy(&mut io::stdin().lock(), &mut writer);
        theirs.close();
    };
    let inward = thread::Builder::new()
        .name("inward".to_owned())
        .spawn(inward)
        .map_err(CommandError::unreadable)?;
    copy(&mut reader, &mut io::stdout().lock());
    closer.close();
    if inward.is_finished() {
        drop(inward.join());
    } else {
        // That thread waits for input that is not needed any more, so the process ends without it.
        thread::sleep(LINGER);
        process::exit(0);
    }
    Ok(())
}

/// Copies what comes, at once; the end of either side is no error.
fn copy(from: &mut impl Read, to: &mut impl Write) {
    let mut bytes = [0; 8192];
    loop {
        match from.read(&mut bytes) {
            Ok(0) => return,
            Ok(count) if to.write_all(&bytes[..count]).and_then(|()| to.flush()).is_err() => return,
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// Asks for the code of a host on the network.
fn ask_code() -> Result<Code, CommandError> {
    let mut err = io::stderr().lock();
    // The answer may come even if the question is not seen.
    let _ = write!(err, "Code (three words): ");
    let _ = err.flush();
    let mut line = String::new();
    io::stdin().lock().take(200).read_line(&mut line).map_err(CommandError::unreadable)?;
    line.trim()
        .parse()
        .map_err(|error: tetralith_remote::secret::SecretError| CommandError::input(error))
}

pub(super) fn rooms() -> Result<PathBuf, CommandError> {
    if let Some(dir) = named_dir() {
        return Ok(dir.join("rooms"));
    }
    let dirs = ProjectDirs::from("", "", "tetralith");
    let dir = dirs.map(|dirs| dirs.state_dir().unwrap_or_else(|| dirs.data_dir()).join("rooms"));
    dir.ok_or_else(|| {
        CommandError::input("there is no home directory for rooms; set TETRALITH_DATA_DIR")
    })
}

/// The name that the other side sees: the one that is asked for, else that of the account.
fn name(asked: Option<&str>) -> String {
    let account = || ["USER", "LOGNAME", "USERNAME"].iter().find_map(|name| env::var(name).ok());
    let name = asked.map(str::to_owned).or_else(account).unwrap_or_default();
    name.trim().chars().take(MAX_NAME).collect()
}

/// The name of this program, for people.
fn program() -> String {
    concat!("tetralith ", env!("CARGO_PKG_VERSION")).to_owned()
}

//! `tetralith gtp`: the Go Text Protocol, version 2, on any input and output.
//!
//! Source: Gunnar Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", 2002; for
//! names of cells, colours and turns, and for our own commands, `docs/protocol.md`.

mod analyze;
mod clock;
mod engine;
mod game;
mod line;
mod queue;

use std::io::{BufRead, Write};

use std::time::{SystemTime, UNIX_EPOCH};

use tetralith_core::{
    Colour, Game, Info, Names, OptionKind, Record, Setup, SetupError, Timeline, json,
};
use tetralith_engine::Config;

use crate::cli::GtpArgs;
use clock::Clock;
use engine::Engine;
use line::{Line, MAX_LINE};
use queue::Queue;
use tetralith_cli::CommandError;

/// Answers the commands on `input` until `quit` or its end.
///
/// The input is read in a thread of its own, so that the next command can end an analysis; a few
/// lines at most are read before they are answered.
///
/// # Errors
/// [`CommandError`] if the options cannot be played, or `input` or `out` fails.
pub fn gtp(
    args: &GtpArgs,
    input: impl BufRead + Send + 'static,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let mut session = Session::new(args)?;
    session.queue.read(input)?;
    while !session.done {
        let Some(line) = session.queue.take_input().transpose()?.flatten() else { return Ok(()) };
        if let Some(reply) = session.answer(&line) {
            out.write_all(reply.as_bytes())?;
            out.flush()?;
        }
        if std::mem::take(&mut session.is_analysing) {
            session.stream(out)?;
        }
    }
    Ok(())
}

/// A game under way and how new ones are set up.
struct Session {
    info: &'static Info,
    setup: Setup,
    /// The parts of the loaded game besides its steps.
    record: Record,
    timeline: Timeline,
    /// The numbers of steps that each `play` and `genmove` added, or each turn of a loaded game.
    played: Vec<usize>,
    engine: Engine,
    clock: Option<Clock>,
    /// True if an analysis has been asked for that has not been streamed yet.
    is_analysing: bool,
    queue: Queue,
    done: bool,
}

/// The answer to a command, or why it fails; either may have several lines, but no empty one.
type Reply = Result<String, String>;

/// Does a command with the rest of its line.
type Handler = fn(&mut Session, &str) -> Reply;

/// Every command, in the order `list_commands` names them.
const COMMANDS: &[(&str, Handler)] = &[
    ("protocol_version", |_, _| Ok("2".to_owned())),
    ("name", |_, _| Ok("Tetralith".to_owned())),
    ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
    ("known_command", |session, name| {
        Ok((handler(name).is_some() && session.offers(name)).to_string())
    }),
    ("list_commands", |session, _| {
        let names = COMMANDS.iter().map(|(name, _)| *name);
        Ok(names.filter(|name| session.offers(name)).collect::<Vec<_>>().join("\n"))
    }),
    ("quit", |session, _| {
        session.done = true;
        Ok(String::new())
    }),
    ("boardsize", Session::boardsize),
    ("clear_board", Session::clear_board),
    ("komi", Session::komi),
    ("play", Session::play),
    ("genmove", Session::genmove),
    ("reg_genmove", Session::reg_genmove),
    ("undo", Session::undo),
    ("tetralith-undo-step", Session::undo_step),
    ("time_settings", Session::time_settings),
    ("time_left", Session::time_left),
    ("showboard", |session, _| Ok(session.board())),
    ("final_score", Session::final_score),
    ("loadgame", Session::loadgame),
    ("tetralith-legal", |session, _| Ok(session.legal())),
    ("tetralith-state", |session, _| Ok(json::state(&session.timeline).to_string())),
    ("tetralith-analyze", Session::analyze),
    ("tetralith-record", |session, _| {
        session.record.write_line(&session.timeline).map_err(|e| e.to_string())
    }),
];

fn handler(name: &str) -> Option<Handler> {
    COMMANDS.iter().find(|(known, _)| *known == name).map(|&(_, handler)| handler)
}

impl Session {
    fn new(args: &GtpArgs) -> Result<Self, SetupError> {
        let info = args.game.game;
        let setup = args.game.options.setup();
        let timeline = Timeline::new(Game::start(info, &info.options(&setup)?)?);
        let by_the_clock = || {
            let since = SystemTime::now().duration_since(UNIX_EPOCH);
            since.map_or(0, |time| time.as_nanos() as u64)
        };
        let seed = args.seed.unwrap_or_else(by_the_clock);
        let (threads, book) = (args.threads.into(), !args.no_book);
        let config = Config { threads, book, seed, ..Config::default() };
        Ok(Self {
            info,
            setup,
            record: Record::default(),
            timeline,
            played: Vec::new(),
            engine: Engine::new(*args.level, config),
            clock: None,
            is_analysing: false,
            queue: Queue::new(),
            done: false,
        })
    }

    /// The whole answer to a line, or `None` if there is nothing on it.
    fn answer(&mut self, line: &Line) -> Option<String> {
        let is_cut = line.is_cut;
        let line = line.text.trim();
        if line.is_empty() {
            return None;
        }
        let (head, tail) = line.split_once(' ').unwrap_or((line, ""));
        // Digits where the line was cut may be the beginning of anything.
        let is_id = head.bytes().all(|b| b.is_ascii_digit()) && !(is_cut && tail.is_empty());
        let (id, command) = if is_id { (head, tail.trim()) } else { ("", line) };
        let (name, rest) = command.split_once(' ').unwrap_or((command, ""));
        let reply = match handler(name) {
            _ if is_cut => Err(format!("a command has at most {} KiB", MAX_LINE >> 10)),
            None => Err("unknown command".to_owned()),
            Some(run) => run(self, rest.trim()),
        };
        let (sign, text) = match &reply {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        let end = if self.is_analysing { "\n" } else { "\n\n" };
        Some(format!("{sign}{id} {text}").trim_end().to_owned() + end)
    }

    /// True if the command is listed in this game; komi that a controller sends anyway has
    /// no effect where the game has none.
    fn offers(&self, name: &str) -> bool {
        name != "komi" || self.info.has(OptionKind::Komi)
    }

    fn names(&self) -> Names {
        Names::of(self.timeline.start())
    }

    fn time_settings(&mut self, text: &str) -> Reply {
        self.clock = Clock::parse(text)?;
        Ok(String::new())
    }

    fn time_left(&mut self, text: &str) -> Reply {
        let (colour, rest) =
            text.split_once(' ').ok_or("time_left takes a colour, a time and turns")?;
        let colour = self.colour(colour)?;
        let clock = self.clock.as_mut().ok_or("time_settings has not set a limit")?;
        clock.set_left(colour, rest)?;
        Ok(String::new())
    }

    fn colour(&self, text: &str) -> Result<Colour, String> {
        let names = self.names();
        // Controllers that only know Go say black for the first player and white for the second,
        // which is safe only where the game calls neither of its players so.
        let is_foreign = ["black", "white"].iter().all(|name| names.parse_colour(name).is_none());
        let colour = match &*text.to_ascii_lowercase() {
            "b" | "first" => Some(Colour::First),
            "w" | "second" => Some(Colour::Second),
            "black" if is_foreign => Some(Colour::First),
            "white" if is_foreign => Some(Colour::Second),
            name => names.parse_colour(name),
        };
        let [first, second] = Colour::BOTH.map(|colour| names.colour(colour));
        let warning = self.letters().map_or_else(String::new, |letters| format!("; {letters}"));
        colour.ok_or_else(|| {
            format!("invalid colour: it is {first} or {second}, first or second, b or w{warning}")
        })
    }

    /// The meaning of the letters of general controllers in a game in which they are initials of
    /// the wrong players; `None` in the other games.
    fn letters(&self) -> Option<String> {
        let names = self.names();
        let [first, second] = Colour::BOTH.map(|colour| names.colour(colour));
        let is_misleading = first.starts_with('w') || second.starts_with('b');
        is_misleading.then(|| format!("b means {first} (first player) and w means {second}"))
    }

    /// Explains that the player called `text` in the command is not to move.
    fn not_to_move(&self, text: &str) -> String {
        let to_move = self.names().title(self.timeline.position().to_move());
        let letters = self.letters().filter(|_| text.len() == 1);
        letters.map_or_else(
            || format!("{to_move} is to move"),
            |letters| format!("{to_move} is to move; {letters}"),
        )
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::cli::{Cli, Command};
    use clap::Parser as _;
    use tetralith_engine::SearchAnswer;

    fn session() -> Session {
        let words = "tetralith gtp necklace --size 4 --level beginner";
        let cli = Cli::try_parse_from(words.split(' ')).unwrap();
        let Some(Command::Gtp(args)) = cli.command else { panic!("it is a session") };
        Session::new(&args).unwrap()
    }

    #[test]
    fn clocks_are_full_in_a_loaded_game() {
        let mut session = session();
        let full = Clock::parse("10 0 0").unwrap();
        let mut used = full;
        used.as_mut().unwrap().spend(Colour::First, Duration::from_secs(9));
        session.clock = used;
        session.loadgame("necklace/4#a1,b1").unwrap();
        assert_eq!(session.clock, full);
    }

    #[test]
    fn failed_searches_are_one_error_each() {
        let mut session = session();
        let message = "the search failed: on purpose".to_owned();
        session.queue.listener()(SearchAnswer::Failed { id: 1, message: message.clone() });
        assert_eq!(session.genmove("first"), Err(message));
        // Late answers of the first search do not count as the second's.
        assert!(session.genmove("first").is_ok());
    }
}

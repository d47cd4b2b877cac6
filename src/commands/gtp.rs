//! `tetralith gtp`: the Go Text Protocol, version 2, on any input and output.
//!
//! Source: Gunnar Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", 2002; for names of cells,
//! colours and turns, and for our own commands, `contract.md`, "The engine protocol".

mod analyze;
mod clock;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

use tetralith_core::rules::MAX_KOMI;
use tetralith_core::{
    Colour, Game, Info, Names, NodeId, OptionKind, Outcome, Record, Score, Setup, SetupError, Step, Timeline,
    TimelineError, json,
};
use tetralith_engine::{Answer, Budget, Config, Level, Limits, Request, Task, Thinker};

use crate::cli::GtpArgs;
use crate::error::Error;
use crate::files;
use clock::Clock;

/// The most bytes of a command, without what leads up to it and the comment after it.
const MAX_LINE: usize = 64 << 10;

/// Answers the commands on `input` until `quit` or its end.
///
/// The input is read in a thread of its own, so that the next command can end an analysis.
///
/// # Errors
/// [`Error::Setup`] if the options cannot be played, [`Error::Input`] if `input` fails, [`Error::Output`] if `out` does.
pub fn gtp(args: &GtpArgs, mut input: impl BufRead + Send + 'static, out: &mut impl Write) -> Result<(), Error> {
    let (send, events) = channel();
    let mut session = Session::new(args, send.clone(), events)?;
    std::thread::spawn(move || {
        loop {
            let line = read_line(&mut input).map_err(Error::Input);
            let last = !matches!(line, Ok(Some(_)));
            if send.send(Event::Input(line)).is_err() || last {
                break;
            }
        }
    });
    while !session.done {
        let Some(line) = session.next_line().transpose()?.flatten() else { return Ok(()) };
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

/// What the session waits for.
enum Event {
    /// A line of input, or its end.
    Input(Result<Option<Line>, Error>),
    /// Something from the engine.
    Thought(Answer),
}

/// A line of input without control characters, leading blanks and comment.
struct Line {
    /// Its text, or the first [`MAX_LINE`] bytes of it.
    text: String,
    /// Whether there was more.
    is_cut: bool,
}

/// The next line, or `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let (mut is_cut, mut in_comment, mut is_end) = (false, false, true);
    loop {
        let chunk = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        if chunk.is_empty() {
            break;
        }
        is_end = false;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        // The protocol drops control characters but for the tab, and what follows a number sign is a comment.
        for &byte in &chunk[..end.unwrap_or(chunk.len())] {
            let byte = if byte == b'\t' { b' ' } else { byte };
            in_comment |= byte == b'#';
            if in_comment || byte.is_ascii_control() || (byte == b' ' && bytes.is_empty()) {
                continue;
            }
            if bytes.len() < MAX_LINE {
                bytes.push(byte);
            } else {
                is_cut = true;
            }
        }
        let read = end.map_or(chunk.len(), |end| end + 1);
        input.consume(read);
        if end.is_some() {
            break;
        }
    }
    let text = String::from_utf8_lossy(&bytes).chars().filter(|c| !c.is_control()).collect();
    Ok((!is_end).then_some(Line { text, is_cut }))
}

/// A game under way and how new ones are set up.
struct Session {
    info: &'static Info,
    setup: Setup,
    /// What the game that was loaded holds besides its steps.
    record: Record,
    timeline: Timeline,
    level: Level,
    config: Config,
    /// What plays and analyses, so that each knows what the other has found; there from the first question on.
    thinker: Option<Thinker>,
    /// The number of the last question.
    question: u64,
    clock: Option<Clock>,
    /// Whether an analysis has been asked for that is not told yet.
    is_analysing: bool,
    /// For the engine to answer to.
    answers: Sender<Event>,
    events: Receiver<Event>,
    /// Input that came while something else was waited for.
    waiting: VecDeque<Result<Option<Line>, Error>>,
    done: bool,
}

/// What a command says, or why it fails; either may have several lines, but no empty one.
type Reply = Result<String, String>;

/// Does a command with the rest of its line.
type Handler = fn(&mut Session, &str) -> Reply;

/// Every command, in the order `list_commands` names them.
const COMMANDS: &[(&str, Handler)] = &[
    ("protocol_version", |_, _| Ok("2".to_owned())),
    ("name", |_, _| Ok("Tetralith".to_owned())),
    ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
    ("known_command", |_, name| Ok(handler(name).is_some().to_string())),
    ("list_commands", |_, _| Ok(COMMANDS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("\n"))),
    ("quit", |session, _| {
        session.done = true;
        Ok(String::new())
    }),
    ("boardsize", Session::boardsize),
    ("clear_board", |session, _| session.restart(session.setup)),
    ("komi", Session::komi),
    ("play", Session::play),
    ("genmove", Session::genmove),
    ("reg_genmove", Session::reg_genmove),
    ("undo", Session::undo),
    ("time_settings", Session::time_settings),
    ("time_left", Session::time_left),
    ("showboard", |session, _| Ok(session.board())),
    ("final_score", Session::final_score),
    ("loadgame", Session::loadgame),
    ("tetralith-legal", |session, _| Ok(session.legal())),
    ("tetralith-state", |session, _| Ok(json::state(&session.timeline).to_string())),
    ("tetralith-analyze", Session::analyze),
    ("tetralith-record", |session, _| session.record.write_line(&session.timeline).map_err(|e| e.to_string())),
];

fn handler(name: &str) -> Option<Handler> {
    COMMANDS.iter().find(|(known, _)| *known == name).map(|&(_, handler)| handler)
}

impl Session {
    fn new(args: &GtpArgs, answers: Sender<Event>, events: Receiver<Event>) -> Result<Self, SetupError> {
        let info = args.game.game;
        let setup = args.game.options.setup();
        let timeline = Timeline::new(Game::start(info, &info.options(&setup)?)?);
        let config = Config { threads: args.threads.into(), ..Config::default() };
        Ok(Self {
            info,
            setup,
            record: Record::default(),
            timeline,
            level: *args.level,
            config,
            thinker: None,
            question: 0,
            clock: None,
            is_analysing: false,
            answers,
            events,
            waiting: VecDeque::new(),
            done: false,
        })
    }

    /// The next line of input, or its end; `None` if nobody is left to read it.
    fn next_line(&mut self) -> Option<Result<Option<Line>, Error>> {
        self.waiting.pop_front().or_else(|| {
            self.events.iter().find_map(|event| match event {
                Event::Input(line) => Some(line),
                // A word of an analysis that has ended.
                Event::Thought(_) => None,
            })
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
        // Digits that are cut off may be anything.
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

    fn names(&self) -> Names {
        Names::of(self.timeline.start())
    }

    /// Starts a new game by `setup`, if it can be played.
    fn restart(&mut self, setup: Setup) -> Reply {
        self.timeline = Timeline::new(self.start(&setup)?);
        self.record = Record::default();
        self.setup = setup;
        Ok(String::new())
    }

    fn start(&self, setup: &Setup) -> Result<Game, String> {
        let options = self.info.options(setup).map_err(|error| error.to_string())?;
        Game::start(self.info, &options).map_err(|error| error.to_string())
    }

    fn boardsize(&mut self, text: &str) -> Reply {
        let size = text.parse().map_err(|_| "boardsize not an integer".to_owned())?;
        self.restart(Setup { size: Some(size), ..self.setup }).map_err(|error| format!("unacceptable size: {error}"))
    }

    /// Takes whole points, or the same with the half point that goes with them; the game so far stays.
    fn komi(&mut self, text: &str) -> Reply {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let fraction = fraction.trim_end_matches('0');
        let komi: i64 = whole
            .parse()
            .ok()
            .filter(|_| fraction.is_empty() || fraction == "5")
            .ok_or("komi is a number of whole points, with or without the half point that goes with them")?;
        if text.starts_with('-') {
            return Err(format!("komi {text} is out of range: whole points from 0 to {MAX_KOMI}"));
        }
        if komi == 0 && fraction.is_empty() && !self.info.has(OptionKind::Komi) {
            return Ok(String::new());
        }
        let setup = Setup { komi: Some(komi), ..self.setup };
        self.timeline = self.timeline.restarted(self.start(&setup)?).map_err(|error| self.explain(&error))?;
        self.setup = setup;
        Ok(String::new())
    }

    fn play(&mut self, text: &str) -> Reply {
        let (colour, turn) = text.split_once(' ').ok_or("syntax error: play takes a colour and a turn")?;
        let names = self.names();
        let colour = self.colour(colour)?;
        let steps = names.parse_typed(turn).map_err(|error| format!("invalid coordinate: {error}"))?;
        let position = self.timeline.position();
        if self.timeline.outcome().is_none() && position.to_move() != colour {
            return Err(format!("illegal move: {} is to move", names.title(position.to_move())));
        }
        let played = self.timeline.play_turn(&steps);
        played.map_err(|error| format!("illegal move: {}", self.explain(&error))).map(|_| String::new())
    }

    /// Plays a turn of the engine and names it.
    fn genmove(&mut self, text: &str) -> Reply {
        let colour = self.colour(text)?;
        let began = Instant::now();
        let turn = self.think(colour, began)?;
        self.timeline.play_turn(&turn).map_err(|error| self.explain(&error))?;
        if let Some(clock) = &mut self.clock {
            clock.spend(colour, began.elapsed());
        }
        Ok(self.names().turn(&turn))
    }

    /// Names the turn that the engine would play.
    fn reg_genmove(&mut self, text: &str) -> Reply {
        let colour = self.colour(text)?;
        let turn = self.think(colour, Instant::now())?;
        Ok(self.names().turn(&turn))
    }

    /// The steps of the turn that the engine would play, or of the rest of it; its clock runs since it `began`.
    fn think(&mut self, colour: Colour, began: Instant) -> Result<Vec<Step>, String> {
        let mover = self.timeline.position().to_move();
        if self.timeline.outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        if mover != colour {
            return Err(format!("{} is to move", self.names().title(mover)));
        }
        let mut position = self.timeline.position().clone();
        let mut line = steps(&self.timeline);
        let before = line.len();
        loop {
            // Levels fixed by simulations stay what they are, whatever the clock says.
            let clock = self.clock.filter(|_| !self.level.is_repeatable());
            let budget = clock.map(|clock| Budget::Time(clock.budget(&position, began.elapsed())));
            let task = Task::Play { level: self.level, budget, seed: self.config.seed };
            let step = self.step(position.clone(), line.clone(), task)?;
            position.play_unchecked(step);
            line.push(step);
            if position.outcome().is_some() || !position.phase().is_mid_turn() {
                return Ok(line.split_off(before));
            }
        }
    }

    /// The step that the engine finds in `position`; input that comes meanwhile waits.
    fn step(&mut self, position: Game, line: Vec<Step>, task: Task) -> Result<Step, String> {
        self.ask(position, line, task)?;
        for event in &self.events {
            match event {
                Event::Input(line) => self.waiting.push_back(line),
                Event::Thought(answer) if answer.id() != self.question => {}
                Event::Thought(Answer::Progress { .. }) => {}
                Event::Thought(Answer::Done { step, .. }) => return step.ok_or_else(|| "no step was found".to_owned()),
                Event::Thought(Answer::Failed { message, .. }) => return Err(message),
            }
        }
        Err("the engine is gone".to_owned())
    }

    /// Puts a question to the engine, whose answers bear its number.
    fn ask(&mut self, position: Game, line: Vec<Step>, task: Task) -> Result<(), String> {
        let begin = || {
            let answers = self.answers.clone();
            Thinker::new(self.config, move |answer| {
                // Once the session is over nobody listens.
                let _ = answers.send(Event::Thought(answer));
            })
        };
        let thinker = match self.thinker.take().map_or_else(begin, Ok) {
            Ok(thinker) => self.thinker.insert(thinker),
            Err(error) => return Err(format!("no thread can be had: {error}")),
        };
        self.question += 1;
        thinker.think(Request { id: self.question, position, line, task });
        Ok(())
    }

    fn time_settings(&mut self, text: &str) -> Reply {
        self.clock = Clock::parse(text)?;
        Ok(String::new())
    }

    fn time_left(&mut self, text: &str) -> Reply {
        let (colour, rest) = text.split_once(' ').ok_or("time_left takes a colour, a time and turns")?;
        let colour = self.colour(colour)?;
        let clock = self.clock.as_mut().ok_or("time_settings has not set a limit")?;
        clock.set_left(colour, rest)?;
        Ok(String::new())
    }

    /// Begins an analysis of the position, which goes on until the next command.
    fn analyze(&mut self, text: &str) -> Reply {
        if !text.is_empty() {
            return Err("syntax error: tetralith-analyze takes nothing more".to_owned());
        }
        if self.timeline.outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        let (position, line) = (self.timeline.position().clone(), steps(&self.timeline));
        self.ask(position, line, Task::Analyse { limits: Limits::NONE })?;
        self.is_analysing = true;
        Ok(String::new())
    }

    /// Writes what the analysis finds until it has found all or a command arrives, which then waits.
    fn stream(&mut self, out: &mut impl Write) -> Result<(), Error> {
        let Some(thinker) = &self.thinker else { return Ok(()) };
        if !self.waiting.is_empty() {
            thinker.finish();
        }
        for event in &self.events {
            let (analysis, last) = match event {
                Event::Input(line) => {
                    self.waiting.push_back(line);
                    thinker.finish();
                    continue;
                }
                Event::Thought(answer) if answer.id() != self.question => continue,
                Event::Thought(Answer::Progress { analysis, .. }) => (analysis, false),
                Event::Thought(Answer::Done { analysis, .. }) => (analysis, true),
                Event::Thought(Answer::Failed { message, .. }) => {
                    let error = serde_json::json!({ "error": message });
                    writeln!(out, "{error}")?;
                    break;
                }
            };
            writeln!(out, "{}", analyze::line(&analysis, self.info, self.names()))?;
            out.flush()?;
            if last {
                break;
            }
        }
        writeln!(out)?;
        out.flush()?;
        Ok(())
    }

    fn colour(&self, text: &str) -> Result<Colour, String> {
        let names = self.names();
        let colour = match &*text.to_ascii_lowercase() {
            "b" | "first" => Some(Colour::First),
            "w" | "second" => Some(Colour::Second),
            name => names.parse_colour(name),
        };
        let [first, second] = Colour::BOTH.map(|colour| names.colour(colour));
        colour.ok_or_else(|| format!("invalid colour: it is {first} or {second}, first or second, b or w"))
    }

    fn undo(&mut self, _: &str) -> Reply {
        if !self.timeline.undo() {
            return Err("cannot undo: nothing has been played".to_owned());
        }
        self.timeline.truncate();
        Ok(String::new())
    }

    fn board(&self) -> String {
        let position = self.timeline.position();
        let names = self.names();
        let state = match self.timeline.outcome() {
            None => format!("{} to move", names.title(position.to_move())),
            Some(Outcome { winner: None, reason }) => format!("a draw {reason}"),
            Some(Outcome { winner: Some(winner), reason }) => format!("{} has won {reason}", names.title(winner)),
        };
        format!("\n{}\n{state}", names.diagram(position.board()))
    }

    fn final_score(&mut self, _: &str) -> Reply {
        let outcome = self.timeline.outcome().ok_or("cannot score: the game is not over")?;
        let sign = match outcome.winner {
            None => return Ok("0".to_owned()),
            Some(Colour::First) => 'B',
            Some(Colour::Second) => 'W',
        };
        let margin = match self.timeline.position().score() {
            Score::Points { half_points: [first, second], .. } if outcome.reason.is_on_board() => {
                (f64::from(first.abs_diff(second)) / 2.0).to_string()
            }
            _ => String::new(),
        };
        Ok(format!("{sign}+{margin}"))
    }

    fn loadgame(&mut self, file: &str) -> Reply {
        if file.is_empty() {
            return Err("syntax error: loadgame takes a file".to_owned());
        }
        let (record, mut timeline) =
            files::load(Path::new(file)).map_err(|error| format!("cannot load file: {error}"))?;
        let found = timeline.start().info();
        if found.id != self.info.id {
            return Err(format!(
                "cannot load file: it is a game of {}, but this session plays {}",
                found.title, self.info.title
            ));
        }
        // Of the record, the main line is the game; the variations and notes are kept to be written again.
        timeline.go_to(timeline.main_line().last().copied().unwrap_or(NodeId::START));
        let options = *timeline.start().options();
        let setup = self.info.setup(&options);
        // A komi that is the default of its size follows the size of the next game.
        let default = (self.info.default_komi)(options.board, options.size);
        self.setup = Setup { komi: setup.komi.filter(|_| options.komi != default), ..setup };
        self.record = record;
        self.timeline = timeline;
        Ok(String::new())
    }

    fn legal(&self) -> String {
        if self.timeline.outcome().is_some() {
            return String::new();
        }
        let names = self.names();
        let steps = self.timeline.position().legal();
        steps.into_iter().map(|step| names.step(step)).collect::<Vec<_>>().join(" ")
    }

    fn explain(&self, error: &TimelineError) -> String {
        self.names().explain_refusal(error)
    }
}

/// The steps from the start to the cursor.
fn steps(timeline: &Timeline) -> Vec<Step> {
    timeline.path(timeline.cursor()).into_iter().filter_map(|node| timeline.step(node)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{Cli, Command};
    use clap::Parser as _;

    #[test]
    fn a_search_that_breaks_down_is_one_error_and_the_session_goes_on() {
        let cli = Cli::try_parse_from(["tetralith", "gtp", "necklace", "--size", "4", "--level", "beginner"]).unwrap();
        let Some(Command::Gtp(args)) = cli.command else { panic!("it is a session") };
        let (send, events) = channel();
        let mut session = Session::new(&args, send.clone(), events).unwrap();
        let message = "the search broke down: on purpose".to_owned();
        send.send(Event::Thought(Answer::Failed { id: 1, message: message.clone() })).unwrap();
        assert_eq!(session.genmove("first"), Err(message));
        // What the first search still says is not taken for the second's.
        assert!(session.genmove("first").is_ok());
    }
}

//! A program that speaks GTP, as a player.

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use serde_json::Value;
use tetralith_core::notation::Names;
use tetralith_core::{Colour, Game, OptionKind, Step, json, text};

use crate::arena::player::{Fault, Player, Reply, Table};
use crate::arena::process_group::Group;
use crate::arena::spec::Program;

/// The bytes of a line that are read; a program that sends a longer line is taken to send nonsense.
const LONGEST_LINE: u64 = 1 << 16;

/// The most characters of a program's name that are shown.
const LONGEST_NAME: usize = 80;

/// A running program, which ends with this.
pub(super) struct External {
    _group: Group,
    input: ChildStdin,
    lines: Receiver<String>,
    patience: Duration,
    time: Option<Duration>,
    name: String,
    /// Steps the program knows of; `None` before it knows the game.
    known_steps: Option<usize>,
}

impl External {
    /// Starts the program; it has `patience` for every answer.
    pub(super) fn start(program: &Program, patience: Duration) -> Result<Self, Fault> {
        let Program { words, time } = program;
        let name: String = text::display_text(&words[0]).chars().take(LONGEST_NAME).collect();
        let mut command = Command::new(&words[0]);
        command
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut group = Group::start(&mut command)
            .map_err(|error| format!("{name} cannot be started: {error}"))?;
        let (Some(input), Some(output)) = (group.child().stdin.take(), group.child().stdout.take())
        else {
            return Err(format!("{name} cannot be reached").into());
        };
        // A bounded channel: a program that floods its output waits, or is found out by its
        // nonsense.
        let (send, lines) = sync_channel(64);
        let listen = move || {
            let mut reader = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                let read =
                    std::io::Read::take(&mut reader, LONGEST_LINE).read_until(b'\n', &mut line);
                if !matches!(read, Ok(1..))
                    || send.send(String::from_utf8_lossy(&line).trim_end().to_owned()).is_err()
                {
                    break;
                }
            }
        };
        std::thread::Builder::new()
            .spawn(listen)
            .map_err(|error| format!("{name} cannot be heard: {error}"))?;
        Ok(Self { _group: group, input, lines, patience, time: *time, name, known_steps: None })
    }

    /// Starts the program, has it set a board up for a game from `start`, and ends it.
    ///
    /// # Errors
    /// The fault for which it would lose every game before the first move, or play another game
    /// than this.
    pub(super) fn try_out(
        program: &Program,
        start: &Game,
        patience: Duration,
    ) -> Result<(), Fault> {
        let mut program = Self::start(program, patience)?;
        program.set_up(start)?;
        program.check_options(start)
    }

    /// Sends a command and returns what was answered to it.
    fn ask(&mut self, command: &str) -> Result<String, Fault> {
        let name = &self.name;
        let asked = format!("'{command}'");
        // If the program has ended, the missing answer says so below, or what it wrote instead.
        let _ = writeln!(self.input, "{command}").and_then(|()| self.input.flush());
        let deadline = Instant::now() + self.patience;
        let mut answer: Option<String> = None;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = match self.lines.recv_timeout(left) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => {
                    let what = format!(
                        "{name} has not answered {asked} within {} s",
                        self.patience.as_secs_f32()
                    );
                    return Err(Fault { what, is_late: true });
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(format!("{name} exited instead of answering {asked}").into());
                }
            };
            let shown =
                |answer: &str| text::display_text(answer).chars().take(80).collect::<String>();
            match (&mut answer, line.is_empty()) {
                (None, true) => {}
                (None, false) if !line.starts_with(['=', '?']) => {
                    return Err(format!(
                        "{name} answered {asked} unintelligibly: '{}'",
                        shown(&line)
                    )
                    .into());
                }
                (None, false) => answer = Some(line),
                (Some(answer), true) => {
                    return match answer.strip_prefix('=') {
                        Some(rest) => Ok(rest
                            .trim_start_matches(|c: char| c.is_ascii_digit())
                            .trim()
                            .to_owned()),
                        None => Err(format!(
                            "{name} answered {asked} with the error '{}'",
                            shown(answer)
                        )
                        .into()),
                    };
                }
                (Some(answer), false) => {
                    answer.push('\n');
                    answer.push_str(&line);
                    if answer.len() as u64 > LONGEST_LINE {
                        return Err(format!("{name} answered {asked} with too much text").into());
                    }
                }
            }
        }
    }

    /// Has the program set a board up for a game from `start`.
    fn set_up(&mut self, start: &Game) -> Result<(), Fault> {
        let options = start.options();
        self.ask(&format!("boardsize {}", options.size))?;
        self.ask("clear_board")?;
        if start.info().has(OptionKind::Komi) {
            self.ask(&format!("komi {}", options.komi))?;
        }
        if let Some(time) = self.time {
            // No main time, and a period of so much for one move, again and again.
            self.ask(&format!("time_settings 0 {} 1", time.as_secs_f64()))?;
        }
        self.known_steps = Some(0);
        Ok(())
    }

    /// Asks the program which options it plays by, if it knows that command; the protocol can set
    /// only the size of the board and the komi.
    fn check_options(&mut self, start: &Game) -> Result<(), Fault> {
        if !self.ask("known_command tetralith-state").is_ok_and(|answer| answer == "true") {
            return Ok(());
        }
        let Ok(state) = self.ask("tetralith-state") else { return Ok(()) };
        let state: Value = serde_json::from_str(&state).unwrap_or_default();
        let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let other = |what: &str, theirs: Option<&Value>, ours: &Value| {
            let theirs = theirs.filter(|&theirs| theirs != ours)?;
            let theirs =
                text::display_text(&plain(theirs)).chars().take(LONGEST_NAME).collect::<String>();
            Some(format!("{what} {theirs}, not {}", plain(ours)))
        };
        let options = json::options(start.info(), start.options());
        let differences: Vec<String> = other("game", state.get("game"), &start.info().id.into())
            .into_iter()
            .chain(
                options
                    .iter()
                    .filter_map(|(name, ours)| other(name, state["options"].get(name), ours)),
            )
            .collect();
        if differences.is_empty() {
            return Ok(());
        }
        Err(format!("{} plays by other rules: {}", self.name, differences.join("; ")).into())
    }

    /// Sends the program the rest of the game.
    fn tell(&mut self, table: Table<'_>) -> Result<(), Fault> {
        let names = Names::of(table.start);
        if self.known_steps.is_none() {
            self.set_up(table.start)?;
        }
        let known_steps = self.known_steps.unwrap_or_default();
        let mut position = table.start.clone();
        for (i, &step) in table.line.iter().enumerate() {
            if i >= known_steps {
                let colour = table.start.info().side(position.to_move()).name;
                self.ask(&format!("play {colour} {}", names.step(step)))?;
            }
            position.play_unchecked(step);
        }
        self.known_steps = Some(table.line.len());
        Ok(())
    }

    fn genmove(&mut self, table: Table<'_>, colour: Colour) -> Result<Reply, Fault> {
        self.tell(table)?;
        let answer = self.ask(&format!("genmove {}", table.start.info().side(colour).name))?;
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(Reply::Resigned);
        }
        let steps: Vec<Step> = Names::of(table.start)
            .parse_typed(&answer)
            .map_err(|error| format!("{} played no valid move: {error}", self.name))?;
        self.known_steps = self.known_steps.map(|known_steps| known_steps + steps.len());
        Ok(Reply::Steps(steps, None))
    }
}

impl Player for External {
    fn reply(&mut self, table: Table<'_>, colour: Colour) -> Reply {
        self.genmove(table, colour).unwrap_or_else(Reply::Fault)
    }
}

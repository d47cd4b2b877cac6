//! A program that speaks GTP, as a player.

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use serde_json::Value;
use tetralith_core::notation::Names;
use tetralith_core::{Colour, Game, OptionKind, Step, json, text};

use crate::process_group::{Group, ProgramCloser};
use crate::program::{GtpProgram, LONGEST_NAME};

/// The bytes of a line that are read; a program that sends a longer line is taken to send nonsense.
const LONGEST_LINE: u64 = 1 << 16;

/// The command that has a program report what it thinks of a position until the next command.
const ANALYSE: &str = "tetralith-analyze";

/// The time that a program has for that, if the command that starts it names none.
const LOOK: Duration = Duration::from_secs(2);

/// The most bytes that all reports of an analysis take together: hundreds of the longest.
const MOST_REPORTED: usize = 16 << 20;

/// No lead in points is larger than this.
const LARGEST_LEAD: f64 = 10_000.0;

/// The way in which a program broke down, or broke the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GtpFault {
    /// One sentence without its full stop.
    pub what: String,
    /// True if it had not answered in time.
    pub is_late: bool,
    /// True if it answered that it cannot do this; its next answer is that to the next command.
    pub is_refusal: bool,
}

impl From<String> for GtpFault {
    fn from(what: String) -> Self {
        Self { what, is_late: false, is_refusal: false }
    }
}

/// The answer of a program that was asked for a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GtpAnswer {
    /// One legal step, or the legal steps of a whole turn.
    Steps(Vec<Step>),
    /// It resigned.
    Resigned,
}

/// The opinion of a program on a position.
#[derive(Clone, PartialEq, Debug)]
pub struct GtpOpinion {
    /// The best move.
    pub best: GtpAnswer,
    /// The winning chance of the player to move after it, 0 to 1, if the program gives one.
    pub win: Option<f64>,
    /// The lead in points that this player can expect, if the program gives one.
    pub lead: Option<f64>,
}

/// The clocks of a game, as the protocol has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timing {
    /// The main time.
    pub main: Duration,
    /// The time of a period after it, and the number of moves in one.
    pub period: (Duration, u32),
    /// The time left to the player to move, and the moves it is for: 0 in the main time.
    pub left: (Duration, u32),
}

/// A running program, which ends with this.
pub struct Client {
    group: Group,
    input: ChildStdin,
    lines: Receiver<String>,
    patience: Duration,
    /// The time that it has for each move, if the command that starts it says so.
    time: Option<Duration>,
    title: String,
    /// The position before the first step, and the steps since; `None` before it knows a game.
    known: Option<(Game, Vec<Step>)>,
    /// The number of these steps, the last ones, that it has answered itself.
    own: usize,
    /// The time control it knows of.
    control: Option<(Duration, (Duration, u32))>,
}

impl Client {
    /// Starts the program; it has `patience` for every answer.
    ///
    /// # Errors
    /// The fault if it cannot be started.
    pub fn start(program: &GtpProgram, patience: Duration) -> Result<Self, GtpFault> {
        let title = program.title();
        let mut command = Command::new(&program.command[0]);
        command
            .args(&program.command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let group = Group::start(&mut command)
            .map_err(|error| format!("{title} cannot be started: {error}"))?;
        let streams = {
            let mut child = group.child();
            (child.stdin.take(), child.stdout.take())
        };
        let (Some(input), Some(output)) = streams else {
            return Err(format!("{title} cannot be reached").into());
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
            .map_err(|error| format!("the answers of {title} cannot be read: {error}"))?;
        let time = program.time;
        Ok(Self { group, input, lines, patience, time, title, known: None, own: 0, control: None })
    }

    /// Starts the program, has it set a board up for a game from `start`, and ends it.
    ///
    /// # Errors
    /// The fault that would lose it every game before the first move, or play another game
    /// than this.
    pub fn try_out(program: &GtpProgram, start: &Game, patience: Duration) -> Result<(), GtpFault> {
        Self::start(program, patience)?.begin(start)
    }

    /// Has the program set a board up for a game from `start`, and makes sure that it plays by the
    /// same rules.
    ///
    /// # Errors
    /// The fault if it cannot, or plays another game.
    pub fn begin(&mut self, start: &Game) -> Result<(), GtpFault> {
        self.set_up(start)?;
        self.check_options(start)
    }

    /// Returns what ends it from another thread.
    pub fn closer(&self) -> ProgramCloser {
        self.group.closer()
    }

    /// Sets the time that it has for every answer from now on.
    pub const fn set_patience(&mut self, patience: Duration) {
        self.patience = patience;
    }

    /// The name that it gives itself, safe to show.
    ///
    /// # Errors
    /// The fault if it does not answer.
    pub fn name(&mut self) -> Result<String, GtpFault> {
        let name = self.ask("name")?;
        let name: String =
            text::display_text(&name).trim().chars().take(LONGEST_NAME / 2).collect();
        Ok(if name.is_empty() { self.title.clone() } else { name })
    }

    /// Sends a command and returns what was answered to it.
    fn ask(&mut self, command: &str) -> Result<String, GtpFault> {
        self.send(command);
        self.answer_to(command)
    }

    /// Sends a command. If the program has ended, the missing answer says so, or what it wrote
    /// instead.
    fn send(&mut self, command: &str) {
        let _ = writeln!(self.input, "{command}").and_then(|()| self.input.flush());
    }

    /// The next line of the answer to `command`. The program has time for it until `deadline`.
    fn line_of(&self, command: &str, deadline: Instant) -> Result<String, GtpFault> {
        let name = &self.title;
        let left = deadline.saturating_duration_since(Instant::now());
        // Lines that come without end are not waited for beyond that time either.
        let next = if left.is_zero() {
            Err(RecvTimeoutError::Timeout)
        } else {
            self.lines.recv_timeout(left)
        };
        next.map_err(|error| match error {
            RecvTimeoutError::Timeout => {
                let patience = self.patience.as_secs_f32();
                let what = format!("{name} has not answered '{command}' within {patience} s");
                GtpFault { what, is_late: true, is_refusal: false }
            }
            RecvTimeoutError::Disconnected => {
                format!("{name} exited instead of answering '{command}'").into()
            }
        })
    }

    /// The fault of an answer to `command` that cannot be read.
    fn unintelligible(&self, command: &str, answer: &str) -> GtpFault {
        format!("{} answered '{command}' unintelligibly: '{}'", self.title, shown(answer)).into()
    }

    /// The fault of an answer to `command` that is too long to be one.
    fn flood(&self, command: &str) -> GtpFault {
        format!("{} answered '{command}' with too much text", self.title).into()
    }

    /// The fault of a program that answered `command` with an error.
    fn refusal(&self, command: &str, answer: &str) -> GtpFault {
        let error = shown(answer);
        let what = format!("{} answered '{command}' with the error '{error}'", self.title);
        GtpFault { what, is_late: false, is_refusal: true }
    }

    /// The answer to a `command` that was sent.
    fn answer_to(&self, command: &str) -> Result<String, GtpFault> {
        let deadline = Instant::now() + self.patience;
        let (mut answer, mut read) = (None::<String>, 0);
        loop {
            let line = self.line_of(command, deadline)?;
            read += line.len() as u64 + 1;
            if read > LONGEST_LINE {
                return Err(self.flood(command));
            }
            match (&mut answer, line.is_empty()) {
                (None, true) => {}
                (None, false) if !line.starts_with(['=', '?']) => {
                    return Err(self.unintelligible(command, &line));
                }
                (None, false) => answer = Some(line),
                (Some(answer), true) => {
                    if let Some(rest) = answer.strip_prefix('=') {
                        let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
                        return Ok(rest.trim().to_owned());
                    }
                    return Err(self.refusal(command, answer));
                }
                (Some(answer), false) => {
                    answer.push('\n');
                    answer.push_str(&line);
                }
            }
        }
    }

    /// Has the program set a board up for a game from `start`.
    fn set_up(&mut self, start: &Game) -> Result<(), GtpFault> {
        if start.is_set_up() {
            let what = "can play only games that begin from the usual starting position";
            return Err(format!("{} {what}", self.title).into());
        }
        // A program that refuses any of these commands may have neither board.
        self.known = None;
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
        self.known = Some((start.clone(), Vec::new()));
        (self.own, self.control) = (0, None);
        Ok(())
    }

    /// Makes sure that the program plays by the options of `start`, if it knows how to show them;
    /// the protocol can set only the size of the board and the komi.
    fn check_options(&mut self, start: &Game) -> Result<(), GtpFault> {
        if !self.knows("tetralith-state")? {
            return Ok(());
        }
        let Some(state) = self.ask_what_it_may_lack("tetralith-state")? else { return Ok(()) };
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
        let differences = differences.join("; ");
        let what = format!("{} plays by other rules: {differences}", self.title);
        Err(format!("{what}; give its command the options of this game").into())
    }

    /// Has the program know the game of `line` from `start`; returns the position after it.
    fn follow(&mut self, start: &Game, line: &[Step]) -> Result<Game, GtpFault> {
        let goes_on =
            |(first, steps): &(Game, Vec<Step>)| first == start && line.starts_with(steps);
        if !self.known.as_ref().is_some_and(goes_on) {
            self.set_up(start)?;
        }
        let known_steps = self.known.as_ref().map_or(0, |(_, steps)| steps.len());
        let names = Names::of(start);
        let mut position = start.clone();
        for (i, &step) in line.iter().enumerate() {
            if i >= known_steps {
                let colour = start.info().side(position.to_move()).name;
                self.ask(&format!("play {colour} {}", names.step(step)))?;
                if let Some((_, steps)) = &mut self.known {
                    steps.push(step);
                }
                self.own = 0;
            }
            position.play_unchecked(step);
        }
        Ok(position)
    }

    /// The steps that it has already answered beyond `line`, the rest of a whole turn.
    fn rest(&self, start: &Game, line: &[Step]) -> Option<&[Step]> {
        let (first, steps) = self.known.as_ref()?;
        let is_own = first == start && line.len() + self.own >= steps.len();
        steps.strip_prefix(line).filter(|rest| is_own && !rest.is_empty())
    }

    /// Asks the program for its move after `line` from `start`, where the game has these clocks.
    ///
    /// # Errors
    /// The fault, also if it answers anything but a legal move.
    pub fn genmove(
        &mut self,
        start: &Game,
        line: &[Step],
        timing: Option<Timing>,
    ) -> Result<GtpAnswer, GtpFault> {
        if let Some(rest) = self.rest(start, line) {
            return Ok(GtpAnswer::Steps(rest.to_vec()));
        }
        let position = self.follow(start, line)?;
        let colour = position.to_move();
        let name = start.info().side(colour).name;
        // A program that has its own time for each move knows that already.
        if let Some(timing) = timing.filter(|_| self.time.is_none()) {
            self.tell_time(name, timing)?;
        }
        let answer = self.ask(&format!("genmove {name}"))?;
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(GtpAnswer::Resigned);
        }
        let steps = self.checked(&answer, position, colour)?;
        self.own = steps.len();
        if let Some((_, known)) = &mut self.known {
            known.extend(&steps);
        }
        Ok(GtpAnswer::Steps(steps))
    }

    /// Asks the program what it thinks of the position after `line` from `start`: by its own
    /// analysis, or if it has none by the move that it would play.
    ///
    /// # Errors
    /// The fault, also if it answers anything but a legal move and figures that can be true.
    pub fn opinion(&mut self, start: &Game, line: &[Step]) -> Result<GtpOpinion, GtpFault> {
        if !self.knows(ANALYSE)? {
            let best = self.genmove(start, line, None)?;
            return Ok(GtpOpinion { best, win: None, lead: None });
        }
        let position = self.follow(start, line)?;
        let report = self.analyse()?;
        let found: Value = serde_json::from_str(&report).unwrap_or_default();
        let found = &found["candidates"][0];
        let Some(step) = found["step"].as_str() else {
            return Err(self.unintelligible(ANALYSE, &report));
        };
        let colour = position.to_move();
        let best = GtpAnswer::Steps(self.checked(step, position, colour)?);
        let figure = |key: &str, may_be: fn(&f64) -> bool| match &found[key] {
            Value::Null => Ok(None),
            figure => figure.as_f64().filter(may_be).map(Some).ok_or_else(|| {
                let (name, figure) = (&self.title, shown(&figure.to_string()));
                GtpFault::from(format!("{name} answered '{ANALYSE}' with a {key} of {figure}"))
            }),
        };
        let win = figure("win", |win| (0.0..=1.0).contains(win))?;
        let lead = figure("score", |lead| lead.abs() <= LARGEST_LEAD)?;
        Ok(GtpOpinion { best, win, lead })
    }

    /// The last report of the program's own analysis of the position that it knows.
    fn analyse(&mut self) -> Result<String, GtpFault> {
        // Any command ends the analysis.
        const NEXT: &str = "name";
        self.send(ANALYSE);
        let mut deadline = Instant::now() + self.time.unwrap_or(LOOK);
        let (mut last, mut is_ended, mut is_refusal) = (None::<String>, false, false);
        let mut read = 0;
        loop {
            let line = match self.line_of(ANALYSE, deadline) {
                Err(fault) if fault.is_late && !is_ended => {
                    self.send(NEXT);
                    (deadline, is_ended) = (Instant::now() + self.patience, true);
                    continue;
                }
                line => line?,
            };
            read += line.len() + 1;
            if read > MOST_REPORTED {
                return Err(self.flood(ANALYSE));
            }
            last = match last {
                None if line.is_empty() => None,
                None if !line.starts_with(['=', '?']) => {
                    return Err(self.unintelligible(ANALYSE, &line));
                }
                None => {
                    is_refusal = line.starts_with('?');
                    Some(line)
                }
                Some(last) if line.is_empty() => {
                    if is_ended {
                        self.answer_to(NEXT)?;
                    }
                    if is_refusal {
                        return Err(self.refusal(ANALYSE, &last));
                    }
                    return Ok(last.trim_start_matches('=').trim().to_owned());
                }
                Some(reason) if is_refusal => Some(reason),
                Some(_) => Some(line),
            };
        }
    }

    /// Sends the program the clocks of the game, whose player called `name` is to move.
    fn tell_time(&mut self, name: &str, timing: Timing) -> Result<(), GtpFault> {
        let Timing { main, period: (period, moves), left: (left, for_moves) } = timing;
        if self.control != Some((main, (period, moves))) {
            let (main, period) = (main.as_secs(), period.as_secs());
            let command = format!("time_settings {main} {period} {moves}");
            // A program without this command can play by a clock, but not by a budget for a move.
            if main > 0 {
                self.ask_what_it_may_lack(&command)?;
            } else {
                self.ask(&command)?;
            }
            self.control = Some((timing.main, timing.period));
        }
        // Not every program has this command; one that has not measures its time itself.
        let left = left.as_secs().max(1);
        self.ask_what_it_may_lack(&format!("time_left {name} {left} {for_moves}")).map(drop)
    }

    /// True if it has this command.
    fn knows(&mut self, command: &str) -> Result<bool, GtpFault> {
        let known = self.ask_what_it_may_lack(&format!("known_command {command}"))?;
        Ok(known.is_some_and(|answer| answer == "true"))
    }

    /// Its answer to a command that not every program has; `None` if it refuses the command.
    fn ask_what_it_may_lack(&mut self, command: &str) -> Result<Option<String>, GtpFault> {
        match self.ask(command) {
            Err(fault) if fault.is_refusal => Ok(None),
            answer => answer.map(Some),
        }
    }

    /// The steps of the move that it `answer`ed as `colour` in `position`, if they are legal.
    fn checked(
        &self,
        answer: &str,
        mut position: Game,
        colour: Colour,
    ) -> Result<Vec<Step>, GtpFault> {
        let steps: Vec<Step> = Names::of(&position)
            .parse_typed(answer)
            .map_err(|error| format!("{} played no valid move: {error}", self.title))?;
        for &step in &steps {
            if position.to_move() != colour || position.outcome().is_some() {
                return Err(format!("{} played more than one move", self.title).into());
            }
            position
                .play(step)
                .map_err(|error| format!("{} played an illegal move: {error}", self.title))?;
        }
        if steps.is_empty() {
            return Err(format!("{} played no move", self.title).into());
        }
        Ok(steps)
    }
}

/// The beginning of an answer, safe to show.
fn shown(answer: &str) -> String {
    text::display_text(answer).chars().take(80).collect()
}

#[cfg(all(test, unix))]
mod tests {
    use tetralith_core::Setup;

    use super::*;

    /// A program that does `answers` for each command, a shell's `case` of its first word.
    fn client(answers: &str) -> Client {
        let script = format!("while read -r c rest; do case $c in {answers} esac; echo; done");
        let program = GtpProgram::of_command(&format!("cmd,time=0.1:sh -c '{script}'")).unwrap();
        Client::start(&program, Duration::from_secs(60)).unwrap()
    }

    fn necklace() -> (Game, [Step; 2]) {
        let start = Game::new("necklace", &Setup::default()).unwrap();
        let steps = Names::of(&start);
        let steps = ["c3", "b2"].map(|name| steps.parse_typed(name).unwrap()[0]);
        (start, steps)
    }

    #[test]
    fn moves_of_the_record_are_no_opinions_of_a_program() {
        let mut client = client(
            "genmove) echo = ${move:-c3}; move=resign;; known_command) echo = false;; *) echo =;;",
        );
        let (start, line) = necklace();
        let mut best = |line| client.opinion(&start, line).unwrap().best;
        assert_eq!(best(&[]), GtpAnswer::Steps(line[..1].to_vec()));
        assert_eq!(best(&[]), GtpAnswer::Steps(line[..1].to_vec()), "it is not asked again");
        assert_eq!(best(&line), GtpAnswer::Resigned);
        assert_eq!(best(&line[..1]), GtpAnswer::Resigned);
    }

    #[test]
    fn answers_after_a_refused_analysis_are_in_step() {
        for refusal in ["echo ? no; echo more", "read -r c rest; echo ? late; echo; echo = $c"] {
            let mut client = client(&format!(
                "tetralith-analyze) {refusal};; known_command) echo = true;; \
                 boardsize|clear_board|time_settings) echo =;; *) echo = $c;;"
            ));
            let fault = client.opinion(&necklace().0, &[]).unwrap_err();
            assert!(fault.is_refusal, "{}", fault.what);
            assert_eq!(client.ask("version"), Ok("version".to_owned()), "{refusal}");
        }
    }

    #[test]
    fn boards_are_set_up_again_after_a_refusal() {
        // After a size that it refuses, the program has no board.
        let mut client = client(
            "boardsize) size=$rest; if [ $size = 7 ]; then echo ? no; else echo =; fi;; \
             genmove) if [ $size = 7 ]; then echo ? no; else echo = ${move:-e5}; move=a1; fi;; \
             *) echo =;;",
        );
        let game =
            |size| Game::new("necklace", &Setup { size: Some(size), ..Setup::default() }).unwrap();
        let names = Names::of(&game(5));
        let line = ["c3", "e5"].map(|name| names.parse_typed(name).unwrap()[0]);
        assert!(client.genmove(&game(5), &line[..1], None).is_ok());
        assert!(client.genmove(&game(7), &[], None).unwrap_err().is_refusal);
        assert!(client.genmove(&game(5), &line, None).is_ok());
    }
}

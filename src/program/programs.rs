//! Other programs in the seats of the game at the board and the one that is asked for an opinion,
//! each with a thread that asks it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use tetralith_core::Game;
use tetralith_gtp::{Client, GtpAnswer, GtpFault, GtpOpinion, GtpProgram, ProgramCloser, Timing};
use tetralith_session::clock::ProtocolClock;
use tetralith_session::thinking::{ProgramAnswer, ProgramAsk, ProgramMove, ProgramTask};

/// The time that programs have for their answers.
#[derive(Clone, Copy, Debug)]
struct Patience {
    /// For each answer before the first move: some read large files.
    start: Duration,
    /// For a move without a clock.
    turn: Duration,
}

const PATIENCE: Patience =
    Patience { start: Duration::from_secs(60), turn: Duration::from_secs(300) };

/// The sentence that a kiosk answers with.
const KIOSK: &str = "no other program is started in a kiosk";

/// The programs that run: by the seats they have, then the one that is asked for an opinion.
pub(super) struct Programs {
    running: [Option<Running>; 3],
    tell: Arc<dyn Fn(ProgramAnswer) + Send + Sync>,
    /// True if programs may be started.
    may_start: bool,
    patience: Patience,
}

/// No programs.
const NONE: [Option<Running>; 3] = [None, None, None];

/// A running program, which ends with this.
struct Running {
    command: String,
    questions: Sender<ProgramAsk>,
    closer: ProgramCloser,
    /// True from a question for a move or an opinion until its answer; forever once the program has
    /// failed.
    is_busy: Arc<AtomicBool>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.closer.close();
    }
}

impl fmt::Debug for Programs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let running = self.running.each_ref().map(Option::is_some);
        f.debug_struct("Programs").field("running", &running).finish_non_exhaustive()
    }
}

impl Programs {
    /// No programs yet; their answers go to `tell`. In a kiosk none is started.
    pub(super) fn new(
        is_kiosk: bool,
        tell: impl Fn(ProgramAnswer) + Send + Sync + 'static,
    ) -> Self {
        let may_start = !is_kiosk;
        Self { running: NONE, tell: Arc::new(tell), may_start, patience: PATIENCE }
    }

    /// Asks a program, and starts it first if it does not run.
    pub(super) fn consult(&mut self, ask: ProgramAsk) {
        self.stop();
        let ticket = ask.ticket;
        if let Err(why) = self.try_to_consult(ask) {
            (self.tell)(ProgramAnswer { ticket, name: None, found: Err(why) });
        }
    }

    fn try_to_consult(&mut self, ask: ProgramAsk) -> Result<(), String> {
        if !self.may_start {
            return Err(KIOSK.to_owned());
        }
        let at = match ask.task {
            ProgramTask::Begin(seat) | ProgramTask::Move(seat) => seat.index(),
            ProgramTask::Opinion => 2,
        };
        let seated = self.running[at].take().filter(|running| running.command == ask.command);
        let running = match seated {
            Some(running) => running,
            None => self.start(&ask.command)?,
        };
        running.is_busy.store(is_work(&ask), Ordering::Relaxed);
        // The thread answers as long as it can be asked, even for a program that has failed.
        let _ = running.questions.send(ask);
        self.running[at] = Some(running);
        Ok(())
    }

    fn start(&self, command: &str) -> Result<Running, String> {
        let program = GtpProgram::of_command(command)?;
        let client = Client::start(&program, self.patience.start).map_err(|fault| fault.what)?;
        let (closer, is_busy) = (client.closer(), Arc::new(AtomicBool::new(false)));
        let (questions, asked) = channel();
        let player = Player { client, patience: self.patience, name: None, begun: None };
        let (tell, busy) = (Arc::clone(&self.tell), Arc::clone(&is_busy));
        let play = move || player.answer_all(&asked, &busy, &*tell);
        thread::Builder::new()
            .name("program".to_owned())
            .spawn(play)
            .map_err(|error| format!("no thread can be started: {error}"))?;
        Ok(Running { command: command.to_owned(), questions, closer, is_busy })
    }

    /// Ends a program that is thinking: the protocol knows no other way to stop it.
    pub(super) fn stop(&mut self) {
        let is_busy = |running: &mut Running| running.is_busy.load(Ordering::Relaxed);
        for seat in &mut self.running {
            seat.take_if(is_busy);
        }
    }

    /// Ends all programs.
    pub(super) fn dismiss(&mut self) {
        self.running = NONE;
    }
}

/// A program, as its thread has it.
struct Player {
    client: Client,
    patience: Patience,
    /// The name that it gives itself, once it was asked.
    name: Option<String>,
    /// The position from which its game begins.
    begun: Option<Game>,
}

impl Player {
    /// Answers all that is `asked`, until the program is no longer wanted. Once it has failed it is
    /// ended, and its fault answers the rest: a move may have been asked for during its tryout.
    fn answer_all(
        mut self,
        asked: &Receiver<ProgramAsk>,
        busy: &AtomicBool,
        tell: &(dyn Fn(ProgramAnswer) + Send + Sync),
    ) {
        let answer = |ask: &ProgramAsk, name: Option<String>, found: Result<_, String>| {
            busy.store(found.is_err(), Ordering::Relaxed);
            tell(ProgramAnswer { ticket: ask.ticket, name, found });
        };
        let why = loop {
            let Ok(ask) = asked.recv() else { return };
            busy.store(is_work(&ask), Ordering::Relaxed);
            let found = self.answer(&ask).map_err(|fault| fault.what);
            let fault = found.as_ref().err().cloned();
            answer(&ask, self.name.clone(), found);
            if let Some(fault) = fault {
                break fault;
            }
        };
        let Self { client, name, .. } = self;
        drop(client);
        for ask in asked {
            answer(&ask, name.clone(), Err(why.clone()));
        }
    }

    /// The program's move, with figures if it is asked for an opinion and has any.
    fn answer(&mut self, ask: &ProgramAsk) -> Result<ProgramMove, GtpFault> {
        self.client.set_patience(self.patience.start);
        if self.name.is_none() {
            match self.client.name() {
                Err(fault) if !fault.is_refusal => return Err(fault),
                name => self.name = name.ok(),
            }
        }
        if self.begun.as_ref() != Some(&ask.start) {
            self.client.begin(&ask.start)?;
            self.begun = Some(ask.start.clone());
        }
        let turn = self.patience.turn;
        self.client.set_patience(ask.clock.map_or(turn, |clock| turn.max(clock.total)));
        let GtpOpinion { best, win, lead } = match ask.task {
            ProgramTask::Begin(_) => return Ok(ProgramMove::default()),
            ProgramTask::Opinion => self.client.opinion(&ask.start, &ask.line)?,
            ProgramTask::Move(_) => {
                let best = self.client.genmove(&ask.start, &ask.line, ask.clock.map(timing))?;
                GtpOpinion { best, win: None, lead: None }
            }
        };
        let steps = match best {
            GtpAnswer::Steps(steps) => steps,
            GtpAnswer::Resigned => Vec::new(),
        };
        Ok(ProgramMove { steps, win, lead })
    }
}

/// True if the program is to think, which is stopped by ending it.
const fn is_work(ask: &ProgramAsk) -> bool {
    !matches!(ask.task, ProgramTask::Begin(_))
}

/// A clock as the client passes it on.
fn timing(clock: ProtocolClock) -> Timing {
    let period = clock.period.map_or((Duration::ZERO, 0), |period| (period, 1));
    let left = (clock.left, u32::from(clock.is_in_period));
    Timing { main: clock.main, period, left }
}

#[cfg(all(test, unix))]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use tetralith_core::{Colour, Setup};

    fn ask(ticket: u64, command: &str, line: &[&str]) -> ProgramAsk {
        let setup = Setup { size: Some(3), ..Setup::default() };
        let start = Game::new("necklace", &setup).unwrap();
        let line = line.iter().flat_map(|text| start.parse_typed(text).unwrap()).collect();
        let command = command.to_owned();
        let task = ProgramTask::Move(Colour::Second);
        ProgramAsk { ticket, task, command, start, line, clock: None }
    }

    /// Programs, and their answers; they have `turn` for a move.
    fn programs(turn: Duration) -> (Programs, mpsc::Receiver<ProgramAnswer>) {
        let (send, answers) = channel();
        let programs = Programs::new(false, move |answer| drop(send.send(answer)));
        let patience = Patience { turn, ..PATIENCE };
        (Programs { patience, ..programs }, answers)
    }

    /// A program that answers `genmove` with what the shell command `answer` prints.
    fn answering(answer: &str) -> String {
        format!(
            "cmd:sh -c 'while read c rest; do case $c in genmove) {answer};; \
             name) printf \"= Odd \\033[2Jone\\n\";; known_command) echo = false;; \
             *) echo =;; esac; echo; done'"
        )
    }

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn a_program_is_asked_for_moves_and_shown_by_its_name() {
        let (mut programs, answers) = programs(MINUTE);
        programs.consult(ask(1, &answering("echo = b2"), &["a1"]));
        let answer = answers.recv_timeout(MINUTE).unwrap();
        assert_eq!((answer.ticket, answer.found.unwrap().steps.len()), (1, 1));
        assert_eq!(answer.name.as_deref(), Some("Odd \u{fffd}[2Jone"));
        programs.consult(ask(2, &answering("echo = resign"), &["a1"]));
        assert_eq!(answers.recv_timeout(MINUTE).unwrap().found, Ok(ProgramMove::default()));
    }

    #[test]
    fn programs_that_fail_are_named_in_a_sentence() {
        for (answer, why) in [
            ("sleep 1000", "sh has not answered 'genmove blue' within 0.3 s"),
            ("exit", "sh exited instead of answering 'genmove blue'"),
            ("echo = a1", "sh played an illegal move: "),
            ("echo = b2 c3", "sh played more than one move"),
            ("echo \"? no\"", "sh answered 'genmove blue' with the error '? no'"),
            ("yes =", "sh answered 'genmove blue' with too much text"),
            ("yes \"\"", "sh answered 'genmove blue' with too much text"),
        ] {
            let (mut programs, answers) = programs(if answer.starts_with("sleep") {
                Duration::from_millis(300)
            } else {
                10 * MINUTE
            });
            programs.consult(ask(1, &answering(answer), &["a1"]));
            let found = answers.recv_timeout(10 * MINUTE).unwrap().found.unwrap_err();
            assert!(found.starts_with(why), "{answer}: {found}");
        }
    }

    #[test]
    fn a_program_that_thinks_is_ended_and_started_again() {
        let dir = tempfile::tempdir().unwrap();
        let pipe = dir.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        // A child of its own in another session keeps the pipe open as long as it lives.
        let hangs = format!("setsid sh -c \"exec sleep 1000 > {0}\" & wait", pipe.display());
        let (mut programs, answers) = programs(10 * MINUTE);
        programs.consult(ask(1, &answering(&hangs), &["a1"]));
        let mut reader = std::fs::File::open(&pipe).unwrap();
        programs.consult(ask(2, &answering("echo = b2"), &["a1"]));
        let mut rest = Vec::new();
        std::io::Read::read_to_end(&mut reader, &mut rest).unwrap();
        let two = answers.iter().find(|answer| answer.ticket == 2).unwrap();
        assert!(two.found.is_ok_and(|found| found.steps.len() == 1));
        programs.dismiss();
        assert!(programs.running.iter().all(Option::is_none));
    }

    /// The opinion on a board of Necklace after a1 of a program that analyses as the shell command
    /// `answer` prints.
    fn opinion(answer: &str) -> Result<ProgramMove, String> {
        let command = format!(
            "cmd,time=0.1:sh -c 'while read c rest; do case $c in \
             known_command) case $rest in *analyze) echo = true;; *) echo = false;; esac;; \
             tetralith-analyze) {answer};; *) echo =;; esac; echo; done'"
        );
        let (mut programs, answers) = programs(Duration::from_secs(1));
        let task = ProgramTask::Opinion;
        programs.consult(ProgramAsk { task, ..ask(1, &command, &["a1"]) });
        answers.recv_timeout(10 * MINUTE).unwrap().found
    }

    #[test]
    fn opinions_have_the_last_report_of_the_program() {
        let report = |win: &str| {
            format!(
                "{{\\\"candidates\\\": [{{\\\"step\\\": \\\"b2\\\", \
                 \\\"win\\\": {win}, \\\"score\\\": 2.5}}]}}"
            )
        };
        // The second report comes, then nothing more until the next command.
        let found = opinion(&format!(
            "echo =; echo \"{}\"; echo \"{}\"; read -r next; echo; echo = Odd",
            report("0.4"),
            report("0.6")
        ));
        let found = found.unwrap();
        assert_eq!((found.steps.len(), found.win, found.lead), (1, Some(0.6), Some(2.5)));
        let ended = opinion(&format!("echo \"= {}\"", report("null"))).unwrap();
        assert_eq!((ended.steps.len(), ended.win), (1, None), "it ends by itself");
    }

    #[test]
    fn opinions_that_cannot_be_true_are_refused() {
        let report = |step: &str, win: &str| {
            format!(
                "echo \"= {{\\\"candidates\\\": [{{\\\"step\\\": \\\"{step}\\\", \
                 \\\"win\\\": {win}}}]}}\""
            )
        };
        for (answer, why) in [
            (report("b2", "7"), "sh answered 'tetralith-analyze' with a win of 7"),
            (report("a1", "0.5"), "sh played an illegal move: "),
            ("echo = nonsense".to_owned(), "sh answered 'tetralith-analyze' unintelligibly: 'non"),
            ("echo \"? busy\"".to_owned(), "sh answered 'tetralith-analyze' with the error '? bu"),
            ("exit".to_owned(), "sh exited instead of answering 'tetralith-analyze'"),
            ("yes =".to_owned(), "sh has not answered 'tetralith-analyze' within 1 s"),
            ("sleep 1000".to_owned(), "sh has not answered 'tetralith-analyze' within 1 s"),
        ] {
            let found = opinion(&answer).unwrap_err();
            assert!(found.starts_with(why), "{answer}: {found}");
        }
    }

    #[test]
    fn a_kiosk_starts_no_program() {
        let (send, answers) = channel();
        let mut programs = Programs::new(true, move |answer| drop(send.send(answer)));
        programs.consult(ask(1, "cmd:true", &["a1"]));
        assert_eq!(answers.recv_timeout(MINUTE).unwrap().found, Err(KIOSK.to_owned()));
    }
}

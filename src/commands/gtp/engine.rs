//! Commands that ask the engine: turns and analyses.

use std::io::Write;
use std::time::{Duration, Instant};

use tetralith_core::{Colour, Game, Step, Timeline};
use tetralith_engine::{
    Config, Level, Limits, SearchAnswer, SearchRequest, SearchTask, SearchThread,
};

use super::clock::late;
use super::queue::{Event, Queue};
use super::{Reply, Session, analyze};
use tetralith_cli::CommandError;

/// The distance between the seeds of two games of a session: an odd number with its bits well
/// mixed.
const STREAMS: u64 = 0xd134_2543_de82_ef95;

/// The engine of a session: its level and seeds, and the thread that it asks.
pub(super) struct Engine {
    level: Level,
    config: Config,
    /// The seed of the first game, from which those of the others are made.
    seed: u64,
    /// The number of games that were set up after the first.
    games: u64,
    /// The thread that plays and analyses, so that each can use what the other found; it is started
    /// by the first question.
    thread: Option<SearchThread>,
    /// The number of the last question.
    question: u64,
}

impl Engine {
    pub(super) const fn new(level: Level, config: Config) -> Self {
        Self { level, config, seed: config.seed, games: 0, thread: None, question: 0 }
    }

    pub(super) const fn next_game(&mut self) {
        self.games += 1;
        self.config.seed = self.seed ^ self.games.wrapping_mul(STREAMS);
    }

    /// Puts a question, whose answers go to `queue` and bear its number.
    fn ask(
        &mut self,
        queue: &Queue,
        position: Game,
        played: Vec<Step>,
        task: SearchTask,
    ) -> Result<(), String> {
        let begin = || SearchThread::new(self.config, queue.listener());
        let thread = match self.thread.take().map_or_else(begin, Ok) {
            Ok(thread) => self.thread.insert(thread),
            Err(error) => return Err(format!("no thread can be started: {error}")),
        };
        self.question += 1;
        thread.search(SearchRequest { id: self.question, position, played, task });
        Ok(())
    }

    /// True if `answer` is to the last question.
    const fn has_asked(&self, answer: &SearchAnswer) -> bool {
        answer.id() == self.question
    }

    /// Has the search under way end with what it has found.
    fn finish(&self) {
        if let Some(thread) = &self.thread {
            thread.finish();
        }
    }
}

impl Session {
    /// Plays a turn of the engine and names it.
    pub(super) fn genmove(&mut self, text: &str) -> Reply {
        let colour = self.mover(text)?;
        let began = Instant::now();
        let turn = self.think(began)?;
        self.timeline.play_turn(&turn).map_err(|error| error.to_string())?;
        if let Some(clock) = &mut self.clock {
            clock.spend(colour, began.elapsed());
        }
        self.played.push(turn.len());
        self.people_follow(&turn);
        Ok(self.names().turn(&turn))
    }

    /// Names the turn that the engine would play.
    pub(super) fn reg_genmove(&mut self, text: &str) -> Reply {
        self.mover(text)?;
        let turn = self.think(Instant::now())?;
        Ok(self.names().turn(&turn))
    }

    fn mover(&self, text: &str) -> Result<Colour, String> {
        let colour = self.colour(text)?;
        if self.timeline.outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        if self.timeline.position().to_move() != colour {
            return Err(self.not_to_move(text));
        }
        Ok(colour)
    }

    /// The steps of the turn that the engine would play, or of the rest of it; its clock runs since
    /// it `began`.
    fn think(&mut self, began: Instant) -> Result<Vec<Step>, String> {
        let mut position = self.timeline.position().clone();
        let mut line = steps(&self.timeline);
        let before = line.len();
        let mut all_late = Duration::ZERO;
        loop {
            // Levels fixed by simulations stay what they are, with any clock.
            let clock = self.clock.filter(|_| !self.engine.level.is_repeatable());
            let asked = began.elapsed();
            let budget = clock.map(|clock| clock.budget(&position, asked));
            let (level, seed) = (self.engine.level, self.engine.config.seed);
            let task = SearchTask::Play { level, budget, seed };
            let (step, searched) = self.step(position.clone(), line.clone(), task)?;
            if let Some(budget) = budget {
                all_late += late(budget, searched, began.elapsed().saturating_sub(asked));
            }
            position.play_unchecked(step);
            line.push(step);
            if position.outcome().is_some() || !position.phase().is_mid_turn() {
                if let (Some(clock), Some(_)) = (&mut self.clock, budget) {
                    clock.see_lag(all_late);
                }
                return Ok(line.split_off(before));
            }
        }
    }

    /// The step that the engine finds in `position` and the time that it searched; input that comes
    /// meanwhile waits.
    fn step(
        &mut self,
        position: Game,
        line: Vec<Step>,
        task: SearchTask,
    ) -> Result<(Step, Duration), String> {
        self.engine.ask(&self.queue, position, line, task)?;
        while let Some(event) = self.queue.next() {
            match event {
                Event::Input(line) => self.queue.put_off(line),
                Event::Thought(answer) if !self.engine.has_asked(&answer) => {}
                Event::Thought(SearchAnswer::Progress { .. }) => {}
                Event::Thought(SearchAnswer::Done { step, analysis, .. }) => {
                    let step = step.ok_or_else(|| "no move was found".to_owned())?;
                    return Ok((step, analysis.elapsed));
                }
                Event::Thought(SearchAnswer::Failed { message, .. }) => return Err(message),
            }
        }
        Err("the engine has stopped".to_owned())
    }

    /// Begins an analysis of the position, which goes on until the next command.
    pub(super) fn analyze(&mut self, text: &str) -> Reply {
        if !text.is_empty() {
            return Err("syntax error: tetralith-analyze takes no arguments".to_owned());
        }
        if self.timeline.outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        let (position, line) = (self.timeline.position().clone(), steps(&self.timeline));
        let task = SearchTask::Analyse { limits: Limits::NONE };
        self.engine.ask(&self.queue, position, line, task)?;
        self.is_analysing = true;
        Ok(String::new())
    }

    /// Writes what the analysis finds until it has found all or a command arrives, which then
    /// waits.
    pub(super) fn stream(&mut self, out: &mut impl Write) -> Result<(), CommandError> {
        if self.queue.has_input() {
            self.engine.finish();
        }
        while let Some(event) = self.queue.next() {
            let (analysis, last) = match event {
                Event::Input(line) => {
                    self.queue.put_off(line);
                    self.engine.finish();
                    continue;
                }
                Event::Thought(answer) if !self.engine.has_asked(&answer) => continue,
                Event::Thought(SearchAnswer::Progress { analysis, .. }) => (analysis, false),
                Event::Thought(SearchAnswer::Done { analysis, .. }) => (analysis, true),
                Event::Thought(SearchAnswer::Failed { message, .. }) => {
                    let error = serde_json::json!({ "error": message });
                    writeln!(out, "{error}")?;
                    break;
                }
            };
            writeln!(out, "{}", analyze::line(&analysis, self.names()))?;
            out.flush()?;
            if last {
                break;
            }
        }
        writeln!(out)?;
        out.flush()?;
        Ok(())
    }
}

/// The steps from the start to the cursor.
fn steps(timeline: &Timeline) -> Vec<Step> {
    timeline.path(timeline.cursor()).into_iter().filter_map(|node| timeline.step(node)).collect()
}

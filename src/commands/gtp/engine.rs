//! Commands that ask the engine: turns and analyses.

use std::io::Write;
use std::time::{Duration, Instant};

use tetralith_core::{Colour, Game, Step, Timeline};
use tetralith_engine::{Limits, SearchAnswer, SearchRequest, SearchTask, SearchThread};

use super::clock::late;
use super::queue::Event;
use super::{Reply, Session, analyze};
use tetralith_cli::CommandError;

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

    /// The colour called `text`, which has to be to move.
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
            let clock = self.clock.filter(|_| !self.level.is_repeatable());
            let asked = began.elapsed();
            let budget = clock.map(|clock| clock.budget(&position, asked));
            let task = SearchTask::Play { level: self.level, budget, seed: self.config.seed };
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
        self.ask(position, line, task)?;
        while let Some(event) = self.queue.next() {
            match event {
                Event::Input(line) => self.queue.put_off(line),
                Event::Thought(answer) if answer.id() != self.question => {}
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

    /// Puts a question to the engine, whose answers bear its number.
    fn ask(&mut self, position: Game, line: Vec<Step>, task: SearchTask) -> Result<(), String> {
        let begin = || SearchThread::new(self.config, self.queue.listener());
        let thinker = match self.thinker.take().map_or_else(begin, Ok) {
            Ok(thinker) => self.thinker.insert(thinker),
            Err(error) => return Err(format!("no thread can be started: {error}")),
        };
        self.question += 1;
        thinker.search(SearchRequest { id: self.question, position, played: line, task });
        Ok(())
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
        self.ask(position, line, SearchTask::Analyse { limits: Limits::NONE })?;
        self.is_analysing = true;
        Ok(String::new())
    }

    /// Writes what the analysis finds until it has found all or a command arrives, which then
    /// waits.
    pub(super) fn stream(&mut self, out: &mut impl Write) -> Result<(), CommandError> {
        let Some(thinker) = &self.thinker else { return Ok(()) };
        if self.queue.has_input() {
            thinker.finish();
        }
        while let Some(event) = self.queue.next() {
            let (analysis, last) = match event {
                Event::Input(line) => {
                    self.queue.put_off(line);
                    thinker.finish();
                    continue;
                }
                Event::Thought(answer) if answer.id() != self.question => continue,
                Event::Thought(SearchAnswer::Progress { analysis, .. }) => (analysis, false),
                Event::Thought(SearchAnswer::Done { analysis, .. }) => (analysis, true),
                Event::Thought(SearchAnswer::Failed { message, .. }) => {
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
}

/// The steps from the start to the cursor.
fn steps(timeline: &Timeline) -> Vec<Step> {
    timeline.path(timeline.cursor()).into_iter().filter_map(|node| timeline.step(node)).collect()
}

//! Marks that people put beside the moves of a game that is over, for the other side to see.

use std::collections::BTreeMap;
use std::time::Duration;

use tetralith_core::text::{Excerpt, display_text};
use tetralith_core::{Names, OwnMark};

use super::{Event, Peer};
use crate::fault::Fault;
use crate::message::LinkMessage;
use crate::shared_game::SharedGame;

/// The time between two lines of marks: a key that is held down must not flood the other side.
const PACE: Duration = Duration::from_millis(250);

/// The marks that wait to be sent, and those that came.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedMarks {
    /// The marks by the number of the step that they are beside.
    waiting: BTreeMap<u32, Vec<OwnMark>>,
    /// The time from which the next line may be sent.
    ready: Duration,
    /// The last marks of the other side, by the number of the step.
    heard: BTreeMap<u32, Vec<OwnMark>>,
}

impl SharedMarks {
    /// The time when the next line is to be sent.
    pub(super) fn due(&self) -> Option<Duration> {
        (!self.waiting.is_empty()).then_some(self.ready)
    }

    /// Forgets them: another game has begun.
    pub(super) fn clear(&mut self) {
        self.waiting.clear();
        self.heard.clear();
    }
}

/// True if marks beside this step, from 1, are shared: only those of a game that is over.
fn is_shared(course: &SharedGame, step: u32) -> bool {
    let steps: usize = course.turns().iter().map(|turn| turn.steps.len()).sum();
    course.is_over() && (1..=steps).contains(&(step as usize))
}

impl Peer {
    /// Has the other side see the `marks` beside this step, from 1, if the game is over.
    pub fn mark(&mut self, step: u32, marks: Vec<OwnMark>) {
        if self.seat().is_some() && self.course().is_some_and(|course| is_shared(course, step)) {
            self.marks.waiting.insert(step, marks);
            self.send_marks();
        }
    }

    /// Sends the next marks that wait, if it is time. While the other player is away, they wait.
    pub(super) fn send_marks(&mut self) {
        if self.links.player().is_none() {
            return;
        }
        let now = self.links.now();
        let Some(course) = self.backlog.course.as_ref().filter(|_| now >= self.marks.ready) else {
            return;
        };
        let names = Names::of(course.start());
        if let Some((step, marks)) = self.marks.waiting.pop_first() {
            self.marks.ready = now + PACE;
            let marks = marks.into_iter().map(|mark| names.own_mark(mark)).collect();
            self.links.tell_marks(&LinkMessage::Marks { step, marks }, false);
        }
    }

    /// Takes in marks of the other side. Those of a game that is not over, or has fewer steps, have
    /// crossed a rematch, and are about the game before.
    pub(super) fn hear_marks(&mut self, step: u32, texts: Vec<String>) -> Result<(), Fault> {
        let Some(course) = &self.backlog.course else { return Err(Fault::Apart) };
        if !is_shared(course, step) {
            return Ok(());
        }
        let names = Names::of(course.start());
        let mut marks: Vec<OwnMark> = Vec::new();
        for text in &texts {
            let mark = names
                .parse_own_mark(text)
                .map_err(|_| Fault::NoMessage(Excerpt::new(&display_text(text))))?;
            if !marks.contains(&mark) {
                mark.toggle(&mut marks);
            }
        }
        self.links.tell_marks(&LinkMessage::Marks { step, marks: texts }, true);
        let before = self.marks.heard.insert(step, marks.clone()).unwrap_or_default();
        self.links.event(Event::Marked { step, marks, before });
        Ok(())
    }
}

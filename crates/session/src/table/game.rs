//! The game at the board: where it is, whose turn it is there, and what makes it go on or end.
//!
//! Every action that concerns the game asks the timeline how far it is played. The cursor only
//! says what is shown.

use std::time::Duration;

use tetralith_core::timeline::{NodeId, Note, Timeline};
use tetralith_core::{Colour, Reason};
use tetralith_engine::Level;

use super::{Mode, Reply, Table};
use crate::sentence;
use crate::sentence::{ActionId, Sentence};

impl Table {
    /// Where the game is: after its last move, wherever the cursor is.
    pub fn played_to(&self) -> NodeId {
        self.timeline.played_to()
    }

    /// Returns whether this is a record of which no move is made at this board, as opposed to a
    /// game.
    pub const fn is_record(&self) -> bool {
        self.timeline.is_record()
    }

    /// Returns whether the game is over.
    pub fn is_finished(&self) -> bool {
        self.timeline.outcome_at(self.played_to()).is_some()
    }

    /// Returns whether the game is over and not played on from an earlier turn.
    pub fn is_over(&self) -> bool {
        !self.is_going_on() && self.is_finished()
    }

    /// Returns whether a game that was played at this board is over and is now reviewed.
    pub fn follows_game(&self) -> bool {
        self.mode == Mode::Review && !self.is_record() && self.is_finished()
    }

    /// Returns whether a move is to be made at the cursor.
    pub fn is_going_on(&self) -> bool {
        self.mode == Mode::Play && self.outcome().is_none()
    }

    /// Returns whether a person here is to make a move of the game at the cursor.
    pub fn awaits_person(&self) -> bool {
        self.is_going_on() && self.computer_to_move().is_none() && !self.waits_for_remote()
    }

    /// Returns whether a move made here would only be explored.
    pub(super) fn explores(&self) -> bool {
        self.mode == Mode::Review || self.is_studied_alone()
    }

    /// Returns whether moves follow the cursor on its line; during play, explored ones do not
    /// count.
    pub fn is_in_the_past(&self) -> bool {
        let here = self.timeline.cursor();
        if self.explores() {
            !self.timeline.children(here).is_empty()
        } else {
            self.timeline.played_after(here).is_some()
        }
    }

    /// Returns whether the game continues from an earlier turn than it once reached.
    pub fn has_moves_taken_back(&self) -> bool {
        self.timeline.played_after(self.played_to()).is_some()
    }

    // ----- the computer and the clocks

    /// The level of the computer that is to make a step at the cursor.
    pub fn computer_to_move(&self) -> Option<&'static Level> {
        if self.is_going_on() { self.holder_here(self.game().to_move()).level() } else { None }
    }

    /// The same; `None` while an earlier turn is shown, or if the game has only come back here.
    pub fn computer_due(&self) -> Option<&'static Level> {
        let is_here = self.timeline.cursor() == self.played_to();
        self.computer_to_move().filter(|_| is_here && !(self.engine_waits && self.is_in_the_past()))
    }

    /// Continues the game at the cursor; a computer that is to move there does so.
    pub fn go_on_here(&mut self) {
        self.timeline.play_to(self.timeline.cursor());
        self.engine_waits = false;
    }

    /// Returns whether the computer is to move in the game.
    pub fn computer_has_turn(&self) -> bool {
        let at = self.played_to();
        self.holder(self.timeline.to_move_at(at), at).level().is_some()
    }

    /// The colour before any swap of the player whose clock runs in the game.
    pub fn on_the_clock(&self) -> Colour {
        let at = self.played_to();
        self.origin(self.timeline.to_move_at(at), at)
    }

    /// Returns whether somebody's clock can run.
    ///
    /// Reviewing a game stops its clocks, except in a game with another terminal.
    pub fn is_timed(&self) -> bool {
        !self.is_finished() && (self.is_remote() || self.is_going_on())
    }

    /// The side that has lost on time at the cursor.
    pub fn lost_on_time(&self) -> Option<Colour> {
        self.outcome().filter(|outcome| outcome.reason == Reason::Time)?.winner.map(Colour::other)
    }

    /// The time that the cursor's turn took, if that is known.
    pub fn time_taken(&self) -> Option<Duration> {
        self.timeline.note(self.timeline.cursor())?.time_ms.map(Duration::from_millis)
    }

    /// Notes how long the last turn of the game took, unless that is too short to measure, or known
    /// and not `anew`.
    pub(crate) fn note_time(&mut self, time: Duration, anew: bool) {
        let at = self.played_to();
        let note = self.timeline.note(at).cloned().unwrap_or_default();
        let time_ms = time.as_millis() as u64;
        if (anew || note.time_ms.is_none()) && time_ms > 0 {
            self.timeline.set_note(at, Note { time_ms: Some(time_ms), ..note });
        }
    }

    // ----- ending it

    /// The player who can resign, whatever turn is shown: the one to move in the game, or the
    /// person who waits for the computer there.
    ///
    /// # Errors
    /// A sentence without its full stop if nobody can.
    pub fn resigner(&self) -> Result<Colour, Sentence> {
        if self.is_record() && self.mode == Mode::Review {
            return Err(sentence!("review mode: {} plays from here", ActionId::PlayOn));
        }
        if self.is_finished() {
            return Err("the game is over".into());
        }
        let at = self.played_to();
        let mover = self.timeline.to_move_at(at);
        let person = |colour: &Colour| {
            let holder = self.holder(*colour, at);
            holder.level().is_none() && !holder.is_remote
        };
        let found = [mover, mover.other()].into_iter().find(person);
        found.ok_or_else(|| match &self.absence {
            // Both sit at other terminals.
            Some(why) if self.is_remote() => why.clone(),
            _ => "the engine plays both sides and does not resign".into(),
        })
    }

    /// Resigns for [`Table::resigner`]. Moves after the last one of the game are dropped, because
    /// a record cannot go on after its end.
    pub fn resign(&mut self) -> Reply {
        match self.resigner() {
            Ok(loser) => self.end(loser, Reason::Resignation),
            Err(why) => Reply::Refused(why),
        }
    }

    /// Ends the game because the player to move in it has run out of time, as [`Table::resign`]
    /// does, wherever the cursor is.
    pub fn lose_on_time(&mut self) -> Reply {
        self.end(self.timeline.to_move_at(self.played_to()), Reason::Time)
    }

    /// Ends the game, which the holder of `loser` there has lost for a reason that is not on the
    /// board.
    fn end(&mut self, loser: Colour, reason: Reason) -> Reply {
        if self.is_finished() {
            return Reply::Refused("the game is over".into());
        }
        let at = self.played_to();
        self.timeline.go_to(at);
        self.timeline.truncate();
        self.forget_removed();
        self.timeline.end(loser.other(), reason);
        // From a record it makes a game.
        self.timeline.play_to(at);
        // Where variations are nested too deep for that, the line stays a variation.
        let _ = self.timeline.promote(at);
        self.autoplay.stop();
        self.mode = Mode::Review;
        self.look();
        Reply::Changed
    }

    /// Ends the game with another terminal, which `loser`, by the colour before any swap, has lost
    /// for a reason that is not on the board.
    pub fn lose(&mut self, loser: Colour, reason: Reason) -> Reply {
        let colour = self.origin(loser, self.played_to());
        match self.end(colour, reason) {
            Reply::Refused(_) => Reply::Nothing,
            reply => reply,
        }
    }

    // ----- making it go on

    /// Makes a record of a game in progress that game, at the cursor, with every line played
    /// except what follows `tip`.
    pub(crate) fn resume(&mut self, tip: Option<NodeId>) {
        self.timeline.resume_at(self.timeline.cursor());
        if let Some(tip) = tip {
            self.timeline.count_as_explored_after(tip);
        }
        self.mode = if self.outcome().is_some() { Mode::Review } else { Mode::Play };
        self.engine_waits = true;
        self.look();
    }

    /// Goes from looking to playing, at the cursor. A game in progress continues from there; one
    /// that is over stays so until a move is made.
    pub fn play_on(&mut self) -> Reply {
        if self.outcome().is_some() {
            let is_start = self.timeline.cursor() == NodeId::START;
            let why = if is_start {
                "the game is over here"
            } else {
                "the game is over here; go back to an earlier turn and play from there"
            };
            return Reply::Refused(why.into());
        }
        if self.mode == Mode::Review && self.is_remote() && !self.is_finished() {
            // Where the game with somebody else is, is for both to say.
            return self.return_to_game();
        }
        self.mode = Mode::Play;
        if !self.is_studied_alone() {
            self.take_up();
        }
        self.play_here()
    }

    /// Lets the game continue at the cursor: along the line that it is on, or along the one that
    /// leads to the cursor, explored moves included up to the cursor but none after it.
    fn take_up(&mut self) {
        let (here, end) = (self.timeline.cursor(), self.timeline.played_end());
        if self.timeline.leads_to(here, end) {
            // So that going forward follows the game.
            self.timeline.go_to(end);
            self.timeline.go_to(here);
        } else {
            self.count_cursor_as_played();
        }
        if !self.is_finished() {
            self.timeline.play_to(here);
        }
        self.engine_waits = true;
    }

    /// Counts the moves that lead to the cursor as played. If the next one was only explored, redo
    /// follows a played one, if there is one.
    fn count_cursor_as_played(&mut self) {
        let here = self.timeline.cursor();
        self.timeline.count_as_played(here);
        let children = self.timeline.children(here);
        if children.iter().any(|&child| !self.timeline.was_played(child))
            && let Some(played) = self.timeline.played_after(here)
        {
            self.timeline.go_to(played);
            self.timeline.go_to(here);
        }
    }

    fn play_here(&mut self) -> Reply {
        self.autoplay.stop();
        self.mode = Mode::Play;
        self.look();
        // In review the last move was in view, so it is brought into view here too.
        self.hand.show_last(|_| false);
        Reply::Shown
    }

    /// Goes back to the game in progress, and to playing it.
    pub fn return_to_game(&mut self) -> Reply {
        if self.is_record() || self.mode == Mode::Play || self.is_finished() {
            return Reply::Refused(sentence!(
                "there is no game in progress to return to; {} plays from here",
                ActionId::PlayOn
            ));
        }
        // So that going forward from there follows the game.
        self.timeline.go_to(self.timeline.played_end());
        self.timeline.go_to(self.played_to());
        self.play_here()
    }

    /// Goes from playing back to looking.
    pub fn look_through(&mut self) -> Reply {
        self.mode = Mode::Review;
        self.look();
        Reply::Shown
    }

    /// Makes the line up to the cursor the main line. A game in progress that was played along
    /// another line is played along this one from now on.
    pub fn promote(&mut self) -> Reply {
        let here = self.timeline.cursor();
        if here == NodeId::START || self.timeline.main_line().contains(&here) {
            return Reply::Refused("this is already the main line".into());
        }
        let end = self.timeline.played_end();
        // One that has ended keeps its end, and one with another terminal is for both to say.
        let follows = !self.is_record() && !self.is_remote() && !self.is_finished();
        if let Err(error) = self.timeline.promote(here) {
            return Reply::Refused(error.to_string().into());
        }
        // Where both have the same moves, what is explored beside them is nobody's game.
        if follows && end != NodeId::START && !self.timeline.main_line().contains(&end) {
            self.count_cursor_as_played();
            let mut end = here;
            while let Some(next) = self.timeline.played_after(end) {
                end = next;
            }
            // On a line that had ended, the game continues before its end, unless that is shown.
            let is_before_end = end != here && self.timeline.outcome_at(end).is_some();
            self.timeline.play_to(if is_before_end { here } else { end });
            self.look();
        }
        Reply::Changed
    }

    /// Returns whether the main line has ended, and would not have if the variation at the cursor
    /// took its place.
    pub fn promotion_unfinishes(&self) -> bool {
        let has_ended = |timeline: &Timeline| {
            let end = timeline.main_line().last().copied();
            timeline.outcome_at(end.unwrap_or(NodeId::START)).is_some()
        };
        let mut promoted = self.timeline.clone();
        promoted.promote(self.timeline.cursor()).is_ok()
            && has_ended(&self.timeline)
            && !has_ended(&promoted)
    }

    // ----- what belongs to it

    /// The last move of the line that the game is on, if only explored moves follow it.
    pub fn tip(&self) -> Option<NodeId> {
        let end = self.timeline.played_end();
        (!self.timeline.children(end).is_empty()).then_some(end)
    }

    /// The game without the moves that were only explored after its last one.
    pub fn played(&self) -> Timeline {
        let mut timeline = self.timeline.clone();
        if let Some(tip) = self.tip() {
            timeline.go_to(tip);
            timeline.truncate();
            if timeline.holds(self.timeline.cursor()) {
                // So that going forward from the cursor leads where it did before.
                let line = self.timeline.line();
                let last = line.into_iter().rfind(|&node| timeline.holds(node));
                timeline.go_to(last.unwrap_or(NodeId::START));
                timeline.go_to(self.timeline.cursor());
            }
        }
        timeline
    }

    /// Returns whether the moves at the cursor were only explored.
    pub fn looks_at_explored(&self) -> bool {
        !self.timeline.was_played(self.timeline.cursor())
    }

    /// Returns whether `node` lies among explored moves, to which playing does not lead.
    pub(super) fn is_only_explored(&self, node: NodeId) -> bool {
        !self.explores() && !self.timeline.was_played(node)
    }

    /// The line through the cursor; during play it ends before moves that were only explored.
    pub fn line(&self) -> Vec<NodeId> {
        let mut line = self.timeline.line();
        line.retain(|&node| !self.is_only_explored(node));
        line
    }

    /// Forgets what was kept of places that are removed now.
    pub(super) fn forget_removed(&mut self) {
        self.review.forget_removed(&self.timeline);
        self.autoplay.stop();
    }
}

//! Changes of the game at a table: moves made and taken back, its end, and playing on.
//!
//! [`Table::change`](super::super::Table::change) makes them, and does what follows.

use tetralith_core::timeline::{NodeId, TimelineError};
use tetralith_core::{Colour, Reason, Step};

use super::{GameState, Mode};
use crate::seat::Seat;
use crate::sentence;
use crate::sentence::{ActionId, Sentence};
use crate::table::Reply;
use crate::table::lines::LAST;

/// Takes back the first stone of a turn of two. A stone that was only tried is no move: it leaves
/// nothing, unless something follows it or was noted beside it.
pub(in crate::table) fn unpick(state: &mut GameState) -> Reply {
    let stone = state.timeline.cursor();
    let reply = state.undo();
    let timeline = &state.timeline;
    let is_kept = !timeline.children(stone).is_empty() || timeline.note(stone).is_some();
    if is_kept || timeline.cursor() != timeline.parent(stone) {
        return reply;
    }
    state.timeline.remove(stone);
    Reply::Changed
}

impl GameState {
    /// Lets a game that has reached an end by going forward be reviewed there.
    pub(crate) fn settle(&mut self) {
        if self.mode == Mode::Review || self.outcome().is_none() {
            return;
        }
        // A player who goes forward to an end that was taken back has reached it again.
        let here = self.timeline.cursor();
        if !self.explores() && self.timeline.leads_to(self.timeline.played_to(), here) {
            self.timeline.play_to(here);
        }
        self.mode = Mode::Review;
    }

    /// Lets moves be explored where the game is reviewed: they become variations.
    pub const fn let_explore(&mut self) -> Reply {
        self.may_explore = true;
        Reply::Shown
    }

    // ----- the players

    /// Seats the holder of each colour at the end of the main line, as a record names them.
    pub fn seat(&mut self, holders: [Seat; 2]) -> Reply {
        self.seats.seat(holders, &self.timeline);
        Reply::Shown
    }

    /// Lets `seat` take over `colour` from here.
    pub fn change_seat(&mut self, colour: Colour, seat: Seat) -> Reply {
        let origin = self.players().origin_here(colour);
        if self.is_remote() {
            return Reply::Refused("players cannot be changed in a remote game".into());
        }
        // Otherwise a player would have all takebacks again by sitting down once more.
        let takebacks = seat.takebacks.or(self.seats.of(origin).takebacks);
        if !self.seats.replace(origin, Seat { takebacks, ..seat }) {
            return Reply::Nothing;
        }
        // A game without steps is not kept.
        if self.timeline.steps() == 0 { Reply::Shown } else { Reply::Changed }
    }

    /// Notes something about the player who had `colour` before any swap.
    pub(crate) fn note_of_player(&mut self, colour: Colour, note: impl FnOnce(&mut Seat)) -> Reply {
        let mut seat = self.seats.of(colour).clone();
        note(&mut seat);
        Reply::shown_if(self.seats.replace(colour, seat))
    }

    /// Sets the reason why no move can be made for now, as a sentence without its full stop; `None`
    /// if moves can be made. It `is_cut_off` if this program has no link to the other terminal.
    pub(crate) fn set_absence(&mut self, why: Option<Sentence>, is_cut_off: bool) -> Reply {
        Reply::shown_if(self.seats.set_absence(why, is_cut_off))
    }

    // ----- moves

    /// Makes the steps of one turn, or the rest of it: all of them or none.
    pub(crate) fn make(&mut self, steps: &[Step]) -> Result<(), TimelineError> {
        if self.explores() {
            self.timeline.explore_turn(steps)?;
            return Ok(());
        }
        let keeps_main_line = self.plays_beside_an_ended_main_line();
        self.timeline.play_turn(steps)?;
        if !keeps_main_line {
            // The game as it was played is the main line of its record; moves that were undone
            // remain as a variation. If variations are nested too deep for that, the new line is
            // kept as one of them.
            let _ = self.timeline.promote(self.timeline.cursor());
        }
        self.engine_waits = false;
        Ok(())
    }

    /// True if a move made here leaves the main line as it is: that of a record that has ended,
    /// whose result another line must not replace.
    fn plays_beside_an_ended_main_line(&self) -> bool {
        let main_line = self.timeline.main_line();
        let end = main_line.last().copied().unwrap_or(NodeId::START);
        let here = self.timeline.cursor();
        let follows = here == NodeId::START || main_line.contains(&here);
        self.timeline.outcome_at(end).is_some() && (self.timeline.is_record() || !follows)
    }

    /// Takes back a resignation, else a step, and plays on there if a game is played here.
    ///
    /// Between a person and the computer it goes back to the person's last step.
    pub fn undo(&mut self) -> Reply {
        if self.is_remote() {
            return self.undo_part();
        }
        let (before, mode, was_finished) = (self.timeline.cursor(), self.mode, self.is_finished());
        let is_at_end = before == self.timeline.played_to();
        let reopened = is_at_end && self.timeline.reopen();
        if !reopened && !self.timeline.undo() {
            return Reply::Refused("this is the start of the game".into());
        }
        self.mode = Mode::Play;
        while !reopened && self.computer_to_move().is_some() && !self.players().are_automatic() {
            if !self.timeline.undo() {
                self.timeline.go_to(before);
                self.mode = mode;
                return Reply::Refused("you have no move to take back".into());
            }
        }
        // A game that is over stays so unless its end is taken back.
        if (is_at_end || !was_finished) && !self.explores() {
            self.timeline.play_to(self.timeline.cursor());
            self.engine_waits = true;
        }
        if reopened { Reply::Changed } else { Reply::Shown }
    }

    /// Takes back a part of the player's own turn.
    fn undo_part(&mut self) -> Reply {
        if !self.awaits_person() || !self.timeline.is_mid_turn_at(self.timeline.cursor()) {
            return Reply::Refused("only the other player can allow a takeback".into());
        }
        self.timeline.undo();
        // The other terminal never knew of it.
        self.timeline.truncate();
        self.timeline.play_to(self.timeline.cursor());
        Reply::Changed
    }

    /// Goes forward a step along the line visited last, and on through the computer's answer;
    /// returns where that is.
    ///
    /// # Errors
    /// If no step follows.
    pub(crate) fn redo(&mut self) -> Result<NodeId, Sentence> {
        let before = self.timeline.cursor();
        // Looking at an earlier turn does not change where the game is.
        let follows =
            self.mode == Mode::Play && !self.is_finished() && self.timeline.played_to() == before;
        while let Some(next) = self.lines().after(self.timeline.cursor()) {
            self.timeline.go_to(next);
            if self.computer_to_move().is_none() || self.players().are_automatic() {
                break;
            }
        }
        let here = self.timeline.cursor();
        if here == before {
            return Err(LAST.into());
        }
        if follows {
            self.timeline.play_to(here);
        }
        Ok(here)
    }

    // ----- ending it

    /// Resigns for [`GameState::resigner`]. Moves after the last one of the game are dropped,
    /// because a record cannot go on after its end.
    pub fn resign(&mut self) -> Reply {
        match self.resigner() {
            Ok(loser) => self.end(loser, Reason::Resignation),
            Err(why) => Reply::Refused(why),
        }
    }

    /// Ends the game, wherever the cursor is, as [`GameState::resign`] does: `loser`, by the colour
    /// before any swap, has lost for a reason that is not on the board.
    pub fn lose(&mut self, loser: Colour, reason: Reason) -> Reply {
        let colour = self.players().origin(loser, self.timeline.played_to());
        match self.end(colour, reason) {
            Reply::Refused(_) => Reply::Nothing,
            reply => reply,
        }
    }

    /// Ends the game, which the holder of `loser` there has lost for a reason that is not on the
    /// board.
    fn end(&mut self, loser: Colour, reason: Reason) -> Reply {
        if self.is_finished() {
            return Reply::Refused("the game is over".into());
        }
        let at = self.timeline.played_to();
        self.timeline.go_to(at);
        self.timeline.truncate();
        self.timeline.end(loser.other(), reason);
        // From a record it makes a game.
        self.timeline.play_to(at);
        // If variations are nested too deep for that, the line stays a variation.
        let _ = self.timeline.promote(at);
        self.mode = Mode::Review;
        Reply::Changed
    }

    // ----- making it go on

    /// Makes a record of a game in progress that game, at `place`, with every line played except
    /// what follows `explored_after`.
    pub(crate) fn resume(&mut self, place: NodeId, explored_after: Option<NodeId>) -> Reply {
        self.timeline.go_to(place);
        self.timeline.resume_at(place);
        if let Some(end) = explored_after {
            self.timeline.count_as_explored_after(end);
        }
        self.mode = Mode::Play;
        self.engine_waits = true;
        Reply::Shown
    }

    /// Continues the game at the cursor; a computer that is to move there does so.
    pub(crate) fn go_on_here(&mut self) -> Reply {
        self.timeline.play_to(self.timeline.cursor());
        self.engine_waits = false;
        Reply::Shown
    }

    /// Goes from looking to playing, at the cursor. A game in progress continues from there; one
    /// that is over stays so until a move is made.
    pub(crate) fn play_on(&mut self) -> Reply {
        if self.outcome().is_some() {
            let is_start = self.timeline.cursor() == NodeId::START;
            let why = if is_start {
                "the game is over here"
            } else {
                "the game is over here; go back to an earlier turn and play from there"
            };
            return Reply::Refused(why.into());
        }
        if self.mode == Mode::Review && self.plays_remote() {
            // Both players decide where a game with another terminal is.
            return self.return_to_game();
        }
        self.mode = Mode::Play;
        if !self.is_studied_alone() {
            self.continue_at_cursor();
        }
        Reply::Shown
    }

    /// Lets the game continue at the cursor: along the line that it is on, or along the one that
    /// leads to the cursor, explored moves included up to the cursor but none after it.
    fn continue_at_cursor(&mut self) {
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

    /// Goes back to the game in progress, and to playing it.
    pub(crate) fn return_to_game(&mut self) -> Reply {
        let is_in_progress = !self.timeline.is_record() && !self.is_finished();
        if !is_in_progress || self.mode == Mode::Play {
            return Reply::Refused(sentence!(
                "no game is in progress; {} plays from here",
                ActionId::PlayOn
            ));
        }
        // So that going forward from there follows the game.
        self.timeline.go_to(self.timeline.played_end());
        self.go_back_to_game();
        Reply::Shown
    }

    /// Goes to where the game is, and plays on there.
    pub(crate) fn go_back_to_game(&mut self) {
        self.timeline.go_to(self.timeline.played_to());
        self.mode = Mode::Play;
    }

    /// Goes from playing back to looking.
    pub const fn look_through(&mut self) -> Reply {
        self.mode = Mode::Review;
        Reply::Shown
    }

    /// Takes moves back until `turns` whole turns are left; they stay as a variation. A resignation
    /// or loss on time is taken back too.
    pub fn take_back_to(&mut self, turns: u32) -> Reply {
        self.go_back_to_game();
        self.timeline.reopen();
        let path = self.timeline.path(self.timeline.cursor());
        let left = path.into_iter().rfind(|&node| self.timeline.turn(node) <= turns);
        let left = left.unwrap_or(NodeId::START);
        self.timeline.go_to(left);
        self.timeline.count_as_explored_after(left);
        self.timeline.play_to(left);
        Reply::Changed
    }

    // ----- its variations

    /// Makes the line up to the cursor the main line. A game in progress that was played along
    /// another line is played along this one from now on.
    pub fn promote(&mut self) -> Reply {
        let here = self.timeline.cursor();
        if here == NodeId::START || self.timeline.main_line().contains(&here) {
            return Reply::Refused("this is already the main line".into());
        }
        let end = self.timeline.played_end();
        // One that has ended keeps its end, and one with another terminal is for both to decide.
        let follows = !self.timeline.is_record() && !self.is_remote() && !self.is_finished();
        if let Err(error) = self.timeline.promote(here) {
            return Reply::Refused(error.to_string().into());
        }
        // If both have the same moves, moves explored beside them belong to no game.
        if follows && end != NodeId::START && !self.timeline.main_line().contains(&end) {
            self.count_cursor_as_played();
            let played_after = |&node: &NodeId| self.timeline.played_after(node);
            let end = std::iter::successors(Some(here), played_after).last().unwrap_or(here);
            // On a line that had ended, the game continues before its end, unless that is shown.
            let is_before_end = end != here && self.timeline.outcome_at(end).is_some();
            self.timeline.play_to(if is_before_end { here } else { end });
        }
        Reply::Changed
    }

    /// Goes back to where the variation at the cursor left the line that was played.
    ///
    /// # Errors
    /// If there is no variation.
    pub(crate) fn leave_variation(&mut self) -> Result<NodeId, Sentence> {
        let left = self.lines().left_at().ok_or("this is the main line")?;
        // Going forward from there then follows the game; the variation is still in the list of
        // moves.
        if let Some(next) = self.timeline.played_after(left) {
            self.timeline.go_to(next);
        }
        Ok(left)
    }

    /// Deletes the variation at the cursor with all that branches from it, and goes to where it
    /// began.
    pub fn delete_variation(&mut self) -> Reply {
        let Some(first) = self.lines().variation() else { return Reply::Nothing };
        self.timeline.go_to(self.timeline.parent(first));
        self.timeline.remove(first);
        Reply::Changed
    }
}

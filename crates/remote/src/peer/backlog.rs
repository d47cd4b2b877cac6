//! The game as this end has it: its moves, and what the other side lacks of them or still sends.

use std::time::Duration;

use tetralith_core::{Colour, Reason, Step};

use super::clocks::Clocks;
use crate::fault::Fault;
use crate::message::{End, LinkMessage, LinkSeat, Move, State};
use crate::shared_game::{SharedGame, Takeback, Turn};

/// The most moves in a line that sends moves which the other side lacks: far fewer than a line may
/// hold.
const MOST_IN_LINE: usize = 100;

/// The game, once it has begun, and how far the other side may still send the moves of both.
#[derive(Clone, Debug, Default)]
pub(super) struct Backlog {
    pub(super) course: Option<SharedGame>,
    /// The seat played here; `None` before it is known, and for a watcher.
    pub(super) mine: Option<Colour>,
    /// The number of moves up to which a guest who has nothing of a game begun before accepts both
    /// sides' moves from the host.
    pub(super) takes_up: u32,
    /// The length of a game just taken from the host, after which the host may also report that
    /// this side's own seat has resigned or run out of time; `None` once anything else was sent.
    pub(super) took_up: Option<u32>,
}

/// Moves from the other side, as they came.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival<'a> {
    /// The number of the first one, from 1.
    pub(super) from: u32,
    pub(super) moves: &'a [Move],
    /// The hash of the position after the last one.
    pub(super) hash: &'a str,
    /// The game as the other side announced it.
    pub(super) announced: &'a State,
}

/// Moves that were taken in.
#[derive(Clone, Debug)]
pub(super) struct Arrived {
    pub(super) turns: Vec<Turn>,
    /// True if they crossed the word that the side which waited for them has lost.
    pub(super) is_crossing: bool,
}

/// The actions to be done when both meet again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CatchUp {
    /// Send the moves after so many.
    SendFrom(u32),
    /// Send the last takeback, which the other side has granted and not heard of, and what follows.
    SendBack,
    /// Wait for that.
    AwaitBack,
}

pub(super) fn end_message(loser: Colour, reason: Reason) -> LinkMessage {
    let seat = LinkSeat::from(loser);
    if reason == Reason::Time { LinkMessage::Flag { seat } } else { LinkMessage::Resign { seat } }
}

impl Backlog {
    /// Returns the game as the other side is to know it.
    pub(super) fn state(&self) -> State {
        self.course.as_ref().map_or_else(State::default, SharedGame::state)
    }

    /// The number of moves up to which the host may still send the moves of both sides.
    pub(super) fn still_takes_up(&self) -> Option<u32> {
        let lacks = |course: &SharedGame| course.len() < self.takes_up;
        self.course.as_ref().is_some_and(lacks).then_some(self.takes_up)
    }

    /// Ends the time in which the host sends the moves of both sides: nothing of this side's seat
    /// comes from the other one from now on.
    const fn end_taking_up(&mut self) {
        (self.takes_up, self.took_up) = (0, None);
    }

    /// Begins the game after this one, as `course`, in the seat `mine`.
    pub(super) fn begin_again(&mut self, course: SharedGame, mine: Option<Colour>) {
        *self = Self { course: Some(course), mine, takes_up: 0, took_up: None };
    }

    /// Plays a whole turn in the seat here and returns the message about it.
    ///
    /// # Errors
    /// [`Fault::Illegal`] or [`Fault::OutOfTurn`]; nothing has changed then.
    pub(super) fn play(&mut self, steps: &[Step], ms: u64) -> Result<LinkMessage, Fault> {
        let mine = self.mine;
        let course =
            self.course.as_mut().filter(|course| mine.is_some() && course.to_move() == mine);
        let course = course.ok_or(Fault::OutOfTurn)?;
        course.play(steps, ms)?;
        let number = course.len();
        let message = LinkMessage::Moves {
            from: number,
            moves: course.moves(number - 1, 1),
            hash: course.hash_at(number),
        };
        self.end_taking_up();
        Ok(message)
    }

    /// Ends the game, which `loser` has lost; false if it is over.
    pub(super) fn lose(&mut self, loser: Colour, reason: Reason) -> bool {
        self.course.as_mut().is_some_and(|course| course.lose(loser, reason))
    }

    /// Takes moves back; false if there are not more than the takeback leaves.
    pub(super) fn take_back(&mut self, takeback: Takeback) -> bool {
        let is_done = self.course.as_mut().is_some_and(|course| course.take_back(takeback));
        if is_done {
            self.end_taking_up();
        }
        is_done
    }

    /// The message about the last takeback.
    pub(super) fn back(&self) -> Option<LinkMessage> {
        let course = self.course.as_ref()?;
        let Takeback { left, ms } = course.last_takeback();
        Some(LinkMessage::Back { turns: left, takebacks: course.takebacks(), ms })
    }

    /// The message that a takeback which the other side has granted is void.
    pub(super) fn void_back(&self) -> Option<LinkMessage> {
        let course = self.course.as_ref()?;
        let (turns, takebacks) = (course.len(), course.takebacks());
        Some(LinkMessage::Back { turns, takebacks, ms: 0 })
    }

    /// True if the player here is to move.
    pub(super) fn is_to_move(&self) -> bool {
        let to_move = self.course.as_ref().and_then(SharedGame::to_move);
        to_move.is_some() && to_move == self.mine
    }

    /// Returns the moves after the first `from`, and the end of the game if it has ended otherwise
    /// than on the board.
    pub(super) fn after(&self, mut from: u32) -> Vec<LinkMessage> {
        let Some(course) = &self.course else { return Vec::new() };
        let mut messages = Vec::new();
        while from < course.len() {
            let moves = course.moves(from, MOST_IN_LINE);
            let next = from + moves.len() as u32;
            messages.push(LinkMessage::Moves { from: from + 1, moves, hash: course.hash_at(next) });
            from = next;
        }
        messages.extend(course.end().map(|(loser, reason)| end_message(loser, reason)));
        messages
    }

    /// Takes in moves of the other side, unless they are here already; `now` is measured against
    /// `clocks` if there are any.
    ///
    /// # Errors
    /// The fault of the moves; nothing has changed then.
    pub(super) fn hear_moves(
        &mut self,
        arrival: Arrival<'_>,
        clocks: Option<&Clocks>,
        now: Duration,
    ) -> Result<Option<Arrived>, Fault> {
        let Arrival { from, moves, hash, announced } = arrival;
        let Some(course) = &self.course else { return Err(Fault::Apart) };
        let last = (u64::from(from) + moves.len() as u64).saturating_sub(1);
        if from > 0 && last <= course.len().into() && course.hash_at(last as u32) == hash {
            // Messages that make up for a cut can cross those sent at once.
            return Ok(None);
        }
        if from != course.len() + 1 {
            return Err(Fault::Number { found: from.into(), due: course.len() + 1 });
        }
        // A guest without a record of a game begun earlier takes the moves from the host, but still
        // checks them by its own rules.
        let is_taking_up = course.len() < self.takes_up;
        let mut after = course.clone();
        // A move can cross the word that the side which waited for it has lost: both count, and a
        // result on the board comes first.
        let is_crossing =
            after.end().is_some_and(|(loser, _)| self.mine.is_none_or(|seat| seat == loser));
        let end = if is_crossing { after.reopen() } else { None };
        for one in moves {
            if after.len() >= self.takes_up && self.mine.is_some() && after.to_move() == self.mine {
                return Err(if after.is_over() {
                    Fault::Illegal("the game is over".to_owned())
                } else {
                    Fault::OutOfTurn
                });
            }
            after.play_named(one)?;
        }
        let reaches = (from..=after.len()).contains(&announced.turns);
        let is_announced = reaches && announced.takebacks == after.takebacks();
        if is_announced && after.hash_at(announced.turns) != announced.hash {
            return Err(Fault::Position(announced.turns));
        }
        if after.hash_at(after.len()) != hash {
            return Err(Fault::Position(after.len()));
        }
        if let Some((loser, reason)) = end {
            after.lose(loser, reason);
        }
        let reported = moves.iter().fold(0, |sum: u64, one| sum.saturating_add(one.ms));
        let reported = Duration::from_millis(reported);
        let clocks = clocks.filter(|_| !is_taking_up && self.mine.is_some());
        if let Some(seen) = clocks.and_then(|clocks| clocks.excess(reported, now)) {
            let (told, seen) = (reported.as_secs(), seen.as_secs());
            return Err(Fault::Clock { n: after.len(), told, seen });
        }
        let turns = after.turns()[(from - 1) as usize..].to_vec();
        if after.len() >= self.takes_up {
            self.takes_up = 0;
        }
        self.course = Some(after);
        Ok(Some(Arrived { turns, is_crossing }))
    }

    /// Accepts the other side's word that `loser` has lost; `None` if the game was over.
    ///
    /// For this side's own seat it is accepted only in a game without a record here, whose moves
    /// all come from the host too. Returns true if the game was under way and is over by this: an
    /// end of its own can give way to that of the host.
    ///
    /// # Errors
    /// [`Fault::Unexpected`] if the other side may not say so, [`Fault::Apart`] without a game.
    pub(super) fn hear_end(
        &mut self,
        (loser, reason): End,
        is_host: bool,
    ) -> Result<Option<bool>, Fault> {
        debug_assert!(matches!(reason, Reason::Resignation | Reason::Time));
        let Some(course) = &mut self.course else { return Err(Fault::Apart) };
        let was_over = course.is_over();
        let is_playing_guest = !is_host && self.mine.is_some();
        if is_playing_guest
            && course.end().is_some_and(|(own, _)| self.mine == Some(own) && own != loser)
        {
            // Both have given up at once: the word of the host counts for both.
            course.reopen();
        }
        if course.is_over() {
            // The end was sent again after a cut, or a guest's word came too late.
            return Ok(None);
        }
        if self.mine == Some(loser) && self.took_up != Some(course.len()) {
            // No player can resign for the other, nor claim that the other's time is up.
            return Err(Fault::Unexpected(if reason == Reason::Time { "flag" } else { "resign" }));
        }
        course.lose(loser, reason);
        Ok(Some(!was_over))
    }

    /// Compares the game with that of the other side, now that both meet, and returns how the two
    /// become one. `has_granted` is true if a takeback was granted to the other side.
    ///
    /// # Errors
    /// [`Fault::Apart`] if they are not the same game.
    pub(super) fn catch_up(
        &mut self,
        theirs: &State,
        has_granted: bool,
        is_host: bool,
    ) -> Result<CatchUp, Fault> {
        let Some(course) = &mut self.course else { return Err(Fault::Apart) };
        if theirs.takebacks > course.takebacks() {
            if is_host || !course.is_empty() {
                let is_next = theirs.takebacks == course.takebacks().saturating_add(1);
                return if has_granted && is_next {
                    Ok(CatchUp::AwaitBack)
                } else {
                    Err(Fault::Apart)
                };
            }
            *course = course.clone().with_takebacks(theirs.takebacks, Takeback::default());
        }
        let knows_nothing = *theirs == State::default();
        if theirs.takebacks < course.takebacks() && !knows_nothing {
            return Ok(CatchUp::SendBack);
        }
        if theirs.turns <= course.len()
            && !knows_nothing
            && theirs.hash != course.hash_at(theirs.turns)
        {
            return Err(Fault::Apart);
        }
        Ok(CatchUp::SendFrom(theirs.turns))
    }
}

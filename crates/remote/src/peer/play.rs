//! The game itself, once both have met: moves, offers and their answers, the end, and chat.

use std::time::Duration;

use tetralith_core::{Colour, Reason, Step};

use super::agree::AnsweredTakeback;
use super::backlog::{Arrival, end_message};
use super::{Event, Peer};
use crate::fault::Fault;
use crate::hash::next_id;
use crate::message::{End, LinkMessage, LinkSeat, MAX_CHAT, Move, Offer};
use crate::shared_game::{SharedGame, Takeback};

impl Peer {
    // ----- what is done here

    /// Plays a whole turn here, which took so long, and sends it to the other side.
    ///
    /// # Errors
    /// [`Fault::Illegal`] or [`Fault::OutOfTurn`], also while a takeback that was
    /// [granted](super::Agreements::granted) is not done; nothing has changed then.
    pub fn play(&mut self, steps: &[Step], time: Duration) -> Result<(), Fault> {
        // The other side takes back what was granted as soon as it hears of it, and knows of no
        // move made meanwhile.
        if self.agreements.granted().is_some() || self.lacks_moves() {
            return Err(Fault::OutOfTurn);
        }
        let message = self.backlog.play(steps, time.as_millis() as u64)?;
        self.agreements.moved(self.backlog.course.as_ref(), &mut self.links);
        self.tell_all(&message);
        Ok(())
    }

    /// Sends a move or the end of the game to the other player and to those who watch.
    fn tell_all(&mut self, message: &LinkMessage) {
        self.links.tell(message);
        self.links.tell_watchers(message);
    }

    /// Offers something to the other player; false if they are not there, or it has no place now.
    pub fn offer(&mut self, offer: Offer) -> bool {
        let can_ask = self.is_met() && self.seat().is_some();
        let Some(course) = self.backlog.course.as_ref().filter(|_| can_ask) else { return false };
        self.agreements.offer(offer, course, &mut self.links)
    }

    /// Answers the offer of the other side; false if there is none, it has not been
    /// [shown](Self::is_unripe) for long enough, or a takeback that was granted before comes
    /// first.
    pub fn answer(&mut self, yes: bool) -> bool {
        !self.is_unripe() && self.agreements.answer(yes, &mut self.links)
    }

    /// Resigns; false if no player is here, or the game is over.
    pub fn resign(&mut self) -> bool {
        self.seat().is_some_and(|seat| self.end((seat, Reason::Resignation)))
    }

    /// Notes that `loser` has run out of time; false if the game is over.
    pub fn run_out(&mut self, loser: Colour) -> bool {
        self.seat().is_some() && self.end((loser, Reason::Time))
    }

    fn end(&mut self, (loser, reason): End) -> bool {
        let has_ended = self.backlog.lose(loser, reason);
        if has_ended {
            self.agreements.forget_offers(&mut self.links);
            self.tell_all(&end_message(loser, reason));
        }
        has_ended
    }

    /// Sends a message; false if no other side is connected. One of more than [`MAX_CHAT`]
    /// characters, which the other side would refuse, is not sent, and the answer is false.
    pub fn say(&mut self, text: &str) -> bool {
        if text.chars().nth(MAX_CHAT).is_some() {
            return false;
        }
        let (name, text) = (self.greeting.name().to_owned(), text.to_owned());
        let message = LinkMessage::Chat { name, text };
        self.links.tell(&message);
        self.links.tell_watchers(&message);
        self.is_met()
    }

    /// Begins the rematch that both have agreed on, as the host; `date` is that of the new game.
    pub fn begin_again(&mut self, date: String) {
        if !self.is_host() || !self.agreements.take_rematch() {
            return;
        }
        let Some((course, seat)) = self.course().zip(self.seat()) else { return };
        let (id, host) = (next_id(course.id()), seat.other());
        let message =
            LinkMessage::Again { id: id.clone(), host: LinkSeat::from(host), date: date.clone() };
        self.links.tell(&message);
        self.links.tell_watchers(&message);
        self.start_again(id, host, date);
    }

    fn start_again(&mut self, id: String, host: Colour, date: String) {
        let Some(terms) = &mut self.greeting.terms else { return };
        (terms.host, terms.date) = (Some(host), date);
        let course = SharedGame::new(id, terms.start.clone());
        let mine = if self.links.is_host() { host } else { host.other() };
        self.backlog.begin_again(course, Some(mine).filter(|_| !self.links.is_watcher()));
        self.agreements.begin_again(&mut self.links);
        self.links.forget_announced();
        self.marks.clear();
        self.links.event(Event::Met { new: true });
    }

    /// Notes how long the turn under way has taken by the clock here; the side that makes the turn
    /// reports that when moves are taken back.
    pub fn think(&mut self, time: Duration) {
        let is_own = self.backlog.is_to_move();
        self.agreements.think(if is_own { time.as_millis() as u64 } else { 0 });
    }

    /// Takes moves back until `left` are left, by agreement; the turn under way had taken `theirs`
    /// milliseconds, unless it is made here. Returns the message about it.
    ///
    /// # Errors
    /// [`Fault::Clock`] if it had taken longer by the clock here.
    fn take_back_to(&mut self, left: u32, theirs: u64) -> Result<Option<LinkMessage>, Fault> {
        let is_own = self.backlog.is_to_move();
        let ms = if is_own { self.agreements.thought() } else { theirs };
        let clocks = &self.agreements.clocks;
        let is_timed = self.greeting.is_timed() && !is_own && self.seat().is_some();
        let excess = clocks.excess(Duration::from_millis(ms), self.links.now());
        if let Some(seen) = excess.filter(|_| is_timed) {
            let n = self.course().map_or(0, SharedGame::len) + 1;
            return Err(Fault::Clock { n, told: ms / 1000, seen: seen.as_secs() });
        }
        if self.backlog.take_back(Takeback { left, ms }) {
            self.links.forget_announced();
            self.agreements.moved(self.backlog.course.as_ref(), &mut self.links);
            self.links.event(Event::TookBack { left, time: Duration::from_millis(ms) });
        }
        let message = self.backlog.back();
        // After it is kept: what is sent goes out when what has changed is with the system.
        if let Some(message) = &message {
            self.links.tell_watchers(message);
        }
        Ok(message)
    }

    // ----- what the other side does

    pub(super) fn hear_play(&mut self, at: usize, message: LinkMessage) -> Result<(), Fault> {
        if !matches!(
            message,
            LinkMessage::Moves { .. } | LinkMessage::Resign { .. } | LinkMessage::Flag { .. }
        ) {
            // The end of a game that is taken up comes right after its moves.
            self.backlog.took_up = None;
        }
        if self.is_host() && self.links[at].guest.watches && message != LinkMessage::Pong {
            return Err(Fault::Unexpected(message.kind()));
        }
        match message {
            LinkMessage::Ping if !self.is_host() => {
                self.links.send(self.links[at].id, &LinkMessage::Pong);
                Ok(())
            }
            LinkMessage::Pong if self.is_host() => Ok(()),
            LinkMessage::Moves { from, moves, hash } => self.hear_moves(at, from, moves, hash),
            LinkMessage::Chat { name, text } => {
                // Those who watch know only by this who it was.
                let name_here = self.names()[1].clone();
                let repeated = LinkMessage::Chat { name: name_here, text: text.clone() };
                self.links.tell_watchers(&repeated);
                self.links.event(Event::Said { name, text });
                Ok(())
            }
            LinkMessage::Clocks(standstill) if self.is_watcher() => {
                self.agreements.clocks.stand(standstill, &mut self.links);
                Ok(())
            }
            LinkMessage::Marks { step, marks } => self.hear_marks(step, marks),
            LinkMessage::Resign { seat } => self.hear_end((seat.into(), Reason::Resignation)),
            LinkMessage::Flag { seat } => self.hear_end((seat.into(), Reason::Time)),
            LinkMessage::Back { turns, takebacks, ms } => self.hear_back((turns, takebacks), ms),
            LinkMessage::Again { id, host, date } if !self.is_host() => {
                self.hear_again(id, host.into(), date)
            }
            LinkMessage::Offer { offer } if self.seat().is_some() => {
                let Some(course) = &self.backlog.course else { return Err(Fault::Apart) };
                self.agreements.hear_offer(offer, course, &mut self.links);
                Ok(())
            }
            LinkMessage::Answer { offer, yes, ms } if self.seat().is_some() => {
                self.hear_answer(offer, yes, ms)
            }
            message => Err(Fault::Unexpected(message.kind())),
        }
    }

    fn hear_moves(
        &mut self,
        at: usize,
        from: u32,
        moves: Vec<Move>,
        hash: String,
    ) -> Result<(), Fault> {
        let announced = &self.links[at].theirs;
        let arrival = Arrival { from, moves: &moves, hash: &hash, announced };
        let clocks = Some(&self.agreements.clocks).filter(|_| self.greeting.is_timed());
        let Some(arrived) = self.backlog.hear_moves(arrival, clocks, self.links.now())? else {
            return Ok(());
        };
        if arrived.is_crossing {
            // Offers made since then are about the end of the game, which stays, on the board or
            // not.
            self.agreements.clocks.begin_turn(self.links.now());
        } else {
            self.agreements.moved(self.backlog.course.as_ref(), &mut self.links);
        }
        self.links.tell_watchers(&LinkMessage::Moves { from, moves, hash });
        for turn in arrived.turns {
            let time = Duration::from_millis(turn.ms);
            self.links.event(Event::Moved { steps: turn.steps, time });
        }
        Ok(())
    }

    fn hear_end(&mut self, end: End) -> Result<(), Fault> {
        let Some(is_news) = self.backlog.hear_end(end, self.links.is_host())? else {
            return Ok(());
        };
        if is_news {
            self.agreements.forget_offers(&mut self.links);
        }
        self.links.tell_watchers(&end_message(end.0, end.1));
        self.links.event(Event::Ended(end));
        Ok(())
    }

    fn hear_back(&mut self, (turns, takebacks): (u32, u32), ms: u64) -> Result<(), Fault> {
        let Some(course) = &self.backlog.course else { return Err(Fault::Apart) };
        let is_next = takebacks == course.takebacks().saturating_add(1);
        if !is_next && self.agreements.granted().is_some() {
            // The other side no longer wanted the takeback that was granted.
            self.agreements.end_grant(&mut self.links);
            return Ok(());
        }
        if takebacks == course.takebacks() && turns <= course.len() {
            return Ok(());
        }
        let granted = self.agreements.granted().map(|granted| granted.left);
        let is_agreed = self.seat().is_none() || granted == Some(turns);
        if !is_agreed || !is_next || turns >= course.len() {
            return Err(Fault::Unexpected("back"));
        }
        self.take_back_to(turns, ms)?;
        self.agreements.end_grant(&mut self.links);
        Ok(())
    }

    fn hear_again(&mut self, id: String, host: Colour, date: String) -> Result<(), Fault> {
        let Some(course) = &self.backlog.course else { return Err(Fault::Apart) };
        let is_exchanged = self.host_seat().map(Colour::other) == Some(host);
        let is_agreed = self.agreements.is_rematch_agreed() || self.is_watcher();
        if !is_agreed || !course.is_over() || id != next_id(course.id()) || !is_exchanged {
            return Err(Fault::Unexpected("again"));
        }
        self.start_again(id, host, date);
        Ok(())
    }

    fn hear_answer(&mut self, offer: Offer, yes: bool, ms: u64) -> Result<(), Fault> {
        let was_asked = self.agreements.asked() == Some(offer);
        let takeback = self.agreements.hear_answer(offer, yes, &mut self.links)?;
        let report = match takeback {
            Some(AnsweredTakeback::Make(left)) => self.take_back_to(left, ms)?,
            Some(AnsweredTakeback::Report) => self.backlog.void_back(),
            None => None,
        };
        if let Some(report) = &report {
            self.links.tell(report);
        }
        if was_asked {
            self.links.event(Event::Answered(offer, yes));
        }
        Ok(())
    }
}

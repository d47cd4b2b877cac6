//! The game itself: moves, offers and their answers, the end, and what is said.

use std::time::Duration;

use tetralith_core::{Colour, Reason, Step};

use super::{Event, LAG, Pauses, Peer, Role, is_about_clocks, is_told};
use crate::course::Course;
use crate::fault::Fault;
use crate::hash::next_id;
use crate::message::{LinkMessage, LinkSeat, MAX_CHAT, Move, Offer, State};

impl Peer {
    // ----- what is done here

    /// Plays a whole turn here, which took so long, and tells the other side.
    ///
    /// # Errors
    /// [`Fault::Illegal`] or [`Fault::OutOfTurn`], also while a takeback that was
    /// [granted](Self::granted) is not done; nothing has changed then.
    pub fn play(&mut self, steps: &[Step], time: Duration) -> Result<(), Fault> {
        let Some(course) = &self.course else { return Err(Fault::OutOfTurn) };
        // The other side takes back what was granted as soon as it hears of it, and knows of no
        // move made meanwhile.
        let is_mine = self.mine.is_some() && course.to_move() == self.mine;
        if !is_mine || self.granted.is_some() || self.lacks_moves() {
            return Err(Fault::OutOfTurn);
        }
        let Some(course) = &mut self.course else { return Err(Fault::OutOfTurn) };
        course.play(steps, time.as_millis() as u64)?;
        // From its own first move on nothing of this side's seat comes from the other one.
        (self.takes_up, self.took_up) = (0, None);
        let number = course.len();
        let message = LinkMessage::Moves {
            from: number,
            moves: course.moves(number - 1, 1),
            hash: course.hash_at(number),
        };
        self.moved();
        self.tell(&message);
        self.tell_watchers(&message);
        Ok(())
    }

    /// Offers something to the other player; false if they are not there, or it has no place now.
    pub fn offer(&mut self, offer: Offer) -> bool {
        let can_ask = self.is_met() && self.mine.is_some() && !self.awaits_back;
        let Some(course) = self.course.as_ref().filter(|_| can_ask) else { return false };
        let fits = match offer {
            // What was granted is done first.
            Offer::Takeback(left) => {
                left < course.len() && !course.is_over() && self.granted.is_none()
            }
            Offer::Rematch => course.is_over(),
            Offer::Pause => !course.is_over() && !self.pauses.is_paused,
            Offer::Resume => !course.is_over() && self.pauses.is_paused,
            Offer::Draw => !course.is_over(),
        };
        if !fits {
            return false;
        }
        if self.offers.offered == Some(offer) {
            // Both want the same.
            return self.give_answer(true);
        }
        if self.offers.asked == Some(offer) || offer == Offer::Rematch && self.again {
            // The answer to the first offer answers the second too.
            return true;
        }
        self.offers.asked = Some(offer);
        // A guest who asks for a rematch has agreed to one, whatever else they ask for before the
        // host begins it.
        self.again |= offer == Offer::Rematch && !self.is_host();
        self.consent(offer);
        self.tell(&LinkMessage::Offer { offer });
        true
    }

    /// Answers the offer of the other side; false if there is none, it has not been
    /// [shown](Self::is_swapped) for long enough, or a takeback that was granted before comes first.
    pub fn answer(&mut self, yes: bool) -> bool {
        !self.is_swapped() && self.give_answer(yes)
    }

    fn give_answer(&mut self, yes: bool) -> bool {
        let is_takeback = matches!(self.offers.offered, Some(Offer::Takeback(_)));
        if self.granted.is_some() && is_takeback {
            return false;
        }
        let Some(offer) = self.offers.offered.take() else { return false };
        self.tell(&LinkMessage::Answer { offer, yes });
        if yes {
            self.grant(offer);
        }
        true
    }

    /// Carries out an accepted offer, as far as this side has to.
    fn grant(&mut self, offer: Offer) {
        match offer {
            Offer::Takeback(left) => {
                // If two takebacks are granted at once, the host's is made; any other offer made
                // here is void.
                let is_host = self.is_host();
                let is_kept = |asked: &Offer| is_host && matches!(asked, Offer::Takeback(_));
                self.offers.asked = self.offers.asked.filter(is_kept);
                (self.granted, self.granted_at) = (Some(left), self.now);
            }
            Offer::Pause | Offer::Resume if self.is_host() => self.pause(offer == Offer::Pause),
            Offer::Pause | Offer::Resume => self.consent(offer),
            Offer::Rematch => self.agree_on_rematch(),
            Offer::Draw => {}
        }
    }

    /// Notes, at a guest, that it has agreed to stop or start the clocks, which the host has still
    /// to confirm.
    const fn consent(&mut self, offer: Offer) {
        if !self.is_host() {
            self.pauses.consent(offer);
        }
    }

    fn agree_on_rematch(&mut self) {
        self.again = true;
        self.call_for_rematch();
    }

    /// Has the host begin the rematch that was agreed on, once what was granted before is done
    /// with.
    fn call_for_rematch(&mut self) {
        if self.again && self.is_host() && self.granted.is_none() {
            self.event(Event::Rematch);
        }
    }

    fn pause(&mut self, paused: bool) {
        if self.pauses.is_paused != paused {
            self.pauses.is_paused = paused;
            self.turn_began = self.now;
            self.event(Event::Paused(paused));
        }
    }

    /// Resigns; false if nobody plays here, or the game is over.
    pub fn resign(&mut self) -> bool {
        self.mine.is_some_and(|seat| self.end(seat, Reason::Resignation))
    }

    /// Takes note that `loser` has run out of time; false if the game is over.
    pub fn run_out(&mut self, loser: Colour) -> bool {
        self.mine.is_some() && self.end(loser, Reason::Time)
    }

    fn end(&mut self, loser: Colour, reason: Reason) -> bool {
        let ended = self.course.as_mut().is_some_and(|course| course.lose(loser, reason));
        if ended {
            self.forget_offers();
            let message = Self::end_message(loser, reason);
            self.tell(&message);
            self.tell_watchers(&message);
        }
        ended
    }

    fn end_message(loser: Colour, reason: Reason) -> LinkMessage {
        let seat = LinkSeat::from(loser);
        if reason == Reason::Time {
            LinkMessage::Flag { seat }
        } else {
            LinkMessage::Resign { seat }
        }
    }

    /// Says something; false if nobody is there to hear it.
    pub fn say(&mut self, text: &str) -> bool {
        let text: String = text.chars().take(MAX_CHAT).collect();
        let message = LinkMessage::Chat { name: self.name.clone(), text };
        self.tell(&message);
        self.tell_watchers(&message);
        self.is_met()
    }

    /// Begins the rematch that both have agreed on, as the host; `date` is that of the new game.
    pub fn begin_again(&mut self, date: String) {
        if !self.is_host() || !std::mem::take(&mut self.again) {
            return;
        }
        let Some((course, seat)) = self.course.as_ref().zip(self.mine) else { return };
        let id = next_id(course.id());
        let message = LinkMessage::Again {
            id: id.clone(),
            host: LinkSeat::from(seat.other()),
            date: date.clone(),
        };
        self.tell(&message);
        self.tell_watchers(&message);
        self.start_again(id, seat.other(), date);
    }

    fn start_again(&mut self, id: String, host: Colour, date: String) {
        let Some(terms) = &mut self.terms else { return };
        (terms.host, terms.date) = (Some(host), date);
        self.course = Some(Course::new(id, terms.start.clone()));
        self.mine = match self.role {
            Role::Host { .. } => Some(host),
            Role::Guest { watch: false } => Some(host.other()),
            Role::Guest { watch: true } => None,
        };
        (self.granted, self.again, self.takes_up, self.took_up) = (None, false, 0, None);
        self.forget_offers();
        self.pauses = Pauses::default();
        self.forget_announced();
        self.turn_began = self.now;
        self.event(Event::Met { new: true });
    }

    /// Voids the offers made about the position before a move or takeback, unless the game had been
    /// resigned or lost on time, and counts the turn from now.
    ///
    /// A granted takeback is not void: the side that asked for it has still to say what became of
    /// it.
    fn moved(&mut self) {
        self.turn_began = self.now;
        if self.course.as_ref().is_none_or(|course| course.end().is_none()) {
            self.again = false;
            self.forget_offers();
        }
    }

    /// Forgets the moves that were announced when both met, now that they are those of the past.
    fn forget_announced(&mut self) {
        for link in &mut self.links {
            link.theirs = State::default();
        }
    }

    pub(super) fn take_back_to(&mut self, left: u32) {
        if let Some(course) = self.course.as_mut().filter(|course| left < course.len()) {
            course.take_back(left);
            let message = Self::back_message(course);
            (self.takes_up, self.took_up) = (0, None);
            self.forget_announced();
            self.moved();
            self.event(Event::TookBack(left));
            // After it is kept: what is sent goes out when what has changed is with the system.
            self.tell_watchers(&message);
        }
    }

    /// Says how many moves are left, which ends what was granted to this side, be it done or void.
    pub(super) fn tell_back(&mut self) {
        if let Some(message) = self.course.as_ref().map(Self::back_message) {
            self.tell(&message);
        }
    }

    fn back_message(course: &Course) -> LinkMessage {
        LinkMessage::Back { turns: course.len(), takebacks: course.takebacks() }
    }

    // ----- what the other side does

    pub(super) fn hear_play(&mut self, at: usize, message: LinkMessage) -> Result<(), Fault> {
        if !matches!(
            message,
            LinkMessage::Moves { .. } | LinkMessage::Resign { .. } | LinkMessage::Flag { .. }
        ) {
            // The end of a game that is taken up comes right after its moves.
            self.took_up = None;
        }
        if self.is_host() && self.links[at].watch {
            return if message == LinkMessage::Pong {
                Ok(())
            } else {
                Err(Fault::Unexpected(message.kind()))
            };
        }
        match message {
            LinkMessage::Ping if !self.is_host() => {
                let id = self.links[at].id;
                self.send(id, &LinkMessage::Pong);
                Ok(())
            }
            LinkMessage::Pong if self.is_host() => Ok(()),
            LinkMessage::Moves { from, moves, hash } => self.hear_moves(at, from, &moves, &hash),
            LinkMessage::Chat { name, text } => {
                // Those who watch know only by this who it was.
                self.tell_watchers(&LinkMessage::Chat {
                    name: self.names[1].clone(),
                    text: text.clone(),
                });
                self.event(Event::Said { name, text });
                Ok(())
            }
            LinkMessage::Resign { seat } => self.hear_end(seat.into(), Reason::Resignation),
            LinkMessage::Flag { seat } => self.hear_end(seat.into(), Reason::Time),
            LinkMessage::Back { turns, takebacks } => self.hear_back(at, turns, takebacks),
            LinkMessage::Again { id, host, date } if !self.is_host() => {
                self.hear_again(id, host.into(), date)
            }
            LinkMessage::Offer { offer } if self.mine.is_some() => self.hear_offer(offer),
            LinkMessage::Answer { offer, yes } if self.mine.is_some() => {
                self.hear_answer(offer, yes)
            }
            message => Err(Fault::Unexpected(message.kind())),
        }
    }

    fn hear_moves(
        &mut self,
        at: usize,
        from: u32,
        moves: &[Move],
        hash: &str,
    ) -> Result<(), Fault> {
        let Some(course) = &self.course else { return Err(Fault::Apart) };
        let last = (u64::from(from) + moves.len() as u64).saturating_sub(1);
        if from > 0 && last <= course.len().into() && course.hash_at(last as u32) == hash {
            // What is sent to make good a cut can cross what was sent at once.
            return Ok(());
        }
        if from != course.len() + 1 {
            return Err(Fault::Number { found: from.into(), due: course.len() + 1 });
        }
        // A guest without a record of a game begun earlier takes the moves from the host, but still
        // checks them by its own rules.
        let takes_up = course.len() < self.takes_up;
        let seen = self.now.saturating_sub(self.turn_began);
        let mut after = course.clone();
        // A move can cross the word that whoever waited for it has lost: both count, and a result
        // on the board comes first.
        let crosses =
            after.end().is_some_and(|(loser, _)| self.mine.is_none_or(|seat| seat == loser));
        let end = if crosses { after.reopen() } else { None };
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
        let theirs = &self.links[at].theirs;
        let reaches = (from..=after.len()).contains(&theirs.turns);
        let is_announced = reaches && theirs.takebacks == after.takebacks();
        if is_announced && after.hash_at(theirs.turns) != theirs.hash {
            return Err(Fault::Position(theirs.turns));
        }
        if after.hash_at(after.len()) != hash {
            return Err(Fault::Position(after.len()));
        }
        if let Some((loser, reason)) = end {
            after.lose(loser, reason);
        }
        let told =
            Duration::from_millis(moves.iter().fold(0, |sum, one| sum.saturating_add(one.ms)));
        let is_timed = self.terms.as_ref().is_some_and(|terms| terms.time.is_some());
        if is_timed
            && !takes_up
            && !self.pauses.is_paused
            && self.mine.is_some()
            && told + LAG < seen
        {
            let (told, seen) = (told.as_secs(), seen.as_secs());
            return Err(Fault::Clock { n: after.len(), told, seen });
        }
        let turns = after.turns()[(from - 1) as usize..].to_vec();
        if after.len() >= self.takes_up {
            self.takes_up = 0;
        }
        self.course = Some(after);
        if crosses {
            // Offers made since then are about the end of the game, which stands, on the board or
            // not.
            self.turn_began = self.now;
        } else {
            self.moved();
        }
        self.tell_watchers(&LinkMessage::Moves {
            from,
            moves: moves.to_vec(),
            hash: hash.to_owned(),
        });
        for turn in turns {
            self.event(Event::Moved { steps: turn.steps, time: Duration::from_millis(turn.ms) });
        }
        Ok(())
    }

    /// Accepts the other side's word that `loser` has resigned or lost on time.
    ///
    /// For this side's own seat it is accepted only in a game without a record here, whose moves
    /// all come from the host too.
    fn hear_end(&mut self, loser: Colour, reason: Reason) -> Result<(), Fault> {
        debug_assert!(is_told(reason));
        let Some(course) = &mut self.course else { return Err(Fault::Apart) };
        let was_over = course.is_over();
        if self.role == (Role::Guest { watch: false })
            && course.end().is_some_and(|(own, _)| self.mine == Some(own) && own != loser)
        {
            // Both have given up at once: the word of the host counts for both.
            course.reopen();
        }
        if course.is_over() {
            // The end was told again after a cut, or a guest's word came too late.
            return Ok(());
        }
        if self.mine == Some(loser) && self.took_up != Some(course.len()) {
            // Nobody can resign for the other player, nor say that the other's time is up.
            return Err(Fault::Unexpected(if reason == Reason::Time { "flag" } else { "resign" }));
        }
        course.lose(loser, reason);
        if !was_over {
            self.forget_offers();
        }
        self.tell_watchers(&Self::end_message(loser, reason));
        self.event(Event::Ended((loser, reason)));
        Ok(())
    }

    fn hear_back(&mut self, at: usize, turns: u32, takebacks: u32) -> Result<(), Fault> {
        let Some(course) = &self.course else { return Err(Fault::Apart) };
        if takebacks != course.takebacks().saturating_add(1) && self.granted.take().is_some() {
            // The other side no longer wanted the takeback that was granted.
            self.call_for_rematch();
            return Ok(());
        }
        if takebacks == course.takebacks() && turns <= course.len() {
            if std::mem::take(&mut self.awaits_back) {
                // It was done here before the connection was cut; now it is done there too.
                let id = self.links[at].id;
                self.send_from(id, turns);
            }
            return Ok(());
        }
        let agreed = self.mine.is_none() || self.granted == Some(turns);
        if !agreed || takebacks != course.takebacks().saturating_add(1) || turns >= course.len() {
            return Err(Fault::Unexpected("back"));
        }
        self.granted = None;
        self.take_back_to(turns);
        self.call_for_rematch();
        Ok(())
    }

    fn hear_again(&mut self, id: String, host: Colour, date: String) -> Result<(), Fault> {
        let Some(course) = &self.course else { return Err(Fault::Apart) };
        let exchanged =
            self.terms.as_ref().and_then(|terms| terms.host).map(Colour::other) == Some(host);
        let agreed = self.again || self.is_watcher();
        if !agreed || !course.is_over() || id != next_id(course.id()) || !exchanged {
            return Err(Fault::Unexpected("again"));
        }
        self.start_again(id, host, date);
        Ok(())
    }

    fn hear_offer(&mut self, offer: Offer) -> Result<(), Fault> {
        let Some(course) = &self.course else { return Err(Fault::Apart) };
        if self.granted.is_some_and(|left| offer == Offer::Takeback(left)) {
            // The takeback was asked for again before the answer came, which answers both.
            return Ok(());
        }
        let fits = match offer {
            Offer::Takeback(left) => left < course.len() && !course.is_over(),
            Offer::Rematch => course.is_over(),
            Offer::Pause => !course.is_over() && !self.pauses.is_paused,
            Offer::Resume => !course.is_over() && self.pauses.is_paused,
            // No game here is drawn by agreement.
            Offer::Draw => false,
        };
        if !fits {
            // It can have crossed with a move.
            self.tell(&LinkMessage::Answer { offer, yes: false });
            return Ok(());
        }
        match offer {
            // Both have asked for the same at once.
            Offer::Rematch if self.offers.asked == Some(offer) => {
                self.offers.asked = None;
                self.grant(offer);
                return Ok(());
            }
            Offer::Pause | Offer::Resume if self.offers.asked == Some(offer) => {
                self.void_offered();
                self.tell(&LinkMessage::Answer { offer, yes: true });
                self.grant(offer);
                return Ok(());
            }
            _ => {}
        }
        if self.offers.offered != Some(offer) {
            self.replace_offered(offer);
        }
        Ok(())
    }

    /// Shows `offer` in place of the one that the other side has made before.
    fn replace_offered(&mut self, offer: Offer) {
        self.void_offered();
        self.offers.show(offer, self.now);
        self.event(Event::Offers(Some(offer)));
    }

    fn hear_answer(&mut self, offer: Offer, yes: bool) -> Result<(), Fault> {
        if !self.is_host() && !self.pauses.hear(offer, yes) {
            // No clock stands still, or runs, by the word of one side alone.
            return Err(Fault::Unexpected("answer"));
        }
        if self.offers.asked != Some(offer) {
            // The offer was void by then, or this is the host's word on its own offer. A side that
            // granted a takeback waits to hear what became of it, and the host's clocks have
            // changed already.
            match offer {
                Offer::Takeback(_) if yes => self.tell_back(),
                _ if yes && is_about_clocks(offer) => {
                    if self.is_host() {
                        self.tell(&LinkMessage::Answer { offer, yes: false });
                    } else {
                        self.pause(offer == Offer::Pause);
                    }
                }
                _ => {}
            }
            return Ok(());
        }
        self.offers.asked = None;
        match offer {
            Offer::Rematch if !yes => self.again = false,
            _ if !yes => {}
            Offer::Takeback(left) => {
                self.take_back_to(left);
                self.tell_back();
            }
            Offer::Pause | Offer::Resume => {
                if self.is_host() {
                    self.tell(&LinkMessage::Answer { offer, yes });
                }
                self.pause(offer == Offer::Pause);
            }
            Offer::Rematch => self.agree_on_rematch(),
            Offer::Draw => {}
        }
        self.event(Event::Answered(offer, yes));
        Ok(())
    }
}

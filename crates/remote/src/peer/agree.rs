//! Agreements under way: offers that wait for an answer, takebacks that were granted, a rematch,
//! and the clocks.

use std::time::Duration;

use super::clocks::{Clocks, is_about_clocks};
use super::links::Links;
use super::{Event, SHOWN};
use crate::fault::Fault;
use crate::message::{LinkMessage, Offer};
use crate::shared_game::{SharedGame, Takeback};

/// The offers and grants of both sides.
#[derive(Clone, Debug, Default)]
pub struct Agreements {
    /// The offer that was made here.
    asked: Option<Offer>,
    /// The offer of the other side.
    offered: Option<Offer>,
    /// The time from which the offer of the other side can be answered.
    ripe: Duration,
    /// The time until which another one was shown that got no answer.
    shown_until: Option<Duration>,
    /// The takeback that was granted to the other side, until it is made, with the time that the
    /// turn under way here had taken then.
    granted: Option<Takeback>,
    /// The time since which the other side could make it.
    granted_at: Duration,
    /// The time that the turn under way here has taken, in milliseconds; zero while the other side
    /// is to move.
    thought: u64,
    /// True if a rematch was agreed on here.
    again: bool,
    pub(super) clocks: Clocks,
}

/// The part of an answer that concerns the moves of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AnsweredTakeback {
    /// Take moves back until so many are left.
    Make(u32),
    /// Report how many moves are left, because the other side waits for that.
    Report,
}

impl Agreements {
    /// The state that a program which has ended kept with the game.
    pub(super) fn restored(granted: Option<Takeback>, is_paused: bool) -> Self {
        Self { granted, clocks: Clocks::restored(is_paused), ..Self::default() }
    }

    /// The offer that the other side has made.
    pub const fn offered(&self) -> Option<Offer> {
        self.offered
    }

    /// The offer that was made here and waits for its answer.
    pub const fn asked(&self) -> Option<Offer> {
        self.asked
    }

    /// The takeback that was granted to the other side, until it is made, with the time that the
    /// turn under way here had taken then.
    pub const fn granted(&self) -> Option<Takeback> {
        self.granted
    }

    /// True while the clocks are stopped by agreement.
    pub const fn is_paused(&self) -> bool {
        self.clocks.is_paused()
    }

    /// True at a watcher while the guest who plays is not connected to the host.
    pub const fn is_guest_away(&self) -> bool {
        self.clocks.is_guest_away()
    }

    pub(super) const fn is_rematch_agreed(&self) -> bool {
        self.again
    }

    /// The time from which the offer shown, or the question about the seat, can be answered.
    pub(super) const fn ripe(&self) -> Duration {
        self.ripe
    }

    /// Delays any answer: one that is typed for an offer must not meet a question shown after it.
    pub(super) fn ripen(&mut self, now: Duration) {
        self.ripe = now + SHOWN;
    }

    /// Notes the time that the turn under way here has taken, in milliseconds; zero while the other
    /// side is to move.
    pub(super) const fn think(&mut self, ms: u64) {
        self.thought = ms;
    }

    /// The time that the turn under way here has taken, or had when a takeback was granted, in
    /// milliseconds.
    pub(super) fn thought(&self) -> u64 {
        self.granted.map_or(self.thought, |granted| granted.ms)
    }

    /// The time since which the other side has owed a takeback that was granted to it.
    pub(super) fn granted_since(&self) -> Option<Duration> {
        self.granted.map(|_| self.granted_at)
    }

    fn fits(&self, offer: Offer, course: &SharedGame) -> bool {
        match offer {
            Offer::Takeback(left) => left < course.len() && !course.is_over(),
            Offer::Rematch => course.is_over(),
            Offer::Pause => !course.is_over() && !self.is_paused(),
            Offer::Resume => !course.is_over() && self.is_paused(),
            Offer::Draw => !course.is_over(),
        }
    }

    // ----- what is done here

    /// Offers something to the other player; false if it makes no sense now.
    pub(super) fn offer(&mut self, offer: Offer, course: &SharedGame, links: &mut Links) -> bool {
        // A granted takeback is made first.
        let waits = matches!(offer, Offer::Takeback(_)) && self.granted.is_some();
        if waits || !self.fits(offer, course) {
            return false;
        }
        if self.offered == Some(offer) {
            // Both want the same.
            return self.answer(true, links);
        }
        if self.asked == Some(offer) || offer == Offer::Rematch && self.again {
            // The answer to the first offer answers the second too.
            return true;
        }
        self.asked = Some(offer);
        if !links.is_host() {
            // A guest who asks for a rematch has agreed to one, even if they ask for something else
            // before the host begins it.
            self.again |= offer == Offer::Rematch;
            self.clocks.consent(offer);
        }
        links.tell(&LinkMessage::Offer { offer });
        true
    }

    /// Answers the offer of the other side; false if there is none, or a takeback that was granted
    /// before comes first.
    pub(super) fn answer(&mut self, yes: bool, links: &mut Links) -> bool {
        if self.granted.is_some() && matches!(self.offered, Some(Offer::Takeback(_))) {
            return false;
        }
        let Some(offer) = self.offered.take() else { return false };
        let is_takeback = yes && matches!(offer, Offer::Takeback(_));
        let ms = if is_takeback { self.thought } else { 0 };
        links.tell(&LinkMessage::Answer { offer, yes, ms });
        if yes {
            self.grant(offer, links);
        }
        true
    }

    /// Carries out an accepted offer, as far as this side has to.
    fn grant(&mut self, offer: Offer, links: &mut Links) {
        match offer {
            Offer::Takeback(left) => {
                // If two takebacks are granted at once, the host's is made; any other offer made
                // here is void.
                let is_host = links.is_host();
                let is_kept = |asked: &Offer| is_host && matches!(asked, Offer::Takeback(_));
                self.asked = self.asked.filter(is_kept);
                self.granted = Some(Takeback { left, ms: self.thought });
                self.granted_at = links.now();
            }
            Offer::Pause | Offer::Resume if links.is_host() => {
                self.clocks.pause(offer == Offer::Pause, links);
            }
            Offer::Pause | Offer::Resume => self.clocks.consent(offer),
            Offer::Rematch => {
                self.again = true;
                self.call_for_rematch(links);
            }
            Offer::Draw => {}
        }
    }

    /// Has the host begin the rematch that was agreed on, once no granted takeback is left to make.
    fn call_for_rematch(&self, links: &mut Links) {
        if self.again && links.is_host() && self.granted.is_none() {
            links.event(Event::Rematch);
        }
    }

    // ----- what the other side does

    pub(super) fn hear_offer(&mut self, offer: Offer, course: &SharedGame, links: &mut Links) {
        if self.granted.is_some_and(|granted| offer == Offer::Takeback(granted.left)) {
            // The takeback was asked for again before the answer came, which answers both.
            return;
        }
        // No game here is drawn by agreement.
        if offer == Offer::Draw || !self.fits(offer, course) {
            // It can have crossed with a move.
            return links.tell(&LinkMessage::Answer { offer, yes: false, ms: 0 });
        }
        match offer {
            // Both have asked for the same at once.
            Offer::Rematch if self.asked == Some(offer) => {
                self.asked = None;
                self.grant(offer, links);
            }
            Offer::Pause | Offer::Resume if self.asked == Some(offer) => {
                self.withdraw_offered(links);
                links.tell(&LinkMessage::Answer { offer, yes: true, ms: 0 });
                self.grant(offer, links);
            }
            _ if self.offered != Some(offer) => self.show(offer, links),
            _ => {}
        }
    }

    /// Shows `offer` in place of the one that the other side has made before.
    ///
    /// An answer that is typed for an offer must not meet the next one, so an offer that follows
    /// one without an answer waits until it has been shown for [`SHOWN`].
    fn show(&mut self, offer: Offer, links: &mut Links) {
        self.withdraw_offered(links);
        let now = links.now();
        let follows = self.shown_until.is_some_and(|until| now < until + SHOWN);
        self.ripe = if follows { now + SHOWN } else { now };
        self.offered = Some(offer);
        links.event(Event::Offers(offer));
    }

    /// Takes in the answer to an offer made here.
    ///
    /// # Errors
    /// [`Fault::Unexpected`] if the clocks would stop or run by the word of the host alone.
    pub(super) fn hear_answer(
        &mut self,
        offer: Offer,
        yes: bool,
        links: &mut Links,
    ) -> Result<Option<AnsweredTakeback>, Fault> {
        if !links.is_host() && !self.clocks.hear(offer, yes) {
            return Err(Fault::Unexpected("answer"));
        }
        if self.asked != Some(offer) {
            // The offer was void by then, or this is the host's word on its own offer. A side that
            // granted a takeback waits to hear what became of it, and the host's clocks have
            // changed already.
            match offer {
                Offer::Takeback(_) if yes => return Ok(Some(AnsweredTakeback::Report)),
                _ if yes && is_about_clocks(offer) && links.is_host() => {
                    links.tell(&LinkMessage::Answer { offer, yes: false, ms: 0 });
                }
                _ if yes && is_about_clocks(offer) => {
                    self.clocks.pause(offer == Offer::Pause, links);
                }
                _ => {}
            }
            return Ok(None);
        }
        self.asked = None;
        match offer {
            Offer::Rematch if !yes => self.again = false,
            _ if !yes => {}
            Offer::Takeback(left) => return Ok(Some(AnsweredTakeback::Make(left))),
            Offer::Pause | Offer::Resume => {
                if links.is_host() {
                    links.tell(&LinkMessage::Answer { offer, yes, ms: 0 });
                }
                self.clocks.pause(offer == Offer::Pause, links);
            }
            Offer::Rematch => self.grant(offer, links),
            Offer::Draw => {}
        }
        Ok(None)
    }

    /// Ends the wait for the takeback that was granted, whether it was made or is void.
    pub(super) fn end_grant(&mut self, links: &mut Links) {
        self.granted = None;
        self.call_for_rematch(links);
    }

    // ----- what becomes void

    /// Removes the offer of the other side, if there is one; it no longer has a place.
    fn withdraw_offered(&mut self, links: &mut Links) {
        let Some(offer) = self.offered.take() else { return };
        self.shown_until = Some(links.now());
        if links.is_host() && is_about_clocks(offer) {
            links.tell(&LinkMessage::Answer { offer, yes: false, ms: 0 });
        }
    }

    pub(super) fn forget_offers(&mut self, links: &mut Links) {
        self.asked = None;
        self.withdraw_offered(links);
    }

    /// Forgets what was agreed with the other player and is not done yet, because they are gone.
    ///
    /// A granted takeback stays granted: the player may have made it before the cut, and will
    /// report it on coming back.
    pub(super) fn forget(&mut self, links: &mut Links) {
        self.again = false;
        self.forget_offers(links);
    }

    /// Voids the offers made about the position before a move or takeback, unless the game had been
    /// resigned or lost on time, and counts the turn from now.
    ///
    /// A granted takeback is not void: the side that asked for it has still to report what became
    /// of it.
    pub(super) fn moved(&mut self, course: Option<&SharedGame>, links: &mut Links) {
        self.clocks.begin_turn(links.now());
        self.thought = 0;
        if course.is_none_or(|course| course.end().is_none()) {
            self.again = false;
            self.forget_offers(links);
        }
    }

    /// Returns true once if a rematch was agreed on.
    pub(super) const fn take_rematch(&mut self) -> bool {
        std::mem::replace(&mut self.again, false)
    }

    /// Forgets everything about the game before a rematch.
    pub(super) fn begin_again(&mut self, links: &mut Links) {
        (self.granted, self.again) = (None, false);
        self.forget_offers(links);
        self.clocks = Clocks::default();
        self.clocks.begin_turn(links.now());
    }

    /// Keeps the takeback that was granted only if the other side has made it, as was heard `now`
    /// when both met again; its report is awaited from now on.
    pub(super) fn meet_again(&mut self, is_made: bool, now: Duration) {
        (self.granted, self.granted_at) = (self.granted.filter(|_| is_made), now);
    }
}

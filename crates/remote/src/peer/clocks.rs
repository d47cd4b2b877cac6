//! The clocks by agreement: whether they are stopped, and when the turn under way began.

use std::time::Duration;

use super::links::Links;
use super::{Event, LAG};
use crate::message::{Offer, Standstill};

/// The state of the clocks by agreement.
///
/// The host decides when they stop and run, and a guest follows only if it has agreed: messages
/// that cross cannot set the clocks apart, and neither side stops or starts them alone.
#[derive(Clone, Debug, Default)]
pub(super) struct Clocks {
    is_paused: bool,
    /// True at a watcher while the guest who plays is not connected to the host.
    is_guest_away: bool,
    /// The numbers of pauses and of resumptions that a guest has asked for or accepted and that the
    /// host has not answered yet.
    consents: [u32; 2],
    /// True for a guest whose program has ended since: its person may have agreed to a resumption
    /// just before.
    is_restored: bool,
    /// The time when the turn under way began, as far as both were there.
    turn_began: Duration,
}

/// The place of an offer about the clocks among the consents; `None` for any other offer.
const fn place(offer: Offer) -> Option<usize> {
    match offer {
        Offer::Pause => Some(0),
        Offer::Resume => Some(1),
        Offer::Takeback(_) | Offer::Draw | Offer::Rematch => None,
    }
}

/// True for an offer about the clocks: a guest counts its consents to these, and the host answers
/// each of them once.
pub(super) const fn is_about_clocks(offer: Offer) -> bool {
    place(offer).is_some()
}

impl Clocks {
    /// The state that a program which has ended kept with the game.
    pub(super) fn restored(is_paused: bool) -> Self {
        Self { is_paused, is_restored: true, ..Self::default() }
    }

    pub(super) const fn is_paused(&self) -> bool {
        self.is_paused
    }

    pub(super) const fn is_guest_away(&self) -> bool {
        self.is_guest_away
    }

    /// Follows, as a watcher, what the host reports.
    pub(super) fn stand(&mut self, standstill: Standstill, links: &mut Links) {
        self.pause(standstill.paused, links);
        if self.is_guest_away != standstill.away {
            self.is_guest_away = standstill.away;
            links.event(Event::Away(standstill.away));
        }
    }

    /// True if the clocks are stopped, or a guest has agreed that they stop.
    pub(super) const fn are_agreed(&self) -> bool {
        self.is_paused || self.consents[0] > 0
    }

    pub(super) const fn begin_turn(&mut self, now: Duration) {
        self.turn_began = now;
    }

    /// Stops the clocks, or starts them; the turn counts from then on.
    pub(super) fn pause(&mut self, is_paused: bool, links: &mut Links) {
        if self.is_paused != is_paused {
            self.is_paused = is_paused;
            self.begin_turn(links.now());
            links.event(Event::Paused(is_paused));
        }
    }

    /// Returns how long the turn has taken by the time here, if that is more than `reported` by
    /// [`LAG`] or more while the clocks run.
    pub(super) fn excess(&self, reported: Duration, now: Duration) -> Option<Duration> {
        let seen = now.saturating_sub(self.turn_began);
        (!self.is_paused && reported + LAG < seen).then_some(seen)
    }

    /// Notes that a guest has asked for or accepted `offer`, which the host has still to confirm.
    pub(super) const fn consent(&mut self, offer: Offer) {
        if let Some(place) = place(offer) {
            self.consents[place] = self.consents[place].saturating_add(1);
        }
    }

    /// Takes the answer of the host to an offer about the clocks; false if it says yes to what the
    /// guest has not agreed to.
    pub(super) const fn hear(&mut self, offer: Offer, yes: bool) -> bool {
        let Some(place) = place(offer) else { return true };
        let was_agreed = self.consents[place] > 0;
        self.consents[place] = self.consents[place].saturating_sub(1);
        was_agreed || !yes
    }

    /// Follows the host when both meet again; false if it has stopped or started the clocks without
    /// the guest's consent.
    pub(super) const fn meet_again(&mut self, is_paused: bool) -> bool {
        let is_agreed = if is_paused {
            self.are_agreed()
        } else {
            !self.is_paused || self.consents[1] > 0 || self.is_restored
        };
        (self.is_paused, self.consents, self.is_restored) = (is_paused, [0; 2], false);
        is_agreed
    }
}

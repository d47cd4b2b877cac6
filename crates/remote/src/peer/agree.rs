//! Agreements under way: offers that wait for an answer, and whether the clocks stand still.

use std::time::Duration;

use super::SHOWN;
use crate::message::Offer;

/// The offers of both sides that wait for an answer.
#[derive(Clone, Debug, Default)]
pub(super) struct Offers {
    /// The offer that was made here.
    pub(super) asked: Option<Offer>,
    /// The offer of the other side.
    pub(super) offered: Option<Offer>,
    /// The time from which the offer of the other side can be answered.
    pub(super) ripe: Duration,
    /// The time until which another one was shown that got no answer.
    shown_until: Option<Duration>,
}

impl Offers {
    /// Shows `offer` of the other side.
    ///
    /// An answer that is typed for an offer must not meet the next one, so an offer that follows one
    /// without an answer waits until it has been shown for [`SHOWN`].
    pub(super) fn show(&mut self, offer: Offer, now: Duration) {
        let follows = self.shown_until.is_some_and(|until| now < until + SHOWN);
        self.ripe = if follows { now + SHOWN } else { now };
        self.offered = Some(offer);
    }

    /// Removes the offer of the other side, which got no answer, and returns it.
    pub(super) fn withdraw(&mut self, now: Duration) -> Option<Offer> {
        if self.offered.is_some() {
            self.shown_until = Some(now);
        }
        self.offered.take()
    }
}

/// The state of the clocks by agreement.
///
/// The host says when they stop and run, and a guest follows only if it has agreed: messages that
/// cross cannot set the clocks apart, and neither side stops or starts them alone.
#[derive(Clone, Debug, Default)]
pub(super) struct Pauses {
    /// True while the clocks stand still.
    pub(super) is_paused: bool,
    /// The numbers of pauses and of resumptions that a guest has asked for or accepted and that the
    /// host has not answered yet.
    consents: [u32; 2],
    /// True for a guest whose program has ended since: its person may have agreed to a resumption
    /// just before.
    is_restored: bool,
}

/// The place of an offer about the clocks among the consents; `None` for any other offer.
const fn place(offer: Offer) -> Option<usize> {
    match offer {
        Offer::Pause => Some(0),
        Offer::Resume => Some(1),
        Offer::Takeback(_) | Offer::Draw | Offer::Rematch => None,
    }
}

/// True for an offer about the clocks, of which a guest counts its consents: the host answers each
/// of them once.
pub(super) const fn is_about_clocks(offer: Offer) -> bool {
    place(offer).is_some()
}

impl Pauses {
    /// The state that a program which has ended kept with the game.
    pub(super) const fn restored(is_paused: bool) -> Self {
        Self { is_paused, consents: [0; 2], is_restored: true }
    }

    /// True if the clocks stand still, or a guest has agreed that they do.
    pub(super) const fn are_agreed(&self) -> bool {
        self.is_paused || self.consents[0] > 0
    }

    /// Notes that a guest has asked for or accepted `offer`.
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
        *self = Self { is_paused, consents: [0; 2], is_restored: false };
        is_agreed
    }
}

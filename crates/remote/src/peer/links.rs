//! All links of one end, the time there, and what is to be sent over them.

use std::ops::{Index, IndexMut};
use std::time::Duration;

use super::link::{Link, Phase};
use super::{Event, LinkId, MOST_LINKS, Out, Role};
use crate::fault::Fault;
use crate::hash::Nonce;
use crate::message::{LinkMessage, State};
use crate::shared_game::SharedGame;

/// The links in the order in which they were opened, and what is to be done, in order.
#[derive(Clone, Debug)]
pub(super) struct Links {
    role: Role,
    all: Vec<Link>,
    now: Duration,
    out: Vec<Out>,
}

impl Index<usize> for Links {
    type Output = Link;

    fn index(&self, at: usize) -> &Link {
        &self.all[at]
    }
}

impl IndexMut<usize> for Links {
    fn index_mut(&mut self, at: usize) -> &mut Link {
        &mut self.all[at]
    }
}

impl Links {
    pub(super) const fn new(role: Role) -> Self {
        Self { role, all: Vec::new(), now: Duration::ZERO, out: Vec::new() }
    }

    pub(super) const fn role(&self) -> Role {
        self.role
    }

    pub(super) const fn is_host(&self) -> bool {
        matches!(self.role, Role::Host { .. })
    }

    pub(super) const fn is_watcher(&self) -> bool {
        matches!(self.role, Role::Guest { watch: true })
    }

    pub(super) const fn now(&self) -> Duration {
        self.now
    }

    /// Moves the time on to `now`; a clock that runs backwards counts as stopped.
    pub(super) fn pass_to(&mut self, now: Duration) {
        self.now = self.now.max(now);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Link> {
        self.all.iter()
    }

    pub(super) fn ids(&self) -> Vec<LinkId> {
        self.all.iter().map(|link| link.id).collect()
    }

    pub(super) fn find(&self, id: LinkId) -> Option<usize> {
        self.all.iter().position(|link| link.id == id)
    }

    /// The place of the link to the other player; for a watcher, to the host.
    pub(super) fn player(&self) -> Option<usize> {
        let plays =
            |link: &Link| link.phase == Phase::Open && (!self.is_host() || !link.guest.watches);
        self.all.iter().position(plays)
    }

    /// True if the link `id` is that to the other player, or the one link of a guest.
    pub(super) fn is_of_player(&self, id: LinkId) -> bool {
        !self.is_host() || self.player().is_some_and(|at| self.all[at].id == id)
    }

    /// The number of people who watch.
    pub(super) fn watchers(&self) -> usize {
        self.all.iter().filter(|link| link.phase == Phase::Open && link.guest.watches).count()
    }

    /// The place of the link to a guest who asks for the seat without knowing its secret.
    pub(super) fn claimant(&self) -> Option<usize> {
        self.all.iter().position(|link| matches!(link.phase, Phase::Asks { .. }))
    }

    /// The place of a link other than `id` to a player who is being introduced.
    pub(super) fn introduced(&self, id: LinkId) -> Option<usize> {
        let comes = |link: &Link| {
            link.id != id
                && !link.guest.watches
                && matches!(link.phase, Phase::Told | Phase::Agreed(_))
        };
        self.all.iter().position(comes)
    }

    /// The link of the other player and the number of moves that they announced and that are
    /// missing from `course`, if some are.
    pub(super) fn missing(&self, course: Option<&SharedGame>) -> Option<(&Link, u32)> {
        let (link, course) = (&self.all[self.player()?], course?);
        let missing = link.theirs.turns.saturating_sub(course.len());
        let is_ahead = missing > 0 && link.theirs.takebacks == course.takebacks();
        is_ahead.then_some((link, missing))
    }

    /// Forgets the moves that were announced when both met, now that they are those of the past.
    pub(super) fn forget_announced(&mut self) {
        for link in &mut self.all {
            link.theirs = State::default();
        }
    }

    /// Opens the link `id`, or refuses it if there are too many already; false if it is refused.
    pub(super) fn open(&mut self, id: LinkId, nonce: Nonce) -> bool {
        if self.all.len() >= if self.is_host() { MOST_LINKS } else { 1 } {
            // A guest who has not been introduced gives way to the next one.
            let is_open = |link: &Link| matches!(link.phase, Phase::Open | Phase::Asks { .. });
            let silent = self.all.iter().find(|link| !is_open(link)).map(|link| link.id);
            let Some(silent) = silent.filter(|_| self.is_host()) else {
                self.close(id);
                return false;
            };
            self.turn_away(silent, &Fault::Slow.farewell());
        }
        self.all.push(Link::new(id, nonce, self.now));
        true
    }

    /// Closes the link `id` and reports to the other side that this is for a fault, `why`.
    pub(super) fn turn_away(&mut self, id: LinkId, why: &str) {
        self.send(id, &LinkMessage::Bye { why: why.to_owned(), fault: true });
        self.close(id);
        self.remove(id);
    }

    pub(super) fn remove(&mut self, id: LinkId) {
        self.all.retain(|link| link.id != id);
    }

    // ----- what is to be done

    /// Returns what is to be done, in order.
    pub(super) fn take(&mut self) -> Vec<Out> {
        std::mem::take(&mut self.out)
    }

    pub(super) fn event(&mut self, event: Event) {
        self.out.push(Out::Event(event));
    }

    pub(super) fn close(&mut self, id: LinkId) {
        self.out.push(Out::Close(id));
    }

    pub(super) fn send(&mut self, to: LinkId, message: &LinkMessage) {
        self.out.push(Out::Send(to, message.write()));
    }

    /// Sends `message` to the other player, if they are there.
    pub(super) fn tell(&mut self, message: &LinkMessage) {
        if let Some(at) = self.player() {
            self.send(self.all[at].id, message);
        }
    }

    /// Sends `message` to those who watch; a guest has no watchers.
    pub(super) fn tell_watchers(&mut self, message: &LinkMessage) {
        self.tell_those(message, |link| link.guest.watches);
    }

    /// Sends marks to those who watch, and unless they come from there to the other player, as far
    /// as they take any.
    pub(super) fn tell_marks(&mut self, message: &LinkMessage, is_from_player: bool) {
        if !is_from_player && self.player().is_some_and(|at| self.all[at].takes_marks) {
            self.tell(message);
        }
        self.tell_those(message, |link| link.guest.watches && link.takes_marks);
    }

    /// Sends `message` to those guests of whom `who` returns true.
    fn tell_those(&mut self, message: &LinkMessage, who: impl Fn(&Link) -> bool) {
        if self.is_host() {
            let hears = |link: &&Link| link.phase == Phase::Open && who(link);
            let ids: Vec<LinkId> = self.all.iter().filter(hears).map(|link| link.id).collect();
            for id in ids {
                self.send(id, message);
            }
        }
    }
}

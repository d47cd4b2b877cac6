//! One end of the protocol: a state machine that takes lines and the time, and returns lines and
//! events.
//!
//! A host has a link to each guest, one of whom plays; a guest has one link, to the host. A
//! [`Peer`] knows no socket, no thread and no clock. Calls to it and lines from the other side
//! produce [`Out`]s, which [`Peer::take`] returns.

mod agree;
mod backlog;
mod clocks;
mod greeting;
mod link;
mod links;
mod marks;
mod play;
#[cfg(test)]
mod tests;

use std::time::Duration;

use tetralith_core::{Colour, Game, OwnMark, Step};

use crate::fault::Fault;
use crate::hash::Nonce;
use crate::message::{End, LinkMessage, Offer, Standstill};
use crate::shared_game::{SharedGame, Takeback};
pub use agree::Agreements;
use backlog::{Backlog, CatchUp};
use greeting::{Greeted, Greeting};
use link::{Guest, Link, Phase};
use links::Links;
use marks::SharedMarks;

/// The time between two pings of a host.
pub const PING: Duration = Duration::from_secs(15);

/// The time after which a silent side counts as gone.
pub const SILENCE: Duration = Duration::from_secs(40);

/// The time that introductions may take in all, without what a guest waits for others.
pub const GREETING: Duration = Duration::from_secs(20);

/// The time within which the holder of the seat must show that they are there if another guest asks
/// for it.
pub const PROBE: Duration = Duration::from_secs(3);

/// The time that the person who hosts has to say whether a guest without the secret of the seat
/// gets it.
pub const CONSENT: Duration = Duration::from_secs(120);

/// The time an offer must have been shown, if another was shown just before it.
pub const SHOWN: Duration = Duration::from_secs(1);

/// The most that the clocks of both sides may differ over one move: a little more than [`SILENCE`].
pub const LAG: Duration = Duration::from_secs(45);

/// The most links that a host has at a time.
pub const MOST_LINKS: usize = 8;

/// The most guests who watch at a time: one link is kept for the player, and one for a guest who is
/// still being introduced.
pub const MOST_WATCHERS: usize = MOST_LINKS - 2;

/// The number of a link, given by the code that carries it.
pub type LinkId = u64;

/// The game that a host offers.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The position that the game begins with.
    pub start: Game,
    /// The time control; without one there is no limit.
    pub time: Option<String>,
    /// The seat of the host; without one a coin is tossed.
    pub host: Option<Colour>,
    /// The date of the game, by RFC 3339.
    pub date: String,
}

/// Something to be done or reported.
#[derive(Clone, Debug)]
pub enum Out {
    /// Send this line.
    Send(LinkId, String),
    /// Close this link once what was sent is on its way.
    Close(LinkId),
    /// Something has happened.
    Event(Event),
}

/// Something that has happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// The host states what is played; [`Peer::enter`] is to answer with what there is of the game
    /// called so.
    Offered(Option<String>),
    /// Both are there, and the game begins or goes on.
    Met {
        /// True if it begins.
        new: bool,
    },
    /// A move was made elsewhere.
    Moved {
        /// Its steps.
        steps: Vec<Step>,
        /// The time it took.
        time: Duration,
    },
    /// Moves were taken back.
    TookBack {
        /// The number of moves that are left.
        left: u32,
        /// The time that the turn under way had taken.
        time: Duration,
    },
    /// The other side offers something.
    Offers(Offer),
    /// A guest who does not know the secret of the seat asks for it: [`Peer::claimant`] names them,
    /// and [`Peer::admit`] answers.
    Claims,
    /// The host is asked whether this guest gets the seat, which may take until [`CONSENT`].
    Waits,
    /// The other side has answered an offer.
    Answered(Offer, bool),
    /// The clocks are paused by agreement, or go on.
    Paused(bool),
    /// To a watcher: the guest who plays has gone, or is back.
    Away(bool),
    /// The game has ended otherwise than on the board.
    Ended(End),
    /// Both want a rematch: the host is to call [`Peer::begin_again`].
    Rematch,
    /// A player sends a message.
    Said {
        /// Their name.
        name: String,
        /// The words.
        text: String,
    },
    /// The other side has put marks beside a step of a game that is over, in place of those before.
    Marked {
        /// The number of the step, from 1.
        step: u32,
        /// The marks, all on the board.
        marks: Vec<OwnMark>,
        /// The marks that the other side showed there before.
        before: Vec<OwnMark>,
    },
    /// The other player is gone, and may come back.
    Lost(Fault),
    /// The other player has left, with these words.
    Left(String),
    /// Something is wrong with the other side: the game stops, and is kept.
    Stopped(Fault),
}

/// The part that this end has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Host {
        /// True if people may watch.
        watched: bool,
    },
    Guest {
        /// True for a spectator.
        watch: bool,
    },
}

/// The secret that the seat of a guest is bound to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bond {
    /// 64 hexadecimal digits.
    pub secret: String,
    /// False at a host until the guest has shown that it knows the secret too: until then the game
    /// may have begun for the host alone.
    pub is_mutual: bool,
}

/// Facts saved with the moves of a game, so that it can continue after the program has ended.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    /// The takeback that was granted to the other side, until it is made.
    pub granted: Option<Takeback>,
    /// The number of moves up to which the host may still send the moves of both sides: the length
    /// of the game when it was joined without a record here.
    pub takes_up: Option<u32>,
    /// The secret of the guest's seat.
    pub bond: Option<Bond>,
    /// True if the clocks are paused by agreement, or this side has agreed to it.
    pub paused: bool,
}

/// One end of a game.
#[derive(Clone, Debug)]
pub struct Peer {
    links: Links,
    greeting: Greeting,
    backlog: Backlog,
    agreements: Agreements,
    marks: SharedMarks,
    /// The reasons why the clocks are stopped, as those who watch last heard them.
    standstill: Standstill,
}

impl Peer {
    /// A host called `name`, who offers to play by these `terms`; with `watched` others may watch.
    pub fn host(name: String, program: String, terms: Terms, watched: bool) -> Self {
        let backlog = Backlog { mine: terms.host, ..Backlog::default() };
        let role = Role::Host { watched };
        Self { backlog, ..Self::new(role, Greeting::new(name, program, Some(terms))) }
    }

    /// A host who goes on with a game begun before, in the seat that the terms name.
    pub fn host_again(
        name: String,
        program: String,
        terms: Terms,
        watched: bool,
        course: SharedGame,
    ) -> Self {
        let mut peer = Self::host(name, program, terms, watched);
        peer.backlog.course = Some(course);
        peer
    }

    /// A guest called `name`; with `watch` one who only watches.
    pub fn guest(name: String, program: String, watch: bool) -> Self {
        Self::new(Role::Guest { watch }, Greeting::new(name, program, None))
    }

    /// The same, but it refuses a game if `is_time` returns false for its time control: clocks are
    /// no part of the protocol.
    #[must_use]
    pub fn with_times(self, is_time: fn(&str) -> bool) -> Self {
        Self { greeting: self.greeting.with_times(is_time), ..self }
    }

    fn new(role: Role, greeting: Greeting) -> Self {
        Self {
            links: Links::new(role),
            greeting,
            backlog: Backlog::default(),
            agreements: Agreements::default(),
            marks: SharedMarks::default(),
            standstill: Standstill::default(),
        }
    }

    /// The actions to be done, in order.
    pub fn take(&mut self) -> Vec<Out> {
        if self.is_host() {
            let (paused, away) = (self.agreements.is_paused(), !self.is_met());
            let before = std::mem::replace(&mut self.standstill, Standstill { paused, away });
            if before != self.standstill {
                self.links.tell_watchers(&LinkMessage::Clocks(self.standstill));
            }
        }
        self.links.take()
    }

    /// The terms, once they are known.
    pub const fn terms(&self) -> Option<&Terms> {
        self.greeting.terms.as_ref()
    }

    /// The game, once it has begun.
    pub const fn course(&self) -> Option<&SharedGame> {
        self.backlog.course.as_ref()
    }

    /// The offers and grants of both sides.
    pub const fn agreements(&self) -> &Agreements {
        &self.agreements
    }

    /// The seat played here; `None` before it is known, and for a watcher.
    pub const fn seat(&self) -> Option<Colour> {
        self.backlog.mine
    }

    /// The seat of the host.
    pub fn host_seat(&self) -> Option<Colour> {
        self.greeting.host_seat()
    }

    /// Returns true for a host.
    pub const fn is_host(&self) -> bool {
        self.links.is_host()
    }

    /// Returns true for a spectator.
    pub const fn is_watcher(&self) -> bool {
        self.links.is_watcher()
    }

    /// The names of the host and of who plays against them, as they came.
    pub const fn names(&self) -> &[String; 2] {
        &self.greeting.names
    }

    /// The name of the other player, safe to show; without one, "Guest" or "Host".
    pub fn shown_name(&self) -> String {
        self.greeting.shown_name(self.is_host())
    }

    /// Returns true while the other player is there; for a watcher, the host.
    pub fn is_met(&self) -> bool {
        self.links.player().is_some()
    }

    /// The number of people who watch.
    pub fn watchers(&self) -> usize {
        self.links.watchers()
    }

    /// The name of a guest who asks for the seat without knowing its secret, as it came.
    pub fn claimant(&self) -> Option<&str> {
        self.links.claimant().map(|at| self.links[at].guest.name.as_str())
    }

    /// True while the offer or the question about the seat that is shown cannot be answered yet,
    /// because another may have been shown in its place until a moment ago.
    pub fn is_unripe(&self) -> bool {
        self.links.now() < self.agreements.ripe()
    }

    /// The facts to be saved with the game.
    pub fn memory(&self) -> Memory {
        Memory {
            granted: self.agreements.granted(),
            takes_up: self.backlog.still_takes_up(),
            bond: self.greeting.bond.clone(),
            paused: self.agreements.clocks.are_agreed(),
        }
    }

    /// Restores what [`Peer::memory`] returned before the program ended.
    pub fn remember(&mut self, memory: Memory) {
        self.agreements = Agreements::restored(memory.granted, memory.paused);
        self.backlog.takes_up = memory.takes_up.unwrap_or_default();
        self.greeting.bond = memory.bond;
    }

    /// True until the moves that the other player has announced are here: no move is made before.
    pub fn lacks_moves(&self) -> bool {
        self.links.missing(self.course()).is_some()
    }

    /// The time when [`Peer::tick`] is needed next.
    pub fn due(&self) -> Option<Duration> {
        let granted = self.agreements.granted_since().filter(|_| self.is_met());
        let missing = self.links.missing(self.course()).map(|(link, _)| link.until);
        let ripe = Some(self.agreements.ripe()).filter(|_| self.is_unripe());
        let links = self.links.iter().map(|link| link.due(self.is_host()));
        let waits = granted.map(|since| since + GREETING).into_iter().chain(missing);
        let marks = self.marks.due().filter(|_| self.links.player().is_some());
        links.chain(waits).chain(ripe).chain(marks).min()
    }

    // ----- what comes

    /// Opens the link `id`; `nonce` is 16 random bytes.
    pub fn connected(&mut self, id: LinkId, nonce: Nonce, now: Duration) {
        self.links.pass_to(now);
        if self.links.open(id, nonce) {
            self.greeting.begin(id, &mut self.links);
        }
    }

    /// Lets the link `id` do nothing but watch, as its code demands.
    pub fn restrict(&mut self, id: LinkId) {
        if let Some(at) = self.links.find(id) {
            self.links[at].guest.only_watches = true;
        }
    }

    /// Takes in a line that has come over the link `id`, without its line feed; a blank one only
    /// counts.
    pub fn line(&mut self, id: LinkId, text: &str, now: Duration) {
        self.links.pass_to(now);
        let now = self.links.now();
        let Some(at) = self.links.find(id) else { return };
        let link = &mut self.links[at];
        // The line feed came too.
        let is_little = link.traffic.take(text.len() + 1, now);
        let text = text.trim();
        if is_little && text.is_empty() {
            return;
        }
        link.traffic.heard = now;
        let heard = if is_little { LinkMessage::read(text) } else { Err(Fault::Flood) };
        if let Err(fault) = heard.and_then(|message| self.hear(at, message)) {
            self.drop_link(id, &fault);
        }
    }

    /// Notes that nothing more can be read from the link `id`, for this reason.
    pub fn broken(&mut self, id: LinkId, fault: Fault, now: Duration) {
        self.links.pass_to(now);
        if matches!(fault, Fault::LongLine | Fault::Flood | Fault::Tampered) {
            return self.drop_link(id, &fault);
        }
        if self.links.find(id).is_some() {
            self.forget(id, Some(fault));
        }
    }

    /// Passes it the time `now`, and does what is due.
    pub fn tick(&mut self, now: Duration) {
        self.links.pass_to(now);
        let now = self.links.now();
        self.send_marks();
        let is_overdue = self.agreements.granted_since().is_some_and(|at| now >= at + GREETING);
        if let Some(at) = self.links.player().filter(|_| is_overdue) {
            // A granted takeback is made at once, so the link may be dead: it counts as cut, and is
            // tried again.
            self.hang_up(self.links[at].id, Fault::NoTakeback);
        }
        let missing = self.links.missing(self.backlog.course.as_ref());
        if let Some((link, missing)) = missing.filter(|(link, _)| now >= link.until) {
            self.drop_link(link.id, &Fault::Missing(missing));
        }
        for id in self.links.ids() {
            let is_host = self.is_host();
            let Some(at) = self.links.find(id) else { continue };
            let link = &mut self.links[at];
            match link.phase {
                Phase::Open if now >= link.traffic.heard + SILENCE => {
                    self.hang_up(id, Fault::Silence(SILENCE.as_secs()));
                }
                Phase::Open if is_host && now >= link.traffic.pinged + PING => {
                    link.traffic.pinged = now;
                    self.links.send(id, &LinkMessage::Ping);
                }
                Phase::Open => {}
                _ if now < link.until => {}
                Phase::Waits => self.greeting.settle_wait(id, &mut self.links, &self.backlog),
                Phase::Claims { .. } => self.settle_claim(id),
                Phase::Asks { .. } => self.links.turn_away(id, "the host did not answer"),
                Phase::New | Phase::Told | Phase::Agreed(_) | Phase::Awaits => {
                    self.drop_link(id, &Fault::Slow);
                }
            }
        }
    }

    /// Closes the link `id`, over which something that is due has not come, as `fault` describes;
    /// reconnecting may help.
    fn hang_up(&mut self, id: LinkId, fault: Fault) {
        self.forget(id, Some(fault));
        self.links.close(id);
    }

    /// Closes the link `id` because of `fault`, and reports it.
    fn drop_link(&mut self, id: LinkId, fault: &Fault) {
        let is_of_player = self.links.is_of_player(id);
        self.links.turn_away(id, &fault.farewell());
        if is_of_player {
            self.agreements.forget(&mut self.links);
            self.links.event(Event::Stopped(fault.clone()));
        }
    }

    /// Forgets the link `id`, over which nothing more comes; `fault` is the reason, unless it was
    /// closed on purpose.
    fn forget(&mut self, id: LinkId, fault: Option<Fault>) {
        let is_of_player = self.links.is_of_player(id);
        self.links.remove(id);
        if is_of_player {
            self.agreements.forget(&mut self.links);
            if let Some(fault) = fault {
                self.links.event(Event::Lost(fault));
            }
        }
    }

    /// Ends all links in good order.
    pub fn leave(&mut self, why: &str) {
        for id in self.links.ids() {
            self.links.send(id, &LinkMessage::Bye { why: why.to_owned(), fault: false });
            self.links.close(id);
            self.links.remove(id);
        }
    }

    fn hear(&mut self, at: usize, message: LinkMessage) -> Result<(), Fault> {
        if let LinkMessage::Bye { why, fault } = message {
            self.bid_farewell(at, why, fault);
            return Ok(());
        }
        if self.links[at].phase == Phase::Open {
            return self.hear_play(at, message);
        }
        let Self { links, greeting, backlog, agreements, .. } = self;
        match greeting.hear(at, message, links, backlog, agreements)? {
            Greeted::Further => {}
            Greeted::Claims(id) => self.settle_claim(id),
            Greeted::Meet => self.meet(at)?,
        }
        Ok(())
    }

    fn bid_farewell(&mut self, at: usize, why: String, fault: bool) {
        let id = self.links[at].id;
        let is_of_player = self.links.is_of_player(id);
        self.links.close(id);
        self.forget(id, None);
        if is_of_player {
            let event = if fault { Event::Stopped(Fault::Said(why)) } else { Event::Left(why) };
            self.links.event(event);
        }
    }

    // ----- the seat

    /// Agrees to what the host has offered, with what there is of the game here, as
    /// [`Event::Offered`] asked for.
    pub fn enter(&mut self, course: Option<SharedGame>) {
        self.greeting.enter(course, &mut self.links, &mut self.backlog);
    }

    /// Asks the person who hosts whether the guest of the link `id` gets the seat, unless its
    /// holder has shown that they are there.
    fn settle_claim(&mut self, id: LinkId) {
        if self.claimant().is_some() {
            return self.links.turn_away(id, "the host is deciding about another guest");
        }
        let Some(at) = self.links.find(id) else { return };
        let now = self.links.now();
        let link = &mut self.links[at];
        let Phase::Claims { nonce } = &link.phase else { return };
        let asked_until = link.until;
        (link.phase, link.until) = (Phase::Asks { nonce: nonce.clone() }, now + CONSENT);
        if let Some(holder) = self.links.player() {
            if self.links[holder].traffic.heard + PROBE > asked_until {
                return self.links.turn_away(id, "another guest already plays here");
            }
            self.hang_up(self.links[holder].id, Fault::Silence(PROBE.as_secs()));
        }
        self.links.send(id, &LinkMessage::Wait);
        // An answer that is typed for an offer must not meet this question.
        self.agreements.ripen(now);
        self.links.event(Event::Claims);
    }

    /// Gives the seat to the guest who asks for it without knowing its secret, or does not; false
    /// if no guest asks, or the question has not been [shown](Self::is_unripe) for long enough.
    ///
    /// The seat is bound to the secret of their session from then on.
    pub fn admit(&mut self, yes: bool) -> bool {
        let is_ready = self.is_host() && !self.is_unripe();
        let Some(at) = self.links.claimant().filter(|_| is_ready) else { return false };
        if yes {
            let is_paused = self.agreements.is_paused();
            self.greeting.admit(at, is_paused, &mut self.links, &mut self.backlog);
        } else {
            self.links.turn_away(self.links[at].id, "the host does not give you the seat");
        }
        true
    }

    /// Begins or continues the game now that both are there, and sends what the other side lacks.
    fn meet(&mut self, at: usize) -> Result<(), Fault> {
        let Link { id, guest: Guest { watches, .. }, .. } = self.links[at];
        let (theirs, now) = (self.links[at].theirs.clone(), self.links.now());
        if self.is_host()
            && !watches
            && let Some(before) = self.greeting.seat_guest(at, &self.links)
        {
            self.links.turn_away(before, "you returned over another connection");
            self.agreements.forget(&mut self.links);
        }
        // The link before is gone, so the place may be another one.
        if let Some(at) = self.links.find(id) {
            let link = &mut self.links[at];
            (link.phase, link.until) = (Phase::Open, now + GREETING);
        }
        let Some(course) = &self.backlog.course else { return Err(Fault::Apart) };
        let new = course.is_empty() && theirs.turns == 0;
        self.agreements.clocks.begin_turn(now);
        if watches && self.is_host() {
            // A watcher has nothing that could be missing here.
            self.send_from(id, theirs.turns);
            self.links.send(id, &LinkMessage::Clocks(self.standstill));
            return Ok(());
        }
        self.links.event(Event::Met { new });
        let has_granted = self.agreements.granted().is_some();
        let catch_up = self.backlog.catch_up(&theirs, has_granted, self.links.is_host())?;
        self.agreements.meet_again(catch_up == CatchUp::AwaitBack, now);
        match catch_up {
            CatchUp::SendFrom(from) => self.send_from(id, from),
            CatchUp::SendBack => {
                let left = self.course().map_or(0, |course| course.last_takeback().left);
                if let Some(message) = self.backlog.back() {
                    self.links.send(id, &message);
                }
                self.send_from(id, left);
            }
            CatchUp::AwaitBack => {}
        }
        Ok(())
    }

    /// Sends the moves after the first `from`, and the end of the game.
    fn send_from(&mut self, id: LinkId, from: u32) {
        for message in self.backlog.after(from) {
            self.links.send(id, &message);
        }
    }
}

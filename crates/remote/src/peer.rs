//! One end of the protocol: a state machine that takes lines and the time, and returns lines and
//! events.
//!
//! A host has a link to each guest, one of whom plays; a guest has one link, to the host. A
//! [`Peer`] knows no socket, no thread and no clock. Calls to it and lines from the other side
//! produce [`Out`]s, which [`Peer::take`] returns.

mod agree;
mod greeting;
mod link;
mod play;
#[cfg(test)]
mod tests;

use std::time::Duration;

use tetralith_core::{Colour, Game, Reason, Record, Step, Timeline};

use crate::course::Course;
use crate::fault::Fault;
use crate::hash::Nonce;
use crate::message::{End, LinkMessage, LinkSeat, Offer, OfferedRoom};
use agree::{Offers, Pauses, is_about_clocks};
use link::{Link, Phase};

/// The time between two pings of a host.
pub const PING: Duration = Duration::from_secs(15);

/// The time after which a side that says nothing counts as gone.
pub const SILENCE: Duration = Duration::from_secs(40);

/// The time that introductions may take.
pub const GREETING: Duration = Duration::from_secs(20);

/// The time within which the holder of the seat must show that they are there if somebody else asks
/// for it.
pub const PROBE: Duration = Duration::from_secs(3);

/// The time that the person who hosts has to say whether a guest without the secret of the seat
/// gets it.
pub const CONSENT: Duration = Duration::from_secs(120);

/// The time for which an offer must have been shown, if another was shown just before it.
pub const SHOWN: Duration = Duration::from_secs(1);

/// The time by which the clocks of both sides may differ over one move: a little more than
/// [`SILENCE`].
pub const LAG: Duration = Duration::from_secs(45);

/// The most links that a host has at a time.
pub const MOST_LINKS: usize = 8;

/// The most guests who watch at a time: one link is kept for the player, and one for a guest who is
/// still being introduced.
pub const MOST_WATCHERS: usize = MOST_LINKS - 2;

/// The number of a link, given by the code that carries it.
pub type LinkId = u64;

/// What a host offers to play.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The position at which the game begins.
    pub start: Game,
    /// The time control; without one there is no limit.
    pub time: Option<String>,
    /// The seat of the host; without one a coin is tossed.
    pub host: Option<Colour>,
    /// The date of the game, by RFC 3339.
    pub date: String,
}

/// Something to be done, or to be told.
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
    /// The host says what is played; [`Peer::enter`] is to answer with what there is of the game
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
    /// Moves were taken back, and so many are left.
    TookBack(u32),
    /// The other side offers something, or takes its offer back.
    Offers(Option<Offer>),
    /// A guest of this name, who does not know the secret of the seat, asks for it:
    /// [`Peer::admit`] answers.
    Claims(String),
    /// The host is asked whether this guest gets the seat, which may take until [`CONSENT`].
    Waits,
    /// The other side has answered an offer.
    Answered(Offer, bool),
    /// The clocks stand still by agreement, or go on.
    Paused(bool),
    /// The game has ended otherwise than on the board.
    Ended(End),
    /// Both want a rematch: the host is to call [`Peer::begin_again`].
    Rematch,
    /// Somebody says something.
    Said {
        /// Their name.
        name: String,
        /// The words.
        text: String,
    },
    /// So many people watch.
    Watched(usize),
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
        /// True for somebody who only watches.
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

/// What is kept with the moves of a game, so that it can go on after the program has ended.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    /// The number of moves that the granted takeback of the other side leaves, until it is made.
    pub granted: Option<u32>,
    /// The number of moves up to which the host may still send the moves of both sides: the length
    /// of the game when it was joined without a record here.
    pub takes_up: Option<u32>,
    /// The secret of the guest's seat.
    pub bond: Option<Bond>,
    /// True if the clocks stand still by agreement, or this side has agreed to it.
    pub paused: bool,
}

/// One end of a game.
#[derive(Clone, Debug)]
pub struct Peer {
    role: Role,
    name: String,
    program: String,
    /// Returns true for a time control that is known here.
    is_time: fn(&str) -> bool,
    terms: Option<Terms>,
    course: Option<Course>,
    /// The seat of who plays here; `None` before it is known, and for who watches.
    mine: Option<Colour>,
    /// The names of the host and of who plays against them.
    names: [String; 2],
    links: Vec<Link>,
    /// The secret of the guest's seat.
    bond: Option<Bond>,
    offers: Offers,
    /// The number of moves that the granted takeback of the other side leaves, until it is made.
    granted: Option<u32>,
    /// The time when the takeback was granted.
    granted_at: Duration,
    /// True if, after a cut, the other side still has to make a takeback that it granted and that
    /// was already made here. Until its `back` comes, moves and the end of the game are held back,
    /// because it would apply them to a game with more moves.
    awaits_back: bool,
    /// The number of moves up to which a guest who has nothing of a game begun before accepts both
    /// sides' moves from the host.
    takes_up: u32,
    /// The length of a game just taken from the host, after which the host may also say that this
    /// side's own seat has resigned or run out of time; `None` once anything else was said.
    took_up: Option<u32>,
    /// True if a rematch was agreed on here.
    again: bool,
    pauses: Pauses,
    /// The time when the turn under way began, as far as both were there.
    turn_began: Duration,
    now: Duration,
    out: Vec<Out>,
}

impl Peer {
    /// A host called `name`, who offers to play by these `terms`; with `watched` others may watch.
    pub fn host(name: String, program: String, terms: Terms, watched: bool) -> Self {
        let mine = terms.host;
        Self { terms: Some(terms), mine, ..Self::new(Role::Host { watched }, name, program) }
    }

    /// A host who goes on with a game begun before, in the seat that the terms name.
    pub fn host_again(
        name: String,
        program: String,
        terms: Terms,
        watched: bool,
        course: Course,
    ) -> Self {
        Self { course: Some(course), ..Self::host(name, program, terms, watched) }
    }

    /// A guest called `name`; with `watch` one who only watches.
    pub fn guest(name: String, program: String, watch: bool) -> Self {
        Self::new(Role::Guest { watch }, name, program)
    }

    /// The same, but it refuses a game by a time control of which `is_time` returns false: clocks
    /// are no part of the protocol.
    #[must_use]
    pub fn with_times(self, is_time: fn(&str) -> bool) -> Self {
        Self { is_time, ..self }
    }

    fn new(role: Role, name: String, program: String) -> Self {
        let names = if matches!(role, Role::Host { .. }) {
            [name.clone(), String::new()]
        } else {
            Default::default()
        };
        Self {
            role,
            name,
            program,
            is_time: |_| true,
            terms: None,
            course: None,
            mine: None,
            names,
            links: Vec::new(),
            bond: None,
            offers: Offers::default(),
            granted: None,
            granted_at: Duration::ZERO,
            awaits_back: false,
            takes_up: 0,
            took_up: None,
            again: false,
            pauses: Pauses::default(),
            turn_began: Duration::ZERO,
            now: Duration::ZERO,
            out: Vec::new(),
        }
    }

    /// What is to be done, in order.
    pub fn take(&mut self) -> Vec<Out> {
        std::mem::take(&mut self.out)
    }

    /// The terms, once they are known.
    pub const fn terms(&self) -> Option<&Terms> {
        self.terms.as_ref()
    }

    /// The game, once it has begun.
    pub const fn course(&self) -> Option<&Course> {
        self.course.as_ref()
    }

    /// The seat of who plays here; `None` before it is known, and for who watches.
    pub const fn seat(&self) -> Option<Colour> {
        self.mine
    }

    /// The seat of the host.
    pub fn host_seat(&self) -> Option<Colour> {
        self.terms.as_ref()?.host
    }

    /// Returns true for a host.
    pub const fn is_host(&self) -> bool {
        matches!(self.role, Role::Host { .. })
    }

    /// Returns true for somebody who only watches.
    pub const fn is_watcher(&self) -> bool {
        matches!(self.role, Role::Guest { watch: true })
    }

    /// The names of the host and of who plays against them, as they came.
    pub const fn names(&self) -> &[String; 2] {
        &self.names
    }

    /// The name of the other player, as it came.
    pub fn their_name(&self) -> &str {
        &self.names[usize::from(self.is_host())]
    }

    /// Returns true while the other player is there; for who watches, the host.
    pub fn is_met(&self) -> bool {
        self.player().is_some()
    }

    /// The number of people who watch.
    pub fn watchers(&self) -> usize {
        self.links.iter().filter(|link| link.phase == Phase::Open && link.watch).count()
    }

    /// The offer that the other side has made.
    pub const fn offered(&self) -> Option<Offer> {
        self.offers.offered
    }

    /// The name of a guest who asks for the seat without knowing its secret, as it came.
    pub fn claimant(&self) -> Option<&str> {
        let asks = |link: &&Link| matches!(link.phase, Phase::Asks { .. });
        self.links.iter().find(asks).map(|link| link.name.as_str())
    }

    /// True while an offer has not been shown for long enough to be answered, after another one was
    /// shown in its place.
    pub fn is_swapped(&self) -> bool {
        self.now < self.offers.ripe
    }

    /// The offer that was made here and waits for its answer.
    pub const fn asked(&self) -> Option<Offer> {
        self.offers.asked
    }

    /// The number of moves that the granted takeback of the other side leaves, until it is made.
    pub const fn granted(&self) -> Option<u32> {
        self.granted
    }

    /// What is to be kept with the game.
    pub fn memory(&self) -> Memory {
        let lacks = |course: &Course| course.len() < self.takes_up;
        let takes_up = self.course.as_ref().is_some_and(lacks).then_some(self.takes_up);
        Memory {
            granted: self.granted,
            takes_up,
            bond: self.bond.clone(),
            paused: self.pauses.are_agreed(),
        }
    }

    /// Restores what [`Peer::memory`] returned before the program ended.
    pub fn remember(&mut self, memory: Memory) {
        self.granted = memory.granted;
        self.takes_up = memory.takes_up.unwrap_or_default();
        self.bond = memory.bond;
        self.pauses = Pauses::restored(memory.paused);
    }

    /// True until the moves that the other player has announced are here: no move is made before.
    pub fn lacks_moves(&self) -> bool {
        self.missing().is_some()
    }

    /// The link of the other player, if moves that they announced have not come.
    fn missing(&self) -> Option<&Link> {
        let link = &self.links[self.player()?];
        let (theirs, course) = (&link.theirs, self.course.as_ref()?);
        let is_ahead = theirs.turns > course.len() && theirs.takebacks == course.takebacks();
        is_ahead.then_some(link)
    }

    /// Returns true while the clocks stand still by agreement.
    pub const fn is_paused(&self) -> bool {
        self.pauses.is_paused
    }

    /// The time at which [`Peer::tick`] is needed next.
    pub fn due(&self) -> Option<Duration> {
        let taken_back = self.granted.filter(|_| self.is_met()).map(|_| self.granted_at + GREETING);
        let missing = self.missing().map(|link| link.since + GREETING);
        let ripe = Some(self.offers.ripe).filter(|&ripe| self.now < ripe);
        let links = self.links.iter().map(|link| link.due(self.is_host()));
        links.chain(taken_back).chain(missing).chain(ripe).min()
    }

    /// The place of the link to the other player.
    fn player(&self) -> Option<usize> {
        let speaks = |link: &Link| link.phase == Phase::Open && (!self.is_host() || !link.watch);
        self.links.iter().position(speaks)
    }

    fn event(&mut self, event: Event) {
        self.out.push(Out::Event(event));
    }

    fn send(&mut self, to: LinkId, message: &LinkMessage) {
        self.out.push(Out::Send(to, message.write()));
    }

    /// Sends `message` to the other player, if they are there; what they could not follow yet is
    /// sent with their `back`.
    fn tell(&mut self, message: &LinkMessage) {
        let is_course = matches!(
            message,
            LinkMessage::Moves { .. } | LinkMessage::Resign { .. } | LinkMessage::Flag { .. }
        );
        if let Some(at) = self.player().filter(|_| !(is_course && self.awaits_back)) {
            self.send(self.links[at].id, message);
        }
    }

    /// Sends `message` to those who watch; a guest has nobody who does.
    fn tell_watchers(&mut self, message: &LinkMessage) {
        if !self.is_host() {
            return;
        }
        let watching = |link: &&Link| link.phase == Phase::Open && link.watch;
        let ids: Vec<LinkId> = self.links.iter().filter(watching).map(|link| link.id).collect();
        for id in ids {
            self.send(id, message);
        }
    }

    // ----- what comes

    /// Opens the link `id`; `nonce` is 16 random bytes.
    pub fn connected(&mut self, id: LinkId, nonce: Nonce, now: Duration) {
        self.now = self.now.max(now);
        if self.links.len() >= if self.is_host() { MOST_LINKS } else { 1 } {
            // A guest who has not been introduced gives way to the next one.
            let is_open = |link: &Link| matches!(link.phase, Phase::Open | Phase::Asks { .. });
            let silent = self.links.iter().find(|link| !is_open(link)).map(|link| link.id);
            let Some(silent) = silent.filter(|_| self.is_host()) else {
                self.out.push(Out::Close(id));
                return;
            };
            self.drop_link(silent, &Fault::Slow);
        }
        self.links.push(Link::new(id, nonce, self.now));
        if let Role::Guest { watch } = self.role {
            let (program, name) = (self.program.clone(), self.name.clone());
            self.send(id, &LinkMessage::Hello { protocol: crate::PROTOCOL, program, name, watch });
        }
    }

    /// Lets the link `id` do nothing but watch, as the code says that it came with.
    pub fn restrict(&mut self, id: LinkId) {
        if let Some(link) = self.links.iter_mut().find(|link| link.id == id) {
            link.only_watches = true;
        }
    }

    /// Takes in a line that has come over the link `id`, without its line feed; a blank one only
    /// counts.
    pub fn line(&mut self, id: LinkId, text: &str, now: Duration) {
        self.now = self.now.max(now);
        let Some(at) = self.links.iter().position(|link| link.id == id) else { return };
        let link = &mut self.links[at];
        // The line feed came too.
        let is_little = link.take(text.len() + 1, self.now);
        let text = text.trim();
        if is_little && text.is_empty() {
            return;
        }
        link.heard = self.now;
        let heard = if is_little { LinkMessage::read(text) } else { Err(Fault::Flood) };
        if let Err(fault) = heard.and_then(|message| self.hear(at, message)) {
            self.drop_link(id, &fault);
        }
    }

    /// Takes note that nothing more can be read from the link `id`, for this reason.
    pub fn broken(&mut self, id: LinkId, fault: Fault, now: Duration) {
        self.now = self.now.max(now);
        if matches!(fault, Fault::LongLine | Fault::Flood | Fault::Tampered) {
            return self.drop_link(id, &fault);
        }
        if self.links.iter().any(|link| link.id == id) {
            self.forget(id, Some(fault));
        }
    }

    /// Tells it that it is `now`, and does what is due.
    pub fn tick(&mut self, now: Duration) {
        // A clock that runs backwards stands still.
        self.now = self.now.max(now);
        let now = self.now;
        if let Some(at) =
            self.player().filter(|_| self.granted.is_some() && now >= self.granted_at + GREETING)
        {
            // A granted takeback is made at once, so the link may be dead: it counts as cut, and is
            // tried again.
            self.hang_up(self.links[at].id, Fault::NoTakeback);
        }
        if let Some(link) = self.missing().filter(|link| now >= link.since + GREETING) {
            self.drop_link(link.id, &Fault::Missing(link.theirs.turns));
        }
        let ids: Vec<LinkId> = self.links.iter().map(|link| link.id).collect();
        for id in ids {
            let is_host = self.is_host();
            let Some(at) = self.links.iter().position(|link| link.id == id) else { continue };
            let link = &mut self.links[at];
            match link.phase {
                Phase::Open if now >= link.heard + SILENCE => {
                    self.hang_up(id, Fault::Silence(SILENCE.as_secs()));
                }
                Phase::Open if is_host && now >= link.pinged + PING => {
                    link.pinged = now;
                    self.send(id, &LinkMessage::Ping);
                }
                Phase::Waits { until } if now >= until => self.settle_wait(id),
                Phase::Claims { until, .. } if now >= until => self.settle_claim(id),
                Phase::Asks { .. } if now >= link.since + CONSENT => {
                    self.turn_away(id, "the host did not answer");
                }
                Phase::Open | Phase::Waits { .. } | Phase::Claims { .. } | Phase::Asks { .. } => {}
                _ if now >= link.since + GREETING => self.drop_link(id, &Fault::Slow),
                _ => {}
            }
        }
    }

    /// Closes the link `id`, over which something that is due has not come, as `fault` says;
    /// reconnecting may help.
    fn hang_up(&mut self, id: LinkId, fault: Fault) {
        self.forget(id, Some(fault));
        self.out.push(Out::Close(id));
    }

    /// Closes the link `id` because of `fault`, and says so.
    fn drop_link(&mut self, id: LinkId, fault: &Fault) {
        self.send(id, &LinkMessage::Bye { why: fault.farewell(), fault: true });
        self.out.push(Out::Close(id));
        let is_player = self.player().is_some_and(|at| self.links[at].id == id);
        self.links.retain(|link| link.id != id);
        if is_player || !self.is_host() {
            self.forget_agreements();
            self.event(Event::Stopped(fault.clone()));
        }
    }

    /// Forgets the link `id`, over which nothing more comes; `fault` is the reason, unless it was
    /// closed on purpose.
    fn forget(&mut self, id: LinkId, fault: Option<Fault>) {
        let is_player = self.player().is_some_and(|at| self.links[at].id == id);
        let was_watched = self.watchers();
        self.links.retain(|link| link.id != id);
        if is_player || !self.is_host() {
            self.forget_agreements();
            if let Some(fault) = fault {
                self.event(Event::Lost(fault));
            }
        } else if self.watchers() != was_watched {
            self.event(Event::Watched(self.watchers()));
        }
    }

    /// Forgets what was agreed with the other player and is not done yet, for they are gone.
    ///
    /// A granted takeback stays granted: the player may have made it before the cut, and will say
    /// so on coming back.
    fn forget_agreements(&mut self) {
        self.again = false;
        self.awaits_back = false;
        self.forget_offers();
    }

    fn forget_offers(&mut self) {
        self.offers.asked = None;
        if self.void_offered() {
            self.event(Event::Offers(None));
        }
    }

    /// Removes the offer of the other side, which no longer has a place; false if there is none.
    fn void_offered(&mut self) -> bool {
        let Some(offer) = self.offers.withdraw(self.now) else { return false };
        if self.is_host() && is_about_clocks(offer) {
            self.tell(&LinkMessage::Answer { offer, yes: false });
        }
        true
    }

    /// Ends all links in good order.
    pub fn leave(&mut self, why: &str) {
        let ids: Vec<LinkId> = self.links.iter().map(|link| link.id).collect();
        for id in ids {
            self.send(id, &LinkMessage::Bye { why: why.to_owned(), fault: false });
            self.out.push(Out::Close(id));
        }
        self.links.clear();
    }

    fn hear(&mut self, at: usize, message: LinkMessage) -> Result<(), Fault> {
        if let LinkMessage::Bye { why, fault } = message {
            self.bid_farewell(at, why, fault);
            return Ok(());
        }
        match self.links[at].phase {
            Phase::Open => self.hear_play(at, message),
            _ => self.hear_greeting(at, message),
        }
    }

    fn bid_farewell(&mut self, at: usize, why: String, fault: bool) {
        let id = self.links[at].id;
        let is_player = self.player() == Some(at) || !self.is_host();
        self.out.push(Out::Close(id));
        self.forget(id, None);
        if is_player {
            self.event(if fault { Event::Stopped(Fault::Said(why)) } else { Event::Left(why) });
        }
    }

    /// The room as it is told.
    fn room(&self, terms: &Terms, nonce: &str) -> OfferedRoom {
        let record =
            Record::default().write_line(&Timeline::new(terms.start.clone())).unwrap_or_default();
        OfferedRoom {
            protocol: crate::PROTOCOL,
            program: self.program.clone(),
            name: self.name.clone(),
            record: serde_json::from_str(&record).unwrap_or_default(),
            date: terms.date.clone(),
            time: terms.time.clone(),
            host: terms.host.map(LinkSeat::from),
            commitment: crate::hash::commitment(nonce),
            id: self.course.as_ref().map(|course| course.id().to_owned()),
        }
    }
}

/// Returns true if the game can end so by what a player says.
const fn is_told(reason: Reason) -> bool {
    matches!(reason, Reason::Resignation | Reason::Time)
}

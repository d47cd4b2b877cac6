//! Introductions: who is there, what is played, whose seat it is, and who begins.

use tetralith_core::text::{Excerpt, display_text};
use tetralith_core::{Colour, Record, Timeline};

use super::agree::Agreements;
use super::backlog::Backlog;
use super::clocks::Clocks;
use super::link::{Guest, Phase};
use super::links::Links;
use super::{Bond, CONSENT, Event, GREETING, LinkId, MOST_WATCHERS, PROBE, Role, Terms};
use crate::fault::Fault;
use crate::hash::{coin, commitment, game_id, guest_claim, host_claim, seat_secret, session};
use crate::message::{LinkMessage, LinkSeat, OfferedRoom};
use crate::shared_game::SharedGame;

/// The introductions of one end: what it states about itself, and what both have sent each other.
#[derive(Clone, Debug)]
pub(super) struct Greeting {
    name: String,
    program: String,
    /// Returns true for a time control that is known here.
    is_time: fn(&str) -> bool,
    pub(super) terms: Option<Terms>,
    /// The names of the host and of who plays against them.
    pub(super) names: [String; 2],
    /// The secret of the guest's seat.
    pub(super) bond: Option<Bond>,
}

/// The result of a message of the introductions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Greeted {
    /// Nothing yet.
    Further,
    /// The guest of this link asks for a seat whose holder is away.
    Claims(LinkId),
    /// Both know all they need.
    Meet,
}

impl Greeting {
    pub(super) fn new(name: String, program: String, terms: Option<Terms>) -> Self {
        let host = terms.as_ref().map_or_else(String::new, |_| name.clone());
        let names = [host, String::new()];
        Self { name, program, is_time: |_| true, terms, names, bond: None }
    }

    #[must_use]
    pub(super) fn with_times(self, is_time: fn(&str) -> bool) -> Self {
        Self { is_time, ..self }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn host_seat(&self) -> Option<Colour> {
        self.terms.as_ref()?.host
    }

    pub(super) fn is_timed(&self) -> bool {
        self.terms.as_ref().is_some_and(|terms| terms.time.is_some())
    }

    /// Begins the introductions over the link `id`, which has just been opened.
    pub(super) fn begin(&self, id: LinkId, links: &mut Links) {
        if let Role::Guest { watch } = links.role() {
            let (program, name) = (self.program.clone(), self.name.clone());
            let protocol = crate::PROTOCOL;
            links.send(id, &LinkMessage::Hello { protocol, program, name, watch, marks: true });
        }
    }

    /// Takes in a message over the link at `at`.
    ///
    /// # Errors
    /// The fault of the other side.
    pub(super) fn hear(
        &mut self,
        at: usize,
        message: LinkMessage,
        links: &mut Links,
        backlog: &mut Backlog,
        agreements: &mut Agreements,
    ) -> Result<Greeted, Fault> {
        let id = links[at].id;
        match (links.role(), &links[at].phase, message) {
            (Role::Host { watched }, Phase::New, LinkMessage::Hello { name, watch, marks, .. }) => {
                let link = &mut links[at];
                link.takes_marks = marks;
                (link.guest.name, link.guest.watches) = (name, watch);
                self.receive(id, watched, links, backlog);
                Ok(Greeted::Further)
            }
            (Role::Host { .. }, Phase::Told, LinkMessage::Enter { nonce, claim, state }) => {
                links[at].theirs = state;
                let is_paused = agreements.is_paused();
                Ok(self.judge_claim(at, nonce, claim.as_deref(), is_paused, links, backlog))
            }
            (Role::Guest { .. }, Phase::Agreed(_), LinkMessage::Wait) => {
                let until = links.now() + CONSENT + GREETING;
                let link = &mut links[at];
                (link.phase, link.until) = (Phase::Awaits, until);
                links.event(Event::Waits);
                Ok(Greeted::Further)
            }
            (Role::Host { .. }, Phase::Agreed(_), LinkMessage::Ready { session }) => {
                if session != links[at].session {
                    return Err(Fault::Recording);
                }
                Ok(Greeted::Meet)
            }
            (Role::Guest { .. }, Phase::New, LinkMessage::Room(room)) => {
                links[at].takes_marks = room.marks;
                self.hear_room(at, *room, links, backlog, &mut agreements.clocks)?;
                Ok(Greeted::Further)
            }
            (
                Role::Guest { .. },
                Phase::Agreed(_) | Phase::Awaits,
                opened @ LinkMessage::Open { .. },
            ) => {
                self.hear_open(at, opened, links, backlog, &mut agreements.clocks)?;
                Ok(Greeted::Meet)
            }
            (_, _, message) => Err(Fault::Unexpected(message.kind())),
        }
    }

    // ----- the host

    /// Lets in a guest who has introduced themselves, or sends them the reason why not.
    fn receive(&self, id: LinkId, watched: bool, links: &mut Links, backlog: &Backlog) {
        let Some(at) = links.find(id) else { return };
        let Guest { watches, only_watches, .. } = links[at].guest;
        let watchers = links.iter().filter(|link| link.guest.watches).count();
        let why = if !watches && only_watches {
            Some("this code is for watching only")
        } else if watches && !watched {
            Some("the host allows no spectators")
        } else if watches && backlog.course.is_none() {
            Some("the game has not begun yet")
        } else if watches && watchers > MOST_WATCHERS {
            Some("no more guests can watch")
        } else {
            None
        };
        if let Some(why) = why {
            return links.turn_away(id, why);
        }
        let now = links.now();
        if !watches && !self.is_bound(backlog) && links.introduced(id).is_some() {
            let link = &mut links[at];
            (link.phase, link.until) = (Phase::Waits, now + PROBE);
            return;
        }
        let Some(terms) = &self.terms else { return };
        let room = self.room(terms, &links[at].nonce, backlog.course.as_ref());
        links[at].phase = Phase::Told;
        links.send(id, &LinkMessage::Room(Box::new(room)));
    }

    /// The room as the guest is to know it; `nonce` is that of the guest's link.
    fn room(&self, terms: &Terms, nonce: &str, course: Option<&SharedGame>) -> OfferedRoom {
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
            commitment: commitment(nonce),
            id: course.map(|course| course.id().to_owned()),
            marks: true,
        }
    }

    /// True if the seat belongs to one guest, who has shown that they know its secret or has
    /// played.
    fn is_bound(&self, backlog: &Backlog) -> bool {
        let has_moves = backlog.course.as_ref().is_some_and(|course| !course.is_empty());
        has_moves || self.bond.as_ref().is_some_and(|bond| bond.is_mutual)
    }

    /// Lets the guest of the link `id` try again once the one who came before has had their time.
    pub(super) fn settle_wait(&self, id: LinkId, links: &mut Links, backlog: &Backlog) {
        let until = links.now() + GREETING;
        // The one who came before has the rest of the time only while no other guest waits.
        let slow = links.introduced(id).filter(|&at| until >= links[at].until + PROBE);
        if let Some(slow) = slow {
            links.turn_away(links[slow].id, &Fault::Slow.farewell());
        }
        if let Some(at) = links.find(id) {
            links[at].until = until;
        }
        self.receive(id, false, links, backlog);
    }

    /// Opens the game for a guest who watches, begins it, or knows the secret of the seat.
    ///
    /// Any other guest has to wait for the consent of the person who hosts, and is turned away if
    /// the holder of the seat is there.
    fn judge_claim(
        &mut self,
        at: usize,
        nonce: String,
        claim: Option<&str>,
        is_paused: bool,
        links: &mut Links,
        backlog: &mut Backlog,
    ) -> Greeted {
        let link = &links[at];
        let id = link.id;
        let secret = self.bond.as_ref().map(|bond| &bond.secret);
        let due = secret.map(|secret| guest_claim(secret, &commitment(&link.nonce), &nonce));
        if link.guest.watches || backlog.course.is_none() {
            self.open(at, nonce, is_paused, links, backlog);
        } else if claim.is_some() && claim != due.as_deref() {
            links.turn_away(id, "the seat belongs to another guest");
        } else if claim.is_some() {
            links[at].guest.is_known = true;
            self.open(at, nonce, is_paused, links, backlog);
        } else if !self.is_bound(backlog) {
            // The guest whom this game was begun with has left before it was theirs.
            backlog.course = None;
            self.open(at, nonce, is_paused, links, backlog);
        } else {
            let (now, holder) = (links.now(), links.player());
            let until = if holder.is_some() { now + PROBE } else { now };
            let link = &mut links[at];
            (link.phase, link.until) = (Phase::Claims { nonce }, until);
            let Some(holder) = holder else { return Greeted::Claims(id) };
            // The holder may have vanished without a word.
            links.send(links[holder].id, &LinkMessage::Ping);
        }
        Greeted::Further
    }

    /// Gives the seat to the guest who asks for it at `at`, and binds it to the secret of their
    /// session.
    pub(super) fn admit(
        &mut self,
        at: usize,
        is_paused: bool,
        links: &mut Links,
        backlog: &mut Backlog,
    ) {
        let now = links.now();
        let link = &mut links[at];
        let Phase::Asks { nonce } = &link.phase else { return };
        let nonce = nonce.clone();
        link.until = now + GREETING;
        let secret = seat_secret(&link.nonce, &nonce);
        self.bond = Some(Bond { secret, is_mutual: true });
        self.open(at, nonce, is_paused, links, backlog);
    }

    /// Opens the commitment; a game that is new begins.
    fn open(
        &mut self,
        at: usize,
        guest: String,
        is_paused: bool,
        links: &mut Links,
        backlog: &mut Backlog,
    ) {
        let (nonce, is_watcher) = (links[at].nonce.clone(), links[at].guest.watches);
        let Some(terms) = &mut self.terms else { return };
        let host = *terms.host.get_or_insert_with(|| coin(&nonce, &guest));
        backlog.mine = Some(host);
        let course = backlog.course.get_or_insert_with(|| {
            self.bond = Some(Bond { secret: seat_secret(&nonce, &guest), is_mutual: false });
            SharedGame::new(game_id(&nonce, &guest), terms.start.clone())
        });
        let link = &mut links[at];
        link.session = session(&nonce, &guest);
        link.phase = Phase::Agreed(guest);
        let known = self.bond.as_ref().filter(|_| link.guest.is_known);
        let opened = LinkMessage::Open {
            nonce,
            session: link.session.clone(),
            id: course.id().to_owned(),
            host: LinkSeat::from(host),
            guest: if is_watcher { self.names[1].clone() } else { link.guest.name.clone() },
            claim: known.map(|bond| host_claim(&bond.secret, &link.session)),
            paused: is_paused,
            state: course.state(),
        };
        let id = link.id;
        links.send(id, &opened);
    }

    /// Gives the seat to the guest at `at`, who has been introduced; returns the link of the same
    /// guest from before, if it is still open.
    pub(super) fn seat_guest(&mut self, at: usize, links: &Links) -> Option<LinkId> {
        if let Some(bond) = &mut self.bond {
            bond.is_mutual = true;
        }
        self.names[1].clone_from(&links[at].guest.name);
        links.player().map(|before| links[before].id)
    }

    // ----- the guest

    fn hear_room(
        &mut self,
        at: usize,
        room: OfferedRoom,
        links: &mut Links,
        backlog: &mut Backlog,
        clocks: &mut Clocks,
    ) -> Result<(), Fault> {
        if let Some(time) = room.time.as_deref().filter(|time| !(self.is_time)(time)) {
            return Err(Fault::Time(Excerpt::new(time)));
        }
        let no_game = |why: String| Fault::Game(why);
        let (_, timeline) = Record::read(room.record.to_string().as_bytes())
            .map_err(|error| no_game(error.to_string()))?;
        if timeline.steps() > 0 {
            return Err(no_game("it already has moves".to_owned()));
        }
        let start = timeline.start().clone();
        if let Some(course) = &backlog.course {
            let is_same = room.id.as_deref() == Some(course.id());
            if is_same && *course.start() != start {
                return Err(Fault::Apart);
            }
            if links.is_watcher() || !is_same {
                // The host now plays another game, which is taken up from its start.
                (backlog.course, backlog.mine, self.bond) = (None, None, None);
                *clocks = Clocks::default();
            }
        }
        self.names[0] = room.name;
        // The seats are those that were agreed on.
        if backlog.course.is_some() && room.host.map(Colour::from) != self.host_seat() {
            return Err(Fault::Apart);
        }
        self.terms = Some(Terms {
            start,
            time: room.time,
            host: room.host.map(Colour::from),
            date: room.date,
        });
        let link = &mut links[at];
        (link.phase, link.commitment) = (Phase::Told, room.commitment);
        link.game.clone_from(&room.id);
        if backlog.course.is_some() {
            self.enter(None, links, backlog);
        } else {
            links.event(Event::Offered(room.id));
        }
        Ok(())
    }

    /// Agrees to what the host has offered, with what there is of the game here.
    pub(super) fn enter(
        &self,
        course: Option<SharedGame>,
        links: &mut Links,
        backlog: &mut Backlog,
    ) {
        let told = links.iter().position(|link| link.phase == Phase::Told);
        let Some(at) = told else { return };
        if course.is_some() {
            backlog.course = course;
        }
        let state = backlog.state();
        let link = &mut links[at];
        link.phase = Phase::Agreed(String::new());
        let (id, nonce) = (link.id, link.nonce.clone());
        let bond = self.bond.as_ref().filter(|_| backlog.course.is_some());
        let claim = bond.map(|bond| guest_claim(&bond.secret, &link.commitment, &nonce));
        links.send(id, &LinkMessage::Enter { nonce, claim, state });
    }

    fn hear_open(
        &mut self,
        at: usize,
        opened: LinkMessage,
        links: &mut Links,
        backlog: &mut Backlog,
        clocks: &mut Clocks,
    ) -> Result<(), Fault> {
        let LinkMessage::Open { nonce, session: proof, id, host, guest, claim, paused, state } =
            opened
        else {
            return Err(Fault::Unexpected("open"));
        };
        let is_watcher = links.is_watcher();
        let link = &mut links[at];
        if commitment(&nonce) != link.commitment {
            return Err(Fault::Coin);
        }
        link.session = session(&nonce, &link.nonce);
        if proof != link.session {
            return Err(Fault::Recording);
        }
        let Some(terms) = &mut self.terms else { return Err(Fault::Unexpected("open")) };
        let host = Colour::from(host);
        // A host that claims the game was begun before has named the seats in the room.
        let agreed = terms.host.unwrap_or_else(|| coin(&nonce, &link.nonce));
        if agreed != host {
            return Err(Fault::Coin);
        }
        terms.host = Some(host);
        let bond = self.bond.as_ref().filter(|_| backlog.course.is_some());
        if claim != bond.map(|bond| host_claim(&bond.secret, &link.session)) {
            return Err(Fault::FalseHost);
        }
        match &backlog.course {
            Some(course) if course.id() != id => return Err(Fault::Apart),
            // The program ended while it was taking this game from the host, which sends the rest
            // now.
            Some(_) => backlog.takes_up = backlog.takes_up.min(state.turns),
            None => {
                let is_begun = link.game.as_ref() == Some(&id);
                let is_empty = state.turns == 0 && state.takebacks == 0;
                let is_new = is_empty && id == game_id(&nonce, &link.nonce);
                if !(is_begun || is_new) {
                    return Err(Fault::NotNew);
                }
                backlog.course = Some(SharedGame::new(id, terms.start.clone()));
                backlog.takes_up = state.turns;
                backlog.took_up = Some(state.turns).filter(|_| is_begun);
                *clocks = Clocks::restored(paused);
            }
        }
        if claim.is_none() && !is_watcher {
            // The seat is bound to the secret of this session.
            self.bond = Some(Bond { secret: seat_secret(&nonce, &link.nonce), is_mutual: true });
        }
        link.theirs = state;
        backlog.mine = (!is_watcher).then(|| host.other());
        // Spectators hear of a pause once the moves are here, and players have names of their own.
        if !clocks.meet_again(paused && !is_watcher) {
            return Err(Fault::Clocks);
        }
        self.names[1] = if is_watcher { guest } else { self.name.clone() };
        let (id, session) = (link.id, link.session.clone());
        links.send(id, &LinkMessage::Ready { session });
        Ok(())
    }

    // ----- both

    /// The name of the other player, as it came.
    pub(super) fn their_name(&self, is_host: bool) -> &str {
        &self.names[usize::from(is_host)]
    }

    /// The name of the other player, safe to show; without one, "Guest" or "Host".
    pub(super) fn shown_name(&self, is_host: bool) -> String {
        let name = display_text(self.their_name(is_host));
        let name = name.trim();
        if name.is_empty() {
            if is_host { "Guest" } else { "Host" }.to_owned()
        } else {
            name.to_owned()
        }
    }
}

//! Introductions: who is there, what is played, who begins, and what either side has of the game.

use tetralith_core::text::{Excerpt, display_text};
use tetralith_core::{Colour, Reason, Record};

use super::link::{Link, Phase};
use super::{
    Bond, CONSENT, Event, LinkId, MOST_WATCHERS, Out, PROBE, Pauses, Peer, Role, SHOWN, Terms,
};
use crate::course::Course;
use crate::fault::Fault;
use crate::hash::{coin, commitment, game_id, guest_claim, host_claim, seat_secret, session};
use crate::message::{LinkMessage, LinkSeat, OfferedRoom, State};

/// The most moves in a line that sends moves which the other side lacks: far fewer than a line may
/// hold.
const MOST_IN_LINE: usize = 100;

impl Peer {
    pub(super) fn hear_greeting(&mut self, at: usize, message: LinkMessage) -> Result<(), Fault> {
        let id = self.links[at].id;
        match (self.role, &self.links[at].phase, message) {
            (Role::Host { watched }, Phase::New, LinkMessage::Hello { name, watch, .. }) => {
                let link = &mut self.links[at];
                (link.name, link.watch) = (name, watch);
                self.receive(id, watched);
                Ok(())
            }
            (Role::Host { .. }, Phase::Told, LinkMessage::Enter { nonce, claim, state }) => {
                self.links[at].theirs = state;
                self.judge_claim(at, nonce, claim.as_deref());
                Ok(())
            }
            (Role::Guest { .. }, Phase::Agreed(_), LinkMessage::Wait) => {
                let link = &mut self.links[at];
                if link.since > self.now {
                    return Err(Fault::Unexpected("wait"));
                }
                link.since = self.now + CONSENT;
                self.event(Event::Waits);
                Ok(())
            }
            (Role::Host { .. }, Phase::Agreed(_), LinkMessage::Ready { session }) => {
                if session != self.links[at].session {
                    return Err(Fault::Recording);
                }
                self.meet(at)
            }
            (Role::Guest { .. }, Phase::New, LinkMessage::Room(room)) => self.hear_room(at, *room),
            (Role::Guest { .. }, Phase::Agreed(_), opened @ LinkMessage::Open { .. }) => {
                self.hear_open(at, opened)
            }
            (_, _, message) => Err(Fault::Unexpected(message.kind())),
        }
    }

    // ----- the host

    /// Lets in somebody who has said who they are, or tells them why not.
    fn receive(&mut self, id: LinkId, watched: bool) {
        let Some(at) = self.links.iter().position(|link| link.id == id) else { return };
        let Link { watch, only_watches, .. } = self.links[at];
        let is_begun = self.course.is_some();
        let watchers = self.links.iter().filter(|link| link.watch).count();
        let why = if !watch && only_watches {
            Some("this code is for watching only")
        } else if watch && !watched {
            Some("the host lets nobody watch")
        } else if watch && !is_begun {
            Some("the game has not begun yet")
        } else if watch && watchers > MOST_WATCHERS {
            Some("no more guests can watch")
        } else {
            None
        };
        if let Some(why) = why {
            return self.turn_away(id, why);
        }
        if !watch && !self.is_bound() && self.introduced(id).is_some() {
            return self.wait(at);
        }
        let Some(terms) = &self.terms else { return };
        let room = self.room(terms, &self.links[at].nonce);
        let link = &mut self.links[at];
        (link.phase, link.since) = (Phase::Told, self.now);
        self.send(id, &LinkMessage::Room(Box::new(room)));
    }

    /// Lets somebody who asks for the seat over the link at `at` wait for a moment.
    fn wait(&mut self, at: usize) {
        let link = &mut self.links[at];
        (link.phase, link.since) = (Phase::Waits { until: self.now + PROBE }, self.now);
    }

    /// The place of a link other than `id` to somebody who is told what is played, and has not come
    /// to the board yet.
    fn introduced(&self, id: LinkId) -> Option<usize> {
        let comes = |link: &Link| {
            link.id != id && !link.watch && matches!(link.phase, Phase::Told | Phase::Agreed(_))
        };
        self.links.iter().position(comes)
    }

    pub(super) fn turn_away(&mut self, id: LinkId, why: &str) {
        self.send(id, &LinkMessage::Bye { why: why.to_owned(), fault: true });
        self.out.push(Out::Close(id));
        self.links.retain(|link| link.id != id);
    }

    /// True if the seat belongs to one guest, who has shown that they know its secret or has played.
    fn is_bound(&self) -> bool {
        let has_moves = self.course.as_ref().is_some_and(|course| !course.is_empty());
        has_moves || self.bond.as_ref().is_some_and(|bond| bond.is_mutual)
    }

    /// Lets the guest at `at` try again once the one who came before has had their time.
    pub(super) fn settle_wait(&mut self, id: LinkId) {
        let slow = self.introduced(id).filter(|&at| self.now >= self.links[at].since + PROBE);
        if let Some(slow) = slow {
            self.drop_link(self.links[slow].id, &Fault::Slow);
        }
        self.receive(id, false);
    }

    /// Opens the game for a guest who watches, begins it, or knows the secret of the seat.
    ///
    /// Any other guest has to wait for the consent of the person who hosts, and is turned away if
    /// the holder of the seat is there.
    fn judge_claim(&mut self, at: usize, nonce: String, claim: Option<&str>) {
        let link = &self.links[at];
        if link.watch || self.course.is_none() {
            return self.open(at, nonce);
        }
        let secret = self.bond.as_ref().map(|bond| &bond.secret);
        let due = secret.map(|secret| guest_claim(secret, &commitment(&link.nonce), &nonce));
        if let Some(claim) = claim {
            if due.as_deref() != Some(claim) {
                return self.turn_away(link.id, "the seat belongs to another guest");
            }
            self.links[at].is_known = true;
            return self.open(at, nonce);
        }
        if !self.is_bound() {
            // The guest whom this game was begun with has left before it was theirs.
            self.course = None;
            return self.open(at, nonce);
        }
        let holder = self.player().map(|holder| self.links[holder].id);
        let until = if holder.is_some() { self.now + PROBE } else { self.now };
        let link = &mut self.links[at];
        (link.phase, link.since) = (Phase::Claims { nonce, until }, self.now);
        match holder {
            // The holder may have vanished without a word.
            Some(holder) => self.send(holder, &LinkMessage::Ping),
            None => self.settle_claim(self.links[at].id),
        }
    }

    /// Asks the person who hosts whether the guest of the link `id` gets the seat, unless its holder
    /// has shown that they are there.
    pub(super) fn settle_claim(&mut self, id: LinkId) {
        if self.claimant().is_some() {
            return self.turn_away(id, "the host is asked about another guest");
        }
        let Some(at) = self.links.iter().position(|link| link.id == id) else { return };
        let since = self.links[at].since;
        let Phase::Claims { nonce, .. } = &self.links[at].phase else { return };
        let (nonce, name) = (nonce.clone(), self.links[at].name.clone());
        self.links[at].phase = Phase::Asks { nonce };
        if let Some(holder) = self.player() {
            if self.links[holder].heard > since {
                return self.turn_away(id, "somebody else plays here already");
            }
            self.hang_up(self.links[holder].id, Fault::Silence(PROBE.as_secs()));
        }
        self.send(id, &LinkMessage::Wait);
        // An answer that is typed for an offer must not meet this question.
        self.offers.ripe = self.now + SHOWN;
        self.event(Event::Claims(name));
    }

    /// Gives the seat to the guest who asks for it without knowing its secret, or does not; false
    /// if no guest asks, or the question has not been [shown](Self::is_swapped) for long enough.
    ///
    /// The seat is bound to the secret of their session from then on.
    pub fn admit(&mut self, yes: bool) -> bool {
        let asks = |link: &Link| matches!(link.phase, Phase::Asks { .. });
        let is_ready = self.is_host() && !self.is_swapped();
        let Some(at) = self.links.iter().position(asks).filter(|_| is_ready) else {
            return false;
        };
        let Phase::Asks { nonce } = &self.links[at].phase else { return false };
        let nonce = nonce.clone();
        if yes {
            let link = &mut self.links[at];
            link.since = self.now;
            let secret = seat_secret(&link.nonce, &nonce);
            self.bond = Some(Bond { secret, is_mutual: true });
            self.open(at, nonce);
        } else {
            self.turn_away(self.links[at].id, "the host does not give you the seat");
        }
        true
    }

    /// Opens the commitment; a game that is new begins.
    fn open(&mut self, at: usize, guest: String) {
        let (nonce, is_watcher) = (self.links[at].nonce.clone(), self.links[at].watch);
        let Some(terms) = &mut self.terms else { return };
        let host = *terms.host.get_or_insert_with(|| coin(&nonce, &guest));
        self.mine = Some(host);
        if self.course.is_none() {
            self.course = Some(Course::new(game_id(&nonce, &guest), terms.start.clone()));
            self.bond = Some(Bond { secret: seat_secret(&nonce, &guest), is_mutual: false });
        }
        let Some(course) = &self.course else { return };
        let link = &mut self.links[at];
        link.session = session(&nonce, &guest);
        link.phase = Phase::Agreed(guest);
        let known = self.bond.as_ref().filter(|_| link.is_known);
        let opened = LinkMessage::Open {
            nonce,
            session: link.session.clone(),
            id: course.id().to_owned(),
            host: LinkSeat::from(host),
            guest: if is_watcher { self.names[1].clone() } else { link.name.clone() },
            claim: known.map(|bond| host_claim(&bond.secret, &link.session)),
            paused: self.pauses.is_paused,
            state: course.state(),
        };
        let id = link.id;
        self.send(id, &opened);
    }

    // ----- the guest

    fn hear_room(&mut self, at: usize, room: OfferedRoom) -> Result<(), Fault> {
        if let Some(time) = room.time.as_deref().filter(|time| !(self.is_time)(time)) {
            return Err(Fault::Time(Excerpt::new(time)));
        }
        let no_game = |why: String| Fault::Game(why);
        let (_, timeline) = Record::read(room.record.to_string().as_bytes())
            .map_err(|error| no_game(error.to_string()))?;
        if timeline.steps() > 0 {
            return Err(no_game("it has moves already".to_owned()));
        }
        let start = timeline.start().clone();
        if let Some(course) = &self.course {
            let is_same = room.id.as_deref() == Some(course.id());
            if is_same && *course.start() != start {
                return Err(Fault::Apart);
            }
            if self.is_watcher() || !is_same {
                // The host now plays another game, which is taken up from its start.
                (self.course, self.mine, self.bond) = (None, None, None);
                self.pauses = Pauses::default();
            }
        }
        self.names[0] = room.name;
        if self.course.is_some() {
            // The seats are those that were agreed on.
            let host = self.terms.as_ref().and_then(|terms| terms.host);
            if room.host.map(Colour::from) != host {
                return Err(Fault::Apart);
            }
        }
        self.terms = Some(Terms {
            start,
            time: room.time,
            host: room.host.map(Colour::from),
            date: room.date,
        });
        let link = &mut self.links[at];
        (link.phase, link.commitment) = (Phase::Told, room.commitment);
        link.game.clone_from(&room.id);
        if self.course.is_some() {
            self.enter(None);
        } else {
            self.event(Event::Offered(room.id));
        }
        Ok(())
    }

    /// Agrees to what the host has offered, with what there is of the game here, as
    /// [`Event::Offered`] asked for.
    pub fn enter(&mut self, course: Option<Course>) {
        let Some(at) = self.links.iter().position(|link| link.phase == Phase::Told) else { return };
        if course.is_some() {
            self.course = course;
        }
        let state = self.course.as_ref().map_or_else(State::default, Course::state);
        let link = &mut self.links[at];
        link.phase = Phase::Agreed(String::new());
        let (id, nonce) = (link.id, link.nonce.clone());
        let bond = self.bond.as_ref().filter(|_| self.course.is_some());
        let claim = bond.map(|bond| guest_claim(&bond.secret, &link.commitment, &nonce));
        self.send(id, &LinkMessage::Enter { nonce, claim, state });
    }

    fn hear_open(&mut self, at: usize, opened: LinkMessage) -> Result<(), Fault> {
        let LinkMessage::Open { nonce, session: proof, id, host, guest, claim, paused, state } =
            opened
        else {
            return Err(Fault::Unexpected("open"));
        };
        let link = &mut self.links[at];
        if commitment(&nonce) != link.commitment {
            return Err(Fault::Coin);
        }
        link.session = session(&nonce, &link.nonce);
        if proof != link.session {
            return Err(Fault::Recording);
        }
        let Some(terms) = &mut self.terms else { return Err(Fault::Unexpected("open")) };
        let host = Colour::from(host);
        // A host that says the game was begun before has told the seats in the room.
        let agreed = terms.host.unwrap_or_else(|| coin(&nonce, &link.nonce));
        if agreed != host {
            return Err(Fault::Coin);
        }
        terms.host = Some(host);
        let secret = self.bond.as_ref().filter(|_| self.course.is_some()).map(|bond| &bond.secret);
        if claim != secret.map(|secret| host_claim(secret, &link.session)) {
            return Err(Fault::FalseHost);
        }
        match &self.course {
            Some(course) if course.id() != id => return Err(Fault::Apart),
            // The program ended while it was taking this game from the host, which sends the rest
            // now.
            Some(_) => self.takes_up = self.takes_up.min(state.turns),
            None => {
                let is_begun = link.game.as_ref() == Some(&id);
                let is_empty = state.turns == 0 && state.takebacks == 0;
                let is_new = is_empty && id == game_id(&nonce, &link.nonce);
                if !(is_begun || is_new) {
                    return Err(Fault::NotNew);
                }
                self.course = Some(Course::new(id, terms.start.clone()));
                self.takes_up = state.turns;
                self.took_up = Some(state.turns).filter(|_| is_begun);
                self.pauses = Pauses::restored(paused);
            }
        }
        if claim.is_none() && !self.is_watcher() {
            // The seat is bound to the secret of this session.
            self.bond =
                Some(Bond { secret: seat_secret(&nonce, &self.links[at].nonce), is_mutual: true });
        }
        let link = &mut self.links[at];
        link.theirs = state;
        self.mine = (!matches!(self.role, Role::Guest { watch: true })).then(|| host.other());
        // Who watches is not told when a pause ends, and who plays has a name of their own.
        if !self.pauses.meet_again(paused && self.mine.is_some()) {
            return Err(Fault::Clocks);
        }
        self.names[1] = if self.mine.is_some() { self.name.clone() } else { guest };
        let (id, session) = (link.id, link.session.clone());
        self.send(id, &LinkMessage::Ready { session });
        self.meet(at)
    }

    // ----- both

    /// Begins or continues the game now that both are there, and sends what the other side lacks.
    fn meet(&mut self, at: usize) -> Result<(), Fault> {
        let Link { id, watch, .. } = self.links[at];
        let theirs = self.links[at].theirs.clone();
        if self.is_host() && !watch {
            self.seat_guest(at);
        }
        if let Some(link) = self.links.iter_mut().find(|link| link.id == id) {
            (link.phase, link.since) = (Phase::Open, self.now);
        }
        let Some(course) = &self.course else { return Err(Fault::Apart) };
        let new = course.is_empty() && theirs.turns == 0;
        self.turn_began = self.now;
        if watch && self.is_host() {
            self.event(Event::Watched(self.watchers()));
            // Who watches has nothing that could be missing here.
            self.send_from(id, theirs.turns);
            return Ok(());
        }
        self.event(Event::Met { new });
        self.make_good(id, &theirs)
    }

    /// Gives the seat at a host to the guest at `at`, who has been introduced.
    fn seat_guest(&mut self, at: usize) {
        let link = &self.links[at];
        if let Some(bond) = &mut self.bond {
            bond.is_mutual = true;
        }
        self.names[1].clone_from(&link.name);
        if let Some(before) = self.player().map(|before| self.links[before].id) {
            // The same guest, over a new connection.
            self.turn_away(before, "you have come back over another connection");
            self.forget_agreements();
        }
    }

    /// Sends what the other side lacks, or waits for what only the other side has.
    fn make_good(&mut self, id: LinkId, theirs: &State) -> Result<(), Fault> {
        let Some(course) = &self.course else { return Err(Fault::Apart) };
        let knows_nothing = *theirs == State::default();
        let is_guest = !self.is_host();
        if theirs.takebacks > course.takebacks() && !(is_guest && course.is_empty()) {
            // The takeback was granted, and the message that it was made was lost.
            let granted =
                self.granted.filter(|_| theirs.takebacks == course.takebacks().saturating_add(1));
            let Some(left) = granted else { return Err(Fault::Apart) };
            self.take_back_to(left);
            self.granted = None;
            self.tell_back();
            self.send_from(id, left);
            return Ok(());
        } else if theirs.takebacks > course.takebacks() {
            self.course = Some(course.clone().with_takebacks(theirs.takebacks));
        }
        self.granted = None;
        let Some(course) = &self.course else { return Err(Fault::Apart) };
        if theirs.takebacks < course.takebacks() && !knows_nothing {
            // The other side takes back what it granted, and then says how many moves are left
            // there.
            self.awaits_back = true;
            return Ok(());
        }
        if theirs.turns <= course.len()
            && !knows_nothing
            && theirs.hash != course.hash_at(theirs.turns)
        {
            return Err(Fault::Apart);
        }
        let from = theirs.turns;
        self.send_from(id, from);
        Ok(())
    }

    /// Sends the moves after so many, and the end of the game if it has ended otherwise than on the
    /// board.
    pub(super) fn send_from(&mut self, id: LinkId, mut from: u32) {
        let Some(course) = &self.course else { return };
        let mut messages = Vec::new();
        while from < course.len() {
            let moves = course.moves(from, MOST_IN_LINE);
            let next = from + moves.len() as u32;
            messages.push(LinkMessage::Moves { from: from + 1, moves, hash: course.hash_at(next) });
            from = next;
        }
        match course.end() {
            Some((loser, Reason::Time)) => {
                messages.push(LinkMessage::Flag { seat: LinkSeat::from(loser) });
            }
            Some((loser, _)) => messages.push(LinkMessage::Resign { seat: LinkSeat::from(loser) }),
            None => {}
        }
        for message in messages {
            self.send(id, &message);
        }
    }

    /// The name of the other player, safe to show; without one, "Guest" or "Host".
    pub fn shown_name(&self) -> String {
        let name = display_text(self.their_name());
        let name = name.trim();
        if name.is_empty() {
            if self.is_host() { "Guest" } else { "Host" }.to_owned()
        } else {
            name.to_owned()
        }
    }
}

//! Introductions: who is there, what is played, who begins, and what either side has of the game.

use tetralith_core::text::{Excerpt, display_text};
use tetralith_core::{Colour, Reason, Record};

use super::link::{Link, Phase};
use super::{Event, LinkId, Out, PROBE, Peer, Role, Terms};
use crate::course::Course;
use crate::fault::Fault;
use crate::hash::{coin, commitment, game_id, session};
use crate::message::{Message, Room, Seat, State};

/// The most moves in a line that sends moves which the other side lacks: far fewer than a line may
/// hold.
const MOST_IN_LINE: usize = 100;

impl Peer {
    pub(super) fn hear_greeting(&mut self, at: usize, message: Message) -> Result<(), Fault> {
        let id = self.links[at].id;
        match (self.role, &self.links[at].phase, message) {
            (Role::Host { watched }, Phase::New, Message::Hello { protocol, name, watch, .. }) => {
                if protocol != crate::PROTOCOL {
                    return Err(Fault::Version(protocol));
                }
                let link = &mut self.links[at];
                (link.name, link.watch) = (name, watch);
                self.receive(id, watched);
                Ok(())
            }
            (Role::Host { .. }, Phase::Told, Message::Enter { nonce, state }) => {
                self.open(at, nonce, state);
                Ok(())
            }
            (Role::Host { .. }, Phase::Agreed(_), Message::Ready { session }) => {
                if session != self.links[at].session {
                    return Err(Fault::Recording);
                }
                self.meet(at)
            }
            (Role::Guest { .. }, Phase::New, Message::Room(room)) => self.hear_room(at, *room),
            (Role::Guest { .. }, Phase::Agreed(_), opened @ Message::Open { .. }) => {
                self.hear_open(at, opened)
            }
            (_, _, message) => Err(Fault::Unexpected(message.kind())),
        }
    }

    // ----- the host

    /// Lets in somebody who has said who they are, or tells them why not.
    fn receive(&mut self, id: LinkId, watched: bool) {
        let Some(at) = self.links.iter().position(|link| link.id == id) else { return };
        let watch = self.links[at].watch;
        let why = match (watch, watched, self.course.is_some()) {
            (true, false, _) => Some("the host lets nobody watch"),
            (true, true, false) => Some("the game has not begun yet"),
            _ => None,
        };
        if let Some(why) = why {
            return self.turn_away(id, why);
        }
        if !watch && let Some(holder) = self.player() {
            // The holder of the seat may have vanished without a word.
            self.wait(at);
            self.send(self.links[holder].id, &Message::Ping);
            return;
        }
        if !watch && self.introduced(id).is_some() {
            return self.wait(at);
        }
        let Some(terms) = &self.terms else { return };
        let room = self.room(terms, &self.links[at].nonce);
        let link = &mut self.links[at];
        (link.phase, link.since) = (Phase::Told, self.now);
        self.send(id, &Message::Room(Box::new(room)));
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

    fn turn_away(&mut self, id: LinkId, why: &str) {
        self.send(id, &Message::Bye { why: why.to_owned(), fault: true });
        self.out.push(Out::Close(id));
        self.links.retain(|link| link.id != id);
    }

    /// Gives the seat to whoever asks for it, unless its holder has shown that they are there.
    pub(super) fn settle_claim(&mut self, id: LinkId) {
        let Some(asking) = self.links.iter().find(|link| link.id == id).map(|link| link.since)
        else {
            return;
        };
        if let Some(holder) = self.player() {
            if self.links[holder].heard > asking {
                return self.turn_away(id, "somebody else plays here already");
            }
            let gone = self.links[holder].id;
            self.hang_up(gone, Fault::Silence(PROBE.as_secs()));
        } else if let Some(slow) =
            self.introduced(id).filter(|&at| self.now >= self.links[at].since + PROBE)
        {
            // A guest who is slow with the introductions keeps the seat no longer than one who
            // vanished without a word.
            self.drop_link(self.links[slow].id, &Fault::Slow);
        }
        self.receive(id, false);
    }

    /// Opens the commitment; a game that is new begins.
    fn open(&mut self, at: usize, guest: String, theirs: State) {
        let (nonce, is_watcher) = (self.links[at].nonce.clone(), self.links[at].watch);
        let Some(terms) = &mut self.terms else { return };
        let host = *terms.host.get_or_insert_with(|| coin(&nonce, &guest));
        self.mine = Some(host);
        if self.course.is_none() {
            self.course = Some(Course::new(game_id(&nonce, &guest), terms.start.clone()));
        }
        if !is_watcher {
            self.names[1].clone_from(&self.links[at].name);
        }
        let Some(course) = &self.course else { return };
        let link = &mut self.links[at];
        link.session = session(&nonce, &guest);
        link.theirs = theirs;
        link.phase = Phase::Agreed(guest);
        let opened = Message::Open {
            nonce,
            session: link.session.clone(),
            id: course.id().to_owned(),
            host: Seat::from(host),
            guest: self.names[1].clone(),
            paused: self.paused,
            state: course.state(),
        };
        let id = link.id;
        self.send(id, &opened);
    }

    // ----- the guest

    fn hear_room(&mut self, at: usize, room: Room) -> Result<(), Fault> {
        if room.protocol != crate::PROTOCOL {
            return Err(Fault::Version(room.protocol));
        }
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
        if let Some(course) = &self.course
            && (self.is_watcher()
                || room.id.as_deref() != Some(course.id())
                || *course.start() != start)
        {
            // The host now plays another game, which is taken up from its start.
            self.course = None;
            self.mine = None;
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
        self.send(id, &Message::Enter { nonce, state });
    }

    fn hear_open(&mut self, at: usize, opened: Message) -> Result<(), Fault> {
        let Message::Open { nonce, session: proof, id, host, guest, paused, state } = opened else {
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
        let is_new = state.turns == 0 && state.takebacks == 0 && self.course.is_none();
        // A host that says the game was begun before has told the seats in the room.
        let agreed = terms.host.unwrap_or_else(|| coin(&nonce, &link.nonce));
        if agreed != host {
            return Err(Fault::Coin);
        }
        terms.host = Some(host);
        match &self.course {
            Some(course) if course.id() != id => return Err(Fault::Apart),
            // The program ended while it was taking this game from the host, which sends the rest
            // now.
            Some(_) => self.takes_up = self.takes_up.min(state.turns),
            None => {
                self.course = Some(Course::new(id, terms.start.clone()));
                self.takes_up = state.turns;
                self.took_up = Some(state.turns).filter(|_| !is_new);
            }
        }
        link.theirs = state;
        self.mine = (!matches!(self.role, Role::Guest { watch: true })).then(|| host.other());
        // Who watches is not told when a pause ends, and who plays has a name of their own.
        self.paused = paused && self.mine.is_some();
        self.names[1] = if self.mine.is_some() { self.name.clone() } else { guest };
        let (id, session) = (link.id, link.session.clone());
        self.send(id, &Message::Ready { session });
        self.meet(at)
    }

    // ----- both

    /// Begins or continues the game now that both are there, and sends what the other side lacks.
    fn meet(&mut self, at: usize) -> Result<(), Fault> {
        let link = &mut self.links[at];
        link.phase = Phase::Open;
        let (id, watch, theirs) = (link.id, link.watch, link.theirs.clone());
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
            messages.push(Message::Moves { from: from + 1, moves, hash: course.hash_at(next) });
            from = next;
        }
        match course.end() {
            Some((loser, Reason::Time)) => messages.push(Message::Flag { seat: Seat::from(loser) }),
            Some((loser, _)) => messages.push(Message::Resign { seat: Seat::from(loser) }),
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

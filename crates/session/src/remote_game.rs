//! A game with another terminal: what passes between the table and the other side.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::time::Duration;

use serde_json::{Value, json};
use tetralith_core::text::{Excerpt, display_text};
use tetralith_core::timeline::{NodeId, Timeline};
use tetralith_core::{Colour, OwnMark, Reason, Record, Step};
use tetralith_remote::fault::{Fault, quoted};
use tetralith_remote::hash::is_hex;
use tetralith_remote::message::{MAX_CHAT, Offer};
use tetralith_remote::peer::{Bond, Event, LAG, Memory, Out, Peer};
use tetralith_remote::secret::{GuestRole, MOST_WRONG};
use tetralith_remote::shared_game::{SharedGame, Takeback};
use tetralith_remote::wire::{RemoteMessage, RemoteRequest};

use crate::clock::{Clock, TimeControl};
use crate::seat::Seat;
use crate::seated::{REMOTE, Seated};
use crate::sentence;
use crate::sentence::{ActionId, Piece, Sentence};
use crate::table::{GameState, Reply, Table};
use crate::time::Moment;

/// The answer in a kiosk to any request but playing, a sentence without its full stop.
pub const ONE_GAME: &str = "this terminal can only play this game";

/// The most lines of the conversation that are shown.
const MOST_SAID: usize = 50;

/// Something that follows for the match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkNews {
    /// Something worth a notice, as a sentence without its full stop.
    Notice(Sentence),
    /// Something is wrong, a sentence without its full stop.
    Wrong(Sentence),
    /// A message has come.
    Said(String),
    /// The game has changed, and is to be kept.
    Changed,
    /// It is this side's turn, or something waits for an answer.
    Bell,
    /// Another game has begun, which is to take the table.
    Begun,
}

/// A game with another terminal.
#[derive(Clone, Debug)]
pub struct RemoteGame {
    peer: Peer,
    /// The number of the game at the table.
    pub game: u64,
    /// True if nothing but playing is allowed.
    pub is_kiosk: bool,
    /// The words for where guests come to; none for a guest.
    place: String,
    /// True if no guest is let in any more.
    is_shut: bool,
    /// The command that goes on with the game once this program has ended.
    back: String,
    /// The reason why the connection was stopped, until the other side is met again.
    stopped: Option<Sentence>,
    was_met: bool,
    said: VecDeque<String>,
    requests: Vec<RemoteRequest>,
    news: Vec<LinkNews>,
    /// The events before there was a table.
    held: Vec<Event>,
}

impl RemoteGame {
    /// A game of `peer`, with what was `held` for the table; guests come to `place`, words that a
    /// guest leaves empty, and the command `back` goes on with the game once this program has
    /// ended.
    pub const fn new(
        peer: Peer,
        held: Vec<Event>,
        place: String,
        back: String,
        is_kiosk: bool,
    ) -> Self {
        Self {
            peer,
            game: 0,
            is_kiosk,
            place,
            is_shut: false,
            back,
            stopped: None,
            was_met: false,
            said: VecDeque::new(),
            requests: Vec::new(),
            news: Vec::new(),
            held,
        }
    }

    /// This end of the protocol.
    pub const fn peer(&self) -> &Peer {
        &self.peer
    }

    /// The holders of the seats, as far as they are known, the first player's seat first.
    pub fn seats(&self) -> [Seat; 2] {
        let [host, guest] = self.peer.names().clone();
        let host_seat = self.peer.host_seat().unwrap_or(Colour::First);
        let is_here = |is_host: bool| !self.peer.is_watcher() && self.peer.is_host() == is_host;
        let seat = |name: String, is_here: bool| {
            if is_here { Seat::person(name) } else { Seat::remote(name) }
        };
        let (host, guest) = (seat(host, is_here(true)), seat(guest, is_here(false)));
        if host_seat == Colour::First { [host, guest] } else { [guest, host] }
    }

    /// The clocks that were agreed on, at the time `now` on the steady clock.
    pub fn clock(&self, now: Duration) -> Clock {
        let control =
            self.peer.terms().and_then(|terms| TimeControl::parse(terms.time.as_deref()?).ok());
        Clock::new(control, true, now)
    }

    /// The messages, the last line last, safe to show.
    pub const fn said(&self) -> &VecDeque<String> {
        &self.said
    }

    /// True while the clocks run: both players are there and have not agreed to pause.
    pub(crate) fn clocks_run(&self) -> bool {
        let stands = self.peer.agreements().is_paused() || self.peer.agreements().is_guest_away();
        self.peer.is_met() && !stands
    }

    /// The state of the connection, in a word or two.
    pub fn state(&self) -> String {
        if self.stopped.is_some() {
            return "stopped".to_owned();
        }
        let watched = match self.peer.watchers() {
            0 => String::new(),
            n => format!(", {n} watching"),
        };
        let is_met = self.peer.is_met() && !self.peer.agreements().is_guest_away();
        match (is_met, self.peer.agreements().is_paused(), self.was_met) {
            (true, true, _) => format!("paused{watched}"),
            (true, false, _) => format!("connected{watched}"),
            (false, _, true) => "connection cut".to_owned(),
            (false, _, false) => "waiting".to_owned(),
        }
    }

    /// The reason why no move can be made now, if there is one.
    fn absence(&self) -> Option<Sentence> {
        if let Some(why) = &self.stopped {
            return Some(why.clone());
        }
        if self.peer.is_watcher() {
            return Some("you are watching this game".into());
        }
        let place = if self.peer.is_host() { format!("; {}", self.place) } else { String::new() };
        match (self.peer.is_met(), self.was_met) {
            (true, _) if self.peer.agreements().granted().is_some() => {
                Some(sentence!("{} is taking moves back", self.name()))
            }
            (true, _) if self.peer.lacks_moves() => Some("the earlier moves are arriving".into()),
            (true, _) if self.peer.agreements().is_paused() => {
                Some(sentence!("the game is paused; {} asks to resume it", ActionId::PauseClock))
            }
            (true, _) => None,
            (false, true) => Some(sentence!("{} is away{}", self.name(), place)),
            (false, false) => Some(sentence!("waiting for a guest{}", place)),
        }
    }

    /// The name of the other player, safe to show.
    fn name(&self) -> String {
        self.peer.shown_name()
    }

    /// The name of a guest who asks for the seat without knowing its secret, safe to show.
    fn claimant(&self) -> Option<String> {
        let name = display_text(self.peer.claimant()?);
        Some(if name.trim().is_empty() { "A guest".to_owned() } else { name })
    }

    /// The other side's offer, as a sentence without its full stop.
    pub fn offer(&self) -> Option<Sentence> {
        let name = self.name();
        let asked = if let Some(claimant) = self.claimant() {
            format!("{claimant} asks for the seat of {name}, without the secret of this game")
        } else {
            match self.peer.agreements().offered()? {
                Offer::Takeback(0) => format!("{name} asks for a takeback to the start"),
                Offer::Takeback(left) => format!("{name} asks to take back to turn {left}"),
                // The player who began the last game does not begin again.
                Offer::Rematch if self.peer.seat() == Some(Colour::First) => {
                    format!("{name} offers a rematch, which {name} begins")
                }
                Offer::Rematch => format!("{name} offers a rematch, which you begin"),
                Offer::Pause => format!("{name} asks to pause the clocks"),
                Offer::Resume => format!("{name} asks to resume the game"),
                Offer::Draw => format!("{name} offers a draw"),
            }
        };
        let [accept, decline] = [ActionId::AcceptOffer, ActionId::DeclineOffer];
        Some(sentence!("{}: {} accepts, {} declines", asked, accept, decline))
    }

    /// The time when [`RemoteGame::tick`] is needed next.
    pub fn due(&self) -> Option<Duration> {
        self.peer.due()
    }

    /// The requests to the links.
    pub fn take_requests(&mut self) -> Vec<RemoteRequest> {
        std::mem::take(&mut self.requests)
    }

    /// The consequences for the match.
    pub fn take_news(&mut self) -> Vec<LinkNews> {
        std::mem::take(&mut self.news)
    }

    /// True if the game is kept here: not if one only watches, nor where the host keeps it.
    pub const fn is_kept(&self) -> bool {
        !self.is_kiosk && !self.peer.is_watcher()
    }

    // ----- what comes

    /// Comes to the table `seated`, as its first game.
    pub fn sit_down(&mut self, seated: &mut Seated, now: Moment) {
        self.game = seated.game;
        if self.peer.is_host() && seated.table.state().is_finished() {
            self.news.push(LinkNews::Notice(
                format!(
                    "the game is over; your guest can still join to see the result; {}",
                    self.place
                )
                .into(),
            ));
        }
        for event in std::mem::take(&mut self.held) {
            self.happen(event, seated, now);
        }
        self.carry_out(seated, now);
    }

    /// Takes in what has come; the game is `seated`.
    pub fn hear(&mut self, message: RemoteMessage, seated: &mut Seated, now: Moment) {
        self.peer.think(seated.clock.spent());
        match message {
            RemoteMessage::Connected(id, nonce, part) => {
                self.peer.connected(id, nonce, now.steady);
                if part == GuestRole::Watcher {
                    self.peer.restrict(id);
                }
            }
            RemoteMessage::Line(id, line) => self.peer.line(id, &line.text, now.steady),
            RemoteMessage::Faulty(id, fault) | RemoteMessage::Broken(id, fault) => {
                self.peer.broken(id, fault, now.steady);
            }
            RemoteMessage::Notice(why) => {
                self.news.push(LinkNews::Wrong(Piece::foreign(&why).into()));
            }
            // A wrong code that is reported late, after the last one has closed the door.
            RemoteMessage::WrongCode(_) if self.is_shut => {}
            RemoteMessage::WrongCode(part) => {
                let (guest, end) = match part {
                    GuestRole::Player => ("guest", "close the room"),
                    GuestRole::Watcher => ("spectator", "close the room to spectators"),
                };
                // A guest who mistyped the code needs it again.
                let place = &self.place;
                let why =
                    format!("a {guest} gave a wrong code; {MOST_WRONG} wrong codes {end}; {place}");
                self.news.push(LinkNews::Wrong(why.into()));
            }
            RemoteMessage::Shut(why) => self.shut(why),
            RemoteMessage::Refused(why) => self.stop(why),
        }
        self.carry_out(seated, now);
    }

    /// Sets the time to `now`.
    pub fn tick(&mut self, seated: &mut Seated, now: Moment) {
        self.peer.tick(now.steady);
        if self.clocks_run() && seated.overdue().is_some_and(|time| time > LAG) {
            // Their own program should have reported it.
            if let Some(loser) =
                seated.table.state().remote_seat().filter(|_| !self.peer.is_watcher())
            {
                seated.run_out(loser);
                self.news.push(LinkNews::Changed);
            }
        }
        self.follow(seated, now);
    }

    /// Has the other side follow what has been done at the table.
    pub fn follow(&mut self, seated: &mut Seated, now: Moment) {
        // Moves that are explored after the end stay on this side.
        if seated.game != self.game
            || self.peer.is_watcher()
            || seated.table.state().is_studied_alone()
        {
            self.carry_out(seated, now);
            return;
        }
        let turns = whole_turns(seated.table.timeline());
        let known = self.peer.course().map_or(0, |course| course.turns().len());
        for (steps, ms) in turns.iter().skip(known) {
            if let Err(fault) = self.peer.play(steps, Duration::from_millis(*ms)) {
                self.stop(fault.to_string());
                break;
            }
        }
        let lost = loss_of(seated.table.state())
            .filter(|_| self.peer.course().is_some_and(|course| course.end().is_none()));
        match lost {
            Some((loser, Reason::Time)) => drop(self.peer.run_out(loser)),
            Some(_) => drop(self.peer.resign()),
            None => {}
        }
        self.carry_out(seated, now);
    }

    /// Does what the peer asks, and has the table follow what has happened elsewhere.
    pub fn carry_out(&mut self, seated: &mut Seated, now: Moment) {
        loop {
            let out = self.peer.take();
            if out.is_empty() {
                break;
            }
            for out in out {
                match out {
                    Out::Send(id, line) => self.requests.push(RemoteRequest::Send(id, line)),
                    Out::Close(id) => self.requests.push(RemoteRequest::Close(id)),
                    Out::Event(event) => self.happen(event, seated, now),
                }
            }
        }
        if seated.game == self.game {
            if self.mark(&mut seated.record) {
                self.news.push(LinkNews::Changed);
            }
            seated.table.change(|state| state.set_absence(self.absence(), false));
        }
    }

    fn happen(&mut self, event: Event, seated: &mut Seated, now: Moment) {
        let name = self.name();
        let here = seated.game == self.game;
        match event {
            // The peer knows a game that was begun here; any other is taken over from the host.
            Event::Offered(_) => self.peer.enter(None),
            Event::Met { new } => self.met(new, seated, now),
            Event::Moved { steps, time } if here => self.moved(&steps, time, seated),
            Event::TookBack { left, time } if here => {
                seated.take_back_to(left, time);
                self.end_as_agreed(seated);
                let place = if left == 0 { "the start" } else { &*format!("turn {left}") };
                self.news.extend([
                    LinkNews::Changed,
                    LinkNews::Notice(format!("taken back to {place}").into()),
                ]);
            }
            Event::Ended((loser, reason)) if here => {
                reopen(seated);
                if reason == Reason::Time {
                    drop(seated.run_out(loser));
                } else {
                    drop(seated.table.change(|state| state.lose(loser, reason)));
                }
                self.news.extend([LinkNews::Changed, LinkNews::Bell]);
            }
            Event::Offers(_) | Event::Claims => {
                self.news.extend(self.offer().map(LinkNews::Notice));
                self.news.push(LinkNews::Bell);
            }
            Event::Answered(offer, yes) => self.tell_answer(offer, yes),
            Event::Paused(true) => {
                self.news.push(LinkNews::Notice("the clocks are paused".into()));
            }
            Event::Paused(false) => self.news.push(LinkNews::Notice("the game is resumed".into())),
            Event::Away(is_away) => self.guest_left(is_away, seated),
            Event::Rematch => self.peer.begin_again(now.date()),
            // No side may speak in another's name, but a spectator hears both players through the
            // host.
            Event::Said { name: theirs, text } => {
                self.note(if self.peer.is_watcher() { &theirs } else { &name }, &text);
            }
            Event::Lost(fault) => {
                let why = if fault == Fault::Cut { String::new() } else { format!(" ({fault})") };
                let back = if self.peer.is_host() { self.place.as_str() } else { "trying again" };
                self.news.push(LinkNews::Wrong(
                    format!("the connection to {name} was lost{why}; {back}").into(),
                ));
                if !self.peer.is_host() {
                    self.requests.push(RemoteRequest::Dial);
                }
            }
            Event::Left(why) => self.farewell(&why),
            Event::Stopped(fault) => {
                let is_saved = here && self.is_kept() && seated.kept_at.is_some();
                let saved = if is_saved { "; the game is saved" } else { "" };
                self.stop(format!("{fault}{saved}"));
            }
            Event::Marked { step, marks, before } if here => {
                self.marked(step, (marks, &before), seated);
            }
            Event::Waits
            | Event::Moved { .. }
            | Event::TookBack { .. }
            | Event::Marked { .. }
            | Event::Ended(_) => {}
        }
    }

    /// Notes at a watcher that the guest who plays is away, or is back.
    fn guest_left(&mut self, is_away: bool, seated: &mut Seated) {
        let name = display_text(&self.peer.names()[1]);
        let name = if name.trim().is_empty() { "The guest" } else { name.trim() };
        let is_theirs = self.peer.host_seat() != Some(seated.table.state().on_the_clock());
        if !is_away && is_theirs && seated.game == self.game {
            // As the host does when they meet again.
            seated.settle_here();
        }
        let words = if is_away { "is away" } else { "is back" };
        self.news.push(LinkNews::Notice(format!("{name} {words}").into()));
    }

    fn met(&mut self, new: bool, seated: &mut Seated, now: Moment) {
        self.was_met = true;
        self.stopped = None;
        let name = self.name();
        let words = match (new, seated.table.state().is_finished()) {
            (_, false) if self.peer.agreements().is_paused() => "is here; the game is paused",
            (true, _) => "is here; the game begins",
            (false, false) => "is here; the game continues",
            (false, true) => "is here; the game is over",
        };
        let before = self.name_before(seated);
        let words = match before {
            Some(before) => format!("{name} (before: {before}) {words}"),
            None => format!("{name} {words}"),
        };
        let other = self.peer.course().is_some_and(|course| {
            seated.game != self.game || id_of(&seated.record).is_some_and(|id| id != course.id())
        });
        if other {
            // The game at the table stays as it is; the rematch, or what the host plays now, has
            // its own.
            self.news.extend([LinkNews::Begun, LinkNews::Notice("the next game begins".into())]);
            return;
        }
        if self.peer.is_watcher() && seated.table.timeline().steps() > 0 {
            // After a cut a watcher is sent all moves once more, which are shown on a new board.
            self.news.extend([LinkNews::Begun, LinkNews::Notice(words.into())]);
            return;
        }
        if seated.table.state().sits_elsewhere(seated.table.state().on_the_clock()) {
            // The other program may have ended and lost the time spent on this turn, so it is
            // counted again here as well.
            seated.settle_here();
        }
        self.seat(seated, now);
        self.news.extend([LinkNews::Notice(words.into()), LinkNews::Changed, LinkNews::Bell]);
    }

    /// The name that the other player had in this game before, if they now go by another one.
    fn name_before(&self, seated: &Seated) -> Option<String> {
        let seat = self.peer.seat()?.other();
        let is_same_game =
            self.peer.course().map(SharedGame::id) == id_of(&seated.record).as_deref();
        // The record names its players only once it is written.
        let before = display_text(&seated.table.players().holder(seat, NodeId::START).name);
        let is_new = before.trim() != self.peer.shown_name();
        // Until seats are drawn, the player here may have that seat.
        let is_theirs = seated.table.state().sits_elsewhere(seat);
        (is_same_game && is_theirs && is_new && !before.trim().is_empty())
            .then(|| before.trim().to_owned())
    }

    /// Seats both at a table where the game of the peer is to be played.
    fn seat(&mut self, seated: &mut Seated, now: Moment) {
        if seated.table.timeline().steps() == 0 {
            seated.table.change(|state| state.seat(self.seats()));
            if let Some(terms) = self.peer.terms() {
                seated.record.date = Some(terms.date.clone());
            }
        }
        self.mark(&mut seated.record);
        seated.table.change(|state| state.set_absence(self.absence(), false));
        let _ = seated.tell_time(now, false);
    }

    /// Begins the table of another game that the peer has begun, as [`LinkNews::Begun`] asks;
    /// `game` is its number.
    pub fn begin(&mut self, game: u64, now: Moment) -> Option<Seated> {
        let terms = self.peer.terms()?;
        let (info, options) = (terms.start.info(), *terms.start.options());
        self.game = game;
        let mut seated =
            Seated::begin(info, &options, self.seats(), game, self.clock(now.steady), now).ok()?;
        self.seat(&mut seated, now);
        Some(seated)
    }

    fn moved(&mut self, steps: &[Step], time: Duration, seated: &mut Seated) {
        reopen(seated);
        if let Reply::Refused(why) = seated.table.play_remote(steps) {
            self.stop(Sentence::from("the move cannot be shown: ").with(why));
        } else {
            seated.settle_turn(time);
            self.end_as_agreed(seated);
            self.news.extend([LinkNews::Changed, LinkNews::Bell]);
            let table = &seated.table;
            let own = Colour::BOTH
                .into_iter()
                .find(|&colour| !table.players().holder_here(colour).is_remote);
            if let Some(own) = own.filter(|_| steps.contains(&Step::Swap)) {
                let (name, colour) = (self.name(), table.names().title(own));
                self.news.push(LinkNews::Notice(
                    format!("{name} has swapped colours; you play {colour} now").into(),
                ));
            }
        }
    }

    /// Puts the marks of the other side beside a step of the game, in place of those `before`.
    /// Marks that the other side never showed stay.
    fn marked(
        &mut self,
        step: u32,
        (marks, before): (Vec<OwnMark>, &[OwnMark]),
        seated: &mut Seated,
    ) {
        let timeline = seated.table.timeline();
        let path = timeline.path(timeline.played_to());
        let Some(&at) = (step as usize).checked_sub(1).and_then(|step| path.get(step)) else {
            return;
        };
        let had = timeline.note(at).map(|note| note.marks.clone()).unwrap_or_default();
        let mut all: Vec<OwnMark> =
            had.iter().copied().filter(|mark| !before.contains(mark)).collect();
        // To a spectator the host sends the marks of both players.
        let who = if self.peer.seat().is_some() { self.name() } else { "A player".into() };
        let does = if marks.is_empty() { "has removed the marks of" } else { "marks" };
        let text = format!("{who} {does} turn {}", timeline.turn(at));
        for mark in marks {
            mark.add(&mut all);
        }
        if all != had && seated.table.change_marks_at(at, |own| *own = all) == Reply::Changed {
            self.news.extend([LinkNews::Changed, LinkNews::Notice(text.into())]);
        }
    }

    /// Has the other side see the marks at the cursor of the game, if it is over.
    pub(crate) fn share_marks(&mut self, seated: &mut Seated, now: Moment) {
        let timeline = seated.table.timeline();
        let at = timeline.cursor();
        let path = timeline.path(timeline.played_to());
        let step = path.iter().position(|&node| node == at);
        if let Some(step) = step.filter(|_| seated.game == self.game) {
            let marks = timeline.note(at).map(|note| note.marks.clone()).unwrap_or_default();
            self.peer.mark(step as u32 + 1, marks);
        }
        self.carry_out(seated, now);
    }

    /// Ends the game at the table by the end that both sides know of, if there is one: a message
    /// may have crossed it.
    fn end_as_agreed(&self, seated: &mut Seated) {
        if let Some((loser, reason)) = self.peer.course().and_then(SharedGame::end) {
            seated.table.change(|state| state.lose(loser, reason));
        }
    }

    fn tell_answer(&mut self, offer: Offer, yes: bool) {
        let name = self.name();
        let what = match offer {
            Offer::Takeback(_) => "the takeback",
            Offer::Rematch => "the rematch",
            Offer::Pause => "the pause",
            Offer::Resume => "the offer to resume",
            Offer::Draw => "the draw",
        };
        let answer = if yes { "accepts" } else { "declines" };
        self.news.push(LinkNews::Notice(format!("{name} {answer} {what}").into()));
    }

    fn farewell(&mut self, why: &str) {
        let name = self.name();
        let text = if why.is_empty() {
            format!("{name} has left")
        } else {
            format!("{name} has left: {}", quoted(why))
        };
        if !self.peer.is_host() {
            let over = self.peer.course().is_some_and(SharedGame::is_over);
            let back = &self.back;
            let back = if over {
                String::new()
            } else {
                format!("; quit, and join again with '{back}' once the game is hosted again")
            };
            self.stopped = Some(format!("{text}{back}").into());
        }
        self.news.push(LinkNews::Wrong(self.stopped.clone().unwrap_or_else(|| text.into())));
    }

    /// Notes that no guest is let in any more.
    fn shut(&mut self, why: &str) {
        let another = match self.peer.course() {
            Some(_) => format!("'{}' opens it again", self.back),
            None => "host a new game, with a new code".to_owned(),
        };
        self.is_shut = true;
        self.place = format!("the room is closed {why}; quit, and {another}");
        self.news.push(LinkNews::Wrong(self.place.clone().into()));
    }

    fn stop(&mut self, why: impl Into<Sentence>) {
        let why = why.into();
        // A host stays open for the next guest.
        if !self.peer.is_host() {
            self.stopped = Some(why.clone());
        }
        self.news.push(LinkNews::Wrong(why));
    }

    fn note(&mut self, name: &str, text: &str) {
        let (name, text) = (display_text(name), display_text(text));
        let line = format!("{}: {text}", Excerpt::new(name.trim()));
        self.said.push_back(line.clone());
        if self.said.len() > MOST_SAID {
            self.said.pop_front();
        }
        self.news.extend([LinkNews::Said(line), LinkNews::Bell]);
    }

    /// Notes in `record` what identifies the game; returns true if that was not noted yet.
    fn mark(&self, record: &mut Record) -> bool {
        let Some(course) = self.peer.course() else { return false };
        let host = self
            .peer
            .host_seat()
            .map_or("first", |seat| if seat == Colour::First { "first" } else { "second" });
        let mut mark = json!({"id": course.id(), "host": host, "takebacks": course.takebacks()});
        let takeback =
            |Takeback { left, ms }: Takeback| -> Value { json!({"turns": left, "ms": ms}) };
        if course.takebacks() > 0 {
            mark["last_takeback"] = takeback(course.last_takeback());
        }
        let Memory { granted, takes_up, bond, paused } = self.peer.memory();
        if let Some(granted) = granted {
            mark["granted"] = takeback(granted);
        }
        if let Some(takes_up) = takes_up {
            mark["takes_up"] = takes_up.into();
        }
        if let Some(Bond { secret, is_mutual }) = bond {
            let key = if is_mutual { "secret" } else { "new_secret" };
            mark[key] = secret.into();
        }
        if paused {
            mark["paused"] = true.into();
        }
        let mark = mark.to_string();
        let is_news = record.unknown.get(REMOTE) != Some(&mark);
        if is_news {
            record.unknown.set(REMOTE, Some(mark));
        }
        is_news
    }

    // ----- what is done here

    /// Offers `offer`, and reports it.
    fn ask(&mut self, offer: Offer, told: String) -> Result<String, Sentence> {
        // A question of one's own would hide that of the other side, which a key then accepts.
        let is_other = |offered: Offer| offered != offer;
        if self.peer.agreements().offered().is_some_and(is_other) {
            return Err(self.offer().unwrap_or_default());
        }
        if self.peer.offer(offer) { Ok(told) } else { Err(self.why_not()) }
    }

    fn why_not(&self) -> Sentence {
        self.absence().unwrap_or_else(|| "that is not possible in this game".into())
    }

    /// Asks the other side for a takeback of the last move made here; returns the reports.
    ///
    /// # Errors
    /// A sentence without its full stop.
    pub(crate) fn ask_takeback(&mut self) -> Result<String, Sentence> {
        let seat = self.peer.seat().ok_or_else(|| self.why_not())?;
        let left = self.peer.course().and_then(|course| course.before_last_of(seat));
        let left = left.ok_or("you have no move to take back")?;
        let name = self.name();
        self.ask(Offer::Takeback(left), format!("{name} is asked for a takeback"))
    }

    /// Offers a rematch; returns the reports.
    ///
    /// # Errors
    /// A sentence without its full stop.
    pub(crate) fn ask_rematch(&mut self) -> Result<String, Sentence> {
        if self.peer.course().is_some_and(|course| !course.is_over()) {
            return Err("a rematch is possible once the game is over".into());
        }
        let name = self.name();
        self.ask(Offer::Rematch, format!("{name} is asked for a rematch"))
    }

    /// Asks for a pause, or ends one; returns the reports.
    ///
    /// # Errors
    /// A sentence without its full stop.
    pub(crate) fn ask_pause(&mut self) -> Result<String, Sentence> {
        let name = self.name();
        if self.peer.agreements().is_paused() {
            return self.ask(Offer::Resume, format!("{name} is asked to resume"));
        }
        self.ask(Offer::Pause, format!("{name} is asked to pause"))
    }

    /// Answers what the other side offers, after the turn under way has taken `time`; returns the
    /// reports.
    ///
    /// # Errors
    /// A sentence without its full stop.
    pub fn answer(&mut self, yes: bool, time: Duration) -> Result<String, Sentence> {
        self.peer.think(time);
        let is_asked = self.peer.agreements().offered().is_some() || self.peer.claimant().is_some();
        if is_asked && self.peer.is_unripe() {
            let offer = self.offer().unwrap_or_default();
            return Err(Sentence::from("the offer has just changed: ").with(offer));
        }
        if let Some(claimant) = self.claimant() {
            self.peer.admit(yes);
            self.news.push(LinkNews::Changed);
            let done = if yes { "gets the seat" } else { "is turned away" };
            return Ok(format!("{claimant} {done}"));
        }
        let offered = self.peer.agreements().offered();
        if !self.peer.answer(yes) {
            let why = offered.and_then(|_| self.absence());
            return Err(why.unwrap_or_else(|| "there is no offer".into()));
        }
        // A granted takeback is saved before the other side hears of it.
        self.news.push(LinkNews::Changed);
        Ok(match offered {
            Some(Offer::Pause) if yes && !self.peer.is_host() => {
                format!("accepted; {} stops the clocks", self.name())
            }
            Some(Offer::Resume) if yes && !self.peer.is_host() => {
                format!("accepted; {} starts the clocks", self.name())
            }
            _ => if yes { "accepted" } else { "declined" }.to_owned(),
        })
    }

    /// Sends a message to everyone connected.
    ///
    /// # Errors
    /// A sentence without its full stop if it reaches no one, or is too long to be sent whole.
    pub fn say(&mut self, text: &str) -> Result<(), String> {
        if self.peer.is_watcher() {
            return Err("you are watching this game and cannot chat".to_owned());
        }
        let length = text.chars().count();
        if length > MAX_CHAT {
            return Err(format!(
                "the message has {length} characters, and at most {MAX_CHAT} can be sent"
            ));
        }
        if !self.peer.say(text) {
            return Err("the other player is not connected".to_owned());
        }
        let me = self.peer.names()[usize::from(!self.peer.is_host())].clone();
        self.note(if me.is_empty() { "You" } else { &me }, text);
        // A message sent here rings no bell here.
        self.news.truncate(self.news.len() - 2);
        Ok(())
    }

    /// The way to go on with the game `seated` once this program has ended, a sentence without its
    /// full stop; `None` if it is not kept here, or is over. Its last moves are lost unless all of
    /// it `is_saved`.
    pub fn how_to_resume(&self, seated: &Seated, is_saved: bool) -> Option<String> {
        let goes_on = seated.game == self.game
            && seated.kept_at.is_some()
            && !seated.table.state().is_finished();
        let is_begun = self.is_kept() && self.peer.course().is_some();
        let back = || {
            if is_saved {
                format!("the game is saved; '{}' continues it", self.back)
            } else {
                format!("'{}' continues the game from the last saved move", self.back)
            }
        };
        (goes_on && is_begun).then(back)
    }

    /// Ends all links in good order.
    pub fn leave(&mut self, why: &str) {
        self.peer.leave(why);
        for out in self.peer.take() {
            match out {
                Out::Send(id, line) => self.requests.push(RemoteRequest::Send(id, line)),
                Out::Close(id) => self.requests.push(RemoteRequest::Close(id)),
                Out::Event(_) => {}
            }
        }
    }
}

/// Plays on at a table where the game was given up while something else was on its way.
fn reopen(seated: &mut Seated) {
    if loss_of(seated.table.state()).is_some() {
        let turns = whole_turns(seated.table.timeline()).len() as u32;
        seated.table.change(|state| state.take_back_to(turns));
    }
}

/// The whole turns of the game in `timeline`, each with its steps and the time it took in
/// milliseconds.
pub fn whole_turns(timeline: &Timeline) -> Vec<(Vec<Step>, u64)> {
    let end = timeline.played_to();
    let is_begun = timeline.is_mid_turn_at(end) && timeline.outcome_at(end).is_none();
    let path = timeline.path(end);
    let turns = path.chunk_by(|&a, &b| timeline.turn(a) == timeline.turn(b));
    let mut turns: Vec<(Vec<Step>, u64)> = turns
        .map(|nodes| {
            let time =
                nodes.last().and_then(|&node| timeline.note(node)?.time_ms).unwrap_or_default();
            (nodes.iter().filter_map(|&node| timeline.step(node)).collect(), time)
        })
        .collect();
    if is_begun {
        turns.pop();
    }
    turns
}

/// The loser of the game, by the colour before any swap, and the reason, if it has ended otherwise
/// than on the board.
pub fn loss_of(state: &GameState) -> Option<(Colour, Reason)> {
    let end = state.timeline().played_to();
    let outcome = state.timeline().ended_at(end)?;
    Some((state.players().origin(outcome.winner?.other(), end), outcome.reason))
}

/// The mark of a game with another terminal in `record`.
fn mark_of(record: &Record) -> Option<Value> {
    serde_json::from_str(record.unknown.get(REMOTE)?).ok()
}

/// The name that the game of `record` has on both sides.
pub fn id_of(record: &Record) -> Option<String> {
    Some(mark_of(record)?["id"].as_str()?.to_owned())
}

/// A game that was kept here, as both terminals have it.
#[derive(Clone, Debug)]
pub struct SavedSharedGame {
    /// The game.
    pub course: SharedGame,
    /// The facts saved with it.
    pub memory: Memory,
    /// The own seat.
    pub seat: Colour,
    /// True if it was hosted here.
    pub is_host: bool,
}

/// The game of a record that was kept here; `None` if it is no game with another terminal.
pub fn kept_game(record: &Record, table: &Table) -> Option<SavedSharedGame> {
    let mark = mark_of(record)?;
    let small = |key: &str| mark[key].as_u64().and_then(|value| u32::try_from(value).ok());
    let seat = table.state().remote_seat()?.other();
    let mut course =
        SharedGame::new(mark["id"].as_str()?.to_owned(), table.timeline().start().clone());
    for (steps, ms) in whole_turns(table.timeline()) {
        course.play(&steps, ms).ok()?;
    }
    if let Some((loser, reason)) = loss_of(table.state()) {
        course.lose(loser, reason);
    }
    let is_host =
        mark["host"].as_str() == Some(if seat == Colour::First { "first" } else { "second" });
    let takeback = |key: &str| {
        let left = mark[key]["turns"].as_u64().and_then(|turns| u32::try_from(turns).ok())?;
        Some(Takeback { left, ms: mark[key]["ms"].as_u64()? })
    };
    let last = takeback("last_takeback").unwrap_or_default();
    let course = course.with_takebacks(small("takebacks").unwrap_or_default(), last);
    let secret = |key: &str| mark[key].as_str().filter(|secret| is_hex(secret, 64));
    let bond = |key: &str, is_mutual: bool| {
        secret(key).map(|secret| Bond { secret: secret.to_owned(), is_mutual })
    };
    let memory = Memory {
        granted: takeback("granted"),
        takes_up: small("takes_up"),
        bond: bond("secret", true).or_else(|| bond("new_secret", false)),
        paused: mark["paused"].as_bool() == Some(true),
    };
    Some(SavedSharedGame { course, memory, seat, is_host })
}

//! The computer in the plain mode: asking it, ending a search early, reporting its findings.

use super::{Session, say};
use crate::cli::seat;
use crate::plain::answers;
use crate::plain::words::{self, Word};
use crate::program::{Effects, Message};
use tetralith_core::Colour;
use tetralith_gtp::GtpProgram;
use tetralith_session::match_play::{MatchEvent, exact_lines};
use tetralith_session::words::WITHOUT_HELP;

impl Session {
    /// Returns true while the computer thinks.
    const fn is_thinking(&self) -> bool {
        self.game.thinking().under_way().is_some()
    }

    /// Returns true while a position is solved.
    const fn is_solving(&self) -> bool {
        self.game.thinking().exact().is_under_way()
    }

    /// Returns true while lines wait: for the computer, or for the coach, who may ask something
    /// about the last move. An open question waits for a line.
    pub const fn is_busy(&self) -> bool {
        let is_working = self.is_thinking() || self.is_solving() || self.game.coach().is_busy();
        self.unanswered.is_none() && is_working
    }

    /// True if `message` is taken while the computer thinks. A line is only if it ends the
    /// thinking or, where lines are `typed`, if it quits or merely asks something about the game.
    pub fn takes_at_once(&self, message: &Message, typed: bool) -> bool {
        match message {
            Message::Line(line) => match words::read(line.trim()) {
                Some((Word::Now | Word::Stop, _)) => true,
                Some((word, _)) => typed && (word == Word::Quit || word.only_tells()),
                _ => false,
            },
            Message::EndOfInput => typed,
            _ => true,
        }
    }

    /// Has the computer answer with what it knows.
    pub(super) fn hurry(&mut self, effects: &mut Effects) {
        if self.is_thinking() {
            self.handle(MatchEvent::Hurry, effects);
        } else {
            self.tell_idle(effects);
        }
    }

    /// Has the computer think no more, and wait.
    pub(super) fn stop(&mut self, effects: &mut Effects) {
        if self.is_solving() {
            return self.handle(MatchEvent::Exact, effects);
        }
        if !self.is_thinking() {
            return self.tell_idle(effects);
        }
        let thinking = self.game.thinking();
        if thinking.own().is_some() || thinking.asks_program().is_some() {
            self.handle(MatchEvent::Halt, effects);
            let undo = if self.game.can_undo() { ", undo to take back a move" } else { "" };
            say(&format!("the engine is stopped; type go to let it move{undo}"), effects);
        } else if self.game.thinking().opinion().is_open() {
            self.toggle_opinion(effects);
            self.handle(MatchEvent::HideHint, effects);
        } else {
            self.handle(MatchEvent::HideHint, effects);
            say("the engine is stopped", effects);
        }
    }

    /// Gives a seat to another player, who goes on at once: `text` has the colour and the player.
    pub(super) fn change_seat(&mut self, text: &str, effects: &mut Effects) {
        let Some(table) = self.table() else { return };
        if !table.state().is_going_on() {
            return self.refusal(effects);
        }
        let (colour, who) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let names = table.names();
        let is_called = |side: &Colour| names.title(*side).eq_ignore_ascii_case(colour);
        let Some(colour) = Colour::BOTH.into_iter().find(is_called) else {
            let [first, second] = Colour::BOTH.map(|colour| names.title(colour).to_lowercase());
            return say(
                &format!(
                    "seat needs a colour and a player, as in: seat {first} hard; \
                the colours are {first} and {second}"
                ),
                effects,
            );
        };
        match seat(who.trim()) {
            Ok(seat) if seat.is_undecided() => {
                say("choose an even match when you start a game", effects);
            }
            Ok(seat) => {
                self.handle(MatchEvent::Seat { colour, seat, goes_on: true }, effects);
            }
            Err(why) => say(&why, effects),
        }
    }

    fn tell_idle(&self, effects: &mut Effects) {
        let waits = self.table().is_some_and(|table| table.state().computer_to_move().is_some());
        let rest = if waits { "; type go to let it move" } else { "" };
        say(&format!("the engine is not thinking{rest}"), effects);
    }

    /// Has the computer look for the best steps, of the player to move or with `threat` of the
    /// other one.
    pub(super) fn look_for(&mut self, threat: bool, effects: &mut Effects) {
        // A hint that was asked for before is asked for again, not taken away.
        self.handle(MatchEvent::HideHint, effects);
        self.handle(MatchEvent::Hint { threat }, effects);
    }

    /// Reports what the computer has found, and forgets it.
    pub(super) fn tell_hint(&mut self, effects: &mut Effects) {
        let (Some(table), Some(hint)) = (self.table(), self.game.thinking().hint()) else { return };
        match hint.known() {
            Some(known) => effects.print(answers::hint(table, known, hint.threat)),
            None => say("the engine found no move", effects),
        }
        self.handle(MatchEvent::HideHint, effects);
    }

    /// Has the position solved, and shows how long that is likely to take.
    pub(super) fn solve(&mut self, effects: &mut Effects) {
        self.handle(MatchEvent::Exact, effects);
        if self.is_solving() {
            self.show_exact(effects);
        }
    }

    /// Reports the exact value of the position, and hides it.
    pub(super) fn tell_exact(&mut self, effects: &mut Effects) {
        self.show_exact(effects);
        self.handle(MatchEvent::Exact, effects);
    }

    /// Asks the program that `command` starts, or the one that is known, about the position.
    pub(super) fn ask_for_opinion(&mut self, command: &str, effects: &mut Effects) {
        let known = self.game.other_program().filter(|_| command.is_empty());
        let command = known.unwrap_or(command);
        if self.table().is_some_and(|table| table.state().plays_remote()) {
            return say(WITHOUT_HELP, effects);
        }
        if command.is_empty() {
            let why = "opinion needs a program that speaks GTP, as in: opinion my-engine --strong";
            return say(why, effects);
        }
        match GtpProgram::of_command(command) {
            Ok(program) => {
                self.handle(MatchEvent::Opinion(program.to_string()), effects);
                if self.game.thinking().opinion().is_open() {
                    say(&format!("asking {}; type stop to end that", program.title()), effects);
                }
            }
            Err(why) => say(&why, effects),
        }
    }

    /// Reports the opinion of another program, and hides it.
    pub(super) fn tell_opinion(&mut self, effects: &mut Effects) {
        let Some(table) = self.table() else { return };
        for line in self.game.thinking().opinion_lines(table) {
            say(&words::spell(&line), effects);
        }
        self.toggle_opinion(effects);
    }

    fn toggle_opinion(&mut self, effects: &mut Effects) {
        let command = self.game.thinking().opinion().command().to_owned();
        self.handle(MatchEvent::Opinion(command), effects);
    }

    fn show_exact(&self, effects: &mut Effects) {
        let Some(table) = self.table() else { return };
        let Some(stage) = self.game.thinking().exact().stage(table) else { return };
        for line in exact_lines(table, &stage) {
            say(&words::spell(&line), effects);
        }
    }
}

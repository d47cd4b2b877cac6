//! How the clocks take part.

use std::time::Duration;

use tetralith_core::timeline::NodeId;
use tetralith_core::{Colour, Info};

use super::{App, Effect, Moment, Screen, Seated};
use crate::clock::Clock;
use crate::tui::form::Form;
use crate::tui::thinking::Thought;

impl App {
    /// The clocks of the game at the table, if it is played with a limit.
    pub fn clock(&self) -> Option<&Clock> {
        self.seated.as_ref().map(|seated| &seated.clock).filter(|clock| clock.has_limit())
    }

    /// What `player`, the colour before any swap, has left, as people read it; `None` without a limit.
    pub fn time_left(&self, player: Colour) -> Option<String> {
        self.seated.as_ref()?.time_left(player)
    }

    /// Whether `player` has nothing left, by the colour before any swap.
    pub fn is_out_of_time(&self, player: Colour) -> bool {
        self.clock().is_some_and(|clock| clock.is_out(player))
    }

    /// Whose clock runs, by the colour before any swap, if any does: nobody's while nobody sees the table, the computer was
    /// told to wait, or the program has ended but for the disk.
    pub fn running_clock(&self) -> Option<Colour> {
        let seen = matches!(self.screen, Screen::Table) && !self.keeping.ending;
        let table = self.table().filter(|table| seen && table.is_going_on())?;
        // A step that is found and held back by what lies over the table costs the computer no time.
        let is_held = |thought: &Thought| thought.found.is_some() && !self.overlays.is_empty();
        let waits = table.computer_stands() && self.thoughts.own().is_none_or(is_held);
        let paused = self.clock().is_some_and(|clock| clock.paused);
        (!waits && !paused).then(|| table.on_the_clock())
    }

    /// Tells the clocks that it is `now`; the game may end by it.
    pub(super) fn tell_clocks(&mut self, now: Moment) -> Vec<Effect> {
        let running = self.running_clock();
        let figure = |app: &Self| app.clock().zip(running).and_then(|(clock, colour)| clock.shown(colour));
        let before = figure(self);
        let Some(seated) = &mut self.seated else { return Vec::new() };
        let reply = seated.tell_time(now, running.is_some());
        let mut effects = self.heed(reply);
        if before != figure(self) {
            effects.push(Effect::Draw);
        }
        if self.think_until().is_some_and(|until| until <= now.steady) {
            effects.extend(self.hurry());
        }
        effects
    }

    /// When the clocks next have something to do.
    pub(super) fn clock_due(&self) -> Option<Duration> {
        let change = self.clock().zip(self.running_clock()).and_then(|(clock, colour)| clock.next_change(colour));
        [change.map(|after| self.now.steady + after), self.think_until()].into_iter().flatten().min()
    }

    /// When the computer's clock asks it to make its step, if it has not been told yet.
    fn think_until(&self) -> Option<Duration> {
        let thought = self.thoughts.own().filter(|thought| !thought.hurried)?;
        Some(thought.since + self.seated.as_ref()?.budget()?)
    }

    /// The form for a new game of `info`, as the settings have it.
    pub(super) fn form_of(&self, info: &'static Info) -> Form {
        let settings = self.settings();
        Form::new(info, settings.seats, settings.clock)
    }

    /// The form for another game like the one at the table; after one that was only studied, as the settings have it.
    pub(super) fn form_again(&self) -> Option<Form> {
        let Seated { table, clock, .. } = self.seated.as_ref()?;
        let form = self.form_of(table.game().info());
        if table.is_study() {
            return Some(form);
        }
        let seats = Colour::BOTH.map(|colour| table.holder(colour, NodeId::START).clone());
        Some(form.like(table.game().options(), &seats, clock.control()))
    }

    /// Whether `c` begins to type a clock into the form for a new game.
    pub(super) fn begins_clock(&self, c: char) -> bool {
        self.overlays.is_empty() && matches!(&self.screen, Screen::NewGame(form) if form.begins_clock(c))
    }

    /// Goes back a step, and says what it means if it was a loss on time that is taken back.
    pub(super) fn undo(&mut self) -> Vec<Effect> {
        let Some(seated) = &mut self.seated else { return Vec::new() };
        let (reply, told) = seated.undo();
        let mut effects = self.heed(reply);
        effects.extend(told.map(|told| self.say(told)).unwrap_or_default());
        effects
    }

    /// Stops the clocks, or lets them go on.
    pub(super) fn pause_clocks(&mut self) -> Vec<Effect> {
        match self.seated.as_mut().filter(|seated| seated.clock.has_limit()) {
            None => {
                let text = self.with_keys("this game is played without a clock; a new game ({new-game}) can have one");
                self.refuse(text)
            }
            Some(Seated { table, .. }) if table.is_over() => self.refuse("the game is over"),
            Some(Seated { clock, .. }) => {
                clock.paused = !clock.paused;
                let paused = clock.paused;
                self.say(if paused { "the clocks stand still until they are started again" } else { "the clocks run" })
            }
        }
    }
}

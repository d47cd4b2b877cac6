//! The seats at the table, through every swap of colours.

use tetralith_core::timeline::{NodeId, Timeline};
use tetralith_core::{Colour, Step};

use super::{Reply, Table};
use crate::seat::Seat;

impl Table {
    /// The colour before any swap of the player who holds `colour` at the place `at`: that of their
    /// seat and their clock.
    pub fn origin(&self, colour: Colour, at: NodeId) -> Colour {
        Step::held_after(
            colour,
            self.timeline.path(at).into_iter().filter_map(|node| self.timeline.step(node)),
        )
    }

    /// The same at the cursor.
    pub fn origin_here(&self, colour: Colour) -> Colour {
        self.origin(colour, self.timeline.cursor())
    }

    /// The holder of `colour` at the place `at`.
    pub fn holder(&self, colour: Colour, at: NodeId) -> &Seat {
        &self.seats[self.origin(colour, at).index()]
    }

    /// The holder of `colour` at the cursor in time.
    pub fn holder_here(&self, colour: Colour) -> &Seat {
        self.holder(colour, self.timeline.cursor())
    }

    /// The holder of each colour at the end of the main line, as a record names them.
    pub fn holders(&self) -> [Seat; 2] {
        self.holders_in(&self.timeline)
    }

    /// The same in `timeline`, which holds some of the game.
    pub fn holders_in(&self, timeline: &Timeline) -> [Seat; 2] {
        let steps = timeline.main_line().into_iter().filter_map(|node| timeline.step(node));
        let swapped = Step::held_after(Colour::First, steps) != Colour::First;
        let [first, second] = self.seats.clone();
        if swapped { [second, first] } else { [first, second] }
    }

    /// Seats whoever holds each colour at the end of the main line, as a record names them.
    pub fn seat(&mut self, holders: [Seat; 2]) {
        let end = self.timeline.main_line().last().copied().unwrap_or(NodeId::START);
        let [first, second] = holders;
        self.seats = if self.origin(Colour::First, end) == Colour::First {
            [first, second]
        } else {
            [second, first]
        };
    }

    /// Lets `seat` take over `colour` from here.
    pub fn change_seat(&mut self, colour: Colour, seat: Seat) -> Reply {
        let i = self.origin_here(colour).index();
        if self.is_remote() {
            return Reply::Refused(
                "players cannot be changed in a game with another terminal".into(),
            );
        }
        if self.seats[i] == seat {
            return Reply::Nothing;
        }
        self.seats[i] = seat;
        self.look();
        // A game without steps is not kept.
        if self.timeline.steps() == 0 { Reply::Shown } else { Reply::Changed }
    }
}

//! The seats at the table, through every swap of colours.

use tetralith_core::timeline::{NodeId, Timeline};
use tetralith_core::{Colour, Step};

use crate::seat::Seat;
use crate::sentence::Sentence;

/// The players at a table, each with the colour they had before any swap.
#[derive(Clone, Debug)]
pub(super) struct Seats {
    all: [Seat; 2],
    /// The reason why no move is made in a game with another terminal, if there is one.
    absence: Option<Sentence>,
    /// True if this program has no link to the other terminal, which may be playing with another.
    is_cut_off: bool,
}

impl Seats {
    pub(super) const fn new(seats: [Seat; 2]) -> Self {
        Self { all: seats, absence: None, is_cut_off: false }
    }

    /// The player who had `colour` before any swap.
    pub(super) const fn of(&self, colour: Colour) -> &Seat {
        &self.all[colour.index()]
    }

    pub(super) const fn at<'a>(&'a self, timeline: &'a Timeline) -> GamePlayers<'a> {
        GamePlayers { seats: self, timeline }
    }

    /// The colour before any swap of the player at another terminal. If there are two, as for a
    /// watcher, the first.
    pub(super) fn remote(&self) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|&colour| self.of(colour).is_remote)
    }

    pub(super) fn absence(&self) -> Option<&Sentence> {
        self.absence.as_ref()
    }

    /// Sets the reason why no move is made; returns true if it is another one.
    pub(super) fn set_absence(&mut self, why: Option<Sentence>, is_cut_off: bool) -> bool {
        let changes = self.absence != why;
        (self.absence, self.is_cut_off) = (why, is_cut_off);
        changes
    }

    pub(super) const fn is_cut_off(&self) -> bool {
        self.is_cut_off
    }

    /// Lets `seat` take the place of the player who had `colour` before any swap; returns true if
    /// that is another player.
    pub(super) fn replace(&mut self, colour: Colour, seat: Seat) -> bool {
        let changes = *self.of(colour) != seat;
        self.all[colour.index()] = seat;
        changes
    }

    /// Seats the holder of each colour at the end of the main line of `timeline`.
    pub(super) fn seat(&mut self, holders: [Seat; 2], timeline: &Timeline) {
        self.all = in_order(holders, timeline);
    }
}

/// The players of a game, by the colours that they hold at each place of it.
#[derive(Clone, Copy, Debug)]
pub struct GamePlayers<'a> {
    seats: &'a Seats,
    timeline: &'a Timeline,
}

impl<'a> GamePlayers<'a> {
    /// The colour before any swap of the player who holds `colour` at the place `at`: that of their
    /// seat and their clock.
    pub fn origin(self, colour: Colour, at: NodeId) -> Colour {
        let path = self.timeline.path(at).into_iter();
        Step::held_after(colour, path.filter_map(|node| self.timeline.step(node)))
    }

    /// The same at the cursor.
    pub fn origin_here(self, colour: Colour) -> Colour {
        self.origin(colour, self.timeline.cursor())
    }

    /// The holder of `colour` at the place `at`, after all swaps before it.
    pub fn holder(self, colour: Colour, at: NodeId) -> &'a Seat {
        self.seats.of(self.origin(colour, at))
    }

    /// The holder of `colour` at the cursor, after all swaps before it.
    pub fn holder_here(self, colour: Colour) -> &'a Seat {
        self.holder(colour, self.timeline.cursor())
    }

    /// The player who made the step that led to `node`.
    pub fn maker(self, node: NodeId) -> &'a Seat {
        self.holder(self.timeline.mover(node), self.timeline.parent(node))
    }

    /// The holder of each colour at the end of the main line of `timeline`, which holds some of the
    /// game, as a record names them.
    pub fn holders_in(self, timeline: &Timeline) -> [Seat; 2] {
        in_order(self.seats.all.clone(), timeline)
    }

    /// True if no person plays.
    pub fn are_automatic(self) -> bool {
        self.seats.all.iter().all(Seat::is_automatic)
    }

    /// True if the moves that a player may take back are counted.
    pub(crate) fn have_takebacks(self) -> bool {
        self.seats.all.iter().any(|seat| seat.takebacks.is_some())
    }

    /// True if the moves that a player may take back are counted, and none is left to anyone.
    pub(crate) fn have_no_takeback_left(self) -> bool {
        let mut counted = self.seats.all.iter().filter_map(|seat| seat.takebacks);
        self.have_takebacks() && counted.all(|takebacks| takebacks.left == 0)
    }

    /// True if another program plays.
    pub(crate) fn has_program(self) -> bool {
        self.seats.all.iter().any(|seat| seat.program.is_some())
    }
}

/// Exchanges `seats` if colours are swapped on the main line of `timeline`.
fn in_order([first, second]: [Seat; 2], timeline: &Timeline) -> [Seat; 2] {
    let steps = timeline.main_line().into_iter().filter_map(|node| timeline.step(node));
    let is_swapped = Step::held_after(Colour::First, steps) != Colour::First;
    if is_swapped { [second, first] } else { [first, second] }
}

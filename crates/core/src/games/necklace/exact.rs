//! Necklace as an exact search sees it: sets of points in one word each, on boards up to 7×7.
//!
//! A side that cannot connect any more has lost, for every game ends with a connection: of two
//! colours on a full board without crosscuts one is connected, and where a point is vacant somebody
//! can place (`docs/lab/solving.md` has the proof).

use super::Necklace;
use crate::board::Colour;
use crate::games::small::{Small, Sums, joined, ones};
use crate::geometry::Direction;
use crate::knowledge::{Exact, Knowledge, spread};
use crate::step::Step;

/// The images of the board that keep rows rows; the next as many exchange rows and columns.
pub(super) const KEEPING: usize = 4;

/// The largest board that fits into one word.
pub(super) const LARGEST: u8 = 7;

/// The distance, in stones, beyond which a guess at the effort grows no further.
const FARTHEST: u32 = 12;

/// A position of Necklace to be solved.
#[derive(Clone, Debug)]
pub(crate) struct Points {
    small: &'static Small,
    stones: [u64; 2],
    sums: [Sums; 2],
    /// By colour, the stones joined to each of its two sides.
    reach: [[u64; 2]; 2],
    /// By colour, its two sides.
    sides: [[u64; 2]; 2],
    /// Vacant points where a stone cuts off no vacant point from the edge.
    open: u64,
    colour: Colour,
    /// True if the player to move may exchange colours.
    may_swap: bool,
    /// True once colours have been exchanged.
    is_swapped: bool,
    /// The colour that is connected.
    connected: Option<Colour>,
    /// The colour that is sure to be connected, since the other cannot be any more.
    sure: Option<Colour>,
}

impl Points {
    /// The position, unless its board is too large for one word.
    pub(super) fn new(game: &Necklace) -> Option<Self> {
        let small = Small::get(game.board.geometry())?;
        let sides = Necklace::SIDES.map(|ends| ends.map(|direction| small.side(direction)));
        let stones = small.stones(&game.board);
        let mut points = Self {
            small,
            stones,
            sums: stones.map(|stones| small.sums(stones)),
            reach: [[0; 2]; 2],
            sides,
            open: 0,
            colour: game.to_move,
            may_swap: game.swap,
            is_swapped: false,
            connected: None,
            sure: None,
        };
        // Before the first stone, under the pie rule, the swap is still to come.
        points.may_swap |= game.options.pie && stones == [0, 0];
        for colour in Colour::BOTH {
            points.join(colour);
        }
        points.look();
        Some(points)
    }

    fn vacant(&self) -> u64 {
        self.small.all & !self.stones[0] & !self.stones[1]
    }

    /// Finds anew the stones joined to the sides of `colour`.
    fn join(&mut self, colour: Colour) {
        let (at, own) = (colour.index(), self.stones[colour.index()]);
        self.reach[at] = self.sides[at].map(|side| self.small.flood(side & own, own));
        if self.reach[at][0] & self.sides[at][1] != 0 {
            self.connected = Some(colour);
            self.sure = Some(colour);
        }
    }

    /// Finds out what follows from the stones.
    fn look(&mut self) {
        if self.connected.is_some() {
            self.open = 0;
            return;
        }
        self.open = self.open_points();
        let can_connect = |colour: Colour| {
            let [start, end] = self.sides[colour.index()];
            let way = self.stones[colour.index()] | self.vacant() & !self.crosscuts(colour);
            self.small.flood(start & way, way) & end != 0
        };
        if self.sure.is_none() {
            self.sure = Colour::BOTH.into_iter().find(|colour| !can_connect(colour.other()));
        }
    }

    /// The points where a stone of `colour` would form a crosscut.
    fn crosscuts(&self, colour: Colour) -> u64 {
        use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
        let (own, other) = (self.stones[colour.index()], self.stones[colour.other().index()]);
        let [north, south, east, west] =
            [North, South, East, West].map(|side| self.small.behind(other, side));
        let corner = |corner| self.small.behind(own, corner);
        corner(NorthEast) & north & east
            | corner(NorthWest) & north & west
            | corner(SouthEast) & south & east
            | corner(SouthWest) & south & west
    }

    /// The vacant points where a stone leaves every vacant point joined to the edge.
    ///
    /// Only points around which the vacant ones are in several pieces, or at the edge without a
    /// vacant one beside them there, are looked at one by one.
    fn open_points(&self) -> u64 {
        use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
        let (small, vacant) = (self.small, self.vacant());
        let [n, e, s, w] = [North, East, South, West].map(|side| small.behind(vacant, side));
        let [ne, se, sw, nw] =
            [NorthEast, SouthEast, SouthWest, NorthWest].map(|corner| small.behind(vacant, corner));
        // Where a run of vacant points around the point ends.
        let ends = [n & !(ne & e), e & !(se & s), s & !(sw & w), w & !(nw & n)];
        let (mut one, mut several) = (0, 0);
        for end in ends {
            several |= one & end;
            one |= end;
        }
        let beside = small.grown(vacant & small.edge);
        // At the edge a vacant point counts as beside itself, so that those without another are
        // found by its neighbours.
        let lonely = ones(vacant & small.edge)
            .filter(|&point| {
                let near = small.grown(point) & vacant & !point;
                near != 0 && near & small.edge == 0
            })
            .fold(0, |lonely, point| lonely | point);
        debug_assert!(lonely & !beside == 0);
        let mut open = vacant;
        for point in ones(vacant & (several | lonely)) {
            let left = vacant & !point;
            if small.flood(left & small.edge, left) != left {
                open &= !point;
            }
        }
        open
    }

    fn legal(&self, colour: Colour) -> u64 {
        self.open & !self.crosscuts(colour)
    }

    /// The vacant points, legal or not, that connect the sides of `colour` at once.
    fn completions(&self, colour: Colour) -> u64 {
        let at = colour.index();
        let near = |end: usize| self.small.grown(self.reach[at][end]) | self.sides[at][end];
        near(0) & near(1) & self.vacant()
    }

    fn person(&self, colour: Colour) -> Colour {
        if self.is_swapped { colour.other() } else { colour }
    }

    fn value(&self, winner: Colour) -> i16 {
        if self.person(winner) == Colour::First { 1 } else { -1 }
    }

    /// The stones that `colour` is short of a chain from side to side whose stones may also touch
    /// at corners.
    fn distance(&self, colour: Colour) -> u32 {
        let own = self.stones[colour.index()];
        let way = self.vacant() & !self.crosscuts(colour);
        let [start, end] = self.sides[colour.index()];
        let along = |mut found: u64| loop {
            let more = found | self.small.grown_diagonally(found) & own;
            if more == found {
                return found;
            }
            found = more;
        };
        let mut found = along(start & own);
        let mut stones = 0;
        while found & end == 0 && stones < FARTHEST {
            let next = if stones == 0 {
                self.small.grown_diagonally(found) | start
            } else {
                self.small.grown_diagonally(found)
            };
            found = along(found | next & way);
            stones += 1;
        }
        stones
    }
}

impl Exact for Points {
    const IS_WON_OR_LOST: bool = true;

    fn to_move(&self) -> Colour {
        self.person(self.colour)
    }

    fn result(&self) -> Option<i16> {
        self.connected.map(|colour| self.value(colour))
    }

    fn decided(&self) -> Option<i16> {
        if self.may_swap { self.result() } else { self.sure.map(|colour| self.value(colour)) }
    }

    fn lemma(&self) -> Option<&'static str> {
        Necklace::LEMMA
    }

    fn range(&self) -> [i16; 2] {
        if let Some(value) = self.decided() {
            return [value; 2];
        }
        if !self.may_swap && self.completions(self.colour) & self.legal(self.colour) != 0 {
            return [self.value(self.colour); 2];
        }
        [-1, 1]
    }

    fn steps(&self, out: &mut Vec<Step>) {
        out.clear();
        if self.connected.is_some() {
            return;
        }
        let legal = self.legal(self.colour);
        let [mine, theirs] =
            [self.colour, self.colour.other()].map(|colour| self.completions(colour));
        let groups = [legal & mine, legal & !mine & theirs, legal & !mine & !theirs];
        out.extend(groups.into_iter().flat_map(|group| self.small.each(group)).map(Step::Place));
        if self.may_swap && self.stones != [0, 0] {
            out.push(Step::Swap);
        }
    }

    fn play(&mut self, step: Step) {
        let Step::Place(cell) = step else {
            self.may_swap = false;
            self.is_swapped = !self.is_swapped;
            return;
        };
        let (bit, mover) = (self.small.bit(cell), self.colour);
        self.may_swap &= self.stones == [0, 0];
        self.stones[mover.index()] |= bit;
        self.small.toggle(&mut self.sums[mover.index()], bit);
        self.join(mover);
        self.look();
        if self.connected.is_some() || self.legal(mover.other()) != 0 {
            self.colour = mover.other();
        }
    }

    /// The first colour's position is the second's with rows and columns exchanged, so the player
    /// to move always counts as the one who joins bottom and top.
    fn key(&self) -> u128 {
        let [own, other] =
            [self.colour, self.colour.other()].map(|colour| &self.sums[colour.index()]);
        let from = self.colour.index() * KEEPING;
        let images = (from..from + KEEPING).map(|image| joined(own[image], other[image]));
        images.min().unwrap_or_default() ^ if self.may_swap { spread(0) } else { 0 }
    }

    /// Three to the power of the stones that are missing.
    fn effort(&self) -> [u32; 2] {
        Colour::BOTH.map(|person| 3_u32.pow(self.distance(self.person(person)).saturating_sub(1)))
    }
}

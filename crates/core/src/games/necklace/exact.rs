//! Necklace as an exact search sees it: sets of points in one word each, on boards up to 7×7.
//!
//! A side that cannot connect any more has lost, because every game ends with a connection: of two
//! colours on a full board without crosscuts one is connected, and where a point is vacant one side
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

/// The guess at the effort grows with the lead of the opponent from this lead of one's own on.
const CLEAR_LEAD: u32 = 3;

/// A position of Necklace to be solved.
#[derive(Clone, Debug)]
pub(crate) struct Points {
    small: &'static Small,
    stones: [u64; 2],
    sums: [Sums; 2],
    /// By colour, its two sides.
    sides: [[u64; 2]; 2],
    /// By colour, the stones joined to each of its two sides by stones that touch, also at corners.
    chains: [[u64; 2]; 2],
    /// The vacant points where only the board shows whether a stone cuts vacant points off from the
    /// edge. A stone on any other does not.
    doubtful: u64,
    colour: Colour,
    /// True if the player to move may exchange colours.
    may_swap: bool,
    /// True once colours have been exchanged.
    is_swapped: bool,
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
            sides,
            chains: [[0; 2]; 2],
            doubtful: 0,
            colour: game.to_move,
            may_swap: game.swap,
            is_swapped: false,
            connected: None,
            sure: None,
        };
        // Before the first stone, under the pie rule, the swap is still to come.
        points.may_swap |= game.options.pie && stones == [0, 0];
        for colour in Colour::BOTH {
            let (at, own) = (colour.index(), stones[colour.index()]);
            points.chains[at] = sides[at].map(|side| small.chain(side & own, own));
            points.connect(colour);
        }
        points.look();
        Some(points)
    }

    fn vacant(&self) -> u64 {
        self.small.all & !self.stones[0] & !self.stones[1]
    }

    /// Adds a stone to the chains of `colour`.
    fn join(&mut self, colour: Colour, stone: u64) {
        let (small, own) = (self.small, self.stones[colour.index()]);
        let near = small.grown_diagonally(stone);
        let [chains, sides] = [&mut self.chains, &mut self.sides].map(|of| &mut of[colour.index()]);
        for (chain, side) in chains.iter_mut().zip(sides) {
            if *side & stone != 0 || near & *chain != 0 {
                *chain = small.chain(*chain | stone, own);
            }
        }
        self.connect(colour);
    }

    /// Finds out whether the chains of `colour` connect its sides.
    fn connect(&mut self, colour: Colour) {
        let [first, second] = self.chains[colour.index()];
        if first & second == 0 {
            return;
        }
        // No way of the other colour crosses a chain.
        self.sure = Some(colour);
        let [start, end] = self.sides[colour.index()];
        let own = self.stones[colour.index()];
        if self.small.flood(start & own, own) & end != 0 {
            self.connected = Some(colour);
        }
    }

    /// Finds out what follows from the stones.
    fn look(&mut self) {
        if self.connected.is_some() {
            return;
        }
        self.doubtful = self.doubtful_points();
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
        self.crosscuts_with(colour, 0)
    }

    /// The same where the other colour has one more stone.
    fn crosscuts_with(&self, colour: Colour, stone: u64) -> u64 {
        use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
        let own = self.stones[colour.index()];
        let other = self.stones[colour.other().index()] | stone;
        let [north, south, east, west] =
            [North, South, East, West].map(|side| self.small.behind(other, side));
        let corner = |corner| self.small.behind(own, corner);
        corner(NorthEast) & north & east
            | corner(NorthWest) & north & west
            | corner(SouthEast) & south & east
            | corner(SouthWest) & south & west
    }

    /// The vacant points around which the vacant ones are in several pieces, or at the edge without
    /// a vacant one beside them there.
    fn doubtful_points(&self) -> u64 {
        use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
        let (small, vacant) = (self.small, self.vacant());
        let [n, e, s, w] = [North, East, South, West].map(|side| small.behind(vacant, side));
        let [ne, se, sw, nw] =
            [NorthEast, SouthEast, SouthWest, NorthWest].map(|corner| small.behind(vacant, corner));
        // The end of a run of vacant points around the point.
        let ends = [n & !(ne & e), e & !(se & s), s & !(sw & w), w & !(nw & n)];
        let (mut one, mut several) = (0, 0);
        for end in ends {
            several |= one & end;
            one |= end;
        }
        let lonely = ones(vacant & small.edge)
            .filter(|&point| {
                let near = small.grown(point) & vacant & !point;
                near != 0 && near & small.edge == 0
            })
            .fold(0, |lonely, point| lonely | point);
        vacant & (several | lonely)
    }

    /// True if `end` and the other vacant points all reach the edge without it.
    fn is_open(&self, vacant: u64, end: u64) -> bool {
        let left = vacant & !end;
        self.small.flood(left & self.small.edge, left) == left
    }

    /// Those of `among` where `colour` may place.
    fn legal(&self, colour: Colour, among: u64) -> u64 {
        if self.connected.is_some() {
            return 0;
        }
        let vacant = self.vacant();
        let free = among & vacant & !self.crosscuts(colour);
        ones(free & self.doubtful)
            .filter(|&point| !self.is_open(vacant, point))
            .fold(free, |free, closed| free & !closed)
    }

    /// True if `colour` may place anywhere.
    fn can_place(&self, colour: Colour) -> bool {
        let plain = self.vacant() & !self.doubtful & !self.crosscuts(colour);
        self.connected.is_none() && (plain != 0 || self.legal(colour, self.doubtful) != 0)
    }

    /// The vacant points, legal or not, that join the sides of `colour` by a chain.
    fn completions(&self, colour: Colour) -> u64 {
        let at = colour.index();
        let near =
            |end: usize| self.small.grown_diagonally(self.chains[at][end]) | self.sides[at][end];
        near(0) & near(1) & self.vacant()
    }

    /// True if the player to move can complete a chain now.
    fn completes(&self) -> bool {
        let mine = self.completions(self.colour);
        mine != 0 && self.legal(self.colour, mine) != 0
    }

    /// If the opponent threatens to complete a chain, the points that it may be completed on, legal
    /// now or not.
    fn threats(&self) -> Option<u64> {
        let other = self.colour.other();
        let theirs = self.completions(other);
        (theirs != 0 && self.legal(other, theirs) != 0).then_some(theirs)
    }

    /// True if the opponent, who may complete a chain on `theirs` as far as the rules let
    /// it, cannot after a stone on `point`: it takes the only point, or makes the others illegal.
    fn parries(&self, point: u64, theirs: u64) -> bool {
        let vacant = self.vacant() & !point;
        let left = theirs & vacant & !self.crosscuts_with(self.colour.other(), point);
        ones(left).all(|end| !self.is_open(vacant, end))
    }

    /// The points where the player to move may place that parry a threat to complete a chain on
    /// `theirs`.
    fn parrying(&self, theirs: u64) -> impl Iterator<Item = u64> {
        let legal = self.legal(self.colour, self.small.all);
        ones(legal).filter(move |&point| self.parries(point, theirs))
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
        if self.may_swap {
            return [-1, 1];
        }
        if self.completes() {
            return [self.value(self.colour); 2];
        }
        match self.threats() {
            Some(theirs) if self.parrying(theirs).next().is_none() => {
                [self.value(self.colour.other()); 2]
            }
            _ => [-1, 1],
        }
    }

    fn steps(&self, out: &mut Vec<Step>) {
        out.clear();
        if self.connected.is_some() {
            return;
        }
        let legal = self.legal(self.colour, self.small.all);
        let [mine, theirs] =
            [self.colour, self.colour.other()].map(|colour| self.completions(colour));
        let groups = [legal & mine, legal & !mine & theirs, legal & !mine & !theirs];
        out.extend(groups.into_iter().flat_map(|group| self.small.each(group)).map(Step::Place));
        if self.may_swap && self.stones != [0, 0] {
            out.push(Step::Swap);
        }
    }

    /// A player about to lose to a completed chain has to parry.
    fn tries(&self, out: &mut Vec<Step>) {
        match self.threats().filter(|_| !self.may_swap && !self.completes()) {
            Some(theirs) => {
                out.clear();
                let parrying = self.parrying(theirs).map(|point| self.small.cell(point));
                out.extend(parrying.map(Step::Place));
            }
            None => self.steps(out),
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
        self.join(mover, bit);
        self.look();
        if self.connected.is_some() || self.can_place(mover.other()) {
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

    /// Three to the power of the stones that the chain of the one is further from its aim than that
    /// of the other.
    fn effort(&self) -> [u32; 2] {
        let missing = Colour::BOTH.map(|person| self.distance(self.person(person)));
        [0, 1].map(|person| {
            3_u32.pow((missing[person] + CLEAR_LEAD).saturating_sub(missing[1 - person]))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::rules::{Rules, Setup};

    /// Checks that what a search leaves out makes no difference, in `position` and all that follow;
    /// returns the value.
    fn check(position: &Points, known: &mut HashMap<u128, i16>) -> i16 {
        if let Some(value) = position.result() {
            return value;
        }
        // For the player to move, since positions of both share a key.
        let sign = if position.to_move() == Colour::First { 1 } else { -1 };
        if let Some(&value) = known.get(&position.key()) {
            return sign * value;
        }
        let [mut all, mut tried] = [Vec::new(), Vec::new()];
        position.steps(&mut all);
        position.tries(&mut tried);
        let (mut best, mut best_tried) = (-1, -1);
        for &step in &all {
            let mut next = position.clone();
            next.play(step);
            let value = sign * check(&next, known);
            best = value.max(best);
            if tried.contains(&step) {
                best_tried = value.max(best_tried);
            }
        }
        assert!(tried.iter().all(|step| all.contains(step)), "{position:?}");
        assert_eq!(best_tried, best, "{position:?}");
        let [low, high] = position.range();
        assert!((low..=high).contains(&(sign * best)), "{position:?}");
        known.insert(position.key(), best);
        sign * best
    }

    fn start(size: i64, pie: bool) -> Necklace {
        let setup = Setup { size: Some(size), pie: Some(pie), ..Setup::default() };
        Necklace::new(&Necklace::INFO.options(&setup).unwrap()).unwrap()
    }

    #[test]
    fn steps_left_out_never_matter_on_boards_up_to_4() {
        for size in 2..=4 {
            let mut known = HashMap::new();
            for (pie, value) in [(false, 1), (true, -1)] {
                let points = Points::new(&start(size, pie)).expect("the board is small");
                assert_eq!(check(&points, &mut known), value, "{size} {pie}");
            }
        }
    }

    #[test]
    fn steps_left_out_never_matter_late_on_5_by_5() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(44);
        let mut known = HashMap::new();
        for _ in 0..60 {
            let mut game = start(5, true);
            while game.board().vacant().len() > 13 && game.outcome().is_none() {
                let step = game.random_step(&mut rng, &mut Vec::new()).expect("the game goes on");
                game.play_unchecked(step);
            }
            check(&Points::new(&game).expect("the board is small"), &mut known);
        }
    }
}

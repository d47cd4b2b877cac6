//! Positions as an exact search sees them.

use super::Knowledge;
use crate::board::Colour;
use crate::rules::{Outcome, Phase};
use crate::step::Step;

/// A position of a game that is to be solved: its value, what is left to try, and a name that
/// identifies it later.
///
/// A value is a number as the first player sees it: in a game with a score that player's lead in
/// points, in any other 1 for a win, 0 for a draw, −1 for a loss. The first player is the person
/// who makes the first step of the game, also after a swap of colours.
///
/// [`Knowledge::visit_exact`] names the type that does this for a game: one of its own where speed
/// is wanted, else [`Plain`].
pub trait Exact: Clone + Send + Sync + 'static {
    /// True if every game ends with a win of 1 or a loss of −1.
    const IS_WON_OR_LOST: bool;

    /// True if a search by proof numbers finds who wins sooner than one by bounds of the value.
    const BY_PROOF_NUMBERS: bool = Self::IS_WON_OR_LOST;

    /// True if values are points and not results.
    const HAS_SCORE: bool = false;

    /// The player to move.
    fn to_move(&self) -> Colour;

    /// The value, if the game is over.
    fn result(&self) -> Option<i16>;

    /// The value, if the game is over or a lemma about the game proves what every end of it will
    /// be.
    fn decided(&self) -> Option<i16> {
        self.result()
    }

    /// The name of the lemma that [`Exact::decided`] uses, if it uses one.
    fn lemma(&self) -> Option<&'static str> {
        None
    }

    /// The least and the greatest value that is still possible, as far as is known without a
    /// search; equal numbers settle it.
    fn range(&self) -> [i16; 2];

    /// Puts every legal step into `out`, in place of what it held, those first that look best; none
    /// once [`Exact::result`] is known.
    fn steps(&self, out: &mut Vec<Step>);

    /// The same with only the steps that have to be tried: no other keeps the value, unless they
    /// all lose.
    ///
    /// None where every move of the player to move loses.
    fn tries(&self, out: &mut Vec<Step>) {
        self.steps(out);
    }

    /// True if `step`, which was good in another position, is legal here and worth trying
    /// before the others; never in a game whose own order is as good.
    fn recommends(&self, step: Step) -> bool {
        let _ = step;
        false
    }

    /// Plays a legal step.
    fn play(&mut self, step: Step);

    /// A number that two positions share only if the player to move sees the same value in both,
    /// but for accidents of 2⁻¹²⁸.
    ///
    /// Every part of the number has to differ between positions, because a table may look at some
    /// of its bits only.
    fn key(&self) -> u128;

    /// A guess, for each player, at the positions to be searched to prove that it wins: 1 or more.
    fn effort(&self) -> [u32; 2] {
        [1, 1]
    }

    /// The first player's lead in points where a game ends with this value, komi included; `None`
    /// in a game without points.
    fn lead(&self, _value: i16) -> Option<f32> {
        None
    }

    /// The winner of a game that ends with this value; `None` is a draw.
    fn winner(&self, value: i16) -> Option<Colour> {
        match value {
            1.. => Some(Colour::First),
            0 => None,
            ..0 => Some(Colour::Second),
        }
    }
}

/// Work to be done on a position that is to be solved, with its type known.
pub trait ExactVisitor {
    /// The result of the work.
    type Output;

    /// Does the work on `position`.
    fn visit<E: Exact>(self, position: &E) -> Self::Output;
}

/// A position of any game, solved by its rules alone: wins, draws and losses, no symmetries.
#[derive(Clone, Debug)]
pub struct Plain<G> {
    position: G,
    /// True once the two people have exchanged colours.
    is_swapped: bool,
    /// True if the last step gave no stone: after one pass a second may end the game.
    is_idle: bool,
}

impl<G: Knowledge> Plain<G> {
    /// The position to be solved that `position` is.
    pub fn new(position: &G) -> Self {
        Self { position: position.clone(), is_swapped: false, is_idle: false }
    }

    fn person(&self, colour: Colour) -> Colour {
        if self.is_swapped { colour.other() } else { colour }
    }
}

/// The value of an end for the first player.
const fn value(winner: Option<Colour>) -> i16 {
    match winner {
        Some(Colour::First) => 1,
        None => 0,
        Some(Colour::Second) => -1,
    }
}

impl<G: Knowledge> Exact for Plain<G> {
    const IS_WON_OR_LOST: bool = !G::INFO.draws;

    fn to_move(&self) -> Colour {
        self.person(self.position.to_move())
    }

    fn result(&self) -> Option<i16> {
        let Outcome { winner, .. } = self.position.outcome()?;
        Some(value(winner.map(|colour| self.person(colour))))
    }

    fn decided(&self) -> Option<i16> {
        let by_lemma =
            || self.position.sure_winner().map(|winner| value(Some(self.person(winner))));
        self.result().or_else(by_lemma)
    }

    fn lemma(&self) -> Option<&'static str> {
        G::LEMMA
    }

    fn range(&self) -> [i16; 2] {
        self.decided().map_or([-1, 1], |value| [value; 2])
    }

    fn steps(&self, out: &mut Vec<Step>) {
        self.position.legal_steps(out);
    }

    fn play(&mut self, step: Step) {
        self.is_swapped ^= step == Step::Swap;
        self.is_idle = step.is_idle();
        self.position.play_unchecked(step);
    }

    fn key(&self) -> u128 {
        let board = self.position.board();
        let phase = match self.position.phase() {
            Phase::Placement => 0,
            Phase::First => 1,
            Phase::Bound { anchor } => 2 + 2 * anchor.index() as u128,
            Phase::Free { bound } => 3 + 2 * bound.index() as u128,
        };
        let mover = self.position.to_move().index() as u128;
        let mut key = spread(phase << 2 | mover << 1 | u128::from(self.is_idle));
        for colour in Colour::BOTH {
            for &word in &board.stones(colour).words()[..board.geometry().len().div_ceil(64)] {
                key = spread(key ^ u128::from(word));
            }
        }
        key
    }
}

/// Spreads every bit of `x` over all of the result, a different one for each `x`.
///
/// Two rounds of a 64-bit bijection over the halves, as a Feistel network.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014
/// (`SplitMix64`).
pub(crate) const fn spread(x: u128) -> u128 {
    let (mut a, mut b) = ((x >> 64) as u64, x as u64);
    let mut round = 0;
    while round < 4 {
        (a, b) = (b, a ^ mix(b.wrapping_add(round)));
        round += 1;
    }
    (a as u128) << 64 | b as u128
}

const fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

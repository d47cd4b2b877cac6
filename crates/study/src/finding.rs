//! The findings about one position, and about the move that was played there.

use tetralith_core::Step;
use tetralith_engine::Proof;

use crate::class::Class;

/// The most candidates that are kept of a position.
pub(crate) const MAX_CANDIDATES: usize = 5;

/// The most moves that are kept of a main line.
pub const MAX_LINE: usize = 16;

/// The findings about a position in which a player is to move. Chances are that player's,
/// `0.0..=1.0`; leads are points.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The build of the engine, which changes when it would find something else.
    pub build: String,
    /// The seed of its random numbers.
    pub seed: u64,
    /// The simulations of all searches, without those of the comparisons in their trees.
    pub simulations: u64,
    /// The trees, each with random numbers of its own, at least 1. The findings are the means over
    /// them.
    pub looks: u32,
    /// The value of the best move, which is that of the position: winning chance, lead and proof.
    pub value: MoveValue,
    /// Best play of both from here, each move as its steps, the last perhaps unfinished; empty only
    /// if nothing was searched.
    pub line: Vec<Vec<Step>>,
    /// The most visited first steps, best first, five at most.
    pub candidates: Vec<StudyCandidate>,
    /// The findings about the move that was played, if there was one.
    pub played: Option<Played>,
    /// True if a record claims what is proven here, and it has not been checked since.
    pub is_claimed: bool,
}

/// The value of a move to the player who makes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveValue {
    /// The winning chance.
    pub win: f64,
    /// The expected lead at the end, in games with points.
    pub lead: Option<f64>,
    /// The result of best play, once it is proven.
    pub proof: Option<Proof>,
}

/// One of the most visited steps.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct StudyCandidate {
    pub step: Step,
    /// The simulations that went through it.
    pub simulations: u32,
    pub value: MoveValue,
}

/// The findings about a move that was played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Played {
    /// Its value.
    pub value: MoveValue,
    /// The simulations that it and the best move got each, in all trees together.
    pub compared: u32,
    /// The simulations that it got in the search that chose for itself.
    pub seen: u32,
    /// The standard error of what it cost: that of the playouts, or what the trees show by their
    /// spread if that is more.
    pub error: f64,
}

impl Finding {
    /// The winning chance that the move which was played gave away, as far as this finding shows.
    pub fn loss(&self) -> f64 {
        self.gap().max(0.0)
    }

    /// The same, but negative if the move is better than every other that was compared with it.
    fn gap(&self) -> f64 {
        self.played.map_or(0.0, |played| self.value.chance() - played.value.chance())
    }

    /// True if the finding claims any proof.
    pub(crate) fn has_proof(&self) -> bool {
        let of_moves = self.candidates.iter().any(|candidate| candidate.value.proof.is_some());
        of_moves
            || self.value.proof.is_some()
            || self.played.is_some_and(|played| played.value.proof.is_some())
    }

    /// True if more simulations cannot find more: both values are proven.
    pub(crate) fn is_settled(&self) -> bool {
        self.value.proof.is_some() && self.played.is_none_or(|played| played.value.proof.is_some())
    }

    /// True if the class of the move, whose loss has this standard `error` now, may still
    /// change with up to `most` trees.
    ///
    /// With `most` trees the error will be smaller, and a class holds for a loss of its threshold
    /// plus twice that error. As long as the loss is within twice the present error of this mark,
    /// it is not clear on which side it will end up.
    pub(crate) fn is_unclear(&self, error: f64, most: u32) -> bool {
        let Some(played) = self.played.filter(|_| !self.is_settled() && self.looks < most) else {
            return false;
        };
        let noise = Class::CLEAR * error;
        let left = noise * (f64::from(self.looks) / f64::from(most)).sqrt();
        // Two classes whose thresholds are closer than the noise count as one.
        let mut told = Class::CLAIMED
            .iter()
            .filter(|class| **class != Class::Good || noise <= class.breadth());
        let is_own_best = played.value == self.value;
        !is_own_best && told.any(|class| (self.gap() - class.threshold() - left).abs() < noise)
    }

    /// These findings with those of another comparison: `best` and `played` in so many more trees
    /// with so many simulations.
    pub(crate) fn joined(
        mut self,
        best: &MoveValue,
        played: &Played,
        (looks, simulations): (u32, u64),
    ) -> Self {
        let Some(known) = self.played else { return self };
        let (ours, theirs) = (f64::from(self.looks), f64::from(looks));
        let all = ours + theirs;
        let join = |a: f64, b: f64| (a * ours + b * theirs) / all;
        let value = |a: &MoveValue, b: &MoveValue| MoveValue {
            win: rounded(join(a.win, b.win), 4),
            lead: a.lead.zip(b.lead).map(|(a, b)| rounded(join(a, b), 2)).or(a.lead).or(b.lead),
            proof: a.proof.or(b.proof),
        };
        // The deviation of one tree from the mean of all: within both groups, and between them.
        let apart = self.gap() - (best.chance() - played.value.chance());
        let squares = (known.error * ours).powi(2) * (ours - 1.0) / ours
            + (played.error * theirs).powi(2) * (theirs - 1.0) / theirs
            + apart * apart * ours * theirs / all;
        let error = (squares / (all - 1.0).max(1.0) / all).sqrt();
        let proof = self.value.proof;
        self.value = value(&self.value, best);
        // That this move wins is proven of the position too; that it loses is not.
        self.value.proof = proof.or(best.proof.filter(|&proof| proof == Proof::Win));
        self.played = Some(Played {
            value: value(&known.value, &played.value),
            compared: known.compared.saturating_add(played.compared),
            seen: known.seen,
            error: rounded(error, 4),
        });
        self.looks = self.looks.saturating_add(looks);
        self.simulations = self.simulations.saturating_add(simulations);
        self
    }

    /// These findings once another move is found to be the best, with its value and that of the
    /// move that was played as one comparison shows them, in so many trees with so many
    /// simulations.
    pub(crate) fn led_by(
        mut self,
        best: &[Step],
        value: MoveValue,
        played: Played,
        (looks, simulations): (u32, u64),
    ) -> Self {
        let proof = self.value.proof.or(value.proof.filter(|&proof| proof == Proof::Win));
        self.value = MoveValue { proof, ..value };
        self.line = vec![best.to_vec()];
        self.played = Some(played);
        self.looks = looks;
        self.simulations = self.simulations.saturating_add(simulations);
        self
    }

    /// The steps of the best move; none only if nothing was searched.
    pub fn best(&self) -> &[Step] {
        self.line.first().map_or(&[], |steps| steps)
    }
}

#[cfg(test)]
impl Finding {
    /// One search of so many simulations that found this `value`, and nothing else.
    pub(crate) const fn sample(simulations: u64, value: MoveValue) -> Self {
        Self {
            build: String::new(),
            seed: 0,
            simulations,
            looks: 1,
            value,
            line: Vec::new(),
            candidates: Vec::new(),
            played: None,
            is_claimed: false,
        }
    }
}

impl MoveValue {
    /// The value that a search found, rounded to the digits that mean something.
    pub(crate) fn of(win: f64, lead: Option<f32>, proof: Option<Proof>) -> Self {
        Self { win: rounded(win, 4), lead: lead.map(|lead| rounded(lead, 2)), proof }
    }

    /// The winning chance, or the proven result in its place.
    pub fn chance(&self) -> f64 {
        self.proof.map_or(self.win, |proof| f64::from(proof.value()))
    }
}

pub(crate) fn rounded(value: impl Into<f64>, places: i32) -> f64 {
    let unit = 10_f64.powi(places);
    // Adding nothing makes no negative zero of a small negative number.
    (value.into() * unit).round() / unit + 0.0
}

//! The findings about one position, and about the move that was played there.

use tetralith_core::Step;
use tetralith_engine::Proof;

/// The most candidates that are kept of a position.
pub const MAX_CANDIDATES: usize = 5;

/// The most moves that are kept of a main line.
pub const MAX_LINE: usize = 16;

/// The findings about a position in which a player is to move. Chances are that player's, `0.0..=1.0`; leads are points.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The build of the engine, which changes when it would find something else.
    pub build: String,
    /// The seed of its random numbers.
    pub seed: u64,
    /// The simulations of all searches, without those of the comparisons.
    pub simulations: u64,
    /// The searches, each with random numbers of its own and as many simulations, of which this is the one whose loss is in the
    /// middle; at least 1.
    pub looks: u32,
    /// The winning chance and the lead after the best move, and its proof: so these of the position, too.
    pub value: Value,
    /// Best play of both from here, each move as its steps, the last perhaps unfinished; empty only if nothing was looked at.
    pub line: Vec<Vec<Step>>,
    /// The first steps that were looked at most, best first, [`MAX_CANDIDATES`] at most.
    pub candidates: Vec<Candidate>,
    /// The findings about the move that was played, if there was one.
    pub played: Option<Played>,
}

/// The value of a move to the player who makes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value {
    /// The winning chance.
    pub win: f64,
    /// The expected lead at the end, in games with points.
    pub lead: Option<f64>,
    /// The result of best play, once it is proven.
    pub proof: Option<Proof>,
}

/// One of the steps that were looked at most.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate {
    /// The step.
    pub step: Step,
    /// The simulations that went through it.
    pub simulations: u32,
    /// The winning chance.
    pub win: f64,
    /// The result of best play after it, once it is proven.
    pub proof: Option<Proof>,
}

/// The findings about a move that was played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Played {
    /// Its value.
    pub value: Value,
    /// The simulations that it and the best move got each, from one root.
    pub compared: u32,
    /// The simulations that it got in the search that chose for itself.
    pub seen: u32,
    /// The standard error of what it cost, as several searches show it; 0 of one.
    pub spread: f64,
}

impl Finding {
    /// The winning chance that the move which was played gave away, as far as this finding tells.
    pub fn loss(&self) -> f64 {
        self.played.map_or(0.0, |played| (self.value.chance() - played.value.chance()).max(0.0))
    }

    /// The one of `found`, all of the same position, whose loss is in the middle, for what many searches agree on; what is proven
    /// comes before what is not. `None` of none.
    ///
    /// A search can miss what refutes a move, and by far more than the error of its playouts: the middle one of three does so
    /// less often than any.
    pub fn middle_of(mut found: Vec<Self>) -> Option<Self> {
        let proofs = |finding: &Self| {
            let played = finding.played.is_some_and(|played| played.value.proof.is_some());
            usize::from(finding.value.proof.is_some()) + usize::from(played)
        };
        let (most, looks) = (found.iter().map(proofs).max()?, found.len());
        let simulations = found.iter().map(|finding| finding.simulations).sum();
        found.retain(|finding| proofs(finding) == most);
        found.sort_by(|a, b| a.loss().total_cmp(&b.loss()));
        let spread = spread(&found.iter().map(Self::loss).collect::<Vec<f64>>());
        let mut middle = found.swap_remove((found.len() - 1) / 2);
        (middle.looks, middle.simulations) = (u32::try_from(looks).unwrap_or(u32::MAX), simulations);
        if let Some(played) = &mut middle.played {
            played.spread = rounded(spread, 4);
        }
        Some(middle)
    }

    /// The steps of the best move; none only if nothing was looked at.
    pub fn best(&self) -> &[Step] {
        self.line.first().map_or(&[], |steps| steps)
    }
}

impl Value {
    /// The value of what a search found, without more digits than it means.
    pub(crate) fn of(win: f32, lead: Option<f32>, proof: Option<Proof>) -> Self {
        Self { win: rounded(win, 4), lead: lead.map(|lead| rounded(lead, 2)), proof }
    }

    /// The winning chance, or the proven result in its place.
    pub fn chance(&self) -> f64 {
        self.proof.map_or(self.win, |proof| f64::from(proof.value()))
    }
}

/// The name of a result of best play in JSON.
pub(crate) const fn proof_id(proof: Proof) -> &'static str {
    match proof {
        Proof::Win => "win",
        Proof::Draw => "draw",
        Proof::Loss => "loss",
    }
}

/// The result of best play that `id` names.
pub(crate) fn proof_from_id(id: &str) -> Option<Proof> {
    [Proof::Win, Proof::Draw, Proof::Loss].into_iter().find(|&proof| proof_id(proof) == id)
}

/// The standard error of the middle one of `values`, which are in order; 0 of fewer than two.
///
/// The median of a normal sample has 5/4 of the error of its mean, whose deviation is taken from the sample.
fn spread(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    if values.len() < 2 {
        return 0.0;
    }
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    1.25 * (variance / count).sqrt()
}

/// `value` to so many places.
pub(crate) fn rounded(value: impl Into<f64>, places: i32) -> f64 {
    let unit = 10_f64.powi(places);
    // Adding nothing makes no negative zero of a small negative number.
    (value.into() * unit).round() / unit + 0.0
}

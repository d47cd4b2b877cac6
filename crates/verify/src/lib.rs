//! A checker of certificates: it follows each strategy through every reply, on the slow rules, without any search.
//!
//! It shares no code of rules, symmetries or numbers of positions with what made the certificate; what the file says is taken
//! on trust nowhere. `docs/certificate.md` describes the file.
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod file;
mod symmetry;

use tetralith_core::{Colour, Fact, Info, Names, Options, Phase, Step};
use tetralith_slow_rules::{SlowRules, start};
use thiserror::Error;

pub use file::{Certificate, FileError, MOST_BYTES, Strategy};

/// What a certificate has been found to prove.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The game.
    pub info: &'static Info,
    /// Its options.
    pub options: Options,
    /// The steps that lead to the position from the start of the game.
    pub steps: Vec<Step>,
    /// The winner; `None` is a draw.
    pub winner: Option<Colour>,
    /// The points by which the first player is ahead, komi apart; `None` in a game without points.
    pub score: Option<i16>,
    /// The lemma on which the proof rests, if it does.
    pub lemma: Option<String>,
    /// The steps proven to keep the value and those proven not to, if the certificate speaks of each.
    pub steps_that_keep: Option<[Vec<Step>; 2]>,
    /// The entries of all strategies.
    pub entries: usize,
}

/// The reasons for which a certificate proves nothing.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The file is damaged, or no certificate.
    #[error(transparent)]
    File(#[from] FileError),
    /// A position is reached for which the strategy has no entry.
    #[error("{0}: the strategy has no entry for a position that is reached by {1}")]
    Missing(String, String),
    /// A step of the strategy is not legal.
    #[error("{0}: the strategy's step number {2} is not legal after {1}")]
    Illegal(String, String, u16),
    /// A game ends with less than was claimed.
    #[error("{0}: the game ends with {2} after {1}, which is less than the {3} claimed")]
    Less(String, String, i16, i16),
    /// An entry is never reached.
    #[error("{0}: entry {1} is never reached")]
    Unused(String, usize),
    /// The strategies do not prove what the file claims.
    #[error("the strategies prove another result than the one that is claimed: {0}")]
    Claim(&'static str),
    /// The lemma that the file names is not known here.
    #[error("the lemma '{0}' is not one of this game")]
    Lemma(String),
}

/// Checks that `certificate` proves what it claims.
///
/// # Errors
/// [`VerifyError`] that says what is wrong first.
pub fn verify(certificate: &Certificate) -> Result<Verified, VerifyError> {
    let rules = start(certificate.info.id, certificate.options).ok_or(FileError::Game(certificate.info.id.into()))?;
    if let Some(lemma) = certificate.lemma.as_deref().filter(|&lemma| Some(lemma) != rules.lemma()) {
        return Err(VerifyError::Lemma(lemma.to_owned()));
    }
    let mut position = Position { rules, is_swapped: false, is_idle: false };
    for &step in &certificate.steps {
        position = position.after(step).ok_or(FileError::Steps)?;
    }
    let mut first = 0;
    for strategy in &certificate.strategies {
        let mut check =
            Check { certificate, strategy, first, reached: vec![false; strategy.entries], path: Vec::new() };
        for root in &strategy.roots {
            let mut from = position.copy();
            for &step in root {
                from = from.after(step).ok_or(FileError::Steps)?;
            }
            check.path.clone_from(root);
            check.follow(&from)?;
        }
        if let Some(entry) = check.reached.iter().position(|reached| !reached) {
            return Err(VerifyError::Unused(check.side(), entry));
        }
        first += strategy.entries;
    }
    claim(certificate, &position)
}

/// A position under the slow rules, and what else its future depends on.
struct Position {
    rules: Box<dyn SlowRules>,
    is_swapped: bool,
    is_idle: bool,
}

impl Position {
    fn copy(&self) -> Self {
        Self { rules: self.rules.copy(), ..*self }
    }

    /// The player to move, by the colour held at first.
    fn to_move(&self) -> Colour {
        self.person(self.rules.to_move())
    }

    fn person(&self, colour: Colour) -> Colour {
        if self.is_swapped { colour.other() } else { colour }
    }

    /// The position after a step, if that is legal.
    fn after(&self, step: Step) -> Option<Self> {
        let is_legal = self.rules.outcome().is_none() && self.rules.legal().contains(&step);
        is_legal.then(|| self.played(step))
    }

    fn played(&self, step: Step) -> Self {
        let mut rules = self.rules.copy();
        rules.play(step);
        Self { rules, is_swapped: self.is_swapped ^ (step == Step::Swap), is_idle: step.cells().next().is_none() }
    }

    /// The value of the end for `side`, or of every end that a lemma leaves; `None` while that is open.
    fn value(&self, side: Colour, certificate: &Certificate) -> Option<i16> {
        let of = |winner: Option<Colour>| match winner {
            None => 0,
            Some(colour) if self.person(colour) == side => 1,
            Some(_) => -1,
        };
        let by_lemma = || certificate.lemma.as_ref().and_then(|_| self.rules.winner_by_lemma()).map(Some);
        let winner = self.rules.outcome().map(|outcome| outcome.winner).or_else(by_lemma)?;
        Some(match (certificate.score, self.points(certificate.options.komi)) {
            (Some(_), Some(points)) => points * if side == Colour::First { 1 } else { -1 },
            _ => of(winner),
        })
    }

    /// The points of the first player beyond the second's, komi apart.
    fn points(&self, komi: u16) -> Option<i16> {
        self.rules.facts().into_iter().find_map(|(_, fact)| match fact {
            Fact::HalfPoints([first, second]) => {
                let ahead = i64::from(first) + half_points(komi) - i64::from(second);
                Some((ahead / 2) as i16)
            }
            _ => None,
        })
    }

    /// The number of this position as seen in an image of the board.
    fn number(&self, image: &[usize]) -> u128 {
        let phase = match self.rules.phase() {
            Phase::Placement => 0,
            Phase::First => 1,
            Phase::Bound { anchor } => 2 + 2 * image[anchor.index()] as u128,
            Phase::Free { bound } => 3 + 2 * image[bound.index()] as u128,
        };
        let mut digits = vec![0; image.len()];
        for colour in Colour::BOTH {
            for cell in self.rules.grid().set_of(colour) {
                digits[image[cell.index()]] = 1 + colour.index() as u128;
            }
        }
        digits.iter().rev().fold(2 * phase + u128::from(self.is_idle), |number, digit| 3 * number + digit)
    }
}

/// The half points that the second player starts with in a game with points.
fn half_points(komi: u16) -> i64 {
    2 * i64::from(komi) + 1
}

/// A walk through all that can happen to one strategy.
struct Check<'a> {
    certificate: &'a Certificate,
    strategy: &'a Strategy,
    /// The number of entries before those of this strategy.
    first: usize,
    reached: Vec<bool>,
    path: Vec<Step>,
}

impl Check<'_> {
    fn follow(&mut self, position: &Position) -> Result<(), VerifyError> {
        let Strategy { side, reaches, .. } = *self.strategy;
        if let Some(value) = position.value(side, self.certificate) {
            let is_kept = value >= reaches;
            return if is_kept { Ok(()) } else { Err(VerifyError::Less(self.side(), self.way(), value, reaches)) };
        }
        if position.to_move() != side {
            for step in position.rules.legal() {
                self.go_on(position, step)?;
            }
            return Ok(());
        }
        let images = &self.certificate.images;
        let found = images.iter().find_map(|image| {
            let entry = self.certificate.find(self.first, self.strategy.entries, position.number(image))?;
            Some((entry, image))
        });
        let (entry, image) = found.ok_or_else(|| VerifyError::Missing(self.side(), self.way()))?;
        if std::mem::replace(&mut self.reached[entry - self.first], true) {
            return Ok(());
        }
        let number = self.certificate.step(entry);
        let step = symmetry::legal(&*position.rules, image).into_iter().nth(number.into());
        let step = step.ok_or_else(|| VerifyError::Illegal(self.side(), self.way(), number))?;
        self.go_on(position, step)
    }

    fn go_on(&mut self, position: &Position, step: Step) -> Result<(), VerifyError> {
        self.path.push(step);
        self.follow(&position.played(step))?;
        self.path.pop();
        Ok(())
    }

    /// The name of the side whose strategy it is.
    fn side(&self) -> String {
        self.certificate.info.side(self.strategy.side).title.to_owned()
    }

    /// The steps that led here.
    fn way(&self) -> String {
        let names = Names { info: self.certificate.info, geometry: self.certificate.options.geometry() };
        let steps: Vec<String> = self.path.iter().map(|&step| names.step(step)).collect();
        if steps.is_empty() { "no step at all".to_owned() } else { steps.join(" ") }
    }
}

/// Compares what the strategies prove with what the file claims.
fn claim(certificate: &Certificate, position: &Position) -> Result<Verified, VerifyError> {
    let Certificate { info, options, score, winner, .. } = *certificate;
    let value = score.unwrap_or(match winner {
        None => 0,
        Some(Colour::First) => 1,
        Some(Colour::Second) => -1,
    });
    let seen_by = |side| if side == Colour::First { value } else { -value };
    // Nobody can do worse than lose.
    let least = |bound: i16| score.is_none() && bound <= -1;
    let promised = |side: Colour, bound: i16, root: &[Step]| {
        let mut of_side = certificate.strategies.iter().filter(|strategy| strategy.side == side);
        least(bound) || of_side.any(|s| s.reaches >= bound && s.roots.iter().any(|known| known == root))
    };
    if score.is_some() && position.points(options.komi).is_none() {
        return Err(VerifyError::Claim("points are claimed in a game that has none"));
    }
    let ahead = if 2 * i64::from(value) > half_points(options.komi) { Colour::First } else { Colour::Second };
    if score.is_some() && winner != Some(ahead) {
        return Err(VerifyError::Claim("the winner is not the one by the points"));
    }
    if !Colour::BOTH.into_iter().all(|side| promised(side, seen_by(side), &[])) {
        return Err(VerifyError::Claim("each side's share of the result needs a strategy"));
    }
    let mover = position.to_move();
    let less = if score.is_none() && !info.draws { -1 } else { seen_by(mover) - 1 };
    let (mut keeping, mut losing) = (Vec::new(), Vec::new());
    let legal = position.rules.legal();
    for &step in &legal {
        if promised(mover, seen_by(mover), &[step]) {
            keeping.push(step);
        } else if promised(mover.other(), -less, &[step]) {
            losing.push(step);
        }
    }
    let is_whole = keeping.len() + losing.len() == legal.len() && certificate.speaks_of_steps();
    Ok(Verified {
        info,
        options,
        steps: certificate.steps.clone(),
        winner,
        score,
        lemma: certificate.lemma.clone(),
        steps_that_keep: is_whole.then_some([keeping, losing]),
        entries: certificate.strategies.iter().map(|strategy| strategy.entries).sum(),
    })
}

//! A checker of certificates: it follows each strategy through every reply, on the
//! [slow rules](slow_rules), without any search.
//!
//! It shares no code of rules, symmetries or numbers of positions with the program that made the
//! certificate, and takes nothing in the file on trust. `docs/lab/solving.md` describes the file.
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod error;
mod file;
pub mod slow_rules;

use slow_rules::{SlowRules, start};
use tetralith_core::{Cell, Colour, Fact, Phase, Step};

pub use error::{MOST_BYTES, VerifyError};
pub use file::{Certificate, Strategy};

/// Checks that `certificate` proves what it claims; returns the steps that it proves to keep the
/// value and those that it proves not to, if it speaks of each.
///
/// # Errors
/// [`VerifyError`] that states what is wrong first.
pub fn verify(certificate: &Certificate) -> Result<Option<[Vec<Step>; 2]>, VerifyError> {
    let rules = start(certificate.info.id, certificate.options)
        .ok_or(VerifyError::Game(certificate.info.id.into()))?;
    if certificate.lemma.is_some() && certificate.lemma.as_deref() != rules.lemma() {
        return Err(VerifyError::Claim("its lemma is not one of this game"));
    }
    let images = rules.symmetries();
    let position =
        Position { rules, is_swapped: false, is_idle: false }.after(&certificate.steps)?;
    for strategy in &certificate.strategies {
        let reached = vec![[false; 2]; strategy.entries.len()];
        let mut check = Check { certificate, images: &images, strategy, reached, path: Vec::new() };
        for root in &strategy.roots {
            check.path.clone_from(root);
            check.follow(&position.after(root)?)?;
        }
        if let Some(entry) = check.reached.iter().position(|reached| *reached == [false; 2]) {
            return Err(VerifyError::Unused(certificate.info.side(strategy.side).title, entry));
        }
    }
    compare(certificate, &position)
}

/// A position under the slow rules, and what else its future depends on.
struct Position {
    rules: Box<dyn SlowRules>,
    is_swapped: bool,
    is_idle: bool,
}

impl Position {
    /// The player to move, by the colour held at first.
    fn to_move(&self) -> Colour {
        self.person(self.rules.to_move())
    }

    fn person(&self, colour: Colour) -> Colour {
        if self.is_swapped { colour.other() } else { colour }
    }

    fn after(&self, steps: &[Step]) -> Result<Self, VerifyError> {
        let mut position = Self { rules: self.rules.copy(), ..*self };
        for &step in steps {
            if position.rules.outcome().is_some() || !position.rules.legal().contains(&step) {
                return Err(VerifyError::Steps);
            }
            position = position.played(step);
        }
        Ok(position)
    }

    fn played(&self, step: Step) -> Self {
        let mut rules = self.rules.copy();
        rules.play(step);
        Self {
            rules,
            is_swapped: self.is_swapped ^ (step == Step::Swap),
            is_idle: step.cells().next().is_none(),
        }
    }

    /// The value of the end for `side`, or of every end that a lemma leaves; `None` while that is
    /// open.
    fn value(&self, side: Colour, certificate: &Certificate) -> Option<i16> {
        let by_lemma =
            || certificate.lemma.as_ref().and_then(|_| self.rules.winner_by_lemma()).map(Some);
        let winner = self.rules.outcome().map(|outcome| outcome.winner).or_else(by_lemma)?;
        let points = certificate.score.and_then(|_| self.points(certificate));
        Some(seen_by(side, points.unwrap_or(result(winner.map(|colour| self.person(colour))))))
    }

    /// The points of the first player beyond the second's, komi apart.
    fn points(&self, certificate: &Certificate) -> Option<i16> {
        self.rules.facts().into_iter().find_map(|(_, fact)| match fact {
            Fact::HalfPoints([first, second]) => {
                Some(((i64::from(first) + komi(certificate) - i64::from(second)) / 2) as i16)
            }
            _ => None,
        })
    }

    /// The number of this position as seen in an image of the board.
    fn number(&self, image: &[usize]) -> u128 {
        let phase = match self.rules.phase() {
            Phase::Placement => u128::from(self.is_swapped),
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
        digits
            .iter()
            .rev()
            .fold(2 * phase + u128::from(self.is_idle), |number, digit| 3 * number + digit)
    }

    /// The legal step with this number in the list of an image of the board.
    fn step(&self, image: &[usize], number: u16) -> Option<Step> {
        let cell = |cell: Cell| Cell::new(image[cell.index()]);
        let mut steps = self.rules.legal();
        steps.sort_by_cached_key(|&step| {
            let seen = match step {
                Step::Place(at) => Step::Place(cell(at)),
                Step::Flip(at) => Step::Flip(cell(at)),
                Step::Tromino { own: [a, b], other } => {
                    Step::tromino(cell(a), cell(b), cell(other))
                }
                Step::Pass | Step::Swap => step,
            };
            (matches!(seen, Step::Pass | Step::Swap), seen.cells().collect::<Vec<Cell>>())
        });
        steps.get(usize::from(number)).copied()
    }
}

/// The value for the first player of a game without points.
fn result(winner: Option<Colour>) -> i16 {
    winner.map_or(0, |colour| seen_by(colour, 1))
}

/// A value of the first player's as `side` counts.
fn seen_by(side: Colour, value: i16) -> i16 {
    if side == Colour::First { value } else { -value }
}

/// The half points that the second player starts with in a game with points.
fn komi(certificate: &Certificate) -> i64 {
    2 * i64::from(certificate.options.komi) + 1
}

/// A walk through all that can happen to one strategy.
struct Check<'a> {
    certificate: &'a Certificate,
    images: &'a [Vec<usize>],
    strategy: &'a Strategy,
    /// By entry, whether its position was met with each colour to move: after a swap that could be
    /// either.
    reached: Vec<[bool; 2]>,
    path: Vec<Step>,
}

impl Check<'_> {
    fn follow(&mut self, position: &Position) -> Result<(), VerifyError> {
        let Strategy { side, reaches, ref entries, .. } = *self.strategy;
        if let Some(value) = position.value(side, self.certificate) {
            let is_kept = value >= reaches;
            return if is_kept {
                Ok(())
            } else {
                Err(VerifyError::Less(self.place(), value, reaches))
            };
        }
        if position.to_move() != side {
            return position
                .rules
                .legal()
                .into_iter()
                .try_for_each(|step| self.go_on(position, step));
        }
        let entry = |image: &[usize]| {
            entries.binary_search_by_key(&position.number(image), |entry| entry.0).ok()
        };
        let found = self.images.iter().find_map(|image| Some((entry(image)?, image)));
        let (entry, image) = found.ok_or_else(|| VerifyError::Missing(self.place()))?;
        if std::mem::replace(&mut self.reached[entry][position.rules.to_move().index()], true) {
            return Ok(());
        }
        let step = position.step(image, entries[entry].1);
        self.go_on(
            position,
            step.ok_or_else(|| VerifyError::Illegal(self.place(), entries[entry].1))?,
        )
    }

    fn go_on(&mut self, position: &Position, step: Step) -> Result<(), VerifyError> {
        self.path.push(step);
        self.follow(&position.played(step))?;
        self.path.pop();
        Ok(())
    }

    /// The side whose strategy it is, and the steps that led here.
    fn place(&self) -> String {
        let steps: Vec<String> =
            self.path.iter().map(|&step| self.certificate.names().step(step)).collect();
        let side = self.certificate.info.side(self.strategy.side).title;
        if steps.is_empty() {
            side.to_owned()
        } else {
            format!("{side}, after {}", steps.join(" "))
        }
    }
}

/// Compares what is claimed with what the strategies, whose promises are kept, prove of `position`.
fn compare(
    certificate: &Certificate,
    position: &Position,
) -> Result<Option<[Vec<Step>; 2]>, VerifyError> {
    let &Certificate { info, score, winner, ref strategies, .. } = certificate;
    let value = score.unwrap_or(result(winner));
    let ahead =
        if 2 * i64::from(value) > komi(certificate) { Colour::First } else { Colour::Second };
    if score.is_some() && (position.points(certificate).is_none() || winner != Some(ahead)) {
        return Err(VerifyError::Claim(
            "the game has no points, or the points give another winner",
        ));
    }
    // A loss needs no strategy, because no side can do worse.
    let is_promised = |side: Colour, bound: i16, root: &[Step]| {
        let mut own =
            strategies.iter().filter(|strategy| strategy.side == side && strategy.reaches >= bound);
        score.is_none() && bound <= -1
            || own.any(|strategy| strategy.roots.iter().any(|known| known == root))
    };
    if !Colour::BOTH.into_iter().all(|side| is_promised(side, seen_by(side, value), &[])) {
        return Err(VerifyError::Claim("a side has no strategy for its share of the result"));
    }
    let (mover, legal) = (position.to_move(), position.rules.legal());
    let least = seen_by(mover, value);
    let less = if score.is_some() || info.draws { least - 1 } else { -1 };
    let keeps = |&&step: &&Step| is_promised(mover, least, &[step]);
    let loses = |&&step: &&Step| !keeps(&&step) && is_promised(mover.other(), -less, &[step]);
    let sorted = [
        legal.iter().filter(keeps).copied().collect(),
        legal.iter().filter(loses).copied().collect(),
    ];
    let speaks_of_steps =
        strategies.iter().any(|strategy| strategy.roots.iter().any(|root| !root.is_empty()));
    Ok((speaks_of_steps && sorted.iter().map(Vec::len).sum::<usize>() == legal.len())
        .then_some(sorted))
}

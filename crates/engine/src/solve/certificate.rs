//! Certificates: strategies written down so that a checker without any search can follow them.
//!
//! `docs/lab/solving.md` describes the file.

use std::collections::{BTreeMap, HashSet};
use std::io;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tetralith_core::{Colour, Exact, ExactVisitor, Game, Names, Phase, Step, json as names};
use thiserror::Error;

use crate::solve::control::{Control, Stopped};
use crate::solve::search::{Search, seen_by};
use crate::solve::solution::{KeepOn, Solution, SolveTask, Unsolved};

/// The most cells of a board whose positions fit into the numbers of a certificate.
const MOST_CELLS: usize = 75;

/// The contents of a certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Content {
    /// True to end a game where a lemma proves who will win, false to carry each on to its end.
    pub with_lemma: bool,
    /// True to prove for each step of the position whether it keeps the value.
    pub every_step: bool,
}

/// The reasons why no certificate was made.
#[derive(Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "their sentences say it")]
pub enum CertificateError {
    /// The position is not solved.
    #[error(transparent)]
    Unsolved(#[from] Unsolved),
    /// The certificate is written, but not all moves that keep the value are known.
    #[error("{0}; the certificate of the value is complete")]
    Certified(Unsolved),
    /// The board has too many cells.
    #[error("certificates are for boards of up to {MOST_CELLS} cells, and this one has {cells}")]
    Large { cells: usize },
    /// Two positions were taken for one.
    #[error(
        "a position was taken for another after {nodes} positions; solve it again with another \
         --memory"
    )]
    Mistaken {
        /// The positions searched.
        nodes: u64,
    },
    #[error("cannot write the certificate: {0}")]
    Write(#[from] io::Error),
}

/// A promise of one player: to reach a value from each of some positions.
struct Strategy {
    side: Colour,
    /// The value that is reached or surpassed, as `side` counts.
    bound: i16,
    /// The steps from the position to those from which it is promised.
    roots: Vec<Vec<Step>>,
    /// By position, the number of the step among the legal ones.
    entries: BTreeMap<u128, u16>,
}

impl SolveTask<'_> {
    /// Solves the position and hands a certificate to `keep` as soon as it can: that of the value
    /// alone before all moves that keep it are known.
    ///
    /// # Errors
    /// [`CertificateError`]: see there.
    pub fn certify(
        &self,
        content: Content,
        keep: &mut dyn FnMut(&[u8]) -> io::Result<()>,
        keep_on: KeepOn,
    ) -> Result<Solution, CertificateError> {
        let cells = self.start.board().geometry().len();
        if cells > MOST_CELLS {
            return Err(CertificateError::Large { cells });
        }
        self.with_position(Certify { task: *self, content, keep, keep_on })
    }
}

struct Certify<'a> {
    task: SolveTask<'a>,
    content: Content,
    keep: &'a mut dyn FnMut(&[u8]) -> io::Result<()>,
    keep_on: KeepOn<'a>,
}

impl ExactVisitor for Certify<'_> {
    type Output = Result<Solution, CertificateError>;
    fn visit<E: Exact>(self, position: &E) -> Self::Output {
        let Self { task, content, keep, keep_on } = self;
        let game = task.game();
        let mut kept = None;
        let found = task.solve_with(position, keep_on, |search, value| {
            let mut strategies = promises(search, &game, position, value, content)?;
            let searched = search.control.nodes();
            // The limits are those of the search: a walk through what it found is short.
            let control = Control::new(u64::MAX, None, keep_on);
            let search = Search { control: &control, threads: 1, ..*search };
            let is_idle = task.steps.last().is_some_and(|step| step.is_idle());
            let walk = Walk { search, with_lemma: content.with_lemma, is_idle };
            let walked = strategies
                .iter_mut()
                .try_for_each(|strategy| walk.follow(&game, position, strategy));
            let made = match walked {
                Ok(()) => keep(&written(task, position, value, content, &strategies))
                    .map_err(CertificateError::Write),
                Err(Fault::Stopped) => return Err(Stopped),
                Err(Fault::Mistaken) => {
                    Err(CertificateError::Mistaken { nodes: searched + control.nodes() })
                }
            };
            let is_made = made.is_ok();
            kept = Some(made);
            if is_made { Ok(()) } else { Err(Stopped) }
        });
        match (kept, found) {
            (Some(Err(fault)), _) => Err(fault),
            (Some(Ok(())), Err(unsolved)) => Err(CertificateError::Certified(unsolved)),
            (_, found) => Ok(found?),
        }
    }
}

/// The promises that prove the value if the players keep them.
fn promises<E: Exact>(
    search: &Search<'_>,
    game: &Game,
    position: &E,
    value: i16,
    content: Content,
) -> Result<Vec<Strategy>, Stopped> {
    let mover = position.to_move();
    let value = seen_by(mover, value);
    let mut found: Vec<Strategy> = Vec::new();
    let mut promise = |side: Colour, bound: i16, root: Vec<Step>| {
        // A loss is the least a game without points can end with.
        if !E::HAS_SCORE && bound <= -1 {
            return;
        }
        match found.iter_mut().find(|strategy| strategy.side == side && strategy.bound == bound) {
            Some(strategy) => strategy.roots.push(root),
            None => {
                found.push(Strategy { side, bound, roots: vec![root], entries: BTreeMap::new() });
            }
        }
    };
    promise(mover, value, Vec::new());
    promise(mover.other(), -value, Vec::new());
    if content.every_step {
        for step in game.legal() {
            let mut next = position.clone();
            next.play(step);
            if search.reaches(&next, mover, value)? {
                promise(mover, value, vec![step]);
            } else {
                let less = if E::IS_WON_OR_LOST { -1 } else { value - 1 };
                promise(mover.other(), -less, vec![step]);
            }
        }
    }
    Ok(found)
}

/// The reasons why a strategy could not be followed to its ends.
enum Fault {
    Stopped,
    Mistaken,
}

impl From<Stopped> for Fault {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

/// A way through all that can happen to a strategy.
struct Walk<'a> {
    search: Search<'a>,
    with_lemma: bool,
    /// True if the last step before the root gave no stone.
    is_idle: bool,
}

impl Walk<'_> {
    fn follow<E: Exact>(
        &self,
        game: &Game,
        position: &E,
        strategy: &mut Strategy,
    ) -> Result<(), Fault> {
        let mut seen = HashSet::new();
        for root in &strategy.roots.clone() {
            let (mut game, mut position, mut is_idle) =
                (game.clone(), position.clone(), self.is_idle);
            for &step in root {
                game.play_unchecked(step);
                position.play(step);
                is_idle = step.is_idle();
            }
            self.go_on(&game, &position, is_idle, strategy, &mut seen)?;
        }
        Ok(())
    }

    fn go_on<E: Exact>(
        &self,
        game: &Game,
        position: &E,
        is_idle: bool,
        strategy: &mut Strategy,
        seen: &mut HashSet<(Colour, u128)>,
    ) -> Result<(), Fault> {
        let end = if self.with_lemma { position.decided() } else { position.result() };
        if let Some(value) = end {
            let is_kept = seen_by(strategy.side, value) >= strategy.bound;
            return if is_kept { Ok(()) } else { Err(Fault::Mistaken) };
        }
        let legal = game.legal();
        let after = |step: Step| {
            let (mut game, mut position) = (game.clone(), position.clone());
            game.play_unchecked(step);
            position.play(step);
            (game, position, step.is_idle())
        };
        if position.to_move() != strategy.side {
            for step in legal {
                let (game, position, is_idle) = after(step);
                self.go_on(&game, &position, is_idle, strategy, seen)?;
            }
            return Ok(());
        }
        // A position with the colours exchanged has the same key, but an entry of its own in a
        // certificate: after a swap one person may come to both.
        if !seen.insert((game.to_move(), position.key())) {
            return Ok(());
        }
        let step =
            self.search.keeping(position, strategy.side, strategy.bound)?.ok_or(Fault::Mistaken)?;
        let number = legal.iter().position(|&other| other == step).ok_or(Fault::Mistaken)?;
        let is_swapped = game.to_move() != position.to_move();
        let before = strategy.entries.insert(number_of(game, is_idle, is_swapped), number as u16);
        if before.is_some_and(|before| before != number as u16) {
            return Err(Fault::Mistaken);
        }
        let (game, position, is_idle) = after(step);
        self.go_on(&game, &position, is_idle, strategy, seen)
    }
}

/// The number of a position in a certificate.
fn number_of(game: &Game, is_idle: bool, is_swapped: bool) -> u128 {
    let board = game.board();
    let phase = match game.phase() {
        Phase::Placement => u128::from(is_swapped),
        Phase::First => 1,
        Phase::Bound { anchor } => 2 + 2 * anchor.index() as u128,
        Phase::Free { bound } => 3 + 2 * bound.index() as u128,
    };
    let digit = |cell| board.at(cell).map_or(0, |colour| 1 + colour.index() as u128);
    let cells: Vec<u128> = board.geometry().cells().map(digit).collect();
    cells.iter().rev().fold(2 * phase + u128::from(is_idle), |number, digit| 3 * number + digit)
}

/// The bytes that the numbers of positions on a board of so many cells take.
fn width(cells: usize) -> usize {
    let largest = (0..cells).fold(2 * (2 + 2 * cells as u128), |number, _| 3 * number);
    (128 - largest.leading_zeros() as usize).div_ceil(8)
}

/// The certificate as bytes.
fn written<E: Exact>(
    SolveTask { start, steps, .. }: SolveTask<'_>,
    position: &E,
    value: i16,
    content: Content,
    strategies: &[Strategy],
) -> Vec<u8> {
    let info = start.info();
    let side = |colour: Colour| info.side(colour).name;
    let named =
        |steps: &[Step]| steps.iter().map(|&step| Names::of(start).step(step)).collect::<Vec<_>>();
    let width = width(start.board().geometry().len());
    let mut body = Vec::new();
    for strategy in strategies {
        for (position, step) in &strategy.entries {
            body.extend_from_slice(&position.to_be_bytes()[16 - width..]);
            body.extend_from_slice(&step.to_be_bytes());
        }
    }
    let roots =
        |strategy: &Strategy| strategy.roots.iter().map(|root| named(root)).collect::<Vec<_>>();
    let list = strategies.iter().map(|strategy| {
        json!({
            "side": side(strategy.side),
            "reaches": strategy.bound,
            "roots": roots(strategy),
            "entries": strategy.entries.len(),
        })
    });
    let header = json!({
        "format": "tetralith-certificate",
        "version": 1,
        "game": info.id,
        "options": Value::Object(names::options(info, start.options())),
        "steps": named(steps),
        // As the sides of strategies are named: by the colour held at first.
        "winner": position.winner(value).map_or("draw", side),
        "score": E::HAS_SCORE.then_some(value),
        "lemma": position.lemma().filter(|_| content.with_lemma),
        "strategies": list.collect::<Vec<_>>(),
        "sha256": format!("{:x}", Sha256::digest(&body)),
    });
    [format!("{header}\n").as_bytes(), &body].concat()
}

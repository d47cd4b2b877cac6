//! The steps that keep the result of a position, regardless of their cost in points.

use tetralith_core::{Colour, Exact, ExactVisitor, Game, Step};

use crate::solve::control::{Control, Stopped};
use crate::solve::search::{Search, seen_by};
use crate::solve::solution::{KeepOn, SolveLimits, Unsolved};

/// The result of a position, and steps that keep it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keeping {
    /// The winner; `None` is a draw.
    pub winner: Option<Colour>,
    /// Steps that keep the result, at most as many as were asked for; empty from a lost position,
    /// where every step does.
    pub steps: Vec<Step>,
}

/// Finds who wins the position of `game`, and up to `most` steps with which the player to move
/// keeps that.
///
/// A step that wins by less counts as much as one that wins by more. The search ends as soon as so
/// many are found, so asking whether there is only one (`most` of 2) takes less than
/// [`solve`](crate::solve::solve).
///
/// ```
/// use tetralith_core::position_text;
/// use tetralith_engine::solve::{SolveLimits, keeping};
/// let game = position_text::read("necklace size=3 1b1/1r1/r2 blue")?;
/// let kept = keeping(&game, 2, &SolveLimits::default(), &|_| true)?;
/// assert_eq!(kept.steps.len(), 0, "Red wins whatever Blue does");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Unsolved`] if the limits do not suffice, `keep_on` returns false, or the game is over.
pub fn keeping(
    game: &Game,
    most: usize,
    limits: &SolveLimits,
    keep_on: KeepOn,
) -> Result<Keeping, Unsolved> {
    game.visit_exact(Question { most, limits, keep_on, effort: game.solving_effort() })
}

struct Question<'a> {
    most: usize,
    limits: &'a SolveLimits,
    keep_on: KeepOn<'a>,
    effort: f64,
}

impl ExactVisitor for Question<'_> {
    type Output = Result<Keeping, Unsolved>;

    fn visit<E: Exact>(self, position: &E) -> Self::Output {
        if position.result().is_some() {
            return Err(Unsolved::Over);
        }
        let table = self.limits.table()?;
        let control = Control::new(self.limits.nodes, self.limits.until(), self.keep_on);
        let search = Search { table: &table, control: &control, threads: self.limits.threads };
        let found = answer(&search, position, self.most);
        found.map_err(|Stopped| Unsolved::limits(&search, position, 0, self.effort))
    }
}

fn answer<E: Exact>(search: &Search<'_>, position: &E, most: usize) -> Result<Keeping, Stopped> {
    let mover = position.to_move();
    for winner in [Some(mover), None] {
        let Some(bound) = bound(position, winner) else { continue };
        let steps = reaching(search, position, bound, most)?;
        if !steps.is_empty() {
            return Ok(Keeping { winner, steps });
        }
    }
    Ok(Keeping { winner: Some(mover.other()), steps: Vec::new() })
}

/// The least value with this result, as the player to move counts; `None` if it cannot come about
/// any more.
fn bound<E: Exact>(position: &E, winner: Option<Colour>) -> Option<i16> {
    let mover = position.to_move();
    let [low, high] = position.range();
    (low..=high)
        .filter(|&value| position.winner(value) == winner)
        .map(|value| seen_by(mover, value))
        .min()
}

/// Up to `most` steps after which the player to move has `bound` or more, in natural order.
fn reaching<E: Exact>(
    search: &Search<'_>,
    position: &E,
    bound: i16,
    most: usize,
) -> Result<Vec<Step>, Stopped> {
    let mover = position.to_move();
    let mut steps = Vec::new();
    position.steps(&mut steps);
    let mut found = Vec::new();
    for step in steps {
        let mut next = position.clone();
        next.play(step);
        if search.reaches(&next, mover, bound)? {
            found.push(step);
            if found.len() == most {
                break;
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}

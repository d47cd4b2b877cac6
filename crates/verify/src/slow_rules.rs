//! A second version of every game's rules, plain and slow, written from the rule texts alone.
//!
//! It shares only the words of the core (cells, steps, scores), none of its tables and none of its
//! games: who is next to whom is worked out here from coordinates, each question is answered by
//! looking at the whole board, and nothing is kept up to date between steps. If it and the core
//! disagree, one of them misreads the rules.

mod greylox;
mod grid;
mod multiplicity;
mod necklace;
mod opening;
mod plurality;
#[cfg(tetralith_yavalath)]
mod yavalath;

use tetralith_core::{Cell, CellSet, Colour, Fact, Options, Outcome, Phase, Step};

pub use grid::SlowGrid;

/// One position under the slow rules.
pub trait SlowRules {
    /// The stones.
    fn grid(&self) -> &SlowGrid;

    /// The player to move, while the game goes on.
    fn to_move(&self) -> Colour;

    /// The kind of step that comes next.
    fn phase(&self) -> Phase {
        Phase::Placement
    }

    /// Every step that has the form of a step of this game, legal or not.
    fn candidates(&self) -> Vec<Step>;

    /// True if a candidate is legal.
    fn is_legal(&self, step: Step) -> bool;

    /// Plays a legal step.
    fn play(&mut self, step: Step);

    /// The same position with the other player to move; `None` where that makes no sense.
    fn passed_over(&self) -> Option<Box<dyn SlowRules>>;

    /// The outcome, or `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The score, as programs read it.
    fn facts(&self) -> Vec<(&'static str, Fact)>;

    /// The cells each colour controls; none in a game without control.
    fn controlled(&self) -> [CellSet; 2] {
        [CellSet::EMPTY; 2]
    }

    /// The possible winners (`None`: a draw) of a game of this kind that ended with these stones on
    /// the board; none if no game ends so.
    fn winners_with(&self, stones: &SlowGrid) -> Vec<Option<Colour>>;

    /// The colour that will win with any play, if a lemma of the game proves it.
    fn winner_by_lemma(&self) -> Option<Colour> {
        None
    }

    /// The name of that lemma, if the game has one.
    fn lemma(&self) -> Option<&'static str> {
        None
    }

    /// The ways to lay the board upon itself that change nothing for the rules: by cell, the cell
    /// that takes its place.
    fn symmetries(&self) -> Vec<Vec<usize>> {
        self.grid().symmetries()
    }

    /// The same position again.
    fn copy(&self) -> Box<dyn SlowRules>;

    /// Every legal step by the natural order of its cells, a pass or swap last.
    fn legal(&self) -> Vec<Step> {
        let mut steps: Vec<Step> =
            self.candidates().into_iter().filter(|&step| self.is_legal(step)).collect();
        steps.sort_by_cached_key(|step| {
            (matches!(step, Step::Pass | Step::Swap), step.cells().collect::<Vec<Cell>>())
        });
        assert!(steps.is_sorted_by(|a, b| a != b), "no step is listed twice");
        steps
    }

    /// The number of sequences of `depth` steps from here.
    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let after = |step| {
            let mut next = self.copy();
            next.play(step);
            next.perft(depth - 1)
        };
        self.legal().into_iter().map(after).sum()
    }
}

/// The start of the game called `id`, or `None` if it has no slow rules.
pub fn start(id: &str, options: Options) -> Option<Box<dyn SlowRules>> {
    Some(match id {
        "multiplicity" => Box::new(multiplicity::Multiplicity::new(options)),
        "greylox" => Box::new(greylox::Greylox::new(options)),
        "plurality" => Box::new(plurality::Plurality::new(options)),
        "necklace" => Box::new(necklace::Necklace::new(options)),
        #[cfg(tetralith_yavalath)]
        "yavalath" => Box::new(yavalath::Yavalath::new(options)),
        _ => return None,
    })
}

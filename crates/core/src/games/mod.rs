//! The list of games. A new game takes a file here, two lines below, and its name in the list, in
//! the order of menus.

use std::fmt;

use thiserror::Error;

use crate::board::{Board, Colour};
use crate::cell::Cell;
use crate::illegal::{IllegalArrangement, IllegalStep};
use crate::knowledge::{ExactVisitor, Knowledge, Ladder, USUAL_LADDER};
use crate::notation::{Names, NotationError};
use crate::rules::{
    About, Arrangement, ArrangementError, Info, Marks, Options, Outcome, Phase, PlayError, Rules,
    Setup, SetupError, Standing, write_position,
};
use crate::step::Step;

#[cfg(test)]
mod diagram;
#[macro_use]
mod dispatch;
#[cfg(test)]
mod fairness;
mod greylox;
mod groups;
mod multiplicity;
mod necklace;
mod opening;
mod plurality;
mod rings;
mod small;
#[cfg(any(test, tetralith_yavalath))]
mod yavalath;

pub use self::greylox::Greylox;
pub use self::multiplicity::Multiplicity;
pub use self::necklace::Necklace;
pub use self::plurality::Plurality;
#[cfg(any(test, tetralith_yavalath))]
pub use self::yavalath::Yavalath;

games! {
    Multiplicity,
    Greylox,
    Plurality,
    Necklace,
    #[cfg(any(test, tetralith_yavalath))]
    Yavalath,
}

/// Work to be done on a position of any game, with the game's own type known.
///
/// Work that needs only the rules may ask for `G: Rules` instead.
pub trait Visitor {
    /// The result of the work.
    type Output;

    /// Does the work on `position`.
    fn visit<G: Knowledge>(self, position: &G) -> Self::Output;
}

/// Work to be done for each game, with the game's own type known.
pub trait KindVisitor {
    /// Does the work for one game.
    fn visit<G: Knowledge>(&mut self);
}

/// The reasons why a game cannot be set up.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "their sentences say it")]
pub enum NewGameError {
    #[error("there is no game '{name}'; the games are {}", ids().join(", "))]
    Game { name: String },
    /// The options cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct Write<'a, 'b>(&'a mut fmt::Formatter<'b>);
        impl Visitor for Write<'_, '_> {
            type Output = fmt::Result;
            fn visit<G: Rules>(self, position: &G) -> fmt::Result {
                write_position(position, self.0)
            }
        }
        self.visit(Write(f))
    }
}

/// Two positions are equal if the same can happen from them in the same game with the same options.
impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        let all =
            |game: &Self| (game.info().id, *game.options(), game.arrangement(), game.outcome());
        all(self) == all(other)
    }
}

impl Eq for Game {}

impl Names {
    /// The names in the game and on the board of `game`.
    pub fn of(game: &Game) -> Self {
        Self { info: game.info(), geometry: game.board().geometry() }
    }
}

impl Game {
    /// The game called `id` before its first step.
    ///
    /// # Errors
    /// [`NewGameError`] if there is no such game, or not with these options.
    pub fn new(id: &str, setup: &Setup) -> Result<Self, NewGameError> {
        let info = info(id).ok_or_else(|| NewGameError::Game { name: id.to_owned() })?;
        Ok(Self::start(info, &info.options(setup)?)?)
    }

    /// The position of the game `info` describes with these stones and this turn, whether or not
    /// any game can lead to it.
    ///
    /// ```
    /// use tetralith_core::rules::Arrangement;
    /// use tetralith_core::{Cell, CellSet, Colour, Game, Setup};
    /// let info = tetralith_core::games::info("necklace").expect("it is one of the games");
    /// let options = info.options(&Setup { size: Some(5), ..Setup::default() })?;
    /// let stones = [CellSet::of(Cell::new(7)), CellSet::EMPTY];
    /// let to_move = Colour::Second;
    /// let arrangement = Arrangement { stones, to_move, ..Arrangement::EMPTY };
    /// let position = Game::arranged(info, &options, &arrangement)?;
    /// assert_eq!(position.legal().len(), 24);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`IllegalArrangement`] that states what the rules do not allow, with the names of the cells.
    pub fn arranged(
        info: &'static Info,
        options: &Options,
        arrangement: &Arrangement,
    ) -> Result<Self, IllegalArrangement> {
        Self::try_arranged(info, options, arrangement).map_err(|reason| IllegalArrangement {
            reason,
            names: Names { info, geometry: options.geometry() },
        })
    }

    /// True if this is another position than the one its game begins with.
    pub fn is_set_up(&self) -> bool {
        Self::start(self.info(), self.options()).is_ok_and(|start| start != *self)
    }

    /// Plays `step` if it is legal.
    ///
    /// # Errors
    /// [`IllegalStep`] with the reason; the position is untouched then.
    pub fn play(&mut self, step: Step) -> Result<(), IllegalStep> {
        self.check(step).map_err(|reason| self.illegal(reason))?;
        self.play_unchecked(step);
        Ok(())
    }

    /// The error whose sentence explains why a step is refused, made of what [`Game::check`] found.
    pub fn illegal(&self, reason: PlayError) -> IllegalStep {
        IllegalStep { reason, names: Names::of(self) }
    }

    /// The turn that was typed here: like [`Names::parse_typed`], but the name of a cell is also
    /// the flip of its stone where that is legal.
    ///
    /// ```
    /// let timeline = tetralith_core::game_line::read("greylox/2;opening=false#a1,a2,c2,b1,b2")?;
    /// let names = tetralith_core::Names::of(timeline.start());
    /// let typed = timeline.position().parse_typed("a1")?;
    /// assert_eq!(names.turn(&typed), "xa1", "Black controls the stone on a1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`NotationError`] if it does not have the form of a turn.
    pub fn parse_typed(&self, text: &str) -> Result<Vec<Step>, NotationError> {
        let steps = Names::of(self).parse_typed(text)?;
        if let [Step::Place(cell)] = *steps {
            let flip = Step::Flip(cell);
            if self.board().at(cell).is_some() && self.check(flip).is_ok() {
                return Ok(vec![flip]);
            }
        }
        Ok(steps)
    }

    /// Does `visitor`'s work on this position as an exact search is to see it.
    pub fn visit_exact<V: ExactVisitor>(&self, visitor: V) -> V::Output {
        struct Through<V>(V);
        impl<V: ExactVisitor> Visitor for Through<V> {
            type Output = V::Output;
            fn visit<G: Knowledge>(self, position: &G) -> V::Output {
                position.visit_exact(self.0)
            }
        }
        self.visit(Through(visitor))
    }

    /// Every legal step, in natural order.
    pub fn legal(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        self.legal_steps(&mut steps);
        steps
    }

    /// The number of sequences of `depth` steps from here; games that end sooner do not count.
    ///
    /// ```
    /// use tetralith_core::{Game, Setup};
    /// let game = Game::new("multiplicity", &Setup { size: Some(2), ..Setup::default() })?;
    /// assert_eq!((1..=4).map(|depth| game.perft(depth)).collect::<Vec<_>>(), [7, 24, 84, 312]);
    /// # Ok::<(), tetralith_core::NewGameError>(())
    /// ```
    pub fn perft(&self, depth: u32) -> u64 {
        struct Perft(u32);
        impl Visitor for Perft {
            type Output = u64;
            fn visit<G: Rules>(self, position: &G) -> u64 {
                perft(position, self.0)
            }
        }
        self.visit(Perft(depth))
    }
}

fn perft<G: Rules>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut steps = Vec::new();
    position.legal_steps(&mut steps);
    if depth == 1 {
        return steps.len() as u64;
    }
    steps
        .into_iter()
        .map(|step| {
            let mut next = position.clone();
            next.play_unchecked(step);
            perft(&next, depth - 1)
        })
        .sum()
}

/// The game called `id`, if there is one.
pub fn info(id: &str) -> Option<&'static Info> {
    INFOS.iter().copied().find(|info| info.id == id)
}

/// The names of all games, in the order menus show them.
pub fn ids() -> Vec<&'static str> {
    INFOS.iter().map(|info| info.id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Side, StoneColour};

    #[test]
    fn a_game_that_is_not_listed_is_refused() {
        const fn side(name: &'static str, stone: StoneColour) -> Side {
            Side { name, title: name, stone }
        }
        let colours = [side("white", StoneColour::White), side("black", StoneColour::Black)];
        let chess = Info { id: "chess", title: "Chess", colours, ..*INFOS[0] };
        let options = INFOS[0].options(&Setup::default()).unwrap();
        assert_eq!(
            Game::start(&chess, &options).err(),
            Some(SetupError::Unlisted { game: "Chess" })
        );
    }
}

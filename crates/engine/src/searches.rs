//! The trees that a thread keeps, within one limit of memory.

use std::collections::VecDeque;

use tetralith_core::{Game, Step};

use crate::any_search::AnySearch;
use crate::search::Config;

/// The share of the memory for trees of positions that were studied before: one part of so many.
const STUDIED: usize = 8;

/// The trees that a thread keeps.
pub(crate) struct Searches {
    /// The settings, with the memory of all together.
    pub(crate) config: Config,
    /// Follows the game.
    pub(crate) game: AnySearch,
    /// For what begins afresh each time and must leave the game's tree alone: levels that are the
    /// same everywhere, and positions that are only supposed.
    pub(crate) aside: AnySearch,
    /// Positions that were studied before, the last one last.
    studied: VecDeque<AnySearch>,
    /// True if the game's tree is of a position that is studied.
    is_study: bool,
}

impl Searches {
    pub(crate) fn new(config: Config) -> Self {
        let aside = config.aside();
        let game =
            Config { memory: config.memory - aside.memory - config.memory / STUDIED, ..config };
        Self {
            config,
            game: AnySearch::new(game),
            aside: AnySearch::new(aside),
            studied: VecDeque::new(),
            is_study: false,
        }
    }

    pub(crate) fn forget(&mut self) {
        for search in [&mut self.game, &mut self.aside] {
            search.forget(self.config.seed);
        }
        self.studied.clear();
    }

    /// Gets ready for a question about `place`, a position and the steps that led to it; `is_study`
    /// is true if it is studied.
    ///
    /// On the way from one studied position to another, the tree of the first is put away whole, if
    /// there is room, and that of the second is brought back, if it was kept. Otherwise the game's
    /// tree follows the game.
    pub(crate) fn turn_to(&mut self, place: (&Game, &[Step]), is_study: bool) {
        let was_study = std::mem::replace(&mut self.is_study, is_study);
        if !(was_study && is_study) || self.game.is_at(place) {
            return;
        }
        let known = self.studied.iter().position(|search| search.is_at(place));
        let next =
            known.and_then(|at| self.studied.remove(at)).unwrap_or_else(|| self.game.another());
        self.studied.push_back(std::mem::replace(&mut self.game, next));
        let room = self.config.memory / STUDIED;
        while self.studied.iter().map(AnySearch::taken).sum::<usize>() > room {
            self.studied.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use tetralith_core::Setup;

    use super::*;
    use crate::analysis::Limits;
    use crate::cancel::CancelToken;

    #[test]
    fn trees_of_short_studies_count_with_all_that_they_take() {
        let memory = 64 << 20;
        let mut searches = Searches::new(Config { memory, ..Config::default() });
        let mut game = Game::new("necklace", &Setup::default()).expect("the defaults are playable");
        let mut played = Vec::new();
        for _ in 0..100 {
            searches.turn_to((&game, &played), true);
            searches.game.follow(&game, &played);
            let limits = Limits::simulations(1);
            searches.game.run(&limits, &CancelToken::new(), &mut |_| {}).expect("it goes on");
            let step = game.legal()[0];
            game.play_unchecked(step);
            played.push(step);
        }
        // However little was found, a tree takes a piece for nodes and one for tables.
        let most = memory / STUDIED / (128 << 10);
        let kept = searches.studied.len();
        assert!((2..most).contains(&kept), "{kept} trees are kept, {most} have room");
    }
}

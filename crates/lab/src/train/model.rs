//! Fitted weights with where they come from.

use serde::{Deserialize, Serialize};
use tetralith_core::games::Visitor;
use tetralith_core::knowledge::{FeatureKind, Prior};
use tetralith_core::{Game, Knowledge, Setup};

use crate::train::error::TrainError;

/// Weights of all features of a game, as they were fitted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Model {
    /// The game's name.
    pub game: String,
    /// The builds that played the games, by the checksums of their searches.
    pub builds: Vec<String>,
    pub seed: u64,
    pub games: usize,
    pub choices: usize,
    /// One for each feature.
    pub weights: Vec<f32>,
}

impl Model {
    /// True if `bytes` begin as [`Model::file`] does, with weights for any features.
    pub fn begins_file(bytes: &[u8]) -> bool {
        bytes.starts_with(Prior::WORD)
    }

    /// The bytes of the file that the game embeds: weights rounded to a byte each, and a note of
    /// where they come from.
    ///
    /// # Errors
    /// [`TrainError`] if the game is unknown or has other features by now.
    pub fn file(&self) -> Result<Vec<u8>, TrainError> {
        let kinds = kinds(&self.game)?;
        let features = FeatureKind::total(kinds);
        if self.weights.len() != features {
            let (game, other) = (self.game.clone(), self.game.clone());
            return Err(TrainError::Unlike { game, count: self.weights.len(), other, features });
        }
        let Self { game, builds, seed, games, choices, .. } = self;
        let builds = builds.join(" ");
        let note = format!(
            "{game}, {games} games, {choices} choices, played by {builds}, fitted with seed {seed}"
        );
        Ok(Prior::file(kinds, &self.weights, &note))
    }
}

pub(crate) fn kinds(game: &str) -> Result<&'static [FeatureKind], TrainError> {
    struct Kinds;
    impl Visitor for Kinds {
        type Output = &'static [FeatureKind];
        fn visit<G: Knowledge>(self, _position: &G) -> Self::Output {
            G::FEATURES
        }
    }
    Ok(Game::new(game, &Setup::default())?.visit(Kinds))
}

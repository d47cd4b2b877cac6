//! Games of several files together: each of them once, and all on one board by one build unless
//! others are asked for.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use tetralith_core::text::counted;

use crate::train::error::TrainError;
use crate::train::played::TrainingGame;

/// Games of several files, each once.
#[derive(Clone, PartialEq, Debug)]
pub struct Joined {
    /// The games, in the order of their first appearance.
    pub games: Vec<TrainingGame>,
    /// One sentence if games were left out since they were there already.
    pub note: Option<String>,
}

/// Joins `games`, which may be of several files; one that is there more than once is taken once.
///
/// # Errors
/// [`TrainError::Builds`] if those on one board are of different builds and that is not `mixed` on
/// purpose.
pub fn join(
    games: impl IntoIterator<Item = TrainingGame>,
    mixed: bool,
) -> Result<Joined, TrainError> {
    let mut kept: Vec<TrainingGame> = Vec::new();
    let mut places = HashMap::new();
    let (mut doubles, mut contrary) = (0, 0);
    for game in games {
        match places.entry(key(&game)) {
            Entry::Vacant(place) => {
                place.insert(kept.len());
                kept.push(game);
            }
            Entry::Occupied(place) => {
                doubles += 1;
                contrary += usize::from(kept[*place.get()].moves != game.moves);
            }
        }
    }
    if !mixed {
        builds(&kept)?;
    }
    Ok(Joined { games: kept, note: (doubles > 0).then(|| left_out(doubles, contrary)) })
}

/// The identity of a game: with other simulations, or by another build, the same number under the
/// same seed is another game.
fn key(game: &TrainingGame) -> impl Eq + std::hash::Hash + use<> {
    let TrainingGame { game, board, size, number, seed, sims, build, .. } = game;
    (game.clone(), board.clone(), *size, *number, *seed, *sims, build.clone())
}

/// The sentence on so many games that were there already.
fn left_out(doubles: usize, contrary: usize) -> String {
    let (are, they) = if doubles == 1 { ("is", "it is") } else { ("are", "they are") };
    let but = match contrary {
        0 => String::new(),
        _ if doubles == 1 => ", though with other moves".to_owned(),
        contrary => format!(", though {contrary} with other moves"),
    };
    format!("{} {are} left out because {they} in the data already{but}", counted(doubles, "game"))
}

/// A build by its version, if known, and its signature.
type Build<'a> = (Option<&'a str>, &'a str);

/// Refuses games on one board by different builds.
fn builds(games: &[TrainingGame]) -> Result<(), TrainError> {
    // The signature of a build is another one for each board.
    let mut boards: BTreeMap<(&str, &str, u8), BTreeSet<Build<'_>>> = BTreeMap::new();
    for game in games {
        let board = boards.entry((&game.game, &game.board, game.size)).or_default();
        board.insert((game.version.as_deref(), &game.build));
    }
    for ((_, board, size), found) in boards {
        let signatures: BTreeSet<&str> = found.iter().map(|&(_, build)| build).collect();
        // Games of earlier versions do not name theirs, which counts as no difference.
        let versions: BTreeSet<&str> = found.iter().filter_map(|&(version, _)| version).collect();
        if signatures.len() > 1 || versions.len() > 1 {
            let name = |(version, build): Build<'_>| {
                format!("{} {build}", version.unwrap_or("an unknown version"))
            };
            return Err(TrainError::Builds {
                board: format!("{board} {size}"),
                found: found.into_iter().map(name).collect(),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u64) -> TrainingGame {
        TrainingGame {
            game: "greylox".into(),
            board: "hexhex".into(),
            size: 3,
            number,
            seed: 1,
            sims: 20,
            build: "abc".into(),
            version: Some("1".into()),
            processor: Some("one".into()),
            threads: Some(1),
            moves: vec!["a1".into()],
            visits: vec![Vec::new()],
        }
    }

    /// The numbers of the games that are kept, and the remarks.
    fn joined(games: Vec<TrainingGame>, mixed: bool) -> (Vec<u64>, String) {
        let found = join(games, mixed).expect("one build, or asked for");
        (found.games.iter().map(|game| game.number).collect(), found.note.unwrap_or_default())
    }

    #[test]
    fn a_game_that_occurs_twice_counts_once() {
        assert_eq!(joined(vec![game(0), game(1)], false), (vec![0, 1], String::new()));
        let (kept, note) = joined(vec![game(0), game(1), game(0), game(1)], false);
        assert_eq!(kept, [0, 1]);
        assert_eq!(note, "2 games are left out because they are in the data already");
        let longer = TrainingGame { moves: vec!["b1".into()], ..game(0) };
        let (kept, note) = joined(vec![game(0), longer], false);
        assert_eq!(kept, [0]);
        assert_eq!(
            note,
            "1 game is left out because it is in the data already, though with other moves"
        );
    }

    #[test]
    fn another_game_under_the_same_number_is_no_double() {
        let other = |change: fn(&mut TrainingGame)| {
            let mut other = game(0);
            change(&mut other);
            other
        };
        let games = vec![
            game(0),
            other(|game| game.seed = 2),
            other(|game| game.size = 4),
            other(|game| game.sims = 30),
            other(|game| game.build = "def".into()),
        ];
        let (kept, note) = joined(games, true);
        assert_eq!((kept.len(), note), (5, String::new()));
    }

    #[test]
    fn different_builds_on_one_board_are_refused_unless_asked_for() {
        let other = |version: Option<&str>, build: &str, size| TrainingGame {
            version: version.map(Into::into),
            build: build.into(),
            size,
            ..game(1)
        };
        // Each board has a signature of its own, and an unknown version is no other one.
        assert_eq!(
            joined(vec![game(0), other(Some("1"), "def", 4), other(None, "abc", 3)], false).0.len(),
            2 + 1
        );
        for (other, name) in
            [(other(Some("1"), "def", 3), "1 def"), (other(Some("2"), "abc", 3), "2 abc")]
        {
            let refused =
                join(vec![game(0), other.clone()], false).expect_err("two builds").to_string();
            assert!(
                refused.contains("on hexhex 3") && refused.contains(&format!("1 abc; {name}")),
                "{refused}"
            );
            assert_eq!(joined(vec![game(0), other], true).0, [0, 1]);
        }
    }
}

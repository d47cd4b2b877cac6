//! The marks of the rules that are shown on a board.

use tetralith_core::{CellSet, Game, Marks, Step};

/// The marks of `game` that are shown: without large regions that are still open, unless the game
/// is over.
pub fn shown(game: &Game, is_over: bool) -> Marks {
    let mut marks = game.marks();
    if !is_over {
        leave_out_open(&mut marks, game.board().geometry().len(), || {
            game.legal().into_iter().flat_map(Step::cells).collect()
        });
    }
    marks
}

/// Takes large regions that are still open out of `marks` on a board of so many `cells`; `open`
/// finds the cells that some legal step touches, and is asked only if there is a large region.
///
/// Showing an owner for such a region would not help yet.
pub fn leave_out_open(marks: &mut Marks, cells: usize, open: impl FnOnce() -> CellSet) {
    let is_large = |region: &CellSet| region.len() > cells / 3;
    if marks.territories.iter().any(|territory| is_large(&territory.cells)) {
        let open = open();
        marks
            .territories
            .retain(|territory| !is_large(&territory.cells) || !territory.cells.intersects(&open));
    }
}

#[cfg(test)]
mod tests {
    use tetralith_core::{Setup, games};

    use super::*;

    #[test]
    fn large_open_regions_are_neutral_until_the_end() {
        let mut regions = 0;
        for info in games::INFOS {
            let size = i64::from(info.boards[0].min.max(5));
            let mut game =
                Game::new(info.id, &Setup { size: Some(size), opening: None, ..Setup::default() })
                    .unwrap();
            game.play(game.legal()[0]).unwrap();
            let large = game.board().geometry().len() / 3;
            let count = |marks: &Marks| {
                marks.territories.iter().filter(|region| region.cells.len() > large).count()
            };
            assert_eq!(count(&shown(&game, false)), 0, "{}", info.id);
            assert_eq!(shown(&game, true), game.marks(), "{}", info.id);
            regions += count(&game.marks());
        }
        assert!(regions > 0, "some game has such a region");
    }
}

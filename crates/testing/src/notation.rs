//! Text that may be a cell, a step, a turn or a colour.

use tetralith_core::{Game, Names};

use crate::{Source, assert_sentence};

/// Checks that what is read as a step is written as one that reads the same, and that its legality
/// is said the same everywhere.
pub(crate) fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let (info, setup) = source.game(25);
    let mut game = Game::new(info.id, &setup).expect("the source makes options that can be played");
    for _ in 0..source.below(8) {
        let legal = game.legal();
        if legal.is_empty() {
            break;
        }
        let step = *source.pick(&legal);
        game.play(step).expect("it was in the list");
    }
    let names = Names::of(&game);
    let text = String::from_utf8_lossy(source.rest());
    let legal = game.legal();
    for line in text.split('\n').take(64) {
        match names.parse_step(line) {
            Ok(step) => {
                assert_eq!(names.parse_step(&names.step(step)), Ok(step), "{line:?}");
                let checked = game.check(step);
                assert_eq!(checked.is_ok(), legal.contains(&step), "{line:?}");
                if let Err(error) = checked {
                    assert_sentence(&names.explain(&error));
                }
            }
            Err(error) => assert_sentence(&error.to_string()),
        }
        match names.parse_turn(line) {
            Ok(steps) => assert_eq!(names.parse_turn(&names.turn(&steps)), Ok(steps), "{line:?}"),
            Err(error) => assert_sentence(&error.to_string()),
        }
        match names.parse_cell(line) {
            Ok(cell) => assert_eq!(names.parse_cell(&names.cell(cell)), Ok(cell), "{line:?}"),
            Err(error) => assert_sentence(&error.to_string()),
        }
        if let Err(error) = names.parse_typed(line) {
            assert_sentence(&error.to_string());
        }
        let _ = names.parse_colour(line);
    }
}

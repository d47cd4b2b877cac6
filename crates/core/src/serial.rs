//! Serialisation of what a derived implementation would get wrong, with the feature `serde`.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, SeqAccess, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::cell::{Bits, Cell, MAX_CELLS};
use crate::rules::Reason;

/// A cell is its place in natural order.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(self.index() as u16)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let index = usize::from(u16::deserialize(deserializer)?);
        if index < MAX_CELLS {
            Ok(Self::new(index))
        } else {
            let expected = format!("a cell from 0 to {}", MAX_CELLS - 1);
            Err(D::Error::invalid_value(Unexpected::Unsigned(index as u64), &expected.as_str()))
        }
    }
}

/// A set is the list of its cells in natural order.
impl<const W: usize> Serialize for Bits<W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, const W: usize> Deserialize<'de> for Bits<W> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Cells<const W: usize>;
        impl<'de, const W: usize> Visitor<'de> for Cells<W> {
            type Value = Bits<W>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of cells from 0 to {}", last::<W>())
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut cells: A) -> Result<Bits<W>, A::Error> {
                let mut set = Bits::EMPTY;
                while let Some(cell) = cells.next_element::<Cell>()? {
                    if cell.index() > last::<W>() {
                        return Err(A::Error::invalid_value(
                            Unexpected::Unsigned(cell.index() as u64),
                            &self,
                        ));
                    }
                    set.insert(cell);
                }
                Ok(set)
            }
        }
        deserializer.deserialize_seq(Cells)
    }
}

/// The highest cell that a set of `W` words can hold, by its place in natural order.
const fn last<const W: usize>() -> usize {
    let room = 64 * W;
    (if room < MAX_CELLS { room } else { MAX_CELLS }) - 1
}

/// A reason is its name in records. It is not read back: only a game knows the endings of its own.
impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use crate::cell::Bits;
    use crate::{Cell, CellSet, Colour, Game, Outcome, Reason, Setup, Step};

    #[test]
    fn public_data_is_written_and_read_back() {
        let step = Step::Tromino { own: [Cell::new(3), Cell::new(4)], other: Cell::new(9) };
        let text = serde_json::to_string(&step).unwrap();
        assert_eq!(text, r#"{"tromino":{"own":[3,4],"other":9}}"#);
        assert_eq!(serde_json::from_str::<Step>(&text).unwrap(), step);
        let outcome = Outcome { winner: Some(Colour::Second), reason: Reason::NoMoves };
        assert_eq!(
            serde_json::to_string(&outcome).unwrap(),
            r#"{"winner":"second","reason":"no-moves"}"#
        );
        let setup: Setup = serde_json::from_str(r#"{"size": 9, "board": "hexhex"}"#).unwrap();
        assert_eq!(setup.size, Some(9));
    }

    #[test]
    fn a_cell_that_no_board_has_is_refused() {
        let error = serde_json::from_str::<Step>(r#"{"place": 625}"#).unwrap_err().to_string();
        assert!(
            error.starts_with("invalid value: integer `625`, expected a cell from 0 to 624"),
            "{error}"
        );
    }

    #[test]
    fn a_set_of_cells_is_the_list_of_them() {
        let set: CellSet = [Cell::new(7), Cell::new(3), Cell::new(624)].into_iter().collect();
        let text = serde_json::to_string(&set).unwrap();
        assert_eq!(text, "[3,7,624]");
        assert_eq!(serde_json::from_str::<CellSet>(&text).unwrap(), set);
        let error = serde_json::from_str::<Bits<1>>("[3,64]").unwrap_err().to_string();
        assert!(
            error.starts_with("invalid value: integer `64`, expected a list of cells from 0 to 63"),
            "{error}"
        );
    }

    #[test]
    fn how_a_game_stands_is_written_for_programs() {
        let mut game =
            Game::new("plurality", &Setup { size: Some(5), ..Setup::default() }).unwrap();
        let tromino = game.legal()[0];
        game.play(tromino).unwrap();
        let standing = serde_json::to_value(game.standing()).unwrap();
        assert_eq!(standing["figures"][0]["half-points"], 0);
        let marks = serde_json::to_value(game.marks()).unwrap();
        assert_eq!(marks["territories"][0]["cells"].as_array().unwrap().len(), 22);
    }
}

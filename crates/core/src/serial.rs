//! Serialisation of what a derived implementation would get wrong, with the feature `serde`.

use serde::de::{Deserialize, Deserializer, Error as _, Unexpected};
use serde::ser::{Serialize, Serializer};

use crate::cell::{Cell, MAX_CELLS};
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

/// A reason is its name in records. It is not read back: only a game knows the endings of its own.
impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Cell, Colour, Outcome, Reason, Setup, Step};

    #[test]
    fn public_data_is_written_and_read_back() {
        let step = Step::Tromino { own: [Cell::new(3), Cell::new(4)], other: Cell::new(9) };
        let text = serde_json::to_string(&step).unwrap();
        assert_eq!(text, r#"{"tromino":{"own":[3,4],"other":9}}"#);
        assert_eq!(serde_json::from_str::<Step>(&text).unwrap(), step);
        let outcome = Outcome { winner: Some(Colour::Second), reason: Reason::NoMoves };
        assert_eq!(serde_json::to_string(&outcome).unwrap(), r#"{"winner":"second","reason":"no-moves"}"#);
        let setup: Setup = serde_json::from_str(r#"{"size": 9, "board": "hexhex"}"#).unwrap();
        assert_eq!(setup.size, Some(9));
    }

    #[test]
    fn a_cell_that_no_board_has_is_refused() {
        let error = serde_json::from_str::<Step>(r#"{"place": 625}"#).unwrap_err().to_string();
        assert!(error.starts_with("invalid value: integer `625`, expected a cell from 0 to 624"), "{error}");
    }
}

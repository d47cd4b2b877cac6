//! Steps in 32 bits, as tree nodes keep them.

use tetralith_core::cell::MAX_CELLS;
use tetralith_core::{Cell, Colour, Step};

const CELL_BITS: u32 = 10;
const CELL_MASK: u32 = (1 << CELL_BITS) - 1;
const _: () = assert!(MAX_CELLS <= 1 << CELL_BITS);

const KIND_SHIFT: u32 = 30;
const TROMINO: u32 = 0;
const PLACE: u32 = 1;
const FLIP: u32 = 2;
const NO_STONE: u32 = 3;
const SWAP: u32 = 1;

#[inline]
pub(crate) const fn pack(step: Step) -> u32 {
    match step {
        Step::Place(cell) => PLACE << KIND_SHIFT | cell.index() as u32,
        Step::Flip(cell) => FLIP << KIND_SHIFT | cell.index() as u32,
        Step::Tromino { own: [a, b], other } => {
            TROMINO << KIND_SHIFT
                | (a.index() as u32) << (2 * CELL_BITS)
                | (b.index() as u32) << CELL_BITS
                | other.index() as u32
        }
        Step::Pass => NO_STONE << KIND_SHIFT,
        Step::Swap => NO_STONE << KIND_SHIFT | SWAP,
    }
}

/// The step that [`pack`] made `code` of.
#[inline]
pub(crate) fn unpack(code: u32) -> Step {
    let cell = |nth: u32| Cell::new((code >> (nth * CELL_BITS) & CELL_MASK) as usize);
    match code >> KIND_SHIFT {
        PLACE => Step::Place(cell(0)),
        FLIP => Step::Flip(cell(0)),
        TROMINO => Step::Tromino { own: [cell(2), cell(1)], other: cell(0) },
        _ if code & SWAP != 0 => Step::Swap,
        _ => Step::Pass,
    }
}

#[inline]
pub(crate) const fn is_swap(code: u32) -> bool {
    code == NO_STONE << KIND_SHIFT | SWAP
}

/// True if `code` is that of a step of three stones.
#[inline]
pub(crate) const fn is_tromino(code: u32) -> bool {
    code >> KIND_SHIFT == TROMINO
}

/// The index of a (cell, colour) pair in a table of `2 * cells` entries.
#[inline]
pub(crate) const fn slot(cell: Cell, colour: Colour) -> usize {
    2 * cell.index() + colour.index()
}

/// The slots of the stones that `code` gives when `mover` makes it, and how many there are.
#[inline]
pub(crate) const fn slots(code: u32, mover: Colour) -> ([usize; 3], usize) {
    let mine = mover.index();
    let low = (code & CELL_MASK) as usize;
    match code >> KIND_SHIFT {
        PLACE | FLIP => ([2 * low + mine, 0, 0], 1),
        TROMINO => {
            let a = (code >> (2 * CELL_BITS) & CELL_MASK) as usize;
            let b = (code >> CELL_BITS & CELL_MASK) as usize;
            ([2 * a + mine, 2 * b + mine, 2 * low + 1 - mine], 3)
        }
        _ => ([0; 3], 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_step_survives_packing_and_names_its_stones() {
        let [a, b, c] = [0, 311, MAX_CELLS - 1].map(Cell::new);
        let steps = [
            Step::Place(a),
            Step::Place(c),
            Step::Flip(b),
            Step::tromino(a, b, c),
            Step::tromino(b, c, a),
            Step::Pass,
            Step::Swap,
        ];
        for step in steps {
            let code = pack(step);
            assert_eq!(unpack(code), step);
            assert_eq!(is_swap(code), step == Step::Swap);
            assert_eq!(is_tromino(code), step.cells().count() == 3);
            for mover in Colour::BOTH {
                let (found, n) = slots(code, mover);
                let expected: Vec<usize> =
                    step.stones(mover).map(|(cell, colour)| slot(cell, colour)).collect();
                assert_eq!(found[..n], expected);
            }
        }
    }
}

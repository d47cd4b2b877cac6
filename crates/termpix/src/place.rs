//! Places on the window of a terminal, and the way of the cursor there.

use std::io::Write as _;

use crate::bitmap::Size;

/// The place of a picture on the window, in cells from its top left corner, and the size of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) column: u32,
    pub(crate) row: u32,
    pub(crate) cell: Size,
}

/// Moves the cursor to a column and a row, counted from 0.
pub(crate) fn go_to(column: u32, row: u32, out: &mut Vec<u8>) {
    write!(out, "\x1b[{};{}H", row + 1, column + 1).expect("writing to memory does not fail");
}

/// Moves the cursor to a column of its row, counted from 0.
pub(crate) fn go_along(column: u32, out: &mut Vec<u8>) {
    write!(out, "\x1b[{}G", column + 1).expect("writing to memory does not fail");
}

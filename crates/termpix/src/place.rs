//! Places on the window of a terminal, the way of the cursor there, and what is written there.

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
    put(out, format_args!("\x1b[{};{}H", row + 1, column + 1));
}

/// Moves the cursor to a column of its row, counted from 0.
pub(crate) fn go_along(column: u32, out: &mut Vec<u8>) {
    put(out, format_args!("\x1b[{}G", column + 1));
}

/// Writes to memory, which does not fail.
pub(crate) fn put(out: &mut Vec<u8>, text: std::fmt::Arguments) {
    out.write_fmt(text).expect("writing to memory does not fail");
}

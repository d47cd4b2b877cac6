//! What a person at the board has in hand.

use tetralith_core::Cell;
use tetralith_core::timeline::NodeId;

use super::Aim;
use crate::cursor::Cursor;
use crate::tromino::Stamp;

/// The cursor on the board, the cells picked with it, and the step that Enter would make.
#[derive(Clone)]
pub(super) struct Hand {
    pub(super) cursor: Cursor,
    /// The cell that keys went to last: the board scrolls to it, but never because the mouse moves.
    pub(super) focus: Cell,
    pub(super) stamp: Stamp,
    pub(super) picks: Vec<Cell>,
    /// The place where they were picked.
    pub(super) picked_at: NodeId,
    pub(super) aim: Aim,
    /// True if a step was just made and the cursor is still where it was then.
    pub(super) fresh: bool,
    /// True if the cursor is in use where the game is reviewed.
    pub(super) points: bool,
}

impl Hand {
    pub(super) fn new(cursor: Cursor) -> Self {
        Self {
            cursor,
            focus: cursor.cell(),
            stamp: Stamp::default(),
            picks: Vec::new(),
            picked_at: NodeId::START,
            aim: Aim::default(),
            fresh: false,
            points: false,
        }
    }
}

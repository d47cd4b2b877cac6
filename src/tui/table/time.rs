//! What clocks do at the table.

use std::time::Duration;

use tetralith_core::Reason;
use tetralith_core::timeline::Note;

use super::{Mode, Reply, Table};

impl Table {
    /// Notes how long the cursor's turn took, unless that is known or too short to measure.
    pub fn note_time(&mut self, time: Duration) {
        let at = self.timeline.cursor();
        let note = self.timeline.note(at).cloned().unwrap_or_default();
        let time_ms = time.as_millis() as u64;
        if note.time_ms.is_none() && time_ms > 0 {
            self.timeline.set_note(at, Note { time_ms: Some(time_ms), ..note });
        }
    }

    /// Ends the game because the player to move has run out of time; only at the end of a line.
    pub fn lose_on_time(&mut self) -> Reply {
        if !self.timeline.end(self.game().to_move().other(), Reason::Time) {
            return Reply::Nothing;
        }
        if !self.study {
            // Where variations are nested too deep for that, it stays one of them.
            let _ = self.timeline.promote(self.timeline.cursor());
        }
        self.mode = Mode::Over;
        self.live = self.timeline.cursor();
        self.look();
        Reply::Changed
    }
}

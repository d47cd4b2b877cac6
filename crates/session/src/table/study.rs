//! Studying at the table: judging turns, finding places in the game, and how the chances went.

use tetralith_core::timeline::{NodeId, Note};
use tetralith_core::{CellSet, Step};

use super::{Hidden, Reply, Table};

/// The judgements of a turn that a key goes through, after none at all.
///
/// Source: the signs of chess notation, as PGN's numeric glyphs $1 to $6 name them.
pub const GLYPHS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

impl Table {
    /// Marks the cursor's turn with the next of [`GLYPHS`]; after the last it has no mark.
    pub fn next_glyph(&mut self) -> Reply {
        let at = self.timeline.cursor();
        if at == NodeId::START {
            return Reply::Refused("there is no move to annotate at the start of the game".into());
        }
        let note = self.timeline.note(at).cloned().unwrap_or_default();
        let next = match note.nag.as_deref() {
            None => Some(0),
            // A judgement that is not one of these is replaced by the first.
            Some(nag) => {
                GLYPHS.iter().position(|glyph| *glyph == nag).map_or(Some(0), |i| Some(i + 1))
            }
        };
        let nag = next.and_then(|i| GLYPHS.get(i)).map(|glyph| (*glyph).to_owned());
        self.timeline.set_note(at, Note { nag, ..note });
        Reply::Changed
    }

    /// Notes the first player's winning chance after the cursor's turn.
    pub fn note_chance(&mut self, eval: f64) {
        let at = self.timeline.cursor();
        // A turn of two steps is noted on its last.
        if at != NodeId::START && !self.game().phase().is_mid_turn() {
            let note = self.timeline.note(at).cloned().unwrap_or_default();
            self.timeline.set_note(at, Note { eval: Some(eval), ..note });
        }
    }

    /// The first player's winning chance after the turns of the line where the analysis or a note
    /// says it, from 0 to 1, with the places after them.
    pub fn chances(&self) -> Vec<(NodeId, f64)> {
        self.line().into_iter().filter_map(|node| Some((node, self.chance_after(node)?))).collect()
    }

    /// Returns whether the analysis or notes hold at least two chances, not counting those found
    /// while somebody looked.
    pub fn has_chances(&self) -> bool {
        let noted = |node| self.analysed_chance(node).or_else(|| self.timeline.note(node)?.eval);
        self.hidden() == Hidden::Nothing
            && self.line().into_iter().filter_map(noted).take(2).count() == 2
    }

    /// The first player's winning chance after the turn that ends at `node`: from the analysis,
    /// from a search while somebody looked at it, or from a note.
    pub fn chance_after(&self, node: NodeId) -> Option<f64> {
        let noted = || self.timeline.note(node)?.eval.filter(|_| !self.is_hidden_at(node));
        self.analysed_chance(node).or_else(|| self.found_chance(node)).or_else(noted)
    }

    /// Goes to the next place, variations included, that `text` speaks of: the number of a turn,
    /// cells of a step, a judgement, or words of a comment. After the last place it goes on at the
    /// start.
    pub fn find(&mut self, text: &str) -> Reply {
        let text = text.trim();
        if let Ok(turn) = text.parse() {
            return self.go_to_turn(turn);
        }
        let order = self.places();
        let here =
            order.iter().position(|&node| node == self.timeline.cursor()).map_or(0, |at| at + 1);
        let sought = Sought::of(self, text);
        let mut found =
            order[here..].iter().chain(&order[..here]).filter(|&&node| sought.is_at(self, node));
        // Who plays does not come to moves that were only explored; if nothing else is found, they
        // are told so.
        let found =
            found.clone().find(|&&node| !self.is_only_explored(node)).or_else(|| found.next());
        match found {
            None => Reply::Refused(format!("no move or comment contains '{text}'").into()),
            Some(&node) if node == self.timeline.cursor() => {
                Reply::Refused(format!("no other place contains '{text}'").into())
            }
            Some(&node) => self.go_to(node),
        }
    }

    /// Every place but the start, each line after the step it branches from, the main line first.
    fn places(&self) -> Vec<NodeId> {
        let mut places = Vec::with_capacity(self.timeline.steps());
        let mut stack: Vec<NodeId> =
            self.timeline.children(NodeId::START).iter().rev().copied().collect();
        while let Some(node) = stack.pop() {
            places.push(node);
            stack.extend(self.timeline.children(node).iter().rev());
        }
        places
    }
}

/// A text that somebody looks for in a game.
struct Sought {
    words: String,
    cells: CellSet,
    /// Steps without cells: a pass, a swap.
    steps: Vec<Step>,
}

impl Sought {
    fn of(table: &Table, text: &str) -> Self {
        let steps = table.names().parse_typed(text).unwrap_or_default();
        let cells = steps.iter().flat_map(|step| step.cells()).collect();
        Self { words: text.to_lowercase(), cells, steps }
    }

    fn is_at(&self, table: &Table, node: NodeId) -> bool {
        let timeline = table.timeline();
        let noted = timeline.note(node).is_some_and(|note| {
            note.nag.as_deref() == Some(self.words.as_str())
                || note.comment.to_lowercase().contains(&self.words)
        });
        let Some(step) = timeline.step(node) else { return noted };
        let cells: CellSet = step.cells().collect();
        noted
            || !self.cells.is_empty() && self.cells - cells == CellSet::EMPTY
            || self.cells.is_empty() && self.steps.contains(&step)
    }
}

//! Steps on the board, and going from one turn to another.

use tetralith_core::Step;

use super::{Session, Unanswered, say};
use crate::plain::words;
use crate::program::Effects;
use tetralith_session::match_play::BoardAct;
use tetralith_session::why::Why;
use tetralith_session::words::{cursor_text, resigning_text, sentence, to_do};

impl Session {
    pub(super) fn ask_to_resign(&mut self, effects: &mut Effects) {
        let Some(table) = self.table() else { return };
        let colour = match table.state().resigner() {
            Ok(colour) => colour,
            Err(why) => return say(&words::spell(&why), effects),
        };
        let who = table.names().title(colour);
        let confirm = "type yes to confirm";
        let rest = resigning_text(table)
            .map_or_else(|| confirm.to_owned(), |after| format!("{after}; {confirm}"));
        let question = format!("resign as {who}? {}", sentence(&rest).trim_end_matches('.'));
        self.unanswered = Some(Unanswered::Resign);
        say(&question, effects);
    }

    pub(super) fn why(&mut self, text: &str, effects: &mut Effects) {
        let Some(table) = self.game.table_mut() else {
            return say("there is no game yet", effects);
        };
        if text.is_empty() {
            return say("why needs a cell or a move, as in: why a1", effects);
        }
        let cell = table.names().parse_cell(&text.to_lowercase());
        // The answer of the rules about a cell is the same for either side to move, and in review
        // too.
        if !table.hand().is_playable() && (cell.is_err() || table.outcome().is_some()) {
            return self.refusal(effects);
        }
        if table.hand().seen().cells.is_empty() {
            return say(&to_do(table), effects);
        }
        if let Ok(cell) = cell {
            return say(&Why::of(table.game(), cell).text, effects);
        }
        let is_legal = table.hand_mut().aim_at_text(text);
        let answer =
            match (table.hand().aim().refused.clone(), cursor_text(table).filter(|_| is_legal)) {
                (Some(refused), _) => refused,
                (None, Some((text, _))) => format!("this is legal. {text}"),
                (None, None) => to_do(table),
            };
        table.hand_mut().aim_at_cursor();
        say(&answer, effects);
    }

    /// Shows why a person can make no step here.
    pub(super) fn refusal(&self, effects: &mut Effects) {
        let Some(table) = self.table() else { return say("there is no game yet", effects) };
        if table.state().computer_to_move().is_some() {
            return say("it is the engine's turn; type go to let it move", effects);
        }
        if let Some(why) = table.state().refusal_to_play() {
            say(&words::spell(&why), effects);
        }
    }

    pub(super) fn step(&mut self, line: &str, effects: &mut Effects) {
        let Some(table) = self.table() else { return };
        match table.game().parse_typed(line) {
            Ok(steps) => self.play(steps, effects),
            // A word of letters alone is meant as one of ours.
            Err(_) if line.chars().all(char::is_alphabetic) && line.chars().count() > 1 => say(
                &format!(
                    "'{}' is neither a command nor a move; type help for the commands",
                    line.chars().take(20).collect::<String>()
                ),
                effects,
            ),
            Err(error) => say(&error.to_string(), effects),
        }
    }

    pub(super) fn play(&mut self, steps: Vec<Step>, effects: &mut Effects) {
        match self.table() {
            Some(table) if table.hand().is_playable() => self.act(BoardAct::Play(steps), effects),
            Some(_) => self.refusal(effects),
            None => {}
        }
    }
}

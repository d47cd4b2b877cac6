//! Steps on the board, and going from one turn to another.

use tetralith_core::Step;

use super::remote::plain_keys;
use super::{Session, say};
use crate::program::Effect;
use tetralith_session::seated::Seated;
use tetralith_session::table::{Mode, Reply, Table};
use tetralith_session::why::Why;
use tetralith_session::words::{cursor_text, resigning_text, sentence};

impl Session {
    pub(super) fn undo(&mut self) -> Vec<Effect> {
        let Some(seated) = &mut self.seated else { return Vec::new() };
        let (reply, told) = seated.undo();
        told.map(|told| say(&told)).into_iter().chain(self.after(reply)).collect()
    }

    pub(super) fn ask_to_resign(&mut self) -> Vec<Effect> {
        let Some(Seated { table, .. }) = &self.seated else { return Vec::new() };
        let colour = match table.resigner() {
            Ok(colour) => colour,
            Err(why) => return vec![say(&plain_keys(&why))],
        };
        let who = table.names().title(colour);
        let after = sentence(resigning_text(table));
        let question =
            format!("resign as {who}? {}; type yes to confirm", after.trim_end_matches('.'));
        self.resigning = true;
        vec![say(&question)]
    }

    pub(super) fn resign(&mut self) -> Vec<Effect> {
        match self.seated.as_mut().map_or(Reply::Nothing, |seated| seated.table.resign()) {
            Reply::Refused(why) => vec![say(&plain_keys(&why))],
            reply => self.after(reply),
        }
    }

    pub(super) fn why(&mut self, text: &str) -> Effect {
        let Some(Seated { table, .. }) = &mut self.seated else {
            return say("there is no game yet");
        };
        if text.is_empty() {
            return say("why takes a cell or a move, as in: why a1");
        }
        let cell = table.names().parse_cell(&text.to_lowercase());
        // What the rules say of a cell is the same whoever is to move, and in review too.
        if !table.is_playable() && (cell.is_err() || table.outcome().is_some()) {
            return self.refusal();
        }
        if table.seen().cells.is_empty() {
            return say(&table.to_do());
        }
        if let Ok(cell) = cell {
            return say(&Why::of(table.game(), cell).text);
        }
        let is_legal = table.aim_at_text(text);
        let answer = match (table.aim().refused.clone(), cursor_text(table).filter(|_| is_legal)) {
            (Some(refused), _) => refused,
            (None, Some((text, _))) => format!("this is legal. {text}"),
            (None, None) => table.to_do(),
        };
        table.aim_at_cursor();
        say(&answer)
    }

    /// Says why a person can make no step here.
    pub(super) fn refusal(&self) -> Effect {
        let Some(table) = self.table() else { return say("there is no game yet") };
        if let Some(why) = table.refusal().filter(|_| table.is_remote()) {
            return say(&plain_keys(&why));
        }
        say(match table.mode() {
            Mode::Review if !table.follows_game() => "review mode: type play to play from here",
            _ if table.outcome().is_some() => {
                "the game is over here; undo takes back the last move"
            }
            Mode::Review => "the game is over; type play to play from here",
            Mode::Play => "the engine is to move; go lets it",
        })
    }

    pub(super) fn step(&mut self, line: &str) -> Vec<Effect> {
        let Some(table) = self.table() else { return Vec::new() };
        match table.names().parse_typed(line) {
            Ok(steps) => self.play(&steps),
            // A word of letters alone is meant as one of ours.
            Err(_) if line.chars().all(char::is_alphabetic) && line.chars().count() > 1 => {
                vec![say(&format!(
                    "'{}' is neither a command nor a move; help lists the commands",
                    line.chars().take(20).collect::<String>()
                ))]
            }
            Err(error) => vec![say(&error.to_string())],
        }
    }

    pub(super) fn play(&mut self, steps: &[Step]) -> Vec<Effect> {
        let Some(Seated { table, .. }) = &mut self.seated else { return Vec::new() };
        if !table.is_playable() {
            return vec![self.refusal()];
        }
        let reply = table.play_turn(steps);
        self.after(reply)
    }

    /// Returns what is said and done after something that may have changed the game.
    pub(super) fn after(&mut self, reply: Reply) -> Vec<Effect> {
        match reply {
            Reply::Refused(why) => vec![say(&why)],
            Reply::Nothing => Vec::new(),
            Reply::Shown => {
                let mut deeds = self.keep_place();
                deeds.extend(self.shown(self.full));
                deeds
            }
            Reply::Changed => {
                if let Some(seated) = &mut self.seated {
                    seated.time_turn();
                }
                let mut deeds = self.keep();
                self.halted = false;
                deeds.extend(self.shown(self.full));
                deeds
            }
        }
    }

    pub(super) fn go(&mut self, moves: impl FnOnce(&mut Table) -> Reply) -> Vec<Effect> {
        let reply = self.seated.as_mut().map_or(Reply::Nothing, |seated| moves(&mut seated.table));
        self.after(reply)
    }

    /// Goes to turn `turn`, or to the last one and says that there are fewer.
    pub(super) fn go_to_turn(&mut self, turn: u32) -> Option<Effect> {
        let table = &mut self.seated.as_mut()?.table;
        let last = table.last_turn();
        table.go_to_turn(turn.min(last));
        (turn > last).then(|| say(&format!("there is no turn {turn}; the last is {last}")))
    }
}

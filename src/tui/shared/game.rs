//! The game at the board: how it begins, and what follows from what is done at it.

use tetralith_core::{Game, Info, Options, Step};

use super::state::{CurrentGame, NextGame, SetUp, Shared, Shown};
use crate::keymap::Context;
use crate::program::{Effects, Loaded};
use crate::tui::board::layout::BoardLayout;
use crate::tui::panels;
use tetralith_session::clock::Clock;
use tetralith_session::hint::Hint;
use tetralith_session::moment::Moment;
use tetralith_session::seat::Seat;
use tetralith_session::seated::Seated;
use tetralith_session::table::{Mode, Reply, Table};

impl CurrentGame {
    /// The board, if a game is at it.
    pub fn table(&self) -> Option<&Table> {
        self.seated.as_ref().map(|seated| &seated.table)
    }

    /// The board, to do something at it.
    pub fn table_mut(&mut self) -> Option<&mut Table> {
        self.seated.as_mut().map(|seated| &mut seated.table)
    }
}

impl Shared {
    /// Begins a new game.
    pub fn start_game(
        &mut self,
        info: &'static Info,
        options: Options,
        seats: [Seat; 2],
        clock: Clock,
        effects: &mut Effects,
    ) {
        let game = self.next_game();
        match Seated::begin(info, &options, seats, game, clock, self.now) {
            Err(error) => self.refuse(error.to_string(), effects),
            Ok(seated) => self.seat(NextGame::new(seated), effects),
        }
    }

    /// Begins a game at `position`; what for, if it was set up just now.
    pub fn start_at(
        &mut self,
        position: Game,
        seats: [Seat; 2],
        clock: Clock,
        set_up: Option<SetUp>,
        effects: &mut Effects,
    ) {
        let game = self.next_game();
        let seated = Seated::begin_at(position, seats, game, clock, self.now);
        self.seat(NextGame { set_up, ..NextGame::new(seated) }, effects);
    }

    /// Puts a record on the table: to be looked through, or with `resume` to be played on if it is
    /// a game of ours that goes on.
    pub fn sit_down(&mut self, loaded: Loaded, resume: bool, effects: &mut Effects) {
        self.lay_out(loaded, |loaded, game, now| Seated::of(loaded, resume, game, now), effects);
    }

    /// Puts a game with another terminal on the table, to be played on with it, or brought to its
    /// end there.
    pub fn rejoin(&mut self, loaded: Loaded, effects: &mut Effects) {
        self.lay_out(loaded, Seated::rejoined, effects);
    }

    fn lay_out(
        &mut self,
        loaded: Loaded,
        seat: impl FnOnce(Loaded, u64, Moment) -> Seated,
        effects: &mut Effects,
    ) {
        let left_behind = loaded.left_behind.join("; ");
        let seated = seat(loaded, self.next_game(), self.now);
        self.seat(NextGame { left_behind, ..NextGame::new(seated) }, effects);
    }

    /// Shows what came of something asked of the table, and has the game kept if it changed.
    pub fn handle_reply(&mut self, reply: Reply, effects: &mut Effects) {
        match reply {
            Reply::Nothing => {}
            Reply::Shown => effects.draw(),
            Reply::Refused(why) => self.refuse(self.with_keys(&why), effects),
            Reply::Changed => {
                effects.draw();
                self.keep(effects);
            }
        }
    }

    /// Deletes the variation at the cursor, with all that branches from it.
    pub fn delete_variation(&mut self, effects: &mut Effects) {
        let reply = self.game.table_mut().map_or(Reply::Nothing, Table::delete_variation);
        self.game.thoughts.under_way = None;
        self.forget_places();
        self.handle_reply(reply, effects);
        self.say("the variation is deleted", effects);
    }

    /// Resigns for whoever can ([`Table::resigner`]).
    pub fn resign(&mut self, effects: &mut Effects) {
        let reply = self.game.table_mut().map_or(Reply::Nothing, Table::resign);
        self.forget_places();
        self.handle_reply(reply, effects);
    }

    /// Forgets what was shown or chosen where: it may have been a place that is another now.
    pub fn forget_places(&mut self) {
        (self.game.chosen, self.game.revealed) = (None, None);
        if let (Some(place), Some(hint)) = (self.place(), &mut self.game.thoughts.hint) {
            *hint = Hint::new(place, hint.threat);
        }
    }

    /// Makes the variation at the cursor the main line.
    pub fn promote_variation(&mut self, effects: &mut Effects) {
        let reply = self.game.table_mut().map_or(Reply::Nothing, Table::promote);
        let promoted = reply == Reply::Changed;
        self.handle_reply(reply, effects);
        if promoted {
            self.say("this is now the main line", effects);
        }
    }

    /// Like [`Shared::handle_reply`], after a step: says who is skipped.
    pub fn after_step(&mut self, reply: Reply, effects: &mut Effects) {
        let stepped = reply == Reply::Changed;
        let refused = matches!(reply, Reply::Refused(_));
        if let Some(seated) = self.game.seated.as_mut().filter(|_| stepped) {
            seated.time_turn();
        }
        // However far from the cursor the computer, or somebody who types, has made a step: it is
        // seen.
        if let (true, Some(layout)) = (stepped, self.board_layout())
            && let Some(Seated { table, .. }) = &mut self.game.seated
        {
            table.show_last(|cell| layout.rect(cell).is_some());
        }
        self.handle_reply(reply, effects);
        if refused {
            self.bell_on_refusal(effects);
        }
        // Of a move that is only explored there is nothing to tell.
        let is_explored = |seated: &Seated| {
            seated.table.mode() != Mode::Play && seated.table.variation().is_some()
        };
        let seated = self.game.seated.as_ref().filter(|seated| stepped && !is_explored(seated));
        if let Some(Seated { table, .. }) = seated {
            let at = table.timeline().cursor();
            if table
                .holder(table.timeline().mover(at), table.timeline().parent(at))
                .level()
                .is_none()
            {
                // Whoever plays on against the computer wants it to answer.
                (self.game.thoughts.halted, self.game.thoughts.one_step) = (false, false);
            }
            let (names, skipped) = (table.names(), table.skipped());
            let (step, mover) = (table.timeline().step(at), table.timeline().mover(at));
            let passes_alone = step == Some(Step::Pass) && table.outcome().is_none();
            let computer = table.holder(mover, table.timeline().parent(at)).level();
            if computer.is_some()
                && table.computer_to_move().is_none()
                && self.settings().bell.on_turn()
            {
                effects.bell();
            }
            let news = match (skipped, step, computer) {
                (Some(colour), ..) => Some(format!(
                    "{} has no legal move and is skipped; {} moves again",
                    names.title(colour),
                    names.title(colour.other())
                )),
                (None, Some(Step::Swap), None) => Some("you have swapped colours".to_owned()),
                (None, Some(Step::Swap), Some(level)) => {
                    Some(format!("{} swaps: it takes the first stone and its colour", level.title))
                }
                (None, _, Some(level)) if passes_alone => {
                    Some(format!("{} passes; a second pass in a row ends the game", level.title))
                }
                _ => None,
            };
            if let Some(news) = news {
                self.say(news, effects);
            }
            self.coach(effects);
        }
    }

    /// Returns the game if a person can move in it now; otherwise says why not.
    pub fn playable(&mut self, effects: &mut Effects) -> Option<&Table> {
        if let Some(why) = self.game.table().and_then(Table::refusal) {
            self.refuse(self.with_keys(&why), effects);
            return None;
        }
        self.game.table()
    }

    /// Returns where the board is on the screen, if it is.
    pub fn board_layout(&self) -> Option<BoardLayout> {
        panels::Areas::of(self.game.table()?, self.display, self.area()).board
    }

    /// The parts of the keymap that are active at the board, front to back.
    pub fn game_contexts(&self) -> Vec<Context> {
        let Some(table) = self.game.table() else { return vec![Context::Menu, Context::Anywhere] };
        let mut contexts = Vec::with_capacity(4);
        if let Some(remote) = &self.game.remote {
            contexts.extend(remote.offer().map(|_| Context::Offer));
            contexts.push(Context::Remote);
        }
        if self.display.rules.is_some() && self.has_panel() {
            contexts.push(Context::RulesBeside);
        }
        if table.mode() == Mode::Play {
            if table.computer_to_move().is_some() {
                // The space bar pauses a game that is watched, and lets a paused one go on.
                contexts.extend(match (self.game.thoughts.own().is_some(), table.is_watched()) {
                    (true, true) => vec![Context::Watching, Context::Thinking],
                    (true, false) => vec![Context::Thinking],
                    (false, true) => vec![Context::Waiting, Context::Watching],
                    (false, false) => vec![Context::Waiting],
                });
            }
            if table.has_trominoes() {
                contexts.push(Context::Tromino);
            }
            contexts.push(Context::directions(table.game().board().geometry().shape()));
            contexts.push(Context::Play);
        } else {
            if table.running().is_some() {
                contexts.push(Context::Running);
            }
            if table.is_pointing() && table.has_trominoes() {
                contexts.push(Context::Tromino);
            }
            contexts.push(Context::Review);
            contexts.push(Context::directions(table.game().board().geometry().shape()));
        }
        contexts.extend([Context::Table, Context::Anywhere]);
        contexts
    }

    /// Shows turn `turn` of the record at the board, from 1; the last one if there are fewer.
    pub fn begin_at_turn(&mut self, turn: u32, effects: &mut Effects) {
        let Some(table) = self.game.table_mut() else { return };
        if turn > table.last_turn() {
            table.go_to_end();
            let text = format!("there is no turn {turn}; the last is {}", table.last_turn());
            self.say(text, effects);
        } else {
            let reply = table.go_to_turn(turn);
            self.handle_reply(reply, effects);
        }
    }

    /// Forgets the step that was chosen once another would be made.
    pub fn forget_choice(&mut self) {
        let table = self.game.table().filter(|_| self.game.shown != Shown::Away);
        let chosen = table.and_then(|table| Some((table.timeline().cursor(), table.choice()?)));
        if self
            .game
            .chosen
            .as_ref()
            .is_some_and(|(node, steps)| chosen != Some((*node, steps.as_slice())))
        {
            self.game.chosen = None;
        }
    }

    /// Rings the bell for something refused, if the user wants that.
    pub fn bell_on_refusal(&self, effects: &mut Effects) {
        if self.settings().bell.on_refusal() {
            effects.bell();
        }
    }

    /// True if there is a panel beside the board.
    pub fn has_panel(&self) -> bool {
        let table = self.game.table();
        table.is_some_and(|table| {
            panels::Areas::of(table, self.display, self.area()).panel.is_some()
        })
    }
}

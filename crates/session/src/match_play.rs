//! One match: the game at the board with its seats, clocks, engine, saving, analysis, coach, and
//! link to another terminal.
//!
//! [`Match::handle`] takes in what a player or the world has done, and leaves the work and the news
//! in [`MatchEffects`]. It knows no screen, terminal, clock, file or thread: the screen and the
//! plain mode are two faces of it, which turn keys or words into events and news into pictures or
//! sentences.
//!
//! After all events of one message comes [`MatchEvent::Settle`]: what follows from them is done
//! there, once.

mod analysis;
mod clocks;
mod coach;
mod effects;
mod even;
mod event;
mod exact;
mod link;
mod opinion;
mod programs;
mod saving;
mod takebacks;
mod thinking;

use std::path::{Path, PathBuf};
use std::time::Duration;

use tetralith_core::timeline::NodeId;
use tetralith_core::{Colour, Step};
use tetralith_study::LevelResult;

pub use analysis::Analyst;
pub use clocks::Clocks;
pub use coach::Coach;
pub use effects::{EngineRequest, Exit, MatchEffects, MatchRequest, News, SetUp, StudyRequest};
pub use event::{Attention, BoardAct, LinkAct, MatchEvent, MatchSettings};
pub use exact::{ExactSearch, ExactStage, exact_lines};
pub use link::Link;
pub use opinion::SecondOpinion;
pub use saving::Saving;
pub use thinking::Thinking;

use crate::believed::first_players_chance_after;
use crate::clock::Clock;
use crate::hint::{GamePlace, Hint};
use crate::kept::{Loaded, SavedFile};
use crate::remote_game::RemoteGame;
use crate::seated::Seated;
use crate::sentence;
use crate::sentence::{ActionId, Sentence};
use crate::table::{GameState, Mode, Reply, Table};
use crate::thinking::LEAST_TIME;
use crate::time::Moment;
use crate::words::WITHOUT_HELP;
use even::EvenMatch;
use saving::NextGame;

/// The game at the board, and all that happens about it.
#[derive(Clone, Default)]
pub struct Match {
    board: Option<Seated>,
    thinking: Thinking,
    analyst: Analyst,
    coach: Coach,
    saving: Saving,
    even: EvenMatch,
    link: Link,
    settings: MatchSettings,
    attention: Attention,
    now: Moment,
    /// The number of games that were at the board.
    games: u64,
}

/// Puts a game on the board in place of one that is saved, but asks first if a person at another
/// terminal plays that one.
fn part_for(game: &mut Match, next: NextGame, effects: &mut MatchEffects) {
    let plays_remote = game.table().is_some_and(|table| table.state().plays_remote());
    let remote = game.link.game().filter(|_| plays_remote);
    let remote = remote.filter(|remote| !remote.peer().is_watcher() && !next.is_agreed);
    // Without a guest there is no game yet.
    if let Some(remote) = remote.filter(|remote| remote.peer().course().is_some()) {
        let back = game.board.as_ref().and_then(|board| remote.how_to_resume(board, true));
        let question = if back.is_some() && game.settings.autosave {
            "Leave this remote game? It is saved and goes on once both are back."
        } else {
            "Leave this remote game? It cannot go on later."
        };
        return game.saving.ask(Box::new(next), question.into(), effects);
    }
    game.take_board(next, effects);
}

/// Puts a record on the board.
fn open(game: &mut Match, loaded: Loaded, resume: bool, effects: &mut MatchEffects) {
    let left_behind = loaded.left_behind.join("; ");
    let mut seated = Seated::of(loaded, resume, game.next_game(), game.now);
    let missing = programs::seat(game.settings.program.as_deref(), &mut seated);
    game.seat(NextGame { left_behind, ..NextGame::new(seated) }, effects);
    if let Some(title) = missing {
        effects.say(sentence!(
            "{} is not running; {} gives its seat to another player",
            title,
            ActionId::Seats
        ));
    }
}

/// Comments on the whole game at the board.
fn describe(game: &mut Match, text: String, effects: &mut MatchEffects) {
    let Some(board) = &mut game.board else { return };
    board.record.comment = Some(text).filter(|text| !text.is_empty());
    game.follow_reply(Reply::Changed, effects);
}

/// Solves the position at the cursor, or hides what is shown of that.
fn toggle_exact(game: &mut Match, effects: &mut MatchEffects) {
    let (Some(place), Some(board)) = (game.place(), &game.board) else { return };
    if board.table.review().is_hidden() {
        game.analyst.reveal(place);
    }
    let id = game.analyst.next_id();
    game.thinking.exact_mut().toggle(board, place, id, effects);
}

/// Asks another program what it thinks of the position at the cursor, or hides that.
fn ask_for_opinion(game: &mut Match, command: String, effects: &mut MatchEffects) {
    let (Some(place), Some(board)) = (game.place(), &game.board) else { return };
    if board.table.review().is_hidden() {
        game.analyst.reveal(place);
    }
    game.thinking.toggle_opinion(command, board, place, effects);
}

fn delete_variation(game: &mut Match, effects: &mut MatchEffects) {
    let reply = game.change(GameState::delete_variation);
    game.thinking.drop_question();
    game.forget_places(effects);
    game.follow_reply(reply, effects);
    effects.say("the variation is deleted");
}

fn promote(game: &mut Match, effects: &mut MatchEffects) {
    let reply = game.change(GameState::promote);
    let is_promoted = reply == Reply::Changed;
    game.follow_reply(reply, effects);
    if is_promoted {
        effects.say(if game.analyst.is_about_another_line(game.board.as_ref()) {
            sentence!(
                "this variation is now the main line; the analysis stopped, {} resumes it",
                ActionId::Analyse
            )
        } else {
            "this variation is now the main line".into()
        });
    }
}

impl Match {
    /// A match without a game, at the time `now`.
    pub fn new(settings: MatchSettings, now: Moment) -> Self {
        Self { settings, now, ..Self::default() }
    }

    // ----- what is seen from outside

    /// The game at the board with its record, if there is one.
    pub const fn seated(&self) -> Option<&Seated> {
        self.board.as_ref()
    }

    /// The board, if a game is at it.
    pub fn table(&self) -> Option<&Table> {
        self.board.as_ref().map(|board| &board.table)
    }

    /// The board, to change what is in hand there: the cursor, the aim, the running review. Every
    /// change of the game goes through [`Match::handle`].
    pub fn table_mut(&mut self) -> Option<&mut Table> {
        self.board.as_mut().map(|board| &mut board.table)
    }

    /// The computer's thinking.
    pub const fn thinking(&self) -> &Thinking {
        &self.thinking
    }

    /// The coach of the people at the board.
    pub const fn coach(&self) -> &Coach {
        &self.coach
    }

    /// The analysis of the game.
    pub const fn analyst(&self) -> &Analyst {
        &self.analyst
    }

    /// The state of saving.
    pub const fn saving(&self) -> &Saving {
        &self.saving
    }

    /// The link to another terminal.
    pub const fn link(&self) -> &Link {
        &self.link
    }

    /// The command of the other program that was asked for an opinion last, or else that of the
    /// settings.
    pub fn other_program(&self) -> Option<&str> {
        let last = Some(self.thinking.opinion().command()).filter(|command| !command.is_empty());
        last.or(self.settings.program.as_deref())
    }

    /// The place of the board on the screen.
    pub const fn attention(&self) -> Attention {
        self.attention
    }

    /// The time of the last tick.
    pub const fn now(&self) -> Moment {
        self.now
    }

    /// True if a move can be undone here, and the player may still take one back.
    pub fn can_undo(&self) -> bool {
        self.table().is_some_and(|table| table.state().can_undo())
            && takebacks::allow(self, &MatchEvent::Undo)
    }

    /// Returns when the match next has something to do, seen or not: the computer's time is up,
    /// its step is to be made, the other terminal is to hear something.
    pub fn due(&self) -> Option<Duration> {
        let clocks = self.clocks();
        let think_until = clocks.as_ref().and_then(Clocks::think_until);
        let flag_due = clocks.and_then(|clocks| clocks.flag_due(self.now.steady));
        [think_until, self.step_due(), self.link.due(), flag_due].into_iter().flatten().min()
    }

    /// The place at the cursor, while the board is on the screen.
    pub fn place(&self) -> Option<GamePlace> {
        let board = self.board.as_ref().filter(|_| self.attention != Attention::Away)?;
        Some(GamePlace { game: board.game, node: board.table.timeline().cursor() })
    }

    /// The clocks of the game at the board, if there is one.
    pub fn clocks(&self) -> Option<Clocks<'_>> {
        let board = self.board.as_ref()?;
        let is_on = match self.link.game() {
            // The player at the other terminal waits, even during a review here.
            Some(remote) => remote.clocks_run(),
            // The game rests while the other terminal is out of reach.
            None => self.attention != Attention::Away && !board.table.state().is_remote(),
        };
        Some(Clocks {
            board,
            thinking: &self.thinking,
            is_linked: self.link.game().is_some_and(RemoteGame::clocks_run),
            runs: is_on && !self.saving.is_ending(),
            attention: self.attention,
            is_coached: self.coach.is_busy(),
        })
    }

    /// Returns when the step that the computer has found shall be made; `None` if there is none,
    /// something lies over the board, or the program has ended but for the disk.
    fn step_due(&self) -> Option<Duration> {
        // The computer does not answer a move that the coach still looks at.
        let is_free =
            self.attention == Attention::Front && !self.saving.is_ending() && !self.coach.is_busy();
        let table = self.table().filter(|_| is_free)?;
        let pace = match self.settings.is_paced {
            false => Duration::ZERO,
            true if table.players().are_automatic() => table.autoplay().speed(),
            true => LEAST_TIME,
        };
        self.thinking.step_due(pace)
    }

    // ----- what happens

    /// Takes in what a player or the world has done.
    pub fn handle(&mut self, event: MatchEvent, effects: &mut MatchEffects) {
        let Some(event) = self.even.hold(event, effects) else { return };
        if event.is_for_help() && self.table().is_some_and(|table| table.state().plays_remote()) {
            return effects.refuse(WITHOUT_HELP);
        }
        match takebacks::count(self, &event, effects) {
            Ok(()) => self.carry_out(event, effects),
            Err(why) => effects.refuse(why),
        }
    }

    fn carry_out(&mut self, event: MatchEvent, effects: &mut MatchEffects) {
        match event {
            MatchEvent::Settle(attention) => self.settle(attention, effects),
            MatchEvent::Tick(now) => self.tick(now, effects),
            MatchEvent::Set(settings) => self.set(settings, effects),
            MatchEvent::Thought(answer) => {
                if let Some(board) = &mut self.board {
                    self.thinking.take(answer, &mut board.table, self.now.steady, effects);
                }
            }
            MatchEvent::Consulted(answer) => programs::take(self, answer, effects),
            MatchEvent::Studied(answer) => self.take_findings(answer, effects),
            MatchEvent::Results(results) => self.take_results(&results, effects),
            MatchEvent::Kept { game, kept } => self.kept(game, kept, effects),
            MatchEvent::Heard(message) => {
                self.with_remote(effects, |remote, board, now| remote.hear(message, board, now));
                effects.draw();
            }
            MatchEvent::Begin { info, options, seats, clock } => {
                match Seated::begin(info, &options, seats, self.next_game(), clock, self.now) {
                    Err(error) => effects.refuse(error.to_string()),
                    Ok(seated) => self.seat(NextGame::new(seated), effects),
                }
            }
            MatchEvent::BeginAt { position, seats, clock, set_up } => {
                let seated = Seated::begin_at(*position, seats, self.next_game(), clock, self.now);
                self.seat(NextGame { set_up, ..NextGame::new(seated) }, effects);
            }
            MatchEvent::Study(position) => {
                let seated = Seated::study(*position, self.next_game(), self.now);
                let set_up = Some(SetUp::Analyse);
                self.seat(NextGame { set_up, ..NextGame::new(seated) }, effects);
            }
            MatchEvent::Open { loaded, resume } => open(self, *loaded, resume, effects),
            MatchEvent::Connect { game, loaded } => self.connect(game, loaded, effects),
            MatchEvent::GiveWay(true) => {
                // A write may have failed since the question.
                match self.saving.give_way() {
                    Some((next, true)) => self.take_board(next, effects),
                    Some((next, false)) => self.seat(next.agreed(), effects),
                    None => {}
                }
            }
            MatchEvent::GiveWay(false) => drop(self.saving.give_way()),
            MatchEvent::Rematch => self.rematch(effects),
            MatchEvent::Act(act) => self.act(act, effects),
            MatchEvent::Describe(text) => describe(self, text, effects),
            MatchEvent::Undo => self.undo(effects),
            MatchEvent::TakeBackMove => {
                let reply = self.board.as_mut().map_or(Reply::Nothing, Seated::take_back_move);
                self.follow_reply(reply, effects);
            }
            MatchEvent::Resign => {
                let reply = self.change(GameState::resign);
                self.forget_places(effects);
                self.follow_reply(reply, effects);
            }
            MatchEvent::DeleteVariation => delete_variation(self, effects),
            MatchEvent::Promote => promote(self, effects),
            MatchEvent::Seat { colour, seat, goes_on } => {
                let reply = self.change(|state| state.change_seat(colour, seat));
                self.thinking.dismiss(effects);
                if goes_on {
                    self.thinking.go(false);
                }
                self.follow_reply(reply, effects);
            }
            MatchEvent::Halt => {
                self.thinking.halt();
                effects.draw();
            }
            MatchEvent::Go { once } => {
                self.change(GameState::go_on_here);
                self.thinking.go(once);
                effects.draw();
            }
            MatchEvent::Hurry => self.thinking.hurry(effects),
            MatchEvent::Hint { threat } => {
                if let (Some(place), Some(board)) = (self.place(), &self.board) {
                    let analyst = &mut self.analyst;
                    self.thinking.toggle_hint(threat, &board.table, place, analyst, effects);
                }
            }
            MatchEvent::HideHint => {
                effects.draw_if(self.thinking.hide(false) || self.thinking.hide(true));
            }
            MatchEvent::TakeHint(rank) => self.take_hint(rank, effects),
            MatchEvent::ThinkFirst => self.analyst.toggle_thinking_first(effects),
            MatchEvent::Analyse => self.toggle_analysis(effects),
            MatchEvent::Exact => toggle_exact(self, effects),
            MatchEvent::Opinion(command) => ask_for_opinion(self, command, effects),
            MatchEvent::PauseClock => self.pause_clocks(effects),
            MatchEvent::Link(act) => self.act_on_link(act, effects),
            MatchEvent::Quit => self.quit(effects),
            MatchEvent::End => {
                let autosave = self.keeps_by_itself();
                self.saving.end(self.board.as_mut().filter(|_| autosave), effects);
            }
            MatchEvent::Leave(why) => {
                self.link.leave(why, (self.board.as_ref(), !self.saving.would_lose()), effects);
            }
        }
    }

    /// Begins the even match that waited for the results of earlier games, or reports their result
    /// after one.
    fn take_results(&mut self, results: &[LevelResult], effects: &mut MatchEffects) {
        if let Some((event, words)) = self.even.decide(results, self.settings.eases_even) {
            self.handle(event, effects);
            effects.say(words);
        } else if let Some(board) = &self.board
            && let Some(words) = self.even.after(board, results)
        {
            effects.say(words);
        }
    }

    fn toggle_analysis(&mut self, effects: &mut MatchEffects) {
        let Some(board) = &mut self.board else { return };
        let was_under_way = self.analyst.is_under_way();
        self.analyst.toggle(board, effects);
        if was_under_way {
            self.keep_findings(effects);
        }
    }

    fn quit(&mut self, effects: &mut MatchEffects) {
        let autosave = self.keeps_by_itself();
        let board = self.board.as_mut().filter(|_| autosave);
        self.saving.quit(board, self.settings.autosave, effects);
    }

    /// Does what follows from all that has happened, each thing once.
    fn settle(&mut self, attention: Attention, effects: &mut MatchEffects) {
        // Everything below depends on where the board is on the screen.
        self.attention = attention;
        // A question of the coach keeps the computer, below, from its answer.
        let goes_on = self.table().is_some_and(|table| table.state().is_going_on());
        let (place, in_front) = (self.place(), attention == Attention::Front);
        if let Some(points) = self.coach.verdict(place, goes_on, in_front, effects) {
            if takebacks::allow(self, &MatchEvent::TakeBackMove) {
                effects.tell(News::Costly(points));
                self.attention = Attention::Behind;
            } else {
                effects.say(format!("that cost {points} %"));
            }
        }
        // The other terminal hears of a move before the computer makes the next one.
        self.with_remote(effects, RemoteGame::follow);
        self.keep_place(effects);
        // Autoplay stops where it cannot be seen.
        if let Some(table) = self.board.as_mut().filter(|_| attention == Attention::Away) {
            table.table.autoplay_mut().stop();
        }
        if self.saving.is_ending() {
            return;
        }
        self.follow_thinking(effects);
        if self.step_due().is_some_and(|due| due <= self.now.steady) {
            self.make_step(effects);
            self.follow_thinking(effects);
        }
        let (place, gives_way) = (self.place(), self.thinking.is_searching());
        let exact = self.thinking.exact_mut();
        exact.follow(self.board.as_ref(), place, &mut self.analyst, effects);
        exact.pace(gives_way, effects);
        self.analyst.pace(self.board.as_ref(), gives_way, effects);
    }

    /// Has the right thing thought about, and hides what the player has not asked for.
    fn follow_thinking(&mut self, effects: &mut MatchEffects) {
        let place = self.place();
        self.thinking.follow(self.board.as_ref(), place, self.now.steady, effects);
        if let Some(board) = &mut self.board {
            self.analyst.hide_or_show(&mut board.table, place);
        }
    }

    /// Makes the step that the computer has found.
    fn make_step(&mut self, effects: &mut MatchEffects) {
        let Some((step, known)) = self.thinking.take_step() else { return };
        let Some(board) = &mut self.board else { return };
        let reply = board.table.answer(step);
        let chance = known.and_then(|known| first_players_chance_after(&known, step));
        if let (Reply::Changed, Some(chance)) = (&reply, chance) {
            board.table.note_chance(chance);
        }
        match reply {
            Reply::Refused(why) => {
                let why = Sentence::from("the engine's move cannot be played: ").with(why);
                self.thinking.give_up(why, effects);
            }
            reply => self.follow_step(reply, effects),
        }
    }

    fn tick(&mut self, now: Moment, effects: &mut MatchEffects) {
        let before = self.now;
        // The clocks first: what happens below happens on the time that is left.
        self.tell_clocks(now, effects);
        self.now = now;
        let is_due = |remote: &RemoteGame| {
            remote.due().is_some_and(|due| due <= now.steady) || remote.clocks_run()
        };
        if self.link.game().is_some_and(is_due) {
            self.with_remote(effects, RemoteGame::tick);
        }
        let reply = self.table_mut().map_or(Reply::Nothing, |table| table.tick(now.steady));
        self.follow_reply(reply, effects);
        if let Some(thought) = self.thinking.under_way() {
            effects.draw_if(thought.picture(before.steady) != thought.picture(now.steady));
        }
    }

    /// Passes the time `now` to the clocks; the game may end by it.
    fn tell_clocks(&mut self, now: Moment, effects: &mut MatchEffects) {
        let Some(clocks) = self.clocks() else { return };
        let running = clocks.running();
        let before = clocks.figure(running);
        let Some(board) = &mut self.board else { return };
        let reply = board.tell_time(now, running.is_some());
        if reply == Reply::Changed {
            self.forget_places(effects);
        }
        self.follow_reply(reply, effects);
        let Some(clocks) = self.clocks() else { return };
        effects.draw_if(before != clocks.figure(running));
        if clocks.think_until().is_some_and(|until| until <= now.steady) {
            self.thinking.hurry(effects);
        }
    }

    fn set(&mut self, settings: MatchSettings, effects: &mut MatchEffects) {
        let begins_to_keep = settings.autosave && !self.settings.autosave;
        self.settings = settings;
        if begins_to_keep && self.saving.is_unsaved() {
            self.keep(effects);
        }
    }

    // ----- at the board

    fn act(&mut self, act: BoardAct, effects: &mut MatchEffects) {
        let (is_step, now) = (act.is_step(), self.now.steady);
        let marks = matches!(act, BoardAct::Mark(_) | BoardAct::NextMark);
        let Some(table) = self.table_mut() else { return };
        let reply = act.carry_out(table, now);
        if marks && reply == Reply::Changed {
            self.with_remote(effects, RemoteGame::share_marks);
        }
        if is_step {
            self.follow_step(reply, effects);
        } else {
            self.follow_reply(reply, effects);
        }
    }

    /// Has `act` change the game at the board, if there is one.
    fn change(&mut self, act: impl FnOnce(&mut GameState) -> Reply) -> Reply {
        self.table_mut().map_or(Reply::Nothing, |table| table.change(act))
    }

    /// Reports the result of something asked of the table, and has the game kept if it changed.
    fn follow_reply(&mut self, reply: Reply, effects: &mut MatchEffects) {
        match reply {
            Reply::Nothing => return,
            Reply::Refused(why) => return effects.refuse(why),
            Reply::Shown => self.keep_place(effects),
            Reply::Changed => self.keep(effects),
        }
        effects.draw();
        effects.tell(News::Shown);
    }

    /// The same after a step, which can have more news.
    fn follow_step(&mut self, reply: Reply, effects: &mut MatchEffects) {
        if matches!(reply, Reply::Refused(_)) {
            effects.tell(News::Illegal);
        }
        if reply != Reply::Changed {
            return self.follow_reply(reply, effects);
        }
        let Some(board) = &mut self.board else { return };
        board.time_turn();
        effects.tell(News::Stepped);
        self.follow_reply(reply, effects);
        let Some(board) = &self.board else { return };
        let table = &board.table;
        // There is nothing to report of a move that is only explored.
        if table.mode() != Mode::Play && table.lines().variation().is_some() {
            return;
        }
        let timeline = table.timeline();
        let at = timeline.cursor();
        let computer = Some(table.players().maker(at)).filter(|seat| seat.is_automatic());
        if computer.is_none() {
            // A person who plays on against the computer wants it to answer.
            self.thinking.go(false);
        } else if table.state().computer_to_move().is_none() {
            effects.tell(News::Turn);
        }
        let names = table.names();
        let passes_alone = timeline.step(at) == Some(Step::Pass) && table.outcome().is_none();
        let remark = match (table.state().skipped(), timeline.step(at), computer) {
            (Some(colour), ..) => Some(format!(
                "{} has no legal move and is skipped; {} moves again",
                names.title(colour),
                names.title(colour.other())
            )),
            (None, Some(Step::Swap), None) => Some("you swapped colours".to_owned()),
            (None, Some(Step::Swap), Some(seat)) => {
                Some(format!("{} swaps colours and takes over the first stone", seat.title()))
            }
            (None, _, Some(seat)) if passes_alone => {
                Some(format!("{} passes; a second pass in a row ends the game", seat.title()))
            }
            _ => None,
        };
        if let Some(remark) = remark {
            effects.tell(News::Remarked(remark));
        }
        if self.settings.coach {
            let id = self.analyst.next_id();
            self.coach.look(board, id, effects);
        }
    }

    fn undo(&mut self, effects: &mut MatchEffects) {
        let Some(board) = &mut self.board else { return };
        let (reply, notice) = board.undo();
        self.follow_reply(reply, effects);
        if let Some(notice) = notice {
            effects.say(notice);
        }
    }

    /// Forgets what was shown or asked for at places that may be other ones now.
    fn forget_places(&mut self, effects: &mut MatchEffects) {
        self.analyst.forget_place();
        self.thinking.forget(self.place());
        self.thinking.exact_mut().forget(effects);
        self.thinking.opinion_mut().forget();
        effects.tell(News::Renumbered);
    }

    fn pause_clocks(&mut self, effects: &mut MatchEffects) {
        match self.board.as_mut().map(Seated::pause_clocks) {
            Some(Ok(text)) => effects.say(text),
            Some(Err(why)) => effects.refuse(why),
            None => {}
        }
    }

    /// Plays the move of this `rank`, from 1, that the hint names.
    fn take_hint(&mut self, rank: u8, effects: &mut MatchEffects) {
        let Some(board) = &self.board else { return };
        let hinted = self.thinking.hinted(rank, &board.table, self.place(), self.now.steady);
        match hinted {
            // As if the player had made it: it may be a takeback that is counted.
            Ok(step) => self.handle(MatchEvent::Act(BoardAct::Play(vec![step])), effects),
            Err(why) => effects.refuse(why),
        }
    }

    // ----- analysis

    fn take_findings(
        &mut self,
        answer: tetralith_study::AnalysisAnswer,
        effects: &mut MatchEffects,
    ) {
        if self.coach.waits_for(analysis::id_of(&answer)) {
            return self.coach.hear(answer, effects);
        }
        let Some(board) = &mut self.board else { return };
        let exact = self.thinking.exact_mut();
        if exact.waits_for(analysis::id_of(&answer)) {
            return exact.take(answer, &mut board.table, effects);
        }
        if self.analyst.take(answer, board, effects) {
            self.keep_findings(effects);
        }
    }

    /// Has what was found kept, if it is a game of ours.
    fn keep_findings(&mut self, effects: &mut MatchEffects) {
        if self.board.as_ref().is_some_and(|board| board.kept.is_some()) {
            self.keep(effects);
        }
    }

    /// Returns a number for a search about a move that is no part of the game, which takes the
    /// place of the coach's.
    pub fn begin_check(&mut self) -> u64 {
        self.coach.forget();
        self.analyst.next_id()
    }

    // ----- games that come and go

    const fn next_game(&mut self) -> u64 {
        self.games += 1;
        self.games
    }

    /// Puts a game on the board, but asks once if the one there would be lost, or if a person at
    /// another terminal plays it.
    fn seat(&mut self, next: NextGame, effects: &mut MatchEffects) {
        let autosave = self.settings.autosave;
        if let Some(next) = self.saving.let_in(next, self.board.as_mut(), autosave, effects) {
            part_for(self, next, effects);
        }
    }

    fn take_board(&mut self, next: NextGame, effects: &mut MatchEffects) {
        let NextGame { mut seated, left_behind, set_up, .. } = next;
        let left = (self.board.as_ref(), !self.saving.would_lose());
        let parted = self.link.part(seated.game, left, effects);
        seated.table.change(GameState::let_explore);
        let fault = seated.table.recall_analysis(&seated.record);
        self.analyst.show_all();
        self.saving.forget();
        self.thinking.go(false);
        self.thinking.dismiss(effects);
        if set_up == Some(SetUp::Analyse) {
            let place = GamePlace { game: seated.game, node: NodeId::START };
            let mut hint = Hint::new(place, false);
            hint.done = seated.table.outcome().is_some();
            self.thinking.show(Some(hint));
        }
        self.board = Some(seated);
        let left_behind = Some(left_behind).filter(|sentences| !sentences.is_empty());
        let fault = fault.map(|fault| fault.to_string());
        let sentences = left_behind.into_iter().chain(fault).chain(parted).collect();
        effects.draw();
        effects.tell(News::Begun { set_up, sentences });
    }

    /// Begins the same game again, each player with the other's colour.
    fn rematch(&mut self, effects: &mut MatchEffects) {
        let Some(board) = &self.board else {
            return effects.refuse("a rematch is possible once the game is over");
        };
        if !board.table.state().follows_game() {
            return effects.refuse(if board.table.timeline().is_record() {
                "a rematch follows a game just played, not a saved one"
            } else {
                "a rematch is possible once the game is over"
            });
        }
        let table = &board.table;
        let [first, second] = Colour::BOTH
            .map(|colour| table.players().holder(colour, NodeId::START).clone().again());
        let start = table.timeline().start().clone();
        // A clock goes with the player, as a seat does.
        let swapped =
            board.clock.controls().map(|([first, second], loses)| (Some([second, first]), loses));
        let (controls, loses) = swapped.unwrap_or((None, false));
        let clock = Clock::with_odds(controls, loses, self.now.steady);
        let seats = [second, first];
        let event = if start.is_set_up() {
            MatchEvent::BeginAt { position: Box::new(start), seats, clock, set_up: None }
        } else {
            let (info, options) = (start.info(), *start.options());
            MatchEvent::Begin { info, options, seats, clock }
        };
        self.handle(event, effects);
    }

    // ----- keeping

    /// True if games are kept by themselves, and the one at the board is kept here.
    fn keeps_by_itself(&self) -> bool {
        self.settings.autosave && !self.is_kept_elsewhere()
    }

    fn is_kept_elsewhere(&self) -> bool {
        self.link.game().is_some_and(|remote| !remote.is_kept())
    }

    /// Has the game kept as it is now.
    fn keep(&mut self, effects: &mut MatchEffects) {
        if self.is_kept_elsewhere() {
            return;
        }
        if let Some(board) = &mut self.board {
            self.saving.keep(board, self.settings.autosave, effects);
        }
    }

    /// Has the game kept if it has gone on or back since it was kept: an undo survives a power cut
    /// like a move.
    fn keep_place(&mut self, effects: &mut MatchEffects) {
        if self.board.as_ref().is_some_and(Seated::has_moved) {
            self.keep(effects);
        }
    }

    /// Records where a game is kept now, or why it is not.
    fn kept(&mut self, game: u64, kept: Result<SavedFile, String>, effects: &mut MatchEffects) {
        let Some(board) = self.board.as_mut().filter(|board| board.game == game) else {
            return self.saving.kept_behind(game, kept.err(), effects);
        };
        match kept {
            Err(why) => self.saving.report_fault(why, effects),
            Ok(kept) => {
                let waited = self.saving.kept(board, kept, self.settings.autosave, effects);
                self.even.ask_after(board, effects);
                if let Some(next) = waited {
                    part_for(self, *next, effects);
                }
            }
        }
    }

    /// Has the game saved as `path`, in place of what is there if it `replaces` that.
    ///
    /// # Errors
    /// A sentence without its full stop if that cannot be tried now.
    pub fn save_as(
        &mut self,
        path: PathBuf,
        replaces: bool,
        effects: &mut MatchEffects,
    ) -> Result<(), String> {
        let Some(board) = &self.board else { return Ok(()) };
        self.saving.save_as(board, path, replaces, effects)
    }

    /// Records what became of that, with the reason if it failed; returns true if moves were
    /// left out that were only explored after the last one of the game.
    pub fn saved(&mut self, fault: Option<String>) -> bool {
        self.saving.saved(fault)
    }

    /// Records that the file of a game has another name now.
    pub fn renamed(&mut self, from: &Path, to: &Path) {
        if let Some(board) = &mut self.board {
            board.renamed(from, to);
        }
    }

    /// Has the game that is kept in the file at `path` brought up to date, since it is about to be
    /// deleted: what goes is its newest state.
    pub fn before_deletion(&mut self, path: &Path, effects: &mut MatchEffects) {
        if self.board.as_ref().is_some_and(|board| board.is_kept_at(path))
            && self.saving.would_lose()
        {
            self.keep(effects);
        }
    }

    /// Takes the game off the board if it was kept in the file at `path`, which was deleted: its
    /// next step would save it again. Returns true if it did; a game with moves that its file does
    /// not hold stays, since quitting asks about those.
    pub fn deleted(&mut self, path: &Path) -> bool {
        if !self.board.as_ref().is_some_and(|board| board.is_kept_at(path)) {
            return false;
        }
        if self.saving.would_lose() {
            if let Some(board) = &mut self.board {
                board.kept = None;
            }
            return false;
        }
        self.board = None;
        self.saving.forget();
        true
    }
}

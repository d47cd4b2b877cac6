//! The state of the plain mode, and what a line does to it: no input, output, clock or file is
//! touched here.

mod choice;
mod computer;
mod keeping;
mod puzzles;
mod remote;
mod steps;

use std::path::PathBuf;
use std::time::Duration;

use tetralith_core::timeline::NodeId;
use tetralith_core::{Colour, Step, games};
use tetralith_engine::Level;

use super::answers;
use super::words::{self, Word};
use crate::cli::{PlayArgs, Who};
use crate::program::{
    Effects, Message, Moment, Program, Reply as StorageReply, SaveFault, Start, StorageRequest,
};
use crate::remote::game::RemoteGame;
use crate::settings::Settings;
use crate::shipped::Collection;
use choice::Coming;
use puzzles::Wanted;
use tetralith_files::{Existing, shown};
use tetralith_session::lesson::Lesson;
use tetralith_session::progress::Progress;
use tetralith_session::seat::Seat;
use tetralith_session::seated::Seated;
use tetralith_session::table::{Mode, Reply, Table};
use tetralith_session::thinking::{HINT_TIME, Work};
use tetralith_session::words::WITHOUT_EXPLORED;

/// The plain mode while it runs.
#[allow(clippy::struct_excessive_bools, reason = "each is a state of its own")]
pub struct Session {
    seated: Option<Seated>,
    settings: Settings,
    /// The person at another terminal who plays, if somebody does.
    remote: Option<Box<RemoteGame>>,
    /// The way to go on with that game once the program has ended, a sentence without its full
    /// stop.
    way_back: Option<String>,
    /// The unfinished games to resume, the one that was left last at the end, other than the one at
    /// the table.
    unfinished: Vec<PathBuf>,
    /// The place that was shown last of a game with another terminal, and whether it had ended
    /// there.
    seen: Option<(NodeId, bool)>,
    /// True if the board is shown after each step.
    full: bool,
    /// The reason why the game is not kept, if it should be and is not.
    unkept: Option<String>,
    /// The game that is to have the table once the one there is kept, or given up.
    coming: Option<Coming>,
    /// The number of the last question for the engine.
    tickets: u64,
    /// When the computer's clock requires that it is told to finish, in time since the program
    /// began, if it is to be told at all.
    think_until: Option<Duration>,
    /// The subject of that question, while it is thought about.
    thinking: Option<Work>,
    /// True once the user has been told which commands the computer takes while it thinks.
    told: bool,
    /// True once the computer was asked for a step here, and after it gave up or was stopped, so
    /// that it is not asked over and over.
    halted: bool,
    /// True if the last line was answered with the question whether to resign.
    resigning: bool,
    games: u64,
    now: Moment,
    /// The puzzle that is asked.
    puzzle: Option<Lesson>,
    /// The puzzle to be asked once the progress is read.
    wanted: Option<Wanted>,
    /// The puzzles there are to solve.
    puzzles: Collection,
    /// The puzzles that were solved, as far as it has been read.
    progress: Progress,
}

/// Returns who sits where when the command line asks for `args` and the user has set `settings`.
pub fn seats(args: &PlayArgs, settings: &Settings) -> [Seat; 2] {
    let seat = |asked: Option<Who>, usual: Option<&Level>| match (asked, usual) {
        (Some(Who::Level(level)), _) | (None, Some(level)) => Seat::computer(level),
        (Some(Who::Human), _) | (None, None) => Seat::person(String::new()),
    };
    let [first, second] = settings.seats;
    [seat(args.first, first), seat(args.second, second)]
}

impl Session {
    /// The plain mode as it begins, and what shall be done first; `unfinished` is the game to offer
    /// for resuming.
    pub fn new(
        start: Start,
        settings: Settings,
        unfinished: Option<PathBuf>,
        now: Moment,
    ) -> (Self, Effects) {
        let mut session = Self {
            seated: None,
            settings,
            remote: None,
            way_back: None,
            seen: None,
            unfinished: unfinished.into_iter().collect(),
            full: true,
            unkept: None,
            coming: None,
            tickets: 0,
            think_until: None,
            thinking: None,
            told: false,
            halted: false,
            resigning: false,
            games: 0,
            now,
            puzzle: None,
            wanted: None,
            puzzles: Collection::default(),
            progress: Progress::default(),
        };
        let mut effects = Effects::default();
        session.begin(start, &mut effects);
        session.follow_up(&mut effects);
        (session, effects)
    }

    fn begin(&mut self, start: Start, effects: &mut Effects) {
        match start {
            Start::Home => self.menu(effects),
            Start::Remote { game, loaded } => {
                self.begin_remote(game, loaded.map(|loaded| *loaded), effects);
            }
            Start::Play { info, options, seats, clock } => {
                match Seated::begin(info, &options, seats, 0, clock, self.now) {
                    Ok(seated) => self.sit(seated, effects),
                    Err(error) => say(&error.to_string(), effects),
                }
            }
            Start::Replay { loaded, turn } => {
                for sentence in &loaded.left_behind {
                    say(sentence, effects);
                }
                self.seated = Some(Seated::of(*loaded, false, 0, self.now));
                let refused = turn.and_then(|turn| self.go_to_turn(turn));
                self.introduction(effects);
                if let Some(refused) = refused {
                    say(&refused, effects);
                }
            }
            Start::Puzzles { info, collection } => {
                self.puzzles = collection;
                self.want_puzzle(info.id, effects);
            }
        }
    }

    /// Returns why the game is not kept as it is now, if it should be and is not.
    pub fn unkept(&self) -> Option<&str> {
        self.unkept.as_deref()
    }

    /// The table, if a game is on it.
    pub fn table(&self) -> Option<&Table> {
        self.seated.as_ref().map(|seated| &seated.table)
    }

    /// Takes note that it is `now`.
    fn tick(&mut self, now: Moment, effects: &mut Effects) {
        self.now = now;
        let runs = match &self.remote {
            Some(remote) => remote.clocks_run(),
            // Nobody plays while the other terminal is out of reach, a puzzle is being solved, or
            // the engine was told to wait.
            None => {
                self.puzzle.is_none()
                    && self.table().is_some_and(|table| !table.is_remote() && !self.waits(table))
            }
        };
        let flag =
            self.seated.as_mut().map_or(Reply::Nothing, |seated| seated.tell_time(now, runs));
        if flag == Reply::Changed {
            self.think_no_more(effects);
        }
        self.after(flag, effects);
        self.with_remote(effects, |remote, seated| remote.tick(seated, now));
        if self.think_until.is_some_and(|until| until <= now.steady) {
            self.finish_thinking(effects);
        }
    }

    /// True if the computer is to move and does not think about it: it was told to wait.
    fn waits(&self, table: &Table) -> bool {
        self.halted
            && table.computer_has_turn()
            && !matches!(self.thinking, Some(Work::Play { .. }))
    }

    fn line(&mut self, line: &str, effects: &mut Effects) {
        // Anything else that is typed means no, and is then carried out.
        if std::mem::take(&mut self.resigning) {
            match &*line.to_ascii_lowercase() {
                "yes" | "y" => return self.resign(effects),
                "no" | "n" => return say("the game continues", effects),
                _ => {}
            }
        }
        if let Some(coming) = self.coming.take() {
            match &*line.to_ascii_lowercase() {
                "yes" | "y" => return self.take_table(coming, effects),
                "no" | "n" => return say("the game continues", effects),
                _ => {}
            }
        }
        let word = words::read(line);
        if let Some(name) =
            word.filter(|(_, rest)| !rest.is_empty()).and_then(|(word, _)| word.alone())
        {
            return say(&format!("{name} takes nothing after it"), effects);
        }
        if self.about_puzzle(line, effects) {
            return;
        }
        match (word, &self.seated) {
            (Some((word, rest)), _) => {
                if !self.remote_word(word, rest, effects) {
                    self.word(word, rest, effects);
                }
            }
            (None, None) if line.is_empty() => self.menu(effects),
            (None, None) => self.choose(line, effects),
            (None, Some(Seated { table, .. })) if line.is_empty() => match table.mode() {
                Mode::Review if !table.follows_game() => self.go(effects, |table| table.go_by(1)),
                Mode::Review | Mode::Play => {}
            },
            (None, Some(_)) => self.step(line, effects),
        }
    }

    fn introduction(&self, effects: &mut Effects) {
        let Some(table) = self.table() else { return };
        effects.print(answers::title(table));
        self.shown(true, effects);
    }

    /// The position: the last step, the board, the score, whose step it is.
    fn shown(&self, board: bool, effects: &mut Effects) {
        let Some(table) = self.table() else { return };
        let mut lines: Vec<String> = answers::last(table).into_iter().collect();
        if board {
            lines.extend([answers::board(table), answers::score(table)]);
        }
        lines.extend(self.clocks());
        lines.push(answers::state(table));
        effects.print(lines.join("\n"));
    }

    fn tell_clocks(&self, effects: &mut Effects) {
        if let Some(clocks) = self.clocks() {
            effects.print(clocks);
        }
    }

    /// Returns what both sides have left, where there is a limit.
    fn clocks(&self) -> Option<String> {
        let seated = self.seated.as_ref()?;
        let table = &seated.table;
        let [first, second] = Colour::BOTH.map(|colour| {
            Some(format!(
                "{} {}",
                table.names().title(colour),
                seated.time_left(table.origin_here(colour))?
            ))
        });
        Some(answers::wrapped(&format!("Clocks: {}; {}.", first?, second?)))
    }

    // ----- words

    fn word(&mut self, word: Word, rest: &str, effects: &mut Effects) {
        match word {
            Word::Help => return effects.print(words::help()),
            Word::Quit => return self.quit(effects),
            Word::New if rest.is_empty() => return self.menu(effects),
            Word::New => return self.choose(rest, effects),
            Word::Rules => return self.rules(rest, effects),
            Word::Puzzle => return self.want_puzzle(rest, effects),
            Word::Leave | Word::Restart => {
                return say("there is no puzzle; puzzle asks one", effects);
            }
            Word::Resume => {
                return match self.unfinished.last() {
                    Some(path) => effects.storage(StorageRequest::Load(path.clone())),
                    None if self.seated.is_some() => {
                        say("there is no other unfinished game; new starts one", effects);
                    }
                    None => say("there is no unfinished game; new starts one", effects),
                };
            }
            Word::Open if rest.is_empty() => {
                return say("open takes a file, as in: open game.json", effects);
            }
            Word::Open => return effects.storage(StorageRequest::Load(PathBuf::from(rest))),
            Word::Brief | Word::Full => {
                self.full = word == Word::Full;
                let sentence = if self.full {
                    "the board is shown after each move"
                } else {
                    "type board to see it"
                };
                return say(sentence, effects);
            }
            _ => {}
        }
        let Some(seated) = &mut self.seated else {
            return say("there is no game yet; type the name of a game first", effects);
        };
        let table = &mut seated.table;
        match word {
            Word::Board => effects.print(answers::board(table)),
            Word::Describe => effects.print(answers::describe(table)),
            Word::Score => {
                effects.print(answers::score(table));
                effects.print(answers::state(table));
                self.tell_clocks(effects);
            }
            Word::Clock => self.pause_clocks(effects),
            Word::Legal => effects.print(answers::legal(table)),
            Word::Moves => effects.print(answers::moves(table)),
            Word::Why => self.why(rest, effects),
            Word::Hint => self.look_for(Work::Hint(HINT_TIME), effects),
            Word::Threat => self.look_for(Work::Threat(HINT_TIME), effects),
            Word::Now => self.while_thinking(Self::finish_thinking, effects),
            Word::Stop => self.while_thinking(Self::stop, effects),
            Word::Pass => self.play(&[Step::Pass], effects),
            Word::Swap => self.play(&[Step::Swap], effects),
            Word::Resign => self.ask_to_resign(effects),
            Word::ResignNow => self.resign(effects),
            Word::Undo => self.undo(effects),
            Word::Redo => self.go(effects, Table::redo),
            Word::Go => {
                if table.computer_to_move().is_none() {
                    return say("it is not the engine's turn", effects);
                }
                table.go_on_here();
                self.halted = false;
            }
            Word::First => self.go(effects, Table::go_to_start),
            Word::Last => self.go(effects, Table::go_to_end),
            Word::Next => self.go(effects, |table| table.go_by(1)),
            Word::Back => self.go(effects, |table| table.go_by(-1)),
            Word::Turn => match rest.parse() {
                Ok(turn) => self.go(effects, |table| table.go_to_turn(turn)),
                Err(_) => say("turn takes a number, 0 for the start", effects),
            },
            Word::Play => self.play_on(effects),
            Word::Save | Word::Replace if rest.is_empty() => {
                say("save takes a file, as in: save game.json", effects);
            }
            Word::Save => self.save(rest, Existing::Keep, effects),
            Word::Replace => self.save(rest, Existing::Replace, effects),
            // The others are done already.
            _ => {}
        }
    }

    /// Stops the clocks, or lets them go on.
    fn pause_clocks(&mut self, effects: &mut Effects) {
        let Some(Seated { clock, table, .. }) = &mut self.seated else { return };
        if !clock.has_limit() {
            let why = "this game has no clock; new GAME --time 10m+5s starts one with a clock";
            return say(why, effects);
        }
        if table.is_over() {
            return say("the game is over", effects);
        }
        clock.paused = !clock.paused;
        say(if clock.paused { "the clocks are paused" } else { "the clocks are running" }, effects);
        self.tell_clocks(effects);
    }

    /// Goes from looking to playing, at the turn that is looked at.
    fn play_on(&mut self, effects: &mut Effects) {
        let has_remote = self.remote.is_some();
        let Some(Seated { table, .. }) = &mut self.seated else { return };
        match table.mode() {
            Mode::Play => say("you are already playing", effects),
            Mode::Review if table.follows_game() && has_remote => say(
                "the game with the other terminal is over; open it another time to play from here",
                effects,
            ),
            Mode::Review => match table.play_on() {
                Reply::Refused(why) => say(&why, effects),
                _ => {
                    self.keep_place(effects);
                    self.shown(false, effects);
                }
            },
        }
    }

    fn rules(&self, name: &str, effects: &mut Effects) {
        let at_table = self.table().map(|table| table.game().info());
        match if name.is_empty() { at_table } else { Self::called(name) } {
            Some(info) => effects.print(answers::wrapped(info.rules)),
            None => say(&format!("rules takes a game: {}", games::ids().join(", ")), effects),
        }
    }

    fn save(&self, file: &str, existing: Existing, effects: &mut Effects) {
        match self.seated.as_ref().map(Seated::text) {
            Some(Ok(text)) => {
                effects.storage(StorageRequest::Save { path: PathBuf::from(file), text, existing });
            }
            Some(Err(error)) => say(&error.to_string(), effects),
            None => {}
        }
    }

    // ----- what comes back

    fn stored(&mut self, reply: StorageReply, effects: &mut Effects) {
        match reply {
            StorageReply::Kept { game, kept } => self.kept(game, kept, effects),
            StorageReply::Saved(Ok(path)) => {
                let leaves_out = self.table().is_some_and(|table| table.tip().is_some());
                let without = if leaves_out { WITHOUT_EXPLORED } else { "" };
                say(&format!("saved as {}{without}", shown(&path)), effects);
            }
            StorageReply::Saved(Err(SaveFault::Exists(path))) => {
                say(&format!("{} already exists; replace overwrites it", shown(&path)), effects);
            }
            StorageReply::Saved(Err(SaveFault::Other(why)))
            | StorageReply::Loaded(Err(why))
            | StorageReply::ProgressUnkept(why) => say(&why, effects),
            StorageReply::Loaded(Ok(loaded)) => {
                let left_behind = loaded.left_behind.clone();
                let seated = Seated::of(*loaded, true, self.games + 1, self.now);
                self.make_room(Coming { seated, left_behind }, effects);
            }
            StorageReply::Progress(text) => self.take_progress(text, effects),
            StorageReply::Entered(dir) => {
                say(&format!("{} is a directory; open takes a file", shown(&dir)), effects);
            }
            _ => {}
        }
    }
}

impl Program for Session {
    fn update(&mut self, message: Message, effects: &mut Effects) {
        match message {
            Message::Tick(now) => self.tick(now, effects),
            Message::Line(line) => self.line(line.trim(), effects),
            Message::EndOfInput | Message::Quit => self.quit(effects),
            Message::Thought(answer) if answer.id() == self.tickets => {
                self.thought(answer, effects);
            }
            Message::Stored(reply) => self.stored(reply, effects),
            Message::Remote(message) => self.take_remote(message, effects),
            _ => {}
        }
        self.follow_remote(effects);
        if !effects.quits() {
            self.follow_up(effects);
        }
    }

    fn take_leave(&mut self, effects: &mut Effects) {
        self.leave_remote("they closed the program", effects);
    }

    fn wake_at(&self) -> Option<Duration> {
        let remote = self.remote.as_ref().and_then(|remote| remote.due());
        self.think_until.into_iter().chain(remote).chain(self.flag_due()).min()
    }

    fn is_quit(&self, message: &Message) -> bool {
        matches!(message, Message::Quit | Message::EndOfInput)
    }
}

fn say(sentence: &str, effects: &mut Effects) {
    effects.print(answers::said(sentence));
}

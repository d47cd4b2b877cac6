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
    Effect, Message, Moment, Program, Reply as StorageReply, SaveFault, Start, StorageRequest,
};
use crate::remote::game::RemoteGame;
use crate::settings::Settings;
use crate::shipped::Collection;
use choice::Coming;
use puzzles::Wanted;
use tetralith_session::lesson::Lesson;
use tetralith_session::progress::Progress;
use tetralith_session::seat::Seat;
use tetralith_session::seated::Seated;
use tetralith_session::table::{Mode, Reply, Table};
use tetralith_session::thinking::{HINT_TIME, Work};
use tetralith_session::words::WITHOUT_EXPLORED;
use tetralith_storage::files::{Existing, shown};

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
    ) -> (Self, Vec<Effect>) {
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
        let mut deeds = match start {
            Start::Home => vec![session.menu()],
            Start::Remote { game, loaded } => {
                session.begin_remote(game, loaded.map(|loaded| *loaded))
            }
            Start::Play { info, options, seats, clock } => {
                match Seated::begin(info, &options, seats, 0, clock, now) {
                    Ok(seated) => session.sit(seated),
                    Err(error) => vec![say(&error.to_string())],
                }
            }
            Start::Replay { loaded, turn } => {
                let mut deeds: Vec<Effect> =
                    loaded.left_behind.iter().map(|sentence| say(sentence)).collect();
                session.seated = Some(Seated::of(*loaded, false, 0, now));
                let refused = turn.and_then(|turn| session.go_to_turn(turn));
                deeds.extend(session.introduction());
                deeds.extend(refused);
                deeds
            }
            Start::Puzzles { info, collection } => {
                session.puzzles = collection;
                session.want_puzzle(info.id)
            }
        };
        deeds.extend(session.follow_up());
        (session, deeds)
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
    fn tick(&mut self, now: Moment) -> Vec<Effect> {
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
        let mut effects = if flag == Reply::Changed { self.think_no_more() } else { Vec::new() };
        effects.extend(self.after(flag));
        effects.extend(self.with_remote(|remote, seated| remote.tick(seated, now)));
        if self.think_until.is_some_and(|until| until <= now.steady) {
            effects.push(self.finish_thinking());
        }
        effects
    }

    /// True if the computer is to move and does not think about it: it was told to wait.
    fn waits(&self, table: &Table) -> bool {
        self.halted
            && table.computer_has_turn()
            && !matches!(self.thinking, Some(Work::Play { .. }))
    }

    fn line(&mut self, line: &str) -> Vec<Effect> {
        // Anything else that is typed means no, and is then carried out.
        if std::mem::take(&mut self.resigning) {
            match &*line.to_ascii_lowercase() {
                "yes" | "y" => return self.resign(),
                "no" | "n" => return vec![say("the game continues")],
                _ => {}
            }
        }
        if let Some(coming) = self.coming.take() {
            match &*line.to_ascii_lowercase() {
                "yes" | "y" => return self.take_table(coming),
                "no" | "n" => return vec![say("the game continues")],
                _ => {}
            }
        }
        let word = words::read(line);
        if let Some(name) =
            word.filter(|(_, rest)| !rest.is_empty()).and_then(|(word, _)| word.alone())
        {
            return vec![say(&format!("{name} takes nothing after it"))];
        }
        if let Some(effects) = self.about_puzzle(line) {
            return effects;
        }
        match (word, &self.seated) {
            (Some((word, rest)), _) => match self.remote_word(word, rest) {
                Some(effects) => effects,
                None => self.word(word, rest),
            },
            (None, None) if line.is_empty() => vec![self.menu()],
            (None, None) => self.choose(line),
            (None, Some(Seated { table, .. })) if line.is_empty() => match table.mode() {
                Mode::Review if !table.follows_game() => self.go(|table| table.go_by(1)),
                Mode::Review | Mode::Play => Vec::new(),
            },
            (None, Some(_)) => self.step(line),
        }
    }

    fn introduction(&self) -> Vec<Effect> {
        let Some(table) = self.table() else { return Vec::new() };
        let mut deeds = vec![Effect::print(answers::title(table))];
        deeds.extend(self.shown(true));
        deeds
    }

    /// The position: the last step, the board, the score, whose step it is.
    fn shown(&self, board: bool) -> Vec<Effect> {
        let Some(table) = self.table() else { return Vec::new() };
        let mut lines: Vec<String> = answers::last(table).into_iter().collect();
        if board {
            lines.extend([answers::board(table), answers::score(table)]);
        }
        lines.extend(self.clocks());
        lines.push(answers::state(table));
        vec![Effect::print(lines.join("\n"))]
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

    fn word(&mut self, word: Word, rest: &str) -> Vec<Effect> {
        match word {
            Word::Help => return vec![Effect::print(words::help())],
            Word::Quit => return self.quit(),
            Word::New if rest.is_empty() => return vec![self.menu()],
            Word::New => return self.choose(rest),
            Word::Rules => return vec![self.rules(rest)],
            Word::Puzzle => return self.want_puzzle(rest),
            Word::Leave | Word::Restart => return vec![say("there is no puzzle; puzzle asks one")],
            Word::Resume => {
                return match self.unfinished.last() {
                    Some(path) => vec![Effect::Storage(StorageRequest::Load(path.clone()))],
                    None if self.seated.is_some() => {
                        vec![say("there is no other unfinished game; new starts one")]
                    }
                    None => vec![say("there is no unfinished game; new starts one")],
                };
            }
            Word::Open if rest.is_empty() => {
                return vec![say("open takes a file, as in: open game.json")];
            }
            Word::Open => return vec![Effect::Storage(StorageRequest::Load(PathBuf::from(rest)))],
            Word::Brief | Word::Full => {
                self.full = word == Word::Full;
                let sentence = if self.full {
                    "the board is shown after each move"
                } else {
                    "type board to see it"
                };
                return vec![say(sentence)];
            }
            _ => {}
        }
        let Some(seated) = &mut self.seated else {
            return vec![say("there is no game yet; type the name of a game first")];
        };
        let table = &mut seated.table;
        match word {
            Word::Board => vec![Effect::print(answers::board(table))],
            Word::Describe => vec![Effect::print(answers::describe(table))],
            Word::Score => {
                let lines = [answers::score(table), answers::state(table)];
                lines.into_iter().chain(self.clocks()).map(Effect::print).collect()
            }
            Word::Clock => {
                if !seated.clock.has_limit() {
                    return vec![say(
                        "this game has no clock; new GAME --time 10m+5s starts one with a clock",
                    )];
                }
                if table.is_over() {
                    return vec![say("the game is over")];
                }
                seated.clock.paused = !seated.clock.paused;
                let state = if seated.clock.paused {
                    "the clocks are paused"
                } else {
                    "the clocks are running"
                };
                [say(state)].into_iter().chain(self.clocks().map(Effect::print)).collect()
            }
            Word::Legal => vec![Effect::print(answers::legal(table))],
            Word::Moves => vec![Effect::print(answers::moves(table))],
            Word::Why => vec![self.why(rest)],
            Word::Hint => self.look_for(Work::Hint(HINT_TIME)),
            Word::Threat => self.look_for(Work::Threat(HINT_TIME)),
            Word::Now => self.while_thinking(|session| vec![session.finish_thinking()]),
            Word::Stop => self.while_thinking(Self::stop),
            Word::Pass => self.play(&[Step::Pass]),
            Word::Swap => self.play(&[Step::Swap]),
            Word::Resign => self.ask_to_resign(),
            Word::ResignNow => self.resign(),
            Word::Undo => self.undo(),
            Word::Redo => self.go(Table::redo),
            Word::Go => {
                if table.computer_to_move().is_none() {
                    return vec![say("it is not the engine's turn")];
                }
                table.go_on_here();
                self.halted = false;
                Vec::new()
            }
            Word::First => self.go(Table::go_to_start),
            Word::Last => self.go(Table::go_to_end),
            Word::Next => self.go(|table| table.go_by(1)),
            Word::Back => self.go(|table| table.go_by(-1)),
            Word::Turn => match rest.parse() {
                Ok(turn) => self.go(|table| table.go_to_turn(turn)),
                Err(_) => vec![say("turn takes a number, 0 for the start")],
            },
            Word::Play => self.play_on(),
            Word::Save | Word::Replace if rest.is_empty() => {
                vec![say("save takes a file, as in: save game.json")]
            }
            Word::Save => self.save(rest, Existing::Keep),
            Word::Replace => self.save(rest, Existing::Replace),
            // The others are done already.
            _ => Vec::new(),
        }
    }

    /// Goes from looking to playing, at the turn that is looked at.
    fn play_on(&mut self) -> Vec<Effect> {
        let has_remote = self.remote.is_some();
        let Some(Seated { table, .. }) = &mut self.seated else { return Vec::new() };
        match table.mode() {
            Mode::Play => vec![say("you are already playing")],
            Mode::Review if table.follows_game() && has_remote => {
                vec![say(
                    "the game with the other terminal is over; open it another time to play from here",
                )]
            }
            Mode::Review => match table.play_on() {
                Reply::Refused(why) => vec![say(&why)],
                _ => {
                    let mut deeds = self.keep_place();
                    deeds.extend(self.shown(false));
                    deeds
                }
            },
        }
    }

    fn rules(&self, name: &str) -> Effect {
        let at_table = self.table().map(|table| table.game().info());
        match if name.is_empty() { at_table } else { Self::called(name) } {
            Some(info) => Effect::print(answers::wrapped(info.rules)),
            None => say(&format!("rules takes a game: {}", games::ids().join(", "))),
        }
    }

    fn save(&self, file: &str, existing: Existing) -> Vec<Effect> {
        match self.seated.as_ref().map(Seated::text) {
            Some(Ok(text)) => {
                vec![Effect::Storage(StorageRequest::Save {
                    path: PathBuf::from(file),
                    text,
                    existing,
                })]
            }
            Some(Err(error)) => vec![say(&error.to_string())],
            None => Vec::new(),
        }
    }

    // ----- what comes back

    fn stored(&mut self, reply: StorageReply) -> Vec<Effect> {
        match reply {
            StorageReply::Kept { game, kept } => self.kept(game, kept),
            StorageReply::Saved(Ok(path)) => {
                let leaves_out = self.table().is_some_and(|table| table.tip().is_some());
                let without = if leaves_out { WITHOUT_EXPLORED } else { "" };
                vec![say(&format!("saved as {}{without}", shown(&path)))]
            }
            StorageReply::Saved(Err(SaveFault::Exists(path))) => {
                vec![say(&format!("{} already exists; replace overwrites it", shown(&path)))]
            }
            StorageReply::Saved(Err(SaveFault::Other(why)))
            | StorageReply::Loaded(Err(why))
            | StorageReply::ProgressUnkept(why) => vec![say(&why)],
            StorageReply::Loaded(Ok(loaded)) => {
                let left_behind = loaded.left_behind.clone();
                let seated = Seated::of(*loaded, true, self.games + 1, self.now);
                self.make_room(Coming { seated, left_behind })
            }
            StorageReply::Progress(text) => self.take_progress(text),
            StorageReply::Entered(dir) => {
                vec![say(&format!("{} is a directory; open takes a file", shown(&dir)))]
            }
            _ => Vec::new(),
        }
    }
}

impl Program for Session {
    fn update(&mut self, message: Message) -> Vec<Effect> {
        let mut effects = match message {
            Message::Tick(now) => self.tick(now),
            Message::Line(line) => self.line(line.trim()),
            Message::EndOfInput | Message::Quit => self.quit(),
            Message::Thought(answer) if answer.id() == self.tickets => self.thought(answer),
            Message::Stored(reply) => self.stored(reply),
            Message::Remote(message) => self.take_remote(message),
            _ => Vec::new(),
        };
        effects.extend(self.follow_remote());
        keep_once(&mut effects);
        if !effects.contains(&Effect::Quit) {
            effects.extend(self.follow_up());
        }
        effects
    }

    fn take_leave(&mut self) -> Vec<Effect> {
        self.leave_remote("they closed the program")
    }

    fn wake_at(&self) -> Option<Duration> {
        let remote = self.remote.as_ref().and_then(|remote| remote.due());
        self.think_until.into_iter().chain(remote).chain(self.flag_due()).min()
    }

    fn is_quit(&self, message: &Message) -> bool {
        matches!(message, Message::Quit | Message::EndOfInput)
    }
}

/// Drops all but the last request to keep the game: each would put a new game into another file.
fn keep_once(effects: &mut Vec<Effect>) {
    let keeps = |effect: &Effect| matches!(effect, Effect::Storage(StorageRequest::Keep { .. }));
    let mut more = effects.iter().filter(|effect| keeps(effect)).count();
    effects.retain(|effect| {
        let is_kept = keeps(effect);
        more -= usize::from(is_kept);
        !is_kept || more == 0
    });
}

fn say(sentence: &str) -> Effect {
    Effect::print(answers::said(sentence))
}

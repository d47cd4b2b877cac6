//! The state of the plain mode, and what a line does to it: no input, output, clock or file is touched here.

mod computer;

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use clap::error::ErrorKind;
use tetralith_core::timeline::NodeId;
use tetralith_core::{Colour, Info, Step, games};
use tetralith_engine::Level;

use super::answers;
use super::words::{self, Word};
use crate::cli::{PlayArgs, Who};
use crate::files::{Existing, shown};
use crate::settings::Settings;
use crate::tui::app::{Effect, Message, Moment, SaveFault, Start};
use crate::tui::panels::cursor_text;
use crate::tui::seat::Seat;
use crate::tui::seated::Seated;
use crate::tui::table::{Mode, Reply, Table};
use crate::tui::thinking::{HINT_TIME, Work};

/// Something that has happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// A line was read.
    Line(String),
    /// The input has ended.
    End,
    /// What became of a [`Deed::Do`].
    Came(Message),
}

/// Something that shall be done.
#[derive(Clone, PartialEq, Debug)]
pub enum Deed {
    /// Write this and a line end.
    Say(String),
    /// Do this, and answer with [`Event::Came`].
    Do(Effect),
}

/// What may be said after the word `new`: the same as after `tetralith play`.
#[derive(Parser)]
#[command(name = "new", no_binary_name = true, disable_help_flag = true)]
struct NewGame {
    #[command(flatten)]
    play: PlayArgs,
}

/// A game that is to have the table, and what is to be told of it first.
struct Coming {
    seated: Seated,
    left_behind: Vec<String>,
}

/// The plain mode while it runs.
#[allow(clippy::struct_excessive_bools, reason = "each is a state of its own")]
pub struct Session {
    seated: Option<Seated>,
    settings: Settings,
    unfinished: Option<PathBuf>,
    /// Whether the board is shown after each step.
    full: bool,
    /// Why the game is not kept, if it should be and is not.
    unkept: Option<String>,
    /// The game that is to have the table once the one there is kept, or given up.
    coming: Option<Coming>,
    /// The number of the last question for the engine.
    tickets: u64,
    /// What it was about, while it is thought about.
    thinking: Option<Work>,
    /// Whether it was told what can be said while the computer thinks.
    told: bool,
    /// Whether the computer gave up here, so that it is not asked for ever.
    halted: bool,
    /// Whether it was asked in the line before if the game is to be given up.
    resigning: bool,
    games: u64,
    now: Moment,
}

/// Who sits where when the command line asks for `args` and the user has set `settings`.
pub fn seats(args: &PlayArgs, settings: &Settings) -> [Seat; 2] {
    let seat = |asked: Option<Who>, usual: Option<&Level>| match (asked, usual) {
        (Some(Who::Level(level)), _) | (None, Some(level)) => Seat::computer(level),
        (Some(Who::Human), _) | (None, None) => Seat::person(String::new()),
    };
    let [first, second] = settings.seats;
    [seat(args.first, first), seat(args.second, second)]
}

impl Session {
    /// The plain mode as it begins, and what shall be done first; `unfinished` is the game to offer for resuming.
    pub fn new(start: Start, settings: Settings, unfinished: Option<PathBuf>, now: Moment) -> (Self, Vec<Deed>) {
        let mut session = Self {
            seated: None,
            settings,
            unfinished,
            full: true,
            unkept: None,
            coming: None,
            tickets: 0,
            thinking: None,
            told: false,
            halted: false,
            resigning: false,
            games: 0,
            now,
        };
        let mut deeds = match start {
            Start::Home => vec![session.menu()],
            Start::Play { info, options, seats, clock } => match Seated::begin(info, &options, seats, 0, clock, now) {
                Ok(seated) => session.sit(seated),
                Err(error) => vec![say(&error.to_string())],
            },
            Start::Replay { loaded, turn } => {
                let mut deeds: Vec<Deed> = loaded.left_behind.iter().map(|sentence| say(sentence)).collect();
                session.seated = Some(Seated::of(*loaded, false, 0, now));
                let refused = turn.and_then(|turn| session.go_to_turn(turn));
                deeds.extend(session.introduction());
                deeds.extend(refused);
                deeds
            }
        };
        deeds.extend(session.follow_up());
        (session, deeds)
    }

    /// Why the game is not kept as it is now, if it should be and is not.
    pub fn unkept(&self) -> Option<&str> {
        self.unkept.as_deref()
    }

    /// The table, if a game is on it.
    pub fn table(&self) -> Option<&Table> {
        self.seated.as_ref().map(|seated| &seated.table)
    }

    /// Lets `event` happen `now` and says what shall be done.
    pub fn update(&mut self, event: Event, now: Moment) -> Vec<Deed> {
        self.now = now;
        let flag = self.seated.as_mut().map_or(Reply::Nothing, |seated| seated.tell_time(now, true));
        let mut deeds = if flag == Reply::Changed { self.think_no_more() } else { Vec::new() };
        deeds.extend(self.after(flag));
        deeds.extend(match event {
            Event::Line(line) => self.line(line.trim()),
            Event::End => self.quit(),
            Event::Came(message) => self.came(message),
        });
        if !deeds.contains(&Deed::Do(Effect::Quit)) {
            deeds.extend(self.follow_up());
        }
        deeds
    }

    fn line(&mut self, line: &str) -> Vec<Deed> {
        // Whatever else is typed means no, and what it says.
        if std::mem::take(&mut self.resigning) {
            match &*line.to_ascii_lowercase() {
                "yes" | "y" => return self.resign(),
                "no" | "n" => return vec![say("the game goes on")],
                _ => {}
            }
        }
        if let Some(coming) = self.coming.take() {
            match &*line.to_ascii_lowercase() {
                "yes" | "y" => return self.take_table(coming),
                "no" | "n" => return vec![say("the game goes on")],
                _ => {}
            }
        }
        match (words::read(line), &self.seated) {
            (Some((word, rest)), _) => self.word(word, rest),
            (None, None) if line.is_empty() => vec![self.menu()],
            (None, None) => self.choose(line),
            (None, Some(seated)) if line.is_empty() => match seated.table.mode() {
                Mode::Replay => self.go(|table| table.go_by(1)),
                Mode::Play | Mode::Over => Vec::new(),
            },
            (None, Some(_)) => self.step(line),
        }
    }

    // ----- which game

    fn menu(&self) -> Deed {
        let mut lines =
            vec!["Which game? Type its name or number, with options such as --size 5 --second easy.".to_owned()];
        lines.extend(games::INFOS.iter().zip(1..).map(|(info, n)| format!("{n} {}: {}", info.title, info.goal)));
        if let Some(path) = &self.unfinished {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            lines.push(format!("Or: resume, to go on with {name}."));
        }
        lines.push("Also: open FILE, rules GAME, help, quit.".to_owned());
        Deed::Say(lines.iter().map(|line| answers::wrapped(line)).collect::<Vec<_>>().join("\n"))
    }

    /// The game that a person calls `name`: by its name, its number in the menu, or the beginning of its name.
    fn called(name: &str) -> Option<&'static Info> {
        if let Ok(n) = name.parse::<usize>() {
            return games::INFOS.get(n.checked_sub(1)?).copied();
        }
        let name = name.to_lowercase();
        let mut found = games::INFOS.iter().filter(|info| !name.is_empty() && info.id.starts_with(&name));
        found.next().copied().filter(|info| info.id == name || found.next().is_none())
    }

    /// Begins the game that `line` asks for.
    fn choose(&mut self, line: &str) -> Vec<Deed> {
        let mut parts: Vec<&str> = line.split_whitespace().collect();
        let Some(first) = parts.first_mut() else { return vec![self.menu()] };
        let Some(info) = Self::called(first) else {
            let sentence = format!("there is no game '{first}'; the games are {}", games::ids().join(", "));
            return vec![say(&sentence)];
        };
        *first = info.id;
        let args = match NewGame::try_parse_from(parts) {
            Ok(NewGame { play }) => play,
            Err(error) => return vec![say(&complaint(&error))],
        };
        let Some(info) = args.game else { return vec![self.menu()] };
        let begun = info.options(&args.options.setup()).and_then(|options| {
            let seats = seats(&args, &self.settings);
            Seated::begin(info, &options, seats, self.games + 1, args.clock(self.settings.clock), self.now)
        });
        match begun {
            Ok(seated) => self.make_room(Coming { seated, left_behind: Vec::new() }),
            Err(error) => vec![say(&error.to_string())],
        }
    }

    fn sit(&mut self, seated: Seated) -> Vec<Deed> {
        self.games = seated.game;
        (self.halted, self.unkept) = (false, None);
        self.seated = Some(seated);
        self.introduction()
    }

    /// Lets a game have the table once the one there is kept.
    fn make_room(&mut self, coming: Coming) -> Vec<Deed> {
        let mut deeds = self.leave();
        if deeds.iter().any(|deed| matches!(deed, Deed::Do(_))) {
            self.coming = Some(coming);
        } else if self.unkept.is_some() {
            deeds.push(self.ask_to_give_way(coming));
        } else {
            deeds.extend(self.take_table(coming));
        }
        deeds
    }

    fn ask_to_give_way(&mut self, coming: Coming) -> Deed {
        self.coming = Some(coming);
        say("the game at the table would be lost: shall it be? answer yes")
    }

    fn take_table(&mut self, Coming { seated, left_behind }: Coming) -> Vec<Deed> {
        let mut deeds: Vec<Deed> = left_behind.iter().map(|sentence| say(sentence)).collect();
        deeds.extend(self.sit(seated));
        deeds
    }

    fn introduction(&self) -> Vec<Deed> {
        let Some(table) = self.table() else { return Vec::new() };
        let mut deeds = vec![Deed::Say(answers::title(table))];
        deeds.extend(self.shown(true));
        deeds
    }

    /// The position: the last step, the board, the score, whose step it is.
    fn shown(&self, board: bool) -> Vec<Deed> {
        let Some(table) = self.table() else { return Vec::new() };
        let mut lines: Vec<String> = answers::last(table).into_iter().collect();
        if board {
            lines.extend([answers::board(table), answers::score(table)]);
        }
        lines.extend(self.clocks());
        lines.push(answers::state(table));
        vec![Deed::Say(lines.join("\n"))]
    }

    /// What both sides have left, where there is a limit.
    fn clocks(&self) -> Option<String> {
        let seated = self.seated.as_ref()?;
        let table = &seated.table;
        let [first, second] = Colour::BOTH.map(|colour| {
            Some(format!("{} {}", table.names().title(colour), seated.time_left(table.origin_here(colour))?))
        });
        Some(answers::wrapped(&format!("Clocks: {}; {}.", first?, second?)))
    }

    /// How long the computer may take for its step by its clock.
    pub fn budget(&self) -> Option<Duration> {
        self.seated.as_ref()?.budget()
    }

    // ----- words

    fn word(&mut self, word: Word, rest: &str) -> Vec<Deed> {
        match word {
            Word::Help => return vec![Deed::Say(words::help())],
            Word::Quit => return self.quit(),
            Word::New if rest.is_empty() => return vec![self.menu()],
            Word::New => return self.choose(rest),
            Word::Rules => return vec![self.rules(rest)],
            Word::Resume => {
                return match &self.unfinished {
                    Some(path) => vec![Deed::Do(Effect::Load(path.clone()))],
                    None => vec![say("there is no unfinished game; new begins one")],
                };
            }
            Word::Open if rest.is_empty() => return vec![say("open takes a file, as in: open game.json")],
            Word::Open => return vec![Deed::Do(Effect::Load(PathBuf::from(rest)))],
            Word::Brief | Word::Full => {
                self.full = word == Word::Full;
                let sentence = if self.full { "the board is shown after each step" } else { "type board to see it" };
                return vec![say(sentence)];
            }
            _ => {}
        }
        let Some(seated) = &mut self.seated else {
            return vec![say("there is no game yet; type the name of one first")];
        };
        let table = &mut seated.table;
        match word {
            Word::Board => vec![Deed::Say(answers::board(table))],
            Word::Describe => vec![Deed::Say(answers::describe(table))],
            Word::Score => {
                let lines = [answers::score(table), answers::state(table)];
                lines.into_iter().chain(self.clocks()).map(Deed::Say).collect()
            }
            Word::Clock => {
                if !seated.clock.has_limit() {
                    return vec![say("this game is played without a clock; new GAME --time 10m+5s begins one with")];
                }
                if table.is_over() {
                    return vec![say("the game is over")];
                }
                seated.clock.paused = !seated.clock.paused;
                let state = if seated.clock.paused { "the clocks stand still" } else { "the clocks run" };
                [say(state)].into_iter().chain(self.clocks().map(Deed::Say)).collect()
            }
            Word::Legal => vec![Deed::Say(answers::legal(table))],
            Word::Moves => vec![Deed::Say(answers::moves(table))],
            Word::Why => vec![self.why(rest)],
            Word::Hint => self.look_for(Work::Hint(HINT_TIME)),
            Word::Threat => self.look_for(Work::Threat(HINT_TIME)),
            Word::Now => self.while_thinking(|_| vec![Deed::Do(Effect::FinishThinking)]),
            Word::Stop => self.while_thinking(Self::stop),
            Word::Pass => self.play(&[Step::Pass]),
            Word::Swap => self.play(&[Step::Swap]),
            Word::Resign if table.resigner().is_some() => {
                self.resigning = true;
                vec![say("resign: are you sure? answer yes")]
            }
            Word::Resign | Word::ResignNow => self.resign(),
            Word::Undo => self.undo(),
            Word::Redo => self.go(Table::redo),
            Word::Go => {
                if table.computer_to_move().is_none() {
                    return vec![say("it is not the computer's turn")];
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
            Word::Play => {
                if table.mode() != Mode::Replay {
                    return vec![say("this game is played already")];
                }
                match table.play_on() {
                    Reply::Refused(why) => vec![say(&why)],
                    _ => self.shown(false),
                }
            }
            Word::Save | Word::Replace if rest.is_empty() => {
                vec![say("a file's name is needed, as in: save game.json")]
            }
            Word::Save => self.save(rest, Existing::Keep),
            Word::Replace => self.save(rest, Existing::Replace),
            Word::Help
            | Word::Quit
            | Word::New
            | Word::Rules
            | Word::Resume
            | Word::Open
            | Word::Brief
            | Word::Full => Vec::new(),
        }
    }

    fn undo(&mut self) -> Vec<Deed> {
        let Some(seated) = &mut self.seated else { return Vec::new() };
        let (reply, told) = seated.undo();
        told.map(|told| say(&told)).into_iter().chain(self.after(reply)).collect()
    }

    fn resign(&mut self) -> Vec<Deed> {
        match self.seated.as_mut().map(|seated| &mut seated.table).filter(|table| table.resigner().is_some()) {
            Some(table) => {
                let reply = table.resign();
                self.after(reply)
            }
            None => vec![self.refusal()],
        }
    }

    fn rules(&self, name: &str) -> Deed {
        let at_table = self.table().map(|table| table.game().info());
        match if name.is_empty() { at_table } else { Self::called(name) } {
            Some(info) => Deed::Say(answers::wrapped(info.rules)),
            None => say(&format!("rules takes a game: {}", games::ids().join(", "))),
        }
    }

    fn save(&self, file: &str, existing: Existing) -> Vec<Deed> {
        match self.seated.as_ref().map(Seated::text) {
            Some(Ok(text)) => vec![Deed::Do(Effect::Save { path: PathBuf::from(file), text, existing })],
            Some(Err(error)) => vec![say(&error.to_string())],
            None => Vec::new(),
        }
    }

    fn why(&mut self, text: &str) -> Deed {
        let Some(Seated { table, .. }) = &mut self.seated else { return say("there is no game yet") };
        if text.is_empty() {
            return say("why takes a cell or a step, as in: why a1");
        }
        if !table.is_playable() {
            return self.refusal();
        }
        if table.seen().cells.is_empty() {
            return say(&table.to_do());
        }
        let names = table.names();
        if let Ok(cell) = names.parse_cell(&text.to_lowercase()) {
            table.point_at(cell);
            table.aim_at_cursor();
        } else {
            table.aim_at_text(text);
        }
        // Somebody asks, so what is wrong is said even where the cursor only stayed on the stone just placed.
        let answer = match (table.aim().refused.clone(), cursor_text(table)) {
            (Some(refused), _) => refused,
            (None, Some((text, _))) => format!("yes: {text}"),
            (None, None) => table.to_do(),
        };
        table.aim_at_cursor();
        say(&answer)
    }

    // ----- steps

    /// Why a person can make no step here.
    fn refusal(&self) -> Deed {
        let Some(table) = self.table() else { return say("there is no game yet") };
        say(match table.mode() {
            Mode::Replay => "this game is only looked through; type play to play on from here",
            _ if table.outcome().is_some() => "the game is over here; undo takes the last step back",
            _ => "the computer is to move; go lets it",
        })
    }

    fn step(&mut self, line: &str) -> Vec<Deed> {
        let Some(table) = self.table() else { return Vec::new() };
        match table.names().parse_typed(line) {
            Ok(steps) => self.play(&steps),
            // A word of letters alone is meant as one of ours.
            Err(_) if line.chars().all(char::is_alphabetic) && line.chars().count() > 1 => {
                vec![say(&format!("there is no word '{}'; help lists them", line.chars().take(20).collect::<String>()))]
            }
            Err(error) => vec![say(&error.to_string())],
        }
    }

    fn play(&mut self, steps: &[Step]) -> Vec<Deed> {
        let Some(Seated { table, .. }) = &mut self.seated else { return Vec::new() };
        if !table.is_playable() {
            return vec![self.refusal()];
        }
        let reply = table.play_turn(steps);
        self.after(reply)
    }

    /// What is said and done after something that may have changed the game.
    fn after(&mut self, reply: Reply) -> Vec<Deed> {
        match reply {
            Reply::Refused(why) => vec![say(&why)],
            Reply::Nothing => Vec::new(),
            Reply::Shown => self.shown(self.full),
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

    fn go(&mut self, moves: impl FnOnce(&mut Table) -> Reply) -> Vec<Deed> {
        let reply = self.seated.as_mut().map_or(Reply::Nothing, |seated| moves(&mut seated.table));
        self.after(reply)
    }

    /// Goes to turn `turn`, or to the last one and says that there are fewer.
    fn go_to_turn(&mut self, turn: u32) -> Option<Deed> {
        let table = &mut self.seated.as_mut()?.table;
        let last = table.last_turn();
        table.go_to_turn(turn.min(last));
        (turn > last).then(|| say(&format!("there is no turn {turn}; this is the last, {last}")))
    }

    // ----- what comes back

    fn came(&mut self, message: Message) -> Vec<Deed> {
        match message {
            Message::Thought(answer) if answer.id() == self.tickets => self.thought(answer),
            Message::Kept { game, kept: Ok(kept) } => {
                self.unkept = None;
                if let Some(seated) = self.seated.as_mut().filter(|seated| seated.game == game) {
                    self.unfinished = (!seated.table.is_over()).then(|| kept.path.clone());
                    seated.kept = Some(kept);
                }
                self.coming.take().map_or_else(Vec::new, |coming| self.take_table(coming))
            }
            Message::Kept { kept: Err(why), .. } => {
                let mut deeds = self.tell_unkept(why);
                if let Some(coming) = self.coming.take() {
                    deeds.push(self.ask_to_give_way(coming));
                }
                deeds
            }
            Message::Saved(Ok(path)) => vec![say(&format!("saved as {}", shown(&path)))],
            Message::Saved(Err(SaveFault::Exists(path))) => {
                vec![say(&format!("{} exists already; replace writes over it", shown(&path)))]
            }
            Message::Saved(Err(SaveFault::Other(why))) | Message::Loaded(Err(why)) => vec![say(&why)],
            Message::Loaded(Ok(loaded)) => {
                let left_behind = loaded.left_behind.clone();
                let seated = Seated::of(*loaded, true, self.games + 1, self.now);
                self.make_room(Coming { seated, left_behind })
            }
            Message::Entered(dir) => vec![say(&format!("{} is a directory; open takes a file", shown(&dir)))],
            _ => Vec::new(),
        }
    }

    // ----- keeping

    fn keep(&mut self) -> Vec<Deed> {
        match self.seated.as_mut().filter(|_| self.settings.autosave).map(Seated::keep) {
            Some(Ok(keep)) => vec![Deed::Do(keep)],
            Some(Err(error)) => self.tell_unkept(error.to_string()),
            None => Vec::new(),
        }
    }

    fn tell_unkept(&mut self, why: String) -> Vec<Deed> {
        let told = self.unkept.as_ref() == Some(&why);
        let deeds = if told { Vec::new() } else { vec![say(&format!("the game is not kept: {why}"))] };
        self.unkept = Some(why);
        deeds
    }

    /// Keeps the place to go on from before the game leaves the table, and tries the game again that is not kept.
    fn leave(&mut self) -> Vec<Deed> {
        let played = self
            .seated
            .as_ref()
            .is_some_and(|seated| seated.has_moved() && !seated.table.timeline().children(NodeId::START).is_empty());
        if played || self.unkept.is_some() { self.keep() } else { Vec::new() }
    }

    fn quit(&mut self) -> Vec<Deed> {
        let mut deeds = self.leave();
        let autosave = self.settings.autosave;
        if deeds.is_empty()
            && let Some(seated) = self.seated.as_mut().filter(|_| autosave)
        {
            match seated.secure() {
                Ok(secure) => deeds.extend(secure.map(Deed::Do)),
                Err(error) => deeds.extend(self.tell_unkept(error.to_string())),
            }
        }
        deeds.push(Deed::Do(Effect::Quit));
        deeds
    }

    /// What is said last, when it is known what came of [`Effect::Quit`] and what was to be done before.
    pub fn farewell(&self) -> Option<String> {
        let goes_on = |seated: &Seated| seated.table.is_going_on() && seated.kept_at.is_some();
        let kept = self.unkept.is_none() && self.seated.as_ref().is_some_and(goes_on);
        kept.then(|| answers::said("the game is kept; resume goes on with it"))
    }
}

fn say(sentence: &str) -> Deed {
    Deed::Say(answers::said(sentence))
}

/// What is wrong with the options of a new game, as one sentence.
fn complaint(error: &clap::Error) -> String {
    if error.kind() == ErrorKind::UnknownArgument {
        let text = error.to_string();
        let what = text.split('\'').nth(1).unwrap_or_default();
        return format!("there is no option '{what}'; the options are those of 'tetralith play'");
    }
    let text = error.to_string();
    let first = text.lines().next().unwrap_or_default();
    first.strip_prefix("error: ").unwrap_or(first).to_owned()
}

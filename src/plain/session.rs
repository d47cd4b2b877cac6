//! The state of the plain mode, and what a line does to it: no input, output, clock or file is
//! touched here.

mod computer;
mod keeping;
mod menu;
mod news;
mod printer;
mod puzzles;
mod remote;
mod steps;

use std::path::PathBuf;
use std::time::Duration;

use tetralith_core::Step;
use tetralith_core::game_line::{self, is_game_line};
use tetralith_core::text::Excerpt;

use super::answers;
use super::words::{self, Word};
use crate::program::{
    Effects, Loaded, Message, Moment, Program, QrModules, SaveFault, Start, StorageReply,
    StorageRequest,
};
use crate::settings::Settings;
use crate::shipped;
use menu::Menu;
use printer::Printer;
use puzzles::Exercise;
use tetralith_files::shown;
use tetralith_session::match_play::{
    Attention, BoardAct, Match, MatchEffects, MatchEvent, MatchSettings,
};
use tetralith_session::table::{Mode, Table};
use tetralith_session::words::WITHOUT_EXPLORED;

/// The plain mode while it runs.
pub struct Session {
    game: Match,
    menu: Menu,
    printer: Printer,
    exercise: Exercise,
    /// The question that the last line was answered with.
    unanswered: Option<Unanswered>,
}

/// A question that waits for a yes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unanswered {
    Resign,
    /// A question: lose the game?
    GiveWay,
    /// A question: take back the costly move?
    TakeBack,
    /// A question: which game begins?
    Which,
}

impl Session {
    /// The plain mode as it begins, and what shall be done first.
    pub fn new(start: Start, settings: Settings, now: Moment) -> (Self, Effects) {
        // Answers are printed as soon as they are there.
        let rules = MatchSettings {
            autosave: settings.saving.autosave,
            coach: settings.advice.coach,
            is_paced: false,
            program: settings.program(),
            eases_even: settings.new_game.eases_even,
        };
        let mut session = Self {
            game: Match::new(rules, now),
            menu: Menu::new(settings),
            printer: Printer::default(),
            exercise: Exercise::default(),
            unanswered: None,
        };
        let mut effects = Effects::default();
        session.begin(start, &mut effects);
        session.settle(&mut effects);
        (session, effects)
    }

    fn begin(&mut self, start: Start, effects: &mut Effects) {
        match start {
            Start::Home => self.ask_which(effects),
            Start::Remote { game, loaded } => self.begin_remote(game, loaded, effects),
            Start::Play { info, options, seats, clock } => {
                self.handle(MatchEvent::Begin { info, options, seats, clock }, effects);
            }
            Start::Replay { loaded, turn } => self.replay(loaded, turn, effects),
            Start::Puzzles { info, collection } => {
                self.exercise.set_collection(collection);
                self.exercise.want(info.id, None, self.game.now(), effects);
            }
        }
    }

    /// Shows a record, at turn `turn` or the last one there is.
    fn replay(&mut self, loaded: Box<Loaded>, turn: Option<u32>, effects: &mut Effects) {
        let mut match_effects = MatchEffects::default();
        self.game.handle(MatchEvent::Open { loaded, resume: false }, &mut match_effects);
        let [last, here] = self.table().map_or([0; 2], |table| {
            let timeline = table.timeline();
            [table.lines().last_turn(), timeline.turn(timeline.cursor())]
        });
        if let Some(turn) = turn.map(|turn| turn.min(last)).filter(|&turn| turn != here) {
            let act = BoardAct::GoToTurn(turn);
            self.game.handle(MatchEvent::Act(act), &mut match_effects);
        }
        self.show(match_effects, effects);
        if let Some(turn) = turn.filter(|turn| *turn > last) {
            say(&format!("there is no turn {turn}; the last is {last}"), effects);
        }
    }

    /// The table, if a game is on it.
    pub fn table(&self) -> Option<&Table> {
        self.game.table()
    }

    /// Does what follows from a message; while a puzzle is solved the board is out of sight, and
    /// while it is asked whether a move stays the computer does not answer it.
    fn settle(&mut self, effects: &mut Effects) {
        let attention = if self.exercise.is_asked() {
            Attention::Away
        } else if self.unanswered == Some(Unanswered::TakeBack) {
            Attention::Behind
        } else {
            Attention::Front
        };
        self.handle(MatchEvent::Settle(attention), effects);
    }

    fn line(&mut self, line: &str, effects: &mut Effects) {
        // Anything else that is typed means no, and is then carried out.
        let question = self.unanswered.take();
        let asks_which = question == Some(Unanswered::Which);
        if let Some(question) = question.filter(|_| !asks_which) {
            let answer = line.to_ascii_lowercase();
            let yes = matches!(&*answer, "yes" | "y");
            match question {
                Unanswered::Resign if yes => return self.handle(MatchEvent::Resign, effects),
                Unanswered::TakeBack if yes => {
                    return self.handle(MatchEvent::TakeBackMove, effects);
                }
                Unanswered::Resign | Unanswered::TakeBack | Unanswered::Which => {}
                Unanswered::GiveWay => self.handle(MatchEvent::GiveWay(yes), effects),
            }
            match &*answer {
                "yes" | "y" => return,
                "no" | "n" => return say("the game continues", effects),
                _ => {}
            }
        }
        // A game in a line is opened wherever it is pasted.
        let word = words::read(line).or_else(|| is_game_line(line).then_some((Word::Open, line)));
        // The command line begins a game in the same words.
        let word = word.map(|(word, rest)| match word {
            Word::Play if menu::names_game(rest) => (Word::New, rest),
            _ => (word, rest),
        });
        if let Some(name) =
            word.filter(|(_, rest)| !rest.is_empty()).and_then(|(word, _)| word.alone())
        {
            return say(&format!("{name} must be alone on its line"), effects);
        }
        let (shows_board, now) = (self.printer.shows_board(), self.game.now());
        if self.exercise.hear(line, word, shows_board, now, effects) {
            return;
        }
        match (word, self.table()) {
            (Some((word, rest)), _) => {
                // The menu offers words too; a game that begins answers it.
                self.unanswered = question.filter(|_| asks_which);
                if !self.remote_word(word, rest, effects) {
                    self.word(word, rest, effects);
                }
            }
            (None, None) if line.is_empty() => self.ask_which(effects),
            (None, None) => self.choose(line, effects),
            (None, Some(_)) if asks_which && menu::is_choice(line) => self.choose(line, effects),
            (None, Some(_)) if asks_which && line.is_empty() => self.unanswered = question,
            (None, Some(table)) if line.is_empty() => match table.mode() {
                Mode::Review if !table.state().follows_game() => {
                    self.act(BoardAct::GoBy(1), effects);
                }
                Mode::Review | Mode::Play => {}
            },
            (None, Some(table)) => {
                if asks_which && table.game().parse_typed(line).is_err() {
                    self.unanswered = question;
                }
                self.step(line, effects);
            }
        }
    }

    /// Asks which game begins, and offers the unfinished one to resume.
    fn ask_which(&mut self, effects: &mut Effects) {
        self.unanswered = Some(Unanswered::Which);
        self.menu.ask_for_unfinished(false, self.file(), effects);
    }

    /// Begins the game that `line` asks for; if it is at fault, the next line may ask again.
    fn choose(&mut self, line: &str, effects: &mut Effects) {
        match self.menu.choose(line) {
            Ok(event) => self.handle(event, effects),
            Err(why) => {
                say(&why, effects);
                self.unanswered = Some(Unanswered::Which);
            }
        }
    }

    /// The file that keeps the game at the board, if one does.
    fn file(&self) -> Option<PathBuf> {
        Some(self.game.seated()?.kept.as_ref()?.path.clone())
    }

    // ----- words

    fn word(&mut self, word: Word, rest: &str, effects: &mut Effects) {
        match word {
            Word::Help => return effects.print(words::help()),
            Word::Quit => return self.handle(MatchEvent::End, effects),
            Word::New if rest.is_empty() => return self.ask_which(effects),
            Word::New => return self.choose(rest, effects),
            Word::Rules => return self.rules(rest, effects),
            Word::Stats => return effects.count_games(),
            Word::Puzzle => {
                let at_board = self.table().map(|table| table.game().info());
                return self.exercise.want(rest, at_board, self.game.now(), effects);
            }
            Word::Opening => {
                let at_board = self.table().map(|table| table.game().info());
                return self.exercise.want_opening(rest, at_board, effects);
            }
            Word::Watch => return self.watch(rest, effects),
            Word::Leave | Word::Restart => {
                return say("there is no puzzle; type puzzle to get one", effects);
            }
            Word::Resume => {
                return self.menu.ask_for_unfinished(true, self.file(), effects);
            }
            Word::Open if rest.is_empty() => {
                return say("open needs a file, as in: open game.json", effects);
            }
            Word::Open => return effects.storage(StorageRequest::Load(PathBuf::from(rest))),
            Word::Brief | Word::Full => {
                return self.printer.set_brief(word == Word::Brief, effects);
            }
            _ => {}
        }
        let Some(table) = self.table() else {
            return say("there is no game yet; type the name of a game first", effects);
        };
        match word {
            Word::Board => effects.print(answers::board(table)),
            Word::Describe => effects.print(answers::describe(table)),
            Word::Score => {
                effects.print(answers::score(table));
                effects.print(answers::state(table));
                printer::clocks(&self.game, effects);
            }
            Word::Clock => self.pause_clocks(effects),
            Word::Legal => effects.print(answers::legal(table)),
            Word::Moves => effects.print(answers::moves(table)),
            Word::Line => {
                let none = "A game from a set-up position cannot be written as one line.";
                let line = game_line::write(table.timeline()).unwrap_or_else(|| none.to_owned());
                effects.print(line);
            }
            Word::Qr => show_code(table, effects),
            Word::Mark => self.mark(rest, effects),
            Word::Train => {
                if let Some(table) = self.game.table() {
                    self.exercise.train(table, effects);
                }
            }
            Word::Why => self.why(rest, effects),
            Word::Hint => self.look_for(false, effects),
            Word::Threat => self.look_for(true, effects),
            Word::Exact => self.solve(effects),
            Word::Opinion => self.ask_for_opinion(rest, effects),
            Word::Now => self.hurry(effects),
            Word::Stop => self.stop(effects),
            Word::Pass => self.play(vec![Step::Pass], effects),
            Word::Swap => self.play(vec![Step::Swap], effects),
            Word::Resign => self.ask_to_resign(effects),
            Word::ResignNow => self.handle(MatchEvent::Resign, effects),
            Word::Undo => self.handle(MatchEvent::Undo, effects),
            Word::Redo => self.act(BoardAct::Redo, effects),
            Word::Go => {
                if table.state().computer_to_move().is_none() {
                    return say("it is not the engine's turn", effects);
                }
                self.handle(MatchEvent::Go { once: false }, effects);
            }
            Word::Seat => self.change_seat(rest, effects),
            Word::First => self.act(BoardAct::GoToStart, effects),
            Word::Last => self.act(BoardAct::GoToEnd, effects),
            Word::Next => self.act(BoardAct::GoBy(1), effects),
            Word::Back => self.act(BoardAct::GoBy(-1), effects),
            Word::Turn => match rest.parse() {
                Ok(turn) => self.act(BoardAct::GoToTurn(turn), effects),
                Err(_) if !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()) => {
                    say(&format!("there is no turn {}", Excerpt::new(rest)), effects);
                }
                Err(_) => say("turn needs a number; 0 is the start", effects),
            },
            Word::Review => self.act(BoardAct::LookThrough, effects),
            Word::Play => self.play_on(effects),
            Word::Save | Word::Replace if rest.is_empty() => {
                let name = if word == Word::Save { "save" } else { "replace" };
                say(&format!("{name} needs a file, as in: {name} game.json"), effects);
            }
            Word::Save => self.save(rest, false, effects),
            Word::Replace => self.save(rest, true, effects),
            // The others are done already.
            _ => {}
        }
    }

    /// Stops the clocks, or lets them go on.
    fn pause_clocks(&mut self, effects: &mut Effects) {
        if self.game.clocks().and_then(|clocks| clocks.clock()).is_none() {
            let why = "this game has no clock; new GAME --time 10m+5s starts a game with one";
            return say(why, effects);
        }
        self.handle(MatchEvent::PauseClock, effects);
        printer::clocks(&self.game, effects);
    }

    /// Adds a mark to the turn, or takes it away, and shows all there are.
    fn mark(&mut self, text: &str, effects: &mut Effects) {
        let Some(table) = self.table() else { return };
        let mark = match table.names().parse_own_mark(text) {
            Ok(mark) => mark,
            Err(error) => return say(&error.to_string(), effects),
        };
        self.act(BoardAct::Mark(mark), effects);
        if let Some(table) = self.table() {
            effects.print(answers::marks(table));
        }
    }

    /// Goes from review to play, at the turn that is shown.
    fn play_on(&mut self, effects: &mut Effects) {
        let Some(table) = self.table() else { return };
        match table.mode() {
            Mode::Play => return say("you are already playing", effects),
            Mode::Review if table.state().follows_game() && self.game.link().game().is_some() => {
                let why = "this game is over; open it again later to play from here";
                return say(why, effects);
            }
            Mode::Review => {}
        }
        let mut match_effects = MatchEffects::default();
        self.game.handle(MatchEvent::Act(BoardAct::PlayOn), &mut match_effects);
        let plays = match_effects.refusal().is_none();
        if plays {
            // Only the state is another one, not the board.
            match_effects.take_news();
        }
        self.show(match_effects, effects);
        if plays {
            printer::position(&self.game, false, effects);
        }
    }

    fn rules(&self, name: &str, effects: &mut Effects) {
        let at_table = self.table().map(|table| table.game().info());
        match if name.is_empty() { at_table } else { menu::called(name) } {
            Some(info) => {
                // The sign before a heading means nothing when it is read aloud.
                let lines = info.texts.rules.lines();
                let lines: Vec<&str> =
                    lines.map(|line| line.strip_prefix("# ").unwrap_or(line)).collect();
                effects.print(answers::wrapped(&lines.join("\n")));
            }
            None => say(&menu::unknown("rules", name), effects),
        }
    }

    /// Reviews the commented game that `which` names by its game and number, or lists those there
    /// are.
    fn watch(&mut self, which: &str, effects: &mut Effects) {
        let at_board = self.table().map(|table| table.game().info());
        let (name, asked) = match which.rsplit_once(char::is_whitespace) {
            Some((name, number)) => (name.trim_end(), number),
            // A number alone is that of a game to watch, not of a game in the menu.
            None if which.parse::<usize>().is_ok() => ("", which),
            None => (which, ""),
        };
        let Some(info) = (if name.is_empty() { at_board } else { menu::called(name) }) else {
            return say(&menu::unknown("watch", name), effects);
        };
        let number: Option<usize> = asked.parse().ok();
        let chosen = number.and_then(|n| shipped::game_to_watch(info, n.checked_sub(1)?));
        if let Some(loaded) = chosen {
            return self.replay(Box::new(loaded), None, effects);
        }
        let parts = shipped::TO_WATCH.iter().zip(1..);
        let listed: Vec<String> = parts.map(|((_, part), n)| format!("{n} {part}")).collect();
        let (title, id, list) = (info.title, info.id, listed.join(", "));
        let absent = if asked.is_empty() { "" } else { &*format!("there is no game {asked}; ") };
        let all = format!("games of {title}: {list}; type watch {id} 1 to open the first");
        say(&format!("{absent}{all}"), effects);
    }

    fn save(&mut self, file: &str, replaces: bool, effects: &mut Effects) {
        let mut match_effects = MatchEffects::default();
        match self.game.save_as(PathBuf::from(file), replaces, &mut match_effects) {
            Ok(()) => self.show(match_effects, effects),
            Err(why) => say(&why, effects),
        }
    }

    // ----- what comes back

    fn stored(&mut self, reply: StorageReply, effects: &mut Effects) {
        match reply {
            StorageReply::Kept { game, kept } => {
                self.handle(MatchEvent::Kept { game, kept }, effects);
            }
            StorageReply::Saved(saved) => self.saved(saved, effects),
            StorageReply::Loaded(Err(why)) | StorageReply::Several { why, .. } => {
                say(&why, effects);
            }
            StorageReply::ProgressUnkept(why) => self.exercise.take_unkept(&why, effects),
            StorageReply::Loaded(Ok(loaded)) => {
                self.handle(MatchEvent::Open { loaded, resume: true }, effects);
            }
            StorageReply::Unfinished(found) => {
                self.menu.take_unfinished(found, self.table().is_some(), effects);
            }
            StorageReply::Results(results) => self.handle(MatchEvent::Results(results), effects),
            StorageReply::Progress(text) => {
                let now = self.game.now();
                self.exercise.take_progress(text, now, effects);
            }
            StorageReply::Entered(dir) => {
                say(&format!("{} is a directory; open needs a file", shown(&dir)), effects);
            }
            _ => {}
        }
    }

    fn saved(&mut self, saved: Result<PathBuf, SaveFault>, effects: &mut Effects) {
        let fault = saved.as_ref().err().map(ToString::to_string);
        let without = if self.game.saved(fault) { WITHOUT_EXPLORED } else { "" };
        match saved {
            Ok(path) => say(&format!("saved as {}{without}", shown(&path)), effects),
            Err(SaveFault::Exists(path)) => {
                say(
                    &format!("{} already exists; use replace to overwrite it", shown(&path)),
                    effects,
                );
            }
            Err(SaveFault::Other(why)) => say(&why, effects),
        }
    }
}

impl Program for Session {
    fn update(&mut self, message: Message, effects: &mut Effects) {
        match message {
            Message::Tick(now) => {
                self.handle(MatchEvent::Tick(now), effects);
                self.exercise.tell_time(now, effects);
            }
            Message::Line(line) => self.line(line.trim(), effects),
            Message::EndOfInput | Message::Quit => self.handle(MatchEvent::End, effects),
            Message::Thought(answer) => self.handle(MatchEvent::Thought(answer), effects),
            Message::Consulted(answer) => self.handle(MatchEvent::Consulted(answer), effects),
            Message::Studied(answer) => self.handle(MatchEvent::Studied(answer), effects),
            Message::Stored(reply) => self.stored(reply, effects),
            Message::Explored(Ok(explored)) => {
                self.exercise.take_explored(explored, self.game.now(), effects);
            }
            Message::Explored(Err(why)) | Message::Counted(Err(why)) => {
                say(&format!("your games cannot be read: {why}"), effects);
            }
            Message::Counted(Ok(statistics)) => {
                effects.print(answers::columns(&statistics.text()));
            }
            Message::Remote(message) => self.handle(MatchEvent::Heard(message), effects),
            _ => {}
        }
        self.settle(effects);
    }

    fn take_leave(&mut self, effects: &mut Effects) {
        self.handle(MatchEvent::Leave("they closed the program"), effects);
    }

    fn wake_at(&self) -> Option<Duration> {
        [self.game.due(), self.exercise.due()].into_iter().flatten().min()
    }

    fn is_quit(&self, message: &Message) -> bool {
        matches!(message, Message::Quit | Message::EndOfInput)
    }
}

/// Shows the game at the board as a QR code.
fn show_code(table: &Table, effects: &mut Effects) {
    match game_line::write(table.timeline()).as_deref().map(QrModules::new) {
        Some(Some(code)) => effects.print(code.text(2)),
        Some(None) => say("this game is too long for a QR code", effects),
        None => say("a game from a set-up position cannot be written as one line", effects),
    }
}

fn say(sentence: &str, effects: &mut Effects) {
    effects.print(answers::said(sentence));
}

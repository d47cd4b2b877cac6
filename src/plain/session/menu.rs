//! The games that can come to the board: new ones, and those to resume.

use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Args as _, CommandFactory as _, FromArgMatches as _, Parser};
use tetralith_core::{Info, games};

use super::{answers, say};
use crate::cli::{NewGameArgs, PlayArgs};
use crate::program::{Effects, StorageRequest};
use crate::settings::Settings;
use tetralith_cli::read_words;
use tetralith_gtp::GtpProgram;
use tetralith_session::match_play::MatchEvent;

/// The game and its options after the word `new`, as after `tetralith play`.
#[derive(Parser)]
#[command(name = "new", no_binary_name = true, disable_help_flag = true)]
struct NewGame {
    #[command(flatten)]
    args: NewGameArgs,
}

pub(super) struct Menu {
    settings: Settings,
    /// True if the unfinished game that was asked for is resumed, not only offered.
    resumes: bool,
}

impl Menu {
    pub(super) const fn new(settings: Settings) -> Self {
        Self { settings, resumes: false }
    }

    /// Asks for the unfinished game that was left last, other than that in the file `at_board`: to
    /// resume it, or to offer it in the menu.
    pub(super) fn ask_for_unfinished(
        &mut self,
        resumes: bool,
        at_board: Option<PathBuf>,
        effects: &mut Effects,
    ) {
        self.resumes = resumes;
        effects.storage(StorageRequest::FindUnfinished { besides: at_board });
    }

    /// Resumes the game that was `found`, or prints the menu; `has_game` if one is at the board.
    pub(super) fn take_unfinished(
        &self,
        found: Option<PathBuf>,
        has_game: bool,
        effects: &mut Effects,
    ) {
        match found {
            found if !self.resumes => print(found, effects),
            Some(path) => effects.storage(StorageRequest::Load(path)),
            None if has_game => {
                say("there is no other unfinished game; type new to start one", effects);
            }
            None => say("there is no unfinished game; type new to start one", effects),
        }
    }

    /// Returns the beginning of the game that `line` asks for.
    ///
    /// # Errors
    /// A sentence without its full stop if it asks for none.
    pub(super) fn choose(&self, line: &str) -> Result<MatchEvent, String> {
        let mut parts = GtpProgram::words(line).ok_or("a quote is not closed")?;
        let first = parts.first_mut().ok_or_else(|| unknown("new", ""))?;
        let info = called(first).ok_or_else(|| unknown("new", first))?;
        info.id.clone_into(first);
        let words = read_words(NewGame::command(), &[], parts);
        let words = words.and_then(|words| NewGame::from_arg_matches(&words));
        let NewGame { args } = words.map_err(|error| complaint(&error))?;
        let options = info.options(&args.options.setup()).map_err(|error| error.to_string())?;
        let clock = args.clock(self.settings.new_game.clock).map_err(|error| error.to_string())?;
        let seats =
            args.seats(self.settings.new_game.seats.clone()).map_err(|error| error.to_string())?;
        Ok(MatchEvent::Begin { info, options, seats, clock })
    }
}

/// Prints the games to begin, and the `unfinished` one to resume.
fn print(unfinished: Option<PathBuf>, effects: &mut Effects) {
    let mut lines = vec![
        "Which game? Type its name or number, with options such as --size 5 --second easy."
            .to_owned(),
    ];
    lines.extend(
        games::INFOS
            .iter()
            .zip(1..)
            .map(|(info, n)| format!("{n} {}: {}", info.title, info.texts.goal)),
    );
    if let Some(path) = unfinished {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        lines.push(format!("Or: resume, to continue {name}."));
    }
    lines.push("Also: open FILE, rules GAME, watch GAME, help, quit.".to_owned());
    let lines: Vec<String> = lines.iter().map(|line| answers::wrapped(line)).collect();
    effects.print(lines.join("\n"));
}

/// True if `line` begins with a game, as the menu asks for one.
pub(super) fn is_choice(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|name| called(name).is_some())
}

/// True if `line` begins with the whole name of a game.
pub(super) fn names_game(line: &str) -> bool {
    let name = line.split_whitespace().next().unwrap_or_default();
    called(name).is_some_and(|info| info.id.eq_ignore_ascii_case(name))
}

/// The game that a person calls `name`: by its name, its number in the menu, or the beginning
/// of its name.
pub(super) fn called(name: &str) -> Option<&'static Info> {
    if let Ok(n) = name.parse::<usize>() {
        return games::INFOS.get(n.checked_sub(1)?).copied();
    }
    let name = name.to_lowercase();
    let mut found =
        games::INFOS.iter().filter(|info| !name.is_empty() && info.id.starts_with(&name));
    found.next().copied().filter(|info| info.id == name || found.next().is_none())
}

/// Returns what is wrong with `name` after the word `asked`, as a sentence without its full stop:
/// it is no game.
pub(super) fn unknown(asked: &str, name: &str) -> String {
    let games = games::ids().join(", ");
    if name.is_empty() {
        format!("{asked} needs a game: {games}")
    } else {
        format!("there is no game '{name}'; the games are {games}")
    }
}

/// Returns the fault of the options of a new game, as one sentence.
fn complaint(error: &clap::Error) -> String {
    if error.kind() == ErrorKind::UnknownArgument {
        let text = error.to_string();
        let what = text.split('\'').nth(1).unwrap_or_default();
        let play = PlayArgs::augment_args(clap::Command::new("play"));
        let is_of_run = |arg: &clap::Arg| arg.get_long() == what.strip_prefix("--");
        if play.get_arguments().any(is_of_run) {
            return format!("'{what}' is not for one game; give it to 'tetralith play'");
        }
        return format!(
            "'{what}' is no option of a new game; 'tetralith play --help' lists those of games"
        );
    }
    // The right values follow on a line of their own, before an empty one.
    let text = error.to_string();
    let lines: Vec<&str> =
        text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
    let fault = lines.join(" ");
    fault.strip_prefix("error: ").unwrap_or(&fault).to_owned()
}

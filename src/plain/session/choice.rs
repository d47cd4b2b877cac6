//! Which game has the board: the menu, and a new game.

use clap::Parser;
use clap::error::ErrorKind;
use tetralith_core::{Info, games};

use super::{Session, answers, say, seats};
use crate::cli::PlayArgs;
use crate::program::Effects;
use tetralith_session::match_play::MatchEvent;

/// The options after the word `new`: the same as after `tetralith play`.
#[derive(Parser)]
#[command(name = "new", no_binary_name = true, disable_help_flag = true)]
struct NewGame {
    #[command(flatten)]
    play: PlayArgs,
}

impl Session {
    pub(super) fn menu(&self, effects: &mut Effects) {
        let mut lines = vec![
            "Which game? Type its name or number, with options such as --size 5 --second easy."
                .to_owned(),
        ];
        lines.extend(
            games::INFOS
                .iter()
                .zip(1..)
                .map(|(info, n)| format!("{n} {}: {}", info.title, info.goal)),
        );
        if let Some(path) = self.unfinished.last() {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            lines.push(format!("Or: resume, to continue {name}."));
        }
        lines.push("Also: open FILE, rules GAME, help, quit.".to_owned());
        let lines: Vec<String> = lines.iter().map(|line| answers::wrapped(line)).collect();
        effects.print(lines.join("\n"));
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

    /// Begins the game that `line` asks for.
    pub(super) fn choose(&mut self, line: &str, effects: &mut Effects) {
        let mut parts: Vec<&str> = line.split_whitespace().collect();
        let Some(first) = parts.first_mut() else { return self.menu(effects) };
        let Some(info) = Self::called(first) else {
            let sentence =
                format!("there is no game '{first}'; the games are {}", games::ids().join(", "));
            return say(&sentence, effects);
        };
        *first = info.id;
        let args = match NewGame::try_parse_from(parts) {
            Ok(NewGame { play }) => play,
            Err(error) => return say(&complaint(&error), effects),
        };
        let Some(info) = args.game else { return self.menu(effects) };
        match info.options(&args.options.setup()) {
            Ok(options) => {
                let seats = seats(&args, &self.settings);
                let clock = args.clock(self.settings.clock);
                self.handle(MatchEvent::Begin { info, options, seats, clock }, effects);
            }
            Err(error) => say(&error.to_string(), effects),
        }
    }
}

/// Returns the fault of the options of a new game, as one sentence.
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

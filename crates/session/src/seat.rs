//! The seats at the table: a person, a person at another terminal, the computer at a level, or
//! another program.

use tetralith_core::record::{Player, PlayerKind};
use tetralith_core::text::display_text;
use tetralith_engine::Level;

/// A player at the table, who keeps their seat when colours are swapped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seat {
    /// The name, as it came; empty if it has none.
    pub name: String,
    /// A person or a program; `None` if a record does not say.
    pub kind: Option<PlayerKind>,
    /// The strength of a program, as a record says it: one of our levels, or that of another
    /// program.
    pub level: Option<String>,
    /// True for a person at another terminal.
    pub is_remote: bool,
    /// The command of another program that plays here, as `cmd:PROGRAM ARGUMENTS`. No record holds
    /// it, since a record may come from anyone.
    pub program: Option<String>,
}

/// The key that marks a player in a record as one who played at another terminal.
const REMOTE: &str = "tetralith:remote";

/// The name of the level that is found when the game begins.
pub const EVEN: &str = "even";

impl Seat {
    /// A person, whose name may be empty.
    pub const fn person(name: String) -> Self {
        Self { name, kind: Some(PlayerKind::Human), level: None, is_remote: false, program: None }
    }

    /// A person at another terminal.
    pub fn remote(name: String) -> Self {
        Self { is_remote: true, ..Self::person(name) }
    }

    /// The computer at this level, without a name of its own.
    pub fn computer(level: &Level) -> Self {
        Self {
            name: String::new(),
            kind: Some(PlayerKind::Ai),
            level: Some(level.id.to_owned()),
            is_remote: false,
            program: None,
        }
    }

    /// Another program, which `command` starts; it says its name itself.
    pub fn program(command: String) -> Self {
        Self {
            name: String::new(),
            kind: Some(PlayerKind::Ai),
            level: None,
            is_remote: false,
            program: Some(command),
        }
    }

    /// The computer, whose level is found when the game begins: that of an even match.
    pub fn even() -> Self {
        Self { level: Some(EVEN.to_owned()), ..Self::computer(&Level::ALL[Level::USUAL]) }
    }

    /// True if the level is still to be found.
    pub fn is_undecided(&self) -> bool {
        self.kind == Some(PlayerKind::Ai) && self.level.as_deref() == Some(EVEN)
    }

    /// The same for another game: after an even match its level is to be found again.
    #[must_use]
    pub fn again(self) -> Self {
        if self.level().is_some_and(Level::is_even) { Self::even() } else { self }
    }

    /// The seat of a player whom a record names.
    pub fn of(player: Player) -> Self {
        let is_remote = player.extra.iter().any(|(key, value)| key == REMOTE && value == "true");
        Self {
            name: player.name.unwrap_or_default(),
            kind: player.kind,
            level: player.level,
            is_remote,
            program: None,
        }
    }

    /// Writes who sits here to a player of a record.
    pub fn write_to(self, player: &mut Player) {
        player.name = Some(self.name).filter(|name| !name.is_empty());
        player.kind = self.kind;
        player.level = self.level;
        player.extra.retain(|(key, _)| key != REMOTE);
        if self.is_remote {
            player.extra.push((REMOTE.to_owned(), "true".to_owned()));
        }
    }

    /// The level at which the computer plays here; `None` for people, and for programs that are not
    /// this one.
    pub fn level(&self) -> Option<&'static Level> {
        self.level.as_deref().filter(|_| self.kind == Some(PlayerKind::Ai)).and_then(Level::from_id)
    }

    /// True if moves are made here without a person: by the computer or another program.
    pub fn is_automatic(&self) -> bool {
        self.level().is_some() || self.program.is_some()
    }

    /// The same as [`Seat::title`], with a word that says what a level is: `Computer (Hard)`.
    pub fn whole_title(&self) -> String {
        match self.level() {
            Some(level) => format!("Computer ({})", level.title),
            None => self.title(),
        }
    }

    /// The name to show of them, made safe: their name, else their level or the word that starts
    /// their program; empty if unknown.
    pub fn title(&self) -> String {
        match self.level() {
            _ if self.is_undecided() => "Even match".to_owned(),
            None if self.name.is_empty() && self.program.is_some() => self.program_title(),
            Some(level) if self.name.is_empty() => level.title.to_owned(),
            _ if self.is_remote && self.name.is_empty() => "Remote".to_owned(),
            _ if self.is_remote => format!("Remote ({})", display_text(&self.name)),
            _ => display_text(&self.name),
        }
    }

    /// The file name of the word that starts the program.
    fn program_title(&self) -> String {
        let command = self.program.as_deref().unwrap_or_default();
        let command = command.split_once(':').map_or(command, |(_, command)| command);
        let word = command.split_whitespace().next().unwrap_or_default();
        display_text(word.trim_matches(['\'', '"']).rsplit('/').next().unwrap_or_default())
    }

    /// The next in the row of those who can sit here: a person called `name`, then every level.
    pub fn turned(&self, up: bool, name: &str) -> Self {
        let count = Level::ALL.len() + 1;
        let at = self.level().map_or(0, |level| level.index() + 1);
        match (if up { at + 1 } else { at + count - 1 }) % count {
            0 => Self::person(name.to_owned()),
            next => Self::computer(&Level::ALL[next - 1]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_goes_through_all_players_and_comes_back() {
        let start = Seat::person("Ann".to_owned());
        let mut seat = start.clone();
        for level in &Level::ALL {
            seat = seat.turned(true, "Ann");
            assert_eq!((seat.level(), seat.title().as_str()), (Some(level), level.title));
            assert_eq!(seat.turned(true, "Ann").turned(false, "Ann"), seat);
        }
        assert_eq!(seat.turned(true, "Ann"), start);
    }

    #[test]
    fn the_command_of_a_program_is_shown_short_and_not_recorded() {
        let seat = Seat::program("cmd:'/usr/games/gnugo' --mode gtp".to_owned());
        assert_eq!((seat.title().as_str(), seat.is_automatic()), ("gnugo", true));
        let mut player = Player::default();
        seat.write_to(&mut player);
        assert_eq!((player.kind, &player.level), (Some(PlayerKind::Ai), &None));
        assert!(!Seat::of(player).is_automatic());
    }

    #[test]
    fn another_program_stays_what_its_record_says() {
        let player = Player {
            kind: Some(PlayerKind::Ai),
            level: Some("9 dan".to_owned()),
            name: None,
            extra: Vec::new(),
        };
        let seat = Seat::of(player.clone());
        assert_eq!(seat.level(), None);
        let mut written = Player::default();
        seat.write_to(&mut written);
        assert_eq!(written, player);
    }
}

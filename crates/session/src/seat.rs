//! The seats at the table: a person, a person at another terminal, the computer at a level, or
//! another program.

use serde::{Deserialize, Serialize};
use tetralith_core::Colour;
use tetralith_core::record::{Player, PlayerKind};
use tetralith_core::text::display_text;
use tetralith_engine::Level;

/// The moves that a player may take back in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Takebacks {
    pub allowed: u32,
    pub left: u32,
}

impl Takebacks {
    /// So many, none of them used.
    pub const fn of(allowed: u32) -> Self {
        Self { allowed, left: allowed }
    }
}

/// A player at the table, who keeps their seat when colours are swapped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seat {
    /// The name, as it came; empty if it has none.
    pub name: String,
    /// A person or a program; `None` if a record does not state it.
    pub kind: Option<PlayerKind>,
    /// The strength of a program, as a record has it: one of our levels, or that of another
    /// program.
    pub level: Option<String>,
    /// True for a person at another terminal.
    pub is_remote: bool,
    /// The command of another program that plays here, as `cmd:PROGRAM ARGUMENTS`. No record holds
    /// it, since a record may come from anyone.
    pub program: Option<String>,
    /// The moves that may be taken back; `None` for any number.
    pub takebacks: Option<Takebacks>,
}

/// The key that marks a player in a record as one who played at another terminal.
const REMOTE: &str = "tetralith:remote";

/// The key under which a player of a record has the moves that may be taken back.
const TAKEBACKS: &str = "tetralith:takebacks";

/// The name of the level that is found when the game begins.
pub const EVEN: &str = "even";

/// The word for a person.
pub const HUMAN: &str = "human";

impl Seat {
    /// A person, whose name may be empty.
    pub const fn person(name: String) -> Self {
        Self {
            name,
            kind: Some(PlayerKind::Human),
            level: None,
            is_remote: false,
            program: None,
            takebacks: None,
        }
    }

    /// A person at another terminal.
    pub fn remote(name: String) -> Self {
        Self { is_remote: true, ..Self::person(name) }
    }

    /// The computer at this level, without a name of its own.
    pub fn computer(level: &Level) -> Self {
        Self { kind: Some(PlayerKind::Ai), level: Some(level.id.to_owned()), ..Self::default() }
    }

    /// Another program, which `command` starts; it gives its name itself.
    pub fn program(command: String) -> Self {
        Self { kind: Some(PlayerKind::Ai), program: Some(command), ..Self::default() }
    }

    /// The computer, whose level is found when the game begins: that of an even match.
    pub fn even() -> Self {
        Self { level: Some(EVEN.to_owned()), ..Self::computer(&Level::ALL[Level::USUAL]) }
    }

    /// The player that `word` means on the command line and in the settings: a person, the computer
    /// at a level, or an even match. Levels may also be written as on the screen, such as Easy.
    pub fn of_word(word: &str) -> Option<Self> {
        match &*word.to_ascii_lowercase() {
            HUMAN => Some(Self::person(String::new())),
            EVEN => Some(Self::even()),
            id => Level::from_id(id).map(Self::computer),
        }
    }

    /// The word that means such a player.
    pub fn word(&self) -> &str {
        self.level.as_deref().unwrap_or(HUMAN)
    }

    /// True if the level is still to be found.
    pub fn is_undecided(&self) -> bool {
        self.kind == Some(PlayerKind::Ai) && self.level.as_deref() == Some(EVEN)
    }

    /// The same for another game: after an even match its level is to be found again.
    #[must_use]
    pub fn again(self) -> Self {
        let takebacks = self.takebacks.map(|takebacks| Takebacks::of(takebacks.allowed));
        let seat = if self.level().is_some_and(Level::is_even) { Self::even() } else { self };
        Self { takebacks, ..seat }
    }

    /// The same with so many moves to take back if it is a person's here; `None` for any number.
    #[must_use]
    pub fn with_takebacks(self, allowed: Option<u32>) -> Self {
        let is_person = self.kind == Some(PlayerKind::Human) && !self.is_remote;
        Self { takebacks: allowed.filter(|_| is_person).map(Takebacks::of), ..self }
    }

    /// The seat of a player whom a record names.
    pub fn of(player: Player) -> Self {
        let extra = |name| player.extra.iter().find(|(key, _)| key == name);
        let is_remote = extra(REMOTE).is_some_and(|(_, value)| value == "true");
        let takebacks = extra(TAKEBACKS).and_then(|(_, text)| serde_json::from_str(text).ok());
        let takebacks = takebacks
            .map(|Takebacks { allowed, left }| Takebacks { allowed, left: left.min(allowed) });
        Self {
            name: player.name.unwrap_or_default(),
            kind: player.kind,
            level: player.level,
            is_remote,
            program: None,
            takebacks,
        }
    }

    /// Writes who sits here to a player of a record.
    pub fn write_to(self, player: &mut Player) {
        player.name = Some(self.name).filter(|name| !name.is_empty());
        player.kind = self.kind;
        player.level = self.level;
        player.extra.retain(|(key, _)| key != REMOTE && key != TAKEBACKS);
        if self.is_remote {
            player.extra.push((REMOTE.to_owned(), "true".to_owned()));
        }
        if let Some(Takebacks { allowed, left }) = self.takebacks {
            let text = format!("{{\"allowed\":{allowed},\"left\":{left}}}");
            player.extra.push((TAKEBACKS.to_owned(), text));
        }
    }

    /// The level of the computer that plays here; `None` for people, and for programs that are not
    /// this one.
    pub fn level(&self) -> Option<&'static Level> {
        self.level.as_deref().filter(|_| self.kind == Some(PlayerKind::Ai)).and_then(Level::from_id)
    }

    /// True if moves are made here without a person: by the computer or another program.
    pub fn is_automatic(&self) -> bool {
        self.level().is_some() || self.program.is_some()
    }

    /// True if the computer or another program plays here, even if its level is still to be found.
    pub fn is_engine(&self) -> bool {
        self.is_automatic() || self.is_undecided()
    }

    /// The same as [`Seat::title`], with a word that explains what a level is: `Computer (Hard)`.
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
        // A shell splits off the first word the same way: a path may have blanks.
        let words = shell_words::split(command).unwrap_or_default();
        let path = words.first().map_or(command, String::as_str);
        display_text(path.rsplit('/').next().unwrap_or_default())
    }

    /// The next in the row of those who can sit here: a person called `name`, every level, then the
    /// program that this command starts, if there is one.
    pub fn turned(&self, up: bool, name: &str, program: Option<&str>) -> Self {
        let count = Level::ALL.len() + 1 + usize::from(program.is_some());
        let at = match self.level() {
            Some(level) => level.index() + 1,
            None if self.program.is_some() => count - 1,
            None => 0,
        };
        match ((if up { at + 1 } else { at + count - 1 }) % count, program) {
            (0, _) => Self::person(name.to_owned()),
            (next, Some(program)) if next + 1 == count => Self::program(program.to_owned()),
            (next, _) => Self::computer(&Level::ALL[next - 1]),
        }
    }
}

/// The colour of the one person at this terminal among the two who play; `None` if both are here,
/// or neither.
pub fn only_person(seats: &[Seat; 2]) -> Option<Colour> {
    let is_here = |seat: &Seat| seat.kind == Some(PlayerKind::Human) && !seat.is_remote;
    match seats.each_ref().map(is_here) {
        [true, false] => Some(Colour::First),
        [false, true] => Some(Colour::Second),
        _ => None,
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
            seat = seat.turned(true, "Ann", None);
            assert_eq!((seat.level(), seat.title().as_str()), (Some(level), level.title));
            assert_eq!(seat.turned(true, "Ann", None).turned(false, "Ann", None), seat);
        }
        assert_eq!(seat.turned(true, "Ann", None), start);
        let program = seat.turned(true, "Ann", Some("cmd:x"));
        assert_eq!(program, Seat::program("cmd:x".to_owned()));
        assert_eq!(program.turned(false, "Ann", Some("cmd:x")), seat);
        assert_eq!(program.turned(true, "Ann", Some("cmd:x")), start);
        assert_eq!(program.turned(true, "Ann", None), start);
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
    fn programs_without_a_name_have_that_of_their_file() {
        let title = |command: &str| Seat::program(command.to_owned()).title();
        assert_eq!(title("cmd:'/opt/my engines/sly' --fast"), "sly");
        assert_eq!(title("cmd,time=2:sly gtp"), "sly");
    }

    #[test]
    fn takebacks_are_recorded_and_begin_again_in_a_rematch() {
        let mut seat = Seat::person("Ann".to_owned()).with_takebacks(Some(3));
        seat.takebacks = Some(Takebacks { allowed: 3, left: 1 });
        let mut player = Player::default();
        seat.clone().write_to(&mut player);
        assert_eq!(Seat::of(player.clone()), seat);
        assert_eq!(seat.again().takebacks, Some(Takebacks::of(3)));
        player.extra[0].1 = r#"{"allowed": 2, "left": 9}"#.to_owned();
        assert_eq!(Seat::of(player.clone()).takebacks, Some(Takebacks::of(2)));
        player.extra[0].1 = "[]".to_owned();
        assert_eq!(Seat::of(player).takebacks, None);
        assert_eq!(Seat::program("cmd:x".to_owned()).with_takebacks(Some(3)).takebacks, None);
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

//! The players in the form for a new game.

use strum::VariantArray;
use tetralith_core::record::PlayerKind;
use tetralith_core::{Colour, Info};
use tetralith_engine::{Level, PlayingStyle};
use tetralith_gtp::GtpProgram;
use tetralith_session::seat::Seat;
use tetralith_study::Strength;

use crate::settings::NewGameSettings;
use crate::tui::widgets::input::TextInput;
use crate::tui::widgets::menus::turned;

/// The most characters a name takes.
const NAME_CHARS: usize = 40;

/// The most characters a command takes.
const COMMAND_CHARS: usize = 400;

/// The kinds of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, VariantArray)]
pub(super) enum Company {
    People,
    PersonFirst,
    ComputerFirst,
    Computers,
}

impl Company {
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::People => "two players",
            Self::PersonFirst => "you against the computer",
            Self::ComputerFirst => "the computer against you",
            Self::Computers => "two computers",
        }
    }

    /// The company in which the computer has the seats of `computer`.
    const fn of(computer: [bool; 2]) -> Self {
        match computer {
            [false, false] => Self::People,
            [false, true] => Self::PersonFirst,
            [true, false] => Self::ComputerFirst,
            [true, true] => Self::Computers,
        }
    }

    pub(super) const fn is_computer(self, colour: Colour) -> bool {
        match colour {
            Colour::First => matches!(self, Self::ComputerFirst | Self::Computers),
            Colour::Second => matches!(self, Self::PersonFirst | Self::Computers),
        }
    }

    /// The colour of the only person, if there is one person.
    pub(super) const fn person(self) -> Option<Colour> {
        match self {
            Self::PersonFirst => Some(Colour::First),
            Self::ComputerFirst => Some(Colour::Second),
            Self::People | Self::Computers => None,
        }
    }
}

/// The players whom each level suits, weakest first.
const LEVEL_REMARKS: [&str; Level::ALL.len()] = [
    "for your very first games",
    "once you know the rules",
    "for your first evenings",
    "for your first weeks",
    "for occasional players",
    "for regular players",
    "for experienced players",
    "for strong players",
    "for very strong players",
    "for the strongest players",
    "for players who beat Master",
    "as strong as your machine allows",
    "perfect wherever it can solve the position",
];

/// The opponent who is chosen for a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Opponent {
    /// As strong as the person.
    Even,
    /// The level with this index in [`Level::ALL`].
    Level(usize),
    /// Another program.
    Program,
}

/// The players, as they are in the form.
#[derive(Clone, Debug)]
pub(super) struct PlayerChoices {
    pub(super) company: Company,
    /// The side of the person when there was one alone at last.
    person: Option<Colour>,
    opponents: [Opponent; 2],
    /// The commands of other programs.
    pub(super) commands: [TextInput; 2],
    styles: [PlayingStyle; 2],
    pub(super) names: [TextInput; 2],
    pub(super) coach: bool,
    /// The moves that a person may take back; `None` for any number.
    pub(super) takebacks: Option<u32>,
    /// True if the person likes to win more than half of the even matches.
    eases_even: bool,
}

/// The numbers of takebacks that can be chosen.
const TAKEBACKS: [Option<u32>; 7] = [None, Some(0), Some(1), Some(2), Some(3), Some(5), Some(10)];

impl PlayerChoices {
    /// The computer where `seats` has a level, and nameless people elsewhere.
    pub(super) fn new(seats: [Option<&'static Level>; 2]) -> Self {
        let company = Company::of(seats.map(|seat| seat.is_some()));
        Self {
            company,
            person: company.person(),
            opponents: seats.map(|seat| match seat {
                Some(level) if level.is_even() => Opponent::Even,
                other => Opponent::Level(other.map_or(Level::USUAL, Level::index)),
            }),
            commands: [TextInput::new(COMMAND_CHARS), TextInput::new(COMMAND_CHARS)],
            styles: seats.map(|seat| seat.map_or(PlayingStyle::Even, |level| level.style)),
            names: [TextInput::new(NAME_CHARS), TextInput::new(NAME_CHARS)],
            coach: false,
            takebacks: None,
            eases_even: false,
        }
    }

    /// The number of takebacks in words, and its meaning.
    pub(super) fn takebacks_in_words(&self) -> (String, &'static str) {
        match self.takebacks {
            None => ("any number".to_owned(), "moves may be taken back"),
            Some(0) => ("none".to_owned(), "no move may be taken back"),
            Some(count) => (count.to_string(), "moves that each person may take back"),
        }
    }

    pub(super) fn turn_takebacks(&mut self, up: bool) {
        self.takebacks = turned(&TAKEBACKS, &self.takebacks, up);
    }

    /// The players of a game that was played.
    pub(super) fn like(self, seats: &[Seat; 2]) -> Self {
        // A record names a program, but not its command, which the settings have.
        let is_program = |seat: &Seat| {
            let is_nameless = seat.level().is_none() && !seat.is_undecided();
            seat.program.is_some() || seat.kind == Some(PlayerKind::Ai) && is_nameless
        };
        let names = seats.each_ref().map(|seat| {
            let name = if is_program(seat) { "" } else { &*seat.name };
            TextInput::with(NAME_CHARS, name)
        });
        let Self { coach, commands, eases_even, .. } = self;
        let like = Self::new(seats.each_ref().map(Seat::level));
        let mut like = Self { commands, names, coach, eases_even, ..like };
        like.takebacks = seats.iter().find_map(|seat| seat.takebacks).map(|of| of.allowed);
        like.company =
            Company::of(seats.each_ref().map(|seat| seat.is_engine() || is_program(seat)));
        for (i, _) in seats.iter().enumerate().filter(|(_, seat)| seat.is_undecided()) {
            like.opponents[i] = Opponent::Even;
        }
        like.person = like.company.person();
        for (i, seat) in seats.iter().enumerate().filter(|(_, seat)| is_program(seat)) {
            like.opponents[i] = Opponent::Program;
            if let Some(command) = &seat.program {
                like.commands[i] = TextInput::with(COMMAND_CHARS, command);
            }
        }
        like
    }

    /// The same with the command of another program and the aim of even matches, as the settings
    /// have them.
    pub(super) fn with_settings(self, settings: &NewGameSettings) -> Self {
        let commands = [(); 2].map(|()| TextInput::with(COMMAND_CHARS, &settings.program));
        Self { commands, eases_even: settings.eases_even, ..self }
    }

    /// The program chosen for a side, or what is wrong with its command; `None` if another player
    /// is.
    pub(super) fn program(&self, colour: Colour) -> Option<Result<GtpProgram, String>> {
        let is_chosen =
            self.company.is_computer(colour) && self.opponent(colour) == Opponent::Program;
        let command = self.commands[colour.index()].text().trim();
        is_chosen.then(|| GtpProgram::of_command(command))
    }

    /// The players of both seats.
    pub(super) fn seats(&self) -> [Seat; 2] {
        Colour::BOTH.map(|colour| match self.level(colour) {
            _ if !self.company.is_computer(colour) => {
                let name = self.names[colour.index()].text().trim().to_owned();
                Seat::person(name).with_takebacks(self.takebacks)
            }
            Some(level) => Seat::computer(level),
            None => match self.program(colour) {
                Some(program) => {
                    Seat::program(program.map(|program| program.to_string()).unwrap_or_default())
                }
                None => Seat::even(),
            },
        })
    }

    /// The opponent chosen for a side. Two computers cannot play an even match, which needs
    /// a person's results.
    fn opponent(&self, colour: Colour) -> Opponent {
        match self.opponents[colour.index()] {
            Opponent::Even if self.company == Company::Computers => Opponent::Level(Level::USUAL),
            chosen => chosen,
        }
    }

    fn level(&self, colour: Colour) -> Option<&'static Level> {
        const LEVELS: &[Level] = &Level::ALL;
        let Opponent::Level(level) = self.opponent(colour) else { return None };
        let level = &LEVELS[level];
        Some(level.in_style(self.styles[colour.index()]).unwrap_or(level))
    }

    /// True if the level that holds `colour` can be asked to play in a style.
    pub(super) fn has_styles(&self, colour: Colour) -> bool {
        self.level(colour).is_some_and(|level| level.in_style(PlayingStyle::Even).is_some())
    }

    /// The title of the level that holds `colour`.
    pub(super) fn level_title(&self, colour: Colour) -> String {
        match self.opponent(colour) {
            Opponent::Even => "Computer (Even match)".to_owned(),
            Opponent::Level(level) => format!("Computer ({})", Level::ALL[level].title),
            Opponent::Program => "another program".to_owned(),
        }
    }

    /// The meaning of that level in the game `info`, to a person of this strength if that is known.
    pub(super) fn level_remark(
        &self,
        colour: Colour,
        info: &Info,
        strength: Option<Strength>,
    ) -> String {
        match (self.opponent(colour), strength) {
            (Opponent::Level(at), _) => {
                let elo = Level::ALL[at].elo(info);
                let elo = elo.map(|elo| format!(" (Elo {elo:.0})")).unwrap_or_default();
                format!("{}{elo}: {}", Level::ALL[at].rank(), LEVEL_REMARKS[at])
            }
            (Opponent::Program, _) => "a program that speaks GTP; its command is below".to_owned(),
            (Opponent::Even, strength) => {
                let by = strength.map_or_else(
                    || "by your results on this board".to_owned(),
                    |strength| strength.words(),
                );
                let aim = if self.eases_even { "you should win 60 %" } else { "as strong as you" };
                format!("{aim}: {by}")
            }
        }
    }

    pub(super) fn turn_level(&mut self, colour: Colour, up: bool) {
        let levels = (0..Level::ALL.len()).map(Opponent::Level);
        let even = Some(Opponent::Even).filter(|_| self.company != Company::Computers);
        let all: Vec<_> = even.into_iter().chain(levels).chain([Opponent::Program]).collect();
        self.opponents[colour.index()] = turned(&all, &self.opponent(colour), up);
    }

    /// The style of the level that holds `colour`.
    pub(super) const fn style(&self, colour: Colour) -> PlayingStyle {
        self.styles[colour.index()]
    }

    pub(super) fn turn_style(&mut self, colour: Colour, up: bool) {
        let style = &mut self.styles[colour.index()];
        *style = turned(&PlayingStyle::ALL, style, up);
    }

    /// Chooses the next company, or the one before. If person and computer change sides, each takes
    /// name, level, style and command along.
    pub(super) fn turn_company(&mut self, up: bool) {
        self.company = turned(Company::VARIANTS, &self.company, up);
        let Some(person) = self.company.person() else { return };
        let before = self.person.replace(person);
        if before.is_some_and(|before| before != person) {
            self.opponents.swap(0, 1);
            self.commands.swap(0, 1);
            self.styles.swap(0, 1);
            self.names.swap(0, 1);
        }
    }
}

//! The players in the form for a new game.

use strum::VariantArray;
use tetralith_core::{Colour, Info};
use tetralith_engine::{Level, PlayingStyle};
use tetralith_session::seat::Seat;
use tetralith_study::Strength;

use crate::tui::widgets::input::TextInput;

/// The most characters a name takes.
const NAME_CHARS: usize = 40;

/// The kinds of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, VariantArray)]
pub(super) enum Company {
    People,
    PersonFirst,
    ComputerFirst,
    Computers,
}

impl Company {
    const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.first_chunk().expect("all of them");

    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::People => "two players",
            Self::PersonFirst => "you against the computer",
            Self::ComputerFirst => "the computer against you",
            Self::Computers => "computer against computer",
        }
    }

    /// The company in which the computer has the seats that `computer` says.
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
    "as strong as your machine allows",
    "perfect wherever it can solve the position",
];

/// The players, as they are in the form.
#[derive(Clone, Debug)]
pub(super) struct PlayerChoices {
    pub(super) company: Company,
    /// The levels as indices into [`Level::ALL`]; `None` for an even match.
    levels: [Option<usize>; 2],
    styles: [PlayingStyle; 2],
    pub(super) names: [TextInput; 2],
    pub(super) coach: bool,
}

impl PlayerChoices {
    /// The computer where `seats` has a level, and nameless people elsewhere.
    pub(super) fn new(seats: [Option<&'static Level>; 2]) -> Self {
        Self {
            company: Company::of(seats.map(|seat| seat.is_some())),
            levels: seats.map(|seat| match seat {
                Some(level) if level.is_even() => None,
                other => Some(other.map_or(Level::USUAL, Level::index)),
            }),
            styles: seats.map(|seat| seat.map_or(PlayingStyle::Even, |level| level.style)),
            names: [TextInput::new(NAME_CHARS), TextInput::new(NAME_CHARS)],
            coach: false,
        }
    }

    /// The players of a game that was played.
    pub(super) fn like(self, seats: &[Seat; 2]) -> Self {
        let names = seats.each_ref().map(|seat| TextInput::with(NAME_CHARS, &seat.name));
        Self { names, coach: self.coach, ..Self::new(seats.each_ref().map(Seat::level)) }
    }

    /// The players of both seats.
    pub(super) fn seats(&self) -> [Seat; 2] {
        Colour::BOTH.map(|colour| match self.level(colour) {
            _ if !self.company.is_computer(colour) => {
                Seat::person(self.names[colour.index()].text().trim().to_owned())
            }
            Some(level) => Seat::computer(level),
            None => Seat::even(),
        })
    }

    fn level(&self, colour: Colour) -> Option<&'static Level> {
        const LEVELS: &[Level] = &Level::ALL;
        let level = &LEVELS[self.levels[colour.index()]?];
        Some(level.in_style(self.styles[colour.index()]).unwrap_or(level))
    }

    /// True if the level that holds `colour` can be asked to play in a style.
    pub(super) fn has_styles(&self, colour: Colour) -> bool {
        self.level(colour).is_some_and(|level| level.in_style(PlayingStyle::Even).is_some())
    }

    /// The title of the level that holds `colour`, and whether it can be turned down and up.
    pub(super) fn level_title(&self, colour: Colour) -> (String, [bool; 2]) {
        let at = self.levels[colour.index()];
        let title = at.map_or("Even match", |level| Level::ALL[level].title);
        let is_highest = at.is_some_and(|level| level + 1 == Level::ALL.len());
        (format!("Computer ({title})"), [at.is_some(), !is_highest])
    }

    /// The meaning of that level in the game `info`, to a person of this strength if that is known.
    pub(super) fn level_remark(
        &self,
        colour: Colour,
        info: &Info,
        strength: Option<Strength>,
    ) -> String {
        match (self.levels[colour.index()], strength) {
            (Some(at), _) => {
                let elo = Level::ALL[at].elo(info);
                let elo = elo.map(|elo| format!(" (Elo {elo:.0})")).unwrap_or_default();
                format!("level {} of {}{elo}: {}", at + 1, Level::ALL.len(), LEVEL_REMARKS[at])
            }
            (None, None) => "as strong as you are, by your results on this board".to_owned(),
            (None, Some(strength)) => format!("as strong as you: {}", strength.words()),
        }
    }

    pub(super) fn turn_level(&mut self, colour: Colour, up: bool) {
        let level = &mut self.levels[colour.index()];
        *level = match (*level, up) {
            (None, true) => Some(0),
            (None | Some(0), false) => None,
            (Some(level), true) => Some((level + 1).min(Level::ALL.len() - 1)),
            (Some(level), false) => Some(level - 1),
        };
    }

    /// The style of the level that holds `colour`.
    pub(super) const fn style(&self, colour: Colour) -> PlayingStyle {
        self.styles[colour.index()]
    }

    pub(super) fn turn_style(&mut self, colour: Colour, up: bool) {
        let style = &mut self.styles[colour.index()];
        *style = turned(&PlayingStyle::ALL, *style, up);
    }

    pub(super) fn turn_company(&mut self, up: bool) {
        self.company = turned(&Company::ALL, self.company, up);
    }
}

/// The next of `all` after `one`, or the one before, the last before the first.
pub(super) fn turned<T: Copy + PartialEq>(all: &[T], one: T, up: bool) -> T {
    let at = all.iter().position(|other| *other == one).unwrap_or(0);
    all[(at + if up { 1 } else { all.len() - 1 }) % all.len()]
}

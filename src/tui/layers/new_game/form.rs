//! The form for a new game.

use tetralith_core::timeline::NodeId;
use tetralith_core::{BoardRange, Colour, Direction, Game, Info, OptionKind, Options, SetupError};

use super::clock_choice::ClockChoice;
use super::game_choice::GameChoice;
use super::players::{Company, PlayerChoices};
use crate::keymap::Action;
use crate::program::LastGame;
use crate::settings::Settings;
use crate::tui::widgets::input::TextInput;
use crate::tui::widgets::menus::{move_in_list, next_game};
use tetralith_gtp::GtpProgram;
use tetralith_session::clock::TimeControl;
use tetralith_session::seat::Seat;
use tetralith_session::seated::Seated;
use tetralith_session::words::shape_text;
use tetralith_study::{LevelResult, Strength};

/// A line of the form for a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Field {
    Game,
    /// The kinds of players.
    Company,
    Level(Colour),
    /// The way in which it plays.
    Style(Colour),
    /// The board's outline.
    Board,
    /// Points or cells a side.
    Size,
    Option(OptionKind),
    Name(Colour),
    /// The command of another program.
    Command(Colour),
    /// A word about costly moves, of a person against the computer.
    Coach,
    /// The number of moves that may be taken back.
    Takebacks,
    /// The time each side has.
    Clock,
    /// The time of the second player, at time odds.
    Odds,
    /// The consequence of running out of it.
    TimeOut,
    /// The line that starts the game.
    Start,
}

/// The purpose of the form.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Errand {
    Game,
    /// The board on which a position is set up.
    Board,
    Position(Box<Game>),
}

/// The form for a new game: the game, the players, the clock, and the line that keys go to.
#[derive(Clone, Debug)]
pub struct NewGameForm {
    game: GameChoice,
    errand: Errand,
    players: PlayerChoices,
    /// The results of the user's games, once they are read.
    results: Option<Vec<LevelResult>>,
    clock: ClockChoice,
    /// The clock of the second player.
    odds: ClockChoice,
    selected: usize,
    /// True until a choice is made, if the form begins with those of the last game.
    asks_for_last: bool,
}

impl NewGameForm {
    /// The form with the game's usual options, two people and no clock.
    pub fn new(info: &'static Info) -> Self {
        let mut form = Self {
            game: GameChoice::new(info),
            errand: Errand::Game,
            players: PlayerChoices::new([None; 2]),
            results: None,
            clock: ClockChoice::new(None),
            odds: ClockChoice::odds(None),
            selected: 0,
            asks_for_last: false,
        };
        form.select_start();
        form
    }

    /// The form for a first game of `info`, as the settings have it; the choices for the last game
    /// can be [taken](Self::take_last).
    pub fn of_settings(info: &'static Info, settings: &Settings) -> Self {
        let form = Self::new(info);
        let players = form.players.like(&settings.new_game.seats).with_settings(&settings.new_game);
        let mut form = Self {
            game: GameChoice::offered(info),
            players,
            clock: ClockChoice::new(settings.new_game.clock),
            asks_for_last: true,
            ..form
        };
        form.players.coach = settings.advice.coach;
        form.select_start();
        form
    }

    /// True if the settings of the last game are still to be taken.
    pub const fn asks_for_last(&self) -> bool {
        self.asks_for_last
    }

    /// Keeps what is chosen, even if the last game becomes known later.
    pub const fn settle(&mut self) {
        self.asks_for_last = false;
    }

    /// Takes the settings of the last game of this kind, unless something was chosen already.
    pub fn take_last(&mut self, last: &LastGame) {
        if self.asks_for_last && last.info.id == self.info().id {
            let results = self.results.take();
            *self = Self { results, ..self.clone().like(&last.options, &last.seats, last.clock) };
        }
    }

    /// The form for another game like the one at the board; after one that was only studied, as the
    /// settings have it.
    pub fn again(seated: &Seated, settings: &Settings) -> Self {
        let table = &seated.table;
        let form = Self::of_settings(table.game().info(), settings);
        if !seated.is_own {
            return form;
        }
        let seats =
            Colour::BOTH.map(|colour| table.players().holder(colour, NodeId::START).clone());
        form.like(table.game().options(), &seats, seated.clock.controls())
    }

    /// The form for the board on which a position of `info` is set up, as `options` have it.
    pub fn of_board(info: &'static Info, options: &Options) -> Self {
        let form = Self::new(info).like(options, &<[Seat; 2]>::default(), None);
        Self { errand: Errand::Board, selected: 0, ..form }
    }

    /// The same for a game that begins at `position`.
    pub fn from_position(self, position: Game) -> Self {
        let game = GameChoice::of_options(position.info(), *position.options());
        let errand = Errand::Position(Box::new(position));
        let mut form = Self { game, errand, asks_for_last: false, ..self };
        form.select_start();
        form
    }

    /// Takes in the results of the user's games.
    pub fn take_results(&mut self, results: Vec<LevelResult>) {
        self.results = Some(results);
    }

    /// The strength of the user on the board in the form, once their results are read.
    fn strength(&self) -> Option<Strength> {
        Some(Strength::of(self.results.as_ref()?, self.info(), &self.options().ok()?))
    }

    /// The choice for the coach, if the form has it.
    pub fn coach(&self) -> Option<bool> {
        self.fields().contains(&Field::Coach).then_some(self.players.coach)
    }

    /// Its purpose.
    pub const fn errand(&self) -> &Errand {
        &self.errand
    }

    /// The game chosen so far.
    pub const fn info(&self) -> &'static Info {
        self.game.info()
    }

    /// The same with the choices of a game that was played: its `options`, who sat where as it
    /// began, its clock and whether that decided.
    pub fn like(
        self,
        options: &Options,
        seats: &[Seat; 2],
        clock: Option<([TimeControl; 2], bool)>,
    ) -> Self {
        let mut choice = ClockChoice::new(clock.map(|([control, _], _)| control));
        let odds = clock.map(|(controls, _)| controls).filter(|[first, second]| first != second);
        choice.loses = clock.is_none_or(|(_, loses)| loses);
        let mut form = Self {
            clock: choice,
            odds: ClockChoice::odds(odds.map(|[_, second]| second)),
            game: GameChoice::of_options(self.info(), *options),
            ..Self::new(self.info())
        };
        form.players = self.players.like(seats);
        form.select_start();
        form
    }

    /// Its lines, top to bottom.
    pub fn fields(&self) -> Vec<Field> {
        let board = (self.info().boards.len() > 1).then_some(Field::Board);
        let options = self.info().options.iter().copied().map(Field::Option);
        let seats = Colour::BOTH.into_iter().flat_map(|colour| {
            if !self.players.company.is_computer(colour) {
                return [Some(Field::Name(colour)), None];
            }
            [
                Some(Field::Level(colour)),
                if self.players.program(colour).is_some() {
                    Some(Field::Command(colour))
                } else {
                    self.players.has_styles(colour).then_some(Field::Style(colour))
                },
            ]
        });
        let coach = self.players.company.person().map(|_| Field::Coach);
        let has_person = self.players.company != Company::Computers;
        let takebacks = has_person.then_some(Field::Takebacks);
        let players = [Field::Company].into_iter().chain(seats.flatten());
        let players = players.chain(coach).chain(takebacks);
        let game = matches!(self.errand, Errand::Board).then_some(Field::Game);
        let board = game.into_iter().chain(board).chain([Field::Size]).chain(options);
        let timed = self.clock.control().map(|_| [Field::Odds, Field::TimeOut]);
        let clock = [Field::Clock].into_iter().chain(timed.into_iter().flatten());
        let mut fields: Vec<Field> = match self.errand {
            Errand::Game => players.chain(board).chain(clock).collect(),
            Errand::Board => board.collect(),
            Errand::Position(_) => players.chain(clock).collect(),
        };
        fields.push(Field::Start);
        fields
    }

    /// The line the keys go to.
    pub fn selected(&self) -> usize {
        self.selected
    }

    /// The field the keys go to.
    pub fn field(&self) -> Field {
        self.fields().get(self.selected).copied().unwrap_or(Field::Start)
    }

    /// Selects line `line`, the last one if there are fewer.
    pub fn select(&mut self, line: usize) {
        self.game.end_typing();
        self.selected = line.min(self.fields().len() - 1);
    }

    /// True if keys type a text.
    pub fn is_typing(&self) -> bool {
        match self.field() {
            Field::Name(_) | Field::Command(_) => true,
            field => self.time_of(field).is_some_and(|clock| clock.typed().is_some()),
        }
    }

    /// The choice of a clock on the line `field`.
    pub(super) const fn time_of(&self, field: Field) -> Option<&ClockChoice> {
        match field {
            Field::Clock => Some(&self.clock),
            Field::Odds => Some(&self.odds),
            _ => None,
        }
    }

    /// The time controls of both players; `None` for no clock.
    pub fn controls(&self) -> Option<[TimeControl; 2]> {
        let control = self.clock.control()?;
        Some([control, self.odds.control().unwrap_or(control)])
    }

    /// Selects the line that starts the game, where every form begins.
    fn select_start(&mut self) {
        self.select(usize::MAX);
    }

    /// True if `c` begins to type a value here: a size or a clock. Both begin with a figure.
    pub fn begins_value(&self, c: char) -> bool {
        c.is_ascii_digit()
            && match self.field() {
                Field::Size => true,
                field => self.time_of(field).is_some_and(|clock| clock.typed().is_none()),
            }
    }

    /// Types `text` where something is typed or can be; returns true if that was so.
    pub fn insert(&mut self, text: &str) -> bool {
        if text.starts_with(|c| self.begins_value(c)) {
            match self.field() {
                Field::Size => self.game.type_size(text.chars().take_while(char::is_ascii_digit)),
                _ => self.clock_mut().type_from(text),
            }
            return true;
        }
        self.input().map(|input| input.insert(text)).is_some()
    }

    /// The clock chosen so far.
    pub const fn clock(&self) -> &ClockChoice {
        &self.clock
    }

    /// The clock on the line that keys go to, to be changed; on other lines that of both players.
    pub fn clock_mut(&mut self) -> &mut ClockChoice {
        if self.field() == Field::Odds { &mut self.odds } else { &mut self.clock }
    }

    /// The line that is typed in `field`, if it takes one.
    pub(super) const fn text(&self, field: Field) -> Option<&TextInput> {
        match field {
            Field::Name(colour) => Some(&self.players.names[colour.index()]),
            Field::Command(colour) => Some(&self.players.commands[colour.index()]),
            _ => None,
        }
    }

    /// The commands of the other programs that are chosen.
    ///
    /// # Errors
    /// One sentence if one cannot be a command.
    pub fn programs(&self) -> Result<Vec<GtpProgram>, String> {
        Colour::BOTH.into_iter().filter_map(|colour| self.players.program(colour)).collect()
    }

    /// The text being typed, where one is selected.
    pub fn input(&mut self) -> Option<&mut TextInput> {
        match self.field() {
            Field::Name(colour) => Some(&mut self.players.names[colour.index()]),
            Field::Command(colour) => Some(&mut self.players.commands[colour.index()]),
            Field::Clock => self.clock.input(),
            Field::Odds => self.odds.input(),
            _ => None,
        }
    }

    /// The players of both seats.
    pub fn seats(&self) -> [Seat; 2] {
        self.players.seats()
    }

    /// Returns the text of `field`, and whether it can be turned down and up.
    pub fn value(&self, field: Field) -> (String, [bool; 2]) {
        let range = self.game.range();
        let yes_no = |on: bool| (if on { "yes" } else { "no" }.to_owned(), [true; 2]);
        match field {
            Field::Game => (self.info().title.to_owned(), [true; 2]),
            Field::Company => (self.players.company.title().to_owned(), [true; 2]),
            Field::Level(colour) => (self.players.level_title(colour), [true; 2]),
            Field::Style(colour) => (self.players.style(colour).title().to_owned(), [true; 2]),
            Field::Board => (shape_text(range.shape).to_owned(), [true; 2]),
            Field::Size => {
                let size = self.game.size();
                (size.to_string(), [size > range.min, size < range.max])
            }
            Field::Option(kind) => {
                let can_turn = [false, true].map(|up| self.game.turned(kind, up).is_some());
                (kind.shown(self.game.option(kind)), can_turn)
            }
            Field::Name(_) | Field::Command(_) => {
                (self.text(field).map_or("", TextInput::text).to_owned(), [false; 2])
            }
            Field::Coach => yes_no(self.players.coach),
            Field::Takebacks => (self.players.takebacks_in_words().0, [true; 2]),
            Field::Clock => (self.clock.title(), [true; 2]),
            Field::Odds => (self.odds.title(), [true; 2]),
            Field::TimeOut => {
                (if self.clock.loses { "loses" } else { "only shows" }.to_owned(), [true; 2])
            }
            Field::Start => (String::new(), [false; 2]),
        }
    }

    /// Returns the explanation of `field`, shown while it is selected.
    pub fn remark(&self, field: Field) -> String {
        let side = |colour| self.info().side(colour).title;
        // At a position that was set up either may be to move.
        let begins = match &self.errand {
            Errand::Position(position) => position.to_move(),
            Errand::Game | Errand::Board => Colour::First,
        };
        let order = |colour, first: &'static str, second: &'static str| {
            if colour == begins { first } else { second }
        };
        match field {
            Field::Game => "the game to play; arrow keys change it".to_owned(),
            Field::Company => match self.players.company.person() {
                Some(own) => {
                    format!("you are {} and {}", side(own), order(own, "move first", "move second"))
                }
                None if self.players.company == Company::People => {
                    "two players at this keyboard; right arrow: play the computer".to_owned()
                }
                None => "you watch; you can take over a side at any time".to_owned(),
            },
            Field::Level(colour) => self.players.level_remark(colour, self.info(), self.strength()),
            Field::Style(colour) => self.players.style(colour).remark().to_owned(),
            Field::Board => "the shape of the board".to_owned(),
            Field::Size => {
                let BoardRange { shape, min, max, default } = *self.game.range();
                format!(
                    "{min} to {max} a side (default {default}), {} cells; type it or use arrows",
                    shape.cells(self.game.size())
                )
            }
            Field::Option(kind) => kind.remark(self.game.option(kind), self.info(), begins),
            Field::Name(colour) => {
                format!("{}'s name{}; optional", side(colour), order(colour, ", moving first", ""))
            }
            Field::Command(colour) => match self.players.program(colour) {
                Some(Err(why)) if !self.players.commands[colour.index()].text().is_empty() => why,
                _ => "its command, such as my-engine --strong".to_owned(),
            },
            Field::Coach if self.players.coach && self.players.takebacks == Some(0) => {
                "warns after a move that costs 10 % or more".to_owned()
            }
            Field::Coach if self.players.coach => {
                "after a move that costs 10 % or more you may take it back".to_owned()
            }
            Field::Coach => {
                "no warnings; right arrow: warn if a move costs 10 % or more".to_owned()
            }
            Field::Takebacks => self.players.takebacks_in_words().1.to_owned(),
            Field::Clock => self.clock.remark(),
            Field::Odds => self.odds.remark(),
            Field::TimeOut if self.clock.loses => "running out of time loses the game".to_owned(),
            Field::TimeOut => "running out of time is only shown; the game continues".to_owned(),
            Field::Start => match self.errand {
                Errand::Game => "Enter starts the game",
                Errand::Board => "Enter opens this board; a different board starts empty",
                Errand::Position(_) => "Enter starts the game from this position",
            }
            .to_owned(),
        }
    }

    /// Does what a key asks; returns true if something changed.
    pub fn act(&mut self, action: Action) -> bool {
        let lines = self.fields().len();
        self.game.end_typing();
        match action {
            Action::Move(Direction::West) => self.turn(false),
            Action::Move(Direction::East) => self.turn(true),
            _ => move_in_list(&mut self.selected, lines, action),
        }
    }

    /// Turns the selected value down or up; returns true if it could be.
    pub fn turn(&mut self, up: bool) -> bool {
        let field = self.field();
        let [down_ok, up_ok] = self.value(field).1;
        if !(if up { up_ok } else { down_ok }) {
            return false;
        }
        match field {
            Field::Game => {
                *self = Self {
                    errand: self.errand.clone(),
                    selected: self.selected,
                    ..Self::new(next_game(self.info(), up))
                };
            }
            Field::Company => self.players.turn_company(up),
            Field::Level(colour) => self.players.turn_level(colour, up),
            Field::Style(colour) => self.players.turn_style(colour, up),
            Field::Board => self.game.turn_board(up),
            Field::Size => self.game.turn_size(up),
            Field::Option(kind) => return self.game.turn_option(kind, up),
            Field::Coach => self.players.coach = !self.players.coach,
            Field::Takebacks => self.players.turn_takebacks(up),
            Field::Clock => self.clock.turn(up),
            Field::Odds => self.odds.turn(up),
            Field::TimeOut => self.clock.loses = !self.clock.loses,
            Field::Name(_) | Field::Command(_) | Field::Start => {}
        }
        true
    }

    /// The options chosen.
    ///
    /// # Errors
    /// [`SetupError`] if they cannot be played, which the bounds of the form prevent.
    pub fn options(&self) -> Result<Options, SetupError> {
        self.game.options()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetralith_core::record::PlayerKind;
    use tetralith_core::{Setup, games};

    fn computers(form: &NewGameForm) -> [bool; 2] {
        Colour::BOTH.map(|colour| form.fields().contains(&Field::Level(colour)))
    }

    #[test]
    fn every_form_can_be_played() {
        for &info in games::INFOS {
            let mut form = NewGameForm::new(info);
            for line in 0..form.fields().len() {
                form.select(line);
                for up in [true, false, false, true, true] {
                    for _ in 0..30 {
                        form.turn(up);
                        let options = form.options().unwrap();
                        assert!(info.revalidate(&options).is_ok());
                        assert_eq!(
                            form.seats().map(|seat| seat.kind == Some(PlayerKind::Ai)),
                            computers(&form)
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_form_starts_with_the_usual_options() {
        for &info in games::INFOS {
            let form = NewGameForm::new(info);
            assert_eq!(form.options(), info.options(&Setup::default()));
            assert_eq!(form.field(), Field::Start);
            assert!(form.seats().iter().all(|seat| seat.level().is_none()));
        }
    }

    #[test]
    fn a_size_is_typed_digit_by_digit() {
        let mut form = NewGameForm::new(games::info("necklace").unwrap());
        form.select(form.fields().iter().position(|&field| field == Field::Size).unwrap());
        let mut typed = |text: &str| {
            assert!(form.begins_value('1') && form.insert(text));
            form.options().unwrap().size
        };
        assert_eq!((typed("9"), typed("1"), typed("1")), (9, 9, 11), "1 is no size yet");
        assert_eq!(typed("7"), 7, "117 is none either: a new one begins");
        let mut typed = |text: &str| {
            assert!(form.insert(text));
            form.options().unwrap().size
        };
        assert_eq!((typed("2"), typed("5"), typed("6")), (2, 25, 6), "256 is too large as well");
        form.act(Action::First);
        assert!(!form.begins_value('1'));
    }
}

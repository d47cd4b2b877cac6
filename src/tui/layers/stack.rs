//! The stack of layers.

use super::component::Component;
use super::editor::PositionEditor;
use super::explorer::Explorer;
use super::game::GameLayer;
use super::prompt::Prompt;
use super::question::Question;
use super::retry::RetryPage;
use super::seats::Seats;
use super::text_page::{Comment, Help, ReportPage, RulesPage};
use crate::tui::layers::games::browser::Browser;
use crate::tui::layers::home::menu::Home;
use crate::tui::layers::learn::list::Learn;
use crate::tui::layers::new_game::form::NewGameForm;
use crate::tui::layers::palette::list::CommandPalette;
use crate::tui::layers::settings::page::SettingsPage;
use tetralith_session::lesson::Lesson;
use tetralith_session::match_play::Attention;

/// One layer.
#[derive(Clone, Debug)]
pub enum Layer {
    /// The home screen.
    Home(Home),
    /// The form for a new game.
    NewGame(NewGameForm),
    /// The list of saved games.
    Games(Browser),
    /// The settings.
    Settings(SettingsPage),
    /// The game at the board.
    Game(GameLayer),
    /// The editor of positions.
    Editor(PositionEditor),
    /// The opening explorer.
    Explorer(Explorer),
    /// The list of lessons.
    Learn(Learn),
    /// A lesson.
    Lesson(Box<Lesson>),
    /// Mistakes that are tried again.
    Retry(Box<RetryPage>),
    /// Every key.
    Help(Help),
    /// The rules of a game.
    Rules(RulesPage),
    /// A comment that is too long for a line.
    Comment(Comment),
    /// The report on the game at the board.
    Report(ReportPage),
    /// A question with yes or no.
    Question(Question),
    /// A line to be typed.
    Prompt(Prompt),
    /// The choice of who plays which side.
    Seats(Seats),
    /// Everything that can be done.
    Palette(Box<CommandPalette>),
}

/// Matches every kind of layer and gives what is in it, a boxed one by `$unboxed`: once for both
/// ways to borrow.
macro_rules! component_of {
    ($layer:expr, $unboxed:ident) => {
        match $layer {
            Layer::Home(layer) => layer,
            Layer::NewGame(layer) => layer,
            Layer::Games(layer) => layer,
            Layer::Settings(layer) => layer,
            Layer::Game(layer) => layer,
            Layer::Editor(layer) => layer,
            Layer::Explorer(layer) => layer,
            Layer::Learn(layer) => layer,
            Layer::Help(layer) => layer,
            Layer::Rules(layer) => layer,
            Layer::Comment(layer) => layer,
            Layer::Report(layer) => layer,
            Layer::Question(layer) => layer,
            Layer::Prompt(layer) => layer,
            Layer::Seats(layer) => layer,
            Layer::Lesson(layer) => layer.$unboxed(),
            Layer::Retry(layer) => layer.$unboxed(),
            Layer::Palette(layer) => layer.$unboxed(),
        }
    };
}

impl Layer {
    /// The layer as what all layers are.
    pub fn component(&self) -> &dyn Component {
        component_of!(self, as_ref)
    }

    /// The layer as what all layers are, to have it do something.
    pub fn component_mut(&mut self) -> &mut dyn Component {
        component_of!(self, as_mut)
    }

    /// True for a screen; anything else lies over one for a while.
    pub const fn is_screen(&self) -> bool {
        match self {
            Self::Home(_)
            | Self::NewGame(_)
            | Self::Games(_)
            | Self::Settings(_)
            | Self::Game(_)
            | Self::Editor(_)
            | Self::Explorer(_)
            | Self::Learn(_)
            | Self::Lesson(_)
            | Self::Retry(_) => true,
            Self::Help(_)
            | Self::Rules(_)
            | Self::Comment(_)
            | Self::Report(_)
            | Self::Question(_)
            | Self::Prompt(_)
            | Self::Seats(_)
            | Self::Palette(_) => false,
        }
    }

    /// True if nothing of what lies behind is seen.
    pub const fn is_opaque(&self) -> bool {
        self.is_screen()
            || matches!(self, Self::Help(_) | Self::Rules(_) | Self::Comment(_) | Self::Report(_))
    }

    /// True if it takes the rows where something is said.
    pub const fn is_said(&self) -> bool {
        matches!(self, Self::Question(_) | Self::Prompt(_) | Self::Seats(_))
    }
}

/// The stack of layers, the home screen always at the bottom.
#[derive(Clone, Debug)]
pub struct Stack {
    layers: Vec<Layer>,
}

impl Stack {
    /// The home screen alone.
    pub fn new(home: Home) -> Self {
        Self { layers: vec![Layer::Home(home)] }
    }

    /// The home screen, whatever lies over it.
    pub fn home(&self) -> &Home {
        match &self.layers[0] {
            Layer::Home(home) => home,
            _ => unreachable!("the home screen is at the bottom"),
        }
    }

    /// The home screen, to change it.
    pub fn home_mut(&mut self) -> &mut Home {
        match &mut self.layers[0] {
            Layer::Home(home) => home,
            _ => unreachable!("the home screen is at the bottom"),
        }
    }

    /// The layer in front.
    pub fn front(&self) -> &Layer {
        &self.layers[self.layers.len() - 1]
    }

    /// The layer in front, to have it do something.
    pub fn front_mut(&mut self) -> &mut Layer {
        let front = self.layers.len() - 1;
        &mut self.layers[front]
    }

    fn last(&self, is: impl Fn(&Layer) -> bool) -> usize {
        self.layers.iter().rposition(is).unwrap_or(0)
    }

    /// The screen that is shown, whatever lies over it.
    pub fn screen(&self) -> &Layer {
        &self.layers[self.last(Layer::is_screen)]
    }

    /// The screen that is shown, to have it do something.
    pub fn screen_mut(&mut self) -> &mut Layer {
        let screen = self.last(Layer::is_screen);
        &mut self.layers[screen]
    }

    /// The layers over the screen, the front last.
    pub fn overlays(&self) -> &[Layer] {
        &self.layers[self.last(Layer::is_screen) + 1..]
    }

    /// The layers of which something is seen, the front last.
    pub fn visible(&self) -> &[Layer] {
        &self.layers[self.last(Layer::is_opaque)..]
    }

    /// Puts a layer in front.
    pub fn push(&mut self, layer: Layer) {
        self.layers.push(layer);
    }

    /// Takes the layer in front away, unless it is the home screen.
    pub fn pop(&mut self) -> Option<Layer> {
        (self.layers.len() > 1).then(|| self.layers.pop())?
    }

    /// Takes away every layer but the home screen.
    pub fn clear(&mut self) {
        self.layers.truncate(1);
    }

    /// Takes away what lies over the screen.
    pub fn close_overlays(&mut self) {
        let screen = self.last(Layer::is_screen);
        self.layers.truncate(screen + 1);
    }

    /// Takes away what lies over the last layer that `is` so; false if there is none.
    pub fn come_back_to(&mut self, is: impl Fn(&Layer) -> bool) -> bool {
        let at = self.layers.iter().rposition(is);
        if let Some(at) = at {
            self.layers.truncate(at + 1);
        }
        at.is_some()
    }

    /// Returns where the game at the board is on the screen.
    pub fn attention(&self) -> Attention {
        match (self.screen(), self.front()) {
            (_, Layer::Game(_)) => Attention::Front,
            (Layer::Game(_), _) => Attention::Behind,
            _ => Attention::Away,
        }
    }
}

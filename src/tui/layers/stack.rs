//! The stack of layers: what lies over what, and what that means for keys and for drawing.

use std::mem::discriminant;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tetralith_core::{Info, games};

use super::component::{Component, Scene};
use super::editor::PositionEditor;
use super::explorer::Explorer;
use super::game::GameLayer;
use super::prompt::Prompt;
use super::puzzles::PuzzleMenu;
use super::qr::QrPage;
use super::question::Question;
use super::seats::Seats;
use super::text_page::TextPage;
use crate::keymap::{Action, Context};
use crate::program::Effects;
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::choice::Choice;
use crate::tui::layers::games::browser::Browser;
use crate::tui::layers::home::menu::Home;
use crate::tui::layers::learn::list::Learn;
use crate::tui::layers::new_game::form::NewGameForm;
use crate::tui::layers::palette::list::CommandPalette;
use crate::tui::layers::settings::page::SettingsPage;
use crate::tui::request::{ConfirmAction, Purpose};
use crate::tui::shared::{Shared, is_playing};
use crate::tui::widgets::hint_line::HintLine;
use crate::tui::widgets::paint::take_eye;
use tetralith_session::lesson::Lesson;
use tetralith_session::match_play::Attention;
use tetralith_session::retry::Retry;
use tetralith_session::table::Table;

/// A screen or something that lies over one.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Layer {
    Home(Home),
    NewGame(Box<NewGameForm>),
    /// The list of saved games.
    Games(Browser),
    Settings(SettingsPage),
    Game(GameLayer),
    Editor(PositionEditor),
    Explorer(Explorer),
    /// The list of lessons.
    Learn(Learn),
    /// The choice of puzzles.
    Puzzles(PuzzleMenu),
    Lesson(Box<Lesson>),
    /// Mistakes that are tried again.
    Retry(Box<Retry>),
    Page(TextPage),
    /// The game as a code that another device reads.
    Qr(QrPage),
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
            Layer::NewGame(layer) => layer.$unboxed(),
            Layer::Games(layer) => layer,
            Layer::Settings(layer) => layer,
            Layer::Game(layer) => layer,
            Layer::Editor(layer) => layer,
            Layer::Explorer(layer) => layer,
            Layer::Learn(layer) => layer,
            Layer::Puzzles(layer) => layer,
            Layer::Page(layer) => layer,
            Layer::Qr(layer) => layer,
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
            | Self::Puzzles(_)
            | Self::Lesson(_)
            | Self::Retry(_) => true,
            Self::Page(_)
            | Self::Qr(_)
            | Self::Question(_)
            | Self::Prompt(_)
            | Self::Seats(_)
            | Self::Palette(_) => false,
        }
    }

    /// True for a page, which covers all of the screen under it until it is closed.
    pub const fn is_page(&self) -> bool {
        matches!(self, Self::Page(_) | Self::Qr(_))
    }

    /// True if it covers all layers under it.
    const fn is_opaque(&self) -> bool {
        self.is_screen() || self.is_page()
    }

    /// True if it takes the rows where messages are shown.
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

    /// The home screen, even under other layers.
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

    /// The layer that keys go to.
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

    /// The screen that is shown, even under other layers.
    pub fn screen(&self) -> &Layer {
        &self.layers[self.last(Layer::is_screen)]
    }

    /// The screen that is shown, to have it do something.
    pub fn screen_mut(&mut self) -> &mut Layer {
        let screen = self.last(Layer::is_screen);
        &mut self.layers[screen]
    }

    /// All layers from front to back: an answer is for the one that asked, even under others.
    pub fn layers_mut(&mut self) -> impl Iterator<Item = &mut Layer> {
        self.layers.iter_mut().rev()
    }

    /// The list of saved games, even under other layers.
    pub fn browser_mut(&mut self) -> Option<&mut Browser> {
        self.layers_mut().find_map(|layer| match layer {
            Layer::Games(browser) => Some(browser),
            _ => None,
        })
    }

    /// The layers over the screen, the front last.
    pub fn overlays(&self) -> &[Layer] {
        &self.layers[self.last(Layer::is_screen) + 1..]
    }

    /// The layers that are seen at least in part, the front last.
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

    // ----- what is on the screen

    /// The lesson on the screen; `None` if another screen is there.
    pub fn lesson(&self) -> Option<&Lesson> {
        match self.screen() {
            Layer::Lesson(lesson) => Some(lesson),
            _ => None,
        }
    }

    /// The board on the screen or under other layers: a lesson's, else that of the match.
    pub fn table<'a>(&'a self, cx: &'a Shared) -> Option<&'a Table> {
        match self.screen() {
            Layer::Lesson(lesson) => Some(lesson.table()),
            Layer::Retry(retry) => Some(retry.table()),
            _ => cx.game.table(),
        }
    }

    /// The same, to do something at it.
    pub fn table_mut<'a>(&'a mut self, cx: &'a mut Shared) -> Option<&'a mut Table> {
        match self.screen_mut() {
            Layer::Lesson(lesson) => Some(lesson.table_mut()),
            Layer::Retry(retry) => Some(retry.table_mut()),
            _ => cx.game.table_mut(),
        }
    }

    /// The game of the first layer from the front that has one, whose rules are shown.
    pub fn info(&self, cx: &Shared) -> &'static Info {
        let info = self.layers.iter().rev().find_map(|layer| layer.component().info(cx));
        info.unwrap_or(games::INFOS[0])
    }

    /// The parts of the keymap that are active, front to back.
    pub fn contexts(&self, cx: &Shared) -> Vec<Context> {
        self.front().component().contexts(cx)
    }

    /// Returns true unless nothing but playing is allowed here and `action` is something else.
    pub fn allows(&self, action: Action, cx: &Shared) -> bool {
        let leaves_the_board = action == Action::Cancel && self.overlays().is_empty();
        !cx.game.link().is_kiosk() || is_playing(action) && !leaves_the_board
    }

    /// True if a prompt for `purpose` is in front.
    pub fn is_at_prompt(&self, purpose: Purpose) -> bool {
        matches!(self.front(), Layer::Prompt(prompt) if prompt.purpose == purpose)
    }

    /// True if a question is in front whose yes ends the program.
    pub fn asks_to_quit(&self) -> bool {
        let ends = [ConfirmAction::Quit, ConfirmAction::QuitEditor];
        matches!(self.front(), Layer::Question(question) if ends.contains(&question.action))
    }

    /// True if a question is in front that must not be answered with yes by accident.
    pub fn asks_for_care(&self, cx: &Shared) -> bool {
        matches!(self.front(), Layer::Question(question) if question.needs_care(cx))
    }

    // ----- changes that are seen

    /// Shows a layer in front.
    pub fn show(&mut self, layer: Layer, effects: &mut Effects) {
        self.push(layer);
        effects.draw();
    }

    /// Shows a screen over the one that is shown, or comes back to one of its kind that is open
    /// already, so that none lies in the stack twice.
    pub fn open(&mut self, screen: Layer, effects: &mut Effects) {
        self.close_overlays();
        if !self.come_back_to(|layer| discriminant(layer) == discriminant(&screen)) {
            self.push(screen);
        }
        effects.draw();
    }

    /// Goes back to the home screen, its first line selected.
    pub fn go_home(&mut self, cx: &Shared, effects: &mut Effects) {
        self.layers.truncate(1);
        self.home_mut().show(cx.game.seated());
        effects.draw();
    }

    /// Takes the layer in front away.
    pub fn close(&mut self, cx: &mut Shared, effects: &mut Effects) {
        if let Some(Layer::Prompt(_) | Layer::Palette(_)) = self.pop()
            && let Some(table) = self.table_mut(cx)
        {
            table.hand_mut().aim_at_cursor();
        }
        let leads_to_game = match self.front() {
            Layer::Game(_) => true,
            Layer::Home(home) => matches!(home.going_on(), Some(Choice::Continue { .. })),
            _ => false,
        };
        if leads_to_game && cx.game.seated().is_none() {
            // It was deleted from the list that lay over it.
            return self.go_home(cx, effects);
        }
        effects.draw();
    }

    /// Shows what went wrong, in the prompt if it came of one.
    pub fn fail(&mut self, text: impl AsRef<str>, cx: &mut Shared, effects: &mut Effects) {
        if let Layer::Prompt(prompt) = self.front_mut() {
            prompt.fail(text.as_ref());
            return effects.draw();
        }
        cx.refuse(text, effects);
    }

    // ----- drawing

    /// Draws the layers from back to front, and the hint line.
    pub fn draw(&self, cx: &Shared, area: Rect, buffer: &mut Buffer) {
        buffer.set_style(area, cx.theme.base());
        let visible = self.visible();
        let mut scene = self.scene(cx, area);
        let mut has_room = true;
        for (i, layer) in visible.iter().enumerate() {
            // A question about what was typed takes its rows.
            if layer.is_said() && visible[i + 1..].iter().any(Layer::is_said) {
                continue;
            }
            // A window too small for a screen shows nothing else; the palette lies over the screen
            // wherever it is.
            if has_room || matches!(layer, Layer::Palette(_)) {
                // The user looks at the layer in front, and nowhere else.
                take_eye(buffer);
                match layer.component().draw(&scene, cx, buffer) {
                    Some(says) => scene.says = says,
                    None => has_room = false,
                }
            }
        }
        if has_room {
            let hints =
                Rect { y: area.bottom().saturating_sub(1), height: 1, ..area }.intersection(area);
            self.hint_line(cx).draw(&cx.theme, hints, buffer);
        }
    }

    /// Everything about the stack that layers need for drawing in a window of this `area`.
    fn scene<'a>(&'a self, cx: &'a Shared, area: Rect) -> Scene<'a> {
        Scene {
            area,
            keys: cx.key_names(self.contexts(cx)),
            is_covered: self.visible().iter().any(Layer::is_said),
            says: Rect { height: 0, ..area },
            table: self.table(cx),
        }
    }

    /// The picture of the board on the screen or on the page over it, which lies over what is drawn
    /// except where [`PlacedPicture::uncovered`] cuts it; `None` where the board is drawn as text.
    pub fn picture(&self, cx: &Shared, easel: &mut Easel) -> Option<PlacedPicture> {
        let shown = cx.display.picture.and_then(|_| self.visible().first())?;
        shown.component().picture(&self.scene(cx, cx.area()), cx, easel)
    }

    /// The picture of the graph beside the board, as [`Stack::picture`] is that of the board.
    pub fn graph(&self, cx: &Shared, easel: &mut Easel) -> Option<PlacedPicture> {
        let shown = cx.display.picture.and_then(|_| self.visible().first())?;
        shown.component().graph(&self.scene(cx, cx.area()), cx, easel)
    }

    /// The keys that the hint line may name.
    pub fn hint_line<'a>(&self, cx: &'a Shared) -> HintLine<'a> {
        let mut actions = self.front().component().hints(cx);
        actions.retain(|(action, _)| self.allows(*action, cx));
        HintLine {
            keys: cx.key_names(self.contexts(cx)),
            actions,
            has_palette: self.allows(Action::Palette, cx),
        }
    }
}

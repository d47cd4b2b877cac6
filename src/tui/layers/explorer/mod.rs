//! The opening explorer as a layer: what was played in the position on the board, in games of one's
//! own and others.

mod view;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetralith_core::{Direction, Step};
use tetralith_session::match_play::BoardAct;
use tetralith_session::openings::{line_to_train, training_text};
use tetralith_session::table::Mode;
use tetralith_storage::explore::{FoundGames, NextMove};

use self::view::{areas, draw};
use crate::keymap::{Action, Context};
use crate::program::Effects;
use crate::tui::board::HIDDEN;
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::layers::component::{Component, Scene, named};
use crate::tui::shared::Shared;
use crate::tui::widgets::hint_line::Named;
use crate::tui::widgets::menus::{line_at, move_in_list};

/// The opening explorer of the game at the board.
#[derive(Clone, Debug, Default)]
pub struct Explorer {
    /// The games found for the position on the board.
    found: FoundGames,
    selected: usize,
    /// The step that is made when it is chosen again, where steps are to be confirmed.
    once: Option<Step>,
}

impl Explorer {
    /// The explorer at the position on the board.
    pub fn new(cx: &Shared) -> Self {
        let mut explorer = Self::default();
        explorer.look(cx);
        explorer
    }

    /// Looks the position on the board up again: it is another one, or there are other games.
    pub fn look(&mut self, cx: &Shared) {
        let index = cx.explored.as_ref().map(|explored| &explored.index);
        let found = index.zip(cx.game.table()).map(|(index, table)| {
            // The moves of this game have the names that they have here.
            let timeline = table.timeline();
            let next = timeline.children(timeline.cursor()).iter();
            let known: Vec<Step> = next.filter_map(|&node| timeline.step(node)).collect();
            index.look_up(table.game(), &known)
        });
        self.found = found.unwrap_or_default();
        (self.selected, self.once) = (0, None);
    }

    fn chosen(&self) -> Option<&NextMove> {
        self.found.moves.get(self.selected)
    }

    /// Plays the chosen move: in review as a variation, where another is played already.
    fn play(&mut self, cx: &mut Shared, effects: &mut Effects) {
        let Some(step) = self.chosen().map(|next| next.step) else {
            let key = cx.key_at_board(Action::Cancel);
            let why = format!("no game continues from here; {key} returns to the board");
            return cx.refuse(why, effects);
        };
        let plays = cx.game.table().filter(|table| table.mode() == Mode::Play);
        if plays.is_some_and(|table| areas(table, cx.display, cx.area()).board.is_none()) {
            return cx.refuse(HIDDEN, effects);
        }
        if let Some(table) = plays.filter(|_| cx.settings().play.confirm && self.once != Some(step))
        {
            self.once = Some(step);
            let text = format!("{} is selected; repeat to play it", table.names().step(step));
            return cx.say(text, effects);
        }
        cx.act(BoardAct::Play(vec![step]), effects);
        self.look(cx);
    }

    fn go(&mut self, steps: isize, cx: &mut Shared, effects: &mut Effects) {
        cx.act(BoardAct::GoBy(steps), effects);
        self.look(cx);
    }

    /// Returns which of the moves is at `at`, in the list or on the board.
    fn line_at(&self, at: Position, cx: &Shared) -> Option<usize> {
        let table = cx.game.table()?;
        let areas = areas(table, cx.display, cx.area());
        let on_board = || {
            let cell = areas.board.as_ref()?.cell_at(at)?;
            self.found.moves.iter().position(|next| next.step.cells().any(|other| other == cell))
        };
        view::list_area(&areas)
            .and_then(|list| line_at(self.selected, self.found.moves.len(), list, at))
            .or_else(on_board)
    }
}

impl Component for Explorer {
    fn contexts(&self, _cx: &Shared) -> Vec<Context> {
        vec![Context::Explorer, Context::Anywhere]
    }

    fn hints(&self, _cx: &Shared) -> Vec<Named> {
        use Action as A;
        let chooses =
            (!self.found.moves.is_empty()).then_some([A::Accept, A::Move(Direction::South)]);
        let others = [A::Back, A::Forward, A::Train, A::Cancel, A::Quit];
        named(chooses.into_iter().flatten().chain(others))
    }

    fn act(&mut self, action: Action, cx: &mut Shared, effects: &mut Effects) {
        match action {
            Action::Cancel => cx.close(),
            Action::Accept => self.play(cx, effects),
            Action::Back => self.go(-1, cx, effects),
            Action::Forward => self.go(1, cx, effects),
            Action::Train => train(cx, effects),
            _ => {
                let moved = move_in_list(&mut self.selected, self.found.moves.len(), action);
                self.once = self.once.filter(|_| !moved);
                effects.draw_if(moved);
            }
        }
    }

    fn hover(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        let line = self.line_at(at, cx).filter(|line| *line != self.selected);
        self.selected = line.unwrap_or(self.selected);
        self.once = self.once.filter(|_| line.is_none());
        effects.draw_if(line.is_some());
    }

    /// Plays the move of a line, or on a cell the most frequent one there.
    fn click(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        let Some(line) = self.line_at(at, cx) else { return };
        self.selected = line;
        self.play(cx, effects);
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        Some(draw(self, cx.game.table()?, scene, cx, buffer))
    }

    fn picture(&self, scene: &Scene, cx: &Shared, easel: &mut Easel) -> Option<PlacedPicture> {
        view::picture(self, cx.game.table()?, scene, cx, easel)
    }
}

/// Has the line on the board trained, or no longer.
fn train(cx: &mut Shared, effects: &mut Effects) {
    let Some(table) = cx.game.table() else { return };
    let info = table.game().info();
    let (line, mover) = match line_to_train(table) {
        Ok(found) => found,
        Err(why) => return cx.refuse(why, effects),
    };
    let is_trained = cx.learnt.progress.openings_mut(info).turn(line);
    if cx.keep_progress(effects) {
        let key = cx.key_for(Context::Anywhere, Action::Learn);
        cx.say(training_text(is_trained, &key, &mover), effects);
    }
}

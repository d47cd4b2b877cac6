//! One's mistakes tried again, as a layer.

mod view;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetralith_core::text::counted;
use tetralith_core::{CellSet, Info, Step, StepKind};

use crate::keymap::{Action, Context};
use crate::program::{Effects, StudyRequest};
use crate::tui::board::HIDDEN;
use crate::tui::board::layout::BoardLayout;
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::layers::component::{Component, Scene, named};
use crate::tui::layers::exercise_view::exercise_view;
use crate::tui::layers::zoom::zoom;
use crate::tui::panels::{self, GameView};
use crate::tui::request::Purpose;
use crate::tui::shared::Shared;
use crate::tui::widgets::hint_line::Named;
use tetralith_session::retry::{Retry, Stage};
use tetralith_session::table::{Hand, Reply};
use view::Areas;

/// Has the move on the board judged, once it is complete.
fn answer(retry: &mut Retry, cx: &mut Shared, effects: &mut Effects) {
    let request = retry.answer(cx.game.begin_check());
    effects.draw();
    if let Some(request) = request {
        effects.study(StudyRequest::Check(Box::new(request)));
    }
}

fn play(retry: &mut Retry, reply: Reply, cx: &mut Shared, effects: &mut Effects) {
    match reply {
        Reply::Refused(why) => cx.refuse(cx.with_keys(&why), effects),
        Reply::Changed => answer(retry, cx, effects),
        Reply::Shown | Reply::Nothing => effects.draw(),
    }
}

fn go_on(retry: &mut Retry, cx: &mut Shared, effects: &mut Effects) {
    if retry.go_on() {
        return effects.draw();
    }
    let (_, all, solved) = retry.score();
    cx.close();
    cx.say(format!("you corrected {solved} of {}", counted(all, "mistake")), effects);
}

/// Returns where the board is on the screen, if it is.
fn board(retry: &Retry, cx: &Shared) -> Option<BoardLayout> {
    Areas::of(retry, cx.display, cx.area()).board
}

fn game_view<'a>(retry: &'a Retry, scene: &Scene<'a>, cx: &'a Shared) -> GameView<'a> {
    exercise_view(retry.table(), CellSet::EMPTY, scene, cx)
}

impl Component for Retry {
    fn contexts(&self, _cx: &Shared) -> Vec<Context> {
        let table = self.table();
        let mut contexts = Vec::with_capacity(4);
        if !self.is_done() && table.has(StepKind::Tromino) {
            contexts.push(Context::Tromino);
        }
        contexts.push(Context::directions(table.game().board().geometry().shape()));
        contexts.extend([Context::Retry, Context::Anywhere]);
        contexts
    }

    fn hints(&self, _cx: &Shared) -> Vec<Named> {
        use Action as A;
        let last = if self.is_last() { "finish" } else { "next" };
        match self.stage() {
            Stage::Solved | Stage::Shown => vec![(A::Accept, Some(last)), (A::Cancel, None)],
            Stage::Checks(_) => named([A::Cancel]),
            Stage::Asks => {
                let swap = self.table().hand().may_swap().then_some(A::Swap);
                let rest = [A::TypeStep, A::Hint, A::Skip, A::Cancel];
                named([A::Accept].into_iter().chain(swap).chain(rest))
            }
        }
    }

    fn info(&self, _cx: &Shared) -> Option<&'static Info> {
        Some(self.table().game().info())
    }

    fn act(&mut self, action: Action, cx: &mut Shared, effects: &mut Effects) {
        use Action as A;
        let asks = *self.stage() == Stage::Asks;
        let is_done = self.is_done();
        if matches!(action, A::Accept | A::Pick) && is_done {
            return go_on(self, cx, effects);
        }
        let plays = matches!(action, A::Accept | A::Pick | A::TypeStep | A::Pass | A::Swap);
        if plays && asks && board(self, cx).is_none() {
            return cx.refuse(HIDDEN, effects);
        }
        let table = self.table_mut();
        let reply = match action {
            A::Cancel => {
                cx.close();
                effects.study(StudyRequest::StopCheck);
                return effects.draw();
            }
            A::Skip => return go_on(self, cx, effects),
            A::Hint => {
                self.show();
                effects.study(StudyRequest::StopCheck);
                return effects.draw();
            }
            A::ZoomIn | A::ZoomOut => {
                return zoom(cx, board(self, cx), action == A::ZoomIn, effects);
            }
            // The board is only viewed then.
            A::Move(_) | A::NextLegal | A::PreviousLegal if is_done => return,
            A::Move(towards) => table.hand_mut().move_cursor(towards, false),
            A::NextLegal => table.hand_mut().next_legal(false),
            A::PreviousLegal => table.hand_mut().next_legal(true),
            _ if !asks => return,
            A::Accept => table.by_hand(Hand::accept),
            A::Pick => table.by_hand(Hand::pick),
            A::TypeStep => return cx.prompt(Purpose::Step, ""),
            A::Pass => table.play(&[Step::Pass]),
            A::Swap => table.play(&[Step::Swap]),
            A::TakeBack => table.take_back(),
            A::Rotate => table.hand_mut().rotate(false),
            A::RotateBack => table.hand_mut().rotate(true),
            A::NextStone => table.hand_mut().next_stone(),
            _ => return,
        };
        play(self, reply, cx, effects);
    }

    fn submit(
        &mut self,
        _purpose: Purpose,
        text: String,
        cx: &mut Shared,
        effects: &mut Effects,
    ) -> Result<(), String> {
        if *self.stage() != Stage::Asks || text.is_empty() {
            cx.close();
            return Ok(());
        }
        let table = self.table_mut();
        table.hand_mut().aim_at_text(&text);
        let reply = table.by_hand(Hand::aimed);
        if let Reply::Refused(why) = reply {
            return Err(cx.with_keys(&why));
        }
        cx.close();
        play(self, reply, cx, effects);
        Ok(())
    }

    fn hover(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        let Some(cell) = board(self, cx).and_then(|board| board.cell_at(at)) else { return };
        self.table_mut().hand_mut().point_at(cell);
        effects.draw();
    }

    fn click(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        match board(self, cx).and_then(|board| board.cell_at(at)) {
            Some(cell) if *self.stage() == Stage::Asks => {
                let table = self.table_mut();
                table.hand_mut().point_at(cell);
                let reply = table.by_hand(Hand::accept);
                play(self, reply, cx, effects);
            }
            _ if self.is_done() => go_on(self, cx, effects),
            _ => {}
        }
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        Some(view::draw(self, &game_view(self, scene, cx), buffer))
    }

    fn picture(&self, scene: &Scene, cx: &Shared, easel: &mut Easel) -> Option<PlacedPicture> {
        let layout = Areas::of(self, cx.display, scene.area).board?;
        panels::picture(&game_view(self, scene, cx), &layout, easel)
    }
}

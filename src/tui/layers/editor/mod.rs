//! The editor of positions as a layer. The position is shared: it stays as it was left until the
//! editor is opened again.

mod view;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetralith_core::game_line::{self, is_game_line};
use tetralith_core::{Colour, Game, Info, position_text};
use tetralith_session::editor::Editor;
use tetralith_session::kept::Loaded;
use tetralith_session::match_play::MatchEvent;

use self::view::{areas, draw};
use crate::keymap::{Action, Context};
use crate::program::{Effects, TerminalRequest};
use crate::tui::board::layout::BoardLayout;
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::layers::component::{Component, Scene, named};
use crate::tui::layers::zoom::zoom;
use crate::tui::request::{Purpose, Request};
use crate::tui::shared::Shared;
use crate::tui::widgets::hint_line::Named;
use tetralith_session::remote_game::ONE_GAME;

/// The screen on which a position is set up; the position itself is in [`Shared`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionEditor;

impl Component for PositionEditor {
    fn contexts(&self, cx: &Shared) -> Vec<Context> {
        let directions =
            cx.editor.as_ref().map(|editor| Context::directions(editor.board().geometry().shape()));
        directions.into_iter().chain([Context::Editor, Context::Anywhere]).collect()
    }

    fn hints(&self, cx: &Shared) -> Vec<Named> {
        use Action as A;
        let goes_on =
            |editor: &Editor| editor.position().is_ok_and(|position| position.outcome().is_none());
        let legal = cx.editor.as_ref().is_some_and(goes_on);
        let uses: &[A] = if legal { &[A::PlayFromHere, A::Analyse] } else { &[A::Undo] };
        let hints = [A::Accept, A::Brush, A::OtherSide].into_iter().chain(uses.iter().copied());
        let rest = [
            A::Cancel,
            A::SetOptions,
            A::TypePosition,
            A::CopyPosition,
            A::TurnKind,
            A::Clear,
            A::TakeAway,
        ];
        let undo = legal.then_some(A::Undo);
        named(hints.chain(rest).chain(undo).chain([A::Quit]))
    }

    fn info(&self, cx: &Shared) -> Option<&'static Info> {
        cx.editor.as_ref().map(Editor::info)
    }

    fn act(&mut self, action: Action, cx: &mut Shared, effects: &mut Effects) {
        use Action as A;
        let alters = matches!(action, A::Accept | A::PutFirst | A::PutSecond | A::TakeAway);
        if alters && board(cx).is_none() {
            return cx.refuse("the board is hidden; enlarge the window to place stones", effects);
        }
        match action {
            A::Cancel => cx.close(),
            A::Home => cx.request(Request::Home),
            A::ZoomIn | A::ZoomOut => zoom(cx, board(cx), action == A::ZoomIn, effects),
            A::Coordinates => {
                cx.display.coordinates = !cx.display.coordinates;
                effects.draw();
            }
            A::SetOptions => cx.request(Request::EditBoard),
            A::PlayFromHere => play(cx, effects),
            A::Analyse => analyse(cx, effects),
            A::CopyPosition => copy(cx, effects),
            A::TypePosition => {
                let text =
                    cx.editor.as_ref().and_then(|editor| editor.text().ok()).unwrap_or_default();
                cx.prompt(Purpose::Position, &text);
            }
            _ => match cx.editor.as_mut().map(|editor| change(editor, action)) {
                Some(Ok(changed)) => effects.draw_if(changed),
                Some(Err(why)) => cx.refuse(why, effects),
                None => {}
            },
        }
    }

    /// Takes over a position that is pasted.
    fn typed(&mut self, text: &str, cx: &mut Shared, effects: &mut Effects) {
        match read(text, cx) {
            Ok(true) => cx.say(brings_back(cx), effects),
            Ok(false) => cx.say("the pasted position is set up", effects),
            Err(why) => cx.refuse(why, effects),
        }
    }

    fn submit(
        &mut self,
        _purpose: Purpose,
        text: String,
        cx: &mut Shared,
        effects: &mut Effects,
    ) -> Result<(), String> {
        let replaces = !text.is_empty() && read(&text, cx)?;
        cx.close();
        if replaces {
            cx.say(brings_back(cx), effects);
        }
        Ok(())
    }

    fn hover(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        let cell = board(cx).and_then(|board| board.cell_at(at));
        let points = cell.zip(cx.editor.as_mut());
        effects.draw_if(points.is_some_and(|(cell, editor)| editor.point_at(cell)));
    }

    fn click(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        put_at(at, cx, |brush| brush, effects);
    }

    /// Puts a stone of the other colour.
    fn right_click(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        put_at(at, cx, Colour::other, effects);
    }

    fn wheel(
        &mut self,
        _at: Position,
        _up: bool,
        _cx: &mut Shared,
        _effects: &mut Effects,
    ) -> bool {
        true
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        Some(draw(cx.editor.as_ref()?, scene, cx, buffer))
    }

    fn picture(&self, scene: &Scene, cx: &Shared, easel: &mut Easel) -> Option<PlacedPicture> {
        view::picture(cx.editor.as_ref()?, scene, cx, easel)
    }
}

/// Returns where the board is on the screen, if it is.
fn board(cx: &Shared) -> Option<BoardLayout> {
    areas(cx.editor.as_ref()?, cx.display, cx.area()).board
}

/// Asks who plays from the position.
fn play(cx: &mut Shared, effects: &mut Effects) {
    match position(cx) {
        Ok(position) if position.outcome().is_some() => {
            cx.refuse("the game is over in this position", effects);
        }
        Ok(position) => cx.request(Request::PlayFrom(Box::new(position))),
        Err(why) => cx.refuse(why, effects),
    }
}

/// Opens the position in review, with the candidate moves of the engine.
fn analyse(cx: &mut Shared, effects: &mut Effects) {
    let position = match position(cx) {
        Ok(position) => position,
        Err(why) => return cx.refuse(why, effects),
    };
    cx.handle(MatchEvent::Study(Box::new(position)), effects);
}

/// The position as it is, or a sentence without its full stop that explains why it is none.
fn position(cx: &Shared) -> Result<Game, String> {
    let position = cx.editor.as_ref().map(Editor::position);
    position.map_or_else(
        || Err(String::new()),
        |position| position.cloned().map_err(|fault| fault.text.clone()),
    )
}

/// Does what concerns the position alone; returns true if anything changed, or why not.
fn change(editor: &mut Editor, action: Action) -> Result<bool, &'static str> {
    use Action as A;
    match action {
        A::Move(towards) => editor.move_cursor(towards, false),
        A::Jump(towards) => editor.move_cursor(towards, true),
        A::Accept => editor.put(editor.brush()),
        A::PutFirst => editor.put(Colour::First),
        A::PutSecond => editor.put(Colour::Second),
        A::TakeAway if !editor.remove() => return Err("there is no stone at the cursor"),
        A::Brush => editor.change_brush(),
        A::OtherSide => editor.change_side(),
        A::TurnKind if !editor.next_turn() => {
            return Err("this position allows no other kind of turn");
        }
        A::Clear if !editor.clear() => return Err("the board is already empty"),
        A::Undo if !editor.undo() => return Err("nothing to undo"),
        A::Redo if !editor.redo() => return Err("nothing to redo"),
        A::TakeAway | A::TurnKind | A::Clear | A::Undo | A::Redo => {}
        A::TurnBoard => editor.lay(editor.orientation().turned(editor.board().geometry().shape())),
        A::FlipBoard => {
            editor.lay(editor.orientation().mirrored(editor.board().geometry().shape()));
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Puts a stone, of the colour that `colour` makes of the brush's, on the cell at `at`.
fn put_at(at: Position, cx: &mut Shared, colour: fn(Colour) -> Colour, effects: &mut Effects) {
    let cell = board(cx).and_then(|board| board.cell_at(at));
    let Some((cell, editor)) = cell.zip(cx.editor.as_mut()) else { return };
    editor.point_at(cell);
    editor.put(colour(editor.brush()));
    effects.draw();
}

/// The words about a position that took the place of one that is safe nowhere.
pub fn brings_back(cx: &Shared) -> String {
    let key = cx.key_for(Context::Editor, Action::Undo);
    format!("another position is set up; {key} brings yours back")
}

fn read(text: &str, cx: &mut Shared) -> Result<bool, String> {
    let Some(editor) = &mut cx.editor else { return Ok(false) };
    editor.read(text).map_err(|error| error.to_string())
}

fn copy(cx: &mut Shared, effects: &mut Effects) {
    match cx.editor.as_ref().map(Editor::text) {
        Some(Ok(text)) => {
            if let Some(editor) = &mut cx.editor {
                editor.make_known();
            }
            copy_text(text, cx, effects);
        }
        Some(Err(fault)) => cx.refuse(fault.text.clone(), effects),
        None => {}
    }
}

/// Puts the `text` of a position or a game into the clipboard, and reports it.
pub fn copy_text(text: String, cx: &mut Shared, effects: &mut Effects) {
    // A full stop right after the text would be selected with it by the mouse.
    let text_and_more = format!("copied {} (if the terminal has a clipboard)", shortened(&text));
    cx.say(text_and_more, effects);
    effects.terminal(TerminalRequest::Copy(text));
}

/// The text up to some length, which even a long game exceeds.
fn shortened(text: &str) -> String {
    const MOST: usize = 200;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Opens the editor with the position, or the review with the game in a line, that is pasted where
/// nothing is typed; of another text it says what is wrong with it as a game in a line.
pub fn take_pasted(text: &str, cx: &mut Shared, effects: &mut Effects) {
    if text.trim().is_empty() {
        return;
    }
    if cx.game.link().is_kiosk() {
        return cx.refuse(ONE_GAME, effects);
    }
    if is_game_line(text) || !position_text::is_position(text) {
        return match game_line::read(text) {
            Ok(timeline) => {
                let loaded = Box::new(Loaded::of_line(timeline));
                cx.handle(MatchEvent::Open { loaded, resume: false }, effects);
            }
            Err(error) => cx.refuse(error.to_string(), effects),
        };
    }
    match position_text::read(text) {
        Ok(position) => cx.request(Request::Edit(Some(Box::new(position)))),
        Err(error) => cx.refuse(error.to_string(), effects),
    }
}

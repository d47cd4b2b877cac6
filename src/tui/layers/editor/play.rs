//! A position that has been set up is played or analysed.

use tetralith_core::Game;
use tetralith_session::editor::Editor;
use tetralith_session::match_play::MatchEvent;

use crate::program::Effects;
use crate::tui::request::Request;
use crate::tui::shared::Shared;

/// Asks who plays from the position.
pub(super) fn play(cx: &mut Shared, effects: &mut Effects) {
    match position(cx) {
        Ok(position) if position.outcome().is_some() => {
            cx.refuse("the game is over in this position", effects);
        }
        Ok(position) => cx.request(Request::PlayFrom(Box::new(position))),
        Err(why) => cx.refuse(why, effects),
    }
}

/// Opens the position in review, with the candidate moves of the engine.
pub(super) fn analyse(cx: &mut Shared, effects: &mut Effects) {
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

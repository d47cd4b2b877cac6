//! Lines that were typed at the board.

use std::num::{IntErrorKind, ParseIntError};
use std::path::PathBuf;

use tetralith_core::NodeId;
use tetralith_core::text::Excerpt;

use crate::keymap::Action;
use crate::program::{Effects, TerminalRequest};
use crate::settings::{Setting, Value};
use crate::tui::board::HIDDEN;
use crate::tui::request::Purpose;
use crate::tui::shared::Shared;
use tetralith_files::Existing;
use tetralith_gtp::GtpProgram;
use tetralith_picture::{self as picture, TurnSequence};
use tetralith_session::match_play::{BoardAct, MatchEffects, MatchEvent};
use tetralith_session::table::{node_at, place_of};

/// The word typed in place of a file's name to copy the position.
const COPY: &str = "copy";

/// The most bytes that are copied. Terminals take different amounts; the largest board's diagram
/// has half of this.
const MAX_COPIED: usize = 4096;

/// Does what was typed for `purpose`.
///
/// # Errors
/// A sentence without its full stop if it cannot be done.
pub(super) fn submit(
    purpose: Purpose,
    text: &str,
    cx: &mut Shared,
    effects: &mut Effects,
) -> Result<(), String> {
    let takes_nothing =
        purpose.is_comment() || matches!(purpose, Purpose::Find | Purpose::Turn | Purpose::Program);
    if text.is_empty() && !takes_nothing {
        cx.close();
        return Ok(());
    }
    match purpose {
        Purpose::Open
        | Purpose::Rename
        | Purpose::GamesDir
        | Purpose::Clock
        | Purpose::Position => Ok(()),
        Purpose::Program => take_program(text, cx, effects),
        Purpose::Save => save(text, cx, effects),
        Purpose::Export => export(text, cx, effects),
        Purpose::Turn => go_to_turn(text, cx, effects),
        Purpose::Chat => chat(text, cx, effects),
        Purpose::Find => find(text, cx, effects),
        Purpose::Comment | Purpose::GameComment => {
            take_comment(text, cx, effects)?;
            cx.close();
            Ok(())
        }
        Purpose::Step => step(text, cx, effects),
    }
}

/// Keeps the command of another program, and asks the program about the position.
fn take_program(text: &str, cx: &mut Shared, effects: &mut Effects) -> Result<(), String> {
    if text.is_empty() {
        return Err("a second opinion needs a program, such as my-engine --strong".to_owned());
    }
    let command = GtpProgram::of_command(text)?.to_string();
    cx.close();
    cx.change_setting(Setting::Program, &Value::Word(command.clone()), effects);
    cx.handle(MatchEvent::Opinion(command), effects);
    Ok(())
}

fn save(text: &str, cx: &mut Shared, effects: &mut Effects) -> Result<(), String> {
    let path = PathBuf::from(text);
    if text.ends_with('/') || path.file_name().is_none() {
        return Err(format!("{text} is a directory; add the name of a file"));
    }
    cx.save(path, Existing::Keep, effects)
}

/// Has a picture made, or copies the position.
///
/// Turns after the name of the file, such as `game.png 1-12`, are those whose moves are numbered.
fn export(text: &str, cx: &mut Shared, effects: &mut Effects) -> Result<(), String> {
    if text != COPY {
        let words = text.rsplit_once(' ');
        let turns = words.and_then(|(name, turns)| Some((name.trim(), TurnSequence::read(turns)?)));
        if let (None, Some((_, last))) = (turns, words)
            && last.contains('-')
            && last.chars().all(|c| c == '-' || c.is_ascii_digit())
        {
            return Err(format!(
                "'{last}' is not a range of turns; write it as 1-12, the smaller number first"
            ));
        }
        cx.board.pictured = turns.map(|(_, turns)| turns);
        let path = PathBuf::from(turns.map_or(text, |(name, _)| name));
        return cx.draw_picture(path, Existing::Keep, effects);
    }
    let Some(table) = cx.game.table() else {
        cx.close();
        return Ok(());
    };
    let text = picture::text(table.timeline());
    if text.len() > MAX_COPIED {
        return Err(
            "the diagram is too large for the clipboard; export it to a .txt file".to_owned()
        );
    }
    cx.close();
    cx.say("diagram copied, if your terminal allows it; paste it anywhere", effects);
    effects.terminal(TerminalRequest::Copy(text));
    Ok(())
}

fn go_to_turn(text: &str, cx: &mut Shared, effects: &mut Effects) -> Result<(), String> {
    let turn = text.parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => format!("there is no turn {}", Excerpt::new(text)),
        _ => "type a turn's number; 0 is the start".to_owned(),
    })?;
    finish(BoardAct::GoToTurn(turn), cx, effects)
}

fn find(text: &str, cx: &mut Shared, effects: &mut Effects) -> Result<(), String> {
    let text = if text.is_empty() { cx.board.sought.clone() } else { text.to_owned() };
    if text.is_empty() {
        cx.close();
        return Ok(());
    }
    finish(BoardAct::Find(text.clone()), cx, effects)?;
    if text.trim().parse::<u32>().is_ok() {
        // Only one turn has a given number, so there is no next one.
        return Ok(());
    }
    let [find, accept] = [Action::Find, Action::Accept].map(|action| cx.key_at_board(action));
    cx.say(format!("found '{text}'; {find} then {accept} finds the next"), effects);
    cx.board.sought = text;
    Ok(())
}

/// Sends a message to the player at the other terminal.
fn chat(text: &str, cx: &mut Shared, effects: &mut Effects) -> Result<(), String> {
    let mut match_effects = MatchEffects::default();
    cx.game.chat(text, &mut match_effects)?;
    cx.show(match_effects, effects);
    cx.close();
    Ok(())
}

/// Takes the comment that was asked for, on the move or on the game.
///
/// It goes to the turn that was at hand when the line was begun: the game may have gone on, or gone
/// elsewhere, since.
///
/// # Errors
/// A sentence without its full stop if it cannot be made.
pub fn take_comment(text: &str, cx: &mut Shared, effects: &mut Effects) -> Result<(), String> {
    let commented = cx.board.commented.clone();
    let here = cx.game.seated().zip(commented).filter(|(seated, (game, _))| seated.game == *game);
    let Some((seated, (_, place))) = here else { return Ok(()) };
    let table = &seated.table;
    let at = node_at(table.timeline(), &place);
    if place_of(table.timeline(), at) != place {
        return Err("that move was taken back".to_owned());
    }
    let before = match at {
        NodeId::START => seated.record.comment.as_deref().unwrap_or_default(),
        _ => table.comment_at(at),
    };
    // A comment that was not touched stays as it is, with the blanks at its ends.
    if text == before {
        return Ok(());
    }
    if at == NodeId::START {
        cx.handle(MatchEvent::Describe(text.trim().to_owned()), effects);
        return Ok(());
    }
    cx.try_to(BoardAct::Comment(at, text.trim().to_owned()), effects)
}

fn step(text: &str, cx: &mut Shared, effects: &mut Effects) -> Result<(), String> {
    let Some(table) = cx.game.table_mut() else {
        cx.close();
        return Ok(());
    };
    table.hand_mut().aim_at_text(text);
    if let Some(why) = table.state().refusal() {
        // No move can be played here. The prompt closes, since the sentence may name keys, which
        // are to do what it says.
        table.hand_mut().aim_at_cursor();
        cx.close();
        cx.refuse(cx.with_keys(&why), effects);
        return Ok(());
    }
    finish(BoardAct::PlayAim, cx, effects)
}

/// Closes the prompt if its order could be carried out.
fn finish(act: BoardAct, cx: &mut Shared, effects: &mut Effects) -> Result<(), String> {
    cx.try_to(act, effects)?;
    cx.close();
    Ok(())
}

/// Plays a turn that is written as it is typed.
pub fn play_typed(text: &str, cx: &mut Shared, effects: &mut Effects) {
    if cx.game.table().is_some_and(|table| table.hand().is_playable())
        && cx.board_layout().is_none()
    {
        return cx.refuse(HIDDEN, effects);
    }
    if cx.playable(effects).is_none() {
        return;
    }
    if let Some(table) = cx.game.table_mut() {
        table.hand_mut().aim_at_text(text);
    }
    let match_effects = cx.match_effects(MatchEvent::Act(BoardAct::PlayAim));
    if let Some(table) = cx.game.table_mut().filter(|_| match_effects.refusal().is_some()) {
        table.hand_mut().aim_at_cursor();
    }
    cx.show(match_effects, effects);
}

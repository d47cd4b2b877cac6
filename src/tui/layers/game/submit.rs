//! Lines that were typed at the board.

use std::path::PathBuf;

use crate::program::{Effect, TerminalRequest};
use crate::tui::request::Purpose;
use crate::tui::shared::Shared;
use tetralith_picture::{self as picture, Turns};
use tetralith_session::table::{Reply, Table, node_at};
use tetralith_storage::files::Existing;

/// The word typed in place of a file's name to copy the position.
const COPY: &str = "copy";

/// The most bytes that are copied. Terminals take different amounts; the largest board's diagram
/// has half of this.
const MAX_COPIED: usize = 4096;

/// Does what was typed for `purpose`.
///
/// # Errors
/// A sentence without its full stop if it cannot be done.
pub(super) fn submit(purpose: Purpose, text: &str, cx: &mut Shared) -> Result<Vec<Effect>, String> {
    if text.is_empty() && !matches!(purpose, Purpose::Comment | Purpose::Find | Purpose::Turn) {
        return Ok(cx.close());
    }
    match purpose {
        Purpose::Open | Purpose::Rename | Purpose::GamesDir | Purpose::Position => Ok(Vec::new()),
        Purpose::Save => save(text, cx),
        Purpose::Export => export(text, cx),
        Purpose::Turn => go_to_turn(text, cx),
        Purpose::Chat => chat(text, cx),
        Purpose::Find => find(text, cx),
        Purpose::Comment => comment(text, cx),
        Purpose::Step => step(text, cx),
    }
}

fn save(text: &str, cx: &mut Shared) -> Result<Vec<Effect>, String> {
    let path = PathBuf::from(text);
    if text.ends_with('/') || path.file_name().is_none() {
        return Err(format!("{text} is a directory; add the name of a file"));
    }
    cx.save(path, Existing::Keep)
}

/// Has a picture made, or copies the position.
///
/// Turns after the name of the file, such as `game.png 1-12`, are those whose moves are numbered.
fn export(text: &str, cx: &mut Shared) -> Result<Vec<Effect>, String> {
    if text != COPY {
        let words = text.rsplit_once(' ');
        let turns = words.and_then(|(name, turns)| Some((name.trim(), Turns::read(turns)?)));
        if let (None, Some((_, last))) = (turns, words)
            && last.contains('-')
            && last.chars().all(|c| c == '-' || c.is_ascii_digit())
        {
            return Err(format!(
                "{last} names no turns; write them as in 1-12, the smaller number first"
            ));
        }
        cx.game.pictured = turns.map(|(_, turns)| turns);
        return cx
            .draw_picture(PathBuf::from(turns.map_or(text, |(name, _)| name)), Existing::Keep);
    }
    let Some(table) = cx.game.table() else { return Ok(cx.close()) };
    let text = picture::text(table.timeline());
    if text.len() > MAX_COPIED {
        return Err(
            "the diagram is too long for the clipboard; export it to a .txt file".to_owned()
        );
    }
    cx.close();
    let mut effects =
        cx.say("the diagram goes to the clipboard, if the terminal has one; paste it anywhere");
    effects.push(Effect::Terminal(TerminalRequest::Copy(text)));
    Ok(effects)
}

fn go_to_turn(text: &str, cx: &mut Shared) -> Result<Vec<Effect>, String> {
    let Some(table) = cx.game.table_mut() else { return Ok(cx.close()) };
    let turn = text.parse().map_err(|_| "a turn is a number, 0 for the start")?;
    let reply = table.go_to_turn(turn);
    finish(reply, cx)
}

fn find(text: &str, cx: &mut Shared) -> Result<Vec<Effect>, String> {
    let text = if text.is_empty() { cx.game.sought.clone() } else { text.to_owned() };
    let Some(table) = cx.game.table_mut().filter(|_| !text.is_empty()) else {
        return Ok(cx.close());
    };
    let reply = table.find(&text);
    let mut effects = finish(reply, cx)?;
    if text.trim().parse::<u32>().is_ok() {
        // Only one turn has a given number, so there is no next one.
        return Ok(effects);
    }
    let keys = cx.with_keys("{find} and {accept} alone");
    effects.extend(cx.say(format!("found '{text}'; {keys} finds the next")));
    cx.game.sought = text;
    Ok(effects)
}

/// Says something to the player at the other terminal.
fn chat(text: &str, cx: &mut Shared) -> Result<Vec<Effect>, String> {
    if let Some(remote) = &mut cx.game.remote {
        remote.say(text)?;
    }
    cx.close();
    Ok(vec![Effect::Draw])
}

/// Comments on the turn that was at hand when the line was begun: the game may have gone on, or
/// gone elsewhere, since.
fn comment(text: &str, cx: &mut Shared) -> Result<Vec<Effect>, String> {
    let Some((game, place)) = cx.game.commented.clone() else { return Ok(cx.close()) };
    let Some(seated) = cx.game.seated.as_mut().filter(|seated| seated.game == game) else {
        return Ok(cx.close());
    };
    let table = &mut seated.table;
    let at = node_at(table.timeline(), &place);
    if table.place_of(at) != place {
        return Err("the move that this is about was taken back".to_owned());
    }
    // What was not touched stays as it is, with the blanks at its ends.
    if text == table.comment_at(at) {
        return Ok(cx.close());
    }
    let reply = table.set_comment(at, text.trim().to_owned());
    finish(reply, cx)
}

fn step(text: &str, cx: &mut Shared) -> Result<Vec<Effect>, String> {
    let Some(table) = cx.game.table_mut() else { return Ok(cx.close()) };
    table.aim_at_text(text);
    if let Some(why) = table.refusal() {
        // No move can be played here. The prompt closes, since the sentence may name keys, which
        // are to do what it says.
        table.aim_at_cursor();
        cx.close();
        return Ok(cx.refuse(cx.with_keys(&why)));
    }
    let reply = table.play_aim();
    if let Reply::Refused(why) = reply {
        return Err(cx.with_keys(&why));
    }
    cx.close();
    Ok(cx.after_step(reply))
}

/// Closes the prompt if what it said could be done.
fn finish(reply: Reply, cx: &mut Shared) -> Result<Vec<Effect>, String> {
    if let Reply::Refused(why) = reply {
        return Err(why);
    }
    cx.close();
    Ok(cx.handle_reply(reply))
}

/// Plays a turn that is written as it is typed.
pub fn play_typed(text: &str, cx: &mut Shared) -> Vec<Effect> {
    if cx.game.table().is_some_and(Table::is_playable) && cx.board_layout().is_none() {
        return cx.refuse("the board is not visible; enlarge the window to play");
    }
    if let Err(effects) = cx.playable() {
        return effects;
    }
    let Some(table) = cx.game.table_mut() else { return Vec::new() };
    table.aim_at_text(text);
    let reply = table.play_aim();
    if matches!(reply, Reply::Refused(_)) {
        table.aim_at_cursor();
    }
    cx.after_step(reply)
}

//! The keys at the board.

use std::time::Duration;

use tetralith_core::position_text;
use tetralith_core::text::display_lines;

use super::ask::{
    ask_for_picture, ask_to_delete, ask_to_pass, ask_to_resign, ask_to_swap, open_seats, promote,
    type_step,
};
use super::choose::choose;
use super::explain::{explain, tell_nothing_to_take_back, tell_playing_on};
use super::flow::{
    halt, let_move, pause_clocks, rematch, take_hint, toggle_hint, toggle_thinking_first, undo,
};
use super::remote;
use crate::keymap::Action;
use crate::program::Effects;
use crate::tui::layers::editor::copy_position;
use crate::tui::layers::prompt::fits_prompt;
use crate::tui::layers::zoom::zoom;
use crate::tui::panels;
use crate::tui::request::{Purpose, Request};
use crate::tui::shared::Shared;
use tetralith_session::seated::{Seated, file_name};
use tetralith_session::table::{Mode, Reply, Table};

/// Does what a key at the board asks.
pub(super) fn act(cx: &mut Shared, action: Action, effects: &mut Effects) {
    use Action as A;
    let steps =
        matches!(action, A::Accept | A::Pick | A::TypeStep | A::Pass | A::Swap | A::Take(_));
    if steps && cx.game.table().is_some_and(Table::is_playable) && cx.board_layout().is_none() {
        return cx.refuse("the board is not visible; enlarge the window to play", effects);
    }
    if remote::act(cx, action, effects)
        || cx.game.seated.is_some() && elsewhere(cx, action, effects)
    {
        return;
    }
    let window = cx.area();
    let Some(Seated { table, .. }) = &mut cx.game.seated else { return cx.request(Request::Home) };
    if let Some(reply) = at_once(table, action, cx.now.steady) {
        cx.handle_reply(reply, effects);
        return tell_speed(cx, action, effects);
    }
    let reply = match action {
        A::Accept | A::Pick => return step_at_cursor(cx, action == A::Pick, effects),
        A::TakeBack => match table.take_back() {
            Reply::Nothing if cx.tells_first_game() => {
                return cx.dismiss_hint(effects);
            }
            Reply::Nothing => return tell_nothing_to_take_back(cx, effects),
            reply => reply,
        },
        A::ReturnToGame => return return_to_game(cx, effects),
        A::DeleteVariation => return ask_to_delete(cx, effects),
        A::Promote => return promote(cx, effects),
        A::PlayOn => {
            let branches = table.is_in_the_past();
            let reply = table.play_on();
            if reply == Reply::Shown {
                return tell_playing_on(cx, branches, effects);
            }
            reply
        }
        A::Why | A::RulesBeside | A::RulesUp | A::RulesDown => return explain(cx, action, effects),
        A::Undo => return undo(cx, effects),
        A::PauseClock => return pause_clocks(cx, effects),
        A::Halt => return halt(cx, effects),
        A::LetMove => return let_move(cx, false, effects),
        A::OneStep => return let_move(cx, true, effects),
        A::MoveNow => return cx.hurry(effects),
        A::Hint => return toggle_hint(cx, false, effects),
        A::Threat => return toggle_hint(cx, true, effects),
        A::Take(rank) => return take_hint(cx, rank, effects),
        A::ThinkFirst => return toggle_thinking_first(cx, effects),
        A::TypeStep => return type_step(cx, effects),
        A::Pass => return ask_to_pass(cx, effects),
        A::Swap => return ask_to_swap(cx, effects),
        A::Resign => return ask_to_resign(cx, effects),
        A::GoToTurn => return cx.prompt(Purpose::Turn, ""),
        A::Comment if table.can_comment() => {
            let comment = table.comment().to_owned();
            let turn = table.timeline().turn(table.timeline().cursor());
            if fits_prompt(&comment) {
                let place = table.place();
                cx.game.commented = cx.game.seated.as_ref().map(|seated| (seated.game, place));
                return cx.prompt(Purpose::Comment, &comment);
            }
            return cx.request(Request::Comment { turn, text: display_lines(&comment) });
        }
        A::Comment => {
            Reply::Refused("there is no move to comment on at the start of the game".to_owned())
        }
        A::Analyse => return cx.toggle_study(effects),
        A::NextFault | A::PreviousFault => table.go_to_fault(action == A::PreviousFault),
        A::Find => return cx.prompt(Purpose::Find, ""),
        A::Tree if panels::Areas::of(table, cx.display, window).panel.is_none() => {
            Reply::Refused("the list of moves needs a wider window".to_owned())
        }
        A::Tree => return toggle_tree(cx, effects),
        A::EditPosition => {
            let position = table.game().clone();
            return cx.request(Request::Edit(Some(Box::new(position))));
        }
        A::CopyPosition => {
            let text = position_text::write(table.game());
            return copy_position(text, cx, effects);
        }
        A::SaveAs => {
            let name = format!("{}.json", file_name(table.game().info(), cx.now));
            return cx.prompt(Purpose::Save, &name);
        }
        A::ZoomIn | A::ZoomOut => {
            zoom(cx, cx.board_layout(), action == A::ZoomIn, effects);
            if let Some(table) = cx.game.table_mut() {
                table.show_cursor();
            }
            return;
        }
        A::Marks => return toggle_marks(cx, effects),
        A::Coordinates => {
            cx.display.coordinates = !cx.display.coordinates;
            Reply::Shown
        }
        _ => Reply::Nothing,
    };
    cx.handle_reply(reply, effects);
}

/// Goes where `action` leads from the board; false if it stays there.
fn elsewhere(cx: &mut Shared, action: Action, effects: &mut Effects) -> bool {
    use Action as A;
    match action {
        A::Report => cx.show_report(effects),
        A::Retry => cx.begin_retry(effects),
        A::Seats => open_seats(cx, effects),
        A::Explore => cx.request(Request::Explore),
        A::Export => ask_for_picture(cx),
        A::Open => cx.request(Request::Games { dir: None, sought: None }),
        A::NewGame => cx.request(Request::NextGame),
        A::Rematch => rematch(cx, effects),
        A::Home | A::Cancel => cx.request(Request::Home),
        _ => return false,
    }
    true
}

/// Goes back to the game in progress that is looked through.
fn return_to_game(cx: &mut Shared, effects: &mut Effects) {
    match cx.game.table_mut().map_or(Reply::Nothing, Table::return_to_game) {
        Reply::Shown => tell_playing_on(cx, false, effects),
        reply => cx.handle_reply(reply, effects),
    }
}

/// Says how long each move will be shown once `action` has changed that, if no autoplay is running
/// to show it.
fn tell_speed(cx: &mut Shared, action: Action, effects: &mut Effects) {
    if !matches!(action, Action::Faster | Action::Slower) {
        return;
    }
    let still =
        cx.game.table().filter(|table| table.running().is_none() && table.mode() != Mode::Play);
    if let Some(table) = still {
        let seconds = table.speed().as_secs_f32();
        let text = format!("autoplay shows each move for {seconds} s; {{autoplay}} starts it");
        cx.say(cx.with_keys(&text), effects);
    }
}

/// Lists variations or leaves them out; while there are none, a notice says which.
fn toggle_tree(cx: &mut Shared, effects: &mut Effects) {
    cx.display.tree = !cx.display.tree;
    let varies = cx
        .game
        .table()
        .is_some_and(|table| table.timeline().steps() > table.timeline().main_line().len());
    match (varies, cx.display.tree) {
        (true, _) => effects.draw(),
        (false, true) => {
            cx.say("the list of moves now shows variations; there are none yet", effects);
        }
        (false, false) => {
            cx.say("the list of moves now hides variations; there are none yet", effects);
        }
    }
}

/// Shows or hides the game's marks on the board; while there are none, a notice says which.
fn toggle_marks(cx: &mut Shared, effects: &mut Effects) {
    cx.display.marks = !cx.display.marks;
    if cx.display.marks {
        return effects.draw();
    }
    cx.say(cx.with_keys("the game's marks are hidden; {marks} shows them"), effects);
}

/// Makes the step the cursor shows, or picks a cell for it; where steps are to be confirmed, it is
/// chosen first.
fn step_at_cursor(cx: &mut Shared, picks: bool, effects: &mut Effects) {
    if cx.game.table_mut().is_some_and(Table::point) {
        return cx.say(
            cx.with_keys(
                "the cursor is on the board; {accept} tries the move there, {main-line} comes back",
            ),
            effects,
        );
    }
    if cx.game.table().is_some_and(|table| !picks || table.picks().len() == 3)
        && choose(cx, effects)
    {
        return;
    }
    let step = if picks { Table::pick } else { Table::accept };
    let reply = cx.game.seated.as_mut().map_or(Reply::Nothing, |seated| step(&mut seated.table));
    cx.after_step(reply, effects);
}

/// Does what concerns the table alone, at the time `now` on the steady clock; `None` if `action`
/// asks for more.
fn at_once(table: &mut Table, action: Action, now: Duration) -> Option<Reply> {
    use Action as A;
    Some(match action {
        A::Move(towards) => table.move_cursor(towards, false),
        A::Jump(towards) => table.move_cursor(towards, true),
        A::NextLegal | A::PreviousLegal if table.is_playable() && table.seen().cells.is_empty() => {
            Reply::Refused("no cell is legal".to_owned())
        }
        A::NextLegal => table.next_legal(false),
        A::PreviousLegal => table.next_legal(true),
        A::Rotate => table.rotate(false),
        A::RotateBack => table.rotate(true),
        A::NextStone => table.next_stone(),
        A::Redo => table.redo(),
        A::Back => table.go_by(-1),
        A::Forward => table.go_by(1),
        A::BackTen => table.go_by(-10),
        A::ForwardTen => table.go_by(10),
        A::First => table.go_to_start(),
        A::Last => table.go_to_end(),
        A::NextVariation => table.next_variation(false),
        A::PreviousVariation => table.next_variation(true),
        A::MainLine => table.leave_variation(),
        A::LookThrough => table.look_through(),
        A::Autoplay => table.toggle_autoplay(now),
        A::Faster => table.change_speed(true, now),
        A::Slower => table.change_speed(false, now),
        A::Glyph => table.next_glyph(),
        A::TurnBoard => table.turn_board(),
        A::FlipBoard => table.flip_board(),
        _ => return None,
    })
}

//! The keys at the board.

use tetralith_core::text::display_lines;
use tetralith_core::timeline::NodeId;
use tetralith_core::{OwnMark, game_line, position_text};

use super::ask::{
    ask_for_picture, ask_to_delete, ask_to_pass, ask_to_resign, ask_to_swap, begin_retry,
    open_seats, promote, show_report, type_step,
};
use super::explain::{
    scroll_rules, tell_nothing_to_take_back, tell_playing_on, tell_why, toggle_rules_beside,
};
use super::remote;
use crate::keymap::Action;
use crate::program::{Effects, TerminalRequest};
use crate::tui::board::HIDDEN;
use crate::tui::layers::editor::copy_text;
use crate::tui::layers::prompt::fits_prompt;
use crate::tui::layers::zoom::zoom;
use crate::tui::request::{Purpose, Request};
use crate::tui::shared::Shared;
use crate::tui::widgets::page::PageText;
use tetralith_session::match_play::{BoardAct, MatchEvent};
use tetralith_session::seated::{Seated, file_name};
use tetralith_session::table::{Mode, Table, place_of};
use tetralith_session::words::WITHOUT_HELP;

/// Does what a key at the board asks.
pub(super) fn act(cx: &mut Shared, action: Action, effects: &mut Effects) {
    use Action as A;
    let steps =
        matches!(action, A::Accept | A::Pick | A::TypeStep | A::Pass | A::Swap | A::Take(_));
    if steps
        && cx.game.table().is_some_and(|table| table.hand().is_playable())
        && cx.board_layout().is_none()
    {
        return cx.refuse(HIDDEN, effects);
    }
    if remote::act(cx, action, effects)
        || cx.game.table().is_some() && elsewhere(cx, action, effects)
    {
        return;
    }
    let Some(table) = cx.game.table() else { return cx.request(Request::Home) };
    if let Some(act) = at_board(action) {
        cx.act(act, effects);
        return tell_speed(cx, action, effects);
    }
    match action {
        A::Accept | A::Pick => step_at_cursor(cx, action == A::Pick, effects),
        A::TakeBack => take_back(cx, effects),
        A::ReturnToGame => play_from_here(cx, BoardAct::ReturnToGame, false, effects),
        A::PlayOn => {
            let branches = table.lines().is_in_the_past();
            play_from_here(cx, BoardAct::PlayOn, branches, effects);
        }
        A::DeleteVariation => ask_to_delete(cx, effects),
        A::Promote => promote(cx, effects),
        A::Why => tell_why(cx, effects),
        A::RulesBeside => toggle_rules_beside(cx, effects),
        A::RulesUp | A::RulesDown => scroll_rules(cx, action == A::RulesUp, effects),
        A::Undo => cx.handle(MatchEvent::Undo, effects),
        A::PauseClock => cx.handle(MatchEvent::PauseClock, effects),
        A::Halt => cx.handle(MatchEvent::Halt, effects),
        A::LetMove => cx.handle(MatchEvent::Go { once: false }, effects),
        A::OneStep => cx.handle(MatchEvent::Go { once: true }, effects),
        A::MoveNow => cx.handle(MatchEvent::Hurry, effects),
        A::Hint => cx.handle(MatchEvent::Hint { threat: false }, effects),
        A::Threat => cx.handle(MatchEvent::Hint { threat: true }, effects),
        A::Take(rank) => take_hint(cx, rank, effects),
        A::ThinkFirst => cx.handle(MatchEvent::ThinkFirst, effects),
        A::TypeStep => type_step(cx, effects),
        A::Pass => ask_to_pass(cx, effects),
        A::Swap => ask_to_swap(cx, effects),
        A::Resign => ask_to_resign(cx, effects),
        A::GoToTurn => cx.prompt(Purpose::Turn, ""),
        A::Comment | A::CommentGame => {
            ask_for_comment(cx, action == A::CommentGame, effects);
        }
        A::EditComment => edit_comment(cx, effects),
        A::Analyse => cx.handle(MatchEvent::Analyse, effects),
        A::Arrow => draw_arrow(cx, effects),
        A::Exact => cx.handle(MatchEvent::Exact, effects),
        A::Opinion => ask_for_opinion(cx, effects),
        A::Find => cx.prompt(Purpose::Find, ""),
        A::Tree if !cx.has_panel() => {
            cx.refuse("the move list needs a wider window", effects);
        }
        A::Tree => toggle_tree(cx, effects),
        A::EditPosition => cx.request(Request::Edit(Some(Box::new(table.game().clone())))),
        A::CopyGame | A::QrCode => match game_line::write(table.timeline()) {
            Some(line) if action == A::QrCode => cx.request(Request::Qr(line)),
            Some(line) => copy_text(line, cx, effects),
            None => cx.refuse(
                "a game from a set-up position cannot be written as one line; save it to a file",
                effects,
            ),
        },
        A::CopyPosition => copy_text(position_text::write(table.game()), cx, effects),
        A::SaveAs => {
            let name = format!("{}.json", file_name(table.game().info(), cx.game.now()));
            cx.prompt(Purpose::Save, &name);
        }
        A::ZoomIn | A::ZoomOut => {
            zoom(cx, cx.board_layout(), action == A::ZoomIn, effects);
            if let Some(table) = cx.game.table_mut() {
                table.hand_mut().show_cursor();
            }
        }
        A::Marks => toggle_marks(cx, effects),
        A::Coordinates => {
            cx.display.coordinates = !cx.display.coordinates;
            effects.draw();
        }
        _ => {}
    }
}

/// Goes where `action` leads from the board; false if it stays there.
fn elsewhere(cx: &mut Shared, action: Action, effects: &mut Effects) -> bool {
    use Action as A;
    match action {
        A::Report => show_report(cx, effects),
        A::Retry => begin_retry(cx, effects),
        A::Seats => open_seats(cx, effects),
        A::Explore => cx.request(Request::Explore),
        A::Export => ask_for_picture(cx),
        A::Open => cx.request(Request::Games { dir: None, sought: None }),
        A::NewGame => cx.request(Request::NextGame),
        A::Rematch => cx.handle(MatchEvent::Rematch, effects),
        A::Home => cx.request(Request::Home),
        _ => return false,
    }
    true
}

/// Takes back what is begun; where nothing is, puts the first-game hint away or reports that.
fn take_back(cx: &mut Shared, effects: &mut Effects) {
    let match_effects = cx.match_effects(MatchEvent::Act(BoardAct::TakeBack));
    if !match_effects.is_empty() {
        return cx.show(match_effects, effects);
    }
    if cx.tells_first_game() {
        return cx.dismiss_hint(effects);
    }
    tell_nothing_to_take_back(cx, effects);
}

/// Plays on by `act`, and reports what becomes of the moves that followed if it `branches`.
fn play_from_here(cx: &mut Shared, act: BoardAct, branches: bool, effects: &mut Effects) {
    let match_effects = cx.match_effects(MatchEvent::Act(act));
    let plays = !match_effects.is_empty() && match_effects.refusal().is_none();
    cx.show(match_effects, effects);
    if plays {
        tell_playing_on(cx, branches, effects);
    }
}

/// Plays the move of this `rank`, from 1, that the hint names; without a hint, the better move in
/// place of a mistake.
fn take_hint(cx: &mut Shared, rank: u8, effects: &mut Effects) {
    let is_fault = cx.game.table().is_some_and(|table| table.review().fault_here().is_some());
    if !is_fault || cx.game.thinking().hint().is_some() {
        return cx.handle(MatchEvent::TakeHint(rank), effects);
    }
    if rank > 1 {
        let [first, hint] = [Action::Take(1), Action::Hint].map(|action| cx.key_at_board(action));
        let why = format!("only one better move is known, {first}; {hint} finds more");
        return cx.refuse(why, effects);
    }
    cx.act(BoardAct::PlayBetter, effects);
}

/// Notes that a comment is asked for, at the start and with `of_game` one on the whole game, and
/// returns the comment that is there.
fn begin_comment(cx: &mut Shared, of_game: bool, effects: &mut Effects) -> Option<String> {
    let Seated { game, table, record, .. } = cx.game.seated()?;
    let timeline = table.timeline();
    if timeline.steps() == 0 {
        cx.refuse("no move has been made to comment on", effects);
        return None;
    }
    let at = if of_game { NodeId::START } else { timeline.cursor() };
    let whole = record.comment.as_deref().filter(|_| at == NodeId::START);
    let comment = whole.unwrap_or(table.comment_at(at)).to_owned();
    cx.board.commented = Some((*game, place_of(timeline, at)));
    Some(comment)
}

/// Has a comment typed; one that is too long for a line is only shown.
fn ask_for_comment(cx: &mut Shared, of_game: bool, effects: &mut Effects) {
    let Some(comment) = begin_comment(cx, of_game, effects) else { return };
    let Some(timeline) = cx.game.table().map(Table::timeline) else { return };
    let turn = if of_game { 0 } else { timeline.turn(timeline.cursor()) };
    if fits_prompt(&comment) {
        let purpose = if turn == 0 { Purpose::GameComment } else { Purpose::Comment };
        return cx.prompt(purpose, &comment);
    }
    let mut text = display_lines(&comment);
    if !cx.game.link().is_kiosk() {
        let key = cx.key_at_board(Action::EditComment);
        let remark =
            format!("This comment is too long for one line; {key} opens it in your editor.");
        text = format!("{text}\n\n{remark}");
    }
    cx.request(Request::Page(PageText::Comment { turn, text }));
}

/// Asks the other program that is known about the position. Without one its command is typed, and
/// after it failed the command can be corrected.
fn ask_for_opinion(cx: &mut Shared, effects: &mut Effects) {
    // Nothing is asked of the player for what is then refused.
    if cx.game.table().is_some_and(|table| table.state().plays_remote()) {
        return cx.refuse(WITHOUT_HELP, effects);
    }
    let has_failed = cx.game.thinking().opinion().has_failed();
    match cx.settings().program() {
        Some(command) if !has_failed => cx.handle(MatchEvent::Opinion(command), effects),
        command => cx.prompt(Purpose::Program, &command.unwrap_or_default()),
    }
}

/// Has a comment, however long, written in the user's own editor.
fn edit_comment(cx: &mut Shared, effects: &mut Effects) {
    if let Some(comment) = begin_comment(cx, false, effects) {
        effects.terminal(TerminalRequest::Edit(comment));
    }
}

/// Begins an arrow at the cursor, or ends there one that was begun beside the same turn.
fn draw_arrow(cx: &mut Shared, effects: &mut Effects) {
    if let Some(table) = cx.game.table_mut() {
        table.hand_mut().point();
    }
    let Some(Seated { game, table, .. }) = cx.game.seated() else { return };
    let (node, cell) = (table.timeline().cursor(), table.hand().cell());
    // Places of two games are alike, and the cell need not be on the other's board.
    let here = (*game, node, cell);
    match cx.board.arrow.take() {
        Some((of, at, from)) if (of, at) == (here.0, node) && from != cell => {
            cx.act(BoardAct::Mark(OwnMark::Arrow(from, cell)), effects);
        }
        Some(begun) if begun == here => cx.say("no arrow", effects),
        _ if node == NodeId::START => cx.refuse("marks belong to a move; go to one first", effects),
        _ => {
            cx.board.arrow = Some(here);
            let key = cx.key_at_board(Action::Arrow);
            let cell = cx.game.table().map(|table| table.names().cell(cell));
            let cell = cell.unwrap_or_default();
            cx.say(format!("an arrow begins at {cell}; {key} at another cell ends it"), effects);
        }
    }
}

/// Shows how long each move will be shown once `action` has changed that, if no autoplay is running
/// to show it.
fn tell_speed(cx: &mut Shared, action: Action, effects: &mut Effects) {
    if !matches!(action, Action::Faster | Action::Slower) {
        return;
    }
    let still = cx
        .game
        .table()
        .filter(|table| table.autoplay().due().is_none() && table.mode() != Mode::Play);
    if let Some(table) = still {
        let seconds = table.autoplay().speed().as_secs_f32();
        let key = cx.key_at_board(Action::Autoplay);
        cx.say(format!("autoplay: {seconds} s a move; {key} starts it"), effects);
    }
}

/// Lists variations or leaves them out; while there are none, a notice explains it.
fn toggle_tree(cx: &mut Shared, effects: &mut Effects) {
    cx.display.tree = !cx.display.tree;
    let varies = cx
        .game
        .table()
        .is_some_and(|table| table.timeline().steps() > table.timeline().main_line().len());
    match (varies, cx.display.tree) {
        (true, _) => effects.draw(),
        (false, true) => {
            cx.say("the move list shows variations; there are none yet", effects);
        }
        (false, false) => {
            cx.say("the move list hides variations; there are none yet", effects);
        }
    }
}

/// Shows or hides the game's marks on the board; a notice says how they come back.
fn toggle_marks(cx: &mut Shared, effects: &mut Effects) {
    cx.display.marks = !cx.display.marks;
    if cx.display.marks {
        return effects.draw();
    }
    let key = cx.key_at_board(Action::Marks);
    cx.say(format!("marks are hidden; {key} shows them"), effects);
}

/// Makes the step the cursor shows, or picks a cell for it; where steps are to be confirmed, it is
/// chosen first.
fn step_at_cursor(cx: &mut Shared, picks: bool, effects: &mut Effects) {
    if cx.game.table_mut().is_some_and(|table| table.hand_mut().point()) {
        let [tries, back] =
            [Action::Accept, Action::MainLine].map(|action| cx.key_at_board(action));
        let text = format!("{tries} tries a move as a variation, {back} returns to the main line");
        return cx.say(text, effects);
    }
    if cx.game.table().is_some_and(|table| !picks || table.hand().picks().len() == 3)
        && choose(cx, effects)
    {
        return;
    }
    cx.act(if picks { BoardAct::Pick } else { BoardAct::Accept }, effects);
}

/// Chooses the step that would be made, if steps are to be confirmed and this one has not been
/// chosen yet; false if it can be made.
pub(super) fn choose(cx: &mut Shared, effects: &mut Effects) -> bool {
    let table = cx.game.table().filter(|_| cx.settings().play.confirm);
    let Some((table, steps)) = table.and_then(|table| Some((table, table.choice()?.to_vec())))
    else {
        return false;
    };
    let names = table.names();
    let text: Vec<String> = steps.iter().map(|&step| names.step(step)).collect();
    let here = table.timeline().cursor();
    if cx.board.chosen.take().is_some_and(|(at, chosen, _)| (at, &chosen) == (here, &steps)) {
        return false;
    }
    cx.say(format!("{} is selected; repeat to play it", text.join(", ")), effects);
    cx.board.chosen = Some((here, steps, cx.game.now().steady));
    true
}

/// Returns what `action` does at the board without further ado; `None` if it asks for more.
const fn at_board(action: Action) -> Option<BoardAct> {
    use Action as A;
    Some(match action {
        A::Move(towards) => BoardAct::MoveCursor(towards, false),
        A::Jump(towards) => BoardAct::MoveCursor(towards, true),
        A::NextLegal => BoardAct::NextLegal(false),
        A::PreviousLegal => BoardAct::NextLegal(true),
        A::Rotate => BoardAct::Rotate(false),
        A::RotateBack => BoardAct::Rotate(true),
        A::NextStone => BoardAct::NextStone,
        A::Redo => BoardAct::Redo,
        A::Back => BoardAct::GoBy(-1),
        A::Forward => BoardAct::GoBy(1),
        A::BackTen => BoardAct::GoBy(-10),
        A::ForwardTen => BoardAct::GoBy(10),
        A::First => BoardAct::GoToStart,
        A::Last => BoardAct::GoToEnd,
        A::NextFault => BoardAct::GoToFault(false),
        A::PreviousFault => BoardAct::GoToFault(true),
        A::NextVariation => BoardAct::NextVariation(false),
        A::PreviousVariation => BoardAct::NextVariation(true),
        A::MainLine => BoardAct::LeaveVariation,
        A::LookThrough => BoardAct::LookThrough,
        A::Autoplay => BoardAct::Autoplay,
        A::Faster => BoardAct::ChangeSpeed(true),
        A::Slower => BoardAct::ChangeSpeed(false),
        A::Glyph => BoardAct::NextGlyph,
        A::OwnMark => BoardAct::NextMark,
        A::JumpTo => BoardAct::BeginJump,
        A::TurnBoard => BoardAct::TurnBoard,
        A::FlipBoard => BoardAct::FlipBoard,
        _ => return None,
    })
}

//! The keys that the hint line names at the board: those that matter most.

use tetralith_core::StepKind;
use tetralith_core::timeline::NodeId;

use super::remote::watches;
use crate::keymap::Action;
use crate::tui::layers::component::named;
use crate::tui::panels::is_commented;
use crate::tui::shared::Shared;
use crate::tui::widgets::hint_line::Named;
use tetralith_session::match_play::ExactStage;
use tetralith_session::table::{Mode, Table};

/// The actions that the hint line names at the board.
pub(super) fn hints(cx: &Shared) -> Vec<Named> {
    let Some(table) = cx.game.table() else { return Vec::new() };
    if table.hand().is_jumping() {
        return named([Action::TakeBack]);
    }
    let actions = match table.mode() {
        Mode::Play if table.state().computer_to_move().is_some() => hints_while_waiting(cx, table),
        Mode::Play => hints_of_play(cx, table),
        Mode::Review => hints_of_study(cx, table),
    };
    let mut hints = named(actions);
    if table.state().is_remote() {
        // Against a person elsewhere there is no engine while the game goes on, no change of seats,
        // and no undo after the end.
        let goes_on = !table.state().is_finished();
        hints.retain(|(action, _)| match action {
            Action::Seats => false,
            Action::Hint | Action::Analyse => !goes_on,
            Action::Undo => table.state().is_going_on() && cx.game.link().game().is_some(),
            Action::Resign => table.state().resigner().is_ok(),
            _ => true,
        });
    }
    if let Some(remote) = cx.game.link().game() {
        if !table.state().is_going_on()
            && hints.iter().any(|(action, _)| *action == Action::Rematch)
        {
            // Either key offers the rematch; one name of it is enough.
            hints.retain(|(action, _)| *action != Action::NewGame);
        }
        let offered =
            remote.offer().map(|_| [(Action::AcceptOffer, None), (Action::DeclineOffer, None)]);
        hints.splice(0..0, offered.into_iter().flatten());
        if watches(cx) {
            hints.retain(|(action, _)| {
                !matches!(
                    action,
                    Action::Undo | Action::Rematch | Action::NewGame | Action::NextLegal
                )
            });
        } else {
            let at = hints.len().min(2);
            hints.insert(at, (Action::Chat, None));
        }
        for hint in &mut hints {
            let goes_on = table.state().is_going_on();
            hint.1 = match hint.0 {
                Action::NewGame if !goes_on => Some("rematch"),
                Action::Undo if goes_on => Some("takeback"),
                _ => hint.1,
            };
        }
    }
    if table.state().follows_game() && !table.review().is_whole() {
        for (action, name) in &mut hints {
            *name = if *action == Action::Analyse { Some("review the game") } else { *name };
        }
    }
    let exact = cx.game.thinking().exact().stage(table);
    if let Some(stage) = exact.filter(|_| !table.review().is_hidden()) {
        let does = match stage {
            ExactStage::Waiting(_) => None,
            ExactStage::Solving { .. } => Some("stop solving"),
            ExactStage::Solved(_) => Some("hide exact value"),
        };
        hints.insert(hints.len().min(1), (Action::Exact, does));
    }
    let opinion = cx.game.thinking().opinion();
    let is_shown = opinion.is_open() && !table.review().is_hidden();
    if is_shown && table.outcome().is_none() {
        let does = if opinion.is_asked(table) {
            Some("stop the program")
        } else {
            opinion.is_known(table).then_some("hide opinion")
        };
        hints.insert(hints.len().min(1), (Action::Opinion, does));
    }
    if let Some(hint) = cx.game.thinking().hint().filter(|_| !table.review().is_hidden()) {
        // However narrow the line, what shows the hint takes it away again.
        let hides = if hint.threat { Action::Threat } else { Action::Hint };
        hints.retain(|(action, _)| *action != hides && *action != Action::Take(1));
        let at = hints.len().min(1);
        hints.insert(at, (hides, Some(if hint.threat { "hide threat" } else { "hide hint" })));
        if !hint.threat && (table.hand().is_playable() || table.state().can_explore()) {
            hints.insert(at, (Action::Take(1), Some("play 1")));
        }
    }
    let here = cx.game.seated().map(|seated| (seated.game, table.timeline().cursor()));
    if cx.board.arrow.is_some_and(|(game, node, _)| here == Some((game, node))) {
        hints.insert(0, (Action::Arrow, Some("end the arrow")));
    }
    hints
}

/// The same where it is the computer's turn.
fn hints_while_waiting(cx: &Shared, table: &Table) -> Vec<Action> {
    use Action as A;
    let thinking = cx.game.thinking().own().is_some();
    let mut hints = match (thinking, table.players().are_automatic()) {
        (true, false) => vec![A::Halt, A::MoveNow],
        (true, true) => vec![A::Halt, A::Faster, A::Slower, A::MoveNow],
        (false, _) => vec![A::LetMove, A::OneStep, A::Hint],
    };
    hints.extend(cx.game.can_undo().then_some(A::Undo));
    hints.push(A::Seats);
    hints.extend((table.timeline().cursor() != NodeId::START).then_some(A::Back));
    hints.extend([A::Home, A::Rules, A::Quit]);
    hints
}

/// The same for a person whose turn it is.
fn hints_of_play(cx: &Shared, table: &Table) -> Vec<Action> {
    use Action as A;
    let mut hints = Vec::new();
    if table.hand().may_swap() {
        hints.push(A::Swap);
    }
    let mut seldom =
        vec![A::Quit, A::Seats, A::Rules, A::NextLegal, A::Resign, A::Why, A::RulesBeside];
    if table.hand().is_playable() {
        hints.push(if matches!(table.hand().picks().len(), 0 | 3) { A::Accept } else { A::Pick });
        if table.hand().is_begun() {
            hints.push(A::TakeBack);
        }
        let stuck = table.hand().is_stuck();
        if table.has(StepKind::Pass) {
            // Passing matters once there is nothing else to do.
            if stuck {
                hints = vec![A::Pass];
                seldom.retain(|action| !matches!(action, A::NextLegal | A::Why));
            }
        }
        match (stuck, table.has(StepKind::Tromino) && table.hand().picks().is_empty()) {
            (true, _) => {}
            (false, true) => {
                hints.extend([A::Rotate, A::NextStone]);
                // Two passes end the game, even if a tromino still fits.
                hints.extend(table.has(StepKind::Pass).then_some(A::Pass));
                seldom.insert(0, A::Pick);
                seldom.push(A::TypeStep);
            }
            (false, false) => hints.push(A::TypeStep),
        }
    }
    hints.extend(cx.game.can_undo().then_some(A::Undo));
    if table.lines().is_in_the_past() {
        hints.push(if table.state().is_remote() { A::Last } else { A::Redo });
    }
    if table.hand().is_playable() {
        hints.push(A::Hint);
    }
    hints.extend(seldom);
    hints
}

/// True if a game was played to its end here, so that there can be a rematch.
fn is_over(table: &Table) -> bool {
    table.state().follows_game() && table.outcome().is_some()
}

/// The same where a game is in review: what is promised can be done.
fn hints_of_study(cx: &Shared, table: &Table) -> Vec<Action> {
    use Action as A;
    if table.autoplay().due().is_some() {
        let mut hints =
            vec![A::Autoplay, A::Faster, A::Slower, A::Back, A::Forward, A::Home, A::Quit];
        // The panel may be too low for the whole comment, and reading it stops the moves.
        if cx.game.seated().is_some_and(is_commented) {
            hints.insert(1, A::Comment);
        }
        return hints;
    }
    let mut hints = Vec::new();
    let has_moves = !table.timeline().main_line().is_empty();
    hints.extend(is_over(table).then_some(A::Rematch));
    if table.hand().is_pointing() {
        hints.push(if matches!(table.hand().picks().len(), 0 | 3) { A::Accept } else { A::Pick });
    }
    let here = table.timeline().cursor();
    hints.extend((here != NodeId::START).then_some(A::Back));
    hints.extend((!table.timeline().children(here).is_empty()).then_some(A::Forward));
    if table.lines().variation().is_some() {
        hints.extend([A::MainLine, A::DeleteVariation, A::Promote]);
    }
    if table.review().has_faults() {
        hints.extend(table.review().leads_to_fault(false).then_some(A::NextFault));
        hints.extend(table.review().fault_here().map(|_| A::Take(1)));
        hints.extend(table.review().leads_to_fault(true).then_some(A::PreviousFault));
    }
    let is_to_do = !table.review().is_whole() || table.review().has_claims();
    hints.extend((has_moves && is_to_do).then_some(A::Analyse));
    if table.review().is_whole() {
        hints.extend(table.review().has_faults().then_some(A::Retry));
        hints.push(A::Report);
    }
    if table.state().follows_game() && table.outcome().is_none() {
        hints.push(A::PlayOn);
    }
    hints.extend(table.outcome().is_none().then_some(A::Hint));
    if table.state().can_explore() {
        hints.push(A::TypeStep);
    }
    if !table.timeline().is_record() && !table.state().is_finished() {
        hints.push(A::ReturnToGame);
    } else if !table.state().follows_game() {
        hints.push(A::Autoplay);
        hints.extend(table.outcome().is_none().then_some(A::PlayOn));
    } else if table.outcome().is_some() {
        hints.push(A::NewGame);
    }
    hints.push(A::Home);
    hints.extend((is_over(table) && cx.game.can_undo()).then_some(A::Undo));
    hints.extend((here != NodeId::START).then_some(A::First));
    hints.extend((!table.timeline().children(here).is_empty()).then_some(A::Last));
    hints.extend(has_moves.then_some(A::GoToTurn));
    hints.extend([A::SaveAs, A::Quit]);
    hints.extend(has_moves.then_some([A::Tree, A::Find]).into_iter().flatten());
    hints
}

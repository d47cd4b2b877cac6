//! Which keys the hint line names: those that matter most where one is.

use tetralith_core::timeline::NodeId;
use tetralith_core::{Direction, StepKind};

use super::{App, Screen, Seated};
use crate::tui::keymap::Action;
use crate::tui::overlays::Overlay;
use crate::tui::settings_page::SettingsPage;
use crate::tui::table::{Mode, Table};
use crate::tui::widgets::hint_line::HintLine;

impl App {
    /// The keys that the hint line may name.
    pub(super) fn hint_line(&self) -> HintLine<'_> {
        let actions = self.hints().into_iter().map(|action| (action, self.hint_word(action))).collect();
        HintLine { keys: self.key_names(), actions }
    }

    /// What the hint line says of `action` instead of what the table of keys says, where it does something else or would
    /// now do the opposite.
    pub fn hint_word(&self, action: Action) -> Option<&'static str> {
        if !self.overlays.is_empty() {
            return None;
        }
        if let Screen::Settings(SettingsPage { keys: Some(list), .. }) = &self.screen {
            return list.hint_word(action);
        }
        let hint = self.thoughts.hint.as_ref()?;
        match (action, hint.threat) {
            (Action::Hint, false) | (Action::Threat, true) => Some("hide hint"),
            _ => None,
        }
    }

    /// The keys that matter most now, for the hint line.
    pub fn hints(&self) -> Vec<Action> {
        use Action as A;
        match self.overlays.last() {
            Some(Overlay::Help { .. } | Overlay::Comment { .. }) => return vec![A::Cancel, A::ForwardTen, A::BackTen],
            Some(Overlay::Rules { .. }) => {
                return vec![A::Cancel, A::Move(Direction::East), A::Move(Direction::West), A::ForwardTen, A::BackTen];
            }
            Some(Overlay::Question(_)) => return vec![A::Yes, A::No],
            Some(Overlay::Prompt(_)) => return vec![A::Accept, A::Cancel],
            Some(Overlay::Palette(_)) => {
                return vec![A::Accept, A::Move(Direction::South), A::Move(Direction::North), A::Cancel];
            }
            Some(Overlay::Seats(_)) => {
                return vec![A::Move(Direction::East), A::Move(Direction::South), A::Cancel];
            }
            None => {}
        }
        let (Screen::Table, Some(Seated { table, .. })) = (&self.screen, &self.seated) else {
            return self.hints_away();
        };
        let mut hints = match table.mode() {
            Mode::Play if table.computer_to_move().is_some() => self.hints_while_waiting(table),
            Mode::Play => hints_of_play(table),
            Mode::Over | Mode::Replay => hints_of_study(table),
        };
        if let Some(hint) = &self.thoughts.hint {
            // However narrow the line, what shows the hint takes it away again.
            let hides = if hint.threat { A::Threat } else { A::Hint };
            hints.retain(|action| *action != hides);
            hints.insert(hints.len().min(1), hides);
        }
        hints
    }

    /// The same where it is the computer's turn.
    fn hints_while_waiting(&self, table: &Table) -> Vec<Action> {
        use Action as A;
        let thinking = self.thoughts.own().is_some();
        let mut hints = match (thinking, table.is_watched()) {
            (true, false) => vec![A::Halt, A::MoveNow],
            (true, true) => vec![A::Halt, A::Faster, A::Slower, A::MoveNow],
            (false, _) => vec![A::LetMove, A::OneStep, A::Hint],
        };
        hints.extend(table.can_undo().then_some(A::Undo));
        hints.push(A::Seats);
        hints.extend((table.timeline().cursor() != NodeId::START).then_some(A::Back));
        hints.extend([A::Home, A::Rules, A::Quit]);
        hints
    }

    /// The same away from the table.
    fn hints_away(&self) -> Vec<Action> {
        use Action as A;
        match &self.screen {
            Screen::Open(browser) if browser.is_filtering() => vec![A::Accept, A::Cancel],
            Screen::Open(_) => {
                let mut hints = vec![A::Accept, A::Look, A::Rename, A::Delete, A::Cancel, A::TypePath, A::Quit];
                if !self.trash.is_empty() {
                    hints.insert(4, A::Undo);
                }
                hints
            }
            Screen::NewGame(_) => vec![A::Accept, A::Cancel, A::Rules, A::Learn, A::Quit],
            Screen::Settings(page) if page.is_waiting() => vec![A::Cancel],
            Screen::Settings(SettingsPage { keys: None, .. }) => {
                vec![A::Move(Direction::West), A::Move(Direction::East), A::Accept, A::Cancel, A::Quit]
            }
            Screen::Lesson(taught) => Self::lesson_hints(&taught.lesson),
            Screen::Settings(_) | Screen::Learn(_) => {
                vec![A::Accept, A::Move(Direction::East), A::Move(Direction::West), A::Cancel, A::Quit]
            }
            _ => vec![A::Accept, A::Rules, A::Learn, A::Settings, A::Quit],
        }
    }
}

/// The same for a person whose turn it is.
fn hints_of_play(table: &Table) -> Vec<Action> {
    use Action as A;
    let mut hints = Vec::new();
    if table.may_swap() {
        hints.push(A::Swap);
    }
    let mut seldom = vec![A::Quit, A::Seats, A::Rules, A::NextLegal, A::Resign, A::Why, A::RulesBeside];
    if table.is_playable() {
        hints.push(if matches!(table.picks().len(), 0 | 3) { A::Accept } else { A::Pick });
        if table.is_begun() {
            hints.push(A::TakeBack);
        }
        let stuck = table.is_stuck();
        if table.has(StepKind::Pass) {
            // Passing matters once there is nothing else to do.
            if stuck {
                hints = vec![A::Pass];
                seldom.retain(|action| !matches!(action, A::NextLegal | A::Why));
            }
        }
        match (stuck, table.has_trominoes() && table.picks().is_empty()) {
            (true, _) => {}
            (false, true) => {
                hints.extend([A::Rotate, A::NextStone]);
                // Two passes end the game, whatever still fits.
                hints.extend(table.has(StepKind::Pass).then_some(A::Pass));
                seldom.insert(0, A::Pick);
                seldom.push(A::TypeStep);
            }
            (false, false) => hints.push(A::TypeStep),
        }
    }
    hints.extend(table.can_undo().then_some(A::Undo));
    if table.is_in_the_past() {
        hints.push(A::Redo);
    }
    if table.is_playable() {
        hints.push(A::Hint);
    }
    hints.extend(seldom);
    hints
}

/// The same where a game is looked through.
fn hints_of_study(table: &Table) -> Vec<Action> {
    use Action as A;
    let hints: &[Action] = match table.mode() {
        _ if table.running().is_some() => &[A::Autoplay, A::Faster, A::Slower, A::Back, A::Forward, A::Home, A::Quit],
        Mode::Replay => {
            &[A::Back, A::Forward, A::Autoplay, A::PlayOn, A::Home, A::GoToTurn, A::First, A::Last, A::Quit, A::Tree]
        }
        _ => &[A::Back, A::Forward, A::First, A::Last, A::Undo, A::NewGame, A::SaveAs, A::Home, A::Quit, A::Tree],
    };
    let goes_on = table.mode() == Mode::Over && table.outcome().is_none() && table.running().is_none();
    goes_on
        .then_some(A::PlayOn)
        .into_iter()
        .chain(hints.iter().copied())
        .chain(table.running().is_none().then_some(A::Find))
        .collect()
}

//! Learning: lessons, why a cell can or cannot be played, the rules beside the board, and the first-game hint.

use ratatui::layout::Position;
use tetralith_core::{Cell, CellSet, Direction, Info, Step, StepKind};
use tetralith_engine::Level;

use super::{App, Effect, Screen, Seated, StorageRequest};
use crate::clock::Clock;
use crate::tui::keymap::spell::KeyNames;
use crate::tui::keymap::{Action, Context};
use crate::tui::learn::{self, Learn};
use crate::tui::lesson::{Lesson, Task};
use crate::tui::overlays::Purpose;
use crate::tui::panels;
use crate::tui::progress::Progress;
use crate::tui::seat::Seat;
use crate::tui::table::{Mode, Table};
use crate::tui::theme::Glyphs;
use crate::tui::why::Why;

/// A lesson on the screen, and the list it was chosen from.
#[derive(Clone, Debug)]
pub struct Taught {
    /// The learner at a step.
    pub lesson: Lesson,
    /// Where one goes back to.
    pub list: Learn,
}

impl App {
    /// What was learnt so far.
    pub const fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Takes in what was learnt in earlier runs.
    pub(super) fn take_progress(&mut self, text: Result<String, String>) -> Vec<Effect> {
        match text.and_then(|text| Progress::read(&text)) {
            Ok(progress) => {
                let news = progress != self.progress;
                self.progress = progress;
                if news { vec![Effect::Draw] } else { Vec::new() }
            }
            Err(why) => {
                // What cannot be read is not written over either.
                self.progress_kept = false;
                self.refuse(why)
            }
        }
    }

    fn keep_progress(&self) -> Option<Effect> {
        self.progress_kept.then(|| Effect::Storage(StorageRequest::KeepProgress(self.progress.text())))
    }

    /// `text` with the names of keys in place of the actions that stand in braces in it, such as `{next-legal}`.
    pub fn with_keys(&self, text: &str) -> String {
        self.key_names().spell(text)
    }

    /// The names of the keys that count now.
    pub(super) fn key_names(&self) -> KeyNames<'_> {
        let ascii = self.theme.glyphs() == Glyphs::Ascii;
        KeyNames { keymap: self.keymap(), contexts: self.contexts(), ascii }
    }

    // ----- the list of lessons

    /// Opens the list of lessons, with the game at hand chosen.
    pub(super) fn open_lessons(&mut self) -> Vec<Effect> {
        let info = self.info();
        let from = match &self.screen {
            Screen::Learn(_) => return Vec::new(),
            Screen::Lesson(taught) => return self.back_to_lessons(taught.list.clone()),
            screen => screen.clone(),
        };
        match Learn::new(info, from) {
            Ok(list) => {
                self.screen = Screen::Learn(list);
                vec![Effect::Draw]
            }
            Err(error) => self.refuse(error.to_string()),
        }
    }

    fn back_to_lessons(&mut self, list: Learn) -> Vec<Effect> {
        self.screen = Screen::Learn(list);
        vec![Effect::Draw]
    }

    pub(super) fn act_on_lessons(&mut self, action: Action) -> Vec<Effect> {
        let Screen::Learn(list) = &mut self.screen else { return Vec::new() };
        match action {
            Action::Cancel => match list.clone().from() {
                Screen::Home => self.go_home(),
                screen => {
                    self.screen = screen;
                    vec![Effect::Draw]
                }
            },
            Action::Accept => {
                let (info, at) = (list.info(), list.opens(&self.progress));
                let list = list.clone();
                self.begin_lesson(info, at, list)
            }
            _ if list.act(action, &self.progress) => vec![Effect::Draw],
            _ => Vec::new(),
        }
    }

    fn begin_lesson(&mut self, info: &'static Info, at: usize, list: Learn) -> Vec<Effect> {
        match Lesson::begin(info, at, |text| self.with_keys(text)) {
            Ok(lesson) => {
                self.screen = Screen::Lesson(Box::new(Taught { lesson, list }));
                vec![Effect::Draw]
            }
            Err(error) => self.refuse(error.to_string()),
        }
    }

    /// Which line of the list of lessons is at `at`.
    fn lesson_line(&self, at: Position) -> Option<(bool, usize)> {
        match &self.screen {
            Screen::Learn(list) => learn::line_at(list, self.area(), at),
            _ => None,
        }
    }

    // ----- a lesson

    /// The lesson on the screen.
    pub fn lesson(&self) -> Option<&Lesson> {
        match &self.screen {
            Screen::Lesson(taught) => Some(&taught.lesson),
            _ => None,
        }
    }

    fn lesson_mut(&mut self) -> Option<&mut Lesson> {
        match &mut self.screen {
            Screen::Lesson(taught) => Some(&mut taught.lesson),
            _ => None,
        }
    }

    /// The table on the screen or behind it: a lesson's, else that of the game.
    pub(super) fn table_mut(&mut self) -> Option<&mut Table> {
        match &mut self.screen {
            Screen::Lesson(taught) => Some(taught.lesson.table_mut()),
            _ => self.seated.as_mut().map(|seated| &mut seated.table),
        }
    }

    /// The parts of the keymap that are active in a lesson.
    pub(super) fn lesson_contexts(lesson: &Lesson) -> Vec<Context> {
        let table = lesson.table();
        let mut contexts = Vec::with_capacity(4);
        if lesson.is_done() {
            contexts.push(Context::LessonOn);
        } else if table.has_trominoes() {
            contexts.push(Context::Tromino);
        }
        contexts.push(Context::directions(table.game().board().geometry().shape()));
        contexts.extend([Context::Lesson, Context::Anywhere]);
        contexts
    }

    /// The keys that matter most in a lesson.
    pub(super) fn lesson_hints(lesson: &Lesson) -> Vec<Action> {
        use Action as A;
        let table = lesson.table();
        let mut hints = Vec::new();
        if lesson.is_done() {
            hints.push(A::Forward);
        } else {
            hints.push(if matches!(table.picks().len(), 0 | 3) { A::Accept } else { A::Pick });
            if table.has_trominoes() && table.picks().is_empty() {
                hints.extend([A::Rotate, A::NextStone]);
            }
            if table.has(StepKind::Pass) && lesson.step().answers.contains(&Step::Pass) {
                hints.insert(0, A::Pass);
            }
            if lesson.step().answers.contains(&Step::Swap) {
                hints.insert(0, A::Swap);
            }
            hints.push(A::Hint);
        }
        if lesson.at() > 0 {
            hints.push(A::Back);
        }
        if !lesson.step().looks() {
            hints.extend([A::Why, A::Undo]);
        }
        hints.extend([A::Cancel, A::Quit]);
        hints
    }

    pub(super) fn act_in_lesson(&mut self, action: Action) -> Vec<Effect> {
        use Action as A;
        let unseen = self.board_layout().is_none();
        let Screen::Lesson(taught) = &mut self.screen else { return Vec::new() };
        let lesson = &mut taught.lesson;
        if unseen && matches!(action, A::Accept | A::Pick | A::TypeStep | A::Pass | A::Swap) {
            return self.refuse("the board cannot be seen; make the window larger to play");
        }
        match action {
            A::Forward => return self.go_on(),
            A::Back => {
                if !lesson.go_by(-1) {
                    return self.refuse("this is the first step");
                }
            }
            A::Undo => lesson.again(),
            A::Hint => lesson.tell_hint(),
            A::Why => lesson.tell_why(),
            A::Accept | A::Pick => return self.try_in_lesson(action == A::Pick),
            A::Pass => return self.attempt(Step::Pass),
            A::Swap => return self.attempt(Step::Swap),
            A::TypeStep => {
                let effects = self.prompt(Purpose::Step, "");
                self.aim_at_prompt();
                return effects;
            }
            A::Cancel => {
                let list = taught.list.clone();
                return self.back_to_lessons(list);
            }
            A::ZoomIn | A::ZoomOut => return self.zoom(action == A::ZoomIn),
            _ => {
                let table = lesson.table_mut();
                match action {
                    A::Move(towards) => table.move_cursor(towards, false),
                    A::NextLegal => table.next_legal(false),
                    A::PreviousLegal => table.next_legal(true),
                    A::Rotate => table.rotate(false),
                    A::RotateBack => table.rotate(true),
                    A::NextStone => table.next_stone(),
                    A::TakeBack => table.take_back(),
                    _ => return Vec::new(),
                };
                lesson.hush();
            }
        }
        vec![Effect::Draw]
    }

    /// Does what Enter does on the board of a lesson.
    pub(super) fn try_in_lesson(&mut self, pick: bool) -> Vec<Effect> {
        let done = self.lesson_mut().is_some_and(|lesson| !lesson.is_done() && lesson.accept(pick));
        self.after_attempt(done)
    }

    /// Tries `step` in the lesson.
    pub(super) fn attempt(&mut self, step: Step) -> Vec<Effect> {
        let done = self.lesson_mut().is_some_and(|lesson| lesson.attempt(Some(step)));
        self.after_attempt(done)
    }

    /// Tries the step that was typed; what is no step is told in the prompt.
    pub(super) fn type_in_lesson(&mut self, text: &str) -> Vec<Effect> {
        if text.is_empty() {
            return self.close();
        }
        let Some(names) = self.table().map(Table::names) else { return self.close() };
        match names.parse_typed(text) {
            Ok(steps) => {
                self.close();
                let mut effects = vec![Effect::Draw];
                for step in steps {
                    effects.extend(self.attempt(step));
                }
                effects
            }
            Err(error) => self.fault(error.to_string()),
        }
    }

    fn after_attempt(&mut self, done: bool) -> Vec<Effect> {
        let mut effects = vec![Effect::Draw];
        if done {
            effects.extend(self.finish_step());
        }
        effects
    }

    fn finish_step(&mut self) -> Option<Effect> {
        let (info, at) = self.lesson().map(|lesson| (lesson.course().info, lesson.at()))?;
        if self.progress.finish(info, at) { self.keep_progress() } else { None }
    }

    /// Goes on to the next step; from the last one to a game.
    fn go_on(&mut self) -> Vec<Effect> {
        let Screen::Lesson(taught) = &mut self.screen else { return Vec::new() };
        let lesson = &mut taught.lesson;
        let (step, info) = (lesson.step(), lesson.course().info);
        let (task, options) = (step.task, step.options);
        let mut effects = vec![Effect::Draw];
        if lesson.is_done() {
            effects.extend(self.finish_step());
        }
        if task == Task::Game {
            let easiest = &Level::ALL[0];
            let seats = [Seat::person(String::new()), Seat::computer(easiest)];
            effects.extend(self.start_game(info, options, seats, Clock::default()));
            return effects;
        }
        if let Screen::Lesson(taught) = &mut self.screen
            && !taught.lesson.go_by(1)
        {
            let list = taught.list.clone();
            effects.extend(self.back_to_lessons(list));
        }
        effects
    }

    // ----- the mouse

    pub(super) fn hover_to_learn(&mut self, at: Position, cell: Option<Cell>) -> Vec<Effect> {
        let line = self.lesson_line(at);
        match (&mut self.screen, line, cell) {
            (Screen::Learn(list), Some(line), _) if !list.is_selected(line) => {
                list.select(line);
                vec![Effect::Draw]
            }
            (Screen::Lesson(taught), _, Some(cell)) => {
                taught.lesson.table_mut().point_at(cell);
                vec![Effect::Draw]
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn click_to_learn(&mut self, at: Position, cell: Option<Cell>) -> Vec<Effect> {
        let line = self.lesson_line(at);
        match (&mut self.screen, line, cell) {
            (Screen::Learn(list), Some(line), _) => {
                list.select(line);
                self.act_on_lessons(Action::Accept)
            }
            (Screen::Lesson(taught), _, Some(cell)) => {
                taught.lesson.table_mut().point_at(cell);
                self.try_in_lesson(false)
            }
            // Beside the board a click turns the page once there is nothing left to do on it.
            (Screen::Lesson(taught), _, None) if taught.lesson.is_done() => self.go_on(),
            _ => Vec::new(),
        }
    }

    pub(super) fn wheel_to_learn(&mut self, up: bool) -> Vec<Effect> {
        let towards = if up { Direction::North } else { Direction::South };
        let turns = self.lesson().is_some_and(|lesson| lesson.table().has_trominoes());
        match (&self.screen, turns) {
            (Screen::Lesson(_), true) => self.act_in_lesson(if up { Action::RotateBack } else { Action::Rotate }),
            (Screen::Lesson(_), false) => Vec::new(),
            _ => self.act_on_lessons(Action::Move(towards)),
        }
    }

    /// Does what a key at the table asks for that explains the game.
    pub(super) fn act_to_learn(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Why => self.tell_why(),
            Action::RulesBeside => self.toggle_rules_beside(),
            _ => self.scroll_rules(action),
        }
    }

    // ----- why

    /// Says why something can or cannot be played on the cell under the cursor, and brings out the cells that show it.
    fn tell_why(&mut self) -> Vec<Effect> {
        let Some(table) = self.table() else { return Vec::new() };
        let Why { text, cells, .. } = Why::of(table.game(), table.cell());
        let effects = self.say(text);
        self.lit = cells;
        effects
    }

    /// The cells that the sentence on the screen speaks of, or the lesson.
    pub fn lit(&self) -> CellSet {
        match self.lesson() {
            Some(lesson) => lesson.lit(),
            None if self.notice.is_some() => self.lit,
            None => CellSet::EMPTY,
        }
    }

    // ----- the rules beside the board

    /// Shows or hides the rules beside the board; where there is no room, on a page of their own.
    fn toggle_rules_beside(&mut self) -> Vec<Effect> {
        if !self.has_panel() {
            return self.act(Action::Rules);
        }
        self.display.rules = if self.display.rules.is_some() { None } else { Some(0) };
        vec![Effect::Draw]
    }

    /// Scrolls the rules beside the board.
    fn scroll_rules(&mut self, action: Action) -> Vec<Effect> {
        let most = self.game_view(self.area()).map_or(0, |view| panels::most_rules_scroll(&view));
        let Some(scroll) = &mut self.display.rules else { return Vec::new() };
        let before = *scroll;
        *scroll = match action {
            Action::RulesUp => before.min(most).saturating_sub(5),
            _ => (before + 5).min(most),
        };
        if *scroll == before { Vec::new() } else { vec![Effect::Draw] }
    }

    // ----- the first game

    /// Whether those who play this game for the first time are told what to do.
    pub(super) fn tells_first_game(&self) -> bool {
        let Some(Seated { table, .. }) = &self.seated else { return false };
        let info = table.game().info();
        self.settings().hints
            && matches!(self.screen, Screen::Table)
            && !self.progress.has_played(info)
            && !table.is_study()
            && table.is_playable()
            && !table.is_in_the_past()
    }

    /// Puts the first-game hint away for good; says whether it was there.
    pub(super) fn dismiss_hint(&mut self) -> Option<Vec<Effect>> {
        if !self.tells_first_game() {
            return None;
        }
        self.note_played();
        let mut effects = vec![Effect::Draw];
        effects.extend(self.keep_progress());
        Some(effects)
    }

    /// Notes that the game at the table is known now.
    fn note_played(&mut self) -> bool {
        let info = self.seated.as_ref().map(|seated| seated.table.game().info());
        info.is_some_and(|info| self.progress.play(info))
    }

    /// Notes that a game was played to its end, after which its kind is no longer new.
    pub(super) fn note_end(&mut self) -> Option<Effect> {
        let played = self.seated.as_ref().is_some_and(|seated| seated.table.mode() == Mode::Over);
        if played && self.note_played() { self.keep_progress() } else { None }
    }
}

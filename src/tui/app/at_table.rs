//! What keys do at the table, and how the screen follows from what comes of it.

use std::time::Duration;

use ratatui::layout::{Position, Rect};
use tetralith_core::text::display_lines;
use tetralith_core::{Colour, Direction, Info, Options, Step, StepKind};

use super::{App, Effect, Loaded, Newcomer, Screen, TerminalRequest};
use crate::clock::Clock;
use crate::tui::board_layout::BoardLayout;
use crate::tui::keymap::Action;
use crate::tui::overlays::{ConfirmAction, Overlay, Purpose, Seats};
use crate::tui::seat::Seat;
use crate::tui::seated::{Seated, file_name};
use crate::tui::table::{Mode, Reply, Table};
use crate::tui::{lesson_view, overlays, panels};

impl App {
    pub(super) fn start_game(
        &mut self,
        info: &'static Info,
        options: Options,
        seats: [Seat; 2],
        clock: Clock,
    ) -> Vec<Effect> {
        let game = self.next_game();
        match Seated::begin(info, &options, seats, game, clock, self.now) {
            Err(error) => self.refuse(error.to_string()),
            Ok(seated) => self.seat(Newcomer { seated, left_behind: String::new() }),
        }
    }

    /// Puts a record on the table: to be looked through, or with `resume` to be played on if it is a game of ours that
    /// goes on.
    pub(super) fn sit_down(&mut self, loaded: Loaded, resume: bool) -> Vec<Effect> {
        let left_behind = loaded.left_behind.join("; ");
        let game = self.next_game();
        let seated = Seated::of(loaded, resume, game, self.now);
        self.seat(Newcomer { seated, left_behind })
    }

    pub(super) fn act_at_table(&mut self, action: Action) -> Vec<Effect> {
        use Action as A;
        let steps = matches!(action, A::Accept | A::Pick | A::TypeStep | A::Pass | A::Swap);
        if steps && self.table().is_some_and(Table::is_playable) && self.board_layout().is_none() {
            return self.refuse("the board cannot be seen; make the window larger to play");
        }
        let window = self.area();
        let Some(Seated { table, .. }) = &mut self.seated else { return self.go_home() };
        if let Some(reply) = at_once(table, action, self.now.steady) {
            let promoted = action == A::Promote && reply == Reply::Changed;
            let mut effects = self.heed(reply);
            if promoted {
                effects.extend(self.say("the line up to here is the main line now"));
            }
            return effects;
        }
        let reply = match action {
            A::Accept | A::Pick => return self.step_at_cursor(action == A::Pick),
            A::TakeBack => match table.take_back() {
                Reply::Nothing if self.tells_first_game() => return self.dismiss_hint().unwrap_or_default(),
                Reply::Nothing => return self.tell_nothing_to_take_back(),
                reply => reply,
            },
            A::PlayOn => {
                let branches = table.is_in_the_past();
                let reply = table.play_on();
                if reply == Reply::Shown {
                    return self.tell_playing_on(branches);
                }
                reply
            }
            A::Why | A::RulesBeside | A::RulesUp | A::RulesDown => return self.act_to_learn(action),
            A::Undo => return self.undo(),
            A::PauseClock => return self.pause_clocks(),
            A::Halt => return self.halt(),
            A::LetMove => return self.let_move(false),
            A::OneStep => return self.let_move(true),
            A::MoveNow => return self.hurry(),
            A::Hint => return self.toggle_hint(false),
            A::Threat => return self.toggle_hint(true),
            A::Seats => return self.open_seats(),
            A::TypeStep => return self.type_step(),
            A::Pass => return self.ask_to_pass(),
            A::Swap => return self.ask_to_swap(),
            A::Resign => return self.ask_to_resign(),
            A::GoToTurn => return self.prompt(Purpose::Turn, ""),
            A::Comment if table.can_comment() => {
                let comment = table.comment().to_owned();
                if overlays::fits_prompt(&comment) {
                    return self.prompt(Purpose::Comment, &comment);
                }
                let turn = table.timeline().turn(table.timeline().cursor());
                return self.open(Overlay::Comment { turn, text: display_lines(&comment), scroll: 0 });
            }
            A::Comment => Reply::Refused("comments go with a turn; this is the start of the game".to_owned()),
            A::Find => return self.prompt(Purpose::Find, ""),
            A::Tree if panels::Areas::of(table, self.display, window).panel.is_none() => {
                Reply::Refused("the list of moves needs a wider window".to_owned())
            }
            A::Tree => return self.toggle_tree(),
            A::SaveAs => {
                let name = format!("{}.json", file_name(table.game().info(), self.now));
                return self.prompt(Purpose::Save, &name);
            }
            A::Export => return self.ask_for_picture(),
            A::Open => return self.browse(None),
            A::NewGame => {
                // Who gives it up comes back to the line that leads to the table.
                self.home.show(true);
                if let Some(form) = self.form_again() {
                    self.screen = Screen::NewGame(form);
                }
                return vec![Effect::Draw];
            }
            A::Home | A::Cancel => return self.go_home(),
            A::ZoomIn | A::ZoomOut => return self.zoom(action == A::ZoomIn),
            A::Marks => return self.toggle_marks(),
            A::Coordinates => {
                self.display.coordinates = !self.display.coordinates;
                Reply::Shown
            }
            _ => Reply::Nothing,
        };
        self.heed(reply)
    }

    /// Lists variations or leaves them out; while there are none, only words can tell which.
    fn toggle_tree(&mut self) -> Vec<Effect> {
        self.display.tree = !self.display.tree;
        let varies = self.table().is_some_and(|table| table.timeline().steps() > table.timeline().main_line().len());
        match (varies, self.display.tree) {
            (true, _) => vec![Effect::Draw],
            (false, true) => self.say("the list of moves shows variations now; there are none yet"),
            (false, false) => self.say("the list of moves leaves variations out now; there are none yet"),
        }
    }

    /// Shows or hides what the game marks on the board; where there is no mark only words can tell.
    fn toggle_marks(&mut self) -> Vec<Effect> {
        self.display.marks = !self.display.marks;
        if self.display.marks {
            return vec![Effect::Draw];
        }
        self.say(self.with_keys("what the game marks on the board is hidden; {marks} shows it"))
    }

    /// Makes the step the cursor shows, or picks a cell for it; where steps are to be confirmed, it is chosen first.
    fn step_at_cursor(&mut self, picks: bool) -> Vec<Effect> {
        if self.table().is_some_and(|table| !picks || table.picks().len() == 3)
            && let Some(effects) = self.arm()
        {
            return effects;
        }
        let step = if picks { Table::pick } else { Table::accept };
        let reply = self.seated.as_mut().map_or(Reply::Nothing, |seated| step(&mut seated.table));
        self.after_step(reply)
    }

    /// Shows what came of something asked of the table, and has the game kept if it changed.
    pub(super) fn heed(&mut self, reply: Reply) -> Vec<Effect> {
        match reply {
            Reply::Nothing => Vec::new(),
            Reply::Shown => vec![Effect::Draw],
            Reply::Refused(why) => self.refuse(self.with_keys(&why)),
            Reply::Changed => {
                let mut effects = vec![Effect::Draw];
                effects.extend(self.keep());
                effects
            }
        }
    }

    /// Like [`App::heed`], after a step: says who is skipped.
    pub(super) fn after_step(&mut self, reply: Reply) -> Vec<Effect> {
        let stepped = reply == Reply::Changed;
        let refused = matches!(reply, Reply::Refused(_));
        if let Some(seated) = self.seated.as_mut().filter(|_| stepped) {
            seated.time_turn();
        }
        // However far from the cursor the computer, or somebody who types, has made a step: it is seen.
        if let (true, Some(layout)) = (stepped, self.board_layout())
            && let Some(Seated { table, .. }) = &mut self.seated
        {
            table.show_last(|cell| layout.rect(cell).is_some());
        }
        let mut effects = self.heed(reply);
        if refused && self.settings().bell.on_refusal() {
            effects.push(Effect::Terminal(TerminalRequest::Bell));
        }
        if stepped && let Some(Seated { table, .. }) = &self.seated {
            let at = table.timeline().cursor();
            if table.holder(table.timeline().mover(at), table.timeline().parent(at)).level().is_none() {
                // Whoever plays on against the computer wants it to answer.
                (self.thoughts.halted, self.thoughts.one_step) = (false, false);
            }
            let (names, skipped) = (table.names(), table.skipped());
            let (step, mover) = (table.timeline().step(at), table.timeline().mover(at));
            let passes_alone = step == Some(Step::Pass) && table.outcome().is_none();
            let computer = table.holder(mover, table.timeline().parent(at)).level();
            if computer.is_some() && table.computer_to_move().is_none() && self.settings().bell.on_turn() {
                effects.push(Effect::Terminal(TerminalRequest::Bell));
            }
            let news = match (skipped, step, computer) {
                (Some(colour), ..) => Some(format!(
                    "{} has no step and is skipped; {} moves again",
                    names.title(colour),
                    names.title(colour.other())
                )),
                (None, Some(Step::Swap), None) => Some("the two of you have exchanged colours".to_owned()),
                (None, Some(Step::Swap), Some(level)) => {
                    Some(format!("{} swaps: it takes the first stone and its colour", level.title))
                }
                (None, _, Some(level)) if passes_alone => {
                    Some(format!("{} passes; a second pass in a row ends the game", level.title))
                }
                _ => None,
            };
            if let Some(news) = news {
                effects.extend(self.say(news));
            }
        }
        effects.dedup();
        effects
    }

    /// Whether a person can make steps at the table; if not, says why.
    pub(super) fn playable(&mut self) -> Result<&Table, Vec<Effect>> {
        if let Some(why) = self.table().and_then(Table::refusal) {
            return Err(self.refuse(self.with_keys(&why)));
        }
        self.table().ok_or_else(Vec::new)
    }

    pub(super) fn type_step(&mut self) -> Vec<Effect> {
        if let Err(effects) = self.playable() {
            return effects;
        }
        let effects = self.prompt(Purpose::Step, "");
        self.aim_at_prompt();
        effects
    }

    pub(super) fn ask_to_pass(&mut self) -> Vec<Effect> {
        let table = match self.playable() {
            Ok(table) => table,
            Err(effects) => return effects,
        };
        if !table.has(StepKind::Pass) {
            let title = table.game().info().title;
            return self.refuse(format!("{title} has no passing"));
        }
        let passed = table.timeline().step(table.timeline().cursor()) == Some(Step::Pass);
        let name = table.names().title(table.game().to_move());
        let text = if passed {
            format!("Pass as {name}? The second pass in a row ends the game.")
        } else {
            format!("Pass as {name}?")
        };
        self.ask(text, ConfirmAction::Pass)
    }

    pub(super) fn ask_to_swap(&mut self) -> Vec<Effect> {
        let table = match self.playable() {
            Ok(table) => table,
            Err(effects) => return effects,
        };
        if !table.may_swap() {
            let names = table.names();
            return match table.game().check(Step::Swap) {
                Err(error) => self.refuse(names.explain(&error)),
                Ok(()) => Vec::new(),
            };
        }
        let [first, second] = Colour::BOTH.map(|colour| table.names().title(colour));
        self.ask(format!("Swap: you become {first}, your opponent {second} and moves next?"), ConfirmAction::Swap)
    }

    pub(super) fn ask_to_resign(&mut self) -> Vec<Effect> {
        let Some(table) = self.table() else { return Vec::new() };
        match table.resigner() {
            Some(colour) => {
                let name = table.names().title(colour);
                self.ask(format!("Give the game up as {name}?"), ConfirmAction::Resign)
            }
            None if table.is_going_on() => self.refuse("the computer plays both sides and does not give up"),
            None => self.playable().map_or_else(|effects| effects, |_| Vec::new()),
        }
    }

    /// Asks who shall play.
    pub(super) fn open_seats(&mut self) -> Vec<Effect> {
        let Some(table) = self.table() else { return Vec::new() };
        if table.mode() == Mode::Replay {
            return self.refuse_watcher();
        }
        let names = Colour::BOTH.map(|colour| {
            let seat = table.holder_here(colour);
            if seat.level().is_none() { seat.name.clone() } else { String::new() }
        });
        let selected = Colour::BOTH.into_iter().find(|&colour| table.holder_here(colour).level().is_some());
        self.open(Overlay::Seats(Seats { selected: selected.unwrap_or(table.game().to_move().other()), names }))
    }

    pub(super) fn act_on_seats(&mut self, action: Action) -> Vec<Effect> {
        let (Some(Overlay::Seats(Seats { selected, names })), Some(Seated { table, .. })) =
            (self.overlays.last_mut(), &mut self.seated)
        else {
            return Vec::new();
        };
        match action {
            Action::Cancel => self.close(),
            Action::Move(Direction::North | Direction::South) => {
                *selected = selected.other();
                vec![Effect::Draw]
            }
            Action::Move(towards) => {
                let seat = table.holder_here(*selected).turned(towards == Direction::East, &names[selected.index()]);
                let reply = table.change_seat(*selected, seat);
                // What the computer thinks of needs the rows of the panel that told what the ranks on the board are.
                self.thoughts.hint = None;
                self.heed(reply)
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn zoom(&mut self, larger: bool) -> Vec<Effect> {
        let Some(layout) = self.board_layout() else { return Vec::new() };
        let now = layout.zoom();
        let next = if larger { now.larger() } else { now.smaller() };
        match next {
            Some(next) => {
                self.display.zoom = Some(next);
                if let Some(table) = self.table_mut() {
                    table.show_cursor();
                }
                vec![Effect::Draw]
            }
            None => self.refuse(if larger { "this is the largest size" } else { "this is the smallest size" }),
        }
    }

    /// Where the board is on the screen, if it is.
    pub(super) fn board_layout(&self) -> Option<BoardLayout> {
        match self.lesson() {
            Some(lesson) => lesson_view::Areas::of(lesson, self.display, self.area()).board,
            None => panels::Areas::of(self.table()?, self.display, self.area()).board,
        }
    }

    /// Whether there is a panel beside the board.
    pub fn has_panel(&self) -> bool {
        self.table().is_some_and(|table| panels::Areas::of(table, self.display, self.area()).panel.is_some())
    }

    /// The whole window.
    pub fn area(&self) -> Rect {
        Rect::from((Position::ORIGIN, self.size))
    }
}

/// Does what concerns the table alone, at the time `now` on the steady clock; `None` if `action` asks for more.
fn at_once(table: &mut Table, action: Action, now: Duration) -> Option<Reply> {
    use Action as A;
    Some(match action {
        A::Move(towards) => table.move_cursor(towards, false),
        A::Jump(towards) => table.move_cursor(towards, true),
        A::NextLegal | A::PreviousLegal if table.is_playable() && table.seen().cells.is_empty() => {
            Reply::Refused("no cell can be played".to_owned())
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
        A::Promote => table.promote(),
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

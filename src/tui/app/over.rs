//! What lies over the screen: pages of text, questions and prompts, and what follows from them.

use std::path::PathBuf;

use tetralith_core::text::display_text;
use tetralith_core::{Direction, Step, games};

use super::{App, Effect, Screen, StorageRequest, TerminalRequest};
use crate::files::Existing;
use crate::tui::board_view::legend;
use crate::tui::keymap::Action;
use crate::tui::overlays::{self, ConfirmAction, Overlay, Prompt, Purpose, Question};
use crate::tui::table::Reply;

impl App {
    /// Whether a page is read on which characters are keys: not the help, where they are looked for.
    pub(super) fn is_on_page(&self) -> bool {
        matches!(self.overlays.last(), Some(Overlay::Rules { .. } | Overlay::Comment { .. }))
    }

    /// Shows every key, those first that count here.
    pub(super) fn open_help(&mut self) -> Vec<Effect> {
        let legend = match (&self.screen, self.table()) {
            (Screen::Table | Screen::Lesson(_), Some(table)) => {
                legend(table.game().info(), &table.seen().marks, table.orientation(), &self.theme)
            }
            _ => Vec::new(),
        };
        self.open(Overlay::Help { contexts: self.contexts(), legend, filter: overlays::help_filter(), scroll: 0 })
    }

    pub(super) fn open(&mut self, overlay: Overlay) -> Vec<Effect> {
        self.overlays.push(overlay);
        vec![Effect::Draw]
    }

    pub(super) fn ask(&mut self, text: String, action: ConfirmAction) -> Vec<Effect> {
        self.open(Overlay::Question(Question { text, action }))
    }

    pub(super) fn prompt(&mut self, purpose: Purpose, text: &str) -> Vec<Effect> {
        self.open(Overlay::Prompt(Prompt::new(purpose, text)))
    }

    pub(super) fn close(&mut self) -> Vec<Effect> {
        if let Some(Overlay::Prompt(_) | Overlay::Palette(_)) = self.overlays.pop()
            && let Some(table) = self.table_mut()
        {
            table.aim_at_cursor();
        }
        vec![Effect::Draw]
    }

    pub(super) fn act_on_overlay(&mut self, action: Action) -> Vec<Effect> {
        let page = usize::from(self.size.height.saturating_sub(4)).max(1);
        match self.overlays.last_mut() {
            Some(Overlay::Help { filter, scroll, .. })
                if !filter.text().is_empty() && matches!(action, Action::Cancel | Action::Erase | Action::EraseAll) =>
            {
                filter.act(if action == Action::Cancel { Action::EraseAll } else { action });
                *scroll = 0;
                vec![Effect::Draw]
            }
            Some(Overlay::Help { .. } | Overlay::Rules { .. } | Overlay::Comment { .. })
                if action == Action::Cancel =>
            {
                self.close()
            }
            Some(Overlay::Rules { info, scroll })
                if matches!(action, Action::Move(Direction::East | Direction::West)) =>
            {
                let n = games::INFOS.len();
                let at = games::INFOS.iter().position(|other| other.id == info.id).unwrap_or(0);
                let on = if action == Action::Move(Direction::East) { 1 } else { n - 1 };
                (*info, *scroll) = (games::INFOS[(at + on) % n], 0);
                vec![Effect::Draw]
            }
            Some(Overlay::Help { scroll, .. } | Overlay::Rules { scroll, .. } | Overlay::Comment { scroll, .. }) => {
                let before = *scroll;
                let wanted = match action {
                    Action::Move(Direction::North) => before.saturating_sub(1),
                    Action::Move(Direction::South) => before + 1,
                    Action::BackTen => before.saturating_sub(page),
                    Action::ForwardTen => before + page,
                    Action::First => 0,
                    Action::Last => usize::MAX,
                    _ => before,
                };
                *scroll = wanted;
                let most = self.most_scroll();
                if let Some(
                    Overlay::Help { scroll, .. } | Overlay::Rules { scroll, .. } | Overlay::Comment { scroll, .. },
                ) = self.overlays.last_mut()
                {
                    *scroll = wanted.min(most);
                    return if *scroll == before { Vec::new() } else { vec![Effect::Draw] };
                }
                Vec::new()
            }
            Some(Overlay::Question(question)) => {
                let confirmed = question.action.clone();
                match action {
                    Action::Yes => {
                        self.close();
                        self.carry_out(confirmed)
                    }
                    Action::No => {
                        if confirmed == ConfirmAction::ReplaceGame {
                            self.keeping.newcomer = None;
                        }
                        self.close()
                    }
                    _ => Vec::new(),
                }
            }
            Some(Overlay::Prompt(prompt)) => match action {
                Action::Cancel => self.close(),
                Action::Accept => self.accept_prompt(),
                _ => {
                    let edited = prompt.input.act(action);
                    prompt.fault = None;
                    self.aim_at_prompt();
                    if edited { vec![Effect::Draw] } else { Vec::new() }
                }
            },
            Some(Overlay::Seats(_)) => self.act_on_seats(action),
            Some(Overlay::Palette(_)) => self.act_on_palette(action),
            None => Vec::new(),
        }
    }

    fn most_scroll(&self) -> usize {
        self.overlays
            .last()
            .map_or(0, |overlay| overlays::most_scroll(overlay, self.area(), &self.theme, self.keymap()))
    }

    fn carry_out(&mut self, action: ConfirmAction) -> Vec<Effect> {
        match action {
            ConfirmAction::Quit => return self.end(),
            ConfirmAction::ReplaceGame => return self.give_way(),
            _ => {}
        }
        let Some(seated) = &mut self.seated else { return Vec::new() };
        let reply = match action {
            ConfirmAction::Quit | ConfirmAction::ReplaceGame => Reply::Nothing,
            ConfirmAction::Pass => seated.table.play(Step::Pass),
            ConfirmAction::Swap => seated.table.play(Step::Swap),
            ConfirmAction::Resign => seated.table.resign(),
            ConfirmAction::ReplaceFile(path) => return self.save(path, Existing::Replace),
            ConfirmAction::ReplacePicture(path) => return self.draw_picture(path, Existing::Replace),
        };
        self.after_step(reply)
    }

    fn accept_prompt(&mut self) -> Vec<Effect> {
        let Some(Overlay::Prompt(prompt)) = self.overlays.last() else { return Vec::new() };
        let (purpose, text) = (prompt.purpose, prompt.input.text().trim().to_owned());
        let path = || (!text.is_empty()).then(|| PathBuf::from(&text));
        match purpose {
            Purpose::Rename => self.rename_to(text),
            Purpose::Open => match path() {
                Some(path) => vec![Effect::Storage(StorageRequest::Load(path))],
                None => self.close(),
            },
            Purpose::GamesDir => self.change_games_dir(&text),
            Purpose::Save => {
                let Some(path) = path() else { return self.close() };
                if text.ends_with('/') || path.file_name().is_none() {
                    return self.fault(format!("{text} is a directory; add the name of a file"));
                }
                self.save(path, Existing::Keep)
            }
            Purpose::Export => match path() {
                Some(path) => self.export(path),
                None => self.close(),
            },
            Purpose::Turn => {
                let Some(seated) = &mut self.seated else { return self.close() };
                let reply = match text.parse() {
                    Ok(turn) => seated.table.go_to_turn(turn),
                    Err(_) => Reply::Refused("a turn is a number, 0 for the start".to_owned()),
                };
                self.answer_prompt(reply)
            }
            Purpose::Find => {
                let text = if text.is_empty() { self.sought.clone() } else { text };
                let Some(seated) = self.seated.as_mut().filter(|_| !text.is_empty()) else { return self.close() };
                let reply = seated.table.find(&text);
                let found = !matches!(reply, Reply::Refused(_));
                let mut effects = self.answer_prompt(reply);
                if found {
                    let keys = self.with_keys("{find} and {accept} alone");
                    effects.extend(self.say(format!("found '{text}'; {keys} finds the next place")));
                    self.sought = text;
                }
                effects
            }
            Purpose::Comment => {
                let Some(seated) = &mut self.seated else { return self.close() };
                // What was not touched stays as it is, with the blanks at its ends.
                if prompt.input.text() == seated.table.comment() {
                    return self.close();
                }
                let reply = seated.table.set_comment(text);
                self.answer_prompt(reply)
            }
            Purpose::Step if matches!(self.screen, Screen::Lesson(_)) => self.type_in_lesson(&text),
            Purpose::Step => {
                let Some(seated) = &mut self.seated else { return self.close() };
                if text.is_empty() {
                    return self.close();
                }
                seated.table.aim_at_text(&text);
                let reply = seated.table.play_aim();
                if let Reply::Refused(why) = reply {
                    let mut effects = self.fault(why);
                    effects
                        .extend(self.settings().bell.on_refusal().then_some(Effect::Terminal(TerminalRequest::Bell)));
                    return effects;
                }
                self.close();
                self.after_step(reply)
            }
        }
    }

    /// Closes the prompt if what it said could be done, else says in it why not.
    fn answer_prompt(&mut self, reply: Reply) -> Vec<Effect> {
        if let Reply::Refused(why) = reply {
            return self.fault(why);
        }
        let mut effects = self.close();
        effects.extend(self.heed(reply));
        effects.dedup();
        effects
    }

    /// Says what went wrong, in the prompt if it came of one.
    pub(super) fn fault(&mut self, text: impl AsRef<str>) -> Vec<Effect> {
        if let Some(Overlay::Prompt(prompt)) = self.overlays.last_mut() {
            prompt.fault = Some(display_text(text.as_ref()));
            return vec![Effect::Draw];
        }
        self.refuse(text)
    }

    /// Lets the board show what the prompt for a step says so far.
    pub(super) fn aim_at_prompt(&mut self) {
        if let Some(Overlay::Prompt(Prompt { purpose: Purpose::Step, input, .. })) = self.overlays.last() {
            let text = input.text().to_owned();
            if let Some(table) = self.table_mut() {
                table.aim_at_text(&text);
            }
        }
    }
}

//! The answers to messages: answers to what was asked for, and reports of the system.

use std::path::{Path, PathBuf};

use ratatui::layout::Size;
use tetralith_core::text::display_text;

use super::App;
use super::requests::ask_opening;
use crate::keymap::{Action, Context};
use crate::program::{
    Effects, Explored, Form, Message, Moment, Peek, SaveFault, StorageReply, StorageRequest,
    TerminalRequest,
};
use crate::settings::{Setting, Value};
use crate::tui::board::picture::Easel;
use crate::tui::layers::Layer;
use crate::tui::layers::game::{self, jump};
use crate::tui::layers::games;
use crate::tui::layers::home::menu::MOST_RECENT;
use crate::tui::layers::text_page::TextPage;
use crate::tui::request::{ConfirmAction, Purpose, Request};
use crate::tui::widgets::page::PageText;
use tetralith_files::shown;
use tetralith_session::match_play::{Attention, MatchEvent};
use tetralith_session::practice::OpeningSource;
use tetralith_session::sentence;
use tetralith_session::sentence::ActionId;
use tetralith_session::series::PuzzleSeries;
use tetralith_session::words::WITHOUT_EXPLORED;
use tetralith_storage::files::Trashed;
use tetralith_storage::statistics::{FEWEST, Statistics};

impl App {
    pub(super) fn take_in(&mut self, message: Message, effects: &mut Effects) {
        match message {
            Message::Key(event) => self.key(event, effects),
            Message::Mouse(event) => self.mouse(event, effects),
            Message::Paste(text) => self.typed(&text, effects),
            Message::Resize(size) => self.resize(size, effects),
            Message::Tick(now) => self.tick(now, effects),
            Message::Stored(reply) => self.stored(reply, effects),
            Message::Exported(exported) => self.exported(exported, effects),
            Message::Edited(edited) => {
                effects.draw();
                let taken =
                    edited.and_then(|text| game::take_comment(&text, &mut self.shared, effects));
                if let Err(why) = taken {
                    self.shared.refuse(why, effects);
                }
            }
            Message::Background(background) => self.shared.take_background(background, effects),
            Message::Reported(report) => self.shared.take_report(report, effects),
            Message::Refocused => self.refocused(effects),
            // There are only lines where there is no screen.
            Message::Configured(Ok(())) | Message::Line(_) | Message::EndOfInput => {}
            Message::Configured(Err(why)) => {
                self.shared.refuse(format!("{why}; the change lasts until you quit"), effects);
            }
            Message::Thought(answer) => self.shared.handle(MatchEvent::Thought(answer), effects),
            Message::Consulted(answer) => {
                self.shared.handle(MatchEvent::Consulted(answer), effects);
            }
            Message::Explored(explored) => self.explored(explored, effects),
            Message::Counted(counted) => self.counted(counted, effects),
            Message::Remote(message) => self.shared.handle(MatchEvent::Heard(message), effects),
            Message::Studied(answer) => {
                let is_taken = self.stack.layers_mut().any(|layer| match layer {
                    Layer::Retry(retry) => retry.take(&answer),
                    _ => false,
                });
                if is_taken {
                    effects.draw();
                } else {
                    self.shared.handle(MatchEvent::Studied(answer), effects);
                }
            }
            Message::Unflushed => {
                self.stack.close_overlays();
                let key = self.shared.key_for(Context::Anywhere, Action::Quit);
                let text = format!(
                    "Saving to a slow disk; Tetralith quits when done. {key} quits now: safe \
                     unless the power fails"
                );
                self.shared.say(text, effects);
            }
            Message::Stopped => effects.terminal(TerminalRequest::Stop),
            Message::CannotStop => {
                let key = self.shared.key_for(Context::Anywhere, Action::Quit);
                let text =
                    format!("no shell could resume Tetralith, so it keeps running; {key} quits");
                self.stack.fail(text, &mut self.shared, effects);
            }
            Message::Resumed => effects.terminal(TerminalRequest::Redraw),
            Message::Quit => self.shared.handle(MatchEvent::End, effects),
        }
    }

    fn stored(&mut self, reply: StorageReply, effects: &mut Effects) {
        match reply {
            StorageReply::Kept { game, kept } => {
                self.shared.handle(MatchEvent::Kept { game, kept }, effects);
            }
            StorageReply::Saved(saved) => self.saved(saved, effects),
            StorageReply::KeepsIn(Ok(dir)) => {
                self.shared.request(Request::ClosePrompt(Purpose::GamesDir));
                let dir = dir.map_or_else(String::new, |dir| dir.display().to_string());
                self.shared.change_setting(Setting::AutosaveDir, &Value::Word(dir), effects);
            }
            StorageReply::KeepsIn(Err(why)) if self.stack.is_at_prompt(Purpose::GamesDir) => {
                self.stack.fail(why, &mut self.shared, effects);
            }
            StorageReply::KeepsIn(Err(why)) => self.shared.refuse(why, effects),
            StorageReply::Loaded(Ok(loaded)) => {
                self.stack.close_overlays();
                self.shared.handle(MatchEvent::Open { loaded, resume: true }, effects);
            }
            StorageReply::Loaded(Err(fault)) => self.stack.fail(fault, &mut self.shared, effects),
            StorageReply::Entered(dir) | StorageReply::Several { path: dir, .. } => {
                self.shared.request(Request::Games { dir: Some(dir), sought: None });
            }
            StorageReply::Progress(text) => self.shared.take_progress(text, effects),
            StorageReply::ProgressUnkept(why) => {
                self.shared.refuse(format!("your progress is not saved: {why}"), effects);
            }
            StorageReply::Listed(listed) => {
                if let Some(browser) = self.stack.browser_mut() {
                    browser.list(listed);
                }
                effects.draw();
            }
            StorageReply::Peeked(peeks) => self.peeked(peeks, effects),
            StorageReply::Unfinished(path) => {
                self.stack.home_mut().take_unfinished(path, self.shared.game.seated());
                effects.draw_if(matches!(self.stack.screen(), Layer::Home(_)));
            }
            StorageReply::Recent(paths) => {
                self.stack.home_mut().take_recent(paths, self.shared.game.seated());
                effects.draw_if(matches!(self.stack.screen(), Layer::Home(_)));
            }
            StorageReply::Results(results) => {
                for layer in self.stack.layers_mut() {
                    if let Layer::NewGame(form) = layer {
                        form.take_results(results.clone());
                        effects.draw();
                    }
                }
                self.shared.handle(MatchEvent::Results(results), effects);
            }
            StorageReply::Last(last) => {
                for layer in self.stack.layers_mut() {
                    if let (Layer::NewGame(form), Some(last)) = (layer, &last) {
                        form.take_last(last);
                        effects.draw();
                    }
                }
            }
            StorageReply::Renamed { from, to } => self.renamed(&from, to, effects),
            StorageReply::Discarded(discarded) => self.discarded(discarded, effects),
            StorageReply::Restored(restored) => self.restored(restored, effects),
        }
    }

    /// Takes in the games of the opening explorer.
    fn explored(&mut self, explored: Result<Explored, String>, effects: &mut Effects) {
        match explored {
            Ok(explored) => self.shared.explored = Some(explored),
            Err(why) => {
                self.shared.learnt.awaited_opening = None;
                return self.shared.refuse(format!("your games cannot be read: {why}"), effects);
            }
        }
        let awaited = self.shared.learnt.awaited_opening.take();
        if let Some((info, after)) = awaited
            && matches!(self.stack.front_mut(), Layer::Learn(_) | Layer::Lesson(_))
        {
            ask_opening(self, (info, OpeningSource::Lines), after, effects);
        }
        for layer in self.stack.layers_mut() {
            if let Layer::Explorer(explorer) = layer {
                explorer.look(&self.shared);
                effects.draw();
            }
        }
    }

    /// Shows the statistics of the user's own games, or why there are none, on their page.
    fn counted(&mut self, counted: Result<Statistics, String>, effects: &mut Effects) {
        let text = match counted {
            Ok(statistics) if statistics.games.is_empty() => {
                let key = self.shared.key_for(Context::Home, Action::PlayComputer);
                format!(
                    "{} Once you finish a game against the computer, or a person at another \
                     terminal, your results are here; from {FEWEST} games of a kind on also your \
                     strength, accuracy and time. {key} on the home screen plays the computer.",
                    statistics.text().trim_end()
                )
            }
            Ok(statistics) => statistics.text(),
            Err(why) => format!("Your games cannot be read: {}.", display_text(&why)),
        };
        for layer in self.stack.layers_mut() {
            if let Layer::Page(TextPage { text: PageText::MyGames(shown), .. }) = layer {
                shown.clone_from(&text);
                effects.draw();
            }
        }
    }

    fn resize(&mut self, size: Size, effects: &mut Effects) {
        // In the new window the old size in pixels may make no sense.
        let has_pictures = self.shared.window.pictures().is_some();
        self.shared.window.size = size;
        if let Some(table) = self.stack.table_mut(&mut self.shared) {
            table.hand_mut().show_cursor();
        }
        effects.draw();
        if has_pictures {
            // With the letters their cells may have grown.
            effects.terminal(TerminalRequest::AskCellSize);
        }
    }

    /// Has the picture on the screen sent again, if there is one.
    fn refocused(&mut self, effects: &mut Effects) {
        self.shared.window.focused = Some(self.shared.game.now().steady);
        if self.picture(&mut Easel::default()).is_some() {
            effects.terminal(TerminalRequest::RenewPicture);
            effects.draw();
        }
    }

    fn tick(&mut self, now: Moment, effects: &mut Effects) {
        self.shared.handle(MatchEvent::Tick(now), effects);
        let plays = self.shared.settings().look.motion;
        let sample = match self.stack.front_mut() {
            Layer::Home(home) if plays => home.tick(now.steady),
            _ => false,
        };
        if matches!(self.stack.screen(), Layer::Lesson(_)) {
            let learnt = &mut self.shared.learnt;
            let changes = |series: &PuzzleSeries| series.change_due(now.steady).is_some();
            effects.draw_if(learnt.series.as_ref().is_some_and(changes));
            if let Some(said) = learnt.tell_time(now.steady) {
                self.shared.say(said, effects);
                if let Layer::Lesson(lesson) = self.stack.screen_mut() {
                    lesson.set_order(sentence!("Time is up. {} ends it.", ActionId::Forward));
                    lesson.end_series();
                }
            }
        }
        jump::show_keys(&mut self.shared, effects);
        let went_out = self.shared.board.put_out(self.shared.game.now().steady);
        effects.draw_if(sample || went_out);
    }

    // ----- files saved under names of the user's own

    /// Shows what came of saving. The prompt that asked for it may be closed by now, and anything
    /// else open.
    fn saved(&mut self, saved: Result<PathBuf, SaveFault>, effects: &mut Effects) {
        let fault = saved.as_ref().err().map(ToString::to_string);
        let without = if self.shared.game.saved(fault) { WITHOUT_EXPLORED } else { "" };
        let result = saved.map(|path| format!("saved as {}{without}", path.display()));
        self.written(Purpose::Save, result, ConfirmAction::ReplaceFile, effects);
    }

    /// Shows what came of a picture.
    fn exported(&mut self, exported: Result<PathBuf, SaveFault>, effects: &mut Effects) {
        let what = |path: &Path| {
            if matches!(Form::of(path), Some(Form::Picture(_))) { "picture" } else { "page" }
        };
        let result =
            exported.map(|path| format!("the {} is saved as {}", what(&path), path.display()));
        self.written(Purpose::Export, result, ConfirmAction::ReplacePicture, effects);
    }

    /// Shows that a file was written, or why not; asks whether one that is there may be replaced.
    fn written(
        &mut self,
        purpose: Purpose,
        result: Result<String, SaveFault>,
        replace: fn(PathBuf) -> ConfirmAction,
        effects: &mut Effects,
    ) {
        match result {
            Ok(text) => {
                self.shared.request(Request::ClosePrompt(purpose));
                self.shared.say(text, effects);
            }
            Err(SaveFault::Exists(path)) => {
                // The name alone: the question must be in view however deep the file lies.
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                let text = format!("{} already exists. Replace it?", display_text(&name));
                self.shared.ask(text, replace(path));
            }
            Err(SaveFault::Other(fault)) if self.stack.is_at_prompt(purpose) => {
                self.stack.fail(fault, &mut self.shared, effects);
            }
            Err(SaveFault::Other(fault)) => self.shared.refuse(fault, effects),
        }
    }

    // ----- the list of saved games

    fn peeked(&mut self, peeks: Vec<(PathBuf, Peek)>, effects: &mut Effects) {
        let is_of_home = self.stack.home_mut().learn(peeks.clone(), self.shared.game.seated());
        let browser = self.stack.browser_mut();
        effects.draw_if(is_of_home || browser.is_some());
        if let Some(browser) = browser {
            browser.learn(peeks);
        }
    }

    fn renamed(&mut self, from: &Path, renamed: Result<PathBuf, String>, effects: &mut Effects) {
        let to = match renamed {
            Ok(to) => to,
            Err(fault) => return self.stack.fail(fault, &mut self.shared, effects),
        };
        self.stack.close_overlays();
        self.stack.home_mut().moved(from, Some(&to));
        self.shared.game.renamed(from, &to);
        if let Some(browser) = self.stack.browser_mut() {
            browser.rename(from, &to);
        }
        self.shared.say(format!("renamed to {}", name_of(&to)), effects);
    }

    fn discarded(&mut self, discarded: Result<Trashed, String>, effects: &mut Effects) {
        let trashed = match discarded {
            Ok(trashed) => trashed,
            Err(fault) => return self.shared.refuse(fault, effects),
        };
        let path = trashed.from.clone();
        self.shared.trash.push(trashed);
        self.stack.home_mut().moved(&path, None);
        if self.shared.game.deleted(&path) && self.shared.game.attention() != Attention::Away {
            self.shared.request(Request::Home);
        }
        if let Some(browser) = self.stack.browser_mut() {
            browser.forget(&path);
        }
        let key = self.shared.key_for(Context::Files, Action::Undo);
        self.shared.say(format!("deleted {}; {key} restores it", name_of(&path)), effects);
    }

    fn restored(&mut self, restored: Result<PathBuf, String>, effects: &mut Effects) {
        // Even if this failed, so that it does not block games deleted before.
        self.shared.trash.pop();
        match restored {
            Ok(path) => {
                let text = format!("restored {}", name_of(&path));
                self.shared.request(Request::Games { dir: None, sought: Some(path) });
                self.shared.say(text, effects);
            }
            Err(fault) => self.shared.refuse(fault, effects),
        }
    }

    /// Has the files read whose contents could be on the screen.
    pub(super) fn look_into_files(&mut self, effects: &mut Effects) {
        let area = self.shared.area();
        let now = self.shared.game.now().steady;
        let wanted = match self.stack.screen_mut() {
            Layer::Home(home) => {
                home.settle(now);
                if home.asks_for_recent() {
                    effects.storage(StorageRequest::FindUnfinished { besides: None });
                    effects.storage(StorageRequest::Recent(MOST_RECENT + 1));
                }
                home.wanted()
            }
            Layer::Games(browser) => {
                let wanted = browser.wanted(games::rows(area));
                if !wanted.is_empty() {
                    browser.ask(wanted.clone());
                }
                wanted
            }
            _ => Vec::new(),
        };
        if !wanted.is_empty() {
            effects.storage(StorageRequest::Peek(wanted));
        }
    }
}

/// The name of the game in the file at `path`, safe to show.
fn name_of(path: &Path) -> String {
    shown(Path::new(path.file_stem().unwrap_or_default()))
}

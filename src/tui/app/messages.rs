//! The answers to messages: answers to what was asked for, and what the system says.

use std::path::{Path, PathBuf};

use ratatui::layout::Size;
use tetralith_core::text::display_text;

use super::App;
use crate::keymap::{Action, Context};
use crate::program::{
    Effects, Explored, Form, Message, Moment, Peek, Reply as StorageReply, SaveFault,
    StorageRequest, TerminalRequest,
};
use crate::tui::layers::Layer;
use crate::tui::layers::games;
use crate::tui::layers::home::menu::MOST_RECENT;
use crate::tui::request::{ConfirmAction, Purpose, Request};
use crate::tui::shared::Shown;
use tetralith_files::shown;
use tetralith_session::seated::Seated;
use tetralith_session::table::Reply;
use tetralith_session::thinking::Thought;
use tetralith_session::words::WITHOUT_EXPLORED;
use tetralith_storage::files::Trashed;

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
            Message::Background(background) => self.shared.take_background(background, effects),
            Message::Reported(report) => self.shared.take_report(report, effects),
            Message::Refocused => self.refocused(effects),
            // There are only lines where there is no screen.
            Message::Configured(Ok(())) | Message::Line(_) | Message::EndOfInput => {}
            Message::Configured(Err(why)) => self.shared.tell_unwritten(&why, effects),
            Message::Thought(answer) => self.shared.take_answer(answer, effects),
            Message::Explored(explored) => self.explored(explored, effects),
            Message::Remote(message) => self.shared.take_remote(message, effects),
            Message::Studied(answer) => {
                let is_taken = match self.stack.screen_mut() {
                    Layer::Retry(page) => page.take(&answer),
                    _ => false,
                };
                if is_taken { effects.draw() } else { self.shared.take_findings(answer, effects) }
            }
            Message::Unflushed => self.tell_unflushed(effects),
            Message::Stopped => effects.terminal(TerminalRequest::Stop),
            Message::CannotStop => {
                let key = self.shared.key_for(Context::Anywhere, Action::Quit);
                self.fault(
                    format!("no shell could resume this program, so it keeps running; {key} quits"),
                    effects,
                );
            }
            Message::Resumed => effects.terminal(TerminalRequest::Redraw),
            Message::Quit => self.shared.end(effects),
        }
    }

    /// Takes in the reply of the storage.
    fn stored(&mut self, reply: StorageReply, effects: &mut Effects) {
        match reply {
            StorageReply::Kept { game, kept } => self.shared.kept(game, kept, effects),
            StorageReply::Saved(saved) => self.saved(saved, effects),
            StorageReply::CannotKeep(why) => self.shared.refuse(why, effects),
            StorageReply::Loaded(Ok(loaded)) => {
                self.stack.close_overlays();
                self.shared.sit_down(*loaded, true, effects);
            }
            StorageReply::Loaded(Err(fault)) => self.fault(fault, effects),
            StorageReply::Entered(dir) => {
                self.shared.request(Request::Games { dir: Some(dir), sought: None });
            }
            StorageReply::Progress(text) => self.shared.take_progress(text, effects),
            StorageReply::ProgressUnkept(why) => {
                self.shared.refuse(format!("your lesson progress is not saved: {why}"), effects);
            }
            StorageReply::Listed(listed) => {
                if let Layer::Games(browser) = self.stack.screen_mut() {
                    browser.list(listed);
                }
                effects.draw();
            }
            StorageReply::Peeked(peeks) => self.peeked(peeks, effects),
            StorageReply::Recent(paths) => {
                self.stack.home_mut().take_recent(paths, self.shared.game.seated.as_ref());
                if matches!(self.stack.screen(), Layer::Home(_)) {
                    effects.draw();
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
                return self.shared.refuse(format!("your games cannot be read: {why}"), effects);
            }
        }
        if let Layer::Explorer(explorer) = self.stack.screen_mut() {
            explorer.look(&self.shared);
            effects.draw();
        }
    }

    fn resize(&mut self, size: Size, effects: &mut Effects) {
        // In the new window the old size in pixels may make no sense.
        let has_pictures = self.shared.window.pictures().is_some();
        self.shared.window.size = size;
        if let Some(table) = self.table_mut() {
            table.show_cursor();
        }
        effects.draw();
        if has_pictures {
            // With the letters their cells may have grown.
            effects.terminal(TerminalRequest::AskCellSize);
        }
    }

    /// Has the picture on the screen sent anew, if there is one.
    fn refocused(&self, effects: &mut Effects) {
        if self.shared.display.picture.is_some() {
            effects.terminal(TerminalRequest::RenewPicture);
            effects.draw();
        }
    }

    fn tick(&mut self, now: Moment, effects: &mut Effects) {
        let picture = |moment: Moment| move |thought: &Thought| thought.picture(moment.steady);
        let thought = self.shared.game.thoughts.under_way.as_ref();
        let next = thought.map(picture(self.shared.now)) != thought.map(picture(now));
        self.shared.tell_clocks(now, effects);
        self.shared.now = now;
        self.shared.tick_remote(now, effects);
        let reply =
            self.shared.game.table_mut().map_or(Reply::Nothing, |table| table.tick(now.steady));
        self.shared.handle_reply(reply, effects);
        let plays = self.shared.settings().motion;
        let sample = match self.stack.front_mut() {
            Layer::Home(home) if plays => home.tick(now.steady),
            _ => false,
        };
        if self.shared.put_out() || next || sample {
            effects.draw();
        }
    }

    // ----- files saved under names of the user's own

    /// Says what came of saving. The prompt that asked for it may be closed by now, and anything
    /// else open.
    fn saved(&mut self, saved: Result<PathBuf, SaveFault>, effects: &mut Effects) {
        let game = &mut self.shared.game;
        let saving = game.saving.take();
        let without = if saving.as_ref().is_some_and(|saving| saving.leaves_out) {
            WITHOUT_EXPLORED
        } else {
            ""
        };
        if let (Some(saving), Err(fault)) = (saving, &saved) {
            game.keeping.unsaved |= saving.was_unsaved;
            game.lost = saving.at_the_end.then(|| fault.to_string());
        }
        let told = saved.map(|path| format!("saved as {}{without}", path.display()));
        self.written(Purpose::Save, told, ConfirmAction::ReplaceFile, effects);
    }

    /// Says what came of a picture.
    fn exported(&mut self, exported: Result<PathBuf, SaveFault>, effects: &mut Effects) {
        let what = |path: &Path| {
            if matches!(Form::of(path), Some(Form::Picture(_))) { "picture" } else { "page" }
        };
        let told =
            exported.map(|path| format!("the {} is saved as {}", what(&path), path.display()));
        self.written(Purpose::Export, told, ConfirmAction::ReplacePicture, effects);
    }

    /// Says that a file was written, or why not; asks whether one that is there may be replaced.
    fn written(
        &mut self,
        purpose: Purpose,
        told: Result<String, SaveFault>,
        replace: fn(PathBuf) -> ConfirmAction,
        effects: &mut Effects,
    ) {
        match told {
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
            Err(SaveFault::Other(fault)) if self.is_at_prompt(purpose) => {
                self.fault(fault, effects);
            }
            Err(SaveFault::Other(fault)) => self.shared.refuse(fault, effects),
        }
    }

    // ----- the list of saved games

    fn peeked(&mut self, peeks: Vec<(PathBuf, Peek)>, effects: &mut Effects) {
        if let Layer::Games(browser) = self.stack.screen_mut() {
            browser.learn(peeks);
            return effects.draw();
        }
        let learnt = self.stack.home_mut().learn(peeks, self.shared.game.seated.as_ref());
        if learnt {
            effects.draw();
        }
    }

    fn renamed(&mut self, from: &Path, renamed: Result<PathBuf, String>, effects: &mut Effects) {
        let to = match renamed {
            Ok(to) => to,
            Err(fault) => return self.fault(fault, effects),
        };
        self.stack.close_overlays();
        self.stack.home_mut().moved(from, Some(&to));
        if let Some(seated) = self.shared.game.seated.as_mut()
            && let Some(kept) = seated.kept.as_mut().filter(|kept| kept.path == from)
        {
            // Once the game is over it keeps the name that it was given.
            seated.name = to.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            kept.path.clone_from(&to);
        }
        if let Layer::Games(browser) = self.stack.screen_mut() {
            browser.rename(from, &to);
        }
        self.shared.say(format!("the game is called {} now", name_of(&to)), effects);
    }

    fn discarded(&mut self, discarded: Result<Trashed, String>, effects: &mut Effects) {
        let trashed = match discarded {
            Ok(trashed) => trashed,
            Err(fault) => return self.shared.refuse(fault, effects),
        };
        let path = trashed.from.clone();
        self.shared.trash.push(trashed);
        self.stack.home_mut().moved(&path, None);
        let would_lose = self.shared.would_lose();
        let game = &mut self.shared.game;
        let is_it = |seated: &mut Seated| {
            seated.kept.take_if(|kept| kept.path == path).is_some() && !would_lose
        };
        // A deleted game leaves the board, where its next step would save it again; what of it is
        // not in its file stays, since quitting asks about that.
        if game.seated.take_if(is_it).is_some() {
            game.keeping.forget();
            if game.shown != Shown::Away {
                self.shared.request(Request::Home);
            }
        }
        if let Layer::Games(browser) = self.stack.screen_mut() {
            browser.forget(&path);
        }
        let key = self.shared.key_for(Context::Files, Action::Undo);
        self.shared
            .say(format!("the game {} is deleted; {key} brings it back", name_of(&path)), effects);
    }

    fn restored(&mut self, restored: Result<PathBuf, String>, effects: &mut Effects) {
        // Even if this failed, so that it does not stand in the way of games deleted before.
        self.shared.trash.pop();
        match restored {
            Ok(path) => {
                let text = format!("the game {} is restored", name_of(&path));
                self.shared.request(Request::Games { dir: None, sought: Some(path) });
                self.shared.say(text, effects);
            }
            Err(fault) => self.shared.refuse(fault, effects),
        }
    }

    /// Has the files read whose contents could be on the screen.
    pub(super) fn look_into_files(&mut self, effects: &mut Effects) {
        let area = self.area();
        let now = self.shared.now.steady;
        let wanted = match self.stack.screen_mut() {
            Layer::Home(home) => {
                home.settle(now);
                if home.asks_for_recent() {
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

//! The list of saved games as a layer.

pub mod browser;
mod view;

use std::path::PathBuf;
pub use view::rows;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetralith_core::text::display_text;

use self::browser::Browser;
use crate::keymap::{Action, Context};
use crate::program::{Effects, StorageRequest};
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::layers::component::{Component, Scene, named};
use crate::tui::request::{Purpose, Request};
use crate::tui::shared::Shared;
use crate::tui::widgets::hint_line::Named;
use crate::tui::widgets::notice::say_over;
use tetralith_files::FileEntry;

impl Component for Browser {
    fn contexts(&self, _cx: &Shared) -> Vec<Context> {
        if self.is_filtering() {
            vec![Context::Filter, Context::Menu]
        } else {
            vec![Context::Files, Context::Menu, Context::Anywhere]
        }
    }

    fn hints(&self, cx: &Shared) -> Vec<Named> {
        use Action as A;
        if self.is_filtering() {
            return vec![(A::Accept, Some("done")), (A::Cancel, None)];
        }
        let mut hints = vec![A::Accept, A::Look];
        if kept_entry(self).is_ok() {
            hints.extend([A::Rename, A::Delete]);
        }
        hints.extend((!cx.trash.is_empty()).then_some(A::Undo));
        hints.extend([A::Cancel, A::TypePath, A::Quit]);
        named(hints)
    }

    fn act(&mut self, action: Action, cx: &mut Shared, effects: &mut Effects) {
        match action {
            Action::Cancel if self.stop_looking() => effects.draw(),
            Action::Cancel => cx.close(),
            Action::Look => {
                self.look();
                effects.draw();
            }
            Action::Accept if self.keep_filter() => effects.draw(),
            Action::Accept => open(self, cx, effects),
            Action::TypePath => cx.prompt(Purpose::Open, ""),
            Action::Parent => cx.request(Request::Games { dir: self.elsewhere(), sought: None }),
            Action::Rename => match kept_entry(self) {
                Ok(path) => {
                    let name =
                        display_text(&path.file_stem().unwrap_or_default().to_string_lossy());
                    cx.prompt(Purpose::Rename, &name);
                }
                Err(why) => cx.refuse(why, effects),
            },
            Action::Delete => match kept_entry(self) {
                Ok(path) => cx.discard(path, effects),
                Err(why) => cx.refuse(why, effects),
            },
            Action::Undo => match cx.trash.last() {
                Some(trashed) => effects.storage(StorageRequest::Restore(trashed.clone())),
                None => cx.refuse("there is no deleted game to restore", effects),
            },
            _ => effects.draw_if(self.act(action)),
        }
    }

    fn typed(&mut self, text: &str, _cx: &mut Shared, effects: &mut Effects) {
        if !self.is_filtering() {
            return;
        }
        self.insert(text);
        effects.draw();
    }

    fn submit(
        &mut self,
        purpose: Purpose,
        text: String,
        cx: &mut Shared,
        effects: &mut Effects,
    ) -> Result<(), String> {
        match purpose {
            Purpose::Rename => {
                let path = kept_entry(self)?;
                effects.storage(StorageRequest::Rename { path, name: text });
            }
            Purpose::Open if !text.is_empty() => {
                effects.storage(StorageRequest::Load(PathBuf::from(text)));
            }
            _ => cx.close(),
        }
        Ok(())
    }

    fn click(&mut self, at: Position, cx: &mut Shared, effects: &mut Effects) {
        match view::line_at(self, cx.area(), at) {
            // The first click shows what it is, the second opens it.
            Some(line) if self.selected() == line => {
                self.keep_filter();
                open(self, cx, effects);
            }
            Some(line) => {
                self.select(line);
                effects.draw();
            }
            None => {}
        }
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        view::draw(self, cx, scene.area, buffer);
        Some(say_over(cx.notices.shown.as_ref(), scene.is_covered, &cx.theme, scene.area, buffer))
    }

    fn picture(&self, scene: &Scene, cx: &Shared, easel: &mut Easel) -> Option<PlacedPicture> {
        view::picture(self, cx, scene.area, easel)
    }
}

/// Opens the selected line.
fn open(browser: &Browser, cx: &mut Shared, effects: &mut Effects) {
    match browser.entry() {
        None if browser.lines().is_empty() => {}
        None => cx.request(Request::Games { dir: browser.elsewhere(), sought: None }),
        Some(FileEntry { path, is_dir: true, .. }) => {
            cx.request(Request::Games { dir: Some(path.clone()), sought: None });
        }
        Some(FileEntry { path, .. }) => effects.storage(StorageRequest::Load(path.clone())),
    }
}

/// Returns the selected file, if it is one that may be renamed and deleted.
///
/// # Errors
/// A sentence without its full stop if it is not.
fn kept_entry(browser: &Browser) -> Result<PathBuf, &'static str> {
    match browser.entry() {
        Some(FileEntry { path, is_dir: false, .. }) if browser.dir.is_none() => Ok(path.clone()),
        Some(FileEntry { is_dir: false, .. }) => {
            Err("you can rename or delete only your saved games")
        }
        _ => Err("no game is selected"),
    }
}

//! The lessons and games that the user knows, and the first game of a kind.

use std::time::Duration;

use super::state::{Learnt, Shared};
use crate::program::{Effects, StorageRequest};
use crate::tui::request::Request;
use tetralith_session::lesson::{Kind, Lesson};
use tetralith_session::match_play::Attention;
use tetralith_session::practice::{Day, SeriesKind};
use tetralith_session::progress::Progress;
use tetralith_session::time::Moment;

impl Learnt {
    /// Passes the time `now` to the current series of puzzles; returns the words about its end.
    pub fn tell_time(&mut self, now: Duration) -> Option<String> {
        let series = self.series.as_mut()?;
        let practice = self.progress.practice(series.info());
        series.tell_time(now, &practice)
    }

    /// Notes that the puzzle or opening of `lesson` is left for the next one; returns the words
    /// about that, empty if there are none.
    pub fn leave(&mut self, lesson: &Lesson, now: Moment) -> String {
        match (lesson.course().kind, &mut self.series) {
            (Kind::Opening { id, .. }, _) if !lesson.is_judged() => self.openings.skip(id),
            (Kind::Puzzle { .. }, Some(series)) => {
                return self.progress.leave_puzzle(lesson, series, now);
            }
            _ => {}
        }
        String::new()
    }
}

impl Shared {
    /// Takes in what was learnt in earlier runs.
    pub fn take_progress(&mut self, text: Result<String, String>, effects: &mut Effects) {
        match text.and_then(|text| Progress::read(&text)) {
            Ok(progress) => {
                let news = progress != self.learnt.progress;
                self.learnt.progress = progress;
                effects.draw_if(news);
            }
            Err(why) => {
                // Progress that cannot be read must not be overwritten.
                self.learnt.unsaved = Some(why.clone());
                self.refuse(why, effects);
            }
        }
        if let Some(info) = self.learnt.awaited.take() {
            self.request(Request::Puzzles(info, SeriesKind::Practice));
        }
    }

    /// Has what was learnt kept; returns false, and shows why, if it cannot be.
    pub fn keep_progress(&mut self, effects: &mut Effects) -> bool {
        match &self.learnt.unsaved {
            None => effects.storage(StorageRequest::KeepProgress(self.learnt.progress.text())),
            Some(why) => {
                self.refuse(format!("your progress is not saved: {why}"), effects);
            }
        }
        self.learnt.unsaved.is_none()
    }

    /// Today, in the zone of the player.
    pub fn day(&self) -> Day {
        Day::of(self.game.now())
    }

    /// Notes what came of a step of a lesson: that it is done, or whether a puzzle was solved at
    /// once.
    pub fn note_lesson(&mut self, lesson: &mut Lesson, effects: &mut Effects) {
        let (info, at, now) = (lesson.course().info, lesson.at(), self.game.now());
        let news = match lesson.course().kind {
            Kind::Rules => lesson.is_done() && self.learnt.progress.finish(info, at),
            Kind::Strategy(number) => {
                lesson.is_done() && self.learnt.progress.finish_strategy(info, number, at)
            }
            Kind::Opening { .. } => {
                let Learnt { progress, openings, .. } = &mut self.learnt;
                progress.follow_opening(lesson, openings, now)
            }
            Kind::Puzzle { .. } => {
                let Learnt { progress, series, unsaved, .. } = &mut self.learnt;
                let is_rated = unsaved.is_none();
                let (news, said) = progress.follow_puzzle(lesson, series.as_mut(), is_rated, now);
                lesson.add(said);
                news
            }
        };
        if news {
            self.keep_progress(effects);
        }
    }

    /// True if first-time players of this game get tips.
    pub fn tells_first_game(&self) -> bool {
        let Some(seated) = self.game.seated() else { return false };
        let table = &seated.table;
        let info = table.game().info();
        self.settings().advice.hints
            && self.game.attention() != Attention::Away
            && !self.learnt.progress.has_played(info)
            && seated.is_own
            && table.state().is_going_on()
            && table.hand().is_playable()
            && !table.lines().is_in_the_past()
    }

    /// Puts the first-game hint away for good.
    pub fn dismiss_hint(&mut self, effects: &mut Effects) {
        self.note_played();
        effects.draw();
        self.keep_progress(effects);
    }

    /// Notes that the game at the table is known now.
    fn note_played(&mut self) -> bool {
        let info = self.game.table().map(|table| table.game().info());
        info.is_some_and(|info| self.learnt.progress.play(info))
    }

    /// Notes that a game was played to its end, after which its kind is no longer new.
    pub fn note_end(&mut self, effects: &mut Effects) {
        let played = !self.game.link().is_kiosk()
            && self.game.table().is_some_and(|table| table.state().follows_game());
        if played && self.note_played() {
            self.keep_progress(effects);
        }
    }
}

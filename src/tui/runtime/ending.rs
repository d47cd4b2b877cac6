//! The end, which waits for the disk.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::{Incoming, ScreenError, Session};
use crate::program::Message;

/// How long the end waits for the disk before it says so.
const SLOW: Duration = Duration::from_millis(400);

impl Session<'_> {
    /// Waits until everything is on the disk, or the disk has refused the game and the user is asked; who has waited a
    /// while is told why, and may end at once. What was `followed` so far ended well, or did not.
    pub(super) fn finish(
        &mut self,
        incoming: &Receiver<Incoming>,
        followed: Result<(), ScreenError>,
    ) -> Result<(), ScreenError> {
        let (waits_since, mut told) = (Instant::now(), false);
        // Whatever fails, the rest is still done.
        let mut ended = followed.and(self.keep());
        for message in self.keeper.retry() {
            ended = ended.and(self.happen(message));
        }
        while self.keeper.is_busy() && (self.quit || ended.is_err()) {
            let next = if told {
                incoming.recv().map_err(|_| RecvTimeoutError::Disconnected)
            } else {
                // However often something happens meanwhile.
                incoming.recv_timeout(SLOW.saturating_sub(waits_since.elapsed()))
            };
            match next {
                Ok(Incoming::Told(message)) if told && self.app.is_quit(&message) => break,
                // Who has quit answers no question that comes of it before it is there to be read.
                Ok(Incoming::Told(Message::Key(_) | Message::Mouse(_) | Message::Paste(_))) => {}
                Ok(happened) => {
                    let heard = self.happen(self.tick()).and(self.hear(happened));
                    ended = ended.and(heard).and(self.keep());
                }
                Err(RecvTimeoutError::Timeout) => {
                    told = true;
                    ended = ended.and(self.happen(Message::Unflushed));
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if told && std::mem::take(&mut self.draw) {
                // Who cannot be told waits all the same.
                let _ = self.screen.draw(&self.app);
            }
        }
        ended
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::sync::mpsc;

    use ratatui::layout::Size;
    use tetralith_core::{Colour, Setup, games};
    use tetralith_engine::{Analysis, Answer, Level};
    use tetralith_terminput::KeyCode;

    use super::*;
    use crate::clock::{Clock, TimeControl};
    use crate::files::Files;
    use crate::program::{Moment, Start};
    use crate::tui::app::App;
    use crate::tui::keeper::Keeper;
    use crate::tui::layers::Layer;
    use crate::tui::runtime::in_terminal;
    use crate::tui::runtime::screen::Screen;
    use crate::tui::runtime::watch::watch;
    use crate::tui::seat::Seat;
    use crate::tui::theme::{Depth, Glyphs, PALETTES, Theme};

    /// A game against the computer.
    fn start() -> Start {
        let info = games::info("necklace").unwrap();
        let options = info.options(&Setup { size: Some(9), ..Setup::default() }).unwrap();
        let seats = [Seat::person(String::new()), Seat::computer(Level::from_id("beginner").unwrap())];
        let clock = Clock::new(Some(TimeControl::parse("10m").unwrap()), true, Duration::ZERO);
        Start::Play { info, options, seats, clock }
    }

    #[test]
    fn who_stays_as_the_disk_refuses_the_game_finds_what_has_happened_meanwhile() {
        if !in_terminal::is_here() {
            in_terminal::run("ending::tests::who_stays_as_the_disk_refuses_the_game_finds_what_has_happened_meanwhile");
            return;
        }
        let dir = tempfile::tempdir().unwrap();
        let files = Files::at(dir.path().join("data"));
        let unfinished = files.unfinished();
        // A disk that writes when it is let, and tells of it here.
        let ((lets, waits), (tells, written)) = (mpsc::channel::<()>(), mpsc::channel());
        let keeper = Keeper::new(move |what| drop(tells.send(what)), move || waits.recv().unwrap_or_default());
        let mut screen = Screen::enter(false).unwrap();
        let theme = Theme::new(&PALETTES[0], Depth::Ansi16, Glyphs::Ascii);
        let size = screen.size().unwrap();
        let (app, effects) = App::new(start(), theme, size, Moment::default(), None);
        let ((sender, incoming), (answers, _)) = (mpsc::channel(), mpsc::channel());
        // The end waits as if for half a minute.
        let wait = Duration::from_secs(30);
        let began = Instant::now().checked_sub(wait).unwrap();
        let mut session = Session::new(began, app, Ok(files), keeper, &mut screen, answers);
        session.act(effects).unwrap();
        let key = |code: KeyCode| Incoming::Told(Message::Key(code.into()));
        let at = |steady: Duration| Incoming::Told(Message::Tick(Moment { steady, ..Moment::default() }));
        for code in [KeyCode::Tab, KeyCode::Enter] {
            session.hear(key(code)).unwrap();
        }
        session.settle().unwrap();
        let thought = session.app.thoughts().own().expect("it is the computer's turn");
        let (ticket, before) = (thought.ticket, session.app.table().unwrap().timeline().clone());
        session.hear(key(KeyCode::Char('q'))).unwrap();
        assert!(session.quit && session.keeper.is_busy());
        let left = session.app.time_left(Colour::Second);

        fs::remove_dir_all(&unfinished).unwrap();
        fs::write(&unfinished, "").unwrap();
        lets.send(()).unwrap();
        let refused = written.recv().unwrap();
        let step = before.position().legal().first().copied();
        let analysis = Analysis {
            to_move: Colour::Second,
            simulations: 0,
            elapsed: Duration::ZERO,
            win: 0.5,
            margin: 0.0,
            score: None,
            proof: None,
            candidates: Vec::new(),
            principal_variation: Vec::new(),
        };
        let small = Size { width: 60, height: 20 };
        for happened in [
            Incoming::Told(Message::Thought(Answer::Done { id: ticket, step, analysis })),
            Incoming::Told(Message::Resize(small)),
            key(KeyCode::Char('y')),
            Incoming::Written(refused),
        ] {
            sender.send(happened).unwrap();
        }
        session.finish(&incoming, Ok(())).unwrap();
        assert!(!session.quit && matches!(session.app.overlays(), [Layer::Question(_)]), "the user is asked");
        assert_eq!((session.app.size(), session.app.table().unwrap().timeline().steps()), (small, 1));
        assert_eq!(session.app.time_left(Colour::Second), left, "no clock has run");
        session.hear(key(KeyCode::Char('n'))).unwrap();
        session.hear(at(2 * wait)).unwrap();
        assert_eq!(session.app.table().unwrap().timeline().steps(), 2, "the computer has made its step");
        assert_eq!(session.app.running_clock(), Some(Colour::First));
    }

    #[test]
    fn a_fault_of_what_reads_keys_gives_the_terminal_back_for_good_and_ends_the_program() {
        if !in_terminal::is_here() {
            let name =
                "ending::tests::a_fault_of_what_reads_keys_gives_the_terminal_back_for_good_and_ends_the_program";
            let (output, passed) = in_terminal::output_of(name);
            let text = String::from_utf8_lossy(&output);
            let (left, told) = (text.rfind("\x1b[?1049l"), text.find("on purpose"));
            assert!(passed && left.is_some() && left < told, "{text}");
            // Each frame begins so.
            let frame = "\x1b[?2026h";
            assert!(text.contains(frame) && text.rfind(frame) < left, "{text}");
            return;
        }
        let dir = tempfile::tempdir().unwrap();
        let mut screen = Screen::enter(false).unwrap();
        let theme = Theme::new(&PALETTES[0], Depth::Ansi16, Glyphs::Ascii);
        let (app, effects) = App::new(start(), theme, screen.size().unwrap(), Moment::default(), None);
        let (sender, incoming) = mpsc::channel();
        let keeper = Keeper::new(|_| (), || ());
        let files = Ok(Files::at(dir.path().join("data")));
        let mut session = Session::new(Instant::now(), app, files, keeper, &mut screen, sender.clone());
        session.act(effects).unwrap();
        session.settle().unwrap();
        watch(sender, || panic!("on purpose")).unwrap();
        let followed = session.follow(&incoming);
        // A frame that is due is drawn over nothing.
        session.screen.draw(&session.app).unwrap();
        let ended = session.finish(&incoming, followed);
        assert!(matches!(session.outcome(ended), Err(ScreenError::Deaf)));
    }
}

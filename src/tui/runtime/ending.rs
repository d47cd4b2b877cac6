//! The end of the program in a terminal.

use std::sync::mpsc;
use std::time::Instant;

use super::watch::watch;
use super::{Host, Screen, ScreenError, in_terminal, outcome, storage};
use crate::program::{Driver, GamesReader, Moment, Start};
use crate::theme::{Depth, Glyphs, PALETTES, Theme};
use crate::tui::app::App;
use tetralith_core::{Setup, games};
use tetralith_session::clock::Clock;
use tetralith_session::seat::Seat;
use tetralith_storage::files::Files;

#[test]
fn keyboard_faults_restore_the_terminal_and_end() {
    if !in_terminal::is_here() {
        let name = "ending::keyboard_faults_restore_the_terminal_and_end";
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
    let info = games::info("necklace").unwrap();
    let options = info.options(&Setup { size: Some(9), ..Setup::default() }).unwrap();
    let seats = [Seat::default(), Seat::default()];
    let start = Start::Play { info, options, seats, clock: Clock::default() };
    let (app, effects) = App::new(start, theme, screen.size().unwrap(), Moment::default(), None);
    let (sender, incoming) = mpsc::channel();
    let storage = storage(Ok(Files::at(dir.path().join("data"))), sender.clone(), || ());
    let explorer = GamesReader::new(|_| ());
    let host = Host::new(
        Instant::now(),
        storage,
        &mut screen,
        explorer,
        (sender.clone(), incoming),
        (false, true, false),
    );
    let mut driver = Driver::new(app, host);
    driver.begin(effects);
    watch(sender, || panic!("on purpose")).unwrap();
    let ended = driver.follow();
    // A frame that is due is drawn over nothing.
    driver.host.screen.draw(&driver.app).unwrap();
    assert!(matches!(outcome(&driver.app, ended), Err(ScreenError::Deaf)));
}

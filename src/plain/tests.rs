//! Whatever is typed, the plain mode answers in safe text and its game stays one that can be written and read.

use proptest::prelude::*;
use tetralith_core::record::Record;
use tetralith_core::{Setup, games};
use unicode_width::UnicodeWidthStr;

use super::session::{Deed, Event, Session};
use super::words::WORDS;
use crate::clock::Clock;
use crate::settings::Settings;
use crate::tui::app::{Effect, Moment, Start};
use crate::tui::seat::Seat;

/// Lines that mean something, lines that nearly do, and noise.
fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => prop::sample::select(WORDS).prop_map(|entry| entry.name.to_owned()),
        1 => (prop::sample::select(WORDS), "[a-f0-9 *,-]{0,8}").prop_map(|(entry, rest)| format!("{} {rest}", entry.name)),
        6 => "x?[a-e][1-5]",
        2 => "[a-e][1-5],[a-e][1-5],[a-e][1-5]",
        1 => ".{0,40}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_lines_are_answered_in_safe_text_and_what_is_kept_can_be_read(
        game in 0..games::INFOS.len(),
        lines in prop::collection::vec(line(), 0..40),
    ) {
        let info = games::INFOS[game];
        let options = info.options(&Setup { size: Some(5), ..Setup::default() }).unwrap();
        let start = Start::Play { info, options, seats: [Seat::default(), Seat::default()], clock: Clock::default() };
        let (mut session, mut deeds) = Session::new(start, Settings::default(), None, Moment::default());
        for line in lines {
            deeds.extend(session.update(Event::Line(line), Moment::default()));
        }
        deeds.extend(session.update(Event::End, Moment::default()));
        prop_assert_eq!(deeds.last(), Some(&Deed::Do(Effect::Quit)));
        for deed in deeds {
            match deed {
                Deed::Say(text) => {
                    let hidden = |c: char| c != '\n' && tetralith_core::text::is_hidden(c);
                    prop_assert!(!text.contains(hidden), "{:?}", text);
                    // Marks that combine with a character take no column.
                    prop_assert!(text.lines().all(|line| line.width() < 80), "{}", text);
                }
                Deed::Do(Effect::Keep { text, .. } | Effect::Save { text, .. }) => {
                    prop_assert!(Record::read(text.as_bytes()).is_ok());
                }
                Deed::Do(_) => {}
            }
        }
    }
}

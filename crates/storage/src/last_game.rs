//! The settings of the game of a kind that was played last, from the records of games that are
//! kept.

use std::time::Duration;

use serde::Deserialize;
use serde::de::IgnoredAny;
use tetralith_core::record::{Record, raw};
use tetralith_core::timeline::Timeline;
use tetralith_core::{Info, Options};
use tetralith_session::clock::{Clock, TimeControl};
use tetralith_session::kept::holders;
use tetralith_session::seat::Seat;
use tetralith_session::seated::CLOCK;
use tetralith_session::time::Zone;

use crate::files::{Files, newest};
use crate::lists;

/// A game that was played here, as the form for the next one begins.
#[derive(Clone, Debug)]
pub struct LastGame {
    /// The game.
    pub info: &'static Info,
    /// Its board and options.
    pub options: Options,
    /// The players as they sat when it began.
    pub seats: [Seat; 2],
    /// The time controls, and whether a player who runs out of time loses.
    pub clock: Option<([TimeControl; 2], bool)>,
}

impl LastGame {
    /// The game of `record` if it was played here: a record without kinds of players is another
    /// program's, and a game with another terminal was agreed on.
    pub(crate) fn of(record: &Record, timeline: &Timeline) -> Option<Self> {
        let seats = holders(record, timeline, &[]).map(Seat::of);
        if seats.iter().any(|seat| seat.kind.is_none() || seat.is_remote) {
            return None;
        }
        let clock = record.unknown.get(CLOCK);
        let clock = clock.and_then(|text| Clock::from_json(text, Duration::ZERO));
        let start = timeline.start();
        Some(Self {
            info: start.info(),
            options: *start.options(),
            seats,
            clock: clock.and_then(|clock| clock.controls()),
        })
    }
}

/// The game called `game` in `files` that began last, or of very many games one of those that were
/// written last. Among other files a list counts by the date of its first game.
pub fn last_game(files: &Files, game: &str) -> Option<LastGame> {
    files
        .recent()
        .filter_map(|path| newest(&path).ok())
        .find_map(|newest| last_game_in(&newest.bytes, game))
}

/// The game that began last in `bytes`, a record or a list of some, of those called `game` that
/// were played here. A position that was set up shows nothing of the board.
pub fn last_game_in(bytes: &[u8], game: &str) -> Option<LastGame> {
    #[derive(Deserialize)]
    struct Brief {
        game: String,
        position: Option<IgnoredAny>,
        date: Option<String>,
    }
    let dated = |record: &[u8]| {
        // Most games are of another kind, and their moves need not be played.
        let brief: Brief = serde_json::from_str(raw::text(record).ok()?).ok()?;
        if brief.game != game || brief.position.is_some() {
            return None;
        }
        let (record, timeline) = Record::read(record).ok()?;
        let date = brief.date.and_then(|date| Zone::Local.time(&date));
        Some((date, LastGame::of(&record, &timeline)?))
    };
    let games = lists::records(bytes).into_iter().filter_map(dated);
    games.max_by_key(|(date, _)| *date).map(|(_, last)| last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(rest: &str) -> String {
        format!(
            r#"{{"format":"tetralith","version":1,"game":"necklace",
            "options":{{"size":9,"pie":true}},
            "players":{{"red":{{"kind":"human","name":"Ann"}},
                "blue":{{"kind":"ai","level":"easy"}}}},
            "tetralith:clock":{{"control":"10m","loses":false,"left":[
                {{"main_ms":1,"period_ms":0,"periods":0}},
                {{"main_ms":2,"period_ms":0,"periods":0}}]}},
            "moves":["c3"]{rest}}}"#
        )
    }

    #[test]
    fn last_game_has_options_players_and_clock() {
        let last = last_game_in(record("").as_bytes(), "necklace").unwrap();
        assert_eq!((last.options.size, last.options.pie), (9, true));
        assert_eq!(last.seats.each_ref().map(Seat::title), ["Ann", "Easy"]);
        let clock = last.clock.map(|([control, _], loses)| (control.to_string(), loses));
        assert_eq!(clock, Some(("10m".to_owned(), false)));
        let swapped = record("").replace(r#"["c3"]"#, r#"["c3","swap"]"#);
        let last = last_game_in(swapped.as_bytes(), "necklace").unwrap();
        assert_eq!(last.seats.each_ref().map(Seat::title), ["Easy", "Ann"], "before the swap");
    }

    #[test]
    fn last_game_is_the_one_that_began_last() {
        let dir = tempfile::tempdir().unwrap();
        let files = Files::at(dir.path().to_owned());
        let dated = |date: &str| record(&format!(r#","date":"{date}""#));
        files.keep(None, "new", &dated("2026-11-01")).unwrap();
        let old = dated("2026-10-01").replace(r#""size":9"#, r#""size":5"#);
        files.keep(None, "old", &old).unwrap();
        let written_last = std::time::SystemTime::now() + Duration::from_secs(60);
        let file = std::fs::File::options().write(true).open(files.games().join("old.json"));
        file.unwrap().set_modified(written_last).unwrap();
        assert_eq!(last_game(&files, "necklace").map(|it| it.options.size), Some(9));
    }

    #[test]
    fn last_game_of_a_list_is_the_one_that_began_last() {
        let dir = tempfile::tempdir().unwrap();
        let files = Files::at(dir.path().to_owned());
        let game = |size: u8, date: &str| {
            let size = format!(r#""size":{size}"#);
            record(&format!(r#","date":"{date}""#)).replace(r#""size":9"#, &size)
        };
        let [first, last, third] = [(5, "2026-10-01"), (7, "2026-11-01"), (9, "2026-10-02")]
            .map(|(size, date)| game(size, date));
        let other = last.replace("necklace", "plurality").replace("2026-11", "2026-12");
        files.keep(None, "list", &format!("[{first},{last},{{}},{third},{other}]")).unwrap();
        assert_eq!(last_game(&files, "necklace").map(|it| it.options.size), Some(7));
        files.keep(None, "one", &game(11, "2026-10-03")).unwrap();
        assert_eq!(last_game(&files, "necklace").map(|it| it.options.size), Some(11));
    }

    #[test]
    fn last_game_is_found_behind_many_of_other_kinds() {
        let dir = tempfile::tempdir().unwrap();
        let files = Files::at(dir.path().to_owned());
        let kept = files.keep(None, "one", &record("")).unwrap();
        let file = std::fs::File::options().write(true).open(kept.path).unwrap();
        file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
        for n in 0..=1_000 {
            std::fs::write(files.games().join(format!("{n}.json")), "{}").unwrap();
        }
        assert_eq!(last_game(&files, "necklace").map(|it| it.options.size), Some(9));
    }

    #[test]
    fn games_from_elsewhere_do_not_count() {
        for other in [
            record("").replace(r#""kind":"human","#, ""),
            record("").replace(r#""name":"Ann""#, r#""name":"Ann","tetralith:remote":true"#),
            record(r#","position":"necklace size=9 9/9/9/9/9/9/9/9/9 red""#),
            record("").replace("\"c3\"", "\"z99\""),
            record("").replace("necklace", "plurality"),
            record("")[..200].to_owned(),
        ] {
            assert!(last_game_in(other.as_bytes(), "necklace").is_none(), "{other}");
        }
    }
}

//! Commented games: opened from the list of lessons, from the palette and in the plain mode, played
//! through, and left again.

use std::time::Duration;

use crate::common::run_with;
use crate::support::{Screen, kept_games, mono};
use tetralith::program::Start;
use tetralith::shipped::{self, TO_WATCH};
use tetralith_core::timeline::NodeId;
use tetralith_core::{Info, games};
use tetralith_session::lesson::GameLesson;
use tetralith_session::table::Mode;

/// The program with the first commented game of `info` chosen in the list of lessons.
fn at_games(info: &'static Info, size: (u16, u16)) -> Screen {
    let mut screen = Screen::new(Start::Home, size, mono());
    let down = games::INFOS.iter().position(|other| other.id == info.id).unwrap();
    let steps = GameLesson::of(info).unwrap().steps.len();
    let lessons = GameLesson::strategy(info, shipped::strategy(info)).unwrap().len();
    let line = "<Down>".repeat(steps + lessons);
    screen.keys(&"<Down>".repeat(down)).keys("L<Right><Home>").keys(&line);
    screen
}

#[test]
fn a_commented_game_is_played_through_and_left_by_keys() {
    for info in kept_games() {
        let mut screen = at_games(info, (80, 24));
        screen.assert_shows("Watch a game: an opening fight").keys("<Enter>");
        screen.assert_shows("turn 0 of").assert_shows("Space plays the game through");
        let line = screen.timeline().main_line();
        screen.keys(" ").assert_shows("autoplay, 1 s a move");
        let mut now = Duration::ZERO;
        for &node in &line {
            let due = screen.app.wake_at().unwrap();
            let comment = screen.table().comment().chars().count() as u64;
            // A comment is shown for as long as it takes to read.
            assert!(due >= now + Duration::from_millis(1000 + 50 * comment), "{}", info.id);
            now = due;
            screen.tick(now);
            assert_eq!(screen.timeline().cursor(), node);
        }
        let table = screen.table();
        assert_eq!((table.autoplay().due(), table.mode()), (None, Mode::Review));
        assert!(table.outcome().is_some(), "{}", info.id);
        // Nothing of it becomes a game of one's own.
        assert!(screen.kept().is_empty());
        // Leaving leads back to where it was opened.
        screen.assert_shows("Esc Learn").keys("<Esc>").assert_shows("Watch a game: an opening");
        screen.keys("<Esc>").assert_shows("Back to the review").keys("L").assert_shows(info.title);
    }
}

#[test]
fn marked_moves_of_a_commented_game_are_gone_to() {
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    screen.keys(&format!("L<Right>{}", "<Down>".repeat(20)));
    screen.assert_shows("Watch a game: an opening fight").keys("<Enter>").assert_shows("turn 0 of");
    let table = screen.table();
    let (timeline, is_fault) = (table.timeline(), |nag: &str| ["?!", "?", "??"].contains(&nag));
    let nag = |node| timeline.note(node).and_then(|note| note.nag.as_deref());
    let line = timeline.main_line();
    let marked: Vec<_> = line.into_iter().filter(|&at| nag(at).is_some_and(is_fault)).collect();
    assert!(!marked.is_empty());
    for node in marked {
        let timeline = screen.keys("n").timeline();
        assert_eq!(timeline.cursor(), node);
    }
    screen.keys("n");
    assert!(!screen.shows("not analysed"), "{}", screen.text());
}

#[test]
fn every_comment_is_shown_whole_or_marked_as_cut() {
    for (size, most_cut) in [((80, 24), 0), ((60, 20), usize::MAX), ((40, 16), usize::MAX)] {
        for info in kept_games() {
            for number in 0..TO_WATCH.len() {
                let mut screen = at_games(info, size);
                screen.keys(&"<Down>".repeat(number)).keys("<Enter>");
                let line = screen.timeline().main_line();
                let mut cut = 0;
                for _ in line {
                    screen.keys("<Right>");
                    let comment = screen.table().comment().to_owned();
                    if comment.is_empty() {
                        continue;
                    }
                    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
                    let [shown, whole]: [Vec<String>; 2] = [words(&screen.text()), words(&comment)];
                    let is_whole =
                        whole.iter().all(|word| shown.contains(word)) && screen.shows("Comment");
                    cut += usize::from(!is_whole);
                    let is_marked = screen.shows("* comment (c)")
                        || screen.shows("* c")
                        || screen.shows("c shows all");
                    assert!(is_whole || is_marked, "{size:?}: {comment}\n{}", screen.text());
                }
                assert!(cut <= most_cut, "{} {number} at {size:?}: {cut} cut", info.id);
            }
        }
    }
}

#[test]
fn the_palette_opens_a_commented_game() {
    let mut screen = Screen::new(Start::Home, (80, 24), mono());
    screen.keys(":watch greylox endgame<Enter>").assert_shows("Greylox").assert_shows("turn 0 of");
    let table = screen.table();
    assert_eq!((table.mode(), table.timeline().cursor()), (Mode::Review, NodeId::START));
}

#[test]
fn the_plain_mode_lists_and_reads_commented_games() {
    let data = tempfile::tempdir().unwrap();
    let lines = "watch\nwatch gomoku\nwatch greylox\nwatch greylox 2\nwatch 9\nwatch 3\n\n\n";
    let variables = [("TETRALITH_DATA_DIR", data.path().as_os_str())];
    let run = run_with(&["--plain"], lines.as_bytes(), &variables);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    assert!(run.out.contains("Watch needs a game: "), "{}", run.out);
    assert!(run.out.contains("There is no game 'gomoku'; the games are "), "{}", run.out);
    assert!(run.out.contains("There is no game 9; games of Greylox: 1 an opening"), "{}", run.out);
    assert_eq!(run.out.matches("An empty line shows the next move").count(), 2, "{}", run.out);
    assert_eq!(run.out.matches("1 an opening fight, 2 a middle game").count(), 2, "{}", run.out);
    let greylox = games::info("greylox").unwrap();
    let loaded = shipped::game_to_watch(greylox, 2).unwrap();
    let first = loaded.timeline.main_line()[0];
    let comment = &loaded.timeline.note(first).unwrap().comment;
    let words: Vec<&str> = comment.split_whitespace().collect();
    let shown = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(shown.contains(&words.join(" ")), "{}", run.out);
}

#[test]
fn a_cut_comment_is_read_whole_by_its_key() {
    let mut screen = at_games(games::info("multiplicity").unwrap(), (60, 20));
    screen.keys("<Enter>").assert_shows("c shows all").keys("c").assert_shows("Comment: ");
    let timeline = screen.timeline().clone();
    let whole = |screen: &Screen, comment: &str| {
        let shown = screen.words();
        let words: Vec<&str> = comment.split_whitespace().collect();
        assert!(shown.contains(&words.join(" ")), "{comment}\n{}", screen.text());
    };
    let game = screen.app.shared().game.seated().unwrap().record.comment.clone().unwrap();
    whole(&screen, &game);
    screen.keys("<Esc> ").assert_shows("c comment");
    let first = timeline.main_line()[0];
    let due = screen.app.wake_at().unwrap();
    screen.tick(due).assert_shows("autoplay").keys("c");
    whole(&screen, &timeline.note(first).unwrap().comment);
    // Nothing goes on meanwhile.
    assert_eq!(screen.table().autoplay().due(), None);
}

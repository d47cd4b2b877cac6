//! Games that could not be kept: before another game takes their place at the table, or the program
//! ends, saving is tried once more and the user is asked.
#![cfg(unix)]

#[allow(dead_code, reason = "each test program uses its part")]
use std::collections::VecDeque;
use std::fs;
use std::io::{BufRead, Read};
use std::path::Path;

use crate::common::kept_games;
use crate::support::{Screen, game, mono, small};
use tetralith::plain;
use tetralith::settings::Settings;
use tetralith_core::Setup;
use tetralith_storage::files::{self, Files};

const NEW: &str = "Q:new game: multiplicity<Enter><Enter>";

fn necklace() -> Screen {
    Screen::new(game("necklace", small(9)), (80, 24), mono())
}

/// Puts a file where the directory of games should be, which keeps every user from writing there.
fn block(screen: &Screen) {
    let data = screen.path().join("data");
    if data.is_dir() {
        fs::rename(&data, screen.path().join("before")).unwrap();
    }
    fs::write(data, "").unwrap();
}

fn free(screen: &Screen) {
    let data = screen.path().join("data");
    fs::remove_file(&data).unwrap();
    if screen.path().join("before").exists() {
        fs::rename(screen.path().join("before"), data).unwrap();
    }
}

/// The games that are kept and how many steps they have.
fn kept(screen: &Screen) -> Vec<(&'static str, usize)> {
    kept_in(&screen.path().join("data"))
}

fn kept_in(data: &Path) -> Vec<(&'static str, usize)> {
    let paths = Files::at(data.to_owned()).kept().into_iter().map(|entry| entry.path);
    let games = paths.map(|path| files::load(&path).unwrap().1);
    let mut kept: Vec<_> = games.map(|game| (game.position().info().id, game.steps())).collect();
    kept.sort_unstable();
    kept
}

#[test]
fn unsaved_games_give_way_only_on_yes() {
    let mut screen = necklace();
    screen.keys("<Tab><Enter><Tab><Enter>");
    block(&screen);
    screen
        .keys("<Tab><Enter>")
        .assert_shows("not saved ")
        .keys(NEW)
        .assert_shows("Lose the current game?");
    screen.assert_shows("It could not be saved").keys("n<Esc>");
    assert_eq!(screen.timeline().steps(), 3);
    assert!(screen.app.shared().game.saving().would_lose());
    screen.keys("<Enter>").keys(NEW).keys("y").assert_shows("Multiplicity");
    assert!(
        !screen.app.shared().game.saving().would_lose() && !screen.shows("not saved"),
        "{}",
        screen.text()
    );
    free(&screen);
    assert_eq!(kept(&screen), [("necklace", 2)]);
    screen.keys("q");
    assert!(screen.has_quit() && screen.app.shared().game.saving().fault().is_none());
}

#[test]
fn earlier_keys_and_clicks_answer_no_question() {
    let mut screen = necklace();
    screen.keys("<Tab><Enter>s<C-u>mine<Enter>").assert_shows("Saved as");
    screen
        .keys("s<C-u>mine<Enter><Enter>q")
        .assert_shows("Replace it?")
        .assert_shows("y yes")
        .keys("n<Esc>");
    block(&screen);
    let (give_way, quit) = ("Lose the current game?", "Quit and lose the game?");
    screen.keys("<Tab><Enter>").keys(NEW).keys("<Enter> q").assert_shows(give_way);
    screen.keys("<C-c>").assert_shows(quit).keys("<C-c><Enter>q").assert_shows(quit);
    assert!(!screen.has_quit());
    screen.keys("n").assert_shows(give_way).keys("n");
    let begin = screen.find("Enter start  Esc").expect("the hint line");
    screen.click(begin).assert_shows(give_way).click(begin).assert_shows(give_way);
    screen.click((begin.0 + 1, begin.1)).assert_shows("Multiplicity");
    assert!(!screen.shows(give_way), "{}", screen.text());
    // A change that can be undone needs no more than Enter.
    screen.keys("<Tab><Enter>G").assert_shows("Resign").keys("<Enter>").assert_shows("game over");
}

#[test]
fn games_saved_by_now_give_way_without_a_question() {
    let mut screen = necklace();
    screen.keys("<Tab><Enter><Tab><Enter>");
    block(&screen);
    screen.keys("<Tab><Enter><Tab><Enter>").assert_shows("not saved ");
    free(&screen);
    screen.keys(NEW).assert_shows("Multiplicity");
    assert!(
        !screen.shows("not saved") && screen.app.shared().game.saving().fault().is_none(),
        "{}",
        screen.text()
    );
    assert_eq!(kept(&screen), [("necklace", 4)]);
    screen.keys("<Tab><Enter>");
    assert_eq!(kept(&screen), [("multiplicity", 1), ("necklace", 4)]);
}

#[test]
fn opened_games_do_not_replace_unsaved_ones() {
    let mut screen = necklace();
    screen.keys("<Tab><Enter>").keys(NEW).keys("<Tab><Enter>");
    let saved = screen.path().join("saved.json");
    fs::copy(&screen.kept()[0], &saved).unwrap();
    block(&screen);
    screen.keys("<Tab><Enter>").assert_shows("not saved ");
    let open = format!("Q:open saved<Enter>g{}<Enter>", saved.display());
    screen.keys(&open).assert_shows("Lose the current game?").keys("n<Esc>");
    assert_eq!(screen.timeline().steps(), 2);
    screen.keys("<Enter>").keys(&open).keys("y").assert_shows("turn 0 of 1");
    assert!(!screen.shows("not saved"), "{}", screen.text());
}

#[test]
fn games_without_autosave_give_way_only_on_yes() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("config.toml"), "autosave = false\nhints = false\n").unwrap();
    let mut screen = Screen::in_settings(game("necklace", small(9)), (80, 24), dir);
    screen.keys("<Tab><Enter>").keys(NEW).assert_shows("Lose the current game?").keys("n<Esc>");
    assert_eq!(screen.timeline().steps(), 1);
    screen.keys("<Enter>").keys(NEW).keys("y").assert_shows("Multiplicity").keys("q");
    assert!(screen.has_quit(), "a game that nobody has played is not missed");
    let mut screen = screen.again(game("necklace", small(9)));
    screen.keys(NEW).assert_shows("Multiplicity");
}

#[test]
fn quitting_with_room_again_loses_nothing() {
    let mut screen = necklace();
    block(&screen);
    screen.keys("<Tab><Enter><Tab><Enter>q").assert_shows("Quit and lose the game?").keys("n");
    assert!(!screen.has_quit());
    free(&screen);
    screen.keys("q");
    assert!(screen.has_quit() && screen.app.shared().game.saving().fault().is_none());
    assert_eq!(kept(&screen), [("necklace", 2)]);
}

#[test]
fn quitting_rewrites_vanished_files_or_asks() {
    for over in ["", "Gy"] {
        let mut screen = necklace();
        screen.keys("<Tab><Enter><Tab><Enter>").keys(over);
        fs::remove_dir_all(screen.path().join("data")).unwrap();
        screen.keys("q");
        assert!(screen.has_quit() && screen.app.shared().game.saving().fault().is_none());
        assert_eq!(kept(&screen), [("necklace", 2)]);
        let mut screen = screen.again(tetralith::program::Start::Home);
        if over.is_empty() {
            for gone in ["", "half"] {
                screen.keys("<Enter>").assert_shows("turn 2");
                let path = &screen.kept()[0];
                fs::remove_file(path).unwrap();
                if !gone.is_empty() {
                    fs::write(path, gone).unwrap();
                }
                screen.keys("q");
                let whole = screen.kept().iter().filter(|path| files::load(path).is_ok()).count();
                assert_eq!((screen.has_quit(), whole), (true, 1), "{gone}");
                screen = screen.again(tetralith::program::Start::Home);
            }
            screen.keys("<Enter>").assert_shows("turn 2");
            fs::remove_dir_all(screen.path().join("data")).unwrap();
            block(&screen);
            screen.keys("q").assert_shows("Quit and lose the game? It could not be saved");
            assert!(!screen.has_quit());
            screen.keys("y");
            assert!(screen.has_quit() && screen.app.shared().game.saving().fault().is_some());
        }
    }
}

#[test]
fn quitting_leaves_reviewed_and_foreign_files_alone() {
    let mut screen = necklace();
    screen.keys("<Tab><Enter><Tab><Enter>");
    let path = screen.kept().remove(0);
    let longer = fs::read_to_string(&path)
        .unwrap()
        .replace("\"moves\"", "\"note\": \"by another\", \"moves\"");
    fs::write(&path, &longer).unwrap();
    screen.keys("q");
    assert_eq!((screen.kept().len(), fs::read_to_string(&path).unwrap()), (1, longer));
    let mut screen = screen.again(tetralith::program::Start::Home);
    screen.keys("<Enter>Gy").assert_shows("game over");
    let over = screen.kept().remove(0);
    screen.keys(&format!("Q:open saved<Enter>g{}<Enter>", over.display())).assert_shows("of 2");
    fs::remove_file(&over).unwrap();
    screen.keys("q");
    assert!(screen.has_quit() && screen.kept().is_empty());
}

#[test]
fn late_save_failures_are_reported_and_retried() {
    let mut screen = necklace();
    screen.slow_down();
    screen.keys("<Tab><Enter>");
    let games = screen.path().join("data/games");
    screen.keys(NEW).assert_shows("Multiplicity");
    // Its draft stays; the file itself cannot be written.
    let name =
        fs::read_dir(&games).unwrap().next().unwrap().unwrap().file_name().into_string().unwrap();
    let file = games.join(name.strip_prefix(".tetralith-").unwrap());
    let aside = screen.path().join("aside");
    fs::rename(&games, &aside).unwrap();
    fs::write(&games, "").unwrap();
    screen.write().assert_shows("An earlier game is not saved yet");
    assert!(
        !screen.app.shared().game.saving().would_lose()
            && screen.app.shared().game.saving().fault().is_some()
    );
    screen.keys("?<Esc>");
    assert!(!screen.shows("not saved"), "{}", screen.text());
    fs::remove_file(&games).unwrap();
    fs::rename(&aside, &games).unwrap();
    screen.keys("q");
    assert!(screen.has_quit() && screen.is_busy());
    screen.write();
    assert!(screen.app.shared().game.saving().fault().is_none() && file.exists());
}

#[test]
fn a_game_that_is_not_saved_is_not_deleted() {
    let mut screen = necklace();
    screen.keys("<Tab><Enter><Tab><Enter>");
    let path = screen.kept().remove(0);
    let name = path.file_name().unwrap().to_str().unwrap();
    // A directory in the place of the draft lets nothing be written.
    let in_the_way = path.with_file_name(format!(".tetralith-{name}"));
    fs::create_dir(&in_the_way).unwrap();
    screen.keys("<Tab><Enter>").assert_shows("not saved ");
    screen.keys("Q:open saved<Enter>d").assert_shows("last moves are not saved");
    assert!(path.exists());
    screen.keys("u").assert_shows("There is no deleted game");
    screen.keys("q").assert_shows("Quit and lose the game?").keys("n");
    assert!(!screen.has_quit());
    fs::remove_dir(&in_the_way).unwrap();
    screen.keys("d").assert_shows("eleted ");
    assert!(screen.app.table().is_none() && screen.app.shared().game.saving().fault().is_none());
    screen.keys("u").assert_shows("estored ");
    assert_eq!(kept(&screen), [("necklace", 3)]);
}

#[test]
fn a_deleted_game_with_unsaved_moves_stays_at_the_board() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("config.toml"), "autosave = false\nhints = false\n").unwrap();
    let files = Files::at(dir.path().join("data"));
    let mut screen = necklace();
    screen.keys("<Tab><Enter>");
    let text = fs::read_to_string(&screen.kept()[0]).unwrap();
    files.keep(None, "mine", &text).unwrap();
    let mut screen = Screen::in_settings(tetralith::program::Start::Home, (80, 24), dir);
    screen.keys("<Enter><Tab><Enter>").assert_shows("turn 2");
    screen.keys("Q:open saved<Enter>d").assert_shows("eleted ");
    assert!(screen.kept().is_empty());
    assert_eq!(screen.timeline().steps(), 2);
    screen.keys("q").assert_shows("Quit and lose the game?");
}

/// A game of Necklace played to its end.
fn ended() -> Screen {
    let mut screen = Screen::new(game("necklace", small(3)), (80, 24), mono());
    screen.play_some(30);
    assert!(screen.table().outcome().is_some());
    assert_eq!(finished(&screen), (0, 1));
    screen
}

/// The number of games kept that go on, and that are over.
fn finished(screen: &Screen) -> (usize, usize) {
    let data = screen.path().join("data");
    (kept_games(&data, true).len(), kept_games(&data, false).len())
}

#[test]
fn a_finished_game_that_is_only_gone_back_in_stays_finished() {
    for keys in [
        "<Home>b",
        "<Home>]bcgood<Enter>",
        "[[[b",
        "[[[b[[",
        "<Home>b!",
        "[[[bu",
        "u<End>",
        "u<End><Home>b",
        "[[bB",
    ] {
        for end in ["q", "Qq", "Q<Down><Enter>Qq", "O<Esc>q"] {
            let mut screen = ended();
            let (_, before) = files::load(&screen.kept()[0]).unwrap();
            screen.keys(keys).keys(end);
            assert!(screen.has_quit(), "{keys} {end}: {}", screen.text());
            assert_eq!(finished(&screen), (0, 1), "{keys} {end}");
            let text = fs::read_to_string(&screen.kept()[0]).unwrap();
            assert!(
                text.contains("\"result\"") && !text.contains("cursor"),
                "{keys} {end}: {text}"
            );
            assert_eq!(files::load(&screen.kept()[0]).unwrap().1.steps(), before.steps());
            let screen = screen.again(tetralith::program::Start::Home);
            assert!(!screen.shows("Resume"), "{keys} {end}: {}", screen.text());
        }
    }
}

#[test]
fn reviewing_takes_no_resignation_back() {
    let mut screen = necklace();
    screen.keys("<Enter>Gy").assert_shows("by resignation").keys("q");
    assert_eq!(finished(&screen), (0, 1));
    let path = screen.kept()[0].clone();
    let before = fs::read(&path).unwrap();
    let mut screen = screen.again(tetralith::program::Start::Home);
    screen
        .keys(":open saved<Enter><Enter>")
        .assert_shows("review")
        .keys("<End>u")
        .assert_shows("turn 0")
        .keys("Qq");
    assert_eq!((finished(&screen), fs::read(&path).unwrap()), ((0, 1), before));
}

#[test]
fn finished_games_continue_after_an_undo() {
    // The last step made again, before the end, is a step too.
    for keys in ["u", "uB", "[[bu<End>u", "[[b<Tab><Enter>", "[[[bm{}<Enter>"] {
        let mut screen = ended();
        let table = screen.table();
        let timeline = table.timeline();
        let line = timeline.line();
        let again = table.names().step(timeline.step(line[line.len() - 3]).unwrap());
        screen.keys(&keys.replace("{}", &again)).keys("q");
        assert_eq!(finished(&screen), (1, 0), "{keys}");
        let place = screen.timeline().cursor();
        let mut screen = screen.again(tetralith::program::Start::Home);
        screen.assert_shows("Resume").keys("<Enter>q");
        assert_eq!(finished(&screen), (1, 0), "{keys}: looking at it changes nothing");
        assert_eq!(screen.timeline().cursor(), place, "{keys}");
    }
}

#[test]
fn an_unfinished_game_that_is_gone_to_its_end_is_finished_again() {
    for keys in ["<End>", "]]]", "U", "<End><Home>", "<End>[b"] {
        for end in ["q", "Qq"] {
            let mut screen = ended();
            screen.keys("uq");
            assert_eq!(finished(&screen), (1, 0));
            let mut screen = screen.again(tetralith::program::Start::Home);
            screen.keys("<Enter>").keys(keys).keys(end);
            assert_eq!(finished(&screen), (0, 1), "{keys} {end}");
        }
    }
}

#[test]
fn a_game_given_up_goes_on_at_once_when_that_is_taken_back() {
    let mut screen = necklace();
    screen.keys("<Tab><Enter><Tab><Enter>Gy");
    assert_eq!(finished(&screen), (0, 1));
    screen.keys("<Home>bQq");
    assert_eq!(finished(&screen), (0, 1));
    let mut screen = necklace();
    screen.keys("<Tab><Enter><Tab><Enter>Gyu");
    assert_eq!(finished(&screen), (1, 0));
    screen.keys("q");
    assert_eq!(finished(&screen), (1, 0));
}

/// Things that happen to the disk before a line is typed.
#[derive(Clone, Copy)]
enum Disk {
    Stays,
    Refuses,
    Works,
    Vanishes,
}

/// Lines of the plain mode, with what happens to the disk before each.
struct Script {
    lines: VecDeque<(Disk, &'static str)>,
    data: std::path::PathBuf,
    line: Vec<u8>,
    at: usize,
}

impl BufRead for Script {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        if self.at == self.line.len() {
            self.line.clear();
            self.at = 0;
            if let Some((disk, line)) = self.lines.pop_front() {
                let aside = self.data.with_extension("aside");
                match disk {
                    Disk::Stays => {}
                    Disk::Refuses => {
                        fs::rename(&self.data, aside)?;
                        fs::write(&self.data, "")?;
                    }
                    Disk::Works => {
                        fs::remove_file(&self.data)?;
                        fs::rename(aside, &self.data)?;
                    }
                    Disk::Vanishes => fs::remove_dir_all(&self.data)?,
                }
                self.line.extend(format!("{line}\n").bytes());
            }
        }
        Ok(&self.line[self.at..])
    }

    fn consume(&mut self, n: usize) {
        self.at += n;
    }
}

impl Read for Script {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let n = self.fill_buf()?.read(into)?;
        self.consume(n);
        Ok(n)
    }
}

/// The answers of the plain mode to `lines` after a game of Necklace has begun, whether it ends
/// well, and what is kept then.
fn plain(lines: &[(Disk, &'static str)]) -> (String, bool, Vec<(&'static str, usize)>) {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let mut settings = Settings::default();
    settings.saving.dir = Some(data.clone());
    let script = Script {
        lines: lines.iter().copied().collect(),
        data: data.clone(),
        line: Vec::new(),
        at: 0,
    };
    let start = game("necklace", small(4));
    let mut out = Vec::new();
    let ended = plain::run(start, settings, true, script, false, &mut out, None);
    (String::from_utf8(out).unwrap(), ended.is_ok(), kept_in(&data))
}

#[test]
fn plain_mode_unsaved_games_give_way_only_on_yes() {
    use Disk::{Refuses, Stays, Works};
    let questions = |out: &str| out.replace('\n', " ").matches("Lose the current game? ").count();
    let begun = [(Stays, "a1"), (Stays, "a2"), (Refuses, "a3"), (Stays, "new greylox --size 5")];
    let no = [
        &begun[..],
        &[(Stays, "no"), (Works, "b1"), (Stays, "new greylox --size 5"), (Stays, "a1")],
    ]
    .concat();
    let (out, well, kept) = plain(&no);
    assert_eq!((questions(&out), well), (1, true), "{out}");
    assert_eq!(kept, [("greylox", 1), ("necklace", 4)], "{out}");
    let yes = [&begun[..], &[(Stays, "yes"), (Works, "a1"), (Stays, "quit")]].concat();
    let (out, well, kept) = plain(&yes);
    assert_eq!((well, kept), (true, vec![("greylox", 1), ("necklace", 2)]), "{out}");
    let later = [&begun[..3], &[(Works, "new greylox --size 5")]].concat();
    let (out, well, kept) = plain(&later);
    assert_eq!((questions(&out), well, kept), (0, true, vec![("necklace", 3)]), "{out}");
}

#[test]
fn plain_mode_quitting_tries_the_disk_again() {
    use Disk::{Refuses, Stays, Vanishes, Works};
    for (lines, well, kept) in [
        (&[(Stays, "a1"), (Refuses, "a2"), (Works, "quit")][..], true, vec![("necklace", 2)]),
        (&[(Stays, "a1"), (Vanishes, "quit")], true, vec![("necklace", 1)]),
        (&[(Stays, "a1"), (Refuses, "quit")], false, Vec::new()),
    ] {
        let (out, ended_well, found) = plain(lines);
        assert_eq!((ended_well, found), (well, kept), "{out}");
        assert_eq!(out.contains("The game is saved; type resume"), well, "{out}");
        assert!(well || out.contains("The game is not saved"), "{out}");
    }
}

#[test]
fn plain_mode_finished_games_stay_finished() {
    use Disk::Stays;
    for (words, unfinished) in [
        (&["first", "play"][..], false),
        (&["back", "back", "play"], false),
        (&["undo"], true),
        (&["undo", "last"], false),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().join("data");
        let mut settings = Settings::default();
        settings.saving.dir = Some(data.clone());
        let steps = ["a1", "b1", "a2", "b2", "a3"];
        let lines = steps.iter().chain(words).chain(&["quit"]).map(|line| (Stays, *line)).collect();
        let script = Script { lines, data: data.clone(), line: Vec::new(), at: 0 };
        let start = game("necklace", Setup { size: Some(3), pie: Some(false), ..Setup::default() });
        let mut out = Vec::new();
        plain::run(start, settings, true, script, false, &mut out, None).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert!(out.contains("wins"), "{out}");
        assert_eq!(Files::at(data).latest_unfinished().is_some(), unfinished, "{words:?}: {out}");
        assert_eq!(out.contains("The game is saved; type resume"), unfinished, "{words:?}: {out}");
    }
}

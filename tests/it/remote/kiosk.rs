//! A screen for play against another terminal: one that can do nothing but play, and one that
//! leaves.

use std::fs;
use std::time::Duration;

use tetralith::keymap::{Key, Keymap};
use tetralith::plain::session::Session;
use tetralith::plain::words::WORDS;
use tetralith::program::{Effect, Message, Moment, Program as _, Start, TerminalRequest};
use tetralith::settings::{SavingSettings, Settings};
use tetralith::tui::layers::Layer;
use tetralith::tui::layers::text_page::TextPage;
use tetralith::tui::widgets::page::PageText;
use tetralith_core::{Colour, Game, Setup};
use tetralith_remote::peer::{Event, Out, Peer, Terms};
use tetralith_session::remote_game::RemoteGame;
use tetralith_terminput::{KeyCode, KeyEvent, KeyModifiers};

use crate::support::{Screen, mono};

/// The game of a guest in a kiosk who has met a host in memory, and is to move.
fn kiosk() -> Start {
    let [_, (guest, held)] = met(Colour::Second);
    Start::Remote {
        game: Box::new(RemoteGame::new(guest, held, String::new(), String::new(), true)),
        loaded: None,
    }
}

/// The game of a host who has met such a guest, and is to move.
fn host() -> Start {
    let [(host, held), _] = met(Colour::First);
    let (place, back) = ("tell them the code".to_owned(), "tetralith host --resume".to_owned());
    Start::Remote { game: Box::new(RemoteGame::new(host, held, place, back, false)), loaded: None }
}

#[test]
fn a_pasted_position_leads_nowhere_in_a_kiosk() {
    let mut screen = Screen::new(kiosk(), (80, 24), mono());
    screen.send(Message::Paste("greylox size=3 3/4/5/4/3 white\n".to_owned()));
    screen.assert_shows("This terminal can only play this game");
    assert!(matches!(screen.app.stack().screen(), Layer::Game(_)), "{}", screen.text());
}

/// A host with the seat `host` and a guest who have met, and what has happened to both.
fn met(host: Colour) -> [(Peer, Vec<Event>); 2] {
    let start = Game::new("greylox", &Setup::default()).unwrap();
    let terms =
        Terms { start, time: None, host: Some(host), date: "2026-01-02T03:04:05Z".to_owned() };
    let mut host = Peer::host("Ann".to_owned(), String::new(), terms, false);
    let mut guest = Peer::guest("Ben".to_owned(), String::new(), false);
    host.connected(1, [1; 16], Duration::ZERO);
    guest.connected(1, [2; 16], Duration::ZERO);
    let (mut seen, mut held) = (Vec::new(), Vec::new());
    while !guest.is_met() || !host.is_met() {
        for out in guest.take() {
            match out {
                Out::Send(id, line) => host.line(id, line.trim(), Duration::ZERO),
                Out::Event(Event::Offered(_)) => guest.enter(None),
                Out::Event(event) => held.push(event),
                Out::Close(_) => {}
            }
        }
        for out in host.take() {
            match out {
                Out::Send(id, line) => guest.line(id, line.trim(), Duration::ZERO),
                Out::Event(event) => seen.push(event),
                Out::Close(_) => {}
            }
        }
    }
    [(host, seen), (guest, held)]
}

#[test]
fn a_kiosk_leaves_drafts_and_old_games_alone() {
    for (start, is_moved) in [(kiosk(), false), (Start::Home, true)] {
        let dir = tempfile::tempdir().unwrap();
        let before = dir.path().join("unfinished");
        fs::create_dir(&before).unwrap();
        fs::copy("assets/games/greylox.json", before.join(".tetralith-x.json")).unwrap();
        let saving =
            SavingSettings { dir: Some(dir.path().to_owned()), ..SavingSettings::default() };
        let settings = Settings { saving, ..Settings::default() };
        let _ = tetralith::plain::run(
            start,
            settings,
            true,
            std::io::empty(),
            false,
            &mut Vec::new(),
            None,
        );
        let games = dir.path().join("games");
        assert_eq!((!before.exists(), games.join("x.json").exists()), (is_moved, is_moved));
    }
}

#[test]
fn in_a_kiosk_no_key_leads_to_a_file_a_shell_or_another_game() {
    let keymap = Keymap::default();
    let named = [
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Backspace,
        KeyCode::Delete,
    ];
    let moves =
        [KeyCode::Left, KeyCode::Right, KeyCode::Up, KeyCode::Down, KeyCode::Home, KeyCode::End];
    let codes =
        (' '..='~').map(KeyCode::Char).chain((1..=12).map(KeyCode::F)).chain(named).chain(moves);
    let codes: Vec<KeyCode> = codes.chain([KeyCode::PageUp, KeyCode::PageDown]).collect();
    let controls = ('a'..='z').map(|c| KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL));
    let keys: Vec<KeyEvent> = codes
        .into_iter()
        .map(|code| KeyEvent::new(code, KeyModifiers::NONE))
        .chain(controls)
        .collect();
    // Each key of the keymap but those of Shift with a key that moves is among them.
    let bound = keymap
        .lines()
        .flat_map(|(_, keys)| keys.to_vec())
        .filter(|key| !key.name(true).starts_with("Shift"));
    for key in bound {
        assert!(keys.iter().any(|event| Key::of(*event) == Some(key)), "{}", key.name(true));
    }
    for mode in ["", "B", "?", "i", "m"] {
        for key in &keys {
            let mut screen = Screen::new(kiosk(), (80, 24), mono());
            screen.keys(mode).send(Message::Key(*key));
            screen.keys("<Enter>");
            let layers =
                std::iter::once(screen.app.stack().screen()).chain(screen.app.stack().overlays());
            for layer in layers {
                let plays = matches!(
                    layer,
                    Layer::Game(_)
                        | Layer::Page(TextPage {
                            text: PageText::Help { .. } | PageText::Rules(_),
                            ..
                        })
                        | Layer::Question(_)
                        | Layer::Prompt(_)
                );
                assert!(plays || screen.has_quit(), "{mode} {key:?} leads to {layer:?}");
            }
            let text = screen.text();
            assert!(screen.has_quit() || !text.contains(": commands"), "{mode} {key:?}");
            assert!(!text.contains("goes home") && !text.contains("analyse"), "{mode} {key:?}");
            assert!(screen.kept().is_empty() && screen.host.asks.is_empty(), "{mode} {key:?}");
            let files: Vec<_> = fs::read_dir(screen.path()).unwrap().collect();
            assert!(files.is_empty(), "{mode} {key:?}: {files:?}");
        }
    }
}

#[test]
fn in_a_plain_kiosk_no_word_leads_to_a_file_or_another_game() {
    for entry in WORDS {
        for rest in ["", " necklace", " daily"] {
            let (mut session, mut effects) =
                Session::new(kiosk(), Settings::default(), Moment::default());
            session.update(Message::Line(format!("{}{rest}", entry.name)), &mut effects);
            if !effects.quits() {
                session.update(Message::Line("a1".to_owned()), &mut effects);
            }
            let is_apart = effects
                .asked()
                .iter()
                .any(|effect| matches!(effect, Effect::Storage(_) | Effect::Engine(_)));
            assert!(!is_apart, "{}{rest}: {effects:?}", entry.name);
        }
    }
}

#[test]
fn plain_kiosks_list_the_words_that_they_take() {
    let answer = |line: &str| {
        let (mut session, _) = Session::new(kiosk(), Settings::default(), Moment::default());
        session.happen(Message::Line(line.to_owned())).into_asked()
    };
    let [Effect::Terminal(TerminalRequest::Print(help))] = &answer("help")[..] else {
        panic!("the help is one text");
    };
    for entry in WORDS {
        let is_listed = help.lines().any(|line| line.split(' ').next() == Some(entry.name));
        let is_refused = format!("{:?}", answer(entry.name)).contains("can only play this game");
        assert_eq!(is_listed, !is_refused, "{}: {help}", entry.name);
    }
}

#[test]
fn starting_another_game_names_the_command_for_the_guest() {
    let mut screen = Screen::new(host(), (80, 24), mono());
    screen.assert_shows("connected").keys("Q<Down><Enter><Enter>");
    screen.assert_shows("Leave this remote game?").keys("y");
    screen.assert_shows("'tetralith host --resume' continues it");
}

#[test]
fn games_that_are_not_saved_are_not_left_as_saved() {
    let mut screen = Screen::new(host(), (80, 24), mono());
    let data = screen.path().join("data");
    if data.is_dir() {
        fs::rename(&data, screen.path().join("before")).unwrap();
    }
    // A file where the directory of games should be: nothing can be written there.
    fs::write(data, "").unwrap();
    screen.keys("<Tab><Enter>").assert_shows("not saved");
    screen.keys("Q<Down><Enter><Enter>").assert_shows("Lose the current game?");
    assert!(!screen.shows("Leave this remote game?"), "{}", screen.text());
    screen.keys("n");
    assert!(screen.app.shared().game.saving().would_lose());
    screen.keys("<Enter>y");
    assert!(!screen.shows("The game is saved"), "{}", screen.text());
}

#[test]
fn players_kept_from_quitting_have_not_left() {
    let dir = tempfile::tempdir().unwrap();
    let mut screen = Screen::begun_slowly(host(), (80, 24), mono(), dir);
    screen.keys("<Tab><Enter>").write().keys("<Tab><Enter>").break_down();
    screen
        .keys("q")
        .break_down()
        .assert_shows("Quit and lose the game?")
        .keys("n")
        .assert_shows("connected");
    assert!(!screen.has_quit());
}

//! Every key of review, the report, retry, the editor and the explorer: each does something that is
//! seen, and what is new is named.

use std::path::{Path, PathBuf};

use crate::study::{asked, find};
use crate::support::{Screen, game, mono, replay, small};
use tetralith::keymap::{Action, Context, KEYMAP, Key};
use tetralith::program::{Message, Start};
use tetralith_core::{Direction, Setup};
use tetralith_engine::{Analysis, Candidate, SearchAnswer as Found};
use tetralith_study::AnalysisAnswer;

/// The sample game of this name in review, with a fault at each of these turns.
pub(crate) fn analysed(id: &str, turns: &[usize]) -> Screen {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("assets/games/{id}.json"));
    analysed_from(&path, turns)
}

/// A game in which the second player could have swapped colours, in review, with a fault there.
fn swappable() -> Screen {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("pie.json");
    let record = r#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":4,"pie":true},"moves":["b2","d4","a2"]}"#;
    std::fs::write(&path, record).unwrap();
    analysed_from(&path, &[2])
}

/// The game in the file at `path` in review, with a fault at each of these turns.
fn analysed_from(path: &Path, turns: &[usize]) -> Screen {
    let mut screen = Screen::new(replay(path, None), (120, 40), mono());
    screen.keys("A");
    let request = asked(&screen);
    for &turn in turns {
        find(&mut screen, &request, turn - 1, 0.12 + turn as f64 / 1_000.0);
    }
    screen.send(Message::Studied(AnalysisAnswer::Done { id: request.id }));
    screen
}

/// The faults of the games in these tests.
const FAULTS: [usize; 5] = [4, 9, 14, 23, 28];

/// A game of Necklace in progress, reviewed at its end.
fn in_progress() -> Screen {
    let mut screen = Screen::new(game("necklace", small(7)), (120, 40), mono());
    screen.keys("md4<Enter>me5<Enter>mf6<Enter>B");
    screen
}

/// The sample game in review with three candidates at turn 20.
fn hinted() -> Screen {
    let mut screen = analysed("greylox", &FAULTS);
    screen.keys("g20<Enter>H");
    let ask = screen.host.asks.last().unwrap().clone();
    let mut analysis = Analysis::new(ask.position.to_move());
    for (step, visits) in ask.position.legal().into_iter().zip([900, 500, 100]) {
        let mut candidate = Candidate::new(step);
        (candidate.visits, candidate.win) = (visits, visits as f32 / 1_000.0);
        analysis.candidates.push(candidate);
    }
    (analysis.simulations, analysis.win) = (1_500, 0.9);
    let step = analysis.best();
    screen.send(Message::Thought(Found::Done { id: ask.ticket, step, analysis }));
    screen
}

/// A board of Necklace with the opening explorer and two moves to choose from.
pub(crate) fn explorer() -> Screen {
    let start = || game("necklace", small(5));
    let mut screen = Screen::new(start(), (120, 40), mono());
    screen.keys("ma1<Enter>mb2<Enter>mc3<Enter>Gy");
    let mut screen = screen.again(start());
    screen.keys("ma1<Enter>mb2<Enter>md4<Enter>Gy");
    let mut screen = screen.again(start());
    screen.keys("ma1<Enter>mb2<Enter>f").assert_shows("2 games");
    screen
}

/// The program in which `action` of `context` can be done, after these keys, and what is then
/// shown; nothing if it is enough that something has changed.
fn scene(context: Context, action: Action) -> (Screen, &'static str, &'static str) {
    use Action as A;
    let reviewed = || analysed("greylox", &FAULTS);
    match (context, action) {
        (Context::Review, A::Resign) => (in_progress(), "", "Resign as Blue?"),
        (Context::Review, A::ReturnToGame) => (in_progress(), "", "B returns to review"),
        (Context::Review, A::Take(_)) => (hinted(), "", "Variation from turn 2"),
        (Context::Review, A::Back) => (reviewed(), "g20<Enter>", "turn 19"),
        (Context::Review, A::Forward) => (reviewed(), "g20<Enter>", "turn 21"),
        (Context::Review, A::Accept) => (reviewed(), "g20<Enter><Tab>", "Variation from turn 2"),
        (Context::Review, A::MainLine) => (reviewed(), "g20<Enter><Tab><Enter>", "turn 20"),
        (Context::Review, A::DeleteVariation) => {
            (reviewed(), "g20<Enter><Tab><Enter>", "Delete this variation")
        }
        (Context::Review, A::Move(_) | A::PreviousLegal) => {
            (reviewed(), "g20<Enter><Tab><Tab><Tab><Tab><Tab><Tab>", "")
        }
        (Context::Review, A::Report) => (reviewed(), "", "Report on the game"),
        (Context::Review, A::Retry) => (reviewed(), "", "Your mistakes"),
        (Context::Review, A::ThinkFirst) => (reviewed(), "n", "Think first"),
        (Context::Review, A::NextFault) => (reviewed(), "g9<Enter>", "turn 14"),
        (Context::Review, A::PreviousFault) => (reviewed(), "g20<Enter>", "turn 14"),
        (Context::Review, A::Faster) => (reviewed(), "", "Autoplay: 0.5 s"),
        (Context::Review, A::Slower) => (reviewed(), "", "Autoplay: 2 s"),
        (Context::Review, A::Home) => (reviewed(), "", "Open a saved game"),
        (Context::Review, _) => (reviewed(), "g20<Enter>", ""),
        (Context::Report, A::Move(Direction::East)) => (reviewed(), "r", "2 of 5"),
        (Context::Report, A::Move(_)) => (reviewed(), "r", "5 of 5"),
        (Context::Report, A::Take(nth)) => {
            let turn =
                ["turn 4 ", "turn 9 ", "turn 14 ", "turn 23 ", "turn 28 "][usize::from(nth) - 1];
            (reviewed(), "r", turn)
        }
        (Context::Retry, A::TakeBack) => (analysed("multiplicity", &FAULTS), "@<Tab><Enter>", ""),
        (Context::Retry, A::Pass) => (analysed("plurality", &FAULTS), "@", "Comparing"),
        (Context::Retry, A::Swap) => (swappable(), "@", "Comparing"),
        (Context::Retry, A::Hint) => (reviewed(), "@", "engine plays"),
        (Context::Retry, A::Skip) => (reviewed(), "@", "2 of 5, 0 corrected"),
        (Context::Retry, A::Accept) => (analysed("necklace", &FAULTS), "@<Tab>", "Comparing"),
        (Context::Retry, A::Cancel) => (reviewed(), "@", "review"),
        (Context::Retry, _) => (reviewed(), "@<Tab><Tab><Tab><Tab><Tab><Tab><Tab><Tab><Tab>", ""),
        (Context::Explorer, A::Move(Direction::North) | A::BackTen | A::First) => {
            (explorer(), "<Down>", "c3: 1 game")
        }
        (Context::Explorer, A::Move(_) | A::ForwardTen | A::Last) => (explorer(), "", "d4: 1 game"),
        (Context::Explorer, A::Accept) => (explorer(), "", "turn 3"),
        (Context::Explorer, A::Back) => (explorer(), "", "turn 1"),
        (Context::Explorer, A::Forward) => (explorer(), "<Left>", "turn 2"),
        (Context::Explorer, _) => (explorer(), "", "turn 2"),
        (Context::Editor, action) => {
            let mut screen = Screen::new(Start::Home, (120, 40), mono());
            screen.send(Message::Paste("plurality size=7 7/7/7/7/7/7/7 black\n".to_owned()));
            let (keys, shows) = match action {
                A::Accept | A::PutFirst => ("", "Black 1, White 0"),
                A::PutSecond => ("", "Black 0, White 1"),
                A::TakeAway | A::Clear | A::Undo => ("<Enter>", "Black 0, White 0"),
                A::Redo => ("<Enter>u", "Black 1, White 0"),
                A::TurnBoard | A::FlipBoard => ("<Right><Down><Enter>", ""),
                A::TurnKind => ("", "after a pass"),
                A::PlayFromHere => ("", "Play from the position"),
                A::Analyse => ("", "review"),
                A::CopyPosition => ("", "Copied"),
                A::SetOptions => ("", "Plurality"),
                A::Home => ("", "Open a saved game"),
                _ => ("", ""),
            };
            (screen, keys, shows)
        }
        _ => unreachable!("{context:?} is not tested here"),
    }
}

/// The effects of a key: the screen, what was copied, and what was asked for.
fn seen(screen: &Screen) -> (String, String, usize, usize, usize) {
    let host = &screen.host;
    (screen.text(), screen.styles(), host.copied.len(), host.asks.len(), host.studies.len())
}

/// A key as [`Screen::keys`] reads it.
fn pressed(key: Key) -> String {
    let name = key.name(true);
    let plain = |name: &str| match name {
        "Space" => " ".to_owned(),
        "PgUp" => "<PageUp>".to_owned(),
        "PgDn" => "<PageDown>".to_owned(),
        name if name.chars().count() == 1 => name.to_owned(),
        name => format!("<{name}>"),
    };
    match (name.strip_prefix("Shift-"), name.strip_prefix("Ctrl-")) {
        (Some("Tab"), _) => "<BackTab>".to_owned(),
        (Some(name), _) => format!("<S-{name}>"),
        (None, Some(letter)) => format!("<C-{}>", letter.to_lowercase()),
        (None, None) => plain(&name),
    }
}

#[test]
fn every_key_of_study_does_what_it_says() {
    let contexts =
        [Context::Review, Context::Report, Context::Retry, Context::Explorer, Context::Editor];
    let bindings = KEYMAP.iter().filter(|binding| contexts.contains(&binding.context));
    let mut failed = Vec::new();
    let mut tried = 0;
    for binding in bindings {
        for &key in binding.keys {
            let (mut screen, before, shows) = scene(binding.context, binding.action);
            screen.keys(before);
            let old = seen(&screen);
            screen.keys(&pressed(key));
            tried += 1;
            if seen(&screen) == old || !screen.shows(shows) {
                let name = key.name(true);
                failed.push(format!(
                    "{name} in {:?}, {}: '{shows}'\n{}",
                    binding.context,
                    binding.what,
                    screen.text()
                ));
            }
        }
    }
    assert!(failed.is_empty() && tried > 90, "{tried} tried\n{}", failed.join("\n"));
}

#[test]
fn analysis_is_refused_in_a_game_in_progress() {
    let mut screen = Screen::new(game("necklace", Setup::default()), (80, 24), mono());
    screen.keys("<Enter>A").assert_shows("Analysis is for review; B opens it");
    assert!(screen.keys("BA").app.shared().game.analyst().is_under_way(), "{}", screen.text());
}

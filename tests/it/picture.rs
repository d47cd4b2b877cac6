//! Pictures of the game at the table: by keys into files, or onto the clipboard. And those that the
//! README shows.

#[allow(dead_code, reason = "each test program uses its part")]
use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::support::{Screen, game, mono, small, theme};
use tetralith::theme::{Depth, Glyphs};
use tetralith_core::Setup;
use tetralith_core::games::INFOS;
use tetralith_picture::{Format, Style, draw};
use tetralith_storage as storage;

fn necklace(size: (u16, u16)) -> Screen {
    let mut screen = Screen::new(game("necklace", small(5)), size, mono());
    screen.keys("mb2<Enter>md4<Enter>");
    screen
}

#[test]
fn a_picture_is_made_in_the_format_that_its_name_says() {
    for size in [(80, 24), (60, 20)] {
        let mut screen = necklace(size);
        screen.keys("E").assert_shows("Picture to: necklace-").assert_shows("or copy");
        for (name, begin) in [
            ("a.svg", &b"<svg "[..]),
            ("a.png", b"\x89PNG"),
            ("a.GIF", b"GIF89a"),
            (
                "a.txt",
                b"Necklace on square 5, turn 2: Red to move\n\n 5  . . . . .\n 4  . . . B .\n",
            ),
        ] {
            screen
                .keys(&format!("<Esc>E<C-u>{name}<Enter>"))
                .assert_shows("saved as")
                .assert_shows(name);
            assert!(!screen.shows("Picture to"), "the prompt is closed:\n{}", screen.text());
            let bytes = fs::read(screen.path().join(name)).unwrap();
            assert!(bytes.starts_with(begin), "{name}");
        }
    }
}

#[test]
fn pictures_show_the_position_and_animations_the_game() {
    let mut screen = necklace((80, 24));
    screen.keys("[E<C-u>a.txt<Enter>E<C-u>a.gif<Enter>]E<C-u>b.gif<Enter>");
    let text = fs::read_to_string(screen.path().join("a.txt")).unwrap();
    assert!(text.starts_with("Necklace on square 5, turn 1: Blue to move\n"), "{text}");
    let gif = |name| fs::read(screen.path().join(name)).unwrap();
    assert!(gif("a.gif") == gif("b.gif"));
}

#[test]
fn a_file_is_replaced_only_when_that_is_said() {
    let mut screen = necklace((80, 24));
    let path = screen.path().join("a.txt");
    fs::write(&path, "mine").unwrap();
    screen.keys("E<C-u>a.txt<Enter>").assert_shows("a.txt already exists. Replace it?").keys("n");
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    screen.assert_shows("Picture to: a.txt").keys("<Enter>y").assert_shows("saved as");
    assert!(fs::read_to_string(&path).unwrap().starts_with("Necklace"));
    screen
        .keys("E<C-u>a.gif<Enter>")
        .assert_shows("saved as")
        .keys("E<C-u>a.gif<Enter>")
        .assert_shows("Replace it?");
    screen.keys("y").assert_shows("saved as");
}

#[test]
fn impossible_exports_are_refused_in_the_prompt() {
    let mut screen = necklace((80, 24));
    screen
        .keys("E<C-u>a.jpeg<Enter>")
        .assert_shows("a.jpeg: end the name in .svg, .png, .gif, .cast, .txt");
    screen
        .keys("<C-u>nowhere/a.svg<Enter>")
        .assert_shows("Cannot write")
        .assert_shows("Picture to: nowhere/a.svg");
    screen.keys("<C-u><Enter>");
    assert!(!screen.shows("Picture to"));
}

#[test]
fn the_diagram_goes_to_the_clipboard() {
    let mut screen = necklace((80, 24));
    screen.keys("E<C-u>copy<Enter>").assert_shows("iagram copied");
    assert_eq!(
        screen.host.copied,
        ["Necklace on square 5, turn 2: Red to move\n\n \
             5  . . . . .\n \
             4  . . . B .\n \
             3  . . . . .\n \
             2  . R . . .\n \
             1  . . . . .\n    \
             a b c d e\n"]
    );
    for info in INFOS {
        for range in info.boards {
            let setup = Setup {
                size: Some(range.max.into()),
                board: Some(range.shape),
                ..Setup::default()
            };
            let mut screen = Screen::new(game(info.id, setup), (80, 24), mono());
            screen.keys("E<C-u>copy<Enter>");
            assert_eq!(
                screen.host.copied.len(),
                1,
                "the largest board of {} fits the clipboard",
                info.title
            );
        }
    }
}

#[test]
fn pictures_have_the_colours_and_coordinates_of_the_screen() {
    let svg = |id: &str, keys: &str| {
        let theme = theme(id, Depth::Ansi16, Glyphs::Ascii);
        let mut screen = Screen::new(game("greylox", Setup::default()), (80, 24), theme);
        screen.keys(keys).keys("E<C-u>a.svg<Enter>").assert_shows("saved as");
        fs::read_to_string(screen.path().join("a.svg")).unwrap()
    };
    assert!(svg("dark", "").contains("#16181c") && svg("light", "").contains("#f6f4ee"));
    assert_eq!(svg("mono", ""), svg("light", ""), "paper is white");
    assert!(svg("dark", "#").len() < svg("dark", "").len());
    assert_ne!(svg("dark", "T"), svg("dark", ""), "the board is turned");
    assert_ne!(svg("dark", "TF"), svg("dark", "T"), "and flipped");
}

/// The picture of a sample game that the README shows.
fn shown(id: &str) -> (PathBuf, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let loaded = storage::load(&root.join(format!("assets/games/{id}.json")), None).unwrap();
    let mut timeline = loaded.timeline;
    timeline.go_to(timeline.main_end());
    let theme = theme("light", Depth::TrueColour, Glyphs::Unicode);
    let svg = draw(&timeline, Format::Svg, Style::new(&theme, 360)).unwrap();
    (root.join(format!("assets/pictures/{id}.svg")), String::from_utf8(svg).unwrap())
}

#[test]
fn the_pictures_of_the_readme_are_what_the_program_makes() {
    let readme =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    for info in crate::support::kept_games() {
        let (path, svg) = shown(info.id);
        if env::var_os("TETRALITH_UPDATE").is_some() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, &svg).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            kept == svg,
            "{} is not what the program makes; TETRALITH_UPDATE=1 writes it anew",
            path.display()
        );
        assert!(svg.len() < 40_000, "{} bytes", svg.len());
        assert!(
            readme.contains(&format!("assets/pictures/{}.svg", info.id)),
            "the README shows {}",
            info.title
        );
    }
}

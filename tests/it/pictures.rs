//! Boards as pictures on the terminal: by its answers alone, few bytes, gone when something lies
//! over them, and the mouse on each cell.

use ratatui::layout::Rect;
use tetralith::graphics;
use tetralith::program::{Effect, Effects, Message, Program as _, Start, TerminalRequest};
use tetralith::theme::{Depth, Glyphs};
use tetralith::tui::board::picture::Easel;
use tetralith_core::{Setup, games};
use tetralith_terminput::{GraphicsReport, PixelSize, TerminalReport};
use tetralith_termpix::Protocol;

use crate::support::{Screen, game, theme};

/// The answers of a terminal that speaks `protocol`, its cells this large.
fn answers(protocol: Protocol, (width, height): (u16, u16)) -> Vec<TerminalReport> {
    let size = PixelSize { width, height };
    let own = match protocol {
        Protocol::Kitty => vec![TerminalReport::Graphics(graphics_ok())],
        Protocol::Placeholders => vec![
            TerminalReport::Version("tmux 3.4".to_owned()),
            TerminalReport::Version("kitty(0.35.1)".to_owned()),
            TerminalReport::Graphics(graphics_ok()),
        ],
        Protocol::Iterm => vec![TerminalReport::ItermCellSize(size)],
        Protocol::Sixel => vec![TerminalReport::SixelColours(256)],
    };
    let sixel = if protocol == Protocol::Sixel { vec![62, 4] } else { vec![62] };
    own.into_iter()
        .chain([TerminalReport::CellSize(size), TerminalReport::DeviceAttributes(sixel)])
        .collect()
}

/// Kitty's answer about a picture.
fn graphics_ok() -> GraphicsReport {
    let input = tetralith_terminput::Decoder::default()
        .feed(b"\x1b_Gi=31;OK\x1b\\", std::time::Instant::now());
    match &input[..] {
        [tetralith_terminput::Input::Report(TerminalReport::Graphics(report))] => report.clone(),
        other => panic!("{other:?}"),
    }
}

/// A game in a terminal that speaks `protocol` in a window this large.
fn pictured(
    id: &str,
    setup: Setup,
    window: (u16, u16),
    protocol: Protocol,
    cell: (u16, u16),
) -> Screen {
    begun(game(id, setup), window, protocol, cell)
}

/// The program begun in such a terminal.
pub(crate) fn begun(
    start: Start,
    window: (u16, u16),
    protocol: Protocol,
    cell: (u16, u16),
) -> Screen {
    let mut screen = Screen::new(start, window, theme("dark", Depth::TrueColour, Glyphs::Unicode));
    for report in answers(protocol, cell) {
        screen.send(Message::Reported(report));
    }
    screen
}

#[test]
fn boards_become_pictures_once_the_terminal_answers() {
    let dark = theme("dark", Depth::TrueColour, Glyphs::Unicode);
    let mut screen = Screen::new(game("necklace", Setup::default()), (100, 30), dark);
    let as_text = screen.text();
    for report in answers(Protocol::Kitty, (10, 20)) {
        assert_eq!(screen.app.picture(&mut Easel::default()), None);
        screen.send(Message::Reported(report));
    }
    let picture = screen.app.picture(&mut Easel::default()).unwrap();
    let (at, size) = (picture.picture.at(), picture.size());
    assert!(size.width > 400 && size.height > 400, "{size:?}");
    // Its place holds no text, so that nothing is written over it.
    let (columns, rows) = (size.width as u16 / 10, size.height as u16 / 20);
    let buffer = screen.host.terminal.backend().buffer();
    for position in (Rect { x: at.0, y: at.1, width: columns, height: rows }).positions() {
        assert_eq!(buffer[position].symbol(), " ", "{position}");
    }
    assert_ne!(screen.text(), as_text);
    // Cells that grow with their letters.
    screen.send(Message::Reported(TerminalReport::CellSize(PixelSize { width: 12, height: 24 })));
    assert!(screen.app.picture(&mut Easel::default()).unwrap().size().height > size.height);
    // A size that is none takes it away.
    screen.send(Message::Reported(TerminalReport::CellSize(PixelSize { width: 9_000, height: 0 })));
    assert_eq!(screen.app.picture(&mut Easel::default()), None);
    assert_eq!(screen.text(), as_text);
}

#[test]
fn the_palette_cuts_the_picture_and_a_page_takes_it_away() {
    let protocols = [Protocol::Kitty, Protocol::Placeholders, Protocol::Iterm, Protocol::Sixel];
    for protocol in protocols {
        let mut screen = pictured("greylox", Setup::default(), (100, 30), protocol, (9, 18));
        let before = screen.app.picture(&mut Easel::default()).unwrap();
        screen.keys(":");
        let whole = screen.app.picture(&mut Easel::default());
        assert_eq!(whole.as_ref(), Some(&before), "the board stays where it is");
        let buffer = screen.host.terminal.backend().buffer();
        let cut = whole.unwrap().uncovered(buffer, screen.app.shared().theme.base()).unwrap();
        let (seen, area) = (cut.area(), before.area());
        assert_eq!((seen.x, seen.y, seen.width), (area.x, area.y, area.width));
        assert!(seen.height > 4 && seen.height < area.height, "{seen:?}");
        screen.keys("<Esc>");
        assert_eq!(screen.app.picture(&mut Easel::default()).as_ref(), Some(&before));
        for open in ["?", "<F1>"] {
            screen.keys(open);
            assert_eq!(screen.app.picture(&mut Easel::default()), None, "{open}");
            screen.keys("<Esc>");
            assert_eq!(screen.app.picture(&mut Easel::default()).as_ref(), Some(&before), "{open}");
        }
        // A line that is typed below the board leaves it.
        screen.keys("m");
        assert!(screen.app.picture(&mut Easel::default()).is_some());
        screen.keys("<Esc>");
        // Smaller, it is text; larger again, a picture.
        screen.keys("-");
        assert_eq!(screen.app.picture(&mut Easel::default()), None);
        screen.keys("+");
        assert_eq!(screen.app.picture(&mut Easel::default()).as_ref(), Some(&before));
    }
}

#[test]
fn kitty_is_asked_through_tmux_but_not_through_screen() {
    let dark = || theme("dark", Depth::TrueColour, Glyphs::Unicode);
    let ask = |name: &str| {
        let mut screen = Screen::new(game("necklace", Setup::default()), (100, 30), dark());
        let mut asked = Vec::new();
        let attributes = TerminalReport::DeviceAttributes(vec![62]);
        for report in [TerminalReport::Version(name.to_owned()), attributes.clone(), attributes] {
            let mut effects = Effects::default();
            screen.app.update(Message::Reported(report), &mut effects);
            asked.extend(effects.into_asked());
        }
        let question = |effect: Effect| match effect {
            Effect::Terminal(TerminalRequest::AskGraphics(question)) => Some(question),
            _ => None,
        };
        asked.into_iter().filter_map(question).collect::<Vec<_>>()
    };
    assert_eq!(ask("kitty(0.32.2)"), [graphics::QUESTION]);
    assert_eq!(ask("tmux 3.4"), [graphics::QUESTION_IN_TMUX]);
    assert!(ask("screen 5.0").is_empty());
}

#[test]
fn colours_are_those_that_the_terminal_proves() {
    let ansi = |depth| theme("dark", depth, Glyphs::Unicode);
    let proof = TerminalReport::Capability("RGB".to_owned());
    for (depth, report, shown) in [
        (Depth::Ansi16, proof.clone(), Depth::TrueColour),
        (Depth::Ansi256, proof.clone(), Depth::TrueColour),
        (Depth::Ansi16, TerminalReport::Version("XTerm(379)".to_owned()), Depth::Ansi256),
        (Depth::TrueColour, TerminalReport::Version("XTerm(379)".to_owned()), Depth::TrueColour),
        (Depth::Mono, proof, Depth::Mono),
    ] {
        let mut screen = Screen::new(game("necklace", Setup::default()), (80, 24), ansi(depth));
        screen.send(Message::Reported(report));
        assert_eq!(screen.app.shared().theme.depth(), shown, "{depth:?}");
    }
}

#[test]
fn a_picture_has_the_names_of_rows_and_columns_in_it() {
    for (protocol, window, cell) in [
        (Protocol::Kitty, (60, 20), (9, 18)),
        (Protocol::Kitty, (80, 24), (9, 20)),
        (Protocol::Sixel, (100, 30), (8, 17)),
    ] {
        let screen = pictured("multiplicity", Setup::default(), window, protocol, cell);
        let picture = screen.app.picture(&mut Easel::default()).unwrap();
        let buffer = screen.host.terminal.backend().buffer();
        let rows = picture.size().height as u16 / cell.1;
        let beside = (picture.picture.at().1..picture.picture.at().1 + rows)
            .flat_map(|y| (0..picture.picture.at().0).map(move |x| (x, y)));
        let letters: String = beside
            .map(|at| buffer[at].symbol())
            .filter(|sign| ("a"..="k").contains(sign))
            .collect();
        assert_eq!(letters, "", "{window:?}:\n{}", screen.text());
    }
}

#[test]
fn without_colours_or_in_ascii_the_board_stays_text() {
    for theme in [
        theme("mono", Depth::Mono, Glyphs::Unicode),
        theme("dark", Depth::TrueColour, Glyphs::Ascii),
    ] {
        let mut screen = Screen::new(game("necklace", Setup::default()), (100, 30), theme);
        for report in answers(Protocol::Kitty, (10, 20)) {
            screen.send(Message::Reported(report));
        }
        assert_eq!(screen.app.picture(&mut Easel::default()), None);
    }
}

#[test]
fn the_setting_chooses_how_boards_are_drawn() {
    let setup = || game("necklace", Setup::default());
    for (board, is_picture) in [
        ("auto", true),
        ("picture", true),
        ("blocks", false),
        ("compact", false),
        ("filled", false),
    ] {
        let mut screen = Screen::with_settings(setup(), (100, 30), &format!("board = \"{board}\""));
        for report in answers(Protocol::Kitty, (10, 20)) {
            screen.send(Message::Reported(report));
        }
        assert_eq!(screen.app.picture(&mut Easel::default()).is_some(), is_picture, "{board}");
        assert_eq!(
            screen.app.shared().notices.shown.as_ref().is_some(),
            matches!(board, "blocks" | "filled"),
            "{board}"
        );
    }
    let mut screen =
        Screen::with_settings(setup(), (100, 30), "board = \"picture\"\nglyphs = \"ascii\"");
    for report in answers(Protocol::Kitty, (10, 20)) {
        screen.send(Message::Reported(report));
    }
    assert!(screen.app.picture(&mut Easel::default()).is_some());
}

#[test]
fn a_lesson_has_its_picture_too() {
    let mut screen = pictured("necklace", Setup::default(), (100, 30), Protocol::Kitty, (10, 20));
    screen.keys("L<Enter>");
    assert!(
        screen.app.stack().lesson().is_some()
            && screen.app.picture(&mut Easel::default()).is_some()
    );
}

/// The home screen in a terminal like kitty, with these settings.
fn at_home(window: (u16, u16), settings: &str) -> Screen {
    let mut screen = Screen::with_settings(Start::Home, window, settings);
    for report in answers(Protocol::Kitty, (9, 18)) {
        screen.send(Message::Reported(report));
    }
    screen
}

#[test]
fn the_home_screen_shows_its_game_as_the_board_does() {
    for (window, is_picture) in
        [((60, 20), false), ((100, 34), true), ((120, 40), true), ((200, 50), true)]
    {
        let mut screen = at_home(window, "");
        let Some(before) = screen.app.picture(&mut Easel::default()) else {
            assert!(!is_picture, "{window:?}");
            continue;
        };
        let height = u32::from(window.1) * 18;
        assert!(is_picture && before.size().height * 2 > height, "{window:?}: {:?}", before.size());
        // It goes on with the game that plays itself, also under the palette.
        let due = screen.app.wake_at().expect("the next turn is due");
        assert_ne!(screen.tick(due).app.picture(&mut Easel::default()).as_ref(), Some(&before));
        assert!(screen.keys(":").app.picture(&mut Easel::default()).is_some());
        assert!(screen.keys("<Esc>").app.picture(&mut Easel::default()).is_some());
    }
    assert_eq!(at_home((120, 40), "board = \"compact\"").app.picture(&mut Easel::default()), None);
}

#[test]
fn home_shows_pictures_of_every_game_in_a_usual_window() {
    let mut screen = at_home((80, 24), "");
    for info in games::INFOS {
        screen.assert_shows(&format!("> {}", info.title));
        let picture = screen.app.picture(&mut Easel::default()).expect("the board is a picture");
        // As high as the rows that the remarks below it leave.
        assert!(picture.size().height >= 9 * 18, "{}: {:?}", info.id, picture.size());
        screen.keys("<Down>");
    }
}

#[test]
fn the_mouse_plays_on_the_cell_that_the_picture_shows_there() {
    for info in games::INFOS {
        let screen = pictured(info.id, Setup::default(), (120, 40), Protocol::Kitty, (10, 20));
        let layout =
            screen.app.game_view(screen.app.shared().area()).unwrap().areas().board.unwrap();
        assert!(layout.is_picture());
        let mut screen = screen;
        for at in layout.view().positions().step_by(37) {
            screen.mouse(tetralith_terminput::MouseEventKind::Moved, (at.x, at.y));
            if let Some(cell) = layout.cell_at(at) {
                assert_eq!(screen.table().hand().cell(), cell, "{}: {at}", info.id);
            }
        }
    }
}

#[cfg(unix)]
mod in_a_terminal {
    use crate::pty::{Pty, assert_restored};
    use portable_pty::CommandBuilder;

    const KITTY: &str =
        "\x1bP>|kitty(0.32.2)\x1b\\\x1b_Gi=31;OK\x1b\\\x1b[6;20;10t\x1b[4;600;1000t\x1b[?62;c";
    const SIXEL: &str = "\x1bP>|XTerm(379)\x1b\\\x1b[6;20;10t\x1b[4;600;1000t\x1b[?1;0;256S\x1b[?2;0;1000;1000S\x1b[?63;1;4c";
    /// The beginnings of a picture, and what takes it away.
    const SHOWN: [&str; 2] = ["\x1b_Ga=T", "\x1bP0;1;0q"];
    const KITTY_GONE: &str = "\x1b_Ga=d,d=A";
    const LEFT: &str = "\x1b[?1049l";

    /// Asks the terminal to report whether its window has the keyboard, or to stop.
    const HEARS_FOCUS: &str = "\x1b[?1004h";
    const DEAF_TO_FOCUS: &str = "\x1b[?1004l";

    fn variables() -> [(&'static str, &'static str); 1] {
        [("COLORTERM", "truecolor")]
    }

    /// The end of a frame.
    const WHOLE: &str = "\x1b[?2026l";

    /// Reads a whole frame with `shown` in it, from the byte `at` on.
    fn see_frame(pty: &mut Pty, at: usize, shown: &str) {
        pty.see_raw(at, shown);
        let at = at + pty.raw_text(at).find(shown).unwrap();
        pty.see_raw(at, WHOLE);
    }

    /// A game in a terminal that gives these answers.
    fn answered(data: &std::path::Path, answers: &str) -> Pty {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_tetralith"));
        command.args(["play", "necklace", "--size", "9"]);
        let mut pty = Pty::start(command, data, (100, 30), &variables()).silent();
        pty.answer(answers);
        pty
    }

    #[test]
    fn a_terminal_like_kitty_shows_the_board_and_gets_it_taken_away() {
        let data = tempfile::tempdir().unwrap();
        let mut pty = answered(data.path(), KITTY);
        see_frame(&mut pty, 0, SHOWN[0]);
        // A key moves the image of the cursor.
        let at = pty.raw.len();
        pty.press("\x1b[C");
        see_frame(&mut pty, at, "\x1b_Ga=p");
        // The palette lies over a part of the board, which is cut there and not sent again.
        let at = pty.raw.len();
        pty.press(":");
        see_frame(&mut pty, at, ",h=");
        let cut = pty.raw.len();
        pty.press("\x1b");
        see_frame(&mut pty, cut, "\x1b_Ga=p");
        assert!(!pty.raw_text(at).contains(SHOWN[0]) && !pty.raw_text(at).contains(KITTY_GONE));
        // A page takes it away.
        let at = pty.raw.len();
        pty.press("?");
        pty.see_raw(at, KITTY_GONE);
        pty.press("\x1b");
        see_frame(&mut pty, at, SHOWN[0]);
        // In a smaller window it is another picture.
        let at = pty.raw.len();
        pty.resize(90, 26);
        pty.see_raw(at, "\x1b[16t");
        pty.press("\x1b[6;20;10t");
        see_frame(&mut pty, at, SHOWN[0]);
        pty.press("q");
        let (status, raw) = pty.end_raw();
        assert_eq!(status, 0);
        assert!(
            raw.rfind(KITTY_GONE) > raw.rfind(SHOWN[0]) && raw.rfind(KITTY_GONE) < raw.rfind(LEFT)
        );
    }

    #[test]
    fn a_terminal_with_sixels_shows_the_board_and_gets_it_wiped() {
        let data = tempfile::tempdir().unwrap();
        let mut pty = answered(data.path(), SIXEL);
        see_frame(&mut pty, 0, SHOWN[1]);
        let at = pty.raw.len();
        pty.press("?");
        pty.wait("the help", |screen| !screen.contents().contains("To move"));
        assert!(!pty.raw_text(at).contains(SHOWN[1]));
        pty.press("\x1b");
        see_frame(&mut pty, at, SHOWN[1]);
        pty.press("q");
        let (status, raw) = pty.end_raw();
        assert_eq!(status, 0);
        assert!(
            raw.rfind("\x1b[2J") > raw.rfind(SHOWN[1]) && raw.rfind("\x1b[2J") < raw.rfind(LEFT)
        );
    }

    #[test]
    fn resizing_asks_the_system_for_missing_pixel_sizes() {
        let data = tempfile::tempdir().unwrap();
        let mut pty = answered(data.path(), "\x1b[4;600;1000t\x1b[?1;0;256S\x1b[?63;1;4c");
        see_frame(&mut pty, 0, SHOWN[1]);
        // In the second window a cell's share of the pixels reported before would be too small to
        // be believed.
        for (window, cell) in [((80, 24), (9, 18)), ((400, 24), (9, 18)), ((80, 24), (11, 21))] {
            let at = pty.raw.len();
            pty.resize_in_pixels(window, cell);
            see_frame(&mut pty, at, SHOWN[1]);
            // Pictures are whole cells.
            let raw = pty.raw_text(at);
            let (_, size) = raw.split_once("\x1bP0;1;0q\"1;1;").unwrap();
            let mut sides = size.split(['#', ';']).map(|side| side.parse::<u16>().unwrap());
            let (width, height) = (sides.next().unwrap(), sides.next().unwrap());
            assert_eq!((width % cell.0, height % cell.1), (0, 0), "{width}x{height} in {window:?}");
        }
        pty.press("q");
        assert_eq!(pty.end_raw().0, 0);
    }

    #[test]
    fn a_window_that_has_the_keyboard_again_gets_its_picture() {
        for (answers, shown) in [(KITTY, SHOWN[0]), (SIXEL, SHOWN[1])] {
            let data = tempfile::tempdir().unwrap();
            let mut pty = answered(data.path(), answers);
            see_frame(&mut pty, 0, HEARS_FOCUS);
            see_frame(&mut pty, 0, shown);
            let at = pty.raw.len();
            pty.press("\x1b[O\x1b[I");
            see_frame(&mut pty, at, shown);
            // Nothing is drawn if no picture is shown.
            let at = pty.raw.len();
            pty.press("?");
            pty.see_raw(at, WHOLE);
            let at = pty.raw.len();
            pty.press("\x1b[O\x1b[I\x1b");
            see_frame(&mut pty, at, shown);
            assert_eq!(pty.raw_text(at).matches(WHOLE).count(), 1, "one frame");
            pty.press("q");
            let (_, raw) = pty.end_raw();
            assert_eq!(raw.matches(HEARS_FOCUS).count(), 1);
            assert!(
                raw.rfind(DEAF_TO_FOCUS) > raw.rfind(HEARS_FOCUS)
                    && raw.rfind(DEAF_TO_FOCUS) < raw.rfind(LEFT)
            );
        }
        // A terminal that shows no pictures, and whose mouse does not play, is not asked.
        let data = tempfile::tempdir().unwrap();
        std::fs::write(data.path().join("config.toml"), "mouse = false\n").unwrap();
        let mut pty = answered(data.path(), "\x1b[?62;c");
        pty.see("Red: place a stone");
        pty.press("q");
        assert!(!pty.end_raw().1.contains(HEARS_FOCUS));
    }

    #[test]
    fn signals_and_a_shell_get_the_terminal_without_the_picture() {
        for signal in ["-TERM", "-HUP"] {
            let data = tempfile::tempdir().unwrap();
            let mut pty = answered(data.path(), KITTY);
            see_frame(&mut pty, 0, SHOWN[0]);
            pty.signal(signal);
            let (_, raw) = pty.end_raw();
            assert!(
                raw.rfind(KITTY_GONE) > raw.rfind(SHOWN[0])
                    && raw.rfind(KITTY_GONE) < raw.rfind(LEFT),
                "{signal}"
            );
            assert!(raw.rfind(DEAF_TO_FOCUS) > raw.rfind(HEARS_FOCUS), "{signal}");
        }
        let data = tempfile::tempdir().unwrap();
        let mut shell = CommandBuilder::new("bash");
        shell.args(["--norc", "--noprofile", "--noediting", "-i"]);
        let more = [
            ("PS1", "ready>"),
            ("HISTFILE", "/dev/null"),
            ("PROGRAM", env!("CARGO_BIN_EXE_tetralith")),
        ];
        let mut pty =
            Pty::start(shell, data.path(), (100, 30), &[&variables()[..], &more].concat()).silent();
        pty.see("ready>");
        pty.press("\"$PROGRAM\" play necklace --size 9\n");
        pty.answer(KITTY);
        see_frame(&mut pty, 0, SHOWN[0]);
        let at = pty.raw.len();
        pty.press("\x1a");
        pty.see_stopped();
        let raw = pty.raw_text(at);
        assert!(
            raw.rfind(KITTY_GONE).is_some()
                && raw.rfind(KITTY_GONE) < raw.rfind(LEFT)
                && !raw.contains(SHOWN[0])
        );
        assert!(raw.rfind(DEAF_TO_FOCUS).is_some() && raw.rfind(DEAF_TO_FOCUS) < raw.rfind(LEFT));
        pty.wait("the prompt", |screen| screen.contents().matches("ready>").count() == 2);
        let at = pty.raw.len();
        pty.press("fg\n");
        see_frame(&mut pty, at, HEARS_FOCUS);
        see_frame(&mut pty, at, SHOWN[0]);
        pty.press("q");
        pty.see_prompts(3);
        assert_restored(&pty.screen);
        pty.press("exit\n");
        pty.end();
    }

    #[test]
    fn within_tmux_no_question_becomes_the_title_of_the_pane() {
        let data = tempfile::tempdir().unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_tetralith"));
        command.args(["play", "necklace", "--size", "9"]);
        let mut pty = Pty::start(command, data.path(), (100, 30), &[("TMUX", "socket,1,0")]);
        pty.see("Red: place a stone");
        pty.press("\r");
        pty.see("Blue: place a stone");
        // tmux passes it on or drops it.
        let raw = pty.raw_text(0);
        assert!(raw.contains("\x1bPtmux;") && raw.contains("\x1b\x1b_G"), "{raw:?}");
        assert!(!raw.replace("\x1b\x1b_", "").contains("\x1b_"), "{raw:?}");
        pty.quit();
    }

    #[test]
    fn boards_lie_under_letters_inside_tmux() {
        const LETTER: &str = "\u{10EEEE}";
        let data = tempfile::tempdir().unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_tetralith"));
        command.args(["play", "necklace", "--size", "9"]);
        let mut pty =
            Pty::start(command, data.path(), (100, 30), &[("TMUX", "socket,1,0")]).silent();
        pty.see_raw(0, "\x1bPtmux;");
        assert!(!pty.raw_text(0).contains(LETTER));
        pty.answer("\x1bP>|kitty(0.35.1)\x1b\\\x1b_Gi=31;OK\x1b\\\x1b[6;20;10t\x1b[?1;2c");
        see_frame(&mut pty, 0, LETTER);
        // A stone changes tiles, but no letter.
        let at = pty.raw.len();
        pty.press("\r");
        see_frame(&mut pty, at, "a=T,U=1");
        assert!(!pty.raw_text(at).contains(LETTER));
        // A page over the board leaves none, and the board comes back.
        let at = pty.raw.len();
        pty.press("?");
        pty.see("Keys and legend");
        pty.see_raw(at, WHOLE);
        assert!(!pty.text().contains(LETTER), "{}", pty.text());
        let at = pty.raw.len();
        pty.press("\x1b");
        see_frame(&mut pty, at, LETTER);
        pty.press("q");
        let (status, raw) = pty.end_raw();
        assert_eq!(status, 0);
        let gone = raw.rfind("a=d,d=I");
        assert!(gone > raw.rfind("a=T,U=1") && gone < raw.rfind(LEFT), "{raw:?}");
        assert!(!raw.replace("\x1b\x1b_", "").contains("\x1b_"));
    }

    #[test]
    fn boards_are_text_without_answers_or_in_multiplexers() {
        let tmux = "\x1bP>|tmux 3.4\x1b\\\x1b[6;20;10t\x1b[?1;2;4c";
        // Impossible sizes, numbers that are too large, the answer about another picture, and an
        // answer cut in two.
        let odd = "\x1b_Gi=7;OK\x1b\\\x1b[6;65535;99999t\x1b[6;0;0t\x1b[?1;0;99999S\x1b[?4c";
        for answers in ["", tmux, odd] {
            let data = tempfile::tempdir().unwrap();
            let mut pty = answered(data.path(), answers);
            pty.see("Red: place a stone");
            pty.press("\r");
            pty.see("Blue: place a stone");
            let text = pty.raw_text(0);
            assert!(SHOWN.iter().all(|shown| !text.contains(shown)), "{answers:?}");
            pty.quit();
        }
    }
}

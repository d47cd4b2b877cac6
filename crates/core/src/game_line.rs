//! A whole game in one line of text, short enough for a message and fit for the end of an address.
//!
//! ```text
//! necklace/7#d4,e3,c4
//! multiplicity/4;opening=false#d4,c3,e4@2
//! plurality/9;komi=3#c3,c4,d4,pass
//! ```
//!
//! First the game and the size of its board, then its other options where they are not the usual
//! ones. After `#` the steps by their names, with a comma after each name of a cell or word: how
//! many of them make a step follows from the game. `@` and a number show the position after so many
//! steps; without it the last one is shown. Variations, comments, players and a resignation are
//! left out; a game that begins from a position of its own has no line. The notation is described
//! in `docs/exchange.md`.

use std::borrow::Cow;
use std::fmt::Write as _;

use thiserror::Error;

use crate::games::{Game, NewGameError, ids, info};
use crate::notation::{Names, NotationError};
use crate::position_text::write_options;
use crate::rules::{OptionKind, Setup, SetupError};
use crate::text::{Excerpt, counted, without_mark};
use crate::timeline::{NodeId, Timeline, TimelineError};

/// The most bytes of a line, several times what the longest game takes.
pub const MAX_GAME_LINE: usize = 64 << 10;

/// The reasons why a text is no game in a line. Each is one sentence.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "their sentences say it")]
pub enum GameLineError {
    /// There is more text than any game takes.
    #[error("a game in a line has at most {MAX_GAME_LINE} bytes, and this text has more")]
    TooLong,
    /// There is no game, no size or no `#` where each belongs.
    #[error("'{text}' is not a game in a line, which looks like necklace/7#d4,e3,c4")]
    Form {
        /// The text before the steps.
        text: Excerpt,
    },
    /// The first word is no game.
    #[error(transparent)]
    Game(#[from] NewGameError),
    /// The options cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The text after the size is no option of the game.
    #[error("'{text}' is not an option of {game}; options look like ;komi=3 or ;pie=true")]
    Option {
        /// The word.
        text: Excerpt,
        game: &'static str,
    },
    /// A name is none of a cell or a step.
    #[error("{unit} {number} '{text}': {source}")]
    Name {
        /// The word for a step: `move`, or `stone` where a move may have two.
        unit: &'static str,
        /// The number of the step, counted from 1.
        number: usize,
        text: Excerpt,
        /// The fault.
        source: NotationError,
    },
    /// A step is illegal where it is.
    #[error("{unit} {number} '{text}': {source}")]
    Illegal {
        /// The word for a step.
        unit: &'static str,
        /// The number of the step, counted from 1.
        number: usize,
        text: Excerpt,
        /// The reason why it cannot be made.
        source: TimelineError,
    },
    /// The text after `@` is not the number of a step.
    #[error("'@{text}' is not a number from 0 to {steps}; this line has {}", counted(*steps, unit))]
    Cursor {
        /// The word for a step.
        unit: &'static str,
        /// The text after the sign.
        text: Excerpt,
        steps: usize,
    },
}

/// Writes the line of `timeline` that its cursor is on, with the cursor where it is not at the end;
/// `None` if the game begins from a position of its own.
///
/// ```
/// use tetralith_core::{Game, Setup, Timeline, game_line};
/// let game = Game::new("plurality", &Setup { size: Some(5), komi: Some(3), ..Setup::default() })?;
/// let mut timeline = Timeline::new(game);
/// let names = tetralith_core::Names::of(timeline.start());
/// timeline.play(names.parse_step("c3,c4,d4")?)?;
/// timeline.play(names.parse_step("pass")?)?;
/// timeline.undo();
/// let line = game_line::write(&timeline).unwrap();
/// assert_eq!(line, "plurality/5;komi=3#c3,c4,d4,pass@1");
/// assert_eq!(game_line::write(&game_line::read(&line)?), Some(line));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(timeline: &Timeline) -> Option<String> {
    let start = timeline.start();
    if start.is_set_up() {
        return None;
    }
    let (info, options) = (start.info(), start.options());
    let names = Names::of(start);
    let mut text = format!("{}/{}", info.id, options.size);
    let mut words = String::new();
    write_options(&mut words, info, *options);
    for word in words.split_whitespace().filter(|word| !word.starts_with("size=")) {
        let _ = write!(text, ";{word}");
    }
    let line = timeline.line();
    let steps: Vec<String> =
        line.iter().filter_map(|&node| timeline.step(node)).map(|step| names.step(step)).collect();
    let _ = write!(text, "#{}", steps.join(","));
    let at = timeline.depth(timeline.cursor());
    if at < steps.len() {
        let _ = write!(text, "@{at}");
    }
    Some(text)
}

/// The game in `text`, which may be the address of a viewer page with the game after its `#`.
fn after_address(text: &str) -> &str {
    let text = without_mark(text).trim();
    let is_scheme = |scheme: &str| scheme.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_address = |page: &str| {
        page.split_once("://").is_some_and(|(scheme, _)| is_scheme(scheme))
            || page.to_ascii_lowercase().ends_with(".html")
    };
    let halves = text.split_once('#').filter(|(page, _)| is_address(page));
    halves.map_or(text, |(_, line)| line)
}

/// True if `text` begins as a game in a line does, alone or after the address of a viewer page:
/// with the name of a game and `/`, or with another name, `/` and a number.
pub fn is_game_line(text: &str) -> bool {
    let text = after_address(text);
    let Some((name, rest)) = text.split_once('/') else { return false };
    let Some(end) = rest.find('#').or_else(|| rest.find("%23")) else { return false };
    let size = rest[..end].split(';').next().unwrap_or_default();
    let is_sized = || !size.is_empty() && size.bytes().all(|byte| byte.is_ascii_digit());
    let is_name = || !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    ids().iter().any(|id| id.eq_ignore_ascii_case(name)) || is_name() && is_sized()
}

/// Reads a game from its line, with the cursor where the line has it.
///
/// # Errors
/// [`GameLineError`] that names the option or the step which is wrong.
pub fn read(text: &str) -> Result<Timeline, GameLineError> {
    if text.len() > MAX_GAME_LINE {
        return Err(GameLineError::TooLong);
    }
    let text = after_address(text);
    // In an address it is written so.
    let text: Cow<'_, str> =
        if text.contains('#') { text.into() } else { text.replacen("%23", "#", 1).into() };
    let text = &*text;
    let form = || GameLineError::Form { text: Excerpt::new(text) };
    let (head, steps) = text.split_once('#').ok_or_else(form)?;
    let (id, head) = head.split_once('/').ok_or_else(form)?;
    let id = id.to_ascii_lowercase();
    let info = info(&id).ok_or(NewGameError::Game { name: Excerpt::new(&id).to_string() })?;
    let mut words = head.split(';');
    let size = OptionKind::Size.domain(info).parse(words.next().unwrap_or_default());
    let mut setup = Setup::default();
    size.and_then(|size| setup.set(OptionKind::Size, size)).ok_or_else(form)?;
    for word in words {
        let wrong = || GameLineError::Option { text: Excerpt::new(word), game: info.title };
        setup.read(info, word).ok_or_else(wrong)??;
    }
    let options = info.options(&setup)?;
    let unit = if options.opening { "stone" } else { "move" };
    let mut timeline = Timeline::new(Game::start(info, &options)?);
    let (steps, cursor) =
        steps.split_once('@').map_or((steps, None), |(steps, cursor)| (steps, Some(cursor)));
    let mut rest: Vec<&str> = steps.split(',').map(str::trim).collect();
    if rest == [""] {
        rest.clear();
    }
    while !rest.is_empty() {
        let names = Names::of(timeline.position());
        // A tromino has three names of cells, every other step one.
        let is_tromino = names.has_trominoes() && names.parse_cell(rest[0]).is_ok();
        let count = if is_tromino { rest.len().min(3) } else { 1 };
        let (text, number) =
            (rest.drain(..count).collect::<Vec<_>>().join(","), timeline.steps() + 1);
        let excerpt = || Excerpt::new(&text);
        let step = names.parse_step(&text).map_err(|source| GameLineError::Name {
            unit,
            number,
            text: excerpt(),
            source,
        })?;
        timeline.play(step).map_err(|source| GameLineError::Illegal {
            unit,
            number,
            text: excerpt(),
            source,
        })?;
    }
    timeline.make_record();
    if let Some(cursor) = cursor {
        let line = timeline.line();
        let at: Option<usize> = cursor.parse().ok();
        let at = at.filter(|at| *at <= line.len() && at.to_string() == cursor);
        let at = at.ok_or_else(|| GameLineError::Cursor {
            unit,
            text: Excerpt::new(cursor),
            steps: line.len(),
        })?;
        timeline.go_to(if at == 0 { NodeId::START } else { line[at - 1] });
    }
    Ok(timeline)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of some steps with every option that is not the usual one.
    fn unusual(id: &str) -> Timeline {
        let info = info(id).unwrap();
        let mut setup = Setup { size: Some(5), ..Setup::default() };
        for kind in info.options {
            match kind {
                OptionKind::Opening => setup.opening = Some(false),
                OptionKind::Komi => setup.komi = Some(7),
                OptionKind::Ties => setup.ties = Some(crate::rules::Ties::Parity),
                OptionKind::Pie => setup.pie = Some(true),
                _ => {}
            }
        }
        let mut timeline = Timeline::new(Game::new(id, &setup).unwrap());
        for at in 0..6 {
            let mut legal = Vec::new();
            timeline.position().legal_steps(&mut legal);
            timeline.play(legal[(7 * at) % legal.len()]).unwrap();
        }
        timeline
    }

    #[test]
    fn lines_of_every_game_read_as_they_were_written() {
        for id in ids() {
            for timeline in [unusual(id), Timeline::new(Game::new(id, &Setup::default()).unwrap())]
            {
                let line = write(&timeline).unwrap();
                let mut again = read(&line).unwrap();
                assert_eq!(again.position(), timeline.position(), "{line}");
                assert!(is_game_line(&line) && again.is_record(), "{line}");
                again.go_to(NodeId::START);
                if timeline.steps() > 0 {
                    let at_start = format!("{line}@0");
                    assert_eq!(write(&again), Some(at_start.clone()));
                    assert_eq!(read(&at_start).unwrap().cursor(), NodeId::START);
                }
            }
        }
    }

    #[test]
    fn lines_that_are_wrong_say_where() {
        for (text, wanted) in [
            ("chess/8#e4", "there is no game 'chess'"),
            ("necklace", "'necklace' is not a game in a line"),
            ("necklace/big#a1", "'necklace/big#a1' is not a game in a line"),
            ("necklace/999#a1", "size 999 is out of range"),
            ("necklace/5;komi=3#a1", "Necklace has no option 'komi'"),
            ("necklace/5;pie=true;pie=false#a1", "the option 'pie' appears twice"),
            ("necklace/7;size=9#a1", "the option 'size' appears twice"),
            ("plurality/9;komi=3;komi=5#", "the option 'komi' appears twice"),
            ("plurality/9;komi=+3#", "'komi=+3' is not an option of Plurality"),
            ("necklace/+5#a1", "'necklace/+5#a1' is not a game in a line"),
            ("necklace/05#a1", "'necklace/05#a1' is not a game in a line"),
            ("necklace/5#a1,z9", "move 2 'z9': 'z9' is not a cell"),
            ("necklace/5#a1,a1", "move 2 'a1': a1 is occupied"),
            ("necklace/5#a1,,b2", "move 2 ''"),
            ("plurality/5#c3,c4", "move 1 'c3,c4'"),
            ("necklace/5#a1@2", "'@2' is not a number from 0 to 1; this line has 1 move"),
            ("multiplicity/3#c3,c4,a1@4", "from 0 to 3; this line has 3 stones"),
            ("multiplicity/3#c3,c4,c4", "stone 3 'c4': c4 is occupied"),
            ("necklace/5#a1@-1", "'@-1' is not a number from 0 to 1"),
            ("necklace/5#a1@+1", "'@+1' is not a number from 0 to 1"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(wanted), "{text}: {error}");
        }
        let long = format!("necklace/5#{}", "a1,".repeat(MAX_GAME_LINE));
        assert_eq!(read(&long), Err(GameLineError::TooLong));
        for text in ["necklace/5%23a1,b2", "http://a.org/viewer.html#necklace/5%23a1,b2"] {
            assert_eq!(read(text).unwrap().steps(), 2, "{text}");
        }
        for (text, is_line) in [
            ("necklace/5%23a1", true),
            ("https://a.org/b/viewer.html#necklace/5%23a1", true),
            ("https://a.org/necklace/5", false),
            (r#"{"comment":"https://a.org/#necklace/5#a1"}"#, false),
            ("chess/8#e4", true),
            ("chess/eight#e4", false),
            ("games/5.json#3", false),
            ("../8#e4", false),
            ("chess/8", false),
        ] {
            assert_eq!(is_game_line(text), is_line, "{text}");
        }
    }

    #[test]
    fn games_from_a_position_have_no_line() {
        let start = crate::position_text::read("necklace size=3 3/1r1/3 blue").unwrap();
        assert_eq!(write(&Timeline::new(start)), None);
    }
}

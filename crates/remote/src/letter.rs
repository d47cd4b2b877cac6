//! Games by mail: the moves of a game and a hash as a short text.
//!
//! Between its two marks a letter has only words and blanks, so it survives being quoted and
//! rewrapped.

use std::fmt::Write as _;

use tetralith_core::text::Excerpt;
use tetralith_core::{Game, Info, Reason, Setup, SetupError, games, json};
use thiserror::Error;

use crate::fault::Fault;
use crate::hash::digest;
use crate::message::Move;
use crate::shared_game::SharedGame;

/// The mark at the beginning of a letter. Only a number after it makes it one: the same word is the
/// tag of a mailing list.
const BEGIN: &str = "[tetralith";

const END: &str = "]";

const VERSION: &str = "1";

/// The digits of a letter's hash.
const DIGITS: usize = 16;

/// The most bytes of a letter.
pub const MAX_LETTER: usize = 256 << 10;

/// The most letters in a text: each reply may quote all earlier ones.
pub const MOST_LETTERS: usize = 200;

/// The columns of a line.
const COLUMNS: usize = 72;

/// A reason why a text is no letter.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "their sentences say it")]
pub enum LetterError {
    #[error("there is no game in this text; a game begins with '[tetralith' and ends with ']'")]
    None,
    #[error("the text is longer than {} kB", MAX_LETTER >> 10)]
    TooLong,
    #[error("this text has {count} games, more than {MOST_LETTERS}; use only the last one")]
    Many {
        /// Their number.
        count: usize,
    },
    /// It has another form.
    #[error("the game has the unknown format {0}; both players need the same Tetralith")]
    Version(Excerpt),
    #[error("there is no game called '{0}'")]
    Game(Excerpt),
    #[error("'{0}' is not an option of a game")]
    Option(Excerpt),
    /// The options cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("move {number}: {why}")]
    Move {
        number: u32,
        /// The reason.
        why: String,
    },
    #[error(
        "the text was damaged in transit: its hash {found} does not fit its moves, which have \
        {wanted}"
    )]
    Hash {
        /// The hash it has.
        found: Excerpt,
        /// The hash of its contents.
        wanted: String,
    },
}

/// The letter of a game: its moves and the hash of its position between two marks.
pub fn write(course: &SharedGame) -> String {
    let info = course.start().info();
    let mut words = vec![format!("{BEGIN} {VERSION}"), info.id.to_owned()];
    for (key, value) in json::options(info, course.start().options()) {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        words.push(format!("{key}={value}"));
    }
    words.extend((1..).zip(moves(course)).map(|(number, name)| format!("{number}.{name}")));
    words.push(format!("#{}{END}", hash(course)));
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > COLUMNS {
            text.push('\n');
            column = 0;
        }
        let gap = if column > 0 { " " } else { "" };
        let _ = write!(text, "{gap}{word}");
        column += gap.len() + word.len();
    }
    text
}

/// The word in place of a move with which the player to move resigns.
pub const RESIGN: &str = "resign";

/// The moves of a game as a letter has them, with [`RESIGN`] as the last one if the game was
/// resigned.
pub fn moves(course: &SharedGame) -> Vec<String> {
    let names = course.moves(0, course.turns().len()).into_iter().map(|one| one.name);
    names.chain(course.end().map(|_| RESIGN.to_owned())).collect()
}

/// Has the player to move resign; false if the game is over.
pub fn resign(course: &mut SharedGame) -> bool {
    course.to_move().is_some_and(|loser| course.lose(loser, Reason::Resignation))
}

/// The hash of a letter: the first digits of that of the position, or after a resignation of one
/// made of both.
fn hash(course: &SharedGame) -> String {
    let position = course.hash_at(course.len());
    let all = course.end().map(|_| digest(["tetralith resignation", &position]));
    all.unwrap_or(position)[..DIGITS].to_owned()
}

/// The name that games by mail have in their hashes.
pub const BY_MAIL: &str = "mail";

/// Reads every letter in `text`, at least one; each may be quoted and wrapped, and any may be
/// damaged.
///
/// # Errors
/// [`LetterError::None`], [`LetterError::TooLong`] or [`LetterError::Many`]
pub fn read(text: &str) -> Result<Letters, LetterError> {
    if text.len() > MAX_LETTER {
        return Err(LetterError::TooLong);
    }
    let begun = text.split(BEGIN).skip(1).filter(|rest| has_version(rest));
    match begun.clone().count() {
        0 => Err(LetterError::None),
        count if count > MOST_LETTERS => Err(LetterError::Many { count }),
        _ => Ok(Letters { found: begun.map(read_one).collect() }),
    }
}

/// True if `rest`, which follows a mark, goes on with a number, however it was quoted or encoded.
fn has_version(rest: &str) -> bool {
    let is_quote = |c: char| c.is_whitespace() || matches!(c, '>' | '|' | '=');
    rest.trim_start_matches(is_quote).starts_with(|c: char| c.is_ascii_digit())
}

/// The letters of a text, in its order.
#[derive(Clone, Debug)]
pub struct Letters {
    found: Vec<Result<SharedGame, LetterError>>,
}

impl Letters {
    /// The games of the letters that can be read.
    pub fn games(&self) -> impl Iterator<Item = &SharedGame> {
        self.found.iter().flatten()
    }

    /// The game of the first letter that can be read.
    ///
    /// # Errors
    /// The fault of the first letter if none can be read.
    pub fn first(&self) -> Result<&SharedGame, LetterError> {
        self.games().next().ok_or_else(|| self.fault().cloned().unwrap_or(LetterError::None))
    }

    /// The game of the letter that continues `known` furthest, or equals it; `None` if no letter
    /// does.
    ///
    /// Of several that go equally far, the first.
    pub fn furthest(&self, known: &SharedGame) -> Option<&SharedGame> {
        let games = self.games().filter(|game| known.goes_on_as(game));
        let reach = |game: &SharedGame| (game.len(), game.end().is_some());
        games.reduce(|best, game| if reach(game) > reach(best) { game } else { best })
    }

    /// The fault of the first letter that cannot be read.
    pub fn fault(&self) -> Option<&LetterError> {
        self.found.iter().find_map(|found| found.as_ref().err())
    }
}

/// Reads the rest of a letter from `text`, which begins after the letter's mark.
///
/// Mail programs may have encoded it (quoted-printable), if it cannot be read as it is.
fn read_one(text: &str) -> Result<SharedGame, LetterError> {
    let (inside, _) = text.split_once(END).ok_or(LetterError::None)?;
    let as_it_stands = read_inside(inside);
    if as_it_stands.is_err() && inside.contains('=') {
        let decoded = read_inside(&decoded(inside));
        return decoded.or(as_it_stands);
    }
    as_it_stands
}

/// `text` without its soft line breaks, and with the equals signs that are written as `=3D`: all
/// that quoted-printable changes in a letter, which has nothing but printable ASCII.
///
/// Source: RFC 2045, section 6.7.
fn decoded(text: &str) -> String {
    let joined = text.replace("=\r\n", "").replace("=\n", "");
    joined.replace("=3D", "=").replace("=3d", "=")
}

fn read_inside(inside: &str) -> Result<SharedGame, LetterError> {
    let words = inside
        .lines()
        .flat_map(|line| line.trim_start_matches(['>', ' ', '\t', '|']).split_whitespace());
    // Blanks that were put after the commas of a move do not part it.
    let mut joined: Vec<String> = Vec::new();
    for word in words {
        match joined.last_mut() {
            Some(last) if last.ends_with(',') || word.starts_with(',') => last.push_str(word),
            _ => joined.push(word.to_owned()),
        }
    }
    let mut words = joined.iter().map(String::as_str);
    match words.next() {
        Some(VERSION) => {}
        other => return Err(LetterError::Version(Excerpt::new(other.unwrap_or_default()))),
    }
    let id = words.next().unwrap_or_default();
    let info = games::info(id).ok_or_else(|| LetterError::Game(Excerpt::new(id)))?;
    let words: Vec<&str> = words.collect();
    let options = words.iter().take_while(|word| word.contains('='));
    let count = options.clone().count();
    let mut course = SharedGame::new(BY_MAIL.to_owned(), start(info, options.copied())?);
    let mut found = "";
    for (i, word) in words[count..].iter().enumerate() {
        if let Some(hash) = word.strip_prefix('#') {
            found = hash;
            break;
        }
        let number = i as u32 + 1;
        let name =
            word.split_once('.').filter(|(n, _)| *n == number.to_string()).map(|(_, name)| name);
        let name = name.ok_or_else(|| LetterError::Move {
            number,
            why: format!("the text has '{}' there; it was damaged in transit", Excerpt::new(word)),
        })?;
        if name == RESIGN && resign(&mut course) {
            continue;
        }
        let one = Move { name: name.to_owned(), ms: 0 };
        course
            .play_named(&one)
            .map_err(|fault| LetterError::Move { number, why: damaged(&fault) })?;
    }
    let wanted = hash(&course);
    if found == wanted {
        Ok(course)
    } else {
        Err(LetterError::Hash { found: Excerpt::new(found), wanted })
    }
}

/// Explains a move that cannot be played. The program that wrote the letter has played it.
fn damaged(fault: &Fault) -> String {
    match fault {
        Fault::Illegal(why) => format!("{why}; the text was damaged in transit"),
        fault => fault.to_string(),
    }
}

/// The position that a game begins at with these options.
fn start<'a>(
    info: &'static Info,
    options: impl Iterator<Item = &'a str>,
) -> Result<Game, LetterError> {
    let mut setup = Setup::default();
    for option in options {
        setup.read(info, option).ok_or_else(|| LetterError::Option(Excerpt::new(option)))??;
    }
    Ok(Game::start(info, &info.options(&setup)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(game: &str, moves: usize) -> SharedGame {
        let mut course =
            SharedGame::new(BY_MAIL.to_owned(), Game::new(game, &Setup::default()).unwrap());
        while course.turns().len() < moves {
            let mut position = course.position().clone();
            let mut steps = Vec::new();
            loop {
                let legal = position.legal();
                let step = legal[(course.turns().len() * 37 + 11) % legal.len()];
                position.play(step).unwrap();
                steps.push(step);
                if !position.phase().is_mid_turn() {
                    break;
                }
            }
            course.play(&steps, 0).unwrap();
        }
        course
    }

    /// The first letter in `text`.
    fn first(text: &str) -> Result<SharedGame, LetterError> {
        read(text)?.first().cloned()
    }

    #[test]
    fn letters_are_read_however_they_are_quoted_and_wrapped() {
        for info in games::INFOS {
            let course = course(info.id, 20);
            let text = write(&course);
            assert!(text.lines().all(|line| line.len() <= COLUMNS), "{text}");
            let quoted: String = format!(">> {}\r\n", text.replace('\n', "\r\n>> "));
            let wrapped = text.replace(' ', "\n");
            let spaced = text.replace(',', ", ");
            let encoded = text.replace('=', "=3D").replace(' ', " =\r\n");
            let hello = format!("Hello,\n\n{quoted}\nYours");
            let listed = format!("Subject: [tetralith] our game\n\n{text}\n[tetralith-talk]");
            let quoted_mark = text.replacen(' ', "\n>> ", 1);
            for text in [&text, &hello, &wrapped, &spaced, &encoded, &listed, &quoted_mark] {
                let read = first(text).unwrap_or_else(|error| panic!("{error}: {text}"));
                assert_eq!(read.state(), course.state());
            }
        }
    }

    #[test]
    fn damaged_letters_are_refused_in_one_sentence() {
        let text = write(&course("necklace", 3));
        let moves = text.split_whitespace().filter(|word| word.contains('.')).collect::<Vec<_>>();
        let swapped = text
            .replace(moves[0], &moves[1].replace("2.", "1."))
            .replace(moves[1], &moves[0].replace("1.", "2."));
        for (text, wanted) in [
            (String::new(), "there is no game in this text"),
            ("[tetralith 2 necklace]".to_owned(), "format 2"),
            ("[tetralith 1 go]".to_owned(), "no game called 'go'"),
            (text.replace("size=", "seize="), "'seize="),
            (text.replace("size=", "size=9"), "size"),
            (text.replace("size=", "size=9 size="), "the option 'size' appears twice"),
            (text.replace(moves[1], "2.zz9"), "move 2"),
            (text.replace(moves[1], "4.a1"), "move 2"),
            (text.replace(moves[1], &moves[0].replace("1.", "2.")), "damaged in transit"),
            (swapped, "damaged in transit"),
            (text.replace('#', "#0"), "damaged in transit"),
            ("x".repeat(MAX_LETTER + 1), "longer than"),
            (text.repeat(MOST_LETTERS + 1), "this text has 201 games"),
            ("[tetralith] our game".to_owned(), "there is no game in this text"),
        ] {
            let error = first(&text).map(|course| course.state()).unwrap_err().to_string();
            assert!(error.contains(wanted), "{error}");
        }
    }

    #[test]
    fn letters_with_a_resignation_end_the_game() {
        for info in games::INFOS {
            let open = course(info.id, 3);
            let mut resigned = open.clone();
            assert!(resign(&mut resigned) && !resign(&mut resigned));
            let (open_text, text) = (write(&open), write(&resigned));
            assert!(text.contains("4.resign"), "{text}");
            let read_again = first(&text).unwrap();
            assert_eq!(
                (read_again.state(), read_again.end()),
                (resigned.state(), resigned.end()),
                "{text}"
            );
            assert!(open.goes_on_as(&read_again) && !read_again.goes_on_as(&open));
            // The word can be neither lost nor added on the way.
            let [lost, added] =
                [text.replace("4.resign", ""), open_text.replace('#', "4.resign #")];
            let after = text.replace("4.resign", "4.resign 5.resign");
            for (text, wanted) in [(&lost, "hash"), (&added, "hash"), (&after, "move 5: ")] {
                let error = first(text).map(|course| course.end()).unwrap_err().to_string();
                assert!(error.contains(wanted), "{error}");
            }
            let both = read(&format!("{open_text}\n{text}")).unwrap();
            assert_eq!(both.furthest(&open).unwrap().end(), resigned.end());
        }
    }

    #[test]
    fn of_several_letters_the_one_counts_that_goes_on_furthest() {
        let [none, one, two, three] = [0, 1, 2, 3].map(|moves| course("necklace", moves));
        let other = write(&course("plurality", 9));
        let quoted = format!("> {}\n", write(&one).replace('\n', "\n> "));
        let [two_text, three_text] = [write(&two), write(&three)];
        let damaged = three_text.replace('#', "#0");
        for text in [
            format!("{quoted}\n{two_text}"),
            format!("{two_text}\n{quoted}"),
            format!("{other}\n{quoted}\n{two_text}\n"),
            format!("{damaged}\n{quoted}\n{two_text}\n"),
            format!("{quoted}\n[tetralith 1 necklace size=\n{two_text}\n"),
        ] {
            let letters = read(&text).unwrap();
            for known in [&none, &one, &two] {
                assert_eq!(
                    letters.furthest(known).map(SharedGame::state),
                    Some(two.state()),
                    "{text}"
                );
            }
            assert!(letters.furthest(&three).is_none(), "{text}");
        }
        for text in [format!("{quoted}{damaged}"), format!("{damaged}\n{quoted}")] {
            let letters = read(&text).unwrap();
            assert!(matches!(letters.fault(), Some(LetterError::Hash { .. })), "{letters:?}");
            assert_eq!(letters.first().map(SharedGame::state), Ok(one.state()));
        }
    }
}

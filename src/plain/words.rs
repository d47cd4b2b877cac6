//! The words that the plain mode knows, in one table from which the help is made.

use tetralith_session::sentence::{ActionId, Sentence};

/// The request of a word that is typed in the plain mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the table below says what each does")]
pub enum Word {
    Help,
    Board,
    Describe,
    Score,
    Clock,
    Legal,
    Why,
    Hint,
    Threat,
    Exact,
    Opinion,
    Now,
    Stop,
    Moves,
    Line,
    Mark,
    Pass,
    Swap,
    Resign,
    ResignNow,
    Undo,
    Redo,
    Go,
    Seat,
    First,
    Last,
    Next,
    Back,
    Turn,
    Review,
    Play,
    Brief,
    Full,
    New,
    Resume,
    Open,
    Save,
    Replace,
    Rules,
    Say,
    Accept,
    Decline,
    Rematch,
    Qr,
    Stats,
    Puzzle,
    Train,
    Opening,
    Watch,
    Leave,
    Restart,
    Quit,
}

impl Word {
    /// True if it only asks for information, and changes neither the game nor the place in
    /// it.
    pub const fn only_tells(self) -> bool {
        use Word as W;
        matches!(
            self,
            W::Help
                | W::Board
                | W::Describe
                | W::Score
                | W::Legal
                | W::Moves
                | W::Line
                | W::Rules
                | W::Brief
                | W::Full
        )
    }

    /// Returns its spelling if it does something and takes nothing after it, so that a longer line
    /// is refused.
    pub fn alone(self) -> Option<&'static str> {
        let entry = WORDS.iter().find(|entry| entry.word == self)?;
        (entry.rest.is_empty() && !self.only_tells() && self != Self::Quit).then_some(entry.name)
    }

    /// True if it is a part of playing, and leads to no file, no other game and no puzzle.
    pub const fn is_playing(self) -> bool {
        use Word as W;
        self.only_tells()
            || matches!(
                self,
                W::Clock
                    | W::Why
                    | W::Pass
                    | W::Swap
                    | W::Resign
                    | W::ResignNow
                    | W::Undo
                    | W::Redo
                    | W::First
                    | W::Last
                    | W::Next
                    | W::Back
                    | W::Turn
                    | W::Review
                    | W::Play
                    | W::Say
                    | W::Accept
                    | W::Decline
                    | W::Rematch
                    | W::Quit
            )
    }
}

/// A word, what comes after it, and what it does.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its meaning.
    pub word: Word,
    /// Its spelling.
    pub name: &'static str,
    /// The rest of the line, as the help writes it; empty for nothing.
    pub rest: &'static str,
    /// The line of the help.
    pub does: &'static str,
}

const fn entry(word: Word, name: &'static str, rest: &'static str, does: &'static str) -> Entry {
    Entry { word, name, rest, does }
}

/// Every word, in the order of the help.
pub const WORDS: &[Entry] = &[
    entry(Word::Help, "help", "", "list these commands"),
    entry(Word::Board, "board", "", "show the board as a diagram"),
    entry(Word::Describe, "describe", "", "list the stones in words"),
    entry(Word::Score, "score", "", "show the score and whose turn it is"),
    entry(Word::Clock, "clock", "", "pause or resume the clocks"),
    entry(Word::Legal, "legal", "", "list the legal moves"),
    entry(Word::Why, "why", "CELL", "explain why a cell or move is legal or illegal"),
    entry(Word::Hint, "hint", "", "ask the engine for the best moves"),
    entry(Word::Threat, "threat", "", "show what the opponent threatens"),
    entry(Word::Exact, "exact", "", "solve the position exactly, in review"),
    entry(Word::Opinion, "opinion", "[PROGRAM]", "ask a program about the position, in review"),
    entry(Word::Now, "now", "", "make the thinking engine move at once"),
    entry(Word::Stop, "stop", "", "stop the thinking engine"),
    entry(Word::Moves, "moves", "", "list the moves of the game"),
    entry(Word::Line, "line", "", "show the game as one line of text, to send or keep"),
    entry(Word::Qr, "qr", "", "show the game as a QR code"),
    entry(Word::Mark, "mark", "MARK", "add or remove a mark: c3 a dot, c3=A, c3# a shade, a1>c3"),
    entry(Word::Pass, "pass", "", "pass, in games that have it"),
    entry(Word::Swap, "swap", "", "swap colours after the first stone (pie rule)"),
    entry(Word::Resign, "resign", "", "resign; asks first"),
    entry(Word::ResignNow, "resign!", "", "resign without a question"),
    entry(Word::Undo, "undo", "", "take back your last move, and the engine's reply"),
    entry(Word::Redo, "redo", "", "redo the move you undid"),
    entry(Word::Go, "go", "", "let the engine move"),
    entry(Word::Seat, "seat", "COLOUR WHO", "change a player, as in: seat red hard"),
    entry(Word::First, "first", "", "go to the start"),
    entry(Word::Last, "last", "", "go to the end"),
    entry(Word::Next, "next", "", "go forward one move; an empty line does too, in review"),
    entry(Word::Back, "back", "", "go back one move"),
    entry(Word::Turn, "turn", "N", "go to turn N; 0 is the start"),
    entry(Word::Review, "review", "", "look through the game, with exact and opinion"),
    entry(Word::Play, "play", "", "leave review and play from here; with a game, begin that"),
    entry(Word::Brief, "brief", "", "hide the board after each move"),
    entry(Word::Full, "full", "", "show the board after each move (the default)"),
    entry(
        Word::New,
        "new",
        "[GAME OPTIONS]",
        "start a new game, with game options as for 'tetralith play'",
    ),
    entry(Word::Resume, "resume", "", "resume the latest unfinished game"),
    entry(Word::Open, "open", "FILE", "review a record, or resume one of your games"),
    entry(Word::Save, "save", "FILE", "save the game to a new file"),
    entry(Word::Replace, "replace", "FILE", "save the game, overwriting a file"),
    entry(Word::Rules, "rules", "[GAME]", "show the rules of a game"),
    entry(Word::Say, "say", "TEXT", "send a message to the other player"),
    entry(Word::Accept, "accept", "", "accept the other player's offer"),
    entry(Word::Decline, "decline", "", "decline the other player's offer"),
    entry(Word::Rematch, "rematch", "", "play again, or offer a rematch"),
    entry(Word::Stats, "stats", "", "show the statistics of your own games"),
    entry(
        Word::Puzzle,
        "puzzle",
        "[GAME]",
        "solve a puzzle: daily, mixed, streak, three, set or motif",
    ),
    entry(Word::Train, "train", "", "train the opening up to this move; again to stop"),
    entry(Word::Opening, "opening", "[book] [GAME]", "train your openings, or those of the book"),
    entry(Word::Watch, "watch", "[GAME] [1-3]", "list the commented games of a game, or open one"),
    entry(Word::Restart, "restart", "", "restart the puzzle"),
    entry(Word::Leave, "leave", "", "leave the puzzles"),
    entry(Word::Quit, "quit", "", "quit Tetralith"),
];

/// The words that do something while a puzzle or an opening is trained, each with the line of the
/// help if they do something else there.
pub const IN_PUZZLE: &[(Word, Option<&str>)] = &[
    (Word::Help, None),
    (Word::Board, None),
    (Word::Describe, None),
    (Word::Score, None),
    (Word::Legal, None),
    (Word::Hint, Some("show a hint; the attempt then counts as failed")),
    (Word::Pass, None),
    (Word::Swap, None),
    (Word::Next, Some("go on to the next one; an unsolved one counts as failed")),
    (Word::Undo, Some("restart the puzzle")),
    (Word::Restart, None),
    (Word::Puzzle, None),
    (Word::Opening, None),
    (Word::Leave, None),
    (Word::Quit, None),
];

/// The word that `line` begins with, in any case, and what comes after it.
pub fn read(line: &str) -> Option<(Word, &str)> {
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let entry = WORDS.iter().find(|entry| entry.name.eq_ignore_ascii_case(name))?;
    Some((entry.word, rest.trim()))
}

/// The words for an action that no word does.
const KEY: &str = "a key of the screen";

/// Returns `sentence` with words in place of its actions, between quotation marks.
pub fn spell(sentence: &Sentence) -> String {
    sentence.spell(|action| quoted(word_for(action)))
}

fn quoted(word: &str) -> String {
    if word == KEY { word.to_owned() } else { format!("'{word}'") }
}

/// Returns the word that does `action`, or what does it if that is no word.
const fn word_for(action: ActionId) -> &'static str {
    match action {
        ActionId::AcceptOffer => "accept",
        ActionId::Analyse => "tetralith analyse",
        ActionId::DeclineOffer => "decline",
        ActionId::Exact => "exact",
        ActionId::Forward => "next",
        ActionId::Help => "help",
        ActionId::Hint => "hint",
        ActionId::Last => "last",
        ActionId::LookThrough => "review",
        ActionId::NewGame => "new",
        ActionId::NextLegal => "legal",
        ActionId::Opinion => "opinion",
        ActionId::Pass => "pass",
        ActionId::PauseClock => "clock",
        ActionId::PlayOn | ActionId::ReturnToGame => "play",
        ActionId::SaveAs => "save",
        ActionId::Seats => "seat",
        ActionId::Swap => "swap",
        ActionId::TakeBack | ActionId::Undo => "undo",
        ActionId::Why => "why",
        ActionId::Accept
        | ActionId::NextFault
        | ActionId::NextStone
        | ActionId::Pick
        | ActionId::PreviousFault
        | ActionId::Rotate
        | ActionId::ThinkFirst => KEY,
    }
}

/// The help on all words: a line a word, each shorter than 80 columns.
pub fn help() -> String {
    help_on(WORDS.iter().copied())
}

/// The help on the words that play, the only ones at a terminal for one game.
pub fn help_on_playing() -> String {
    help_on(WORDS.iter().filter(|entry| entry.word.is_playing()).copied())
}

/// The help on the words that do something while a puzzle or an opening is trained.
pub fn help_in_puzzle() -> String {
    help_on(IN_PUZZLE.iter().filter_map(|&(word, does)| {
        let entry = WORDS.iter().find(|entry| entry.word == word)?;
        Some(Entry { does: does.unwrap_or(entry.does), ..*entry })
    }))
}

fn help_on(entries: impl Iterator<Item = Entry>) -> String {
    let mut lines = vec!["To move, type a cell such as e5, or e5,g2 for two stones.".to_owned()];
    lines.extend(entries.map(|Entry { name, rest, does, .. }| {
        let word = format!("{name} {rest}");
        format!("{:<18}  {does}", word.trim_end())
    }));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read_and_the_help_is_narrow() {
        for entry in WORDS {
            let line = format!("{}  x y ", entry.name.to_uppercase());
            assert_eq!(read(line.trim()), Some((entry.word, "x y")));
        }
        assert_eq!(read("e5"), None);
        let help = [help(), help_on_playing(), help_in_puzzle()].join("\n");
        assert!(help.lines().all(|line| line.chars().count() < 80), "{help}");
    }
}

//! The words that the plain mode knows, in one table from which the help is made.

/// The meaning of a word.
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
    Now,
    Stop,
    Moves,
    Pass,
    Swap,
    Resign,
    ResignNow,
    Undo,
    Redo,
    Go,
    First,
    Last,
    Next,
    Back,
    Turn,
    Play,
    Brief,
    Full,
    New,
    Resume,
    Open,
    Save,
    Replace,
    Rules,
    Quit,
}

impl Word {
    /// Returns true if it only has something told, and changes neither the game nor where one is in it.
    pub const fn only_tells(self) -> bool {
        use Word as W;
        matches!(
            self,
            W::Help | W::Board | W::Describe | W::Score | W::Legal | W::Moves | W::Rules | W::Brief | W::Full
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
    entry(Word::Help, "help", "", "list these words"),
    entry(Word::Board, "board", "", "show the board as a diagram"),
    entry(Word::Describe, "describe", "", "list the stones in words"),
    entry(Word::Score, "score", "", "say how both sides stand, and whose step it is"),
    entry(Word::Clock, "clock", "", "stop the clocks, or let them go on"),
    entry(Word::Legal, "legal", "", "list the steps that can be made"),
    entry(Word::Why, "why", "CELL", "say whether a cell or a step can be played, and why not"),
    entry(Word::Hint, "hint", "", "let the computer name the best steps"),
    entry(Word::Threat, "threat", "", "what the other side would do if it could step now"),
    entry(Word::Now, "now", "", "have the computer, while it thinks, end with what it knows"),
    entry(Word::Stop, "stop", "", "have the computer, while it thinks, think no more"),
    entry(Word::Moves, "moves", "", "list the turns"),
    entry(Word::Pass, "pass", "", "pass, in a game that has passing"),
    entry(Word::Swap, "swap", "", "exchange colours, under the pie rule"),
    entry(Word::Resign, "resign", "", "give the game up, if you answer yes to the next line"),
    entry(Word::ResignNow, "resign!", "", "give the game up without being asked"),
    entry(Word::Undo, "undo", "", "take a step back, and the computer's answer to it"),
    entry(Word::Redo, "redo", "", "make it again"),
    entry(Word::Go, "go", "", "let the computer make its step here"),
    entry(Word::First, "first", "", "go to the start"),
    entry(Word::Last, "last", "", "go to the end"),
    entry(Word::Next, "next", "", "go a step on; an empty line does so while looking through"),
    entry(Word::Back, "back", "", "go a step back"),
    entry(Word::Turn, "turn", "N", "go to turn N, 0 for the start"),
    entry(Word::Play, "play", "", "play on from here in a game that is looked through"),
    entry(Word::Brief, "brief", "", "no board after each step"),
    entry(Word::Full, "full", "", "the board after each step, as at first"),
    entry(Word::New, "new", "[GAME OPTIONS]", "a new game, as after 'tetralith play'"),
    entry(Word::Resume, "resume", "", "go on with the unfinished game written last"),
    entry(Word::Open, "open", "FILE", "look through a record, or go on with a game of yours"),
    entry(Word::Save, "save", "FILE", "save the game as a new file"),
    entry(Word::Replace, "replace", "FILE", "save it in place of a file"),
    entry(Word::Rules, "rules", "[GAME]", "the rules of a game"),
    entry(Word::Quit, "quit", "", "end; the game is kept"),
];

/// The word that `line` begins with, in any case, and what comes after it.
pub fn read(line: &str) -> Option<(Word, &str)> {
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let entry = WORDS.iter().find(|entry| entry.name.eq_ignore_ascii_case(name))?;
    Some((entry.word, rest.trim()))
}

/// The help: a line a word, each shorter than 80 columns.
pub fn help() -> String {
    let mut lines = vec!["A step is made by its name, such as e5; a turn of two as e5,g2.".to_owned()];
    lines.extend(WORDS.iter().map(|Entry { name, rest, does, .. }| {
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
        assert!(help().lines().all(|line| line.chars().count() < 80), "{}", help());
    }
}

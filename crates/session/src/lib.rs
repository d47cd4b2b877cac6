//! Everything that happens at a board, without a screen: who sits there, the clocks, playing,
//! review, lessons, and the engine's part.
//!
//! | module | holds |
//! |---|---|
//! | [`match_play`] | the match: the game at the board and all that happens about it |
//! | [`table`] | one game in its timeline, who sits at it, and what is being done with it |
//! | [`seat`] | a person, or the computer at a level |
//! | [`seated`] | a table together with its record, its clocks and the file it is kept in |
//! | [`remote_game`] | a game with another terminal: between the board and the protocol |
//! | [`clock`] | time controls and what both sides have left |
//! | [`thinking`] | the engine's questions under way and what has come of them |
//! | [`hint`] | the steps that a hint names, under numbers that stay while they are read |
//! | [`believed`] | the part of what the engine says that can be believed |
//! | [`editor`] | a position that is being set up |
//! | [`lesson`], [`puzzle`], [`progress`] | lessons and puzzles, and how far a learner has come |
//! | [`practice`] | the next puzzle, the return of failed ones, a rating, the days in a row |
//! | [`cursor`], [`tromino`] | the cursor on the board, and the stamp that drops three stones |
//! | [`why`] | reasons why something can or cannot be played on a cell |
//! | [`mod@sentence`] | sentences that name actions, which each face spells by its keys or words |
//! | [`words`] | sentences that all front ends share |
//! | [`kept`] | what is known of a game's file, without looking at the disk |
//! | [`time`] | moments in time, and the dates that records and files give them |
//!
//! No terminal, no file, no thread and no clock of its own: the owner of a session passes the time
//! in and carries out what it asks for, as the screen and the plain mode do.
#![forbid(unsafe_code)]

pub mod believed;
pub mod clock;
pub mod cursor;
pub mod editor;
pub mod hint;
pub mod kept;
pub mod lesson;
pub mod match_play;
mod move_check;
pub mod openings;
pub mod practice;
pub mod progress;
pub mod puzzle;
pub mod remote_game;
pub mod retry;
pub mod seat;
pub mod seated;
pub mod sentence;
pub mod series;
pub mod table;
pub mod thinking;
pub mod time;
pub mod tromino;
pub mod why;
pub mod words;

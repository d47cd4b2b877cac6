//! Reads the record of a game and prints its moves and its last position.
//!
//! ```text
//! cargo run -p tetralith-core --example show_record -- assets/games/necklace.json
//! ```

use std::error::Error;
use std::fmt::Write as _;
use std::{env, fs};

use tetralith_core::{Colour, Names, Outcome, Record};

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("the file of a record is needed, such as game.json")?;
    print!("{}", show(&fs::read(path)?)?);
    Ok(())
}

/// The record as text: the game, its moves, the board, and its standing.
fn show(bytes: &[u8]) -> Result<String, Box<dyn Error>> {
    let (record, timeline) = Record::read(bytes)?;
    let names = Names::of(timeline.start());
    let mut text = String::new();
    let [first, second] = Colour::BOTH.map(|colour| {
        let name = record.players[colour.index()].name.as_deref();
        name.unwrap_or_else(|| names.title(colour))
    });
    writeln!(text, "{}: {first} and {second}", names.info.title)?;

    let mut turn = 0;
    for node in timeline.main_line() {
        let Some(step) = timeline.step(node) else { continue };
        if timeline.turn(node) == turn {
            write!(text, ",{}", names.step(step))?;
        } else {
            turn = timeline.turn(node);
            let separator = if turn == 1 { "" } else { "\n" };
            write!(
                text,
                "{separator}{turn}. {} {}",
                names.title(timeline.mover(node)),
                names.step(step)
            )?;
        }
    }

    let position = timeline.position();
    writeln!(text, "\n{}", names.diagram(position.board()))?;
    match timeline.outcome() {
        Some(Outcome { winner: Some(winner), reason }) => {
            writeln!(text, "{} wins {reason}", names.title(winner))?;
        }
        Some(Outcome { winner: None, reason }) => writeln!(text, "a draw {reason}")?,
        None => writeln!(text, "{} to move", names.title(position.to_move()))?,
    }
    Ok(text)
}

#[test]
fn a_record_is_shown() -> Result<(), Box<dyn Error>> {
    let record = br#"{ "format": "tetralith", "version": 1, "game": "multiplicity",
        "options": { "size": 3 }, "players": { "white": { "name": "Ann" } }, "moves": ["c3", "c4,a1"] }"#;
    let moves = "Multiplicity: Ann and Red\n1. White c3\n2. Red c4,a1\n";
    let board = "e    . . .\nd   . . . .\nc  . . W R .\nb   . . . .\na    R . .\n";
    assert_eq!(show(record)?, format!("{moves}{board}White to move\n"));
    Ok(())
}

#[test]
fn the_end_of_a_game_is_shown() -> Result<(), Box<dyn Error>> {
    let last_line = |moves: &str| -> Result<String, Box<dyn Error>> {
        let head = r#""format": "tetralith", "version": 1, "game": "multiplicity""#;
        let options = r#""options": { "size": 2, "opening": false }"#;
        let shown = show(format!("{{ {head}, {options}, \"moves\": [{moves}] }}").as_bytes())?;
        Ok(shown.lines().last().unwrap_or_default().to_owned())
    };
    let white = r#""a1", "b1", "a2", "c1", "b2", "b3""#;
    assert_eq!(last_line(white)?, "White wins by score");
    let draw = r#""a1", "a2", "b1", "b2", "c1", "b3""#;
    assert_eq!(last_line(draw)?, "a draw by score");
    Ok(())
}

//! Lets one level of the engine play another and prints the record of their game.
//!
//! ```text
//! cargo run --release -p tetralith-engine --example self_play -- necklace 7 easy hard
//! ```

use std::env;
use std::error::Error;

use tetralith_core::{Colour, Game, Player, PlayerKind, Record, Setup, Timeline};
use tetralith_engine::{AnySearch, CancelToken, Config, Level};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [game, size, first, second] = &words[..] else {
        return Err("a game, a size and two levels are needed, such as necklace 7 easy hard".into());
    };
    println!("{}", play(game, size.parse()?, [first, second])?);
    Ok(())
}

/// The record of a game of `game` between two levels, the first to move first.
fn play(game: &str, size: i64, levels: [&str; 2]) -> Result<String, Box<dyn Error>> {
    let start = Game::new(game, &Setup { size: Some(size), ..Setup::default() })?;
    let mut timeline = Timeline::new(start);
    let mut record = Record::default();
    let mut searches = Vec::new();
    for (colour, id) in Colour::BOTH.into_iter().zip(levels) {
        let level = Level::from_id(id).ok_or_else(|| format!("there is no level '{id}'"))?;
        record.players[colour.index()] =
            Player { kind: Some(PlayerKind::Ai), level: Some(id.to_owned()), ..Player::default() };
        searches.push((level, AnySearch::new(Config::default())));
    }

    let cancel = CancelToken::new();
    let mut played = Vec::new();
    while timeline.outcome().is_none() {
        let position = timeline.position();
        let (level, search) = &mut searches[position.to_move().index()];
        let (step, _) = search.play(level, None, 1, (position, &played), &cancel, &mut |_| {})?;
        timeline.play(step)?;
        played.push(step);
    }
    Ok(record.write(&timeline)?)
}

#[test]
fn a_game_is_played_to_its_end() -> Result<(), Box<dyn Error>> {
    let text = play("plurality", 5, ["beginner", "easy"])?;
    let (record, timeline) = Record::read(text.as_bytes())?;
    assert_eq!(record.players[1].level.as_deref(), Some("easy"));
    assert!(timeline.outcome().is_some());
    Ok(())
}

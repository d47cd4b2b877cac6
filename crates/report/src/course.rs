//! A game as it went, played again from a line of results.

use tetralith_arena::{Line, options_of};
use tetralith_core::timeline::Timeline;
use tetralith_core::{
    Cell, CellSet, Colour, Game, Info, Names, Options, Player, PlayerKind, Reason, Record, Step, games,
};
use thiserror::Error;

/// Steps at the beginning whose cells count as the opening.
const OPENING: usize = 8;

/// A game as it went. Whoever moved first is the first player, whatever the names.
#[derive(Clone, Debug)]
pub struct Course {
    /// The game.
    pub info: &'static Info,
    /// Its options.
    pub options: Options,
    /// The strength of both players, such as `sims=200,vary=6`; `None` if they differ.
    pub strength: Option<String>,
    /// Points of the first player: 1, ½ or 0.
    pub points: f64,
    /// The steps.
    pub steps: Vec<Step>,
    /// Legal steps before each.
    pub legal: Vec<u32>,
    /// The first player's winning chance before each step as its player saw it.
    pub wins: Vec<Option<f64>>,
    /// Stones at the end, by colour.
    pub stones: [CellSet; 2],
    /// The cells that were played on first.
    pub opening: Vec<Cell>,
    /// By how many points the first player leads at the end without komi and half point, in a game with points.
    pub margin: Option<f64>,
    /// The reason of its end.
    pub reason: Option<String>,
    /// The simulations behind each winning chance, if they are fixed.
    pub simulations: Option<u64>,
}

/// The reason why a line of results is no course of a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CourseError {
    /// The line says nothing of the steps.
    #[error("no steps are told; only games of an arena with --trace can be reported on")]
    Untraced,
    /// There is no such game, or not with these options.
    #[error("there is no game '{0}'")]
    Game(String),
    /// A step cannot be played.
    #[error("step {number}, '{step}', cannot be played")]
    Step {
        /// Its number, from 1.
        number: usize,
        /// The step as it was written.
        step: String,
    },
}

/// Returns the player's name without the number of a namesake.
fn plain(name: &str) -> &str {
    name.split(" #").next().unwrap_or(name)
}

impl Course {
    /// Plays the game of `line` again.
    ///
    /// # Errors
    /// [`CourseError`] if it cannot be played; what a line says of the result is believed, for a game may have been given up.
    pub fn read(line: &Line) -> Result<Self, CourseError> {
        if line.moves.is_empty() {
            return Err(CourseError::Untraced);
        }
        let unknown = || CourseError::Game(format!("{} on {}", line.game, line.options));
        let info = games::info(&line.game).ok_or_else(unknown)?;
        let options = options_of(info, &line.options).ok_or_else(unknown)?;
        let mut game = Game::start(info, &options).map_err(|_| unknown())?;
        let names = Names::of(&game);
        let (mut steps, mut legal, mut opening) = (Vec::new(), Vec::new(), Vec::new());
        let mut room = Vec::new();
        for (at, name) in line.moves.iter().enumerate() {
            let wrong = || CourseError::Step { number: at + 1, step: name.chars().take(40).collect() };
            let step = names.parse_step(name).map_err(|_| wrong())?;
            game.legal_steps(&mut room);
            legal.push(room.len() as u32);
            game.play(step).map_err(|_| wrong())?;
            if at < OPENING {
                opening.extend(step.cells());
            }
            steps.push(step);
        }
        let swapped = steps.contains(&Step::Swap);
        let a = if line.a_first ^ swapped { line.points } else { 1.0 - line.points };
        let mut wins: Vec<Option<f64>> = line.wins.iter().map(|win| win.map(|win| f64::from(win) / 1000.0)).collect();
        wins.resize(steps.len(), None);
        let simulations = |name: &str| name.strip_prefix("sims=")?.split(',').next()?.parse().ok();
        Ok(Self {
            info,
            options,
            strength: (plain(&line.a) == plain(&line.b)).then(|| plain(&line.a).to_owned()),
            points: a,
            legal,
            wins,
            stones: Colour::BOTH.map(|colour| *game.board().stones(colour)),
            opening,
            margin: game.lead().map(|lead| f64::from(lead) + f64::from(options.komi) + 0.5),
            reason: line.reason.clone(),
            simulations: simulations(plain(&line.a)),
            steps,
        })
    }

    /// The game as a one-line record, with what was thought of each turn.
    pub fn record(&self) -> Option<String> {
        let mut timeline = Timeline::new(Game::start(self.info, &self.options).ok()?);
        for &step in &self.steps {
            timeline.play(step).ok()?;
        }
        if timeline.outcome().is_none() {
            let winner = if self.points > 0.5 { Colour::First } else { Colour::Second };
            timeline.end(winner, Reason::Resignation);
        }
        let mut record = Record::default();
        for player in &mut record.players {
            *player = Player { name: self.strength.clone(), kind: Some(PlayerKind::Ai), ..Player::default() };
        }
        let text = record.write(&timeline).ok()?;
        let value: serde_json::Value = serde_json::from_str(&text).ok()?;
        serde_json::to_string(&value).ok()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A game of two stones on the smallest board of Necklace.
    pub(crate) fn line(moves: &[&str], points: f64) -> Line {
        Line {
            game: "necklace".into(),
            options: "square 3".into(),
            a: "sims=50,vary=6".into(),
            b: "sims=50,vary=6 #2".into(),
            a_first: true,
            points,
            steps: moves.len(),
            moves: moves.iter().map(|name| (*name).to_owned()).collect(),
            wins: moves.iter().map(|_| Some(600)).collect(),
            ..Line::default()
        }
    }

    #[test]
    fn a_game_is_played_again() {
        let course = Course::read(&line(&["b2", "a1"], 1.0)).expect("both can be played");
        assert_eq!(course.legal, [9, 8]);
        assert_eq!((course.points, course.simulations), (1.0, Some(50)));
        assert_eq!(course.strength.as_deref(), Some("sims=50,vary=6"));
        assert_eq!(course.wins, [Some(0.6), Some(0.6)]);
        let turned = Line { a_first: false, ..line(&["b2", "a1"], 1.0) };
        assert!(Course::read(&turned).expect("both can be played").points < 0.5);
        assert!(course.record().expect("it is a game").contains("\"b2\""));
    }

    #[test]
    fn what_cannot_be_played_is_named() {
        let told = |moves: &[&str]| Course::read(&line(moves, 1.0)).expect_err("it is wrong").to_string();
        assert_eq!(told(&["b2", "b2"]), "step 2, 'b2', cannot be played");
        assert!(told(&[]).contains("--trace"));
    }
}

//! A game as it went, played again from a line of results.

use tetralith_core::text::{display_text, escape_json};
use tetralith_core::timeline::{NodeId, Timeline};
use tetralith_core::{
    Cell, CellSet, Colour, Game, Info, Names, Options, Player, PlayerKind, Reason, Record, Step,
    StepKind, games,
};
use tetralith_storage::results::ResultLine;
use thiserror::Error;

use crate::arena::plain_name;

/// The strength of players of records.
pub const RECORDS: &str = "analysed records";

/// Steps at the beginning whose cells count as the opening.
const OPENING: usize = 8;

/// A game as it went. The player who moved first is the first player, under any names.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct ReportedGame {
    pub info: &'static Info,
    pub options: Options,
    /// The strength of both players, such as `sims=200,vary=6`, fit to show; `None` if they differ.
    pub strength: Option<String>,
    /// Points of the first player: 1, ½ or 0.
    pub points: f64,
    pub steps: Vec<Step>,
    /// Legal steps before each.
    pub legal: Vec<u32>,
    /// The first player's winning chance before each step as its player saw it.
    pub wins: Vec<Option<f64>>,
    /// Stones at the end: those of the first player, then those of the second.
    pub stones: [CellSet; 2],
    /// The cells that were played on first.
    pub opening: Vec<Cell>,
    /// The first player's lead in points at the end, without komi and half point, in a game with
    /// points.
    pub margin: Option<f64>,
    /// The reason of its end, fit to show.
    pub reason: Option<String>,
    /// The simulations of each winning chance, if they are fixed.
    pub simulations: Option<u64>,
}

/// The reason why a line of results is no game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReportedGameError {
    /// The line has nothing about the steps.
    #[error("it has no moves; reports need games of an arena with --trace")]
    Untraced,
    /// There is no such game, or not with these options.
    #[error("there is no game '{}'", display_text(.0))]
    Game(String),
    /// A record cannot be reported on.
    #[error("{0}")]
    Record(String),
    /// A step cannot be played.
    #[error("move {number}, '{}', cannot be played", display_text(.step))]
    Step {
        /// Its number, from 1.
        number: usize,
        /// The step as it was written.
        step: String,
    },
}

/// The number of the step that exchanged the colours.
fn swapped_at(steps: &[Step]) -> Option<usize> {
    steps.iter().position(|&step| step == Step::Swap)
}

impl ReportedGame {
    /// The line of results for the finished game of a record, with the winning chances that are
    /// noted on its moves. The strength of both players is given as [`RECORDS`].
    ///
    /// # Errors
    /// [`ReportedGameError::Record`] if the game begins from a position set up or has no end.
    pub fn line_of_record(game: &Timeline) -> Result<ResultLine, ReportedGameError> {
        let wrong = |why: &str| ReportedGameError::Record(why.to_owned());
        let mut timeline = game.clone();
        if timeline.start().is_set_up() {
            return Err(wrong("it starts from a set-up position"));
        }
        timeline.go_to_end();
        let outcome = timeline.outcome().ok_or_else(|| wrong("the game is not finished"))?;
        let names = Names::of(timeline.start());
        let line = timeline.line();
        let steps: Vec<Step> = line.iter().filter_map(|&node| timeline.step(node)).collect();
        // An evaluation is of the position after a move, and so before the next.
        let after = |&node: &NodeId| Some((1000.0 * timeline.note(node)?.eval?).round() as u16);
        let before = [None].into_iter().chain(line.iter().map(after));
        // The player who began holds the other colour after a swap.
        let own = Step::held_after(Colour::First, steps.iter().copied());
        Ok(ResultLine {
            game: timeline.start().info().id.to_owned(),
            options: timeline.start().options().to_string(),
            a: RECORDS.to_owned(),
            b: format!("{RECORDS} #2"),
            a_first: true,
            points: outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == own))),
            steps: steps.len(),
            reason: Some(outcome.reason.id().to_owned()),
            wins: before.take(steps.len()).collect(),
            moves: steps.into_iter().map(|step| names.step(step)).collect(),
            ..ResultLine::default()
        })
    }

    /// Plays the game of `line` again.
    ///
    /// The line's result is believed without a check, since a player may have resigned.
    ///
    /// # Errors
    /// [`ReportedGameError`] if it cannot be played.
    pub fn read(line: &ResultLine) -> Result<Self, ReportedGameError> {
        if line.moves.is_empty() {
            return Err(ReportedGameError::Untraced);
        }
        let unknown = || ReportedGameError::Game(format!("{} on {}", line.game, line.options));
        let info = games::info(&line.game).ok_or_else(unknown)?;
        let options = info.read_options(&line.options).ok_or_else(unknown)?;
        let mut game = Game::start(info, &options).map_err(|_| unknown())?;
        let names = Names::of(&game);
        let (mut steps, mut legal, mut opening) = (Vec::new(), Vec::new(), Vec::new());
        let mut room = Vec::new();
        for (at, name) in line.moves.iter().enumerate() {
            let wrong = || ReportedGameError::Step {
                number: at + 1,
                step: name.chars().take(40).collect(),
            };
            let step = names.parse_step(name).map_err(|_| wrong())?;
            game.legal_steps(&mut room);
            legal.push(room.len() as u32);
            game.play(step).map_err(|_| wrong())?;
            // A flip plays on no cell.
            if at < OPENING && step.kind() != StepKind::Flip {
                opening.extend(step.cells());
            }
            steps.push(step);
        }
        let points = if line.a_first { line.points } else { 1.0 - line.points };
        let mut wins: Vec<Option<f64>> =
            line.wins.iter().map(|win| win.map(|win| f64::from(win) / 1000.0)).collect();
        wins.resize(steps.len(), None);
        // The line gives the chance of the first colour, which the other player holds after a swap.
        for win in
            wins.iter_mut().skip(swapped_at(&steps).map_or(usize::MAX, |swap| swap + 1)).flatten()
        {
            *win = 1.0 - *win;
        }
        // The board of a game that was given up is not its end.
        let is_over = game.outcome().is_some();
        let held = |origin| {
            let own = Step::held_after(origin, steps.iter().copied());
            if is_over { *game.board().stones(own) } else { CellSet::EMPTY }
        };
        let stones = Colour::BOTH.map(held);
        let simulations = |name: &str| name.strip_prefix("sims=")?.split(',').next()?.parse().ok();
        Ok(Self {
            info,
            options,
            strength: (plain_name(&line.a) == plain_name(&line.b))
                .then(|| display_text(plain_name(&line.a))),
            points,
            legal,
            wins,
            stones,
            opening,
            margin: game.lead().filter(|_| is_over).map(|lead| {
                let first = f64::from(lead) + f64::from(options.komi) + 0.5;
                if swapped_at(&steps).is_some() { -first } else { first }
            }),
            reason: line.reason.as_deref().map(display_text),
            simulations: simulations(plain_name(&line.a)),
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
            let origin = if self.points > 0.5 { Colour::First } else { Colour::Second };
            let winner = Step::held_after(origin, self.steps.iter().copied());
            let on_time = self.reason.as_deref() == Some(Reason::Time.id());
            timeline.end(winner, if on_time { Reason::Time } else { Reason::Resignation });
        }
        let mut record = Record::default();
        // The players of a record are not known here.
        if let Some(strength) = self.strength.as_ref().filter(|&strength| strength != RECORDS) {
            for player in &mut record.players {
                *player = Player {
                    name: Some(strength.clone()),
                    kind: Some(PlayerKind::Ai),
                    ..Player::default()
                };
            }
        }
        let text = record.write(&timeline).ok()?;
        let value: serde_json::Value = serde_json::from_str(&text).ok()?;
        serde_json::to_string(&value).ok().map(escape_json)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A game of two stones on the smallest board of Necklace.
    pub(crate) fn line(moves: &[&str], points: f64) -> ResultLine {
        ResultLine {
            game: "necklace".into(),
            options: "square 3".into(),
            a: "sims=50,vary=6".into(),
            b: "sims=50,vary=6 #2".into(),
            a_first: true,
            points,
            steps: moves.len(),
            moves: moves.iter().map(|name| (*name).to_owned()).collect(),
            wins: moves.iter().map(|_| Some(600)).collect(),
            ..ResultLine::default()
        }
    }

    #[test]
    fn a_game_is_played_again() {
        let course = ReportedGame::read(&line(&["b2", "a1"], 1.0)).expect("both can be played");
        assert_eq!(course.legal, [9, 8]);
        assert_eq!((course.points, course.simulations), (1.0, Some(50)));
        assert_eq!(course.strength.as_deref(), Some("sims=50,vary=6"));
        assert_eq!(course.wins, [Some(0.6), Some(0.6)]);
        let turned = ResultLine { a_first: false, ..line(&["b2", "a1"], 1.0) };
        assert!(ReportedGame::read(&turned).expect("both can be played").points < 0.5);
        assert!(course.record().expect("it is a game").contains("\"b2\""));
    }

    #[test]
    fn flips_are_not_cells_that_an_opening_plays_on() {
        let setup = tetralith_core::Setup { size: Some(3), ..Default::default() };
        let start = Game::new("greylox", &setup).expect("the size is playable");
        let is_flip = |step: &Step| step.kind() == StepKind::Flip;
        let opening = |seed: usize| {
            let (mut game, mut steps) = (start.clone(), Vec::new());
            while steps.len() < OPENING {
                let legal = game.legal();
                let flip = legal.iter().copied().find(is_flip);
                steps.push(flip.unwrap_or(legal[seed * (steps.len() + 1) % legal.len()]));
                game.play_unchecked(steps[steps.len() - 1]);
            }
            steps
        };
        let found = (0..1000).map(opening).find(|steps| steps.iter().any(is_flip));
        let mut steps = found.expect("some stone can be flipped");
        let names = Names::of(&start);
        let moves: Vec<String> = steps.iter().map(|&step| names.step(step)).collect();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let greylox = ResultLine {
            game: "greylox".into(),
            options: start.options().to_string(),
            ..line(&moves, 1.0)
        };
        let course = ReportedGame::read(&greylox).expect("it can be played");
        steps.retain(|step| !is_flip(step));
        assert_eq!(course.opening, steps.iter().flat_map(|step| step.cells()).collect::<Vec<_>>());
    }

    #[test]
    fn the_board_of_a_game_that_was_given_up_is_not_its_end() {
        let time = ResultLine { reason: Some("time".into()), ..line(&["b2", "a1"], 1.0) };
        let course = ReportedGame::read(&time).expect("both can be played");
        assert_eq!(course.stones, [CellSet::EMPTY; 2]);
        assert!(course.record().expect("it is a game").contains(r#""reason":"time""#));
        let lead = ResultLine {
            game: "plurality".into(),
            options: "square 5".into(),
            ..line(&["pass"], 1.0)
        };
        assert_eq!(ReportedGame::read(&lead).expect("it can be played").margin, None);
    }

    #[test]
    fn an_analysed_record_is_a_game_like_others() {
        let record = |moves: &str, pie: bool, result: &str| {
            let options = format!(r#"{{"size": 3, "pie": {pie}}}"#);
            let text = format!(
                r#"{{"format":"tetralith","version":1,"game":"necklace","options":{options},"moves":[{moves}]{result}}}"#
            );
            ReportedGame::line_of_record(&Record::read(text.as_bytes()).expect("a record").1)
        };
        let moves = r#"{"move":"b2","eval":0.75},{"move":"a1","eval":0.8},"b1",{"move":"a2","eval":0.9},"b3""#;
        let course = ReportedGame::read(&record(moves, false, "").expect("it is finished"))
            .expect("it can be played");
        assert_eq!(course.wins, [None, Some(0.75), Some(0.8), None, Some(0.9)]);
        assert_eq!((course.points, course.reason.as_deref()), (1.0, Some("connection")));
        assert_eq!(course.strength.as_deref(), Some(RECORDS));
        // After a swap red is the second player's, but still the first colour.
        let resigned = r#","result":{"winner":"blue","reason":"resignation"}"#;
        let course =
            record(r#""b2","swap""#, true, resigned).and_then(|line| ReportedGame::read(&line));
        let course = course.expect("it was given up");
        assert!(course.points > 0.5, "whoever began holds blue now");
        assert!(course.record().expect("it is a game").contains(r#""winner":"blue""#));
        assert!(
            record(r#""b2""#, false, "")
                .expect_err("it goes on")
                .to_string()
                .contains("not finished")
        );
    }

    #[test]
    fn first_movers_stay_first_after_a_swap() {
        let swapped = ResultLine {
            options: "square 3 pie".into(),
            wins: vec![Some(700), Some(160), Some(840), None, Some(1000)],
            ..line(&["b2", "swap", "a1", "a2", "b1"], 0.0)
        };
        let course = ReportedGame::read(&swapped).expect("it can be played");
        assert!(course.points < 0.5);
        let shown: Vec<_> =
            course.wins.iter().map(|win| win.map(|win| (100.0 * win).round())).collect();
        assert_eq!(shown, [Some(70.0), Some(16.0), Some(16.0), None, Some(0.0)]);
    }

    #[test]
    fn final_stones_count_for_the_first_mover_after_a_swap() {
        let line = |options: &str, moves: &[&str]| ResultLine {
            options: options.into(),
            ..line(moves, 0.0)
        };
        let count = |line: &ResultLine| {
            ReportedGame::read(line).expect("it can be played").stones.each_ref().map(CellSet::len)
        };
        // The player who swapped holds red, which wins by its third stone.
        assert_eq!(count(&line("square 3 pie", &["b2", "swap", "a1", "b1", "a2", "b3"])), [2, 3]);
        assert_eq!(count(&line("square 3", &["b2", "a1", "b1", "a2", "b3"])), [3, 2]);
    }

    #[test]
    fn no_name_of_a_file_acts_on_a_terminal() {
        let bad = "V\u{1b}[31m\n\u{9b}2J";
        let names = ResultLine {
            a: bad.into(),
            b: bad.into(),
            reason: Some(bad.into()),
            ..line(&["b2", "a1"], 1.0)
        };
        let course = ReportedGame::read(&names).expect("both can be played");
        let texts = [course.strength.clone(), course.reason.clone(), course.record()]
            .map(|text| text.expect("told"));
        let options = ResultLine { options: bad.into(), ..names.clone() };
        let steps = ResultLine { moves: vec![bad.into()], ..names };
        let faults = [options, steps]
            .map(|line| ReportedGame::read(&line).expect_err("it is wrong").to_string());
        for text in texts.iter().chain(&faults) {
            assert!(!text.contains(char::is_control), "{text:?}");
        }
    }

    #[test]
    fn unplayable_moves_are_named() {
        let texts = |moves: &[&str]| {
            ReportedGame::read(&line(moves, 1.0)).expect_err("it is wrong").to_string()
        };
        assert_eq!(texts(&["b2", "b2"]), "move 2, 'b2', cannot be played");
        assert!(texts(&[]).contains("--trace"));
    }
}

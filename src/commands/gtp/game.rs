//! Commands about the game: how it is set up, what is played, its standing.

use std::path::Path;

use tetralith_core::rules::parse_komi;
use tetralith_core::{Colour, Game, OptionKind, Outcome, Record, Setup, Step, Timeline};

use super::clock::Clock;
use super::{Reply, Session};
use tetralith_files::shown;
use tetralith_storage::files::{self, SavedGameError};

/// The error of taking back more than there is.
const NOTHING_PLAYED: &str = "cannot undo: nothing has been played";

impl Session {
    /// Starts a new game by `setup`, if it can be played.
    pub(super) fn restart(&mut self, setup: Setup) -> Reply {
        let timeline = Timeline::new(self.start(&setup)?);
        self.engine.next_game();
        self.begin(timeline, Record::default(), setup);
        Ok(String::new())
    }

    /// Continues at the cursor of `timeline`, with full clocks; the next game has this `setup`.
    fn begin(&mut self, timeline: Timeline, record: Record, setup: Setup) {
        self.played = turns(&timeline);
        self.timeline = timeline;
        self.record = record;
        self.setup = setup;
        self.clock.iter_mut().for_each(Clock::wind_up);
    }

    fn start(&self, setup: &Setup) -> Result<Game, String> {
        let options = self.info.options(setup).map_err(|error| error.to_string())?;
        Game::start(self.info, &options).map_err(|error| error.to_string())
    }

    pub(super) fn boardsize(&mut self, text: &str) -> Reply {
        let size = text.parse().map_err(|_| "boardsize not an integer".to_owned())?;
        self.restart(Setup { size: Some(size), ..self.setup })
            .map_err(|error| format!("unacceptable size: {error}"))
    }

    /// Takes whole points, or the same with the half point that goes with them; the game so far
    /// stays.
    pub(super) fn komi(&mut self, text: &str) -> Reply {
        if !self.info.has(OptionKind::Komi) && text.parse::<f64>().is_ok_and(f64::is_finite) {
            // A controller sends it before every game, whether or not the game has it.
            return Ok(String::new());
        }
        let komi = parse_komi(text)
            .ok_or("komi is a number of whole points, with or without the extra half point")?;
        let setup = Setup { komi: Some(komi), ..self.setup };
        let (before, mut start) = (self.timeline.start(), self.start(&setup)?);
        if before.is_set_up() {
            let arranged = Game::arranged(self.info, start.options(), &before.arrangement());
            start = arranged.map_err(|error| error.to_string())?;
        }
        self.timeline = self.timeline.restarted(start).map_err(|error| error.to_string())?;
        self.setup = setup;
        Ok(String::new())
    }

    pub(super) fn play(&mut self, text: &str) -> Reply {
        let (called, turn) =
            text.split_once(' ').ok_or("syntax error: play takes a colour and a move")?;
        let names = self.names();
        let colour = self.colour(called)?;
        let steps =
            names.parse_typed(turn).map_err(|error| format!("invalid coordinate: {error}"))?;
        let position = self.timeline.position();
        if self.timeline.outcome().is_none() && position.to_move() != colour {
            return Err(format!("illegal move: {}", self.not_to_move(called)));
        }
        self.timeline.play_turn(&steps).map_err(|error| format!("illegal move: {error}"))?;
        self.played.push(steps.len());
        self.people_follow(&steps);
        Ok(String::new())
    }

    /// Lets each player keep their own time and name if `steps`, which were made or taken back,
    /// exchange the colours.
    pub(super) fn people_follow(&mut self, steps: &[Step]) {
        if steps.contains(&Step::Swap) {
            self.record.players.swap(0, 1);
            self.clock.iter_mut().for_each(Clock::swap);
        }
    }

    /// Starts a new game like the last.
    pub(super) fn clear_board(&mut self, text: &str) -> Reply {
        nothing_more("clear_board", text)?;
        self.restart(self.setup)
    }

    /// Takes back what the last `play` or `genmove` did.
    pub(super) fn undo(&mut self, text: &str) -> Reply {
        nothing_more("undo", text)?;
        let steps = self.played.pop().ok_or(NOTHING_PLAYED)?;
        self.take_back(steps)
    }

    /// Takes back one step, be it one of two that came together.
    pub(super) fn undo_step(&mut self, text: &str) -> Reply {
        nothing_more("tetralith-undo-step", text)?;
        let steps = self.played.pop().ok_or(NOTHING_PLAYED)?;
        if steps > 1 {
            self.played.push(steps - 1);
        }
        self.take_back(1)
    }

    fn take_back(&mut self, steps: usize) -> Reply {
        for _ in 0..steps {
            let step = self.timeline.step(self.timeline.cursor());
            if !self.timeline.undo() {
                return Err(NOTHING_PLAYED.to_owned());
            }
            self.people_follow(step.as_slice());
        }
        self.timeline.truncate();
        Ok(String::new())
    }

    pub(super) fn loadgame(&mut self, file: &str) -> Reply {
        if file.is_empty() {
            return Err("syntax error: loadgame takes a file".to_owned());
        }
        let (record, mut timeline) =
            files::load_played(Path::new(file)).map_err(|error| match error {
                // Of the name of a record of a list the protocol takes the number for a comment.
                SavedGameError::List { path, count } => format!(
                    "cannot load file: {} is a list of {count} records; 'tetralith convert' \
                     writes each into a directory",
                    shown(&path)
                ),
                error => format!("cannot load file: {error}"),
            })?;
        let found = timeline.start().info();
        if found.id != self.info.id {
            return Err(format!(
                "cannot load file: it is a game of {}, but this session plays {}",
                found.title, self.info.title
            ));
        }
        // Of the record, the main line is the game; the variations and notes are kept to be written
        // again.
        timeline.go_to(timeline.main_end());
        let options = *timeline.start().options();
        let setup = self.info.setup(&options);
        // A komi that is the default of its size follows the size of the next game.
        let default = (self.info.default_komi)(options.board, options.size);
        let setup = Setup { komi: setup.komi.filter(|_| options.komi != default), ..setup };
        self.begin(timeline, record, setup);
        Ok(String::new())
    }

    pub(super) fn legal(&self) -> String {
        if self.timeline.outcome().is_some() {
            return String::new();
        }
        let names = self.names();
        let steps = self.timeline.position().legal();
        steps.into_iter().map(|step| names.step(step)).collect::<Vec<_>>().join(" ")
    }

    pub(super) fn board(&self) -> String {
        let position = self.timeline.position();
        let names = self.names();
        let state = match self.timeline.outcome() {
            None => format!("{} to move", names.title(position.to_move())),
            Some(Outcome { winner: None, reason }) => format!("a draw {reason}"),
            Some(Outcome { winner: Some(winner), reason }) => {
                format!("{} has won {reason}", names.title(winner))
            }
        };
        format!("\n{}\n{state}", names.diagram(position.board()))
    }

    pub(super) fn final_score(&mut self, _: &str) -> Reply {
        let outcome = self.timeline.outcome().ok_or("cannot score: the game is not over")?;
        let sign = match outcome.winner {
            None => return Ok("0".to_owned()),
            Some(Colour::First) => 'B',
            Some(Colour::Second) => 'W',
        };
        let lead = self.timeline.position().lead().filter(|_| outcome.reason.is_on_board());
        let margin = lead.map_or_else(String::new, |lead| lead.abs().to_string());
        Ok(format!("{sign}+{margin}"))
    }
}

/// The numbers of steps of each turn up to the cursor.
fn turns(timeline: &Timeline) -> Vec<usize> {
    let path = timeline.path(timeline.cursor());
    path.chunk_by(|&one, &next| timeline.turn(one) == timeline.turn(next)).map(<[_]>::len).collect()
}

/// Refuses arguments of a `command` that takes none: a request for three steps back must not be
/// answered by a single one.
fn nothing_more(command: &str, text: &str) -> Result<(), String> {
    if text.is_empty() {
        Ok(())
    } else {
        Err(format!("syntax error: {command} takes no more arguments"))
    }
}

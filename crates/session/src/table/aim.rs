//! The step that Enter would make at the table, and making it.

use tetralith_core::notation::Names;
use tetralith_core::timeline::NodeId;
use tetralith_core::{Cell, Colour, Game, Phase, Step, StepKind};

use super::{Mode, Reply, Table};
use crate::tromino::Stamp;

/// The words where somebody tries to put down stones and can only pass.
const STUCK: &str = "no tromino fits; {pass} passes";

/// The step that Enter would make, found once for each place of the cursor.
#[derive(Clone, Debug, Default)]
pub struct Aim {
    /// The steps that would be made; more than one only when typed, and then of one turn.
    pub steps: Vec<Step>,
    /// The stones they would put on the board.
    pub ghost: Vec<(Cell, Colour)>,
    /// The reason why they cannot be made, as a sentence.
    pub refused: Option<String>,
    /// The effect they have on how the sides stand, as the predicate of a sentence.
    pub effect: Option<String>,
}

impl Table {
    pub(super) fn take_aim(&mut self) {
        let steps = if self.is_playable() { self.steps_at_cursor() } else { None };
        self.hand.aim = match steps {
            None => Aim { ghost: self.picked_ghost(), ..Aim::default() },
            Some(_) if self.is_stuck() => Aim::default(),
            // The stamp tries every shape, so if none fits, what is wrong with the shape it fell
            // back to says nothing.
            Some(step)
                if self.has_trominoes()
                    && self.hand.picks.is_empty()
                    && self.game().check(step).is_err() =>
            {
                Aim { refused: Some(self.no_fit()), ..Aim::default() }
            }
            Some(step) => Aim::of(self.game(), vec![step]),
        };
    }

    /// The reason why no three stones can be dropped on the cursor.
    fn no_fit(&self) -> String {
        let (names, cell) = (self.names(), self.cell());
        let here = names.cell(cell);
        match self.game().board().at(cell) {
            Some(colour) => format!("{here} is occupied by {}", names.title(colour)),
            None => format!("no tromino fits on {here}"),
        }
    }

    /// The stones picked so far, before it is known whose is which.
    fn picked_ghost(&self) -> Vec<(Cell, Colour)> {
        let colour = self.game().to_move();
        self.hand.picks.iter().map(|&cell| (cell, colour)).collect()
    }

    fn steps_at_cursor(&self) -> Option<Step> {
        let (game, cell) = (self.game(), self.cell());
        if self.has_trominoes() {
            return match self.hand.picks[..] {
                [] => self.hand.stamp.fitted(game, cell).map(|stamped| stamped.step),
                [a, b, c] => [(a, b, c), (b, c, a), (c, a, b)]
                    .into_iter()
                    .find(|&(other, _, _)| other == cell)
                    .map(|(other, a, b)| Step::tromino(a, b, other)),
                _ => None,
            };
        }
        let flips = self.has(StepKind::Flip)
            && game.phase() == Phase::Placement
            && game.board().at(cell) == Some(game.to_move().other());
        Some(if flips { Step::Flip(cell) } else { Step::Place(cell) })
    }

    /// Aims at the turn that somebody is typing; says whether it could be played as it stands.
    pub fn aim_at_text(&mut self, text: &str) -> bool {
        self.hand.fresh = false;
        self.point();
        if text.trim().is_empty() {
            self.hand.aim = Aim::default();
            return false;
        }
        if let Some(ghost) = self.begun_tromino(text) {
            self.hand.aim = Aim { ghost, ..Aim::default() };
            return false;
        }
        self.hand.aim = match self.names().parse_typed(text) {
            Ok(steps) => Aim::of(self.game(), steps),
            Err(error) => Aim { refused: Some(error.to_string()), ..Aim::default() },
        };
        self.hand.aim.refused.is_none()
    }

    /// The stones typed so far of a tromino whose other cells are still to come; `None` if what is
    /// typed is anything else, or cannot become one.
    fn begun_tromino(&self, text: &str) -> Option<Vec<(Cell, Colour)>> {
        if !self.has_trominoes() || !self.is_playable() {
            return None;
        }
        let lower = text.to_lowercase();
        let mut parts: Vec<&str> = lower
            .split(|c: char| c == ',' || c.is_whitespace())
            .filter(|part| !part.is_empty())
            .take(4)
            .collect();
        // A letter alone is a cell whose number is still to come.
        let is_begun =
            |part: &&str| matches!(part.trim_matches('*').as_bytes(), [] | [b'a'..=b'z']);
        if parts.len() > 3 || parts.len() == 3 && !parts.last().is_some_and(is_begun) {
            return None;
        }
        parts.pop_if(|part| is_begun(&&**part));
        let (names, mover, board) = (self.names(), self.game().to_move(), self.game().board());
        let mut stones: Vec<(Cell, Colour)> = Vec::new();
        for part in parts {
            let cell = names
                .parse_cell(part.trim_matches('*'))
                .ok()
                .filter(|cell| board.at(*cell).is_none())?;
            let colour = if part.contains('*') { mover.other() } else { mover };
            let is_second_star =
                colour != mover && stones.iter().any(|(_, other)| *other == colour);
            if is_second_star || stones.iter().any(|(other, _)| *other == cell) {
                return None;
            }
            stones.push((cell, colour));
        }
        Some(stones)
    }

    /// Aims at what the cursor is on again.
    pub fn aim_at_cursor(&mut self) {
        self.take_aim();
    }

    /// Does what Enter does: makes the step aimed at, or picks a cell where that is what comes
    /// next.
    pub fn accept(&mut self) -> Reply {
        if let Some(refusal) = self.refusal() {
            return Reply::Refused(refusal);
        }
        if self.hand.picks.is_empty()
            || self.hand.picks.len() == 3 && !self.hand.aim.steps.is_empty()
        {
            return self.play_aim();
        }
        self.pick()
    }

    /// The steps that [`Table::accept`] would make as things are; `None` if it would make none.
    pub fn choice(&self) -> Option<&[Step]> {
        let steps = self.hand.aim.steps.as_slice();
        let makes = matches!(self.hand.picks.len(), 0 | 3)
            && !steps.is_empty()
            && self.hand.aim.refused.is_none();
        (makes && self.refusal().is_none()).then_some(steps)
    }

    /// The reason why a person can make no step at all here, with actions in braces for the names
    /// of their keys.
    pub fn refusal(&self) -> Option<String> {
        if self.can_explore() {
            return None;
        }
        match self.mode {
            Mode::Review if self.is_remote() && !self.is_finished() => {
                Some("the game is in progress; {return-to-game} returns to it".to_owned())
            }
            Mode::Review if !self.may_explore && !self.follows_game() => {
                Some("review mode: {play-on} plays from here".to_owned())
            }
            _ if self.outcome().is_some() => Some(
                "the game is over here; go back to an earlier turn to try another move".to_owned(),
            ),
            Mode::Review => Some("the game is over; {play-on} plays from here".to_owned()),
            Mode::Play if self.waits_for_remote() => Some(self.why_it_waits()),
            Mode::Play => self.computer_to_move().map(|level| {
                let names = self.names();
                let side = names.title(self.game().to_move());
                format!("Computer ({}) plays {side}; {{seats}} changes the players", level.title)
            }),
        }
    }

    /// Makes the steps aimed at.
    pub fn play_aim(&mut self) -> Reply {
        if let Some(refusal) = self.refusal() {
            return Reply::Refused(refusal);
        }
        self.hand.fresh = false;
        if let Some(refused) = &self.hand.aim.refused {
            return Reply::Refused(refused.clone());
        }
        let steps = std::mem::take(&mut self.hand.aim.steps);
        if steps.is_empty() && self.is_stuck() {
            return Reply::Refused(STUCK.to_owned());
        }
        if steps.is_empty() && self.has_trominoes() {
            return Reply::Refused("a tromino takes three cells, like d4 e4* d5".to_owned());
        }
        if steps.is_empty() {
            return Reply::Refused("there is nothing to play here".to_owned());
        }
        self.make(&steps)
    }

    /// Makes `step` for a person.
    pub fn play(&mut self, step: Step) -> Reply {
        self.refusal().map_or_else(|| self.make(&[step]), Reply::Refused)
    }

    /// Makes the steps of one turn, or the rest of it, for a person: all of them or none.
    pub fn play_turn(&mut self, steps: &[Step]) -> Reply {
        self.refusal().map_or_else(|| self.make(steps), Reply::Refused)
    }

    /// Makes `step` for the computer, whose turn it must be.
    pub fn answer(&mut self, step: Step) -> Reply {
        if self.computer_to_move().is_none() {
            return Reply::Refused("it is not the engine's turn".to_owned());
        }
        self.make(&[step])
    }

    /// Makes the steps of one turn, or the rest of it: all of them or none.
    pub(super) fn make(&mut self, steps: &[Step]) -> Reply {
        if self.explores() {
            if let Err(error) = self.timeline.explore_turn(steps) {
                return Reply::Refused(error.to_string());
            }
            self.explored();
            return Reply::Changed;
        }
        let keeps_main_line = self.plays_beside_an_ended_main_line();
        if let Err(error) = self.timeline.play_turn(steps) {
            return Reply::Refused(error.to_string());
        }
        if !keeps_main_line {
            // The game as it was played is the main line of its record; what was undone remains as
            // a variation. Where variations are nested too deep for that, the new line is kept as
            // one of them.
            let _ = self.timeline.promote(self.timeline.cursor());
        }
        self.engine_waits = false;
        self.hand.fresh = true;
        self.look();
        Reply::Changed
    }

    /// True if a move made here leaves the main line as it is: that of a record that has ended,
    /// whose result another line must not replace.
    fn plays_beside_an_ended_main_line(&self) -> bool {
        let main_line = self.timeline.main_line();
        let end = main_line.last().copied().unwrap_or(NodeId::START);
        let here = self.timeline.cursor();
        let follows = here == NodeId::START || main_line.contains(&here);
        self.timeline.outcome_at(end).is_some() && (self.timeline.is_record() || !follows)
    }

    /// The side that cannot move and was skipped by the last step, if one was.
    pub fn skipped(&self) -> Option<Colour> {
        let at = self.timeline.cursor();
        let mover = self.timeline.mover(at);
        let again = !matches!(self.timeline.step(at), None | Some(Step::Swap))
            && self.outcome().is_none()
            && self.game().to_move() == mover
            && !self.game().phase().is_mid_turn();
        again.then(|| mover.other())
    }

    /// Picks the cell under the cursor for a step of three, puts a picked one back, or with three
    /// picked takes it for the opponent's stone.
    pub fn pick(&mut self) -> Reply {
        if let Some(refusal) = self.refusal() {
            return Reply::Refused(refusal);
        }
        self.point();
        let cell = self.cell();
        if self.hand.picks.len() == 3 {
            return if self.hand.picks.contains(&cell) {
                self.play_aim()
            } else {
                Reply::Refused(
                    "three cells are picked; choose the opponent's stone, or unpick one".to_owned(),
                )
            };
        }
        if let Some(i) = self.hand.picks.iter().position(|&picked| picked == cell) {
            self.hand.picks.remove(i);
            self.look();
            return Reply::Shown;
        }
        if let Some(colour) = self.game().board().at(cell) {
            let names = self.names();
            return Reply::Refused(format!(
                "{} is occupied by {}",
                names.cell(cell),
                names.title(colour)
            ));
        }
        if self.is_stuck() {
            return Reply::Refused(STUCK.to_owned());
        }
        if !self.seen.cells.contains(cell) {
            let cell = self.names().cell(cell);
            return Reply::Refused(if self.hand.picks.is_empty() {
                format!("{cell} is illegal: no tromino fits there")
            } else {
                format!("{cell} makes no legal tromino with the cells picked")
            });
        }
        self.hand.picks.push(cell);
        self.hand.picked_at = self.timeline.cursor();
        self.look();
        Reply::Shown
    }

    /// Returns whether part of the turn at hand is made, which [`Table::take_back`] would undo.
    pub fn is_begun(&self) -> bool {
        !self.hand.picks.is_empty() || self.is_playable() && self.game().phase().is_mid_turn()
    }

    /// Takes back a part of an unfinished turn: the last cell picked, or the first stone of a turn
    /// of two.
    pub fn take_back(&mut self) -> Reply {
        if self.hand.picks.pop().is_some() {
            self.look();
            return Reply::Shown;
        }
        if self.is_playable() && self.game().phase().is_mid_turn() {
            return self.undo();
        }
        Reply::Nothing
    }

    /// Turns the three stones about the cursor.
    pub fn rotate(&mut self, back: bool) -> Reply {
        self.restamp(|stamp, game, cell| stamp.turned(game, cell, back))
    }

    /// Makes another of the three stones the opponent's.
    pub fn next_stone(&mut self) -> Reply {
        self.restamp(Stamp::with_next_stone)
    }

    fn restamp(&mut self, change: impl Fn(Stamp, &Game, Cell) -> Stamp) -> Reply {
        if !self.has_trominoes() || !self.is_playable() {
            return Reply::Nothing;
        }
        if !self.hand.picks.is_empty() {
            return Reply::Refused(
                "cells are being picked one by one; {take-back} unpicks the last".to_owned(),
            );
        }
        let (game, cell) = (self.timeline.position(), self.hand.cursor.cell());
        let shown =
            self.hand.stamp.fitted(game, cell).map_or(self.hand.stamp, |stamped| stamped.stamp);
        let stamp = change(shown, game, cell);
        if self.is_stuck() {
            return Reply::Refused(STUCK.to_owned());
        }
        if let Some(why) = &self.hand.aim.refused {
            return Reply::Refused(why.clone());
        }
        if stamp == shown {
            return Reply::Refused(format!("no other tromino fits on {}", self.names().cell(cell)));
        }
        self.hand.stamp = stamp;
        self.take_aim();
        Reply::Shown
    }
}

impl Aim {
    fn of(game: &Game, steps: Vec<Step>) -> Self {
        let mut after = game.clone();
        let mut ghost = Vec::new();
        for (i, &step) in steps.iter().enumerate() {
            if i > 0 && !after.phase().is_mid_turn() {
                let turn = Names::of(game).turn(&steps[..i]);
                let refused = Some(format!("{turn} is a whole move; type one move at a time"));
                return Self { steps, ghost, refused, effect: None };
            }
            let stones = step.stones(after.to_move());
            if let Err(error) = after.play(step) {
                // Stones that cannot be placed are not shown.
                return Self { steps, refused: Some(error.to_string()), ..Self::default() };
            }
            ghost.extend(stones);
        }
        Self { steps, ghost, refused: None, effect: after.standing().effect }
    }
}

//! The game as one side has it, each move played by that side's own rules.

use tetralith_core::{Colour, Game, Names, Outcome, Reason, Step, json};

use crate::fault::Fault;
use crate::hash::digest;
use crate::message::{End, Move, State};

/// The steps of one turn, and the time it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The steps.
    pub steps: Vec<Step>,
    /// The time it took, in milliseconds.
    pub ms: u64,
}

/// A takeback that both sides have agreed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Takeback {
    /// The number of moves that it leaves.
    pub left: u32,
    /// The time that the turn under way had taken, in milliseconds.
    pub ms: u64,
}

/// A game between two sides, move by move.
#[derive(Clone, Debug)]
pub struct SharedGame {
    id: String,
    /// The start position and the position after each move.
    positions: Vec<Game>,
    turns: Vec<Turn>,
    takebacks: u32,
    /// The last takeback, if there was one.
    last_takeback: Takeback,
    end: Option<End>,
}

impl SharedGame {
    /// The game called `id` that begins at `start`.
    pub fn new(id: String, start: Game) -> Self {
        Self {
            id,
            positions: vec![start],
            turns: Vec::new(),
            takebacks: 0,
            last_takeback: Takeback::default(),
            end: None,
        }
    }

    /// The same game, with `takebacks` as the number of times that moves were taken back, most
    /// recently by `last`.
    #[must_use]
    pub fn with_takebacks(mut self, takebacks: u32, last: Takeback) -> Self {
        (self.takebacks, self.last_takeback) = (takebacks, last);
        self
    }

    /// The name of the game.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The position it begins at.
    pub fn start(&self) -> &Game {
        &self.positions[0]
    }

    /// The position after the last move.
    pub fn position(&self) -> &Game {
        &self.positions[self.turns.len()]
    }

    /// The moves.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The number of moves.
    pub fn len(&self) -> u32 {
        self.turns.len() as u32
    }

    /// True if no move has been made.
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// The number of times that moves were taken back.
    pub const fn takebacks(&self) -> u32 {
        self.takebacks
    }

    /// The last takeback; without any, the default.
    pub const fn last_takeback(&self) -> Takeback {
        self.last_takeback
    }

    /// The loser and the reason, if the game has ended otherwise than on the board.
    pub const fn end(&self) -> Option<End> {
        self.end
    }

    /// The outcome on the board; `None` while the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome()
    }

    /// True if the game has ended.
    pub fn is_over(&self) -> bool {
        self.end.is_some() || self.outcome().is_some()
    }

    /// The seat of the player who makes the move after the first `turns`.
    fn mover_at(&self, turns: usize) -> Colour {
        let swaps = self.turns[..turns].iter().filter(|turn| turn.steps == [Step::Swap]).count();
        let colour = self.positions[turns].to_move();
        if swaps % 2 == 0 { colour } else { colour.other() }
    }

    /// The seat of the player to move; `None` if the game has ended.
    pub fn to_move(&self) -> Option<Colour> {
        (!self.is_over()).then(|| self.mover_at(self.turns.len()))
    }

    /// The seat of the player who made the move with this number, from 1.
    pub fn maker(&self, number: u32) -> Option<Colour> {
        let before =
            (number as usize).checked_sub(1).filter(|&before| before < self.turns.len())?;
        Some(self.mover_at(before))
    }

    /// The number of moves that are left if `seat` takes back its last one; `None` if it has made
    /// none.
    pub fn before_last_of(&self, seat: Colour) -> Option<u32> {
        (0..self.turns.len())
            .rev()
            .find(|&before| self.mover_at(before) == seat)
            .map(|before| before as u32)
    }

    /// Plays the steps of one whole turn.
    ///
    /// # Errors
    /// [`Fault::Illegal`] if the rules forbid it, or it is no whole turn; nothing has changed then.
    pub fn play(&mut self, steps: &[Step], ms: u64) -> Result<(), Fault> {
        let illegal = |why: String| Fault::Illegal(why);
        if self.is_over() {
            return Err(illegal("the game is over".to_owned()));
        }
        let mut position = self.position().clone();
        for (i, &step) in steps.iter().enumerate() {
            if i > 0 && !position.phase().is_mid_turn() {
                return Err(illegal(format!(
                    "{} is more than one move",
                    Names::of(&position).turn(steps)
                )));
            }
            position.play(step).map_err(|error| illegal(error.to_string()))?;
        }
        if steps.is_empty() || position.phase().is_mid_turn() && position.outcome().is_none() {
            return Err(illegal("a part of the move is missing".to_owned()));
        }
        self.turns.push(Turn { steps: steps.to_vec(), ms });
        self.positions.push(position);
        Ok(())
    }

    /// Plays a move by its name.
    ///
    /// # Errors
    /// [`Fault::Illegal`]; nothing has changed then.
    pub fn play_named(&mut self, one: &Move) -> Result<(), Fault> {
        let steps = Names::of(self.position())
            .parse_turn(&one.name)
            .map_err(|error| Fault::Illegal(error.to_string()))?;
        self.play(&steps, one.ms)
    }

    /// Takes back moves as `takeback` has it; a resignation or loss on time stays. False if no more
    /// moves were made than it leaves.
    pub fn take_back(&mut self, takeback: Takeback) -> bool {
        let fewer = takeback.left < self.len();
        if fewer {
            self.turns.truncate(takeback.left as usize);
            self.positions.truncate(takeback.left as usize + 1);
            // A host may begin to count anywhere.
            self.takebacks = self.takebacks.saturating_add(1);
            self.last_takeback = takeback;
        }
        fewer
    }

    /// Ends the game, which `loser` has lost, for a reason that is not on the board; false if it
    /// had ended.
    pub fn lose(&mut self, loser: Colour, reason: Reason) -> bool {
        let goes_on = !self.is_over();
        if goes_on {
            self.end = Some((loser, reason));
        }
        goes_on
    }

    /// Removes a resignation or loss on time and returns it, so that [`SharedGame::lose`] can
    /// restore it.
    pub(crate) const fn reopen(&mut self) -> Option<End> {
        self.end.take()
    }

    /// The names of the moves from number `from` on, from 0, at most `most`.
    pub fn moves(&self, from: u32, most: usize) -> Vec<Move> {
        let turns = self.turns.iter().zip(&self.positions).skip(from as usize).take(most);
        turns
            .map(|(turn, before)| Move { name: Names::of(before).turn(&turn.steps), ms: turn.ms })
            .collect()
    }

    /// The hash of the position after `turns` moves, or after the last if there are fewer.
    ///
    /// `docs/remote-protocol.md` describes what is hashed.
    pub fn hash_at(&self, turns: u32) -> String {
        let turns = (turns as usize).min(self.turns.len());
        let position = &self.positions[turns];
        let info = position.info();
        let mut options: Vec<String> = json::options(info, position.options())
            .into_iter()
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        options.sort();
        let names: Vec<String> = self.moves(0, turns).into_iter().map(|one| one.name).collect();
        let board = position.board();
        let stone = |cell| match board.at(cell) {
            None => '-',
            Some(Colour::First) => '1',
            Some(Colour::Second) => '2',
        };
        let stones: String = board.geometry().cells().map(stone).collect();
        let outcome = position.outcome();
        let to_move = if outcome.is_some() { "-" } else { info.side(position.to_move()).name };
        let winner = match outcome {
            None => "-",
            Some(Outcome { winner: None, .. }) => "draw",
            Some(Outcome { winner: Some(colour), .. }) => info.side(colour).name,
        };
        let (options, names) = (options.join(","), names.join(" "));
        digest([
            "tetralith position",
            &self.id,
            info.id,
            &options,
            &names,
            &stones,
            to_move,
            winner,
        ])
    }

    /// True if `longer` is this game with more moves or an end, or the same.
    pub fn goes_on_as(&self, longer: &Self) -> bool {
        let is_begun = self.len() <= longer.len() && self.start() == longer.start();
        let is_open = self.end.is_none() || (self.len(), self.end) == (longer.len(), longer.end);
        is_begun && is_open && self.hash_at(self.len()) == longer.hash_at(self.len())
    }

    /// The facts about the game that each side sends when they meet.
    pub fn state(&self) -> State {
        State { turns: self.len(), takebacks: self.takebacks, hash: self.hash_at(self.len()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetralith_core::Setup;

    fn course() -> SharedGame {
        let setup = Setup { size: Some(5), pie: Some(true), ..Setup::default() };
        SharedGame::new("00".repeat(16), Game::new("necklace", &setup).unwrap())
    }

    fn play(course: &mut SharedGame, name: &str) -> Result<(), Fault> {
        course.play_named(&Move { name: name.to_owned(), ms: 0 })
    }

    #[test]
    fn seats_keep_their_turns_through_a_swap() {
        let mut course = course();
        let mut movers = vec![course.to_move()];
        for name in ["c3", "swap", "b2"] {
            play(&mut course, name).unwrap();
            movers.push(course.to_move());
        }
        // The player who swaps takes the first stone and its colour, so the other moves next.
        assert_eq!(
            movers,
            [Colour::First, Colour::Second, Colour::First, Colour::Second].map(Some)
        );
        assert_eq!(course.before_last_of(Colour::Second), Some(1));
        assert_eq!(course.maker(3), Some(Colour::First));
    }

    #[test]
    fn incomplete_and_illegal_turns_change_nothing() {
        let mut course = course();
        play(&mut course, "c3").unwrap();
        let before = course.state();
        for name in ["c3", "z9", "b2,b3", "", "pass"] {
            assert!(matches!(play(&mut course, name), Err(Fault::Illegal(_))), "{name}");
        }
        assert_eq!(course.state(), before);
        let to_start = Takeback::default();
        assert!(course.take_back(to_start) && !course.take_back(to_start));
        assert_eq!((course.len(), course.takebacks()), (0, 1));
    }

    #[test]
    fn hashes_distinguish_games_moves_and_positions() {
        let mut one = course();
        let other = SharedGame::new("11".repeat(16), one.start().clone());
        let start = one.hash_at(0);
        assert_ne!(start, other.hash_at(0));
        play(&mut one, "c3").unwrap();
        assert_ne!(one.hash_at(1), start);
        assert_eq!(one.hash_at(0), start);
    }

    #[test]
    fn the_hash_in_the_protocol_page_is_right() {
        let start = Game::new("necklace", &Setup { size: Some(5), ..Setup::default() }).unwrap();
        let mut course = SharedGame::new("00".repeat(16), start);
        play(&mut course, "c3").unwrap();
        play(&mut course, "b2").unwrap();
        let page = include_str!("../../../docs/remote-protocol.md");
        assert!(page.contains(&format!("\n{}\n", course.hash_at(2))), "{}", course.hash_at(2));
    }
}

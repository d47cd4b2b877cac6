//! The turns of a game, and the positions in which they were played.

use tetralith_core::rules::Outcome;
use tetralith_core::{Colour, Game, NodeId, Step, Timeline};

/// One turn of a line of a timeline: a choice that a player had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnChoice {
    /// The number of the turn, from 1.
    pub turn: u32,
    /// The player who made it.
    pub player: Colour,
    /// The colour that this player holds at the end of the line; a record names players by it.
    pub holder: Colour,
    /// The place before its first step.
    pub before: NodeId,
    /// The place after its last step.
    pub after: NodeId,
    /// Its steps: one, or both stones of a turn that has two.
    pub played: Vec<Step>,
}

/// The turns of a line, and what leads to each.
#[derive(Clone, Debug)]
pub struct Moments {
    start: Game,
    list: Vec<TurnChoice>,
    /// The end that the last position does not show, such as a resignation.
    ended: Option<Outcome>,
}

impl Moments {
    /// The turns along `line`, places of `timeline` from the start (left out) onwards.
    pub fn of(timeline: &Timeline, line: &[NodeId]) -> Self {
        let mut moments: Vec<TurnChoice> = Vec::new();
        for &node in line {
            let Some(step) = timeline.step(node) else { continue };
            let turn = timeline.turn(node);
            match moments.last_mut().filter(|moment| moment.turn == turn) {
                Some(moment) => {
                    moment.after = node;
                    moment.played.push(step);
                }
                None => moments.push(TurnChoice {
                    turn,
                    player: timeline.mover(node),
                    holder: timeline.mover(node),
                    before: timeline.parent(node),
                    after: node,
                    played: vec![step],
                }),
            }
        }
        // A swap hands both colours over: what was played before it, and the swap itself, is the
        // other colour's from then on.
        let mut is_swapped = false;
        for moment in moments.iter_mut().rev() {
            is_swapped ^= moment.played.contains(&Step::Swap);
            moment.holder = if is_swapped { moment.player.other() } else { moment.player };
        }
        let ended = timeline.ended_at(line.last().copied().unwrap_or(NodeId::START));
        Self { start: timeline.start().clone(), list: moments, ended }
    }

    /// The turns of the main line, from the start to its end.
    pub fn of_main_line(timeline: &Timeline) -> Self {
        Self::of(timeline, &timeline.main_line())
    }

    /// True if the main line of `timeline` begins with all of these turns.
    pub fn begin(&self, timeline: &Timeline) -> bool {
        self.list.last().is_none_or(|last| timeline.main_line().contains(&last.after))
    }

    /// The position before the first turn.
    pub const fn start(&self) -> &Game {
        &self.start
    }

    /// The turns, the first one first.
    pub fn list(&self) -> &[TurnChoice] {
        &self.list
    }

    /// The position before the turn at `index`; one past the last for the position after it.
    ///
    /// The position is replayed on each call: a thousand positions of a large board would take more
    /// memory than searching them.
    pub fn position(&self, index: usize) -> Game {
        let mut position = self.start.clone();
        for &step in self.list.iter().take(index).flat_map(|moment| &moment.played) {
            position.play_unchecked(step);
        }
        position
    }

    /// The end of the game after the last turn; `None` if it has not.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended.or_else(|| self.position(self.list.len()).outcome())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetralith_core::{Names, Setup};

    #[test]
    fn both_stones_of_a_turn_are_one_moment() {
        let setup = Setup { size: Some(3), ..Setup::default() };
        let mut timeline = Timeline::new(Game::new("multiplicity", &setup).unwrap());
        let names = Names::of(timeline.start());
        for turn in ["c3", "c4,a1"] {
            timeline.play_turn(&names.parse_turn(turn).unwrap()).unwrap();
        }
        let moments = Moments::of_main_line(&timeline);
        let turns: Vec<_> =
            moments.list().iter().map(|moment| (moment.turn, names.turn(&moment.played))).collect();
        assert_eq!(turns, [(1, "c3".to_owned()), (2, "c4,a1".to_owned())]);
        assert_eq!(moments.list()[1].before, moments.list()[0].after);
        assert_eq!(moments.position(2).board(), timeline.position().board());
        assert_eq!(moments.position(1).to_move(), moments.list()[1].player);
    }

    #[test]
    fn swapped_player_is_charged_for_own_move() {
        let setup = Setup { size: Some(5), pie: Some(true), ..Setup::default() };
        let mut timeline = Timeline::new(Game::new("necklace", &setup).unwrap());
        let names = Names::of(timeline.start());
        for turn in ["a1", "swap", "c3", "d4"] {
            timeline.play_turn(&names.parse_turn(turn).unwrap()).unwrap();
        }
        let moments = Moments::of_main_line(&timeline);
        let holders: Vec<_> =
            moments.list().iter().map(|moment| (moment.player, moment.holder)).collect();
        let (red, blue) = (Colour::First, Colour::Second);
        assert_eq!(holders, [(red, blue), (blue, red), (blue, blue), (red, red)]);
    }
}

//! A table at which a person at another terminal sits: what they do, and what has to wait for them.

use tetralith_core::timeline::NodeId;
use tetralith_core::{Colour, Reason, Step};

use super::{Mode, Reply, Table};
use crate::sentence;
use crate::sentence::{ActionId, Sentence};

impl Table {
    /// Returns whether this is a game with a person at another terminal.
    pub fn is_remote(&self) -> bool {
        self.has_remote_seat() && !self.is_studied_alone()
    }

    /// Returns whether a person studies a game with another terminal alone: as a record, or playing
    /// from an earlier turn of one that is over. What they do in it is nobody else's, so their
    /// moves are only explored.
    pub fn is_studied_alone(&self) -> bool {
        self.has_remote_seat()
            && (self.is_record() || self.mode == Mode::Play && self.is_finished())
    }

    fn has_remote_seat(&self) -> bool {
        self.seats.iter().any(|seat| seat.is_remote)
    }

    /// The seat of the person at another terminal, as the colour before any swap. If there are two,
    /// as for somebody who only watches, the first.
    pub fn remote_seat(&self) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|seat| self.is_remote() && self.seats[seat.index()].is_remote)
    }

    /// Returns whether the player with this seat, the colour before any swap, sits at another
    /// terminal.
    pub fn sits_elsewhere(&self, seat: Colour) -> bool {
        self.is_remote() && self.seats[seat.index()].is_remote
    }

    /// The reason why nobody can make a move for now, a sentence without its full stop.
    pub fn absence(&self) -> Option<&Sentence> {
        self.absence.as_ref().filter(|_| self.is_remote() && !self.is_finished())
    }

    /// Returns whether a person at another terminal is to move here.
    pub fn remote_to_move(&self) -> bool {
        self.is_going_on() && self.is_remote() && self.holder_here(self.game().to_move()).is_remote
    }

    /// Sets the reason why nobody can make a move for now, as a sentence without its full stop;
    /// `None` if moves can be made.
    pub fn set_absence(&mut self, why: Option<Sentence>) {
        if self.absence != why {
            self.absence = why;
            self.look();
        }
    }

    /// Returns whether a person here must wait: for the other terminal, or because an earlier turn
    /// is shown.
    pub(super) fn waits_for_remote(&self) -> bool {
        self.is_remote()
            && (self.absence.is_some() || self.remote_to_move() || self.is_in_the_past())
    }

    /// The reason why a person here must wait.
    pub(super) fn why_it_waits(&self) -> Sentence {
        let names = self.names();
        let mover = self.game().to_move();
        match &self.absence {
            Some(why) => why.clone(),
            None if self.is_in_the_past() => {
                sentence!("this is an earlier turn; {} goes to the last move", ActionId::Last)
            }
            None => {
                sentence!("{} plays {}", self.holder_here(mover).title(), names.title(mover))
            }
        }
    }

    /// The whole turns of the game, each with its steps and the time it took in
    /// milliseconds.
    pub fn whole_turns(&self) -> Vec<(Vec<Step>, u64)> {
        let (timeline, end) = (&self.timeline, self.played_to());
        let is_begun = timeline.is_mid_turn_at(end) && timeline.outcome_at(end).is_none();
        let path = timeline.path(end);
        let turns = path.chunk_by(|&a, &b| timeline.turn(a) == timeline.turn(b));
        let mut turns: Vec<(Vec<Step>, u64)> = turns
            .map(|nodes| {
                let time =
                    nodes.last().and_then(|&node| timeline.note(node)?.time_ms).unwrap_or_default();
                (nodes.iter().filter_map(|&node| timeline.step(node)).collect(), time)
            })
            .collect();
        if is_begun {
            turns.pop();
        }
        turns
    }

    /// The loser, by the colour before any swap, and the reason, if the game has ended otherwise
    /// than on the board.
    pub fn lost(&self) -> Option<(Colour, Reason)> {
        let end = self.played_to();
        let outcome = self.timeline.ended_at(end)?;
        Some((self.origin(outcome.winner?.other(), end), outcome.reason))
    }

    /// Makes a whole turn that was made at another terminal, after the last of the game.
    pub fn play_remote(&mut self, steps: &[Step]) -> Reply {
        self.go_back_to_game();
        self.make(steps)
    }

    /// Goes to where the game is, and plays on there.
    fn go_back_to_game(&mut self) {
        self.timeline.go_to(self.played_to());
        self.autoplay.stop();
        self.mode = Mode::Play;
        self.look();
    }

    /// Takes back a part of the player's own turn.
    pub(super) fn undo_part(&mut self) -> Reply {
        if !self.awaits_person() || !self.game().phase().is_mid_turn() {
            return Reply::Refused(
                "only the player at the other terminal can allow a takeback".into(),
            );
        }
        self.timeline.undo();
        // The other terminal never knew of it.
        self.timeline.truncate();
        self.continue_here()
    }

    /// Takes moves back until `turns` whole turns are left; they stay as a variation. A resignation
    /// or loss on time is taken back too.
    pub fn take_back_to(&mut self, turns: u32) -> Reply {
        self.go_back_to_game();
        self.timeline.reopen();
        let here = self.timeline.path(self.timeline.cursor());
        let left = here
            .into_iter()
            .rfind(|&node| self.timeline.turn(node) <= turns)
            .unwrap_or(NodeId::START);
        self.timeline.go_to(left);
        self.timeline.count_as_explored_after(left);
        self.continue_here()
    }

    fn continue_here(&mut self) -> Reply {
        self.timeline.play_to(self.timeline.cursor());
        self.mode = Mode::Play;
        self.forget_removed();
        self.look();
        Reply::Changed
    }
}

#[cfg(test)]
mod tests {
    use tetralith_core::{Game, Setup, Timeline};

    use std::time::Duration;

    use super::*;
    use crate::clock::{Clock, TimeControl};
    use crate::moment::Moment;
    use crate::seat::Seat;
    use crate::seated::Seated;

    fn table(game: &str) -> Table {
        let setup = Setup { size: Some(5), ..Setup::default() };
        let timeline = Timeline::new(Game::new(game, &setup).unwrap());
        let seats = [Seat::person("Ann".to_owned()), Seat::remote("Ben".to_owned())];
        Table::new(timeline, seats, Mode::Play)
    }

    fn steps(table: &Table, name: &str) -> Vec<Step> {
        table.names().parse_turn(name).unwrap()
    }

    #[test]
    fn only_who_sits_here_moves_here_and_only_at_the_end() {
        let mut table = table("necklace");
        table.set_absence(Some("waiting for a guest".into()));
        let c3 = steps(&table, "c3");
        assert_eq!(table.play_turn(&c3), Reply::Refused("waiting for a guest".into()));
        table.set_absence(None);
        assert_eq!(table.play_turn(&c3), Reply::Changed);
        let b2 = steps(&table, "b2");
        assert!(
            matches!(table.play_turn(&b2), Reply::Refused(why) if why.spell(ActionId::name).contains("Remote (Ben) plays"))
        );
        table.go_to_start();
        assert_eq!(table.play_remote(&b2), Reply::Changed);
        assert_eq!(table.whole_turns(), [(c3, 0), (b2, 0)]);
        table.go_to_start();
        assert!(
            matches!(table.play_turn(&steps(&table, "a1")), Reply::Refused(why) if why.spell(ActionId::name).contains("earlier turn"))
        );
        table.look_through();
        assert_eq!(
            table.refusal(),
            Some(sentence!("the game is in progress; {} returns to it", ActionId::ReturnToGame))
        );
        table.return_to_game();
        assert_eq!(table.take_back_to(1), Reply::Changed);
        assert_eq!((table.whole_turns().len(), table.remote_to_move()), (1, true));
        assert_eq!(table.timeline().steps(), 2, "the move stays as a variation");
        assert!(matches!(table.undo(), Reply::Refused(_)));
        table.lose(Colour::Second, Reason::Resignation);
        assert_eq!(table.lost(), Some((Colour::Second, Reason::Resignation)));
        assert!(table.is_finished());
    }

    #[test]
    fn a_part_of_a_turn_that_is_taken_back_gives_no_time_back() {
        let info = tetralith_core::games::info("multiplicity").unwrap();
        let options = info.options(&Setup { size: Some(5), ..Setup::default() }).unwrap();
        let seats = [Seat::person("Ann".to_owned()), Seat::remote("Ben".to_owned())];
        let at = |seconds| Moment { steady: Duration::from_secs(seconds), ..Moment::default() };
        let clock = Clock::new(TimeControl::parse("10m").ok(), true, Duration::ZERO);
        let mut seated = Seated::begin(info, &options, seats, 1, clock, at(0)).unwrap();
        // The first turn is one stone, and the others are two.
        let first = seated.table.game().legal()[0];
        seated.table.play(first);
        seated.time_turn();
        let mut position = seated.table.game().clone();
        let bound = position.legal()[0];
        position.play(bound).unwrap();
        seated.table.play_remote(&[bound, position.legal()[0]]);
        seated.settle_turn(Duration::ZERO);
        seated.tell_time(at(50), true);
        let bound = seated.table.game().legal()[0];
        seated.table.play(bound);
        seated.time_turn();
        seated.tell_time(at(50), true);
        assert_eq!(seated.table.undo(), Reply::Changed);
        seated.tell_time(at(52), true);
        assert_eq!(seated.time_left(Colour::First).as_deref(), Some("9:08"));
        assert_eq!(seated.clock.spent(), Duration::from_secs(52), "it is one turn");
    }

    #[test]
    fn who_looks_at_an_earlier_turn_does_not_move_where_the_game_stands() {
        let mut table = table("necklace");
        let c3 = steps(&table, "c3");
        table.play_turn(&c3);
        let b2 = steps(&table, "b2");
        table.play_remote(&b2);
        let played_to = table.played_to();
        table.go_to_start();
        table.redo();
        assert_eq!((table.played_to(), table.on_the_clock()), (played_to, Colour::First));
    }

    #[test]
    fn a_turn_that_is_begun_is_taken_back_and_leaves_no_trace() {
        let mut table = table("multiplicity");
        let first = table.game().legal()[0];
        table.play(first);
        let before = table.timeline().steps();
        table.play_remote(&{
            let mut position = table.game().clone();
            let bound = position.legal()[0];
            position.play(bound).unwrap();
            vec![bound, position.legal()[0]]
        });
        assert!(table.hand().is_playable());
        table.play(table.game().legal()[0]);
        assert_eq!(table.whole_turns().len(), 2);
        assert_eq!(table.undo(), Reply::Changed);
        assert_eq!(table.timeline().steps(), before + 2);
    }
}

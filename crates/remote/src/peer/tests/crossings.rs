//! Words that cross on their way.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;

/// A pair on a small board of which `mover` can end the game by the move that is given.
fn before_the_end(mover: usize) -> (Pair, Step) {
    let mut random = StdRng::seed_from_u64(1);
    loop {
        let mut pair = Pair::met(start("necklace", 3), Some(Colour::First));
        while let Some(at) = pair.mover() {
            let position = pair.course(at).position().clone();
            let legal = position.legal();
            let ends = |step: &&Step| {
                let mut after = position.clone();
                after.play(**step).is_ok() && after.outcome().is_some()
            };
            if let Some(&last) = legal.iter().find(ends).filter(|_| at == mover) {
                return (pair, last);
            }
            let step = legal[random.random_range(0..legal.len())];
            pair.ends[at].peer.play(&[step], Duration::ZERO).unwrap();
            pair.carry(at);
        }
    }
}

#[test]
fn a_rematch_that_is_asked_for_as_the_last_move_comes_stays_asked_for() {
    for resigner in [0, 1] {
        let mover = 1 - resigner;
        let (mut pair, last) = before_the_end(mover);
        let before = pair.course(0).id().to_owned();
        assert!(pair.ends[resigner].peer.resign() && pair.ends[resigner].peer.offer(Offer::Rematch));
        pair.ends[mover].peer.play(&[last], Duration::ZERO).unwrap();
        pair.collect(0);
        pair.carry(1);
        assert!(pair.ends[mover].peer.answer(true), "{:?}", pair.events());
        pair.carry(mover);
        assert!(!pair.is_stopped(), "{:?}", pair.events());
        assert_ne!(pair.course(0).id(), before, "{resigner} resigns");
        pair.assert_same();
    }
}

#[test]
fn once_the_game_is_over_nothing_is_taken_back_and_a_rematch_stays_asked_for() {
    let (mut pair, last) = before_the_end(1);
    pair.ends[1].peer.play(&[last], Duration::ZERO).unwrap();
    pair.carry(1);
    let left = pair.course(1).len() - 1;
    assert!(pair.ends[1].peer.offer(Offer::Rematch) && !pair.ends[1].peer.offer(Offer::Takeback(left)));
    pair.carry(1);
    pair.hear(0, &Message::Offer { offer: Offer::Takeback(left) }.write());
    pair.settle();
    assert_eq!(pair.ends[0].peer.offered(), Some(Offer::Rematch));
    assert!(pair.ends[0].peer.answer(false));
    pair.carry(0);
    assert!(pair.ends[1].peer.offer(Offer::Rematch));
    pair.carry(1);
    assert_eq!(pair.ends[0].peer.offered(), Some(Offer::Rematch));
}

#[test]
fn who_has_taken_back_says_nothing_of_the_game_before_the_other_has() {
    for case in 0..8 {
        let (asker, moves_first, resigns) = (case % 2, case & 2 != 0, case & 4 != 0);
        let mut pair = Pair::met(start("necklace", 5), Some([Colour::First, Colour::Second][asker]));
        pair.step();
        pair.ends[asker].peer.offer(Offer::Takeback(0));
        pair.carry(asker);
        assert!(pair.ends[1 - asker].peer.answer(true));
        pair.collect(1 - asker);
        assert!(pair.hear_next(asker) && pair.course(asker).is_empty());
        let step = pair.course(asker).position().legal()[4];
        if moves_first {
            pair.ends[asker].peer.play(&[step], Duration::ZERO).unwrap();
            pair.collect(asker);
        }
        // The word of it is lost.
        pair.cut_off(0, "", Cut::Drop);
        while !pair.ends[asker].peer.is_met() {
            assert!(pair.hear_next(1 - asker) | pair.hear_next(asker));
        }
        assert!(!pair.ends[asker].peer.offer(Offer::Pause), "what was granted is done first");
        if !moves_first {
            pair.ends[asker].peer.play(&[step], Duration::ZERO).unwrap();
        }
        if resigns {
            assert!(pair.ends[asker].peer.resign());
        }
        pair.carry(asker);
        assert!(!pair.is_stopped(), "case {case}: {:?}", pair.events());
        pair.assert_same();
        assert_eq!((pair.course(0).len(), pair.course(0).end().is_some()), (1, resigns), "case {case}");
        assert!(resigns || pair.step());
    }
}

#[test]
fn no_host_pauses_a_game_by_its_own_word_alone() {
    let yes = Message::Answer { offer: Offer::Pause, yes: true }.write();
    let refuses = |pair: &mut Pair| {
        pair.hear(1, &yes);
        let refused = Event::Stopped(Fault::Unexpected("answer"));
        assert_eq!(format!("{:?}", pair.ends[1].events.last()), format!("{:?}", Some(refused)));
        assert!(!pair.ends[1].peer.is_paused());
    };
    refuses(&mut Pair::met(start("necklace", 5), Some(Colour::First)));
    for asker in [0, 1] {
        let mut pair = Pair::met(start("necklace", 5), Some(Colour::Second));
        pair.ends[asker].peer.offer(Offer::Pause);
        pair.carry(asker);
        assert!(pair.ends[1 - asker].peer.answer(true));
        if asker == 1 {
            // The guest's move crosses the answer to what it asks for; the host's word counts.
            let step = pair.course(1).position().legal()[0];
            pair.ends[1].peer.play(&[step], Duration::ZERO).unwrap();
            pair.collect(1);
        }
        pair.carry(1 - asker);
        assert!(pair.ends.iter().all(|end| end.peer.is_paused()), "{:?}", pair.events());
        assert!(pair.ends[0].peer.resume());
        pair.carry(0);
        // One word was for one pause.
        refuses(&mut pair);
    }
}

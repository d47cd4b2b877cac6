//! Words that cross on their way.

use super::*;

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

//! Messages that cross on their way: two people who wait for nothing, and cases that a random walk
//! through all possible messages has found.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;

/// The games that the walk plays.
const WALKS: u64 = 800;

/// A pair on a small board; `mover` can end the game by the move that is given.
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
fn rematch_offers_survive_the_last_move() {
    for resigner in [0, 1] {
        let mover = 1 - resigner;
        let (mut pair, last) = before_the_end(mover);
        let before = pair.course(0).id().to_owned();
        assert!(
            pair.ends[resigner].peer.resign() && pair.ends[resigner].peer.offer(Offer::Rematch)
        );
        pair.ends[mover].peer.play(&[last], Duration::ZERO).unwrap();
        pair.collect(0);
        pair.carry(1);
        assert!(pair.answer(mover, true), "{:?}", pair.events());
        pair.carry(mover);
        assert!(!pair.is_stopped(), "{:?}", pair.events());
        assert_ne!(pair.course(0).id(), before, "{resigner} resigns");
        pair.assert_same();
    }
}

#[test]
fn finished_games_refuse_takebacks_and_keep_rematches() {
    let (mut pair, last) = before_the_end(1);
    pair.ends[1].peer.play(&[last], Duration::ZERO).unwrap();
    pair.carry(1);
    let left = pair.course(1).len() - 1;
    assert!(
        pair.ends[1].peer.offer(Offer::Rematch) && !pair.ends[1].peer.offer(Offer::Takeback(left))
    );
    pair.carry(1);
    pair.hear(0, &LinkMessage::Offer { offer: Offer::Takeback(left) }.write());
    pair.settle();
    assert_eq!(pair.ends[0].peer.agreements().offered(), Some(Offer::Rematch));
    assert!(pair.answer(0, false));
    pair.carry(0);
    assert!(pair.ends[1].peer.offer(Offer::Rematch));
    pair.carry(1);
    assert_eq!(pair.ends[0].peer.agreements().offered(), Some(Offer::Rematch));
}

#[test]
fn takebacks_silence_a_side_until_both_have_made_them() {
    for case in 0..8 {
        let (asker, moves_first, resigns) = (case % 2, case & 2 != 0, case & 4 != 0);
        let mut pair =
            Pair::met(start("necklace", 5), Some([Colour::First, Colour::Second][asker]));
        pair.step();
        pair.ends[asker].peer.offer(Offer::Takeback(0));
        pair.carry(asker);
        assert!(pair.answer(1 - asker, true));
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
        if !moves_first {
            pair.ends[asker].peer.play(&[step], Duration::ZERO).unwrap();
        }
        if resigns {
            assert!(pair.ends[asker].peer.resign());
        }
        pair.carry(asker);
        assert!(!pair.is_stopped(), "case {case}: {:?}", pair.events());
        pair.assert_same();
        assert_eq!(
            (pair.course(0).len(), pair.course(0).end().is_some()),
            (1, resigns),
            "case {case}"
        );
        assert!(resigns || pair.step());
    }
}

#[test]
fn no_host_pauses_a_game_by_its_own_word_alone() {
    let yes = LinkMessage::Answer { offer: Offer::Pause, yes: true, ms: 0 }.write();
    let refuses = |pair: &mut Pair| {
        pair.hear(1, &yes);
        let refused = Event::Stopped(Fault::Unexpected("answer"));
        assert_eq!(format!("{:?}", pair.ends[1].events.last()), format!("{:?}", Some(refused)));
        assert!(!pair.ends[1].peer.agreements().is_paused());
    };
    refuses(&mut Pair::met(start("necklace", 5), Some(Colour::First)));
    for asker in [0, 1] {
        let mut pair = Pair::met(start("necklace", 5), Some(Colour::Second));
        pair.ends[asker].peer.offer(Offer::Pause);
        pair.carry(asker);
        assert!(pair.answer(1 - asker, true));
        if asker == 1 {
            // The guest's move crosses the answer to what it asks for; the host's word counts.
            let step = pair.course(1).position().legal()[0];
            pair.ends[1].peer.play(&[step], Duration::ZERO).unwrap();
            pair.collect(1);
        }
        pair.carry(1 - asker);
        assert!(
            pair.ends.iter().all(|end| end.peer.agreements().is_paused()),
            "{:?}",
            pair.events()
        );
        assert!(pair.ends[0].peer.offer(Offer::Resume));
        pair.carry(0);
        assert!(pair.answer(1, true));
        pair.carry(1);
        // One word was for one pause.
        refuses(&mut pair);
    }
}

/// A game of two impatient people, whose lines take a random time to arrive.
struct Walk {
    pair: Pair,
    random: StdRng,
    /// The share of turns on which a player resigns.
    resigns: f64,
    /// Everything that was sent or done.
    history: Vec<String>,
}

impl Walk {
    fn new(seed: u64) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let size = random.random_range(2..=5);
        let seat = Colour::BOTH[random.random_range(0..2)];
        let resigns = [0.05, 0.1, 0.4][random.random_range(0..3)];
        let history = vec![format!("seed {seed}, size {size}, the host is {seat:?}")];
        Self { pair: Pair::met(start("necklace", size), Some(seat)), random, resigns, history }
    }

    /// Lets one thing happen.
    fn go_on(&mut self) {
        let at = self.random.random_range(0..2);
        let Some(course) = self.pair.ends[at].peer.course().cloned() else {
            // The host has begun another game while this guest was away.
            return self.pair.settle();
        };
        let peer = &mut self.pair.ends[at].peer;
        peer.think(Duration::from_millis(self.random.random_range(0..9_000)));
        let done = match self.random.random_range(0..13) {
            0..4 => {
                let line = self.pair.ends[at].lines.front().cloned().unwrap_or_default();
                self.pair.hear_next(at);
                format!("hears {}", line.trim())
            }
            4..8 if peer.is_met() && !course.is_over() => {
                // Out of turn it is refused, and nothing happens.
                let legal = course.position().legal();
                let step = legal[self.random.random_range(0..legal.len())];
                format!("moves: {}", peer.play(&[step], Duration::ZERO).is_ok())
            }
            8 => {
                let left = course.len().saturating_sub(self.random.random_range(1..3));
                format!("asks to take back to {left}: {}", peer.offer(Offer::Takeback(left)))
            }
            9 => {
                let offers = [Offer::Pause, Offer::Resume, Offer::Rematch];
                let offer = offers[self.random.random_range(0..offers.len())];
                format!("asks for a {offer:?}: {}", peer.offer(offer))
            }
            10 | 11 => {
                if peer.is_unripe() {
                    self.pair.now += SHOWN;
                    peer.tick(self.pair.now);
                }
                let (offer, yes) = (peer.agreements().offered(), self.random.random_bool(0.7));
                format!("answers {yes} to {offer:?}: {}", peer.answer(yes))
            }
            12 if self.random.random_bool(self.resigns) => format!("resigns: {}", peer.resign()),
            12 if self.random.random_bool(0.1) => {
                let cuts = [Cut::Drop, Cut::KillSender, Cut::KillReceiver, Cut::Silence];
                let cut = cuts[self.random.random_range(0..cuts.len())];
                self.pair.cut_off(at, "", cut);
                format!("is cut off: {cut:?}")
            }
            _ => return,
        };
        self.history.push(format!("{at} {done}"));
        self.pair.collect(at);
    }

    /// Everything that has happened, to find a fault.
    fn case(&self) -> String {
        format!("{}\n{:?}", self.history.join("\n"), self.pair.events())
    }

    /// Carries all that is on its way; then both have the same, and wait for nothing but one
    /// another.
    #[track_caller]
    fn settle(&mut self) {
        self.pair.settle();
        let pair = &self.pair;
        assert!(!pair.is_stopped(), "{}", self.case());
        assert!(pair.ends.iter().all(|end| end.peer.is_met()), "{}", self.case());
        let both = [0, 1].map(|end| {
            let course = pair.course(end);
            (
                course.id(),
                course.state(),
                course.end(),
                course.last_takeback(),
                pair.ends[end].peer.agreements().is_paused(),
            )
        });
        assert_eq!(both[0], both[1], "{}", self.case());
        assert_eq!(
            [0, 1].map(|end| pair.ends[end].peer.agreements().granted()),
            [None; 2],
            "{}",
            self.case()
        );
        for end in 0..2 {
            let (asked, offered) = (
                pair.ends[end].peer.agreements().asked(),
                pair.ends[1 - end].peer.agreements().offered(),
            );
            assert!(asked == offered || asked.is_none() || offered.is_none(), "{}", self.case());
        }
    }

    /// Has the end `asker` ask for a rematch, which the other one declines if it has not asked for
    /// one itself.
    fn ask_for_rematch(&mut self, asker: usize) {
        let before = self.pair.course(0).id().to_owned();
        assert!(self.pair.ends[asker].peer.offer(Offer::Rematch), "{}", self.case());
        self.pair.carry(asker);
        if self.pair.course(0).id() == before {
            let offered = self.pair.ends[1 - asker].peer.agreements().offered();
            assert!(
                offered == Some(Offer::Rematch) && self.pair.answer(1 - asker, false),
                "{asker}: {}",
                self.case()
            );
            self.pair.carry(1 - asker);
        }
        self.settle();
    }
}

#[test]
fn crossing_messages_part_no_game() {
    let walks = std::env::var("TETRALITH_WALKS").ok().map_or(WALKS, |walks| walks.parse().unwrap());
    let (mut ended, mut resigned) = (0, 0);
    for seed in 0..walks {
        let mut walk = Walk::new(seed);
        for _ in 0..100 {
            walk.go_on();
        }
        walk.settle();
        ended += u64::from(walk.pair.course(0).outcome().is_some());
        resigned += u64::from(walk.pair.course(0).end().is_some());
        // Either side can continue in every case.
        for asker in [1, 0] {
            if walk.pair.course(0).is_over() {
                walk.ask_for_rematch(asker);
            }
        }
        assert!(walk.pair.course(0).is_over() || walk.pair.step(), "{}", walk.case());
        walk.settle();
    }
    assert!(
        ended > walks / 20 && resigned > walks / 20,
        "{ended} games ended on the board, {resigned} by resignation"
    );
}

//! Analyses of boards small enough to be solved, held against plain minimax.

use std::collections::HashMap;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith_core::knowledge::below;
use tetralith_core::{Colour, Game, Names, Phase, Record, Setup, Step, Timeline};
use tetralith_engine::{CancelToken, Proof};
use tetralith_study::{Budgets, Class, GameAnalysis, Job};

/// Everything that the rest of a game depends on: the stones, whose step it is, the phase, and
/// whether the last step was a pass.
type Key = ([u64; 2], Colour, Phase, bool);

/// The results of best play of every position that was asked for, by plain minimax.
#[derive(Default)]
struct Truth(HashMap<Key, Proof>);

impl Truth {
    /// The result as the player to move sees it.
    fn of(&mut self, position: &Game, after_pass: bool) -> Proof {
        let mover = position.to_move();
        if let Some(outcome) = position.outcome() {
            return Proof::of(outcome.winner, mover);
        }
        let stones = Colour::BOTH.map(|colour| position.board().stones(colour).words()[0]);
        let key = (stones, mover, position.phase(), after_pass);
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let mut best = Proof::Loss;
        // Steps in the middle of the board win more often, and after a win the others need no look.
        let geometry = position.board().geometry();
        let mut steps = position.legal();
        steps.sort_by_key(|step| {
            std::cmp::Reverse(step.cells().map(|cell| geometry.neighbours(cell).len()).max())
        });
        for step in steps {
            best = best.max(self.after(position, step));
            if best == Proof::Win {
                break;
            }
        }
        self.0.insert(key, best);
        best
    }

    /// The result after `step` as the player who makes it sees it.
    fn after(&mut self, position: &Game, step: Step) -> Proof {
        let mover = position.to_move();
        let mut next = position.clone();
        next.play_unchecked(step);
        // After a swap, the player who made it holds the colour of the opponent.
        let viewer = if step == Step::Swap { mover.other() } else { mover };
        let result = self.of(&next, step == Step::Pass);
        if next.to_move() == viewer { result } else { result.flipped() }
    }
}

/// A game in which about every second step is random and the others keep the best result.
fn game(start: Game, seed: u64, truth: &mut Truth) -> Timeline {
    let mut timeline = Timeline::new(start);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    while timeline.position().outcome().is_none() {
        let position = timeline.position().clone();
        let mut steps = position.legal();
        let first = below(&mut rng, steps.len());
        steps.rotate_left(first);
        if below(&mut rng, 2) == 0 {
            steps.sort_by_key(|&step| std::cmp::Reverse(truth.after(&position, step)));
        }
        timeline.play(steps[0]).unwrap();
    }
    timeline
}

/// Compares the verdicts of an analysis of `timeline` with so many `simulations` a move with the
/// truth, and returns how many moves gave away a result; below a budget that suffices, a move may
/// be unclear.
fn check(timeline: &Timeline, truth: &mut Truth, simulations: u64) -> usize {
    let (mut analysis, _) = GameAnalysis::of(&Record::default(), timeline);
    let GameAnalysis { moments, findings, build } = &mut analysis;
    let job = Job { budgets: Budgets::equal(simulations), threads: 2, seed: 1, build };
    job.run(moments, findings, &CancelToken::new(), &mut |_| {}).unwrap();
    let verdicts = analysis.verdicts();
    assert_eq!(verdicts.len(), analysis.moments.list().len());
    let mut given_away = 0;
    for verdict in &verdicts {
        let before = analysis.moments.position(verdict.index);
        let is_after_pass = verdict.index > 0
            && analysis.moments.list()[verdict.index - 1].played.last() == Some(&Step::Pass);
        let had = truth.of(&before, is_after_pass);
        let mut kept = had;
        let mut position = before.clone();
        for &step in &verdict.choice.played {
            kept = truth.after(&position, step);
            position.play_unchecked(step);
        }
        let names = Names::of(&before);
        let what = format!(
            "{} turn {} {}: {had:?} before and {kept:?} after, judged {:?} by {:?} and {:?}\n{}",
            names.info.id,
            verdict.choice.turn,
            names.turn(&verdict.choice.played),
            verdict.class,
            verdict.before.proof,
            verdict.after.proof,
            names.diagram(before.board()),
        );
        if simulations >= 8_000 || verdict.class != Class::Unclear {
            assert_eq!(kept < had, verdict.class == Class::Blunder, "{what}");
            assert_eq!(kept < had, verdict.class.is_fault(), "{what}");
        }
        given_away += usize::from(kept < had);
    }
    given_away
}

#[test]
fn only_moves_that_give_away_a_result_are_blunders() {
    for (id, size, games) in [
        ("multiplicity", 2, 12),
        ("greylox", 2, 12),
        ("necklace", 3, 12),
        ("plurality", 3, 12),
        ("necklace", 4, 3),
        ("plurality", 4, 6),
    ] {
        let mut truth = Truth::default();
        let start = Game::new(id, &Setup { size: Some(size), ..Setup::default() }).unwrap();
        let mut given_away = 0;
        for seed in 0..games {
            let timeline = game(start.clone(), seed, &mut truth);
            given_away += check(&timeline, &mut truth, 8_000);
            for simulations in [30, 200, 1_000] {
                check(&timeline, &mut truth, simulations);
            }
        }
        assert!(given_away > 0, "{id} {size}: a test in which nothing is given away says little");
    }
}

#[test]
fn winning_last_moves_are_no_faults() {
    // Both the move that was played and others win, in a few thousand positions each.
    let start = Game::new("plurality", &Setup { size: Some(5), ..Setup::default() }).unwrap();
    let mut timeline = Timeline::new(start);
    for turn in ["b3,d3,c3", "d5,e4,d4"] {
        for step in Names::of(timeline.position()).parse_turn(turn).unwrap() {
            timeline.play(step).unwrap();
        }
    }
    let (mut analysis, _) = GameAnalysis::of(&Record::default(), &timeline);
    let GameAnalysis { moments, findings, build } = &mut analysis;
    let job = Job { budgets: Budgets::equal(1_000), threads: 1, seed: 0, build };
    job.run(moments, findings, &CancelToken::new(), &mut |_| {}).unwrap();
    let verdicts = analysis.verdicts();
    let last = verdicts.last().unwrap();
    assert_eq!((last.class, last.after.proof), (Class::Best, Some(Proof::Win)));
}

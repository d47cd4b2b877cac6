//! The expected lead in points: near the true one, seen by the player to move, and turned round by
//! a swap.

use std::time::Duration;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith_core::games::{KindVisitor, Necklace, Plurality, each};
use tetralith_core::notation::Names;
use tetralith_core::{Cell, Colour, Game, Knowledge, Rules, Setup, Shape, Step};
use tetralith_engine::{Analysis, AnySearch, CancelToken, Config, Level, Limits, Search, prove};

use crate::support::rules_of;

fn sized<G: Knowledge>(setup: Setup) -> G {
    G::new(&G::INFO.options(&setup).expect("a small board is playable"))
        .expect("checked options are playable")
}

fn found<G: Knowledge>(position: &G, threads: usize) -> Analysis {
    found_by(position, threads, 400)
}

fn found_by<G: Knowledge>(position: &G, threads: usize, simulations: u64) -> Analysis {
    let limits = Limits { early: false, ..Limits::simulations(simulations) };
    let config = Config { threads, memory: 32 << 20, ..Config::default() };
    Search::new(position.clone(), config)
        .run(&limits, &CancelToken::new(), |_| {})
        .expect("the game goes on")
}

/// By how much the player to move leads after best play, by looking at everything.
fn best_lead<G: Knowledge>(position: &G) -> f32 {
    let mover = position.to_move();
    if position.outcome().is_some() {
        let lead = position.lead().expect("points are counted");
        return if mover == Colour::First { lead } else { -lead };
    }
    let mut steps = Vec::new();
    position.legal_steps(&mut steps);
    let leads = steps.into_iter().map(|step| {
        let mut next = position.clone();
        next.play_unchecked(step);
        -best_lead(&next)
    });
    leads.fold(f32::NEG_INFINITY, f32::max)
}

#[test]
fn expected_lead_is_the_true_one_near_the_end() {
    let (mut off, mut compared, mut signs) = (0.0, 0.0, [0; 2]);
    for seed in 0..40 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position: Plurality = sized(Setup { size: Some(7), ..Setup::default() });
        let (mut room, mut steps) = (Vec::new(), Vec::new());
        // Two places for a tromino, in three colourings each, and a pass: or, for every other game,
        // the pass alone.
        let most = if seed % 2 == 0 { 7 } else { 1 };
        loop {
            position.legal_steps(&mut steps);
            if steps.len() <= most {
                break;
            }
            position.play_unchecked(
                position.random_step(&mut rng, &mut room).expect("the game goes on"),
            );
        }
        let lead = best_lead(&position);
        for threads in [1, 2] {
            let score = found(&position, threads).score.expect("points are counted");
            if most == 1 {
                assert!((score - lead).abs() < 1e-3, "seed {seed}: {score}, truly {lead}");
            }
            off += (score - lead).abs();
            compared += 1.0;
            if lead.abs() > 5.0 {
                assert!(score * lead > 0.0, "seed {seed}: {score}, truly {lead}");
                signs[position.to_move().index()] += 1;
            }
        }
    }
    println!("off by {} points on average; {signs:?} clear leads by mover", off / compared);
    assert!(off / compared < 0.5 && signs.iter().all(|&clear| clear > 4));
}

#[test]
fn komi_is_part_of_the_expected_lead_of_both_sides() {
    for threads in [1, 2] {
        let expected = |komi, steps: &[Step]| {
            let mut position: Plurality =
                sized(Setup { size: Some(7), komi: Some(komi), ..Setup::default() });
            for &step in steps {
                position.play(step).expect("the step is legal");
            }
            // Two threads find something else each time; over so many the mean is much the same.
            let found = found_by(&position, threads, 4000);
            assert_eq!(found.proof, None);
            found.score.expect("points are counted")
        };
        let corner = Step::tromino(Cell::new(0), Cell::new(1), Cell::new(2));
        // White gets it. Without, either side leads by a few points at most.
        for (steps, sign) in [(&[][..], -1.0), (&[corner], 1.0)] {
            let (level, ahead) = (expected(0, steps), expected(20, steps));
            assert!(level.abs() < 8.0, "{level}");
            // A player so far behind takes more risks: not by 20 to the point, but neither by none
            // nor by twice that.
            assert!((sign * (ahead - level) - 20.0).abs() < 10.0, "{level}, with komi {ahead}");
        }
    }
}

#[test]
fn games_without_points_expect_none() {
    struct Check;
    impl KindVisitor for Check {
        fn visit<G: Knowledge>(&mut self) {
            let start: G = sized(Setup { size: Some(5), ..Setup::default() });
            let in_points = start.half_points().is_some();
            let limits = Limits {
                early: false,
                report_every: Some(Duration::ZERO),
                ..Limits::simulations(200)
            };
            let mut reports = 0;
            let mut search = Search::new(start, Config::default());
            for simulations in [200, 0] {
                let limits = Limits { simulations: Some(simulations), ..limits };
                let found = search.run(&limits, &CancelToken::new(), |report| {
                    assert_eq!(report.score.is_some(), in_points, "{}", G::INFO.id);
                    reports += 1;
                });
                let found = found.unwrap();
                // The mean is of this search alone, not of what is kept of an earlier one.
                assert_eq!(found.score.is_some(), in_points && simulations > 0, "{}", G::INFO.id);
                // Each candidate has its own.
                assert_eq!(found.candidates[0].score, found.score, "{}", G::INFO.id);
                let other = &found.candidates[1];
                assert_eq!(
                    other.score.is_some(),
                    in_points && simulations > 0,
                    "{}: {other:?}",
                    G::INFO.id
                );
            }
            assert!(reports > 0);
        }
    }
    each(&mut Check);
}

/// Necklace, but that the first colour always ends ten points ahead.
#[derive(Clone)]
struct Ten(Necklace);

impl Rules for Ten {
    rules_of!(Necklace);

    fn half_points(&self) -> Option<[u32; 2]> {
        Some([20, 0])
    }
}

impl Knowledge for Ten {}

#[test]
fn swappers_take_the_points_of_the_other_colour() {
    for (stone, swaps) in [(12, true), (0, false)] {
        let mut position: Ten = sized(Setup { size: Some(5), pie: Some(true), ..Setup::default() });
        position.play_unchecked(Step::Place(Cell::new(stone)));
        let found = found(&position, 1);
        assert_eq!(found.best() == Some(Step::Swap), swaps);
        assert_eq!(found.score, Some(if swaps { 10.0 } else { -10.0 }));
    }
}

#[test]
fn lead_follows_the_best_step_alone() {
    let setup = Setup { size: Some(7), ..Setup::default() };
    let names =
        Names::of(&Game::new(Plurality::INFO.id, &setup).expect("a small board is playable"));
    let mut position: Plurality = sized(setup);
    // The mean over all steps that were tried is 1.2 points behind here.
    for step in ["e1,f1,g1", "c5,d6,c6"] {
        position.play(names.parse_step(step).expect("it is a step")).expect("the step is legal");
    }
    let found = found(&position, 1);
    assert!(
        (found.win - 0.5) * found.score.expect("points are counted") > 0.0,
        "{} and {:?}",
        found.win,
        found.score
    );
}

/// The game of Plurality that the steps `played` lead to, and those steps.
fn after(setup: &Setup, played: &str) -> (Game, Vec<Step>) {
    let mut position = Game::new(Plurality::INFO.id, setup).expect("the board is playable");
    let mut steps = Vec::new();
    for name in played.split(' ') {
        let step = Names::of(&position).parse_step(name).expect("it is a step");
        position.play(step).expect("the step is legal");
        steps.push(step);
    }
    (position, steps)
}

/// By how many points the first player leads after best play of both.
fn lead_of(position: &Game) -> Option<f32> {
    if position.outcome().is_some() {
        return position.lead();
    }
    let mut known = Analysis::new(position.to_move());
    assert!(prove(position, &mut known, 3_000_000, &CancelToken::new()), "{position:?}");
    known.score.map(|lead| if position.to_move() == Colour::First { lead } else { -lead })
}

fn played_by(level: &str, position: &Game, played: &[Step]) -> Step {
    let mut search = AnySearch::new(Config { memory: 32 << 20, ..Config::default() });
    let level = Level::from_id(level).expect("a level");
    search
        .play(level, None, 1, (position, played), &CancelToken::new(), &mut |_| {})
        .expect("the game goes on")
        .0
}

#[test]
fn decided_endings_are_played_for_points() {
    let square = |size| Setup { size: Some(size), ..Setup::default() };
    let hexhex = |size| Setup { board: Some(Shape::Hexhex), size: Some(size), ..Setup::default() };
    // Won and lost, with a pass before and without; the first with the most that is to be had.
    for (setup, line, lead) in [
        (
            square(13),
            "a12,b11,b12 l6,l7,m7 d10,e9,d9 k13,l13,m13 b8,c9,b9 d5,e5,e4 j8,k8,l8 i9,j9,h9 \
             f9,g8,g9 g10,h11,g11 i10,i12,i11 k11,l11,k10 d6,d7,d8 h7,i7,j7 g5,g6,g7 b5,c5,b6 \
             j6,k5,k6 g2,h1,g1 h3,i3,g3 f12,f13,f11 m9,m10,l9 c11,d11,e11 h13,j13,i13 j2,j3,j4 \
             c13,d12,d13 l2,m2,l1 i1,k1,j1 e2,f1,e1 c2,c4,c3 d3,e3,f3 a2,a3,b2 a7,c7,b7 h5,i5,h4 \
             pass",
            17.5,
        ),
        (
            square(9),
            "b6,b7,c6 b3,b4,a4 e4,e5,f5 c5,d5,c4 c8,d8,b8 d9,f9,e9 g6,g7,f6 h8,h9,h7 h5,i4,h4 \
             d2,e2,f2 f3,g3,h3 h2,i1,i2",
            23.5,
        ),
        (
            hexhex(5),
            "b6,c6,b5 b3,c3,c2 e6,f6,g5 d5,d6,d7 e4,f3,d4 g3,g4,g2 f8,g7,h6 h5,i4,i3 d1,e1,e2 \
             pass a1,a2,a3",
            1.5,
        ),
    ] {
        let (position, played) = after(&setup, line);
        assert_eq!(lead_of(&position), Some(lead), "{line}");
        for level in ["hard", "expert", "master"] {
            let step = played_by(level, &position, &played);
            let mut next = position.clone();
            next.play(step).expect("the step is legal");
            assert_eq!(lead_of(&next), Some(lead), "{level}: {step:?} after {line}");
        }
    }
}

#[test]
fn decided_games_give_no_points_away_at_the_end() {
    let setup = Setup { size: Some(5), ..Setup::default() };
    for opening in [
        "c1,c2,c3 c4,c5,b5 a2,b2,a1 d3,e4,e3",
        "a1,a2,b1 e5,e4,d5 c3,c4,b3 d1,d2,e1",
        "b2,b3,b4 d2,d3,d4 a5,b5,c5 e1,d1,c1",
    ] {
        let (mut position, mut played) = after(&setup, opening);
        let lead = lead_of(&position);
        while position.outcome().is_none() {
            let step = played_by("master", &position, &played);
            position.play(step).expect("the step is legal");
            played.push(step);
        }
        assert_eq!(position.lead(), lead, "{opening}: {played:?}");
    }
}

#[test]
fn levels_do_not_pass_in_the_middle_of_a_game() {
    // Black is behind, and every tromino costs points as they are counted now.
    let line =
        "c5,d5,b5 b10,c10,a10 f8,g8,h8 c12,d12,e12 d10,e10,d11 f10,g9,g10 b11,b13,b12 g11,g12,g13";
    let (position, played) = after(&Setup::default(), line);
    for level in ["beginner", "easy", "medium", "hard", "expert", "master"] {
        assert_ne!(played_by(level, &position, &played), Step::Pass, "{level}");
    }
}

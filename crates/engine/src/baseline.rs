//! Fixed opponents: the zero of the scale that everything else is measured by.
//!
//! They share nothing with [`crate::Search`] but the games, so that no change to it moves them.
//! Frozen: a match of today can be compared with one of next year only if nothing here changes.
//!
//! Sources: Kocsis and Szepesvári, "Bandit Based Monte-Carlo Planning", 2006 (UCT); Cazenave,
//! "Generalized Rapid Action Value Estimation", 2015 (GRAVE).

use std::cmp::Ordering;
use std::time::Instant;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith_core::games::Visitor;
use tetralith_core::knowledge::below;
use tetralith_core::{Colour, Game, Knowledge, Step};

use crate::level::Budget;

/// A fixed opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Baseline {
    /// Any legal step, each with the same chance.
    Random,
    /// The step with the best count after it, of equals any.
    Greedy,
    /// Plain UCT: c = √2, uniform playouts to the end, one node a simulation, the most visited
    /// step.
    Uct(Budget),
    /// GRAVE: reference 100, bias 10⁻⁵, otherwise as UCT and without exploration.
    Grave(Budget),
}

impl Baseline {
    /// The step it makes; the same for the same seed if its budget is in simulations. `None` if the
    /// game is over.
    pub fn choose(self, position: &Game, seed: u64) -> Option<Step> {
        position.visit(Chooser { baseline: self, rng: Xoshiro256PlusPlus::seed_from_u64(seed) })
    }
}

struct Chooser {
    baseline: Baseline,
    rng: Xoshiro256PlusPlus,
}

impl Visitor for Chooser {
    type Output = Option<Step>;

    fn visit<G: Knowledge>(mut self, position: &G) -> Option<Step> {
        match self.baseline {
            Baseline::Random => position.random_step(&mut self.rng, &mut Vec::new()),
            Baseline::Greedy => greedy(position, &mut self.rng),
            Baseline::Uct(budget) => {
                Tree::new(position, Formula::Uct).search(budget, &mut self.rng)
            }
            Baseline::Grave(budget) => {
                Tree::new(position, Formula::Grave).search(budget, &mut self.rng)
            }
        }
    }
}

fn greedy<G: Knowledge>(position: &G, rng: &mut impl Rng) -> Option<Step> {
    let mover = position.to_move();
    let mut steps = Vec::new();
    position.legal_steps(&mut steps);
    let mut best: Vec<Step> = Vec::new();
    let mut highest = f64::NEG_INFINITY;
    for step in steps {
        let mut next = position.clone();
        next.play_unchecked(step);
        let viewer = if step == Step::Swap { mover.other() } else { mover };
        let value = standing(&next, viewer);
        match value.total_cmp(&highest) {
            Ordering::Greater => (best, highest) = (vec![step], value),
            Ordering::Equal => best.push(step),
            Ordering::Less => {}
        }
    }
    (!best.is_empty()).then(|| best[below(rng, best.len())])
}

/// The count from the side of `viewer`; only differences within one game mean anything.
fn standing<G: Knowledge>(position: &G, viewer: Colour) -> f64 {
    if let Some(outcome) = position.outcome() {
        return match outcome.winner {
            None => 0.0,
            Some(winner) if winner == viewer => f64::INFINITY,
            Some(_) => f64::NEG_INFINITY,
        };
    }
    let balance = position.balance();
    if viewer == Colour::First { balance } else { -balance }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Formula {
    Uct,
    Grave,
}

const EXPLORATION: f64 = std::f64::consts::SQRT_2;
const REFERENCE: f64 = 100.0;
const BIAS: f64 = 1e-5;
/// Nodes are added up to here; then the tree is only walked.
const MOST_NODES: usize = 2_000_000;
/// The bytes a tree may take; once it is full it is walked and counts on, but nothing is added to
/// it.
const MOST_BYTES: usize = 256 << 20;

#[derive(Default)]
struct Node {
    visits: f64,
    /// Sum of the first player's results.
    sum: f64,
    /// The legal steps and their nodes, 0 for none yet; filled in when a simulation first goes on
    /// from here.
    children: Vec<(Step, u32)>,
    /// By cell and final colour: games and the sum of the first player's results, from the second
    /// visit on.
    amaf: Vec<(f32, f32)>,
}

struct Tree<'a, G> {
    root: &'a G,
    formula: Formula,
    nodes: Vec<Node>,
    /// Bytes that may still be taken.
    room: usize,
}

impl<'a, G: Knowledge> Tree<'a, G> {
    fn new(root: &'a G, formula: Formula) -> Self {
        Self { root, formula, nodes: vec![Node::default()], room: MOST_BYTES }
    }

    /// Takes room for `count` more of `T`, if there is any.
    fn take<T>(&mut self, count: usize) -> bool {
        let left = self.room.checked_sub(count * size_of::<T>());
        self.room = left.unwrap_or(self.room);
        left.is_some()
    }

    /// Makes room for one more node, if there is any.
    fn take_node(&mut self) -> bool {
        if self.nodes.len() < self.nodes.capacity() {
            return self.nodes.len() < MOST_NODES;
        }
        // A growing list is copied: for a while there are the old one and one twice as large.
        let more = self.nodes.len().min(MOST_NODES - self.nodes.len());
        let fits = more > 0
            && self.room >= (self.nodes.len() + more) * size_of::<Node>()
            && self.take::<Node>(more);
        if fits {
            self.nodes.reserve_exact(more);
        }
        fits
    }

    fn search(mut self, budget: Budget, rng: &mut impl Rng) -> Option<Step> {
        let started = Instant::now();
        let mut done = 0;
        while match budget {
            Budget::Glance => false,
            Budget::Simulations(simulations) => done < simulations,
            Budget::Time(time) | Budget::Clock { usual: time, .. } => started.elapsed() < time,
        } || done == 0
        {
            self.simulate(rng);
            done += 1;
        }
        let visits = |&(_, node): &(Step, u32)| {
            if node == 0 { 0.0 } else { self.nodes[node as usize].visits }
        };
        self.nodes[0]
            .children
            .iter()
            .max_by(|a, b| visits(a).total_cmp(&visits(b)))
            .map(|&(step, _)| step)
    }

    fn simulate(&mut self, rng: &mut impl Rng) {
        let mut position = self.root.clone();
        let mut path = vec![(0usize, false)];
        let mut reference = 0;
        loop {
            let at = path[path.len() - 1].0;
            if at != 0 && self.nodes[at].visits == 0.0 {
                break;
            }
            if self.nodes[at].children.is_empty() {
                let mut steps = Vec::new();
                position.legal_steps(&mut steps);
                if steps.is_empty() || !(self.take::<(Step, u32)>(steps.len()) || at == 0) {
                    break;
                }
                self.nodes[at].children = steps.into_iter().map(|step| (step, 0)).collect();
            }
            if self.nodes[at].visits >= REFERENCE {
                reference = at;
            }
            let chosen = self.select(at, reference, position.to_move(), rng);
            let (step, mut node) = self.nodes[at].children[chosen];
            position.play_unchecked(step);
            if node == 0 {
                if !self.take_node() {
                    break;
                }
                node = self.nodes.len() as u32;
                self.nodes.push(Node::default());
                self.nodes[at].children[chosen].1 = node;
            }
            path.push((node as usize, step == Step::Swap));
        }
        let mut value = f64::from(position.playout(rng).value);
        let mut learn = self.formula == Formula::Grave;
        let entries = 2 * position.board().geometry().len();
        for &(at, swapped) in path.iter().rev() {
            self.nodes[at].visits += 1.0;
            self.nodes[at].sum += value;
            let learns = learn && (at == 0 || self.nodes[at].visits >= 2.0);
            if learns && (!self.nodes[at].amaf.is_empty() || self.take::<(f32, f32)>(entries)) {
                let node = &mut self.nodes[at];
                node.amaf.resize(entries, (0.0, 0.0));
                for colour in Colour::BOTH {
                    for cell in position.board().stones(colour) {
                        let entry = &mut node.amaf[2 * cell.index() + colour.index()];
                        *entry = (entry.0 + 1.0, entry.1 + value as f32);
                    }
                }
            }
            if swapped {
                value = 1.0 - value;
                learn = false;
            }
        }
    }

    fn select(&self, at: usize, reference: usize, mover: Colour, rng: &mut impl Rng) -> usize {
        let node = &self.nodes[at];
        let log = node.visits.max(1.0).ln();
        let start = below(rng, node.children.len());
        let mut best = (start, f64::NEG_INFINITY);
        for i in (start..node.children.len()).chain(0..start) {
            let (step, child) = node.children[i];
            let (visits, sum) = match child {
                0 => (0.0, 0.0),
                child => (self.nodes[child as usize].visits, self.nodes[child as usize].sum),
            };
            let viewer = if step == Step::Swap { mover.other() } else { mover };
            let seen =
                |value: f64, by: Colour| if by == Colour::First { value } else { 1.0 - value };
            let score = match self.formula {
                Formula::Uct if visits == 0.0 => f64::INFINITY,
                Formula::Uct => seen(sum / visits, viewer) + EXPLORATION * (log / visits).sqrt(),
                Formula::Grave => {
                    let (games, amaf) = self.amaf(reference, step, mover);
                    match (games > 0.0, visits > 0.0) {
                        (false, false) => f64::INFINITY,
                        (false, true) => seen(sum / visits, viewer),
                        (true, false) => seen(amaf, mover),
                        (true, true) => {
                            let beta = games / (games + visits + BIAS * games * visits);
                            (1.0 - beta) * seen(sum / visits, viewer) + beta * seen(amaf, mover)
                        }
                    }
                }
            };
            if score > best.1 {
                best = (i, score);
            }
        }
        best.0
    }

    /// Games and the first player's mean result of those in which the stones of `step` were there
    /// at the end, the mean over them.
    fn amaf(&self, reference: usize, step: Step, mover: Colour) -> (f64, f64) {
        let table = &self.nodes[reference].amaf;
        let (mut games, mut total, mut stones) = (0.0, 0.0, 0.0);
        for (cell, colour) in step.stones(mover) {
            if let Some(&(count, sum)) = table.get(2 * cell.index() + colour.index())
                && count > 0.0
            {
                games += f64::from(count);
                total += f64::from(sum) / f64::from(count);
                stones += 1.0;
            }
        }
        if stones == 0.0 { (0.0, 0.0) } else { (games / stones, total / stones) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetralith_core::Setup;
    use tetralith_core::games::INFOS;

    /// Points of `a` in games against `b` on small boards of every game, each seat equally often,
    /// and the games played.
    fn points(a: Baseline, b: Baseline, games: u64) -> (f64, f64) {
        let mut points = 0.0;
        let mut played = 0.0;
        for info in INFOS {
            let size = i64::from(info.boards[0].min) + 2;
            for seed in 0..games {
                let setup = Setup { size: Some(size), ..Setup::default() };
                let mut game = Game::new(info.id, &setup).expect("a small board is playable");
                let seat = if seed % 2 == 0 { Colour::First } else { Colour::Second };
                let mut ply = 0;
                while game.outcome().is_none() {
                    let chooser = if game.to_move() == seat { a } else { b };
                    let step = chooser.choose(&game, 1000 * seed + ply).expect("the game goes on");
                    game.play(step).expect("only legal steps are chosen");
                    ply += 1;
                }
                played += 1.0;
                points += match game.outcome().and_then(|outcome| outcome.winner) {
                    None => 0.5,
                    Some(winner) if winner == seat => 1.0,
                    Some(_) => 0.0,
                };
            }
        }
        (points, played)
    }

    #[test]
    fn the_baselines_are_in_their_order() {
        let budget = Budget::Simulations(150);
        let (points_uct, games) = points(Baseline::Uct(budget), Baseline::Random, 10);
        assert!(points_uct > 0.8 * games, "{points_uct} of {games}");
        let (points_grave, games) = points(Baseline::Grave(budget), Baseline::Random, 10);
        assert!(points_grave > 0.8 * games, "{points_grave} of {games}");
        let (points_greedy, games) = points(Baseline::Greedy, Baseline::Random, 20);
        assert!(points_greedy > 0.6 * games, "{points_greedy} of {games}");
    }

    #[test]
    fn a_full_tree_stops_growing_and_plays_on() {
        struct Fill(usize);

        impl Visitor for Fill {
            type Output = (usize, Option<Step>);

            fn visit<G: Knowledge>(self, position: &G) -> Self::Output {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
                let mut tree = Tree { room: self.0, ..Tree::new(position, Formula::Grave) };
                for _ in 0..3_000 {
                    tree.simulate(&mut rng);
                }
                let lists = tree.nodes.iter().map(|node| {
                    node.children.capacity() * size_of::<(Step, u32)>()
                        + node.amaf.capacity() * size_of::<(f32, f32)>()
                });
                let bytes = lists.sum::<usize>() + tree.nodes.capacity() * size_of::<Node>();
                (bytes, tree.search(Budget::Simulations(10), &mut rng))
            }
        }

        for info in INFOS {
            let game = Game::new(info.id, &Setup::default()).expect("the defaults are playable");
            let room = 1 << 20;
            let (free, _) = game.visit(Fill(usize::MAX));
            let (bytes, step) = game.visit(Fill(room));
            assert!(free > 2 * room, "{}: {free} bytes fill nothing", info.id);
            assert!(
                bytes > room / 2 && bytes <= room + size_of::<Node>(),
                "{}: {bytes} bytes",
                info.id
            );
            assert!(step.is_some_and(|step| game.check(step).is_ok()), "{}", info.id);
        }
    }

    /// The first steps of each game at its default options: `random`, `greedy`, `uct:sims=300` and
    /// `grave:sims=300` alone.
    const PINNED: &[(&str, [&str; 4])] = &[
        (
            "multiplicity",
            ["d9 e10 i2 h2 g9", "d9 e10 i2 h2 g9", "k4 k3 i5 i4 f11", "i2 i1 k2 k1 h9"],
        ),
        ("greylox", ["d2 e2 g7 f7 g2", "d2 e2 g7 f7 g2", "g5 f5 d2 d3 f3", "e5 f4 f6 f5 d6"]),
        (
            "plurality",
            [
                "k7,l7,m7 k1,l1,k2 g6,h6,g7 d4,d5,d6 a10,a11,b10",
                "e2,e3,e1 l13,m12,m13 l1,m2,m1 a2,b1,a1 j13,k12,k13",
                "m11,m12,m13 m7,m8,l7 m1,m2,m3 l10,m9,l9 l5,m5,m4",
                "g4,h4,h3 l12,m11,m12 g2,h2,f2 k4,l3,l4 b3,c2,b2",
            ],
        ),
        (
            "necklace",
            ["e3 k8 j12 a9 i11", "e3 e11 k11 k1 i1", "m12 l6 m6 m5 m11", "j2 j11 j9 d8 b4"],
        ),
    ];

    #[test]
    fn baselines_play_as_they_always_did() {
        let budget = Budget::Simulations(300);
        let baselines =
            [Baseline::Random, Baseline::Greedy, Baseline::Uct(budget), Baseline::Grave(budget)];
        for (id, lines) in PINNED {
            let start = Game::new(id, &Setup::default()).expect("the defaults are playable");
            let names = tetralith_core::Names::of(&start);
            let played = baselines.map(|baseline| {
                let mut game = start.clone();
                let steps = (0..5).map(|seed| {
                    let step = baseline.choose(&game, seed).expect("the game goes on");
                    game.play(step).expect("only legal steps are chosen");
                    names.step(step)
                });
                steps.collect::<Vec<_>>().join(" ")
            });
            assert_eq!(lines.map(str::to_owned), played, "{id}");
        }
    }

    #[test]
    fn baselines_repeat_themselves_and_stop_at_the_end() {
        let setup = Setup { size: Some(3), ..Setup::default() };
        for info in INFOS {
            let mut game = Game::new(info.id, &setup).expect("a small board is playable");
            for baseline in
                [Baseline::Random, Baseline::Greedy, Baseline::Grave(Budget::Simulations(50))]
            {
                assert_eq!(baseline.choose(&game, 5), baseline.choose(&game, 5));
            }
            while let Some(step) = Baseline::Random.choose(&game, 0) {
                game.play_unchecked(step);
            }
            assert!(game.outcome().is_some());
            assert_eq!(Baseline::Uct(Budget::Simulations(5)).choose(&game, 0), None);
        }
    }
}

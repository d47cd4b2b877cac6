//! The numbers that shape a search, and their names.

/// The numbers that shape a search. The defaults are what won matches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tuning {
    /// Weight c of the exploration term c·√(ln N / n) is this, times the game's own factor
    /// ([`Knowledge::EXPLORATION`](tetralith_core::Knowledge::EXPLORATION)), divided by the root of
    /// the number of steps to choose from: the more there are, the more it costs to look at all.
    pub exploration: f32,
    /// Equivalence K of the AMAF estimate, whose share is √(K / (K + 3n)) at n visits, is this
    /// times the game's own ([`Knowledge::AMAF`](tetralith_core::Knowledge::AMAF)) for each child
    /// that a node has by then: the fewer there are, the sooner their own results speak. K stays
    /// between 100 and 6400. The cells of a step of three stones say little: K is 20 times this for
    /// it, at least 0.01.
    pub amaf_factor: f32,
    /// Visits from which a node keeps AMAF statistics of its own.
    pub table_at: u32,
    /// Visits after which a leaf gets children.
    pub expand_at: u32,
    /// Share of the squashed margin in a playout's value, unless the game has it count for more
    /// ([`Knowledge::MARGIN`](tetralith_core::Knowledge::MARGIN)).
    pub margin_share: f32,
    /// Number of legal steps above which children are opened little by little, as a factor of the
    /// game's own ([`Knowledge::MANY`](tetralith_core::Knowledge::MANY)).
    pub widen_factor: f32,
    /// The children of such a node for each root of its visits, beside the first two.
    pub widen_rate: f32,
    /// The most children of such a node that are compared in one simulation, at least one, beside
    /// the few that looked best before; in a node without AMAF statistics of its own, all are
    /// compared.
    pub window: u32,
    /// The number that a game's full hint ([`Knowledge::hints`](tetralith_core::Knowledge::hints))
    /// adds to a step's value, as long as AMAF has the whole say; it fades with it. The game has a
    /// factor of its own ([`Knowledge::HINTS`](tetralith_core::Knowledge::HINTS)).
    pub hint_weight: f32,
    /// Visits from which the hints of a node are those of the game's
    /// [`Knowledge::policy`](tetralith_core::Knowledge::policy), always without a factor; 0 for
    /// never.
    pub policy_at: u32,
    /// The standard errors taken from the winning chances of often visited steps before the best
    /// step is named; 0 to name the most visited.
    pub bound: f32,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            exploration: 0.25,
            amaf_factor: 1.0,
            table_at: 50,
            expand_at: 4,
            margin_share: 0.1,
            widen_factor: 1.0,
            widen_rate: 2.5,
            window: 128,
            hint_weight: 0.15,
            policy_at: 64,
            bound: 6.0,
        }
    }
}

impl Tuning {
    /// The names of the numbers, as players of the arena are written with them.
    pub const NAMES: [&'static str; NUMBERS.len()] = {
        let mut names = [""; NUMBERS.len()];
        let mut at = 0;
        while at < names.len() {
            names[at] = NUMBERS[at].name;
            at += 1;
        }
        names
    };

    /// The number with this name; `None` if there is none.
    pub fn get(&self, name: &str) -> Option<f32> {
        let number = NUMBERS.iter().find(|number| number.name == name)?;
        Some((number.get)(self))
    }

    /// Gives the number with this name a value, which is cut to what it can be; `false` if there is
    /// none of that name.
    ///
    /// ```
    /// use tetralith_engine::Tuning;
    /// let mut tuning = Tuning::default();
    /// assert!(tuning.set("margin", 1.5) && tuning.margin_share == 1.0);
    /// assert!(!tuning.set("speed", 2.0));
    /// ```
    pub fn set(&mut self, name: &str, value: f32) -> bool {
        let Some(number) = NUMBERS.iter().find(|number| number.name == name) else { return false };
        let value = if value.is_nan() { 0.0 } else { value.clamp(0.0, f32::MAX) };
        (number.set)(self, value);
        true
    }
}

/// A number by its name.
struct Number {
    name: &'static str,
    get: fn(&Tuning) -> f32,
    /// Cuts a value, which is not below 0, to what the number can be.
    set: fn(&mut Tuning, f32),
}

const fn number(name: &'static str, get: fn(&Tuning) -> f32, set: fn(&mut Tuning, f32)) -> Number {
    Number { name, get, set }
}

const NUMBERS: [Number; 11] = [
    number("exploration", |all| all.exploration, |all, value| all.exploration = value),
    number("amaf", |all| all.amaf_factor, |all, value| all.amaf_factor = value.max(1e-3)),
    number("tables", |all| all.table_at as f32, |all, value| all.table_at = value.round() as u32),
    number("expand", |all| all.expand_at as f32, |all, value| all.expand_at = value.round() as u32),
    number("margin", |all| all.margin_share, |all, value| all.margin_share = value.min(1.0)),
    number("widen", |all| all.widen_factor, |all, value| all.widen_factor = value),
    number("rate", |all| all.widen_rate, |all, value| all.widen_rate = value),
    number("hints", |all| all.hint_weight, |all, value| all.hint_weight = value),
    number(
        "window",
        |all| all.window as f32,
        |all, value| {
            all.window = (value.round() as u32).max(1);
        },
    ),
    number("policy", |all| all.policy_at as f32, |all, value| all.policy_at = value.round() as u32),
    number("bound", |all| all.bound, |all, value| all.bound = value),
];

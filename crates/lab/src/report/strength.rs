//! The order of players by strength, as far as their names show it.

use tetralith_engine::{Level, PlayingStyle};

use crate::report::reported_game::RECORDS;

/// A way of stating how strong a player is. Only players of one scale that has an order can be
/// distinguished by strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Scale {
    /// The players of the games in records.
    Records,
    /// Players of unknown strength: programs and baselines.
    Other,
    Levels,
    /// The engine with a time for each step.
    Time,
    /// The engine with a number of simulations for each step.
    Simulations,
}

impl Scale {
    pub(crate) const ORDERED: [Self; 3] = [Self::Levels, Self::Time, Self::Simulations];

    pub(crate) const fn players(self) -> &'static str {
        match self {
            Self::Records => RECORDS,
            Self::Other => "other players",
            Self::Levels => "levels",
            Self::Time => "players with a time per move",
            Self::Simulations => "players with fixed simulations per move",
        }
    }
}

/// A strength: its scale, its place there, the way it plays, and its name. Strengths are sorted by
/// these in this order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Strength {
    pub scale: Scale,
    /// The place on the scale, higher for the stronger: simulations, microseconds, or the place of
    /// the level.
    pub rank: u64,
    /// The place of a style among those of its level, which are about as strong.
    style: usize,
    pub name: String,
}

impl Strength {
    /// The strength of the players called `name`.
    pub(crate) fn of(name: &str) -> Self {
        let (scale, rank, style) = place(name);
        Self { scale, rank, style, name: name.to_owned() }
    }
}

/// The scale of the players called `name`, their place there, and that of their style.
fn place(name: &str) -> (Scale, u64, usize) {
    if name == RECORDS {
        return (Scale::Records, 0, 0);
    }
    if let Some(level) = Level::from_id(name) {
        let style =
            PlayingStyle::ALL.iter().position(|&style| style == level.style).unwrap_or_default();
        return (Scale::Levels, level.index() as u64, style);
    }
    let budget = name.split(',').next().unwrap_or(name);
    if let Some(simulations) = budget.strip_prefix("sims=").and_then(|number| number.parse().ok()) {
        return (Scale::Simulations, simulations, 0);
    }
    let seconds = budget.strip_prefix("time=").and_then(|number| number.parse::<f64>().ok());
    match seconds.filter(|seconds| *seconds >= 0.0) {
        Some(seconds) => (Scale::Time, (1e6 * seconds).round() as u64, 0),
        None => (Scale::Other, 0, 0),
    }
}

/// The players called `name` as a page names them: "50 simulations (6 random steps)" instead of
/// `sims=50,vary=6`.
pub(crate) fn in_words(name: &str) -> String {
    let several = |number: &str, thing: &str| {
        format!("{number} {thing}{}", if number == "1" { "" } else { "s" })
    };
    let mut random = None;
    let mut parts = Vec::new();
    for part in name.split(',') {
        match part.split_once('=') {
            Some(("sims", number)) => parts.push(several(number, "simulation")),
            Some(("time", seconds)) => parts.push(format!("{seconds} s")),
            Some(("vary", steps)) => random = Some(steps),
            _ => parts.push(part.to_owned()),
        }
    }
    let random =
        random.map_or_else(String::new, |steps| format!(" ({})", several(steps, "random step")));
    parts.join(", ") + &random
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_players_are_shown_in_words() {
        assert_eq!(in_words("sims=50,vary=6"), "50 simulations (6 random steps)");
        assert_eq!(in_words("sims=1,vary=1"), "1 simulation (1 random step)");
        assert_eq!(in_words("time=0.5,threads=2"), "0.5 s, threads=2");
        for unchanged in ["medium-solid", "uct:sims=10", RECORDS] {
            assert_eq!(in_words(unchanged), unchanged);
        }
    }

    #[test]
    fn players_are_sorted_by_strength_and_not_by_name() {
        let mut all: Vec<Strength> = [
            "sims=1000",
            "time=10",
            "learner",
            "hard",
            "medium-solid",
            "sims=50,vary=6",
            "time=0.5,threads=2",
            "perfect",
            "uct:sims=10",
            "medium",
            "sims=",
            RECORDS,
        ]
        .map(Strength::of)
        .into();
        all.sort();
        let names: Vec<&str> = all.iter().map(|strength| &*strength.name).collect();
        let wanted = [
            RECORDS,
            "sims=",
            "uct:sims=10",
            "learner",
            "medium",
            "medium-solid",
            "hard",
            "perfect",
            "time=0.5,threads=2",
            "time=10",
            "sims=50,vary=6",
            "sims=1000",
        ];
        assert_eq!(names, wanted);
        assert_eq!(Strength::of("medium").rank, Strength::of("medium-solid").rank);
    }
}

//! The rungs of a ladder of computer players: how much each thinks about a step.

/// The number of rungs of a [`Ladder`].
pub const RUNGS: usize = 10;

/// The effort of a computer player on one rung.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rung {
    /// The simulations before a step.
    pub simulations: u32,
    /// The share of the steps, `0.0..=1.0`, where it thinks of no answer and takes what it sees at
    /// a glance.
    pub glances: f32,
}

/// The computer players that a clock does not bound, and how they see what they only glance at.
///
/// Ten times the simulations are worth 450 points of Elo in one game and 730 in another. With rungs
/// of its own a game has them at about the same distances, so that a player who loses to one and
/// beats the one below finds an even match.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ladder {
    /// The freedom among steps that are only seen at a glance: by how many median gains of one step
    /// the count may be worse after a step than after the best for it to be e times less likely.
    pub glance_temperature: f32,
    /// True if steps that look alike share the chance of one, before a level's own freedom makes
    /// likely steps likelier: for a game that counts by the stone, where dozens of steps gain the
    /// same.
    pub glance_by_gain: bool,
    /// The rungs from weakest to strongest.
    pub rungs: [Rung; RUNGS],
    /// The points of Elo that each rung was measured to be above the player below it; below the
    /// lowest is the one that thinks of no answer at all.
    pub elo: [u16; RUNGS],
    /// The same of the player that thinks by the clock, above the highest rung, on one core; it
    /// depends on the machine.
    pub timed_elo: u16,
}

/// A ladder for a game that has not been measured.
pub const USUAL_LADDER: Ladder = ladder([
    (12, 0.5),
    (12, 0.2),
    (20, 0.0),
    (60, 0.0),
    (180, 0.0),
    (540, 0.0),
    (1_500, 0.0),
    (4_500, 0.0),
    (13_000, 0.0),
    (40_000, 0.0),
]);

/// The ladder of these simulations and shares of glances, with the usual temperature at a glance
/// and rungs about as far apart as they should be.
pub const fn ladder(rungs: [(u32, f32); RUNGS]) -> Ladder {
    let rung = Rung { simulations: 0, glances: 0.0 };
    let mut ladder = Ladder {
        glance_temperature: 0.3,
        glance_by_gain: false,
        rungs: [rung; RUNGS],
        elo: [200; RUNGS],
        timed_elo: 100,
    };
    let mut i = 0;
    while i < RUNGS {
        (ladder.rungs[i].simulations, ladder.rungs[i].glances) = rungs[i];
        i += 1;
    }
    ladder
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, INFOS};

    #[test]
    fn a_higher_rung_never_thinks_less() {
        for ladder in INFOS.iter().map(|info| games::ladder(info)).chain([&USUAL_LADDER]) {
            assert!(ladder.glance_temperature > 0.0);
            assert!(ladder.rungs.is_sorted_by(|low, high| {
                low.simulations <= high.simulations && low.glances >= high.glances && low != high
            }));
            assert!(
                ladder
                    .rungs
                    .iter()
                    .all(|rung| rung.simulations > 0 && (0.0..=1.0).contains(&rung.glances))
            );
        }
    }
}

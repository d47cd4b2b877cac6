//! The urgency of a cell in a playout, by what surrounds it, and the noise that lets chance decide
//! too.
//!
//! If a number drawn from Gumbel's distribution is added to the logarithm of how often each cell is
//! to be chosen, then the cell with the highest sum is drawn with those chances (the Gumbel-max
//! trick). So one table of such numbers, read from any place on, makes choosing as quick as finding
//! the highest of some bytes.
//!
//! Source of the trick: Gumbel, "Statistical Theory of Extreme Values and Some Practical
//! Applications", 1954.

/// The number of neighbours of a cell; each has two bits in the number of its ring.
pub(super) const SIDES: usize = 6;

/// The state of a neighbour off the board; a vacant one is 0, a stone 1 or 2.
pub(super) const OFF: u16 = 3;

/// Set in the number of a ring if there is a stone in its middle.
pub(super) const TAKEN: u16 = 1 << (2 * SIDES);

pub(super) const RINGS: usize = 2 * TAKEN as usize;

/// Places where a reader of [`NOISE`] may begin.
pub(super) const STARTS: usize = 4096;

/// Numbers that a reader may take from there.
pub(super) const READ: usize = 512;

/// Levels for each unit of the logarithm of a choice.
const UNIT: f64 = 24.0;

/// The level of the least urgent vacant cell: more than noise makes of a cell that is taken.
const LOWEST: f64 = 40.0;

/// The weight of the noise: the lower it is, the more surely the most urgent cell is chosen.
///
/// In matches on hexhex 6 at 1,200 simulations a step 0.12 came before 0.3, and 0.05 was not better
/// (`docs/lab/training.md`).
const HEAT: f64 = 0.12;

/// The logarithm of how much more often a search chose a cell that touches none, one, two or three
/// groups of one colour.
///
/// Both colours came out alike: what is good for one side is good to take from it. The sizes of the
/// groups are not seen here; one counts as having two stones, two as having one or two.
const BY_GROUPS: [f64; 4] = [1.80, 0.60, -0.50, -1.15];

/// The same by the number of vacant neighbours.
///
/// Fitted to 7,400 searches of 2,000 simulations in games of the engine against itself on hexhex 5
/// and 6, as a conditional logit model together with the sizes of groups.
const BY_VACANT: [f64; 7] = [2.0, 1.58, 0.84, -0.22, -1.45, -2.7, -3.5];

/// The level of a cell, by the number of its ring; 0 if it is taken.
pub(super) static LEVELS: [u8; RINGS] = {
    let mut levels = [0; RINGS];
    let mut ring = 0;
    while ring < TAKEN as usize {
        levels[ring] = (LOWEST + (urgency(ring) + 2.0) * UNIT) as u8;
        ring += 1;
    }
    levels
};

/// The logarithm of how often a cell with this ring is to be chosen; from −2 to 5.6.
pub(super) const fn urgency(ring: usize) -> f64 {
    let (mut vacant, mut stones, mut groups) = (0, [0; 2], [0; 2]);
    let mut i = 0;
    while i < SIDES {
        let at = ring >> (2 * i) & 3;
        let next = ring >> (2 * ((i + 1) % SIDES)) & 3;
        if at == 0 {
            vacant += 1;
        } else if at < OFF as usize {
            stones[at - 1] += 1;
            if at != next {
                groups[at - 1] += 1;
            }
        }
        i += 1;
    }
    let mut sum = BY_VACANT[vacant];
    let mut colour = 0;
    while colour < 2 {
        // All round it is one group, though nowhere does one begin.
        sum += BY_GROUPS[if stones[colour] == SIDES { 1 } else { groups[colour] }];
        colour += 1;
    }
    if sum < -2.0 { -2.0 } else { sum }
}

/// Numbers drawn by Gumbel's distribution times [`HEAT`], in levels above the lowest, all below
/// [`LOWEST`].
pub(super) static NOISE: [u8; STARTS + READ] = {
    let mut noise = [0; STARTS + READ];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut i = 0;
    while i < noise.len() {
        // Marsaglia, "Xorshift RNGs", 2003.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let uniform = ((state >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
        let gumbel = -ln(-ln(uniform));
        noise[i] = ((gumbel + 1.6) * HEAT * UNIT) as u8;
        i += 1;
    }
    noise
};

/// The natural logarithm of a number above zero: the same to the last bit on every machine, and
/// while the program is compiled.
const fn ln(mut number: f64) -> f64 {
    let mut doublings = 0.0;
    while number > 1.5 {
        number /= 2.0;
        doublings += 1.0;
    }
    while number < 0.75 {
        number *= 2.0;
        doublings -= 1.0;
    }
    // ln x = 2 (s + s³/3 + s⁵/5 + …) for s = (x − 1) / (x + 1), which is 0.2 at the most here.
    let s = (number - 1.0) / (number + 1.0);
    let (mut sum, mut power, mut n) = (0.0, s, 1.0);
    while n < 20.0 {
        sum += power / n;
        power *= s * s;
        n += 2.0;
    }
    2.0 * sum + doublings * std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number for these neighbours, anticlockwise from the east.
    fn ring(states: &str) -> usize {
        states
            .chars()
            .enumerate()
            .map(|(i, state)| ".12#".find(state).expect("a state") << (2 * i))
            .sum()
    }

    #[test]
    fn cells_between_stones_are_most_urgent_and_joins_least() {
        let at = |states: &str| LEVELS[ring(states)];
        assert!(at("111111") > at("11111."));
        assert!(at("11.11.") < at("1111.."));
        assert!(at("1.1.1.") < at("111..."));
        assert!(at("......") > at("1...2."));
        // Neither the colours nor a turn makes a difference.
        assert_eq!(at("12#1.."), at("21#2.."));
        assert_eq!(at("12#1.."), at(".12#1."));
        assert_eq!(at("111111"), at("222222"));
        // All round it is one group, though nowhere does one begin.
        assert_eq!(at("111111"), at("11111#"));
    }

    #[test]
    fn a_vacant_cell_comes_before_a_taken_one_at_any_noise() {
        let (vacant, taken) = LEVELS.split_at(usize::from(TAKEN));
        let lowest = vacant.iter().min().unwrap();
        assert!(NOISE.iter().max().unwrap() < lowest);
        assert!(taken.iter().all(|&level| level == 0));
        assert!(
            vacant.iter().zip(0..).all(|(&level, ring)| {
                (f64::from(level) - LOWEST - (urgency(ring) + 2.0) * UNIT).abs() <= 1.0
            }),
            "no level is cut"
        );
    }

    #[test]
    fn noise_is_distributed_as_gumbel_says() {
        for number in [1e-9, 0.3, 1.0, 2.0, 36.0] {
            assert!((ln(number) - f64::ln(number)).abs() < 1e-12, "{number}");
        }
        // The share of numbers up to g is exp(−exp(−g)).
        for g in [-1.0, 0.0, 1.0, 3.0] {
            let bound = (g + 1.6) * HEAT * UNIT;
            let share = NOISE.iter().filter(|&&noise| f64::from(noise) < bound.floor()).count()
                as f64
                / NOISE.len() as f64;
            let floor = bound.floor() / HEAT / UNIT - 1.6;
            assert!((share - (-(-floor).exp()).exp()).abs() < 0.03, "{g}: {share}");
        }
    }
}

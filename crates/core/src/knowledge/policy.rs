//! A small convolutional net that foretells which steps a search will choose.
//!
//! All of it is in whole numbers, so that it says the same on every machine. Each point has
//! [`CHANNELS`] numbers, one beside the other; a layer makes those of a point from the numbers of
//! the three by three points about it. Layers come in pairs, and what a pair makes is added to
//! what was there. The weights are fitted to what searches chose, and come as a file beside the
//! game.
//!
//! Sources: He and others, "Deep Residual Learning for Image Recognition", 2016; Gao, Hayward and
//! Müller, "Move Prediction Using Deep Convolutional Neural Networks in Hex", 2018.

use super::prior::{FNV_START, fnv, number};

/// The numbers of a point.
pub(crate) const CHANNELS: usize = 16;

/// The channels of a point that the nets of all games see: stones of the player to move and of the
/// other, points of legal steps, and points of the board.
pub(crate) const OWN: usize = 0;
pub(crate) const OTHERS: usize = 1;
pub(crate) const LEGAL: usize = 2;
pub(crate) const ON_BOARD: usize = 5;

/// The numbers of a row of three points.
const ROW: usize = 3 * CHANNELS;

/// The numbers of three by three points.
const AROUND: usize = 3 * ROW;

/// The bits behind the point in the numbers of a point.
const POINT: u32 = 8;

/// The bits behind the point in the units of weights.
const UNIT: u32 = 20;

/// One, as a number of a point.
pub(crate) const ONE: i16 = 1 << POINT;

/// The word that a file of weights begins with.
const WORD: &[u8; 8] = b"tetpolic";

const FORM: u8 = 2;

/// The length of the beginning of a file, before its note.
const HEADER: usize = 16;

/// The bytes of a layer: weights, and for each channel a unit and an offset.
const LAYER: usize = CHANNELS * (AROUND + 8);

/// The bytes of an output: weights and their unit.
const OUTPUT: usize = AROUND + 4;

/// The hints for steps from the logarithms of how likely they are: 1 for the likeliest, and 0 for a
/// step that the net does not rate.
pub(crate) fn hints(rated: impl Iterator<Item = Option<f32>> + Clone) -> impl Iterator<Item = f32> {
    /// The logarithm below that of the likeliest step that becomes 0 in a hint; twice as far below
    /// it and further is −1.
    const RANGE: f32 = 4.0;
    let most = rated.clone().flatten().fold(f32::MIN, f32::max);
    rated.map(move |rated| rated.map_or(0.0, |rated| (1.0 + (rated - most) / RANGE).max(-1.0)))
}

/// The layers of a file of weights that comes with the program: a damaged one does not compile.
///
/// A file is: the word `tetpolic`, then in little-endian order the form (1 byte), the number of
/// layers without the last one (1), the length of the note (2) and the FNV-1a checksum of what
/// follows (4), the note of where the weights come from, and the layers. A layer has a signed byte
/// for each weight, by the channel that it is for; the units of these channels, in steps of
/// 1/1,048,576 (4 each), and what is added to each, in steps of 1/256 (4 each). The last layer has
/// the weights of all outputs, and then their units.
#[expect(clippy::panic, reason = "it happens while the program is compiled")]
pub(crate) const fn embedded<const OUTPUTS: usize>(bytes: &'static [u8]) -> &'static [u8] {
    match layers::<OUTPUTS>(bytes) {
        Some(layers) => layers,
        None => panic!("an embedded file of a policy is damaged"),
    }
}

/// The layers of a file; `None` if it is damaged.
const fn layers<const OUTPUTS: usize>(bytes: &[u8]) -> Option<&[u8]> {
    if bytes.len() < HEADER {
        return None;
    }
    let mut i = 0;
    while i < WORD.len() {
        if bytes[i] != WORD[i] {
            return None;
        }
        i += 1;
    }
    let (count, note) = (bytes[9] as usize, u16::from_le_bytes([bytes[10], bytes[11]]) as usize);
    let is_whole =
        bytes.len() == HEADER + note + count * LAYER + OUTPUTS * OUTPUT && count % 2 == 1;
    let (_, summed) = bytes.split_at(HEADER);
    if bytes[8] != FORM || !is_whole || fnv(FNV_START, summed) != number(bytes, 12) {
        return None;
    }
    Some(summed.split_at(note).1)
}

/// A layer: by channel its weights, their unit and what is added.
struct Layer {
    weights: Vec<[i16; AROUND]>,
    scales: Vec<(i32, i32)>,
}

impl Layer {
    fn read(bytes: &[u8]) -> Self {
        let (weights, rest) = bytes.split_at(CHANNELS * AROUND);
        let (units, offsets) = rest.split_at(CHANNELS * 4);
        Self {
            weights: weights.as_chunks().0.iter().map(whole).collect(),
            scales: numbers(units).zip(numbers(offsets)).collect(),
        }
    }

    /// Adds what this layer makes of the points in `from` to those in `to`, on a board of `size`
    /// with a margin of one, and puts zero in place of sums below it.
    fn add(&self, size: usize, from: &[i16], to: &mut [i16]) {
        let wide = size + 2;
        for (y, x) in (0..size).flat_map(|y| (0..size).map(move |x| (y, x))) {
            let around = around(from, wide, x, y);
            let at = ((y + 1) * wide + x + 1) * CHANNELS;
            let point = &mut to[at..at + CHANNELS];
            // One loop after the other: so each of them is made of instructions that work on
            // several numbers at once, and none has to guess the sign of a number.
            let mut made = [0; CHANNELS];
            for (value, weights) in made.iter_mut().zip(&self.weights) {
                *value = sum(&around, weights);
            }
            for ((value, &(unit, offset)), was) in made.iter_mut().zip(&self.scales).zip(&*point) {
                *value = scaled(*value, unit) + offset + i32::from(*was);
            }
            for (number, value) in point.iter_mut().zip(made) {
                *number = value.clamp(0, i32::from(i16::MAX)) as i16;
            }
        }
    }
}

/// The net of a game, with so many outputs for each point.
pub(crate) struct Policy<const OUTPUTS: usize> {
    first: Layer,
    pairs: Vec<[Layer; 2]>,
    /// By output its weights and their unit.
    last: Vec<([i16; AROUND], i32)>,
}

impl<const OUTPUTS: usize> Policy<OUTPUTS> {
    /// The net with these layers, which are [`embedded`].
    pub(crate) fn new(layers: &[u8]) -> Self {
        let (middle, last) = layers.split_at(layers.len() - OUTPUTS * OUTPUT);
        let (first, middle) = middle.split_at(LAYER);
        let (weights, units) = last.split_at(OUTPUTS * AROUND);
        Self {
            first: Layer::read(first),
            pairs: middle
                .chunks_exact(2 * LAYER)
                .map(|pair| [&pair[..LAYER], &pair[LAYER..]].map(Layer::read))
                .collect(),
            last: weights.as_chunks().0.iter().map(whole).zip(numbers(units)).collect(),
        }
    }

    /// The outputs of each point of a board of `size`, row by row: the logarithms of how likely
    /// steps are, up to a constant. `seen` has the channels of its points with a margin of one.
    pub(crate) fn rate(&self, size: usize, seen: &[i16]) -> Vec<[f32; OUTPUTS]> {
        let wide = size + 2;
        let mut here = vec![0; wide * wide * CHANNELS];
        self.first.add(size, seen, &mut here);
        let mut between = vec![0; here.len()];
        for [one, other] in &self.pairs {
            between.fill(0);
            one.add(size, &here, &mut between);
            other.add(size, &between, &mut here);
        }
        let points = (0..size).flat_map(|y| (0..size).map(move |x| (y, x)));
        let rate = |(y, x)| {
            let around = around(&here, wide, x, y);
            std::array::from_fn(|output| {
                let (weights, unit) = &self.last[output];
                scaled(sum(&around, weights), *unit) as f32 / f32::from(ONE)
            })
        };
        points.map(rate).collect()
    }
}

/// The numbers of the three by three points about a point, from those of all points and a margin.
fn around(from: &[i16], wide: usize, x: usize, y: usize) -> [i16; AROUND] {
    let mut around = [0; AROUND];
    for (row, part) in around.chunks_exact_mut(ROW).enumerate() {
        let start = ((y + row) * wide + x) * CHANNELS;
        part.copy_from_slice(&from[start..start + ROW]);
    }
    around
}

/// Weights as whole numbers.
fn whole(bytes: &[u8; AROUND]) -> [i16; AROUND] {
    bytes.map(|byte| i16::from(byte as i8))
}

/// The sum of the products of two lists, as many of them as there are [`CHANNELS`] at a time: so
/// compilers make it of instructions that work on several at once.
fn sum(one: &[i16; AROUND], other: &[i16; AROUND]) -> i32 {
    let mut sums = [0; CHANNELS];
    let parts = one.as_chunks::<CHANNELS>().0.iter().zip(other.as_chunks::<CHANNELS>().0);
    for (part, other_part) in parts {
        for (sum, (factor, other)) in sums.iter_mut().zip(part.iter().zip(other_part)) {
            *sum += i32::from(*factor) * i32::from(*other);
        }
    }
    sums.iter().sum()
}

/// A sum of weights in their unit, rounded.
fn scaled(sum: i32, unit: i32) -> i32 {
    let half = 1 << (UNIT - 1);
    ((i64::from(sum) * i64::from(unit) + half) >> UNIT) as i32
}

fn numbers(bytes: &[u8]) -> impl Iterator<Item = i32> {
    bytes.as_chunks().0.iter().map(|four| i32::from_le_bytes(*four))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with one layer and these weights.
    fn file(weights: &[u8]) -> Vec<u8> {
        let body = [b"made by hand", weights].concat();
        let mut bytes = [WORD, &[FORM, 1, 12, 0][..], &[0; 4], &body].concat();
        let checksum = fnv(FNV_START, &bytes[HEADER..]).to_le_bytes();
        bytes[HEADER - 4..HEADER].copy_from_slice(&checksum);
        bytes
    }

    #[test]
    fn damaged_files_are_refused() {
        let whole = file(&[1; LAYER + OUTPUT]);
        assert_eq!(layers::<1>(&whole).map(<[u8]>::len), Some(LAYER + OUTPUT));
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x40;
            assert!(layers::<1>(&damaged).is_none(), "byte {at}");
        }
        assert!(layers::<1>(&whole[..whole.len() - 1]).is_none());
        assert!(layers::<1>(&file(&[1; LAYER + OUTPUT + 1])).is_none());
    }

    #[test]
    fn layers_see_three_by_three_points_and_no_less_than_zero() {
        // Channel 0 is the point above less half the point itself, and ¼.
        let mut layer = vec![0; LAYER];
        layer[CHANNELS] = 100;
        layer[ROW + CHANNELS] = -50_i8 as u8;
        let units = CHANNELS * AROUND;
        layer[units..units + 4].copy_from_slice(&((1 << UNIT) / 100 + 1_i32).to_le_bytes());
        let offset = units + CHANNELS * 4;
        layer[offset..offset + 4].copy_from_slice(&64_i32.to_le_bytes());
        let mut last = vec![0; OUTPUT];
        last[ROW + CHANNELS] = 1;
        last[AROUND..].copy_from_slice(&(1_i32 << UNIT).to_le_bytes());
        let policy = Policy::<1>::new(&[layer, last].concat());
        let mut seen = vec![0; 16 * CHANNELS];
        seen[5 * CHANNELS] = ONE;
        assert_eq!(policy.rate(2, &seen), [[0.0], [0.25], [1.25], [0.25]]);
    }
}

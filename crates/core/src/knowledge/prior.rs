//! Features of steps, and the weights that predict from them which step a search is likely to
//! choose.
//!
//! A game lists small numbers for each step, its features: what surrounds the cell, how large the
//! group becomes. A step is the more promising the larger the sum of the weights of its features.
//! The weights are fitted to what searches chose, as those of a conditional logit model, and come
//! as a file beside the game.
//!
//! Sources: `McFadden`, "Conditional Logit Analysis of Qualitative Choice Behavior", 1974; Coulom,
//! "Computing Elo Ratings of Move Patterns in the Game of Go", 2007; Huang and others, "`MoHex`
//! 2.0: A Pattern-Based MCTS Hex Player", 2013.

use thiserror::Error;

/// A kind of feature: its features are numbered from 0 to `count` − 1, and a step may have none,
/// one or several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureKind {
    /// The name, for people and for checking whether weights were fitted to the same features.
    pub name: &'static str,
    /// The number of features.
    pub count: u16,
}

impl FeatureKind {
    /// A kind with the features 0 to `count` - 1.
    pub const fn new(name: &'static str, count: u16) -> Self {
        Self { name, count }
    }

    /// The number of features of all `kinds`.
    pub const fn total(kinds: &[Self]) -> usize {
        let (mut total, mut i) = (0, 0);
        while i < kinds.len() {
            total += kinds[i].count as usize;
            i += 1;
        }
        total
    }

    /// The number of the first feature of each of `kinds`, where they lie one after the other.
    pub const fn starts<const N: usize>(kinds: &[Self; N]) -> [u16; N] {
        let mut starts = [0; N];
        let mut i = 1;
        while i < N {
            starts[i] = starts[i - 1] + kinds[i - 1].count;
            i += 1;
        }
        starts
    }

    /// A number that changes with the names and counts of `kinds`.
    const fn fingerprint(kinds: &[Self]) -> u32 {
        let (mut hash, mut i) = (FNV_START, 0);
        while i < kinds.len() {
            hash = fnv(hash, kinds[i].name.as_bytes());
            hash = fnv(hash, &kinds[i].count.to_le_bytes());
            i += 1;
        }
        hash
    }
}

/// Where the features of some steps are listed, step by step.
pub trait FeatureSink {
    /// Gives the step that comes next the feature `number`, counted through all kinds.
    fn push(&mut self, number: u16);

    /// Ends the features of a step: those that follow are of the next one.
    fn end_step(&mut self);
}

/// The features of some steps as lists of their numbers.
#[derive(Clone, Default, Debug)]
pub struct Features {
    numbers: Vec<u16>,
    /// By step: the end of its features in `numbers`.
    ends: Vec<u32>,
}

impl Features {
    /// Forgets all steps.
    pub fn clear(&mut self) {
        self.numbers.clear();
        self.ends.clear();
    }

    /// The features of each step, in the order in which the steps were ended.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = &[u16]> {
        (0..self.ends.len()).map(|i| {
            let start = i.checked_sub(1).map_or(0, |before| self.ends[before]);
            &self.numbers[start as usize..self.ends[i] as usize]
        })
    }
}

impl FeatureSink for Features {
    #[inline]
    fn push(&mut self, number: u16) {
        self.numbers.push(number);
    }

    #[inline]
    fn end_step(&mut self) {
        self.ends.push(self.numbers.len() as u32);
    }
}

/// The reasons why bytes are no weights for some kinds of features.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PriorError {
    /// They do not begin as such files do.
    #[error("it is not a file of weights")]
    Form,
    /// They are of another version of the form.
    #[error("it has format {0}, but this program reads format {FORM}")]
    Version(u16),
    /// They were fitted to other features.
    #[error("its weights are for other features than the game's")]
    Kinds,
    /// They are fewer or more than their beginning announces.
    #[error("its length of {0} bytes contradicts its header")]
    Length(usize),
    /// They have been changed.
    #[error("it is damaged: its checksum does not match")]
    Checksum,
}

/// The weights of all features of a game.
///
/// A file of them is: the word `tetprior`, then in little-endian order the form (2 bytes), the
/// length of the note (2), the number of weights (4), the fingerprint of the kinds (4), the FNV-1a
/// checksum of what follows (4), the unit as an IEEE 754 number (4), the note, and one signed byte
/// for each weight, in that unit.
#[derive(Clone, Copy, Debug)]
pub struct Prior {
    weights: &'static [u8],
    unit: f32,
    note: &'static str,
}

const FORM: u16 = 1;
const HEADER: usize = 28;
pub(super) const FNV_START: u32 = 0x811c_9dc5;

/// Continues the FNV-1a hash `hash` with `bytes`.
pub(super) const fn fnv(mut hash: u32, bytes: &[u8]) -> u32 {
    let mut i = 0;
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u32).wrapping_mul(0x0100_0193);
        i += 1;
    }
    hash
}

pub(super) const fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

impl Prior {
    /// The word that a file of weights begins with.
    pub const WORD: &'static [u8; 8] = b"tetprior";

    /// Reads a file of weights for `kinds`.
    ///
    /// # Errors
    /// [`PriorError`] if it is damaged or was made for other features.
    pub const fn read(bytes: &'static [u8], kinds: &[FeatureKind]) -> Result<Self, PriorError> {
        let Some((word, _)) = bytes.split_first_chunk::<8>() else { return Err(PriorError::Form) };
        let mut i = 0;
        while i < Self::WORD.len() {
            if word[i] != Self::WORD[i] {
                return Err(PriorError::Form);
            }
            i += 1;
        }
        if bytes.len() < HEADER {
            return Err(PriorError::Length(bytes.len()));
        }
        let version = u16::from_le_bytes([bytes[8], bytes[9]]);
        if version != FORM {
            return Err(PriorError::Version(version));
        }
        let note = u16::from_le_bytes([bytes[10], bytes[11]]) as usize;
        let count = number(bytes, 12) as usize;
        if count != FeatureKind::total(kinds)
            || number(bytes, 16) != FeatureKind::fingerprint(kinds)
        {
            return Err(PriorError::Kinds);
        }
        if bytes.len() != HEADER + note + count {
            return Err(PriorError::Length(bytes.len()));
        }
        let (_, summed) = bytes.split_at(HEADER - 4);
        if fnv(FNV_START, summed) != number(bytes, 20) {
            return Err(PriorError::Checksum);
        }
        let (_, rest) = bytes.split_at(HEADER);
        let (note, weights) = rest.split_at(note);
        let Ok(note) = std::str::from_utf8(note) else { return Err(PriorError::Form) };
        Ok(Self { weights, unit: f32::from_bits(number(bytes, 24)), note })
    }

    /// The weights of a file that comes with the program: a damaged one does not compile.
    ///
    /// `None` if it was fitted to other features, so that a program can be built that fits it
    /// again.
    #[expect(clippy::panic, reason = "it happens while the program is compiled")]
    pub(crate) const fn embedded(bytes: &'static [u8], kinds: &[FeatureKind]) -> Option<Self> {
        match Self::read(bytes, kinds) {
            Ok(prior) => Some(prior),
            Err(PriorError::Kinds) => None,
            Err(_) => panic!("an embedded file of weights is damaged"),
        }
    }

    /// The bytes of a file with these weights for `kinds`, one weight for each feature, and a
    /// `note` of where they come from, which is cut at 65,535 bytes.
    ///
    /// ```
    /// use tetralith_core::knowledge::{FeatureKind, Prior};
    /// let kinds = [FeatureKind::new("margin", 3)];
    /// let bytes = Prior::file(&kinds, &[0.5, 0.0, -1.0], "made by hand");
    /// assert_eq!(Prior::read(bytes.leak(), &kinds).expect("it is whole").note(), "made by hand");
    /// ```
    pub fn file(kinds: &[FeatureKind], weights: &[f32], note: &str) -> Vec<u8> {
        let most = weights.iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
        let unit = if most > 0.0 { most / 127.0 } else { 1.0 };
        let end = (0..=note.len().min(usize::from(u16::MAX)))
            .rev()
            .find(|&end| note.is_char_boundary(end))
            .unwrap_or(0);
        let note = &note.as_bytes()[..end];
        let rounded = weights.iter().map(|weight| (weight / unit).round() as i8 as u8);
        let body: Vec<u8> =
            unit.to_le_bytes().into_iter().chain(note.iter().copied()).chain(rounded).collect();
        let mut bytes = Self::WORD.to_vec();
        bytes.extend(FORM.to_le_bytes());
        bytes.extend((note.len() as u16).to_le_bytes());
        bytes.extend((weights.len() as u32).to_le_bytes());
        bytes.extend(FeatureKind::fingerprint(kinds).to_le_bytes());
        bytes.extend(fnv(FNV_START, &body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// The note of where the weights come from.
    pub const fn note(&self) -> &'static str {
        self.note
    }

    /// The weight of a feature, to within half a unit of the one that was fitted.
    #[inline]
    pub fn weight(&self, feature: u16) -> f32 {
        f32::from(self.weights[usize::from(feature)] as i8) * self.unit
    }

    /// Puts one number for each step whose features `list` lists into `out`, `-1.0..=1.0`: by how
    /// much the sum of its weights is above the mean, in units of `range`.
    pub(crate) fn rate(&self, range: f32, out: &mut Vec<f32>, list: impl FnOnce(&mut Sums<'_>)) {
        let start = out.len();
        list(&mut Sums { prior: self, sum: 0, out });
        let sums = &mut out[start..];
        let mean = sums.iter().sum::<f32>() / sums.len().max(1) as f32;
        for sum in sums {
            *sum = ((*sum - mean) / range).clamp(-1.0, 1.0);
        }
    }
}

/// Adds up the weights of each step's features, which are not kept.
///
/// To keep them would take memory for each position that is rated, and threads of a search that ask
/// for memory wait for each other.
#[derive(Debug)]
pub(crate) struct Sums<'a> {
    prior: &'a Prior,
    sum: i32,
    out: &'a mut Vec<f32>,
}

impl FeatureSink for Sums<'_> {
    #[inline]
    fn push(&mut self, number: u16) {
        self.sum += i32::from(self.prior.weights[usize::from(number)] as i8);
    }

    #[inline]
    fn end_step(&mut self) {
        let sum = std::mem::take(&mut self.sum);
        self.out.push(sum as f32 * self.prior.unit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [FeatureKind; 2] = [FeatureKind::new("ring", 3), FeatureKind::new("margin", 2)];

    fn file() -> Vec<u8> {
        Prior::file(&KINDS, &[1.27, -1.27, 0.5, 0.0, 0.254], "a note")
    }

    #[test]
    fn weights_come_back_to_within_half_a_unit() {
        let prior = Prior::read(file().leak(), &KINDS).unwrap();
        for (feature, weight) in [1.27, -1.27, 0.5, 0.0, 0.254].into_iter().enumerate() {
            assert!((prior.weight(feature as u16) - weight).abs() <= 0.005, "{feature}");
        }
        assert_eq!(prior.note(), "a note");
        assert_eq!(FeatureKind::starts(&KINDS), [0, 3]);
    }

    #[test]
    fn a_step_is_rated_by_how_far_its_weights_are_above_the_mean() {
        let prior = Prior::read(file().leak(), &KINDS).unwrap();
        let list = |sink: &mut dyn FeatureSink| {
            for step in [&[0, 4][..], &[], &[1, 3]] {
                for &number in step {
                    sink.push(number);
                }
                sink.end_step();
            }
        };
        let mut out = vec![7.0];
        prior.rate(2.0, &mut out, |sums| list(sums));
        let mean = 0.254 / 3.0;
        assert_eq!((out.remove(0), out.len()), (7.0, 3));
        for (rated, sum) in out.iter().zip([1.524, 0.0, -1.27]) {
            assert!((rated - (sum - mean) / 2.0).abs() < 0.01, "{out:?}");
        }
        let mut features = Features::default();
        list(&mut features);
        let listed: Vec<_> = features.steps().collect();
        assert_eq!(listed, [&[0, 4][..], &[], &[1, 3]]);
        features.clear();
        assert_eq!(features.steps().len(), 0);
    }

    #[test]
    fn any_changed_or_missing_byte_is_noticed() {
        let whole = file();
        for i in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[i] ^= 0x10;
            let read = Prior::read(damaged.leak(), &KINDS);
            assert!(read.is_err(), "byte {i}: {read:?}");
            assert!(Prior::read(whole[..i].to_vec().leak(), &KINDS).is_err(), "{i} bytes");
        }
        let other = [FeatureKind::new("ring", 2), FeatureKind::new("margin", 3)];
        assert_eq!(Prior::read(whole.leak(), &other).unwrap_err(), PriorError::Kinds);
    }
}

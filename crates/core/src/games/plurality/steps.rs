//! The list of legal trominoes in natural order, made from what fits.
//!
//! Every cell has a row of bits, one for each form that a step can have with its first own stone
//! there, in natural order. The rows of all cells, one after the other, are thus a set of steps in
//! natural order, and the list is read off it.

use std::sync::OnceLock;

use crate::cell::Cell;
use crate::geometry::{Geometry, Shape};
use crate::step::Step;

use super::fits::{Fits, cells};
use super::lines::{Grid, MAX_LINES, Offset};

/// Steps written at once by [`Table::list`].
const BURST: usize = 4;

/// Groups of eight forms, on the boards with more forms.
const GROUPS: usize = 5;

/// Words that all rows of any board fill, and one more.
const ROW_WORDS: usize = 250;

/// A shape with one of its cells given to the opponent, by where its stones lie from the first own
/// one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Form {
    second: Offset,
    other: Offset,
    shape: usize,
    /// The offset of the first own stone from the shape's centre.
    first: Offset,
}

/// Every form, in natural order of the steps that begin at one cell.
fn forms<const D: usize>() -> Vec<Form> {
    let shapes = if D == 2 { 6 } else { 11 };
    let mut forms: Vec<Form> = (0..shapes)
        .flat_map(|shape| {
            let [a, b, c] = cells::<D>(shape);
            [(a, b, c), (a, c, b), (b, c, a)].map(|(first, second, other)| Form {
                second: second.minus(first),
                other: other.minus(first),
                shape,
                first,
            })
        })
        .collect();
    forms.sort_unstable();
    forms
}

/// The steps of a board, by cell of the first own stone and form.
pub(super) struct Table {
    forms: Vec<Form>,
    /// By bit of all the rows; an entry whose bit represents no step is a pass.
    steps: Vec<[Step; 64]>,
}

impl Table {
    /// The table of a board, made once.
    pub(super) fn get(geometry: &Geometry) -> &'static Self {
        static TABLES: [[OnceLock<Table>; MAX_LINES + 1]; 2] =
            [const { [const { OnceLock::new() }; MAX_LINES + 1] }; 2];
        let forms = || match geometry.shape() {
            Shape::Square => forms::<2>(),
            Shape::Hexhex => forms::<3>(),
        };
        TABLES[geometry.shape() as usize][usize::from(geometry.size())]
            .get_or_init(|| Self::build(geometry, forms()))
    }

    fn build(geometry: &Geometry, forms: Vec<Form>) -> Self {
        let grid = Grid::get(geometry);
        let mut steps = vec![[Step::Pass; 64]; (geometry.len() * forms.len()).div_ceil(64)];
        for line in 0..grid.lines() {
            for bit in (0..32).filter(|bit| grid.all().line(line as isize) >> bit & 1 != 0) {
                let on_board = |offset: Offset| {
                    let there = bit + offset.bit;
                    there >= 0 && grid.all().line(line as isize + offset.line) >> there & 1 != 0
                };
                let cell = |offset| grid.cell(line, bit as usize, offset);
                let row = cell(Offset::ZERO).index() * forms.len();
                for (i, form) in forms
                    .iter()
                    .enumerate()
                    .filter(|(_, form)| on_board(form.second) && on_board(form.other))
                {
                    let own: [Cell; 2] = [cell(Offset::ZERO), cell(form.second)];
                    steps[(row + i) / 64][(row + i) % 64] =
                        Step::Tromino { own, other: cell(form.other) };
                }
            }
        }
        Self { forms, steps }
    }

    /// Puts every tromino that fits, in each of its three colourings, into `out` in natural order,
    /// in place of what it held.
    pub(super) fn list<const D: usize, const K: usize>(
        &self,
        grid: &Grid,
        fits: &Fits<D, K>,
        out: &mut Vec<Step>,
    ) {
        let mut rows = [0_u64; ROW_WORDS];
        let rows = &mut rows[..=self.steps.len()];
        let mut at = 0;
        for line in (0..grid.lines()).step_by(2) {
            // By group of eight forms, and by bit in each byte: the bits of the forms.
            let mut groups = [[0_u64; 8]; GROUPS];
            for (group, forms) in groups.iter_mut().zip(self.forms.chunks(8)) {
                for (word, form) in group.iter_mut().zip(forms) {
                    let pair = fits.shape(form.shape).pair(line as isize - form.first.line);
                    *word = if form.first.bit < 0 { pair >> 1 } else { pair << form.first.bit };
                }
                transpose(group);
            }
            for half in [0, 32] {
                let all = grid.all().pair(line as isize) >> half & 0xffff_ffff;
                for bit in all.trailing_zeros()..64 - all.leading_zeros() {
                    let row = (0..(3 * K).div_ceil(8)).fold(0, |row, group| {
                        row | (groups[group][bit as usize % 8] >> (half + (bit & !7)) & 0xff)
                            << (8 * group)
                    });
                    rows[at / 64] |= row << (at % 64);
                    rows[at / 64 + 1] |= row >> 1 >> (63 - at % 64);
                    at += 3 * K;
                }
            }
        }
        let total: usize = rows.iter().map(|row| row.count_ones() as usize).sum();
        out.resize(total + BURST, Step::Pass);
        let mut length = 0;
        for (&row, steps) in rows.iter().zip(&self.steps) {
            if row == u64::MAX {
                out[length..length + 64].copy_from_slice(steps);
                length += 64;
                continue;
            }
            let end = length + row.count_ones() as usize;
            let mut row = row;
            // Whole bursts, as in [`Fits::list`].
            while row != 0 {
                for entry in &mut out[length..length + BURST] {
                    *entry = steps[row.trailing_zeros() as usize % 64];
                    row &= row.wrapping_sub(1);
                }
                length += BURST;
            }
            length = end;
        }
        out.truncate(total);
    }
}

/// Turns eight rows of eight bits into columns, in each byte of the words alike.
#[inline]
fn transpose(words: &mut [u64; 8]) {
    exchange::<4>(words, 0x0f0f_0f0f_0f0f_0f0f);
    exchange::<2>(words, 0x3333_3333_3333_3333);
    exchange::<1>(words, 0x5555_5555_5555_5555);
}

/// Exchanges the bits beside `mask` of each word whose number lacks the bit `N` with those in
/// `mask` of the word `N` later.
#[inline]
fn exchange<const N: usize>(words: &mut [u64; 8], mask: u64) {
    for i in 0..8 {
        if i & N == 0 {
            let differing = (words[i] >> N ^ words[i + N]) & mask;
            words[i + N] ^= differing;
            words[i] ^= differing << N;
        }
    }
}

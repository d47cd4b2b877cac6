//! Ways of playing: what a level prefers among steps that it thinks nearly as good.
//!
//! A style acts twice: the search looks first at steps that suit it, where it opens all steps at
//! once (not in Plurality), and among steps that look nearly as good in the end it prefers those.
//! Neither makes it blind: the first fades with the visits of a step, and the second chooses only
//! where a level draws its steps anyway. A level that always takes the best has no styles: even one
//! point of winning chance a step cost it 300 to 470 Elo in Multiplicity (16 games each at 4,000
//! simulations).

use strum::{IntoStaticStr, VariantArray};
use tetralith_core::games::Visitor;
use tetralith_core::{Cell, CellSet, Game, Knowledge, Step};

use crate::gain::gain;

/// A leaning among steps that the search finds about equally good.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum PlayingStyle {
    /// None in particular: the best step it finds.
    #[default]
    #[strum(serialize = "none")]
    Even,
    /// Close and solid: next to its own stones.
    Solid,
    /// Far and loose: away from its own stones.
    Loose,
    /// Greedy: what leaves it most ahead as things are counted now.
    Greedy,
}

/// The share of a game's full hint that is added to a step which suits the style as much as can be.
pub(crate) const HINTED: f32 = 0.15;

/// The logarithm of the factor that multiplies the visits of a step which suits a style as much as
/// can be.
pub(crate) const LEANING: f64 = 0.75;

impl PlayingStyle {
    /// All styles, the usual one first.
    pub const ALL: [Self; Self::VARIANTS.len()] =
        *Self::VARIANTS.first_chunk().expect("all of them");

    /// The name people read.
    pub fn title(self) -> &'static str {
        self.into()
    }

    /// The style in a sentence, for a list of choices.
    pub const fn remark(self) -> &'static str {
        match self {
            Self::Even => "plays the best move it finds",
            Self::Solid => "prefers moves near its own stones",
            Self::Loose => "prefers moves far from its own stones",
            Self::Greedy => "prefers immediate gains",
        }
    }

    /// The share of [`HINTED`] and of [`LEANING`] that counts, in `0.0..=1.0`.
    ///
    /// Immediate gains mislead more than distances: in Multiplicity, Hard lost 131 Elo with the
    /// full share of both (100 games), and 58 with this share (200 games).
    pub(crate) const fn weight(self) -> f32 {
        match self {
            Self::Even | Self::Solid | Self::Loose => 1.0,
            Self::Greedy => 0.7,
        }
    }

    /// The degree to which each of `steps` suits it: between −1 and 1, 0 where nothing
    /// distinguishes them.
    ///
    /// A swap and a pass are judged for themselves, and suit every style alike.
    pub(crate) fn leans<G: Knowledge>(self, position: &G, steps: &[Step]) -> Vec<f32> {
        match self {
            Self::Even => vec![0.0; steps.len()],
            Self::Solid | Self::Loose => {
                let rings = rings(position);
                let near = |cell: Cell| {
                    rings.iter().position(|ring| ring.contains(cell)).unwrap_or(rings.len())
                };
                let lean = |step: &Step| {
                    let Some(distance) = step.cells().map(near).min().filter(|_| !rings.is_empty())
                    else {
                        return 0.0;
                    };
                    let closeness = 1.0 - 2.0 * distance as f32 / rings.len() as f32;
                    if self == Self::Solid { closeness } else { -closeness }
                };
                steps.iter().map(|step| if step.is_idle() { 0.0 } else { lean(step) }).collect()
            }
            Self::Greedy => {
                let gains: Vec<f64> = steps
                    .iter()
                    .map(|&step| if step.is_idle() { 0.0 } else { gain(position, step) })
                    .collect();
                let ranks = steps.iter().zip(ranked(&gains));
                ranks.map(|(step, rank)| if step.is_idle() { 0.0 } else { rank }).collect()
            }
        }
    }

    /// The same where the game is known only at run time.
    pub(crate) fn leans_of(self, position: &Game, steps: &[Step]) -> Vec<f32> {
        struct Leans<'a>(PlayingStyle, &'a [Step]);
        impl Visitor for Leans<'_> {
            type Output = Vec<f32>;
            fn visit<G: Knowledge>(self, position: &G) -> Vec<f32> {
                self.0.leans(position, self.1)
            }
        }
        position.visit(Leans(self, steps))
    }
}

/// The share of the other `gains` that are less than each, less the share of those that are more.
///
/// Gains are compared by their millionths: the last bits of a logarithm differ between machines.
fn ranked(gains: &[f64]) -> Vec<f32> {
    let rounded: Vec<i64> = gains.iter().map(|gain| (1e6 * gain).round() as i64).collect();
    let mut sorted = rounded.clone();
    sorted.sort_unstable();
    let others = gains.len().saturating_sub(1).max(1) as f32;
    let share = |gain: i64| {
        let less = sorted.partition_point(|&other| other < gain);
        let more = sorted.len() - sorted.partition_point(|&other| other <= gain);
        (less as f32 - more as f32) / others
    };
    rounded.into_iter().map(share).collect()
}

/// The distance from which cells count as far away, in steps from cell to neighbour.
const FAR: usize = 4;

/// The cells around the stones of the player to move: those next to one, those two away, and so on
/// up to [`FAR`]; none before they have a stone.
fn rings<G: Knowledge>(position: &G) -> Vec<CellSet> {
    let board = position.board();
    let mut reached = *board.stones(position.to_move());
    let mut rings = Vec::new();
    if reached.is_empty() {
        return rings;
    }
    for _ in 0..FAR {
        let mut ring = CellSet::EMPTY;
        for cell in reached {
            ring |= *board.geometry().neighbour_set(cell);
        }
        ring -= reached;
        reached |= ring;
        rings.push(ring);
    }
    rings
}

#[cfg(test)]
mod tests {
    use tetralith_core::{Setup, games};

    use super::*;
    use crate::{AnySearch, CancelToken, Config, Level};

    /// The mean of how well the first `plies` steps of `level` suit `style` in games against
    /// itself, as long as they are not all but over.
    fn mean_lean(
        info: &'static tetralith_core::Info,
        level: &Level,
        style: PlayingStyle,
        plies: usize,
    ) -> f32 {
        let size = i64::from(info.boards[0].default.min(9));
        let options =
            info.options(&Setup { size: Some(size), ..Setup::default() }).expect("a board");
        let (mut sum, mut count) = (0.0, 0);
        for seed in 0..24 {
            let mut game = Game::start(info, &options).expect("the start");
            let mut search = AnySearch::new(Config { memory: 8 << 20, ..Config::default() });
            let mut played = Vec::new();
            while game.outcome().is_none() && played.len() < plies && game.usual_steps_left() > 0 {
                let asked = search.play(
                    level,
                    None,
                    seed,
                    (&game, &played),
                    &CancelToken::new(),
                    &mut |_| {},
                );
                let (step, _) = asked.expect("the game goes on");
                let legal = game.legal();
                let at = legal.iter().position(|&other| other == step).expect("it is legal");
                sum += style.leans_of(&game, &legal)[at];
                count += 1;
                game.play(step).expect("it is legal");
                played.push(step);
            }
        }
        sum / count as f32
    }

    #[test]
    fn gains_are_ranked_among_all() {
        assert_eq!(
            ranked(&[3.0, -1.0, 0.0, 3.0 + 1e-9, f64::INFINITY]),
            [0.25, -1.0, -0.5, 0.25, 1.0]
        );
        assert_eq!(ranked(&[-0.0, 0.0]), [0.0, 0.0]);
        assert_eq!(ranked(&[2.0]), [0.0]);
    }

    #[test]
    fn a_style_is_seen_in_every_game() {
        let seen = |info: &'static tetralith_core::Info| {
            let mean = |id: &str, style, plies| {
                mean_lean(info, Level::from_id(id).expect("a level"), style, plies)
            };
            let [solid, even, loose] = ["casual-solid", "casual", "casual-loose"]
                .map(|id| mean(id, PlayingStyle::Solid, 16));
            assert!(solid > loose + 0.1, "{}: {solid}, {even}, {loose}", info.id);
            // In some games there is nothing to be gained at first.
            let [greedy, even] =
                ["medium-greedy", "medium"].map(|id| mean(id, PlayingStyle::Greedy, 60));
            assert!(greedy > even + 0.05, "{}: {greedy}, {even}", info.id);
        };
        // Alone it takes longer than all other tests together.
        std::thread::scope(|scope| {
            for &info in games::INFOS {
                scope.spawn(move || seen(info));
            }
        });
    }

    #[test]
    fn nothing_leans_anywhere_before_the_first_stone() {
        for &info in games::INFOS {
            let options = info.options(&Setup::default()).expect("the defaults are playable");
            let game = Game::start(info, &options).expect("the start");
            let mut steps = Vec::new();
            game.legal_steps(&mut steps);
            assert!(PlayingStyle::Solid.leans_of(&game, &steps).iter().all(|&lean| lean == 0.0));
        }
    }
}

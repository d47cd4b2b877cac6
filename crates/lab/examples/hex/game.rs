//! The rules of Hex, and playouts that save bridges.

use rand_core::Rng;
use tetralith_core::knowledge::{PlayoutResult, below};
use tetralith_core::rules::{BoardRange, Ending, GameTexts, Side, StoneColour};
use tetralith_core::{
    Board, Cell, CellSet, Colour, Info, Knowledge, Marks, Options, Outcome, PlayError, Reason,
    Rules, SetupError, Shape, Step, StepKind,
};

const JOINED: Ending = Ending { id: "joined", words: "by joining its sides" };

/// The cells around one, each beside the next, as differences of [`Hex::slot`]s.
const AROUND: [isize; 6] = [16, 1, -15, -16, -1, 15];

/// A position of Hex. The first player joins the lowest number of all letters to the highest, the
/// second the first letter to the last.
#[derive(Clone)]
pub(crate) struct Hex {
    options: Options,
    board: Board,
    to_move: Colour,
    outcome: Option<Outcome>,
    /// The slot of the last stone.
    last: Option<usize>,
    /// By colour and letter from 1, a bit for each number from 1 with a stone. Beyond the board
    /// there are stones of those whose sides they are.
    lines: [[u16; 16]; 2],
}

impl Hex {
    fn size(&self) -> usize {
        usize::from(self.options.size)
    }

    /// The number of a cell where each letter has sixteen numbers, some beyond the board.
    fn slot(&self, cell: Cell) -> usize {
        let size = self.size();
        16 * (cell.index() / size + 1) + cell.index() % size + 1
    }

    fn has(&self, colour: Colour, slot: usize) -> bool {
        self.lines[colour.index()][slot / 16] >> (slot % 16) & 1 == 1
    }

    fn place(&mut self, colour: Colour, slot: usize) {
        self.lines[colour.index()][slot / 16] |= 1 << (slot % 16);
    }

    /// True if the stones of `colour` join its sides.
    fn is_joined(&self, colour: Colour) -> bool {
        let (lines, size) = (&self.lines[colour.index()], self.size());
        let mut reached = match colour {
            Colour::First => lines.map(|line| line & 1),
            Colour::Second => [0; 16],
        };
        reached[0] |= lines[0];
        loop {
            let before = reached;
            for at in (1..=size).chain((1..=size).rev()) {
                let [low, high] = [reached[at - 1], reached[at + 1]];
                let mut line = (reached[at] | low | low >> 1 | high | high << 1) & lines[at];
                loop {
                    let wider = (line | line << 1 | line >> 1) & lines[at];
                    if wider == line {
                        break;
                    }
                    line = wider;
                }
                reached[at] = line;
            }
            if reached == before {
                break;
            }
        }
        match colour {
            Colour::First => reached.iter().any(|line| line >> (size + 1) & 1 == 1),
            Colour::Second => reached[size] != 0,
        }
    }

    /// A cell that saves a bridge of `colour`: two stones had two vacant cells between them, and
    /// the opponent has just taken one of the two.
    ///
    /// Source: Arneson, Hayward and Henderson, "Monte Carlo Tree Search in Hex", 2010.
    fn bridge<R: Rng>(&self, colour: Colour, rng: &mut R) -> Option<usize> {
        let last = self.last?;
        let around = AROUND.map(|towards| last.wrapping_add_signed(towards));
        let own = around.map(|slot| self.has(colour, slot));
        let first = below(rng, 6);
        let saves = |i: &usize| {
            own[i % 6] && own[(i + 2) % 6] && {
                let between = around[(i + 1) % 6];
                !Colour::BOTH.into_iter().any(|colour| self.has(colour, between))
            }
        };
        (first..first + 6).find(saves).map(|i| around[(i + 1) % 6])
    }
}

impl Rules for Hex {
    const INFO: Info = Info {
        id: "hex",
        title: "Hex",
        texts: GameTexts {
            designers: "Piet Hein and John Nash",
            year: Some(1942),
            goal: "Join your two sides.",
            rules: "Place a stone on a vacant cell. The player who joins their two sides wins.",
            lesson: "",
        },
        colours: [
            Side { name: "black", title: "Black", stone: StoneColour::Black },
            Side { name: "white", title: "White", stone: StoneColour::White },
        ],
        joins: None,
        boards: &[BoardRange { shape: Shape::Square, min: 3, max: 14, default: 11 }],
        options: &[],
        default_komi: |_, _| 0,
        steps: &[StepKind::Place],
        endings: &[JOINED],
        draws: false,
    };

    fn new(options: &Options) -> Result<Self, SetupError> {
        let options = Self::INFO.revalidate(options)?;
        let size = options.size;
        let (mut first, mut second) = ([1 | 1 << (size + 1); 16], [0; 16]);
        for beyond in [0, usize::from(size) + 1] {
            (first[beyond], second[beyond]) = (0, (1 << (size + 1)) - 2);
        }
        Ok(Self {
            options,
            board: Board::new(options.geometry()),
            to_move: Colour::First,
            outcome: None,
            last: None,
            lines: [first, second],
        })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn to_move(&self) -> Colour {
        self.to_move
    }

    fn legal_steps(&self, out: &mut Vec<Step>) {
        out.clear();
        if self.outcome.is_none() {
            out.extend(self.board.vacant().iter().map(Step::Place));
        }
    }

    fn check(&self, step: Step) -> Result<(), PlayError> {
        match step {
            _ if self.outcome.is_some() => Err(PlayError::GameOver),
            Step::Place(cell) => self.board.check_vacant(cell),
            _ => Err(PlayError::Kind(step.kind())),
        }
    }

    fn play_unchecked(&mut self, step: Step) {
        let Step::Place(cell) = step else { return };
        let (mover, slot) = (self.to_move, self.slot(cell));
        self.board.set(cell, mover);
        self.place(mover, slot);
        self.last = Some(slot);
        if self.is_joined(mover) {
            self.outcome = Some(Outcome { winner: Some(mover), reason: Reason::Own(&JOINED) });
        }
        self.to_move = mover.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn marks(&self) -> Marks {
        Marks::default()
    }

    /// Only half a turn keeps both the neighbours of a cell and the sides of a colour.
    fn symmetries(&self) -> Vec<Vec<usize>> {
        let cells = 0..self.board.geometry().len();
        vec![cells.clone().collect(), cells.rev().collect()]
    }
}

impl Knowledge for Hex {
    /// Little, as in Necklace, which is a game of connections too.
    const EXPLORATION: f32 = 0.1;

    /// Fills the board at random, but saves bridges: the player who is joined then has won.
    fn heavy_playout<R: Rng>(&mut self, rng: &mut R) -> PlayoutResult {
        let cells: Vec<Cell> = self.board.vacant().iter().collect();
        let mut left: Vec<usize> = cells.iter().map(|&cell| self.slot(cell)).collect();
        while !left.is_empty() {
            let slot = self.bridge(self.to_move, rng).unwrap_or_else(|| {
                let drawn = below(rng, left.len());
                left.swap_remove(drawn)
            });
            if Colour::BOTH.into_iter().any(|colour| self.has(colour, slot)) {
                continue;
            }
            self.place(self.to_move, slot);
            self.last = Some(slot);
            self.to_move = self.to_move.other();
        }
        let stones = Colour::BOTH.map(|colour| {
            let filled = cells.iter().filter(|&&cell| self.has(colour, self.slot(cell)));
            filled.copied().chain(self.board.stones(colour).iter()).collect::<CellSet>()
        });
        self.board.set_all(stones);
        let winner = self.outcome.and_then(|outcome| outcome.winner).unwrap_or_else(|| {
            if self.is_joined(Colour::First) { Colour::First } else { Colour::Second }
        });
        PlayoutResult::of(Some(winner))
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use tetralith_core::{Names, Setup};
    use tetralith_engine::{CancelToken, Config, Limits, Search};

    use super::*;

    fn start(size: i64) -> (Hex, Names) {
        let options = Hex::INFO.options(&Setup { size: Some(size), ..Setup::default() }).unwrap();
        let names = Names { info: &Hex::INFO, geometry: options.geometry() };
        (Hex::new(&options).unwrap(), names)
    }

    fn after(size: i64, moves: &str) -> (Hex, Names) {
        let (mut game, names) = start(size);
        for cell in moves.split_whitespace() {
            game.play(names.parse_step(cell).unwrap()).unwrap();
        }
        (game, names)
    }

    /// True if stones of `colour` join its sides, cell by cell.
    fn is_joined_slowly(game: &Hex, colour: Colour) -> bool {
        let size = game.size();
        let place = |cell: Cell| (cell.index() / size, cell.index() % size);
        let along = |cell| if colour == Colour::First { place(cell).1 } else { place(cell).0 };
        let stones: Vec<Cell> = game.board.stones(colour).iter().collect();
        let mut reached: Vec<Cell> =
            stones.iter().copied().filter(|&cell| along(cell) == 0).collect();
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            let (x, y) = place(cell);
            let is_beside = |&other: &Cell| {
                let (to_x, to_y) = place(other);
                let apart = (to_x as isize - x as isize, to_y as isize - y as isize);
                [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)].contains(&apart)
            };
            for other in stones.iter().copied().filter(is_beside) {
                if !reached.contains(&other) {
                    reached.push(other);
                }
            }
            next += 1;
        }
        reached.iter().any(|&cell| along(cell) == size - 1)
    }

    #[test]
    fn full_boards_join_the_sides_of_one_colour() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for size in [3, 5, 11, 14] {
            for _ in 0..50 {
                let mut game = start(size).0;
                let value = game.heavy_playout(&mut rng).value;
                let joined = Colour::BOTH.map(|colour| is_joined_slowly(&game, colour));
                assert_eq!(joined, [value > 0.5, value < 0.5]);
                assert_eq!(Colour::BOTH.map(|colour| game.is_joined(colour)), joined);
            }
        }
    }

    #[test]
    fn broken_bridges_are_saved() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for (moves, colour, wanted) in [
            // From c3 to d4 over c4 and d3.
            ("c3 a1 d4 c4", Colour::First, "d3"),
            ("c3 a1 d4 d3", Colour::First, "c4"),
            // From a stone to a side of its colour.
            ("c2 a5 e5 d1", Colour::First, "c1"),
            ("f6 b3 a3", Colour::Second, "a4"),
        ] {
            let (game, names) = after(6, moves);
            let Ok(Step::Place(wanted)) = names.parse_step(wanted) else { panic!("{wanted}") };
            assert_eq!(game.bridge(colour, &mut rng), Some(game.slot(wanted)), "{moves}");
        }
        assert_eq!(after(6, "c3 a1 d4 a2").0.bridge(Colour::First, &mut rng), None);
    }

    #[test]
    fn games_end_with_the_stone_that_joins_two_sides() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut game, mut steps) = (start(6).0, Vec::new());
        while game.outcome().is_none() {
            assert_eq!(Colour::BOTH.map(|colour| is_joined_slowly(&game, colour)), [false; 2]);
            let step = game.random_step(&mut rng, &mut steps).unwrap();
            game.play(step).unwrap();
        }
        let winner = game.outcome().unwrap().winner;
        let joined = Colour::BOTH.map(|colour| is_joined_slowly(&game, colour));
        assert_eq!(joined, Colour::BOTH.map(|colour| winner == Some(colour)));
    }

    #[test]
    fn stone_in_the_middle_of_a_small_board_is_proven_to_win() -> Result<(), Box<dyn Error>> {
        let (game, _) = after(4, "b3 c2");
        let limits = Limits::simulations(20_000);
        let found =
            Search::new(game, Config::default()).run(&limits, &CancelToken::new(), |_| {})?;
        assert_eq!(found.proof, Some(tetralith_engine::Proof::Win));
        Ok(())
    }
}

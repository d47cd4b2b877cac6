//! A game of one's own, searched by the engine: three in a row on a square board of 3.
//!
//! ```text
//! cargo run -p tetralith-engine --example new_game
//! ```

use tetralith_core::rules::{BoardRange, Ending, GameTexts, Side, StoneColour};
use tetralith_core::{
    Board, CellSet, Colour, Direction, Info, Knowledge, Marks, Names, Options, Outcome, PlayError,
    Reason, Rules, Setup, SetupError, Shape, Step, StepKind,
};
use tetralith_engine::{CancelToken, Config, Limits, Search};

/// The end that this game has for itself.
const THREE: Ending = Ending { id: "three-in-a-row", words: "with three in a row" };

#[derive(Clone)]
struct ThreeInARow {
    options: Options,
    board: Board,
    to_move: Colour,
    outcome: Option<Outcome>,
}

impl Rules for ThreeInARow {
    const INFO: Info = Info {
        id: "three",
        title: "Three in a Row",
        texts: GameTexts {
            designers: "unknown",
            year: None,
            goal: "Get three stones in a row.",
            rules: "Place a stone on a vacant point. Three in a row, straight or diagonal, win.",
            lesson: "",
        },
        colours: [
            Side { name: "white", title: "White", stone: StoneColour::White },
            Side { name: "black", title: "Black", stone: StoneColour::Black },
        ],
        joins: None,
        boards: &[BoardRange { shape: Shape::Square, min: 3, max: 3, default: 3 }],
        options: &[],
        default_komi: |_, _| 0,
        steps: &[StepKind::Place],
        endings: &[THREE],
        draws: true,
    };

    fn new(options: &Options) -> Result<Self, SetupError> {
        let options = Self::INFO.revalidate(options)?;
        Ok(Self {
            options,
            board: Board::new(options.geometry()),
            to_move: Colour::First,
            outcome: None,
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
        self.board.set(cell, self.to_move);
        let own = self.board.stones(self.to_move);
        let toward = |cell, direction| self.board.geometry().toward(cell, direction);
        let is_row = |cell, direction| {
            let next = toward(cell, direction).filter(|&next| own.contains(next));
            next.and_then(|next| toward(next, direction)).is_some_and(|last| own.contains(last))
        };
        if own.iter().any(|cell| Direction::ALL.iter().any(|&direction| is_row(cell, direction))) {
            self.outcome =
                Some(Outcome { winner: Some(self.to_move), reason: Reason::Own(&THREE) });
        } else if self.board.vacant() == CellSet::EMPTY {
            self.outcome = Some(Outcome { winner: None, reason: Reason::Stuck });
        }
        self.to_move = self.to_move.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn marks(&self) -> Marks {
        Marks::default()
    }
}

impl Knowledge for ThreeInARow {}

/// The position after the cells named in `moves`.
fn position(moves: &str) -> Result<(ThreeInARow, Names), Box<dyn std::error::Error>> {
    let options = ThreeInARow::INFO.options(&Setup::default())?;
    let names = Names { info: &ThreeInARow::INFO, geometry: options.geometry() };
    let mut game = ThreeInARow::new(&options)?;
    for cell in moves.split_whitespace() {
        game.play(names.parse_step(cell)?)?;
    }
    Ok((game, names))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (game, names) = position("b2 a1 c1")?;
    println!("{}", names.diagram(game.board()));
    let found = Search::new(game, Config::default()).run(
        &Limits::simulations(1_000),
        &CancelToken::new(),
        |_| {},
    )?;
    let steps: Vec<String> =
        found.principal_variation.iter().map(|&step| names.step(step)).collect();
    println!("best play: {}; proven: {:?}", steps.join(" "), found.proof);
    Ok(())
}

#[test]
fn the_search_blocks_a_row_and_proves_the_draw() -> Result<(), Box<dyn std::error::Error>> {
    let (game, names) = position("b2 a1 c1")?;
    let found = Search::new(game, Config::default()).run(
        &Limits::simulations(5_000),
        &CancelToken::new(),
        |_| {},
    )?;
    assert_eq!(found.best().map(|step| names.step(step)).as_deref(), Some("a3"));
    assert_eq!(found.proof, Some(tetralith_engine::Proof::Draw));
    main()
}

//! A position and everything that there is to see on it, wherever and however large it is drawn.

use tetralith_core::{About, Board, Cell, CellSet, Colour, Info, Marks, OwnMark};

/// A position and everything that there is to see on it. Make one with [`View::new`] and set what
/// else is to be seen.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The stones.
    pub board: &'a Board,
    /// The game, for the stones and sides of its colours.
    pub info: &'static Info,
    /// The marks of the rules; `None` shows nothing of them.
    pub marks: Option<&'a Marks>,
    /// The cell that the keys are on.
    pub cursor: Option<Cell>,
    /// The cells of the last step, or of the last turn.
    pub last: CellSet,
    /// The step at hand.
    pub step: StepAtHand<'a>,
    /// The cells that concern the one under the cursor: lines of sight, a group, a territory, why
    /// it is closed.
    pub about: Option<&'a About>,
    /// Cells to bring out besides.
    pub emphasis: CellSet,
    /// Stones that came down together and are shown as one piece.
    pub pieces: &'a [CellSet],
    /// Texts on cells: numbers of moves, candidates with their win rates.
    pub labels: &'a [Label],
    /// Cells that have just changed.
    pub flash: CellSet,
}

/// The step that is to be made: where it may go, and where it is aimed.
#[derive(Clone, Copy, Debug)]
pub struct StepAtHand<'a> {
    /// Cells on which it may go, or a part of it; empty when no player is to make a step.
    pub legal: CellSet,
    /// The stones that it would put down as it is aimed, or those picked so far.
    pub stones: &'a [(Cell, Colour)],
    /// The player who makes it, so that a stone of the other colour in it is marked.
    pub mover: Option<Colour>,
}

impl StepAtHand<'_> {
    /// No step is to be made.
    pub const NONE: Self = Self { legal: CellSet::EMPTY, stones: &[], mover: None };
}

/// A text on a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Label {
    pub cell: Cell,
    /// The text, two or three characters at most.
    pub text: String,
    pub kind: LabelKind,
}

/// The kinds of text on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LabelKind {
    /// A plain note, such as the number of a move.
    Note,
    /// A step that is advised.
    Candidate {
        /// Its rank, 1 for the best.
        rank: u8,
        /// The side whose stone it would put there, if it puts one.
        side: Option<Colour>,
    },
    /// A mark that a person put there.
    Own(OwnMark),
    /// A step that the opponent threatens, or the worst of those.
    Threat {
        /// True for the worst.
        best: bool,
    },
}

impl Label {
    /// The labels of cells for the dots, letters and arrows among `marks`.
    pub fn of_own(marks: &[OwnMark]) -> Vec<Self> {
        let marks = marks.iter().filter(|mark| !matches!(mark, OwnMark::Shade(_)));
        let label = |&mark: &OwnMark| {
            let letter = if let OwnMark::Letter(_, letter) = mark { Some(letter) } else { None };
            let text = letter.into_iter().collect();
            Self { cell: mark.cell(), text, kind: LabelKind::Own(mark) }
        };
        marks.map(label).collect()
    }
}

impl<'a> View<'a> {
    /// The stones on `board` and nothing else.
    pub const fn new(board: &'a Board, info: &'static Info) -> Self {
        Self {
            board,
            info,
            marks: None,
            cursor: None,
            last: CellSet::EMPTY,
            step: StepAtHand::NONE,
            about: None,
            emphasis: CellSet::EMPTY,
            pieces: &[],
            labels: &[],
            flash: CellSet::EMPTY,
        }
    }
}

/// The cells of a view by what they show.
#[derive(Clone, Debug, Default)]
pub struct Regions {
    /// Cells controlled or owned, by colour.
    pub held: [CellSet; 2],
    /// Cells of neutral territories.
    pub neutral: CellSet,
    /// Vacant legal cells, when those are the fewer: they are marked.
    pub legal: CellSet,
    /// Vacant illegal cells, when those are the fewer: they are marked; without cells that are
    /// marked as forbidden or neutral, and without territories in which nothing is legal.
    pub closed: CellSet,
    /// Vacant cells that are forbidden and that a side holds.
    pub closed_by_holder: CellSet,
    /// The group under the cursor.
    pub group: CellSet,
    /// The other cells that concern the one under the cursor: its lines of sight, its region.
    pub concerned: CellSet,
    /// The stones that count for it, and the cells that show why it is closed.
    pub counted: CellSet,
    /// Stones that can be flipped.
    pub threatened: CellSet,
    /// The connection that won.
    pub path: CellSet,
}

impl Regions {
    /// Sorts the cells of `view`.
    pub fn of(view: &View<'_>) -> Self {
        let mut regions = Self::default();
        let vacant = view.board.vacant();
        if !view.step.legal.is_empty() {
            if 2 * (view.step.legal & vacant).len() <= vacant.len() {
                regions.legal = view.step.legal & vacant;
            } else {
                regions.closed = vacant - view.step.legal;
            }
        }
        if let Some(marks) = view.marks {
            regions.held = marks.controlled;
            for territory in &marks.territories {
                match territory.owner {
                    Some(owner) => regions.held[owner.index()] |= territory.cells,
                    None => regions.neutral |= territory.cells,
                }
            }
            (regions.threatened, regions.path) = (marks.threatened, marks.path);
            let forbidden =
                marks.forbidden.iter().fold(CellSet::EMPTY, |all, (_, cells)| all | *cells);
            regions.closed_by_holder = forbidden & vacant & (regions.held[0] | regions.held[1]);
            let shut = marks
                .territories
                .iter()
                .map(|territory| territory.cells)
                .filter(|cells| !cells.intersects(&view.step.legal));
            regions.closed = shut
                .fold(regions.closed - forbidden - regions.neutral, |closed, cells| closed - cells);
        }
        if let Some(about) = view.about {
            (regions.concerned, regions.counted) = (about.area(), about.counted);
            if let Some(refusal) = &about.closed {
                regions.counted |= refusal.cells;
            }
            if let (true, [(_, group)]) = (about.lines.is_empty(), &about.groups[..]) {
                let is_under_cursor = view.cursor.is_some_and(|cell| group.contains(cell));
                regions.group = if is_under_cursor { *group } else { CellSet::EMPTY };
            }
        }
        regions
    }

    /// The side that owns or controls a cell.
    pub fn holder(&self, cell: Cell) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|colour| self.held[colour.index()].contains(cell))
    }
}

//! An annotated game as HTML.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::{Page, escaped};
use serde_json::{Value, json};
use tetralith_core::timeline::{NodeId, Timeline};
use tetralith_core::{Board, CellSet, Names, OwnMark, Record};
use tetralith_study::{GameAnalysis, Verdict, judgement};

use crate::annotated::board::{Boards, Looks, side};
use crate::annotated::graph::{self, Point, graph};
use crate::annotated::story::{PageError, Story, StoryItem, StoryStep};

/// The most diagrams on one page; later comments have none, since the board beside them can show
/// the position.
const MAX_DIAGRAMS: usize = 200;

/// The game as one self-contained HTML file: the moves with all that is noted on them, a diagram at
/// each comment, a board on which to step through the game with keys and buttons, and with an
/// `analysis` the graph of the winning chances.
///
/// # Errors
/// [`PageError`] if the game is too long.
pub fn html(
    record: &Record,
    timeline: &Timeline,
    analysis: Option<&GameAnalysis>,
    looks: Looks,
) -> Result<String, PageError> {
    let story = Story::of(record, timeline, analysis)?;
    let boards = Boards::new(timeline.start(), looks)?;
    let places = Places::of(&story);
    let mut page = Page::new(story.title());
    page.style = [boards.style(), graph::STYLE, include_str!("game.css")].concat();
    include_str!("game.js").clone_into(&mut page.script);
    page.markup(boards.definitions());
    let mut facts = "<dl class=\"facts\">".to_owned();
    for (title, text) in story.facts() {
        let _ = write!(facts, "<dt>{}</dt><dd>{}</dd>", escaped(title), escaped(&text));
    }
    page.markup(facts + "</dl>");
    let graph =
        graph(&chances(&story, &places), "Win rate of the first player").unwrap_or_default();
    let viewer = boards.viewer(
        timeline.start().board(),
        &places.marked(&story),
        "The position at the chosen move",
    );
    page.markup(format!(
        "<div class=\"game\">\n<div class=\"side\">{viewer}\n{}\n{graph}</div>\n<div \
         class=\"moves\">\n{}</div>\n</div>",
        include_str!("buttons.html").trim_end(),
        Words { story: &story, boards: &boards, places: &places, diagrams: 0 }.told()
    ));
    page.markup(format!(
        "<script type=\"application/json\" id=\"places\">{}</script>",
        places.data
    ));
    Ok(crate::html(&page))
}

/// The places of a game by number, and what a script must know of them.
struct Places {
    numbers: HashMap<NodeId, usize>,
    /// The positions after each step, by number: the board and the cells of the last turn.
    positions: Vec<(Board, CellSet)>,
    data: String,
}

impl Places {
    /// Numbers the places in the order of the page, the start first.
    fn of(story: &Story) -> Self {
        let mut timeline = story.timeline.clone();
        timeline.go_to(NodeId::START);
        let mut numbers = HashMap::from([(NodeId::START, 0)]);
        let mut positions = vec![(*timeline.position().board(), CellSet::EMPTY)];
        let mut data = vec![json!([0, 0, [], [], 0])];
        for told in steps(story) {
            timeline.go_to(told.node);
            let (parent, number) = (numbers[&timeline.parent(told.node)], positions.len());
            numbers.insert(told.node, number);
            let (board, last) = (*timeline.position().board(), timeline.latest_cells());
            let cells: Vec<usize> = last.iter().map(tetralith_core::Cell::index).collect();
            let turn = timeline.turn(told.node);
            data.push(json!([parent, 0, changes(&positions[parent].0, &board), cells, turn]));
            // Going forward from a place leads to the first place that follows it.
            if data[parent][1] == 0 {
                data[parent][1] = number.into();
            }
            positions.push((board, last));
        }
        let start: Vec<Value> =
            positions[0].0.geometry().cells().map(|cell| class(&positions[0].0, cell)).collect();
        Self { numbers, positions, data: json!({ "start": start, "places": data }).to_string() }
    }

    /// The places beside which people marked cells: their numbers, boards and marks.
    fn marked<'a>(&'a self, story: &Story<'a>) -> Vec<(usize, &'a Board, &'a [OwnMark])> {
        let places = steps(story).map(|told| {
            let number = self.number(told.node);
            (number, &self.positions[number].0, marked(story.timeline, told.node))
        });
        places.filter(|(.., own)| !own.is_empty()).collect()
    }

    fn number(&self, node: NodeId) -> usize {
        self.numbers.get(&node).copied().unwrap_or(0)
    }
}

fn steps<'a>(story: &'a Story) -> impl Iterator<Item = &'a StoryStep> {
    story.items.iter().filter_map(|item| match item {
        StoryItem::Step(told) => Some(&**told),
        StoryItem::Begin | StoryItem::End => None,
    })
}

/// The marks that people put beside a step.
pub(crate) fn marked(timeline: &Timeline, node: NodeId) -> &[OwnMark] {
    timeline.note(node).map_or(&[], |note| &note.marks)
}

fn class(board: &Board, cell: tetralith_core::Cell) -> Value {
    board.at(cell).map_or("", side).into()
}

/// The cells on which two boards differ, with what is there on the second.
fn changes(before: &Board, after: &Board) -> Vec<Value> {
    let cells = after.geometry().cells().filter(|&cell| before.at(cell) != after.at(cell));
    cells.map(|cell| json!([cell.index(), class(after, cell)])).collect()
}

/// The first player's chances along the main line, by the analysis where there is one, else as they
/// are noted.
fn chances(story: &Story, places: &Places) -> Vec<Point> {
    let timeline = story.timeline;
    let mut depth = 0;
    let mut points = Vec::new();
    for item in &story.items {
        match item {
            StoryItem::Begin => depth += 1,
            StoryItem::End => depth -= 1,
            StoryItem::Step(told) if depth == 0 => {
                let judged = told
                    .verdict
                    .as_ref()
                    .map(|verdict| (verdict.first_players_chance(), fault(verdict)));
                let noted = || {
                    timeline.note(told.node).and_then(|note| note.eval).map(|chance| (chance, None))
                };
                if let Some((chance, fault)) = judged.or_else(noted) {
                    points.push(Point { place: places.number(told.node), chance, fault });
                }
            }
            StoryItem::Step(_) => {}
        }
    }
    points
}

/// The class of a move that is a fault.
pub(crate) fn fault(verdict: &Verdict) -> Option<&'static str> {
    verdict.class.is_fault().then(|| verdict.class.id())
}

struct Words<'a> {
    story: &'a Story<'a>,
    boards: &'a Boards,
    places: &'a Places,
    diagrams: usize,
}

impl Words<'_> {
    fn told(mut self) -> String {
        let (story, mut text) = (self.story, "<p>".to_owned());
        for item in &story.items {
            match item {
                StoryItem::Begin => text.push_str("</p>\n<div class=\"variation\"><p>"),
                StoryItem::End => text.push_str("</p></div>\n<p>"),
                StoryItem::Step(told) => self.step(&mut text, told),
            }
        }
        (text + "</p>\n").replace("<p></p>", "")
    }

    fn step(&mut self, text: &mut String, told: &StoryStep) {
        let place = self.places.number(told.node);
        if told.number.is_none() && text.ends_with(' ') {
            // A comma joins the stones of a turn.
            text.pop();
            text.push(',');
        }
        // A number is in the same line as its move, however narrow the page.
        let number = told.number.map(|number| format!("<span class=\"turn\"><b>{number}.</b> "));
        let (number, end) = number.map_or((String::new(), ""), |number| (number, "</span>"));
        let class = told.verdict.as_ref().map_or("", |verdict| verdict.class.id());
        let _ = write!(
            text,
            "{number}<a class=\"move {class}\" id=\"move-{place}\" href=\"#move-{place}\" \
             data-place=\"{place}\"><i class=\"chip chip-{}\"></i>{}{}</a>{end} ",
            side(told.mover),
            escaped(&told.name),
            escaped(&told.mark)
        );
        let judged = told
            .verdict
            .as_ref()
            .filter(|verdict| verdict.class.is_fault())
            .map(|verdict| self.judged(verdict));
        let own = marked(self.story.timeline, told.node);
        if told.comment.is_empty() && own.is_empty() && judged.is_none() {
            return;
        }
        let mut said = String::new();
        if !told.comment.is_empty() {
            let _ = write!(said, "<p class=\"comment\">{}</p>", escaped(&told.comment));
        }
        let is_drawn = !told.comment.is_empty() || !own.is_empty();
        if is_drawn && self.diagrams < MAX_DIAGRAMS {
            self.diagrams += 1;
            let (board, last) = &self.places.positions[place];
            let title = format!("After {}", told.name);
            let diagram = self.boards.diagram(board, *last, own, &[], &title);
            let _ = write!(said, "<figure>{diagram}</figure>");
        }
        if let Some(judged) = judged {
            let _ = write!(said, "<p class=\"judged\">{}</p>", escaped(&judged));
        }
        let _ = write!(text, "</p>\n{said}\n<p>");
    }

    /// The analysis of a fault.
    fn judged(&self, verdict: &Verdict) -> String {
        let names = Names::of(self.story.timeline.start());
        judgement(names, verdict)
    }
}

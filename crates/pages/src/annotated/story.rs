//! A game in the order of reading: its steps with what is noted on them, each variation after the
//! turn it is an alternative to.

use std::collections::BTreeMap;

use tetralith_core::timeline::{NodeId, Timeline};
use tetralith_core::{Colour, Names, Record, Step, position_text};
use tetralith_picture::PictureError;
use tetralith_study::{GameAnalysis, Verdict, level_text, level_title, not_analysed};
use thiserror::Error;

/// The most steps of a game on a page, including variations.
const MAX_MOVES: usize = 5_000;

/// The reasons why there is no page. Each is one sentence.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PageError {
    /// There are too many moves for a page.
    #[error("a page has at most {MAX_MOVES} moves, and this game with its variations has {moves}")]
    TooLong {
        /// The number of moves.
        moves: usize,
    },
    /// The game's board cannot be drawn.
    #[error(transparent)]
    Picture(#[from] PictureError),
}

/// A part of a game on a page.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum StoryItem {
    Step(Box<StoryStep>),
    /// A variation begins: an alternative to a step of the turn before.
    Begin,
    End,
}

/// A step with its name, its verdict and its comments.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct StoryStep {
    /// Its place in the game.
    pub(crate) node: NodeId,
    /// The number of its turn, where that is to be shown; none directly after another stone of the
    /// same turn.
    pub(crate) number: Option<u32>,
    /// The player who made it.
    pub(crate) mover: Colour,
    /// Its name; with a number, that of the turn so far.
    pub(crate) name: String,
    /// The judgement of it: of a person if there is one, else of the analysis; empty if it is
    /// nothing special.
    pub(crate) mark: String,
    /// The comment on it, as it came; empty if there is none.
    pub(crate) comment: String,
    /// The verdict of the analysis on the turn that ends here.
    pub(crate) verdict: Option<Verdict>,
}

/// A game in the order of reading.
#[derive(Clone, Debug)]
pub(crate) struct Story<'a> {
    /// The record besides the game.
    pub(crate) record: &'a Record,
    /// The game.
    pub(crate) timeline: &'a Timeline,
    /// The parts, in order.
    pub(crate) items: Vec<StoryItem>,
    /// The sentence that states how many moves of the main line an analysis lacks.
    not_analysed: Option<String>,
}

impl<'a> Story<'a> {
    /// The whole of a game, with what an analysis found of its main line.
    ///
    /// # Errors
    /// [`PageError::TooLong`] if it has more than [`MAX_MOVES`] steps.
    pub(crate) fn of(
        record: &'a Record,
        timeline: &'a Timeline,
        analysis: Option<&GameAnalysis>,
    ) -> Result<Self, PageError> {
        if timeline.steps() > MAX_MOVES {
            return Err(PageError::TooLong { moves: timeline.steps() });
        }
        let verdicts = analysis.map(GameAnalysis::verdicts).unwrap_or_default();
        let not_analysed = analysis.and_then(|analysis| not_analysed(analysis, verdicts.len()));
        let verdicts =
            verdicts.into_iter().map(|verdict| (verdict.choice.after, verdict)).collect();
        let names = Names::of(timeline.start());
        let mut teller = Teller { timeline, names, verdicts, items: Vec::new(), number: true };
        if let Some(&first) = timeline.children(NodeId::START).first() {
            teller.line(first);
        }
        Ok(Self { record, timeline, items: teller.items, not_analysed })
    }

    /// The title of the page: the game and who played it.
    pub(crate) fn title(&self) -> String {
        who_played(self.record, Names::of(self.timeline.start()))
    }

    /// The facts about the game besides its moves: titles and texts as they came, but for what the
    /// program says itself.
    pub(crate) fn facts(&self) -> Vec<(&'static str, String)> {
        let names = Names::of(self.timeline.start());
        let mut end = self.timeline.clone();
        end.go_to(self.timeline.main_end());
        let mut facts = vec![("Game", tetralith_picture::caption(&end))];
        let start = self.timeline.start();
        if start.is_set_up() {
            facts.push(("Starts from", position_text::write(start)));
        }
        for colour in Colour::BOTH {
            let player = &self.record.players[colour.index()];
            let name = player.named().map(str::to_owned);
            let said: Vec<String> = name.into_iter().chain(level_text(player)).collect();
            if !said.is_empty() {
                facts.push((names.title(colour), said.join(", ")));
            }
        }
        let more = [
            ("Date", &self.record.date),
            ("Event", &self.record.event),
            ("Comment", &self.record.comment),
            ("Analysis", &self.not_analysed),
        ];
        facts.extend(more.into_iter().filter_map(|(title, text)| Some((title, text.clone()?))));
        facts
    }
}

/// The game and who played it, as far as a record states.
pub(crate) fn who_played(record: &Record, names: Names) -> String {
    let called = |colour: Colour| {
        let player = &record.players[colour.index()];
        player.named().or_else(|| level_title(player))
    };
    match Colour::BOTH.map(called) {
        [None, None] => names.info.title.to_owned(),
        players => {
            let [first, second] =
                Colour::BOTH.map(|colour| players[colour.index()].unwrap_or(names.title(colour)));
            format!("{}: {first} – {second}", names.info.title)
        }
    }
}

struct Teller<'a> {
    timeline: &'a Timeline,
    names: Names,
    verdicts: BTreeMap<NodeId, Verdict>,
    items: Vec<StoryItem>,
    /// True if the next step is shown with its number even in the middle of its turn.
    number: bool,
}

impl Teller<'_> {
    /// Writes the line that begins at `first`, and its variations.
    fn line(&mut self, first: NodeId) {
        let timeline = self.timeline;
        let (mut next, mut turn) = (Some(first), Vec::new());
        while let Some(node) = next {
            self.step(node);
            turn.push(node);
            next = timeline.children(node).first().copied();
            if next.is_some() && timeline.is_mid_turn_at(node) {
                continue;
            }
            // Variations follow a whole turn, so that none parts its stones.
            for node in turn.drain(..) {
                let siblings = timeline.children(timeline.parent(node));
                // The alternatives to the first step of a variation are beside it.
                let others = siblings.split_first().filter(|(first, _)| **first == node);
                for &other in others.map_or(&[][..], |(_, others)| others) {
                    self.items.push(StoryItem::Begin);
                    self.number = true;
                    self.line(other);
                    self.items.push(StoryItem::End);
                    self.number = true;
                }
            }
        }
    }

    /// The steps of the turn of `node` up to it.
    fn turn_to(&self, node: NodeId) -> Vec<Step> {
        let timeline = self.timeline;
        let to = std::iter::successors(Some(node), |&node| Some(timeline.parent(node)));
        let of_turn =
            to.take_while(|&at| at != NodeId::START && timeline.turn(at) == timeline.turn(node));
        let mut steps: Vec<Step> = of_turn.filter_map(|node| timeline.step(node)).collect();
        steps.reverse();
        steps
    }

    fn step(&mut self, node: NodeId) {
        let timeline = self.timeline;
        let Some(step) = timeline.step(node) else { return };
        let said = timeline.note(node);
        let verdict = self.verdicts.remove(&node);
        let of_analysis = || verdict.as_ref().map(|verdict| verdict.class.mark().to_owned());
        let mark = said.and_then(|note| note.nag.clone()).or_else(of_analysis).unwrap_or_default();
        let comment = said.map_or_else(String::new, |note| note.comment.clone());
        let begins = timeline.turn(node) != timeline.turn(timeline.parent(node));
        let number = (begins || self.number).then(|| timeline.turn(node));
        self.number = !comment.is_empty();
        let mover = timeline.mover(node);
        // A turn that is taken up again is named whole.
        let name = match number {
            Some(_) => self.names.turn(&self.turn_to(node)),
            None => self.names.step(step),
        };
        self.items.push(StoryItem::Step(Box::new(StoryStep {
            node,
            number,
            mover,
            name,
            mark,
            comment,
            verdict,
        })));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variations_come_after_the_move_they_are_an_alternative_to() {
        let text = br#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":5},"moves":["c3",
            {"move":"b2","comment":"so","variations":[["d4","a1"],[{"move":"e5","nag":"?"}]]},"d5"]}"#;
        let (record, timeline) = Record::read(text).unwrap();
        let story = Story::of(&record, &timeline, None).unwrap();
        let told: Vec<String> = story
            .items
            .iter()
            .map(|item| match item {
                StoryItem::Begin => "(".to_owned(),
                StoryItem::End => ")".to_owned(),
                StoryItem::Step(told) => {
                    let number = told.number.map(|number| format!("{number}.")).unwrap_or_default();
                    format!(
                        "{number}{}{}{}",
                        told.name,
                        told.mark,
                        if told.comment.is_empty() { "" } else { "!" }
                    )
                }
            })
            .collect();
        assert_eq!(told.join(" "), "1.c3 2.b2! ( 2.d4 3.a1 ) ( 2.e5? ) 3.d5");
        assert_eq!(story.title(), "Necklace");
        let computer = br#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":5},
            "players":{"red":{"name":"Ann"},"blue":{"kind":"ai","level":"medium"}},"moves":["c3"]}"#;
        let (record, timeline) = Record::read(computer).unwrap();
        let story = Story::of(&record, &timeline, None).unwrap();
        assert_eq!(story.title(), "Necklace: Ann – Medium");
    }

    #[test]
    fn variations_part_no_stones_of_a_turn() {
        let text = br#"{"format":"tetralith","version":1,"game":"greylox","options":{"size":5},
            "moves":["e5",{"move":"f5,g3","variations":[["f4,c3"],["f5,c3"]]},"g2,b2"]}"#;
        let (record, timeline) = Record::read(text).unwrap();
        let text = crate::annotated::markdown(&record, &timeline, None).unwrap();
        let moves = "\n1\\. e5 2\\. f5,g3\n\n- 2\\. f4,c3\n\n- 2\\. f5,c3\n\n3\\. g2,b2\n";
        assert!(text.ends_with(moves), "{text}");
    }
}

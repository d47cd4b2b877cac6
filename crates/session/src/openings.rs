//! Openings to learn: lines that a player has marked, or a game's book, asked move by move with the
//! spacing of puzzles.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use tetralith_core::text::Excerpt;
use tetralith_core::{
    CellSet, Colour, Game, Info, Names, NodeId, Setup, Step, Timeline, game_line, position_text,
};
use tetralith_engine::Book;

use crate::lesson::{
    GameLesson, Kind, LessonRemarks, LessonSolution, LessonStep, LessonTask, line,
};
use crate::practice::{Day, OpeningSource, Practice, Round};
use crate::sentence;
use crate::sentence::ActionId;
use crate::table::Table;

/// The most positions that are asked of one game.
const MOST_POSITIONS: usize = 2_000;

/// The most turns of the learner that are asked one after the other.
const MOST_IN_A_ROW: u32 = 3;

/// The openings of one game that are learnt, as progress keeps them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct OpeningProgress {
    /// The lines that were marked, as text, each with how often it was marked or left out: an odd
    /// number is marked. Of two programs the one that did more is right.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    lines: BTreeMap<String, u32>,
    /// The practice with their positions.
    #[serde(default, skip_serializing_if = "Practice::is_empty")]
    practice: Practice,
    /// The practice with the positions of the book.
    #[serde(default, skip_serializing_if = "Practice::is_empty")]
    book: Practice,
    #[serde(skip)]
    asked: AskedOfLines,
}

/// The positions of the lines that are asked, once they were needed: to play the lines takes too
/// long for a drawing. They follow from the lines, so that any two are equal.
#[derive(Clone, Debug, Default)]
struct AskedOfLines(OnceLock<Vec<u64>>);

impl PartialEq for AskedOfLines {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for AskedOfLines {}

impl OpeningProgress {
    /// True if nothing was marked or asked.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The lines that are marked.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().filter(|(_, times)| *times % 2 == 1).map(|(line, _)| line.as_str())
    }

    /// Marks a line, or leaves it out if it is marked; returns true if it is marked now.
    pub fn turn(&mut self, line: String) -> bool {
        self.asked = AskedOfLines::default();
        let times = self.lines.entry(line).or_default();
        *times = times.saturating_add(1);
        *times % 2 == 1
    }

    /// The practice with the positions of `source`.
    pub const fn practice(&self, source: OpeningSource) -> &Practice {
        match source {
            OpeningSource::Lines => &self.practice,
            OpeningSource::Book => &self.book,
        }
    }

    /// The number of positions of `info` from `source` that come back on `day` or should have
    /// before, without those of lines that are no longer marked.
    pub fn due(&self, info: &'static Info, source: OpeningSource, day: Day) -> usize {
        let practice = self.practice(source);
        match source {
            OpeningSource::Lines => {
                let of_lines = || {
                    let all = Repertoire::of_lines(info, self.lines());
                    all.asked().map(|question| question.id).collect()
                };
                let asked = self.asked.0.get_or_init(of_lines);
                asked.iter().filter(|id| practice.comes_back(**id, day)).count()
            }
            OpeningSource::Book => practice.due(day),
        }
    }

    /// Notes an attempt at the position `id` of `source` on `day`.
    pub fn note(&mut self, source: OpeningSource, id: u64, is_right: bool, day: Day) {
        let practice = match source {
            OpeningSource::Lines => &mut self.practice,
            OpeningSource::Book => &mut self.book,
        };
        practice.note_again(id, is_right, day);
    }

    /// Merges in what another run of the program has noted.
    pub fn merge(&mut self, other: Self) {
        self.asked = AskedOfLines::default();
        for (line, times) in other.lines {
            let mine = self.lines.entry(line).or_default();
            *mine = times.max(*mine);
        }
        self.practice.merge(other.practice);
        self.book.merge(other.book);
    }
}

/// A position of an opening in which the learner is to move.
#[derive(Clone, Debug)]
struct Question {
    id: u64,
    /// The moves that lead there; the cursor is at the position.
    timeline: Timeline,
    answers: Vec<Step>,
    /// True if it is the rest of a turn that another question asks from its beginning.
    is_rest: bool,
}

/// The positions that are asked of one game.
#[derive(Clone, Debug)]
pub struct Repertoire {
    info: &'static Info,
    source: OpeningSource,
    questions: Vec<Question>,
    /// The moves of both sides, by position.
    moves: HashMap<u64, Vec<Step>>,
    /// The lines that cannot be played any more, each with the reason, and that some are left out,
    /// without a full stop.
    faults: Vec<String>,
}

impl Repertoire {
    fn new(info: &'static Info, source: OpeningSource) -> Self {
        let (questions, moves, faults) = (Vec::new(), HashMap::new(), Vec::new());
        Self { info, source, questions, moves, faults }
    }

    /// The positions of `source` for a learner who knows so much of it.
    pub fn of(info: &'static Info, source: OpeningSource, known: &OpeningProgress) -> Self {
        match source {
            OpeningSource::Lines => Self::of_lines(info, known.lines()),
            OpeningSource::Book => Self::of_book(info),
        }
    }

    /// The positions of `lines`, which are games of `info` in a line each: those in which the
    /// player moves who makes the last move of the line.
    fn of_lines<'a>(info: &'static Info, lines: impl Iterator<Item = &'a str>) -> Self {
        let mut all = Self::new(info, OpeningSource::Lines);
        let mut places = HashMap::new();
        for text in lines {
            match game_line::read(text) {
                Ok(timeline) if timeline.start().info().id == info.id => {
                    all.add(timeline, &mut places);
                }
                Ok(_) => {}
                Err(why) => {
                    let line = Excerpt::new(text);
                    all.faults.push(format!("the line {line} is skipped: {why}"));
                }
            }
        }
        if places.len() > all.questions.len() {
            let (left_out, of) = (places.len() - all.questions.len(), places.len());
            all.faults
                .push(format!("{left_out} of the {of} positions of your lines are not asked"));
        }
        // Those that come first in the opening are asked first.
        all.questions.sort_by_key(|question| question.timeline.steps());
        all.find_rests();
        all
    }

    /// Marks the questions in the middle of a turn whose two stones are the only right ones: the
    /// question about the first goes on with the second.
    fn find_rests(&mut self) {
        let only = self.questions.iter().filter(|question| question.answers.len() == 1);
        let only: HashSet<u64> = only.map(|question| question.id).collect();
        for question in &mut self.questions {
            let mut begin = question.timeline.clone();
            let cursor = begin.cursor();
            begin.go_to(begin.parent(cursor));
            question.is_rest = begin.is_mid_turn_at(cursor)
                && only.contains(&question.id)
                && only.contains(&position_text::number(begin.position()));
        }
    }

    /// The questions that are asked from their beginning.
    fn asked(&self) -> impl Iterator<Item = &Question> {
        self.questions.iter().filter(|question| !question.is_rest)
    }

    /// Adds the positions of the main line of `timeline`; `places` holds those of all questions.
    fn add(&mut self, mut timeline: Timeline, places: &mut HashMap<u64, usize>) {
        let line = timeline.main_line();
        let steps: Vec<Step> = line.iter().filter_map(|&node| timeline.step(node)).collect();
        // A person whose colours are swapped goes on with the other one.
        let holder = |at: usize| {
            let before = steps[..at].iter().copied();
            Step::held_after(Colour::First, before) == timeline.mover(line[at])
        };
        let holders: Vec<bool> = (0..steps.len()).map(holder).collect();
        let own = holders.last().copied();
        for ((&node, &step), holder) in line.iter().zip(&steps).zip(holders) {
            timeline.go_to(timeline.parent(node));
            let (id, is_own) = (position_text::number(timeline.position()), Some(holder) == own);
            add_new(self.moves.entry(id).or_default(), step);
            if is_own {
                let place = places.len();
                let place = *places.entry(id).or_insert(place);
                self.ask((id, place), &timeline, step);
            }
        }
    }

    /// Has `step` count as right in the position `id`, at the cursor of `timeline`, which has this
    /// `place` among the questions if they are not too many.
    fn ask(&mut self, (id, place): (u64, usize), timeline: &Timeline, step: Step) {
        match self.questions.get_mut(place) {
            Some(question) => add_new(&mut question.answers, step),
            None if place < MOST_POSITIONS => {
                let mut timeline = timeline.clone();
                timeline.truncate();
                self.questions.push(Question { id, timeline, answers: vec![step], is_rest: false });
            }
            None => {}
        }
    }

    /// The positions of the book of `info`, of either side.
    fn of_book(info: &'static Info) -> Self {
        let mut all = Self::new(info, OpeningSource::Book);
        let start =
            info.options(&Setup::default()).and_then(|usual| Game::start(info, &usual)).ok();
        let Some((book, start)) = Book::of(info).zip(start) else { return all };
        let mut seen = HashSet::new();
        // Those that come first in the opening are asked first.
        let mut open = VecDeque::from([Timeline::new(start)]);
        while let Some(timeline) = open.pop_front() {
            if all.questions.len() == MOST_POSITIONS {
                break;
            }
            let id = position_text::number(timeline.position());
            if !seen.insert(id) {
                continue;
            }
            let known = book.steps(timeline.position());
            let good: Vec<Step> =
                known.iter().filter(|known| known.weight > 0).map(|known| known.step).collect();
            for &step in &good {
                let mut next = timeline.clone();
                if next.play(step).is_ok() {
                    open.push_back(next);
                }
            }
            if !good.is_empty() {
                all.moves.insert(id, good.clone());
                all.questions.push(Question { id, timeline, answers: good, is_rest: false });
            }
        }
        all.find_rests();
        all
    }

    /// The lines that cannot be played any more, each with the reason, and that some are left out,
    /// without a full stop.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// The lesson that asks the next position of the `round` on `day`, but not the last one again
    /// unless it is the only one; `weigh` returns how frequent a move is in a position.
    pub fn next(
        &self,
        practice: &Practice,
        day: Day,
        round: &mut Round,
        weigh: impl Fn(&Game, Step) -> u32,
    ) -> Option<GameLesson> {
        let ids: Vec<u64> = self.asked().map(|question| question.id).collect();
        let waiting = round.waiting(&ids, practice, day);
        let next = practice.next_in_order(&waiting, day, round.last())?;
        round.ask(Some(next));
        let question = self.questions.iter().find(|question| question.id == next)?;
        let turn = practice.tries(next);
        Some(self.course(question, turn, weigh))
    }

    /// The lesson about `question`, asked for the `turn`th time.
    fn course(
        &self,
        question: &Question,
        turn: u32,
        weigh: impl Fn(&Game, Step) -> u32,
    ) -> GameLesson {
        let timeline = &question.timeline;
        let position = timeline.position();
        let names = Names::of(position);
        let solver = names.title(position.to_move());
        // Of several right moves the first is shown, and the others end the question.
        let is_only = question.answers.len() == 1;
        let reply = if is_only {
            self.reply(position, question.answers[0], turn, weigh)
        } else {
            Vec::new()
        };
        let right = if is_only {
            let moves = [&question.answers[..], &reply[..]].concat();
            format!("Correct: {}.", line(&moves, names))
        } else {
            let all: Vec<String> =
                question.answers.iter().map(|&answer| line(&[answer], names)).collect();
            format!("Correct: one of {}.", all.join(", "))
        };
        let whose = match self.source {
            OpeningSource::Lines => "your line",
            OpeningSource::Book => "the opening book",
        };
        let played = timeline.path(timeline.cursor());
        let played: Vec<Step> = played.iter().filter_map(|&node| timeline.step(node)).collect();
        let so_far = match played.len() {
            0 => "From the first move.".to_owned(),
            _ => format!("After {}.", line(&played, names)),
        };
        let swaps = position.legal().contains(&Step::Swap);
        let order = if swaps {
            sentence!(
                "You are {}. Play the move from {}; {} swaps colours. {} helps.",
                solver,
                whose,
                ActionId::Swap,
                ActionId::Hint
            )
        } else {
            sentence!("You are {}. Play the move from {}. {} helps.", solver, whose, ActionId::Hint)
        };
        let step = LessonStep {
            title: format!("{solver} to play"),
            text: so_far.into(),
            task: LessonTask::Play,
            order,
            timeline: timeline.clone(),
            show: CellSet::EMPTY,
            cursor: None,
            solution: LessonSolution {
                answers: question.answers.clone(),
                refused: CellSet::EMPTY,
                reply,
            },
            remarks: LessonRemarks {
                right: right.into(),
                wrong: Vec::new(),
                otherwise: sentence!(
                    "That is not the move from {}. Try again, or {} for a hint.",
                    whose,
                    ActionId::Hint
                ),
                hint: sentence!(
                    "Look near the lit cells. {} again shows the move.",
                    ActionId::Hint
                ),
                rest: String::new(),
            },
            claim: None,
            shows_marks: true,
            shows_score: true,
        };
        GameLesson {
            info: self.info,
            kind: Kind::Opening { id: question.id, source: self.source },
            steps: vec![step],
            go_on: sentence!(
                "{}: next opening. {}: open on the board.",
                ActionId::Forward,
                ActionId::PlayOn
            ),
        }
    }

    /// The moves after `step` in `position`: those of the opponent by their frequency, and between
    /// them the learner's own, as long as one alone is right.
    fn reply(
        &self,
        position: &Game,
        step: Step,
        turn: u32,
        weigh: impl Fn(&Game, Step) -> u32,
    ) -> Vec<Step> {
        let own = position.to_move();
        let mut position = position.clone();
        let mut line = Vec::new();
        // The line ends with a move of the learner.
        let (mut end, mut asked) = (0, 1);
        let mut next = Some(step);
        while let Some(step) = next {
            // After a swap the sides are the other ones.
            if step == Step::Swap || position.play(step).is_err() {
                break;
            }
            let id = position_text::number(&position);
            let known = self.moves.get(&id).map_or(&[][..], Vec::as_slice);
            next = if position.to_move() == own {
                let question = self.questions.iter().find(|asked| asked.id == id);
                let answers = question.map_or(&[][..], |question| &question.answers[..]);
                asked += u32::from(!position.phase().is_mid_turn());
                match answers {
                    [only] if asked <= MOST_IN_A_ROW => Some(*only),
                    _ => None,
                }
            } else {
                drawn(known, (id, turn), |step| weigh(&position, step))
            };
            line.extend(next);
            if position.to_move() == own && next.is_some() {
                end = line.len();
            }
        }
        line.truncate(end);
        line
    }
}

fn add_new(steps: &mut Vec<Step>, step: Step) {
    if !steps.contains(&step) {
        steps.push(step);
    }
}

/// One of `steps`, by its weight beside the others: over the turns, which begin elsewhere in each
/// position, each comes as often as that says.
fn drawn(
    steps: &[Step],
    (position, turn): (u64, u32),
    weigh: impl Fn(Step) -> u32,
) -> Option<Step> {
    let weights: Vec<u64> = steps.iter().map(|&step| u64::from(weigh(step).max(1))).collect();
    let total: u64 = weights.iter().sum();
    // The golden ratio spreads the turns evenly.
    let mixed = position.wrapping_add(u64::from(turn).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut at = u64::try_from((u128::from(mixed) * u128::from(total)) >> 64).unwrap_or(0);
    steps.iter().zip(weights).find_map(|(&step, weight)| {
        let is_drawn = at < weight;
        at = at.saturating_sub(weight);
        is_drawn.then_some(step)
    })
}

/// The line of the game at `table` up to its cursor, as it is to be trained, and the player whose
/// moves are asked.
///
/// # Errors
/// A sentence without its full stop if it cannot be trained.
pub fn line_to_train(table: &Table) -> Result<(String, String), &'static str> {
    let timeline = table.timeline();
    if timeline.cursor() == NodeId::START {
        return Err("an opening to train ends with your own move; go to one first");
    }
    let line = line_to_mark(timeline).ok_or("only games from the usual start can be trained")?;
    // Colours change hands at a swap, and the moves of a person are asked.
    let at = timeline.cursor();
    let path = timeline.path(at);
    let steps = || path.iter().filter_map(|&node| timeline.step(node));
    let before = steps().take(path.len() - 1);
    let begun = Step::held_after(timeline.mover(at), before);
    let (names, left) = (table.names(), Step::held_after(begun, steps()));
    let mover = if begun == left {
        names.title(begun).to_owned()
    } else {
        format!("{}, {} after the swap", names.title(begun), names.title(left))
    };
    Ok((line, mover))
}

/// The words about a line that is now trained, where the command `asks` for the moves of `mover`,
/// or no longer; a sentence without its full stop.
pub fn training_text(is_trained: bool, asks: &str, mover: &str) -> String {
    if is_trained {
        format!("this opening is now trained: {asks} asks you for the moves of {mover}")
    } else {
        "this opening is no longer trained".to_owned()
    }
}

/// The line up to the cursor of `timeline` as it is marked; `None` if no move was made, or the
/// game began at a position that was set up.
fn line_to_mark(timeline: &Timeline) -> Option<String> {
    if timeline.cursor() == NodeId::START {
        return None;
    }
    let mut line = Timeline::new(timeline.start().clone());
    for node in timeline.path(timeline.cursor()) {
        line.play(timeline.step(node)?).ok()?;
    }
    game_line::write(&line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::Lesson;
    use tetralith_core::games;

    fn necklace() -> &'static Info {
        games::info("necklace").expect("a game")
    }

    fn lines<'a>(lines: &'a [&'a str]) -> Repertoire {
        Repertoire::of_lines(necklace(), lines.iter().copied())
    }

    fn first(all: &Repertoire) -> GameLesson {
        let (practice, mut round) = (Practice::default(), Round::default());
        all.next(&practice, Day(1), &mut round, |_, _| 1).expect("a position is asked")
    }

    #[test]
    fn skipped_positions_wait_for_all_others() {
        let all = lines(&["necklace/7#c4,d5,e3,b2,a1,b3,g7"]);
        let mut openings = OpeningProgress::default();
        // The first position is due.
        openings.note(OpeningSource::Lines, all.questions[0].id, false, Day(1));
        let (mut round, mut asked) = (Round::default(), Vec::new());
        for _ in 0..8 {
            let practice = openings.practice(OpeningSource::Lines);
            let course = all.next(practice, Day(5), &mut round, |_, _| 1).unwrap();
            let Kind::Opening { id, .. } = course.kind else { panic!("it is an opening") };
            asked.push(id);
            round.skip(id);
        }
        let ids: Vec<u64> = all.questions.iter().map(|question| question.id).collect();
        assert_eq!((&asked[..4], &asked[4..]), (&ids[..], &ids[..]));
    }

    #[test]
    fn openings_take_turns_whether_skipped_or_answered() {
        use crate::lesson::Lesson;
        use crate::progress::Progress;
        use crate::time::Moment;
        let all = lines(&["necklace/7#c4,d5,e3,b2,a1,b3,g7"]);
        let ids: Vec<u64> = all.questions.iter().map(|question| question.id).collect();
        // In each turn the first so many are skipped, and the others answered.
        for skipped in [[0; 3], [2, 0, 0], [2, 2, 2], [1, 0, 2], [4, 0, 0]] {
            let (mut progress, mut round) = (Progress::default(), Round::default());
            for skipped in skipped {
                let mut asked = Vec::new();
                for at in 0..ids.len() {
                    let known = progress.openings(necklace()).cloned().unwrap_or_default();
                    let practice = known.practice(OpeningSource::Lines);
                    let course = all.next(practice, Day(0), &mut round, |_, _| 1).unwrap();
                    let Kind::Opening { id, .. } = course.kind else { panic!("an opening") };
                    asked.push(id);
                    let mut lesson = Lesson::of(course, 0).unwrap();
                    if at < skipped {
                        round.skip(id);
                        continue;
                    }
                    let answers = lesson.step().solution.answers.clone();
                    lesson.attempt_turn(&answers[..1]);
                    assert!(progress.follow_opening(&mut lesson, &mut round, Moment::default()));
                }
                assert_eq!(asked, ids, "{skipped} skipped");
            }
        }
    }

    #[test]
    fn own_moves_of_marked_lines_are_asked_and_come_back() {
        let all = lines(&["necklace/7#c4,d5,e3", "necklace/7#c4,e5,d3"]);
        assert_eq!((all.questions.len(), all.faults.len()), (3, 0));
        let mut openings = OpeningProgress::default();
        let (source, mut asked) = (OpeningSource::Lines, Vec::new());
        let mut round = Round::default();
        for _ in 0..3 {
            let course = all.next(openings.practice(source), Day(1), &mut round, |_, _| 1).unwrap();
            let Kind::Opening { id, .. } = course.kind else { panic!("it is an opening") };
            asked.push(id);
            openings.note(source, id, true, Day(1));
        }
        asked.sort_unstable();
        asked.dedup();
        assert_eq!(asked.len(), 3);
        assert_eq!(openings.practice(source).due(Day(1)), 0);
        assert_eq!(openings.practice(source).due(Day(2)), 3, "they come back as puzzles do");
    }

    #[test]
    fn positions_are_asked_from_the_beginning() {
        let all = lines(&["necklace/7#c4,d5,e3,b2,a1", "necklace/7#c4,e5,d3"]);
        let book = Repertoire::of_book(necklace());
        for (all, source) in [(all, OpeningSource::Lines), (book, OpeningSource::Book)] {
            let mut openings = OpeningProgress::default();
            let mut depths = Vec::new();
            for _ in 0..all.questions.len().min(20) {
                let mut round = Round::default();
                let practice = openings.practice(source);
                let course = all.next(practice, Day(1), &mut round, |_, _| 1).unwrap();
                let Kind::Opening { id, .. } = course.kind else { panic!("it is an opening") };
                depths.push(course.steps[0].timeline.steps());
                openings.note(source, id, true, Day(1));
            }
            assert!(depths.len() > 3 && depths.is_sorted(), "{depths:?}");
            assert_eq!(openings.practice(source).rating(), Practice::default().rating());
        }
    }

    #[test]
    fn lines_left_out_are_no_longer_due() {
        let (mut openings, source) = (OpeningProgress::default(), OpeningSource::Lines);
        let line = "necklace/7#c4,d5,e3".to_owned();
        openings.turn(line.clone());
        let all = Repertoire::of(necklace(), source, &openings);
        for question in &all.questions {
            openings.note(source, question.id, true, Day(1));
        }
        let due = |openings: &OpeningProgress| openings.due(necklace(), source, Day(9));
        assert_eq!(due(&openings), 2);
        openings.turn(line);
        assert_eq!(due(&openings), 0);
    }

    #[test]
    fn moves_of_two_stones_are_one_question() {
        let info = games::info("multiplicity").expect("a game");
        let text = "multiplicity/4#c4,d4,e5";
        let all = Repertoire::of_lines(info, [text].into_iter());
        let question = all.asked().next().expect("a question");
        assert_eq!((all.asked().count(), question.timeline.steps()), (1, 1), "{:?}", all.faults);
        let names = Names::of(question.timeline.position());
        let mut lesson = Lesson::of(all.course(question, 0, |_, _| 1), 0).unwrap();
        lesson.attempt(Some(names.parse_step("d4").unwrap()));
        let said = lesson.feedback().unwrap().text.spell(ActionId::name);
        assert_eq!(said, "Correct. Now the second stone of this move.");
        assert!(lesson.verdicts().is_empty() && !lesson.is_done());
        lesson.attempt(Some(names.parse_step("e5").unwrap()));
        assert_eq!((lesson.is_done(), lesson.verdicts()), (true, vec![(question.id, true)]));
    }

    #[test]
    fn typed_moves_end_at_the_first_wrong_stone() {
        let info = games::info("multiplicity").expect("a game");
        let all = Repertoire::of_lines(info, ["multiplicity/4#c4,d4,f5"].into_iter());
        let question = all.asked().next().expect("a question");
        let steps = question.timeline.position().parse_typed("d5,f3").unwrap();
        let mut lesson = Lesson::of(all.course(question, 0, |_, _| 1), 0).unwrap();
        lesson.attempt_turn(&steps);
        let said = lesson.feedback().unwrap().text.spell(ActionId::name);
        assert!(said.starts_with("That is not the move from your line."), "{said}");
    }

    #[test]
    fn each_move_of_an_opening_has_its_own_verdict() {
        let all = lines(&["necklace/7#c4,d5,e3,b2,a1"]);
        let ids: Vec<u64> = all.questions.iter().map(|question| question.id).collect();
        let names = Names::of(all.questions[0].timeline.position());
        let mut lesson = Lesson::of(all.course(&all.questions[0], 0, |_, _| 1), 0).unwrap();
        let mut noted = Vec::new();
        for typed in ["c4", "g7", "e3", "a1"] {
            lesson.attempt(Some(names.parse_step(typed).unwrap()));
            noted.extend(lesson.verdicts());
        }
        assert!(lesson.is_done());
        assert_eq!(noted, [(ids[0], true), (ids[1], false), (ids[2], true)]);
    }

    #[test]
    fn replies_follow_their_frequency() {
        let all = lines(&["necklace/7#c4,d5,e3", "necklace/7#c4,e5,d3"]);
        assert_eq!(all.questions[0].timeline.cursor(), NodeId::START);
        let names = Names::of(all.questions[0].timeline.position());
        let rare = names.parse_step("d5").unwrap();
        let weigh = |_: &Game, step: Step| if step == rare { 1 } else { 3 };
        let replies: Vec<Step> = (0..100)
            .map(|turn| all.course(&all.questions[0], turn, weigh).steps[0].solution.reply[0])
            .collect();
        let count = replies.iter().filter(|&&step| step == rare).count();
        assert!((20..=30).contains(&count), "{count} of 100");
    }

    #[test]
    fn first_replies_follow_their_frequency_over_positions() {
        let names = Names::of(&Game::new("necklace", &Setup::default()).unwrap());
        let step = |text: &str| names.parse_step(text).unwrap();
        let weigh = |_: &Game, reply: Step| if reply == step("d5") { 1 } else { 3 };
        let cells = (1..=13).flat_map(|row| "efghijklm".chars().map(move |c| format!("{c}{row}")));
        let cells: Vec<String> = cells.collect();
        let is_rare = |first: &String| {
            let text = |reply: &str| format!("necklace/13#{first},{reply},a3");
            let texts = [text("d5"), text("d7")];
            let all = lines(&texts.each_ref().map(String::as_str));
            all.course(&all.questions[0], 0, weigh).steps[0].solution.reply[0] == step("d5")
        };
        let count = cells.iter().filter(|first| is_rare(first)).count();
        let share = 100 * count / cells.len();
        assert!((15..=35).contains(&share), "{share} of 100 first replies are the rare one");
    }

    #[test]
    fn swaps_are_part_of_a_line() {
        let all = lines(&["necklace/7;pie=true#c4,swap"]);
        let course = first(&all);
        let order = course.steps[0].order.spell(ActionId::name);
        assert!(order.contains("swaps colours"), "{order}");
        let mut lesson = Lesson::of(course, 0).unwrap();
        assert!(
            !lesson.attempt(lesson.table().game().legal().into_iter().find(|s| *s != Step::Swap))
        );
        assert!(lesson.attempt(Some(Step::Swap)) && lesson.is_done());
        assert_eq!(lesson.verdicts(), [(all.questions[0].id, false)]);
    }

    #[test]
    fn trained_line_names_its_player_before_and_after_a_swap() {
        use crate::seat::Seat;
        use crate::table::Mode;
        let mover = |text: &str| {
            let mut timeline = game_line::read(text).unwrap();
            timeline.go_to(*timeline.main_line().last().unwrap());
            let table = Table::new(timeline, <[Seat; 2]>::default(), Mode::Review);
            line_to_train(&table).unwrap().1
        };
        assert_eq!(mover("necklace/7#c4,d5"), "Blue");
        assert_eq!(mover("necklace/7;pie=true#c4,swap,d5"), "Red, Blue after the swap");
        assert_eq!(mover("necklace/7;pie=true#c4,swap"), "Blue, Red after the swap");
        assert_eq!(mover("necklace/7;pie=true#c4,swap,d5,e3"), "Blue, Red after the swap");
    }

    #[test]
    fn positions_that_are_left_out_are_reported() {
        let cells: Vec<String> = (1..=13)
            .flat_map(|row| "abcdefghijklm".chars().map(move |c| format!("{c}{row}")))
            .collect();
        // The last cell is free for the third move of each line.
        let line = |first: &String, reply: &String| format!("necklace/13#{first},{reply},m13");
        let of = |first| cells[13..168].iter().map(move |reply| line(first, reply));
        let texts: Vec<String> = cells[..13].iter().flat_map(of).collect();
        let all = lines(&texts.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(all.questions.len(), MOST_POSITIONS);
        assert_eq!(all.faults, ["16 of the 2016 positions of your lines are not asked"]);
    }

    #[test]
    fn illegal_lines_are_skipped_with_one_sentence() {
        let all = lines(&["necklace/7#c4,c4,e3", "necklace/7#c4", "nonsense", "greylox/4#a1"]);
        assert_eq!((all.questions.len(), all.faults.len()), (1, 2));
        assert!(all.faults[0].starts_with("the line necklace/7#c4,c4,e3 is skipped: "));
    }

    #[test]
    fn books_ask_both_sides_and_take_each_of_their_moves() {
        for &info in games::INFOS.iter().filter(|info| Book::of(info).is_some()) {
            let all = Repertoire::of_book(info);
            assert!(all.questions.len() > 20, "{}: {}", info.id, all.questions.len());
            for question in &all.questions {
                let position = question.timeline.position();
                assert!(question.answers.iter().all(|&step| position.check(step).is_ok()));
            }
            let course = first(&all);
            let answers = course.steps[0].solution.answers.clone();
            for answer in answers {
                let mut lesson = Lesson::of(course.clone(), 0).unwrap();
                lesson.attempt(Some(answer));
                assert_eq!(
                    lesson.feedback().map(|said| said.manner),
                    Some(crate::lesson::Manner::Right)
                );
            }
        }
    }

    #[test]
    fn marks_are_turned_and_merged() {
        let mut timeline = Timeline::new(Game::new("necklace", &Setup::default()).unwrap());
        assert_eq!(line_to_mark(&timeline), None);
        let step = Names::of(timeline.position()).parse_step("c4").unwrap();
        timeline.play(step).unwrap();
        let text = line_to_mark(&timeline).unwrap();
        let (mut mine, mut theirs) = (OpeningProgress::default(), OpeningProgress::default());
        assert!(mine.turn(text.clone()) && mine.lines().eq([&*text]));
        theirs.merge(mine.clone());
        assert!(!theirs.turn(text.clone()), "it is left out again");
        mine.merge(theirs);
        assert_eq!(mine.lines().count(), 0, "and is not brought back");
        assert_eq!(Repertoire::of_lines(necklace(), [&*text].into_iter()).questions.len(), 1);
    }
}

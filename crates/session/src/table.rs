//! The table: one game in its timeline, who sits at it, and what is being done with it.
//!
//! Playing at one terminal, looking through a record and studying it are the same table with a
//! cursor in one timeline. Each part of it owns its state: the [game](GameState), the
//! [hand](Hand), the [review](Review) and the [autoplay](Autoplay). The table makes changes of the
//! game and has the other parts follow.

mod autoplay;
mod hand;
mod lines;
mod review;
mod seats;
mod state;
#[cfg(test)]
mod tests;

use std::time::Duration;

use tetralith_core::notation::Names;
use tetralith_core::timeline::{NodeId, Note, Timeline};
use tetralith_core::{Game, Geometry, MAX_OWN_MARKS, Outcome, OwnMark, Record, Step, StepKind};
use tetralith_engine::Analysis;
use tetralith_study::{CacheError, cache};

use crate::believed::first_players_chance;
use crate::seat::Seat;
use crate::sentence::Sentence;

pub use autoplay::{Autoplay, SPEEDS};
use hand::Reach;
pub use hand::{Aim, Hand, Seen};
pub use lines::{GameLines, node_at, place_of};
pub use review::{AnalysisStage, Fork, Hidden, ProvenResult, Review, ShownReview};
pub use seats::GamePlayers;
pub use state::{GameState, Mode};

/// The judgements of a step that a key goes through, after none at all.
///
/// Source: the signs of chess notation, as PGN's numeric glyphs $1 to $6 name them.
pub const GLYPHS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// The result of something that was asked of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Nothing happened.
    Nothing,
    /// Only what is shown has changed.
    Shown,
    /// The game itself has changed and is to be kept.
    Changed,
    /// It cannot be done, and this explains why, a sentence without its full stop.
    Refused(Sentence),
}

impl Reply {
    const fn shown_if(shown: bool) -> Self {
        if shown { Self::Shown } else { Self::Nothing }
    }
}

/// One game and everything about how it is shown and played on.
#[derive(Clone)]
pub struct Table {
    state: GameState,
    hand: Hand,
    autoplay: Autoplay,
    review: Review,
}

impl Table {
    /// A table where `timeline` is a game to play on at its cursor, or a record to review.
    pub fn new(timeline: Timeline, seats: [Seat; 2], mode: Mode) -> Self {
        let hand = Hand::new(&timeline);
        let state = GameState::new(timeline, seats, mode);
        let mut table =
            Self { state, hand, autoplay: Autoplay::default(), review: Review::default() };
        table.look();
        table
    }

    // ----- its parts

    /// The game, its players, and whose turn it is.
    pub const fn state(&self) -> &GameState {
        &self.state
    }

    /// The lines of the game, as far as one can go in them now.
    pub fn lines(&self) -> GameLines<'_> {
        self.state.lines()
    }

    /// The players, by the colours that they hold at each place.
    pub const fn players(&self) -> GamePlayers<'_> {
        self.state.players()
    }

    /// The hand of a person at the board.
    pub const fn hand(&self) -> &Hand {
        &self.hand
    }

    /// The same, to move the cursor and to choose with it.
    pub const fn hand_mut(&mut self) -> &mut Hand {
        &mut self.hand
    }

    /// The state of autoplay.
    pub const fn autoplay(&self) -> &Autoplay {
        &self.autoplay
    }

    /// The same, to stop it or to change its speed.
    pub const fn autoplay_mut(&mut self) -> &mut Autoplay {
        &mut self.autoplay
    }

    /// The analysis of the game, as it is shown here.
    pub fn review(&self) -> ShownReview<'_> {
        ShownReview::new(&self.review, self.lines(), self.mode() != Mode::Play)
    }

    /// The analysis of the game itself, during play too.
    pub(crate) const fn analysis(&self) -> &Review {
        &self.review
    }

    /// The same, to add to it or to hide it.
    pub(crate) const fn analysis_mut(&mut self) -> &mut Review {
        &mut self.review
    }

    // ----- what is asked most

    /// The game and all its lines.
    pub const fn timeline(&self) -> &Timeline {
        self.state.timeline()
    }

    /// The position at the cursor in time.
    pub fn game(&self) -> &Game {
        self.timeline().position()
    }

    /// The board's tables.
    pub fn geometry(&self) -> &'static Geometry {
        self.game().board().geometry()
    }

    /// The names of cells, steps and colours here.
    pub fn names(&self) -> Names {
        Names::of(self.game())
    }

    /// The mode: play or review.
    pub const fn mode(&self) -> Mode {
        self.state.mode()
    }

    /// The outcome at the cursor, if the game is over there.
    pub fn outcome(&self) -> Option<Outcome> {
        self.timeline().outcome()
    }

    /// True if steps of this form occur in the game.
    pub fn has(&self, kind: StepKind) -> bool {
        self.game().info().steps.contains(&kind)
    }

    /// The steps up to the cursor by their names, with blanks between.
    pub fn place(&self) -> String {
        place_of(self.timeline(), self.timeline().cursor())
    }

    // ----- changing the game

    /// Has `act` change the game; the hand, the autoplay and the review follow.
    pub fn change(&mut self, act: impl FnOnce(&mut GameState) -> Reply) -> Reply {
        let before = self.timeline().cursor();
        let (steps, went_on) = (self.timeline().steps(), self.state.is_going_on());
        let reply = act(&mut self.state);
        if !matches!(reply, Reply::Shown | Reply::Changed) {
            return reply;
        }
        let removes = self.timeline().steps() < steps;
        if removes {
            self.review.forget_removed(self.state.timeline());
        }
        self.review.follow_main_line(self.state.timeline());
        // A game runs by itself until it is moved otherwise or played.
        let is_moved = self.timeline().cursor() != before;
        if is_moved || removes || self.state.is_going_on() && !went_on {
            self.autoplay.stop();
        }
        self.look();
        reply
    }

    /// Goes to a place, one of the ways that [`Table::lines`] and [`Table::review`] name, or
    /// refuses for their reason.
    pub fn go(&mut self, way: Result<NodeId, Sentence>) -> Reply {
        let node = match way {
            Ok(node) => node,
            Err(why) => return Reply::Refused(why),
        };
        self.state.timeline.go_to(node);
        self.autoplay.stop();
        self.hand.rest();
        self.look();
        Reply::Shown
    }

    /// Looks at the position afresh: it is another one, or another player may move there.
    fn look(&mut self) {
        // A move can be made here unless the game has ended here.
        self.state.settle();
        let state = &self.state;
        let reach = Reach { plays: state.awaits_person(), explores: state.can_explore() };
        self.hand.look(state.timeline(), reach);
    }

    /// Makes the steps of one turn, or the rest of it: all of them or none.
    fn make(&mut self, steps: &[Step]) -> Reply {
        let explores = self.state.explores();
        let reply = self.change(|state| match state.make(steps) {
            Ok(()) => Reply::Changed,
            Err(error) => Reply::Refused(error.to_string().into()),
        });
        if reply == Reply::Changed {
            self.hand.stepped(explores);
        }
        reply
    }

    /// Makes the steps of one turn, or the rest of it, for a person: all of them or none.
    pub fn play(&mut self, steps: &[Step]) -> Reply {
        self.state.refusal().map_or_else(|| self.make(steps), Reply::Refused)
    }

    /// Makes `step` for the computer, whose turn it must be.
    pub fn answer(&mut self, step: Step) -> Reply {
        if self.state.computer_to_move().is_none() {
            return Reply::Refused("it is not the engine's turn".into());
        }
        self.make(&[step])
    }

    /// Makes a whole turn that was made at another terminal, after the last of the game.
    pub fn play_remote(&mut self, steps: &[Step]) -> Reply {
        self.change(|state| {
            state.go_back_to_game();
            Reply::Shown
        });
        self.make(steps)
    }

    /// Makes the step that `act` takes out of a person's hand, if it takes one.
    pub fn by_hand(&mut self, act: impl FnOnce(&mut Hand) -> Result<Vec<Step>, Reply>) -> Reply {
        if let Some(refusal) = self.state.refusal() {
            return Reply::Refused(refusal);
        }
        match act(&mut self.hand) {
            Ok(steps) => self.make(&steps),
            Err(reply) => reply,
        }
    }

    /// The steps that [`Hand::accept`] would make as things are; `None` if it would make none.
    pub fn choice(&self) -> Option<&[Step]> {
        self.hand.choice().filter(|_| self.state.refusal().is_none())
    }

    /// Takes back a part of an unfinished turn: the last cell picked, or the first stone of a turn
    /// of two.
    pub fn take_back(&mut self) -> Reply {
        if self.hand.unpick() {
            Reply::Shown
        } else if self.hand.is_mid_turn() && self.state.undo_only_goes_back() {
            self.undo()
        } else if self.hand.is_mid_turn() {
            self.change(state::unpick)
        } else {
            Reply::Nothing
        }
    }

    /// Puts back cells picked for the step at hand, else takes back a resignation or a step of the
    /// game; in review it only goes back.
    pub fn undo(&mut self) -> Reply {
        // Cells that are picked belong to the player who is to move here, not to the one who made
        // the step before.
        if self.hand.unpick_all() {
            Reply::Shown
        } else if self.state.undo_only_goes_back() {
            self.go(self.lines().by(-1))
        } else {
            self.change(GameState::undo)
        }
    }

    /// Goes forward a step along the line visited last, and on through the computer's answer.
    pub fn redo(&mut self) -> Reply {
        let way = self.state.redo();
        self.go(way)
    }

    /// Goes from looking to playing, at the cursor. A game in progress continues from there; one
    /// that is over stays so until a move is made.
    pub fn play_on(&mut self) -> Reply {
        self.show_play(GameState::play_on)
    }

    /// Goes back to the game in progress, and to playing it.
    pub fn return_to_game(&mut self) -> Reply {
        self.show_play(GameState::return_to_game)
    }

    fn show_play(&mut self, act: fn(&mut GameState) -> Reply) -> Reply {
        let reply = self.change(act);
        if reply == Reply::Shown {
            // In review the last move was in view, so it is brought into view here too.
            self.hand.show_last(|_| false);
        }
        reply
    }

    /// Goes back to where the variation at the cursor left the line that was played.
    pub(crate) fn leave_variation(&mut self) -> Reply {
        let way = self.state.leave_variation();
        self.go(way)
    }

    // ----- running by itself

    /// Starts or stops it; `now` is the time on any steady clock.
    pub(crate) fn toggle_autoplay(&mut self, now: Duration) -> Reply {
        if !self.autoplay.stop() {
            if !self.lines().is_in_the_past() {
                self.state.timeline.go_to(NodeId::START);
                self.look();
            }
            self.show_for_a_while(now);
        }
        Reply::Shown
    }

    /// Makes the step that is due at `now`, if one is.
    pub fn tick(&mut self, now: Duration) -> Reply {
        if self.autoplay.due().is_none_or(|due| due > now) {
            return Reply::Nothing;
        }
        let next = self.lines().after(self.state.timeline.cursor());
        if let Some(next) = next {
            self.state.timeline.go_to(next);
        }
        if next.is_some() && self.lines().is_in_the_past() {
            self.show_for_a_while(now);
        } else {
            self.autoplay.stop();
        }
        self.look();
        Reply::Shown
    }

    /// Has autoplay show the step at the cursor from `now` on.
    fn show_for_a_while(&mut self, now: Duration) {
        let timeline = &self.state.timeline;
        let note = timeline.note(timeline.cursor());
        self.autoplay.run(now, note.map_or("", |note| &note.comment));
    }

    // ----- notes

    /// Changes the note on the turn that ends `at` a place.
    pub(crate) fn annotate(&mut self, at: NodeId, change: impl FnOnce(&mut Note)) {
        let mut note = self.timeline().note(at).cloned().unwrap_or_default();
        change(&mut note);
        self.state.timeline.set_note(at, note);
    }

    /// The comment on the turn that ends at `node`, as it came.
    pub fn comment_at(&self, node: NodeId) -> &str {
        self.timeline().note(node).map_or("", |note| &note.comment)
    }

    /// The comment on the step at the cursor, as it came.
    pub fn comment(&self) -> &str {
        self.comment_at(self.timeline().cursor())
    }

    /// Comments the turn that ends `at` a place.
    pub fn set_comment(&mut self, at: NodeId, comment: String) -> Reply {
        if comment == self.comment_at(at) {
            return Reply::Nothing;
        }
        self.annotate(at, |note| note.comment = comment);
        Reply::Changed
    }

    /// Marks the step at the cursor with the next of [`GLYPHS`]; after the last it has no mark.
    pub(crate) fn next_glyph(&mut self) -> Reply {
        let at = self.timeline().cursor();
        if at == NodeId::START {
            return Reply::Refused("there is no move to annotate at the start of the game".into());
        }
        self.annotate(at, |note| {
            // A judgement that is not one of these is replaced by the first.
            let next = note.nag.as_deref().map_or(0, |nag| {
                GLYPHS.iter().position(|glyph| *glyph == nag).map_or(0, |i| i + 1)
            });
            note.nag = GLYPHS.get(next).map(|glyph| (*glyph).to_owned());
        });
        Reply::Changed
    }

    /// Changes the marks on the step at the cursor: at most [`MAX_OWN_MARKS`], all on the board.
    pub(crate) fn change_marks(&mut self, change: impl FnOnce(&mut Vec<OwnMark>)) -> Reply {
        self.change_marks_at(self.timeline().cursor(), change)
    }

    /// The same beside the step that led to `at`.
    pub(crate) fn change_marks_at(
        &mut self,
        at: NodeId,
        change: impl FnOnce(&mut Vec<OwnMark>),
    ) -> Reply {
        if at == NodeId::START {
            return Reply::Refused("marks belong to a move; go to one first".into());
        }
        let note = self.timeline().note(at);
        if note.is_some_and(|note| note.extra.iter().any(|(key, _)| key == "marks")) {
            return Reply::Refused("this move has marks of another program, which are kept".into());
        }
        let mut marks = note.map(|note| note.marks.clone()).unwrap_or_default();
        change(&mut marks);
        let cells = self.game().board().geometry().len();
        if marks.iter().flat_map(|mark| mark.cells()).any(|cell| cell.index() >= cells) {
            return Reply::Refused("that cell is not on this board".into());
        }
        if marks.len() > MAX_OWN_MARKS {
            return Reply::Refused("there are too many marks on this move already".into());
        }
        self.annotate(at, |note| note.marks = marks);
        Reply::Changed
    }

    /// Notes the first player's winning chance after the step at the cursor.
    pub(crate) fn note_chance(&mut self, chance: f64) {
        let at = self.timeline().cursor();
        // A turn of two steps is noted on its last.
        if at != NodeId::START && !self.game().phase().is_mid_turn() {
            self.annotate(at, |note| note.eval = Some(chance));
        }
    }

    // ----- analysis

    /// Takes over the analysis of the main line that `record` holds, if it holds one; the reason if
    /// that is ignored.
    pub(crate) fn take_analysis(&mut self, record: &Record) -> Option<CacheError> {
        self.review.take(record, self.state.timeline())
    }

    /// The same if it holds anything of that kind.
    pub(crate) fn recall_analysis(&mut self, record: &Record) -> Option<CacheError> {
        record.unknown.get(cache::KEY).and_then(|_| self.take_analysis(record))
    }

    /// Puts what has been found into `record` and the game, unless the analysis of another program
    /// is there.
    pub(crate) fn keep_analysis(&mut self, record: &mut Record) {
        self.review.keep(record, &mut self.state.timeline);
    }

    /// Takes in what a search found of the position at the cursor.
    pub(crate) fn learn(&mut self, found: &Analysis) {
        let here = self.timeline().cursor();
        if let Some(chance) = first_players_chance(found).filter(|_| self.mode() != Mode::Play) {
            self.review.note_chance(here, chance);
        }
        self.review.remember(here, found);
    }

    /// Plays the better move in place of the fault that led to the cursor, as a variation.
    pub(crate) fn play_better(&mut self) -> Reply {
        let Some((better, before, chance)) = self.review().better() else {
            return Reply::Nothing;
        };
        let here = self.timeline().cursor();
        self.go(self.lines().to(before));
        let reply = self.play(&better);
        let now = self.timeline().cursor();
        if reply == Reply::Changed {
            self.review.suppose_chance(now, chance);
        } else {
            self.go(self.lines().to(here));
        }
        reply
    }
}

//! A game at the table together with its record and the file it is kept in.

use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use tetralith_core::record::{Record, RecordError};
use tetralith_core::timeline::{NodeId, Timeline};
use tetralith_core::{Colour, Game, Info, Options, Reason, SetupError};
use tetralith_engine::Budget;

use crate::clock::Clock;
use crate::kept::{CURSOR, Keep, Loaded, PLAYED_END, SavedFile, kept_end, kept_place};
use crate::seat::Seat;
use crate::sentence;
use crate::sentence::{ActionId, Sentence};
use crate::table::{GameState, Mode, Reply, Table, node_at, place_of};
use crate::time::Moment;

/// The key in a saved record that holds the clocks.
pub const CLOCK: &str = "tetralith:clock";

/// A table and the file its game is kept in.
#[derive(Clone)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Seated {
    /// The number of the game in this run of the program.
    pub game: u64,
    pub table: Table,
    /// The record: what it holds besides the game.
    pub record: Record,
    /// The file that the game is kept in.
    pub kept: Option<SavedFile>,
    /// The place of the game when it was last kept.
    pub kept_at: Option<NodeId>,
    /// True if the game was begun at this board, in this run or an earlier one; false for a record,
    /// even if it is played on.
    pub is_own: bool,
    /// The beginning of its file's name.
    pub name: String,
    /// The seed of the computer's random numbers in this game.
    pub seed: u64,
    pub clock: Clock,
    /// The place of the game when the clocks last took in the time.
    clocked_at: NodeId,
    /// The clocks as they were when the turn under way began, in a game with another terminal: the
    /// same at both terminals.
    settled: Clock,
}

/// The key under which the record of a game with another terminal holds what identifies the game.
pub const REMOTE: &str = "tetralith:remote";

/// The reason why no move can be made in a game with another terminal that has no link here, a
/// sentence without its full stop.
const CUT_OFF: &str = "the other player is not connected here; quit, then 'tetralith host \
    --resume' or, as the guest, 'tetralith join' continues the game";

impl Seated {
    /// Game number `game` of this run, begun `now` by `seats`.
    ///
    /// # Errors
    /// [`SetupError`] if the options cannot be played.
    pub fn begin(
        info: &'static Info,
        options: &Options,
        seats: [Seat; 2],
        game: u64,
        clock: Clock,
        now: Moment,
    ) -> Result<Self, SetupError> {
        Ok(Self::begin_at(Game::start(info, options)?, seats, game, clock, now))
    }

    /// Game number `game` of this run, begun `now` by `seats` at `position`.
    pub(crate) fn begin_at(
        position: Game,
        seats: [Seat; 2],
        game: u64,
        mut clock: Clock,
        now: Moment,
    ) -> Self {
        clock.tell(None, now.steady);
        let table = Table::new(Timeline::new(position), seats, Mode::Play);
        let seated = Self::new(table, dated(now), None, game, now);
        Self { clock, settled: clock, is_own: true, ..seated }
    }

    /// Game number `game` of this run, begun `now` at `position` in review mode: any move begins a
    /// line.
    pub fn study(position: Game, game: u64, now: Moment) -> Self {
        let table = Table::new(Timeline::new(position), <[Seat; 2]>::default(), Mode::Review);
        Self::new(table, dated(now), None, game, now)
    }

    /// A record at the table: in review mode, or with `resume` ready to play if it is a game of
    /// ours that is in progress.
    pub fn of(loaded: Loaded, resume: bool, game: u64, now: Moment) -> Self {
        Self::opened(loaded, |goes_on| resume && goes_on, game, now)
    }

    /// A game with another terminal at the table, ready to play or, if it has ended, at its end,
    /// which the other side may not know of yet.
    pub fn rejoined(loaded: Loaded, game: u64, now: Moment) -> Self {
        Self::opened(loaded, |_| true, game, now)
    }

    /// A record at the table; one of ours is ready to play if `wanted`, called with whether it is
    /// in progress, returns true.
    fn opened(loaded: Loaded, wanted: impl Fn(bool) -> bool, game: u64, now: Moment) -> Self {
        let Loaded { mut timeline, mut record, kept, .. } = loaded;
        let place = kept_place(&record);
        let clock = record.unknown.get(CLOCK).and_then(|text| Clock::from_json(text, now.steady));
        // A file opens at its beginning, a game in a line at the place that the line gives.
        if kept.is_some() || timeline.depth(timeline.cursor()) == timeline.line().len() {
            timeline.go_to(NodeId::START);
        }
        let goes_on = kept.is_some() && place.is_some();
        let played_end = kept_end(&record, &timeline).filter(|_| goes_on);
        record.unknown.set(CURSOR, None);
        record.unknown.set(PLAYED_END, None);
        let mut table = Table::new(timeline, <[Seat; 2]>::default(), Mode::Review);
        table.change(|state| state.seat(record.players.clone().map(Seat::of)));
        let is_wanted = kept.is_some() && wanted(place.is_some() || !table.state().is_over());
        if is_wanted || goes_on {
            let place = place.map(|place| node_at(table.timeline(), &place));
            let place = place.or_else(|| table.lines().end().ok());
            table.change(|state| state.resume(place.unwrap_or(NodeId::START), played_end));
        }
        if goes_on && !is_wanted {
            // Moves explored in a game in progress are not played, and reviewing it does not
            // continue it.
            table.change(GameState::look_through);
            table.go(table.lines().to(NodeId::START));
        }
        if table.state().is_remote() {
            table.change(|state| state.set_absence(Some(CUT_OFF.into()), true));
        }
        let seated = Self::new(table, record, kept, game, now);
        let clock = clock.unwrap_or(seated.clock);
        Self { clock, settled: clock, is_own: is_wanted || goes_on, ..seated }
    }

    fn new(table: Table, record: Record, kept: Option<SavedFile>, game: u64, now: Moment) -> Self {
        // A game that goes on keeps the name it has, which may be the user's own.
        let stem = kept.as_ref().and_then(|kept| kept.path.file_stem());
        let name = stem.map_or_else(
            || file_name(table.game().info(), now),
            |stem| stem.to_string_lossy().into_owned(),
        );
        let seed = now.wall.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
        let kept_at = kept.is_some().then(|| table.timeline().played_to());
        let (clock, clocked_at) =
            (Clock::new(None, false, now.steady), table.timeline().played_to());
        Self {
            game,
            table,
            record,
            kept,
            kept_at,
            is_own: false,
            name,
            seed,
            clock,
            clocked_at,
            settled: clock,
        }
    }

    /// Passes the time `now` to the clocks. No clock runs unless the game is in progress and is
    /// `seen`.
    ///
    /// A player who has run out of time loses, if the time control asks for it.
    pub fn tell_time(&mut self, now: Moment, seen: bool) -> Reply {
        let here = self.table.timeline().played_to();
        let mover = self.table.state().on_the_clock();
        if here != self.clocked_at {
            // The game went elsewhere than by a step. In a game with another terminal only an
            // agreed takeback undoes a turn; a player who takes back part of a turn is still
            // thinking about the same turn.
            if self.table.state().is_remote() {
                self.clocked_at = here;
            } else {
                self.restart_turn();
            }
        }
        let runs = seen && self.table.state().is_timed();
        self.clock.tell(runs.then_some(mover), now.steady);
        if !runs || !self.clock.has_lost(mover) {
            return Reply::Nothing;
        }
        if self.table.state().is_remote() {
            // Each terminal reports when its own player's time is up; at the other one that is
            // known only later.
            return if self.table.state().sits_elsewhere(mover) {
                Reply::Nothing
            } else {
                self.run_out(mover)
            };
        }
        let reply = self.table.change(|state| state.lose(mover, Reason::Time));
        self.clock.flag(mover);
        self.clocked_at = self.table.timeline().played_to();
        reply
    }

    /// The time that `player`, the colour before any swap, has left, as people read it; `None`
    /// without a limit.
    ///
    /// If the player has no time left and can no longer lose by that, it also reports that they
    /// play on.
    pub fn time_left(&self, player: Colour) -> Option<String> {
        let text = self.clock.shown(player)?;
        Some(if self.clock.is_out(player) && !self.table.state().is_over() {
            format!("{text}, but plays on")
        } else {
            text
        })
    }

    /// The time that the computer may take for its step at the cursor by its clock; `None` without
    /// a limit.
    pub fn budget(&self) -> Option<Budget> {
        let game = self.table.game();
        self.clock.budget(self.table.players().origin_here(game.to_move()), game)
    }

    /// Goes back a step; if that takes back a loss on time, also returns a sentence without its
    /// full stop that explains what this means.
    pub fn undo(&mut self) -> (Reply, Option<String>) {
        let lost = self.table.outcome().filter(|outcome| outcome.reason == Reason::Time);
        let reply = self.table.undo();
        // A record can state a loss on time without known clocks.
        let is_taken_back = reply == Reply::Changed && self.clock.has_limit();
        let loser = lost.filter(|_| is_taken_back).and_then(|lost| Some(lost.winner?.other()));
        let notice = loser.map(|loser| {
            let loser = self.table.names().title(loser);
            format!("loss on time undone; {loser} plays on and cannot lose on time again")
        });
        (reply, notice)
    }

    /// Takes back the move that was just made, both stones of one that has two.
    pub(crate) fn take_back_move(&mut self) -> Reply {
        let turn = |timeline: &Timeline| timeline.turn(timeline.cursor());
        let of = turn(self.table.timeline());
        let mut reply = Reply::Nothing;
        while turn(self.table.timeline()) == of && of > 0 {
            reply = self.undo().0;
            if !matches!(reply, Reply::Changed | Reply::Shown) {
                break;
            }
        }
        reply
    }

    /// Pauses the clocks, or lets them run on; returns the message about it, without its full stop.
    ///
    /// # Errors
    /// The reason, such a sentence, if there is nothing to pause.
    pub fn pause_clocks(&mut self) -> Result<&'static str, Sentence> {
        if !self.clock.has_limit() {
            return Err(sentence!(
                "this game has no clock; {} starts a game with one",
                ActionId::NewGame
            ));
        }
        if self.table.state().is_over() {
            return Err("the game is over".into());
        }
        if self.table.mode() != Mode::Play {
            return Err(sentence!(
                "clocks are paused during review; {} plays on",
                ActionId::PlayOn
            ));
        }
        self.clock.paused = !self.clock.paused;
        Ok(if self.clock.paused { "the clocks are paused" } else { "the clocks are running again" })
    }

    /// The report on the game as text, and the places after its turning points with their turns;
    /// `None` before it is analysed.
    pub fn report(&self) -> Option<(String, Vec<(u32, NodeId)>)> {
        let analysis = self.table.review().analysis()?;
        let verdicts = analysis.verdicts();
        let points = analysis.report().turning_points.into_iter().map(|i| &verdicts[i]);
        let points = points.map(|verdict| (verdict.choice.turn, verdict.choice.after)).collect();
        Some((tetralith_study::text(&self.said(), analysis), points))
    }

    /// Notes how long the turn took, if a step has just ended one.
    pub(crate) fn time_turn(&mut self) {
        let timeline = self.table.timeline();
        let here = self.table.timeline().played_to();
        let is_step = here != self.clocked_at && timeline.parent(here) == self.clocked_at;
        // A turn of two steps that was typed whole moves the cursor once.
        let is_turn =
            here != self.clocked_at && timeline.parent(timeline.parent(here)) == self.clocked_at;
        if !is_step && !is_turn {
            return;
        }
        self.clocked_at = here;
        if self.table.outcome().is_some() || !self.table.game().phase().is_mid_turn() {
            if self.table.state().is_remote() {
                let time = Duration::from_millis(self.clock.spent().as_millis() as u64);
                self.settle_turn(time);
                return;
            }
            let (mover, before) = (timeline.mover(here), timeline.parent(here));
            // Clocks that a person has stopped stay stopped when the computer makes the move it was
            // thinking about.
            self.clock.paused &= self.table.players().maker(here).is_automatic();
            let mover = self.table.players().origin(mover, before);
            let time = self.clock.end_turn(mover, timeline.turn(here));
            self.note_time(time, false);
        }
    }

    /// Ends the turn just made in a game with another terminal; from now on both sides count `time`
    /// for it.
    pub(crate) fn settle_turn(&mut self, time: Duration) {
        let table = &self.table;
        let here = table.timeline().played_to();
        let mover =
            table.players().origin(table.timeline().mover(here), table.timeline().parent(here));
        let number = table.timeline().turn(here);
        self.clock = self.clock.back_to(&self.settled);
        self.clock.spend_turn(mover, number, time);
        self.settled = self.clock;
        self.clocked_at = here;
        // A move that was taken back and is made again has its new time.
        self.note_time(time, true);
    }

    /// Notes how long the last turn of the game took, unless that is too short to measure, or known
    /// and not `again`.
    fn note_time(&mut self, time: Duration, anew: bool) {
        let ms = time.as_millis() as u64;
        if ms > 0 {
            let at = self.table.timeline().played_to();
            self.table.annotate(at, |note| {
                note.time_ms = note.time_ms.filter(|_| !anew).or(Some(ms));
            });
        }
    }

    /// Begins a turn where the game is now, because moves were taken back. Time that was used stays
    /// used, also that of a turn which was under way.
    fn restart_turn(&mut self) {
        let (mover, here) = (self.table.state().on_the_clock(), self.table.timeline().played_to());
        self.clock.restart_turn(mover, self.table.timeline().turn(here));
        (self.settled, self.clocked_at) = (self.clock, here);
    }

    /// Takes back moves until `left` whole turns are left, in a game with another terminal; from
    /// now on both sides count `time` for the turn that was under way.
    pub(crate) fn take_back_to(&mut self, left: u32, time: Duration) {
        let mover = self.table.state().on_the_clock();
        self.table.change(|state| state.take_back_to(left));
        self.clock = self.clock.back_to(&self.settled);
        self.clock.spend(mover, time);
        self.restart_turn();
    }

    /// Counts the turn under way again in a game with another terminal: the time that it has taken
    /// is known only here.
    pub(crate) fn settle_here(&mut self) {
        self.settled = self.clock.back_to(&self.settled);
        self.clock = self.settled;
        self.clocked_at = self.table.timeline().played_to();
    }

    /// Ends the game because `loser`, named by the colour before any swap, has run out of time.
    pub fn run_out(&mut self, loser: Colour) -> Reply {
        let reply = self.table.change(|state| state.lose(loser, Reason::Time));
        if reply == Reply::Changed {
            self.clock = self.clock.back_to(&self.settled);
            self.clock.run_out(loser);
            self.settled = self.clock;
            self.clocked_at = self.table.timeline().played_to();
        }
        reply
    }

    /// The time that the player at the other terminal has taken beyond their clock, as it is seen
    /// here.
    pub(crate) fn overdue(&self) -> Option<Duration> {
        let mover = self.table.state().on_the_clock();
        let total = self
            .settled
            .total(mover)
            .filter(|_| self.table.state().remote_seat() == Some(mover))?;
        let (_, loses) = self.clock.controls()?;
        self.clock.spent().checked_sub(total).filter(|_| loses && self.table.state().is_timed())
    }

    /// The game as a record has it, without moves that were only explored after its last one.
    ///
    /// # Errors
    /// As for [`Record::write`].
    pub fn text(&self) -> Result<String, RecordError> {
        let record = self.record.clone();
        let timeline = self.table.lines().without_explored();
        self.write(record, &timeline)
    }

    /// Returns the game as it is to be kept: unless it is finished, with the place to go on from.
    ///
    /// # Errors
    /// As for [`Record::write`].
    pub fn keep(&mut self) -> Result<Keep, RecordError> {
        let mut record = self.record.clone();
        let table = &self.table;
        // A move made alone in a game with another terminal does not continue that game.
        let over = table.state().is_finished() || table.state().is_studied_alone();
        // Reviewing a record does not change the place from which it resumes.
        let place = table.timeline().played_to();
        if !over {
            let steps = |node| Some(format!("\"{}\"", place_of(table.timeline(), node)));
            record.unknown.set(CURSOR, steps(place));
            record.unknown.set(PLAYED_END, table.lines().explored_after().and_then(steps));
        }
        let text = self.write(record, self.table.timeline())?;
        self.kept_at = Some(place);
        Ok(Keep { game: self.game, kept: self.kept.clone(), name: self.name.clone(), text })
    }

    /// Returns the game as it is to be kept, in case its file is gone; `None` if it never had a
    /// file, or if it is only reviewed, so that a deleted file stays deleted.
    ///
    /// # Errors
    /// As for [`Record::write`].
    pub fn secure(&mut self) -> Result<Option<Keep>, RecordError> {
        let is_reviewed = self.table.mode() == Mode::Review && !self.table.state().follows_game();
        if self.kept.is_none() || is_reviewed {
            return Ok(None);
        }
        self.keep().map(Some)
    }

    /// True if the game has gone on or back since it was kept.
    pub fn has_moved(&self) -> bool {
        !self.table.timeline().is_record()
            && self.kept_at.is_some_and(|at| at != self.table.timeline().played_to())
    }

    /// True if the game has moved since it was kept, or a clock that is kept with it has run since
    /// the turn under way began: it is to be kept before it leaves the board.
    pub(crate) fn is_behind(&self) -> bool {
        let is_kept = self.kept_at.is_some() && !self.table.state().is_remote();
        let has_run = is_kept && self.clock.has_limit() && !self.clock.spent().is_zero();
        has_run || self.has_moved()
    }

    /// True if the game is kept in the file at `path`.
    pub(crate) fn is_kept_at(&self, path: &Path) -> bool {
        self.kept.as_ref().is_some_and(|kept| kept.path == path)
    }

    /// Follows its file, if that was called `from` and is called `to` now.
    pub fn renamed(&mut self, from: &Path, to: &Path) {
        if let Some(kept) = self.kept.as_mut().filter(|kept| kept.path == from) {
            // Once the game is over it keeps the name that it was given.
            self.name = to.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            to.clone_into(&mut kept.path);
        }
    }

    /// The record of the game besides its moves, including the players.
    pub fn said(&self) -> Record {
        self.said_of(self.table.timeline())
    }

    /// The same for a record that holds only `timeline`, a part of the game.
    pub fn said_of(&self, timeline: &Timeline) -> Record {
        self.with_players(self.record.clone(), timeline)
    }

    fn with_players(&self, mut record: Record, timeline: &Timeline) -> Record {
        for (player, seat) in
            record.players.iter_mut().zip(self.table.players().holders_in(timeline))
        {
            seat.write_to(player);
        }
        record
    }

    fn write(&self, mut record: Record, timeline: &Timeline) -> Result<String, RecordError> {
        // Both terminals are to write the same, so not the running clock, which only one of them
        // has measured.
        let clock = if self.table.state().is_remote() { self.settled } else { self.clock };
        if let Some(clock) = clock.to_json() {
            record.unknown.set(CLOCK, Some(clock));
        }
        let record = self.with_players(record, timeline);
        record.write(timeline)
    }
}

/// The record of a game begun `now`.
fn dated(now: Moment) -> Record {
    Record { date: Some(now.date()), ..Record::default() }
}

/// Returns the beginning of the name of a file that holds a game of `info` begun `now`.
pub fn file_name(info: &Info, now: Moment) -> String {
    let date = now.date();
    let time: String = date.chars().filter(char::is_ascii_digit).skip(8).take(4).collect();
    format!("{}-{}-{time}", info.id, &date[..10])
}

//! A third face of the match: a world without screen or lines, which answers what it is asked.

use std::path::PathBuf;
use std::time::Duration;

use tetralith_core::{Info, Setup, Step, games};
use tetralith_engine::{Analysis, Candidate, Level, SearchAnswer};
use tetralith_session::clock::Clock;
use tetralith_session::kept::{Keep, SavedFile};
use tetralith_session::match_play::{
    Attention, BoardAct, EngineRequest, Exit, Match, MatchEffects, MatchEvent, MatchRequest,
    MatchSettings, News, StudyRequest,
};
use tetralith_session::seat::Seat;
use tetralith_session::table::Table;
use tetralith_session::thinking::Ask;
use tetralith_session::time::Moment;

/// A match, and the world about it.
pub(crate) struct World {
    pub(crate) game: Match,
    pub(crate) attention: Attention,
    pub(crate) now: Duration,
    /// The question that the engine thinks about.
    pub(crate) ask: Option<Box<Ask>>,
    /// The moves that the coach has asked about.
    pub(crate) checks: Vec<tetralith_study::AnalysisRequest>,
    /// The position that is being solved, and true while that waits.
    pub(crate) solving: Option<(tetralith_study::SolveRequest, bool)>,
    /// Requests to keep a game that have no answer yet.
    pub(crate) keeps: Vec<Keep>,
    pub(crate) news: Vec<News>,
    pub(crate) exit: Option<Exit>,
}

impl World {
    pub(crate) fn new(settings: MatchSettings) -> Self {
        Self {
            game: Match::new(settings, Moment::default()),
            attention: Attention::Front,
            now: Duration::ZERO,
            ask: None,
            checks: Vec::new(),
            solving: None,
            keeps: Vec::new(),
            news: Vec::new(),
            exit: None,
        }
    }

    /// A game of the first player against the computer.
    pub(crate) fn against_computer(settings: MatchSettings, clock: Clock) -> Self {
        let mut world = Self::new(settings);
        let computer = Seat::computer(Level::from_id("easy").unwrap());
        world.begin([Seat::person(String::new()), computer], clock);
        world
    }

    pub(crate) fn begin(&mut self, seats: [Seat; 2], clock: Clock) {
        let info = games::info("necklace").unwrap();
        self.begin_game(info, &Setup { size: Some(4), ..Setup::default() }, seats, clock);
    }

    pub(crate) fn begin_game(
        &mut self,
        info: &'static Info,
        setup: &Setup,
        seats: [Seat; 2],
        clock: Clock,
    ) {
        let options = info.options(setup).unwrap();
        self.happen(MatchEvent::Begin { info, options, seats, clock });
    }

    pub(crate) fn act(&mut self, act: BoardAct) {
        self.happen(MatchEvent::Act(act));
    }

    /// Lets `event` happen and does what follows; news and requests are kept.
    pub(crate) fn happen(&mut self, event: MatchEvent) {
        let mut effects = MatchEffects::default();
        self.game.handle(event, &mut effects);
        self.game.handle(MatchEvent::Settle(self.attention), &mut effects);
        self.news = effects.take_news();
        self.exit = effects.exit().or(self.exit);
        for request in effects.take_requests() {
            match request {
                MatchRequest::Engine(EngineRequest::Think(ask)) => self.ask = Some(ask),
                MatchRequest::Engine(EngineRequest::Stop) => self.ask = None,
                MatchRequest::Keep(keep) | MatchRequest::Secure(keep) => self.keeps.push(keep),
                MatchRequest::Study(StudyRequest::Check(request)) => self.checks.push(*request),
                MatchRequest::Study(StudyRequest::Solve(request)) => {
                    self.solving = Some((*request, false));
                }
                MatchRequest::Study(StudyRequest::StopSolving) => self.solving = None,
                MatchRequest::Study(request @ (StudyRequest::Pause | StudyRequest::Resume)) => {
                    if let Some((_, waits)) = &mut self.solving {
                        *waits = request == StudyRequest::Pause;
                    }
                }
                MatchRequest::Engine(
                    EngineRequest::Consult(_) | EngineRequest::Dismiss | EngineRequest::Finish,
                )
                | MatchRequest::Study(_)
                | MatchRequest::Results
                | MatchRequest::Save { .. }
                | MatchRequest::Link(_) => {}
            }
        }
    }

    pub(crate) fn play(&mut self, step: &str) {
        let steps = self.table().names().parse_typed(step).unwrap();
        self.happen(MatchEvent::Act(BoardAct::Play(steps)));
    }

    pub(crate) fn pass_time(&mut self, time: Duration) {
        self.now += time;
        self.happen(MatchEvent::Tick(Moment { steady: self.now, ..Moment::default() }));
    }

    /// The engine's answer to what it was asked last.
    pub(crate) fn answer(&self) -> SearchAnswer {
        let ask = self.ask.as_ref().expect("the engine is asked");
        let step = ask.position.legal().into_iter().find(|step| matches!(step, Step::Place(_)));
        SearchAnswer::Done { id: ask.ticket, step, analysis: Analysis::new(ask.position.to_move()) }
    }

    /// The same, where the first legal step is the best that was searched.
    pub(crate) fn candidate(&self) -> SearchAnswer {
        let ask = self.ask.as_ref().expect("the engine is asked");
        let (id, step) = (ask.ticket, ask.position.legal()[0]);
        let mut analysis = Analysis::new(ask.position.to_move());
        let mut candidate = Candidate::new(step);
        (candidate.visits, analysis.simulations) = (100, 100);
        analysis.candidates.push(candidate);
        SearchAnswer::Done { id, step: Some(step), analysis }
    }

    /// Answers the oldest request to keep the game; the disk refuses it with `fault`.
    pub(crate) fn disk(&mut self, fault: Option<&str>) {
        let keep = self.keeps.remove(0);
        let kept = match fault {
            Some(why) => Err(why.to_owned()),
            None => Ok(SavedFile::of(PathBuf::from(keep.name), keep.text.as_bytes())),
        };
        self.happen(MatchEvent::Kept { game: keep.game, kept });
    }

    pub(crate) fn table(&self) -> &Table {
        self.game.table().expect("a game is at the board")
    }

    pub(crate) fn steps(&self) -> usize {
        self.table().timeline().steps()
    }

    pub(crate) fn has(&self, is_it: impl Fn(&News) -> bool) -> bool {
        self.news.iter().any(is_it)
    }
}

//! A match's requests to the world, and its news.

use std::path::PathBuf;

use tetralith_remote::wire::RemoteRequest;

use crate::kept::Keep;
use crate::sentence::Sentence;
use crate::thinking::{Ask, ProgramAsk};

/// Everything that follows from the events of a match.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MatchEffects {
    requests: Vec<MatchRequest>,
    news: Vec<News>,
    draw: bool,
    exit: Option<Exit>,
}

impl MatchEffects {
    /// Takes out what the world is asked for, the first first.
    pub fn take_requests(&mut self) -> Vec<MatchRequest> {
        std::mem::take(&mut self.requests)
    }

    /// Takes out the news, the oldest first.
    pub fn take_news(&mut self) -> Vec<News> {
        std::mem::take(&mut self.news)
    }

    /// True if nothing at all has come of it.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns why what was asked for could not be done, if it could not.
    pub fn refusal(&self) -> Option<&Sentence> {
        self.news.iter().find_map(|news| match news {
            News::Refused(why) => Some(why),
            _ => None,
        })
    }

    /// True if something that is shown has changed.
    pub const fn draws(&self) -> bool {
        self.draw
    }

    /// The decision to end the program or to stay; `None` if there is none.
    pub const fn exit(&self) -> Option<Exit> {
        self.exit
    }

    pub(super) const fn draw(&mut self) {
        self.draw = true;
    }

    pub(super) const fn draw_if(&mut self, changed: bool) {
        self.draw |= changed;
    }

    pub(super) const fn end(&mut self, ending: Exit) {
        self.exit = Some(ending);
    }

    pub(super) fn engine(&mut self, request: EngineRequest) {
        self.requests.push(MatchRequest::Engine(request));
    }

    pub(super) fn study(&mut self, request: StudyRequest) {
        self.requests.push(MatchRequest::Study(request));
    }

    pub(super) fn ask(&mut self, request: MatchRequest) {
        self.requests.push(request);
    }

    pub(crate) fn link(&mut self, request: RemoteRequest) {
        self.requests.push(MatchRequest::Link(request));
    }

    pub(super) fn tell(&mut self, news: News) {
        self.news.push(news);
    }

    pub(super) fn say(&mut self, text: impl Into<Sentence>) {
        self.tell(News::Notice(text.into()));
    }

    pub(super) fn refuse(&mut self, why: impl Into<Sentence>) {
        self.tell(News::Refused(why.into()));
    }
}

/// Something that the world about a match shall do.
#[derive(Clone, PartialEq, Debug)]
pub enum MatchRequest {
    /// Something that the engine computes, or is to stop computing.
    Engine(EngineRequest),
    /// Something that the analysis of a whole game does.
    Study(StudyRequest),
    /// Keep the game; the answer is [`MatchEvent::Kept`](super::MatchEvent::Kept).
    Keep(Keep),
    /// Keep the game if its file is gone; the answer is the same.
    Secure(Keep),
    /// Read the results of the user's games against levels; the answer is
    /// [`MatchEvent::Results`](super::MatchEvent::Results).
    Results,
    /// Save the game under a name of the user's own; the answer is
    /// [`Match::saved`](super::Match::saved).
    Save {
        /// The file.
        path: PathBuf,
        /// The record.
        text: String,
        /// True if it may replace what is there.
        replaces: bool,
    },
    /// Something that is asked of the links to other terminals; lines are sent once what has
    /// changed is kept.
    Link(RemoteRequest),
}

/// Something that is asked of the engine.
#[derive(Clone, PartialEq, Debug)]
pub enum EngineRequest {
    /// Begin to think about this, in place of anything else, and answer with
    /// [`MatchEvent::Thought`](super::MatchEvent::Thought).
    Think(Box<Ask>),
    /// Have another program think about a position, in place of anything else, and answer with
    /// [`MatchEvent::Consulted`](super::MatchEvent::Consulted).
    Consult(Box<ProgramAsk>),
    /// End the other programs: the game is left, or over.
    Dismiss,
    /// End the thinking under way with what is known.
    Finish,
    /// End the thinking under way without another answer.
    Stop,
}

/// Something that is asked of the analysis of whole games, which goes on beside everything else.
#[derive(Clone, PartialEq, Debug)]
pub enum StudyRequest {
    /// Begin to analyse this game, in place of any other, and answer with
    /// [`MatchEvent::Studied`](super::MatchEvent::Studied).
    Begin(Box<tetralith_study::AnalysisRequest>),
    /// Search nothing for a while.
    Pause,
    /// Go on.
    Resume,
    /// End without another answer.
    Stop,
    /// Look at this one move, beside the analysis of a game and in place of any other such move,
    /// and answer in the same way.
    Check(Box<tetralith_study::AnalysisRequest>),
    /// End the look at one move without another answer.
    StopCheck,
    /// Solve this position, beside all else and in place of any other such position, and answer in
    /// the same way.
    Solve(Box<tetralith_study::SolveRequest>),
    /// End that without another answer.
    StopSolving,
}

/// The end of the program, if it was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// It ends once the disk has what is to be kept.
    Quit,
    /// It does not end after all: the disk has refused the game, and the user is asked.
    Stay,
}

/// Something that a face shows the player.
///
/// Sentences come without their full stop.
#[derive(Clone, PartialEq, Debug)]
pub enum News {
    /// Something by the way.
    Notice(Sentence),
    /// Something that could not be done, or is wrong.
    Refused(Sentence),
    /// A move in the game that needs more than the board shows: a player is skipped,
    /// colours are swapped.
    Remarked(String),
    /// A message that was written at one of two terminals.
    Said(String),
    /// The game is not saved, for this reason.
    NotKept(String),
    /// Another position is shown, or more about it, since the player asked for that.
    Shown,
    /// A step was made here, by the player or by the computer.
    Stepped,
    /// The game has changed at the other terminal.
    Moved,
    /// A place in the game may be another one now: moves were removed.
    Renumbered,
    /// It is the player's turn, or something waits for an answer.
    Turn,
    /// A step was refused.
    Illegal,
    /// The hint that was asked for is known as far as it will be.
    Hinted,
    /// The exact value that was asked for is known.
    Solved,
    /// The second opinion that was asked for is known.
    Judged,
    /// The move has cost so many points; the player is asked whether to take it back.
    Costly(u32),
    /// The player is asked whether to end although the game would be lost, which is for this
    /// reason, a sentence.
    MayLose(Sentence),
    /// Another game is to take the board; the player is asked this question first.
    MayReplace(Sentence),
    /// Another game has the board.
    Begun {
        /// The purpose of the position, if it was set up.
        set_up: Option<SetUp>,
        /// Notices about it: how the game with another terminal goes on that had the board,
        /// what of a record was left out.
        sentences: Vec<String>,
    },
}

/// The purpose of a position that was set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetUp {
    /// To be played.
    Play,
    /// To be analysed, with the candidate moves of the engine.
    Analyse,
}

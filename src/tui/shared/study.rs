//! The analysis of the game at the board: it begins and ends by a key, gives way to what is thought
//! about on the screen, and what it finds is kept with the game.

use tetralith_study::Answer;

use super::state::{Coached, Shared, Shown, StudyUnderWay};
use crate::program::{Effect, StudyRequest};
use crate::tui::request::{ConfirmAction, Request};
use tetralith_session::coach::coach_cost;
use tetralith_session::hint::Place;
use tetralith_session::retry::Retry;
use tetralith_session::seated::Seated;
use tetralith_session::table::{Mode, Reply, Stage, Table};

impl Shared {
    /// Begins to analyse the game at the board, or ends the analysis under way.
    pub fn toggle_study(&mut self) -> Vec<Effect> {
        if let Some(study) = self.game.study.take() {
            return self.end_study(study);
        }
        let Some(Seated { game, table, record, kept, .. }) = &mut self.game.seated else {
            return Vec::new();
        };
        if table.mode() == Mode::Play {
            let why = self.with_keys(
                "a game is analysed once it is over, or while you look through it ({look-through})",
            );
            return self.refuse(why);
        }
        if table.timeline().main_line().is_empty() {
            let why = table.unanalysed();
            return self.refuse(why);
        }
        let is_elsewhere = kept.is_none();
        let fault = table.take_analysis(record);
        let is_kept = table.keeps_analysis();
        self.game.studies += 1;
        let Some(request) = table.study_request(self.game.studies) else { return Vec::new() };
        self.game.study = Some(StudyUnderWay { id: request.id, game: *game, is_paused: false });
        let mut effects = vec![Effect::Study(StudyRequest::Begin(Box::new(request)))];
        effects.extend(match fault {
            Some(fault) if is_kept => self.say(fault.to_string()),
            Some(fault) => self.say(format!("{fault} and stays there; what is found now is not kept")),
            None if is_elsewhere => self.say(
                self.with_keys("the game is being analysed; {analyse} stops that, {save-as} saves it with the game"),
            ),
            None => self.say(self.with_keys("the game is being analysed; {analyse} stops that")),
        });
        effects
    }

    /// Shows the report on the game at the board.
    pub fn show_report(&mut self) -> Vec<Effect> {
        let Some(Seated { table, .. }) = &self.game.seated else { return Vec::new() };
        match self.game.seated.as_ref().and_then(Seated::report) {
            Some((text, points)) => self.request(Request::Report { text, points }),
            None => self.refuse(self.with_keys(table.unanalysed())),
        }
    }

    /// Has the mistakes of the people at the board tried again.
    pub fn begin_retry(&mut self) -> Vec<Effect> {
        let Some(table) = self.game.table() else { return Vec::new() };
        if table.analysis().is_none() {
            return self.refuse(self.with_keys(table.unanalysed()));
        }
        // Only a whole analysis tells what is a mistake; until then a best move may pass for one.
        if self.game.study.is_some() {
            return self.refuse(
                "the game is still being analysed; your mistakes will be known at the end",
            );
        }
        match Retry::of(table) {
            Some(retry) => {
                // Nothing of what the engine says is to be seen there.
                self.game.thoughts.hint = None;
                self.request(Request::Retry(Box::new(retry)))
            }
            None if table.analysis().is_some_and(|known| known.looked_at() < known.moments.list().len()) => self
                .refuse(
                    self.with_keys(
                        "none of your analysed moves cost enough to try again; {analyse} analyses the others",
                    ),
                ),
            None => self.refuse("no move of yours cost enough to try again"),
        }
    }

    /// Looks at the move that a person has just made in a game, if the coach is wanted.
    pub fn coach(&mut self) -> Vec<Effect> {
        let is_wanted = self.settings().coach;
        let Some(Seated { game, table, .. }) = self.game.seated.as_ref().filter(|_| is_wanted)
        else {
            return Vec::new();
        };
        self.game.studies += 1;
        let Some(request) = table.coach_request(self.game.studies) else { return Vec::new() };
        let node = table.timeline().cursor();
        self.game.coached =
            Some(Coached { request: request.clone(), game: *game, node, cost: None });
        vec![Effect::Study(StudyRequest::Check(Box::new(request)))]
    }

    /// Takes in what was found about the move that the coach looks at.
    fn hear_coach(&mut self, answer: Answer) -> Vec<Effect> {
        let Some(coached) = &mut self.game.coached else { return Vec::new() };
        if let Answer::Found { finding, .. } = answer {
            coached.cost = coach_cost(&coached.request, *finding);
        }
        if coached.cost.is_none() {
            self.game.coached = None;
        }
        vec![Effect::Draw]
    }

    /// Asks whether a costly move is to be taken back, as soon as nothing lies over the board,
    /// unless the move is no longer the last one.
    pub fn follow_coach(&mut self) -> Vec<Effect> {
        let Some(Coached { game, node, cost: Some(points), .. }) = self.game.coached else {
            return Vec::new();
        };
        let goes_on = self.game.table().is_some_and(Table::is_going_on);
        if self.place() != Some(Place { game, node }) || !goes_on {
            self.game.coached = None;
            return vec![Effect::Draw];
        }
        if self.game.shown != Shown::Front {
            return Vec::new();
        }
        self.game.coached = None;
        self.ask(format!("That cost {points} points. Take it back?"), ConfirmAction::TakeBack)
    }

    /// Takes back the move that was just made, both stones of one that has two.
    pub fn take_back_move(&mut self) -> Vec<Effect> {
        let Some(seated) = &mut self.game.seated else { return Vec::new() };
        let turn = |seated: &Seated| seated.table.timeline().turn(seated.table.timeline().cursor());
        let of = turn(seated);
        let mut reply = Reply::Nothing;
        while turn(seated) == of && of > 0 {
            reply = seated.undo().0;
            if !matches!(reply, Reply::Changed | Reply::Shown) {
                break;
            }
        }
        self.handle_reply(reply)
    }

    /// Keeps what has been found of the game so far, and ends its analysis.
    fn end_study(&mut self, study: StudyUnderWay) -> Vec<Effect> {
        let mut effects = vec![Effect::Study(StudyRequest::Stop), Effect::Draw];
        effects.extend(self.keep_study(study));
        if let Some(table) = self.game.table_mut() {
            table.end_analysis();
        }
        effects.extend(self.say(self.with_keys("the analysis is stopped; {analyse} resumes it")));
        effects
    }

    /// Puts what has been found into the game, and has it kept if it is a game of ours.
    fn keep_study(&mut self, study: StudyUnderWay) -> Vec<Effect> {
        let Some(Seated { table, record, kept, .. }) =
            self.game.seated.as_mut().filter(|seated| seated.game == study.game)
        else {
            return Vec::new();
        };
        table.keep_analysis(record);
        if kept.is_some() { self.keep() } else { Vec::new() }
    }

    /// Lets the analysis give way while the engine thinks about what is on the screen, and end with
    /// the game it is about.
    pub fn pace_study(&mut self) -> Vec<Effect> {
        let Some(study) = &mut self.game.study else { return Vec::new() };
        if self.game.seated.as_ref().is_none_or(|seated| seated.game != study.game) {
            self.game.study = None;
            return vec![Effect::Study(StudyRequest::Stop)];
        }
        let is_paused =
            self.game.thoughts.under_way.as_ref().is_some_and(|thought| thought.found.is_none());
        if std::mem::replace(&mut study.is_paused, is_paused) == is_paused {
            return Vec::new();
        }
        vec![Effect::Study(if is_paused { StudyRequest::Pause } else { StudyRequest::Resume })]
    }

    /// Takes in what the analysis says; what it says of an old request is dropped.
    pub fn take_findings(&mut self, answer: Answer) -> Vec<Effect> {
        let id = match &answer {
            Answer::Found { id, .. } | Answer::Done { id } | Answer::Failed { id, .. } => *id,
        };
        if self.game.coached.as_ref().is_some_and(|coached| coached.request.id == id) {
            return self.hear_coach(answer);
        }
        let Some(study) = self.game.study.as_ref().filter(|study| study.id == id).copied() else {
            return Vec::new();
        };
        match answer {
            Answer::Found { index, finding, pass, done, of, .. } => {
                if let Some(table) = self.game.table_mut() {
                    table.learn(index, *finding, Stage { pass, done, of });
                }
                let mut effects = self.keep_study(study);
                effects.push(Effect::Draw);
                effects
            }
            Answer::Done { .. } => {
                self.game.study = None;
                let mut effects = self.keep_study(study);
                if let Some(table) = self.game.table_mut() {
                    table.end_analysis();
                }
                let has_faults = self.game.table().is_some_and(Table::has_faults);
                let text = if has_faults {
                    "the game is analysed; {previous-fault} and {next-fault} go from mistake to mistake"
                } else {
                    "the game is analysed; no mistake was found"
                };
                effects.extend(self.say(self.with_keys(text)));
                effects
            }
            Answer::Failed { message, .. } => {
                self.game.study = None;
                if let Some(table) = self.game.table_mut() {
                    table.end_analysis();
                }
                self.refuse(format!("the analysis failed: {message}"))
            }
        }
    }
}

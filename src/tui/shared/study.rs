//! The analysis of the game at the board: it begins and ends by a key, gives way to what is thought
//! about on the screen, and what it finds is kept with the game.

use tetralith_study::Answer;

use super::state::{Coached, Shared, Shown, StudyUnderWay};
use crate::program::{Effects, StudyRequest};
use crate::tui::request::Request;
use tetralith_session::coach::coach_cost;
use tetralith_session::hint::Place;
use tetralith_session::retry::Retry;
use tetralith_session::seated::Seated;
use tetralith_session::table::{Mode, Reply, Stage, Table};

impl Shared {
    /// Begins to analyse the game at the board, or ends the analysis under way.
    pub fn toggle_study(&mut self, effects: &mut Effects) {
        if let Some(study) = self.game.study.take() {
            return self.end_study(study, effects);
        }
        let Some(Seated { game, table, record, kept, .. }) = &mut self.game.seated else {
            return;
        };
        if table.mode() == Mode::Play {
            let why = self.with_keys(
                "a game is analysed once it is over, or while you look through it ({look-through})",
            );
            return self.refuse(why, effects);
        }
        if table.timeline().main_line().is_empty() {
            let why = table.unanalysed();
            return self.refuse(why, effects);
        }
        let is_elsewhere = kept.is_none();
        let fault = table.take_analysis(record);
        let is_kept = table.keeps_analysis();
        self.game.studies += 1;
        let Some(request) = table.study_request(self.game.studies) else { return };
        self.game.study = Some(StudyUnderWay { id: request.id, game: *game, is_paused: false });
        effects.study(StudyRequest::Begin(Box::new(request)));
        let text = match fault {
            Some(fault) if is_kept => fault.to_string(),
            Some(fault) => format!("{fault} and stays there; what is found now is not kept"),
            None if is_elsewhere => self.with_keys(
                "the game is being analysed; {analyse} stops that, {save-as} saves it with the game",
            ),
            None => self.with_keys("the game is being analysed; {analyse} stops that"),
        };
        self.say(text, effects);
    }

    /// Shows the report on the game at the board.
    pub fn show_report(&mut self, effects: &mut Effects) {
        let Some(Seated { table, .. }) = &self.game.seated else { return };
        match self.game.seated.as_ref().and_then(Seated::report) {
            Some((text, points)) => self.request(Request::Report { text, points }),
            None => self.refuse(self.with_keys(table.unanalysed()), effects),
        }
    }

    /// Has the mistakes of the people at the board tried again.
    pub fn begin_retry(&mut self, effects: &mut Effects) {
        let Some(table) = self.game.table() else { return };
        if table.analysis().is_none() {
            return self.refuse(self.with_keys(table.unanalysed()), effects);
        }
        // Only a whole analysis tells what is a mistake; until then a best move may pass for one.
        if self.game.study.is_some() {
            return self.refuse(
                "the game is still being analysed; your mistakes will be known at the end",
                effects,
            );
        }
        let is_part =
            table.analysis().is_some_and(|known| known.looked_at() < known.moments.list().len());
        match Retry::of(table) {
            Some(retry) => {
                // Nothing of what the engine says is to be seen there.
                self.game.thoughts.hint = None;
                self.request(Request::Retry(Box::new(retry)));
            }
            None if is_part => {
                let why = "none of your analysed moves cost enough to try again; {analyse} analyses the others";
                self.refuse(self.with_keys(why), effects);
            }
            None => self.refuse("no move of yours cost enough to try again", effects),
        }
    }

    /// Looks at the move that a person has just made in a game, if the coach is wanted.
    pub fn coach(&mut self, effects: &mut Effects) {
        let is_wanted = self.settings().coach;
        let Some(Seated { game, table, .. }) = self.game.seated.as_ref().filter(|_| is_wanted)
        else {
            return;
        };
        self.game.studies += 1;
        let Some(request) = table.coach_request(self.game.studies) else { return };
        let node = table.timeline().cursor();
        self.game.coached =
            Some(Coached { request: request.clone(), game: *game, node, cost: None });
        effects.study(StudyRequest::Check(Box::new(request)));
    }

    /// Takes in what was found about the move that the coach looks at.
    fn hear_coach(&mut self, answer: Answer, effects: &mut Effects) {
        let Some(coached) = &mut self.game.coached else { return };
        if let Answer::Found { finding, .. } = answer {
            coached.cost = coach_cost(&coached.request, *finding);
        }
        if coached.cost.is_none() {
            self.game.coached = None;
        }
        effects.draw();
    }

    /// Returns what a costly move has cost, in points, once nothing lies over the board and the
    /// player can be asked whether to take it back; once, and only while it is the last move.
    pub fn costly_move(&mut self, effects: &mut Effects) -> Option<u32> {
        let Some(Coached { game, node, cost: Some(points), .. }) = self.game.coached else {
            return None;
        };
        let goes_on = self.game.table().is_some_and(Table::is_going_on);
        if self.place() != Some(Place { game, node }) || !goes_on {
            self.game.coached = None;
            effects.draw();
            return None;
        }
        if self.game.shown != Shown::Front {
            return None;
        }
        self.game.coached = None;
        Some(points)
    }

    /// Takes back the move that was just made, both stones of one that has two.
    pub fn take_back_move(&mut self, effects: &mut Effects) {
        let Some(seated) = &mut self.game.seated else { return };
        let turn = |seated: &Seated| seated.table.timeline().turn(seated.table.timeline().cursor());
        let of = turn(seated);
        let mut reply = Reply::Nothing;
        while turn(seated) == of && of > 0 {
            reply = seated.undo().0;
            if !matches!(reply, Reply::Changed | Reply::Shown) {
                break;
            }
        }
        self.handle_reply(reply, effects);
    }

    /// Keeps what has been found of the game so far, and ends its analysis.
    fn end_study(&mut self, study: StudyUnderWay, effects: &mut Effects) {
        effects.study(StudyRequest::Stop);
        self.keep_study(study, effects);
        if let Some(table) = self.game.table_mut() {
            table.end_analysis();
        }
        self.say(self.with_keys("the analysis is stopped; {analyse} resumes it"), effects);
    }

    /// Puts what has been found into the game, and has it kept if it is a game of ours.
    fn keep_study(&mut self, study: StudyUnderWay, effects: &mut Effects) {
        let Some(Seated { table, record, kept, .. }) =
            self.game.seated.as_mut().filter(|seated| seated.game == study.game)
        else {
            return;
        };
        table.keep_analysis(record);
        if kept.is_some() {
            self.keep(effects);
        }
    }

    /// Lets the analysis give way while the engine thinks about what is on the screen, and end with
    /// the game it is about.
    pub fn pace_study(&mut self, effects: &mut Effects) {
        let Some(study) = &mut self.game.study else { return };
        if self.game.seated.as_ref().is_none_or(|seated| seated.game != study.game) {
            self.game.study = None;
            return effects.study(StudyRequest::Stop);
        }
        let is_paused =
            self.game.thoughts.under_way.as_ref().is_some_and(|thought| thought.found.is_none());
        if std::mem::replace(&mut study.is_paused, is_paused) == is_paused {
            return;
        }
        effects.study(if is_paused { StudyRequest::Pause } else { StudyRequest::Resume });
    }

    /// Takes in what the analysis says; what it says of an old request is dropped.
    pub fn take_findings(&mut self, answer: Answer, effects: &mut Effects) {
        let id = match &answer {
            Answer::Found { id, .. } | Answer::Done { id } | Answer::Failed { id, .. } => *id,
        };
        if self.game.coached.as_ref().is_some_and(|coached| coached.request.id == id) {
            return self.hear_coach(answer, effects);
        }
        let Some(study) = self.game.study.as_ref().filter(|study| study.id == id).copied() else {
            return;
        };
        match answer {
            Answer::Found { index, finding, pass, done, of, .. } => {
                if let Some(table) = self.game.table_mut() {
                    table.learn(index, *finding, Stage { pass, done, of });
                }
                self.keep_study(study, effects);
                effects.draw();
            }
            Answer::Done { .. } => {
                self.game.study = None;
                self.keep_study(study, effects);
                if let Some(table) = self.game.table_mut() {
                    table.end_analysis();
                }
                let has_faults = self.game.table().is_some_and(Table::has_faults);
                let text = if has_faults {
                    "the game is analysed; {previous-fault} and {next-fault} go from mistake to mistake"
                } else {
                    "the game is analysed; no mistake was found"
                };
                self.say(self.with_keys(text), effects);
            }
            Answer::Failed { message, .. } => {
                self.game.study = None;
                if let Some(table) = self.game.table_mut() {
                    table.end_analysis();
                }
                self.refuse(format!("the analysis failed: {message}"), effects);
            }
        }
    }
}

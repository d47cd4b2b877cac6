//! The analysis of the game at the board: it begins and ends by a key, gives way to what is thought
//! about on the screen, and what it finds is kept with the game.

use tetralith_core::timeline::NodeId;
use tetralith_study::{AnalysisAnswer, given_up};

use super::effects::{MatchEffects, StudyRequest};
use crate::hint::GamePlace;
use crate::seated::Seated;
use crate::sentence;
use crate::sentence::ActionId;
use crate::table::{AnalysisStage, Hidden, Mode, Table};

/// The analysis of the game at the board, and how much of it is shown.
#[derive(Clone, Debug, Default)]
pub struct Analyst {
    under_way: Option<UnderWay>,
    /// The number of searches about moves that were begun, for any purpose.
    begun: u64,
    /// True if nothing of the engine is shown in review before it is asked for.
    thinks_first: bool,
    /// The place where it was asked for then.
    revealed: Option<GamePlace>,
}

/// An analysis of a whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct UnderWay {
    /// The number that comes back with every answer.
    id: u64,
    game: u64,
    /// The end of the line that is analysed.
    end: Option<NodeId>,
    /// True while it gives way to something else.
    is_paused: bool,
}

impl Analyst {
    /// True while a game is analysed.
    pub const fn is_under_way(&self) -> bool {
        self.under_way.is_some()
    }

    /// True if the line that is analysed is no longer the main line on the `board`.
    pub(super) fn is_about_another_line(&self, board: Option<&Seated>) -> bool {
        let Some(study) = &self.under_way else { return false };
        let is_it = |board: &Seated| {
            board.game == study.game && board.table.analysis().end_of_line() == study.end
        };
        !board.is_some_and(is_it)
    }

    /// A number for another search about moves.
    pub(super) const fn next_id(&mut self) -> u64 {
        self.begun += 1;
        self.begun
    }

    /// Begins to analyse the game on the `board`, or ends the analysis under way.
    pub(super) fn toggle(&mut self, board: &mut Seated, effects: &mut MatchEffects) {
        if self.under_way.take().is_some_and(|study| study.game == board.game) {
            effects.study(StudyRequest::Stop);
            board.table.keep_analysis(&mut board.record);
            board.table.analysis_mut().end();
            return effects.say(sentence!("analysis stopped; {} resumes it", ActionId::Analyse));
        }
        let Seated { game, table, record, kept, .. } = board;
        if table.mode() == Mode::Play {
            return effects
                .refuse(sentence!("analysis is for review; {} opens it", ActionId::LookThrough));
        }
        if table.timeline().main_line().is_empty() {
            return effects.refuse(table.review().why_unanalysed());
        }
        let is_elsewhere = kept.is_none();
        let fault = table.take_analysis(record);
        let is_kept = table.analysis().is_kept();
        let Some(request) = table.analysis().request(self.next_id()) else { return };
        let (id, end) = (request.id, table.analysis().end_of_line());
        self.under_way = Some(UnderWay { id, game: *game, end, is_paused: false });
        effects.study(StudyRequest::Begin(Box::new(request)));
        effects.say(match fault {
            Some(fault) if is_kept => fault.to_string().into(),
            Some(fault) => {
                sentence!("{}; this new analysis will not be saved", fault.to_string())
            }
            None if is_elsewhere => {
                sentence!(
                    "analysing; {} stops, {} saves the game with its analysis",
                    ActionId::Analyse,
                    ActionId::SaveAs
                )
            }
            None => sentence!("analysing; {} stops", ActionId::Analyse),
        });
    }

    /// Lets the analysis give way while the engine thinks about what is on the screen, and end with
    /// the line of the game that it is about, if that is no longer the main line on the `board`.
    pub(super) fn pace(
        &mut self,
        board: Option<&Seated>,
        gives_way: bool,
        effects: &mut MatchEffects,
    ) {
        if self.is_about_another_line(board) {
            self.under_way = None;
            return effects.study(StudyRequest::Stop);
        }
        let Some(study) = &mut self.under_way else { return };
        if std::mem::replace(&mut study.is_paused, gives_way) != gives_way {
            let request = if gives_way { StudyRequest::Pause } else { StudyRequest::Resume };
            effects.study(request);
        }
    }

    /// Takes in a report of the analysis; returns false if it is about something else.
    pub(super) fn take(
        &mut self,
        answer: AnalysisAnswer,
        board: &mut Seated,
        effects: &mut MatchEffects,
    ) -> bool {
        let id = id_of(&answer);
        let is_it = |study: UnderWay| study.id == id && study.game == board.game;
        if !self.under_way.is_some_and(is_it) {
            return false;
        }
        let table = &mut board.table;
        match answer {
            AnalysisAnswer::Found { index, finding, pass, done, of, .. } => {
                table.analysis_mut().learn(index, *finding, AnalysisStage { pass, done, of });
                table.keep_analysis(&mut board.record);
                effects.draw();
            }
            AnalysisAnswer::Done { .. } => {
                self.under_way = None;
                table.keep_analysis(&mut board.record);
                table.analysis_mut().end();
                effects.say(if table.review().has_faults() {
                    sentence!(
                        "analysis done: {} and {} jump between mistakes",
                        ActionId::PreviousFault,
                        ActionId::NextFault
                    )
                } else {
                    let end = table.review().ended_off_board();
                    let given = end.and_then(|(node, _)| {
                        let end = table.timeline().ended_at(node)?;
                        given_up(table.names(), end, table.review().verdict(node)?)
                    });
                    match given {
                        Some(given) => format!("analysis done: no bad moves, but {given}").into(),
                        None => "analysis done: no mistakes found".into(),
                    }
                });
            }
            AnalysisAnswer::Failed { message, .. } => {
                self.under_way = None;
                table.analysis_mut().end();
                effects.refuse(format!("the analysis failed: {message}"));
            }
            // These are of a position that is solved.
            AnalysisAnswer::Solving { .. } | AnalysisAnswer::Solved { .. } => {}
        }
        true
    }

    // ----- thinking first

    /// Hides all findings of the engine in review until they are asked for, or shows them again.
    pub(super) fn toggle_thinking_first(&mut self, effects: &mut MatchEffects) {
        (self.thinks_first, self.revealed) = (!self.thinks_first, None);
        effects.say(if self.thinks_first {
            sentence!(
                "think first: engine output is hidden; {} shows it here, {} everywhere",
                ActionId::Hint,
                ActionId::ThinkFirst
            )
        } else {
            "engine output is visible again".into()
        });
    }

    pub(super) const fn reveal(&mut self, place: GamePlace) {
        self.revealed = Some(place);
    }

    /// Forgets the place where it was asked for, which may be another one now.
    pub(super) const fn forget_place(&mut self) {
        self.revealed = None;
    }

    /// Shows everything again, for another game.
    pub(super) const fn show_all(&mut self) {
        (self.thinks_first, self.revealed) = (false, None);
    }

    /// Hides the engine's findings on `table`, at `place`, where they were not asked for.
    pub(super) fn hide_or_show(&self, table: &mut Table, place: Option<GamePlace>) {
        let is_revealed = self.revealed.is_some_and(|revealed| Some(revealed) == place);
        table.analysis_mut().hide(match (self.thinks_first, is_revealed) {
            (false, _) => Hidden::Nothing,
            (true, true) => Hidden::Elsewhere,
            (true, false) => Hidden::All,
        });
    }
}

/// The number of the request that `answer` is about.
pub(super) fn id_of(answer: &AnalysisAnswer) -> u64 {
    match answer {
        AnalysisAnswer::Found { id, .. }
        | AnalysisAnswer::Solving { id, .. }
        | AnalysisAnswer::Solved { id, .. }
        | AnalysisAnswer::Done { id }
        | AnalysisAnswer::Failed { id, .. } => *id,
    }
}

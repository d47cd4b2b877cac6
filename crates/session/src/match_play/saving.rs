//! Keeping games: what is known of it, and what is asked before a game that is not kept is lost.
//!
//! A game that the disk has refused is tried once more before anything is asked, because there may
//! be room by now.

use std::path::PathBuf;

use super::effects::{Exit, MatchEffects, MatchRequest, News, SetUp};
use crate::kept::SavedFile;
use crate::seated::Seated;
use crate::sentence;
use crate::sentence::{ActionId, Piece, Sentence};

/// The state of the games that are to be kept.
#[derive(Clone, Default)]
pub struct Saving {
    /// The reason why the game at the board is not kept.
    fault: Option<String>,
    /// True if it has changed since it was last kept or saved, while games are not kept by
    /// themselves.
    unsaved: bool,
    /// Games that have left the board and whose files could not be written, with the reasons: their
    /// drafts hold them.
    behind: Vec<(u64, String)>,
    /// True if the program has ended but for the disk.
    ending: bool,
    /// The thing to do once the disk has taken the game at the board.
    leaving: Option<Leaving>,
    /// The game that takes the place of the one at the board if the user agrees, and whether that
    /// one is lost then.
    next: Option<(Box<NextGame>, bool)>,
    /// The game that is being saved under a name of the user's own.
    file: Option<FileSave>,
    /// The reason why that failed when the program had ended already.
    lost: Option<String>,
}

/// The reason why a game leaves the board.
#[derive(Clone)]
enum Leaving {
    /// The user has quit.
    End,
    /// Another takes its place.
    For(Box<NextGame>),
}

/// A game on its way to a file of the user's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct FileSave {
    /// True if the game at the board counts as unsaved again if this fails.
    was_unsaved: bool,
    /// True if moves are left out that were only explored after the last one of the game.
    leaves_out: bool,
    /// True if the program has ended but for this.
    at_the_end: bool,
}

/// A game that is to come to the board.
#[derive(Clone)]
pub(super) struct NextGame {
    pub(super) seated: Seated,
    /// The notice about it, if there is one.
    pub(super) left_behind: String,
    /// Its purpose, if it is of a position that was set up.
    pub(super) set_up: Option<SetUp>,
    /// True once the player has agreed to leave a game with another terminal for it.
    pub(super) is_agreed: bool,
}

impl NextGame {
    /// A game without a notice.
    pub(super) const fn new(seated: Seated) -> Self {
        Self { seated, left_behind: String::new(), set_up: None, is_agreed: false }
    }

    /// The same once the player has agreed.
    pub(super) fn agreed(self) -> Self {
        Self { is_agreed: true, ..self }
    }
}

impl Saving {
    /// The reason why a game is not kept as it is now, if one is not: the one at the board first.
    pub fn fault(&self) -> Option<&str> {
        let behind = self.behind.last().map(|(_, why)| why.as_str());
        self.fault.as_deref().or(self.lost.as_deref()).or(behind)
    }

    /// True if the game at the board would be lost if the program ended now.
    pub const fn would_lose(&self) -> bool {
        self.fault.is_some() || self.unsaved
    }

    /// True if the game at the board has changed since it was saved, while games are not kept by
    /// themselves.
    pub(super) const fn is_unsaved(&self) -> bool {
        self.unsaved
    }

    /// True if the program has ended but for the disk: no step is made any more, and no clock runs.
    pub(super) const fn is_ending(&self) -> bool {
        self.ending
    }

    /// Has the game on the `board` kept as it is now, if games are kept by themselves.
    pub(super) fn keep(&mut self, board: &mut Seated, autosave: bool, effects: &mut MatchEffects) {
        if !autosave {
            self.unsaved = true;
            // Saved under another name, the game counts as saved although its own file is older.
            board.kept_at = board.kept_at.map(|_| board.table.timeline().played_to());
            return;
        }
        match board.keep() {
            Ok(keep) => effects.ask(MatchRequest::Keep(keep)),
            Err(error) => self.report_fault(error.to_string(), effects),
        }
    }

    /// At the end, keeps the game if it is not kept as it is now; else has the storage check that
    /// its file is still there.
    fn secure(&mut self, board: &mut Seated, effects: &mut MatchEffects) {
        if self.fault.is_some() || board.is_behind() {
            return self.keep(board, true, effects);
        }
        match board.secure() {
            Ok(secure) => {
                if let Some(keep) = secure {
                    effects.ask(MatchRequest::Secure(keep));
                }
            }
            Err(error) => self.report_fault(error.to_string(), effects),
        }
    }

    /// Records that the game on the `board` is kept in this file now; returns the game that
    /// waited for that.
    pub(super) fn kept(
        &mut self,
        board: &mut Seated,
        kept: SavedFile,
        autosave: bool,
        effects: &mut MatchEffects,
    ) -> Option<Box<NextGame>> {
        let is_elsewhere = board.kept.as_ref().is_some_and(|before| {
            before.path != kept.path && before.path.parent() == kept.path.parent()
        });
        let is_copy = board.kept.is_none() && !board.is_own;
        let name = kept.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        board.kept = Some(kept);
        let was_unsaved = autosave && std::mem::take(&mut self.unsaved);
        effects.draw_if(self.fault.take().is_some() || was_unsaved);
        if is_elsewhere {
            effects.say(sentence!(
                "another program changed this game's file; the game is now saved as {}",
                Piece::foreign(&name)
            ));
        }
        if is_copy {
            effects.say(sentence!(
                "the record stays as it was; your additions are saved among your games as {}",
                Piece::foreign(&name)
            ));
        }
        match self.leaving.take() {
            Some(Leaving::For(next)) => Some(next),
            leaving => {
                self.leaving = leaving;
                None
            }
        }
    }

    /// Records what became of a game that has left the board.
    pub(super) fn kept_behind(
        &mut self,
        game: u64,
        fault: Option<String>,
        effects: &mut MatchEffects,
    ) {
        self.behind.retain(|(other, _)| *other != game);
        let Some(why) = fault else { return };
        effects.refuse(format!("an earlier game is not saved yet: {why}"));
        self.behind.push((game, why));
    }

    /// Shows, now and until it is kept again, that the game is not kept; asks, if it was about to
    /// leave the board.
    pub(super) fn report_fault(&mut self, why: String, effects: &mut MatchEffects) {
        effects.tell(News::NotKept(why.clone()));
        self.fault = Some(why);
        match self.leaving.take() {
            Some(Leaving::End) => {
                self.ending = false;
                if let Some(file) = &mut self.file {
                    file.at_the_end = false;
                }
                effects.tell(News::MayLose(self.why_lost()));
                effects.end(Exit::Stay);
            }
            Some(Leaving::For(next)) => self.ask_to_give_way(next, effects),
            None => {}
        }
    }

    /// Returns what is wrong with the game at the board that would be lost, a sentence.
    fn why_lost(&self) -> Sentence {
        match &self.fault {
            Some(why) => sentence!("It could not be saved: {}", Piece::foreign(why)),
            None if self.file.is_some() => "It is still being saved; the disk is slow.".into(),
            None => {
                sentence!(
                    "Autosave is off; answer no, and {} at the board saves the game.",
                    ActionId::SaveAs
                )
            }
        }
    }

    // ----- the end

    /// Ends, but asks first if the game on the `board` would be lost.
    pub(super) fn quit(
        &mut self,
        board: Option<&mut Seated>,
        autosave: bool,
        effects: &mut MatchEffects,
    ) {
        if self.would_lose() && !autosave {
            return effects.tell(News::MayLose(self.why_lost()));
        }
        self.leaving = Some(Leaving::End);
        self.end_secured(board, effects);
    }

    /// Ends, even if the game cannot be kept then.
    pub(super) fn end(&mut self, board: Option<&mut Seated>, effects: &mut MatchEffects) {
        self.leaving = None;
        self.end_secured(board, effects);
    }

    /// Ends, with the game on the `board` kept once more if it has to be: without a board, there is
    /// nothing to keep.
    fn end_secured(&mut self, board: Option<&mut Seated>, effects: &mut MatchEffects) {
        effects.end(Exit::Quit);
        self.ending = true;
        if let Some(file) = &mut self.file {
            file.at_the_end = true;
        }
        // A game that cannot be kept takes back what is above.
        if let Some(board) = board {
            self.secure(board, effects);
        }
    }

    // ----- another game

    /// Returns the game that can have the board at once; another waits until the one there is
    /// kept, or given up.
    pub(super) fn let_in(
        &mut self,
        next: NextGame,
        mut board: Option<&mut Seated>,
        autosave: bool,
        effects: &mut MatchEffects,
    ) -> Option<NextGame> {
        let next = Box::new(next);
        if let Some(board) = board.as_deref_mut().filter(|_| self.fault.is_some() && autosave) {
            self.leaving = Some(Leaving::For(next));
            self.keep(board, autosave, effects);
            return None;
        }
        if self.would_lose() || self.file.is_some_and(|file| file.was_unsaved) {
            self.ask_to_give_way(next, effects);
            return None;
        }
        if let Some(board) = board.filter(|board| autosave && board.is_behind()) {
            self.keep(board, autosave, effects);
        }
        Some(*next)
    }

    fn ask_to_give_way(&mut self, next: Box<NextGame>, effects: &mut MatchEffects) {
        self.next = Some((next, true));
        let question = Sentence::from("Lose the current game? ").with(self.why_lost());
        effects.tell(News::MayReplace(question));
    }

    /// Asks by this `question` whether `next` may have the board; the game there is saved.
    pub(super) fn ask(
        &mut self,
        next: Box<NextGame>,
        question: Sentence,
        effects: &mut MatchEffects,
    ) {
        self.next = Some((next, false));
        effects.tell(News::MayReplace(question));
    }

    /// Returns the game that is to have the board, now that the user agrees, and whether the one
    /// there may be lost.
    pub(super) fn give_way(&mut self) -> Option<(NextGame, bool)> {
        self.next.take().map(|(next, is_lost)| (*next, is_lost))
    }

    /// Forgets what is known of the game at the board: another takes its place.
    pub(super) fn forget(&mut self) {
        (self.fault, self.unsaved, self.leaving, self.next) = (None, false, None, None);
        if let Some(file) = &mut self.file {
            file.was_unsaved = false;
        }
    }

    // ----- files of the user's own

    /// Has the game on the `board` saved as `path`, in place of what is there if it `replaces`
    /// that. It takes as long as the disk takes, and the keys go on meanwhile.
    ///
    /// # Errors
    /// A sentence without its full stop if that cannot be tried now.
    pub(super) fn save_as(
        &mut self,
        board: &Seated,
        path: PathBuf,
        replaces: bool,
        effects: &mut MatchEffects,
    ) -> Result<(), String> {
        if self.file.is_some() {
            return Err("the last one is still being saved; the disk is slow".to_owned());
        }
        let text = board.text().map_err(|error| error.to_string())?;
        // Changes from now on are unsaved in any case.
        let leaves_out = board.table.lines().explored_after().is_some();
        let was_unsaved = std::mem::take(&mut self.unsaved);
        self.file = Some(FileSave { was_unsaved, leaves_out, at_the_end: false });
        effects.ask(MatchRequest::Save { path, text, replaces });
        Ok(())
    }

    /// Records what became of that; returns true if moves were left out that were only
    /// explored after the last one of the game.
    pub(super) fn saved(&mut self, fault: Option<String>) -> bool {
        let Some(file) = self.file.take() else { return false };
        if let Some(fault) = fault {
            self.unsaved |= file.was_unsaved;
            self.lost = file.at_the_end.then_some(fault);
        }
        file.leaves_out
    }
}

//! The person at another terminal who plays the game at the board.

use super::state::{NextGame, Shared};
use crate::keymap::Action;
use crate::program::{Effects, Moment};
use crate::remote::RemoteMessage;
use crate::remote::game::{News, RemoteGame};
use tetralith_session::seated::Seated;
use tetralith_session::table::Table;

impl Shared {
    /// Begins a game with another terminal at the board where it was just put.
    pub fn begin_remote(&mut self, mut remote: Box<RemoteGame>, effects: &mut Effects) {
        let now = self.now;
        if let Some(seated) = &mut self.game.seated {
            remote.sit_down(seated, now);
        }
        self.game.remote = Some(remote);
        self.after_remote(effects);
    }

    /// Takes in what has come from another terminal.
    pub fn take_remote(&mut self, message: RemoteMessage, effects: &mut Effects) {
        let now = self.now;
        self.with_remote(effects, |remote, seated| remote.hear(message, seated, now));
        effects.draw();
    }

    /// Lets it be as late as `now` for both terminals.
    pub fn tick_remote(&mut self, now: Moment, effects: &mut Effects) {
        let is_due = |remote: &RemoteGame| {
            remote.due().is_some_and(|due| due <= now.steady) || remote.clocks_run()
        };
        if !self.game.remote.as_deref().is_some_and(is_due) {
            return;
        }
        self.with_remote(effects, |remote, seated| remote.tick(seated, now));
    }

    /// Has the other terminal follow what was done at the board.
    pub fn follow_remote(&mut self, effects: &mut Effects) {
        let now = self.now;
        self.with_remote(effects, |remote, seated| remote.follow(seated, now));
    }

    /// Leaves the other terminal if the game with this number, which is about to be put on the
    /// board, is not the one of both terminals; returns how that one goes on.
    pub fn part_from_remote(&mut self, game: u64, effects: &mut Effects) -> Option<String> {
        if self.game.remote.as_ref().is_none_or(|remote| remote.game == game) {
            return None;
        }
        self.leave_remote("they play another game now", effects);
        self.game.way_back.clone()
    }

    /// Ends the connection in good order.
    pub fn leave_remote(&mut self, why: &str, effects: &mut Effects) {
        let Some(mut remote) = self.game.remote.take() else { return };
        self.game.way_back = self.game.seated.as_ref().and_then(|seated| remote.way_back(seated));
        remote.leave(why);
        remote.take_requests().into_iter().for_each(|request| effects.remote(request));
    }

    /// Does something with both terminals' game and the board.
    fn with_remote(
        &mut self,
        effects: &mut Effects,
        act: impl FnOnce(&mut RemoteGame, &mut Seated),
    ) {
        if let (Some(remote), Some(seated)) = (&mut self.game.remote, &mut self.game.seated) {
            act(remote, seated);
        }
        self.after_remote(effects);
    }

    /// Does something at this end, and tells what came of it.
    pub fn ask_remote(
        &mut self,
        effects: &mut Effects,
        act: impl FnOnce(&mut RemoteGame) -> Result<String, String>,
    ) {
        let Some(remote) = &mut self.game.remote else { return };
        let told = act(remote);
        let now = self.now;
        self.with_remote(effects, |remote, seated| remote.carry_out(seated, now));
        match told {
            Ok(text) => self.say(text, effects),
            Err(why) => self.refuse(self.with_keys(&why), effects),
        }
    }

    /// Shows what has happened, and passes on what is asked of the links.
    fn after_remote(&mut self, effects: &mut Effects) {
        let Some(remote) = &mut self.game.remote else { return };
        let news = remote.take_news();
        for one in news {
            match one {
                News::Told(text) => self.say(self.with_keys(&text), effects),
                News::Wrong(text) => self.refuse(text, effects),
                News::Said(text) => self.say(text, effects),
                News::Changed => self.changed_elsewhere(effects),
                News::Bell if self.settings().bell.on_turn() => effects.bell(),
                News::Bell => {}
                News::Begun => self.begin_again(effects),
            }
        }
        if let Some(remote) = &mut self.game.remote {
            remote.take_requests().into_iter().for_each(|request| effects.remote(request));
        }
    }

    fn changed_elsewhere(&mut self, effects: &mut Effects) {
        if let (Some(layout), Some(Seated { table, .. })) =
            (self.board_layout(), &mut self.game.seated)
        {
            table.show_last(|cell| layout.rect(cell).is_some());
        }
        effects.draw();
        self.keep(effects);
    }

    /// Puts another game of both terminals on the board: a rematch, or what the host plays now.
    fn begin_again(&mut self, effects: &mut Effects) {
        let (game, now) = (self.next_game(), self.now);
        let seated = self.game.remote.as_mut().and_then(|remote| remote.begin(game, now));
        let Some(seated) = seated else {
            return self.refuse("the next game cannot be played here", effects);
        };
        self.seat(NextGame::new(seated), effects);
        self.changed_elsewhere(effects);
    }

    /// True if the game at the board is kept by somebody else.
    pub fn is_kept_elsewhere(&self) -> bool {
        self.game.remote.as_ref().is_some_and(|remote| !remote.is_kept())
    }

    /// True if nothing but playing is allowed.
    pub fn is_kiosk(&self) -> bool {
        self.game.remote.as_ref().is_some_and(|remote| remote.is_kiosk)
    }

    /// True if the game at the board is one with another terminal, be there a way to it or not.
    pub fn is_remote(&self) -> bool {
        self.game.table().is_some_and(Table::is_remote)
    }
}

/// True if `action` is a part of playing, and leads to no file, no other game and no setting.
pub const fn is_playing(action: Action) -> bool {
    use Action as A;
    matches!(
        action,
        A::Help
            | A::Rules
            | A::RulesBeside
            | A::RulesUp
            | A::RulesDown
            | A::Why
            | A::Quit
            | A::Redraw
            | A::Move(_)
            | A::Jump(_)
            | A::Accept
            | A::Cancel
            | A::TakeBack
            | A::Yes
            | A::No
            | A::First
            | A::Last
            | A::Back
            | A::Forward
            | A::BackTen
            | A::ForwardTen
            | A::NextLegal
            | A::PreviousLegal
            | A::Pick
            | A::TypeStep
            | A::Rotate
            | A::RotateBack
            | A::NextStone
            | A::Pass
            | A::Swap
            | A::Resign
            | A::Undo
            | A::Redo
            | A::GoToTurn
            | A::NextVariation
            | A::PreviousVariation
            | A::PlayOn
            | A::ReturnToGame
            | A::LookThrough
            | A::Autoplay
            | A::PauseClock
            | A::Faster
            | A::Slower
            | A::Tree
            | A::Find
            | A::NewGame
            | A::Rematch
            | A::ZoomIn
            | A::ZoomOut
            | A::Marks
            | A::Coordinates
            | A::TurnBoard
            | A::FlipBoard
            | A::MouseCapture
            | A::Chat
            | A::AcceptOffer
            | A::DeclineOffer
            | A::Erase
            | A::EraseWord
            | A::EraseAll
    )
}

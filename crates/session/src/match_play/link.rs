//! The person at another terminal who plays the game at the board.

use std::time::Duration;

use super::Match;
use super::effects::{MatchEffects, News};
use super::event::LinkAct;
use super::saving::NextGame;
use crate::kept::Loaded;
use crate::remote_game::{LinkNews, RemoteGame};
use crate::seated::Seated;
use crate::time::Moment;

/// The link to another terminal, if there is one.
#[derive(Clone, Debug, Default)]
pub struct Link {
    game: Option<Box<RemoteGame>>,
    /// The way to go on with that game once the program has ended, a sentence without its full
    /// stop.
    how_to_resume: Option<String>,
}

impl Link {
    /// The game between both terminals.
    pub fn game(&self) -> Option<&RemoteGame> {
        self.game.as_deref()
    }

    /// True if nothing but playing is allowed.
    pub fn is_kiosk(&self) -> bool {
        self.game().is_some_and(|remote| remote.is_kiosk)
    }

    /// The way to go on with a game with another terminal that was left, a sentence without its
    /// full stop.
    pub fn how_to_resume(&self) -> Option<&str> {
        self.how_to_resume.as_deref()
    }

    pub(super) fn due(&self) -> Option<Duration> {
        self.game.as_ref()?.due()
    }

    /// Leaves the other terminal if the game with this number, which is about to be put on the
    /// board, is not the one of both terminals; returns how that one goes on, which has the `board`
    /// until then.
    pub(super) fn part(
        &mut self,
        game: u64,
        (board, is_saved): (Option<&Seated>, bool),
        effects: &mut MatchEffects,
    ) -> Option<String> {
        if self.game.as_ref().is_none_or(|remote| remote.game == game) {
            return None;
        }
        self.leave("they are playing another game now", (board, is_saved), effects);
        self.how_to_resume.clone()
    }

    /// Ends the connection in good order; the game on the `board` may not be saved as it is now.
    pub(super) fn leave(
        &mut self,
        why: &str,
        (board, is_saved): (Option<&Seated>, bool),
        effects: &mut MatchEffects,
    ) {
        let Some(mut remote) = self.game.take() else { return };
        self.how_to_resume = board.and_then(|board| remote.how_to_resume(board, is_saved));
        remote.leave(why);
        remote.take_requests().into_iter().for_each(|request| effects.link(request));
    }
}

impl Match {
    /// Puts a game with another terminal on the board.
    pub(super) fn connect(
        &mut self,
        mut remote: Box<RemoteGame>,
        loaded: Option<Box<Loaded>>,
        effects: &mut MatchEffects,
    ) {
        let (game, now) = (self.next_game(), self.now);
        let seated = match (loaded, remote.peer().terms()) {
            (Some(loaded), _) => Ok(Seated::rejoined(*loaded, game, now)),
            (None, Some(terms)) => {
                let (start, clock) = (&terms.start, remote.clock(now.steady));
                Seated::begin(start.info(), start.options(), remote.seats(), game, clock, now)
            }
            (None, None) => return,
        };
        let seated = match seated {
            Ok(seated) => seated,
            Err(error) => return effects.refuse(error.to_string()),
        };
        self.take_board(NextGame::new(seated), effects);
        if let Some(board) = &mut self.board {
            remote.sit_down(board, now);
        }
        self.link.game = Some(remote);
        self.tell_link(effects);
    }

    /// Does something with both terminals' game and the board.
    pub(super) fn with_remote(
        &mut self,
        effects: &mut MatchEffects,
        act: impl FnOnce(&mut RemoteGame, &mut Seated, Moment),
    ) {
        if let (Some(remote), Some(board)) = (&mut self.link.game, &mut self.board) {
            act(remote, board, self.now);
        }
        self.tell_link(effects);
    }

    /// Does something at this end, and reports the result.
    pub(super) fn act_on_link(&mut self, act: LinkAct, effects: &mut MatchEffects) {
        let Some(remote) = &mut self.link.game else { return };
        let thought = self.board.as_ref().map_or(Duration::ZERO, |board| board.clock.spent());
        let answer = match act {
            LinkAct::Answer(yes) => remote.answer(yes, thought),
            LinkAct::Rematch => remote.ask_rematch(),
            LinkAct::Pause => remote.ask_pause(),
            LinkAct::Takeback => remote.ask_takeback(),
        };
        self.with_remote(effects, RemoteGame::carry_out);
        match answer {
            Ok(text) => effects.say(text),
            Err(why) => effects.refuse(why),
        }
    }

    /// Sends a message to the other player.
    ///
    /// # Errors
    /// A sentence without its full stop if no other player hears it.
    pub fn chat(&mut self, text: &str, effects: &mut MatchEffects) -> Result<(), String> {
        if let Some(remote) = &mut self.link.game {
            remote.say(text)?;
        }
        self.with_remote(effects, RemoteGame::carry_out);
        effects.draw();
        Ok(())
    }

    /// Reports what has happened, and passes on requests to the links.
    fn tell_link(&mut self, effects: &mut MatchEffects) {
        let Some(remote) = &mut self.link.game else { return };
        for one in remote.take_news() {
            match one {
                LinkNews::Notice(text) => effects.say(text),
                LinkNews::Wrong(text) => effects.refuse(text),
                LinkNews::Said(text) => effects.tell(News::Said(text)),
                LinkNews::Changed => self.follow_link(effects),
                LinkNews::Bell => effects.tell(News::Turn),
                LinkNews::Begun => self.begin_again(effects),
            }
        }
        if let Some(remote) = &mut self.link.game {
            remote.take_requests().into_iter().for_each(|request| effects.link(request));
        }
    }

    fn follow_link(&mut self, effects: &mut MatchEffects) {
        effects.draw();
        self.keep(effects);
        effects.tell(News::Moved);
    }

    /// Puts another game of both terminals on the board: a rematch, or what the host plays now.
    fn begin_again(&mut self, effects: &mut MatchEffects) {
        let (game, now) = (self.next_game(), self.now);
        let seated = self.link.game.as_mut().and_then(|remote| remote.begin(game, now));
        let Some(seated) = seated else {
            return effects.refuse("the next game cannot be played here");
        };
        self.seat(NextGame::new(seated), effects);
        self.follow_link(effects);
    }
}

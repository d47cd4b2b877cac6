//! The person at another terminal, in the plain mode.

use std::time::Duration;

use super::{Session, say};
use crate::plain::words::Word;
use crate::program::{Effects, Loaded};
use crate::remote::RemoteMessage;
use crate::remote::game::{News, ONE_GAME, RemoteGame};
use tetralith_session::seated::Seated;
use tetralith_session::table::Table;

impl Session {
    /// Begins a game with another terminal, or goes on with one that was kept.
    pub(super) fn begin_remote(
        &mut self,
        mut game: Box<RemoteGame>,
        loaded: Option<Loaded>,
        effects: &mut Effects,
    ) {
        let now = self.now;
        let seated = match (loaded, game.peer().terms()) {
            (Some(loaded), _) => Ok(Seated::rejoined(loaded, 1, now)),
            (None, Some(terms)) => {
                let start = &terms.start;
                Seated::begin(start.info(), start.options(), game.seats(), 1, game.clock(), now)
            }
            (None, None) => return,
        };
        let mut seated = match seated {
            Ok(seated) => seated,
            Err(error) => return say(&error.to_string(), effects),
        };
        self.games = 1;
        game.sit_down(&mut seated, now);
        let waits = seated.table.absence().map(plain_keys);
        self.sit(seated, effects);
        if let Some(why) = waits {
            say(&why, effects);
        }
        self.remote = Some(game);
        self.after_remote(effects);
    }

    /// Takes in what has come from another terminal.
    pub(super) fn take_remote(&mut self, message: RemoteMessage, effects: &mut Effects) {
        let now = self.now;
        self.with_remote(effects, |remote, seated| remote.hear(message, seated, now));
    }

    /// Has the other terminal follow what was done here.
    pub(super) fn follow_remote(&mut self, effects: &mut Effects) {
        let now = self.now;
        self.with_remote(effects, |remote, seated| remote.follow(seated, now));
    }

    /// Leaves the other terminal if the game with this number, which is about to have the table, is
    /// not the one of both terminals.
    pub(super) fn part_from_remote(&mut self, game: u64, effects: &mut Effects) {
        if self.remote.as_ref().is_none_or(|remote| remote.game == game) {
            return;
        }
        self.leave_remote("they play another game now", effects);
        // What is said last is of the game that comes.
        if let Some(way_back) = self.way_back.take() {
            say(&way_back, effects);
        }
    }

    /// Ends the connection in good order.
    pub(super) fn leave_remote(&mut self, why: &str, effects: &mut Effects) {
        let Some(mut remote) = self.remote.take() else { return };
        self.way_back = self.seated.as_ref().and_then(|seated| remote.way_back(seated));
        remote.leave(why);
        remote.take_requests().into_iter().for_each(|request| effects.remote(request));
    }

    pub(super) fn with_remote(
        &mut self,
        effects: &mut Effects,
        act: impl FnOnce(&mut RemoteGame, &mut Seated),
    ) {
        if let (Some(remote), Some(seated)) = (&mut self.remote, &mut self.seated) {
            act(remote, seated);
        }
        self.after_remote(effects);
    }

    /// Does what a word asks if both players must agree to it, or refuses what only one of them
    /// would have, such as a hint; false if the word does what it always does.
    pub(super) fn remote_word(&mut self, word: Word, rest: &str, effects: &mut Effects) -> bool {
        use Word as W;
        let goes_on = self
            .seated
            .as_ref()
            .is_some_and(|seated| seated.table.is_remote() && !seated.table.is_finished());
        if goes_on && matches!(word, W::Hint | W::Threat) {
            say("the engine gives no help in a game against a person elsewhere", effects);
            return true;
        }
        let Some(remote) = &mut self.remote else {
            let is_ours = matches!(word, W::Say | W::Accept | W::Decline | W::Rematch);
            if is_ours {
                say("nobody plays at another terminal here", effects);
            }
            return is_ours;
        };
        if remote.is_kiosk && !word.is_playing() {
            say(ONE_GAME, effects);
            return true;
        }
        let begun = self.seated.as_ref().is_some_and(|seated| Table::is_begun(&seated.table));
        let told = match word {
            W::Say => remote.say(rest).map(|()| String::new()),
            W::Accept => remote.answer(true),
            W::Decline => remote.answer(false),
            W::Rematch => remote.ask_rematch(),
            W::Clock if goes_on => remote.ask_pause(),
            W::Undo if goes_on && !begun => remote.ask_takeback(),
            _ => return false,
        };
        let text = plain_keys(&told.unwrap_or_else(|why| why));
        let now = self.now;
        self.with_remote(effects, |remote, seated| remote.carry_out(seated, now));
        if !text.is_empty() {
            say(&text, effects);
        }
        true
    }

    fn after_remote(&mut self, effects: &mut Effects) {
        let Some(remote) = &mut self.remote else { return };
        let news = remote.take_news();
        let place = self.seated.as_ref().map(|seated| seated.table.timeline().cursor());
        for one in news {
            match one {
                News::Told(text) => say(&plain_keys(&text), effects),
                News::Wrong(text) | News::Said(text) => say(&text, effects),
                News::Changed => {
                    self.keep(effects);
                    let seated = self.seated.as_ref();
                    if seated.is_some_and(|seated| Some(seated.table.timeline().cursor()) == place)
                    {
                        self.news_of_board(effects);
                    }
                }
                News::Bell => {}
                News::Begun => self.begin_again(effects),
            }
        }
        if let Some(remote) = &mut self.remote {
            remote.take_requests().into_iter().for_each(|request| effects.remote(request));
        }
    }

    /// Shows the board once more if something has changed on it since it was shown last.
    fn news_of_board(&mut self, effects: &mut Effects) {
        let Some(table) = self.table() else { return };
        let here = (table.timeline().cursor(), table.outcome().is_some());
        if self.seen.replace(here) != Some(here) {
            self.shown(self.full, effects);
        }
    }

    /// Returns when the time of whoever is to move is up, in a game with another terminal: the
    /// other side waits to be told.
    pub(super) fn flag_due(&self) -> Option<Duration> {
        self.remote.as_ref().filter(|remote| remote.clocks_run())?;
        let seated = self.seated.as_ref().filter(|seated| seated.table.is_going_on())?;
        let left =
            seated.clock.total(seated.table.on_the_clock()).filter(|left| !left.is_zero())?;
        Some(self.now.steady + left)
    }

    /// Begins another game of both terminals: a rematch, or what the host plays now.
    fn begin_again(&mut self, effects: &mut Effects) {
        self.games += 1;
        let (game, now) = (self.games, self.now);
        match self.remote.as_mut().and_then(|remote| remote.begin(game, now)) {
            Some(seated) => self.sit(seated, effects),
            None => say("the next game cannot be played here", effects),
        }
    }
}

/// `text` with words of the plain mode in place of the actions that stand in braces in it.
pub(super) fn plain_keys(text: &str) -> String {
    [
        ("{accept-offer}", "accept"),
        ("{decline-offer}", "decline"),
        ("{pause-clock}", "clock"),
        ("{last}", "last"),
        ("{resign}", "resign"),
        ("{home}", "quit"),
        ("{play-on}", "play"),
        ("{return-to-game}", "play"),
    ]
    .iter()
    .fold(text.to_owned(), |text, (action, word)| text.replace(action, word))
}

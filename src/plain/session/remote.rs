//! The person at another terminal, in the plain mode.

use std::time::Duration;

use super::{Session, say};
use crate::plain::words::Word;
use crate::program::{Effect, Loaded};
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
    ) -> Vec<Effect> {
        let now = self.now;
        let seated = match (loaded, game.peer().terms()) {
            (Some(loaded), _) => Ok(Seated::rejoined(loaded, 1, now)),
            (None, Some(terms)) => {
                let start = &terms.start;
                Seated::begin(start.info(), start.options(), game.seats(), 1, game.clock(), now)
            }
            (None, None) => return Vec::new(),
        };
        let mut seated = match seated {
            Ok(seated) => seated,
            Err(error) => return vec![say(&error.to_string())],
        };
        self.games = 1;
        game.sit_down(&mut seated, now);
        let waits = seated.table.absence().map(plain_keys);
        let mut deeds = self.sit(seated);
        deeds.extend(waits.map(|why| say(&why)));
        self.remote = Some(game);
        deeds.extend(self.after_remote());
        deeds
    }

    /// Takes in what has come from another terminal.
    pub(super) fn take_remote(&mut self, message: RemoteMessage) -> Vec<Effect> {
        let now = self.now;
        self.with_remote(|remote, seated| remote.hear(message, seated, now))
    }

    /// Has the other terminal follow what was done here.
    pub(super) fn follow_remote(&mut self) -> Vec<Effect> {
        let now = self.now;
        self.with_remote(|remote, seated| remote.follow(seated, now))
    }

    /// Leaves the other terminal if the game with this number, which is about to have the table, is
    /// not the one of both terminals.
    pub(super) fn part_from_remote(&mut self, game: u64) -> Vec<Effect> {
        if self.remote.as_ref().is_none_or(|remote| remote.game == game) {
            return Vec::new();
        }
        let mut deeds = self.leave_remote("they play another game now");
        // What is said last is of the game that comes.
        deeds.extend(self.way_back.take().map(|way_back| say(&way_back)));
        deeds
    }

    /// Ends the connection in good order.
    pub(super) fn leave_remote(&mut self, why: &str) -> Vec<Effect> {
        let Some(mut remote) = self.remote.take() else { return Vec::new() };
        self.way_back = self.seated.as_ref().and_then(|seated| remote.way_back(seated));
        remote.leave(why);
        remote.take_requests().into_iter().map(Effect::Remote).collect()
    }

    pub(super) fn with_remote(
        &mut self,
        act: impl FnOnce(&mut RemoteGame, &mut Seated),
    ) -> Vec<Effect> {
        if let (Some(remote), Some(seated)) = (&mut self.remote, &mut self.seated) {
            act(remote, seated);
        }
        self.after_remote()
    }

    /// Does what a word asks if both players must agree to it, or refuses what only one of them
    /// would have, such as a hint; `None` if the word does what it always does.
    pub(super) fn remote_word(&mut self, word: Word, rest: &str) -> Option<Vec<Effect>> {
        use Word as W;
        let goes_on = self
            .seated
            .as_ref()
            .is_some_and(|seated| seated.table.is_remote() && !seated.table.is_finished());
        if goes_on && matches!(word, W::Hint | W::Threat) {
            return Some(vec![say(
                "the engine gives no help in a game against a person elsewhere",
            )]);
        }
        let Some(remote) = &mut self.remote else {
            let is_ours = matches!(word, W::Say | W::Accept | W::Decline | W::Rematch);
            return is_ours.then(|| vec![say("nobody plays at another terminal here")]);
        };
        if remote.is_kiosk && !word.is_playing() {
            return Some(vec![say(ONE_GAME)]);
        }
        let begun = self.seated.as_ref().is_some_and(|seated| Table::is_begun(&seated.table));
        let told = match word {
            W::Say => remote.say(rest).map(|()| String::new()),
            W::Accept => remote.answer(true),
            W::Decline => remote.answer(false),
            W::Rematch => remote.ask_rematch(),
            W::Clock if goes_on => remote.ask_pause(),
            W::Undo if goes_on && !begun => remote.ask_takeback(),
            _ => return None,
        };
        let text = plain_keys(&told.unwrap_or_else(|why| why));
        let now = self.now;
        let mut effects = self.with_remote(|remote, seated| remote.carry_out(seated, now));
        effects.extend((!text.is_empty()).then(|| say(&text)));
        Some(effects)
    }

    fn after_remote(&mut self) -> Vec<Effect> {
        let Some(remote) = &mut self.remote else { return Vec::new() };
        let news = remote.take_news();
        let mut effects = Vec::new();
        let place = self.seated.as_ref().map(|seated| seated.table.timeline().cursor());
        for one in news {
            match one {
                News::Told(text) => effects.push(say(&plain_keys(&text))),
                News::Wrong(text) | News::Said(text) => effects.push(say(&text)),
                News::Changed => {
                    effects.extend(self.keep());
                    let seated = self.seated.as_ref();
                    if seated.is_some_and(|seated| Some(seated.table.timeline().cursor()) == place)
                    {
                        effects.extend(self.news_of_board());
                    }
                }
                News::Bell => {}
                News::Begun => effects.extend(self.begin_again()),
            }
        }
        if let Some(remote) = &mut self.remote {
            effects.extend(remote.take_requests().into_iter().map(Effect::Remote));
        }
        effects
    }

    /// Shows the board once more if something has changed on it since it was shown last.
    fn news_of_board(&mut self) -> Vec<Effect> {
        let Some(table) = self.table() else { return Vec::new() };
        let here = (table.timeline().cursor(), table.outcome().is_some());
        if self.seen.replace(here) == Some(here) { Vec::new() } else { self.shown(self.full) }
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
    fn begin_again(&mut self) -> Vec<Effect> {
        self.games += 1;
        let (game, now) = (self.games, self.now);
        match self.remote.as_mut().and_then(|remote| remote.begin(game, now)) {
            Some(seated) => self.sit(seated),
            None => vec![say("the next game cannot be played here")],
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

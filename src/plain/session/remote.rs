//! The person at another terminal, in the plain mode.

use super::{Session, say};
use crate::plain::words::{self, Word};
use crate::program::{Effects, Loaded};
use tetralith_session::match_play::{LinkAct, MatchEffects, MatchEvent};
use tetralith_session::remote_game::{ONE_GAME, RemoteGame};

impl Session {
    /// Begins a game with another terminal, or goes on with one that was kept.
    pub(super) fn begin_remote(
        &mut self,
        game: Box<RemoteGame>,
        loaded: Option<Box<Loaded>>,
        effects: &mut Effects,
    ) {
        self.handle(MatchEvent::Connect { game, loaded }, effects);
        if let Some(why) = self.table().and_then(|table| table.state().absence()) {
            say(&words::spell(why), effects);
        }
    }

    /// Does what a word asks if both players must agree to it, or refuses what only one of them
    /// would have, such as a hint; false if the word does what it always does.
    pub(super) fn remote_word(&mut self, word: Word, rest: &str, effects: &mut Effects) -> bool {
        use Word as W;
        let goes_on = self.table().is_some_and(|table| table.state().plays_remote());
        let Some(remote) = self.game.link().game() else {
            match word {
                W::Rematch => self.handle(MatchEvent::Rematch, effects),
                W::Say | W::Accept | W::Decline => say("this is not a remote game", effects),
                _ => return false,
            }
            return true;
        };
        if remote.is_kiosk && !word.is_playing() {
            say(ONE_GAME, effects);
            return true;
        }
        if remote.is_kiosk && word == W::Help {
            effects.print(words::help_on_playing());
            return true;
        }
        let begun = self.table().is_some_and(|table| table.hand().is_begun());
        let act = match word {
            W::Say => {
                self.chat(rest, effects);
                return true;
            }
            W::Accept => LinkAct::Answer(true),
            W::Decline => LinkAct::Answer(false),
            W::Rematch => LinkAct::Rematch,
            W::Clock if goes_on => LinkAct::Pause,
            W::Undo if goes_on && !begun => LinkAct::Takeback,
            _ => return false,
        };
        self.handle(MatchEvent::Link(act), effects);
        true
    }

    /// Sends a message to the player at the other terminal.
    fn chat(&mut self, text: &str, effects: &mut Effects) {
        let mut match_effects = MatchEffects::default();
        match self.game.chat(text, &mut match_effects) {
            Ok(()) => self.show(match_effects, effects),
            Err(why) => say(&why, effects),
        }
    }
}

//! The clock in the form for a new game: chosen from a list, or typed.

use crate::keymap::Action;
use crate::tui::widgets::input::TextInput;
use crate::tui::widgets::menus::turned;
use tetralith_session::clock::{PRESETS, TimeControl, TimeError};

/// The most characters that are typed for a clock.
const CLOCK_CHARS: usize = 40;

/// The clock chosen for a new game.
#[derive(Clone, Debug)]
pub struct ClockChoice {
    control: Option<TimeControl>,
    /// A clock that is not among the usual ones; it stays at the end of the list as long as the
    /// form is open.
    own: Option<TimeControl>,
    /// True if a player who runs out of time loses.
    pub loses: bool,
    typed: Option<TextInput>,
    fault: Option<TimeError>,
    /// True for the clock of one player, who has that of both unless another is chosen.
    is_odds: bool,
}

impl ClockChoice {
    /// A choice that begins at `control`.
    pub fn new(control: Option<TimeControl>) -> Self {
        let mut choice = Self {
            control: None,
            own: None,
            loses: true,
            typed: None,
            fault: None,
            is_odds: false,
        };
        choice.choose(control);
        choice
    }

    /// The choice of a clock for one player; without `control` that of both.
    pub fn odds(control: Option<TimeControl>) -> Self {
        Self { is_odds: true, ..Self::new(control) }
    }

    /// The clock chosen; `None` for none.
    pub const fn control(&self) -> Option<TimeControl> {
        self.control
    }

    fn choose(&mut self, control: Option<TimeControl>) {
        self.control = control;
        if !Self::listed().contains(&control) {
            self.own = control;
        }
    }

    /// None at all, then those that are played most.
    fn listed() -> Vec<Option<TimeControl>> {
        [None].into_iter().chain(PRESETS.iter().map(|text| TimeControl::parse(text).ok())).collect()
    }

    /// Chooses the next one, or the one before.
    pub fn turn(&mut self, up: bool) {
        let choices: Vec<_> = Self::listed().into_iter().chain(self.own.map(Some)).collect();
        self.control = turned(&choices, &self.control, up);
    }

    /// Its name in the form.
    pub fn title(&self) -> String {
        let none = if self.is_odds { "the same" } else { "none" };
        self.control.map_or_else(|| none.to_owned(), |control| control.to_string())
    }

    /// Returns what it means, or what is wrong with what was typed.
    pub fn remark(&self) -> String {
        match (&self.fault, &self.typed, self.control) {
            (Some(fault), ..) => fault.to_string(),
            (None, Some(_), _) => {
                "such as 10m, 10m+5s or 10m,3x30s; empty for none; Enter sets it".to_owned()
            }
            (None, None, None) if self.is_odds => {
                "the same time for both; for time odds, press right arrow or type another"
                    .to_owned()
            }
            (None, None, Some(control)) if self.is_odds => {
                format!("this side has {}; type to change it", control.in_words())
            }
            (None, None, None) => {
                "no time limit; right arrow, or type one such as 10m+5s".to_owned()
            }
            (None, None, Some(control)) => {
                format!("each side has {}; type to change it", control.in_words())
            }
        }
    }

    /// The line being typed, if one is.
    pub const fn typed(&self) -> Option<&TextInput> {
        self.typed.as_ref()
    }

    /// The same, to be edited: what was wrong before is forgotten.
    pub fn input(&mut self) -> Option<&mut TextInput> {
        self.fault = None;
        self.typed.as_mut()
    }

    /// Begins to type, with `text` in the line.
    pub fn type_from(&mut self, text: &str) {
        self.typed = Some(TextInput::with(CLOCK_CHARS, text));
    }

    /// Takes what was typed, if anything was; returns true if that can be a clock.
    pub fn settle(&mut self) -> bool {
        let Some(text) = self.typed.as_ref().map(|input| input.text().trim()) else { return true };
        if text.is_empty() || text.eq_ignore_ascii_case("none") {
            self.control = None;
        } else {
            match TimeControl::parse(text) {
                Ok(control) => self.choose(Some(control)),
                Err(fault) => {
                    self.fault = Some(fault);
                    return false;
                }
            }
        }
        self.typed = None;
        true
    }

    /// Does what a key asks of the line being typed; `None` if none is, or if the key leaves the
    /// line and it was valid.
    pub fn act(&mut self, action: Action) -> Option<bool> {
        self.typed.as_ref()?;
        if action == Action::Cancel {
            (self.typed, self.fault) = (None, None);
            return Some(true);
        }
        if self.input().is_some_and(|input| input.act(action)) {
            return Some(true);
        }
        (!self.settle() || action == Action::Accept).then_some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_goes_round_and_keeps_what_was_typed() {
        let mut choice = ClockChoice::new(TimeControl::parse("7m").ok());
        assert_eq!(choice.title(), "7m");
        choice.turn(true);
        assert_eq!(choice.title(), "none");
        for preset in PRESETS {
            choice.turn(true);
            assert_eq!(choice.title(), *preset);
        }
        choice.turn(true);
        assert_eq!(choice.title(), "7m");
        choice.turn(false);
        assert_eq!(choice.title(), *PRESETS.last().unwrap());
    }

    #[test]
    fn wrong_input_is_kept_until_corrected_or_abandoned() {
        let mut choice = ClockChoice::new(None);
        choice.type_from("5x");
        assert_eq!(choice.act(Action::Accept), Some(true));
        assert!(choice.remark().starts_with("'5x' is not a time control"));
        assert_eq!(choice.act(Action::Erase), Some(true));
        choice.input().unwrap().insert("m");
        assert!(choice.settle() && choice.typed().is_none());
        assert_eq!(choice.title(), "5m");
        choice.type_from("nonsense");
        assert!(!choice.settle());
        assert_eq!((choice.act(Action::Cancel), choice.title().as_str()), (Some(true), "5m"));
        choice.type_from("");
        assert!(choice.settle());
        assert_eq!(choice.title(), "none");
    }
}

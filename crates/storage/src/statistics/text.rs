//! Statistics in lines for people.

use std::fmt::Write as _;

use tetralith_core::text::counted;

use super::figures::{FEWEST, GameStatistics, WinCount};
use super::read::Statistics;

/// The heights of a bar, lowest first.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

impl Statistics {
    /// The figures as lines of text, a paragraph for each kind of game.
    pub fn text(&self) -> String {
        let finished = counted(self.games.len(), "finished game");
        let mut text = format!("{finished} against opponents");
        let left_out = [
            (self.open, "in progress"),
            (self.others, "between two people here, or of programs alone"),
            (self.damaged, "that cannot be read"),
        ];
        let left_out: Vec<String> = left_out
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        if !left_out.is_empty() {
            let _ = write!(text, ". Not counted: {}", left_out.join(", "));
        }
        text.push_str(".\n");
        for (info, games) in self.by_game() {
            if games.len() < FEWEST {
                let games = counted(games.len(), "game");
                let _ = write!(
                    text,
                    "\n{}: {games}. Figures are shown from {FEWEST} games on.\n",
                    info.title
                );
            }
        }
        for figures in self.figures() {
            text.push('\n');
            text.push_str(&figures.text());
        }
        text
    }
}

impl GameStatistics {
    fn text(&self) -> String {
        let score = self.score;
        let mut text =
            format!("{}: {}, {}\n", self.info.title, counted(score.games(), "game"), result(score));
        for (title, members) in &self.groups {
            let _ = writeln!(text, "{title}");
            let width = members.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
            for (name, score) in members {
                let games = score.games();
                let _ = writeln!(text, "  {name:width$}  {games:>4}  {}", result(*score));
            }
        }
        if let Some((board, quarters)) = &self.strength {
            let elo = quarters.map(|quarter| match quarter.elo {
                ..0.0 => "below Novice".to_owned(),
                elo => format!("{elo:.0}"),
            });
            let elo = elo.join(", ");
            let _ = writeln!(
                text,
                "Strength on {board}: {}; Elo above Novice after each quarter of the games: {elo}",
                quarters[3].words()
            );
        }
        if self.accuracy.iter().any(Option::is_some) {
            let thirds = ["opening", "middle", "end"].iter().zip(self.accuracy);
            let told: Vec<String> = thirds
                .filter_map(|(name, accuracy)| Some(format!("{name} {:.0} %", accuracy?)))
                .collect();
            let games = counted(self.analysed, "analysed game");
            let _ = writeln!(text, "Accuracy in {games}: {}", told.join(", "));
        }
        if let Some((theme, count, all)) = self.motif {
            let _ = writeln!(text, "Missed most: {} ({count} of {all} mistakes)", theme.title());
        }
        if let Some(chart) = chart(&self.seconds) {
            let _ = writeln!(text, "Time per move, from the first to the last: {chart}");
        }
        if let Some((turns, day)) = &self.longest_win {
            let on = if day.is_empty() { String::new() } else { format!(" on {day}") };
            let _ = writeln!(text, "Longest win: {}{on}", counted(*turns as usize, "turn"));
        }
        text
    }
}

/// A score in words: `won 3, lost 2, drew 1 (58 %)`.
fn result(score: WinCount) -> String {
    let drew = if score.draws > 0 { format!(", drew {}", score.draws) } else { String::new() };
    format!("won {}, lost {}{drew} ({:.0} %)", score.wins, score.losses, 100.0 * score.share())
}

/// Bars for means of seconds, with the least and the most; `None` if nothing was timed.
fn chart(seconds: &[Option<f64>]) -> Option<String> {
    let known = || seconds.iter().flatten().copied();
    let most = known().fold(f64::NEG_INFINITY, f64::max);
    let least = known().fold(f64::INFINITY, f64::min);
    if !most.is_finite() {
        return None;
    }
    let bar = |value: &Option<f64>| {
        value.map_or(' ', |value| {
            let height = if most > 0.0 { value / most * 7.0 } else { 0.0 };
            BARS[(height.round() as usize).min(7)]
        })
    };
    let chart: String = seconds.iter().map(bar).collect();
    Some(format!("{chart} ({least:.1} to {most:.1} s)"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetralith_core::{Setup, games};
    use tetralith_engine::Level;
    use tetralith_study::{LevelResult, Strength};

    #[test]
    fn figures_name_their_games_and_no_strength_is_negative() {
        let info = games::info("necklace").unwrap();
        let options = info.options(&Setup::default()).unwrap();
        let lost = LevelResult {
            info,
            shape: options.board,
            size: options.size,
            level: Level::from_id("novice").unwrap(),
            score: 0.0,
            date: String::new(),
        };
        let strength = |games| Strength::of(&vec![lost.clone(); games], info, &options);
        let figures = GameStatistics {
            info,
            score: WinCount { losses: 90, ..WinCount::default() },
            groups: Vec::new(),
            accuracy: [Some(67.0), None, Some(100.0)],
            analysed: 1,
            seconds: [None; 10],
            motif: None,
            strength: Some(("square 13".to_owned(), [0, 30, 60, 90].map(strength))),
            longest_win: None,
        };
        let text = figures.text();
        assert!(text.contains("Accuracy in 1 analysed game: opening 67 %, end 100 %\n"), "{text}");
        assert!(text.contains(", below Novice, below Novice, below Novice\n"), "{text}");
        assert!(!text.contains(": -") && !text.contains(", -"), "{text}");
    }
}

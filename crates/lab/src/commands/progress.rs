//! The progress of a long command, on standard error.

use std::fmt::Display;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use tetralith_cli::{BAR, say};
use tetralith_core::text::display_text;

/// The most lines that show how far it has come where no bar can be drawn.
const MOST_LINES: u64 = 10;

/// A bar that grows, or some lines where there is no terminal.
pub(super) struct Progress {
    bar: ProgressBar,
    /// The pieces of work, and the word for several of them.
    all: (u64, &'static str),
    done: u64,
}

impl Progress {
    /// A bar for `all` pieces of work, called `what`; none is done yet.
    pub(super) fn new(all: usize, what: &'static str) -> Self {
        let all = all as u64;
        let bar = ProgressBar::new(all).with_style(style(what));
        if tetralith_cli::has_threads() {
            bar.enable_steady_tick(Duration::from_millis(500));
        }
        Self { bar, all: (all, what), done: 0 }
    }

    /// Counts one more piece of work as done, and shows `standing`.
    pub(super) fn step(&mut self, standing: &str) {
        self.done += 1;
        self.bar.set_message(display_text(standing));
        self.bar.inc(1);
        let (all, what) = self.all;
        if self.bar.is_hidden() && is_reported(self.done, all) {
            let rest = if standing.is_empty() { String::new() } else { format!("; {standing}") };
            say(&format_args!("{} of {all} {what}{rest}", self.done));
        }
    }

    /// Writes a line above the bar.
    pub(super) fn tell(&self, what: &dyn Display) {
        self.bar.suspend(|| say(what));
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The look of the bar: the standing has a line of its own, which is cut where the terminal ends.
fn style(what: &str) -> ProgressStyle {
    // The template is all but fixed, so it is either always right or never.
    ProgressStyle::with_template(&format!(
        "{{bar:30}} {{pos}}/{{len}} {what}, {{eta}} left\n{{wide_msg}}"
    ))
    .unwrap_or_else(|_| ProgressStyle::default_bar())
    .progress_chars(BAR)
}

/// True if a line reports that `done` of `all` are done: after each tenth of them.
const fn is_reported(done: u64, all: u64) -> bool {
    done * MOST_LINES / all != (done - 1) * MOST_LINES / all
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use indicatif::{ProgressDrawTarget, TermLike};

    use super::*;

    /// A terminal of 60 columns that keeps what is written to it.
    #[derive(Clone, Debug, Default)]
    struct Narrow(Arc<Mutex<Vec<String>>>);

    impl Narrow {
        fn keep(&self, text: &str) -> io::Result<()> {
            self.0.lock().map_err(|_| io::ErrorKind::Other)?.push(text.to_owned());
            Ok(())
        }
    }

    impl TermLike for Narrow {
        fn width(&self) -> u16 {
            60
        }

        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn write_line(&self, text: &str) -> io::Result<()> {
            self.keep(text)
        }

        fn write_str(&self, text: &str) -> io::Result<()> {
            self.keep(text)
        }

        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }

        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn no_line_of_the_bar_is_wider_than_the_terminal() {
        let terminal = Narrow::default();
        let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
        let bar = ProgressBar::with_draw_target(Some(10_000), target).with_style(style("games"));
        bar.set_position(4_000);
        for standing in [
            "hard against medium: +1196 [+1014, +1378]",
            &"cmd:./a-program-with-a-long-name ".repeat(3),
        ] {
            bar.set_message(standing.to_owned());
            bar.tick();
        }
        bar.abandon();
        let written = terminal.0.lock().expect("nobody broke down").clone();
        assert!(written.iter().any(|text| text.contains("4000/10000 games")), "{written:?}");
        assert!(
            written
                .iter()
                .any(|text| text.trim_end() == "hard against medium: +1196 [+1014, +1378]"),
            "{written:?}"
        );
        assert!(written.iter().all(|text| text.chars().count() <= 60), "{written:?}");
    }

    #[test]
    fn names_at_the_bar_never_act_on_the_terminal() {
        let standing = "cmd:\u{1b}[31mred\n against \u{9b}2J: +1";
        let mut progress = Progress::new(20, "games");
        progress.step(standing);
        assert!(!progress.bar.message().contains(char::is_control), "{:?}", progress.bar.message());
    }

    #[test]
    fn a_few_lines_report_many_games_and_the_last_the_end() {
        for games in [1, 2, 7, 10, 11, 95, 1000] {
            let told: Vec<u64> = (1..=games).filter(|&done| is_reported(done, games)).collect();
            assert_eq!(told.len() as u64, games.min(MOST_LINES), "{games}");
            assert_eq!(told.last(), Some(&games));
        }
    }
}

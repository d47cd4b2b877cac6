//! The progress of the analysis of a game, on standard error.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use tetralith_cli::BAR;
use tetralith_study::JobProgress;

/// A bar that grows once for each pass; nothing where there is no terminal.
pub(super) struct Bar(ProgressBar);

impl Bar {
    /// Nothing has been searched.
    pub(super) fn new() -> Self {
        let bar = ProgressBar::new(0).with_style(style());
        if tetralith_cli::has_threads() {
            bar.enable_steady_tick(Duration::from_millis(500));
        }
        Self(bar)
    }

    /// Shows how far it has come.
    pub(super) fn show(&self, progress: &JobProgress<'_>) {
        self.0.set_length(progress.of as u64);
        self.0.set_position(progress.done as u64);
        self.0.set_message(progress.pass.title());
    }

    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

fn style() -> ProgressStyle {
    // The template is fixed, so it is either always right or never.
    ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}, {elapsed}")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars(BAR)
}

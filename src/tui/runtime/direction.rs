//! Names written from right to left, on terminals that set such text in order.

use ratatui::buffer::Buffer;
use tetralith_core::text::{LEFT_TO_RIGHT, is_right_to_left};

/// The most cells from a letter to the next of one run: a blank or a sign may lie between words.
const REACH: u16 = 2;

/// Ends each run of text from right to left with an unseen mark of the other direction, so that
/// figures after a name stay where they were drawn.
pub(super) fn end_runs(buffer: &mut Buffer) {
    let area = buffer.area;
    for y in area.top()..area.bottom() {
        let mut last: Option<u16> = None;
        for x in area.left()..area.right() {
            let first = buffer[(x, y)].symbol().chars().next().unwrap_or(' ');
            if is_right_to_left(first) {
                if let Some(before) = last.replace(x).filter(|before| x - before > REACH) {
                    end(buffer, before, y);
                }
            } else if first.is_alphanumeric()
                && let Some(before) = last.take()
            {
                end(buffer, before, y);
            }
        }
        if let Some(before) = last {
            end(buffer, before, y);
        }
    }
}

fn end(buffer: &mut Buffer, x: u16, y: u16) {
    let ended = format!("{}{LEFT_TO_RIGHT}", buffer[(x, y)].symbol());
    buffer[(x, y)].set_symbol(&ended);
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    use super::*;

    #[test]
    fn runs_from_right_to_left_end_before_figures_and_panels() {
        let ended = |text: &str| -> String {
            let mut buffer = Buffer::empty(Rect::new(0, 0, text.chars().count() as u16, 1));
            buffer.set_string(0, 0, text, Style::new());
            end_runs(&mut buffer);
            buffer.content().iter().map(ratatui::buffer::Cell::symbol).collect()
        };
        assert_eq!(ended("דנה 12"), "דנה\u{200e} 12");
        assert_eq!(ended("דנה כהן 12"), "דנה כהן\u{200e} 12");
        assert_eq!(ended("דנה │ עלי"), "דנה\u{200e} │ עלי\u{200e}");
        assert_eq!(ended("Ann 12 é"), "Ann 12 é");
    }
}

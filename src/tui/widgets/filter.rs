//! Finding among lines by a few words: one measure for every list that can be filtered.

use strsim::osa_distance;
use tetralith_core::text::folded;

/// Returns how well the words of `query` fit `text`, less being better; `None` if one of them is
/// neither in `text` nor in `besides`; parts of words found in `besides` count least.
///
/// Case and accents do not matter, nor does the order of the words; an empty query fits everything
/// equally well.
///
/// ```
/// use tetralith::tui::widgets::filter::fit;
/// assert_eq!(fit("", "Undo a move", "u"), Some(0));
/// assert!(fit("undo", "Undo a move", "u") < fit("move", "Undo a move", "u"));
/// assert_eq!(fit("undo twice", "Undo a move", "u"), None);
/// ```
pub fn fit(query: &str, text: &str, besides: &str) -> Option<u32> {
    let [query, text, besides] = [query, text, besides].map(folded);
    query.split_whitespace().map(|word| fit_word(word, &text, &besides)).sum()
}

/// Returns how far the words of `query` are from the nearest words of `text` and `besides`: the
/// slips in thousandths of the longer word, added up.
///
/// ```
/// use tetralith::tui::widgets::filter::distance;
/// assert!(distance("resine", "Resign", "") < distance("resine", "Redo", ""));
/// ```
pub fn distance(query: &str, text: &str, besides: &str) -> u32 {
    let all = folded(&format!("{text} {besides}"));
    let words: Vec<&str> = all.split(|c: char| !c.is_alphanumeric()).collect();
    let far = |word: &str, other: &str| {
        let longer = word.chars().count().max(other.chars().count()).max(1);
        u32::try_from(1000 * osa_distance(word, other) / longer).unwrap_or(u32::MAX)
    };
    let nearest = |word: &str| words.iter().map(|other| far(word, other)).min().unwrap_or(1000);
    folded(query).split_whitespace().map(nearest).sum()
}

fn fit_word(word: &str, text: &str, besides: &str) -> Option<u32> {
    let starts_word = |(at, _): (usize, &str)| {
        text[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric())
    };
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    // A whole title beats other words for it; of these the name of a key is short and exact.
    if text == word {
        Some(0)
    } else if besides.split_whitespace().any(|other| other == word) {
        Some(1)
    } else if text.starts_with(word) {
        Some(2)
    } else if words.any(|other| other == word) {
        Some(3)
    } else if text.match_indices(word).any(starts_word) {
        Some(4)
    } else if text.contains(word) {
        Some(5)
    } else {
        besides.contains(word).then_some(6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_beat_words_and_words_beat_their_parts() {
        let order =
            ["Pass, in games that have it", "Do not pass", "Take passing notes", "The compass"];
        let fits: Vec<u32> = order.iter().map(|text| fit("PASS", text, "").unwrap()).collect();
        assert!(fits.is_sorted_by(|a, b| a < b), "{fits:?}");
        assert_eq!(fit("p", "Put a stone down", "p"), Some(1), "a key by its name");
        assert!(fit("stone put", "Put a stone down", "").is_some(), "in any order");
        assert_eq!(fit("game", "Put a stone down", "In a game"), Some(1));
        assert_eq!(fit("é", "É", ""), Some(0));
        assert_eq!([fit("rene", "René", ""), fit("Jösé", "Jose", "")], [Some(0); 2]);
        assert!(fit("puzzles", "Puzzles", "") < fit("puzzles", "Daily", "puzzles"), "its title");
    }
}

//! The standing in Greylox: the groups of each side from the largest down, and the cells they
//! control.

use super::Greylox;
use crate::board::Colour;
use crate::rules::{Fact, Figure, Rules, Share, Standing, listed, stones};

/// The most groups of a side that are shown as its figure.
const MOST_GROUPS: usize = 6;

impl Greylox {
    pub(super) fn standing_of_groups(&self) -> Standing {
        let groups = self.group_sizes();
        let controlled = self.controlled().map(|cells| cells.len() as u16);
        let winner = self.outcome().and_then(|outcome| outcome.winner);
        Standing {
            figures: telling(&groups).map(Figure::Words),
            details: Colour::BOTH.map(|colour| self.details(colour, &groups, controlled)),
            most_details: 2,
            ahead: Colour::BOTH
                .into_iter()
                .find(|side| groups[side.index()] > groups[side.other().index()]),
            // Control plays no part during the opening.
            shares: if self.opening.is_over() {
                vec![Share { name: "control", of: controlled.map(u32::from) }]
            } else {
                Vec::new()
            },
            most_shares: 1,
            effect: Some(effect(&groups, controlled)),
            decision: winner.and_then(|winner| {
                decisive_groups(&groups[winner.index()], &groups[winner.other().index()])
                    .map(|figures| format!("groups {figures}"))
            }),
            facts: vec![("groups", Fact::Sizes(groups)), ("controlled", Fact::Counts(controlled))],
        }
    }

    fn details(&self, colour: Colour, groups: &[Vec<u16>; 2], controlled: [u16; 2]) -> Vec<String> {
        let mut held = stones(self, colour);
        if self.opening.is_over() {
            held = format!("{held}, controls {}", controlled[colour.index()]);
        }
        let groups = &groups[colour.index()];
        let groups = (!groups.is_empty()).then(|| format!("groups {}", listed(groups, " ")));
        [held].into_iter().chain(groups).collect()
    }
}

/// Describes the effect of a step that leads to these groups and this control.
fn effect(groups: &[Vec<u16>; 2], controlled: [u16; 2]) -> String {
    let both = |[first, second]: [String; 2]| {
        let [white, black] = &Greylox::INFO.colours;
        format!("{} {first}, {} {second}", white.title, black.title)
    };
    let control = if controlled == [0, 0] {
        String::new()
    } else {
        format!("; control {}", both(controlled.map(|cells| cells.to_string())))
    };
    format!("groups {}{control}", both(largest(groups, 4)))
}

/// The first `most` groups of each side, or more if the sides differ only then; 0 for a side
/// without any. A mark represents those left out.
fn largest(groups: &[Vec<u16>; 2], most: usize) -> [String; 2] {
    let [first, second] = groups;
    let shown = most.max(decisive(first, second).min(MOST_GROUPS));
    [first, second].map(|groups| match groups.get(..shown) {
        _ if groups.is_empty() => "0".to_owned(),
        Some(begin) if groups.len() > shown => format!("{} …", listed(begin, " ")),
        _ => listed(groups, " "),
    })
}

/// The largest groups of each side, up to the first that differ, or 0 where there is none; of sides
/// that are the same or nearly so the largest group alone, because the details have them all.
fn telling([first, second]: &[Vec<u16>; 2]) -> [String; 2] {
    let shown = Some(decisive(first, second))
        .filter(|shown| (1..=MOST_GROUPS).contains(shown))
        .unwrap_or(1);
    [first, second].map(|groups| match &groups[..groups.len().min(shown)] {
        [] => "0".to_owned(),
        groups => listed(groups, " "),
    })
}

/// The number of groups of each side up to the first that differ; 0 if they are the same. A side
/// without a further group is distinguished from one that has it.
fn decisive(first: &[u16], second: &[u16]) -> usize {
    let length = first.len().max(second.len());
    (0..length).find(|&i| first.get(i) != second.get(i)).map_or(0, |i| i + 1)
}

/// The groups of the winner and of the loser as far as it takes to see who has won; `None` if they
/// are the same, or too many.
fn decisive_groups(won: &[u16], lost: &[u16]) -> Option<String> {
    let shown = decisive(won, lost);
    let [won, lost] = [won, lost].map(|groups| match &groups[..groups.len().min(shown)] {
        [] => "0".to_owned(),
        groups => listed(groups, " "),
    });
    (1..=MOST_GROUPS).contains(&shown).then(|| format!("{won} to {lost}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_left_out_leave_a_mark_and_those_that_decide_are_shown() {
        let shown = |first: &[u16], second: &[u16]| largest(&[first.to_vec(), second.to_vec()], 3);
        assert_eq!(shown(&[18, 1, 1, 1], &[18, 1, 1]), ["18 1 1 1", "18 1 1"]);
        assert_eq!(shown(&[5, 4, 3, 2, 1], &[9, 1, 1]), ["5 4 3 …", "9 1 1"]);
        assert_eq!(shown(&[1; 9], &[]), ["1 1 1 …", "0"]);
        assert_eq!(shown(&[1; 9], &[1; 8]), ["1 1 1 1 1 1 …"; 2]);
    }

    #[test]
    fn figures_list_as_many_groups_as_decide() {
        let shown = |first: &[u16], second: &[u16]| telling(&[first.to_vec(), second.to_vec()]);
        assert_eq!(shown(&[18, 1, 1, 1], &[18, 1, 1]), ["18 1 1 1", "18 1 1"]);
        assert_eq!(shown(&[5, 4, 3, 2, 1], &[9, 1, 1]), ["5", "9"]);
        assert_eq!(shown(&[1; 9], &[]), ["1", "0"]);
        assert_eq!(shown(&[1; 9], &[1; 8]), ["1"; 2]);
        assert_eq!(shown(&[], &[]), ["0"; 2]);
    }

    #[test]
    fn a_result_shows_the_group_that_the_loser_does_not_have() {
        let shown = |won: &[u16], lost: &[u16]| decisive_groups(won, lost);
        assert_eq!(shown(&[9, 1], &[9]).as_deref(), Some("9 1 to 9"));
        assert_eq!(shown(&[9, 4, 1], &[9, 3, 3]).as_deref(), Some("9 4 to 9 3"));
        assert_eq!(shown(&[5, 1], &[4, 4]).as_deref(), Some("5 to 4"));
        assert_eq!(shown(&[2], &[]).as_deref(), Some("2 to 0"));
        assert_eq!([shown(&[1; 7], &[1; 6]), shown(&[3], &[3])], [None, None]);
    }
}

//! How the sides stand, in words and figures.

use tetralith_core::{CellSet, Colour, Outcome, Phase, Reason, Score, Territory};

use crate::tui::table::Table;
use crate::tui::theme::Glyphs;

/// The figure that says most about how `colour` stands.
pub fn figure(table: &Table, colour: Colour) -> String {
    let i = colour.index();
    let seen = table.seen();
    match &seen.score {
        Score::Product { product, .. } => product[i].to_string(),
        Score::Groups { groups, .. } => largest(groups, 3)[i].clone(),
        Score::Points { half_points, territories } => halves(settled(*half_points, territories, &seen.open)[i]),
        Score::Connection { connected } => match (connected, seen.marks.distance) {
            (Some(winner), _) if *winner == colour => "connected".to_owned(),
            (Some(_), _) => "cut off".to_owned(),
            (None, Some(distance)) => match distance[i] {
                Some(cells) => format!("{cells} to go"),
                None => "cut off".to_owned(),
            },
            (None, None) => String::new(),
        },
    }
}

/// The most groups of a side that are shown as its figure.
const MOST_GROUPS: usize = 6;

/// The first groups of each side, or 0 where there is none: `most`, or as many as it takes to tell the sides apart. A
/// mark stands for those left out.
fn largest(groups: &[Vec<u16>; 2], most: usize) -> [String; 2] {
    let [first, second] = groups;
    let shown = most.max(decisive(first, second).min(MOST_GROUPS));
    [first, second].map(|groups| match groups.get(..shown) {
        _ if groups.is_empty() => "0".to_owned(),
        Some(begin) if groups.len() > shown => format!("{} …", sizes(begin, " ")),
        _ => sizes(groups, " "),
    })
}

/// How many groups of each side it takes to tell them apart; 0 if they are the same. A side without a further group is
/// told from one that has it.
fn decisive(first: &[u16], second: &[u16]) -> usize {
    let length = first.len().max(second.len());
    (0..length).find(|&i| first.get(i) != second.get(i)).map_or(0, |i| i + 1)
}

/// The groups of the winner and of the loser as far as it takes to see who has won; `None` if they are the same, or too many.
fn decisive_groups(won: &[u16], lost: &[u16]) -> Option<String> {
    let shown = decisive(won, lost);
    let [won, lost] = [won, lost].map(|groups| match &groups[..groups.len().min(shown)] {
        [] => "0".to_owned(),
        groups => sizes(groups, " "),
    });
    (1..=MOST_GROUPS).contains(&shown).then(|| format!("{won} to {lost}"))
}

/// The longest number that is written out beside another, in digits.
pub(super) const MOST_DIGITS: usize = 12;

/// `product` with four significant digits, such as `7.976e22`, if it has more than `digits` digits.
pub(super) fn rounded(product: u128, digits: usize) -> String {
    let exact = product.to_string();
    if exact.len() <= digits.max(6) {
        return exact;
    }
    format!("{}.{}e{}", &exact[..1], &exact[1..4], exact.len() - 1)
}

fn halves(half_points: u32) -> String {
    format!("{}{}", half_points / 2, if half_points.is_multiple_of(2) { ".0" } else { ".5" })
}

/// Half points without those of regions in which a step can still be made.
fn settled(half_points: [u32; 2], territories: &[Territory], open: &CellSet) -> [u32; 2] {
    let mut settled = half_points;
    for territory in territories.iter().filter(|territory| territory.cells.intersects(open)) {
        if let Some(owner) = territory.owner {
            settled[owner.index()] = settled[owner.index()].saturating_sub(2 * territory.cells.len() as u32);
        }
    }
    settled
}

fn sizes(groups: &[u16], between: &str) -> String {
    groups.iter().map(u16::to_string).collect::<Vec<_>>().join(between)
}

/// The groups of side `i`, which fall, as a product; for both sides equal ones as a power where either has many.
fn factors(groups: &[Vec<u16>; 2], i: usize, times: &str) -> String {
    if groups.iter().all(|groups| groups.len() <= MOST_FACTORS) {
        return sizes(&groups[i], times);
    }
    let powers = groups[i].chunk_by(|a, b| a == b).map(|run| match run {
        [one] => one.to_string(),
        [size, ..] => format!("{size}^{}", run.len()),
        [] => String::new(),
    });
    // So long a product may have to go on in another line.
    powers.collect::<Vec<_>>().join(&format!(" {times} "))
}

/// The most factors of a product that are written one by one.
const MOST_FACTORS: usize = 12;

/// What else there is to say about how `colour` stands.
pub fn details(table: &Table, colour: Colour, glyphs: Glyphs) -> Vec<String> {
    let i = colour.index();
    let (game, seen) = (table.game(), table.seen());
    let stones = game.board().stones(colour);
    let count = stones.len();
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    match &seen.score {
        Score::Product { groups, .. } => {
            let times = if glyphs == Glyphs::Ascii { "*" } else { "·" };
            let stones = format!("{count} stone{}", plural(count));
            if groups[i].is_empty() { vec![stones] } else { vec![stones, factors(groups, i, times)] }
        }
        Score::Groups { groups, controlled } => {
            let threatened = (seen.marks.threatened & *stones).len();
            let threat = if threatened > 0 { format!(", {threatened} threatened") } else { String::new() };
            let controls =
                if game.phase() == Phase::Placement { format!(", controls {}", controlled[i]) } else { String::new() };
            let held = format!("{count} stone{}{controls}{threat}", plural(count));
            let groups = if groups[i].is_empty() { None } else { Some(format!("groups {}", sizes(&groups[i], " "))) };
            [held].into_iter().chain(groups).collect()
        }
        Score::Points { half_points, territories } => {
            let komi = if colour == Colour::Second { 2 * u32::from(game.options().komi) + 1 } else { 0 };
            let settled = settled(*half_points, territories, &seen.open)[i];
            let points = settled.saturating_sub(komi) / 2;
            let open = half_points[i].saturating_sub(settled) / 2;
            let komi = if komi > 0 { format!(" + {} komi", halves(komi)) } else { String::new() };
            let open = if open > 0 { format!(", {open} more still open") } else { String::new() };
            vec![format!("{points} point{}{komi}{open}", plural(points as usize))]
        }
        Score::Connection { .. } => vec![format!("{count} stone{}", plural(count))],
    }
}

/// What the steps aimed at do to both sides' figures, as a predicate.
pub(super) fn after(table: &Table) -> Option<String> {
    let (score, open) = table.aim().score.as_ref()?;
    let names = table.names();
    let [first, second] = Colour::BOTH.map(|colour| names.title(colour));
    let both = |what: &str, figures: [String; 2]| {
        Some(format!("makes the {what} {first} {}, {second} {}", figures[0], figures[1]))
    };
    match score {
        Score::Product { product, .. } => both("product", product.map(|product| rounded(product, MOST_DIGITS))),
        Score::Groups { groups, controlled } => {
            let shown = largest(groups, 4);
            let control = if controlled == &[0, 0] {
                String::new()
            } else {
                format!("; control {first} {}, {second} {}", controlled[0], controlled[1])
            };
            both("groups", shown).map(|groups| groups + &control)
        }
        Score::Points { half_points, territories } => {
            both("points", settled(*half_points, territories, open).map(halves))
        }
        Score::Connection { connected } => {
            connected.map(|colour| format!("connects the edges of {}", names.title(colour)))
        }
    }
}

/// How the game ended, as a sentence without its full stop.
pub fn outcome_text(table: &Table, outcome: Outcome) -> String {
    let Some(winner) = outcome.winner else {
        return format!("A draw {}", outcome.reason);
    };
    let names = table.names();
    let holder = table.holder_here(winner).title();
    let who =
        if holder.is_empty() { names.title(winner).to_owned() } else { format!("{holder} ({})", names.title(winner)) };
    let score = match &table.seen().score {
        _ if !outcome.reason.is_on_board() => String::new(),
        Score::Product { product, .. } => {
            let [won, lost] = [winner, winner.other()].map(|colour| rounded(product[colour.index()], MOST_DIGITS));
            format!(", {won} to {lost}")
        }
        Score::Points { half_points, .. } => {
            format!(", {} to {}", halves(half_points[winner.index()]), halves(half_points[winner.other().index()]))
        }
        Score::Groups { groups, .. } => {
            let [won, lost] = [winner, winner.other()].map(|colour| &groups[colour.index()]);
            decisive_groups(won, lost).map_or_else(String::new, |figures| format!(", groups {figures}"))
        }
        Score::Connection { .. } => String::new(),
    };
    if outcome.reason == Reason::NoMoves {
        return format!("{who} wins{score}: {} cannot move", names.title(table.game().to_move()));
    }
    format!("{who} wins {}{score}", outcome.reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_products_are_rounded_and_many_factors_gathered() {
        assert_eq!(rounded(79_766_443_076_872_509_863_361, MOST_DIGITS), "7.976e22");
        assert_eq!(rounded(999_999_999_999, MOST_DIGITS), "999999999999");
        assert_eq!(rounded(1_000_000_000_000, MOST_DIGITS), "1.000e12");
        let (few, many) = (vec![7, 3, 3, 1], [vec![9], vec![3; 48], vec![2; 5]].concat());
        assert_eq!(factors(&[few.clone(), vec![1]], 0, "*"), "7*3*3*1");
        let sides = [few, many];
        assert_eq!([0, 1].map(|i| factors(&sides, i, "*")), ["7 * 3^2 * 1", "9 * 3^48 * 2^5"]);
    }

    #[test]
    fn groups_left_out_leave_a_mark_and_those_that_decide_are_shown() {
        let shown = |first: &[u16], second: &[u16]| largest(&[first.to_vec(), second.to_vec()], 3);
        assert_eq!(shown(&[18, 1, 1, 1], &[18, 1, 1]), ["18 1 1 1", "18 1 1"]);
        assert_eq!(shown(&[5, 4, 3, 2, 1], &[9, 1, 1]), ["5 4 3 …", "9 1 1"]);
        assert_eq!(shown(&[1; 9], &[]), ["1 1 1 …", "0"]);
        assert_eq!(shown(&[1; 9], &[1; 8]), ["1 1 1 1 1 1 …"; 2]);
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

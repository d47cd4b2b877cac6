//! Words that the screen and the plain mode share: the score, how it ended, what a move would do.

use std::time::Duration;

use tetralith_core::text::counted;
use tetralith_core::{
    Colour, Figure, Game, Info, Options, Outcome, Phase, Reason, Shape, StepKind, Territory,
};
use tetralith_engine::{Candidate, Proof};
use tetralith_study::Calibration;

use crate::clock::brief;
use crate::sentence::{capitalised, stopped};
use crate::table::{Mode, Table};

/// Returns `text` with a capital and a full stop; the name of a cell or file at its start stays as
/// it is.
pub fn sentence(text: &str) -> String {
    stopped(capitalised(text))
}

/// The board of `game` and those of its options that matter, in a few words.
pub fn options_text(game: &Game) -> String {
    setup_text(game.info(), game.options())
}

/// The shape of a board in a word.
pub const fn shape_text(shape: Shape) -> &'static str {
    match shape {
        Shape::Square => "square",
        Shape::Hexhex => "hexagon",
    }
}

/// A board in a few words: `square 13`, or `hexagon, side 5`.
pub fn board_text(shape: Shape, size: u8) -> String {
    match shape {
        Shape::Square => format!("square {size}"),
        Shape::Hexhex => format!("hexagon, side {size}"),
    }
}

/// The board and the options of `info` in a few words.
pub fn setup_text(info: &Info, options: &Options) -> String {
    let mut words = vec![board_text(options.board, options.size)];
    words.extend(info.options.iter().filter_map(|kind| kind.words(options.get(*kind))));
    words.join(", ")
}

/// The move that led to the cursor of `table`, and a player who is skipped after it, in sentences;
/// `None` at the start.
pub fn last_text(table: &Table) -> Option<String> {
    let timeline = table.timeline();
    let at = timeline.cursor();
    let step = timeline.step(at)?;
    let names = table.names();
    let mover = timeline.mover(at);
    let holder = table.players().holder(mover, timeline.parent(at)).title();
    let who = held(names.title(mover), &holder);
    let skipped = table.state().skipped().map_or_else(String::new, |skipped| {
        format!(" {} has no legal move and is skipped.", names.title(skipped))
    });
    Some(format!("Turn {}, {who}: {}.{skipped}", timeline.turn(at), names.step(step)))
}

/// The stones that can be flipped on the board of `table`, as a sentence; `None` if there are none.
pub fn threat_text(table: &Table) -> Option<String> {
    let (names, threatened) = (table.names(), &table.hand().seen().marks.threatened);
    let cells: Vec<String> = threatened.iter().map(|cell| names.cell(cell)).collect();
    (!cells.is_empty()).then(|| format!("Can be flipped: {}.", cells.join(" ")))
}

/// A colour with its player, if known: in brackets, or after a comma if the name has some itself.
pub fn held(title: &str, holder: &str) -> String {
    match holder {
        "" => title.to_owned(),
        _ if holder.contains('(') => format!("{title}, {holder}"),
        _ => format!("{title} ({holder})"),
    }
}

/// The same as the subject of a sentence.
pub fn held_subject(title: &str, holder: &str) -> String {
    let held = held(title, holder);
    if holder.contains('(') { held + "," } else { held }
}

/// The moves to the end of `game`, if it takes so many `steps`: unknown in an opening, where a move
/// may have two.
pub fn moves_to_end(game: &Game, steps: Option<u16>) -> Option<u16> {
    steps.filter(|_| game.phase() == Phase::Placement)
}

/// A winning chance as a person reads it.
pub fn chance(win: f32, proof: Option<Proof>) -> String {
    match proof {
        Some(Proof::Win) => "wins".to_owned(),
        Some(Proof::Loss) => "loses".to_owned(),
        Some(Proof::Draw) => "draws".to_owned(),
        // Nothing is certain that is not proven.
        None => win_rate(f64::from(win).clamp(0.001, 0.999)),
    }
}

/// The error from which the win rate of a candidate is marked as unsure, 0 to 1.
const UNSURE: f64 = 0.2;

/// The win rate of a candidate in `game` as a person reads it, with `~` before it if a
/// longer look may well change it by 20 % or more.
pub fn candidate_chance(candidate: &Candidate, game: &Game) -> String {
    let (visits, geometry) = (candidate.visits, game.board().geometry());
    let error = Calibration::of(game.info().id).error(candidate.win.into(), visits, geometry);
    let is_unsure = candidate.proof.is_none() && error >= UNSURE;
    let mark = if is_unsure { "~" } else { "" };
    format!("{mark}{}", chance(candidate.win, candidate.proof))
}

/// The figure that shows most about the score of `colour`.
pub fn figure(table: &Table, colour: Colour) -> &Figure {
    &table.hand().seen().standing.figures[colour.index()]
}

/// Returns the rest of the words about the score of `colour`, with `ascii` in ASCII alone.
pub fn details(table: &Table, colour: Colour, ascii: bool) -> Vec<String> {
    let details = table.hand().seen().standing.details[colour.index()].iter();
    let times = if ascii { "*" } else { "·" };
    details.map(|detail| detail.replace('·', times)).collect()
}

/// Returns what kind of step comes next, as a sentence without its full stop.
pub fn to_do(table: &Table) -> String {
    let (position, names, hand) = (table.game(), table.names(), table.hand());
    let picked = hand.picks().len();
    if picked == 3 {
        return format!("choose which stone is {}'s", names.title(position.to_move().other()));
    }
    match position.phase() {
        Phase::First => "first stone, anywhere".to_owned(),
        Phase::Bound { anchor } => {
            format!("bound stone (1 of 2), next to {}", names.cell(anchor))
        }
        Phase::Free { .. } => "free stone (2 of 2), touching nothing".to_owned(),
        Phase::Placement if table.has(StepKind::Tromino) => match picked {
            0 if hand.seen().cells.is_empty() => "no tromino fits, so pass".to_owned(),
            0 => "drop a tromino".to_owned(),
            n => format!("cell {} of 3", n + 1),
        },
        Phase::Placement if table.has(StepKind::Flip) => "place or flip a stone".to_owned(),
        Phase::Placement => "place a stone".to_owned(),
    }
}

/// Returns what else happens if a player resigns now, as a sentence without its full stop; `None`
/// where the last move is on the board and nothing follows it.
pub fn resigning_text(table: &Table) -> Option<&'static str> {
    let (timeline, end) = (table.timeline(), table.timeline().played_to());
    match table.lines().resigning_drops() {
        true if timeline.played_after(end).is_some() => Some("the moves you took back are dropped"),
        true => Some("explored moves after the last one are dropped"),
        false if timeline.cursor() == end => None,
        false => Some("the game ends after its last move"),
    }
}

/// Returns how the game ended, as a sentence without its full stop.
pub fn outcome_text(table: &Table, outcome: Outcome) -> String {
    let board = table.game().board();
    // Where passing is illegal, a last cell could be played if the rules did not end the game.
    let ends_early = outcome.reason == Reason::Score && !table.has(StepKind::Pass);
    let why =
        if ends_early && board.vacant().len() == 1 { ": the last cell stays vacant" } else { "" };
    let Some(winner) = outcome.winner else {
        return format!("A draw {}{why}", outcome.reason);
    };
    let names = table.names();
    let holder = table.players().holder_here(winner).title();
    let who = held_subject(names.title(winner), &holder);
    let decision =
        table.hand().seen().standing.decision.as_ref().filter(|_| outcome.reason.is_on_board());
    let figures = decision.map_or_else(String::new, |figures| format!(", {figures}"));
    match outcome.reason {
        Reason::NoMoves => {
            format!("{who} wins{figures}: {} cannot move", names.title(table.game().to_move()))
        }
        Reason::Score
        | Reason::Connection
        | Reason::Stuck
        | Reason::Resignation
        | Reason::Time
        | Reason::Own(_) => {
            format!("{who} wins {}{figures}{why}", outcome.reason)
        }
    }
}

/// The reason why the engine gives no help in a game with another terminal, without its full stop.
pub const WITHOUT_HELP: &str = "engine help is off while you play another person";

/// A winning chance, 0 to 1, in whole per cent; one that is only near an end does not reach it.
pub fn win_rate(chance: f64) -> String {
    match &*format!("{:.0}", 100.0 * chance) {
        "0" if chance > 0.0 => "<1 %".to_owned(),
        "100" if chance < 1.0 => ">99 %".to_owned(),
        percent => format!("{percent} %"),
    }
}

/// The end of a sentence about a copy of a game that leaves out what was only explored after its
/// last move.
pub const WITHOUT_EXPLORED: &str = ", without moves that were only explored";

/// Returns what the cursor is on and what would come of playing there, and whether that is
/// possible.
pub fn cursor_text(table: &Table) -> Option<(String, bool)> {
    if !table.hand().is_playable() {
        return None;
    }
    let (names, aim) = (table.names(), table.hand().aim());
    if let Some(refused) = &aim.refused {
        return table.hand().shows_refusal().then(|| (refused.clone(), false));
    }
    if aim.steps.is_empty() && table.hand().is_stuck() {
        return None;
    }
    if aim.steps.is_empty() {
        return table.hand().picks().is_empty().then(|| (names.cell(table.hand().cell()), true));
    }
    let step = names.turn(&aim.steps);
    Some((
        aim.effect
            .as_ref()
            .map_or_else(|| step.clone(), |effect| format!("After {step}: {effect}")),
        true,
    ))
}

/// The time that the step at the cursor took, where a game is reviewed and it is known.
pub fn time_taken(table: &Table) -> Option<String> {
    let timeline = table.timeline();
    let noted = timeline.note(timeline.cursor())?.time_ms;
    let ms = noted.filter(|_| table.mode() != Mode::Play)?;
    Some(if ms < 60_000 {
        format!("{}.{} s", ms / 1000, ms / 100 % 10)
    } else {
        brief(Duration::from_millis(ms))
    })
}

/// Returns what the cursor is on, where there is more to say of it than its name: what it sees, a
/// group, a territory.
pub fn cursor_place(table: &Table) -> Option<String> {
    if !table.hand().is_playable() {
        return None;
    }
    let (cell, names, board) = (table.hand().cell(), table.names(), table.game().board());
    let here = names.cell(cell);
    let adjective = |colour| names.title(colour).to_lowercase();
    let [first, second] = Colour::BOTH.map(adjective);
    let about = table.game().about(cell);
    if let Some(Territory { cells, owner, stones: [a, b] }) = about.territory {
        let so_far = if table.outcome().is_none() { " so far" } else { "" };
        let owner = owner.map_or_else(
            || "neutral".to_owned(),
            |owner| format!("{}'s{so_far}", names.title(owner)),
        );
        let size = counted(cells.len(), "point");
        let stones = counted(b.into(), &format!("{second} stone"));
        return Some(format!("Region of {size}, {owner}: {a} {first}, {stones}"));
    }
    if let Some(needed) = about.needed {
        let seen = Colour::BOTH.map(|colour| (about.counted & *board.stones(colour)).len());
        let controls =
            Colour::BOTH.into_iter().find(|colour| seen[colour.index()] >= usize::from(needed));
        let control = match controls {
            Some(colour) => format!("{} controls it", names.title(colour)),
            None => format!("{needed} of one colour would control it"),
        };
        let stones = counted(seen[1], &format!("{second} stone"));
        return Some(format!("{here} sees {} {first}, {stones}: {control}", seen[0]));
    }
    let multiplies = table.hand().seen().marks.factors;
    if board.at(cell).is_some() {
        let (_, group) = about.groups.first()?;
        let size = group.len();
        let factor =
            if multiplies && size > 1 { format!(", a factor of {size}") } else { String::new() };
        return Some(format!("{here} is in a group of {size}{factor}"));
    }
    let beside = |colour| {
        let groups = about.groups.iter().filter(|(of, _)| *of == colour);
        let sizes: Vec<String> = groups.map(|(_, group)| group.len().to_string()).collect();
        match sizes.len() {
            0 => None,
            1 => Some(format!("a {} group of {}", adjective(colour), sizes[0])),
            _ => Some(format!("{} groups of {}", adjective(colour), sizes.join(" and "))),
        }
    };
    let groups: Vec<String> = Colour::BOTH.into_iter().filter_map(beside).collect();
    // The product shows what joining groups does; this only names what would be joined.
    (multiplies && !groups.is_empty()).then(|| format!("{here} touches {}", groups.join(", ")))
}

#[cfg(test)]
mod tests {
    use tetralith_core::{Cell, Setup, Step, Timeline};

    use super::*;
    use crate::seat::Seat;
    use crate::table::Mode;

    #[test]
    fn win_rates_reach_no_end_that_they_are_only_near() {
        let rates = [0.0, 0.004, 0.006, 0.5, 0.994, 0.996, 1.0].map(win_rate);
        assert_eq!(rates, ["0 %", "<1 %", "1 %", "50 %", "99 %", ">99 %", "100 %"]);
        let open = [0.0, 1.0].map(|win| chance(win, None));
        assert_eq!(open, ["<1 %", ">99 %"], "nothing is certain that is not proven");
    }

    #[test]
    fn brackets_of_a_name_are_in_no_others() {
        let subjects = ["", "Ann", "Tetralith (2500)"].map(|name| held_subject("Black", name));
        assert_eq!(subjects, ["Black", "Black (Ann)", "Black, Tetralith (2500),"]);
        assert_eq!(held("Black", "Tetralith (2500)"), "Black, Tetralith (2500)");
    }

    #[test]
    fn one_stone_is_no_plural() {
        let setup = Setup { size: Some(3), opening: Some(false), ..Setup::default() };
        let game = Game::new("greylox", &setup).unwrap();
        let mut timeline = Timeline::new(game);
        for cell in [6, 18] {
            timeline.play(Step::Place(Cell::new(cell))).unwrap();
        }
        let mut table = Table::new(timeline, <[Seat; 2]>::default(), Mode::Play);
        let vacant = table.game().board().vacant();
        let places: Vec<String> = vacant
            .iter()
            .filter_map(|cell| {
                table.hand_mut().point_at(cell);
                cursor_place(&table)
            })
            .collect();
        let have = |words: &str| places.iter().any(|place| place.contains(words));
        assert!(have(" 1 black stone: ") && !have(" 1 black stones"), "{places:?}");
    }

    #[test]
    fn sentences_begin_with_a_capital_unless_a_name_does() {
        assert_eq!(sentence("the game is over"), "The game is over.");
        assert_eq!(sentence("d4 is occupied"), "d4 is occupied.");
        assert_eq!(sentence("big.py: line 1 is no record"), "big.py: line 1 is no record.");
    }
}

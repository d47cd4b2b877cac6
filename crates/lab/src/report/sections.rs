//! The page of a report, section by section.

use serde_json::Value;
use tetralith_core::text::counted;
use tetralith_core::{Game, Info, Options, StepKind};
use tetralith_pages::{Block, Page};

use crate::arena::wilson;
use crate::report::chart::{Chart, Point};
use crate::report::contents::{Fair, GameReport, RUNG, Solved, StrengthRung, varies};
use crate::report::figures::{Balance, Figures, Spread, played};
use crate::report::heat;
use crate::report::reported_game::RECORDS;
use crate::report::strength::{Scale, in_words};
use crate::report::swap::{FirstGames, FirstMove};

/// The names of the pictures that a page can have.
pub const PICTURES: [&str; 6] = ["balance", "komi", "branching", "opening", "holding", "swap"];

/// A caution about the chances of first moves.
const CAUTION: &str = "A search rates first moves too close to 50 %. These figures rank first \
    moves, but do not show which are fair under the pie rule: results of games from a move can \
    differ by more than ten percentage points.";

/// An explanation of the results of games from first moves.
const IN_PAIRS: &str = "Moves that are alike by the symmetries of the board count together.";

/// The sections of a report, those without figures left out.
pub fn page(report: &GameReport) -> Page {
    let mut page = Page::new(format!("{} on {}", report.info.title, report.options));
    let options = report.info.read_options(&report.options);
    let asked = report.figures.first().filter(|figures| figures.options == report.options);
    if let Some(figures) = asked {
        page.text(summary(report.info, figures));
        balance(&mut page, figures);
        komi(&mut page, figures, report.fair_komi.as_ref());
        course(&mut page, figures);
    } else {
        let elsewhere = if report.figures.is_empty() { "" } else { "; other options follow below" };
        page.text(format!(
            "There are no traced games on {} between players of equal strength{elsewhere}.",
            report.options
        ));
    }
    if let Some(options) = options {
        if let Some(figures) = asked {
            maps(&mut page, figures, options);
        }
        first(&mut page, report, options);
    }
    if report.figures.iter().any(|figures| figures.options != report.options) {
        side_by_side(&mut page, &report.figures);
    }
    strength(&mut page, &report.ladder);
    exact(&mut page, &report.solved);
    examples(&mut page, asked);
    page.heading("Sources");
    page.text(origin(report));
    page
}

/// The games that a report is made from: who played them, in what way they differ, and how they are
/// counted.
fn origin(report: &GameReport) -> String {
    let strengths: Vec<&str> = report
        .figures
        .iter()
        .flat_map(|figures| &figures.balance)
        .map(|balance| &*balance.strength)
        .collect();
    let mut sentences = Vec::new();
    if !report.builds.is_empty() {
        sentences.push(format!("Arena games, played by {}.", report.builds.join(", ")));
    }
    if strengths.contains(&RECORDS) {
        sentences.push("Finished games in records.".to_owned());
    }
    let kinds = kinds_of_first_moves(report);
    let from_first: u32 = kinds.iter().map(|(_, games, _)| games.number).sum();
    if from_first > 0 {
        sentences.push(format!("{} from first moves.", counted(from_first as usize, "game")));
    }
    if sentences.is_empty() {
        sentences.push("No games.".to_owned());
    }
    match report.opened {
        [_, 0] => {}
        [games, opened] if games == opened => {
            sentences.push("They started from arena openings.".to_owned());
        }
        [_, opened] => sentences.push(format!("{opened} of them started from arena openings.")),
    }
    let (varied, others): (Vec<&str>, Vec<&str>) =
        strengths.iter().partition(|strength| varies(strength));
    match (varied.is_empty(), others.is_empty()) {
        (true, _) => {}
        (false, true) => sentences.push(
            "Each player drew its first moves at random, by visits, so that games differ."
                .to_owned(),
        ),
        (false, false) => {
            sentences.push(
                "Players with random steps drew their first moves by visits, so that games differ."
                    .to_owned(),
            );
        }
    }
    if let Some(digest) = &report.games_sha256 {
        sentences.push(format!("The SHA-256 of the games is {digest}."));
    }
    match report.repeated {
        0 => {}
        1 => {
            sentences.push(
                "One more game is left out: it repeats another one move for move.".to_owned(),
            );
        }
        count => {
            sentences.push(format!(
                "{count} more games are left out: they repeat others move for move."
            ));
        }
    }
    if !strengths.is_empty() {
        let chances = if report.is_calibrated() {
            "calibrated by the results of the games"
        } else {
            "uncalibrated: there are too few games, or they are too similar"
        };
        sentences.push(format!("Win rates are {chances}. Intervals are 95 %."));
    }
    sentences.join(" ")
}

/// A few sentences with the most important facts of a report.
pub fn about(report: &GameReport) -> Vec<String> {
    let Some(figures) = report.figures.first().filter(|figures| figures.options == report.options)
    else {
        return Vec::new();
    };
    let mut sentences = vec![summary(report.info, figures)];
    if let Some(komi) = report.fair_komi.as_ref().and_then(|fair| fair.komi) {
        let komi = komi + HALF;
        sentences.push(format!("Both sides score equally at a komi of {komi:.1}."));
    }
    if let (Some(changes), Some(decided)) = (figures.lead_changes, figures.decided_at) {
        sentences.push(format!(
            "The lead changes {changes:.1} times a game; a game is decided after {:.0} % of its \
             length.",
            100.0 * decided
        ));
    }
    if let Some(flips) = figures.flips {
        sentences.push(format!("There are {flips:.1} flips a game."));
    }
    if let Some(best) = report.first_moves.iter().max_by(|a, b| a.chance.total_cmp(&b.chance)) {
        let by = if best.games.is_some() { "games" } else { "the search" };
        sentences.push(format!("The best first move, by {by}, is {}.", best.step));
    }
    sentences
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn range(shares: [f64; 2]) -> String {
    shares.map(percent).join(" – ")
}

fn summary(info: &Info, figures: &Figures) -> String {
    let Some(balance) = figures.balance.iter().find(|balance| balance.strength == figures.strength)
    else {
        return String::new();
    };
    // After a swap another player holds the first colour.
    let first = if figures.swaps.is_some() {
        "the first player".to_owned()
    } else {
        format!("{}, who moves first,", info.colours[0].title)
    };
    let verdict = match (balance.low > 0.5, balance.high < 0.5) {
        (true, _) => "an advantage for the first player",
        (_, true) => "an advantage for the second player",
        _ => "no clear advantage",
    };
    let games = match &*figures.strength {
        RECORDS => counted(balance.games, "recorded game"),
        _ => counted(balance.games, "engine game"),
    };
    let length = &figures.length;
    let range = if length.p5 < length.p95 {
        format!(" ({:.0} to {:.0} in nine of ten games)", length.p5, length.p95)
    } else {
        String::new()
    };
    format!(
        "In {games} {first} scored {} ({} to {}): {verdict}. A game has {:.0} {}{range}, with \
         about {:.0} choices each.",
        percent(balance.share),
        percent(balance.low),
        percent(balance.high),
        length.median,
        kinds_of_steps(info),
        figures.mean_branching
    )
}

/// The steps of a game in words; a swap of colours, one at most, is not named.
fn kinds_of_steps(info: &Info) -> String {
    let others = [(StepKind::Flip, "flips"), (StepKind::Pass, "passes")];
    let others = others.into_iter().filter(|(kind, _)| info.steps.contains(kind));
    let others = others.map(|(_, name)| name);
    std::iter::once("placements").chain(others).collect::<Vec<_>>().join(" and ")
}

fn balance(page: &mut Page, figures: &Figures) {
    page.heading("Balance");
    let rows = figures.balance.iter().map(|balance| {
        let interval = range([balance.low, balance.high]);
        let draws = percent(balance.draws as f64 / balance.games.max(1) as f64);
        vec![
            in_words(&balance.strength),
            balance.games.to_string(),
            percent(balance.share),
            interval,
            draws,
        ]
    });
    page.table(&["players", "games", "first player", "95 % interval", "draws"], rows.collect());
    if figures.balance.len() < 2 {
        return;
    }
    let trends = trends(&figures.balance);
    let is_ordered = is_ordered(&figures.balance);
    for trend in &trends {
        page.text(trend.sentences(is_ordered));
    }
    if trends.is_empty() && played(&figures.balance).count() > 1 {
        page.text("These players cannot be ordered by strength.".to_owned());
    }
    let rows: Vec<&Balance> = if is_ordered {
        played(&figures.balance).map(|(_, balance)| balance).collect()
    } else {
        figures.balance.iter().collect()
    };
    let points: Vec<Point> = rows
        .iter()
        .zip(0u32..)
        .map(|(balance, at)| Point {
            x: f64::from(at),
            y: balance.share,
            range: [balance.low, balance.high],
        })
        .collect();
    let ticks = rows.iter().zip(0u32..).map(|(balance, at)| (f64::from(at), tick(balance)));
    let by = if is_ordered { "strength" } else { "players" };
    let title = format!("The first player's score by {by}, with 95 % intervals");
    let is_counted = rows.iter().all(|balance| balance.simulations.is_some());
    let chart = Chart {
        x: if is_counted { "simulations a move" } else { "players" },
        y: "first player",
        points: &points,
        is_joined: is_ordered,
        ticks: ticks.collect(),
        span: [0.4, 0.6],
        level: Some(0.5),
        shares: true,
    };
    let svg = chart.svg(&title);
    page.picture("balance", title, svg);
}

/// The weakest and the strongest of some players who can be ordered by strength.
struct Trend<'a> {
    scale: Scale,
    weakest: &'a Balance,
    strongest: &'a Balance,
}

/// The trends of all players who can be ordered against each other.
fn trends(balance: &[Balance]) -> Vec<Trend<'_>> {
    let of = |scale| {
        let mut rows = played(balance).filter(|(strength, _)| strength.scale == scale);
        let (weakest, strongest) = (rows.next()?, rows.last()?);
        let differ = weakest.0.rank < strongest.0.rank;
        differ.then_some(Trend { scale, weakest: weakest.1, strongest: strongest.1 })
    };
    Scale::ORDERED.into_iter().filter_map(of).collect()
}

/// True if all players but those of records can be ordered by strength, and there are
/// several.
fn is_ordered(balance: &[Balance]) -> bool {
    let [trend] = &trends(balance)[..] else { return false };
    played(balance).all(|(strength, _)| strength.scale == trend.scale)
}

impl Trend<'_> {
    /// Reports whether strength changes the balance; of whom, unless it is of `all` players.
    fn sentences(&self, all: bool) -> String {
        let change = self.strongest.share - self.weakest.share;
        let half = [self.weakest, self.strongest].map(|balance| (balance.high - balance.low) / 2.0);
        let error = half[0].hypot(half[1]);
        let trend = match (change, all) {
            (change, true) if change > error => {
                "The stronger the players, the better for the first player."
            }
            (change, false) if change > error => {
                "the stronger the players, the better for the first player."
            }
            (change, true) if change < -error => {
                "The stronger the players, the better for the second player."
            }
            (change, false) if change < -error => {
                "the stronger the players, the better for the second player."
            }
            (_, true) => "There is no clear trend with strength.",
            (_, false) => "there is no clear trend with strength.",
        };
        let whose = if all { String::new() } else { format!("Among {}: ", self.scale.players()) };
        format!(
            "{whose}{trend} From the weakest to the strongest the score changes by {:+.1} ± {:.1} \
             percentage points.",
            100.0 * change,
            100.0 * error
        )
    }
}

/// The short name of a strength below a chart.
fn tick(balance: &Balance) -> String {
    balance
        .simulations
        .map_or_else(|| in_words(&balance.strength), |simulations| simulations.to_string())
}

/// The part of komi that the option leaves out.
const HALF: f64 = 0.5;

/// Komi as players read it.
fn with_half(komi: i16) -> String {
    format!("{:.1}", f64::from(komi) + HALF)
}

fn komi(page: &mut Page, figures: &Figures, fair: Option<&Fair>) {
    let Some(margin) = figures.margin else { return };
    page.heading("Komi");
    page.text(format!(
        "Before komi the first player's median margin is {:+.0} points ({:+.0} to {:+.0} in nine \
         of ten games); both sides play to win with the actual komi.",
        margin.median, margin.p5, margin.p95
    ));
    if let Some(fair) = fair {
        komi_curve(page, fair);
    }
}

/// The shares by komi, and where they cross one half.
fn komi_curve(page: &mut Page, fair: &Fair) {
    let rows = fair.curve.iter().map(|(komi, games, share)| {
        let interval = range(wilson(*share, *games as f64));
        vec![with_half(*komi), games.to_string(), percent(*share), interval]
    });
    page.table(&["komi", "games", "first player", "95 % interval"], rows.collect());
    page.text(crossing(fair));
    let points: Vec<Point> = fair
        .curve
        .iter()
        .map(|(komi, games, share)| Point {
            x: f64::from(*komi),
            y: *share,
            range: wilson(*share, *games as f64),
        })
        .collect();
    let ticks = fair.curve.iter().map(|(komi, ..)| (f64::from(*komi), with_half(*komi))).collect();
    let title = "The first player's score by komi, with 95 % intervals";
    let chart = Chart {
        x: "komi",
        y: "first player",
        points: &points,
        is_joined: true,
        ticks,
        span: [0.4, 0.6],
        level: Some(0.5),
        shares: true,
    };
    page.picture("komi", title.to_owned(), chart.svg(title));
}

/// The komi where the shares cross one half, or that there is none.
fn crossing(fair: &Fair) -> String {
    let komi = || fair.curve.iter().map(|(komi, ..)| *komi);
    let (least, greatest) = (komi().min().unwrap_or_default(), komi().max().unwrap_or_default());
    let is_above = |&(_, _, share): &(i16, usize, f64)| share > 0.5;
    let first = fair.curve.first().is_some_and(is_above);
    let (least, greatest) = (with_half(least), with_half(greatest));
    let what = match fair.komi {
        Some(komi) => format!("the score crosses 50 % at a komi of {:.1}", komi + HALF),
        None if fair.curve.iter().all(|share| is_above(share) == first) => {
            format!("the score does not cross 50 % between a komi of {least} and {greatest}")
        }
        None => {
            format!("the score does not fall through 50 % as komi rises from {least} to {greatest}")
        }
    };
    format!("Between players of {} {what}.", in_words(&fair.strength))
}

fn course(page: &mut Page, figures: &Figures) {
    page.heading("The course of a game");
    let spread =
        |spread: &Spread| format!("{:.0} ({:.0} – {:.0})", spread.median, spread.p5, spread.p95);
    let number = |value: Option<f64>| value.map(|value| format!("{value:.2}"));
    let share = |value: Option<f64>| value.map(percent);
    let rows = [
        ("plies, median (5 – 95 %)", Some(spread(&figures.length))),
        ("choices on average", Some(format!("{:.1}", figures.mean_branching))),
        ("lead changes a game", number(figures.lead_changes)),
        ("drama, 0 to 1", number(figures.drama)),
        ("decided after", share(figures.decided_at)),
        ("flips a game", number(figures.flips)),
        ("games with a swap", share(figures.swaps)),
    ];
    let rows = rows
        .into_iter()
        .filter_map(|(title, value)| Some(vec![title.to_owned(), value?]))
        .collect();
    page.table(&["figure", "value"], rows);
    page.text(
        "The lead changes when the win rate crosses 50 % by more than two standard errors. \
         Drama is how far behind the winners were while they were behind. A game is decided once \
         the winner's win rate stays above 90 %."
            .to_owned(),
    );
    let endings = figures.endings.iter().map(|(reason, count)| {
        vec![
            reason.clone(),
            count.to_string(),
            percent(*count as f64 / figures.games.max(1) as f64),
        ]
    });
    page.table(&["end", "games", "share"], endings.collect());
    let points: Vec<Point> = figures
        .branching
        .iter()
        .zip(0u32..)
        .map(|(&legal, ply)| Point { x: f64::from(ply), y: legal, range: [legal, legal] })
        .collect();
    let last = points.len().saturating_sub(1) as f64;
    let ticks = (0..=4).map(|quarter| {
        (last * f64::from(quarter) / 4.0, format!("{:.0}", last * f64::from(quarter) / 4.0))
    });
    let title = "Choices by ply, while at least half of the games last";
    let chart = Chart {
        x: "ply",
        y: "choices",
        points: &points,
        is_joined: true,
        ticks: ticks.collect(),
        span: [0.0, 1.0],
        level: None,
        shares: false,
    };
    page.picture("branching", title.to_owned(), chart.svg(title));
}

fn maps(page: &mut Page, figures: &Figures, options: Options) {
    page.heading("Maps");
    let board = options.geometry();
    // Twice the mean, or nothing, has the full colour.
    let early = figures
        .opening
        .iter()
        .map(|&often| Some((often - 1.0, format!("{often:.1}"))))
        .collect::<Vec<_>>();
    let title = "Opening moves: how often a cell is played, relative to the mean";
    page.picture("opening", title.to_owned(), heat::map(board, title, &early));
    let held = figures
        .holding
        .iter()
        .map(|share| share.map(|share| (4.0 * (share - 0.5), format!("{:.0}", 100.0 * share))))
        .collect::<Vec<_>>();
    let title = "Final owners of cells: the first player's share in percent";
    page.picture("holding", title.to_owned(), heat::map(board, title, &held));
}

fn first(page: &mut Page, report: &GameReport, options: Options) {
    let moves = &report.first_moves;
    if moves.is_empty() {
        return;
    }
    page.heading("First moves and the swap");
    let best = moves.iter().max_by(|a, b| a.chance.total_cmp(&b.chance));
    let worst = moves.iter().min_by(|a, b| a.chance.total_cmp(&b.chance));
    if let (Some(best), Some(worst)) = (best, worst) {
        let (by, caution) = match best.games {
            Some(_) => ("games from each first move", IN_PAIRS),
            None => ("the search", CAUTION),
        };
        page.text(format!(
            "By {by}, {} is best ({} for the first player) and {} worst ({}). {caution}",
            best.step,
            percent(best.chance),
            worst.step,
            percent(worst.chance),
        ));
    }
    fair_first(page, report);
    let board = options.geometry();
    let mut cells = vec![None; board.len()];
    for found in moves {
        cells[found.cell] =
            Some((4.0 * (found.chance - 0.5), format!("{:.0}", 100.0 * found.chance)));
    }
    let title = "The first player's win rate in percent after each first move";
    page.picture("swap", title.to_owned(), heat::map(board, title, &cells));
}

/// A first move that games were played from, their results, and all moves that are alike.
type FirstKind<'a> = (&'a FirstMove, FirstGames, Vec<&'a str>);

/// The kinds of first moves that games were played from.
fn kinds_of_first_moves(report: &GameReport) -> Vec<FirstKind<'_>> {
    let options = report.info.read_options(&report.options);
    let start = options.and_then(|options| Game::start(report.info, &options).ok());
    let symmetries = start.map(|start| start.symmetries()).unwrap_or_default();
    let mut kinds: Vec<FirstKind<'_>> = Vec::new();
    for found in &report.first_moves {
        let Some(games) = found.games else { continue };
        let is_alike = |cell: usize| symmetries.iter().any(|map| map[found.cell] == cell);
        let kind = kinds.iter_mut().find(|(known, ..)| is_alike(known.cell));
        if let Some((.., alike)) = kind {
            alike.push(&found.step);
        } else {
            kinds.push((found, games, vec![&found.step]));
        }
    }
    kinds
}

/// The kinds of first moves that games were played from, the fairest first.
fn fair_first(page: &mut Page, report: &GameReport) {
    let mut kinds = kinds_of_first_moves(report);
    if kinds.is_empty() {
        return;
    }
    let far = |found: &FirstMove| (found.chance - 0.5).abs();
    kinds.sort_by(|(a, ..), (b, ..)| far(a).total_cmp(&far(b)));
    let rows = kinds.into_iter().map(|(found, games, alike)| {
        vec![
            alike.join(" "),
            games.number.to_string(),
            percent(found.chance),
            range([games.low, games.high]),
            if games.is_fair() { "may be fair" } else { "" }.to_owned(),
        ]
    });
    let head = ["first move", "games", "first player", "95 % interval", "under the pie rule"];
    page.table(&head, rows.collect());
}

fn side_by_side(page: &mut Page, all: &[Figures]) {
    page.heading("Other options");
    let rows = all.iter().flat_map(|figures| {
        figures.balance.iter().map(move |balance| {
            vec![
                figures.options.clone(),
                in_words(&balance.strength),
                balance.games.to_string(),
                percent(balance.share),
                range([balance.low, balance.high]),
                format!("{:.0}", figures.length.median),
                figures.lead_changes.map_or_else(String::new, |changes| format!("{changes:.2}")),
                figures.drama.map_or_else(String::new, |drama| format!("{drama:.2}")),
                figures.flips.map_or_else(String::new, |flips| format!("{flips:.1}")),
            ]
        })
    });
    let mut head = vec![
        "options",
        "players",
        "games",
        "first player",
        "95 % interval",
        "length",
        "lead changes",
        "drama",
        "flips",
    ];
    let mut rows: Vec<Vec<String>> = rows.collect();
    if all.iter().all(|figures| figures.flips.is_none()) {
        head.pop();
        for row in &mut rows {
            row.pop();
        }
    }
    page.table(&head, rows);
    let is_of_strongest = |figures: &Figures| {
        let strongest = played(&figures.balance)
            .last()
            .is_some_and(|(_, row)| row.strength == figures.strength);
        figures.balance.len() == 1 || strongest && is_ordered(&figures.balance)
    };
    let whose = if all.iter().all(is_of_strongest) {
        "the strongest players with each set of options".to_owned()
    } else {
        let of = all
            .iter()
            .map(|figures| format!("{} on {}", in_words(&figures.strength), figures.options));
        of.collect::<Vec<_>>().join(", ")
    };
    page.text(format!("Length, lead changes and drama are from {whose}."));
}

fn strength(page: &mut Page, ladder: &[StrengthRung]) {
    if ladder.len() < 2 {
        return;
    }
    page.heading("Ladder of strength");
    let rows = ladder.iter().map(|rung| {
        vec![
            in_words(&rung.player),
            rung.games.to_string(),
            rung.share.map_or_else(|| "–".to_owned(), percent),
        ]
    });
    page.table(&["rung", "games", "against the rung below"], rows.collect());
    page.text(format!(
        "Each rung is the smallest budget that scores {} or more against the rung below; {} rungs \
         are known.",
        percent(RUNG),
        ladder.len()
    ));
}

fn exact(page: &mut Page, solved: &[Solved]) {
    if solved.is_empty() {
        return;
    }
    page.heading("Solved boards");
    let rows = solved.iter().map(|solved| {
        let signed =
            |score: f64| if score.abs() < 0.5 { "0".to_owned() } else { format!("{score:+}") };
        let score = solved.score.map_or_else(String::new, signed);
        let nodes = solved.nodes.map_or_else(String::new, |nodes| nodes.to_string());
        vec![board(&solved.options), solved.winner.clone().unwrap_or_default(), score, nodes]
    });
    page.table(&["options", "winner", "score", "nodes"], rows.collect());
}

/// Options by their names in records, as a person reads them.
fn board(options: &Value) -> String {
    let mut parts =
        vec![format!("{} {}", options["board"].as_str().unwrap_or("board"), options["size"])];
    for (name, value) in
        options.as_object().into_iter().flatten().filter(|(name, _)| !is_board(name))
    {
        parts.push(match value {
            Value::Bool(true) => name.clone(),
            Value::Bool(false) => format!("no {name}"),
            Value::String(value) => format!("{name} {value}"),
            other => format!("{name} {other}"),
        });
    }
    parts.join(", ")
}

fn is_board(name: &str) -> bool {
    matches!(name, "board" | "size")
}

fn examples(page: &mut Page, figures: Option<&Figures>) {
    for example in figures.iter().flat_map(|figures| &figures.examples) {
        page.heading(&example.title);
        page.blocks.push(Block::Record(example.record.clone()));
    }
}

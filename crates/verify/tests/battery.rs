//! The tests that every game passes by being in the list of games: that it agrees with the slow
//! rules, with itself and with the known counts.
//!
//! The random games of [`random_games_agree_with_the_slow_rules`] are few enough to run every time.
//! The long run is
//!
//! ```text
//! TETRALITH_GAMES=10000 cargo test -p tetralith-verify --test battery \
//!     random_games_agree -- --nocapture
//! ```
//!
//! with so many games a configuration; `TETRALITH_GAME=greylox` narrows it to one game,
//! `TETRALITH_BOARD=square` to one shape, `TETRALITH_SIZES=5,6` to some sizes; `TETRALITH_THREADS`
//! sets the number of threads (2).

use std::collections::BTreeSet;
use std::env;
use std::fmt::Debug;
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith_core::games::{INFOS, Visitor};
use tetralith_core::knowledge::below;
use tetralith_core::notation::Names;
use tetralith_core::record::Record;
use tetralith_core::rules::Arrangement;
use tetralith_core::timeline::{NodeId, Timeline};
use tetralith_core::{
    Board, Cell, CellSet, Colour, Fact, Game, Geometry, Info, Knowledge, OptionKind, Options,
    Outcome, Phase, PlayError, PlayoutResult, Reason, Setup, Shape, Standing, Step, StepKind, Ties,
};
use tetralith_verify::slow_rules::SlowRules;

/// The known counts of `docs/rules.md`: the lines of its table, headings left out.
fn page_of_counts() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules.md");
    let page = std::fs::read_to_string(path).expect("the repository has a page of rules");
    let (_, table) = page.split_once("| game | options | perft").expect("the page has the table");
    let lines = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    lines.collect::<Vec<_>>().join("\n")
}

/// The known counts of games that are not on the page, in the list or not.
const PERFT_OUTSIDE: &str = "
| Yavalath | hexhex 5 | 61, 3660 |
";

/// One line of the table of counts.
struct Known {
    title: String,
    setup: Setup,
    perft: Vec<u64>,
}

/// The lines of a table of counts, headings left out.
fn perft_table(text: &str) -> Vec<Known> {
    let rows = text.lines().filter_map(|line| {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, title, options, counts, _] = columns[..] else { return None };
        let counts: Result<Vec<u64>, _> =
            counts.split(',').map(|count| count.trim().parse()).collect();
        let mut setup = Setup::default();
        for option in options.split(',').map(str::trim) {
            match option.split_once(' ')? {
                ("no", "opening") => setup.opening = Some(false),
                (board, size) => {
                    setup.board = board.parse().ok();
                    setup.size = size.parse().ok();
                }
            }
        }
        Some(Known { title: title.to_owned(), setup, perft: counts.ok()? })
    });
    rows.collect()
}

#[test]
fn every_game_has_the_known_counts() {
    let page = page_of_counts();
    let mut table = perft_table(&page);
    assert_eq!(table.len(), page.lines().count(), "every line is read");
    assert_eq!(table.len(), 12, "no count has gone from the page");
    table.extend(perft_table(PERFT_OUTSIDE));
    for info in INFOS {
        assert!(table.iter().any(|row| row.title == info.title), "{} has known counts", info.title);
    }
    for row in &table {
        let Some(info) = INFOS.iter().find(|info| info.title == row.title) else { continue };
        let options = info.options(&row.setup).expect("the table holds options that can be played");
        let game = Game::start(info, &options).expect("the options are the game's own");
        let slow = slow_start(info, options);
        for (depth, &count) in (1..).zip(&row.perft) {
            assert_eq!(game.perft(depth), count, "{} {:?} to depth {depth}", row.title, row.setup);
            assert_eq!(
                slow.perft(depth),
                count,
                "slow {} {:?} to depth {depth}",
                row.title,
                row.setup
            );
        }
    }
}

fn slow_start(info: &Info, options: Options) -> Box<dyn SlowRules> {
    tetralith_verify::slow_rules::start(info.id, options).unwrap_or_else(|| {
        panic!("write {}'s slow rules: crates/verify/src/slow_rules/{0}.rs", info.id)
    })
}

/// Everything a position shows of itself.
#[derive(Clone, PartialEq, Debug)]
struct Snapshot {
    board: Board,
    to_move: Colour,
    phase: Phase,
    legal: Vec<Step>,
    outcome: Option<Outcome>,
    standing: Standing,
    marks: tetralith_core::Marks,
}

impl Snapshot {
    fn of<G: Knowledge>(position: &G) -> Self {
        Self {
            board: *position.board(),
            to_move: position.to_move(),
            phase: position.phase(),
            legal: legal(position),
            outcome: position.outcome(),
            standing: position.standing(),
            marks: position.marks(),
        }
    }
}

fn legal<G: Knowledge>(position: &G) -> Vec<Step> {
    // The earlier contents of the list must not matter.
    let mut steps = vec![Step::Swap];
    position.legal_steps(&mut steps);
    steps
}

/// Steps of every form, on and off the board, sensible or not.
fn conceivable(geometry: &Geometry, info: &Info) -> Vec<Step> {
    let n = geometry.len();
    let off = [n, n + 1, n + 63, tetralith_core::cell::MAX_CELLS - 1];
    let off: Vec<Cell> = off
        .into_iter()
        .filter(|cell| (n..tetralith_core::cell::MAX_CELLS).contains(cell))
        .map(Cell::new)
        .collect();
    let mut steps = vec![Step::Pass, Step::Swap];
    for cell in geometry.cells().chain(off.iter().copied()) {
        steps.extend([Step::Place(cell), Step::Flip(cell)]);
    }
    let middle = Cell::new(n / 2);
    let beside = geometry.neighbours(middle)[0];
    let far = Cell::new(n - 1);
    for &cell in off.iter().chain([&middle, &beside, &far]) {
        for (a, b) in
            [(middle, beside), (beside, middle), (cell, middle), (beside, cell), (cell, cell)]
        {
            steps.push(Step::tromino(a, b, cell));
            // The own cells the wrong way round are no step: every step has one form only.
            steps.push(Step::Tromino { own: [a.max(b), a.min(b)], other: cell });
        }
    }
    if info.steps.contains(&StepKind::Tromino) {
        for a in geometry.cells() {
            let mut near: CellSet = geometry
                .neighbours(a)
                .iter()
                .map(|&b| *geometry.neighbour_set(b))
                .fold(*geometry.neighbour_set(a), |near, more| near | more);
            near.remove(a);
            for b in near.iter().filter(|&b| a < b) {
                steps.extend(near.iter().filter(|&c| c != b).map(|c| Step::tromino(a, b, c)));
            }
        }
    }
    steps.sort_unstable();
    steps.dedup();
    steps
}

/// Boards of more cells are large: they take one combination of options each, except in the long
/// run.
const LARGE: usize = 100;

/// The frequency of the slow questions: at one ply in so many.
struct Pace {
    lists: usize,
    checks: usize,
}

impl Pace {
    /// Many games need fewer questions each.
    fn of(options: Options, games: u64) -> Self {
        let cells = options.board.cells(options.size);
        Self {
            lists: 1 + cells / 64,
            checks: if games < 100 { 1 + cells / 8 } else { 1 + cells / 2 },
        }
    }
}

/// Random games from the start under `info` and `options`, each compared with the slow rules.
struct Agreement {
    info: &'static Info,
    options: Options,
    games: u64,
}

impl Visitor for Agreement {
    type Output = Agreed;

    fn visit<G: Knowledge>(self, start: &G) -> Agreed {
        let conceivable = conceivable(start.board().geometry(), self.info);
        let mut agreed = Agreed::default();
        for game in 0..self.games {
            let played = self.play(start, &conceivable, game);
            agreed.plies += played.len();
            if game % 100 < 4 {
                agreed.sample.push(played);
            }
        }
        agreed
    }
}

/// The counts of games that agreed with the slow rules.
#[derive(Default)]
struct Agreed {
    /// The number of plies of all games together.
    plies: usize,
    /// The steps of some of them, to be taken back and written down.
    sample: Vec<Vec<Step>>,
}

impl Agreement {
    fn play<G: Knowledge>(&self, start: &G, conceivable: &[Step], game: u64) -> Vec<Step> {
        // Boards and games differ in their seeds, so that each way of choosing steps comes up where
        // there are few games.
        let seed = game + 1001 * u64::from(self.options.size);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let pace = Pace::of(self.options, self.games);
        let mut position = start.clone();
        let mut slow = slow_start(self.info, self.options);
        let mut played: Vec<Step> = Vec::new();
        let mut scratch = Vec::new();
        let mut settled = None;
        loop {
            let at =
                || format!("{} {:?}, game {game}, after {played:?}", self.info.id, self.options);
            assert!(
                settled.is_none() || position.settled() == settled,
                "settled for {settled:?}: {}",
                at()
            );
            settled = position.settled();
            self.compare_cheaply(&position, slow.as_ref(), &at);
            if below(&mut rng, pace.lists) == 0 || position.outcome().is_some() {
                compare_lists(&position, slow.as_ref(), &at);
            }
            if below(&mut rng, pace.checks) == 0 {
                compare_checks(&position, conceivable, &at);
                compare_passed_over(&position, slow.as_ref(), &mut rng, &at);
                a_clone_is_independent(&position, &mut rng, &at);
                playouts_end_the_game(&position, slow.as_ref(), &mut rng, &at);
            }
            let Some(random) = position.random_step(&mut rng, &mut scratch) else { break };
            position
                .check(random)
                .unwrap_or_else(|error| panic!("random step {random:?} is {error:?}: {}", at()));
            let steps = legal(&position);
            let step = match seed % 4 {
                0 => random,
                // The last step in the list is the rare one: a pass or a swap.
                1 if below(&mut rng, 8) == 0 => steps[steps.len() - 1],
                _ => steps[below(&mut rng, steps.len())],
            };
            slow.play(step);
            position.play(step).unwrap_or_else(|error| panic!("{step:?} is {error:?}: {}", at()));
            played.push(step);
        }
        let winner = position.outcome().and_then(|outcome| outcome.winner);
        assert!(
            settled.is_none() || settled == winner,
            "settled for {settled:?}, won by {winner:?}: {played:?}"
        );
        let mut again = G::new(&self.options).expect("the options were good before");
        for &step in &played {
            again.play_unchecked(step);
        }
        assert_eq!(Snapshot::of(&again), Snapshot::of(&position), "{played:?} played again");
        played
    }

    /// Compares what is cheap enough for every ply.
    fn compare_cheaply<G: Knowledge>(
        &self,
        position: &G,
        slow: &dyn SlowRules,
        at: &dyn Fn() -> String,
    ) {
        for colour in Colour::BOTH {
            assert_eq!(
                *position.board().stones(colour),
                slow.grid().set_of(colour),
                "stones: {}",
                at()
            );
        }
        assert_eq!(position.phase(), slow.phase(), "phase: {}", at());
        let outcome = position.outcome();
        assert_eq!(outcome, slow.outcome(), "outcome: {}", at());
        let steps = legal(position);
        assert_eq!(steps.is_empty(), outcome.is_some(), "no step if and only if over: {}", at());
        if let Some(outcome) = outcome {
            assert!(outcome.winner.is_some() || self.info.draws, "no draw: {}", at());
            assert!(outcome.reason.is_on_board(), "{:?}: {}", outcome.reason, at());
        } else {
            assert_eq!(position.to_move(), slow.to_move(), "to move: {}", at());
        }
        assert!(
            steps.iter().all(|step| self.info.steps.contains(&step.kind())),
            "{steps:?}: {}",
            at()
        );
    }
}

/// The legal list, the score and the marks.
fn compare_lists<G: Knowledge>(position: &G, slow: &dyn SlowRules, at: &dyn Fn() -> String) {
    let steps = legal(position);
    assert_same("legal steps", &steps, &slow.legal(), at);
    let standing = position.standing();
    assert_same("score", &standing.facts, &slow.facts(), at);
    compare_standing(position, &standing, at);

    let board = position.board();
    let marks = position.marks();
    assert_same("controlled cells", &marks.controlled, &slow.controlled(), at);
    if let Some(Fact::Territories(territories)) = standing.fact("territories") {
        assert_same("territories", &marks.territories, territories, at);
    }
    for colour in Colour::BOTH {
        let groups = &marks.groups[colour.index()];
        // Groups are shown if they count.
        let left_out = groups.is_empty() && standing.fact("groups").is_none();
        assert!(left_out || *groups == board.groups(colour), "groups: {}", at());
    }
    let outcome = position.outcome();
    if outcome.is_none() {
        let threatened = Colour::BOTH
            .map(|colour| *board.stones(colour) & marks.controlled[colour.other().index()]);
        assert_same("threatened stones", &marks.threatened, &(threatened[0] | threatened[1]), at);
    }
    let legal_cells: CellSet = steps.iter().flat_map(|step| step.cells()).collect();
    for (rule, cells) in &marks.forbidden {
        assert_same(
            "forbidden cells that are occupied",
            &(*cells - board.vacant()),
            &CellSet::EMPTY,
            at,
        );
        assert!(!cells.intersects(&legal_cells), "{rule} forbids legal cells: {}", at());
    }
    if let (Some(distance), Some(Fact::Side(connected))) =
        (marks.distance, standing.fact("connected"))
    {
        let arrived = Colour::BOTH.into_iter().find(|colour| distance[colour.index()] == Some(0));
        assert_eq!(arrived, *connected, "a connection is a distance of 0: {}", at());
    }
    match outcome
        .filter(|outcome| outcome.reason == Reason::Connection)
        .and_then(|outcome| outcome.winner)
    {
        None => assert!(marks.path.is_empty(), "path: {}", at()),
        Some(winner) => {
            assert_same(
                "stones of the path",
                &(marks.path - *board.stones(winner)),
                &CellSet::EMPTY,
                at,
            );
            assert_eq!(
                board.geometry().components(&marks.path).len(),
                1,
                "path in one piece: {}",
                at()
            );
        }
    }
}

/// Compares the words, in half points and as facts.
fn compare_standing<G: Knowledge>(position: &G, standing: &Standing, at: &dyn Fn() -> String) {
    let points = standing.facts.iter().find_map(|(_, fact)| match fact {
        Fact::HalfPoints(points) => Some(*points),
        Fact::Exact(_)
        | Fact::Sizes(_)
        | Fact::Counts(_)
        | Fact::Territories(_)
        | Fact::Side(_) => None,
    });
    assert_same("half points", &position.half_points(), &points, at);
    let longest = standing.details.iter().map(Vec::len).max().unwrap_or(0);
    assert!(longest <= standing.most_details, "{:?}: {}", standing.details, at());
    assert!(standing.shares.len() <= standing.most_shares, "{:?}: {}", standing.shares, at());
    let balance = position.balance();
    assert!(balance.is_finite(), "balance {balance}: {}", at());
    let outcome = position.outcome();
    if let Some(outcome) = outcome.filter(|outcome| outcome.reason == Reason::Score) {
        let ahead = if outcome.winner == Some(Colour::First) { 1.0 } else { -1.0 };
        assert!(
            outcome.winner.is_none() || balance * ahead >= 0.0,
            "{outcome:?}, balance {balance}: {}",
            at()
        );
    }
    let decided = outcome.is_some_and(|outcome| outcome.winner.is_some());
    assert!(decided || standing.decision.is_none(), "{:?}: {}", standing.decision, at());
}

/// Compares the position passed over with the slow rules, in the lists and in random play from
/// there on; passing over once more must lead back.
fn compare_passed_over<G: Knowledge>(
    position: &G,
    slow: &dyn SlowRules,
    rng: &mut Xoshiro256PlusPlus,
    at: &dyn Fn() -> String,
) {
    let (other, slow_other) = (position.passed_over(), slow.passed_over());
    assert_eq!(other.is_some(), slow_other.is_some(), "whether it can be passed over: {}", at());
    let (Some(mut other), Some(mut slow_other)) = (other, slow_other) else { return };
    assert_eq!(other.to_move(), position.to_move().other(), "passed over: {}", at());
    let back = other.passed_over().map(|back| Snapshot::of(&back));
    assert_same("passed over twice", &back, &Some(Snapshot::of(position)), at);
    // A few more steps show whether the updated values were right.
    for _ in 0..4 {
        compare_lists(&other, slow_other.as_ref(), &|| format!("{}, passed over", at()));
        // Its winner cannot be looked up by the final stones: no game has their numbers.
        let mut played = other.clone();
        let verdict = played.playout(rng);
        assert!(
            (other.board().occupied() - played.board().occupied()).is_empty(),
            "stones are lost, passed over: {}",
            at()
        );
        assert!((-1.0..=1.0).contains(&verdict.margin), "{verdict:?}, passed over: {}", at());
        let Some(step) = other.random_step(rng, &mut Vec::new()) else { break };
        other
            .play(step)
            .unwrap_or_else(|error| panic!("{step:?} is {error:?}, passed over: {}", at()));
        slow_other.play(step);
    }
}

/// `check` accepts the legal steps and nothing else, a refused step changes nothing, and a legal
/// one is read back from its name.
fn compare_checks<G: Knowledge>(position: &G, conceivable: &[Step], at: &dyn Fn() -> String) {
    let before = Snapshot::of(position);
    let names = Names { info: &G::INFO, geometry: position.board().geometry() };
    let mut trial = position.clone();
    let mut accepted = Vec::new();
    let mut explained = BTreeSet::new();
    for &step in conceivable {
        match position.check(step) {
            Ok(()) => accepted.push(step),
            Err(error) => {
                let rule =
                    if let PlayError::Forbidden(refusal) = &error { refusal.rule } else { "" };
                if explained.insert(rule) {
                    let sentence = names.explain(&error);
                    let whole = sentence.len() > 10 && !sentence.contains(['{', '}']);
                    assert!(whole, "{step:?} is {sentence:?}: {}", at());
                }
                assert_eq!(trial.play(step), Err(error), "playing {step:?}: {}", at());
            }
        }
    }
    assert_same("after refused steps", &Snapshot::of(&trial), &before, at);
    let mut listed = before.legal;
    listed.sort_unstable();
    assert_same("steps that check accepts", &accepted, &listed, at);
    for step in listed {
        assert_eq!(names.parse_step(&names.step(step)), Ok(step), "name of a step: {}", at());
    }
}

/// Playing on in a copy leaves the original alone.
fn a_clone_is_independent<G: Knowledge>(
    position: &G,
    rng: &mut Xoshiro256PlusPlus,
    at: &dyn Fn() -> String,
) {
    let before = Snapshot::of(position);
    let mut copy = position.clone();
    let mut scratch = Vec::new();
    while let Some(step) = copy.random_step(rng, &mut scratch) {
        copy.play_unchecked(step);
    }
    assert!(copy.outcome().is_some(), "random steps end: {}", at());
    assert_same("after playing on in a copy", &Snapshot::of(position), &before, at);
}

/// A playout, heavy or not, leaves stones that end a game, grown from those there were, and returns
/// the winner; or one that is heavy leaves stones that settle it.
fn playouts_end_the_game<G: Knowledge>(
    position: &G,
    slow: &dyn SlowRules,
    rng: &mut Xoshiro256PlusPlus,
    at: &dyn Fn() -> String,
) {
    for heavy in [false, true] {
        let mut played = position.clone();
        let verdict = if heavy { played.heavy_playout(rng) } else { played.playout(rng) };
        let at = || format!("{}, heavy {heavy}", at());
        let (before, after) = (position.board(), played.board());
        let lost = before.occupied() - after.occupied();
        assert!(lost.is_empty(), "the playout lost the stones {lost:?}: {}", at());
        let winners = slow.winners_with(&slow.grid().with_stones_of(after));
        let is_told = |winner: Option<Colour>| {
            PlayoutResult::of(winner).value.total_cmp(&verdict.value).is_eq()
        };
        let is_settled = || {
            let stones = Colour::BOTH.map(|colour| *after.stones(colour));
            let end =
                G::arranged(position.options(), &Arrangement { stones, ..Arrangement::EMPTY }).ok();
            end.and_then(|end| end.settled()).is_some_and(|winner| is_told(Some(winner)))
        };
        let told = winners.iter().any(|&winner| is_told(winner)) || heavy && is_settled();
        assert!(told, "{verdict:?} of a playout to {after:?}, won by {winners:?}: {}", at());
        assert!((-1.0..=1.0).contains(&verdict.margin), "{verdict:?}: {}", at());
        let in_points = position.half_points().is_some();
        assert_eq!(verdict.points.is_some(), in_points, "{verdict:?}: {}", at());
        assert!(
            verdict.points.is_none_or(|lead| (lead > 0.0) == (verdict.value > 0.5)),
            "{verdict:?}: {}",
            at()
        );
    }
}

fn assert_same<T: PartialEq + Debug>(what: &str, ours: &T, theirs: &T, at: &dyn Fn() -> String) {
    assert!(ours == theirs, "{what}: {ours:?} here, {theirs:?} there: {}", at());
}

/// Going back through a game, leaving it for another branch and coming back shows each position as
/// it was.
fn undo_is_replay(start: &Game, steps: &[Step]) {
    let snapshot = |timeline: &Timeline| timeline.position().visit(Snap);
    let mut timeline = Timeline::new(start.clone());
    let mut shown = vec![snapshot(&timeline)];
    for &step in steps {
        timeline.play(step).expect("the steps were legal before");
        shown.push(snapshot(&timeline));
    }
    let end = timeline.cursor();
    for before in shown.iter().rev().skip(1) {
        assert!(timeline.undo(), "there is something to undo in {steps:?}");
        assert_eq!(&snapshot(&timeline), before, "undo in {steps:?}");
    }
    assert!(!timeline.undo(), "the start is the start");
    for _ in 0..steps.len() / 2 {
        assert!(timeline.redo(), "there is something to redo in {steps:?}");
    }
    let here = &shown[steps.len() / 2];
    assert_eq!(&snapshot(&timeline), here, "redo in {steps:?}");
    if let Some(&other) =
        here.legal.iter().find(|step| !steps[steps.len() / 2..].starts_with(&[**step]))
    {
        timeline.play(other).expect("the step is in the legal list");
        assert_eq!(timeline.steps(), steps.len() + 1, "a branch loses nothing of {steps:?}");
    }
    timeline.go_to(end);
    assert_eq!(snapshot(&timeline), shown[steps.len()], "back to the end of {steps:?}");
    a_record_comes_back(&timeline);
}

/// A written game is read as the same tree of steps, and written again as the same text.
fn a_record_comes_back(timeline: &Timeline) {
    let record = Record::default();
    let text = record.write(timeline).expect("a game without long texts can be written");
    let (read, again) =
        Record::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}, in {text}"));
    assert_eq!(again.start().options(), timeline.start().options(), "options of {text}");
    assert_eq!(again.steps(), timeline.steps(), "steps of {text}");
    let mut pairs = vec![(NodeId::START, NodeId::START)];
    while let Some((ours, theirs)) = pairs.pop() {
        assert_eq!(again.step(theirs), timeline.step(ours), "a step of {text}");
        assert_eq!(
            (again.mover(theirs), again.turn(theirs)),
            (timeline.mover(ours), timeline.turn(ours))
        );
        let [children, others] = [timeline.children(ours), again.children(theirs)];
        assert_eq!(others.len(), children.len(), "branches of {text}");
        pairs.extend(children.iter().copied().zip(others.iter().copied()));
    }
    assert_eq!(read.write(&again).as_ref(), Ok(&text), "written, read and written again");
}

struct Snap;

impl Visitor for Snap {
    type Output = Snapshot;

    fn visit<G: Knowledge>(self, position: &G) -> Snapshot {
        Snapshot::of(position)
    }
}

/// Every combination of options of a game on one board, among them four values of komi.
fn combinations(info: &Info, board: Shape, size: u8) -> Vec<Options> {
    let both = |option| if info.has(option) { vec![Some(true), Some(false)] } else { vec![None] };
    let ties = if info.has(OptionKind::Ties) { Ties::ALL.map(Some).to_vec() } else { vec![None] };
    let komis = || vec![None, Some(0), Some(7), Some(-7)];
    let komi = if info.has(OptionKind::Komi) { komis() } else { vec![None] };
    let mut found = Vec::new();
    for opening in both(OptionKind::Opening) {
        for pie in both(OptionKind::Pie) {
            for (&ties, rest) in ties.iter().zip(0..) {
                // Komi and ties have nothing to do with each other: one komi will do for the second
                // rule of ties.
                for &komi in &komi[rest * (komi.len() - 1)..] {
                    let (board, size) = (Some(board), Some(i64::from(size)));
                    let setup = Setup { board, size, opening, komi, ties, pie };
                    found.push(info.options(&setup).expect("the game's own options"));
                }
            }
        }
    }
    found.dedup();
    found
}

/// Every board, size and combination of options of every game; of the larger boards, unless `all`,
/// one combination a size in turn.
fn configurations(all: bool) -> Vec<(&'static Info, Options)> {
    let mut found = Vec::new();
    for &info in INFOS {
        for range in info.boards {
            for size in range.min..=range.max {
                let mut combinations = combinations(info, range.shape, size);
                if !all && range.shape.cells(size) > LARGE {
                    let turn = usize::from(size) % combinations.len();
                    combinations = vec![combinations[turn]];
                }
                found.extend(combinations.into_iter().map(|options| (info, options)));
            }
        }
    }
    found
}

/// The value of an environment variable, if it is set.
fn setting<T: FromStr>(name: &str) -> Option<T> {
    let text = env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is '{text}', which is not of its kind")))
}

#[test]
fn random_games_agree_with_the_slow_rules() {
    let games: Option<u64> = setting("TETRALITH_GAMES");
    let only: Option<String> = setting("TETRALITH_GAME");
    let board: Option<String> = setting("TETRALITH_BOARD");
    let sizes: Option<String> = setting("TETRALITH_SIZES");
    let wanted = |info: &Info, options: &Options| {
        only.as_ref().is_none_or(|id| id == info.id)
            && board.as_ref().is_none_or(|id| id == options.board.id())
            && sizes
                .as_ref()
                .is_none_or(|sizes| sizes.split(',').any(|size| size == options.size.to_string()))
    };
    let jobs: Vec<_> = configurations(games.is_some())
        .into_iter()
        .filter(|(info, options)| wanted(info, options))
        .collect();
    assert!(
        !jobs.is_empty(),
        "TETRALITH_GAME, TETRALITH_BOARD and TETRALITH_SIZES leave something to play"
    );
    let next = AtomicUsize::new(0);
    let report = Mutex::new(());
    thread::scope(|scope| {
        for _ in 0..setting("TETRALITH_THREADS").unwrap_or(2) {
            scope.spawn(|| {
                while let Some((info, options)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let cells = options.board.cells(options.size) as u64;
                    let games = games.unwrap_or(1 + 1000 / (cells * cells / 20 + 20));
                    let begun = Instant::now();
                    let game = Game::start(info, options).expect("the game's own options");
                    let agreed = game.visit(Agreement { info, options: *options, games });
                    for steps in &agreed.sample {
                        undo_is_replay(&game, steps);
                    }
                    let _turn = report.lock();
                    println!(
                        "{} {options:?}: {games} games, {} plies, {:.1?}",
                        info.id,
                        agreed.plies,
                        begun.elapsed()
                    );
                }
            });
        }
    });
}

/// The results of playouts from one position.
struct Ends {
    /// The number that the first player won.
    won: u32,
    /// For each cell, how often each colour had it at the end.
    held: [Vec<u32>; 2],
}

impl Ends {
    fn of<G: Knowledge>(
        position: &G,
        count: u32,
        mut play_out: impl FnMut(&mut G) -> Option<Colour>,
    ) -> Self {
        let cells = position.board().geometry().cells();
        let mut ends = Self { won: 0, held: [vec![0; cells.len()], vec![0; cells.len()]] };
        for _ in 0..count {
            let mut end = position.clone();
            ends.won += u32::from(play_out(&mut end) == Some(Colour::First));
            for colour in Colour::BOTH {
                for cell in end.board().stones(colour) {
                    ends.held[colour.index()][cell.index()] += 1;
                }
            }
        }
        ends
    }

    fn counts(&self) -> impl Iterator<Item = u32> {
        self.held.iter().flatten().copied().chain([self.won])
    }

    /// Each count differs from the other's, of as many games, by no more than chance allows.
    fn compare(&self, other: &Self, games: f64, at: &dyn Fn() -> String) {
        for (what, (a, b)) in self.counts().zip(other.counts()).enumerate() {
            let chance = f64::from(a + b) / (2.0 * games);
            let deviation = (2.0 * games * chance * (1.0 - chance)).sqrt();
            let difference = (f64::from(a) - f64::from(b)).abs();
            assert!(
                difference <= 5.5 * deviation,
                "{a} here, {b} there, of {games} (number {what} of the cells by colour, then \
                 wins): {}",
                at(),
            );
        }
    }
}

/// A step of the legal list, each with the same chance, but no pass while there is anything else;
/// `None` at the end.
fn drawn_step<G: Knowledge>(position: &G, rng: &mut Xoshiro256PlusPlus) -> Option<Step> {
    let mut steps = legal(position);
    if steps.len() > 1 {
        steps.retain(|&step| step != Step::Pass);
    }
    (!steps.is_empty()).then(|| steps[below(rng, steps.len())])
}

/// Compares playouts with the same number of games by steps drawn from the legal list, at the start
/// and later on.
struct Uniformity {
    count: u32,
}

impl Visitor for Uniformity {
    type Output = ();

    fn visit<G: Knowledge>(self, start: &G) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2012);
        let mut position = start.clone();
        let cells = start.board().geometry().len();
        for stones in [0, cells / 6, cells / 3] {
            while position.board().occupied().len() < stones {
                let Some(step) = drawn_step(&position, &mut rng) else { return };
                position.play_unchecked(step);
            }
            let mut other = rng.clone();
            other.jump();
            let playouts =
                Ends::of(&position, self.count, |end| match end.playout(&mut rng).value {
                    1.0 => Some(Colour::First),
                    _ => None,
                });
            let winner = |end: &G| end.outcome().and_then(|outcome| outcome.winner);
            let mut scratch = Vec::new();
            let random = Ends::of(&position, self.count, |end| {
                while let Some(step) = end.random_step(&mut rng, &mut scratch) {
                    end.play_unchecked(step);
                }
                winner(end)
            });
            let drawn = Ends::of(&position, self.count, |end| {
                while let Some(step) = drawn_step(end, &mut other) {
                    end.play_unchecked(step);
                }
                winner(end)
            });
            for (name, ends) in [("playouts", playouts), ("games by random_step", random)] {
                ends.compare(&drawn, f64::from(self.count), &|| {
                    format!(
                        "{name} of {} {:?} with {stones} stones",
                        G::INFO.id,
                        position.options()
                    )
                });
            }
        }
    }
}

/// A playout or a random step may take short cuts, but none that shows: each cell ends up with each
/// colour, and the first player wins, as often as by steps drawn one by one, to within 5.5 standard
/// deviations.
#[test]
fn playouts_are_like_uniformly_random_games() {
    for &info in INFOS {
        for range in info.boards {
            // Boards of one, two and more words of cells.
            for size in [range.min, range.min + 2, 5, 8, 11] {
                let options = combinations(info, range.shape, size);
                let options = options[usize::from(size) % options.len()];
                let count = 1 + 200_000 / range.shape.cells(size).pow(2) as u32;
                let game = Game::start(info, &options).expect("the game's own options");
                game.visit(Uniformity { count: count.max(200) });
            }
        }
    }
}

/// The facts about a cell agree with the marks of the whole board.
#[test]
fn facts_about_cells_agree_with_the_marks() {
    for info in INFOS {
        for range in info.boards {
            let size = i64::from(range.min.max(5).min(range.max));
            let setup = Setup { board: Some(range.shape), size: Some(size), ..Setup::default() };
            let mut game = Game::start(info, &info.options(&setup).unwrap()).unwrap();
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(41);
            loop {
                compare_about(&game);
                let Some(step) = random_step(&game, &mut rng) else { break };
                game.play(step).unwrap();
            }
        }
    }
}

fn random_step(game: &Game, rng: &mut Xoshiro256PlusPlus) -> Option<Step> {
    let mut steps = game.legal();
    if steps.len() > 1 {
        steps.retain(|step| !matches!(step, Step::Pass | Step::Swap));
    }
    (!steps.is_empty()).then(|| steps[below(rng, steps.len())])
}

fn compare_about(game: &Game) {
    let (marks, board) = (game.marks(), game.board());
    for cell in board.geometry().cells() {
        let about = game.about(cell);
        let at =
            || format!("{} {cell:?} on\n{}", game.info().title, Names::of(game).diagram(board));
        let territory = marks.territories.iter().find(|territory| territory.cells.contains(cell));
        assert_eq!(about.territory.as_ref(), territory, "{}", at());
        assert_eq!(about.counted - board.occupied(), CellSet::EMPTY, "{}", at());
        assert!(!about.area().intersects(&about.counted), "{}", at());
        let closed =
            marks.forbidden.iter().find(|(_, cells)| cells.contains(cell)).map(|(rule, _)| *rule);
        if game.phase() == Phase::Placement {
            assert_eq!(about.closed.map(|refusal| refusal.rule), closed, "{}", at());
        }
        if let Some(needed) = about.needed {
            let ends: CellSet =
                about.lines.iter().filter_map(|line| line.end).map(|(end, _)| end).collect();
            assert_eq!(ends, about.counted, "{}", at());
            for colour in Colour::BOTH {
                let seen = (about.counted & *board.stones(colour)).len();
                let controlled = marks.controlled[colour.index()].contains(cell);
                assert_eq!(seen >= usize::from(needed), controlled, "{}", at());
            }
        }
        for (colour, group) in &about.groups {
            assert!(board.groups(*colour).contains(group), "{}", at());
            let touches =
                group.contains(cell) || group.intersects(board.geometry().neighbour_set(cell));
            assert!(touches, "{}", at());
        }
        if let (Some(colour), false) = (board.at(cell), marks.groups.iter().all(Vec::is_empty)) {
            assert_eq!(about.groups, [(colour, board.group(cell))], "{}", at());
        }
    }
}

//! The commented games that come with the program, and the lessons on openings and large boards:
//! every cell and every figure in their words is part of a claim, and every claim is checked
//! against the rules, the record, the reports and, for proofs, the solver. The forms of claims are
//! listed in `FORMS`.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use tetralith::shipped;
use tetralith_core::rules::{Fact, Marks};
use tetralith_core::timeline::{NodeId, Note, Timeline};
use tetralith_core::{Cell, CellSet, Colour, Game, Names, Phase, Record, Setup, Step};
use tetralith_engine::CancelToken;
use tetralith_engine::solve::{SolveLimits, keeping};
use tetralith_session::cursor::Cursor;
use tetralith_session::lesson::{GameLesson, LessonStep};
use tetralith_session::sentence::{ActionId, Sentence};
use tetralith_study::{PositionEffort, look};

/// The turns before and after a comment whose cells it may name without a claim about them.
const NEAR: (usize, usize) = (6, 10);

/// The most bytes of all records together: every build of the program holds them.
const MOST_BYTES: usize = 90_000;

/// The most vacant cells of a position that is solved here.
const SOLVED: usize = 16;

/// A comment and all that it may speak of.
struct Place {
    names: Names,
    /// The position before the turn, and the one after it.
    before: Game,
    after: Game,
    mover: Colour,
    steps: Vec<Step>,
    /// The first player's win rate before and after the turn.
    rates: [Option<f64>; 2],
    /// The other moves that the record has in place of this turn, and the first player's win rate
    /// after each.
    others: Vec<(String, Option<f64>)>,
    /// The moves and cells that are near in the game or in those other lines.
    near: HashSet<String>,
    turns: u32,
    /// The marks of the position after the turn, once they were asked for.
    marks: OnceCell<Marks>,
}

/// The words that a form found in a comment, in order.
type Found<'a> = &'a [&'a str];

/// A check of the words that a form found, at a place; `None` if they cannot be read.
type Check = fn(&Place, Found) -> Option<bool>;

/// The forms of claims. `C` is a colour, `c` the same before a noun, `N` a number, `K` a cell, `M`
/// a move; other words are themselves. All speak of the position after the turn, unless they name
/// another move.
const FORMS: &[(&str, Check)] = &[
    ("after M C has N %", |place, found| place.rate_after(found[0], found[1], found[2])),
    ("C falls from N to N %", |place, found| {
        let [was, is] = place.change(found)?;
        Some(was && is && count(found[1])? > count(found[2])?)
    }),
    ("C rises from N to N %", |place, found| {
        let [was, is] = place.change(found)?;
        Some(was && is && count(found[1])? < count(found[2])?)
    }),
    ("C has N %", |place, found| Some(place.rate(1, found[0])? == found[1])),
    ("C has N legal moves", |place, found| {
        let is_its_turn = place.after.to_move() == place.colour(found[0])?;
        Some(is_its_turn && place.after.legal().len() == count(found[1])?)
    }),
    ("C has N points", |place, found| {
        let half = place.after.half_points()?[place.colour(found[0])?.index()];
        Some(half == half_points(found[1])?)
    }),
    ("C controls N cells", |place, found| {
        Some(place.controlled(found[0])?.len() == count(found[1])?)
    }),
    ("C controls K", |place, found| {
        Some(place.controlled(found[0])?.contains(place.cell(found[1])?))
    }),
    ("C can flip N stones", |place, found| {
        Some(place.can_be_flipped(found[0])?.len() == count(found[1])?)
    }),
    ("C can flip K and K", |place, found| {
        let flipped = place.can_be_flipped(found[0])?;
        Some(flipped.contains(place.cell(found[1])?) && flipped.contains(place.cell(found[2])?))
    }),
    ("C can flip K", |place, found| {
        Some(place.can_be_flipped(found[0])?.contains(place.cell(found[1])?))
    }),
    ("C's largest group has N stones", |place, found| {
        Some(*place.sizes(found[0])?.first()? == count(found[1])?)
    }),
    ("largest groups are N and N", |place, found| {
        let largest = |colour| place.after.board().group_sizes(colour, &CellSet::EMPTY);
        let is = |colour, text| Some(usize::from(*largest(colour).first()?) == count(text)?);
        Some(is(Colour::First, found[0])? && is(Colour::Second, found[1])?)
    }),
    ("joins groups of N and N and N", |place, found| place.joins(found)),
    ("joins groups of N and N", |place, found| place.joins(found)),
    ("makes a group of N", |place, found| {
        let sizes = place.made().into_iter().map(|group| group.len());
        Some(sizes.max()? == count(found[0])?)
    }),
    ("grows a group of N to N", |place, found| {
        Some(
            place.touched() == [count(found[0])?] && {
                place.made().iter().any(|group| Some(group.len()) == count(found[1]))
            },
        )
    }),
    ("c groups of N and N", |place, found| place.has_groups(found)),
    ("c group of N", |place, found| place.has_groups(found)),
    ("C's product is N", |place, found| {
        let Some(Fact::Exact(of)) = place.after.standing().fact("product").cloned() else {
            return None;
        };
        Some(of[place.colour(found[0])?.index()] == found[1].parse().ok()?)
    }),
    ("products are N and N", |place, found| {
        let Some(Fact::Exact(of)) = place.after.standing().fact("product").cloned() else {
            return None;
        };
        Some(of == [found[0].parse().ok()?, found[1].parse().ok()?])
    }),
    ("c region of N points N to N", |place, found| place.has_region(found)),
    ("c region of N points by N stones to N", |place, found| place.has_region(found)),
    ("c region of N points", |place, found| {
        let (owner, size) = (Some(place.colour(found[0])?), count(found[1])?);
        let regions = &place.marks().territories;
        Some(regions.iter().any(|region| region.owner == owner && region.cells.len() == size))
    }),
    ("neutral region of N points", |place, found| {
        let size = count(found[0])?;
        let regions = &place.marks().territories;
        Some(regions.iter().any(|region| region.owner.is_none() && region.cells.len() == size))
    }),
    ("C needs N more stones", |place, found| {
        let needed = place.marks().distance?[place.colour(found[0])?.index()]?;
        Some(usize::from(needed) == count(found[1])?)
    }),
    ("C needs N more stone", |place, found| {
        let needed = place.marks().distance?[place.colour(found[0])?.index()]?;
        Some(needed == 1 && count(found[1])? == 1)
    }),
    ("K is closed to C", |place, found| {
        let (cell, colour) = (place.cell(found[0])?, place.colour(found[1])?);
        Some(place.is_closed(cell, colour))
    }),
    ("K and K are closed to C", |place, found| {
        let colour = place.colour(found[2])?;
        let [one, other] = [place.cell(found[0])?, place.cell(found[1])?];
        Some(place.is_closed(one, colour) && place.is_closed(other, colour))
    }),
    ("N cells are closed to C", |place, found| {
        let colour = place.colour(found[1])?;
        let vacant = place.after.board().vacant();
        let closed = vacant.iter().filter(|&cell| place.is_closed(cell, colour)).count();
        Some(closed == count(found[0])?)
    }),
    ("N cells are vacant", |place, found| {
        Some(place.after.board().vacant().len() == count(found[0])?)
    }),
    ("only M wins", |place, found| {
        let limits = SolveLimits::default();
        let kept = keeping(&place.before, SOLVED, &limits, &|_| true).ok()?;
        Some(kept.winner == Some(place.before.to_move()) && place.named(found[0])? == kept.steps)
    }),
    ("N cells are left for a free stone", |place, found| {
        let board = place.after.board();
        let is_free =
            |cell: &Cell| !board.geometry().neighbour_set(*cell).intersects(&board.occupied());
        Some(board.vacant().iter().filter(is_free).count() == count(found[0])?)
    }),
    ("the opening is over", |place, _| {
        Some(place.before.phase() != Phase::Placement && place.after.phase() == Phase::Placement)
    }),
    ("C wins by proof with N cells vacant", |place, found| {
        let kept = keeping(&place.after, 1, &SolveLimits::default(), &|_| true).ok()?;
        let vacant = place.after.board().vacant().len();
        Some(kept.winner == Some(place.colour(found[0])?) && vacant == count(found[1])?)
    }),
    ("C wins by proof", |place, found| {
        let kept = keeping(&place.after, 1, &SolveLimits::default(), &|_| true).ok()?;
        Some(kept.winner == Some(place.colour(found[0])?))
    }),
    ("in N engine games C scored N %", |place, found| place.scored("", found)),
    ("in N engine games on size N C scored N %", |place, found| {
        let usual = place.after.info().options(&Setup::default()).ok()?;
        let is_usual = usual.size.to_string() == found[1];
        let ending = if is_usual { String::new() } else { format!("-{}", found[1]) };
        place.scored(&ending, &[found[0], found[2], found[3]])
    }),
    ("in N engine games at komi N C scored N %", |place, found| {
        let report = place.report("")?;
        let mut rows = report.lines().map(cells_of);
        let row = rows.find(|cells| cells.first() == Some(&found[1]) && cells.len() == 4)?;
        Some(row[1] == found[0] && is_share(row[2], place, &found[2..])?)
    }),
    ("in N engine games the corners hold N times", |place, found| {
        let (games, times) = place.opening_share(|cell| place.is_corner(cell))?;
        Some([games, format!("{times:.0}")] == [found[0], found[1]])
    }),
    ("in N engine games the centre holds N times", |place, found| {
        let centre = Cursor::centre(place.after.board().geometry()).cell();
        let (games, times) = place.opening_share(|cell| cell == centre)?;
        Some([games, format!("{times:.0}")] == [found[0], found[1]])
    }),
    ("the corners hold almost none", |place, _| {
        Some(place.opening_share(|cell| place.is_corner(cell))?.1 < 0.25)
    }),
    ("K has N neighbours", |place, found| {
        Some(place.neighbours(place.cell(found[0])?) == count(found[1])?)
    }),
    ("N of N cells are on the edge", |place, found| {
        let cells = place.after.board().geometry().cells();
        let neighbours: Vec<usize> = cells.map(|cell| place.neighbours(cell)).collect();
        let most = neighbours.iter().max()?;
        let edge = neighbours.iter().filter(|of_cell| of_cell < &most).count();
        Some([edge, neighbours.len()] == [count(found[0])?, count(found[1])?])
    }),
    ("turn N", |place, found| Some((1..=place.turns as usize).contains(&count(found[0])?))),
    ("c K and K", |place, found| Some(place.holds(found, 1)? && place.holds(found, 2)?)),
    ("c K", |place, found| place.holds(found, 1)),
    ("vacant K", |place, found| Some(place.after.board().at(place.cell(found[0])?).is_none())),
    ("M", |place, found| Some(place.near.contains(found[0]))),
    ("K", |place, found| Some(place.near.contains(found[0]))),
    ("N times N is N", |_, found| Some(count(found[0])? * count(found[1])? == count(found[2])?)),
];

/// Points such as `25` or `85.5` in halves.
fn half_points(text: &str) -> Option<u32> {
    match text.strip_suffix(".5") {
        Some(whole) => Some(2 * whole.parse::<u32>().ok()? + 1),
        None => Some(2 * text.parse::<u32>().ok()?),
    }
}

fn count(text: &str) -> Option<usize> {
    text.parse().ok()
}

/// A win rate in whole per cent, as screens show it.
fn per_cent(rate: f64) -> String {
    format!("{:.0}", 100.0 * rate)
}

/// The fields of a row of a table in Markdown.
fn cells_of(row: &str) -> Vec<&str> {
    row.trim_matches('|').split('|').map(str::trim).collect()
}

/// True if `text`, the first player's share such as `52.5 %`, is that of the colour in `found`, to
/// the half or the whole per cent that is there.
fn is_share(text: &str, place: &Place, found: Found) -> Option<bool> {
    let share = text.trim_end_matches('%').trim();
    let of_colour = place.seen_by(share.parse::<f64>().ok()? / 100.0, found[0])?;
    let is_exact = share == found[1] && place.colour(found[0])? == Colour::First;
    Some(is_exact || of_colour == found[1])
}

impl Place {
    /// True if there is a region of the colour, the points and the stones in `found`.
    fn has_region(&self, found: Found) -> Option<bool> {
        let owner = Some(self.colour(found[0])?);
        let [size, more, less] = [count(found[1])?, count(found[2])?, count(found[3])?];
        Some(self.marks().territories.iter().any(|region| {
            let [first, second] = region.stones.map(usize::from);
            region.owner == owner
                && region.cells.len() == size
                && (first.max(second), first.min(second)) == (more, less)
        }))
    }

    /// The report on this game whose name ends like this.
    fn report(&self, ending: &str) -> Option<String> {
        let name = format!("docs/lab/reports/{}{ending}.md", self.after.info().id);
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).ok()
    }

    /// True if the report states that so many games had this score.
    fn scored(&self, ending: &str, found: Found) -> Option<bool> {
        let report = self.report(ending)?;
        let (_, games) = report.split_once("In ")?;
        let (games, rest) = games.split_once(" engine games ")?;
        let (_, score) = rest.split_once("scored ")?;
        let (score, _) = score.split_once(" %")?;
        Some(games == found[0] && is_share(score, self, &found[1..])?)
    }

    /// The number of games in the report, and how many opening stones they have on the cells that
    /// `is_meant` names, as times the average of all cells.
    fn opening_share(&self, is_meant: impl Fn(Cell) -> bool) -> Option<(String, f64)> {
        let name = format!("docs/lab/reports/{}.json", self.after.info().id);
        let text = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).ok()?;
        let report: serde_json::Value = serde_json::from_slice(&text).ok()?;
        let figures = &report["figures"][0];
        let cells = self.after.board().geometry().cells().zip(figures["opening"].as_array()?);
        let meant = cells.filter(|(cell, _)| is_meant(*cell)).map(|(_, value)| value.as_f64());
        let meant = meant.collect::<Option<Vec<f64>>>()?;
        let mean = meant.iter().sum::<f64>() / meant.len() as f64;
        Some((figures["games"].to_string(), mean))
    }

    fn neighbours(&self, cell: Cell) -> usize {
        self.after.board().geometry().neighbours(cell).len()
    }

    fn is_corner(&self, cell: Cell) -> bool {
        let cells = self.after.board().geometry().cells();
        cells.map(|cell| self.neighbours(cell)).min() == Some(self.neighbours(cell))
    }

    fn marks(&self) -> &Marks {
        self.marks.get_or_init(|| self.after.marks())
    }

    fn colour(&self, name: &str) -> Option<Colour> {
        self.names.parse_colour(&name.trim_end_matches("'s").to_lowercase())
    }

    fn cell(&self, name: &str) -> Option<Cell> {
        self.names.parse_cell(name).ok()
    }

    /// The steps of a move of the player who made the turn.
    fn named(&self, name: &str) -> Option<Vec<Step>> {
        self.names.parse_turn(name).ok()
    }

    fn seen_by(&self, rate: f64, colour: &str) -> Option<String> {
        let is_first = self.colour(colour)? == Colour::First;
        Some(per_cent(if is_first { rate } else { 1.0 - rate }))
    }

    fn rate(&self, which: usize, colour: &str) -> Option<String> {
        self.seen_by(self.rates[which]?, colour)
    }

    fn change(&self, found: Found) -> Option<[bool; 2]> {
        let is = |which: usize, text| Some(self.rate(which, found[0])? == text);
        Some([is(0, found[1])?, is(1, found[2])?])
    }

    fn rate_after(&self, other: &str, colour: &str, wanted: &str) -> Option<bool> {
        let (_, rate) = self.others.iter().find(|(name, _)| name == other)?;
        Some(self.seen_by((*rate)?, colour)? == wanted)
    }

    fn controlled(&self, colour: &str) -> Option<CellSet> {
        Some(self.marks().controlled[self.colour(colour)?.index()])
    }

    /// The stones of the opponent that `colour` controls.
    fn can_be_flipped(&self, colour: &str) -> Option<CellSet> {
        let other = self.colour(colour)?.other();
        Some(self.controlled(colour)? & *self.after.board().stones(other))
    }

    fn sizes(&self, colour: &str) -> Option<Vec<usize>> {
        let sizes = self.after.board().group_sizes(self.colour(colour)?, &CellSet::EMPTY);
        Some(sizes.into_iter().map(usize::from).collect())
    }

    fn has_groups(&self, found: Found) -> Option<bool> {
        let mut sizes = self.sizes(found[0])?;
        for size in &found[1..] {
            let at = sizes.iter().position(|&is| Some(is) == count(size));
            let Some(at) = at else { return Some(false) };
            sizes.remove(at);
        }
        Some(true)
    }

    /// The stones that the mover has on the cells of the turn.
    fn played(&self) -> CellSet {
        let cells: CellSet = self.steps.iter().flat_map(|step| step.cells()).collect();
        cells & *self.after.board().stones(self.mover)
    }

    /// The sizes of the mover's groups beside those stones before the turn, in falling order.
    fn touched(&self) -> Vec<usize> {
        let geometry = self.before.board().geometry();
        let groups = self.before.board().groups(self.mover);
        let beside: CellSet = self
            .played()
            .iter()
            .flat_map(|cell| geometry.neighbours(cell).iter().copied())
            .collect();
        let touched = groups.iter().filter(|group| group.intersects(&beside));
        let mut sizes: Vec<usize> = touched.map(CellSet::len).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes
    }

    /// The groups that hold those stones after the turn.
    fn made(&self) -> Vec<CellSet> {
        let played = self.played();
        let groups = self.after.board().groups(self.mover);
        groups.into_iter().filter(|group| group.intersects(&played)).collect()
    }

    fn joins(&self, found: Found) -> Option<bool> {
        let mut sizes = found.iter().map(|text| count(text)).collect::<Option<Vec<_>>>()?;
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        Some(sizes == self.touched())
    }

    fn is_closed(&self, cell: Cell, colour: Colour) -> bool {
        let game = &self.after;
        if game.board().at(cell).is_some() {
            return false;
        }
        if game.to_move() == colour {
            return game.legal().iter().all(|step| step.cells().all(|at| at != cell));
        }
        match game.passed_over() {
            Some(other) => other.legal().iter().all(|step| step.cells().all(|at| at != cell)),
            None => self.marks().controlled[colour.other().index()].contains(cell),
        }
    }

    fn holds(&self, found: Found, at: usize) -> Option<bool> {
        Some(self.after.board().at(self.cell(found[at])?) == Some(self.colour(found[0])?))
    }

    /// True if `word` is of the kind that `sign` means in a form.
    fn is_kind(&self, sign: &str, word: &str) -> bool {
        match sign {
            "C" => word.starts_with(char::is_uppercase) && self.colour(word).is_some(),
            "C's" => word.ends_with("'s") && self.is_kind("C", word.trim_end_matches("'s")),
            "c" => word.starts_with(char::is_lowercase) && self.colour(word).is_some(),
            "N" => half_points(word).is_some(),
            "K" => self.cell(word).is_some(),
            "M" => word.contains(|c: char| c.is_ascii_digit()) && self.named(word).is_some(),
            literal => literal.eq_ignore_ascii_case(word),
        }
    }

    /// The claims of a comment that do not hold, and what in it is no claim at all.
    fn faults(&self, comment: &str) -> Vec<String> {
        let words: Vec<&str> = comment
            .split_whitespace()
            .map(|word| word.trim_matches(|c: char| "().,;:!?".contains(c)))
            .collect();
        let (mut faults, mut at) = (Vec::new(), 0);
        while at < words.len() {
            let fits = FORMS.iter().find_map(|(form, check)| {
                let signs: Vec<&str> = form.split(' ').collect();
                let part = words.get(at..at + signs.len())?;
                let pairs = || signs.iter().zip(part);
                pairs().all(|(sign, word)| self.is_kind(sign, word)).then_some(())?;
                let found: Vec<&str> = pairs()
                    .filter(|(sign, _)| ["C", "C's", "c", "N", "K", "M"].contains(sign))
                    .map(|(_, word)| *word)
                    .collect();
                Some((signs.len(), check(self, &found) == Some(true)))
            });
            let (length, holds) = fits.unwrap_or_else(|| {
                (1, !words[at].contains(|c: char| c.is_ascii_digit() || c == '%'))
            });
            if !holds {
                faults.push(words[at..at + length].join(" "));
            }
            at += length;
        }
        faults
    }
}

fn records() -> Vec<(String, Record, Timeline)> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/watch");
    let entries = fs::read_dir(&dir).expect("the games are there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let (record, timeline) = Record::read(&fs::read(&path).unwrap())
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, record, timeline)
    };
    paths.into_iter().map(read).collect()
}

/// The last nodes of the turns of the main line, each with the first node of its turn.
fn turns(timeline: &Timeline) -> Vec<(NodeId, NodeId)> {
    let line = timeline.main_line();
    let turns = line.chunk_by(|&a, &b| timeline.turn(a) == timeline.turn(b));
    turns.map(|turn| (turn[0], turn[turn.len() - 1])).collect()
}

fn steps_of(timeline: &Timeline, last: NodeId) -> Vec<Step> {
    let path = timeline.path(last);
    let turn = timeline.turn(last);
    let of_turn = path.into_iter().filter(|&node| timeline.turn(node) == turn);
    of_turn.filter_map(|node| timeline.step(node)).collect()
}

fn rate(timeline: &Timeline, node: NodeId) -> Option<f64> {
    timeline.note(node).and_then(|note| note.eval)
}

/// The lines that leave the turn which ends at `last` from one of its steps on: all their nodes.
fn others(timeline: &Timeline, last: NodeId) -> Vec<Vec<NodeId>> {
    let turn = timeline.turn(last);
    let onward = |node: &NodeId| timeline.children(*node).first().copied();
    let of_turn = timeline.path(last).into_iter().filter(|&node| timeline.turn(node) == turn);
    let beside = of_turn.flat_map(|node| {
        let siblings = timeline.children(timeline.parent(node));
        siblings.iter().copied().filter(move |&other| other != node)
    });
    beside.map(|node| std::iter::successors(Some(node), onward).collect()).collect()
}

/// Every comment on the main line of `timeline`, with its place.
fn places(timeline: &Timeline) -> Vec<(Place, String)> {
    let turns = turns(timeline);
    let mut board = timeline.clone();
    let mut position = |node: NodeId| {
        board.go_to(node);
        board.position().clone()
    };
    let names = Names::of(timeline.start());
    let mut places = Vec::new();
    for (at, &(first, last)) in turns.iter().enumerate() {
        let comment = timeline.note(last).map_or("", |note: &Note| &note.comment);
        if comment.is_empty() {
            continue;
        }
        let mut near = HashSet::new();
        let mut add = |steps: &[Step]| {
            near.insert(names.turn(steps));
            near.extend(steps.iter().map(|&step| names.step(step)));
            near.extend(steps.iter().flat_map(|step| step.cells()).map(|cell| names.cell(cell)));
        };
        let nearby = turns.iter().take(at + 1 + NEAR.1).skip(at.saturating_sub(NEAR.0));
        for &(_, node) in nearby {
            add(&steps_of(timeline, node));
        }
        let mut beside = Vec::new();
        for line in others(timeline, last) {
            let by_turn = line.chunk_by(|&a, &b| timeline.turn(a) == timeline.turn(b));
            for (i, turn) in by_turn.enumerate() {
                let end = turn[turn.len() - 1];
                let steps = steps_of(timeline, end);
                add(&steps);
                if i == 0 {
                    beside.push((names.turn(&steps), rate(timeline, end)));
                }
            }
        }
        let earlier = at.checked_sub(1).and_then(|at| rate(timeline, turns[at].1));
        let place = Place {
            names,
            before: position(timeline.parent(first)),
            after: position(last),
            mover: timeline.mover(first),
            steps: steps_of(timeline, last),
            rates: [earlier, rate(timeline, last)],
            others: beside,
            near,
            turns: timeline.turn(last),
            marks: OnceCell::new(),
        };
        places.push((place, comment.to_owned()));
    }
    places
}

/// The lessons on strategy whose words are claims as well, by title.
const LESSONS: [&str; 2] = ["Openings", "Large boards"];

/// Every text of a lesson's step, with its place: the step's position, and the position after the
/// move that the text speaks of.
fn texts(step: &LessonStep) -> Vec<(Place, String)> {
    let (game, names) = (step.timeline.position(), Names::of(step.timeline.position()));
    let path = step.timeline.path(step.timeline.cursor());
    let played = path.iter().filter_map(|&node| step.timeline.step(node));
    let wrong = step.remarks.wrong.iter().map(|(wrong, _)| *wrong);
    let solution = step.solution.answers.iter().chain(&step.solution.reply).copied();
    let steps_named: Vec<Step> = played.chain(wrong).chain(solution).collect();
    let cells = steps_named.iter().flat_map(|step| step.cells()).chain(step.show.iter());
    let near: HashSet<String> = cells
        .map(|cell| names.cell(cell))
        .chain(steps_named.iter().map(|&step| names.step(step)))
        .collect();
    let place = |after: &Game, steps: &[Step]| Place {
        names,
        before: game.clone(),
        after: after.clone(),
        mover: game.to_move(),
        steps: steps.to_vec(),
        rates: [None, None],
        others: Vec::new(),
        near: near.clone(),
        turns: 0,
        marks: OnceCell::new(),
    };
    let after = |step: Step| {
        let mut next = game.clone();
        next.play(step).unwrap_or_else(|error| panic!("{}: {error}", names.step(step)));
        place(&next, &[step])
    };
    let spelt = |text: &Sentence| text.spell(ActionId::name);
    let remarks = &step.remarks;
    let mut texts: Vec<(Place, String)> =
        [&step.text, &step.order, &remarks.otherwise, &remarks.hint]
            .map(|text| (place(game, &[]), spelt(text)))
            .into();
    if !remarks.right.is_empty() {
        let answers = &step.solution.answers;
        texts.extend(answers.iter().map(|&answer| (after(answer), spelt(&remarks.right))));
    }
    texts.extend(remarks.wrong.iter().map(|(wrong, text)| (after(*wrong), spelt(text))));
    texts
}

#[test]
fn claims_in_lessons_on_openings_and_large_boards_hold() {
    let mut faults = Vec::new();
    let mut figures = 0;
    for info in crate::support::kept_games() {
        let lessons = GameLesson::strategy(info, shipped::strategy(info)).unwrap();
        for (title, course) in lessons.iter().filter(|(title, _)| LESSONS.contains(&title.as_str()))
        {
            for (number, step) in (1..).zip(&course.steps) {
                for (place, text) in texts(step) {
                    figures += text.matches(|c: char| c.is_ascii_digit()).count();
                    let wrong = place.faults(&text);
                    if !wrong.is_empty() {
                        faults.push(format!("{} {title} {number}: {wrong:?} in: {text}", info.id));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(figures > 100, "{figures}");
}

#[test]
fn every_game_has_three_commented_games_on_its_default_board() {
    let records = records();
    assert_eq!(records.len(), 12);
    let mut bytes = 0;
    for (name, record, timeline) in &records {
        let start = timeline.start();
        let default = start.info().options(&Setup::default()).unwrap();
        assert_eq!(start.options(), &default, "{name}");
        let end = timeline.main_line().last().and_then(|&end| timeline.outcome_at(end));
        assert!(record.comment.is_some() && end.is_some(), "{name}");
        let comments = places(timeline);
        assert!((15..=30).contains(&comments.len()), "{name}: {} comments", comments.len());
        for (_, comment) in &comments {
            assert!((40..=230).contains(&comment.chars().count()), "{name}: {comment}");
        }
        bytes += record.write(timeline).unwrap().len();
    }
    assert!(bytes <= MOST_BYTES, "{bytes}");
}

#[test]
fn claims_in_comments_hold() {
    let mut faults = Vec::new();
    for (name, _, timeline) in records() {
        for (place, comment) in places(&timeline) {
            let wrong = place.faults(&comment);
            if !wrong.is_empty() {
                faults.push(format!(
                    "{name} {:?}: {wrong:?} in: {comment}",
                    place.names.turn(&place.steps)
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn changed_figures_are_noticed() {
    let mut changed = 0;
    for (name, _, timeline) in records() {
        for (place, comment) in places(&timeline) {
            let words: Vec<&str> = comment.split(' ').collect();
            for (i, word) in words.iter().enumerate() {
                let figure = word.trim_end_matches(['.', ',', ';', ':']);
                // A proof would be made again for each figure beside it.
                let is_plain = words[i.saturating_sub(1)] != "turn" && !comment.contains("proof");
                let Some(figure) = figure.parse::<u64>().ok().filter(|_| is_plain) else {
                    continue;
                };
                let mut wrong = words.clone();
                let other = (figure + 1).to_string();
                wrong[i] = &other;
                assert!(!place.faults(&wrong.join(" ")).is_empty(), "{name}: {}", wrong.join(" "));
                changed += 1;
            }
        }
    }
    assert!(changed > 200, "{changed}");
}

/// Searches some of the positions of win rates again: those of every ninth that comments speak of.
#[test]
fn win_rates_of_comments_are_found_again() {
    const SIMULATIONS: u64 = 4_000;
    const FAR: f64 = 0.15;
    const EVERY: usize = 9;
    let mut far = Vec::new();
    let (mut seen, mut all) = (0, 0);
    for (name, _, timeline) in records() {
        for &(_, last) in &turns(&timeline) {
            if timeline.note(last).is_none_or(|note| note.comment.is_empty()) {
                continue;
            }
            let ends = others(&timeline, last).into_iter().filter_map(|line| {
                let turn = timeline.turn(line[0]);
                line.into_iter().rfind(|&node| timeline.turn(node) == turn)
            });
            for node in [last].into_iter().chain(ends) {
                let Some(wanted) = rate(&timeline, node) else { continue };
                let mut board = timeline.clone();
                board.go_to(node);
                let position = board.position();
                if position.outcome().is_some() {
                    continue;
                }
                seen += 1;
                if seen % EVERY != 0 {
                    continue;
                }
                let found = chance(position, SIMULATIONS);
                all += 1;
                if (found - wanted).abs() > FAR {
                    far.push(format!("{name} {}: {wanted} {found}", timeline.turn(node)));
                }
            }
        }
    }
    // Some positions hang on a move that so short a search may miss.
    assert!(far.len() * 20 <= all, "{} of {all}\n{}", far.len(), far.join("\n"));
}

/// The first player's win rate in `position` by a search of so many simulations.
pub(crate) fn chance(position: &Game, simulations: u64) -> f64 {
    let effort = PositionEffort { simulations, looks: 1, seed: 1 };
    let found = look(position, &[], &[], &effort, "", &CancelToken::new());
    let win = found.unwrap().unwrap().value.chance();
    if position.to_move() == Colour::First { win } else { 1.0 - win }
}

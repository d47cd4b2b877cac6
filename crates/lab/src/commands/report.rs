//! `tetralith-lab report`: what a designer wants to know of a game.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use tetralith_cli::{CommandError, exists, is_same, one_name, say};
use tetralith_core::text::counted;
use tetralith_core::{Colour, Game, Info, OptionKind, Record, Timeline};
use tetralith_engine::CancelToken;
use tetralith_files::{ends_in, shown};
use tetralith_storage::files;
use tetralith_storage::results::ResultLine;
use tetralith_study::{CacheError, GameAnalysis};

use super::arena::{threads, usual_plies};
use super::place;
use super::progress::Progress;
use crate::arena::{
    GameKey, Log, MatchPlan, Openings, PlayerSpec, Provenance, Results, heeded, names, read,
    read_to_add,
};
use crate::cli::ReportArgs;
use crate::report::{
    FirstMove, GameReport, PICTURES, ReportedGame, Solved, about, first_moves,
    first_moves_of_games, first_steps, html, kinds_of_first_steps, markdown, page, without_swap,
};

/// The strengths that games are played at, weakest first: each draws its first steps by visits, so
/// that games differ.
const STRENGTHS: [&str; 3] = ["sims=50,vary=6", "sims=200,vary=6", "sims=800,vary=6"];

/// The largest file of exact values that is read, in bytes.
const MAX_SOLVED: u64 = 1 << 20;

/// The forms in which a report is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Text,
    Markdown,
    Html,
    Json,
    Lines,
}

/// The forms by the ending of the name of a file.
const FORMS: [(&str, Form); 5] = [
    ("txt", Form::Text),
    ("md", Form::Markdown),
    ("html", Form::Html),
    ("json", Form::Json),
    ("jsonl", Form::Lines),
];

/// Plays the games that `args` ask for, and writes the report on them and on those in files.
///
/// # Errors
/// [`CommandError`] if the options cannot be played, the name of the file to write does not show
/// its form, a file is at fault, two files are one, one is not to be replaced, it was asked to end,
/// or `out` fails.
pub fn report(args: &ReportArgs, out: &mut impl Write) -> Result<(), CommandError> {
    let info = args.game.game;
    let options = info.options(&args.game.options.setup())?;
    let start = Game::start(info, &options)?;
    let form = form(args)?;
    if args.first_games.is_some() {
        let fault = if first_moves_due(&start).is_none() {
            Some(format!("{} has no pie rule, so --first-games is not for it", info.title))
        } else {
            let why = "a file of games holds none from first moves; leave out --first-games";
            (form == Form::Lines).then(|| why.to_owned())
        };
        if let Some(fault) = fault {
            return Err(CommandError::usage(fault));
        }
    }
    let solved = args.solved.as_deref().map_or(Ok(Vec::new()), |path| exact(path, info))?;
    let mut lines: HashMap<(String, String, GameKey), ResultLine> = HashMap::new();
    let key = |line: &ResultLine| (line.game.clone(), line.options.clone(), GameKey::of(line));
    for path in &args.input {
        if place::is_record(path) {
            let line = record(path)?;
            // Several paths may lead to one game.
            let file = path.canonicalize().unwrap_or_else(|_| path.clone());
            lines.insert((line.game.clone(), file.display().to_string(), GameKey::of(&line)), line);
            continue;
        }
        let held = read(path)?;
        check(path, &held, info)?;
        lines.extend(held.all().map(|line| (key(&line), line)));
    }
    if !args.input.is_empty() && lines.values().all(|line| line.game != info.id) {
        return Err(place::no_games(info));
    }
    let plays = args.games > 0 || args.first_games.is_some();
    let stop = if plays { heeded() } else { Arc::default() };
    let played = play(args, &start, &stop)?;
    if form == Form::Lines {
        return lines_out(args, &played, &stop);
    }
    // Once all games are played, only the rest of the work can be cut short.
    if stop.is_cancelled() && played.done < played.all {
        return Err(ended(args, &played));
    }
    lines.extend(played.lines.into_iter().map(|line| (key(&line), line)));
    let lines: Vec<ResultLine> = sorted(lines);
    let report = GameReport::new(info, &options.to_string(), &lines)
        .map_err(|fault| CommandError::input(format_args!("a game cannot be used: {fault}")))?;
    if let Some(games) = args.first_games {
        let start = without_swap(&start);
        let played = play_first(args, &start, games, &stop)?;
        if stop.is_cancelled() && played.done < played.all {
            return Err(ended(args, &played));
        }
        let moves = first_moves_of_games(&start, &played.lines);
        return write(args, form, &report.with_first_moves(moves).with_solved(solved), out);
    }
    let first_moves = swaps(args, &start, &stop);
    if let Some(all) = first_moves_due(&start).filter(|_| stop.is_cancelled()) {
        let next = if args.keep.is_some() {
            "the same command searches them again"
        } else {
            "with --keep the games would not be lost"
        };
        return Err(CommandError::ended(first_moves.len(), all, "first moves", next));
    }
    let report = report.with_first_moves(first_moves).with_solved(solved);
    write(args, form, &report, out)
}

/// Makes sure that the traced games of `info` among `held`, the contents of the file at `path`, can
/// be played, before others are.
fn check(path: &Path, held: &Results, info: &Info) -> Result<(), CommandError> {
    for (number, line) in held.lines() {
        if line.game == info.id && !line.moves.is_empty() {
            ReportedGame::read(line).map_err(|fault| place::in_line(path, number, fault))?;
        }
    }
    Ok(())
}

/// The game of a file that is a record.
fn record(path: &Path) -> Result<ResultLine, CommandError> {
    let (record, timeline) = files::load_played(path).map_err(CommandError::faulty)?;
    let found = ReportedGame::line_of_record(&timeline);
    let mut line = found.map_err(|fault| CommandError::in_file(path, fault))?;
    if let Some(fault) = put_analysis(&mut line, &record, &timeline) {
        say(&format_args!("note: {}: {fault}", shown(path)));
    }
    Ok(line)
}

/// Puts the winning chances of the analysis that `record` holds, if any, into the `line` of its
/// game; returns why it is ignored, if it is.
fn put_analysis(line: &mut ResultLine, record: &Record, timeline: &Timeline) -> Option<CacheError> {
    let (analysis, fault) = GameAnalysis::of(record, timeline);
    let nodes = timeline.main_line();
    for (moment, finding) in analysis.moments.list().iter().zip(&analysis.findings) {
        let Some(chance) = finding.as_ref().map(|finding| finding.value.chance()) else { continue };
        let at =
            nodes.iter().position(|&node| node == moment.before).map_or(0, |before| before + 1);
        if let Some(win) = line.wins.get_mut(at) {
            let first = if moment.player == Colour::First { chance } else { 1.0 - chance };
            *win = Some((1000.0 * first).round() as u16);
        }
    }
    fault
}

/// The games to report on, and how much of the plan is done.
#[derive(Default)]
struct Played {
    /// The games of the plan, and all others of these players that the file holds.
    lines: Vec<ResultLine>,
    /// The games of the plan that are played.
    done: usize,
    /// The games of the plan.
    all: usize,
}

impl Played {
    /// Plays `games` of `plan` and adds them; each is kept in the log, if there is one, and shows
    /// in the progress as `now`.
    fn add(
        &mut self,
        plan: &MatchPlan<'_>,
        games: Vec<ResultLine>,
        (log, progress, now): (&mut Option<Log>, &mut Progress, &str),
        stop: &CancelToken,
    ) -> Result<(), CommandError> {
        plan.play(games.into_iter(), stop, |line, _| {
            if let Some(log) = log {
                log.add(&line)?;
            }
            progress.step(now);
            self.lines.push(line);
            self.done += 1;
            Ok::<bool, CommandError>(true)
        })
    }
}

/// Returns `lines` in an order that depends on them alone.
fn sorted(lines: HashMap<(String, String, GameKey), ResultLine>) -> Vec<ResultLine> {
    let mut lines: Vec<_> = lines.into_iter().collect();
    lines.sort_by(|a, b| a.0.cmp(&b.0));
    lines.into_iter().map(|(_, line)| line).collect()
}

/// The sentence of a run that was asked to end.
fn ended(args: &ReportArgs, played: &Played) -> CommandError {
    let goes_on = args.keep.is_some() || is_lines_out(args);
    let next = if goes_on {
        "the same command plays the rest"
    } else {
        "with --keep the same command could continue"
    };
    CommandError::ended(played.done, played.all, "games", next)
}

/// Plays what is missing of the games that `args` ask for from `start`.
fn play(args: &ReportArgs, start: &Game, stop: &CancelToken) -> Result<Played, CommandError> {
    let strengths: Vec<&str> =
        args.level.map_or_else(|| STRENGTHS.to_vec(), |level| vec![level.id]);
    // Parts are kept where they are written, so that one that was cut short goes on.
    let keep = args.keep.as_deref().or(args.out.as_deref().filter(|path| is_lines(path)));
    let mut held = keep.map_or_else(|| Ok(Results::default()), read_to_add)?;
    if let Some(path) = keep {
        check(path, &held, start.info())?;
    }
    let known = held.take(start.info().id, &start.options().to_string());
    let mut played = Played::default();
    let provenance = Provenance::here(start, threads(args.threads));
    // A name of the list above, or of a level, can be read.
    let players = strengths.iter().map(|strength| PlayerSpec::parse(strength).into_iter());
    let players: Vec<Vec<PlayerSpec>> =
        players.map(|player| player.cycle().take(2).collect()).collect();
    let plans: Vec<(MatchPlan<'_>, Vec<ResultLine>)> = players
        .iter()
        .map(|players| {
            let plan = plan(args, start, players, provenance.clone());
            let (there, games): (Vec<ResultLine>, _) =
                plan.schedule().partition(|line| known.contains_key(&GameKey::of(line)));
            played.done += there.len();
            played.all += there.len() + games.len();
            let pair = names(players);
            played.lines.extend(
                known
                    .values()
                    // Games from first moves are counted by themselves.
                    .filter(|line| line.list.is_none())
                    .filter(|line| pair.contains(&line.a) && pair.contains(&line.b))
                    .cloned(),
            );
            (plan, games)
        })
        .collect();
    let missing: usize = plans.iter().map(|(_, games)| games.len()).sum();
    let mut log = match keep {
        // A part with no games has a file too, so that all parts can be joined.
        Some(path) if missing > 0 || is_lines_out(args) && !path.exists() => {
            Some(Log::open(path, &held)?)
        }
        _ => None,
    };
    let mut progress = Progress::new(missing, "games");
    for (plan, games) in plans {
        let now = format!("{} against itself", plan.players[0]);
        played.add(&plan, games, (&mut log, &mut progress, &now), stop)?;
    }
    progress.finish();
    Ok(played)
}

/// The match between two `players` of one strength.
fn plan<'a>(
    args: &ReportArgs,
    start: &'a Game,
    players: &'a [PlayerSpec],
    provenance: Provenance,
) -> MatchPlan<'a> {
    MatchPlan {
        start,
        players,
        games: args.games,
        seed: args.seed,
        // A level draws few steps or none: from the empty board it may well play the same game
        // every time.
        plies: if args.level.is_some() { usual_plies(start.options().pie) } else { 0 },
        balanced: None,
        openings: None,
        shard: args.shard,
        patience: Duration::from_secs(60),
        trace: true,
        provenance,
    }
}

/// Plays what is missing of `games` games from each kind of first move from `start`, between equal
/// players of the greatest strength.
fn play_first(
    args: &ReportArgs,
    start: &Game,
    games: u32,
    stop: &CancelToken,
) -> Result<Played, CommandError> {
    let strength = args.level.map_or(STRENGTHS[STRENGTHS.len() - 1], |level| level.id);
    let players: Vec<PlayerSpec> =
        PlayerSpec::parse(strength).into_iter().cycle().take(2).collect();
    let firsts = kinds_of_first_steps(start);
    let openings = Openings::of(start, firsts.iter().map(|&step| vec![step]).collect());
    let plan = MatchPlan {
        // Each opening is played by pairs.
        games: 2 * games.div_ceil(2) * openings.count(),
        plies: 0,
        balanced: Some(openings),
        ..plan(args, start, &players, Provenance::here(start, threads(args.threads)))
    };
    let mut held = args.keep.as_deref().map_or_else(|| Ok(Results::default()), read_to_add)?;
    let known = held.take(start.info().id, &start.options().to_string());
    let (there, missing): (Vec<ResultLine>, Vec<ResultLine>) =
        plan.schedule().partition(|line| known.contains_key(&GameKey::of(line)));
    let mut played =
        Played { done: there.len(), all: there.len() + missing.len(), ..Played::default() };
    played.lines = there.iter().filter_map(|line| known.get(&GameKey::of(line)).cloned()).collect();
    let mut log = match args.keep.as_deref().filter(|_| !missing.is_empty()) {
        Some(path) => Some(Log::open(path, &held)?),
        None => None,
    };
    let mut progress = Progress::new(missing.len(), "games from first moves");
    played.add(&plan, missing, (&mut log, &mut progress, ""), stop)?;
    progress.finish();
    Ok(played)
}

/// The number of first moves that are to be valued: all, in games with the pie rule.
fn first_moves_due(start: &Game) -> Option<usize> {
    start.info().has(OptionKind::Pie).then(|| first_steps(start).count())
}

/// The value of every first move, in games with the pie rule.
fn swaps(args: &ReportArgs, start: &Game, stop: &CancelToken) -> Vec<FirstMove> {
    let Some(all) = first_moves_due(start) else { return Vec::new() };
    let mut progress = Progress::new(all, "first moves");
    let found = first_moves(start, args.sims, stop, &mut || progress.step(""));
    progress.finish();
    found
}

/// The position that an exact value is of, if not the empty board.
#[derive(Deserialize)]
struct Place {
    #[serde(default)]
    from: Vec<IgnoredAny>,
    position: Option<IgnoredAny>,
}

/// Reads exact values of boards, a line of JSON each; one at least is a proven one of `info`.
fn exact(path: &Path, info: &Info) -> Result<Vec<Solved>, CommandError> {
    let bytes = tetralith_files::read(path, MAX_SOLVED)?;
    let lines = bytes
        .split(|&byte| byte == b'\n')
        .zip(1..)
        .filter(|(line, _)| !line.trim_ascii().is_empty());
    let values = lines.map(|(text, line)| {
        let wrong = |_| {
            CommandError::input(format_args!(
                "{}: line {line} is not a result of 'tetralith-lab solve --json'",
                shown(path)
            ))
        };
        let Place { from, position } = serde_json::from_slice(text).map_err(wrong)?;
        if position.is_some() || !from.is_empty() {
            let path = shown(path);
            return Err(CommandError::input(format_args!(
                "{path}: line {line} is the value of a position; for the board's, use \
                     'tetralith-lab solve GAME --json' without --from"
            )));
        }
        serde_json::from_slice(text).map_err(wrong)
    });
    let values = values.collect::<Result<Vec<Solved>, _>>()?;
    if !values.iter().any(|value| value.proved && value.game == info.id) {
        let fault = format!("it has no proven value of {}", info.title);
        return Err(CommandError::in_file(path, fault));
    }
    Ok(values)
}

fn is_lines(path: &Path) -> bool {
    ends_in(path, "jsonl")
}

/// True if the games themselves are asked for, a line each.
fn is_lines_out(args: &ReportArgs) -> bool {
    args.out.as_deref().is_some_and(is_lines)
}

/// The form that the file to write is to have.
fn form(args: &ReportArgs) -> Result<Form, CommandError> {
    let Some(path) = &args.out else { return Ok(Form::Text) };
    let refused = |why: &str| CommandError::usage(format_args!("{}: {why}", shown(path)));
    let form = FORMS.iter().find(|(ending, _)| ends_in(path, ending)).map(|&(_, form)| form);
    let form = form.ok_or_else(|| {
        refused("unknown format; end the name in .md, .html, .json, .txt or .jsonl")
    })?;
    if args.shard.is_some() && form != Form::Lines {
        return Err(refused(
            "a part of the games is not a report yet; end the name in .jsonl, merge the parts, \
             then use --in",
        ));
    }
    if form == Form::Lines && (args.keep.is_some() || !args.input.is_empty()) {
        return Err(refused(
            "a name in .jsonl holds only the games played; leave out --keep and --in, and join \
             files with 'tetralith-lab merge'",
        ));
    }
    if args.keep.as_ref().is_some_and(|keep| is_same(keep, path)) {
        return Err(one_name(path, ["--keep", "--out"]));
    }
    place::check_no_input(path, args.input.iter().chain(&args.solved))?;
    // Before games are played, not after.
    if form == Form::Lines {
        // Games are added to it, and it is opened before the first of them.
        tetralith_files::check_directory(path)?;
    } else {
        tetralith_files::check_place(path)?;
    }
    if form != Form::Lines && !args.force {
        let pictures =
            PICTURES.iter().filter(|_| form == Form::Markdown).map(|name| picture_of(path, name));
        if let Some(path) = [path.clone()].into_iter().chain(pictures).find(|path| path.exists()) {
            return Err(exists(&path));
        }
    }
    Ok(form)
}

/// The file of a picture beside the page at `path`.
fn picture_of(path: &Path, name: &str) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{name}.svg"))
}

/// The sentence that so many games are there.
fn are_there(games: usize) -> String {
    format!("{} {} there", counted(games, "game"), if games == 1 { "is" } else { "are" })
}

/// Reports how many games were written, a line each.
fn lines_out(args: &ReportArgs, played: &Played, stop: &CancelToken) -> Result<(), CommandError> {
    if stop.is_cancelled() && played.done < played.all {
        return Err(ended(args, played));
    }
    say(&format_args!(
        "{}; join parts with 'tetralith-lab merge', then use 'tetralith-lab report --in'",
        are_there(played.lines.len())
    ));
    Ok(())
}

/// The report as JSON: its most important sentences, then all figures.
fn json(report: &GameReport) -> Result<String, CommandError> {
    #[derive(Serialize)]
    struct Told<'a> {
        about: Vec<String>,
        #[serde(flatten)]
        report: &'a GameReport,
    }
    let told = Told { about: about(report), report };
    Ok(serde_json::to_string_pretty(&told).map_err(std::io::Error::from)? + "\n")
}

fn write(
    args: &ReportArgs,
    form: Form,
    report: &GameReport,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let page = page(report);
    let Some(path) = &args.out else {
        write!(out, "{}", markdown(&page, None))?;
        return Ok(());
    };
    let put = |path: &Path, text: String| tetralith_cli::write(path, text, args.force);
    let text = match form {
        Form::Html => html(&page),
        Form::Json => json(report)?,
        Form::Markdown => {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let text = markdown(&page, Some(&stem));
            for picture in page.pictures() {
                put(&picture_of(path, picture.name), picture.svg.clone())?;
            }
            text
        }
        Form::Text | Form::Lines => markdown(&page, None),
    };
    put(path, text)
}

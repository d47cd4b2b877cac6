//! `tetralith-lab arena`: matches between computer players, and what they show about strength.

mod standings;

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use tetralith_cli::{CommandError, say};
use tetralith_core::text::counted;
use tetralith_core::{Game, Info};
use tetralith_files::{FileError, shown};
use tetralith_storage::results::ResultLine;

use super::progress::Progress;
use crate::arena::{
    GameKey, Log, MatchPlan, Openings, PLIES, Pairing, Provenance, Results, SprtVerdict, heeded,
    keep, read, read_to_add,
};
use crate::cli::ArenaArgs;
use standings::show;

/// [Random steps](PLIES) in an opening where the second player may swap sides: the one step that
/// there is to judge.
const PLIES_UNDER_PIE: u32 = 1;

/// Random steps in an opening of a game with or without the pie rule, unless asked for more or
/// fewer.
pub(super) const fn usual_plies(pie: bool) -> u32 {
    if pie { PLIES_UNDER_PIE } else { PLIES }
}

/// The number of games to play at once: as `asked`, or one for each processor.
pub(super) fn threads(asked: Option<u8>) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(processors, usize::from)
}

/// Plays the matches asked for and writes how they went to `out`.
///
/// Every opening is played twice with colours swapped. Progress goes to standard error.
///
/// # Errors
/// [`CommandError`] if the options cannot be played, there are no openings, a file of results
/// cannot be used, a record cannot be kept, a program cannot play, it was asked to end, or `out`
/// fails.
pub fn arena(args: &ArenaArgs, out: &mut impl Write) -> Result<(), CommandError> {
    let info = args.game.game;
    let options = info.options(&args.game.options.setup())?;
    let start = Game::start(info, &options)?;
    let plan = plan(args, &start)?;
    let names = plan.names();
    let mut held = match &args.out {
        Some(path) => held(path, args.games)?,
        None => Results::default(),
    };
    let mut known = held.take(info.id, &options.to_string());
    set_apart(&mut known, &plan, args.out.as_deref());
    if let (0, Some(path)) = (args.games, &args.out) {
        tell_of_none(&known, &names, path, info, &options.to_string());
    }
    let mut pairing = Pairing::new([&names[0], &names[1]]);
    for line in known.values() {
        pairing.add(line);
    }
    let is_decided = |pairing: &Pairing| {
        args.sprt.is_some_and(|sprt| sprt.verdict(&pairing.score()) != SprtVerdict::Open)
    };
    let there: HashSet<GameKey> = known.keys().cloned().collect();
    let missing = || plan.schedule().filter(|line| !there.contains(&GameKey::of(line)));
    let all =
        if is_decided(&pairing) { 0 } else { plan.count().saturating_sub(played(&plan, &known)) };
    let stop = if all > 0 { heeded() } else { Arc::default() };
    if all > 0 {
        plan.try_out(missing)?;
    }
    let mut log = match &args.out {
        // A part with no games has a file too, so that all parts can be joined.
        Some(path) if all > 0 || !path.exists() => Some(Log::open(path, &held)?),
        _ => None,
    };
    if let Some(folder) = &args.records {
        let failed = |source| FileError::Write { path: folder.clone(), source };
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    let all = usize::try_from(all).unwrap_or(usize::MAX);
    let mut done = 0;
    let mut progress = Progress::new(all, "games");
    plan.play(missing().take(all), &stop, |line, played| {
        let kept =
            args.records.as_ref().map_or(Ok(()), |folder| keep(folder, &start, &line, played));
        // The result counts even if its record cannot be kept.
        if let Some(log) = &mut log {
            log.add(&line)?;
        }
        kept?;
        done += 1;
        if let Some(fault) = &line.fault {
            let loser = if line.points < 0.5 { &line.a } else { &line.b };
            progress.tell(&format_args!("game {} is lost by {loser}: {fault}", line.number + 1));
        }
        pairing.add(&line);
        known.insert(GameKey::of(&line), line);
        progress.step(&format!(
            "{} against {}: {}",
            names[0],
            names[1],
            show(pairing.score().elo())
        ));
        Ok::<bool, CommandError>(!is_decided(&pairing))
    })?;
    progress.finish();
    standings::write(args, &names, &known, out)?;
    if stop.is_cancelled() {
        let next = if args.out.is_some() {
            "the same command plays the rest"
        } else {
            "with --out the same command could continue"
        };
        return Err(CommandError::ended(done, all, "games", next));
    }
    Ok(())
}

fn played(plan: &MatchPlan<'_>, known: &HashMap<GameKey, ResultLine>) -> u64 {
    let names = plan.names();
    let is_ours = |key: &&GameKey| {
        key.seed == plan.seed && key.players.iter().all(|player| names.contains(player))
    };
    // A file from a match with another number of openings may number the same games differently.
    let last = known.keys().filter(is_ours).map(|key| plan.pair_of(key)).max();
    let so_far = plan.schedule().take_while(|line| Some(u64::from(line.number / 2)) <= last);
    so_far.filter(|line| known.contains_key(&GameKey::of(line))).count() as u64
}

/// Returns the match that `args` ask for from `start`, and warns if no player can use the swap of
/// the pie rule in it.
fn plan<'a>(args: &'a ArenaArgs, start: &'a Game) -> Result<MatchPlan<'a>, CommandError> {
    let pie = start.options().pie;
    let balanced = match &args.balanced {
        None => None,
        Some(None) => Some(Openings::own(start)?),
        Some(Some(path)) => Some(Openings::read(path, start)?),
    };
    let plies = args.plies.unwrap_or_else(|| usual_plies(pie));
    if pie && balanced.is_some() {
        say(&"these games leave no swap: balanced openings go past the second player's first turn");
    } else if pie && plies > PLIES_UNDER_PIE {
        say(&format_args!(
            "these games leave no swap: openings of {plies} stones go past the second player's \
             first turn; use --plies 1"
        ));
    }
    Ok(MatchPlan {
        start,
        players: &args.players,
        games: args.games,
        seed: args.seed,
        plies,
        balanced,
        openings: args.openings,
        shard: args.shard,
        patience: args.patience,
        trace: args.trace,
        provenance: Provenance::here(start, threads(args.threads)),
    })
}

/// Reads the file of results at `path`, to which so many `games` are to be added.
fn held(path: &Path, games: u32) -> Result<Results, CommandError> {
    // A missing file is a mistake only if no games are to be played.
    let held = if games == 0 { read(path)? } else { read_to_add(path)? };
    if let Some(sentence) = held.contradiction(path) {
        say(&sentence);
    }
    Ok(held)
}

/// Takes away the games of the file at `path` that began with other openings; reports how many of
/// them were between these players.
fn set_apart(known: &mut HashMap<GameKey, ResultLine>, plan: &MatchPlan<'_>, path: Option<&Path>) {
    let names = plan.names();
    let others = known.extract_if(|_, line| !plan.starts_as(line));
    let others =
        others.filter(|(_, line)| names.contains(&line.a) && names.contains(&line.b)).count();
    if let (1.., Some(path)) = (others, path) {
        let these = if plan.balanced.is_some() {
            "this list has".to_owned()
        } else {
            format!("--plies {} makes", plan.plies)
        };
        let path = shown(path);
        let (games, are) = (counted(others, "game"), if others == 1 { "is" } else { "are" });
        say(&format_args!("{games} of {path} used other openings than {these} and {are} left out"));
    }
}

/// Reports if no game of the file at `path` is between the players called `names`.
fn tell_of_none(
    known: &HashMap<GameKey, ResultLine>,
    names: &[String],
    path: &Path,
    info: &Info,
    options: &str,
) {
    if !known.values().any(|line| names.contains(&line.a) && names.contains(&line.b)) {
        let path = shown(path);
        say(&format_args!(
            "{path} holds no game of {} on {options} between these players",
            info.title
        ));
    }
}

//! Analyses games twice, with different random numbers, and prints how many moves get the same
//! class both times, and which classes are confused. With `--deep` it also analyses them a third
//! time with ten times the simulations, and prints how many of the faults found then are found as
//! usual.
//!
//! `cargo run --release -p tetralith-study --example agreement -- [--deep] [--moves] [--seed N]
//! GAME.json…`

use std::time::Instant;

use tetralith_core::{Names, Record};
use tetralith_engine::CancelToken;
use tetralith_study::{Budgets, Class, GameAnalysis, Job, Verdict};

/// The numbers of moves by the class of one analysis and that of another.
type Table = [[usize; Class::ALL.len()]; Class::ALL.len()];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut files, mut deep, mut moves, mut seed) = (Vec::new(), false, false, 1);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--deep" => deep = true,
            "--moves" => moves = true,
            "--seed" => seed = args.next().ok_or("a number belongs after --seed")?.parse()?,
            _ => files.push(arg),
        }
    }
    let (mut seeds, mut depths) = (Table::default(), Table::default());
    for file in &files {
        let (record, timeline) = Record::read(std::fs::read(file)?.as_slice())?;
        let (blank, _) = GameAnalysis::of(&record, &timeline);
        let usual = [seed, seed + 1].map(|seed| analysed(&blank, Budgets::USUAL, seed));
        let deep = deep.then(|| analysed(&blank, ten_times(Budgets::USUAL), seed + 2));
        let [first, second] = &usual;
        let own = counted(&first.0, &second.0);
        println!("{file}: {} in {:.0} and {:.0} s of a core", agreement(&own), first.1, second.1);
        if moves {
            print_moves(
                &blank,
                [&first.0, &second.0, deep.as_ref().map_or(&[][..], |deep| &deep.0)],
            );
        }
        add(&mut seeds, &own);
        for (verdicts, _) in &usual {
            if let Some((deep, _)) = &deep {
                add(&mut depths, &counted(verdicts, deep));
            }
        }
    }
    println!("\nall: {}", agreement(&seeds));
    shown("one", "the other", &seeds);
    if deep {
        let faults = |deep: bool, usual: bool| -> usize {
            let is = |class: usize, fault: bool| Class::ALL[class].is_fault() == fault;
            let of = |i: usize| {
                depths[i]
                    .iter()
                    .enumerate()
                    .filter(move |&(j, _)| is(j, deep))
                    .map(|(_, count)| count)
            };
            (0..depths.len()).filter(|&i| is(i, usual)).flat_map(of).sum()
        };
        println!();
        shown("as usual", "ten times as deep", &depths);
        println!(
            "faults found deep: {}, as usual too: {}; only as usual: {}",
            faults(true, true) + faults(true, false),
            faults(true, true),
            faults(false, true)
        );
    }
    Ok(())
}

const fn ten_times(usual: Budgets) -> Budgets {
    Budgets {
        glance: 0,
        every: 10 * usual.every,
        doubtful: 10 * usual.doubtful,
        worst: 10 * usual.worst,
        game: 10 * usual.game,
    }
}

/// The verdicts on a game that is analysed with one thread, and the seconds that it took.
fn analysed(blank: &GameAnalysis, budgets: Budgets, seed: u64) -> (Vec<Verdict>, f64) {
    let mut analysis = blank.clone();
    analysis.findings.fill(None);
    let started = Instant::now();
    let job = Job { budgets, threads: 1, seed, build: &blank.build };
    let done = job.run(&analysis.moments, &mut analysis.findings, &CancelToken::new(), &mut |_| {});
    done.expect("no search breaks down");
    (analysis.verdicts(), started.elapsed().as_secs_f64())
}

fn counted(one: &[Verdict], other: &[Verdict]) -> Table {
    let mut table = Table::default();
    for (a, b) in one.iter().zip(other) {
        table[a.class as usize][b.class as usize] += 1;
    }
    table
}

fn add(sum: &mut Table, table: &Table) {
    for (sum, count) in sum.iter_mut().flatten().zip(table.iter().flatten()) {
        *sum += count;
    }
}

fn agreement(table: &Table) -> String {
    let all: usize = table.iter().flatten().sum();
    let same: usize = (0..table.len()).map(|i| table[i][i]).sum();
    format!("{same} of {all} moves, {:.1} %", 100.0 * same as f64 / all.max(1) as f64)
}

fn shown(rows: &str, columns: &str, table: &Table) {
    println!("{rows} (rows) and {columns} (columns)");
    let titles: Vec<String> =
        Class::ALL.iter().map(|class| format!("{:>10}", class.id())).collect();
    println!("{:10}{}", "", titles.concat());
    for (class, row) in Class::ALL.iter().zip(table) {
        let counts: Vec<String> = row.iter().map(|count| format!("{count:>10}")).collect();
        println!("{:10}{}", class.id(), counts.concat());
    }
}

/// Prints the findings of the analyses on each move.
fn print_moves(blank: &GameAnalysis, analyses: [&[Verdict]; 3]) {
    let names = Names::of(blank.moments.start());
    for nth in 0..analyses[0].len() {
        let of: Vec<&Verdict> = analyses.iter().filter_map(|verdicts| verdicts.get(nth)).collect();
        let is_same = of.iter().all(|verdict| verdict.class == of[0].class);
        println!(
            "{} {} {}",
            if is_same { ' ' } else { '*' },
            of[0].choice.turn,
            names.turn(&of[0].choice.played)
        );
        for verdict in of {
            println!(
                "    {:10} {:5.1} of {:5.1} ± {:4.1}, {:6} simulations, best {}",
                verdict.class.id(),
                100.0 * verdict.loss,
                100.0 * verdict.before.win,
                100.0 * verdict.error,
                verdict.evidence.simulations,
                names.turn(&verdict.best)
            );
        }
    }
}

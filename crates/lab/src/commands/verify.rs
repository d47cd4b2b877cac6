//! `tetralith-lab verify`: checks certificates on the slow rules.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use tetralith_cli::{CommandError, OutputLines};
use tetralith_core::{Colour, Step};
use tetralith_files::shown;
use tetralith_verify::{Certificate, VerifyError, verify};

use crate::cli::VerifyArgs;

/// Writes to `out` what each certificate proves and to `err` why one does not, and returns true if
/// all do.
///
/// Once the reader of `out` has left, the certificates are checked anyway, for what is returned.
///
/// # Errors
/// [`CommandError`] if `out` fails in any other way.
pub fn verify_command(
    args: &VerifyArgs,
    out: &mut impl Write,
    err: &mut impl Write,
) -> Result<bool, CommandError> {
    let mut all = true;
    let mut lines = OutputLines::new(out);
    for path in &args.files {
        let began = Instant::now();
        match check(path) {
            Ok(found) => {
                let seconds = began.elapsed().as_secs_f64();
                lines.add(&format_args!("{}: verified in {seconds:.1} s: {found}", shown(path)))?;
            }
            Err(error) => {
                all = false;
                // The exit status shows it where it cannot be reported.
                let _ = writeln!(err, "error: {error}");
            }
        }
    }
    Ok(all)
}

/// The certificate in a file that proves what it claims, in a sentence.
fn check(path: &Path) -> Result<String, CommandError> {
    let refused = |fault: VerifyError| {
        CommandError::input(format_args!("{} is refused: {fault}", shown(path)))
    };
    let certificate = Certificate::read(tetralith_files::open(path)?).map_err(refused)?;
    let steps = verify(&certificate).map_err(refused)?;
    Ok(proven(&certificate, steps))
}

/// A proof in a sentence; `sorted` are the steps that keep the value and those that do not.
fn proven(found: &Certificate, sorted: Option<[Vec<Step>; 2]>) -> String {
    let names = found.names();
    let steps = |steps: &[Step]| {
        if steps.is_empty() {
            return "none".to_owned();
        }
        steps.iter().map(|&step| names.step(step)).collect::<Vec<_>>().join(" ")
    };
    let place = if found.steps.is_empty() {
        String::new()
    } else {
        format!(" after {}", steps(&found.steps))
    };
    let options = found.info.options.iter();
    let stated: Vec<String> = options
        .filter_map(|kind| kind.words(found.options.get(*kind)))
        .map(|words| format!(", {words}"))
        .collect();
    let board = format!(
        "{} on {} {}{}{place}",
        found.info.title,
        found.options.board,
        found.options.size,
        stated.concat()
    );
    // The file names players by the colours they held at first, this sentence by the colours they
    // hold now.
    let held =
        |side: Colour| found.info.side(Step::held_after(side, found.steps.iter().copied())).title;
    let winner = found
        .winner
        .map_or_else(|| "is a draw".to_owned(), |side| format!("is won by {}", held(side)));
    let score =
        found.score.map(|score| format!(" with a difference of {score}")).unwrap_or_default();
    let keeping = sorted.map(|[keep, _]| format!("; the moves that keep it: {}", steps(&keep)));
    let lemma =
        found.lemma.as_ref().map(|lemma| format!(", given that {lemma}")).unwrap_or_default();
    let entries: usize = found.strategies.iter().map(|strategy| strategy.entries.len()).sum();
    format!("{board} {winner}{score}{lemma} ({entries} positions){}", keeping.unwrap_or_default())
}

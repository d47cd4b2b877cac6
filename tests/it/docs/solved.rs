//! The table of solved boards, made of their certificates and of what solving them took.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use serde_json::Value;
use tetralith_core::{Game, Names, Options, Setup, games};

/// A line for each board in `folder`, in the order in which they were solved.
pub(super) fn boards(folder: &Path) -> String {
    let mut text = String::from(
        "| board | result | moves that keep it | positions looked at | time | proof: positions | \
         size | SHA-256 of its positions |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    let results = fs::read_to_string(folder.join("results.jsonl")).unwrap();
    for line in results.lines() {
        let result: Value = serde_json::from_str(line).unwrap();
        let path = folder.join(result["certificate"].as_str().unwrap());
        let bytes = fs::metadata(&path).unwrap().len();
        let mut first = String::new();
        BufReader::new(fs::File::open(&path).unwrap()).read_line(&mut first).unwrap();
        let header: Value = serde_json::from_str(&first).unwrap();
        for key in ["game", "options", "winner", "score"] {
            assert_eq!(header[key], result[key], "{}", path.display());
        }
        let entries: u64 = header["strategies"]
            .as_array()
            .unwrap()
            .iter()
            .map(|strategy| strategy["entries"].as_u64().unwrap())
            .sum();
        // Lines of earlier versions have only the time that passed.
        let time = result["processor_seconds"].as_f64().or(result["seconds"].as_f64());
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {:.2} s | {} | {} kB | `{}` |",
            board(&result),
            outcome(&result),
            keeping(&result, &header),
            grouped(result["nodes"].as_u64().unwrap()),
            time.unwrap(),
            grouped(entries),
            grouped(bytes.div_ceil(1024)),
            header["sha256"].as_str().unwrap(),
        );
    }
    text
}

fn board(result: &Value) -> String {
    let info = games::info(result["game"].as_str().unwrap()).unwrap();
    let options = &result["options"];
    let mut name =
        format!("{} {} {}", info.title, options["board"].as_str().unwrap(), options["size"]);
    if options["opening"] == false {
        name += ", no opening";
    }
    if let Some(ties) = options["ties"].as_str() {
        let _ = write!(name, ", ties {ties}");
    }
    name
}

fn outcome(result: &Value) -> String {
    let info = games::info(result["game"].as_str().unwrap()).unwrap();
    let winner = result["winner"].as_str().unwrap();
    let winner = info.colour(winner).map_or("draw", |colour| info.side(colour).title);
    match result["score"].as_i64() {
        None => winner.to_owned(),
        Some(0) => format!("{winner} (0)"),
        Some(score) => format!("{winner} ({score:+})"),
    }
}

/// The moves in words: all, or how many there are and the first of them, with a star if the
/// certificate's strategies do not begin after each first move.
fn keeping(result: &Value, header: &Value) -> String {
    let best: Vec<&str> =
        result["best"].as_array().unwrap().iter().map(|step| step.as_str().unwrap()).collect();
    let game = game(result);
    if best.len() == game.legal().len() {
        return "all".to_owned();
    }
    let few: Vec<String> = best.iter().take(7).map(|step| format!("`{step}`")).collect();
    assert!(best.iter().all(|step| Names::of(&game).parse_step(step).is_ok()));
    let more = if best.len() > few.len() { " …" } else { "" };
    let roots = |strategy: &Value| strategy["roots"].as_array().unwrap().clone();
    let roots: Vec<Value> =
        header["strategies"].as_array().unwrap().iter().flat_map(roots).collect();
    let is_proven = |step: &str| roots.iter().any(|root| root[0] == step);
    let names = Names::of(&game);
    let all = game.legal().iter().all(|&step| is_proven(&names.step(step)));
    let star = if all { "" } else { " *" };
    format!("{} of {}: {}{more}{star}", best.len(), game.legal().len(), few.join(" "))
}

fn game(result: &Value) -> Game {
    let info = games::info(result["game"].as_str().unwrap()).unwrap();
    let given = &result["options"];
    let setup = Setup {
        size: given["size"].as_i64(),
        board: given["board"].as_str().and_then(|id| id.parse().ok()),
        opening: given["opening"].as_bool(),
        komi: given["komi"].as_i64(),
        ties: given["ties"].as_str().and_then(|id| id.parse().ok()),
        pie: given["pie"].as_bool(),
    };
    let options: Options = info.options(&setup).unwrap();
    Game::start(info, &options).unwrap()
}

/// A number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).unwrap())
        .collect();
    groups.join(",")
}

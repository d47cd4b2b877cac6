//! The project's style: strings, pages, comments, names of tests and the length of lines keep to a
//! few rules. Everything is read from the sources as they are.
//!
//! `CONTRIBUTING.md` explains the rules. A rule is added here once everything obeys it.

use std::fs;
use std::path::{Path, PathBuf};

/// The longest line of code, comments and prose, in characters.
const MAX_COLUMNS: usize = 100;

/// The longest name of a test, in characters.
const MAX_NAME: usize = 60;

/// The longest run of characters without a blank after which a line can still be broken.
const MAX_RUN: usize = 60;

/// Phrases that neither strings nor pages have.
///
/// Most of them replace a noun that the reader has to guess; some are words of this project alone;
/// few readers take `, for it` as "because", or `, for 8` as "instead of".
const FORBIDDEN: &[&str] = &[
    "whoever",
    "whomever",
    "whatever",
    "whichever",
    "nobody",
    "somebody",
    "anybody",
    "everybody",
    "of which",
    "at which",
    "by which",
    "for which",
    "told",
    "tell",
    "tells",
    "telling",
    "stand",
    "stands",
    "stood",
    "left behind",
    "unlike",
    "varies",
    "way back",
    "deeds",
    "unkept",
    "heed",
    "heeds",
    "anew",
    "goes by",
    "comes of",
    "all the same",
    "looked at",
    "looks through",
    "looked through",
    ", for it",
    ", for he",
    ", for they",
    ", for there",
    ", for that",
    ", for this",
    ", for then",
    ", for only",
    ", for one",
    ", for nothing",
    ", for no",
    ", for of",
];

/// Those of [`FORBIDDEN`] that comments may have: there they are often the shortest way to say a
/// thing, as in "for this reason".
const ALLOWED_IN_COMMENTS: &[&str] = &[", for that", ", for this", ", for only", ", for one"];

/// Parts of strings that stay as they are: a lemma in certificates, a heading.
const FIXED: &[&str] = &["whoever cannot connect any more has lost", "Who plays"];

/// Words that begin a clause, so no name of a test begins with them.
const CLAUSES: &[&str] = &[
    "who",
    "whoever",
    "whose",
    "whom",
    "what",
    "whatever",
    "where",
    "wherever",
    "which",
    "whichever",
    "how",
    "why",
    "when",
    "whenever",
    "if",
    "nobody",
    "somebody",
    "anybody",
    "everybody",
];

/// Words that make a clause the subject of a sentence, where a noun would be plainer.
const SUBJECTS: &[&str] = &["What ", "Who ", "Whose ", "Whether "];

/// The same after a semicolon.
const LATER_SUBJECTS: &[&str] = &["; what ", "; who "];

/// Words about win rates, beside which points would be points of a score.
const ABOUT_WIN_RATES: &[&str] =
    &["win rate", "winning chance", "cost", "costs", "loss", "better for", "worse for"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns every file below the workspace whose name ends in `ending`, but for build outputs.
fn files(ending: &str) -> Vec<PathBuf> {
    let (mut found, mut rest) = (Vec::new(), vec![root().to_owned()]);
    while let Some(dir) = rest.pop() {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !name.starts_with('.') && !matches!(&*name, "target" | "shared" | "book") {
                    rest.push(path);
                }
            } else if name.ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// A literal of a source file.
struct Literal {
    /// The line it begins in, counted from 1.
    line: usize,
    /// The number of lines it takes.
    lines: usize,
    /// Its text; lines that end in a backslash are joined with the next.
    text: String,
    /// True for a raw literal, which cannot be broken.
    is_raw: bool,
}

/// Returns the string literals of Rust code.
fn literals(source: &str) -> Vec<Literal> {
    let chars: Vec<char> = source.chars().collect();
    let position = |from: usize, wanted: &[char]| {
        let ends = chars[from..].windows(wanted.len());
        from + ends.into_iter().position(|part| part == wanted).unwrap_or(chars.len() - from)
    };
    let (mut found, mut at, mut line) = (Vec::new(), 0, 1);
    while at < chars.len() {
        let start = at;
        let (end, text) = match &chars[at..] {
            ['/', '/', ..] => (position(at, &['\n']), None),
            ['/', '*', ..] => (position(at, &['*', '/']) + 2, None),
            ['r', rest @ ..] if is_raw_start(rest) => {
                let hashes = rest.iter().take_while(|&&c| c == '#').count();
                let (from, mut close) = (at + hashes + 2, vec!['"']);
                close.resize(hashes + 1, '#');
                let to = position(from, &close);
                (to + close.len(), Some((from..to, true)))
            }
            ['"', ..] => {
                let mut to = at + 1;
                while chars.get(to).is_some_and(|&c| c != '"') {
                    to += if chars[to] == '\\' { 2 } else { 1 };
                }
                (to + 1, Some((at + 1..to, false)))
            }
            ['\'', '\\', _, ..] => (position(at + 3, &['\'']) + 1, None),
            ['\'', _, '\'', ..] => (at + 3, None),
            _ => (at + 1, None),
        };
        let end = end.min(chars.len());
        let lines = chars[start..end].iter().filter(|&&c| c == '\n').count();
        if let Some((range, is_raw)) = text {
            let text: String = chars[range].iter().collect();
            let text = if is_raw { text } else { joined(&text) };
            found.push(Literal { line, lines: lines + 1, text, is_raw });
        }
        line += lines;
        at = end;
    }
    found
}

/// True if `rest`, which follows an `r`, goes on as a raw literal does.
fn is_raw_start(rest: &[char]) -> bool {
    rest.iter().find(|&&c| c != '#') == Some(&'"')
}

/// The text of a literal with the lines that a backslash breaks joined.
fn joined(text: &str) -> String {
    let mut parts = text.split("\\\n");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.trim_start())
}

/// The source with empty lines in place of the items that only tests have.
fn product(source: &str) -> String {
    let mut kept = String::new();
    // The indentation of an item of tests, while its lines pass.
    let mut item = None;
    for line in source.lines() {
        let indent = line.len() - line.trim_start().len();
        match item {
            None if line.trim_start() == "#[cfg(test)]" => item = Some(indent),
            None => kept.push_str(line),
            Some(column) => {
                let is_last = line.ends_with([';', '}']) || line.trim_start().starts_with('}');
                if indent == column && is_last {
                    item = None;
                }
            }
        }
        kept.push('\n');
    }
    kept
}

/// True if `path` is of a test, a benchmark or an example.
fn is_test(path: &Path) -> bool {
    let path = shown(path);
    ["tests/", "/tests/", "tests.rs", "benches/", "examples/", "crates/testing/"]
        .iter()
        .any(|part| path.starts_with(part.trim_start_matches('/')) || path.contains(part))
}

/// True if `path` is a page that `tetralith-lab report` wrote, with figures and a record a line.
fn is_report(path: &Path) -> bool {
    let path = shown(path);
    path.starts_with("docs/lab/reports/") && !path.ends_with("README.md")
}

/// Returns the phrases of `phrases` that `text` has as whole words.
fn phrases<'a>(text: &str, phrases: &[&'a str]) -> Vec<&'a str> {
    let text = text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '{' | '}');
    let stands_alone = |phrase: &str, at: usize| {
        let before = text[..at].chars().next_back().filter(|_| !phrase.starts_with(','));
        let after = text[at + phrase.len()..].chars().next();
        ![before, after].into_iter().flatten().any(is_word)
    };
    let found = phrases
        .iter()
        .copied()
        .filter(|phrase| text.match_indices(phrase).any(|(at, _)| stands_alone(phrase, at)));
    found.collect()
}

/// True if `text` counts a win rate in points.
fn has_points_of_win_rates(text: &str) -> bool {
    !phrases(text, &["point", "points"]).is_empty()
        && !text.contains("percentage points")
        && !phrases(text, ABOUT_WIN_RATES).is_empty()
}

/// The lines of a page that its writers wrapped: no code, tables, or parts that tests make.
fn prose(page: &str) -> Vec<(usize, &str)> {
    let (mut is_code, mut is_made) = (false, false);
    let lines = page.lines().enumerate().filter(move |(_, line)| {
        is_made = (is_made || line.starts_with("<!-- made by")) && !line.starts_with("<!-- end");
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !(is_code || is_fence || is_made || line.starts_with('|'))
    });
    lines.map(|(number, line)| (number + 1, line)).collect()
}

/// The comments of Rust code that take whole lines, a paragraph each with the line it begins in,
/// without the code in them.
fn comments(source: &str) -> Vec<(usize, String)> {
    let (mut found, mut is_code) = (Vec::<(usize, String)>::new(), false);
    let mut follows = false;
    for (number, line) in source.lines().enumerate() {
        let Some(text) = line.trim_start().strip_prefix("//") else {
            (follows, is_code) = (false, false);
            continue;
        };
        let text = text.trim_start_matches(['/', '!']).trim();
        let is_fence = text.starts_with("```");
        is_code ^= is_fence;
        if is_code || is_fence || text.is_empty() {
            follows = false;
            continue;
        }
        match found.last_mut().filter(|_| follows) {
            Some((_, paragraph)) => *paragraph = format!("{paragraph} {text}"),
            None => found.push((number + 1, text.to_owned())),
        }
        follows = true;
    }
    // Every other piece between backticks is a name of the code.
    let in_words = |text: &str| text.split('`').step_by(2).collect::<Vec<_>>().join("_");
    found.into_iter().map(|(line, text)| (line, in_words(&text))).collect()
}

/// True if a line longer than the limit has a run of characters that cannot be broken.
fn is_unbreakable(line: &str) -> bool {
    let longest = line.split(' ').map(|run| run.chars().count()).max();
    longest.is_some_and(|longest| longest > MAX_RUN) || line.contains("](")
}

/// The strings of the programs, each with its place, without fixed ones.
fn strings() -> Vec<(String, String)> {
    let mut strings = Vec::new();
    for path in files(".rs").into_iter().filter(|path| !is_test(path)) {
        let source = fs::read_to_string(&path).unwrap();
        for literal in literals(&product(&source)) {
            if !FIXED.iter().any(|fixed| literal.text.contains(fixed)) {
                strings.push((format!("{}:{}", shown(&path), literal.line), literal.text));
            }
        }
    }
    strings
}

#[test]
fn strings_have_no_forbidden_phrases() {
    let mut wrong = Vec::new();
    for (at, text) in strings() {
        wrong.extend(phrases(&text, FORBIDDEN).into_iter().map(|phrase| format!("{at}: {phrase}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn sentences_of_strings_have_nouns_as_subjects() {
    let mut wrong = Vec::new();
    for (at, text) in strings() {
        wrong.extend(clauses(&text).map(|clause| format!("{at}: {clause}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn points_are_points_of_a_score() {
    let mut wrong = Vec::new();
    for (at, text) in strings() {
        if has_points_of_win_rates(&text) {
            wrong.push(format!("{at}: {text}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn pages_have_no_forbidden_phrases() {
    let mut wrong = Vec::new();
    for path in files(".md") {
        let page = fs::read_to_string(&path).unwrap();
        let lines = prose(&page);
        // A phrase may go on in the next line, but not in another paragraph.
        for paragraph in lines.chunk_by(|(_, _), (_, line)| !line.is_empty()) {
            let text: Vec<&str> = paragraph.iter().map(|(_, line)| *line).collect();
            for phrase in phrases(&text.join(" "), FORBIDDEN) {
                wrong.push(format!("{}:{}: {phrase}", shown(&path), paragraph[0].0));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn comments_have_no_forbidden_phrases() {
    let forbidden: Vec<&str> =
        FORBIDDEN.iter().copied().filter(|phrase| !ALLOWED_IN_COMMENTS.contains(phrase)).collect();
    let mut wrong = Vec::new();
    for path in files(".rs") {
        let source = fs::read_to_string(&path).unwrap();
        for (line, text) in comments(&source) {
            // A phrase between quotation marks is spoken about.
            let text: Vec<&str> = text.split('"').step_by(2).collect();
            for phrase in phrases(&text.join(" "), &forbidden) {
                wrong.push(format!("{}:{line}: {phrase}", shown(&path)));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The sentences of `text` whose subject is a clause.
fn clauses(text: &str) -> impl Iterator<Item = &str> {
    let sentences =
        text.split_inclusive(['.', '?']).map(|text| text.trim_start_matches([' ', '-']));
    let is_clause = |text: &&str| {
        SUBJECTS.iter().any(|subject| text.starts_with(subject))
            || LATER_SUBJECTS.iter().any(|subject| text.contains(subject))
    };
    sentences.filter(is_clause).filter(|text| !text.ends_with('?'))
}

#[test]
fn sentences_of_comments_have_nouns_as_subjects() {
    let mut wrong = Vec::new();
    for path in files(".rs") {
        let source = fs::read_to_string(&path).unwrap();
        for (line, text) in comments(&source) {
            wrong.extend(clauses(&text).map(|text| format!("{}:{line}: {text}", shown(&path))));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn sentences_of_pages_have_nouns_as_subjects() {
    let mut wrong = Vec::new();
    for path in files(".md").into_iter().filter(|path| !is_report(path)) {
        let page = fs::read_to_string(&path).unwrap();
        for paragraph in prose(&page).chunk_by(|(_, _), (_, line)| !line.is_empty()) {
            let text: Vec<&str> = paragraph.iter().map(|(_, line)| *line).collect();
            let at = paragraph[0].0;
            let text = text.join(" ");
            wrong.extend(clauses(&text).map(|text| format!("{}:{at}: {text}", shown(&path))));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn test_names_begin_with_nouns_and_are_short() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in files(".rs") {
        let source = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = source.lines().map(str::trim_start).collect();
        for at in lines.iter().enumerate().filter(|(_, line)| **line == "#[test]").map(|(at, _)| at)
        {
            let Some(name) = lines[at..].iter().find_map(|line| line.strip_prefix("fn ")) else {
                continue;
            };
            let name = name.split('(').next().unwrap_or_default();
            let first = name.split('_').next().unwrap_or_default();
            count += 1;
            let is_forbidden = name.split('_').any(|word| FORBIDDEN.contains(&word));
            if CLAUSES.contains(&first) || is_forbidden || name.chars().count() > MAX_NAME {
                wrong.push(format!("{}: {name}", shown(&path)));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count > 1000, "only {count} tests were found");
}

#[test]
fn code_is_wrapped_at_100_columns() {
    let mut wrong = Vec::new();
    for path in files(".rs") {
        let source = fs::read_to_string(&path).unwrap();
        let raw: Vec<_> = literals(&source).into_iter().filter(|literal| literal.is_raw).collect();
        for (number, line) in source.lines().enumerate().map(|(at, line)| (at + 1, line)) {
            let is_raw =
                || raw.iter().any(|raw| (raw.line..raw.line + raw.lines).contains(&number));
            let is_table = || {
                let text = line.trim_start().trim_start_matches(['/', '!']);
                line.trim_start().starts_with("//")
                    && (text.starts_with(" |") || text.starts_with(" {"))
            };
            if line.chars().count() > MAX_COLUMNS
                && !is_unbreakable(line)
                && !is_table()
                && !is_raw()
            {
                wrong.push(format!("{}:{number}", shown(&path)));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn pages_are_wrapped_at_100_columns() {
    let mut wrong = Vec::new();
    for path in files(".md").into_iter().filter(|path| !is_report(path)) {
        let page = fs::read_to_string(&path).unwrap();
        for (number, line) in prose(&page) {
            if line.chars().count() > MAX_COLUMNS && !is_unbreakable(line) {
                wrong.push(format!("{}:{number}", shown(&path)));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn rules_find_what_they_forbid() {
    assert_eq!(phrases("Nobody plays, for it\n is over", FORBIDDEN), ["nobody", ", for it"]);
    assert!(phrases("He untold; {told} told_of, for items", FORBIDDEN).is_empty());
    assert!(has_points_of_win_rates("That cost {points} points."));
    assert!(!has_points_of_win_rates("White leads by 3 points."));
    assert!(!has_points_of_win_rates("The win rate changes by 3 percentage points."));
    let source = "let a = \"one \\\n    two\"; // \"no\"\nlet b = ['\"', r#\"a \"raw\" one\"#];";
    let found = literals(source);
    let texts: Vec<&str> = found.iter().map(|literal| &*literal.text).collect();
    assert_eq!(texts, ["one two", "a \"raw\" one"]);
    assert_eq!((found[1].line, found[0].lines, found[1].is_raw), (3, 2, true));
    let source = "#[cfg(test)]\nmod tests;\nfn a() {\n    #[cfg(test)]\n    count();\n    b();\n}\n\
        #[cfg(test)]\nmod more {\n    fn c() {}\n}\nfn d() {}";
    let kept = product(source);
    let kept: Vec<(usize, &str)> =
        kept.lines().enumerate().filter(|(_, line)| !line.is_empty()).collect();
    assert_eq!(kept, [(2, "fn a() {"), (5, "    b();"), (6, "}"), (11, "fn d() {}")]);
    let code = "//! One `told`\n//! two.\n/// ```\n/// nobody\n/// ```\n/// Three\nlet a; // four";
    assert_eq!(comments(code), [(1, "One _ two.".to_owned()), (6, "Three".to_owned())]);
    let page = "One\n```text\nTwo\n```\n| Three |\n<!-- made by x -->\nFour\n<!-- end -->\nFive";
    let lines: Vec<&str> = prose(page).into_iter().map(|(_, line)| line).collect();
    assert_eq!(lines, ["One", "<!-- end -->", "Five"]);
    let text = "Cells count. What counts is shown.  - Who wins? Whether it is `a`. It is; who won?";
    assert_eq!(clauses(text).collect::<Vec<_>>(), ["What counts is shown.", "Whether it is `a`."]);
    assert_eq!(clauses("Cells count; what counts is shown.").count(), 1);
}

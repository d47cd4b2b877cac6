//! The shape of the code: arrows between files run one way, and no crate knows more than it should.
//!
//! The statements about the crates in `ARCHITECTURE.md` are checked here, from the sources as they
//! are.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A module of a crate by its path from the crate's root; the root itself is empty.
type Module = Vec<String>;

/// The crates of this workspace that each crate may use, besides crates of others.
const MAY_USE: &[(&str, &[&str])] = &[
    ("files", &["core"]),
    ("core", &[]),
    ("engine", &["core"]),
    ("gtp", &["core"]),
    ("verify", &["core"]),
    ("session", &["core", "engine", "remote", "study"]),
    ("picture", &["core", "termpix"]),
    ("storage", &["core", "engine", "files", "session", "study"]),
    ("study", &["core", "engine"]),
    ("cli", &["core", "engine", "files"]),
    (
        "lab",
        &[
            "core", "cli", "engine", "files", "gtp", "pages", "picture", "storage", "study",
            "verify",
        ],
    ),
    ("pages", &["core", "picture", "study"]),
    ("remote", &["core"]),
    ("terminput", &[]),
    ("termpix", &[]),
];

/// Crates of others that draw on terminals or read them, which only the front end may use.
const TERMINAL: [&str; 2] = ["ratatui", "crossterm"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns every folder that holds the sources of a crate.
fn crates() -> Vec<PathBuf> {
    let mut found = vec![root().join("src")];
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let sources = entry.unwrap().path().join("src");
        if sources.is_dir() {
            found.push(sources);
        }
    }
    found
}

/// Puts every source file below `dir` that is not a test into `files`.
fn sources(dir: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if stem != "tests" {
                sources(&path, files);
            }
        } else if path.extension().is_some_and(|ending| ending == "rs")
            && stem != "tests"
            && !stem.ends_with("_tests")
        {
            files.push(path);
        }
    }
}

/// Returns the module that `file` below `root` is.
fn module(root: &Path, file: &Path) -> Module {
    let mut parts: Module = file
        .strip_prefix(root)
        .unwrap()
        .with_extension("")
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    if parts.last().is_some_and(|last| matches!(&**last, "mod" | "lib" | "main")) {
        parts.pop();
    }
    parts
}

/// Returns the code of `text` without comments and the tests at its end.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    text.lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns every path that `code` begins with `crate` or `super`, with the groups in braces spelt
/// out.
fn paths(code: &str) -> Vec<Module> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::").chain(code.match_indices("super::")) {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '$')) {
            continue;
        }
        expand(&code[at..], &mut Vec::new(), &mut found);
    }
    found
}

/// Spells out the path that `text` begins with, after `stem`; returns what follows it.
fn expand<'a>(text: &'a str, stem: &mut Module, found: &mut Vec<Module>) -> &'a str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        loop {
            rest = rest.trim_start();
            if let Some(rest) = rest.strip_prefix('}') {
                return rest;
            }
            if rest.is_empty() {
                return rest;
            }
            let depth = stem.len();
            let after = expand(rest, stem, found);
            stem.truncate(depth);
            // Words between the names, such as those of renaming.
            let next = after.find([',', '}']).unwrap_or(after.len());
            rest = after[next..].strip_prefix(',').unwrap_or(&after[next..]);
        }
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    stem.push(name.to_owned());
    match rest.strip_prefix("::") {
        Some(rest) if rest.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '{')) => {
            expand(rest, stem, found)
        }
        _ => {
            found.push(stem.clone());
            rest
        }
    }
}

/// Returns which of `modules` the `path` leads to that is written in module `from`.
fn resolve(from: &Module, path: &[String], modules: &BTreeMap<Module, PathBuf>) -> Option<Module> {
    let mut place = from.clone();
    let mut rest = path;
    while let Some((first, after)) = rest.split_first() {
        match &**first {
            "crate" => place.clear(),
            "super" => drop(place.pop()),
            _ => break,
        }
        rest = after;
    }
    for name in rest {
        place.push(name.clone());
        if !modules.contains_key(&place) {
            place.pop();
            break;
        }
    }
    modules.contains_key(&place).then_some(place)
}

/// Returns the modules that each module of the crate at `root` uses; a module and what lies within
/// it are one subject, so between them there is no arrow.
fn arrows(root: &Path) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut files = Vec::new();
    sources(root, &mut files);
    let modules: BTreeMap<Module, PathBuf> =
        files.iter().map(|file| (module(root, file), file.clone())).collect();
    let uses = |(from, file): (&Module, &PathBuf)| {
        let text = code(&fs::read_to_string(file).unwrap());
        let to = paths(&text).into_iter().filter_map(|path| resolve(from, &path, &modules));
        (from.clone(), to.filter(|to| !to.starts_with(from) && !from.starts_with(to)).collect())
    };
    modules.iter().map(uses).collect()
}

/// Returns the `arrows` between modules that lie side by side, each with all that lies within it:
/// a circle through the parts of a module is one through the module.
fn folded(arrows: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut folded: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (from, used) in arrows {
        for to in used {
            let shared = from.iter().zip(to).take_while(|(a, b)| a == b).count();
            let [from, to] = [from, to].map(|module| module[..=shared].to_vec());
            folded.entry(to.clone()).or_default();
            folded.entry(from).or_default().insert(to);
        }
    }
    folded
}

/// Returns the modules that can be come to from `from`, by one arrow or more.
fn reached(from: &Module, arrows: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<Module> {
    let mut seen = BTreeSet::new();
    let mut next: Vec<&Module> = arrows[from].iter().collect();
    while let Some(module) = next.pop() {
        if seen.insert(module.clone()) {
            next.extend(&arrows[module]);
        }
    }
    seen
}

#[test]
fn arrows_between_files_make_no_circle() {
    let mut circles = Vec::new();
    for root in crates() {
        let arrows = folded(&arrows(&root));
        let reach: BTreeMap<_, _> =
            arrows.keys().map(|module| (module, reached(module, &arrows))).collect();
        for (module, seen) in &reach {
            if seen.contains(*module) {
                let with: Vec<String> = seen
                    .iter()
                    .filter(|other| reach[other].contains(*module))
                    .map(|other| other.join("::"))
                    .collect();
                circles.push(format!(
                    "{}: {} in a circle with {}",
                    root.display(),
                    module.join("::"),
                    with.join(", ")
                ));
            }
        }
    }
    assert!(circles.is_empty(), "{circles:#?}");
}

#[test]
fn circles_through_child_modules_are_found() {
    let path = |path: &str| path.split("::").map(str::to_owned).collect::<Module>();
    let arrows = [("table::review", "retry"), ("retry", "table"), ("table::aim", "table::game")];
    let mut found: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (from, to) in arrows {
        found.entry(path(from)).or_default().insert(path(to));
    }
    let folded = folded(&found);
    assert!(reached(&path("retry"), &folded).contains(&path("retry")));
    assert!(!reached(&path("table::aim"), &folded).contains(&path("table::aim")));
}

/// The most crates that may wait for each other when all is compiled.
const LONGEST_CHAIN: usize = 6;

/// Returns the names in the table `[dependencies]` of the manifest in `dir`.
fn dependencies(dir: &Path) -> Vec<String> {
    let manifest = fs::read_to_string(dir.join("Cargo.toml")).unwrap();
    let after = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
    let table = after.split("\n[").next().unwrap_or_default();
    let lines = table.lines().filter(|line| !line.trim_start().starts_with('#'));
    let names = lines.filter_map(|line| line.split(['=', '.', ' ']).next());
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Returns the longest chain of crates, each used by the next, that ends with the crate `name`.
fn chain(name: &str, used: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let chains = used[name].iter().map(|below| chain(below, used));
    let mut longest = chains.max_by_key(Vec::len).unwrap_or_default();
    longest.push(name.to_owned());
    longest
}

#[test]
fn crates_use_only_those_below_them() {
    for &(name, may) in MAY_USE {
        for used in dependencies(&root().join("crates").join(name)) {
            if let Some(ours) = used.strip_prefix("tetralith-") {
                assert!(may.contains(&ours), "{name} uses {ours}");
            }
            assert!(!TERMINAL.contains(&&*used), "{name} uses {used}");
        }
    }
}

/// The crates of the workspace that each one uses itself; `testing` apart, which uses them all.
fn uses() -> BTreeMap<String, Vec<String>> {
    let mut used = BTreeMap::new();
    for sources in crates() {
        let dir = sources.parent().unwrap();
        let folder = dir.file_name().unwrap().to_string_lossy();
        let name = if dir == root() { "program" } else { &folder };
        if name != "testing" {
            let all = dependencies(dir);
            let ours = all.iter().filter_map(|name| name.strip_prefix("tetralith-"));
            used.insert(name.to_owned(), ours.map(str::to_owned).collect::<Vec<_>>());
        }
    }
    used
}

/// Draws the crates, each above those it uses: a line each with those that no other of them brings
/// along.
pub(crate) fn picture_of_crates() -> String {
    let used = uses();
    let length = |name: &String| chain(name, &used).len();
    let mut levels: BTreeMap<usize, Vec<&String>> = BTreeMap::new();
    for name in used.keys() {
        levels.entry(length(name)).or_default().push(name);
    }
    let brings =
        |through: &String, name: &String| through != name && chain_leads(through, name, &used);
    let mut text = String::new();
    for (level, names) in levels.iter().rev() {
        for (i, name) in names.iter().enumerate() {
            let all = &used[*name];
            let direct: Vec<&str> = all
                .iter()
                .filter(|below| !all.iter().any(|through| brings(through, below)))
                .map(String::as_str)
                .collect();
            let number = if i == 0 { level.to_string() } else { String::new() };
            let line = format!("{number:<3}{name:<12}{}", direct.join(", "));
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
    text
}

/// True if `from` uses `to`, itself or through others.
fn chain_leads(from: &str, to: &str, used: &BTreeMap<String, Vec<String>>) -> bool {
    used[from].iter().any(|below| below == to || chain_leads(below, to, used))
}

#[test]
fn longest_chain_of_crates_is_held() {
    let used = uses();
    let longest = used.keys().map(|name| chain(name, &used)).max_by_key(Vec::len).unwrap();
    assert_eq!(longest.len(), LONGEST_CHAIN, "{longest:?}");
}

#[test]
fn arrows_are_found_in_groups_of_names() {
    let text = "use crate::a::{b::{C, D as E}, f};\n\
        use super::super::g::H; fn x() { crate::i::j(); a_crate::k(); }";
    let mut found: Vec<String> =
        paths(&code(text)).into_iter().map(|path| path.join("::")).collect();
    found.sort();
    assert_eq!(
        found,
        ["crate::a::b::C", "crate::a::b::D", "crate::a::f", "crate::i::j", "super::super::g::H"]
    );
}

/// Returns the public types that `code` declares; those of a crate only are its own affair.
fn public_types(code: &str) -> impl Iterator<Item = &str> {
    code.lines().filter_map(|line| {
        let declared = line.trim_start().strip_prefix("pub ")?;
        let (kind, name) = declared.split_once(' ')?;
        let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
        matches!(kind, "struct" | "enum" | "trait" | "type").then_some(&name[..end])
    })
}

#[test]
fn public_types_share_no_name() {
    let mut places: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for root in crates() {
        let mut files = Vec::new();
        sources(&root, &mut files);
        for file in files {
            for name in public_types(&code(&fs::read_to_string(&file).unwrap())) {
                places.entry(name.to_owned()).or_default().push(file.clone());
            }
        }
    }
    places.retain(|_, files| files.len() > 1);
    assert!(places.is_empty(), "{places:#?}");
}

#[test]
fn public_types_are_distinguished_from_those_of_a_crate() {
    let code =
        "pub struct A<'a> {\npub(crate) enum B {\n    pub type C = u8;\nstruct D;\npub fn e()";
    assert_eq!(public_types(code).collect::<Vec<_>>(), ["A", "C"]);
}

/// The most methods of a type, over all its `impl` blocks but those of traits.
const MOST_METHODS: usize = 60;

/// The most fields of a type.
const MOST_FIELDS: usize = 12;

/// Types that are still larger, with the methods and fields that they may have meanwhile.
const LARGER: &[(&str, usize, usize)] = &[];

/// The size of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Size {
    methods: usize,
    fields: usize,
    /// True if files or command lines decide on the fields.
    is_format: bool,
}

impl Size {
    const fn is_within(self, methods: usize, fields: usize) -> bool {
        self.methods <= methods && (self.fields <= fields || self.is_format)
    }
}

/// Returns `line` without its words on who may see the item, and without `const` and the like.
fn item(line: &str) -> &str {
    let mut item = line.trim_start();
    loop {
        let rest = match item.strip_prefix("pub(") {
            Some(rest) => rest.split_once(") ").map(|(_, rest)| rest),
            None => ["pub ", "const ", "async "].iter().find_map(|word| item.strip_prefix(word)),
        };
        match rest {
            Some(rest) => item = rest,
            None => return item,
        }
    }
}

/// The name that `text` begins with.
fn name(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())]
}

/// The type that the line `impl … {` is about, unless it is about a trait of it.
fn implemented(line: &str) -> Option<&str> {
    let mut rest = line.strip_prefix("impl")?;
    if rest.starts_with('<') {
        let mut depth = 0;
        let end = rest.find(|c| {
            depth += i32::from(c == '<') - i32::from(c == '>');
            depth == 0
        })?;
        rest = &rest[end + 1..];
    }
    (!rest.contains(" for ")).then(|| name(rest.trim_start()))
}

/// Adds the types that `code` of the module `at` declares to `sizes`, and the methods that it gives
/// to types to `methods`.
fn measure(
    at: &Module,
    code: &str,
    sizes: &mut BTreeMap<(String, Module), Size>,
    methods: &mut Vec<(String, Module, usize)>,
) {
    let mut is_format = false;
    let mut lines = code.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("#[") {
            is_format |=
                ["Args", "Parser", "Serialize"].iter().any(|derived| line.contains(derived))
                    || line.contains("Deserialize");
            continue;
        }
        let declared = item(line);
        let kind = ["struct ", "enum "].iter().find_map(|kind| declared.strip_prefix(kind));
        let implements = implemented(line);
        if kind.is_none() && implements.is_none() {
            // An attribute may go on for several lines.
            is_format &= !line.is_empty();
            continue;
        }
        let mut inside = Vec::new();
        if !line.ends_with([';', '}']) {
            inside.extend(lines.by_ref().take_while(|line| !line.starts_with('}')));
        }
        let own = inside.iter().filter_map(|line| line.strip_prefix("    "));
        let own: Vec<&str> = own.filter(|line| !line.starts_with(' ')).map(item).collect();
        if let Some(declared) = kind {
            let is_field = |line: &&&str| line[name(line).len()..].starts_with(": ");
            let fields = own.iter().filter(is_field).count();
            let size = Size { methods: 0, fields, is_format };
            sizes.insert((name(declared).to_owned(), at.clone()), size);
        }
        if let Some(implements) = implements {
            let count = own.iter().filter(|line| line.starts_with("fn ")).count();
            methods.push((implements.to_owned(), at.clone(), count));
        }
        is_format = false;
    }
}

/// Returns the sizes of the types of the crate at `root`. Of two types of one name, methods are
/// those of the one that is declared nearest.
fn sizes(root: &Path) -> BTreeMap<(String, Module), Size> {
    let (mut files, mut sizes, mut methods) = (Vec::new(), BTreeMap::new(), Vec::new());
    sources(root, &mut files);
    for file in files {
        let code = code(&fs::read_to_string(&file).unwrap());
        measure(&module(root, &file), &code, &mut sizes, &mut methods);
    }
    for (name, at, count) in methods {
        let near =
            |(_, module): &(String, Module)| module.iter().zip(&at).filter(|(a, b)| a == b).count();
        let known: Vec<_> = sizes.keys().filter(|(other, _)| *other == name).cloned().collect();
        if let Some(nearest) = known.into_iter().max_by_key(near) {
            sizes.entry(nearest).or_default().methods += count;
        }
    }
    sizes
}

#[test]
fn types_hold_at_most_60_methods_and_12_fields() {
    let (mut larger, mut wrong) = (BTreeSet::new(), Vec::new());
    for root in crates() {
        for ((name, at), size) in sizes(&root) {
            if size.is_within(MOST_METHODS, MOST_FIELDS) {
                continue;
            }
            let allowed = LARGER.iter().find(|(other, ..)| *other == name);
            if allowed.is_none_or(|&(_, methods, fields)| {
                !size.is_within(methods.max(MOST_METHODS), fields.max(MOST_FIELDS))
            }) {
                wrong.push(format!("{}, {}: {name} has {size:?}", root.display(), at.join("::")));
            }
            larger.insert(name);
        }
    }
    wrong.extend(
        LARGER
            .iter()
            .filter(|(name, ..)| !larger.contains(*name))
            .map(|(name, ..)| format!("{name} is no larger than others any more")),
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn methods_and_fields_of_types_are_counted() {
    let code = "\
#[derive(Clone)]
pub struct A<'a> {
    pub(crate) b: u8,
    c: Vec<&'a str>,
}

#[derive(Deserialize)]
struct D(u8);

impl<'a, T: Into<Vec<u8>>> A<'a> {
    pub(super) const fn e() {
        fn inner() {}
    }
    fn f() {}
}

impl Clone for A<'_> {
    fn clone(&self) {}
}
";
    let (mut sizes, mut methods) = (BTreeMap::new(), Vec::new());
    measure(&Vec::new(), code, &mut sizes, &mut methods);
    let size = |name: &str| sizes[&(name.to_owned(), Vec::new())];
    assert_eq!(size("A"), Size { methods: 0, fields: 2, is_format: false });
    assert_eq!(size("D"), Size { methods: 0, fields: 0, is_format: true });
    assert_eq!(methods, [("A".to_owned(), Vec::new(), 2)]);
}

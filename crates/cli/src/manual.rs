//! Completions for shells and manual pages.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use clap_complete::Shell;
use tetralith_files::{Existing, FileError, shown};

use crate::error::CommandError;

/// Arguments of `completions`.
#[derive(Clone, Debug, Args)]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

/// Arguments of `man`.
#[derive(Clone, Debug, Args)]
pub struct ManArgs {
    /// Write a page for each command into this directory; by default write the program's page to
    /// standard output.
    #[arg(value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

/// Writes the script to `out` that completes the command line of `program` in a shell.
///
/// # Errors
/// [`CommandError`] if `out` fails.
pub fn completions(
    mut program: clap::Command,
    args: &CompletionsArgs,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let name = program.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, &name, &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    match args.shell {
        Shell::Bash => script = with_files(&with_one_name(&script, &name)),
        Shell::Fish => script = with_values(&script, &program, &name),
        _ => {}
    }
    out.write_all(script.as_bytes())?;
    Ok(out.flush()?)
}

/// The completions for bash, with one name for each command: where the name of the program has a
/// hyphen, `clap_complete` takes it for the end of a command in one of two places.
fn with_one_name(script: &str, program: &str) -> String {
    let [split, whole] = ["__subcmd__", "__"].map(|hyphen| program.replace('-', hyphen));
    script.replace(&format!(" {split}__subcmd__"), &format!(" {whole}__subcmd__"))
}

/// The completions for fish, with the words that a command takes before its options, such as games,
/// and with the values of an option that has no value yet; `clap_complete` offers neither.
fn with_values(script: &str, program: &clap::Command, name: &str) -> String {
    let mut written = script.replace("    or return\n", "    or return 0\n");
    let using = format!("__fish_{}_using_subcommand", name.replace('-', "_"));
    for command in program.get_subcommands().filter(|command| command.get_name() != "help") {
        let seen = format!("{using} {}", command.get_name());
        written.extend(words_of(command, name, &seen));
        for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
            let seen = format!("{seen}; and __fish_seen_subcommand_from {}", inner.get_name());
            written.extend(words_of(inner, name, &seen));
        }
    }
    written
}

/// The line that offers in fish the words that `command` takes, if it is `seen` and takes any.
fn words_of(command: &clap::Command, program: &str, seen: &str) -> Option<String> {
    let words: Vec<String> = command
        .get_positionals()
        .flat_map(clap::Arg::get_possible_values)
        .map(|word| word.get_name().to_owned())
        .collect();
    let line = format!("complete -c {program} -n \"{seen}\" -f -a \"{}\"\n", words.join(" "));
    (!words.is_empty()).then_some(line)
}

/// The completions for bash, where commands that take nothing but options and files complete files
/// too: what is left empty there the shell fills with files, but `clap_complete` offers the
/// options, and a dash is completed.
fn with_files(script: &str) -> String {
    let mut are_options = false;
    let mut written = String::with_capacity(script.len());
    for line in script.lines() {
        let words = line.trim().strip_prefix("opts=\"").and_then(|words| words.strip_suffix('"'));
        if let Some(words) = words {
            are_options = words.split_whitespace().all(|word| word.starts_with('-'));
        }
        let is_offer = line.starts_with("            COMPREPLY=( $(compgen -W");
        match line.split_once(" || ${COMP_CWORD} -eq ") {
            Some((head, _)) if are_options => written.extend([head, " ]] ; then\n"]),
            _ if are_options && is_offer => {}
            _ => written.extend([line, "\n"]),
        }
    }
    written
}

/// The variables and files that a program reads, for its manual pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Surroundings {
    /// Each variable with a sentence.
    pub variables: &'static [(&'static str, &'static str)],
    /// A sentence about the files; empty if there are none.
    pub files: &'static str,
}

/// Writes a manual page for `program` and one for each command into a directory, which is made if
/// need be, or the program's to `out`.
///
/// # Errors
/// [`CommandError`] if the directory or a page cannot be written, or `out` fails.
pub fn man(
    program: clap::Command,
    surroundings: &Surroundings,
    args: &ManArgs,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    // The page of a command shows what its --help would.
    let mut program = program.disable_help_subcommand(true);
    // Fills in what commands share and gives each its full name.
    program.build();
    let Some(dir) = &args.dir else {
        out.write_all(&page(&program, &program, "", surroundings)?)?;
        return Ok(out.flush()?);
    };
    if dir.is_file() {
        let why = format_args!("{} is a file; name a directory for the pages", shown(dir));
        return Err(CommandError::input(why));
    }
    fs::create_dir_all(dir).map_err(|source| FileError::Write { path: dir.clone(), source })?;
    let pages = pages(&program, surroundings)?;
    let pages: Vec<_> = pages.into_iter().map(|(name, page)| (dir.join(name), page)).collect();
    // Either all pages are of this version, or nothing is changed.
    for (path, page) in &pages {
        check_page(path, page)?;
    }
    for (path, page) in pages {
        tetralith_files::write(&path, page, Existing::Replace)?;
    }
    Ok(())
}

/// Checks that `page` can be written to `path`.
///
/// # Errors
/// [`CommandError`] if what is there is no manual page of this program, or cannot be replaced.
fn check_page(path: &Path, page: &[u8]) -> Result<(), CommandError> {
    if path.is_symlink() {
        return Err(CommandError::input(format_args!(
            "{} is a link to another file; remove it, or name another directory",
            shown(path)
        )));
    }
    tetralith_files::check_place(path)?;
    if !tetralith_files::takes(path, |head| heading(head) == heading(page))? {
        return Err(CommandError::input(format_args!(
            "{} is not a manual page of this program; remove it, or name another directory",
            shown(path)
        )));
    }
    Ok(())
}

/// The names of the files for the pages of `program` and of its commands, with the pages.
fn pages(
    program: &clap::Command,
    surroundings: &Surroundings,
) -> Result<Vec<(String, Vec<u8>)>, CommandError> {
    let mut pages = Vec::new();
    let mut commands = vec![(program, String::new())];
    while let Some((command, shared)) = commands.pop() {
        let name = command.get_display_name().unwrap_or(command.get_name());
        pages.push((format!("{name}.1"), page(command, program, &shared, surroundings)?));
        // The statuses of a group of commands are those of its commands.
        let is_group = command.get_name() != program.get_name();
        let shared = own_status(command).filter(|_| is_group).unwrap_or_default();
        let inner = command.get_subcommands().filter(|command| command.get_name() != "help");
        commands.extend(inner.map(|command| (command, shared.clone())));
    }
    Ok(pages)
}

/// The page of `command`; `shared` is the sentence about exit statuses of a command without one of
/// its own.
fn page(
    command: &clap::Command,
    program: &clap::Command,
    shared: &str,
    surroundings: &Surroundings,
) -> Result<Vec<u8>, CommandError> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    let mut sections = String::from(".SH \"EXIT STATUS\"\n");
    let is_program = command.get_name() == program.get_name();
    // The sentence of the program has all of them.
    entries(if is_program { &[] } else { &STATUSES }, &mut sections);
    let status = own_status(command).unwrap_or_else(|| shared.to_owned());
    if !status.is_empty() {
        sections.extend([".PP\n", &status, "\n"]);
    }
    if !surroundings.variables.is_empty() {
        sections.push_str(".SH ENVIRONMENT\n");
        entries(surroundings.variables, &mut sections);
    }
    if !surroundings.files.is_empty() {
        sections.extend([".SH FILES\n", surroundings.files, "\n"]);
    }
    if !is_program {
        let program = program.get_name().replace('-', "\\-");
        sections.extend([".SH \"SEE ALSO\"\n\\fB", &program, "\\fR(1)\n"]);
    }
    Ok(with_sections(&String::from_utf8_lossy(&page), &sections).into_bytes())
}

/// The name and section in the heading of a manual page, the same in every version; `None` if
/// `text` is no page.
fn heading(text: &[u8]) -> Option<Vec<&[u8]>> {
    let heading = text.split(|byte| *byte == b'\n').find_map(|line| line.strip_prefix(b".TH "))?;
    let words = heading.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    Some(words.take(2).collect())
}

/// The exit statuses of every command.
const STATUSES: [(&str, &str); 3] = [
    ("0", "Done."),
    ("1", "The input is wrong: an illegal move, a damaged record, a missing file."),
    ("2", "The command line is wrong."),
];

/// The beginning of the sentence about exit statuses in the help of a command.
const STATUS: &str = "Exit status: ";

/// The sentence about exit statuses in the help of `command`, as a manual page has it.
fn own_status(command: &clap::Command) -> Option<String> {
    let help = command.get_after_help()?.to_string();
    let sentence = help.split("\n\n").find_map(|block| block.trim().strip_prefix(STATUS))?;
    let words: Vec<&str> = sentence.split_whitespace().collect();
    Some(words.join(" ").replace('-', "\\-"))
}

/// Adds words with their meanings to `page`.
fn entries(entries: &[(&str, &str)], page: &mut String) {
    for (word, meaning) in entries {
        page.extend([".TP\n\\fB", word, "\\fR\n", meaning, "\n"]);
    }
}

/// `page` with the help after the options in sections of their own, examples as they are, and these
/// `sections` that manual pages usually end with.
fn with_sections(page: &str, sections: &str) -> String {
    let (head, behind) = page.split_once(".SH EXTRA\n").unwrap_or((page, ""));
    let (extra, tail) =
        behind.find(".SH ").map_or((behind, ""), |section| behind.split_at(section));
    let (mut examples, mut notes) = (String::new(), String::new());
    for block in extra.split("\n\n").map(|block| block.trim_matches('\n')) {
        if let Some(lines) = block.strip_prefix("Example") {
            let lines = lines.split_once('\n').map_or("", |(_, lines)| lines);
            examples.extend([lines, "\n"]);
        } else if !block.starts_with(STATUS) && !block.is_empty() {
            notes.extend([".PP\n", block, "\n"]);
        }
    }
    let mut page = head.to_owned();
    if !notes.is_empty() {
        page.extend([".SH NOTES\n", &notes]);
    }
    if !examples.is_empty() {
        page.extend([".SH EXAMPLES\n.nf\n", &examples, ".fi\n"]);
    }
    page + sections + tail
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(shell: Shell) -> String {
        let game = clap::Arg::new("game").value_parser(["chess", "draughts"]);
        let program = clap::Command::new("two-words")
            .arg(clap::Arg::new("theme").long("theme").value_parser(["dark", "light"]))
            .subcommand(clap::Command::new("count").arg(game.clone()))
            .subcommand(
                clap::Command::new("train").subcommand(clap::Command::new("fit").arg(game)),
            );
        let mut out = Vec::new();
        completions(program, &CompletionsArgs { shell }, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn bash_knows_each_command_by_one_name() {
        let script = script(Shell::Bash);
        let names: Vec<&str> = script
            .lines()
            .filter_map(|line| line.trim().strip_prefix("cmd=\"")?.strip_suffix('"'))
            .filter(|name| !name.is_empty())
            .collect();
        assert!(names.contains(&"two__words__subcmd__train__subcmd__fit"), "{names:?}");
        for name in names {
            assert!(script.contains(&format!("        {name})\n")), "{name}: {script}");
        }
    }

    #[test]
    fn fish_offers_games_and_the_values_of_an_option_at_its_end() {
        let script = script(Shell::Fish);
        let using = "complete -c two-words -n \"__fish_two_words_using_subcommand";
        let games = "-f -a \"chess draughts\"";
        assert!(script.contains(&format!("{using} count\" {games}\n")), "{script}");
        let inner = "train; and __fish_seen_subcommand_from fit";
        assert!(script.contains(&format!("{using} {inner}\" {games}\n")), "{script}");
        assert!(script.contains("    or return 0\n"), "{script}");
    }

    fn write_pages(dir: &Path) -> Result<(), CommandError> {
        let program = clap::Command::new("two").subcommand(clap::Command::new("count"));
        let args = ManArgs { dir: Some(dir.to_owned()) };
        man(program, &Surroundings::default(), &args, &mut Vec::new())
    }

    #[test]
    fn pages_replace_pages_and_empty_files() {
        let dir = tempfile::tempdir().unwrap();
        let [program, count] = ["two.1", "two-count.1"].map(|name| dir.path().join(name));
        write_pages(dir.path()).unwrap();
        let page = fs::read(&count).unwrap();
        fs::write(&count, "").unwrap();
        write_pages(dir.path()).unwrap();
        assert_eq!(fs::read(&count).unwrap(), page);
        // The other page is as it was.
        fs::write(&program, ".TH two 1 \"an earlier version\"").unwrap();
        fs::write(&count, "notes").unwrap();
        let error = write_pages(dir.path()).unwrap_err().to_string();
        assert!(error.contains("two-count.1 is not a manual page of this program"), "{error}");
        let there = [&program, &count].map(|path| fs::read_to_string(path).unwrap());
        assert_eq!(there, [".TH two 1 \"an earlier version\"", "notes"]);
        fs::remove_file(&count).unwrap();
        write_pages(dir.path()).unwrap();
        assert!(fs::read_to_string(&program).unwrap().contains("count"));
    }

    #[test]
    #[cfg(unix)]
    fn a_pipe_in_the_place_of_a_page_is_refused_at_once() {
        let dir = tempfile::tempdir().unwrap();
        let pipe = dir.path().join("two.1");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let error = write_pages(dir.path()).unwrap_err().to_string();
        assert!(error.ends_with("two.1 is not a regular file; name one, or a new path"), "{error}");
        assert!(!dir.path().join("two-count.1").exists());
    }
}

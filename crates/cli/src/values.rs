//! Values that several commands take.

use std::any::TypeId;
use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use tetralith_engine::{Level, PlayingStyle};

/// A parser of whole numbers in `range`.
pub fn count<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: TryFrom<u64> + Display + Copy + PartialOrd + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse::<u64>().ok().and_then(|number| T::try_from(number).ok());
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            format!("use a whole number from {least} to {most}")
        })
    }
}

/// A parser that suggests some values: shells complete those, and others are taken too.
#[derive(Clone, Debug)]
pub struct Suggested<P> {
    parser: P,
    values: Vec<&'static str>,
}

/// The values of `parser`, with these for shells to complete.
pub fn suggested<P>(parser: P, values: impl IntoIterator<Item = &'static str>) -> Suggested<P> {
    Suggested { parser, values: values.into_iter().collect() }
}

impl<P: TypedValueParser> TypedValueParser for Suggested<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        self.parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.values.iter().map(PossibleValue::new)))
    }
}

/// Reads `words`, the program's name first, by what `command` takes and the rules that hold for all
/// values of its arguments.
///
/// A hyphen before a digit or a point begins the value of an option, such as `-5m` or `-.5`, and no
/// option. A file or a directory is not called `-`, but for the arguments called one of `streams`,
/// which may mean standard input or output. Otherwise a file of that name would be read or written,
/// which is never meant.
///
/// # Errors
/// The error of clap.
pub fn read_words<T: Into<OsString>>(
    command: clap::Command,
    streams: &'static [&'static str],
    words: impl IntoIterator<Item = T>,
) -> Result<clap::ArgMatches, clap::Error> {
    let words: Vec<OsString> = words.into_iter().map(Into::into).collect();
    with_value_rules(command, streams, &words).try_get_matches_from(words)
}

/// True for a word that begins with a hyphen and is no option.
fn is_negative(word: &OsStr) -> bool {
    matches!(word.as_encoded_bytes(), [b'-', b'0'..=b'9' | b'.', ..])
}

fn with_value_rules(
    command: clap::Command,
    streams: &'static [&'static str],
    words: &[OsString],
) -> clap::Command {
    command
        .mut_args(|arg| {
            // Clap takes either every such word for a value or none, so it is asked to only where
            // one follows. Of an option with several values it would take all words to the end.
            let has_one = arg.get_num_args().is_none_or(|count| count.max_values() <= 1);
            let option = arg.get_long().map(|name| OsString::from(format!("--{name}")));
            let is_negative = option.filter(|_| has_one).is_some_and(|option| {
                words.windows(2).any(|two| two[0] == option && is_negative(&two[1]))
            });
            let arg = if is_negative { arg.allow_hyphen_values(true) } else { arg };
            let is_path = arg.get_value_parser().type_id() == TypeId::of::<PathBuf>();
            if !is_path || streams.contains(&arg.get_id().as_str()) {
                return arg;
            }
            arg.value_parser(PathBufValueParser::new().try_map(|path| {
                if path.as_os_str() == "-" {
                    return Err("'-' cannot be used here; name a file");
                }
                Ok(path)
            }))
        })
        .mut_subcommands(|command| with_value_rules(command, streams, words))
}

/// A time in seconds, more than none and at most an hour.
///
/// # Errors
/// One sentence that states what is needed.
pub fn seconds(text: &str) -> Result<Duration, String> {
    seconds_up_to(3_600, text)
}

/// A time in seconds, more than none and at most a thousand hours.
///
/// # Errors
/// One sentence that states what is needed.
pub fn long_seconds(text: &str) -> Result<Duration, String> {
    seconds_up_to(3_600_000, text)
}

fn seconds_up_to(most: u32, text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .filter(|seconds: &f64| *seconds > 0.0 && *seconds <= f64::from(most))
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| format!("use a time in seconds such as 0.5, above 0 and at most {most}"))
}

/// The names of all levels, in a sentence.
pub fn levels() -> String {
    Level::ALL.map(|level| level.id).join(", ")
}

/// The styles of play as they are written after a level's name, in a sentence.
pub const STYLES: &str =
    "Levels from learner to hard also have styles: medium-solid, medium-loose, medium-greedy.";

/// Parses the name of a level, in any style of play.
pub fn level_parser() -> impl TypedValueParser<Value = &'static Level> {
    let value =
        |level: &Level| PossibleValue::new(level.id).hide(level.style != PlayingStyle::Even);
    PossibleValuesParser::new(Level::in_all_styles().map(value))
        .try_map(|id| Level::from_id(&id).ok_or("not a level"))
}

#[cfg(test)]
mod tests {
    use clap::{Arg, Command};

    use super::*;

    fn read(words: &[&str]) -> Result<String, clap::Error> {
        let command = Command::new("play")
            .arg(Arg::new("time").long("time").value_name("TIME"))
            .arg(Arg::new("komi").long("komi"))
            .arg(Arg::new("rest").long("rest").num_args(1..).allow_hyphen_values(true))
            .arg(Arg::new("in").long("in").num_args(1..))
            .arg(Arg::new("room").long("room"));
        let matches = read_words(command, &[], ["play"].iter().chain(words))?;
        let values = ["time", "komi"].map(|name| matches.get_one::<String>(name).cloned());
        Ok(values.into_iter().flatten().collect())
    }

    #[test]
    fn negative_values_are_no_options() {
        for value in ["-5m", "-5", "-.5", "-5,5", "-1e3"] {
            for option in ["--time", "--komi"] {
                assert_eq!(read(&[option, value, "--room", "x"]).unwrap(), value);
                assert_eq!(read(&["--room", "x", option, value]).unwrap(), value);
            }
        }
        assert_eq!(read(&["--time", "-5m", "--rest", "sh", "--komi", "-.5"]).unwrap(), "-5m");
    }

    #[test]
    fn options_are_no_values() {
        assert_eq!(read(&["--in", "a", "b", "--komi", "-.5"]).unwrap(), "-.5");
        let refused = read(&["--in", "-1", "--komi", "-.5"]).unwrap_err().to_string();
        assert!(refused.contains("'-1'"), "{refused}");
        for option in ["--time", "--komi"] {
            let refused = read(&[option, "--room", "x"]).unwrap_err().to_string();
            assert!(refused.contains(&format!("a value is required for '{option}")), "{refused}");
        }
    }
}

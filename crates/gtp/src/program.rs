//! The command that starts a program.

use std::fmt;
use std::time::Duration;

use tetralith_core::text::display_text;

/// The beginning of a player that is a program.
const PREFIX: &str = "cmd";

/// The longest time for a move, in seconds.
const LONGEST: u32 = 3600;

/// The most characters that are shown of a program's command and of what it answers.
pub(crate) const LONGEST_NAME: usize = 80;

/// A program that speaks GTP, as it is written: `cmd:PROGRAM ARGUMENTS`, perhaps with a time for
/// each move, `cmd,time=0.2:PROGRAM`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GtpProgram {
    text: String,
    pub(crate) command: Vec<String>,
    pub(crate) time: Option<Duration>,
}

impl GtpProgram {
    /// Reads a program, whose words are split and quoted as in a Unix shell; `None` if `text` does
    /// not begin as one.
    ///
    /// # Errors
    /// One sentence that states what is wrong with `text`.
    pub fn parse(text: &str) -> Option<Result<Self, String>> {
        let (head, command) = text.split_once(':')?;
        let limit = head.strip_prefix(PREFIX)?;
        if limit.is_empty() {
            return Some(Self::read(text, command, None));
        }
        let limit = limit.strip_prefix(',')?;
        let time = limit
            .strip_prefix("time=")
            .and_then(|number| number.parse().ok())
            .filter(|&seconds: &f64| seconds > 0.0 && seconds <= f64::from(LONGEST))
            .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Some(match time {
            Some(time) => Self::read(text, command, Some(time)),
            None => Err(format!(
                "'{limit}' is not a budget for a program; use a time in seconds above 0 and at \
                 most {LONGEST}, such as 'cmd,time=0.2:'"
            )),
        })
    }

    /// Reads the bare `command` of a program.
    ///
    /// # Errors
    /// One sentence that states what is wrong with it.
    pub fn of_command(command: &str) -> Result<Self, String> {
        Self::parse(command)
            .unwrap_or_else(|| Self::read(&format!("{PREFIX}:{command}"), command, None))
    }

    /// The words of a line, quoted as in a Unix shell; `None` if a quote is not closed.
    pub fn words(line: &str) -> Option<Vec<String>> {
        shell_words::split(line).ok()
    }

    fn read(text: &str, command: &str, time: Option<Duration>) -> Result<Self, String> {
        let words = Self::words(command)
            .ok_or_else(|| format!("'{text}' is not a player: a quote is not closed"))?;
        if words.is_empty() {
            return Err("'cmd:' needs a program, such as 'cmd:tetralith gtp necklace'".to_owned());
        }
        Ok(Self { text: text.to_owned(), command: words, time })
    }

    /// The word that starts it, safe to show.
    pub fn title(&self) -> String {
        display_text(&self.command[0]).chars().take(LONGEST_NAME).collect()
    }
}

impl fmt::Display for GtpProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_program_are_split_as_a_shell_does() {
        let text = r#"cmd:sh -c "exec 'my engine' $1" two\ words"#;
        let program = GtpProgram::parse(text).expect("it begins as one").expect("it is one");
        assert_eq!(program.command, ["sh", "-c", "exec 'my engine' $1", "two words"]);
        assert_eq!((program.to_string().as_str(), program.title().as_str()), (text, "sh"));
        let bare = GtpProgram::of_command("gnugo --mode gtp").expect("it is one");
        assert_eq!(bare.to_string(), "cmd:gnugo --mode gtp");
        assert_eq!(GtpProgram::of_command(&bare.to_string()), Ok(bare));
    }

    #[test]
    fn other_texts_are_refused_or_left_to_others() {
        for text in ["hard", "uct:sims=10", "command:x", "cmdr:x"] {
            assert_eq!(GtpProgram::parse(text), None, "{text}");
        }
        for text in ["cmd:", "cmd:'x", "cmd,time=0:x", "cmd,sims=10:x", "cmd,time=1:"] {
            let error = GtpProgram::parse(text).expect("it begins as one").expect_err(text);
            assert!(error.contains('\''), "{error}");
        }
        for text in ["cmd,time=4000:x", "cmd,time=0:x"] {
            let error = GtpProgram::parse(text).expect("it begins as one").expect_err(text);
            assert!(error.contains("seconds above 0 and at most 3600"), "{error}");
        }
    }
}

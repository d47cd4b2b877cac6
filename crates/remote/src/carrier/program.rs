//! Programs whose input and output carry a game, `ssh` among them.

use std::fmt;
use std::io::{self, Read, Write};
use std::process::{Child, Command};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tetralith_core::text::display_text;

use super::{CarrierError, Closer, GuestRole, Stream};

/// The most bytes that are kept of what a program writes to its standard error.
const MAX_SAID: usize = 4096;

/// The time that a program has to pass on the last that was written to it.
const LINGER: Duration = Duration::from_secs(1);

/// The time between checks whether a program has ended.
const BEAT: Duration = Duration::from_millis(5);

/// A program that carries a game.
pub struct CarrierProgram {
    /// The program, until it has ended.
    child: Mutex<Option<Child>>,
    /// The last of what it has written to its standard error.
    said: Mutex<Vec<u8>>,
    ends: Ends,
}

impl fmt::Debug for CarrierProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").field("child", &self.child).finish_non_exhaustive()
    }
}

/// The streams of a program, our ends of them.
struct Streams {
    input: Box<dyn Write + Send>,
    output: Box<dyn Read + Send>,
    errors: Box<dyn Read + Send>,
    ends: Ends,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts the program of `words`; one that is `quiet` shall ask for nothing.
pub(super) fn start(words: &[String], quiet: bool) -> Result<Stream, CarrierError> {
    let (program, arguments) = words.split_first().ok_or_else(|| CarrierError::Program {
        program: "nothing".to_owned(),
        source: io::ErrorKind::InvalidInput.into(),
    })?;
    let failed = |source| CarrierError::Program { program: program.clone(), source };
    let mut command = Command::new(program);
    command.args(arguments);
    if quiet {
        // Its questions would not be seen.
        command.env("SSH_ASKPASS_REQUIRE", "never");
    }
    let (child, Streams { input, output, mut errors, ends }) = spawn(command).map_err(failed)?;
    let program =
        Arc::new(CarrierProgram { child: Mutex::new(Some(child)), said: Mutex::default(), ends });
    let closer = Closer::Program(Arc::clone(&program));
    // It ends with the program.
    let listen = move || {
        let mut bytes = [0; 1024];
        while let Ok(count @ 1..) = errors.read(&mut bytes) {
            let mut said = lock(&program.said);
            said.extend_from_slice(&bytes[..count]);
            let surplus = said.len().saturating_sub(MAX_SAID);
            said.drain(..surplus);
        }
    };
    if let Err(error) = thread::Builder::new().name("program".to_owned()).spawn(listen) {
        closer.close();
        return Err(failed(error));
    }
    Ok(Stream { reader: output, writer: input, closer, part: GuestRole::Player })
}

impl CarrierProgram {
    /// Ends the program and its streams, even if programs that it started still hold the streams.
    pub(super) fn close(&self) {
        shut(&self.ends);
        let Some(mut child) = lock(&self.child).take() else { return };
        let _ = child.kill();
        if !matches!(child.try_wait(), Ok(Some(_))) {
            // A thread waits for a program that does not end at once; if none can be started, it
            // ends with this program.
            let _ = thread::Builder::new().name("end".to_owned()).spawn(move || child.wait());
        }
    }

    /// Lets it pass on what was written to it, for a moment, before it is ended.
    pub(super) fn finish(&self) {
        end_input(&self.ends);
        let began = Instant::now();
        while began.elapsed() < LINGER {
            match lock(&self.child).as_mut().map(Child::try_wait) {
                Some(Ok(None)) => {}
                _ => break,
            }
            thread::sleep(BEAT);
        }
        self.close();
    }

    /// The last line that it has written to its standard error, safe to show.
    pub(super) fn said(&self) -> String {
        let said = lock(&self.said);
        let text = String::from_utf8_lossy(&said);
        display_text(text.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default())
    }
}

#[cfg(unix)]
use sockets::{Ends, end_input, shut, spawn};

/// Sockets as the streams of a program: a socket can be given up, after a time or by another
/// thread, and a pipe cannot.
#[cfg(unix)]
mod sockets {
    use std::io;
    use std::net::Shutdown;
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;
    use std::process::{Child, Command};

    use super::Streams;
    use crate::carrier::UNREAD;

    /// Our ends of the program's input, output and standard error.
    pub(super) type Ends = [UnixStream; 3];

    pub(super) fn spawn(mut command: Command) -> io::Result<(Child, Streams)> {
        let [(input, stdin), (output, stdout), (errors, stderr)] =
            [UnixStream::pair()?, UnixStream::pair()?, UnixStream::pair()?];
        input.set_write_timeout(Some(UNREAD))?;
        let [stdin, stdout, stderr] = [stdin, stdout, stderr].map(OwnedFd::from);
        let child = command.stdin(stdin).stdout(stdout).stderr(stderr).spawn()?;
        // The command has the other ends too, and nothing would be seen to end.
        drop(command);
        let ends = [input.try_clone()?, output.try_clone()?, errors.try_clone()?];
        Ok((
            child,
            Streams {
                input: Box::new(input),
                output: Box::new(output),
                errors: Box::new(errors),
                ends,
            },
        ))
    }

    pub(super) fn end_input(ends: &Ends) {
        // A program that has ended stays ended.
        let _ = ends[0].shutdown(Shutdown::Write);
    }

    pub(super) fn shut(ends: &Ends) {
        for end in ends {
            let _ = end.shutdown(Shutdown::Both);
        }
    }
}

#[cfg(not(unix))]
use pipes::{Ends, end_input, shut, spawn};

/// Pipes as the streams of a program, which end with it.
#[cfg(not(unix))]
mod pipes {
    use std::io;
    use std::process::{Child, Command, Stdio};

    use super::Streams;

    pub(super) type Ends = ();

    pub(super) fn spawn(mut command: Command) -> io::Result<(Child, Streams)> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let missing = || io::Error::from(io::ErrorKind::BrokenPipe);
        let input = Box::new(child.stdin.take().ok_or_else(missing)?);
        let output = Box::new(child.stdout.take().ok_or_else(missing)?);
        let errors = Box::new(child.stderr.take().ok_or_else(missing)?);
        Ok((child, Streams { input, output, errors, ends: () }))
    }

    pub(super) fn end_input((): &Ends) {}

    pub(super) fn shut((): &Ends) {}
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::{self, OpenOptions};
    use std::path::Path;

    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn a_program_carries_lines_and_its_last_words_are_known() {
        let script = "read line; echo \"got $line\"; echo 'oh \u{1b}[2Jno' >&2";
        let mut stream = start(&words(&["sh", "-c", script]), true).unwrap();
        stream.writer.write_all(b"e5\n").unwrap();
        let mut text = String::new();
        stream.reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "got e5\n");
        while stream.closer.said().is_empty() {
            thread::yield_now();
        }
        stream.closer.close();
        assert_eq!(stream.closer.said(), "oh \u{fffd}[2Jno");
        let missing = start(&words(&["no-such-program"]), true);
        assert!(missing.unwrap_err().to_string().starts_with("no-such-program cannot be started"));
    }

    #[test]
    fn final_lines_are_passed_on_before_a_program_ends() {
        let dir = tempfile::tempdir().unwrap();
        let heard = dir.path().join("heard");
        let script = "while read line; do echo \"$line\" >> \"$1\"; done";
        let mut stream =
            start(&words(&["sh", "-c", script, "sh", heard.to_str().unwrap()]), true).unwrap();
        let lines = "bye\n".repeat(100);
        stream.writer.write_all(lines.as_bytes()).unwrap();
        stream.closer.finish();
        assert_eq!(fs::read_to_string(&heard).unwrap(), lines);
    }

    /// A program that reads nothing, and whose streams another one has, too, which outlives it
    /// until the pipe is written to.
    fn stuck(pipe: &Path) -> Stream {
        assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
        start(
            &words(&["sh", "-c", "cat \"$1\" <&0 & echo up; wait", "sh", pipe.to_str().unwrap()]),
            true,
        )
        .unwrap()
    }

    #[test]
    fn stuck_programs_are_not_waited_for() {
        let dir = tempfile::tempdir().unwrap();
        let pipe = dir.path().join("pipe");
        let Stream { mut reader, mut writer, closer, .. } = stuck(&pipe);
        let mut up = [0; 3];
        reader.read_exact(&mut up).unwrap();
        let Closer::Program(program) = &closer else { panic!() };
        assert_eq!(program.ends[0].write_timeout().unwrap(), Some(crate::carrier::UNREAD));
        let write = thread::spawn(move || writer.write_all(&vec![0; 64 << 20]));
        let read = thread::spawn(move || reader.read(&mut [0; 1]));
        closer.close();
        assert!(write.join().unwrap().is_err());
        assert_eq!(read.join().unwrap().unwrap(), 0);
        drop(OpenOptions::new().write(true).open(&pipe).unwrap());
    }
}

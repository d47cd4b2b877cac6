//! Prints what a terminal sends, until Ctrl-C: `cargo run -p tetralith-terminput --example keys`.

#[cfg(unix)]
fn main() -> std::io::Result<()> {
    use std::io::{self, Write as _};
    use std::time::Instant;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
    use tetralith_terminput::{Decoder, Input, KeyCode, KeyEvent, KeyModifiers};

    let end = Input::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    let (stdin, mut stdout) = (io::stdin(), io::stdout());
    let before = tcgetattr(&stdin)?;
    let mut raw = before.clone();
    raw.make_raw();
    tcsetattr(&stdin, OptionalActions::Now, &raw)?;
    // Pastes with marks around them, the mouse, focus, and three questions.
    stdout.write_all(b"\x1b[?2004h\x1b[?1003;1006h\x1b[?1004h\x1b]11;?\x07\x1b[16t\x1b[c")?;
    stdout.flush()?;
    let mut decoder = Decoder::default();
    'reading: loop {
        let patience =
            decoder.deadline().map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let patience = patience.and_then(|patience| Timespec::try_from(patience).ok());
        let inputs = if poll(&mut [PollFd::new(&stdin, PollFlags::IN)], patience.as_ref())? == 0 {
            decoder.timeout(Instant::now())
        } else {
            let mut bytes = [0; 4096];
            let n = rustix::io::read(&stdin, &mut bytes)?;
            if n == 0 {
                break;
            }
            decoder.feed(&bytes[..n], Instant::now())
        };
        for input in inputs {
            write!(stdout, "{input:?}\r\n")?;
            if input == end {
                break 'reading;
            }
        }
    }
    stdout.write_all(b"\x1b[?1004l\x1b[?1003;1006l\x1b[?2004l")?;
    stdout.flush()?;
    tcsetattr(&stdin, OptionalActions::Now, &before)?;
    Ok(())
}

#[cfg(not(unix))]
fn main() {
    println!("This example reads a terminal as Unix has it.");
}

//! The queue of a session: lines of input and answers of the engine, never more than a bounded
//! number of either.

use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};

use tetralith_engine::SearchAnswer;

use super::line::{Line, read_line};
use tetralith_cli::CommandError;

/// The most lines that are read before the first of them is answered.
///
/// At least one, because the next line ends an analysis; the rest stay with their sender.
const MOST_LINES: usize = 32;

/// The most reports of progress that wait to be written; while the output is not read, further ones
/// are left out.
const MOST_REPORTS: usize = 32;

/// A line of input, its end, or why there is none.
pub(super) type Input = Result<Option<Line>, CommandError>;

/// Something that the session waits for.
pub(super) enum Event {
    /// A line of input, or its end.
    Input(Input),
    /// Something from the engine.
    Thought(SearchAnswer),
}

/// The events of a session, in the order of their coming.
pub(super) struct Queue {
    send: Sender<Event>,
    events: Receiver<Event>,
    /// Input that came while something else was waited for.
    waiting: VecDeque<Input>,
    /// Holds an entry for every line that has been read and not been taken: with [`MOST_LINES`] in
    /// it the reader waits.
    untaken: (SyncSender<()>, Receiver<()>),
    /// Reports that have been sent and not been received.
    reports: Arc<AtomicUsize>,
}

impl Queue {
    pub(super) fn new() -> Self {
        let (send, events) = channel();
        Self {
            send,
            events,
            waiting: VecDeque::new(),
            untaken: sync_channel(MOST_LINES),
            reports: Arc::default(),
        }
    }

    /// Reads `input` in a thread of its own, so that the next command can end an analysis.
    pub(super) fn read(
        &self,
        mut input: impl BufRead + Send + 'static,
    ) -> Result<(), CommandError> {
        let (send, untaken) = (self.send.clone(), self.untaken.0.clone());
        let read = move || {
            loop {
                let line = read_line(&mut input).map_err(CommandError::unreadable);
                let last = !matches!(line, Ok(Some(_)));
                if untaken.send(()).is_err() || send.send(Event::Input(line)).is_err() || last {
                    break;
                }
            }
        };
        std::thread::Builder::new().spawn(read).map(drop).map_err(CommandError::unreadable)
    }

    /// Returns what an engine calls with its answers.
    pub(super) fn listener(&self) -> impl Fn(SearchAnswer) + Send + 'static {
        let (send, reports) = (self.send.clone(), Arc::clone(&self.reports));
        move |answer| {
            if matches!(answer, SearchAnswer::Progress { .. }) {
                if reports.load(Relaxed) >= MOST_REPORTS {
                    return;
                }
                reports.fetch_add(1, Relaxed);
            }
            // Once the session is over there is no receiver.
            let _ = send.send(Event::Thought(answer));
        }
    }

    /// Waits for the next event; `None` if there can be none.
    pub(super) fn next(&self) -> Option<Event> {
        let event = self.events.recv().ok()?;
        if matches!(event, Event::Thought(SearchAnswer::Progress { .. })) {
            self.reports.fetch_sub(1, Relaxed);
        }
        Some(event)
    }

    /// Keeps `input` for when it is asked for.
    pub(super) fn put_off(&mut self, input: Input) {
        self.waiting.push_back(input);
    }

    /// True if input has been put off.
    pub(super) fn has_input(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Takes the next line of input, or its end; `None` if it has no reader left.
    pub(super) fn take_input(&mut self) -> Option<Input> {
        let input = self.waiting.pop_front().or_else(|| {
            std::iter::from_fn(|| self.next()).find_map(|event| match event {
                Event::Input(line) => Some(line),
                // A word of an analysis that has ended.
                Event::Thought(_) => None,
            })
        })?;
        // There is room for another line.
        let _ = self.untaken.1.try_recv();
        Some(input)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, BufReader, Read};

    use tetralith_core::Colour;
    use tetralith_engine::Analysis;

    use super::*;

    /// Lines without end; they count every byte that is read.
    struct Endless(Arc<AtomicUsize>);

    impl Read for Endless {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            // One line a call, so that no more is taken than is asked for.
            let line = b"name\n";
            bytes[..line.len()].copy_from_slice(line);
            self.0.fetch_add(1, Relaxed);
            Ok(line.len())
        }
    }

    #[test]
    fn no_more_lines_are_read_than_may_wait() {
        let read = Arc::new(AtomicUsize::new(0));
        let mut queue = Queue::new();
        queue.read(BufReader::new(Endless(Arc::clone(&read)))).unwrap();
        for taken in 1..=10 * MOST_LINES {
            assert!(matches!(queue.take_input(), Some(Ok(Some(line))) if line.text == "name"));
            // One more may be in the hands of the reader, who waits to put it down.
            assert!(read.load(Relaxed) <= taken + MOST_LINES + 1, "after {taken}");
        }
    }

    #[test]
    fn unread_reports_are_dropped_but_not_the_last_answer() {
        let queue = Queue::new();
        let listener = queue.listener();
        let failed = SearchAnswer::Failed { id: 1, message: String::new() };
        let id = 1;
        let analysis = Analysis::new(Colour::First);
        for _ in 0..10 * MOST_REPORTS {
            listener(SearchAnswer::Progress { id, analysis: analysis.clone() });
        }
        listener(failed);
        for _ in 0..MOST_REPORTS {
            assert!(matches!(queue.next(), Some(Event::Thought(SearchAnswer::Progress { .. }))));
        }
        assert!(matches!(queue.next(), Some(Event::Thought(SearchAnswer::Failed { .. }))));
        listener(SearchAnswer::Progress { id, analysis });
        assert!(matches!(queue.next(), Some(Event::Thought(SearchAnswer::Progress { .. }))));
    }
}

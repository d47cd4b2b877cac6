//! Bytes that may be a record.

use tetralith_core::Record;

use crate::assert_sentence;

/// Checks that what is read can be written and then means the same, and that what is not read is
/// refused in one sentence.
pub(crate) fn run(bytes: &[u8]) {
    let (record, timeline) = match Record::read(bytes) {
        Ok(read) => read,
        Err(error) => return assert_sentence(&error.to_string()),
    };
    let text = record.write(&timeline).expect("what was read can be written");
    let (again, replayed) = Record::read(text.as_bytes()).expect("what was written can be read");
    assert_eq!(timeline.steps(), replayed.steps());
    assert_eq!(timeline.outcome(), replayed.outcome());
    assert_eq!(
        again.write(&replayed).expect("it was written before"),
        text,
        "writing settles at once"
    );
    let line = record.write_line(&timeline).expect("what was read can be written in a line");
    assert!(!line.contains('\n'));
}

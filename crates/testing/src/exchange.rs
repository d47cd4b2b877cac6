//! Bytes that may be a game record of Abstract Play.

use tetralith_storage::exchange;

use crate::assert_sentence;

/// Checks that what is read makes a record of ours, and that what can be written back as one of
/// theirs holds the same game.
pub(crate) fn run(bytes: &[u8]) {
    let _ = exchange::is_abstract_play(bytes);
    let import = match exchange::read(bytes) {
        Ok(import) => import,
        Err(error) => return assert_sentence(&error.to_string()),
    };
    import.left_behind.iter().for_each(|sentence| assert_sentence(sentence));
    let text = import
        .record
        .write(&import.timeline)
        .expect("what was read can be written as a record of ours");
    crate::record::run(text.as_bytes());
    match exchange::write(&import.record, &import.timeline, "2026-01-01T00:00:00Z") {
        Err(error) => assert_sentence(&error.to_string()),
        Ok(export) => {
            let again =
                exchange::read(export.text.as_bytes()).expect("what was written can be read");
            assert_eq!(again.timeline.steps(), import.timeline.steps());
            assert_eq!(again.timeline.outcome(), import.timeline.outcome());
        }
    }
}

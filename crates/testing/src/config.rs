//! Text that may be the file of settings, themes and keys.

use tetralith::settings::{Setting, Settings, edited, read};

use crate::assert_sentence;

/// Checks that what can be read is, that every fault is a sentence with a line of the text, and
/// that writing one value changes no other.
pub(crate) fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (settings, faults) = read(&text);
    let lines = text.bytes().filter(|&byte| byte == b'\n').count() + 1;
    for fault in &faults {
        assert_sentence(&fault.what);
        assert!((1..=lines).contains(&fault.line), "line {} of {lines}", fault.line);
    }
    let setting = Setting::ALL[bytes.len() % Setting::ALL.len()];
    let usual = setting.value(&Settings::default());
    match edited(&text, &[setting.key()], Some(&usual)) {
        Err(error) => assert_sentence(&error.to_string()),
        Ok(changed) => {
            let (again, _) = read(&changed);
            assert_eq!(setting.value(&again), usual, "{setting:?} was written and is not read");
            for other in Setting::ALL.into_iter().filter(|other| *other != setting) {
                assert_eq!(
                    other.value(&again),
                    other.value(&settings),
                    "{other:?} changed with {setting:?}"
                );
            }
        }
    }
}

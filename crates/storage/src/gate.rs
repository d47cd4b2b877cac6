//! A gate that closes when the program ends, so that no file is left half written.

use std::sync::{Arc, Mutex, PoisonError};

/// Lets work through while the program runs: shutting the gate waits for the work under way, and
/// none begins afterwards.
///
/// A thread that is cut off by the end of the program leaves an unfinished file.
#[derive(Clone, Debug, Default)]
pub struct Gate {
    shut: Arc<Mutex<bool>>,
}

impl Gate {
    /// Does `work` and returns what follows from it; `None`, with nothing done, once the gate is
    /// shut.
    pub fn pass<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        let shut = self.shut.lock().unwrap_or_else(PoisonError::into_inner);
        if *shut { None } else { Some(work()) }
    }

    /// Shuts the gate for good, once the work under way is done.
    pub fn shut(&self) {
        *self.shut.lock().unwrap_or_else(PoisonError::into_inner) = true;
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::mpsc::channel;
    use std::thread;

    use super::*;
    use tetralith_files::{Existing, write};

    #[test]
    fn shutting_waits_for_the_file_being_written() {
        let dir = tempfile::tempdir().unwrap();
        let [whole, late] = ["whole.gif", "late.gif"].map(|name| dir.path().join(name));
        let gate = Gate::default();
        let (begun, begins) = channel();
        let (go_on, goes_on) = channel::<()>();
        thread::scope(|threads| {
            let (gate, whole) = (&gate, &whole);
            threads.spawn(move || {
                gate.pass(|| {
                    begun.send(()).unwrap();
                    goes_on.recv().unwrap();
                    write(whole, "all of it", Existing::Keep).unwrap();
                })
            });
            begins.recv().unwrap();
            let ending = threads.spawn(move || {
                gate.shut();
                fs::read_to_string(whole).unwrap()
            });
            go_on.send(()).unwrap();
            assert_eq!(ending.join().unwrap(), "all of it");
        });
        assert_eq!(gate.pass(|| write(&late, "", Existing::Keep).unwrap()), None);
        let left: Vec<_> =
            fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(left, [whole]);
    }
}

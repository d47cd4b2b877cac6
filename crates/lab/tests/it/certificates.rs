//! Certificates of small boards are accepted, and any change of one is refused.

use std::io;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith_core::{Game, OptionKind, Setup, games};
use tetralith_engine::solve::{CertificateError, Content, SolveLimits, SolveTask, Unsolved};
use tetralith_verify::{Certificate, VerifyError, verify};

fn certificate(id: &str, setup: &Setup, content: Content) -> Vec<u8> {
    let game = Game::new(id, setup).unwrap();
    let mut file = Vec::new();
    let task = SolveTask { start: &game, steps: &[], limits: SolveLimits::default(), state: None };
    task.certify(content, &mut keep_in(&mut file), &|_| true).unwrap();
    file
}

/// Puts a certificate into `file`.
fn keep_in(file: &mut Vec<u8>) -> impl FnMut(&[u8]) -> io::Result<()> {
    |bytes| {
        bytes.clone_into(file);
        Ok(())
    }
}

/// The claim that a certificate was found to prove.
struct Verified {
    certificate: Certificate,
    entries: usize,
    speaks_of_steps: bool,
}

fn check(file: &[u8]) -> Result<Verified, VerifyError> {
    let certificate = Certificate::read(file)?;
    let speaks_of_steps = verify(&certificate)?.is_some();
    let entries = certificate.strategies.iter().map(|strategy| strategy.entries.len()).sum();
    Ok(Verified { certificate, entries, speaks_of_steps })
}

fn necklace(size: i64, content: Content) -> Vec<u8> {
    certificate("necklace", &Setup { size: Some(size), ..Setup::default() }, content)
}

#[test]
fn value_is_proven_before_all_moves_are_known() {
    let setup = Setup { size: Some(4), ..Setup::default() };
    let start = Game::new("necklace", &setup).unwrap();
    let certify = |nodes, every_step| {
        let limits = SolveLimits { nodes, ..SolveLimits::default() };
        let task = SolveTask { start: &start, steps: &[], limits, state: None };
        let mut file = Vec::new();
        let content = Content { with_lemma: true, every_step };
        let found = task.certify(content, &mut keep_in(&mut file), &|_| true);
        (found, file)
    };
    let all = certify(u64::MAX, false).0.unwrap().nodes;
    // A limit that suffices for the value, but not for all moves that keep it.
    let (nodes, file) = (1..20)
        .map(|part| all * part / 20)
        .find_map(|nodes| match certify(nodes, false) {
            (Err(CertificateError::Certified(Unsolved::Limits { range: [1, 1], .. })), file) => {
                Some((nodes, file))
            }
            _ => None,
        })
        .unwrap();
    assert!(!check(&file).unwrap().speaks_of_steps);
    // A proof of every move needs them all.
    let (found, file) = certify(nodes, true);
    assert!(file.is_empty());
    let fault = found.unwrap_err();
    assert!(matches!(fault, CertificateError::Unsolved(Unsolved::Limits { range: [1, 1], .. })));
}

#[test]
fn certificates_of_the_smallest_boards_are_accepted() {
    for info in games::INFOS {
        for range in info.boards {
            let opening = info.has(OptionKind::Opening).then_some(false);
            let setup = Setup {
                size: Some(range.min.into()),
                board: Some(range.shape),
                opening,
                ..Setup::default()
            };
            let cells = range.shape.cells(range.min);
            if cells > 9 {
                continue;
            }
            for (with_lemma, every_step) in [(false, false), (true, true), (false, true)] {
                let found =
                    check(&certificate(info.id, &setup, Content { with_lemma, every_step }))
                        .unwrap();
                assert_eq!(found.speaks_of_steps, every_step, "{}", info.id);
                assert!(found.entries > 0);
            }
        }
    }
}

#[test]
fn certificates_answer_both_colours_after_a_swap() {
    for size in 2..4 {
        for with_lemma in [false, true] {
            let setup = Setup { size: Some(size), pie: Some(true), ..Setup::default() };
            let found =
                check(&certificate("necklace", &setup, Content { with_lemma, every_step: true }));
            assert!(found.is_ok(), "{size} {with_lemma}: {:?}", found.err());
        }
    }
}

#[test]
fn a_lemma_makes_a_proof_shorter_and_is_named() {
    let [with, without] = [true, false]
        .map(|with_lemma| check(&necklace(4, Content { with_lemma, every_step: false })).unwrap());
    assert!(with.certificate.lemma.is_some() && without.certificate.lemma.is_none());
    assert!(with.entries < without.entries);
}

/// The file with another first line, and the digest of what follows it put right.
fn with_header(file: &[u8], from: &str, to: &str) -> Vec<u8> {
    let end = file.iter().position(|&byte| byte == b'\n').unwrap();
    let header = std::str::from_utf8(&file[..end]).unwrap();
    assert!(header.contains(from), "{header}");
    [header.replacen(from, to, 1).as_bytes(), &file[end..]].concat()
}

/// The file with these entries, counted and digested as if it were whole.
fn with_body(file: &[u8], entries: usize, body: &[u8]) -> Vec<u8> {
    use sha2::{Digest, Sha256};
    let end = file.iter().position(|&byte| byte == b'\n').unwrap();
    let mut header: serde_json::Value = serde_json::from_slice(&file[..end]).unwrap();
    header["strategies"][0]["entries"] = entries.into();
    header["sha256"] = format!("{:x}", Sha256::digest(body)).into();
    [header.to_string().as_bytes(), b"\n", body].concat()
}

/// The entries of a file of one strategy.
fn entries(file: &[u8]) -> Vec<Vec<u8>> {
    let end = file.iter().position(|&byte| byte == b'\n').unwrap();
    let header: serde_json::Value = serde_json::from_slice(&file[..end]).unwrap();
    let count = header["strategies"][0]["entries"].as_u64().unwrap() as usize;
    let body = &file[end + 1..];
    body.chunks(body.len() / count).map(<[u8]>::to_vec).collect()
}

#[test]
fn changed_certificates_are_refused() {
    let file = necklace(4, Content { with_lemma: true, every_step: false });
    check(&file).unwrap();
    for (from, to) in [
        ("\"red\"", "\"blue\""),
        ("\"size\":4", "\"size\":3"),
        ("\"size\":4", "\"size\":5"),
        ("\"necklace\"", "\"plurality\""),
        ("\"necklace\"", "\"chess\""),
        ("\"version\":1", "\"version\":2"),
        ("\"score\":null", "\"score\":1"),
        ("\"reaches\":1", "\"reaches\":2"),
        ("whoever", "nobody"),
        ("\"entries\":", "\"entries\":1"),
        ("\"roots\":[[]]", "\"roots\":[]"),
        ("\"roots\":[[]]", "\"roots\":[[\"a1\"]]"),
        ("\"pie\":false", "\"pie\":true"),
    ] {
        assert!(check(&with_header(&file, from, to)).is_err(), "{from} {to}");
    }
    for cut in [0, 1, 50, file.len() / 2, file.len() - 1] {
        assert!(check(&file[..cut]).is_err());
    }
    assert!(check(&[&file[..], b"x"].concat()).is_err());
}

#[test]
fn key_given_twice_in_options_is_refused() {
    let setup = Setup { size: Some(2), opening: Some(false), ..Setup::default() };
    let file = certificate("greylox", &setup, Content::default());
    assert!(check(&file).is_ok());
    let twice = with_header(&file, r#""size":2"#, r#""size":3,"size":2"#);
    let refused = check(&twice).err().unwrap().to_string();
    assert!(refused.contains("the key 'size' is there"), "{refused}");
}

#[test]
fn no_mutation_of_an_entry_is_accepted() {
    let file = necklace(4, Content { with_lemma: true, every_step: false });
    let whole = entries(&file);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(16);
    let count: usize =
        std::env::var("TETRALITH_MUTATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
    let mut refused = 0;
    while refused < count {
        let mut changed = whole.clone();
        let at = rng.next_u32() as usize % changed.len();
        let last = changed[at].len() - 1;
        match rng.next_u32() % 4 {
            0 => drop(changed.remove(at)),
            1 => changed[at][last] = (rng.next_u32() % 16) as u8,
            2 => changed[at][rng.next_u32() as usize % (last - 1)] ^= 1 << (rng.next_u32() % 8),
            _ => {
                // The step of another entry: what a wrong symmetry comes to.
                let other = rng.next_u32() as usize % changed.len();
                changed[at][last] = whole[other][last];
            }
        }
        changed.sort();
        if changed == whole {
            continue;
        }
        let file = with_body(&file, changed.len(), &changed.concat());
        match check(&file) {
            Err(error) => assert!(!error.to_string().is_empty()),
            // Another step may win as well; then it has been proven again.
            Ok(found) => assert!(changed.len() == whole.len() && found.entries == whole.len()),
        }
        refused += 1;
    }
}

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;

use super::*;

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn line(number: u32) -> ResultLine {
    ResultLine {
        game: "multiplicity".into(),
        options: "hexhex 3".into(),
        a: "random".into(),
        b: "greedy".into(),
        seed: 1,
        openings: None,
        plies: 4,
        number,
        a_first: begins(number),
        points: 0.5,
        steps: 18,
        reason: Some("score".into()),
        fault: None,
        patience: 60.0,
        version: Some("0.1.0".into()),
        ..ResultLine::default()
    }
}

fn games(path: &Path) -> Result<HashMap<GameKey, ResultLine>, ArenaError> {
    Ok(read_to_add(path)?.take("multiplicity", "hexhex 3"))
}

/// A file with `bytes` in a folder of its own.
fn file(bytes: &[u8]) -> io::Result<(tempfile::TempDir, PathBuf)> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("results.jsonl");
    std::fs::write(&path, bytes)?;
    Ok((folder, path))
}

#[test]
fn cut_off_lines_are_dropped_and_the_rest_is_kept() -> Outcome {
    // Cut anywhere: within a name that is not ASCII, whose last byte is not UTF-8 then, or within a
    // number.
    let mut foreign = line(7);
    foreign.a = "cmd:./zähler".into();
    let text = serde_json::to_vec(&foreign)?;
    assert!(text.iter().any(|byte| !byte.is_ascii()) && text.windows(2).any(|pair| pair == b"1."));
    for cut in (1..text.len()).map(|end| &text[..end]) {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("results.jsonl");
        assert!(games(&path)?.is_empty());
        Log::open(&path, &read_to_add(&path)?)?.add(&line(0))?;
        OpenOptions::new().append(true).open(&path)?.write_all(cut)?;
        assert_eq!(games(&path)?.len(), 1);
        Log::open(&path, &read(&path)?)?.add(&line(1))?;
        let found = games(&path)?;
        assert_eq!(found.get(&GameKey::of(&line(1))), Some(&line(1)));
        assert_eq!(found.len(), 2);
        assert!(read(&path)?.take("multiplicity", "hexhex 4").is_empty());
    }
    Ok(())
}

#[test]
fn a_last_line_without_its_end_is_kept() -> Outcome {
    let (_folder, path) = file(&serde_json::to_vec(&line(0))?)?;
    Log::open(&path, &read(&path)?)?.add(&line(1))?;
    assert_eq!(games(&path)?.len(), 2);
    Ok(())
}

#[test]
fn results_with_a_byte_order_mark_are_kept_whole() -> Outcome {
    let text = [b"\xef\xbb\xbf", &serde_json::to_vec(&line(0))?[..], b"\n"].concat();
    let (_folder, path) = file(&text)?;
    Log::open(&path, &read(&path)?)?.add(&line(1))?;
    assert!(std::fs::read(&path)?.starts_with(&text));
    assert_eq!(games(&path)?.len(), 2);
    Ok(())
}

#[test]
fn a_damaged_line_is_an_error_that_names_it() -> Outcome {
    let good = serde_json::to_string(&line(0))?;
    let wins = good.replace("\"points\":0.5", "\"points\":7");
    assert_ne!(good, wins);
    for text in [
        format!("{good}\nnonsense\n{good}\n"),
        format!("{good}\nnonsense\n"),
        format!("{good}\n{wins}"),
        format!("{good}\n["),
    ] {
        let (_folder, path) = file(text.as_bytes())?;
        let error = read(&path).expect_err("line 2 is damaged");
        assert!(error.to_string().contains("line 2"), "{error}");
        assert_eq!(std::fs::read(&path)?, text.as_bytes());
    }
    Ok(())
}

#[test]
fn a_damaged_value_in_the_first_line_is_reported() -> Outcome {
    let good = serde_json::to_string(&line(0))?;
    for (old, new) in [
        ("\"points\":0.5", "\"points\":7"),
        ("\"number\":0", "\"number\":-1"),
        ("\"random\"", "null"),
    ] {
        let damaged = good.replace(old, new);
        assert_ne!(good, damaged);
        let (_folder, path) = file(format!("\n{damaged}\n{good}\n").as_bytes())?;
        let error = read(&path).expect_err("line 2 is damaged");
        assert!(error.to_string().contains("line 2 is not the result of a game"), "{error}");
    }
    Ok(())
}

#[test]
fn lines_that_contradict_each_other_are_reported() -> Outcome {
    let won = |number| ResultLine { points: 1.0, ..line(number) };
    // The same result of the same game, with either player named first.
    let turned = ResultLine {
        a: "greedy".into(),
        b: "random".into(),
        a_first: !won(2).a_first,
        points: 0.0,
        ..line(2)
    };
    let longer = ResultLine { steps: 20, ..line(3) };
    let said = |lines: &[ResultLine]| -> Result<Option<String>, Box<dyn std::error::Error>> {
        let lines: Result<Vec<String>, _> = lines.iter().map(serde_json::to_string).collect();
        let (_folder, path) = file(lines?.join("\n").as_bytes())?;
        let held = read(&path)?;
        Ok(held.contradiction(Path::new("FILE")))
    };
    assert_eq!(said(&[line(0), line(1), line(0), won(2), turned.clone()])?, None);
    let one = said(&[line(0), line(2), line(0), turned.clone()])?.expect("a contradiction");
    assert_eq!(one, "FILE: line 4 contradicts an earlier one about the same game; the last counts");
    let more = said(&[line(2), line(3), turned, longer, won(3)])?.expect("contradictions");
    assert!(
        more.contains("line 3 contradicts") && more.contains("and so do 2 lines after it"),
        "{more}"
    );
    Ok(())
}

#[test]
fn other_files_than_results_are_refused() -> Outcome {
    for text in [
        &br#"{"format":"tetralith","version":1,"game":"necklace","moves":["d4"]}"#[..],
        br#"{"game":"necklace","options":{"size":7},"format":"tetralith","version":1,"moves":[]}"#,
        br#"{"game":"necklace","moves":["d4""#,
        b"my notes",
        b"damaged\n",
        b"\xff\xfe\x00",
    ] {
        let (_folder, path) = file(text)?;
        let error = read(&path).expect_err("it is something else");
        assert!(error.to_string().contains("not a file of arena results"), "{error}");
    }
    Ok(())
}

#[test]
fn a_file_that_has_changed_since_is_not_cut() -> Outcome {
    let (_folder, path) = file(b"{\"game\":\"mult")?;
    let held = read(&path)?;
    let text = serde_json::to_string(&line(0))? + "\n";
    std::fs::write(&path, &text)?;
    assert!(Log::open(&path, &held).is_err());
    assert_eq!(std::fs::read_to_string(&path)?, text);
    Ok(())
}

#[test]
fn the_same_game_has_the_same_key_however_it_came_about() {
    let key = |number, openings| GameKey::of(&ResultLine { openings, ..line(number) });
    // As many openings as it takes, or a number that happens to be enough.
    assert_eq!(key(6, None), key(6, Some(4)));
    assert_ne!(key(6, None), key(6, Some(3)));
    // With three openings the seventh game repeats the first.
    assert_eq!(key(6, Some(3)).opening_seed(), key(0, None).opening_seed());
    assert_ne!(key(6, Some(3)).game_seed(), key(0, None).game_seed());
    // The player who begins counts, not the one named first.
    let turned = ResultLine { a: "greedy".into(), b: "random".into(), ..line(0) };
    assert_eq!(key(1, None), GameKey::of(&turned));
    assert_eq!(key(1, None).pair(), key(0, None).pair());
    assert_ne!(key(1, None).pair(), key(2, None).pair());
    // A list of openings makes other games.
    let listed = ResultLine { list: Some("balanced".into()), ..line(0) };
    assert_ne!(GameKey::of(&listed), key(0, None));
    assert_ne!(GameKey::of(&listed).game_seed(), key(0, None).game_seed());
}

#[test]
fn lines_of_the_first_versions_are_read() -> Outcome {
    let text = r#"{"game":"multiplicity","options":"hexhex 3","a":"x","b":"random","seed":1,"openings":30,"number":61,"a_first":false,"points":1.0,"steps":69,"reason":"score"}"#;
    let (_folder, path) = file(text.as_bytes())?;
    let found = games(&path)?;
    let (key, line) = found.iter().next().expect("a game");
    assert_eq!(
        (key.players.each_ref().map(|name| &**name), key.opening, key.round),
        (["random", "x"], 0, 1)
    );
    assert_eq!((line.plies, line.patience, &line.version), (4, 60.0, &None));
    Ok(())
}

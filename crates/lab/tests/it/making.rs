//! Puzzles are found in games, are what they claim to be, and come back from their files as they
//! were.

use tetralith_core::{Game, Names, Setup, games, position_text};
use tetralith_engine::CancelToken;
use tetralith_engine::solve::{SolveLimits, solve};
use tetralith_lab::arena::Shard;
use tetralith_lab::puzzles::{Campaign, EASIEST, HARDEST, Judge, Maker, Rechecked, self_play};
use tetralith_study::puzzles::{Check, MAX_BYTES, Puzzle, PuzzleAim, PuzzleTheme, read, write};

/// A line that is read, with a move that is not the only one to win.
const LINE: &str = r#"{"position":"necklace size=3 1b1/1r1/r2 red","line":"a2","aim":"win","check":"proof","rating":900}"#;

fn judge() -> Judge {
    Judge { simulations: 0, nodes: 20_000, vacant: 14, ..Judge::default() }
}

/// The first puzzles that games on the smallest boards of `id` give.
fn found(id: &str, shard: Shard) -> Vec<Puzzle> {
    let info = games::info(id).unwrap();
    let campaign =
        Campaign { info, games: &[], plays: true, seed: 7, shard, judge: judge(), least: 1 };
    let mut puzzles = Vec::new();
    let mut take = |puzzle| {
        puzzles.push(puzzle);
        Ok::<(), ()>(())
    };
    campaign.run(&[], &mut take, &mut |seen| seen.number < 24 && seen.puzzles < 2).unwrap();
    puzzles
}

#[test]
fn found_puzzles_are_proven_and_reproducible() {
    let puzzles = found("multiplicity", Shard::WHOLE);
    assert!(!puzzles.is_empty());
    assert_eq!(puzzles, found("multiplicity", Shard::WHOLE));
    for puzzle in &puzzles {
        assert_eq!(puzzle.check, Check::Proof);
        assert_ne!(puzzle.aim, PuzzleAim::Best);
        for (position, answer) in puzzle.questions() {
            let mover = position.to_move();
            let value = |position: &tetralith_core::Game| match position.outcome() {
                Some(outcome) => outcome.winner,
                None => solve(position, &SolveLimits::default(), &|_| true).unwrap().winner,
            };
            let worth = |winner: Option<_>| match winner {
                None => 1,
                Some(colour) if colour == mover => 2,
                Some(_) => 0,
            };
            for step in position.legal() {
                let mut next = position.clone();
                next.play_unchecked(step);
                let aim = if puzzle.aim == PuzzleAim::Win { 2 } else { 1 };
                assert_eq!(
                    worth(value(&next)) >= aim,
                    step == answer,
                    "{}",
                    position_text::write(&position)
                );
            }
        }
        assert_eq!(judge().recheck(puzzle), Rechecked::Right);
        assert!(puzzle.rating > EASIEST && puzzle.rating <= HARDEST, "{}", puzzle.rating);
    }
}

#[test]
fn shards_look_at_games_of_their_own() {
    for index in 0..2 {
        let found = found("multiplicity", Shard { index, count: 2 });
        assert!(found.iter().all(|puzzle| puzzle.source % 2 == u64::from(index)));
    }
}

#[test]
fn searches_for_puzzles_end_once_they_are_stopped() {
    let info = games::info("necklace").unwrap();
    let judge = Judge { simulations: 1 << 40, nodes: u64::MAX, ..Judge::default() };
    judge.stop.cancel();
    let start = Game::new("necklace", &Setup::default()).unwrap();
    let steps = self_play(&start, 1, &CancelToken::new());
    let maker = Maker { judge: judge.clone(), least: 1 };
    assert!(!steps.is_empty() && maker.find(&start, &steps, 0).is_empty());
    let shard = Shard::WHOLE;
    let campaign = Campaign { info, games: &[], plays: true, seed: 7, shard, judge, least: 1 };
    let mut take = |_| Err(());
    assert_eq!(campaign.run(&[], &mut take, &mut |_| true), Ok(()));
}

#[test]
fn puzzles_after_the_last_game_or_beyond_the_count_are_not_made() {
    let info = games::info("greylox").unwrap();
    let campaign = |seed| {
        let (shard, judge) = (Shard::WHOLE, judge());
        Campaign { info, games: &[], plays: true, seed, shard, judge, least: 1 }
    };
    // A game gives two puzzles at once.
    let mut sources = Vec::new();
    for seed in 0..20 {
        let mut found = Vec::new();
        let mut take = |puzzle: Puzzle| {
            found.push(puzzle.source);
            Ok::<(), ()>(())
        };
        campaign(seed)
            .run(&[], &mut take, &mut |seen| seen.number < 8 && seen.puzzles < 1)
            .unwrap();
        assert!(found.len() <= 1, "{found:?}");
        sources.extend(found);
    }
    assert!(!sources.is_empty());
    let last = Puzzle { source: u64::MAX, ..read(LINE.as_bytes(), false).unwrap().remove(0) };
    let mut take = |puzzle: Puzzle| if puzzle.source == last.source { Ok(()) } else { Err(()) };
    assert_eq!(campaign(1).run(std::slice::from_ref(&last), &mut take, &mut |_| true), Ok(()));
}

#[test]
fn continued_search_finds_the_second_puzzle_of_a_game() {
    let info = games::info("necklace").unwrap();
    let (shard, judge) = (Shard::WHOLE, judge());
    let campaign = Campaign { info, games: &[], plays: true, seed: 27, shard, judge, least: 1 };
    let found = |mut had: Vec<Puzzle>, most: usize| {
        let before = had.clone();
        let mut take = |puzzle| {
            had.push(puzzle);
            Ok::<(), ()>(())
        };
        campaign.run(&before, &mut take, &mut |seen| seen.puzzles < most).unwrap();
        had
    };
    let both = found(Vec::new(), 2);
    assert_eq!((both.len(), both[0].source), (2, both[1].source));
    assert_eq!(found(found(Vec::new(), 1), 2), both);
}

#[test]
fn a_puzzle_is_read_as_it_was_written() {
    let puzzles = found("multiplicity", Shard::WHOLE);
    let text: String = puzzles.iter().map(write).collect();
    assert_eq!(read(text.as_bytes(), false).unwrap(), puzzles);
    // An incomplete last line is skipped in a file that is growing, and a fault in any other.
    let last = text.trim_end().rfind('\n').map_or(0, |end| end + 1);
    for end in last + 1..text.len() - 1 {
        let cut = &text.as_bytes()[..end];
        assert_eq!(read(cut, true).unwrap().len(), puzzles.len() - 1, "{}", &text[last..end]);
        assert!(read(cut, false).is_err());
    }
    assert_eq!(read(b"{\"pos", true).unwrap(), []);
}

#[test]
fn the_last_line_of_another_file_is_no_puzzle_that_was_cut_off() {
    for text in [
        "my diary, one line",
        r#"{"format":"tetralith"}"#,
        r#"{"format":"tetr"#,
        r#"{"position":"necklace"}"#,
    ] {
        assert!(read(text.as_bytes(), true).is_err(), "{text}");
    }
}

#[test]
fn a_wrong_solution_is_found_out() {
    let mut puzzle = read(LINE.as_bytes(), false).unwrap().remove(0);
    assert_eq!(judge().recheck(&puzzle), Rechecked::Wrong { move_number: 1 });
    let names = Names::of(&puzzle.position);
    puzzle.line = vec![names.parse_step("c3").unwrap()];
    assert_eq!(judge().recheck(&puzzle), Rechecked::Wrong { move_number: 1 });
    assert_eq!(Judge { vacant: 0, ..judge() }.recheck(&puzzle), Rechecked::Unknown);
    let right = found("necklace", Shard::WHOLE)
        .into_iter()
        .find(|puzzle| puzzle.aim == PuzzleAim::Win)
        .unwrap();
    assert_eq!(judge().recheck(&right), Rechecked::Right);
    for aim in [PuzzleAim::Draw, PuzzleAim::Best] {
        assert_eq!(
            judge().recheck(&Puzzle { aim, ..right.clone() }),
            Rechecked::Wrong { move_number: 1 },
            "{aim:?}"
        );
    }
}

#[test]
fn a_strangers_file_is_refused_in_one_sentence() {
    let output = |text: &str| read(text.as_bytes(), false).unwrap_err().to_string();
    let with = |from: &str, to: &str| output(&LINE.replace(from, to));
    assert_eq!(with("\"a2\"", "\"b3\""), "line 1: b3 is occupied by Blue");
    assert_eq!(with("\"a2\"", "\"\""), "line 1: a solution has 1 to 32 moves, and this one has 0");
    assert_eq!(
        with("\"a2\"", "\"a2 c3\""),
        "line 1: the solution must end with a move by the side that starts it"
    );
    assert_eq!(with("\"win\"", "\"glory\""), "line 1: 'glory' is not an aim: win, draw or best");
    assert_eq!(
        with("900", "9000"),
        "line 1: the rating 9000 is out of range: whole numbers from 0 to 4000"
    );
    assert!(
        with("1b1/1r1/r2", "1b1/1r1").starts_with("line 1: there are 2 rows"),
        "{}",
        with("1b1/1r1/r2", "1b1/1r1")
    );
    assert!(output(&format!("{LINE}\nnonsense\n")).starts_with("line 2: this is not a puzzle: "));
    assert!(with("\"proof\"", "7").contains("its check must be 'proof', or simulations and a gap"));
    for rating in ["-1", "1.5", "1e300"] {
        let said = with("900", rating).replace("e+", "e");
        assert_eq!(
            said,
            format!("line 1: the rating {rating} is out of range: whole numbers from 0 to 4000")
        );
    }
    assert!(with("900", "\"x\"").contains("expected a JSON number"), "{}", with("900", "\"x\""));
    let source = |number: &str| output(&LINE.replace('}', &format!(",\"source\":{number}}}")));
    assert_eq!(source("-7"), "line 1: the source -7 is out of range: whole numbers from 0");
    assert!(source("null").contains("expected a JSON number"), "{}", source("null"));
    let foreign = output(&LINE.replace("aim", "\\u001b[31mai\\u202em"));
    assert!(
        foreign.starts_with("line 1: this is not a puzzle: unknown field `\u{fffd}[31maim`"),
        "{foreign}"
    );
    assert!(output(&format!("{{\"{}\":1}}", "x".repeat(9999))).len() < 300);
    assert_eq!(read(&[0xff], false).unwrap_err().to_string(), "this is not a text file");
    assert!(read(&vec![b' '; MAX_BYTES + 1], false).is_err());
}

#[test]
fn a_theme_says_what_a_move_does() {
    let theme = |text: &str, step: &str| {
        let position = position_text::read(text).unwrap();
        PuzzleTheme::of(&position, Names::of(&position).parse_step(step).unwrap())
    };
    assert_eq!(theme("necklace size=3 1r1/3/1r1 red", "b2"), Some(PuzzleTheme::Finish));
    assert_eq!(theme("necklace size=3 b1b/3/3 red", "b3"), Some(PuzzleTheme::Defence));
    assert_eq!(
        theme("multiplicity size=3 opening=false 3/4/2w2/4/3 white", "a1"),
        Some(PuzzleTheme::Distance)
    );
    assert_eq!(
        theme("multiplicity size=3 opening=false 3/1w2/5/1rw1/3 white", "c3"),
        Some(PuzzleTheme::Link)
    );
}

//! Annotated games and reports as pages: HTML and Markdown.

use std::fs;

use crate::common::run;

/// A game whose names and comments try to be something else.
const HOSTILE: &str = r#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":3},
 "players":{"red":{"name":"</title><script>alert(1)</script>"},"blue":{"name":"Bob"}},
 "event":"\"><img src=x onerror=alert(2)>","comment":"[a](javascript:alert(3)) \u001b[31m\u202e",
 "moves":["b2",{"move":"a1","comment":"</p><script>alert(4)</script>\n# Heading *x*","nag":"?!",
 "variations":[["c3",{"move":"c1","comment":"A variation & its diagram."}]]},"b3"]}"#;

#[test]
fn annotated_pages_are_single_files_and_inert() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::write(at("game.json"), HOSTILE).unwrap();
    for name in ["game.html", "game.md"] {
        let run = run(&["export", &at("game.json"), &at(name)], b"");
        assert_eq!(run.status, 0, "{}", run.err);
    }
    let html = fs::read_to_string(at("game.html")).unwrap();
    assert_eq!(html.matches("<script").count(), 2, "its own script, and the places");
    for foreign in ["<img", "onerror=alert(2)>", "http:", "https:", "src=x ", "\u{1b}", "\u{202e}"]
    {
        let found = html.replace("&quot;&gt;&lt;img src=x onerror=alert(2)&gt;", "");
        assert!(!found.contains(foreign), "{foreign}");
    }
    for part in [
        "&lt;script&gt;alert(4)",
        "A variation &amp; its diagram.",
        "prefers-color-scheme: dark",
        "data-go=\"first\"",
    ] {
        assert!(html.contains(part), "{part}");
    }
    assert_eq!(html.matches("class=\"board diagram\"").count(), 2, "one at each comment");
    let moves =
        &html[html.find("<div class=\"moves\">").unwrap()..html.find("<script type").unwrap()];
    insta::assert_snapshot!("annotated-moves", moves);
    let markdown = fs::read_to_string(at("game.md")).unwrap();
    insta::assert_snapshot!("annotated-markdown", markdown);
    let refused = run(&["export", &at("game.json"), &at("other.html"), "--numbers"], b"");
    assert!(
        refused.status == 2 && refused.err.contains("--numbers is for pictures"),
        "{}",
        refused.err
    );
}

#[test]
fn an_annotated_page_counts_turns_where_a_turn_has_two_stones() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let game = r#"{"format":"tetralith","version":1,"game":"multiplicity","options":{"size":3},"moves":["c3","c4,a1","b1"]}"#;
    fs::write(at("game.json"), game).unwrap();
    assert_eq!(run(&["export", &at("game.json"), &at("game.html")], b"").status, 0);
    let html = fs::read_to_string(at("game.html")).unwrap();
    let data = html
        .split_once("id=\"places\">")
        .and_then(|(_, rest)| rest.split_once("</script>"))
        .unwrap()
        .0;
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    let turns: Vec<_> =
        data["places"].as_array().unwrap().iter().map(|place| place[4].as_u64().unwrap()).collect();
    assert_eq!(turns, [0, 1, 2, 2, 3]);
}

#[test]
fn an_annotated_page_names_a_level_as_people_read_it() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let levels = r#""players":{"red":{"kind":"ai","level":"medium-solid"},"blue":{"kind":"ai","level":"of another engine"}}"#;
    let game = format!(
        r#"{{"format":"tetralith","version":1,"game":"necklace","options":{{"size":3}},{levels},"moves":["b2"]}}"#
    );
    fs::write(at("game.json"), game).unwrap();
    assert_eq!(run(&["export", &at("game.json"), &at("game.md")], b"").status, 0);
    let page = fs::read_to_string(at("game.md")).unwrap();
    assert!(page.contains("level Medium, solid"), "{page}");
    assert!(page.contains("level of another engine"), "{page}");
}

#[test]
fn an_analysis_that_a_page_lacks_is_reported() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let game = HOSTILE.replacen("\"moves\"", "\"analysis\":{\"version\":2},\"moves\"", 1);
    fs::write(at("game.json"), game).unwrap();
    for page in ["game.md", "game.html"] {
        let made = run(&["export", &at("game.json"), &at(page)], b"");
        let wanted = "game.json: the analysis in this record has version 2, but this program \
            reads version 1: it is ignored\n";
        assert!(
            made.status == 0 && made.err.starts_with("note: ") && made.err.ends_with(wanted),
            "{}",
            made.err
        );
        assert!(fs::metadata(at(page)).is_ok());
    }
    // A picture shows nothing of an analysis.
    assert_eq!(run(&["export", &at("game.json"), &at("game.svg")], b"").err, "");
}

#[test]
fn options_that_a_diagram_of_letters_has_no_use_for_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::write(at("game.json"), HOSTILE).unwrap();
    let options = [&["--no-coordinates"][..], &["--theme", "dark"], &["--size", "200"]];
    let options = options.into_iter().chain([&["--numbers"][..]]);
    let formats = ["txt", "svg", "png", "gif", "cast"];
    for (options, takers) in options.zip([
        ".svg, .png, .gif and .cast",
        ".svg, .png, .gif and .cast",
        ".svg, .png and .gif",
        ".txt, .svg, .png and .gif",
    ]) {
        for format in formats {
            let (game, to) = (at("game.json"), at(&format!("to.{format}")));
            let words = [&["export", &game, &to, "--force"], options].concat();
            let run = run(&words, b"");
            if takers.contains(&format!(".{format}")) {
                assert_eq!((run.status, run.err.as_str()), (0, ""), "{words:?}");
                continue;
            }
            assert_eq!((run.status, run.out.as_str()), (2, ""));
            let wanted = format!("error: {} is for {takers}; a ", options[0]);
            assert!(run.err.starts_with(&wanted), "{}", run.err);
        }
    }
}

#[test]
fn pictures_have_numbers_ranges_and_captions() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::write(at("game.json"), HOSTILE).unwrap();
    let options = ["--turns", "2-3", "--numbers", "--caption", "From <2> to 3"];
    let export = |name: &str, options: &[&str]| {
        let run = run(&[&["export", &at("game.json"), &at(name)], options].concat(), b"");
        (run.status, run.err)
    };
    for name in ["part.svg", "part.png", "part.gif", "part.txt"] {
        let options = if name.ends_with("svg") || name.ends_with("txt") {
            options
        } else {
            ["--turns", "2-3", "--numbers", "--caption", "from 2 to 3"]
        };
        assert_eq!(export(name, &options), (0, String::new()), "{name}");
    }
    let svg = fs::read_to_string(at("part.svg")).unwrap();
    assert!(
        svg.contains("From &lt;2&gt; to 3</text>")
            && svg.contains("<title>From &lt;2&gt; to 3</title>")
    );
    let text = fs::read_to_string(at("part.txt")).unwrap();
    assert!(text.contains("2. a1  3. b3") && text.ends_with("From <2> to 3\n"), "{text}");
    for (options, wanted) in [
        (["--turns", "2-9"], "there are no turns 2-9; the last is 3"),
        (["--turns", "3-2"], "use two turn numbers such as 1-12"),
        (["--caption", "日本"], "the letter '日' cannot be drawn in a caption"),
    ] {
        let (status, said) = export("bad.png", &options);
        assert!(status > 0 && said.contains(wanted), "{said}");
    }
}

#[test]
fn the_report_of_an_analysis_is_a_page() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::write(at("game.json"), HOSTILE).unwrap();
    let run = run(
        &[
            "analyse",
            &at("game.json"),
            "--sims",
            "200",
            "--threads",
            "1",
            "--out",
            &at("report.html"),
        ],
        b"",
    );
    assert_eq!(run.status, 0, "{}", run.err);
    let html = fs::read_to_string(at("report.html")).unwrap();
    for part in
        ["Analysis of Necklace", "accuracy", "average loss, middle", "class=\"graph\"", "Mistakes"]
    {
        assert!(html.contains(part), "{part}");
    }
    assert!(!html.contains("<script") && fs::read_to_string(at("game.json")).unwrap() == HOSTILE);
}

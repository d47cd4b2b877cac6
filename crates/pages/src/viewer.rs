//! One page that shows every game in a line: it reads the game from the end of its own address.
//!
//! The page plays the moves itself, by the rules in `viewer/rules.js`, and asks nothing of a
//! network. Its policy lets only its own scripts run, by their nonce: no handler that an address
//! could smuggle in.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};
use tetralith_core::Info;
use tetralith_core::games::INFOS;
use tetralith_core::rules::OptionKind;

use crate::annotated::Looks;
use crate::annotated::board::variables;
use crate::html::STYLE;
use tetralith_picture::look::tint::hex;

/// The page's permissions: to run the scripts and use the styles that it holds.
const POLICY: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; \
    style-src 'nonce-tetralith'; script-src 'nonce-tetralith'";

/// Makes the page, its boards in these `looks`. `viewer.html#necklace/7#d4,e3,c4` shows that game.
pub fn viewer(looks: Looks) -> String {
    let games: Map<String, Value> =
        INFOS.iter().map(|info| (info.id.to_owned(), described(info))).collect();
    let parts = [
        ("{policy}", POLICY.to_owned()),
        ("{style}", style(looks)),
        ("{buttons}", include_str!("annotated/buttons.html").to_owned()),
        ("{games}", Value::Object(games).to_string()),
        ("{rules}", include_str!("viewer/rules.js").to_owned()),
        ("{script}", include_str!("viewer/viewer.js").to_owned()),
    ];
    let page = include_str!("viewer/viewer.html").to_owned();
    parts.iter().fold(page, |page, (name, part)| page.replacen(name, part, 1))
}

/// The facts about a game that its script cannot know.
fn described(info: &Info) -> Value {
    let boards: Vec<Value> = info
        .boards
        .iter()
        .map(|range| {
            let komi: Map<String, Value> = (range.min..=range.max)
                .map(|size| (size, (info.default_komi)(range.shape, size)))
                .filter(|&(_, komi)| komi > 0)
                .map(|(size, komi)| (size.to_string(), komi.into()))
                .collect();
            json!({ "shape": range.shape.id(), "min": range.min, "max": range.max, "komi": komi })
        })
        .collect();
    let options: Vec<&str> = info.options.iter().copied().map(OptionKind::id).collect();
    json!({
        "title": info.title,
        "colours": info.colours.map(|side| json!({ "title": side.title })),
        "joins": info.joins.is_some(),
        "boards": boards,
        "options": options,
    })
}

/// The styles of the page, with the colours of each game by day and by night.
fn style(looks: Looks) -> String {
    let colours = |scheme: &tetralith_picture::look::Scheme| {
        INFOS.iter().fold(String::new(), |mut rules, info| {
            let (board, stones) = (scheme.board(info), variables(info, scheme));
            let (tile, grid) = (hex(board.tile), hex(board.line));
            let _ =
                writeln!(rules, ".game-{} {{{stones} --tile: {tile}; --grid: {grid} }}", info.id);
            rules
        })
    };
    [
        STYLE,
        include_str!("annotated/board.css"),
        include_str!("annotated/game.css"),
        include_str!("viewer/viewer.css"),
        &colours(looks.light),
        "@media (prefers-color-scheme: dark) {\n",
        &colours(looks.dark),
        "}\n",
    ]
    .concat()
}

//! The builds that played the games of the reports.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use tetralith_core::games::INFOS;
use tetralith_core::{Game, OptionKind, Setup};
use tetralith_engine::checksum;

/// A line for each report in `folder` on games of another build than this one. A build has a
/// checksum for each komi.
pub(super) fn builds(folder: &Path) -> String {
    let mut text = String::new();
    for info in INFOS {
        for size in [None, Some(9)] {
            let name = size.map_or_else(|| info.id.to_owned(), |n: i64| format!("{}-{n}", info.id));
            let Ok(page) = fs::read_to_string(folder.join(format!("{name}.md"))) else { continue };
            let opening = info.has(OptionKind::Opening).then_some(false);
            let komi = info.has(OptionKind::Komi);
            let here: Vec<String> = if komi { (0..=9).map(Some).collect() } else { vec![None] }
                .into_iter()
                .map(|komi| Setup { size, opening, komi, ..Setup::default() })
                .map(|setup| format!("{:016x}", checksum(&Game::new(info.id, &setup).unwrap())))
                .collect();
            let played: Vec<&str> =
                page.split("(bench ").skip(1).filter_map(|rest| rest.split(')').next()).collect();
            assert!(!played.is_empty(), "{name}: the report names no build");
            if played.iter().any(|build| !here.iter().any(|known| known == build)) {
                let _ = writeln!(text, "- [{name}]({name}.md)");
            }
        }
    }
    if text.is_empty() { "- none\n".to_owned() } else { text }
}

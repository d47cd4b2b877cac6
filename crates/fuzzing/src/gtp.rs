//! Lines that may be commands of the engine protocol.

use std::io::Cursor;

use clap::Parser as _;
use tetralith::cli::{Cli, Command};
use tetralith_core::games;

use crate::Source;

/// What costs time or reads files, and is tested elsewhere.
const LEFT_OUT: [&str; 4] = ["genmove", "tetralith-analyze", "loadgame", "\u{1}"];

/// Every reply has the protocol's form, one a command.
pub(crate) fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let info = *source.pick(games::INFOS);
    let text = String::from_utf8_lossy(source.rest());
    let lines = text.split('\n').filter(|line| !LEFT_OUT.iter().any(|word| line.contains(word))).take(200);
    let input = lines.collect::<Vec<_>>().join("\n");
    let cli = Cli::try_parse_from(["tetralith", "gtp", info.id]).expect("it is a game");
    let Some(Command::Gtp(args)) = cli.command else { unreachable!("it is that command") };
    let mut out = Vec::new();
    tetralith::commands::gtp(&args, Cursor::new(input.into_bytes()), &mut out).expect("neither input nor output fails");
    let out = String::from_utf8(out).expect("replies are UTF-8");
    assert!(out.chars().all(|c| c == '\n' || !c.is_control()), "control characters in {out:?}");
    let mut rest = out.as_str();
    while !rest.is_empty() {
        let (reply, after) = rest.split_once("\n\n").unwrap_or_else(|| panic!("no empty line ends {rest:?}"));
        assert!(reply.starts_with(['=', '?']), "{reply:?} is no reply");
        rest = after;
    }
}

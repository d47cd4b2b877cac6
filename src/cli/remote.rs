//! Arguments of the commands for two people at two terminals.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};
use tetralith_cli::{GameOptions, game_parser};
use tetralith_core::Info;
use tetralith_remote::address::{Address, room};

use super::play::Limit;
use super::screen::ScreenArgs;

/// The seat of the host in a game with another terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum As {
    /// The host moves first.
    First,
    /// The host moves second.
    Second,
    /// A fair coin decides.
    #[default]
    Random,
}

/// Arguments of `host`.
#[derive(Clone, Debug, Args)]
#[command(group = ArgGroup::new("hosted").args(["game", "resume"]).required(true))]
#[command(after_help = "Examples:\n  \
    tetralith host necklace --size 9 --time 10m+5s\n  \
    tetralith host greylox --listen 192.168.0.5:4000 --as first\n  \
    tetralith host --resume\n\n\
    Without --listen the room is on this machine, open only to your account: use 'tetralith join' \
    in another window, or 'tetralith join ssh://USER@MACHINE' from elsewhere. With --listen, \
    guests need the one-time code that is shown. Tetralith never listens on all addresses.")]
pub struct HostArgs {
    /// The game to play.
    #[arg(value_name = "GAME", value_parser = game_parser(), ignore_case = true)]
    pub game: Option<&'static Info>,
    /// The game's options.
    #[command(flatten)]
    pub options: GameOptions,
    /// The seat of the host.
    #[arg(long = "as", value_name = "SEAT", value_enum, default_value_t, requires = "game")]
    pub seat: As,
    /// Time control: a main time (10m), also with an increment (10m+5s) or byo-yomi (10m,3x30s); by
    /// default none.
    #[arg(long, value_name = "TIME", value_parser = Limit::parse, requires = "game")]
    pub time: Option<Limit>,
    /// Continue the remote game in FILE; without FILE, the latest. A finished game can be continued
    /// too: the guest then sees that it has ended.
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    pub resume: Option<Option<PathBuf>>,
    /// Listen on this address in your home network or VPN; the guest needs the one-time code that
    /// is shown.
    #[arg(long, value_name = "ADDRESS:PORT", conflicts_with = "room")]
    pub listen: Option<String>,
    /// The name of the room on this machine.
    #[arg(long, value_name = "NAME", value_parser = room)]
    pub room: Option<String>,
    /// Let others watch; with --listen they need a separate code.
    #[arg(long)]
    pub watchers: bool,
    /// Your name; by default your account's.
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// The look of the screen.
    #[command(flatten)]
    pub screen: ScreenArgs,
}

/// Arguments of `move`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  \
    tetralith move our-game.json c3\n\n\
    Begin a game with 'tetralith convert --to tetralith necklace/9# our-game.json'. \
    Send the printed text by mail; your opponent reads it with 'tetralith receive', \
    quoted or not. Without MOVE, the text of the game so far is printed again.")]
pub struct MoveArgs {
    /// The record.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The move, as in c3, or d4,g2 for two stones, or 'resign'; without it, no move is added.
    #[arg(value_name = "MOVE")]
    pub turn: Vec<String>,
}

/// Arguments of `receive`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
        tetralith receive our-game.json < mail.txt\n  \
        tetralith receive --clipboard\n\n\
        Without FILE, Tetralith looks for the game among your saved games.")]
pub struct ReceiveArgs {
    /// The record; created if the game is new.
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Read the text from the clipboard instead of standard input.
    #[arg(long)]
    pub clipboard: bool,
}

/// Arguments of `join`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    tetralith join\n  \
    tetralith join ssh://ann@example.org\n  \
    tetralith join 192.168.0.5:4000\n  \
    tetralith join --through socat - TCP:example.org:4000\n\n\
    A place is the name of a room on this machine, the path of a Unix socket, \
    ssh://[USER@]MACHINE[:PORT][/ROOM], or ADDRESS:PORT, which asks for the host's code. After a \
    lost connection, join again: the game continues.")]
pub struct JoinArgs {
    /// The place to join; by default the room on this machine.
    #[arg(value_name = "PLACE")]
    pub place: Option<Address>,
    /// Only watch, if the host allows it.
    #[arg(long)]
    pub watch: bool,
    /// Connect a room on this machine to standard input and output, instead of opening the screen.
    #[arg(long, conflicts_with_all = ["watch", "through"])]
    pub stdio: bool,
    /// Allow nothing but playing: for `command=` in `authorized_keys`.
    #[arg(long, conflicts_with = "through")]
    pub kiosk: bool,
    /// Join through this program, which carries the game on its input and output.
    #[arg(
        long,
        value_name = "PROGRAM",
        num_args = 1..,
        allow_hyphen_values = true,
        conflicts_with = "place"
    )]
    pub through: Vec<String>,
    /// Your name; by default your account's.
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// The look of the screen.
    #[command(flatten)]
    pub screen: ScreenArgs,
}

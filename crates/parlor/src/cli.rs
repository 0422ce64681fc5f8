//! What can be said on the command line.

use clap::{Args, Parser, Subcommand};
use std::{net::SocketAddr, path::PathBuf};

/// A self-hosted game house: start it, share the link, play.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true, after_help = EXAMPLES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  parlor serve                             open the house on http://127.0.0.1:8080
  parlor serve --listen 0.0.0.0:80         let everyone on the network in
  parlor sim battleship --bots hard,easy --games 1000
                                           let two bots play a thousand games
  parlor replay match.log                  read a finished match as text
  parlor verify match.log                  check that its dice and every move were fair
  parlor account password Ada              give somebody who forgot it a new password
  parlor reports                           read what people have reported

Games: battleship and death-roll (tetris, pong, words, mahjong and codenames are on their way).
Settings come from defaults, then parlor.toml, then PARLOR_… variables, then flags; `parlor config` shows them.";

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Open the house.
    Serve(ServeFlags),
    /// Print the settings that `serve` would use, and where each can be changed.
    Config(ServeFlags),
    /// Let bots play each other, and count.
    Sim(SimFlags),
    /// Print a finished match as text.
    Replay(LogFlags),
    /// Check a finished match: dice, every move, every position. Exits with 1 at the first difference.
    Verify(LogFlags),
    /// Look after accounts.
    #[command(subcommand)]
    Account(AccountCommand),
    /// Read what people have reported, with what was said. The house may be open or closed.
    Reports(ReportsFlags),
}

/// Which reports to read.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct ReportsFlags {
    /// What else to do than to read them
    #[command(subcommand)]
    pub command: Option<ReportsCommand>,
    /// Those that are closed, too
    #[arg(long)]
    pub all: bool,
    /// Where the database lives
    #[command(flatten)]
    pub serve: ServeFlags,
}

/// What can be done about reports.
#[derive(Debug, Subcommand)]
pub enum ReportsCommand {
    /// Close a report: it has been looked at.
    Close(CloseFlags),
}

/// Which report to close.
#[derive(Debug, Args)]
pub struct CloseFlags {
    /// Its number
    pub id: u64,
    /// Where the database lives
    #[command(flatten)]
    pub serve: ServeFlags,
}

/// What can be done for an account.
#[derive(Debug, Subcommand)]
pub enum AccountCommand {
    /// Set a new random password, print it once, and end every session. The house may be open or closed.
    Password(AccountFlags),
}

/// Whose account.
#[derive(Debug, Args)]
pub struct AccountFlags {
    /// The account's name or e-mail address
    pub name: String,
    /// Where the database lives
    #[command(flatten)]
    pub serve: ServeFlags,
}

/// Flags of `serve`; each overrides the environment and the file.
#[derive(Clone, Debug, Default, Args)]
pub struct ServeFlags {
    /// Where to listen [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDR")]
    pub listen: Option<SocketAddr>,
    /// Where the database lives [default: data-dir]
    #[arg(long, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// The settings file [default: parlor.toml, if there is one]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

/// Flags of `sim`.
#[derive(Debug, Args)]
pub struct SimFlags {
    /// The game: battleship, tetris, pong, death-roll, words, mahjong or codenames
    pub game: String,
    /// The rule set [default: the game's first]
    #[arg(long)]
    pub preset: Option<String>,
    /// Change an option of the rule set, for example --set width=8 or --set timers.turn=null
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub options: Vec<String>,
    /// A bot for each seat, for example hard,random
    #[arg(long, value_delimiter = ',', required = true)]
    pub bots: Vec<String>,
    /// How many games
    #[arg(long, default_value_t = 1000)]
    pub games: u64,
    /// Equal seeds give equal games, on every machine and with any number of threads
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many threads
    #[arg(long, default_value_t = 1)]
    pub threads: usize,
    /// Print one JSON object instead of a table
    #[arg(long)]
    pub json: bool,
}

/// Which log to read.
#[derive(Debug, Args)]
pub struct LogFlags {
    /// A log file (`-` for standard input), or the id of a match in the house's database
    pub log: String,
    /// Where the database lives, for looking up an id
    #[command(flatten)]
    pub serve: ServeFlags,
}

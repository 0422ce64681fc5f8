//! What can be said on the command line.

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use parlor_server::{PublicUrl, StoreUrl};
use parlor_wire::TableCode;
use std::{convert::Infallible, fmt, net::SocketAddr, path::PathBuf, str::FromStr};

/// A self-hosted game house: start it, share the link, play.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

impl Cli {
    /// Reads the command line. What it says about games comes from the catalog, so it is always true.
    pub fn read() -> Self {
        let registry = parlor_catalog::registry();
        let games = registry.games().map(|game| game.spec().id).collect::<Vec<_>>().join(", ");
        let help = format!("{EXAMPLES}\n\nGames: {games}.\n{SETTINGS}");
        let naming_games =
            |command: clap::Command| command.mut_arg("game", |game| game.help(format!("The game: {games}")));
        let command = Self::command().after_help(help).mut_subcommand("sim", naming_games);
        let command = command.mut_subcommand("load", naming_games);
        Self::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit())
    }
}

const EXAMPLES: &str = "\
Examples:
  parlor serve                             open the house on http://127.0.0.1:8080
  parlor serve --listen 0.0.0.0:80         let everyone on the network in
  parlor play http://127.0.0.1:8080 K7QX2M play at a table, in this terminal
  parlor sim battleship --bots hard,easy --games 1000
                                           let two bots play a thousand games
  parlor load --tables 100 --game battleship --seconds 10
                                           measure how many tables a house carries
  parlor replay match.log                  read a finished match as text
  parlor verify match.log                  check that its dice and every move were fair
  parlor check                             check the database and every finished match in it
  parlor backup /var/backups/house-monday  copy the whole house, also while people play
  parlor move --to postgres://…            go on in PostgreSQL
  parlor analyse match.log                 see what the turns of a match of Words could have been
  parlor lexicon check dragon              look a word up
  parlor nearby                            find houses on this network and their open tables
  parlor admin promote Ada --role admin    let Ada look after the house
  parlor admin password Ada                set a new password for an account
  parlor reports                           read what people have reported
  parlor card lint my.card                 check a card of American Mahjong";

const SETTINGS: &str = "\
Settings come from defaults, then parlor.toml, then PARLOR_… variables, then flags; `parlor config` shows them.";

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Open the house.
    Serve(ServeFlags),
    /// Play in this terminal, by typing: /hope lists what can be typed, Ctrl-D leaves.
    Play(PlayFlags),
    /// Print the settings that `serve` would use, and where each can be changed.
    Config(ServeFlags),
    /// Let bots play each other, and count.
    Sim(SimFlags),
    /// Let bots play at many tables of a house at once, each a client of its own, and measure what it takes. Without --url a
    /// house is opened for it, and closed afterwards.
    Load(LoadFlags),
    /// Print a finished match as text.
    Replay(LogFlags),
    /// Check a finished match: dice, every roll, every move, every position. Exits with 1 at the first difference.
    Verify(VerifyFlags),
    /// Check a house's whole data folder: the database file, the ledger, the log of every finished match. Exits with 1 if
    /// anything is wrong. The house may be open or closed.
    Check(ServeFlags),
    /// Copy a whole house into a new folder, while it is open or closed, and check the copy.
    Backup(BackupFlags),
    /// Put a backup into a house's data folder. The house must be closed.
    Restore(RestoreFlags),
    /// Move a house from its SQLite file into PostgreSQL, or back. It must be closed; what it is moved from stays as it is.
    Move(MoveFlags),
    /// Print what the turns of a finished match of Words could have been.
    Analyse(AnalyseFlags),
    /// Build lexicons for Words and look words up.
    #[command(subcommand)]
    Lexicon(LexiconCommand),
    /// List the houses on this network, with their open tables.
    Nearby(NearbyFlags),
    /// Look after people and tables: bans, roles, gold, passwords. The house may be open or closed.
    Admin(AdminFlags),
    /// Read what people have reported, with what was said. The house may be open or closed.
    Reports(Box<ReportsFlags>),
    /// Check or show a card of American Mahjong.
    #[command(subcommand)]
    Card(CardCommand),
}

/// Where a backup goes.
#[derive(Debug, Args)]
pub struct BackupFlags {
    /// The folder to make; there must be none of this name
    #[arg(value_name = "FOLDER")]
    pub to: PathBuf,
    /// Where the database lives
    #[command(flatten)]
    pub serve: ServeFlags,
}

/// Which backup is put back.
#[derive(Debug, Args)]
pub struct RestoreFlags {
    /// The folder that `parlor backup` made
    #[arg(value_name = "FOLDER")]
    pub from: PathBuf,
    /// Put what is in the data folder aside, into a folder inside it, instead of refusing
    #[arg(long)]
    pub replace: bool,
    /// Where the database lives
    #[command(flatten)]
    pub serve: ServeFlags,
}

/// Where a house is moved.
#[derive(Debug, Args)]
pub struct MoveFlags {
    /// Where to: postgres://user:password@host/database, or a folder; better given in the environment, where others cannot read a
    /// password
    #[arg(long, env = MOVE_TO, hide_env_values = true, value_name = "URL|FOLDER")]
    pub to: StoreUrl,
    /// Where the house is now
    #[command(flatten)]
    pub serve: ServeFlags,
}

/// The variable that may hold the target of `move`. It is no setting of the house.
pub const MOVE_TO: &str = "PARLOR_MOVE_TO";

/// What can be done with a card.
#[derive(Debug, Subcommand)]
pub enum CardCommand {
    /// Check a card. Exits with 1 and names each line and what is wrong with it.
    Lint(CardFlags),
    /// Print a card.
    Show(CardFlags),
}

/// Which card.
#[derive(Debug, Args)]
pub struct CardFlags {
    /// A file, or the name of a card of the house: house, garden
    #[arg(value_name = "FILE", default_value = "house")]
    pub card: String,
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
    /// Close reports: they have been looked at.
    Close(CloseFlags),
}

/// Which reports to close.
#[derive(Debug, Args)]
pub struct CloseFlags {
    /// Their numbers
    #[arg(required = true, value_name = "ID")]
    pub ids: Vec<u64>,
    /// Where the database lives
    #[command(flatten)]
    pub serve: ServeFlags,
}

/// What to do for the house.
#[derive(Debug, Args)]
pub struct AdminFlags {
    /// What to do
    #[command(subcommand)]
    pub command: AdminCommand,
    /// Where the database lives
    #[command(flatten)]
    pub serve: ServeFlags,
}

/// What can be done for the house. All of it is written down in the audit log.
#[derive(Debug, Subcommand)]
pub enum AdminCommand {
    /// List tables or people.
    List {
        /// What
        #[command(subcommand)]
        what: Listing,
    },
    /// Print what has been done to people and tables, and by whom.
    Audit {
        /// How many lines, the latest
        #[arg(long, default_value_t = 100)]
        lines: u32,
    },
    /// Keep a person out: their sessions and those of their bots end, and an account cannot sign in.
    Ban {
        /// Who
        #[command(flatten)]
        who: Who,
        /// For how many hours [default: until they are unbanned]
        #[arg(long)]
        hours: Option<u32>,
        /// Why: they are told
        #[arg(long)]
        reason: String,
    },
    /// Let a person in again.
    Unban {
        /// Who
        #[command(flatten)]
        who: Who,
    },
    /// Give an account gold, the house's play money.
    Grant {
        /// Who
        #[command(flatten)]
        who: Who,
        /// How much
        gold: u64,
        /// Why
        #[arg(long)]
        reason: String,
    },
    /// Set a new random password, print it once, and end every session.
    Password {
        /// Who
        #[command(flatten)]
        who: Who,
    },
    /// Let an account look after the house, by the API under /api/admin.
    Promote {
        /// Who
        #[command(flatten)]
        who: Who,
        /// As what: a moderator reads reports, closes tables and bans people; an admin does everything
        #[arg(long, value_enum, default_value_t = RoleWord::Moderator)]
        role: RoleWord,
    },
    /// Take an account's role away.
    Demote {
        /// Who
        #[command(flatten)]
        who: Who,
    },
    /// Close a table. A match that is being played counts for no player, and a bet goes back to those who put it in.
    Close {
        /// The table's code
        code: TableCode,
        /// Why: those who sit there are told
        #[arg(long)]
        reason: String,
    },
}

/// What can be listed.
#[derive(Debug, Subcommand)]
pub enum Listing {
    /// Open tables, awake or asleep.
    Tables,
    /// People with a role.
    Staff,
    /// People who may not come in.
    Banned,
    /// Accounts and bots.
    People {
        /// Those whose names begin so
        #[arg(default_value = "")]
        find: String,
    },
}

/// A person.
#[derive(Debug, Args)]
pub struct Who {
    /// The name or e-mail address of an account, the name of a bot, or an id
    #[arg(value_name = "NAME")]
    pub who: String,
}

/// A role as it is typed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum RoleWord {
    /// Reads reports, closes tables and bans people.
    Moderator,
    /// Does everything.
    Admin,
}

/// Flags of `serve`; each overrides the environment and the file.
#[derive(Clone, Debug, Default, Args)]
pub struct ServeFlags {
    /// Where to listen [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDR", global = true)]
    pub listen: Option<SocketAddr>,
    /// The address people reach the house at, if it is behind a proxy; with the path that the house is below, if it shares a site
    #[arg(long, value_name = "URL")]
    pub public_url: Option<PublicUrl>,
    /// Where the database lives [default: data-dir]
    #[arg(long, value_name = "DIR", global = true)]
    pub data_dir: Option<PathBuf>,
    /// A PostgreSQL database instead, as postgres://user:password@host/database; better given in the environment as
    /// PARLOR_STORE, where others cannot read it
    #[arg(long, value_name = "URL", global = true)]
    pub store: Option<StoreUrl>,
    /// Be one node of several over that database, connected by a Redis server, as redis://user:password@host/database; better
    /// given in the environment as PARLOR_HUB
    #[arg(long, value_name = "URL")]
    pub hub: Option<StoreUrl>,
    /// Tell an OpenTelemetry collector what happens, as http://127.0.0.1:4318
    #[arg(long, value_name = "URL")]
    pub otlp: Option<String>,
    /// The settings file [default: parlor.toml, if there is one]
    #[arg(long, value_name = "FILE", global = true)]
    pub config: Option<PathBuf>,
    /// Do not announce the house on the network, nor look for others
    #[arg(long, global = true)]
    pub no_nearby: bool,
}

/// Flags of `play`.
#[derive(Debug, Args)]
pub struct PlayFlags {
    /// The house's address, or a link to a table [default: http://127.0.0.1:8080]
    #[arg(value_name = "URL")]
    pub house: Option<String>,
    /// The table's code
    pub code: Option<TableCode>,
    /// Come in as a guest of this name [default: the house finds one]
    #[arg(long)]
    pub name: Option<String>,
    /// Come in as the owner of this token; better given in the environment, where others cannot read it
    #[arg(long, env = TOKEN, hide_env_values = true, conflicts_with = "name")]
    pub token: Option<Token>,
}

/// The variable that may hold the token of `play`. It is no setting of the house.
pub const TOKEN: &str = "PARLOR_TOKEN";

/// A secret that is not printed.
#[derive(Clone)]
pub struct Token(pub String);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(secret)")
    }
}

impl FromStr for Token {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.trim().to_owned()))
    }
}

/// Flags of `sim`.
#[derive(Debug, Args)]
pub struct SimFlags {
    /// The game
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

/// Flags of `load`.
#[derive(Debug, Args)]
pub struct LoadFlags {
    /// The game
    #[arg(long, default_value = "battleship")]
    pub game: String,
    /// The rule set [default: the game's first]
    #[arg(long)]
    pub preset: Option<String>,
    /// The bot that plays for every client [default: the game's weakest, who thinks least]
    #[arg(long, value_name = "LEVEL")]
    pub bot: Option<String>,
    /// How many tables
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=5000))]
    pub tables: u32,
    /// How long to measure
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=3600))]
    pub seconds: u32,
    /// Actions a second, all clients together [default: as fast as it goes]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub rate: Option<u32>,
    /// A house that is open, as http://127.0.0.1:8080; once for each of its nodes, and then the players of a table come to
    /// different nodes
    #[arg(long)]
    pub url: Vec<String>,
    /// Its process, if it runs on this machine: then processor time and memory are told; once for each of its nodes
    #[arg(long, requires = "url")]
    pub pid: Vec<u32>,
    /// Print one JSON object instead of lines
    #[arg(long)]
    pub json: bool,
}

/// Flags of `nearby`.
#[derive(Debug, Args)]
pub struct NearbyFlags {
    /// How long to look
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=60))]
    pub seconds: u64,
    /// Print one JSON object instead of a list
    #[arg(long)]
    pub json: bool,
}

/// What can be done with lexicons.
#[derive(Debug, Subcommand)]
pub enum LexiconCommand {
    /// Build a lexicon from lists with one word in each line.
    Build(BuildFlags),
    /// Look words up. Exits with 1 if one of them is not there.
    Check(CheckFlags),
}

/// What to build.
#[derive(Debug, Args)]
pub struct BuildFlags {
    /// The lists
    #[arg(required = true, value_name = "LIST")]
    pub lists: Vec<PathBuf>,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

/// What to look up.
#[derive(Debug, Args)]
pub struct CheckFlags {
    /// The words
    #[arg(required = true, value_name = "WORD")]
    pub words: Vec<String>,
    /// A lexicon of the house, or the file of another one
    #[arg(long, default_value = "azeroth+english")]
    pub lexicon: String,
}

/// What to analyse.
#[derive(Debug, Args)]
pub struct AnalyseFlags {
    /// The log
    #[command(flatten)]
    pub log: LogFlags,
    /// How many of the best plays of each turn are looked at
    #[arg(long, default_value_t = 3)]
    pub best: usize,
    /// Print one JSON list instead of lines
    #[arg(long)]
    pub json: bool,
    /// Print the match as GCG instead
    #[arg(long, conflicts_with = "json")]
    pub gcg: bool,
}

/// What to check.
#[derive(Debug, Args)]
pub struct VerifyFlags {
    /// The log
    #[command(flatten)]
    pub log: LogFlags,
    /// A text that `parlor replay` printed or that you were sent: check that it tells this very match
    #[arg(long, value_name = "FILE")]
    pub told: Option<PathBuf>,
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

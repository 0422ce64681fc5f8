//! Why a frame is refused, apart from what the house itself refuses.

use parlor_wire::addon::GameType;
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// Why a frame is refused before the house hears of it.
#[derive(Clone, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum AddonError {
    /// The frame names no game.
    #[error("Say which game this is about.")]
    #[strum(serialize = "unknown_game_type")]
    NoGameType,
    /// The house does not have that game.
    #[error("{} is not in this house yet.", .0.name())]
    NotInHouse(GameType),
    /// The settings make another game of it.
    #[error("These rules make it a game of {}: ask for that instead.", .0.name())]
    #[strum(serialize = "other_game")]
    RulesOf(GameType),
    /// The frame is for Words alone.
    #[error("WINV, WACC, WDEC and WSYNC are for WORDS.")]
    #[strum(serialize = "other_game")]
    WordsOnly,
    /// Another game is played at the table.
    #[error("At that table {0} is played.")]
    #[strum(serialize = "other_game")]
    TableOf(String),
    /// The bet cannot be read.
    #[error("bet is a whole number of gold.")]
    #[strum(serialize = "bad_options")]
    BadBet,
    /// A flag cannot be read.
    #[error("{0} is 1 or 0.")]
    #[strum(serialize = "bad_options")]
    BadFlag(String),
    /// The pace cannot be read.
    #[error("pace is live or correspondence.")]
    #[strum(serialize = "bad_options")]
    BadPace,
    /// The holder cannot be read.
    #[error("holder is house or person.")]
    #[strum(serialize = "bad_options")]
    BadHolder,
    /// Quick match takes presets only.
    #[error("To play with anyone, choose a preset as it is, live and without a bet.")]
    #[strum(serialize = "bad_options")]
    PresetOnly,
    /// Only invited players play over days.
    #[error("To play over days, invite a player: write PLAYER and a name.")]
    #[strum(serialize = "bad_options")]
    LiveOnly,
    /// WINV names no player.
    #[error("WINV invites a player: write PLAYER and a name. For a bot send GINV.")]
    #[strum(serialize = "bad_options")]
    NoPlayer,
    /// A line of chat has more than one field.
    #[error("Write a bar inside a text as \\|.")]
    #[strum(serialize = "extra_field")]
    ChatField,
    /// There is no invitation to decline.
    #[error("Nobody has invited you to that game.")]
    #[strum(serialize = "no_invitation")]
    NotInvited,
    /// There is no invitation to withdraw.
    #[error("You have sent no invitation.")]
    #[strum(serialize = "no_invitation")]
    NoneSent,
    /// The addon does not follow the table.
    #[error("You are not at that table: send GACC to sit down, or GSYNC to follow it.")]
    NotHere,
    /// No match is being played.
    #[error("No match is being played at this table.")]
    NoMatch,
    /// Only the house sends that.
    #[error("Only the house says that.")]
    HouseSays,
    /// The frame names no table.
    #[error("Say which table: its code is the GAMEID.")]
    #[strum(serialize = "bad_game_id")]
    NoTableCode,
    /// The id is no table's code.
    #[error("A table's code is six letters and digits, like K7QX2M.")]
    #[strum(serialize = "bad_game_id")]
    BadTableCode,
    /// The id is no invitation's.
    #[error("An invitation's id is sixteen hexadecimal digits.")]
    #[strum(serialize = "bad_game_id")]
    BadInvitationId,
    /// The game has no such move.
    #[error("That is nothing that you can do in this game.")]
    NotAMove,
    /// Battleship: the fleet has no such ship.
    #[error("There is no ship called {ship}. There are: {known}.")]
    UnknownShip {
        /// What was named.
        ship: String,
        /// What there is.
        known: String,
    },
    /// Battleship: the rules have no such pattern.
    #[error("There is no pattern called {0} at this table.")]
    PatternNotAvailable(String),
    /// Battleship: row or column 0.
    #[error("Rows and columns count from 1.")]
    InvalidPosition,
    /// Words: the square is off the board.
    #[error("Rows and columns go from 1 to 15.")]
    #[strum(serialize = "bad_field")]
    BadSquare,
    /// Words: the word is none.
    #[error("A word is one to fifteen letters from A to Z.")]
    #[strum(serialize = "bad_field")]
    BadWord,
    /// Words: the tiles cannot be read.
    #[error("Name tiles by their letters, and a blank by a question mark.")]
    #[strum(serialize = "bad_field")]
    BadTiles,
    /// Death Roll: the roll is out of another number.
    #[error("The next roll is out of {0}.")]
    WrongMax(u32),
}

//! What every table of a house has in common.

use parlor_kernel::Registry;

/// The games, times and limits that every table of a house goes by.
#[derive(Clone, Debug)]
pub struct HouseRules {
    /// The games that can be played.
    pub games: Registry,
    /// How long people may take, and tables stay.
    pub times: Times,
    /// Chat lines from one person at one table in ten seconds.
    pub chat_per_ten_seconds: u32,
}

/// How long people may take, and tables stay. All in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Times {
    /// How long a player may be gone during a live match before their seat is given up, and how long a real-time match
    /// stands still for a player in all.
    pub grace_ms: u64,
    /// How long a real-time match still stands after the last player has come back.
    pub return_ms: u64,
    /// How long a table stays after a match when none of its players is there any more.
    pub linger_ms: u64,
    /// How long a table waits for a match to begin while nothing changes there.
    pub idle_ms: u64,
    /// How long a match against bots alone waits for its only player.
    pub solo_idle_ms: u64,
    /// How long a table over days stays in memory while nobody watches it and nothing happens.
    pub sleep_ms: u64,
    /// A bot pretends to think at least this long,
    pub bot_think_min_ms: u64,
    /// and at most this long.
    pub bot_think_max_ms: u64,
    /// How long players have to put in a bet, and then for the match to begin.
    pub deposit_ms: u64,
    /// How long the result of a match with a bet may be disputed.
    pub dispute_ms: u64,
    /// How long the holder of a disputed bet has to decide.
    pub ruling_ms: u64,
}

//! How a player stands in a score challenge.

use super::field::payload;

payload! {
    /// A status ping.
    pub struct Ping {
        /// Points.
        score: u64,
        /// Lines cleared; in Pong, the machine's points.
        lines: u32,
        /// Level; in Pong, 1.
        level: u32,
        /// HopeAddon's clients send a checksum. It proves nothing and is not looked at.
        token: Option<String>,
    }
}

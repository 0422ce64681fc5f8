//! What the keeper of the house can choose.

use crate::{guard::networks::Networks, public_url::PublicUrl};
use parlor_store::Old;
use serde::{Deserialize, Serialize};
use std::{convert::Infallible, fmt, net::SocketAddr, num::NonZeroU32, path::PathBuf, str::FromStr, time::Duration};

/// All settings, with the defaults that a small house needs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// What the house is called, for those who find it on their network.
    pub name: String,
    /// Where to listen.
    pub listen: SocketAddr,
    /// Where the database file lives.
    pub data_dir: PathBuf,
    /// The database, if it is no file there: the URL of a PostgreSQL one.
    pub store: Option<StoreUrl>,
    /// What connects this node with others over the same database: the URL of a Redis server.
    pub hub: Option<StoreUrl>,
    /// The address people reach the house at, when it is not where it listens (behind a proxy). Its path is the one that the
    /// house is below.
    pub public_url: Option<PublicUrl>,
    /// Whether houses on the same network find each other: announces this one and lists the others. What listens on
    /// loopback is announced on this machine alone.
    pub nearby: bool,
    /// The files with the certificate, its chain included, and its key, if the house itself encrypts.
    pub tls_certificate: Option<PathBuf>,
    /// The certificate's key.
    pub tls_key: Option<PathBuf>,
    /// The proxies that are believed when they say, in `X-Forwarded-For`, whom a request comes from.
    pub trusted_proxies: Networks,
    /// Who may read `/metrics`.
    pub metrics_from: Networks,
    /// What to log, in tracing's filter language.
    pub log: String,
    /// Whether to log as JSON lines.
    pub log_json: bool,
    /// The OpenTelemetry collector that is told what happens, by OTLP over HTTP.
    pub otlp: Option<String>,
    /// Of how many traces that begin here one is told.
    pub otlp_one_in: NonZeroU32,
    /// What the house is called there.
    pub otlp_service: String,
    /// How long people may take, and tables stay.
    pub times: Times,
    /// How much of anything there may be.
    pub limits: Limits,
    /// The Socket.IO door.
    pub socketio: SocketIo,
    /// The addon door.
    pub addon: Addon,
    /// The house's play money.
    pub gold: Gold,
    /// Telling people what they should know while they are away.
    pub notices: Notices,
    /// How long things are kept.
    pub retention: Retention,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            name: "Parlor".into(),
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            data_dir: PathBuf::from("data-dir"),
            store: None,
            hub: None,
            public_url: None,
            nearby: false,
            tls_certificate: None,
            tls_key: None,
            trusted_proxies: Networks::default(),
            metrics_from: Networks::default(),
            log: "info".into(),
            log_json: false,
            otlp: None,
            otlp_one_in: NonZeroU32::MIN,
            otlp_service: "parlor".into(),
            times: Times::default(),
            limits: Limits::default(),
            socketio: SocketIo::default(),
            addon: Addon::default(),
            gold: Gold::default(),
            notices: Notices::default(),
            retention: Retention::default(),
        }
    }
}

impl Settings {
    /// Whether people reach the house over HTTPS.
    pub fn is_encrypted(&self) -> bool {
        self.tls_certificate.is_some() || self.public_url.as_ref().is_some_and(PublicUrl::is_https)
    }

    /// The path of its site that the house is below, without a slash at its end; empty at the root.
    pub fn base(&self) -> &str {
        self.public_url.as_ref().map_or("", PublicUrl::base)
    }
}

/// How long things are kept, in days; 0 is for ever, where that is possible.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Retention {
    /// How long people stay signed in, and guests are known.
    pub session_days: u32,
    /// Matches that are over, with their logs.
    pub match_days: u32,
    /// Reports that are closed, with what was said.
    pub report_days: u32,
    /// Lines of the audit log.
    pub audit_days: u32,
}

impl Default for Retention {
    fn default() -> Self {
        Self { session_days: 365, match_days: 0, report_days: 90, audit_days: 0 }
    }
}

/// A day, in milliseconds.
const DAY_MS: u64 = 24 * 3_600_000;

impl Retention {
    /// How long a session lasts: no less than a day, and no more than the year for which a browser keeps its cookie.
    pub fn session_ms(&self) -> u64 {
        u64::from(self.session_days.clamp(1, 365)) * DAY_MS
    }

    /// What is not kept any more at a time on the wall clock.
    pub fn old(&self, now_ms: u64) -> Old {
        let before = |days: u32| (days > 0).then(|| now_ms.saturating_sub(u64::from(days) * DAY_MS));
        Old { matches: before(self.match_days), reports: before(self.report_days), audit: before(self.audit_days) }
    }
}

/// Where a database is. It may hold a password, which is never printed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StoreUrl(pub String);

impl StoreUrl {
    /// The same without what is secret: a password, and parameters, which may hold one.
    pub fn public(&self) -> String {
        let Some((scheme, rest)) = self.0.split_once("://") else { return "(no URL)".into() };
        let (who, place) = rest.rsplit_once('@').map_or((None, rest), |(who, place)| (Some(who), place));
        let place = place.split(['?', '#']).next().unwrap_or_default();
        match who.map(|who| who.split(':').next().unwrap_or_default()) {
            None => format!("{scheme}://{place}"),
            Some(name) if name.contains(['/', '?', '#']) => format!("{scheme}://…@{place}"),
            Some(name) => format!("{scheme}://{name}@{place}"),
        }
    }
}

impl FromStr for StoreUrl {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.trim().to_owned()))
    }
}

impl fmt::Debug for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.public())
    }
}

/// The Socket.IO door.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SocketIo {
    /// Whether people without a token come in as guests.
    pub guests: bool,
}

impl Default for SocketIo {
    fn default() -> Self {
        Self { guests: true }
    }
}

/// The addon door.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Addon {
    /// Whether people without a token come in as guests.
    pub guests: bool,
}

impl Default for Addon {
    fn default() -> Self {
        Self { guests: true }
    }
}

/// The house's play money: what it gives to accounts. None of it is ever real money.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Gold {
    /// To a new account.
    #[serde(deserialize_with = "gold")]
    pub welcome: u64,
    /// Every day to a person who comes in,
    #[serde(deserialize_with = "gold")]
    pub daily: u64,
    /// but only until they have this much.
    #[serde(deserialize_with = "gold")]
    pub ceiling: u64,
}

impl Default for Gold {
    fn default() -> Self {
        Self { welcome: 1_000, daily: 100, ceiling: 1_000 }
    }
}

/// Telling people what they should know while they are away.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Notices {
    /// Whether browsers are told, by their push services.
    pub push: bool,
    /// Whether addresses of people's own are told.
    pub webhooks: bool,
    /// How push services reach the keeper of the house: `mailto:` and an address, or a page. The house's own address, if
    /// that is public, when there is none.
    pub contact: Option<String>,
    /// How long a person is left in peace after they have been told something, in milliseconds. What happens meanwhile is
    /// told afterwards, once for each table.
    pub gap_ms: u64,
    /// Whether the house may call this machine, without encryption: only for trying things out.
    pub loopback: bool,
}

impl Default for Notices {
    fn default() -> Self {
        Self { push: true, webhooks: true, contact: None, gap_ms: 5_000, loopback: false }
    }
}

/// An amount that can be given again and again without the sum of all purses overflowing.
fn gold<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    const MOST: u64 = 1_000_000_000;
    let amount = u64::deserialize(deserializer)?;
    if amount <= MOST { Ok(amount) } else { Err(serde::de::Error::custom(format!("at most {MOST} gold"))) }
}

/// How long people may take, and tables stay. All in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Times {
    /// How long a player may be gone during a live match before their seat is given up, and how long a real-time match
    /// stands still for a player in all.
    pub grace_ms: u64,
    /// How long a real-time match still stands after the last player has come back.
    pub return_ms: u64,
    /// How much later than its own clock says a run alone may come in: it has to be sent.
    pub run_late_ms: u64,
    /// How long a table stays after a match once its players have gone.
    pub linger_ms: u64,
    /// How long a table waits for a match to begin while nothing changes there.
    pub idle_ms: u64,
    /// How long a match against bots alone waits for its only player.
    pub solo_idle_ms: u64,
    /// How long a table over days stays in memory while nobody watches it and nothing happens.
    pub sleep_ms: u64,
    /// How long an invitation to a live game waits for an answer.
    pub live_invitation_ms: u64,
    /// How long an invitation to a game over days waits for an answer.
    pub correspondence_invitation_ms: u64,
    /// How long a player may not ask again after being declined.
    pub declined_ms: u64,
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
    /// How often a quiet connection is asked whether it lives.
    pub ping_ms: u64,
    /// How long it may take to answer.
    pub pong_ms: u64,
    /// How long a connection may take to send the head of a request, the next one too.
    pub header_ms: u64,
    /// How long a request may take, from its head to the head of the answer.
    pub request_ms: u64,
    /// How long a connection may take in nothing of what it is sent.
    pub stall_ms: u64,
}

impl Default for Times {
    fn default() -> Self {
        Self {
            grace_ms: 60_000,
            return_ms: 3_000,
            run_late_ms: 15_000,
            linger_ms: 30_000,
            idle_ms: 3_600_000,
            solo_idle_ms: 24 * 3_600_000,
            sleep_ms: 60_000,
            live_invitation_ms: 60_000,
            correspondence_invitation_ms: 24 * 3_600_000,
            declined_ms: 30_000,
            bot_think_min_ms: 400,
            bot_think_max_ms: 1_200,
            deposit_ms: 120_000,
            dispute_ms: 60_000,
            ruling_ms: 120_000,
            ping_ms: 2_000,
            pong_ms: 2_500,
            header_ms: 10_000,
            request_ms: 30_000,
            stall_ms: 20_000,
        }
    }
}

impl Times {
    /// Those that tables go by.
    pub const fn of_tables(&self) -> parlor_table::Times {
        parlor_table::Times {
            grace_ms: self.grace_ms,
            return_ms: self.return_ms,
            linger_ms: self.linger_ms,
            idle_ms: self.idle_ms,
            solo_idle_ms: self.solo_idle_ms,
            sleep_ms: self.sleep_ms,
            bot_think_min_ms: self.bot_think_min_ms,
            bot_think_max_ms: self.bot_think_max_ms,
            deposit_ms: self.deposit_ms,
            dispute_ms: self.dispute_ms,
            ruling_ms: self.ruling_ms,
        }
    }

    /// How long a connection may be silent before it counts as gone.
    pub const fn silence(&self) -> Duration {
        Duration::from_millis(self.ping_ms + self.pong_ms)
    }
}

/// How much of anything there may be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Open tables in the house.
    pub tables: usize,
    /// Tables one person may sit at.
    pub tables_per_person: usize,
    /// Games over days that one person may play at once.
    pub days_per_person: usize,
    /// Games over days of one kind that two people may play with each other at once.
    pub days_per_opponent: usize,
    /// Tables opened from one address and not closed yet.
    pub tables_per_address: usize,
    /// Connections to the house.
    pub connections: usize,
    /// Connections of one person.
    pub connections_per_person: usize,
    /// Connections from one address.
    pub connections_per_address: usize,
    /// What may wait to be sent to all connections from one address, in KiB. A connection that makes it more is cut off.
    pub backlog_kib_per_address: usize,
    /// Tables one connection may watch.
    pub watched_per_connection: usize,
    /// Requests to the API and new connections from one address in a second; four times as many in a burst.
    pub requests_per_second: u32,
    /// New guests and accounts from one address in a minute.
    pub guests_per_minute: u32,
    /// Passwords tried from one address in a minute, right ones too, and e-mail addresses.
    pub logins_per_minute: u32,
    /// Exports, deletions and new bots from one address in a minute.
    pub costly_per_minute: u32,
    /// Logs of matches read from one address in a minute.
    pub logs_per_minute: u32,
    /// New tables from one address in a minute.
    pub tables_per_minute: u32,
    /// Reports from one address in an hour.
    pub reports_per_hour: u32,
    /// Runs alone that one person may begin in a minute, and as many that they may end.
    pub runs_per_minute: u32,
    /// Invitations of one person that wait for an answer.
    pub invitations_sent: usize,
    /// Invitations to one person that wait for an answer.
    pub invitations_received: usize,
    /// Invitations one person may send in a minute.
    pub invitations_per_minute: u32,
    /// Things one person may do about bets in a minute.
    pub bets_per_minute: u32,
    /// What one person may add to the logs of matches in an hour, in KiB; four times as much from one address.
    pub log_kib_per_hour: u32,
    /// Commands from one person in a second, through all their connections; twice as many in a burst.
    pub commands_per_second: u32,
    /// Chat lines from one person at one table in ten seconds.
    pub chat_per_ten_seconds: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            tables: 10_000,
            tables_per_person: 10,
            days_per_person: 10,
            days_per_opponent: 1,
            tables_per_address: 500,
            connections: 20_000,
            connections_per_person: 16,
            connections_per_address: 200,
            backlog_kib_per_address: 32 * 1024,
            watched_per_connection: 16,
            requests_per_second: 50,
            guests_per_minute: 30,
            logins_per_minute: 10,
            costly_per_minute: 10,
            logs_per_minute: 60,
            tables_per_minute: 60,
            reports_per_hour: 30,
            runs_per_minute: 30,
            invitations_sent: 10,
            invitations_received: 20,
            invitations_per_minute: 20,
            bets_per_minute: 60,
            log_kib_per_hour: 16 * 1024,
            commands_per_second: 60,
            chat_per_ten_seconds: 8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Players are told that an opponent is gone within five seconds; one ping may get lost meanwhile.
    #[test]
    fn five_seconds_of_silence_are_noticed() {
        let times = Times::default();
        assert!(times.silence() < Duration::from_secs(5));
        assert!(Duration::from_millis(2 * times.ping_ms) < times.silence());
    }

    #[test]
    fn passwords_of_databases_are_not_printed() {
        for (url, public) in [
            ("postgres://ada:hunter2@db.example:5432/house", "postgres://ada@db.example:5432/house"),
            ("postgres://ada:hunt@er2@db.example/house?x=1", "postgres://ada@db.example/house"),
            ("postgres://db.example/house?user=ada&password=hunter2", "postgres://db.example/house"),
            ("postgres://db.example/house?password=hunt@er2", "postgres://…@er2"),
            ("postgres:hunter2", "(no URL)"),
        ] {
            let url = StoreUrl(url.into());
            assert_eq!((url.public(), format!("{url:?}")), (public.to_owned(), public.to_owned()));
        }
    }
}

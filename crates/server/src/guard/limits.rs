//! Who may do how much how fast.

use crate::settings::Limits;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter, clock::Clock, clock::DefaultClock};
use parlor_wire::UserId;
use std::{hash::Hash, net::IpAddr, num::NonZeroU32};

/// Limits that belong to addresses or to people.
#[derive(Debug)]
pub struct RateLimits {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    guests: DefaultKeyedRateLimiter<IpAddr>,
    logins: DefaultKeyedRateLimiter<IpAddr>,
    costly: DefaultKeyedRateLimiter<IpAddr>,
    logs: DefaultKeyedRateLimiter<IpAddr>,
    tables: DefaultKeyedRateLimiter<IpAddr>,
    reports: DefaultKeyedRateLimiter<IpAddr>,
    runs: DefaultKeyedRateLimiter<UserId>,
    ended_runs: DefaultKeyedRateLimiter<UserId>,
    invitations: DefaultKeyedRateLimiter<UserId>,
    bets: DefaultKeyedRateLimiter<UserId>,
    commands: DefaultKeyedRateLimiter<UserId>,
    kept: DefaultKeyedRateLimiter<UserId>,
    kept_from: DefaultKeyedRateLimiter<IpAddr>,
}

impl RateLimits {
    /// No requests counted yet.
    pub fn new(limits: &Limits) -> Self {
        let requests = at_least_one(limits.requests_per_second);
        let burst = requests.saturating_mul(at_least_one(4));
        let commands = at_least_one(limits.commands_per_second);
        let flurry = commands.saturating_mul(at_least_one(2));
        let kept = at_least_one(limits.log_kib_per_hour).saturating_mul(at_least_one(1024));
        Self {
            requests: RateLimiter::keyed(Quota::per_second(requests).allow_burst(burst)),
            guests: RateLimiter::keyed(Quota::per_minute(at_least_one(limits.guests_per_minute))),
            logins: RateLimiter::keyed(Quota::per_minute(at_least_one(limits.logins_per_minute))),
            costly: RateLimiter::keyed(Quota::per_minute(at_least_one(limits.costly_per_minute))),
            logs: RateLimiter::keyed(Quota::per_minute(at_least_one(limits.logs_per_minute))),
            tables: RateLimiter::keyed(Quota::per_minute(at_least_one(limits.tables_per_minute))),
            reports: RateLimiter::keyed(Quota::per_hour(at_least_one(limits.reports_per_hour))),
            runs: RateLimiter::keyed(Quota::per_minute(at_least_one(limits.runs_per_minute))),
            ended_runs: RateLimiter::keyed(Quota::per_minute(at_least_one(limits.runs_per_minute))),
            invitations: RateLimiter::keyed(Quota::per_minute(at_least_one(limits.invitations_per_minute))),
            bets: RateLimiter::keyed(Quota::per_minute(at_least_one(limits.bets_per_minute))),
            commands: RateLimiter::keyed(Quota::per_second(commands).allow_burst(flurry)),
            kept: RateLimiter::keyed(Quota::per_hour(kept)),
            kept_from: RateLimiter::keyed(Quota::per_hour(kept.saturating_mul(at_least_one(4)))),
        }
    }

    /// Whether one more request may come from `from`; otherwise after how many seconds.
    ///
    /// # Errors
    /// Seconds to wait.
    pub fn request(&self, from: IpAddr) -> Result<(), u64> {
        check(&self.requests, from)
    }

    /// Whether one more guest may come from `from`; otherwise after how many seconds.
    ///
    /// # Errors
    /// Seconds to wait.
    pub fn guest(&self, from: IpAddr) -> Result<(), u64> {
        check(&self.guests, from)
    }

    /// Whether one more password, or e-mail address, may be tried from `from`; otherwise after how many seconds.
    ///
    /// # Errors
    /// Seconds to wait.
    pub fn login(&self, from: IpAddr) -> Result<(), u64> {
        check(&self.logins, from)
    }

    /// Whether one more export, deletion or new bot may be asked for from `from`: all that reads or writes more than
    /// its request looks like. Otherwise after how many seconds.
    ///
    /// # Errors
    /// Seconds to wait.
    pub fn costly(&self, from: IpAddr) -> Result<(), u64> {
        check(&self.costly, from)
    }

    /// Whether one more log may be read from `from`: it can be megabytes long. Otherwise after how many seconds.
    ///
    /// # Errors
    /// Seconds to wait.
    pub fn log(&self, from: IpAddr) -> Result<(), u64> {
        check(&self.logs, from)
    }

    /// Whether one more table may be opened from `from`; otherwise after how many seconds.
    ///
    /// # Errors
    /// Seconds to wait.
    pub fn table(&self, from: IpAddr) -> Result<(), u64> {
        check(&self.tables, from)
    }

    /// Whether one more report may be made from `from`; otherwise after how many seconds. Guests are easily made, and
    /// each has reports of their own: one address must not fill the place where all of them wait.
    ///
    /// # Errors
    /// Seconds to wait.
    pub fn report(&self, from: IpAddr) -> Result<(), u64> {
        check(&self.reports, from)
    }

    /// Whether `user` may begin one more run alone; otherwise after how many seconds.
    ///
    /// # Errors
    /// Seconds to wait.
    pub fn run(&self, user: UserId) -> Result<(), u64> {
        check(&self.runs, user)
    }

    /// Whether `user` may end one more run; otherwise after how many seconds. It is counted apart: one who has begun as many
    /// as they may must be able to end them.
    ///
    /// # Errors
    /// Seconds to wait.
    pub fn ended_run(&self, user: UserId) -> Result<(), u64> {
        check(&self.ended_runs, user)
    }

    /// Whether `user` may invite once more; otherwise after how many seconds.
    ///
    /// # Errors
    /// Seconds to wait.
    pub fn invitation(&self, user: UserId) -> Result<(), u64> {
        check(&self.invitations, user)
    }

    /// Whether a person may take one more step of a bet; otherwise after how many seconds. What is written about gold
    /// stays for ever.
    ///
    /// # Errors
    /// Seconds to wait.
    pub fn bet(&self, user: UserId) -> Result<(), u64> {
        check(&self.bets, user)
    }

    /// Whether `user` may give one more command, through whichever connection; otherwise after how many seconds.
    ///
    /// # Errors
    /// Seconds to wait.
    pub fn command(&self, user: UserId) -> Result<(), u64> {
        check(&self.commands, user)
    }

    /// Whether `bytes` more may be kept for ever of what `user` does, who comes from `from`; otherwise after how many
    /// seconds. Logs are never deleted. By default that is 36 keys of Tetris a second, for an hour: more than anybody
    /// presses.
    ///
    /// # Errors
    /// Seconds to wait.
    pub fn keep(&self, user: UserId, from: Option<IpAddr>, bytes: u32) -> Result<(), u64> {
        check_many(&self.kept, user, bytes)?;
        from.map_or(Ok(()), |from| check_many(&self.kept_from, from, bytes))
    }

    /// Forgets those who have been quiet long enough to start afresh.
    pub fn forget_old(&self) {
        self.requests.retain_recent();
        self.guests.retain_recent();
        self.logins.retain_recent();
        self.costly.retain_recent();
        self.logs.retain_recent();
        self.tables.retain_recent();
        self.reports.retain_recent();
        self.runs.retain_recent();
        self.ended_runs.retain_recent();
        self.invitations.retain_recent();
        self.bets.retain_recent();
        self.commands.retain_recent();
        self.kept.retain_recent();
        self.kept_from.retain_recent();
    }
}

fn check<K: Clone + Eq + Hash>(limiter: &DefaultKeyedRateLimiter<K>, of: K) -> Result<(), u64> {
    check_many(limiter, of, 1)
}

fn check_many<K: Clone + Eq + Hash>(limiter: &DefaultKeyedRateLimiter<K>, of: K, number: u32) -> Result<(), u64> {
    // What is more than there is room for at all never comes in, however long they wait.
    let verdict = limiter.check_key_n(&of, at_least_one(number)).map_err(|_| 3_600u64)?;
    verdict.map_err(|not_until| not_until.wait_time_from(DefaultClock::default().now()).as_secs() + 1)
}

fn at_least_one(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

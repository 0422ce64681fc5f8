//! Who has guessed wrong too often has to wait.

use parlor_wire::{UserId, http::folded};
use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// How many wrong tries one address has for one login before it must wait.
const TRIES_FROM_ONE: u32 = 5;
/// How many wrong tries all addresses together have for one login.
const TRIES_FROM_ALL: u32 = 50;
/// One of these is forgotten this often: a single address, which soon has to wait longer than that, never uses them up.
const LEAK: Duration = Duration::from_secs(60);
/// The first wait; each further wrong try doubles it,
const FIRST_WAIT: Duration = Duration::from_secs(30);
/// up to this.
const LONGEST_WAIT: Duration = Duration::from_secs(15 * 60);
/// After this long without a try all is forgotten.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(3600);
/// How many logins are remembered: beyond that, those who tried longest ago are forgotten.
const REMEMBERED: usize = 10_000;

/// A login that is tried. An account has one count for all its names.
#[derive(Clone, Copy, Debug)]
pub enum Login<'a> {
    /// An account.
    Account(UserId),
    /// A text that names no account. It is counted the same, so that it cannot be told from one.
    Unknown(&'a str),
}

/// A hashed login and where it is tried from; `None` is from anywhere. The hash bounds its size.
type Key = ([u8; 32], Option<IpAddr>);

#[derive(Clone, Copy, Debug)]
struct Tries {
    wrong: u32,
    last: Instant,
    /// Since when none was forgotten.
    leaks_since: Instant,
    locked_until: Instant,
}

impl Tries {
    /// Nothing has been tried yet.
    const fn none(now: Instant) -> Self {
        Self { wrong: 0, last: now, leaks_since: now, locked_until: now }
    }

    /// Forgets what was long ago.
    fn leak(&mut self, now: Instant) {
        let leaks = now.saturating_duration_since(self.leaks_since).as_secs() / LEAK.as_secs();
        self.wrong = self.wrong.saturating_sub(u32::try_from(leaks).unwrap_or(u32::MAX));
        self.leaks_since =
            if self.wrong == 0 { now } else { self.leaks_since + Duration::from_secs(leaks * LEAK.as_secs()) };
    }

    fn wrong(&mut self, free: u32, now: Instant) {
        self.wrong = self.wrong.saturating_add(1);
        self.last = now;
        self.locked_until = now + wait(self.wrong, free);
    }
}

/// The wrong tries of late.
#[derive(Debug, Default)]
pub struct Lockout(Mutex<HashMap<Key, Tries>>);

impl Lockout {
    fn tries(&self) -> MutexGuard<'_, HashMap<Key, Tries>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts an attempt. It counts as wrong until the password turns out right ([`Lockout::clear`]), so that many
    /// attempts at the same moment do not slip through.
    ///
    /// # Errors
    /// How many seconds to wait before the next try.
    pub fn attempt(&self, login: Login<'_>, from: IpAddr, now: Instant) -> Result<(), u64> {
        let mut tries = self.tries();
        let [one, all] = keys(login, from);
        may_try(&tries, &[one, all], now)?;
        count_one(&mut tries, one, now);
        let entry = entry(&mut tries, all, now);
        entry.leak(now);
        entry.wrong(TRIES_FROM_ALL, now);
        Ok(())
    }

    /// The owner of an account, who is signed in, tries their password. What others have tried elsewhere does not
    /// keep them from it.
    ///
    /// # Errors
    /// How many seconds to wait before the next try.
    pub fn attempt_signed_in(&self, account: UserId, from: IpAddr, now: Instant) -> Result<(), u64> {
        let mut tries = self.tries();
        let [one, _] = keys(Login::Account(account), from);
        may_try(&tries, &[one], now)?;
        count_one(&mut tries, one, now);
        Ok(())
    }

    /// The password was right.
    pub fn clear(&self, login: Login<'_>, from: IpAddr) {
        let mut tries = self.tries();
        for key in keys(login, from) {
            tries.remove(&key);
        }
    }

    /// A signed-in person's password was right.
    pub fn clear_signed_in(&self, account: UserId, from: IpAddr) {
        let [one, _] = keys(Login::Account(account), from);
        self.tries().remove(&one);
    }

    /// Forgets what is long past.
    pub fn forget_old(&self, now: Instant) {
        self.tries().retain(|_, tries| now.saturating_duration_since(tries.last) < FORGOTTEN_AFTER);
    }
}

fn keys(login: Login<'_>, from: IpAddr) -> [Key; 2] {
    let login: [u8; 32] = match login {
        Login::Account(user) => Sha256::digest(user.0.to_be_bytes()).into(),
        // Longer than an id, so that no text is taken for one.
        Login::Unknown(text) => Sha256::digest(format!("a login: {}", folded(text.trim()))).into(),
    };
    [(login, Some(from)), (login, None)]
}

/// The names of these keys, for nodes that count together.
pub fn names(login: Login<'_>, from: IpAddr) -> [String; 2] {
    keys(login, from).map(|(login, from)| {
        let login = login.iter().fold(String::new(), |name, byte| format!("{name}{byte:02x}"));
        from.map_or(login.clone(), |from| format!("{login}:{from}"))
    })
}

fn may_try(tries: &HashMap<Key, Tries>, keys: &[Key], now: Instant) -> Result<(), u64> {
    let locked = keys.iter().filter_map(|key| Some(tries.get(key)?.locked_until)).max();
    locked.filter(|until| *until > now).map_or(Ok(()), |until| Err((until - now).as_secs() + 1))
}

/// One address is forgiven only after a long silence: what it has to wait would be short otherwise.
fn count_one(tries: &mut HashMap<Key, Tries>, one: Key, now: Instant) {
    let entry = entry(tries, one, now);
    if now.saturating_duration_since(entry.last) >= FORGOTTEN_AFTER {
        entry.wrong = 0;
    }
    entry.wrong(TRIES_FROM_ONE, now);
}

fn entry(tries: &mut HashMap<Key, Tries>, key: Key, now: Instant) -> &mut Tries {
    if !tries.contains_key(&key) {
        make_room(tries);
    }
    tries.entry(key).or_insert(Tries::none(now))
}

/// How long to wait after so many wrong tries.
fn wait(wrong: u32, free: u32) -> Duration {
    match wrong.checked_sub(free) {
        None => Duration::ZERO,
        Some(more) => FIRST_WAIT.saturating_mul(1 << more.min(16)).min(LONGEST_WAIT),
    }
}

/// Forgets the older half when there is no room left: so many at a time that it costs little for each.
fn make_room(tries: &mut HashMap<Key, Tries>) {
    if tries.len() < REMEMBERED {
        return;
    }
    let mut lasts: Vec<_> = tries.values().map(|tries| tries.last).collect();
    let (_, middle, _) = lasts.select_nth_unstable(REMEMBERED / 2);
    tries.retain(|_, tries| tries.last > *middle);
}

#[cfg(test)]
mod tests {
    use super::*;
    use Login::{Account, Unknown};

    fn home() -> IpAddr {
        IpAddr::from([192, 0, 2, 1])
    }

    fn address(number: u32) -> IpAddr {
        IpAddr::from(number.to_be_bytes())
    }

    const fn seconds(number: u64) -> Duration {
        Duration::from_secs(number)
    }

    #[test]
    fn waits_double_up_to_a_quarter_of_an_hour() {
        let waits: Vec<_> = (4..=12).map(|wrong| wait(wrong, TRIES_FROM_ONE).as_secs()).collect();
        assert_eq!(waits, [0, 30, 60, 120, 240, 480, 900, 900, 900]);
        assert_eq!(wait(u32::MAX, TRIES_FROM_ONE), LONGEST_WAIT);
    }

    #[test]
    fn five_wrong_tries_lock_one_address_out_and_no_other() {
        let (lockout, start) = (Lockout::default(), Instant::now());
        for _ in 0..5 {
            assert_eq!(lockout.attempt(Unknown("Ada"), home(), start), Ok(()));
        }
        assert_eq!(lockout.attempt(Unknown("aDA "), home(), start), Err(31), "in whatever case");
        assert_eq!(
            lockout.attempt(Unknown("Ada"), home(), start + seconds(29)),
            Err(2),
            "waiting does not make it longer"
        );
        assert_eq!(lockout.attempt(Unknown("Ada"), address(7), start), Ok(()));
        assert_eq!(lockout.attempt(Unknown("Bea"), home(), start), Ok(()));
        assert_eq!(lockout.attempt(Unknown("Ada"), home(), start + seconds(30)), Ok(()));
        assert_eq!(
            lockout.attempt(Unknown("Ada"), home(), start + seconds(31)),
            Err(60),
            "the next wait is twice as long"
        );
    }

    #[test]
    fn fifty_wrong_tries_lock_everybody_out() {
        let (lockout, start) = (Lockout::default(), Instant::now());
        for number in 0..50 {
            assert_eq!(lockout.attempt(Unknown("Ada"), address(number), start), Ok(()));
        }
        assert_eq!(lockout.attempt(Unknown("Ada"), home(), start), Err(31));
        assert_eq!(lockout.attempt(Unknown("Bea"), home(), start), Ok(()));
    }

    #[test]
    fn one_address_cannot_lock_everybody_out() {
        let (lockout, mut now) = (Lockout::default(), Instant::now());
        // As fast as it may, for three days.
        for _ in 0..300 {
            match lockout.attempt(Account(UserId(1)), address(7), now) {
                Ok(()) => {}
                Err(wait) => now += seconds(wait),
            }
            assert_eq!(may_try(&lockout.tries(), &keys(Account(UserId(1)), home()), now), Ok(()));
        }
    }

    #[test]
    fn what_all_have_tried_leaks_away() {
        let (lockout, start) = (Lockout::default(), Instant::now());
        for number in 0..50 {
            assert_eq!(lockout.attempt(Unknown("Ada"), address(number), start), Ok(()));
        }
        // Ten minutes forgive ten tries and no more.
        let later = start + seconds(600);
        for number in 100..110 {
            assert_eq!(lockout.attempt(Unknown("Ada"), address(number), later), Ok(()));
        }
        assert_eq!(lockout.attempt(Unknown("Ada"), address(110), later), Err(31));
        assert_eq!(lockout.attempt(Unknown("Ada"), address(110), later + seconds(60)), Ok(()));
    }

    #[test]
    fn whoever_is_signed_in_is_not_kept_out_by_others() {
        let (lockout, start, ada) = (Lockout::default(), Instant::now(), UserId(1));
        for number in 0..50 {
            assert_eq!(lockout.attempt(Account(ada), address(number), start), Ok(()));
        }
        assert_eq!(lockout.attempt(Account(ada), home(), start), Err(31));
        for _ in 0..5 {
            assert_eq!(lockout.attempt_signed_in(ada, home(), start), Ok(()));
        }
        assert_eq!(lockout.attempt_signed_in(ada, home(), start), Err(31), "but cannot guess without end");
        lockout.clear_signed_in(ada, home());
        assert_eq!(lockout.attempt_signed_in(ada, home(), start), Ok(()));
        assert_eq!(lockout.attempt(Account(ada), home(), start), Err(31), "nor does that clear what others tried");
    }

    #[test]
    fn the_right_password_clears_and_time_forgets() {
        let (lockout, start) = (Lockout::default(), Instant::now());
        for _ in 0..20 {
            assert_eq!(lockout.attempt(Unknown("Ada"), home(), start), Ok(()));
            lockout.clear(Unknown("ada"), home());
        }
        for _ in 0..5 {
            assert_eq!(lockout.attempt(Unknown("Ada"), home(), start), Ok(()));
        }
        let later = start + FORGOTTEN_AFTER;
        assert_eq!(lockout.attempt(Unknown("Ada"), home(), later), Ok(()));
        assert_eq!(lockout.attempt(Unknown("Ada"), home(), later), Ok(()), "it starts from nothing");
        lockout.forget_old(later + FORGOTTEN_AFTER);
        assert!(lockout.tries().is_empty());
    }

    #[test]
    fn memory_is_bounded() {
        let (lockout, start) = (Lockout::default(), Instant::now());
        for number in 0..REMEMBERED as u32 + 50 {
            let at = start + Duration::from_millis(number.into());
            assert_eq!(lockout.attempt(Unknown(&format!("name {number}")), address(number), at), Ok(()));
        }
        let tries = lockout.tries();
        assert!(tries.len() <= REMEMBERED, "{} are remembered", tries.len());
        let last = REMEMBERED as u32 + 49;
        let [one, _] = keys(Unknown(&format!("name {last}")), address(last));
        assert!(tries.contains_key(&one), "the latest among them");
    }
}

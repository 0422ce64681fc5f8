//! Who has guessed wrong too often has to wait.

use parlor_wire::http::folded;
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
/// The first wait; each further wrong try doubles it,
const FIRST_WAIT: Duration = Duration::from_secs(30);
/// up to this.
const LONGEST_WAIT: Duration = Duration::from_secs(15 * 60);
/// After this long without a try all is forgotten.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(3600);
/// How many logins are remembered: beyond that, those who tried longest ago are forgotten.
const REMEMBERED: usize = 10_000;

/// A login somebody tries, and from where; `None` is from anywhere. Hashed, so that a long text takes no more room
/// than a short one.
type Key = ([u8; 32], Option<IpAddr>);

#[derive(Clone, Copy, Debug)]
struct Tries {
    wrong: u32,
    last: Instant,
    locked_until: Instant,
}

/// The wrong tries of late.
#[derive(Debug, Default)]
pub struct Lockout(Mutex<HashMap<Key, Tries>>);

impl Lockout {
    fn tries(&self) -> MutexGuard<'_, HashMap<Key, Tries>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody tries a password. It counts as wrong until it turns out right ([`Lockout::clear`]), so that many
    /// tries at the same moment do not slip through.
    ///
    /// # Errors
    /// How many seconds to wait before the next try.
    pub fn attempt(&self, login: &str, from: IpAddr, now: Instant) -> Result<(), u64> {
        let mut tries = self.tries();
        let [one, all] = keys(login, from);
        let locked = [one, all].into_iter().filter_map(|key| Some(tries.get(&key)?.locked_until));
        if let Some(until) = locked.max().filter(|until| *until > now) {
            return Err((until - now).as_secs() + 1);
        }
        for (key, free) in [(one, TRIES_FROM_ONE), (all, TRIES_FROM_ALL)] {
            if !tries.contains_key(&key) {
                make_room(&mut tries);
            }
            let entry = tries.entry(key).or_insert(Tries { wrong: 0, last: now, locked_until: now });
            if now.saturating_duration_since(entry.last) >= FORGOTTEN_AFTER {
                entry.wrong = 0;
            }
            entry.wrong += 1;
            entry.last = now;
            entry.locked_until = now + wait(entry.wrong, free);
        }
        Ok(())
    }

    /// The password was right.
    pub fn clear(&self, login: &str, from: IpAddr) {
        let mut tries = self.tries();
        for key in keys(login, from) {
            tries.remove(&key);
        }
    }

    /// Forgets what is long past.
    pub fn forget_old(&self, now: Instant) {
        self.tries().retain(|_, tries| now.saturating_duration_since(tries.last) < FORGOTTEN_AFTER);
    }
}

fn keys(login: &str, from: IpAddr) -> [Key; 2] {
    let login: [u8; 32] = Sha256::digest(folded(login.trim())).into();
    [(login, Some(from)), (login, None)]
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
            assert_eq!(lockout.attempt("Ada", home(), start), Ok(()));
        }
        assert_eq!(lockout.attempt("aDA ", home(), start), Err(31), "in whatever case");
        assert_eq!(lockout.attempt("Ada", home(), start + seconds(29)), Err(2), "waiting does not make it longer");
        assert_eq!(lockout.attempt("Ada", address(7), start), Ok(()));
        assert_eq!(lockout.attempt("Bea", home(), start), Ok(()));
        assert_eq!(lockout.attempt("Ada", home(), start + seconds(30)), Ok(()));
        assert_eq!(lockout.attempt("Ada", home(), start + seconds(31)), Err(60), "the next wait is twice as long");
    }

    #[test]
    fn fifty_wrong_tries_lock_everybody_out() {
        let (lockout, start) = (Lockout::default(), Instant::now());
        for number in 0..50 {
            assert_eq!(lockout.attempt("Ada", address(number), start), Ok(()));
        }
        assert_eq!(lockout.attempt("Ada", home(), start), Err(31));
        assert_eq!(lockout.attempt("Bea", home(), start), Ok(()));
    }

    #[test]
    fn the_right_password_clears_and_time_forgets() {
        let (lockout, start) = (Lockout::default(), Instant::now());
        for _ in 0..20 {
            assert_eq!(lockout.attempt("Ada", home(), start), Ok(()));
            lockout.clear("ada", home());
        }
        for _ in 0..5 {
            assert_eq!(lockout.attempt("Ada", home(), start), Ok(()));
        }
        let later = start + FORGOTTEN_AFTER;
        assert_eq!(lockout.attempt("Ada", home(), later), Ok(()));
        assert_eq!(lockout.attempt("Ada", home(), later), Ok(()), "it starts from nothing");
        lockout.forget_old(later + FORGOTTEN_AFTER);
        assert!(lockout.tries().is_empty());
    }

    #[test]
    fn memory_is_bounded() {
        let (lockout, start) = (Lockout::default(), Instant::now());
        for number in 0..REMEMBERED as u32 + 50 {
            let at = start + Duration::from_millis(number.into());
            assert_eq!(lockout.attempt(&format!("name {number}"), address(number), at), Ok(()));
        }
        let tries = lockout.tries();
        assert!(tries.len() <= REMEMBERED, "{} are remembered", tries.len());
        let last = REMEMBERED as u32 + 49;
        let [one, _] = keys(&format!("name {last}"), address(last));
        assert!(tries.contains_key(&one), "the latest among them");
    }
}

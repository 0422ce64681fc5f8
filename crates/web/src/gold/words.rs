//! Gold in words.

use parlor_client::words::{gold, thousands};
use parlor_wire::http::{DailyGrant, Why};

/// What everyone should know before they bet.
pub const PLAY_MONEY: &str = "Gold is play money of this house. It cannot be bought, sold or turned into anything.";

const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;

/// A change with its sign, and with a minus as wide as the plus.
pub fn change(amount: i64) -> String {
    let sign = if amount < 0 { '−' } else { '+' };
    format!("{sign}{}", thousands(amount.unsigned_abs()))
}

/// What a line of the statement is about.
pub const fn why(why: Why) -> &'static str {
    match why {
        Why::Welcome => "Welcome to the house",
        Why::Daily => "Daily gift",
        Why::Deposit => "Bet put in",
        Why::Payout => "Bet won",
        Why::Refund => "Bet given back",
        Why::Closed => "Account closed",
        Why::Gift => "Gift of the house",
    }
}

/// What the house gives, to whom and when, if it gives anything.
pub fn grant(daily: DailyGrant, balance: u64, now_ms: u64) -> Option<String> {
    if daily.amount == 0 {
        return None;
    }
    let rule = format!(
        "The house gives up to {} a day to players with less than {}.",
        gold(daily.amount),
        thousands(daily.ceiling)
    );
    if balance >= daily.ceiling {
        return Some(rule);
    }
    Some(format!("{rule} Your next gift comes {}.", from_now(daily.next_at.saturating_sub(now_ms))))
}

/// How many milliseconds there are until the next gift, if one is to come.
pub fn wait(daily: DailyGrant, balance: u64, now_ms: u64) -> Option<u64> {
    let comes = daily.amount > 0 && balance < daily.ceiling;
    daily.next_at.checked_sub(now_ms).filter(|&left| comes && left > 0)
}

/// How long until then, roughly.
fn from_now(left_ms: u64) -> String {
    let plural = |n: u64, unit: &str| format!("in {n} {unit}{}", if n == 1 { "" } else { "s" });
    match left_ms {
        0 => "now".into(),
        1..HOUR => plural(left_ms.div_ceil(MINUTE), "minute"),
        _ => plural(left_ms.div_ceil(HOUR), "hour"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_have_signs() {
        assert_eq!([change(200), change(-1_000), change(0)], ["+200", "−1,000", "+0"]);
        assert_eq!(gold(1_200_u32), "1,200 gold");
    }

    #[test]
    fn gifts_are_for_those_who_have_little() {
        let daily = DailyGrant { amount: 100, ceiling: 1_000, next_at: 10 * HOUR };
        let told = |balance, now_ms| grant(daily, balance, now_ms).unwrap_or_default();
        assert!(told(40, 5 * HOUR + 1).ends_with("in 5 hours."));
        assert!(told(40, 10 * HOUR - 1).ends_with("in 1 minute."));
        assert!(told(40, 11 * HOUR).ends_with("now."));
        assert!(!told(1_000, 0).contains("next"), "the rich wait for nothing");
        assert_eq!(grant(DailyGrant { amount: 0, ..daily }, 40, 0), None, "some houses give nothing");
        assert_eq!([wait(daily, 40, 9 * HOUR), wait(daily, 40, 10 * HOUR)], [Some(HOUR), None]);
        assert_eq!([wait(daily, 1_000, 0), wait(DailyGrant { amount: 0, ..daily }, 40, 0)], [None, None]);
    }
}

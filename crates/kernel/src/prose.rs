//! Figures in the words of a rule set, for [`GameConfig::phrases`](crate::GameConfig::phrases).

/// So many seconds, as short as it can be read: "30 s", "5 min", "90 s".
pub fn span(seconds: impl Into<u32>) -> String {
    match seconds.into() {
        seconds if seconds >= 120 && seconds.is_multiple_of(60) => format!("{} min", seconds / 60),
        seconds => format!("{seconds} s"),
    }
}

/// "1,000,000".
pub fn thousands(number: impl Into<u64>) -> String {
    let digits = number.into().to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([0_u32, 999, 1_000, 1_000_000].map(thousands), ["0", "999", "1,000", "1,000,000"]);
        assert_eq!(thousands(u64::MAX), "18,446,744,073,709,551,615");
    }

    #[test]
    fn spans_are_short() {
        assert_eq!([1_u32, 60, 90, 120, 3_600].map(span), ["1 s", "60 s", "90 s", "2 min", "60 min"]);
    }
}

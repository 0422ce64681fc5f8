//! Numbers as people write them.

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
}

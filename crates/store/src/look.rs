//! How names look.

use parlor_wire::folded;
use unicode_security::skeleton;

/// How a name looks, by Unicode's confusables and without regard to case: two names that look alike come to the same.
pub fn look(name: &str) -> String {
    let look = |text: &str| folded(&skeleton(text).collect::<String>());
    // Capitals look like other letters than small ones do: l and I.
    look(&look(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_come_to_the_same() {
        for (one, other) in [
            ("Tom", "T0m"),
            ("Tom", "Torn"),
            ("Ida", "lda"),
            ("Bill", "Bi11"),
            ("Capa", "\u{421}\u{430}\u{440}\u{430}"),
        ] {
            assert_eq!(look(one), look(other), "{one} and {other}");
        }
        for (one, other) in [("Tom", "Tim"), ("Ada", "Adá"), ("Ada", "Ada 2")] {
            assert_ne!(look(one), look(other), "{one} and {other}");
        }
    }
}

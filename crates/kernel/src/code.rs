//! Names of errors, and refusals made from them.

use crate::{AssetError, Malformed, Unfit, table::TABLE_CODES};
use serde::Serialize;
use std::error::Error;
use strum::VariantNames;

/// An error with a stable name, for programs to compare and for tests to rely on.
///
/// Every enum that derives [`strum::VariantNames`] and [`strum::IntoStaticStr`] with
/// `#[strum(serialize_all = "snake_case")]` has codes: the names of its variants.
pub trait Code {
    /// Every code that [`Code::code`] may give, in the order of declaration.
    const CODES: &'static [&'static str];

    /// For example `cell_already_shot`.
    fn code(&self) -> &'static str;
}

impl<T: VariantNames> Code for T
where
    for<'a> &'a T: Into<&'static str>,
{
    const CODES: &'static [&'static str] = T::VARIANTS;

    fn code(&self) -> &'static str {
        self.into()
    }
}

/// The codes of the kernel's own errors: what every game may be refused with.
pub fn kernel_codes() -> Vec<&'static str> {
    [TABLE_CODES, Malformed::CODES, Unfit::CODES, AssetError::CODES].concat()
}

/// The codes of several errors in one list of `N`, for an error that is made of others.
///
/// # Panics
/// If there are not exactly `N`. As a constant, it does not compile then.
pub const fn join_codes<const N: usize>(parts: &[&[&'static str]]) -> [&'static str; N] {
    let mut codes = [""; N];
    let (mut next, mut part) = (0, 0);
    while part < parts.len() {
        let mut place = 0;
        while place < parts[part].len() {
            codes[next] = parts[part][place];
            (next, place) = (next + 1, place + 1);
        }
        part += 1;
    }
    assert!(next == N, "as many codes as the list has places");
    codes
}

/// Gives an error that wraps others its codes: those of its own variants as listed, and those of the errors it wraps.
///
/// ```
/// # use parlor_kernel::{Code, nest_codes};
/// # use strum::{IntoStaticStr, VariantNames};
/// #[derive(IntoStaticStr, VariantNames)]
/// #[strum(serialize_all = "snake_case")]
/// enum Part {
///     NotNow,
/// }
///
/// enum Whole {
///     Never { why: String },
///     Part(Part),
/// }
///
/// nest_codes!(Whole { Never => "never" } wraps { Part(Part) });
/// assert_eq!(Whole::CODES, ["never", "not_now"]);
/// assert_eq!(Whole::Part(Part::NotNow).code(), "not_now");
/// ```
#[macro_export]
macro_rules! nest_codes {
    ($error:ty { $($own:ident => $code:literal),* $(,)? } wraps { $($nested:ident($inner:ty)),* $(,)? }) => {
        impl $crate::Code for $error {
            const CODES: &'static [&'static str] = {
                const OWN: &[&str] = &[$($code),*];
                const COUNT: usize = OWN.len() $(+ <$inner as $crate::Code>::CODES.len())*;
                &$crate::join_codes::<COUNT>(&[OWN, $(<$inner as $crate::Code>::CODES),*])
            };

            fn code(&self) -> &'static str {
                match self {
                    $(Self::$own { .. } => $code,)*
                    $(Self::$nested(error) => $crate::Code::code(error),)*
                }
            }
        }
    };
}

/// Why something was refused: a code for programs and a sentence for people. It comes from an error that has both.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal {
    /// Stable code.
    pub code: &'static str,
    /// What to tell the player.
    pub message: String,
}

impl<E: Error + Code> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self { code: error.code(), message: error.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use strum::IntoStaticStr;
    use thiserror::Error;

    #[derive(Debug, Error, IntoStaticStr, VariantNames)]
    #[strum(serialize_all = "snake_case")]
    enum Part {
        #[error("Not now.")]
        NotNow,
        #[error("{0} is too much.")]
        TooMuch(u8),
    }

    #[derive(Debug, Error)]
    enum Whole {
        #[error(transparent)]
        Part(Part),
        #[error("Never.")]
        Never,
    }

    nest_codes!(Whole { Never => "never" } wraps { Part(Part) });

    #[test]
    fn codes_are_the_names_of_variants() {
        assert_eq!(Part::CODES, ["not_now", "too_much"]);
        assert_eq!(Whole::CODES, ["never", "not_now", "too_much"]);
        assert_eq!([Part::NotNow.code(), Part::TooMuch(7).code()], ["not_now", "too_much"]);
        let refusal = Refusal::from(Whole::Part(Part::TooMuch(7)));
        assert_eq!(refusal, Refusal { code: "too_much", message: "7 is too much.".into() });
        assert_eq!(Refusal::from(Whole::Never).code, "never");
    }
}

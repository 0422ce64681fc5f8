//! What people may be called, and names for those who have not chosen one.

use crate::{
    house::House,
    problem::{HttpError, Refused},
};
use axum::http::StatusCode;
use parlor_kernel::Rng;
use parlor_store::look;
use parlor_wire::{BadName, Kind, display_name};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;
use unicode_security::{RestrictionLevel, RestrictionLevelDetection};

/// What the house calls itself, its own people, and those who are not there.
const RESERVED: [&str; 16] = [
    "parlor",
    "house",
    "the house",
    "bank",
    "the bank",
    "host",
    "admin",
    "administrator",
    "moderator",
    "system",
    "server",
    "escrow",
    "nobody",
    "empty seat",
    "deleted player",
    "you",
];

/// Why a name is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
pub enum UnfitName {
    /// It breaks a rule for every name.
    #[error(transparent)]
    #[strum(serialize = "bad_name")]
    Bad(#[from] BadName),
    /// It holds an `@`.
    #[error("Names of accounts cannot contain an @: they must not look like e-mail addresses.")]
    #[strum(serialize = "bad_name")]
    LooksLikeAnAddress,
    /// It mixes alphabets.
    #[error("Please write the name with the plain letters of one alphabet: those of several can look alike.")]
    #[strum(serialize = "bad_name")]
    MixedAlphabets,
    /// It is the house's own.
    #[error("The house uses that name, or one that looks like it, itself. Please choose another.")]
    #[strum(serialize = "bad_name")]
    Reserved,
}

impl HttpError for UnfitName {
    fn status(&self) -> StatusCode {
        StatusCode::UNPROCESSABLE_ENTITY
    }
}

impl House {
    /// The name that a user of that kind has typed. Whether another has it, or one that looks like it, the store knows.
    ///
    /// # Errors
    /// If it will not do.
    pub fn fit_name(&self, kind: Kind, typed: &str) -> Result<String, Refused> {
        Ok(fit(kind, typed, &self.settings.name)?)
    }
}

fn fit(kind: Kind, typed: &str, house: &str) -> Result<String, UnfitName> {
    let name = display_name(typed)?;
    if kind != Kind::Guest && name.contains('@') {
        return Err(UnfitName::LooksLikeAnAddress);
    }
    // Chinese, Japanese and Korean may stand beside Latin; signs and digits beside anything.
    let letters: String = name.chars().filter(|c| c.is_alphabetic()).collect();
    if letters.as_str().detect_restriction_level() > RestrictionLevel::HighlyRestrictive {
        return Err(UnfitName::MixedAlphabets);
    }
    if is_reserved(&name, house) { Err(UnfitName::Reserved) } else { Ok(name) }
}

/// Whether a name looks like one of the house's own: those above, its name, or one of its bots ("Bot (easy)").
fn is_reserved(name: &str, house: &str) -> bool {
    let seen = look(name);
    let words: Vec<_> = seen.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let plain = words.join(" ");
    let is_bot = words.first() == Some(&"bot") || words.last() == Some(&"bot");
    let is = |reserved: &str| plain == look(reserved);
    is_bot || is(house) || RESERVED.into_iter().any(is)
}

const MOODS: [&str; 24] = [
    "Amber", "Bold", "Brisk", "Calm", "Clever", "Cosy", "Daring", "Gentle", "Golden", "Jolly", "Keen", "Lucky",
    "Merry", "Misty", "Nimble", "Patient", "Quiet", "Rusty", "Silver", "Sly", "Sunny", "Swift", "Velvet", "Wry",
];

const BEINGS: [&str; 24] = [
    "Badger", "Beetle", "Crane", "Fox", "Gull", "Hare", "Heron", "Lark", "Lynx", "Magpie", "Marten", "Mole", "Moth",
    "Newt", "Otter", "Owl", "Pike", "Puffin", "Raven", "Seal", "Stoat", "Swan", "Toad", "Wren",
];

/// A friendly name like "Lucky Otter 42".
pub fn suggest(rng: &mut Rng) -> String {
    let mood = MOODS[rng.below(MOODS.len() as u32) as usize];
    let being = BEINGS[rng.below(BEINGS.len() as u32) as usize];
    format!("{mood} {being} {}", 2 + rng.below(98))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guest(typed: &str) -> Result<String, UnfitName> {
        fit(Kind::Guest, typed, "The Den")
    }

    #[test]
    fn suggestions_are_valid_names() {
        let mut rng = Rng::new(1);
        for _ in 0..1000 {
            let name = suggest(&mut rng);
            assert_eq!(guest(&name), Ok(name.clone()));
        }
    }

    #[test]
    fn names_of_any_one_alphabet_will_do() {
        let names = [
            "Zoë 🚢",
            "Ада",
            "Сара",
            "Ξένια",
            "علي",
            "नमस्ते",
            "山田 Taro",
            "김 Bob",
            "O’Neil",
            "Jean-Luc 2",
            "★Þór★",
            "Ada L.",
        ];
        for name in names {
            assert_eq!(guest(name), Ok(name.into()));
        }
        for name in ["Robot", "Botticelli", "Household", "Ms Bank", "Youri", "abbot"] {
            assert_eq!(guest(name), Ok(name.into()), "not the house's own");
        }
    }

    #[test]
    fn letters_of_several_alphabets_are_refused() {
        for name in ["\u{420}arlor", "\u{391}da", "Ad\u{430}", "𝓐𝓭𝓪", "Ｂot", "ⒶⒷ", "\u{414}J Bob"] {
            assert_eq!(guest(name), Err(UnfitName::MixedAlphabets), "{name}");
        }
    }

    #[test]
    fn the_names_of_the_house_are_its_own() {
        let names = [
            "Parlor",
            "PARLOR",
            "par1or",
            "PARL0R",
            "Bot (easy)",
            "bot(hard)",
            "Hard bot",
            "B0t (easy)",
            "Deleted player",
            "deleted  PLAYER",
            "De1eted Player",
            "Empty seat",
            "the den",
            "The Den!",
            "(Nobody)",
            "Admin",
            "adrnin",
        ];
        for name in names {
            assert_eq!(guest(name), Err(UnfitName::Reserved), "{name}");
        }
    }

    #[test]
    fn accounts_do_not_look_like_addresses() {
        assert_eq!(guest("a@b"), Ok("a@b".into()));
        assert_eq!(fit(Kind::Account, "a@b", "Parlor"), Err(UnfitName::LooksLikeAnAddress));
        assert_eq!(guest(" "), Err(UnfitName::Bad(BadName::Empty)));
    }
}

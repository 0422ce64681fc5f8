//! Large data that is no rule: lexicons, cards, word lists. A rule set names it by digest.

use crate::text::{self, Hex, hex_text, unhex};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::{borrow::Cow, fmt, str::FromStr, sync::Arc};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// SHA-256 of an asset's bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AssetDigest(pub [u8; 32]);

hex_text!(AssetDigest, 32, "the digest of an asset is 64 hexadecimal digits");

impl AssetDigest {
    /// The digest of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

impl fmt::Display for AssetDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Hex(&self.0))
    }
}

impl fmt::Debug for AssetDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AssetDigest({self})")
    }
}

/// Which asset, to the byte. As text: `lexicon/english@` and the digest.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AssetId {
    /// What it is: [`Asset::KIND`].
    pub kind: Cow<'static, str>,
    /// What people call it.
    pub name: String,
    /// What it says.
    pub digest: AssetDigest,
}

/// A text that names no asset.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("an asset is named by its kind, its name and 64 hexadecimal digits: kind/name@digits")]
pub struct NotAnAssetId;

impl fmt::Display for AssetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, name, digest } = self;
        write!(f, "{kind}/{name}@{digest}")
    }
}

impl FromStr for AssetId {
    type Err = NotAnAssetId;

    fn from_str(text: &str) -> Result<Self, NotAnAssetId> {
        let (kind, rest) = text.split_once('/').ok_or(NotAnAssetId)?;
        let (name, digest) = rest.split_once('@').ok_or(NotAnAssetId)?;
        let is_word = |word: &str| {
            (1..=40).contains(&word.len()) && word.bytes().all(|c| c.is_ascii_alphanumeric() || b"-+_".contains(&c))
        };
        let digest = unhex(digest).map(AssetDigest).filter(|_| is_word(kind) && is_word(name)).ok_or(NotAnAssetId)?;
        Ok(Self { kind: kind.to_owned().into(), name: name.to_owned(), digest })
    }
}

impl Serialize for AssetId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for AssetId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text::from_text(deserializer)
    }
}

/// Why an asset cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum AssetError {
    /// It is not here.
    #[error("This needs the {} {} ({}), which is not here.", .0.kind, .0.name, .0.digest)]
    MissingAsset(AssetId),
    /// Something else is here under its name, or it is of another kind than the rules need.
    #[error("What is here as the {} {} is something else.", .0.kind, .0.name)]
    WrongAsset(AssetId),
    /// It is the right one, but makes no sense.
    #[error("An asset cannot be read: {0}.")]
    MalformedAsset(String),
}

/// Something made of an asset's bytes, ready for use.
pub trait Asset: Sized + Send + Sync + 'static {
    /// What such assets are, for example `lexicon`.
    const KIND: &'static str;

    /// Reads it.
    ///
    /// # Errors
    /// [`AssetError::MalformedAsset`], if it makes no sense.
    fn parse(bytes: Arc<[u8]>) -> Result<Self, AssetError>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_str, to_string};

    #[test]
    fn ids_go_there_and_back() {
        let id = AssetId { kind: "lexicon".into(), name: "azeroth+english".into(), digest: AssetDigest::of(b"hello") };
        // sha256sum of "hello".
        let text = r#""lexicon/azeroth+english@2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824""#;
        assert_eq!(to_string(&id).unwrap(), text);
        assert_eq!(from_str::<AssetId>(text).unwrap(), id);
        for wrong in ["lexicon", "/x@", "lexicon/english", "lexicon/eng lish@00", "lexicon/english@00", "a/../b@00"] {
            assert_eq!(wrong.parse::<AssetId>(), Err(NotAnAssetId), "{wrong}");
            let digits = "0".repeat(64);
            assert_eq!(
                format!("{}@{digits}", wrong.replace('@', "/")).parse::<AssetId>().is_ok(),
                wrong == "lexicon/english"
            );
        }
    }
}

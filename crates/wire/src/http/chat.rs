//! Bodies about mutes and reports.

use crate::{LineId, TableCode, UserId};
use serde::{Deserialize, Serialize};

/// Reports a line of chat or a person to the keeper of the house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// At which table; missing if it is not about a table: a person's name, or their invitations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, example = "K7QX2M"))]
    pub table: Option<TableCode>,
    /// What or who it is about.
    pub about: Reported,
    /// What is wrong.
    pub reason: Reason,
    /// What else there is to say: at most 500 characters.
    #[serde(default)]
    pub note: String,
}

/// What a report is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Reported {
    /// A line of chat, and its author.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    Line(LineId),
    /// A person; at a table, one who sits there or has said something.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    Person(UserId),
}

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Insults, threats, hate.
    Abuse,
    /// The same again and again, advertising.
    Spam,
    /// Help from others, a broken rule.
    Cheating,
    /// An offensive name.
    Name,
    /// Something else: the note says what.
    Other,
}

impl Reason {
    /// Every reason there is.
    pub const ALL: [Self; 5] = [Self::Abuse, Self::Spam, Self::Cheating, Self::Name, Self::Other];

    /// The reason as one word, the same as on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Abuse => "abuse",
            Self::Spam => "spam",
            Self::Cheating => "cheating",
            Self::Name => "name",
            Self::Other => "other",
        }
    }
}

/// A report as its author sees it again, in their export.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReportMade {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// At which table, if it was at one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub table: Option<TableCode>,
    /// About whom, by the name they had.
    pub about: String,
    /// What is wrong.
    pub reason: Reason,
    /// What else they said.
    pub note: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_looks_like_this() {
        let text = r#"{"table":"K7QX2M","about":{"line":"00000000000000ab"},"reason":"abuse","note":"again"}"#;
        let report: NewReport = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&report).unwrap(), text);
        let text = r#"{"about":{"person":"0000000000000002"},"reason":"name","note":""}"#;
        let report: NewReport = serde_json::from_str(text).unwrap();
        assert_eq!((report.table, serde_json::to_string(&report).unwrap().as_str()), (None, text));
        for reason in Reason::ALL {
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.word());
        }
    }
}

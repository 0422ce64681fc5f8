//! What a person should know although they look elsewhere, or are away.

use crate::{InvitationId, TableCode};
use serde::{Deserialize, Serialize};

/// What a person should know although they look elsewhere, or are away: about games that last for days, and invitations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum News {
    /// It is their turn.
    YourTurn(TableNews),
    /// The match is over.
    Over {
        /// Where.
        #[serde(flatten)]
        at: TableNews,
        /// How it ended for them.
        result: Ended,
    },
    /// A player invites them.
    Invited {
        /// Which invitation.
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        invitation: InvitationId,
        /// The game's id.
        game: String,
        /// Who asks.
        from: String,
    },
}

/// A table that there is news of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableNews {
    /// Its code.
    #[cfg_attr(feature = "openapi", schema(value_type = String, example = "K7QX2M"))]
    pub table: TableCode,
    /// The game's id.
    pub game: String,
    /// The names of the other players.
    pub with: Vec<String>,
}

/// How a match ended for one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// They won.
    Won,
    /// They lost.
    Lost,
    /// Neither, or it does not count.
    Undecided,
}

impl News {
    /// Where to go: a path of the house.
    pub fn path(&self) -> String {
        match self {
            Self::YourTurn(TableNews { table, .. }) | Self::Over { at: TableNews { table, .. }, .. } => {
                format!("/t/{table}")
            }
            Self::Invited { .. } => "/invitations".into(),
        }
    }

    /// The game's id.
    pub fn game(&self) -> &str {
        match self {
            Self::YourTurn(at) | Self::Over { at, .. } => &at.game,
            Self::Invited { game, .. } => game,
        }
    }

    /// A sentence about it, with the game as people call it.
    pub fn sentence(&self, game: &str) -> String {
        match self {
            Self::YourTurn(at) => format!("It is your turn: {game} with {}.", at.names()),
            Self::Over { at, result: Ended::Won } => format!("You have won: {game} with {}.", at.names()),
            Self::Over { at, result: Ended::Lost } => format!("You have lost: {game} with {}.", at.names()),
            Self::Over { at, result: Ended::Undecided } => format!("{game} with {} is over.", at.names()),
            Self::Invited { from, .. } => format!("{from} invites you to {game}."),
        }
    }
}

impl TableNews {
    fn names(&self) -> String {
        if self.with.is_empty() { "bots".into() } else { self.with.join(" and ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_look_like_this() {
        let at = TableNews { table: "K7QX2M".parse().unwrap(), game: "words".into(), with: vec!["Ben".into()] };
        let over = News::Over { at: at.clone(), result: Ended::Won };
        let invited = News::Invited { invitation: InvitationId(7), game: "pong".into(), from: "Cleo".into() };
        for (news, text, sentence, path) in [
            (
                News::YourTurn(at),
                r#"{"your_turn":{"table":"K7QX2M","game":"words","with":["Ben"]}}"#,
                "It is your turn: Words with Ben.",
                "/t/K7QX2M",
            ),
            (
                over,
                r#"{"over":{"table":"K7QX2M","game":"words","with":["Ben"],"result":"won"}}"#,
                "You have won: Words with Ben.",
                "/t/K7QX2M",
            ),
            (
                invited,
                r#"{"invited":{"invitation":"0000000000000007","game":"pong","from":"Cleo"}}"#,
                "Cleo invites you to Words.",
                "/invitations",
            ),
        ] {
            assert_eq!(serde_json::to_string(&news).unwrap(), text);
            assert_eq!(serde_json::from_str::<News>(text).unwrap(), news);
            assert_eq!((news.sentence("Words").as_str(), news.path().as_str()), (sentence, path));
        }
    }
}

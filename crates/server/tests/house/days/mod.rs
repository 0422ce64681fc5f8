//! Games over days: how many, for how long, and how people hear of them while they are away.

mod games;
mod notices;
mod outside;

use crate::common::{Open, Player, api::Asker, wish};
use parlor_wire::{Command, TableCode, http::OpenTable};
use parlor_words::Action;

/// Words without a clock.
fn words() -> OpenTable {
    OpenTable { public: false, ..wish("words", "hope", vec![]) }
}

/// A game of Words over days, which `asker` has asked `other` to; both have gone again.
async fn game(open: &Open, asker: &Asker, other: &Asker) -> TableCode {
    let name = other.me().await.name;
    let mut player = asker.player(open).await;
    player.invite_over_days(&name, &words()).await.unwrap();
    let mut guest = other.player(open).await;
    let invitation = guest.latest_from(&asker.me().await.name).await;
    guest.command(Command::AcceptInvitation { invitation: invitation.id }).await.unwrap();
    let table = guest.seated_by(invitation.id).await;
    leave(player).await;
    leave(guest).await;
    table
}

/// Goes, and waits until the house has noticed.
async fn leave(player: Player) {
    player.connection.leave().await;
}

/// Lets a turn go.
async fn pass(open: &Open, asker: &Asker, table: TableCode) {
    let mut player = asker.player(open).await;
    player.follow(table).await;
    player.begun().await;
    player.act(&Action::Pass).await.unwrap();
    leave(player).await;
}

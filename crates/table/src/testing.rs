//! What the unit tests of this crate share.

use crate::{
    house::{HouseRules, Times},
    input::Moment,
    rules::Rules,
    saved::Saved,
};
use parlor_battleship::Battleship;
use parlor_death_roll::DeathRoll;
use parlor_kernel::{AnyGame, Registry};
use parlor_pong::Pong;
use parlor_store::User;
use parlor_testkit::toy::{self, Pebbles};
use parlor_wire::{Kind, UserId, http::OpenTable};
use std::sync::Arc;

/// Times of which no two are equal.
pub const TIMES: Times = Times {
    grace_ms: 60_000,
    return_ms: 3_000,
    linger_ms: 30_000,
    idle_ms: 3_600_000,
    solo_idle_ms: 86_400_000,
    sleep_ms: 62_000,
    bot_think_min_ms: 400,
    bot_think_max_ms: 1_200,
    deposit_ms: 120_000,
    dispute_ms: 61_000,
    ruling_ms: 121_000,
};

/// A house with four games.
pub fn house() -> HouseRules {
    let games = Registry::new(toy::library()).with::<Battleship>().with::<DeathRoll>().with::<Pong>().with::<Pebbles>();
    HouseRules { games, times: TIMES, chat_per_ten_seconds: 8 }
}

/// A moment on the house's clock.
pub const fn at(house_ms: u64) -> Moment {
    Moment { house_ms, wall_ms: 1_700_000_000_000 + house_ms }
}

/// A user with an account.
pub fn user(id: u64) -> User {
    let name = ["Ada", "Ben", "Cat", "Dan"].get(id as usize - 1).copied().unwrap_or("Eve");
    User { id: UserId(id), name: name.into(), kind: Kind::Account }
}

pub fn ada() -> User {
    user(1)
}

pub fn ben() -> User {
    user(2)
}

pub fn cat() -> User {
    user(3)
}

/// A guest.
pub fn guest() -> User {
    User { kind: Kind::Guest, ..user(9) }
}

/// The game that [`open`] opens when none is named.
pub fn game() -> Arc<dyn AnyGame> {
    Arc::clone(house().games.game("death-roll").unwrap())
}

/// A table of Ada's; of Death Roll if no game is named.
pub fn open(wish: OpenTable) -> Saved {
    let game = if wish.game.is_empty() { "death-roll".into() } else { wish.game };
    Saved::open(&house(), &ada(), OpenTable { game, ..wish }).unwrap()
}

/// The rules of a table for four in two teams.
pub fn party() -> Rules {
    let wish = OpenTable { game: "pebbles".into(), preset: Some("party".into()), ..OpenTable::default() };
    Rules::of(&house().games, &open(wish)).unwrap()
}

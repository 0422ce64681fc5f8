//! What a consumer of the armada engine hears.

use crate::{Battleship, ShotResult};
use parlor_kernel::Seat;

/// What a consumer hears of a [`Match`](crate::Match). A method that is not implemented does nothing.
pub trait MatchCallbacks: Send {
    /// A cell was shot at: by the player, who has the first seat, or by the enemy.
    fn on_shot(&mut self, _shot: &ShotResult, _is_player_shot: bool) {}

    /// The turn has gone to the other seat.
    fn on_turn_change(&mut self, _turn: Seat) {}

    /// The position is another one.
    fn on_state_change(&mut self, _state: &Battleship) {}

    /// The match is over. Without a winner it is a draw.
    fn on_game_over(&mut self, _winner: Option<Seat>) {}
}

/// Hears nothing.
impl MatchCallbacks for () {}

//! The seat in which the viewer plays the match that is shown, or has played it: once it is over, others may sit there.

use parlor_client::TableModel;
use parlor_kernel::Seat;
use parlor_wire::MatchId;

/// The viewer's part in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    of: MatchId,
    seat: Option<Seat>,
}

impl Part {
    /// The part in the match at a table, by what was `known` of it before.
    pub(super) fn follow(known: Option<Self>, model: &TableModel) -> Option<Self> {
        let game = model.game.as_ref()?;
        let seat = match (&game.ended, known.filter(|known| known.of == game.id)) {
            (None, _) => model.seat,
            (Some(_), Some(known)) => known.seat,
            // It was over before this page came: the house tells only the names of those who played.
            (Some(_), None) => model.seat.filter(|seat| {
                let played = game.players.get(seat.index()).map(|label| label.name.as_str());
                let sits = model.info.seats.get(seat.index()).map(|seat| seat.occupant.name());
                played == sits.as_deref()
            }),
        };
        Some(Self { of: game.id, seat })
    }

    /// The seat, as long as the viewer has it.
    pub(super) fn seat(self, model: &TableModel) -> Option<Seat> {
        self.seat.filter(|seat| model.seat == Some(*seat))
    }
}

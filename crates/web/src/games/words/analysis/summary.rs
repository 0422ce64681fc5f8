//! How well each player played, in a line.

use super::{Assessed, points, seat_class};
use crate::games::kit::plural;
use leptos::prelude::*;
use parlor_kernel::Seat;

/// A line for each player, once there is something to say.
pub fn summary(found: RwSignal<Vec<Assessed>>, names: &[String]) -> impl IntoView + use<> {
    let players: Vec<_> = Seat::all(names.len() as u8).zip(names.to_vec()).collect();
    let line = move |(seat, name): (Seat, String)| {
        let facts = Memo::new(move |_| found.with(|found| Facts::of(found, seat)));
        let words = move || facts.get().sentence();
        view! {
            <li class=seat_class(seat) data-test="analysis-player">
                <b class="wd-seat-name">{name}</b>
                " "
                {words}
            </li>
        }
    };
    view! { <ul class="wd-summary">{players.into_iter().map(line).collect_view()}</ul> }
}

/// What a player's turns add up to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Facts {
    turns: usize,
    best: usize,
    points_lost: i32,
    equity_lost: i32,
}

impl Facts {
    fn of(found: &[Assessed], seat: Seat) -> Self {
        let own = found.iter().filter_map(|assessed| assessed.turn.as_ref()).filter(|turn| turn.seat == seat);
        own.fold(Self::default(), |facts, turn| Self {
            turns: facts.turns + 1,
            best: facts.best + usize::from(turn.equity_lost == 0),
            points_lost: facts.points_lost + turn.points_lost,
            equity_lost: facts.equity_lost + turn.equity_lost,
        })
    }

    fn sentence(self) -> String {
        let Self { turns, best, points_lost, equity_lost } = self;
        if turns == 0 {
            return String::new();
        }
        let turns_told = plural(turns, "turn", "turns");
        let left = plural(points_lost.unsigned_abs() as usize, "point", "points");
        let average = points(equity_lost / turns as i32);
        format!(
            "found the best play in {best} of {turns_told}, left {left} on the table, and lost {average} points a turn with the tiles kept."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_told_as_one() {
        let told = Facts { turns: 1, best: 0, points_lost: 1, equity_lost: 250 }.sentence();
        assert_eq!(
            told,
            "found the best play in 0 of 1 turn, left 1 point on the table, and lost 2.5 points a turn with the tiles kept."
        );
    }
}

//! What the end of a match sounds like.

use crate::sound::Cue;
use parlor_kernel::{Outcome, Seat, Verdict};

/// What the player of `mine` hears at the end. A draw is not lost, nor is a match that does not count; and of two who
/// share a screen one has won.
pub fn ending(outcome: Outcome, mine: &[Seat]) -> Cue {
    match (outcome.verdict, mine) {
        (Verdict::Draw | Verdict::Void, _) => Cue::Turn,
        (Verdict::Won(_) | Verdict::Ranked(_), &[me]) if !outcome.winners().contains(me) => Cue::Lose,
        (Verdict::Won(_) | Verdict::Ranked(_), _) => Cue::Win,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::{Reason, SeatSet};

    #[test]
    fn only_the_loser_hears_so() {
        let heard = |verdict, mine: &[Seat]| ending(Outcome { verdict, reason: Reason::Completed }, mine);
        let won = Verdict::Won(SeatSet::only(Seat(0)));
        assert_eq!(heard(won, &[Seat(0)]), Cue::Win);
        assert_eq!(heard(won, &[Seat(1)]), Cue::Lose);
        assert_eq!(heard(won, &[Seat(0), Seat(1)]), Cue::Win);
        assert_eq!(heard(won, &[]), Cue::Win);
        assert_eq!(heard(Verdict::Won(SeatSet::EMPTY), &[Seat(0)]), Cue::Lose, "alone, or against the machine");
        for undecided in [Verdict::Draw, Verdict::Void] {
            assert_eq!(heard(undecided, &[Seat(1)]), Cue::Turn);
        }
    }
}

//! How results change ratings: Glicko-2, every match a rating period of its own.
//!
//! Glicko-2 knows matches of two. A larger one is taken apart: every side (a team, or a seat without one) met every other
//! side, and did better or worse by its place. A team is as strong as its members on average, so that a win with a strong
//! partner says less about its member than a win alone.

use crate::FullRating;
use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period},
};
use std::cmp::Ordering;

/// The rating of a user who has not played yet.
pub const NEWCOMER: FullRating = FullRating { value: 1500.0, deviation: 350.0, volatility: 0.06, matches: 0 };

/// No rating is ever quite certain: below this one would hardly move again.
const LEAST_DEVIATION: f64 = 45.0;

/// A seat of a match to be rated.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Contestant {
    /// The rating before the match.
    pub rating: FullRating,
    /// The team, if the seat plays in one.
    pub team: Option<u8>,
    /// The place, where 1 is the best and equals share one; none if the match does not count.
    pub place: Option<u8>,
}

/// The ratings after a match, by seat.
pub fn after(seats: &[Contestant]) -> Vec<FullRating> {
    let sides = sides(seats);
    let rate = |(index, seat): (usize, &Contestant)| {
        let side = sides.iter().find(|side| side.seats.contains(&index));
        side.map_or(seat.rating, |own| one(seat, own, &sides))
    };
    seats.iter().enumerate().map(rate).collect()
}

/// Seats that do well or badly together.
struct Side {
    seats: Vec<usize>,
    place: Option<u8>,
    /// The mean of its ratings.
    value: f64,
    /// The quadratic mean of its deviations.
    deviation: f64,
}

fn sides(seats: &[Contestant]) -> Vec<Side> {
    let mut sides: Vec<(Option<u8>, Side)> = Vec::new();
    for (index, seat) in seats.iter().enumerate() {
        match sides.iter_mut().find(|(team, _)| team.is_some() && *team == seat.team) {
            Some((_, side)) => side.seats.push(index),
            None => {
                let side = Side { seats: vec![index], place: seat.place, value: 0.0, deviation: 0.0 };
                sides.push((seat.team, side));
            }
        }
    }
    let mean = |side: &Side, of: fn(&FullRating) -> f64| {
        side.seats.iter().map(|&index| of(&seats[index].rating)).sum::<f64>() / side.seats.len() as f64
    };
    let strong = |(_, side): (_, Side)| Side {
        value: mean(&side, |rating| rating.value),
        deviation: mean(&side, |rating| rating.deviation * rating.deviation).sqrt(),
        ..side
    };
    sides.into_iter().map(strong).collect()
}

fn one(seat: &Contestant, own: &Side, sides: &[Side]) -> FullRating {
    let mine = seat.rating;
    // A member meets the others as strong as they are beside its team.
    let carried = if own.seats.len() == 1 { 0.0 } else { mine.value - own.value };
    let compared: Vec<_> = sides
        .iter()
        .filter(|other| other.seats != own.seats)
        .filter_map(|other| {
            let opponent = Glicko2Rating {
                rating: other.value + carried,
                deviation: other.deviation,
                volatility: NEWCOMER.volatility,
            };
            Some((opponent, outcome(own.place?, other.place?)?))
        })
        .collect();
    if compared.is_empty() {
        return mine;
    }
    let new = glicko2_rating_period(&to_glicko(&mine), &compared, &Glicko2Config::new());
    FullRating {
        value: new.rating,
        deviation: new.deviation.max(LEAST_DEVIATION),
        volatility: new.volatility,
        matches: mine.matches + 1,
    }
}

/// What two places say about each other. Equals at the top have drawn; below it they have merely both not won.
fn outcome(mine: u8, theirs: u8) -> Option<Outcomes> {
    match mine.cmp(&theirs) {
        Ordering::Less => Some(Outcomes::WIN),
        Ordering::Greater => Some(Outcomes::LOSS),
        Ordering::Equal => (mine == 1).then_some(Outcomes::DRAW),
    }
}

fn to_glicko(rating: &FullRating) -> Glicko2Rating {
    Glicko2Rating { rating: rating.value, deviation: rating.deviation, volatility: rating.volatility }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rated(value: f64, deviation: f64) -> FullRating {
        FullRating { value, deviation, ..NEWCOMER }
    }

    fn alone(rating: FullRating, place: u8) -> Contestant {
        Contestant { rating, team: None, place: Some(place) }
    }

    fn member(rating: FullRating, team: u8, place: u8) -> Contestant {
        Contestant { rating, team: Some(team), place: Some(place) }
    }

    /// The example in Glickman's own description of Glicko-2: 1500 ± 200 beats 1400 ± 30, loses to 1550 ± 100 and to
    /// 1700 ± 300, and is 1464.06 ± 151.52 afterwards. Taken one match at a time it comes out close to that.
    #[test]
    fn follows_the_published_example() {
        let period = [(rated(1400.0, 30.0), true), (rated(1550.0, 100.0), false), (rated(1700.0, 300.0), false)];
        let results: Vec<_> = period
            .iter()
            .map(|(theirs, won)| (to_glicko(theirs), if *won { Outcomes::WIN } else { Outcomes::LOSS }))
            .collect();
        let whole = glicko2_rating_period(&to_glicko(&rated(1500.0, 200.0)), &results, &Glicko2Config::new());
        assert!((whole.rating - 1464.06).abs() < 0.05 && (whole.deviation - 151.52).abs() < 0.05, "{whole:?}");
        let mut me = rated(1500.0, 200.0);
        for (theirs, won) in period {
            let (mine, other) = if won { (1, 2) } else { (2, 1) };
            me = after(&[alone(me, mine), alone(theirs, other)])[0];
        }
        assert!((me.value - whole.rating).abs() < 15.0 && (me.deviation - whole.deviation).abs() < 15.0, "{me:?}");
        assert_eq!(me.matches, 3);
    }

    /// The same example as one match of four: second of four, after the two who won and before the one who lost.
    #[test]
    fn a_match_of_four_is_three_of_two() {
        let four = [(1500.0, 200.0, 3), (1400.0, 30.0, 4), (1550.0, 100.0, 2), (1700.0, 300.0, 1)];
        let new = after(&four.map(|(value, deviation, place)| alone(rated(value, deviation), place)))[0];
        assert!((new.value - 1464.06).abs() < 0.05 && (new.deviation - 151.52).abs() < 0.05, "{new:?}");
        assert_eq!(new.matches, 1);
    }

    #[test]
    fn a_match_of_two_is_plain_glicko() {
        let (me, them) = (rated(1612.3, 87.1), rated(1499.9, 203.4));
        let plain =
            glicko2_rating_period(&to_glicko(&me), &[(to_glicko(&them), Outcomes::LOSS)], &Glicko2Config::new());
        for teams in [(None, None), (Some(0), Some(1))] {
            let mine = Contestant { team: teams.0, ..alone(me, 2) };
            let new = after(&[mine, Contestant { team: teams.1, ..alone(them, 1) }])[0];
            assert_eq!((new.value, new.deviation, new.volatility), (plain.rating, plain.deviation, plain.volatility));
        }
    }

    #[test]
    fn winners_gain_what_losers_lose() {
        let [winner, loser] = after(&[alone(NEWCOMER, 1), alone(NEWCOMER, 2)])[..] else { panic!("two ratings") };
        let (gained, lost) = (winner.value - NEWCOMER.value, NEWCOMER.value - loser.value);
        assert!((gained - lost).abs() < 1e-9, "{gained} and {lost}");
        assert!(winner.value > 1600.0 && winner.deviation < 300.0, "{winner:?}");
        let drawn = after(&[alone(NEWCOMER, 1), alone(NEWCOMER, 1)]);
        assert!((drawn[0].value - 1500.0).abs() < 1e-9 && drawn[0].deviation < 300.0);
    }

    #[test]
    fn partners_say_nothing_about_each_other() {
        let four =
            after(&[member(NEWCOMER, 0, 1), member(NEWCOMER, 1, 3), member(NEWCOMER, 0, 1), member(NEWCOMER, 1, 3)]);
        assert_eq!(four[0], four[2]);
        assert!(four[0].value > four[1].value);
        let two = after(&[alone(NEWCOMER, 1), alone(NEWCOMER, 2)]);
        assert!((four[0].value - two[0].value).abs() < 1e-9, "a team of equals is as strong as one of them");
        let void = Contestant { place: None, ..alone(NEWCOMER, 1) };
        assert_eq!(after(&[void, void]), [NEWCOMER; 2], "a match that does not count changes nothing");
    }

    #[test]
    fn a_win_with_a_strong_partner_says_less() {
        let gain = |partner: f64| {
            let team = [member(rated(1500.0, 100.0), 0, 1), member(rated(partner, 100.0), 0, 1)];
            let others = [member(rated(1500.0, 100.0), 1, 3), member(rated(1500.0, 100.0), 1, 3)];
            after(&[team[0], others[0], team[1], others[1]])[0].value - 1500.0
        };
        assert!(gain(2000.0) < gain(1500.0) && gain(1500.0) < gain(1000.0));
        assert!(gain(2000.0) > 0.0);
    }

    #[test]
    fn equals_at_the_top_draw_and_below_it_say_nothing() {
        let strong = rated(1900.0, 60.0);
        let tied = after(&[alone(strong, 1), alone(rated(1500.0, 60.0), 1), alone(NEWCOMER, 3)]);
        assert!(
            tied[0].value < after(&[alone(strong, 1), alone(NEWCOMER, 3)])[0].value,
            "a draw with a weaker player costs"
        );
        let beaten = after(&[alone(NEWCOMER, 1), alone(strong, 2), alone(rated(1500.0, 60.0), 2)]);
        assert_eq!(beaten[1], after(&[alone(NEWCOMER, 1), alone(strong, 2)])[1]);
    }

    #[test]
    fn certainty_has_a_limit() {
        let mut us = [NEWCOMER; 2];
        for round in 0..500 {
            let places = if round % 2 == 0 { [1, 2] } else { [2, 1] };
            let new = after(&[alone(us[0], places[0]), alone(us[1], places[1])]);
            us = [new[0], new[1]];
        }
        assert!(us.iter().all(|rating| rating.deviation >= LEAST_DEVIATION), "{us:?}");
    }
}

//! How results change ratings: Glicko-2, every match a rating period of its own.

use crate::FullRating;
use parlor_wire::http::SeatResult;
use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period},
};

/// The rating of somebody who has not played yet.
pub const NEWCOMER: FullRating = FullRating { value: 1500.0, deviation: 350.0, volatility: 0.06, matches: 0 };

/// Nobody is ever quite certain: below this a rating would hardly move again.
const LEAST_DEVIATION: f64 = 45.0;

/// The ratings after a match between players with these ratings and results. Each is compared with every other one
/// whose result differs or who drew; two who both won (partners) or both lost say nothing about each other.
pub fn after(players: &[(FullRating, SeatResult)]) -> Vec<FullRating> {
    (0..players.len()).map(|me| one(players, me)).collect()
}

fn one(players: &[(FullRating, SeatResult)], me: usize) -> FullRating {
    let (mine, result) = players[me];
    let others = players.iter().enumerate().filter(|&(other, _)| other != me);
    let compared: Vec<_> = others
        .filter_map(|(_, &(theirs, their_result))| {
            let outcome = match (result, their_result) {
                (SeatResult::Won, SeatResult::Lost) => Outcomes::WIN,
                (SeatResult::Lost, SeatResult::Won) => Outcomes::LOSS,
                (SeatResult::Drawn, SeatResult::Drawn) => Outcomes::DRAW,
                _ => return None,
            };
            Some((to_glicko(&theirs), outcome))
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

fn to_glicko(rating: &FullRating) -> Glicko2Rating {
    Glicko2Rating { rating: rating.value, deviation: rating.deviation, volatility: rating.volatility }
}

#[cfg(test)]
mod tests {
    use super::*;
    use SeatResult::{Drawn, Lost, Void, Won};

    fn rated(value: f64, deviation: f64) -> FullRating {
        FullRating { value, deviation, ..NEWCOMER }
    }

    /// The example in Glickman's own description of Glicko-2: 1500 ± 200 beats 1400 ± 30, loses to 1550 ± 100 and to
    /// 1700 ± 300, and is 1464.06 ± 151.52 afterwards. Taken one match at a time it comes out close to that.
    #[test]
    fn follows_the_published_example() {
        let period = [(rated(1400.0, 30.0), Won), (rated(1550.0, 100.0), Lost), (rated(1700.0, 300.0), Lost)];
        let results: Vec<_> = period
            .iter()
            .map(|(theirs, mine)| (to_glicko(theirs), if *mine == Won { Outcomes::WIN } else { Outcomes::LOSS }))
            .collect();
        let whole = glicko2_rating_period(&to_glicko(&rated(1500.0, 200.0)), &results, &Glicko2Config::new());
        assert!((whole.rating - 1464.06).abs() < 0.05 && (whole.deviation - 151.52).abs() < 0.05, "{whole:?}");
        let mut me = rated(1500.0, 200.0);
        for (theirs, mine) in period {
            let other = if mine == Won { Lost } else { Won };
            me = after(&[(me, mine), (theirs, other)])[0];
        }
        assert!((me.value - whole.rating).abs() < 15.0 && (me.deviation - whole.deviation).abs() < 15.0, "{me:?}");
        assert_eq!(me.matches, 3);
    }

    #[test]
    fn winners_gain_what_losers_lose() {
        let [winner, loser] = after(&[(NEWCOMER, Won), (NEWCOMER, Lost)])[..] else { panic!("two ratings") };
        assert!((winner.value - NEWCOMER.value) - (NEWCOMER.value - loser.value) < 1e-9);
        assert!(winner.value > 1600.0 && winner.deviation < 300.0, "{winner:?}");
        let drawn = after(&[(NEWCOMER, Drawn), (NEWCOMER, Drawn)]);
        assert!((drawn[0].value - 1500.0).abs() < 1e-9 && drawn[0].deviation < 300.0);
    }

    #[test]
    fn partners_say_nothing_about_each_other() {
        let four = after(&[(NEWCOMER, Won), (NEWCOMER, Lost), (NEWCOMER, Won), (NEWCOMER, Lost)]);
        assert_eq!(four[0], four[2]);
        assert!(four[0].value > four[1].value);
        let nobody = after(&[(NEWCOMER, Void), (NEWCOMER, Void)]);
        assert_eq!(nobody, [NEWCOMER; 2], "a match that does not count changes nothing");
    }

    #[test]
    fn certainty_has_a_limit() {
        let mut us = [NEWCOMER; 2];
        for round in 0..500 {
            let results = if round % 2 == 0 { [Won, Lost] } else { [Lost, Won] };
            let new = after(&[(us[0], results[0]), (us[1], results[1])]);
            us = [new[0], new[1]];
        }
        assert!(us.iter().all(|rating| rating.deviation >= LEAST_DEVIATION), "{us:?}");
    }
}

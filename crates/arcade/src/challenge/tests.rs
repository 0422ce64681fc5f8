use super::*;

/// So short that every challenge there is can be played. A tick is a second.
const SHORT: Challenge = Challenge { seconds: 5, wait_seconds: 2, whole: SeatSet::EMPTY };

const FRESH: Contender = Contender { score: 0, finished: None, alive: Tick::ZERO };

/// What one of the two may do in a tick.
#[derive(Clone, Copy)]
enum Deed {
    Nothing,
    /// Something that is worth no points or one.
    Points(u64),
    /// More points than anybody could have by now.
    Leap,
    Finish,
}

const DEEDS: [Deed; 5] = [Deed::Nothing, Deed::Points(0), Deed::Points(1), Deed::Leap, Deed::Finish];

fn done(one: Contender, now: Tick, most: Option<u64>, deed: Deed) -> Option<Contender> {
    let scored = |points| Contender { score: most.unwrap_or(u64::MAX).min(one.score + points), alive: now, ..one };
    match deed {
        Deed::Nothing => Some(one),
        _ if one.finished.is_some() => None,
        Deed::Points(points) => Some(scored(points)),
        Deed::Leap => Some(scored(10u64.pow(now.0 as u32))),
        Deed::Finish => Some(Contender { finished: Some(now), alive: now, ..one }),
    }
}

/// The rule as HopeAddon has it, told from its end: without looking ahead, both wait until the clock or the last
/// player says that it is over.
fn patient(challenge: Challenge, now: Tick, both: [Contender; 2]) -> Option<Verdict> {
    let given_up = |one: Contender, other: Contender| {
        let Some(finished) = other.finished else { return false };
        let silent_since = if one.alive > finished { one.alive } else { finished };
        one.finished.is_none() && now.0 - silent_since.0 >= u64::from(challenge.wait_seconds)
    };
    let time_is_up = now.0 >= u64::from(challenge.seconds);
    let all_done = both[0].finished.is_some() && both[1].finished.is_some();
    if !all_done && !time_is_up && !given_up(both[0], both[1]) && !given_up(both[1], both[0]) {
        return None;
    }
    if both[0].score != both[1].score {
        return Some(Verdict::Won(SeatSet::only(Seat(u8::from(both[1].score > both[0].score)))));
    }
    Some(match (both[0].finished, both[1].finished) {
        (Some(first), Some(second)) if first == second => Verdict::Draw,
        (Some(first), Some(second)) => Verdict::Won(SeatSet::only(Seat(u8::from(second < first)))),
        (Some(_), None) => Verdict::Won(SeatSet::only(Seat(0))),
        (None, Some(_)) => Verdict::Won(SeatSet::only(Seat(1))),
        (None, None) => Verdict::Draw,
    })
}

/// Plays everything that may happen from here, and returns all results there may be. Checks on the way that a challenge
/// which ends early ends exactly when there is only one, and that one of whole runs ends when the last run does.
fn every_end(now: Tick, both: [Contender; 2], most: Option<u64>, looked: &mut u64) -> Vec<Verdict> {
    let mut ends = Vec::new();
    if let Some(verdict) = patient(SHORT, now, both) {
        ends.push(verdict);
    } else {
        let next = now + 1;
        for (first, second) in DEEDS.iter().flat_map(|first| DEEDS.iter().map(move |second| (*first, *second))) {
            let (first, second) = (done(both[0], next, most, first), done(both[1], next, most, second));
            if let (Some(first), Some(second)) = (first, second) {
                for end in every_end(next, [first, second], most, looked) {
                    if !ends.contains(&end) {
                        ends.push(end);
                    }
                }
            }
        }
    }
    *looked += 1;
    let known = SHORT.outcome(1, now, both, most).map(|outcome| outcome.verdict);
    let only = if let [only] = ends[..] { Some(only) } else { None };
    assert_eq!(known, only, "{now:?}, {both:?}, at most {most:?}: {ends:?}");
    let whole = Challenge { whole: SeatSet::all(2), ..SHORT }.outcome(1, now, both, most);
    assert_eq!(whole.map(|outcome| outcome.verdict), patient(SHORT, now, both), "{now:?}, {both:?}");
    ends
}

#[test]
fn the_result_is_known_as_soon_as_there_is_only_one() {
    for most in [None, Some(2)] {
        let mut looked = 0;
        let ends = every_end(Tick::ZERO, [FRESH, FRESH], most, &mut looked);
        assert_eq!(ends.len(), 3, "{ends:?}");
        assert!(looked > 100_000, "only {looked} positions");
    }
}

/// HopeAddon's defect: "die early, wait 120 s" once won at any score.
#[test]
fn whoever_ends_early_and_waits_has_not_won() {
    let minute = |minutes: u64| Tick(minutes * 3600);
    let early = Contender { score: 500, finished: Some(minute(1)), alive: minute(1) };
    let playing = |score, alive| Contender { score, finished: None, alive };
    let rule = |now, other| Challenge::USUAL.outcome(60, now, [early, other], None);
    let hasty = Challenge { whole: SeatSet::EMPTY, ..Challenge::USUAL };
    // A player who plays on is waited for until the time is up.
    for minutes in 2..10 {
        assert_eq!(rule(minute(minutes), playing(499, minute(minutes))), None);
    }
    // A player who has more has won at once, alive or not, unless the run is played to its end.
    let won = Some(Outcome::won(Seat(1), Reason::Completed));
    assert_eq!(hasty.outcome(60, minute(2), [early, playing(501, minute(1))], None), won);
    assert_eq!(rule(minute(2), playing(501, minute(1))), None);
    assert_eq!(rule(minute(3), playing(501, minute(1))), won, "that nothing happens is waited for in vain");
    assert_eq!(rule(minute(10), playing(501, minute(10))), won, "the time is up, but the result was settled");
    // Silence is waited for, too, but not for ever.
    assert_eq!(rule(Tick(minute(3).0 - 1), playing(500, Tick::ZERO)), None);
    assert_eq!(rule(minute(3), playing(500, Tick::ZERO)), Some(Outcome::won(Seat(0), Reason::Timeout(Seat(1)))));
    assert_eq!(Challenge::USUAL.ends(60, [early, playing(9, minute(2))]), minute(4));
    assert_eq!(Challenge::USUAL.ends(60, [early, playing(9, minute(9))]), minute(10));
}

#[test]
fn a_bot_does_not_keep_a_player_waiting() {
    let ended = Contender { score: 500, finished: Some(Tick(60)), alive: Tick(60) };
    let ahead = Contender { score: 501, finished: None, alive: Tick(60) };
    let against_bot = Challenge::USUAL.against(SeatSet::only(Seat(1)));
    let won = |seat| Some(Outcome::won(Seat(seat), Reason::Completed));
    assert_eq!(
        against_bot.outcome(60, Tick(60), [ended, ahead], None),
        won(1),
        "the bot leads: there is nothing to wait for"
    );
    assert_eq!(against_bot.outcome(60, Tick(60), [ahead, ended], None), None, "the player plays on");
    assert_eq!(settled([ahead, ended], None), won(0), "though that is settled");
}

#[test]
fn challenges_of_old_logs_end_once_they_are_decided() {
    let old: Challenge = serde_json::from_str(r#"{"seconds":600,"wait_seconds":120}"#).unwrap();
    assert_eq!(old, Challenge { whole: SeatSet::EMPTY, ..Challenge::USUAL });
    assert_eq!(serde_json::to_string(&old).unwrap(), r#"{"seconds":600,"wait_seconds":120}"#);
    assert_eq!(serde_json::to_string(&Challenge::USUAL).unwrap(), r#"{"seconds":600,"wait_seconds":120,"whole":3}"#);
}

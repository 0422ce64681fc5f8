//! The generator of legal actions and the rules agree.

use super::{LawSuite, round_trip, survey};
use crate::{
    Report, Violation, Walk,
    report::{Fault, ensure_for},
    walk::{legal_prefix, pick},
};
use parlor_kernel::{Code, Digest, GameConfig, Playable, Rng, Seat, Viewer};

/// How many candidates each seat tries in each position.
const CANDIDATES: usize = 6;

/// How many legal actions of the match so far are kept, to be tried where they may not be legal.
const REMEMBERED: usize = 64;

/// [`each_legal`](parlor_kernel::Enumerate::each_legal) yields exactly what [`Game::check`](parlor_kernel::Game::check) accepts, each action
/// once. Of an [open](parlor_kernel::Enumerate::is_open) set it lists a part, and candidates find the rest.
///
/// Also: a seat that is awaited has something to do, [`sample`](parlor_kernel::Enumerate::sample) is legal, actions survive JSON, and a
/// refused action changes nothing and says why with a stable code.
///
/// # Errors
/// The first violation.
pub fn agreement<G: Playable>(suite: &LawSuite<G>) -> Result<Report, Violation> {
    let mut remembered: Vec<G::Action> = Vec::new();
    let (mut open_sets, mut unlisted) = (0_u64, false);
    let report = survey(suite, "agreement", |walk, played, rng, report| {
        if played.is_none() {
            remembered.clear();
        }
        if walk.is_over() {
            return Ok(());
        }
        for seat in Seat::all(suite.rules.config.seats()) {
            let legal = legal_prefix(walk.game(), seat, suite.prefix);
            let open = walk.game().is_open(seat);
            let complete = legal.len() < suite.prefix && !open;
            offered(walk, seat, &legal, complete, rng)?;
            for turn in 0..CANDIDATES {
                let action = if turn == 0 && !remembered.is_empty() {
                    pick(&remembered, rng).clone()
                } else {
                    (suite.candidate)(walk.game(), seat, rng)
                };
                judged(walk, seat, &action, complete.then_some(&*legal))?;
                unlisted |= open && !legal.contains(&action) && walk.game().check(seat, &action).is_ok();
            }
            report.checks += (legal.len() + CANDIDATES) as u64;
            open_sets += u64::from(open);
            if !legal.is_empty() {
                let kept = pick(&legal, rng).clone();
                if remembered.len() < REMEMBERED {
                    remembered.push(kept);
                } else {
                    let place = rng.below(REMEMBERED as u32) as usize;
                    remembered[place] = kept;
                }
            }
        }
        Ok(())
    })?;
    if open_sets == 0 || unlisted {
        return Ok(report);
    }
    let what = format!("{open_sets} sets of actions are open, but nothing is legal that was not listed");
    Err(Violation { law: report.law, game: G::SPEC.id, seed: suite.seed, viewer: None, what, story: Vec::new() })
}

/// What the game offers to `seat` is legal, once each, and not nothing if the seat is awaited.
fn offered<G: Playable>(
    walk: &Walk<G>,
    seat: Seat,
    legal: &[G::Action],
    complete: bool,
    rng: &mut Rng,
) -> Result<(), Fault> {
    let game = walk.game();
    let viewer = Viewer::Seat(seat);
    for action in legal {
        if let Err(illegal) = game.check(seat, action) {
            let code = illegal.code();
            return Err(Fault::at(viewer, format!("{action:?} is listed, but refused: {code}")));
        }
    }
    let sample = game.sample(seat, rng);
    if let Some(action) = &sample {
        let refusal = game.check(seat, action).err();
        ensure_for(viewer, refusal.is_none(), || format!("{action:?} is sampled, but refused: {refusal:?}"))?;
        ensure_for(viewer, !complete || legal.contains(action), || format!("{action:?} is sampled, but not listed"))?;
    }
    if game.awaiting().contains(seat) {
        ensure_for(viewer, !legal.is_empty(), || "It is awaited, but nothing is legal.".into())?;
        ensure_for(viewer, sample.is_some(), || "It is awaited, but nothing is sampled.".into())?;
    }
    if !legal.is_empty() {
        // One of them each time: over thousands of positions every kind has its turn.
        let action = pick(legal, rng);
        let times = legal.iter().filter(|other| *other == action).count();
        ensure_for(viewer, times == 1, || format!("{action:?} is listed {times} times"))?;
        round_trip(action)?;
    }
    Ok(())
}

/// The rules accept `action` just if it is among all `legal` ones, and refuse it without a trace.
fn judged<G: Playable>(
    walk: &Walk<G>,
    seat: Seat,
    action: &G::Action,
    legal: Option<&[G::Action]>,
) -> Result<(), Fault> {
    let viewer = Viewer::Seat(seat);
    let verdict = walk.game().check(seat, action);
    if let Some(legal) = legal {
        let listed = legal.contains(action);
        ensure_for(viewer, verdict.is_ok() == listed, || match &verdict {
            Ok(()) => format!("{action:?} is legal, but not listed"),
            Err(illegal) => format!("{action:?} is listed, but refused: {}", illegal.code()),
        })?;
    }
    let Err(illegal) = verdict else { return Ok(()) };
    let code = illegal.code();
    let stable = !code.is_empty() && code.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'_');
    ensure_for(viewer, stable, || format!("{code:?} is no code: codes look like cell_already_shot"))?;
    let mut table = walk.table().clone();
    let mut heard = Vec::new();
    let refused = table.act(table.now(), seat, action.clone(), &mut heard);
    ensure_for(viewer, refused.is_err_and(|rejected| rejected.code() == code), || {
        format!("the rules refuse {action:?} with {code}, the table does not")
    })?;
    let same = table.game() == walk.game() && Digest::of(table.game()) == Digest::of(walk.game());
    let traceless = heard.is_empty() && same;
    ensure_for(viewer, traceless, || format!("{action:?} was refused, but changed something"))
}

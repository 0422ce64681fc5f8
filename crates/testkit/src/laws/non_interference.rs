//! What is hidden from a viewer makes no difference to it.

use super::{LawSuite, json, survey};
use crate::{
    Report, Violation, Walk,
    report::{Fault, ensure_for},
    walk::{legal_prefix, pick},
};
use parlor_kernel::{Audience, Code, Game, GameConfig, Imagine, Input, Playable, Rng, Seat, Viewer};
use std::fmt::Debug;

/// How many of a seat's listed actions are tried in both worlds.
const LISTED: usize = 24;

/// How many candidates a seat tries in both worlds.
const CANDIDATES: usize = 4;

/// A viewer cannot tell the real world from an [imagined](Imagine::imagine) one that fits its view.
///
/// In both, its view reads the same, its own seat is awaited or not, the clock is due at the same time, and whatever its
/// seat tries is allowed or refused in the same words. What others do, and what the clock does, sounds and looks the same
/// to it, whichever seats it did it for; and two things that leave it with equal views sound equal. Exempt is what ends
/// the match and what [`LawSuite::reveals`] names in either world.
///
/// [`Report::checks`] counts only comparisons with worlds that differ from the real one.
///
/// # Errors
/// The first violation.
pub fn non_interference<G: Playable + Imagine>(suite: &LawSuite<G>) -> Result<Report, Violation> {
    survey(suite, "non-interference", |walk, _, rng, report| {
        if walk.is_over() {
            return Ok(());
        }
        for viewer in Viewer::all(suite.rules.config.seats()) {
            let view = walk.table().view(viewer);
            let imagined = G::imagine(&suite.rules, viewer, &view, rng);
            let worlds = Worlds { suite, walk, viewer, real: walk.game(), imagined: &imagined };
            let mut checks = 0;
            worlds.look_the_same(&view)?;
            worlds.answer_the_same(rng, &mut checks)?;
            worlds.sound_the_same(rng, &mut checks)?;
            if imagined != *walk.game() {
                report.checks += checks;
            }
        }
        Ok(())
    })
}

/// The real position and one that a viewer takes for possible.
struct Worlds<'a, G: Game> {
    suite: &'a LawSuite<G>,
    walk: &'a Walk<G>,
    viewer: Viewer,
    real: &'a G,
    imagined: &'a G,
}

/// What an input led to, as far as the viewer can tell.
struct Told {
    input: usize,
    events: String,
    view: String,
}

impl<G: Playable> Worlds<'_, G> {
    fn ensure(&self, holds: bool, what: impl FnOnce() -> String) -> Result<(), Fault> {
        ensure_for(self.viewer, holds, what)
    }

    /// Whether an input may show the viewer something, in one of the worlds.
    fn reveals(&self, input: &Input<G::Action>) -> bool {
        [self.real, self.imagined].into_iter().any(|world| (self.suite.reveals)(world, self.viewer, input))
    }

    fn look_the_same(&self, view: &G::View) -> Result<(), Fault> {
        let (real, imagined) = (json(view), json(&self.imagined.view(self.viewer)));
        self.ensure(real == imagined, || {
            format!("the view shows what is hidden{}", differ(&format_args!("{real}"), &format_args!("{imagined}")))
        })?;
        // Where time reveals something by itself, so does when: in real time the clock is due whenever anything moves.
        let timeless = self.reveals(&Input::Wake);
        // Which others are awaited is for the house alone: in a sealed round it would tell who is still missing.
        let awaited = |game: &G| self.viewer.seat().is_some_and(|seat| game.awaiting().contains(seat));
        let facts = |game: &G| (awaited(game), game.next_wake().filter(|_| !timeless), game.outcome());
        let (real, imagined) = (facts(self.real), facts(self.imagined));
        self.ensure(real == imagined, || {
            format!(
                "whether it is awaited, when it wakes or its result depends on what is hidden{}",
                differ(&real, &imagined)
            )
        })
    }

    /// Whatever the viewer's seat tries is answered in the same words.
    fn answer_the_same(&self, rng: &mut Rng, checks: &mut u64) -> Result<(), Fault> {
        let Viewer::Seat(seat) = self.viewer else {
            return Ok(());
        };
        let mut actions = legal_prefix(self.real, seat, LISTED);
        actions.extend(legal_prefix(self.imagined, seat, LISTED));
        for world in [self.real, self.imagined] {
            for _ in 0..CANDIDATES {
                actions.push((self.suite.candidate)(world, seat, rng));
            }
        }
        let answer = |game: &G, action| match game.check(seat, action) {
            Ok(()) => ("", String::new()),
            Err(illegal) => (illegal.code(), illegal.to_string()),
        };
        for action in &actions {
            let (real, imagined) = (answer(self.real, action), answer(self.imagined, action));
            self.ensure(real == imagined, || {
                format!("the answer to {action:?} tells what is hidden{}", differ(&real, &imagined))
            })?;
        }
        *checks += actions.len() as u64;
        Ok(())
    }

    /// What someone else or the clock does is heard and seen in the same way.
    fn sound_the_same(&self, rng: &mut Rng, checks: &mut u64) -> Result<(), Fault> {
        let inputs = self.inputs(rng);
        let mut told: Vec<Told> = Vec::new();
        for (number, input) in inputs.iter().enumerate() {
            if self.reveals(input) {
                continue;
            }
            for world in [self.real, self.imagined] {
                told.extend(self.tell(world, number, input));
            }
        }
        for (place, one) in told.iter().enumerate() {
            for other in &told[place + 1..] {
                *checks += 1;
                let (a, b) = (&inputs[one.input], &inputs[other.input]);
                // The same input must look the same whatever is hidden. Different inputs that look the same must also
                // sound the same, else an event tells more than the view will ever show.
                self.ensure(one.input != other.input || one.view == other.view, || {
                    format!("after {a:?} the view tells what is hidden:\n  {}\n  {}", one.view, other.view)
                })?;
                self.ensure(one.view != other.view || one.events == other.events, || {
                    format!(
                        "{a:?} and {b:?} leave equal views, but events tell what is hidden:\n  {}\n  {}",
                        one.events, other.events
                    )
                })?;
            }
        }
        Ok(())
    }

    /// Some things that another seat or the clock may do, possible in at least one of the worlds.
    fn inputs(&self, rng: &mut Rng) -> Vec<Input<G::Action>> {
        let others: Vec<_> =
            Seat::all(self.suite.rules.config.seats()).filter(|&seat| self.viewer != Viewer::Seat(seat)).collect();
        let mut inputs = Vec::new();
        if !others.is_empty() {
            let seat = *pick(&others, rng);
            let actions = [self.real.sample(seat, rng), self.imagined.sample(seat, rng)];
            let candidate = (self.suite.candidate)(self.real, seat, rng);
            for action in actions.into_iter().flatten().chain([candidate]) {
                inputs.push(Input::Act { seat, action });
            }
            inputs.push(Input::Leave { seat });
        }
        inputs.push(Input::Wake);
        inputs
    }

    /// What `input` leads to in `world`; `None` if it is not possible there or ends the match.
    fn tell(&self, world: &G, number: usize, input: &Input<G::Action>) -> Option<Told> {
        let table = self.walk.table();
        let (now, dice) = (table.now(), table.dice());
        let mut game = world.clone();
        let mut heard: Vec<(Audience, G::Event)> = Vec::new();
        match input {
            Input::Act { seat, action } => {
                game.check(*seat, action).ok()?;
                game.act(now, *seat, action.clone(), dice, &mut heard);
            }
            Input::Leave { seat } => game.leave(now, *seat, dice, &mut heard),
            // Nothing comes after it.
            Input::CallOff => return None,
            Input::Wake => game.wake(game.next_wake()?, dice, &mut heard),
        }
        if game.outcome().is_some() {
            return None;
        }
        heard.retain(|(audience, _)| audience.includes(self.viewer));
        let events: Vec<_> = heard.iter().map(|(_, event)| event).collect();
        Some(Told { input: number, events: json(&events), view: json(&game.view(self.viewer)) })
    }
}

/// What differs between the worlds, below each other.
fn differ(real: &impl Debug, imagined: &impl Debug) -> String {
    format!(":\n  real:     {real:?}\n  imagined: {imagined:?}")
}

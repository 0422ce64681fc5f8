//! Players made of code: they see what their seat sees, and know which words are near each other.

mod guesser;
mod spymaster;

pub use guesser::Guesser;
pub use spymaster::Spymaster;

use crate::{Action, Appeal, Codenames, Config, Phase, Side, View, Window};
use parlor_kernel::{Bot, Level, Rng, Rules, Seat, SeatSet};

/// The bots, weakest first.
pub(crate) const LEVELS: &[Level] = &[
    Level { id: "easy", blurb: "hints at one or two words, and misunderstands now and then" },
    Level { id: "medium", blurb: "knows fewer words and takes more risks" },
    Level { id: "hard", blurb: "weighs every word it knows, and how its team has understood it so far" },
];

/// The bot of that level.
pub(crate) fn of_level(level: &str) -> Option<Box<dyn Bot<Codenames>>> {
    let (spymaster, guesser) = match level {
        "easy" => (Spymaster::EASY, Guesser::EASY),
        "medium" => (Spymaster::MEDIUM, Guesser::MEDIUM),
        "hard" => (Spymaster::HARD, Guesser::HARD),
        _ => return None,
    };
    Some(Box::new(Player { spymaster, guesser }))
}

/// A player who can do either.
#[derive(Debug)]
struct Player {
    spymaster: Spymaster,
    guesser: Guesser,
}

impl Bot<Codenames> for Player {
    fn choose(&mut self, rules: &Rules<Codenames>, view: &View, seat: Seat, rng: &mut Rng) -> Option<Action> {
        let config = &rules.config;
        let side = config.side(seat);
        match &view.phase {
            // A bot that sits in for the host lets the rules stand.
            Phase::SpymasterTurn { appeal: Appeal::Asked { .. }, .. } if config.host == Some(seat) => {
                Some(Action::Rule { allow: false })
            }
            Phase::SpymasterTurn { side: turn, .. } if config.hinter(*turn) == seat => {
                Some(self.spymaster.hint(rules, view, side, rng))
            }
            Phase::SpymasterTurn { .. } => None,
            Phase::TeamTurn { side: turn, window, .. } if !config.guessers(*turn).contains(seat) => {
                let open = matches!(window, Window::Open { .. });
                open.then(|| self.guesser.intercept(rules, view, seat, rng))
            }
            Phase::TeamTurn { side: turn, .. } if leaves_it_to_people(config, view.gone, *turn, seat) => {
                let card = self.guesser.best(rules, view, seat, rng)?;
                Some(Action::Tag { card, on: true })
            }
            Phase::TeamTurn { .. } | Phase::SuddenDeath { .. } => self.guesser.guess(rules, view, seat, rng),
            Phase::Ended => None,
        }
    }
}

/// Whether `seat` is a bot's and people guess in its team: those who have left do not.
fn leaves_it_to_people(config: &Config, gone: SeatSet, side: Side, seat: Seat) -> bool {
    let people = config.guessers(side).iter().any(|mate| !gone.contains(mate) && !config.bots.contains(mate));
    config.bots.contains(seat) && people
}

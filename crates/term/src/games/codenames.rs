//! Codenames: the board as text, with the key for those who know it.

use super::{TermGame, time_left};
use parlor_client::TableModel;
use parlor_codenames::{Appeal, Codenames as Engine, Phase, Place, Proposal, ROWS, Side, View, Window};
use parlor_kernel::{Game, Seat};

pub(super) struct Codenames;

impl TermGame for Codenames {
    fn id(&self) -> &'static str {
        Engine::SPEC.id
    }

    fn introduction(&self) -> &'static str {
        "On the board, [R], [B], [G], [i] and [X] are revealed cards: red, blue, green, innocent, the assassin. Spymasters see the key in small brackets."
    }

    fn picture(&self, model: &TableModel, _: &[String]) -> Vec<String> {
        let Some(view) = model.game.as_ref().and_then(|game| game.view_of::<Engine>()) else { return Vec::new() };
        let mut lines = board(view);
        lines.push(if view.is_duet() {
            format!("Words to find: {}. Turns left: {}.", view.words_left(Side::RED), view.turns_left)
        } else {
            format!("Words left: Red {}, Blue {}.", view.words_left(Side::RED), view.words_left(Side::BLUE))
        });
        if view.intercepts {
            let [red, blue] = view.points;
            lines.push(format!("Points: Red {red}, Blue {blue}."));
        }
        for told in &view.explanations {
            let hint = view.hints.get(usize::from(told.hint)).map_or("?", |hint| hint.word.as_str());
            lines.push(told.sentence(hint, &view.words));
        }
        lines
    }

    fn prompt(&self, model: &TableModel, now_ms: f64) -> Option<String> {
        let view = model.game.as_ref()?.view_of::<Engine>()?;
        let host = model.info.config.as_deref().and_then(|config| config["host"].as_u64());
        asks(view, host.map(|seat| Seat(seat as u8)), &time_left::<Engine>(model, view.deadline, now_ms))
    }
}

/// What the viewer can type, as a player or as the `host` who is asked to allow a hint.
fn asks(view: &View, host: Option<Seat>, time: &str) -> Option<String> {
    let (seat, hint) = (view.seat?, view.hints.last());
    let told = || hint.map_or_else(String::new, |hint| format!("{}, {}", hint.word.to_uppercase(), hint.count));
    match &view.phase {
        Phase::SpymasterTurn { appeal: Appeal::Asked { hint: Some(asked) }, .. } if host == Some(seat) => {
            let Proposal { word, count } = asked;
            Some(format!("May {}, {count} be given as a hint? Type /allow or /deny.", word.to_uppercase()))
        }
        Phase::SpymasterTurn { side, appeal } if view.is_hinter(seat, *side) => Some(match appeal {
            Appeal::Asked { .. } => format!("The host decides about your hint{time}. Type /hint to give another."),
            Appeal::Unasked | Appeal::Denied => format!("Your hint{time}: type /hint ocean 2."),
        }),
        Phase::TeamTurn { side, .. } if view.is_guesser(seat, *side) => {
            Some(format!("The hint is {}{time}. Type /guess word, or /pass.", told()))
        }
        Phase::TeamTurn { side, window: Window::Open { .. }, .. } if view.is_guesser(seat, side.other()) => {
            Some(format!("The others' hint is {}. Type /guess word to intercept.", told()))
        }
        Phase::SuddenDeath { guessers } if guessers.contains(seat) => {
            Some(format!("No hints are left{time}. Type /guess word."))
        }
        _ => None,
    }
}

fn board(view: &View) -> Vec<String> {
    let width = view.words.iter().map(|word| word.chars().count()).max().unwrap_or_default();
    let side = view.seat.map_or(Side::RED, |seat| view.side_of(seat));
    let cell = |card: Place| {
        let mark = match (view.faces[card.index()].shown, view.known(side, card)) {
            (Some(kind), _) => format!("[{}]", kind.letter()),
            (None, Some(kind)) => format!("({})", kind.letter()),
            (None, None) => "   ".into(),
        };
        let word = &view.words[card.index()];
        format!("{mark} {word}{}", " ".repeat(width - word.chars().count()))
    };
    let cells: Vec<_> = Place::all().map(cell).collect();
    cells.chunks(ROWS.into()).map(|row| row.join("  ").trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_codenames::{Action, Config, Count};
    use parlor_kernel::{FastDice, GameConfig, Tick, Viewer};

    #[test]
    fn the_key_is_shown_to_those_who_know_it() {
        let rules = Config::preset("standard").unwrap().rules().unwrap();
        let game = Engine::new(&rules, &FastDice(1));
        let text = |viewer| board(&game.view(viewer)).join("\n");
        let spymaster = text(Viewer::Seat(Seat(0)));
        assert_eq!(spymaster.matches("(X)").count(), 1);
        assert_eq!(spymaster.matches("(i)").count(), 7);
        for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator] {
            assert!(!text(viewer).contains('('));
        }
        assert_eq!(spymaster.lines().count(), 5);
    }

    #[test]
    fn the_host_is_asked_and_the_others_are_not_told_what() {
        // Of the two teams, the spymaster that begins asks the other one, who is the host.
        let config = Config::preset("standard").unwrap();
        let begins = Engine::new(&config.clone().rules().unwrap(), &FastDice(1)).awaiting().first().unwrap();
        let host = Seat(2 - begins.0);
        let rules = Config { host: Some(host), ..config }.rules().unwrap();
        let mut game = Engine::new(&rules, &FastDice(1));
        let word = format!("{}s", game.words().iter().find(|word| word.chars().all(char::is_alphabetic)).unwrap());
        let appeal = Action::Appeal { word: word.clone(), count: Count::Number(2) };
        game.check(begins, &appeal).unwrap();
        game.act(Tick(1), begins, appeal, &FastDice(1), &mut ());
        let told = |seat: Seat| asks(&game.view(Viewer::Seat(seat)), Some(host), "");
        let asked = format!("May {}, 2 be given as a hint? Type /allow or /deny.", word.to_uppercase());
        assert_eq!(told(host), Some(asked));
        assert!(told(begins).unwrap().contains("/hint"));
        for seat in [Seat(begins.0 + 1), Seat(host.0 + 1)] {
            assert_eq!(told(seat), None);
        }
    }
}

//! What holds in every position of any match: counted by proptest, not by the engine.

use parlor_codenames::{Action, Codenames, Config, Event, Kind, Phase, Place, Side, Variant};
use parlor_kernel::{Audience, Enumerate, FastDice, Game, GameConfig, Rng, Seat, Table, Tick, Viewer};
use proptest::prelude::*;

/// Words that are hidden, counted from the key that everyone sees in the end.
fn hidden(game: &Codenames, side: Side) -> usize {
    Place::all().filter(|&card| game.kind(side, card) == side.kind() && game.face(card).shown.is_none()).count()
}

fn config() -> impl Strategy<Value = Config> {
    (2u8..5, 2u8..5, any::<bool>(), prop::option::of(20u16..60)).prop_map(|(red, blue, steals, turn_seconds)| {
        let variant = if steals { Variant::Interception } else { Variant::Standard };
        Config { variant, red, blue, turn_seconds, ..Config::default() }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_matches_keep_the_books(config in config(), seed in any::<u64>()) {
        let seats = config.seats();
        let rules = config.rules().unwrap();
        let mut table = Table::<Codenames, _>::new(rules, FastDice(seed));
        let mut rng = Rng::new(seed);
        let mut guesses = 0;
        let mut turn: Option<Side> = None;
        while table.outcome().is_none() {
            let mut heard: Vec<(Audience, Event)> = Vec::new();
            let now = table.now() + u64::from(rng.below(20_000));
            let seat = Seat(rng.below(seats.into()) as u8);
            table.advance(now, &mut heard);
            let before = table.game().clone();
            let action = table.game().sample(seat, &mut rng).filter(|_| table.outcome().is_none());
            let acted = action.clone().is_some_and(|action| table.act(now, seat, action, &mut heard).is_ok());
            let game = table.game();
            let view = game.view(Viewer::Spectator);
            for side in Side::BOTH {
                prop_assert_eq!(usize::from(game.words_left(side)), hidden(game, side));
                prop_assert_eq!(usize::from(view.words_left(side)), hidden(game, side));
            }
            // Guesses of a turn are at most one more than the hint says, and only its team makes them.
            for (_, event) in &heard {
                match event {
                    Event::Turn { side, .. } => {
                        if let Some(last) = turn {
                            prop_assert_eq!(*side, last.other(), "teams take turns");
                        }
                        (turn, guesses) = (Some(*side), 0);
                    }
                    Event::Hinted { side, .. } => (turn, guesses) = (Some(*side), 0),
                    Event::Revealed { seat, .. } => {
                        guesses += 1;
                        prop_assert_eq!(Some(game.config().side(*seat)), turn);
                        let limit = game.view(Viewer::Spectator).hints.last().and_then(|hint| hint.count.limit());
                        prop_assert!(limit.is_none_or(|limit| guesses <= limit));
                    }
                    _ => {}
                }
            }
            if acted && action == Some(Action::EndTurn) {
                prop_assert!(matches!(before.view(Viewer::Spectator).phase, Phase::TeamTurn { guesses: 1.., .. }), "at least one guess");
            }
        }
        let outcome = table.outcome().unwrap();
        let game = table.game();
        let winners: Vec<_> = Side::BOTH.into_iter().filter(|side| outcome.winners() == game.config().members(*side)).collect();
        prop_assert!(winners.len() == 1 || outcome.winners().is_empty(), "one winner or none");
        let assassin = Place::all().find(|&card| game.kind(Side::RED, card) == Kind::Assassin).unwrap();
        if game.face(assassin).shown.is_none() && !winners.is_empty() {
            prop_assert!(Side::BOTH.iter().any(|&side| hidden(game, side) == 0), "a team is complete");
        }
        prop_assert_eq!(game.awaiting().len(), 0);
        prop_assert!(game.next_wake().is_none_or(|due| due > Tick(u64::MAX - 1)));
    }
}

//! The bots are as strong as they say, obey every rule, and hints are of use.

use parlor_kernel::{AnyGame, Entrant, FastDice, Game, GameConfig, Rng, SeatSet, SimPlan, Table, Tally, Viewer};
use parlor_mahjong::{Action, Conduct, Config, Mahjong, State, hints, library, progress};
use serde_json::{Value, json};

fn play(options: &Value, bots: [&str; 4], games: u64) -> Tally {
    let game = Entrant::<Mahjong>::new(&library());
    let (config, _) = game.configure(None, options, SeatSet::EMPTY).unwrap();
    let plan = SimPlan { bots: bots.map(Into::into).into(), seed: 1, games: 0..games };
    game.rules(&config).unwrap().simulate(&plan, &mut || ()).unwrap()
}

fn wins(tally: &Tally, seats: [usize; 2]) -> u64 {
    seats.iter().map(|&seat| tally.wins[seat]).sum()
}

#[test]
fn hard_wins_at_least_twice_as_often_as_easy() {
    let tally = play(&json!({}), ["hard", "easy", "hard", "easy"], 2_000);
    let (hard, easy) = (wins(&tally, [0, 2]), wins(&tally, [1, 3]));
    assert!(hard >= 2 * easy, "{hard} to {easy}, {} wall games", tally.draws);
    assert!(easy > 0, "easy is no victim");
}

#[test]
fn each_level_beats_the_one_before() {
    for (stronger, weaker) in [("easy", "random"), ("medium", "easy"), ("hard", "medium")] {
        let tally = play(&json!({}), [stronger, weaker, stronger, weaker], 300);
        let (more, fewer) = (wins(&tally, [0, 2]), wins(&tally, [1, 3]));
        assert!(more > fewer + fewer / 4, "{stronger} {more}, {weaker} {fewer}");
    }
}

#[test]
fn four_hard_bots_seldom_exhaust_the_wall() {
    let tally = play(&json!({}), ["hard"; 4], 400);
    assert!(tally.draws * 100 < 25 * tally.games, "{} wall games of {}", tally.draws, tally.games);
}

/// The simulation refuses an action that the rules forbid.
#[test]
fn bots_obey_the_rules_of_every_table() {
    for preset in Config::preset_ids() {
        let config = serde_json::to_value(Config::preset(preset).unwrap()).unwrap();
        play(&config, ["easy", "medium", "hard", "random"], 30);
    }
    let session = Config { deals: 3, blanks: true, conduct: Conduct::Authentic, ..Config::default() };
    play(&serde_json::to_value(session).unwrap(), ["hard", "random", "medium", "easy"], 20);
}

#[test]
fn hints_are_legal_and_reasoned_and_win_games() {
    let rules = Config::default().rules().unwrap();
    let card = &rules.assets;
    let mut won = 0;
    for seed in 0..20 {
        let mut table = Table::<Mahjong, _>::new(rules.clone(), FastDice(seed));
        let mut rng = Rng::new(seed);
        let mut easy = Mahjong::bot("easy").unwrap();
        while let Some(seat) = table.game().awaiting().first() {
            let view = table.view(Viewer::Seat(seat));
            let action = if seat.0 == 0 {
                let told = hints(card, &view).unwrap();
                assert!(view.state == State::Start || !told.prospects.is_empty());
                let advice = told.advice.expect("an awaited seat has something to do");
                assert!(advice.why.ends_with('.') && advice.why.len() > 20, "{}", advice.why);
                if let Some(best) = told.prospects.first() {
                    let missing = best.strict.len() + best.grouped.len().saturating_sub(view.hand.jokers());
                    assert_eq!(missing, best.distance, "{best:?}");
                    assert!(view.hand.has_all(&best.useful));
                }
                assert_eq!(progress(card, &view).len(), card.hands().len());
                advice.action
            } else {
                easy.choose(&rules, &view, seat, &mut rng).unwrap()
            };
            table.act(table.now(), seat, action, &mut ()).unwrap();
        }
        won += u32::from(table.outcome().unwrap().winners().contains(parlor_kernel::Seat(0)));
    }
    assert!(won >= 4, "{won} of 20 games");
}

#[test]
fn there_is_no_hint_for_spectators_nor_for_those_who_have_answered() {
    let rules = Config::default().rules().unwrap();
    let mut table = Table::<Mahjong, _>::new(rules.clone(), FastDice(1));
    assert_eq!(hints(&rules.assets, &table.view(Viewer::Spectator)), None);
    let first = table.game().awaiting().first().unwrap();
    table.act(table.now(), first, Action::Ready, &mut ()).unwrap();
    assert_eq!(hints(&rules.assets, &table.view(Viewer::Seat(first))).unwrap().advice, None);
}

//! American Mahjong obeys the laws of the house.

use parlor_kernel::{Enumerate, FastDice, Game, GameConfig, Input, Rng, Seat, SeatSet, Table, Viewer};
use parlor_mahjong::{Action, Conduct, Config, Mahjong, Rack, SEATS, State, Tile, Training, library, shipped};
use parlor_testkit::{LawSuite, laws};
use std::sync::Arc;

/// Any action at all, near the border of what is legal.
fn candidate(game: &Mahjong, seat: Seat, rng: &mut Rng) -> Action {
    let view = game.view(Viewer::Seat(seat));
    let any = Tile::all().nth(rng.below(Tile::KINDS as u32) as usize).unwrap();
    let held: Vec<Tile> = view.hand.tiles().collect();
    let tile = if held.is_empty() || rng.percent(20) { any } else { held[rng.below(held.len() as u32) as usize] };
    let small = |rng: &mut Rng| rng.below(7) as u8;
    let owner = Seat(rng.below(u32::from(SEATS) + 1) as u8);
    match rng.below(13) {
        0 => Action::Ready,
        1 | 2 => {
            let mut tiles = Rack::EMPTY;
            for _ in 0..rng.below(5) {
                let tile = if held.is_empty() { any } else { held[rng.below(held.len() as u32) as usize] };
                if tiles.count(tile) < tile.copies() {
                    tiles.add(tile);
                }
            }
            Action::Pass { tiles }
        }
        3 => Action::Vote { more: rng.percent(50) },
        4 => Action::Bid { tiles: rng.below(5) as u8 },
        5 => Action::Discard { tile },
        6 => Action::Mahjong,
        7 => Action::Call { size: small(rng), jokers: rng.below(4) as u8 },
        8 => Action::Decline,
        9 => Action::Regroup { size: small(rng), jokers: rng.below(4) as u8 },
        11 => Action::Pause,
        10 => Action::Exchange { seat: owner, exposure: rng.below(3) as u8 },
        _ if rng.percent(50) => Action::Trade { tile: any },
        _ => Action::Challenge { seat: owner },
    }
}

/// What may teach a viewer something: tiles that are passed or drawn, the result of a sealed round, and the end of a deal. A claim window that the clock closes teaches nothing if no seat has claimed, except to the next to draw.
fn reveals(game: &Mahjong, viewer: Viewer, input: &Input<Action>) -> bool {
    let view = game.view(Viewer::Spectator);
    let claims = || {
        Seat::all(SEATS).any(|seat| {
            let sealed = game.view(Viewer::Seat(seat)).sealed;
            sealed.is_some_and(|action| action != Action::Decline)
        })
    };
    let draws_next = || {
        let discarder = view.turn.expect("a discard has been made");
        let next = (1..=SEATS).map(|step| Seat((discarder.0 + step) % SEATS)).find(|&seat| view.is_live(seat));
        viewer.seat().is_some() && viewer.seat() == next
    };
    let closes = |seat: Seat| game.awaiting().without(seat).is_empty();
    match (view.state, input) {
        (State::LoopQueryClaimDiscard, Input::Wake) => claims() || draws_next(),
        // A joker that is discarded, a wrong challenge and a leaver make the next player draw, and the clock discards.
        (State::LoopChooseDiscard, Input::Act { action, .. }) => match action {
            Action::Discard { tile } => !tile.is_natural(),
            Action::Mahjong | Action::Challenge { .. } => true,
            _ => false,
        },
        (State::LoopChooseDiscard, _) => true,
        (_, Input::Act { seat, .. } | Input::Leave { seat }) => closes(*seat),
        (_, Input::Wake) => true,
        (_, Input::CallOff) => false,
    }
}

fn suite(config: Config) -> LawSuite<Mahjong> {
    let rules = config.rules().unwrap();
    LawSuite { sealed: true, reveals, library: library(), states: 4_000, ..LawSuite::new(rules, candidate) }
}

fn obeys_the_laws(config: Config) {
    let all = Rack::full(config.blanks);
    let card = if config.card.name == "house" { "garden" } else { "house" };
    let other = Config { card: shipped(card).unwrap(), training: None, ..config.clone() };
    let suite = suite(config);
    laws::all::<Mahjong>(&suite).unwrap_or_else(|violation| panic!("{violation}"));
    laws::conservation(&suite, |game: &Mahjong| (game.tiles(), game.tiles() == all)).unwrap();
    // Without a referee only wins depend on the card, and random play has none.
    if suite.rules.config.training.is_none() && suite.rules.config.conduct == Conduct::Refereed {
        let many = LawSuite { states: 20_000, ..suite };
        laws::assets(&many, &other.rules().unwrap()).unwrap_or_else(|violation| panic!("{violation}"));
    }
}

#[test]
fn at_the_presets() {
    for preset in Config::preset_ids() {
        obeys_the_laws(Config::preset(preset).unwrap());
    }
}

#[test]
fn at_odd_rule_sets() {
    let config = Config::default();
    let training = Some(Training { hand: "q1".into(), tiles: 14 });
    obeys_the_laws(Config { turn_seconds: Some(5), claim_seconds: Some(4), ..config.clone() });
    obeys_the_laws(Config { claim_seconds: None, charleston: false, deals: 3, ..config.clone() });
    let authentic = Conduct::Authentic;
    obeys_the_laws(Config { conduct: authentic, blanks: true, deals: 2, turn_seconds: Some(60), ..config.clone() });
    obeys_the_laws(Config { training, deals: 2, ..config });
}

/// Wall, hands, exposures and discards are always the whole set.
#[test]
fn no_tile_is_ever_lost_in_ten_thousand_games() {
    for blanks in [false, true] {
        let rules = Config { blanks, ..Config::default() }.rules().unwrap();
        let all = Rack::full(blanks);
        assert_eq!(all.len(), if blanks { 160 } else { 152 });
        for seed in 0..5_000 {
            let mut table = Table::<Mahjong, _>::new(Arc::clone(&rules), FastDice(seed));
            let mut rng = Rng::new(!seed);
            while let Some(seat) = table.game().awaiting().first() {
                let action = table.game().sample(seat, &mut rng).expect("an awaited seat has something to do");
                table.act(table.now(), seat, action, &mut ()).unwrap();
                assert_eq!(table.game().tiles(), all, "seed {seed}: {action}");
            }
            assert!(table.outcome().is_some());
        }
    }
}

/// What one seat gets the others pay, deal by deal, however it was won.
#[test]
fn the_ledger_always_sums_to_zero() {
    let rules = Config { claim_seconds: None, deals: 4, ..Config::default() }.rules().unwrap();
    let (mut by_discard, mut by_pick) = (0, 0);
    for seed in 0..15 {
        let mut table = Table::<Mahjong, _>::new(Arc::clone(&rules), FastDice(seed));
        let mut bots = ["hard", "medium", "easy", "hard"].map(|level| Mahjong::bot(level).unwrap());
        let mut rng = Rng::new(seed);
        while let Some(seat) = table.game().awaiting().first() {
            let action = bots[seat.index()].choose(&rules, &table.view(Viewer::Seat(seat)), seat, &mut rng).unwrap();
            table.act(table.now(), seat, action, &mut ()).unwrap();
            assert_eq!(Seat::all(SEATS).map(|seat| table.game().score(seat)).sum::<i64>(), 0, "seed {seed}");
        }
        for end in table.view(Viewer::Spectator).settled {
            assert_eq!(end.payments.iter().sum::<i32>(), 0, "seed {seed}");
            match end.winner {
                Some(winner) if winner.from.is_some() => by_discard += 1,
                Some(_) => by_pick += 1,
                None => assert_eq!(end.payments, [0; SEATS as usize]),
            }
        }
    }
    assert!(by_discard > 10 && by_pick > 10, "{by_discard} by a discard, {by_pick} by a pick");
}

/// A player may leave at any moment, with anything sealed. The law of termination has few matches with leavers, and the states
/// in which they were waited for are rarer still.
#[test]
fn leavers_never_hold_a_match_up() {
    let config = Config { claim_seconds: None, deals: 4, ..Config::default() };
    let authentic = Config { conduct: Conduct::Authentic, ..config.clone() };
    for config in [Config { charleston: false, ..config.clone() }, config, authentic] {
        let (all, rules) = (Rack::full(config.blanks), config.rules().unwrap());
        for seed in 0..1_000 {
            let mut table = Table::<Mahjong, _>::new(Arc::clone(&rules), FastDice(seed));
            let mut rng = Rng::new(!seed);
            let mut gone = SeatSet::EMPTY;
            while table.outcome().is_none() {
                let awaited: Vec<Seat> = table.game().awaiting().iter().collect();
                assert!(!awaited.is_empty(), "seed {seed}: the match is stuck");
                assert!(awaited.iter().all(|seat| !gone.contains(*seat)), "seed {seed}: a leaver is waited for");
                if gone.len() < 2 && rng.percent(2) {
                    let staying: Vec<Seat> = Seat::all(SEATS).filter(|seat| !gone.contains(*seat)).collect();
                    let seat = staying[rng.below(staying.len() as u32) as usize];
                    gone = gone.with(seat);
                    table.leave(table.now(), seat, &mut ()).unwrap();
                } else {
                    let seat = awaited[rng.below(awaited.len() as u32) as usize];
                    let action = table.game().sample(seat, &mut rng).expect("an awaited seat has something to do");
                    table.act(table.now(), seat, action, &mut ()).unwrap();
                }
                assert_eq!(table.game().tiles(), all, "seed {seed}");
            }
        }
    }
}

use super::*;

/// East has discarded, and South has laid open a pung of fives with `jokers`.
fn open(held: &str, jokers: u8, east: &str, west: &str) -> Script {
    let mut script = Script::house([&format!("5B {east}"), held, west, ""], EAST);
    script.play(&["0 discard 5B", "2 decline", "3 decline", &format!("1 call 3 {jokers}")]);
    script
}

fn discard_spare(script: &mut Script) {
    let seat = script.chooses().unwrap();
    let keep = [tile("5B"), tile("1C"), Tile::JOKER];
    let spare = script.game.held(seat).rack.tiles().find(|tile| !keep.contains(tile)).unwrap();
    script.play(&[&format!("{} discard {spare}", seat.0)]).decline();
}

#[test]
fn jokers_are_exchanged_on_the_turn_and_at_no_other_time() {
    let mut script = open("J J", 2, "", "5B");
    for seat in [EAST, WEST, NORTH] {
        assert_eq!(script.refusal(seat, "exchange 2 1"), Illegal::NotYourTurn);
    }
    let spare = script.game.held(SOUTH).rack.tiles().next().unwrap();
    script.play(&[&format!("1 discard {spare}")]);
    assert_eq!(script.refusal(WEST, "exchange 2 1"), Illegal::NotNow, "not while a discard can be claimed");
    script.decline();
    script.play(&["2 exchange 2 1"]);
    assert_eq!(script.game.held(WEST).rack.jokers(), 1);
    assert_eq!(script.view(EAST).seats[1].exposures[0].jokers, 1);
    assert_eq!(script.refusal(WEST, "exchange 2 1"), Illegal::NoTileForJoker { tile: tile("5B") });
    assert_eq!(script.refusal(WEST, "exchange 2 2"), Illegal::NoJokerThere);
    assert_eq!(script.refusal(WEST, "exchange 4 1"), Illegal::NoJokerThere);
}

#[test]
fn any_number_are_exchanged_out_of_any_exposure_and_after_a_claim() {
    let mut script = open("5B J J", 2, "", "5B");
    // Out of the group just laid open, and then there are none left but one.
    script.play(&["1 exchange 2 1"]);
    assert_eq!(script.game.held(SOUTH).rack.jokers(), 1);
    discard_spare(&mut script);
    script.play(&["2 exchange 2 1"]);
    assert_eq!(script.refusal(WEST, "exchange 2 1"), Illegal::NoJokerThere);
}

#[test]
fn a_win_by_an_exchanged_joker_is_a_pick() {
    // West needs one more tile in any of its groups, and holds a five to exchange.
    let mut script = open("J J", 2, "", "5B 1C 1C 2C 2C 2C 3C 3C 3C 4C 4C 4C 5C").draws("5C");
    discard_spare(&mut script);
    assert_eq!(script.refusal(WEST, "mahjong"), Illegal::NotMahjong);
    script.play(&["2 exchange 2 1", "2 mahjong"]);
    let winner = script.game.settlement.as_ref().unwrap().winner.clone().unwrap();
    assert_eq!((winner.seat, winner.from, winner.jokerless), (WEST, None, false));
    assert_eq!(script.game.ledger, [-50, -50, 150, -50]);
}

#[test]
fn jokers_of_dead_hands_can_still_be_had() {
    let mut script = open("J J", 2, "", "5B");
    discard_spare(&mut script);
    script.game.held_mut(SOUTH).dead = true;
    assert!(script.allows(WEST, "exchange 2 1"));
}

#[test]
fn jokers_stand_in_groups_of_three_and_more_only() {
    // Each with the number of tiles missing for C1 in Bams.
    let cases = [
        ("1B 1B 2B 2B J 3B 3B J 4B J J 5B J J", true),
        ("1B 1B J J J J J J J J 4B 5B 5B 5B", true),
        ("1B J 2B 2B 2B 3B 3B 3B 4B 4B 4B 5B 5B 5B", false),
        ("1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 4B 5B 5B X", false),
    ];
    let card = Config::default().rules().unwrap();
    for (text, wins) in cases {
        assert_eq!(card.assets.winning(&rack(text), &[]).is_some(), wins, "{text}");
    }
}

#[test]
fn a_hand_without_jokers_pays_double_unless_none_could_be_in_it() {
    let won = |hand: &str| {
        let mut script = Script::house([hand, "", "", ""], EAST);
        script.play(&["0 mahjong"]);
        let winner = script.game.settlement.as_ref().unwrap().winner.clone().unwrap();
        (winner.hand, winner.jokerless, script.game.ledger[0])
    };
    assert_eq!(won(RUN), ("C1".into(), true, 12 * 25));
    assert_eq!(won("1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 4B 5B 5B J"), ("C1".into(), false, 6 * 25));
    assert_eq!(won("F 1B 3B 5B 7B 9B 2C 4C 6C 8C N E W S"), ("S4".into(), false, 6 * 75));
}

#[test]
fn blanks_are_traded_for_dead_discards_on_the_turn() {
    let config = Config { blanks: true, ..Config::default() };
    let mut script = Script::new(config, ["5B", "X X J", "", ""], EAST);
    script.play(&["0 discard 5B"]);
    assert_eq!(script.refusal(SOUTH, "trade 5B"), Illegal::NotNow);
    script.decline();
    assert_eq!(script.refusal(WEST, "trade 5B"), Illegal::NotYourTurn);
    assert_eq!(script.refusal(SOUTH, "trade 6B"), Illegal::NotDiscarded { tile: tile("6B") });
    script.play(&["1 trade 5B"]);
    assert_eq!(script.chooses(), Some(SOUTH), "no window opens");
    assert_eq!(script.view(WEST).discards[0].tile, Tile::BLANK);
    assert_eq!(script.refusal(SOUTH, "trade X"), Illegal::NotDiscarded { tile: Tile::BLANK });
    script.play(&["1 discard J"]);
    assert_eq!(script.refusal(WEST, "trade J"), Illegal::NoBlank);
    assert_eq!(script.game.tiles().len(), 160);
}

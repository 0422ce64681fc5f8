//! The cards that come with the game are sound, and the linter names what is not.

use parlor_kernel::{Asset, AssetError};
use parlor_mahjong::{Card, Fault, Ground, Lint, PUNG, Rack, SHIPPED, Tile};
use std::{collections::BTreeSet, sync::Arc};

fn card(name: &str) -> Card {
    let (_, text) = SHIPPED.iter().find(|(known, _)| *known == name).unwrap();
    Card::lint(text).unwrap_or_else(|faults| panic!("{name}: {faults:#?}"))
}

#[test]
fn every_shipped_card_has_forty_hands_and_passes_the_linter() {
    for (name, _) in SHIPPED {
        let card = card(name);
        assert!(card.hands().len() >= 40, "{name} has {} hands", card.hands().len());
        assert!(card.grounds().len() >= 800, "{name} has {} ways", card.grounds().len());
        assert!(card.hands().iter().any(|hand| hand.concealed));
    }
}

/// The tiles of a way, with jokers where a set has too few.
fn tiles(card: &Card, ground: usize) -> Rack {
    let ground = &card.grounds()[ground];
    let mut rack = Rack::EMPTY;
    for tile in Tile::naturals() {
        rack.add_many(tile, ground.total[tile.index()].min(tile.copies()));
    }
    rack.add_many(Tile::JOKER, ground.overflow());
    rack
}

#[test]
fn every_way_of_every_hand_can_be_won() {
    for (name, _) in SHIPPED {
        let card = card(name);
        let mut won = BTreeSet::new();
        for number in 0..card.grounds().len() {
            let rack = tiles(&card, number);
            assert!(rack.len() == 14 && Rack::full(false).has_all(&rack), "{name}: {rack}");
            let win = card.winning(&rack, &[]).unwrap_or_else(|| panic!("{name}: {rack} does not win"));
            let hand = card.hand_of(&card.grounds()[number]);
            assert!(win.value >= hand.value, "{name}: {rack} is {} for less", hand.id);
            won.insert(win.hand);
        }
        assert_eq!(won.len(), card.hands().len(), "{name}: every hand is the best one for some tiles");
    }
}

#[test]
fn no_two_hands_of_a_card_are_alike_and_the_cards_differ() {
    let (house, garden) = (card("house"), card("garden"));
    let shape = |ground: &Ground| (ground.total, ground.strict);
    let shapes: BTreeSet<_> = house.grounds().iter().map(shape).collect();
    assert_eq!(shapes.len(), house.grounds().len());
    let shared = garden.grounds().iter().find(|ground| shapes.contains(&shape(ground)));
    assert!(shared.is_none(), "garden: {} is on the house's card", garden.hand_of(shared.unwrap()).id);
}

#[test]
fn the_pattern_language_means_what_it_says() {
    let ways = |pattern: &str| Card::lint(&format!("A1|25|X|{pattern}")).unwrap().grounds().len();
    // Three suits, nine numbers.
    assert_eq!(ways("iiiia FFFF NNN SSS"), 27);
    // Runs of three begin at 1 to 7, in six orders of three suits.
    assert_eq!(ways("iiia jjjb kkkc FFFFF"), 42);
    assert_eq!(ways("iiia jjjb kkkc FFFFF;i:odd"), 24);
    assert_eq!(ways("iiia jjjb kkkc FFFFF;i:2,5"), 12);
    // Two numbers that are at least two apart, in three pairs of suits.
    assert_eq!(ways("FF iiia uuua iiib uuub;u-i>1"), 28 * 3);
    // Any of four winds and of three dragons.
    assert_eq!(ways("FFFF VVVVx DDDy NNN"), 12);
    // Two dragons that differ, and the dragon of a suit.
    assert_eq!(ways("DDDDx DDDDy FFFFFF"), 3);
    assert_eq!(ways("iiiia DDDDa FFFFFF"), 27);
    assert_eq!(ways("1111a 2222b FFFFFF"), 6);
    assert_eq!(ways("1111a 2222b FFFFFF;a~b"), 9);
    // The year's digits, of which 0 is the white dragon.
    let year = Card::lint("@year 2031\nA1|25|X|pqrsa FFFF NNN SSS").unwrap();
    let ground = &year.grounds()[0];
    assert_eq!(ground.total[Tile::SOAP.index()], 1);
    assert_eq!(ground.groups.iter().filter(|group| group.size < PUNG).count(), 4, "singles");
    // Alternatives belong to one hand.
    let two = Card::lint("A1|25|X|1111a FFFF NNN SSS\nA1|25|X|2222a FFFF NNN SSS").unwrap();
    assert_eq!((two.hands().len(), two.grounds().len()), (1, 6));
}

#[test]
fn the_linter_names_line_and_reason() {
    let rest = "FFFF NNNN SSS";
    let cases: &[(&str, Fault)] = &[
        ("A1|25|X", Fault::WrongFields),
        ("A-1|25|X|iiia", Fault::WrongId("A-1".into())),
        ("A1|26|X|iiia", Fault::WrongValue("26".into())),
        ("A1|25|Y|iiia", Fault::WrongExposure("Y".into())),
        ("A1|25|X|tiiia", Fault::UnknownSymbol('t')),
        ("A1|25|X|iii", Fault::NoSuit("iii".into())),
        ("A1|25|X|DDD", Fault::NoChoice("DDD".into())),
        ("A1|25|X|VVVa", Fault::NoChoice("VVVa".into())),
        ("A1|25|X|NNNa", Fault::UselessVariable("NNNa".into())),
        ("A1|25|X|FFFFFFF", Fault::TooLarge("FFFFFFF".into())),
        ("A1|25|X|iiia;i:blue", Fault::UnknownClause("i:blue".into())),
        ("A1|25|X|iiia iiib", Fault::WrongSize(6)),
        ("A1|25|X|FFFFF NNN SSS iiia;i:7;i:8", Fault::NothingFits),
        ("A1|25|X|EE EE EE NNNN SSSS", Fault::TooManyNaturals { tile: "E".into(), need: 6, copies: 4 }),
        ("A1|25|X|NNNNNN NNNNNN NN", Fault::TooManyJokers(10)),
        ("@month 7", Fault::UnknownSetting),
    ];
    for (line, fault) in cases {
        let text = format!("# a comment\n\nB1|25|X|iiia {rest}\n{line}\n");
        let faults = Card::lint(&text).map(|_| ()).unwrap_err();
        assert_eq!(faults, [Lint { line: 4, fault: fault.clone() }], "{line}");
    }
    let faults = Card::lint(&format!("B1|25|X|555a {rest}\nB2|30|X|iiia {rest}\n")).map(|_| ()).unwrap_err();
    assert_eq!(faults[0].to_string(), "line 2: the hand 3x5C 4xN 3xS 4xF is also one of B1");
    let faults = Card::lint(&format!("B1|25|X|555a {rest}\nb1|30|X|666a {rest}")).map(|_| ()).unwrap_err();
    assert_eq!(faults[0].fault, Fault::DifferentAlternative("B1".into()));
    assert!(matches!(Card::lint("").map(|_| ()).unwrap_err()[0].fault, Fault::WrongNumberOfHands { .. }));
}

#[test]
fn a_card_is_an_asset_that_is_read_or_refused() {
    let refusal = |bytes: &[u8]| match Card::parse(Arc::from(bytes)).map(|_| ()) {
        Err(AssetError::MalformedAsset(why)) => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(refusal(b"A1|25"), "line 1: a hand has four fields: id|value|X or C|tiles");
    assert!(refusal(&[0xFF]).contains("text"));
    assert!(refusal(&[b'#'; 70_000]).contains("65536"));
    assert!(Card::parse(Arc::from(SHIPPED[0].1.as_bytes())).is_ok());
}

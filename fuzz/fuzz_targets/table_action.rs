//! Actions at a table, one per line and from alternating seats: whatever they are, the table refuses or obeys, and its
//! position is what its log says.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_kernel::{Chain, Format, Header, Key, Seat, SeatSet, Tick};
use serde_json::Value;

fuzz_target!(|text: &str| {
    for game in parlor_catalog::registry().games() {
        let (config, seats) = game.configure(None, &Value::Null, SeatSet::EMPTY).expect("the default preset");
        let key = Key([7; 32]);
        let mut table = game.rules(&config).expect("the default preset").open(key.clone()).expect("the default preset opens");
        let chain = Chain::new(&Header {
            format: Format::NEWEST,
            game: game.spec().id.into(),
            rules: game.spec().rules,
            config,
            seats: Vec::new(),
            commitment: key.commitment(),
        });
        for (turn, line) in (0u64..).zip(text.lines().take(64)) {
            let before = table.digest(&chain);
            let seat = Seat((turn % u64::from(seats)) as u8);
            if table.act(Tick(turn), seat, line).is_err() {
                assert_eq!(table.digest(&chain), before, "a refused action changes nothing");
            }
        }
    }
});

//! A log with a single change is refused, with the tick where it stops being true.

use parlor_battleship::{Battleship, Config};
use parlor_kernel::{GameConfig, Library, Record};
use parlor_testkit::tamper;
use std::path::Path;

#[test]
fn every_change_is_found_where_it_is() {
    for preset in Config::preset_ids() {
        let name = format!("{preset}.log");
        let log = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replays/format-2").join(name);
        let record = Record::from_text(&std::fs::read_to_string(log).unwrap()).unwrap();
        let tally =
            tamper::<Battleship>(&record, &Library::default()).unwrap_or_else(|error| panic!("{preset}: {error}"));
        assert!(tally["action"] > 2 && tally["later"] >= tally["action"], "{preset}: {tally:?}");
    }
}

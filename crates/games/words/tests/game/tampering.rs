//! A log with a single change is refused, with the tick where it stops being true.

use crate::shelf;

use parlor_kernel::Record;
use parlor_testkit::tamper;
use parlor_words::Words;
use std::path::Path;

#[test]
fn every_change_is_found_where_it_is() {
    let log = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replays/classic-2.log");
    let record = Record::from_text(&std::fs::read_to_string(log).unwrap()).unwrap();
    let tally = tamper::<Words>(&record, &shelf::library()).unwrap_or_else(|error| panic!("{error}"));
    assert!(tally["action"] > 2 && tally["later"] >= tally["action"], "{tally:?}");
}

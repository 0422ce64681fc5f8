//! What the real binary writes to its log.

use crate::binary::{ANYWHERE, House, serving};
use parlor_client::native::Visitor;
use std::{io::Read, process::Stdio};

/// A house that is full says so to everyone who comes. Its log would be longer than its disk.
#[tokio::test]
async fn a_house_that_is_full_does_not_fill_its_log() {
    let data = tempfile::tempdir().unwrap();
    let settings = [
        ("PARLOR_LOG", "info"),
        ("PARLOR_LIMITS__CONNECTIONS_PER_PERSON", "1"),
        ("PARLOR_LIMITS__REQUESTS_PER_SECOND", "100000"),
        // The first connection is not read from meanwhile.
        ("PARLOR_TIMES__PONG_MS", "60000"),
    ];
    let mut command = serving(data.path(), ANYWHERE, &settings);
    command.stderr(Stdio::piped());
    let (mut house, _said) = House::launch(command);
    let ada = Visitor::enter(&house.base, "Ada").await.unwrap();
    let _first = ada.connect(parlor_catalog::registry(), "first").await.unwrap();
    for _ in 0..200 {
        assert!(ada.connect(parlor_catalog::registry(), "other").await.is_err());
    }
    house.fall();
    let mut log = String::new();
    house.process.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    assert!(log.lines().count() < 20, "{log}");
}

//! A disk that is full and then is not: nothing acknowledged is lost, and writing goes on.

use crate::common::disk::SmallDisk;
use parlor_store::{SqliteStore, Tables, Write, Writes};
use parlor_wire::TableCode;

/// A table code for each number.
fn code(n: u32) -> TableCode {
    let letters: Vec<char> = "ABCDEFGHJK".chars().collect();
    let code: String = format!("{n:06}").bytes().map(|digit| letters[usize::from(digit - b'0')]).collect();
    code.parse().unwrap()
}

/// A table that takes two pages.
fn table(n: u32) -> Write {
    Write::SaveTable { code: code(n), state: format!("{n}").repeat(6_000 / format!("{n}").len()) }
}

#[tokio::test]
async fn writing_goes_on_when_space_returns() {
    let Some(disk) = SmallDisk::mount(2) else { return };
    let store = SqliteStore::open(&disk.path().join("house.db")).await.unwrap();
    let mut acknowledged = Vec::new();
    let refused = loop {
        let n = acknowledged.len() as u32;
        match store.write(vec![table(n)]).await {
            Ok(()) => acknowledged.push(code(n)),
            Err(_) => break n,
        }
    };
    assert!(!acknowledged.is_empty());
    // What is left is too little for a table, but may do for less.
    let mut probes = 0..1_000;
    while probes.next().is_some() && store.ping().await.is_ok() {}
    assert!(store.ping().await.is_err(), "a full disk takes nothing, and the store says so");
    assert!(store.write(vec![table(refused + 1)]).await.is_err());
    disk.grow(16);
    store.ping().await.expect("there is space again");
    store.write(vec![table(refused + 2)]).await.expect("writing goes on without a restart");
    acknowledged.push(code(refused + 2));
    let kept = |tables: Vec<(TableCode, String)>| tables.into_iter().map(|(code, _)| code).collect::<Vec<_>>();
    assert_eq!(kept(store.tables().await.unwrap()), acknowledged, "what was acknowledged, and nothing else");
    store.close().await;
    let store = SqliteStore::open(&disk.path().join("house.db")).await.unwrap();
    assert_eq!(kept(store.tables().await.unwrap()), acknowledged, "also after opening it again");
}

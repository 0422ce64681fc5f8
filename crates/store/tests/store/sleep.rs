//! Tables that sleep.

use crate::common::{bed::Bed, over_every_store};
use parlor_store::{Listed, Sleep, Write};
use parlor_wire::{TableCode, UserId};

over_every_store!(
    tables_that_sleep_are_found_without_reading_the_others,
    a_table_that_changes_is_awake_and_one_that_closes_is_gone,
    tables_with_a_free_seat_come_first_in_the_public_list
);

const ADA: UserId = UserId(1);
const BEN: UserId = UserId(2);

fn code(n: u64) -> TableCode {
    TableCode::from_bits(n)
}

fn state(n: u64) -> String {
    format!("{{\"n\":{n}}}")
}

fn asleep(n: u64, due: u64, listed: Option<Listed>) -> Write {
    Write::SleepTable {
        code: code(n),
        state: state(n),
        sleep: Sleep { due, seated: vec![ADA, BEN], listed, playing: None },
    }
}

fn awake(n: u64) -> Write {
    Write::SaveTable { code: code(n), state: state(n) }
}

fn numbers(tables: &[(TableCode, String)]) -> Vec<u64> {
    let numbers: Vec<_> = (0..100).filter(|n| tables.contains(&(code(*n), state(*n)))).collect();
    assert_eq!(numbers.len(), tables.len());
    numbers
}

async fn tables_that_sleep_are_found_without_reading_the_others(bed: &Bed) {
    let store = bed.open().await;
    store
        .write(vec![awake(1), asleep(2, 500, None), asleep(3, 400, Some(Listed::Full)), asleep(4, 600, None)])
        .await
        .unwrap();
    assert_eq!(numbers(&store.tables().await.unwrap()), [1, 2, 3, 4]);
    assert_eq!(numbers(&store.awake().await.unwrap()), [1]);
    assert_eq!(store.asleep().await.unwrap(), 3);
    assert_eq!(numbers(&store.asleep_with(BEN).await.unwrap()), [2, 3, 4]);
    assert!(store.asleep_with(UserId(9)).await.unwrap().is_empty());
    assert_eq!(store.due(500, None, 10).await.unwrap(), [(400, code(3)), (500, code(2))]);
    assert_eq!(store.due(600, None, 2).await.unwrap().len(), 2);
    assert_eq!(store.due(600, Some((500, code(2))), 2).await.unwrap(), [(600, code(4))]);
    assert!(store.due(399, None, 10).await.unwrap().is_empty());
}

async fn a_table_that_changes_is_awake_and_one_that_closes_is_gone(bed: &Bed) {
    let store = bed.open().await;
    store.write(vec![asleep(1, 500, Some(Listed::Full)), asleep(2, 500, Some(Listed::Full))]).await.unwrap();
    store.write(vec![awake(1), Write::DropTable { code: code(2) }]).await.unwrap();
    assert_eq!(numbers(&store.awake().await.unwrap()), [1]);
    assert_eq!(store.asleep().await.unwrap(), 0);
    assert!(store.asleep_with(ADA).await.unwrap().is_empty());
    assert!(store.asleep_in_public(10).await.unwrap().is_empty());
    assert!(store.due(u64::MAX >> 1, None, 10).await.unwrap().is_empty());
}

async fn tables_with_a_free_seat_come_first_in_the_public_list(bed: &Bed) {
    let store = bed.open().await;
    let (full, joinable) = (Some(Listed::Full), Some(Listed::Joinable));
    store.write(vec![asleep(1, 500, full), asleep(2, 500, joinable), asleep(3, 500, None)]).await.unwrap();
    assert_eq!(numbers(&store.asleep_in_public(1).await.unwrap()), [2]);
    assert_eq!(numbers(&store.asleep_in_public(10).await.unwrap()), [1, 2]);
}

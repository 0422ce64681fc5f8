//! What only files have.

use crate::common::{ada, add, store};
use parlor_store::{Logs, SqliteStore, StoreError, Tables, Write, Writes};
use parlor_wire::{MatchId, TableCode};

#[tokio::test]
async fn a_closed_house_is_one_file() {
    let (dir, store) = store().await;
    let code: TableCode = "ABC234".parse().unwrap();
    store.write(vec![add(ada()), Write::SaveTable { code, state: "{}".into() }]).await.unwrap();
    // Something is read, so that every kind of connection has been open.
    assert_eq!(store.tables().await.unwrap().len(), 1);
    assert!(store.entries(MatchId(1)).await.unwrap().is_empty());
    store.close().await;
    assert!(matches!(store.write(Vec::new()).await, Err(StoreError::Closed)));
    let files: Vec<_> = std::fs::read_dir(dir.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(files, ["house.db"]);
    let copy = dir.path().join("copy.db");
    std::fs::copy(dir.path().join("house.db"), &copy).unwrap();
    let store = SqliteStore::open(&copy).await.unwrap();
    assert_eq!(store.tables().await.unwrap(), [(code, "{}".to_owned())], "it is all in there");
}

//! Writing, and what is there after opening again.

use crate::common::{ada, add, bed::Bed, footer, line, over_every_store, row, session};
use parlor_kernel::{Digest, Input, Outcome, Reason, Seat, Tick};
use parlor_store::{Counts, DONE_KEPT, NewEntry, Player, Scopes, Write};
use parlor_wire::{MatchId, Room, TableCode};
use std::sync::Arc;

over_every_store!(
    what_was_written_is_there_after_opening_again,
    a_job_is_done_whole_or_not_at_all_and_alone,
    many_writers_lose_nothing,
    endings_names_and_closed_tables_are_kept,
    the_latest_commands_of_a_table_are_remembered
);

/// A line of a log.
pub fn entry(seq: u64, tick: u64) -> NewEntry {
    let input = serde_json::to_string(&Input::Act { seat: Seat(0), action: seq }).unwrap();
    let digest = Some(Digest([seq as u8; 16]));
    NewEntry { seq, tick: Tick(tick), input, digest, command: Some(format!("u:{seq}")) }
}

async fn what_was_written_is_there_after_opening_again(bed: &Bed) {
    let store = bed.open().await;
    let code: TableCode = "ABC234".parse().unwrap();
    let line = line(1, &ada(), Room::Gallery, "hi");
    store
        .write(vec![
            add(ada()),
            Write::AddSession { user: ada().id, session: session(1, [9; 32], Scopes::OWNER) },
            Write::SaveTable { code, state: "{}".into() },
            Write::SaveTable { code, state: "{\"n\":2}".into() },
            Write::Chat { code, line: line.clone() },
            Write::BeginMatch { row: row(7).into(), players: vec![Player::user(ada().id), Player::BOT] },
            Write::Append { id: MatchId(7), entry: entry(1, 40) },
            Write::Clock(900),
        ])
        .await
        .unwrap();
    store.close().await;
    let store = bed.open().await;
    assert_eq!(store.session([9; 32], 0).await.unwrap().unwrap().user, ada());
    assert_eq!(store.session([8; 32], 0).await.unwrap(), None);
    assert_eq!(store.tables().await.unwrap(), [(code, "{\"n\":2}".to_owned())]);
    assert_eq!(store.chat(code, 10).await.unwrap(), [line]);
    assert_eq!(store.match_row(MatchId(7)).await.unwrap(), Some(row(7)));
    assert_eq!(store.matches_of(ada().id, None, None, 10).await.unwrap()[0].row, row(7));
    let entries = store.entries(MatchId(7)).await.unwrap();
    assert_eq!((entries.len(), entries[0].command.as_deref()), (1, Some("u:1")));
    assert_eq!(entries[0].entry.digest, Some(Digest([1; 16])));
    assert_eq!(store.log_lines(MatchId(7), 0, 9).await.unwrap(), [serde_json::to_string(&entries[0].entry).unwrap()]);
    assert_eq!(store.clock().await.unwrap(), 900);
}

async fn a_job_is_done_whole_or_not_at_all_and_alone(bed: &Bed) {
    let store = bed.open().await;
    store.write(vec![Write::BeginMatch { row: row(1).into(), players: vec![] }]).await.unwrap();
    let writes =
        |seqs: &[u64]| seqs.iter().map(|&seq| Write::Append { id: MatchId(1), entry: entry(seq, seq) }).collect();
    // Queued together, so that they share a commit: the second repeats an entry and must fail alone and whole.
    let (first, second, third) =
        tokio::join!(store.write(writes(&[1])), store.write(writes(&[2, 1])), store.write(writes(&[2])));
    first.unwrap();
    assert!(second.is_err(), "a second owner cannot append the same entry");
    third.unwrap();
    let lines = store.log_lines(MatchId(1), 1, 1).await.unwrap();
    assert!(lines.len() == 1 && lines[0].starts_with("{\"seq\":2,"), "{lines:?}");
    let seqs: Vec<_> = store.entries(MatchId(1)).await.unwrap().iter().map(|stored| stored.entry.seq).collect();
    assert_eq!(seqs, [1, 2]);
}

async fn many_writers_lose_nothing(bed: &Bed) {
    let store = bed.open().await;
    let tasks = (0..50u64).map(|id| {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            store.write(vec![Write::BeginMatch { row: row(id).into(), players: vec![] }]).await.unwrap();
            for seq in 1..=20 {
                store.write(vec![Write::Append { id: MatchId(id), entry: entry(seq, seq) }]).await.unwrap();
            }
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.unwrap();
    }
    for id in 0..50 {
        assert_eq!(store.entries(MatchId(id)).await.unwrap().len(), 20);
    }
}

async fn endings_names_and_closed_tables_are_kept(bed: &Bed) {
    let store = bed.open().await;
    let code: TableCode = "ABC234".parse().unwrap();
    let mut ended = row(3);
    let footer = footer(&ended, Outcome::won(Seat(0), Reason::Completed));
    store
        .write(vec![
            add(ada()),
            Write::AddSession { user: ada().id, session: session(1, [1; 32], Scopes::OWNER) },
            Write::Rename { user: ada().id, name: "Countess".into() },
            Write::SaveTable { code, state: "{}".into() },
            Write::DropTable { code },
            Write::BeginMatch { row: row(3).into(), players: vec![] },
            Write::EndMatch {
                id: MatchId(3),
                footer: footer.clone(),
                at: 77,
                turns: 4,
                results: vec![],
                counts: Counts::Record,
            },
            Write::Clock(50),
            Write::Clock(40),
        ])
        .await
        .unwrap();
    ended.footer = Some(footer);
    ended.ended_at = Some(77);
    assert_eq!(store.match_row(MatchId(3)).await.unwrap(), Some(ended));
    assert_eq!(store.session([1; 32], 0).await.unwrap().unwrap().user.name, "Countess");
    assert!(store.tables().await.unwrap().is_empty());
    assert_eq!(store.clock().await.unwrap(), 50, "the clock never runs backwards");
    store.ping().await.unwrap();
}

async fn the_latest_commands_of_a_table_are_remembered(bed: &Bed) {
    let store = bed.open().await;
    let code: TableCode = "ABC234".parse().unwrap();
    let other: TableCode = "ABC235".parse().unwrap();
    let done = |code, command: String| Write::Done { code, command };
    let name = |n: u32| format!("{}:{n}", ada().id);
    let save = |code| Write::SaveTable { code, state: "{}".into() };
    store.write(vec![add(ada()), save(code), save(other), done(other, name(0))]).await.unwrap();
    let line = line(1, &ada(), Room::Table, "hi");
    store.write(vec![Write::Chat { code, line }, done(code, name(1)), done(code, name(1))]).await.unwrap();
    assert!(
        store.write(vec![done(code, name(2)), Write::Append { id: MatchId(9), entry: entry(1, 1) }]).await.is_err()
    );
    store.close().await;
    let store = bed.open().await;
    assert_eq!(store.done(code).await.unwrap(), [name(1)], "with what was done, and not without it");
    store.write((2..=2 + DONE_KEPT).map(|n| done(code, name(n))).collect()).await.unwrap();
    let kept = store.done(code).await.unwrap();
    assert_eq!((kept.len() as u32, &kept[0]), (DONE_KEPT, &name(3)), "the latest, the oldest of them first");
    store.write(vec![Write::DropTable { code }]).await.unwrap();
    assert!(store.done(code).await.unwrap().is_empty());
    store.write(vec![Write::DeleteUser { user: ada().id, at: 1 }]).await.unwrap();
    assert!(store.done(other).await.unwrap().is_empty(), "nothing says whose they were");
}

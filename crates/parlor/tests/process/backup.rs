//! `parlor backup` beside a house in which people play, and `parlor restore`.

use crate::{
    binary::parlor,
    rolling::{complaint, open, roll, said, table},
};
use parlor_client::native::Visitor;
use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

fn run(arguments: &[&str], paths: &[&Path]) -> Output {
    let mut command: Command = parlor();
    command.args(arguments).args(paths);
    command.output().unwrap()
}

fn backup(data: &Path, to: &Path) -> Output {
    run(&["backup", "--data-dir"], &[data, to])
}

fn restore(from: &Path, data: &Path, more: &[&str]) -> Output {
    run(&[&["restore"][..], more, &["--data-dir"]].concat(), &[data, from])
}

#[tokio::test]
async fn a_house_is_copied_while_people_play_and_goes_on_from_the_copy() {
    let (dir, safe) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let data = dir.path();
    let house = open(data, &[]);
    fs::create_dir(data.join("notes")).unwrap();
    fs::write(data.join("notes/house.txt"), "what the keeper wrote").unwrap();
    let ada = Visitor::enter(&house.base, "Ada").await.unwrap();
    let first = table(&ada).await;
    let (over, _) = roll(&ada, first, usize::MAX).await;
    let over = over.expect("a match that is over");
    let running = table(&ada).await;
    let (_, rolls) = roll(&ada, running, 1).await;
    assert_eq!(rolls, 1, "it has begun");

    // Matches are played on while the copy is made, again and again.
    let playing = {
        let visitor = Visitor::enter(&house.base, "Bea").await.unwrap();
        tokio::spawn(async move {
            loop {
                let code = table(&visitor).await;
                roll(&visitor, code, usize::MAX).await;
            }
        })
    };
    for number in 0..3 {
        let (data, to) = (data.to_owned(), safe.path().join(format!("copy-{number}")));
        let copied = tokio::task::spawn_blocking(move || backup(&data, &to)).await.unwrap();
        assert!(said(&copied).contains("checked"), "{copied:?}");
    }
    playing.abort();
    let copy = safe.path().join("copy-2");
    assert!(complaint(&backup(data, &copy)).contains("exists"), "a backup is never written over");
    let mut names: Vec<_> = fs::read_dir(&copy).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["backup.json", "notes", "parlor.db"], "nothing else, and no log beside the database");

    // A house that is open is not replaced, whatever is asked.
    for more in [&[][..], &["--replace"]] {
        assert!(complaint(&restore(&copy, data, more)).contains("another house is open"));
    }
    house.kill();
    assert!(complaint(&restore(&copy, data, &[])).contains("is not empty"));

    let fresh = dir.path().join("fresh");
    said(&restore(&copy, &fresh, &[]));
    assert_eq!(fs::read_to_string(fresh.join("notes/house.txt")).unwrap(), "what the keeper wrote");
    assert!(said(&run(&["check", "--data-dir"], &[&fresh])).contains("The logs hold"));
    let verified = parlor().args(["verify", &over.to_string(), "--data-dir"]).arg(&fresh).output().unwrap();
    assert!(said(&verified).contains("Fair"), "{verified:?}");

    // The match that was under way goes on where it was, for the same person.
    let house = open(&fresh, &[]);
    let ada = ada.at(&house.base);
    let (id, _) = roll(&ada, running, usize::MAX).await;
    let verified =
        parlor().args(["verify", &id.expect("it ends").to_string(), "--data-dir"]).arg(&fresh).output().unwrap();
    assert!(said(&verified).contains("Fair"), "{verified:?}");
    house.kill();

    // What was there is put aside, not lost, and no part of the next backup.
    assert!(said(&restore(&copy, &fresh, &["--replace"])).contains("replaced-"));
    let aside = fs::read_dir(&fresh).unwrap().map(|entry| entry.unwrap().path());
    let aside = aside.into_iter().find(|path| path.to_string_lossy().contains("replaced-")).unwrap();
    assert!(said(&run(&["check", "--data-dir"], &[&aside])).contains("The logs hold"));
    let again = safe.path().join("again");
    said(&backup(&fresh, &again));
    assert!(
        !fs::read_dir(&again).unwrap().any(|entry| entry.unwrap().path() == again.join(aside.file_name().unwrap()))
    );
}

#[test]
fn a_backup_that_does_not_hold_is_refused() {
    let (dir, safe) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let nowhere = dir.path().join("nowhere");
    assert!(complaint(&backup(&nowhere, &safe.path().join("x"))).contains("there is no database"));
    open(dir.path(), &[]).kill();
    let copy = safe.path().join("copy");
    said(&backup(dir.path(), &copy));
    let (list, database) = (copy.join("backup.json"), copy.join("parlor.db"));
    let fresh = dir.path().join("fresh");

    let sound = fs::read(&database).unwrap();
    let mut damaged = sound.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(&database, &damaged).unwrap();
    assert!(complaint(&restore(&copy, &fresh, &[])).contains("is not as it was"));
    fs::write(&database, &sound).unwrap();

    let text = fs::read_to_string(&list).unwrap();
    fs::write(&list, text.replace("\"parlor.db\"", "\"../../parlor.db\"")).unwrap();
    let said_of_it = complaint(&restore(&copy, &fresh, &[]));
    assert!(said_of_it.contains("lists no parlor.db"), "{said_of_it}");
    fs::write(&list, text.replace("\"format\": 1", "\"format\": 9")).unwrap();
    assert!(complaint(&restore(&copy, &fresh, &[])).contains("another way"));
    fs::remove_file(&list).unwrap();
    assert!(complaint(&restore(&copy, &fresh, &[])).contains("no backup"));
    assert!(!fresh.join("parlor.db").exists(), "nothing was put in place");
    fs::write(&list, text).unwrap();
    said(&restore(&copy, &fresh, &[]));
    open(&fresh, &[]).kill();
}

/// There each would hold all before it, and a restore would put it aside before it reads it.
#[test]
fn a_backup_has_no_place_in_the_data_folder() {
    let (dir, safe) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let data = dir.path().join("data");
    fs::create_dir(&data).unwrap();
    open(&data, &[]).kill();
    std::os::unix::fs::symlink(&data, safe.path().join("link")).unwrap();
    for to in [data.join("monday"), data.join("backups/monday"), safe.path().join("link/monday")] {
        assert!(complaint(&backup(&data, &to)).contains("name a folder outside"), "{}", to.display());
    }
    let by_name = parlor().args(["backup", "monday", "--data-dir", "."]).current_dir(&data).output().unwrap();
    assert!(complaint(&by_name).contains("name a folder outside"));
    // Beside it, it is safe, though the name begins in the same way.
    let (beside, database) = (dir.path().join("data-monday"), data.join("parlor.db"));
    said(&backup(&data, &beside));

    let inside = data.join("monday");
    fs::rename(&beside, &inside).unwrap();
    let before = fs::read(&database).unwrap();
    for from in [inside.clone(), safe.path().join("link/monday")] {
        assert!(complaint(&restore(&from, &data, &["--replace"])).contains("move it out of there"));
    }
    assert_eq!(fs::read(&database).unwrap(), before, "nothing was put aside");
    fs::rename(&inside, &beside).unwrap();
    // What is put aside with the rest may be the way to it.
    std::os::unix::fs::symlink(&beside, &inside).unwrap();
    said(&restore(&inside, &data, &["--replace"]));
    open(&data, &[]).kill();
}

//! The API describes itself truly: a validator accepts the description, and a client that was generated from it plays.

use crate::common::{
    Open,
    api::{Asker, account},
    settings, wish,
};
use parlor_battleship::Action;
use parlor_wire::{Command, Invitee, Pace};
use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process,
};

/// Where `scripts/setup.sh test` puts the validator and the generator.
fn tool(name: &str) -> process::Command {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/openapi-tools");
    assert!(place.join("installed-requirements.txt").exists(), "run scripts/setup.sh test first");
    process::Command::new(place.canonicalize().unwrap().join("venv/bin").join(name))
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/openapi").join(name)
}

/// Runs something to its good end.
async fn run(mut command: process::Command) -> String {
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let said = |bytes| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}\n{}", said(&output.stdout), said(&output.stderr));
    said(&output.stdout)
}

/// An account that has played a match and is invited to another; its token.
async fn with_a_history(open: &Open) -> String {
    let (ada, bea) = (account(open, "Ada L").await, account(open, "Bea").await);
    let (mut one, mut two) = (ada.player(open).await, bea.player(open).await);
    let code = one.open(&wish("battleship", "voxel", vec![])).await;
    two.sit(code).await;
    one.deploy().await;
    two.deploy().await;
    one.act(&Action::Surrender).await.unwrap();
    two.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
    let (to, wish) = (Invitee::Name("Bea".into()), wish("battleship", "hope", vec![]));
    one.command(Command::Invite { to, wish, pace: Pace::Correspondence }).await.unwrap();
    bea.token.unwrap()
}

#[tokio::test]
async fn the_description_is_valid_and_a_client_made_from_it_plays() {
    let open = Open::new(settings()).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openapi.json");
    let api: Value = Asker::stranger(&open).get("/api/openapi.json").await.is(200).json();
    fs::write(&file, api.to_string()).unwrap();

    let mut validator = tool("openapi-spec-validator");
    validator.arg(&file);
    run(validator).await;

    let mut generator = tool("openapi-python-client");
    generator.arg("generate").arg("--path").arg(&file).arg("--config").arg(script("generate.yml"));
    generator.arg("--output-path").arg(folder.path().join("parlor_client"));
    generator.args(["--meta", "none", "--fail-on-warning"]);
    run(generator).await;

    let token = with_a_history(&open).await;
    let mut client = tool("python");
    client.arg(script("play.py")).arg(folder.path()).args([&open.base, &token]);
    assert_eq!(run(client).await.trim(), "played");
}

#[tokio::test]
async fn operations_have_names_of_their_own() {
    let open = Open::new(settings()).await;
    let api: Value = Asker::stranger(&open).get("/api/openapi.json").await.is(200).json();
    let operations = api["paths"].as_object().unwrap().values().flat_map(|item| item.as_object().unwrap().values());
    let names: Vec<_> = operations.map(|operation| operation["operationId"].as_str().unwrap()).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
}

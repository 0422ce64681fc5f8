//! The lobby shows other houses on the network. Where loopback carries no multicast, it says that it was not tried.

use crate::{
    house::{self, House},
    multicast::cannot_be_tried,
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
use parlor_client::native::Visitor;
use parlor_wire::{TableInfo, http::OpenTable};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn a_house_nearby_is_one_tap_away() {
    if cannot_be_tried("houses nearby in the lobby") {
        return;
    }
    let name = format!("The Den {}", std::process::id());
    let files = tempfile::tempdir().expect("a directory");
    let settings = [("PARLOR_NEARBY", "true"), ("PARLOR_NAME", &*name)];
    let den = house::open(files.path(), &settings);
    let host = Visitor::enter(&format!("http://{}", den.address), "Ben").await.expect("a guest");
    let mut tables = Vec::new();
    for game in ["death-roll", "battleship"] {
        let wish = OpenTable { game: game.into(), public: true, ..OpenTable::default() };
        tables.push(host.open_table(&wish).await.expect("a table"));
    }
    let stage = Stage::among_houses();
    for (who, screen) in [("Ada", Screen::DESK), ("Bea", Screen::PHONE)] {
        let visitor = stage.person(who, screen).await;
        visitor.visit("/").await;
        visitor.sees_the_den(&name, &den, &tables).await;
        visitor.fits_in_width().await;
        let script = "document.querySelector('[data-test=houses-nearby]').scrollIntoView({ block: 'center' })";
        visitor.ask::<serde_json::Value>(script, json!([])).await;
        visitor.takes_pictures("lobby-nearby").await;
        visitor.has_a_calm_console(Weather::Fair).await;
    }
    // A house that is gone is no longer offered.
    let cleo = stage.person("Cleo", Screen::DESK).await;
    cleo.visit("/").await;
    cleo.sees_the_den(&name, &den, &tables).await;
    drop(den);
    cleo.until("the den to go", async || {
        let names: Vec<String> = cleo.ask(NAMES, json!([])).await;
        Ok((!names.contains(&name)).then_some(()))
    })
    .await;
}

const NAMES: &str = "return [...document.querySelectorAll('[data-test=nearby-name]')].map(name => name.textContent)";

impl Person {
    /// Waits until the den and all its tables are listed, with links that lead there and tell it nothing.
    async fn sees_the_den(&self, name: &str, den: &House, tables: &[TableInfo]) {
        let links: Vec<(String, String, String)> = self
            .until("the den’s tables", async || {
                let script = "const house = [...document.querySelectorAll('[data-test=nearby-house]')].find(house =>
                        house.querySelector('[data-test=nearby-name]').textContent === arguments[0]);
                    return [...(house?.querySelectorAll('a') ?? [])].map(a => [a.href, a.rel, a.target])";
                let links: Vec<(String, String, String)> = self.ask(script, json!([name])).await;
                Ok((links.len() == tables.len() + 1).then_some(links))
            })
            .await;
        let mut expected: Vec<_> =
            tables.iter().map(|table| format!("http://{}/t/{}", den.address, table.code)).collect();
        expected.push(format!("http://{}/", den.address));
        expected.sort();
        let mut hrefs: Vec<_> = links.iter().map(|(href, ..)| href.clone()).collect();
        hrefs.sort();
        assert_eq!(hrefs, expected);
        // What is played comes first: the row is short.
        let script = "return [...document.querySelectorAll('[data-test=nearby-game]')].map(game => game.textContent)";
        let games: Vec<String> = self.ask(script, json!([])).await;
        for game in ["Battleship · one seat free", "Death Roll · one seat free"] {
            assert!(games.iter().any(|told| told == game), "{game} in {games:?}");
        }
        assert!(links.iter().all(|(_, rel, target)| rel.contains("noopener") && target == "_blank"), "{links:?}");
    }
}

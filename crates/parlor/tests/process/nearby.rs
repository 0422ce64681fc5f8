//! Two real houses find each other over multicast DNS on the loopback interface, and a liar among them does no harm.
//!
//! Where loopback carries no multicast this cannot be tried: the tests then say so on standard error.

use crate::{
    binary::{House, parlor},
    multicast::cannot_be_tried,
};
use mdns_sd::{IfKind, ServiceDaemon, ServiceInfo};
use parlor_client::native::Visitor;
use parlor_wire::http::{NearbyHouse, NearbyHouses, OpenTable};
use std::{
    io::{self, BufRead, BufReader, Write},
    net::{IpAddr, SocketAddr},
    ops::Deref,
    process::{Command, Stdio},
    time::{Duration, Instant},
};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    time::sleep,
};

const PATIENCE: Duration = Duration::from_secs(30);
const GLANCE: Duration = Duration::from_millis(100);
const SERVICE: &str = "_parlor._tcp.local.";

/// A house that can be found.
struct Found {
    house: House,
    name: String,
    _data: TempDir,
}

impl Deref for Found {
    type Target = House;

    fn deref(&self) -> &House {
        &self.house
    }
}

impl Found {
    fn open(name: &str) -> Self {
        // Others may run the same test on this machine.
        let name = format!("{name} {}", std::process::id());
        let data = tempfile::tempdir().unwrap();
        let house = House::open(data.path(), &[("PARLOR_NEARBY", "true"), ("PARLOR_NAME", &name)]);
        Self { house, name, _data: data }
    }

    /// What the house tells its visitors about its neighbours.
    async fn nearby(&self) -> Vec<NearbyHouse> {
        let answer = reqwest::get(format!("{}/api/nearby", self.base)).await.unwrap();
        answer.json::<NearbyHouses>().await.unwrap().houses
    }

    /// Looks again and again until the neighbours are as wished.
    async fn until<T>(&self, what: &str, look: impl Fn(&[NearbyHouse]) -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            let houses = self.nearby().await;
            if let Some(found) = look(&houses) {
                return found;
            }
            assert!(start.elapsed() < PATIENCE, "{} waits in vain: {what}. It knows: {houses:#?}", self.name);
            sleep(GLANCE).await;
        }
    }
}

/// Looks with the program itself, again and again: a house too busy to answer is found the next time.
async fn looked_for(arguments: &[&str], is_complete: impl Fn(&str) -> bool) {
    let start = Instant::now();
    loop {
        let mut program = parlor();
        program.args(arguments);
        let listed = tokio::task::spawn_blocking(move || program.output().unwrap()).await.unwrap();
        assert!(listed.status.success(), "{listed:?}");
        let text = String::from_utf8(listed.stdout).unwrap();
        if is_complete(&text) {
            return;
        }
        assert!(start.elapsed() < PATIENCE, "parlor {arguments:?}: {text}");
    }
}

fn named<'a>(houses: &'a [NearbyHouse], name: &str) -> Option<&'a NearbyHouse> {
    houses.iter().find(|house| house.name == name)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_houses_find_each_other_and_their_tables() {
    if cannot_be_tried("two houses nearby") {
        return;
    }
    let (den, loft) = (Found::open("The Den"), Found::open("The Loft"));
    let found = den.until("the loft", |houses| named(houses, &loft.name).cloned()).await;
    assert_eq!(found.url, format!("{}/", loft.base));
    assert_eq!((found.version.as_str(), found.tables.len()), (env!("CARGO_PKG_VERSION"), 0));
    loft.until("the den", |houses| named(houses, &den.name).map(drop)).await;
    assert!(named(&den.nearby().await, &den.name).is_none(), "a house is not its own neighbour");

    let ada = Visitor::enter(&loft.base, "Ada").await.unwrap();
    let wish = |public| OpenTable { game: "battleship".into(), public, ..OpenTable::default() };
    let hidden = ada.open_table(&wish(false)).await.unwrap();
    let shown = ada.open_table(&wish(true)).await.unwrap();
    let (house, table) = den
        .until("the table", |houses| {
            let house = named(houses, &loft.name)?;
            Some((house.clone(), house.tables.first()?.clone()))
        })
        .await;
    assert_eq!((table.code, table.game.as_str(), table.free), (shown.code, "battleship", 1));
    assert_eq!(table.players, ["Ada"]);
    assert!(house.tables.iter().all(|table| table.code != hidden.code), "private tables stay private");
    let link = house.table_url(table.code);
    // That a page is there is seen in a browser.
    assert_eq!(link, format!("{}/t/{}", loft.base, shown.code));

    looked_for(&["nearby", "--json"], |text| {
        let all: NearbyHouses = serde_json::from_str(text).unwrap();
        let from_outside = named(&all.houses, &loft.name);
        named(&all.houses, &den.name).is_some() && from_outside.is_some_and(|loft| loft.tables == [table.clone()])
    })
    .await;
    let house = format!("{}  {}/\n", den.name, den.base);
    let table = format!("battleship (voxel): Ada; 1 seat free  {link}\n");
    looked_for(&["nearby"], |text| text.contains(&house) && text.contains(&table)).await;

    // Killed, it can say no goodbye: it no longer answers, and that is enough.
    let (name, loft_again) = (loft.name.clone(), "The Loft");
    drop(loft);
    den.until("the loft to go", |houses| named(houses, &name).is_none().then_some(())).await;
    let loft = Found::open(loft_again);
    den.until("the loft again", |houses| (named(houses, &name)?.url == format!("{}/", loft.base)).then_some(())).await;
}

/// A liar answers every call with an endless list, and announces what leads elsewhere.
#[tokio::test(flavor = "multi_thread")]
async fn a_liar_does_no_harm() {
    if cannot_be_tried("a liar nearby") {
        return;
    }
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let liar = listener.local_addr().unwrap();
    let lies = tokio::spawn(async move {
        let table = r#"{"code":"K7QX2M","game":"\u001b[31mpoker","preset":"x","status":"waiting","seats":[{"occupant":
            {"person":{"id":"0000000000000001","name":"\u001b]0;owned\u0007Eve\u202e"}},"ready":true,"connected":true},
            {"occupant":"nobody","ready":false,"connected":false}]}"#;
        let body = format!("{{\"tables\":[{}]}}", [table; 500].join(","));
        while let Ok((mut line, _)) = listener.accept().await {
            let _ = line.read(&mut [0; 4096]).await;
            let _ = line.write_all(format!("HTTP/1.1 200 OK\r\n\r\n{body}").as_bytes()).await;
        }
    });
    let announcer = ServiceDaemon::new().unwrap();
    announcer.disable_interface(IfKind::All).unwrap();
    announcer.enable_interface(IfKind::LoopbackV4).unwrap();
    let id = std::process::id();
    let announce = |who: &str, name: &str, path: &str, at: SocketAddr| {
        let said = [("name", name), ("version", "\x1b[5m9"), ("path", path), ("tables", "-1")];
        let (instance, host) = (format!("{who}-{id}"), format!("{who}-{id}.local."));
        let addresses: [IpAddr; 1] = [at.ip()];
        let info = ServiceInfo::new(SERVICE, &instance, &host, &addresses[..], at.port(), &said[..]).unwrap();
        announcer.register(info).unwrap();
    };
    let eve = format!("Eve {id}");
    announce("eve", &format!("\x1b[2J{eve}\r\n\u{202E}"), "/", liar);
    announce("mal", &format!("Mal {id}"), "//evil.example/", liar);
    let attic = Found::open("The Attic");
    let cleaned = format!("[2J{eve}");
    let found =
        attic.until("eve", |houses| named(houses, &cleaned).filter(|eve| !eve.tables.is_empty()).cloned()).await;
    assert_eq!((found.url, found.version.as_str()), (format!("http://{liar}/"), "[5m9"));
    assert_eq!((found.tables.len(), found.tables[0].game.as_str()), (8, "[31mpoker"));
    assert_eq!(found.tables[0].players, ["]0;ownedEve"]);
    assert!(!attic.nearby().await.iter().any(|house| house.name.starts_with("Mal")), "its link would lead elsewhere");

    let output = tokio::task::spawn_blocking(|| parlor().arg("nearby").output().unwrap()).await.unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(&cleaned), "{text}");
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()) && !text.contains('\u{202E}'), "{text:?}");
    lies.abort();
    announcer.shutdown().unwrap();
}

/// A machine with no network at all: the house opens, and `parlor nearby` finds no house.
#[test]
fn without_a_network_the_house_opens_all_the_same() {
    let alone = |program: &[&str]| {
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "--net"]).args(program);
        command
    };
    if !alone(&["true"]).stderr(Stdio::null()).status().is_ok_and(|status| status.success()) {
        let _ =
            writeln!(io::stderr(), "SKIPPED: a machine without a network cannot be tried, unshare does not work here");
        return;
    }
    let binary = env!("CARGO_BIN_EXE_parlor");
    let data = tempfile::tempdir().unwrap();
    let data_dir = data.path().to_str().unwrap();
    let mut house = alone(&[binary, "serve", "--listen", "0.0.0.0:0", "--data-dir", data_dir])
        .current_dir(data.path())
        .env("PARLOR_NEARBY", "true")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(house.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("Parlor is open"), "{line}");
    let said = BufReader::new(house.stderr.take().unwrap()).lines().map_while(Result::ok);
    let word = said.into_iter().find(|line| line.contains("no network")).expect("it says that it cannot be found");
    assert!(word.contains("WARN"), "{word}");
    assert!(house.try_wait().unwrap().is_none(), "and stays open");
    house.kill().unwrap();
    house.wait().unwrap();

    let found = alone(&[binary, "nearby", "--seconds", "1", "--json"]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&found.stdout).trim(), r#"{"houses":[]}"#, "{found:?}");
}

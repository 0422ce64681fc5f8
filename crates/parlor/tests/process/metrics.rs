//! The metrics, the dashboard and the guide name the same, and only those read them who may.

use crate::rolling::{open, roll, table};
use parlor_client::native::Visitor;
use std::{collections::BTreeSet, fs, path::Path};

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file)).unwrap()
}

#[tokio::test]
async fn what_is_measured_is_shown_and_named_and_no_visitor_reads_it() {
    let dir = tempfile::tempdir().unwrap();
    let settings = [("PARLOR_METRICS_FROM", "127.0.0.1"), ("PARLOR_TRUSTED_PROXIES", "127.0.0.1")];
    let house = open(dir.path(), &settings);
    let ada = Visitor::enter(&house.base, "Ada").await.unwrap();
    let code = table(&ada).await;
    roll(&ada, code, usize::MAX).await;
    let ask = reqwest::Client::new().get(format!("{}/metrics", house.base));
    // They count sealed moves: a player who comes through the proxy must not see them.
    let visitor = ask.try_clone().unwrap().header("x-forwarded-for", "203.0.113.9").send().await.unwrap();
    assert_eq!(visitor.status().as_u16(), 404);
    let shown = ask.send().await.unwrap().text().await.unwrap();

    let names: BTreeSet<_> = parlor_server::measured().collect();
    // By code, and by way: there is nothing before there is one of them.
    for name in names.iter().filter(|name| !["parlor_refusals_total", "parlor_notices_total"].contains(name)) {
        assert!(shown.contains(&format!("# TYPE {name} ")), "{name} is missing: {shown}");
    }
    let (dashboard, guide) = (read("ops/grafana/parlor.json"), read("docs/hosting.md"));
    serde_json::from_str::<serde_json::Value>(&dashboard).expect("the dashboard is JSON");
    for (place, _) in dashboard.match_indices("parlor_") {
        let is_name = |letter: &char| letter.is_ascii_lowercase() || *letter == '_';
        let name: String = dashboard[place..].chars().take_while(is_name).collect();
        assert!(names.contains(name.strip_suffix("_bucket").unwrap_or(&name)), "{name} is not measured");
    }
    for name in names {
        assert!(dashboard.contains(name), "{name} is not on the dashboard");
        assert!(guide.contains(&format!("| `{name}` |")), "{name} is not in the guide");
    }
}

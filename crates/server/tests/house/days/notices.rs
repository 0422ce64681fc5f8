//! People who are away are told: by a push service, at an address of their own, and through connections that look elsewhere.

use crate::{
    common::{
        Open,
        api::{Asker, account},
        eventually, settings,
    },
    days::game,
    days::leave,
    days::outside::{Browser, Outside, claims},
    days::pass,
    days::words,
};
use parlor_server::Settings;
use parlor_wire::{
    Command, News, ServerFrame,
    http::{NoticeMessage, NoticeSettings, Webhook},
    news::Ended,
};
use parlor_words::Action;
use reqwest::Method;
use ring::hmac;
use serde_json::json;

/// A house that may call this machine, and sends every message at once.
fn loopback() -> Settings {
    let mut settings = settings();
    (settings.notices.loopback, settings.notices.gap_ms) = (true, 0);
    settings.notices.contact = Some("mailto:keeper@example.org".into());
    settings
}

async fn subscribe(asker: &Asker, browser: &Browser, endpoint: &str) {
    let wanted = browser.subscription(endpoint);
    asker.ask(Method::PUT, "/api/me/notices/push", Some(wanted)).await.is(204);
}

async fn notices(asker: &Asker) -> NoticeSettings {
    asker.get("/api/me/notices").await.is(200).json()
}

#[tokio::test]
async fn a_browser_is_told_by_its_push_service_and_only_it_can_read_that() {
    let open = Open::new(loopback()).await;
    let mut outside = Outside::open().await;
    let (ada, bea) = (account(&open, "Ada").await, account(&open, "Bea").await);
    let table = game(&open, &ada, &bea).await;
    let browser = Browser::new();
    let endpoint = format!("{}/send/bea", outside.base);
    subscribe(&bea, &browser, &endpoint).await;
    let known = notices(&bea).await;
    assert_eq!((known.here, known.browsers), (true, 1));
    // The other sessions of the same person are told nothing about it.
    assert!(!notices(&Asker::stranger(&open).logged_in("Bea").await).await.here);

    pass(&open, &ada, table).await;
    let call = outside.called().await;
    assert_eq!(call.path, "/send/bea");
    assert_eq!(call.headers["content-encoding"], "aes128gcm");
    assert_eq!(call.headers["topic"], format!("table-{table}"));
    assert!(call.headers["ttl"].to_str().unwrap().parse::<u32>().unwrap() > 3600);
    let claims = claims(call.headers["authorization"].to_str().unwrap(), &known.push_key.unwrap());
    assert_eq!((&claims["aud"], &claims["sub"]), (&json!(outside.base), &json!("mailto:keeper@example.org")));
    let NoticeMessage { text, path, news, .. } = browser.read(&call.body);
    assert_eq!(text, "It is your turn: Words with Ada.");
    assert_eq!(path, format!("/t/{table}"));
    assert!(matches!(news, News::YourTurn(at) if at.table == table && at.with == ["Ada"]));

    // Told of a browser that is gone, the house forgets it.
    outside.answers(410);
    let mut player = ada.player(&open).await;
    player.follow(table).await;
    player.begun().await;
    player.act(&Action::Surrender).await.unwrap();
    eventually(async || !notices(&bea).await.here).await;
}

#[tokio::test]
async fn the_key_for_push_services_and_subscriptions_outlive_the_house_but_not_the_session() {
    let open = Open::new(loopback()).await;
    let ada = account(&open, "Ada").await;
    let other = Asker::stranger(&open).logged_in("Ada").await;
    let browser = Browser::new();
    subscribe(&ada, &browser, "https://push.example.org/a").await;
    subscribe(&other, &browser, "https://push.example.org/b").await;
    let key = notices(&ada).await.push_key;
    let open = open.restart(loopback()).await;
    let (ada, other) = (ada.at(&open), other.at(&open));
    let after = notices(&ada).await;
    assert_eq!((after.push_key, after.browsers, after.here), (key, 2, true));
    other.post("/api/logout", json!({})).await.is(204);
    assert_eq!(notices(&ada).await.browsers, 1);
    ada.delete("/api/me/notices/push").await.is(204);
    assert_eq!(notices(&ada).await.browsers, 0);
}

#[tokio::test]
async fn an_address_of_one_s_own_is_told_with_a_signature() {
    let open = Open::new(loopback()).await;
    let mut outside = Outside::open().await;
    let (ada, bea) = (account(&open, "Ada").await, account(&open, "Bea").await);
    let url = format!("{}/hook?of=bea", outside.base);
    let set = bea.ask(Method::PUT, "/api/me/notices/webhook", Some(json!({"url": url}))).await.is(200);
    let Webhook { secret, .. } = set.json();
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let mut told = async || {
        let call = outside.called().await;
        assert_eq!(call.path, "/hook");
        assert_eq!(call.headers["content-type"], "application/json");
        let signature = call.headers["parlor-signature"].to_str().unwrap().strip_prefix("sha256=").unwrap();
        let bytes: Vec<_> = (0..32).map(|n| u8::from_str_radix(&signature[2 * n..2 * n + 2], 16).unwrap()).collect();
        hmac::verify(&key, &call.body, &bytes).expect("the signature holds");
        serde_json::from_slice::<NoticeMessage>(&call.body).unwrap().news
    };
    // An invitation, a turn, and an end.
    let mut player = ada.player(&open).await;
    player.invite_over_days("bea", &words()).await.unwrap();
    assert!(matches!(told().await, News::Invited { from, .. } if from == "Ada"));
    let invitation = player.invited().await.id;
    let mut guest = bea.player(&open).await;
    guest.command(Command::AcceptInvitation { invitation }).await.unwrap();
    let table = guest.seated_by(invitation).await;
    leave(guest).await;
    player.follow(table).await;
    player.begun().await;
    player.act(&Action::Pass).await.unwrap();
    assert!(matches!(told().await, News::YourTurn(at) if at.table == table));
    player.act(&Action::Surrender).await.unwrap();
    assert!(matches!(told().await, News::Over { at, result: Ended::Won } if at.table == table));

    bea.delete("/api/me/notices/webhook").await.is(204);
    assert_eq!(notices(&bea).await.webhook, None);
}

/// A service that is out of order for a moment is asked again.
#[tokio::test]
async fn what_does_not_get_through_is_tried_again() {
    let open = Open::new(loopback()).await;
    let mut outside = Outside::open().await;
    let (ada, bea) = (account(&open, "Ada").await, account(&open, "Bea").await);
    let url = format!("{}/hook", outside.base);
    bea.ask(Method::PUT, "/api/me/notices/webhook", Some(json!({"url": url}))).await.is(200);
    outside.answers(503);
    let table = game(&open, &ada, &bea).await;
    let first = outside.called().await;
    assert!(String::from_utf8_lossy(&first.body).contains("invites you"));
    outside.answers(200);
    pass(&open, &ada, table).await;
    let mut attempts = 1;
    let last = loop {
        let call = outside.called().await;
        if call.body != first.body {
            break call;
        }
        attempts += 1;
    };
    assert!((2..=3).contains(&attempts), "{attempts} attempts");
    assert!(String::from_utf8_lossy(&last.body).contains("It is your turn"));
}

#[tokio::test]
async fn a_connection_that_looks_elsewhere_hears_of_it_and_one_that_looks_does_not() {
    let open = Open::new(loopback()).await;
    let mut outside = Outside::open().await;
    let (ada, bea) = (account(&open, "Ada").await, account(&open, "Bea").await);
    let table = game(&open, &ada, &bea).await;
    let url = format!("{}/hook", outside.base);
    bea.ask(Method::PUT, "/api/me/notices/webhook", Some(json!({"url": url}))).await.is(200);
    let mut player = bea.player(&open).await;
    player.command(Command::Ping).await.unwrap();
    pass(&open, &ada, table).await;
    let is_news = |text: &String| matches!(serde_json::from_str(text), Ok(ServerFrame::News(News::YourTurn(_))));
    while !player.frames.iter().any(is_news) {
        player.next().await.unwrap();
    }
    // What she was told before may still be on its way.
    let mut told = async |what: &str| {
        let call = outside.called().await;
        String::from_utf8_lossy(&call.body).contains(what)
    };
    while !told("It is your turn").await {}
    // Now she looks, and passes: that ends the game before her eyes.
    player.follow(table).await;
    player.begun().await;
    player.frames.clear();
    player.act(&Action::Pass).await.unwrap();
    player.command(Command::Ping).await.unwrap();
    assert!(!player.frames.iter().any(|text| text.contains("\"news\"")), "{:?}", player.frames);
    // The next thing that is told is the next thing that happens.
    let mut other = ada.player(&open).await;
    other.invite_over_days("bea", &words()).await.unwrap();
    assert!(told("Ada invites you").await);
}

#[tokio::test]
async fn the_house_calls_nothing_but_public_addresses() {
    let open = Open::new(settings()).await;
    let ada = account(&open, "Ada").await;
    let browser = Browser::new();
    for endpoint in ["http://push.example.org/a", "https://127.0.0.1/a", "https://192.168.1.1/a", "https://[::1]/", "x"]
    {
        let wanted = browser.subscription(endpoint);
        let refused = ada.ask(Method::PUT, "/api/me/notices/push", Some(wanted)).await;
        assert_eq!(refused.refusal(), (422, "bad_address".into()), "{endpoint}");
        let wanted = Some(json!({"url": endpoint}));
        let refused = ada.ask(Method::PUT, "/api/me/notices/webhook", wanted).await;
        assert_eq!(refused.refusal(), (422, "bad_address".into()), "{endpoint}");
    }
    let mut wanted = browser.subscription("https://push.example.org/a");
    wanted["keys"]["p256dh"] = json!("AAAA");
    let refused = ada.ask(Method::PUT, "/api/me/notices/push", Some(wanted)).await;
    assert_eq!(refused.refusal(), (422, "bad_subscription".into()));
    let guest = Asker::stranger(&open).with(open.visitor("Bea").await.token());
    let wanted = Some(json!({"url": "https://example.org/"}));
    let refused = guest.ask(Method::PUT, "/api/me/notices/webhook", wanted).await;
    assert_eq!(refused.refusal(), (403, "account_needed".into()));
    // A house may send nothing at all.
    let mut silent = settings();
    (silent.notices.push, silent.notices.webhooks) = (false, false);
    let open = open.restart(silent).await;
    let ada = ada.at(&open);
    let wanted = browser.subscription("https://push.example.org/a");
    let refused = ada.ask(Method::PUT, "/api/me/notices/push", Some(wanted)).await;
    assert_eq!(refused.refusal(), (422, "no_push_here".into()));
    let wanted = Some(json!({"url": "https://example.org/"}));
    let refused = ada.ask(Method::PUT, "/api/me/notices/webhook", wanted).await;
    assert_eq!(refused.refusal(), (422, "no_webhooks_here".into()));
    assert_eq!(notices(&ada).await.push_key, None);
}

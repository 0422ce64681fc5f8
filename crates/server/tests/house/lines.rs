//! Connections before anybody says who they are: how many there may be, how long they may take, and whose they are.

use crate::common::{Open, settings};
use reqwest::{Client, StatusCode};
use std::{net::IpAddr, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::timeout,
};

/// Nothing in these tests takes this long unless it hangs.
const PATIENCE: Duration = Duration::from_secs(20);

/// A request that never comes to its end.
const HALF: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: house\r\nX-Slow: ";
/// One that does, and leaves the connection open.
const WHOLE: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: house\r\n\r\n";

async fn line(open: &Open, says: &[u8]) -> TcpStream {
    let mut line = TcpStream::connect(open.base.trim_start_matches("http://")).await.unwrap();
    let _ = line.write_all(says).await;
    line
}

/// Reads until the house closes the connection.
async fn closed(mut line: TcpStream) -> Vec<u8> {
    let mut heard = Vec::new();
    let ended = timeout(PATIENCE, line.read_to_end(&mut heard)).await.expect("the house closes the connection");
    // What it had not read yet resets the connection; that is closed, too.
    drop(ended);
    heard
}

async fn health(open: &Open) -> Result<StatusCode, reqwest::Error> {
    Client::new().get(format!("{}/healthz", open.base)).send().await.map(|answer| answer.status())
}

#[tokio::test]
async fn half_a_request_is_not_waited_for() {
    let mut hasty = settings();
    hasty.times.header_ms = 2_000;
    let open = Open::new(hasty).await;
    let (silent, half, whole) = (line(&open, b"").await, line(&open, HALF).await, line(&open, WHOLE).await);
    assert_eq!(health(&open).await.unwrap(), StatusCode::OK);
    for unfinished in [silent, half] {
        assert!(!closed(unfinished).await.starts_with(b"HTTP/1.1 200"));
    }
    assert!(closed(whole).await.starts_with(b"HTTP/1.1 200"), "and then nothing more was asked");
    // A WebSocket may take all the time it likes.
    let (mut ada, mut bea) = crate::common::duel(&open).await;
    tokio::join!(ada.play_to_the_end(), bea.play_to_the_end());
}

#[tokio::test]
async fn one_address_has_so_many_lines_and_no_more() {
    let mut few = settings();
    few.limits.connections_per_address = 1;
    few.times.header_ms = 3_600_000;
    let open = Open::new(few).await;
    let mut held = Vec::new();
    for _ in 0..4 {
        held.push(line(&open, HALF).await);
    }
    assert_eq!(closed(line(&open, WHOLE).await).await, b"", "the fifth is hung up on");
    held.pop();
    let room = async { while health(&open).await.is_err() {} };
    timeout(PATIENCE, room).await.expect("a client that goes makes room");
}

#[tokio::test]
async fn the_house_has_so_many_lines_and_no_more() {
    let mut few = settings();
    few.limits.connections = 3;
    few.times.header_ms = 3_600_000;
    let open = Open::new(few).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(line(&open, HALF).await);
    }
    assert_eq!(closed(line(&open, WHOLE).await).await, b"");
}

/// Asks from an address of this machine.
async fn ask(port: u16, from: [u8; 4]) -> StatusCode {
    let http = Client::builder().local_address(IpAddr::from(from)).build().unwrap();
    http.get(format!("http://127.0.0.1:{port}/api/games")).send().await.unwrap().status()
}

#[tokio::test]
async fn visitors_by_ipv4_are_told_apart_where_the_house_listens_on_ipv6() {
    let Ok(listener) = TcpListener::bind("[::]:0").await else {
        eprintln!("not tried: this machine has no IPv6");
        return;
    };
    let port = listener.local_addr().unwrap().port();
    let mut slow = settings();
    slow.limits.requests_per_second = 1;
    let _open = Open::listening(listener, slow).await;
    let mut greedy = Vec::new();
    for _ in 0..20 {
        greedy.push(ask(port, [127, 0, 0, 1]).await);
    }
    assert!(greedy.contains(&StatusCode::TOO_MANY_REQUESTS), "{greedy:?}");
    assert_eq!(ask(port, [127, 0, 0, 2]).await, StatusCode::OK);
}

#[tokio::test]
async fn nobody_chooses_their_own_address_behind_a_proxy() {
    let mut proxied = settings();
    proxied.trusted_proxies = "127.0.0.1".parse().unwrap();
    proxied.limits.requests_per_second = 1;
    let open = Open::new(proxied).await;
    let http = Client::new();
    let ask = async |claimed: String, seen: &str| {
        let request = http.get(format!("{}/api/games", open.base));
        // The proxy adds a line of its own, or an entry to the client's.
        let request = request.header("x-forwarded-for", claimed).header("x-forwarded-for", seen);
        request.send().await.unwrap().status()
    };
    let mut greedy = Vec::new();
    for n in 0..20 {
        greedy.push(ask(format!("192.0.2.{n}"), &format!("203.0.113.{n}, 198.51.100.1")).await);
    }
    assert!(greedy.contains(&StatusCode::TOO_MANY_REQUESTS), "{greedy:?}");
    assert_eq!(ask("192.0.2.0".into(), "198.51.100.2").await, StatusCode::OK);
}

/// Asks again and again and reads nothing, until the house hangs up.
async fn ask_and_never_read(open: &Open) {
    let mut line = line(open, b"").await;
    let asking =
        async { while line.write_all(b"GET /api/openapi.json HTTP/1.1\r\nHost: house\r\n\r\n").await.is_ok() {} };
    timeout(PATIENCE, asking).await.expect("the house hangs up");
}

#[tokio::test]
async fn an_answer_that_is_never_read_is_not_waited_for() {
    let mut hasty = settings();
    hasty.times.stall_ms = 500;
    let open = Open::new(hasty).await;
    tokio::join!(ask_and_never_read(&open), ask_and_never_read(&open));
    assert_eq!(health(&open).await.unwrap(), StatusCode::OK);
}

#[tokio::test]
async fn a_body_that_never_ends_is_not_waited_for() {
    let mut hasty = settings();
    hasty.times.request_ms = 500;
    let open = Open::new(hasty).await;
    let half =
        b"POST /api/guest HTTP/1.1\r\nHost: house\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{";
    let heard = closed(line(&open, half).await).await;
    assert!(heard.starts_with(b"HTTP/1.1 504"), "{}", String::from_utf8_lossy(&heard));
}

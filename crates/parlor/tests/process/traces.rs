//! Traces of the real binary, as a collector gets them.

use crate::{
    binary::{ANYWHERE, House, serving},
    rolling::{self, PATIENCE, roll},
};
use opentelemetry_proto::tonic::{
    collector::trace::v1::ExportTraceServiceRequest,
    common::v1::any_value::Value as Told,
    trace::v1::{Span, span::SpanKind},
};
use parlor_client::native::{NativeError, Visitor};
use parlor_death_roll::Action;
use parlor_wire::{TableCommand, http::TableList};
use prost::Message;
use serde_json::value::to_raw_value;
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::Path,
    process::Stdio,
    sync::{Arc, Mutex},
    thread,
};
use tokio::time::timeout;

/// What a collector was sent, as it came.
type Parcels = Arc<Mutex<Vec<Vec<u8>>>>;

/// Takes whatever is sent: where, and what it was.
fn collector() -> (String, Parcels) {
    let listener = TcpListener::bind(ANYWHERE).unwrap();
    let address = listener.local_addr().unwrap();
    let parcels = Parcels::default();
    let taken = Arc::clone(&parcels);
    thread::spawn(move || {
        for line in listener.incoming().flatten() {
            let taken = Arc::clone(&taken);
            thread::spawn(move || take(line, &taken));
        }
    });
    (format!("http://{address}"), parcels)
}

/// Takes what comes through one connection.
fn take(mut line: TcpStream, taken: &Mutex<Vec<Vec<u8>>>) {
    let mut reading = BufReader::new(line.try_clone().unwrap());
    loop {
        let (mut head, mut length) = (String::new(), 0);
        while !head.ends_with("\r\n\r\n") {
            let start = head.len();
            if reading.read_line(&mut head).unwrap_or_default() == 0 {
                return;
            }
            if let Some(value) = head[start..].to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
        assert!(head.starts_with("POST /v1/traces HTTP/1.1\r\n"), "{head}");
        let mut parcel = vec![0; length];
        reading.read_exact(&mut parcel).unwrap();
        taken.lock().unwrap().push(parcel);
        line.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").unwrap();
    }
}

/// The spans of all parcels, each with the name of the service.
fn spans(parcels: &Parcels) -> Vec<(String, Span)> {
    let mut spans = Vec::new();
    for parcel in parcels.lock().unwrap().iter() {
        for group in ExportTraceServiceRequest::decode(parcel.as_slice()).unwrap().resource_spans {
            let resource = group.resource.unwrap_or_default();
            let service = resource.attributes.into_iter().find(|it| it.key == "service.name");
            let service = text(service.and_then(|it| it.value?.value).as_ref());
            let of_group = group.scope_spans.into_iter().flat_map(|scope| scope.spans);
            spans.extend(of_group.map(|span| (service.clone(), span)));
        }
    }
    spans
}

fn text(told: Option<&Told>) -> String {
    match told {
        Some(Told::StringValue(text)) => text.clone(),
        Some(Told::BoolValue(truth)) => truth.to_string(),
        Some(Told::IntValue(number)) => number.to_string(),
        _ => String::new(),
    }
}

/// What a span says about itself.
fn said(span: &Span, key: &str) -> String {
    let found = span.attributes.iter().find(|it| it.key == key);
    text(found.and_then(|it| it.value.as_ref()?.value.as_ref()))
}

fn open(data: &Path, url: &str) -> House {
    let settings =
        [("PARLOR_OTLP", url), ("PARLOR_OTLP_SERVICE", "our house"), ("PARLOR_TRUSTED_PROXIES", "127.0.0.1")];
    rolling::open(data, &settings)
}

const NAME: &str = "Ada the Incognito";
const SECRET: &str = "the cook did it";
const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const PARENT: &str = "b7ad6b7169203331";

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_sees_a_match_but_nothing_that_was_said_in_it() {
    let data = tempfile::tempdir().unwrap();
    let (url, parcels) = collector();
    let mut house = open(data.path(), &url);
    let ada = Visitor::enter(&house.base, NAME).await.unwrap();
    let code = rolling::table(&ada).await;
    let listed = reqwest::Client::new()
        .get(format!("{}/api/tables", house.base))
        .bearer_auth(ada.token())
        .header("traceparent", format!("00-{TRACE}-{PARENT}-01"));
    let _: TableList = listed.send().await.unwrap().json().await.unwrap();
    let mut connection = ada.connect(parlor_catalog::registry(), "chat").await.unwrap();
    connection.follow(code).await.unwrap();
    for text in [SECRET.to_owned(), SECRET.repeat(100)] {
        let chat = connection.command(TableCommand::Chat { text, room: None }.at(code));
        let _ = timeout(PATIENCE, chat).await.expect("an answer");
    }
    roll(&ada, code, 1).await;
    // It is asked to stop, and sends what it has not sent. Then it reads the table back.
    house.stop();
    let mut house = open(data.path(), &url);
    let ada = ada.at(&house.base);
    let (_, rolls) = roll(&ada, code, usize::MAX).await;
    let mut connection = ada.connect(parlor_catalog::registry(), "late").await.unwrap();
    let late = TableCommand::Act { action: to_raw_value(&Action::Roll).unwrap(), at: None }.at(code);
    let refused: NativeError = timeout(PATIENCE, connection.command(late)).await.expect("an answer").unwrap_err();
    house.stop();

    let spans = spans(&parcels);
    assert!(spans.iter().all(|(service, _)| service == "our house"));
    let called = |name: &str| spans.iter().map(|(_, span)| span).filter(|span| span.name == name).collect::<Vec<_>>();

    // A request that a proxy passed on belongs to the proxy's trace, others to their own.
    let [list] = called("GET /api/tables")[..] else { panic!("one list of tables") };
    assert_eq!((hex(&list.trace_id), hex(&list.parent_span_id)), (TRACE.into(), PARENT.into()));
    assert_eq!(list.kind(), SpanKind::Server);
    assert_eq!(said(list, "http.response.status_code"), "200");
    let [opening] = called("POST /api/tables")[..] else { panic!("one table was opened") };
    assert!(opening.parent_span_id.is_empty() && hex(&opening.trace_id) != TRACE);

    // Commands.
    let commands = called("table.command");
    let is = |span: &&&Span, command: &str, accepted: &str| {
        said(span, "parlor.command") == command && said(span, "parlor.accepted") == accepted
    };
    for command in &commands {
        assert_eq!(
            (said(command, "parlor.table"), said(command, "parlor.game")),
            (code.to_string(), "death-roll".into())
        );
    }
    let rolled: Vec<_> = commands.iter().filter(|span| is(span, "act", "true")).collect();
    assert_eq!(rolled.len(), rolls + 1);
    assert_eq!(commands.iter().filter(|span| is(span, "chat", "true")).count(), 1);
    assert_eq!(commands.iter().filter(|span| is(span, "chat", "false")).count(), 1);
    let [too_late] = commands.iter().filter(|span| is(span, "act", "false")).collect::<Vec<_>>()[..] else {
        panic!("one roll was refused")
    };
    assert_eq!(Some(said(too_late, "parlor.code").as_str()), refused.code());

    // What is saved because of a command, and what all of that is committed in.
    let saves = called("table.save");
    let saved = |command: &&&&Span| {
        let its = saves.iter().filter(|save| save.parent_span_id == command.span_id);
        its.filter(|save| save.trace_id == command.trace_id).count()
    };
    // After the restart the first roll is asked for again under its old id: it was done, and there is nothing to save.
    let (done, repeated): (Vec<_>, Vec<_>) = rolled.iter().partition(|command| saved(command) == 1);
    assert_eq!((done.len(), repeated.iter().map(saved).collect::<Vec<_>>()), (rolls, vec![0]));
    let commits = called("store.commit");
    assert!(commits.iter().all(|commit| said(commit, "parlor.jobs").parse::<u32>().unwrap() > 0));
    assert!(commits.len() > rolls);
    let [wake] = called("table.wake")[..] else { panic!("one table was read back") };
    assert_eq!(said(wake, "parlor.table"), code.to_string());

    for parcel in parcels.lock().unwrap().iter() {
        let parcel = String::from_utf8_lossy(parcel);
        assert!(!parcel.contains(SECRET) && !parcel.contains(ada.token()) && !parcel.contains(NAME), "{parcel}");
    }
}

/// One that is not there, and one that hears everything and never answers.
#[tokio::test(flavor = "multi_thread")]
async fn a_house_plays_on_without_its_collector() {
    let nobody = TcpListener::bind(ANYWHERE).unwrap().local_addr().unwrap();
    let silent = TcpListener::bind(ANYWHERE).unwrap();
    for (address, is_told) in [(nobody, true), (silent.local_addr().unwrap(), false)] {
        let data = tempfile::tempdir().unwrap();
        let url = format!("http://{address}");
        let settings = [
            ("PARLOR_OTLP", url.as_str()),
            ("PARLOR_LOG", "info"),
            ("PARLOR_TIMES__BOT_THINK_MIN_MS", "0"),
            ("PARLOR_TIMES__BOT_THINK_MAX_MS", "0"),
        ];
        let mut command = serving(data.path(), ANYWHERE, &settings);
        command.stderr(Stdio::piped());
        let (mut house, _said) = House::launch(command);
        let ada = Visitor::enter(&house.base, "Ada").await.unwrap();
        let code = rolling::table(&ada).await;
        assert!(roll(&ada, code, usize::MAX).await.0.is_some(), "the match is played to its end");
        house.stop();
        let mut log = String::new();
        house.process.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        let complaints = log.lines().filter(|line| line.contains("collector takes no traces")).count();
        assert!(complaints <= 1 && (complaints == 1 || !is_told), "{log}");
    }
}

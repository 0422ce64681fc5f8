//! HTTPS without a proxy: the certificate is read from files, and again at SIGHUP.

use crate::binary::{ANYWHERE, House, serving};
use rustls::{
    ClientConfig, RootCertStore,
    pki_types::{CertificateDer, ServerName},
};
use std::{fs, io, path::Path, process::Command, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{sleep, timeout},
};
use tokio_rustls::{TlsConnector, client::TlsStream};

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Puts a new certificate and its key where the house reads them.
fn certify(data: &Path) -> CertificateDer<'static> {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    fs::write(data.join("cert.pem"), made.cert.pem()).unwrap();
    fs::write(data.join("key.pem"), made.signing_key.serialize_pem()).unwrap();
    made.cert.der().clone()
}

/// A connection of a client that trusts one certificate.
async fn connect(house: &House, trusted: &CertificateDer<'static>) -> io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted.clone()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = config.with_root_certificates(roots).with_no_client_auth();
    let stream = TcpStream::connect(house.address).await?;
    TlsConnector::from(Arc::new(config)).connect(ServerName::try_from("localhost").unwrap(), stream).await
}

/// Asks over a connection that stays open: what is answered, up to where `end` stands in it.
async fn ask(stream: &mut TlsStream<TcpStream>, request: &str, end: &str) -> String {
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let reading = async {
        while !String::from_utf8_lossy(&answer).contains(end) {
            let mut bytes = [0; 4096];
            let read = stream.read(&mut bytes).await.unwrap();
            assert!(read > 0, "{}", String::from_utf8_lossy(&answer));
            answer.extend_from_slice(&bytes[..read]);
        }
    };
    timeout(PATIENCE, reading).await.expect("an answer");
    String::from_utf8_lossy(&answer).into_owned()
}

const HEALTH: &str = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

fn hang_up(house: &House) {
    assert!(Command::new("kill").args(["-HUP", &house.process.id().to_string()]).status().unwrap().success());
}

#[tokio::test]
async fn connections_are_encrypted_and_a_new_certificate_needs_no_restart() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path();
    let first = certify(data);
    let settings = [("PARLOR_TLS_CERTIFICATE", "cert.pem"), ("PARLOR_TLS_KEY", "key.pem")];
    let house = House::launch(serving(data, ANYWHERE, &settings)).0;
    assert!(house.base.starts_with("https://"), "{}", house.base);
    let mut stream = connect(&house, &first).await.unwrap();
    assert!(ask(&mut stream, HEALTH, "ok").await.starts_with("HTTP/1.1 200"));
    // The cookie is for encrypted pages alone.
    let guest =
        "POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
    let welcome = ask(&mut stream, guest, "\r\n\r\n").await;
    assert!(welcome.contains("set-cookie: __Host-parlor_session=") && welcome.contains("Secure"), "{welcome}");
    let upgrade = "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let cookie = welcome.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap().split(';').next().unwrap();
    let mut socket = connect(&house, &first).await.unwrap();
    let upgraded = ask(&mut socket, &format!("{upgrade}Cookie: {cookie}\r\n\r\n"), "\r\n\r\n").await;
    assert!(upgraded.starts_with("HTTP/1.1 101"), "{upgraded}");
    let other = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    connect(&house, other.cert.der()).await.expect_err("another certificate is not it");
    let mut plain = TcpStream::connect(house.address).await.unwrap();
    plain.write_all(HEALTH.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let _ = timeout(PATIENCE, plain.read_to_end(&mut answer)).await.expect("it hangs up");
    assert!(!String::from_utf8_lossy(&answer).contains("HTTP/1.1 200"), "nothing goes unencrypted");

    let second = certify(data);
    hang_up(&house);
    let renewed = async {
        while connect(&house, &second).await.is_err() {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(PATIENCE, renewed).await.expect("the new certificate is used");
    connect(&house, &first).await.expect_err("and the old one is not");
    assert!(ask(&mut stream, HEALTH, "ok").await.starts_with("HTTP/1.1 200"), "what was open stays open");

    // Files that do not fit leave it as it was.
    fs::write(data.join("key.pem"), "nonsense").unwrap();
    hang_up(&house);
    sleep(Duration::from_millis(300)).await;
    connect(&house, &second).await.expect("as before");
}

#[test]
fn files_that_cannot_be_used_are_explained() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path();
    let said = |settings: &[(&str, &str)]| {
        let output = serving(data, ANYWHERE, settings).output().unwrap();
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let (certificate, key) = (("PARLOR_TLS_CERTIFICATE", "cert.pem"), ("PARLOR_TLS_KEY", "key.pem"));
    assert!(said(&[certificate]).contains("needs tls_key"));
    assert!(said(&[key]).contains("needs tls_certificate"));
    assert!(said(&[certificate, key]).contains("cannot read cert.pem"));
    certify(data);
    let other = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    fs::write(data.join("key.pem"), other.signing_key.serialize_pem()).unwrap();
    assert!(said(&[certificate, key]).contains("the certificate cannot be used"));
}

//! Nodes reach Redis over TLS.

use crate::{
    ALONE,
    binary::{ANYWHERE, House, serving},
    people::eventually,
};
use parlor_client::native::Visitor;
use parlor_gauge::UNLIMITED;
use parlor_wire::http::HereNow;
use std::{
    fs,
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

/// A Redis server that speaks TLS only.
struct Secured {
    process: Child,
    port: u16,
}

impl Secured {
    /// Starts one whose certificate is `cert.pem` in the folder.
    fn start(folder: &Path) -> Self {
        let made = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
        fs::write(folder.join("cert.pem"), made.cert.pem()).unwrap();
        fs::write(folder.join("key.pem"), made.signing_key.serialize_pem()).unwrap();
        let port = TcpListener::bind(ANYWHERE).unwrap().local_addr().unwrap().port();
        let process = Command::new("redis-server")
            .args(["--port", "0", "--bind", "127.0.0.1", "--save", "", "--tls-port", &port.to_string()])
            .args(["--tls-cert-file", "cert.pem", "--tls-key-file", "key.pem", "--tls-ca-cert-file", "cert.pem"])
            .args(["--tls-auth-clients", "no"])
            .current_dir(folder)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            thread::sleep(Duration::from_millis(20));
        }
        Self { process, port }
    }
}

impl Drop for Secured {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hub_is_reached_over_tls_if_its_certificate_is_trusted() {
    let _alone = ALONE.lock().await;
    let folder = tempfile::tempdir().unwrap();
    let redis = Secured::start(folder.path());
    let database = parlor_testdb::database();
    let node = || {
        let mut command = serving(folder.path(), ANYWHERE, &UNLIMITED);
        command.env("PARLOR_STORE", &database);
        command.env("PARLOR_HUB", format!("rediss://127.0.0.1:{}/0", redis.port));
        command
    };
    let refused = node().output().unwrap();
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && said.contains("cannot reach rediss://127.0.0.1"), "{said}");

    let nodes = [(); 2].map(|()| {
        let mut command = node();
        command.env("SSL_CERT_FILE", folder.path().join("cert.pem"));
        House::launch(command).0
    });
    let ada = Visitor::enter(&nodes[0].base, "Ada").await.unwrap();
    let bea = Visitor::enter(&nodes[1].base, "Bea").await.unwrap();
    let _here = [
        ada.connect(parlor_catalog::registry(), "Ada").await.unwrap(),
        bea.connect(parlor_catalog::registry(), "Bea").await.unwrap(),
    ];
    for visitor in [&ada, &bea] {
        eventually(visitor, "/api/here", |here: &HereNow| here.count == 2).await;
    }
}

//! A house that serves the browser client.

pub use crate::binary::{House, parlor};
use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    path::Path,
    time::Duration,
};

/// Opens a house on any free port, with the settings given as `PARLOR_…` variables.
pub fn open(data: &Path, settings: &[(&str, &str)]) -> House {
    let house = House::open(data, settings);
    let page = get(house.address, "/");
    assert!(page.starts_with("HTTP/1.1 200"), "no web client (build it with `cargo run -p xtask -- web`): {page}");
    house
}

/// The answer to a plain request, or nothing if there is none within some seconds.
pub fn get(address: SocketAddr, path: &str) -> String {
    let mut answer = Vec::new();
    let ask = || -> std::io::Result<()> {
        let mut line = TcpStream::connect(address)?;
        line.set_read_timeout(Some(Duration::from_secs(10)))?;
        write!(line, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
        line.read_to_end(&mut answer).map(drop)
    };
    // What was read before a failure is the answer.
    let _ = { ask }();
    String::from_utf8_lossy(&answer).into_owned()
}

//! A house that serves the browser client.

pub use crate::binary::{House, parlor};
use crate::{
    binary::{ANYWHERE, serving},
    site::PATH,
};
use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    path::Path,
    time::Duration,
};

/// Opens a house on any free port, with the settings given as `PARLOR_…` variables.
pub fn open(data: &Path, settings: &[(&str, &str)]) -> House {
    with_its_client(House::open(data, settings), "/")
}

/// Opens a house below [`PATH`]. It says at which address people reach it, so that has to have its port.
pub fn open_below(data: &Path, settings: &[(&str, &str)]) -> House {
    let address = TcpListener::bind(ANYWHERE).and_then(|free| free.local_addr()).expect("a free port");
    let url = format!("http://{address}{PATH}");
    let settings = [settings, &[("PARLOR_PUBLIC_URL", url.as_str())]].concat();
    let (house, _) = House::launch(serving(data, &address.to_string(), &settings));
    with_its_client(house, &format!("{PATH}/"))
}

fn with_its_client(house: House, first: &str) -> House {
    let page = get(house.address, first);
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

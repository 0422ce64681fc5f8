//! The network between one browser and the house, or between a node and a server: it can be cut or fall silent, and it
//! follows the house to another port.
#![allow(dead_code, reason = "each test binary uses a part of this")]

use std::net::SocketAddr;
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinHandle,
};

/// Where the other end is now; nowhere while it is down.
pub type Whereabouts = watch::Receiver<Option<SocketAddr>>;

/// What becomes of the bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    /// They are carried both ways.
    Whole,
    /// They are lost without a word: connections stay open, and nothing comes through them.
    Silent,
    /// Connections are dropped at once.
    Cut,
}

/// One line. Its near end sees one address all the time.
pub struct Proxy {
    /// What the near end connects to.
    pub address: SocketAddr,
    flow: watch::Sender<Flow>,
    listening: JoinHandle<()>,
}

impl Proxy {
    /// Lays a line to a server that stays where it is.
    pub async fn lay_to(server: SocketAddr) -> Self {
        Self::lay(watch::channel(Some(server)).1).await
    }

    /// Lays a line to wherever the far end is.
    pub async fn lay(far: Whereabouts) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (flow, flows) = watch::channel(Flow::Whole);
        let listening = tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let whereto = *far.borrow();
                // Without a line the connection is dropped at once, which a browser takes for a refusal.
                if let Some(far) = whereto.filter(|_| *flows.borrow() != Flow::Cut) {
                    tokio::spawn(carry(near, far, flows.clone()));
                }
            }
        });
        Self { address, flow, listening }
    }

    /// Breaks every connection and lets none through.
    pub fn cut(&self) {
        self.flow.send_replace(Flow::Cut);
    }

    /// Lets nothing through, and says nothing of it.
    pub fn fall_silent(&self) {
        self.flow.send_replace(Flow::Silent);
    }

    /// Lets connections through again.
    pub fn mend(&self) {
        self.flow.send_replace(Flow::Whole);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

/// Carries bytes both ways until one side hangs up or the line is cut.
async fn carry(mut near: TcpStream, far: SocketAddr, mut flow: watch::Receiver<Flow>) {
    let Ok(mut far) = TcpStream::connect(far).await else { return };
    loop {
        let now = *flow.borrow_and_update();
        let changed = match now {
            Flow::Cut => return,
            Flow::Silent => flow.changed().await,
            Flow::Whole => tokio::select! {
                _ = copy_bidirectional(&mut near, &mut far) => return,
                changed = flow.changed() => changed,
            },
        };
        if changed.is_err() {
            return;
        }
    }
}

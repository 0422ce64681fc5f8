//! The network between one browser and the house: it can be cut, and it follows the house to another port.

use std::net::SocketAddr;
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinHandle,
};

/// Where the house is now; nowhere while it is down.
pub type Whereabouts = watch::Receiver<Option<SocketAddr>>;

/// One person's line. The browser sees one address all the time.
pub struct Proxy {
    /// What the browser connects to.
    pub address: SocketAddr,
    whole: watch::Sender<bool>,
    listening: JoinHandle<()>,
}

impl Proxy {
    /// Lays a line to wherever the house is.
    pub async fn lay(house: Whereabouts) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (whole, is_whole) = watch::channel(true);
        let listening = tokio::spawn(async move {
            while let Ok((browser, _)) = listener.accept().await {
                let whereto = *house.borrow();
                // Without a line the connection is dropped at once, which a browser takes for a refusal.
                if let (Some(house), true) = (whereto, *is_whole.borrow()) {
                    tokio::spawn(carry(browser, house, is_whole.clone()));
                }
            }
        });
        Self { address, whole, listening }
    }

    /// Breaks every connection and lets none through.
    pub fn cut(&self) {
        self.whole.send_replace(false);
    }

    /// Lets connections through again.
    pub fn mend(&self) {
        self.whole.send_replace(true);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

/// Carries bytes both ways until somebody hangs up or the line is cut.
async fn carry(mut browser: TcpStream, house: SocketAddr, mut whole: watch::Receiver<bool>) {
    let Ok(mut house) = TcpStream::connect(house).await else { return };
    tokio::select! {
        _ = copy_bidirectional(&mut browser, &mut house) => {}
        _ = whole.wait_for(|whole| !whole) => {}
    }
}

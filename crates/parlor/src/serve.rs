//! `parlor serve`.

use crate::{cli::ServeFlags, config, store::Place, telemetry::Telemetry};
use anyhow::{Context, Result, bail};
use parlor_server::{House, Settings, Tls};
use std::{io, net::SocketAddr, sync::Arc};
use tokio::{net::TcpListener, runtime::Runtime, task::spawn_blocking};

/// Opens the house and keeps it open until asked to stop.
///
/// # Errors
/// If the settings are wrong, or the database or the address cannot be had.
pub fn run(flags: &ServeFlags) -> Result<()> {
    let settings = config::load(flags)?;
    let runtime = Runtime::new().context("cannot start the runtime")?;
    let telemetry = Telemetry::start(&settings, runtime.handle())?;
    runtime.block_on(async {
        let closed = open(settings).await;
        // While the runtime still runs: it sends them.
        spawn_blocking(|| telemetry.close()).await.context("the last traces could not be sent")?;
        closed
    })
}

async fn open(settings: Settings) -> Result<()> {
    parlor_server::install_metrics().context("cannot collect metrics")?;
    let place = Place::of(&settings)?;
    let opened = match &settings.hub {
        // The lock is held until the house has closed.
        None => place.open_alone().await.map(|(store, lock)| (store, lock, None))?,
        Some(hub) => place.open_shared(hub).await.map(|(store, membership)| (store, None, Some(membership)))?,
    };
    let (store, _lock, membership) = opened;
    let listener = TcpListener::bind(settings.listen)
        .await
        .with_context(|| format!("cannot listen on {}; choose another address with --listen", settings.listen))?;
    let tls = tls(&settings)?;
    let address = listener.local_addr().unwrap_or(settings.listen);
    let link = settings.public_url.as_ref().map_or_else(|| link(address, tls.is_some()), ToString::to_string);
    let registry = parlor_catalog::registry();
    let house = match membership {
        None => House::open(registry, store, settings).await.context("cannot open the house")?,
        Some(membership) => {
            House::open_node(registry, store, settings, membership).await.context("cannot open the house")?
        }
    };
    // Before anyone is told that it is open: a reader of that line may ask it to stop.
    let stop = stop().context("cannot listen for signals")?;
    if let Some(tls) = &tls {
        read_again_when_told(Arc::clone(tls)).context("cannot listen for signals")?;
    }
    // On standard output and flushed at once: scripts and people wait for this line.
    println!("Parlor is open: {link}");
    parlor_server::serve(house, listener, tls, stop).await.context("the house fell")
}

/// The address as a link that works on this machine.
fn link(address: SocketAddr, is_encrypted: bool) -> String {
    let scheme = if is_encrypted { "https" } else { "http" };
    if address.ip().is_unspecified() {
        format!("{scheme}://localhost:{}", address.port())
    } else {
        format!("{scheme}://{address}")
    }
}

/// What the house encrypts with, if it does so itself.
fn tls(settings: &Settings) -> Result<Option<Arc<Tls>>> {
    match (&settings.tls_certificate, &settings.tls_key) {
        (None, None) => Ok(None),
        (Some(certificate), Some(key)) => {
            let tls = Tls::read(certificate, key).context("connections cannot be encrypted")?;
            Ok(Some(Arc::new(tls)))
        }
        (Some(_), None) => bail!("tls_certificate needs tls_key, the file with its key"),
        (None, Some(_)) => bail!("tls_key needs tls_certificate, the file with the certificate"),
    }
}

/// Reads the certificate again at every SIGHUP: one that is renewed needs no restart.
///
/// # Errors
/// If the process cannot be told.
#[cfg(unix)]
fn read_again_when_told(tls: Arc<Tls>) -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut hangup = signal(SignalKind::hangup())?;
    tokio::spawn(async move {
        while hangup.recv().await.is_some() {
            match tls.read_again() {
                Ok(()) => tracing::info!("the certificate has been read again"),
                Err(error) => tracing::error!(%error, "the certificate stays as it was"),
            }
        }
    });
    Ok(())
}

/// Elsewhere a new certificate needs a restart.
#[cfg(not(unix))]
fn read_again_when_told(_: Arc<Tls>) -> io::Result<()> {
    Ok(())
}

/// Resolves when the process is asked to end. It listens from now on, not from when it is first polled.
///
/// # Errors
/// If the process cannot be told.
#[cfg(unix)]
fn stop() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Resolves when the process is asked to end. It listens from now on, not from when it is first polled.
///
/// # Errors
/// If the process cannot be told.
#[cfg(windows)]
fn stop() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interrupt.recv().await;
    })
}

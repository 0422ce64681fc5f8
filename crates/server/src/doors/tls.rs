//! HTTPS without a proxy: certificates from files, read again when the keeper says so.

use rustls::{
    ServerConfig,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use std::{
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
};
use thiserror::Error;
use tokio_rustls::TlsAcceptor;

/// Why connections cannot be encrypted.
#[derive(Debug, Error)]
pub enum TlsError {
    /// A file cannot be read, or holds something else.
    #[error("cannot read {}: {why}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The certificate and the key do not fit, or are of a kind that is not known.
    #[error("the certificate cannot be used: {0}")]
    Unfit(#[from] rustls::Error),
}

/// What encrypts connections: a certificate with its chain, and its key.
#[derive(Debug)]
pub struct Tls {
    certificate: PathBuf,
    key: PathBuf,
    now: RwLock<Arc<ServerConfig>>,
}

impl Tls {
    /// Reads both files, in PEM form.
    ///
    /// # Errors
    /// If either cannot be read, or they do not fit.
    pub fn read(certificate: &Path, key: &Path) -> Result<Self, TlsError> {
        let now = RwLock::new(config(certificate, key)?);
        Ok(Self { certificate: certificate.to_owned(), key: key.to_owned(), now })
    }

    /// Reads both files again: new connections use what they hold now. Those that are open go on.
    ///
    /// # Errors
    /// If they cannot be used. Then everything stays as it was.
    pub fn read_again(&self) -> Result<(), TlsError> {
        let new = config(&self.certificate, &self.key)?;
        *self.now.write().unwrap_or_else(PoisonError::into_inner) = new;
        Ok(())
    }

    /// What the next connection is encrypted with.
    pub fn acceptor(&self) -> TlsAcceptor {
        Arc::clone(&self.now.read().unwrap_or_else(PoisonError::into_inner)).into()
    }
}

fn config(certificate: &Path, key: &Path) -> Result<Arc<ServerConfig>, TlsError> {
    let unread = |file: &Path, why: String| TlsError::File { file: file.to_owned(), why };
    let chain = CertificateDer::pem_file_iter(certificate)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| unread(certificate, error.to_string()))?;
    if chain.is_empty() {
        return Err(unread(certificate, "there is no certificate in it".into()));
    }
    let secret = PrivateKeyDer::from_pem_file(key).map_err(|error| unread(key, error.to_string()))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, secret)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}

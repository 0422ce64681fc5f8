//! Stand-ins of what is outside the house: a push service, an address of a person's own, and the browser that alone can
//! read its messages. The browser's cryptography is another library than the house's.

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode, Uri},
    routing::post,
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use parlor_wire::http::NoticeMessage;
use ring::{
    aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral},
    hkdf::{HKDF_SHA256, KeyType, Salt},
    rand::SystemRandom,
    signature::{self, ECDSA_P256_SHA256_FIXED},
};
use serde_json::{Value, json};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU16, Ordering},
    },
    time::Duration,
};
use tokio::{net::TcpListener, sync::mpsc, time::timeout};

/// Something that arrived outside.
pub struct Call {
    pub path: String,
    pub headers: HeaderMap,
    pub body: Bytes,
}

/// A server on this machine that writes down what it is sent.
pub struct Outside {
    pub base: String,
    answer: Arc<AtomicU16>,
    calls: mpsc::UnboundedReceiver<Call>,
}

#[derive(Clone)]
struct Shared {
    answer: Arc<AtomicU16>,
    calls: mpsc::UnboundedSender<Call>,
}

impl Outside {
    pub async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let (sender, calls) = mpsc::unbounded_channel();
        let answer = Arc::new(AtomicU16::new(201));
        let shared = Shared { answer: Arc::clone(&answer), calls: sender };
        let take = async |State(shared): State<Shared>, uri: Uri, headers: HeaderMap, body: Bytes| {
            let status = StatusCode::from_u16(shared.answer.load(Ordering::Relaxed)).unwrap();
            let _ = shared.calls.send(Call { path: uri.path().to_owned(), headers, body });
            status
        };
        let app = Router::new().route("/{*path}", post(take)).with_state(shared);
        tokio::spawn(async move { axum::serve(listener, app).await });
        Self { base, answer, calls }
    }

    /// Answers so from now on.
    pub fn answers(&self, status: u16) {
        self.answer.store(status, Ordering::Relaxed);
    }

    /// The next call.
    pub async fn called(&mut self) -> Call {
        timeout(Duration::from_secs(20), self.calls.recv()).await.expect("a call arrives").expect("the server runs")
    }
}

/// A browser that has subscribed at a push service. It can read one message.
pub struct Browser {
    private: EphemeralPrivateKey,
    public: Vec<u8>,
    auth: [u8; 16],
}

impl Browser {
    pub fn new() -> Self {
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let public = private.compute_public_key().unwrap().as_ref().to_vec();
        Self { private, public, auth: *b"sixteen secrets!" }
    }

    /// What the page tells the house.
    pub fn subscription(&self, endpoint: &str) -> Value {
        let base64 = |bytes: &[u8]| BASE64_URL_SAFE_NO_PAD.encode(bytes);
        json!({"endpoint": endpoint, "keys": {"p256dh": base64(&self.public), "auth": base64(&self.auth)}})
    }

    /// Reads a message: RFC 8291, section 3.4, and RFC 8188, section 2.
    pub fn read(self, body: &[u8]) -> NoticeMessage {
        let (salt, rest) = body.split_at(16);
        let (record_size, rest) = rest.split_at(4);
        let (sender, sealed) = rest[1..].split_at(usize::from(rest[0]));
        assert_eq!((sender.len(), sender[0]), (65, 4), "an uncompressed point");
        assert!(u32::from_be_bytes(record_size.try_into().unwrap()) as usize >= sealed.len(), "one record");
        let theirs = UnparsedPublicKey::new(&ECDH_P256, sender);
        let info = [b"WebPush: info\0", &self.public[..], sender].concat();
        let key = agree_ephemeral(self.private, &theirs, |secret| derive::<32>(&self.auth, secret, &info)).unwrap();
        let content_key = derive::<16>(salt, &key, b"Content-Encoding: aes128gcm\0");
        let nonce = derive::<12>(salt, &key, b"Content-Encoding: nonce\0");
        let content_key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &content_key).unwrap());
        let mut sealed = sealed.to_vec();
        let nonce = Nonce::assume_unique_for_key(nonce);
        let text = content_key.open_in_place(nonce, Aad::empty(), &mut sealed).expect("the browser can read it");
        // Padding: a two, then zeros.
        let end = text.iter().rposition(|byte| *byte != 0).unwrap();
        assert_eq!(text[end], 2, "the last record");
        serde_json::from_slice(&text[..end]).unwrap()
    }
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derive<const N: usize>(salt: &[u8], secret: &[u8], info: &[u8]) -> [u8; N] {
    let mut bytes = [0; N];
    let key = Salt::new(HKDF_SHA256, salt).extract(secret);
    key.expand(&[info], Length(N)).unwrap().fill(&mut bytes).unwrap();
    bytes
}

/// The claims of a sender whose signature holds and whose key is `expected`: RFC 8292.
pub fn claims(authorization: &str, expected: &str) -> Value {
    let (token, key) = authorization.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(key, expected, "the key that the browser subscribed with");
    let read = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text).unwrap();
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let key = signature::UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, read(key));
    key.verify(signed.as_bytes(), &read(signature)).expect("the signature holds");
    let (header, claims) = signed.split_once('.').unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&read(header)).unwrap(), json!({"typ": "JWT", "alg": "ES256"}));
    serde_json::from_slice(&read(claims)).unwrap()
}

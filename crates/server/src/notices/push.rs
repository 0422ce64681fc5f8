//! Web Push: messages to browsers, encrypted for each (RFC 8291), and signed with the house's key (RFC 8292).

use super::destination::Destination;
use crate::chance;
use axum::http::{HeaderName, HeaderValue, Request, header};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use parlor_store::{PushRow, Secret, StoreError};
use serde_json::json;
use std::time::Duration;
use web_push_native::{
    Auth, Error, WebPushBuilder,
    p256::{
        PublicKey, SecretKey,
        ecdsa::{Signature, SigningKey, signature::Signer},
    },
};

/// How long a push service keeps a message for a browser that is not there.
const KEPT: Duration = Duration::from_secs(3 * 24 * 3600);
/// How long a signature holds. At most a day, says the standard.
const SIGNED_SECONDS: u64 = 12 * 3600;

/// The key that push services know this house by.
#[derive(Clone)]
pub struct PushKey(SigningKey);

impl std::fmt::Debug for PushKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PushKey(hidden)")
    }
}

impl PushKey {
    /// A new key.
    pub fn random() -> Self {
        // Nearly every number is a key.
        let key = std::iter::repeat_with(chance::key).find_map(|bytes| SecretKey::from_slice(&bytes).ok());
        Self(key.expect("randomness does not run out").into())
    }

    /// The key as it is kept.
    pub fn secret(&self) -> Secret {
        Secret(BASE64_URL_SAFE_NO_PAD.encode(self.0.to_bytes()))
    }

    /// Reads a key that was kept.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(Secret(text): &Secret) -> Result<Self, StoreError> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok();
        let key = bytes.and_then(|bytes| SecretKey::from_slice(&bytes).ok());
        key.map(|key| Self(key.into())).ok_or_else(|| StoreError::Corrupt("the key for push services".into()))
    }

    /// What browsers subscribe with.
    pub fn public(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0.verifying_key().to_encoded_point(false).as_bytes())
    }

    /// Says to a push service who sends a message: RFC 8292.
    fn authorization(&self, to: &Destination, contact: Option<&str>, now_s: u64) -> String {
        let part = |value: serde_json::Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
        let mut claims = json!({ "aud": to.origin(), "exp": now_s + SIGNED_SECONDS });
        if let Some(contact) = contact {
            claims["sub"] = contact.into();
        }
        let signed = format!("{}.{}", part(json!({ "typ": "JWT", "alg": "ES256" })), part(claims));
        let signature: Signature = self.0.sign(signed.as_bytes());
        let signature = BASE64_URL_SAFE_NO_PAD.encode(signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public())
    }
}

/// Whether those bytes are the public key of a browser.
pub fn is_public_key(bytes: &[u8]) -> bool {
    bytes.len() == 65 && PublicKey::from_sec1_bytes(bytes).is_ok()
}

/// A message to one browser.
pub struct Message<'a> {
    /// What it says.
    pub text: Vec<u8>,
    /// What of: a message that waits at the push service gives way to a later one of the same topic.
    pub topic: &'a str,
    /// How to reach the keeper of the house, if they say so.
    pub contact: Option<&'a str>,
    /// When, on the wall clock in seconds.
    pub now_s: u64,
}

/// The request that sends a message.
///
/// # Errors
/// If it cannot be encrypted.
pub fn request(
    key: &PushKey,
    to: &Destination,
    row: &PushRow,
    message: Message<'_>,
) -> Result<Request<Vec<u8>>, Error> {
    let browser = PublicKey::from_sec1_bytes(&row.p256dh).map_err(|error| Error::Extension(error.into()))?;
    let builder = WebPushBuilder::new(to.uri().clone(), browser, Auth::from(row.auth)).with_valid_duration(KEPT);
    let mut request = builder.build(message.text)?;
    let authorization = key.authorization(to, message.contact, message.now_s);
    for (name, value) in [
        (header::AUTHORIZATION, authorization.as_str()),
        (HeaderName::from_static("topic"), message.topic),
        (HeaderName::from_static("urgency"), "normal"),
    ] {
        let value = HeaderValue::from_str(value).map_err(|error| Error::Extension(error.into()))?;
        request.headers_mut().insert(name, value);
    }
    Ok(request)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notices::destination::Reach;
    use parlor_store::SessionId;
    use web_push_native::{
        decrypt,
        p256::{ecdsa::signature::Verifier, elliptic_curve::sec1::ToEncodedPoint},
    };

    fn base64(text: &str) -> Vec<u8> {
        BASE64_URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    /// RFC 8291, section 5 and appendix A: the published message is read with the published keys.
    #[test]
    fn the_standard_s_own_example_is_read() {
        let private = SecretKey::from_slice(&base64("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")).unwrap();
        let auth: [u8; 16] = base64("BTBZMqHH6r4Tts7J_aSIgg").try_into().unwrap();
        let message = base64(
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
        );
        let text = decrypt(message, &private, &Auth::from(auth)).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), "When I grow up, I want to be a watermelon");
    }

    #[test]
    fn what_is_sent_can_be_read_by_the_browser_alone_and_is_signed_for_its_push_service() {
        let key = PushKey::random();
        assert_eq!(PushKey::read(&key.secret()).unwrap().public(), key.public());
        let private = SecretKey::from_slice(&[7; 32]).unwrap();
        let row = PushRow {
            session: SessionId(1),
            endpoint: "https://push.example.org/send/abc".into(),
            p256dh: private.public_key().to_encoded_point(false).as_bytes().to_vec(),
            auth: [9; 16],
            created_at: 0,
        };
        let to = Destination::parse(&row.endpoint, Reach::Public).unwrap();
        let contact = Some("mailto:host@example.org");
        let message = Message { text: b"Your turn".to_vec(), topic: "turn-K7QX2M", contact, now_s: 1_000 };
        let request = request(&key, &to, &row, message).unwrap();
        assert_eq!(request.headers()["content-encoding"], "aes128gcm");
        assert_eq!(
            (&request.headers()["ttl"], &request.headers()["topic"]),
            (&"259200".parse().unwrap(), &"turn-K7QX2M".parse().unwrap())
        );
        assert_eq!(decrypt(request.body().clone(), &private, &Auth::from([9; 16])).unwrap(), b"Your turn");
        let other = SecretKey::from_slice(&[8; 32]).unwrap();
        assert!(decrypt(request.body().clone(), &other, &Auth::from([9; 16])).is_err());

        let authorization = request.headers()["authorization"].to_str().unwrap();
        let (token, public) = authorization.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(public, key.public());
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let signature = Signature::from_slice(&base64(signature)).unwrap();
        key.0.verifying_key().verify(signed.as_bytes(), &signature).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&base64(signed.split_once('.').unwrap().1)).unwrap();
        let expected =
            json!({ "aud": "https://push.example.org", "exp": 1_000 + 43_200, "sub": "mailto:host@example.org" });
        assert_eq!(claims, expected);
    }

    #[test]
    fn keys_of_browsers_are_points_of_the_curve() {
        let private = SecretKey::from_slice(&[7; 32]).unwrap();
        let point = private.public_key().to_encoded_point(false);
        assert!(is_public_key(point.as_bytes()));
        assert!(!is_public_key(&[4; 65]) && !is_public_key(&[]) && !is_public_key(&point.as_bytes()[..64]));
        assert!(!is_public_key(private.public_key().to_encoded_point(true).as_bytes()), "only as browsers write it");
    }
}

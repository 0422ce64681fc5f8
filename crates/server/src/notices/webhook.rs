//! Messages to an address of a person's own, signed with a secret that both know.

use axum::http::{Request, header};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The header with the signature: `sha256=` and the HMAC-SHA-256 of the body in hexadecimal.
const SIGNATURE: &str = "parlor-signature";

/// The request that sends a message.
pub fn request(secret: &str, body: Vec<u8>) -> Request<Vec<u8>> {
    let signature = signature(secret, &body);
    let mut request = Request::post("/").body(body).expect("a request without anything from outside");
    let headers = request.headers_mut();
    headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/json"));
    headers.insert(SIGNATURE, signature.parse().expect("hexadecimal digits"));
    request
}

fn signature(secret: &str, body: &[u8]) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("any length will do");
    mac.update(body);
    mac.finalize().into_bytes().iter().fold("sha256=".to_owned(), |text, byte| format!("{text}{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed with Python's `hmac`.
    #[test]
    fn messages_are_signed() {
        let request = request("key", b"The quick brown fox jumps over the lazy dog".to_vec());
        let expected = "sha256=f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8";
        assert_eq!(request.headers()[SIGNATURE], expected);
    }
}

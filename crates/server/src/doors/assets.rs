//! The web client, embedded in the binary.

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::Embed;

#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/../../target/web-dist"]
struct Dist;

/// The page itself.
const PAGE: &str = "index.html";

/// Serves a file of the client, or the page for any address that is no file: the client routes by itself.
pub async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    // Addresses of pages have no dot; a missing file must stay missing, or caches would keep a page in its place.
    let (path, versioned) = match Dist::get(path) {
        Some(_) if !path.is_empty() => (path, path.starts_with("pkg/")),
        _ if path.contains('.') => return StatusCode::NOT_FOUND.into_response(),
        _ => (PAGE, false),
    };
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let encodings = [("br", "br"), ("gzip", "gz")];
    let found = encodings
        .into_iter()
        .filter(|(encoding, _)| accepted.contains(encoding))
        .find_map(|(encoding, ending)| Some((Dist::get(&format!("{path}.{ending}"))?, Some(encoding))))
        .or_else(|| Some((Dist::get(path)?, None)));
    let Some((file, encoding)) = found else {
        let text =
            "The web client is not built in. Build it with `cargo run -p xtask -- web`, then build the server again.";
        return (StatusCode::SERVICE_UNAVAILABLE, text).into_response();
    };
    let mut response = Response::new(Body::from(file.data));
    let out = response.headers_mut();
    let kind = Dist::get(path).map(|plain| plain.metadata.mimetype().to_owned()).unwrap_or_default();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_str(&kind).unwrap_or(HeaderValue::from_static("text/html")));
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    // A file whose address holds its version never changes; anything else is asked for anew.
    let cache = if versioned { "public, max-age=31536000, immutable" } else { "no-cache" };
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Some(encoding) = encoding {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

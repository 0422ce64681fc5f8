//! The web client, embedded in the binary.

use crate::packing::Packing;
use axum::{
    body::{Body, Bytes},
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::Embed;
use std::{borrow::Cow, io};

#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/../../target/web-dist"]
struct Dist;

/// The page itself.
const PAGE: &str = "index.html";

/// The client as one house serves it. Its files find each other wherever they lie; only the page, which is shown at many
/// addresses, names all that it needs from the root on.
#[derive(Clone)]
pub struct Client {
    /// The page of a house that is below a path: plain, and packed in each way.
    moved: Option<MovedPage>,
}

#[derive(Clone)]
struct MovedPage {
    plain: Bytes,
    packed: [(Packing, Bytes); 2],
}

impl Client {
    /// The client of a house that is below a path, as `/games`, or at the root, which is empty.
    pub fn below(base: &str) -> Self {
        let page = Dist::get(PAGE).filter(|_| !base.is_empty());
        let moved = page.and_then(|page| {
            let made = MovedPage::new(&String::from_utf8_lossy(&page.data), base);
            made.inspect_err(|error| tracing::error!(%error, "the page could not be packed")).ok()
        });
        Self { moved }
    }

    /// A file of the client, packed as the caller likes it best.
    fn file(&self, path: &str, packing: Option<Packing>) -> Option<(Bytes, Option<Packing>)> {
        if let (PAGE, Some(page)) = (path, &self.moved) {
            let packed = page.packed.iter().find(|(known, _)| Some(*known) == packing);
            return Some(packed.map_or((page.plain.clone(), None), |(packing, page)| (page.clone(), Some(*packing))));
        }
        let packed =
            packing.and_then(|packing| Some((embedded(&format!("{path}.{}", packing.ending()))?, Some(packing))));
        packed.or_else(|| Some((embedded(path)?, None)))
    }
}

impl MovedPage {
    fn new(page: &str, base: &str) -> io::Result<Self> {
        let plain = moved(page, base).into_bytes();
        let pack = |packing: Packing| packing.pack(&plain).map(|packed| (packing, Bytes::from(packed)));
        let [best, common] = Packing::ALL;
        let packed = [pack(best)?, pack(common)?];
        Ok(Self { plain: plain.into(), packed })
    }
}

/// The page with every address in it below `base`: they are all attributes that begin with a slash, and one of them tells the
/// client where it is.
fn moved(page: &str, base: &str) -> String {
    page.replace("=\"/", &format!("=\"{base}/"))
}

fn embedded(path: &str) -> Option<Bytes> {
    Dist::get(path).map(|file| match file.data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => data.into(),
    })
}

/// Serves a file of the client, or the page for any address that is no file: the client routes by itself.
pub async fn serve(State(client): State<Client>, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    // Addresses of pages have no dot; a missing file must stay missing, or caches would keep a page in its place.
    let (path, versioned) = match Dist::get(path) {
        Some(_) if !path.is_empty() => (path, path.starts_with("pkg/")),
        _ if path.contains('.') => return StatusCode::NOT_FOUND.into_response(),
        _ => (PAGE, false),
    };
    let Some((data, packing)) = client.file(path, Packing::accepted(&headers)) else {
        let text =
            "The web client is not built in. Build it with `cargo run -p xtask -- web`, then build the server again.";
        return (StatusCode::SERVICE_UNAVAILABLE, text).into_response();
    };
    let mut response = Response::new(Body::from(data));
    let out = response.headers_mut();
    let kind = Dist::get(path).map(|plain| plain.metadata.mimetype().to_owned()).unwrap_or_default();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_str(&kind).unwrap_or(HeaderValue::from_static("text/html")));
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    // A file whose address holds its version never changes; anything else is asked for anew.
    let cache = if versioned { "public, max-age=31536000, immutable" } else { "no-cache" };
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Some(packing) = packing {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(packing.name()));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As it is before the build fills in versions.
    const WRITTEN: &str = include_str!("../../../web/assets/index.html");

    #[test]
    fn every_address_in_the_page_moves_with_the_house() {
        let addresses = |page: &str| {
            let attributes = ["href=\"", "src=\"", "name=\"base\" content=\""];
            let values = attributes.map(|name| page.split(name).skip(1).filter_map(|rest| rest.split('"').next()));
            values.into_iter().flatten().map(str::to_owned).collect::<Vec<_>>()
        };
        let (before, after) = (addresses(WRITTEN), addresses(&moved(WRITTEN, "/games")));
        assert_eq!(before.iter().map(|address| format!("/games{address}")).collect::<Vec<_>>(), after);
        assert!(before.iter().all(|address| address.starts_with('/')), "{before:?}");
        assert_eq!(after.last().map(String::as_str), Some("/games/"), "the client is told where it is");
    }

    #[test]
    fn a_moved_page_can_be_unpacked() {
        let page = MovedPage::new(WRITTEN, "/games").unwrap();
        let [(Packing::Brotli, brotli), (Packing::Gzip, gzip)] = &page.packed else { panic!("two ways") };
        let (mut unpacked, mut inflated) = (Vec::new(), Vec::new());
        brotli::BrotliDecompress(&mut &brotli[..], &mut unpacked).unwrap();
        io::copy(&mut flate2::read::GzDecoder::new(&gzip[..]), &mut inflated).unwrap();
        assert!(unpacked == page.plain && inflated == page.plain);
    }
}

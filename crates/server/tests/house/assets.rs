//! What rule sets name, for clients that were not built with it.

use crate::common::{Open, settings};
use flate2::read::GzDecoder;
use parlor_kernel::{AssetDigest, AssetId};
use parlor_testkit::toy;
use parlor_wire::http::{ASSET_BYTES, Problem, asset_path};
use reqwest::{Client, StatusCode, header};
use std::io::Read;

#[tokio::test]
async fn an_asset_comes_as_its_digest_says_however_it_is_packed() {
    let open = Open::new(settings()).await;
    let river = toy::library().shelf().find("weights", "river").unwrap();
    let address = format!("{}{}", open.base, asset_path(&river));
    for (accepted, used) in [("identity", None), ("gzip", Some("gzip")), ("gzip, br", Some("br")), ("br", Some("br"))] {
        let answer = Client::new().get(&address).header(header::ACCEPT_ENCODING, accepted).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        let headers = answer.headers().clone();
        let encoding = headers.get(header::CONTENT_ENCODING).map(|encoding| encoding.to_str().unwrap());
        assert_eq!(encoding, used, "{accepted}");
        assert_eq!(headers[header::CACHE_CONTROL], "public, max-age=31536000, immutable");
        assert_eq!(headers[header::VARY], "accept-encoding");
        let packed = answer.bytes().await.unwrap();
        let mut plain = Vec::new();
        match encoding {
            Some("gzip") => _ = GzDecoder::new(&packed[..]).read_to_end(&mut plain).unwrap(),
            Some(_) => brotli::BrotliDecompress(&mut &packed[..], &mut plain).unwrap(),
            None => plain = packed.into(),
        }
        assert_eq!(AssetDigest::of(&plain), river.digest);
        assert_eq!(headers[ASSET_BYTES], plain.len().to_string().as_str());
    }
}

#[tokio::test]
async fn what_is_not_there_is_refused() {
    let open = Open::new(settings()).await;
    let river = toy::library().shelf().find("weights", "river").unwrap();
    let other = AssetId { digest: AssetDigest::of(b"other"), ..river.clone() };
    let unknown = AssetId { name: "lake".into(), ..river };
    let nonsense = ["/api/assets/weights/river/12", "/api/assets/weights/..%2F..%2Fetc/00", "/api/assets/weights"];
    for path in [other, unknown].iter().map(asset_path).chain(nonsense.map(str::to_owned)) {
        let answer = Client::new().get(format!("{}{path}", open.base)).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.json::<Problem>().await.unwrap().code, "not_found");
    }
}

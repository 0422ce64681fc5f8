//! Assets: the lexicons, cards and lists that rule sets name, for clients that were not built with them.

use crate::{
    house::House,
    packing::Packing,
    problem::{HouseError, Refused},
};
use axum::{
    body::{Body, Bytes},
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, header},
    response::Response,
};
use parlor_kernel::{AssetDigest, AssetId};
use parlor_wire::http::{ASSET_BYTES, Problem};
use std::{
    collections::HashMap,
    io,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::{sync::OnceCell, task::spawn_blocking};
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(asset))
}

/// One asset, packed one way, once that has been asked for.
type Parcel = Arc<OnceCell<Bytes>>;

/// The assets as they go over the line: each is packed once in each way, when it is first asked for.
#[derive(Default)]
pub struct PackedAssets(Mutex<HashMap<(AssetDigest, Packing), Parcel>>);

impl PackedAssets {
    /// An asset of the house, packed.
    async fn packed(&self, digest: AssetDigest, packing: Packing, plain: Arc<[u8]>) -> Result<Bytes, Refused> {
        let parcel = {
            let mut parcels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(parcels.entry((digest, packing)).or_default())
        };
        let packing = async || spawn_blocking(move || packing.pack(&plain)).await.map_err(io::Error::other)?;
        let packed = parcel.get_or_try_init(async || packing().await.map(Bytes::from)).await;
        packed.cloned().map_err(|error| {
            tracing::error!(%error, "an asset could not be packed");
            HouseError::Internal.into()
        })
    }
}

/// The bytes of an asset, which never change: its address says what they are.
#[utoipa::path(
    get, path = "/api/assets/{kind}/{name}/{digest}", operation_id = "asset", tag = "house",
    params(
        ("kind" = String, Path, description = "What it is, for example `lexicon`"),
        ("name" = String, Path, description = "What it is called"),
        ("digest" = String, Path, description = "SHA-256 of its bytes: 64 hexadecimal digits"),
    ),
    responses(
        (status = 200, description = "The asset", body = Vec<u8>, content_type = "application/octet-stream"),
        (status = 404, body = Problem),
    ),
)]
async fn asset(
    State(house): State<Arc<House>>,
    Path((kind, name, digest)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let missing = HouseError::NotFound("asset");
    let id: AssetId = format!("{kind}/{name}@{digest}").parse().map_err(|_| missing)?;
    let plain = house.registry.library().shelf().asset(&id).map_err(|_| missing)?;
    let bytes = plain.len();
    let packing = Packing::accepted(&headers);
    let body = match packing {
        Some(packing) => house.assets.packed(id.digest, packing, plain).await?,
        None => Bytes::from_owner(plain),
    };
    let mut response = Response::new(Body::from(body));
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    out.insert(ASSET_BYTES, HeaderValue::from(bytes));
    if let Some(packing) = packing {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(packing.name()));
    }
    Ok(response)
}

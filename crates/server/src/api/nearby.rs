//! Other houses on the network.

use crate::{house::House, people::auth::Address};
use axum::{Json, extract::State};
use parlor_wire::http::NearbyHouses;
use std::sync::Arc;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(nearby))
}

/// The other houses on the network, with their open tables; empty for visitors from elsewhere. Up to some seconds old.
#[utoipa::path(
    get, path = "/api/nearby", operation_id = "nearby", tag = "house",
    responses((status = 200, description = "The other houses", body = NearbyHouses)),
)]
async fn nearby(State(house): State<Arc<House>>, Address(address): Address) -> Json<NearbyHouses> {
    Json(NearbyHouses { houses: house.neighbours.list_for(address) })
}

//! What the API says about itself as a whole.

use crate::auth;
use utoipa::{
    OpenApi,
    openapi::{
        Content, Ref, RefOr, Response,
        path::Operation,
        security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme},
    },
};

/// How refusals are written.
const PROBLEM: &str = "application/problem+json";

#[derive(OpenApi)]
#[openapi(info(
    title = "Parlor",
    description = "A self-hosted game house. Come in with `POST /api/guest`, or sign in with `POST /api/login`; live play \
        happens over the WebSocket at `/ws`. What names no security is open to everyone."
))]
struct Description;

/// The description before any route is added: what the house is, and the ways to show who one is.
pub fn beginning() -> utoipa::openapi::OpenApi {
    let mut api = Description::openapi();
    let bearer = |what: &str| {
        let scheme = Http::builder().scheme(HttpAuthScheme::Bearer).description(Some(what));
        SecurityScheme::Http(scheme.build())
    };
    let cookie = ApiKeyValue::with_description(auth::COOKIE, "The same token, as browsers keep it");
    let components = api.components.get_or_insert_default();
    components.add_security_scheme("session", bearer("The token of a person, guest or account"));
    components.add_security_scheme("cookie", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    components.add_security_scheme("bot", bearer("A bot's token with the scope that is named"));
    api
}

/// Adds what holds for every route: refusals are problem documents, and any request can be too fast, too long or
/// nonsense.
pub fn complete(api: &mut utoipa::openapi::OpenApi) {
    for item in api.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.post, &mut item.patch, &mut item.put, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            refusals_are_problems(operation);
        }
    }
}

fn refusals_are_problems(operation: &mut Operation) {
    let responses = &mut operation.responses.responses;
    for (status, response) in responses.iter_mut() {
        if let RefOr::T(response) = response
            && status.starts_with(['4', '5'])
            && let Some(content) = response.content.swap_remove("application/json")
        {
            response.content.insert(PROBLEM.into(), content);
        }
    }
    let problem = Content::new(Some(Ref::from_schema_name("Problem")));
    let any = Response::builder().description("Any refusal").content(PROBLEM, problem).build();
    responses.insert("default".into(), RefOr::T(any));
}

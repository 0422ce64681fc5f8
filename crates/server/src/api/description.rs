//! The API's description of itself, as far as it is not written beside the routes.

use crate::people::auth::Cookie;
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::{
    OpenApi,
    openapi::{
        Content, Object, Ref, RefOr, Response, Schema, Server,
        path::Operation,
        security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityRequirement, SecurityScheme},
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

/// The description before any route is added: what the house is, where on its site, and how a caller shows who it is.
pub fn beginning(cookie: Cookie<'_>, base: &str) -> utoipa::openapi::OpenApi {
    let mut api = Description::openapi();
    api.servers = (!base.is_empty()).then(|| vec![Server::new(base)]);
    let bearer = |what: &str| {
        let scheme = Http::builder().scheme(HttpAuthScheme::Bearer).description(Some(what));
        SecurityScheme::Http(scheme.build())
    };
    let cookie = ApiKeyValue::with_description(cookie.name(), "The same token, as browsers keep it");
    let components = api.components.get_or_insert_default();
    components.add_security_scheme("session", bearer("The token of a person, guest or account"));
    components.add_security_scheme("cookie", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    components.add_security_scheme("bot", bearer("A bot's token with the scope that is named"));
    api
}

/// Adds what holds for every route, and gives everything a name.
pub fn complete(api: &mut utoipa::openapi::OpenApi) {
    for item in api.paths.paths.values_mut() {
        let changes = [&mut item.post, &mut item.patch, &mut item.put, &mut item.delete];
        changes.into_iter().flatten().for_each(|operation| add_refusals(operation, true));
        item.get.iter_mut().for_each(|operation| add_refusals(operation, false));
    }
    if let Some(components) = &mut api.components {
        name_variants(&mut components.schemas);
    }
}

/// Refusals are problem documents. Any request can be too fast, too long or nonsense; one that changes something must
/// not come from another site; and some need a caller who is signed in.
fn add_refusals(operation: &mut Operation, changes: bool) {
    // One of the ways to show who one is may be to show nothing.
    let signed_in = operation.security.as_ref().is_some_and(|ways| !ways.contains(&SecurityRequirement::default()));
    let responses = &mut operation.responses.responses;
    let holds = [("401", signed_in), ("403", signed_in || changes), ("429", true), ("default", true)];
    for (status, _) in holds.into_iter().filter(|(_, holds)| *holds) {
        let problem = Content::new(Some(Ref::from_schema_name("Problem")));
        let refusal = Response::builder().content(PROBLEM, problem).build();
        responses.entry(status.into()).or_insert(RefOr::T(refusal));
    }
    for (status, response) in responses {
        let RefOr::T(response) = response else { continue };
        if response.description.is_empty() {
            response.description = meaning(status).into();
        }
        if status.starts_with(['4', '5'])
            && let Some(content) = response.content.swap_remove("application/json")
        {
            response.content.insert(PROBLEM.into(), content);
        }
    }
}

/// What a status means, where the route itself does not say.
fn meaning(status: &str) -> &'static str {
    match status {
        "204" => "Done",
        "400" => "The request cannot be read",
        "401" => "The caller is not signed in, or the session has ended",
        "403" => "The caller may not do that",
        "404" => "There is no such thing",
        "409" => "It does not fit what is there already",
        "413" => "It is too long",
        "422" => "It can be read, but will not do",
        "429" => "Too fast: try again after `Retry-After` seconds",
        "503" => "The house is full, or could not save that",
        "default" => "Any other refusal",
        _ => "",
    }
}

/// Gives every variant of an enum a name of its own, `OccupantPerson`, and what is inside it another,
/// `OccupantPersonBody`: programs that write clients stumble over schemas without names.
fn name_variants(schemas: &mut BTreeMap<String, RefOr<Schema>>) {
    let mut named = Vec::new();
    for (name, schema) in schemas.iter_mut() {
        let RefOr::T(Schema::OneOf(one_of)) = schema else { continue };
        for variant in &mut one_of.items {
            let RefOr::T(Schema::Object(object)) = variant else { continue };
            let Some(tag) = tag(object) else { continue };
            let variant_name = format!("{name}{}", in_camel_case(&tag));
            if let Some(RefOr::T(body)) = object.properties.get_mut(&tag)
                && matches!(body, Schema::Object(body) if !body.properties.is_empty())
            {
                let body_name = format!("{variant_name}Body");
                let reference = RefOr::Ref(Ref::from_schema_name(&body_name));
                let body = object.properties.insert(tag, reference);
                named.extend(body.map(|body| (body_name, body)));
            }
            let reference = RefOr::Ref(Ref::from_schema_name(&variant_name));
            named.push((variant_name, std::mem::replace(variant, reference)));
        }
    }
    schemas.extend(named);
}

/// The word that tells a variant from the others: its only value, or the name of its only property.
fn tag(variant: &Object) -> Option<String> {
    match variant.enum_values.as_deref() {
        Some([Value::String(word)]) => Some(word.clone()),
        Some(_) => None,
        None => variant.properties.keys().next().filter(|_| variant.properties.len() == 1).cloned(),
    }
}

fn in_camel_case(word: &str) -> String {
    let capital = |part: &str| part[..1].to_uppercase() + &part[1..];
    word.split('_').filter(|part| part.is_ascii() && !part.is_empty()).map(capital).collect()
}

//! Assembles the contract from the operations.

use utoipa::OpenApi;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::{
    AuthorizationCode, Flow, HttpAuthScheme, HttpBuilder, OAuth2, Scopes as OAuthScopes, SecurityScheme,
};

use super::refusals::Shared;
use super::{examples, refusals, schemas};
use crate::contract::openapi::Contract;
use crate::operation::{self, Activity, Operations};
use crate::problems::problem;
use crate::routes;
use lapidary_model::auth::Scopes;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Lapidary",
        description = include_str!("../../../docs/api.md"),
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    servers((url = "/", description = "This server")),
    components(schemas(problem::Body)),
    tags(
        (name = "accounts", description = "Accounts, sessions and players"),
        (name = "access", description = "API tokens, bots, access for apps and tools by OAuth 2.1, and the grants of a player"),
        (name = "rulesets", description = "Rulesets and their pieces"),
        (name = "games", description = "Games: creating, playing, watching"),
        (name = "puzzles", description = "Puzzles: positions in which one turn is clearly the best; see `docs/puzzles.md`"),
        (name = "statistics", description = "What public games that are over say together; see `docs/statistics.md`"),
        (name = "streams", description = "Live streams of events; see `docs/streams.md`"),
        (name = "webhooks", description = "Webhooks: messages about games to an address of yours"),
        (name = "alerts", description = "What players are told while they are not connected; see `docs/alerts.md`"),
        (name = "finding", description = "Finding a game: seeks, challenges, rematches, and what waits for the caller"),
        (name = "bot-matches", description = "Series of games between bots; see `docs/bots.md`"),
        (name = "clubs", description = "Clubs: members, invitations, applications, bans, ladders and seasons; see `docs/clubs.md`"),
        (name = "series", description = "Series of tournaments with one table, and leagues; see `docs/series.md`"),
        (name = "tournaments", description = "Tournaments: entering, pairing, playing, organizing; see `docs/tournaments.md`"),
        (name = "ladders", description = "Ratings: ladders, their public logs, and the ratings of players; see `docs/ratings.md`"),
        (name = "operations", description = "For operating and integrating the server")
    )
)]
struct DocumentFrame;

/// Returns the contract of this program. The first call assembles and publishes it.
pub fn contract() -> &'static Contract {
    Contract::publish(assemble)
}

/// # Panics
/// If the document cannot be serialized or a schema is invalid. That is a bug of the program; a test and
/// every start detect it.
#[expect(clippy::expect_used, reason = "the document is part of the program and assembled at the start")]
fn assemble() -> Contract {
    let mut document = DocumentFrame::openapi();
    routes::descriptions().into_iter().for_each(|description| description.add_to(&mut document));
    finish(&mut document);
    let operations = Operations::of(&document, routes::ROWS);
    let mut document = serde_json::to_value(&document).expect("the document can be written");
    schemas::shape(&mut document);
    Contract::new(document, operations)
}

/// Adds the common parts of all operations, after the routes are collected.
fn finish(document: &mut utoipa::openapi::OpenApi) {
    let scheme = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("JWT")
        .description(Some(
            "An access token of `POST /v1/sessions`, which has all scopes: `read`, `play`, `challenge`, `bots`, \
             `tournaments` and `organize`; or an API token of `POST /v1/me/tokens`, which has the scopes that its owner chose. Each \
             operation names the scopes that it needs. An operation that needs all of them needs the token of a login.",
        ))
        .build();
    let components = document.components.get_or_insert_default();
    components.add_security_scheme(refusals::BEARER, SecurityScheme::Http(scheme));
    components.add_security_scheme(refusals::OAUTH, SecurityScheme::OAuth2(oauth()));
    let mut shared = Shared::default();
    for operation in document.paths.paths.values_mut().flat_map(operations_mut) {
        if let Some(row) = operation::row_of(operation, routes::ROWS) {
            shared.refuse(row, operation);
        }
        examples::add(operation);
    }
    shared.add_to(components);
}

/// Returns the security scheme for apps.
fn oauth() -> OAuth2 {
    let scopes = Scopes::ALL.iter().map(|scope| (scope.to_string(), Activity::words_of(scope)));
    let flow = AuthorizationCode::with_refresh_url(
        "/oauth/authorize",
        "/oauth/token",
        OAuthScopes::from_iter(scopes),
        "/oauth/token",
    );
    OAuth2::with_description(
        [Flow::AuthorizationCode(flow)],
        "An access token that a player has granted to an app: OAuth 2.1 with PKCE (S256) for public clients. Apps need \
         no registration. `/.well-known/oauth-authorization-server` describes the server.",
    )
}

fn operations_mut(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete].into_iter().flatten()
}

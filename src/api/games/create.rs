//! Creating a game.

use actix_web::{HttpResponse, post, web};
use serde::Deserialize;
use utoipa::ToSchema;

use super::body::GameBody;
use super::delay::NewSpectatorDelay;
use super::terms::{NewSeating, VisibilityBody, body_with_terms, not_available};
use crate::Problem;
use crate::extract::{LiveCaller, Valid};
use crate::http::idempotency::{Idempotency, answered, created};
use crate::problems::problem::Fault;
use lapidary_engine::deal::Seating;
use lapidary_service::games::{Arrangement, GameView, Opening, RequestedGame};

body_with_terms! {
    /// A game to create.
    #[schema(example = json!({"ruleset": "splendor", "modules": [], "seats": 2, "visibility": "public",
        "clock": {"kind": "none"}, "seating": "random", "opponents": [], "options": {}}))]
    pub struct CreateGame {
        /// Who may find and see it.
        #[serde(default)]
        visibility: VisibilityBody,
        /// How the seats are assigned.
        #[serde(default)]
        seating: NewSeating,
        /// The name of the game, such as that of an event and a table.
        #[schema(format = "text", pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$", min_length = 1, max_length = 80, nullable = false, example = "Spring Cup, table 3")]
        label: Option<String>,
        /// The usernames of all players in the order of their seats. The creator has no seat then and
        /// organizes the game: only these players can join it, and the creator may abort it while it waits,
        /// and end it if it stalls.
        #[schema(nullable = false, min_items = 2, max_items = 4, example = json!(["grace", "alan"]))]
        seated: Option<Vec<String>>,
        /// Bots that take seats immediately.
        #[serde(default)]
        #[schema(example = json!([]), max_items = 16)]
        opponents: Vec<Opponent>,
        /// How much later those without a seat see the game: its views, events, export and lists. Only for
        /// public and unlisted games; without it, they see everything at once. The seats see everything at
        /// once in any case.
        #[schema(nullable = false)]
        spectator_delay: Option<NewSpectatorDelay>,
    }
}

/// A bot that takes a seat. Not available yet.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Opponent {
    /// The name of the bot.
    #[schema(example = "greedy", max_length = 32)]
    #[allow(dead_code, reason = "only the schema uses it, until there are bots")]
    bot: String,
}

impl TryFrom<CreateGame> for (RequestedGame, Arrangement) {
    type Error = Problem;

    fn try_from(body: CreateGame) -> Result<Self, Problem> {
        let mut terms = body.terms(body.visibility, body.seating)?;
        if let Some(names) = &body.seated {
            if names.len() != usize::from(body.seats) {
                let detail = format!("must name {} players", body.seats);
                return Err(Problem::validation(vec![Fault::at("/seated", detail)]));
            }
            if body.entropy.is_some() {
                let fault = Fault::at(
                    "/entropy",
                    "must be left out with `seated`: only players contribute to the deal",
                );
                return Err(Problem::validation(vec![fault]));
            }
            terms.seating = Seating::JoinOrder;
        }
        terms.delay = body.spectator_delay.map(|delay| delay.checked(terms.visibility)).transpose()?;
        if !body.opponents.is_empty() {
            return Err(not_available("No bots are offered as opponents."));
        }
        let table = RequestedGame { terms, entropy: body.entropy()? };
        Ok((table, Arrangement { label: body.label, seated: body.seated }))
    }
}

/// Create a game
///
/// The creator takes a seat immediately; the game starts when the last seat is taken. The response has the
/// commitment to the secret of the deal. A game that waits too long for players is aborted; the server sets
/// the time, by default one day. If the game has a clock, it runs from the start. With `seated`, the creator
/// organizes a game for others. A request for bots is refused with `not_available`.
#[utoipa::path(tag = "games", request_body = CreateGame,
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes the request safe to repeat: the game is created only once", max_length = 128, pattern = "^[!-~]([ -~]*[!-~])?$")), responses(
    (status = 201, description = "The game", body = GameBody, headers(("Location" = String, description = "The game"), ("Idempotency-Replayed" = String, description = "`true` if this is the stored response of an earlier request with this key")))
))]
#[post("/v1/games")]
pub async fn create_game(
    games: web::Data<Opening>,
    caller: LiveCaller,
    idempotency: Idempotency,
    Valid(body): Valid<CreateGame>,
) -> Result<HttpResponse, Problem> {
    let (table, arrangement) = body.try_into()?;
    let answer = |game: &GameView| created(format!("/v1/games/{}", game.id), &GameBody::from(game));
    let done = games.create(&caller, table, arrangement, idempotency.claim()?.as_ref(), answer).await;
    done.map(answered)
}

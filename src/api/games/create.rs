//! Creating a game.

use std::collections::BTreeMap;

use actix_web::{HttpResponse, post, web};
use serde::Deserialize;
use utoipa::ToSchema;

use super::body::GameBody;
use super::clock::NewClock;
use super::delay::NewSpectatorDelay;
use crate::api::contract::bounded;
use crate::api::contract::strict::{object_only, word_only};
use crate::api::extract::{LiveCaller, Valid, wording};
use crate::api::http::idempotency::{Idempotency, created};
use crate::api::problems::problem::Fault;
use crate::api::{Code, Problem};
use crate::engine::deal::{Entropy, Seating};
use crate::engine::ruleset::{Ruleset, RulesetError};
use crate::model::clock::Clock;
use crate::model::game::{Terms, Visibility};
use crate::service::Games;
use crate::service::games::{GameView, NewTable};

/// A game to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"ruleset": "splendor", "modules": [], "seats": 2, "visibility": "public",
    "clock": {"kind": "none"}, "seating": "random", "opponents": [], "options": {}}))]
pub struct CreateGame {
    /// The id of a ruleset.
    #[schema(example = "splendor", max_length = 32)]
    #[serde(deserialize_with = "bounded::text::<_, 0, 32>")]
    ruleset: String,
    /// Modules of the ruleset, in any order.
    #[serde(default, deserialize_with = "bounded::list::<_, _, 0, 16>")]
    #[schema(example = json!([]), max_items = 16)]
    modules: Vec<String>,
    /// The number of seats.
    #[schema(minimum = 2, maximum = 4, example = 2)]
    #[serde(deserialize_with = "bounded::integer::<_, _, 2, 4>")]
    seats: u8,
    /// Who may find and see it.
    #[serde(default)]
    visibility: VisibilityBody,
    /// The clock.
    #[serde(default)]
    clock: NewClock,
    /// How the seats are assigned.
    #[serde(default)]
    seating: NewSeating,
    /// Bots that take seats immediately.
    #[serde(default, deserialize_with = "bounded::list::<_, _, 0, 16>")]
    #[schema(example = json!([]), max_items = 16)]
    opponents: Vec<Opponent>,
    /// Options of the ruleset by name.
    #[serde(default)]
    #[schema(example = json!({}))]
    options: BTreeMap<String, String>,
    /// How much later those without a seat see the game: its views, events, export and lists. Only for public and unlisted
    /// games; without it, they see everything at once. The seats see everything at once in any case.
    #[serde(default, deserialize_with = "bounded::given")]
    #[schema(nullable = false)]
    spectator_delay: Option<NewSpectatorDelay>,
    /// The entropy that the creator contributes to the deal: up to 64 bytes in hexadecimal.
    #[serde(default, deserialize_with = "bounded::entropy")]
    #[schema(pattern = "^([0-9a-fA-F]{2}){0,64}$", example = "00112233445566778899aabbccddeeff")]
    entropy: Option<String>,
}

/// Who may find and see a game.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(remote = "Self", rename_all = "snake_case")]
#[schema(as = Visibility)]
pub enum VisibilityBody {
    /// The game is listed, and anybody may see it.
    #[default]
    Public,
    /// The game is not listed; anybody who knows the id may see and join it.
    Unlisted,
    /// Only invited players may see and join it.
    Private,
}

/// How the seats are assigned.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(remote = "Self", rename_all = "snake_case")]
pub enum NewSeating {
    /// The deal assigns random seats.
    #[default]
    Random,
    /// Seats follow the order of joining.
    JoinOrder,
}

/// A bot that takes a seat. Not available yet.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct Opponent {
    /// The name of the bot.
    #[schema(example = "greedy", max_length = 32)]
    #[serde(deserialize_with = "bounded::text::<_, 0, 32>")]
    #[allow(dead_code, reason = "only the schema uses it, until there are bots")]
    bot: String,
}

object_only!(Opponent);
word_only!(VisibilityBody, NewSeating);

impl From<VisibilityBody> for Visibility {
    fn from(body: VisibilityBody) -> Self {
        match body {
            VisibilityBody::Public => Visibility::Public,
            VisibilityBody::Unlisted => Visibility::Unlisted,
            VisibilityBody::Private => Visibility::Private,
        }
    }
}

impl TryFrom<CreateGame> for NewTable {
    type Error = Problem;

    fn try_from(body: CreateGame) -> Result<Self, Problem> {
        let ruleset = body.ruleset()?;
        let clock = Clock::from(body.clock);
        if !body.opponents.is_empty() {
            return Err(not_available("No bots are offered as opponents."));
        }
        let seats = ruleset
            .seat_count(body.seats)
            .ok_or_else(|| Problem::validation(vec![Fault::at("/seats", "must be 2, 3 or 4")]))?;
        let seating = match body.seating {
            NewSeating::Random => Seating::Random,
            NewSeating::JoinOrder => Seating::JoinOrder,
        };
        let visibility = Visibility::from(body.visibility);
        let delay = body.spectator_delay.map(|delay| delay.checked(visibility)).transpose()?;
        let terms = Terms { ruleset, seats, visibility, seating, clock, delay };
        Ok(NewTable { terms, entropy: body.entropy.map(|entropy| read_entropy(&entropy)).transpose()? })
    }
}

impl CreateGame {
    fn ruleset(&self) -> Result<Ruleset, Problem> {
        let fault = |pointer: String, detail: &str| Problem::validation(vec![Fault::at(pointer, detail)]);
        let options = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        Ruleset::parse(&self.ruleset, self.modules.iter().map(String::as_str), options).map_err(|error| {
            match error {
                RulesetError::UnknownRuleset => not_available("This ruleset is not offered."),
                RulesetError::Module(place) => {
                    fault(format!("/modules/{place}"), "is not a module of this ruleset, or is named twice")
                }
                RulesetError::MysteriesOnShortBoard => {
                    fault("/options/board".to_owned(), "must be full with the module mysteries")
                }
                RulesetError::Option(name) => fault(
                    wording::child("/options", &name),
                    "is not an option of this ruleset, or not one of its values",
                ),
            }
        })
    }
}

fn not_available(detail: &'static str) -> Problem {
    Problem::new(Code::NotAvailable, detail)
}

/// Reads the entropy that a player contributes to the deal.
///
/// # Errors
/// `validation_failed` if it is not up to 64 bytes in hexadecimal.
pub fn read_entropy(text: &str) -> Result<Entropy, Problem> {
    let bytes = hex::decode(text).ok().and_then(|bytes| Entropy::try_from(bytes).ok());
    bytes.ok_or_else(|| {
        Problem::validation(vec![Fault::at("/entropy", "must be up to 64 bytes in hexadecimal")])
    })
}

/// Create a game
///
/// The creator takes a seat immediately; the game starts when the last seat is taken. The response has the commitment
/// to the secret of the deal. A game that waits too long for players is aborted; the server sets the time, by default
/// one day. If the game has a clock, it runs from the start. A request for bots is refused with `not_available`.
#[utoipa::path(tag = "games", request_body = CreateGame,
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes the request safe to repeat: the game is created only once", max_length = 128, pattern = "^[!-~]([ -~]*[!-~])?$")), responses(
    (status = 201, description = "The game", body = GameBody, headers(("Location" = String, description = "The game"), ("Idempotency-Replayed" = String, description = "`true` if this is the stored response of an earlier request with this key")))
))]
#[post("/v1/games")]
pub async fn create_game(
    games: web::Data<Games>,
    caller: LiveCaller,
    idempotency: Idempotency,
    Valid(body): Valid<CreateGame>,
) -> Result<HttpResponse, Problem> {
    let table = NewTable::try_from(body)?;
    let answer = |game: &GameView| created(format!("/v1/games/{}", game.id), &GameBody::from(game));
    let done = games.create(&caller, table, idempotency.claim()?.as_ref(), answer).await;
    done.map(HttpResponse::from)
}

//! Creating a game.

use actix_web::web;
use serde::Deserialize;
use utoipa::ToSchema;

use super::body::GameBody;
use super::delay::WantedSpectatorDelay;
use super::terms::{NewSeating, body_with_terms};
use crate::Problem;
use crate::extract::{Caller, Valid};
use crate::http::idempotency::{Idempotency, created};
use crate::http::outcome::CreatedOnce;
use crate::problems::problem::Fault;
use lapidary_engine::deal::Seating;
use lapidary_model::built_in::{BuiltInSeat, OpponentKind, Strength};
use lapidary_model::game::Visibility;
use lapidary_operation::operation;
use lapidary_service::games::{Arrangement, GameView, Opening, RequestedGame};

body_with_terms! {
    /// A game to create.
    #[schema(example = json!({"ruleset": "splendor", "modules": [], "seats": 2, "visibility": "public",
        "clock": {"kind": "none"}, "seating": "random", "opponents": [], "options": {}}))]
    pub struct CreateGame {
        /// Who may find and see it.
        #[serde(default)]
        visibility: Visibility,
        /// How the seats are assigned.
        #[serde(default)]
        seating: NewSeating,
        /// The name of the game, such as that of an event and a table.
        #[schema(format = "text", min_length = 1, max_length = 80, nullable = false, example = "Spring Cup, table 3")]
        label: Option<String>,
        /// The usernames of all players in the order of their seats. The creator has no seat then and
        /// organizes the game: only these players can join it, and the creator may abort it while it waits,
        /// and end it if it stalls.
        #[schema(nullable = false, min_items = 2, max_items = 4, example = json!(["grace", "alan"]))]
        seated: Option<Vec<String>>,
        /// Built-in opponents that take free seats immediately: at most one for each seat but the creator's.
        /// If they take all of them, the game starts at once. The same one may occur several times. Not with
        /// `seated`, which can name built-in opponents itself.
        #[serde(default)]
        #[schema(example = json!([{"bot": "greedy"}]), max_items = 3)]
        opponents: Vec<Opponent>,
        /// How much later those without a seat see the game: its views, events, export and lists. Only for
        /// public and unlisted games; without it, they see everything at once. The seats see everything at
        /// once in any case.
        #[schema(nullable = false)]
        spectator_delay: Option<WantedSpectatorDelay>,
    }
}

/// A built-in opponent that takes a seat.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Opponent {
    /// Which one: `random`, `greedy`, `apprentice` or `master`. Others may be added.
    #[schema(example = "greedy", max_length = 32)]
    bot: String,
    /// How strong it plays, in percent of what it can do; without it, as strong as it can.
    #[schema(minimum = 0, maximum = 100, nullable = false, example = 60)]
    strength: Option<u8>,
}

/// Returns the seats of built-in opponents in a game with this many free seats.
fn built_in_seats(opponents: &[Opponent], free: usize) -> Result<Vec<BuiltInSeat>, Problem> {
    if opponents.len() > free {
        let detail = format!("must be at most {free}: one for each seat but the creator's");
        return Err(Problem::validation(vec![Fault::at("/opponents", detail)]));
    }
    let mut kinds = Vec::new();
    for (place, opponent) in opponents.iter().enumerate() {
        let strength = opponent.strength.map_or(Some(Strength::FULL), Strength::new).ok_or_else(|| {
            let pointer = format!("/opponents/{place}/strength");
            Problem::validation(vec![Fault::at(pointer, "must be from 0 to 100")])
        })?;
        let kind = OpponentKind::named(&opponent.bot).ok_or_else(|| {
            let names = OpponentKind::ALL.map(OpponentKind::name).join("`, `");
            Problem::validation(vec![Fault::at(
                format!("/opponents/{place}/bot"),
                format!("must be one of `{names}`"),
            )])
        })?;
        kinds.push((kind, strength));
    }
    BuiltInSeat::for_kinds(kinds).ok_or_else(|| Problem::internal("a game has more seats than copies"))
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
        if body.seated.is_some() && !body.opponents.is_empty() {
            let detail = "must be left out with `seated`, which names all players";
            return Err(Problem::validation(vec![Fault::at("/opponents", detail)]));
        }
        let opponents = built_in_seats(&body.opponents, terms.seats.get() - 1)?;
        let table = RequestedGame { terms, entropy: body.entropy()?, label: body.label };
        Ok((table, Arrangement { seated: body.seated, opponents }))
    }
}

/// Create a game
///
/// The creator takes a seat immediately; the game starts when the last seat is taken. The response has the
/// commitment to the secret of the deal. A game that waits too long for players is aborted; the server sets
/// the time, by default one day. If the game has a clock, it runs from the start. With `seated`, the creator
/// organizes a game for others. With `opponents`, built-in opponents take seats at once.
#[operation(post "/v1/games", tag = "games", returns = "The game", once = "the game is created only once")]
pub async fn create_game(
    games: web::Data<Opening>,
    caller: Caller,
    idempotency: Idempotency,
    Valid(body): Valid<CreateGame>,
) -> Result<CreatedOnce<GameBody>, Problem> {
    let (table, arrangement) = body.try_into()?;
    let answer = |game: &GameView| created(format!("/v1/games/{}", game.id), &GameBody::from(game));
    let done = games.create(&caller, table, arrangement, idempotency.claim()?.as_ref(), answer).await;
    done.map(CreatedOnce::from)
}

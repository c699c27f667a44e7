//! Creating a bot match.

use std::collections::BTreeMap;

use actix_web::web;
use serde::Deserialize;
use utoipa::ToSchema;

use super::body::MatchBody;
use crate::Problem;
use crate::extract::{LiveCaller, Valid, hyphenated};
use crate::games::clock::WantedClock;
use crate::games::terms::{NewSeating, ruleset, terms};
use crate::http::idempotency::{Idempotency, created};
use crate::http::outcome::CreatedOnce;
use crate::problems::problem::Fault;
use lapidary_model::bot_match::{AT_ONCE, BotMatchId};
use lapidary_model::built_in::{OpponentKind, Strength};
use lapidary_model::game::Visibility;
use lapidary_operation::{body, operation};
use lapidary_service::games::{BotMatches, NewBotMatch};
use lapidary_service::idempotency::Done;

/// A bot match to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"games": 100, "bots": [{"bot": "gracebot"}, {"bot": "greedy"}], "ruleset": "splendor",
    "modules": [], "clock": {"kind": "none"}, "options": {}}))]
pub struct CreateBotMatch {
    /// The number of games. It is rounded up so that every deal is played with every bot in every seat, if
    /// that does not exceed the maximum.
    #[schema(minimum = 1, maximum = 1000, example = 100)]
    games: u32,
    /// The bots, as many as the games have seats. At least one of them is the caller, or a bot of the caller.
    #[schema(min_items = 2, max_items = 4)]
    bots: Vec<WantedMatchBot>,
    /// The id of a ruleset.
    #[schema(example = "splendor", max_length = 32)]
    ruleset: String,
    /// Modules of the ruleset, in any order.
    #[serde(default)]
    #[schema(example = json!([]), max_items = 16)]
    modules: Vec<String>,
    /// Options of the ruleset by name.
    #[serde(default)]
    #[schema(example = json!({}))]
    options: BTreeMap<String, String>,
    /// The clock of each game. Without a clock, a bot that does not move stops the match until somebody
    /// cancels it.
    #[serde(default)]
    clock: WantedClock,
    /// Who may see the games once the match is over; until then only their seats do.
    #[serde(default = "unlisted")]
    visibility: Visibility,
    /// The maximum number of games at the same time; without it 4. A bot never plays more games than it
    /// accepts.
    #[schema(minimum = 1, maximum = 16, nullable = false, example = 4)]
    concurrent_games: Option<u8>,
}

/// A bot that plays in a match.
#[body]
pub struct WantedMatchBot {
    /// Its username, or `random`, `greedy`, `apprentice` or `master` for a built-in opponent; others may be
    /// added. A built-in opponent may occur several times.
    #[schema(max_length = 32, example = "greedy")]
    bot: String,
    /// How strong it plays, in percent of what it can do; only for built-in opponents. Without it, as strong
    /// as it can.
    #[schema(minimum = 0, maximum = 100, nullable = false, example = 60)]
    strength: Option<u8>,
}

const fn unlisted() -> Visibility {
    Visibility::Unlisted
}

impl TryFrom<CreateBotMatch> for NewBotMatch {
    type Error = Problem;

    fn try_from(body: CreateBotMatch) -> Result<Self, Problem> {
        let played = ruleset(&body.ruleset, &body.modules, &body.options)?;
        let seats = u8::try_from(body.bots.len()).unwrap_or(u8::MAX);
        let terms = terms(played, seats, body.clock, body.visibility, NewSeating::JoinOrder)
            .map_err(|problem| problem.moved("/seats", "/bots"))?;
        let fault = |place: usize, detail: &str| {
            Problem::validation(vec![Fault::at(format!("/bots/{place}/strength"), detail)])
        };
        let mut bots = Vec::new();
        for (place, bot) in body.bots.into_iter().enumerate() {
            let strength = match bot.strength {
                None => None,
                Some(_) if OpponentKind::named(&bot.bot).is_none() => {
                    return Err(fault(place, "must be left out: only built-in opponents have a strength"));
                }
                Some(percent) => {
                    Some(Strength::new(percent).ok_or_else(|| fault(place, "must be from 0 to 100"))?)
                }
            };
            bots.push((bot.bot, strength));
        }
        Ok(NewBotMatch { terms, games: body.games, at_once: body.concurrent_games.unwrap_or(AT_ONCE), bots })
    }
}

/// Create a bot match
///
/// Bots play a series of games, which are never rated: each deal is played with every bot in every seat. The
/// match starts at once if the caller owns all bots that are not built in; otherwise it waits until the other
/// bots, or their owners, have accepted. What challenges to bots require is required here too: the caller has
/// not blocked the bot, and it accepts such games. Games start as far as the limits of the bots and of the
/// creator allow. Until the match is over, only the seats see a game, and no secret of a deal is revealed.
#[operation(post "/v1/bot-matches", tag = "bot-matches",
    returns = "The match",
    once = "the match is created only once, and a repeated request returns it as it is now",
    "Idempotency-Replayed" = "`true` if an earlier request with this key created the match")]
pub async fn create_bot_match(
    matches: web::Data<BotMatches>,
    caller: LiveCaller,
    idempotency: Idempotency,
    Valid(body): Valid<CreateBotMatch>,
) -> Result<CreatedOnce<MatchBody>, Problem> {
    let new = NewBotMatch::try_from(body)?;
    // A stored response must not name other players, so only the id is stored.
    let answer = |id: BotMatchId| created(format!("/v1/bot-matches/{id}"), &id.0);
    let mut done: Done = matches.create(&caller, new, idempotency.claim()?.as_ref(), answer).await?;
    let id = hyphenated(done.answer.body.trim_matches('"')).map(BotMatchId);
    let id = id.ok_or_else(|| Problem::internal("a stored bot match has no id"))?;
    let view = matches.look(id, Some(&caller)).await?;
    done.answer.body = serde_json::to_string(&MatchBody::from(&view)).map_err(Problem::internal)?;
    Ok(done.into())
}

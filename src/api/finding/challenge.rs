//! A challenge in JSON: in requests that make or decline it, and in responses.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::openapi::{ArrayBuilder, ObjectBuilder, OneOfBuilder, Ref, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};
use uuid::Uuid;

use crate::Problem;
use crate::games::clock::ClockBody;
use crate::games::terms::{NewSeating, body_with_terms};
use crate::instant;
use crate::play::rulesets::PlayedBody;
use crate::problems::problem::Fault;
use lapidary_engine::deal::Seating;
use lapidary_model::challenge::{Challenge, ChallengeStatus, Challenged, DeclineReason, Declined};
use lapidary_model::clock::Clock;
use lapidary_model::game::Visibility;
use lapidary_model::player::Occupant;
use lapidary_model::rating::pool_of;
use lapidary_model::season::LadderId;
use lapidary_service::games::NewChallenge;

/// The maximum number of challenged players.
const TO_MAX: usize = 3;

body_with_terms! {
    /// A challenge to create.
    #[schema(example = json!({"to": "grace", "ruleset": "splendor", "modules": [], "seats": 2, "visibility": "public",
        "clock": {"kind": "none"}, "seating": "random", "options": {}}))]
    pub struct CreateChallenge {
        /// The name of the challenged player; for more than two seats, a list of names, one for each other
        /// seat.
        #[schema(value_type = ChallengedPlayers)]
        to: Names,
        /// Who may find and see the game once it has started. Until then only the players see it.
        #[serde(default)]
        visibility: Visibility,
        /// How the seats are assigned.
        #[serde(default)]
        seating: NewSeating,
        /// The ladder of a club in which the game is rated, in the season that runs. The game needs a clock
        /// and is public.
        #[schema(value_type = Option<Uuid>, nullable = false, min_length = 36, max_length = 36,
            pattern = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$")]
        ladder: Option<Uuid>,
    }
}

/// One name, or a list of names.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Names {
    One(String),
    List(Vec<String>),
}

impl AsRef<[String]> for Names {
    fn as_ref(&self) -> &[String] {
        match self {
            Names::One(name) => std::slice::from_ref(name),
            Names::List(names) => names,
        }
    }
}

/// The name of a challenged player.
pub struct ChallengedName;

impl PartialSchema for ChallengedName {
    fn schema() -> RefOr<Schema> {
        let name = ObjectBuilder::new().schema_type(Type::String).min_length(Some(3)).max_length(Some(20));
        name.description(Some("The name of a challenged player.")).examples([json!("grace")]).into()
    }
}

impl ToSchema for ChallengedName {
    fn name() -> Cow<'static, str> {
        "ChallengedName".into()
    }
}

/// The names of several challenged players.
pub struct ChallengedNames;

impl PartialSchema for ChallengedNames {
    fn schema() -> RefOr<Schema> {
        let names = ArrayBuilder::new().items(Ref::from_schema_name("ChallengedName"));
        let names = names.min_items(Some(1)).max_items(Some(TO_MAX));
        names.description(Some("The names of challenged players.")).into()
    }
}

impl ToSchema for ChallengedNames {
    fn name() -> Cow<'static, str> {
        "ChallengedNames".into()
    }
}

/// One name, or several.
pub struct ChallengedPlayers;

impl PartialSchema for ChallengedPlayers {
    fn schema() -> RefOr<Schema> {
        OneOfBuilder::new()
            .item(Ref::from_schema_name("ChallengedName"))
            .item(Ref::from_schema_name("ChallengedNames"))
            .description(Some("One name, or a list of names."))
            .into()
    }
}

impl ToSchema for ChallengedPlayers {
    fn name() -> Cow<'static, str> {
        "ChallengedPlayers".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((ChallengedName::name().into(), ChallengedName::schema()));
        schemas.push((ChallengedNames::name().into(), ChallengedNames::schema()));
    }
}

impl CreateChallenge {
    /// Returns whether the body has one name instead of a list.
    pub fn names_one(&self) -> bool {
        matches!(self.to, Names::One(_))
    }
}

impl TryFrom<CreateChallenge> for NewChallenge {
    type Error = Problem;

    fn try_from(body: CreateChallenge) -> Result<Self, Problem> {
        let terms = body.terms(body.visibility, body.seating)?;
        if body.to.as_ref().len() + 1 != terms.seats.get() {
            let detail = "must name one player for each seat but the caller's";
            return Err(Problem::validation(vec![Fault::at("/to", detail)]));
        }
        let fault = |pointer, detail| Err(Problem::validation(vec![Fault::at(pointer, detail)]));
        if body.ladder.is_some() && terms.clock == Clock::None {
            return fault("/clock", "must be `live` or `correspondence`, because a rated game needs a clock");
        }
        if body.ladder.is_some() && terms.visibility != Visibility::Public {
            return fault("/visibility", "must be `public` with `ladder`: everybody can check rated games");
        }
        let ladder = body.ladder.map(LadderId);
        Ok(NewChallenge { terms, ladder, entropy: body.entropy()?, to: body.to.as_ref().to_vec() })
    }
}

/// A refusal to play.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"reason": "later"}))]
pub struct DeclineChallenge {
    /// Why the caller declines.
    #[serde(default)]
    reason: DeclineReason,
}

impl DeclineChallenge {
    /// Returns the reason.
    pub fn reason(&self) -> DeclineReason {
        self.reason
    }
}

/// A challenge.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Challenge)]
pub struct ChallengeBody {
    /// The id, which is the id of its game.
    id: Uuid,
    challenger: Occupant,
    /// The challenged players.
    to: Vec<Challenged>,
    #[serde(flatten)]
    played: PlayedBody,
    /// The number of seats.
    seat_count: u8,
    /// Who may find and see the game once it has started. Until then only the players see it.
    visibility: Visibility,
    /// How the seats are assigned: `random`, or in the order of joining; values may be added.
    #[schema(example = "random")]
    seating: &'static str,
    clock: ClockBody,
    /// Whether the game changes ratings.
    rated: bool,
    /// The pool in which it changes ratings: a season of a ladder of a club; null if it is unrated.
    pool: Option<String>,
    /// What has become of it; values may be added.
    status: ChallengeStatus,
    /// Who declined it, and why; null unless it was declined.
    declined: Option<Declined>,
    /// The game whose players play again; null if it is no rematch.
    rematch_of: Option<Uuid>,
    /// The commitment to the server's secret of the deal: SHA-256 in hexadecimal.
    commitment: String,
    #[serde(serialize_with = "instant::serialize")]
    created_at: DateTime<Utc>,
    /// When it ends if not every challenged player has accepted.
    #[serde(serialize_with = "instant::serialize")]
    expires_at: DateTime<Utc>,
}

impl From<&Challenge> for ChallengeBody {
    fn from(challenge: &Challenge) -> Self {
        let players: Vec<Occupant> = [&challenge.challenger]
            .into_iter()
            .chain(challenge.to.iter().map(|challenged| &challenged.player))
            .cloned()
            .collect();
        ChallengeBody {
            id: challenge.id.0,
            challenger: challenge.challenger.clone(),
            to: challenge.to.clone(),
            played: challenge.terms.ruleset.into(),
            seat_count: challenge.terms.seats.get() as u8,
            visibility: challenge.terms.visibility,
            seating: match challenge.terms.seating {
                Seating::Random => "random",
                Seating::JoinOrder => "join_order",
            },
            clock: challenge.terms.clock.into(),
            rated: challenge.terms.rated,
            pool: pool_of(&challenge.terms, &players).map(|pool| pool.to_string()),
            status: challenge.status,
            declined: challenge.declined,
            rematch_of: challenge.rematch_of.map(|game| game.0),
            commitment: hex::encode(challenge.commitment),
            created_at: challenge.created_at,
            expires_at: challenge.expires_at,
        }
    }
}

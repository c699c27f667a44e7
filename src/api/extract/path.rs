//! Values in paths, with their names and descriptions in the contract, and the refusals of invalid paths.

use std::future::{Ready, ready};
use std::ops::Deref;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use futures_util::FutureExt;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Required, Schema};
use utoipa::{IntoParams, PartialSchema};
use uuid::Uuid;

use crate::contract::describe::{Argument, Description};
use crate::{Code, Problem};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::team::TeamId;
use lapidary_model::auth::SessionId;
use lapidary_model::bot_match::BotMatchId;
use lapidary_model::club::ClubId;
use lapidary_model::game::GameId;
use lapidary_model::push::SubscriptionId;
use lapidary_model::puzzle::PuzzleId;
use lapidary_model::report::ReportId;
use lapidary_model::season::{LadderId, SeasonId};
use lapidary_model::seek::SeekId;
use lapidary_model::series::SeriesId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::webhook::{MessageId, WebhookId};

/// The length of a hyphenated UUID.
const UUID_LENGTH: usize = 36;
/// The maximum number of characters of a wrong id in a message.
const ID_SHOWN_MAX: usize = 64;

/// A value in a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Path<T>(pub T);

/// What can be in a path.
pub trait InPath: Sized {
    /// The type with its schema.
    type Schema: PartialSchema;
    /// The name of the parameter.
    const NAME: &'static str;
    /// Its description, unless an operation has another.
    const DESCRIPTION: &'static str;
    /// An example of a name.
    const EXAMPLE: Option<&'static str> = None;

    /// Reads the value.
    fn read(request: &HttpRequest) -> Result<Self, Problem>;
}

impl<T: InPath> FromRequest for Path<T> {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(T::read(request).map(Path))
    }
}

impl<T: InPath> IntoParams for Path<T> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let parameter = ParameterBuilder::new()
            .name(T::NAME)
            .parameter_in(ParameterIn::Path)
            .required(Required::True)
            .description(Some(T::DESCRIPTION))
            .schema(Some(T::Schema::schema()))
            .example(T::EXAMPLE.map(Into::into));
        vec![parameter.build()]
    }
}

impl<T: InPath> Argument for Path<T> {
    fn describe(description: &mut Description) {
        let parameters = <Self as IntoParams>::into_params(|| None);
        parameters.into_iter().for_each(|parameter| description.parameter(parameter));
    }
}

/// The schema of an id.
pub struct IdSchema;

impl PartialSchema for IdSchema {
    fn schema() -> RefOr<Schema> {
        let id = ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid)));
        id.into()
    }
}

/// Defines the ids in paths: the type, its conversion from a UUID, the name of the parameter, its
/// description, and the word of a refusal. Only the usual form of an id is accepted.
macro_rules! ids_in_paths {
    ($($id:ty, $new:expr, $name:literal, $description:literal, $what:literal;)+) => {$(
        impl InPath for $id {
            type Schema = IdSchema;
            const NAME: &'static str = $name;
            const DESCRIPTION: &'static str = $description;

            fn read(request: &HttpRequest) -> Result<Self, Problem> {
                let text = request.match_info().get($name).unwrap_or_default();
                hyphenated(text).map($new).ok_or_else(|| not_an_id($what, text))
            }
        }
    )+};
}

ids_in_paths! {
    GameId, GameId, "id", "The game", "game";
    SessionId, SessionId, "id", "The id of the token", "token";
    ChallengeId, |id| ChallengeId(GameId(id)), "id", "The challenge", "challenge";
    SeekId, SeekId, "id", "The seek", "seek";
    BotMatchId, BotMatchId, "id", "The bot match", "bot match";
    TournamentId, TournamentId, "id", "The tournament", "tournament";
    ClubId, ClubId, "id", "The club", "club";
    LadderId, LadderId, "ladder_id", "The ladder", "ladder";
    SeasonId, SeasonId, "season_id", "The season", "season";
    SeriesId, SeriesId, "id", "The series", "series";
    EventOfSeries, |id| EventOfSeries(TournamentId(id)), "tournament_id", "The tournament", "tournament";
    GameOfClub, |id| GameOfClub(GameId(id)), "game_id", "The game", "game";
    ReportId, ReportId, "id", "The report", "report";
    PuzzleId, PuzzleId, "id", "The puzzle", "puzzle";
    WebhookId, WebhookId, "id", "The webhook", "webhook";
    SubscriptionId, SubscriptionId, "id", "The subscription", "push subscription";
    MessageId, MessageId, "delivery_id", "The message", "message";
}

/// The game that a challenge becomes, which has its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChallengeId(pub GameId);

/// A tournament of a series whose id is in the path too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventOfSeries(pub TournamentId);

/// A game in a season of a club whose id is in the path too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameOfClub(pub GameId);

/// Defines the numbers in paths. Anything else names nothing, and is refused only after the other parts of
/// the request.
macro_rules! numbers_in_paths {
    ($($number:ident, $description:literal;)+) => {$(
        impl InPath for $number {
            type Schema = u32;
            const NAME: &'static str = "n";
            const DESCRIPTION: &'static str = $description;

            fn read(request: &HttpRequest) -> Result<Self, Problem> {
                let text = request.match_info().get("n").unwrap_or_default();
                let number = text.parse().ok().filter(|number: &u32| number.to_string() == text);
                Ok($number(number.filter(|&number| number <= i32::MAX as u32).unwrap_or(u32::MAX)))
            }
        }
    )+};
}

numbers_in_paths! {
    EntryId, "The number of the entry";
    TeamId, "The number of the team";
    TableNumber, "The number of the table";
    RoundNumber, "The number of the round, from 1";
}

/// The number of a table of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableNumber(pub u32);

/// The number of a round of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundNumber(pub u32);

/// Defines the names in paths: the type, the name of the parameter, its description, and an example.
macro_rules! names_in_paths {
    ($($(#[$docs:meta])+ $name:ident, $parameter:ident, $description:literal, $example:literal;)+) => {$(
        $(#[$docs])+
        /// It is read after percent-decoding.
        #[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
        pub struct $name {
            $parameter: String,
        }

        impl Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                &self.$parameter
            }
        }

        impl InPath for $name {
            type Schema = String;
            const NAME: &'static str = stringify!($parameter);
            const DESCRIPTION: &'static str = $description;
            const EXAMPLE: Option<&'static str> = Some($example);

            fn read(request: &HttpRequest) -> Result<Self, Problem> {
                named(request)
            }
        }
    )+};
}

names_in_paths! {
    /// The name of a player.
    Username, username, "The name of the player", "ada";
    /// The name of a bot.
    BotName, username, "The bot's name", "ada-bot";
    /// The name of a pool of ratings.
    PoolName, pool, "The pool", "splendor.duel.live.human";
    /// The id of a ruleset.
    RulesetId, id, "The id", "splendor";
    /// The id of a ruleset whose games are counted.
    CountedRuleset, ruleset, "The id of the ruleset", "splendor";
    /// The code of a problem.
    ProblemCode, code, "The `code` of the problem", "not_found";
}

/// Reads a name after percent-decoding.
fn named<T: DeserializeOwned>(request: &HttpRequest) -> Result<T, Problem> {
    let read = web::Path::<T>::extract(request).now_or_never().and_then(Result::ok);
    read.map(web::Path::into_inner).ok_or_else(undecodable)
}

/// Reads a UUID in its usual form of 36 characters. Refuses braces, `urn:uuid:` and forms without hyphens.
pub fn hyphenated(text: &str) -> Option<Uuid> {
    if text.len() == UUID_LENGTH { Uuid::try_parse(text).ok() } else { None }
}

fn not_an_id(what: &str, text: &str) -> Problem {
    let shown: String = text.chars().take(ID_SHOWN_MAX).collect();
    let detail =
        format!("The {what} id `{shown}` is not a UUID of the form 0190a000-0000-7000-8000-000000000000.");
    Problem::new(Code::Malformed, detail)
}

fn undecodable() -> Problem {
    Problem::new(Code::Malformed, "The path is not valid UTF-8 after percent-decoding.")
}

/// Returns a configuration that turns invalid paths into problems.
pub fn path_config() -> web::PathConfig {
    web::PathConfig::default().error_handler(|_, _| undecodable().into())
}

//! Ids in paths, and the refusals of invalid paths.

use std::future::{Ready, ready};
use std::ops::Deref;

use actix_web::dev::Payload;
use actix_web::web::PathConfig;
use actix_web::{FromRequest, HttpRequest};
use uuid::Uuid;

use crate::{Code, Problem};

/// The length of a hyphenated UUID.
const UUID_LENGTH: usize = 36;
/// The maximum number of characters of a wrong id that a message repeats.
const ID_SHOWN_MAX: usize = 64;

/// Defines the id of something in a path: `{id}`, or a parameter with another name.
macro_rules! id_in_path {
    ($name:ident, $what:literal) => {
        id_in_path!($name, $what, "id");
    };
    ($name:ident, $what:literal, $parameter:literal) => {
        #[doc = concat!("The id of a ", $what, " in a path.")]
        /// Other forms of the id than the usual one are refused.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name(Uuid);

        impl Deref for $name {
            type Target = Uuid;

            fn deref(&self) -> &Uuid {
                &self.0
            }
        }

        impl FromRequest for $name {
            type Error = Problem;
            type Future = Ready<Result<Self, Problem>>;

            fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
                let text = request.match_info().get($parameter).unwrap_or_default();
                ready(hyphenated(text).map($name).ok_or_else(|| not_an_id($what, text)))
            }
        }
    };
}

id_in_path!(GamePath, "game");
id_in_path!(TokenPath, "token");
id_in_path!(ChallengePath, "challenge");
id_in_path!(SeekPath, "seek");
id_in_path!(BotMatchPath, "bot match");
id_in_path!(TournamentPath, "tournament");
id_in_path!(ClubPath, "club");
id_in_path!(LadderPath, "ladder", "ladder_id");
id_in_path!(SeasonPath, "season", "season_id");
id_in_path!(SeriesPath, "series");
id_in_path!(SeriesEventPath, "tournament", "tournament_id");
id_in_path!(PuzzlePath, "puzzle");
id_in_path!(WebhookPath, "webhook");
id_in_path!(SubscriptionPath, "push subscription");
id_in_path!(DeliveryPath, "message", "delivery_id");

/// Reads a UUID in its usual form of 36 characters; braces, `urn:uuid:` and forms without hyphens are
/// refused.
pub fn hyphenated(text: &str) -> Option<Uuid> {
    if text.len() == UUID_LENGTH { Uuid::try_parse(text).ok() } else { None }
}

fn not_an_id(what: &str, text: &str) -> Problem {
    let shown: String = text.chars().take(ID_SHOWN_MAX).collect();
    let detail =
        format!("The {what} id `{shown}` is not a UUID of the form 0190a000-0000-7000-8000-000000000000.");
    Problem::new(Code::Malformed, detail)
}

/// Returns a configuration that turns the error of an invalid path into a problem.
pub fn path_config() -> PathConfig {
    PathConfig::default().error_handler(|_, _| {
        Problem::new(Code::Malformed, "The path is not valid UTF-8 after percent-decoding.").into()
    })
}

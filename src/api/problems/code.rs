//! The HTTP properties of refusal codes.
//!
//! `docs/problems.md` has the texts for people, under the name of each code.

use std::borrow::Cow;
use std::sync::LazyLock;

use actix_web::http::StatusCode;
use utoipa::openapi::schema::{Schema, Type};
use utoipa::openapi::{ObjectBuilder, RefOr};
use utoipa::{PartialSchema, ToSchema};

use lapidary_service::refusal::Code;

/// The texts of all codes.
const TEXTS: &str = include_str!("../../../docs/problems.md");

/// One row of the table.
#[derive(Debug, Clone, Copy)]
pub struct CodeRow {
    /// The code in responses.
    pub name: &'static str,
    /// The status of every response with this code.
    pub status: StatusCode,
    /// The title, which is the same for every occurrence.
    pub title: &'static str,
    /// What happened and what a client can do, in Markdown, for the page of the code.
    pub explanation: &'static str,
}

/// The codes in the contract.
pub struct Codes;

impl PartialSchema for Codes {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some(
                "The code of a problem. A code never changes its meaning; new ones may be added.",
            ))
            .enum_values(Some(Code::ALL.map(Code::name)))
            .into()
    }
}

impl ToSchema for Codes {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Code")
    }
}

/// Returns the status of every response with this code.
pub const fn status(code: Code) -> StatusCode {
    use Code as C;
    match code {
        C::Malformed => StatusCode::BAD_REQUEST,
        C::ValidationFailed
        | C::NotPairable
        | C::IllegalAction
        | C::AfterReveal
        | C::NotAvailable
        | C::IdempotencyKeyReused => StatusCode::UNPROCESSABLE_ENTITY,
        C::Unauthenticated
        | C::InvalidCredentials
        | C::InvalidRefreshToken
        | C::InvalidResetToken
        | C::InvalidTicket => StatusCode::UNAUTHORIZED,
        C::Forbidden
        | C::WrongPassword
        | C::FreshLoginNeeded
        | C::AccountLocked
        | C::NotSeated
        | C::NotOrganizer
        | C::RatingRequired
        | C::PlayerKind
        | C::EntryLocked
        | C::ConditionUnmet
        | C::NotCaptain
        | C::OrganizerSeated
        | C::ClubRole
        | C::InvitationRequired
        | C::ClubBanned => StatusCode::FORBIDDEN,
        C::NotFound => StatusCode::NOT_FOUND,
        C::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        C::NotAcceptable => StatusCode::NOT_ACCEPTABLE,
        C::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
        C::PayloadTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        C::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        C::HeadTooLarge => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
        C::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
        C::InternalError => StatusCode::INTERNAL_SERVER_ERROR,
        C::Unavailable | C::NotReady => StatusCode::SERVICE_UNAVAILABLE,
        C::UsernameTaken
        | C::NotYourTurn
        | C::VersionConflict
        | C::GameNotStarted
        | C::GameFinished
        | C::GameNotFinished
        | C::GameFrozen
        | C::GameFull
        | C::GameStarted
        | C::GameRated
        | C::GameUnrated
        | C::GameNotStalled
        | C::ChallengeEnded
        | C::BotMatchEnded
        | C::SeekPaired
        | C::TooManyGames
        | C::TooManySeeks
        | C::TooManyAnalyses
        | C::TooManyBlocks
        | C::TooManyReports
        | C::TooManyTokens
        | C::TooManyBots
        | C::SameOwner
        | C::OrganizerNeeded
        | C::OwnerNeeded
        | C::ClubFull
        | C::TooManyClubs
        | C::ClubPrivate
        | C::TooManyLadders
        | C::LadderClosed
        | C::SeasonRunning
        | C::NoSeason
        | C::SeasonOver
        | C::TooManySeries
        | C::SeriesFull
        | C::SeriesState
        | C::TournamentState
        | C::RegistrationClosed
        | C::AlreadyEntered
        | C::NotEntered
        | C::TournamentFull
        | C::TooManyTournaments
        | C::TooManyAnnouncements
        | C::AlreadyInTeam
        | C::TeamFull
        | C::TeamsIncomplete
        | C::TooManyByes
        | C::RoundUnfinished
        | C::RoundClosed
        | C::NextRoundPaired
        | C::NoMoreRounds
        | C::TableState
        | C::TableChanged
        | C::SettingsChanged
        | C::TooManyWebhooks
        | C::TooManyPushSubscriptions
        | C::EmailMissing
        | C::IdempotencyInProgress => StatusCode::CONFLICT,
    }
}

impl CodeRow {
    /// Returns the row of a code.
    pub fn of(code: Code) -> CodeRow {
        static ROWS: LazyLock<[CodeRow; Code::ALL.len()]> = LazyLock::new(|| Code::ALL.map(read));
        ROWS[code as usize]
    }
}

/// Reads the texts of a code: the heading `## name: title`, and the paragraph below it.
fn read(code: Code) -> CodeRow {
    let section = sections().find_map(|section| section.strip_prefix(code.name())?.strip_prefix(": "));
    let (title, explanation) = section.and_then(|section| section.split_once('\n')).unwrap_or_default();
    CodeRow { name: code.name(), status: status(code), title, explanation: explanation.trim() }
}

fn sections() -> impl Iterator<Item = &'static str> {
    TEXTS.split("\n## ").skip(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_its_own_name() {
        for code in Code::ALL {
            assert_eq!(Code::named(code.name()), Some(code));
        }
    }

    #[test]
    fn every_code_has_its_texts_and_every_text_its_code() {
        for code in Code::ALL {
            let row = CodeRow::of(code);
            assert!(!row.title.is_empty() && row.explanation.len() > 20, "{}", row.name);
        }
        let names = sections().map(|section| section.split(':').next().unwrap_or_default());
        assert_eq!(names.collect::<Vec<_>>(), Code::ALL.map(Code::name));
    }
}

//! Mails that tell the caller of their turns.

use std::time::Duration;

use actix_web::{HttpResponse, get, put, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::{LiveCaller, Valid, session_ended};
use crate::{Code, Problem};
use lapidary_model::digest::{CONFIRMATIONS_PER_HOUR, DigestChoice};
use lapidary_service::Digests;
use lapidary_service::digests::DigestRefusal;

/// How long a player waits who has asked for too many links.
const TOO_OFTEN: Duration = Duration::from_secs(60 * 60);

/// Whether the caller gets mails about turns.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SetMailDigest {
    /// The shortest time between two mails, in hours; null for no mails.
    #[schema(minimum = 1, maximum = 168, example = 24)]
    every_hours: Option<i16>,
}

/// Whether the caller gets mails about turns.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MailDigest)]
pub struct MailDigestBody {
    /// Whether this server sends mail at all.
    available: bool,
    /// The shortest time between two mails, in hours; null for no mails.
    #[schema(minimum = 1, maximum = 168, example = 24)]
    every_hours: Option<i16>,
    /// Whether the link was opened that was mailed to the e-mail address of the account. Without that, no
    /// mails about turns are sent. It is false again once the account has another address.
    confirmed: bool,
}

fn body(digests: &Digests, choice: DigestChoice) -> MailDigestBody {
    MailDigestBody {
        available: digests.is_available(),
        every_hours: choice.every_hours,
        confirmed: choice.is_confirmed,
    }
}

impl From<DigestRefusal> for Problem {
    fn from(refusal: DigestRefusal) -> Self {
        match refusal {
            DigestRefusal::NoMail => Problem::new(Code::NotAvailable, "This server sends no mail."),
            DigestRefusal::NoAddress => {
                let detail = "Your account has no e-mail address. Set one with PATCH /v1/me.";
                Problem::new(Code::EmailMissing, detail)
            }
            DigestRefusal::TooOften => {
                let detail = format!("An account gets {CONFIRMATIONS_PER_HOUR} links to agree in an hour.");
                Problem::new(Code::TooManyRequests, detail).retry_after(TOO_OFTEN)
            }
            DigestRefusal::BadToken => {
                Problem::new(Code::NotFound, "The token of the link is not known any more.")
            }
            DigestRefusal::SessionEnded => session_ended(),
            DigestRefusal::Randomness(error) => Problem::internal(error),
            DigestRefusal::Storage(failure) => failure.into(),
        }
    }
}

/// Get my mails about turns
///
/// Returns whether the caller gets mails that tell them of turns in games without a clock or with a time for
/// each turn.
#[utoipa::path(tag = "alerts", responses(
    (status = 200, description = "What the caller has chosen", body = MailDigestBody)
))]
#[get("/v1/me/mail-digest")]
pub async fn get_mail_digest(
    digests: web::Data<Digests>,
    caller: LiveCaller,
) -> Result<HttpResponse, Problem> {
    let choice = digests.choice(&caller).await?;
    Ok(HttpResponse::Ok().json(body(&digests, choice)))
}

/// Choose mails about turns
///
/// The caller is told by mail which games without a clock, or with a time for each turn, have waited for them
/// for half an hour: one mail for all, none while a stream of the caller is open, none in their quiet hours,
/// at most one in `every_hours`, and each turn once. First, the e-mail address of the account gets a mail
/// with a link; `confirmed` is true once it was opened. Repeating the request sends another link, at most
/// three in an hour. Every mail has a link that ends them.
#[utoipa::path(tag = "alerts", request_body = SetMailDigest, responses(
    (status = 200, description = "What the caller has chosen", body = MailDigestBody)
))]
#[put("/v1/me/mail-digest")]
pub async fn set_mail_digest(
    digests: web::Data<Digests>,
    caller: LiveCaller,
    Valid(chosen): Valid<SetMailDigest>,
) -> Result<HttpResponse, Problem> {
    let choice = digests.choose(&caller, chosen.every_hours).await?;
    Ok(HttpResponse::Ok().json(body(&digests, choice)))
}

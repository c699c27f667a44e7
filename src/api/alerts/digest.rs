//! Mails that inform the caller of their turns.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Problem;
use crate::extract::{LiveCaller, Valid};
use lapidary_model::digest::DigestChoice;
use lapidary_operation::{body, operation};
use lapidary_service::Digests;

/// Whether the caller gets mails about turns.
#[body]
pub struct SetMailDigest {
    /// The shortest time between two mails, in hours; null for no mails.
    #[schema(minimum = 1, maximum = 168, example = 24)]
    every_hours: Option<i16>,
}

/// Whether the caller gets mails about turns.
#[derive(Debug, Serialize, ToSchema)]
pub struct MailDigest {
    /// Whether this server sends mail at all.
    available: bool,
    #[serde(flatten)]
    choice: DigestChoice,
}

/// Get my mails about turns
///
/// Returns whether the caller gets mails that tell them of turns in games without a clock or with a time for
/// each turn.
#[operation(get "/v1/me/mail-digest", tag = "alerts", returns = "What the caller has chosen")]
pub async fn get_mail_digest(
    digests: web::Data<Digests>,
    caller: LiveCaller,
) -> Result<web::Json<MailDigest>, Problem> {
    let choice = digests.choice(&caller).await?;
    Ok(web::Json(MailDigest { available: digests.is_available(), choice }))
}

/// Choose mails about turns
///
/// The caller is told by mail which games without a clock, or with a time for each turn, have waited for them
/// for half an hour: one mail for all, none while a stream of the caller is open, none in their quiet hours,
/// at most one in `every_hours`, and each turn once. First, the e-mail address of the account gets a mail
/// with a link; `confirmed` is true once it was opened. Repeating the request sends another link, at most
/// three in an hour. Every mail has a link that ends them.
#[operation(put "/v1/me/mail-digest", tag = "alerts", returns = "What the caller has chosen")]
pub async fn set_mail_digest(
    digests: web::Data<Digests>,
    caller: LiveCaller,
    Valid(chosen): Valid<SetMailDigest>,
) -> Result<web::Json<MailDigest>, Problem> {
    let choice = digests.choose(&caller, chosen.every_hours).await?;
    Ok(web::Json(MailDigest { available: digests.is_available(), choice }))
}

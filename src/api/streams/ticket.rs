//! Tickets for event streams.

use actix_web::http::Method;
use actix_web::web;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Problem;
use crate::contract::openapi::Contract;
use crate::extract::{LiveCaller, Valid, hyphenated};
use crate::http::authenticate::TICKET;
use crate::http::outcome::{Created, NoStore};
use crate::instant;
use crate::operation::RequestTarget;
use crate::problems::problem::Fault;
use lapidary_operation::{body, operation};
use lapidary_service::Sessions;
use lapidary_service::tickets::IssuedTicket;

/// The stream that a ticket is for.
#[body]
pub struct CreateStreamTicket {
    /// The path of a stream, without a query.
    #[schema(
        max_length = 256,
        pattern = "^/v1/((me|lobby|(games|tournaments)/[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})/)?events$",
        example = "/v1/me/events"
    )]
    path: String,
}

/// A ticket that was just issued. Only this response contains it.
#[derive(Serialize, ToSchema)]
pub struct StreamTicket {
    /// The ticket, for `?ticket=…`. The server does not store it.
    #[schema(pattern = "^[0-9A-Za-z_-]{43}$", example = "bGFwaWRhcnkgZXhhbXBsZSBzdHJlYW0gdGlja2V0Li4")]
    ticket: String,
    /// Until when the ticket must be used for the first time, 60 seconds from now.
    #[serde(serialize_with = "instant::serialize")]
    open_before: DateTime<Utc>,
    /// When the ticket expires, even if it was used in time: after 24 hours, or with an API token that
    /// expires before.
    #[serde(serialize_with = "instant::serialize")]
    expires_at: DateTime<Utc>,
}

impl CreateStreamTicket {
    fn checked(self) -> Result<String, Problem> {
        let wanted = Contract::shared().operations().wanted(&Method::GET, &self.path);
        let is_stream = match wanted {
            RequestTarget::Operation(operation) => operation.query().iter().any(|name| name == TICKET),
            RequestTarget::Page | RequestTarget::OtherMethod(_) | RequestTarget::Nothing => false,
        };
        // Such paths have only one parameter: the id of a game or a tournament.
        let names_one = match self.path.split('/').collect::<Vec<_>>()[..] {
            [_, _, _, id, _] => hyphenated(id).is_some(),
            _ => true,
        };
        match is_stream && names_one && self.path.bytes().all(|byte| byte.is_ascii_graphic()) {
            true => Ok(self.path),
            false => {
                let detail = "must be the path of a stream, such as `/v1/me/events`, without a query";
                Err(Problem::validation(vec![Fault::at("/path", detail)]))
            }
        }
    }
}

/// Create a stream ticket
///
/// Opens one stream for the caller without a header, for `EventSource` of browsers: `GET <path>?ticket=…`.
/// The ticket must be used within 60 seconds. From then on it can be used again to reconnect, for at most 24
/// hours and as long as the session lives: it ends with a logout or with the API token. It allows only
/// reading this path; other parameters of the path, such as `since`, may change. A session has at most 256
/// tickets: a further one replaces the oldest.
#[operation(post "/v1/stream-tickets", tag = "streams", returns = "The ticket")]
pub async fn create_stream_ticket(
    sessions: web::Data<Sessions>,
    caller: LiveCaller,
    Valid(body): Valid<CreateStreamTicket>,
) -> Result<NoStore<Created<StreamTicket>>, Problem> {
    let IssuedTicket { ticket, times } = sessions.issue_ticket(&caller, &body.checked()?).await?;
    Ok(NoStore(Created(StreamTicket {
        ticket: ticket.to_text(),
        open_before: times.open_before,
        expires_at: times.expires_at,
    })))
}

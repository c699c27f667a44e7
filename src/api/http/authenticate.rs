//! Authentication by a request's bearer token, or by the ticket of a request for a stream.
//!
//! Every operation of the API refuses bad tokens, even operations without a token, so that the client
//! notices.

use actix_web::dev::ServiceRequest;
use actix_web::http::header;
use actix_web::web::{self, Query};

use crate::operation::Operation;
use crate::operation::{PARAMETERS_MAX, parameters_in};
use crate::{Code, Problem};
use lapidary_model::auth::Identity;
use lapidary_model::auth::secret_token::{SecretToken, TokenDigest};
use lapidary_service::Access;
use lapidary_service::access::Presented;

/// The query parameter with which a ticket is sent.
pub const TICKET: &str = "ticket";

/// Returns the holder of a request's token or ticket, if it has one.
pub fn identify(
    request: &ServiceRequest,
    operation: Option<&Operation>,
) -> Result<Option<Presented>, Problem> {
    let with_ticket = operation.filter(|operation| operation.query().iter().any(|name| name == TICKET));
    let ticket = with_ticket.and_then(|_| only_ticket(request.query_string()));
    let mut values = request.headers().get_all(header::AUTHORIZATION);
    let Some(value) = values.next() else {
        let presented =
            |ticket: String| SecretToken::parse(&ticket).map(|ticket| Presented::Ticket(ticket.digest()));
        return ticket.map(|ticket| presented(ticket).ok_or_else(wrong_ticket)).transpose();
    };
    if ticket.is_some() {
        return Err(Problem::new(
            Code::Malformed,
            "Send either a token in `Authorization` or a ticket, not both.",
        ));
    }
    if values.next().is_some() {
        return Err(Problem::new(Code::Unauthenticated, "Send one `Authorization` header."));
    }
    let token = value.to_str().ok().and_then(bearer).ok_or_else(no_bearer)?;
    access(request)?.identify(token).map(Some).map_err(|_| refusal())
}

/// Returns the holder of an API token that this server does not know yet.
pub async fn look_up(request: &ServiceRequest, token: &TokenDigest) -> Result<Identity, Problem> {
    let access = access(request)?.clone();
    access.look_up(token).await?.ok_or_else(refusal)
}

/// Returns the holder of a ticket for the path of this request.
pub async fn open(request: &ServiceRequest, ticket: &TokenDigest) -> Result<Identity, Problem> {
    let access = access(request)?.clone();
    access.open_ticket(ticket, request.match_info().as_str()).await?.ok_or_else(wrong_ticket)
}

/// Returns the ticket of a query. A query with two tickets or too many parameters has none, and is refused
/// later.
fn only_ticket(query: &str) -> Option<String> {
    if parameters_in(query.as_bytes()) > PARAMETERS_MAX {
        return None;
    }
    let pairs = Query::<Vec<(String, String)>>::from_query(query).ok()?;
    let mut tickets = pairs.into_inner().into_iter().filter(|(name, _)| name == TICKET);
    tickets.next().filter(|_| tickets.next().is_none()).map(|(_, ticket)| ticket)
}

fn wrong_ticket() -> Problem {
    Problem::new(Code::InvalidTicket, "The ticket is unknown, expired, revoked or for another path.")
}

fn access(request: &ServiceRequest) -> Result<&web::Data<Access>, Problem> {
    request.app_data().ok_or_else(|| Problem::internal("`Access` is not registered"))
}

/// Returns the token of `Bearer …`; the scheme is case-insensitive.
fn bearer(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

fn no_bearer() -> Problem {
    Problem::new(Code::Unauthenticated, "Send an access token as `Authorization: Bearer …`.")
}

fn refusal() -> Problem {
    Problem::invalid_token("The token is malformed, expired, revoked or not issued by this server.")
}

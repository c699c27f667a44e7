//! Announcements of organizers.

use actix_web::{HttpResponse, post};

use crate::Problem;
use crate::audit::EventBody;
use crate::extract::{Act, Path, Valid};
use crate::http::idempotency::{Idempotency, answered, created};
use lapidary_model::audit::StoredAuditEntry;
use lapidary_model::tournament::TournamentId;
use lapidary_operation::body;
use lapidary_service::Tournaments;

/// An announcement.
#[body]
#[schema(example = json!({"text": "We start ten minutes late."}))]
pub struct Announce {
    /// The text, for everybody who sees the tournament.
    #[schema(format = "text", min_length = 1, max_length = 400, example = "We start ten minutes late.")]
    text: String,
}

/// Announce something
///
/// For organizers: the text goes to everybody who has entered, in the list `announcements` of
/// `GET /v1/me/events` and as `tournament.announced` to their webhooks, and stays in the audit. At most ten
/// in 24 hours; a draft and a tournament that is over have none.
#[utoipa::path(tag = "tournaments", request_body = Announce,
    params(Path<TournamentId>, ("Idempotency-Key" = Option<String>, Header, description = "Makes the request safe to repeat: the announcement is made only once", max_length = 128, pattern = "^[!-~]([ -~]*[!-~])?$")), responses(
    (status = 201, description = "The announcement, as the audit has it", body = EventBody, headers(("Idempotency-Replayed" = String, description = "`true` if this is the stored response of an earlier request with this key")))
))]
#[post("/v1/tournaments/{id}/announcements")]
pub async fn announce(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    idempotency: Idempotency,
    Valid(body): Valid<Announce>,
) -> Result<HttpResponse, Problem> {
    let answer = |news: &StoredAuditEntry| created(None, &EventBody::from(news));
    let claim = idempotency.claim()?;
    let done = tournaments.announce(id, &caller, &body.text, claim.as_ref(), answer).await;
    done.map(answered)
}

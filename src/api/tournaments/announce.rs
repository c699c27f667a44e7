//! Announcements of organizers.

use crate::Problem;
use crate::audit::EventBody;
use crate::extract::{Act, Valid};
use crate::http::idempotency::{Idempotency, created};
use crate::http::outcome::CreatedOnce;
use lapidary_model::audit::StoredAuditEntry;
use lapidary_model::tournament::TournamentId;
use lapidary_operation::{body, operation};
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
#[operation(post "/v1/tournaments/{id}/announcements", tag = "tournaments",
    returns = "The announcement, as the audit has it", location = "",
    once = "the announcement is made only once")]
pub async fn announce(
    Act(tournaments, caller, id): Act<Tournaments, TournamentId>,
    idempotency: Idempotency,
    Valid(body): Valid<Announce>,
) -> Result<CreatedOnce<EventBody>, Problem> {
    let answer = |news: &StoredAuditEntry| created(None, &EventBody::from(news));
    let claim = idempotency.claim()?;
    let done = tournaments.announce(id, &caller, &body.text, claim.as_ref(), answer).await;
    done.map(CreatedOnce::from)
}

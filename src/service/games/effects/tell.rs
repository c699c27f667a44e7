//! Telling webhooks that a game has started or ended, in the transaction in which it does.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel_async::AsyncPgConnection;

use crate::games::GameRefusal;
use crate::webhooks::enqueue;
use lapidary_model::auth::PlayerId;
use lapidary_model::delay::SpectatorDelay;
use lapidary_model::game::{GameId, Terms, Visibility};
use lapidary_model::webhook::{Subject, WebhookEvent, WebhookNews};
use lapidary_store::games::GameRecord;

/// Returns what webhooks are told of the start of a game with these players. Its start is never delayed.
/// `organizer` is who is told without a seat; none if nobody but the seats may see the game.
pub(in crate::games) fn start_of(
    game: GameId,
    terms: &Terms,
    players: Vec<PlayerId>,
    organizer: Option<PlayerId>,
    at: DateTime<Utc>,
) -> WebhookNews {
    WebhookNews {
        event: WebhookEvent::GameStarted,
        at,
        subject: subject(game, terms),
        at_once: players,
        is_public: terms.visibility != Visibility::Private && organizer.is_some(),
        later: organizer.into_iter().collect(),
        delay: Duration::ZERO,
    }
}

/// Tells of the end of a game. Those without a seat learn of it as late as they see it.
pub(in crate::games) async fn enqueue_end(
    connection: &mut AsyncPgConnection,
    record: &GameRecord,
    event: WebhookEvent,
    at: DateTime<Utc>,
    delay: Option<SpectatorDelay>,
) -> Result<(), GameRefusal> {
    let news = WebhookNews {
        event,
        at,
        subject: subject(record.id, &record.terms),
        at_once: record.occupants.iter().map(|occupant| occupant.player).collect(),
        // The creator may have no seat.
        later: (!record.sealed).then_some(record.creator).into_iter().collect(),
        is_public: record.terms.visibility != Visibility::Private && !record.sealed,
        delay: delay.map_or(Duration::ZERO, SpectatorDelay::of_the_end),
    };
    Ok(enqueue(connection, &news).await?)
}

fn subject(game: GameId, terms: &Terms) -> Subject {
    Subject { game: Some(game), tournament: terms.tournament, ..Subject::default() }
}

//! Telling webhooks that a game has started or ended, in the transaction in which it does.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel_async::AsyncPgConnection;

use crate::games::GameRefusal;
use crate::webhooks::enqueue;
use lapidary_model::auth::PlayerId;
use lapidary_model::delay::SpectatorDelay;
use lapidary_model::game::Visibility;
use lapidary_model::webhook::{Subject, WebhookEvent, WebhookNews};
use lapidary_store::games::GameRecord;

/// Tells of the start of a game with these players. Its start is never delayed. `visibility` is that of the
/// game from now on.
pub(in crate::games) async fn enqueue_start(
    connection: &mut AsyncPgConnection,
    record: &GameRecord,
    players: Vec<PlayerId>,
    visibility: Visibility,
    at: DateTime<Utc>,
) -> Result<(), GameRefusal> {
    let news = WebhookNews {
        event: WebhookEvent::GameStarted,
        at,
        subject: subject(record),
        at_once: players,
        later: strangers(record),
        is_public: visibility != Visibility::Private && !record.sealed,
        delay: Duration::ZERO,
    };
    Ok(enqueue(connection, &news).await?)
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
        subject: subject(record),
        at_once: record.occupants.iter().map(|occupant| occupant.player).collect(),
        later: strangers(record),
        is_public: record.terms.visibility != Visibility::Private && !record.sealed,
        delay: delay.map_or(Duration::ZERO, SpectatorDelay::of_the_end),
    };
    Ok(enqueue(connection, &news).await?)
}

/// Returns who is told although they may have no seat: the creator, unless nobody but the seats may see the
/// game.
fn strangers(record: &GameRecord) -> Vec<PlayerId> {
    if record.sealed { Vec::new() } else { vec![record.creator] }
}

fn subject(record: &GameRecord) -> Subject {
    Subject { game: Some(record.id), tournament: record.terms.tournament, ..Subject::default() }
}

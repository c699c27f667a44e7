//! The news for webhooks about the start and the end of a game.

use std::time::Duration;

use chrono::{DateTime, Utc};

use super::game_end::GameEnd;
use lapidary_model::auth::PlayerId;
use lapidary_model::delay::SpectatorDelay;
use lapidary_model::game::{GameId, Terms, Visibility};
use lapidary_model::webhook::{Subject, WebhookEvent, WebhookNews};

/// Returns the news for webhooks about the start of a game with these players. The start is never delayed.
/// `organizer` gets it without a seat; none if only the seats may see the game.
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

/// Returns the news for webhooks about the end of a game. Viewers without a seat get it when they may see it.
pub(super) fn end_of(end: &GameEnd<'_>) -> WebhookNews {
    let record = end.record;
    // A game that never started is visible at once to everybody who may see it.
    let delay = record.terms.delay.filter(|_| end.position.is_some());
    WebhookNews {
        event: if end.outcome.is_some() { WebhookEvent::GameFinished } else { WebhookEvent::GameAborted },
        at: end.at,
        subject: subject(record.id, &record.terms),
        at_once: record.players().collect(),
        // The creator may have no seat.
        later: (!record.sealed).then_some(record.creator).into_iter().collect(),
        is_public: record.terms.visibility != Visibility::Private && !record.sealed,
        delay: delay.map_or(Duration::ZERO, SpectatorDelay::of_the_end),
    }
}

fn subject(game: GameId, terms: &Terms) -> Subject {
    Subject { game: Some(game), tournament: terms.tournament, ..Subject::default() }
}

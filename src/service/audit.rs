//! Writes what happens in tournaments, clubs and series. Every act and every result passes through one
//! function, inside its transaction.

use std::slice;
use std::time::Duration;

use super::webhooks::enqueue_all;
use lapidary_model::audit::{AuditEntry, AuditKind, AuditSubject};
use lapidary_model::game::Visibility;
use lapidary_model::webhook::{self, Subject, WebhookEvent};
use lapidary_store::tournaments::{audit, entries, members};
use lapidary_store::{Failure, Postgres};

/// Stores what happens as part of the transaction that does it, and writes the messages to webhooks. Everyone
/// who must hear of tournaments is notified from here.
pub(super) async fn record_audit(connection: &mut Postgres, happened: &AuditEntry) -> Result<(), Failure> {
    record_all(connection, slice::from_ref(happened)).await
}

/// Does the same for several entries about one tournament, club or series.
pub(super) async fn record_all(connection: &mut Postgres, happened: &[AuditEntry]) -> Result<(), Failure> {
    let Some(first) = happened.first() else { return Ok(()) };
    let times = audit::insert(connection, happened).await?;
    let events: Vec<_> = happened
        .iter()
        .zip(times)
        .filter_map(|(happened, at)| Some((event(happened.kind)?, happened, at)))
        .collect();
    let AuditSubject::Tournament(tournament) = first.subject else { return Ok(()) };
    if events.is_empty() {
        return Ok(());
    }
    let (organizers, visibility) = members::organizers(connection, tournament).await?;
    let mut told: Vec<webhook::WebhookNews> = Vec::with_capacity(events.len());
    for (event, happened, at) in events {
        let mut at_once = organizers.clone();
        if event == WebhookEvent::Announced {
            at_once.extend(entries::players(connection, tournament).await?);
            at_once.sort_unstable();
            at_once.dedup();
        }
        told.push(webhook::WebhookNews {
            event,
            at,
            subject: Subject {
                tournament: Some(tournament),
                round: happened.round.and_then(|round| round.try_into().ok()),
                table: happened.table.and_then(|table| table.try_into().ok()),
                ..Subject::default()
            },
            at_once,
            later: Vec::new(),
            is_public: visibility != Visibility::Private,
            delay: Duration::ZERO,
        });
    }
    for same in told.chunk_by(|one, other| one.event == other.event) {
        enqueue_all(connection, same).await?;
    }
    Ok(())
}

/// Returns the webhook event of a kind of entry.
const fn event(kind: AuditKind) -> Option<WebhookEvent> {
    match kind {
        AuditKind::RoundPaired => Some(WebhookEvent::RoundPaired),
        AuditKind::TableStarted => Some(WebhookEvent::TableReady),
        AuditKind::TableFinished
        | AuditKind::ResultSet
        | AuditKind::ResultConfirmed
        | AuditKind::ResultCorrected => Some(WebhookEvent::TableFinished),
        AuditKind::ResultDisputed => Some(WebhookEvent::TableDisputed),
        AuditKind::RoundClosed => Some(WebhookEvent::RoundClosed),
        AuditKind::Announced => Some(WebhookEvent::Announced),
        _ => None,
    }
}

//! Writes what happens in tournaments: every act and every result passes through one function, inside the
//! transaction that does it.

use std::slice;
use std::time::Duration;

use diesel_async::AsyncPgConnection;

use super::webhooks::enqueue_all;
use lapidary_model::game::Visibility;
use lapidary_model::tournaments::audit::{AuditEntry, AuditKind};
use lapidary_model::webhook::{self, Subject, WebhookEvent};
use lapidary_store::Failure;
use lapidary_store::tournaments::{audit, entries, members};

/// Stores what happens, as a part of the transaction that does it, and writes the messages to webhooks.
/// Whoever must be told of tournaments is told from here.
///
/// # Errors
/// If the database fails. Then it has not happened.
pub(super) async fn record_audit(
    connection: &mut AsyncPgConnection,
    happened: &AuditEntry,
) -> Result<(), Failure> {
    record_all(connection, slice::from_ref(happened)).await
}

/// Does the same for entries of one kind about one tournament, which differ in their tables.
///
/// # Errors
/// If the database fails. Then nothing has happened.
pub(super) async fn record_all(
    connection: &mut AsyncPgConnection,
    happened: &[AuditEntry],
) -> Result<(), Failure> {
    let Some(first) = happened.first() else { return Ok(()) };
    let times = audit::insert(connection, happened).await?;
    let Some(event) = event(first.kind) else { return Ok(()) };
    let (mut at_once, visibility) = members::organizers(connection, first.tournament).await?;
    if event == WebhookEvent::Announced {
        at_once.extend(entries::players(connection, first.tournament).await?);
        at_once.sort_unstable();
        at_once.dedup();
    }
    let told: Vec<webhook::WebhookNews> = happened
        .iter()
        .zip(times)
        .map(|(happened, at)| webhook::WebhookNews {
            event,
            at,
            subject: Subject {
                tournament: Some(happened.tournament),
                round: happened.round.and_then(|round| round.try_into().ok()),
                table: happened.table.and_then(|table| table.try_into().ok()),
                ..Subject::default()
            },
            at_once: at_once.clone(),
            later: Vec::new(),
            is_public: visibility != Visibility::Private,
            delay: Duration::ZERO,
        })
        .collect();
    enqueue_all(connection, &told).await
}

/// Returns the event of which webhooks are told.
const fn event(kind: AuditKind) -> Option<WebhookEvent> {
    match kind {
        AuditKind::RoundPaired => Some(WebhookEvent::RoundPaired),
        AuditKind::TableStarted => Some(WebhookEvent::TableReady),
        AuditKind::TableFinished
        | AuditKind::ResultSet
        | AuditKind::ResultConfirmed
        | AuditKind::ResultCorrected => Some(WebhookEvent::TableFinished),
        AuditKind::RoundClosed => Some(WebhookEvent::RoundClosed),
        AuditKind::Announced => Some(WebhookEvent::Announced),
        _ => None,
    }
}

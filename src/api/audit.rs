//! The past events of tournaments, clubs and series, as their audits show them.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::accounts::player_ref::PlayerRef;
use crate::http::paging::page_of;
use crate::instant;
use lapidary_model::audit::{AuditKind, StoredAuditEntry};
use lapidary_model::field_change::FieldChange;

/// Something that has happened in a tournament, a club or a series.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TournamentEvent)]
pub struct EventBody {
    id: Uuid,
    #[serde(serialize_with = "instant::serialize")]
    at: DateTime<Utc>,
    /// What has happened; values may be added.
    kind: AuditKind,
    /// Who has done it; null for the server.
    by: Option<PlayerRef>,
    /// The round; null if it is about none.
    round: Option<u16>,
    /// The table; null if it is about none.
    table: Option<u32>,
    /// The number of the entry; null if it is about none.
    entry: Option<u32>,
    /// The member of the club or the banned player; absent if it is about none. Only those who manage the
    /// club see who is banned.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    player: Option<PlayerRef>,
    /// Details, or the reason that was given; null if there is none.
    note: Option<String>,
    /// What the act has changed of a result or of the settings; absent if nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    changes: Vec<FieldChange>,
}

impl From<&StoredAuditEntry> for EventBody {
    fn from(news: &StoredAuditEntry) -> Self {
        EventBody {
            id: news.id,
            at: news.at,
            kind: news.kind,
            by: news.by.as_ref().map(PlayerRef::from),
            round: news.round,
            table: news.table,
            entry: news.entry.map(|entry| entry.0),
            player: news.player.as_ref().map(PlayerRef::from),
            note: news.note.clone(),
            changes: news.changes.clone(),
        }
    }
}

page_of!(EventBody, "AuditPage", "A page of the audit.", "What has happened, the newest first.");

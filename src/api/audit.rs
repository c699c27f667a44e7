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
use lapidary_model::text_target::{TextKind, TextTarget};

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
    /// The text that was taken down, or what was reported; absent in the audits of tournaments, clubs and
    /// series.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    target: Option<TakenTextBody>,
}

/// A text that others see, or an account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TakenText)]
pub struct TakenTextBody {
    /// Which text it is; values may be added.
    #[serde(rename = "type")]
    kind: TextKind,
    /// The id of what has the text, or of the account.
    id: Uuid,
    /// The number of the team or of the entry; absent for all other kinds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    number: Option<u32>,
}

impl From<TextTarget> for TakenTextBody {
    fn from(TextTarget { kind, id, number }: TextTarget) -> Self {
        TakenTextBody { kind, id, number }
    }
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
            target: news.target.map(TakenTextBody::from),
        }
    }
}

page_of!(EventBody, "AuditPage", "A page of the audit.", "What has happened, the newest first.");

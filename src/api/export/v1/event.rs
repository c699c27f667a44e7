//! The log in an export, as one viewer may see it. The engine decides what that is.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::game::{ContributionBody, ResultBody, SeatedBody};
use super::table::TableBody;
use crate::kids;
use crate::play::events::{EffectBody, EntryBody, RevealBody};
use crate::play::rulesets::PlayedBody;
use lapidary_engine::game::GameEntry;
use lapidary_engine::record::{Cause, Leaving};
use lapidary_engine::viewer::Viewer;

/// An entry of the log.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = ExportEvent)]
pub struct EventBody {
    /// The version of the game after it; the first entry is 1.
    pub seq: u64,
    /// When it happened.
    pub at: DateTime<Utc>,
    #[serde(flatten)]
    pub happening: HappeningBody,
}

/// What happened; types may be added.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case")]
#[schema(as = ExportHappening)]
pub enum HappeningBody {
    /// The game started.
    Started(Box<StartedBody>),
    /// A player made a decision, or the engine made it because only one choice was legal (T2).
    Action(EntryBody),
    /// A player resigned (B19).
    Resigned(EntryBody),
    /// A player's time ran out (B19).
    TimedOut(EntryBody),
    /// The game ended. A game that an older server aborted has this event without a result.
    Finished(FinishedBody),
    /// The game was aborted.
    Aborted(AbortedBody),
}

/// How a game started.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = ExportStarted)]
pub struct StartedBody {
    #[serde(flatten)]
    pub played: PlayedBody,
    /// The seats in order of play.
    pub seats: Vec<SeatedBody>,
    /// The commitment to the server's secret, made before the first player joined: SHA-256 in hexadecimal.
    pub commitment: String,
    /// The entropy that the players contributed to the deal, in the order in which they joined.
    pub contributions: Vec<ContributionBody>,
    /// The table before the first turn.
    #[serde(flatten)]
    pub table: TableBody,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = ExportFinished)]
pub struct FinishedBody {
    /// The result; null for a game that was aborted.
    pub result: Option<ResultBody>,
    /// The secret of the deal; null while another game with the same deal runs.
    pub reveal: Option<RevealBody>,
}

/// How a game was aborted.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = ExportAborted)]
pub struct AbortedBody {
    /// The seat that aborted the game; null if no seat did.
    pub seat: Option<u8>,
    /// Who aborted it; values may be added.
    pub by: String,
    /// Why; values may be added.
    pub reason: String,
    /// The secret of the deal; null while another game with the same deal runs.
    pub reveal: Option<RevealBody>,
}

impl HappeningBody {
    /// Returns the part of an entry that this viewer may see (B18).
    pub fn of_entry(entry: &GameEntry, viewer: Viewer) -> Self {
        let mut body = EntryBody::of(entry, viewer);
        body.effects.retain(EffectBody::is_exported);
        match entry.cause {
            Cause::Decision { .. } => HappeningBody::Action(body),
            Cause::Leaving { how: Leaving::Resigned, .. } => HappeningBody::Resigned(body),
            Cause::Leaving { how: Leaving::TimedOut, .. } => HappeningBody::TimedOut(body),
        }
    }
}

impl EffectBody {
    /// Returns whether the format has the effect. Effects that were added to events later are not part of it.
    pub const fn is_exported(&self) -> bool {
        use kids::event::EffectBody::{JewelGained, TreasureGained};
        // The revealed tile already says this.
        !matches!(self, EffectBody::Kids(TreasureGained { .. } | JewelGained { .. }))
    }
}

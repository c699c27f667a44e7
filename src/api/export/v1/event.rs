//! The log in an export, as one viewer may see it. The engine decides what a viewer may see.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::game::{ContributionBody, PlayedBody, ResultBody, SeatedBody};
use super::{kids, splendor};
use crate::play::union::{any_of, collect};
use lapidary_engine::game::{Action, Effect, GameEntry, View};
use lapidary_engine::record::{By, Cause, Leaving};
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

/// The pieces on the table; the ruleset decides the fields.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = ExportTable)]
pub enum TableBody {
    /// In Splendor.
    Splendor(splendor::table::TableBody),
    /// In Kids.
    Kids(Box<kids::table::TableBody>),
}

/// Who made an entry; values may be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ExportBy)]
pub enum ByBody {
    Player,
    Engine,
    Clock,
}

/// A decision, or a seat going out, with its effects.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = ExportEntry)]
pub struct EntryBody {
    pub seat: u8,
    pub by: ByBody,
    /// The decision; null if a part of it is hidden from the viewer, or if a seat went out.
    pub action: Option<ActionBody>,
    /// The same as a line of text, with `?` for what the viewer may not see.
    #[schema(example = "take wug")]
    pub notation: String,
    /// What happened, in order.
    pub effects: Vec<EffectBody>,
}

/// An action in its canonical form.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ActionBody {
    /// Of Splendor.
    Splendor(splendor::action::ActionBody),
    /// Of Kids.
    Kids(kids::action::ActionBody),
}

/// One thing that happened; the ruleset decides which effects exist.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum EffectBody {
    /// In Splendor.
    Splendor(splendor::effect::EffectBody),
    /// In Kids.
    Kids(kids::effect::EffectBody),
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

/// The secret of a deal. With it, anybody can recompute the deal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ExportReveal)]
pub struct RevealBody {
    /// The name of the deal: 16 bytes in hexadecimal.
    pub deal_id: String,
    /// 32 bytes in hexadecimal.
    pub server_seed: String,
}

impl HappeningBody {
    /// Returns the part of an entry that this viewer may see (B18).
    pub fn of_entry(entry: &GameEntry, viewer: Viewer) -> Self {
        let body = EntryBody::of_entry(entry, viewer);
        match entry.cause {
            Cause::Decision { .. } => HappeningBody::Action(body),
            Cause::Leaving { how: Leaving::Resigned, .. } => HappeningBody::Resigned(body),
            Cause::Leaving { how: Leaving::TimedOut, .. } => HappeningBody::TimedOut(body),
        }
    }
}

impl EntryBody {
    fn of_entry(entry: &GameEntry, viewer: Viewer) -> Self {
        let effects =
            entry.effects.iter().filter_map(|effect| EffectBody::of(effect.shown_to(viewer))).collect();
        match &entry.cause {
            Cause::Decision { seat, by, action } => EntryBody {
                seat: seat.number(),
                by: match by {
                    By::Player => ByBody::Player,
                    By::Engine => ByBody::Engine,
                },
                action: action.shown_to(*seat, viewer).map(ActionBody::from),
                notation: action.notation(*seat, viewer),
                effects,
            },
            Cause::Leaving { seat, how } => EntryBody {
                seat: seat.number(),
                by: match how {
                    Leaving::Resigned => ByBody::Player,
                    Leaving::TimedOut => ByBody::Clock,
                },
                action: None,
                notation: how.notation().to_owned(),
                effects,
            },
        }
    }

    /// Returns whether the engine made the decision, because only one choice was legal (T2).
    pub fn is_by_engine(&self) -> bool {
        self.by == ByBody::Engine
    }
}

impl EffectBody {
    /// Returns the effect; none for an effect that the format does not have.
    pub fn of(effect: Effect) -> Option<Self> {
        match effect {
            Effect::Splendor(effect) => Some(EffectBody::Splendor(effect.into())),
            Effect::Kids(effect) => kids::effect::EffectBody::of(effect).map(EffectBody::Kids),
        }
    }

    /// Returns the number of the turn that began, if one did.
    pub const fn turn_began(&self) -> Option<u16> {
        match self {
            EffectBody::Splendor(splendor::effect::EffectBody::TurnBegan { number, .. }) => Some(*number),
            EffectBody::Kids(kids::effect::EffectBody::TurnBegan { number, .. }) => Some(*number),
            EffectBody::Splendor(_) | EffectBody::Kids(_) => None,
        }
    }
}

impl From<&View> for TableBody {
    fn from(view: &View) -> Self {
        match view {
            View::Splendor(view) => TableBody::Splendor(view.into()),
            View::Kids(view) => TableBody::Kids(Box::new(view.into())),
        }
    }
}

impl From<&Action> for ActionBody {
    fn from(action: &Action) -> Self {
        match action {
            Action::Splendor(action) => ActionBody::Splendor(action.into()),
            Action::Kids(action) => ActionBody::Kids(action.into()),
        }
    }
}

impl PartialSchema for ActionBody {
    fn schema() -> RefOr<Schema> {
        any_of(&["SplendorExportAction", "KidsExportAction"], "An action of the ruleset of the game.")
    }
}

impl ToSchema for ActionBody {
    fn name() -> Cow<'static, str> {
        "ExportAction".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        collect::<splendor::action::ActionBody>(splendor::action::ActionBody::schema(), schemas);
        collect::<kids::action::ActionBody>(kids::action::ActionBody::schema(), schemas);
    }
}

impl PartialSchema for EffectBody {
    fn schema() -> RefOr<Schema> {
        any_of(
            &["SplendorExportEffect", "KidsExportEffect"],
            "One thing that happened in a game of the ruleset.",
        )
    }
}

impl ToSchema for EffectBody {
    fn name() -> Cow<'static, str> {
        "ExportEffect".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        collect::<splendor::effect::EffectBody>(splendor::effect::EffectBody::schema(), schemas);
        collect::<kids::effect::EffectBody>(kids::effect::EffectBody::schema(), schemas);
    }
}

//! The log of a game in JSON, as one viewer may see it. It knows spellings and authors of entries. The engine
//! knows rules and secrets.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::action::ActionBody;
use super::rulesets::PlayedBody;
use super::union::{any_of, collect};
use super::view::{HoldingsBody, OriginBody, ResultBody, TableBody, ToActBody, TurnBody};
use crate::accounts::player_ref::PlayerRef;
use crate::instant;
use crate::{kids, splendor};
use lapidary_engine::game::{Effect, GameEntry};
use lapidary_engine::record::{By, Cause, Leaving};
use lapidary_engine::viewer::Viewer;

/// An entry of a game's log.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Event)]
pub struct EventBody {
    /// The version of the game after it; the first entry is 1.
    pub seq: u64,
    /// When it happened.
    #[serde(serialize_with = "instant::serialize")]
    pub at: DateTime<Utc>,
    #[serde(flatten)]
    pub happening: HappeningBody,
}

/// What happened; types may be added.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case")]
#[schema(as = Happening)]
pub enum HappeningBody {
    /// The game started.
    Started(Box<StartedBody>),
    /// A player made a decision, or the engine made it because only one choice was legal (T2).
    Action(EntryBody),
    /// A player resigned (B19).
    Resigned(EntryBody),
    /// A player's time ran out (B19).
    TimedOut(EntryBody),
    /// The game ended.
    Finished(FinishedBody),
    /// The game was aborted.
    Aborted(AbortedBody),
}

/// How a game started.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Started)]
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
    /// The rest of the position with which a fork begins; absent in a game that begins from the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub fork: Option<ForkedBody>,
}

/// The position with which a fork begins, beside its table, as the viewer may see it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Forked)]
pub struct ForkedBody {
    pub origin: OriginBody,
    /// What each seat owns, in order of seats.
    pub holdings: Vec<HoldingsBody>,
    /// The decision that the game waits for.
    pub to_act: Option<ToActBody>,
    /// The current turn.
    pub turn: Option<TurnBody>,
}

/// Who sits in a seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = Seated)]
pub struct SeatedBody {
    pub seat: u8,
    pub player: PlayerRef,
}

/// The entropy that a player contributed to the deal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = Contribution)]
pub struct ContributionBody {
    pub player: PlayerRef,
    /// The bytes in hexadecimal; empty if none were given.
    #[schema(example = "616c696365")]
    pub entropy: String,
    /// Whether the player could see the commitment before contributing.
    pub after_commitment: bool,
}

/// Who made an entry; values may be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = By)]
pub enum ByBody {
    Player,
    Engine,
    Clock,
}

/// A decision, or a seat going out, with its effects.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Entry)]
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

/// One thing that happened; the ruleset decides which effects exist.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum EffectBody {
    /// In Splendor.
    Splendor(splendor::event::EffectBody),
    /// In Kids.
    Kids(kids::event::EffectBody),
}

/// How a game was aborted.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Aborted)]
pub struct AbortedBody {
    /// The seat whose request aborted the game; before the start, its place in the order of joining. Null if
    /// no seat aborted it.
    pub seat: Option<u8>,
    pub by: ByBody,
    /// `requested` by one seat, `agreed` by all, `creator_left`, `expired` after waiting too long for
    /// players, `declined` by a challenged player, or by the `organizer` after nothing had happened for some
    /// time. In a tournament, `table_decided` if an organizer set the result of the table or voided it, or
    /// the time of its round was over, and
    /// `tournament_over` if the tournament was closed or cancelled. `bot_match_stopped` if the bot match was
    /// stopped. Values may be added.
    #[schema(value_type = String, example = "requested")]
    pub reason: Cow<'static, str>,
    /// The secret of the deal; null while another game with the same deal runs.
    pub reveal: Option<RevealBody>,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Finished)]
pub struct FinishedBody {
    /// The result; null in exports of games that older servers aborted.
    pub result: Option<ResultBody>,
    /// The secret of the deal; null while another game with the same deal runs.
    pub reveal: Option<RevealBody>,
}

/// The secret of a deal. With it, anybody can recompute the deal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Reveal)]
pub struct RevealBody {
    /// The name of the deal: 16 bytes in hexadecimal.
    pub deal_id: String,
    /// 32 bytes in hexadecimal.
    pub server_seed: String,
}

impl EventBody {
    /// Returns the event of an entry as this viewer may see it (B18).
    pub fn of_entry(seq: u64, at: DateTime<Utc>, entry: &GameEntry, viewer: Viewer) -> Self {
        EventBody { seq, at, happening: HappeningBody::of_entry(entry, viewer) }
    }
}

impl HappeningBody {
    /// Returns the part of an entry that this viewer may see (B18).
    pub fn of_entry(entry: &GameEntry, viewer: Viewer) -> Self {
        let body = EntryBody::of(entry, viewer);
        match entry.cause {
            Cause::Decision { .. } => HappeningBody::Action(body),
            Cause::Leaving { how: Leaving::Resigned, .. } => HappeningBody::Resigned(body),
            Cause::Leaving { how: Leaving::TimedOut, .. } => HappeningBody::TimedOut(body),
        }
    }
}

impl EntryBody {
    /// Returns the part of an entry that this viewer may see (B18).
    pub fn of(entry: &GameEntry, viewer: Viewer) -> Self {
        let (seat, by, action, notation) = match &entry.cause {
            Cause::Decision { seat, by, action } => {
                let by = match by {
                    By::Player => ByBody::Player,
                    By::Engine => ByBody::Engine,
                };
                let shown = action.shown_to(*seat, viewer).map(ActionBody::from);
                (seat, by, shown, action.notation(*seat, viewer))
            }
            Cause::Leaving { seat, how } => {
                let by = match how {
                    Leaving::Resigned => ByBody::Player,
                    Leaving::TimedOut => ByBody::Clock,
                };
                (seat, by, None, how.notation().to_owned())
            }
        };
        let effects = entry.effects.iter().map(|effect| effect.shown_to(viewer).into()).collect();
        EntryBody { seat: seat.number(), by, action, notation, effects }
    }

    /// Returns whether the engine made the decision, because only one choice was legal (T2).
    pub fn is_by_engine(&self) -> bool {
        self.by == ByBody::Engine
    }
}

impl EffectBody {
    /// Returns the number of the turn that began, if one did.
    pub const fn turn_began(&self) -> Option<u16> {
        match self {
            EffectBody::Splendor(splendor::event::EffectBody::TurnBegan { number, .. }) => Some(*number),
            EffectBody::Kids(kids::event::EffectBody::TurnBegan { number, .. }) => Some(*number),
            EffectBody::Splendor(_) | EffectBody::Kids(_) => None,
        }
    }
}

impl PartialSchema for EffectBody {
    fn schema() -> RefOr<Schema> {
        let words = "One thing that happened in a game of the ruleset; types may be added.";
        any_of(&["SplendorEffect", "KidsEffect"], words)
    }
}

impl ToSchema for EffectBody {
    fn name() -> Cow<'static, str> {
        "Effect".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        collect::<splendor::event::EffectBody>(splendor::event::EffectBody::schema(), schemas);
        collect::<kids::event::EffectBody>(kids::event::EffectBody::schema(), schemas);
    }
}

impl From<Effect> for EffectBody {
    fn from(effect: Effect) -> Self {
        match effect {
            Effect::Splendor(effect) => EffectBody::Splendor(effect.into()),
            Effect::Kids(effect) => EffectBody::Kids(effect.into()),
        }
    }
}

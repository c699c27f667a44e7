//! Clubs: groups of players with an owner, managers and members.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::audience::Audience;
use super::field_change::Fields;
use super::instant;
use super::player::Occupant;
use crate::id::id;
use lapidary_words::words;

/// The maximum number of members of a club.
pub const MEMBERS_MAX: i64 = 2_000;
/// The maximum number of open invitations, and of open applications, of a club.
pub const REQUESTS_MAX: i64 = 500;
/// The maximum number of players whom a club has banned.
pub const BANS_MAX: i64 = 1_000;
/// How long a removed or declined player can neither join nor apply, unless a manager invites them.
pub const REJOIN_AFTER: TimeDelta = TimeDelta::days(1);
/// The maximum number of clubs that a player owns.
pub const OWNED_MAX: i64 = 10;
/// The maximum number of clubs of a player, including applications.
pub const JOINED_MAX: i64 = 100;

id! {
    /// The id of a club.
    ClubId
}

words! {
    /// Who may find and see a club.
    #[derive(Default)]
    ClubVisibility:
    /// Everybody.
    #[default]
    Public = "public",
    /// Its members, and players whom it has invited.
    Private = "private",
}

impl ClubVisibility {
    /// Returns who sees what is written in the audit of the club.
    pub const fn audience(self) -> Audience {
        match self {
            ClubVisibility::Public => Audience::Everybody,
            ClubVisibility::Private => Audience::Members,
        }
    }
}

words! {
    /// How players become members of a club without an invitation.
    #[derive(Default)]
    Joining:
    /// At once.
    Open = "open",
    /// By an application, which a manager accepts.
    #[default]
    Application = "application",
    /// Not at all.
    Invitation = "invitation",
}

words! {
    /// What a member may do.
    ClubRole:
    /// Everything. A club has one owner.
    Owner = "owner",
    /// Everything except naming managers and what cannot be undone.
    Manager = "manager",
    /// Taking part.
    Member = "member",
}

impl ClubRole {
    /// Returns whether the member decides about members and settings.
    pub const fn manages(self) -> bool {
        matches!(self, ClubRole::Owner | ClubRole::Manager)
    }
}

words! {
    /// Who waits for whom.
    RequestKind:
    /// A player whom the club has invited has not answered.
    Invitation = "invitation",
    /// The club has not answered a player who has applied.
    Application = "application",
}

/// What can change in a club.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ClubSettings {
    #[schema(example = "Emerald Evenings")]
    pub name: String,
    /// What the club tells about itself, in paragraphs. Lists do not show it.
    #[serde(skip)]
    pub description: Vec<String>,
    /// Who may find and see it; values may be added.
    pub visibility: ClubVisibility,
    /// How players become members without an invitation; values may be added.
    pub joining: Joining,
}

impl Fields for ClubSettings {
    fn fields(&self) -> Vec<(&'static str, Option<String>)> {
        vec![
            ("name", Some(self.name.clone())),
            ("description", Some(self.description.join("\n"))),
            ("visibility", Some(self.visibility.name().to_owned())),
            ("joining", Some(self.joining.name().to_owned())),
        ]
    }
}

/// A club as lists show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ClubItem)]
pub struct Club {
    pub id: ClubId,
    #[serde(flatten)]
    pub settings: ClubSettings,
    pub owner: Occupant,
    /// The number of members, the owner included.
    #[schema(example = 12)]
    pub member_count: u32,
    #[serde(serialize_with = "instant::serialize")]
    pub created_at: DateTime<Utc>,
}

/// A member of a club.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ClubMember {
    pub player: Occupant,
    /// What the member may do; values may be added.
    pub role: ClubRole,
    #[serde(serialize_with = "instant::serialize")]
    pub since: DateTime<Utc>,
}

/// An invitation or an application that nobody has answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = OpenClubRequest)]
pub struct ClubRequest {
    /// The player who is invited or has applied.
    pub player: Occupant,
    #[serde(serialize_with = "instant::serialize")]
    pub asked_at: DateTime<Utc>,
}

/// A player whom a club does not admit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ClubBan {
    pub player: Occupant,
    #[serde(serialize_with = "instant::serialize")]
    pub since: DateTime<Utc>,
    /// When it ends by itself, for a player who was removed or whose application was declined; null until a
    /// manager lifts it.
    #[serde(serialize_with = "instant::serialize_option")]
    pub ends_at: Option<DateTime<Utc>>,
}

//! Clubs: groups of players with an owner, managers and members.

use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::player::Occupant;
use lapidary_words::words;

/// The maximum number of members of a club.
pub const MEMBERS_MAX: i64 = 2_000;
/// The maximum number of invitations, and of applications, of a club that nobody has answered.
pub const REQUESTS_MAX: i64 = 500;
/// The maximum number of players whom a club has banned.
pub const BANS_MAX: i64 = 1_000;
/// For how long a player who was removed or declined neither joins nor applies, unless a manager invites
/// them.
pub const REJOIN_AFTER: TimeDelta = TimeDelta::days(1);
/// The maximum number of clubs that a player owns.
pub const OWNED_MAX: i64 = 10;
/// The maximum number of clubs that a player is a member of, or has applied to.
pub const JOINED_MAX: i64 = 100;

/// The id of a club.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClubId(pub Uuid);

impl ClubId {
    /// Returns a new id, which sorts after all earlier ids.
    pub fn generate() -> Self {
        ClubId(Uuid::now_v7())
    }
}

impl fmt::Display for ClubId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
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
    /// Everything except naming managers and closing the club.
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubSettings {
    /// The name.
    pub name: String,
    /// What the club tells about itself, in paragraphs.
    pub description: Vec<String>,
    /// Who may find and see it.
    pub visibility: ClubVisibility,
    /// How players become members.
    pub joining: Joining,
}

/// A club.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Club {
    /// The id.
    pub id: ClubId,
    /// What can change.
    pub settings: ClubSettings,
    /// The owner.
    pub owner: Occupant,
    /// The number of members, the owner included.
    pub members: u32,
    /// When it was created.
    pub created_at: DateTime<Utc>,
}

/// A member of a club.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubMember {
    /// The player.
    pub player: Occupant,
    /// What they may do.
    pub role: ClubRole,
    /// Since when they are a member.
    pub since: DateTime<Utc>,
}

/// An invitation or an application that nobody has answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubRequest {
    /// The player who is invited or has applied.
    pub player: Occupant,
    /// When.
    pub asked_at: DateTime<Utc>,
}

/// A player whom a club does not admit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubBan {
    /// The player.
    pub player: Occupant,
    /// Since when.
    pub since: DateTime<Utc>,
    /// When it ends by itself, for a player who was removed or declined; none until a manager lifts it.
    pub ends_at: Option<DateTime<Utc>>,
}

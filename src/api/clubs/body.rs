//! Clubs, their members and requests in JSON, and the bodies of requests about them.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::accounts::player_ref::PlayerRef;
use crate::contract::items::Paragraph;
use crate::instant;
use lapidary_model::club::{
    Club, ClubMember, ClubRequest, ClubRole, ClubSettings, ClubVisibility, Joining, RequestKind,
};
use lapidary_service::clubs::{ClubPatch, ClubView};

/// A club to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Emerald Evenings", "joining": "application"}))]
pub struct CreateClub {
    /// The name. Several clubs can have the same.
    #[schema(
        format = "text",
        pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$",
        min_length = 1,
        max_length = 80,
        example = "Emerald Evenings"
    )]
    name: String,
    /// What the club tells about itself, in paragraphs.
    #[serde(default)]
    #[schema(value_type = Vec<Paragraph>, inline, max_items = 20, required = false)]
    description: Vec<String>,
    /// Who may find and see it; `public` if left out.
    #[schema(nullable = false)]
    visibility: Option<ClubVisibility>,
    /// How players become members without an invitation; `application` if left out.
    #[schema(nullable = false)]
    joining: Option<Joining>,
}

impl From<CreateClub> for ClubSettings {
    fn from(body: CreateClub) -> Self {
        ClubSettings {
            name: body.name,
            description: body.description,
            visibility: body.visibility.unwrap_or_default(),
            joining: body.joining.unwrap_or_default(),
        }
    }
}

/// A change of a club; a field that is left out keeps its value.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"joining": "open"}))]
pub struct UpdateClub {
    /// The name.
    #[schema(
        format = "text",
        pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$",
        min_length = 1,
        max_length = 80,
        nullable = false
    )]
    name: Option<String>,
    /// What the club tells about itself, in paragraphs.
    #[schema(value_type = Option<Vec<Paragraph>>, inline, max_items = 20, nullable = false)]
    description: Option<Vec<String>>,
    /// Who may find and see it.
    #[schema(nullable = false)]
    visibility: Option<ClubVisibility>,
    /// How players become members without an invitation.
    #[schema(nullable = false)]
    joining: Option<Joining>,
}

impl From<UpdateClub> for ClubPatch {
    fn from(body: UpdateClub) -> Self {
        ClubPatch {
            name: body.name,
            description: body.description,
            visibility: body.visibility,
            joining: body.joining,
        }
    }
}

/// Optional data for joining; the body may be left out.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinClub {
    /// The code that a manager has handed out.
    #[schema(
        pattern = "^[A-Za-z0-9_-]*$",
        min_length = 12,
        max_length = 20,
        nullable = false,
        example = "BCDF-GHJK-LMNP"
    )]
    pub(super) code: Option<String>,
}

/// A new role of a member.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"role": "manager"}))]
pub struct SetRole {
    /// What the member may do.
    pub(super) role: ClubRole,
}

/// A club as lists show it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClubItem {
    id: Uuid,
    #[schema(example = "Emerald Evenings")]
    name: String,
    /// Who may find and see it; values may be added.
    visibility: ClubVisibility,
    /// How players become members without an invitation; values may be added.
    joining: Joining,
    owner: PlayerRef,
    /// The number of members, the owner included.
    #[schema(example = 12)]
    member_count: u32,
    #[serde(serialize_with = "instant::serialize")]
    created_at: DateTime<Utc>,
}

impl From<&Club> for ClubItem {
    fn from(club: &Club) -> Self {
        ClubItem {
            id: club.id.0,
            name: club.settings.name.clone(),
            visibility: club.settings.visibility,
            joining: club.settings.joining,
            owner: (&club.owner).into(),
            member_count: club.members,
            created_at: club.created_at,
        }
    }
}

/// A club.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Club)]
pub struct ClubBody {
    #[serde(flatten)]
    item: ClubItem,
    /// What the club tells about itself, in paragraphs.
    description: Vec<String>,
    /// What the caller may do; null for everybody who is not a member. Values may be added.
    my_role: Option<ClubRole>,
    /// `invitation` if the club waits for the caller, `application` if the caller waits for the club,
    /// otherwise null. Values may be added.
    my_request: Option<RequestKind>,
}

impl From<&ClubView> for ClubBody {
    fn from(view: &ClubView) -> Self {
        ClubBody {
            item: (&view.club).into(),
            description: view.club.settings.description.clone(),
            my_role: view.role,
            my_request: view.request,
        }
    }
}

/// A member of a club.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ClubMember)]
pub struct MemberBody {
    player: PlayerRef,
    /// What the member may do; values may be added.
    role: ClubRole,
    #[serde(serialize_with = "instant::serialize")]
    since: DateTime<Utc>,
}

impl From<&ClubMember> for MemberBody {
    fn from(member: &ClubMember) -> Self {
        MemberBody { player: (&member.player).into(), role: member.role, since: member.since }
    }
}

/// An invitation or an application that nobody has answered.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ClubRequest)]
pub struct RequestBody {
    /// The player who is invited or has applied.
    player: PlayerRef,
    #[serde(serialize_with = "instant::serialize")]
    asked_at: DateTime<Utc>,
}

impl From<&ClubRequest> for RequestBody {
    fn from(request: &ClubRequest) -> Self {
        RequestBody { player: (&request.player).into(), asked_at: request.asked_at }
    }
}

/// A code with which players join a club.
#[derive(Serialize, ToSchema)]
pub struct JoinCode {
    /// The code. It is shown once. Small letters, dashes and spaces make no difference.
    #[schema(example = "BCDF-GHJK-LMNP")]
    pub(super) code: String,
}

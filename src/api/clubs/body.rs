//! The bodies of requests about clubs.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::contract::items::Paragraph;
use lapidary_model::club::{ClubRole, ClubSettings, ClubVisibility, Joining};
use lapidary_operation::body;

/// A club to create.
#[body]
#[schema(example = json!({"name": "Emerald Evenings", "joining": "application"}))]
pub struct CreateClub {
    /// The name. Several clubs can have the same.
    #[schema(format = "text", min_length = 1, max_length = 80, example = "Emerald Evenings")]
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
#[body]
#[schema(example = json!({"role": "manager"}))]
pub struct SetRole {
    /// What the member may do.
    pub(super) role: ClubRole,
}

/// A code with which players join a club.
#[derive(Serialize, ToSchema)]
pub struct JoinCode {
    /// The code. It is shown once. Small letters, dashes and spaces make no difference.
    #[schema(example = "BCDF-GHJK-LMNP")]
    pub(super) code: String,
}

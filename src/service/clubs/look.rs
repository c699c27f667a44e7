//! Reading clubs, their members, and their open requests.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::access::{load_visible, manages};
use super::{ClubRefusal, Clubs};
use lapidary_model::audit::{Audience, StoredAuditEntry};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::club::{Club, ClubId, ClubMember, ClubRequest, ClubRole, RequestKind};
use lapidary_model::field_change::Fields;
use lapidary_store::clubs::{self, members, requests};
use lapidary_store::tournaments::audit::{self, Notes};
use lapidary_store::{Failure, Postgres};

/// A club.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Club)]
pub struct ClubView {
    #[serde(flatten)]
    pub club: Club,
    /// What the club tells about itself, in paragraphs.
    pub description: Vec<String>,
    /// Another number after each change of the settings, for the next change.
    #[schema(maximum = 2147483647, example = 1720351104)]
    pub version: u32,
    /// What the caller may do; null for everybody who is not a member. Values may be added.
    pub my_role: Option<ClubRole>,
    /// `invitation` if the club waits for the caller, `application` if the caller waits for the club,
    /// otherwise null. Values may be added.
    pub my_request: Option<RequestKind>,
}

/// Returns a club as a player sees it. The caller has checked the access.
pub(super) async fn view(
    connection: &mut Postgres,
    club: Club,
    player: Option<PlayerId>,
) -> Result<ClubView, Failure> {
    let (description, version) = (club.settings.description.clone(), club.settings.version());
    let Some(player) = player else {
        return Ok(ClubView { club, description, version, my_role: None, my_request: None });
    };
    let my_role = members::role_of(connection, club.id, player).await?;
    let my_request = if my_role.is_some() {
        None
    } else if requests::is_invited(connection, club.id, player).await? {
        Some(RequestKind::Invitation)
    } else if requests::has_applied(connection, club.id, player).await? {
        Some(RequestKind::Application)
    } else {
        None
    };
    Ok(ClubView { club, description, version, my_role, my_request })
}

#[boxed]
impl Clubs {
    /// Returns a club.
    pub async fn look(&self, id: ClubId, caller: Option<&Identity>) -> Result<ClubView, ClubRefusal> {
        let mut connection = self.pool.get().await?;
        let club = load_visible(&mut connection, id, caller).await?;
        Ok(view(&mut connection, club, caller.map(|caller| caller.player)).await?)
    }

    /// Returns a page of the public clubs, the newest first. With `name`, each of its words must begin a word
    /// of the club's name.
    pub async fn list(
        &self,
        name: Option<&str>,
        before: Option<ClubId>,
        limit: u8,
    ) -> Result<Vec<Club>, Failure> {
        clubs::list_public(&mut *self.pool.get().await?, name, before, limit.into()).await
    }

    /// Returns a page of the clubs that the caller is a member of, is invited to, or has applied to, the
    /// newest first.
    pub async fn mine(
        &self,
        caller: &Identity,
        before: Option<ClubId>,
        limit: u8,
    ) -> Result<Vec<ClubView>, Failure> {
        let mut connection = self.pool.get().await?;
        let found = clubs::list_of(&mut connection, caller.player, before, limit.into()).await?;
        let mut views = Vec::with_capacity(found.len());
        for club in found {
            views.push(view(&mut connection, club, Some(caller.player)).await?);
        }
        Ok(views)
    }

    /// Returns a page of the members of a club, in the order of their ids.
    pub async fn members(
        &self,
        id: ClubId,
        caller: Option<&Identity>,
        after: Option<PlayerId>,
        limit: u8,
    ) -> Result<Vec<ClubMember>, ClubRefusal> {
        let mut connection = self.pool.get().await?;
        load_visible(&mut connection, id, caller).await?;
        Ok(members::page(&mut connection, id, after, limit.into()).await?)
    }

    /// Returns a page of the audit of a club, the newest first, for everybody who sees the club. Only members
    /// see what happened while it was private. Only managers see who was banned.
    pub async fn audit(
        &self,
        id: ClubId,
        caller: Option<&Identity>,
        after: Option<Uuid>,
        limit: u8,
    ) -> Result<Vec<StoredAuditEntry>, ClubRefusal> {
        let mut connection = self.pool.get().await?;
        let club = load_visible(&mut connection, id, caller).await?;
        let role = match caller {
            Some(caller) => members::role_of(&mut connection, id, caller.player).await?,
            None => None,
        };
        let audience = role.map_or(club.settings.visibility.audience(), |_| Audience::Members);
        let reader = (Notes::Public, audience);
        let mut found = audit::list(&mut connection, Some(id.into()), reader, after, limit.into()).await?;
        if !role.is_some_and(ClubRole::manages) {
            found.iter_mut().filter(|act| act.kind.hides_player()).for_each(|act| act.player = None);
        }
        Ok(found)
    }

    /// Returns a page of the invitations or the applications of a club, for its managers.
    pub async fn requests(
        &self,
        id: ClubId,
        caller: &Identity,
        kind: RequestKind,
        after: Option<PlayerId>,
        limit: u8,
    ) -> Result<Vec<ClubRequest>, ClubRefusal> {
        let mut connection = self.pool.get().await?;
        manages(&mut connection, id, caller).await?;
        Ok(requests::page(&mut connection, id, kind, after, limit.into()).await?)
    }
}

//! Joining a club: at once, by an invitation, with a code, or by an application.

use super::access::{admits, load_visible};
use super::look::{ClubView, view};
use super::{ClubRefusal, Clubs};
use crate::audit::record_audit;
use crate::transaction::act;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::{HandedCode, Identity, PlayerId};
use lapidary_model::club::{
    Club, ClubId, ClubRole, JOINED_MAX, Joining, MEMBERS_MAX, REQUESTS_MAX, RequestKind,
};
use lapidary_store::Postgres;
use lapidary_store::clubs::{self, members, requests};
use lapidary_store::games;

#[boxed]
impl Clubs {
    /// Makes the caller a member, or stores that the caller has applied. For a member, nothing changes.
    pub async fn join(
        &self,
        id: ClubId,
        caller: &Identity,
        code: Option<&str>,
    ) -> Result<ClubView, ClubRefusal> {
        let player = caller.player;
        act!(self.pool, caller, async |connection| {
            games::lock_account(connection, player).await?;
            if let Some(code) = code {
                is_code_of(connection, id, code).await?;
            } else {
                load_visible(connection, id, Some(caller)).await?;
            }
            clubs::lock(connection, id).await?;
            let club = match code {
                Some(code) => {
                    is_code_of(connection, id, code).await?;
                    clubs::find(connection, id).await?.ok_or(ClubRefusal::NotFound)?
                }
                None => load_visible(connection, id, Some(caller)).await?,
            };
            if members::role_of(connection, id, player).await?.is_none() {
                admit(connection, &club, player, code.is_some()).await?;
            }
            let club = clubs::find(connection, id).await?.ok_or(ClubRefusal::NotFound)?;
            Ok(view(connection, club, Some(player)).await?)
        })
    }
}

/// Checks a code. A club that the caller may not see is refused like a wrong code.
async fn is_code_of(connection: &mut Postgres, id: ClubId, code: &str) -> Result<(), ClubRefusal> {
    let code = HandedCode::parse(code).ok_or(ClubRefusal::WrongCode)?;
    match clubs::has_join_code(connection, id, &code.digest()).await? {
        true => Ok(()),
        false => Err(ClubRefusal::WrongCode),
    }
}

async fn admit(
    connection: &mut Postgres,
    club: &Club,
    player: PlayerId,
    has_code: bool,
) -> Result<(), ClubRefusal> {
    admits(connection, club, player).await?;
    let waiting = requests::applied_count(connection, player).await?;
    let has_applied = requests::has_applied(connection, club.id, player).await?;
    let joined = members::joined_count(connection, player).await?;
    if joined + waiting - i64::from(has_applied) >= JOINED_MAX {
        return Err(ClubRefusal::TooManyJoined(JOINED_MAX));
    }
    let is_admitted = has_code
        || club.settings.joining == Joining::Open
        || requests::is_invited(connection, club.id, player).await?;
    if is_admitted {
        return add_member(connection, club, player, player).await;
    }
    match club.settings.joining {
        Joining::Open | Joining::Application => {
            let open = requests::count(connection, club.id, RequestKind::Application).await?;
            if !has_applied && open >= REQUESTS_MAX {
                return Err(ClubRefusal::TooManyRequests(REQUESTS_MAX));
            }
            Ok(requests::insert(connection, club.id, player, None).await?)
        }
        Joining::Invitation => Err(ClubRefusal::InvitationRequired),
    }
}

/// Adds a member by an act of `by`, and deletes the open requests between them and the club. The caller must
/// hold the lock of the club.
pub(super) async fn add_member(
    connection: &mut Postgres,
    club: &Club,
    player: PlayerId,
    by: PlayerId,
) -> Result<(), ClubRefusal> {
    if i64::from(club.member_count) >= MEMBERS_MAX {
        return Err(ClubRefusal::Full(MEMBERS_MAX));
    }
    for kind in RequestKind::ALL {
        requests::delete(connection, club.id, player, kind).await?;
    }
    members::insert(connection, club.id, player, ClubRole::Member).await?;
    let joined = AuditEntry::new(club.id, AuditKind::MemberJoined).by(by).player(player);
    Ok(record_audit(connection, &joined).await?)
}

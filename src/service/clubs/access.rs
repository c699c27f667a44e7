//! Access control of clubs: who sees a club, who manages it, and whom it admits.

use super::ClubRefusal;
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::club::{Club, ClubId, ClubRole, ClubVisibility};
use lapidary_store::clubs::{self, bans, members, requests};
use lapidary_store::{Failure, Postgres, challenges};

/// Returns what a player may do in a club that is not closed; none for a player who is not a member.
pub async fn role_in(
    connection: &mut Postgres,
    club: ClubId,
    player: PlayerId,
) -> Result<Option<ClubRole>, Failure> {
    match clubs::find(connection, club).await? {
        Some(_) => members::role_of(connection, club, player).await,
        None => Ok(None),
    }
}

/// Returns a club that the player may see. Only members and invited players see a private club.
pub(super) async fn load_visible(
    connection: &mut Postgres,
    id: ClubId,
    caller: Option<&Identity>,
) -> Result<Club, ClubRefusal> {
    let found = clubs::find(connection, id).await?.ok_or(ClubRefusal::NotFound)?;
    if found.settings.visibility == ClubVisibility::Public {
        return Ok(found);
    }
    let Some(player) = caller.map(|caller| caller.player) else { return Err(ClubRefusal::NotFound) };
    let sees = members::role_of(connection, id, player).await?.is_some()
        || requests::is_invited(connection, id, player).await?;
    if sees { Ok(found) } else { Err(ClubRefusal::NotFound) }
}

/// Locks a club that the caller may see until the transaction ends, and returns it with the role of the
/// caller. With a token that does not let them manage it, they are a member. The caller's session must be
/// locked, and all other accounts concerned.
pub(super) async fn lock_visible(
    connection: &mut Postgres,
    id: ClubId,
    caller: &Identity,
) -> Result<(Club, Option<ClubRole>), ClubRefusal> {
    // Nobody can lock a club that is hidden from them.
    load_visible(connection, id, Some(caller)).await?;
    clubs::lock(connection, id).await?;
    let club = load_visible(connection, id, Some(caller)).await?;
    let role = members::role_of(connection, id, caller.player).await?;
    Ok((club, role.map(|role| if caller.may_organize() { role } else { ClubRole::Member })))
}

/// Checks that the caller manages a club.
pub(super) async fn manages(
    connection: &mut Postgres,
    id: ClubId,
    caller: &Identity,
) -> Result<(), ClubRefusal> {
    load_visible(connection, id, Some(caller)).await?;
    match members::role_of(connection, id, caller.player).await?.is_some_and(ClubRole::manages) {
        true => Ok(()),
        false => Err(ClubRefusal::Role(ClubRole::Manager)),
    }
}

/// Locks a club that the caller manages until the transaction ends, and returns it with the caller's role.
pub(super) async fn lock_managed(
    connection: &mut Postgres,
    id: ClubId,
    caller: &Identity,
) -> Result<(Club, ClubRole), ClubRefusal> {
    let (club, role) = lock_visible(connection, id, caller).await?;
    match role.filter(|role| role.manages()) {
        Some(role) => Ok((club, role)),
        None => Err(ClubRefusal::Role(ClubRole::Manager)),
    }
}

/// Checks that a role allows acts that cannot be undone. A manager may not do them.
pub(super) const fn owns(role: ClubRole) -> Result<(), ClubRefusal> {
    match role {
        ClubRole::Owner => Ok(()),
        ClubRole::Manager | ClubRole::Member => Err(ClubRefusal::Role(ClubRole::Owner)),
    }
}

/// Checks that a club admits a player: it has not banned them, and its owner has not blocked them. The caller
/// must hold the lock of the club.
pub(super) async fn admits(
    connection: &mut Postgres,
    club: &Club,
    player: PlayerId,
) -> Result<(), ClubRefusal> {
    if challenges::is_blocked(connection, club.owner.player, player).await? {
        return Err(ClubRefusal::Banned { until: None });
    }
    match bans::find(connection, club.id, player).await? {
        Some(ban) => Err(ClubRefusal::Banned { until: ban.ends_at }),
        None => Ok(()),
    }
}

/// Checks the same for a player whom a manager lets in. This ends the wait of a player who was removed or
/// declined.
pub(super) async fn admits_at_once(
    connection: &mut Postgres,
    club: &Club,
    player: PlayerId,
) -> Result<(), ClubRefusal> {
    match admits(connection, club, player).await {
        Err(ClubRefusal::Banned { until: None }) => Err(ClubRefusal::PlayerBanned),
        Err(ClubRefusal::Banned { until: Some(_) }) => {
            bans::delete(connection, club.id, player).await?;
            Ok(())
        }
        checked => checked,
    }
}

//! What happens to the clubs of an account that is erased.

use super::roles::record_role;
use crate::audit::record_audit;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::PlayerId;
use lapidary_model::club::ClubRole;
use lapidary_store::clubs::{self, members};
use lapidary_store::{Failure, Postgres};

/// Removes an erased player from all clubs. A club of theirs goes to the manager who is there longest, or
/// else to the member who is there longest. Without any other member it closes. The caller must hold the
/// account alone.
pub(crate) async fn leave_clubs(connection: &mut Postgres, player: PlayerId) -> Result<(), Failure> {
    for (club, _) in members::clubs_of(connection, player).await? {
        clubs::lock(connection, club).await?;
        // While this waited, the club may have been handed over, or the player removed.
        let role = members::role_of(connection, club, player).await?;
        members::delete(connection, club, player).await?;
        if role.is_some() {
            let left = AuditEntry::new(club, AuditKind::MemberLeft).player(player);
            record_audit(connection, &left).await?;
        }
        if role != Some(ClubRole::Owner) {
            continue;
        }
        match members::successor(connection, club, player).await? {
            Some(next) => {
                let before = members::role_of(connection, club, next).await?;
                members::set_role(connection, club, next, ClubRole::Owner).await?;
                record_role(connection, club, None, next, (before, ClubRole::Owner)).await?;
            }
            None => clubs::close(connection, club).await?,
        }
    }
    Ok(())
}

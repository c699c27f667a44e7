//! What the audit says of the roles of members.

use crate::audit::record_audit;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::PlayerId;
use lapidary_model::club::{ClubId, ClubRole};
use lapidary_model::field_change::FieldChange;
use lapidary_store::{Failure, Postgres};

/// Records that a member has another role, by an act of a player or of the server. A former owner becomes a
/// manager, which has no entry of its own.
pub(super) async fn record_role(
    connection: &mut Postgres,
    club: ClubId,
    by: Option<PlayerId>,
    player: PlayerId,
    (before, after): (Option<ClubRole>, ClubRole),
) -> Result<(), Failure> {
    let text = |role: Option<ClubRole>| [("role", role.map(|role| role.name().to_owned()))];
    let changes = FieldChange::between(text(before), text(Some(after)));
    if changes.is_empty() {
        return Ok(());
    }
    let entry = AuditEntry { by, ..AuditEntry::new(club, AuditKind::RoleChanged) };
    record_audit(connection, &entry.player(player).changes(changes)).await
}

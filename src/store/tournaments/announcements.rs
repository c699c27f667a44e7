//! What tournaments tell a player: invitations to enter, announcements of tournaments that the player has
//! entered, and news for organizers.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::sql_types::{BigInt, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::by_hand::row;
use crate::{Failure, Postgres, unreadable};
use lapidary_model::auth::PlayerId;
use lapidary_model::own::{
    OWN_ANNOUNCEMENTS_MAX, OWN_TOURNAMENT_INVITATIONS_BY_ONE_MAX, OWN_TOURNAMENT_INVITATIONS_MAX,
    OwnAnnouncement, OwnAnnouncementKind,
};
use lapidary_model::tournament::TournamentId;

/// The newest news of each unfinished tournament of a player; its index has no other news. Also the
/// tournaments that players can enter and to which somebody whom the player has not blocked has invited them;
/// the id of such an invitation is that of the tournament. Announcements and invitations have limits of their
/// own, so that invitations, which anybody can send, push out no announcements.
const OWN: &str = "WITH organized AS (SELECT id FROM tournaments WHERE creator_id = $1 \
    UNION SELECT tournament_id FROM tournament_members WHERE player_id = $1 AND role = 'organizer' \
    UNION SELECT t.id FROM club_members m JOIN clubs c ON c.id = m.club_id JOIN tournaments t ON t.club_id = m.club_id \
    WHERE m.player_id = $1 AND m.role IN ('owner', 'manager') AND c.closed_at IS NULL \
    AND t.status IN ('registration', 'running')), \
    own AS (SELECT tournament_id AS id, false AS organizes FROM tournament_entries \
    WHERE player_id = $1 AND status IN ('active', 'paused') UNION ALL SELECT id, true FROM organized) \
    SELECT * FROM ((SELECT n.id, t.id AS tournament_id, t.name, n.kind, n.note, n.at \
    FROM (SELECT id, bool_or(organizes) AS organizes FROM own GROUP BY id) o JOIN tournaments t ON t.id = o.id \
    CROSS JOIN LATERAL (SELECT id, kind, note, at FROM tournament_events WHERE tournament_id = t.id \
    AND kind IN ('announced', 'start_failed', 'result_disputed') AND (kind = 'announced' OR o.organizes) ORDER BY id DESC LIMIT $2) n \
    WHERE t.status IN ('registration', 'running') ORDER BY n.id DESC LIMIT $2) \
    UNION ALL (SELECT i.id, i.id, i.name, 'invited', NULL, i.created_at \
    FROM (SELECT t.id, t.name, t.created_at, \
    row_number() OVER (PARTITION BY coalesce(m.asked_by, t.creator_id) ORDER BY t.id DESC) AS of_inviter \
    FROM tournament_members m JOIN tournaments t ON t.id = m.tournament_id \
    WHERE m.player_id = $1 AND m.role = 'invited' AND t.status = 'registration' AND NOT EXISTS (SELECT \
    FROM tournament_entries e WHERE e.tournament_id = t.id AND e.player_id = $1 AND e.status IN ('active', 'paused')) \
    AND NOT EXISTS (SELECT FROM blocks b WHERE b.blocker_id = $1 AND b.blocked_id = coalesce(m.asked_by, t.creator_id)) \
    ) AS i WHERE i.of_inviter <= $4 ORDER BY i.id DESC LIMIT $3)) AS told ORDER BY id DESC";

row! {
    struct AnnouncementRow {
        id: Uuid,
        tournament_id: Uuid,
        name: String,
        kind: String,
        note: Option<String>,
        at: DateTime<Utc>,
    }
}

/// Returns the last announcements and invitations for a player.
pub async fn own_announcements(
    connection: &mut Postgres,
    player: PlayerId,
) -> Result<BTreeMap<Uuid, OwnAnnouncement>, Failure> {
    let rows: Vec<AnnouncementRow> = diesel::sql_query(OWN)
        .bind::<SqlUuid, _>(player.0)
        .bind::<BigInt, _>(OWN_ANNOUNCEMENTS_MAX)
        .bind::<BigInt, _>(OWN_TOURNAMENT_INVITATIONS_MAX)
        .bind::<BigInt, _>(OWN_TOURNAMENT_INVITATIONS_BY_ONE_MAX)
        .load(connection)
        .await?;
    let read = |row: AnnouncementRow| {
        let kind = OwnAnnouncementKind::named(&row.kind).ok_or_else(|| unreadable("an announcement"))?;
        let own = OwnAnnouncement {
            id: row.id,
            tournament: TournamentId(row.tournament_id),
            name: row.name,
            kind,
            text: row.note.unwrap_or_default(),
            at: row.at,
        };
        Ok((own.id, own))
    };
    rows.into_iter().map(read).collect()
}

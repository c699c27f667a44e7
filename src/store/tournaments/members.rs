//! Organizers of a tournament besides its creator, and players who are invited to enter it.

use diesel::dsl::{exists, sql};
use diesel::prelude::*;
use diesel::sql_types::{Array, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::occupant::OccupantRow;
use crate::run::Run;
use crate::schema::{blocks, players, tournament_entries, tournament_members, tournaments};
use crate::{Failure, Postgres, unreadable};
use lapidary_model::auth::PlayerId;
use lapidary_model::game::Visibility;
use lapidary_model::player::Occupant;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::Invitee;

/// What a member is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// An organizer besides the creator.
    Organizer,
    /// A player who was asked to organize it, and has not answered.
    InvitedOrganizer,
    /// A player who may see and enter a private tournament.
    Invited,
}

impl Role {
    /// Returns its name in the database.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Role::Organizer => "organizer",
            Role::InvitedOrganizer => "invited_organizer",
            Role::Invited => "invited",
        }
    }
}

/// Returns all organizers of a tournament, those who manage its club included, and who may see it.
pub async fn organizers(
    connection: &mut Postgres,
    id: TournamentId,
) -> Result<(Vec<PlayerId>, Visibility), Failure> {
    let others = sql::<Array<SqlUuid>>(
        "ARRAY(SELECT player_id FROM tournament_members WHERE tournament_id = tournaments.id AND role = 'organizer' \
         UNION SELECT m.player_id FROM club_members m JOIN clubs c ON c.id = m.club_id WHERE m.club_id = tournaments.club_id \
         AND m.role IN ('owner', 'manager') AND c.closed_at IS NULL ORDER BY player_id)",
    );
    let (creator, visibility, others): (Uuid, String, Vec<Uuid>) = tournaments::table
        .find(id.0)
        .select((tournaments::creator_id, tournaments::visibility, others))
        .first(connection)
        .await?;
    let visibility = Visibility::named(&visibility).ok_or_else(|| unreadable("a tournament"))?;
    Ok((others.into_iter().chain([creator]).map(PlayerId).collect(), visibility))
}

/// Adds a member; adding again changes nothing. `by` has asked them to organize or to enter the tournament;
/// none if nobody has.
pub async fn insert(
    connection: &mut Postgres,
    id: TournamentId,
    player: PlayerId,
    role: Role,
    by: Option<PlayerId>,
) -> Result<(), Failure> {
    diesel::insert_into(tournament_members::table)
        .values((
            tournament_members::tournament_id.eq(id.0),
            tournament_members::player_id.eq(player.0),
            tournament_members::role.eq(role.name()),
            tournament_members::asked_by.eq(by.map(|by| by.0)),
        ))
        .on_conflict_do_nothing()
        .run(connection)
        .await
}

/// Takes a member away; returns whether there was one.
pub async fn delete(
    connection: &mut Postgres,
    id: TournamentId,
    player: PlayerId,
    role: Role,
) -> Result<bool, Failure> {
    let member = tournament_members::table.find((id.0, player.0, role.name()));
    Ok(diesel::delete(member).execute(connection).await? > 0)
}

/// Returns whether somebody whom the player has not blocked has asked them to organize a tournament.
pub async fn is_asked(
    connection: &mut Postgres,
    id: TournamentId,
    player: PlayerId,
) -> Result<bool, Failure> {
    let blocked = blocks::table.filter(blocks::blocker_id.eq(player.0)).select(blocks::blocked_id.nullable());
    let asked = tournament_members::table
        .find((id.0, player.0, Role::InvitedOrganizer.name()))
        .filter(tournament_members::asked_by.ne_all(blocked));
    Ok(diesel::select(exists(asked)).get_result(connection).await?)
}

/// Returns the members with this role.
pub async fn load(connection: &mut Postgres, id: TournamentId, role: Role) -> Result<Vec<Occupant>, Failure> {
    let rows: Vec<OccupantRow> = tournament_members::table
        .inner_join(players::table.on(players::id.eq(tournament_members::player_id)))
        .filter(tournament_members::tournament_id.eq(id.0).and(tournament_members::role.eq(role.name())))
        .order(tournament_members::player_id)
        .select(OccupantRow::as_select())
        .load(connection)
        .await?;
    Ok(rows.into_iter().map(Occupant::from).collect())
}

/// Returns whether a player is such a member.
pub async fn has(
    connection: &mut Postgres,
    id: TournamentId,
    player: PlayerId,
    role: Role,
) -> Result<bool, Failure> {
    let own = tournament_members::table.find((id.0, player.0, role.name()));
    Ok(diesel::select(exists(own)).get_result(connection).await?)
}

/// Counts the players who are invited to enter a tournament.
pub async fn count_invited(connection: &mut Postgres, id: TournamentId) -> Result<i64, Failure> {
    let all = tournament_members::tournament_id.eq(id.0);
    let invited = tournament_members::role.eq(Role::Invited.name());
    Ok(tournament_members::table.filter(all.and(invited)).count().get_result(connection).await?)
}

/// Returns a page of the players who are invited to enter a tournament, in the order of their ids.
pub async fn page_of_invited(
    connection: &mut Postgres,
    id: TournamentId,
    after: Option<PlayerId>,
    limit: i64,
) -> Result<Vec<Invitee>, Failure> {
    let takes_part = tournament_entries::status.eq_any(["active", "paused"]);
    let entries = tournament_entries::table
        .filter(tournament_entries::tournament_id.eq(id.0))
        .filter(tournament_entries::player_id.eq(tournament_members::player_id));
    let rows: Vec<(OccupantRow, bool)> = tournament_members::table
        .inner_join(players::table.on(players::id.eq(tournament_members::player_id)))
        .filter(tournament_members::tournament_id.eq(id.0))
        .filter(tournament_members::role.eq(Role::Invited.name()))
        .filter(tournament_members::player_id.gt(after.map_or(Uuid::nil(), |after| after.0)))
        .order(tournament_members::player_id)
        .limit(limit)
        .select((OccupantRow::as_select(), exists(entries.filter(takes_part))))
        .load(connection)
        .await?;
    let invitee = |(player, entered): (OccupantRow, bool)| Invitee { player: player.into(), entered };
    Ok(rows.into_iter().map(invitee).collect())
}

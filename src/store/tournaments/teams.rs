//! The teams of a tournament, and which entries belong to them.

use diesel::dsl::{exists, max};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::entries::{COLUMNS, EntryRow, read};
use super::numbers::{entry, number};
use crate::schema::{players, tournament_entries, tournament_teams};
use crate::{Failure, unreadable};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::team::TeamId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::Entry;
use lapidary_model::tournaments::settings::ENTRIES_MAX;
use lapidary_model::tournaments::team::Team;

const fn team_number(team: TeamId) -> i32 {
    team.0.cast_signed()
}

/// Adds a team with the next number. The caller must hold the lock of the tournament.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    name: &str,
    captain: Option<EntryId>,
) -> Result<TeamId, Failure> {
    let last: Option<i32> = tournament_teams::table
        .filter(tournament_teams::tournament_id.eq(id.0))
        .select(max(tournament_teams::number))
        .first(connection)
        .await?;
    let next = last.unwrap_or_default().saturating_add(1);
    diesel::insert_into(tournament_teams::table)
        .values((
            tournament_teams::tournament_id.eq(id.0),
            tournament_teams::number.eq(next),
            tournament_teams::name.eq(name),
            tournament_teams::captain.eq(captain.map(number)),
        ))
        .execute(connection)
        .await?;
    Ok(TeamId(next.cast_unsigned()))
}

/// Returns the teams after a number, in the order of numbers.
pub async fn load(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    after: u32,
    limit: i64,
) -> Result<Vec<Team>, Failure> {
    let rows: Vec<(i32, String, Option<i32>)> = tournament_teams::table
        .filter(tournament_teams::tournament_id.eq(id.0))
        .filter(tournament_teams::number.gt(after.cast_signed()))
        .order(tournament_teams::number)
        .limit(limit)
        .select((tournament_teams::number, tournament_teams::name, tournament_teams::captain))
        .load(connection)
        .await?;
    let team = |(number, name, captain): (i32, String, Option<i32>)| Team {
        id: TeamId(number.cast_unsigned()),
        name,
        chosen_captain: captain.map(entry),
    };
    Ok(rows.into_iter().map(team).collect())
}

/// Returns whether there is a team with this number.
pub async fn is_there(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    team: TeamId,
) -> Result<bool, Failure> {
    let own = tournament_teams::table.find((id.0, team_number(team)));
    Ok(diesel::select(exists(own)).get_result(connection).await?)
}

/// Changes the name of a team. The caller must hold the lock of the tournament.
pub async fn rename(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    team: TeamId,
    name: &str,
) -> Result<(), Failure> {
    diesel::update(tournament_teams::table.find((id.0, team_number(team))))
        .set(tournament_teams::name.eq(name))
        .execute(connection)
        .await?;
    Ok(())
}

/// Stores which entry was chosen to lead a team; none if nobody was. The caller must hold the lock of the
/// tournament.
pub async fn set_captain(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    team: TeamId,
    captain: Option<EntryId>,
) -> Result<(), Failure> {
    diesel::update(tournament_teams::table.find((id.0, team_number(team))))
        .set(tournament_teams::captain.eq(captain.map(number)))
        .execute(connection)
        .await?;
    Ok(())
}

/// Stores the digest of a code, which replaces an earlier one. The caller must hold the lock of the
/// tournament.
pub async fn set_code(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    team: TeamId,
    digest: &[u8; 32],
) -> Result<(), Failure> {
    diesel::update(tournament_teams::table.find((id.0, team_number(team))))
        .set(tournament_teams::code_digest.eq(digest.as_slice()))
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns whether the code with this digest lets players into a team.
pub async fn has_code(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    team: TeamId,
    digest: &[u8; 32],
) -> Result<bool, Failure> {
    let own = tournament_teams::table
        .find((id.0, team_number(team)))
        .filter(tournament_teams::code_digest.eq(digest.as_slice()));
    Ok(diesel::select(exists(own)).get_result(connection).await?)
}

/// Stores the team of an entry; none if it belongs to none. The caller must hold the lock of the tournament.
pub async fn set_of_entry(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    entry: EntryId,
    team: Option<TeamId>,
) -> Result<(), Failure> {
    diesel::update(tournament_entries::table.find((id.0, number(entry))))
        .set(tournament_entries::team.eq(team.map(team_number)))
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns the members of these teams, in the order of numbers.
pub async fn members(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    teams: &[TeamId],
) -> Result<Vec<Entry>, Failure> {
    let teams: Vec<i32> = teams.iter().copied().map(team_number).collect();
    let rows: Vec<EntryRow> = tournament_entries::table
        .inner_join(players::table)
        .filter(tournament_entries::tournament_id.eq(id.0))
        .filter(tournament_entries::team.eq_any(teams))
        .order(tournament_entries::number)
        .limit(ENTRIES_MAX.into())
        .select(COLUMNS)
        .load(connection)
        .await?;
    rows.into_iter().map(|row| read(row).ok_or_else(|| unreadable("an entry"))).collect()
}

/// Deletes a team. Its entries belong to no team any more. The caller must hold the lock of the tournament.
pub async fn delete(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    team: TeamId,
) -> Result<(), Failure> {
    diesel::update(tournament_entries::table)
        .filter(tournament_entries::tournament_id.eq(id.0))
        .filter(tournament_entries::team.eq(team_number(team)))
        .set(tournament_entries::team.eq(None::<i32>))
        .execute(connection)
        .await?;
    diesel::delete(tournament_teams::table.find((id.0, team_number(team)))).execute(connection).await?;
    Ok(())
}

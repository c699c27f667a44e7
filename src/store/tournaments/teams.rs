//! The teams of a tournament, and which entries belong to them.

use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use super::Locked;
use super::entries::{TournamentEntryRow, read};
use super::excluded::excluded;
use super::numbers::{entries, entry, number, numbers};
use crate::schema::{players, tournament_entries, tournament_teams};
use crate::{Failure, Postgres};
use lapidary_contest::event::team::TeamId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::Entry;
use lapidary_model::tournaments::settings::ENTRIES_MAX;
use lapidary_model::tournaments::team::Team;

const fn team_number(team: TeamId) -> i32 {
    team.0.cast_signed()
}

/// Stores teams that are new or have changed.
pub(super) async fn upsert(db: &mut Locked<'_>, teams: &[&Team]) -> Result<(), Failure> {
    let id = db.id.0;
    let row = |team: &&Team| {
        (
            tournament_teams::tournament_id.eq(id),
            tournament_teams::number.eq(team_number(team.id)),
            tournament_teams::name.eq(team.name.clone()),
            tournament_teams::captain.eq(team.chosen_captain.map(number)),
            tournament_teams::boards.eq(numbers(&team.chosen_order)),
        )
    };
    let rows: Vec<_> = teams.iter().map(row).collect();
    if !rows.is_empty() {
        diesel::insert_into(tournament_teams::table)
            .values(rows)
            .on_conflict((tournament_teams::tournament_id, tournament_teams::number))
            .do_update()
            .set(excluded!(tournament_teams: name, captain, boards))
            .execute(&mut **db)
            .await?;
    }
    Ok(())
}

/// Deletes teams to which no entries belong.
pub(super) async fn delete(db: &mut Locked<'_>, teams: &[TeamId]) -> Result<(), Failure> {
    if !teams.is_empty() {
        let numbers: Vec<i32> = teams.iter().copied().map(team_number).collect();
        diesel::delete(tournament_teams::table)
            .filter(tournament_teams::tournament_id.eq(db.id.0).and(tournament_teams::number.eq_any(numbers)))
            .execute(&mut **db)
            .await?;
    }
    Ok(())
}

/// Stores the digest of a code, which replaces an earlier one.
pub async fn set_code(db: &mut Locked<'_>, team: TeamId, digest: &[u8; 32]) -> Result<(), Failure> {
    diesel::update(tournament_teams::table.find((db.id.0, team_number(team))))
        .set(tournament_teams::code_digest.eq(digest.as_slice()))
        .execute(&mut **db)
        .await?;
    Ok(())
}

/// The number of a team, its name, its captain, and the order of its boards.
type TeamRow = (i32, String, Option<i32>, Vec<i32>);

/// Returns the teams after a number, in the order of numbers.
pub async fn load(
    connection: &mut Postgres,
    id: TournamentId,
    after: u32,
    limit: i64,
) -> Result<Vec<Team>, Failure> {
    let rows: Vec<TeamRow> = tournament_teams::table
        .filter(tournament_teams::tournament_id.eq(id.0))
        .filter(tournament_teams::number.gt(after.cast_signed()))
        .order(tournament_teams::number)
        .limit(limit)
        .select((
            tournament_teams::number,
            tournament_teams::name,
            tournament_teams::captain,
            tournament_teams::boards,
        ))
        .load(connection)
        .await?;
    let team = |(number, name, captain, boards): TeamRow| Team {
        id: TeamId(number.cast_unsigned()),
        name,
        chosen_captain: captain.map(entry),
        chosen_order: entries(&boards),
    };
    Ok(rows.into_iter().map(team).collect())
}

/// Returns whether there is a team with this number.
pub async fn is_there(connection: &mut Postgres, id: TournamentId, team: TeamId) -> Result<bool, Failure> {
    let own = tournament_teams::table.find((id.0, team_number(team)));
    Ok(diesel::select(exists(own)).get_result(connection).await?)
}

/// Returns whether the code with this digest lets players into a team.
pub async fn has_code(
    connection: &mut Postgres,
    id: TournamentId,
    team: TeamId,
    digest: &[u8; 32],
) -> Result<bool, Failure> {
    let own = tournament_teams::table
        .find((id.0, team_number(team)))
        .filter(tournament_teams::code_digest.eq(digest.as_slice()));
    Ok(diesel::select(exists(own)).get_result(connection).await?)
}

/// Returns the members of these teams, in the order of numbers.
pub async fn members(
    connection: &mut Postgres,
    id: TournamentId,
    teams: &[TeamId],
) -> Result<Vec<Entry>, Failure> {
    let teams: Vec<i32> = teams.iter().copied().map(team_number).collect();
    let rows: Vec<TournamentEntryRow> = tournament_entries::table
        .inner_join(players::table)
        .filter(tournament_entries::tournament_id.eq(id.0))
        .filter(tournament_entries::team.eq_any(teams))
        .order(tournament_entries::number)
        .limit(ENTRIES_MAX.into())
        .select(TournamentEntryRow::as_select())
        .load(connection)
        .await?;
    rows.into_iter().map(read).collect()
}

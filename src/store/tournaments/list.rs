//! Lists of tournaments, the newest first.

use diesel::dsl::{count_star, exists, max, sql};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::members::Role;
use super::tournament::{Rows, tournament};
use crate::schema::{
    blocks, players, tournament_details, tournament_entries, tournament_members, tournament_rounds,
    tournaments,
};
use crate::{Failure, Postgres, name_words, stored};
use lapidary_model::auth::PlayerId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::EntryStatus;
use lapidary_model::tournaments::event::Tournament;
use lapidary_model::tournaments::listing::{ListedTournament, PublicFilter};

/// Which tournaments a list holds.
#[derive(Debug, Clone, Copy)]
pub enum Which<'a> {
    /// Public ones that are not drafts and pass a filter.
    Public(&'a PublicFilter),
    /// Those that a player organizes, has entered or is invited to.
    Of(PlayerId),
}

/// The condition that a tournament is not a draft, and was none before it was cancelled. What has happened is
/// looked up for each cancelled one; with `EXISTS`, PostgreSQL might look at all tournaments.
const OPENED: &str = "(tournaments.status <> 'draft' AND (tournaments.status <> 'cancelled' \
    OR tournaments.started_at IS NOT NULL OR (SELECT true FROM tournament_events \
    WHERE tournament_events.tournament_id = tournaments.id AND kind = 'registration_opened' LIMIT 1)))";

/// The condition of the indexes of public tournaments, as they spell it.
const PUBLIC: &str = "tournaments.visibility = 'public' AND tournaments.status <> 'draft'";

/// Returns a page of tournaments, the newest first.
pub async fn list(
    connection: &mut Postgres,
    which: Which<'_>,
    after: Option<TournamentId>,
    limit: i64,
) -> Result<Vec<ListedTournament>, Failure> {
    let mut query = tournaments::table
        .inner_join(tournament_details::table)
        .inner_join(players::table.on(players::id.eq(tournaments::creator_id)))
        .order(tournaments::id.desc())
        .limit(limit)
        .select(Rows::as_select())
        .into_boxed();
    let is_open = sql::<Bool>(OPENED);
    query = match which {
        Which::Public(filter) => {
            let mut query = query.filter(sql::<Bool>(PUBLIC)).filter(is_open);
            if let Some(status) = filter.status {
                query = query.filter(tournaments::status.eq(status.name()));
            }
            if let Some(club) = filter.club {
                query = query.filter(tournament_details::club_id.eq(club.0));
            }
            if let Some(name) = &filter.name {
                let Some(words) = name_words::query(name) else { return Ok(Vec::new()) };
                let has = sql::<Bool>("array_to_tsvector(tournaments.name_words) @@ ");
                query = query.filter(has.bind::<Text, _>(words).sql("::tsquery"));
            }
            if let Some(ruleset) = &filter.ruleset {
                let has = sql::<Bool>("split_part(tournaments.ruleset, '+', 1) = ");
                query = query.filter(has.bind::<Text, _>(ruleset.clone()));
            }
            if let Some(organizer) = filter.organizer {
                let organizes = sql::<Bool>(
                    "tournaments.id IN (SELECT id FROM tournaments WHERE creator_id = ",
                )
                .bind::<SqlUuid, _>(organizer.0)
                .sql(" UNION ALL SELECT tournament_id FROM tournament_members WHERE role = 'organizer' AND player_id = ")
                .bind::<SqlUuid, _>(organizer.0)
                .sql(")");
                query = query.filter(organizes);
            }
            if let Some(player) = filter.player {
                let entered = sql::<Bool>(
                    "tournaments.id IN (SELECT tournament_id FROM tournament_entries WHERE player_id = ",
                );
                query = query.filter(entered.bind::<SqlUuid, _>(player.0).sql(")"));
            }
            query
        }
        Which::Of(player) => {
            let entered = tournament_entries::table.filter(
                tournament_entries::player_id
                    .eq(player.0)
                    .and(tournament_entries::tournament_id.eq(tournaments::id)),
            );
            let blocked = blocks::table.filter(blocks::blocker_id.eq(player.0)).select(blocks::blocked_id);
            let asked_by = sql::<SqlUuid>("coalesce(tournament_members.asked_by, tournaments.creator_id)");
            let is_shown = tournament_members::role.eq(Role::Organizer.name()).or(asked_by.ne_all(blocked));
            // A draft is hidden from the players whom it invites to play.
            let sees = tournament_members::role.ne(Role::Invited.name()).or(is_open);
            let member = tournament_members::table.filter(
                tournament_members::player_id
                    .eq(player.0)
                    .and(tournament_members::tournament_id.eq(tournaments::id))
                    .and(sees)
                    .and(is_shown),
            );
            query.filter(tournaments::creator_id.eq(player.0).or(exists(entered)).or(exists(member)))
        }
    };
    if let Some(after) = after {
        query = query.filter(tournaments::id.lt(after.0));
    }
    let rows: Vec<Rows> = query.load(connection).await?;
    let found: Vec<Tournament> = rows.into_iter().map(tournament).collect::<Result<_, _>>()?;
    counted(connection, found).await
}

/// Adds the numbers of entries and rounds.
pub async fn counted(
    connection: &mut Postgres,
    found: Vec<Tournament>,
) -> Result<Vec<ListedTournament>, Failure> {
    let ids: Vec<Uuid> = found.iter().map(|tournament| tournament.id.0).collect();
    let entries: Vec<(Uuid, i64)> = tournament_entries::table
        .filter(tournament_entries::tournament_id.eq_any(&ids))
        .filter(tournament_entries::status.ne(EntryStatus::Waiting.name()))
        .group_by(tournament_entries::tournament_id)
        .select((tournament_entries::tournament_id, count_star()))
        .load(connection)
        .await?;
    let rounds: Vec<(Uuid, Option<i16>)> = tournament_rounds::table
        .filter(tournament_rounds::tournament_id.eq_any(&ids))
        .group_by(tournament_rounds::tournament_id)
        .select((tournament_rounds::tournament_id, max(tournament_rounds::number)))
        .load(connection)
        .await?;
    let listed = |tournament: Tournament| {
        let of = |id: &Uuid| *id == tournament.id.0;
        let entries = entries.iter().find(|(id, _)| of(id)).map_or(0, |(_, count)| *count);
        let rounds = rounds.iter().find(|(id, _)| of(id)).and_then(|(_, last)| *last);
        Ok(ListedTournament {
            entries: stored(entries, "the number of entries")?,
            rounds: rounds.map_or(0, i16::cast_unsigned),
            tournament,
        })
    };
    found.into_iter().map(listed).collect()
}

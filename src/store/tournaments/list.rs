//! Lists of tournaments, the newest first.

use diesel::dsl::{count_star, exists, max};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::members::Role;
use super::tournament::{Rows, tournament};
use crate::schema::{
    blocks, players, tournament_details, tournament_entries, tournament_events, tournament_members,
    tournament_rounds, tournaments,
};
use crate::{Failure, stored, unreadable};
use lapidary_model::auth::PlayerId;
use lapidary_model::club::ClubId;
use lapidary_model::game::Visibility;
use lapidary_model::player::Occupant;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::event::Tournament;
use lapidary_model::tournaments::listing::ListedTournament;
use lapidary_model::tournaments::news::NewsKind;
use lapidary_model::tournaments::settings::Status;

/// Which tournaments a list holds.
#[derive(Debug, Clone, Copy)]
pub enum Which {
    /// Public ones that are not drafts, perhaps with one status only, and perhaps of one club only.
    Public(Option<Status>, Option<ClubId>),
    /// Those that a player organizes, has entered or is invited to.
    Of(PlayerId),
}

/// Returns a page of tournaments, the newest first.
pub async fn list(
    connection: &mut AsyncPgConnection,
    which: Which,
    after: Option<TournamentId>,
    limit: i64,
) -> Result<Vec<ListedTournament>, Failure> {
    let mut query = tournaments::table
        .inner_join(tournament_details::table)
        .inner_join(players::table.on(players::id.eq(tournaments::creator_id)))
        .order(tournaments::id.desc())
        .limit(limit)
        .select((Rows::as_select(), players::id, players::username, players::bot))
        .into_boxed();
    let opened = tournament_events::table.filter(
        tournament_events::tournament_id
            .eq(tournaments::id)
            .and(tournament_events::kind.eq(NewsKind::RegistrationOpened.name())),
    );
    // A draft that was cancelled stays as hidden as it was.
    let is_open = tournaments::status.ne(Status::Draft.name()).and(
        tournaments::status
            .ne(Status::Cancelled.name())
            .or(tournaments::started_at.is_not_null())
            .or(exists(opened)),
    );
    query = match which {
        Which::Public(status, club) => {
            let public = tournaments::visibility.eq(Visibility::Public.name());
            let mut query = query.filter(public.and(is_open));
            if let Some(status) = status {
                query = query.filter(tournaments::status.eq(status.name()));
            }
            if let Some(club) = club {
                query = query.filter(tournament_details::club_id.eq(club.0));
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
            let is_shown = tournament_members::role
                .ne(Role::InvitedOrganizer.name())
                .or(tournament_members::asked_by.assume_not_null().ne_all(blocked));
            // A draft is not yet for those whom it invites to play.
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
    let rows: Vec<(Rows, Uuid, Option<String>, bool)> = query.load(connection).await?;
    let read = |(rows, player, username, bot)| {
        tournament(rows, Occupant { player: PlayerId(player), username, bot })
            .ok_or_else(|| unreadable("a tournament"))
    };
    let found: Vec<Tournament> = rows.into_iter().map(read).collect::<Result<_, _>>()?;
    counted(connection, found).await
}

/// Adds the numbers of entries and rounds.
pub async fn counted(
    connection: &mut AsyncPgConnection,
    found: Vec<Tournament>,
) -> Result<Vec<ListedTournament>, Failure> {
    let ids: Vec<Uuid> = found.iter().map(|tournament| tournament.id.0).collect();
    let entries: Vec<(Uuid, i64)> = tournament_entries::table
        .filter(tournament_entries::tournament_id.eq_any(&ids))
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

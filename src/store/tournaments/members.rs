//! Organizers of a tournament besides its creator, and players who may enter a private one.

use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::schema::{players, tournament_members, tournaments};
use crate::{Failure, unreadable};
use lapidary_model::auth::PlayerId;
use lapidary_model::game::Visibility;
use lapidary_model::player::Occupant;
use lapidary_model::tournament::TournamentId;

/// What a member is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// An organizer besides the creator.
    Organizer,
    /// A player who may see and enter a private tournament.
    Invited,
}

impl Role {
    const fn name(self) -> &'static str {
        match self {
            Role::Organizer => "organizer",
            Role::Invited => "invited",
        }
    }
}

/// Returns all organizers of a tournament, and who may see it.
///
/// # Errors
/// If the database fails, or the row cannot be read.
pub async fn organizers(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
) -> Result<(Vec<PlayerId>, Visibility), Failure> {
    let (creator, visibility): (Uuid, String) = tournaments::table
        .find(id.0)
        .select((tournaments::creator_id, tournaments::visibility))
        .first(connection)
        .await?;
    let visibility = Visibility::named(&visibility).ok_or_else(|| unreadable("a tournament"))?;
    let others = load(connection, id, Role::Organizer).await?;
    let organizers = others.into_iter().map(|organizer| organizer.player).chain([PlayerId(creator)]);
    Ok((organizers.collect(), visibility))
}

/// Adds a member; adding again changes nothing.
///
/// # Errors
/// If the database fails.
pub async fn insert(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    player: PlayerId,
    role: Role,
) -> Result<(), Failure> {
    diesel::insert_into(tournament_members::table)
        .values((
            tournament_members::tournament_id.eq(id.0),
            tournament_members::player_id.eq(player.0),
            tournament_members::role.eq(role.name()),
        ))
        .on_conflict_do_nothing()
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns the members with this role.
///
/// # Errors
/// If the database fails.
pub async fn load(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    role: Role,
) -> Result<Vec<Occupant>, Failure> {
    let rows: Vec<(Uuid, Option<String>, bool)> = tournament_members::table
        .inner_join(players::table)
        .filter(tournament_members::tournament_id.eq(id.0).and(tournament_members::role.eq(role.name())))
        .order(tournament_members::player_id)
        .select((players::id, players::username, players::bot))
        .load(connection)
        .await?;
    let read = |(player, username, bot)| Occupant { player: PlayerId(player), username, bot };
    Ok(rows.into_iter().map(read).collect())
}

/// Returns whether a player is a member with any role.
///
/// # Errors
/// If the database fails.
pub async fn is_member(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    player: PlayerId,
) -> Result<bool, Failure> {
    let own = tournament_members::tournament_id.eq(id.0).and(tournament_members::player_id.eq(player.0));
    Ok(diesel::select(exists(tournament_members::table.filter(own))).get_result(connection).await?)
}

//! Which players a tournament is for.

use super::refusal::EntryRefusal;
use crate::clubs::role_in;
use crate::tournaments::TournamentRefusal;
use lapidary_model::auth::PlayerId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::event::Tournament;
use lapidary_model::tournaments::settings::{Play, Players};
use lapidary_store::tournaments::entries;
use lapidary_store::tournaments::members::{self, Role};
use lapidary_store::{Postgres, accounts, series};

/// Checks that a tournament is for such players: people, or bots. In a rated tournament, an owner may enter
/// only one bot.
pub(in crate::tournaments) async fn is_for(
    connection: &mut Postgres,
    tournament: &Tournament,
    player: PlayerId,
) -> Result<(), EntryRefusal> {
    let account = accounts::by_id(connection, player).await?.ok_or(TournamentRefusal::SessionEnded)?;
    let is_member = match tournament.settings.club.filter(|_| tournament.settings.members_only) {
        Some(club) => role_in(connection, club, player).await?.is_some(),
        None => true,
    };
    if !is_member {
        return Err(EntryRefusal::MembersOnly);
    }
    if tournament.settings.invited_only
        && !members::has(connection, tournament.id, player, Role::Invited).await?
    {
        return Err(EntryRefusal::InvitedOnly);
    }
    belongs_to_group(connection, tournament.id, player).await?;
    let players = match tournament.settings.play {
        Play::Server => tournament.settings.players(),
        Play::OverTheBoard => Players::Human,
    };
    if !players.allows(account.bot) {
        return Err(EntryRefusal::PlayerKind(players));
    }
    if tournament.settings.rated
        && account.bot
        && entries::has_sibling(connection, tournament.id, player).await?
    {
        return Err(EntryRefusal::SameOwner);
    }
    Ok(())
}

/// Checks that a player belongs to the league group whose event the tournament is.
pub(in crate::tournaments) async fn belongs_to_group(
    connection: &mut Postgres,
    id: TournamentId,
    player: PlayerId,
) -> Result<(), EntryRefusal> {
    let place = series::of_event(connection, id).await?.and_then(|own| own.place);
    match place.is_some_and(|place| place.invited_only)
        && !members::has(connection, id, player, Role::Invited).await?
    {
        true => Err(EntryRefusal::GroupOnly),
        false => Ok(()),
    }
}

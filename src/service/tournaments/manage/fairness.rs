//! Rules of rated tournaments: who may make one and who may enter. Organizers must not decide some tables
//! because one of them plays there.

use chrono::TimeDelta;

use super::refusal::ManageRefusal;
use crate::clubs::role_in;
use crate::tournaments::TournamentRefusal;
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::club::{ClubId, ClubRole};
use lapidary_model::player::Role as AccountRole;
use lapidary_model::settings::{GameSettings, RatedEvents};
use lapidary_model::tournaments::settings::{Play, TournamentSettings};
use lapidary_store::clubs::ladders;
use lapidary_store::{Postgres, accounts, games, ratings};

/// Checks that the caller may make a tournament whose games change ratings.
pub(in crate::tournaments) async fn may_rate(
    connection: &mut Postgres,
    settings: &GameSettings,
    caller: &Identity,
) -> Result<(), ManageRefusal> {
    let player = accounts::by_id(connection, caller.player).await?.ok_or(TournamentRefusal::SessionEnded)?;
    if player.role == AccountRole::Administrator {
        return Ok(());
    }
    if settings.rated_events == RatedEvents::Administrators {
        return Err(ManageRefusal::MayNotRate);
    }
    let now = games::now(connection).await?;
    let age = TimeDelta::from_std(settings.rated_event_account_age).unwrap_or(TimeDelta::MAX);
    let required = u64::from(settings.rated_event_games);
    let played = match required {
        0 => 0,
        _ => ratings::of_player(connection, caller.player).await?.iter().map(|(_, own)| own.games).sum(),
    };
    match now - player.created_at >= age && played >= required {
        true => Ok(()),
        false => Err(ManageRefusal::MayNotRate),
    }
}

/// Checks that a player manages the club to which they add a tournament.
pub(in crate::tournaments) async fn manages_club(
    connection: &mut Postgres,
    club: ClubId,
    player: PlayerId,
) -> Result<(), ManageRefusal> {
    match role_in(connection, club, player).await?.is_some_and(ClubRole::manages) {
        true => Ok(()),
        false => {
            Err(TournamentRefusal::field("/club", "must be the id of a club that you own or manage").into())
        }
    }
}

/// Checks that no bot has organized a tournament whose results over the board are rated. `organizers` are
/// those who have. An erased account may have been a bot.
pub(in crate::tournaments) async fn no_bot_organizes(
    connection: &mut Postgres,
    settings: &TournamentSettings,
    organizers: &[PlayerId],
) -> Result<(), ManageRefusal> {
    match settings.play == Play::OverTheBoard && accounts::any_bot(connection, organizers).await? {
        true => Err(ManageRefusal::MayNotRate),
        false => Ok(()),
    }
}

/// Checks that the games of a tournament match its ladder, which belongs to its club.
pub(in crate::tournaments) async fn fits_ladder(
    connection: &mut Postgres,
    settings: &TournamentSettings,
) -> Result<(), ManageRefusal> {
    let Some(id) = settings.ladder else { return Ok(()) };
    let found = ladders::find(connection, id).await?.filter(|ladder| ladder.closed_at.is_none());
    let fault = match found.filter(|ladder| Some(ladder.club) == settings.club) {
        None => "must be a ladder of the club of the tournament that is not closed",
        Some(ladder) if settings.rated_pool().as_ref() != Some(&ladder.base_pool) => {
            "is for other games: `base_pool` of the ladder says for which"
        }
        Some(ladder) if ladder.settings.members_only && !settings.members_only => {
            "is for members of the club only, so `members_only` must be true"
        }
        Some(_) => return Ok(()),
    };
    Err(TournamentRefusal::field("/ladder", fault).into())
}

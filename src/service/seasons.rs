//! Whether a game may be rated in a season of a club's ladder. Checked at the offer and at the start.

use crate::refusal::refusals;
use lapidary_contest::rating::pool::{PlayerKind, Pool};
use lapidary_model::auth::PlayerId;
use lapidary_model::game::Terms;
use lapidary_model::rating::pool_of_terms;
use lapidary_model::season::{ClubLadder, LadderId, LadderSettings, SeasonId};
use lapidary_store::clubs::{ladders, members, seasons};
use lapidary_store::{Failure, Postgres, accounts};

refusals! {
    /// Why a game is not rated in a ladder.
    pub enum SeasonRefusal {
        NoLadder = ValidationFailed at "/ladder", "is not the id of a ladder";
        OtherGames(pool: Pool) = ValidationFailed at "/ladder", "is for games of {pool}";
        OtherPlayers = ValidationFailed at "/ladder",
            "is not possible in a game of people and bots together";
        NotRunning = NoSeason,
            "No season of the ladder runs, or that of this challenge has ended. Play in the next season, or without `ladder`.";
        MembersOnly(player: PlayerId) = InvitationRequired,
            "Only members of the club play in this ladder. Join the club with `POST /v1/clubs/{{id}}/join`.";
        TooNew { member_days: u16, account_days: u16 } = ConditionUnmet,
            "Games in this ladder count for members of the club of at least {member_days} days, with accounts of at least {account_days} days. Play without `ladder` until then.";
    } contains {
        Storage(Failure),
    }
}

/// Returns the running season of a ladder, for a game on these terms between these players. It may end at any
/// time, so [`lock_started`] checks it again when the game starts.
pub(crate) async fn find_season(
    connection: &mut Postgres,
    id: LadderId,
    terms: &Terms,
    players: &[PlayerId],
) -> Result<SeasonId, SeasonRefusal> {
    let ladder = ladders::find(connection, id).await?.ok_or(SeasonRefusal::NoLadder)?;
    let kind = kind_of(connection, players).await?.ok_or(SeasonRefusal::OtherPlayers)?;
    if pool_of_terms(terms.ruleset, terms.seats, terms.clock, kind).as_ref() != Some(&ladder.base_pool) {
        return Err(SeasonRefusal::OtherGames(ladder.base_pool));
    }
    check_members(connection, &ladder, players).await?;
    if !ladders::too_new(connection, id, players).await?.is_empty() {
        let LadderSettings { member_days_min, account_days_min, .. } = ladder.settings;
        return Err(SeasonRefusal::TooNew { member_days: member_days_min, account_days: account_days_min });
    }
    seasons::running(connection, id).await?.ok_or(SeasonRefusal::NotRunning)
}

/// Returns whether these players are people or bots; none for a mix.
async fn kind_of(connection: &mut Postgres, players: &[PlayerId]) -> Result<Option<PlayerKind>, Failure> {
    let mut bots = 0;
    for &player in players {
        bots += usize::from(accounts::by_id(connection, player).await?.is_some_and(|player| player.bot));
    }
    Ok(PlayerKind::of_table(bots, players.len()))
}

async fn check_members(
    connection: &mut Postgres,
    ladder: &ClubLadder,
    players: &[PlayerId],
) -> Result<(), SeasonRefusal> {
    for &player in players.iter().filter(|_| ladder.settings.members_only) {
        if members::role_of(connection, ladder.club, player).await?.is_none() {
            return Err(SeasonRefusal::MembersOnly(player));
        }
    }
    Ok(())
}

/// Checks that the season of a starting game still runs, and keeps it from ending until the transaction ends.
pub(crate) async fn lock_started(connection: &Postgres, season: SeasonId) -> Result<(), SeasonRefusal> {
    match seasons::lock(connection, season).await? {
        true => Ok(()),
        false => Err(SeasonRefusal::NotRunning),
    }
}

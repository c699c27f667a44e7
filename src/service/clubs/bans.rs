//! Players whom a club does not admit: banning them, and lifting a ban.

use serde::Deserialize;
use utoipa::ToSchema;

use super::access::{lock_managed, manages};
use super::ladders::ladder_of;
use super::members::may_remove;
use super::{ClubRefusal, Clubs};
use crate::audit::record_audit;
use crate::ratings::annul_player;
use crate::transaction::act;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::club::{BANS_MAX, ClubBan, ClubId, ClubRole, RequestKind};
use lapidary_model::season::LadderId;
use lapidary_model::settings::Switch;
use lapidary_store::Postgres;
use lapidary_store::clubs::{bans, members, requests, seasons};
use lapidary_store::{accounts, sessions};

/// The games of a player that are annulled together.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnnulGames {
    /// The ladder: its games in the season that runs, or else in the last one.
    #[schema(value_type = Uuid, min_length = 36, max_length = 36,
        pattern = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$")]
    pub ladder: LadderId,
    /// The reason, which is public: one line of up to 500 characters.
    #[schema(
        min_length = 1,
        max_length = 500,
        format = "text",
        example = "The account is a second one of another member"
    )]
    pub reason: String,
}

#[boxed]
impl Clubs {
    /// Bans a player: a member, an applicant, an invited player or anybody else. They lose that status, and
    /// can neither join nor apply until the ban is lifted. Banning again changes nothing. The owner can also
    /// annul the player's games in a ladder, except those in which an owner of the club has played.
    pub async fn ban(
        &self,
        id: ClubId,
        caller: &Identity,
        name: &str,
        annul: Option<&AnnulGames>,
    ) -> Result<(), ClubRefusal> {
        act!(self.pool, caller, async |connection| {
            let player = accounts::lock_by_username(connection, name).await?;
            let (_, own) = lock_managed(connection, id, caller).await?;
            let player = player.ok_or(ClubRefusal::UnknownPlayer)?.id;
            if let Some(role) = members::role_of(connection, id, player).await? {
                may_remove(Some(own), role)?;
                members::delete(connection, id, player).await?;
            }
            for kind in RequestKind::ALL {
                requests::delete(connection, id, player, kind).await?;
            }
            if let Some(annul) = annul {
                annul_all(connection, id, (caller, own), player, annul, self.limits).await?;
            }
            let known = bans::find(connection, id, player).await?;
            bans::insert(connection, id, player).await?;
            if known.is_some_and(|ban| ban.ends_at.is_none()) {
                return Ok(());
            }
            if bans::count(connection, id).await? > BANS_MAX {
                return Err(ClubRefusal::TooManyBans(BANS_MAX));
            }
            let banned = AuditEntry::new(id, AuditKind::Banned).by(caller.player).player(player);
            Ok(record_audit(connection, &banned).await?)
        })
    }

    /// Lifts a ban, even one that would expire.
    pub async fn lift_ban(&self, id: ClubId, caller: &Identity, name: &str) -> Result<(), ClubRefusal> {
        act!(self.pool, caller, async |connection| {
            let player = accounts::lock_by_username(connection, name).await?;
            lock_managed(connection, id, caller).await?;
            let player = player.ok_or(ClubRefusal::UnknownPlayer)?.id;
            if !bans::delete(connection, id, player).await? {
                return Err(ClubRefusal::NotBanned);
            }
            let lifted = AuditEntry::new(id, AuditKind::BanLifted).by(caller.player).player(player);
            Ok(record_audit(connection, &lifted).await?)
        })
    }

    /// Returns a page of the bans of a club, for its managers.
    pub async fn bans(
        &self,
        id: ClubId,
        caller: &Identity,
        after: Option<PlayerId>,
        limit: u8,
    ) -> Result<Vec<ClubBan>, ClubRefusal> {
        let mut connection = self.pool.get().await?;
        manages(&mut connection, id, caller).await?;
        Ok(bans::page(&mut connection, id, after, limit.into()).await?)
    }
}

/// Annuls the games of a player in the last season of a ladder, for the owner of its club.
async fn annul_all(
    connection: &mut Postgres,
    club: ClubId,
    (caller, role): (&Identity, ClubRole),
    player: PlayerId,
    AnnulGames { ladder, reason }: &AnnulGames,
    limits: Switch,
) -> Result<(), ClubRefusal> {
    if role != ClubRole::Owner {
        return Err(ClubRefusal::Role(ClubRole::Owner));
    }
    sessions::needs_fresh_login(connection, caller).await??;
    let ladder = ladder_of(connection, club, *ladder).await?;
    let season = seasons::last_of(connection, &[ladder.id]).await?.pop().ok_or(ClubRefusal::NoSeason)?;
    let (of, by) = ((club, season.pool.as_str()), (caller.player, reason.as_str()));
    let annulled = annul_player(connection, of, player, by, limits).await?;
    if annulled > 0 {
        let act = AuditEntry::new(club, AuditKind::GameAnnulled).by(caller.player);
        let note = format!("{annulled} games of one player, {}: {reason}", ladder.settings.name);
        record_audit(connection, &act.note(note)).await?;
    }
    Ok(())
}

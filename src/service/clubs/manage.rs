//! Creating and changing a club, and the code with which players join.

use serde::Deserialize;
use utoipa::ToSchema;

use super::access::lock_managed;
use super::look::{ClubView, view};
use super::{ClubRefusal, Clubs};
use crate::audit::record_audit;
use crate::idempotency::{self, Done, OnceRefusal};
use crate::outdated::is_seen;
use crate::transaction::act;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::{HandedCode, Identity};
use lapidary_model::club::{ClubId, ClubRole, ClubSettings, ClubVisibility, JOINED_MAX, Joining, OWNED_MAX};
use lapidary_model::field_change::Fields;
use lapidary_model::idempotency::{Claim, KeptAnswer};
use lapidary_model::items::Paragraph;
use lapidary_store::Postgres;
use lapidary_store::clubs::{self, ladders, members};
use lapidary_store::{games, sessions};

/// A change of a club; a field that is left out keeps its value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"joining": "open"}))]
pub struct UpdateClub {
    /// The name.
    #[schema(format = "text", min_length = 1, max_length = 80, nullable = false)]
    pub name: Option<String>,
    /// What the club tells about itself, in paragraphs.
    #[schema(value_type = Option<Vec<Paragraph>>, inline, max_items = 20, nullable = false)]
    pub description: Option<Vec<String>>,
    /// Who may find and see it.
    #[schema(nullable = false)]
    pub visibility: Option<ClubVisibility>,
    /// How players become members without an invitation.
    #[schema(nullable = false)]
    pub joining: Option<Joining>,
    /// The `version` of the settings that the caller has seen. If they have another one by now, the change is
    /// refused with `settings_changed`; without it, the change is for whatever stands there.
    #[schema(maximum = 2147483647, nullable = false)]
    pub version: Option<u32>,
}

impl UpdateClub {
    fn apply(self, old: ClubSettings) -> ClubSettings {
        ClubSettings {
            name: self.name.unwrap_or(old.name),
            description: self.description.unwrap_or(old.description),
            visibility: self.visibility.unwrap_or(old.visibility),
            joining: self.joining.unwrap_or(old.joining),
        }
    }
}

#[boxed]
impl Clubs {
    /// Creates a club, which the caller owns. With a claim, repeated requests create it only once; `answer`
    /// makes the response that is stored.
    pub async fn create<E: OnceRefusal<ClubRefusal>>(
        &self,
        caller: &Identity,
        settings: &ClubSettings,
        claim: Option<&Claim>,
        answer: impl FnOnce(&ClubView) -> Result<KeptAnswer, E>,
    ) -> Result<Done, E> {
        let work = async |connection: &mut Postgres| answer(&make(connection, caller, settings).await?);
        idempotency::once(&self.pool, claim, work).await
    }

    /// Changes a club. A club with ladders stays public, because their logs are public.
    pub async fn change(
        &self,
        id: ClubId,
        caller: &Identity,
        patch: UpdateClub,
    ) -> Result<ClubView, ClubRefusal> {
        act!(self.pool, caller, async |connection| {
            let (club, _) = lock_managed(connection, id, caller).await?;
            let hides = patch.visibility == Some(ClubVisibility::Private)
                && club.settings.visibility == ClubVisibility::Public;
            if hides && !ladders::list(connection, id).await?.is_empty() {
                return Err(ClubRefusal::HasLadders);
            }
            is_seen(&club.settings, patch.version)?;
            let settings = patch.apply(club.settings.clone());
            let changes = club.settings.differences(&settings);
            if !changes.is_empty() {
                clubs::update(connection, id, &settings).await?;
                let changed = AuditEntry::new(id, AuditKind::Changed).by(caller.player).changes(changes);
                let changed = changed.only_for(club.settings.visibility.audience());
                record_audit(connection, &changed).await?;
            }
            let club = clubs::find(connection, id).await?.ok_or(ClubRefusal::NotFound)?;
            Ok(view(connection, club, Some(caller.player)).await?)
        })
    }

    /// Makes a code with which players join. It replaces an earlier one.
    pub async fn make_join_code(&self, id: ClubId, caller: &Identity) -> Result<HandedCode, ClubRefusal> {
        let code = HandedCode::generate()?;
        self.set_join_code(id, caller, Some(&code)).await?;
        Ok(code)
    }

    /// Ends the code with which players join. Repeating it changes nothing.
    pub async fn end_join_code(&self, id: ClubId, caller: &Identity) -> Result<(), ClubRefusal> {
        self.set_join_code(id, caller, None).await
    }

    async fn set_join_code(
        &self,
        id: ClubId,
        caller: &Identity,
        code: Option<&HandedCode>,
    ) -> Result<(), ClubRefusal> {
        act!(self.pool, caller, async |connection| {
            lock_managed(connection, id, caller).await?;
            let digest = code.map(HandedCode::digest);
            clubs::set_join_digest(connection, id, digest.as_ref()).await?;
            let kind = if code.is_some() { AuditKind::JoinCodeMade } else { AuditKind::JoinCodeEnded };
            Ok(record_audit(connection, &AuditEntry::new(id, kind).by(caller.player)).await?)
        })
    }
}

/// Creates a club in an open transaction.
#[boxed]
async fn make(
    connection: &mut Postgres,
    caller: &Identity,
    settings: &ClubSettings,
) -> Result<ClubView, ClubRefusal> {
    sessions::lock(connection, caller).await??;
    // Until the transaction ends, no other request can count the clubs of this account.
    games::lock_account(connection, caller.player).await?;
    if clubs::owned_count(connection, caller.player).await? >= OWNED_MAX {
        return Err(ClubRefusal::TooManyOwned(OWNED_MAX));
    }
    if members::joined_count(connection, caller.player).await? >= JOINED_MAX {
        return Err(ClubRefusal::TooManyJoined(JOINED_MAX));
    }
    let id = ClubId::generate();
    clubs::insert(connection, id, settings).await?;
    members::insert(connection, id, caller.player, ClubRole::Owner).await?;
    record_audit(connection, &AuditEntry::new(id, AuditKind::Created).by(caller.player)).await?;
    let club = clubs::find(connection, id).await?.ok_or(ClubRefusal::NotFound)?;
    Ok(view(connection, club, Some(caller.player)).await?)
}

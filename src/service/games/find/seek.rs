//! Seeks: a player accepts any opponents on the same terms, and the server pairs them.
//!
//! Each seek has its own secret, to which the server commits when the seek is made. The game uses the secret
//! of its oldest seek. The other players could read that commitment before they sent their seeks.

use futures_util::{join, try_join};

use super::finding::Finding;
use super::pair::{Paired, PairingCandidates};
use crate::games::open::limits::has_room;
use crate::games::open::promise::Promise;
use crate::games::{FindingRefusal, GameRefusal};
use crate::idempotency::{self, Done, OnceRefusal};
use crate::seasons::find_season;
use crate::transaction::act;
use lapidary_engine::deal::Entropy;
use lapidary_model::auth::Identity;
use lapidary_model::game::Terms;
use lapidary_model::idempotency::{Claim, KeptAnswer};
use lapidary_model::season::LadderId;
use lapidary_model::seek::{RatingRange, Seek, SeekId, SeekStatus};
use lapidary_store::{Failure, Postgres, seeks, sessions};

pub use lapidary_store::seeks::Whose;

/// A seek to make.
pub struct NewSeek {
    /// The terms of the game.
    pub terms: Terms,
    /// The ladder of a club in which the game is rated; none for a game rated by the server or unrated.
    pub ladder: Option<LadderId>,
    /// The ratings of acceptable opponents, if the game is rated.
    pub range: RatingRange,
    /// The entropy that the player contributes to the deal.
    pub entropy: Option<Entropy>,
}

impl Finding {
    /// Makes a seek, and starts a game if it completes a group. With a claim, repeated requests make it only
    /// once; `answer` makes the stored response.
    pub async fn seek<E: OnceRefusal<FindingRefusal>>(
        &self,
        caller: &Identity,
        new: NewSeek,
        claim: Option<&Claim>,
        answer: impl FnOnce(&Seek) -> Result<KeptAnswer, E>,
    ) -> Result<Done, E> {
        let mut started: Option<Paired> = None;
        let work = async |connection: &mut Postgres| {
            let (seek, paired) = self.seek_in_transaction(connection, caller, new).await?;
            started = paired;
            answer(&seek)
        };
        let done = idempotency::once(&self.pool, claim, work).await?;
        started.iter().for_each(|paired| self.announce_paired(paired));
        Ok(done)
    }

    #[boxed]
    async fn seek_in_transaction(
        &self,
        connection: &mut Postgres,
        caller: &Identity,
        new: NewSeek,
    ) -> Result<(Seek, Option<Paired>), FindingRefusal> {
        let mut terms = new.terms;
        if let Some(ladder) = new.ladder {
            sessions::lock(connection, caller).await??;
            terms.season = Some(find_season(connection, ladder, &terms, &[caller.player]).await?);
        }
        // Accounts are locked later, in an order that all transactions share. What can be read is read before
        // the lock of the terms: later seeks were not there when the request was sent.
        let (held, owned, open, seen_until, locked) = join!(
            sessions::lock(connection, caller),
            seeks::lock_owner(connection, caller.player),
            seeks::count_open(connection, caller.player),
            seeks::newest(connection, &terms),
            seeks::lock_terms(connection, &terms),
        );
        held??;
        owned?;
        let limit = self.settings.seeks_per_account;
        if open? >= limit.into() {
            return Err(FindingRefusal::TooManySeeks(limit));
        }
        let (seen_until, ()) = (seen_until?, locked?);
        let promise = Promise::new()?;
        let id = SeekId::generate();
        let row = seeks::NewSeek {
            id,
            player: caller.player,
            terms,
            lifetime: terms.clock.patience(),
            deal_id: promise.deal_id,
            server_seed: &promise.server_seed,
            commitment: promise.commitment(),
            entropy: new.entropy.as_ref(),
            seen_until,
            range: new.range,
        };
        let ((), found) =
            try_join!(seeks::insert(connection, &row), PairingCandidates::find(connection, id, &terms))?;
        let paired = self.pair(connection, id, &terms, found).await?;
        // Whoever is paired has had room under the lock of the account.
        if paired.is_none() {
            has_room(connection, &self.settings, caller.player).await?;
        }
        let seek = seeks::find(connection, id, caller.player).await?.ok_or(GameRefusal::NotFound)?;
        Ok((seek, paired))
    }
}

#[boxed]
impl Finding {
    /// Returns a seek: one of the caller, or an open one of another player.
    pub async fn one_seek(&self, id: SeekId, caller: &Identity) -> Result<Seek, FindingRefusal> {
        let found = seeks::find(&*self.pool.get().await?, id, caller.player).await?;
        found.ok_or_else(|| GameRefusal::NotFound.into())
    }

    /// Returns a page of seeks, the newest first.
    pub async fn seeks(
        &self,
        caller: &Identity,
        whose: Whose,
        after: Option<SeekId>,
        limit: u8,
    ) -> Result<Vec<Seek>, Failure> {
        seeks::list(&mut *self.pool.get().await?, whose, caller.player, after, limit.into()).await
    }

    /// Withdraws a seek of the caller. Repeating it, or withdrawing an expired seek, changes nothing.
    pub async fn withdraw_seek(&self, id: SeekId, caller: &Identity) -> Result<(), FindingRefusal> {
        act!(self.pool, caller, async |connection| {
            if seeks::withdraw(connection, id, caller.player).await? {
                return Ok(());
            }
            let seek = seeks::find(connection, id, caller.player).await?;
            match seek.filter(|seek| seek.player.player == caller.player).map(|seek| seek.status) {
                None => Err(GameRefusal::NotFound.into()),
                Some(SeekStatus::Paired) => Err(FindingRefusal::SeekPaired),
                Some(SeekStatus::Open | SeekStatus::Withdrawn | SeekStatus::Expired) => Ok(()),
            }
        })
    }
}

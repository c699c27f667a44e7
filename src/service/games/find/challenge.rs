//! Challenges: a private game that waits for the players whom the challenger invites on creating it.
//!
//! The game exists from the beginning. So the server commits to the secret of the deal before the challenged
//! players contribute to it. Whatever ends the game ends the challenge: the creator may leave it, and it may
//! expire.

use diesel_async::AsyncConnection;
use futures_util::join;

use super::finding::Finding;
use crate::games::open::abort::end;
use crate::games::open::built_in::{built_in_among, seat_built_in};
use crate::games::open::create::{RequestedGame, open};
use crate::games::open::join::{Joined, sit_down};
use crate::games::open::limits::{may_create, may_sit_down};
use crate::games::open::opponents::lock_opponents;
use crate::games::open::promise::Promise;
use crate::games::read::access::lock;
use crate::games::{FindingRefusal, GameRefusal, OpponentRefusal, SeatRefusal};
use crate::idempotency::{self, Done, OnceRefusal};
use crate::seasons::{SeasonRefusal, find_season};
use crate::transaction::{act, transaction};
use lapidary_engine::deal::Entropy;
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::challenge::{Challenge, ChallengeStatus, DeclineReason, Declined, Direction};
use lapidary_model::game::{GameId, Terms, Version, Visibility};
use lapidary_model::idempotency::{Claim, KeptAnswer};
use lapidary_model::log::{AbortReason, NewEntry};
use lapidary_model::season::{LadderId, SeasonId};
use lapidary_store::games::GameRecord;
use lapidary_store::{Failure, Postgres, challenges, invitations, sessions};

/// The number of challenges that one query loads when an account is erased.
const CHALLENGES_PER_LOOK: i64 = 100;

/// A challenge to create.
pub struct NewChallenge {
    /// The terms of the game once it has started.
    pub terms: Terms,
    /// The ladder of a club in which the game is rated; none for an unrated game.
    pub ladder: Option<LadderId>,
    /// The names of the challenged players.
    pub to: Vec<String>,
    /// The entropy that the challenger contributes to the deal.
    pub entropy: Option<Entropy>,
}

impl Finding {
    /// Challenges players; built-in opponents accept at once. With a claim, repeated requests challenge them
    /// only once; `answer` makes the stored response.
    ///
    /// A challenge to a player who has blocked the challenger is created as usual, but the player does not
    /// see it. So nobody learns who has blocked them.
    pub async fn challenge<E: OnceRefusal<FindingRefusal>>(
        &self,
        caller: &Identity,
        new: NewChallenge,
        claim: Option<&Claim>,
        answer: impl FnOnce(GameId) -> Result<KeptAnswer, E>,
    ) -> Result<Done, E> {
        let mut made = None;
        let work = async |connection: &mut Postgres| {
            let challenged = self.add_challenge(connection, caller, new).await?;
            let id = challenged.0;
            made = Some(challenged);
            answer(id)
        };
        let done = idempotency::once(&self.pool, claim, work).await?;
        if let Some((id, joined, players)) = made {
            if joined == Joined::Started {
                self.watchers.announce(id, joined.version());
            }
            self.open.announce_to(players.iter().copied().chain([caller.player]));
            self.open.wake_built_in(id, players);
        }
        Ok(done)
    }

    /// Opens the table of a challenge, and returns it with the challenged players.
    #[boxed]
    async fn add_challenge(
        &self,
        connection: &mut Postgres,
        caller: &Identity,
        new: NewChallenge,
    ) -> Result<(GameId, Joined, Vec<PlayerId>), FindingRefusal> {
        sessions::lock(connection, caller).await??;
        may_create(connection, &self.settings, caller.player).await?;
        let refused = |place, refusal| FindingRefusal::Opponent { place, refusal };
        let to = lock_opponents(connection, caller.player, &new.to, &new.terms, refused).await?;
        let season = rated_in(connection, caller.player, &new, &to).await?;
        let terms = Terms { visibility: Visibility::Private, rated: season.is_some(), season, ..new.terms };
        let table = RequestedGame { terms, label: None, entropy: new.entropy };
        let id = GameId::generate();
        open(connection, id, &Promise::new()?, &table, caller.player, 0).await?;
        let (challenger, visibility) = (caller.player, new.terms.visibility);
        let row = challenges::NewChallenge { game: id, challenger, visibility, rematch_of: None };
        challenges::insert(connection, &row).await?;
        for &player in &to {
            invitations::insert(connection, id, player, None).await?;
        }
        let joined = seat_built_in(connection, id, challenger, &built_in_among(&to), &self.open).await?;
        Ok((id, joined, to))
    }
}

/// Returns the season in which the game of a challenge is rated; none for an unrated game.
async fn rated_in(
    connection: &mut Postgres,
    challenger: PlayerId,
    new: &NewChallenge,
    to: &[PlayerId],
) -> Result<Option<SeasonId>, FindingRefusal> {
    let Some(ladder) = new.ladder else { return Ok(None) };
    let players: Vec<PlayerId> = [challenger].iter().chain(to).copied().collect();
    let found = find_season(connection, ladder, &new.terms, &players).await;
    found.map(Some).map_err(|refusal| match refusal {
        SeasonRefusal::MembersOnly(player) if player != challenger => {
            let place = to.iter().position(|other| *other == player).unwrap_or_default();
            FindingRefusal::Opponent { place, refusal: OpponentRefusal::NotMember }
        }
        other => other.into(),
    })
}

#[boxed]
impl Finding {
    /// Returns a challenge, for its challenger and the challenged players.
    pub async fn one_challenge(&self, id: GameId, caller: &Identity) -> Result<Challenge, FindingRefusal> {
        self.seen(&*self.pool.get().await?, id, caller.player).await
    }

    /// Returns a page of the challenges that the caller sent or received, newest first.
    pub async fn challenges(
        &self,
        caller: &Identity,
        direction: Option<Direction>,
        after: Option<GameId>,
        limit: u8,
    ) -> Result<Vec<Challenge>, Failure> {
        let mut connection = self.pool.get().await?;
        let mut ids = Vec::new();
        for each in [Direction::In, Direction::Out] {
            if direction.is_none_or(|wanted| wanted == each) {
                let page =
                    challenges::page(&mut connection, caller.player, each, after, limit.into()).await?;
                ids.extend(page);
            }
        }
        ids.sort_unstable();
        ids.dedup();
        let newest = ids.len().saturating_sub(limit.into());
        challenges::load(&connection, &ids[newest..], self.settings.waiting_expiry).await
    }

    /// Returns the challenge as this player sees it.
    async fn seen(
        &self,
        connection: &Postgres,
        id: GameId,
        player: PlayerId,
    ) -> Result<Challenge, FindingRefusal> {
        let challenge = self.stored(connection, id).await?;
        let by = challenge.challenger.player;
        let visible = by == player
            || challenge.is_to(player) && !challenges::is_blocked(connection, player, by).await?;
        if visible { Ok(challenge) } else { Err(GameRefusal::NotFound.into()) }
    }

    async fn stored(&self, connection: &Postgres, id: GameId) -> Result<Challenge, FindingRefusal> {
        let found = challenges::load(connection, &[id], self.settings.waiting_expiry).await?.pop();
        found.ok_or_else(|| GameRefusal::NotFound.into())
    }
}

#[boxed]
impl Finding {
    /// Accepts a challenge for the caller; the game starts when all challenged players have accepted.
    /// Accepting again replaces the caller's entropy while the challenge is open, and changes nothing after
    /// the start.
    pub async fn accept_challenge(
        &self,
        id: GameId,
        caller: &Identity,
        entropy: Option<Entropy>,
    ) -> Result<Challenge, FindingRefusal> {
        let (record, challenge, joined) = transaction!(self.pool, async |connection| {
            let (held, record, challenge, may) = join!(
                sessions::lock(connection, caller),
                lock(connection, id, caller),
                self.seen(connection, id, caller.player),
                may_sit_down(connection, &self.settings, caller.player),
            );
            held??;
            let (record, challenge) = (record?, challenge?);
            challenged(&challenge, caller)?;
            let sits = record.seat_of(caller.player).is_some();
            match challenge.status {
                ChallengeStatus::Open => {}
                ChallengeStatus::Accepted if sits => {}
                ended => return Err(FindingRefusal::ChallengeEnded(ended)),
            }
            let joined =
                sit_down(connection, &record, (caller.player, entropy), Some(may), &self.open).await?;
            let challenge = self.stored(connection, id).await?;
            Ok::<_, FindingRefusal>((record, challenge, joined))
        })?;
        self.watchers.announce(id, joined.version());
        self.open.wake_built_in(id, record.players());
        self.announce_challenge(&challenge);
        Ok(challenge)
    }

    /// Announces to its players that a challenge has changed, and that the rematch of a game has, if it is
    /// one.
    fn announce_challenge(&self, challenge: &Challenge) {
        let to = challenge.to.iter().map(|challenged| challenged.player.player);
        self.open.announce_to(to.chain([challenge.challenger.player]));
        if let Some(before) = challenge.rematch_of {
            self.watchers.announce(before, Version::ZERO);
        }
    }
}

/// Checks that the caller is one of the challenged players.
fn challenged(challenge: &Challenge, caller: &Identity) -> Result<(), FindingRefusal> {
    match challenge.is_to(caller.player) {
        true => Ok(()),
        false => Err(FindingRefusal::NotChallenged),
    }
}

#[boxed]
impl Finding {
    /// Declines a challenge for the caller. This ends it for all players. Declining again changes nothing.
    pub async fn decline_challenge(
        &self,
        id: GameId,
        caller: &Identity,
        reason: DeclineReason,
    ) -> Result<Challenge, FindingRefusal> {
        let challenge = act!(self.pool, caller, async |connection| {
            let record = lock(connection, id, caller).await?;
            self.seen(connection, id, caller.player).await?;
            self.decline(connection, &record, caller, reason).await
        })?;
        self.watchers.announce(id, Version(1));
        self.announce_challenge(&challenge);
        Ok(challenge)
    }

    /// Ends the challenge of a locked game for a challenged player.
    async fn decline(
        &self,
        connection: &mut Postgres,
        record: &GameRecord,
        caller: &Identity,
        reason: DeclineReason,
    ) -> Result<Challenge, FindingRefusal> {
        let challenge = self.stored(connection, record.id).await?;
        challenged(&challenge, caller)?;
        match challenge.status {
            ChallengeStatus::Open => {}
            ChallengeStatus::Declined if challenge.declined.is_some_and(|by| by.by == caller.player) => {
                return Ok(challenge);
            }
            ended => return Err(FindingRefusal::ChallengeEnded(ended)),
        }
        let declined = Declined { by: caller.player, reason };
        challenges::end(connection, record.id, ChallengeStatus::Declined, Some(declined)).await?;
        let entry = NewEntry::aborted(record.seat_of(caller.player), AbortReason::Declined);
        end(connection, record, entry).await?;
        self.stored(connection, record.id).await
    }

    /// Declines all open challenges to the caller, whose account is being erased. This includes challenges by
    /// players whom they have blocked.
    pub(super) async fn decline_all(&self, caller: &Identity) -> Result<(), FindingRefusal> {
        let mut connection = self.pool.get().await?;
        loop {
            let open = challenges::waiting_for(&mut connection, caller.player, CHALLENGES_PER_LOOK).await?;
            if open.is_empty() {
                return Ok(());
            }
            for id in open {
                let declined = connection
                    .transaction(async |connection| {
                        sessions::lock(connection, caller).await??;
                        let record = lock(connection, id, caller).await?;
                        self.decline(connection, &record, caller, DeclineReason::AccountErased).await
                    })
                    .await;
                match declined {
                    Ok(_) => self.watchers.announce(id, Version(1)),
                    // It has ended or was withdrawn in the meantime.
                    Err(
                        FindingRefusal::ChallengeEnded(_)
                        | FindingRefusal::Seat(SeatRefusal::Game(GameRefusal::NotFound))
                        | FindingRefusal::NotChallenged,
                    ) => {}
                    Err(refusal) => return Err(refusal),
                }
            }
        }
    }
}

#[boxed]
impl Finding {
    /// Withdraws a challenge of the caller. Repeating it changes nothing. Neither does withdrawing a
    /// challenge that was declined or has expired.
    pub async fn withdraw_challenge(&self, id: GameId, caller: &Identity) -> Result<(), FindingRefusal> {
        let withdrawn = act!(self.pool, caller, async |connection| {
            let record = lock(connection, id, caller).await?;
            let challenge = self.seen(connection, id, caller.player).await?;
            if challenge.challenger.player != caller.player {
                return Err(FindingRefusal::NotChallenger);
            }
            match challenge.status {
                ChallengeStatus::Open => {}
                ChallengeStatus::Accepted => {
                    return Err(FindingRefusal::ChallengeEnded(ChallengeStatus::Accepted));
                }
                _ => return Ok(None),
            }
            let seat = record.seat_of(caller.player);
            let entry = NewEntry::aborted(seat, AbortReason::CreatorLeft);
            end(connection, &record, entry).await?;
            Ok(Some(challenge))
        })?;
        if let Some(challenge) = withdrawn {
            self.watchers.announce(id, Version(1));
            self.announce_challenge(&challenge);
        }
        Ok(())
    }
}

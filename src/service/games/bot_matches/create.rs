//! Creating a series: whose bots play, and who must agree.

use super::arranging::BotMatches;
use super::refusal::BotMatchRefusal;
use crate::games::open::limits::admits;
use crate::games::{GameRefusal, OpponentRefusal, SeatRefusal, TooManyGames};
use crate::idempotency::{self, Done, OnceRefusal};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::bot_match::{BotMatchId, MatchSecret, UNFINISHED_MAX, whole_deals};
use lapidary_model::built_in::{BuiltIn, BuiltInSeat, OpponentKind, Strength};
use lapidary_model::game::Terms;
use lapidary_model::idempotency::{Claim, KeptAnswer};
use lapidary_store::Postgres;
use lapidary_store::bot_matches::{self, NewMatch};
use lapidary_store::{accounts, bots, challenges, games, sessions};

/// A series to create.
pub struct NewBotMatch {
    /// The terms of its games. They have as many seats as there are bots.
    pub terms: Terms,
    /// The number of games.
    pub games: u32,
    /// The maximum number of games in play at the same time.
    pub at_once: u8,
    /// The names of its bots. A kind of built-in opponents may occur several times, each with its strength.
    pub bots: Vec<(String, Option<Strength>)>,
}

/// A bot of a series to create.
type Entrant = (PlayerId, Option<Strength>, bool);

impl BotMatches {
    /// Creates a series. It starts at once if the caller owns all of its bots that are not built in;
    /// otherwise it waits until the others, or their owners, have accepted. With a claim, repeated requests
    /// create it only once; `answer` makes the stored response.
    pub async fn create<E: OnceRefusal<BotMatchRefusal>>(
        &self,
        caller: &Identity,
        new: NewBotMatch,
        claim: Option<&Claim>,
        answer: impl FnOnce(BotMatchId) -> Result<KeptAnswer, E>,
    ) -> Result<Done, E> {
        let work = async |connection: &mut Postgres| {
            let id = self.add(connection, caller, &new).await.map_err(E::from)?;
            answer(id)
        };
        idempotency::once(&self.pool, claim, work).await
    }

    #[boxed]
    async fn add(
        &self,
        connection: &mut Postgres,
        caller: &Identity,
        new: &NewBotMatch,
    ) -> Result<BotMatchId, BotMatchRefusal> {
        sessions::lock(connection, caller).await??;
        // The lock allows one request of the account at a time, so that parallel requests cannot exceed the
        // limit together.
        games::lock_account(connection, caller.player).await?;
        if bot_matches::count_unfinished(connection, caller.player).await? >= UNFINISHED_MAX.into() {
            return Err(SeatRefusal::from(TooManyGames::BotMatches(UNFINISHED_MAX)).into());
        }
        let entrants = self.entrants(connection, caller.player, new).await?;
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(GameRefusal::from)?;
        let id = BotMatchId::generate();
        let starts = entrants.iter().all(|(.., accepted)| *accepted);
        let row = NewMatch {
            id,
            creator: caller.player,
            terms: new.terms,
            games: whole_deals(new.games, entrants.len()),
            at_once: new.at_once,
            secret: MatchSecret(secret),
            bots: entrants,
            ladder: false,
        };
        bot_matches::insert(connection, &row).await?;
        if starts {
            bot_matches::start(connection, id).await?;
        }
        Ok(id)
    }

    /// Returns the bots of a series, and locks them against erasure until the transaction ends. The rules of
    /// challenges to bots apply: the caller must not have blocked the bot, and it must accept such games.
    async fn entrants(
        &self,
        connection: &mut Postgres,
        caller: PlayerId,
        new: &NewBotMatch,
    ) -> Result<Vec<Entrant>, BotMatchRefusal> {
        let mut built_in = built_in_seats(&new.bots)?.into_iter();
        let mut entrants: Vec<Entrant> = Vec::new();
        let mut has_own = false;
        for (place, (name, _)) in new.bots.iter().enumerate() {
            let refused = |refusal| BotMatchRefusal::Bot { place, refusal };
            if OpponentKind::named(name).is_some() {
                let seat = built_in.next().ok_or(GameRefusal::Broken("a built-in opponent has no seat"))?;
                entrants.push((seat.opponent.player(), Some(seat.strength), true));
                continue;
            }
            let player = accounts::lock_by_username(connection, name).await?;
            let player = player.ok_or_else(|| refused(OpponentRefusal::Unknown))?.id;
            let owner = bots::owners(connection, &[player]).await?.remove(&player);
            let Some(owner) = owner.filter(|_| BuiltIn::of(player).is_none()) else {
                return Err(refused(OpponentRefusal::NoBot));
            };
            if entrants.iter().any(|(other, ..)| *other == player) {
                return Err(refused(OpponentRefusal::Twice));
            }
            for blocked in [player, owner] {
                if challenges::is_blocked(connection, caller, blocked).await? {
                    return Err(refused(OpponentRefusal::Blocked));
                }
            }
            if !admits(connection, player, &new.terms).await? {
                return Err(refused(OpponentRefusal::NotAccepted));
            }
            let is_own = caller == player || caller == owner;
            has_own |= is_own;
            entrants.push((player, None, is_own));
        }
        if !has_own {
            return Err(BotMatchRefusal::NoOwnBot);
        }
        let plays_built_in = entrants.iter().any(|(player, ..)| BuiltIn::of(*player).is_some());
        if plays_built_in && !self.watchers.due().is_open() && !bots::is_built_in_online(connection).await? {
            return Err(SeatRefusal::NoOpponents.into());
        }
        Ok(entrants)
    }
}

/// Returns the seats of the built-in opponents among these names, in their order.
fn built_in_seats(bots: &[(String, Option<Strength>)]) -> Result<Vec<BuiltInSeat>, GameRefusal> {
    let kind = |(name, strength): &(String, Option<Strength>)| {
        OpponentKind::named(name).map(|kind| (kind, strength.unwrap_or(Strength::FULL)))
    };
    BuiltInSeat::for_kinds(bots.iter().filter_map(kind))
        .ok_or(GameRefusal::Broken("a game has more seats than copies"))
}

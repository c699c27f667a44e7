//! The ladder of bots: matches of one game that the server makes automatically, between bots of different
//! owners with similar ratings.
//!
//! One transaction makes a match and starts its game, so a server that dies leaves no half of it. One server
//! at a time looks for games, so the limits hold on any number of servers.

use diesel_async::AsyncConnection;

use super::advance::News;
use super::arranging::BotMatches;
use crate::games::open::limits::has_room;
use crate::games::{GameRefusal, SeatRefusal};
use lapidary_model::auth::PlayerId;
use lapidary_model::bot_ladder::{TERMS, neighbors, pool};
use lapidary_model::bot_match::{BotMatchId, MatchSecret};
use lapidary_store::Postgres;
use lapidary_store::bot_matches::{self, NewMatch};
use lapidary_store::{bot_ladder, bots, games};

/// The maximum number of pairs that one look tries.
const PAIRS_PER_LOOK: usize = 32;

/// The result of pairing two bots.
enum LadderPairing {
    /// There is no pair, or enough games are in play.
    None,
    /// This bot has no room for a game, was erased, or has left the ladder.
    Unfit(PlayerId),
    /// The game has started.
    Started(News),
}

#[boxed]
impl BotMatches {
    /// Starts games of the ladder of bots, within the limits. People come first: nothing starts while a
    /// request waits for the database. If this fails, the games started before stay.
    pub async fn match_neighbors(&self) -> Result<(), SeatRefusal> {
        let mut unfit = Vec::new();
        for _ in 0..PAIRS_PER_LOOK {
            if self.settings.bot_ladder.bot_ladder_games == 0 || self.pool.usage().waiting > 0 {
                return Ok(());
            }
            let mut connection = self.pool.get().await?;
            if !bot_ladder::has_pair(&mut connection).await? {
                return Ok(());
            }
            let paired =
                connection.transaction(async |connection| self.pair(connection, &unfit).await).await?;
            drop(connection);
            match paired {
                LadderPairing::None => return Ok(()),
                LadderPairing::Unfit(bot) => unfit.push(bot),
                LadderPairing::Started(news) => self.announce(&news),
            }
        }
        Ok(())
    }

    async fn pair(
        &self,
        connection: &mut Postgres,
        unfit: &[PlayerId],
    ) -> Result<LadderPairing, SeatRefusal> {
        let limits = &self.settings.bot_ladder;
        if !bot_ladder::try_lock(connection).await?
            || bot_ladder::running(connection).await? >= limits.bot_ladder_games.into()
        {
            return Ok(LadderPairing::None);
        }
        let pool = pool().ok_or(GameRefusal::Broken("the ladder of bots has no pool"))?;
        let mut ready =
            bot_ladder::ready(connection, &TERMS, &pool, limits.bot_ladder_games_per_hour).await?;
        ready.retain(|bot| !unfit.contains(&bot.bot));
        let met = bot_ladder::met(connection).await?;
        let Some((one, other)) = neighbors(&ready, &met) else { return Ok(LadderPairing::None) };
        // Erasing a bot and changing its endpoint lock it, so nothing changes under the lock. Accounts are
        // locked in the order of ids, as everywhere.
        let pair = [one.bot.min(other.bot), one.bot.max(other.bot)];
        for bot in pair {
            if !bots::lock(connection, bot).await? || !bot_ladder::is_on(connection, bot).await? {
                return Ok(LadderPairing::Unfit(bot));
            }
        }
        for bot in pair {
            games::lock_account(connection, bot).await?;
            match has_room(connection, &self.settings, bot).await {
                Err(SeatRefusal::TooMany(_)) => return Ok(LadderPairing::Unfit(bot)),
                room => room?,
            }
        }
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(GameRefusal::from)?;
        // The first seat is drawn by lot.
        let seats = if secret[0] % 2 == 0 { [one.bot, other.bot] } else { [other.bot, one.bot] };
        self.begin(connection, seats, MatchSecret(secret)).await
    }

    /// Makes a match of one game of these bots, and starts the game.
    async fn begin(
        &self,
        connection: &mut Postgres,
        seats: [PlayerId; 2],
        secret: MatchSecret,
    ) -> Result<LadderPairing, SeatRefusal> {
        let id = BotMatchId::generate();
        let new = NewMatch {
            id,
            creator: seats[0],
            terms: TERMS,
            games: 1,
            at_once: 1,
            secret,
            bots: seats.map(|bot| (bot, None, true)).to_vec(),
            ladder: true,
        };
        bot_matches::insert(connection, &new).await?;
        bot_matches::start(connection, id).await?;
        let series = bot_matches::find(connection, id).await?;
        let series = series.ok_or(GameRefusal::Broken("a new bot match is missing"))?;
        let started = vec![self.start(connection, &series, 1).await?];
        Ok(LadderPairing::Started(News { started, players: seats.to_vec(), changed: Vec::new() }))
    }
}

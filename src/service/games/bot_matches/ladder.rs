//! The ladder of bots: matches of one game that the server makes by itself, between bots of different owners
//! whose ratings are near.
//!
//! A match is made and its game is started in one transaction, so a server that dies leaves no half of it.
//! One server at a time looks for games, so the limits hold on any number of servers.

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

/// What became of a pair.
enum LadderPairing {
    /// There is none, or enough is played.
    None,
    /// This bot has no room for a game, was erased, or has left the ladder.
    Unfit(PlayerId),
    /// They play.
    Started(News),
}

#[boxed]
impl BotMatches {
    /// Starts games of the ladder of bots, as far as limits allow. People come first: while a request waits
    /// for the database, nothing starts. If this fails, the games started before stay.
    pub async fn match_neighbors(&self) -> Result<(), SeatRefusal> {
        let mut unfit = Vec::new();
        for _ in 0..PAIRS_PER_LOOK {
            if self.settings.bot_ladder.bot_ladder_games == 0 || self.pool.usage().waiting > 0 {
                return Ok(());
            }
            let mut connection = self.pool.get().await?;
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
        // Whoever erases a bot or changes its endpoint locks it, so what is so under the lock stays so.
        // Accounts are locked in the order of ids, as by everybody who locks several.
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
        // Who begins is drawn by lot.
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

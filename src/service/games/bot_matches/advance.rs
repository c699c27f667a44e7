//! The automatic steps of a series: count ended games, start the next ones, and reveal the deals after the
//! last one. Only stored data decides, under the lock of the series, so repeating a step changes nothing.

use diesel_async::AsyncConnection;

use super::arranging::BotMatches;
use crate::games::open::limits::{has_room, may_create};
use crate::games::{GameRefusal, SeatRefusal, SeatedGame, StartedDeal};
use lapidary_model::auth::PlayerId;
use lapidary_model::bot_match::{BotMatch, BotMatchId, BotMatchStatus, MatchBot, StopReason};
use lapidary_model::built_in::{BuiltIn, BuiltInSeat};
use lapidary_model::game::{GameId, Version};
use lapidary_store::Postgres;
use lapidary_store::bot_matches;
use lapidary_store::{challenges, games};

/// The number of series that one query loads.
const SERIES_PER_LOOK: i64 = 100;

/// What to announce after the commit.
#[derive(Default)]
pub(super) struct News {
    pub started: Vec<GameId>,
    pub players: Vec<PlayerId>,
    pub changed: Vec<(GameId, Version)>,
}

#[boxed]
impl BotMatches {
    /// Does the automatic steps of all series, each in its own transaction. Skips a series that another
    /// server handles at this moment. If a step fails, the steps done before stay.
    pub async fn advance_all(&self) -> Result<(), SeatRefusal> {
        let mut after = None;
        loop {
            let mut connection = self.pool.get().await?;
            let expiry = self.settings.waiting_expiry;
            let found = bot_matches::due(&mut connection, expiry, after, SERIES_PER_LOOK).await?;
            drop(connection);
            let Some(&last) = found.last() else { return Ok(()) };
            for id in found {
                self.advance(id).await?;
            }
            after = Some(last);
        }
    }

    async fn advance(&self, id: BotMatchId) -> Result<(), SeatRefusal> {
        let mut news = News::default();
        let mut connection = self.pool.get().await?;
        connection
            .transaction(async |connection| {
                if !bot_matches::try_lock(connection, id).await? {
                    return Ok(());
                }
                let Some(series) = bot_matches::find(connection, id).await? else { return Ok(()) };
                if let Some(reason) = reason_to_stop(connection, &series).await? {
                    news.changed = self.stop(connection, &series, reason).await?;
                    return Ok(());
                }
                let running = self.note_ends(connection, &series).await?;
                self.go_on(connection, &series, running, &mut news).await
            })
            .await?;
        drop(connection);
        self.announce(&news);
        Ok(())
    }

    pub(super) fn announce(&self, news: &News) {
        self.tables.announce_changed(&news.changed);
        self.tables.announce_started(&news.started, &news.players);
        for &game in &news.started {
            self.open.wake_built_in(game, news.players.iter().copied());
        }
    }

    /// Starts the next games of a series as far as limits allow, or ends it after the last one.
    async fn go_on(
        &self,
        connection: &mut Postgres,
        series: &BotMatch,
        running: u32,
        news: &mut News,
    ) -> Result<(), SeatRefusal> {
        let last = bot_matches::last_number(connection, series.id).await?;
        if last >= series.games && running == 0 {
            bot_matches::end(connection, series.id, None).await?;
            return Ok(());
        }
        let free = u32::from(series.at_once).saturating_sub(running).min(series.games - last);
        if free == 0 {
            return Ok(());
        }
        // Accounts are locked in the order of ids, as everywhere.
        let mut players: Vec<PlayerId> = series.bots.iter().map(|bot| bot.player.player).collect();
        players.sort_unstable();
        for &player in players.iter().filter(|&&player| BuiltIn::of(player).is_none()) {
            games::lock_account(connection, player).await?;
        }
        for number in last + 1..=last + free {
            if !self.has_room(connection, series).await? {
                break;
            }
            news.started.push(self.start(connection, series, number).await?);
        }
        news.players = players;
        Ok(())
    }

    /// Returns whether every bot may play one more game, and the creator may have one more.
    async fn has_room(&self, connection: &mut Postgres, series: &BotMatch) -> Result<bool, SeatRefusal> {
        for bot in series.bots.iter().filter(|bot| bot.strength.is_none()) {
            match has_room(connection, &self.settings, bot.player.player).await {
                Err(SeatRefusal::TooMany(_)) => return Ok(false),
                result => result?,
            }
        }
        match may_create(connection, &self.settings, series.creator.player).await {
            Err(SeatRefusal::TooMany(_)) => Ok(false),
            result => result.map(|()| true),
        }
    }

    pub(super) async fn start(
        &self,
        connection: &mut Postgres,
        series: &BotMatch,
        number: u32,
    ) -> Result<GameId, SeatRefusal> {
        let secret = bot_matches::secret(connection, series.id).await?;
        let deal = StartedDeal::of_series(series.id, &secret, series.deal_of(number));
        let seated: Vec<&MatchBot> =
            series.seats_of(number).into_iter().filter_map(|place| series.bots.get(place)).collect();
        let game = GameId::generate();
        let new = SeatedGame {
            id: game,
            terms: series.terms,
            creator: series.creator.player,
            players: seated.iter().map(|bot| (bot.player.player, None)).collect(),
            first_turn: None,
            promise: None,
            watchers: &[],
        };
        let at = games::now(connection).await?;
        self.tables.open.start_seated(connection, &[new], Some(&deal), at).await?;
        for bot in seated {
            if let (Some(opponent), Some(strength)) = (BuiltIn::of(bot.player.player), bot.strength) {
                games::set_strength(connection, game, BuiltInSeat { opponent, strength }).await?;
            }
        }
        bot_matches::add_game(connection, series.id, number, game).await?;
        Ok(game)
    }
}

/// Returns why a series cannot go on, if so.
async fn reason_to_stop(
    connection: &mut Postgres,
    series: &BotMatch,
) -> Result<Option<StopReason>, GameRefusal> {
    if series.reason.is_some() {
        return Ok(series.reason);
    }
    if series.bots.iter().any(|bot| bot.player.username.is_none()) {
        return Ok(Some(StopReason::BotErased));
    }
    if series.status == BotMatchStatus::Waiting {
        return Ok(Some(StopReason::Expired));
    }
    // Otherwise a bot that loses a rated game could end it.
    let blockable = if series.ladder { &[][..] } else { &series.bots };
    let creator = series.creator.player;
    for bot in blockable {
        for blocker in [Some(bot.player.player), bot.owner].into_iter().flatten() {
            if blocker != creator && challenges::is_blocked(connection, blocker, creator).await? {
                return Ok(Some(StopReason::Blocked));
            }
        }
    }
    Ok(None)
}

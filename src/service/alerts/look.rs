//! One round of the job: it notes who may need an alert, reads what waits for the players who are due, and
//! alerts them.

use std::collections::{BTreeMap, HashSet};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use diesel_async::AsyncConnection;
use uuid::Uuid;

use super::all::{Alerts, Learned};
use lapidary_model::alerts::{Alert, Summary, belongs, remembered, spaced, summaries, untold};
use lapidary_model::auth::PlayerId;
use lapidary_model::game::GameId;
use lapidary_model::own::Waiting;
use lapidary_model::push::{ITEMS_MAX, SubscriptionId};
use lapidary_model::webhook::{Message, MessageId, WebhookEvent};
use lapidary_store::alerts::{self, Recipient};
use lapidary_store::tournaments::own::own_tournaments;
use lapidary_store::webhooks::{self, PersonalWebhook};
use lapidary_store::{Failure, Postgres, challenges, deliveries, digests, games, push};

/// The maximum time between writing a row and its commit. A server looks this far back for new players.
const OVERLAP: TimeDelta = TimeDelta::seconds(60);
/// How often a server reads all players who get alerts, to forget the others.
const LEARN_ALL_EVERY: Duration = Duration::from_secs(60 * 60);
/// How often a server checks whether the clock of a time zone has changed.
const CLOCKS_FOLLOWED_EVERY: Duration = Duration::from_secs(10 * 60);
/// A player whom no server has checked for this long is checked: a server may have died before it stored its
/// notes. A server also checks everybody who was not checked since it started.
const IDLE_FOR: Duration = Duration::from_secs(60 * 60);
/// The maximum number of idle players noted in one round.
const IDLE_AT_ONCE: i64 = 50;
/// The topic of push messages about turns alone.
const TURNS: &str = "turns";
/// The maximum number of players checked in one round.
const LOOKS_AT_ONCE: usize = 200;

#[boxed]
impl Alerts {
    /// Notes who may need an alert, and alerts those who are due. If this fails, the next round does the
    /// rest.
    pub async fn look(&self) -> Result<(), Failure> {
        let connected = self.read.connected_players();
        let mut connection = self.pool.get().await?;
        self.learn(&mut connection).await?;
        self.note(&mut connection, &connected).await?;
        for _ in 0..LOOKS_AT_ONCE {
            let looked =
                connection.transaction(async |connection| self.look_after_next(connection).await).await?;
            if !looked {
                break;
            }
            // There may be messages to send.
            self.watchers.activity().note();
        }
        for _ in 0..LOOKS_AT_ONCE {
            let written =
                connection.transaction(async |connection| self.write_next_mail(connection).await).await?;
            if !written {
                break;
            }
            self.watchers.activity().note();
        }
        Ok(())
    }

    /// Writes a mail to the player who has been due for one for the longest time; returns false if nobody is.
    async fn write_next_mail(&self, connection: &mut Postgres) -> Result<bool, Failure> {
        let Some(due) = digests::claim(connection).await? else { return Ok(false) };
        let later = match self.read.is_connected(due.player) {
            true => Some(due.now + self.digests.wait),
            false => due.quiet.and_then(|hours| hours.end_after(due.now)),
        };
        match later {
            Some(_) => digests::put_off(connection, due.player, later).await?,
            None => {
                let waiting = waiting(connection, due.player).await?;
                self.digests.write(connection, due.player, &waiting).await?;
            }
        }
        Ok(true)
    }

    /// Learns who gets alerts.
    async fn learn(&self, connection: &mut Postgres) -> Result<(), Failure> {
        let known = *lock(&self.learned);
        let learns_all = known.all_at.is_none_or(|at| at.elapsed() >= LEARN_ALL_EVERY);
        let since = known.newest.filter(|_| !learns_all).map(|newest| newest - OVERLAP);
        let found = alerts::listening(connection, since).await?;
        let newest = found.iter().map(|(_, since)| *since).max().max(known.newest);
        self.watchers.hints().learn(found.into_iter().map(|(player, _)| player), learns_all);
        let all_at = if learns_all { Some(Instant::now()) } else { known.all_at };
        *lock(&self.learned) = Learned { newest, all_at, ..known };
        if known.clocks_at.is_none_or(|at| at.elapsed() >= CLOCKS_FOLLOWED_EVERY) {
            alerts::follow_clocks(connection).await?;
            lock(&self.learned).clocks_at = Some(Instant::now());
        }
        Ok(())
    }

    /// Notes in the database for whom something may wait. Connected players see it themselves; they are noted
    /// after they disconnect.
    async fn note(&self, connection: &mut Postgres, connected: &HashSet<PlayerId>) -> Result<(), Failure> {
        let hints = self.watchers.hints();
        let players = hints.take(|player| connected.contains(&player));
        if !players.is_empty()
            && let Err(failure) = alerts::note(connection, &players, self.settings.alert_window).await
        {
            players.into_iter().for_each(|player| hints.put(player));
            return Err(failure);
        }
        let known = *lock(&self.started_at);
        let started_at = match known {
            Some(at) => at,
            None => games::now(connection).await?,
        };
        *lock(&self.started_at) = Some(started_at);
        alerts::note_idle(connection, IDLE_FOR, started_at, IDLE_AT_ONCE).await
    }

    /// Checks the player who has been due for the longest time; returns false if nobody is due. It reads now
    /// whether they are connected, because a round takes a while.
    async fn look_after_next(&self, connection: &mut Postgres) -> Result<bool, Failure> {
        let Some(due) = alerts::claim(connection).await? else { return Ok(false) };
        let later = if self.read.is_connected(due.player) {
            Some(due.now + self.settings.alert_window)
        } else {
            due.quiet.and_then(|hours| hours.end_after(due.now))
        };
        match later {
            Some(until) => alerts::put_off(connection, due.player, until).await?,
            None => self.look_after(connection, &due).await?,
        }
        Ok(true)
    }

    /// Reads what waits for a player, and alerts them to what is new.
    async fn look_after(&self, connection: &mut Postgres, due: &Recipient) -> Result<(), Failure> {
        let webhooks = webhooks::personal(connection, due.player).await?;
        let browsers = push::of_player(connection, due.player).await?;
        let by_mail = self.digests.reach(connection, due.player).await?;
        if webhooks.is_empty() && browsers.is_empty() && !by_mail {
            return alerts::done(connection, due.player, false).await;
        }
        let waiting = waiting(connection, due.player).await?;
        if by_mail {
            self.digests.note(connection, due.player, &waiting).await?;
        }
        let invited: Vec<_> = waiting.invitations.keys().copied().collect();
        let challenges = match invited.is_empty() {
            true => Vec::new(),
            false => challenges::load(connection, &invited, self.waiting_expiry).await?,
        };
        let all = lapidary_model::alerts::alerts(&waiting, &challenges);
        let remembered = remembered(&waiting, &all);
        let told = alerts::told(connection, due.player).await?;
        let new = untold(all, &told.numbers);
        // An alert that nobody wants now may be wanted later.
        let is_wanted =
            |alert: &Alert| !browsers.is_empty() || webhooks.iter().any(|webhook| wants(webhook, alert));
        let new: Vec<Alert> = new.into_iter().filter(is_wanted).collect();
        let recent: Vec<GameId> = told.recent.iter().map(|(game, ..)| *game).collect();
        let accepted = match new.is_empty() || recent.is_empty() {
            true => BTreeMap::new(),
            false => games::own_games(connection, due.player, Some(&recent)).await?,
        };
        // If what is left out still waits, the player is alerted when they are checked as an idle one.
        let new = spaced(new, &told.recent, |game| accepted.contains_key(game));
        for webhook in &webhooks {
            write(connection, webhook, &new, due.now).await?;
        }
        self.write_push(connection, due.player, &browsers, &new).await?;
        alerts::tell(connection, due.player, &new, &remembered).await?;
        alerts::done(connection, due.player, true).await
    }

    /// Writes one push message of all alerts for each browser.
    async fn write_push(
        &self,
        connection: &mut Postgres,
        player: PlayerId,
        browsers: &[SubscriptionId],
        alerts: &[Alert],
    ) -> Result<(), Failure> {
        if browsers.is_empty() || alerts.is_empty() {
            return Ok(());
        }
        let mut all = summaries(alerts);
        all.truncate(ITEMS_MAX);
        // A newer message about turns alone replaces one that the browser has not seen.
        let is_of_turns = all.iter().all(|summary| summary.event == WebhookEvent::GameTurn);
        let text = (self.write_push)(player, &all);
        push::enqueue(connection, browsers, &text, is_of_turns.then_some(TURNS)).await
    }
}

async fn waiting(connection: &mut Postgres, player: PlayerId) -> Result<Waiting, Failure> {
    Ok(Waiting {
        games: games::own_games(connection, player, None).await?,
        invitations: games::own_invitations(connection, player).await?,
        tournaments: own_tournaments(connection, player).await?,
        // An analysis needs no action. Webhooks get an event of its own for it.
        ..Waiting::default()
    })
}

fn wants(webhook: &PersonalWebhook, alert: &Alert) -> bool {
    let PersonalWebhook { events, filter, .. } = webhook;
    events.contains(&alert.event) && belongs(&alert.subject, filter.game, filter.tournament)
}

/// Writes the messages of alerts for a webhook that wants them.
async fn write(
    connection: &mut Postgres,
    webhook: &PersonalWebhook,
    alerts: &[Alert],
    now: DateTime<Utc>,
) -> Result<(), Failure> {
    for summary in summaries(alerts.iter().filter(|alert| wants(webhook, alert))) {
        let Summary { event, subject, games, since } = summary;
        let id = MessageId(Uuid::now_v7());
        let message = Message { id, event, subject, games, happened_at: since.min(now) };
        deliveries::insert(connection, &[(webhook.id, message, Duration::ZERO)]).await?;
    }
    Ok(())
}

fn lock<T>(value: &std::sync::Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    value.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

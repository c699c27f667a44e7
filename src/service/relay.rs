//! Carries announcements between the servers of one database.
//!
//! A lost announcement only delays: each server also checks the database for the games that are followed on
//! it.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use uuid::Uuid;

use super::carrier::{Carrier, CarrierFailure, OpenCarrier};
use crate::stream::{Announcements, Watchers};
use lapidary_model::auth::PlayerId;
use lapidary_model::game::{GameId, Version};
use lapidary_store::{Failure, Pool, TEXT_BYTES_MAX, clocks, games, sessions};

/// How often the relay checks for missed changes and for other servers. This is the maximum delay of a change
/// if its announcement is lost.
const LOOK_EVERY: Duration = Duration::from_secs(5);
/// The maximum number of bytes of one announcement in a text.
const WORD_BYTES_MAX: usize = 64;

/// The relay of this server.
pub struct Relay {
    carrier: Carrier,
    pool: Pool,
    watchers: Watchers,
    /// The name of this server in the texts that it sends.
    name: Uuid,
    /// The last known states of what waits for each watching player, as numbers.
    marks: Mutex<HashMap<PlayerId, i64>>,
    /// The last known clocks of the followed games, as numbers.
    clocks: Mutex<HashMap<GameId, i64>>,
}

#[boxed]
impl Relay {
    /// Returns the relay between these watchers and the other servers.
    pub fn new(carrier: Carrier, pool: Pool, watchers: Watchers) -> Relay {
        Relay {
            carrier,
            pool,
            watchers,
            name: Uuid::new_v4(),
            marks: Mutex::default(),
            clocks: Mutex::default(),
        }
    }

    /// Sends and receives announcements until the connection is lost.
    pub async fn run(&self) -> Result<(), CarrierFailure> {
        let ended = self.carry(self.carrier.open().await?).await;
        self.watchers.outbox().set_open(false);
        ended
    }

    async fn carry(&self, mut carrier: OpenCarrier) -> Result<(), CarrierFailure> {
        // Servers that know no other server learn from this that there is one.
        carrier.send(self.name.simple().to_string()).await?;
        let mut rounds = interval(LOOK_EVERY);
        rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                heard = carrier.next() => match heard {
                    Some(text) => self.hear(&text),
                    None => return Ok(()),
                },
                announcements = self.watchers.outbox().take() => {
                    for text in self.texts(&announcements) {
                        carrier.send(text).await?;
                    }
                }
                _ = rounds.tick() => {
                    self.watchers.outbox().set_open(carrier.has_hearers().await?);
                    self.look().await?;
                }
            }
        }
    }

    /// Checks for changes of what is followed here, in case their announcements were lost.
    pub async fn look(&self) -> Result<(), Failure> {
        let (watched, logged_in) = (self.watchers.watched(), self.watchers.sessions());
        let expecting = self.watchers.expecting();
        if watched.is_empty() && logged_in.is_empty() {
            return Ok(());
        }
        let mut connection = self.pool.get().await?;
        for (game, version) in games::changed(&mut connection, &watched).await? {
            self.watchers.find(game, version);
        }
        let followed = self.watchers.followed();
        let clocks = clocks::marks(&mut connection, &followed).await?;
        let known = std::mem::replace(&mut *open(&self.clocks), clocks.clone());
        for (game, _) in clocks.into_iter().filter(|(game, mark)| known.get(game) != Some(mark)) {
            self.watchers.nudge(game);
        }
        let marks = games::own_marks(&mut connection, &expecting).await?;
        let known = std::mem::replace(&mut *open(&self.marks), marks.clone());
        for (player, _) in marks.into_iter().filter(|(player, mark)| known.get(player) != Some(mark)) {
            self.watchers.hear_news(player);
        }
        for session in sessions::ended(&mut connection, &logged_in).await? {
            self.watchers.hear_session_end(session);
        }
        Ok(())
    }

    /// Returns announcements as texts: the name of this server, then each game with its version, and each
    /// player.
    fn texts(&self, announcements: &Announcements) -> Vec<String> {
        let games =
            announcements.games.iter().map(|(game, version)| format!(" g{}:{version}", game.0.simple()));
        let players = announcements.players.iter().map(|player| format!(" p{}", player.0.simple()));
        let news = announcements.news.iter().map(|player| format!(" n{}", player.0.simple()));
        let mut texts: Vec<String> = Vec::new();
        for word in games.chain(players).chain(news) {
            match texts.last_mut().filter(|text| text.len() + WORD_BYTES_MAX < TEXT_BYTES_MAX) {
                Some(text) => text.push_str(&word),
                None => {
                    let mut text = String::new();
                    // Writing to a string cannot fail.
                    let _ = write!(text, "{}{word}", self.name.simple());
                    texts.push(text);
                }
            }
        }
        texts
    }

    /// Passes on announcements of another server. Ignores unknown words, which are for newer servers.
    fn hear(&self, text: &str) {
        let mut words = text.split(' ');
        if words.next() == Some(self.name.simple().to_string().as_str()) {
            return;
        }
        self.watchers.outbox().set_open(true);
        for word in words {
            if let Some((game, version)) = word.strip_prefix('g').and_then(|word| word.split_once(':')) {
                if let (Ok(game), Ok(version)) = (game.parse(), version.parse()) {
                    self.watchers.hear(GameId(game), Version(version));
                }
            } else if let Some(Ok(player)) = word.strip_prefix('p').map(str::parse) {
                self.watchers.hear_sessions(PlayerId(player));
            } else if let Some(Ok(player)) = word.strip_prefix('n').map(str::parse) {
                self.watchers.hear_news(PlayerId(player));
            }
        }
    }
}

fn open<K>(marks: &Mutex<HashMap<K, i64>>) -> MutexGuard<'_, HashMap<K, i64>> {
    marks.lock().unwrap_or_else(PoisonError::into_inner)
}

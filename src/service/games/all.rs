//! The rooms of the games, each built on the others.

use std::sync::{Arc, Mutex};

use tokio_util::sync::CancellationToken;

use super::analyze::analyzing::Analyzing;
use super::bot_matches::BotMatches;
use super::find::finding::Finding;
use super::follow::feed::Feeds;
use super::follow::following::Following;
use super::follow::lobby_list::Lobby;
use super::open::opening::Opening;
use super::play::playing::Playing;
use super::play::writer::Writer;
use super::read::reader::Reader;
use super::read::reading::Reading;
use super::tables::tournament_games::TournamentGames;
use crate::stream::Watchers;
use lapidary_engine::kids::sides::Sides;
use lapidary_model::settings::GameSettings;
use lapidary_store::Pool;

/// The use cases of games. Each room has its own, and only what these need.
///
/// Each method of a room is a use case. It is one transaction, or its documentation says why it is several.
#[derive(Clone)]
pub struct Games {
    /// Reading games, and who is connected.
    pub read: Arc<Reading>,
    /// Games in play.
    pub play: Arc<Playing>,
    /// Tables before their games start.
    pub open: Arc<Opening>,
    /// Challenges, rematches and seeks.
    pub find: Arc<Finding>,
    /// Streams and waits.
    pub follow: Arc<Following>,
    /// Analyses of games that are over.
    pub analyze: Arc<Analyzing>,
    /// The games of tournaments.
    pub tables: Arc<TournamentGames>,
    /// Series of games between bots.
    pub bot_matches: Arc<BotMatches>,
}

impl Games {
    /// Returns the games in this database, played on these boards. Waits end when `stopping` is cancelled.
    pub fn new(
        pool: Pool,
        writer: Writer,
        reader: Reader,
        watchers: Watchers,
        boards: Sides,
        settings: GameSettings,
        stopping: CancellationToken,
    ) -> Games {
        let (settings, recent) = (Arc::new(settings), reader.recent());
        let read = Arc::new(Reading::new(pool.clone(), reader, watchers.clone()));
        let play = Arc::new(Playing {
            pool: pool.clone(),
            writer,
            recent,
            watchers: watchers.clone(),
            settings: settings.clone(),
            read: read.clone(),
            last_beat: Mutex::default(),
        });
        let open = Arc::new(Opening {
            pool: pool.clone(),
            watchers: watchers.clone(),
            boards,
            settings: settings.clone(),
            read: read.clone(),
            play: play.clone(),
        });
        let find = Arc::new(Finding {
            pool: pool.clone(),
            watchers: watchers.clone(),
            settings: settings.clone(),
            read: read.clone(),
            play: play.clone(),
            open: open.clone(),
        });
        let analyze = Arc::new(Analyzing {
            pool: pool.clone(),
            watchers: watchers.clone(),
            settings: settings.clone(),
            read: read.clone(),
            owed: Mutex::default(),
        });
        let follow = Arc::new(Following {
            pool: pool.clone(),
            watchers: watchers.clone(),
            feeds: Feeds::default(),
            lobby: Lobby::default(),
            settings: settings.clone(),
            stopping,
            read: read.clone(),
        });
        let tables = Arc::new(TournamentGames {
            watchers: watchers.clone(),
            settings: settings.clone(),
            play: play.clone(),
            open: open.clone(),
        });
        let bot_matches =
            Arc::new(BotMatches { pool, watchers, settings, open: open.clone(), tables: tables.clone() });
        Games { read, play, open, find, follow, analyze, tables, bot_matches }
    }
}

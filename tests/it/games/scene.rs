//! A writer of its own beside the server, and games of two players for it.
//!
//! Between this writer and the database is a proxy that can hold answers back. Turns that are handed in
//! meanwhile wait in the queue, and are stored together when the answers are forwarded again.

use std::collections::{HashMap, HashSet};
use std::future::Future;

use base64::Engine as _;
use chrono::DateTime;
use futures_util::future::{join, join_all, join3};
use lapidary::auth::{Identity, PlayerId, Scopes, SessionId, SessionKind};
use lapidary::database::{Connector, Failure, Pool};
use lapidary::engine::game::Game;
use lapidary::engine::ruleset::Ruleset;
use lapidary::engine::seat::Seat;
use lapidary::model::game::{GameId, Version};
use lapidary::model::log::{Author, EntryKind, NewEntry};
use lapidary::model::player::Occupant;
use lapidary::model::stamp::{Stamp, Writer as RowWriter};
use lapidary::service::Writer;
use lapidary::settings::{Settings, WriterSettings};
use lapidary::store::games::{Advance, Appended, Judged, Premise};
use lapidary::stream::Watchers;
use serde_json::Value;

use super::stored::Stored;
use super::table::{Table, terms};
use crate::app::TestApp;
use crate::line::{Answers, Line};

/// The result of a change that was handed to the writer.
pub type StoreResult = Result<Appended, Failure>;

/// Games of ada and bob at version 1, and a writer beside the server.
pub struct Scene {
    pub writer: Writer,
    pub stored: Stored,
    /// The position of all games.
    pub position: Game,
    pub ada: Identity,
    pub bob: Identity,
    /// The game that is copied to add games.
    pub model: GameId,
    /// The stamps of the games that were added.
    stamps: HashMap<GameId, Stamp>,
    pub line: Line,
}

impl Scene {
    /// Makes the scene with a writer whose statements are prepared, so that each answer of the database is
    /// one piece.
    pub async fn prepared(app: &TestApp, change: impl FnOnce(&mut WriterSettings)) -> Scene {
        let mut scene = Scene::begin(app, change).await;
        for _ in 0..2 {
            let games = scene.games(2).await;
            let results = scene.turns_at_once(&games).await;
            assert!(results.iter().all(|result| result.is_ok()));
        }
        scene
    }

    /// Makes the scene with a writer that has not stored anything yet.
    pub async fn begin(app: &TestApp, change: impl FnOnce(&mut WriterSettings)) -> Scene {
        let table = Table::started(app, terms(2)).await;
        let mut stored = Stored::of(app).await;
        let ruleset = Ruleset::parse("splendor", [], []).expect("a ruleset");
        let model = GameId(table.id.parse().expect("an id"));
        let snapshot = stored.game(&table.id).await.snapshot;
        let position = Game::decode(ruleset, &snapshot).expect("a position");
        let line = Line::to(&app.database_url).await;
        let mut settings = Settings::from_environment().expect("the defaults are settings");
        settings.database.database_connections = 4;
        change(&mut settings.writer);
        let own = Connector::to(&line.address).expect("an address");
        let direct = Connector::to(&app.database_url).expect("an address");
        let own = Pool::for_batches(own, &settings.database).expect("a pool");
        let pool = Pool::new(direct, &settings.database).expect("a pool");
        let writer = Writer::start(own, pool, Watchers::default(), &settings.writer);
        let (ada, bob) = (identity(table.seats[0].token()), identity(table.seats[1].token()));
        Scene { writer, stored, position, ada, bob, model, stamps: HashMap::new(), line }
    }

    /// Adds games at version 1.
    pub async fn games(&mut self, count: usize) -> Vec<GameId> {
        let games: Vec<GameId> =
            self.stored.copies(self.model, count).await.into_iter().map(GameId).collect();
        self.stamps.extend(self.stored.stamps().await);
        games
    }

    /// Returns a turn of ada in a game at version 1.
    pub fn turn(&self, id: GameId) -> Advance {
        self.turn_from(id, Version(1), &self.ada)
    }

    /// Returns a turn of `caller` that is valid at version `from`: at version 1 judged by the game as it was
    /// when it was added, later by the game that was loaded for it.
    pub fn turn_from(&self, id: GameId, from: Version, caller: &Identity) -> Advance {
        let unknown = Stamp { game: RowWriter(0), updated_at: DateTime::UNIX_EPOCH, clocks: None };
        let stamp = self.stamps.get(&id).copied().unwrap_or(unknown);
        let judged = if from == Version(1) { Judged::Stamped(stamp) } else { Judged::Loaded };
        self.judged_by(judged, id, from, caller, &[self.ada, self.bob])
    }

    /// Returns a turn of `caller` at version 1, judged by the game that was loaded for it.
    pub fn loaded_turn(&self, id: GameId, caller: &Identity) -> Advance {
        self.judged_by(Judged::Loaded, id, Version(1), caller, &[self.ada, self.bob])
    }

    /// Returns a turn of `caller` at version 1, judged by this remembered position.
    pub fn turn_at(&self, position: &Game, id: GameId, caller: &Identity) -> Advance {
        self.judged_by(Judged::At(position), id, Version(1), caller, &[self.ada, self.bob])
    }

    /// Returns a turn of ada in a game at version 1 that shows the names of these players.
    pub fn turn_that_names(&self, players: &[Identity], id: GameId) -> Advance {
        self.judged_by(Judged::Loaded, id, Version(1), &self.ada, players)
    }

    fn judged_by(
        &self,
        judged: Judged<'_>,
        id: GameId,
        from: Version,
        caller: &Identity,
        players: &[Identity],
    ) -> Advance {
        let entry = NewEntry {
            seat: Seat::new(0),
            by: Author::Player,
            kind: EntryKind::Action,
            action: Some("take wug".to_owned()),
        };
        let named = |one: &Identity| Occupant {
            player: one.player,
            username: Some("somebody".to_owned()),
            bot: false,
        };
        let occupants: Vec<Occupant> = players.iter().map(named).collect();
        let premise = Premise::of(caller, &occupants).judged(judged);
        Advance::new(id, from, Some(&self.position), None, vec![entry]).on(&premise)
    }

    /// Hands in a turn of each game while the writer is busy.
    pub async fn turns_at_once(&self, games: &[GameId]) -> Vec<StoreResult> {
        self.all_at_once(games.iter().map(|id| self.turn(*id))).await
    }

    /// Hands in changes while the writer is busy, and returns their results.
    pub async fn all_at_once(&self, changes: impl Iterator<Item = Advance>) -> Vec<StoreResult> {
        self.while_busy(join_all(changes.map(|change| self.writer.store(change))), Answers::Pass).await
    }

    /// Begins `work` while the writer waits for as many answers of the database as it may, and then sets what
    /// happens to answers.
    ///
    /// What `work` hands in until it first waits is in the queue when the writer continues. The first two
    /// answers after that are those that the writer waits for.
    pub async fn while_busy<T>(&self, work: impl Future<Output = T>, then: Answers) -> T {
        // No game has these ids, so nothing is stored. After the first of them the writer has a connection.
        while self.writer.store(self.turn(GameId::generate())).await.is_err() {}
        self.line.set(Answers::Wait);
        let first = self.writer.store(self.turn(GameId::generate()));
        let second = async {
            self.line.holds(1).await;
            self.writer.store(self.turn(GameId::generate())).await
        };
        let work = async {
            self.line.holds(2).await;
            join(work, async { self.line.set(then) }).await.0
        };
        let (first, second, work) = join3(first, second, work).await;
        assert!(matches!((first, second), (Ok(Appended::Conflict), Ok(Appended::Conflict))));
        work
    }

    /// Returns the version of a game, whose log must have exactly one entry for each version.
    pub async fn version(&mut self, id: GameId) -> i32 {
        assert!(self.stored.is_gapless(&id.to_string()).await, "the log of {id} has a gap");
        self.stored.game(&id.to_string()).await.version
    }

    /// Returns the games at this version whose logs have exactly one entry for each version.
    pub async fn games_at(&mut self, version: i32) -> HashSet<GameId> {
        let sql = format!(
            "SELECT id::text FROM games g WHERE version = {version} AND (SELECT array_agg(seq::int ORDER BY seq) \
             FROM game_log l WHERE l.game_id = g.id) = (SELECT array_agg(n) FROM generate_series(1, {version}) n)"
        );
        let ids = self.stored.texts(&sql).await;
        ids.into_iter().map(|id| GameId(id.parse().expect("an id"))).collect()
    }
}

/// Returns the player and the session of an access token.
pub fn identity(token: &str) -> Identity {
    let claims = token.split('.').nth(1).expect("a token has claims");
    let claims = base64::prelude::BASE64_URL_SAFE_NO_PAD.decode(claims).expect("base64");
    let claims: Value = serde_json::from_slice(&claims).expect("JSON");
    let id = |name: &str| claims[name].as_str().expect("a claim").parse().expect("a UUID");
    Identity {
        player: PlayerId(id("sub")),
        session: SessionId(id("sid")),
        kind: SessionKind::Login,
        scopes: Scopes::ALL,
    }
}

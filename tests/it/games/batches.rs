//! The writer, which stores turns of different games in one statement: each turn has its own fate, whatever happens to the
//! others.
//!
//! The tests drive a writer of their own beside the server, over a line that can hold answers of the database back. What is
//! handed in meanwhile must wait, and is stored together when the line is open again.

use std::collections::BTreeSet;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use chrono::{DateTime, Utc};
use futures_util::future::{join, join_all};
use lapidary::auth::{Identity, PlayerId, Scopes, SessionId, SessionKind};
use lapidary::database::{Connector, Failure, Pool};
use lapidary::engine::game::Game;
use lapidary::engine::outcome::{Outcome, Reason};
use lapidary::engine::ruleset::Ruleset;
use lapidary::engine::seat::Seat;
use lapidary::model::game::{GameId, Version};
use lapidary::model::log::{AbortReason, Author, Kind, NewEntry};
use lapidary::model::player::Occupant;
use lapidary::service::Writer;
use lapidary::settings::{Settings, WriterSettings};
use lapidary::store::games::{Advance, Appended, Ending, Premise};
use lapidary::stream::Watchers;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio_postgres::Config;

use super::stored::{Stored, StoredEntry, StoredGame};
use super::table::{Table, terms};
use crate::api_tokens::issue;
use crate::app::TestApp;
use crate::line::{Stream, address_over, dial};

/// How many games move in one batch.
const GAMES: usize = 12;

/// What happens to answers of the database.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answers {
    Pass,
    Wait,
    /// The next one passes, and the one after it is lost with its connection.
    LoseTheSecond,
    /// The next one is lost with its connection, and all others pass.
    LoseOne,
}

/// A way to the database on which answers can be held back and lost.
struct Line {
    address: String,
    answers: watch::Sender<Answers>,
    /// Told when an answer is held back.
    held: Arc<Notify>,
}

impl Line {
    async fn to(url: &str) -> Line {
        let database: Config = url.parse().expect("an address");
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let line = Line {
            address: address_over(&database, port),
            answers: watch::Sender::new(Answers::Pass),
            held: Arc::default(),
        };
        let (answers, held) = (line.answers.clone(), Arc::clone(&line.held));
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(carry(client, dial(&database).await, answers.clone(), Arc::clone(&held)));
            }
        });
        line
    }

    fn set(&self, answers: Answers) {
        self.answers.send_replace(answers);
    }
}

async fn carry(client: TcpStream, server: Box<dyn Stream>, mode: watch::Sender<Answers>, held: Arc<Notify>) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = tokio::io::split(server);
    let mut changes = mode.subscribe();
    let answers = async {
        let mut piece = vec![0; 1 << 20];
        while let Ok(length @ 1..) = from_server.read(&mut piece).await {
            if *changes.borrow() == Answers::Wait {
                held.notify_one();
            }
            let now = *changes.wait_for(|mode| *mode != Answers::Wait).await.expect("the line lives");
            match now {
                Answers::LoseOne => {
                    mode.send_replace(Answers::Pass);
                    return;
                }
                Answers::LoseTheSecond => {
                    mode.send_replace(Answers::LoseOne);
                }
                Answers::Pass | Answers::Wait => {}
            }
            if to_client.write_all(&piece[..length]).await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        _ = tokio::io::copy(&mut from_client, &mut to_server) => {}
        () = answers => {}
    }
}

/// Games at version 1 that ada and bob have begun, and a writer beside the server.
struct Scene {
    line: Line,
    writer: Writer,
    stored: Stored,
    model: StoredGame,
    log: Vec<StoredEntry>,
    position: Game,
    ada: Identity,
    bob: Identity,
}

impl Scene {
    async fn set(app: &TestApp, change: impl FnOnce(&mut WriterSettings)) -> Scene {
        let mut scene = Scene::begin(app, change).await;
        // Statements are prepared from here on, so that each answer of the database is one piece.
        for _ in 0..2 {
            let games = scene.games(2).await;
            let fates = scene.all_at_once(games.iter().map(|id| scene.turn(*id))).await;
            assert!(fates.iter().all(|fate| fate.is_ok()));
        }
        scene
    }

    /// Makes the scene with a writer that has not stored anything yet.
    async fn begin(app: &TestApp, change: impl FnOnce(&mut WriterSettings)) -> Scene {
        let table = Table::started(app, terms(2)).await;
        let mut stored = Stored::of(app).await;
        let (model, log) = (stored.game(&table.id).await, stored.log(&table.id).await);
        let ruleset = Ruleset::parse("splendor", [], []).expect("a ruleset");
        let position = Game::decode(ruleset, &model.snapshot).expect("a position");
        let line = Line::to(&app.database_url).await;
        let mut settings = Settings::from_environment().expect("the defaults are settings");
        settings.database.database_connections = 4;
        change(&mut settings.writer);
        let own = Connector::new(&line.address, None).expect("an address");
        let direct = Connector::new(&app.database_url, None).expect("an address");
        let own = Pool::for_batches(own, &settings.database).expect("a pool");
        let pool = Pool::new(direct, &settings.database).expect("a pool");
        let writer = Writer::start(own, pool, Watchers::default(), &settings.writer);
        let (ada, bob) = (identity(table.seats[0].token()), identity(table.seats[1].token()));
        Scene { line, writer, stored, model, log, position, ada, bob }
    }

    /// Adds games at version 1.
    async fn games(&mut self, count: usize) -> Vec<GameId> {
        let players = [self.ada.player.0, self.bob.player.0];
        let mut games = Vec::new();
        for _ in 0..count {
            let id = self.stored.add(&self.model, "active", &players, &self.log).await;
            games.push(GameId(id.parse().expect("an id")));
        }
        games
    }

    /// A turn of ada in a game that has version 1.
    fn turn(&self, id: GameId) -> Advance {
        self.turn_from(id, Version(1), &self.ada)
    }

    fn turn_from(&self, id: GameId, from: Version, caller: &Identity) -> Advance {
        let entry = NewEntry {
            seat: Seat::new(0),
            by: Author::Player,
            kind: Kind::Action,
            action: Some("take wug".to_owned()),
        };
        let occupants: Vec<Occupant> = [self.ada, self.bob]
            .map(|one| Occupant { player: one.player, username: Some("somebody".to_owned()), bot: false })
            .into();
        let premise = Premise { position: &self.position, caller, occupants: &occupants };
        Advance::new(id, from, Some(&self.position), Ending::None, vec![entry]).on(&premise)
    }

    /// Hands changes in while the writer is busy, and returns their fates.
    async fn all_at_once(&self, changes: impl Iterator<Item = Advance>) -> Vec<Result<Appended, Failure>> {
        self.while_busy(join_all(changes.map(|change| self.writer.store(change))), Answers::Pass).await
    }

    /// Begins `work` while the writer waits for an answer of the database, and then lets answers go on in this way.
    ///
    /// What `work` hands in until it first waits is in the queue when the writer goes on.
    async fn while_busy<T>(&self, work: impl Future<Output = T>, then: Answers) -> T {
        self.line.set(Answers::Wait);
        // No game has this id, so nothing is stored; the answer that says so is held back.
        let plug = self.writer.store(self.turn(GameId::generate()));
        let (plug, work) = join(plug, async {
            self.line.held.notified().await;
            join(work, async { self.line.set(then) }).await.0
        })
        .await;
        assert!(matches!(plug, Ok(Appended::Conflict)));
        work
    }

    async fn version(&mut self, id: GameId) -> i32 {
        assert!(self.stored.is_gapless(&id.to_string()).await, "the log of {id} has a gap");
        self.stored.game(&id.to_string()).await.version
    }
}

/// Whom an access token speaks for.
fn identity(token: &str) -> Identity {
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

fn time(fate: &Result<Appended, Failure>) -> Option<DateTime<Utc>> {
    match fate {
        Ok(Appended::At(at)) => Some(*at),
        _ => None,
    }
}

/// The commits that stored these turns: the entries of one commit have one time.
fn commits(fates: &[Result<Appended, Failure>]) -> BTreeSet<DateTime<Utc>> {
    fates.iter().map(|fate| time(fate).expect("it is stored")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn turns_of_different_games_share_a_commit() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::set(&app, |_| {}).await;
    let games = scene.games(GAMES).await;
    let fates = scene.all_at_once(games.iter().map(|id| scene.turn(*id))).await;
    assert_eq!(commits(&fates).len(), 1);
    for id in games {
        assert_eq!(scene.version(id).await, 2);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn turns_of_one_game_never_share_a_commit() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::set(&app, |_| {}).await;
    let id = scene.games(1).await[0];
    let other = scene.games(1).await[0];
    let ada = scene.ada;
    let changes = [
        scene.turn(id),
        scene.turn_from(id, Version(2), &ada),
        scene.turn(other),
        scene.turn_from(id, Version(3), &ada),
    ];
    let fates = scene.all_at_once(changes.into_iter()).await;
    assert_eq!(commits(&fates).len(), 3);
    assert_eq!(time(&fates[0]), time(&fates[2]));
    assert_eq!(scene.version(id).await, 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_is_no_larger_than_its_limit() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::set(&app, |settings| settings.batch_turns_max = 5).await;
    let games = scene.games(GAMES).await;
    let fates = scene.all_at_once(games.iter().map(|id| scene.turn(*id))).await;
    assert_eq!(commits(&fates).len(), GAMES.div_ceil(5));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_gathering_every_turn_is_a_transaction() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::begin(&app, |settings| settings.batch_turns_max = 1).await;
    let games = scene.games(GAMES).await;
    let fates = join_all(games.iter().map(|id| scene.writer.store(scene.turn(*id)))).await;
    assert!(fates.iter().all(|fate| time(fate).is_some()));
    let transactions = scene.stored.texts("SELECT DISTINCT xmin::text FROM games WHERE version = 2").await;
    assert_eq!(transactions.len(), GAMES);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_turn_of_a_batch_is_judged_by_its_own_game_and_caller() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::set(&app, |_| {}).await;
    let games = scene.games(GAMES).await;
    let eve = app.user("eve").await;
    let (ended, foreign) = (identity(eve.token()), Identity { player: scene.bob.player, ..scene.ada });
    eve.delete("/v1/sessions/current").await.expect(204);
    // A login, an API token that is revoked, and one that is not.
    let login = app.user("ada").await;
    let mut tokens = Vec::new();
    for _ in 0..2 {
        let issued = issue(&login, "/v1/me/tokens", &["play"]).await;
        let session = SessionId(issued["id"].as_str().expect("an id").parse().expect("a UUID"));
        tokens.push(Identity { session, kind: SessionKind::Token, ..scene.ada });
    }
    let [revoked, valid] = [tokens[0], tokens[1]];
    login.delete(&format!("/v1/me/tokens/{}", revoked.session.0)).await.expect(204);
    scene.stored.execute(&format!("UPDATE games SET status = 'frozen' WHERE id = '{}'", games[3])).await;
    scene.stored.execute(&format!("UPDATE games SET snapshot = '\\x00' WHERE id = '{}'", games[4])).await;
    let (ada, nowhere) = (scene.ada, GameId::generate());
    let mut changes: Vec<Advance> = games.iter().map(|id| scene.turn(*id)).collect();
    changes[0] = scene.turn_from(games[0], Version(7), &ada);
    changes[1] = scene.turn_from(games[1], Version(1), &ended);
    changes[2] = scene.turn_from(games[2], Version(1), &foreign);
    changes[5] = scene.turn(nowhere);
    changes[6] = scene.turn_from(games[6], Version(1), &revoked);
    changes[7] = scene.turn_from(games[7], Version(1), &valid);
    let fates = scene.all_at_once(changes.into_iter()).await;
    assert!(fates[..7].iter().all(|fate| matches!(fate, Ok(Appended::Conflict))));
    assert_eq!(commits(&fates[7..]).len(), 1);
    for (number, id) in games.into_iter().enumerate().filter(|(number, _)| *number != 5) {
        assert_eq!(scene.version(id).await, if number < 7 { 1 } else { 2 });
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_shows_an_erased_player_is_not_stored_by_what_was_remembered() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::set(&app, |_| {}).await;
    let games = scene.games(3).await;
    scene
        .stored
        .execute(
            "UPDATE players SET username = NULL, email = NULL, password_hash = NULL, erased_at = now() \
             WHERE username = 'bob'",
        )
        .await;
    let fates = scene.all_at_once(games.iter().map(|id| scene.turn(*id))).await;
    assert!(fates.iter().all(|fate| matches!(fate, Ok(Appended::Conflict))));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_the_database_refuses_harms_no_other_turn() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::set(&app, |_| {}).await;
    let games = scene.games(GAMES).await;
    // The entry that the turn would add is there already.
    let taken = format!(
        "INSERT INTO game_log (game_id, seq, by, kind) VALUES ('{}', 2, 'engine', 'finished')",
        games[2]
    );
    scene.stored.execute(&taken).await;
    let fates = scene.all_at_once(games.iter().map(|id| scene.turn(*id))).await;
    for (number, fate) in fates.iter().enumerate() {
        match number {
            2 => assert!(matches!(fate, Err(Failure::Broken(_)))),
            _ => assert!(time(fate).is_some(), "turn {number}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_game_keeps_no_other_waiting() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::set(&app, |_| {}).await;
    let games = scene.games(GAMES).await;
    let mut locker = Stored::of(&app).await;
    locker.execute("BEGIN").await;
    locker.execute(&format!("SELECT FROM games WHERE id = '{}' FOR UPDATE", games[0])).await;
    let (locked, free) = games.split_first().expect("a game");
    let others = async {
        let others = join_all(free.iter().map(|id| scene.writer.store(scene.turn(*id)))).await;
        // All others are stored while the lock is held.
        locker.execute("ROLLBACK").await;
        others
    };
    let work = join(scene.writer.store(scene.turn(*locked)), others);
    let (locked, others) = scene.while_busy(work, Answers::Pass).await;
    assert!(others.iter().all(|fate| time(fate).is_some()));
    assert!(time(&locked).is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_answer_leaves_every_turn_of_the_batch_to_be_looked_up() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::set(&app, |_| {}).await;
    let games = scene.games(GAMES).await;
    let work = join_all(games.iter().map(|id| scene.writer.store(scene.turn(*id))));
    let fates = scene.while_busy(work, Answers::LoseTheSecond).await;
    assert!(fates.iter().all(|fate| matches!(fate, Err(Failure::Away(_)))));
    for id in &games {
        assert_eq!(scene.version(*id).await, 2, "the commit itself was not lost");
    }
    let more = scene.games(GAMES).await;
    let fates = scene.all_at_once(more.iter().map(|id| scene.turn(*id))).await;
    assert_eq!(commits(&fates).len(), 1, "the writer goes on over a new connection");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_dies_during_a_batch_stores_all_of_it_or_nothing() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::set(&app, |_| {}).await;
    let games = scene.games(GAMES).await;
    // The statement ends its own connection when it reaches the entry of one of the games.
    let die = "CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS \
               'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END'";
    let at = format!(
        "CREATE TRIGGER die BEFORE INSERT ON game_log FOR EACH ROW WHEN (NEW.game_id = '{}') \
         EXECUTE FUNCTION die()",
        games[GAMES / 2]
    );
    scene.stored.execute(die).await;
    scene.stored.execute(&at).await;
    let fates = scene.all_at_once(games.iter().map(|id| scene.turn(*id))).await;
    assert!(fates.iter().all(|fate| matches!(fate, Err(Failure::Away(_)))));
    for id in &games {
        assert_eq!(scene.version(*id).await, 1);
    }
    scene.stored.execute("DROP TRIGGER die ON game_log").await;
    let fates = scene.all_at_once(games.iter().map(|id| scene.turn(*id))).await;
    assert_eq!(commits(&fates).len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_ends_is_stored_among_games_that_go_on() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::set(&app, |_| {}).await;
    let games = scene.games(GAMES).await;
    let mut changes: Vec<Advance> = games.iter().map(|id| scene.turn(*id)).collect();
    let outcome = Outcome { reason: Reason::Prestige, ranks: vec![2, 1] };
    let entry = NewEntry { seat: None, by: Author::Engine, kind: Kind::Finished, action: None };
    let position = Some(&scene.position);
    changes[4] = Advance::new(games[4], Version(1), position, Ending::Finished(outcome), vec![entry]);
    let entry = NewEntry::aborted(None, AbortReason::Expired);
    changes[5] = Advance::new(games[5], Version(1), position, Ending::Aborted, vec![entry]);
    let fates = scene.all_at_once(changes.into_iter()).await;
    assert_eq!(commits(&fates).len(), 1);
    let rows = scene
        .stored
        .texts("SELECT concat_ws(' ', status, reason, ranks::text) FROM games WHERE version = 2 ORDER BY 1");
    let rows: BTreeSet<String> = rows.await.into_iter().collect();
    assert_eq!(rows, ["aborted", "active", "finished prestige {2,1}"].map(str::to_owned).into());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_queue_and_a_long_wait_are_refused_and_change_nothing() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::set(&app, |settings| settings.queued_turns_max = GAMES - 2).await;
    let games = scene.games(GAMES).await;
    let fates = scene.all_at_once(games.iter().map(|id| scene.turn(*id))).await;
    let refused: Vec<_> = fates.iter().filter(|fate| matches!(fate, Err(Failure::Busy(_)))).collect();
    assert_eq!(refused.len(), 2);
    for (fate, id) in fates.iter().zip(games) {
        assert_eq!(scene.version(id).await, if time(fate).is_some() { 2 } else { 1 });
    }

    let mut scene = Scene::begin(&app, |settings| settings.turn_queue_wait = Duration::ZERO).await;
    let id = scene.games(1).await[0];
    let fate = scene.writer.store(scene.turn(id)).await;
    assert!(matches!(fate, Err(Failure::Busy(_))));
    assert_eq!(scene.version(id).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_writer_that_stops_stores_what_it_has_taken_and_takes_no_more() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::set(&app, |_| {}).await;
    let games = scene.games(GAMES).await;
    let waiting = join_all(games.iter().map(|id| scene.writer.store(scene.turn(*id))));
    let (fates, ()) = scene.while_busy(join(waiting, scene.writer.drain()), Answers::Pass).await;
    assert_eq!(commits(&fates).len(), 1);
    let late = scene.games(1).await[0];
    assert!(matches!(scene.writer.store(scene.turn(late)).await, Err(Failure::Busy(_))));
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_get_the_response_to_their_turn_although_that_of_the_batch_was_lost() {
    let direct = TestApp::spawn().await;
    let line = Line::to(&direct.database_url).await;
    let address = line.address.clone();
    let app = TestApp::spawn_with(|settings| settings.database.database_url = Some(address)).await;
    let mut tables = Vec::new();
    for _ in 0..GAMES {
        tables.push(Table::started(&app, terms(2)).await);
    }
    let take = |gems: [&str; 3]| json!([{"type": "take", "gems": gems}]);
    let first = take(["white", "blue", "green"]);
    // From the second turn on the server remembers the games.
    for table in &tables {
        table.post(0, &json!(1), first.clone()).await.expect(200);
    }
    line.set(Answers::Wait);
    let version = json!(2);
    let answers = join_all(tables.iter().map(|table| table.post(1, &version, first.clone())));
    let (answers, ()) = join(answers, async {
        line.held.notified().await;
        line.set(Answers::LoseOne);
    })
    .await;
    for (answer, table) in answers.into_iter().zip(&tables) {
        let answer = answer.expect(200);
        let again = table.post(1, &version, first.clone()).await.expect(200);
        assert_eq!(answer.json, again.json);
        assert!(Stored::of(&direct).await.is_gapless(&table.id).await);
    }
}

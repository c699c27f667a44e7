//! The reader, which loads games for several callers in one statement: each caller gets what they would get
//! alone.

use std::borrow::Borrow;
use std::time::Duration;

use diesel_async::AsyncPgConnection;
use futures_util::future::join_all;
use lapidary::auth::{Identity, PlayerId};
use lapidary::database::{Connector, Failure, Pool};
use lapidary::model::game::GameId;
use lapidary::service::games::Reader;
use lapidary::settings::{ReaderSettings, Settings};
use lapidary::store::games::{self, GameRecord, NoGame, StoredGame, Wanted};
use serde_json::{Value, json};
use uuid::Uuid;

use super::scene::identity;
use super::stored::Stored;
use super::table::{Table, dice, terms, terms_with};
use crate::app::{Caller, TestApp, look_again};
use crate::line::{Answers, Line};

/// The maximum waiting time of a read, which is long enough for a slow machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// The number of reads at once.
const READS: usize = 40;

/// Returns what was found, in a form that can be compared.
fn told(result: &Result<impl Borrow<StoredGame>, NoGame>) -> String {
    match result {
        Ok(stored) => {
            let record = &stored.borrow().record;
            let GameRecord { id, terms, status, version, game, commitment, creator, created_at, .. } = record;
            let GameRecord { label, organized, occupants, origin, shared_deal, sealed, .. } = record;
            let position = game.as_ref().map(|game| game.encode());
            format!(
                "{id:?} {terms:?} {status:?} {version:?} {position:?} {commitment:?} {creator:?} {created_at} {label:?} \
                {organized} {occupants:?} {origin:?} {shared_deal:?} {sealed} {:?} {:?}",
                record.abort_agreed, record.clocks
            )
        }
        Err(no_game) => format!("{no_game:?}"),
    }
}

async fn connection(app: &TestApp) -> AsyncPgConnection {
    Connector::to(&app.database_url).expect("an address").open().await.expect("a connection")
}

fn id_of(table: &Table<'_>) -> GameId {
    GameId(table.id.parse().expect("an id"))
}

fn private() -> Value {
    terms_with(2, "visibility", json!("private"))
}

/// Returns a started private game of two players.
async fn hidden(app: &TestApp) -> Table<'_> {
    let table = Table::waiting(app, private()).await;
    table.seats[0].post(&table.path("/invitations"), json!({"username": "bob"})).await.expect(200);
    table.seats[1].post_empty(&table.path("/join")).await.expect(200);
    table
}

/// Returns a reader that loads so many games together over the connections of `own`.
fn reader_over(app: &TestApp, own: Connector, batch_reads_max: usize) -> Reader {
    let settings = Settings::from_environment().expect("the defaults are settings");
    let direct = Connector::to(&app.database_url).expect("an address");
    let own = Pool::for_batches(own, &settings.database).expect("a pool");
    let pool = Pool::new(direct, &settings.database).expect("a pool");
    Reader::start(own, pool, ReaderSettings { batch_reads_max }, PATIENCE)
}

/// Returns a reader of this database that loads so many games together, and the proxy between the two.
async fn reader(app: &TestApp, batch_reads_max: usize) -> (Reader, Line) {
    let line = Line::to(&app.database_url).await;
    let own = Connector::to(&line.address).expect("an address");
    (reader_over(app, own, batch_reads_max), line)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_statement_for_many_callers_finds_what_each_of_them_finds_alone() {
    let app = TestApp::spawn().await;
    let open = Table::started(&app, terms(2)).await;
    let hidden = hidden(&app).await;
    let clocked =
        terms_with(3, "clock", json!({"kind": "live", "initial_ms": 600_000, "increment_ms": 5_000}));
    let clocked = Table::started(&app, clocked).await;
    let waiting = Table::waiting(&app, private()).await;
    let copy = GameId(Stored::of(&app).await.copies(id_of(&open), 1).await[0]);
    let gone = app.user("gone").await;
    let ended = identity(gone.token());
    gone.delete("/v1/sessions/current").await.expect(204);
    let seats = |table: &Table<'_>| table.seats.iter().map(|seat| identity(seat.token())).collect::<Vec<_>>();
    let mut callers: Vec<Option<Identity>> = vec![None, Some(ended)];
    for table in [&open, &hidden, &clocked, &waiting] {
        callers.extend(seats(table).into_iter().map(Some));
    }
    let stranger = identity(app.user("zoe").await.token());
    callers.push(Some(stranger));
    // A session of somebody else.
    callers.push(Some(Identity { player: PlayerId(Uuid::new_v4()), ..stranger }));
    callers.push(Some(Identity { player: seats(&hidden)[0].player, ..stranger }));
    let ids = [id_of(&open), id_of(&hidden), id_of(&clocked), id_of(&waiting), copy, GameId::generate()];
    let pairs: Vec<(GameId, Option<Identity>)> =
        ids.iter().flat_map(|id| callers.iter().map(|caller| (*id, *caller))).collect();
    let wanted: Vec<Wanted> = pairs.iter().map(|(id, caller)| Wanted::new(*id, caller.as_ref())).collect();
    let mut connection = connection(&app).await;
    let together = games::load_many(&mut connection, &wanted).await.expect("the database answers");
    assert_eq!(together.len(), pairs.len());
    let (mut found, mut nothing, mut ended) = (0, 0, 0);
    for ((id, caller), together) in pairs.iter().zip(together) {
        let alone = games::load(&connection, *id, caller.as_ref()).await;
        match &together {
            Ok(_) => found += 1,
            Err(NoGame::NotFound) => nothing += 1,
            Err(NoGame::SessionEnded) => ended += 1,
            Err(NoGame::Storage(failure)) => panic!("{failure:?}"),
        }
        assert_eq!(told(&together), told(&alone), "{id} for {caller:?}");
    }
    assert!(found > callers.len() && nothing > callers.len(), "{found} found, {nothing} hidden");
    assert!(ended > ids.len(), "{ended} for sessions that are not open");
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_that_arrive_while_another_is_under_way_get_their_own_results() {
    let app = TestApp::spawn().await;
    let tables = [Table::started(&app, terms(2)).await, hidden(&app).await, hidden(&app).await];
    let (reader, line) = reader(&app, READS).await;
    let stranger = identity(app.user("zoe").await.token());
    let mut wanted: Vec<(GameId, Option<Identity>)> = Vec::new();
    for number in 0..READS {
        let seat = identity(tables[number % 3].seats[number % 2].token());
        let caller = [Some(seat), Some(stranger), None][number / 3 % 3];
        wanted.push((id_of(&tables[number % 3]), caller));
    }
    line.set(Answers::Wait);
    let reads = join_all(wanted.iter().map(|(id, caller)| reader.load(*id, caller.as_ref())));
    let (results, ()) = futures_util::future::join(reads, async {
        line.holds(1).await;
        line.set(Answers::Pass);
    })
    .await;
    let connection = connection(&app).await;
    for ((id, caller), result) in wanted.iter().zip(results) {
        let alone = games::load(&connection, *id, caller.as_ref()).await;
        assert_eq!(told(&result), told(&alone), "{id} for {caller:?}");
    }
}

/// On one thread, the answer to the first read is forwarded before the reader goes on.
#[tokio::test]
async fn reads_that_wait_share_a_statement() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let id = id_of(&table);
    let (reader, line) = reader(&app, READS).await;
    // After this, the reader has a connection with both of its statements, so that an answer is one piece.
    for _ in 0..2 {
        assert!(reader.load(id, None).await.is_ok());
    }
    line.set(Answers::Wait);
    let first = async {
        assert!(reader.load(id, None).await.is_ok());
    };
    let others = async {
        line.holds(1).await;
        // The answer after the one to the first read is lost.
        let reads = join_all((0..READS).map(|_| reader.load(id, None)));
        futures_util::future::join(reads, async { line.set(Answers::Lose(2)) }).await.0
    };
    let ((), others) = futures_util::future::join(first, others).await;
    assert!(
        others.iter().all(|read| matches!(read, Err(NoGame::Storage(Failure::Away(_))))),
        "one answer was for all of them"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_that_has_waited_too_long_is_refused() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let settings = Settings::from_environment().expect("the defaults are settings");
    let connector = Connector::to(&app.database_url).expect("an address");
    let own = Pool::for_batches(connector.clone(), &settings.database).expect("a pool");
    let pool = Pool::new(connector, &settings.database).expect("a pool");
    let reader = Reader::start(own, pool, ReaderSettings { batch_reads_max: READS }, Duration::ZERO);
    for result in join_all((0..READS).map(|_| reader.load(id_of(&table), None))).await {
        assert!(matches!(result, Err(NoGame::Storage(Failure::Busy(_)))));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_cannot_be_read_harms_no_other_read() {
    let app = TestApp::spawn().await;
    let (good, bad) = (Table::started(&app, terms(2)).await, Table::started(&app, terms(2)).await);
    let mut stored = Stored::of(&app).await;
    stored.execute(&format!("UPDATE games SET snapshot = '\\x00' WHERE id = '{}'", bad.id)).await;
    let wanted =
        [Wanted::new(id_of(&good), None), Wanted::new(id_of(&bad), None), Wanted::new(id_of(&good), None)];
    let results = games::load_many(&mut connection(&app).await, &wanted).await.expect("the database answers");
    assert!(matches!(results[..], [Ok(_), Err(NoGame::Storage(Failure::Broken(_))), Ok(_)]));
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_whose_statement_the_database_refuses_are_tried_alone() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let own = Connector::to(&app.database_url).expect("an address");
    // On these connections there are no tables.
    let reader = reader_over(&app, own.with_settings(&[("search_path", "nowhere")]), READS);
    let seat = identity(table.seats[0].token());
    for result in join_all((0..READS).map(|_| reader.load(id_of(&table), Some(&seat)))).await {
        assert!(result.is_ok());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_lost_answer_the_reader_goes_on_over_a_new_connection() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let (reader, line) = reader(&app, READS).await;
    for _ in 0..READS {
        assert!(reader.load(id_of(&table), None).await.is_ok());
    }
    line.set(Answers::Lose(1));
    assert!(matches!(reader.load(id_of(&table), None).await, Err(NoGame::Storage(Failure::Away(_)))));
    let found = async {
        while reader.load(id_of(&table), None).await.is_err() {
            look_again().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), found).await.expect("a new connection");
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_limit_of_one_every_game_is_loaded_alone() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let (reader, line) = reader(&app, 1).await;
    // The connections for several reads are not used.
    line.set(Answers::Wait);
    for result in join_all((0..READS).map(|_| reader.load(id_of(&table), None))).await {
        assert!(result.is_ok());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_that_nobody_waits_for_any_more_stops_no_other() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let (reader, line) = reader(&app, READS).await;
    line.set(Answers::Wait);
    for _ in 0..READS {
        let left = tokio::time::timeout(Duration::from_millis(1), reader.load(id_of(&table), None)).await;
        assert!(left.is_err(), "answers are held back");
    }
    line.set(Answers::Pass);
    assert!(reader.load(id_of(&table), None).await.is_ok());
}

/// Reads a game many times at once, by a client of its own each.
async fn views(caller: &Caller<'_>, path: &str) -> Vec<Value> {
    let reads = (0..READS).map(|_| async { caller.get(path).await.expect(200).json });
    join_all(reads).await
}

#[tokio::test(flavor = "multi_thread")]
async fn many_reads_of_many_viewers_at_once_leak_nothing() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    table.play_some(&mut dice(11), 9).await;
    let path = table.path("");
    let alone = [table.view(0).await, table.view(1).await, table.public_view().await];
    let (first, second, nobody) = (&table.seats[0], &table.seats[1], app.anonymous());
    let at_once =
        futures_util::future::join3(views(first, &path), views(second, &path), views(&nobody, &path)).await;
    for (alone, at_once) in alone.iter().zip([at_once.0, at_once.1, at_once.2]) {
        for view in at_once {
            assert_eq!(&view, alone);
        }
    }
}

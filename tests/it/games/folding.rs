//! Folded logs: whatever is read of a game that is over is the same before, during and after its log is
//! folded.

use std::time::Duration;

use diesel_async::{AsyncConnection, AsyncPgConnection};
use futures_util::future::{join, join_all};
use lapidary::cli::verify;
use lapidary::store::folding::{Batch, UnfoldedLog, fold_batch};
use reqwest::Method;
use serde_json::{Value, json};

use super::stored::{Stored, shift};
use super::table::{Move, Table, dice, terms, terms_with};
use crate::app::{Answer, Caller, TestApp, look_again};

/// The advisory lock that a test holds to stop a fold in its middle.
const MIDDLE: i64 = 77;
/// How long such a test may take before it fails.
const PATIENCE: Duration = Duration::from_secs(60);
/// The most games that one batch of these tests folds.
const LIMIT: i64 = 100;

/// The number of first versions that are all read, and every how many-th of the later ones.
const FIRST_VERSIONS: u64 = 20;
const VERSIONS_STEP: usize = 7;

/// Folds a batch of the logs of games that ended at least this long ago.
async fn fold_after(app: &TestApp, age: Duration, after: Option<UnfoldedLog>, limit: i64) -> Batch {
    let mut connection = AsyncPgConnection::establish(&app.database_url).await.expect("the database answers");
    fold_batch(&mut connection, age, after, limit).await.expect("the batch is stored")
}

/// Folds all logs that can be folded, and returns how many there were.
async fn fold(app: &TestApp) -> usize {
    match fold_after(app, Duration::ZERO, None, LIMIT).await {
        Batch::Stored { folded, left, next: None } if left.is_empty() => folded,
        other => panic!("{other:?}"),
    }
}

fn kids(modules: Value) -> Value {
    let mut terms = terms_with(2, "modules", modules);
    terms["ruleset"] = json!("kids");
    terms["options"] = json!({"board": "full"});
    terms
}

fn every_module() -> Value {
    terms_with(2, "modules", json!(["orient", "strongholds", "trading_posts", "cities"]))
}

/// A game that is over, and the turns that were taken in it.
struct Over<'a> {
    table: Table<'a>,
    moves: Vec<Move>,
}

impl<'a> Over<'a> {
    async fn played(app: &'a TestApp, terms: Value, seed: u64) -> Over<'a> {
        let table = Table::started(app, terms).await;
        let moves = table.play_to_the_end(&mut dice(seed)).await;
        Over { table, moves }
    }

    async fn resigned(app: &'a TestApp, terms: Value, seed: u64) -> Over<'a> {
        let table = Table::started(app, terms).await;
        let moves = table.play_some(&mut dice(seed), 6).await;
        for seat in &table.seats[1..] {
            seat.post_empty(&table.path("/resign")).await.expect(200);
        }
        Over { table, moves }
    }

    async fn never_started(app: &'a TestApp) -> Over<'a> {
        let table = Table::waiting(app, terms(2)).await;
        table.seats[0].post_empty(&table.path("/abort")).await.expect(200);
        Over { table, moves: Vec::new() }
    }

    async fn broken_off(app: &'a TestApp) -> Over<'a> {
        let table = Table::started(app, terms(2)).await;
        table.seats[1].post_empty(&table.path("/abort")).await.expect(200);
        Over { table, moves: Vec::new() }
    }

    /// Returns the responses to every read of the game, and to every turn sent again, with their statuses.
    async fn responses(&self) -> Vec<(String, String)> {
        let mut all = Vec::new();
        let view = self.table.app.anonymous().get(&self.table.path("")).await.expect(200);
        let version = view.json["version"].as_u64().expect("a version");
        let callers: Vec<Caller<'_>> =
            self.table.seats.iter().cloned().chain([self.table.app.anonymous()]).collect();
        for (place, caller) in callers.iter().enumerate() {
            for path in ["", "/legal-actions", "/export"] {
                all.push((format!("{place} {path}"), shown(&caller.get(&self.table.path(path)).await)));
            }
            all.push((format!("{place} text"), self.text_export(caller).await));
        }
        // Versions are read by everybody in rotation, which is enough to see every viewer's part of the log.
        let mut rotation = callers.iter().cycle();
        for version in (0..FIRST_VERSIONS.min(version))
            .chain((FIRST_VERSIONS..version).step_by(VERSIONS_STEP))
            .chain([version, version + 1])
        {
            let limit = version % 9 + 1;
            for path in [
                format!("?at={version}"),
                format!("/events?since={version}"),
                format!("/events?limit={}", version.max(1)),
                format!("/events?since={version}&limit={limit}"),
            ] {
                let Some(caller) = rotation.next() else { continue };
                all.push((path.clone(), shown(&caller.get(&self.table.path(&path)).await)));
            }
            rotation.next();
        }
        for taken in &self.moves {
            let again = self.table.post(taken.seat, &taken.version, json!([taken.action])).await.expect(200);
            all.push((format!("turn {}", taken.version), shown(&again)));
        }
        all
    }

    async fn text_export(&self, caller: &Caller<'_>) -> String {
        let request = caller.request(Method::GET, &self.table.path("/export")).header("accept", "text/plain");
        shown(&Answer::to(request).await)
    }

    /// Checks that a verifier accepts both exports.
    async fn verify(&self) {
        let anonymous = self.table.app.anonymous();
        let whole = anonymous.get(&self.table.path("/export")).await.expect(200).text;
        let text = self.text_export(&anonymous).await;
        for export in [whole.as_str(), text.split_once('\n').expect("a status and an export").1] {
            verify::check(export, &lapidary::boards::load(None).unwrap())
                .unwrap_or_else(|difference| panic!("{difference}\n{export}"));
        }
    }
}

/// The parts of a response that the log decides.
fn shown(answer: &Answer) -> String {
    format!("{} {}\n{}", answer.status, answer.header("etag"), answer.text_without_id())
}

/// Compares responses one by one, so that a difference names its request.
#[track_caller]
fn assert_same(before: &[(String, String)], after: &[(String, String)]) {
    assert_eq!(before.len(), after.len());
    for (before, after) in before.iter().zip(after) {
        assert_eq!(before, after);
    }
}

/// The logs of these games in the database: how many entries are rows, and how many logs are folded.
async fn places(stored: &mut Stored) -> (String, String) {
    let places = "SELECT count(*)::text FROM game_log UNION ALL SELECT count(*)::text FROM folded_logs \
                  UNION ALL SELECT count(*)::text FROM games WHERE folded \
                  UNION ALL SELECT count(DISTINCT game_id)::text FROM game_seats WHERE folded \
                  UNION ALL SELECT count(*)::text FROM game_seats s JOIN games g ON g.id = s.game_id \
                  WHERE s.folded <> g.folded";
    let counts = stored.texts(places).await;
    assert_eq!((&counts[1], &counts[1]), (&counts[2], &counts[3]), "folded logs, games and seats differ");
    assert_eq!(counts[4], "0", "some seats of a game are marked");
    (counts[0].clone(), counts[1].clone())
}

#[tokio::test]
async fn a_game_is_read_byte_for_byte_as_before_its_log_was_folded() {
    let app = TestApp::spawn().await;
    let games = [
        Over::played(&app, every_module(), 901).await,
        Over::played(&app, kids(json!(["mysteries"])), 902).await,
        Over::resigned(&app, terms(3), 903).await,
        Over::never_started(&app).await,
        Over::broken_off(&app).await,
    ];
    let mut before = Vec::new();
    for game in &games {
        before.push(game.responses().await);
    }
    assert_eq!(fold(&app).await, games.len());
    assert_eq!(places(&mut Stored::of(&app).await).await, ("0".to_owned(), "5".to_owned()));
    for (game, before) in games.iter().zip(&before) {
        assert_same(before, &game.responses().await);
    }
    for game in &games[..3] {
        game.verify().await;
    }
    assert_eq!(fold(&app).await, 0, "everything is folded");
}

#[tokio::test]
async fn a_connection_that_dies_during_a_batch_loses_and_doubles_nothing() {
    let app = TestApp::spawn().await;
    let mut games = Vec::new();
    for seed in 0..3 {
        games.push(Over::resigned(&app, terms(2), 910 + seed).await);
    }
    let mut before = Vec::new();
    for game in &games {
        before.push(game.responses().await);
    }
    let mut stored = Stored::of(&app).await;
    let unfolded = places(&mut stored).await;
    // The batch ends its own connection when it deletes the log of its second game.
    stored
        .execute(
            "CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS \
             'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN OLD; END'",
        )
        .await;
    stored
        .execute(&format!(
            "CREATE TRIGGER die BEFORE DELETE ON game_log FOR EACH ROW WHEN (OLD.game_id = '{}') \
             EXECUTE FUNCTION die()",
            games[1].table.id
        ))
        .await;
    let mut connection = AsyncPgConnection::establish(&app.database_url).await.expect("the database answers");
    let died = fold_batch(&mut connection, Duration::ZERO, None, LIMIT).await;
    assert!(died.is_err(), "{died:?}");
    assert_eq!(places(&mut stored).await, unfolded);
    for (game, before) in games.iter().zip(&before) {
        assert_same(before, &game.responses().await);
    }
    stored.execute("DROP TRIGGER die ON game_log").await;
    assert_eq!(fold(&app).await, games.len());
    for (game, before) in games.iter().zip(&before) {
        assert_same(before, &game.responses().await);
    }
}

#[tokio::test]
async fn a_read_in_the_middle_of_a_batch_sees_the_game_as_before() {
    let app = TestApp::spawn().await;
    let game = Over::resigned(&app, every_module(), 920).await;
    let before = game.responses().await;
    let mut holder = Stored::of(&app).await;
    holder
        .execute(&format!(
            "CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS \
             'BEGIN PERFORM pg_advisory_xact_lock({MIDDLE}); RETURN OLD; END'"
        ))
        .await;
    holder
        .execute("CREATE TRIGGER pause AFTER DELETE ON game_log FOR EACH STATEMENT EXECUTE FUNCTION pause()")
        .await;
    holder.execute(&format!("SELECT pg_advisory_lock({MIDDLE})")).await;
    let during = async {
        let waiting = "SELECT pid::text FROM pg_locks WHERE locktype = 'advisory' AND NOT granted \
                       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
        while holder.texts(waiting).await.is_empty() {
            look_again().await;
        }
        let during = game.responses().await;
        assert_eq!(
            fold_after(&app, Duration::ZERO, None, LIMIT).await,
            Batch::Elsewhere,
            "one folds at a time"
        );
        holder.execute(&format!("SELECT pg_advisory_unlock({MIDDLE})")).await;
        during
    };
    let both = tokio::time::timeout(PATIENCE, join(fold(&app), during)).await;
    let (folded, during) = both.expect("the batch waits for the lock, and ends");
    assert_eq!(folded, 1);
    assert_same(&before, &during);
    assert_same(&before, &game.responses().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_read_that_races_with_a_batch_misses_a_log() {
    let app = TestApp::spawn().await;
    let mut games = Vec::new();
    for seed in 0..24 {
        games.push(Over::resigned(&app, terms(2), 930 + seed).await);
    }
    let exports: Vec<String> = games.iter().map(|game| game.table.path("/export")).collect();
    let read = async || {
        let anonymous = app.anonymous();
        join_all(exports.iter().map(|path| anonymous.get(path)))
            .await
            .into_iter()
            .map(|answer| answer.text)
            .collect()
    };
    let before: Vec<String> = read().await;
    let folding = async {
        let (mut folded, mut place) = (0, None);
        loop {
            match fold_after(&app, Duration::ZERO, place, 1).await {
                Batch::Stored { folded: some, next, .. } => (folded, place) = (folded + some, next),
                Batch::Elsewhere => panic!("nobody else folds"),
            }
            if place.is_none() {
                return folded;
            }
        }
    };
    let reading = async {
        loop {
            let during: Vec<String> = read().await;
            assert_eq!(during, before);
            if places(&mut Stored::of(&app).await).await.0 == "0" {
                return;
            }
        }
    };
    let (folded, ()) = join(folding, reading).await;
    assert_eq!(folded, games.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_fold_each_log_once_while_games_end() {
    let server = |url: Option<String>| {
        TestApp::spawn_with(|settings| {
            settings.database.database_url = url;
            settings.games.fold_after = Duration::ZERO;
            settings.games.fold_interval = Duration::from_millis(1);
        })
    };
    let one = TestApp::spawn().await;
    let url = Some(one.database_url.clone());
    let (two, three) = join(server(url.clone()), server(url)).await;
    let mut stored = Stored::of(&one).await;
    for (seed, app) in (940..).zip([&two, &three, &two, &three]) {
        let game = Over::resigned(app, every_module(), seed).await;
        let seats: Vec<Caller<'_>> =
            game.table.seats.iter().map(|seat| one.with_token(seat.token())).collect();
        let folded = format!("SELECT id::text FROM games WHERE folded AND id = '{}'", game.table.id);
        while stored.texts(&folded).await.is_empty() {
            look_again().await;
        }
        let moves = game.moves;
        let here = Over { table: Table { app: &one, id: game.table.id.clone(), seats }, moves };
        let events = one.anonymous().get(&here.table.path("/events")).await.expect(200).json;
        let seqs: Vec<u64> = events["events"]
            .as_array()
            .expect("events")
            .iter()
            .filter_map(|event| event["seq"].as_u64())
            .collect();
        assert_eq!(seqs, (1..=events["version"].as_u64().expect("a version")).collect::<Vec<u64>>());
        for taken in &here.moves {
            let again = here.table.post(taken.seat, &taken.version, json!([taken.action])).await.expect(200);
            assert_eq!(again.json["events"], taken.answer.json["events"]);
        }
        here.verify().await;
    }
    assert_eq!(places(&mut stored).await.0, "0");
}

#[tokio::test]
async fn only_games_that_are_over_for_long_enough_are_folded() {
    let app = TestApp::spawn().await;
    let over = Over::resigned(&app, terms(2), 950).await;
    let (waiting, active) = (Table::waiting(&app, terms(2)).await, Table::started(&app, terms(2)).await);
    let frozen = Table::started(&app, terms(2)).await;
    active.play_some(&mut dice(951), 5).await;
    let mut stored = Stored::of(&app).await;
    stored.execute(&format!("UPDATE games SET status = 'frozen' WHERE id = '{}'", frozen.id)).await;
    let hour = Duration::from_secs(3600);
    let nothing = Batch::Stored { folded: 0, left: Vec::new(), next: None };
    assert_eq!(fold_after(&app, hour, None, LIMIT).await, nothing);
    // All games are old now, but the one that is over ended a moment ago.
    stored.execute(&format!("UPDATE games SET {}", shift("created_at", "- interval '2 hours'"))).await;
    assert_eq!(fold_after(&app, hour, None, LIMIT).await, nothing);
    stored.execute(&format!("UPDATE games SET {}", shift("updated_at", "- interval '2 hours'"))).await;
    assert_eq!(
        fold_after(&app, hour, None, LIMIT).await,
        Batch::Stored { folded: 1, left: Vec::new(), next: None }
    );
    let folded = stored.texts("SELECT game_id::text FROM folded_logs").await;
    assert_eq!(folded, [over.table.id]);
    for table in [&active, &frozen] {
        assert!(stored.is_gapless(&table.id).await);
    }
    assert_eq!(waiting.public_view().await["status"], "waiting");
    active.play_to_the_end(&mut dice(952)).await;
}

#[tokio::test]
async fn a_log_that_cannot_be_folded_stays_and_stops_no_other() {
    let app = TestApp::spawn().await;
    let mut games = Vec::new();
    for seed in 0..4 {
        games.push(Over::resigned(&app, terms(2), 960 + seed).await.table.id);
    }
    let mut stored = Stored::of(&app).await;
    stored.execute(&format!("DELETE FROM game_log WHERE game_id = '{}' AND seq = 3", games[0])).await;
    stored
        .execute(&format!(
            "DELETE FROM game_log l USING games g WHERE g.id = '{}' AND g.id = l.game_id AND l.seq = g.version",
            games[1]
        ))
        .await;
    stored.execute(&format!("UPDATE game_log SET seat = 7 WHERE game_id = '{}' AND seq = 2", games[2])).await;
    let logs = "SELECT string_agg(l::text, ' ' ORDER BY l.game_id, l.seq) FROM game_log l WHERE NOT EXISTS \
                (SELECT FROM folded_logs f WHERE f.game_id = l.game_id) AND l.game_id <> ";
    let logs = format!("{logs} '{}'", games[3]);
    let before = stored.texts(&logs).await;
    let (mut left, mut folded, mut place) = (Vec::new(), 0, None);
    loop {
        match fold_after(&app, Duration::ZERO, place, 1).await {
            Batch::Stored { folded: some, left: bad, next } => {
                left.extend(bad.into_iter().map(|id| id.to_string()));
                (folded, place) = (folded + some, next);
            }
            Batch::Elsewhere => panic!("nobody else folds"),
        }
        if place.is_none() {
            break;
        }
    }
    assert_eq!((left.as_slice(), folded), (&games[..3], 1));
    assert_eq!(stored.texts(&logs).await, before);
}

#[tokio::test]
async fn a_log_in_both_places_is_refused_instead_of_doubled() {
    let app = TestApp::spawn().await;
    let game = Over::resigned(&app, terms(2), 970).await;
    assert_eq!(fold(&app).await, 1);
    let twice = format!(
        "INSERT INTO game_log (game_id, seq, by, kind) VALUES ('{}', 1, 'engine', 'started')",
        game.table.id
    );
    Stored::of(&app).await.execute(&twice).await;
    app.anonymous().get(&game.table.path("/events")).await.expect_problem(500, "internal_error");
}

#[tokio::test]
async fn no_index_of_games_depends_on_a_column_that_a_turn_changes() {
    let app = TestApp::spawn().await;
    let columns = "SELECT DISTINCT a.attname::text FROM pg_index i \
                   JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid \
                   AND d.refclassid = 'pg_class'::regclass AND d.refobjid = i.indrelid \
                   JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = d.refobjsubid \
                   WHERE i.indrelid = 'games'::regclass ORDER BY 1";
    let columns = Stored::of(&app).await.texts(columns).await;
    assert!(
        columns.contains(&"folded".to_owned()) && columns.contains(&"visibility".to_owned()),
        "{columns:?}"
    );
    for changed in ["version", "snapshot", "reason", "ranks", "abort_agreed", "updated_at"] {
        assert!(!columns.iter().any(|column| column == changed), "{changed}: then a turn is no HOT update");
    }
}

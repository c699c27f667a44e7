//! The writer, which stores turns of different games in one statement: each turn has its own result, whatever
//! the results of the others are.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::time::Duration;

use chrono::{DateTime, Utc};
use futures_util::future::{join, join_all};
use lapidary::auth::{Identity, SessionId, SessionKind};
use lapidary::database::Failure;
use lapidary::engine::outcome::{Outcome, Reason};
use lapidary::model::game::{GameId, Version};
use lapidary::model::log::{Author, EntryKind, NewEntry};
use lapidary::model::stamp::Stamp;
use lapidary::settings::WriterSettings;
use lapidary::store::games::{Advance, Appended};
use serde_json::json;

use super::scene::{Scene, StoreResult, identity};
use super::stored::Stored;
use super::table::{Table, terms};
use crate::api_tokens::issue;
use crate::app::TestApp;
use crate::line::{Answers, Line};

/// Number of games in a batch.
const GAMES: usize = 12;

/// Number of games whose turns arrive at once, and the largest batch that stores them.
const MANY_GAMES: usize = 1_000;
const BATCH_TURNS_MAX: usize = 50;

/// Returns a change of settings to this length of the queue, for turns that wait as long as the machine
/// needs.
fn queue_of(turns_max: usize) -> impl FnOnce(&mut WriterSettings) {
    move |settings| {
        settings.batch_turns_max = BATCH_TURNS_MAX;
        settings.queued_turns_max = turns_max;
        settings.turn_queue_wait = Duration::from_secs(60);
    }
}

/// Returns when a change was stored.
fn time(result: &StoreResult) -> Option<DateTime<Utc>> {
    match result {
        Ok(Appended::At(at, _)) => Some(*at),
        _ => None,
    }
}

/// Returns the commits that stored these turns. All entries of one commit have the same time.
fn commits(results: &[StoreResult]) -> BTreeSet<DateTime<Utc>> {
    results.iter().map(|result| time(result).expect("it is stored")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn turns_of_different_games_share_a_commit() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::prepared(&app, |_| {}).await;
    let games = scene.games(GAMES).await;
    let results = scene.turns_at_once(&games).await;
    assert_eq!(commits(&results).len(), 1);
    for id in games {
        assert_eq!(scene.version(id).await, 2);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn turns_of_one_game_never_share_a_commit() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::prepared(&app, |_| {}).await;
    let id = scene.games(1).await[0];
    let other = scene.games(1).await[0];
    let ada = scene.ada;
    let changes = [
        scene.turn(id),
        scene.turn_from(id, Version(2), &ada),
        scene.turn(other),
        scene.turn_from(id, Version(3), &ada),
    ];
    let results = scene.all_at_once(changes.into_iter()).await;
    assert_eq!(commits(&results).len(), 3);
    assert_eq!(time(&results[0]), time(&results[2]));
    assert_eq!(scene.version(id).await, 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_is_no_larger_than_its_limit() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::prepared(&app, |settings| settings.batch_turns_max = 5).await;
    let games = scene.games(GAMES).await;
    let results = scene.turns_at_once(&games).await;
    assert_eq!(commits(&results).len(), GAMES.div_ceil(5));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_gathering_every_turn_is_a_transaction() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::begin(&app, |settings| settings.batch_turns_max = 1).await;
    let games = scene.games(GAMES).await;
    let results = join_all(games.iter().map(|id| scene.writer.store(scene.turn(*id)))).await;
    assert!(results.iter().all(|result| time(result).is_some()));
    let transactions = scene.stored.texts("SELECT DISTINCT xmin::text FROM games WHERE version = 2").await;
    assert_eq!(transactions.len(), GAMES);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_turn_of_a_batch_is_judged_by_its_own_game_and_caller() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::prepared(&app, |_| {}).await;
    let games = scene.games(GAMES).await;
    let eve = app.user("eve").await;
    let (ended, foreign) = (identity(eve.token()), Identity { player: scene.bob.player, ..scene.ada });
    eve.delete("/v1/sessions/current").await.expect(204);
    // A login, and three API tokens: one is revoked, one is valid, one has expired.
    let login = app.user("ada").await;
    let mut tokens = Vec::new();
    for _ in 0..3 {
        let issued = issue(&login, "/v1/me/tokens", &["play"]).await;
        let session = SessionId(issued["id"].as_str().expect("an id").parse().expect("a UUID"));
        tokens.push(Identity { session, kind: SessionKind::Token, ..scene.ada });
    }
    let [revoked, valid, expired] = [tokens[0], tokens[1], tokens[2]];
    login.delete(&format!("/v1/me/tokens/{}", revoked.session.0)).await.expect(204);
    let expire = format!("UPDATE sessions SET expires_at = now() WHERE id = '{}'", expired.session.0);
    scene.stored.execute(&expire).await;
    scene.stored.execute(&format!("UPDATE games SET status = 'frozen' WHERE id = '{}'", games[3])).await;
    scene.stored.execute(&format!("UPDATE games SET snapshot = '\\x00' WHERE id = '{}'", games[4])).await;
    let (ada, nowhere) = (scene.ada, GameId::generate());
    let mut changes: Vec<Advance> = games.iter().map(|id| scene.turn(*id)).collect();
    changes[0] = scene.turn_from(games[0], Version(7), &ada);
    changes[1] = scene.turn_from(games[1], Version(1), &ended);
    changes[2] = scene.turn_from(games[2], Version(1), &foreign);
    changes[5] = scene.turn(nowhere);
    changes[6] = scene.turn_from(games[6], Version(1), &revoked);
    changes[7] = scene.turn_from(games[7], Version(1), &expired);
    // Turns that were judged by the position that was loaded for them.
    changes[8] = scene.loaded_turn(games[8], &ended);
    changes[9] = scene.loaded_turn(games[9], &expired);
    changes[10] = scene.loaded_turn(games[10], &valid);
    changes[11] = scene.turn_from(games[11], Version(1), &valid);
    let results = scene.all_at_once(changes.into_iter()).await;
    assert!(results[..10].iter().all(|result| matches!(result, Ok(Appended::Conflict))));
    assert_eq!(commits(&results[10..]).len(), 1);
    for (number, id) in games.into_iter().enumerate().filter(|(number, _)| *number != 5) {
        assert_eq!(scene.version(id).await, if number < 10 { 1 } else { 2 });
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_is_stored_alone_is_judged_by_its_caller_too() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::begin(&app, |settings| settings.batch_turns_max = 1).await;
    let games = scene.games(6).await;
    let eve = app.user("eve").await;
    let ended = identity(eve.token());
    eve.delete("/v1/sessions/current").await.expect(204);
    let ada = scene.ada;
    for (number, id) in games.into_iter().enumerate() {
        let caller = if number % 2 == 0 { &ended } else { &ada };
        let change = match number / 2 {
            0 => scene.loaded_turn(id, caller),
            1 => scene.turn_from(id, Version(1), caller),
            _ => scene.turn_at(&scene.position, id, caller),
        };
        let result = scene.writer.store(change).await.expect("the database answers");
        assert_eq!(matches!(result, Appended::At(..)), number % 2 == 1, "turn {number}");
        assert_eq!(scene.version(id).await, if number % 2 == 1 { 2 } else { 1 });
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_is_stored_alone_is_judged_by_what_was_remembered() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::begin(&app, |settings| settings.batch_turns_max = 1).await;
    let [stamped, placed, other] = scene.games(3).await[..] else { panic!("three games") };
    let ada = scene.ada;
    let touched = format!("UPDATE games SET label = 'Friday' WHERE id = '{stamped}'");
    scene.stored.execute(&touched).await;
    let changed = format!("UPDATE games SET snapshot = '\\x00' WHERE id = '{placed}'");
    scene.stored.execute(&changed).await;
    for change in [scene.turn(stamped), scene.turn_at(&scene.position, placed, &ada)] {
        assert!(matches!(scene.writer.store(change).await, Ok(Appended::Conflict)));
    }
    let change = scene.turn_at(&scene.position, other, &ada);
    assert!(matches!(scene.writer.store(change).await, Ok(Appended::At(_, None))));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stamp_of_a_stored_turn_is_that_of_its_row() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::prepared(&app, |_| {}).await;
    let alone = scene.games(1).await[0];
    let result = scene.writer.store(scene.turn(alone)).await.expect("the database answers");
    let together = scene.games(GAMES).await;
    let results =
        scene.turns_at_once(&together).await.into_iter().map(|result| result.expect("it is stored"));
    let told: Vec<(GameId, Appended)> = together.into_iter().zip(results).chain([(alone, result)]).collect();
    let stamps: HashMap<GameId, Stamp> = scene.stored.stamps().await.into_iter().collect();
    for (id, appended) in told {
        assert_eq!(appended, Appended::At(stamps[&id].updated_at, Some(stamps[&id])));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_shows_an_erased_player_holds_up_no_other_turn() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::prepared(&app, |_| {}).await;
    let games = scene.games(3).await;
    let erased = identity(app.user("eve").await.token());
    scene.stored.erase("eve").await;
    let mut changes: Vec<Advance> = games.iter().map(|id| scene.turn(*id)).collect();
    changes[1] = scene.turn_that_names(&[scene.ada, erased], games[1]);
    let results = scene.all_at_once(changes.into_iter()).await;
    assert!(matches!(results[1], Ok(Appended::Conflict)));
    assert!(time(&results[0]).is_some() && time(&results[2]).is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_shows_an_erased_player_is_not_stored_by_what_was_remembered() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::prepared(&app, |_| {}).await;
    let games = scene.games(3).await;
    scene.stored.erase("bob").await;
    let results = scene.turns_at_once(&games).await;
    assert!(results.iter().all(|result| matches!(result, Ok(Appended::Conflict))));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_the_database_refuses_harms_no_other_turn() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::prepared(&app, |_| {}).await;
    let games = scene.games(GAMES).await;
    // The entry that the turn would add is there already.
    let taken = format!(
        "INSERT INTO game_log (game_id, seq, by, kind) VALUES ('{}', 2, 'engine', 'finished')",
        games[2]
    );
    scene.stored.execute(&taken).await;
    let results = scene.turns_at_once(&games).await;
    for (number, result) in results.iter().enumerate() {
        match number {
            2 => assert!(matches!(result, Err(Failure::Broken(_)))),
            _ => assert!(time(result).is_some(), "turn {number}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_game_keeps_no_other_waiting() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::prepared(&app, |_| {}).await;
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
    assert!(others.iter().all(|result| time(result).is_some()));
    assert!(time(&locked).is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_answer_leaves_every_turn_of_the_batch_to_be_looked_up() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::prepared(&app, |_| {}).await;
    let games = scene.games(GAMES).await;
    let work = join_all(games.iter().map(|id| scene.writer.store(scene.turn(*id))));
    let results = scene.while_busy(work, Answers::Lose(3)).await;
    assert!(results.iter().all(|result| matches!(result, Err(Failure::Away(_)))));
    for id in &games {
        assert_eq!(scene.version(*id).await, 2, "the commit itself was not lost");
    }
    let more = scene.games(GAMES).await;
    let results = scene.turns_at_once(&more).await;
    assert_eq!(commits(&results).len(), 1, "the writer goes on over a new connection");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_connection_leaves_the_turns_of_all_batches_under_way_to_be_looked_up() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::prepared(&app, |_| {}).await;
    let games = scene.games(2).await;
    scene.line.set(Answers::Wait);
    let first = scene.writer.store(scene.turn(games[0]));
    let second = async {
        scene.line.holds(1).await;
        // It is sent although the result of the first is not here.
        join(scene.writer.store(scene.turn(games[1])), async {
            scene.line.holds(2).await;
            scene.line.set(Answers::Lose(1));
        })
        .await
        .0
    };
    let results = join(first, second).await;
    assert!(matches!(results, (Err(Failure::Away(_)), Err(Failure::Away(_)))));
    for id in games {
        assert_eq!(scene.version(id).await, 2, "the commit itself was not lost");
    }
    let more = scene.games(GAMES).await;
    assert_eq!(
        commits(&scene.turns_at_once(&more).await).len(),
        1,
        "the writer goes on over a new connection"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_dies_during_a_batch_stores_all_of_it_or_nothing() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::prepared(&app, |_| {}).await;
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
    let results = scene.turns_at_once(&games).await;
    assert!(results.iter().all(|result| matches!(result, Err(Failure::Away(_)))));
    for id in &games {
        assert_eq!(scene.version(*id).await, 1);
    }
    scene.stored.execute("DROP TRIGGER die ON game_log").await;
    // The writer may not know yet that the connection is closed. Then this statement fails, and the next has
    // a new connection.
    let _ = scene.writer.store(scene.turn(GameId::generate())).await;
    let results = scene.turns_at_once(&games).await;
    assert_eq!(commits(&results).len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_end_are_stored_alone_while_others_go_on() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::prepared(&app, |_| {}).await;
    let games = scene.games(GAMES).await;
    let mut changes: Vec<Advance> = games.iter().map(|id| scene.turn(*id)).collect();
    let outcome = Outcome { reason: Reason::Prestige, ranks: vec![2, 1] };
    let entry = NewEntry { seat: None, by: Author::Engine, kind: EntryKind::Finished, action: None };
    let position = Some(&scene.position);
    changes[4] = Advance::new(games[4], Version(1), position, Some(outcome), vec![entry]);
    let mut results = scene.all_at_once(changes.into_iter()).await;
    let ends: Vec<_> = results.drain(4..5).collect();
    assert_eq!(commits(&results).len(), 1);
    assert_eq!(commits(&ends).union(&commits(&results)).count(), 2);
    let rows = scene
        .stored
        .texts("SELECT concat_ws(' ', status, reason, ranks::text) FROM games WHERE version = 2 ORDER BY 1");
    let rows: BTreeSet<String> = rows.await.into_iter().collect();
    assert_eq!(rows, ["active", "finished prestige {2,1}"].map(str::to_owned).into());
}

#[tokio::test(flavor = "multi_thread")]
async fn each_of_a_thousand_turns_at_once_is_stored_exactly_once() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::begin(&app, queue_of(MANY_GAMES)).await;
    let games = scene.games(MANY_GAMES).await;
    let results = scene.turns_at_once(&games).await;
    assert_eq!(commits(&results).len(), MANY_GAMES / BATCH_TURNS_MAX);
    assert_eq!(scene.games_at(2).await, games.into_iter().collect());
}

#[tokio::test(flavor = "multi_thread")]
async fn turns_beyond_the_limit_of_the_queue_change_nothing_and_all_others_are_stored_exactly_once() {
    const QUEUED: usize = 300;
    let app = TestApp::spawn().await;
    let mut scene = Scene::begin(&app, queue_of(QUEUED)).await;
    let games = scene.games(MANY_GAMES).await;
    let results = scene.turns_at_once(&games).await;
    let (mut stored, mut refused) = (HashSet::new(), HashSet::from([scene.model]));
    for (id, result) in games.into_iter().zip(&results) {
        match result {
            Ok(Appended::At(..)) => stored.insert(id),
            Err(Failure::Busy(_)) => refused.insert(id),
            _ => panic!("the turn of {id} is neither stored nor refused"),
        };
    }
    assert_eq!(stored.len(), QUEUED);
    assert_eq!(scene.games_at(2).await, stored);
    assert_eq!(scene.games_at(1).await, refused);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_has_waited_too_long_is_refused_and_changes_nothing() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::begin(&app, |settings| settings.turn_queue_wait = Duration::ZERO).await;
    let id = scene.games(1).await[0];
    let result = scene.writer.store(scene.turn(id)).await;
    assert!(matches!(result, Err(Failure::Busy(_))));
    assert_eq!(scene.version(id).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_writer_that_stops_stores_what_it_has_taken_and_takes_no_more() {
    let app = TestApp::spawn().await;
    let mut scene = Scene::prepared(&app, |_| {}).await;
    let games = scene.games(GAMES).await;
    let waiting = join_all(games.iter().map(|id| scene.writer.store(scene.turn(*id))));
    let (results, ()) = scene.while_busy(join(waiting, scene.writer.drain()), Answers::Pass).await;
    assert_eq!(commits(&results).len(), 1);
    let late = scene.games(1).await[0];
    assert!(matches!(scene.writer.store(scene.turn(late)).await, Err(Failure::Busy(_))));
}

/// Returns whether the server compares this game with its log when it stores the turn at this version: at
/// every hundredth version, counted from a number in the id of the game.
fn is_verified(id: &str, version: u64) -> bool {
    let id = GameId(id.parse().expect("an id"));
    id.0.as_u64_pair().1.wrapping_add(version).is_multiple_of(100)
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_get_the_response_to_their_turn_although_that_of_the_batch_was_lost() {
    let direct = TestApp::spawn().await;
    let line = Line::to(&direct.database_url).await;
    let address = line.address.clone();
    let app = TestApp::spawn_with(|settings| settings.database.database_url = Some(address)).await;
    let mut tables = Vec::new();
    while tables.len() < GAMES {
        let table = Table::started(&app, terms(2)).await;
        // The answers that such a turn reads over another connection could be lost instead.
        if !is_verified(&table.id, 2) {
            tables.push(table);
        }
    }
    let take = |gems: [&str; 3]| json!([{"type": "take", "gems": gems}]);
    let first = take(["white", "blue", "green"]);
    // The server remembers a game from its second turn on.
    for table in &tables {
        table.post(0, &json!(1), first.clone()).await.expect(200);
    }
    line.set(Answers::Wait);
    let version = json!(2);
    let answers = join_all(tables.iter().map(|table| table.post(1, &version, first.clone())));
    let (answers, ()) = join(answers, async {
        line.holds(1).await;
        line.set(Answers::Lose(1));
    })
    .await;
    for (answer, table) in answers.into_iter().zip(&tables) {
        let answer = answer.expect(200);
        let again = table.post(1, &version, first.clone()).await.expect(200);
        assert_eq!(answer.json, again.json);
        assert!(Stored::of(&direct).await.is_gapless(&table.id).await);
    }
}

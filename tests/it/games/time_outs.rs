//! Seats that run out of time: once, never early, and against turns that come at the same moment.

use std::time::Duration;

use chrono::{TimeDelta, Utc};
use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::clocks::{LAG, PATIENCE, daily, entries_after, live, play, spend, time, without_search};
use super::stored::Stored;
use super::table::{Table, dice};
use crate::app::{TestApp, look_again};
use crate::races::races;

/// Returns the number of games of a race.
fn race_games() -> usize {
    10 * races()
}

/// Returns a server that looks for seats without time all the time, and another one on its database.
async fn two_servers() -> (TestApp, TestApp) {
    let app = TestApp::spawn_with(|settings| {
        settings.games.games_per_account = 1_000;
        settings.games.time_out_interval = Duration::from_millis(1);
    })
    .await;
    let url = app.database_url.clone();
    let other = TestApp::spawn_with(|settings| {
        settings.games.time_out_interval = Duration::from_millis(1);
        settings.database.database_url = Some(url);
    })
    .await;
    (app, other)
}

/// Starts games of the players of a table with the same terms, and returns their ids.
async fn more(table: &Table<'_>, terms: &Value, games: usize) -> Vec<String> {
    let mut ids = Vec::new();
    for _ in 0..games {
        let created = table.seats[0].post("/v1/games", terms).await.expect(201).json;
        let id = created["id"].as_str().expect("an id").to_owned();
        for seat in &table.seats[1..] {
            seat.post_empty(&format!("/v1/games/{id}/join")).await.expect(200);
        }
        ids.push(id);
    }
    ids
}

/// Waits until no clock runs in any game with a passed deadline.
async fn until_all_are_out(stored: &mut Stored) {
    let overdue = "SELECT game_id::text FROM game_clocks WHERE deadline + lag_ms * interval '1 ms' < now()";
    let wait = async {
        while !stored.texts(overdue).await.is_empty() {
            look_again().await;
        }
    };
    timeout(PATIENCE, wait).await.expect("all are out in time");
}

#[tokio::test]
async fn a_seat_without_time_is_out_and_the_last_seat_wins() {
    let app = TestApp::spawn().await;
    let mut stored = Stored::of(&app).await;
    for terms in [live(2), daily(2)] {
        let mut terms = terms;
        terms["visibility"] = json!("private");
        let table = Table::waiting(&app, terms).await;
        let invited = json!({"username": "bob"});
        table.seats[0].post(&table.path("/invitations"), &invited).await.expect(200);
        table.seats[1].post_empty(&table.path("/join")).await.expect(200);
        spend(&mut stored, &table.id, 86_500_000).await;
        let kinds = |events: &[Value]| -> Vec<(Value, Value)> {
            events.iter().map(|event| (event["type"].clone(), event["data"]["by"].clone())).collect()
        };
        let events = entries_after(&table, 1).await;
        assert_eq!(kinds(&events), [(json!("timed_out"), json!("clock")), (json!("finished"), Value::Null)]);
        let game = table.view(1).await;
        assert_eq!((&game["status"], &game["result"]["winners"]), (&json!("finished"), &json!([1])));
        assert_eq!((&game["clock"]["remaining_ms"][0], game["clock"].get("running")), (&json!(0), None));
        assert!(
            events[1]["data"]["reveal"]["server_seed"].is_string(),
            "the deal is revealed: {}",
            events[1]
        );
        app.anonymous().get(&table.path("")).await.expect_problem(404, "not_found");
        table.seats[0].get(&table.path("/export")).await.expect(200);
    }
}

#[tokio::test]
async fn after_a_time_out_the_clock_of_the_next_seat_runs() {
    let app = TestApp::spawn().await;
    let mut stored = Stored::of(&app).await;
    for (seats, terms) in [(3, live(3)), (4, daily(4))] {
        let table = Table::started(&app, terms).await;
        let full = table.view(0).await["clock"]["remaining_ms"][1].clone();
        for out in 0..seats - 1 {
            let version = table.view(0).await["version"].as_u64().expect("a version");
            spend(&mut stored, &table.id, 86_500_000).await;
            let first = entries_after(&table, version).await[0].clone();
            assert_eq!((&first["type"], &first["data"]["seat"]), (&json!("timed_out"), &json!(out)));
            let game = table.view(0).await;
            if out + 2 < seats {
                let clock = &game["clock"];
                assert_eq!((&clock["running"], &clock["remaining_ms"][out + 1]), (&json!(out + 1), &full));
            } else {
                let ranks: Vec<usize> = (0..seats).map(|seat| seats - seat).collect();
                assert_eq!(game["result"]["ranks"], json!(ranks), "the later out, the better (B19)");
            }
        }
    }
}

#[tokio::test]
async fn a_turn_after_the_deadline_loses_and_its_seat_is_out() {
    let app = without_search().await;
    let mut stored = Stored::of(&app).await;
    let duel = Table::started(&app, live(2)).await;
    spend(&mut stored, &duel.id, 600_501).await;
    play(&duel).await.expect_problem(409, "game_finished");
    assert_eq!(entries_after(&duel, 1).await[0]["type"], "timed_out");

    let table = Table::started(&app, live(3)).await;
    play(&table).await.expect(200);
    // The server remembers this game from its last turn.
    spend(&mut stored, &table.id, 600_501).await;
    play(&table).await.expect_problem(409, "version_conflict");
    assert_eq!(entries_after(&table, 2).await[0]["data"]["seat"], 1);
    let clock = table.view(0).await["clock"].clone();
    assert_eq!((&clock["running"], &clock["remaining_ms"][2]), (&json!(2), &json!(600_000)));
    play(&table).await.expect(200);
}

#[tokio::test]
async fn a_turn_within_the_lag_allowance_is_in_time() {
    let app = without_search().await;
    let mut stored = Stored::of(&app).await;
    let table = Table::started(&app, live(2)).await;
    // The deadline has passed, but the allowance is as long as the test may take.
    stored.execute("UPDATE game_clocks SET lag_ms = 3600000").await;
    spend(&mut stored, &table.id, 600_001).await;
    let clock = play(&table).await.expect(200).json["game"]["clock"].clone();
    assert_eq!(
        clock["remaining_ms"],
        json!([605_000, 600_000]),
        "what is within the allowance costs nothing"
    );
}

#[tokio::test]
async fn resigning_after_the_deadline_is_a_time_out() {
    let app = without_search().await;
    let mut stored = Stored::of(&app).await;
    // The seat itself, and a seat that resigns while another one has run out of time.
    for (resigning, winner) in [(0, 1), (1, 1)] {
        let table = Table::started(&app, live(2)).await;
        spend(&mut stored, &table.id, 601_000).await;
        let answer = table.seats[resigning].post_empty(&table.path("/resign")).await;
        if resigning == 0 {
            assert_eq!(answer.expect(200).json["events"][0]["type"], "timed_out");
        } else {
            answer.expect_problem(409, "game_finished");
        }
        assert_eq!(table.view(0).await["result"]["winners"], json!([winner]));
    }
}

#[tokio::test]
async fn a_retry_after_a_time_out_gets_the_original_response() {
    let app = TestApp::spawn().await;
    let mut stored = Stored::of(&app).await;
    let table = Table::started(&app, live(3)).await;
    let played = table.play_random(&mut dice(221)).await.expect("a move");
    let version = played.answer.json["version"].as_u64().expect("a version");
    spend(&mut stored, &table.id, 601_000).await;
    entries_after(&table, version).await;
    let again = table.post(0, &played.version, json!([played.action])).await.expect(200).json;
    assert_eq!((&again["events"], &again["version"]), (&played.answer.json["events"], &json!(version)));
    let other = json!([{"type": "reserve_blind", "deck": "base-3"}]);
    table.post(0, &played.version, other).await.expect_problem(409, "version_conflict");
}

#[tokio::test]
async fn a_time_out_fires_once_on_one_of_two_servers_and_never_early() {
    let (app, _other) = two_servers().await;
    let mut stored = Stored::of(&app).await;
    let table = Table::started(&app, live(2)).await;
    let untouched = more(&table, &live(2), 3).await;
    let ids = more(&table, &live(2), race_games()).await;
    let moment = Utc::now() + TimeDelta::seconds(2);
    let list = ids.iter().map(|id| format!("'{id}'")).collect::<Vec<_>>().join(",");
    stored
        .execute(&format!(
            "UPDATE game_clocks SET deadline = '{moment}', since = '{moment}'::timestamptz - interval '10 minutes' \
             WHERE game_id IN ({list})"
        ))
        .await;
    let running =
        format!("SELECT game_id::text FROM game_clocks WHERE game_id IN ({list}) AND deadline IS NOT NULL");
    let wait = async {
        while !stored.texts(&running).await.is_empty() {
            look_again().await;
        }
    };
    timeout(PATIENCE, wait).await.expect("all are out in time");
    for id in &ids {
        let kinds: Vec<String> = stored.log(id).await.into_iter().map(|entry| entry.kind).collect();
        assert_eq!(kinds, ["started", "timed_out", "finished"], "{id}");
    }
    let early = format!(
        "SELECT game_id::text FROM game_log WHERE kind = 'timed_out' AND at <= '{moment}'::timestamptz + interval '{} ms'",
        LAG.num_milliseconds()
    );
    assert_eq!(stored.texts(&early).await, Vec::<String>::new(), "no time-out is early");
    for id in untouched {
        assert_eq!(stored.log(&id).await.len(), 1, "a game with time left goes on");
    }
}

#[tokio::test]
async fn of_a_turn_and_a_time_out_at_the_same_moment_exactly_one_is_stored() {
    let (app, other) = two_servers().await;
    let mut stored = Stored::of(&app).await;
    let table = Table::started(&app, live(2)).await;
    let ids = more(&table, &live(2), race_games()).await;
    let here = table.seats[0].clone();
    let there = other.with_token(here.token());
    let take = json!({"version": 1, "actions": [{"type": "take", "gems": ["white", "blue", "green"]}]});
    let (mut accepted, mut refused) = (0, 0);
    for (number, ids) in ids.chunks(10).enumerate() {
        // From games that are late already to games that have plenty of time.
        let moment = Utc::now() - LAG + TimeDelta::milliseconds((number as i64 - 3) * 20);
        let moment = if number + 1 == race_games() / 10 { moment + TimeDelta::minutes(5) } else { moment };
        let list = ids.iter().map(|id| format!("'{id}'")).collect::<Vec<_>>().join(",");
        let set = format!(
            "UPDATE game_clocks SET deadline = '{moment}', since = '{moment}'::timestamptz - interval '10 minutes' \
             WHERE game_id IN ({list})"
        );
        let turns = join_all(ids.iter().enumerate().map(|(place, id)| {
            let caller = if place % 2 == 0 { &here } else { &there };
            let (path, take) = (format!("/v1/games/{id}/actions"), &take);
            async move { caller.post(&path, take).await }
        }));
        let (_, answers) = join(stored.execute(&set), turns).await;
        for (id, answer) in ids.iter().zip(answers) {
            let events = here.get(&format!("/v1/games/{id}/events")).await.expect(200).json["events"].clone();
            let second = &events[1];
            if answer.status == 200 {
                accepted += 1;
                assert_eq!(second["type"], "action", "{events}");
                continue;
            }
            refused += 1;
            assert_eq!(answer.status, 409, "{}", answer.text);
            assert_eq!((&second["type"], &second["data"]["by"]), (&json!("timed_out"), &json!("clock")));
            assert!(time(&second["at"]) > moment + LAG, "never early: {second}");
            assert_eq!(events.as_array().map(Vec::len), Some(3));
        }
    }
    until_all_are_out(&mut stored).await;
    assert!(accepted > 0 && refused + accepted == race_games(), "{accepted} accepted, {refused} refused");
    for id in &ids {
        assert!(stored.is_gapless(id).await);
        let outs = stored.log(id).await.iter().filter(|entry| entry.kind == "timed_out").count();
        assert!(outs <= 1, "{id}");
    }
}

#[tokio::test]
async fn the_clock_of_a_frozen_game_stops() {
    let app = TestApp::spawn().await;
    let mut stored = Stored::of(&app).await;
    let table = Table::started(&app, live(2)).await;
    stored.execute(&format!("UPDATE games SET status = 'frozen' WHERE id = '{}'", table.id)).await;
    spend(&mut stored, &table.id, 601_000).await;
    until_all_are_out(&mut stored).await;
    let game = table.view(0).await;
    assert_eq!((&game["status"], game["clock"].get("running")), (&json!("frozen"), None));
    assert_eq!(stored.log(&table.id).await.len(), 1);
}

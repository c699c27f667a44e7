//! Games with clocks: their terms, what a turn costs, whose clock runs, and what a view shows.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use lapidary::engine::game::{Game, GameLog, Payments};
use lapidary::engine::ruleset::Ruleset;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::stored::{Stored, shift};
use super::table::{Table, dice, terms, terms_with};
use crate::app::{Answer, TestApp};

/// How long something may take that happens soon. It is much longer than it takes, so that a loss fails the
/// test.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The lag allowance of these tests.
pub const LAG: TimeDelta = TimeDelta::milliseconds(500);

/// Returns the terms of a game with ten minutes for each seat and an increment of five seconds.
pub fn live(seats: usize) -> Value {
    terms_with(seats, "clock", json!({"kind": "live", "initial_ms": 600_000, "increment_ms": 5_000}))
}

/// Returns the terms of a game with one day for each turn.
pub fn daily(seats: usize) -> Value {
    terms_with(seats, "clock", json!({"kind": "correspondence", "per_turn_ms": 86_400_000}))
}

/// Returns a server that does not look for seats that have run out of time.
pub async fn without_search() -> TestApp {
    TestApp::spawn_with(|settings| settings.games.time_out_interval = Duration::from_secs(86_400)).await
}

/// Makes the running clock of a game run this much longer than it did.
pub async fn spend(stored: &mut Stored, id: &str, ms: i64) {
    let by = format!("- {ms} * interval '1 ms'");
    let (since, deadline) = (shift("since", &by), shift("deadline", &by));
    stored.execute(&format!("UPDATE game_clocks SET {since}, {deadline} WHERE game_id = '{id}'")).await;
}

/// Returns a time in JSON.
#[track_caller]
pub fn time(value: &Value) -> DateTime<Utc> {
    value.as_str().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{value} is not a time"))
}

/// Returns the time of the last entry of a game.
async fn last_at(table: &Table<'_>) -> DateTime<Utc> {
    let events = table.seats[0].get(&table.path("/events")).await.expect(200).json;
    time(&events["events"].as_array().and_then(|events| events.last()).expect("an entry")["at"])
}

/// Returns the entries after a version, as soon as there are any.
pub async fn entries_after(table: &Table<'_>, version: u64) -> Vec<Value> {
    let path = table.path(&format!("/events?since={version}&wait=30000"));
    let wait = async {
        loop {
            let part = table.seats[0].get(&path).await.expect(200).json;
            let events = part["events"].as_array().expect("a list").clone();
            if !events.is_empty() {
                return events;
            }
        }
    };
    timeout(PATIENCE, wait).await.expect("an entry in time")
}

/// Plays the first legal action of the seat that the game waits for.
pub async fn play(table: &Table<'_>) -> Answer {
    let view = table.view(0).await;
    let seat = view["to_act"]["seat"].as_u64().expect("the game runs") as usize;
    let action = table.legal(seat).await[0].clone();
    table.post(seat, &view["version"], json!([action])).await
}

#[tokio::test]
async fn the_times_of_a_clock_have_limits() {
    let app = TestApp::shared().await;
    let ada = app.user("ada").await;
    let live = |initial: i64, increment: i64| json!({"kind": "live", "initial_ms": initial, "increment_ms": increment});
    let daily = |per_turn: i64| json!({"kind": "correspondence", "per_turn_ms": per_turn});
    for (clock, pointer) in [
        (live(9_999, 0), "/clock/initial_ms"),
        (live(10_800_001, 0), "/clock/initial_ms"),
        (live(10_000, -1), "/clock/increment_ms"),
        (live(10_000, 180_001), "/clock/increment_ms"),
        (daily(3_599_999), "/clock/per_turn_ms"),
        (daily(1_209_600_001), "/clock/per_turn_ms"),
    ] {
        let refused = ada.post("/v1/games", terms_with(2, "clock", clock.clone())).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), [pointer], "{clock}");
    }
    for clock in [live(10_000, 0), live(10_800_000, 180_000), daily(3_600_000), daily(1_209_600_000)] {
        let created = ada.post("/v1/games", terms_with(2, "clock", clock.clone())).await.expect(201).json;
        assert_eq!(created["clock"], clock, "a game that waits shows the terms of its clock");
    }
}

#[tokio::test]
async fn a_clock_runs_from_the_start_and_each_turn_costs_its_time() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, live(2)).await;
    let clock = table.view(0).await["clock"].clone();
    assert_eq!((&clock["remaining_ms"], &clock["running"]), (&json!([600_000, 600_000]), &json!(0)));
    let (start, lag) = (last_at(&table).await, json!(500));
    assert_eq!((time(&clock["deadline"]), &clock["lag_ms"]), (start + TimeDelta::minutes(10), &lag));
    assert_eq!((&clock["pause_agreed"], clock.get("paused_until")), (&json!([]), None));

    let mut stored = Stored::of(&app).await;
    spend(&mut stored, &table.id, 60_000).await;
    let clock = play(&table).await.expect(200).json["game"]["clock"].clone();
    let moved = last_at(&table).await;
    let spent = (moved - start + TimeDelta::minutes(1) - LAG).num_milliseconds();
    // Both instants are cut to milliseconds, what was spent is not.
    let expected = [0, 1, -1].map(|cut| json!([600_000 - spent + cut + 5_000, 600_000]));
    assert!(expected.contains(&clock["remaining_ms"]), "{clock}, spent {spent}");
    assert_eq!((&clock["running"], time(&clock["deadline"])), (&json!(1), moved + TimeDelta::minutes(10)));
    assert_eq!(table.view(0).await["clock"], clock, "the stored clock is the one in the response");

    let earlier = table.seats[0].get(&table.path("?at=1")).await.expect(200).json["clock"].clone();
    assert_eq!(earlier, json!({"kind": "live", "initial_ms": 600_000, "increment_ms": 5_000}));
    let current = table.seats[0].get(&table.path("?at=2")).await.expect(200).json["clock"].clone();
    assert_eq!(current, clock);
}

#[tokio::test]
async fn a_game_without_a_clock_has_no_row_for_one() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    play(&table).await.expect(200);
    assert_eq!(table.view(0).await["clock"], json!({"kind": "none"}));
    let mut stored = Stored::of(&app).await;
    assert_eq!(stored.texts("SELECT game_id::text FROM game_clocks").await, Vec::<String>::new());
}

#[tokio::test]
async fn each_turn_of_correspondence_has_a_time_of_its_own() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, daily(3)).await;
    let mut stored = Stored::of(&app).await;
    spend(&mut stored, &table.id, 80_000_000).await;
    let clock = play(&table).await.expect(200).json["game"]["clock"].clone();
    assert_eq!(clock["remaining_ms"], json!([86_400_000, 86_400_000, 86_400_000]));
    assert_eq!((&clock["running"], &clock["days_off"]), (&json!(1), &json!([14, 14, 14])));
    assert_eq!(time(&clock["deadline"]), last_at(&table).await + TimeDelta::days(1));
}

#[tokio::test]
async fn lists_show_the_terms_and_the_deadline() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, live(2)).await;
    let clock = table.view(0).await["clock"].clone();
    let waiting = table.seats[0].post("/v1/games", daily(2)).await.expect(201).json;
    let listed = app.anonymous().get("/v1/games").await.expect(200).json["items"].clone();
    assert_eq!((&listed[0]["id"], &listed[0]["clock"]), (&waiting["id"], &waiting["clock"]));
    assert_eq!(
        listed[1]["clock"],
        json!({"kind": "live", "initial_ms": 600_000, "increment_ms": 5_000, "running": 0,
            "deadline": clock["deadline"]})
    );
    assert_eq!(listed, app.anonymous().get("/v1/games?player=ada").await.expect(200).json["items"]);
}

#[tokio::test]
async fn clocks_stop_with_the_game() {
    let app = TestApp::spawn().await;
    let mut stored = Stored::of(&app).await;
    for end in ["/resign", "/abort"] {
        let table = Table::started(&app, live(2)).await;
        table.seats[0].post_empty(&table.path(end)).await.expect(200);
        let clock = table.view(0).await["clock"].clone();
        assert_eq!((clock.get("running"), clock.get("deadline")), (None, None), "{end}: {clock}");
        assert_eq!(clock["remaining_ms"][1], 600_000, "{end}");
    }
    let running = "SELECT game_id::text FROM game_clocks WHERE deadline IS NOT NULL OR running IS NOT NULL";
    assert_eq!(stored.texts(running).await, Vec::<String>::new());
}

#[tokio::test]
async fn whole_games_with_a_clock_are_played_exported_and_replayed() {
    let app = TestApp::spawn().await;
    for (seats, clock) in [(2, live(2)), (3, daily(3)), (4, live(4))] {
        let table = Table::started(&app, clock).await;
        table.play_to_the_end(&mut dice(211 + seats)).await;
        assert_eq!(table.view(0).await["status"], "finished");
        let export = app.anonymous().get(&table.path("/export")).await.expect(200).json;
        assert_eq!(export.get("clock"), None, "the format of exports is frozen");
        assert!(Stored::of(&app).await.is_gapless(&table.id).await);
    }
}

/// Returns the places of the decisions, each among the legal ones, that lead from an opening to a question to
/// another seat than the one whose turn it is.
fn way_to_a_question(opening: &Game) -> Option<Vec<usize>> {
    (0..2_000).find_map(|seed| {
        let (mut dice, mut game, mut places) = (fastrand::Rng::with_seed(seed), opening.clone(), Vec::new());
        while let (Some((seat, _)), Some(turn)) = (game.to_act(), game.turn()) {
            if seat != turn.seat {
                return Some(places);
            }
            let legal = game.legal_actions(Payments::Canonical);
            let place = dice.usize(..legal.len());
            game.play(&legal[place], &mut GameLog::default()).expect("a legal action");
            places.push(place);
        }
        None
    })
}

#[tokio::test]
async fn a_question_in_the_turn_of_another_seat_runs_on_the_clock_of_the_seat_that_answers() {
    let app = without_search().await;
    let mut stored = Stored::of(&app).await;
    let mut terms = live(4);
    (terms["ruleset"], terms["modules"]) = (json!("kids"), json!(["mysteries"]));
    let mut found = None;
    for _ in 0..50 {
        let table = Table::started(&app, terms.clone()).await;
        let opening = stored.game(&table.id).await.opening;
        let ruleset = Ruleset::parse("kids", ["mysteries"], []).expect("a ruleset");
        let way = way_to_a_question(&Game::decode(ruleset, &opening).expect("an opening"));
        if let Some(way) = way {
            found = Some((table, way));
            break;
        }
    }
    let (table, way) = found.expect("a village tile asks another seat in some game");
    let mut view = table.view(0).await;
    for place in way {
        let seat = view["to_act"]["seat"].as_u64().expect("a seat") as usize;
        let action = table.legal(seat).await[place].clone();
        table.post(seat, &view["version"], json!([action])).await.expect(200);
        view = table.view(0).await;
    }
    let (asked, turn) = (view["to_act"]["seat"].clone(), view["turn"]["seat"].clone());
    assert_ne!(asked, turn);
    assert_eq!(view["clock"]["running"], asked);

    // The seat that is asked runs out of time: its question lapses and it leaves, but the turn goes on (B19).
    let place = asked.as_u64().expect("a seat") as usize;
    let remaining = view["clock"]["remaining_ms"][place].as_i64().expect("a time");
    spend(&mut stored, &table.id, remaining + 501).await;
    play(&table).await.expect_problem(409, "version_conflict");
    let after = table.view(0).await;
    let events = entries_after(&table, view["version"].as_u64().expect("a version")).await;
    let first = &events[0];
    assert_eq!(
        (&first["type"], &first["data"]["seat"], &first["data"]["by"]),
        (&json!("timed_out"), &asked, &json!("clock"))
    );
    assert_eq!(after["clock"]["running"], after["to_act"]["seat"]);
    assert_ne!(after["clock"]["running"], asked);
    assert_eq!(after["clock"]["remaining_ms"][place], 0);
}

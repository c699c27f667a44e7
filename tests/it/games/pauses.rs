//! Pausing by agreement, resuming, and days off.

use chrono::{TimeDelta, Utc};
use reqwest::Method;
use serde_json::{Value, json};

use super::clocks::{daily, live, play, spend, time};
use super::reader::{LINES, Reader, beside};
use super::stored::Stored;
use super::table::{Table, terms};
use crate::app::TestApp;

/// The requests of this file.
const DEEDS: [&str; 3] = ["/pause", "/resume", "/days-off"];

/// Sends one of them, with a body if it needs one.
async fn send(table: &Table<'_>, seat: usize, deed: &str) -> crate::app::Answer {
    let version = table.public_view().await["version"].clone();
    match deed {
        "/days-off" => {
            table.seats[seat].post(&table.path(deed), json!({"version": version, "days": 1})).await
        }
        _ => table.seats[seat].post_empty(&table.path(deed)).await,
    }
}

#[tokio::test]
async fn a_pause_needs_every_seat_and_any_seat_resumes() {
    let app = TestApp::spawn().await;
    for clock in [live, daily] {
        let table = Table::started(&app, clock(3)).await;
        let full = table.view(0).await["clock"]["remaining_ms"][0].as_u64().expect("a time");
        spend(&mut Stored::of(&app).await, &table.id, 60_000).await;
        for (seat, agreed) in [(1, json!([1])), (1, json!([1])), (0, json!([1, 0]))] {
            let clock = send(&table, seat, "/pause").await.expect(200).json["clock"].clone();
            assert_eq!((&clock["pause_agreed"], clock.get("paused_until")), (&agreed, None));
        }
        let paused = send(&table, 2, "/pause").await.expect(200).json["clock"].clone();
        let remaining = paused["remaining_ms"][0].as_u64().expect("a time");
        assert!(remaining <= full - 60_000, "the time before the pause is charged: {paused}");
        let until = time(&paused["paused_until"]);
        assert!(until > Utc::now() + TimeDelta::days(6));
        assert_eq!(time(&paused["deadline"]), until + TimeDelta::milliseconds(remaining as i64));
        let again = send(&table, 0, "/pause").await.expect(200).json["clock"].clone();
        assert_eq!(again, paused, "the request again changes nothing");

        let resumed = send(&table, 1, "/resume").await.expect(200).json["clock"].clone();
        assert_eq!((resumed.get("paused_until"), &resumed["pause_agreed"]), (None, &json!([])));
        assert_eq!(resumed["remaining_ms"], paused["remaining_ms"]);
        assert!(time(&resumed["deadline"]) < until);
        let again = send(&table, 2, "/resume").await.expect(200).json["clock"].clone();
        assert_eq!(again, resumed, "the request again changes nothing");
    }
}

#[tokio::test]
async fn any_seat_withdraws_or_declines_a_pause_that_is_not_agreed() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, live(2)).await;
    let before = table.view(0).await["clock"].clone();
    for seat in [0, 1] {
        send(&table, 0, "/pause").await.expect(200);
        assert_eq!(send(&table, seat, "/resume").await.expect(200).json["clock"], before);
    }
    send(&table, 1, "/pause").await.expect(200);
    let after = play(&table).await.expect(200).json["game"]["clock"].clone();
    assert_eq!(after["pause_agreed"], json!([]), "a turn empties the list");
    send(&table, 0, "/pause").await.expect(200);
    assert_eq!(table.view(0).await["clock"].get("paused_until"), None);
}

#[tokio::test]
async fn a_turn_during_a_pause_ends_it() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, live(2)).await;
    for seat in [0, 1] {
        send(&table, seat, "/pause").await.expect(200);
    }
    let paused = table.view(0).await["clock"].clone();
    let clock = play(&table).await.expect(200).json["game"]["clock"].clone();
    let kept = paused["remaining_ms"][0].as_u64().expect("a time");
    assert_eq!((&clock["running"], clock.get("paused_until")), (&json!(1), None));
    assert_eq!(clock["remaining_ms"], json!([kept + 5_000, 600_000]), "the pause costs nothing");
    assert!(time(&clock["deadline"]) < Utc::now() + TimeDelta::minutes(11));
}

#[tokio::test]
async fn only_the_seats_in_play_agree_to_a_pause() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, live(3)).await;
    table.seats[2].post_empty(&table.path("/resign")).await.expect(200);
    for deed in ["/pause", "/resume"] {
        send(&table, 2, deed).await.expect_problem(403, "not_seated");
    }
    send(&table, 0, "/pause").await.expect(200);
    let paused = send(&table, 1, "/pause").await.expect(200).json["clock"].clone();
    assert!(paused["paused_until"].is_string(), "{paused}");
}

#[tokio::test]
async fn the_tag_of_a_view_changes_with_the_clock() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, live(2)).await;
    let look = |tag: String| {
        let request = table.seats[1].request(Method::GET, &table.path("")).header("if-none-match", tag);
        crate::app::Answer::to(request)
    };
    let tag = look(String::new()).await.expect(200).header("etag").to_owned();
    look(tag.clone()).await.expect(304);
    send(&table, 0, "/pause").await.expect(200);
    assert_ne!(look(tag).await.expect(200).header("etag"), "");
}

#[tokio::test]
async fn days_off_move_the_deadline_and_are_limited() {
    let app = TestApp::spawn_with(|settings| settings.games.days_off_per_game = 3).await;
    let table = Table::started(&app, daily(2)).await;
    let path = table.path("/days-off");
    let deadline = time(&table.view(0).await["clock"]["deadline"]);
    let days = |days: u8| json!({"version": 1, "days": days});
    for (wanted, left, moved) in [(1, 2, 1), (2, 1, 2), (2, 1, 2), (1, 1, 2)] {
        let clock = table.seats[0].post(&path, days(wanted)).await.expect(200).json["clock"].clone();
        assert_eq!(clock["days_off"], json!([left, 3]));
        assert_eq!(time(&clock["deadline"]), deadline + TimeDelta::days(moved), "{wanted}");
    }
    let refused = table.seats[0].post(&path, days(4)).await.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/days"]);
    assert!(refused.text.contains("at most 3"), "{}", refused.text);
    for wrong in [json!({"version": 1, "days": 0}), json!({"version": 1, "days": 256})] {
        let refused = table.seats[0].post(&path, wrong).await.expect_problem(422, "validation_failed");
        assert_eq!(refused.pointers(), ["/days"]);
    }
    table.seats[1].post(&path, days(1)).await.expect_problem(409, "not_your_turn");
    play(&table).await.expect(200);
    table.seats[0].post(&path, days(1)).await.expect_problem(409, "version_conflict");
    let clock = table.view(0).await["clock"].clone();
    assert_eq!(
        (&clock["days_off"], &clock["remaining_ms"]),
        (&json!([1, 3]), &json!([86_400_000, 86_400_000]))
    );
    let other = json!({"version": 2, "days": 3});
    let clock = table.seats[1].post(&path, &other).await.expect(200).json["clock"].clone();
    assert_eq!(clock["days_off"], json!([1, 0]));
}

#[tokio::test]
async fn pauses_and_days_off_are_refused_where_they_make_no_sense() {
    let app = TestApp::spawn().await;
    let mut stored = Stored::of(&app).await;
    let stranger = app.user("stranger").await;
    let (waiting, plain) = (Table::waiting(&app, live(2)).await, Table::started(&app, terms(2)).await);
    let (over, frozen) = (Table::started(&app, daily(2)).await, Table::started(&app, daily(2)).await);
    over.seats[0].post_empty(&over.path("/resign")).await.expect(200);
    stored.execute(&format!("UPDATE games SET status = 'frozen' WHERE id = '{}'", frozen.id)).await;
    let mut hidden = live(2);
    hidden["visibility"] = json!("private");
    let hidden = Table::waiting(&app, hidden).await;
    let fast = Table::started(&app, live(2)).await;
    for deed in DEEDS {
        send(&waiting, 0, deed).await.expect_problem(409, "game_not_started");
        send(&plain, 0, deed).await.expect_problem(422, "not_available");
        send(&over, 0, deed).await.expect_problem(409, "game_finished");
        send(&frozen, 0, deed).await.expect_problem(409, "game_frozen");
        let body = json!({"version": 1, "days": 1});
        let post = |table: &Table<'_>| {
            let request = stranger.request(Method::POST, &table.path(deed));
            let request = if deed == "/days-off" { request.json(&body) } else { request };
            crate::app::Answer::to(request)
        };
        post(&fast).await.expect_problem(403, "not_seated");
        post(&hidden).await.expect_problem(404, "not_found");
        let odd = fast.seats[0].request(Method::POST, &fast.path(&format!("{deed}?days=1"))).json(&body);
        crate::app::Answer::to(odd).await.expect_problem(400, "malformed");
    }
    send(&fast, 0, "/days-off").await.expect_problem(422, "not_available");
}

#[tokio::test]
async fn streams_on_every_server_show_the_clock_after_turns_and_pauses() {
    let app = TestApp::spawn().await;
    let other = beside(&app).await;
    let table = Table::started(&app, live(3)).await;
    let mut stored = Stored::of(&app).await;
    let (here, there) = (app.anonymous(), other.anonymous());
    let mut readers = Vec::new();
    for viewer in [&here, &there] {
        let mut reader = Reader::open(viewer, &table.path("/events"), LINES).await;
        reader.expect("snapshot").await;
        readers.push(reader);
    }
    let shown = async |readers: &mut Vec<Reader>, kinds: &[&str]| -> Value {
        let view = table.public_view().await;
        for reader in readers {
            for kind in kinds {
                // The server may notice that the test has moved the clock.
                let mut frame = reader.frame().await.expect("a frame");
                while frame["type"] == "clock" {
                    frame = reader.frame().await.expect("a frame");
                }
                assert_eq!(frame["type"], *kind, "{frame}");
            }
            let frame = reader.expect("clock").await;
            assert_eq!((&frame["data"], frame.get("seq")), (&view["clock"], None));
        }
        view["clock"].clone()
    };
    play(&table).await.expect(200);
    assert_eq!(shown(&mut readers, &["action"]).await["running"], 1);
    for seat in [0, 1, 2] {
        send(&table, seat, "/pause").await.expect(200);
        let clock = shown(&mut readers, &[]).await;
        assert_eq!(clock.get("paused_until").is_some(), seat == 2);
    }
    send(&table, 0, "/resume").await.expect(200);
    shown(&mut readers, &[]).await;
    let version = table.public_view().await["version"].as_u64().expect("a version");
    spend(&mut stored, &table.id, 601_000).await;
    super::clocks::entries_after(&table, version).await;
    assert_eq!(shown(&mut readers, &["timed_out"]).await["running"], 2);

    let mut resumed = Reader::open(&there, &table.path("/events?since=1"), LINES).await;
    let snapshot = resumed.expect("snapshot").await;
    assert_eq!(snapshot["data"]["clock"].get("running"), None, "an earlier version has no running clock");
    let mut resumed = vec![resumed];
    shown(&mut resumed, &["action", "timed_out"]).await;
}

#[tokio::test]
async fn a_change_of_the_clock_that_was_not_announced_is_shown_all_the_same() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, live(2)).await;
    let mut reader = Reader::open(&app.anonymous(), &table.path("/events"), LINES).await;
    assert_eq!(reader.expect("snapshot").await["data"]["clock"]["pause_agreed"], json!([]));
    let (mut stored, id) = (Stored::of(&app).await, &table.id);
    // The second change comes after the server has looked at the clocks at least once.
    for (agreed, seats) in [("{1}", json!([1])), ("{1,0}", json!([1, 0]))] {
        let change = format!("UPDATE game_clocks SET pause_agreed = '{agreed}' WHERE game_id = '{id}'");
        stored.execute(&change).await;
        assert_eq!(reader.expect("clock").await["data"]["pause_agreed"], seats);
    }
}

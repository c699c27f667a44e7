//! Limits of series, and settings that make no sense.

use serde_json::json;

use super::{create, event, id, last_part, put};
use crate::app::TestApp;
use crate::tournaments::execute;

/// Copies a tournament this many times into a series.
fn copies(tournament: &str, series: &str, number: u32) -> String {
    format!(
        "WITH copied AS (INSERT INTO tournaments SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).* \
         FROM tournaments t, generate_series(1, {number}) WHERE t.id = '{tournament}' RETURNING id) \
         INSERT INTO series_events (tournament_id, series_id) SELECT id, '{series}' FROM copied"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn series_and_events_are_limited() {
    let app = TestApp::spawn().await;
    let olga = app.user("olga").await;
    let series = create(&olga, json!({"name": "Cup"})).await;
    let league = json!({"name": "League", "groups": [{"name": "A", "size": 2}, {"name": "B", "size": 2}], "promoted": 1});
    let league = create(&olga, league).await;
    let one = id(&olga.post("/v1/tournaments", event(2, json!({}))).await.expect(201).json);
    olga.post_empty(&format!("/v1/tournaments/{one}/close")).await.expect(200);
    for path in [&series, &league] {
        execute(&app, &copies(&one, last_part(path), 100)).await;
    }
    put(&olga, &format!("{series}/events/{one}")).await.expect_problem(409, "series_full");
    let in_series = event(2, json!({"series": last_part(&series)}));
    olga.post("/v1/tournaments", in_series).await.expect_problem(409, "series_full");
    let seasons = format!("{league}/seasons");
    olga.post(&seasons, json!({"settings": event(2, json!({}))})).await.expect_problem(409, "series_full");
    execute(&app, &format!("UPDATE series SET season = 1 WHERE id = '{}'", last_part(&league))).await;
    olga.post_empty(&format!("{seasons}/next")).await.expect_problem(409, "series_full");
    // A table has a limit of its own.
    let sql = format!(
        "WITH people AS (INSERT INTO players (id, guest) SELECT gen_random_uuid(), true FROM generate_series(1, 20001) RETURNING id) \
         INSERT INTO tournament_entries (tournament_id, number, player_id, status, rating, guest) \
         SELECT (SELECT min(tournament_id::text)::uuid FROM series_events WHERE series_id = '{0}'), row_number() OVER (), id, 'active', \
         1500, 'Guest' FROM people",
        last_part(&series)
    );
    execute(&app, &sql).await;
    olga.get(&format!("{series}/standings")).await.expect(200);
    execute(&app, "UPDATE tournaments SET status = 'finished'").await;
    olga.get(&format!("{series}/standings")).await.expect_problem(409, "series_full");
    let sql = format!(
        "INSERT INTO series (id, owner_id, name, visibility, promoted) SELECT gen_random_uuid(), owner_id, 'Copy', 'public', 0 \
         FROM series, generate_series(1, 48) WHERE id = '{}'",
        last_part(&series)
    );
    execute(&app, &sql).await;
    olga.post("/v1/series", json!({"name": "More"})).await.expect_problem(409, "too_many_series");
    olga.delete(&league).await.expect(204);
    create(&olga, json!({"name": "More"})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_that_make_no_sense_are_refused() {
    let app = TestApp::spawn().await;
    let olga = app.user("olga").await;
    let groups = |sizes: [u8; 2]| json!([{"name": "A", "size": sizes[0]}, {"name": "B", "size": sizes[1]}]);
    let cases = [
        (json!({"points": [5, 6]}), "/points"),
        (json!({"points": vec![1; 101]}), "/points"),
        (json!({"points": [10_001]}), "/points/0"),
        (json!({"best_of": 0}), "/best_of"),
        (json!({"promoted": 1}), "/promoted"),
        (json!({"promoted": 2, "groups": groups([4, 3])}), "/promoted"),
        (json!({"groups": [{"name": "A", "size": 4}]}), "/groups"),
        (json!({"groups": [{"name": "A", "size": 4}, {"name": "A", "size": 4}]}), "/groups/1/name"),
        (json!({"groups": groups([1, 4])}), "/groups/0/size"),
        (json!({"club": "0190a000-0000-7000-8000-000000000000"}), "/club"),
        (json!({"owner": "eve"}), "/owner"),
    ];
    let series = create(&olga, json!({"name": "Cup"})).await;
    let before = olga.get(&series).await.expect(200).json;
    for (changed, pointer) in cases {
        let mut body = changed.clone();
        body["name"] = json!("Cup");
        let refused = olga.post("/v1/series", &body).await.expect_problem(422, "validation_failed");
        assert_eq!(refused.pointers(), [pointer], "{body}");
        if pointer != "/club" {
            let refused = olga.patch(&series, &changed).await.expect_problem(422, "validation_failed");
            assert_eq!(refused.pointers(), [pointer], "{changed}");
        }
    }
    assert_eq!(olga.get(&series).await.expect(200).json, before);
    let listed = olga.get("/v1/series").await.expect(200).json;
    assert_eq!(listed["items"].as_array().map(Vec::len), Some(1));
}

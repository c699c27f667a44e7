//! Who may do what with a series, and what nobody learns of events that are hidden.

use serde_json::{Value, json};

use super::{create, event, id, last_part, play, put};
use crate::app::TestApp;

#[tokio::test(flavor = "multi_thread")]
async fn strangers_change_nothing() {
    let app = TestApp::spawn().await;
    let (olga, eve) = (app.user("olga").await, app.user("eve").await);
    let series = create(&olga, json!({"name": "Cup"})).await;
    let league = json!({"name": "League", "groups": [{"name": "A", "size": 2}, {"name": "B", "size": 2}], "promoted": 1});
    let league = create(&olga, league).await;
    let own = eve.post("/v1/tournaments", event(2, json!({}))).await.expect(201).json;
    let theirs = olga.post("/v1/tournaments", event(2, json!({}))).await.expect(201).json;
    eve.patch(&series, json!({"name": "Mine"})).await.expect_problem(403, "not_organizer");
    eve.delete(&series).await.expect_problem(403, "not_organizer");
    for event in [&own, &theirs] {
        let place = format!("{series}/events/{}", id(event));
        put(&eve, &place).await.expect_problem(403, "not_organizer");
    }
    put(&olga, &format!("{series}/events/{}", id(&own))).await.expect_problem(403, "not_organizer");
    let added = format!("{series}/events/{}", id(&theirs));
    put(&olga, &added).await.expect(200);
    eve.delete(&added).await.expect_problem(403, "not_organizer");
    let body = event(2, json!({"series": last_part(&series)}));
    let refused = eve.post("/v1/tournaments", &body).await.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/series"]);
    eve.post(&format!("{league}/seasons"), json!({"settings": event(2, json!({}))}))
        .await
        .expect_problem(403, "not_organizer");
    for dry_run in ["", "?dry_run=true"] {
        let next = format!("{league}/seasons/next{dry_run}");
        eve.post_empty(&next).await.expect_problem(403, "not_organizer");
        olga.post_empty(&next).await.expect_problem(409, "series_state");
    }
    let unknown = "/v1/series/0190a000-0000-7000-8000-000000000000";
    olga.get(unknown).await.expect_problem(404, "not_found");
    olga.patch(unknown, json!({"name": "x"})).await.expect_problem(404, "not_found");
    olga.delete(unknown).await.expect_problem(404, "not_found");
    put(&olga, &format!("{unknown}/events/{}", id(&theirs))).await.expect_problem(404, "not_found");
    olga.delete(&format!("{unknown}/events/{}", id(&theirs))).await.expect_problem(404, "not_found");
    olga.post(&format!("{unknown}/seasons"), json!({"settings": event(2, json!({}))}))
        .await
        .expect_problem(404, "not_found");
    olga.post_empty(&format!("{unknown}/seasons/next")).await.expect_problem(404, "not_found");
    assert_eq!(eve.get(&series).await.expect(200).json["organized_by_me"], false);
    assert_eq!(eve.get(&series).await.expect(200).json["name"], "Cup");
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_events_are_in_no_table() {
    let app = TestApp::spawn().await;
    let (olga, ada, grace) = (app.user("olga").await, app.user("ada").await, app.user("grace").await);
    let series = create(&olga, json!({"name": "Cup"})).await;
    let unlisted = create(&olga, json!({"name": "Quiet cup", "visibility": "unlisted"})).await;
    let listed = app.anonymous().get("/v1/series").await.expect(200).json;
    let names: Vec<&Value> =
        listed["items"].as_array().expect("series").iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["Cup"]);
    let private = json!({"name": "Secret", "visibility": "private"});
    let refused = olga.post("/v1/series", private).await.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/visibility"]);
    // A series and its events are equally visible.
    for (visibility, own, other) in [
        ("private", None, &series),
        ("unlisted", Some(&unlisted), &series),
        ("public", Some(&series), &unlisted),
    ] {
        let hidden = event(2, json!({"visibility": visibility, "series": last_part(other)}));
        let refused = olga.post("/v1/tournaments", hidden).await.expect_problem(422, "validation_failed");
        assert_eq!(refused.pointers(), ["/series"]);
        let path = play(
            &olga,
            &event(2, json!({"visibility": visibility, "invited": ["ada", "grace"]})),
            &[&ada, &grace],
            &[1, 2],
        )
        .await;
        put(&olga, &format!("{other}/events/{}", last_part(&path))).await.expect_problem(409, "series_state");
        if let Some(own) = own {
            put(&olga, &format!("{own}/events/{}", last_part(&path))).await.expect(200);
        }
    }
    // A tournament of a series keeps its visibility.
    let made =
        olga.post("/v1/tournaments", event(2, json!({"series": last_part(&series)}))).await.expect(201).json;
    let path = format!("/v1/tournaments/{}", id(&made));
    let refused =
        olga.patch(&path, json!({"visibility": "private"})).await.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/visibility"]);
    // Drafts are in no list, also those that were cancelled.
    let draft = event(2, json!({"open": false, "name": "Plan", "series": last_part(&series)}));
    let draft =
        format!("/v1/tournaments/{}", id(&olga.post("/v1/tournaments", draft).await.expect(201).json));
    let count = |body: Value| body["events"].as_array().map(Vec::len);
    for caller in [&olga, &ada] {
        assert_eq!(count(caller.get(&series).await.expect(200).json), Some(2));
    }
    // Somebody else cannot tell that it is in the series.
    ada.delete(&format!("{series}/events/{}", last_part(&draft))).await.expect_problem(404, "not_found");
    olga.post_empty(&format!("{draft}/close")).await.expect(200);
    assert_eq!(count(ada.get(&series).await.expect(200).json), Some(2));
    // An event belongs to one series.
    let second = create(&olga, json!({"name": "Second"})).await;
    put(&olga, &format!("{second}/events/{}", last_part(&path))).await.expect_problem(409, "series_state");
    olga.delete(&format!("{second}/events/{}", last_part(&path))).await.expect_problem(404, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_managers_of_a_club_organize_its_series() {
    let app = TestApp::spawn().await;
    let (olga, ada, eve) = (app.user("olga").await, app.user("ada").await, app.user("eve").await);
    let club = id(&olga.post("/v1/clubs", json!({"name": "Club", "joining": "open"})).await.expect(201).json);
    for player in [&ada, &eve] {
        player.post_empty(&format!("/v1/clubs/{club}/join")).await.expect(200);
    }
    let body = json!({"name": "Cup", "club": club});
    let refused = ada.post("/v1/series", &body).await.expect_problem(422, "validation_failed");
    assert_eq!(refused.pointers(), ["/club"]);
    olga.patch(&format!("/v1/clubs/{club}/members/ada"), json!({"role": "manager"})).await.expect(200);
    let series = create(&ada, body).await;
    create(&eve, json!({"name": "Other"})).await;
    let listed = eve.get(&format!("/v1/series?club={club}")).await.expect(200).json;
    assert_eq!(listed["items"].as_array().map(Vec::len), Some(1));
    olga.patch(&series, json!({"description": ["Every month."]})).await.expect(200);
    eve.patch(&series, json!({"name": "Mine"})).await.expect_problem(403, "not_organizer");
    // Whoever has made it is a manager no more.
    olga.patch(&format!("/v1/clubs/{club}/members/ada"), json!({"role": "member"})).await.expect(200);
    ada.patch(&series, json!({"name": "Mine"})).await.expect_problem(403, "not_organizer");
    assert_eq!(ada.get(&series).await.expect(200).json["description"], json!(["Every month."]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_after_the_end_of_a_series_is_seen_by_everybody() {
    let app = TestApp::spawn().await;
    let (olga, ada) = (app.user("olga").await, app.user("ada").await);
    let series = create(&olga, json!({"name": "Cup", "points": [10, 6]})).await;
    let played = play(&olga, &event(2, json!({"series": last_part(&series)})), &[&olga, &ada], &[1, 2]).await;
    let secret = olga.post("/v1/tournaments", event(2, json!({"name": "Secret", "open": false}))).await;
    let secret = format!("{series}/events/{}", id(&secret.expect(201).json));
    for _ in 0..2 {
        olga.patch(&series, json!({"points": [10, 9], "best_of": 3})).await.expect(200);
        put(&olga, &secret).await.expect(200);
    }
    olga.delete(&format!("{series}/events/{}", last_part(&played))).await.expect(204);
    let audit = app.anonymous().get(&format!("{series}/audit")).await.expect(200).json;
    let acts = audit["items"].as_array().expect("acts");
    let kinds: Vec<&str> = acts.iter().filter_map(|act| act["kind"].as_str()).collect();
    assert_eq!(kinds, ["event_removed", "event_added", "changed", "event_added", "created"]);
    assert!(acts.iter().all(|act| act["by"]["username"] == "olga"), "{audit}");
    let changes = json!([
        {"field": "points", "before": "10, 6", "after": "10, 9"},
        {"field": "best_of", "before": null, "after": "3"},
    ]);
    assert_eq!(acts[2]["changes"], changes);
    let named = json!(format!("Evening ({})", last_part(&played)));
    assert_eq!((&acts[0]["note"], &acts[3]["note"]), (&named, &named));
    assert_eq!(acts[1]["note"], Value::Null, "nobody learns the name of a draft");
    let other = create(&olga, json!({"name": "Other"})).await;
    let own = app.anonymous().get(&format!("{other}/audit")).await.expect(200).json;
    assert_eq!(own["items"].as_array().map(Vec::len), Some(1));
}

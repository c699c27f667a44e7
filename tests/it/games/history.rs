//! Earlier versions of a game, and what is hidden from each viewer.

use serde_json::{Value, json};

use super::table::{Table, dice, terms, terms_with};
use crate::app::{Answer, TestApp};

#[tokio::test]
async fn every_earlier_version_looks_as_it_did_at_the_time() {
    let app = TestApp::shared().await;
    let modules = json!(["orient", "strongholds", "trading_posts"]);
    let table = Table::started(&app, terms_with(2, "modules", modules)).await;
    let mut dice = dice(31);
    let mut seen: Vec<[Value; 3]> = Vec::new();
    for _ in 0..60 {
        seen.push([table.view(0).await, table.view(1).await, table.public_view().await]);
        table.play_random(&mut dice).await;
    }
    for views in &seen {
        let path = table.path(&format!("?at={}", views[2]["version"]));
        assert_eq!(&table.seats[0].get(&path).await.expect(200).json, &views[0]);
        assert_eq!(&table.seats[1].get(&path).await.expect(200).json, &views[1]);
        assert_eq!(&app.anonymous().get(&path).await.expect(200).json, &views[2]);
    }
    let now = table.public_view().await["version"].as_u64().expect("a version");
    for version in 1..=now {
        let view = app.anonymous().get(&table.path(&format!("?at={version}"))).await.expect(200).json;
        assert_eq!(view["version"], version);
    }
    for wrong in ["0".to_owned(), (now + 1).to_string(), "-1".to_owned(), "x".to_owned()] {
        app.anonymous().get(&table.path(&format!("?at={wrong}"))).await.expect_problem(400, "malformed");
    }
}

#[tokio::test]
async fn only_its_owner_sees_a_blind_reserve_until_the_end() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let blind = json!([{"type": "reserve_blind", "deck": "base-2"}]);
    let answer = table.post(0, &json!(1), blind).await.expect(200);
    let card = answer.json["game"]["seats"][0]["hand"][0]["card"].as_str().expect("a card").to_owned();
    let back = json!([{"hidden": true, "deck": "base-2"}]);
    for caller in [table.seats[1].clone(), app.anonymous()] {
        assert_eq!(caller.get(&table.path("")).await.expect(200).json["seats"][0]["hand"], back);
        for path in ["", "?at=2", "/events", "/events?since=1", "/legal-actions"] {
            let answer = caller.get(&table.path(path)).await.expect(200);
            assert!(!answer.text.contains(&card), "{path} tells the card: {}", answer.text);
        }
    }
    let own = table.seats[0].get(&table.path("/events?since=1")).await.expect(200);
    assert!(own.text.contains(&card));
    table.seats[0].post_empty(&table.path("/resign")).await.expect(200);
    let public = app.anonymous().get(&table.path("/events")).await.expect(200);
    assert!(public.text.contains(&card), "the end reveals everything");
}

#[tokio::test]
async fn no_secret_is_revealed_before_the_end() {
    let app = TestApp::shared().await;
    let table = Table::waiting(&app, terms_with(2, "entropy", json!("c0ffee"))).await;
    let waiting = table.public_view().await;
    assert_eq!(waiting["commitment"].as_str().expect("a commitment").len(), 64);
    table.seats[1]
        .post(&table.path("/join"), json!({"entropy": "0ddba11"}))
        .await
        .expect_problem(422, "validation_failed");
    let before = app.anonymous().get(&table.path("/events")).await.expect(200);
    assert_eq!(before.json, json!({"version": 0, "more": false, "events": []}));
    table.seats[1].post(&table.path("/join"), json!({"entropy": "00ddba11"})).await.expect(200);
    let started = app.anonymous().get(&table.path("/events")).await.expect(200).json;
    let start = &started["events"][0]["data"];
    assert_eq!(start["commitment"], waiting["commitment"]);
    assert_eq!(start["contributions"][0]["entropy"], "c0ffee");
    assert_eq!(start["contributions"][0]["after_commitment"], false);
    assert_eq!(start["contributions"][1]["entropy"], "00ddba11");
    assert_eq!(start["contributions"][1]["after_commitment"], true);
    for path in ["", "/events", "/legal-actions"] {
        assert!(!table.seats[0].get(&table.path(path)).await.text.contains("server_seed"));
    }
}

#[tokio::test]
async fn a_view_that_has_not_changed_is_not_sent_again() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let first = table.seats[0].get(&table.path("")).await.expect(200);
    let tag = first.header("etag").to_owned();
    let conditional = |seat: usize, tag: &str| {
        let request = table.seats[seat].request(reqwest::Method::GET, &table.path(""));
        Answer::to(request.header("if-none-match", tag.to_owned()))
    };
    let same = conditional(0, &tag).await.expect(304);
    assert_eq!((same.text.as_str(), same.header("etag")), ("", tag.as_str()));
    for known in [format!("\"other\", {tag}"), tag.replace("W/", ""), "*".to_owned()] {
        conditional(0, &known).await.expect(304);
    }
    conditional(0, "\"other\"").await.expect(200);
    conditional(1, &tag).await.expect(200);
    let take = json!([{"type": "take", "gems": ["white", "blue", "green"]}]);
    table.post(0, &json!(1), take).await.expect(200);
    conditional(0, &tag).await.expect(200);
}

#[tokio::test]
async fn a_view_differs_only_where_its_viewer_may_see_more() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let (mut own, mut public) = (table.view(0).await, table.public_view().await);
    assert_eq!((own["viewer_seat"].take(), public["viewer_seat"].take()), (json!(0), Value::Null));
    assert_eq!(own, public);
}

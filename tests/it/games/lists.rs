//! Lists of games: pages, filters, and the whole list as lines.

use serde_json::{Value, json};

use super::table::{Table, terms, terms_with};
use crate::app::{Answer, TestApp};
use crate::ladders::game_of;

fn ids(page: &Value) -> Vec<String> {
    let items = page["items"].as_array().expect("a page has items");
    items.iter().map(|item| item["id"].as_str().expect("a game has an id").to_owned()).collect()
}

#[tokio::test]
async fn pages_have_no_gaps_and_no_repetitions() {
    let app = TestApp::spawn().await;
    let ada = app.user("ada").await;
    let mut made = Vec::new();
    for _ in 0..7 {
        made.push(
            ada.post("/v1/games", terms(2)).await.expect(201).json["id"].as_str().expect("an id").to_owned(),
        );
    }
    made.reverse();
    let (mut found, mut path) = (Vec::new(), "/v1/games?limit=3&status=waiting".to_owned());
    loop {
        let page = app.anonymous().get(&path).await.expect(200);
        found.extend(ids(&page.json));
        let Some(cursor) = page.json["next_cursor"].as_str() else {
            assert_eq!(page.header("link"), "");
            break;
        };
        let next = format!("/v1/games?limit=3&status=waiting&cursor={cursor}");
        assert_eq!(page.header("link"), format!("<{next}>; rel=\"next\""));
        path = next;
    }
    assert_eq!(found, made);

    let request = app
        .anonymous()
        .request(reqwest::Method::GET, "/v1/games?limit=3")
        .header("accept", "application/x-ndjson");
    let lines = Answer::to(request).await.expect(200);
    assert_eq!(lines.header("content-type"), "application/x-ndjson");
    let streamed: Vec<String> = lines
        .text
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).expect("JSON")["id"].as_str().expect("an id").to_owned()
        })
        .collect();
    assert_eq!(streamed, made);
}

#[tokio::test]
async fn filters_choose_games() {
    let app = TestApp::spawn().await;
    let two = Table::started(&app, terms_with(2, "modules", json!(["orient"]))).await;
    let three = Table::waiting(&app, terms(3)).await;
    let over = Table::started(&app, terms(2)).await;
    over.seats[0].post_empty(&over.path("/resign")).await.expect(200);
    for (query, expected) in [
        ("", vec![&over, &three, &two]),
        ("?status=waiting", vec![&three]),
        ("?status=active", vec![&two]),
        ("?status=finished", vec![&over]),
        ("?seats=3", vec![&three]),
        ("?ruleset=splendor", vec![&over, &three, &two]),
        ("?ruleset=chess", vec![]),
        ("?player=BOB", vec![&over, &two]),
        ("?player=bob&status=active", vec![&two]),
        ("?player=nobody", vec![]),
    ] {
        let page = app.anonymous().get(&format!("/v1/games{query}")).await.expect(200).json;
        let expected: Vec<String> = expected.iter().map(|table| table.id.clone()).collect();
        assert_eq!(ids(&page), expected, "{query}");
    }
    let page = app.anonymous().get("/v1/games?status=finished").await.expect(200).json;
    assert_eq!(page["items"][0]["result"]["winners"], json!([1]));
    assert_eq!(page["items"][0]["seats"][1]["player"]["username"], "bob");
    for wrong in ["?limit=0", "?limit=101", "?cursor=x", "?status=lost", "?seats=9", "?hue=red"] {
        app.anonymous().get(&format!("/v1/games{wrong}")).await.expect_problem(400, "malformed");
    }
}

#[tokio::test]
async fn every_filter_chooses_its_games_in_both_orders() {
    let app = TestApp::spawn().await;
    let orient = Table::started(&app, terms_with(2, "modules", json!(["orient"]))).await;
    let rated = game_of(&[&orient.seats[0], &orient.seats[1]]).await.replace("/v1/games/", "");
    let wide = Table::waiting(&app, terms_with(3, "label", json!("Spring Cup"))).await;
    let (orient, wide) = (orient.id.clone(), wide.id.clone());
    let all = app.anonymous().get("/v1/games").await.expect(200).json;
    let created = |game: &String| {
        let items = all["items"].as_array().expect("items");
        let item = items.iter().find(|item| item["id"] == **game).expect("the game");
        item["created_at"].as_str().expect("a time").to_owned()
    };
    let (since, until) = (created(&rated), created(&wide));
    for (query, expected) in [
        ("sort=newest", vec![&wide, &rated, &orient]),
        ("sort=oldest", vec![&orient, &rated, &wide]),
        ("ruleset=splendor&modules=orient", vec![&orient]),
        ("ruleset=splendor&modules=", vec![&wide, &rated]),
        ("ruleset=splendor&modules=orient,cities", vec![]),
        ("rated=true", vec![&rated]),
        ("rated=false", vec![&wide, &orient]),
        ("pool=splendor.duel.live.human", vec![&rated]),
        ("pool=splendor.duel.live.bot", vec![]),
        ("pool=splendor.table.live.human", vec![]),
        ("pool=chess.duel.live.human", vec![]),
        ("player=ada&opponent=BOB", vec![&rated, &orient]),
        ("player=ada&opponent=eve", vec![]),
        ("player=ada&opponent=nobody", vec![]),
        ("tournament=00000000-0000-7000-8000-000000000000", vec![]),
        ("label=Spring%20Cup&rated=false", vec![&wide]),
        (&format!("since={since}"), vec![&wide, &rated]),
        (&format!("until={until}"), vec![&rated, &orient]),
        (&format!("since={since}&until={until}&sort=oldest"), vec![&rated]),
        (&format!("since={until}&until={since}"), vec![]),
        ("status=active&sort=oldest&rated=true&seats=2", vec![&rated]),
    ] {
        let page = app.anonymous().get(&format!("/v1/games?{query}")).await.expect(200).json;
        let expected: Vec<String> = expected.into_iter().cloned().collect();
        assert_eq!(ids(&page), expected, "{query}");
        if !query.contains("player=") {
            let own = app.user("ada").await.get(&format!("/v1/me/games?{query}")).await.expect(200).json;
            assert_eq!(ids(&own), expected, "my games: {query}");
        }
    }
    let first = app.anonymous().get("/v1/games?sort=oldest&limit=2").await.expect(200).json;
    let cursor = first["next_cursor"].as_str().expect("a next page");
    let second = app.anonymous().get(&format!("/v1/games?sort=oldest&limit=2&cursor={cursor}")).await;
    assert_eq!(ids(&second.expect(200).json), std::slice::from_ref(&wide));
    for wrong in [
        "modules=orient",
        "ruleset=splendor&modules=orient,orient",
        "ruleset=splendor&modules=roads",
        "ruleset=chess&modules=",
        "rated=perhaps",
        "pool=splendor",
        "opponent=bob",
        "tournament=7",
        "since=yesterday",
        "until=2026-02-30T00:00:00Z",
        "sort=changed",
    ] {
        app.anonymous().get(&format!("/v1/games?{wrong}")).await.expect_problem(400, "malformed");
    }
}

#[tokio::test]
async fn a_page_that_has_not_changed_is_not_sent_again() {
    let app = TestApp::spawn().await;
    let table = Table::waiting(&app, terms(3)).await;
    for path in ["/v1/games", "/v1/games?status=waiting&limit=1", "/v1/me/games", "/v1/players?prefix=ad"] {
        let request = || table.seats[0].request(reqwest::Method::GET, path);
        let tag = Answer::to(request()).await.expect(200).header("etag").to_owned();
        let same = Answer::to(request().header("if-none-match", &tag)).await.expect(304);
        assert_eq!((same.text.as_str(), same.header("etag")), ("", tag.as_str()), "{path}");
        if path.starts_with("/v1/games") {
            table.seats[1].post_empty(&table.path("/join")).await.expect(200);
            Answer::to(request().header("if-none-match", &tag)).await.expect(200);
            table.seats[1].post_empty(&table.path("/leave")).await.expect(200);
        }
    }
}

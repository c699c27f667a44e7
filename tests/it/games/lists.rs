//! Lists of games: pages, filters, and the whole list as lines.

use serde_json::{Value, json};

use super::table::{Table, terms, terms_with};
use crate::app::{Answer, TestApp};

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

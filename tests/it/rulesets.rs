//! Rulesets and their catalogues over HTTP.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, TestApp};

#[tokio::test]
async fn the_rulesets_are_listed_with_their_choices() {
    let app = TestApp::spawn().await;
    let page = app.anonymous().get("/v1/rulesets").await.expect(200).json;
    assert_eq!(page["next_cursor"], Value::Null);
    assert_eq!(
        page["items"][0],
        json!({
            "id": "splendor", "seats": [2, 3, 4],
            "modules": ["orient", "strongholds", "trading_posts", "cities"], "options": {},
            "constraints": []
        })
    );
}

#[tokio::test]
async fn kids_has_a_module_an_option_and_a_catalogue() {
    let app = TestApp::spawn().await;
    let kids = app.anonymous().get("/v1/rulesets/kids").await.expect(200).json;
    assert_eq!(kids["modules"], json!(["mysteries"]));
    assert_eq!(kids["options"], json!({"board": ["full", "short"]}));
    assert_eq!(
        kids["constraints"],
        json!([{"module": "mysteries", "option": "board", "values": ["full"]}]),
        "K11 needs the whole board"
    );
    let catalogue = app.anonymous().get("/v1/rulesets/kids/catalogue").await.expect(200);
    assert_eq!(catalogue.header("etag"), format!("W/\"{}\"", kids["catalogue_hash"].as_str().unwrap()));
    assert_eq!(catalogue.json["boards"].as_array().map(Vec::len), Some(12));
}

#[tokio::test]
async fn a_ruleset_has_the_schema_of_its_actions() {
    let app = TestApp::spawn().await;
    let ruleset = app.anonymous().get("/v1/rulesets/splendor").await.expect(200).json;
    let schema = jsonschema::draft202012::new(&ruleset["actions"]).expect("the schema stands alone");
    assert!(schema.is_valid(&json!({"type": "take", "gems": ["white", "blue", "green"]})));
    assert!(!schema.is_valid(&json!({"type": "take", "gems": ["gold"]})));
}

#[tokio::test]
async fn a_catalogue_can_be_cached_permanently() {
    let app = TestApp::spawn().await;
    let ruleset = app.anonymous().get("/v1/rulesets/splendor").await.expect(200).json;
    let path = "/v1/rulesets/splendor/catalogue";
    let answer = app.anonymous().get(path).await.expect(200);
    assert_eq!(answer.json["cards"].as_array().map(Vec::len), Some(120));
    assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable");
    let tag = answer.header("etag").to_owned();
    assert_eq!(tag, format!("W/\"{}\"", ruleset["catalogue_hash"].as_str().expect("a hash is text")));
    for known in [tag.clone(), tag.replace("W/", ""), format!("\"other\", {tag}"), "*".to_owned()] {
        let request = app.anonymous().request(Method::GET, path).header("if-none-match", &known);
        let answer = Answer::to(request).await.expect(304);
        assert_eq!((answer.text.as_str(), answer.header("etag")), ("", tag.as_str()), "{known}");
    }
    let request = app.anonymous().request(Method::GET, path).header("if-none-match", "\"other\"");
    Answer::to(request).await.expect(200);
}

#[tokio::test]
async fn an_unknown_ruleset_is_a_problem() {
    let app = TestApp::spawn().await;
    app.anonymous().get("/v1/rulesets/chess").await.expect_problem(404, "not_found");
    app.anonymous().get("/v1/rulesets/chess/catalogue").await.expect_problem(404, "not_found");
    app.anonymous().get("/v1/rulesets/splendor+orient").await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn a_catalogue_with_boards_of_the_operator_is_revalidated() {
    let ours = TestApp::spawn().await;
    let path = "/v1/rulesets/kids/catalogue";
    let kept = ours.anonymous().get(path).await.expect(200);
    assert_eq!(kept.header("cache-control"), "public, max-age=31536000, immutable");

    let boards = include_str!("../../data/kids_boards.json");
    let swapped = boards
        .replace("\"mushroom\"", "\"?\"")
        .replace("\"apple\"", "\"mushroom\"")
        .replace("\"?\"", "\"apple\"");
    let file = std::env::temp_dir().join(format!("lapidary-boards-{}.json", uuid::Uuid::new_v4()));
    std::fs::write(&file, swapped).unwrap();
    let read = file.clone();
    let theirs = TestApp::spawn_with(|settings| settings.games.kids_boards = Some(read)).await;
    std::fs::remove_file(&file).unwrap();
    let other = theirs.anonymous().get(path).await.expect(200);
    assert_eq!(other.header("cache-control"), "public, no-cache");
    assert_ne!(other.header("etag"), kept.header("etag"));
}

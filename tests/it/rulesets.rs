//! Rulesets and their catalogues over HTTP.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, TestApp};

#[tokio::test]
async fn the_rulesets_are_listed_with_their_choices() {
    let app = TestApp::shared().await;
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
    let app = TestApp::shared().await;
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
    let app = TestApp::shared().await;
    let ruleset = app.anonymous().get("/v1/rulesets/splendor").await.expect(200).json;
    let schema = jsonschema::draft202012::new(&ruleset["actions"]).expect("the schema stands alone");
    assert!(schema.is_valid(&json!({"type": "take", "gems": ["white", "blue", "green"]})));
    assert!(!schema.is_valid(&json!({"type": "take", "gems": ["gold"]})));
}

#[tokio::test]
async fn a_catalogue_can_be_cached_permanently_at_the_address_with_its_hash() {
    let app = TestApp::shared().await;
    for ruleset in ["splendor", "kids"] {
        let shown = app.anonymous().get(&format!("/v1/rulesets/{ruleset}")).await.expect(200).json;
        let hash = shown["catalogue_hash"].as_str().expect("a hash is text").to_owned();
        let path = format!("/v1/rulesets/{ruleset}/catalogue");
        let named = format!("{path}?hash={hash}");
        let tag = format!("W/\"{hash}\"");
        for (path, lifetime) in [(&path, "public, no-cache"), (&named, "public, max-age=31536000, immutable")]
        {
            let answer = app.anonymous().get(path).await.expect(200);
            assert_eq!((answer.header("etag"), answer.header("cache-control")), (tag.as_str(), lifetime));
            for known in [tag.clone(), tag.replace("W/", ""), format!("\"other\", {tag}"), "*".to_owned()] {
                let request = app.anonymous().request(Method::GET, path).header("if-none-match", &known);
                let answer = Answer::to(request).await.expect(304);
                assert_eq!((answer.text.as_str(), answer.header("etag")), ("", tag.as_str()), "{known}");
                assert_eq!(answer.header("cache-control"), lifetime, "{known}");
            }
            let request = app.anonymous().request(Method::GET, path).header("if-none-match", "\"other\"");
            Answer::to(request).await.expect(200);
        }
        // An address with another hash has no catalogue, so that no cache stores one there.
        for wrong in ["0", &hash[..63], &hash.to_uppercase(), &"0".repeat(64)] {
            let answer = app.anonymous().get(&format!("{path}?hash={wrong}")).await;
            let answer = answer.expect_problem(404, "not_found");
            assert!(!answer.header("cache-control").contains("immutable"), "{wrong}");
        }
        for wrong in
            ["?hash=", &format!("?hash={hash}0"), &format!("?hash={hash}&hash={hash}"), "?hash=%00", "?h=1"]
        {
            app.anonymous().get(&format!("{path}{wrong}")).await.expect_problem(400, "malformed");
        }
    }
}

#[tokio::test]
async fn a_catalogue_names_the_printed_edition_of_its_pieces() {
    let app = TestApp::shared().await;
    let edition =
        |module: Value, year: u16| json!({"module": module, "publisher": "SPACE Cowboys", "year": year});
    let splendor = app.anonymous().get("/v1/rulesets/splendor/catalogue").await.expect(200).json;
    let modules =
        ["orient", "strongholds", "trading_posts", "cities"].map(|module| edition(json!(module), 2025));
    let expected: Vec<Value> = std::iter::once(edition(json!(null), 2024)).chain(modules).collect();
    assert_eq!(splendor["editions"], json!(expected));
    let kids = app.anonymous().get("/v1/rulesets/kids/catalogue").await.expect(200).json;
    assert_eq!(kids["editions"], json!([edition(json!(null), 2025), edition(json!("mysteries"), 2025)]));
}

#[tokio::test]
async fn an_unknown_ruleset_is_a_problem() {
    let app = TestApp::shared().await;
    app.anonymous().get("/v1/rulesets/chess").await.expect_problem(404, "not_found");
    app.anonymous().get("/v1/rulesets/chess/catalogue").await.expect_problem(404, "not_found");
    app.anonymous().get("/v1/rulesets/splendor+orient").await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn boards_of_the_operator_have_a_catalogue_at_another_address() {
    let ours = TestApp::spawn().await;
    let path = "/v1/rulesets/kids/catalogue";
    let kept = ours.anonymous().get(path).await.expect(200);
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
    let hash_at = async |app: &TestApp| {
        let kids = app.anonymous().get("/v1/rulesets/kids").await.expect(200).json;
        kids["catalogue_hash"].as_str().expect("a hash is text").to_owned()
    };
    let (before, after) = (hash_at(&ours).await, hash_at(&theirs).await);
    assert_ne!(before, after);
    let other = theirs.anonymous().get(&format!("{path}?hash={after}")).await.expect(200);
    assert_ne!(other.text, kept.text);
    theirs.anonymous().get(&format!("{path}?hash={before}")).await.expect_problem(404, "not_found");
    let request = theirs.anonymous().request(Method::GET, path).header("if-none-match", kept.header("etag"));
    assert_eq!(Answer::to(request).await.expect(200).text, other.text);
}

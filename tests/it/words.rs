//! Words for people: languages of refusals, and the words of a ruleset.

use reqwest::Method;
use serde_json::json;

use crate::app::{Answer, Caller, TestApp};
use crate::games::table::{Table, terms};

async fn in_language(caller: &Caller<'_>, path: &str, language: &str) -> Answer {
    Answer::to(caller.request(Method::GET, path).header("accept-language", language)).await
}

#[tokio::test]
async fn a_refusal_speaks_the_language_of_its_reader() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    for (language, title, told) in [
        ("de-CH, en;q=0.5", "Nicht gefunden", "de, en"),
        ("fr", "Introuvable", "fr, en"),
        ("it, es;q=0.3", "No encontrado", "es, en"),
        ("tlh", "Not found", "en"),
    ] {
        let missing = in_language(&app.anonymous(), "/v1/players/nobody", language).await;
        let missing = missing.expect_problem(404, "not_found");
        assert_eq!((&missing.json["title"], missing.header("content-language")), (&json!(title), told));
    }
    let body = json!({"version": 1, "actions": [{"type": "take", "gems": ["white", "white", "blue"]}]});
    let request = table.seats[0].request(Method::POST, &table.path("/actions"));
    let refused = Answer::to(request.header("accept-language", "de").json(&body)).await;
    let refused = refused.expect_problem(422, "illegal_action");
    assert_eq!(refused.json["title"], "Die Regeln verbieten diese Aktion");
    assert_eq!(refused.json["reason"], "no_extra_token");
    assert_eq!(refused.json["detail"], "Ein dritter Chip zu zwei gleichen braucht den Posten extra_token.");
    assert_eq!(refused.header("content-language"), "de");
}

#[tokio::test]
async fn the_words_of_a_ruleset_come_in_the_language_that_is_asked_for_or_in_english() {
    let app = TestApp::shared().await;
    let anybody = app.anonymous();
    for (path, language, told, take) in [
        ("/v1/rulesets/splendor/words", "fr-FR", "fr", "Prendre des jetons"),
        ("/v1/rulesets/splendor/words?lang=de", "fr", "de", "Chips nehmen"),
        ("/v1/rulesets/kids/words?lang=ES", "", "es", "Tomar fichas"),
        ("/v1/rulesets/kids/words?lang=tlh", "de", "en", "Take tokens"),
        ("/v1/rulesets/kids/words", "", "en", "Take tokens"),
    ] {
        let words = in_language(&anybody, path, language).await.expect(200);
        assert_eq!((words.json["language"].as_str(), words.header("content-language")), (Some(told), told));
        assert_eq!(words.json["words"]["action.take"], take, "{path}");
        assert!(words.header("vary").contains("accept-language"), "{path}");
        let request = anybody.request(Method::GET, path).header("accept-language", language);
        Answer::to(request.header("if-none-match", words.header("etag"))).await.expect(304);
    }
    let words = anybody.get("/v1/rulesets/splendor/words?lang=de").await.expect(200).json;
    assert_eq!(words["words"]["noble.noble-1"].as_str().map(|name| name.starts_with("Adlige: ")), Some(true));
    assert_eq!(words["looks"][0]["shape"], "brilliant");
    anybody.get("/v1/rulesets/chess/words").await.expect_problem(404, "not_found");
    let long = format!("lang={}", "x".repeat(36));
    for wrong in ["tongue=de", "lang=", &long] {
        let path = format!("/v1/rulesets/splendor/words?{wrong}");
        anybody.get(&path).await.expect_problem(400, "malformed");
    }
    app.with_token("nonsense").get("/v1/rulesets/kids/words").await.expect_problem(401, "unauthenticated");
}
